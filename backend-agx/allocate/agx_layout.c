/* SPDX-License-Identifier: MIT */
/* Bytes: operands get their registers, parallel copies become moves and swaps, and every instruction is encoded. */
#include "backend-agx/allocate/agx_layout.h"
#include "backend-agx/allocate/agx_allocate.h"
#include "backend-agx/allocate/agx_hints.h"
#include "backend-agx/schedule/agx_cost.h"
#include "codegen/copies.h"
#include "util/buf.h"

#define PIECE 8192 /* the most instructions that wait for their hints, to bound memory */
#define TRAPS 8    /* after the final stop (observed: Mesa, always) */

/* A jump. Its distance is known once all blocks have their places. */
struct jump {
   size_t at;
   uint16_t op;
   uint32_t label;
};

struct layout {
   struct agx_mir *c;
   const struct cg_assignment *a;
   struct agx_program *out;
   struct util_buf buf;
   size_t *label; /* by label: its place */
   struct jump *jumps;
   uint32_t num_jumps, cap_jumps;
   struct agx_instr *in;       /* instructions with registers but without bytes */
   const struct cg_instr **of; /* by such an instruction: its origin, or NULL if that is the origin of the one before */
   uint32_t num_in, cap_in, cap_of;
   const struct cg_instr *current;
   const struct agx_halves *live; /* the live halves after the block that gets hints, or NULL for no hints */
   bool all_run;                  /* all lanes run in the block */
   uint32_t cycles[2]; /* issue slots of the units for float and simple integer operations, and of the complex unit */
};

static void put_bytes(struct layout *l, const struct agx_instr *in)
{
   uint8_t bytes[AGX_MAX_LEN];
   unsigned len;
   const char *err = agx_encode(in, bytes, &len);

   if (err)
      util_bug(l->c->p.ctx, "AGX %s: %s", agx_info[in->op].name, err);
   util_buf_add(&l->buf, bytes, len);
}

/* Encodes the instructions that have their registers. */
static void flush(struct layout *l)
{
   for (uint32_t k = 0; k < l->num_in; k++) {
      const struct cg_instr *i = l->of[k];
      if (i)
         UTIL_PUSH(l->c->p.ctx, l->out->from, l->out->num_from, l->out->cap_from,
                   (struct agx_from){(uint32_t)l->buf.len, i->span});
      if (i && i->kind == CG_BRANCH)
         UTIL_PUSH(l->c->p.ctx, l->jumps, l->num_jumps, l->cap_jumps, (struct jump){l->buf.len, l->in[k].op, i->label});
      put_bytes(l, &l->in[k]);
   }
   l->num_in = 0;
}

/* The program declares halves up to the highest in use. */
static void note_register(struct layout *l, const struct agx_ref *r)
{
   const uint32_t end = r->value + agx_ref_halves(r);

   if (r->kind >= AGX_REG16 && r->kind <= AGX_REG64 && end > l->out->stats.halves)
      l->out->stats.halves = end;
}

/* Ends a piece of a long block. All halves count as live after each piece but the last. */
static void end_piece(struct layout *l)
{
   static const struct agx_halves all = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};

   if (l->live)
      agx_set_hints(l->in, l->num_in, all, l->all_run);
   flush(l);
}

/* Appends an instruction with physical operands. */
static void put(struct layout *l, const struct agx_instr *in)
{
   const struct agx_unit_info *unit = &agx_unit_info[agx_info[in->op].unit];

   if (l->num_in == PIECE)
      end_piece(l);
   uint32_t n = l->num_in;

   UTIL_PUSH(l->c->p.ctx, l->of, n, l->cap_of, l->current);
   UTIL_PUSH(l->c->p.ctx, l->in, l->num_in, l->cap_in, *in);
   l->current = NULL;
   for (unsigned k = 0; k < AGX_NUM_REFS; k++)
      note_register(l, &in->ref[k]);
   l->out->stats.instructions++;
   l->out->stats.textures += in->op == AGX_OP_texture_sample || in->op == AGX_OP_texture_load;
   if (unit->complex) {
      l->cycles[1] += 2u * unit->cost;
      l->cycles[0]++;
   } else {
      l->cycles[0] += unit->cost;
   }
}

/* Entry values and exports have a register but no instruction. Registers before the attributes exist whether they are
   declared or not. */
static void put_pseudo(struct layout *l, const struct agx_instr *in)
{
   const bool entry = in->op == AGX_PSEUDO_ENTRY;
   const struct agx_ref *r = &in->ref[entry ? AGX_D : AGX_A];
   const int place = cg_unit_place(&l->c->p, l->a, r->value);

   if (place >= (entry ? AGX_FIRST_ATTRIBUTE : 0))
      note_register(l, &(struct agx_ref){.kind = (uint8_t)(r->kind - AGX_VIRT16 + AGX_REG16), .value = (uint32_t)place});
}

static void put_operation(struct layout *l, struct agx_instr in)
{
   for (unsigned k = 0; k < AGX_NUM_REFS; k++) {
      struct agx_ref *r = &in.ref[k];
      if (!agx_is_virtual(r->kind))
         continue;
      const int place = cg_unit_place(&l->c->p, l->a, r->value);
      UTIL_CHECK(l->c->p.ctx, place >= 0);
      r->kind = (uint8_t)(r->kind - AGX_VIRT16 + AGX_REG16);
      r->value = (uint32_t)place;
   }
   const struct agx_ref *d = &in.ref[AGX_D], *a = &in.ref[AGX_A];
   if (in.op == AGX_OP_mov && d->kind == a->kind && d->value == a->value) /* the element of a vector is in place already */
      return;
   put(l, &in);
}

/* ---- parallel copies */

static struct agx_ref physical(uint32_t half, unsigned size)
{
   return (struct agx_ref){.kind = size == 1 ? AGX_REG16 : AGX_REG32, .value = half};
}

static void put_swap(struct layout *l, struct agx_ref d, struct agx_ref s)
{
   _Static_assert(AGX_SWAP_INSTRS == 3, "instructions below");
   put(l, &(struct agx_instr){.op = AGX_OP_xor, .ref = {d, d, s}});
   put(l, &(struct agx_instr){.op = AGX_OP_xor, .ref = {s, d, s}});
   put(l, &(struct agx_instr){.op = AGX_OP_xor, .ref = {d, d, s}});
}

/* Copies from a uniform or a constant, or from half of one. */
static void put_external(struct layout *l, struct agx_ref d, uint32_t number)
{
   const struct agx_ref s = l->c->external[(number - CG_EXTERNAL) / 2];
   const bool half = d.kind == AGX_REG16;
   const unsigned high = half ? number & 1 : 0;
   struct agx_instr in = {.op = AGX_OP_mov, .ref = {d, s}};

   if (s.kind == AGX_IMM) {
      in = (struct agx_instr){.op = half ? AGX_OP_mov_imm16 : AGX_OP_mov_imm32, .ref = {d}};
      in.imm = half ? s.value >> 16 * high & 0xffff : s.value;
   } else if (half) {
      in.ref[AGX_A] = (struct agx_ref){.kind = AGX_UNIFORM16, .value = s.value + high};
   }
   put(l, &in);
}

static void put_copies(struct layout *l, const struct cg_instr *i)
{
   struct cg_parcopy_step *step;
   const uint32_t n = cg_sequence_copies(&l->c->p, l->a, i, true, &step);

   for (uint32_t k = 0; k < n; k++) {
      const struct agx_ref d = physical(step[k].dst, step[k].size);
      if (step[k].kind == CG_PARCOPY_SWAP) {
         put_swap(l, d, physical(step[k].src, step[k].size));
      } else if (step[k].src >= CG_PARCOPY_EXTERNAL) {
         /* The first copy of the step, which may be part of a wider copy. */
         const struct cg_copy *from = &i->copies[step[k].src - CG_PARCOPY_EXTERNAL];
         put_external(l, d, from->src + step[k].dst - (uint32_t)cg_unit_place(&l->c->p, l->a, from->dst));
      } else {
         put(l, &(struct agx_instr){.op = AGX_OP_mov, .ref = {d, physical(step[k].src, step[k].size)}});
      }
   }
}

/* ---- the program */

/* The distance of a jump counts from its own start. */
static void set_jumps(struct layout *l)
{
   for (uint32_t k = 0; k < l->num_jumps; k++) {
      const struct jump *j = &l->jumps[k];
      const struct agx_instr in = {.op = j->op, .imm = (uint32_t)(l->label[j->label] - j->at)};
      unsigned len;
      const char *err = agx_encode(&in, (uint8_t *)l->buf.data + j->at, &len);
      UTIL_CHECK(l->c->p.ctx, !err);
   }
}

static void put_list(struct layout *l, const struct cg_list *list)
{
   for (uint32_t k = 0; k < list->n; k++) {
      const struct cg_instr *i = list->i[k];
      l->current = i;
      if (i->kind == CG_COPIES)
         put_copies(l, i);
      else if (i->kind == CG_BRANCH)
         put(l, &agx_mir_instr_of(i)->in);
      else if (agx_mir_instr_of(i)->in.op < AGX_NUM_OPS)
         put_operation(l, agx_mir_instr_of(i)->in);
      else
         put_pseudo(l, &agx_mir_instr_of(i)->in);
   }
}

void agx_layout(struct agx_mir *c, const struct cg_assignment *a, struct agx_program *out)
{
   struct layout l = {.c = c, .a = a, .out = out};
   const struct agx_halves *live = c->hints ? agx_live_after(c, a) : NULL;

   util_buf_init(&l.buf, c->p.ctx);
   l.label = UTIL_ARRAY(c->p.ctx, size_t, (size_t)CG_NUM_ENTRIES * c->p.num_blocks + 1);
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      l.label[cg_label(CG_AT_HEAD, b)] = l.buf.len;
      put_list(&l, &c->p.blocks[b].head);
      flush(&l);
      l.label[cg_label(CG_AT_BODY, b)] = l.buf.len;
      l.live = live ? &live[b] : NULL;
      l.all_run = c->all_run && c->all_run[b];
      put_list(&l, &c->p.blocks[b].body);
      put_list(&l, &c->p.blocks[b].tail);
      if (live)
         agx_set_hints(l.in, l.num_in, live[b], l.all_run);
      flush(&l);
      l.live = NULL;
   }
   util_discard(c->p.ctx, l.in, l.cap_in * sizeof *l.in);
   util_discard(c->p.ctx, l.of, l.cap_of * sizeof *l.of);
   set_jumps(&l);
   /* A fragment program continues in the epilog. Padding after the end of other programs is not part of them. */
   for (unsigned k = 0; k < TRAPS && c->stops; k++)
      put_bytes(&l, &(struct agx_instr){.op = AGX_OP_trap});
   out->code = (const uint8_t *)l.buf.data;
   out->len = l.buf.len;
   out->stats.bytes = (uint32_t)l.buf.len;
   out->stats.est_cycles = l.cycles[0] > l.cycles[1] ? l.cycles[0] : l.cycles[1];
}

/* SPDX-License-Identifier: MIT */
/*
 * The AGX pipeline: selection, the choice of an order, register allocation, the copies into the registers of the ABI, encoding.
 * And the two functions that let a verifier run the result: the only place outside the driver that knows where the ABI puts
 * things.
 */
#include "backend-agx/select/agx_priv.h"
#include "backend-agx/text/agx_text.h"
#include "codegen/allocate/parcopy.h"
#include "codegen/allocate/ra.h"

#include <string.h>

#define TRAPS 8 /* behind the final stop (Mesa: always) */

/* ---- register allocation */

struct alloc {
   struct util_ctx *ctx;
   struct agx_code *code;
   struct ra_problem p;
   struct ra_ref *refs;
   uint32_t num_refs, cap_refs;
   struct ra_instr *instrs;
   uint32_t num_instrs;
   struct ra_hint *hints;
   uint32_t num_hints, cap_hints;
};

static void add_ref(struct alloc *a, const struct agx_ref *r, unsigned flags)
{
   if (!agx_is_virt(r->kind))
      return;
   UTIL_PUSH(a->ctx, a->refs, a->num_refs, a->cap_refs,
             (struct ra_ref){r->value & AGX_VIRT_MASK, (uint8_t)(r->value >> AGX_VIRT_BITS), (uint8_t)agx_virt_halves(r),
                             (uint8_t)flags});
}

static void add_whole(struct alloc *a, uint32_t reg, unsigned flags)
{
   UTIL_PUSH(a->ctx, a->refs, a->num_refs, a->cap_refs,
             (struct ra_ref){reg, 0, a->p.regs[reg].size, (uint8_t)flags});
}

static void end_instr(struct alloc *a)
{
   uint32_t first = a->num_instrs ? a->instrs[a->num_instrs - 1].first + a->instrs[a->num_instrs - 1].num : 0;

   a->instrs[a->num_instrs++] = (struct ra_instr){first, a->num_refs - first};
}

/*
 * The program as the allocator sees it: an entry that defines the inputs; the code; an exit that reads what is exported and
 * defines the registers it goes to; and one that reads those. The hints make most exports copies to themselves.
 */
static bool allocate(struct util_ctx *ctx, struct agx_code *code, uint32_t *halves)
{
   struct alloc a = {.ctx = ctx, .code = code};
   uint32_t num_regs = code->num_vregs + code->num_exports;

   a.p.ctx = ctx;
   a.p.num_units = AGX_HALVES;
   a.p.regs = UTIL_ARRAY(ctx, struct ra_reg, num_regs + 1);
   a.p.num_regs = num_regs;
   for (uint32_t i = 0; i < code->num_vregs; i++)
      a.p.regs[i] = (struct ra_reg){.size = code->vreg[i].size, .align = code->vreg[i].align, .fixed = code->vreg[i].fixed};
   for (uint32_t i = 0; i < code->num_exports; i++)
      a.p.regs[code->num_vregs + i] = (struct ra_reg){.size = 2, .align = 2, .fixed = (int16_t)code->export[i].half};

   a.instrs = UTIL_ARRAY(ctx, struct ra_instr, (size_t)code->num + 3);
   for (uint32_t i = 0; i < code->num_entry; i++)
      add_whole(&a, code->entry[i], RA_DEF);
   end_instr(&a);
   for (uint32_t i = 0; i < code->num; i++) {
      struct agx_instr *in = &code->instr[i];
      for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++)
         add_ref(&a, &in->ref[k], RA_USE);
      add_ref(&a, &in->ref[AGX_D], RA_DEF);
      end_instr(&a);
   }
   for (uint32_t i = 0; i < code->num_exports; i++) {
      const struct agx_ref *r = &code->export[i].src;
      add_ref(&a, r, RA_USE);
      add_whole(&a, code->num_vregs + i, RA_DEF);
      if (agx_is_virt(r->kind))
         UTIL_PUSH(ctx, a.hints, a.num_hints, a.cap_hints,
                   (struct ra_hint){code->num_vregs + i, r->value & AGX_VIRT_MASK,
                                    (int16_t)(0 - (int)(r->value >> AGX_VIRT_BITS)), 4});
   }
   end_instr(&a);
   for (uint32_t i = 0; i < code->num_exports; i++)
      add_whole(&a, code->num_vregs + i, RA_USE);
   end_instr(&a);

   struct ra_block block = {0, a.num_instrs, {RA_NO_BLOCK, RA_NO_BLOCK}, 0};
   a.p.refs = a.refs;
   a.p.num_refs = a.num_refs;
   a.p.instrs = a.instrs;
   a.p.num_instrs = a.num_instrs;
   a.p.blocks = &block;
   a.p.num_blocks = 1;
   a.p.hints = a.hints;
   a.p.num_hints = a.num_hints;
   if (ra_allocate(&a.p) != RA_OK)
      return false;
   for (uint32_t i = 0; i < code->num_vregs; i++)
      code->vreg[i].fixed = a.p.regs[i].base;
   *halves = a.p.max_units;
   return true;
}

static void assign(const struct agx_code *code, struct agx_ref *r)
{
   if (!agx_is_virt(r->kind))
      return;
   r->kind = (uint8_t)(r->kind - AGX_VIRT16 + AGX_REG16);
   r->value = (uint32_t)code->vreg[r->value & AGX_VIRT_MASK].fixed + (r->value >> AGX_VIRT_BITS);
}

/* All exports at once: a register may be the source of one and the destination of another. */
static uint32_t sequence_exports(struct util_ctx *ctx, const struct agx_code *code, struct parcopy_step **step)
{
   struct parcopy *c = UTIL_ARRAY(ctx, struct parcopy, (size_t)code->num_exports + 1);

   for (uint32_t i = 0; i < code->num_exports; i++) {
      struct agx_ref r = code->export[i].src;
      assign(code, &r);
      c[i] = (struct parcopy){code->export[i].half, r.kind == AGX_REG32 ? r.value : PARCOPY_EXTERNAL + i, 2};
   }
   return parcopy_sequence(ctx, c, code->num_exports, step);
}

/* Instructions that the exports take. */
static uint32_t count_moves(struct util_ctx *ctx, const struct agx_code *code)
{
   struct parcopy_step *step;
   uint32_t num = sequence_exports(ctx, code, &step), n = 0;

   for (uint32_t i = 0; i < num; i++)
      n += step[i].kind == PARCOPY_SWAP ? 3 : 1;
   return n;
}

/*
 * Allocates the order with the fewest halves, then the fewest copies for exports (the sum of issue costs is else the same for
 * all), then the shortest span; one that takes more copies than the source order is not taken. So it is never worse than the
 * source order in what is reported. A program that is too large for the registers in source order may fit in another.
 */
static bool choose(struct util_ctx *ctx, const struct agx_options *opt, struct agx_code *code, uint32_t *halves)
{
   const struct agx_code source = *code;
   uint32_t best[3] = {UINT32_MAX, 0, 0}, moves = UINT32_MAX;
   unsigned n = opt->schedule ? AGX_NUM_ORDERS : 1;

   for (unsigned how = AGX_ORDER_SOURCE; how < n; how++) {
      struct agx_code c = source;
      uint32_t cost[3];
      if (how != AGX_ORDER_SOURCE)
         agx_schedule(ctx, &source, (enum agx_order)how, best[0] < AGX_HALVES ? best[0] : AGX_HALVES, &c);
      c.vreg = UTIL_ARRAY(ctx, struct agx_vreg, (size_t)c.num_vregs + 1);
      for (uint32_t i = 0; i < c.num_vregs; i++)
         c.vreg[i] = source.vreg[i];
      if (!allocate(ctx, &c, &cost[0]))
         continue;
      cost[1] = count_moves(ctx, &c);
      cost[2] = n > 1 ? agx_span(ctx, &c) : 0;
      if (how == AGX_ORDER_SOURCE)
         moves = cost[1];
      unsigned k = 0;
      while (k < 2 && cost[k] == best[k])
         k++;
      if (cost[k] >= best[k] || cost[1] > moves)
         continue;
      memcpy(best, cost, sizeof best);
      *code = c;
   }
   *halves = best[0];
   if (best[0] == UINT32_MAX)
      util_diag(ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN,
                "the program needs more than 128 registers at once: spilling is not in this version for AGX");
   return best[0] != UINT32_MAX;
}

/* ---- emission */

struct emitter {
   struct util_ctx *ctx;
   struct util_buf buf;
   struct agx_program *out;
   uint32_t sum[2]; /* float and simple integer; complex unit */
};

static void put(struct emitter *e, const struct agx_instr *in)
{
   uint8_t bytes[AGX_MAX_LEN];
   unsigned len, unit = agx_info[in->op].unit;
   const char *err = agx_encode(in, bytes, &len);

   if (err)
      util_bug(e->ctx, "AGX %s: %s", agx_info[in->op].name, err);
   util_buf_add(&e->buf, bytes, len);
   e->out->stats.instructions++;
   if (unit >= AGX_U_IC2) {
      e->sum[1] += 2u * agx_unit_cost(unit);
      e->sum[0]++;
   } else {
      e->sum[0] += agx_unit_cost(unit);
   }
}

static struct agx_ref reg_of(uint32_t half, unsigned size)
{
   return (struct agx_ref){.kind = size == 1 ? AGX_REG16 : AGX_REG32, .value = half};
}

static void put_exports(struct emitter *e, const struct agx_code *code)
{
   struct parcopy_step *step;
   uint32_t n = sequence_exports(e->ctx, code, &step);

   for (uint32_t i = 0; i < n; i++) {
      struct agx_ref d = reg_of(step[i].dst, step[i].size);
      struct agx_instr in = {.op = AGX_OP_mov, .ref = {d}};
      if (step[i].kind == PARCOPY_SWAP) {
         struct agx_ref s = reg_of(step[i].src, step[i].size);
         put(e, &(struct agx_instr){.op = AGX_OP_xor, .ref = {d, d, s}});
         put(e, &(struct agx_instr){.op = AGX_OP_xor, .ref = {s, d, s}});
         put(e, &(struct agx_instr){.op = AGX_OP_xor, .ref = {d, d, s}});
         continue;
      }
      if (step[i].src >= PARCOPY_EXTERNAL) {
         const struct agx_export *x = &code->export[step[i].src - PARCOPY_EXTERNAL];
         in.ref[AGX_A] = x->src;
         if (x->src.kind == AGX_IMM) {
            in.op = AGX_OP_mov_imm32;
            in.ref[AGX_A] = (struct agx_ref){0};
            in.f[AGX_F_IMM] = x->bits;
         }
      } else {
         in.ref[AGX_A] = reg_of(step[i].src, step[i].size);
      }
      put(e, &in);
   }
}

int agx_compile(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_program *out)
{
   struct agx_code code = {0};

   *out = (struct agx_program){0};
   agx_select(ctx, s, opt, &code, out);
   if (ctx->status != UTIL_OK || !choose(ctx, opt, &code, &out->stats.halves))
      return (int)ctx->status;

   struct emitter e = {.ctx = ctx, .out = out};
   util_buf_init(&e.buf, ctx);
   for (uint32_t i = 0; i < code.num; i++) {
      for (unsigned k = 0; k < AGX_NUM_REFS; k++)
         assign(&code, &code.instr[i].ref[k]);
      put(&e, &code.instr[i]);
   }
   put_exports(&e, &code);
   if (s->stage == IR_STAGE_VERTEX) {
      put(&e, &(struct agx_instr){.op = AGX_OP_stop});
      uint32_t counted = out->stats.instructions;
      for (unsigned i = 0; i < TRAPS; i++)
         put(&e, &(struct agx_instr){.op = AGX_OP_trap});
      out->stats.instructions = counted; /* padding is no instruction of the program */
      if (out->stats.halves < 13)
         out->stats.halves = 13; /* r5 and r6 are preloaded whether read or not */
   }
   out->code = (const uint8_t *)e.buf.data;
   out->len = e.buf.len;
   out->stats.bytes = (uint32_t)e.buf.len;
   out->stats.est_cycles = e.sum[0] > e.sum[1] ? e.sum[0] : e.sum[1];
   return 0;
}

void agx_program_print(const struct agx_program *p, struct util_buf *out)
{
   agx_disassemble(p->code, p->len, out);
}

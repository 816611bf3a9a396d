/* SPDX-License-Identifier: MIT */
/* Indexed parameters, buffers, arrays and pixels: see agx_memory.h. */
#include "backend-agx/select/agx_memory.h"

#include "backend-agx/isa/agx_format.h"
#include "backend-agx/select/operand/agx_vector.h"
#include "ir/match.h"

/* ---- indices ------------------------------------------------------------------------------------------------------------- */

/* The signed index, clamped to lo .. hi. Its bits are 0 except for those in `maybe`. */
static struct agx_ref clamp_index(struct agx_selection *c, struct agx_ref index, int32_t lo, int32_t hi, uint32_t maybe)
{
   if (maybe >> 31 || lo > 0) {
      const struct agx_ref least = agx_int_const(c, (uint32_t)lo);
      index = agx_emit_select32(c, agx_icmp(AGX_ICC_SLT, index, least), least, index);
   }
   if (hi >= 0 && maybe <= (uint32_t)hi)
      return index;
   const struct agx_ref most = agx_int_const(c, (uint32_t)hi);
   return agx_emit_select32(c, agx_icmp(AGX_ICC_SGT, index, most), most, index);
}

static struct agx_ref add_constant(struct agx_selection *c, struct agx_ref a, uint32_t by)
{
   if (!by)
      return a;
   if (0 - by <= 255)
      return agx_emit32(c, AGX_OP_isub, a, agx_imm(0 - by), agx_none());
   return agx_emit32(c, AGX_OP_iadd, a, agx_int_const(c, by), agx_none());
}

/* entry + index, clamped to first .. first + count - 1 without wrapping. */
static struct agx_ref clamped_entry(struct agx_selection *c, const struct ir_src *index, uint32_t entry, uint32_t first,
                                    uint32_t count)
{
   const int32_t lo = (int32_t)(first - entry), hi = (int32_t)(first - entry + count - 1);
   return add_constant(c, clamp_index(c, agx_reg_src(c, index), lo, hi, ir_upper_bound(index->val, 6)), entry);
}

/* ---- loads of parameters and buffers ------------------------------------------------------------------------------------- */

static struct agx_instr *emit_load(struct agx_selection *c, struct agx_ref base, struct agx_ref index, unsigned mask,
                                   struct agx_ref d)
{
   struct agx_instr *in = agx_emit(c, AGX_OP_device_load, d, base, index, agx_none());

   in->f[AGX_F_FORMAT] = AGX_FORMAT_I32;
   in->f[AGX_F_MASK] = mask;
   in->f[AGX_F_EXT] = 1;
   return in;
}

static bool is_same_entry(const struct ir_instr *a, const struct ir_instr *b)
{
   return a->op == b->op && a->nsrc == b->nsrc && a->attr[0] == b->attr[0] && a->attr[2] == b->attr[2] &&
          a->attr[3] == b->attr[3] && (!a->nsrc || a->src[0].val == b->src[0].val);
}

bool agx_param_in_memory(const struct ir_instr *i)
{
   return i->nsrc && i->attr[3] > AGX_FEW_PARAMS;
}

/* One instruction loads all components of the entry that the rest of the block reads. */
#define FAR_AHEAD 256
static void load_entry(struct agx_selection *c, const struct ir_instr *i)
{
   const struct agx_ref base = agx_address(c, AGX_UNI_PARAM_ADDRESS, 0);
   unsigned mask = 0, ahead = 0;

   for (const struct ir_instr *j = i; j && ahead < FAR_AHEAD; j = j->next, ahead++)
      if (is_same_entry(i, j) && j->tmp & AGX_NEEDED)
         mask |= 1u << j->attr[1];
   struct agx_ref index = agx_imm(i->attr[0]);
   if (i->nsrc)
      index = clamped_entry(c, &i->src[0], i->attr[0], i->attr[2], i->attr[3]);
   const unsigned n = (unsigned)__builtin_popcount(mask);
   const struct agx_ref d = agx_reg_new(c->mir, AGX_VIRT32, n);
   emit_load(c, base, index, mask, d)->f[AGX_F_SHIFT] = 2;
   ahead = 0;
   for (const struct ir_instr *j = i; j && ahead < FAR_AHEAD; j = j->next, ahead++)
      if (is_same_entry(i, j) && j->tmp & AGX_NEEDED)
         agx_set_result(c, j, agx_packed_element(d, mask, j->attr[1]));
}

/* Selects one of a few uniforms. */
static void select_param(struct agx_selection *c, const struct ir_instr *i)
{
   for (uint32_t k = 0; k < i->attr[3]; k++)
      if (agx_param(c, i->attr[2] + k, i->attr[1]).value == AGX_NO_UNIFORM) {
         load_entry(c, i);
         return;
      }
   const uint32_t lo = i->attr[2] - i->attr[0], n = i->attr[3]; /* the index of the first one */
   const struct agx_ref index = agx_reg_src(c, &i->src[0]);
   struct agx_ref r = agx_param(c, i->attr[2] + n - 1, i->attr[1]);

   for (uint32_t k = n - 1; k-- > 0;) {
      const struct agx_ref at = agx_int_const(c, lo + k + !k);
      r = agx_emit_select32(c, agx_icmp(k ? AGX_ICC_UEQ : AGX_ICC_SLT, index, at), agx_param(c, i->attr[2] + k, i->attr[1]), r);
   }
   agx_set_result(c, i, r);
}

void agx_load_far_param(struct agx_selection *c, const struct ir_instr *i)
{
   if (c->val[i->dst[0]->id].kind)
      return; /* loaded with an earlier component */
   if (i->nsrc && !agx_param_in_memory(i))
      select_param(c, i);
   else
      load_entry(c, i);
}

/* A word after the end of the buffer reads 0. */
void agx_load_buffer(struct agx_selection *c, const struct ir_instr *i)
{
   const struct agx_ref words = agx_uniform(c, AGX_UNI_BUFFER_WORDS, 0, i->attr[0]), d = agx_new32(c);
   const struct agx_ref n =
       i->nsrc ? clamped_entry(c, &i->src[0], i->attr[1], i->attr[2], i->attr[3]) : agx_int_const(c, i->attr[1]);
   const struct agx_ref at = agx_emit_select32(c, agx_icmp(AGX_ICC_ULT, n, words), n, agx_imm(0));

   emit_load(c, agx_address(c, AGX_UNI_BUFFER, i->attr[0]), at, 1, d);
   agx_set_result(c, i, agx_emit_select32(c, agx_icmp(AGX_ICC_ULT, n, words), d, agx_imm(0)));
}

/* ---- arrays -------------------------------------------------------------------------------------------------------------- */

/* An array of the IR. */
struct agx_array {
   bool in_stack;
   uint8_t kind;   /* AGX_VIRT32 or AGX_VIRT16, for elements in registers */
   uint32_t *unit; /* of each element in registers */
   uint8_t *first; /* the first use of each such element: enum first */
   uint32_t word;  /* the stack word of the first element */
};

static bool is_access(const struct ir_instr *i)
{
   return i->op == IR_array_load || i->op == IR_array_store;
}

static const struct ir_src *index_of(const struct ir_instr *i)
{
   const unsigned n = i->op == IR_array_store;
   return i->nsrc > n ? &i->src[n] : NULL;
}

static struct agx_ref element_of(const struct agx_array *a, uint32_t k)
{
   return (struct agx_ref){.kind = a->kind, .value = a->unit[k]};
}

static struct agx_instr *emit_stack_access(struct agx_selection *c, enum agx_op op, struct agx_ref index, struct agx_ref data,
                                           unsigned n)
{
   struct agx_instr in = {.op = (uint16_t)op, .ref = {[AGX_B] = index}};

   in.ref[op == AGX_OP_stack_load ? AGX_D : AGX_C] = data;
   in.f[AGX_F_FORMAT] = AGX_FORMAT_I32;
   in.f[AGX_F_MASK] = (1u << n) - 1;
   in.f[AGX_F_EXT] = 1;
   return agx_push(c->mir, &c->mir->p.blocks[c->block].body, &in, c->span);
}

static void zero_stack(struct agx_selection *c, uint32_t word, uint32_t length)
{
   const struct agx_ref zero = agx_imm(0), zeros[4] = {zero, zero, zero, zero};
   struct agx_ref v = agx_vector(c, zeros, 4);

   for (uint32_t k = 0; k < length; k += 4) {
      const unsigned n = length - k < 4 ? length - k : 4;
      v.count = (uint8_t)n;
      emit_stack_access(c, AGX_OP_stack_store, agx_imm(4 * (word + k)), v, n);
   }
}

static void create_registers(struct agx_selection *c, struct agx_array *a, uint32_t length)
{
   a->unit = UTIL_ARRAY(c->ctx, uint32_t, (size_t)length + 1);
   a->first = UTIL_ARRAY(c->ctx, uint8_t, (size_t)length + 1);
   for (uint32_t k = 0; k < length; k++)
      a->unit[k] = agx_reg_new(c->mir, (enum agx_kind)a->kind, 1).value;
}

/* The first use of an element in block 0. */
enum first { FIRST_NOTHING, FIRST_STORED, FIRST_READ };

static void note_first(struct agx_array *a, uint32_t k, enum first first)
{
   if (a->first[k] == FIRST_NOTHING)
      a->first[k] = (uint8_t)first;
}

/* A store with a computed index reads all elements: each except the stored one keeps its value. */
static void find_first(struct agx_selection *c)
{
   ir_foreach_instr (c->s->blocks[0], i) {
      if (!is_access(i) || !(i->tmp & AGX_NEEDED) || c->arrays[i->attr[0]].in_stack)
         continue;
      struct agx_array *a = &c->arrays[i->attr[0]];
      const uint32_t length = c->s->arrays[i->attr[0]].length;
      if (!index_of(i) || length == 1)
         note_first(a, i->attr[1] < length ? i->attr[1] : length - 1, i->op == IR_array_store ? FIRST_STORED : FIRST_READ);
      else
         for (uint32_t k = 0; k < length; k++)
            note_first(a, k, FIRST_READ);
   }
}

static void zero_registers(struct agx_selection *c, struct agx_array *a, uint32_t length)
{
   for (uint32_t k = 0; k < length; k++)
      if (a->first[k] != FIRST_STORED)
         agx_emit(c, a->kind == AGX_VIRT16 ? AGX_OP_mov_imm16 : AGX_OP_mov_imm32, element_of(a, k), agx_none(), agx_none(),
                  agx_none());
}

static void init_stack(struct agx_selection *c, struct agx_array *a, uint32_t length)
{
   a->word = c->mir->stack_words;
   c->mir->stack_words += (length + 3) & ~3u;
   if (4 * c->mir->stack_words > AGX_STACK_REACH)
      agx_unsupported(c, UTIL_NO_SPAN, "arrays larger than its stack");
   else
      zero_stack(c, a->word, length);
}

/* Arrays read 0 until they are written. */
void agx_init_arrays(struct agx_selection *c)
{
   const struct ir_shader *s = c->s;
   bool *is_used = UTIL_ARRAY(c->ctx, bool, (size_t)s->num_arrays + 1);

   c->arrays = UTIL_ARRAY(c->ctx, struct agx_array, (size_t)s->num_arrays + 1);
   if (!s->num_arrays)
      return;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (!is_access(i) || !(i->tmp & AGX_NEEDED))
            continue;
         is_used[i->attr[0]] = true;
         c->arrays[i->attr[0]].in_stack |= index_of(i) && s->arrays[i->attr[0]].length > AGX_FEW_ELEMENTS;
      }
   for (uint32_t k = 0; k < s->num_arrays; k++) {
      struct agx_array *a = &c->arrays[k];
      a->kind = s->arrays[k].width == 32 || a->in_stack ? AGX_VIRT32 : AGX_VIRT16;
      if (is_used[k] && !a->in_stack)
         create_registers(c, a, s->arrays[k].length);
   }
   find_first(c);
   for (uint32_t k = 0; k < s->num_arrays; k++)
      if (is_used[k])
         (c->arrays[k].in_stack ? init_stack : zero_registers)(c, &c->arrays[k], s->arrays[k].length);
}

static void access_stack(struct agx_selection *c, const struct ir_instr *i, const struct agx_array *a, uint32_t length)
{
   const struct ir_src *index = index_of(i);
   const unsigned width = c->s->arrays[i->attr[0]].width;
   struct agx_ref at;

   if (index) {
      const uint32_t maybe = i->attr[1] ? UINT32_MAX : ir_upper_bound(index->val, 6);
      const struct agx_ref n =
          clamp_index(c, add_constant(c, agx_reg_src(c, index), i->attr[1]), 0, (int32_t)(length - 1), maybe);
      at = agx_new32(c);
      agx_emit(c, AGX_OP_iadd, at, agx_int_const(c, 4 * a->word), n, agx_none())->f[AGX_F_SHIFT] = 2;
   } else {
      at = agx_imm(4 * (a->word + (i->attr[1] < length ? i->attr[1] : length - 1)));
   }
   if (i->op == IR_array_store) {
      struct agx_ref v = agx_reg_src(c, &i->src[0]);
      if (width != 32) /* the other half is stored too, but its value does not matter */
         v = agx_emit32(c, AGX_OP_mov, v, agx_none(), agx_none());
      emit_stack_access(c, AGX_OP_stack_store, at, v, 1);
      return;
   }
   const struct agx_ref d = agx_new32(c);
   emit_stack_access(c, AGX_OP_stack_load, at, d, 1);
   agx_set_result(c, i, (struct agx_ref){.kind = width == 32 ? AGX_VIRT32 : AGX_VIRT16, .value = d.value});
}

/* The comparison of the index that selects element k. An index before the array selects the first element, one after it the
   last. */
static unsigned comparison_for(uint32_t k, uint32_t length, uint32_t *with)
{
   *with = !k ? 1 : k + 1 == length ? k - 1 : k;
   return !k ? AGX_ICC_SLT : k + 1 == length ? AGX_ICC_SGT : AGX_ICC_UEQ;
}

static void access_registers(struct agx_selection *c, const struct ir_instr *i, const struct agx_array *a, uint32_t length)
{
   const struct ir_src *index = index_of(i);
   const bool store = i->op == IR_array_store;
   const struct agx_ref v = store ? agx_int_src(c, &i->src[0]) : agx_none();
   const enum agx_op move = AGX_OP_mov;

   if (!index || length == 1) {
      const struct agx_ref e = element_of(a, i->attr[1] < length ? i->attr[1] : length - 1);
      if (store)
         agx_emit(c, move, e, v, agx_none(), agx_none());
      else
         agx_emit(c, move, agx_new_result(c, i), e, agx_none(), agx_none());
      return;
   }
   const struct agx_ref n = add_constant(c, (agx_is_const(c, index) ? agx_reg_src : agx_int_src)(c, index), i->attr[1]);
   struct agx_ref r = element_of(a, length - 1);
   for (uint32_t k = 0, with; k < length && store; k++) {
      const unsigned cc = comparison_for(k, length, &with);
      agx_emit_select(c, element_of(a, k), agx_icmp(cc, n, agx_imm(with)), v, element_of(a, k));
   }
   for (uint32_t k = length - 1, with; k-- > 0 && !store;) {
      const unsigned cc = comparison_for(k, length, &with);
      const struct agx_ref d = agx_reg_new(c->mir, (enum agx_kind)a->kind, 1);
      agx_emit_select(c, d, agx_icmp(cc, n, agx_imm(with)), element_of(a, k), r);
      r = d;
   }
   if (!store)
      agx_set_result(c, i, r);
}

void agx_access_array(struct agx_selection *c, const struct ir_instr *i)
{
   const struct agx_array *a = &c->arrays[i->attr[0]];
   const uint32_t length = c->s->arrays[i->attr[0]].length;

   if (a->in_stack)
      access_stack(c, i, a, length);
   else
      access_registers(c, i, a, length);
}

/* ---- render targets in the tile ----------------------------------------------------------------------------------------- */

/*
 * A pixel is read as 32-bit integers whatever the format of its target, so that its bits arrive as they are:
 *
 *    load_input %1 slot=target0 comp=0      =>    wait_pix 8
 *                                                 ld_tile r4, i32, x, 0, 255
 *
 * The wait is for earlier fragments of the pixel (observed: Mesa, agx_compile.c, agx_emit_local_load_pixel). It stands before
 * the first load of each block, because a lane that jumps over a wait has not waited.
 */

bool agx_is_target(unsigned slot)
{
   return slot >= SLOT_TARGET && slot <= SLOT_TARGET_LAST;
}

unsigned agx_target_words(const struct agx_options *opt, unsigned n)
{
   const enum agx_tile_format format = (enum agx_tile_format)opt->color[n].format;

   return format == AGX_TILE_RAW ? opt->color[n].words : agx_tile_bytes(format);
}

/* The most bytes per sample in the tile (observed: agx_tilebuffer.c; agx-review row 18). */
static unsigned most_bytes(unsigned samples)
{
   return samples > 2 ? 24 : samples == 2 ? 56 : 64;
}

void agx_place_targets(struct agx_selection *c)
{
   bool reads = false;

   for (unsigned n = 0; n < AGX_TARGETS; n++) {
      const bool read = c->in.of[SLOT_TARGET + n][INTERP_FLAT];
      reads |= read;
      c->out->target[n] = (struct agx_target){
         .format = c->opt->color[n].format,
         .bytes = (uint8_t)(4 * agx_target_words(c->opt, n)),
         .is_there = read || c->opt->color[n].bound || c->result[SLOT_FRAG_COLOR + n].mask,
      };
   }
   const unsigned bytes = agx_tile_offset(c->out, AGX_TARGETS), most = most_bytes(c->opt->samples);
   if ((c->opt->whole || reads) && bytes > most)
      util_diag(c->ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN,
                "render targets of %u bytes per sample: the tile of AGX holds at most %u", bytes, most);
}

void agx_load_target(struct agx_selection *c, struct agx_input *in, unsigned target)
{
   const unsigned n = (unsigned)__builtin_popcount(in->mask);
   const struct agx_ref d = agx_reg_new(c->mir, AGX_VIRT32, n),
                        samples = c->mir->mask_half ? agx_shaded_sample(c) : agx_imm(255);

   if (!c->in_block.waited)
      agx_emit(c, AGX_OP_wait_pix, agx_none(), agx_none(), agx_none(), agx_none())->imm = 8;
   c->in_block.waited = true;
   struct agx_instr *load = agx_emit(c, AGX_OP_ld_tile, d, agx_none(), samples, agx_none());
   load->imm = agx_tile_offset(c->out, target);
   load->f[AGX_F_FORMAT] = AGX_FORMAT_I32;
   load->f[AGX_F_MASK] = in->mask;
   for (unsigned w = 0; w < 4; w++)
      if (in->mask >> w & 1)
         in->unit[w] = agx_packed_element(d, in->mask, w).value + 1;
}

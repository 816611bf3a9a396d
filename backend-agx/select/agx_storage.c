/* SPDX-License-Identifier: MIT */
/* Memory that programs change: see agx_storage.h. */
#include "backend-agx/select/agx_storage.h"

#include "backend-agx/operand/agx_vector.h"
#include "ir/match.h"
#include "model/memory/memory.h"

#include <stddef.h>

#define LOCAL_BYTES 32768 /* of the memory of a block, which programs may access (observed: agx_pipe.c, max_local_size) */
#define DEVICE_SPACES ((1u << MEM_SPACE_COUNT) - 1 - (1u << MEM_SHARED))

static bool is_access(const struct ir_instr *i)
{
   return i->op == IR_mem_load || i->op == IR_mem_store || i->op == IR_mem_store_low || i->op == IR_mem_atomic;
}

static bool is_local(const struct ir_instr *i)
{
   return i->attr[0] == MEM_SHARED;
}

static bool stores(const struct ir_instr *i)
{
   return is_access(i) && i->op != IR_mem_load;
}

static uint32_t object_of(const struct ir_instr *i)
{
   return i->attr[0] * MEM_UNITS + i->attr[1];
}

void agx_note_storage(struct agx_selection *c)
{
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i) {
         if (!(i->tmp & AGX_NEEDED))
            continue;
         c->stores |= stores(i) && !is_local(i);
         c->fences |= i->op == IR_fence || i->op == IR_barrier;
         if (stores(i) && c->code->mask_half)
            agx_unsupported(c, i->span, "stores to memory of programs that run once a sample");
         if (is_access(i) && is_local(i))
            c->out->local_bytes = LOCAL_BYTES + 4;
      }
}

void agx_reserve_object(struct agx_selection *c, const struct ir_instr *i)
{
   if (is_access(i) && !is_local(i))
      agx_reserve_address(c, AGX_UNI_OBJECT, object_of(i));
}

/* ---- addresses ----------------------------------------------------------------------------------------------------------- */

/* A word, or part of one, that is accessed. limit: the bytes that may be; kind 0: nothing is tested. */
struct place {
   struct agx_ref byte, limit;
   const struct ir_value *value; /* of the byte */
   unsigned bytes;
};

/* d = it is in range ? x : y */
static struct agx_ref in_range(struct agx_selection *c, const struct place *p, struct agx_ref d, struct agx_ref x, struct agx_ref y)
{
   agx_emit_cmpsel(c, AGX_OP_icmpsel, AGX_ICC_ULT, d, p->byte, p->limit, x, y);
   return d;
}

/* Lanes that must not change memory are out of range: helpers, of which the machine stops plain stores only (observed:
   agx_nir_lower_frag_sidefx.c), and where tests are early, those that were killed. */
static struct agx_ref limit_of_lanes(struct agx_selection *c, const struct ir_instr *i, struct agx_ref limit)
{
   if (c->out->stage != AGX_STAGE_FRAGMENT || !stores(i))
      return limit;
   for (unsigned k = 0; k < 2; k++) {
      struct agx_ref lives = c->alive;
      if (k ? i->op != IR_mem_atomic : !c->alive.kind)
         continue;
      if (k)
         agx_emit(c, AGX_OP_get_sr, lives = agx_new16(c), agx_none(), agx_none(), agx_none())->f[AGX_F_IMM] = AGX_SR_ACTIVE;
      if (!limit.kind)
         limit = agx_constant(c, UINT32_MAX);
      const struct agx_ref d = agx_new32(c);
      agx_emit_cmpsel(c, AGX_OP_icmpsel, AGX_ICC_UEQ, d, lives, agx_imm(0), agx_imm(0), limit);
      limit = d;
   }
   return limit;
}

static struct place place_of(struct agx_selection *c, const struct ir_instr *i)
{
   /* texels outside of an image have an address outside of it (passes/prepare/pass_lower_images.c) */
   const bool tested = !c->opt->no_clamp || i->attr[0] == MEM_IMAGE;
   struct place p = {.byte = agx_reg_src(c, &i->src[0]), .value = i->src[0].val, .bytes = i->op == IR_mem_store_low ? i->attr[2] : 4};

   if (tested && is_local(i))
      p.limit = ir_at_most(p.value, 6) < LOCAL_BYTES ? agx_none() : agx_constant(c, LOCAL_BYTES);
   else if (tested)
      p.limit = agx_uniform(c, AGX_UNI_OBJECT, 2, object_of(i));
   p.limit = limit_of_lanes(c, i, p.limit);
   return p;
}

/* The number of the element of its size; the first one if the word is out of range. */
static struct agx_ref index_of(struct agx_selection *c, const struct place *p)
{
   const unsigned shift = p->bytes == 4 ? 2 : p->bytes - 1;
   const struct agx_ref n = shift ? agx_emit32(c, AGX_OP_bfeil, agx_imm(0), p->byte, agx_imm(shift)) : p->byte;

   return p->limit.kind ? in_range(c, p, agx_new32(c), n, agx_imm(0)) : n;
}

/* The object of a store, or memory that nobody reads. */
static struct agx_ref base_of(struct agx_selection *c, const struct ir_instr *i, const struct place *p)
{
   const struct agx_ref address = agx_address(c, AGX_UNI_OBJECT, object_of(i));

   if (!p->limit.kind)
      return address;
   const struct agx_ref base = agx_reg_new(c->code, AGX_VIRT64, 1);
   for (unsigned k = 0; k < 2; k++) {
      const struct agx_ref half = {.kind = AGX_VIRT32, .value = base.value + 2 * k}, uniform = {.kind = AGX_UNIFORM32, .value = address.value + 2 * k};
      const uint32_t page = (uint32_t)(AGX_SCRATCH_PAGE >> 32 * k);
      in_range(c, p, half, uniform, page <= 255 ? agx_imm(page) : agx_constant(c, page));
   }
   return base;
}

/* The low half of an operand of 32 bits. */
static struct agx_ref low_half(struct agx_ref r)
{
   return (struct agx_ref){.kind = r.kind == AGX_UNIFORM32 ? AGX_UNIFORM16 : AGX_VIRT16, .value = r.value};
}

/* In the memory of the block; out of range the word behind it. */
static struct agx_ref local_of(struct agx_selection *c, const struct place *p)
{
   const struct agx_ref low = low_half(p->byte);

   if (!p->limit.kind)
      return low;
   const struct agx_ref behind = low_half(agx_constant(c, LOCAL_BYTES));
   return in_range(c, p, agx_new16(c), low, behind);
}

/* ---- accesses ------------------------------------------------------------------------------------------------------------ */

static void set_access(const struct agx_selection *c, struct agx_instr *in, unsigned bytes)
{
   in->f[AGX_F_FORMAT] = bytes == 1 ? AGX_FORMAT_I8 : bytes == 2 ? AGX_FORMAT_I16 : AGX_FORMAT_I32;
   in->f[AGX_F_MASK] = 1;
   if (in->op == AGX_OP_local_load || in->op == AGX_OP_local_store)
      return;
   in->f[AGX_F_EXT] = 1;
   in->f[AGX_F_COHERENT] = c->fences ? 3 : 0; /* other blocks may change it (observed: nir_is_coherent, agx_pack.c) */
}

static void load(struct agx_selection *c, const struct ir_instr *i)
{
   const struct place p = place_of(c, i);
   const struct agx_ref d = agx_new32(c);

   if (is_local(i)) {
      set_access(c, agx_emit(c, AGX_OP_local_load, d, local_of(c, &p), agx_imm(0), agx_none()), 4);
   } else {
      const struct agx_ref index = index_of(c, &p);
      struct agx_instr *in = agx_emit(c, AGX_OP_device_load, d, agx_address(c, AGX_UNI_OBJECT, object_of(i)), index, agx_none());
      set_access(c, in, 4);
      ((struct agx_code_instr *)((char *)in - offsetof(struct agx_code_instr, in)))->changed = true;
   }
   agx_set_result(c, i, p.limit.kind ? in_range(c, &p, agx_new32(c), d, agx_imm(0)) : d);
}

static void store(struct agx_selection *c, const struct ir_instr *i)
{
   const struct place p = place_of(c, i);
   const struct agx_ref v = agx_reg_src(c, &i->src[1]);

   if (is_local(i)) {
      set_access(c, agx_emit(c, AGX_OP_local_store, agx_none(), local_of(c, &p), agx_imm(0), v), p.bytes);
      return;
   }
   const struct agx_ref index = index_of(c, &p), base = base_of(c, i, &p);
   set_access(c, agx_emit(c, AGX_OP_device_store, agx_none(), base, index, v), p.bytes);
}

static void atomic(struct agx_selection *c, const struct ir_instr *i)
{
   static const uint8_t operations[MEM_ATOMIC_COUNT] = {
      [MEM_ADD] = AGX_ATOMIC_ADD, [MEM_XCHG] = AGX_ATOMIC_XCHG, [MEM_CAS] = AGX_ATOMIC_CMPXCHG, [MEM_AND] = AGX_ATOMIC_AND,
      [MEM_OR] = AGX_ATOMIC_OR,   [MEM_XOR] = AGX_ATOMIC_XOR,   [MEM_UMIN] = AGX_ATOMIC_UMIN,   [MEM_UMAX] = AGX_ATOMIC_UMAX,
      [MEM_IMIN] = AGX_ATOMIC_SMIN, [MEM_IMAX] = AGX_ATOMIC_SMAX,
   };
   if (i->attr[2] == MEM_FADD || i->attr[2] == MEM_INC || i->attr[2] == MEM_DEC) { /* others: lower-atomics */
      agx_unsupported(c, i->span, util_printf(c->ctx, "the atomic operation %s in fragment programs", mem_atomic_name[i->attr[2]]));
      agx_set_const(c, i, 0);
      return;
   }
   const struct place p = place_of(c, i);
   const bool swaps = i->attr[2] == MEM_CAS, wanted = c->used[i->dst[0]->id];
   struct agx_ref v = swaps ? agx_none() : agx_reg_src(c, &i->src[1]);
   const struct agx_ref d = wanted ? agx_new32(c) : agx_none();
   struct agx_instr *in;

   if (swaps) { /* the new value comes first */
      struct agx_ref e[2];
      for (unsigned k = 0; k < 2; k++)
         e[k] = agx_element(c, &i->src[2 - k]);
      v = agx_vector(c, e, 2);
   }
   if (is_local(i)) {
      in = agx_emit(c, AGX_OP_local_atomic, d, local_of(c, &p), agx_imm(0), v);
   } else {
      const struct agx_ref index = index_of(c, &p), base = base_of(c, i, &p);
      in = agx_emit(c, AGX_OP_atomic, d, base, index, v);
      in->f[AGX_F_EXT] = 1;
      in->f[AGX_F_COHERENT] = 1;
   }
   in->f[AGX_F_OP] = operations[i->attr[2]];
   if (wanted)
      agx_set_result(c, i, p.limit.kind ? in_range(c, &p, agx_new32(c), d, agx_imm(0)) : d);
}

/* ---- fences and barriers ------------------------------------------------------------------------------------------------- */

static void emit_barrier(struct agx_selection *c, enum agx_op op)
{
   agx_emit(c, op, agx_none(), agx_none(), agx_none(), agx_none());
}

/* Memory of the block needs none (observed: agx_emit_intrinsic of barriers, as all of this). */
static void fence(struct agx_selection *c, uint32_t spaces)
{
   static const uint16_t of_device[] = {AGX_OP_memory_barrier,    AGX_OP_unknown_barrier_1, AGX_OP_memory_barrier_2, AGX_OP_device_barrier_2,
                                        AGX_OP_unknown_barrier_2, AGX_OP_memory_barrier_3,  AGX_OP_device_barrier_1};

   for (unsigned k = 0; k < sizeof of_device / sizeof of_device[0] && spaces & DEVICE_SPACES; k++)
      emit_barrier(c, (enum agx_op)of_device[k]);
}

/* What the program has stored is seen by the block behind a barrier, whether it has a fence of its own or not. */
static void barrier(struct agx_selection *c, const struct ir_instr *i)
{
   bool fenced = !c->stores;

   for (const struct ir_instr *j = i->prev; j && !fenced && !(stores(j) && !is_local(j)); j = j->prev)
      fenced = j->op == IR_fence && j->attr[0] & DEVICE_SPACES;
   if (!fenced)
      emit_barrier(c, AGX_OP_memory_barrier);
   emit_barrier(c, AGX_OP_threadgroup_barrier);
}

void agx_access_storage(struct agx_selection *c, const struct ir_instr *i)
{
   switch (i->op) {
   case IR_mem_load: load(c, i); break;
   case IR_mem_store:
   case IR_mem_store_low: store(c, i); break;
   case IR_mem_atomic: atomic(c, i); break;
   case IR_mem_size: agx_set_result(c, i, agx_uniform(c, AGX_UNI_OBJECT, 3, object_of(i))); break;
   case IR_image_word: agx_set_result(c, i, agx_uniform(c, AGX_UNI_IMAGE_WORD, i->attr[1], i->attr[0])); break;
   case IR_fence: fence(c, i->attr[0]); break;
   default: barrier(c, i); break;
   }
}

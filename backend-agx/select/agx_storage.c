/* SPDX-License-Identifier: MIT */
/* Read-write memory: see agx_storage.h. */
#include "backend-agx/select/agx_storage.h"

#include "backend-agx/select/operand/agx_vector.h"
#include "ir/match.h"
#include "semantics/memory/memory.h"

#include <stddef.h>

#define MOST_LOCAL 32768 /* bytes of shared memory of a workgroup (observed: agx_pipe.c, max_local_size) */
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

/* The number of bytes of shared memory that may be accessed. */
static uint32_t local_bytes(const struct agx_selection *c)
{
   return c->s->shared_bytes & ~3u;
}

void agx_note_storage(struct agx_selection *c)
{
   if (!ir_may_have_flags(c->s, IR_F_MEMORY))
      return;
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i) {
         if (!(i->tmp & AGX_NEEDED))
            continue;
         c->stores |= stores(i) && !is_local(i);
         c->fences |= i->op == IR_fence || i->op == IR_barrier;
         if (is_access(i) && is_local(i) && !c->out->local_bytes && local_bytes(c) > MOST_LOCAL)
            util_diag(c->ctx, DIAG_ID_unsupported_target, i->span, "%u bytes of shared memory: AGX supports at most %u",
                      c->s->shared_bytes, MOST_LOCAL);
         if (is_access(i) && is_local(i))
            c->out->local_bytes = local_bytes(c) + 4;
      }
}

/* Texels outside an image have addresses outside its memory (passes/lower/pass_lower_images.c). */
static bool is_tested(const struct agx_selection *c, const struct ir_instr *i)
{
   return !c->opt->no_clamp || i->attr[0] == MEM_IMAGE;
}

void agx_reserve_object(struct agx_selection *c, const struct ir_instr *i)
{
   if (is_access(i) && !is_local(i))
      agx_reserve_address(c, AGX_UNI_OBJECT, object_of(i));
}

void agx_place_object_words(struct agx_selection *c, const struct ir_instr *i)
{
   if (is_access(i) && !is_local(i) && is_tested(c, i)) {
      agx_uniform(c, AGX_UNI_OBJECT, 2, object_of(i));
   } else if (i->op == IR_mem_size) {
      agx_uniform(c, AGX_UNI_OBJECT, 3, object_of(i));
   } else if (i->op == IR_image_word) {
      agx_uniform(c, AGX_UNI_IMAGE_WORD, i->attr[1], i->attr[0]);
   }
}

/* ---- addresses ----------------------------------------------------------------------------------------------------------- */

/* A word, or part of one, that is accessed. `limit` is the number of bytes in range; kind 0 if the access is not tested. */
struct place {
   struct agx_ref byte, limit;
   bool known; /* the address is the constant `at` */
   uint32_t at;
   unsigned bytes;
};

/* d = the access is in range ? x : y */
static struct agx_ref select_in_range(struct agx_selection *c, const struct place *p, struct agx_ref d, struct agx_ref x,
                                      struct agx_ref y)
{
   agx_emit_select(c, d, agx_icmp(AGX_ICC_ULT, p->byte, p->limit), x, y);
   return d;
}

/* Nonzero in lanes that may change memory: lanes that are not helpers, or in the loop over samples, lanes whose sample is
   covered and alive (observed: agx_nir_lower_sample_intrinsics.c, load_helper_invocation). */
static struct agx_ref active_lanes(struct agx_selection *c)
{
   const struct agx_ref d = agx_new16(c), one = agx_new16(c);

   agx_emit(c, AGX_OP_get_sr, d, agx_none(), agx_none(), agx_none())->imm = c->mir->mask_half ? AGX_SR_COVERAGE : AGX_SR_ACTIVE;
   if (!c->mir->mask_half)
      return d;
   agx_emit(c, AGX_OP_and, one, d, agx_shaded_sample(c), agx_none());
   return one;
}

/* For lanes that must not change memory, the limit becomes 0. These are helpers, because the machine suppresses only their
   plain stores, and in the loop over samples not even those (observed: agx_nir_lower_frag_sidefx.c); with early tests, also
   killed lanes. */
static struct agx_ref limit_of_lanes(struct agx_selection *c, const struct ir_instr *i, struct agx_ref limit)
{
   if (c->out->stage != AGX_STAGE_FRAGMENT || !stores(i))
      return limit;
   for (unsigned k = 0; k < 2; k++) {
      if (k ? i->op != IR_mem_atomic && !c->mir->mask_half : !c->alive.kind)
         continue;
      const struct agx_ref lives = k ? active_lanes(c) : c->alive, most = limit.kind ? limit : agx_constant(c, UINT32_MAX);
      limit = agx_emit_select32(c, agx_icmp(AGX_ICC_UEQ, lives, agx_imm(0)), agx_imm(0), most);
   }
   return limit;
}

/* The limit that applies to all lanes. */
static struct agx_ref limit_of(struct agx_selection *c, const struct ir_instr *i)
{
   if (!is_tested(c, i) || (is_local(i) && ir_upper_bound(i->src[0].val, 6) < local_bytes(c)))
      return agx_none();
   return is_local(i) ? agx_constant(c, local_bytes(c)) : agx_uniform(c, AGX_UNI_OBJECT, 2, object_of(i));
}

static struct place place_of(struct agx_selection *c, const struct ir_instr *i)
{
   struct place p = {.known = agx_is_const(c, &i->src[0]), .bytes = i->op == IR_mem_store_low ? i->attr[2] : 4};

   p.at = p.known ? agx_const_bits(c, &i->src[0]) : 0;
   p.byte = p.known ? agx_int_const(c, p.at) : agx_reg_src(c, &i->src[0]);
   p.limit = limit_of_lanes(c, i, limit_of(c, i));
   return p;
}

/* The index of the element in units of its size, or 0 if the access is out of range. */
static struct agx_ref index_of(struct agx_selection *c, const struct place *p)
{
   const unsigned shift = p->bytes == 4 ? 2 : p->bytes - 1;
   const uint32_t at = p->at >> shift;

   if (p->known && !p->limit.kind)
      return at <= UINT16_MAX ? agx_imm(at) : agx_emit32(c, AGX_OP_mov, agx_constant(c, at), agx_none(), agx_none());
   const struct agx_ref n = p->known ? agx_int_const(c, at)
                            : shift  ? agx_emit32(c, AGX_OP_bfeil, agx_imm(0), p->byte, agx_imm(shift))
                                     : p->byte;

   return p->limit.kind ? select_in_range(c, p, agx_new32(c), n, agx_imm(0)) : n;
}

/* The address of the object for a store in range, or else of memory that is never read. */
static struct agx_ref base_of(struct agx_selection *c, const struct ir_instr *i, const struct place *p)
{
   if (!p->limit.kind)
      return agx_address(c, AGX_UNI_OBJECT, object_of(i));
   const struct agx_ref base = agx_reg_new(c->mir, AGX_VIRT64, 1);
   for (unsigned k = 0; k < 2; k++) {
      const struct agx_ref word = {.kind = AGX_VIRT32, .value = base.value + 2 * k};
      select_in_range(c, p, word, agx_address_word(c, AGX_UNI_OBJECT, object_of(i), k),
                      agx_int_const(c, (uint32_t)(AGX_SCRATCH_PAGE >> 32 * k)));
   }
   return base;
}

#define NEAR 16 /* the most instructions of the IR between two accesses of a word that share registers */

/* Finds base and index of a store or atomic operation. Accesses to the same word of the same object shortly before share
   theirs. */
static void find_place(struct agx_selection *c, const struct ir_instr *i, const struct place *p, struct agx_ref *base,
                       struct agx_ref *index)
{
   const struct ir_instr *const last = c->in_block.tested, *j = i;
   const bool kept = p->known && p->limit.kind == AGX_UNIFORM32 && p->bytes == 4;

   for (unsigned n = 0; kept && last && j && j != last && n < NEAR; n++)
      j = j->prev;
   if (kept && last && j == last && object_of(last) == object_of(i) && agx_const_bits(c, &last->src[0]) == p->at) {
      *index = c->in_block.tested_index;
      *base = c->in_block.tested_base;
   } else {
      *index = index_of(c, p);
      *base = base_of(c, i, p);
   }
   if (!kept)
      return;
   c->in_block.tested = i;
   c->in_block.tested_base = *base;
   c->in_block.tested_index = *index;
}

/* The address in shared memory. Out of range, loads read the first word, and stores write to the word after the memory. */
static struct agx_ref local_of(struct agx_selection *c, const struct place *p, bool loads)
{
   const struct agx_ref low = p->byte.kind == AGX_IMM ? p->byte : agx_half_of(p->byte, 0);

   if (!p->limit.kind) {
      if (low.kind != AGX_IMM || !low.value) /* 0 is the only immediate */
         return low;
      const struct agx_ref d = agx_new16(c);
      agx_emit(c, AGX_OP_mov_imm16, d, agx_none(), agx_none(), agx_none())->imm = low.value;
      return d;
   }
   if (loads)
      return select_in_range(c, p, agx_new16(c), low, agx_imm(0));
   const struct agx_ref after = agx_half_of(agx_constant(c, local_bytes(c)), 0);
   return select_in_range(c, p, agx_new16(c), low, after);
}

/* ---- accesses ------------------------------------------------------------------------------------------------------------ */

static void set_access(const struct agx_selection *c, struct agx_instr *in, unsigned bytes)
{
   in->f[AGX_F_FORMAT] = bytes == 1 ? AGX_FORMAT_I8 : bytes == 2 ? AGX_FORMAT_I16 : AGX_FORMAT_I32;
   in->f[AGX_F_MASK] = 1;
   if (in->op == AGX_OP_local_load || in->op == AGX_OP_local_store)
      return;
   in->f[AGX_F_EXT] = 1;
   in->f[AGX_F_COHERENT] = c->fences ? 3 : 0; /* other workgroups may change it (observed: nir_is_coherent, agx_pack.c) */
}

/* ---- loads of neighbours */

#define FAR_AHEAD 64

/* The words of the chunk that loads from i on read, before any instruction that may change them. Calls fn, if given, for
   each load. */
static unsigned words_ahead(const struct ir_instr *i, const struct ir_chunk *k,
                            void (*fn)(struct agx_selection *c, const struct ir_instr *j, unsigned word, const void *user),
                            struct agx_selection *c, const void *user)
{
   unsigned mask = 0, n = 0;

   for (const struct ir_instr *j = i; j && n < FAR_AHEAD; j = j->next, n++) {
      struct ir_chunk other;
      if (stores(j) || j->op == IR_fence || j->op == IR_barrier)
         break;
      if (j->op != IR_mem_load || object_of(j) != object_of(i) || !(j->tmp & AGX_NEEDED) || !ir_chunk_of(&j->src[0], &other) ||
          !ir_same_chunk(k, &other))
         continue;
      mask |= 1u << other.word;
      if (fn)
         fn(c, j, other.word, user);
   }
   return mask;
}

struct loaded {
   struct agx_ref d;
   unsigned mask;
};

static void set_loaded(struct agx_selection *c, const struct ir_instr *j, unsigned word, const void *user)
{
   const struct loaded *l = user;

   agx_set_result(c, j, agx_packed_element(l->d, l->mask, word));
}

/* Loads the words in the mask, counted from the place. */
static void load_words(struct agx_selection *c, const struct ir_instr *i, const struct place *p, struct agx_ref d,
                       unsigned mask)
{
   struct agx_instr *in;

   if (is_local(i)) {
      in = agx_emit(c, AGX_OP_local_load, d, local_of(c, p, true), agx_imm(0), agx_none());
   } else {
      const struct agx_ref index = index_of(c, p);
      in = agx_emit(c, AGX_OP_device_load, d, agx_address(c, AGX_UNI_OBJECT, object_of(i)), index, agx_none());
      ((struct agx_mir_instr *)((char *)in - offsetof(struct agx_mir_instr, in)))->changed = true;
   }
   set_access(c, in, 4);
   in->f[AGX_F_MASK] = mask;
}

static struct agx_ref chunk_address(struct agx_selection *c, const struct ir_chunk *k)
{
   if (!k->root)
      return agx_int_const(c, k->offset);
   const struct agx_ref root = agx_reg_src(c, k->root);
   return k->offset ? agx_emit32(c, AGX_OP_iadd, root, agx_int_const(c, k->offset), agx_none()) : root;
}

static void select_load(struct agx_selection *c, const struct ir_instr *i)
{
   struct place p = place_of(c, i);
   const struct agx_value *ahead = &c->val[i->dst[0]->id];
   struct ir_chunk k;

   if (!ahead->kind) {
      const bool known = ir_chunk_of(&i->src[0], &k);
      const unsigned mask = known ? words_ahead(i, &k, NULL, c, NULL) : 1;
      struct loaded l = {agx_reg_new(c->mir, AGX_VIRT32, (unsigned)__builtin_popcount(mask)), mask};
      struct place first = p;
      if (mask & (mask - 1)) {
         first.byte = chunk_address(c, &k);
         first.at = k.offset;
      }
      load_words(c, i, &first, l.d, mask & (mask - 1) ? mask : 1);
      if (mask & (mask - 1))
         words_ahead(i, &k, set_loaded, c, &l);
      else
         agx_set_result(c, i, l.d);
   }
   const struct agx_ref word = ahead->operand;
   if (p.limit.kind)
      agx_set_result(c, i, select_in_range(c, &p, agx_new32(c), word, agx_imm(0)));
}

/* ---- stores -------------------------------------------------------------------------------------------------------------- */

/* The next or previous instruction that accesses memory or has another visible effect. */
static const struct ir_instr *neighbour_of(const struct ir_instr *i, bool next)
{
   do
      i = next ? i->next : i->prev;
   while (i && !(ir_op_info[i->op].flags & (IR_F_OUTPUT | IR_F_MEMORY)));
   return i;
}

/* Do both store words of one chunk without a test, b a later word than a? */
static bool is_stored_together(struct agx_selection *c, const struct ir_instr *a, const struct ir_instr *b)
{
   struct ir_chunk x, y;

   if (!a || !b || a->op != IR_mem_store || b->op != IR_mem_store || object_of(a) != object_of(b))
      return false;
   return !limit_of(c, a).kind && !limit_of(c, b).kind && ir_chunk_of(&a->src[0], &x) && ir_chunk_of(&b->src[0], &y) &&
          ir_same_chunk(&x, &y) && x.word < y.word;
}

static void select_store(struct agx_selection *c, const struct ir_instr *i)
{
   struct agx_ref v[4];
   unsigned n = 4, mask = 1;
   struct ir_chunk k;

   if (is_stored_together(c, i, neighbour_of(i, true)))
      return; /* the last of them stores all */
   struct place p = place_of(c, i);
   v[--n] = agx_element(c, &i->src[1]);
   const struct ir_instr *last = i;
   for (const struct ir_instr *j = neighbour_of(i, false); is_stored_together(c, j, last); last = j, j = neighbour_of(j, false))
      v[--n] = agx_element(c, &j->src[1]);
   if (n < 3) {
      mask = 0;
      for (const struct ir_instr *j = i;; j = neighbour_of(j, false)) {
         ir_chunk_of(&j->src[0], &k);
         mask |= 1u << k.word;
         if (j == last)
            break;
      }
      p.byte = chunk_address(c, &k);
      p.at = k.offset;
   }
   const struct agx_ref data = agx_vector(c, &v[n], 4 - n);
   struct agx_instr *in;
   if (is_local(i)) {
      const struct agx_ref at = local_of(c, &p, false);
      in = agx_emit(c, AGX_OP_local_store, agx_none(), at, agx_imm(0), data);
   } else {
      struct agx_ref base, index;
      find_place(c, i, &p, &base, &index);
      in = agx_emit(c, AGX_OP_device_store, agx_none(), base, index, data);
   }
   set_access(c, in, p.bytes);
   in->f[AGX_F_MASK] = mask;
}

static void select_atomic(struct agx_selection *c, const struct ir_instr *i)
{
   static const uint8_t operations[MEM_ATOMIC_COUNT] = {
       /* lower-atomics replaces the others */
       [MEM_ADD] = AGX_ATOMIC_ADD,   [MEM_XCHG] = AGX_ATOMIC_XCHG, [MEM_CAS] = AGX_ATOMIC_CMPXCHG, [MEM_AND] = AGX_ATOMIC_AND,
       [MEM_OR] = AGX_ATOMIC_OR,     [MEM_XOR] = AGX_ATOMIC_XOR,   [MEM_UMIN] = AGX_ATOMIC_UMIN,   [MEM_UMAX] = AGX_ATOMIC_UMAX,
       [MEM_IMIN] = AGX_ATOMIC_SMIN, [MEM_IMAX] = AGX_ATOMIC_SMAX,
   };
   const struct place p = place_of(c, i);
   const bool swaps = i->attr[2] == MEM_CAS, wanted = c->use[i->dst[0]->id].needed;
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
      in = agx_emit(c, AGX_OP_local_atomic, d, local_of(c, &p, false), agx_imm(0), v);
   } else {
      struct agx_ref base, index;
      find_place(c, i, &p, &base, &index);
      in = agx_emit(c, AGX_OP_atomic, d, base, index, v);
      in->f[AGX_F_EXT] = 1;
      in->f[AGX_F_COHERENT] = 1;
   }
   in->f[AGX_F_OP] = operations[i->attr[2]];
   if (wanted)
      agx_set_result(c, i, p.limit.kind ? select_in_range(c, &p, agx_new32(c), d, agx_imm(0)) : d);
}

/* ---- fences and barriers ------------------------------------------------------------------------------------------------- */

static void emit_barrier(struct agx_selection *c, enum agx_op op)
{
   agx_emit(c, op, agx_none(), agx_none(), agx_none(), agx_none());
}

/* Shared memory of a workgroup needs no fence (observed here and in select_barrier(): agx_emit_intrinsic, barriers). */
static void emit_fence(struct agx_selection *c, uint32_t spaces)
{
   static const uint16_t of_device[] = {AGX_OP_memory_barrier,   AGX_OP_unknown_barrier_1, AGX_OP_memory_barrier_2,
                                        AGX_OP_device_barrier_2, AGX_OP_unknown_barrier_2, AGX_OP_memory_barrier_3,
                                        AGX_OP_device_barrier_1};

   for (unsigned k = 0; k < sizeof of_device / sizeof of_device[0] && spaces & DEVICE_SPACES; k++)
      emit_barrier(c, (enum agx_op)of_device[k]);
}

/* A barrier makes all stores before it visible to the workgroup, so it needs a fence unless the program has one there. */
static void select_barrier(struct agx_selection *c, const struct ir_instr *i)
{
   bool fenced = !c->stores;

   for (const struct ir_instr *j = i->prev; j && !fenced && !(stores(j) && !is_local(j)); j = j->prev) {
      if (j == c->in_block.barrier) { /* the search from that barrier covered the rest */
         fenced = c->in_block.fenced;
         break;
      }
      fenced = j->op == IR_fence && j->attr[0] & DEVICE_SPACES;
   }
   c->in_block.barrier = i;
   c->in_block.fenced = fenced;
   if (!fenced)
      emit_barrier(c, AGX_OP_memory_barrier);
   emit_barrier(c, AGX_OP_threadgroup_barrier);
}

void agx_access_storage(struct agx_selection *c, const struct ir_instr *i)
{
   switch (i->op) {
   case IR_mem_load: select_load(c, i); break;
   case IR_mem_store:
   case IR_mem_store_low: select_store(c, i); break;
   case IR_mem_atomic: select_atomic(c, i); break;
   case IR_mem_size: agx_set_result(c, i, agx_uniform(c, AGX_UNI_OBJECT, 3, object_of(i))); break;
   case IR_image_word: agx_set_result(c, i, agx_uniform(c, AGX_UNI_IMAGE_WORD, i->attr[1], i->attr[0])); break;
   case IR_fence: emit_fence(c, i->attr[0]); break;
   default: select_barrier(c, i); break;
   }
}

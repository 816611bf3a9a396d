/* SPDX-License-Identifier: MIT */
/*
 * Selection of accesses to read-write memory (docs/abi-usc.md, "Memory"): words at byte addresses of buffers, counters, images,
 * global memory and the memory of the workgroup; the plain atomic operations; fences and locks. lower-workgroups has built
 * barriers and other operations from these.
 *
 * If the memory of the workgroup is small, it is in coefficients, which all its waves share, as are the words of barriers
 * (observed: pco_trans_nir.c, trans_load_common_store, trans_atomic_shared). All other objects are in memory. Their addresses,
 * and the number of bytes that may be accessed, are in shared registers. An invocation does not execute a request beyond these
 * bytes; a load then gives 0. Helpers and killed invocations store nothing: for them a register that is 0 replaces the number
 * of bytes (usc_selection.alive).
 *
 * In a program with fences or locks an idf follows each store, as in the public driver's (pco_schedule.c, the stores with the
 * flag idf), so that the wdf of a fence waits until other waves see the stored values.
 */
#include "backend-usc/select/usc_storage.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/usc_cond.h"
#include "ir/match.h"
#include "semantics/memory/memory.h"

_Static_assert(MEM_MUTEX_RELEASE == 0 && MEM_MUTEX_SLEEP == 1 && MEM_MUTEX_WAKEUP == 2 && MEM_MUTEX_LOCK == 3,
               "the values are those of mutex");

/* A word in memory to be accessed. */
struct target {
   struct usc_opd lo, hi; /* the address */
   struct usc_opd byte;   /* its offset from the address */
   struct usc_opd bytes;  /* number of bytes that may be accessed; NONE if it need not be tested */
};

/* The shared register with word b of the description of an object (usc_reflect_sh.b). */
static struct usc_opd word_of(struct usc_selection *c, uint32_t space, uint32_t unit, unsigned b)
{
   const uint32_t object = space * MEM_UNITS + unit;
   for (uint32_t k = 0; k < c->r->num_sh; k++)
      if (c->r->sh[k].kind == USC_SH_OBJECT && c->r->sh[k].a == object && c->r->sh[k].b == b)
         return usc_sh(k);
   if (b == USC_OBJECT_LOW)
      return usc_sh(usc_add_shareds(c->m, USC_SH_OBJECT, object, 2, 2));
   return usc_sh(usc_add_shared(c->m, USC_SH_OBJECT, object, b));
}

/* ---- the memory of a workgroup ------------------------------------------------------------------------------------------- */

/* Limit of words in coefficients: a quarter of those that an instruction can name. The public driver uses up to three quarters
   of those that the core has for a workgroup, as the kernel tells it (observed: pco_nir.c, should_spill_shmem). */
#define WORKGROUP_WORDS (MEM_NEAR_BYTES / 4)

void usc_assign_storage(struct usc_selection *c)
{
   struct usc_storage *s = &c->in->storage;
   const uint32_t words[2] = {c->s->shared_bytes / 4 <= WORKGROUP_WORDS ? c->s->shared_bytes / 4 : 0, MEM_BARRIER_BYTES / 4};
   /* The few words of barriers come first, so that groups can name them. */
   for (unsigned unit = MEM_SHARED_UNITS; unit-- > 0;)
      if (s->units[MEM_SHARED] >> unit & 1 && words[unit]) {
         if (c->m->workgroup_cf == UINT32_MAX)
            c->m->workgroup_cf = c->r->num_cf;
         c->r->block[unit] = (struct usc_reflect_block){s->cf[unit] = c->r->num_cf, s->words[unit] = words[unit]};
         c->r->num_cf += words[unit];
      }
}

/* Does the instruction access coefficients? */
static bool is_in_coefficients(const struct usc_selection *c, const struct ir_instr *i)
{
   return ir_op_info[i->op].flags & IR_F_MEMORY && i->op >= IR_mem_load && i->op <= IR_mem_atomic && i->attr[0] == MEM_SHARED &&
          c->in->storage.words[i->attr[1]];
}

/* Can a group name the coefficient at a byte, without an index register? */
static bool is_direct(const struct usc_selection *c, const struct ir_instr *i, uint32_t byte)
{
   return c->in->storage.cf[i->attr[1]] + byte / 4 <= USC_MAX_DIRECT;
}

bool usc_storage_uses_index(const struct usc_selection *c, const struct ir_instr *i)
{
   uint32_t bits;
   return is_in_coefficients(c, i) && !(ir_src_const(&i->src[0], &bits) && is_direct(c, i, bits));
}

/* The coefficient that an instruction accesses, and the condition under which it does. */
struct coefficient {
   struct usc_opd at, byte, bytes; /* bytes: NONE if the access is in range in all invocations */
   enum usc_cc cc;
};

/* Returns false if the access is out of range. */
static bool coefficient_of(struct usc_selection *c, const struct ir_instr *i, struct coefficient *x)
{
   const struct usc_storage *s = &c->in->storage;
   const uint32_t first = s->cf[i->attr[1]], words = s->words[i->attr[1]];
   const unsigned r = 0; /* index register 1 may be in use to reach far registers */
   uint32_t bits;
   *x = (struct coefficient){.cc = USC_CC_PE};
   if (ir_src_const(&i->src[0], &bits)) {
      if (bits / 4 < words && is_direct(c, i, bits)) {
         x->at = usc_cf(first + bits / 4);
      } else if (bits / 4 < words) {
         c->index.held[r] = (struct usc_index){0};
         usc_emit(c, usc_g_movi32(usc_idx(r), first + bits / 4));
         x->at = usc_at(USC_COEFF, r, 0);
      }
      return bits / 4 < words;
   }
   const struct usc_opd byte = usc_int_src(c, &i->src[0]);
   c->index.held[r] = (struct usc_index){0};
   const struct usc_opd word = first > USC_MAX_DIRECT / 2 ? usc_temp(c) : usc_idx(r);
   usc_emit(c, usc_g_shift(USC_OP_SHR, word, byte, usc_c(2)));
   if (word.bank != USC_IDX)
      usc_emit(c, usc_g_iadd(usc_idx(r), word, usc_const(c->m, first)));
   x->at = usc_at(USC_COEFF, r, word.bank == USC_IDX ? first : 0);
   if (c->opt->no_clamp || ir_upper_bound(i->src[0].val, 6) < 4 * words)
      return true;
   x->byte = byte;
   x->bytes = usc_const(c->m, 4 * words);
   usc_emit_test(c, USC_TST_L, x->byte, x->bytes);
   x->cc = USC_CC_P0;
   return true;
}

/* Emits an access under a condition; its results in other invocations do not matter. */
static void emit_under(struct usc_selection *c, struct usc_group g, enum usc_cc cc)
{
   g.cc = (uint8_t)cc;
   usc_emit(c, g);
   const struct cg_list *body = &c->m->p.blocks[c->cur].body;
   usc_instr_at(body, body->n - 1)->fresh = cc != USC_CC_PE;
   usc_instr_at(body, body->n - 1)->once = true;
}

/* The result of an access: `got`, or 0 in invocations that did not make it. `bytes` is NONE if all did. */
static void set_result(struct usc_selection *c, const struct ir_instr *i, struct usc_opd byte, struct usc_opd bytes,
                       struct usc_opd got)
{
   struct usc_opd *v = &c->val[i->dst[0]->id];
   *v = got;
   if (!bytes.bank || !c->uses[i->dst[0]->id])
      return;
   *v = usc_temp(c);
   usc_emit_select(c, (struct usc_choice){*v, byte, bytes, got, usc_c(0), USC_TST_L, USC_T_U32});
}

static void load_coefficient(struct usc_selection *c, const struct ir_instr *i)
{
   struct coefficient x;
   const struct usc_opd got = usc_temp(c);
   c->val[i->dst[0]->id] = usc_c(0);
   if (!coefficient_of(c, i, &x))
      return;
   emit_under(c, usc_g_mov(got, x.at), x.cc);
   set_result(c, i, x.byte, x.bytes, got);
}

static void store_coefficient(struct usc_selection *c, const struct ir_instr *i)
{
   struct coefficient x;
   const struct usc_opd data = usc_int_src(c, &i->src[1]);
   if (coefficient_of(c, i, &x))
      emit_under(c, usc_g_mov(x.at, data), x.cc);
}

static void emit_coefficient_atomic(struct usc_selection *c, const struct ir_instr *i, enum usc_op op)
{
   struct coefficient x;
   const struct usc_opd old = usc_temp(c), operand = usc_to_temp(c, usc_int_src(c, &i->src[1]));
   const struct usc_opd value = i->attr[2] == MEM_CAS ? usc_to_temp(c, usc_int_src(c, &i->src[2])) : usc_none();
   c->val[i->dst[0]->id] = usc_c(0);
   if (!coefficient_of(c, i, &x))
      return;
   emit_under(c, value.bank ? usc_g_exchange_coeff(old, x.at, operand, value) : usc_g_atomic_coeff(op, old, x.at, operand),
              x.cc);
   set_result(c, i, x.byte, x.bytes, old);
}

/*
 * Larger workgroup memory is in device memory, as in the public driver. All waves of a workgroup run on one cluster. Workgroups
 * of several waves run there one at a time; workgroups of one wave have a slot each (observed: pco_nir_io.c,
 * lower_shared_io_to_global). So the memory of a workgroup is at its size times the number of the cluster, or of the slot among
 * those of all clusters.
 */
void usc_compute_storage_address(struct usc_selection *c)
{
   const uint32_t *block = c->s->block;
   const bool one_wave = block[0] && block[1] && block[2] && block[0] * block[1] * block[2] <= EXEC_LANES;
   if (!(c->in->storage.units[MEM_SHARED] >> MEM_SHARED_PROGRAM & 1) || c->in->storage.words[MEM_SHARED_PROGRAM])
      return;
   struct usc_opd number = usc_temp(c);
   usc_emit(c, usc_g_mov(number, usc_sr(USC_SR_CLUSTER_NUM)));
   if (one_wave) {
      const struct usc_opd slot = usc_temp(c), slots = word_of(c, MEM_SHARED, MEM_SHARED_PROGRAM, USC_OBJECT_SLOTS),
                           sum = usc_temp(c);
      c->r->slots = true;
      usc_emit(c, usc_g_mov(slot, usc_sr(USC_SR_SLOT_NUM)));
      usc_emit(c, usc_g_alu(USC_OP_UMADD32, sum, number, usc_to_temp(c, slots), slot));
      number = sum;
   }
   const uint32_t a = c->in->storage.address = cg_reg_new(&c->m->p, 2);
   const struct usc_opd lo = word_of(c, MEM_SHARED, MEM_SHARED_PROGRAM, USC_OBJECT_LOW),
                        hi = word_of(c, MEM_SHARED, MEM_SHARED_PROGRAM, USC_OBJECT_HIGH);
   const struct usc_opd bytes = word_of(c, MEM_SHARED, MEM_SHARED_PROGRAM, USC_OBJECT_BYTES);
   usc_emit(c, usc_g_umadd64(usc_v(a), usc_v(a + 1), usc_in_slot(c, bytes, 0), number, lo, hi));
}

/* ---- addresses ----------------------------------------------------------------------------------------------------------- */

/* Bytes that the instruction accesses. */
static unsigned bytes_of(const struct ir_instr *i) { return i->op == IR_mem_store_low ? i->attr[2] : 4; }

/* The byte offset, aligned down to the size. */
static struct usc_opd align_byte(struct usc_selection *c, const struct ir_src *s, unsigned size)
{
   uint32_t bits;
   if (ir_src_const(s, &bits))
      return usc_const(c->m, bits & ~(size - 1));
   const struct usc_opd a = usc_int_src(c, s);
   if (!(ir_maybe_ones(s->val, 6) & (size - 1)))
      return a;
   const struct usc_opd v = usc_temp(c);
   usc_emit(c, usc_g_logic(USC_OP_AND, v, a, usc_const(c->m, ~(size - 1))));
   return v;
}

static struct target target_of(struct usc_selection *c, const struct ir_instr *i)
{
   const uint32_t space = i->attr[0], unit = i->attr[1];
   struct target t = {.byte = align_byte(c, &i->src[0], bytes_of(i))};
   if (space == MEM_SHARED) {
      t.lo = usc_v(c->in->storage.address);
      t.hi = usc_v(c->in->storage.address + 1);
   } else {
      t.lo = word_of(c, space, unit, USC_OBJECT_LOW);
      t.hi = word_of(c, space, unit, USC_OBJECT_HIGH);
   }
   if (!c->opt->no_clamp)
      t.bytes = word_of(c, space, unit, USC_OBJECT_BYTES);
   return t;
}

static void emit_address(struct usc_selection *c, const struct target *t, uint32_t unit)
{
   const struct usc_opd x = usc_in_slot(c, t->byte, 0);
   usc_emit(c, usc_g_umadd64(usc_v(unit), usc_v(unit + 1), x, usc_c(1), t->lo, t->hi));
}

enum access_kind { LOADS, STORES };

/* Tests whether the access is allowed; returns the condition of its request. */
static enum usc_cc emit_guard(struct usc_selection *c, const struct target *t, enum access_kind kind)
{
   struct usc_opd bytes = t->bytes;
   if (kind == STORES && c->s->stage == IR_STAGE_FRAGMENT) {
      const struct usc_opd alive = usc_v(c->alive);
      if (!bytes.bank) {
         usc_emit_test(c, USC_TST_Z, alive, usc_none());
         return USC_CC_NOTP0;
      }
      const struct usc_opd v = usc_temp(c);
      usc_emit_zero_select(c, v, USC_T_U32, alive, usc_c(0), bytes);
      bytes = v;
   }
   if (!bytes.bank)
      return USC_CC_PE;
   usc_emit_test(c, USC_TST_L, t->byte, bytes);
   return USC_CC_P0;
}

/* ---- accesses ------------------------------------------------------------------------------------------------------------ */

/*
 * Loads from one chunk of memory become one burst (observed: pco_nir.c, should_vectorize_mem_cb; pco_trans_nir.c,
 * trans_load_buffer). It is executed if its first word is in range, so it may also read words after the object, up to the next
 * multiple of a chunk. Each result is tested separately.
 */
#define FAR_AHEAD 64

struct burst {
   struct ir_chunk chunk;
   unsigned mask; /* of words */
   bool made;     /* it was emitted; its registers begin at `unit` */
   uint32_t unit;
};

/* Adds the words of loads from i on, up to an instruction that may change them; once the burst is made, sets the registers of
   these loads. */
static void look_ahead(struct usc_selection *c, const struct ir_instr *i, struct burst *b)
{
   unsigned n = 0;
   for (const struct ir_instr *j = i; j && n < FAR_AHEAD; j = j->next, n++) {
      const unsigned flags = ir_op_info[j->op].flags;
      struct ir_chunk k;
      if (flags & IR_F_MEMORY && flags & IR_F_OUTPUT)
         return;
      if (j->op != IR_mem_load || j->attr[0] != i->attr[0] || j->attr[1] != i->attr[1] || j->attr[2] != i->attr[2] ||
          !ir_chunk_of(&j->src[0], &k) || !ir_same_chunk(&k, &b->chunk))
         continue;
      b->mask |= 1u << k.word;
      if (b->made)
         c->val[j->dst[0]->id] = usc_v(b->unit + k.word - (unsigned)__builtin_ctz(b->mask));
   }
}

/* The byte offset of word n of a chunk. */
static struct usc_opd chunk_byte(struct usc_selection *c, const struct ir_chunk *k, unsigned n)
{
   const uint32_t offset = k->offset + 4 * n;
   if (!k->root)
      return usc_const(c->m, offset);
   const struct usc_opd root = usc_int_src(c, k->root), sum = offset ? usc_temp(c) : root;
   if (offset)
      usc_emit(c, usc_g_iadd(sum, root, usc_const(c->m, offset)));
   return sum;
}

/* A load that bypasses the cache of the MCU does not find stale words there (observed: BayLibre/mesa 785193b6,
   get_ld_cache_mode, for COHERENT and VOLATILE accesses). Stores write through it. */
static void emit_load(struct usc_selection *c, const struct target *t, uint32_t unit, unsigned words, enum mem_cache cache)
{
   const uint32_t a = cg_reg_new(&c->m->p, 2);
   emit_address(c, t, a);
   struct usc_group g = usc_g_ld(0, usc_v(unit), usc_v(a), words);
   g.mcu = cache == MEM_BYPASS ? USC_LD_BYPASS : USC_LD_NORMAL;
   g.cc = (uint8_t)emit_guard(c, t, LOADS);
   usc_emit(c, g);
}

/* Is the memory aligned to chunks? That of a workgroup is at a multiple of its size. */
static bool is_aligned_to_chunks(const struct usc_selection *c, const struct ir_instr *i)
{
   return i->attr[0] != MEM_SHARED || c->s->shared_bytes % IR_CHUNK == 0;
}

void usc_load_memory(struct usc_selection *c, const struct ir_instr *i)
{
   struct burst b = {.mask = 0};
   struct usc_opd *v = &c->val[i->dst[0]->id];
   if (is_in_coefficients(c, i)) {
      load_coefficient(c, i);
      return;
   }
   struct target t = target_of(c, i);
   if (!v->bank && is_aligned_to_chunks(c, i) && ir_chunk_of(&i->src[0], &b.chunk))
      look_ahead(c, i, &b);
   if (b.mask & (b.mask - 1)) {
      const unsigned first = (unsigned)__builtin_ctz(b.mask), words = 32 - (unsigned)__builtin_clz(b.mask) - first;
      struct target low = t;
      if (b.chunk.word != first)
         low.byte = chunk_byte(c, &b.chunk, first);
      b.unit = cg_reg_new(&c->m->p, words);
      b.made = true;
      emit_load(c, &low, b.unit, words, (enum mem_cache)i->attr[2]);
      look_ahead(c, i, &b);
   } else if (!v->bank) {
      *v = usc_temp(c);
      emit_load(c, &t, v->index, 1, (enum mem_cache)i->attr[2]);
   }
   set_result(c, i, t.byte, t.bytes, *v);
}

enum direction { PREVIOUS, NEXT };

/* The next, or previous, store if it can form a burst with this one, else NULL. If words are tested, each is stored
   separately. */
static const struct ir_instr *find_neighbour(const struct usc_selection *c, const struct ir_instr *i, enum direction to)
{
   const bool next = to == NEXT;
   const struct ir_instr *j = i;
   struct ir_chunk a, b;
   do
      j = next ? j->next : j->prev;
   while (j && !(ir_op_info[j->op].flags & (IR_F_OUTPUT | IR_F_MEMORY)));
   if (!j || j->op != IR_mem_store || i->op != IR_mem_store || j->attr[0] != i->attr[0] || j->attr[1] != i->attr[1] ||
       !c->opt->no_clamp || !is_aligned_to_chunks(c, i))
      return NULL;
   if (!ir_chunk_of(&i->src[0], &a) || !ir_chunk_of(&j->src[0], &b) || !ir_same_chunk(&a, &b))
      return NULL;
   return next ? (b.word == a.word + 1 ? j : NULL) : a.word == b.word + 1 ? j : NULL;
}

/* The data of the request that ends with store i; sets *first to the store of the first word. */
static struct usc_opd gather_data(struct usc_selection *c, const struct ir_instr *i, const struct ir_instr **first,
                                  unsigned *words)
{
   const struct usc_opd data = usc_int_src(c, &i->src[1]);
   *words = 0;
   for (const struct ir_instr *j = i; j; j = find_neighbour(c, j, PREVIOUS), ++*words)
      *first = j;
   if (*words == 1)
      return data.bank == USC_VIRTUAL ? data : usc_to_temp(c, data);
   const uint32_t unit = cg_reg_new(&c->m->p, *words);
   const struct ir_instr *j = i;
   for (unsigned k = *words; k-- > 0; j = find_neighbour(c, j, PREVIOUS))
      usc_emit(c, usc_g_mov(usc_v(unit + k), usc_int_src(c, &j->src[1])));
   return usc_v(unit);
}

void usc_store_memory(struct usc_selection *c, const struct ir_instr *i)
{
   const struct ir_instr *first = i;
   unsigned words;
   if (is_in_coefficients(c, i)) {
      store_coefficient(c, i);
      return;
   }
   if (find_neighbour(c, i, NEXT))
      return; /* the last store of the burst stores all words */
   const struct usc_opd data = gather_data(c, i, &first, &words);
   const struct target t = target_of(c, first);
   const uint32_t a = cg_reg_new(&c->m->p, 2);
   emit_address(c, &t, a);
   struct usc_group g = usc_g_st(0, data, usc_v(a), words);
   g.dsize = bytes_of(i) >> 1;
   g.cc = (uint8_t)emit_guard(c, &t, STORES);
   usc_emit(c, g);
   const struct cg_list *body = &c->m->p.blocks[c->cur].body;
   usc_instr_at(body, body->n - 1)->fenced = ir_may_have(c->s, IR_fence) || ir_may_have(c->s, IR_mutex);
}

void usc_emit_atomic(struct usc_selection *c, const struct ir_instr *i)
{
   static const uint8_t op[MEM_ATOMIC_COUNT] = {
      [MEM_ADD] = USC_OP_ATOM_ADD,   [MEM_XCHG] = USC_OP_ATOM_XCHG, [MEM_AND] = USC_OP_ATOM_AND,
      [MEM_OR] = USC_OP_ATOM_OR,     [MEM_XOR] = USC_OP_ATOM_XOR,   [MEM_UMIN] = USC_OP_ATOM_UMIN,
      [MEM_UMAX] = USC_OP_ATOM_UMAX, [MEM_IMIN] = USC_OP_ATOM_IMIN, [MEM_IMAX] = USC_OP_ATOM_IMAX,
   };
   /* lower-workgroups has replaced all others. */
   UTIL_CHECK(c->ctx, op[i->attr[2]] || (i->attr[2] == MEM_CAS && is_in_coefficients(c, i)));
   if (is_in_coefficients(c, i)) {
      emit_coefficient_atomic(c, i, (enum usc_op)op[i->attr[2]]);
      return;
   }
   const struct target t = target_of(c, i);
   const uint32_t unit = cg_reg_new(&c->m->p, 3); /* address and operand */
   const struct usc_opd got = usc_temp(c);
   emit_address(c, &t, unit);
   usc_emit(c, usc_g_mov(usc_v(unit + 2), usc_int_src(c, &i->src[1])));
   struct usc_group g = usc_g_atomic((enum usc_op)op[i->attr[2]], 0, got, usc_v(unit));
   g.cc = (uint8_t)emit_guard(c, &t, STORES);
   usc_emit(c, g);
   set_result(c, i, t.byte, t.bytes, got);
}

void usc_load_memory_size(struct usc_selection *c, const struct ir_instr *i)
{
   c->val[i->dst[0]->id] = word_of(c, i->attr[0], i->attr[1], USC_OBJECT_SIZE);
}

void usc_load_image_word(struct usc_selection *c, const struct ir_instr *i)
{
   c->val[i->dst[0]->id] = word_of(c, MEM_IMAGE, i->attr[0], USC_OBJECT_IMAGE + i->attr[1]);
}

/* Waits for all requests in flight. */
void usc_emit_fence(struct usc_selection *c, const struct ir_instr *i)
{
   (void)i;
   usc_emit(c, usc_g_wdf(0));
}

void usc_emit_mutex(struct usc_selection *c, const struct ir_instr *i)
{
   usc_emit(c, usc_g_mutex(i->attr[0], i->attr[1]));
}

/* ---- the scan ------------------------------------------------------------------------------------------------------------ */

void usc_scan_storage(struct usc_selection *c, const struct ir_instr *i)
{
   struct usc_storage *s = &c->in->storage;
   switch (i->op) {
   case IR_mem_store:
   case IR_mem_store_low:
   case IR_mem_atomic: s->stores = true; /* fall through */
   case IR_mem_load:
   case IR_mem_size: s->units[i->attr[0]] |= 1u << i->attr[1]; break;
   case IR_image_word: s->units[MEM_IMAGE] |= 1u << i->attr[0]; break;
   default: break;
   }
}

uint32_t usc_count_storage_registers(const struct usc_selection *c)
{
   uint32_t n = 0;
   /* An address with its alignment, bytes, and size or slots; the words of an image. */
   for (unsigned space = 0; space < MEM_SPACE_COUNT; space++)
      n += (5 + (space == MEM_IMAGE ? MEM_IMAGE_WORDS : 0)) * (unsigned)__builtin_popcount(c->in->storage.units[space]);
   return n;
}

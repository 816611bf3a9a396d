/* SPDX-License-Identifier: MIT */
/* The program of the USC code generator (usc_mir.h): memory of instructions, shared registers, constants, operand visitor. */
#include "backend-usc/mir/usc_mir.h"

#include <stdlib.h>
#include <string.h>

void usc_mir_init(struct usc_mir *c, struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt,
                  struct usc_program *out)
{
   memset(c, 0, sizeof *c);
   memset(out, 0, sizeof *out);
   const bool traced = opt->bound || opt->stalls || opt->origins;
   cg_program_init(&c->p, ctx, &usc_machine, sizeof(struct usc_instr) + (traced ? sizeof(struct usc_trace) : 0), s->num_blocks);
   c->p.origins_at = opt->origins ? sizeof(struct usc_instr) + offsetof(struct usc_trace, more) : 0;
   c->s = s;
   c->opt = opt;
   c->num_temps = usc_core_temps(opt->core);
   c->out = out;
   c->r = &out->reflect;
   c->first_move = c->workgroup_cf = UINT32_MAX;
   c->from.span = c->culprit = UTIL_NO_SPAN;
   c->schedule = UTIL_ARRAY(ctx, struct usc_block_schedule, (size_t)s->num_blocks + 1);
   out->num = s->num;
   out->core = opt->core;
   out->features = opt->features;
   out->reflect.fetch_sampler = USC_NO_REG;
   out->reflect.stage = s->stage == IR_STAGE_VERTEX   ? USC_STAGE_VERTEX
                        : s->stage == IR_STAGE_FRAGMENT ? USC_STAGE_FRAGMENT
                        : s->stage == IR_STAGE_COMPUTE  ? USC_STAGE_COMPUTE
                                                        : USC_STAGE_GEOMETRY;
   out->reflect.pixel.samples = opt->samples;
   out->reflect.pixel.per_sample = opt->per_sample;
   out->reflect.vertices_out = s->stage == IR_STAGE_GEOMETRY ? s->vertices_out : 0;
}

/* ---- the memory of instructions ------------------------------------------------------------------------------------------ */

#define MIN_CHUNK 24u
#define COPY_CHUNK 256u /* for copies: chunks of the originals are freed one by one meanwhile */
#define MAX_CHUNK 1024u /* large enough to go back to the system when it is discarded */

/* A new instruction, not initialised. */
static struct usc_instr *allocate(struct usc_mir *c)
{
   struct usc_pool *p = &c->pool;
   if (!p->num || p->chunks[p->num - 1].n == p->chunks[p->num - 1].cap) {
      const uint32_t want = p->total / 8, some = want < MIN_CHUNK ? MIN_CHUNK : want > MAX_CHUNK ? MAX_CHUNK : want;
      const uint32_t cap = p->expected ? (p->expected < COPY_CHUNK ? p->expected : COPY_CHUNK) : some;
      p->expected -= p->expected ? cap : 0;
      struct usc_instr *i = util_resize(c->p.ctx, NULL, 0, cap * c->p.instr_size);
      UTIL_PUSH(c->p.ctx, p->chunks, p->num, p->cap, (struct usc_pool_chunk){i, 0, cap, 0});
   }
   struct usc_pool_chunk *k = &p->chunks[p->num - 1];
   p->total++;
   return (struct usc_instr *)((uint8_t *)k->i + c->p.instr_size * k->n++);
}

static int by_address(const void *a, const void *b)
{
   const uintptr_t x = (uintptr_t)((const struct usc_pool_chunk *)a)->i, y = (uintptr_t)((const struct usc_pool_chunk *)b)->i;
   return (x > y) - (x < y);
}

/* The chunk with the instruction, often that of the last one. The chunks must be sorted. */
static struct usc_pool_chunk *chunk_of(const struct usc_mir *c, struct usc_pool *p, const struct usc_instr *i)
{
   uint32_t first = 0, end = p->num;
   if (p->last && (uintptr_t)i - (uintptr_t)p->last->i < p->last->cap * c->p.instr_size)
      return p->last;
   while (end - first > 1) {
      const uint32_t mid = first + (end - first) / 2;
      *((uintptr_t)p->chunks[mid].i <= (uintptr_t)i ? &first : &end) = mid;
   }
   return p->last = &p->chunks[first];
}

/* Keeps the address, which the search for other chunks needs. */
static void discard_chunk(struct usc_mir *c, struct usc_pool_chunk *k)
{
   if (k->cap)
      util_discard(c->p.ctx, k->i, k->cap * c->p.instr_size);
   k->cap = 0;
}

/* Sorts the chunks of the pool and counts in each the instructions of the lists. */
static void count_in_chunks(struct usc_mir *c, struct usc_pool *p)
{
   qsort(p->chunks, p->num, sizeof *p->chunks, by_address);
   p->last = NULL;
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (unsigned n = 0; n < CG_NUM_LISTS; n++) {
         const struct cg_list *l = cg_list_of(&c->p.blocks[b], n);
         for (uint32_t k = 0; k < l->n; k++)
            chunk_of(c, p, usc_instr_at(l, k))->left++;
      }
}

/* Releases an instruction, and its chunk if it was the last one there. */
static void release(struct usc_mir *c, struct usc_pool *p, const struct usc_instr *i)
{
   struct usc_pool_chunk *k = chunk_of(c, p, i);
   if (!--k->left) {
      discard_chunk(c, k);
      p->last = NULL;
   }
}

struct usc_instr *usc_instr_copy(struct usc_mir *c, const struct usc_instr *i)
{
   return memcpy(allocate(c), i, c->p.instr_size);
}

void usc_compact(struct usc_mir *c)
{
   struct usc_pool old = c->pool;
   count_in_chunks(c, &old);
   for (uint32_t k = 0; k < old.num; k++)
      if (!old.chunks[k].left)
         discard_chunk(c, &old.chunks[k]);
   c->pool = (struct usc_pool){0};
   for (uint32_t k = 0; k < old.num; k++)
      c->pool.expected += old.chunks[k].left;
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (unsigned n = 0; n < CG_NUM_LISTS; n++) {
         struct cg_list *l = cg_list_of(&c->p.blocks[b], n);
         for (uint32_t k = 0; k < l->n; k++) {
            struct usc_instr *from = usc_instr_at(l, k);
            l->i[k] = &usc_instr_copy(c, from)->base;
            release(c, &old, from);
         }
      }
   util_discard(c->p.ctx, old.chunks, old.cap * sizeof *old.chunks);
}

#define RELEASE_MIN (4 * MAX_CHUNK)

bool usc_begin_release(struct usc_mir *c)
{
   if (c->pool.total < RELEASE_MIN)
      return false;
   count_in_chunks(c, &c->pool);
   return true;
}

void usc_release(struct usc_mir *c, const struct usc_instr *i)
{
   release(c, &c->pool, i);
}

void usc_discard_instrs(struct usc_mir *c)
{
   struct usc_pool *p = &c->pool;
   for (uint32_t k = 0; k < p->num; k++)
      discard_chunk(c, &p->chunks[k]);
   util_discard(c->p.ctx, p->chunks, p->cap * sizeof *p->chunks);
   *p = (struct usc_pool){0};
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (unsigned n = 0; n < CG_NUM_LISTS; n++)
         cg_list_of(&c->p.blocks[b], n)->n = 0;
}

struct usc_instr *usc_instr_new(struct usc_mir *c, const struct usc_group *g)
{
   static const struct usc_instr none;
   static const struct usc_trace untraced;
   struct usc_instr *i = allocate(c);
   *i = none;
   if (c->p.instr_size > sizeof *i)
      *usc_trace_of(i) = untraced;
   if (g)
      i->g = *g;
   cg_set_origin(&c->p, &i->base, c->from);
   return i;
}

void usc_push(struct usc_mir *c, struct cg_list *l, struct usc_group g)
{
   cg_push(&c->p, l, &usc_instr_new(c, &g)->base);
}

void usc_unsupported(struct usc_mir *c, struct util_span span, const char *what)
{
   if (!c->failed)
      util_diag(c->p.ctx, DIAG_ID_usc_unsupported, span, "%s", what);
   c->failed = true;
}

bool usc_check_shareds(struct usc_mir *c)
{
   const unsigned limit = usc_core_shareds(c->opt->core, c->r->stage == USC_STAGE_FRAGMENT);
   if (c->r->num_sh > limit)
      usc_unsupported(c, UTIL_NO_SPAN,
                      util_printf(c->p.ctx,
                                  "the program needs %u shared registers for parameters and constants; %s has %u per wave",
                                  c->r->num_sh, usc_core_name(c->opt->core), limit));
   return !c->failed;
}

uint32_t usc_copy_src(struct usc_mir *c, struct usc_opd o)
{
   if (o.bank == USC_VIRTUAL)
      return o.index;
   UTIL_PUSH(c->p.ctx, c->external, c->num_external, c->cap_external, o);
   return CG_EXTERNAL + c->num_external - 1;
}

/* ---- shared registers ---------------------------------------------------------------------------------------------------- */

#define SCRATCH_SHARED 3 /* two words of address, bytes per invocation */

static void push_shared(struct usc_mir *c, enum usc_sh_kind kind, uint32_t a, unsigned b)
{
   UTIL_PUSH(c->p.ctx, c->r->sh, c->r->num_sh, c->r->cap_sh, (struct usc_reflect_sh){(uint8_t)kind, (uint8_t)b, a});
}

/* Appends unused registers up to the place of the scratch address in the key, then those of scratch memory. */
static void reserve_scratch(struct usc_mir *c)
{
   while (c->r->num_sh < c->opt->scratch_base)
      push_shared(c, USC_SH_UNUSED, 0, 0);
   for (unsigned k = 0; k < SCRATCH_SHARED; k++)
      push_shared(c, USC_SH_SCRATCH, 0, k);
}

void usc_reserve_shared(struct usc_mir *c, uint32_t n)
{
   const uint32_t base = c->opt->scratch_base;

   if (base && c->r->num_sh <= base && c->r->num_sh + n > base)
      reserve_scratch(c);
}

uint32_t usc_add_scratch_shareds(struct usc_mir *c)
{
   const uint32_t base = c->opt->scratch_base;

   if (!base)
      return usc_add_shareds(c, USC_SH_SCRATCH, 0, SCRATCH_SHARED, 1);
   if (c->r->num_sh <= base)
      reserve_scratch(c);
   return base;
}

/* The number of bytes per invocation, in the last shared register, is filled in at the end of the compile. */
void usc_use_scratch(struct usc_mir *c)
{
   if (c->scratch.sh == USC_NO_REG)
      c->scratch.sh = usc_add_scratch_shareds(c);
   if (c->scratch.unit == USC_NO_REG)
      c->scratch.unit = usc_new_address(c);
}

uint32_t usc_new_address(struct usc_mir *c)
{
   const uint32_t unit = cg_reg_new(&c->p, 2);
   c->p.regs[c->p.num_regs - 1].no_spill = true;
   return unit;
}

/* Appends a group at the start of the program, where index registers are free; false if none reaches all its sources. */
static bool push_start(struct usc_mir *c, struct cg_list *l, struct usc_group g)
{
   uint32_t base;
   const bool far = usc_group_is_far(&g);
   if (far && !usc_group_reach(&g, 1, &base))
      return false;
   if (far)
      usc_push(c, l, usc_g_movi32(usc_idx(1), base));
   usc_push(c, l, g);
   return true;
}

static struct usc_group scratch_group(const struct usc_mir *c, struct usc_opd lo, struct usc_opd hi, struct usc_opd bytes)
{
   return usc_g_umadd64(lo, hi, bytes, usc_sr(USC_SR_LOCAL_ADDR_INST_NUM), usc_sh(c->scratch.sh),
                       usc_sh(c->scratch.sh + 1));
}

/* The memory of an invocation is at address + number of the invocation * bytes (observed: pco_trans_nir.c, trans_scratch). */
void usc_compute_scratch_address(struct usc_mir *c)
{
   const uint32_t sh = c->scratch.sh, stride = c->opt->scratch_stride;
   struct cg_list *head = &c->p.blocks[0].head, list = {0};
   const struct usc_opd lo = usc_v(c->scratch.unit), hi = usc_v(c->scratch.unit + 1);
   const struct usc_opd bytes = stride ? usc_const(c, stride) : usc_sh(sh + 2);
   /* A group cannot read two special registers, or two shared registers that are far apart. */
   if (bytes.bank == USC_SPECIAL || !push_start(c, &list, scratch_group(c, lo, hi, bytes))) {
      push_start(c, &list, usc_g_mov(lo, bytes));
      push_start(c, &list, scratch_group(c, lo, hi, lo));
   }
   for (uint32_t k = 0; k < head->n; k++)
      cg_push(&c->p, &list, head->i[k]);
   *head = list;
}

uint32_t usc_add_shared(struct usc_mir *c, enum usc_sh_kind kind, uint32_t a, unsigned b)
{
   usc_reserve_shared(c, 1);
   push_shared(c, kind, a, b);
   return c->r->num_sh - 1;
}

/* Texture states start at multiples of 4 (documented: usc-encoding 5.5). */
uint32_t usc_add_shareds(struct usc_mir *c, enum usc_sh_kind kind, uint32_t a, unsigned n, unsigned align)
{
   usc_reserve_shared(c, n + align - 1);
   while (c->r->num_sh % align)
      usc_add_shared(c, USC_SH_UNUSED, 0, 0);
   uint32_t first = c->r->num_sh;
   for (unsigned k = 0; k < n; k++)
      usc_add_shared(c, kind, a, k);
   return first;
}

/* The shared register of a constant; if there is none, a new one if `add`, else USC_NO_REG. */
static uint32_t find_upload(struct usc_mir *c, uint32_t bits, bool add)
{
   uint32_t h = (bits * 2654435761u) >> 24;
   for (uint32_t e = c->uploads.buckets[h]; e; e = c->uploads.next[e - 1])
      if (c->r->sh[e - 1].a == bits)
         return e - 1;
   if (!add)
      return USC_NO_REG;
   uint32_t reg = usc_add_shared(c, USC_SH_CONST, bits, 0);
   while (c->uploads.cap_next <= reg) {
      uint32_t cap = c->uploads.cap_next;
      c->uploads.next = util_grow(c->p.ctx, c->uploads.next, sizeof *c->uploads.next, c->uploads.cap_next, &cap);
      c->uploads.cap_next = cap;
   }
   c->uploads.next[reg] = c->uploads.buckets[h];
   c->uploads.buckets[h] = reg + 1;
   c->out->stats.const_uploads++;
   return reg;
}

uint32_t *usc_kept_slot(const struct usc_const_plan *p, uint32_t bits)
{
   uint32_t k = (bits * 2654435761u) >> 7;
   while (p->kept[k & (p->size - 1)] && p->kept[k & (p->size - 1)] != bits)
      k++;
   return &p->kept[k & (p->size - 1)];
}

/* The constant in a shared register or, if the plan has none for it, in a temporary loaded by an immediate. */
static struct usc_opd hold_constant(struct usc_mir *c, uint32_t bits)
{
   struct usc_const_plan *p = &c->plan;
   if (!p->moves || *usc_kept_slot(p, bits))
      return usc_sh(find_upload(c, bits, true));
   const uint32_t r = find_upload(c, bits, p->room != 0);
   if (r != USC_NO_REG) {
      p->room -= p->room && r + 1 == c->r->num_sh;
      return usc_sh(r);
   }
   const struct usc_opd t = usc_v(cg_reg_new(&c->p, 1));
   usc_push(c, p->moves, usc_g_movi32(t, bits));
   return t;
}

struct usc_opd usc_const(struct usc_mir *c, uint32_t bits)
{
   int n = usc_find_constant(bits);
   return n >= 0 ? usc_c((uint32_t)n) : hold_constant(c, bits);
}

bool usc_direct_const(struct usc_mir *c, uint32_t bits, uint32_t limit, struct usc_opd *o)
{
   const int n = usc_find_constant(bits);
   const uint32_t reg = n >= 0 ? 0 : find_upload(c, bits, c->r->num_sh < limit && !c->plan.moves);
   *o = n >= 0 ? usc_c((uint32_t)n) : usc_sh(reg);
   return n >= 0 || reg < limit;
}

struct usc_opd usc_float_const(struct usc_mir *c, uint32_t bits)
{
   int n = usc_find_constant(bits);
   if (n >= 0)
      return usc_c((uint32_t)n);
   n = usc_find_constant(bits ^ 0x80000000u);
   if (n >= 0)
      return usc_neg(usc_c((uint32_t)n));
   uint32_t r = find_upload(c, bits, false);
   if (r == USC_NO_REG && (r = find_upload(c, bits ^ 0x80000000u, false)) != USC_NO_REG)
      return usc_neg(usc_sh(r));
   return hold_constant(c, bits);
}

/* ---- what an instruction reads and writes -------------------------------------------------------------------------------- */

uint32_t usc_pinned_elements(const struct usc_mir *c, uint32_t index, bool indexed, uint32_t *n)
{
   uint32_t first = (index - c->pinned.base) & 63, end = first + 1;
   const uint8_t *array = c->pinned.array;
   while (indexed && first && array[first - 1] == array[first])
      first--;
   while (indexed && end < c->pinned.num && array[end] == array[first])
      end++;
   *n = end - first;
   return first;
}

void usc_map_units(struct usc_group *g, uint32_t (*unit)(void *user, uint32_t u), void *user)
{
   for (unsigned k = 0; k < 8; k++) {
      struct usc_opd *o = k < 6 ? &g->src[k] : &g->dst[k - 6];
      if (o->bank == USC_VIRTUAL)
         o->index = unit(user, o->index);
   }
}

static void element_ref(const struct usc_mir *c, uint32_t index, bool indexed, bool write, cg_ref_fn fn, void *user)
{
   uint32_t n;
   const uint32_t first = usc_pinned_elements(c, index, indexed, &n);
   fn(user, c->p.num_units + USC_RES_TEMPS + first, n, write);
}

void usc_machine_ref(const struct usc_mir *c, struct usc_opd o, unsigned n, bool write, cg_ref_fn fn, void *user)
{
   uint32_t res = c->p.num_units;
   if (o.idx)
      fn(user, res + (o.idx == 1 ? USC_RES_IDX0 : USC_RES_IDX1), 1, false);
   switch (o.bank) {
   case USC_VIRTUAL: fn(user, o.index, n, write); break;
   case USC_TEMP: element_ref(c, o.index, o.idx != 0, write, fn, user); break;
   case USC_IDX: fn(user, res + USC_RES_IDX0 + (o.index & 1), 1, write); break;
   case USC_COEFF:
      if (usc_is_workgroup_memory(c, o))
         fn(user, res + USC_RES_WORKGROUP, 1, write);
      break;
   case USC_SPECIAL:
      if (o.index >= 36 && o.index < 44)
         fn(user, res + USC_RES_INTERNAL, 1, write);
      else if (o.index >= 32 && o.index < 36)
         fn(user, res + USC_RES_OUT + o.index - 32, 1, write);
      else if (o.index >= 164 && o.index < 168)
         fn(user, res + USC_RES_OUT + o.index - 160, 1, write);
      break;
   default: break;
   }
}

/* Does the group order all memory accesses and wait for them? Locks do, and each wdf that selection made. */
static bool is_fence(const struct usc_group *g)
{
   return g->kind == USC_CONTROL && (g->op[USC_CTRL] == USC_OP_MUTEX || g->op[USC_CTRL] == USC_OP_WDF);
}

/* Destinations of W0 and W1. Under a condition, lanes that do not write keep the old value, so it counts as read. */
static void dst_refs(const struct usc_mir *c, const struct usc_instr *i, cg_ref_fn fn, void *user)
{
   const struct usc_group *g = &i->g;
   for (unsigned k = 0; k < 2; k++)
      if (g->dst[k].bank) {
         if (g->cc != USC_CC_PE && g->cc != USC_CC_IGNOREPE && !i->fresh)
            usc_opd_ref(c, g->dst[k], 1, false, fn, user);
         usc_opd_ref(c, g->dst[k], 1, true, fn, user);
      }
}

/* References of a group with only ALU operations, in the order of usc_refs(). */
static void alu_refs(const struct usc_mir *c, const struct usc_instr *i, unsigned words, cg_ref_fn fn, void *user)
{
   const struct usc_group *g = &i->g;
   const uint32_t res = c->p.num_units, flags = usc_op_info[g->op[USC_P0]].flags | usc_op_info[g->op[USC_P1]].flags;
   const unsigned reads = usc_alu_slots(g) & 0x3f;
   for (unsigned s = 0; reads >> s; s++)
      if (reads >> s & 1 && g->src[s].bank)
         usc_opd_ref(c, g->src[s], words, false, fn, user);
   if (usc_group_reads_p0(g))
      fn(user, res + USC_RES_P0, 1, false);
   if (usc_opd_is_pixel(g->dst[0]) || usc_opd_is_pixel(g->dst[1]))
      fn(user, res + USC_RES_FEEDBACK, 1, false);
   if (flags & USC_F_QUAD)
      fn(user, res + USC_RES_QUAD, 1, false);
   dst_refs(c, i, fn, user);
   if ((flags & USC_F_P0OUT) || (g->op[USC_TST] && g->tst_pwen) || (g->op[USC_P0] == USC_OP_FRED && g->red_pwen))
      fn(user, res + USC_RES_P0, 1, true);
}

void usc_refs(const struct usc_mir *c, const struct usc_instr *i, cg_ref_fn fn, void *user)
{
   uint32_t res = c->p.num_units;
   const struct usc_group *g = &i->g;
   if (i->base.kind == CG_COPIES) {
      for (uint32_t k = 0; k < i->base.num_copies; k++)
         usc_opd_ref(c, usc_copy_opd(c, &i->base.copies[k]), 1, false, fn, user);
      for (uint32_t k = 0; k < i->base.num_copies; k++)
         fn(user, i->base.copies[k].dst, 1, true);
      return;
   }
   for (uint32_t k = 0; i->base.kind == CG_OPERATION && k < i->base.num_keep; k++)
      fn(user, i->base.keep[k].unit, i->base.keep[k].n, false);
   if (usc_is_simple(g)) {
      usc_simple_refs(c, g, fn, user);
      return;
   }
   if (g->kind == USC_MAIN && !g->op[USC_BE] && g->op[USC_P0] != USC_OP_GTA && !i->access) {
      alu_refs(c, i, usc_group_src_words(g, 0), fn, user);
      return;
   }
   unsigned reads = usc_group_reads(g);
   if (i->access) /* computes its address itself */
      reads &= ~(1u << g->sel_a);
   for (unsigned s = 0; reads >> s; s++)
      if (reads >> s & 1 && g->src[s].bank)
         usc_opd_ref(c, g->src[s], usc_group_src_words(g, s), false, fn, user);
   if (usc_group_reads_p0(g))
      fn(user, res + USC_RES_P0, 1, false);
   if (usc_group_is_pixel_output(g) || (g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_SAVMSK))
      fn(user, res + USC_RES_FEEDBACK, 1, false);
   if (usc_group_reads_quad(g))
      fn(user, res + USC_RES_QUAD, 1, false);
   if (g->kind == USC_MAIN) {
      switch (g->op[USC_BE]) {
      case USC_OP_LD: fn(user, res + USC_RES_MEMORY, 1, false); break;
      case USC_OP_UVSW_EMIT:
      case USC_OP_UVSW_CUT: fn(user, res + USC_RES_VERTEX, 1, true); break;
      case USC_OP_UVSW_WRITE:
         fn(user, res + USC_RES_VERTEX, 1, false);
         for (unsigned k = 0; k < (g->rpt ? g->rpt : 1); k++)
            fn(user, res + USC_RES_OUT + 8 + ((g->addr + k) & 255), 1, true);
         break;
      case USC_OP_SETL: fn(user, res + USC_RES_LINK, 1, true); break;
      case USC_OP_ATST:
      case USC_OP_DEPTHF:
         if (usc_group_feeds_back(g)) {
            fn(user, res + USC_RES_MEMORY, 1, false); /* the ISP may discard the pixel, but not what it has stored */
            fn(user, res + USC_RES_FEEDBACK, 2, true);
         }
         break;
      default: break;
      }
   }
   if (g->kind == USC_MAIN && usc_group_stores(g) && !g->tiled) /* nothing else touches the tile buffers */
      fn(user, res + USC_RES_MEMORY, 1, true);
   if (is_fence(g))
      fn(user, res + USC_RES_MEMORY, 2, true); /* also USC_RES_WORKGROUP */
   if (g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_SAVL)
      fn(user, res + USC_RES_LINK, 1, false);
   struct usc_opd first;
   unsigned count;
   if (usc_group_async_dest(g, &first, &count))
      usc_opd_ref(c, first, count, true, fn, user);
   if (i->access)
      usc_opd_ref(c, g->src[g->sel_a], 2, true, fn, user);
   dst_refs(c, i, fn, user);
   if (usc_group_writes_p0(g))
      fn(user, res + USC_RES_P0, 1, true);
}

static void visit_refs(const struct cg_program *p, const struct cg_instr *i, cg_ref_fn fn, void *user)
{
   usc_refs((const struct usc_mir *)p, usc_instr_of(i), fn, user);
}

/* A repeated group writes the results of one repetition before it reads the sources of the next. An access computes its address
   first. */
static bool writes_early(const struct cg_instr *i)
{
   return usc_instr_of(i)->g.rpt > 1 || usc_instr_of(i)->access;
}

/* Selection chose the counters of requests: 1 for textures, 0 for iteration and memory. */
static struct cg_request request_of(const struct cg_instr *i)
{
   const struct usc_group *g = &usc_instr_of(i)->g;
   struct cg_request r = {CG_NO_COUNTER, CG_NO_MEMORY};
   unsigned drc;
   if (is_fence(g))
      r.memory = CG_FENCE;
   if (!usc_group_is_drc(g, &drc))
      return r;
   r.counter = (uint8_t)drc;
   if (g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_LD)
      r.memory = CG_LOAD;
   else if (usc_group_stores(g) && !g->tiled) /* nothing else touches the tile buffers */
      r.memory = CG_STORE;
   return r;
}

const struct cg_machine usc_machine = {.refs = visit_refs, .early_writes = writes_early, .request = request_of};

/* SPDX-License-Identifier: MIT */
/* The steps of selection (usc_select.h), and which constants and parameters get shared registers if not all fit. */
#include "backend-usc/select/usc_select.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/operand/usc_pixel.h"
#include "backend-usc/select/pattern/usc_bytes.h"
#include "backend-usc/select/pattern/usc_combine.h"
#include "backend-usc/select/usc_cond.h"
#include "backend-usc/select/usc_flow.h"
#include "backend-usc/select/usc_input.h"
#include "backend-usc/select/usc_memory.h"
#include "backend-usc/select/usc_operation.h"
#include "backend-usc/select/usc_output.h"
#include "backend-usc/select/usc_storage.h"

#include <stdlib.h>

/* Do all lanes execute the kill? Then its condition is tested at the end, and no register records the killed invocations. */
static bool is_unconditional(const struct usc_selection *c, const struct ir_instr *kill)
{
   const struct ir_block **open = NULL; /* merges of the ifs and loops around the block */
   uint32_t nest = 0, cap = 0;
   for (uint32_t b = 0; b <= kill->block->index; b++) {
      const struct ir_block *blk = c->s->blocks[b];
      while (nest && open[nest - 1] == blk)
         nest--;
      if (blk != kill->block && blk->merge && (blk->term == IR_TERM_IF || blk->term == IR_TERM_LOOP))
         UTIL_PUSH(c->ctx, open, nest, cap, blk->merge);
   }
   return nest == 0;
}

/* Initialises the register of invocations that are alive, if it is needed. */
static void init_alive(struct usc_selection *c)
{
   const struct usc_inputs *in = c->in;
   const bool stores = in->storage.stores && c->s->stage == IR_STAGE_FRAGMENT;
   c->alive = USC_NO_REG;
   if (!stores && (!in->kills || (in->kills == 1 && is_unconditional(c, in->kill))))
      return;
   c->alive = cg_reg_new(&c->m->p, 1);
   /* Helpers must not store either. They are not in the valid mask (observed: pco_nir.c, nir_lower_is_helper_invocation of that
      mask). */
   if (stores)
      usc_emit_covered(c, usc_v(c->alive));
   else
      usc_emit(c, usc_g_mov(usc_v(c->alive), usc_c(USC_C_ALL)));
}

/* ---- arrays in registers ------------------------------------------------------------------------------------------------- */

struct load_reads {
   uint32_t at_once; /* reads of a load by instructions of its block for which usc_reads_at_once() is true */
   uint32_t last;    /* place of the last of these instructions */
};

static void note_reads(const struct usc_selection *c, const struct ir_instr *q, uint32_t at, struct load_reads *reads)
{
   for (uint32_t k = 0; usc_reads_at_once(c, q) && k < q->nsrc; k++) {
      const struct ir_instr *d = q->src[k].val->def;
      struct load_reads *r = &reads[q->src[k].val->id];
      if (!d || d->op != IR_array_load || d->block != q->block)
         continue;
      r->at_once++;
      r->last = r->last ? r->last : at;
   }
}

/* The range of elements that an access to an array in registers may touch; variables have the first numbers. False if it is not
   such an access. */
static bool find_touched(const struct usc_selection *c, const struct ir_instr *i, uint32_t *first, uint32_t *n)
{
   const struct usc_arrays *a = &c->arrays;
   const struct usc_variable *v = usc_variable_of(c, i);
   *n = 1;
   if (v)
      *first = (uint32_t)(v - a->variable);
   if (v || (i->op != IR_array_load && i->op != IR_array_store) || a->in_memory[i->attr[0]])
      return v;
   *first = a->num_variables + a->at[i->attr[0]];
   if (usc_array_index(i))
      *n = c->s->arrays[i->attr[0]].length;
   else
      *first += usc_direct_element(c, i);
   return true;
}

struct in_place {
   struct load_reads *reads; /* by IR value id */
   uint32_t *stored, at;     /* by element: the next store, or 0; places in the program are numbered downwards */
};

static void find_in_place_in_block(struct usc_selection *c, const struct ir_block *b, struct in_place *p)
{
   const uint32_t end = p->at;
   uint32_t first, n;
   for (const struct ir_instr *i = b->last; i; i = ir_prev(i), p->at--) {
      note_reads(c, i, p->at, p->reads);
      if (!find_touched(c, i, &first, &n))
         continue;
      const bool store = i->op == IR_array_store;
      const uint32_t v = store ? 0 : i->dst[0]->id;
      const struct load_reads *r = store ? NULL : &p->reads[v];
      bool good = r && r->at_once == c->lists.reads[v] && c->uses[v] == r->at_once;
      for (uint32_t k = first; k < first + n; k++) {
         if (store)
            p->stored[k] = p->at;
         good = good && (!p->stored[k] || p->stored[k] > end || r->last <= p->stored[k]);
      }
      if (!store)
         c->arrays.in_place[v] = good;
   }
}

/*
 * Finds loads that need no code: all their readers come before the next store to the element in the block, so they read the
 * element itself. Walks backwards through the blocks with loads.
 */
static void find_in_place(struct usc_selection *c)
{
   const size_t values = c->num_values, num = (size_t)c->arrays.num_variables + c->m->pinned.num;
   c->arrays.in_place = UTIL_ARRAY(c->ctx, bool, values);
   if (!num || !c->lists.reads)
      return;
   struct in_place p = {UTIL_ARRAY(c->ctx, struct load_reads, values), UTIL_ARRAY(c->ctx, uint32_t, num), UINT32_MAX};
   const struct ir_block *last = NULL;
   for (uint32_t n = c->lists.num_ops; n-- > 0;)
      if (c->lists.ops[n]->op == IR_array_load && c->lists.ops[n]->block != last) {
         last = c->lists.ops[n]->block;
         find_in_place_in_block(c, last, &p);
      }
   util_discard(c->ctx, p.stored, sizeof *p.stored * num);
   util_discard(c->ctx, p.reads, sizeof *p.reads * values);
}

/* ---- programs with too many constants and parameters --------------------------------------------------------------------- */

#define ROOM_FOR_OTHERS 64 /* registers reserved for constants that selection adds */
#define COST_OF_LOAD 4     /* of an address, a load and its wait, against 1 for moving a constant */

/* A candidate for shared registers: a constant, a parameter, or an array of parameters that is indexed. */
struct candidate {
   uint32_t bits, entry, entries; /* entries is 0 for the constant `bits` */
   uint32_t words, cost;          /* registers that it needs; cost of not getting them */
};

struct demands {
   struct candidate *of;
   uint32_t num, cap;
   uint32_t *which, words; /* by slot of plan.kept: number of the constant in of[]; registers that all need */
};

static void count_constant(struct usc_selection *c, struct demands *d, uint32_t bits, uint32_t reads)
{
   struct usc_const_plan *p = &c->m->plan;
   if (usc_find_constant(bits) >= 0)
      return;
   uint32_t *slot = usc_kept_slot(p, bits);
   if (!*slot) {
      *slot = bits;
      d->which[slot - p->kept] = d->num;
      d->words++;
      UTIL_PUSH(c->ctx, d->of, d->num, d->cap, (struct candidate){.bits = bits, .words = 1});
   }
   d->of[d->which[slot - p->kept]].cost += reads;
}

enum { NEEDS_STATE = 1, NEEDS_SIZE = 2, NEEDS_LAYERS = 4, NEEDS_COMPARE = 8, NEEDS_GATHER = 16 };
/* Pairs of a texture unit and the unit of its sampler. */
#define UNIT_PAIRS (32 * 33)
static unsigned unit_pair(uint32_t attr) { return ir_tex_unit(attr) % 32 * 33 + (attr >> IR_TEX_SAMPLER_SHIFT) % 33; }

static unsigned unit_needs(const struct ir_instr *i)
{
   const struct exec_tex_info *info = &exec_tex_info[i->attr[1]];
   return i->attr[0] == TEX_SIZE || i->attr[0] == TEX_LEVELS
              ? NEEDS_SIZE
              : NEEDS_STATE | (i->attr[0] == TEX_GATHER ? NEEDS_GATHER : 0) | (info->array ? NEEDS_LAYERS : 0) |
                    (info->shadow ? NEEDS_COMPARE : 0);
}

/* Upper limit of the registers for accesses to a unit: 4 each for image, two samplers and size, with gaps for their alignment,
   4 for layers and 3 for comparison. */
static uint32_t unit_registers(unsigned needs)
{
   return (needs & NEEDS_STATE ? 14 : 0) + (needs & NEEDS_SIZE ? 7 : 0) + (needs & NEEDS_LAYERS ? 4 : 0) +
          (needs & NEEDS_COMPARE ? 3 : 0) + (needs & NEEDS_GATHER ? 7 : 0);
}

/* Upper limit of the registers for all texture accesses. */
static uint32_t count_textures(const struct usc_selection *c)
{
   uint8_t units[UNIT_PAIRS] = {0}; /* what the accesses to each need */
   uint32_t registers = 0;
   for (uint32_t n = 0; n < c->lists.num_ops; n++) {
      const struct ir_instr *i = c->lists.ops[n];
      if (i->op != IR_tex)
         continue;
      uint8_t *unit = &units[unit_pair(i->attr[2])];
      registers += unit_registers(unit_needs(i) & ~(unsigned)*unit);
      *unit |= (uint8_t)unit_needs(i);
   }
   return registers;
}

static void count_demands(struct usc_selection *c, struct demands *d)
{
   const struct ir_shader *s = c->s;
   const uint8_t *relative = c->in->params.relative;
   const uint32_t *loads = c->in->params.loads;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_const && i->dst[0]->width != 1)
            count_constant(c, d, i->attr[0], c->uses[i->dst[0]->id]);
         else if (i->op == IR_load_param && !i->nsrc && i->attr[0] < s->num_params && !relative[i->attr[0]] &&
                  s->params[i->attr[0]].cls == PARAM_CONST)
            count_constant(c, d, s->params[i->attr[0]].value[i->attr[1] & 3], c->uses[i->dst[0]->id]);
   for (uint32_t e = 0; e < s->num_params;) {
      struct candidate k = {.entry = e, .entries = 1, .words = 4, .cost = COST_OF_LOAD * loads[e]};
      while (relative[e] && e + k.entries < s->num_params && relative[e + k.entries])
         k.cost += COST_OF_LOAD * loads[e + k.entries++];
      k.words = 4 * k.entries;
      if (k.cost && (relative[e] || s->params[e].cls != PARAM_CONST)) {
         d->words += k.words;
         UTIL_PUSH(c->ctx, d->of, d->num, d->cap, k);
      }
      e += k.entries;
   }
}

/* Orders candidates by decreasing cost per register, then by first occurrence. */
static int by_cost(const void *x, const void *y)
{
   const struct candidate *a = x, *b = y;
   const uint64_t ca = (uint64_t)a->cost * b->words, cb = (uint64_t)b->cost * a->words;
   if (ca != cb)
      return ca > cb ? -1 : 1;
   if (!a->entries != !b->entries)
      return a->entries ? -1 : 1;
   const uint32_t ka = a->entries ? a->entry : a->bits, kb = b->entries ? b->entry : b->bits;
   return ka < kb ? -1 : ka > kb;
}

static void plan_params(struct usc_selection *c)
{
   const struct ir_shader *s = c->s;
   struct usc_const_plan *p = &c->m->plan;
   const uint32_t limit = usc_core_shareds(c->opt->core, s->stage == IR_STAGE_FRAGMENT);
   const uint32_t constants = c->in->params.constants;
   /* Registers for what must be in them: textures, the sampler of fetches with its alignment, addresses of buffers, tiles,
      parameters and scratch memory, constants for scratch memory. */
   const uint32_t fixed =
       count_textures(c) + usc_count_storage_registers(c) + 7 + 3 * 16 + 3 * USC_NUM_TILES + 3 + 3 + 3 + ROOM_FOR_OTHERS;
   if (4 * s->num_params + constants + fixed <= limit)
      return; /* all have registers */
   for (p->size = 64; p->size < 2 * constants; p->size *= 2)
      ;
   p->kept = UTIL_ARRAY(c->ctx, uint32_t, p->size);
   struct demands d = {.which = UTIL_ARRAY(c->ctx, uint32_t, p->size)};
   count_demands(c, &d);
   if (d.words + fixed <= limit) {
      *p = (struct usc_const_plan){0};
      return;
   }
   qsort(d.of, d.num, sizeof *d.of, by_cost);
   memset(p->kept, 0, p->size * sizeof *p->kept);
   c->in->params.mem = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_params + 1);
   p->room = ROOM_FOR_OTHERS;
   for (uint32_t k = 0, left = fixed < limit ? limit - fixed : 0; k < d.num; k++) {
      const struct candidate *q = &d.of[k];
      const bool fits = q->words <= left;
      left -= fits ? q->words : 0;
      if (!q->entries && fits)
         *usc_kept_slot(p, q->bits) = q->bits;
      for (uint32_t e = q->entry; !fits && e < q->entry + q->entries; e++)
         c->in->params.mem[e] = 1;
   }
}

/* ---- the steps ----------------------------------------------------------------------------------------------------------- */

/* Finds what the program reads and writes, and which operations become part of others. */
static void analyse(struct usc_selection *c)
{
   usc_scan_program(c);
   usc_bytes_scan(c);
   usc_drop_clamps(c);
   usc_combine_scan(c);
   usc_plan_selects(c);
   usc_fold_comparisons(c);
   usc_fold_indices(c);
   usc_fold_floors(c);
   usc_saturate_inputs(c);
   util_discard(c->ctx, c->lists.io, c->lists.cap_io * sizeof *c->lists.io);
}

/* Assigns registers to inputs, outputs, memory and arrays. */
static void assign(struct usc_selection *c)
{
   plan_params(c);
   usc_assign_inputs(c);
   usc_assign_storage(c);
   usc_assign_outputs(c);
   usc_assign_arrays(c);
   find_in_place(c);
   util_discard(c->ctx, c->lists.ops, c->lists.cap_ops * sizeof *c->lists.ops);
   util_discard(c->ctx, c->lists.reads, c->num_values * sizeof *c->lists.reads);
   c->lists = (struct usc_scan_lists){0};
   if (c->m->far) /* the first constant: index register 1 holds it to reach the first far registers */
      usc_const(c->m, USC_MAX_DIRECT + 1);
   usc_assign_params(c);
}

/* Emits groups before the first block. */
static void begin_program(struct usc_selection *c)
{
   if (c->m->plan.size)
      c->m->plan.moves = &c->m->p.blocks[0].body;
   usc_init_outputs(c);
   usc_init_arrays(c);
   init_alive(c);
   usc_compute_storage_address(c);
   usc_iterate_shared(c);
}

static void select_block(struct usc_selection *c, const struct ir_block *b)
{
   c->cur = b->index;
   c->block_regs = c->m->p.num_regs;
   if (c->m->plan.size)
      c->m->plan.moves = &c->m->p.blocks[c->cur].body;
   usc_begin_block(c, b);
   ir_foreach_instr (b, i) {
      usc_set_origin(c, i->span, i->src, i->nsrc);
      usc_select_instr(c, i);
   }
   if (b->term == IR_TERM_RETURN || b->index + 1 == c->s->num_blocks) {
      usc_end_program(c);
   } else {
      usc_set_origin(c, b->span, NULL, 0);
      usc_end_block(c, b);
   }
}

void usc_select(struct usc_selection *c, struct usc_mir *m)
{
   struct util_ctx *ctx = m->p.ctx;
   struct ir_shader *s = m->s;
   const size_t values = (size_t)s->num_values + 1;
   *c = (struct usc_selection){.m = m, .ctx = ctx, .s = s, .opt = m->opt, .r = m->r, .in = UTIL_NEW(ctx, struct usc_inputs)};
   c->num_values = values;
   c->val = UTIL_ARRAY(ctx, struct usc_opd, values);
   c->uses = UTIL_ARRAY(ctx, uint32_t, values);
   c->folded = UTIL_ARRAY(ctx, uint8_t, values);
   c->packed = UTIL_ARRAY(ctx, uint8_t, values);
   c->combined = UTIL_ARRAY(ctx, uint8_t, values);
   m->scratch.sh = m->scratch.unit = USC_NO_REG;
   m->plan = (struct usc_const_plan){0};

   analyse(c);
   assign(c);
   usc_flow_init(c);
   begin_program(c);
   for (uint32_t b = 0; b < s->num_blocks && !m->failed; b++)
      select_block(c, s->blocks[b]);
   m->plan.moves = NULL;
   m->from.next = NULL;
   for (uint32_t b = 0; b < s->num_blocks && c->coalesced.cap; b++)
      usc_rename_coalesced(c, &m->p.blocks[b]);
   if (!m->failed && s->stage == IR_STAGE_FRAGMENT)
      usc_place_rows(c);
   usc_finish_params(c);
   usc_check_shareds(m);
}

void usc_select_finish(struct usc_selection *c)
{
   util_discard(c->ctx, c->in, sizeof *c->in);
   util_discard(c->ctx, c->val, c->num_values * sizeof *c->val);
   util_discard(c->ctx, c->uses, c->num_values * sizeof *c->uses);
   util_discard(c->ctx, c->folded, c->num_values * sizeof *c->folded);
   util_discard(c->ctx, c->choices, c->num_values * sizeof *c->choices);
   util_discard(c->ctx, c->packed, c->num_values * sizeof *c->packed);
   util_discard(c->ctx, c->combined, c->num_values * sizeof *c->combined);
   util_discard(c->ctx, c->quotient, c->num_values * sizeof *c->quotient);
   util_discard(c->ctx, c->pair, c->num_values * sizeof *c->pair);
}

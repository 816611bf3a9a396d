/* SPDX-License-Identifier: MIT */
/*
 * Promotes IR arrays to SSA values.
 *
 *    array_store 0.5, array=0 index=1          %5 = phi 0.5, %3
 *    ... join ...                        ->
 *    %7 = array_load array=0 index=1           (uses of %7 read %5)
 *
 * An array is promoted if the index of every access is constant: each element that is accessed becomes a variable of its own.
 * An array of one element is always promoted, because every index is clamped to 0. Elements that were not written read 0.
 *
 * Invariants: the accesses of other arrays stay. Declarations without accesses are removed, the others renumbered.
 *
 * The number of phi operands may grow as the product of variables and exits. To bound memory, if there would be more than
 * max_operands(), the variables with the most operands for each access stay arrays: a machine may give each element a register
 * that is written more than once, so the cost is only that of the accesses. This is decided once.
 *
 * Method: phis at the iterated dominance frontier of the stores of a variable (Cytron et al., "Efficiently computing static
 * single assignment form", 1991), but only for variables that are read in a block before being written there ("semi-pruned":
 * Briggs et al., 1998), and only below the block of its first store; renaming along the dominator tree with an undo log; then
 * phis that nothing but phis uses are removed. O(n log n) in the accesses, plus the phis that are placed: at most stores times
 * nesting depth.
 */
#include "passes/pass.h"

#include <stdlib.h>

#include "ir/cfg.h"
#include "ir/match.h"

struct var {
   uint32_t array;
   bool global;           /* read before it is written in some block */
   bool read_first;       /* the first access in the program is a load */
   uint32_t scope;        /* the block of the first access in the program */
   bool stays;            /* would need too many operands, so it stays an array */
   uint32_t store_block;  /* last block in which a store was met, during collection */
   uint32_t accesses;
   uint64_t operands;     /* number of operands of its phis */
   uint32_t first, count; /* its range in def_blocks, the blocks with stores */
};

struct phi {
   struct ir_instr *instr;
   uint32_t var;
   bool live;
};

struct undo {
   uint32_t var;
   struct ir_value *old;
};

/* A load or store of an array, with the data that is needed repeatedly: instructions of a big program are not in the cache. */
struct access {
   struct ir_instr *instr;
   uint32_t var; /* its variable, or NONE if the array stays */
   uint32_t block : 31, store : 1;
};
#define NONE UINT32_MAX

struct ssa {
   struct ir_shader *s;
   struct access *access; /* all accesses in program order */
   uint32_t num_access, cap_access;
   uint32_t *first; /* by block: number of its first access */
   struct ir_instr **stay; /* accesses of arrays that stay arrays */
   uint32_t num_stay, cap_stay;
   struct var *vars;
   uint32_t num_vars;
   struct ir_value **cur; /* by variable: its current value, or NULL if it was never written and is 0 */
   struct undo *undo;
   uint32_t num_undo, cap_undo;
   struct ir_value *zero[33]; /* by width, in the entry */
   struct phi *phis; /* phis of a block are consecutive and start at block->tmp; instr->tmp is the index of a phi */
   uint32_t num_phis;
   struct ir_dom dom;
   uint32_t *work, num_work; /* live phis whose sources have not been visited */
   /* stays: by value, 1 if its instruction stays (NULL in a small program); kept and removed count values */
   uint32_t *stays, kept, removed;
};

/* Gets the element that an access touches; returns false if the index is not constant. */
static bool get_element(const struct ir_shader *s, const struct ir_instr *i, uint32_t *elem)
{
   bool store = i->op == IR_array_store;
   uint32_t length = s->arrays[i->attr[0]].length, index = 0;

   *elem = 0;
   if (length > 1 && i->nsrc > store && !ir_is_const(i->src[store].val, &index))
      return false;
   int32_t e = (int32_t)(i->attr[1] + index);
   *elem = e < 0 ? 0 : (uint32_t)e >= length ? length - 1 : (uint32_t)e;
   return true;
}

static bool is_access(const struct ir_instr *i)
{
   return i->op == IR_array_load || i->op == IR_array_store;
}

static struct ir_value *zero_of(struct ssa *c, unsigned width)
{
   if (!c->zero[width]) {
      struct ir_builder b = ir_at_end(c->s, c->s->blocks[0]);
      b.after = NULL; /* the entry has no phis */
      c->zero[width] = ir_const(&b, width, 0);
   }
   return c->zero[width];
}

static struct ir_value *read_var(struct ssa *c, uint32_t var)
{
   return c->cur[var] ? c->cur[var] : zero_of(c, c->s->arrays[c->vars[var].array].width);
}

static void write_var(struct ssa *c, uint32_t var, struct ir_value *v)
{
   UTIL_PUSH(c->s->ctx, c->undo, c->num_undo, c->cap_undo, (struct undo){var, c->cur[var]});
   c->cur[var] = v;
}

/* Records all accesses. Elements are numbered over all arrays; those of array a start at first[a]. stays is indexed by
   array. */
static void find_accesses(struct ssa *c, const uint32_t *first, bool *stays)
{
   struct ir_shader *s = c->s;

   ir_foreach_block (s, b) {
      c->first[b->index] = c->num_access;
      ir_foreach_instr (b, i) {
         uint32_t elem = 0;
         if (i->op == IR_phi)
            i->tmp = NONE;
         if (!is_access(i))
            continue;
         const uint32_t a = i->attr[0];
         stays[a] |= s->arrays[a].stays || !get_element(s, i, &elem);
         UTIL_PUSH(s->ctx, c->access, c->num_access, c->cap_access,
                   (struct access){i, stays[a] ? first[a] : first[a] + elem, b->index & INT32_MAX, i->op == IR_array_store});
      }
   }
}

static void keep_access(struct ssa *c, struct access *a)
{
   a->var = NONE;
   UTIL_PUSH(c->s->ctx, c->stay, c->num_stay, c->cap_stay, a->instr);
}

/* Numbers the variables and sets tmp of existing phis to NONE. Other instructions are not written, so over a big program the
   walk only reads memory. */
static bool collect(struct ssa *c)
{
   struct ir_shader *s = c->s;
   struct util_ctx *ctx = s->ctx;
   bool *stays = UTIL_ARRAY(ctx, bool, s->num_arrays), any = false;
   /* first: by array; number: by element of all arrays */
   uint32_t *first = UTIL_ARRAY(ctx, uint32_t, s->num_arrays), *number, total = 0;

   for (uint32_t a = 0; a < s->num_arrays; a++) {
      first[a] = total;
      if (s->arrays[a].length > UINT32_MAX - total)
         util_fail(ctx, UTIL_LIMIT);
      total += s->arrays[a].length;
   }
   find_accesses(c, first, stays);
   number = UTIL_ARRAY(ctx, uint32_t, total);
   for (uint32_t a = 0; a < s->num_arrays; a++)
      for (uint32_t e = 0; stays[a] && e < s->arrays[a].length; e++)
         number[first[a] + e] = NONE;
   for (uint32_t k = 0; k < c->num_access; k++)
      if (number[c->access[k].var] == NONE) {
         keep_access(c, &c->access[k]);
      } else {
         number[c->access[k].var] = 1;
         any = true;
      }
   for (uint32_t e = 0; e < total; e++)
      c->num_vars += number[e] == 1;
   c->vars = UTIL_ARRAY(ctx, struct var, c->num_vars);
   c->num_vars = 0;
   for (uint32_t a = 0; a < s->num_arrays; a++)
      for (uint32_t e = 0; !stays[a] && e < s->arrays[a].length; e++)
         if (number[first[a] + e]) {
            number[first[a] + e] = c->num_vars;
            c->vars[c->num_vars++] = (struct var){.array = a, .scope = NONE, .store_block = NONE};
         }
   for (uint32_t k = 0; k < c->num_access; k++)
      if (c->access[k].var != NONE)
         c->access[k].var = number[c->access[k].var];
   util_discard(ctx, number, total * sizeof *number);
   util_discard(ctx, first, s->num_arrays * sizeof *first);
   util_discard(ctx, stays, s->num_arrays * sizeof *stays);
   return any;
}

/* If a variable is stored in a block that dominates all its accesses, before any of them, its value matters only in that
   block's subtree, and no phis are needed outside. Otherwise its scope is the entry, which dominates everything. */
static void note_scope(const struct ssa *c, struct var *v, const struct access *a)
{
   if (v->scope == NONE) { /* a dominator comes first in the program */
      v->scope = a->block;
      v->read_first = !a->store;
   }
   if (v->read_first || !ir_dominates(&c->dom, v->scope, a->block))
      v->scope = 0;
}

/* Finds the blocks that store each variable, and the variables that cross blocks. Returns the list that vars[k].first and
   .count index; *total gets its length. */
static uint32_t *find_stores(struct ssa *c, uint32_t *total)
{
   uint32_t *def_blocks, at = 0;

   *total = 0;
   for (uint32_t k = 0; k < c->num_access; k++) {
      const struct access *a = &c->access[k];
      if (a->var == NONE)
         continue;
      struct var *v = &c->vars[a->var];

      note_scope(c, v, a);
      v->accesses++;
      if (!a->store) {
         v->global |= v->store_block != a->block;
      } else if (v->store_block != a->block) {
         v->store_block = a->block;
         v->count++;
         ++*total;
      }
   }
   def_blocks = UTIL_ARRAY(c->s->ctx, uint32_t, *total);
   for (uint32_t k = 0; k < c->num_vars; k++) {
      c->vars[k].first = at;
      at += c->vars[k].count;
      c->vars[k].count = 0;
      c->vars[k].store_block = NONE;
   }
   for (uint32_t k = 0; k < c->num_access; k++) {
      const struct access *a = &c->access[k];
      struct var *v = a->store && a->var != NONE ? &c->vars[a->var] : NULL;

      if (v && v->store_block != a->block) {
         v->store_block = a->block;
         def_blocks[v->first + v->count++] = a->block;
      }
   }
   return def_blocks;
}

/* Where phis go: pairs of block and variable, ordered by variable. */
struct place {
   uint32_t block, var;
};
struct places {
   struct place *at;
   uint32_t n, cap;
   /* by block: its first place, once the places are sorted by block; before that, entry b + 1 counts the places of block b */
   uint32_t *first;
};

/* The iterated dominance frontiers of the stores. The worklist of a variable never holds a block twice. */
static void find_places(struct ssa *c, const uint32_t *def_blocks, struct places *p)
{
   struct ir_shader *s = c->s;
   struct util_ctx *ctx = s->ctx;
   struct ir_frontiers df = ir_dom_frontiers(s, c->dom.idom);
   util_work(ctx, df.first[s->num_blocks]);
   uint32_t *has_phi = UTIL_ARRAY(ctx, uint32_t, s->num_blocks), *queued = UTIL_ARRAY(ctx, uint32_t, s->num_blocks);
   uint32_t *work = UTIL_ARRAY(ctx, uint32_t, s->num_blocks);

   p->first = UTIL_ARRAY(ctx, uint32_t, (size_t)s->num_blocks + 1);
   for (uint32_t k = 0; k < c->num_vars; k++) {
      const struct var *v = &c->vars[k];
      uint32_t n = 0;
      if (!v->global)
         continue;
      for (uint32_t d = 0; d < v->count; d++) {
         queued[def_blocks[v->first + d]] = k + 1;
         work[n++] = def_blocks[v->first + d];
      }
      while (n) {
         uint32_t w = work[--n];
         for (uint32_t f = df.first[w]; f < df.first[w + 1]; f++) {
            uint32_t j = df.item[f];
            if (has_phi[j] == k + 1 || !ir_dominates(&c->dom, v->scope, j))
               continue;
            has_phi[j] = k + 1;
            UTIL_PUSH(ctx, p->at, p->n, p->cap, (struct place){j, k});
            c->vars[k].operands += s->blocks[j]->num_preds;
            p->first[j + 1]++;
            if (queued[j] != k + 1) {
               queued[j] = k + 1;
               work[n++] = j;
            }
         }
      }
   }
   util_discard(ctx, df.item, df.first[s->num_blocks] * sizeof *df.item);
   util_discard(ctx, df.first, ((size_t)s->num_blocks + 1) * sizeof *df.first);
   uint32_t *const by_block[] = {has_phi, queued, work};
   for (unsigned k = 0; k < 3; k++)
      util_discard(ctx, by_block[k], s->num_blocks * sizeof(uint32_t));
}

/*
 * Limits on the operands of all phis: MIN_OPERANDS, which programs written by people do not reach, plus OF_ACCESS for each
 * access, as many as nested constructs alone create. Variables with more than STEEP operands for each access are a product of
 * values and exits; together they may have only MIN_OPERANDS.
 */
#define MIN_OPERANDS 49152
#define OF_ACCESS 3
#define STEEP 8
static uint64_t max_operands(const struct ssa *c)
{
   return MIN_OPERANDS + OF_ACCESS * (uint64_t)c->num_access;
}

static bool is_steep(const struct var *v)
{
   return v->operands > STEEP * v->accesses;
}

static int by_operands(const void *a, const void *b)
{
   const struct var *x = *(const struct var *const *)a, *y = *(const struct var *const *)b;
   const uint64_t p = x->operands * y->accesses, q = y->operands * x->accesses;

   return p != q ? (p < q) - (p > q) : (x > y) - (x < y);
}

/* Chooses the variables that stay arrays, and drops their places. */
static void choose_stays(struct ssa *c, struct places *p)
{
   struct ir_shader *s = c->s;
   uint64_t total = 0, steep = 0;

   ir_foreach_block (s, b)
      ir_foreach_phi (b, i)
         total += i->nsrc;
   for (uint32_t k = 0; k < c->num_vars; k++) {
      total += c->vars[k].operands;
      steep += is_steep(&c->vars[k]) ? c->vars[k].operands : 0;
   }
   const uint64_t max = max_operands(c);
   if (total > max || steep > MIN_OPERANDS) {
      struct var **order = UTIL_ARRAY(s->ctx, struct var *, c->num_vars);
      uint32_t n = 0;
      for (uint32_t k = 0; k < c->num_vars; k++)
         if (c->vars[k].operands && s->arrays[c->vars[k].array].width == 32)
            order[n++] = &c->vars[k];
      qsort(order, n, sizeof(struct var *), by_operands);
      for (uint32_t k = 0; k < n && (total > max || (steep > MIN_OPERANDS && is_steep(order[k]))); k++) {
         order[k]->stays = s->arrays[order[k]->array].stays = true;
         total -= order[k]->operands;
         steep -= is_steep(order[k]) ? order[k]->operands : 0;
      }
      util_discard(s->ctx, order, c->num_vars * sizeof(struct var *));
      n = 0;
      for (uint32_t k = 0; k < p->n; k++)
         if (c->vars[p->at[k].var].stays)
            p->first[p->at[k].block + 1]--;
         else
            p->at[n++] = p->at[k];
      p->n = n;
      for (uint32_t k = 0; k < c->num_access; k++)
         if (c->access[k].var != NONE && c->vars[c->access[k].var].stays)
            keep_access(c, &c->access[k]);
   }
   util_work(s->ctx, total);
}

/* Emits the phis block by block, so that renaming finds the phis of a block from block->tmp on. */
static void emit_phis(struct ssa *c, struct places *p)
{
   struct ir_shader *s = c->s;
   struct util_ctx *ctx = s->ctx;

   for (uint32_t k = 0; k < s->num_blocks; k++)
      p->first[k + 1] += p->first[k];
   uint32_t *order = UTIL_ARRAY(ctx, uint32_t, p->n), *end = p->first;
   for (uint32_t k = 0; k < s->num_blocks; k++)
      s->blocks[k]->tmp = p->first[k];
   for (uint32_t k = 0; k < p->n; k++)
      order[end[p->at[k].block]++] = p->at[k].var;
   c->phis = UTIL_ARRAY(ctx, struct phi, p->n);
   for (uint32_t k = 0, n = 0; k < s->num_blocks; k++) {
      struct ir_builder b = ir_at_end(s, s->blocks[k]);
      b.after = NULL;
      for (; n < end[k]; n++) {
         unsigned width = s->arrays[c->vars[order[n]].array].width;
         c->phis[n] = (struct phi){ir_emit_phi(&b, width, s->blocks[k]->num_preds), order[n], false};
         c->phis[n].instr->tmp = n;
      }
   }
   c->num_phis = p->n;
   c->work = UTIL_ARRAY(ctx, uint32_t, p->n);
   util_discard(ctx, order, p->n * sizeof *order);
}

static void place_phis(struct ssa *c)
{
   struct util_ctx *ctx = c->s->ctx;
   struct places p = {0};
   uint32_t total, *def_blocks = find_stores(c, &total);

   find_places(c, def_blocks, &p);
   choose_stays(c, &p);
   emit_phis(c, &p);
   util_discard(ctx, p.first, ((size_t)c->s->num_blocks + 1) * sizeof *p.first);
   util_discard(ctx, p.at, p.cap * sizeof *p.at);
   util_discard(ctx, def_blocks, total * sizeof *def_blocks);
}

/* The value that replaces v. The result of a removed load is a copy of the value that it read. */
static struct ir_value *resolve(const struct ir_value *v)
{
   return v->def->dst[v->res];
}

/* Marks a phi as live. A phi is live if anything except a phi of this pass uses it, or another live phi does. */
static void mark_live(struct ssa *c, const struct ir_value *v)
{
   const struct ir_instr *d = v->def;

   if (d->op == IR_phi && d->tmp != NONE && !c->phis[d->tmp].live) {
      c->phis[d->tmp].live = true;
      c->work[c->num_work++] = d->tmp;
   }
}

static void use(struct ssa *c, struct ir_src *src)
{
   src->val = resolve(src->val);
   mark_live(c, src->val);
}

static void keep(struct ssa *c, const struct ir_instr *i)
{
   c->kept++;
   for (unsigned k = 0; c->stays && k < i->ndst; k++)
      c->stays[i->dst[k]->id] = 1;
}

/* The phis of this pass at the start of b are c->phis[b->tmp] and those that follow in b. Other phis may read values that are
   defined later; see rename_all. */
static void rename_block(struct ssa *c, struct ir_block *b)
{
   for (uint32_t p = b->tmp; p < c->num_phis && c->phis[p].instr->block == b; p++)
      write_var(c, c->phis[p].var, c->phis[p].instr->dst[0]);
   const struct access *at = c->access + c->first[b->index];
   ir_foreach_instr_safe (b, i) {
      if (i->op == IR_phi && i->tmp != NONE)
         continue;
      const uint32_t var = is_access(i) ? at++->var : NONE;
      if (var == NONE) {
         for (uint32_t k = 0; !(i->op == IR_phi && ir_is_header(b)) && k < i->nsrc; k++)
            use(c, &i->src[k]);
         keep(c, i);
         continue;
      }
      if (i->op == IR_array_store)
         write_var(c, var, resolve(i->src[0].val));
      else
         *i->dst[0] = *read_var(c, var);
      ir_remove(i);
      c->removed++;
   }
   if (b->term == IR_TERM_IF)
      use(c, &b->cond);
}

static void fill_phis(struct ssa *c, struct ir_block *b)
{
   for (unsigned n = 0; n < ir_num_succs(b); n++) {
      struct ir_block *t = b->succ[n];

      if (t->tmp >= c->num_phis || c->phis[t->tmp].instr->block != t)
         continue;
      const uint32_t pred = ir_pred_number(t, b);
      for (uint32_t p = t->tmp; p < c->num_phis && c->phis[p].instr->block == t; p++)
         c->phis[p].instr->src[pred] = ir_use(read_var(c, c->phis[p].var));
   }
}

static void rename_all(struct ssa *c)
{
   struct ir_shader *s = c->s;
   const struct ir_dom *dom = &c->dom;
   struct scope {
      uint32_t block, undo;
   } *scope = UTIL_ARRAY(s->ctx, struct scope, dom->num);
   uint32_t depth = 0;

   c->cur = UTIL_ARRAY(s->ctx, struct ir_value *, c->num_vars);
   if (s->num_values >= IR_COMPACT_MIN) /* room for a zero of each width */
      c->stays = IR_SCRATCH(s, 0, uint32_t, s->num_values + sizeof c->zero / sizeof *c->zero);
   for (uint32_t k = 0; k < dom->num; k++) {
      struct ir_block *b = s->blocks[dom->order[k]];
      while (depth && !ir_dominates(dom, scope[depth - 1].block, b->index))
         for (uint32_t to = scope[--depth].undo; c->num_undo > to; c->num_undo--)
            c->cur[c->undo[c->num_undo - 1].var] = c->undo[c->num_undo - 1].old;
      scope[depth++] = (struct scope){b->index, c->num_undo};
      rename_block(c, b);
      fill_phis(c, b);
   }
   ir_foreach_block (s, b)
      if (ir_is_header(b))
         ir_foreach_phi (b, i)
            for (uint32_t n = 0; i->tmp == NONE && n < i->nsrc; n++)
               use(c, &i->src[n]);
   util_discard(s->ctx, c->undo, c->cap_undo * sizeof *c->undo);
   util_discard(s->ctx, c->cur, c->num_vars * sizeof(struct ir_value *));
   util_discard(s->ctx, c->vars, c->num_vars * sizeof *c->vars);
   util_discard(s->ctx, scope, dom->num * sizeof *scope);
   ir_dom_free(s, &c->dom);
}

/* Removes phis that only dead phis use. */
static void drop_dead_phis(struct ssa *c)
{
   while (c->num_work) {
      const struct ir_instr *i = c->phis[c->work[--c->num_work]].instr;
      for (uint32_t k = 0; k < i->nsrc; k++)
         mark_live(c, i->src[k].val);
   }
   for (uint32_t p = 0; p < c->num_phis; p++)
      if (c->phis[p].live)
         keep(c, c->phis[p].instr);
      else
         ir_remove(c->phis[p].instr);
   util_discard(c->s->ctx, c->work, c->num_phis * sizeof *c->work);
   util_discard(c->s->ctx, c->phis, c->num_phis * sizeof *c->phis);
}

/* Compacts a large program if a quarter of its values were removed, because the remaining instructions lie far apart. */
static void compact(struct ssa *c)
{
   if (!c->stays || c->removed < c->kept / 3)
      return;
   for (unsigned w = 0; w < sizeof c->zero / sizeof *c->zero; w++)
      if (c->zero[w])
         c->stays[c->zero[w]->id] = 1;
   ir_compact_dense(c->s, c->stays);
}

/* Removes declarations without accesses. */
static bool drop_arrays(struct ssa *c)
{
   struct ir_shader *s = c->s;
   const uint32_t num = s->num_arrays;
   uint32_t *number = UTIL_ARRAY(s->ctx, uint32_t, num), n = 0;

   for (uint32_t k = 0; k < c->num_stay; k++)
      number[c->stay[k]->attr[0]] = 1;
   for (uint32_t k = 0; k < s->num_arrays; k++)
      if (number[k]) {
         number[k] = n;
         s->arrays[n++] = s->arrays[k];
      }
   s->num_arrays = n;
   for (uint32_t k = 0; k < c->num_stay; k++)
      c->stay[k]->attr[0] = number[c->stay[k]->attr[0]];
   if (!n) {
      util_discard(s->ctx, s->arrays, s->cap_arrays * sizeof *s->arrays);
      s->arrays = NULL;
      s->cap_arrays = 0;
   }
   util_discard(s->ctx, number, num * sizeof *number);
   return n < num;
}

bool pass_ssa(struct ir_shader *s)
{
   struct ssa c = {.s = s};
   bool progress;

   if (!s->num_arrays)
      return false;
   if (!ir_may_have(s, IR_array_load) && !ir_may_have(s, IR_array_store))
      return drop_arrays(&c);
   c.first = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks);
   progress = collect(&c);
   if (progress) {
      c.dom = ir_dom_tree(s);
      place_phis(&c);
      rename_all(&c);
      drop_dead_phis(&c);
   }
   progress |= drop_arrays(&c);
   util_discard(s->ctx, c.stay, c.cap_stay * sizeof *c.stay);
   util_discard(s->ctx, c.access, c.cap_access * sizeof *c.access);
   util_discard(s->ctx, c.first, s->num_blocks * sizeof *c.first);
   compact(&c);
   return progress;
}

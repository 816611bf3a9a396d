/* SPDX-License-Identifier: MIT */
/* Facts, operands and nodes of the lower bound: see usc_bound_problem.h. */
#include "backend-usc/lower_bound/usc_bound_problem.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/pattern/usc_bytes.h"
#include "backend-usc/select/pattern/usc_combine.h"
#include "backend-usc/select/usc_cond.h"
#include "backend-usc/select/usc_output.h"
#include "ir/match.h"

/* ---- the rows of usc_ops.def -------------------------------------------------------------------------------------------- */

#define UNITS1(a)                                                                                                              \
   {                                                                                                                           \
      USC_UNIT_##a                                                                                                             \
   }
#define UNITS2(a, b)                                                                                                           \
   {                                                                                                                           \
      USC_UNIT_##a, USC_UNIT_##b                                                                                               \
   }
#define UNITS4(a, b, c, d)                                                                                                     \
   {                                                                                                                           \
      USC_UNIT_##a, USC_UNIT_##b, USC_UNIT_##c, USC_UNIT_##d                                                                   \
   }
#define PICK(a, b, c, d, macro, ...) macro
#define UNITS(...) PICK(__VA_ARGS__, UNITS4, UNITS4, UNITS2, UNITS1, 0)(__VA_ARGS__)
#define CHAIN 4
static const uint8_t units_of[IR_OP_COUNT][CHAIN] = {
#define SELECT(op, how, ...) [IR_##op] = UNITS(__VA_ARGS__),
#include "backend-usc/select/usc_ops.def"
#undef SELECT
};

enum usc_unit usc_bound_unit_of(const struct usc_lower_bound *s, const struct ir_instr *i, unsigned k)
{
   struct usc_pattern_match m;
   if (usc_match_pattern(s->c, i, &m))
      return k ? USC_UNIT_NONE : m.unit;
   return k < CHAIN ? (enum usc_unit)units_of[i->op][k] : USC_UNIT_NONE;
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

const struct ir_value *usc_bound_alias_of(const struct ir_value *v)
{
   while (v->def && v->def->op == IR_mov && v->def->sat == IR_SAT_NONE && !v->def->src[0].neg && !v->def->src[0].abs)
      v = v->def->src[0].val;
   return v;
}

bool usc_bound_is_live(const struct usc_lower_bound *s, const struct ir_instr *i)
{
   if (!i->ndst)
      return true;
   for (unsigned k = 0; k < i->ndst; k++)
      if (s->c->uses[i->dst[k]->id])
         return !s->c->folded[i->dst[k]->id];
   return false;
}

/* Is it a size query without readers of a result that depends on the level, its operand? The number of layers does not. */
static bool is_without_level(const struct usc_lower_bound *s, const struct ir_instr *i)
{
   bool reads = i->op != IR_tex || i->attr[0] != TEX_SIZE;
   for (unsigned k = 0; !reads && k < i->ndst && k < usc_size_dims(i->attr[1]); k++)
      reads = s->c->uses[i->dst[k]->id] != 0;
   return !reads;
}

/* Adds operand x, or instead the operands of its operation, if every reader does that operation itself. */
static unsigned add_operand(const struct usc_lower_bound *s, struct usc_bound_operand *o, unsigned n,
                            struct usc_bound_operand x)
{
   const struct ir_value *v = usc_bound_alias_of(x.src->val);
   if (!s->c->folded[v->id]) {
      o[n++] = x;
      return n;
   }
   for (uint32_t q = 0; q < v->def->nsrc; q++)
      o[n++] = (struct usc_bound_operand){&v->def->src[q], x.line, false};
   return n;
}

static unsigned pattern_operands(const struct usc_lower_bound *s, const struct usc_pattern_match *m,
                                 struct usc_bound_operand *o)
{
   unsigned n = 0;
   for (unsigned k = 0; k < m->num_reads; k++)
      n = add_operand(s, o, n, (struct usc_bound_operand){m->read[k], false, false});
   return n;
}

unsigned usc_bound_find_operands(const struct usc_lower_bound *s, const struct ir_instr *i, struct usc_bound_operand *o)
{
   struct usc_pattern_match m;
   if (usc_match_pattern(s->c, i, &m))
      return pattern_operands(s, &m, o);
   if (is_without_level(s, i))
      return 0;
   const enum usc_unit unit = (enum usc_unit)units_of[i->op][0];
   const struct usc_choices *choices = i->op == IR_sel ? usc_choices_of(s->c, i->dst[0]) : NULL;
   const bool line = i->op == IR_store_output ? s->c->s->stage != IR_STAGE_FRAGMENT
                                              : (unit == USC_UNIT_TST || unit == USC_UNIT_PCK) && !choices;
   unsigned n = 0;
   for (uint32_t k = 0; k < i->nsrc && n + 1 < USC_BOUND_OPERANDS; k++) {
      const struct ir_src *src = i->op == IR_store_output ? usc_stored_src(s->c, i) : &i->src[k];
      const bool cond = (i->op == IR_sel || i->op == IR_kill) && k == 0;
      if (cond && choices && i != choices->first)
         continue; /* one test for all */
      if (i->op == IR_load_param && s->c->folded[usc_bound_alias_of(src->val)->id])
         continue; /* the group of its clamp converts the index, and may compute it too */
      n = add_operand(s, o, n, (struct usc_bound_operand){src, cond || line, i->op == IR_sel && k > 0});
   }
   return n;
}

unsigned usc_bound_find_cond_operands(const struct usc_lower_bound *s, const struct ir_src *cond, struct usc_bound_operand *o)
{
   return add_operand(s, o, 0, (struct usc_bound_operand){cond, true, false});
}

unsigned usc_bound_find_branch_operands(const struct usc_lower_bound *s, const struct ir_block *b, struct usc_bound_operand *o,
                                        enum usc_unit *unit)
{
   struct usc_pattern_match m;
   const bool combined = usc_match_test(s->c, b->cond.val, &m);
   *unit = combined ? m.unit : USC_UNIT_TST;
   return combined ? pattern_operands(s, &m, o) : usc_bound_find_cond_operands(s, &b->cond, o);
}

/* ---- facts --------------------------------------------------------------------------------------------------------------- */

/* Is the operand an index, clamped by tests? */
static bool is_index(const struct ir_instr *i, const struct ir_src *src)
{
   return (i->op == IR_load_param || i->op == IR_load_buffer || i->op == IR_array_load || i->op == IR_array_store) &&
          src == &i->src[i->op == IR_array_store];
}

bool usc_bound_is_pixel_output(const struct usc_lower_bound *s, const struct ir_instr *i)
{
   const struct usc_selection *c = s->c;
   return i->op == IR_store_output && i->attr[0] >= SLOT_FRAG_COLOR && i->attr[0] <= SLOT_FRAG_COLOR_LAST &&
          usc_frt_is_whole(c->opt->frt[i->attr[0] - SLOT_FRAG_COLOR]) &&
          c->color.reg[i->attr[0] - SLOT_FRAG_COLOR] < USC_TILE_WORDS &&
          (i->block->index + 1 == c->s->num_blocks ||
           !(usc_writes_late(c->r) || c->color.read[i->attr[0] - SLOT_FRAG_COLOR]));
}

/* Notes that the reader, or for NULL the branch at the end of the block, reads operand n of all[]. */
static void note_use(struct usc_lower_bound *s, const struct usc_bound_operand *all, unsigned n, const struct ir_instr *reader)
{
   const struct usc_bound_operand *o = &all[n];
   s->facts[usc_bound_alias_of(o->src->val)->id].last_read = s->block + 1;
   for (unsigned k = 0; k < n; k++) /* however often a reader reads a value, one line carries it */
      if (o->line && all[k].line && usc_bound_alias_of(all[k].src->val) == usc_bound_alias_of(o->src->val))
         return;
   struct usc_bound_fact *f = &s->facts[usc_bound_alias_of(o->src->val)->id];
   f->reader = reader;
   const bool index = reader && is_index(reader, o->src);
   if (index && f->index_seen == s->block + 1)
      return; /* one index register serves all readers */
   if (index)
      f->index_seen = s->block + 1;
   if (f->block != s->block)
      f->reg = true;
   else if (reader && reader->op == IR_store_output && s->c->s->stage != IR_STAGE_FRAGMENT)
      f->output = true;
   else if (reader && usc_bound_is_pixel_output(s, reader))
      f->stores++;
   else if (o->line || index)
      f->lines++;
   else
      f->reg = true;
}

static void note_uses_of(struct usc_lower_bound *s, const struct ir_instr *i)
{
   struct usc_bound_operand o[USC_BOUND_OPERANDS];
   if (i->op == IR_phi) {
      for (uint32_t k = 0; k < i->nsrc; k++)
         s->facts[usc_bound_alias_of(i->src[k].val)->id].reg = true;
      return;
   }
   if (i->ndst && usc_bound_alias_of(i->dst[0]) != i->dst[0])
      return;
   if (i->op == IR_store_output && s->c->s->stage == IR_STAGE_FRAGMENT && i->attr[0] >= SLOT_FRAG_COLOR &&
       i->attr[0] <= SLOT_FRAG_COLOR_LAST && s->c->color.bytes[i->attr[0] - SLOT_FRAG_COLOR])
      return; /* the end of the program reads the bytes instead */
   const unsigned n = usc_bound_find_operands(s, i, o);
   for (unsigned k = 0; k < n; k++)
      note_use(s, o, k, i);
}

void usc_bound_collect_facts(struct usc_lower_bound *s)
{
   struct ir_shader *sh = s->c->s;
   ir_foreach_block (sh, b)
      ir_foreach_instr (b, i)
         for (unsigned k = 0; k < i->ndst; k++)
            s->facts[i->dst[k]->id].block = b->index;
   ir_foreach_block (sh, b) {
      s->block = b->index;
      ir_foreach_instr (b, i)
         if (usc_bound_is_live(s, i))
            note_uses_of(s, i);
      if (b->term == IR_TERM_IF) {
         struct usc_bound_operand o[USC_BOUND_OPERANDS];
         enum usc_unit unit;
         const unsigned n = usc_bound_find_branch_operands(s, b, o, &unit);
         for (unsigned k = 0; k < n; k++)
            note_use(s, o, k, NULL);
      }
   }
   for (unsigned t = 0; t < 8; t++) { /* packed at the end of the program */
      const struct usc_bound_operand o = {usc_bytes_splat(s->c, t), true, false};
      if (o.src)
         note_use(s, &o, 0, NULL);
   }
}

const struct usc_bound_fact *usc_bound_made_here(const struct usc_lower_bound *s, const struct ir_value *v)
{
   const struct usc_bound_fact *f = &s->facts[usc_bound_alias_of(v)->id];
   return f->block == s->block && f->node ? f : NULL;
}

/* ---- nodes --------------------------------------------------------------------------------------------------------------- */

/* Does the node write its results only when a request is done? */
static bool is_request(enum usc_unit unit) { return unit == USC_UNIT_REQUEST || unit == USC_UNIT_ITRSMP; }

/* Does a node of the unit take a group of its own? */
static bool takes_group(enum usc_unit unit)
{
   return unit == USC_UNIT_ALONE || is_request(unit);
}

uint32_t usc_bound_new_node(struct usc_lower_bound *s, enum usc_unit unit)
{
   const uint32_t v = takes_group(unit) ? cg_bound_add_full_node(&s->problem) : cg_bound_add_node(&s->problem);
   uint8_t *demand = usc_bound_demand_of(s, v);
   switch (unit) {
   case USC_UNIT_P0: demand[USC_ISSUE_P0] = 1; /* fall through */
   case USC_UNIT_P: demand[USC_ISSUE_P] = 1; break;
   case USC_UNIT_TST: demand[USC_ISSUE_TST] = 1; break;
   case USC_UNIT_PCK: demand[USC_ISSUE_PCK] = 1; break;
   default: break;
   }
   uint32_t n = v;
   UTIL_PUSH(s->problem.ctx, s->node, n, s->cap_node, (struct usc_bound_node){0, unit == USC_UNIT_REQUEST, false});
   return v;
}

uint32_t usc_bound_add_move(struct usc_lower_bound *s)
{
   const uint32_t v = usc_bound_new_node(s, USC_UNIT_NONE);
   usc_bound_demand_of(s, v)[USC_ISSUE_W] = 1;
   return v;
}

unsigned usc_bound_latency_of(enum usc_unit from, enum usc_unit to, bool line)
{
   switch (from) {
   case USC_UNIT_REQUEST: return 2;
   case USC_UNIT_P:
   case USC_UNIT_P0:
   case USC_UNIT_PCK: return line ? 0 : 1;
   case USC_UNIT_TST: /* an output may be in the same group */
      return line && to != USC_UNIT_TST && to != USC_UNIT_PCK ? 0 : 1;
   default: return 1;
   }
}

void usc_bound_add_dependency(struct usc_lower_bound *s, uint32_t from, enum usc_unit unit, uint32_t to, enum usc_unit reader,
                              bool line)
{
   cg_bound_add_edge(&s->problem, from, to, usc_bound_latency_of(unit, reader, line));
   const uint32_t requests = s->node[from].requests_before + (unit == USC_UNIT_REQUEST);
   if (requests > s->node[to].requests_before)
      s->node[to].requests_before = requests;
}

void usc_bound_read_all(struct usc_lower_bound *s, uint32_t node, enum usc_unit unit, const struct usc_bound_operand *o,
                        unsigned n)
{
   for (unsigned k = 0; k < n; k++) {
      const struct usc_bound_fact *f = usc_bound_made_here(s, o[k].src->val);
      if (f)
         usc_bound_add_dependency(s, f->node - 1, (enum usc_unit)f->unit, node, unit, o[k].line);
   }
}

void usc_bound_note_result(struct usc_lower_bound *s, const struct ir_value *val, uint32_t v, enum usc_unit unit)
{
   struct usc_bound_fact *f = &s->facts[val->id];
   const bool alone = takes_group(unit);
   unsigned destinations = (f->reg || f->lines >= (alone ? 1 : 2)) + f->stores;
   if (f->output && !destinations)
      destinations = 1;
   s->unread |= !is_request(unit) && !f->reg && !f->lines && !f->stores && !f->output;
   f->node = v + 1;
   f->unit = (uint8_t)unit;
   const unsigned own = is_request(unit) ? 0 : alone ? 1 : 2; /* destinations that its own group may write; it writes one */
   if (!alone)
      usc_bound_demand_of(s, v)[USC_ISSUE_W] = destinations != 0;
   if (own > 1 && destinations > 1)
      usc_bound_add_dependency(s, v, unit, usc_bound_add_move(s), USC_UNIT_NONE, true);
   /* The result of a request is moved to each pixel output; the group of any other result writes the first destinations. */
   for (unsigned k = is_request(unit) ? destinations - f->stores : own; k < destinations; k++)
      usc_bound_add_dependency(s, v, unit, usc_bound_add_move(s), USC_UNIT_NONE, false);
}

/* ---- tests --------------------------------------------------------------------------------------------------------------- */

/* Does the source read a constant? Sets *bits to its value after modifiers, which selection applies to a moved constant too. */
static bool is_constant(const struct ir_src *src, uint32_t *bits)
{
   struct ir_src s = *src;
   const struct ir_instr *d;

   s.val = (struct ir_value *)usc_bound_alias_of(src->val);
   d = s.val->def;
   if (d && d->op == IR_mov && d->sat == IR_SAT_NONE) {
      const struct ir_src from = d->src[0];
      s = (struct ir_src){.val = (struct ir_value *)usc_bound_alias_of(from.val),
                          .neg = src->neg ^ (from.neg && !src->abs),
                          .abs = src->abs | from.abs};
   }
   return usc_constant_src(&s, bits);
}

/* Are both in one register? Two values are, if no pass has merged loads of the same input, of the same vertex, or of the same
   parameter. */
static bool is_same_register(const struct ir_value *a, const struct ir_value *b)
{
   a = usc_bound_alias_of(a), b = usc_bound_alias_of(b);
   const struct ir_instr *d = a->def, *e = b->def;
   if (a == b)
      return true;
   if (d && e && d->op == IR_array_load && e->op == IR_array_load)
      return d->attr[0] == e->attr[0]; /* perhaps the same element */
   if (!d || !e || d->op != e->op || (d->op != IR_load_input && d->op != IR_load_param) || d->nsrc != e->nsrc ||
       d->attr[0] != e->attr[0] || d->attr[1] != e->attr[1] || d->attr[2] != e->attr[2])
      return false;
   for (uint32_t k = 0; k < d->nsrc; k++) { /* the vertex */
      uint32_t x, y;
      if (!is_constant(&d->src[k], &x) || !is_constant(&e->src[k], &y) || x != y)
         return false;
   }
   return true;
}

/* Is the operand a zero, which a test compares with without a line? */
static bool is_compared_zero(const struct usc_bound_operand *o)
{
   uint32_t bits;
   return !o->arm && is_constant(o->src, &bits) && !(bits & 0x7fffffffu);
}

/* Is operand n on a line already, for an earlier operand? For a comparison with zero the sign does not matter, because x < 0 is
   the same as 0 < -x. */
static bool is_repeated(const struct usc_bound_operand *o, unsigned n, bool zero)
{
   const struct ir_src *a = o[n].src;
   uint32_t x, y;
   for (unsigned k = 0; k < n; k++) {
      const struct ir_src *b = o[k].src;
      const bool any_sign = zero && !o[k].arm;
      if (!o[k].line)
         continue;
      if (is_constant(a, &x) && is_constant(b, &y) && (x == y || (any_sign && (x ^ y) == 0x80000000u)))
         return true;
      if (is_same_register(a->val, b->val) && (b->neg == a->neg || any_sign) && b->abs == a->abs)
         return true;
   }
   return false;
}

/* Is the operand an arm of a select that the pack unit can provide, 0 or 1.0? */
static bool is_constant_arm(const struct ir_instr *i, const struct usc_bound_operand *o)
{
   uint32_t bits;
   if (!is_constant(o->src, &bits))
      return false;
   const bool arm = o->arm || (i && (i->op == IR_fmin || i->op == IR_fmax) && !bits);
   return arm && (bits == 0 || bits == NUM_ONE);
}

/* How much of P0 and P1 a test takes to pass values through: one for each value on a line that is neither the external line nor
   computed in the same group. */
struct lines {
   unsigned values; /* that differ */
   unsigned p;      /* of P0 and P1 in all */
   unsigned arms;   /* upper limit on those for arms alone */
};

static struct lines lines_of(const struct usc_lower_bound *s, const struct ir_instr *i, const struct usc_bound_operand *o,
                             unsigned n, bool materialised)
{
   struct lines l = {.values = materialised}; /* one arm is all ones */
   unsigned combined = 0;
   bool constant_arm = materialised; /* the other is 0, from the pack unit */
   bool zero = false;
   for (unsigned k = 0; k < n; k++)
      zero |= o[k].line && is_compared_zero(&o[k]);
   for (unsigned k = 0; k < n; k++) {
      const struct ir_src *a = o[k].src;
      uint32_t bits;
      if (!o[k].line || is_repeated(o, k, zero) || is_compared_zero(&o[k]) ||
          (materialised && is_constant(o[k].src, &bits) && bits == UINT32_MAX)) /* the arm of all ones */
         continue;
      if (!constant_arm && is_constant_arm(i, &o[k])) {
         constant_arm = true;
         continue;
      }
      l.values++;
      /* A test at the end of the block may write the value as well. */
      const struct usc_bound_fact *f = usc_bound_made_here(s, a->val);
      if (f && (f->unit == USC_UNIT_P || f->unit == USC_UNIT_P0 || f->unit == USC_UNIT_PCK) &&
          (!a->neg || (zero && !o[k].arm)) && !a->abs && (!f->reg || !i) && f->lines == 1)
         combined++;
      else
         l.arms += o[k].arm;
   }
   l.p = l.values > 1 + combined ? l.values - 1 - combined : 0;
   return l;
}

/*
 * A select that is not one group goes through a boolean: an earlier test reads the operands that are compared. So these pass
 * through P0 and P1 there or here. No group has more than three values besides the constants of the pack unit.
 */
static uint32_t test_of_select(struct usc_lower_bound *s, const struct usc_bound_operand *o, unsigned n, unsigned p, bool apart)
{
   const uint32_t v = usc_bound_new_node(s, apart ? USC_UNIT_TST : USC_UNIT_NONE);
   usc_bound_demand_of(s, v)[USC_ISSUE_P] = (uint8_t)(p < 2 ? p : 2);
   usc_bound_demand_of(s, v)[USC_ISSUE_W] = apart;
   for (unsigned k = 0; k < n; k++)
      if (!o[k].arm)
         usc_bound_read_all(s, v, USC_UNIT_TST, &o[k], 1);
   return v;
}

uint32_t usc_bound_add_test(struct usc_lower_bound *s, const struct ir_instr *i, const struct usc_bound_operand *o, unsigned n,
                            bool materialised)
{
   const struct lines l = lines_of(s, i, o, n, materialised);
   const bool selects = i && i->op == IR_sel, apart = selects && l.values > 3;
   unsigned p = l.p;
   uint32_t test = 0;
   if (selects && p > l.arms) {
      test = test_of_select(s, o, n, p - l.arms, apart) + 1;
      p = l.arms;
   }
   const uint32_t v = usc_bound_new_node(s, USC_UNIT_TST);
   usc_bound_demand_of(s, v)[USC_ISSUE_P] = (uint8_t)(p < 2 ? p : 2);
   usc_bound_demand_of(s, v)[USC_ISSUE_P0] = p >= 2;
   usc_bound_read_all(s, v, USC_UNIT_TST, o, n);
   if (test)
      cg_bound_add_edge(&s->problem, test - 1, v, apart);
   return v;
}

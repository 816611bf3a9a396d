/* SPDX-License-Identifier: MIT */
/*
 * What the scalar operations of a block need, for the lower bound (usc_bound.c solves it). It looks at the IR, at what selection
 * decided about comparisons and chains before it began, and at where inputs and arrays live; not at what was selected.
 *
 * Wiring (docs/usc-encoding.md, validity): an operation that reads a uniform as its third operand sits in P0; tests, packs and
 * outputs read feed-through lines, so an operation whose only reader is one of them needs no W port and may share its group; every
 * other result takes a W port; a test with more different values than the one external line holds needs P0 or P1 for each further
 * one that is not computed in its group; a request is a group, its wait another, and both come before the reader.
 *
 * Not counted, since the best program may do without: copies of phis, moves of computed values into blocks of registers, branches
 * that only skip.
 */
#include "backend-usc/schedule/usc_demand.h"

#include "ir/match.h"

#include <string.h>

#define MAX_CHAIN 4
#define N1(a)                                                                                                                  \
   {                                                                                                                           \
      DEMAND_##a                                                                                                                 \
   }
#define N2(a, b)                                                                                                               \
   {                                                                                                                           \
      DEMAND_##a, DEMAND_##b                                                                                                       \
   }
#define N4(a, b, c, d)                                                                                                         \
   {                                                                                                                           \
      DEMAND_##a, DEMAND_##b, DEMAND_##c, DEMAND_##d                                                                                   \
   }
#define PICK(a, b, c, d, n, ...) n
#define UNITS(...) PICK(__VA_ARGS__, N4, N4, N2, N1, 0)(__VA_ARGS__)
enum {
#define DEMAND(op, ...) HAS_##op = 1,
#include "backend-usc/schedule/usc_cost.def"
#define OP(name, dst, src, mods, attrs, flags, exact, expr) ROW_##name = 1 / HAS_##name, /* every op has a row */
#include "ir/ops.def"
#undef OP
};
static const uint8_t need_of[IR_OP_COUNT][MAX_CHAIN] = {
#define DEMAND(op, ...) [IR_##op] = UNITS(__VA_ARGS__),
#include "backend-usc/schedule/usc_cost.def"
};

/* Moves without modifiers are other names. */
const struct ir_value *usc_demand_alias(const struct ir_value *v)
{
   while (v->def && v->def->op == IR_mov && v->def->sat == IR_SAT_NONE && !v->def->src[0].neg && !v->def->src[0].abs)
      v = v->def->src[0].val;
   return v;
}

static enum usc_demand_unit first_need(const struct ir_instr *i)
{
   return (enum usc_demand_unit)need_of[i->op][0];
}

static bool is_test(const struct ir_instr *i)
{
   return i && first_need(i) == DEMAND_TST && ir_op_info[i->op].dst[0] == 'b';
}

static bool folded(const struct usc_demand *s, const struct ir_value *v)
{
   return s->c->folded[v->id] && is_test(v->def);
}

/* Does anything come of it? Comparisons that their readers do themselves count there. */
static bool live(const struct usc_demand *s, const struct ir_instr *i)
{
   if (!i->ndst)
      return true;
   for (unsigned k = 0; k < i->ndst; k++)
      if (s->c->uses[i->dst[k]->id])
         return !folded(s, i->dst[k]);
   return false;
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

/* What an operation reads itself; at most MAX_OPERANDS (phis are handled elsewhere). */
unsigned usc_demand_operands(const struct usc_demand *s, const struct ir_instr *i, struct usc_demand_operand *o)
{
   enum usc_demand_unit need = first_need(i);
   bool line = need == DEMAND_TST || need == DEMAND_PCK;
   unsigned n = 0;
   if (i->op == IR_store_output)
      line = s->c->s->stage != IR_STAGE_FRAGMENT || i->attr[0] == SLOT_FRAG_DEPTH;
   for (uint32_t k = 0; k < i->nsrc && n < MAX_OPERANDS; k++) {
      const struct ir_value *v = i->src[k].val;
      bool cond = (i->op == IR_sel || i->op == IR_kill) && k == 0;
      if (cond && folded(s, v))
         for (uint32_t q = 0; q < v->def->nsrc && n < MAX_OPERANDS; q++)
            o[n++] = (struct usc_demand_operand){&v->def->src[q], true, false};
      else
         o[n++] = (struct usc_demand_operand){&i->src[k], cond || line, i->op == IR_sel && k > 0};
   }
   return n;
}

unsigned usc_demand_cond_operands(const struct usc_demand *s, const struct ir_src *cond, struct usc_demand_operand *o)
{
   if (!folded(s, cond->val)) {
      o[0] = (struct usc_demand_operand){cond, true, false};
      return 1;
   }
   for (uint32_t q = 0; q < cond->val->def->nsrc; q++)
      o[q] = (struct usc_demand_operand){&cond->val->def->src[q], true, false};
   return cond->val->def->nsrc;
}

/* Is the operand an index, which tests clamp? */
static bool is_index(const struct ir_instr *i, const struct ir_src *src)
{
   return (i->op == IR_load_param || i->op == IR_array_load || i->op == IR_array_store) &&
          src == &i->src[i->op == IR_array_store];
}

static void note_use(struct usc_demand *s, const struct usc_demand_operand *all, unsigned n, const struct ir_instr *reader)
{
   const struct usc_demand_operand *o = &all[n];
   for (unsigned k = 0; k < n; k++) /* one reader, one line */
      if (o->line && all[k].line && usc_demand_alias(all[k].src->val) == usc_demand_alias(o->src->val))
         return;
   struct usc_demand_fact *f = &s->f[usc_demand_alias(o->src->val)->id];
   f->reader = reader;
   bool vertex = s->c->s->stage != IR_STAGE_FRAGMENT, index = reader && is_index(reader, o->src);
   if (index && f->index_seen == s->block + 1)
      return; /* one index register for all of them */
   if (index)
      f->index_seen = s->block + 1;
   if (f->block != s->block) {
      f->reg = true;
   } else if (reader && reader->op == IR_store_output && vertex) {
      f->output = true;
   } else if (reader && reader->op == IR_store_output && reader->attr[0] >= SLOT_FRAG_COLOR &&
              reader->attr[0] <= SLOT_FRAG_COLOR_LAST && s->c->opt->frt[reader->attr[0] - SLOT_FRAG_COLOR] == USC_FRT_F32) {
      f->stores++;
   } else if (o->line || index) {
      f->line++;
   } else {
      f->reg = true;
   }
}

static void facts(struct usc_demand *s)
{
   struct ir_shader *sh = s->c->s;
   struct usc_demand_operand o[MAX_OPERANDS];
   ir_foreach_block (sh, b)
      ir_foreach_instr (b, i)
         for (unsigned k = 0; k < i->ndst; k++)
            s->f[i->dst[k]->id].block = b->index;
   ir_foreach_block (sh, b) {
      s->block = b->index;
      ir_foreach_instr (b, i) {
         if (!live(s, i))
            continue;
         if (i->op == IR_phi) {
            for (uint32_t k = 0; k < i->nsrc; k++)
               s->f[usc_demand_alias(i->src[k].val)->id].reg = true;
            continue;
         }
         if (i->ndst && usc_demand_alias(i->dst[0]) != i->dst[0])
            continue;
         unsigned n = usc_demand_operands(s, i, o);
         for (unsigned k = 0; k < n; k++)
            note_use(s, o, k, i);
      }
      if (b->term == IR_TERM_IF) {
         unsigned n = usc_demand_cond_operands(s, &b->cond, o);
         for (unsigned k = 0; k < n; k++)
            note_use(s, o, k, NULL);
      }
   }
}

/* ---- nodes --------------------------------------------------------------------------------------------------------------- */

uint32_t usc_demand_new_node(struct usc_demand *s, enum usc_demand_unit kind)
{
   uint32_t v = kind == DEMAND_ALONE || kind == DEMAND_REQUEST || kind == DEMAND_LOGIC ? cg_bound_add_full_node(&s->b) : cg_bound_add_node(&s->b);
   uint8_t *demand = s->b.nodes[v].demand;
   switch (kind) {
   case DEMAND_P0: demand[USC_ISSUE_P0] = 1; /* fall through */
   case DEMAND_P: demand[USC_ISSUE_P] = 1; break;
   case DEMAND_TST: demand[USC_ISSUE_TST] = 1; break;
   case DEMAND_PCK: demand[USC_ISSUE_PCK] = 1; break;
   default: break;
   }
   uint32_t n = v;
   UTIL_PUSH(s->b.ctx, s->level, n, s->cap_level, (__typeof__(*s->level)){0, kind == DEMAND_REQUEST});
   return v;
}

/* Groups from the node of one kind to its reader of another. */
static unsigned latency(enum usc_demand_unit from, enum usc_demand_unit to, bool line)
{
   switch (from) {
   case DEMAND_REQUEST: return 2;
   case DEMAND_LOGIC:
   case DEMAND_SHIFT: return to == DEMAND_LOGIC || to == DEMAND_SHIFT ? 0 : 1;
   case DEMAND_P:
   case DEMAND_P0:
   case DEMAND_PCK: return line ? 0 : 1;
   case DEMAND_TST: return line && to != DEMAND_TST && to != DEMAND_PCK ? 0 : 1; /* outputs follow in the group */
   default: return 1;
   }
}

void usc_demand_depends(struct usc_demand *s, uint32_t from, enum usc_demand_unit kind, uint32_t to, enum usc_demand_unit reader, bool line)
{
   cg_bound_add_edge(&s->b, from, to, latency(kind, reader, line));
   uint32_t above = s->level[from].above + (kind == DEMAND_REQUEST);
   if (above > s->level[to].above)
      s->level[to].above = above;
}

const struct usc_demand_fact *usc_demand_made_here(const struct usc_demand *s, const struct ir_value *v)
{
   const struct usc_demand_fact *f = &s->f[usc_demand_alias(v)->id];
   return f->block == s->block && f->node ? f : NULL;
}

void usc_demand_read_all(struct usc_demand *s, uint32_t node, enum usc_demand_unit kind, const struct usc_demand_operand *o, unsigned n)
{
   for (unsigned k = 0; k < n; k++) {
      const struct usc_demand_fact *f = usc_demand_made_here(s, o[k].src->val);
      if (f)
         usc_demand_depends(s, f->node - 1, (enum usc_demand_unit)f->kind, node, kind, o[k].line);
   }
}

uint32_t usc_demand_move(struct usc_demand *s)
{
   uint32_t v = usc_demand_new_node(s, DEMAND_NONE);
   s->b.nodes[v].demand[USC_ISSUE_W] = 1;
   return v;
}

static void takes_port(struct usc_demand *s, uint32_t v)
{
   if (!s->b.nodes[v].demand[USC_ISSUE_W])
      s->b.nodes[v].demand[USC_ISSUE_W] = 1;
}

/* Node v defines the value: W ports, and where it is found. */
void usc_demand_define(struct usc_demand *s, const struct ir_value *val, uint32_t v, enum usc_demand_unit kind)
{
   struct usc_demand_fact *f = &s->f[val->id];
   bool alone = kind == DEMAND_ALONE || kind == DEMAND_LOGIC || kind == DEMAND_SHIFT || kind == DEMAND_REQUEST;
   unsigned w = (f->reg || f->line >= (alone ? 1 : 2)) + f->stores;
   if (f->output && !w)
      w = 1;
   f->node = v + 1;
   f->kind = (uint8_t)kind;
   unsigned own = kind == DEMAND_REQUEST ? 0 : alone ? 1 : 2;
   if (!alone)
      s->b.nodes[v].demand[USC_ISSUE_W] = (uint8_t)(w < own ? w : own);
   /* A result of a request is moved to each pixel output; of the others the first is written at once. */
   for (unsigned k = kind == DEMAND_REQUEST ? w - f->stores : own; k < w; k++)
      usc_demand_depends(s, v, kind, usc_demand_move(s), DEMAND_NONE, false);
}

/* Readable in S0, S2 and S3 only. */
static bool uniform(const struct usc_demand *s, const struct ir_src *src)
{
   const struct ir_instr *d = usc_demand_alias(src->val)->def;
   uint32_t bits;
   if (!d)
      return false;
   if (ir_is_const(usc_demand_alias(src->val), &bits))
      return usc_find_constant(bits) < 0 && usc_find_constant(bits ^ 0x80000000u) < 0;
   if (d->op != IR_load_param || d->nsrc)
      return false;
   return d->attr[0] < s->c->s->num_params && s->c->s->params[d->attr[0]].cls != PARAM_CONST;
}

/* P1 reads a uniform as its first operand only; two factors that are uniforms cost a move, once a block and uniform. */
static enum usc_demand_unit alu_need(struct usc_demand *s, const struct ir_instr *i)
{
   bool u[3] = {false, false, false};
   for (uint32_t k = 0; k < i->nsrc && k < 3; k++)
      u[k] = uniform(s, &i->src[k]);
   if ((i->op == IR_fmul || i->op == IR_fmad) && u[0] && u[1] && usc_demand_alias(i->src[0].val) != usc_demand_alias(i->src[1].val)) {
      struct usc_demand_fact *a = &s->f[usc_demand_alias(i->src[0].val)->id], *b = &s->f[usc_demand_alias(i->src[1].val)->id];
      if (a->moved != s->block + 1 && b->moved != s->block + 1) { /* a matching: no cover is smaller */
         a->moved = b->moved = s->block + 1;
         usc_demand_move(s);
      }
   }
   return (i->op == IR_fmad && u[2]) || (i->op == IR_fadd && u[0] && u[1]) ? DEMAND_P0 : DEMAND_P;
}

/* P0 or P1 for every value on a line that neither the external line nor an operation of the same group provides. */
static unsigned extra_lines(const struct usc_demand *s, const struct ir_instr *i, const struct usc_demand_operand *o, unsigned n,
                            bool materialised)
{
   unsigned distinct = materialised, absorbed = 0; /* all ones as an arm */
   bool constant_arm = materialised;               /* 0 comes from the pack unit */
   bool zero = false;                              /* x < 0 is as well 0 < -x */
   for (unsigned k = 0; k < n; k++) {
      uint32_t bits;
      zero |= o[k].line && !o[k].arm && ir_is_const(usc_demand_alias(o[k].src->val), &bits) && !(bits & 0x7fffffffu);
   }
   for (unsigned k = 0; k < n; k++) {
      const struct ir_src *a = o[k].src;
      uint32_t bits;
      bool seen = false;
      if (!o[k].line)
         continue;
      for (unsigned j = 0; j < k && !seen; j++)
         seen = o[j].line && usc_demand_alias(o[j].src->val) == usc_demand_alias(a->val) &&
                (o[j].src->neg == a->neg || (zero && !o[j].arm)) && o[j].src->abs == a->abs;
      if (seen)
         continue;
      if (ir_is_const(usc_demand_alias(a->val), &bits)) {
         if (!o[k].arm && !(bits & 0x7fffffffu))
            continue; /* comparisons with zero name no operand */
         bool arm = o[k].arm || ((i && (i->op == IR_fmin || i->op == IR_fmax)) && !bits);
         if (arm && !constant_arm && (bits == 0 || bits == NUM_ONE)) {
            constant_arm = true;
            continue;
         }
      }
      distinct++;
      const struct usc_demand_fact *f = usc_demand_made_here(s, a->val);
      if (f && (f->kind == DEMAND_P || f->kind == DEMAND_P0 || f->kind == DEMAND_PCK) && (!a->neg || (zero && !o[k].arm)) &&
          !a->abs && !f->reg && f->line == 1)
         absorbed++;
   }
   return distinct > 1 + absorbed ? distinct - 1 - absorbed : 0;
}

uint32_t usc_demand_test(struct usc_demand *s, const struct ir_instr *i, const struct usc_demand_operand *o, unsigned n,
                      bool materialised)
{
   uint32_t v = usc_demand_new_node(s, DEMAND_TST);
   unsigned p = extra_lines(s, i, o, n, materialised);
   s->b.nodes[v].demand[USC_ISSUE_P] = (uint8_t)(p < 2 ? p : 2);
   usc_demand_read_all(s, v, DEMAND_TST, o, n);
   return v;
}

/* ---- a block ------------------------------------------------------------------------------------------------------------- */

/* May an AND or a NOT be done by the mask unit of the logic operation that reads it, or take that in? */
static bool masked(const struct usc_demand *s, const struct ir_instr *i)
{
   const struct ir_instr *to = s->f[i->dst[0]->id].reader;
   if (i->op == IR_inot) {
      const struct usc_demand_fact *from = usc_demand_made_here(s, i->src[0].val);
      if (from && from->kind == DEMAND_LOGIC && s->c->uses[usc_demand_alias(i->src[0].val)->id] == 1)
         return true;
   }
   return (i->op == IR_iand || i->op == IR_inot) && s->c->uses[i->dst[0]->id] == 1 && to && to->block == i->block &&
          first_need(to) == DEMAND_LOGIC;
}

/*
 * May a shift take part in the bitwise group of another operation? A group shifts to the left, then does a logic operation, then
 * shifts either way; masks before the second shift do for masks behind it.
 */
static bool in_chain(const struct usc_demand *s, const struct ir_instr *i)
{
   const struct ir_value *v = i->dst[0], *x = usc_demand_alias(i->src[0].val);
   const struct ir_instr *to = s->f[v->id].reader;
   const struct usc_demand_fact *from = usc_demand_made_here(s, x);
   if (s->c->uses[v->id] == 1 && to && to->block == i->block) {
      enum usc_demand_unit n = first_need(to);
      if ((n == DEMAND_LOGIC && (i->op == IR_shl || to->op == IR_iand)) || (n == DEMAND_SHIFT && i->op == IR_shl))
         return true;
   }
   return from && s->c->uses[x->id] == 1 && (from->kind == DEMAND_LOGIC || (x->def && x->def->op == IR_shl));
}

static void instruction(struct usc_demand *s, const struct ir_instr *i)
{
   struct usc_demand_operand o[MAX_OPERANDS];
   enum usc_demand_unit kind = first_need(i);
   uint32_t bits;
   unsigned n;

   if (!live(s, i) || i->op == IR_phi)
      return;
   switch (i->op) {
   case IR_load_input: usc_demand_load_input(s, i); return;
   case IR_load_param: usc_demand_load_param(s, i); return;
   case IR_load_buffer: usc_demand_load_buffer(s, i); return;
   case IR_array_load:
   case IR_array_store: usc_demand_array(s, i); return;
   case IR_tex: usc_demand_texture(s, i); return;
   case IR_store_output: usc_demand_store_output(s, i); return;
   case IR_emit:
   case IR_end_primitive:
      n = usc_demand_new_node(s, DEMAND_NONE);
      s->b.nodes[n].demand[USC_ISSUE_BE] = 1;
      return;
   case IR_kill:
      if (s->c->alive != USC_NO_REG) {
         n = usc_demand_operands(s, i, o);
         uint32_t v = usc_demand_test(s, i, o, n, false);
         s->b.nodes[v].demand[USC_ISSUE_W] = 1;
      }
      return;
   case IR_mov:
      if (usc_demand_alias(i->dst[0]) == i->dst[0] && !(ir_is_const(usc_demand_alias(i->src[0].val), &bits) && i->sat == IR_SAT_NONE))
         kind = DEMAND_P; /* a modifier is applied */
      break;
   case IR_fadd:
   case IR_fmul:
   case IR_fmad: kind = alu_need(s, i); break;
   default: break;
   }
   if (kind == DEMAND_NONE || kind == DEMAND_CODE)
      return;
   n = usc_demand_operands(s, i, o);
   uint32_t v = 0;
   enum usc_demand_unit last = kind;
   for (unsigned k = 0; k < MAX_CHAIN && (k == 0 || need_of[i->op][k]); k++) {
      enum usc_demand_unit unit = k ? (enum usc_demand_unit)need_of[i->op][k] : kind;
      uint32_t q;
      if (unit == DEMAND_SHIFT) {
         const bool chained = in_chain(s, i);
         q = chained ? usc_demand_new_node(s, DEMAND_SHIFT) : usc_demand_new_node(s, DEMAND_LOGIC);
         s->shift += chained;
         s->logic += !chained;
      } else if (unit == DEMAND_LOGIC && k == 0 && masked(s, i)) {
         q = usc_demand_new_node(s, DEMAND_SHIFT);
      } else if (unit == DEMAND_TST && k == 0) {
         q = usc_demand_test(s, i, o, n, is_test(i));
      } else {
         q = usc_demand_new_node(s, unit);
         s->logic += unit == DEMAND_LOGIC;
      }
      if (k == 0 && unit != DEMAND_TST) {
         usc_demand_read_all(s, q, unit, o, n);
         if (unit == DEMAND_PCK && n && (o[0].src->neg || o[0].src->abs))
            s->b.nodes[q].demand[USC_ISSUE_P] = 1;
      }
      if (k) {
         if (latency(last, unit, unit == DEMAND_TST))
            takes_port(s, v);
         usc_demand_depends(s, v, last, q, unit, unit == DEMAND_TST);
      }
      v = q;
      last = unit;
   }
   if (i->sat != IR_SAT_NONE &&
       !(i->sat == IR_SAT_01 && (i->op == IR_fadd || i->op == IR_fmul || i->op == IR_fmad || i->op == IR_fcanon)))
      for (unsigned k = 0; k < (i->sat == IR_SAT_01 ? 1u : 3u); k++) {
         enum usc_demand_unit unit = i->sat == IR_SAT_01 ? DEMAND_P : DEMAND_TST;
         uint32_t q = usc_demand_new_node(s, unit);
         if (latency(last, unit, unit == DEMAND_TST))
            takes_port(s, v);
         usc_demand_depends(s, v, last, q, unit, unit == DEMAND_TST);
         v = q;
         last = unit;
      }
   usc_demand_define(s, i->dst[0], v, last);
}

/* Control groups that no program of this shape goes without: all but branches that only skip. */
static uint32_t controls(const struct cg_list *l)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < l->n; k++)
      n += usc_instr_of(l->i[k])->base.kind != CG_COPIES && usc_instr_of(l->i[k])->g.kind == USC_CONTROL &&
           !(usc_instr_of(l->i[k])->base.kind == CG_BRANCH && usc_instr_of(l->i[k])->g.bpred == USC_BPRED_ALLINST);
   return n;
}

static bool writes_output(const struct usc_demand *s)
{
   ir_foreach_instr (s->c->s->blocks[s->block], i)
      if (i->op == IR_store_output && i->attr[0] < SLOT_COUNT && usc_varying_address(s->c, i->attr[0], i->attr[1] & 3) != USC_NO_REG)
         return true;
   return false;
}

static uint32_t bound_so_far(struct usc_demand *s, bool last)
{
   if (!last || s->c->s->stage != IR_STAGE_VERTEX || s->stores)
      return cg_bound_solve(&s->b);
   /*
    * The last group that uses an output line uses one only: there is one write to the unified store a group, and whatever else it
    * computed would be read by a later group, for an output in the end.
    */
   bool open = false;
   for (uint32_t v = 0; v < s->b.num_nodes && !open; v++) {
      const uint8_t *demand = s->b.nodes[v].demand;
      open = demand[USC_ISSUE_W] && !(demand[USC_ISSUE_P] == 2 && demand[USC_ISSUE_BE]);
   }
   if (open)
      usc_demand_move(s);
   uint32_t n = cg_bound_solve(&s->b);
   s->b.num_nodes -= open;
   return n;
}

/* A run of outputs of consecutive inputs may be one repeated group: as many runs, the longest first, as is best. */
static uint32_t with_repeats(struct usc_demand *s, bool last)
{
   struct usc_demand_direct *d = s->direct;
   uint32_t best = bound_so_far(s, last), n = s->num_direct;
   for (uint32_t k = 1; k < n; k++) {
      struct usc_demand_direct t = d[k];
      uint32_t q = k;
      for (; q && d[q - 1].addr > t.addr; q--)
         d[q] = d[q - 1];
      d[q] = t;
   }
   for (unsigned len = 4; len > 1; len--)
      for (uint32_t k = 0; k < n;) {
         uint32_t m = 1;
         while (k + m < n && m < 4 && d[k + m].addr == d[k].addr + m && d[k + m].reg == d[k].reg + m)
            m++;
         if (m == len) {
            for (uint32_t q = 0; q < m; q++)
               memset(s->b.nodes[d[k + q].node].demand, 0, sizeof s->b.nodes[0].demand);
            usc_demand_new_node(s, DEMAND_ALONE);
            uint32_t b = bound_so_far(s, last);
            if (b < best)
               best = b;
         }
         k += m;
      }
   return best;
}

static uint32_t solve(struct usc_demand *s, bool last)
{
   /* Requests in a row each have a wait. */
   uint32_t waits = 0;
   for (uint32_t v = 0; v < s->b.num_nodes; v++)
      if (s->level[v].request && s->level[v].above >= waits)
         waits = s->level[v].above + 1;
   /* Two shifters a bitwise group. */
   for (uint32_t k = s->logic; 2 * k < s->shift; k++)
      usc_demand_new_node(s, DEMAND_ALONE);
   for (uint32_t k = 0; k < waits; k++)
      usc_demand_new_node(s, DEMAND_ALONE);
   return with_repeats(s, last);
}

void usc_bound_source(struct usc_selection *c)
{
   const struct usc_inputs *in = c->in;
   struct ir_shader *sh = c->s;
   if (c->opt->features & USC_HAS_F16SOP)
      return; /* no rows for what it takes together: 0 bounds everything */
   struct usc_demand *s = UTIL_NEW(c->ctx, struct usc_demand);
   s->c = c;
   s->in = in;
   cg_bound_init(&s->b, c->ctx, usc_issue_capacity, USC_NUM_ISSUE);
   s->f = UTIL_ARRAY(c->ctx, struct usc_demand_fact, (size_t)sh->num_values + 1);
   facts(s);
   ir_foreach_block (sh, b) {
      uint32_t tail = controls(&c->m->p.blocks[b->index].tail);
      s->block = b->index;
      cg_bound_clear(&s->b);
      s->logic = s->shift = s->num_direct = s->passed = 0;
      s->stores = false;
      memset(s->request, 0, sizeof s->request);
      if (!b->index) { /* what several blocks read, and the flag of killed lanes */
         for (unsigned k = 0; sh->stage == IR_STAGE_FRAGMENT && k < SLOT_COUNT * INTERP_COUNT; k++) {
            const struct usc_slot_use *u = &in->in[k / INTERP_COUNT][k % INTERP_COUNT];
            if (u->mask && u->block == USC_NO_REG && k % INTERP_COUNT != INTERP_FLAT && u->run == k)
               usc_demand_new_node(s, DEMAND_REQUEST);
         }
         if (c->alive != USC_NO_REG)
            usc_demand_move(s);
         for (uint32_t k = 0; k < c->m->pinned.num; k++) /* arrays start as 0 */
            usc_demand_move(s);
      }
      ir_foreach_instr (b, i)
         instruction(s, i);
      if (b->term == IR_TERM_IF) {
         struct usc_demand_operand o[MAX_OPERANDS];
         unsigned n = usc_demand_cond_operands(s, &b->cond, o);
         usc_demand_test(s, NULL, o, n, false);
      }
      const bool last = b->term == IR_TERM_RETURN || b->index + 1 == sh->num_blocks;
      if (last)
         usc_demand_finish(s, &tail);
      uint32_t head = controls(&c->m->p.blocks[b->index].head), body = solve(s, last);
      /* Something must carry the end: an output that also ends the task, or any group that is no control group. */
      if (last && (sh->stage == IR_STAGE_VERTEX ? !writes_output(s) : !body && !tail))
         body++;
      c->m->schedule[b->index].source_bound = head + body + tail;
   }
}

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

#include <string.h>

#define MAX_CHAIN 4
#define N1(a)                                                                                                                  \
   {                                                                                                                           \
      NEED_##a                                                                                                                 \
   }
#define N2(a, b)                                                                                                               \
   {                                                                                                                           \
      NEED_##a, NEED_##b                                                                                                       \
   }
#define N4(a, b, c, d)                                                                                                         \
   {                                                                                                                           \
      NEED_##a, NEED_##b, NEED_##c, NEED_##d                                                                                   \
   }
#define PICK(a, b, c, d, n, ...) n
#define UNITS(...) PICK(__VA_ARGS__, N4, N4, N2, N1, 0)(__VA_ARGS__)
enum {
#define NEED(op, ...) HAS_##op = 1,
#include "backend-usc/schedule/usc_cost.def"
#define OP(name, dst, src, mods, attrs, flags, exact, expr) ROW_##name = 1 / HAS_##name, /* every op has a row */
#include "ir/ops.def"
#undef OP
};
static const uint8_t need_of[IR_OP_COUNT][MAX_CHAIN] = {
#define NEED(op, ...) [IR_##op] = UNITS(__VA_ARGS__),
#include "backend-usc/schedule/usc_cost.def"
};

/* Moves without modifiers are other names. */
const struct ir_value *cg_need_alias(const struct ir_value *v)
{
   while (v->def && v->def->op == IR_mov && v->def->sat == IR_SAT_NONE && !v->def->src[0].neg && !v->def->src[0].abs)
      v = v->def->src[0].val;
   return v;
}

static enum cg_need_unit first_need(const struct ir_instr *i)
{
   return (enum cg_need_unit)need_of[i->op][0];
}

static bool is_test(const struct ir_instr *i)
{
   return i && first_need(i) == NEED_TST && ir_op_info[i->op].dst[0] == 'b';
}

static bool folded(const struct cg_need *s, const struct ir_value *v)
{
   return s->c->folded[v->id] && is_test(v->def);
}

/* Does anything come of it? Comparisons that their readers do themselves count there. */
static bool live(const struct cg_need *s, const struct ir_instr *i)
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
unsigned cg_need_operands(const struct cg_need *s, const struct ir_instr *i, struct cg_need_operand *o)
{
   enum cg_need_unit need = first_need(i);
   bool line = need == NEED_TST || need == NEED_PCK;
   unsigned n = 0;
   if (i->op == IR_store_output)
      line = s->c->s->stage != IR_STAGE_FRAGMENT || i->attr[0] == SLOT_FRAG_DEPTH;
   for (uint32_t k = 0; k < i->nsrc && n < MAX_OPERANDS; k++) {
      const struct ir_value *v = i->src[k].val;
      bool cond = (i->op == IR_sel || i->op == IR_kill) && k == 0;
      if (cond && folded(s, v))
         for (uint32_t q = 0; q < v->def->nsrc && n < MAX_OPERANDS; q++)
            o[n++] = (struct cg_need_operand){&v->def->src[q], true, false};
      else
         o[n++] = (struct cg_need_operand){&i->src[k], cond || line, i->op == IR_sel && k > 0};
   }
   return n;
}

unsigned cg_need_cond_operands(const struct cg_need *s, const struct ir_src *cond, struct cg_need_operand *o)
{
   if (!folded(s, cond->val)) {
      o[0] = (struct cg_need_operand){cond, true, false};
      return 1;
   }
   for (uint32_t q = 0; q < cond->val->def->nsrc; q++)
      o[q] = (struct cg_need_operand){&cond->val->def->src[q], true, false};
   return cond->val->def->nsrc;
}

/* Is the operand an index, which tests clamp? */
static bool is_index(const struct ir_instr *i, const struct ir_src *src)
{
   return (i->op == IR_load_param || i->op == IR_array_load || i->op == IR_array_store) &&
          src == &i->src[i->op == IR_array_store];
}

static void note_use(struct cg_need *s, const struct cg_need_operand *all, unsigned n, const struct ir_instr *reader)
{
   const struct cg_need_operand *o = &all[n];
   for (unsigned k = 0; k < n; k++) /* one reader, one line */
      if (o->line && all[k].line && cg_need_alias(all[k].src->val) == cg_need_alias(o->src->val))
         return;
   struct cg_need_fact *f = &s->f[cg_need_alias(o->src->val)->id];
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

static void facts(struct cg_need *s)
{
   struct ir_shader *sh = s->c->s;
   struct cg_need_operand o[MAX_OPERANDS];
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
               s->f[cg_need_alias(i->src[k].val)->id].reg = true;
            continue;
         }
         if (i->ndst && cg_need_alias(i->dst[0]) != i->dst[0])
            continue;
         unsigned n = cg_need_operands(s, i, o);
         for (unsigned k = 0; k < n; k++)
            note_use(s, o, k, i);
      }
      if (b->term == IR_TERM_IF) {
         unsigned n = cg_need_cond_operands(s, &b->cond, o);
         for (unsigned k = 0; k < n; k++)
            note_use(s, o, k, NULL);
      }
   }
}

/* ---- nodes --------------------------------------------------------------------------------------------------------------- */

uint32_t cg_need_new_node(struct cg_need *s, enum cg_need_unit kind)
{
   uint32_t v = kind == NEED_ALONE || kind == NEED_REQUEST || kind == NEED_LOGIC ? cg_bound_alone(&s->b) : cg_bound_node(&s->b);
   uint8_t *use = s->b.n[v].use;
   switch (kind) {
   case NEED_P0: use[CG_UNIT_P0] = 1; /* fall through */
   case NEED_P: use[CG_UNIT_P] = 1; break;
   case NEED_TST: use[CG_UNIT_TST] = 1; break;
   case NEED_PCK: use[CG_UNIT_PCK] = 1; break;
   default: break;
   }
   uint32_t n = v;
   UTIL_PUSH(s->b.ctx, s->level, n, s->cap_level, (__typeof__(*s->level)){0, kind == NEED_REQUEST});
   return v;
}

/* Groups from the node of one kind to its reader of another. */
static unsigned latency(enum cg_need_unit from, enum cg_need_unit to, bool line)
{
   switch (from) {
   case NEED_REQUEST: return 2;
   case NEED_LOGIC:
   case NEED_SHIFT: return to == NEED_LOGIC || to == NEED_SHIFT ? 0 : 1;
   case NEED_P:
   case NEED_P0:
   case NEED_PCK: return line ? 0 : 1;
   case NEED_TST: return line && to != NEED_TST && to != NEED_PCK ? 0 : 1; /* outputs follow in the group */
   default: return 1;
   }
}

void cg_need_depends(struct cg_need *s, uint32_t from, enum cg_need_unit kind, uint32_t to, enum cg_need_unit reader, bool line)
{
   cg_bound_edge(&s->b, from, to, latency(kind, reader, line));
   uint32_t above = s->level[from].above + (kind == NEED_REQUEST);
   if (above > s->level[to].above)
      s->level[to].above = above;
}

const struct cg_need_fact *cg_need_made_here(const struct cg_need *s, const struct ir_value *v)
{
   const struct cg_need_fact *f = &s->f[cg_need_alias(v)->id];
   return f->block == s->block && f->node ? f : NULL;
}

void cg_need_read_all(struct cg_need *s, uint32_t node, enum cg_need_unit kind, const struct cg_need_operand *o, unsigned n)
{
   for (unsigned k = 0; k < n; k++) {
      const struct cg_need_fact *f = cg_need_made_here(s, o[k].src->val);
      if (f)
         cg_need_depends(s, f->node - 1, (enum cg_need_unit)f->kind, node, kind, o[k].line);
   }
}

uint32_t cg_need_move(struct cg_need *s)
{
   uint32_t v = cg_need_new_node(s, NEED_NONE);
   s->b.n[v].use[CG_UNIT_W] = 1;
   return v;
}

static void takes_port(struct cg_need *s, uint32_t v)
{
   if (!s->b.n[v].use[CG_UNIT_W])
      s->b.n[v].use[CG_UNIT_W] = 1;
}

/* Node v defines the value: W ports, and where it is found. */
void cg_need_define(struct cg_need *s, const struct ir_value *val, uint32_t v, enum cg_need_unit kind)
{
   struct cg_need_fact *f = &s->f[val->id];
   bool alone = kind == NEED_ALONE || kind == NEED_LOGIC || kind == NEED_SHIFT || kind == NEED_REQUEST;
   unsigned w = (f->reg || f->line >= (alone ? 1 : 2)) + f->stores;
   if (f->output && !w)
      w = 1;
   f->node = v + 1;
   f->kind = (uint8_t)kind;
   unsigned own = kind == NEED_REQUEST ? 0 : alone ? 1 : 2;
   if (!alone)
      s->b.n[v].use[CG_UNIT_W] = (uint8_t)(w < own ? w : own);
   /* A result of a request is moved to each pixel output; of the others the first is written at once. */
   for (unsigned k = kind == NEED_REQUEST ? w - f->stores : own; k < w; k++)
      cg_need_depends(s, v, kind, cg_need_move(s), NEED_NONE, false);
}

/* Readable in S0, S2 and S3 only. */
static bool uniform(const struct cg_need *s, const struct ir_src *src)
{
   const struct ir_instr *d = cg_need_alias(src->val)->def;
   uint32_t bits;
   if (!d)
      return false;
   if (ir_is_const(cg_need_alias(src->val), &bits))
      return usc_find_constant(bits) < 0 && usc_find_constant(bits ^ 0x80000000u) < 0;
   if (d->op != IR_load_param || d->nsrc)
      return false;
   return d->attr[0] < s->c->s->num_params && s->c->s->params[d->attr[0]].cls != PARAM_CONST;
}

/* P1 reads a uniform as its first operand only; two factors that are uniforms cost a move, once a block and uniform. */
static enum cg_need_unit alu_need(struct cg_need *s, const struct ir_instr *i)
{
   bool u[3] = {false, false, false};
   for (uint32_t k = 0; k < i->nsrc && k < 3; k++)
      u[k] = uniform(s, &i->src[k]);
   if ((i->op == IR_fmul || i->op == IR_fmad) && u[0] && u[1] && cg_need_alias(i->src[0].val) != cg_need_alias(i->src[1].val)) {
      struct cg_need_fact *a = &s->f[cg_need_alias(i->src[0].val)->id], *b = &s->f[cg_need_alias(i->src[1].val)->id];
      if (a->moved != s->block + 1 && b->moved != s->block + 1) { /* a matching: no cover is smaller */
         a->moved = b->moved = s->block + 1;
         cg_need_move(s);
      }
   }
   return (i->op == IR_fmad && u[2]) || (i->op == IR_fadd && u[0] && u[1]) ? NEED_P0 : NEED_P;
}

/* P0 or P1 for every value on a line that neither the external line nor an operation of the same group provides. */
static unsigned extra_lines(const struct cg_need *s, const struct ir_instr *i, const struct cg_need_operand *o, unsigned n,
                            bool materialised)
{
   unsigned distinct = materialised, absorbed = 0; /* all ones as an arm */
   bool constant_arm = materialised;               /* 0 comes from the pack unit */
   bool zero = false;                              /* x < 0 is as well 0 < -x */
   for (unsigned k = 0; k < n; k++) {
      uint32_t bits;
      zero |= o[k].line && !o[k].arm && ir_is_const(cg_need_alias(o[k].src->val), &bits) && !(bits & 0x7fffffffu);
   }
   for (unsigned k = 0; k < n; k++) {
      const struct ir_src *a = o[k].src;
      uint32_t bits;
      bool seen = false;
      if (!o[k].line)
         continue;
      for (unsigned j = 0; j < k && !seen; j++)
         seen = o[j].line && cg_need_alias(o[j].src->val) == cg_need_alias(a->val) &&
                (o[j].src->neg == a->neg || (zero && !o[j].arm)) && o[j].src->abs == a->abs;
      if (seen)
         continue;
      if (ir_is_const(cg_need_alias(a->val), &bits)) {
         if (!o[k].arm && !(bits & 0x7fffffffu))
            continue; /* comparisons with zero name no operand */
         bool arm = o[k].arm || ((i && (i->op == IR_fmin || i->op == IR_fmax)) && !bits);
         if (arm && !constant_arm && (bits == 0 || bits == NUM_ONE)) {
            constant_arm = true;
            continue;
         }
      }
      distinct++;
      const struct cg_need_fact *f = cg_need_made_here(s, a->val);
      if (f && (f->kind == NEED_P || f->kind == NEED_P0 || f->kind == NEED_PCK) && (!a->neg || (zero && !o[k].arm)) &&
          !a->abs && !f->reg && f->line == 1)
         absorbed++;
   }
   return distinct > 1 + absorbed ? distinct - 1 - absorbed : 0;
}

uint32_t cg_need_test(struct cg_need *s, const struct ir_instr *i, const struct cg_need_operand *o, unsigned n,
                      bool materialised)
{
   uint32_t v = cg_need_new_node(s, NEED_TST);
   unsigned p = extra_lines(s, i, o, n, materialised);
   s->b.n[v].use[CG_UNIT_P] = (uint8_t)(p < 2 ? p : 2);
   cg_need_read_all(s, v, NEED_TST, o, n);
   return v;
}

/* ---- a block ------------------------------------------------------------------------------------------------------------- */

/* May an AND or a NOT be done by the mask unit of the logic operation that reads it, or take that in? */
static bool masked(const struct cg_need *s, const struct ir_instr *i)
{
   const struct ir_instr *to = s->f[i->dst[0]->id].reader;
   if (i->op == IR_inot) {
      const struct cg_need_fact *from = cg_need_made_here(s, i->src[0].val);
      if (from && from->kind == NEED_LOGIC && s->c->uses[cg_need_alias(i->src[0].val)->id] == 1)
         return true;
   }
   return (i->op == IR_iand || i->op == IR_inot) && s->c->uses[i->dst[0]->id] == 1 && to && to->block == i->block &&
          first_need(to) == NEED_LOGIC;
}

/*
 * May a shift take part in the bitwise group of another operation? A group shifts to the left, then does a logic operation, then
 * shifts either way; masks before the second shift do for masks behind it.
 */
static bool in_chain(const struct cg_need *s, const struct ir_instr *i)
{
   const struct ir_value *v = i->dst[0], *x = cg_need_alias(i->src[0].val);
   const struct ir_instr *to = s->f[v->id].reader;
   const struct cg_need_fact *from = cg_need_made_here(s, x);
   if (s->c->uses[v->id] == 1 && to && to->block == i->block) {
      enum cg_need_unit n = first_need(to);
      if ((n == NEED_LOGIC && (i->op == IR_shl || to->op == IR_iand)) || (n == NEED_SHIFT && i->op == IR_shl))
         return true;
   }
   return from && s->c->uses[x->id] == 1 && (from->kind == NEED_LOGIC || (x->def && x->def->op == IR_shl));
}

static void instruction(struct cg_need *s, const struct ir_instr *i)
{
   struct cg_need_operand o[MAX_OPERANDS];
   enum cg_need_unit kind = first_need(i);
   uint32_t bits;
   unsigned n;

   if (!live(s, i) || i->op == IR_phi)
      return;
   switch (i->op) {
   case IR_load_input: cg_need_load_input(s, i); return;
   case IR_load_param: cg_need_load_param(s, i); return;
   case IR_load_buffer: cg_need_load_buffer(s, i); return;
   case IR_array_load:
   case IR_array_store: cg_need_array(s, i); return;
   case IR_tex: cg_need_texture(s, i); return;
   case IR_store_output: cg_need_store_output(s, i); return;
   case IR_emit:
   case IR_end_primitive:
      n = cg_need_new_node(s, NEED_NONE);
      s->b.n[n].use[CG_UNIT_BE] = 1;
      return;
   case IR_kill:
      if (s->c->alive != USC_NO_REG) {
         n = cg_need_operands(s, i, o);
         uint32_t v = cg_need_test(s, i, o, n, false);
         s->b.n[v].use[CG_UNIT_W] = 1;
      }
      return;
   case IR_mov:
      if (cg_need_alias(i->dst[0]) == i->dst[0] && !(ir_is_const(cg_need_alias(i->src[0].val), &bits) && i->sat == IR_SAT_NONE))
         kind = NEED_P; /* a modifier is applied */
      break;
   case IR_fadd:
   case IR_fmul:
   case IR_fmad: kind = alu_need(s, i); break;
   default: break;
   }
   if (kind == NEED_NONE || kind == NEED_CODE)
      return;
   n = cg_need_operands(s, i, o);
   uint32_t v = 0;
   enum cg_need_unit last = kind;
   for (unsigned k = 0; k < MAX_CHAIN && (k == 0 || need_of[i->op][k]); k++) {
      enum cg_need_unit unit = k ? (enum cg_need_unit)need_of[i->op][k] : kind;
      uint32_t q;
      if (unit == NEED_SHIFT) {
         const bool chained = in_chain(s, i);
         q = chained ? cg_need_new_node(s, NEED_SHIFT) : cg_need_new_node(s, NEED_LOGIC);
         s->shift += chained;
         s->logic += !chained;
      } else if (unit == NEED_LOGIC && k == 0 && masked(s, i)) {
         q = cg_need_new_node(s, NEED_SHIFT);
      } else if (unit == NEED_TST && k == 0) {
         q = cg_need_test(s, i, o, n, is_test(i));
      } else {
         q = cg_need_new_node(s, unit);
         s->logic += unit == NEED_LOGIC;
      }
      if (k == 0 && unit != NEED_TST) {
         cg_need_read_all(s, q, unit, o, n);
         if (unit == NEED_PCK && n && (o[0].src->neg || o[0].src->abs))
            s->b.n[q].use[CG_UNIT_P] = 1;
      }
      if (k) {
         if (latency(last, unit, unit == NEED_TST))
            takes_port(s, v);
         cg_need_depends(s, v, last, q, unit, unit == NEED_TST);
      }
      v = q;
      last = unit;
   }
   if (i->sat != IR_SAT_NONE &&
       !(i->sat == IR_SAT_01 && (i->op == IR_fadd || i->op == IR_fmul || i->op == IR_fmad || i->op == IR_fcanon)))
      for (unsigned k = 0; k < (i->sat == IR_SAT_01 ? 1u : 3u); k++) {
         enum cg_need_unit unit = i->sat == IR_SAT_01 ? NEED_P : NEED_TST;
         uint32_t q = cg_need_new_node(s, unit);
         if (latency(last, unit, unit == NEED_TST))
            takes_port(s, v);
         cg_need_depends(s, v, last, q, unit, unit == NEED_TST);
         v = q;
         last = unit;
      }
   cg_need_define(s, i->dst[0], v, last);
}

/* Control groups that no program of this shape goes without: all but branches that only skip. */
static uint32_t controls(const struct cg_list *l)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < l->n; k++)
      n += l->i[k]->kind != CG_COPIES && l->i[k]->g.kind == USC_CONTROL &&
           !(l->i[k]->kind == CG_BRANCH && l->i[k]->g.bpred == USC_BPRED_ALLINST);
   return n;
}

static bool writes_output(const struct cg_need *s)
{
   ir_foreach_instr (s->c->s->blocks[s->block], i)
      if (i->op == IR_store_output && i->attr[0] < SLOT_COUNT && cg_varying_address(s->c, i->attr[0], i->attr[1] & 3) != USC_NO_REG)
         return true;
   return false;
}

static uint32_t bound_so_far(struct cg_need *s, bool last)
{
   if (!last || s->c->s->stage != IR_STAGE_VERTEX || s->stores)
      return cg_bound_solve(&s->b);
   /*
    * The last group that uses an output line uses one only: there is one write to the unified store a group, and whatever else it
    * computed would be read by a later group, for an output in the end.
    */
   bool open = false;
   for (uint32_t v = 0; v < s->b.num && !open; v++) {
      const uint8_t *use = s->b.n[v].use;
      open = use[CG_UNIT_W] && !(use[CG_UNIT_P] == 2 && use[CG_UNIT_BE]);
   }
   if (open)
      cg_need_move(s);
   uint32_t n = cg_bound_solve(&s->b);
   s->b.num -= open;
   return n;
}

/* A run of outputs of consecutive inputs may be one repeated group: as many runs, the longest first, as is best. */
static uint32_t with_repeats(struct cg_need *s, bool last)
{
   struct cg_need_direct *d = s->direct;
   uint32_t best = bound_so_far(s, last), n = s->num_direct;
   for (uint32_t k = 1; k < n; k++) {
      struct cg_need_direct t = d[k];
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
               memset(s->b.n[d[k + q].node].use, 0, sizeof s->b.n[0].use);
            cg_need_new_node(s, NEED_ALONE);
            uint32_t b = bound_so_far(s, last);
            if (b < best)
               best = b;
         }
         k += m;
      }
   return best;
}

static uint32_t solve(struct cg_need *s, bool last)
{
   /* Requests in a row each have a wait. */
   uint32_t waits = 0;
   for (uint32_t v = 0; v < s->b.num; v++)
      if (s->level[v].request && s->level[v].above >= waits)
         waits = s->level[v].above + 1;
   /* Two shifters a bitwise group. */
   for (uint32_t k = s->logic; 2 * k < s->shift; k++)
      cg_need_new_node(s, NEED_ALONE);
   for (uint32_t k = 0; k < waits; k++)
      cg_need_new_node(s, NEED_ALONE);
   return with_repeats(s, last);
}

void cg_bound_source(struct cg *c, const struct cg_inputs *in)
{
   struct ir_shader *sh = c->s;
   if (c->opt->features & USC_HAS_F16SOP)
      return; /* no rows for what it takes together: 0 bounds everything */
   struct cg_need *s = UTIL_NEW(c->ctx, struct cg_need);
   s->c = c;
   s->in = in;
   s->b.ctx = c->ctx;
   s->f = UTIL_ARRAY(c->ctx, struct cg_need_fact, (size_t)sh->num_values + 1);
   facts(s);
   ir_foreach_block (sh, b) {
      uint32_t tail = controls(&c->blocks[b->index].tail);
      s->block = b->index;
      s->b.num = s->b.num_e = s->logic = s->shift = s->num_direct = s->passed = 0;
      s->stores = false;
      memset(s->request, 0, sizeof s->request);
      if (!b->index) { /* what several blocks read, and the flag of killed lanes */
         for (unsigned k = 0; sh->stage == IR_STAGE_FRAGMENT && k < SLOT_COUNT * INTERP_COUNT; k++) {
            const struct cg_slot_use *u = &in->in[k / INTERP_COUNT][k % INTERP_COUNT];
            if (u->mask && u->block == USC_NO_REG && k % INTERP_COUNT != INTERP_FLAT && u->run == k)
               cg_need_new_node(s, NEED_REQUEST);
         }
         if (c->alive != USC_NO_REG)
            cg_need_move(s);
         for (uint32_t k = 0; k < c->array_temps; k++) /* arrays start as 0 */
            cg_need_move(s);
      }
      ir_foreach_instr (b, i)
         instruction(s, i);
      if (b->term == IR_TERM_IF) {
         struct cg_need_operand o[MAX_OPERANDS];
         unsigned n = cg_need_cond_operands(s, &b->cond, o);
         cg_need_test(s, NULL, o, n, false);
      }
      const bool last = b->term == IR_TERM_RETURN || b->index + 1 == sh->num_blocks;
      if (last)
         cg_need_finish(s, &tail);
      uint32_t head = controls(&c->blocks[b->index].head), body = solve(s, last);
      /* Something must carry the end: an output that also ends the task, or any group that is no control group. */
      if (last && (sh->stage == IR_STAGE_VERTEX ? !writes_output(s) : !body && !tail))
         body++;
      c->blocks[b->index].source_bound = head + body + tail;
   }
}

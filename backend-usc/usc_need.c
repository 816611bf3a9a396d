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
#include "backend-usc/usc_sched.h"

#include <string.h>

enum need {
   NEED_NONE,
   NEED_P,
   NEED_P0,
   NEED_ALONE,
   NEED_TST,
   NEED_PCK,
   NEED_LOGIC,
   NEED_SHIFT,
   NEED_CODE,
   NEED_REQUEST, /* ALONE, with a wait before the reader */
};
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
#include "backend-usc/usc_cost.def"
#define OP(name, dst, src, mods, attrs, flags, exact, expr) ROW_##name = 1 / HAS_##name, /* every op has a row */
#include "ir/ops.def"
#undef OP
};
static const uint8_t need_of[IR_OP_COUNT][MAX_CHAIN] = {
#define NEED(op, ...) [IR_##op] = UNITS(__VA_ARGS__),
#include "backend-usc/usc_cost.def"
};

/* A value, over the whole program. */
struct fact {
   uint32_t block;                /* that defines it */
   uint32_t line;                 /* readers on feed-through lines, in that block */
   uint16_t stores;               /* pixel outputs in that block */
   bool reg;                      /* somebody reads it from a register */
   bool output;                   /* vertex output in that block */
   uint32_t moved;                /* uniform: 1 + the block in which it is counted as moved to a temporary */
   uint32_t indexed, index_node;  /* 1 + the block in which an index register was made of it, and by which node */
   const struct ir_instr *reader; /* one of them */
   uint32_t index_seen;           /* 1 + the block in which it is an index */
   uint32_t node;                 /* 1 + the node of its definition, in the current block */
   uint8_t kind;                  /* enum need of that node */
};

struct scan {
   struct cg *c;
   const struct cg_inputs *in;
   struct fact *f;
   uint32_t block;
   struct cg_bound b;
   uint32_t logic, shift; /* bitwise groups of their own; shifts that a chain may take */
   struct direct {
      uint32_t node, addr, reg;
   } * direct;                              /* outputs of vertex inputs */
   uint32_t num_direct, cap_direct, passed; /* passed: the same in geometry programs, counted */
   bool stores;                             /* to memory */
   struct {
      uint32_t above; /* requests in a row before it */
      bool request;
   } * level; /* by node */
   uint32_t cap_level;
   uint32_t request[SLOT_COUNT * INTERP_COUNT]; /* by run of inputs: 1 + node */
};

/* Moves without modifiers are other names. */
static const struct ir_value *alias(const struct ir_value *v)
{
   while (v->def && v->def->op == IR_mov && v->def->sat == IR_SAT_NONE && !v->def->src[0].neg && !v->def->src[0].abs)
      v = v->def->src[0].val;
   return v;
}

static enum need first_need(const struct ir_instr *i)
{
   return (enum need)need_of[i->op][0];
}

static bool is_test(const struct ir_instr *i)
{
   return i && first_need(i) == NEED_TST && ir_op_info[i->op].dst[0] == 'b';
}

static bool folded(const struct scan *s, const struct ir_value *v)
{
   return s->c->folded[v->id] && is_test(v->def);
}

/* Does anything come of it? Comparisons that their readers do themselves count there. */
static bool live(const struct scan *s, const struct ir_instr *i)
{
   if (!i->ndst)
      return true;
   for (unsigned k = 0; k < i->ndst; k++)
      if (s->c->uses[i->dst[k]->id])
         return !folded(s, i->dst[k]);
   return false;
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

struct operand {
   const struct ir_src *src;
   bool line, arm; /* read on a feed-through line; arm of a select, not compared */
};
#define MAX_OPERANDS 24

/* What an operation reads itself; at most MAX_OPERANDS (phis are handled elsewhere). */
static unsigned operands(const struct scan *s, const struct ir_instr *i, struct operand *o)
{
   enum need need = first_need(i);
   bool line = need == NEED_TST || need == NEED_PCK;
   unsigned n = 0;
   if (i->op == IR_store_output)
      line = s->c->s->stage != IR_STAGE_FRAGMENT || i->attr[0] == SLOT_FRAG_DEPTH;
   for (uint32_t k = 0; k < i->nsrc && n < MAX_OPERANDS; k++) {
      const struct ir_value *v = i->src[k].val;
      bool cond = (i->op == IR_sel || i->op == IR_kill) && k == 0;
      if (cond && folded(s, v))
         for (uint32_t q = 0; q < v->def->nsrc && n < MAX_OPERANDS; q++)
            o[n++] = (struct operand){&v->def->src[q], true, false};
      else
         o[n++] = (struct operand){&i->src[k], cond || line, i->op == IR_sel && k > 0};
   }
   return n;
}

static unsigned cond_operands(const struct scan *s, const struct ir_src *cond, struct operand *o)
{
   if (!folded(s, cond->val)) {
      o[0] = (struct operand){cond, true, false};
      return 1;
   }
   for (uint32_t q = 0; q < cond->val->def->nsrc; q++)
      o[q] = (struct operand){&cond->val->def->src[q], true, false};
   return cond->val->def->nsrc;
}

/* Is the operand an index, which tests clamp? */
static bool is_index(const struct ir_instr *i, const struct ir_src *src)
{
   return (i->op == IR_load_param || i->op == IR_array_load || i->op == IR_array_store) &&
          src == &i->src[i->op == IR_array_store];
}

static void note_use(struct scan *s, const struct operand *all, unsigned n, const struct ir_instr *reader)
{
   const struct operand *o = &all[n];
   for (unsigned k = 0; k < n; k++) /* one reader, one line */
      if (o->line && all[k].line && alias(all[k].src->val) == alias(o->src->val))
         return;
   struct fact *f = &s->f[alias(o->src->val)->id];
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

static void facts(struct scan *s)
{
   struct ir_shader *sh = s->c->s;
   struct operand o[MAX_OPERANDS];
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
               s->f[alias(i->src[k].val)->id].reg = true;
            continue;
         }
         if (i->ndst && alias(i->dst[0]) != i->dst[0])
            continue;
         unsigned n = operands(s, i, o);
         for (unsigned k = 0; k < n; k++)
            note_use(s, o, k, i);
      }
      if (b->term == IR_TERM_IF) {
         unsigned n = cond_operands(s, &b->cond, o);
         for (unsigned k = 0; k < n; k++)
            note_use(s, o, k, NULL);
      }
   }
}

/* ---- nodes --------------------------------------------------------------------------------------------------------------- */

static uint32_t new_node(struct scan *s, enum need kind)
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
static unsigned latency(enum need from, enum need to, bool line)
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

static void depends(struct scan *s, uint32_t from, enum need kind, uint32_t to, enum need reader, bool line)
{
   cg_bound_edge(&s->b, from, to, latency(kind, reader, line));
   uint32_t above = s->level[from].above + (kind == NEED_REQUEST);
   if (above > s->level[to].above)
      s->level[to].above = above;
}

static const struct fact *made_here(const struct scan *s, const struct ir_value *v)
{
   const struct fact *f = &s->f[alias(v)->id];
   return f->block == s->block && f->node ? f : NULL;
}

static void read_all(struct scan *s, uint32_t node, enum need kind, const struct operand *o, unsigned n)
{
   for (unsigned k = 0; k < n; k++) {
      const struct fact *f = made_here(s, o[k].src->val);
      if (f)
         depends(s, f->node - 1, (enum need)f->kind, node, kind, o[k].line);
   }
}

static uint32_t move(struct scan *s)
{
   uint32_t v = new_node(s, NEED_NONE);
   s->b.n[v].use[CG_UNIT_W] = 1;
   return v;
}

static void takes_port(struct scan *s, uint32_t v)
{
   if (!s->b.n[v].use[CG_UNIT_W])
      s->b.n[v].use[CG_UNIT_W] = 1;
}

/* Node v defines the value: W ports, and where it is found. */
static void define(struct scan *s, const struct ir_value *val, uint32_t v, enum need kind)
{
   struct fact *f = &s->f[val->id];
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
      depends(s, v, kind, move(s), NEED_NONE, false);
}

static bool constant(const struct ir_value *v, uint32_t *bits)
{
   const struct ir_instr *d = alias(v)->def;
   if (!d || d->op != IR_const)
      return false;
   *bits = d->attr[0];
   return true;
}

/* Readable in S0, S2 and S3 only. */
static bool uniform(const struct scan *s, const struct ir_src *src)
{
   const struct ir_instr *d = alias(src->val)->def;
   uint32_t bits;
   if (!d)
      return false;
   if (constant(src->val, &bits))
      return usc_find_constant(bits) < 0 && usc_find_constant(bits ^ 0x80000000u) < 0;
   if (d->op != IR_load_param || d->nsrc)
      return false;
   return d->attr[0] < s->c->s->num_params && s->c->s->params[d->attr[0]].cls != PARAM_CONST;
}

/* P1 reads a uniform as its first operand only; two factors that are uniforms cost a move, once a block and uniform. */
static enum need alu_need(struct scan *s, const struct ir_instr *i)
{
   bool u[3] = {false, false, false};
   for (uint32_t k = 0; k < i->nsrc && k < 3; k++)
      u[k] = uniform(s, &i->src[k]);
   if ((i->op == IR_fmul || i->op == IR_fmad) && u[0] && u[1] && alias(i->src[0].val) != alias(i->src[1].val)) {
      struct fact *a = &s->f[alias(i->src[0].val)->id], *b = &s->f[alias(i->src[1].val)->id];
      if (a->moved != s->block + 1 && b->moved != s->block + 1) { /* a matching: no cover is smaller */
         a->moved = b->moved = s->block + 1;
         move(s);
      }
   }
   return (i->op == IR_fmad && u[2]) || (i->op == IR_fadd && u[0] && u[1]) ? NEED_P0 : NEED_P;
}

/* P0 or P1 for every value on a line that neither the external line nor an operation of the same group provides. */
static unsigned extra_lines(const struct scan *s, const struct ir_instr *i, const struct operand *o, unsigned n,
                            bool materialised)
{
   unsigned distinct = materialised, absorbed = 0; /* all ones as an arm */
   bool constant_arm = materialised;               /* 0 comes from the pack unit */
   bool zero = false;                              /* x < 0 is as well 0 < -x */
   for (unsigned k = 0; k < n; k++) {
      uint32_t bits;
      zero |= o[k].line && !o[k].arm && constant(o[k].src->val, &bits) && !(bits & 0x7fffffffu);
   }
   for (unsigned k = 0; k < n; k++) {
      const struct ir_src *a = o[k].src;
      uint32_t bits;
      bool seen = false;
      if (!o[k].line)
         continue;
      for (unsigned j = 0; j < k && !seen; j++)
         seen = o[j].line && alias(o[j].src->val) == alias(a->val) && (o[j].src->neg == a->neg || (zero && !o[j].arm)) &&
                o[j].src->abs == a->abs;
      if (seen)
         continue;
      if (constant(a->val, &bits)) {
         if (!o[k].arm && !(bits & 0x7fffffffu))
            continue; /* comparisons with zero name no operand */
         bool arm = o[k].arm || ((i && (i->op == IR_fmin || i->op == IR_fmax)) && !bits);
         if (arm && !constant_arm && (bits == 0 || bits == NUM_ONE)) {
            constant_arm = true;
            continue;
         }
      }
      distinct++;
      const struct fact *f = made_here(s, a->val);
      if (f && (f->kind == NEED_P || f->kind == NEED_P0 || f->kind == NEED_PCK) && (!a->neg || (zero && !o[k].arm)) &&
          !a->abs && !f->reg && f->line == 1)
         absorbed++;
   }
   return distinct > 1 + absorbed ? distinct - 1 - absorbed : 0;
}

static uint32_t test(struct scan *s, const struct ir_instr *i, const struct operand *o, unsigned n, bool materialised)
{
   uint32_t v = new_node(s, NEED_TST);
   unsigned p = extra_lines(s, i, o, n, materialised);
   s->b.n[v].use[CG_UNIT_P] = (uint8_t)(p < 2 ? p : 2);
   read_all(s, v, NEED_TST, o, n);
   return v;
}

/* ---- operations of the IR with code of their own ------------------------------------------------------------------------- */

/* Clamping an index that the program computes: two tests. Returns the last node. */
static uint32_t clamp(struct scan *s, const struct ir_src *index)
{
   struct operand o = {index, true, false};
   uint32_t a = new_node(s, NEED_TST), b = new_node(s, NEED_TST);
   read_all(s, a, NEED_TST, &o, 1);
   s->b.n[a].use[CG_UNIT_W] = s->b.n[b].use[CG_UNIT_W] = 1;
   depends(s, a, NEED_TST, b, NEED_TST, true);
   return b;
}

static void request(struct scan *s, const struct ir_instr *i, uint32_t v)
{
   for (unsigned k = 0; k < i->ndst; k++)
      if (s->c->uses[i->dst[k]->id])
         define(s, i->dst[k], v, NEED_REQUEST);
}

static void load_input(struct scan *s, const struct ir_instr *i)
{
   struct cg *c = s->c;
   unsigned slot = i->attr[0];
   if (c->s->stage != IR_STAGE_FRAGMENT || slot >= SLOT_COUNT)
      return;
   if (slot == SLOT_FACING) {
      if (!(i->attr[1] & 3)) {
         uint32_t v = new_node(s, NEED_TST);
         s->b.n[v].use[CG_UNIT_P] = 1; /* -1.0 */
         define(s, i->dst[0], v, NEED_TST);
      }
      return;
   }
   enum io_interp k = cg_interp(c, i);
   const struct cg_slot_use *u = &s->in->in[slot][k];
   if (k == INTERP_FLAT || u->block != s->block)
      return;
   if (!s->request[u->run])
      s->request[u->run] = new_node(s, NEED_REQUEST) + 1;
   define(s, i->dst[0], s->request[u->run] - 1, NEED_REQUEST);
}

/* An index register made of a value: two tests, the second behind a multiplication if `scaled`. Once a block and value. */
static uint32_t index_of(struct scan *s, const struct ir_src *index, bool scaled)
{
   struct fact *f = &s->f[alias(index->val)->id];
   struct operand o = {index, true, false};
   if (f->indexed == s->block + 1)
      return f->index_node;
   uint32_t a = new_node(s, NEED_TST), b = new_node(s, scaled ? NEED_P0 : NEED_TST);
   read_all(s, a, NEED_TST, &o, 1);
   s->b.n[b].use[CG_UNIT_TST] = 1;
   s->b.n[a].use[CG_UNIT_W] = s->b.n[b].use[CG_UNIT_W] = 1;
   depends(s, a, NEED_TST, b, NEED_TST, true);
   f->indexed = s->block + 1;
   f->index_node = b;
   return b;
}

static void load_param(struct scan *s, const struct ir_instr *i)
{
   if (!i->nsrc || !i->attr[3])
      return;
   uint32_t v = index_of(s, &i->src[0], true);
   struct fact *f = &s->f[i->dst[0]->id];
   f->node = v + 1; /* read through the index register, as a uniform */
   f->kind = NEED_ALONE;
   f->reg = true;
}

/* Memory: address and request. */
static uint32_t memory_access(struct scan *s, const struct ir_src *index, bool sum)
{
   uint32_t address = 0, v = 0;
   if (index) {
      uint32_t a = clamp(s, index);
      if (sum) {
         uint32_t q = new_node(s, NEED_P0);
         s->b.n[q].use[CG_UNIT_W] = 1;
         depends(s, a, NEED_TST, q, NEED_P0, false);
         a = q;
      }
      address = new_node(s, NEED_P0);
      depends(s, a, NEED_TST, address, NEED_P0, false);
   } else {
      address = new_node(s, NEED_P0);
   }
   s->b.n[address].use[CG_UNIT_W] = 2;
   v = new_node(s, NEED_REQUEST);
   depends(s, address, NEED_P0, v, NEED_REQUEST, false);
   return v;
}

static void load_buffer(struct scan *s, const struct ir_instr *i)
{
   if (s->f[i->dst[0]->id].node || (i->nsrc && !i->attr[3]))
      return; /* part of an earlier burst */
   uint32_t v = memory_access(s, i->nsrc ? &i->src[0] : NULL, i->attr[1] != 0);
   const struct ir_instr *q = i;
   for (unsigned k = 0; k < (i->nsrc ? 1 : 4); k++, q = q->next) {
      if (k && (!q || q->op != IR_load_buffer || q->nsrc || q->attr[0] != i->attr[0] || q->attr[1] != i->attr[1] + k))
         break;
      define(s, q->dst[0], v, NEED_REQUEST);
   }
}

static void array(struct scan *s, const struct ir_instr *i)
{
   bool store = i->op == IR_array_store;
   const struct ir_src *rel = i->nsrc > store ? &i->src[store] : NULL;
   if (!s->c->array_in_memory[i->attr[0]]) {
      if (rel)
         index_of(s, rel, false);
      return;
   }
   uint32_t v = memory_access(s, rel, rel && s->c->array_at[i->attr[0]]);
   struct operand o = {&i->src[0], false, false};
   s->stores |= store;
   if (store)
      read_all(s, v, NEED_REQUEST, &o, 1);
   else
      define(s, i->dst[0], v, NEED_REQUEST);
}

static void texture(struct scan *s, const struct ir_instr *i)
{
   struct operand o[MAX_OPERANDS];
   unsigned n = operands(s, i, o);
   const struct exec_tex_info *info = &exec_tex_info[i->attr[1]];
   if (i->attr[0] == TEX_SIZE) {
      unsigned dims = i->attr[1] == TEX_CUBE || i->attr[1] == TEX_SHADOWCUBE ? 2 : info->coords;
      for (unsigned k = 0; k < i->ndst && k < dims + info->array; k++) {
         if (!s->c->uses[i->dst[k]->id])
            continue;
         uint32_t last = 0, v;
         if (k < dims) { /* max(1, size >> level) */
            uint32_t a = new_node(s, NEED_LOGIC);
            last = new_node(s, NEED_TST);
            read_all(s, a, NEED_LOGIC, o, n);
            depends(s, a, NEED_LOGIC, last, NEED_TST, true);
            s->b.n[last].use[CG_UNIT_W] = 1;
         }
         v = new_node(s, NEED_TST);
         read_all(s, v, NEED_TST, o, n);
         if (k < dims)
            depends(s, last, NEED_TST, v, NEED_TST, true);
         define(s, i->dst[k], v, NEED_TST);
      }
      return;
   }
   /* The data words are temporaries. */
   uint32_t moves[MAX_OPERANDS], num = 0;
   for (unsigned k = 0; k < n; k++) {
      const struct ir_instr *d = alias(o[k].src->val)->def;
      if (d && (d->op == IR_const || (d->op == IR_load_param && !d->nsrc)))
         moves[num++] = move(s);
   }
   if (i->attr[3] & 0xffffffu)
      moves[num++ % MAX_OPERANDS] = move(s);
   uint32_t v = new_node(s, NEED_REQUEST);
   read_all(s, v, NEED_REQUEST, o, n);
   for (unsigned k = 0; k < num && k < MAX_OPERANDS; k++)
      depends(s, moves[k], NEED_P, v, NEED_REQUEST, false);
   request(s, i, v);
}

/* Register of a vertex input. */
static uint32_t direct_input(const struct scan *s, const struct ir_instr *i)
{
   return i->attr[0] < SLOT_COUNT ? s->in->in[i->attr[0]][cg_interp(s->c, i)].comp_reg[i->attr[1] & 3] : 0;
}

static void store_output(struct scan *s, const struct ir_instr *i)
{
   struct cg *c = s->c;
   unsigned slot = i->attr[0];
   const struct ir_value *val = alias(i->src[0].val);
   const struct fact *f = made_here(s, val);
   struct operand o = {&i->src[0], true, false};
   bool depth = c->s->stage == IR_STAGE_FRAGMENT && slot == SLOT_FRAG_DEPTH;
   if (c->s->stage != IR_STAGE_FRAGMENT || depth) {
      if (depth ? (i->attr[1] & 3) != 2 : cg_varying_address(c, slot) == USC_NO_REG)
         return;
      /* Between two vertices of a geometry program up to four inputs go out in a repeated group; a group for four bounds any run. */
      if (c->s->stage == IR_STAGE_GEOMETRY && val->def && val->def->op == IR_load_input && ++s->passed % 4)
         return;
      uint32_t v = new_node(s, NEED_NONE);
      s->b.n[v].use[CG_UNIT_BE] = 1;
      /* The value is on W0: made in this group, or it takes the port. */
      bool rides = f && (f->kind == NEED_P || f->kind == NEED_P0 || f->kind == NEED_TST || f->kind == NEED_PCK);
      if (!rides)
         s->b.n[v].use[CG_UNIT_W] = 1;
      read_all(s, v, NEED_NONE, &o, 1);
      if (val->def && val->def->op == IR_load_input && c->s->stage == IR_STAGE_VERTEX)
         UTIL_PUSH(s->b.ctx, s->direct, s->num_direct, s->cap_direct,
                   (struct direct){v, cg_varying_address(c, slot) + (i->attr[1] & 3), direct_input(s, val->def)});
      return;
   }
   if (slot < SLOT_FRAG_COLOR || slot > SLOT_FRAG_COLOR_LAST)
      return;
   bool inner = val->def && (val->def->op == IR_const || (val->def->op == IR_load_param && !val->def->nsrc));
   if (c->opt->frt[slot - SLOT_FRAG_COLOR] == USC_FRT_F32) {
      if (!f)
         move(s);
   } else if (inner) { /* the pack unit reads a block of temporaries */
      move(s);
   }
}

/* Operations behind the last instruction of a fragment program. */
static void finish(struct scan *s, uint32_t *tail)
{
   struct cg *c = s->c;
   struct operand o[MAX_OPERANDS];
   if (c->s->stage != IR_STAGE_FRAGMENT)
      return;
   for (unsigned t = 0; t < 8; t++)
      if (s->in->out_mask[SLOT_FRAG_COLOR + t] && c->opt->frt[t] != USC_FRT_F32)
         for (unsigned k = 0; k < (c->opt->frt[t] == USC_FRT_F16 ? 2u : 1u); k++) {
            uint32_t v = new_node(s, NEED_ALONE);
            ir_foreach_instr (c->s->blocks[s->block], i)
               if (i->op == IR_store_output && i->attr[0] == SLOT_FRAG_COLOR + t &&
                   (c->opt->frt[t] == USC_FRT_RGBA8 || (i->attr[1] & 3) / 2 == k)) {
                  o[0] = (struct operand){&i->src[0], false, false};
                  read_all(s, v, NEED_ALONE, o, 1);
               }
         }
   if (s->in->kills) {
      unsigned n = c->alive == USC_NO_REG ? cond_operands(s, &s->in->kill->src[0], o) : 0;
      test(s, NULL, o, n, false);
      ++*tail; /* atst */
   }
}

/* ---- a block ------------------------------------------------------------------------------------------------------------- */

/* May an AND or a NOT be done by the mask unit of the logic operation that reads it, or take that in? */
static bool masked(const struct scan *s, const struct ir_instr *i)
{
   const struct ir_instr *to = s->f[i->dst[0]->id].reader;
   if (i->op == IR_inot) {
      const struct fact *from = made_here(s, i->src[0].val);
      if (from && from->kind == NEED_LOGIC && s->c->uses[alias(i->src[0].val)->id] == 1)
         return true;
   }
   return (i->op == IR_iand || i->op == IR_inot) && s->c->uses[i->dst[0]->id] == 1 && to && to->block == i->block &&
          first_need(to) == NEED_LOGIC;
}

/*
 * May a shift take part in the bitwise group of another operation? A group shifts to the left, then does a logic operation, then
 * shifts either way; masks before the second shift do for masks behind it.
 */
static bool in_chain(const struct scan *s, const struct ir_instr *i)
{
   const struct ir_value *v = i->dst[0], *x = alias(i->src[0].val);
   const struct ir_instr *to = s->f[v->id].reader;
   const struct fact *from = made_here(s, x);
   if (s->c->uses[v->id] == 1 && to && to->block == i->block) {
      enum need n = first_need(to);
      if ((n == NEED_LOGIC && (i->op == IR_shl || to->op == IR_iand)) || (n == NEED_SHIFT && i->op == IR_shl))
         return true;
   }
   return from && s->c->uses[x->id] == 1 && (from->kind == NEED_LOGIC || (x->def && x->def->op == IR_shl));
}

static void instruction(struct scan *s, const struct ir_instr *i)
{
   struct operand o[MAX_OPERANDS];
   enum need kind = first_need(i);
   uint32_t bits;
   unsigned n;

   if (!live(s, i) || i->op == IR_phi)
      return;
   switch (i->op) {
   case IR_load_input: load_input(s, i); return;
   case IR_load_param: load_param(s, i); return;
   case IR_load_buffer: load_buffer(s, i); return;
   case IR_array_load:
   case IR_array_store: array(s, i); return;
   case IR_tex: texture(s, i); return;
   case IR_store_output: store_output(s, i); return;
   case IR_emit:
   case IR_end_primitive:
      n = new_node(s, NEED_NONE);
      s->b.n[n].use[CG_UNIT_BE] = 1;
      return;
   case IR_kill:
      if (s->c->alive != USC_NO_REG) {
         n = operands(s, i, o);
         uint32_t v = test(s, i, o, n, false);
         s->b.n[v].use[CG_UNIT_W] = 1;
      }
      return;
   case IR_mov:
      if (alias(i->dst[0]) == i->dst[0] && !(constant(i->src[0].val, &bits) && i->sat == IR_SAT_NONE))
         kind = NEED_P; /* a modifier is applied */
      break;
   case IR_fadd:
   case IR_fmul:
   case IR_fmad: kind = alu_need(s, i); break;
   default: break;
   }
   if (kind == NEED_NONE || kind == NEED_CODE)
      return;
   n = operands(s, i, o);
   uint32_t v = 0;
   enum need last = kind;
   for (unsigned k = 0; k < MAX_CHAIN && (k == 0 || need_of[i->op][k]); k++) {
      enum need unit = k ? (enum need)need_of[i->op][k] : kind;
      uint32_t q;
      if (unit == NEED_SHIFT) {
         const bool chained = in_chain(s, i);
         q = chained ? new_node(s, NEED_SHIFT) : new_node(s, NEED_LOGIC);
         s->shift += chained;
         s->logic += !chained;
      } else if (unit == NEED_LOGIC && k == 0 && masked(s, i)) {
         q = new_node(s, NEED_SHIFT);
      } else if (unit == NEED_TST && k == 0) {
         q = test(s, i, o, n, is_test(i));
      } else {
         q = new_node(s, unit);
         s->logic += unit == NEED_LOGIC;
      }
      if (k == 0 && unit != NEED_TST) {
         read_all(s, q, unit, o, n);
         if (unit == NEED_PCK && n && (o[0].src->neg || o[0].src->abs))
            s->b.n[q].use[CG_UNIT_P] = 1;
      }
      if (k) {
         if (latency(last, unit, unit == NEED_TST))
            takes_port(s, v);
         depends(s, v, last, q, unit, unit == NEED_TST);
      }
      v = q;
      last = unit;
   }
   if (i->sat != IR_SAT_NONE &&
       !(i->sat == IR_SAT_01 && (i->op == IR_fadd || i->op == IR_fmul || i->op == IR_fmad || i->op == IR_fcanon)))
      for (unsigned k = 0; k < (i->sat == IR_SAT_01 ? 1u : 3u); k++) {
         enum need unit = i->sat == IR_SAT_01 ? NEED_P : NEED_TST;
         uint32_t q = new_node(s, unit);
         if (latency(last, unit, unit == NEED_TST))
            takes_port(s, v);
         depends(s, v, last, q, unit, unit == NEED_TST);
         v = q;
         last = unit;
      }
   define(s, i->dst[0], v, last);
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

static bool writes_output(const struct scan *s)
{
   ir_foreach_instr (s->c->s->blocks[s->block], i)
      if (i->op == IR_store_output && i->attr[0] < SLOT_COUNT && cg_varying_address(s->c, i->attr[0]) != USC_NO_REG)
         return true;
   return false;
}

static uint32_t bound_so_far(struct scan *s, bool last)
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
      move(s);
   uint32_t n = cg_bound_solve(&s->b);
   s->b.num -= open;
   return n;
}

/* A run of outputs of consecutive inputs may be one repeated group: as many runs, the longest first, as is best. */
static uint32_t with_repeats(struct scan *s, bool last)
{
   struct direct *d = s->direct;
   uint32_t best = bound_so_far(s, last), n = s->num_direct;
   for (uint32_t k = 1; k < n; k++) {
      struct direct t = d[k];
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
            new_node(s, NEED_ALONE);
            uint32_t b = bound_so_far(s, last);
            if (b < best)
               best = b;
         }
         k += m;
      }
   return best;
}

static uint32_t solve(struct scan *s, bool last)
{
   /* Requests in a row each have a wait. */
   uint32_t waits = 0;
   for (uint32_t v = 0; v < s->b.num; v++)
      if (s->level[v].request && s->level[v].above >= waits)
         waits = s->level[v].above + 1;
   /* Two shifters a bitwise group. */
   for (uint32_t k = s->logic; 2 * k < s->shift; k++)
      new_node(s, NEED_ALONE);
   for (uint32_t k = 0; k < waits; k++)
      new_node(s, NEED_ALONE);
   return with_repeats(s, last);
}

void cg_bound_source(struct cg *c, const struct cg_inputs *in)
{
   struct ir_shader *sh = c->s;
   struct scan *s = UTIL_NEW(c->ctx, struct scan);
   s->c = c;
   s->in = in;
   s->b.ctx = c->ctx;
   s->f = UTIL_ARRAY(c->ctx, struct fact, (size_t)sh->num_values + 1);
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
               new_node(s, NEED_REQUEST);
         }
         if (c->alive != USC_NO_REG)
            move(s);
         for (uint32_t k = 0; k < c->array_temps; k++) /* arrays start as 0 */
            move(s);
      }
      ir_foreach_instr (b, i)
         instruction(s, i);
      if (b->term == IR_TERM_IF) {
         struct operand o[MAX_OPERANDS];
         unsigned n = cond_operands(s, &b->cond, o);
         test(s, NULL, o, n, false);
      }
      const bool last = b->term == IR_TERM_RETURN || b->index + 1 == sh->num_blocks;
      if (last)
         finish(s, &tail);
      uint32_t head = controls(&c->blocks[b->index].head), body = solve(s, last);
      /* Something must carry the end: an output that also ends the task, or any group that is no control group. */
      if (last && (sh->stage == IR_STAGE_VERTEX ? !writes_output(s) : !body && !tail))
         body++;
      c->blocks[b->index].source_bound = head + body + tail;
   }
}

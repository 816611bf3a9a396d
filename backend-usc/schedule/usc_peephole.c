/* SPDX-License-Identifier: MIT */
/*
 * Peepholes on the selected groups of each block: a producer is combined with its only reader, so that one group computes the
 * value and uses it on a feed-through line.
 *
 *    fmad r1, a, b, c ; mov o0, r1              ->   fmad o0, a, b, c
 *    fmad r1, a, b, c ; uvsw.write out[3], r1   ->   fmad + mov + uvsw.write out[3]
 *    fadd r1, a, b ; max r2, r1, r3             ->   fadd in P0, test and move beside it
 *
 * Instructions are visited in order, and the last write of each register is recorded. usc_check() must allow each combined
 * group. Linear: a select has at most USC_MAX_ROUTINGS routings. The lower bound counts resources, not these groups, so a
 * peephole here needs no change there; one that absorbs operations of the IR belongs to select/pattern/usc_combine.c.
 */
#include "backend-usc/schedule/usc_merge.h"
#include "backend-usc/schedule/usc_rewrite.h"
#include "backend-usc/mir/usc_routing.h"

struct peephole {
   struct usc_mir *c;
   uint32_t *reads, *writes;        /* by unit, in the whole program */
   struct usc_instr **def;           /* by unit: the last instruction that writes it */
   uint32_t *def_pos;                /* by unit: its position, counted from 1 in the whole program, or 0 */
   uint32_t *last_write, *last_read; /* by unit and resource: positions */
   uint32_t before, pos;             /* positions before this block; the current position */
};

static void count_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct peephole *p = user;
   for (unsigned k = 0; k < n && unit + k < p->c->p.num_units; k++)
      (write ? p->writes : p->reads)[unit + k]++;
}

static void note_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct peephole *p = user;
   uint32_t *pos = write ? p->last_write : p->last_read;
   for (unsigned k = 0; k < n; k++)
      pos[unit + k] = p->pos;
}

static void note_defs(struct peephole *p, struct usc_instr *i)
{
   for (unsigned k = 0; k < 2; k++)
      if (i->g.dst[k].bank == USC_VIRTUAL) {
         p->def[i->g.dst[k].index] = i;
         p->def_pos[i->g.dst[k].index] = p->pos;
      }
}

/* ---- what may move ------------------------------------------------------------------------------------------------------- */

/* The elements of arrays that a pinned temporary may be: the first resource, and their number. */
static uint32_t element_resources(const struct peephole *p, struct usc_opd o, uint32_t *n)
{
   return p->c->p.num_units + USC_RES_TEMPS + usc_pinned_elements(p->c, o.index, o.idx != 0, n);
}

/* Was the unit or resource written in this block by the group that defines v, or later? */
static bool written_since(const struct peephole *p, uint32_t resource, uint32_t v)
{
   return p->last_write[resource] >= p->def_pos[v];
}

/* Was it read after the group that defines v? */
static bool read_since(const struct peephole *p, uint32_t resource, uint32_t v)
{
   return p->last_read[resource] > p->def_pos[v];
}

/* The instruction of this block that writes the register without a condition and is the only one in the program, or NULL. */
static struct usc_instr *sole_def(struct peephole *p, struct usc_opd o)
{
   if (o.bank != USC_VIRTUAL || p->def_pos[o.index] <= p->before || p->writes[o.index] != 1)
      return NULL;
   struct usc_instr *d = p->def[o.index];
   if (d->base.removed || d->g.cc != USC_CC_PE || d->base.kind != CG_OPERATION)
      return NULL;
   return d;
}

/*
 * Would the group that defines v compute the same here? It would if its sources are constants, uniforms, and virtual registers
 * that nothing in this block has written since, and if an index register for a uniform has not changed since. A group that
 * reads other invocations of its quad stays before the feedback to the ISP, after which they may be gone.
 */
static bool is_movable(const struct peephole *p, const struct usc_group *g, uint32_t v)
{
   const unsigned slots = usc_group_reads(g);
   if (usc_group_reads_quad(g) && written_since(p, p->c->p.num_units + USC_RES_QUAD, v))
      return false;
   for (unsigned s = 0; s < 6; s++) {
      const uint32_t u = g->src[s].index;
      if (slots >> s & 1 && g->src[s].bank == USC_VIRTUAL && p->writes[u] > 1 && written_since(p, u, v))
         return false;
      if (g->src[s].idx && written_since(p, p->c->p.num_units + (g->src[s].idx == 1 ? USC_RES_IDX0 : USC_RES_IDX1), v))
         return false;
   }
   for (unsigned s = 0; s < 6; s++) {
      uint32_t n = 0;
      const uint32_t first = g->src[s].bank == USC_TEMP ? element_resources(p, g->src[s], &n) : 0;
      for (uint32_t k = 0; k < n; k++)
         if (written_since(p, first + k, v))
            return false;
      if (g->src[s].bank == USC_IDX || usc_is_workgroup_memory(p->c, g->src[s]))
         return false;
   }
   return true;
}

static bool reads(const struct usc_group *g, struct usc_opd v)
{
   const unsigned slots = usc_group_reads(g);
   for (unsigned k = 0; k < 6; k++)
      if (slots >> k & 1 && usc_same_reg(g->src[k], v))
         return true;
   return false;
}

/* Removes instruction d, which defined v and has become part of its reader, `into`. */
static void remove_def(struct peephole *p, struct usc_instr *d, struct usc_opd v, struct usc_instr *into)
{
   d->base.removed = true;
   cg_join_origin(&p->c->p, &into->base, &d->base);
   p->reads[v.index]--;
   p->writes[v.index]--;
}

/* ---- a result written where it is moved to ------------------------------------------------------------------------------- */

/* The first unit or resource that a move writes, and their number; UINT32_MAX if its writes are not recorded. */
static uint32_t dest_resources(const struct peephole *p, struct usc_opd o, uint32_t *n)
{
   *n = 1;
   if (o.bank == USC_VIRTUAL)
      return o.index;
   if (o.bank == USC_TEMP)
      return element_resources(p, o, n);
   if (o.bank == USC_SPECIAL && o.index >= 32 && o.index < 36)
      return p->c->p.num_units + USC_RES_OUT + o.index - 32;
   if (o.bank == USC_SPECIAL && o.index >= 164 && o.index < 168)
      return p->c->p.num_units + USC_RES_OUT + o.index - 160;
   return UINT32_MAX;
}

/* Could the group that defines v write the destination of m, a move of v? */
static bool is_free_since(const struct peephole *p, const struct usc_instr *m, uint32_t first, uint32_t n, uint32_t v)
{
   const struct usc_opd x = m->g.dst[0];
   for (uint32_t k = first; k < first + n; k++)
      if (written_since(p, k, v) || read_since(p, k, v))
         return false;
   return !x.idx || !written_since(p, p->c->p.num_units + (x.idx == 1 ? USC_RES_IDX0 : USC_RES_IDX1), v);
}

/* mov x, v where v has no other reader: its producer moves here and writes x. */
static bool sink_producer(struct peephole *p, struct usc_instr *m, struct usc_instr *d, struct usc_opd v)
{
   struct usc_group g = d->g;
   if (!usc_same_reg(g.dst[0], v) || g.dst[1].bank || g.kind == USC_CONTROL || (g.kind == USC_MAIN && g.op[USC_BE]) ||
       g.rpt > 1 || !is_movable(p, &d->g, v.index) || usc_group_reads_p0(&g) || usc_group_writes_p0(&g))
      return false;
   g.dst[0] = m->g.dst[0];
   if (usc_check(&g) != USC_V_OK)
      return false;
   m->g = g;
   remove_def(p, d, v, m);
   return true;
}

/*
 * mov x, v where v has no other reader: its producer writes x. It moves here if x is read or written in between, or an index
 * register of x is loaded in between, or if x is an output and the feedback to the ISP is in between.
 */
static bool forward_dest(struct peephole *p, struct usc_instr *m)
{
   if (!usc_is_plain_mov(&m->g))
      return false;
   const struct usc_opd v = m->g.src[0], x = m->g.dst[0];
   struct usc_instr *d = sole_def(p, v);
   if (!d || p->reads[v.index] != 1 || p->c->p.regs[p->c->p.unit_reg[v.index]].size != 1)
      return false;
   uint32_t n;
   const uint32_t res = dest_resources(p, x, &n);
   const bool after_feedback = x.bank == USC_SPECIAL && written_since(p, p->c->p.num_units + USC_RES_FEEDBACK, v.index);
   if (after_feedback || (x.bank == USC_TEMP && !is_free_since(p, m, res, n, v.index))) {
      sink_producer(p, m, d, v);
      return false; /* x is written where the move stood */
   }
   if (res == UINT32_MAX || !is_free_since(p, m, res, n, v.index))
      return false;
   const unsigned k = usc_same_reg(d->g.dst[0], v) ? 0 : 1;
   if (!usc_same_reg(d->g.dst[k], v))
      return false;
   struct usc_group g = d->g;
   g.dst[k] = x;
   if (usc_check(&g) != USC_V_OK)
      return false;
   d->g = g;
   m->base.removed = true;
   cg_join_origin(&p->c->p, &d->base, &m->base);
   p->reads[v.index]--;
   p->writes[v.index]--;
   if (x.bank == USC_VIRTUAL) {
      p->def[res] = d;
      p->def_pos[res] = p->def_pos[v.index];
   }
   for (uint32_t r = res; r < res + n; r++)
      p->last_write[r] = p->def_pos[v.index];
   return true;
}

/* mov x, v under a condition, where v has no other reader: its producer moves here and writes x under the condition. */
static void compute_under_condition(struct peephole *p, struct usc_instr *m)
{
   const struct usc_opd v = m->g.src[0];
   if (m->g.cc == USC_CC_PE || !usc_is_single(&m->g) || m->g.op[USC_P0] != USC_OP_MBYP || v.mod)
      return;
   struct usc_instr *d = sole_def(p, v);
   if (!d || p->reads[v.index] != 1 || !usc_is_single(&d->g) || !is_movable(p, &d->g, v.index) || usc_group_reads_quad(&d->g))
      return;
   struct usc_group g = d->g;
   g.dst[0] = m->g.dst[0];
   g.cc = m->g.cc;
   if (usc_check(&g) != USC_V_OK)
      return;
   m->g = g;
   remove_def(p, d, v, m);
}

/* ---- an output written by the group that computes it --------------------------------------------------------------------- */

/* Is it uvsw.write and nothing else? */
static bool only_writes_output(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_UVSW_WRITE && !g->op[USC_P0] && !g->op[USC_MOV] && !g->op[USC_PCK] &&
          g->rpt <= 1 && g->cc == USC_CC_PE;
}

/* Moves the output operation into the group of this block that computes its value on W0. */
static bool combine_output(struct peephole *p, struct usc_instr *output)
{
   const struct usc_group *b = &output->g;
   if (!only_writes_output(b))
      return false;
   const struct usc_opd v = b->src[b->is0];
   struct usc_instr *d = sole_def(p, v);
   if (!d || d->g.kind != USC_MAIN || d->g.op[USC_BE] || !usc_same_reg(d->g.dst[0], v) || d->g.rpt > 1 ||
       (usc_op_info[d->g.op[USC_P0]].flags & USC_F_COMPLEX))
      return false;
   const uint32_t res = p->c->p.num_units + USC_RES_OUT + 8u + b->addr;
   if (written_since(p, res, v.index) || written_since(p, p->c->p.num_units + USC_RES_VERTEX, v.index))
      return false; /* the same output, or an emit, before which the write would belong to an earlier vertex */
   struct usc_group g = d->g;
   g.op[USC_BE] = b->op[USC_BE];
   g.addr = b->addr;
   g.w1 = 0;
   if (!g.op[USC_MOV] && !g.op[USC_PCK] && !g.op[USC_TST]) { /* backend and P0 need a P2 between them */
      g.op[USC_MOV] = USC_OP_MOV;
      g.mov_w0 = g.is4;
      g.mov_mask = 0xf;
      if (g.dst[1].bank)
         g.mov_w1 = g.is5;
   }
   if (p->reads[v.index] == 1)
      g.dst[0] = usc_none();
   if (usc_check(&g) != USC_V_OK)
      return false;
   d->g = g;
   output->base.removed = true;
   cg_join_origin(&p->c->p, &d->base, &output->base);
   p->reads[v.index]--;
   if (!g.dst[0].bank)
      p->writes[v.index]--;
   p->last_write[res] = p->def_pos[v.index];
   return true;
}

/* ---- operands computed in P0 and P1 of the group that reads them --------------------------------------------------------- */

/* The operation that P0 or P1 could compute instead of passing v through, or NULL. */
static struct usc_instr *find_producer(struct peephole *p, struct usc_opd v, unsigned unit)
{
   if (v.mod)
      return NULL;
   struct usc_instr *d = sole_def(p, v);
   if (!d || p->reads[v.index] != 1 || !usc_is_single(&d->g) || !is_movable(p, &d->g, v.index) ||
       (unit == USC_P1 && !usc_is_pairable(&d->g)))
      return NULL;
   return d;
}

/* A usc_soft_fn: the units in which v could be computed instead. */
static unsigned units_that_compute(void *user, struct usc_opd v)
{
   return (find_producer(user, v, USC_P0) ? 1u : 0u) | (find_producer(user, v, USC_P1) ? 2u : 0u);
}

/* Lets P0 and P1 of g compute values that they only pass through. Returns the number of these, and in defs the instructions
   that computed them before. */
static unsigned combine_lines(struct peephole *p, struct usc_group *g, struct usc_instr *defs[2])
{
   unsigned n = 0;
   for (unsigned unit = USC_P0; unit <= USC_P1; unit++) {
      struct usc_opd v = g->src[3 * unit];
      struct usc_instr *d = g->op[unit] == USC_OP_MBYP ? find_producer(p, v, unit) : NULL;
      if (!d)
         continue;
      struct usc_group q = *g;
      q.op[unit] = USC_OP_NONE;
      q.src[3 * unit] = usc_none();
      if (usc_group_reads_fte(&q) && q.is0 == 3 * unit)
         continue; /* v is on the external line as well */
      if (usc_insert_op(&q, &d->g, unit) || reads(&q, v) || usc_check(&q) != USC_V_OK)
         continue;
      *g = q;
      defs[n++] = d;
   }
   return n;
}

/* Moves the producer of the operand of a pack, which is on the external line, into P0. */
static bool combine_pack(struct peephole *p, struct usc_instr *s)
{
   if (!s->g.op[USC_PCK] || s->g.op[USC_P0] || s->g.op[USC_TST] || s->g.is3 != USC_FTE || s->g.pck_prog)
      return false;
   const struct usc_opd v = s->g.src[s->g.is0];
   struct usc_instr *d = sole_def(p, v);
   if (!d || p->reads[v.index] != 1 || !usc_is_single(&d->g) || !is_movable(p, &d->g, v.index))
      return false;
   struct usc_group g = s->g;
   g.src[g.is0] = usc_none();
   g.is0 = 0;
   g.is3 = USC_FT0;
   if (usc_insert_op(&g, &d->g, USC_P0) || usc_check(&g) != USC_V_OK)
      return false;
   s->g = g;
   remove_def(p, d, v, s);
   return true;
}

/* The number of operands of the group that could be computed in P0 or P1, in any routing. */
static unsigned num_computable(struct peephole *p, const struct usc_group *g)
{
   const unsigned slots = usc_group_reads(g);
   unsigned n = 0;
   for (unsigned s = 0; s < 6; s++)
      if (slots >> s & 1 && g->src[s].bank == USC_VIRTUAL)
         n += units_that_compute(p, usc_v(g->src[s].index)) != 0;
   return n;
}

/* Lets a select, test or pack compute operands that it only passes through, in the routing that computes most of them. */
static bool combine_operands(struct peephole *p, struct usc_instr *s)
{
   if (s->g.kind != USC_MAIN || !(s->g.op[USC_TST] || s->g.op[USC_PCK] || s->g.op[USC_MOV]) || s->g.rpt > 1 ||
       s->g.cc != USC_CC_PE)
      return false;
   struct usc_group best = s->g, routing[USC_MAX_ROUTINGS];
   struct usc_instr *defs[2], *other[2];
   const unsigned most = num_computable(p, &s->g);
   unsigned n = most ? combine_lines(p, &best, defs) : 0;
   const unsigned num = n < 2 && n < most ? usc_select_routings(&s->g, units_that_compute, p, routing, USC_MAX_ROUTINGS) : 0;
   for (unsigned k = 0; k < num; k++) {
      const unsigned m = combine_lines(p, &routing[k], other);
      if (m > n) {
         n = m;
         best = routing[k];
         defs[0] = other[0], defs[1] = other[1];
      }
   }
   s->g = best;
   for (unsigned k = 0; k < n; k++)
      remove_def(p, defs[k], defs[k]->g.dst[0], s);
   return n > 0 || combine_pack(p, s);
}

/* A test in the tail, of a value that the body computes but does not read: its operation moves into the group of the test,
   which writes its register. */
static void combine_tail_test(struct peephole *p, struct usc_instr *s, const struct cg_list *body)
{
   const struct usc_opd v = s->g.src[0];
   struct usc_group g = s->g;
   if (g.kind != USC_MAIN || g.cc != USC_CC_PE || !g.op[USC_TST] || g.dst[0].bank || g.op[USC_MOV] ||
       g.op[USC_P0] != USC_OP_MBYP || v.mod)
      return;
   struct usc_instr *d = sole_def(p, v);
   if (!d || !usc_is_single(&d->g) || !is_movable(p, &d->g, v.index) || p->c->p.regs[p->c->p.unit_reg[v.index]].size != 1)
      return;
   for (uint32_t k = p->def_pos[v.index] - p->before; k < body->n; k++)
      if (!body->i[k]->removed && reads(&usc_instr_at(body, k)->g, v))
         return;
   if (p->last_read[v.index] > p->before + body->n)
      return; /* a group of the tail before this one reads it */
   g.op[USC_P0] = USC_OP_NONE;
   g.src[0] = usc_none();
   if ((usc_group_reads_fte(&g) && g.is0 == 0) || usc_insert_op(&g, &d->g, USC_P0) || reads(&g, v))
      return;
   g.dst[0] = v;
   g.is4 = USC_FT0;
   if (usc_check(&g) != USC_V_OK)
      return;
   s->g = g;
   d->base.removed = true;
   cg_join_origin(&p->c->p, &s->base, &d->base);
   p->reads[v.index]--;
}

/* ---- all blocks ---------------------------------------------------------------------------------------------------------- */

static void compact(struct cg_list *l)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < l->n; k++)
      if (!l->i[k]->removed)
         l->i[n++] = l->i[k];
   l->n = n;
}

static void visit_block(struct peephole *p, uint32_t b)
{
   struct cg_list *body = &p->c->p.blocks[b].body;
   for (uint32_t k = 0; k < body->n; k++) {
      struct usc_instr *i = usc_instr_at(body, k);
      if (i->base.removed || i->base.kind != CG_OPERATION)
         continue;
      p->pos = p->before + k + 1;
      combine_operands(p, i);
      compute_under_condition(p, i);
      if (forward_dest(p, i) || combine_output(p, i))
         continue;
      note_defs(p, i);
      usc_refs_inline(p->c, i, note_ref, p);
   }
   /* Tests before the branch compute their operand themselves. */
   const struct cg_list *tail = &p->c->p.blocks[b].tail;
   for (uint32_t k = 0; k < tail->n && tail->i[k]->kind == CG_OPERATION && usc_instr_at(tail, k)->g.kind == USC_MAIN; k++) {
      p->pos = p->before + body->n + k + 1;
      if (!combine_operands(p, usc_instr_at(tail, k)))
         combine_tail_test(p, usc_instr_at(tail, k), body);
      usc_refs_inline(p->c, usc_instr_at(tail, k), note_ref, p); /* the tail may load an index register before a test */
   }
   p->before += body->n + tail->n;
   compact(body);
}

void usc_peephole(struct usc_mir *c)
{
   if (c->opt->sched == USC_SCHED_NONE)
      return;
   usc_early_copies(c);
   const uint32_t units = c->p.num_units + 1, all = c->p.num_units + USC_NUM_RES;
   struct peephole p = {.c = c};
   p.reads = UTIL_ARRAY(c->p.ctx, uint32_t, units);
   p.writes = UTIL_ARRAY(c->p.ctx, uint32_t, units);
   p.def = UTIL_ARRAY(c->p.ctx, struct usc_instr *, units);
   p.def_pos = UTIL_ARRAY(c->p.ctx, uint32_t, units);
   p.last_write = UTIL_ARRAY(c->p.ctx, uint32_t, all);
   p.last_read = UTIL_ARRAY(c->p.ctx, uint32_t, all);
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (unsigned k = 0; k < CG_NUM_LISTS; k++) {
         const struct cg_list *l = cg_list_of(&c->p.blocks[b], k);
         for (uint32_t i = 0; i < l->n; i++)
            usc_refs_inline(c, usc_instr_at(l, i), count_ref, &p);
      }
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      visit_block(&p, b);
   util_discard(c->p.ctx, p.reads, units * sizeof *p.reads);
   util_discard(c->p.ctx, p.writes, units * sizeof *p.writes);
   util_discard(c->p.ctx, p.def, units * sizeof *p.def);
   util_discard(c->p.ctx, p.def_pos, units * sizeof *p.def_pos);
   util_discard(c->p.ctx, p.last_write, all * sizeof *p.last_write);
   util_discard(c->p.ctx, p.last_read, all * sizeof *p.last_read);
}

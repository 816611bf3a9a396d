/* SPDX-License-Identifier: MIT */
/*
 * From one operation a group to few groups: peepholes that merge a producer and its one reader, then a list scheduler that
 * pairs independent operations, all on virtual registers. Legality is usc_check() alone; the cost is issue slots.
 *
 * Both work on one block at a time and in about linear time: the scheduler looks at no more than WINDOW ready instructions for
 * each group.
 */
#include "backend-usc/usc_cg.h"

#include <string.h>

#define WINDOW 24
/* Above this many live registers the scheduler prefers what ends lives. Fewer registers let more tasks run (assumed). */
#define PRESSURE_SOFT 40

/* ---- what an instruction touches ----------------------------------------------------------------------------------------- */

static void opd_ref(const struct cg *c, struct usc_opd o, unsigned n, bool write, cg_ref_fn fn, void *user)
{
   uint32_t res = c->num_units;
   if (o.idx)
      fn(user, res + (o.idx == 1 ? CG_RES_IDX0 : CG_RES_IDX1), 1, false);
   switch (o.bank) {
   case USC_VIRTUAL: fn(user, o.index, n, write); break;
   case USC_TEMP: fn(user, res + CG_RES_TEMPS, 1, write); break;
   case USC_IDX: fn(user, res + CG_RES_IDX0 + (o.index & 1), 1, write); break;
   case USC_SPECIAL:
      if (o.index >= 36 && o.index < 44)
         fn(user, res + CG_RES_INTERNAL, 1, write);
      else if (o.index >= 32 && o.index < 36)
         fn(user, res + CG_RES_OUT + o.index - 32, 1, write);
      else if (o.index >= 164 && o.index < 168)
         fn(user, res + CG_RES_OUT + o.index - 160, 1, write);
      break;
   default: break;
   }
}

void cg_refs(const struct cg *c, const struct cg_ins *i, cg_ref_fn fn, void *user)
{
   uint32_t res = c->num_units;
   const struct usc_group *g = &i->g;
   if (i->kind == CG_COPIES) {
      for (uint32_t k = 0; k < i->ncopies; k++)
         opd_ref(c, i->copies[k].src, 1, false, fn, user);
      for (uint32_t k = 0; k < i->ncopies; k++)
         fn(user, i->copies[k].dst, 1, true);
      return;
   }
   for (uint32_t k = 0; k < i->nkeep; k++)
      opd_ref(c, i->keep[k], i->keep_n[k], false, fn, user);
   unsigned reads = usc_group_reads(g);
   for (unsigned s = 0; s < 6; s++)
      if (reads >> s & 1)
         opd_ref(c, g->src[s], usc_group_src_count(g, s), false, fn, user);
   if (usc_group_reads_p0(g))
      fn(user, res + CG_RES_P0, 1, false);
   if (g->kind == USC_MAIN) {
      switch (g->op[USC_BE]) {
      case USC_OP_LD: fn(user, res + CG_RES_MEMORY, 1, false); break;
      case USC_OP_ST: fn(user, res + CG_RES_MEMORY, 1, true); break;
      case USC_OP_UVSW_WRITE:
         for (unsigned k = 0; k < (g->rpt ? g->rpt : 1); k++)
            fn(user, res + CG_RES_OUT + 8 + ((g->addr + k) & 255), 1, true);
         break;
      case USC_OP_ATST:
      case USC_OP_DEPTHF: fn(user, res + CG_RES_VIS, 1, true); break;
      default: break;
      }
   }
   struct usc_opd first;
   unsigned count;
   if (usc_group_async_dest(g, &first, &count))
      opd_ref(c, first, count, true, fn, user);
   for (unsigned k = 0; k < 2; k++)
      if (g->dst[k].bank) {
         if (g->cc != USC_CC_PE && g->cc != USC_CC_IGNOREPE)
            opd_ref(c, g->dst[k], 1, false, fn, user);
         opd_ref(c, g->dst[k], 1, true, fn, user);
      }
   if (usc_group_writes_p0(g))
      fn(user, res + CG_RES_P0, 1, true);
}

/* ---- merging ------------------------------------------------------------------------------------------------------------- */

/* One operation of P0 that drives W0, and nothing else. */
static bool is_simple(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_P0] && !g->op[USC_P1] && !g->op[USC_PCK] && !g->op[USC_TST] && !g->op[USC_MOV] &&
          !g->op[USC_BE] && g->rpt <= 1 && !g->end && !g->atom && g->dst[0].bank && !g->dst[1].bank &&
          !(usc_op_info[g->op[USC_P0]].flags & (USC_F_COMPLEX | USC_F_HI)) && !g->cin;
}

/* Could another operation join on W1? */
static bool has_room(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_P0] && !g->op[USC_P1] && g->op[USC_MOV] && !g->dst[1].bank && g->rpt <= 1;
}

static bool is_pairable(const struct usc_group *g)
{
   return is_simple(g) && (usc_op_info[g->op[USC_P0]].flags & USC_F_P1);
}

/* The external line's operand finds a slot again after slots have changed owner. */
static bool place_external(struct usc_group *g, struct usc_opd v)
{
   static const uint8_t order[6] = {1, 2, 4, 5, 0, 3};
   g->is0 = 0;
   unsigned ok = usc_opd_slots(v), used = 0;
   for (unsigned u = 0; u < 2; u++)
      if (g->op[u])
         used |= (unsigned)usc_op_info[g->op[u]].sources << 3 * u;
   for (unsigned k = 0; k < 6; k++)
      if (used >> order[k] & 1 && usc_same_reg(g->src[order[k]], v)) {
         g->is0 = order[k];
         return true;
      }
   for (unsigned k = 0; k < 6; k++)
      if (ok >> order[k] & 1 && !(used >> order[k] & 1)) {
         g->src[order[k]] = v;
         g->is0 = order[k];
         return true;
      }
   return false;
}

/* Put the simple operation b into unit `unit` of g; g's external operand moves out of its way. */
static bool insert_op(struct usc_group *g, const struct usc_group *b, unsigned unit)
{
   unsigned base = 3 * unit;
   for (unsigned k = 0; k < 3; k++)
      if (b->src[k].bank && !(usc_opd_slots(b->src[k]) >> (base + k) & 1))
         return false;
   bool ext = usc_group_reads_fte(g);
   struct usc_opd e = g->src[g->is0 % 6];
   if (ext) {
      e.mod = e.elem = 0;
      /* Empty what only the external line uses. */
      bool owned = false;
      for (unsigned u = 0; u < 2; u++)
         owned |= g->op[u] && u != unit && (unsigned)usc_op_info[g->op[u]].sources << 3 * u >> g->is0 & 1;
      if (!owned)
         g->src[g->is0] = usc_none();
   }
   g->op[unit] = b->op[USC_P0];
   for (unsigned k = 0; k < 3; k++)
      g->src[base + k] = b->src[k];
   if (unit == USC_P1) {
      g->sat1 = b->sat0;
      g->lp1 = b->lp0;
   } else {
      g->sat0 = b->sat0;
      g->lp0 = b->lp0;
      g->upk_fmt = b->upk_fmt;
      g->upk_scale = b->upk_scale;
   }
   return !ext || place_external(g, e);
}

/* Both in one group: b joins a on W1. */
static bool merge_into(const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   if (a->kind != USC_MAIN || a->rpt > 1 || a->end || a->atom || a->cc != b->cc || a->op[USC_P1] || a->dst[1].bank ||
       (usc_op_info[a->op[USC_P0]].flags & USC_F_COMPLEX))
      return false;
   if (a->op[USC_BE] && a->op[USC_BE] != USC_OP_UVSW_WRITE && a->op[USC_BE] != USC_OP_DEPTHF)
      return false;
   unsigned unit = a->op[USC_P0] ? USC_P1 : USC_P0;
   *out = *a;
   if (!insert_op(out, b, unit))
      return false;
   uint8_t line = unit == USC_P1 ? USC_FT1 : USC_FT0;
   out->is5 = line;
   if (out->op[USC_MOV])
      out->mov_w1 = line;
   out->dst[1] = b->dst[0];
   return usc_check(out) == USC_R_OK;
}

static bool merge(const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   return (is_pairable(b) && merge_into(a, b, out)) || (is_pairable(a) && merge_into(b, a, out));
}

/* ---- peepholes ----------------------------------------------------------------------------------------------------------- */

struct peep {
   struct cg *c;
   uint32_t *reads;           /* by unit, in the whole program */
   uint32_t *writes;
   struct cg_ins **def;       /* by unit: the instruction of this block that writes it */
   uint32_t *def_pos, *def_block;
   uint32_t *last_write;      /* by unit and resource: 1 + position of the last write in this block */
   uint32_t *last_block;
   uint32_t block;
   uint32_t pos;
};

static void count_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct peep *p = user;
   for (unsigned k = 0; k < n && unit + k < p->c->num_units; k++)
      (write ? p->writes : p->reads)[unit + k]++;
}

static void note_write(void *user, uint32_t unit, unsigned n, bool write)
{
   struct peep *p = user;
   for (unsigned k = 0; write && k < n; k++) {
      p->last_write[unit + k] = p->pos + 1;
      p->last_block[unit + k] = p->block + 1;
   }
}

/* The instruction of this block that alone writes unit u, through W0, without a condition; NULL if there is none. */
static struct cg_ins *sole_def(struct peep *p, struct usc_opd o)
{
   if (o.bank != USC_VIRTUAL || p->def_block[o.index] != p->block + 1 || p->writes[o.index] != 1)
      return NULL;
   struct cg_ins *d = p->def[o.index];
   if (d->done || d->g.cc != USC_CC_PE || d->kind != CG_GROUP)
      return NULL;
   return d;
}

static bool sources_stay(const struct usc_group *g)
{
   for (unsigned s = 0; s < 6; s++)
      if (g->src[s].bank == USC_TEMP || g->src[s].bank == USC_IDX || g->src[s].idx)
         return false;
   return true;
}

/* All sources are virtual registers written once, or constants: reading them later gives the same. */
static bool movable(const struct peep *p, const struct usc_group *g)
{
   unsigned reads = usc_group_reads(g);
   for (unsigned s = 0; s < 6; s++)
      if (reads >> s & 1 && g->src[s].bank == USC_VIRTUAL && p->writes[g->src[s].index] > 1)
         return false;
   return sources_stay(g);
}

static bool is_plain_mov(const struct usc_group *g)
{
   return is_simple(g) && g->op[USC_P0] == USC_OP_MBYP && !g->src[0].mod && g->cc == USC_CC_PE;
}

static uint32_t dest_resource(const struct cg *c, struct usc_opd o)
{
   if (o.bank == USC_VIRTUAL)
      return o.index;
   if (o.bank == USC_SPECIAL && o.index >= 32 && o.index < 36)
      return c->num_units + CG_RES_OUT + o.index - 32;
   if (o.bank == USC_SPECIAL && o.index >= 164 && o.index < 168)
      return c->num_units + CG_RES_OUT + o.index - 160;
   return UINT32_MAX;
}

/* mov X, v where v has no other reader: let the producer write X. */
static bool forward_dest(struct peep *p, struct cg_ins *m)
{
   if (!is_plain_mov(&m->g))
      return false;
   struct usc_opd v = m->g.src[0];
   struct cg_ins *d = sole_def(p, v);
   if (!d || p->reads[v.index] != 1 || p->c->regs[p->c->unit_reg[v.index]].size != 1)
      return false;
   uint32_t res = dest_resource(p->c, m->g.dst[0]);
   if (res == UINT32_MAX || (p->last_block[res] == p->block + 1 && p->last_write[res] > p->def_pos[v.index]))
      return false;
   if (m->g.dst[0].bank == USC_VIRTUAL && p->writes[m->g.dst[0].index] != 1 && p->last_block[res] != p->block + 1 &&
       p->block != 0 && p->c->blocks[p->block].depth)
      return false;
   for (unsigned k = 0; k < 2; k++) {
      if (!usc_same_reg(d->g.dst[k], v))
         continue;
      struct usc_group g = d->g;
      g.dst[k] = m->g.dst[0];
      if (usc_check(&g) != USC_R_OK)
         return false;
      d->g = g;
      m->done = true;
      p->reads[v.index]--;
      p->writes[v.index]--;
      if (m->g.dst[0].bank == USC_VIRTUAL) {
         p->def[res] = d;
         p->def_pos[res] = p->def_pos[v.index];
         p->def_block[res] = p->block + 1;
      }
      p->last_write[res] = p->def_pos[v.index] + 1;
      p->last_block[res] = p->block + 1;
      return true;
   }
   return false;
}

/* uvsw.write of a value that this block computes rides on the group that computes it. */
static bool ride(struct peep *p, struct cg_ins *u)
{
   const struct usc_group *b = &u->g;
   if (b->kind != USC_MAIN || (b->op[USC_BE] != USC_OP_UVSW_WRITE && b->op[USC_BE] != USC_OP_DEPTHF) || b->op[USC_P0] ||
       b->op[USC_MOV] || b->op[USC_PCK] || b->rpt > 1 || b->cc != USC_CC_PE)
      return false;
   struct usc_opd v = b->src[b->is0];
   struct cg_ins *d = sole_def(p, v);
   if (!d || d->g.kind != USC_MAIN || d->g.op[USC_BE] || !usc_same_reg(d->g.dst[0], v) || d->g.rpt > 1 ||
       (usc_op_info[d->g.op[USC_P0]].flags & USC_F_COMPLEX))
      return false;
   uint32_t res = p->c->num_units + (b->op[USC_BE] == USC_OP_DEPTHF ? (unsigned)CG_RES_VIS : CG_RES_OUT + 8u + b->addr);
   if (p->last_block[res] == p->block + 1 && p->last_write[res] > p->def_pos[v.index])
      return false;
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
   if (usc_check(&g) != USC_R_OK)
      return false;
   d->g = g;
   u->done = true;
   p->reads[v.index]--;
   if (!g.dst[0].bank)
      p->writes[v.index]--;
   p->last_write[res] = p->def_pos[v.index] + 1;
   p->last_block[res] = p->block + 1;
   return true;
}

/* A select or pack whose P0 or P1 only passes v through computes v itself. */
static bool absorb(struct peep *p, struct cg_ins *s)
{
   if (s->g.kind != USC_MAIN || !(s->g.op[USC_TST] || s->g.op[USC_PCK] || s->g.op[USC_MOV]) || s->g.rpt > 1 ||
       s->g.cc != USC_CC_PE)
      return false;
   bool any = false;
   for (unsigned unit = 0; unit < 2; unit++) {
      struct usc_opd v = s->g.src[3 * unit];
      if (s->g.op[unit] != USC_OP_MBYP || v.mod)
         continue;
      struct cg_ins *d = sole_def(p, v);
      if (!d || p->reads[v.index] != 1 || !is_simple(&d->g) || !movable(p, &d->g))
         continue;
      if (unit == USC_P1 && !is_pairable(&d->g))
         continue;
      struct usc_group g = s->g;
      g.op[unit] = USC_OP_NONE;
      g.src[3 * unit] = usc_none();
      if (usc_group_reads_fte(&g) && g.is0 == 3 * unit)
         continue; /* v is on the external line as well */
      if (!insert_op(&g, &d->g, unit) || usc_check(&g) != USC_R_OK)
         continue;
      s->g = g;
      d->done = true;
      p->reads[v.index]--;
      p->writes[v.index]--;
      any = true;
   }
   /* A pack from the external line takes a producer into P0 too. */
   if (!any && s->g.op[USC_PCK] && !s->g.op[USC_P0] && !s->g.op[USC_TST] && s->g.is3 == USC_FTE && !s->g.pck_prog) {
      struct usc_opd v = s->g.src[s->g.is0];
      struct cg_ins *d = sole_def(p, v);
      if (d && p->reads[v.index] == 1 && is_simple(&d->g) && movable(p, &d->g)) {
         struct usc_group g = s->g;
         g.src[g.is0] = usc_none();
         g.is0 = 0;
         g.is3 = USC_FT0;
         if (insert_op(&g, &d->g, USC_P0) && usc_check(&g) == USC_R_OK) {
            s->g = g;
            d->done = true;
            p->reads[v.index]--;
            p->writes[v.index]--;
            any = true;
         }
      }
   }
   return any;
}

static void compact(struct cg_list *l)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < l->n; k++)
      if (!l->i[k]->done)
         l->i[n++] = l->i[k];
   l->n = n;
}

static void note_defs(struct peep *p, struct cg_ins *i, uint32_t pos)
{
   for (unsigned k = 0; k < 2; k++)
      if (i->g.dst[k].bank == USC_VIRTUAL) {
         p->def[i->g.dst[k].index] = i;
         p->def_pos[i->g.dst[k].index] = pos;
         p->def_block[i->g.dst[k].index] = p->block + 1;
      }
}

/* uvsw.write of consecutive vertex inputs to consecutive addresses is one repeated group. */
static void repeat_writes(struct cg_list *l)
{
   for (uint32_t k = 0; k < l->n; k++) {
      struct cg_ins *a = l->i[k];
      if (a->done || a->kind != CG_GROUP || a->g.kind != USC_MAIN || a->g.op[USC_BE] != USC_OP_UVSW_WRITE || a->g.op[USC_P0] ||
          a->g.op[USC_MOV] || a->g.is0 || a->g.src[0].bank != USC_VTX || a->g.src[0].idx)
         continue;
      unsigned n = 1;
      for (uint32_t j = k + 1; j < l->n && j < k + 4 && n < 4; j++) {
         const struct usc_group *b = &l->i[j]->g;
         if (l->i[j]->kind != CG_GROUP || b->kind != USC_MAIN || b->op[USC_BE] != USC_OP_UVSW_WRITE || b->op[USC_P0] ||
             b->op[USC_MOV] || b->is0 || b->cc != a->g.cc || b->src[0].bank != USC_VTX || b->src[0].idx ||
             b->src[0].index != a->g.src[0].index + n || b->addr != a->g.addr + n)
            break;
         l->i[j]->done = true;
         n++;
      }
      a->g.rpt = (uint8_t)n;
   }
}

void cg_peephole(struct cg *c)
{
   if (c->opt->sched == USC_SCHED_NONE)
      return;
   uint32_t all = c->num_units + CG_NUM_RES;
   struct peep p = {.c = c};
   p.reads = UTIL_ARRAY(c->ctx, uint32_t, all);
   p.writes = UTIL_ARRAY(c->ctx, uint32_t, all);
   p.def = UTIL_ARRAY(c->ctx, struct cg_ins *, all);
   p.def_pos = UTIL_ARRAY(c->ctx, uint32_t, all);
   p.def_block = UTIL_ARRAY(c->ctx, uint32_t, all);
   p.last_write = UTIL_ARRAY(c->ctx, uint32_t, all);
   p.last_block = UTIL_ARRAY(c->ctx, uint32_t, all);
   for (uint32_t b = 0; b < c->num_blocks; b++) {
      const struct cg_list *l[3] = {&c->blocks[b].head, &c->blocks[b].body, &c->blocks[b].tail};
      for (int k = 0; k < 3; k++)
         for (uint32_t i = 0; i < l[k]->n; i++)
            cg_refs(c, l[k]->i[i], count_ref, &p);
   }
   for (uint32_t b = 0; b < c->num_blocks; b++) {
      struct cg_list *body = &c->blocks[b].body;
      p.block = b;
      repeat_writes(body);
      for (uint32_t i = 0; i < body->n; i++) {
         struct cg_ins *s = body->i[i];
         if (s->done || s->kind != CG_GROUP)
            continue;
         p.pos = i;
         absorb(&p, s);
         if (forward_dest(&p, s) || ride(&p, s))
            continue;
         note_defs(&p, s, i);
         cg_refs(c, s, note_write, &p);
      }
      /* Tests in front of a branch compute their operand themselves. */
      struct cg_list *t = &c->blocks[b].tail;
      p.pos = body->n;
      for (uint32_t i = 0; i < t->n && t->i[i]->kind == CG_GROUP && t->i[i]->g.kind == USC_MAIN; i++)
         absorb(&p, t->i[i]);
      compact(body);
   }
}

/* ---- the list scheduler -------------------------------------------------------------------------------------------------- */

struct edge {
   uint32_t to, next;
   uint8_t lat; /* 0: may share a group (the reads come first) */
};
struct node {
   struct cg_ins *i;
   uint32_t succ;     /* first edge */
   uint32_t preds;    /* not yet satisfied */
   uint32_t height;
   uint32_t ready_at;
   int16_t delta;     /* registers that it opens less those it certainly ends */
   bool issued;
};
struct reader {
   uint32_t node, next;
};
struct sched {
   struct cg *c;
   struct node *n;
   uint32_t num;
   struct edge *e;
   uint32_t ne, cap_e;
   /* by unit and resource */
   uint32_t *writer, *stamp, *read_head;
   struct reader *rd;
   uint32_t nrd, cap_rd;
   uint32_t block, cur, stamp_base; /* a number of its own for every run */
   /* remaining reads by unit, for pressure */
   uint32_t *left, *left_stamp;
   uint8_t *live_out;
   uint32_t *heap, nheap;
   uint32_t *wait, nwait;
   uint32_t time;
   int32_t live, peak;
   uint32_t rng;
};

static unsigned latency(const struct cg_ins *i)
{
   unsigned drc;
   if (!usc_group_is_drc(&i->g, &drc))
      return 1;
   return i->g.op[USC_BE] == USC_OP_SMP ? 24 : i->g.op[USC_BE] == USC_OP_LD ? 24 : 6;
}

static void add_edge(struct sched *s, uint32_t from, uint32_t to, unsigned lat)
{
   if (from == to)
      return;
   UTIL_PUSH(s->c->ctx, s->e, s->ne, s->cap_e, (struct edge){to, s->n[from].succ, (uint8_t)lat});
   s->n[from].succ = s->ne - 1;
   s->n[to].preds++;
}

static void fresh(struct sched *s, uint32_t r)
{
   if (s->stamp[r] != s->stamp_base) {
      s->stamp[r] = s->stamp_base;
      s->writer[r] = UINT32_MAX;
      s->read_head[r] = UINT32_MAX;
   }
}

static void dag_read(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   for (unsigned k = 0; !write && k < n; k++) {
      uint32_t r = unit + k;
      fresh(s, r);
      if (s->writer[r] != UINT32_MAX && s->writer[r] != s->cur)
         add_edge(s, s->writer[r], s->cur, latency(s->n[s->writer[r]].i));
      if (s->read_head[r] != UINT32_MAX && s->rd[s->read_head[r]].node == s->cur)
         continue;
      UTIL_PUSH(s->c->ctx, s->rd, s->nrd, s->cap_rd, (struct reader){s->cur, s->read_head[r]});
      s->read_head[r] = s->nrd - 1;
   }
}

static void dag_write(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   for (unsigned k = 0; write && k < n; k++) {
      uint32_t r = unit + k;
      fresh(s, r);
      /* An asynchronous reader still reads later: then the writer cannot share its group. */
      for (uint32_t q = s->read_head[r]; q != UINT32_MAX; q = s->rd[q].next)
         if (s->rd[q].node != s->cur)
            add_edge(s, s->rd[q].node, s->cur, usc_group_is_drc(&s->n[s->rd[q].node].i->g, NULL) ? 1 : 0);
      if (s->writer[r] != UINT32_MAX && s->writer[r] != s->cur)
         add_edge(s, s->writer[r], s->cur, 1);
      s->writer[r] = s->cur;
      s->read_head[r] = UINT32_MAX;
   }
}

static void count_left(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   for (unsigned k = 0; !write && k < n && unit + k < s->c->num_units; k++) {
      if (s->left_stamp[unit + k] != s->stamp_base)
         s->left_stamp[unit + k] = s->stamp_base, s->left[unit + k] = 0;
      s->left[unit + k]++;
   }
}

/* Higher first; ties by source order, so the result is deterministic. */
static bool before(const struct sched *s, uint32_t a, uint32_t b)
{
   const struct node *x = &s->n[a], *y = &s->n[b];
   if (s->rng) {
      uint32_t p = (a * 2654435761u) ^ s->rng, q = (b * 2654435761u) ^ s->rng;
      p ^= p >> 15, q ^= q >> 15;
      return p * 0x85ebca6bu < q * 0x85ebca6bu;
   }
   if (x->height != y->height)
      return x->height > y->height;
   return a < b;
}

static void heap_push(struct sched *s, uint32_t v)
{
   uint32_t i = s->nheap++;
   while (i && before(s, v, s->heap[(i - 1) / 2])) {
      s->heap[i] = s->heap[(i - 1) / 2];
      i = (i - 1) / 2;
   }
   s->heap[i] = v;
}

static uint32_t heap_pop(struct sched *s)
{
   uint32_t top = s->heap[0], v = s->heap[--s->nheap], i = 0;
   for (;;) {
      uint32_t k = 2 * i + 1;
      if (k >= s->nheap)
         break;
      if (k + 1 < s->nheap && before(s, s->heap[k + 1], s->heap[k]))
         k++;
      if (!before(s, s->heap[k], v))
         break;
      s->heap[i] = s->heap[k];
      i = k;
   }
   if (s->nheap)
      s->heap[i] = v;
   return top;
}

static void satisfied(struct sched *s, uint32_t v)
{
   if (--s->n[v].preds)
      return;
   if (s->n[v].ready_at > s->time)
      s->wait[s->nwait++] = v;
   else
      heap_push(s, v);
}

struct pressure {
   struct sched *s;
   int opens, ends;
   bool commit;
};
static void pressure_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct pressure *p = user;
   struct sched *s = p->s;
   for (unsigned k = 0; k < n && unit + k < s->c->num_units; k++) {
      uint32_t r = unit + k;
      if (write) {
         p->opens++;
      } else if (s->left_stamp[r] == s->stamp_base && s->left[r]) {
         if (p->commit)
            s->left[r]--;
         if (s->left[r] == (p->commit ? 0u : 1u) && !s->live_out[r])
            p->ends++;
      }
   }
}
static int pressure_of(struct sched *s, uint32_t v, bool commit)
{
   struct pressure p = {s, 0, 0, commit};
   cg_refs(s->c, s->n[v].i, pressure_ref, &p);
   return p.opens - p.ends;
}

static void issue(struct sched *s, uint32_t v)
{
   s->n[v].issued = true;
   s->live += pressure_of(s, v, true);
   for (uint32_t e = s->n[v].succ; e != UINT32_MAX; e = s->e[e].next)
      if (!s->e[e].lat)
         satisfied(s, s->e[e].to);
}

static void retire(struct sched *s, uint32_t v)
{
   for (uint32_t e = s->n[v].succ; e != UINT32_MAX; e = s->e[e].next) {
      if (!s->e[e].lat)
         continue;
      uint32_t at = s->time + s->e[e].lat;
      if (s->n[s->e[e].to].ready_at < at)
         s->n[s->e[e].to].ready_at = at;
   }
}

static void retire_ready(struct sched *s, uint32_t v)
{
   for (uint32_t e = s->n[v].succ; e != UINT32_MAX; e = s->e[e].next)
      if (s->e[e].lat)
         satisfied(s, s->e[e].to);
}

static void wake(struct sched *s)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < s->nwait; k++) {
      if (s->n[s->wait[k]].ready_at <= s->time)
         heap_push(s, s->wait[k]);
      else
         s->wait[n++] = s->wait[k];
   }
   s->nwait = n;
}

static uint32_t bound_of_block(struct sched *s);

/*
 * One list schedule of block b into *result; the groups of the body itself stay as they are. boost: how much sooner than its
 * height says a group with room for a partner is wanted (those that write outputs come last by height, when no operation is left
 * to join them). hosts: a single operation rather joins such a group than another single one.
 */
static void schedule_block(struct sched *s, uint32_t b, uint32_t boost, bool hosts, struct cg_list *result)
{
   struct cg *c = s->c;
   struct cg_list *body = &c->blocks[b].body;
   s->block = b;
   s->stamp_base += 2;
   s->num = body->n;
   s->ne = s->nrd = s->nheap = s->nwait = 0;
   s->time = 0;
   s->live = s->peak = 0;
   if (!s->num)
      return;
   s->n = UTIL_ARRAY(c->ctx, struct node, s->num);
   s->heap = UTIL_ARRAY(c->ctx, uint32_t, s->num + 1);
   s->wait = UTIL_ARRAY(c->ctx, uint32_t, s->num + 1);
   for (uint32_t i = 0; i < s->num; i++) {
      s->n[i] = (struct node){.i = body->i[i], .succ = UINT32_MAX};
      s->cur = i;
      cg_refs(c, body->i[i], dag_read, s);
      cg_refs(c, body->i[i], dag_write, s);
      cg_refs(c, body->i[i], count_left, s);
   }
   /* What a phi will take over is computed after the last read of the phi, where the source has it so: they share a register. */
   const struct cg_list *tail = &c->blocks[b].tail;
   for (uint32_t i = 0; i < tail->n; i++)
      for (uint32_t k = 0; tail->i[i]->kind == CG_COPIES && k < tail->i[i]->ncopies; k++) {
         const struct cg_copy *q = &tail->i[i]->copies[k];
         if (q->src.bank != USC_VIRTUAL || s->stamp[q->src.index] != s->stamp_base || s->stamp[q->dst] != s->stamp_base)
            continue;
         uint32_t w = s->writer[q->src.index];
         for (uint32_t r = s->read_head[q->dst]; w != UINT32_MAX && r != UINT32_MAX; r = s->rd[r].next)
            if (s->rd[r].node < w)
               add_edge(s, s->rd[r].node, w, 0);
      }
   for (uint32_t i = s->num; i-- > 0;) {
      uint32_t h = 1;
      for (uint32_t e = s->n[i].succ; e != UINT32_MAX; e = s->e[e].next)
         if (s->n[s->e[e].to].height + s->e[e].lat > h)
            h = s->n[s->e[e].to].height + s->e[e].lat;
      if (boost && has_room(&s->n[i].i->g) && h < boost)
         h = boost;
      s->n[i].height = h;
   }
   c->blocks[b].lower_bound = bound_of_block(s);
   for (uint32_t i = 0; i < s->num; i++)
      if (!s->n[i].preds)
         heap_push(s, i);

   struct cg_list out = {0};
   uint32_t done = 0, cand[WINDOW];
   while (done < s->num) {
      wake(s);
      if (!s->nheap) { /* nothing but results under way: take who waits least */
         uint32_t best = 0;
         for (uint32_t k = 1; k < s->nwait; k++)
            if (s->n[s->wait[k]].ready_at < s->n[s->wait[best]].ready_at ||
                (s->n[s->wait[k]].ready_at == s->n[s->wait[best]].ready_at && before(s, s->wait[k], s->wait[best])))
               best = k;
         UTIL_CHECK(c->ctx, s->nwait);
         uint32_t drc_time = s->n[s->wait[best]].ready_at;
         s->time = drc_time;
         wake(s);
      }
      uint32_t nc = 0;
      while (s->nheap && nc < WINDOW)
         cand[nc++] = heap_pop(s);
      /* The first: highest, or, when registers run short, what ends most lives. */
      uint32_t first = 0;
      if (s->live > PRESSURE_SOFT && !s->rng) {
         int best = INT32_MAX;
         for (uint32_t k = 0; k < nc; k++) {
            int d = pressure_of(s, cand[k], false);
            if (d < best)
               best = d, first = k;
         }
      }
      struct usc_group merged;
      uint32_t partner = UINT32_MAX;
      /* A single operation without a partner may wait while another group that nobody can join is there. */
      for (unsigned pass = hosts && is_pairable(&s->n[cand[first]].i->g) ? 0 : 1; pass < 2 && partner == UINT32_MAX; pass++)
         for (uint32_t k = 0; k < nc && partner == UINT32_MAX; k++)
            if (k != first && (pass || !is_pairable(&s->n[cand[k]].i->g)) &&
                merge(&s->n[cand[first]].i->g, &s->n[cand[k]].i->g, &merged))
               partner = k;
      if (partner == UINT32_MAX && s->live <= PRESSURE_SOFT && is_pairable(&s->n[cand[first]].i->g)) {
         for (uint32_t k = 0; k < nc; k++)
            if (k != first && !is_pairable(&s->n[cand[k]].i->g) &&
                s->n[cand[k]].height + 4 >= s->n[cand[first]].height) {
               first = k;
               for (uint32_t q = 0; q < nc && partner == UINT32_MAX; q++)
                  if (q != first && merge(&s->n[cand[first]].i->g, &s->n[cand[q]].i->g, &merged))
                     partner = q;
               break;
            }
      }
      uint32_t v = cand[first], w = partner == UINT32_MAX ? UINT32_MAX : cand[partner];
      for (uint32_t k = 0; k < nc; k++)
         if (k != first && k != partner)
            heap_push(s, cand[k]);
      issue(s, v);
      done++;
      if (w == UINT32_MAX && !s->rng && is_pairable(&s->n[v].i->g)) {
         /* What overwrites its sources may join it. */
         for (uint32_t e = s->n[v].succ; e != UINT32_MAX; e = s->e[e].next) {
            uint32_t t = s->e[e].to;
            if (s->e[e].lat || s->n[t].preds || s->n[t].issued || s->n[t].ready_at > s->time)
               continue;
            if (merge(&s->n[v].i->g, &s->n[t].i->g, &merged)) {
               w = t;
               for (uint32_t k = 0; k < s->nheap; k++)
                  if (s->heap[k] == t) { /* out of the heap */
                     s->n[t].height = UINT32_MAX;
                     while (k && before(s, t, s->heap[(k - 1) / 2])) {
                        s->heap[k] = s->heap[(k - 1) / 2];
                        k = (k - 1) / 2;
                     }
                     s->heap[k] = t;
                     heap_pop(s);
                     break;
                  }
               break;
            }
         }
      }
      struct cg_ins *i = s->n[v].i;
      if (w != UINT32_MAX) {
         issue(s, w);
         done++;
         struct cg_ins *both = UTIL_NEW(c->ctx, struct cg_ins);
         *both = *i;
         both->g = merged;
         i = both;
      }
      if (s->live > s->peak)
         s->peak = s->live;
      cg_push(c, &out, i);
      retire(s, v);
      if (w != UINT32_MAX)
         retire(s, w);
      s->time++;
      retire_ready(s, v);
      if (w != UINT32_MAX)
         retire_ready(s, w);
   }
   *result = out;
}

/*
 * No schedule has fewer groups than this: the critical path (every dependence takes a group), half of what can share a group plus
 * all of what cannot (a group takes at most one partner), one backend operation a group.
 */
static uint32_t bound_of_block(struct sched *s)
{
   uint32_t path = 0, half = 0, full = 0, be = 0, *len = UTIL_ARRAY(s->c->ctx, uint32_t, s->num);
   for (uint32_t i = s->num; i-- > 0;) {
      const struct usc_group *g = &s->n[i].i->g;
      /* A move between registers may vanish in their allocation, or in a pair. */
      bool vanishes = is_plain_mov(g) && g->src[0].bank == USC_VIRTUAL && g->dst[0].bank == USC_VIRTUAL;
      uint32_t h = vanishes ? 0 : 1;
      for (uint32_t e = s->n[i].succ; e != UINT32_MAX; e = s->e[e].next)
         if (s->e[e].lat && len[s->e[e].to] + !vanishes > h)
            h = len[s->e[e].to] + !vanishes;
      len[i] = h;
      if (h > path)
         path = h;
      if (vanishes)
         continue;
      if (is_pairable(g))
         half++;
      else
         full++;
      be += g->kind == USC_MAIN && g->op[USC_BE];
   }
   uint32_t groups = half > full ? full + (half - full + 1) / 2 : full;
   return path > groups ? path > be ? path : be : groups > be ? groups : be;
}

/* ---- waiting for results ------------------------------------------------------------------------------------------------- */

struct waits {
   struct cg *c;
   uint32_t *epoch_of;  /* by unit: epoch of the request that writes or reads it, * 2 + counter; 0 = none */
   uint8_t *is_dest;
   uint32_t epoch[2];   /* current; odd numbering keeps 0 free */
   bool busy[2];
   struct usc_opd *keep[2];
   uint8_t *keep_n[2];
   uint32_t nkeep[2], cap_keep[2], cap_keep_n[2], nkeep_n[2];
   unsigned hit;        /* mask of counters that must be waited for */
   struct cg_ins *cur;
   unsigned drc;
};

static void wait_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct waits *w = user;
   for (unsigned k = 0; k < n && unit + k < w->c->num_units; k++)
      for (unsigned d = 0; d < 2; d++)
         if (w->epoch_of[2 * (unit + k) + d] == w->epoch[d] && w->busy[d] && (write || w->is_dest[2 * (unit + k) + d]))
            w->hit |= 1u << d;
}

static void start_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct waits *w = user;
   if (unit >= w->c->num_units)
      return;
   unsigned d = w->drc;
   for (unsigned k = 0; k < n; k++) {
      w->epoch_of[2 * (unit + k) + d] = w->epoch[d];
      w->is_dest[2 * (unit + k) + d] = write;
   }
   UTIL_PUSH(w->c->ctx, w->keep[d], w->nkeep[d], w->cap_keep[d], usc_v(unit));
   UTIL_PUSH(w->c->ctx, w->keep_n[d], w->nkeep_n[d], w->cap_keep_n[d], (uint8_t)n);
}

static void wait_for(struct waits *w, struct cg_list *out, unsigned d)
{
   struct usc_group g = usc_g_wdf(d);
   struct cg_ins *i = cg_ins_new(w->c, &g);
   i->keep = w->keep[d];
   i->keep_n = w->keep_n[d];
   i->nkeep = w->nkeep[d];
   w->keep[d] = NULL, w->keep_n[d] = NULL;
   w->nkeep[d] = w->cap_keep[d] = w->nkeep_n[d] = w->cap_keep_n[d] = 0;
   w->busy[d] = false;
   w->epoch[d]++;
   cg_push(w->c, out, i);
}

/* Requests get a counter, readers a wdf; nothing is under way at the end of a block. */
static void insert_waits(struct cg *c)
{
   struct waits w = {.c = c, .epoch = {1, 1}};
   w.epoch_of = UTIL_ARRAY(c->ctx, uint32_t, 2 * (size_t)c->num_units + 2);
   w.is_dest = UTIL_ARRAY(c->ctx, uint8_t, 2 * (size_t)c->num_units + 2);
   for (uint32_t b = 0; b < c->num_blocks; b++) {
      struct cg_list *body = &c->blocks[b].body, out = {0};
      bool stores = false;
      for (uint32_t k = 0; k < body->n; k++) {
         struct cg_ins *i = body->i[k];
         bool ld = i->kind == CG_GROUP && i->g.kind == USC_MAIN && i->g.op[USC_BE] == USC_OP_LD;
         bool st = i->kind == CG_GROUP && i->g.kind == USC_MAIN && i->g.op[USC_BE] == USC_OP_ST;
         /* Memory keeps no order between requests: a store waits for what is under way, a load for stores. */
         w.hit = w.busy[0] && (st || (ld && stores)) ? 1 : 0;
         w.cur = i;
         cg_refs(c, i, wait_ref, &w);
         for (unsigned d = 0; d < 2; d++)
            if (w.hit >> d & 1)
               wait_for(&w, &out, d);
         stores = w.busy[0] ? stores || st : st;
         if (usc_group_is_drc(&i->g, NULL) && i->g.op[USC_BE] != USC_OP_ATST && i->g.op[USC_BE] != USC_OP_DEPTHF) {
            /* Iteration and memory on counter 0, textures on 1; what finds its counter busy and the other free takes that. */
            unsigned d = i->g.op[USC_BE] == USC_OP_SMP;
            w.drc = d;
            i->g.drc = (uint8_t)d;
            cg_push(c, &out, i);
            cg_refs(c, i, start_ref, &w);
            w.busy[d] = true;
            continue;
         }
         cg_push(c, &out, i);
      }
      for (unsigned d = 0; d < 2; d++)
         if (w.busy[d])
            wait_for(&w, &out, d);
      *body = out;
   }
}

static void mark_live(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   for (unsigned k = 0; k < n && unit + k < s->c->num_units; k++) {
      uint32_t r = unit + k;
      if (write || s->live_out[r])
         continue;
      if (s->left_stamp[r] && s->left_stamp[r] != s->block + 1)
         s->live_out[r] = 1; /* read in two blocks */
   }
}
static void mark_def(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   for (unsigned k = 0; write && k < n && unit + k < s->c->num_units; k++)
      s->left_stamp[unit + k] = s->block + 1;
}

void cg_schedule(struct cg *c)
{
   if (c->opt->sched != USC_SCHED_NONE) {
      uint32_t all = c->num_units + CG_NUM_RES;
      struct sched s = {.c = c, .rng = c->opt->random_seed};
      s.writer = UTIL_ARRAY(c->ctx, uint32_t, all);
      s.stamp = UTIL_ARRAY(c->ctx, uint32_t, all);
      s.read_head = UTIL_ARRAY(c->ctx, uint32_t, all);
      s.left = UTIL_ARRAY(c->ctx, uint32_t, all);
      s.left_stamp = UTIL_ARRAY(c->ctx, uint32_t, all);
      s.live_out = UTIL_ARRAY(c->ctx, uint8_t, all);
      /* Registers that live across blocks never end in one. */
      for (uint32_t b = 0; b < c->num_blocks; b++) {
         const struct cg_list *l[3] = {&c->blocks[b].head, &c->blocks[b].body, &c->blocks[b].tail};
         s.block = b;
         for (int k = 0; k < 3; k++)
            for (uint32_t i = 0; i < l[k]->n; i++) {
               cg_refs(c, l[k]->i[i], mark_live, &s);
               cg_refs(c, l[k]->i[i], mark_def, &s);
            }
      }
      memset(s.left_stamp, 0, all * sizeof *s.left_stamp);
      for (uint32_t b = 0; b < c->num_blocks; b++) {
         /* A few settings, the best counts; large blocks take the first. */
         static const struct {
            uint8_t boost; /* in eighths of the lower bound */
            bool hosts;
         } tries[] = {{0, true}, {0, false}, {8, true}, {5, true}, {3, true}};
         unsigned n = c->opt->random_seed || c->blocks[b].body.n > 1500 ? 1 : sizeof tries / sizeof *tries;
         struct cg_list best = {0}, cur = {0};
         int32_t best_peak = 0;
         for (unsigned t = 0; t < n; t++) {
            cur = (struct cg_list){0};
            schedule_block(&s, b, c->blocks[b].lower_bound * tries[t].boost / 8, tries[t].hosts, &cur);
            if (t == 0 || cur.n < best.n || (cur.n == best.n && s.peak < best_peak)) {
               best = cur;
               best_peak = s.peak;
            }
            if (best.n <= c->blocks[b].lower_bound)
               break;
         }
         c->blocks[b].body = best;
      }
   }
   insert_waits(c);
}

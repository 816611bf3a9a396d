/* SPDX-License-Identifier: MIT */
/*
 * Merging of groups: two independent operations in one (the scheduler asks), and a producer with its one reader (peepholes, before
 * scheduling). Legality is usc_check() alone.
 */
#include "backend-usc/schedule/usc_merge.h"
#include "backend-usc/select/usc_wiring.h"

/* ---- merging ------------------------------------------------------------------------------------------------------------- */

/* One operation of P0 that drives W0, and nothing else. */
static bool is_simple(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_P0] && !g->op[USC_P1] && !g->op[USC_PCK] && !g->op[USC_TST] && !g->op[USC_MOV] &&
          !g->op[USC_BE] && g->rpt <= 1 && !g->end && !g->atom && g->dst[0].bank && !g->dst[1].bank &&
          !(usc_op_info[g->op[USC_P0]].flags & (USC_F_COMPLEX | USC_F_HI)) && !g->cin;
}

/* Could another operation join on W1? */
bool usc_has_room(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_P0] && !g->op[USC_P1] && g->op[USC_MOV] && !g->dst[1].bank && g->rpt <= 1;
}

bool usc_is_pairable(const struct usc_group *g)
{
   return is_simple(g) && (usc_op_info[g->op[USC_P0]].flags & USC_F_P1);
}

bool usc_is_open(const struct usc_group *g)
{
   return g->kind == USC_MAIN && !g->op[USC_P0] && !usc_closed(g);
}

/* May b sit beside a, in P1, or in P0 where a has nothing there? */
static bool may_join(const struct usc_group *a, const struct usc_group *b)
{
   return usc_is_pairable(b) || (usc_is_open(a) && is_simple(b));
}

/* The external line's operand finds a slot again after slots have changed owner. */
static bool replace_external(struct usc_group *g, struct usc_opd v)
{
   unsigned used = 0;
   for (unsigned u = 0; u < 2; u++)
      if (g->op[u])
         used |= (unsigned)usc_op_info[g->op[u]].sources << 3 * u;
   g->is0 = 0;
   return usc_place_external(g, used, v);
}

/* Put the simple operation b into unit `unit` of g; g's external operand moves out of its way. 0, or enum usc_stall. */
static unsigned insert_op(struct usc_group *g, const struct usc_group *b, unsigned unit)
{
   unsigned base = 3 * unit;
   for (unsigned k = 0; k < 3; k++)
      if (b->src[k].bank && !(usc_opd_slots(b->src[k]) >> (base + k) & 1))
         return USC_STALL_OPERAND_SLOTS;
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
   return !ext || replace_external(g, e) ? 0 : USC_STALL_EXTERNAL;
}

unsigned usc_closed(const struct usc_group *g)
{
   if (g->kind != USC_MAIN)
      return g->kind == USC_CONTROL ? USC_STALL_CONTROL : USC_STALL_BITWISE;
   if (usc_op_info[g->op[USC_P0]].flags & USC_F_COMPLEX)
      return USC_STALL_COMPLEX;
   if (g->rpt > 1)
      return USC_STALL_REPEATED;
   if ((g->op[USC_BE] && g->op[USC_BE] != USC_OP_UVSW_WRITE && g->op[USC_BE] != USC_OP_DEPTHF) || g->end || g->atom)
      return USC_STALL_REQUEST;
   return g->op[USC_P1] || g->dst[1].bank ? USC_STALL_W_PORTS : 0;
}

/* Both in one group, which may be illegal: b joins a on W1. 0, or enum usc_stall. */
static unsigned join(const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   unsigned why = usc_closed(a);
   if (why || a->cc != b->cc)
      return why ? why : USC_STALL_CONDITION;
   unsigned unit = a->op[USC_P0] ? USC_P1 : USC_P0;
   *out = *a;
   why = insert_op(out, b, unit);
   if (why)
      return why;
   uint8_t line = unit == USC_P1 ? USC_FT1 : USC_FT0;
   out->is5 = line;
   if (a->op[USC_BE] && !a->op[USC_P0] && !a->op[USC_PCK] && !a->op[USC_TST] && !a->op[USC_MOV]) {
      out->op[USC_MOV] = USC_OP_MOV; /* a backend operation and P0 need a P2 between them */
      out->mov_w0 = a->is4;
      out->mov_mask = 0xf;
   }
   if (out->op[USC_MOV])
      out->mov_w1 = line;
   out->dst[1] = b->dst[0];
   return 0;
}

static unsigned merge_into(const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   const unsigned why = join(a, b, out);
   return why ? why : usc_check(out);
}

enum usc_merge_mode usc_merge(const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   if (may_join(a, b) && !merge_into(a, b, out))
      return USC_B_JOINS;
   return may_join(b, a) && !merge_into(b, a, out) ? USC_A_JOINS : USC_APART;
}

void usc_merge_as(enum usc_merge_mode way, const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   if (way == USC_B_JOINS)
      join(a, b, out);
   else
      join(b, a, out);
}

unsigned usc_merge_stall(const struct usc_group *a, const struct usc_group *b)
{
   struct usc_group out;
   unsigned why = usc_closed(a), second;
   if (!why && (why = usc_closed(b)) == USC_STALL_W_PORTS)
      why = USC_STALL_FULL;
   if (why)
      return why;
   const bool pa = may_join(b, a), pb = may_join(a, b);
   if (!pa && !pb)
      return is_simple(a) || is_simple(b) ? USC_STALL_P0_TAKEN : USC_STALL_P2_TAKEN;
   why = pb ? merge_into(a, b, &out) : USC_NUM_STALLS;
   second = pa && why ? merge_into(b, a, &out) : why;
   return second && why < USC_NUM_STALLS ? why : second;
}

/* ---- peepholes ----------------------------------------------------------------------------------------------------------- */

struct peep {
   struct usc_code *c;
   uint32_t *reads; /* by unit, in the whole program */
   uint32_t *writes;
   struct usc_instr **def; /* by unit: the instruction of this block that writes it */
   uint32_t *def_pos, *def_block;
   uint32_t *last_write; /* by unit and resource: 1 + position of the last write in this block */
   uint32_t *last_block;
   uint32_t block;
   uint32_t pos;
};

static void count_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct peep *p = user;
   for (unsigned k = 0; k < n && unit + k < p->c->p.num_units; k++)
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
static struct usc_instr *sole_def(struct peep *p, struct usc_opd o)
{
   if (o.bank != USC_VIRTUAL || p->def_block[o.index] != p->block + 1 || p->writes[o.index] != 1)
      return NULL;
   struct usc_instr *d = p->def[o.index];
   if (d->base.removed || d->g.cc != USC_CC_PE || d->base.kind != CG_OPERATION)
      return NULL;
   return d;
}

static bool sources_stay(const struct usc_group *g)
{
   for (unsigned s = 0; s < 6; s++)
      if (g->src[s].bank == USC_TEMP || g->src[s].bank == USC_IDX)
         return false;
   return true;
}

/*
 * All sources of the group that defines v are virtual registers that nothing of this block has written since, uniforms or constants:
 * reading them now gives the same. So do uniforms behind an index register that has not changed since.
 */
static bool movable(const struct peep *p, const struct usc_group *g, uint32_t v)
{
   unsigned reads = usc_group_reads(g);
   for (unsigned s = 0; s < 6; s++) {
      const uint32_t u = g->src[s].index;
      if (reads >> s & 1 && g->src[s].bank == USC_VIRTUAL && p->writes[u] > 1 && p->last_block[u] == p->block + 1 &&
          p->last_write[u] > p->def_pos[v])
         return false;
      uint32_t x = p->c->p.num_units + (g->src[s].idx == 1 ? USC_RES_IDX0 : USC_RES_IDX1);
      if (g->src[s].idx && p->last_block[x] == p->block + 1 && p->last_write[x] > p->def_pos[v])
         return false;
   }
   return sources_stay(g);
}

bool usc_is_plain_mov(const struct usc_group *g)
{
   return is_simple(g) && g->op[USC_P0] == USC_OP_MBYP && !g->src[0].mod && g->cc == USC_CC_PE;
}

static uint32_t dest_resource(const struct usc_code *c, struct usc_opd o)
{
   if (o.bank == USC_VIRTUAL)
      return o.index;
   if (o.bank == USC_SPECIAL && o.index >= 32 && o.index < 36)
      return c->p.num_units + USC_RES_OUT + o.index - 32;
   if (o.bank == USC_SPECIAL && o.index >= 164 && o.index < 168)
      return c->p.num_units + USC_RES_OUT + o.index - 160;
   return UINT32_MAX;
}

/* mov X, v where v has no other reader: let the producer write X. */
static bool forward_dest(struct peep *p, struct usc_instr *m)
{
   if (!usc_is_plain_mov(&m->g))
      return false;
   struct usc_opd v = m->g.src[0];
   struct usc_instr *d = sole_def(p, v);
   if (!d || p->reads[v.index] != 1 || p->c->p.regs[p->c->p.unit_reg[v.index]].size != 1)
      return false;
   uint32_t res = dest_resource(p->c, m->g.dst[0]);
   if (res == UINT32_MAX || (p->last_block[res] == p->block + 1 && p->last_write[res] > p->def_pos[v.index]))
      return false;
   if (m->g.dst[0].bank == USC_VIRTUAL && p->writes[m->g.dst[0].index] != 1 && p->last_block[res] != p->block + 1 &&
       p->block != 0 && p->c->p.blocks[p->block].depth)
      return false;
   for (unsigned k = 0; k < 2; k++) {
      if (!usc_same_reg(d->g.dst[k], v))
         continue;
      struct usc_group g = d->g;
      g.dst[k] = m->g.dst[0];
      if (usc_check(&g) != USC_V_OK)
         return false;
      d->g = g;
      m->base.removed = true;
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
static bool ride(struct peep *p, struct usc_instr *u)
{
   const struct usc_group *b = &u->g;
   if (b->kind != USC_MAIN || (b->op[USC_BE] != USC_OP_UVSW_WRITE && b->op[USC_BE] != USC_OP_DEPTHF) || b->op[USC_P0] ||
       b->op[USC_MOV] || b->op[USC_PCK] || b->rpt > 1 || b->cc != USC_CC_PE)
      return false;
   struct usc_opd v = b->src[b->is0];
   struct usc_instr *d = sole_def(p, v);
   if (!d || d->g.kind != USC_MAIN || d->g.op[USC_BE] || !usc_same_reg(d->g.dst[0], v) || d->g.rpt > 1 ||
       (usc_op_info[d->g.op[USC_P0]].flags & USC_F_COMPLEX))
      return false;
   uint32_t res = p->c->p.num_units + (b->op[USC_BE] == USC_OP_DEPTHF ? (unsigned)USC_RES_VIS : USC_RES_OUT + 8u + b->addr);
   uint32_t order = p->c->p.num_units + USC_RES_VERTEX; /* not to an earlier vertex */
   if ((p->last_block[res] == p->block + 1 && p->last_write[res] > p->def_pos[v.index]) ||
       (p->last_block[order] == p->block + 1 && p->last_write[order] > p->def_pos[v.index]))
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
   if (usc_check(&g) != USC_V_OK)
      return false;
   d->g = g;
   u->base.removed = true;
   p->reads[v.index]--;
   if (!g.dst[0].bank)
      p->writes[v.index]--;
   p->last_write[res] = p->def_pos[v.index] + 1;
   p->last_block[res] = p->block + 1;
   return true;
}

/* The operation that a line of the group in P0 or P1 could compute itself instead of passing v through; NULL if there is none. */
static struct usc_instr *producer(struct peep *p, struct usc_opd v, unsigned unit)
{
   if (v.mod)
      return NULL;
   struct usc_instr *d = sole_def(p, v);
   if (!d || p->reads[v.index] != 1 || !is_simple(&d->g) || !movable(p, &d->g, v.index) ||
       (unit == USC_P1 && !usc_is_pairable(&d->g)))
      return NULL;
   return d;
}

static unsigned soft(void *user, struct usc_opd v)
{
   return (producer(user, v, USC_P0) ? 1u : 0u) | (producer(user, v, USC_P1) ? 2u : 0u);
}

static bool reads(const struct usc_group *g, struct usc_opd v)
{
   unsigned slots = usc_group_reads(g);
   for (unsigned k = 0; k < 6; k++)
      if (slots >> k & 1 && usc_same_reg(g->src[k], v))
         return true;
   return false;
}

/* Lines of g that pass producers through compute them; returns how many. */
static unsigned take_in(struct peep *p, struct usc_group *g, struct usc_instr *in[2])
{
   unsigned n = 0;
   for (unsigned unit = 0; unit < 2; unit++) {
      struct usc_opd v = g->src[3 * unit];
      struct usc_instr *d = g->op[unit] == USC_OP_MBYP ? producer(p, v, unit) : NULL;
      if (!d)
         continue;
      struct usc_group q = *g;
      q.op[unit] = USC_OP_NONE;
      q.src[3 * unit] = usc_none();
      if (usc_group_reads_fte(&q) && q.is0 == 3 * unit)
         continue; /* v is on the external line as well */
      if (insert_op(&q, &d->g, unit) || reads(&q, v) || usc_check(&q) != USC_V_OK)
         continue;
      *g = q;
      in[n++] = d;
   }
   return n;
}

/* A select or pack whose P0 or P1 only passes v through computes v itself. */
static bool absorb(struct peep *p, struct usc_instr *s)
{
   if (s->g.kind != USC_MAIN || !(s->g.op[USC_TST] || s->g.op[USC_PCK] || s->g.op[USC_MOV]) || s->g.rpt > 1 ||
       s->g.cc != USC_CC_PE)
      return false;
   struct usc_group best = s->g, w[USC_MAX_WIRINGS];
   struct usc_instr *in[2], *more[2];
   unsigned n = take_in(p, &best, in), ways = n < 2 ? usc_select_wirings(&s->g, soft, p, w, USC_MAX_WIRINGS) : 0;
   for (unsigned k = 0; k < ways; k++) {
      unsigned m = take_in(p, &w[k], more);
      if (m > n) {
         n = m;
         best = w[k];
         in[0] = more[0], in[1] = more[1];
      }
   }
   s->g = best;
   for (unsigned k = 0; k < n; k++) {
      in[k]->base.removed = true;
      p->reads[in[k]->g.dst[0].index]--;
      p->writes[in[k]->g.dst[0].index]--;
   }
   bool any = n > 0;
   /* A pack from the external line takes a producer into P0 too. */
   if (!any && s->g.op[USC_PCK] && !s->g.op[USC_P0] && !s->g.op[USC_TST] && s->g.is3 == USC_FTE && !s->g.pck_prog) {
      struct usc_opd v = s->g.src[s->g.is0];
      struct usc_instr *d = sole_def(p, v);
      if (d && p->reads[v.index] == 1 && is_simple(&d->g) && movable(p, &d->g, v.index)) {
         struct usc_group g = s->g;
         g.src[g.is0] = usc_none();
         g.is0 = 0;
         g.is3 = USC_FT0;
         if (!insert_op(&g, &d->g, USC_P0) && usc_check(&g) == USC_V_OK) {
            s->g = g;
            d->base.removed = true;
            p->reads[v.index]--;
            p->writes[v.index]--;
            any = true;
         }
      }
   }
   return any;
}

/* A test behind the body of a value that nothing in the body reads: the operation that computes it moves there, with its register. */
static void test_at_once(struct peep *p, struct usc_instr *s, const struct cg_list *body)
{
   const struct usc_opd v = s->g.src[0];
   struct usc_group g = s->g;
   if (g.kind != USC_MAIN || g.cc != USC_CC_PE || !g.op[USC_TST] || g.dst[0].bank || g.op[USC_MOV] || g.op[USC_P0] != USC_OP_MBYP ||
       v.mod)
      return;
   struct usc_instr *d = sole_def(p, v);
   if (!d || !is_simple(&d->g) || !movable(p, &d->g, v.index) || p->c->p.regs[p->c->p.unit_reg[v.index]].size != 1)
      return;
   for (uint32_t k = p->def_pos[v.index] + 1; k < body->n; k++)
      if (!usc_instr_of(body->i[k])->base.removed && reads(&usc_instr_of(body->i[k])->g, v))
         return;
   g.op[USC_P0] = USC_OP_NONE;
   g.src[0] = usc_none();
   if ((usc_group_reads_fte(&g) && g.is0 == 0) || insert_op(&g, &d->g, USC_P0) || reads(&g, v))
      return;
   g.dst[0] = v;
   g.is4 = USC_FT0;
   if (usc_check(&g) != USC_V_OK)
      return;
   s->g = g;
   d->base.removed = true;
   p->reads[v.index]--;
}

static void compact(struct cg_list *l)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < l->n; k++)
      if (!usc_instr_of(l->i[k])->base.removed)
         l->i[n++] = l->i[k];
   l->n = n;
}

static void note_defs(struct peep *p, struct usc_instr *i, uint32_t pos)
{
   for (unsigned k = 0; k < 2; k++)
      if (i->g.dst[k].bank == USC_VIRTUAL) {
         p->def[i->g.dst[k].index] = i;
         p->def_pos[i->g.dst[k].index] = pos;
         p->def_block[i->g.dst[k].index] = p->block + 1;
      }
}

/* Is it uvsw.write of a vertex input and nothing else? */
static bool writes_input(const struct usc_group *g, enum cg_kind kind)
{
   return kind == CG_OPERATION && g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_UVSW_WRITE && !g->op[USC_P0] && !g->op[USC_MOV] &&
          !g->is0 && g->src[0].bank == USC_VTX && !g->src[0].idx && g->rpt <= 1;
}

void usc_repeat_writes(struct usc_code *c, const struct cg_list *l, struct cg_list *out)
{
   bool any = false;
   *out = (struct cg_list){0};
   for (uint32_t k = 0; k + 1 < l->n && !any; k++)
      any = writes_input(&usc_instr_of(l->i[k])->g, (enum cg_kind)l->i[k]->kind) &&
            writes_input(&usc_instr_of(l->i[k + 1])->g, (enum cg_kind)l->i[k + 1]->kind);
   if (!any)
      return;
   for (uint32_t k = 0; k < l->n;) {
      struct usc_instr *a = usc_instr_of(l->i[k]);
      unsigned n = 1;
      if (writes_input(&a->g, (enum cg_kind)a->base.kind)) {
         for (; n < 4 && k + n < l->n; n++) {
            const struct usc_instr *b = usc_instr_of(l->i[k + n]);
            if (!writes_input(&b->g, (enum cg_kind)b->base.kind) || b->g.cc != a->g.cc ||
                b->g.src[0].index != a->g.src[0].index + n || b->g.addr != a->g.addr + n)
               break;
         }
         if (n > 1) {
            struct usc_instr *r = UTIL_NEW(c->p.ctx, struct usc_instr);
            *r = *a;
            r->g.rpt = (uint8_t)n;
            a = r;
         }
      }
      cg_push(&c->p, out, &a->base);
      k += n;
   }
   if (out->n == l->n)
      out->n = 0;
}

/* A multiply-add of one operation whose addend no slot of P1 can read. */
static bool only_in_p0(const struct usc_group *g)
{
   return g->op[USC_P0] == USC_OP_FMAD && usc_is_pairable(g) && g->cc == USC_CC_PE && !(usc_opd_slots(g->src[2]) >> 5 & 1) &&
          usc_opd_slots(g->src[0]) >> 3 & 1 && usc_opd_slots(g->src[1]) >> 4 & 1;
}

void usc_split_uniforms(struct usc_code *c, const struct cg_list *l, struct cg_list *out)
{
   uint32_t n = 0, free = 0, room = 0, seen = 0;
   *out = (struct cg_list){0};
   for (uint32_t k = 0; k < l->n; k++) {
      const struct usc_group *g = &usc_instr_of(l->i[k])->g;
      if (only_in_p0(g))
         n++;
      else if (usc_is_pairable(g))
         free++;
      else if (usc_has_room(g))
         room++;
   }
   /* x of them give n + room - x groups, which have that many places for free + 2 x. */
   if (n + room < free + 2 || !n)
      return;
   const uint32_t x = (n + room - free + 1) / 3;
   for (uint32_t k = 0; k < l->n; k++) {
      struct usc_instr *i = usc_instr_of(l->i[k]);
      if (only_in_p0(&i->g)) {
         const uint64_t before = (uint64_t)seen * x / n;
         if ((uint64_t)++seen * x / n > before) {
            struct usc_opd o = i->g.src[2], t = usc_v(cg_reg_new(&c->p, 1));
            t.mod = o.mod;
            o.mod = 0;
            c->span = i->base.span;
            const struct usc_group m = usc_g_mov(usc_v(t.index), o);
            cg_push(&c->p, out, &usc_instr_new(c, &m)->base);
            struct usc_instr *r = UTIL_NEW(c->p.ctx, struct usc_instr);
            *r = *i;
            r->g.src[2] = t;
            i = r;
         }
      }
      cg_push(&c->p, out, &i->base);
   }
}

struct tail_reads {
   const struct usc_code *c;
   uint32_t *stamp, block;
};
static void note_tail_read(void *user, uint32_t unit, unsigned n, bool write)
{
   struct tail_reads *t = user;
   for (unsigned k = 0; !write && k < n && unit + k < t->c->p.num_units; k++)
      t->stamp[unit + k] = t->block + 1;
}

/* Phis that start from constants and uniforms: those are ordinary moves, which share groups, if nothing in the tail reads the phi. */
static void early_copies(struct usc_code *c)
{
   struct tail_reads t = {.c = c, .stamp = UTIL_ARRAY(c->p.ctx, uint32_t, (size_t)c->p.num_units + 1)};
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      const struct cg_list *tail = &c->p.blocks[b].tail;
      t.block = b;
      for (uint32_t k = 0; k < tail->n; k++)
         usc_refs(c, usc_instr_of(tail->i[k]), note_tail_read, &t);
      for (uint32_t k = 0; k < tail->n; k++) {
         struct usc_instr *i = usc_instr_of(tail->i[k]);
         uint32_t left = 0;
         if (i->base.kind != CG_COPIES || i->g.cc != USC_CC_PE)
            continue;
         for (uint32_t q = 0; q < i->base.num_copies; q++) {
            const struct cg_copy *p = &i->base.copies[q];
            const struct usc_opd src = usc_copy_opd(c, p);
            if (src.bank == USC_VIRTUAL || src.bank == USC_TEMP || src.bank == USC_IDX || src.idx ||
                t.stamp[p->dst] == b + 1) {
               i->base.copies[left++] = *p;
               continue;
            }
            struct usc_group g = usc_g_mov(usc_v(p->dst), src);
            struct usc_instr *m = usc_instr_new(c, &g);
            m->base.span = i->base.span;
            cg_push(&c->p, &c->p.blocks[b].body, &m->base);
         }
         i->base.num_copies = left;
      }
   }
}

void usc_peephole(struct usc_code *c)
{
   if (c->opt->sched == USC_SCHED_NONE)
      return;
   early_copies(c);
   uint32_t all = c->p.num_units + USC_NUM_RES;
   struct peep p = {.c = c};
   p.reads = UTIL_ARRAY(c->p.ctx, uint32_t, all);
   p.writes = UTIL_ARRAY(c->p.ctx, uint32_t, all);
   p.def = UTIL_ARRAY(c->p.ctx, struct usc_instr *, all);
   p.def_pos = UTIL_ARRAY(c->p.ctx, uint32_t, all);
   p.def_block = UTIL_ARRAY(c->p.ctx, uint32_t, all);
   p.last_write = UTIL_ARRAY(c->p.ctx, uint32_t, all);
   p.last_block = UTIL_ARRAY(c->p.ctx, uint32_t, all);
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      const struct cg_list *l[3] = {&c->p.blocks[b].head, &c->p.blocks[b].body, &c->p.blocks[b].tail};
      for (int k = 0; k < 3; k++)
         for (uint32_t i = 0; i < l[k]->n; i++)
            usc_refs(c, usc_instr_of(l[k]->i[i]), count_ref, &p);
   }
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      struct cg_list *body = &c->p.blocks[b].body;
      p.block = b;
      for (uint32_t i = 0; i < body->n; i++) {
         struct usc_instr *s = usc_instr_of(body->i[i]);
         if (s->base.removed || s->base.kind != CG_OPERATION)
            continue;
         p.pos = i;
         absorb(&p, s);
         if (forward_dest(&p, s) || ride(&p, s))
            continue;
         note_defs(&p, s, i);
         usc_refs(c, s, note_write, &p);
      }
      /* Tests in front of a branch compute their operand themselves. */
      struct cg_list *t = &c->p.blocks[b].tail;
      p.pos = body->n;
      for (uint32_t i = 0; i < t->n && t->i[i]->kind == CG_OPERATION && usc_instr_of(t->i[i])->g.kind == USC_MAIN; i++)
         if (!absorb(&p, usc_instr_of(t->i[i])))
            test_at_once(&p, usc_instr_of(t->i[i]), body);
      compact(body);
   }
   util_discard(c->p.ctx, p.reads, all * sizeof *p.reads);
   util_discard(c->p.ctx, p.writes, all * sizeof *p.writes);
   util_discard(c->p.ctx, p.def, all * sizeof *p.def);
   util_discard(c->p.ctx, p.def_pos, all * sizeof *p.def_pos);
   util_discard(c->p.ctx, p.def_block, all * sizeof *p.def_block);
   util_discard(c->p.ctx, p.last_write, all * sizeof *p.last_write);
   util_discard(c->p.ctx, p.last_block, all * sizeof *p.last_block);
}

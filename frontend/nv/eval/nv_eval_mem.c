/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator: operand loads (2.X.4.2), condition code tests and destination update (2.X.4.3). docs/semantics-nv.md
 * defines what the documents leave open: indices are clamped, unwritten registers hold 0, and reads past the end of a parameter
 * buffer give 0.
 */
#include "frontend/nv/eval/nv_eval.h"

/* ----------------------------------------------------------------------------------------------------------------- operands */

static struct nv_reg *reg_of(const struct nv_eval *e, const struct nv_var *v, uint32_t var, uint32_t elem)
{
   return &e->regs[v->cls == NV_TEMP ? e->base[var] + elem : e->slot_reg[v->slot + elem]];
}

struct nv_reg *nv_eval_temp(const struct nv_eval *e, uint32_t var, uint32_t elem)
{
   return &e->regs[e->base[var] + elem];
}

/* One word of a variable for one lane. */
static uint32_t read_word(const struct nv_eval *e, uint32_t var, uint32_t elem, uint32_t vertex, unsigned comp, unsigned lane)
{
   const struct nv_var *v = &e->p->vars[var];
   const struct exec_wave *t = e->wave;
   switch (v->cls) {
   case NV_TEMP:
   case NV_RESULT:
      return reg_of(e, v, var, elem)->v[comp][lane];
   case NV_ATTRIB:
      if (v->supplied && comp >= v->supplied) /* "filled with 0, 0, and 1" */
         return comp == 3 ? v->default_w : 0;
      if (e->p->opt_pixel_center_integer && v->slot == SLOT_POSITION && comp < 2)
         return num_fadd(t->num, t->in[0][SLOT_POSITION][comp][lane], num_u(-0.5f)); /* the pixel's number, not its centre */
      return t->in[vertex][v->slot + elem][comp][lane];
   case NV_PARAM: {
      uint32_t i = v->first + elem;
      if (e->p->params[i].cls == PARAM_CONST)
         return e->p->params[i].value[comp];
      return i < t->num_params ? t->param[i][comp] : 0;
   }
   case NV_BUFFER: {
      const struct exec_buffer *b = &t->buffer[v->buffer];
      uint64_t w = (uint64_t)v->first + elem;
      w = v->buffer4 ? 4 * w + comp : w;
      return w < b->words ? b->data[w] : 0;
   }
   }
   return 0;
}

static uint32_t clamp_index(uint32_t i, uint32_t length)
{
   if (i & NV_SIGN)
      return 0;
   return i < length ? i : length - 1;
}

/* The sum does not wrap for parameters; for other arrays it does. */
static uint32_t clamp_sum(uint32_t i, int32_t offset, uint32_t length, bool wraps)
{
   const int64_t sum = (int64_t)(int32_t)i + offset;
   return clamp_index(wraps ? i + (uint32_t)offset : sum < 0 ? 0 : sum < length ? (uint32_t)sum : length - 1, length);
}

/*
 * The elements that an index selects, clamped to the array. Returns true if they may differ from lane to lane; otherwise
 * elem[0] is the element for all lanes. Adds the lanes whose index is tainted to *taint.
 */
static bool index_of(const struct nv_eval *e, const struct nv_index *x, uint32_t length, bool wraps, exec_lanes elem,
                     uint32_t *taint)
{
   if (!x->present || !x->relative) {
      elem[0] = x->present ? clamp_index((uint32_t)x->offset, length) : 0;
      return false;
   }
   const struct nv_var *v = &e->p->vars[x->reg];
   for (unsigned l = 0; l < EXEC_LANES; l++)
      elem[l] = clamp_sum(read_word(e, x->reg, x->reg_element, 0, x->comp, l), (int32_t)x->offset, length, wraps);
   if (e->tainting && (v->cls == NV_TEMP || v->cls == NV_RESULT))
      *taint |= reg_of(e, v, x->reg, x->reg_element)->taint[x->comp];
   return true;
}

static void modify(const struct nv_operand *o, exec_lanes v)
{
   bool inner = o->abs && o->neg, outer = nv_eval_outer_neg(o);
   if (o->type == NV_TYPE_F) {
      uint32_t clear = o->abs ? NV_SIGN : 0, flip = outer ? NV_SIGN : 0;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         v[l] = (v[l] & ~clear) ^ flip;
      return;
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      uint32_t x = inner ? 0u - v[l] : v[l];
      if (o->abs && o->type == NV_TYPE_S && x & NV_SIGN)
         x = 0u - x;
      v[l] = outer ? 0u - x : x;
   }
}

void nv_eval_load(struct nv_eval *e, const struct nv_operand *o, unsigned mask, struct nv_reg *out)
{
   const struct nv_var *v = &e->p->vars[o->var];
   exec_lanes elem, vert;
   uint32_t taint = 0;
   bool vary = index_of(e, &o->index, v->length, v->cls != NV_PARAM, elem, &taint);
   bool vary_vertex = false;
   vert[0] = 0;
   if (v->cls == NV_ATTRIB && e->p->stage == NV_GEOMETRY) {
      if (v->vertex != NV_NONE) /* the binding fixes it */
         vert[0] = clamp_index(v->vertex, exec_primitive_vertices(e->p->prim_in));
      else if (v->per_vertex)
         vary_vertex = index_of(e, &o->vertex, exec_primitive_vertices(e->p->prim_in), true, vert, &taint);
   }
   for (unsigned c = 0; c < 4; c++) {
      if (!(mask >> c & 1))
         continue;
      unsigned comp = o->swz[c];
      out->taint[c] = taint;
      if (vary || vary_vertex) {
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            uint32_t el = elem[vary ? l : 0];
            out->v[c][l] = read_word(e, o->var, el, vert[vary_vertex ? l : 0], comp, l);
            if (e->tainting && v->cls == NV_TEMP)
               out->taint[c] |= reg_of(e, v, o->var, el)->taint[comp] & 1u << l;
         }
      } else if (v->cls == NV_ATTRIB && !v->supplied && v->slot != SLOT_POSITION) {
         memcpy(out->v[c], e->wave->in[vert[0]][v->slot + elem[0]][comp], sizeof(exec_lanes));
      } else if (v->cls == NV_TEMP || v->cls == NV_RESULT) {
         const struct nv_reg *r = reg_of(e, v, o->var, elem[0]);
         memcpy(out->v[c], r->v[comp], sizeof(exec_lanes));
         out->taint[c] |= r->taint[comp];
      } else {
         for (unsigned l = 0; l < EXEC_LANES; l++)
            out->v[c][l] = l && v->cls != NV_ATTRIB ? out->v[c][0] : read_word(e, o->var, elem[0], vert[0], comp, l);
      }
      out->taint[c] |= e->lane_taint;
      if (o->neg || o->abs || o->abs_neg)
         modify(o, out->v[c]);
   }
}

/* ---------------------------------------------------------------------------------------------------------- condition codes */

/* Table X.16, computed on lane masks. */
static uint32_t cc_rule(unsigned rule, uint32_t sf, uint32_t zf, uint32_t of, uint32_t cf)
{
   switch (rule) {
   case NV_CC_EQ:
      return ~sf & zf;
   case NV_CC_GE:
      return ~(sf ^ of);
   case NV_CC_GT:
      return (~sf ^ of) & ~zf;
   case NV_CC_LE:
      return sf ^ (zf | of);
   case NV_CC_LT:
      return (sf & ~zf) ^ of;
   case NV_CC_NE:
      return sf | ~zf;
   case NV_CC_FL:
      return 0;
   case NV_CC_TR:
      return UINT32_MAX;
   case NV_CC_NAN:
      return sf & zf;
   case NV_CC_LEG:
      return ~sf | ~zf;
   case NV_CC_CF:
      return cf;
   case NV_CC_NCF:
      return ~cf;
   case NV_CC_OF:
      return of;
   case NV_CC_NOF:
      return ~of;
   case NV_CC_AB:
      return cf & ~zf;
   case NV_CC_BLE:
      return ~cf | zf;
   case NV_CC_SF:
      return sf;
   default: /* NV_CC_NSF */
      return ~sf;
   }
}

static void test_components(const struct nv_eval *e, const struct nv_cc_test *t, uint32_t pass[4], uint32_t taint[4])
{
   for (unsigned c = 0; c < 4; c++) {
      const struct nv_cc *cc = &e->cc[t->reg];
      unsigned s = t->swz[c];
      pass[c] = t->present ? cc_rule(t->rule, cc->sf[s], cc->zf[s], cc->of[s], cc->cf[s]) : UINT32_MAX;
      taint[c] = t->present && t->rule != NV_CC_TR && t->rule != NV_CC_FL ? cc->taint[s] : 0;
   }
}

uint32_t nv_eval_test_any(struct nv_eval *e, const struct nv_cc_test *t)
{
   uint32_t pass[4], taint[4];
   test_components(e, t, pass, taint);
   e->lane_taint |= (taint[0] | taint[1] | taint[2] | taint[3]) & e->flow.active;
   return (pass[0] | pass[1] | pass[2] | pass[3]) & e->flow.active;
}

/* ------------------------------------------------------------------------------------------------------------------ results */

/* The number format of instructions with the suffix X: two's complement with 12 bits, 10 of them fractional. */
static uint32_t fixed_point(num_m m, uint32_t x)
{
   const uint32_t low = 0xc0000000u /* -2 */, high = 0x3fffe000u /* 2047/1024 */;
   const uint32_t scale = 0x44800000u /* 1024 */, back = 0x3a800000u /* 1/1024 */;
   x = num_flt(m, x, low) ? low : num_flt(m, high, x) ? high : x;
   return num_fmul(m, num_fround(m, num_fmul(m, x, scale)), back);
}

/*
 * Steps 3 and 4 of docs/semantics-nv.md, "Order of an instruction": saturation, and the precision of storage with -fshort=16.
 */
static void adjust(struct nv_eval *e, const struct nv_instr *in, enum nv_type type, bool is_short, unsigned c)
{
   num_m m = e->num;
   uint32_t *v = e->res.v[c];
   if (in->sat != NV_SAT_NONE && type == NV_TYPE_F) {
      NV_EACH_LANE(l, e->flow.active)
      {
         v[l] = in->sat == NV_SAT_01 ? num_fsat(m, v[l]) : num_fssat(m, v[l]);
      }
   }
   if (e->fshort == 16 && in->fixed) {
      NV_EACH_LANE(l, e->flow.active)
      {
         v[l] = fixed_point(m, v[l]);
      }
   }
   if (e->fshort != 16 || !(is_short || (in->half && type == NV_TYPE_F)))
      return;
   NV_EACH_LANE(l, e->flow.active)
   {
      if (type == NV_TYPE_F)
         v[l] = num_h2f(m, num_f2h(m, v[l]));
      else if (type == NV_TYPE_S && v[l] & 0x8000)
         v[l] |= 0xffff0000u;
      else
         v[l] &= 0xffff;
   }
}

static void update_cc(struct nv_eval *e, const struct nv_instr *in, enum nv_type type, unsigned c, uint32_t lanes,
                      uint32_t taint)
{
   struct nv_cc *cc = &e->cc[in->cc_update];
   uint32_t sf = 0, zf = 0;
   NV_EACH_LANE(l, lanes)
   {
      uint32_t x = e->res.v[c][l];
      if (type == NV_TYPE_F) {
         bool nan = num_isnan(x);
         sf |= (uint32_t)(nan || num_flt(e->num, x, 0)) << l;
         zf |= (uint32_t)(nan || num_feq(e->num, x, 0)) << l;
      } else {
         sf |= (x >> 31) << l;
         zf |= (uint32_t)(x == 0) << l;
      }
   }
   cc->sf[c] = (cc->sf[c] & ~lanes) | sf;
   cc->zf[c] = (cc->zf[c] & ~lanes) | zf;
   cc->of[c] = (cc->of[c] & ~lanes) | (e->of[c] & lanes);
   cc->cf[c] = (cc->cf[c] & ~lanes) | (e->cf[c] & lanes);
   cc->taint[c] = (cc->taint[c] & ~lanes) | taint;
}

void nv_eval_write(struct nv_eval *e, const struct nv_instr *in)
{
   const struct nv_dst *d = &in->dst;
   enum nv_type type = nv_result_type(in);
   const struct nv_var *v = d->present ? &e->p->vars[d->var] : NULL;
   uint32_t pass[4], cc_taint[4], index_taint = 0;
   test_components(e, &d->cc, pass, cc_taint);

   exec_lanes elem;
   bool vary = v && index_of(e, &d->index, v->length, true, elem, &index_taint);
   /* A tainted index may overwrite any element. Tainting the lane is simpler than tainting the whole array. */
   e->lane_taint |= index_taint & e->flow.active;

   for (unsigned c = 0; c < 4; c++) {
      if (!(d->mask >> c & 1))
         continue;
      uint32_t lanes = e->flow.active & pass[c];
      /* If a tainted test decides about a write, its target is tainted in either case. */
      uint32_t maybe = cc_taint[c] & e->flow.active;
      uint32_t taint = ((e->res.taint[c] | e->lane_taint) & lanes) | maybe;
      adjust(e, in, type, v && v->size == NV_SIZE_SHORT, c);
      if (v && vary) {
         NV_EACH_LANE(l, lanes)
         {
            struct nv_reg *r = reg_of(e, v, d->var, elem[l]);
            r->v[c][l] = e->res.v[c][l];
            r->taint[c] &= ~(1u << l);
         }
         NV_EACH_LANE(l, taint)
         {
            struct nv_reg *r = reg_of(e, v, d->var, elem[l]);
            r->taint[c] |= 1u << l;
         }
      } else if (v) {
         struct nv_reg *r = reg_of(e, v, d->var, elem[0]);
         for (unsigned l = 0; l < EXEC_LANES; l++)
            r->v[c][l] = lanes >> l & 1 ? e->res.v[c][l] : r->v[c][l];
         r->taint[c] = (r->taint[c] & ~lanes) | taint;
      }
      if (in->cc_update >= 0)
         update_cc(e, in, type, c, lanes, taint);
   }
}

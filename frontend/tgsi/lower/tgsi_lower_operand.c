/* SPDX-License-Identifier: MIT */
/*
 * Lowering of operands: their places, their modifiers, and the end of an instruction. All lanes are computed before the first
 * is stored, because indices read the old registers.
 */
#include "ir/match.h"
#include "frontend/tgsi/lower/tgsi_lower.h"

/* ---- sources */

struct ir_src tgsi_lower_relative(struct tgsi_lower *l, uint32_t rel)
{
   const struct tgsi_relative *r = &l->p->relatives[rel];

   struct ir_src v = tgsi_register_get(l, r->file, (uint32_t)r->index, r->comp);

   return r->file == TGSI_FILE_LOOP ? tgsi_lane_f2i(&l->fe, &v) : v; /* loops count in floats */
}

struct fe_index tgsi_lower_index(struct tgsi_lower *l, const struct tgsi_operand *o)
{
   struct fe_index i = {(uint32_t)o->index, {0}};

   if (o->rel != TGSI_NONE)
      i.reg = tgsi_lower_relative(l, o->rel);
   return i;
}

#define MAX_UNITS 32 /* choices of a register */

bool tgsi_lower_units(struct tgsi_lower *l, const struct tgsi_operand *o, struct tgsi_units *u)
{
   struct fe_index i;

   *u = (struct tgsi_units){.first = (uint32_t)o->index, .count = 1};
   if (o->rel == TGSI_NONE)
      return true;
   if (o->file == TGSI_FILE_CONSTBUF)
      tgsi_declared_buffers(l, TGSI_FILE_CONST, &u->first, &u->count);
   else
      tgsi_declared(l, o->file, l->p->relatives[o->rel].array_id, TGSI_NONE, &u->first, &u->count);
   if (!u->count || u->count > MAX_UNITS)
      return false;
   i = tgsi_lower_index(l, o);
   i.constant -= u->first;
   u->choice = fe_clamp_index(&l->fe, fe_index_sum(&l->fe, i).reg, u->count);
   return true;
}

/* The vertex of an input of a geometry program. */
static struct ir_src vertex_of(struct tgsi_lower *l, const struct tgsi_operand *o)
{
   const uint32_t n = exec_primitive_vertices(l->p->prim_in), k = (uint32_t)o->dimension;

   if (o->dim_rel == TGSI_NONE)
      return fe_imm(&l->fe, k < n ? k : n - 1);
   struct fe_index i = {k, tgsi_lower_relative(l, o->dim_rel)};

   return fe_clamp_index(&l->fe, fe_index_sum(&l->fe, i).reg, n);
}

static struct tgsi_loaded *locate(struct tgsi_lower *l, const struct tgsi_operand *o, unsigned n)
{
   struct tgsi_loaded *k = &l->cur.src[n];

   if (!k->located) {
      k->located = true;
      k->index = tgsi_lower_index(l, o);
      if (o->file == TGSI_FILE_IN && l->p->stage == TGSI_STAGE_GEOM && o->has_dimension)
         k->vertex = vertex_of(l, o);
      else if (o->file == TGSI_FILE_CONST && o->dim_rel != TGSI_NONE)
         k->vertex = fe_index_sum(&l->fe, (struct fe_index){(uint32_t)o->dimension, tgsi_lower_relative(l, o->dim_rel)}).reg;
   }
   return k;
}

/* Applies negation and absolute value, which depend on the type of the source. */
static struct ir_src apply_modifiers(struct tgsi_lower *l, unsigned n, struct ir_src v)
{
   const struct tgsi_operand *o = tgsi_src(l->p, l->cur.in, n);

   switch (tgsi_src_type((enum tgsi_op)l->cur.in->op, n)) {
   case 'I':
   case 'U':
      if (o->abs)
         v = fe_op1(&l->fe, IR_iabs, v);
      return o->neg ? fe_op1(&l->fe, IR_ineg, v) : v;
   case 'F':
      if (o->abs)
         v = ir_abs(v);
      return o->neg ? ir_neg(v) : v;
   default: return v;
   }
}

struct ir_src tgsi_load(struct tgsi_lower *l, unsigned n, unsigned c)
{
   const struct tgsi_operand *o = tgsi_src(l->p, l->cur.in, n);
   struct tgsi_loaded *k = locate(l, o, n);
   const unsigned comp = o->swz[c];

   if (!k->value[comp].val)
      k->value[comp] = tgsi_register_load(l, o, k, comp);
   return apply_modifiers(l, n, k->value[comp]);
}

struct ir_src tgsi_load_row(struct tgsi_lower *l, unsigned n, unsigned row, unsigned c)
{
   const struct tgsi_operand *o = tgsi_src(l->p, l->cur.in, n);
   struct tgsi_loaded at = *locate(l, o, n);

   at.index.constant += row;
   return apply_modifiers(l, n, tgsi_register_load(l, o, &at, o->swz[c]));
}

/* ---- results */

uint8_t tgsi_lower_mask(const struct tgsi_lower *l)
{
   return l->cur.in->num_dst ? tgsi_dst(l->p, l->cur.in, 0)->mask & 0xf : 0xf;
}

/* The values to store. Lanes with the same result share its saturation. Doubles have been saturated as doubles. */
static void final_values(struct tgsi_lower *l, const struct ir_src r[4], uint8_t mask, bool saturate, struct ir_src v[4])
{
   const struct tgsi_instr *in = l->cur.in;

   for (unsigned c = 0; c < 4; c++) {
      if (!(mask >> c & 1))
         continue;
      const unsigned same = fe_first_same(r, mask, c);
      v[c] = same < c ? v[same] : r[c];
      if (same < c)
         continue;
      if (saturate && (in->sat || in->sat_signed))
         v[c] = fe_saturate(&l->fe, v[c], in->sat_signed ? IR_SAT_11 : IR_SAT_01);
      v[c] = fe_mov(&l->fe, v[c]);
   }
}

struct ir_src tgsi_predicate(struct tgsi_lower *l, unsigned c)
{
   const struct tgsi_instr *in = l->cur.in;
   struct ir_src t = {0};

   if (!in->predicated)
      return t;
   t = tgsi_is_true(&l->fe, tgsi_register_get(l, TGSI_FILE_PRED, in->pred, in->pred_swz[c]), false);
   return in->pred_neg ? fe_op1(&l->fe, IR_inot, t) : t;
}

void tgsi_store(struct tgsi_lower *l, const struct ir_src r[4]) { tgsi_store_result(l, 0, r); }

void tgsi_store_result(struct tgsi_lower *l, unsigned n, const struct ir_src r[4])
{
   const struct tgsi_operand *o = tgsi_dst(l->p, l->cur.in, n);
   uint8_t mask = o->mask & 0xf;
   struct ir_src v[4] = {{0}}, test[4] = {{0}};
   struct fe_index at;

   if (o->file == TGSI_FILE_NULL)
      return;
   for (unsigned c = 0; c < 4; c++)
      if (!r[c].val)
         mask &= (uint8_t)~(1u << c);
   final_values(l, r, mask, tgsi_dst_type((enum tgsi_op)l->cur.in->op, n) == 'F', v);
   at = tgsi_lower_index(l, o);
   for (unsigned c = 0; c < 4; c++)
      if (mask >> c & 1)
         test[c] = tgsi_predicate(l, c);
   for (unsigned c = 0; c < 4; c++) {
      struct fe_index i = at;
      uint32_t array;

      if (!(mask >> c & 1))
         continue;
      array = tgsi_register_array(l, o, &i, c);
      if (array != FE_NONE)
         fe_array_store_if(&l->fe, array, i, test[c], v[c]);
   }
}

/* SPDX-License-Identifier: MIT */
/* Writes operands of NV_gpu_program4 and the ARB languages (variables, bindings, arrays with computed indices, constants),
   results and conditions. */
#include "tests/generate/nv.h"

#include <string.h>

#define G(v) (&(v)->g)

static unsigned pick(struct nv_gen *v, unsigned n) { return below(G(v), n); }
static void read_temp(struct nv_gen *v, unsigned n) { gen_bit(&v->g.reads, n); }

/* Bits of the sets: r0.. have the bits from 0 on, typed variables those from 300 on. */
enum { SET_TYPED = 300, SET_COUNTERS = 320 };

static bool type_fits(enum nv_temp_type d, enum nv_type type)
{
   return d == NV_ANY || d == NV_SHORT || d == NV_LONG || (d == NV_INT && type == NV_TYPE_S) ||
          (d == NV_UINT && type == NV_TYPE_U) || (d == NV_FLOAT && type == NV_TYPE_F);
}

/* ---- indices */

/* Writes an index "reg.c" with an offset that the language allows. */
static void computed(struct nv_gen *v, unsigned len)
{
   struct gen *g = G(v);

   if (v->arb) {
      const unsigned a = pick(v, v->addresses);
      const int offset = has(g, OUT_OF_RANGE) && chance(g, 40) ? (int)pick(v, 60) - 30 : (int)pick(v, len);

      put(g, "a%u.%c", a, nv_gen_has(v, NV_D_VP2) ? "xyzw"[pick(v, 4)] : 'x');
      gen_bit(&g->reads, GEN_SET_ADDRESS + a);
      if (offset)
         put(g, " %c %d", offset < 0 ? '-' : '+', offset < 0 ? -offset : offset);
      return;
   }
   const unsigned k = pick(v, 10);
   if (k < 2 && v->num_arrays && v->arrays[0].type != NV_TYPE_F) {
      put(g, "%s[%u].%c", v->arrays[0].name, pick(v, v->arrays[0].len), "xyzw"[pick(v, 4)]);
      gen_bit(&g->reads, v->arrays[0].set);
   } else if (k < 5 && v->num_typed && v->typed[0] == NV_INT) {
      put(g, "t0.%c", "xyzw"[pick(v, 4)]);
      gen_bit(&g->reads, SET_TYPED);
   } else {
      const unsigned r = pick(v, v->temps);

      put(g, "r%u.%c", r, "xyzw"[pick(v, 4)]);
      read_temp(v, r);
   }
   if (chance(g, 70))
      put(g, " + %u", pick(v, len));
}

static void element(struct nv_gen *v, const struct nv_array *a, bool relative)
{
   struct gen *g = G(v);
   const bool vertex = a->per_vertex && chance(g, 50);

   put(g, "%s", a->name);
   if (a->per_vertex) {
      put(g, "[");
      if (relative && vertex)
         computed(v, v->vertices);
      else
         put(g, "%u", pick(v, v->vertices));
      put(g, "]");
      relative = relative && (!vertex || chance(g, 50));
   }
   put(g, "[");
   if (relative)
      computed(v, a->len);
   else
      put(g, "%u", pick(v, a->len));
   put(g, "]");
}

/* ---- constants */

void nv_gen_number(struct nv_gen *v, enum nv_type type)
{
   struct gen *g = G(v);

   if (type == NV_TYPE_F || v->arb) {
      gen_put_float(g, false);
      return;
   }
   const uint32_t w = gen_word(g) & (type == NV_TYPE_S ? 0x7fffffff : 0xffffffff);
   put(g, chance(g, 50) ? "0x%x" : "%u", w);
}

void nv_gen_vector(struct nv_gen *v, enum nv_type type)
{
   struct gen *g = G(v);

   put(g, "{");
   for (unsigned c = 0, n = chance(g, 85) ? 4 : 1 + pick(v, 4); c < n; c++) {
      put(g, "%s%s", c ? ", " : "", type != NV_TYPE_U && chance(g, 25) ? "-" : "");
      nv_gen_number(v, type);
   }
   put(g, "}");
}

/* ---- sources */

static const uint8_t source_weights[GEN_KINDS] = {
   [GEN_TEMP] = 60,  [GEN_ARRAY] = 8,   [GEN_ARRAY_RELATIVE] = 14, [GEN_INPUT] = 10, [GEN_INPUT_RELATIVE] = 6, [GEN_PARAM] = 8,
   [GEN_PARAM_RELATIVE] = 12, [GEN_LITERAL] = 12, [GEN_SYSTEM] = 3, [GEN_STATE] = 5, [GEN_BUFFER_WORD] = 5,
};

static bool input_arrays(const struct nv_gen *v)
{
   if (v->in_array.name)
      return true;
   if (!has(&v->g, IO_ARRAY) || !v->arb)
      return false;
   return v->g.stage == GEN_VERTEX ? nv_gen_has(v, NV_D_VP3) && v->addresses : v->loop_index > 0;
}

uint32_t nv_gen_kinds(const struct nv_gen *v)
{
   uint32_t kinds = 1u << GEN_TEMP | 1u << GEN_PARAM | 1u << GEN_STATE;

   if (v->num_arrays)
      kinds |= 1u << GEN_ARRAY | 1u << GEN_ARRAY_RELATIVE;
   if (v->num_inputs)
      kinds |= 1u << GEN_INPUT;
   if (input_arrays(v))
      kinds |= 1u << GEN_INPUT_RELATIVE;
   if (v->num_params && (!v->arb || v->addresses))
      kinds |= 1u << GEN_PARAM_RELATIVE;
   if (has(&v->g, LITERAL))
      kinds |= 1u << GEN_LITERAL;
   if (v->num_system)
      kinds |= 1u << GEN_SYSTEM;
   return kinds | (v->buffer.name ? 1u << GEN_BUFFER_WORD : 0);
}

static void temporary(struct nv_gen *v, enum nv_type type, bool ntc)
{
   struct gen *g = G(v);
   const unsigned k = pick(v, v->num_typed * 2 + v->temps), n = k / 2;

   if (k < v->num_typed * 2 && (ntc || v->arb || type_fits((enum nv_temp_type)v->typed[n], type))) {
      put(g, "t%u", n);
      gen_bit(&g->reads, SET_TYPED + n);
      return;
   }
   const unsigned r = pick(v, v->temps);
   put(g, "r%u", r);
   read_temp(v, r);
}

static const struct nv_array *param_array(struct nv_gen *v, enum nv_type type, bool ntc)
{
   const struct nv_array *a = &v->params[pick(v, v->num_params)];

   return a->type == NV_TYPE_NONE || a->type == type || ntc || v->arb ? a : &v->params[0];
}

static void param(struct nv_gen *v, bool relative, enum nv_type type, bool ntc)
{
   struct gen *g = G(v);

   if (relative) {
      element(v, param_array(v, type, ntc), true);
   } else if (v->num_params && chance(g, 50)) {
      element(v, param_array(v, type, ntc), false);
   } else {
      put(g, "program.%s[%u]", chance(g, 50) ? "local" : "env", pick(v, 8));
   }
}

/* Writes an attribute that a register indexes. */
static void relative_input(struct nv_gen *v)
{
   struct gen *g = G(v);

   if (v->in_array.name) {
      element(v, &v->in_array, true);
      return;
   }
   if (g->stage == GEN_VERTEX) {
      put(g, "vertex.%s[", g->request->seed & 1 ? "texcoord" : "attrib");
      computed(v, 8);
   } else {
      put(g, "fragment.texcoord[A0.x + %u", pick(v, has(g, OUT_OF_RANGE) ? 10 : 3));
   }
   put(g, "]");
}

/* Writes the variable. Returns false if it is a number, which has no components. */
static bool variable(struct nv_gen *v, unsigned kind, enum nv_type type, bool ntc)
{
   struct gen *g = G(v);
   unsigned n;

   switch (kind) {
   case GEN_ARRAY:
   case GEN_ARRAY_RELATIVE: {
      const struct nv_array *a = &v->arrays[pick(v, v->num_arrays)];

      if (a->type != NV_TYPE_NONE && a->type != type && !ntc)
         a = &v->arrays[0];
      element(v, a, kind == GEN_ARRAY_RELATIVE);
      gen_bit(&g->reads, a->set);
      return true;
   }
   case GEN_INPUT:
   case GEN_SYSTEM:
      n = kind == GEN_INPUT ? pick(v, v->num_inputs) : pick(v, v->num_system);
      if (kind == GEN_INPUT && v->input_per_vertex[n])
         put(g, "vertex[%u].", pick(v, v->vertices));
      put(g, "%s", kind == GEN_INPUT ? v->inputs[n] : v->system[n]);
      return true;
   case GEN_INPUT_RELATIVE: relative_input(v); return true;
   case GEN_PARAM:
   case GEN_PARAM_RELATIVE: param(v, kind == GEN_PARAM_RELATIVE, type, ntc); return true;
   case GEN_STATE: put(g, "%s", nv_gen_state(v)); return true;
   case GEN_BUFFER_WORD: element(v, &v->buffer, chance(g, 60)); return true;
   case GEN_LITERAL:
      if (chance(g, 50)) {
         nv_gen_vector(v, type);
         return true;
      }
      nv_gen_number(v, type);
      return false;
   default: temporary(v, type, ntc); return true;
   }
}

void nv_gen_swizzle(struct nv_gen *v, bool scalar)
{
   struct gen *g = G(v);
   const char *set = chance(g, 85) || (v->arb && g->stage == GEN_VERTEX) ? "xyzw" : "rgba";

   if (scalar || (has(g, SWIZZLE) && chance(g, 30))) {
      put(g, ".%c", set[pick(v, 4)]);
   } else if (has(g, SWIZZLE) && chance(g, 45)) {
      put(g, ".");
      for (unsigned c = 0; c < 4; c++)
         put(g, "%c", set[pick(v, 4)]);
   } else {
      return;
   }
   gen_note_modifier(g, GEN_SWIZZLED);
}

/* If `plain`, writes no sign and no swizzle. */
void nv_gen_operand(struct nv_gen *v, enum nv_type type, bool ntc, bool scalar, bool plain)
{
   struct gen *g = G(v);
   uint32_t kinds = nv_gen_kinds(v);
   const bool may_abs = !v->arb || nv_gen_has(v, NV_D_VP2 | NV_D_FPO);

   if (plain)
      kinds &= ~(1u << GEN_LITERAL);
   const unsigned kind = gen_choose_bit(g, kinds, GEN_BY_KIND, source_weights);
   const bool neg = !plain && has(g, NEGATE) && gen_choose_modifier(g, GEN_NEG, 18);
   const bool abs = !plain && may_abs && has(g, NEGATE) && gen_choose_modifier(g, GEN_ABS, 10);
   const bool inner = abs && chance(g, 30);

   gen_note_kind(g, (enum gen_kind)kind);
   if (abs && (neg || inner))
      gen_note_modifier(g, GEN_NEG_ABS);
   put(g, "%s%s%s", neg ? "-" : "", abs ? "|" : "", inner ? "-" : "");
   const bool components = variable(v, kind, type, ntc);
   if (!components && scalar && v->arb && !nv_gen_has(v, NV_D_VP2 | NV_D_FPO))
      put(g, ".x");
   else if (components && !plain)
      nv_gen_swizzle(v, scalar);
   put(g, "%s", abs ? "|" : "");
}

/* ---- conditions */

void nv_gen_condition(struct nv_gen *v)
{
   struct gen *g = G(v);
   const unsigned n = pick(v, v->arb ? NV_CC_TR + 1 : NV_CC_COUNT),
                  common[] = {NV_CC_EQ, NV_CC_GE, NV_CC_GT, NV_CC_LE, NV_CC_LT, NV_CC_NE};
   const unsigned reg = !v->arb || nv_gen_has(v, NV_D_VP3) ? (chance(g, 60) ? v->code : pick(v, 2)) : 0;

   put(g, "%s", nv_cc_name[chance(g, 60) ? common[pick(v, 6)] : n]);
   if (reg || ((!v->arb || nv_gen_has(v, NV_D_VP3)) && chance(g, 30)))
      put(g, "%u", reg);
   gen_bit(&g->reads, GEN_SET_CC + reg);
   if (chance(g, 50))
      nv_gen_swizzle(v, chance(g, 60));
}

/* ---- results */

static const uint8_t result_weights[GEN_KINDS] = {
    [GEN_TO_TEMP] = 80, [GEN_TO_ARRAY] = 6, [GEN_TO_ARRAY_RELATIVE] = 12, [GEN_TO_OUTPUT] = 7, [GEN_TO_OUTPUT_RELATIVE] = 4};

static uint32_t result_kinds(const struct nv_gen *v)
{
   uint32_t kinds = 1u << GEN_TO_TEMP | (v->num_outputs ? 1u << GEN_TO_OUTPUT : 0);

   if (v->num_arrays)
      kinds |= 1u << GEN_TO_ARRAY | (has(&v->g, RELATIVE_WRITE) ? 1u << GEN_TO_ARRAY_RELATIVE : 0);
   if (has(&v->g, RELATIVE_WRITE) && (v->out_array.name || (v->arb && v->g.stage == GEN_VERTEX && nv_gen_has(v, NV_D_VP3) &&
                                                            v->addresses && has(&v->g, IO_ARRAY))))
      kinds |= 1u << GEN_TO_OUTPUT_RELATIVE;
   return kinds;
}

static void result_variable(struct nv_gen *v, unsigned kind, enum nv_type type, bool ntc)
{
   struct gen *g = G(v);
   unsigned k, n;

   switch (kind) {
   case GEN_TO_ARRAY:
   case GEN_TO_ARRAY_RELATIVE: {
      const struct nv_array *a = &v->arrays[pick(v, v->num_arrays)];

      if (a->type != NV_TYPE_NONE && a->type != type && !ntc)
         a = &v->arrays[0];
      element(v, a, kind == GEN_TO_ARRAY_RELATIVE);
      gen_bit(&g->writes, a->set);
      return;
   }
   case GEN_TO_OUTPUT:
      gen_bit(&g->writes, GEN_SET_OUTPUT);
      put(g, "%s", v->outputs[pick(v, v->num_outputs)]);
      return;
   case GEN_TO_OUTPUT_RELATIVE:
      gen_bit(&g->writes, GEN_SET_OUTPUT);
      if (v->out_array.name) {
         element(v, &v->out_array, true);
      } else {
         put(g, "result.texcoord[");
         computed(v, 8);
         put(g, "]");
      }
      return;
   default:
      k = pick(v, v->num_typed * 2 + v->temps);
      n = k / 2;
      if (k < v->num_typed * 2 && (ntc || v->arb || type_fits((enum nv_temp_type)v->typed[n], type))) {
         put(g, "t%u", n);
         gen_bit(&g->writes, SET_TYPED + n);
         return;
      }
      n = pick(v, v->temps);
      put(g, "r%u", n);
      gen_bit(&g->writes, n);
   }
}

static void mask(struct nv_gen *v, unsigned m)
{
   struct gen *g = G(v);

   g->shot.mask = m;
   if (m == 15)
      return;
   put(g, ".");
   for (unsigned c = 0; c < 4; c++)
      if (m >> c & 1)
         put(g, "%c", "xyzw"[c]);
}

void nv_gen_result(struct nv_gen *v, enum nv_type type, bool ntc, bool address, uint16_t masks)
{
   struct gen *g = G(v);
   const bool test = !v->arb || nv_gen_has(v, NV_D_VP2 | NV_D_FPO);

   if (g->dead) {
      put(g, "d%u", pick(v, 2));
      gen_bit(&g->writes, GEN_SET_ADDRESS - 1);
   } else if (address) {
      const unsigned a = pick(v, v->addresses);

      put(g, "a%u", a);
      gen_bit(&g->writes, GEN_SET_ADDRESS + a);
      gen_note_kind(g, GEN_TO_ADDRESS);
      if (!nv_gen_has(v, NV_D_VP2)) {
         mask(v, 1);
         put(g, g->shot.mask == 15 ? ".x" : "");
         return;
      }
   } else {
      const unsigned kind = gen_choose_bit(g, result_kinds(v), GEN_BY_KIND, result_weights);

      gen_note_kind(g, (enum gen_kind)kind);
      result_variable(v, kind, type, ntc);
   }
   mask(v, has(g, MASK) || !(masks >> 15 & 1) ? gen_choose_mask(g, masks) : 15);
   if (!test || !has(g, CONDITION) || !gen_choose_modifier(g, GEN_TESTED, 18))
      return;
   put(g, " (");
   nv_gen_condition(v);
   put(g, ")");
}

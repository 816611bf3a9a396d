/* SPDX-License-Identifier: MIT */
/* Generates constants, operands, results and conditions. */
#include "tests/gen/gen_priv.h"

/* ---------------------------------------------------------------------------------------------------------------- constants */

static void float_number(struct gen *g)
{
   /* Eighths are exact in any precision, and so are sums and products of a few of them. */
   static const char *const odd[] = {"0.0",    "1.0",     "0.1",   "3.14159265", "1.0e10",
                                     "2.5e-3", "65504.0", "1e-20", "0.33333334", "255.0"};
   if (chance(g, 15)) {
      put(g, "%s", odd[below(g, sizeof odd / sizeof *odd)]);
   } else {
      unsigned eighths = below(g, 128);
      put(g, "%u.%03u", eighths / 8, eighths % 8 * 125);
   }
}

static uint32_t int_number(struct gen *g)
{
   static const uint32_t odd[] = {0, 1, 0x7fffffff, 0x40000000, 0xffff, 0x10000, 31, 0x55555555, 0x7fffff, 255};
   return chance(g, 25) ? odd[below(g, sizeof odd / sizeof *odd)] : below(g, 20);
}

static void number(struct gen *g, enum pool type)
{
   if (type == FLOAT) {
      put(g, "%s", chance(g, 40) ? "-" : "");
      float_number(g);
   } else {
      put(g, "%s", type == INT && chance(g, 40) ? "-" : "");
      bool hex = chance(g, 20);
      put(g, hex ? "0x%x" : "%u", int_number(g));
   }
}

void gen_vector(struct gen *g, enum pool type)
{
   put(g, "{");
   for (unsigned c = 0; c < 4; c++) {
      put(g, "%s", c ? ", " : "");
      number(g, type);
   }
   put(g, "}");
}

/* ----------------------------------------------------------------------------------------------------------------- operands */

static void swizzle(struct gen *g, bool scalar)
{
   const char *set = chance(g, 85) ? "xyzw" : "rgba";
   if (scalar || chance(g, 15)) {
      put(g, ".%c", set[below(g, 4)]);
   } else if (chance(g, 40)) {
      put(g, ".");
      for (unsigned c = 0; c < 4; c++)
         put(g, "%c", set[below(g, 4)]);
   }
}

/* Writes an index into an array. It is mostly relative, and may be out of range (it clamps). */
static void element(struct gen *g, unsigned len)
{
   put(g, "[");
   bool relative = chance(g, 60);
   if (relative) {
      put(g, "i");
      put_below(g, g->temps[INT]);
      put(g, ".");
      put_one(g, "xyzw");
      if (chance(g, 50)) {
         put(g, " + ");
         put_below(g, len);
      }
   } else {
      put_below(g, len);
   }
   put(g, "]");
}

/* Writes an attribute that is not declared for all vertices: by number, for one vertex, or as an array of all vertices. */
static void other_attribute(struct gen *g)
{
   switch (below(g, 4)) {
   case 0:
      put(g, "vertex[");
      put_below(g, g->vertices);
      put(g, "].%s", chance(g, 50) ? "texcoord[1]" : chance(g, 50) ? "color.back" : "position");
      break;
   case 1:
      put(g, "inv");
      break;
   default:
      put(g, "inm");
      element(g, g->vertices);
      element(g, 3);
   }
}

/* Writes a readable variable of the type, without a swizzle. Returns false for a scalar constant, which has no swizzle. */
bool gen_variable(struct gen *g, enum pool type, bool approx, bool constants)
{
   char letter = pool_letter[type];
   if (type == FLOAT && approx && chance(g, 50)) {
      put(g, "a%u", below(g, g->temps[APPROX]));
      return true;
   }
   switch (below(g, 10)) {
   case 0:
      if (constants && chance(g, 50)) {
         /* A sign belongs to the operand, not to the constant. */
         if (type == FLOAT)
            float_number(g);
         else
            put(g, "%u", int_number(g));
         return false;
      }
      gen_vector(g, type);
      return true;
   case 1:
      put(g, "p%c", letter);
      element(g, g->param_len[type]);
      return true;
   case 2:
      put(g, "t%c", letter);
      element(g, g->array_len[type]);
      return true;
   case 3:
      if (type == FLOAT && chance(g, 50)) {
         put(g, "%s[", chance(g, 40) ? "state.matrix.mvp.row" : chance(g, 50) ? "program.local" : "program.env");
         put_below(g, 4);
         put(g, "]");
         return true;
      }
      if (type == FLOAT && g->buffer) {
         put(g, "bf");
         element(g, 6);
         return true;
      }
      /* fall through */
   case 4:
   case 5:
      if (g->vertices && type == INT && chance(g, 20)) {
         put(g, "prim");
      } else if (g->vertices && type == FLOAT && chance(g, 50)) {
         other_attribute(g);
      } else if (g->vertices) {
         put(g, "in%c", letter);
         element(g, g->vertices);
      } else if (type == FLOAT && chance(g, 30)) {
         put(g, "%s", g->fragment ? "fragment.texcoord[1]" : "vertex.attrib[4]");
      } else {
         put(g, "in%c", letter);
      }
      return true;
   default:
      put(g, "%c%u", letter, below(g, g->temps[type]));
      return true;
   }
}

void gen_operand(struct gen *g, enum pool type, bool approx, bool scalar)
{
   bool bars = chance(g, 8);
   if (chance(g, 15))
      put(g, "-");
   if (bars)
      put(g, "|%s", chance(g, 30) ? "-" : "");
   if (gen_variable(g, type, approx, true))
      swizzle(g, scalar);
   if (bars)
      put(g, "|");
}

/* ------------------------------------------------------------------------------------------------------ results and
   conditions */

void gen_condition(struct gen *g)
{
   static const char *const rule[] = {"EQ", "GE", "GT", "LE", "LT", "NE", "GE", "LT", "NE", "GT", "TR", "FL", "NAN", "LEG",
                                      "CF", "NCF", "OF", "NOF", "AB", "BLE", "SF", "NSF"};
   put(g, "%s", rule[below(g, sizeof rule / sizeof *rule)]);
   put(g, "%s", chance(g, 50) ? "" : chance(g, 50) ? "0" : "1");
   swizzle(g, chance(g, 50));
}

void gen_optional_condition(struct gen *g, unsigned percent)
{
   if (!chance(g, percent))
      return;
   put(g, " (");
   gen_condition(g);
   put(g, ")");
}

static void mask(struct gen *g)
{
   if (chance(g, 50))
      return;
   unsigned m = 1 + below(g, 15);
   put(g, ".");
   for (unsigned c = 0; c < 4; c++)
      if (m >> c & 1)
         put(g, "%c", "xyzw"[c]);
}

/* Writes a writable variable of the pool, with masks. */
void gen_result(struct gen *g, enum pool pool)
{
   char letter = pool_letter[pool];
   if (pool != APPROX && chance(g, 10)) {
      put(g, "t%c", letter);
      element(g, g->array_len[pool]);
   } else if ((pool == FLOAT || pool == APPROX) && chance(g, 8)) {
      if (g->fragment) {
         put(g, "result.color");
      } else if (g->vertices && chance(g, 50)) {
         put(g, "outt");
         element(g, 4);
      } else {
         put(g, "result.texcoord[%u]", below(g, 4));
      }
   } else {
      put(g, "%c%u", letter, below(g, g->temps[pool]));
   }
   mask(g);
   gen_optional_condition(g, 15);
}

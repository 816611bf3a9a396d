/* SPDX-License-Identifier: MIT */
/* Writes operands of TGSI: registers of every file, with constant and computed indices, modifiers, swizzles and masks. */
#include "tests/generate/tgsi.h"

#include <string.h>

#define G(t) (&(t)->g)

static unsigned pick(struct tgsi_gen *t, unsigned n) { return below(G(t), n); }

void tgsi_gen_read_temp(struct tgsi_gen *t, unsigned n) { gen_bit(&t->g.reads, n); }

/* An operand with a computed index but no array reads all temporaries. */
void tgsi_gen_read_all(struct tgsi_gen *t)
{
   for (unsigned i = 0; i < t->temps; i++)
      gen_bit(&t->g.reads, i);
   for (unsigned i = 0; i < TGSI_ARRAYS; i++)
      gen_bit(&t->g.reads, GEN_SET_ARRAYS + i);
   t->g.temporaries.is_impossible = true;
}

/* ---- indices */

/* Writes the register of an index and its offset. The indexed range begins at `first` and has `len` elements. */
static void computed(struct tgsi_gen *t, unsigned first, unsigned len)
{
   struct gen *g = G(t);
   const unsigned k = pick(t, 100);
   int offset = (int)first + (int)pick(t, len);

   if (has(g, OUT_OF_RANGE) && chance(g, 30))
      offset = (int)first + (int)pick(t, 3 * len + 20) - (int)len - 8;
   if (k < 70 || !t->temps) {
      const unsigned a = pick(t, t->addresses);

      put(g, "ADDR[%u].%c", a, "xyzw"[pick(t, 4)]);
      gen_bit(&g->reads, GEN_SET_ADDRESS + a);
   } else if (k < 80 && t->loops && has(g, OLD)) {
      put(g, "LOOP[%u].x", pick(t, t->loops));
   } else if (k < 96) {
      const unsigned n = pick(t, t->temps);

      put(g, "TEMP[%u].%c", n, "xyzw"[pick(t, 4)]);
      tgsi_gen_read_temp(t, n);
   } else {
      put(g, "IMM[%u].%c", pick(t, t->num_imms), "xyzw"[pick(t, 4)]);
   }
   if (offset > 0)
      put(g, "+%d", offset);
   else if (offset < 0)
      put(g, "-%d", -offset);
}

bool tgsi_gen_object(struct tgsi_gen *t, const char *file, unsigned n)
{
   struct gen *g = G(t);

   put(g, "%s[", file);
   if (!has(g, OBJECT_INDEX) || n < 2 || chance(g, 60)) {
      put(g, "%u]", pick(t, n));
      gen_note_kind(g, GEN_OBJECT);
      return false;
   }
   computed(t, 0, n);
   put(g, "]");
   gen_note_kind(g, GEN_OBJECT_RELATIVE);
   return true;
}

/* ---- immediates */

unsigned tgsi_gen_imm(struct tgsi_gen *t, uint32_t value, unsigned *lane)
{
   unsigned n = t->num_imms;

   for (unsigned i = 0; i < t->num_imms; i++)
      for (*lane = 0; *lane < 4; ++*lane)
         if (t->imm[i][*lane] == value)
            return i;
   if (n == TGSI_IMMS)
      n--; /* this one is used anyway */
   else
      t->num_imms++;
   t->imm_type[n] = TGSI_UINT32;
   t->imm[n][0] = value;
   for (unsigned c = 1; c < 4; c++)
      t->imm[n][c] = gen_word(G(t));
   *lane = 0;
   return n;
}

/* ---- sources */

static const uint8_t source_weights[GEN_KINDS] = {
    [GEN_TEMP] = 60,          [GEN_ARRAY] = 8,          [GEN_ARRAY_RELATIVE] = 12,
    [GEN_INPUT] = 9,          [GEN_INPUT_RELATIVE] = 5, [GEN_PARAM] = 10,
    [GEN_PARAM_RELATIVE] = 8, [GEN_LITERAL] = 14,       [GEN_LITERAL_RELATIVE] = 2,
    [GEN_SYSTEM] = 4,         [GEN_ADDRESS] = 2,        [GEN_READ_OUTPUT] = 2,
};

unsigned tgsi_gen_kinds(const struct tgsi_gen *t)
{
   unsigned kinds = 1u << GEN_TEMP;

   if (t->num_arrays)
      kinds |= 1u << GEN_ARRAY | 1u << GEN_ARRAY_RELATIVE;
   if (t->num_in)
      kinds |= 1u << GEN_INPUT | (has(&t->g, IO_ARRAY) ? 1u << GEN_INPUT_RELATIVE : 0);
   if (t->consts[0])
      kinds |= 1u << GEN_PARAM | (has(&t->g, PARAM_ARRAY) ? 1u << GEN_PARAM_RELATIVE : 0);
   if (has(&t->g, LITERAL))
      kinds |= 1u << GEN_LITERAL | (has(&t->g, PARAM_ARRAY) ? 1u << GEN_LITERAL_RELATIVE : 0);
   if (t->num_svs)
      kinds |= 1u << GEN_SYSTEM;
   if (t->num_out && has(&t->g, OUTPUT))
      kinds |= 1u << GEN_READ_OUTPUT;
   return kinds | (t->addresses ? 1u << GEN_ADDRESS : 0);
}

static unsigned temp(struct tgsi_gen *t, char type)
{
   unsigned n = pick(t, t->temps);

   for (unsigned k = 0; k < 4 && has(G(t), TYPED) && t->types[n] != type; k++)
      n = pick(t, t->temps);
   return n;
}

static void param(struct tgsi_gen *t, bool relative)
{
   struct gen *g = G(t);
   unsigned b = pick(t, 3);

   while (!t->consts[b])
      b--;
   if (!relative) {
      if (b || chance(g, 60))
         put(g, "CONST[%u][%u]", b, pick(t, t->consts[b]));
      else
         put(g, "CONST[%u]", pick(t, t->consts[0]));
      return;
   }
   if (!b && chance(g, 30)) {
      put(g, "CONST[");
   } else if (t->consts[1] && has(g, OBJECT_INDEX) && chance(g, 15)) {
      put(g, "CONST[");
      computed(t, 0, 3);
      if (chance(g, 50)) {
         put(g, "][%u]", pick(t, t->consts[1]));
         return;
      }
      put(g, "][");
   } else {
      put(g, "CONST[%u][", b);
   }
   computed(t, 0, t->consts[b]);
   put(g, "]");
}

static void input(struct tgsi_gen *t, bool relative)
{
   struct gen *g = G(t);
   const struct tgsi_range *r = &t->in[pick(t, t->num_in)];
   const unsigned len = r->last - r->first + 1;
   const bool in_vertex = t->vertices && chance(g, 50);

   put(g, "IN[");
   if (t->vertices && r->semantic != TGSI_SEMANTIC_PRIM_ID) {
      if (relative && in_vertex)
         computed(t, 0, t->vertices);
      else
         put(g, "%u", pick(t, t->vertices));
      put(g, "][");
      relative = relative && (!in_vertex || chance(g, 50));
   }
   if (!relative || (t->vertices && r->semantic == TGSI_SEMANTIC_PRIM_ID)) {
      put(g, "%u]", r->first + pick(t, len));
      return;
   }
   computed(t, r->first, len);
   put(g, "]");
   if (r->id && chance(g, 80))
      put(g, "(%u)", r->id);
}

static void array(struct tgsi_gen *t, bool relative, struct gen_set *set)
{
   struct gen *g = G(t);
   const unsigned a = pick(t, t->num_arrays);
   const struct tgsi_range *r = &t->arrays[a];

   put(g, "TEMP[");
   gen_bit(set, GEN_SET_ARRAYS + a);
   if (!relative) {
      put(g, "%u]", r->first + pick(t, r->last - r->first + 1));
      return;
   }
   computed(t, r->first, r->last - r->first + 1);
   put(g, "]");
   if (chance(g, 97)) {
      put(g, "(%u)", r->id);
      return;
   }
   tgsi_gen_read_all(t);
   for (unsigned i = 0; i < sizeof set->w / sizeof set->w[0]; i++)
      set->w[i] |= g->reads.w[i];
}

static void file_of(struct tgsi_gen *t, unsigned kind, char type)
{
   struct gen *g = G(t);
   unsigned n;

   switch (kind) {
   case GEN_ARRAY:
   case GEN_ARRAY_RELATIVE: array(t, kind == GEN_ARRAY_RELATIVE, &g->reads); break;
   case GEN_INPUT:
   case GEN_INPUT_RELATIVE: input(t, kind == GEN_INPUT_RELATIVE); break;
   case GEN_PARAM:
   case GEN_PARAM_RELATIVE: param(t, kind == GEN_PARAM_RELATIVE); break;
   case GEN_LITERAL: put(g, "IMM[%u]", pick(t, t->num_imms)); break;
   case GEN_LITERAL_RELATIVE:
      put(g, "IMM[");
      computed(t, 0, t->num_imms);
      put(g, "]");
      break;
   case GEN_SYSTEM: put(g, "SV[%u]", pick(t, t->num_svs)); break;
   case GEN_ADDRESS:
      n = pick(t, t->addresses);
      put(g, "ADDR[%u]", n);
      gen_bit(&g->reads, GEN_SET_ADDRESS + n);
      break;
   case GEN_READ_OUTPUT:
      n = pick(t, t->num_out);
      put(g, "OUT[%u]", t->out[n].first + pick(t, t->out[n].last - t->out[n].first + 1));
      gen_bit(&g->reads, GEN_SET_OUTPUT);
      break;
   default:
      n = temp(t, type);
      put(g, "TEMP[%u]", n);
      tgsi_gen_read_temp(t, n);
   }
}

void tgsi_gen_swizzle(struct tgsi_gen *t, bool pairs)
{
   static const char *const both[] = {"xyzw", "zwxy", "xyxy", "zwzw"};
   struct gen *g = G(t);
   const unsigned k = pick(t, 4);

   if (!has(g, SWIZZLE) || chance(g, 35))
      return;
   gen_note_modifier(g, GEN_SWIZZLED);
   if (pairs && chance(g, 85)) {
      put(g, ".%s", both[k]);
   } else if (chance(g, 40)) {
      put(g, ".%c%c%c%c", "xyzw"[k], "xyzw"[k], "xyzw"[k], "xyzw"[k]);
   } else {
      put(g, ".%c", "xyzw"[k]);
      for (unsigned c = 1; c < 4; c++)
         put(g, "%c", "xyzw"[pick(t, 4)]);
   }
}

static void with_modifiers(struct tgsi_gen *t, unsigned kind, char type)
{
   struct gen *g = G(t);
   const bool wide = strchr("DLM", type), may_abs = strchr("FD", type);
   const bool neg = has(g, NEGATE) && gen_choose_modifier(g, GEN_NEG, 18),
              abs = may_abs && has(g, NEGATE) && gen_choose_modifier(g, GEN_ABS, 10);

   gen_note_kind(g, (enum gen_kind)kind);
   if (neg && abs)
      gen_note_modifier(g, GEN_NEG_ABS);
   put(g, "%s%s", neg ? "-" : "", abs ? "|" : "");
   file_of(t, kind, type);
   tgsi_gen_swizzle(t, wide);
   put(g, "%s", abs ? "|" : "");
}

void tgsi_gen_source(struct tgsi_gen *t, char type)
{
   with_modifiers(t, gen_choose_bit(G(t), tgsi_gen_kinds(t), GEN_BY_KIND, source_weights), type);
}

void tgsi_gen_scalar(struct tgsi_gen *t, char type)
{
   const unsigned c = pick(t, 4);

   file_of(t, gen_choose_bit(G(t), tgsi_gen_kinds(t), GEN_BY_KIND, source_weights), type);
   put(G(t), ".%c%c%c%c", "xyzw"[c], "xyzw"[c], "xyzw"[c], "xyzw"[c]);
}

/* ---- results */

static const uint8_t result_weights[GEN_KINDS] = {
    [GEN_TO_TEMP] = 80,           [GEN_TO_ARRAY] = 6,   [GEN_TO_ARRAY_RELATIVE] = 10, [GEN_TO_OUTPUT] = 7,
    [GEN_TO_OUTPUT_RELATIVE] = 4, [GEN_TO_ADDRESS] = 4, [GEN_TO_OTHER] = 2,
};

static unsigned result_kinds(const struct tgsi_gen *t, bool address)
{
   unsigned kinds = 1u << GEN_TO_TEMP;
   bool arrays = false;

   if (t->num_arrays)
      kinds |= 1u << GEN_TO_ARRAY | (has(&t->g, RELATIVE_WRITE) ? 1u << GEN_TO_ARRAY_RELATIVE : 0);
   for (unsigned i = 0; i < t->num_out; i++)
      arrays |= t->out[i].id != 0;
   if (t->num_out)
      kinds |= 1u << GEN_TO_OUTPUT | (arrays && has(&t->g, RELATIVE_WRITE) ? 1u << GEN_TO_OUTPUT_RELATIVE : 0);
   if (t->predicates)
      kinds |= 1u << GEN_TO_OTHER;
   return address && t->addresses ? 1u << GEN_TO_ADDRESS : kinds | (t->addresses ? 1u << GEN_TO_ADDRESS : 0);
}

void tgsi_gen_mask(struct tgsi_gen *t, unsigned mask)
{
   struct gen *g = G(t);

   g->shot.mask = mask;
   if (mask == 15)
      return;
   put(g, ".");
   for (unsigned c = 0; c < 4; c++)
      if (mask >> c & 1)
         put(g, "%c", "xyzw"[c]);
}

static void output(struct tgsi_gen *t, bool relative)
{
   struct gen *g = G(t);
   const struct tgsi_range *r = &t->out[pick(t, t->num_out)];

   while (relative && !r->id)
      r = &t->out[pick(t, t->num_out)];
   gen_bit(&g->writes, GEN_SET_OUTPUT);
   put(g, "OUT[");
   if (!relative) {
      put(g, "%u]", r->first + pick(t, r->last - r->first + 1));
      return;
   }
   computed(t, r->first, r->last - r->first + 1);
   put(g, "](%u)", r->id);
}

void tgsi_gen_result(struct tgsi_gen *t, char type, uint16_t masks, bool address)
{
   struct gen *g = G(t);
   unsigned kind = gen_choose_bit(g, result_kinds(t, address && chance(g, 95)), GEN_BY_KIND, result_weights), n;

   gen_note_kind(g, (enum gen_kind)kind);
   if (g->dead) {
      n = pick(t, 2);
      gen_bit(&g->writes, GEN_SET_ADDRESS - 1);
      put(g, "TEMP[%u]", t->dead + n);
   } else if (kind == GEN_TO_ARRAY || kind == GEN_TO_ARRAY_RELATIVE) {
      array(t, kind == GEN_TO_ARRAY_RELATIVE, &g->writes);
   } else if (kind == GEN_TO_OUTPUT || kind == GEN_TO_OUTPUT_RELATIVE) {
      output(t, kind == GEN_TO_OUTPUT_RELATIVE);
   } else if (kind == GEN_TO_ADDRESS) {
      n = pick(t, t->addresses);
      gen_bit(&g->writes, GEN_SET_ADDRESS + n);
      put(g, "ADDR[%u]", n);
   } else if (kind == GEN_TO_OTHER) {
      gen_bit(&g->writes, GEN_SET_CC);
      put(g, "PRED[%u]", pick(t, t->predicates));
   } else {
      n = temp(t, type);
      gen_bit(&g->writes, n);
      put(g, "TEMP[%u]", n);
   }
   tgsi_gen_mask(t, has(g, MASK) || !(masks >> 15 & 1) ? gen_choose_mask(g, masks) : 15);
}

/* SPDX-License-Identifier: MIT */
/* Properties, and requirements of geometry programs. */
#include "frontend/tgsi/check/tgsi_checker.h"

/* The limit on emitted vertices of a geometry program without one: Mesa's draw module begins with this number (draw_gs.c). */
#define DEFAULT_VERTICES 32

enum { POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP, LINES_ADJACENCY = 10, TRIANGLES_ADJACENCY = 12 };

static bool get_value(const struct tgsi_checker *c, enum tgsi_property property, uint32_t *v, struct util_span *span)
{
   *v = c->p->property[property].value;
   *span = c->p->property[property].span;
   return c->p->property[property].set;
}

static void check_geometry(struct tgsi_checker *c)
{
   struct tgsi_program *p = c->p;
   struct util_span span;
   uint32_t v;

   if (get_value(c, TGSI_PROPERTY_GS_INPUT_PRIMITIVE, &v, &span)) {
      p->prim_in = v == POINTS                ? 0
                   : v == LINES               ? 1
                   : v == LINES_ADJACENCY     ? 2
                   : v == TRIANGLES           ? 3
                   : v == TRIANGLES_ADJACENCY ? 4
                                              : 255;
      if (p->prim_in == 255)
         tgsi_check_error(c, DIAG_ID_bad_primitive_in, span,
                          "the input primitive must be POINTS, LINES, LINES_ADJACENCY, TRIANGLES or TRIANGLES_ADJACENCY");
   } else if (!p->incomplete) {
      tgsi_check_error(c, DIAG_ID_missing_primitive_in, p->stage_span, "the geometry program has no GS_INPUT_PRIMITIVE");
   }
   if (get_value(c, TGSI_PROPERTY_GS_OUTPUT_PRIMITIVE, &v, &span)) {
      p->prim_out = (uint8_t)(v == POINTS ? 0 : v == LINE_STRIP ? 5 : v == TRIANGLE_STRIP ? 6 : 255);
      if (p->prim_out == 255)
         tgsi_check_error(c, DIAG_ID_bad_primitive_out, span,
                          "the output primitive must be POINTS, LINE_STRIP or TRIANGLE_STRIP");
   } else if (!p->incomplete) {
      tgsi_check_error(c, DIAG_ID_missing_primitive_out, p->stage_span, "the geometry program has no GS_OUTPUT_PRIMITIVE");
   }
   p->vertices_out = get_value(c, TGSI_PROPERTY_GS_MAX_OUTPUT_VERTICES, &v, &span) ? v : DEFAULT_VERTICES;
   if (!p->vertices_out)
      tgsi_check_error(c, DIAG_ID_vertices_out_zero, span, "GS_MAX_OUTPUT_VERTICES must be at least 1");
   if (p->vertices_out > 1024)
      tgsi_check_error(c, DIAG_ID_vertices_out_range, span, "GS_MAX_OUTPUT_VERTICES is %u, but the limit is 1024",
                       p->vertices_out);
   p->invocations = get_value(c, TGSI_PROPERTY_GS_INVOCATIONS, &v, &span) ? v : 1;
   if (!p->invocations || p->invocations > 32)
      tgsi_check_error(c, DIAG_ID_property_value, span, "GS_INVOCATIONS must be 1 to 32");
}

#define MAX_INVOCATIONS 1024 /* of a workgroup: the minimum of GL 4.6 (table 23.77), which both machines support */

/* If a program gives some of the sizes, the others are 1. */
static void workgroup_size(struct tgsi_checker *c)
{
   uint64_t invocations = 1;
   struct util_span span = c->p->stage_span;
   bool fixed = false;

   for (unsigned k = 0; k < 3; k++)
      fixed |= c->p->property[TGSI_PROPERTY_CS_FIXED_BLOCK_WIDTH + k].set;
   for (unsigned k = 0; k < 3 && fixed; k++) {
      struct util_span at;
      const bool set = get_value(c, (enum tgsi_property)(TGSI_PROPERTY_CS_FIXED_BLOCK_WIDTH + k), &c->p->workgroup[k], &at);

      if (!set)
         c->p->workgroup[k] = 1;
      else
         span = at;
      invocations = invocations > MAX_INVOCATIONS ? invocations : invocations * c->p->workgroup[k];
   }
   if (!invocations || invocations > MAX_INVOCATIONS)
      tgsi_check_error(c, DIAG_ID_property_value, span, "a workgroup must have 1 to %u invocations", MAX_INVOCATIONS);
}

/* The number of named values; 0 if values are numbers. */
static uint32_t num_values(enum tgsi_property property)
{
   uint32_t n = *tgsi_property_info[property].values != 0;

   for (const char *s = tgsi_property_info[property].values; *s; s++)
      n += *s == ' ';
   return n;
}

void tgsi_set_property(struct util_ctx *ctx, unsigned errors_before, struct tgsi_program *p, enum tgsi_property property,
                       uint32_t value, struct util_span span)
{
   struct tgsi_checker c = {.ctx = ctx, .errors_before = errors_before};

   if (p->property[property].set) {
      tgsi_check_error(&c, DIAG_ID_duplicate_property, span, "duplicate property %s", tgsi_property_info[property].name);
      util_note(ctx, p->property[property].span, "previous value is here");
      return;
   }
   UTIL_PUSH(ctx, p->items, p->num_items, p->cap_items, (struct tgsi_item){2, property});
   p->property[property].set = true;
   p->property[property].value = value;
   p->property[property].span = span;
}

/* A value can also be written as its number; the largest number is one that a text can have. */
static void check_values(struct tgsi_checker *c)
{
   struct util_span span;
   uint32_t v;

   for (unsigned n = 0; n < TGSI_PROPERTY_COUNT; n++) {
      const uint32_t names = num_values((enum tgsi_property)n);
      if (get_value(c, (enum tgsi_property)n, &v, &span) && (names ? v >= names : v > INT32_MAX))
         tgsi_check_error(c, DIAG_ID_property_value, span, "invalid value %u of %s", v, tgsi_property_info[n].name);
   }
}

void tgsi_check_properties(struct tgsi_checker *c)
{
   struct util_span span;
   uint32_t v;

   check_values(c);

   if (c->p->stage == TGSI_STAGE_GEOM)
      check_geometry(c);
   if (c->p->stage == TGSI_STAGE_COMP)
      workgroup_size(c);
   if (get_value(c, TGSI_PROPERTY_FS_DEPTH_LAYOUT, &v, &span) && v > 4)
      tgsi_check_error(c, DIAG_ID_property_value, span,
                       "FS_DEPTH_LAYOUT must be 0 (none), 1 (any), 2 (greater), 3 (less) or 4 (unchanged)");
}

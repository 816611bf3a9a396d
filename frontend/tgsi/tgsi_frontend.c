/* SPDX-License-Identifier: MIT */
/* TGSI text of Gallium as a front end. */
#include "frontend/common/frontend.h"
#include "frontend/tgsi/tree/tgsi_ast.h"

#include <string.h>

_Static_assert((int)TGSI_STAGE_VERT == (int)IR_STAGE_VERTEX && (int)TGSI_STAGE_FRAG == (int)IR_STAGE_FRAGMENT &&
                  (int)TGSI_STAGE_GEOM == (int)IR_STAGE_GEOMETRY,
               "stages of the tree have the numbers of the IR");

/* Programs begin with their stage. Blanks in front of it are no part of the language, but files have them. */
static enum frontend_match sniff(const char *text, size_t len)
{
   static const char stages[][5] = {"FRAG", "VERT", "GEOM", "COMP", "TESS"};
   size_t i = 0;

   while (i < len && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r'))
      i++;
   for (size_t k = 0; k < sizeof stages / sizeof stages[0] && len - i >= 4; k++)
      if (!memcmp(text + i, stages[k], 4))
         return FRONTEND_SURE;
   return FRONTEND_NO;
}

/* Nothing behind the parser is there yet. */
static void *parse(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits)
{
   struct tgsi_program *p = tgsi_parse(ctx, text, len, limits);

   if (p)
      util_diag(ctx, DIAG_ID_unsupported_language, p->stage_span, "TGSI is not supported by this version");
   return NULL;
}

const struct frontend_ops tgsi_frontend = {.name = "tgsi", .sniff = sniff, .parse = parse};

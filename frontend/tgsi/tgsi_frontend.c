/* SPDX-License-Identifier: MIT */
/* TGSI text of Gallium. This version recognises the language and says that it does not support it. */
#include "frontend/common/frontend.h"

#include <string.h>

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

static void *parse(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits)
{
   (void)text, (void)len, (void)limits;
   util_diag(ctx, DIAG_ID_unsupported_language, (struct util_span){0, 4}, "TGSI is not supported by this version");
   return NULL;
}

const struct frontend_ops tgsi_frontend = {.name = "tgsi", .sniff = sniff, .parse = parse};

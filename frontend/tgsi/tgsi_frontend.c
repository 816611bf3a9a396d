/* SPDX-License-Identifier: MIT */
/* TGSI text of Gallium as a front end. */
#include "frontend/common/frontend.h"
#include "frontend/tgsi/tokens/tgsi_tokens.h"
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

/* Token streams: who hands them over says what they are. */
static enum frontend_match sniff_tokens(const char *text, size_t len)
{
   (void)text, (void)len;
   return FRONTEND_NO;
}

static void *parse_22_3(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits)
{
   (void)limits;
   return tgsi_read_tokens(ctx, text, len, TGSI_TOKENS_22_3);
}

static void *parse_26_2(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits)
{
   (void)limits;
   return tgsi_read_tokens(ctx, text, len, TGSI_TOKENS_26_2);
}

const struct frontend_ops tgsi_22_3_frontend = {.name = "tgsi_22_3", .sniff = sniff_tokens, .parse = parse_22_3, .word_size = 4};
const struct frontend_ops tgsi_26_2_frontend = {.name = "tgsi_26_2", .sniff = sniff_tokens, .parse = parse_26_2, .word_size = 4};

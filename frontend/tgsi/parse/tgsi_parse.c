/* SPDX-License-Identifier: MIT */
/* Entry of the TGSI parser: the word for the stage, and the initial state. */
#include "frontend/tgsi/parse/tgsi_token.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || (c >= '0' && c <= '9'); }

/* The first word of the text names the stage. Returns the offset of the rest, or 0 after a diagnostic. */
static uint32_t read_header(struct tgsi_parser *p)
{
   struct util_span s = {0, 0};
   unsigned stage;

   while (s.off < p->len && is_blank(p->text[s.off]))
      s.off++;
   while (s.off + s.len < p->len && is_letter(p->text[s.off + s.len]))
      s.len++;
   stage = tgsi_find(p, s, tgsi_stage_name, TGSI_STAGE_COUNT);
   p->prog->stage_span = s;
   p->prog->stage = (enum tgsi_stage)stage;
   if (s.len && stage < TGSI_STAGE_COUNT)
      return s.off + s.len;
   tgsi_error(p, DIAG_ID_bad_header, s, "a program must begin with VERT, FRAG, GEOM, COMP, TESS_CTRL or TESS_EVAL%s",
              s.len ? fe_hint_words(&p->hints, p->text + s.off, s.len, tgsi_stage_name, TGSI_STAGE_COUNT) : "");
   return 0;
}

struct tgsi_program *tgsi_parse(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits)
{
   struct tgsi_parser *p;
   uint32_t at;

   (void)limits;
   if (len > INT32_MAX - 16) {
      util_diag(ctx, DIAG_ID_input_too_big, UTIL_NO_SPAN, "the program is too large (%zu bytes)", len);
      return NULL;
   }
   p = UTIL_NEW(ctx, struct tgsi_parser);
   p->ctx = ctx;
   p->text = text;
   p->len = (uint32_t)len;
   p->errors_before = ctx->num_errors;
   p->prog = UTIL_NEW(ctx, struct tgsi_program);
   fe_hints_init(&p->hints, ctx);
   at = read_header(p);
   if (!at)
      return NULL;
   tgsi_op_table_init(p);
   p->tok.at = (struct util_span){0, at};

   /* flex needs a writable buffer that ends with two NULs. The parser reads the same buffer, so that only one copy is in the
      caches. */
   char *buf = util_alloc(ctx, len + 2);
   memcpy(buf, text, len);
   p->text = buf;
   tgsi_scan_begin(p, buf + at, len - at + 2);
   tgsi_yyparse(p);
   util_discard(ctx, buf, len + 2);
   p->prog->end = (struct util_span){p->len, 0};
   p->prog->incomplete |= ctx->num_errors != p->errors_before;
   if (!tgsi_check(ctx, p->prog) || ctx->num_errors != p->errors_before)
      return NULL;
   return p->prog;
}

/* SPDX-License-Identifier: MIT */
/* The token filter. See tgsi_token.h. */
#include "frontend/tgsi/parse/tgsi_token.h"

static int next_token(struct tgsi_parser *p, TGSI_YYSTYPE *val, TGSI_YYLTYPE *loc)
{
   int tok;

   *loc = p->tok.at;
   p->tok.numbered = false;
   while ((tok = tgsi_scan(val, loc, p->tok.scanner)) == T_NUMBER)
      p->tok.numbered = true;
   p->tok.at = *loc;
   return tok;
}

/* Returns true if the token is the first of a line, or of an instruction with a number. */
static bool first_of_line(const struct tgsi_parser *p, struct util_span s)
{
   uint32_t at = s.off;

   while (at > 0 && (p->text[at - 1] == ' ' || p->text[at - 1] == '\t'))
      at--;
   return p->tok.numbered || at == 0 || p->text[at - 1] == '\n' || p->text[at - 1] == '\r';
}

/* The token of the first word of a statement, or 0. */
static int classify(struct tgsi_parser *p, struct util_span s, TGSI_YYSTYPE *val)
{
   struct tgsi_raw_op op;

   if (tgsi_find_op(p, s, &op)) {
      val->op = op;
      return T_OP;
   }
   if (tgsi_is(p, s, "DCL"))
      return T_DCL;
   if (tgsi_is(p, s, "IMM")) {
      val->reg = tgsi_new_reg(p);
      *val->reg = (struct tgsi_raw_reg){.bare = true};
      return T_IMM;
   }
   if (tgsi_is(p, s, "PROPERTY"))
      return T_PROPERTY;
   return 0;
}

/* Sets the tokens that may follow the first word of a statement. */
static void begin(struct tgsi_parser *p, int tok, const TGSI_YYSTYPE *val)
{
   bool optional;

   p->tok.optional = false;
   switch (tok) {
   case T_OP:
      p->tok.expect = tgsi_num_dst(val->op.op) + tgsi_num_src(val->op.op, &optional) > (unsigned)optional;
      p->tok.optional = !p->tok.expect && optional;
      break;
   case T_PROPERTY: p->tok.expect = 2; break;
   default: p->tok.expect = 1; break;
   }
}

/* Sets the tokens that may follow another token. */
static void follow(struct tgsi_parser *p, int tok)
{
   const bool opens = p->tok.expect != 0;

   p->tok.optional = false;
   switch (tok) {
   case T_REG: p->tok.expect = 0; break;
   case T_WORD: p->tok.expect -= p->tok.expect != 0; break;
   case ',':
   case '(':
   case T_PREDICATE:
   case '[':
   case '{':
   case '!':
   case '-':
   case '+': p->tok.expect = 1; break;
   case '|': p->tok.expect = opens; break;
   default: p->tok.expect = 0; break;
   }
}

/* Immediates may begin like a register: IMM[0]. */
static bool is_immediate(const struct tgsi_parser *p, int tok, struct util_span s, const TGSI_YYSTYPE *val)
{
   if (tok != T_REG || val->reg->file != TGSI_FILE_IMM || val->reg->two || val->reg->suffix.len || p->tok.expect)
      return false;
   return !p->tok.optional || first_of_line(p, s);
}

/* Skips to the token that begins the next statement, after an error. */
static int skip(struct tgsi_parser *p, TGSI_YYSTYPE *val, TGSI_YYLTYPE *loc)
{
   for (;;) {
      const int tok = next_token(p, val, loc);
      int found;

      if (tok == TGSI_YYEOF)
         return tok;
      if (!first_of_line(p, *loc))
         continue;
      p->tok.expect = 0;
      if (is_immediate(p, tok, *loc, val))
         return T_IMM;
      found = tok == T_WORD ? classify(p, *loc, val) : 0;
      if (found || (tok == T_WORD && p->tok.numbered))
         return found ? found : T_WORD;
   }
}

void tgsi_token_recover(struct tgsi_parser *p, bool begins)
{
   p->tok.recovering = true;
   p->tok.replay = begins;
}

static int keep(struct tgsi_parser *p, int tok, const TGSI_YYSTYPE *val, struct util_span loc)
{
   p->tok.token = tok;
   p->tok.span = loc;
   if (tok == T_OP)
      p->tok.op = val->op;
   else if (tok == T_IMM)
      p->tok.reg = *val->reg;
   return tok;
}

static int report_unknown(struct tgsi_parser *p, struct util_span s)
{
   tgsi_error(p, DIAG_ID_unknown_opcode, s, "unknown instruction \"%.*s\"%s", TGSI_STR(p, s), tgsi_hint_op(p, s));
   p->tok.skipping = true;
   return T_UNKNOWN;
}

/* A word that begins a statement, or is part of one. */
static int filter_word(struct tgsi_parser *p, TGSI_YYSTYPE *val, struct util_span s)
{
   const bool wanted = p->tok.expect != 0;
   int tok = !wanted || first_of_line(p, s) ? classify(p, s, val) : 0;

   if (tok) {
      begin(p, tok, val);
      return keep(p, tok, val, s);
   }
   if (!wanted && first_of_line(p, s))
      return report_unknown(p, s);
   follow(p, T_WORD);
   return T_WORD;
}

/* After an error: delivers the end of the statement, and then the token that begins the next one. */
static int resume(TGSI_YYSTYPE *val, TGSI_YYLTYPE *loc, struct tgsi_parser *p)
{
   int tok;

   if (p->tok.skipping) {
      p->tok.skipping = false;
      p->tok.replay = true;
      keep(p, skip(p, val, loc), val, *loc);
   }
   if (p->tok.recovering) {
      p->tok.recovering = false;
      if (!p->tok.replay) {
         tok = skip(p, val, loc);
         keep(p, tok, val, *loc);
      }
      p->tok.replay = true;
      *loc = (struct util_span){p->tok.span.off, 0};
      return T_RESYNC;
   }
   p->tok.replay = false;
   *loc = p->tok.span;
   tok = p->tok.token;
   if (tok == T_OP)
      val->op = p->tok.op;
   else if (tok == T_IMM)
      val->reg = &p->tok.reg;
   if (tok == T_WORD)
      return report_unknown(p, *loc);
   begin(p, tok, val);
   return tok;
}

int tgsi_token(TGSI_YYSTYPE *val, TGSI_YYLTYPE *loc, struct tgsi_parser *p)
{
   int tok;

   if (p->tok.skipping || p->tok.recovering || p->tok.replay)
      return resume(val, loc, p);
   tok = next_token(p, val, loc);
   switch (tok) {
   case ',': /* fast paths for commas, registers and words */
      p->tok.expect = 1;
      p->tok.optional = false;
      return tok;
   case T_NEXT:
      p->tok.expect = 0;
      p->tok.optional = false;
      return tok;
   case T_WORD: return filter_word(p, val, *loc);
   case T_REG:
      if (!is_immediate(p, tok, *loc, val))
         break;
      begin(p, T_IMM, val);
      return keep(p, T_IMM, val, *loc);
   case TGSI_YYEOF: keep(p, tok, val, *loc); break;
   default: break;
   }
   follow(p, tok);
   return tok;
}

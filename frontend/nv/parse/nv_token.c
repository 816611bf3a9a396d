/* SPDX-License-Identifier: MIT */
/* The token filter. See nv_token.h. */
#include "frontend/nv/parse/nv_token.h"

static int op_token(uint8_t op)
{
   switch ((enum nv_shape)nv_op_info[op].shape) {
   case NV_SHAPE_VECTOR:
   case NV_SHAPE_SCALAR: return T_OP1;
   case NV_SHAPE_BINSC:
   case NV_SHAPE_BIN:
   case NV_SHAPE_VECSCA: return T_OP2;
   case NV_SHAPE_TRI: return T_OP3;
   case NV_SHAPE_SWZ: return T_SWZ;
   case NV_SHAPE_TEX: return T_TEX;
   case NV_SHAPE_TXD: return T_TXD;
   case NV_SHAPE_BRA: return T_CAL;
   case NV_SHAPE_FLOWCC: return T_FLOW;
   case NV_SHAPE_IF: return T_IF;
   case NV_SHAPE_REP: return T_REP;
   case NV_SHAPE_ENDFLOW: return T_ENDFLOW;
   case NV_SHAPE_KIL: return T_KIL;
   case NV_SHAPE_EMIT: return T_EMIT;
   case NV_SHAPE_LOOP: return T_LOOP;
   case NV_SHAPE_PUSHA: return T_PUSHA;
   case NV_SHAPE_POPA: return T_POPA;
   }
   return T_OP1;
}

static int word_token(enum nv_word word)
{
   switch (word) {
   case NV_WORD_END: return T_END;
   case NV_WORD_OPTION: return T_OPTION;
   case NV_WORD_TEMP: return T_TEMP;
   case NV_WORD_ALIAS: return T_ALIAS;
   case NV_WORD_ADDRESS: return T_ADDRESS;
   case NV_WORD_VAR: return T_VAR;
   case NV_WORD_MODIFIER: return T_VARMOD;
   case NV_WORD_DECL_WORD: return T_DECL_WORD;
   case NV_WORD_DECL_INT: return T_DECL_INT;
   case NV_WORD_NONE: break;
   }
   return NV_YYerror;
}

/* Begins a statement that is an instruction. */
static int begin_op(struct nv_parser *p, struct util_span s, const struct nv_raw_op *op)
{
   p->stmt.op = *op;
   p->stmt.op.span = s;
   p->stmt.has_op = true;
   return op_token(op->op);
}

/* The token that the first word of a statement is. */
static int classify(struct nv_parser *p, struct util_span s)
{
   const uint64_t key = nv_word_key(p, s);
   struct nv_recent_op *recent = &p->recent_ops[nv_word_place(key)];
   struct nv_raw_op op;
   bool wrong_order = false;

   if (key && recent->key == key && recent->dialect == p->prog->dialect)
      return begin_op(p, s, &recent->op);
   const enum nv_word word = nv_word(p, s);
   if (word != NV_WORD_NONE)
      return word_token(word);
   bool known = nv_classify_op(p, p->text + s.off, s.len, &op, &wrong_order);
   if (known && (!nv_arb(p) || nv_arb_op_allowed(p->prog->dialect, &op))) {
      *recent = (struct nv_recent_op){key, op, p->prog->dialect};
      return begin_op(p, s, &op);
   }
   if (p->stmt.recovering)
      return NV_YYerror; /* the character after the word is wrong, and has been reported */
   p->stmt.recovering = true;
   if (known)
      nv_arb_unknown_op(p, s, &op);
   else if (nv_arb(p) && (nv_is(p, s, "SHORT") || nv_is(p, s, "LONG")))
      nv_needs_option(p, s, NV_D_FPO, "a variable size");
   else if (wrong_order)
      nv_error(p, DIAG_ID_suffix_order, s, "the suffixes of \"%.*s\" must come in the order type, condition code, saturation",
               NV_STR(p, s));
   else
      nv_error(p, DIAG_ID_unknown_opcode, s, "unknown instruction \"%.*s\"%s", NV_STR(p, s), nv_hint_statement(p, s));
   return NV_YYerror;
}

/* The kind of the next token. */
static int peek(struct nv_parser *p)
{
   struct nv_tok *tok = &p->tok.list[p->tok.next];

   /* Report one error in a statement and skip the rest of the statement. */
   while (tok->kind == NV_BAD_CHARACTER && p->stmt.recovering)
      tok = &p->tok.list[++p->tok.next];
   if (tok->kind == NV_BAD_CHARACTER) {
      p->stmt.recovering = true;
      nv_error(p, DIAG_ID_bad_character, tok->span, "%s is not part of the language",
               fe_character(p->ctx, p->text[tok->span.off]));
      tok->kind = NV_YYerror;
   }
   return tok->kind;
}

static int next_token(struct nv_parser *p, NV_YYLTYPE *loc)
{
   const int kind = peek(p);

   *loc = p->tok.list[p->tok.next].span;
   p->tok.next += p->tok.next < p->tok.num - 1;
   return kind;
}

bool nv_token_begins_statement(struct nv_parser *p, struct util_span s)
{
   uint32_t at = s.off;
   struct nv_raw_op unused;
   bool wrong_order = false;

   if (nv_is(p, s, "END") && peek(p) == NV_YYEOF)
      return true;
   while (at > 0 && (p->text[at - 1] == ' ' || p->text[at - 1] == '\t'))
      at--;
   if (at > 0 && p->text[at - 1] != '\n' && p->text[at - 1] != '\r')
      return false;
   if (nv_word(p, s) != NV_WORD_NONE || nv_classify_op(p, p->text + s.off, s.len, &unused, &wrong_order))
      return true;
   return peek(p) == ':';
}

void nv_token_replay(struct nv_parser *p)
{
   p->tok.next--;
   p->tok.insert_semicolon = true;
}

/*
 * Decides whether a token after a semicolon that was a syntax error is the rest of the wrong statement: it is if it is on the
 * same line and cannot begin a statement.
 */
static bool is_rest(struct nv_parser *p, int tok, struct util_span s, uint32_t early)
{
   struct nv_raw_op unused;
   bool wrong_order = false;

   if (tok == NV_YYEOF || tok == NV_YYerror || memchr(p->text + early, '\n', s.off - early) ||
       memchr(p->text + early, '\r', s.off - early))
      return false;
   if (tok != T_IDENT)
      return true;
   if (peek(p) == ':' || nv_word(p, s) != NV_WORD_NONE)
      return false;
   return !nv_classify_op(p, p->text + s.off, s.len, &unused, &wrong_order) && !wrong_order;
}

/* The first word of a statement, unless it is the END of a program in an older language. */
static int first_word(struct nv_parser *p, struct util_span s)
{
   if (peek(p) == ':')
      return T_LABEL;
   const int tok = classify(p, s);
   p->tok.at_start = tok == T_VARMOD;
   p->stmt.in_naming = tok == T_VARMOD || tok == T_VAR || tok == T_TEMP || tok == T_ALIAS || tok == T_ADDRESS;
   p->tok.ended = tok == T_END;
   p->stmt.in_option = tok == T_OPTION;
   p->tok.statement -= tok == NV_YYerror; /* the word may be a name */
   return tok;
}

/* A word after a syntax error. */
static int rest_word(struct nv_parser *p, NV_YYLTYPE *loc)
{
   if (!nv_token_begins_statement(p, *loc))
      return T_IDENT;
   nv_token_replay(p);
   return nv_special_token(p, loc);
}

static int hex_number(struct nv_parser *p, struct util_span s)
{
   nv_error(p, DIAG_ID_hex_number, s, "this language does not have hexadecimal numbers");
   p->stmt.recovering = true;
   return NV_YYerror;
}

/* Any token other than the first word of a statement. */
static int other_token(struct nv_parser *p, int tok, NV_YYLTYPE *loc)
{
   if (tok == T_IDENT && p->stmt.recovering)
      return rest_word(p, loc);
   if (tok == NV_HEX_NUMBER)
      return nv_arb(p) ? hex_number(p, *loc) : T_INT;
   p->tok.at_start = tok == ';' || tok == ':';
   return tok;
}

int nv_special_token(struct nv_parser *p, NV_YYLTYPE *loc)
{
   const bool only_start = p->tok.at_start && !p->tok.insert_semicolon && !p->tok.ended && !p->tok.early_end;

   if (only_start && p->tok.list[p->tok.next].kind == T_IDENT && !nv_arb(p)) { /* the most frequent case */
      *loc = p->tok.list[p->tok.next].span;
      p->tok.statement = ++p->tok.next;
      p->tok.at_start = false;
      return first_word(p, *loc);
   }
   if (p->tok.insert_semicolon) {
      p->tok.insert_semicolon = false;
      *loc = (struct util_span){p->tok.list[p->tok.next].span.off, 0};
      p->tok.at_start = true;
      return ';';
   }
   if (p->tok.ended && nv_arb(p)) { /* text after END is ignored */
      *loc = (struct util_span){p->len, 0};
      return NV_YYEOF;
   }
   int tok = next_token(p, loc);
   const bool start = p->tok.at_start;

   p->tok.at_start = false;
   if (start && p->tok.early_end) {
      const uint32_t early = p->tok.early_end;

      while (tok == ';')
         tok = next_token(p, loc);
      p->tok.early_end = 0;
      if (is_rest(p, tok, *loc, early)) {
         p->tok.statement = p->tok.next - (tok == T_IDENT);
         p->stmt.recovering = true;
         return NV_YYerror;
      }
   }
   if (start)
      p->tok.statement = p->tok.next - (tok != T_IDENT);
   if (p->tok.ended && tok != NV_YYEOF && tok != NV_YYerror) {
      nv_error(p, DIAG_ID_text_after_end, *loc, "unexpected text after END");
      *loc = (struct util_span){p->len, 0};
      return NV_YYEOF;
   }
   if (tok != T_IDENT || !start)
      return other_token(p, tok, loc);
   if (nv_arb(p) && nv_is(p, *loc, "END")) {
      p->tok.ended = true; /* the text after it is not read */
      return T_END;
   }
   return first_word(p, *loc);
}

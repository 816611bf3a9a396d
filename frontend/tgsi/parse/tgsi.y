/* SPDX-License-Identifier: MIT */
/*
 * Grammar of TGSI text: the syntax of statements. Blanks and ends of lines have no meaning, so the token filter decides where a
 * statement begins. Only lists are recursive, and they are left-recursive, so the stack of the parser stays small.
 */
%code requires {
#include "frontend/tgsi/parse/tgsi_parser.h"
}

%define api.pure full
%define api.prefix {tgsi_yy}
%define api.token.prefix {}
%define api.location.type {struct util_span}
%define parse.error custom
/* Canonical tables give the exact set of tokens that may follow, for messages, and no action runs for half a statement. */
%define lr.type canonical-lr
%define lr.default-reduction consistent
%locations
%param {struct tgsi_parser *p}

%union {
   struct tgsi_raw_op op;
   struct tgsi_raw_reg *reg; /* of p->regs */
   struct tgsi_raw_index index;
   struct tgsi_raw_range range;
   struct tgsi_raw_num num;
   uint32_t number;
   bool neg;
}

%code {
#include "frontend/tgsi/parse/tgsi_token.h"

#define TGSI_YY_EMPTY_AFTER(l) ((struct util_span){(l).off + (l).len, 0})
#define YYLLOC_DEFAULT(cur, rhs, n)                                                                                            \
   do {                                                                                                                        \
      if (n)                                                                                                                   \
         (cur) = util_span_join(YYRHSLOC(rhs, 1), YYRHSLOC(rhs, n));                                                           \
      else                                                                                                                     \
         (cur) = TGSI_YY_EMPTY_AFTER(YYRHSLOC(rhs, 0));                                                                        \
   } while (0)
/* The grammar never needs more, because lists are left-recursive and nothing nests. */
#define YYINITDEPTH 100
#define YYMAXDEPTH 100
#define YYMALLOC(n) util_alloc(p->ctx, n)
#define YYFREE(ptr) ((void)(ptr))

static int tgsi_yylex(TGSI_YYSTYPE *val, TGSI_YYLTYPE *loc, struct tgsi_parser *p) { return tgsi_token(val, loc, p); }
static void tgsi_yyerror(const struct util_span *loc, struct tgsi_parser *p, const char *msg);

static const struct util_span none = {0, 0};

/* The letters of a token that consists of a point and letters. */
static struct util_span letters(const struct tgsi_parser *p, struct util_span s)
{
   const uint32_t end = s.off + s.len;

   do
      s.off++;
   while (p->text[s.off] <= ' ');
   return (struct util_span){s.off, end - s.off};
}

static struct tgsi_raw_reg *word(struct tgsi_parser *p, struct util_span s)
{
   struct tgsi_raw_reg *r = tgsi_new_reg(p);

   *r = (struct tgsi_raw_reg){.file = (uint8_t)tgsi_find_file(p->text + s.off, s.len), .bare = true, .rel = TGSI_NONE,
                              .dim_rel = TGSI_NONE, .word = (uint8_t)(s.len < 255 ? s.len : 255)};
   return r;
}

/* A word with a number in brackets. */
static struct tgsi_raw_reg *numbered(struct tgsi_parser *p, struct util_span s, struct util_span number)
{
   struct tgsi_raw_reg *r = word(p, s);

   r->bare = false;
   r->index = tgsi_index(p, number, false);
   return r;
}

static struct tgsi_raw_reg *with_suffix(const struct tgsi_parser *p, struct tgsi_raw_reg *r, struct util_span suffix)
{
   r->suffix = letters(p, suffix);
   return r;
}

/* A word with an index that is not a plain number, and the (id) after it. */
static struct tgsi_raw_reg *indexed(struct tgsi_parser *p, struct util_span s, const struct tgsi_raw_index *x, uint32_t array)
{
   struct tgsi_raw_reg *r = word(p, s);

   r->bare = false;
   r->index = x->offset;
   r->rel = tgsi_relative(p, x, array);
   return r;
}

/* Adds a second index to a register; the first becomes the dimension. */
static struct tgsi_raw_reg *second_index(struct tgsi_parser *p, struct tgsi_raw_reg *r, const struct tgsi_raw_index *x, struct util_span at, uint32_t array)
{
   if (r->two)
      tgsi_error(p, DIAG_ID_syntax_error, at, "a register has at most two indices");
   r->two = true;
   r->dimension = r->index;
   r->dim_rel = r->rel;
   r->index = x->offset;
   r->rel = tgsi_relative(p, x, array);
   return r;
}

/* Begins a DCL of a single register. */
static void declare(struct tgsi_parser *p, const struct tgsi_raw_reg *r, struct util_span suffix, struct util_span at)
{
   tgsi_decl_begin(p, (enum tgsi_file)r->file, (struct tgsi_raw_range){(uint32_t)r->index, (uint32_t)r->index, false}, suffix, at);
   if (r->two)
      tgsi_decl_dimension(p, (struct tgsi_raw_range){(uint32_t)r->dimension, (uint32_t)r->dimension, false});
}
}

%token <op> T_OP "an instruction"
%token T_DCL "DCL" T_PROPERTY "PROPERTY"
%token <reg> T_IMM "IMM" T_REG "a register" T_NEXT "a comma and a register"
%token T_WORD "a word" T_SUFFIX "components" T_NUMBER "the number of an instruction" T_LABEL "a label" T_ARRAY "an array" T_PREDICATE "a predicate"
%token T_INT "an integer" T_FLOAT "a number" T_DOTDOT ".." T_RESYNC T_UNKNOWN T_OTHER

%type <reg> register plain other next
%type <index> index base
%type <range> range
%type <num> num
%type <neg> opt_neg opt_not
%type <number> opt_array

%%

program: statements ;

/* Most instructions have registers with constant indices, so these take few steps. */
statements: %empty
   | statements head                     { tgsi_instr_end(p, @2); }
   | statements head T_LABEL             { tgsi_instr_label(p, @3); tgsi_instr_end(p, util_span_join(@2, @3)); }
   | statements operands                 { tgsi_instr_end(p, @2); }
   | statements operands T_LABEL         { tgsi_instr_label(p, @3); tgsi_instr_end(p, util_span_join(@2, @3)); }
   | statements declaration
   | statements immediate
   | statements property
   | statements T_UNKNOWN                { p->prog->incomplete = true; }
   | statements error T_RESYNC           { p->prog->incomplete = true; yyerrok; }
   ;

/* --- instructions --- */

head: T_OP                               { tgsi_instr_begin(p, &$1, @1); }
   | T_PREDICATE opt_not register ')' T_OP
                                         { tgsi_instr_begin(p, &$5, @5); tgsi_instr_predicate(p, $3, $2, @3); }
   ;

opt_not: %empty                          { $$ = false; }
   | '!'                                 { $$ = true; }
   ;

operands: head T_REG                     { tgsi_instr_operand(p, $2, TGSI_NO_SIGN, @2); }
   | head operand
   | operands T_NEXT                     { tgsi_instr_operand(p, $2, TGSI_NO_SIGN, @2); }
   | operands next                       { tgsi_instr_operand(p, $2, TGSI_NO_SIGN, @2); }
   | operands ',' operand
   ;

operand: other                           { tgsi_instr_operand(p, $1, TGSI_NO_SIGN, @$); }
   | '-' register                        { tgsi_instr_operand(p, $2, TGSI_MINUS, @$); }
   | '|' register '|'                    { tgsi_instr_operand(p, $2, TGSI_BARS, @$); }
   | '-' '|' register '|'                { tgsi_instr_operand(p, $3, TGSI_MINUS | TGSI_BARS, @$); }
   ;

next: T_NEXT T_SUFFIX                    { $$ = with_suffix(p, $1, @2); }
   | T_NEXT '[' index ']' opt_array      { $$ = second_index(p, $1, &$3, @3, $5); }
   | T_NEXT '[' index ']' opt_array T_SUFFIX
                                         { $$ = with_suffix(p, second_index(p, $1, &$3, @3, $5), @6); }
   ;

register: T_REG | other ;

/* Operands other than T_REG. */
other: plain
   | plain T_SUFFIX                      { $$ = with_suffix(p, $1, @2); }
   | T_REG T_SUFFIX                      { $$ = with_suffix(p, $1, @2); }
   ;

plain: T_WORD                              { $$ = word(p, @1); }
   | T_WORD '[' index ']' opt_array      { $$ = indexed(p, @1, &$3, $5); }
   | T_REG '[' index ']' opt_array       { $$ = second_index(p, $1, &$3, @3, $5); }
   | T_WORD '[' index ']' opt_array '[' index ']' opt_array
                                         { $$ = second_index(p, indexed(p, @1, &$3, $5), &$7, @7, $9); }
   ;

opt_array: %empty                        { $$ = 0; }
   | T_ARRAY                             { $$ = tgsi_array_number(p, @1); }
   ;

index: T_INT                             { $$ = (struct tgsi_raw_index){.file = TGSI_FILE_COUNT, .offset = tgsi_index(p, @1, false)}; }
   | '-' T_INT                           { $$ = (struct tgsi_raw_index){.file = TGSI_FILE_COUNT, .offset = tgsi_index(p, @2, true)}; }
   | base
   | base '+' T_INT                      { $$ = $1; $$.offset = tgsi_index(p, @3, false); }
   | base '-' T_INT                      { $$ = $1; $$.offset = tgsi_index(p, @3, true); }
   ;

base: T_REG                              { $$ = tgsi_base(p, $1, @1); }
   | T_REG T_SUFFIX                      { $$ = tgsi_base(p, with_suffix(p, $1, @2), @1); }
   | T_WORD '[' T_INT ']'                { $$ = tgsi_base(p, numbered(p, @1, @3), @$); }
   | T_WORD '[' T_INT ']' T_SUFFIX       { $$ = tgsi_base(p, with_suffix(p, numbered(p, @1, @3), @5), @$); }
   ;

/* --- declarations --- */

declaration: T_DCL declared items        { tgsi_decl_end(p, @$); } ;

declared: T_REG                          { declare(p, $1, $1->suffix, @1); }
   | T_REG T_SUFFIX                      { declare(p, $1, letters(p, @2), @1); }
   | T_REG '[' range ']' opt_mask        { tgsi_decl_begin(p, (enum tgsi_file)$1->file, $3, @5.len ? letters(p, @5) : none, @$);
                                           tgsi_decl_dimension(p, (struct tgsi_raw_range){(uint32_t)$1->index, (uint32_t)$1->index, false}); }
   | T_WORD '[' range ']' opt_mask       { tgsi_decl_begin(p, tgsi_find_file(p->text + @1.off, @1.len), $3, @5.len ? letters(p, @5) : none, @$); }
   | T_WORD '[' range ']' '[' range ']' opt_mask
                                         { tgsi_decl_begin(p, tgsi_find_file(p->text + @1.off, @1.len), $6, @8.len ? letters(p, @8) : none, @$);
                                           tgsi_decl_dimension(p, $3); }
   ;

opt_mask: %empty | T_SUFFIX ;

range: %empty                            { $$ = (struct tgsi_raw_range){.empty = true}; }
   | T_INT                               { $$.first = $$.last = tgsi_uint(p, @1); $$.empty = false; }
   | T_INT T_DOTDOT T_INT                { $$ = (struct tgsi_raw_range){tgsi_uint(p, @1), tgsi_uint(p, @3), false}; }
   ;

items: %empty
   | items ',' item
   | items T_NEXT                        { tgsi_decl_word(p, $2, @2); }
   ;

item: T_WORD                             { tgsi_decl_word(p, word(p, @1), @$); }
   | T_REG                               { tgsi_decl_word(p, $1, @$); }
   | T_WORD '[' T_INT ']'                { tgsi_decl_word(p, numbered(p, @1, @3), @$); }
   | T_WORD T_ARRAY                      { tgsi_decl_array(p, @1, @2); }
   | T_WORD '(' list ')'                 { tgsi_decl_stream(p, @1); }
   ;

list: T_INT                              { p->list[0] = tgsi_uint(p, @1); p->list_count = 1; }
   | list ',' T_INT                      { if (p->list_count < 4) p->list[p->list_count] = tgsi_uint(p, @3);
                                           p->list_count += p->list_count < 5; }
   ;

immediate: T_IMM T_WORD                  { tgsi_imm_begin(p, $1, @1, @2); }
           '{' numbers '}'               { tgsi_imm_end(p, @$); }
   ;

numbers: number | numbers ',' number ;

number: num                              { tgsi_imm_number(p, $1, false); }
   | opt_neg T_WORD                      { tgsi_imm_number(p, (struct tgsi_raw_num){@2, $1}, true); }
   ;

num: opt_neg T_INT                       { $$ = (struct tgsi_raw_num){@2, $1}; }
   | opt_neg T_FLOAT                     { $$ = (struct tgsi_raw_num){@2, $1}; }
   ;

opt_neg: %empty                          { $$ = false; }
   | '-'                                 { $$ = true; }
   | '+'                                 { $$ = false; }
   ;

property: T_PROPERTY T_WORD              { tgsi_prop_begin(p, @2); }
          values                         { tgsi_prop_end(p, @$); }
   ;

values: value | values ',' value ;

value: T_INT                             { tgsi_prop_value(p, @1, false); }
   | T_WORD                              { tgsi_prop_value(p, @1, true); }
   ;

%%

static void tgsi_yyerror(const struct util_span *loc, struct tgsi_parser *p, const char *msg)
{
   /* Only called if the stack is full; syntax errors go to yyreport_syntax_error. */
   tgsi_error(p, DIAG_ID_parser_stack, *loc, "%s", msg);
}

/* The tokens that are allowed at a place, in words. One word names a group of tokens. The continuation of a list is only
   mentioned if nothing else is allowed. */
static const char *expected(const struct tgsi_parser *p, const yysymbol_kind_t *want, int n)
{
   bool can[YYNTOKENS] = {false};
   const char *words[YYNTOKENS + 4];
   unsigned num = 0;

   for (int i = 0; i < n; i++)
      can[want[i]] = true;
   const bool next = can[YYSYMBOL_T_OP] && can[YYSYMBOL_T_DCL], operand = can[YYSYMBOL_T_REG] && !next;
   const bool number = can[YYSYMBOL_T_INT] && can[YYSYMBOL_T_FLOAT];

   if (operand)
      words[num++] = can[YYSYMBOL_T_INT] ? "an index" : "a register";
   else if (number)
      words[num++] = "a number";
   else if (can[YYSYMBOL_T_INT] && can[YYSYMBOL_T_WORD])
      words[num++] = "a value";
   else if (can[YYSYMBOL_T_INT])
      words[num++] = "an integer";
   else if (can[YYSYMBOL_T_WORD])
      words[num++] = "a word";
   if (can[YYSYMBOL_T_DOTDOT])
      words[num++] = "\"..\"";
   for (int i = 0; i < n; i++)
      if (yysymbol_name(want[i])[0] == '\'' && !operand && !number && !(next && yysymbol_name(want[i])[1] == '['))
         words[num++] = util_printf(p->ctx, "\"%c\"", yysymbol_name(want[i])[1]);
   if (next)
      words[num++] = "the next statement";
   return fe_expected(p->ctx, words, num);
}

static int yyreport_syntax_error(const yypcontext_t *c, struct tgsi_parser *p)
{
   yysymbol_kind_t want[YYNTOKENS];
   const int n = yypcontext_expected_tokens(c, want, YYNTOKENS);
   struct util_span place = *yypcontext_location(c), *loc = &place;
   const yysymbol_kind_t got = yypcontext_token(c);
   const char *text = expected(p, want, n);

   if (got == YYSYMBOL_T_NEXT) { /* the comma at its start is wrong */
      while (p->text[--place.off] != ',')
         ;
      place.len = 1;
   }
   if (got == YYSYMBOL_T_OTHER)
      tgsi_error(p, DIAG_ID_bad_character, *loc, "%s is not part of the language", fe_character(p->ctx, p->text[loc->off]));
   else if (got == YYSYMBOL_YYEOF)
      tgsi_error(p, DIAG_ID_syntax_error, *loc, "%s%sthe program ends", text, *text ? " but " : "");
   else
      tgsi_error(p, DIAG_ID_syntax_error, *loc, "%s%s\"%.*s\"", text, *text ? ", found " : "unexpected ", TGSI_STR(p, *loc));
   tgsi_token_recover(p, got == YYSYMBOL_T_OP || got == YYSYMBOL_T_DCL || got == YYSYMBOL_T_IMM || got == YYSYMBOL_T_PROPERTY || got == YYSYMBOL_YYEOF);
   return 0;
}

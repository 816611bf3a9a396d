/* SPDX-License-Identifier: MIT */
/*
 * Grammar of NV_gpu_program4 2.X.2 with its additions for vertex, fragment and geometry programs, and of the older languages:
 * the syntax of statements. The functions of frontend/nv/check check names and rules. Only lists are recursive, and they are
 * left-recursive, so the stack of the parser stays small.
 */
%code requires {
#include "frontend/nv/parse/nv_parse.h"
}

%define api.pure full
%define api.prefix {nv_yy}
%define api.token.prefix {}
%define api.location.type {struct util_span}
%define parse.error custom
/* Canonical tables give the exact set of tokens that may follow, for messages. With consistent default reductions a statement
   is complete before the first word of the next one is read, as the token filter requires. */
%define lr.type canonical-lr
%define lr.default-reduction consistent
%locations
%param {struct nv_parser *p}

/*
 * The content of a symbol is in the statement (struct nv_statement): paths, numbers and operands are the last entries of its
 * arrays, and the value of the symbol is the first of these entries. So values are small, and nothing is copied that is not
 * read.
 */
%union {
   uint32_t first;
   int sign; /* 0, '+' or '-' */
   struct { uint8_t sel; bool neg; } sel;
}

%code {
#include "frontend/nv/parse/nv_token.h"

#define NV_YY_EMPTY_AFTER(l) ((struct util_span){(l).off + (l).len, 0})
#define YYLLOC_DEFAULT(cur, rhs, n)                                                                                            \
   do {                                                                                                                        \
      if ((n) == 1) { /* the most frequent case */                                                                             \
         (cur) = YYRHSLOC(rhs, 1);                                                                                             \
      } else if (n) {                                                                                                          \
         /* An empty symbol at the start, such as a missing sign, is at the end of the token before. */                        \
         int first_ = 1;                                                                                                       \
         while (first_ < (n) && YYRHSLOC(rhs, first_).len == 0)                                                                \
            first_++;                                                                                                          \
         (cur) = util_span_join(YYRHSLOC(rhs, first_), YYRHSLOC(rhs, n));                                                      \
      } else {                                                                                                                 \
         (cur) = NV_YY_EMPTY_AFTER(YYRHSLOC(rhs, 0));                                                                          \
      }                                                                                                                        \
   } while (0)
/* The grammar never needs more, because lists are left-recursive and nothing nests. */
#define YYINITDEPTH 100
#define YYMAXDEPTH 100
#define YYMALLOC(n) util_alloc(p->ctx, n)
#define YYFREE(ptr) ((void)(ptr))

static void nv_yyerror(const struct util_span *loc, struct nv_parser *p, const char *msg);

static struct nv_seg *new_seg(struct nv_parser *p)
{
   struct nv_statement *s = &p->stmt;

   if (s->num_segs == s->cap_segs)
      s->segs = util_grow(p->ctx, s->segs, sizeof *s->segs, s->num_segs, &s->cap_segs);
   return &s->segs[s->num_segs++];
}

static inline void push_name(struct nv_parser *p, struct util_span name, struct util_span dot)
{
   struct nv_seg *s = new_seg(p);

   s->kind = NV_SEG_NAME;
   s->span = name;
   s->open = dot;
   s->end = name.off + name.len;
}

static void push_index(struct nv_parser *p, enum nv_seg_kind kind, struct util_span a, struct util_span b)
{
   *new_seg(p) = (struct nv_seg){.kind = (uint8_t)kind, .a = a, .b = b};
}

static void push_rel(struct nv_parser *p, struct util_span reg, struct util_span comp, const struct util_span *elem)
{
   *new_seg(p) = (struct nv_seg){.kind = NV_SEG_REL, .reg = reg, .reg_comp = comp, .has_elem = elem, .elem = elem ? *elem : reg};
}

static struct nv_seg *last_seg(struct nv_parser *p)
{
   return &p->stmt.segs[p->stmt.num_segs - 1];
}

/* Completes the last segment, an index with its brackets; `front` ends with the "[". */
static void end_index(struct nv_parser *p, struct util_span front, struct util_span index, struct util_span close)
{
   struct nv_seg *s = last_seg(p);

   s->span = index;
   s->open = (struct util_span){front.off + front.len - 1, 1};
   s->end = close.off + close.len;
}

static void push_num(struct nv_parser *p, struct nv_num n)
{
   UTIL_PUSH(p->ctx, p->stmt.nums, p->stmt.num_nums, p->stmt.cap_nums, n);
}

/* Sets the sign of the last number. */
static void sign_num(struct nv_parser *p, int sign, struct util_span at)
{
   struct nv_num *n = &p->stmt.nums[p->stmt.num_nums - 1];

   n->neg = sign == '-';
   n->sign = at;
}

static const struct util_span none = {0, 0};

static struct nv_list path(const struct nv_parser *p, uint32_t first, struct util_span span)
{
   return (struct nv_list){first, p->stmt.num_segs - first, span};
}

static struct nv_list nums(const struct nv_parser *p, uint32_t first, struct util_span span)
{
   return (struct nv_list){first, p->stmt.num_nums - first, span};
}

static struct nv_raw *new_item(struct nv_parser *p)
{
   struct nv_statement *s = &p->stmt;

   if (s->num_items == s->cap_items)
      s->items = util_grow(p->ctx, s->items, sizeof *s->items, s->num_items, &s->cap_items);
   return &s->items[s->num_items++];
}

static struct nv_raw *last_item(struct nv_parser *p)
{
   return &p->stmt.items[p->stmt.num_items - 1];
}

/* Begins a path and returns its first segment. */
static uint32_t begin_path(struct nv_parser *p, struct util_span name)
{
   push_name(p, name, none);
   return p->stmt.num_segs - 1;
}

static void push_path(struct nv_parser *p, uint32_t first, struct util_span span)
{
   *new_item(p) = (struct nv_raw){.kind = NV_RAW_PATH, .path = path(p, first, span), .span = span};
}

/* A name alone as an operand. */
static void push_operand(struct nv_parser *p, struct util_span name)
{
   struct nv_raw *raw = new_item(p);

   *raw = (struct nv_raw){.kind = NV_RAW_PATH, .path = {p->stmt.num_segs, 1, name}, .span = name};
   push_name(p, name, none);
}

/* The last number as an operand. */
static void push_number(struct nv_parser *p, struct util_span suffix, struct util_span span)
{
   const struct nv_list list = {p->stmt.num_nums - 1, 1, span};

   *new_item(p) = (struct nv_raw){.kind = NV_RAW_NUMBER, .nums = list, .suffix = suffix, .span = span};
}

static void push_vector(struct nv_parser *p, struct nv_list list, struct util_span suffix, struct util_span span)
{
   *new_item(p) = (struct nv_raw){.kind = NV_RAW_VECTOR, .nums = list, .suffix = suffix, .span = span};
}

/* Adds the signs and bars around it to the last operand. */
static void sign_operand(struct nv_parser *p, int outer, bool bars, int inner, struct util_span span)
{
   struct nv_raw *raw = last_item(p);

   raw->neg = inner == '-';
   raw->abs = bars;
   raw->abs_neg = outer == '-';
   raw->has_sign = true;
   raw->span = span;
}

static void set_dst(struct nv_parser *p, uint32_t first, struct util_span span)
{
   p->stmt.dst = (struct nv_raw_dst){.path = path(p, first, span), .span = span};
}

/* Declares a variable with all items as its initializer. */
static void declare(struct nv_parser *p, struct util_span keyword, struct util_span name, bool braces, struct util_span span)
{
   nv_declare(p, keyword, name, p->stmt.size, braces, (struct nv_list){0, p->stmt.num_items, span});
}

static void push_mod(struct nv_parser *p, struct util_span s)
{
   UTIL_PUSH(p->ctx, p->stmt.mods, p->stmt.num_mods, p->stmt.cap_mods, s);
}
}

%token T_END "END" T_OPTION "OPTION" T_TEMP "TEMP" T_ALIAS "ALIAS"
%token T_ADDRESS "ADDRESS" T_VAR "ATTRIB, PARAM, OUTPUT or BUFFER" T_VARMOD "variable modifier"
%token T_DECL_WORD "PRIMITIVE_IN or PRIMITIVE_OUT" T_DECL_INT "VERTICES_OUT" T_LABEL "label"
%token T_IDENT "identifier" T_INT "integer" T_FLOAT "floating-point number" T_TEXDIM "texture target" T_DOTDOT ".."
%token T_OP1 "instruction" T_OP2 "instruction " T_OP3 "instruction  " T_SWZ "SWZ" T_TEX "texture instruction" T_TXD "TXD"
%token T_CAL "CAL" T_FLOW "BRK, CONT or RET" T_IF "IF" T_REP "REP" T_ENDFLOW "ELSE, ENDIF or ENDREP"
%token T_KIL "KIL" T_EMIT "EMIT or ENDPRIM" T_LOOP "LOOP" T_PUSHA "PUSHA" T_POPA "POPA"

%type <first> path longer indexed nums offsets
%type <sel> ext_comp
%type <sign> sign opt_sign

%%

program: statements "END"                { nv_finish(p, @2); } ;

statements: %empty
   | statements instruction ';'          { nv_statement_end(p); if (p->reported.instrs) YYABORT; }
   | statements naming ';'               { nv_statement_end(p); }
   | statements T_LABEL ':'              { nv_flow_label(p, @2); nv_statement_end(p); }
   | statements "OPTION" T_IDENT ';'     { nv_option(p, @2, @3); nv_statement_end(p); }
   | statements T_DECL_WORD T_IDENT ';'  { nv_declaration(p, @2, @3); nv_statement_end(p); }
   | statements T_DECL_INT T_INT ';'     { nv_declaration(p, @2, @3); nv_statement_end(p); }
   | statements error ';'                { nv_statement_recover(p); yyerrok; }
   ;

/* --- instructions --- */

instruction:
     T_OP1 op_mods dst ',' operand       { nv_instr_alu(p, 1, @$); }
   | T_OP2 op_mods dst ',' operand ',' operand
                                         { nv_instr_alu(p, 2, @$); }
   | T_OP3 op_mods dst ',' operand ',' operand ',' operand
                                         { nv_instr_alu(p, 3, @$); }
   | T_SWZ op_mods dst ',' operand ',' ext_swizzle
                                         { nv_instr_swz(p, @$); }
   | T_TEX op_mods dst ',' operand ',' texture
                                         { nv_instr_tex(p, 1, @$); }
   | T_TXD op_mods dst ',' operand ',' operand ',' operand ',' texture
                                         { nv_instr_tex(p, 3, @$); }
   | T_CAL op_mods T_IDENT opt_cc        { nv_instr_flow(p, &p->stmt.cc, NULL, @3, @$); }
   | T_FLOW op_mods opt_cc               { nv_instr_flow(p, &p->stmt.cc, NULL, @1, @$); }
   | T_IF op_mods cc_test                { nv_instr_flow(p, &p->stmt.cc, NULL, @1, @$); }
   | T_REP op_mods operand               { nv_instr_flow(p, NULL, p->stmt.items, @1, @$); }
   | T_REP op_mods                       { nv_instr_flow(p, NULL, NULL, @1, @$); }
   | T_LOOP op_mods operand              { nv_instr_flow(p, NULL, p->stmt.items, @1, @$); }
   | T_PUSHA op_mods operand             { nv_instr_stack(p, @$); }
   | T_POPA op_mods dst                  { nv_instr_stack(p, @$); }
   | T_ENDFLOW op_mods                   { nv_instr_flow(p, NULL, NULL, @1, @$); }
   | T_KIL op_mods operand               { nv_instr_flow(p, NULL, p->stmt.items, @1, @$); }
   | T_EMIT op_mods                      { nv_instr_flow(p, NULL, NULL, @1, @$); }
   ;

op_mods: %empty | op_mods '.' T_IDENT    { push_mod(p, @3); } ;

/* Names alone, which are the most frequent form, take as few steps as possible. */
dst: T_IDENT                             { set_dst(p, begin_path(p, @1), @1); }
   | longer                              { set_dst(p, $1, @1); }
   | path '(' cc_test ')'                { p->stmt.dst = (struct nv_raw_dst){path(p, $1, @1), p->stmt.cc, @$}; }
   ;

opt_cc: %empty                           { p->stmt.cc.present = false; }
   | '(' cc_test ')'
   ;

cc_test: cc_rule
   | cc_rule '.' T_IDENT                 { p->stmt.cc.suffix = @3; p->stmt.cc.span = @$; }
   ;

/* The rule is looked up before the rest is read, so that an expression is reported at its first word. */
cc_rule: T_IDENT                         { p->stmt.cc = nv_condition(p, @1); } ;

/* The forms without a sign also take few steps. */
operand: T_IDENT                         { push_operand(p, @1); }
   | longer                              { push_path(p, $1, @1); }
   | constant
   | sign base                           { sign_operand(p, 0, false, $1, @$); }
   | '|' opt_sign base '|'               { sign_operand(p, 0, true, $2, @$); }
   | sign '|' opt_sign base '|'          { sign_operand(p, $1, true, $3, @$); }
   ;

base: path                               { push_path(p, $1, @1); }
   | constant
   ;

sign: '-'                                { $$ = '-'; }
   | '+'                                 { $$ = '+'; }
   ;

opt_sign: %empty                         { $$ = 0; }
   | sign
   ;

constant: num                            { push_number(p, none, @$); }
   | num '.' T_IDENT                     { push_number(p, @3, @$);
                                           if (!nv_arb(p))
                                              nv_error(p, DIAG_ID_syntax_error, @2, "a number cannot have components"); }
   | vector
   | '{' nums '}' '.' T_IDENT            { push_vector(p, nums(p, $2, @2), @5, @$); }
   ;

vector: '{' nums '}'                     { push_vector(p, nums(p, $2, @2), none, @$); } ;

num: T_INT                               { push_num(p, (struct nv_num){.span = @1}); }
   | T_FLOAT                             { push_num(p, (struct nv_num){.span = @1, .is_float = true}); }
   ;

snum: opt_sign num                       { sign_num(p, $1, @1); } ;

nums: snum                               { $$ = p->stmt.num_nums - 1; }
   | nums ',' snum
   ;

/* A variable or binding with everything that follows it: names and brackets. */
path: T_IDENT                            { $$ = begin_path(p, @1); }
   | longer
   ;

longer: T_IDENT '.' T_IDENT              { $$ = begin_path(p, @1); push_name(p, @3, @2); }
   | indexed index ']'                   { end_index(p, @1, @2, @3); }
   | longer '.' T_IDENT                  { push_name(p, @3, @2); }
   | longer '[' index ']'                { end_index(p, @2, @3, @4); }
   ;

indexed: T_IDENT '['                     { $$ = begin_path(p, @1); }
   ;

index: T_INT                             { push_index(p, NV_SEG_INDEX, @1, none); }
   | T_INT T_DOTDOT T_INT                { push_index(p, NV_SEG_RANGE, @1, @3); }
   | address
   | address '+' T_INT                   { last_seg(p)->a = @3; }
   | address '-' T_INT                   { last_seg(p)->a = @3; last_seg(p)->neg = true; }
   ;

address: T_IDENT '.' T_IDENT             { push_rel(p, @1, @3, NULL); }
   | T_IDENT '[' T_INT ']' '.' T_IDENT   { push_rel(p, @1, @6, &@3); }
   ;

ext_swizzle: ext_comp ',' ext_comp ',' ext_comp ',' ext_comp
                                         { p->stmt.swz = (struct nv_raw_swz){{$1.sel, $3.sel, $5.sel, $7.sel},
                                                                               {$1.neg, $3.neg, $5.neg, $7.neg}}; }
   ;

ext_comp: opt_sign T_INT                     { $$.neg = $1 == '-'; if (!nv_ext_swizzle(p, @2, &$$.sel)) YYERROR; }
   | opt_sign T_IDENT                        { $$.neg = $1 == '-'; if (!nv_ext_swizzle(p, @2, &$$.sel)) YYERROR; }
   ;

texture: path ',' target                 { p->stmt.tex = (struct nv_raw_tex){.unit = path(p, $1, @1), .target = @3}; }
   | path ',' target ',' '(' offsets ')' { p->stmt.tex = (struct nv_raw_tex){path(p, $1, @1), @3, nums(p, $6, @6)}; }
   ;

target: T_TEXDIM | T_IDENT ;

offset: opt_sign T_INT                   { push_num(p, (struct nv_num){.span = @2, .sign = @1, .neg = $1 == '-'}); } ;

offsets: offset                          { $$ = p->stmt.num_nums - 1; }
   | offsets ',' offset
   ;

/* --- declarations --- */

naming:
     var_mods T_VAR T_IDENT opt_size '=' init_item
                                         { declare(p, @2, @3, false, @6); }
   | var_mods T_VAR T_IDENT opt_size '=' '{' items '}'
                                         { declare(p, @2, @3, true, util_span_join(@6, @8)); }
   | var_mods "TEMP" temps
   | "ADDRESS" addresses
   | "ALIAS" T_IDENT '=' path            { nv_declare_alias(p, @2, path(p, $4, @4)); }
   ;

var_mods: %empty | var_mods T_VARMOD     { push_mod(p, @2); } ;

addresses: T_IDENT                       { nv_declare_address(p, @1); }
   | addresses ',' T_IDENT               { nv_declare_address(p, @3); }
   ;

temps: temp | temps ',' temp ;

temp: T_IDENT opt_size                   { nv_declare_temp(p, @1, p->stmt.size); } ;

opt_size: %empty                         { p->stmt.size = (struct nv_raw_size){.present = false}; }
   | '[' ']'                             { p->stmt.size = (struct nv_raw_size){.present = true, .span = @$}; }
   | '[' T_INT ']'                       { p->stmt.size = (struct nv_raw_size){true, true, @$, @2}; }
   ;

init_item: path                          { push_path(p, $1, @1); }
   | snum                                { push_number(p, none, @$); }
   ;

item: init_item | vector ;

items: item | items ',' item ;

%%

/* --- messages --- */

static void nv_yyerror(const struct util_span *loc, struct nv_parser *p, const char *msg)
{
   /* Only called if the stack is full; syntax errors go to yyreport_syntax_error. */
   nv_error(p, DIAG_ID_parser_stack, *loc, "%s", msg);
}

/* The end of the token before the last one, or 0. */
static uint32_t last_end(const struct nv_parser *p)
{
   if (p->tok.next < 2)
      return 0;
   const struct util_span before = p->tok.list[p->tok.next - 2].span;
   return before.off + before.len;
}

/*
 * The tokens that are allowed at a place, in words. One word names a group of many tokens. The "." or "[" that would continue a
 * path is only mentioned if nothing else is allowed.
 */
struct expectation {
   bool symbol[YYNTOKENS]; /* by symbol, except for those of one character */
   bool sign[128];         /* by character */
   const char *words[YYNTOKENS + 4];
   unsigned num;
};

/* The meaning of a name at the place. */
static const char *expected_name(const struct nv_parser *p, const struct expectation *e, char before)
{
   const struct nv_raw_op *op = &p->stmt.op;

   if (before == '(' || (p->stmt.has_op && op->op == NV_OP_IF))
      return "a condition";
   if (p->stmt.has_op && (op->op == NV_OP_CAL || op->op == NV_OP_BRA))
      return "a label";
   if (before == '.')
      return "a name or components";
   return p->stmt.has_op && (e->sign['.'] || last_end(p) == op->span.off + op->span.len) ? "a result" : "a name";
}

/* Adds the groups of symbols, and removes the characters that belong to them. */
static void expected_groups(const struct nv_parser *p, struct expectation *e)
{
   const char before = last_end(p) ? p->text[last_end(p) - 1] : ' ';
   const bool name = e->symbol[YYSYMBOL_T_IDENT], integer = e->symbol[YYSYMBOL_T_INT];
   const bool number = integer && e->symbol[YYSYMBOL_T_FLOAT];

   if (name && number) {
      e->words[e->num++] = p->stmt.has_op ? "an operand" : "a binding or a constant";
      e->sign['{'] = e->sign['|'] = false;
   } else if (number) {
      e->words[e->num++] = "a number";
   } else if (name && integer) {
      e->words[e->num++] = before == '[' ? "an index" : "0, 1 or a component";
   } else if (integer) {
      e->words[e->num++] = "an integer";
   } else if (e->symbol[YYSYMBOL_T_TEXDIM]) {
      e->words[e->num++] = "a texture target";
   } else if (name) {
      e->words[e->num++] = expected_name(p, e, before);
      e->sign['.'] = false;
   }
   if (number || integer)
      e->sign['-'] = e->sign['+'] = e->sign['.'] = false;
   if (e->symbol[YYSYMBOL_T_DOTDOT])
      e->words[e->num++] = "\"..\"";
}

/* The characters in quotes. */
static void expected_signs(const struct nv_parser *p, struct expectation *e)
{
   if (e->sign[';'] || e->sign[','] || e->sign[')'] || e->sign['='] || e->sign['}'] || e->sign['|'])
      e->sign['.'] = e->sign['['] = e->sign['('] = false;
   for (unsigned c = 0; c < 128; c++)
      if (e->sign[c])
         e->words[e->num++] = util_printf(p->ctx, "\"%c\"", (char)c);
}

/* Between statements. */
#define EXPECTED_STATEMENT "expected a statement or END"

static const char *expected(const struct nv_parser *p, const yysymbol_kind_t *want, int n)
{
   struct expectation e = {.num = 0};

   for (int i = 0; i < n; i++) {
      const char *name = yysymbol_name(want[i]);

      if (name[0] == '\'')
         e.sign[(unsigned char)name[1] & 127] = true;
      else
         e.symbol[want[i]] = true;
   }
   if (e.symbol[YYSYMBOL_T_END])
      return EXPECTED_STATEMENT;
   if (e.symbol[YYSYMBOL_T_VAR])
      return "expected TEMP, ATTRIB, PARAM, OUTPUT or BUFFER";
   expected_groups(p, &e);
   expected_signs(p, &e);
   return fe_expected(p->ctx, e.words, e.num);
}

/* Returns true if the token before the error is a name that could continue as a path, so that it is not a segment yet. */
static bool ends_in_name(const struct nv_parser *p, const yysymbol_kind_t *want, int n)
{
   const struct nv_tok *last = &p->tok.list[p->tok.next - 2];
   bool index = false;

   if (p->tok.next < 3 || last->kind != T_IDENT || last[-1].kind == '.')
      return false;
   for (int i = 0; i < n; i++)
      index |= !strcmp(yysymbol_name(want[i]), "'['");
   return index && n > 2; /* of an address register only "." and "[" can follow */
}

/*
 * Names of variables are looked up when their instruction is complete. If the instruction does not match the grammar, an
 * undeclared name before the error is the first mistake (`e` of `MOV a, e+2;`), and is reported instead. The operand of KIL may
 * be a condition, so it is not looked up.
 */
static bool undeclared_before(struct nv_parser *p, const yysymbol_kind_t *want, int n)
{
   if (p->stmt.has_op && ends_in_name(p, want, n))
      begin_path(p, p->tok.list[p->tok.next - 2].span);
   for (uint32_t i = 0; i < p->stmt.num_segs && p->stmt.has_op && p->stmt.op.op != NV_OP_KIL && !p->names.missing; i++) {
      const struct nv_seg *s = &p->stmt.segs[i];
      const bool head = s->kind == NV_SEG_NAME && s->open.len == 0;

      if (head && !nv_reserved(p, s->span) && !nv_is(p, s->span, "texture") && nv_lookup(p, s->span) == NV_NONE) {
         nv_lookup_or_error(p, s->span);
         return true;
      }
   }
   return false;
}

static int yyreport_syntax_error(const yypcontext_t *c, struct nv_parser *p)
{
   yysymbol_kind_t want[YYNTOKENS];
   int n = yypcontext_expected_tokens(c, want, YYNTOKENS);
   const struct util_span *loc = yypcontext_location(c);
   yysymbol_kind_t got = yypcontext_token(c);
   const uint32_t before = last_end(p);

   const char *list = expected(p, want, n);
   const bool between = !strcmp(list, EXPECTED_STATEMENT);
   const bool reported = !p->stmt.recovering && !p->stmt.rest_reported && undeclared_before(p, want, n);
   p->stmt.recovering = true;
   if (p->stmt.rest_reported)
      return 0;
   if (loc->len && p->text[loc->off] == ';')
      p->tok.early_end = loc->off + 1;
   if (reported)
      ;
   else if (got == YYSYMBOL_YYEOF && between)
      nv_error(p, DIAG_ID_syntax_error, *loc, "the program ends without END");
   else if (got == YYSYMBOL_YYEOF)
      nv_error(p, DIAG_ID_syntax_error, *loc, "%s%sthe program ends without END", list, *list ? " but " : "");
   else
      nv_error(p, DIAG_ID_syntax_error, *loc, "%s%s\"%.*s\"", list, *list ? ", found " : "unexpected ", NV_STR(p, *loc));
   p->names.missing += p->stmt.in_naming && loc->len && p->text[loc->off] == ']' && p->ctx->explained;
   for (int i = 0; i < n; i++)
      p->names.missing += want[i] == YYSYMBOL_T_IDENT && n <= 2 && p->stmt.in_naming && p->ctx->explained;
   bool next = got == YYSYMBOL_T_IDENT && nv_token_begins_statement(p, *loc);
   if (next)
      nv_token_replay(p);
   if (reported)
      return 0;
   if (next || (got == YYSYMBOL_YYEOF && !between))
      util_note(p->ctx, (struct util_span){before, 0}, "a \";\" may be missing here");
   else if (p->stmt.has_op)
      nv_note_form(p, &p->stmt.op);
   return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Grammar of NV_gpu_program4 2.X.2 with its vertex, fragment and geometry additions: the shapes of statements. Names and all
 * rules about them are in nv_decl.c, nv_bind.c and nv_instr.c. There is no recursion but that of lists: the stack stays small.
 */
%code requires {
#include "frontend/nv/parse/nv_parse.h"
}
%code top {
#include <stdio.h>
}

%define api.pure full
%define api.prefix {nv_yy}
%define api.token.prefix {}
%define api.location.type {struct util_span}
%define parse.error custom
/* Canonical tables know exactly what may follow, which messages say; the consistent default reductions end a statement before the
   first word of the next one is read. */
%define lr.type canonical-lr
%define lr.default-reduction consistent
%locations
%param {struct nv_parser *p}

%union {
   struct nv_raw_op op;
   struct nv_list list;
   struct nv_raw raw;
   struct nv_raw_cc cc;
   struct nv_raw_dst dst;
   struct nv_raw_tex tex;
   struct nv_raw_size size;
   struct nv_raw_swz swz;
   struct { uint8_t sel; bool neg; } sel;
   struct nv_seg seg;
   struct nv_num num;
   int sign; /* 0, '+' or '-' */
}

%code {
#define NV_YY_EMPTY_AFTER(l) ((struct util_span){(l).off + (l).len, 0})
#define YYLLOC_DEFAULT(cur, rhs, n)                                                                                            \
   do {                                                                                                                        \
      /* Something empty in front, like a missing sign, stands at the end of the token before. */                             \
      int first_ = 1;                                                                                                          \
      while (first_ < (n) && YYRHSLOC(rhs, first_).len == 0)                                                                   \
         first_++;                                                                                                             \
      if (n)                                                                                                                   \
         (cur) = nv_span_join(YYRHSLOC(rhs, first_), YYRHSLOC(rhs, n));                                                        \
      else                                                                                                                     \
         (cur) = NV_YY_EMPTY_AFTER(YYRHSLOC(rhs, 0));                                                                          \
   } while (0)
/* The grammar cannot need more: lists are left-recursive and nothing nests. */
#define YYINITDEPTH 100
#define YYMAXDEPTH 100
#define YYMALLOC(n) util_alloc(p->ctx, n)
#define YYFREE(ptr) ((void)(ptr))

static int nv_yylex(NV_YYSTYPE *val, NV_YYLTYPE *loc, struct nv_parser *p);
static void nv_yyerror(const struct util_span *loc, struct nv_parser *p, const char *msg);
int nv_scan(NV_YYSTYPE *val, NV_YYLTYPE *loc, void *scanner);

static void push_seg(struct nv_parser *p, struct nv_list *path, struct nv_seg seg)
{
   UTIL_PUSH(p->ctx, p->segs, p->num_segs, p->cap_segs, seg);
   path->count++;
   path->span = (struct util_span){path->span.off, seg.end - path->span.off};
}

static uint32_t push_num(struct nv_parser *p, struct nv_num n)
{
   UTIL_PUSH(p->ctx, p->nums, p->num_nums, p->cap_nums, n);
   return p->num_nums - 1;
}

static void push_item(struct nv_parser *p, struct nv_list *list, struct nv_raw item)
{
   UTIL_PUSH(p->ctx, p->items, p->num_items, p->cap_items, item);
   list->count++;
}

static struct nv_seg name_seg(struct util_span name, struct util_span dot)
{
   return (struct nv_seg){.kind = NV_SEG_NAME, .span = name, .open = dot, .end = name.off + name.len};
}

static struct nv_seg rel_seg(struct util_span reg, struct util_span comp, const struct util_span *elem)
{
   return (struct nv_seg){.kind = NV_SEG_REL, .reg = reg, .reg_comp = comp, .has_elem = elem, .elem = elem ? *elem : reg};
}

static struct nv_raw number(struct nv_parser *p, struct nv_num n, struct util_span span)
{
   return (struct nv_raw){.kind = NV_RAW_NUMBER, .nums = {push_num(p, n), 1, span}, .span = span};
}

static struct nv_raw raw_path(struct nv_list path)
{
   return (struct nv_raw){.kind = NV_RAW_PATH, .path = path, .span = path.span};
}

static struct nv_raw vector(struct nv_list nums, struct util_span suffix, struct util_span span)
{
   return (struct nv_raw){.kind = NV_RAW_VECTOR, .nums = nums, .suffix = suffix, .span = span};
}

static const struct util_span none = {0, 0};

static void push_mod(struct nv_parser *p, struct util_span s)
{
   UTIL_PUSH(p->ctx, p->mods, p->num_mods, p->cap_mods, s);
}
}

%token T_END "END" T_OPTION "OPTION" T_TEMP "TEMP" T_ALIAS "ALIAS"
%token T_ADDRESS "ADDRESS" T_VAR "ATTRIB, PARAM, OUTPUT or BUFFER" T_VARMOD "variable modifier"
%token T_DECL_WORD "PRIMITIVE_IN or PRIMITIVE_OUT" T_DECL_INT "VERTICES_OUT" T_LABEL "label"
%token T_IDENT "identifier" T_INT "integer" T_FLOAT "floating-point number" T_TEXDIM "texture target" T_DOTDOT ".."
%token <op> T_OP1 "instruction" T_OP2 "instruction " T_OP3 "instruction  " T_SWZ "SWZ" T_TEX "texture instruction" T_TXD "TXD"
%token <op> T_CAL "CAL" T_FLOW "BRK, CONT or RET" T_IF "IF" T_REP "REP" T_ENDFLOW "ELSE, ENDIF or ENDREP"
%token <op> T_KIL "KIL" T_EMIT "EMIT or ENDPRIM" T_LOOP "LOOP" T_PUSHA "PUSHA" T_POPA "POPA"

%type <list> path nums offsets items
%type <raw> operand base item init_item
%type <cc> cc_test cc_rule opt_cc
%type <dst> dst
%type <tex> texture
%type <size> size opt_size
%type <swz> ext_swizzle
%type <sel> ext_comp
%type <seg> index address
%type <num> num snum offset
%type <sign> sign

%%

program: statements "END"                { nv_finish(p, @2); } ;

statements: %empty | statements statement ;

statement:
     instruction ';'                     { nv_statement_end(p); if (p->instrs_said) YYABORT; }
   | naming ';'                          { nv_statement_end(p); }
   | T_LABEL ':'                         { nv_flow_label(p, @1); nv_statement_end(p); }
   | "OPTION" T_IDENT ';'                { nv_option(p, @1, @2); nv_statement_end(p); }
   | T_DECL_WORD T_IDENT ';'             { nv_declaration(p, @1, @2); nv_statement_end(p); }
   | T_DECL_INT T_INT ';'                { nv_declaration(p, @1, @2); nv_statement_end(p); }
   | error ';'                           { nv_statement_recover(p); yyerrok; }
   ;

/* --- instructions --- */

instruction:
     T_OP1 op_mods dst ',' operand       { nv_instr_alu(p, &$1, &$3, &$5, 1, @$); }
   | T_OP2 op_mods dst ',' operand ',' operand
                                         { struct nv_raw s[2] = {$5, $7}; nv_instr_alu(p, &$1, &$3, s, 2, @$); }
   | T_OP3 op_mods dst ',' operand ',' operand ',' operand
                                         { struct nv_raw s[3] = {$5, $7, $9}; nv_instr_alu(p, &$1, &$3, s, 3, @$); }
   | T_SWZ op_mods dst ',' operand ',' ext_swizzle
                                         { nv_instr_swz(p, &$1, &$3, &$5, &$7, @$); }
   | T_TEX op_mods dst ',' operand ',' texture
                                         { nv_instr_tex(p, &$1, &$3, &$5, 1, &$7, @$); }
   | T_TXD op_mods dst ',' operand ',' operand ',' operand ',' texture
                                         { struct nv_raw s[3] = {$5, $7, $9}; nv_instr_tex(p, &$1, &$3, s, 3, &$11, @$); }
   | T_CAL op_mods T_IDENT opt_cc        { nv_instr_flow(p, &$1, &$4, NULL, @3, @$); }
   | T_FLOW op_mods opt_cc               { nv_instr_flow(p, &$1, &$3, NULL, @1, @$); }
   | T_IF op_mods cc_test                { nv_instr_flow(p, &$1, &$3, NULL, @1, @$); }
   | T_REP op_mods operand               { nv_instr_flow(p, &$1, NULL, &$3, @1, @$); }
   | T_REP op_mods                       { nv_instr_flow(p, &$1, NULL, NULL, @1, @$); }
   | T_LOOP op_mods operand              { nv_instr_flow(p, &$1, NULL, &$3, @1, @$); }
   | T_PUSHA op_mods operand             { nv_instr_stack(p, &$1, NULL, &$3, @$); }
   | T_POPA op_mods dst                  { nv_instr_stack(p, &$1, &$3, NULL, @$); }
   | T_ENDFLOW op_mods                   { nv_instr_flow(p, &$1, NULL, NULL, @1, @$); }
   | T_KIL op_mods operand               { nv_instr_flow(p, &$1, NULL, &$3, @1, @$); }
   | T_EMIT op_mods                      { nv_instr_flow(p, &$1, NULL, NULL, @1, @$); }
   ;

op_mods: %empty | op_mods '.' T_IDENT    { push_mod(p, @3); } ;

dst: path opt_cc                         { $$ = (struct nv_raw_dst){.path = $1, .cc = $2, .span = @$}; } ;

opt_cc: %empty                           { $$ = (struct nv_raw_cc){.present = false}; }
   | '(' cc_test ')'                     { $$ = $2; }
   ;

cc_test: cc_rule
   | cc_rule '.' T_IDENT                 { $$ = $1; $$.suffix = @3; $$.span = @$; }
   ;

/* Looked up before what follows is read: an expression begins with what is wrong about it. */
cc_rule: T_IDENT                         { $$ = nv_condition(p, @1); } ;

operand: sign base                       { $$ = $2; $$.neg = $1 == '-'; $$.has_sign = $1 != 0; $$.span = @$; }
   | sign '|' sign base '|'              { $$ = $4; $$.neg = $3 == '-'; $$.abs = true; $$.abs_neg = $1 == '-';
                                           $$.has_sign = true; $$.span = @$; }
   ;

sign: %empty                             { $$ = 0; }
   | '-'                                 { $$ = '-'; }
   | '+'                                 { $$ = '+'; }
   ;

base: path                               { $$ = raw_path($1); }
   | num                                 { $$ = number(p, $1, @$); }
   | num '.' T_IDENT                     { $$ = number(p, $1, @1); $$.suffix = @3; $$.span = @$;
                                           if (!nv_arb(p)) nv_error(p, DIAG_ID_syntax_error, @2, "a number has no components"); }
   | '{' nums '}'                        { $$ = vector($2, none, @$); }
   | '{' nums '}' '.' T_IDENT            { $$ = vector($2, @5, @$); }
   ;

num: T_INT                               { $$ = (struct nv_num){.span = @1}; }
   | T_FLOAT                             { $$ = (struct nv_num){.span = @1, .is_float = true}; }
   ;

snum: sign num                           { $$ = $2; $$.neg = $1 == '-'; $$.sign = @1; } ;

nums: snum                               { $$ = (struct nv_list){push_num(p, $1), 1, @$}; }
   | nums ',' snum                       { push_num(p, $3); $$ = $1; $$.count++; $$.span = @$; }
   ;

/* A variable or binding with all that follows it: names and brackets. */
path: T_IDENT                            { $$ = (struct nv_list){p->num_segs, 0, @1}; push_seg(p, &$$, name_seg(@1, none)); }
   | path '.' T_IDENT                    { $$ = $1; push_seg(p, &$$, name_seg(@3, @2)); }
   | path '[' index ']'                  { $$ = $1; $3.span = @3; $3.open = @2; $3.end = @4.off + @4.len;
                                           push_seg(p, &$$, $3); }
   ;

index: T_INT                             { $$ = (struct nv_seg){.kind = NV_SEG_INDEX, .a = @1}; }
   | T_INT T_DOTDOT T_INT                { $$ = (struct nv_seg){.kind = NV_SEG_RANGE, .a = @1, .b = @3}; }
   | address
   | address '+' T_INT                   { $$ = $1; $$.a = @3; }
   | address '-' T_INT                   { $$ = $1; $$.a = @3; $$.neg = true; }
   ;

address: T_IDENT '.' T_IDENT             { $$ = rel_seg(@1, @3, NULL); }
   | T_IDENT '[' T_INT ']' '.' T_IDENT   { $$ = rel_seg(@1, @6, &@3); }
   ;

ext_swizzle: ext_comp ',' ext_comp ',' ext_comp ',' ext_comp
                                         { $$ = (struct nv_raw_swz){{$1.sel, $3.sel, $5.sel, $7.sel},
                                                                    {$1.neg, $3.neg, $5.neg, $7.neg}}; }
   ;

ext_comp: sign T_INT                     { $$.neg = $1 == '-'; if (!nv_ext_swizzle(p, @2, &$$.sel)) YYERROR; }
   | sign T_IDENT                        { $$.neg = $1 == '-'; if (!nv_ext_swizzle(p, @2, &$$.sel)) YYERROR; }
   ;

texture: path ',' target                 { $$ = (struct nv_raw_tex){.unit = $1, .target = @3}; }
   | path ',' target ',' '(' offsets ')' { $$ = (struct nv_raw_tex){.unit = $1, .target = @3, .offsets = $6}; }
   ;

target: T_TEXDIM | T_IDENT ;

offset: sign T_INT                       { $$ = (struct nv_num){.span = @2, .sign = @1, .neg = $1 == '-'}; } ;

offsets: offset                          { $$ = (struct nv_list){push_num(p, $1), 1, @$}; }
   | offsets ',' offset                  { push_num(p, $3); $$ = $1; $$.count++; $$.span = @$; }
   ;

/* --- declarations --- */

naming:
     var_mods T_VAR T_IDENT opt_size '=' init_item
                                         { struct nv_list l = {p->num_items, 0, @6};
                                           push_item(p, &l, $6); nv_declare(p, @2, @3, $4, false, l); }
   | var_mods T_VAR T_IDENT opt_size '=' '{' items '}'
                                         { $7.span = nv_span_join(@6, @8); nv_declare(p, @2, @3, $4, true, $7); }
   | var_mods "TEMP" temps
   | "ADDRESS" addresses
   | "ALIAS" T_IDENT '=' path            { nv_declare_alias(p, @2, $4); }
   ;

var_mods: %empty | var_mods T_VARMOD     { push_mod(p, @2); } ;

addresses: T_IDENT                       { nv_declare_address(p, @1); }
   | addresses ',' T_IDENT               { nv_declare_address(p, @3); }
   ;

temps: temp | temps ',' temp ;

temp: T_IDENT opt_size                   { nv_declare_temp(p, @1, $2); } ;

opt_size: %empty                         { $$ = (struct nv_raw_size){.present = false}; }
   | size
   ;

size: '[' ']'                            { $$ = (struct nv_raw_size){.present = true, .span = @$}; }
   | '[' T_INT ']'                       { $$ = (struct nv_raw_size){.present = true, .sized = true, .span = @$,
                                                                     .number = @2}; }
   ;

init_item: path                          { $$ = raw_path($1); }
   | snum                                { $$ = number(p, $1, @$); }
   ;

item: init_item
   | '{' nums '}'                        { $$ = vector($2, none, @$); }
   ;

items: item                              { $$ = (struct nv_list){p->num_items, 0, @$}; push_item(p, &$$, $1); }
   | items ',' item                      { $$ = $1; push_item(p, &$$, $3); }
   ;

%%

/* --- the token filter --- */

static const struct {
   const char *word;
   int token;
   unsigned dialects;
} keywords[] = {
#define ALL (NV_D_NV4 | NV_D_ARB)
   {"END", T_END, ALL},
   {"OPTION", T_OPTION, ALL},
   {"TEMP", T_TEMP, ALL},
   {"ALIAS", T_ALIAS, ALL},
   {"ATTRIB", T_VAR, ALL},
   {"PARAM", T_VAR, ALL},
   {"OUTPUT", T_VAR, ALL},
   {"BUFFER", T_VAR, NV_D_NV4},
   {"BUFFER4", T_VAR, NV_D_NV4},
   {"SHORT", T_VARMOD, NV_D_NV4 | NV_D_FPO},
   {"LONG", T_VARMOD, NV_D_NV4 | NV_D_FPO},
   {"INT", T_VARMOD, NV_D_NV4},
   {"UINT", T_VARMOD, NV_D_NV4},
   {"FLOAT", T_VARMOD, NV_D_NV4},
   {"FLAT", T_VARMOD, NV_D_NV4},
   {"CENTROID", T_VARMOD, NV_D_NV4},
   {"NOPERSPECTIVE", T_VARMOD, NV_D_NV4},
   {"PRIMITIVE_IN", T_DECL_WORD, NV_D_NV4},
   {"PRIMITIVE_OUT", T_DECL_WORD, NV_D_NV4},
   {"VERTICES_OUT", T_DECL_INT, NV_D_NV4},
   {"ADDRESS", T_ADDRESS, NV_D_VP},
#undef ALL
};

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

/* What the first word of a statement is. */
static int classify(struct nv_parser *p, struct util_span s, NV_YYSTYPE *val)
{
   bool wrong_order = false;

   for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
      if (nv_has(p, keywords[i].dialects) && nv_is(p, s, keywords[i].word))
         return keywords[i].token;
   bool known = nv_classify_op(p, p->text + s.off, s.len, &val->op, &wrong_order);
   if (known && (!nv_arb(p) || nv_arb_op_allowed(p->prog->dialect, &val->op))) {
      val->op.span = s;
      p->stmt_op = val->op;
      p->has_op = true;
      return op_token(val->op.op);
   }
   if (p->recovering)
      return NV_YYerror; /* the character behind the word is wrong, and said to be so */
   p->recovering = true;
   if (known)
      nv_arb_unknown_op(p, s, &val->op);
   else if (nv_arb(p) && (nv_is(p, s, "SHORT") || nv_is(p, s, "LONG")))
      nv_needs_option(p, s, NV_D_FPO, "a variable size");
   else if (wrong_order)
      nv_error(p, DIAG_ID_suffix_order, s, "the suffixes of \"%.*s\" must come in the order type, condition code, saturation",
               NV_STR(p, s));
   else
      nv_error(p, DIAG_ID_unknown_opcode, s, "unknown instruction \"%.*s\"%s", NV_STR(p, s), nv_hint_statement(p, s));
   return NV_YYerror;
}

const char *nv_keyword(const struct nv_parser *p, size_t i)
{
   for (size_t k = 0; k < sizeof keywords / sizeof keywords[0]; k++)
      if (nv_has(p, keywords[k].dialects) && i-- == 0)
         return keywords[k].word;
   return NULL;
}

static int next_token(struct nv_parser *p, NV_YYSTYPE *val, NV_YYLTYPE *loc)
{
   if (p->peeked) {
      p->peeked = false;
      *loc = p->peek_span;
      return p->peek_tok;
   }
   *loc = p->scan_at;
   int tok = nv_scan(val, loc, p->scanner);
   p->scan_at = *loc;
   return tok;
}

static void peek(struct nv_parser *p, NV_YYSTYPE *val)
{
   if (!p->peeked)
      p->peek_tok = next_token(p, val, &p->peek_span);
   p->peeked = true;
}

/*
 * A word that is met in a statement with a syntax error: whether the next statement begins with it, because a semicolon is
 * missing. That is taken for granted of an END behind which nothing is, and of what begins a statement where it begins a line.
 */
static bool begins_statement(struct nv_parser *p, struct util_span s, NV_YYSTYPE *val)
{
   uint32_t at = s.off;
   bool wrong_order = false;

   if (nv_is(p, s, "END")) {
      peek(p, val);
      if (p->peek_tok == NV_YYEOF)
         return true;
   }
   while (at > 0 && (p->text[at - 1] == ' ' || p->text[at - 1] == '\t'))
      at--;
   if (at > 0 && p->text[at - 1] != '\n' && p->text[at - 1] != '\r')
      return false;
   for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
      if (nv_has(p, keywords[i].dialects) && nv_is(p, s, keywords[i].word))
         return true;
   if (nv_classify_op(p, p->text + s.off, s.len, &val->op, &wrong_order))
      return true;
   peek(p, val);
   return p->peek_tok == ':';
}

/* The word that was just read is to begin a statement, behind a semicolon that is not there. */
static void begin_again(struct nv_parser *p, struct util_span s)
{
   p->again = p->cut = true;
   p->again_span = s;
}

/* Behind a semicolon that ended a statement too early, on the same line: what cannot begin one is the rest of that, and said. */
static bool is_rest(struct nv_parser *p, int tok, struct util_span s, uint32_t early, NV_YYSTYPE *val)
{
   bool wrong_order = false;

   if (tok == NV_YYEOF || tok == NV_YYerror || memchr(p->text + early, '\n', s.off - early) ||
       memchr(p->text + early, '\r', s.off - early))
      return false;
   if (tok != T_IDENT)
      return true;
   peek(p, val);
   if (p->peek_tok == ':')
      return false;
   for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
      if (nv_has(p, keywords[i].dialects) && nv_is(p, s, keywords[i].word))
         return false;
   return !nv_classify_op(p, p->text + s.off, s.len, &val->op, &wrong_order) && !wrong_order;
}

static int filter(NV_YYSTYPE *val, NV_YYLTYPE *loc, struct nv_parser *p)
{
   if (p->cut) {
      p->cut = false;
      *loc = (struct util_span){p->again_span.off, 0};
      p->stmt_start = true;
      return ';';
   }
   if (p->ended && nv_arb(p)) { /* whatever stands behind END is no part of the program */
      *loc = (struct util_span){p->len, 0};
      return NV_YYEOF;
   }
   bool again = p->again;
   int tok = T_IDENT;

   p->again = false;
   if (again)
      *loc = p->again_span;
   else
      tok = next_token(p, val, loc);
   bool start = p->stmt_start;

   p->stmt_start = false;
   if (start && p->early_end) {
      uint32_t early = p->early_end;

      while (tok == ';')
         tok = next_token(p, val, loc);
      p->early_end = 0;
      if (is_rest(p, tok, *loc, early, val)) {
         if (tok == T_IDENT) /* what the statement may have named: see nv_statement_recover() */
            UTIL_PUSH(p->ctx, p->idents, p->num_idents, p->cap_idents, *loc);
         p->recovering = true;
         return NV_YYerror;
      }
   }
   if (p->ended && tok != NV_YYEOF && tok != NV_YYerror) {
      nv_error(p, DIAG_ID_text_after_end, *loc, "text behind END");
      *loc = (struct util_span){p->len, 0};
      return NV_YYEOF;
   }
   if (tok == ';' || tok == ':') {
      p->stmt_start = true;
   } else if (tok == ',' || tok == '=') {
      p->commas = true;
   } else if (tok == T_INT && nv_arb(p) && loc->len > 1 && p->text[loc->off + 1] == 'x') {
      nv_error(p, DIAG_ID_hex_number, *loc, "this language does not have hexadecimal numbers");
      p->recovering = true;
      return NV_YYerror;
   } else if (tok == T_IDENT && start && nv_arb(p) && nv_is(p, *loc, "END")) {
      p->ended = true; /* without a look at what follows */
      return T_END;
   } else if (tok == T_IDENT && start) {
      peek(p, val);
      if (p->peek_tok == ':')
         return T_LABEL;
      tok = classify(p, *loc, val);
      p->stmt_start = tok == T_VARMOD;
      p->in_naming = tok == T_VARMOD || tok == T_VAR || tok == T_TEMP || tok == T_ALIAS || tok == T_ADDRESS;
      p->ended = tok == T_END;
      p->in_option = tok == T_OPTION;
      if (tok == NV_YYerror)
         UTIL_PUSH(p->ctx, p->idents, p->num_idents, p->cap_idents, *loc);
   } else if (tok == T_IDENT && p->recovering && begins_statement(p, *loc, val)) {
      begin_again(p, *loc);
      return filter(val, loc, p);
   } else if (tok == T_IDENT) {
      UTIL_PUSH(p->ctx, p->idents, p->num_idents, p->cap_idents, *loc);
   }
   return tok;
}

static int nv_yylex(NV_YYSTYPE *val, NV_YYLTYPE *loc, struct nv_parser *p)
{
   p->last_end = p->token_end;
   int tok = filter(val, loc, p);

   p->token_end = loc->off + loc->len;
   return tok;
}

/* --- messages --- */

static void nv_yyerror(const struct util_span *loc, struct nv_parser *p, const char *msg)
{
   /* Syntax errors go to yyreport_syntax_error; what is left is the stack. */
   nv_error(p, DIAG_ID_parser_stack, *loc, "%s", msg);
}

/*
 * What may stand at a place, in words: what begins with one of many tokens has a name; that a path could go on with "." or "[" is
 * said only where nothing else is possible.
 */
static const char *expected(const struct nv_parser *p, const yysymbol_kind_t *want, int n, char text[400])
{
   bool has[YYNTOKENS] = {false}, sign[128] = {false};
   char quoted[16][4];
   const char *words[YYNTOKENS + 4];
   unsigned num = 0, num_quoted = 0;
   char before = p->last_end ? p->text[p->last_end - 1] : ' ';
   uint8_t op = p->has_op ? p->stmt_op.op : NV_OP_COUNT;
   size_t len = 0;

   for (int i = 0; i < n; i++) {
      const char *name = yysymbol_name(want[i]);

      if (name[0] == '\'')
         sign[(unsigned char)name[1] & 127] = true;
      else
         has[want[i]] = true;
   }
   if (has[YYSYMBOL_T_END])
      return "expected a statement or END";
   if (has[YYSYMBOL_T_VAR])
      return "expected TEMP, ATTRIB, PARAM, OUTPUT or BUFFER";

   bool name = has[YYSYMBOL_T_IDENT], integer = has[YYSYMBOL_T_INT], number = integer && has[YYSYMBOL_T_FLOAT];
   if (name && number) {
      words[num++] = p->has_op ? "an operand" : "a binding or a constant";
      sign['{'] = sign['|'] = false;
   } else if (number) {
      words[num++] = "a number";
   } else if (name && integer) {
      words[num++] = before == '[' ? "an index" : "0, 1 or a component";
   } else if (integer) {
      words[num++] = "an integer";
   } else if (has[YYSYMBOL_T_TEXDIM]) {
      words[num++] = "a texture target";
   } else if (name) {
      words[num++] = before == '(' || op == NV_OP_IF                    ? "a condition"
                     : op == NV_OP_CAL || op == NV_OP_BRA               ? "a label"
                     : before == '.'                                    ? "a name or components"
                     : p->has_op && (sign['.'] || p->last_end == p->stmt_op.span.off + p->stmt_op.span.len) ? "a result"
                                                                                                      : "a name";
      sign['.'] = false;
   }
   if (number || integer)
      sign['-'] = sign['+'] = sign['.'] = false;
   if (has[YYSYMBOL_T_DOTDOT])
      words[num++] = "\"..\"";
   if (sign[';'] || sign[','] || sign[')'] || sign['='] || sign['}'] || sign['|'])
      sign['.'] = sign['['] = sign['('] = false;
   for (unsigned c = 0; c < 128 && num_quoted < 16; c++) {
      if (sign[c]) {
         quoted[num_quoted][0] = quoted[num_quoted][2] = '"';
         quoted[num_quoted][1] = (char)c;
         quoted[num_quoted][3] = 0;
         words[num++] = quoted[num_quoted++];
      }
   }
   for (unsigned i = 0; i < num; i++) {
      int w = snprintf(text + len, 400 - len, "%s%s", i == 0 ? "expected " : i + 1 < num ? ", " : " or ", words[i]);
      len += w > 0 && (size_t)w < 400 - len ? (size_t)w : 0;
   }
   return text;
}

/*
 * Names of variables are looked at when their instruction is complete. If it turns out not to match the grammar, one of those
 * read so far that does not exist is the first mistake (`e` of `MOV a, e+2;`). The operand of KIL may be a condition.
 */
static bool undeclared_before(struct nv_parser *p)
{
   for (uint32_t i = 0; i < p->num_segs && p->has_op && p->stmt_op.op != NV_OP_KIL && !p->nameless; i++) {
      const struct nv_seg *s = &p->segs[i];
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
   NV_YYSTYPE unused;
   char text[400] = "";

   const char *list = expected(p, want, n, text);
   const bool said = !p->recovering && !p->rest_said && undeclared_before(p);
   p->recovering = true;
   if (p->rest_said)
      return 0;
   if (loc->len && p->text[loc->off] == ';')
      p->early_end = loc->off + 1;
   if (said)
      ;
   else if (got == YYSYMBOL_YYEOF)
      nv_error(p, DIAG_ID_syntax_error, *loc, "%s%sthe program ends without END", list, *list ? " but " : "");
   else
      nv_error(p, DIAG_ID_syntax_error, *loc, "%s%s\"%.*s\"", list, *list ? ", found " : "unexpected ", NV_STR(p, *loc));
   p->nameless += p->in_naming && loc->len && p->text[loc->off] == ']' && p->ctx->explained;
   for (int i = 0; i < n; i++)
      p->nameless += want[i] == YYSYMBOL_T_IDENT && n <= 2 && p->in_naming && p->ctx->explained;
   bool next = got == YYSYMBOL_T_IDENT && begins_statement(p, *loc, &unused);
   if (next)
      begin_again(p, *loc);
   if (said)
      return 0;
   if (next || got == YYSYMBOL_YYEOF)
      util_note(p->ctx, (struct util_span){p->last_end, 0}, "a \";\" may be missing here");
   else if (p->has_op)
      nv_note_form(p, &p->stmt_op);
   return 0;
}

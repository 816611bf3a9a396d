/* SPDX-License-Identifier: MIT */
/*
 * Generates random TGSI programs for the vertex, fragment and geometry stages, with every instruction of a table's kind,
 * control flow, indices into every file, masks, modifiers and pairs of 64 bits. The rules are those of NV programs (gen.c):
 * each program is correct and ends, and depends on nothing undefined. Values that machines compute differently reach neither
 * control flow nor integers. So each register holds values of one pool; 64-bit values have two pools.
 */
#include "tests/gen/gen.h"

#include "frontend/tgsi/ast/tgsi_ast.h"
#include "util/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum pool { FLOATS, INTEGERS, APPROX, DOUBLES, LONGS, POOLS };
#define REGS 3          /* registers of a pool, from TEMP[REGS * pool] on */
#define ARRAY 20        /* TEMP[20..23], ARRAY(1), which holds floats */
#define COUNTER 24      /* the first loop counter; there is one for each depth */
#define MAX_SUBS 3
#define MAX_DEPTH 4

struct tgsi_gen {
   struct util_rng rng;
   struct gen_text *out, text[1 + MAX_SUBS]; /* the main program and subroutines */
   unsigned lines[1 + MAX_SUBS];
   unsigned routine, subs;   /* the routine that is being written; number of subroutines */
   enum tgsi_stage stage;
   unsigned depth, loops;    /* open blocks; open loops */
   unsigned emits, weight;   /* emitted vertices; how often the current statement executes at most */
   unsigned wide;            /* instructions on doubles that are still allowed */
   bool diverged;
};

/* Writes a whole instruction. */
#define line(g, ...) (gen_put(&(g)->text[(g)->routine], __VA_ARGS__), (g)->lines[(g)->routine]++)

static unsigned below(struct tgsi_gen *g, unsigned n) { return util_rng_below(&g->rng, n); }
static bool chance(struct tgsi_gen *g, unsigned percent) { return below(g, 100) < percent; }

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

static enum pool pool_of(char type, bool approx)
{
   return type == 'F' ? approx ? APPROX : FLOATS : type == 'D' ? DOUBLES : type == 'L' || type == 'M' ? LONGS : INTEGERS;
}

static unsigned reg(struct tgsi_gen *g, enum pool pool)
{
   return REGS * (unsigned)pool + below(g, REGS);
}

/* Writes a register that holds values of the pool, without a swizzle. */
static void source_register(struct tgsi_gen *g, char *s, size_t n, enum pool pool)
{
   const unsigned k = below(g, 12), r = reg(g, pool);

   if (k < 6 || pool == APPROX) {
      snprintf(s, n, "TEMP[%u]", r);
   } else if (k == 6 && pool == FLOATS) {
      snprintf(s, n, "TEMP[ADDR[0].%c+%u](1)", "xyzw"[r % 4], ARRAY + r % 4);
   } else if (k == 7 && pool != DOUBLES) {
      snprintf(s, n, "CONST[0][ADDR[0].%c+%u]", "xyzw"[r % 4], pool == FLOATS ? r % 4 : 0);
      if (pool != FLOATS)
         snprintf(s, n, "IMM[ADDR[0].%c+%u]", "xyzw"[r % 4], 1 + r % 2);
   } else if (k == 8 || k == 9) {
      if (pool == FLOATS)
         snprintf(s, n, k == 8 ? "CONST[0][%u]" : "CONST[1][%u]", r % 4);
      else
         snprintf(s, n, "IMM[%u]", pool == DOUBLES ? 3 : 1 + r % 2);
   } else if (pool == FLOATS && g->stage == TGSI_STAGE_GEOM) {
      snprintf(s, n, k == 10 ? "IN[%u][%u]" : "IN[ADDR[0].x+%u][%u]", r % 3, below(g, 3));
   } else if (pool == FLOATS) {
      if (k == 10)
         snprintf(s, n, "IN[%u]", r % 3);
      else
         snprintf(s, n, "IN[ADDR[0].%c+%u]", "xyzw"[r % 4], r % 3);
   } else {
      snprintf(s, n, "TEMP[%u]", r);
   }
}

static void source(struct tgsi_gen *g, char *s, size_t n, char type, bool approx)
{
   static const char *const pairs[] = {"xyzw", "zwxy", "xyxy", "zwzw"};
   const enum pool pool = pool_of(type, approx && chance(g, 60));
   const bool wide = strchr("DLM", type), absolute = strchr("FD", type) && chance(g, 15), negative = chance(g, 25);
   char r[60], swizzle[6] = "";

   source_register(g, r, sizeof r, pool);
   if (wide && chance(g, 70)) {
      snprintf(swizzle, sizeof swizzle, ".%s", pairs[below(g, 4)]);
   } else if (!wide && chance(g, 60)) {
      swizzle[0] = '.';
      for (unsigned c = 1; c < 5; c++)
         swizzle[c] = "xyzw"[below(g, 4)];
   }
   snprintf(s, n, ", %s%s%s%s%s", negative ? "-" : "", absolute ? "|" : "", r, swizzle, absolute ? "|" : "");
}

/* Returns a mask that is valid for the kind. */
static const char *mask(struct tgsi_gen *g, enum tgsi_kind kind, char type)
{
   static const char *const any[] = {"", "", "", ".x", ".yw", ".xyz", ".w", ".zw"}, *const pairs[] = {"", ".xy", ".zw",
                                                                                                      ".xyzw"};
   static const char *const tests[] = {".x", ".z", ".xz", ".xy", ".yw", ""}, *const narrow[] = {".x", ".xy", ".zw", ".yz",
                                                                                                ".w"};

   if (kind == TGSI_PAIR_TEST)
      return tests[below(g, 6)];
   if (kind == TGSI_NARROW)
      return narrow[below(g, 5)];
   return strchr("DLM", type) ? pairs[below(g, 4)] : any[below(g, 8)];
}

static void destination(struct tgsi_gen *g, char *s, size_t n, enum pool pool, const char *m)
{
   if (pool == FLOATS && chance(g, 10))
      snprintf(s, n, "TEMP[ADDR[0].%c+%u](1)%s", "xyzw"[below(g, 4)], ARRAY + 1, m);
   else
      snprintf(s, n, "TEMP[%u]%s", reg(g, pool), m);
}

/* ---- instructions on numbers --------------------------------------------------------------------------------------------- */

/* Do machines differ in the instruction, or is it not an exact function of its operands? */
static bool is_approx(enum tgsi_op op)
{
   static const enum tgsi_op ops[] = {TGSI_OP_DIV, TGSI_OP_RCP,      TGSI_OP_RSQ,     TGSI_OP_SQRT, TGSI_OP_EX2, TGSI_OP_LG2,
                                      TGSI_OP_POW, TGSI_OP_SIN,      TGSI_OP_COS,     TGSI_OP_RCC,  TGSI_OP_LIT, TGSI_OP_EXP,
                                      TGSI_OP_LOG, TGSI_OP_NRM,      TGSI_OP_NRM4,    TGSI_OP_SCS,  TGSI_OP_RFL, TGSI_OP_DDX,
                                      TGSI_OP_DDY, TGSI_OP_DDX_FINE, TGSI_OP_DDY_FINE};

   for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++)
      if (op == ops[i])
         return true;
   return false;
}

/* Is the instruction a continuous function, so that it may have approximate operands? */
static bool is_smooth(enum tgsi_op op)
{
   static const enum tgsi_op ops[] = {TGSI_OP_MOV, TGSI_OP_ADD, TGSI_OP_SUB, TGSI_OP_MUL, TGSI_OP_MAD, TGSI_OP_MIN,
                                      TGSI_OP_MAX, TGSI_OP_LRP, TGSI_OP_ABS, TGSI_OP_DP2, TGSI_OP_DP3, TGSI_OP_DP4,
                                      TGSI_OP_DPH, TGSI_OP_DST, TGSI_OP_XPD, TGSI_OP_X2D};

   for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++)
      if (op == ops[i])
         return true;
   return false;
}

static bool possible(const struct tgsi_gen *g, enum tgsi_op op)
{
   const struct tgsi_op_info *i = &tgsi_op_info[op];
   const bool noise = op >= TGSI_OP_NOISE1 && op <= TGSI_OP_NOISE4;

   return i->kind <= TGSI_NARROW && !(i->flags & (TGSI_LATER | TGSI_ADDRESS)) && (i->stages >> g->stage & 1) && !noise &&
          !(i->flags & TGSI_DERIVATIVE && (g->diverged || g->depth || g->routine)) && (g->wide || !strpbrk(i->types, "DLM"));
}

static void arithmetic(struct tgsi_gen *g)
{
   enum tgsi_op op;
   bool optional;

   do
      op = (enum tgsi_op)below(g, TGSI_OP_COUNT);
   while (!possible(g, op));
   const struct tgsi_op_info *info = &tgsi_op_info[op];
   const bool approx = is_approx(op) || (is_smooth(op) && chance(g, 30));
   const enum pool pool = pool_of(info->types[0], approx);
   const unsigned num = tgsi_num_src(op, &optional);
   char dst[80], src[5][90] = {"", "", "", "", ""};

   g->wide -= strpbrk(info->types, "DLM") != NULL;
   destination(g, dst, sizeof dst, pool, mask(g, (enum tgsi_kind)info->kind, info->types[0]));
   for (unsigned n = 0; n < num; n++) {
      if (n == 1 && op >= TGSI_OP_M4X4 && op <= TGSI_OP_M3X2) { /* the rows of a matrix are consecutive registers */
         snprintf(src[n], sizeof src[n], below(g, 2) ? ", CONST[0][%u]" : ", -CONST[0][%u].yzwx", below(g, 5));
         continue;
      }
      const bool may = (is_approx(op) && op != TGSI_OP_POW) || is_smooth(op);
      source(g, src[n], sizeof src[n], tgsi_src_type(op, n), approx && may && !is_approx(op));
   }
   if (info->kind == TGSI_FRACEXP)
      line(g, "%s TEMP[%u].xy, TEMP[%u].x%s\n", info->name, reg(g, DOUBLES), reg(g, INTEGERS), src[0]);
   else
      line(g, "%s%s%s %s%s%s%s%s\n", info->name, info->types[0] == 'F' && chance(g, 12) ? "_SAT" : "",
           info->types[0] == 'F' && chance(g, 5) ? "_PRECISE" : "", dst, src[0], src[1], src[2], src[3]);
}

static void texture(struct tgsi_gen *g)
{
   static const char *const targets[] = {"2D", "3D", "CUBE", "SHADOW2D"};
   static const char *const ops[] = {"TEX", "TXL", "TXB", "TXP", "TXF", "TXQ", "TXD"};
   const unsigned unit = below(g, 4), k = below(g, 7), d = reg(g, APPROX), f = reg(g, FLOATS), i = reg(g, INTEGERS);

   if (k == 4 && unit > 1)
      line(g, "TXF TEMP[%u], TEMP[%u], SAMP[0], 2D\n", d, i);
   else if (k == 5)
      line(g, "TXQ TEMP[%u], TEMP[%u].xxxx, SAMP[%u], %s\n", i, i, unit, targets[unit]);
   else if (k == 6)
      line(g, "TXD TEMP[%u], TEMP[%u], IN%s[0], CONST[0][1], SAMP[%u], %s\n", d, f, g->stage == TGSI_STAGE_GEOM ? "[0]" : "",
           unit, targets[unit]);
   else if (k == 4 || (k == 2 && g->stage != TGSI_STAGE_FRAG))
      line(g, "TXL TEMP[%u], TEMP[%u], SAMP[%u], %s\n", d, k == 4 ? f : f, unit, targets[unit]);
   else
      line(g, "%s TEMP[%u], TEMP[%u], SAMP[%u], %s\n", ops[k], d, f, unit, targets[unit]);
}

/* ---- flow ---------------------------------------------------------------------------------------------------------------- */

static void block(struct tgsi_gen *g, unsigned statements);

static void condition(struct tgsi_gen *g, const char *word, enum pool pool)
{
   const char c = "xyzw"[below(g, 4)];

   line(g, "%s TEMP[%u].%c%c%c%c\n", word, reg(g, pool), c, c, c, c);
}

static void branch(struct tgsi_gen *g, unsigned statements)
{
   const bool integer = chance(g, 50);

   condition(g, integer ? "UIF" : "IF", integer ? INTEGERS : FLOATS);
   block(g, statements / 2 + 1);
   if (chance(g, 60)) {
      line(g, "ELSE\n");
      block(g, statements / 2 + 1);
   }
   line(g, "ENDIF\n");
}

/* Writes a loop that counts to 3. Some invocations leave it or continue early. */
static void loop(struct tgsi_gen *g, unsigned statements)
{
   const unsigned counter = COUNTER + g->routine * MAX_DEPTH + g->depth, kind = below(g, 4);

   g->weight *= 3;
   g->loops++;
   if (kind == 0) {
      line(g, "REP IMM[0].wwww\n");
   } else {
      line(g, "MOV TEMP[%u].x, IMM[1].xxxx\n", counter);
      line(g, "BGNLOOP\n");
      line(g, "USGE TEMP[%u].y, TEMP[%u].xxxx, IMM[1].wwww\n", counter, counter);
      if (kind == 1) {
         line(g, "BREAKC TEMP[%u].yyyy\n", counter);
      } else {
         line(g, "UIF TEMP[%u].yyyy\n", counter);
         line(g, "BRK\n");
         line(g, "ENDIF\n");
      }
      line(g, "UADD TEMP[%u].x, TEMP[%u].xxxx, IMM[1].yyyy\n", counter, counter);
   }
   block(g, statements / 2 + 1);
   if (chance(g, 60)) {
      condition(g, "UIF", INTEGERS);
      line(g, chance(g, 50) ? "BRK\n" : "CONT\n");
      line(g, "ENDIF\n");
      block(g, statements / 2 + 1);
   }
   line(g, kind == 0 ? "ENDREP\n" : "ENDLOOP\n");
   g->loops--;
   g->weight /= 3;
}

static void sections(struct tgsi_gen *g, unsigned statements)
{
   const unsigned n = 1 + below(g, 4), other = below(g, 6);

   condition(g, "SWITCH", INTEGERS);
   for (unsigned k = 0; k < n; k++) {
      if (k == other)
         line(g, "DEFAULT\n");
      line(g, "CASE IMM[1].%c%c%c%c\n", "xyzw"[k], "xyzw"[k], "xyzw"[k], "xyzw"[k]);
      block(g, statements / 3 + 1);
      if (chance(g, 60))
         line(g, "BRK\n");
   }
   line(g, "ENDSWITCH\n");
}

/* Writes a texture access and uses its result after places where invocations leave. It has a level, as it may be anywhere. */
static void late_texture(struct tgsi_gen *g)
{
   static const char *const targets[] = {"2D", "3D", "CUBE"};
   const unsigned unit = below(g, 3), to = reg(g, APPROX), sum = reg(g, APPROX);

   line(g, "TXL TEMP[%u], TEMP[%u], SAMP[%u], %s\n", to, reg(g, FLOATS), unit, targets[unit]);
   for (unsigned n = 1 + below(g, 3); n > 0; n--) {
      condition(g, "UIF", INTEGERS);
      line(g, g->loops && chance(g, 80) ? chance(g, 70) ? "BRK\n" : "CONT\n" : g->routine ? "RET\n" : "BRK\n");
      line(g, "ENDIF\n");
      if (chance(g, 50))
         arithmetic(g);
   }
   line(g, "ADD TEMP[%u], TEMP[%u], TEMP[%u].yzwx\n", sum, sum, to);
}

static void statement(struct tgsi_gen *g, unsigned statements)
{
   const unsigned k = below(g, 100);

   if (k < 6 && g->depth < MAX_DEPTH - 1)
      branch(g, statements);
   else if (k < 9 && g->depth < MAX_DEPTH - 1 && g->weight < 27)
      loop(g, statements);
   else if (k < 11 && g->depth < MAX_DEPTH - 1)
      sections(g, statements);
   else if (k < 15)
      line(g, "UARL ADDR[0]%s, TEMP[%u]\n", chance(g, 50) ? "" : ".yw", reg(g, INTEGERS));
   else if (k < 16)
      line(g, "ARL ADDR[0].x, TEMP[%u].yyyy\n", reg(g, FLOATS));
   else if (k < 18 && g->routine < g->subs && g->weight < 9)
      line(g, chance(g, 50) ? "CAL :@%u\n" : "CALLNZ TEMP[0].xxxx :@%u\n", g->routine + 1);
   else if (k < 22 && !g->diverged && !g->depth && !g->routine)
      texture(g);
   else if (k < 23 && g->stage == TGSI_STAGE_FRAG) {
      line(g, "KILL_IF TEMP[%u]\n", reg(g, FLOATS));
      g->diverged = true;
   } else if (k < 26 && (g->loops || g->routine))
      late_texture(g);
   else if (k < 24 && g->stage == TGSI_STAGE_GEOM && !g->depth && !g->routine && g->emits < 6) {
      line(g, "MOV OUT[1], TEMP[%u]\n", reg(g, APPROX));
      line(g, "EMIT IMM[1].xxxx\n");
      if (chance(g, 40))
         line(g, "ENDPRIM IMM[1].xxxx\n");
      g->emits++;
   } else
      arithmetic(g);
}

static void block(struct tgsi_gen *g, unsigned statements)
{
   g->depth++;
   for (unsigned n = 0; n < statements && n < 8; n++)
      statement(g, statements / 2);
   g->depth--;
}

/* ---- the program --------------------------------------------------------------------------------------------------------- */

#define OUTPUTS 5
static const enum pool output_pool[OUTPUTS] = {FLOATS, APPROX, INTEGERS, DOUBLES, LONGS};

static void declarations(const struct tgsi_gen *g, struct gen_text *t)
{
   static const char *const targets[] = {"2D", "3D", "CUBE", "SHADOW2D"};

   gen_put(t, "%s\n", g->stage == TGSI_STAGE_VERT ? "VERT" : g->stage == TGSI_STAGE_FRAG ? "FRAG" : "GEOM");
   if (g->stage == TGSI_STAGE_GEOM)
      gen_put(t, "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nPROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\nPROPERTY "
                 "GS_MAX_OUTPUT_VERTICES 8\n");
   for (unsigned i = 0; i < 3; i++)
      gen_put(t,
              g->stage == TGSI_STAGE_FRAG   ? "DCL IN[%u], GENERIC[%u], PERSPECTIVE\n"
              : g->stage == TGSI_STAGE_GEOM ? "DCL IN[][%u], GENERIC[%u]\n"
                                            : "DCL IN[%u]\n",
              i, i);
   for (unsigned i = 0; i < OUTPUTS; i++)
      if (g->stage == TGSI_STAGE_FRAG)
         gen_put(t, "DCL OUT[%u], COLOR[%u]\n", i, i);
      else if (i)
         gen_put(t, "DCL OUT[%u], GENERIC[%u]\n", i, i - 1);
      else
         gen_put(t, "DCL OUT[0], POSITION\n");
   for (unsigned i = 0; i < 4; i++)
      gen_put(t, "DCL SAMP[%u]\nDCL SVIEW[%u], %s, FLOAT\n", i, i, targets[i]);
   gen_put(t,
           "DCL CONST[0][0..7]\nDCL CONST[1][0..3]\nDCL TEMP[0..%u]\nDCL TEMP[%u..%u], ARRAY(1), LOCAL\nDCL TEMP[%u..%u]\nDCL "
           "ADDR[0]\n",
           ARRAY - 1, ARRAY, ARRAY + 3, COUNTER, COUNTER + (1 + MAX_SUBS) * MAX_DEPTH);
   gen_put(t, "IMM[0] FLT32 {    1.0000,     0.5000,    -2.0000,     3.0000}\nIMM[1] UINT32 {0, 1, 2, 3}\nIMM[2] INT32 {-1, "
              "31, -2147483648, 12345}\n"
              "IMM[3] FLT64 {1.5, -3.25}\n");
}

/* Gives the registers of every pool their initial values. */
static void beginning(struct tgsi_gen *g)
{
   const char *vertex = g->stage == TGSI_STAGE_GEOM ? "[1]" : "";

   for (unsigned i = 0; i < REGS; i++) {
      line(g, "MOV TEMP[%u], IN%s[%u]\n", REGS * FLOATS + i, vertex, i);
      line(g, "F2I TEMP[%u], IN%s[%u].wzyx\n", REGS * INTEGERS + i, vertex, i);
      line(g, "MUL TEMP[%u], IN%s[%u], IMM[0].yyyy\n", REGS * APPROX + i, vertex, i);
      line(g, "F2D TEMP[%u], IN%s[%u]\n", REGS * DOUBLES + i, vertex, i);
      line(g, "I2I64 TEMP[%u], TEMP[%u]\n", REGS * LONGS + i, REGS * INTEGERS + i);
   }
   for (unsigned i = 0; i < 4; i++)
      line(g, "MOV TEMP[%u], CONST[0][%u]\n", ARRAY + i, i);
}

/* Copies the text of a routine, with the instruction number of each subroutine that it calls. */
static void copy_routine(struct tgsi_gen *g, unsigned routine)
{
   const char *s = g->text[routine].data;

   for (; s && *s; s++) {
      if (*s != '@') {
         gen_put(g->out, "%c", *s);
         continue;
      }
      unsigned at = 0;
      for (unsigned k = 0, to = (unsigned)(*++s - '0'); k < to; k++)
         at += g->lines[k];
      gen_put(g->out, "%u", at);
   }
}

void gen_tgsi(uint64_t seed, unsigned size, struct gen_text *out)
{
   static const enum tgsi_stage stages[] = {TGSI_STAGE_VERT, TGSI_STAGE_FRAG, TGSI_STAGE_GEOM};
   struct tgsi_gen *g = calloc(1, sizeof *g);

   if (!g)
      return;
   util_rng_init(&g->rng, seed * 31 + 7);
   g->out = out;
   g->stage = stages[seed % 3];
   g->subs = below(g, 3) ? 0 : 1 + below(g, MAX_SUBS);
   g->weight = 1;
   g->wide = 3 + below(g, 6);
   beginning(g);
   for (unsigned n = 0; n < size; n++)
      statement(g, 6);
   for (unsigned i = 0; i < OUTPUTS; i++)
      line(g, "MOV OUT[%u], TEMP[%u]\n", i, reg(g, output_pool[i]));
   if (g->stage == TGSI_STAGE_GEOM)
      line(g, "EMIT IMM[1].xxxx\n");
   line(g, "END\n");
   for (g->routine = 1; g->routine <= g->subs; g->routine++) {
      line(g, "BGNSUB\n");
      block(g, size / 6 + 1);
      if (chance(g, 50)) {
         condition(g, "UIF", INTEGERS);
         line(g, "RET\n");
         line(g, "ENDIF\n");
         block(g, 2);
      }
      line(g, "RET\n");
      line(g, "ENDSUB\n");
   }
   declarations(g, out);
   for (unsigned k = 0; k <= g->subs; k++) {
      copy_routine(g, k);
      free(g->text[k].data);
   }
   free(g);
}

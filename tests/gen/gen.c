/* SPDX-License-Identifier: MIT */
/*
 * Generates random NV_gpu_program4 programs: vertex or fragment, and geometry.
 *
 * Rules that every program follows:
 * - It is correct: every variable has one declared type and is used only with that type.
 * - It terminates: loops nest at most three deep and have at most five iterations, calls form no cycle, and the instructions
 *   that can execute are counted while they are written (MAX_STEPS).
 * - It depends on nothing that both the documents and docs/semantics-nv.md leave undefined.
 * - Its results do not depend on small errors: values of approximate instructions (RCP, SIN ...), of textures and of
 *   derivatives live in separate variables (pool APPROX). They reach float results, but no comparison, conversion, index,
 *   condition code or kill.
 * - Derivatives, explicit or of a texture, are almost always taken where all invocations of the wave execute.
 * - Geometry programs declare and emit at most MAX_EMITS vertices, and do not exceed the limit on the total of components.
 *
 * Programs with many exits (gen_exits) keep more variables live, have more loops, and leave loops and routines in many places.
 *
 * All random numbers come from the project's own generator, so the text is the same on every host.
 */
#include "tests/gen/gen_priv.h"

#include <stdarg.h>

#define MAX_STEPS 20000
#define MAX_COUNTERS 8
#define MAX_EMITS 16 /* 64 components for each vertex are within the limit of 1024; see declarations() */

static const struct op {
   const char *name;
   uint8_t op, shape, types, default_type;
   bool cc, sat, half;
   uint8_t out, in[3], stages;
} ops[] = {
#define NV_OP(name, shape, types, defty, cc, sat, half, out, in0, in1, in2, stages, ...) \
   {#name, NV_OP_##name, NV_SHAPE_##shape, NV_TYPES_##types, NV_TYPE_##defty, cc, sat, half, NV_FMT_##out, \
    {NV_FMT_##in0, NV_FMT_##in1, NV_FMT_##in2}, stages},
#include "frontend/nv/ast/nv_ops.def"
#undef NV_OP
};

/* ------------------------------------------------------------------------------------------------------------- instructions */

/* Does the result of the instruction differ between machines, or is it approximate? */
static bool is_approx(const struct op *o, enum nv_type type)
{
   switch (o->op) {
   case NV_OP_COS:
   case NV_OP_EX2:
   case NV_OP_LG2:
   case NV_OP_LIT:
   case NV_OP_NRM:
   case NV_OP_POW:
   case NV_OP_RCC:
   case NV_OP_RCP:
   case NV_OP_RFL:
   case NV_OP_RSQ:
   case NV_OP_SCS:
   case NV_OP_SIN:
   case NV_OP_DDX:
   case NV_OP_DDY:
      return true;
   case NV_OP_DIV:
      return type == NV_TYPE_F;
   default:
      return false;
   }
}

/* Is the instruction continuous, so that approximate operands give approximate results? */
static bool takes_approx(const struct op *o)
{
   switch (o->op) {
   case NV_OP_ABS:
   case NV_OP_ADD:
   case NV_OP_DP2:
   case NV_OP_DP2A:
   case NV_OP_DP3:
   case NV_OP_DP4:
   case NV_OP_DPH:
   case NV_OP_DST:
   case NV_OP_LRP:
   case NV_OP_MAD:
   case NV_OP_MAX:
   case NV_OP_MIN:
   case NV_OP_MOV:
   case NV_OP_MUL:
   case NV_OP_SUB:
   case NV_OP_SWZ:
   case NV_OP_X2D:
   case NV_OP_XPD:
   case NV_OP_COS:
   case NV_OP_SIN:
   case NV_OP_RCP:
      return true;
   default:
      return false;
   }
}

static enum nv_type format_type(unsigned format, enum nv_type type)
{
   return format == NV_FMT_VF ? NV_TYPE_F : format == NV_FMT_VS ? NV_TYPE_S : format == NV_FMT_VU ? NV_TYPE_U : type;
}

static enum nv_stage stage(const struct gen *g)
{
   return g->vertices ? NV_GEOMETRY : g->fragment ? NV_FRAGMENT : NV_VERTEX;
}

static void counted(struct gen *g)
{
   g->cost += g->weight;
}

static void alu(struct gen *g)
{
   const struct op *o;
   enum nv_type type;
   bool pack;
   do {
      o = &ops[below(g, NV_OP_ARL)]; /* later rows belong to other languages */
      type = o->types == NV_TYPES_F ? NV_TYPE_F : o->types == NV_TYPES_I ? 2 + below(g, 2) : 1 + below(g, 3);
      pack = o->op == NV_OP_PK2H || o->op == NV_OP_PK2US || o->op == NV_OP_PK4B || o->op == NV_OP_PK4UB;
      /* Bit patterns are integers: packed values are not kept in floats. */
   } while (o->out == NV_FMT_NONE || o->shape == NV_SHAPE_TEX || o->shape == NV_SHAPE_TXD || !(o->stages >> stage(g) & 1) ||
            ((pack || (o->op >= NV_OP_UP2H && o->op <= NV_OP_UP4UB)) && type == NV_TYPE_F) ||
            ((o->op == NV_OP_DDX || o->op == NV_OP_DDY) && (g->depth || g->diverged || g->in_sub) && !chance(g, 5)));

   enum nv_type res = format_type(o->out, type);
   bool approx = is_approx(o, type) || (type == NV_TYPE_F && takes_approx(o) && chance(g, 20));
   indent(g);
   put(g, "%s", o->name);
   bool mul24 = o->op == NV_OP_MUL && type != NV_TYPE_F && chance(g, 10),
        hi = o->op == NV_OP_MUL && type != NV_TYPE_F && !mul24 && chance(g, 25);
   if (o->half && type == NV_TYPE_F && chance(g, 8)) {
      put(g, "%s", chance(g, 70) ? "H" : "R");
   } else if (mul24) {
      put(g, type == NV_TYPE_S ? ".S24" : ".U24");
   } else if (type != o->default_type || chance(g, 30)) {
      put(g, type == NV_TYPE_F ? ".F" : type == NV_TYPE_S ? ".S" : ".U");
   }
   if (hi)
      put(g, ".HI");
   if (o->cc && !approx && chance(g, 30))
      put(g, "%s", chance(g, 50) ? ".CC" : chance(g, 50) ? ".CC0" : ".CC1");
   if (o->sat && res == NV_TYPE_F && chance(g, 15))
      put(g, "%s", chance(g, 60) ? ".SAT" : ".SSAT");
   put(g, " ");
   gen_result(g, approx ? APPROX : (enum pool)res);
   for (unsigned i = 0; i < 3 && o->in[i] != NV_FMT_NONE; i++) {
      enum nv_type t = format_type(o->in[i], type);
      put(g, ", ");
      if (o->shape == NV_SHAPE_SWZ)
         gen_variable(g, FLOAT, approx, false);
      else
         gen_operand(g, (enum pool)t, approx && takes_approx(o), o->in[i] == NV_FMT_S);
   }
   for (unsigned c = 0; o->shape == NV_SHAPE_SWZ && c < 4; c++) {
      put(g, ", %s", chance(g, 30) ? "-" : "");
      put_one(g, "xyzw01");
   }
   put(g, ";\n");
   counted(g);
}

static bool is_shadow(enum exec_tex_target t)
{
   return t == TEX_SHADOW1D || t == TEX_SHADOW2D || t == TEX_SHADOWRECT || t == TEX_SHADOWCUBE || t == TEX_SHADOWARRAY1D ||
          t == TEX_SHADOWARRAY2D;
}

static void texture(struct gen *g)
{
   static const char *const target_name[] = {
       "1D",         "2D",      "3D",      "CUBE",       "RECT",          "SHADOW1D",      "SHADOW2D",
       "SHADOWRECT", "ARRAY1D", "ARRAY2D", "SHADOWCUBE", "SHADOWARRAY1D", "SHADOWARRAY2D", "BUFFER"};
   /* Number of components in the texel offset of each target. */
   static const uint8_t offsets[] = {1, 2, 3, 0, 2, 1, 2, 2, 1, 2, 0, 1, 2, 0};
   unsigned unit = below(g, UNITS);
   enum exec_tex_target t = g->target[unit];
   static const uint8_t kinds[] = {NV_OP_TEX, NV_OP_TEX, NV_OP_TXB, NV_OP_TXL, NV_OP_TXP, NV_OP_TXD, NV_OP_TXF, NV_OP_TXQ};
   bool four = t == TEX_SHADOWCUBE || t == TEX_SHADOWARRAY2D; /* the reference value is in w */
   bool uniform = !g->depth && !g->diverged && !g->in_sub;
   unsigned op;
   for (;;) {
      op = kinds[below(g, sizeof kinds)];
      if (t == TEX_BUFFER && op != NV_OP_TXF && op != NV_OP_TXQ)
         continue;
      if (four && (op == NV_OP_TXB || op == NV_OP_TXL || op == NV_OP_TXP))
         continue;
      if (op == NV_OP_TXF && (is_shadow(t) || t == TEX_CUBE))
         continue;
      if (g->fragment && !uniform && t != TEX_BUFFER && (op == NV_OP_TEX || op == NV_OP_TXB || op == NV_OP_TXP) &&
          !chance(g, 5))
         continue;
      break;
   }
   indent(g);
   put(g, "%s%s ", ops[op].name, op != NV_OP_TXQ && chance(g, 10) ? ".SAT" : "");
   gen_result(g, op == NV_OP_TXQ ? INT : APPROX);
   put(g, ", ");
   gen_operand(g, op == NV_OP_TXF || op == NV_OP_TXQ ? INT : FLOAT, false, false);
   for (unsigned i = 0; op == NV_OP_TXD && i < 2; i++) {
      put(g, ", ");
      gen_operand(g, FLOAT, false, false);
   }
   put(g, ", texture[%u], %s", unit, target_name[t]);
   if (op != NV_OP_TXQ && offsets[t] && chance(g, 20))
      for (unsigned i = 0; i < offsets[t]; i++)
         put(g, "%s%d%s", i ? ", " : ", (", (int)below(g, 16) - 8, i + 1 == offsets[t] ? ")" : "");
   put(g, ";\n");
   counted(g);
}

static void kil(struct gen *g)
{
   indent(g);
   if (chance(g, 30)) {
      put(g, "KIL ");
      gen_condition(g);
   } else if (chance(g, 60)) {
      put(g, "KIL ");
      gen_operand(g, FLOAT, false, false);
   } else {
      put(g, "KIL.S ");
      gen_operand(g, INT, false, false);
   }
   put(g, ";\n");
   counted(g);
}

/* --------------------------------------------------------------------------------------------------------------------- flow */

static void block(struct gen *g, unsigned size);

/* Writes an instruction that gives the next test varied results. */
static void set_condition(struct gen *g)
{
   indent(g);
   if (chance(g, 50)) {
      put(g, "SUB.S.CC%u i", below(g, 2));
      put_below(g, g->temps[INT]);
      put(g, ", ");
      gen_operand(g, INT, false, false);
      put(g, ", ");
      gen_operand(g, INT, false, false);
   } else {
      put(g, "SLT.CC%u f", below(g, 2));
      put_below(g, g->temps[FLOAT]);
      put(g, ", ");
      gen_operand(g, FLOAT, false, false);
      put(g, ", ");
      gen_operand(g, FLOAT, false, false);
   }
   put(g, ";\n");
   counted(g);
}

static void open_if(struct gen *g)
{
   indent(g);
   put(g, "IF ");
   gen_condition(g);
   put(g, ";\n");
   g->depth++;
}

static void close_if(struct gen *g)
{
   g->depth--;
   indent(g);
   put(g, "ENDIF;\n");
}

static void if_block(struct gen *g, unsigned size)
{
   if (chance(g, 70))
      set_condition(g);
   open_if(g);
   block(g, size / 2);
   if (chance(g, 60)) {
      g->depth--;
      indent(g);
      put(g, "ELSE;\n");
      g->depth++;
      block(g, size / 2);
   }
   close_if(g);
   g->cost += 3 * g->weight;
}

static unsigned max_counters(const struct gen *g)
{
   return g->exits ? 3 * MAX_COUNTERS : MAX_COUNTERS;
}

static void counter_test(struct gen *g, unsigned counter)
{
   indent(g);
   put(g, " SUB.S.CC l%u.x, l%u.x, 1;\n", counter, counter);
   indent(g);
   put(g, " BRK (LT.x);\n");
}

static void rep_block(struct gen *g, unsigned size)
{
   unsigned count = below(g, 6), form = below(g, g->exits ? 7 : 5);
   if (form >= 4 && g->counters == max_counters(g))
      form = 0;
   const bool test_at_end = form >= 5;
   const unsigned counter = g->counters;
   indent(g);
   switch (form) {
   case 0:
      put(g, "REP.S {%d, 0, 0, 0};\n", (int)count - (int)chance(g, 10));
      break;
   case 1: /* the count is rounded down */
      put(g, "REP {%u.%u, 0, 0, 0};\n", count, below(g, 10));
      break;
   case 2:
      put(g, "REP.U {%u, 0, 0, 0};\n", count);
      break;
   case 3: /* the count differs between invocations; only a mask bounds it */
      count = 3;
      put(g, "AND.S n.x, i%u, 3;\n", below(g, g->temps[INT]));
      indent(g);
      put(g, "REP.S n.x;\n");
      break;
   default: /* the BRK comes before every CONT, or the body has no CONT */
      put(g, "MOV.S l%u.x, %u;\n", counter, count);
      indent(g);
      put(g, "REP;\n");
      if (!test_at_end)
         counter_test(g, counter);
      g->counters++;
   }
   uint64_t weight = g->weight;
   const bool no_cont = g->no_cont;
   g->cost += 3 * weight;
   g->weight *= count + 1;
   g->cost += 3 * g->weight;
   g->depth++;
   g->loops++;
   g->no_cont = test_at_end;
   block(g, size);
   g->no_cont = no_cont;
   g->depth--;
   g->loops--;
   g->weight = weight;
   if (test_at_end)
      counter_test(g, counter);
   indent(g);
   put(g, "ENDREP;\n");
}

static void leave(struct gen *g)
{
   if (chance(g, 70))
      set_condition(g);
   indent(g);
   if (g->loops && chance(g, g->exits && !g->in_sub ? 97 : 80)) { /* an invocation that ends early has few results */
      put(g, "%s (", chance(g, g->exits ? 80 : 50) || g->no_cont ? "BRK" : "CONT");
   } else {
      put(g, "RET (");
      g->diverged |= !g->in_sub;
   }
   gen_condition(g);
   put(g, ");\n");
   counted(g);
}

/* Writes an if that only leaves a loop or routine. */
static void leave_if(struct gen *g)
{
   const bool loop = g->loops && chance(g, g->exits && !g->in_sub ? 97 : 80), cont = loop && !g->no_cont && chance(g, 30);

   set_condition(g);
   open_if(g);
   indent(g);
   put(g, "%s;\n", cont ? "CONT" : loop ? "BRK" : "RET");
   g->diverged |= !loop && !g->in_sub;
   close_if(g);
   counted(g);
}

/* Writes a texture access and uses its result after places where invocations leave. It has a level, as it may be anywhere. */
static void late_texture(struct gen *g)
{
   static const char *const target_name[] = {
       [TEX_1D] = "1D", [TEX_2D] = "2D", [TEX_3D] = "3D", [TEX_CUBE] = "CUBE", [TEX_RECT] = "RECT"};
   const unsigned unit = below(g, UNITS), to = below(g, g->temps[APPROX]), sum = below(g, g->temps[APPROX]);
   const enum exec_tex_target t = g->target[unit];

   if (t >= sizeof target_name / sizeof *target_name || !target_name[t]) {
      texture(g);
      return;
   }
   indent(g);
   put(g, "TXL a%u, ", to);
   gen_operand(g, FLOAT, false, false);
   put(g, ", texture[%u], %s;\n", unit, target_name[t]);
   counted(g);
   for (unsigned n = 1 + below(g, 3); n > 0; n--) {
      if (chance(g, 50))
         leave_if(g);
      else
         leave(g);
      if (chance(g, 50))
         alu(g);
   }
   indent(g);
   put(g, "ADD a%u, a%u, a%u.yzwx;\n", sum, sum, to);
   counted(g);
}

static void call(struct gen *g)
{
   unsigned sub = below(g, g->callable);
   if (g->cost + g->weight * g->sub_cost[sub] > MAX_STEPS ||
       (g->vertices && g->emits + g->weight * g->sub_emits[sub] >= MAX_EMITS)) {
      alu(g);
      return;
   }
   indent(g);
   put(g, "CAL sub%u", sub);
   gen_optional_condition(g, 30);
   put(g, ";\n");
   g->cost += g->weight * (g->sub_cost[sub] + 1);
   g->emits += g->weight * g->sub_emits[sub];
}

/* Emits a vertex, mostly with a new value in it, or ends a primitive. results() emits the last vertex. */
static void emit(struct gen *g)
{
   static const char *const some[] = {
       "MOV result.position, f0;\n",    "MOV result.color, a0;\n",       "MOV.S outi, i0;\n", "MOV.U outu.yz, u1;\n",
       "MOV.S result.layer.x, i1.y;\n", "MOV result.clip[1].x, f1.z;\n", "MOV outt[2], a1;\n"};
   if (chance(g, 20) || g->emits + g->weight >= MAX_EMITS) {
      indent(g);
      put(g, "ENDPRIM;\n");
   } else {
      for (unsigned n = below(g, 4); n > 0; n--) {
         indent(g);
         put(g, "%s", some[below(g, sizeof some / sizeof *some)]);
         counted(g);
      }
      indent(g);
      put(g, "EMIT;\n");
      g->emits += g->weight;
   }
   counted(g);
}

/* Limits of each kind of statement, in percent; a kind has the range up to its limit from the one before. */
static const struct rates {
   uint8_t ifs, loops, calls, exits, late, textures;
} usual = {8, 13, 17, 19, 21, 23}, many_exits = {14, 26, 29, 51, 55, 57};

static void block(struct gen *g, unsigned size)
{
   const struct rates *r = g->exits ? &many_exits : &usual;
   unsigned n = size ? 1 + below(g, size) : 1;
   for (unsigned i = 0; i < n && g->cost < MAX_STEPS; i++) {
      unsigned k = below(g, 100), rest = n - i;
      if (k < r->ifs && g->depth < 6)
         if_block(g, rest / 2);
      else if (k < r->loops && g->loops < 3 && g->depth < 6 && g->cost + 20 * g->weight < MAX_STEPS)
         rep_block(g, rest / 2);
      else if (k < r->calls && g->callable)
         call(g);
      else if (k < r->exits && (g->loops || g->in_sub))
         leave(g);
      else if (k < r->late && (g->loops || g->in_sub))
         late_texture(g);
      else if (k < r->textures + (g->fragment ? 4u : 0))
         texture(g);
      else if (k == 99 && g->kil)
         kil(g);
      else if (k >= 90 && g->vertices)
         emit(g);
      else
         alu(g);
   }
}

/* -------------------------------------------------------------------------------------------------------------------
   program */

static void declarations(struct gen *g)
{
   static const char *const modifier[POOL_COUNT] = {[FLOAT] = "FLOAT ", [INT] = "INT ", [UINT] = "UINT ", [APPROX] = "FLOAT "};
   if (g->fragment) {
      static const char *const interp[] = {"", "FLAT ", "CENTROID ", "NOPERSPECTIVE "};
      put(g,
          "%sATTRIB inf = fragment.attrib[0];\nFLAT INT ATTRIB ini = fragment.attrib[1];\nFLAT UINT ATTRIB inu = "
          "fragment.attrib[2];\n",
          interp[below(g, 4)]);
   } else {
      put(g, "ATTRIB inf = vertex.attrib[0];\nINT ATTRIB ini = vertex.attrib[1];\nUINT ATTRIB inu = vertex.attrib[2];\n");
   }
   /* results: 2 of 4 integers, position, color, 4 texture coordinates, layer, clip distance: 34 components */
   if (g->vertices) {
      put(g, "ATTRIB inv = vertex[%u].attrib[3];\n", below(g, g->vertices));
      put(g, "ATTRIB inm[3] = { vertex.texcoord[2..4] };\nINT ATTRIB prim = primitive.id;\nOUTPUT outt[] = { "
             "result.texcoord[0..3] };\n");
   }
   for (unsigned p = FLOAT; p < POOL_COUNT; p++) {
      g->temps[p] = g->exits ? 4 + below(g, 6) : 2 + below(g, 3);
      /* Packed values need all bits, so integers are not SHORT. */
      put(g, "%s%sTEMP ", p == FLOAT && chance(g, 10) ? "SHORT " : "", modifier[p]);
      for (unsigned i = 0; i < g->temps[p]; i++)
         put(g, "%s%c%u", i ? ", " : "", pool_letter[p], i);
      put(g, ";\n");
      if (p == APPROX)
         continue;
      g->array_len[p] = 2 + below(g, 4);
      put(g, "%sTEMP t%c[%u];\n", modifier[p], pool_letter[p], g->array_len[p]);
      g->param_len[p] = 2 + below(g, 5);
      put(g, "%sPARAM p%c[%u] = { ", modifier[p], pool_letter[p], g->param_len[p]);
      for (unsigned i = 0; i < g->param_len[p]; i++) {
         put(g, "%s", i ? ", " : "");
         if (p == FLOAT && i + 1 < g->param_len[p] && chance(g, 20)) {
            put(g, "program.local[%u..%u]", 4 + i, 5 + i);
            i++;
         } else if (p == FLOAT && chance(g, 20)) {
            put(g, "program.env[%u]", 4 + i);
         } else {
            gen_vector(g, (enum pool)p);
         }
      }
      put(g, " };\n");
   }
   if (g->buffer)
      put(g, "FLOAT BUFFER%s bf[6] = { program.buffer[0][%u..%u] };\n", chance(g, 50) ? "4" : "", 1, 6);
   put(g, "INT TEMP n, l0, l1, l2, l3, l4, l5, l6, l7;\n");
   for (unsigned l = 8; l < max_counters(g); l++)
      put(g, "INT TEMP l%u;\n", l);
   if (!g->fragment)
      put(g, "INT OUTPUT outi = result.attrib[0];\nUINT OUTPUT outu = result.attrib[1];\n");
}

/* Adds the variables of a pool that have no result to the variables that have one. */
static void fold(struct gen *g, enum pool p, unsigned results)
{
   const char l = pool_letter[p];
   for (; g->temps[p] > results; g->temps[p]--)
      put(g, "ADD %c%u, %c%u.yzwx, %c%u;\n", l, g->temps[p] % results, l, g->temps[p] % results, l, g->temps[p] - 1);
}

static void results(struct gen *g)
{
   if (g->exits) {
      fold(g, FLOAT, g->fragment ? 2 : 4);
      fold(g, APPROX, g->fragment ? 2 : 4);
      put(g, "ADD a0, a0, a1;\nADD f0, f0, f1.wxyz;\nADD f1, f0, a0;\n");
   }
   /* Combines all variables so that every computed value reaches a result. */
   put(g, "MOV.S n, ti[0];\n");
   for (unsigned i = 0; i < g->temps[INT]; i++)
      put(g, "XOR.S n, n, i%u;\n", i);
   for (unsigned i = 1; i < g->array_len[INT]; i++)
      put(g, "XOR.S n, n.yzwx, ti[%u];\n", i);
   for (unsigned i = 1; i < g->temps[UINT]; i++)
      put(g, "XOR.U u0, u0.yzwx, u%u;\n", i);
   for (unsigned i = 0; i < g->array_len[UINT]; i++)
      put(g, "XOR.U u0, u0, tu[%u];\n", i);
   if (!g->fragment) {
      put(g, "MOV.S outi, n;\nMOV.U outu, u0;\nMOV result.position, f0;\nMOV result.color, a0;\n");
      if (g->vertices) {
         for (unsigned i = 1; i < 4; i++) /* at least two variables of each pool and of the array */
            put(g, "ADD outt[%u], %s, %c1;\n", i, i == 1 ? "tf[0]" : i == 2 ? "tf[1]" : "f1", i == 3 ? 'a' : 'f');
         put(g, "EMIT;\n");
         return;
      }
      for (unsigned i = 1; i < g->temps[FLOAT]; i++)
         put(g, "MOV result.attrib[%u], f%u;\n", 1 + i, i);
      for (unsigned i = 1; i < g->temps[APPROX]; i++)
         put(g, "MOV result.attrib[%u], a%u;\n", 4 + i, i);
      for (unsigned i = 0; i < g->array_len[FLOAT]; i++)
         put(g, "MOV result.attrib[%u], tf[%u];\n", 8 + i, i);
      return;
   }
   /* Two render targets fit into the eight output registers: one for the float variables and one for all integers. */
   static const char *const floats[] = {"MOV result.color[0], f0;\n", "MOV result.color[0], a0;\n",
                                        "MOV result.color[0], f1;\n", "ADD result.color[0], a1, tf[1];\n"};
   put(g, "%s", floats[g->exits ? 2 : below(g, 4)]);
   put(g, "XOR.U.NTC u0, u0, n;\nMOV.U result.color[1], u0;\n");
   if (chance(g, 30))
      put(g, "MOV result.depth.z, f0.x;\n");
   if (chance(g, 30)) { /* and all other targets, in memory */
      for (unsigned i = 1; i < g->temps[FLOAT]; i++)
         put(g, "MOV result.color[%u], f%u;\n", 1 + i, i);
      for (unsigned i = 1; i < g->temps[APPROX]; i++)
         put(g, "MOV result.color[%u], a%u;\n", 3 + i, i);
      for (unsigned i = 0; i < g->array_len[FLOAT] && i < 2; i++)
         put(g, "MOV result.color[%u]%s, tf[%u];\n", 6 + i, i ? ".yw" : "", i);
   }
}

static void routine(struct gen *g, unsigned size)
{
   g->cost = g->emits = 0;
   g->weight = 1;
   g->depth = g->loops = 0;
   /* A block gets a random part of the size. */
   for (unsigned before = 0; before < size; before += size / 3 + 1)
      block(g, 2 * (size / 3) + 1);
}

static void main_routine(struct gen *g, unsigned size)
{
   g->in_sub = false;
   g->callable = g->num_subs;
   const char *all = g->vertices ? "[0]" : "";
   for (unsigned i = 0; i < g->temps[FLOAT]; i++)
      put(g, "MOV f%u, %s%s;\n", i, i ? "pf[0]" : "inf", i ? "" : all);
   for (unsigned i = 0; i < g->temps[INT]; i++)
      put(g, "MOV.S i%u, %s%s;\n", i, i ? "pi[1]" : "ini", i ? "" : all);
   for (unsigned i = 0; i < g->temps[UINT]; i++)
      put(g, "MOV.U u%u, %s%s;\n", i, i ? "pu[0]" : "inu", i ? "" : all);
   routine(g, size);
   results(g);
}

static void subroutine(struct gen *g, unsigned k, unsigned size)
{
   put(g, "sub%u:\n", k);
   g->in_sub = true;
   g->callable = k;
   routine(g, size);
   g->sub_cost[k] = g->cost + 1;
   g->sub_emits[k] = g->emits;
   if (chance(g, 50))
      put(g, "RET;\n");
}

static void program(struct gen *g, uint64_t seed, unsigned size)
{
   struct gen_text *out = g->out;
   unsigned prim = g->vertices ? below(g, 3) : 0; /* the output primitive */
   g->buffer = chance(g, 20);
   g->kil = g->fragment && chance(g, 25);
   for (unsigned i = 0; i < UNITS; i++)
      g->target[i] = (enum exec_tex_target)below(g, TEX_NV_TARGETS);
   put(g, "!!NV%cp4.0\n# seed %llu, size %u\n", "vfg"[stage(g)], (unsigned long long)seed, size);
   if (g->vertices) {
      static const char *const in[] = {"", "POINTS", "LINES", "TRIANGLES", "LINES_ADJACENCY", "", "TRIANGLES_ADJACENCY"};
      static const char *const to[] = {"POINTS", "LINE_STRIP", "TRIANGLE_STRIP"};
      put(g, "PRIMITIVE_IN %s;\nPRIMITIVE_OUT %s;\nVERTICES_OUT %u;\n", in[g->vertices], to[prim], MAX_EMITS);
   }
   if (g->fragment)
      put(g, "OPTION ARB_draw_buffers;\n");
   declarations(g);

   g->num_subs = size >= 10 ? below(g, MAX_SUBS + 1) : 0;
   /* Subroutines are generated first, because their cost limits the calls. In the text they may come after main. */
   struct gen_text subs = {0};
   bool behind = chance(g, 50);
   g->out = behind ? &subs : out;
   for (unsigned k = 0; k < g->num_subs; k++)
      subroutine(g, k, size / 6 + 1);
   g->out = out;
   if (g->num_subs)
      put(g, "main:\n");
   main_routine(g, size);
   if (subs.data)
      put(g, "%s", subs.data);
   gen_free(&subs);
   put(g, "END\n");
}

void gen_program(uint64_t seed, unsigned size, struct gen_text *out)
{
   struct gen g = {.out = out};
   util_rng_init(&g.rng, seed);
   g.fragment = chance(&g, 50);
   program(&g, seed, size);
}

void gen_geometry(uint64_t seed, unsigned size, struct gen_text *out)
{
   static const uint8_t vertices[] = {1, 2, 3, 4, 6};
   struct gen g = {.out = out};
   util_rng_init(&g.rng, seed);
   g.vertices = vertices[below(&g, sizeof vertices)];
   program(&g, seed, size);
}

void gen_exits(uint64_t seed, unsigned size, struct gen_text *out)
{
   struct gen g = {.out = out, .exits = true};
   util_rng_init(&g.rng, seed);
   g.fragment = chance(&g, 40);
   g.vertices = !g.fragment && chance(&g, 20) ? 1 + below(&g, 4) : 0;
   program(&g, seed, size);
}

void gen_put(struct gen_text *t, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   const size_t n = (size_t)vsnprintf(NULL, 0, fmt, ap);
   va_end(ap);
   if (t->cap < t->len + n + 1) {
      const size_t cap = 2 * t->cap + n + 4096;
      char *data = realloc(t->data, cap);

      if (!data)
         return;
      t->data = data;
      t->cap = cap;
   }
   va_start(ap, fmt);
   t->len += (size_t)vsnprintf(t->data + t->len, n + 1, fmt, ap);
   va_end(ap);
}

void gen_free(struct gen_text *t)
{
   free(t->data);
   *t = (struct gen_text){0};
}

/* SPDX-License-Identifier: MIT */
/*
 * Tests that the lower bound of a block is not above its size. The compiler checks that itself: where it computes bounds, a
 * bound above the number of groups of the block is an internal error. So this test only compiles many programs in many ways.
 * They come from files and from generated chains of operations on parameters. Such chains, more often than real programs, need
 * operands that cannot be read in the same group.
 */
#include "tests/stress/bounds.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/gen/gen.h"
#include "util/rng.h"

/* ---- ways ---------------------------------------------------------------------------------------------------------------- */

/* Forms of instructions that are off by default. */
#define FORMS "+cndlt,+carryp1,+depthsat,+itrsmp,+pixelrate"

/* Settings as on the command line; 0 and NULL stand for the defaults. */
static const struct way {
   int level;
   uint8_t frt; /* for all colour targets */
   const char *cpu, *attr;
   unsigned fshort, temps, samples;
   bool no_robust, one_op, spill_all, random_schedule;
} ways[] = {
   {.level = 2},
   {.level = 0},
   {.level = 3},
   {.level = 1},
   {.level = 2, .frt = NVP4C_FRT_RGBA8},
   {.level = 3, .frt = NVP4C_FRT_F16},
   {.level = 3, .frt = NVP4C_FRT_RGBA8},
   {.level = 2, .attr = "+ditr"},
   {.level = 2, .attr = "+itrsmp"},
   {.level = 0, .attr = FORMS},
   {.level = 1, .attr = FORMS, .samples = 4},
   {.level = 2, .attr = FORMS, .frt = NVP4C_FRT_RGBA8},
   {.level = 3, .attr = FORMS},
   {.level = 3, .attr = FORMS, .cpu = "bxs-4-64"},
   {.level = 2, .frt = NVP4C_FRT_F16, .samples = 4},
   {.level = 3, .attr = "+ditr,+itrsmp", .frt = NVP4C_FRT_RGBA8, .samples = 4},
   {.level = 2, .fshort = 16},
   {.level = 3, .fshort = 16, .frt = NVP4C_FRT_F16},
   {.level = 2, .fshort = 16, .attr = "+f16sop"},
   {.level = 1, .fshort = 16, .no_robust = true},
   {.level = 2, .no_robust = true},
   {.level = 3, .cpu = "bxs-4-64"},
   {.level = 2, .cpu = "axe-1-16m"},
   {.level = 1, .cpu = "bxs-4-64", .frt = NVP4C_FRT_RGBA8},
   {.level = 2, .temps = 12},
   {.level = 2, .temps = 24, .frt = NVP4C_FRT_F16},
   {.level = 0, .temps = 16},
   {.level = 2, .spill_all = true},
   {.level = 3, .spill_all = true, .temps = 24},
   {.level = 2, .one_op = true},
   {.level = 2, .random_schedule = true},
   {.level = 1, .random_schedule = true, .frt = NVP4C_FRT_RGBA8},
   {.level = 2, .random_schedule = true, .spill_all = true},
};
#define NUM_WAYS (sizeof ways / sizeof *ways)

unsigned bounds_ways(void)
{
   return NUM_WAYS;
}

static void set(struct nvp4c_options *o, const struct way *w)
{
   nvp4c_options_init(o, sizeof *o);
   o->opt_level = w->level;
   o->cpu = w->cpu;
   o->attr = w->attr;
   o->diagnostics.no_warnings = 1;
   o->output.listing = 1; /* some features have no encoding */
   o->verify.each = 1;    /* the compiler checks the bounds */
   o->key.robust_off = w->no_robust;
   o->key.samples = (uint8_t)w->samples;
   o->stress.max_temps = w->temps;
   o->stress.one_op_per_group = w->one_op;
   o->stress.spill_all = w->spill_all;
   o->stress.sched_seed = w->random_schedule ? 12345 : 0;
   if (w->fshort)
      o->fshort = w->fshort;
   memset(o->key.frt, w->frt, sizeof o->key.frt);
}

static uint64_t stat(const struct nvp4c_result *r, const char *name)
{
   for (unsigned k = 0; k < nvp4c_result_num_stats(r); k++)
      if (!strcmp(nvp4c_result_stat(r, k).name, name))
         return nvp4c_result_stat(r, k).value;
   return 0;
}

/* Compiles the program in one way. Returns false after printing a message. */
static bool compile(const char *text, size_t len, const char *name, unsigned way, struct bounds_tally *t)
{
   struct nvp4c_options o;

   set(&o, &ways[way]);
   struct nvp4c_result *r = nvp4c_compile(text, len, &o);
   const enum nvp4c_status status = r ? nvp4c_result_status(r) : NVP4C_INTERNAL;
   const bool ok = status != NVP4C_INTERNAL;
   if (!ok) {
      printf("FAIL %s in way %u of tests/stress/bounds.c: status %d\n", name, way, (int)status);
      for (unsigned k = 0; r && k < nvp4c_result_num_diagnostics(r) && k < 3; k++)
         printf("   %s [%s]\n", nvp4c_result_diagnostic(r, k)->message, nvp4c_result_diagnostic(r, k)->id);
   } else if (status == NVP4C_OK) {
      t->groups += stat(r, "groups");
      t->bounds += stat(r, "lower_bound");
   }
   t->passed += status == NVP4C_OK;
   t->refused += ok && status != NVP4C_OK;
   t->failed += !ok;
   nvp4c_result_free(r);
   return ok;
}

void bounds_program(const char *text, size_t len, const char *name, unsigned first, unsigned count, struct bounds_tally *t)
{
   for (unsigned k = 0; k < count; k++)
      compile(text, len, name, (first + k) % NUM_WAYS, t);
}

/* ---- chains -------------------------------------------------------------------------------------------------------------- */

/* Operations and the type of their operands and results. */
static const struct chain_op {
   const char *name;
   unsigned operands;
   char type;   /* f, i (has .S or .U), s (.S only), c: a scalar float with one component */
   bool scalar; /* the last operand is a scalar */
} ops[] = {
   {"MAD", 3, 'f', false}, {"MUL", 2, 'f', false}, {"ADD", 2, 'f', false},  {"SUB", 2, 'f', false}, {"MIN", 2, 'f', false},
   {"MAX", 2, 'f', false}, {"CMP", 3, 'f', false}, {"LRP", 3, 'f', false},  {"DP2", 2, 'f', false}, {"DP3", 2, 'f', false},
   {"DP4", 2, 'f', false}, {"DPH", 2, 'f', false}, {"SLT", 2, 'f', false},  {"SGE", 2, 'f', false}, {"SEQ", 2, 'f', false},
   {"SNE", 2, 'f', false}, {"FLR", 1, 'f', false}, {"CEIL", 1, 'f', false}, {"FRC", 1, 'f', false}, {"TRUNC", 1, 'f', false},
   {"ROUND", 1, 'f', false}, {"MOV", 1, 'f', false}, {"SSG", 1, 'f', false}, {"LIT", 1, 'f', false}, {"DST", 2, 'f', false},
   {"RCP", 1, 'c', true},  {"RSQ", 1, 'c', true},  {"EX2", 1, 'c', true},   {"LG2", 1, 'c', true},  {"SIN", 1, 'c', true},
   {"POW", 2, 'c', true},  {"ADD", 2, 'i', false}, {"SUB", 2, 'i', false},  {"MUL", 2, 'i', false}, {"MAD", 3, 'i', false},
   {"MIN", 2, 'i', false}, {"MAX", 2, 'i', false}, {"AND", 2, 'i', false},  {"OR", 2, 'i', false},  {"XOR", 2, 'i', false},
   {"NOT", 1, 'i', false}, {"SHL", 2, 'i', true},  {"SHR", 2, 'i', true},   {"SLT", 2, 'i', false}, {"SEQ", 2, 'i', false},
   {"CMP", 3, 's', false}, {"ABS", 1, 's', false}, {"SAD", 3, 'i', false},  {"MOV", 1, 'i', false},
};
#define NUM_CHAIN_OPS (sizeof ops / sizeof *ops)
#define MAX_CHAIN 64
#define MAX_TEXT 16384

/* State and settings of a chain. */
struct chain {
   struct util_rng rng;
   char *text;
   size_t len;
   unsigned params, registers;
   unsigned from_params, from_inputs, from_constants; /* so many of 16 operands */
   unsigned modified;                                 /* so many of 16 operands; floats and signed integers only */
   bool fragment, whole;                              /* whole: writes all four components */
};

static unsigned below(struct chain *c, unsigned n)
{
   return util_rng_below(&c->rng, n);
}

#define ADD(c, ...) ((c)->len += (size_t)snprintf((c)->text + (c)->len, MAX_TEXT - (c)->len, __VA_ARGS__))

static void add_source(struct chain *c, char type)
{
   static const char *const floats[] = {"{1,1,1,1}", "{0,0,0,0}", "{0.3,2,-3,4}", "{-1,5.5,-7.5,0.5}", "{2,2,2,2}"};
   static const char *const ints[] = {"{1,1,1,1}", "{0,0,0,0}", "{3,7,9,11}", "{255,65535,16,24}", "{8,16,4,31}"};
   const unsigned which = below(c, 16);
   const bool is_float = type == 'f' || type == 'c';

   if (which < c->from_params)
      ADD(c, "c[%u]", below(c, c->params));
   else if (which < c->from_params + c->from_inputs && is_float)
      ADD(c, "%s.attrib[%u]", c->fragment ? "fragment" : "vertex", below(c, 3));
   else if (which < c->from_params + c->from_inputs + c->from_constants)
      ADD(c, "%s", is_float ? floats[below(c, 5)] : ints[below(c, 5)]);
   else
      ADD(c, "%c%u", is_float ? 'R' : 'I', below(c, c->registers));
}

static void add_operand(struct chain *c, char type, bool scalar)
{
   static const char *const swizzles[] = {"", "", "", ".x", ".y", ".w", ".wzyx", ".xxyz"};
   const bool is_float = type == 'f' || type == 'c', modified = below(c, 16) < c->modified;
   const bool neg = modified && below(c, 4), abs = modified && is_float && below(c, 2);

   ADD(c, ", %s%s", neg ? "-" : "", abs ? "|" : "");
   add_source(c, type);
   if (scalar)
      ADD(c, ".%c", "xyzw"[below(c, 4)]);
   else
      ADD(c, "%s", swizzles[below(c, 8)]);
   ADD(c, "%s", abs ? "|" : "");
}

static void add_operation(struct chain *c, const struct chain_op *op)
{
   const bool is_float = op->type == 'f' || op->type == 'c';
   static const char *const saturations[] = {"", "", "", "", "", "", ".SAT", ".SSAT"};
   static const char *const masks[] = {"", ".x", ".xy", ".yzw"};

   ADD(c, "%s%s %c%u%s", op->name, is_float ? saturations[below(c, 8)] : op->type == 's' || below(c, 2) ? ".S" : ".U",
       is_float ? 'R' : 'I', below(c, c->registers), c->whole ? "" : masks[below(c, 4)]);
   for (unsigned k = 0; k < op->operands; k++)
      add_operand(c, op->type, op->type == 'c' || (op->scalar && k + 1 == op->operands));
   ADD(c, ";\n");
}

static void begin(struct chain *c)
{
   static const unsigned params[] = {1, 2, 3, 4, 8, 64};

   c->fragment = below(c, 2);
   c->params = params[below(c, 6)];
   c->registers = 1 + below(c, 4);
   c->from_params = 2 + below(c, 13);
   c->from_inputs = below(c, 4);
   c->from_constants = below(c, 3) ? 0 : below(c, 6);
   c->modified = below(c, 2) ? 0 : below(c, 10);
   c->whole = below(c, 2);
   ADD(c, "!!NV%cp4.0\n%sPARAM c[%u] = { program.local[0..%u] };\nTEMP R0, R1, R2, R3, I0, I1, I2, I3;\n",
       c->fragment ? 'f' : 'v', c->fragment ? "OPTION ARB_draw_buffers;\n" : "", c->params, c->params - 1);
   for (unsigned k = 0; k < c->registers; k++)
      ADD(c, "MOV R%u, %s.attrib[%u];\nROUND.S I%u, R%u;\n", k, c->fragment ? "fragment" : "vertex", k, k, k);
}

static void end(struct chain *c)
{
   const unsigned outputs = 1 + below(c, 4);

   if (below(c, 2))
      ADD(c, "I2F R%u, I%u;\n", below(c, c->registers), below(c, c->registers));
   for (unsigned k = 0; k < outputs; k++) {
      if (c->fragment)
         ADD(c, "MOV result.color[%u]", k);
      else if (k)
         ADD(c, "MOV result.attrib[%u]", k);
      else
         ADD(c, "MOV result.position");
      if (below(c, 8))
         ADD(c, ", R%u;\n", below(c, c->registers));
      else
         ADD(c, ", c[%u];\n", below(c, c->params));
   }
   if (c->fragment && !below(c, 6))
      ADD(c, "MOV result.depth.z, R0.x;\n");
   ADD(c, "END\n");
}

void bounds_chain(uint64_t seed, struct bounds_tally *t)
{
   char text[MAX_TEXT], name[64];
   struct chain c = {.rng = {util_mix64(seed)}, .text = text};
   const struct chain_op *some[3];
   const unsigned length = 1 + (unsigned)(seed / NUM_CHAIN_OPS * 7 % MAX_CHAIN); /* covers every operation in every length */

   begin(&c);
   some[0] = &ops[seed % NUM_CHAIN_OPS];
   some[1] = below(&c, 2) ? some[0] : &ops[below(&c, NUM_CHAIN_OPS)];
   some[2] = below(&c, 2) ? some[0] : &ops[below(&c, NUM_CHAIN_OPS)];
   for (unsigned k = 0; k < length; k++) {
      if (c.fragment && !below(&c, 24))
         ADD(&c, "TEX R%u, R%u, texture[%u], 2D;\n", below(&c, c.registers), below(&c, c.registers), below(&c, 2));
      add_operation(&c, some[below(&c, 3)]);
   }
   end(&c);
   snprintf(name, sizeof name, "chain %llu", (unsigned long long)seed);
   /* The four levels, and one of the other ways. */
   const unsigned failed = t->failed, refused = t->refused;
   bounds_program(text, c.len, name, 0, 4, t);
   bounds_program(text, c.len, name, 4 + (unsigned)(seed % (NUM_WAYS - 4)), 1, t);
   if (t->failed > failed || t->refused >= refused + 4)
      printf("%s:\n%s", t->failed > failed ? "the program" : "refused", text);
}

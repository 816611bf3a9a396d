/* SPDX-License-Identifier: MIT */
/*
 * Tests workgroups with more invocations than the USC runs, with barriers and without (passes/lower/pass_coarsen.c). The host
 * computes the results of fixed programs, in workgroups of even and odd sizes. They run in the reference evaluator, as IR and
 * as machine code of each level, in several orders of waves. Random programs with barriers in any control flow are verified.
 */
#include <stdbool.h>
#include <stdio.h>

#include "nvp4c.h"
#include "tests/unit/memory/world_machine.h"
#include "util/rng.h"

enum { MOST = 1024, SEEDS = 2 };

static struct world w;
static uint32_t in[MOST], out[MOST], shared[MOST + 64], want[MOST];

/* Every program has 4 times the number of the invocation in its workgroup in TEMP[0].x, the number itself in TEMP[0].y, and the
   immediates 1, 2, 3, 0; 4, 8, 16, 32. */
#define HEAD                                                                                                                   \
   "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH %u\nPROPERTY CS_FIXED_BLOCK_HEIGHT %u\nPROPERTY CS_FIXED_BLOCK_DEPTH %u\n"             \
   "DCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_SIZE\nDCL BUFFER[0..1]\nDCL MEMORY[0], SHARED\nDCL CONST[0]\nDCL ADDR[0]\nDCL "     \
   "TEMP[0..9]\n"                                                                                                              \
   "DCL TEMP[10..13], ARRAY(1), LOCAL\nIMM[0] UINT32 {1, 2, 3, 0}\nIMM[1] UINT32 {4, 8, 16, 4096}\nIMM[2] UINT32 {%u, 700, "   \
   "4100, 7}\n"                                                                                                                \
   "UMAD TEMP[0].y, SV[0].zzzz, SV[1].yyyy, SV[0].yyyy\nUMAD TEMP[0].y, TEMP[0].yyyy, SV[1].xxxx, SV[0].xxxx\n"                \
   "SHL TEMP[0].x, TEMP[0].yyyy, IMM[0].yyyy\nLOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\n"
#define FOOT "STORE BUFFER[1].x, TEMP[0].xxxx, TEMP[1].xxxx\nEND\n"

/* out[t] = in[0] + ... + in[t]. The loop has two barriers, and a value is live across one of them. */
static const char prefix[] =
    HEAD "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx\nMOV TEMP[2].x, IMM[0].xxxx\nBGNLOOP\n"
         "BARRIER\nUSGE TEMP[3].x, TEMP[2].xxxx, IMM[2].xxxx\nUIF TEMP[3].xxxx\nBRK\nENDIF\n"
         "MOV TEMP[4].x, IMM[0].wwww\nUSGE TEMP[3].x, TEMP[0].yyyy, TEMP[2].xxxx\nUIF TEMP[3].xxxx\n"
         "UADD TEMP[4].x, TEMP[0].yyyy, -TEMP[2].xxxx\nSHL TEMP[4].x, TEMP[4].xxxx, IMM[0].yyyy\nLOAD TEMP[4].x, MEMORY[0], "
         "TEMP[4].xxxx\nENDIF\n"
         "BARRIER\nUADD TEMP[1].x, TEMP[1].xxxx, TEMP[4].xxxx\nSTORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
         "SHL TEMP[2].x, TEMP[2].xxxx, IMM[0].xxxx\nENDLOOP\n" FOOT;
static void prefixes(unsigned n)
{
   for (unsigned t = 0; t < n; t++)
      want[t] = in[t] + (t ? want[t - 1] : 0);
}

/* out[t] = 3 * sum + t + 16 + 4 * (t + 1 & 3). The program has atomic operations, an array of temporaries that is live across
   a barrier, and barriers in both arms of an if. */
static const char sum[] = HEAD
    "ATOMUADD TEMP[2].x, MEMORY[0], IMM[1].wwww, TEMP[1].xxxx\n"
    "UADD TEMP[10].x, TEMP[0].yyyy, IMM[1].zzzz\nUADD TEMP[11].x, TEMP[10].xxxx, IMM[1].xxxx\nUADD TEMP[12].x, TEMP[11].xxxx, "
    "IMM[1].xxxx\n"
    "AND TEMP[2].y, TEMP[0].yyyy, IMM[0].zzzz\nUARL ADDR[0].x, TEMP[2].yyyy\nUADD TEMP[2].z, TEMP[12].xxxx, IMM[1].xxxx\nMOV "
    "TEMP[13].x, TEMP[2].zzzz\n"
    "MOV TEMP[ADDR[0].x+10](1).x, IMM[0].wwww\nUIF CONST[0].xxxx\nBARRIER\nLOAD TEMP[1].x, MEMORY[0], IMM[1].wwww\nBARRIER\n"
    "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx\nELSE\nSTORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx\nBARRIER\nLOAD "
    "TEMP[1].x, MEMORY[0], IMM[1].wwww\nENDIF\n"
    "UMUL TEMP[1].x, TEMP[1].xxxx, IMM[0].zzzz\nBARRIER\nUADD TEMP[2].y, TEMP[2].yyyy, IMM[0].xxxx\nAND TEMP[2].y, "
    "TEMP[2].yyyy, IMM[0].zzzz\n"
    "UARL ADDR[0].x, TEMP[2].yyyy\nUADD TEMP[1].x, TEMP[1].xxxx, TEMP[ADDR[0].x+10](1).xxxx\n" FOOT;
static void sums(unsigned n)
{
   uint32_t all = 0;

   for (unsigned t = 0; t < n; t++)
      all += in[t];
   for (unsigned t = 0; t < n; t++)
      want[t] = 3 * all + t + 16 + 4 * ((t + 1) & 3);
}

/* Invocations from 700 on end before the barriers. The other ones add the value that is 7 places after theirs. */
static const char early[] = HEAD
    "USGE TEMP[2].x, TEMP[0].yyyy, IMM[2].yyyy\nUIF TEMP[2].xxxx\nSTORE BUFFER[1].x, TEMP[0].xxxx, TEMP[0].yyyy\nRET\nENDIF\n"
    "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx\nBARRIER\nUADD TEMP[3].x, TEMP[0].yyyy, IMM[2].wwww\n"
    "UMIN TEMP[4].x, IMM[2].xxxx, IMM[2].yyyy\nUMOD TEMP[3].x, TEMP[3].xxxx, TEMP[4].xxxx\nSHL TEMP[3].x, TEMP[3].xxxx, "
    "IMM[0].yyyy\n"
    "LOAD TEMP[3].x, MEMORY[0], TEMP[3].xxxx\nBARRIER\nUADD TEMP[1].x, TEMP[1].xxxx, TEMP[3].xxxx\n" FOOT;
static void earlies(unsigned n)
{
   const unsigned some = n < 700 ? n : 700;

   for (unsigned t = 0; t < n; t++)
      want[t] = t < some ? in[t] + in[(t + 7) % some] : t;
}

/* A loop that ends when a shared word reaches a value, so its trip count is known only at run time. 1 is added to the word and
   to the result seven times. */
static const char until[] = HEAD "MOV TEMP[1].x, IMM[0].wwww\nBGNLOOP\nBARRIER\nLOAD TEMP[2].x, MEMORY[0], IMM[1].wwww\nUSEQ "
                                 "TEMP[2].y, TEMP[2].xxxx, IMM[2].wwww\nUIF TEMP[2].yyyy\nBRK\nENDIF\n"
                                 "BARRIER\nUADD TEMP[1].x, TEMP[1].xxxx, IMM[0].xxxx\nUADD TEMP[3].x, TEMP[0].yyyy, "
                                 "IMM[0].xxxx\nUSEQ TEMP[3].x, TEMP[3].xxxx, IMM[2].xxxx\nUIF TEMP[3].xxxx\n"
                                 "ATOMUADD TEMP[4].x, MEMORY[0], IMM[1].wwww, IMM[0].xxxx\nENDIF\nENDLOOP\n" FOOT;
static void untils(unsigned n)
{
   for (unsigned t = 0; t < n; t++)
      want[t] = 7;
}

/*
 * Barriers that only some invocations reach, in two nested loops. The invocations leave one or both loops at different times.
 * The outer loop has t & 3 iterations, and in iteration n the inner loop adds 2 n times. Invocations with t & 4 end in the
 * first iteration of the inner loop, with 64 + 1 as their result.
 */
static const char apart[] = HEAD
    "AND TEMP[2].x, TEMP[0].yyyy, IMM[0].zzzz\nMOV TEMP[1].x, IMM[0].wwww\nMOV TEMP[3].x, IMM[0].wwww\nBGNLOOP\nUSGE "
    "TEMP[4].x, TEMP[3].xxxx, TEMP[2].xxxx\n"
    "UIF TEMP[4].xxxx\nBRK\nENDIF\nUADD TEMP[3].x, TEMP[3].xxxx, IMM[0].xxxx\nBARRIER\nMOV TEMP[5].x, IMM[0].wwww\nBGNLOOP\n"
    "USGE TEMP[4].x, TEMP[5].xxxx, TEMP[3].xxxx\nUIF TEMP[4].xxxx\nBRK\nENDIF\nUADD TEMP[5].x, TEMP[5].xxxx, IMM[0].xxxx\n"
    "AND TEMP[4].x, TEMP[0].yyyy, IMM[1].xxxx\nUIF TEMP[4].xxxx\nUMAD TEMP[1].x, IMM[1].zzzz, IMM[1].xxxx, IMM[0].wwww\nUADD "
    "TEMP[1].x, TEMP[1].xxxx, TEMP[3].xxxx\n"
    "STORE BUFFER[1].x, TEMP[0].xxxx, TEMP[1].xxxx\nRET\nELSE\nBARRIER\nENDIF\nUADD TEMP[1].x, TEMP[1].xxxx, "
    "IMM[0].yyyy\nENDLOOP\nENDLOOP\n" FOOT;
static void aparts(unsigned n)
{
   for (unsigned t = 0; t < n; t++) { /* 2 * (1 + .. + turns), or 64 + 1 */
      const unsigned turns = t & 3;
      want[t] = t & 4 && turns ? 65 : turns * (turns + 1);
   }
}

/* No barrier: out[t] = 1 + ... + (t & 7), by a loop and an array, and by its own word of the shared memory. Invocations with
   t & 8 end first, with their number. */
static const char alone[] = HEAD
    "AND TEMP[2].x, TEMP[0].yyyy, IMM[1].yyyy\nUIF TEMP[2].xxxx\nSTORE BUFFER[1].x, TEMP[0].xxxx, TEMP[0].yyyy\nRET\nENDIF\n"
    "AND TEMP[2].x, TEMP[0].yyyy, IMM[2].wwww\nMOV TEMP[10].x, IMM[0].wwww\nMOV TEMP[11].x, IMM[0].wwww\nMOV TEMP[1].x, "
    "IMM[0].wwww\nBGNLOOP\n"
    "UIF TEMP[2].xxxx\nELSE\nBRK\nENDIF\nAND TEMP[3].x, TEMP[2].xxxx, IMM[0].xxxx\nUARL ADDR[0].x, TEMP[3].xxxx\n"
    "UADD TEMP[4].x, TEMP[ADDR[0].x+10](1).xxxx, TEMP[2].xxxx\nMOV TEMP[ADDR[0].x+10](1).x, TEMP[4].xxxx\n"
    "UADD TEMP[2].x, TEMP[2].xxxx, -IMM[0].xxxx\nENDLOOP\n"
    "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[10].xxxx\nLOAD TEMP[1].x, MEMORY[0], TEMP[0].xxxx\n"
    "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[11].xxxx\n" FOOT;
static void alones(unsigned n)
{
   for (unsigned t = 0; t < n; t++)
      want[t] = t & 8 ? t : (t & 7) * ((t & 7) + 1) / 2;
}

static const struct program {
   const char *name, *text;
   void (*compute)(unsigned n);
} programs[] = {{"prefix", prefix, prefixes}, {"sum", sum, sums},       {"early", early, earlies},
                {"until", until, untils},     {"apart", apart, aparts}, {"alone", alone, alones}};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

/* The invocations that the machine runs, at most 512 in waves of 32. For 1,021, 961, 600 and 513 it is half, rounded up to a
   whole wave. */
static const struct size {
   unsigned block[3], invocations;
} sizes[] = {{{1024, 1, 1}, 512}, {{16, 8, 8}, 512},  {{31, 31, 1}, 512}, {{1021, 1, 1}, 512},
             {{2, 300, 1}, 320},  {{1, 27, 19}, 288}, {{512, 1, 1}, 512}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void fill(const struct program *p, unsigned n, uint64_t seed, bool arm)
{
   struct util_rng r;

   util_rng_init(&r, seed);
   memset(&w, 0, sizeof w);
   memset(out, 0, sizeof out);
   memset(shared, 0, sizeof shared);
   for (unsigned k = 0; k < MOST; k++)
      in[k] = util_rng_u32(&r);
   w.memory.of[MEM_BUFFER][0] = (struct mem_object){.data = in, .bytes = 4 * n, .samples = 1};
   w.memory.of[MEM_BUFFER][1] = (struct mem_object){.data = out, .bytes = 4 * n, .samples = 1};
   w.memory.of[MEM_SHARED][0] = (struct mem_object){.data = shared, .bytes = sizeof shared, .samples = 1};
   w.grid[0] = w.grid[1] = w.grid[2] = 1;
   w.param[0][0] = arm;
   w.seed = seed;
   p->compute(n);
}

START_TEST(results)
{
   const struct program *p = &programs[_i % PROGRAMS];
   const struct size *size = &sizes[_i / PROGRAMS];
   const unsigned *b = size->block, n = b[0] * b[1] * b[2];
   char text[8192];

   snprintf(text, sizeof text, p->text, b[0], b[1], b[2], n);
   for (int way = -1; way < WORLD_WAYS; way++)
      for (uint64_t seed = 1; seed <= SEEDS; seed++) {
         fill(p, n, seed, seed & 1);
         ck_assert_msg(world_execute_way(&w, text, &num_model_usc_rtz, way) == EXEC_DONE, "%s of %u x %u x %u, %s: %s", p->name,
                       b[0], b[1], b[2], world_way_name(way), w.fault ? w.fault : "no end");
         for (unsigned k = 0; k < n; k++)
            ck_assert_msg(out[k] == want[k], "%s of %u x %u x %u, %s, seed %u: word %u is %#x, not %#x", p->name, b[0], b[1],
                          b[2], world_way_name(way), (unsigned)seed, k, out[k], want[k]);
      }
}
END_TEST

/* ---- by the public interface --------------------------------------------------------------------------------------------- */

static struct nvp4c_result *compiled(const char *text, const char *core, int level, unsigned waves, uint64_t seed)
{
   struct nvp4c_options opt;

   nvp4c_options_init(&opt, sizeof opt);
   opt.cpu = core;
   opt.diagnostics.no_warnings = 1;
   opt.opt_level = level;
   opt.output.reflection = 1;
   opt.verify.waves = waves;
   opt.verify.seed = seed;
   opt.verify.each = waves ? 2 : 0;
   return nvp4c_compile(text, strlen(text), &opt);
}

static const char *message(const struct nvp4c_result *r)
{
   return nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "no diagnostic";
}

/* Tests how many invocations the driver is told to run. On axe-1-16m 512 invocations would have too few temporaries, and its 14
   slots hold 448. Without a barrier waves need not exist at one time, but a workgroup still has at most 512 invocations. */
START_TEST(facts)
{
   static const char plain[] = HEAD FOOT;
   char text[8192];

   for (unsigned k = 0; k < SIZES; k++)
      for (unsigned m = 0; m < 3; m++) {
         const unsigned *b = sizes[k].block, n = b[0] * b[1] * b[2];
         snprintf(text, sizeof text, m == 2 ? plain : prefix, b[0], b[1], b[2], n);
         struct nvp4c_result *r = compiled(text, m ? "axe-1-16m" : NULL, 2, 0, 1);
         const unsigned quarter = ((n + n / 256 - (n % 256 == 0)) / ((n + 255) / 256) + 31) / 32 * 32;
         ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s", message(r));
         ck_assert_uint_eq(nvp4c_result_facts(r).workgroup_invocations, m == 1 ? quarter : sizes[k].invocations);
         nvp4c_result_free(r);
      }
}
END_TEST

/* ---- random programs ----------------------------------------------------------------------------------------------------- */

struct making {
   struct util_rng rng;
   char text[32768];
   size_t len;
   int budget;
   unsigned loops; /* around the current statement */
   bool exchanges; /* else barriers stand anywhere: invocations in different places may wait for each other, so none reads
                      what others store */
};

#define PUT(...) m->len += (size_t)snprintf(m->text + m->len, sizeof m->text - m->len, __VA_ARGS__)

static unsigned below(struct making *m, unsigned n)
{
   return util_rng_below(&m->rng, n);
}
static char component(struct making *m)
{
   return "xyzw"[below(m, 4)];
}

static const char *value(struct making *m)
{
   static const char *const values[] = {"TEMP[1]",      "TEMP[2].yzwx", "TEMP[3]", "TEMP[4].wwxy",         "IMM[2]",
                                        "TEMP[0].yyyy", "CONST[0]",     "SV[0]",   "TEMP[ADDR[0].x+10](1)"};
   return values[below(m, 9)];
}

static void body(struct making *m, unsigned depth, bool together);

/* Conditionally leaves or continues an enclosing loop, or ends the program. */
static void leave(struct making *m)
{
   static const char *const how[] = {"BRK", "CONT", "RET"};

   PUT("AND TEMP[9].x, %s, IMM[0].%c\nUIF TEMP[9].xxxx\n%s\nENDIF\n", value(m), component(m), how[m->loops ? below(m, 3) : 2]);
}

static void if_or_loop(struct making *m, unsigned depth, bool together)
{
   const bool uniform = below(m, 2);
   const char *cond = uniform ? "CONST[0].xxxx" : value(m);

   if (below(m, 2) || depth > 2) {
      PUT("AND TEMP[9].x, %s, IMM[0].%c\nUIF TEMP[9].xxxx\n", cond, component(m));
      body(m, depth + 1, together && uniform);
      if (below(m, 2)) {
         PUT("ELSE\n");
         body(m, depth + 1, together && uniform);
      }
      PUT("ENDIF\n");
      return;
   }
   /* At most three turns; the counters are in TEMP[5] to TEMP[7]. */
   PUT("MOV TEMP[%u].x, IMM[0].wwww\nBGNLOOP\nAND TEMP[9].x, %s, IMM[0].zzzz\nUSGE TEMP[9].x, TEMP[%u].xxxx, TEMP[9].xxxx\nUIF "
       "TEMP[9].xxxx\nBRK\nENDIF\n",
       5 + depth, cond, 5 + depth);
   PUT("UADD TEMP[%u].x, TEMP[%u].xxxx, IMM[0].xxxx\n", 5 + depth, 5 + depth);
   m->loops++;
   body(m, depth + 1, together && uniform);
   m->loops--;
   PUT("ENDLOOP\n");
}

/* together: all invocations reach the place, so they can exchange words. */
static void statement(struct making *m, unsigned depth, bool together)
{
   static const char *const alu[] = {"UADD", "XOR", "UMUL", "AND", "UMAX"};
   const unsigned kind = below(m, 12);

   m->budget--;
   if (kind < 4) {
      PUT("%s TEMP[%u].%c, %s, %s\n", alu[below(m, 5)], 1 + below(m, 4), component(m), value(m), value(m));
   } else if (kind == 4) {
      PUT("AND TEMP[9].x, %s, IMM[0].zzzz\nUARL ADDR[0].x, TEMP[9].xxxx\nMOV TEMP[ADDR[0].x+10](1).%c, %s\n", value(m),
          component(m), value(m));
   } else if (kind == 5) {
      PUT("%s\n", below(m, 2) ? "LOAD TEMP[2].x, BUFFER[1], TEMP[0].xxxx" : "STORE BUFFER[1].x, TEMP[0].xxxx, TEMP[3].xxxx");
   } else if (kind < 8 && (together || !m->exchanges)) {
      PUT("BARRIER\n");
   } else if (kind < 10 && together && m->exchanges) {
      PUT("BARRIER\nSTORE MEMORY[0].x, TEMP[0].xxxx, TEMP[%u].%c%c%c%c\nBARRIER\n", 1 + below(m, 4), component(m), component(m),
          component(m), component(m));
      PUT("UADD TEMP[9].x, TEMP[0].xxxx, IMM[1].%c\nAND TEMP[9].x, TEMP[9].xxxx, IMM[3].xxxx\nLOAD TEMP[%u].x, MEMORY[0], "
          "TEMP[9].xxxx\n",
          component(m), 1 + below(m, 4));
   } else if (kind == 10 && depth && !m->exchanges) {
      leave(m);
   } else {
      if_or_loop(m, depth, together);
   }
}

static void body(struct making *m, unsigned depth, bool together)
{
   for (unsigned k = 1 + below(m, 4); k && m->budget > 0; k--)
      statement(m, depth, together);
}

static void generate(struct making *m, uint64_t seed)
{
   *m = (struct making){.budget = 30, .exchanges = seed % 2};
   util_rng_init(&m->rng, seed);
   const unsigned *b = sizes[below(m, SIZES - 1)].block;
   PUT(HEAD, b[0], b[1], b[2], b[0] * b[1] * b[2]);
   PUT("IMM[3] UINT32 {4092, 0, 0, 0}\nMOV ADDR[0].x, IMM[0].wwww\nUADD TEMP[2], TEMP[1].xxxx, SV[0]\nUADD TEMP[3], "
       "TEMP[0].yyyy, IMM[1]\nMOV TEMP[4], TEMP[0].xyxy\n"
       "MOV TEMP[10], TEMP[1].xxxx\nMOV TEMP[11], TEMP[0].yyyy\nMOV TEMP[12], IMM[1]\nMOV TEMP[13], CONST[0]\nMOV TEMP[1], "
       "TEMP[2].zxyw\n");
   while (m->budget > 0)
      statement(m, 0, true);
   for (unsigned k = 1; k < 5; k++) /* the word of the invocation gets the contents of all registers */
      PUT("UMUL TEMP[%u], TEMP[%u], IMM[2].wwww\nXOR TEMP[%u].xy, TEMP[%u].xyxy, TEMP[%u].zwzw\nXOR TEMP[%u].x, TEMP[%u].xxxx, "
          "TEMP[%u].yyyy\n",
          k, k, k, k, k, k, k, k);
   PUT("UADD TEMP[1].x, TEMP[1].xxxx, TEMP[2].xxxx\nXOR TEMP[1].x, TEMP[1].xxxx, TEMP[3].xxxx\nUADD TEMP[1].x, TEMP[1].xxxx, "
       "TEMP[4].xxxx\n"
       "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[ADDR[0].x+10](1).xxxx\n" FOOT);
}

static unsigned random_programs = 8; /* of each level; an argument can ask for more */

START_TEST(random)
{
   static struct making m;
   static const char *const cores[] = {NULL, "bxs-4-64", "bxe-2-32", NULL, "axe-1-16m"};

   for (unsigned k = 0; k < random_programs; k++) {
      const uint64_t seed = (uint64_t)_i * 1000000 + k;
      generate(&m, seed);
      struct nvp4c_result *r = compiled(m.text, cores[k % 5], _i, 2, seed);
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "-O%d, program %u: %s\n%s", _i, (unsigned)seed, message(r), m.text);
      nvp4c_result_free(r);
   }
}
END_TEST

int main(int argc, char **argv)
{
   Suite *suite = suite_create("coarsen");
   TCase *tc = tcase_create("programs"), *more = tcase_create("random");

   if (argc > 1)
      random_programs = (unsigned)strtoul(argv[1], NULL, 10);
   tcase_set_timeout(tc, 0);
   tcase_add_checked_fixture(tc, setup, teardown);
   tcase_add_loop_test(tc, results, 0, PROGRAMS * SIZES);
   tcase_add_test(tc, facts);
   tcase_set_timeout(more, 0);
   tcase_add_checked_fixture(more, setup, teardown);
   tcase_add_loop_test(more, random, 0, 4);
   suite_add_tcase(suite, tc);
   suite_add_tcase(suite, more);
   return suite_run(suite);
}

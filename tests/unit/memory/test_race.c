/* SPDX-License-Identifier: MIT */
/*
 * Tests that all data races are found and nothing else is reported. The programs run in workgroups of 64 invocations, which are
 * two waves, in the reference evaluator and as IR, in several orders. The head of semantics/memory/race.h defines a race.
 */
#include <stdio.h>
#include <string.h>

#include "nvp4c_run.h"
#include "tests/unit/common/suite.h"

/*
 * In TEMP[0], x is the place in the workgroup, y is 4 times that, z is the y of the invocation 32 places further, and w is the
 * number of the workgroup. In TEMP[1], z is 4 * (place in the grid), and w is 4 * place modulo 128, the same in both waves.
 */
static const char head[] =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL BUFFER[0]\nDCL BUFFER[1]\n"
    "DCL MEMORY[0], SHARED\nDCL IMAGE[0], 2D, PIPE_FORMAT_R8_UINT, WR\nDCL IMAGE[1], 2D, PIPE_FORMAT_R32_UINT, WR\n"
    "DCL TEMP[0..3]\nIMM[0] UINT32 {2, 32, 63, 1}\nIMM[1] UINT32 {0, 64, 127, 4}\n"
    "MOV TEMP[0].x, SV[0].xxxx\nSHL TEMP[0].y, SV[0].xxxx, IMM[0].xxxx\nUADD TEMP[0].z, TEMP[0].xxxx, IMM[0].yyyy\n"
    "AND TEMP[0].z, TEMP[0].zzzz, IMM[0].zzzz\nSHL TEMP[0].z, TEMP[0].zzzz, IMM[0].xxxx\nMOV TEMP[0].w, SV[1].xxxx\n"
    "UMAD TEMP[1].z, SV[1].xxxx, IMM[1].yyyy, SV[0].xxxx\nSHL TEMP[1].z, TEMP[1].zzzz, IMM[0].xxxx\n"
    "AND TEMP[1].w, TEMP[0].yyyy, IMM[1].zzzz\n";

#define STORE_OWN    "STORE BUFFER[0].x, TEMP[1].zzzz, TEMP[0].xxxx\n"
#define BARRIER      "BARRIER\n"
#define SHARE        "STORE MEMORY[0].x, TEMP[0].yyyy, TEMP[0].xxxx\n"
#define SHARE_OTHER  "STORE MEMORY[0].x, TEMP[0].zzzz, TEMP[0].xxxx\n"
#define TAKE_OTHER   "LOAD TEMP[2].x, MEMORY[0], TEMP[0].zzzz\n"
#define TAKE_OWN     "LOAD TEMP[2].x, MEMORY[0], TEMP[0].yyyy\n"
#define FIRST_TASK   "USLT TEMP[2].x, TEMP[0].xxxx, IMM[0].yyyy\nUIF TEMP[2].xxxx\n"
#define END_IF       "ENDIF\n"

static const struct program {
   const char *what, *body;
   unsigned blocks, races; /* pairs of instructions */
} programs[] = {
    {"each its own word", STORE_OWN "LOAD TEMP[2].x, BUFFER[0], TEMP[1].zzzz\n", 3, 0},
    {"two waves store to one word", "STORE BUFFER[0].x, TEMP[1].wwww, TEMP[0].xxxx\n", 1, 1},
    {"the instances of a wave are in order",
     FIRST_TASK "STORE BUFFER[0].x, IMM[1].xxxx, TEMP[0].xxxx\nLOAD TEMP[2].x, BUFFER[0], IMM[1].xxxx\n" END_IF, 1, 0},
    {"all load one word", "LOAD TEMP[2], BUFFER[0], IMM[1].xxxx\n" STORE_OWN, 1, 1},
    {"all load one word of another buffer", "LOAD TEMP[2], BUFFER[1], IMM[1].xxxx\n" STORE_OWN, 3, 0},
    {"the lanes that are not written are not loaded",
     "LOAD TEMP[2].x, BUFFER[0], TEMP[0].yyyy\nSTORE BUFFER[0].x, TEMP[0].yyyy, TEMP[0].xxxx\n", 1, 0},
    {"the swizzle says what is loaded: the next word, of the other wave at the end of the first one",
     "LOAD TEMP[2].x, BUFFER[0].yyyy, TEMP[0].yyyy\nSTORE BUFFER[0].x, TEMP[0].yyyy, TEMP[0].xxxx\n", 1, 1},
    {"atomic operations of all", "ATOMUADD TEMP[2].x, BUFFER[0], IMM[1].xxxx, IMM[0].wwww\n", 3, 0},
    {"a store against an atomic operation",
     FIRST_TASK
     "STORE BUFFER[0].x, TEMP[0].yyyy, TEMP[0].xxxx\nELSE\nATOMUADD TEMP[2].x, BUFFER[0], TEMP[0].zzzz, IMM[0].wwww\n" END_IF,
     1, 1},
    {"a load against an atomic operation",
     FIRST_TASK
     "LOAD TEMP[3].x, BUFFER[0], TEMP[0].yyyy\nELSE\nATOMUADD TEMP[2].x, BUFFER[0], TEMP[0].zzzz, IMM[0].wwww\n" END_IF,
     1, 1},
    {"a store, a barrier, atomic operations",
     FIRST_TASK "STORE BUFFER[0].x, IMM[1].xxxx, TEMP[0].xxxx\n" END_IF BARRIER
                "ATOMUADD TEMP[2].x, BUFFER[0], IMM[1].xxxx, IMM[0].wwww\n",
     1, 0},
    {"no barrier", SHARE TAKE_OTHER, 1, 1},
    {"a barrier", SHARE BARRIER TAKE_OTHER, 2, 0},
    {"a fence is no barrier", SHARE "MEMBAR IMM[1].wwww\n" TAKE_OTHER, 1, 1},
    {"no second barrier", SHARE BARRIER TAKE_OTHER SHARE, 1, 1},
    {"a second barrier", SHARE BARRIER TAKE_OTHER BARRIER SHARE, 1, 0},
    {"barriers of two rounds, and the one between them is missing", SHARE BARRIER TAKE_OTHER BARRIER SHARE TAKE_OWN SHARE_OTHER,
     1, 2},
    {"a wave that has ended is after all barriers of the others", FIRST_TASK SHARE "RET\n" END_IF BARRIER TAKE_OTHER, 1, 0},
    {"each block has memory of its own", SHARE BARRIER TAKE_OTHER, 3, 0},
    {"all blocks store to one word", FIRST_TASK "STORE BUFFER[0].x, IMM[1].xxxx, TEMP[0].xxxx\n" END_IF, 2, 1},
    {"one block alone does", FIRST_TASK "STORE BUFFER[0].x, IMM[1].xxxx, TEMP[0].xxxx\n" END_IF, 1, 0},
    {"a barrier orders no blocks",
     FIRST_TASK
     "USEQ TEMP[2].x, TEMP[0].wwww, IMM[1].xxxx\nUIF TEMP[2].xxxx\nSTORE BUFFER[0].x, IMM[1].xxxx, TEMP[0].xxxx\n" END_IF END_IF
         BARRIER FIRST_TASK "LOAD TEMP[3].x, BUFFER[0], IMM[1].xxxx\n" END_IF,
     2, 1},
    {"a load of one block, a store of another one after barriers",
     "LOAD TEMP[3].x, BUFFER[0], TEMP[0].yyyy\n" BARRIER BARRIER FIRST_TASK
     "STORE BUFFER[0].x, TEMP[0].yyyy, TEMP[0].xxxx\n" END_IF,
     2, 2},
    {"bytes of one word", "STORE IMAGE[0], TEMP[0].xwww, TEMP[0].xxxx, 2D, PIPE_FORMAT_R8_UINT\n", 3, 0},
    {"texels of a word, the other way round, after a barrier",
     "SHL TEMP[2].x, TEMP[0].xxxx, IMM[0].wwww\nAND TEMP[2].x, TEMP[2].xxxx, IMM[0].zzzz\nUSHR TEMP[3].x, TEMP[0].xxxx, "
     "IMM[0].yyyy\n"
     "USGE TEMP[3].x, TEMP[0].xxxx, IMM[0].yyyy\nAND TEMP[3].x, TEMP[3].xxxx, IMM[0].wwww\nOR TEMP[2].x, TEMP[2].xxxx, "
     "TEMP[3].xxxx\nMOV TEMP[2].y, TEMP[0].wwww\n"
     "STORE IMAGE[0], TEMP[2].xyyy, TEMP[0].xxxx, 2D, PIPE_FORMAT_R8_UINT\n" BARRIER
     "LOAD TEMP[3], IMAGE[0], TEMP[0].xwww, 2D, PIPE_FORMAT_R8_UINT\n",
     1, 0},
    {"the neighbour's texel",
     "STORE IMAGE[1], TEMP[0].xwww, TEMP[0].xxxx, 2D, PIPE_FORMAT_R32_UINT\nUADD TEMP[2].x, TEMP[0].xxxx, IMM[0].wwww\nMOV "
     "TEMP[2].y, TEMP[0].wwww\n"
     "LOAD TEMP[3], IMAGE[1], TEMP[2].xyyy, 2D, PIPE_FORMAT_R32_UINT\n",
     1, 1},
    {"the neighbour's texel after a barrier",
     "STORE IMAGE[1], TEMP[0].xwww, TEMP[0].xxxx, 2D, PIPE_FORMAT_R32_UINT\nUADD TEMP[2].x, TEMP[0].xxxx, IMM[0].wwww\nMOV "
     "TEMP[2].y, TEMP[0].wwww\n" BARRIER "LOAD TEMP[3], IMAGE[1], TEMP[2].xyyy, 2D, PIPE_FORMAT_R32_UINT\n",
     2, 0},
    {"atomic operations on one texel", "ATOMUADD TEMP[2].x, IMAGE[1], IMM[1].xxxx, IMM[0].wwww, 2D, PIPE_FORMAT_R32_UINT\n", 2,
     0},
    {"a texel is stored and changed",
     FIRST_TASK "STORE IMAGE[1], IMM[1].xxxx, TEMP[0].xxxx, 2D, PIPE_FORMAT_R32_UINT\nELSE\n"
                "ATOMUADD TEMP[2].x, IMAGE[1], IMM[1].xxxx, IMM[0].wwww, 2D, PIPE_FORMAT_R32_UINT\n" END_IF,
     1, 1},
};

/* Counts the errors of the result. Each has a note, and both have a location. */
static unsigned races_of(const struct nvp4c_result *r, const char *text)
{
   unsigned races = 0;

   for (unsigned k = 0; k < nvp4c_result_num_diagnostics(r); k++) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, k);
      if (d->severity == NVP4C_WARNING)
         continue;
      ck_assert_str_eq(d->id, "data-race");
      ck_assert_uint_lt(d->offset, strlen(text));
      if (d->severity == NVP4C_NOTE)
         continue;
      races++;
      ck_assert_int_lt(k + 1, nvp4c_result_num_diagnostics(r));
      ck_assert_int_eq(nvp4c_result_diagnostic(r, k + 1)->severity, NVP4C_NOTE);
   }
   return races;
}

START_TEST(rows)
{
   const struct program *p = &programs[_i];
   static const char inputs[] = "BUFFER[0].bytes=1024;IMAGE[0].size=64 4;IMAGE[1].size=65 4";
   char text[8192], used[256] = "";
   struct nvp4c_options opt;

   snprintf(text, sizeof text, "%s%sEND\n", head, p->body);
   for (const char *s = inputs; *s;
        s += strcspn(s, ";") + (s[strcspn(s, ";")] != 0)) { /* only memory that the program accesses has inputs */
      char name[16];
      snprintf(name, sizeof name, "%.*s", (int)strcspn(s, ".="), s);
      if (strstr(p->body, name))
         snprintf(used + strlen(used), sizeof used - strlen(used), "%.*s;", (int)strcspn(s, ";"), s);
   }
   nvp4c_options_init(&opt, sizeof opt);
   for (unsigned on = NVP4C_RUN_SOURCE; on <= NVP4C_RUN_IR; on++)
      for (unsigned order = 0; order < 4; order++) {
         struct nvp4c_run run = {.size = sizeof run,
                                 .on = (enum nvp4c_run_on)on,
                                 .inputs = used,
                                 .inputs_length = strlen(used),
                                 .grid = {p->blocks},
                                 .order = order,
                                 .races = 20};
         struct nvp4c_result *r = nvp4c_execute(text, strlen(text), &run, &opt);
         const unsigned races = races_of(r, text);
         ck_assert_msg(races == p->races, "%s, %s, order %u: %u races, not %u", p->what, on ? "IR" : "source", order, races,
                       p->races);
         ck_assert_int_eq(nvp4c_result_status(r), races ? NVP4C_MISMATCH : NVP4C_OK);
         nvp4c_result_free(r);
      }
}
END_TEST

/* No more races than requested are reported, and memory that was not requested is not checked. */
START_TEST(bound)
{
   char text[4096];
   struct nvp4c_options opt;

   snprintf(text, sizeof text, "%s" SHARE TAKE_OTHER SHARE_OTHER TAKE_OWN "END\n", head);
   nvp4c_options_init(&opt, sizeof opt);
   for (unsigned most = 0; most < 4; most++) {
      struct nvp4c_run run = {.size = sizeof run, .races = most};
      struct nvp4c_result *r = nvp4c_execute(text, strlen(text), &run, &opt);
      ck_assert_uint_eq(races_of(r, text), most < 3 ? most : 3);
      nvp4c_result_free(r);
   }
}
END_TEST

int main(void)
{
   Suite *suite = suite_create("race");
   TCase *tc = tcase_create("race");

   tcase_add_loop_test(tc, rows, 0, sizeof programs / sizeof programs[0]);
   tcase_add_test(tc, bound);
   suite_add_tcase(suite, tc);
   return suite_run(suite);
}

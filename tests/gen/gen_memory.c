/* SPDX-License-Identifier: MIT */
/*
 * Generates random TGSI compute programs. Their 64 invocations load, store and change the same few words, in ifs, in loops and
 * between barriers and fences. The programs are full of races, so the final memory shows the order of the accesses of a wave
 * and how often each one executed.
 */
#include <string.h>

#include "tests/gen/gen.h"
#include "util/rng.h"

static const char head[] = "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nDCL SV[0], THREAD_ID\nDCL BUFFER[0..1]\nDCL IMAGE[0], 2D, "
                           "PIPE_FORMAT_R32_UINT, WR\nDCL MEMORY[0], SHARED\n"
                           "DCL MEMORY[1], PRIVATE\nDCL CONST[0]\nDCL TEMP[0..9]\nDCL ADDR[0]\nIMM[0] UINT32 {0, 1, 2, "
                           "3}\nIMM[1] UINT32 {28, 60, 7, 5}\nMOV TEMP[0], SV[0].xxxx\n"
                           "MOV TEMP[1], SV[0].xxxx\nUADD TEMP[2], TEMP[0], IMM[1]\nXOR TEMP[3], TEMP[0], IMM[1]\n";
/* Stores the registers, so that memory shows their values. */
static const char tail[] =
    "UMUL TEMP[9].x, SV[0], IMM[1].wwww\nATOMXOR TEMP[8].x, BUFFER[1], IMM[0].xxxx, TEMP[0]\nATOMXOR TEMP[8].x, BUFFER[1], "
    "IMM[1].xxxx, TEMP[1].yyyy\n"
    "ATOMXOR TEMP[8].x, BUFFER[0], IMM[0].xxxx, TEMP[2].zzzz\nATOMUADD TEMP[8].x, BUFFER[0], IMM[1].xxxx, TEMP[3]\nEND\n";

struct making {
   struct util_rng rng;
   struct gen_text *out;
   int budget;
};

static unsigned below(struct making *m, unsigned n) { return util_rng_below(&m->rng, n); }

static const char *value(struct making *m)
{
   static const char *const values[] = {"TEMP[0]",      "TEMP[1].yxwz", "TEMP[2]",    "-TEMP[3]",
                                        "TEMP[3].wwww", "IMM[1]",       "SV[0].xxxx", "CONST[0]"};
   return values[below(m, 8)];
}

static void access_memory(struct making *m)
{
   static const char *const objects[] = {"BUFFER[0]", "BUFFER[1]", "MEMORY[0]", "MEMORY[1]", "IMAGE[0]", "BUFFER[ADDR[0].x]"};
   static const char *const atomics[] = {"UADD", "XCHG", "AND", "OR", "XOR", "UMIN", "UMAX", "INC_WRAP"};
   const char *object = objects[below(m, 6)], *mask = below(m, 2) ? ".x" : ".yz";

   gen_put(m->out, "AND TEMP[7], %s, %s\n", value(m), strncmp(object, "IMAGE", 5) ? "IMM[1].xxxx" : "IMM[0].yyyy");
   gen_put(m->out, "AND ADDR[0].x, %s, IMM[0].yyyy\n", value(m));
   if (below(m, 3) == 0)
      gen_put(m->out, "LOAD TEMP[%u]%s, %s, TEMP[7]\n", below(m, 4), mask, object);
   else if (below(m, 2))
      gen_put(m->out, "STORE %s%s, TEMP[7], %s\n", object, mask, value(m));
   else
      gen_put(m->out, "ATOM%s TEMP[%u].%c, %s, TEMP[7], %s\n", atomics[below(m, 8)], below(m, 4), "xyzw"[below(m, 4)], object,
              value(m));
}

static void body(struct making *m, unsigned depth, bool together);

/* If `together`, all invocations execute the statement. */
static void statement(struct making *m, unsigned depth, bool together)
{
   static const char *const alu[] = {"UADD", "XOR", "UMUL", "AND", "UMAX"};
   const unsigned kind = below(m, 12);

   m->budget--;
   if (kind < 6) {
      access_memory(m);
   } else if (kind < 8) {
      gen_put(m->out, "%s TEMP[%u], %s, %s\n", alu[below(m, 5)], below(m, 4), value(m), value(m));
   } else if (kind < 10 && depth < 4) {
      const bool uniform = below(m, 3) == 0;

      gen_put(m->out,
              uniform ? "AND TEMP[7].x, CONST[0], IMM[0].%c\nUIF TEMP[7].xxxx\n"
                      : "AND TEMP[7].x, TEMP[1], IMM[0].%c\nUIF TEMP[7].xxxx\n",
              "yzw"[below(m, 3)]);
      body(m, depth + 1, together && uniform);
      if (below(m, 2)) {
         gen_put(m->out, "ELSE\n");
         body(m, depth + 1, together && uniform);
      }
      gen_put(m->out, "ENDIF\n");
      if (below(m, 2)) { /* a second if on the same condition */
         gen_put(m->out, "UIF TEMP[7].xxxx\n");
         access_memory(m);
         gen_put(m->out, "ELSE\n");
         access_memory(m);
         gen_put(m->out, "ENDIF\n");
      }
   } else if (kind == 10 && depth < 3) {
      const bool counted = below(m, 2);

      gen_put(m->out, "MOV TEMP[%u].x, IMM[0].xxxx\nBGNLOOP\nUSGE TEMP[8].x, TEMP[%u], %s\nUIF TEMP[8].xxxx\nBRK\nENDIF\n",
              4 + depth, 4 + depth, counted ? "IMM[0].wwww" : "TEMP[9].xxxx");
      body(m, depth + 1, together && counted);
      gen_put(m->out, "UADD TEMP[%u].x, TEMP[%u], IMM[0].yyyy\nENDLOOP\n", 4 + depth, 4 + depth);
   } else {
      gen_put(m->out, together ? "BARRIER\n" : "MEMBAR IMM[1].xxxx\n");
   }
}

static void body(struct making *m, unsigned depth, bool together)
{
   for (unsigned k = 1 + below(m, 4); k && m->budget > 0; k--)
      statement(m, depth, together);
}

void gen_memory(uint64_t seed, struct gen_text *out)
{
   struct making m = {.out = out, .budget = 40};

   util_rng_init(&m.rng, seed);
   gen_put(out, "%sAND TEMP[9], SV[0].xxxx, IMM[0].wwww\n", head);
   while (m.budget > 0)
      statement(&m, 0, true);
   gen_put(out, "%s", tail);
}

/* SPDX-License-Identifier: MIT */
/* Hostile inputs for runs, machine code and pre-shaders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/preshader/preshader.h"
#include "nvp4c_machine.h"
#include "nvp4c_run.h"
#include "tests/stress/hostile.h"

static const char drawn[] =
    "!!NVfp4.0\nPARAM c[3] = { program.local[0..2] };\nATTRIB k = fragment.color;\nBUFFER4 b[] = { program.buffer[1] };\n"
    "TEMP t;\nMUL t, k, c[1];\nADD t, t, b[1];\nKIL t.x;\nMAD result.color, t, fragment.texcoord[2], c[0];\nEND\n";
static const char grid[] =
    "COMP\nDCL SV[0], BLOCK_ID\nDCL BUFFER[0..1]\nDCL IMAGE[1], 2D, PIPE_FORMAT_R8G8_UNORM, WR\nDCL MEMORY[0], SHARED\n"
    "DCL TEMP[0]\nLOAD TEMP[0], IMAGE[1], SV[0], 2D, PIPE_FORMAT_R8G8_UNORM\nSTORE MEMORY[0].x, SV[0].xxxx, TEMP[0].yyyy\n"
    "LOAD TEMP[0].x, BUFFER[0], SV[0].xxxx\nSTORE BUFFER[1], SV[0].xxxx, TEMP[0]\n"
    "STORE IMAGE[1], SV[0], TEMP[0], 2D, PIPE_FORMAT_R8G8_UNORM\nEND\n";
/* clang-format off */
static const char *const input_words[] = {
   "c", "k", "b", "program.local", "program.buffer", "fragment.texcoord", "result.color", "tex2", "vertex", "[", "]", "[1]", "[2]",
   "[999999]", "=", "=", "=", "1", "-2.5e3", "0x3f", "3i", "inf", "-nan", "1e99999", ",", " ", ";", "\n", "|", ".xy", ".", ".",
   "BUFFER[1]", "IMAGE[1]", "SHARED", "BUFFER", ".size", ".bytes", "3 4"};
/* clang-format on */

/* Fills `inputs` with random words and letters, and returns their length. */
static size_t random_inputs(char *inputs, size_t size)
{
   size_t n = 0;

   while (n < size - 24 && hostile_random() % 24) {
      const char *w = input_words[hostile_random() % (sizeof input_words / sizeof *input_words)];
      if (hostile_random() % 16) {
         memcpy(inputs + n, w, strlen(w));
         n += strlen(w);
      } else {
         inputs[n++] = (char)hostile_random();
      }
   }
   return n;
}

/* Tests inputs for --run, with failing allocations. */
void feed_inputs(unsigned tries)
{
   char inputs[256];

   for (unsigned i = 0; i < tries; i++) {
      struct budget budget = {i % 4 ? -1 : (long)(hostile_random() % 200)};
      struct nvp4c_options o;
      const size_t n = random_inputs(inputs, sizeof inputs);
      const char *const text = i % 3 == 2 ? grid : drawn;
      const bool draws = text == drawn;
      const struct nvp4c_run run = {.size = sizeof run,
                                    .on = (enum nvp4c_run_on)(i / 3 % 3),
                                    .inputs = inputs,
                                    .inputs_length = n,
                                    .seed = i & 1,
                                    .width = draws ? i % 5 : 0,
                                    .height = draws ? i % 7 / 2 : 0,
                                    .grid = {draws ? 0 : i % 5},
                                    .order = i & 2,
                                    .races = draws ? 0 : i % 11,
                                    .shared = i & 1};
      nvp4c_options_init(&o, sizeof o);
      o.memory.alloc = failing_alloc;
      o.memory.user = &budget;
      struct nvp4c_result *r = nvp4c_execute(text, strlen(text), &run, &o);
      hostile_runs++;
      const enum nvp4c_status s = r ? nvp4c_result_status(r) : NVP4C_LIMIT;
      if ((s != NVP4C_OK && s != NVP4C_REJECTED && s != NVP4C_LIMIT && s != NVP4C_MISMATCH) ||
          (r && s == NVP4C_REJECTED && !is_located(r, n > strlen(text) ? n : strlen(text)))) {
         printf("FAIL inputs %u: status %d\n", i, (int)s);
         hostile_failures++;
      }
      nvp4c_result_free(r);
   }
}

/* Tests invalid machine code and its waves, with failing allocations. */
void feed_machine(unsigned tries)
{
   static const char text[] = "!!NVfp4.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\nREP 3;\nMUL.CC t, t, "
                              "fragment.color;\nBRK (LT.x);\nENDREP;\nMOV result.color, t;\nEND\n";
   struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, NULL);
   size_t len;
   const void *code = nvp4c_result_code(r, &len);
   uint8_t *wrong = malloc(len);

   for (unsigned i = 0; i < tries; i++) {
      struct budget budget = {i % 4 ? -1 : (long)(hostile_random() % 8)};
      struct nvp4c_options o;
      memcpy(wrong, code, len);
      for (unsigned k = hostile_random() % 4; k; k--)
         wrong[hostile_random() % len] = (uint8_t)hostile_random();
      nvp4c_options_init(&o, sizeof o);
      o.memory.alloc = failing_alloc;
      o.memory.user = &budget;
      struct nvp4c_machine *m = nvp4c_machine_create(wrong, i % 8 ? len : hostile_random() % len, &o);
      struct nvp4c_wave *t = nvp4c_wave_create(m);
      if (t) {
         nvp4c_wave_start(t, hostile_random(), hostile_random());
         nvp4c_wave_run(&t, 1, 2000);
      }
      hostile_runs++;
      nvp4c_wave_free(t);
      nvp4c_machine_free(m);
   }
   free(wrong);
   nvp4c_result_free(r);
}

/* Tests corrupted pre-shaders, most of them with a valid hash, with failing allocations. */
void feed_preshader(unsigned tries)
{
   static const char text[] =
       "!!NVfp4.0\nPARAM k[5] = { program.local[1..3], { 1, 2, -0.5, 3e38 }, program.env[2] };\nINT TEMP i;\nTEMP a, b;\n"
       "FLR.S i, k[0].x;\nMOV.F a, k[i.x + 1];\nMUL b, k[i.y], -|a|;\nSIN b.x, b.x;\nMUL.S i, i, k[3];\nPK2H a.x, a;\n"
       "MAD.SAT a, a, b, k[4];\nMUL result.color, a, fragment.color;\nEND\n";
   struct nvp4c_options o;
   size_t len;

   nvp4c_options_init(&o, sizeof o);
   o.preshader = NVP4C_PRESHADER_CALLER;
   struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, &o);
   const uint8_t *bytes = nvp4c_result_preshader(r, &len);
   if (!bytes) {
      printf("FAIL cannot make a pre-shader: %s\n",
             nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
      hostile_failures++;
   }
   for (unsigned i = 0; bytes && i < tries; i++) {
      struct budget budget = {i % 8 ? -1 : (long)(hostile_random() % 16)};
      const size_t n = i % 16 ? len : hostile_random() % (len + 1);
      uint8_t *wrong = malloc(n + 1);
      memcpy(wrong, bytes, n);
      for (unsigned k = 1 + hostile_random() % 4; k && n; k--)
         wrong[hostile_random() % n] = (uint8_t)(hostile_random() % 3 ? hostile_random() : hostile_random() % 4);
      memcpy(wrong, bytes, n < 4 ? n : 4);
      if (n > PRESHADER_HASHED && i % 32)
         preshader_hash(wrong, n, wrong + 4);
      nvp4c_options_init(&o, sizeof o);
      o.memory.alloc = failing_alloc;
      o.memory.user = &budget;
      struct nvp4c_preshader *p = nvp4c_preshader_create(wrong, n, &o);
      free(wrong);
      if (p) {
         const struct nvp4c_preshader_info info = nvp4c_get_preshader_info(p);
         uint32_t *words = malloc(4 * ((size_t)info.num_inputs + info.num_results + info.work_words) + 4);
         for (unsigned k = 0; k < info.num_inputs; k++)
            words[k] = hostile_random() % 2 ? hostile_random() : 0x3f800000u + hostile_random() % 0x1000000u;
         nvp4c_preshader_run(p, words, words + info.num_inputs, words + info.num_inputs + info.num_results);
         free(words);
      }
      hostile_runs++;
      nvp4c_preshader_free(p);
   }
   nvp4c_result_free(r);
}

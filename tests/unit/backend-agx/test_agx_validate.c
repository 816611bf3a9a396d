/* SPDX-License-Identifier: MIT */
/*
 * The validator of AGX programs: every rule is tested both ways (tests/isa/agx.reject). Every verified compile tests that good
 * programs pass, and tests/agx-proof/agx_mutants.c tests that bad ones do not. usage: test_agx_validate [agx.reject]
 */
#include "backend-agx/check/agx_validate.h"
#include "backend-agx/text/agx_text.h"
#include "semantics/slots.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path = "tests/isa/agx.reject";

static const char end_text[] = "stop\ntrap\ntrap\ntrap\ntrap\ntrap\ntrap\ntrap\ntrap\n";

static void set_range(uint64_t *set, const char *value, unsigned per)
{
   unsigned a = 0, b = 0;
   const int n = sscanf(value, "%u..%u", &a, &b);

   for (unsigned k = a * per; k < ((n == 2 ? b : a) + 1) * per; k++)
      set[k / 64] |= UINT64_C(1) << k % 64;
}

static void set_coefficients(uint8_t *cf, const char *value)
{
   static const struct {
      const char *name;
      uint8_t kind;
   } kinds[] = {{"w", AGX_CF_W},
                {"z", AGX_CF_Z},
                {"smooth", 1 + INTERP_SMOOTH},
                {"flat", 1 + INTERP_FLAT},
                {"linear", 1 + INTERP_NOPERSPECTIVE}};
   char name[16];
   unsigned n;

   for (const char *s = value; s && sscanf(s, "%u:%15[a-z]", &n, name) == 2; s = strchr(s, ',') ? strchr(s, ',') + 1 : NULL)
      for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
         if (!strcmp(kinds[k].name, name))
            cf[n] = kinds[k].kind;
}

static void set_word(struct agx_contract *k, const char *word)
{
   static const char *const parts[] = {
       [AGX_CONTRACT_VERTEX] = "vertex",   [AGX_CONTRACT_MAIN] = "main",         [AGX_CONTRACT_FRAGMENT] = "fragment",
       [AGX_CONTRACT_COMPUTE] = "compute", [AGX_CONTRACT_PREAMBLE] = "preamble", [AGX_CONTRACT_ANY] = "any"};
   const char *value = strchr(word, '=') ? strchr(word, '=') + 1 : "";
   const size_t n = strcspn(word, "=");

#define IS(name) (n == strlen(name) && !strncmp(word, name, n))
   for (unsigned p = 0; p < sizeof parts / sizeof *parts; p++)
      if (IS(parts[p])) {
         if (p == AGX_CONTRACT_ANY)
            agx_contract_any(k);
         k->part = (enum agx_contract_part)p;
         k->halves = k->least = p == AGX_CONTRACT_PREAMBLE || p == AGX_CONTRACT_ANY ? AGX_HALVES : 0;
         k->least = p == AGX_CONTRACT_VERTEX ? AGX_MIN_VERTEX_HALVES : k->least;
         return;
      }
   if (IS("halves"))
      k->halves = (unsigned)atoi(value);
   else if (IS("in"))
      set_range(k->live_in, value, 2);
   else if (IS("out"))
      set_range(k->live_out, value, 2);
   else if (IS("uni"))
      set_range(k->uniforms, value, 1);
   else if (IS("put"))
      set_range(k->stores, value, 1);
   else if (IS("ts"))
      set_range(k->ts, value, 1);
   else if (IS("ss"))
      set_range(k->ss, value, 1);
   else if (IS("cf"))
      set_coefficients(k->cf, value);
   else if (IS("uvs"))
      k->uvs_words = (unsigned)atoi(value);
   else if (IS("stack"))
      k->stack_words = (unsigned)atoi(value);
   else if (IS("arrays"))
      k->array_words = (unsigned)atoi(value);
   else if (IS("loop"))
      k->sample_loop = true, k->mask_half = *value ? (unsigned)atoi(value) : 1;
   else
      ck_abort_msg("unknown: %s", word);
}

/* The contract precedes " : ", the code follows it. */
static enum agx_violation judge(struct util_ctx *ctx, const char *line, struct agx_finding *at)
{
   struct agx_contract k = {0};
   struct util_buf text, code;
   const char *body = strstr(line, " : ");
   char head[256];

   ck_assert_msg(body && (size_t)(body - line) < sizeof head, "%s", line);
   snprintf(head, sizeof head, "%.*s", (int)(body - line), line);
   for (char *word = strtok(head, " "); word; word = strtok(NULL, " "))
      set_word(&k, word);
   util_buf_init(&text, ctx);
   util_buf_init(&code, ctx);
   for (const char *s = body + 3; s; s = strstr(s, " | ") ? strstr(s, " | ") + 3 : NULL) {
      const size_t n = strstr(s, " | ") ? (size_t)(strstr(s, " | ") - s) : strlen(s);
      if (n == 3 && !memcmp(s, "end", 3))
         util_buf_add(&text, end_text, sizeof end_text - 1);
      else
         util_buf_printf(&text, "%.*s\n", (int)n, s);
   }
   ctx->text = text.data;
   ctx->text_len = text.len;
   agx_assemble_text(ctx, text.data, text.len, &code, NULL);
   if (ctx->diags)
      printf("%s: %s\n", line, ctx->diags->message);
   return agx_validate(ctx, (const uint8_t *)code.data, code.len, &k, at);
}

START_TEST(rules)
{
   FILE *f = fopen(path, "r");
   char line[2048], want[32] = "";
   unsigned number = 0, wrong = 0, broken[AGX_NUM_VIOLATIONS] = {0}, kept = 0;

   ck_assert_msg(f != NULL, "cannot open %s", path);
   while (fgets(line, sizeof line, f)) {
      struct util_ctx ctx;
      struct agx_finding at;
      number++;
      line[strcspn(line, "\n")] = 0;
      if (line[0] == '#')
         snprintf(want, sizeof want, "%.*s", (int)strcspn(line + 2, ":"), strlen(line) > 2 ? line + 2 : "");
      if (line[0] == '#' || !line[0])
         continue;
      util_ctx_init(&ctx, NULL, 0);
      const enum agx_violation v = judge(&ctx, line, &at);
      if (strcmp(agx_violation_name(v), want)) {
         printf("%s:%u: %s at byte %u, half %d, not %s: %s\n", path, number, agx_violation_name(v), at.byte, at.half, want,
                line);
         wrong++;
      }
      broken[v]++;
      kept += v == AGX_V_OK;
      util_ctx_finish(&ctx);
   }
   fclose(f);
   ck_assert_msg(!wrong, "%u programs are judged in another way than the file says", wrong);
   for (unsigned v = 1; v < AGX_NUM_VIOLATIONS; v++)
      ck_assert_msg(broken[v], "no program breaks %s", agx_violation_name((enum agx_violation)v));
   printf("agx.reject: %u rules, %u programs that keep them\n", (unsigned)AGX_NUM_VIOLATIONS - 1, kept);
}
END_TEST

int main(int argc, char **argv)
{
   Suite *s = suite_create("agx-validate");
   TCase *c = tcase_create("all");

   if (argc > 1)
      path = argv[1];
   tcase_add_test(c, rules);
   suite_add_tcase(s, c);
   return suite_run(s);
}

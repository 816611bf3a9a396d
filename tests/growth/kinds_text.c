/* SPDX-License-Identifier: MIT */
/* Programs as IR text, and programs with mistakes. */
#include "tests/growth/growth.h"

static void ir_head(struct growth_text *t)
{
   growth_say(t, "nvp4c-ir 1\nstage fragment\nparam 0 local 0\n\nblock 0:\n");
   for (unsigned i = 0; i < 4; i++)
      growth_say(t, "   %%%u:32 = load_input slot=attr0 comp=%u interp=smooth\n", i, i);
}

static void ir_tail(struct growth_text *t, unsigned value)
{
   growth_say(t, "   store_output %%%u slot=color0 comp=0\n   return\n", value);
}

static void ir_chain(struct growth_text *t, unsigned n, const char *line)
{
   (void)line;
   ir_head(t);
   for (unsigned k = 4; k < n; k++)
      growth_say(t, "   %%%u:32 = fmad %%%u, %%%u, %%%u\n", k, k - 1, k % 3, k - 2);
   ir_tail(t, n - 1);
}

/* Makes n / 4 ifs, each with a phi. */
static void ir_ifs(struct growth_text *t, unsigned n, const char *line)
{
   unsigned v = 4, last = 0, b = 0;

   (void)line;
   ir_head(t);
   for (unsigned k = 0; k < n / 4; k++, b += 2, v += 3) {
      growth_say(t, "   %%%u:1 = flt %%%u, %%%u\n   if %%%u b%u b%u merge=b%u\n", v, last, 1 + k % 3, v, b + 1, b + 2, b + 2);
      growth_say(t, "block %u:\n   %%%u:32 = fmul %%%u, %%%u\n   jump b%u\nblock %u:\n   %%%u:32 = phi %%%u, %%%u\n", b + 1,
                 v + 1, last, last, b + 2, b + 2, v + 2, last, v + 1);
      last = v + 2;
   }
   ir_tail(t, last);
}

/* Makes n / 2 nested ifs. */
static void ir_nested_ifs(struct growth_text *t, unsigned n, const char *line)
{
   const unsigned depth = n / 2;

   (void)line;
   ir_head(t);
   for (unsigned k = 0; k < depth; k++)
      growth_say(t, "   %%%u:1 = flt %%%u, %%%u\n   if %%%u b%u b%u merge=b%u\nblock %u:\n", 4 + k, k % 4, (k + 1) % 4, 4 + k,
                 k + 1, 2 * depth - k, 2 * depth - k, k + 1);
   growth_say(t, "   kill %%4\n   jump b%u\n", depth + 1);
   for (unsigned k = depth + 1; k < 2 * depth; k++)
      growth_say(t, "block %u:\n   jump b%u\n", k, k + 1);
   growth_say(t, "block %u:\n", 2 * depth);
   ir_tail(t, 0);
}

/* Makes n wrong instructions. */
static void mistakes(struct growth_text *t, unsigned n, const char *line)
{
   growth_say(t, "!!NVfp4.0\nTEMP abcdefgh, abcdefgi;\n");
   for (unsigned k = 0; k < n; k++)
      growth_say(t, line, k, k);
   growth_say(t, "END\n");
}

#define TEXT(name, make, line, tool) {name, make, line, tool}
const struct growth_kind growth_kinds_text[] = {
   TEXT("IR chain", ir_chain, "", GROWTH_COMPILE), TEXT("IR ifs", ir_ifs, "", GROWTH_COMPILE),
   TEXT("IR nested ifs", ir_nested_ifs, "", GROWTH_COMPILE),
   TEXT("unknown names", mistakes, "MOV abcdefgj%u, abcdefgh%u;\n", GROWTH_REJECT),
   TEXT("errors of syntax", mistakes, "MOV abcdefgh,, abcdefgi.x%u%u;\n", GROWTH_REJECT),
   TEXT("warnings", mistakes, "TEMP u%u; MUL abcdefgh, abcdefgh, %u;\n", GROWTH_REJECT),
   {0},
};

/* SPDX-License-Identifier: MIT */
/* Programs with control flow: sequences and nests of constructs, subroutines and branches. */
#include "tests/growth/growth.h"

static void head(struct growth_text *t, unsigned more)
{
   growth_say(t, "!!NVfp4.0\nPARAM c[16] = { program.local[0..15] };\nTEMP t, R0, R1, R2, R3, R4, R5, R6, R7;\n");
   for (unsigned i = 0; i < 8; i++)
      growth_say(t, "MOV R%u, fragment.attrib[%u];\n", i, i);
   for (unsigned i = 0; i < more; i++)
      growth_say(t, "TEMP v%u;\nMUL v%u, fragment.attrib[%u], {%u, 1, 2, 3};\n", i, i, i % 8, i % 61);
}

static void tail(struct growth_text *t, unsigned more)
{
   for (unsigned i = 1; i < 8; i++)
      growth_say(t, "ADD R0, R0, R%u;\n", i);
   for (unsigned i = 0; i < more; i++)
      growth_say(t, "MAD R0, R0, v%u, 0.5;\n", i);
   growth_say(t, "MOV result.color, R0;\n");
}

static void mad(struct growth_text *t, unsigned k)
{
   growth_say(t, "MAD R%u, R%u, c[%u], R%u;\n", k % 8, (k + 1) % 8, k % 16, k % 8);
}

static void test(struct growth_text *t, unsigned k)
{
   growth_say(t, "SGTC t.x, R%u.x, R%u.y;\n", k % 8, (k + 3) % 8);
}

/* Makes n / 4 ifs. `line` is "else" for ifs with both arms, "kil" for a KIL, or "empty" for one instruction, which becomes a
   select. */
static void ifs(struct growth_text *t, unsigned n, const char *line)
{
   head(t, 0);
   for (unsigned k = 0; k < n / 6; k++) {
      test(t, k);
      growth_say(t, "IF GT.x;\n");
      mad(t, k);
      if (*line == 'e')
         growth_say(t, "ELSE;\n");
      else
         growth_say(t, "KIL R%u;\n", (k + 2) % 8);
      mad(t, k + 1);
      growth_say(t, "ENDIF;\n");
   }
   tail(t, 0);
   growth_say(t, "END\n");
}

/* Makes n / 5 nested ifs. If `line` is "else", each one is in the ELSE arm of the one before. */
static void nested_ifs(struct growth_text *t, unsigned n, const char *line)
{
   const bool other = *line == 'e';

   head(t, 0);
   for (unsigned k = 0; k < n / 5; k++) {
      test(t, k);
      growth_say(t, "IF GT.x;\n");
      mad(t, k);
      if (other)
         growth_say(t, "ELSE;\n");
   }
   for (unsigned k = 0; k < n / 5; k++) {
      growth_say(t, "ENDIF;\n");
      if (!other)
         mad(t, k);
   }
   tail(t, 0);
   growth_say(t, "END\n");
}

/* Primes above every number of values, so that all values are written and read at any size. */
#define STEP_OF_WRITES 10007u
#define STEP_OF_READS 20011u

/* Makes n / 12 values that live across all constructs of the program. `line` "if", "brk" or "loop" selects the construct. "end"
   makes one loop with n / 6 pieces of code that end in a BRK; the values live across these pieces, but not in them. "write BRK"
   and "write CONT" make one loop with n / 6 of these instructions. A value changes before each of them, so that phis have
   n / 12 times n / 6 operands. */
static void across(struct growth_text *t, unsigned n, const char *line)
{
   const unsigned values = n / 12, constructs = n / 6;
   const bool one_loop = *line == 'b' || *line == 'e' || *line == 'w';

   head(t, values);
   if (one_loop)
      growth_say(t, "REP 3;\n");
   for (unsigned k = 0; k < constructs; k++) {
      if (*line == 'l')
         growth_say(t, "REP 3;\n");
      test(t, k);
      if (*line == 'i')
         growth_say(t, "IF GT.x;\nMUL v%u, R0, v%u;\n", k * STEP_OF_WRITES % values, k * STEP_OF_READS % values);
      else if (*line == 'w')
         growth_say(t, "MUL v%u, R0, v%u;\n%s (GT.x);\n", k * STEP_OF_WRITES % values, k * STEP_OF_READS % values,
                    line + sizeof "write");
      else if (*line == 'e')
         growth_say(t, "IF GT.x;\nMUL R%u, R%u, 0.5;\nBRK;\nENDIF;\n", k % 8, (k + 4) % 8);
      else
         growth_say(t, "BRK (GT.x);\n");
      mad(t, k);
      if (*line == 'i')
         growth_say(t, "ENDIF;\n");
      if (*line == 'l')
         growth_say(t, "ENDREP;\n");
   }
   for (unsigned i = 0; *line == 'e' && i < values; i++)
      growth_say(t, "MAD R0, R0, v%u, 0.5;\n", i);
   if (one_loop)
      growth_say(t, "ENDREP;\n");
   tail(t, *line == 'e' ? 0 : values);
   growth_say(t, "END\n");
}

static void loops(struct growth_text *t, unsigned n, const char *line)
{
   (void)line;
   head(t, 0);
   for (unsigned k = 0; k < n / 6; k++) {
      growth_say(t, "REP 3;\n");
      mad(t, k);
      test(t, k);
      growth_say(t, "BRK (GT.x);\n");
      mad(t, k + 1);
      growth_say(t, "ENDREP;\n");
   }
   tail(t, 0);
   growth_say(t, "END\n");
}

/* Makes a sequence of nests of loops, each 64 deep, which is the limit of the language. */
static void nested_loops(struct growth_text *t, unsigned n, const char *line)
{
   (void)line;
   head(t, 0);
   for (unsigned k = 0; k < n / 4; k += 64) {
      for (unsigned i = 0; i < 64; i++) {
         growth_say(t, "REP 3;\n");
         mad(t, k + i);
      }
      for (unsigned i = 0; i < 64; i++) {
         mad(t, k + i);
         growth_say(t, "ENDREP;\n");
      }
   }
   tail(t, 0);
   growth_say(t, "END\n");
}

/* Makes one loop with n / 3 exits or continues. */
static void exits(struct growth_text *t, unsigned n, const char *line)
{
   head(t, 0);
   growth_say(t, "REP 3;\n");
   for (unsigned k = 0; k < n / 3; k++) {
      test(t, k);
      growth_say(t, "%s (GT.x);\n", line);
      mad(t, k);
   }
   growth_say(t, "ENDREP;\n");
   tail(t, 0);
   growth_say(t, "END\n");
}

static void returns(struct growth_text *t, unsigned n, const char *line)
{
   (void)line;
   head(t, 0);
   growth_say(t, "CAL s;\n");
   tail(t, 0);
   growth_say(t, "RET;\ns:\n");
   for (unsigned k = 0; k < n / 3; k++) {
      test(t, k);
      growth_say(t, "RET (GT.x);\n");
      mad(t, k);
   }
   growth_say(t, "END\n");
}

/* Makes n / 4 subroutines that are called one after the other. With "chain" each one calls the next, and with "one" all calls
   go to a single subroutine. */
static void calls(struct growth_text *t, unsigned n, const char *line)
{
   const unsigned subs = *line == 'o' ? 1 : n / 4;

   head(t, 0);
   for (unsigned k = 0; k < (*line == 'c' ? 1 : n / 4); k++)
      growth_say(t, "CAL s%u;\n", k % subs);
   tail(t, 0);
   growth_say(t, "RET;\n");
   for (unsigned k = 0; k < subs; k++) {
      growth_say(t, "s%u:\n", k);
      mad(t, k);
      mad(t, k + 3);
      if (*line == 'c' && k + 1 < subs)
         growth_say(t, "CAL s%u;\n", k + 1);
      growth_say(t, "RET;\n");
   }
   growth_say(t, "END\n");
}

/* Makes n / 6 subroutines that each call the next one twice. If they were expanded, the program would exceed every limit. */
static void doubling(struct growth_text *t, unsigned n, const char *line)
{
   const unsigned subs = n / 6;

   (void)line;
   head(t, 0);
   growth_say(t, "CAL s0;\n");
   tail(t, 0);
   growth_say(t, "RET;\n");
   for (unsigned k = 0; k < subs; k++) {
      growth_say(t, "s%u:\n", k);
      mad(t, k);
      test(t, k);
      if (k + 1 < subs)
         growth_say(t, "CAL s%u (GT.x);\nMUL R0, R0, R1;\nCAL s%u (LT.x);\n", k + 1, k + 1);
      growth_say(t, "RET;\n");
   }
   growth_say(t, "END\n");
}

/* Makes a subroutine of n / 3 instructions that calls itself. If `line` is "many", makes n / 6 subroutines that each call the
   next one, and the last one calls the first. */
static void recursion(struct growth_text *t, unsigned n, const char *line)
{
   const unsigned subs = *line == 'm' ? n / 6 : 1;

   head(t, 0);
   growth_say(t, "CAL s0;\n");
   tail(t, 0);
   growth_say(t, "RET;\n");
   for (unsigned k = 0; k < subs; k++) {
      growth_say(t, "s%u:\n", k);
      for (unsigned i = 0; i < (*line == 'm' ? 2 : n); i++)
         mad(t, k + i);
      test(t, k);
      growth_say(t, "RET (GT.x);\nCAL s%u;\n", (k + 1) % subs);
      mad(t, k);
      growth_say(t, "RET;\n");
   }
   growth_say(t, "END\n");
}

/* Makes programs of NV_vertex_program2. `line` is "next" for n / 3 branches over one instruction, "far" for branches to one
   label at the end, "back" for loops, or "cal" for n / 4 subroutines. */
static void branches(struct growth_text *t, unsigned n, const char *line)
{
   const unsigned count = n / 4;

   growth_say(
       t,
       "!!ARBvp1.0\nOPTION NV_vertex_program2;\nPARAM c[16] = { program.local[0..15] };\nTEMP t, R0, R1, R2, R3, R4, R5, R6, "
       "R7;\n");
   for (unsigned i = 0; i < 8; i++)
      growth_say(t, "MOV R%u, vertex.attrib[%u];\n", i, i);
   for (unsigned k = 0; k < count; k++) {
      if (*line == 'b')
         growth_say(t, "l%u:\n", k);
      if (*line == 'c') {
         growth_say(t, "CAL l%u;\n", k);
         continue;
      }
      mad(t, k);
      test(t, k);
      growth_say(t, "BRA l%u (GT.x);\n", *line == 'f' ? count : *line == 'b' ? k : k + 1);
      mad(t, k + 1);
      if (*line == 'n')
         growth_say(t, "l%u:\n", k + 1);
   }
   if (*line == 'f')
      growth_say(t, "l%u:\n", count);
   growth_say(t, "MOV result.position, R0;\n");
   for (unsigned i = 1; i < 8; i++)
      growth_say(t, "MOV result.texcoord[%u], R%u;\n", i, i);
   for (unsigned k = 0; *line == 'c' && k < count; k++) {
      growth_say(t, "%sl%u:\n", k ? "" : "RET;\n", k);
      mad(t, k);
      mad(t, k + 1);
      growth_say(t, "RET;\n");
   }
   growth_say(t, "END\n");
}

#define FLOW(name, make, line) {name, make, line, GROWTH_COMPILE}
const struct growth_kind growth_kinds_flow[] = {
    FLOW("ifs", ifs, "else"),
    FLOW("ifs with KIL", ifs, "kil"),
    FLOW("nested ifs", nested_ifs, ""),
    FLOW("else-ifs", nested_ifs, "else"),
    FLOW("values across ifs", across, "if"),
    FLOW("values across loops", across, "loop"),
    FLOW("values across BRKs", across, "brk"),
    FLOW("values across ends", across, "end"),
    FLOW("values by BRKs", across, "write BRK"),
    FLOW("values by CONTs", across, "write CONT"),
    FLOW("loops", loops, ""),
    FLOW("nested loops", nested_loops, ""),
    FLOW("BRK", exits, "BRK"),
    FLOW("CONT", exits, "CONT"),
    FLOW("RET", returns, ""),
    FLOW("subroutines", calls, "each"),
    FLOW("CAL chain", calls, "chain"),
    FLOW("CAL of one", calls, "one"),
    FLOW("CAL twice", doubling, ""),
    FLOW("recursion", recursion, "one"),
    FLOW("recursion of many", recursion, "many"),
    FLOW("BRA next", branches, "next"),
    FLOW("BRA far", branches, "far"),
    FLOW("BRA back", branches, "back"),
    FLOW("CAL vp2", branches, "cal"),
    {"assembling", ifs, "else", GROWTH_ASSEMBLE},
    {"disassembling", ifs, "else", GROWTH_DISASSEMBLE},
    {0},
};

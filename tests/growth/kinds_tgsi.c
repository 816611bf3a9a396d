/* SPDX-License-Identifier: MIT */
/* TGSI programs that exercise the parser, checks and lowering of TGSI. */
#include "tests/growth/growth.h"

#include <string.h>

static void head(struct growth_text *t)
{
   growth_say(t, "FRAG\n");
   for (unsigned i = 0; i < 8; i++)
      growth_say(t, "DCL IN[%u], GENERIC[%u], PERSPECTIVE\n", i, i);
   growth_say(t, "DCL OUT[0], COLOR\nDCL CONST[0][0..15]\nDCL SAMP[0..3]\nDCL SVIEW[0..3], 2D, FLOAT\nDCL TEMP[0..9]\nDCL "
                 "TEMP[10..25], ARRAY(1), LOCAL\nDCL ADDR[0]\n"
                 "IMM[0] FLT32 {0.0, 1.0, 0.5, 3.0}\nIMM[1] UINT32 {0, 1, 7, 15}\n");
}

/* Copies the inputs to registers 0 to 7. Comes after head() and the declarations of the kind. */
static void start(struct growth_text *t)
{
   for (unsigned i = 0; i < 8; i++)
      growth_say(t, "MOV TEMP[%u], IN[%u]\n", i, i);
}

static void end(struct growth_text *t)
{
   for (unsigned i = 1; i < 8; i++)
      growth_say(t, "ADD TEMP[0], TEMP[0], TEMP[%u]\n", i);
   growth_say(t, "MOV OUT[0], TEMP[0]\nEND\n");
}

/* Writes one copy of a line. In the line $d, $a and $b stand for register numbers, and $k for a number below 16. */
static void copy(struct growth_text *t, const char *line, unsigned k)
{
   for (const char *s = line; *s;) {
      const size_t n = strcspn(s, "$");
      growth_say(t, "%.*s", (int)n, s);
      s += n;
      if (!*s)
         break;
      growth_say(t, "%u", s[1] == 'k' ? k % 16 : (k + (s[1] == 'a' ? 1 : s[1] == 'b' ? 3 : 0)) % 8);
      s += 2;
   }
   growth_say(t, "\n");
}

static unsigned lines_of(const char *line)
{
   unsigned n = 1;

   for (; *line; line++)
      n += *line == '\n';
   return n;
}

static void lines(struct growth_text *t, unsigned n, const char *line)
{
   head(t);
   start(t);
   for (unsigned i = 10; i < 26; i++)
      growth_say(t, "MOV TEMP[%u], CONST[0][%u]\n", i, i - 10);
   for (unsigned k = 0; k < n / lines_of(line); k++)
      copy(t, line, k);
   end(t);
}

/* Makes n / 16 instructions that are each lowered to hundreds. */
static void large(struct growth_text *t, unsigned n, const char *line)
{
   lines(t, n / 16, line);
}

/* Declares as many immediates, or temporaries in arrays, as there are instructions. */
static void declared(struct growth_text *t, unsigned n, const char *line)
{
   head(t);
   for (unsigned k = 0; k < n / 2; k++)
      if (*line == 'i')
         growth_say(t, "IMM[%u] UINT32 {%u, %u, 0x%x, 1}\n", 2 + k, k, k * 77, k * 0x10001);
      else
         growth_say(t, "DCL TEMP[%u..%u], ARRAY(%u)\n", 26 + 2 * k, 27 + 2 * k, 2 + k);
   start(t);
   for (unsigned k = 0; k < n / 2; k++)
      if (*line == 'i')
         growth_say(t, "XOR TEMP[%u], TEMP[%u], IMM[%u]\n", k % 8, (k + 1) % 8, 2 + k);
      else
         growth_say(t, "ADD TEMP[%u], TEMP[%u], TEMP[ADDR[0].x+%u](%u)\n", 26 + 2 * k, k % 8, 26 + 2 * k, 2 + k);
   end(t);
}

/* Makes one SWITCH with n / 5 sections. With "nested", each section has a SWITCH. */
static void switches(struct growth_text *t, unsigned n, const char *line)
{
   const unsigned count = *line == 'n' ? n / 8 : n / 3;

   head(t);
   start(t);
   growth_say(t, "F2I TEMP[8], IN[0]\n");
   if (*line != 'n')
      growth_say(t, "SWITCH TEMP[8].xxxx\n");
   for (unsigned k = 0; k < count; k++) {
      if (*line == 'n')
         growth_say(t, "SWITCH TEMP[8].%s\n", k & 1 ? "xxxx" : "yyyy");
      growth_say(t, "CASE IMM[1].%c%c%c%c\n", "xyzw"[k % 4], "xyzw"[k % 4], "xyzw"[k % 4], "xyzw"[k % 4]);
      copy(t, k % 3 ? "MAD TEMP[$d], TEMP[$a], CONST[0][$k], TEMP[$b]\nBRK" : "ADD TEMP[$d], TEMP[$a], TEMP[$b]", k);
      if (*line == 'n')
         growth_say(t, "DEFAULT\nMUL TEMP[%u], TEMP[%u], IN[0]\nENDSWITCH\n", k % 8, (k + 2) % 8);
   }
   if (*line != 'n')
      growth_say(t, "ENDSWITCH\n");
   end(t);
}

/* Makes a sequence of n / 6 loops that count up to 7. */
static void loops(struct growth_text *t, unsigned n, const char *line)
{
   (void)line;
   head(t);
   start(t);
   for (unsigned k = 0; k < n / 8; k++) {
      growth_say(
          t, "MOV TEMP[8].x, IMM[1].xxxx\nBGNLOOP\nUSGE TEMP[9].x, TEMP[8].xxxx, IMM[1].zzzz\nUIF TEMP[9].xxxx\nBRK\nENDIF\n");
      copy(t, "MAD TEMP[$d], TEMP[$a], CONST[0][$k], TEMP[$b]\nUADD TEMP[8].x, TEMP[8].xxxx, IMM[1].yyyy\nENDLOOP", k);
   }
   end(t);
}

static void subroutines(struct growth_text *t, unsigned n, const char *line)
{
   const unsigned count = n / 5;

   (void)line;
   head(t);
   start(t);
   for (unsigned k = 0; k < count; k++)
      growth_say(t, "CAL :%u\n", 8 + count + 9 + k * 4);
   end(t);
   for (unsigned k = 0; k < count; k++) {
      growth_say(t, "BGNSUB\n");
      copy(t, "MAD TEMP[$d], TEMP[$a], CONST[0][$k], TEMP[$b]\nADD TEMP[$a], TEMP[$d], TEMP[$b]\nENDSUB", k);
   }
}

/*
 * Accesses read-write memory in a compute program or, if the line begins with F, in a fragment program. Registers 0 to 7 begin
 * with integers that differ between invocations.
 */
static void memory(struct growth_text *t, unsigned n, const char *line)
{
   const bool fragment = *line++ == 'F';

   if (fragment)
      growth_say(t, "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n");
   else
      growth_say(t, "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\nPROPERTY CS_FIXED_BLOCK_DEPTH "
                    "1\nDCL SV[0], THREAD_ID\n"
                    "DCL MEMORY[0], SHARED\n");
   growth_say(t, "DCL BUFFER[0..1]\nDCL HWATOMIC[0][0..3]\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\nDCL IMAGE[1], 2D, "
                 "PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
                 "DCL IMAGE[2], BUFFER, PIPE_FORMAT_R16G16B16A16_FLOAT, WR\nDCL TEMP[0..9]\nIMM[0] UINT32 {0, 4, 8, 15}\n");
   for (unsigned i = 0; i < 8; i++)
      growth_say(t, "UMUL TEMP[%u], %s, IMM[0].%c%c%c%c\n", i, fragment ? "IN[0]" : "SV[0].xxxx", "yzwy"[i % 4],
                 "yzwy"[i / 2 % 4], "yzwz"[i % 4], "zzyw"[i / 2 % 4]);
   for (unsigned k = 0; k < n / lines_of(line); k++)
      copy(t, line, k);
   for (unsigned i = 1; i < 8; i++)
      growth_say(t, "UADD TEMP[0], TEMP[0], TEMP[%u]\n", i);
   growth_say(t, fragment ? "U2F OUT[0], TEMP[0]\nEND\n" : "STORE BUFFER[1], SV[0].xxxx, TEMP[0]\nEND\n");
}

/* Makes n / 8 accesses that are each lowered to dozens of instructions. */
static void large_memory(struct growth_text *t, unsigned n, const char *line)
{
   memory(t, n / 8, line);
}

/* Makes n wrong instructions. */
static void mistakes(struct growth_text *t, unsigned n, const char *line)
{
   head(t);
   for (unsigned k = 0; k < n; k++)
      copy(t, line, k);
   growth_say(t, "END\n");
}

#define KIND(name, make, line) {"TGSI " name, make, line, GROWTH_COMPILE}
const struct growth_kind growth_kinds_tgsi[] = {
    KIND("MAD", lines, "MAD TEMP[$d], TEMP[$a], CONST[0][$k], -TEMP[$b].wzyx"),
    KIND("TEX", lines, "TEX TEMP[$d], TEMP[$a], SAMP[1], 2D\nADD TEMP[$a], TEMP[$d], TEMP[$b]"),
    KIND("indirect", lines,
         "F2I TEMP[8].x, TEMP[$a].xxxx\nUARL ADDR[0].x, TEMP[8].xxxx\nADD TEMP[ADDR[0].x+10](1), TEMP[$b], "
         "TEMP[ADDR[0].x+12](1)\n"
         "MOV TEMP[$d], TEMP[ADDR[0].x+11](1)"),
    KIND("integers", lines,
         "UMAD TEMP[$d], TEMP[$a], IMM[1], TEMP[$b]\nIBFE TEMP[$a], TEMP[$d], IMM[1].yyyy, IMM[1].wwww\nUCMP TEMP[$b], "
         "TEMP[$a], TEMP[$d], -TEMP[$b]"),
    KIND("doubles", large, "DADD TEMP[$d], TEMP[$a], TEMP[$b]"),
    KIND("double division", large, "DDIV TEMP[$d], TEMP[$a], TEMP[$b]"),
    KIND("64-bit integers", lines, "U64MUL TEMP[$d], TEMP[$a], TEMP[$b]\nI64SHR TEMP[$a], TEMP[$d], IMM[1].yyww"),
    KIND("immediates", declared, "imm"),
    KIND("arrays", declared, "array"),
    KIND("CASE", switches, "flat"),
    KIND("SWITCH", switches, "nested"),
    KIND("loops", loops, ""),
    KIND("subroutines", subroutines, ""),
    KIND("LOAD", memory, "CLOAD TEMP[$d], BUFFER[0], TEMP[$a].xxxx\nUADD TEMP[$a], TEMP[$d], TEMP[$b]"),
    KIND("STORE", memory, "CSTORE BUFFER[1].xyz, TEMP[$a].xxxx, TEMP[$b]\nUADD TEMP[$d], TEMP[$a], TEMP[$b]"),
    KIND("LOAD and STORE", memory,
         "FLOAD TEMP[$d].xy, BUFFER[0], TEMP[$a].xxxx\nUADD TEMP[$a], TEMP[$d], TEMP[$b]\nSTORE BUFFER[1].x, TEMP[$b].xxxx, "
         "TEMP[$a]"),
    KIND("ATOM", memory,
         "CATOMUADD TEMP[$d].x, BUFFER[0], TEMP[$a].xxxx, TEMP[$b].xxxx\nATOMCAS TEMP[$a].x, BUFFER[1], TEMP[$b].xxxx, "
         "TEMP[$d].xxxx, TEMP[$a].yyyy"),
    KIND("ATOM frag", memory,
         "FATOMUMAX TEMP[$d].x, BUFFER[0], TEMP[$a].xxxx, TEMP[$b].xxxx\nATOMXCHG TEMP[$a].x, BUFFER[1], TEMP[$b].xxxx, "
         "TEMP[$d].xxxx"),
    KIND("ATOMFADD", large_memory, "CATOMFADD TEMP[$d].x, BUFFER[0], TEMP[$a].xxxx, TEMP[$b].xxxx"),
    KIND("chosen BUFFER", large_memory,
         "CLOAD TEMP[$d].x, BUFFER[TEMP[$a].x], TEMP[$b].xxxx\nSTORE BUFFER[TEMP[$b].x].x, TEMP[$d].xxxx, TEMP[$a]"),
    KIND("HWATOMIC", memory,
         "CATOMUADD TEMP[$d].x, HWATOMIC[0][1], IMM[0], TEMP[$a].xxxx\nUADD TEMP[$a], TEMP[$d].xxxx, TEMP[$b]"),
    KIND("MEMORY", memory,
         "CLOAD TEMP[$d].x, MEMORY[0], TEMP[$a].xxxx\nSTORE MEMORY[0].x, TEMP[$b].xxxx, TEMP[$d]\nATOMUADD TEMP[$a].x, "
         "MEMORY[0], TEMP[$d].xxxx, TEMP[$b].xxxx"),
    KIND("BARRIER", memory,
         "CSTORE MEMORY[0].x, TEMP[$a].xxxx, TEMP[$b]\nMEMBAR IMM[0].zzzz\nBARRIER\nLOAD TEMP[$d].x, MEMORY[0], TEMP[$b].xxxx"),
    KIND("MEMBAR", memory,
         "CSTORE BUFFER[0].x, TEMP[$a].xxxx, TEMP[$b]\nMEMBAR IMM[0].wwww\nLOAD TEMP[$d].x, BUFFER[0], TEMP[$b].xxxx"),
    KIND("IMAGE LOAD", large_memory,
         "CLOAD TEMP[$d], IMAGE[1], TEMP[$a], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\nLOAD TEMP[$a], IMAGE[2], TEMP[$d], BUFFER, "
         "PIPE_FORMAT_R16G16B16A16_FLOAT"),
    KIND("IMAGE STORE", large_memory,
         "CSTORE IMAGE[1], TEMP[$a], TEMP[$b], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\nUADD TEMP[$d], TEMP[$a], TEMP[$b]"),
    KIND("IMAGE frag", large_memory,
         "FLOAD TEMP[$d], IMAGE[1], TEMP[$a], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\nSTORE IMAGE[2], TEMP[$a], TEMP[$b], BUFFER, "
         "PIPE_FORMAT_R16G16B16A16_FLOAT"),
    KIND(
        "IMAGE ATOM", large_memory,
        "CATOMUADD TEMP[$d].x, IMAGE[0], TEMP[$a], TEMP[$b].xxxx, 2D, PIPE_FORMAT_R32_UINT\nUADD TEMP[$a], TEMP[$d], TEMP[$b]"),
    KIND("RESQ", memory, "CRESQ TEMP[$d].x, BUFFER[0]\nRESQ TEMP[$a].xy, IMAGE[1]\nUADD TEMP[$b], TEMP[$a], TEMP[$d]"),
    {"TGSI unknown words", mistakes, "MOVE TEMP[$d], TEMP[$a]", GROWTH_REJECT},
    {"TGSI wrong registers", mistakes, "MOV TEMP[9$k], TEMP[9$d]", GROWTH_REJECT},
    {0},
};

/* SPDX-License-Identifier: MIT */
/* Programs without control flow, which repeat a few instructions on eight registers in turn. */
#include "tests/growth/growth.h"

#include <stdio.h>
#include <string.h>

const struct growth_kind *growth_kind(unsigned n)
{
   static const struct growth_kind *const files[] = {growth_kinds, growth_kinds_flow, growth_kinds_text, growth_kinds_tgsi};

   for (unsigned f = 0; f < sizeof files / sizeof *files; f++)
      for (const struct growth_kind *k = files[f]; k->name; k++)
         if (!n--)
            return k;
   return NULL;
}

/* Writes one copy of a line. In the line $d, $a and $b stand for different registers, $k for a number that counts up to 15, and
   $n for a unique number. */
static void copy(struct growth_text *t, const char *line, unsigned k)
{
   char out[512];
   size_t n = 0;

   for (const char *s = line; *s && n < sizeof out - 16; s++) {
      if (*s != '$') {
         out[n++] = *s;
         continue;
      }
      s++;
      n += (size_t)(*s == 'k'   ? sprintf(out + n, "%u", k % 16)
                    : *s == 'n' ? sprintf(out + n, "%u", k)
                                : sprintf(out + n, "R%u", (k + (*s == 'a' ? 1 : *s == 'b' ? 3 : 0)) % 8));
   }
   out[n] = 0;
   growth_say(t, "%s\n", out);
}

static unsigned instructions(const char *line)
{
   unsigned n = 0;

   for (; *line; line++)
      n += *line == ';';
   return n ? n : 1;
}

static void sum(struct growth_text *t)
{
   for (unsigned i = 1; i < 8; i++)
      growth_say(t, "ADD R0, R0, R%u;\n", i);
   growth_say(t, "MOV result.color, R0;\nEND\n");
}

/* Makes fragment programs: t is a temporary of floats, u and v are temporaries of integers, i is an index from 0 to 7, m is an
   array of temporaries, c and p are arrays of parameters, and s is a texture coordinate. */
static void lines(struct growth_text *t, unsigned n, const char *line)
{
   growth_say(t, "!!NVfp4.0\nPARAM c[16] = { program.local[0..15] };\nPARAM p[16] = { program.env[0..15] };\n"
                 "TEMP t, q, R0, R1, R2, R3, R4, R5, R6, R7, m[16];\nINT TEMP u, v, i;\n");
   for (unsigned i = 0; i < 8; i++)
      growth_say(t, "MOV R%u, fragment.attrib[%u];\n", i, i);
   growth_say(t, "TRUNC.S v, fragment.attrib[8];\nAND.S i, v, 7;\n");
   if (strstr(line, "m["))
      for (unsigned i = 0; i < 16; i++)
         growth_say(t, "MOV m[%u], c[%u];\n", i, i);
   for (unsigned k = 0; k < n / instructions(line); k++)
      copy(t, line, k);
   sum(t);
}

/* Adds the leaves from..to of a balanced tree and leaves the sum in register `d`. */
static void subtree(struct growth_text *t, unsigned from, unsigned to, unsigned d)
{
   if (to - from == 1) {
      growth_say(t, "MUL T%u, fragment.attrib[%u], {%u, 1, 2, %u};\n", d, from % 8, from % 61, from % 59);
      return;
   }
   subtree(t, from, from + (to - from) / 2, d);
   subtree(t, from + (to - from) / 2, to, d + 1);
   growth_say(t, "ADD T%u, T%u, T%u;\n", d, d, d + 1);
}

/* Adds n / 2 products as a balanced tree, with a register for each level. */
static void tree(struct growth_text *t, unsigned n, const char *line)
{
   (void)line;
   growth_say(t, "!!NVfp4.0\nTEMP T0");
   for (unsigned i = 1; i < 32; i++)
      growth_say(t, ", T%u", i);
   growth_say(t, ";\n");
   subtree(t, 0, n / 2, 0);
   growth_say(t, "MOV result.color, T0;\nEND\n");
}

/* Makes as many values as instructions. All of them live until the end. */
static void wide(struct growth_text *t, unsigned n, const char *line)
{
   (void)line;
   growth_say(t, "!!NVfp4.0\nTEMP s;\n");
   for (unsigned k = 0; k < n / 2; k++)
      growth_say(t, "TEMP v%u;\nMUL v%u, fragment.attrib[%u], {%u, 1, 2, 3};\n", k, k, k % 8, k % 61);
   growth_say(t, "MOV s, v0;\n");
   for (unsigned k = 1; k < n / 2; k++)
      growth_say(t, "MAD s, s, v%u, 0.5;\n", k);
   growth_say(t, "MOV result.color, s;\nEND\n");
}

/* Makes a variable for each instruction, which the next instruction reads. */
static void names(struct growth_text *t, unsigned n, const char *line)
{
   (void)line;
   growth_say(t, "!!NVfp4.0\nPARAM c[16] = { program.local[0..15] };\nTEMP v0;\nMOV v0, fragment.attrib[0];\n");
   for (unsigned k = 1; k < n; k++)
      growth_say(t, "TEMP v%u;\nMAD v%u, v%u, c[%u], v%u;\n", k, k, k - 1, k % 16, k - 1);
   growth_say(t, "MOV result.color, v%u;\nEND\n", n - 1);
}

/* Reads as many parameters as there are instructions, more than fit in registers. */
static void parameters(struct growth_text *t, unsigned n, const char *line)
{
   growth_say(t, "!!NVfp4.0\nPARAM p[%u] = { program.local[0..%u] };\nTEMP R0;\nMOV R0, fragment.attrib[0];\n", n, n - 1);
   (void)line;
   for (unsigned k = 0; k < n; k++)
      growth_say(t, "MAD R0, R0, p[%u], fragment.attrib[%u];\n", k, k % 8);
   growth_say(t, "MOV result.color, R0;\nEND\n");
}

/* Makes a vertex program that writes its results repeatedly. */
static void vertex(struct growth_text *t, unsigned n, const char *line)
{
   growth_say(t, "!!NVvp4.0\nTEMP t, R0, R1, R2, R3, R4, R5, R6, R7;\nINT TEMP i;\nATTRIB a[] = { vertex.attrib[0..15] };\n"
                 "OUTPUT o[] = { result.attrib[0..7] };\nAND.S i, vertex.attrib[1], 7;\n");
   for (unsigned i = 0; i < 8; i++)
      growth_say(t, "MOV R%u, vertex.attrib[%u];\n", i, i);
   for (unsigned i = 0; i < 8; i++)
      growth_say(t, "MOV o[%u], R%u;\n", i, i);
   for (unsigned k = 0; k < n / instructions(line); k++)
      copy(t, line, k);
   for (unsigned i = 1; i < 8; i++)
      growth_say(t, "ADD R0, R0, R%u;\n", i);
   growth_say(t, "MOV result.position, R0;\nEND\n");
}

static void geometry(struct growth_text *t, unsigned n, const char *line)
{
   growth_say(
       t,
       "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 64;\nTEMP R0, R1, R2, R3, R4, R5, R6, "
       "R7;\nATTRIB a = vertex.attrib[1];\nINT TEMP i;\nAND.S i, vertex[0].attrib[1], 1;\n");
   for (unsigned i = 0; i < 8; i++)
      growth_say(t, "MOV R%u, vertex[%u].attrib[%u];\n", i, i % 3, i);
   for (unsigned k = 0; k < n / instructions(line); k++)
      copy(t, line, k);
   growth_say(t, "END\n");
}

#define OP(name, line) {name, lines, line, GROWTH_COMPILE}
const struct growth_kind growth_kinds[] = {
    OP("chain", "MAD R0, R0, c[$k], R0;"),
    {"tree", tree, "", GROWTH_COMPILE},
    {"independent", wide, "", GROWTH_COMPILE},
    {"variables", names, "", GROWTH_COMPILE},
    {"parameters", parameters, "", GROWTH_COMPILE},
    OP("MAX", "MAX $d, $d, $a;"),
    OP("mad", "MAD $d, $a, c[$k], $d;"),
    OP("swizzles", "ADD.SAT $d.xz, -$a.wzyx, |$b.yyxx|;"),
    OP("integers", "MUL.U $d, $a, $d; ADD.U $d, $d, $b; XOR.U $d, $d, $a; SHR.U $d, $d, 3; ADD.U $d, $d, 7;"),
    OP("MUL.HI", "MUL.S.HI $d, $a, $d;"),
    OP("SHL", "SHL.S $d, $d, $a.x; OR.S $d, $d, $b;"),
    OP("SAD", "SAD.S $d, $a, $b, $d;"),
    OP("DIV", "DIV $d, $d, $a.x;"),
    OP("DIV.S", "DIV.S t.x, $a.x, $b.x; XOR.S $d.x, $d.x, t.x;"),
    OP("DIV.U", "DIV.U t.x, $a.x, $b.x; XOR.S $d.x, $d.x, t.x;"),
    OP("MOD.S", "MOD.S t.x, $a.x, $b.x; XOR.S $d.x, $d.x, t.x;"),
    OP("MOD.U", "MOD.U t.x, $a.x, $b.x; XOR.S $d.x, $d.x, t.x;"),
    OP("DIV.S vec4", "DIV.S t, $a, $b.x; XOR.S $d, $d, t;"),
    OP("RCP", "RCP t.x, $a.x; MAD $d, t.x, c[$k], $d;"),
    OP("RSQ", "RSQ t.x, $a.x; MAD $d, t.x, c[$k], $d;"),
    OP("SIN", "SIN t.x, $a.x; MAD $d, t.x, c[$k], $d;"),
    OP("SCS", "SCS t.xy, $a.x; MAD $d.xy, t, c[$k], $d;"),
    OP("LG2", "LG2 t.x, $a.x; MAD $d, t.x, c[$k], $d;"),
    OP("EX2", "EX2 t.x, $a.x; MAD $d, t.x, c[$k], $d;"),
    OP("POW", "POW t.x, $a.x, $b.y; MAD $d, t.x, c[$k], $d;"),
    OP("NRM", "NRM t.xyz, $a; MAD $d.xyz, t, c[$k], $d;"),
    OP("LIT", "LIT t, $a; MAD $d, t, c[$k], $d;"),
    OP("LRP", "LRP $d, $a, $b, $d;"),
    OP("DST", "DST t, $a, $b; ADD $d, t, $d;"),
    OP("DP4", "DP4 $d.x, $a, $b; DP3 $d.y, $b, $a; DPH $d.z, $d, $a; DP2 $d.w, $d, $b;"),
    OP("XPD", "XPD $d.xyz, $a, $d;"),
    OP("X2D", "X2D $d, $a, $b, $d;"),
    OP("RFL", "RFL $d.xyz, $a, $d;"),
    OP("CMP", "CMP $d, $a, $b, $d;"),
    OP("SGT", "SGT t, $a, $b; MAD $d, t, c[$k], $d;"),
    OP("condition codes", "SUB.CC t, $a, $b; MOV $d (GT.xyzw), $a; ADD.CC1 $d, $d, t;"),
    OP("FRC", "FRC t, $a; FLR q, $b; MAD $d, t, q, $d;"),
    OP("ROUND", "ROUND t, $a; CEIL q, $b; MAD $d, t, q, $d;"),
    OP("ROUND.S", "ROUND.S u, $a; TRUNC.S v, $b; XOR.S u, u, v; I2F t, u; ADD $d, $d, t;"),
    OP("PK4B", "PK4B t.x, $a; UP4UB q, t.x; ADD $d, $d, q;"),
    OP("PK2H", "PK2H t.x, $a; UP2US q, t.x; ADD $d, $d, q;"),
    OP("DDX", "DDX t, $a; DDY q, $b; MAD $d, t, q, $d;"),
    OP("constants", "MAD $d, $a, {$n.5, 0.$n, -$n, 1}, $d;"),
    OP("small constants", "MAD $d, $a, {$k, 0.$k, -$k, 1}, $d;"),
    OP("KIL", "KIL $a; MAD $d, $a, c[$k], $d;"),
    OP("TEX", "TEX t, $a, texture[$k], 2D; MAD $d, t, c[$k], $d;"),
    OP("TEX chain", "TEX R0, R0, texture[$k], 2D;"),
    OP("TEX CUBE", "TEX t, $a, texture[$k], CUBE; MAD $d, t, c[$k], $d;"),
    OP("TXP", "TXP t, $a, texture[$k], 2D; ADD $d, t, $d;"),
    OP("TXB SHADOW", "TXB t, $a, texture[$k], SHADOW2D; ADD $d, t, $d;"),
    OP("TXD", "TXD t, $a, $b, $d, texture[$k], 2D; ADD $d, t, $d;"),
    OP("TXD CUBE", "TXD t, $a, $b, $d, texture[$k], CUBE; ADD $d, t, $d;"),
    OP("TXD CUBE alone", "TXD $d, $a, $b, $d, texture[$k], CUBE;"),
    OP("TXF", "TRUNC.S u, $a; TXF t, u, texture[$k], 2D; ADD $d, t, $d;"),
    OP("TXQ", "TXQ u, i.x, texture[$k], 2D; ADD.S i, i, u;"),
    OP("inputs", "MAD $d, fragment.attrib[$k], $a, $d;"),
    OP("relative TEMP read", "MAD $d, $a, m[i.x + 3], $d; ADD.S i.x, i.x, 1;"),
    OP("relative TEMP write", "MOV m[i.y], $d; ADD.S i.y, i.y, v.x; ADD $d, $d, m[$k];"),
    OP("relative TEMP mix", "ADD $d, m[i.x + 3], $a; MOV m[i.y], $d; ADD.S i.xy, i, v;"),
    OP("relative TEMP alone", "MOV m[i.x], m[i.y + 1];"),
    OP("relative PARAM", "ADD $d, $d, p[i.x + 3]; ADD.S i.x, i.x, v.x;"),
    {"vertex inputs", vertex, "MAD $d, vertex.attrib[$k], $a, $d;", GROWTH_COMPILE},
    {"relative inputs", vertex, "ADD $d, $d, a[i.x]; ADD.S i.x, i.x, i.y;", GROWTH_COMPILE},
    {"relative results", vertex, "MAD $d, $d, $a, $d; MOV o[i.x], $d; ADD.S i.x, i.x, i.y;", GROWTH_COMPILE},
    {"results", vertex, "MAD $d, $a, $b, $d; MOV o[1].x, $d; MOV result.position, $d;", GROWTH_COMPILE},
    {"EMIT", geometry, "MAD $d, $d, $a, $b; MOV result.position, $d; MOV result.color, $a; EMIT;", GROWTH_COMPILE},
    {"relative vertices", geometry, "ADD $d, $d, a[i.x]; ADD.S i.x, i.x, i.y; MOV result.position, $d; EMIT;", GROWTH_COMPILE},
    {0},
};

/* SPDX-License-Identifier: MIT */
/*
 * Executes the older languages. The expected values are worked out by hand from ARB_vertex_program 2.14.5, ARB_fragment_program
 * 3.11.5 and the documents of the NV options, in the operation order of docs/semantics-arb.md. Every program runs in the
 * reference evaluator and, lowered, in the IR interpreter; both must give the literals below.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "frontend/nv/ast/nv_ast.h"
#include "ir/interp.h"
#include "tests/unit/common/suite.h"

#define ALL 0xffffffffu

struct machine {
   struct util_ctx ctx;
   struct exec_wave wave;
   uint32_t in[1][SLOT_COUNT][4][EXEC_LANES];
   uint32_t out[2][SLOT_COUNT][4][EXEC_LANES]; /* by evaluator (0) and interpreter (1) */
   uint32_t killed[2];
   uint32_t param[64][4];
};

static struct machine *machine_new(void)
{
   struct machine *m = calloc(1, sizeof *m);
   ck_assert_ptr_nonnull(m);
   util_ctx_init(&m->ctx, NULL, 0);
   return m;
}

static void machine_free(struct machine *m)
{
   util_ctx_finish(&m->ctx);
   free(m);
}

static void run(struct machine *m, const char *text, unsigned fshort)
{
   if (setjmp(m->ctx.unwind))
      ck_abort_msg("left through util_fail: %s\n%s", m->ctx.diags ? m->ctx.diags->message : "?", text);
   m->ctx.unwind_set = true;
   m->ctx.text = text;
   m->ctx.text_len = strlen(text);
   const struct nv_program *p = nv_parse(&m->ctx, text, strlen(text), &nv_default_limits);
   ck_assert_msg(p != NULL, "%s (line %u)\n%s", m->ctx.diags ? m->ctx.diags->message : "no tree",
                 m->ctx.diags ? m->ctx.diags->line : 0, text);
   struct ir_shader *ir = nv_lower(&m->ctx, p, &num_model_ieee, fshort);
   ck_assert_msg(ir != NULL, "%s\n%s", m->ctx.diags ? m->ctx.diags->message : "not lowered", text);
   ck_assert_ptr_null(ir_validate(ir));
   for (unsigned k = 0; k < 2; k++) {
      m->wave = (struct exec_wave){.num = &num_model_ieee,
                                   .valid = ALL,
                                   .budget = 1000000,
                                   .in = m->in,
                                   .out = m->out[k],
                                   .param = (const uint32_t(*)[4])m->param,
                                   .num_params = 64};
      enum exec_status st = k ? ir_interp_run(&m->ctx, ir, &m->wave) : nv_eval_run(&m->ctx, p, &m->wave, fshort);
      ck_assert_msg(st == EXEC_DONE, "status %d: %s\n%s", st, m->wave.fault ? m->wave.fault : "", text);
      m->killed[k] = m->wave.killed;
   }
}

/* ---- values as text: floats; "nan", "inf", "-inf"; "0x..." bits; "~x" within 1e-5 of x; "*" any */

struct value {
   uint32_t bits;
   bool approx, any;
};

static struct value value(const char **s)
{
   struct value v = {0};
   char *end;

   while (**s == ' ')
      (*s)++;
   v.any = **s == '*';
   if (v.any) {
      (*s)++;
      return v;
   }
   v.approx = **s == '~';
   *s += v.approx;
   if (!strncmp(*s, "0x", 2))
      v.bits = (uint32_t)strtoul(*s, &end, 16);
   else if (!strncmp(*s, "nan", 3))
      v.bits = NUM_NAN, end = (char *)*s + 3;
   else
      v.bits = num_u(strtof(*s, &end));
   ck_assert_msg(end != *s, "no value: \"%s\"", *s);
   *s = end;
   return v;
}

static void fill(struct machine *m, unsigned slot, const char *s)
{
   for (unsigned c = 0; s && *s && c < 4; c++) {
      uint32_t bits = value(&s).bits;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         m->in[0][slot][c][l] = bits;
   }
}

static bool matches(struct value v, uint32_t got)
{
   if (v.any || got == v.bits || (num_isnan(v.bits) && num_isnan(got)))
      return true;
   return v.approx && fabsf(num_f(got) - num_f(v.bits)) <= 1e-5f * fabsf(num_f(v.bits));
}

static void expect(const struct machine *m, unsigned slot, const char *want, const char *text)
{
   static const char *const level[] = {"evaluator", "IR"};

   for (unsigned c = 0; *want && c < 4; c++) {
      struct value v = value(&want);
      for (unsigned k = 0; k < 2; k++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            ck_assert_msg(matches(v, m->out[k][slot][c][l]), "%s: %c of lane %u: got %08x (%g) want %08x (%g)\n%s", level[k],
                          "xyzw"[c], l, m -> out[k][slot][c][l], (double)num_f(m->out[k][slot][c][l]), v.bits,
                          (double)num_f(v.bits), text);
      while (*want == ' ')
         want++;
   }
}

/* ---- one instruction a row */

#define V "!!ARBvp1.0\n"
#define V2 V "OPTION NV_vertex_program2;\n"
#define V3 V "OPTION NV_vertex_program3;\n"
#define F "!!ARBfp1.0\n"
#define FO F "OPTION NV_fragment_program;\n"
#define F2 F "OPTION NV_fragment_program2;\n"

static const struct row {
   const char *head, *ins, *a, *b, *c, *want;
} rows[] = {
    /* clang-format off */
   {V, "ABS r, a", "-1.5 2 -0 -inf", "", "", "1.5 2 0 inf"},
   {V, "ADD r, a, -b", "1.5 -2 0.5 inf", "2.25 2 -1 inf", "", "-0.75 -4 1.5 nan"},
   {V, "SUB r, a, b", "1.5 -2 0.5 1", "2.25 -2 -1 0.25", "", "-0.75 0 1.5 0.75"},
   {V, "MUL r, a, b", "2 -3 0 inf", "4 0.5 -1 0", "", "8 -1.5 -0 nan"},
   {V, "MAD r, a, b, c", "2 3 4 5", "1 0.5 -1 0", "10 -1 1 7", "12 0.5 -3 7"},
   {V, "DP3 r, a, b", "1 2 3 99", "4 5 6 99", "", "32 32 32 32"},
   {V, "DP4 r, a, b", "1 2 3 7", "4 5 6 -8", "", "-24 -24 -24 -24"},
   {V, "DPH r, a, b", "1 2 3 99", "4 5 6 0.5", "", "32.5 32.5 32.5 32.5"},
   /* d = 4: (_, d^2, d^2, _) and (_, 1/d, _, 1/d) give (1, d, d^2, 1/d) */
   {V, "DST r, a, b", "99 16 16 99", "99 0.25 99 0.25", "", "1 4 16 0.25"},
   {V, "EX2 r, a.z", "9 9 -1 9", "", "", "0.5 0.5 0.5 0.5"},
   /* 2^floor(x), x - floor(x), 2^x, 1 */
   {V, "EXP r, a.x", "2.75", "", "", "4 0.75 ~6.7271713 1"},
   {V, "EXP r, a.x", "-1.25", "", "", "0.25 0.75 ~0.42044821 1"},
   {V, "EXP r, a.x", "3", "", "", "8 0 8 1"},
   {V, "EXP r, a.x", "200", "", "", "inf 0 inf 1"},
   {V, "EXP r, -a.x", "200", "", "", "0 0 0 1"}, /* below the least denormal */
   {V, "EXP r, a.x", "nan", "", "", "nan nan nan 1"},
   {V, "EXP r.yw, a.x", "2.75", "", "", "0 0.75 0 1"},
   {V, "FLR r, a", "2.3 -3.6 -0.5 4", "", "", "2 -4 -1 4"},
   /* "the fractional portion of -1.7 is not 0.7 -- it is 0.3" */
   {V, "FRC r, a", "-1.75 1.25 3 -0.5", "", "", "0.25 0.25 0 0.5"},
   {V, "LG2 r, a.w", "9 9 9 8", "", "", "3 3 3 3"},
   {V, "LG2 r, a.x", "0", "", "", "-inf -inf -inf -inf"},
   {V, "LIT r, a", "2 0.5 99 3", "", "", "1 2 0.125 1"},
   {V, "LIT r, a", "-1 0.5 99 3", "", "", "1 0 0 1"},
   {V, "LIT r, a", "0 0.5 99 3", "", "", "1 0 0 1"},
   {V, "LIT r, a", "1 -2 99 2", "", "", "1 1 0 1"},            /* y clamps to 0, and 0^2 is 0 */
   {V, "LIT r, a", "1 0 99 0", "", "", "1 1 1 1"},             /* "since 0^0 is defined to be 1" */
   {V, "LIT r, a", "1 2 99 500", "", "", "1 1 ~3.4028057e38 1"}, /* 2^(128 - 2^-17) */
   {V, "LIT r, a", "1 2 99 -500", "", "", "1 1 ~2.9387514e-39 1"},
   /* exponent, mantissa in [1,2), logarithm of the absolute value */
   {V, "LOG r, a.x", "12", "", "", "3 1.5 ~3.5849625 1"},
   {V, "LOG r, a.x", "-12", "", "", "3 1.5 ~3.5849625 1"},
   {V, "LOG r, -a.x", "0.375", "", "", "-2 1.5 ~-1.4150375 1"},
   {V, "LOG r, a.x", "1", "", "", "0 1 0 1"},
   {V, "LOG r, a.x", "-0", "", "", "-inf 1 -inf 1"},           /* defined behaviour */
   {V, "LOG r, a.x", "1e-40", "", "", "-inf 1 -inf 1"},        /* defined behaviour: denormals count as 0 */
   {V, "LOG r, a.x", "-inf", "", "", "inf 1 inf 1"},           /* defined behaviour */
   {V, "LOG r, a.x", "nan", "", "", "nan nan nan 1"},
   {V, "MAX r, a, b", "1 -2 3 -0", "2 -3 3 0", "", "2 -2 3 0"},
   {V, "MIN r, a, b", "1 -2 3 5", "2 -3 3 nan", "", "1 -3 3 5"}, /* a > b ? b : a */
   {V, "MOV r.xz, -a.wzyx", "1 2 3 nan", "", "", "nan 0 -2 0"},
   {V, "POW r, a.x, b.y", "2", "9 10", "", "1024 1024 1024 1024"},
   {V, "POW r, a.x, b.y", "9", "9 0.5", "", "~3 ~3 ~3 ~3"},
   {V, "RCP r, a.x", "-4", "", "", "-0.25 -0.25 -0.25 -0.25"},
   {V, "RCP r, a.x", "-0", "", "", "-inf -inf -inf -inf"},
   /* of the absolute value */
   {V, "RSQ r, a.x", "-4", "", "", "0.5 0.5 0.5 0.5"},
   {V, "RSQ r, -a.x", "0.0625", "", "", "4 4 4 4"},
   {V, "RSQ r, a.x", "-0", "", "", "inf inf inf inf"},
   {V, "RSQ r, a.x", "-inf", "", "", "0 0 0 0"},
   {F, "RSQ r, a.x", "-4", "", "", "0.5 0.5 0.5 0.5"},
   {V, "SGE r, a, b", "1 2 3 nan", "2 2 2 0", "", "0 1 1 0"},
   {V, "SLT r, a, b", "1 2 -0 nan", "2 2 0 0", "", "1 0 0 0"},
   {V, "SWZ r, a, -w, 0, 1, x", "1 2 3 4", "", "", "-4 0 1 1"},
   {V, "SWZ r, a, -0, -1, +y, z", "1 2 3 4", "", "", "-0 -1 2 3"},
   {V, "XPD r, a, b", "1 2 3 9", "4 5 6 9", "", "-3 6 -3 0"}, /* w: defined behaviour */
   {V, "ADD r, a, 2.5", "1 2 3 4", "", "", "3.5 4.5 5.5 6.5"},
   {V, "MUL r, a, {1, 2}", "1 2 3 4", "", "", "1 4 0 4"},      /* missing components are 0, 0, 1 */
   {V, "MUL r, a, -{1, 2}.y", "1 2 3 4", "", "", "-2 -4 -6 -8"},
   {V, "SUB r, a, -3", "1 2 3 4", "", "", "4 5 6 7"},          /* the constant 3, negated as an operand */
   {F, "COS r, a.x", "3.14159265", "", "", "~-1 ~-1 ~-1 ~-1"},
   {F, "SIN r.y, a.x", "0.5235988", "", "", "0 ~0.5 0 0"},
   {F, "SCS r, a.x", "0.5235988", "", "", "~0.8660254 ~0.5 0 0"}, /* z and w: defined behaviour */
   {F, "CMP r, a, b, c", "-1 0 -0 nan", "1 2 3 4", "5 6 7 8", "1 6 7 8"},
   {F, "LRP r, a, b, c", "0.25 0 1 2", "8 8 8 8", "4 4 4 4", "5 4 8 12"},
   {F, "ADD_SAT r, a, b", "0.25 0.75 -3 nan", "0.5 0.75 1 1", "", "0.75 1 0 0"},
   {F, "MOV_SAT r.xy, a", "-1 5 9 9", "", "", "0 1 0 0"},
   {V2, "COS r, a.x", "0", "", "", "1 1 1 1"},
   {V2, "SIN r, |a.x|", "-1.57079633", "", "", "~1 ~1 ~1 ~1"},
   {V2, "RCC r, a.x", "1e30", "", "", "5.4210109e-20 5.4210109e-20 5.4210109e-20 5.4210109e-20"}, /* 2^-64 */
   {V2, "RCC r, a.x", "-1e-30", "", "", "-1.8446744e19 -1.8446744e19 -1.8446744e19 -1.8446744e19"}, /* -2^64 */
   {V2, "RCC r, a.x", "-0.5", "", "", "-2 -2 -2 -2"},
   {V2, "SEQ r, a, b", "1 2 nan -0", "1 3 nan 0", "", "1 0 0 1"},
   {V2, "SNE r, a, b", "1 2 nan -0", "1 3 nan 0", "", "0 1 1 0"},
   {V2, "SGT r, a, b", "1 2 3 nan", "2 2 2 0", "", "0 0 1 0"},
   {V2, "SLE r, a, b", "1 2 3 nan", "2 2 2 0", "", "1 1 0 0"},
   {V2, "STR r.xz, a, b", "1 2 3 4", "1 2 3 4", "", "1 0 1 0"},
   {V2, "SFL r, a, b", "1 2 3 4", "1 2 3 4", "", "0 0 0 0"},
   {V2, "SSG r, a", "-3 0 5 nan", "", "", "-1 0 1 0"},
   {V2, "MOV r, -|a|", "-3 0 5 -inf", "", "", "-3 -0 -5 -inf"},
   {V2, "MOV r, |-a|", "-3 1 5 -inf", "", "", "3 1 5 inf"},
   {V2, "MOV r (EQ), a", "1 2 3 4", "", "", "1 2 3 4"},        /* condition codes start as EQ */
   {V2, "MOV r (NE), a", "1 2 3 4", "", "", "0 0 0 0"},
   {V2, "MOV r.xyz (GE.x), a", "1 2 3 4", "", "", "1 2 3 0"},
   {V3, "MUL_SAT r, a, b", "0.5 2 -1 nan", "0.5 2 1 1", "", "0.25 1 0 0"},
   {V3, "MOV r (EQ1), a", "1 2 3 4", "", "", "1 2 3 4"},
   /* 0x4200c500: 3.0 over -5.0 */
   {FO, "PK2H r, a", "-5 3 9 9", "", "", "0x4200c500 0x4200c500 0x4200c500 0x4200c500"},
   {FO, "UP2H r, a.x", "0x4200c500", "", "", "-5 3 -5 3"},
   {FO, "PK2US r, a", "1.5 -1 9 9", "", "", "0x0000ffff 0x0000ffff 0x0000ffff 0x0000ffff"},
   {FO, "UP2US r, a.x", "0xffff0000", "", "", "0 1 0 1"},
   {FO, "PK4B r, a", "0 1 -1 -2", "", "", "0x0001ff80 0x0001ff80 0x0001ff80 0x0001ff80"}, /* 128, 255, 1, 0 */
   {FO, "UP4B r, a.x", "0x0001ff80", "", "", "0 1 -1 ~-1.0078740"},
   {FO, "PK4UB r, a", "0 1 2 0.2", "", "", "0x33ffff00 0x33ffff00 0x33ffff00 0x33ffff00"}, /* 51 = 0.2 * 255 */
   {FO, "UP4UB r, a.x", "0x33ffff00", "", "", "0 1 1 ~0.2"},
   {FO, "RFL r.xyz, a, b", "0 2 0 9", "3 4 5 9", "", "-3 4 -5 0"}, /* the axis need not have length 1 */
   {FO, "X2D r, a, b, c", "1 2 9 9", "3 4 9 9", "5 6 7 8", "40 55 40 55"}, /* 1+3*5+4*6, 2+3*7+4*8 */
   {FO, "SGTRC r, a, b", "1 2 3 nan", "2 2 2 0", "", "0 0 1 0"},
   {FO, "POW r, 2, a.x", "3", "", "", "8 8 8 8"},
   {F2, "DP2 r, a, b", "1 2 99 99", "3 4 99 99", "", "11 11 11 11"},
   {F2, "DP2A r, a, b, c", "1 2 99 99", "3 4 99 99", "-0.5 9 9 9", "10.5 10.5 10.5 10.5"},
   {F2, "DIV r, a, b.y", "1 -3 5 0", "9 2", "", "0.5 -1.5 2.5 0"},
   {F2, "NRM r, a", "0 3 4 99", "", "", "0 ~0.6 ~0.8 0"}, /* w: defined behaviour */
   {F2, "MOV_SSAT r, a", "-3 0.5 3 nan", "", "", "-1 0.5 1 0"},
    /* clang-format on */
};

START_TEST(instructions)
{
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      const struct row *r = &rows[i];
      struct machine *m = machine_new();
      char text[512];
      bool vertex = r->head[5] == 'v';
      unsigned in = vertex ? SLOT_VATTR : SLOT_TEXCOORD;

      if (!r->want)
         continue;
      snprintf(text, sizeof text, "%sATTRIB a = %s[0];\nATTRIB b = %s[1];\nATTRIB c = %s[2];\nTEMP r;\n%s;\nMOV %s, r;\nEND\n",
               r->head, vertex ? "vertex.attrib" : "fragment.texcoord", vertex ? "vertex.attrib" : "fragment.texcoord",
               vertex ? "vertex.attrib" : "fragment.texcoord", r->ins, vertex ? "result.texcoord[0]" : "result.color");
      fill(m, in, r->a);
      fill(m, in + 1, r->b);
      fill(m, in + 2, r->c);
      run(m, text, 32);
      expect(m, vertex ? SLOT_TEXCOORD : SLOT_FRAG_COLOR, r->want, text);
      machine_free(m);
   }
}
END_TEST

/* ---- whole programs: inputs a (attribute or texture coordinate 0) and b (1), result r */

static const struct program {
   const char *text, *a, *b, *want;
} programs[] = {
/* clang-format off */
#define P "PARAM p[8] = { 0, 1, 2, 3, 4, 5, 6, 7 }; ADDRESS d, e; TEMP r, t, c; ATTRIB a = vertex.attrib[0]; ATTRIB b = vertex.attrib[1]; " \
          "OUTPUT o = result.texcoord[0];\n"
   /* ARL: "floor(-1.7) = -2.0, floor(+1.0) = +1.0, and floor(+3.7) = +3.0" */
   {V P "ARL d.x, a.x; MOV o.x, p[d.x + 2]; ARL d.x, a.y; MOV o.y, p[d.x]; ARL d.x, a.z; MOV o.z, p[d.x + 1]; ARL d.x, -a.z; MOV o.w, p[d.x + 7];\nEND",
    "-1.7 1 3.7", "", "0 1 4 3"},
   /* defined behaviour: an index outside of the array is clamped to it */
   {V P "ARL d.x, a.x; MOV o.x, p[d.x]; ARL d.x, a.y; MOV o.y, p[d.x - 3]; MOV o.z, p[d.x + 63]; ARL e.x, a.z; MOV o.w, p[e.x];\nEND",
    "1e20 2 nan", "", "7 0 7 0"},
   /* four components; ARR: nearest, ties to even; -1.7 is -2, 3.7 is 4 */
   {V2 P "ARL d, a; ADD o.x, p[d.x + 2], 0; MOV o.y, p[d.y]; MOV o.z, p[d.z]; MOV o.w, p[d.w];\nEND", "-1.7 1 3.7 5.99", "", "0 1 3 5"},
   {V2 P "ARR d, a; MOV o.x, p[d.x + 2]; MOV o.y, p[d.y]; MOV o.z, p[d.z]; MOV o.w, p[d.w];\nEND", "-1.7 0.5 1.5 3.7", "", "0 0 2 4"},
   /* ARA: x + z, y + w */
   {V2 P "ARL d, a; ARA d, d; MOV o.x, p[d.x]; MOV o.y, p[d.y]; MOV o.z, p[d.z]; MOV o.w, p[d.w];\nEND", "1 2 3 5", "", "4 7 4 7"},
   /* write masks, and condition codes of integers: x -1 LT, y 0 EQ, z 2 GT */
   {V2 P "ARLC d, a; MOV r (LT), 1; MOV r (EQ), 2; MOV r (GT), 3; ARR e.xy (EQ), 5; ADD r.w, p[e.y], p[e.x]; MOV o, r;\nEND",
    "-0.5 0.9 2.5 0", "", "1 2 3 5"},
   /* the example of 2.14.4.3: (0,0,NaN,-2) and (EQ,EQ,UN,LT) */
   {V2 P "MOVC r, a; MOVC r.xyz, a.yzwx; MOVC r (NE), a.zywx; MOV o, r;\nEND", "-2 0 2 nan", "", "0 0 nan -2"},
   {V2 P "MOVC r, a; MOVC r.xyz, a.yzwx; MOVC r (NE), a.zywx; MOV o, 0; MOV o (EQ), 1; MOV o (LT), 2; MOV o(GT), 3;\nEND", "-2 0 2 nan", "", "1 1 0 2"},
   {V2 P "MOVC r, a; MOVC r.xyz, a.yzwx; MOVC r (NE), a.zywx; MOV o, 0; MOV o (GE), 1; ADD t, 0, 0; MOV o (NE), 5;\nEND", "-2 0 2 nan", "", "1 1 5 5"},
   {V2 P "MOVC r, a; MOV o, 0; MOV o (LE), 1; MOV o.xw (TR), 9; MOV o (FL), 7;\nEND", "-2 0 2 nan", "", "9 1 0 9"},
   /* swizzled tests: (GT,LT,EQ,GT) under NE.zyxw is (no, yes, yes, yes) */
   {V2 P "MOVC r, a; MOV o, 0; MOV o (NE.zyxw), 1;\nEND", "1 -1 0 1", "", "0 1 1 1"},
   /* the example of 2.14.4.X: the first branch is taken, the second is not */
   {V2 P "MOVC c, a; MOV r, 0; BRA label1 (LT.xyzw); ADD r.x, r, 1; label1: BRA label2 (LT.wyzw); ADD r.y, r, 1; label2: MOV o, r;\nEND",
    "-2 0 2 nan", "", "0 1 0 0"},
   /* 5 + 4 + 3 + 2 + 1 */
   {V2 P "MOV t.x, a.x; l: ADD r.x, r, t; ADDC t.x, t, -1; BRA l (GT.x); MOV o, r;\nEND", "5", "", "15 0 0 0"},
   /* a branch to the end of the program skips the code in between */
   {V2 P "MOV o, 1; BRA e; MOV o, 2; e:\nEND", "", "", "1 1 1 1"},
   /* execution begins at main and runs on through labels */
   {V2 P "MOV o, 9; main: ADD r, r, 1; x: ADD r, r, 1; MOV o, r;\nEND", "", "", "2 2 2 2"},
   /* (a + 1) * 2, twice; RET with an empty stack ends the program */
   {V2 P "MOV r, a; CAL f; CAL f; MOV o, r; RET; f: ADD r, r, 1; CAL g; RET; g: MUL r, r, 2; RET;\nEND", "1 0 -1 2", "", "10 6 2 14"},
   /* the same with a jump, so that evaluator and lowering treat the program as one without blocks */
   {V2 P "MOV r, a; CAL f; CAL f; MOV o, r; BRA e; f: ADD r, r, 1; CAL g; RET; g: MUL r, r, 2; RET; e:\nEND", "1 0 -1 2", "", "10 6 2 14"},
   /* code that is called first and then reached by falling through */
   {V2 P "CAL f; f: ADD r, r, 1; MOV o, r; RET;\nEND", "", "", "2 2 2 2"},
   /* a call on a full stack ends the program, after 32 calls */
   {V2 P "CAL f; MOV o, 0; RET; f: ADD r, r, 1; MOV o, r; CAL f; RET;\nEND", "", "", "32 32 32 32"},
   {V2 P "CAL f; MOV o, 0; BRA x; f: ADD r, r, 1; MOV o, r; CAL f; RET; x:\nEND", "", "", "32 32 32 32"},
   /* conditional call and return */
   {V2 P "MOVC c, a; CAL f (GT.x); CAL f (GT.y); MOV o, r; RET; f: ADD r.x, r, 1; RET (EQ.z); ADD r.y, r, 1; RET;\nEND", "1 -1 0 0", "", "1 0 0 0"},
   /* the stack holds addresses, last in first out */
   {V3 P "ARL d, a; PUSHA d; ARL d, b; PUSHA d; POPA e; ADD r.x, p[e.x], 0; MOV r.y, p[e.w]; POPA d.xyzw; MOV r.z, p[d.x]; MOV r.w, p[d.w]; MOV o, r;\nEND",
    "1 2 3 4", "5 6 7 0", "5 0 1 4"},
   /* popping an empty stack ends the program */
   {V3 P "MOV o, 1; POPA d; MOV o, 2;\nEND", "", "", "1 1 1 1"},
   /* a RET that pops an address ends the program, and so does a POPA that pops a return */
   {V3 P "MOV o, 1; CAL f; MOV o, 2; f: PUSHA d; RET; MOV o, 3;\nEND", "", "", "1 1 1 1"},
   {V3 P "MOV o, 1; CAL f; MOV o, 2; f: POPA d; MOV o, 3;\nEND", "", "", "1 1 1 1"},
   /* the 33rd push ends the program */
   {V3 P "MOV o, 0; l: ADD o.x, r, 0; ADD r, r, 1; PUSHA d; BRA l;\nEND", "", "", "32 0 0 0"},
   /* two condition codes */
   {V3 P "MOVC c, a; MOVC1 c, b; MOV o, 0; MOV o (LT), 1; MOV o (GT1), 2; MOV o.w (EQ0.y), 3;\nEND", "-1 0 1 -1", "-1 -1 1 1", "1 0 2 3"},
   /* attributes and results by address */
   {V3 P "ARL d, b; MOV o, 0; MOV result.texcoord[d.x], vertex.attrib[d.y]; MOV result.texcoord[d.z + 1].y, 7;\nEND", "1 2 3 4", "0.5 0 -1", "1 7 3 4"},
   {V3 P "ARL d.x, a.x; MOV o, vertex.texcoord[d.x - 9];\nEND", "1", "", "0 0 0 0"},
   /* the name of such a binding reads the register at the place of use: attribute 1, then 0; result 6 - 6 */
   {V3 P "ATTRIB x = vertex.attrib[d.x]; OUTPUT y = result.texcoord[d.z - 6]; ARL d, a; MOV r, x; ARL d, b; ADD y, r, x;\nEND", "1 0 0 0", "0 5 6 7", "1 5 6 7"},
#undef P
#define P "ATTRIB a = fragment.texcoord[0]; ATTRIB b = fragment.texcoord[1]; TEMP r, c, t; OUTPUT o = result.color;\n"
   {FO P "MOVC c, a; MOV o, 0; MOV o(GT), 1; MOV o.xy(EQ.y), 2;\nEND", "1 0 -1 nan", "", "2 2 0 0"},
   {F2 P "MOVC c, a; IF GT.x; MOV r.x, 1; IF LT.y; MOV r.y, 1; ELSE; MOV r.y, 2; ENDIF; ELSE; MOV r.x, 2; ENDIF; MOV o, r;\nEND", "1 1", "", "1 2 0 0"},
   {F2 P "IF NE.x; MOV r, 1; ELSE; MOV r, 2; ENDIF; IF EQ; ADD r.x, r, 1; ENDIF; MOV o, r;\nEND", "", "", "3 2 2 2"},
   /* "5 iterations with loop index at 0,1,2,3,4": the index is added up through the coordinates (0, 1, 2, 3, 4) */
   {F2 P "LOOP {5, 0, 1}; ADD r, r, fragment.texcoord[A0.x]; ADD t.x, t, 1; ENDLOOP; MOV r.w, t.x; MOV o, r;\nEND", "1 0 0", "2 1 0", "3 1 0 5"},
   /* index -1, 1, 3 by floor of -0.5 and 2.9: A0 is 0, 1, 3; + 1 is 1, 2, 4 */
   {F2 P "LOOP {3.9, -0.5, 2.9}; ADD r.x, r, fragment.texcoord[A0.x]; ADD r.y, r, fragment.texcoord[A0.x+1].x; ADD t.x, t, 1; ENDLOOP; MOV r.w, t.x; MOV o, r;\nEND",
    "1", "10", "11 10 0 3"},
   /* A0 is the index of the innermost loop; after the inner loop it is that of the outer one again */
   {F2 P "LOOP {2, 0, 1}; LOOP {1, 1, 0}; ADD r.x, r, fragment.texcoord[A0.x]; ENDLOOP; REP 1; ADD r.y, r, fragment.texcoord[A0.x].x; ENDREP; ENDLOOP; MOV o, r;\nEND",
    "1", "10", "20 11 0 0"},
   /* the name of such a binding reads the index of the innermost loop around its use */
   {F2 P "LOOP {2, 0, 1}; ATTRIB x = fragment.texcoord[A0.x]; ADD r.x, r, x; LOOP {1, 1, 0}; ADD r.y, r, x.x; ENDLOOP; ENDLOOP; MOV o, r;\nEND",
    "1", "10", "11 20 0 0"},
   /* counts are rounded down; a count that is NaN or not positive skips the loop; at most 255 iterations run */
   {F2 P "REP 2.75; ADD r.x, r, 1; ENDREP; REP -3; ADD r.y, r, 1; ENDREP; LOOP {0.99}; ADD r.y, r, 1; ENDLOOP; REP 1000; ADD r.z, r, 1; ENDREP; MOV o, r;\nEND",
    "", "", "2 0 255 0"},
   {F2 P "REP 9; ADD r.x, r, 1; SGEC c.x, r, 3; BRK (NE.x); ADD r.y, r, 1; ENDREP; MOV o, r;\nEND", "", "", "3 2 0 0"},
   {F2 P "LOOP {4, 0, 0}; REP 4; ADD r.x, r, 1; BRK; ENDREP; ADD r.y, r, 1; ENDLOOP; MOV o, r;\nEND", "", "", "4 4 0 0"},
   {F2 P "MOV o, 1; CAL f; ADD r, r, 1; MOV o, r; RET; f: IF EQ.x; MOV r, 5; RET; ENDIF; MOV r, 6; RET;\nEND", "", "", "6 6 6 6"},
   {F2 P "f: ADD r, r, 1; g: ADD r, r, 10; RET; main: CAL f; CAL g; MOV o, r;\nEND", "", "", "21 21 21 21"},
   {F2 P "CAL f; MOV o, 0; RET; f: ADD r, r, 1; MOV o, r; CAL f; RET;\nEND", "", "", "32 32 32 32"},
   {F2 P "MOV o, fragment.facing.x; LOOP {1, 9, 9}; ENDLOOP; KIL NE.x;\nEND", "", "", "0 0 0 0"},
    /* clang-format on */
};

START_TEST(whole_programs)
{
   for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
      const struct program *p = &programs[i];
      struct machine *m = machine_new();
      bool vertex = p->text[5] == 'v';

      fill(m, vertex ? SLOT_VATTR : SLOT_TEXCOORD, p->a);
      fill(m, vertex ? SLOT_VATTR + 1 : SLOT_TEXCOORD + 1, p->b);
      run(m, p->text, 32);
      expect(m, vertex ? SLOT_TEXCOORD : SLOT_FRAG_COLOR, p->want, p->text);
      machine_free(m);
   }
}
END_TEST

/* The lanes diverge: each branches on its number. */
START_TEST(divergence)
{
   static const char *const texts[] = {
       /* 0 for odd lanes, the sum of 1 .. n for even ones */
       V2 "TEMP r, t, c; MOVC t.x, vertex.attrib[0]; BRA e (LE.x); MOVC c, vertex.attrib[1]; BRA e (NE.x);\n"
          "l: ADD r.x, r, t; ADDC t.x, t, -1; BRA l (GT.x);\ne: MOV result.texcoord[0], r;\nEND",
       V2 "TEMP r, t, c; MOV t.x, vertex.attrib[0]; MOVC c, vertex.attrib[1]; CAL f (EQ.x); MOV result.texcoord[0], r; RET;\n"
          "f: SGTC c.y, t.x, 0; RET (EQ.y); ADD r.x, r, t; ADD t.x, t, -1; CAL f; RET;\nEND",
   };

   for (unsigned k = 0; k < 2; k++) {
      struct machine *m = machine_new();

      for (unsigned l = 0; l < EXEC_LANES; l++) {
         m->in[0][SLOT_VATTR][0][l] = num_u((float)(l % 20));
         m->in[0][SLOT_VATTR + 1][0][l] = num_u((float)(l & 1));
      }
      run(m, texts[k], 32);
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         unsigned n = l % 20;
         float want = l & 1 ? 0 : (float)(n * (n + 1) / 2);

         for (unsigned level = 0; level < 2; level++)
            ck_assert_msg(m->out[level][SLOT_TEXCOORD][0][l] == num_u(want), "text %u, %u, lane %u: %g, not %g", k, level, l,
                          (double)num_f(m->out[level][SLOT_TEXCOORD][0][l]), (double)want);
      }
      machine_free(m);
   }
}
END_TEST

START_TEST(kill)
{
   static const char *const texts[] = {
       F "KIL fragment.texcoord[0]; MOV result.color, 1;\nEND",
       FO "TEMP c; MOVC c, fragment.texcoord[0]; KIL LT.xxyx; MOV result.color, 1;\nEND",
   };

   for (unsigned k = 0; k < 2; k++) {
      struct machine *m = machine_new();

      for (unsigned l = 0; l < EXEC_LANES; l++) {
         m->in[0][SLOT_TEXCOORD][0][l] = num_u(l % 3 == 0 ? -1.0f : 0.0f);
         m->in[0][SLOT_TEXCOORD][1][l] = num_u(l == 7 ? -0.5f : 2.0f);
         m->in[0][SLOT_TEXCOORD][2][l] = 0x80000000u; /* -0 is not negative */
         m->in[0][SLOT_TEXCOORD][3][l] = NUM_NAN;
      }
      run(m, texts[k], 32);
      uint32_t want = 1u << 7;
      for (unsigned l = 0; l < EXEC_LANES; l += 3)
         want |= 1u << l;
      ck_assert_uint_eq(m->killed[0], want);
      ck_assert_uint_eq(m->killed[1], want);
      machine_free(m);
   }
}
END_TEST

/* Tests the options that add code at the end of the program. The parameters of the added code follow those of the program. */
START_TEST(options)
{
   static const char position[] = V "OPTION ARB_position_invariant;\nMOV result.color, program.env[0];\nEND";
   struct machine *m = machine_new();

   /* rows of a matrix times (1, 2, 3, 1) */
   static const float rows4[4][4] = {{1, 0, 0, 5}, {0, 2, 0, 0}, {1, 1, 1, 1}, {0, 0, -1, 0}};
   fill(m, SLOT_VATTR, "1 2 3 1");
   for (unsigned i = 0; i < 4; i++)
      for (unsigned c = 0; c < 4; c++)
         m->param[1 + i][c] = num_u(rows4[i][c]);
   run(m, position, 32);
   expect(m, SLOT_POSITION, "6 4 7 -3", position);
   machine_free(m);

   /* linear: f = (end - z) * 1/(end - start) = (10 - 4) / 8 = 0.75; colour clamped to 1, fog colour 0.5: 0.75 + 0.125; alpha
      stays */
   static const char linear[] = F "OPTION ARB_fog_linear;\nMOV result.color, fragment.color;\nEND";
   m = machine_new();
   fill(m, SLOT_COLOR, "2 0 -1 3");
   fill(m, SLOT_FOG, "4 0 0 1");
   for (unsigned c = 0; c < 4; c++)
      m->param[0][c] = num_u(0.5f);
   m->param[1][2] = num_u(10);
   m->param[1][3] = num_u(0.125f);
   run(m, linear, 32);
   expect(m, SLOT_FRAG_COLOR, "0.875 0.125 0.125 3", linear);
   machine_free(m);

   /* exp: density ln 2 * 2 and z = 1: f = 1/4; exp2: (sqrt(ln 2) z)^2 with z = 1 and density 1: f = 1/2 */
   static const char exponential[] = F "OPTION ARB_fog_exp;\nMOV result.color, 1;\nEND";
   m = machine_new();
   fill(m, SLOT_FOG, "1 0 0 1");
   m->param[0][0] = m->param[0][1] = m->param[0][2] = NUM_ONE; /* the constant 1 is entry 0 */
   m->param[2][0] = num_u(1.3862944f);
   run(m, exponential, 32);
   expect(m, SLOT_FRAG_COLOR, "~0.25 ~0.25 ~0.25 1", exponential);
   machine_free(m);

   static const char squared[] = F "OPTION ARB_fog_exp2;\nMOV result.color, 1;\nEND";
   m = machine_new();
   fill(m, SLOT_FOG, "1 0 0 1");
   m->param[2][0] = num_u(0.83255461f);
   run(m, squared, 32);
   expect(m, SLOT_FRAG_COLOR, "~0.5 ~0.5 ~0.5 1", squared);
   machine_free(m);
}
END_TEST

/* Tests precision: with -fshort=32 suffixes change nothing; with 16, H and SHORT are f16 and X is fixed point with 12 bits. */
START_TEST(precision)
{
   static const struct {
      const char *ins, *a, *want32, *want16;
   } table[] = {
       /* 2047/1024 and -2 are the ends; 1/3 is 341.33/1024; 0.0005 * 1024 rounds to 1, 0.0004 * 1024 to 0 */
       {"MOVX r, a", "2.5 -3 0.33333334 0.0005", "2.5 -3 0.33333334 0.0005", "1.9990234375 -2 0.3330078125 0.0009765625"},
       {"MOVX r, a", "0.0004 1.5 nan inf", "0.0004 1.5 nan inf", "0 1.5 nan 1.9990234375"},
       /* f16: 1/3 is 1365/4096; 65520 overflows; 2049 is between 2048 and 2050, ties to even */
       {"MOVH r, a", "0.33333334 65520 2049 -1", "0.33333334 65520 2049 -1", "0.333251953125 inf 2048 -1"},
       {"MOVR r, a", "0.33333334 65520 2049 -1", "0.33333334 65520 2049 -1", "0.33333334 65520 2049 -1"},
       {"MOV h, a; MOV r, h", "0.33333334 65520 2049 -1", "0.33333334 65520 2049 -1", "0.333251953125 inf 2048 -1"},
       /* saturation comes first, and the condition code depends on the written value */
       {"MOVX_SAT r, a", "2.5 -3 0.33333334 1", "1 0 0.33333334 1", "1 0 0.3330078125 1"},
       {"MOVXC r, a; MOV r, 0; MOV r(GT), 1", "0.0004 1 -1 0", "1 1 0 0", "0 1 0 0"},
   };

   for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
      for (unsigned fshort = 16; fshort <= 32; fshort += 16) {
         struct machine *m = machine_new();
         char text[400];

         snprintf(text, sizeof text,
                  FO "ATTRIB a = fragment.texcoord[0]; TEMP r; SHORT TEMP h;\n%s;\nMOV result.color, r;\nEND", table[i].ins);
         fill(m, SLOT_TEXCOORD, table[i].a);
         run(m, text, fshort);
         expect(m, SLOT_FRAG_COLOR, fshort == 16 ? table[i].want16 : table[i].want32, text);
         machine_free(m);
      }
}
END_TEST

/* One of the tables has every instruction that only the older languages have, or that differs there from NV_gpu_program4. */
START_TEST(complete)
{
   static const char *const elsewhere[] = {"TEX", "TXB", "TXD", "TXL", "TXP", "DDX", "DDY", "CAL", "RET"}; /* shared, or flow */

   for (unsigned op = 0; op < NV_OP_COUNT; op++) {
      const char *name = nv_op_info[op].name;
      size_t n = strlen(name);
      bool found = !nv_op_info[op].dialects;

      for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
         found |= !strcmp(name, elsewhere[i]);
      for (size_t i = 0; !found && i < sizeof rows / sizeof rows[0]; i++)
         found = rows[i].want && !strncmp(rows[i].ins, name, n);
      for (size_t i = 0; !found && i < sizeof programs / sizeof programs[0]; i++)
         found = strstr(programs[i].text, name) != NULL;
      ck_assert_msg(found, "no test of %s", name);
   }
}
END_TEST

SUITE_MAIN("arb_eval", 60, NULL, NULL, instructions, whole_programs, divergence, kill, options, precision, complete)

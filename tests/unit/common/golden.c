/* SPDX-License-Identifier: MIT */
#include "semantics/sampler.h"
#include "tests/unit/common/golden.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "frontend/nv/ast/nv_ast.h"
#include "util/rng.h"

/* ---- the programs */

static const char *const type_suffix[] = {"", ".F", ".S", ".U"};

static void add(struct golden_program *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void add(struct golden_program *p, const char *fmt, ...)
{
   size_t n = strlen(p->text);
   va_list ap;

   va_start(ap, fmt);
   vsnprintf(p->text + n, sizeof p->text - n, fmt, ap);
   va_end(ap);
}

static void head(struct golden_program *p)
{
   snprintf(p->text, sizeof p->text,
            "!!NVfp4.0\nPARAM a = program.env[0];\nPARAM b = program.env[1];\nPARAM c = program.env[2];\nTEMP r;\nTEMP f;\n"
            "MOV.U r, a;\n");
}

/* The bits that must agree, or 0 if every machine computes all bits of the instruction alike. */
static unsigned bits_of(unsigned op, unsigned type)
{
   if (type != NV_TYPE_F && nv_op_info[op].types & NV_TYPES_I)
      return 0;
   switch (op) {
   case NV_OP_COS:
   case NV_OP_SIN:
   case NV_OP_SCS:
   case NV_OP_POW:
   case NV_OP_LIT: return 14;
   case NV_OP_EX2:
   case NV_OP_LG2:
   case NV_OP_RCP:
   case NV_OP_RCC:
   case NV_OP_RSQ:
   case NV_OP_DIV:
   case NV_OP_NRM:
   case NV_OP_RFL: return 18;
   case NV_OP_DP2:
   case NV_OP_DP2A:
   case NV_OP_DP3:
   case NV_OP_DP4:
   case NV_OP_DPH:
   case NV_OP_LRP:
   case NV_OP_MAD:
   case NV_OP_X2D:
   case NV_OP_XPD: return 19; /* may or may not be fused; terms are below 64 */
   default: return 0;
   }
}

/* MASK: the components that the document defines. */
static const char *mask_of(unsigned op)
{
   return op == NV_OP_XPD || op == NV_OP_NRM || op == NV_OP_RFL ? ".xyz" : op == NV_OP_SCS ? ".xy" : "";
}

enum form { PLAIN, SAT, SSAT, FLAGS, HI, MUL24, NUM_FORMS };

static bool alu(unsigned op, unsigned type, enum form form, struct golden_program *p)
{
   static const char *const form_name[NUM_FORMS] = {"", ".SAT", ".SSAT", ".CC0", ".HI", ""};
   const struct nv_op_info *info = &nv_op_info[op];
   bool is_float = type == NV_TYPE_F, out_float = info->out == NV_FMT_VF || is_float;

   if (!(info->dialects & NV_D_NV4) || !(info->stages & 2) || info->out == NV_FMT_NONE || info->shape == NV_SHAPE_TEX ||
       info->shape == NV_SHAPE_TXD)
      return false;
   if (!(info->types & (is_float ? NV_TYPES_F : NV_TYPES_I)))
      return false;
   if ((form == SAT || form == SSAT) && !(info->sat && out_float))
      return false;
   if (form == FLAGS && !info->cc)
      return false;
   if (form >= HI && (op != NV_OP_MUL || is_float))
      return false;
   snprintf(p->name, sizeof p->name, "%s%s%s%s", info->name,
            form == MUL24 ? type == NV_TYPE_S ? ".S24" : ".U24" : type_suffix[type], form_name[form], "");
   head(p);
   /* Operands are limited to 24 bits, so that the result is defined. */
   if (form == MUL24)
      add(p, "TEMP s;\nTEMP t;\nSHL.U s, a, 8;\nSHR%s s, s, 8;\nSHL.U t, b, 8;\nSHR%s t, t, 8;\n", type_suffix[type],
          type_suffix[type]);
   add(p, "%s r%s", p->name, mask_of(op));
   for (unsigned i = 0; i < info->num_in; i++)
      add(p, ", %s%s", form == MUL24 ? i ? "t" : "s" : i == 0 ? "a" : i == 1 ? "b" : "c", info->in[i] == NV_FMT_S ? ".x" : "");
   add(p, info->shape == NV_SHAPE_SWZ ? ", -y, 1, w, 0;\n" : ";\n");
   if (form == FLAGS) {
      static const char *const flags[] = {"SF", "EQ", "NAN", "OF", "CF", "GT"};
      add(p, "MOV.U f, 0;\n");
      for (unsigned i = 0; i < 6; i++)
         add(p, "OR.U f%s (%s0), f, %u;\n", mask_of(op), flags[i], 1u << i);
      add(p, "MOV.U result.color, f;\nEND\n");
   } else {
      add(p, "MOV.U result.color, r;\nEND\n");
   }
   p->bound = form == FLAGS ? 0 : bits_of(op, type);
   return true;
}

static bool texturing(unsigned op, enum exec_tex_target target, unsigned unit, struct golden_program *p)
{
   const struct nv_op_info *info = &nv_op_info[op];

   if (!(info->dialects & NV_D_NV4) || (info->shape != NV_SHAPE_TEX && info->shape != NV_SHAPE_TXD) ||
       (op == NV_OP_TXF && target == TEX_CUBE))
      return false;
   snprintf(p->name, sizeof p->name, "%s-%s-%u", info->name, exec_tex_target_name[target], unit);
   head(p);
   if (op == NV_OP_TXF)
      add(p, "AND.U r, a, {3, 3, 3, 0};\n"); /* inside of every texture */
   else if (op == NV_OP_TXQ)
      add(p, "AND.U r, a, {1, 0, 0, 0};\n");
   else
      add(p, "MOV.F r, a;\nMOV.F r.w, %s;\n", op == NV_OP_TXP ? "2" : op == NV_OP_TXL ? "1.5" : "0");
   add(p, "%s r, r%s, texture[%u], %s;\nMOV.U result.color, r;\nEND\n", info->name, info->shape == NV_SHAPE_TXD ? ", b, c" : "",
       unit, exec_tex_target_name[target]);
   p->unit = unit;
   p->target = target;
   p->bound = op == NV_OP_TXF || op == NV_OP_TXQ || !(unit & 1) ? 0 : 5;
   return true;
}

static const struct {
   const char *name, *body;
} flow[] = {
    {"IF-ELSE", "SLT.F.CC0 f, a, b;\nIF GT0.x;\nADD.F r, a, b;\nELSE;\nSUB.F r, a, b;\nENDIF;\n"},
    {"IF-any-component", "MOV.U r, 0;\nSUB.F.CC0 f, a, b;\nIF LT0;\nMOV.U r, 1;\nENDIF;\n"},
    {"REP.S", "AND.U f.x, a, 15;\nMOV.U r, 0;\nREP.S f.x;\nADD.U r, r, b;\nENDREP;\n"},
    {"REP.F", "MOV.F f.x, 3.75;\nMOV.F r, 0;\nREP.F f.x;\nADD.F r, r, 1;\nENDREP;\n"},
    {"REP.F-negative", "MOV.F f.x, -1.5;\nMOV.F r, 5;\nREP.F f.x;\nADD.F r, r, 1;\nENDREP;\n"},
    {"BRK", "MOV.S r, 0;\nREP.S 20;\nADD.S r, r, 1;\nSUB.S.CC0 f.x, r, 7;\nBRK (EQ0.x);\nENDREP;\n"},
    {"CONT",
     "MOV.S r, 0;\nMOV.S f, 0;\nREP.S 10;\nADD.S f, f, 1;\nAND.S.CC0 f.w, f.x, 1;\nCONT (NE0.w);\nADD.S r, r, f.x;\nENDREP;\n"},
    {"CAL-RET", "MOV.S r, 1;\nCAL twice;\nCAL twice;\nMOV.U result.color, r;\nRET;\ntwice:\nADD.S r, r, r;\nRET;\n"},
    {"RET-conditional",
     "MOV.S r, 1;\nCAL sub;\nMOV.U result.color, r;\nRET;\nsub:\nMOV.F.CC0 f.x, a.x;\nRET (LT0.x);\nMOV.S r, 2;\n"},
    {"KIL", "MOV.U r, 7;\nMOV.U result.color, r;\nKIL a;\n"},
    {"KIL-test", "MOV.U r, 7;\nMOV.U result.color, r;\nSUB.F.CC0 f, a, b;\nKIL LT0.x;\n"},
    {"CC-masked-update", "MOV.F.CC0 f, a;\nMOV.F.CC0 f.xy, b;\nMOV.U r, 0;\nMOV.U r (LT0), 1;\n"},
    {"CC-two", "MOV.F.CC0 f, a;\nMOV.F.CC1 f, b;\nMOV.U r, 0;\nOR.U r (GE0), r, 1;\nOR.U r (GE1), r, 2;\n"},
    {"CC-swizzled", "MOV.F.CC0 f, a;\nMOV.U r, 0;\nMOV.U r (GT0.wzyx), 1;\n"},
    {"CC-unset", "MOV.U r, 0;\nOR.U r (EQ0), r, 1;\nOR.U r (LT0), r, 2;\nOR.U r (GE0), r, 4;\n"},
    {"abs-operands", "ADD.F r, |a|, -|b|;\n"},
    {"abs-signed", "ADD.S r, |a|, -|b|;\n"},
    {"swizzle", "ADD.F r.xw, a.wzyx, b.yyxx;\n"},
    {"temporary-array",
     "TEMP t[4];\nMOV.U t[0], a;\nMOV.U t[1], b;\nMOV.U t[2], c;\nMOV.U t[3], 9;\nAND.U f.x, a.x, 3;\nMOV.U r, t[f.x];\n"},
    {"parameter-array", "PARAM t[3] = { program.env[0..2] };\nAND.U f.x, a.x, 1;\nMOV.U r, t[f.x + 1];\n"},
    {"DDX-constant", "DDX.F r, a;\n"},
    {"DDY-constant", "DDY.F r, a;\n"},
};

bool golden_program(unsigned index, struct golden_program *p)
{
   static const uint8_t targets[] = {TEX_1D, TEX_2D, TEX_3D, TEX_CUBE, TEX_RECT};
   unsigned n = 0;

   memset(p, 0, sizeof *p);
   p->target = TEX_TARGET_COUNT;
   for (unsigned op = 0; op < NV_OP_COUNT; op++)
      for (unsigned type = NV_TYPE_F; type <= NV_TYPE_U; type++)
         for (unsigned form = 0; form < NUM_FORMS; form++)
            if (op != NV_OP_DDX && op != NV_OP_DDY && alu(op, type, (enum form)form, p) && n++ == index)
               return true;
   for (unsigned op = 0; op < NV_OP_COUNT; op++)
      for (unsigned t = 0; t < sizeof targets; t++)
         for (unsigned unit = 0; unit < 2; unit++)
            if (texturing(op, (enum exec_tex_target)targets[t], unit, p) && n++ == index)
               return true;
   p->target = TEX_TARGET_COUNT;
   p->unit = p->bound = 0;
   if (index - n >= sizeof flow / sizeof flow[0])
      return false;
   snprintf(p->name, sizeof p->name, "%s", flow[index - n].name);
   head(p);
   add(p, "%s%sEND\n", flow[index - n].body, strstr(flow[index - n].body, "result.color") ? "" : "MOV.U result.color, r;\n");
   return true;
}

void golden_inputs(unsigned index, unsigned run, uint32_t in[3][4])
{
   static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                      0x7fc00000, 0x7f7fffff, 0x7fffffff, 0xffffffff, 1,          31};
   struct golden_program p;
   struct util_rng g;
   bool integers = golden_program(index, &p) && (strstr(p.name, ".S") || strstr(p.name, ".U") || strchr(p.name, 'R') == NULL) &&
                   !strstr(p.name, ".SAT") && !strstr(p.name, ".SSAT");

   util_rng_init(&g, index * 64 + run);
   for (unsigned v = 0; v < 3; v++)
      for (unsigned c = 0; c < 4; c++) {
         uint32_t r = util_rng_u32(&g), kind = util_rng_below(&g, 8);
         float x = num_f((r & 0x807fffff) | (124u + util_rng_below(&g, 6)) << 23); /* +-[1/8, 8) */

         in[v][c] = num_u(x);
         if (p.target != TEX_TARGET_COUNT && v) /* derivatives: a fraction of a texel to some texels */
            in[v][c] = num_u(x / 64);
         else if (run % 4 == 3 && p.target == TEX_TARGET_COUNT && kind < 4)
            in[v][c] = special[util_rng_below(&g, sizeof special / sizeof special[0])];
         else if (integers && kind < 6)
            in[v][c] = kind < 2 ? r : kind < 4 ? r & 31 : 0u - (r & 15);
      }
}

/* ---- the text */

void golden_write_program(struct util_buf *b, const struct golden_program *p)
{
   util_buf_printf(b, "program %s %u\n", p->name, p->bound);
   for (const char *s = p->text; *s;) {
      size_t n = strcspn(s, "\n");
      util_buf_printf(b, "| %.*s\n", (int)n, s);
      s += n + (s[n] != 0);
   }
}

void golden_write_run(struct util_buf *b, uint32_t in[3][4], const uint32_t out[4])
{
   util_buf_printf(b, "run");
   for (unsigned i = 0; i < 12; i++)
      util_buf_printf(b, " %08x", in[i / 4][i % 4]);
   util_buf_printf(b, " -> %08x %08x %08x %08x\n", out[0], out[1], out[2], out[3]);
}

/* ---- reading */

struct lane_task {
   struct exec_wave t;
   struct exec_sampler sampler;
   uint32_t in[SLOT_COUNT][4][EXEC_LANES], out[SLOT_COUNT][4][EXEC_LANES], taint[SLOT_COUNT][4];
   uint32_t param[64][4];
};

/* The contents of a killed pixel in a recording. */
static const uint32_t untouched[4] = {0xc640e400u, 0x4640e400u, 0xc640e401u, 0x4640e401u};

bool golden_evaluate(const char *text, size_t len, uint32_t in[3][4], uint32_t out[4], char why[256])
{
   struct util_ctx ctx;
   struct lane_task *t = calloc(1, sizeof *t);
   volatile bool ok = false;

   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind) == 0) {
      ctx.unwind_set = true;
      ctx.text = text;
      ctx.text_len = len;
      const struct nv_program *p = nv_parse(&ctx, text, len, &nv_default_limits);
      if (p && p->num_params <= 64) {
         for (unsigned i = 0; i < p->num_params; i++)
            memcpy(t->param[i],
                   p->params[i].cls == PARAM_ENV && p->params[i].index < 3 ? in[p->params[i].index] : p->params[i].value, 16);
         t->sampler.seed = 1;
         t->t = (struct exec_wave){.num = &num_model_ieee,
                                   .valid = 0xf,
                                   .budget = 100000,
                                   .in = &t->in,
                                   .param = (const uint32_t(*)[4])t->param,
                                   .num_params = p->num_params,
                                   .tex = exec_sampler_fn,
                                   .tex_user = &t->sampler,
                                   .out = t->out,
                                   .out_taint = t->taint};
         ok = nv_eval_run(&ctx, p, &t->t, 32) == EXEC_DONE;
         for (unsigned c = 0; c < 4; c++)
            out[c] = t->t.killed & 1 ? untouched[c] : t->out[SLOT_FRAG_COLOR][c][0];
      }
   }
   snprintf(why, 256, "%s", ctx.diags ? ctx.diags->message : t->t.fault ? t->t.fault : "");
   util_ctx_finish(&ctx);
   free(t);
   return ok;
}

static bool same(uint32_t a, uint32_t b, unsigned bits)
{
   if (a == b || (num_isnan(a) && num_isnan(b)))
      return true;
   if (!bits)
      return num_equal_float(&num_model_usc_rtz, a, b) && (num_isdenorm(a) || num_isdenorm(b)) && !((a ^ b) & 0x80000000u);
   double x = (double)num_f(a), y = (double)num_f(b);
   return fabs(x - y) <= ldexp(fmax(fabs(x), 1), -(int)bits);
}

static bool is_settled(const char *settled, const char *name)
{
   size_t n = strlen(name);

   for (const char *s = settled; s && *s; s += strcspn(s, "\n"), s += *s == '\n')
      if (!strncmp(s, name, n) && s[n] == ' ')
         return true;
   return false;
}

void golden_check(struct golden_check *c, const char *text, const char *settled)
{
   char name[64] = "", program[2048] = "";
   unsigned bound = 0;
   size_t len = 0;

   for (const char *s = text; *s;) {
      size_t n = strcspn(s, "\n");
      uint32_t in[3][4], want[4], got[4];
      char why[256];

      if (!strncmp(s, "program ", 8)) {
         len = 0;
         program[0] = 0;
         c->broken += sscanf(s, "program %63s %u", name, &bound) != 2;
         c->programs++;
      } else if (!strncmp(s, "| ", 2) && len + n < sizeof program) {
         memcpy(program + len, s + 2, n - 2);
         len += n - 2;
         program[len++] = '\n';
         program[len] = 0;
      } else if (!strncmp(s, "run ", 4)) {
         const char *w = s + 4;
         int used = 0;
         bool ok = true;
         for (unsigned i = 0; i < 12 && ok; i++, w += used)
            ok = sscanf(w, "%8x%n", &in[i / 4][i % 4], &used) == 1;
         ok = ok && sscanf(w, " -> %8x %8x %8x %8x", &want[0], &want[1], &want[2], &want[3]) == 4;
         if (!ok || !golden_evaluate(program, len, in, got, why)) {
            if (!c->broken++ && !c->first[0])
               snprintf(c->first, sizeof c->first, "%s: %s", name, ok ? why : "not a run");
         } else {
            bool equal = true;
            c->runs++;
            for (unsigned k = 0; k < 4; k++)
               equal &= same(got[k], want[k], bound);
            if (!equal && is_settled(settled, name)) {
               c->settled++;
            } else if (!equal) {
               if (!c->differ++)
                  snprintf(c->first, sizeof c->first, "%s: %.*s; ours: %08x %08x %08x %08x", name, (int)n, s, got[0], got[1],
                           got[2], got[3]);
            }
         }
      }
      s += n;
      s += *s == '\n';
   }
}

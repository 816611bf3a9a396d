/* SPDX-License-Identifier: MIT */
/*
 * Texture accesses in the form of the public driver (docs/abi-usc.md, "Texture accesses"), and the simulator's reports on other
 * forms: the code of good programs with one error that the machine would not accept.
 */
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/usc_compile.h"
#include "ir/interp.h"
#include "semantics/sampler.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/irtext.h"
#include "tests/unit/common/suite.h"

/* Four accesses, which have four sources and one result here; %s stands for the attributes of the access. */
#define SHADER(inputs, access)                                                                                                 \
   "nvp4c-ir 1\nstage fragment\nblock 0:\n" inputs access                                                                      \
   "   store_output %6 slot=color0 comp=0\n   store_output %7 slot=color0 comp=1\n"                                            \
   "   store_output %8 slot=color0 comp=2\n   store_output %9 slot=color0 comp=3\n   return\n"
#define INPUT(n, c) "   %" #n ":32 = load_input slot=tex0 comp=" #c " interp=flat\n"
#define RESULT "   %6:32, %7:32, %8:32, %9:32 = tex "

enum program {
   FETCH,
   FETCH_RECT,
   FETCH_INT,
   LAYER,
   LAYER_FETCH,
   LAYER_GRAD,
   TEXELS,
   SHADOW,
   INTEGER,
   GATHER,
   GATHER_SHADOW,
   GATHER_LAYER,
   LEVEL,
   LEVEL_LAYER,
   ONE_SAMPLE,
   ONE_SAMPLE_LAYER,
   MOVED,
   OTHER_SAMPLER,
   NUM_PROGRAMS
};
static const char *const text[NUM_PROGRAMS] = {
    [FETCH] = SHADER(INPUT(0, 0) INPUT(1, 1) "   %2:32 = const value=0x1\n",
                     RESULT "%0, %1, %2 texop=fetch target=2D unit=1 offset=0:0:0\n"),
    [FETCH_RECT] =
        SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 2), RESULT "%0, %1, %2 texop=fetch target=RECT unit=2 offset=1:-1:0\n"),
    [FETCH_INT] =
        SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 2), RESULT "%0, %1, %2 texop=fetch target=2D unit=1 offset=0:0:0:int\n"),
    [LAYER] =
        SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 3), RESULT "%0, %1, %2 texop=sample target=ARRAY2D unit=3 offset=0:0:0\n"),
    [LAYER_FETCH] = SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 2) "   %3:32 = const value=0x0\n",
                           RESULT "%0, %1, %2, %3 texop=fetch target=ARRAY2D unit=3 offset=0:0:0\n"),
    [LAYER_GRAD] = SHADER(INPUT(0, 0) INPUT(1, 3), RESULT "%0, %1, %0, %1 texop=grad target=ARRAY1D unit=4 offset=0:0:0\n"),
    [TEXELS] = SHADER(INPUT(0, 0), RESULT "%0 texop=fetch target=BUFFER unit=5 offset=0:0:0\n"),
    [SHADOW] =
        SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 3), RESULT "%0, %1, %2 texop=sample target=SHADOW2D unit=6 offset=0:0:0\n"),
    [GATHER] = SHADER(INPUT(0, 0) INPUT(1, 1), RESULT "%0, %1 texop=gather target=2D unit=1 offset=1:-2:0:z\n"),
    [GATHER_SHADOW] =
        SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 3), RESULT "%0, %1, %2 texop=gather target=SHADOW2D unit=6 offset=0:0:0\n"),
    [GATHER_LAYER] =
        SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 3), RESULT "%0, %1, %2 texop=gather target=ARRAY2D unit=3 offset=0:0:0:y\n"),
    [LEVEL] = SHADER(INPUT(0, 0) INPUT(1, 1), RESULT "%0, %1 texop=level target=2D unit=1 offset=0:0:0\n"),
    [LEVEL_LAYER] =
        SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 3), RESULT "%0, %1, %2 texop=level target=ARRAY2D unit=3 offset=0:0:0\n"),
    [ONE_SAMPLE] =
        SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 2), RESULT "%0, %1, %2 texop=fetch target=2DMS unit=2 offset=1:0:0\n"),
    [ONE_SAMPLE_LAYER] = SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 2) INPUT(3, 0),
                                RESULT "%0, %1, %2, %3 texop=fetch target=ARRAY2DMS unit=3 offset=0:0:0\n"),
    [MOVED] = SHADER(INPUT(0, 0) INPUT(1, 1) INPUT(2, 2) "   %3:32 = const value=0x0\n",
                     RESULT "%0, %1, %3, %2 texop=fetch target=2D unit=1 offset=0:0:0:moved\n"),
    [OTHER_SAMPLER] = SHADER(INPUT(0, 0) INPUT(1, 1), RESULT "%0, %1 texop=sample target=2D unit=2:5 offset=0:0:0\n"),
    [INTEGER] = SHADER(INPUT(0, 0) INPUT(1, 1), RESULT "%0, %1 texop=sample target=2D unit=1 offset=0:0:0:int\n"),
};

static struct exec_sampler sampler = {.seed = 3};

/* Fetches read small integers, other accesses small numbers; component 3 is a number for all. In the second quad no value
   changes. */
static struct exec_wave *wave(bool integers)
{
   struct exec_wave *t = UTIL_NEW(&ctx, struct exec_wave);
   *t = (struct exec_wave){
       .num = &num_model_usc_rtz, .valid = UINT32_MAX, .budget = 1000, .tex = exec_sampler_fn, .tex_user = &sampler};
   t->in = util_alloc_array(&ctx, EXEC_MAX_VERTICES, sizeof *t->in);
   t->out = util_alloc_array(&ctx, SLOT_COUNT, sizeof *t->out);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned c = 0; c < 4; c++) {
         const unsigned at = l / 4 == 1 ? 4 : l;
         const int n = (int)(at * (c + 3) % 11) - (at % 8 == 7 ? 9 : 0);
         t->in[0][SLOT_TEXCOORD][c][l] = integers && c < 3 ? (uint32_t)n : num_u((float)n / 8 + (c == 3 ? 0.125f : 0.03125f));
      }
   return t;
}

static bool integers(enum program p)
{
   return p == FETCH || p == FETCH_RECT || p == FETCH_INT || p == LAYER_FETCH || p == TEXELS || p == ONE_SAMPLE ||
          p == ONE_SAMPLE_LAYER || p == MOVED;
}

static struct ir_shader *lowered(enum program which)
{
   static const unsigned lower = PASS_LOWER_fetch | PASS_LOWER_cube_grad;
   const struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_STRICT, .lower = lower};
   struct ir_shader *s = ir_parse(&ctx, text[which], strlen(text[which]), &num_model_usc_rtz);
   ck_assert_msg(s != NULL, "%s\n%s", ctx.diags ? ctx.diags->message : "?", text[which]);
   pass_run_pipeline(s, &po);
   return s;
}

static struct usc_program *compile(struct ir_shader *s, uint32_t features)
{
   struct usc_options opt = usc_default_options();
   struct usc_program *p = UTIL_NEW(&ctx, struct usc_program);
   opt.features = features;
   opt.verify = true;
   ck_assert_msg(usc_compile(&ctx, s, &opt, p), "%s", ctx.diags ? ctx.diags->message : "?");
   return p;
}

static struct usc_group *access_in(struct usc_program *p)
{
   for (uint32_t k = 0; k < p->prog.n; k++)
      if (p->prog.g[k].kind == USC_MAIN && p->prog.g[k].op[USC_BE] == USC_OP_SMP)
         return &p->prog.g[k];
   ck_abort_msg("no texture access");
   return NULL;
}

/* Describes the error in the run of the program, or returns NULL. */
static const char *judged(struct ir_shader *s, const struct usc_program *p, enum program which)
{
   struct exec_wave *want = wave(integers(which)), *got = wave(integers(which));
   struct usc_wave *t = UTIL_NEW(&ctx, struct usc_wave);
   struct usc_harness harness;
   ck_assert_int_eq(ir_interp_run(&ctx, s, want), EXEC_DONE);
   usc_wave_setup(&ctx, &harness, t, p, got);
   usc_sim_run(usc_sim_decode_groups(&ctx, &p->prog), t);
   return usc_wave_compare(&ctx, t, p, want);
}

/* ---- the modes of good code ---------------------------------------------------------------------------------------------- */

START_TEST(modes)
{
   static const struct {
      enum program program;
      bool rich; /* a core whose texture unit supports layers and integers */
      struct usc_group want;
      unsigned words;
   } row[] = {
       {FETCH, false, {.dim = 2, .fcnorm = 1, .nncoords = 1, .lodm = USC_LODM_REPLACE, .pplod = 1}, 3},
       {FETCH, true, {.dim = 2, .fcnorm = 1, .nncoords = 1, .lodm = USC_LODM_REPLACE, .pplod = 1}, 3},
       {FETCH_RECT, false, {.dim = 2, .fcnorm = 1, .nncoords = 1, .lodm = USC_LODM_REPLACE, .pplod = 1, .soo = 1}, 4},
       {FETCH_INT, false, {.dim = 2, .nncoords = 1, .lodm = USC_LODM_REPLACE, .pplod = 1}, 3},
       {LAYER, false, {.dim = 2, .fcnorm = 1, .lodm = USC_LODM_BIAS, .pplod = 1, .tao = 1}, 5},
       {LAYER, true, {.dim = 2, .fcnorm = 1, .array = 1}, 3},
       {LAYER_FETCH, false, {.dim = 2, .fcnorm = 1, .nncoords = 1, .lodm = USC_LODM_REPLACE, .pplod = 1, .tao = 1}, 5},
       {LAYER_FETCH, true, {.dim = 2, .fcnorm = 1, .nncoords = 1, .lodm = USC_LODM_REPLACE, .pplod = 1, .array = 1}, 4},
       {LAYER_GRAD, false, {.dim = 1, .fcnorm = 1, .lodm = USC_LODM_GRADIENT, .tao = 1}, 5},
       {TEXELS, false, {.dim = 2, .fcnorm = 1, .nncoords = 1}, 2},
       {TEXELS, true, {.dim = 2, .fcnorm = 1, .integer = 1}, 2},
       {SHADOW, false, {.dim = 2, .fcnorm = 1}, 2},
       {SHADOW, true, {.dim = 2, .fcnorm = 1}, 2},
       {INTEGER, false, {.dim = 2}, 2},
       {GATHER,
        false,
        {.dim = 2, .fcnorm = 1, .lodm = USC_LODM_REPLACE, .pplod = 1, .soo = 1, .sbmode = USC_SB_DATA, .chan = 3},
        4},
       {GATHER_SHADOW,
        false,
        {.dim = 2, .fcnorm = 1, .lodm = USC_LODM_REPLACE, .pplod = 1, .sbmode = USC_SB_DATA, .chan = 1},
        3},
       {GATHER_LAYER,
        false,
        {.dim = 2, .fcnorm = 1, .lodm = USC_LODM_REPLACE, .pplod = 1, .tao = 1, .sbmode = USC_SB_DATA, .chan = 2},
        5},
       {LEVEL, false, {.dim = 2, .fcnorm = 1, .sbmode = USC_SB_INFO, .chan = 1}, 2},
       {LEVEL_LAYER, false, {.dim = 2, .fcnorm = 1, .sbmode = USC_SB_INFO, .chan = 1}, 2},
       {ONE_SAMPLE, false, {.dim = 2, .fcnorm = 1, .nncoords = 1, .soo = 1, .sno = 1}, 3},
       {ONE_SAMPLE_LAYER,
        false,
        {.dim = 2, .fcnorm = 1, .nncoords = 1, .sno = 1, .lodm = USC_LODM_BIAS, .pplod = 1, .tao = 1},
        6},
       {MOVED, false, {.dim = 2, .fcnorm = 1, .nncoords = 1, .lodm = USC_LODM_REPLACE, .pplod = 1, .soo = 1}, 4},
       {OTHER_SAMPLER, false, {.dim = 2, .fcnorm = 1}, 2},
   };
   for (unsigned k = 0; k < sizeof row / sizeof *row; k++) {
      struct ir_shader *s = lowered(row[k].program);
      struct usc_program *p = compile(s, row[k].rich ? USC_HAS_ARRAYTEX | USC_HAS_INTLOOKUP : 0);
      const struct usc_group *g = access_in(p), *w = &row[k].want;
      const char *bad = judged(s, p, row[k].program);
      ck_assert_msg(!bad, "row %u: %s", k, bad);
      ck_assert_msg(g->dim == w->dim && g->fcnorm == w->fcnorm && g->nncoords == w->nncoords && g->integer == w->integer &&
                        g->lodm == w->lodm && g->pplod == w->pplod && g->tao == w->tao && g->array == w->array &&
                        g->soo == w->soo && g->sno == w->sno && g->sbmode == w->sbmode && (!w->chan || g->chan == w->chan) &&
                        !g->comparison && usc_group_src_words(g, 1) == row[k].words,
                    "row %u: other modes", k);
   }
}
END_TEST

/* ---- code with a mistake ------------------------------------------------------------------------------------------------- */

static void both_kinds(struct usc_program *p, struct usc_group *g) { (void)p, g->integer = 1; }
static void integer_only(struct usc_program *p, struct usc_group *g) { (void)p, g->integer = 1, g->nncoords = 0; }
static void normalised(struct usc_program *p, struct usc_group *g) { (void)p, g->nncoords = 0; }
static void texel_units(struct usc_program *p, struct usc_group *g) { (void)p, g->nncoords = 1; }
static void other_format(struct usc_program *p, struct usc_group *g) { (void)p, g->fcnorm ^= 1; }
static void no_level(struct usc_program *p, struct usc_group *g) { (void)p, g->lodm = USC_LODM_NORMAL, g->pplod = 0; }
static void no_address(struct usc_program *p, struct usc_group *g) { (void)p, g->tao = 0; }
static void layer_word(struct usc_program *p, struct usc_group *g) { (void)p, g->tao = 0, g->array = 1; }
static void one_dimension(struct usc_program *p, struct usc_group *g) { (void)p, g->dim = 1; }
static void by_the_unit(struct usc_program *p, struct usc_group *g) { (void)p, g->comparison = 1; }
static void integer_with_level(struct usc_program *p, struct usc_group *g)
{
   p->features = USC_HAS_INTLOOKUP, integer_only(p, g);
}

static void filtering_sampler(struct usc_program *p, struct usc_group *g)
{
   (void)p;
   g->src[2] = g->src[0]; /* the harness gives both states of a texture its number */
}

/* The constant 1.0, which is the level, becomes the integer 1. */
static void integer_level(struct usc_program *p, struct usc_group *g)
{
   (void)g;
   for (uint32_t k = 0; k < p->prog.n; k++)
      for (unsigned n = 0; n < 6; n++)
         if (usc_same_reg(p->prog.g[k].src[n], usc_c(USC_C_ONE)))
            p->prog.g[k].src[n] = usc_c(1);
}

/* The products of layer and stride, without the conversion to an integer or without their high word. */
static void unrounded_layer(struct usc_program *p, struct usc_group *g)
{
   (void)g;
   for (uint32_t k = 0; k < p->prog.n; k++)
      if (p->prog.g[k].op[USC_PCK] == USC_OP_PCK && p->prog.g[k].pck_fmt == USC_FMT_U32)
         p->prog.g[k].pck_rtz = 1;
}

static void low_word_only(struct usc_program *p, struct usc_group *g)
{
   (void)g;
   for (uint32_t k = 0; k < p->prog.n; k++)
      if (p->prog.g[k].op[USC_P0] == USC_OP_UMADD64)
         p->prog.g[k].op[USC_P0] = USC_OP_UMADD32, p->prog.g[k].is5 = USC_FTE;
}

static void no_sample(struct usc_program *p, struct usc_group *g) { (void)p, g->sno = 0; }
static void no_offset(struct usc_program *p, struct usc_group *g) { (void)p, g->soo = 0; }
static void filtered(struct usc_program *p, struct usc_group *g) { (void)p, g->sbmode = USC_SB_NONE; }
static void biased(struct usc_program *p, struct usc_group *g) { (void)p, g->lodm = USC_LODM_BIAS; }
static void with_level(struct usc_program *p, struct usc_group *g) { (void)p, g->lodm = USC_LODM_REPLACE, g->pplod = 1; }

/* The harness gives all states of a texture its number. */
static void other_sampler(struct usc_program *p, struct usc_group *g)
{
   for (uint32_t n = 0; n < p->reflect.num_sh; n++)
      if (p->reflect.sh[n].kind == USC_SH_GATHER)
         p->reflect.sh[n].kind = USC_SH_SAMPLER, p->reflect.tex[0].sampler = p->reflect.tex[0].gather;
   (void)g;
}

/* Without the base level of the image, which starts at bit 28; without the case in which nothing changes. */
static void no_base(struct usc_program *p, struct usc_group *g)
{
   (void)g;
   for (uint32_t k = 0; k < p->prog.n; k++)
      for (unsigned n = 0; n < 6; n++)
         if (usc_same_reg(p->prog.g[k].src[n], usc_c(28)))
            p->prog.g[k].src[n] = usc_c(31);
}

static void no_derivatives(struct usc_program *p, struct usc_group *g)
{
   (void)g;
   for (uint32_t k = 0; k < p->prog.n; k++)
      for (unsigned n = USC_P0; n <= USC_P1; n++)
         if (p->prog.g[k].op[n] == USC_OP_FDSXF || p->prog.g[k].op[n] == USC_OP_FDSYF)
            p->prog.g[k].op[n] = USC_OP_MBYP;
}

START_TEST(mutants)
{
   static const struct {
      const char *name;
      enum program program;
      void (*change)(struct usc_program *p, struct usc_group *g);
      const char *says; /* part of the verdict */
   } row[] = {
      {"integer coordinates that are not normalised", FETCH, both_kinds, "incompatible"},
      {"integer coordinates", FETCH, integer_only, "core"},
      {"integer coordinates with a level", FETCH, integer_with_level, "clamped"},
      {"normalised coordinates", FETCH, normalised, "texels"},
      {"a level of derivatives", FETCH, no_level, "without a level"},
      {"the sampler of the texture", FETCH, filtering_sampler, "texels"},
      {"an integer level", FETCH, integer_level, "got"},
      {"integers of a float texture", FETCH, other_format, "got"},
      {"floats of an integer texture", FETCH_INT, other_format, "got"},
      {"floats of an integer texture", INTEGER, other_format, "got"},
      {"coordinates in texels", LAYER, texel_units, "texels"},
      {"no address", LAYER, no_address, "got"},
      {"no level before the address", LAYER, no_level, "incompatible"},
      {"a layer for the texture unit", LAYER, layer_word, "core"},
      {"the layer rounded to zero", LAYER, unrounded_layer, "got"},
      {"half an address", LAYER, low_word_only, "got"},
      {"half an address", LAYER_FETCH, low_word_only, "got"},
      {"no address", LAYER_GRAD, no_address, "got"},
      {"a buffer of one row", TEXELS, one_dimension, "dimension"},
      {"normalised coordinates", TEXELS, normalised, "texels"},
      {"a comparison by the texture unit", SHADOW, by_the_unit, "comparison"},
      {"what is made of the texels", GATHER, filtered, "sampler of gathers"},
      {"the sampler of the texture", GATHER, other_sampler, "sampler of gathers"},
      {"texels of levels that follow from derivatives", GATHER, biased, "several levels"},
      {"no level before the address", GATHER_LAYER, no_level, "incompatible"},
      {"no offset", GATHER, no_offset, "got"},
      {"no offset", MOVED, no_offset, "got"},
      {"no number of a sample", ONE_SAMPLE, no_sample, "number of a sample"},
      {"a level", ONE_SAMPLE, with_level, "number of a sample"},
      {"a level", LEVEL, with_level, "does not compute one"},
      {"the level of the image", LEVEL, no_base, "got"},
      {"what the unit says where nothing changes", LEVEL, no_derivatives, "got"},
   };
   for (unsigned k = 0; k < sizeof row / sizeof *row; k++) {
      struct ir_shader *s = lowered(row[k].program);
      struct usc_program *p = compile(s, 0);
      row[k].change(p, access_in(p));
      const char *says = judged(s, p, row[k].program);
      ck_assert_msg(says != NULL, "%u: %s: nothing wrong", k, row[k].name);
      ck_assert_msg(strstr(says, row[k].says) != NULL, "%u: %s: %s", k, row[k].name, says);
   }
}
END_TEST

/* ---- texels of buffers, gradients of cube maps --------------------------------------------------------------------------- */

/* A texture unit that shows the address of a fetch. */
static void place(void *user, num_m num, const struct exec_tex *t, exec_lanes out[4])
{
   (void)user, (void)num;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned c = 0; c < 4; c++)
         out[c][l] = t->coord[0][l];
}

START_TEST(wide_buffers)
{
   static const uint32_t at[] = {0,     1,          8191,       8192,       8193,       16384,     65535,
                                 65536, 0x00ffffff, 0x01000001, 0x07ffffff, 0x7fffffff, 0xffffffff};
   for (unsigned rich = 0; rich < 2; rich++) {
      struct ir_shader *s = lowered(TEXELS);
      struct usc_program *p = compile(s, rich ? USC_HAS_INTLOOKUP : 0);
      struct exec_wave *t = wave(true);
      struct usc_wave *u = UTIL_NEW(&ctx, struct usc_wave);
      struct usc_harness harness;
      for (unsigned k = 0; k < sizeof at / sizeof *at; k++)
         t->in[0][SLOT_TEXCOORD][0][k] = at[k];
      t->tex = place;
      usc_wave_setup(&ctx, &harness, u, p, t);
      ck_assert_int_eq(usc_sim_run(usc_sim_decode_groups(&ctx, &p->prog), u), EXEC_DONE);
      for (unsigned k = 0; k < sizeof at / sizeof *at; k++)
         ck_assert_msg(u->reg.o[0][k] == at[k], "texel %u: %u", at[k], u->reg.o[0][k]);
   }
}
END_TEST

/* The level that replaces gradients equals that of the test sampler, except for the rounding of both. */
static float level[2];
static unsigned levels;
static void watch(void *user, num_m num, const struct exec_tex *t, exec_lanes out[4])
{
   if (t->op == TEX_SIZE) {
      exec_sampler_fn(user, num, t, out);
      return;
   }
   ck_assert_int_eq(t->op, TEX_LOD);
   level[0] = num_f(t->lod[0]);
   levels++;
}

START_TEST(cube_gradients)
{
   static const char cube[] =
      "nvp4c-ir 1\nstage fragment\nblock 0:\n" INPUT(0, 0) INPUT(1, 1) INPUT(2, 2)
         "   %3:32 = load_input slot=tex1 comp=0 interp=flat\n   %4:32 = load_input slot=tex1 comp=1 interp=flat\n"
         "   %5:32 = load_input slot=tex1 comp=2 interp=flat\n   %10:32 = load_input slot=tex2 comp=0 interp=flat\n"
         "   %11:32 = load_input slot=tex2 comp=1 interp=flat\n   %12:32 = load_input slot=tex2 comp=2 interp=flat\n" RESULT
         "%0, %1, %2, %3, %4, %5, %10, %11, %12 texop=grad target=CUBE unit=6 offset=0:0:0\n"
         "   store_output %6 slot=color0 comp=0\n   return\n";
   /* Directions and derivatives; unit 6 has faces of 32 texels. The level is log2 of 32 times the larger change of the face's
      coordinates, which are half the quotients. */
   static const struct {
      float p[3], ddx[3], ddy[3], level;
   } row[] = {
      {{1, 0, 0}, {0, 0, -0.125f}, {0, 0, 0}, 1},                 /* ds = 1/16: two texels */
      {{-2, 0, 0}, {0, 0.5f, 0}, {0, 0, 0}, 2},                   /* 1/4 of the axis: 1/8, four texels */
      {{0, 4, 0}, {0.5f, 0, 0}, {0, 0, 1}, 2},                    /* the larger of both */
      {{0.5f, 0, -1}, {0.125f, 0, -0.25f}, {0.25f, 0, 0}, 2},     /* along the direction nothing changes */
      {{0, 0, 1}, {0.1875f, 0.25f, 0}, {0, 0, 0}, 2.321928f},     /* |(3, 4)|/16 = 5/16: 5 texels */
      {{1, 0, -0.5f}, {0.25f, 0, 0}, {0, 0, 0}, 1},               /* the axis grows: ds = -sc/4/2 = -1/16 */
   };
   for (unsigned k = 0; k < sizeof row / sizeof *row; k++) {
      struct ir_shader *s = ir_parse(&ctx, cube, strlen(cube), &num_model_usc_rtz);
      struct exec_wave *t = wave(false);
      ck_assert_msg(s != NULL, "%s", ctx.diags ? ctx.diags->message : "?");
      ck_assert(pass_lower_cube_grad(s));
      ck_assert_msg(!ir_validate(s), "%s", ir_validate(s));
      for (unsigned c = 0; c < 3; c++) {
         t->in[0][SLOT_TEXCOORD][c][0] = num_u(row[k].p[c]);
         t->in[0][SLOT_TEXCOORD + 1][c][0] = num_u(row[k].ddx[c]);
         t->in[0][SLOT_TEXCOORD + 2][c][0] = num_u(row[k].ddy[c]);
      }
      t->tex = watch;
      ck_assert_int_eq(ir_interp_run(&ctx, s, t), EXEC_DONE);
      ck_assert_msg(level[0] > row[k].level - 1.0f / 4096 && level[0] < row[k].level + 1.0f / 4096, "row %u: level %g", k,
                    level[0]);
   }
   ck_assert_uint_eq(levels, sizeof row / sizeof *row);
}
END_TEST

SUITE_MAIN("usc_texture", DEFAULT_TIMEOUT, setup, teardown, modes, mutants, wide_buffers, cube_gradients)

/* SPDX-License-Identifier: MIT */
/*
 * The rules between the groups of a program (usc_check_prog(), docs/usc-encoding.md). Mutants of good programs are illegal, and
 * the simulator shows how the machine would fail.
 */
#include "backend-usc/check/usc_check_program.h"
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/text/usc_text.h"
#include "backend-usc/usc_compile.h"
#include "ir/interp.h"
#include "ir/text.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/irgen.h"
#include "tests/unit/common/suite.h"

static struct util_ctx ctx;
static struct usc_wave *t;

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
   t = malloc(sizeof *t);
}
static void teardown(void)
{
   util_ctx_finish(&ctx);
   free(t);
}

/* ---- written programs ---------------------------------------------------------------------------------------------------- */

/* Groups by letter. A program is a word. */
static const char *const groups[128] = {
    /* a fragment program: the test, the feedback, its wait, the mask, the address, the store to a tile buffer, its wait, a
       colour */
    ['t'] = "mbyp ft0, r0 ; tstz.u32 ftt, p0, ft0",
    ['f'] = "if (p0) .olchk depthf w0 ; mov w0, r1",
    ['k'] = "if (p0) .olchk atst _, c0, c0, c7",
    ['w'] = "wdf drc0",
    ['m'] = "savmsk.vm r4, _",
    ['M'] = "mbyp ft0, c1 ; mov r4, ft0",
    /* the mask in a register of the upper half, another value in that register, a store by it */
    ['h'] = "savmsk.vm r150, _",
    ['H'] = "mbyp ft0, c1 ; mov r150, ft0",
    ['g'] = ".olchk st.tiled r1@s0, 2, drc0, 1, r2@s3, r150@s4",
    ['c'] = "mbyp ft0, r4 ; mov r5, ft0",
    ['a'] = ".olchk sadd6432 ft0, sh0, r6, sr58, _ ; mov r2, ft0 ; mov r3, fte",
    ['s'] = ".olchk st.tiled r1@s0, 2, drc0, 1, r2@s3, r4@s4",
    ['S'] = ".olchk st.tiled r1@s0, 2, drc0, 1, r2@s3, c1@s4",
    ['C'] = ".olchk st.tiled r1@s0, 2, drc0, 1, r2@s3, r5@s4",
    ['o'] = "mbyp ft0, r1 ; mov o0, ft0",
    ['O'] = "mbyp ft0, r1 ; mov o[idx0+4], ft0",
    ['d'] = "fdsxf ft0, r1 ; mov r7, ft0",
    ['e'] = "nop.end",
    /* requests: a load from the address in r2 and r3, a reader and an overwriter of its result, a store */
    ['l'] = "ld.slc1 r8, drc0, 2, r2",
    ['r'] = "mbyp ft0, r9 ; mov r10, ft0",
    ['v'] = "mbyp ft0, c1 ; mov r8, ft0",
    /* an iteration to the same registers that waits itself, and one that does not */
    ['i'] = "ditr.pixel.schedwdf r8, drc0, cf4, 2, 1, cf0",
    ['I'] = "ditr.pixel r8, drc0, cf4, 2, 1, cf0",
    ['W'] = "wdf drc1",
    ['p'] = "st.slc1 r1, 2, drc0, 1, r2, _",
    ['F'] = "idf drc0, r2",
    ['q'] = "mbyp ft0, c1 ; mov r1, ft0",
    ['x'] = "mbyp ft0, c1 ; mov r3, ft0",
    /* writes and reads the fifth word of a pixel; reads its place in a tile buffer */
    ['y'] = "mbyp ft0, r1 ; mov o4, ft0",
    ['Y'] = "mbyp ft0, o4 ; mov r7, ft0",
    ['z'] = "sadd6432 ft0, r1, r2, sr119, _ ; mov r7, ft0 ; mov r8, fte",
    /* outputs of a vertex */
    ['u'] = "uvsw.write w0, 63 ; mov w0, r1",
    ['U'] = "uvsw.write w0, 64 ; mov w0, r1",
    ['E'] = ".end uvsw.emit.endtask",
    /* branches: to group 4 (it is taken), to group 6 */
    ['4'] = "if (p0) br.anyinst @4",
    ['6'] = "br @6",
};

static struct usc_prog assemble(const char *word)
{
   struct util_buf text;
   struct usc_prog p = {0};
   util_buf_init(&text, &ctx);
   for (unsigned k = 0; word[k]; k++)
      util_buf_printf(&text, "%u : %s\n", k, groups[(unsigned char)word[k]]);
   ck_assert_msg(usc_assemble(&ctx, text.data, text.len, &p), "%s: %s", word, ctx.diags ? ctx.diags->message : "");
   return p;
}

static enum usc_violation check(struct usc_prog *p, const struct usc_core_limits *limits, struct util_buf *code)
{
   uint32_t *offsets, bad;
   util_buf_init(code, &ctx);
   ck_assert_int_eq(usc_layout(&ctx, p, code, &offsets, &bad), USC_V_OK);
   const enum usc_violation v = usc_check_prog(&ctx, p, offsets, limits, &bad);
   for (uint32_t k = 0; k < p->n; k++) /* the same by byte offsets */
      p->g[k].has_label = 0;
   ck_assert_int_eq(usc_check_prog(&ctx, p, offsets, limits, &bad), v);
   return v;
}

#define MEMORY (UINT64_C(1) << 32)
static uint32_t memory[64];
static bool load_word(void *user, uint64_t addr, uint32_t *word)
{
   (void)user;
   *word = addr - MEMORY < sizeof memory ? memory[(addr - MEMORY) / 4] : 0;
   return addr - MEMORY < sizeof memory;
}
static bool store_word(void *user, uint64_t addr, unsigned size, uint32_t value)
{
   (void)user;
   if (addr - MEMORY >= sizeof memory || size != 4)
      return false;
   memory[(addr - MEMORY) / 4] = value;
   return true;
}
/* The callbacks for all lanes. */
static uint32_t load(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], uint32_t value[EXEC_LANES])
{
   return machine_load_words(load_word, user, lanes, addr, value);
}
static uint32_t store(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], unsigned bytes,
                      const uint32_t value[EXEC_LANES])
{
   return machine_store_words(store_word, user, lanes, addr, bytes, value);
}

/* Four invocations: the third is a helper, the last is discarded. */
static enum exec_status run(const struct util_buf *code, const struct usc_core_limits *limits)
{
   usc_wave_init(t, &num_model_usc_rtz, 0xf, 1000);
   memset(memory, 0, sizeof memory);
   t->env.load = load;
   t->env.store = store;
   t->helper = 4;
   t->out.vertex_words = limits ? limits->vertex_words : 0;
   t->out.pixel_words = limits ? limits->pixel_words : 0;
   t->reg.r[0][3] = 1;
   for (unsigned l = 0; l < 4; l++) {
      t->reg.r[1][l] = 100 + l;
      t->reg.r[3][l] = t->reg.r[6][l] = 1;
   }
   return usc_sim_run(usc_sim_decode(&ctx, (const uint8_t *)code->data, code->len), t);
}

static const struct usc_core_limits *limits_of(const char *core)
{
   for (unsigned k = 0; core && k < USC_NUM_CORES; k++)
      if (!strcmp(usc_core_name((enum usc_core)k), core))
         return usc_core_limits((enum usc_core)k);
   ck_assert_ptr_null(core);
   return NULL;
}

START_TEST(written)
{
   static const struct {
      const char *word;
      enum usc_violation violation;
      const char *fault; /* NULL if the simulator ends without a fault */
      const char *core; /* whose limits apply, or NULL for none */
   } programs[] = {
      {"tfwmaswoe", USC_V_OK, NULL, NULL},
      {"tkwmaswoe", USC_V_OK, NULL, NULL},
      {"oe", USC_V_OK, NULL, NULL},
      {"tfwe", USC_V_OK, NULL, NULL},
      {"tfwmacCwe", USC_V_OK, NULL, NULL},
      /* the feedback moved after a store */
      {"tofwe", USC_V_EARLY_OUTPUT, "a pixel output was written before the feedback to the ISP", NULL},
      {"tOfwe", USC_V_EARLY_OUTPUT, "a pixel output was written before the feedback to the ISP", NULL},
      {"tmaswkwoe", USC_V_EARLY_OUTPUT, "a pixel output was written before the feedback to the ISP", NULL},
      {"tfwkwoe", USC_V_SECOND_FEEDBACK, "a second feedback to the ISP", NULL},
      /* removed waits */
      {"tfoe", USC_V_FEEDBACK_WAIT, "a pixel output is written before the wdf of the feedback to the ISP", NULL},
      {"tfWoe", USC_V_FEEDBACK_WAIT, "a pixel output is written before the wdf of the feedback to the ISP", NULL},
      {"tfmase", USC_V_FEEDBACK_WAIT, "a pixel output is written before the wdf of the feedback to the ISP", NULL},
      {"tfe", USC_V_FEEDBACK_WAIT, "the program ends before the wdf of the feedback to the ISP", NULL},
      {"lwre", USC_V_OK, NULL, NULL},
      {"lre", USC_V_REQUEST_WAIT, "a register is read before the wdf of the request that writes it", NULL},
      {"lWre", USC_V_REQUEST_WAIT, "a register is read before the wdf of the request that writes it", NULL},
      {"ire", USC_V_OK, NULL, NULL},
      {"lire", USC_V_REQUEST_WAIT, "a register is written while a request uses it", NULL},
      {"Ire", USC_V_REQUEST_WAIT, "a register is read before the wdf of the request that writes it", NULL},
      {"pixe", USC_V_OK, NULL, NULL}, /* it also waits for earlier requests of its counter */
      {"lve", USC_V_REQUEST_WAIT, "a register is written while a request uses it", NULL},
      {"lxe", USC_V_REQUEST_WAIT, "a register is written while a request uses it", NULL},
      {"pwqxe", USC_V_OK, NULL, NULL},
      {"pqe", USC_V_REQUEST_WAIT, "a register is written while a request uses it", NULL},
      {"pxe", USC_V_REQUEST_WAIT, "a register is written while a request uses it", NULL},
      {"Fwxe", USC_V_OK, NULL, NULL},
      {"Fxe", USC_V_REQUEST_WAIT, "a register is written while a request uses it", NULL}, /* the high word of the address */
      {"tfwmascwwe", USC_V_OK, NULL, NULL},
      /* a derivative after the neighbours have ended */
      {"tdfwoe", USC_V_OK, NULL, NULL},
      {"tfwdoe", USC_V_OK, "a quad is read whose invocations the feedback discarded", NULL},
      /* a constant mask: helpers and discarded invocations store to memory, below */
      {"tfwMaswoe", USC_V_COVERAGE, NULL, NULL},
      {"tfwmaMswoe", USC_V_COVERAGE, NULL, NULL},
      {"tfwmaSwoe", USC_V_COVERAGE, NULL, NULL},
      {"tfwhagwoe", USC_V_OK, NULL, NULL},
      {"tfwhaHgwoe", USC_V_COVERAGE, NULL, NULL},
      /* on one path only, which the invocations do not take */
      {"t4okw6e", USC_V_EARLY_OUTPUT, NULL, NULL},
      {"t4maw6se", USC_V_COVERAGE, NULL, NULL},
      /* words of a vertex */
      {"uE", USC_V_OK, NULL, "g6110"},
      {"UE", USC_V_OK, NULL, "gx6250"},
      {"UE", USC_V_OUTPUT_ADDRESS, "output address out of range", "g6110"},
      /* words of a pixel, read and written, and of a tile buffer */
      {"ye", USC_V_OK, NULL, "gx6250"},
      {"ye", USC_V_PIXEL_WORD, "a word of a pixel that the core lacks", "axe-1-16m"},
      {"Ye", USC_V_OK, NULL, "gx6650"},
      {"Ye", USC_V_PIXEL_WORD, "a word of a pixel that the core lacks", "g6110"},
      {"ze", USC_V_OK, NULL, "gx6250"},
      {"ze", USC_V_PIXEL_WORD, "a word of a pixel that the core lacks", "bxs-4-64"},
      {"oe", USC_V_OK, NULL, "axe-1-16m"},
   };
   for (unsigned k = 0; k < sizeof programs / sizeof *programs; k++) {
      struct usc_prog p = assemble(programs[k].word);
      struct util_buf code;
      const struct usc_core_limits *limits = limits_of(programs[k].core);
      const enum usc_violation v = check(&p, limits, &code);
      ck_assert_msg(v == programs[k].violation, "%s: %s", programs[k].word, usc_violation_text(v));
      const enum exec_status st = run(&code, limits);
      ck_assert_msg(st == (programs[k].fault ? EXEC_FAULT : EXEC_DONE), "%s: status %d", programs[k].word, (int)st);
      ck_assert_msg(programs[k].fault ? !strcmp(programs[k].fault, t->fault) : !t->fault, "%s: %s", programs[k].word,
                    t->fault ? t->fault : "no fault");
      const bool stores = strpbrk(programs[k].word, "sCSg") && !strchr(programs[k].word, '4') && !programs[k].fault;
      for (unsigned l = 0; l < 4 && stores; l++) /* invocations 2 and 3 store through constant masks only */
         ck_assert_msg((memory[8 * l] == 100 + l) == (l < 2 || v == USC_V_COVERAGE), "%s: instance %u stored %u",
                       programs[k].word, l, memory[8 * l]);
   }
}
END_TEST

/* Groups that no text assembles to: the simulator refuses the group, or the register. */
START_TEST(groups_changed)
{
   static const struct {
      const char *word;
      unsigned slot; /* of the first group */
      struct usc_opd opd;
      uint32_t index; /* in idx1 */
      const char *fault;
   } changes[] = {
      {"lwre", 4, {.bank = USC_SPECIAL, .index = 36 + 4}, 0, "internal registers cannot be used in a DMA or iteration"},
      {"rwe", 0, {.bank = USC_SHARED, .index = 300}, 0, "a direct register number above 255"},
      {"rwe", 0, {.bank = USC_SHARED, .index = 1024}, 0, "a direct register number above 255"},
      {"rwe", 0, {.bank = USC_SHARED, .index = 255, .idx = 2}, 768, NULL},
      {"rwe", 0, {.bank = USC_SHARED, .index = 255, .idx = 2}, 769, "register number out of range"},
   };
   for (unsigned k = 0; k < sizeof changes / sizeof *changes; k++) {
      struct usc_prog p = assemble(changes[k].word);
      p.g[0].src[changes[k].slot] = changes[k].opd;
      p.g[0].sel_a = p.g[0].op[USC_BE] ? 4 : 0;
      usc_wave_init(t, &num_model_usc_rtz, 1, 1000);
      t->env.load = load;
      t->reg.idx[1][0] = changes[k].index;
      const enum exec_status st = usc_sim_run(usc_sim_decode_groups(&ctx, &p), t);
      ck_assert_int_eq(st, changes[k].fault ? EXEC_FAULT : EXEC_DONE);
      ck_assert(!changes[k].fault || !strcmp(t->fault, changes[k].fault));
   }
}
END_TEST

/* ---- generated programs -------------------------------------------------------------------------------------------------- */

/* Kills, writes depth, and colours of three targets, one of which is in a tile buffer; reads a texture. */
static const char source[] = "nvp4c-ir 1\nstage fragment\nblock 0:\n"
                             "   %0:32 = load_input slot=tex0 comp=0 interp=smooth\n"
                             "   %1:32 = load_input slot=tex0 comp=1 interp=smooth\n"
                             "   %2:32, %3:32, %4:32, %5:32 = tex %0, %1 texop=sample target=2D unit=0 offset=0:0:0\n"
                             "   %6:32 = const value=0x0\n"
                             "   %7:1 = flt %0, %6\n"
                             "   kill %7\n"
                             "   %8:32 = fmad %0, %1, %3\n"
                             "   store_output %8 slot=color0 comp=0\n"
                             "   store_output %5 slot=color1 comp=3\n"
                             "   store_output %4 slot=color2 comp=1\n"
                             "   store_output %2 slot=depth comp=2\n"
                             "   return\n";

/* Compares the simulated groups of the program with the IR. Returns NULL if they agree. */
static const char *judge(struct ir_shader *s, const struct usc_program *prog, struct usc_prog *p)
{
   struct exec_wave *a = gen_wave(&ctx, 3, s->num), *b = gen_wave(&ctx, 3, s->num);
   struct usc_harness *harness = UTIL_NEW(&ctx, struct usc_harness);
   struct util_buf code;
   uint32_t bad;
   a->helper = b->helper = 0x00100100;
   util_buf_init(&code, &ctx);
   ck_assert_int_eq(usc_layout(&ctx, p, &code, NULL, &bad), USC_V_OK);
   ck_assert_int_eq(ir_interp_run(&ctx, s, a), EXEC_DONE);
   ck_assert_uint_ne(a->killed, 0);
   usc_wave_setup(&ctx, harness, t, prog, b);
   t->budget = 100000;
   const enum exec_status st = usc_sim_run(usc_sim_decode(&ctx, (const uint8_t *)code.data, code.len), t);
   ck_assert(st == EXEC_DONE || t->fault);
   return usc_wave_compare(&ctx, t, prog, a);
}

/* A copy of the program. Group `from` is duplicated before group `to` (copy), moved there, or removed (drop). */
static struct usc_prog moved(const struct usc_prog *p, uint32_t from, uint32_t to, bool copy, bool drop)
{
   struct usc_prog q = {0};
   for (uint32_t k = 0; k <= p->n; k++) {
      struct usc_group g;
      if (k == to && !drop) {
         g = p->g[from];
         g.end = 0;
         usc_prog_add(&ctx, &q, &g);
      }
      if (k == p->n || (k == from && !copy))
         continue;
      g = p->g[k];
      g.end = 0;
      usc_prog_add(&ctx, &q, &g);
   }
   return q;
}

/* Number of the first group from k on for which `is` returns true. */
static uint32_t find(const struct usc_prog *p, uint32_t k, bool (*is)(const struct usc_group *))
{
   while (k < p->n && !is(&p->g[k]))
      k++;
   ck_assert_uint_lt(k, p->n);
   return k;
}
static bool is_wait(const struct usc_group *g)
{
   return g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_WDF;
}
static bool is_savmsk(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_SAVMSK;
}

static void expect_bad(struct ir_shader *s, const struct usc_program *prog, struct usc_prog q, enum usc_violation want,
                       const char *what)
{
   uint32_t bad;
   const enum usc_violation v = usc_check_prog(&ctx, &q, NULL, NULL, &bad);
   ck_assert_msg(v == want, "%s: %s", what, usc_violation_text(v));
   ck_assert_msg(judge(s, prog, &q) != NULL, "%s: the simulator forgives", what);
}

START_TEST(generated)
{
   static const unsigned lower = PASS_LOWER_idiv;
   struct ir_shader *s = ir_parse(&ctx, source, sizeof source - 1, &num_model_usc_rtz);
   struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_STRICT, .lower = lower};
   struct usc_options opt = usc_default_options();
   struct usc_program prog;
   uint32_t bad;
   (void)gen_same;
   (void)gen_shader;
   ck_assert_msg(s != NULL, "%s", ctx.diags ? ctx.diags->message : "");
   pass_run_pipeline(s, &po);
   opt.samples = _i ? 4 : 1;
   opt.sched = _i == 2 ? USC_SCHED_NONE : USC_SCHED_FAST;
   opt.verify = true;
   ck_assert(usc_compile(&ctx, s, &opt, &prog));
   const struct usc_prog *p = &prog.prog;
   struct usc_prog same = moved(p, 0, 0, false, false);
   ck_assert_int_eq(usc_check_prog(&ctx, &same, NULL, NULL, &bad), USC_V_OK);
   const char *why = judge(s, &prog, &same);
   ck_assert_msg(!why, "%s", why);

   const uint32_t feedback = find(p, 0, usc_group_feeds_back), wait = find(p, feedback, is_wait),
                  output = find(p, feedback, usc_group_is_pixel_output), mask = find(p, 0, is_savmsk);
   expect_bad(s, &prog, moved(p, feedback, output + 1, false, false), USC_V_EARLY_OUTPUT, "feedback behind an output");
   expect_bad(s, &prog, moved(p, feedback, p->n, false, false), USC_V_EARLY_OUTPUT, "feedback at the end");
   expect_bad(s, &prog, moved(p, feedback, feedback, true, false), USC_V_SECOND_FEEDBACK, "two feedbacks");
   expect_bad(s, &prog, moved(p, wait, 0, false, true), USC_V_FEEDBACK_WAIT, "no wait for the feedback");
   struct usc_prog q = moved(p, 0, 0, false, false);
   q.g[mask] = usc_g_mov(p->g[mask].dst[0], usc_c(1));
   expect_bad(s, &prog, q, USC_V_COVERAGE, "a constant mask");
   for (uint32_t k = 0; k < feedback; k++) /* stores after it need no wait */
      if (is_wait(&p->g[k]))
         expect_bad(s, &prog, moved(p, k, 0, false, true), USC_V_REQUEST_WAIT, "a wait less");
}
END_TEST

int main(void)
{
   Suite *s = suite_create("usc-rules");
   TCase *c = tcase_create("all");
   tcase_add_checked_fixture(c, setup, teardown);
   tcase_add_test(c, written);
   tcase_add_test(c, groups_changed);
   tcase_add_loop_test(c, generated, 0, 3);
   suite_add_tcase(s, c);
   return suite_run(s);
}

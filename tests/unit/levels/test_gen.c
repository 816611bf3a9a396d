/* SPDX-License-Identifier: MIT */
/*
 * What the tests rely on in generated programs: every program is accepted and ends within its step bound; almost no output
 * depends on undefined derivatives; approximate values reach neither control flow nor integers; every instruction occurs; and a
 * seed always gives the same text.
 */
#include "frontend/nv/ast/nv_ast.h"
#include "semantics/sampler.h"
#include "tests/gen/gen.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

#include <stdlib.h>

#define PROGRAMS 400
#define MAX_STEPS 40000 /* the generator adds no statements beyond 20000 steps, but still closes the open blocks */
#define HASH 0xc3335075acb02729u

struct state {
   uint32_t in[EXEC_MAX_VERTICES][SLOT_COUNT][4][EXEC_LANES];
   uint32_t out[2][SLOT_COUNT][4][EXEC_LANES];
   uint32_t taint[SLOT_COUNT][4];
   uint32_t param[64][4], words[64];
   uint32_t vertices[EXEC_LANES], most; /* vertices that each lane emitted, and the maximum over all lanes */
   uint64_t integers;                   /* a hash of the outputs of all vertices that no approximate value may reach */
};

/* VERTICES_OUT of every generated geometry program. */
#define VERTICES 16

static void on_emit(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   static const uint16_t slot[] = {SLOT_ATTR, SLOT_ATTR + 1, SLOT_LAYER};
   struct state *st = user;

   st->integers = (st->integers ^ lanes ^ stream) * 0x100000001b3u;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      if (++st->vertices[l] > st->most)
         st->most = st->vertices[l];
      for (unsigned s = 0; s < sizeof slot / sizeof *slot; s++)
         for (unsigned c = 0; c < 4; c++)
            st->integers = (st->integers ^ wave->out[slot[s]][c][l]) * 0x100000001b3u;
   }
}

static void on_end(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   struct state *st = user;

   (void)wave;
   st->integers = (st->integers ^ ~(uint64_t)(lanes ^ stream)) * 0x100000001b3u;
}

static void fill(struct state *st, const struct nv_program *p, struct util_rng *r)
{
   unsigned vertices = p->stage == NV_GEOMETRY ? EXEC_MAX_VERTICES : 1;

   for (unsigned v = 0; v < vertices; v++)
      for (unsigned s = 0; s < SLOT_COUNT; s++)
         for (unsigned c = 0; c < 4; c++)
            for (unsigned l = 0; l < EXEC_LANES; l++)
               st->in[v][s][c][l] = num_u(util_rng_float(r) * 8 - 4);
   for (uint32_t i = 0; i < p->num_vars; i++)
      if (p->vars[i].cls == NV_ATTRIB && p->vars[i].type > NV_TYPE_F)
         for (unsigned v = 0; v < vertices; v++)
            for (unsigned c = 0; c < 4; c++)
               for (unsigned l = 0; l < EXEC_LANES; l++)
                  st->in[v][p->vars[i].slot][c][l] = util_rng_below(r, 12) - 4u;
   for (unsigned i = 0; i < 64; i++) {
      st->words[i] = num_u(util_rng_float(r));
      for (unsigned c = 0; c < 4; c++)
         st->param[i][c] = num_u(util_rng_float(r) * 8 - 4);
   }
}

static uint64_t execute(struct util_ctx *ctx, const struct nv_program *p, struct state *st, num_m num, unsigned k,
                        uint32_t *killed)
{
   struct exec_sampler sampler = {.seed = 7};
   struct exec_wave t = {.num = num,
                         .valid = UINT32_MAX,
                         .budget = MAX_STEPS,
                         .in = st->in,
                         .out = st->out[k],
                         .out_taint = st->taint,
                         .param = (const uint32_t(*)[4])st->param,
                         .num_params = 64,
                         .tex = exec_sampler_fn,
                         .tex_user = &sampler,
                         .emit = on_emit,
                         .end_primitive = on_end,
                         .emit_user = st};
   memset(st->vertices, 0, sizeof st->vertices);
   st->integers = 0;
   t.buffer[0] = (struct exec_buffer){st->words, 64};
   ck_assert_int_eq(nv_eval_run(ctx, p, &t, 32), EXEC_DONE);
   *killed = t.killed;
   return MAX_STEPS - t.budget;
}

static struct nv_program *parse(struct util_ctx *ctx, const struct gen_text *g)
{
   if (setjmp(ctx->unwind))
      ck_abort_msg("left through util_fail");
   ctx->unwind_set = true;
   ctx->text = g->data;
   ctx->text_len = g->len;
   return nv_parse(ctx, g->data, g->len, &nv_default_limits);
}

struct tally {
   uint64_t seen[NV_OP_COUNT], components, tainted, moved;
};

typedef void generator(uint64_t seed, unsigned size, struct gen_text *out);

static void check_program(generator *generate, unsigned seed, const struct num_model *noisy, struct tally *t)
{
   struct gen_text g = {0};
   struct util_ctx ctx;
   struct util_rng r;
   struct state *st = calloc(1, sizeof *st);
   ck_assert_ptr_nonnull(st);
   util_ctx_init(&ctx, NULL, 0);
   generate(seed, 10 + seed % 100, &g);
   struct nv_program *p = parse(&ctx, &g);
   ck_assert_msg(p != NULL, "seed %u: %s", seed, ctx.diags->message);
   for (uint32_t i = 0; i < p->num_instrs; i++)
      t->seen[p->instrs[i].op]++;
   util_rng_init(&r, seed);
   fill(st, p, &r);

   /* Noise on the approximate results changes neither the executed steps nor an integer result. */
   uint32_t killed[2];
   uint64_t steps = execute(&ctx, p, st, &num_model_usc_rtz, 0, &killed[0]);
   ck_assert_uint_eq(execute(&ctx, p, st, noisy, 1, &killed[1]), steps);
   ck_assert_uint_eq(killed[0], killed[1]);
   uint8_t written[SLOT_COUNT];
   nv_written_outputs(p, written);
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      /* The outputs to which the generator writes integers: see results() in tests/gen. */
      bool integer = p->stage != NV_FRAGMENT ? s == SLOT_ATTR || s == SLOT_ATTR + 1 : s == SLOT_FRAG_COLOR + 1;
      for (unsigned c = 0; c < 4; c++) {
         for (unsigned l = 0; l < EXEC_LANES && written[s] >> c & 1; l++) {
            bool tainted = st->taint[s][c] >> l & 1, same = st->out[0][s][c][l] == st->out[1][s][c][l];
            ck_assert_msg(!integer || tainted || same, "seed %u: an integer depends on an approximate value", seed);
            t->components++;
            t->tainted += tainted;
            t->moved += !same;
         }
      }
   }
   util_ctx_finish(&ctx);
   gen_free(&g);
   free(st);
}

START_TEST(properties)
{
   struct tally t = {0};
   struct num_model noisy = num_model_usc_rtz;
   noisy.noise_seed = 99;
   for (unsigned seed = 0; seed < PROGRAMS; seed++)
      check_program(gen_program, seed, &noisy, &t);
   ck_assert_uint_gt(t.components, 100000);
   ck_assert_uint_lt(t.tainted, t.components / 1000);
   ck_assert_uint_gt(t.moved, t.components / 100); /* the noise had an effect */
   for (unsigned op = 0; op < NV_OP_ARL; op++) /* the ops from there on belong to other languages */
      ck_assert_msg(t.seen[op] > 0 || nv_op_info[op].shape == NV_SHAPE_EMIT, "no %s", nv_op_info[op].name);
}
END_TEST

/* Programs with many exits have loops, and leave them and their routines in many places. */
START_TEST(exits)
{
   struct tally t = {0};
   struct num_model noisy = num_model_usc_rtz;
   noisy.noise_seed = 99;
   for (unsigned seed = 0; seed < PROGRAMS; seed++)
      check_program(gen_exits, seed, &noisy, &t);
   ck_assert_uint_gt(t.seen[NV_OP_BRK] + t.seen[NV_OP_RET], 8 * PROGRAMS);
   ck_assert_uint_gt(t.seen[NV_OP_RET], PROGRAMS);
   ck_assert_uint_gt(t.seen[NV_OP_CONT], PROGRAMS / 4);
   ck_assert_uint_gt(t.seen[NV_OP_REP], 4 * PROGRAMS);
}
END_TEST

/* Geometry programs emit no more vertices than they declare, and noise changes neither their number nor their integers. */
START_TEST(geometry)
{
   struct num_model noisy = num_model_usc_rtz;
   struct state *st = calloc(1, sizeof *st);
   uint32_t killed, prims = 0, most = 0;

   ck_assert_ptr_nonnull(st);
   noisy.noise_seed = 99;
   for (unsigned seed = 0; seed < PROGRAMS; seed++) {
      struct gen_text g = {0};
      struct util_ctx ctx;
      struct util_rng r;
      util_ctx_init(&ctx, NULL, 0);
      gen_geometry(seed, 10 + seed % 100, &g);
      struct nv_program *p = parse(&ctx, &g);
      ck_assert_msg(p != NULL, "seed %u: %s", seed, ctx.diags->message);
      ck_assert_uint_eq(p->vertices_out, VERTICES);
      util_rng_init(&r, seed);
      fill(st, p, &r);
      uint64_t steps = execute(&ctx, p, st, &num_model_usc_rtz, 0, &killed), integers = st->integers;
      ck_assert_uint_eq(execute(&ctx, p, st, &noisy, 1, &killed), steps);
      ck_assert_msg(st->integers == integers, "seed %u: an integer depends on an approximate value", seed);
      prims |= 1u << p->prim_in | 1u << p->prim_out;
      most = st->most > most ? st->most : most;
      ck_assert_uint_le(st->most, VERTICES);
      util_ctx_finish(&ctx);
      gen_free(&g);
   }
   ck_assert_uint_eq(prims, (1u << (NV_PRIM_TRIANGLE_STRIP + 1)) - 1);
   ck_assert_uint_gt(most, 8);
   free(st);
}
END_TEST

START_TEST(same_text)
{
   /* FNV-1a over the texts of 50 seeds of both kinds. It depends on the generator, but not on the host or the compiler. */
   uint64_t h = 0xcbf29ce484222325u;
   for (unsigned n = 0; n < 100; n++) {
      struct gen_text g = {0};
      (n < 50 ? gen_program : gen_geometry)(n % 50, 40, &g);
      for (size_t i = 0; i < g.len; i++)
         h = (h ^ (uint8_t)g.data[i]) * 0x100000001b3u;
      gen_free(&g);
   }
   ck_assert_msg(h == HASH, "%llx", (unsigned long long)h);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("gen");
   TCase *c = tcase_create("gen");
   tcase_set_timeout(c, 120);
   tcase_add_test(c, properties);
   tcase_add_test(c, exits);
   tcase_add_test(c, geometry);
   tcase_add_test(c, same_text);
   suite_add_tcase(s, c);
   return suite_run(s);
}

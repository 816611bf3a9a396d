/* SPDX-License-Identifier: MIT */
/*
 * Tests the AGX code generator. The simulated machine code of random straight-line programs gives the interpreter's results bit
 * for bit; small programs give known bytes; missing features are diagnosed; wrong registers are found.
 * usage: test_agx_compile [number of random programs]
 */
#include "backend-agx/agx_compile.h"
#include "backend-agx/agx_costs.h"
#include "backend-agx/allocate/agx_allocate.h"
#include "backend-agx/allocate/agx_layout.h"
#include "backend-agx/schedule/agx_sched.h"
#include "backend-agx/select/agx_select.h"
#include "backend-agx/sim/agx_harness.h"
#include "ir/build.h"
#include "ir/interp.h"
#include "passes/pass.h"
#include "tests/unit/backend-agx/agx_random.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned num_programs = 300;
static const struct agx_options no_options, verifying = {.verify = true};

static uint32_t seed_state;

static uint32_t rnd(void)
{
   seed_state ^= seed_state << 13;
   seed_state ^= seed_state >> 17;
   seed_state ^= seed_state << 5;
   return seed_state;
}

static uint32_t rnd_bits(void)
{
   static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
                                      0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0x3f000000, 0x4f000000,
                                      0xffffffff, 0x7fffffff, 2,          31,         32,         255,        256};

   switch (rnd() % 4) {
   case 0: return special[rnd() % (sizeof special / sizeof special[0])];
   case 1: return rnd();
   case 2: return rnd() % 64;
   default: return num_u((float)(int)(rnd() % 2001 - 1000) / 64);
   }
}

/* The instructions of a program without a preamble. */
static void select_main(struct util_ctx *ctx, struct ir_shader *s, struct agx_mir *code, struct agx_program *out)
{
   struct agx_selected main = {.out = out};

   agx_select(ctx, s, &no_options, false, &main, NULL);
   *code = main.mir;
}

/* ---- waves */

static uint32_t in_values[1][SLOT_COUNT][4][EXEC_LANES], out_ir[SLOT_COUNT][4][EXEC_LANES], out_code[SLOT_COUNT][4][EXEC_LANES];
static uint32_t params[16][4];
static struct agx_wave machine;

static struct exec_wave new_wave(uint32_t (*out)[4][EXEC_LANES])
{
   return (struct exec_wave){.num = &num_model_agx,
                             .valid = UINT32_MAX,
                             .helper = 0x80000001,
                             .budget = 1000000,
                             .in = in_values,
                             .param = (const uint32_t(*)[4])params,
                             .num_params = 16,
                             .out = out};
}

static void fill_inputs(enum ir_stage stage)
{
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      for (unsigned c = 0; c < 4; c++) {
         for (unsigned l = 0; l < EXEC_LANES; l++)
            in_values[0][s][c][l] = rnd_bits();
      }
   }
   for (unsigned l = 0; l < EXEC_LANES && stage == IR_STAGE_FRAGMENT; l++) {
      in_values[0][SLOT_POSITION][0][l] = num_u((float)(l & 1) + 100.5f);
      in_values[0][SLOT_POSITION][1][l] = num_u((float)(l >> 1) + 7.5f);
      in_values[0][SLOT_FACING][0][l] = l & 8 ? 0xbf800000 : 0x3f800000;
      in_values[0][SLOT_SAMPLE_MASK][0][l] = 0; /* all invocations but helpers cover the sample */
   }
   /* Inputs of one component read as (x, 0, 0, 1). */
   static const unsigned scalars[] = {SLOT_FACING, SLOT_VERTEX_ID, SLOT_INSTANCE};
   for (unsigned i = 0; i < 3; i++) {
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         in_values[0][scalars[i]][1][l] = in_values[0][scalars[i]][2][l] = 0;
         in_values[0][scalars[i]][3][l] = i ? 1 : 0x3f800000;
      }
   }
   for (unsigned e = 0; e < 16; e++) {
      for (unsigned c = 0; c < 4; c++)
         params[e][c] = rnd_bits();
   }
}

/* Runs both and compares the outputs of live lanes. */
static void compare(struct util_ctx *ctx, struct ir_shader *s, const struct agx_program *p, uint32_t id)
{
   struct exec_wave a = new_wave(out_ir), b = new_wave(out_code);
   struct util_buf text;

   memset(out_ir, 0, sizeof out_ir);
   memset(out_code, 0, sizeof out_code);
   ck_assert_int_eq(ir_interp_run(ctx, s, &a), EXEC_DONE);
   enum exec_status st = agx_harness_run(ctx, agx_harness_decode(ctx, p), &b);
   ck_assert_msg(st == EXEC_DONE, "program %u: %s", id, b.fault ? b.fault : "");
   ck_assert_uint_eq(a.killed, b.killed & ~0x80000001u);
   for (unsigned slot = 0; slot < SLOT_COUNT; slot++) {
      for (unsigned c = 0; c < 4; c++) {
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            if (a.killed >> l & 1 || out_ir[slot][c][l] == out_code[slot][c][l])
               continue;
            util_buf_init(&text, ctx);
            agx_program_print(p, &text);
            ck_abort_msg("program %u: slot %u.%u lane %u: IR %08x, code %08x\n%s", id, slot, c, l, out_ir[slot][c][l],
                         out_code[slot][c][l], text.data);
         }
      }
   }
}

/* Runs both on inputs that depend on the seed only. */
static void same_results(struct util_ctx *ctx, struct ir_shader *s, const struct agx_program *p, uint32_t seed)
{
   seed_state = seed;
   fill_inputs(s->stage);
   compare(ctx, s, p, 0);
}

static struct ir_shader *new_shader(struct util_ctx *ctx, enum ir_stage stage, struct ir_builder *b)
{
   struct ir_shader *s = ir_shader_new(ctx, stage, &num_model_agx);
   struct ir_block *block = ir_block_new(s);

   ir_block_append(s, block);
   block->term = IR_TERM_RETURN;
   for (unsigned i = 0; i < 16; i++)
      UTIL_PUSH(ctx, s->params, s->num_params, s->cap_params, (struct io_param){.cls = PARAM_ENV, .index = i});
   *b = ir_at_end(s, block);
   return s;
}

/* Starts a directed test; the test fails if the compile is abandoned. */
#define BEGIN(stage)                                                                                                           \
   struct util_ctx ctx;                                                                                                        \
   struct ir_builder b;                                                                                                        \
   struct agx_program p;                                                                                                       \
   util_ctx_init(&ctx, NULL, 0);                                                                                               \
   ck_assert(!setjmp(ctx.unwind));                                                                                             \
   ctx.unwind_set = true;                                                                                                      \
   struct ir_shader *s = new_shader(&ctx, stage, &b)

static struct ir_value *input(struct ir_builder *b, unsigned slot, unsigned comp, unsigned interp)
{
   uint32_t attr[4] = {slot, comp, interp, 0};

   return ir_emit(b, IR_load_input, 32, 0, NULL, attr)->dst[0];
}

static struct ir_value *param(struct ir_builder *b, unsigned entry, unsigned comp)
{
   uint32_t attr[4] = {entry, comp, 0, 16};

   return ir_emit(b, IR_load_param, 32, 0, NULL, attr)->dst[0];
}

static void output(struct ir_builder *b, unsigned slot, unsigned comp, struct ir_src v)
{
   uint32_t attr[4] = {slot, comp, 0, 0};

   ir_emit(b, IR_store_output, 32, 1, &v, attr);
}

/* ---- known programs */

static void expect_bytes(const struct agx_program *p, const char *hex)
{
   char got[512] = "";

   for (size_t i = 0; i < p->len && i < 250; i++)
      sprintf(got + 2 * i, "%02x", p->code[i]);
   ck_assert_str_eq(got, hex);
}

/* A colour passed through: one instruction of 8 bytes, which interpolates straight into r4..r7; 16 halves. Bytes: the vector
   "6191 01c0..." of tests/isa (r4_r5_r6) with count 4, written 0. Mesa needs as many. */
START_TEST(pass_through)
{
   BEGIN(IR_STAGE_FRAGMENT);
   for (unsigned c = 0; c < 4; c++)
      output(&b, SLOT_FRAG_COLOR, c, ir_use(input(&b, SLOT_COLOR, c, INTERP_SMOOTH)));
   ck_assert_int_eq(agx_compile(&ctx, s, &no_options, &p), 0);
   expect_bytes(&p, "6191010000000000");
   ck_assert_uint_eq(p.stats.halves, 16);
   ck_assert_uint_eq(p.stats.instructions, 1);
   util_ctx_finish(&ctx);
}
END_TEST

/* Colour = varying * parameter. Products land in r4..r7 without copies. */
START_TEST(modulate)
{
   BEGIN(IR_STAGE_FRAGMENT);
   for (unsigned c = 0; c < 4; c++) {
      struct ir_src x = ir_use(input(&b, SLOT_COLOR, c, INTERP_SMOOTH)), y = ir_use(param(&b, 0, c));
      output(&b, SLOT_FRAG_COLOR, c, ir_use(ir_op2(&b, IR_fmul, x, y)));
   }
   ck_assert_int_eq(agx_compile(&ctx, s, &no_options, &p), 0);
   ck_assert_uint_eq(p.stats.instructions, 5);
   ck_assert_uint_eq(p.stats.bytes, 8 + 4 * 6);
   ck_assert_uint_eq(p.stats.est_cycles, 4);
   ck_assert_uint_eq(p.num_uniforms, 4);
   ck_assert_uint_eq(p.uniforms[0].half, 16); /* u8: u0..u7 belong to the epilog */
   same_results(&ctx, s, &p, 3);
   util_ctx_finish(&ctx);
}
END_TEST

/* Position = four dot products: 16 multiply-adds, 4 stores, stop; bytes: 4 * (6 + 3 * 8) + 4 * 4 + 2 + 8 * 2. */
START_TEST(transform)
{
   BEGIN(IR_STAGE_VERTEX);
   for (unsigned r = 0; r < 4; r++) {
      struct ir_value *v = NULL;
      for (unsigned c = 0; c < 4; c++) {
         struct ir_src x = ir_use(input(&b, SLOT_VATTR, c, 0)), y = ir_use(param(&b, r, c));
         v = v ? ir_op3(&b, IR_fmad, x, y, ir_use(v)) : ir_op2(&b, IR_fmul, x, y);
      }
      output(&b, SLOT_POSITION, r, ir_use(v));
   }
   ck_assert_int_eq(agx_compile(&ctx, s, &no_options, &p), 0);
   ck_assert_uint_eq(p.stats.instructions, 21);
   ck_assert_uint_eq(p.stats.bytes, 4 * (6 + 3 * 8) + 4 * 4 + 2 + 8 * 2);
   ck_assert_uint_eq(p.stats.est_cycles, 16);
   ck_assert_uint_eq(p.inputs[0].where, 16); /* r8 */
   ck_assert_uint_eq(p.uniforms[0].half, 12); /* 6n + 6, n = 1 */
   same_results(&ctx, s, &p, 5);
   util_ctx_finish(&ctx);
}
END_TEST

/* Colours that are swapped with the values interpolated into them, constants, depth. */
START_TEST(exports)
{
   BEGIN(IR_STAGE_FRAGMENT);
   for (unsigned c = 0; c < 4; c++)
      output(&b, SLOT_FRAG_COLOR, c, ir_use(input(&b, SLOT_COLOR, (c + 1) & 3, INTERP_FLAT)));
   for (unsigned c = 0; c < 4; c++)
      output(&b, SLOT_FRAG_COLOR + 1, c, ir_use(input(&b, SLOT_TEXCOORD, c ^ 1, INTERP_NOPERSPECTIVE)));
   output(&b, SLOT_FRAG_COLOR + 2, 3, ir_imm(&b, 0x12345678));
   output(&b, SLOT_FRAG_COLOR + 2, 0, ir_use(param(&b, 3, 1)));
   output(&b, SLOT_FRAG_COLOR + 2, 1, ir_use(input(&b, SLOT_POSITION, 0, 0)));
   output(&b, SLOT_FRAG_COLOR + 2, 2, ir_use(input(&b, SLOT_POSITION, 3, 0)));
   for (unsigned c = 0; c < 4; c++)
      output(&b, SLOT_FRAG_COLOR + 3, c, ir_use(input(&b, SLOT_FACING, c, 0)));
   output(&b, SLOT_FRAG_DEPTH, 2, ir_use(input(&b, SLOT_POSITION, 2, 0)));
   ck_assert_int_eq(agx_compile(&ctx, s, &no_options, &p), 0);
   same_results(&ctx, s, &p, 9);
   util_ctx_finish(&ctx);
}
END_TEST

/*
 * Two inputs a and b are exported crosswise: (a.x, b.y) to one colour, (b.x, a.y) to another. Interpolation writes a vector, so
 * a is placed at the first colour because of its x, b at the second, and three xor swap the registers of their y components.
 */
START_TEST(crosswise)
{
   BEGIN(IR_STAGE_FRAGMENT);
   struct ir_value *v[2][2];
   for (unsigned k = 0; k < 4; k++)
      v[k / 2][k & 1] = input(&b, SLOT_TEXCOORD + k / 2, k & 1, INTERP_NOPERSPECTIVE);
   for (unsigned k = 0; k < 4; k++)
      output(&b, SLOT_FRAG_COLOR + k / 2, k & 1, ir_use(v[(k / 2) ^ (k & 1)][k & 1]));
   ck_assert_int_eq(agx_compile(&ctx, s, &no_options, &p), 0);
   ck_assert_uint_eq(p.stats.instructions, 2 + 3);
   same_results(&ctx, s, &p, 13);
   util_ctx_finish(&ctx);
}
END_TEST

#define NUM_EXPORTED 4
#define NUM_SOURCES (NUM_EXPORTED + 2)

/* Exports into four registers. The digits of `which` select values held at entry, a uniform and a constant. */
static void export_all(unsigned which)
{
   struct util_ctx ctx;
   struct agx_mir code;
   struct cg_assignment a;
   struct agx_program p = {.stage = AGX_STAGE_FRAGMENT};
   struct agx_ref source[NUM_SOURCES] = {[NUM_EXPORTED] = {.kind = AGX_UNIFORM32, .value = 20},
                                         [NUM_EXPORTED + 1] = {.kind = AGX_IMM, .value = 0x12345678}};

   util_ctx_init(&ctx, NULL, 0);
   ck_assert(!setjmp(ctx.unwind));
   ctx.unwind_set = true;
   agx_mir_init(&code, &ctx, 1);
   for (unsigned k = 0; k < NUM_EXPORTED; k++)
      source[k] = agx_entry_value(&code, 8 + 2 * k);
   for (unsigned k = 0, w = which; k < NUM_EXPORTED; k++, w /= NUM_SOURCES)
      agx_export(&code, 8 + 2 * k, source[w % NUM_SOURCES]);
   agx_mir_finish(&code, 0);
   ck_assert(agx_allocate(&code, &verifying, false, &a));
   agx_layout(&code, &a, &p);
   ck_assert_uint_eq(p.stats.instructions, agx_count_copies(&code, &a));

   agx_wave_init(&machine, &num_model_agx, UINT32_MAX, 1000);
   machine.reg.u[10] = 0x66665555;
   for (unsigned k = 0; k < NUM_EXPORTED; k++)
      machine.reg.r[4 + k][0] = 0x02000100 + 0x10001 * k;
   ck_assert_int_eq(agx_sim_run(agx_sim_decode(&ctx, p.code, p.len), &machine), EXEC_DONE);
   for (unsigned k = 0, w = which; k < NUM_EXPORTED; k++, w /= NUM_SOURCES) {
      const unsigned from = w % NUM_SOURCES;
      const uint32_t want = from < NUM_EXPORTED ? 0x02000100 + 0x10001 * from : from == NUM_EXPORTED ? 0x66665555 : 0x12345678;
      ck_assert_uint_eq(machine.reg.r[4 + k][0], want);
   }
   util_ctx_finish(&ctx);
}

/* All ways to export four of six values; they include every permutation of registers, with all cycles. */
START_TEST(all_exports)
{
   for (unsigned which = 0; which < NUM_SOURCES * NUM_SOURCES * NUM_SOURCES * NUM_SOURCES; which++)
      export_all(which);
}
END_TEST

/* Vertex and invocation number are in r5 and r6 with and without attributes; at least 13 halves. */
START_TEST(vertex_number)
{
   BEGIN(IR_STAGE_VERTEX);
   for (unsigned c = 0; c < 4; c++) {
      output(&b, SLOT_POSITION, c, ir_use(input(&b, SLOT_VERTEX_ID, c, 0)));
      output(&b, SLOT_TEXCOORD, 3 - c, ir_use(input(&b, SLOT_INSTANCE, c, 0)));
   }
   ck_assert_int_eq(agx_compile(&ctx, s, &no_options, &p), 0);
   ck_assert_uint_eq(p.stats.halves, 14); /* r6 is read: halves 12 and 13 */
   same_results(&ctx, s, &p, 11);
   util_ctx_finish(&ctx);
}
END_TEST

/* Missing features are diagnosed with their location and give exit status 7. */
START_TEST(diagnostics)
{
   {
      BEGIN(IR_STAGE_VERTEX);
      b.span = (struct util_span){12, 3};
      output(&b, SLOT_POSITION, 0, ir_use(ir_emit(&b, IR_clock, 32, 0, NULL, NULL)->dst[0]));
      ck_assert_int_eq(agx_compile(&ctx, s, &no_options, &p), UTIL_UNSUPPORTED);
      ck_assert(ctx.diags && ctx.diags->id == DIAG_ID_unsupported_target && ctx.diags->span.off == 12);
      util_ctx_finish(&ctx);
   }
   {
      BEGIN(IR_STAGE_FRAGMENT);
      output(&b, SLOT_FRAG_COLOR, 0, ir_use(input(&b, SLOT_INVOCATION, 0, INTERP_FLAT)));
      ck_assert_int_eq(agx_compile(&ctx, s, &no_options, &p), UTIL_UNSUPPORTED);
      util_ctx_finish(&ctx);
   }
}
END_TEST

/* 300 values alive at once do not fit 128 registers, so some are spilled. */
START_TEST(too_many_registers)
{
   struct ir_value *v[300], *sum;

   BEGIN(IR_STAGE_FRAGMENT);
   v[0] = input(&b, SLOT_COLOR, 0, INTERP_SMOOTH);
   for (unsigned i = 1; i < 300; i++)
      v[i] = ir_op1(&b, IR_fexp2, ir_use(v[i - 1]));
   sum = v[0];
   for (unsigned i = 1; i < 300; i++)
      sum = ir_op2(&b, IR_fadd, ir_use(sum), ir_use(v[i]));
   output(&b, SLOT_FRAG_COLOR, 0, ir_use(sum));
   ck_assert_int_eq(agx_compile(&ctx, s, &verifying, &p), 0);
   ck_assert_uint_gt(p.stats.spill_bytes, 4 * 100);
   ck_assert_uint_ge(4 * p.stack_words, p.stats.spill_bytes + 40);
   ck_assert_uint_le(p.stats.halves, 256);
   util_ctx_finish(&ctx);
}
END_TEST

static const struct agx_options scheduled = {.schedule = true};

/* 100,000 instructions: time and memory grow linearly with the program. */
START_TEST(large_program)
{
   struct ir_value *v[16];

   BEGIN(IR_STAGE_FRAGMENT);
   for (unsigned i = 0; i < 16; i++)
      v[i] = input(&b, SLOT_TEXCOORD + i / 4, i % 4, INTERP_SMOOTH);
   for (unsigned i = 0; i < 100000; i++)
      v[i % 16] = ir_op3(&b, IR_fmad, ir_use(v[i % 16]), ir_use(v[(i * 7 + 3) % 16]), ir_imm(&b, num_u((float)(i % 2000))));
   for (unsigned i = 0; i < 16; i++)
      output(&b, SLOT_FRAG_COLOR + i / 4, i % 4, ir_use(v[i]));
   ck_assert_int_eq(agx_compile(&ctx, s, &no_options, &p), 0);
   ck_assert_uint_ge(p.stats.instructions, 100000);
   ck_assert_int_eq(agx_compile(&ctx, s, &scheduled, &p), 0);
   ck_assert_uint_ge(p.stats.instructions, 100000);
   ck_assert_uint_lt(ctx.arena.total, 1000u << 20);
   util_ctx_finish(&ctx);
}
END_TEST

static struct agx_stats chain(bool on)
{
   struct ir_value *v[40];
   struct agx_options o = {.schedule = on};

   BEGIN(IR_STAGE_FRAGMENT);
   struct ir_value *x = input(&b, SLOT_TEXCOORD, 0, INTERP_SMOOTH), *sum = x;
   for (unsigned i = 0; i < 40; i++)
      v[i] = ir_op1(&b, IR_frcp, ir_use(ir_op2(&b, IR_fadd, ir_use(x), ir_imm(&b, num_u((float)i + 0.3f)))));
   for (unsigned i = 0; i < 40; i++)
      sum = ir_op2(&b, IR_fadd, ir_use(sum), ir_use(v[i]));
   output(&b, SLOT_FRAG_COLOR, 0, ir_use(sum));
   ck_assert_int_eq(agx_compile(&ctx, s, &o, &p), 0);
   fill_inputs(IR_STAGE_FRAGMENT);
   compare(&ctx, s, &p, 0);
   util_ctx_finish(&ctx);
   return p.stats;
}

/* 40 values are made before any of them is used; an order that uses each at once needs few registers and no more cycles. */
START_TEST(schedule)
{
   struct agx_stats off = chain(false), on = chain(true);

   ck_assert_uint_ge(off.halves, 80); /* 40 values of 32 bits */
   ck_assert_uint_le(on.halves, 16);
   ck_assert_uint_eq(on.est_cycles, off.est_cycles);
   ck_assert_uint_eq(on.instructions, off.instructions);
}
END_TEST

/* ---- random programs */

static const uint8_t ops[] = {
   IR_mov,  IR_sel,  IR_fadd, IR_fmul, IR_fmad,   IR_fmin,   IR_fmax, IR_ffloor, IR_fceil, IR_ftrunc, IR_fround,
   IR_frcp, IR_frsq, IR_fexp2, IR_flog2, IR_fcanon, IR_flt,  IR_fge,  IR_feq,    IR_fne,   IR_iadd,   IR_isub,
   IR_imul, IR_imad, IR_imulhi, IR_umulhi, IR_umadhi, IR_ineg, IR_iabs, IR_imin, IR_imax,  IR_umin,  IR_umax,   IR_iand,
   IR_ior,  IR_ixor, IR_inot, IR_shl,  IR_ushr,   IR_ishr,   IR_ieq,  IR_ine,    IR_ilt,   IR_ige,    IR_ult,
   IR_uge,  IR_f2i,  IR_f2u,  IR_i2f,  IR_u2f,    IR_f2h,    IR_h2f,  IR_pack2h, IR_unpack2h, IR_const, IR_load_param,
   IR_f2i_near, IR_f2u_near, IR_load_input, IR_kill, IR_undef, IR_fadd, IR_fmul, IR_fmad, IR_sel};

struct pool {
   struct ir_value *v[3][512]; /* widths 1, 16, 32 */
   unsigned n[3];
};

static void add(struct pool *p, struct ir_value *v)
{
   unsigned k = v->width == 1 ? 0 : v->width == 16 ? 1 : 2;

   p->v[k][p->n[k] < 512 ? p->n[k]++ : rnd() % 512] = v;
}

static struct ir_value *pick(struct pool *p, unsigned width)
{
   unsigned k = width == 1 ? 0 : width == 16 ? 1 : 2;
   /* Recent values are more frequent, so that chains form. */
   unsigned n = p->n[k], back = rnd() % 3 ? 6 : n;

   return p->v[k][n - 1 - rnd() % (back < n ? back : n)];
}

static void random_op(struct ir_builder *b, struct pool *p, enum ir_op op)
{
   const struct ir_op_info *info = &ir_op_info[op];
   bool fs = b->s->stage == IR_STAGE_FRAGMENT;
   struct ir_src src[3];
   uint32_t attr[4] = {0};
   unsigned x = (unsigned[]){1, 16, 32, 32}[rnd() % 4], n = info->max_src > 3 ? 0 : info->min_src;

   if (op == IR_kill && (!fs || rnd() % 8))
      return;
   for (unsigned k = 0; k < n; k++) {
      char kind = info->src[k];
      unsigned w = kind == 'b' ? 1 : kind == 'h' ? 16 : kind == 'w' ? 32 : x;
      src[k] = ir_use(pick(p, w));
      if (w == 32 && info->mods[0] && info->mods[k] == 'f') {
         src[k].neg = rnd() % 4 == 0;
         src[k].abs = rnd() % 6 == 0;
      }
   }
   if (op == IR_const)
      attr[0] = x == 32 ? rnd_bits() : rnd() & ((1u << x) - 1);
   if (op == IR_unpack2h)
      attr[0] = rnd() & 1;
   if (op == IR_load_param) {
      attr[0] = rnd() % 16;
      attr[1] = rnd() % 4;
      attr[3] = 16;
   }
   if (op == IR_load_input) {
      attr[0] = fs ? (unsigned[]){SLOT_COLOR, SLOT_TEXCOORD, SLOT_TEXCOORD + 3, SLOT_POSITION, SLOT_FOG}[rnd() % 5]
                   : SLOT_VATTR + rnd() % 5;
      attr[1] = rnd() % 4;
      attr[2] = fs ? rnd() % INTERP_COUNT : 0;
   }
   struct ir_instr *i = ir_emit(b, op, x, n, src, attr);
   if (info->flags & IR_F_FRES && rnd() % 4 == 0)
      i->sat = rnd() % 2 ? IR_SAT_01 : IR_SAT_11;
   if (i->ndst)
      add(p, i->dst[0]);
}

static uint8_t before[AGX_PLAIN_BYTES];
static unsigned num_reordered;

static struct ir_shader *random_shader(struct util_ctx *ctx, uint32_t id)
{
   struct ir_builder b;

   seed_state = 0x9e3779b9u * (id + 1) | 1;
   struct pool *pool = UTIL_NEW(ctx, struct pool);
   struct ir_shader *s = new_shader(ctx, rnd() & 1 ? IR_STAGE_FRAGMENT : IR_STAGE_VERTEX, &b);
   static const uint8_t first[] = {IR_load_input, IR_load_param, IR_const};
   for (unsigned i = 0; i < 12; i++)
      random_op(&b, pool, (enum ir_op)first[i % 3]);
   for (unsigned w = 0; w < 3; w++)
      add(pool, ir_const(&b, w == 0 ? 1 : w == 1 ? 16 : 32, rnd() & 1));
   for (unsigned n = rnd() % 60; n; n--)
      random_op(&b, pool, (enum ir_op)ops[rnd() % sizeof ops]);
   for (unsigned c = 0, n = 1 + rnd() % 8; c < n; c++) {
      struct ir_value *v = pick(pool, 32);
      unsigned slot = s->stage == IR_STAGE_VERTEX ? (c < 4 ? SLOT_POSITION : SLOT_TEXCOORD + rnd() % 2)
                                                  : SLOT_FRAG_COLOR + c / 4;
      output(&b, slot, c & 3, ir_use(v));
   }
   const char *err = ir_validate(s);
   ck_assert_msg(!err, "program %u: %s", id, err);
   return s;
}

/* With and without scheduling, which never uses more registers. */
static void random_program(uint32_t id)
{
   struct util_ctx ctx;
   struct agx_program p;

   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("program %u: %s", id, ctx.diags ? ctx.diags->message : "unwound");
   ctx.unwind_set = true;
   struct ir_shader *s = random_shader(&ctx, id);
   struct agx_options o = {.inline_constants = rnd() % 4 == 0, .verify = true};
   uint32_t halves = UINT32_MAX, cycles = UINT32_MAX, instructions = 0;
   if (id % 2 && pass_preshader(s, &(struct pass_context){.costs = &agx_costs}))
      pass_dce(s);
   for (unsigned k = 0; k < 4; k++) {
      o.schedule = k / 2;
      if (k % 2 == 0)
         ck_assert_msg(agx_compile(&ctx, s, &o, &p) == 0, "program %u: %s", id, ctx.diags ? ctx.diags->message : "?");
      ck_assert(p.stats.halves <= halves && p.stats.est_cycles <= cycles);
      cycles = p.stats.est_cycles;
      halves = p.stats.halves;
      const bool same = agx_same_but_hints(p.code, p.len, before);
      num_reordered += k == 2 && p.stats.instructions == instructions && !same;
      instructions = p.stats.instructions;
      fill_inputs(s->stage);
      compare(&ctx, s, &p, id);
   }
   util_ctx_finish(&ctx);
}

START_TEST(random_programs)
{
   for (unsigned i = 0; i < num_programs; i++)
      random_program(i);
   ck_assert_uint_gt(num_reordered, num_programs / 10);
}
END_TEST

/* ---- register allocation */

static unsigned num_accepted, num_found;

/* Two registers of a correct assignment are swapped, or one gets the register of the other. Any assignment that the checker
   accepts must run. */
static void wrong_assignments(uint32_t id)
{
   struct util_ctx ctx;
   struct agx_mir code;
   struct cg_assignment a;
   struct agx_program p = {0};
   const struct cg_alloc_options o = {.num_units = AGX_HALVES};

   util_ctx_init(&ctx, NULL, 0);
   ck_assert(!setjmp(ctx.unwind));
   ctx.unwind_set = true;
   struct ir_shader *s = random_shader(&ctx, id);
   select_main(&ctx, s, &code, &p);
   ck_assert(agx_allocate(&code, &verifying, false, &a));
   for (unsigned k = 0; k < 40; k++) {
      struct util_span where;
      int16_t *x = &a.base[rnd() % code.p.num_regs], *y = &a.base[rnd() % code.p.num_regs];
      const int16_t old[2] = {*x, *y};
      if (old[0] < 0 || old[1] < 0 || old[0] == old[1])
         continue;
      *x = old[1];
      if (rnd() & 1)
         *y = old[0];
      const bool found = cg_check_assignment(&code.p, &o, &a, &where) != NULL;
      num_found += found;
      num_accepted += !found;
      if (!found) {
         p.stats = (struct agx_stats){0};
         agx_layout(&code, &a, &p);
         fill_inputs(s->stage);
         compare(&ctx, s, &p, id);
      }
      *x = old[0];
      *y = old[1];
   }
   util_ctx_finish(&ctx);
}

START_TEST(checker)
{
   for (unsigned i = 0; i < num_programs / 3; i++)
      wrong_assignments(i);
   ck_assert_uint_gt(num_found, num_accepted);
   ck_assert_uint_gt(num_accepted, 0);
}
END_TEST

static const char *check_swapped(struct agx_mir *code, struct cg_assignment *a, uint32_t x, uint32_t y)
{
   const struct cg_alloc_options o = {.num_units = AGX_HALVES};
   const int16_t old = a->base[x];
   struct util_span where;

   a->base[x] = a->base[y];
   a->base[y] = old;
   const char *err = cg_check_assignment(&code->p, &o, a, &where);
   a->base[y] = a->base[x];
   a->base[x] = old;
   return err;
}

/* The ABI fixes the registers of the two attributes; their sum and their product are alive together with them. */
START_TEST(swapped_registers)
{
   BEGIN(IR_STAGE_VERTEX);
   struct agx_mir code;
   struct cg_assignment a;
   struct ir_src x = ir_use(input(&b, SLOT_VATTR, 0, 0)), y = ir_use(input(&b, SLOT_VATTR + 1, 0, 0));
   struct ir_src sum = ir_use(ir_op2(&b, IR_fadd, x, y)), product = ir_use(ir_op2(&b, IR_fmul, x, y));
   output(&b, SLOT_POSITION, 0, sum);
   output(&b, SLOT_POSITION, 1, product);
   output(&b, SLOT_POSITION, 2, x);
   output(&b, SLOT_POSITION, 3, y);
   p = (struct agx_program){0};
   select_main(&ctx, s, &code, &p);
   ck_assert_uint_eq(code.p.num_regs, 4); /* in the order of the program */
   ck_assert(agx_allocate(&code, &verifying, false, &a));
   ck_assert(a.base[0] == 16 && a.base[1] == 24); /* r8, r12 */
   ck_assert_ptr_null(check_swapped(&code, &a, 2, 2));
   ck_assert_ptr_null(check_swapped(&code, &a, 2, 3)); /* only another name for both */
   ck_assert_ptr_nonnull(check_swapped(&code, &a, 0, 1));
   ck_assert_ptr_nonnull(check_swapped(&code, &a, 0, 2));
   ck_assert_ptr_nonnull(check_swapped(&code, &a, 1, 3));
   util_ctx_finish(&ctx);
}
END_TEST

/* A program whose instructions are spread over three blocks runs like one block, in each order. */
static void several_blocks(uint32_t id)
{
   struct util_ctx ctx;
   struct agx_mir code;
   struct agx_program p = {0};

   util_ctx_init(&ctx, NULL, 0);
   ck_assert(!setjmp(ctx.unwind));
   ctx.unwind_set = true;
   struct ir_shader *s = random_shader(&ctx, id);
   select_main(&ctx, s, &code, &p);
   struct cg_block *blocks = UTIL_ARRAY(&ctx, struct cg_block, 3), all = code.p.blocks[0];
   const uint32_t cut[4] = {0, all.body.n / 3, rnd() % (all.body.n + 1 - all.body.n / 3) + all.body.n / 3, all.body.n};
   for (unsigned k = 0; k < 3; k++)
      blocks[k] = (struct cg_block){.body = {all.body.n ? all.body.i + cut[k] : NULL, cut[k + 1] - cut[k], 0},
                                    .succ = {k < 2 ? k + 1 : CG_NONE, CG_NONE}};
   blocks[0].head = all.head;
   blocks[2].tail = all.tail;
   code.p.blocks = blocks;
   code.p.num_blocks = 3;
   code.hints = true;
   code.all_run = (bool[]){true, true, true};
   for (unsigned order = AGX_ORDER_SOURCE; order < AGX_NUM_ORDERS; order++) {
      struct cg_list body[3];
      struct cg_assignment a;
      for (unsigned k = 0; k < 3; k++)
         body[k] = blocks[k].body;
      if (order != AGX_ORDER_SOURCE)
         agx_schedule(&code, NULL, (enum agx_order)order, 16, false, body);
      for (unsigned k = 0; k < 3; k++) {
         ck_assert_uint_eq(body[k].n, blocks[k].body.n);
         blocks[k].body = body[k];
      }
      ck_assert(agx_allocate(&code, &verifying, false, &a));
      p.stats = (struct agx_stats){0};
      agx_layout(&code, &a, &p);
      fill_inputs(s->stage);
      compare(&ctx, s, &p, id);
   }
   util_ctx_finish(&ctx);
}

START_TEST(blocks)
{
   for (unsigned i = 0; i < num_programs / 3; i++)
      several_blocks(i);
}
END_TEST

/* n sums of parameters, which a second loop multiplies in the same order; all are alive in between. */
static void uniform_sums(struct ir_builder *b, unsigned n)
{
   struct ir_src sum = ir_use(param(b, 0, 0)), *v = UTIL_ARRAY(b->s->ctx, struct ir_src, n);

   for (unsigned k = 0; k < n; k++) {
      struct ir_src x = ir_use(param(b, k % 16, k / 16 % 4)),
                    r = ir_use(ir_op1(b, IR_frcp, ir_use(param(b, k / 5 % 16, k % 4))));
      v[k] = ir_use(ir_op2(b, IR_fadd, x, r));
      sum = ir_use(ir_op2(b, IR_fadd, sum, v[k]));
   }
   for (unsigned k = 0; k < n; k++)
      sum = ir_use(ir_op2(b, IR_fmul, sum, v[k]));
   output(b, SLOT_FRAG_COLOR, 0, ir_use(ir_op2(b, IR_fmul, sum, ir_use(input(b, SLOT_COLOR, 0, INTERP_SMOOTH)))));
}

/* The preamble has no stack, so it computes draw-uniform values only if they fit the registers; otherwise the program does. */
START_TEST(preambles)
{
   for (unsigned n = 4; n <= 180; n += 176) {
      BEGIN(IR_STAGE_FRAGMENT);
      uniform_sums(&b, n);
      ck_assert(pass_preshader(s, &(struct pass_context){.costs = &agx_costs}));
      pass_dce(s);
      const struct agx_options o = {.verify = true, .schedule = true};
      ck_assert_int_eq(agx_compile(&ctx, s, &o, &p), 0);
      if (n == 4) {
         ck_assert_uint_eq(p.stats.instructions, 2);
         ck_assert_ptr_nonnull(p.preamble);
      } else {
         ck_assert_ptr_null(p.preamble);
         ck_assert_ptr_null(s->pre.shader);
         ck_assert_uint_gt(p.stats.spill_bytes, 0);
      }
      same_results(&ctx, s, &p, n);
      util_ctx_finish(&ctx);
   }
}
END_TEST

int main(int argc, char **argv)
{
   if (argc > 1)
      num_programs = (unsigned)strtoul(argv[1], NULL, 10);
   Suite *s = suite_create("agx_compile");
   TCase *t = tcase_create("all");

   tcase_set_timeout(t, 600);
   tcase_add_test(t, pass_through);
   tcase_add_test(t, modulate);
   tcase_add_test(t, transform);
   tcase_add_test(t, exports);
   tcase_add_test(t, crosswise);
   tcase_add_test(t, all_exports);
   tcase_add_test(t, vertex_number);
   tcase_add_test(t, diagnostics);
   tcase_add_test(t, too_many_registers);
   tcase_add_test(t, large_program);
   tcase_add_test(t, schedule);
   tcase_add_test(t, random_programs);
   tcase_add_test(t, checker);
   tcase_add_test(t, swapped_registers);
   tcase_add_test(t, preambles);
   tcase_add_test(t, blocks);
   suite_add_tcase(s, t);
   return suite_run(s);
}

/* SPDX-License-Identifier: MIT */
/*
 * AGX2 tables: external vectors in both directions, round trips of random words, minifloats, the simulator on
 * docs/agx-encoding.md. usage: test_agx_isa [tests/isa/agx.cases]
 */
#include "backend-agx/isa/agx.h"
#include "backend-agx/sim/agx_sim.h"
#include "backend-agx/text/agx_text.h"
#include "tests/unit/backend-agx/agx_random.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *cases_path = "tests/isa/agx.cases";

static size_t from_hex(const char *s, size_t n, uint8_t *out)
{
   size_t len = 0;

   for (size_t i = 0; i + 1 < n; i += 2) {
      unsigned b;
      if (sscanf(s + i, "%2x", &b) != 1)
         return 0;
      out[len++] = (uint8_t)b;
   }
   return len;
}

START_TEST(golden)
{
   FILE *f = fopen(cases_path, "r");
   char line[256];
   unsigned count = 0;
   struct util_ctx ctx;

   ck_assert_msg(f != NULL, "cannot open %s", cases_path);
   util_ctx_init(&ctx, NULL, 0);
   while (fgets(line, sizeof line, f)) {
      line[strcspn(line, "\n")] = 0;
      if (line[0] == '#' || !line[0])
         continue;
      uint8_t want[16], got[AGX_MAX_LEN];
      size_t hex = strcspn(line, " ");
      size_t n = from_hex(line, hex, want);
      const char *text = line + hex + strspn(line + hex, " ");
      struct agx_instr in;
      struct util_buf b;
      unsigned len;
      size_t at = 0;
      const char *err = agx_decode(want, n, &in);

      ck_assert_msg(!err, "decode %s: %s", line, err);
      ck_assert_msg(in.len == n, "length of %s: %u", line, in.len);
      util_buf_init(&b, &ctx);
      agx_print(&in, &b);
      ck_assert_str_eq(b.data, text);
      err = agx_assemble(text, strlen(text), &in, &at);
      ck_assert_msg(!err, "assemble %s: %s at %zu", text, err, at);
      err = agx_encode(&in, got, &len);
      ck_assert_msg(!err, "encode %s: %s", text, err);
      ck_assert_uint_eq(len, n);
      ck_assert_msg(memcmp(got, want, n) == 0, "bytes of %s", text);
      count++;
   }
   fclose(f);
   util_ctx_finish(&ctx);
   ck_assert_uint_ge(count, 20);
}
END_TEST

/* An instruction that decodes from these bytes encodes to them, prints, and assembles to them. */
static void round_trip(const uint8_t *code, const struct agx_instr *in, struct util_buf *text)
{
   uint8_t again[AGX_MAX_LEN];
   struct agx_instr back;
   unsigned len;
   const char *err = agx_encode(in, again, &len);

   ck_assert_msg(!err, "decoded but not encodable: %s", err);
   ck_assert_msg(len == in->len && memcmp(code, again, len) == 0, "%s %u: other bytes", agx_info[in->op].name, in->op);
   text->len = 0;
   agx_print(in, text);
   err = agx_assemble(text->data, text->len, &back, NULL);
   ck_assert_msg(!err, "%.*s: %s", (int)text->len, text->data, err);
   ck_assert(!agx_encode(&back, again, &len));
   ck_assert_msg(len == in->len && memcmp(code, again, len) == 0, "%.*s", (int)text->len, text->data);
}

/* Random bytes never crash. */
START_TEST(random_words)
{
   uint32_t seed = 1;
   unsigned decoded = 0;
   struct util_ctx ctx;
   struct util_buf text;

   util_ctx_init(&ctx, NULL, 0);
   util_buf_init(&text, &ctx);
   for (unsigned i = 0; i < 400000; i++) {
      uint8_t code[AGX_MAX_LEN];
      struct agx_instr in;

      for (unsigned k = 0; k < sizeof code; k++)
         code[k] = (uint8_t)(i & 8 ? agx_rng(&seed) & agx_rng(&seed) & agx_rng(&seed) : agx_rng(&seed));
      if (i & 1) { /* the bits of an existing operation, the others mostly 0 */
         unsigned op = agx_rng(&seed) % AGX_NUM_OPS;
         for (unsigned k = 0; k < 8; k++) {
            const uint8_t mask = (uint8_t)(agx_info[op].mask >> (8 * k)), bits = (uint8_t)(agx_info[op].bits >> (8 * k));
            code[k] = (uint8_t)((code[k] & ~mask) | bits);
         }
      }
      size_t have = 1 + agx_rng(&seed) % sizeof code;
      if (agx_decode(code, have, &in))
         continue;
      ck_assert_uint_le(in.len, have);
      round_trip(code, &in, &text);
      decoded++;
   }
   util_ctx_finish(&ctx);
   ck_assert_uint_gt(decoded, 1000);
}
END_TEST

/* Every operand and number of the instruction survives its bytes. Aliases decode as another operation. */
static void same_instr(const struct agx_instr *in, const struct agx_instr *back)
{
   if (in->op != back->op)
      return;
   for (unsigned k = 0; k < AGX_NUM_FIELDS; k++)
      ck_assert_msg(in->f[k] == back->f[k], "%s: field %u is %u, not %u", agx_info[in->op].name, k, back->f[k], in->f[k]);
   for (unsigned k = 0; k < AGX_NUM_REFS; k++) {
      const struct agx_ref *a = &in->ref[k], *b = &back->ref[k];
      const struct agx_row *row = agx_operand_row(in->op, (enum agx_refs)k);
      if (!row || (row->kind == AGX_K_R0L && a->kind == AGX_NONE))
         continue;
      ck_assert_msg(a->kind == b->kind && a->value == b->value && a->mods == b->mods, "%s: operand %u", agx_info[in->op].name, k);
      ck_assert_uint_eq(agx_ref_halves(a), agx_ref_halves(b));
      if (a->hint)
         ck_assert_uint_eq(a->hint, b->hint ? b->hint : AGX_PLAIN);
   }
}

/* Legal instructions of each row: bytes, what they decode to, text. Illegal ones are refused with a reason. */
START_TEST(random_instructions)
{
   uint32_t seed = 3;
   struct util_ctx ctx;
   struct util_buf text;

   util_ctx_init(&ctx, NULL, 0);
   util_buf_init(&text, &ctx);
   for (unsigned op = 0; op < AGX_NUM_OPS; op++) {
      unsigned legal = 0;
      for (unsigned i = 0; i < 200000 && legal < 2000; i++) {
         const struct agx_instr in = agx_random_instr(&seed, op);
         struct agx_instr back;
         uint8_t code[AGX_MAX_LEN];
         unsigned len;
         if (agx_encode(&in, code, &len))
            continue;
         legal++;
         const char *err = agx_decode(code, len, &back);
         ck_assert_msg(!err, "%s: %s", agx_info[op].name, err);
         ck_assert_uint_eq(back.len, len);
         same_instr(&in, &back);
         round_trip(code, &back, &text);
      }
      ck_assert_msg(legal >= 20 || agx_info[op].flags & AGX_END || legal > 0, "op %s (%u): %u legal", agx_info[op].name, op, legal);
   }
   util_ctx_finish(&ctx);
}
END_TEST

/* Facts of the table that depend on the instruction (docs/agx-isa.md; Mesa agx_validate.c). */
START_TEST(facts)
{
   static const struct {
      const char *text;
      enum agx_refs ref;
      unsigned halves;
   } sizes[] = {
      {"texture_sample 0, none, x, r4, ts1, ss1, tex_2d, r8_r9, auto_lod, 0", AGX_D, 8},
      {"texture_sample 0, none, x, r4l, ts1, ss1, tex_2d, r8_r9, auto_lod, 0", AGX_D, 4},
      {"texture_sample 0, none, x, r4, ts1, ss1, tex_2d, r8_r9, auto_lod, 0, sparse", AGX_D, 16},
      {"texture_sample 0, none, x, r4, ts1, ss1, tex_2d_array, r8_r9_r10, auto_lod, 0", AGX_A, 6},
      {"texture_sample 0, none, x, r4, ts1, ss1, tex_2d_array, r8_r9, auto_lod, 0, query_lod", AGX_A, 4},
      {"texture_sample 0, none, x, r4, ts1, ss1, tex_3d, r8_r9_r10, lod_grad_min, r12_r13_r14_r15_r16_r17_r18", AGX_B, 14},
      {"texture_sample 0, none, x, r4, ts1, ss1, tex_2d, r8_r9, auto_lod, 0, r12_r13l", AGX_C, 4},
      {"texture_load 0, none, x, r4, ts1, ss0, tex_2d_ms_array, r8_r9_r10, auto_lod, 0", AGX_A, 6},
      {"ldcf r4_r5_r6, cf5", AGX_D, 6},
      {"iter r4l_r4h, cf1, center", AGX_D, 2},
      {"device_load 0, i32, xz, r8_r9, u0_u1, r5, signed", AGX_D, 4},
      {"device_load 0, rgb9e5, xyz, r8_r9_r10, u0_u1, r5, signed", AGX_D, 6},
      {"atomic cmpxchg, 0, _, u0_u1, r5, signed, r8_r9", AGX_C, 4},
      {"zs_emit 255, r4_r5", AGX_B, 4},
      {"iadd r4_r5, r6_r7, r8", AGX_D, 4},
   };
   static const struct {
      const char *text;
      enum agx_ordering order;
      unsigned flags;
   } orders[] = {
      {"get_sr r4, sr62", AGX_ORD_NONE, 0},
      {"get_sr r4, sr63", AGX_ORD_COVERAGE, 0},
      {"texture_sample 0, none, x, r4, ts1, ss1, tex_2d, r8_r9, auto_lod, 0", AGX_ORD_NONE, AGX_ASYNC},
      {"image_load 0, none, x, r4, ts1, ss0, tex_2d, r8_r9, auto_lod, 0", AGX_ORD_LOAD, AGX_ASYNC | AGX_STATE},
      {"threadgroup_load i32, x, r4, 0, 0", AGX_ORD_LOAD, AGX_STATE},
      {"pop_exec r0l, 1", AGX_ORD_FIXED, AGX_EXEC | AGX_EFFECT},
      {"dfdx r4, r5", AGX_ORD_COVERAGE, AGX_CROSS | AGX_FRAGMENT},
      {"st_tile r4, i32, x, 0, 255", AGX_ORD_COVERAGE, AGX_EFFECT | AGX_FRAGMENT | AGX_PIX_4 | AGX_PIX_8},
   };
   struct agx_instr in;

   for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
      const char *err = agx_assemble(sizes[i].text, strlen(sizes[i].text), &in, NULL);
      ck_assert_msg(!err, "%s: %s", sizes[i].text, err);
      ck_assert_msg(agx_ref_halves(&in.ref[sizes[i].ref]) == sizes[i].halves, "%s: %u", sizes[i].text, agx_ref_halves(&in.ref[sizes[i].ref]));
   }
   for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
      const char *err = agx_assemble(orders[i].text, strlen(orders[i].text), &in, NULL);
      ck_assert_msg(!err, "%s: %s", orders[i].text, err);
      ck_assert_msg(agx_order_of(&in) == orders[i].order && agx_info[in.op].flags == orders[i].flags, "%s", orders[i].text);
   }
   ck_assert(agx_takes(AGX_OP_fmadd32, AGX_C, AGX_MINIFLOAT) && !agx_takes(AGX_OP_fmadd32, AGX_C, AGX_IMM));
   ck_assert(agx_takes(AGX_OP_iadd, AGX_A, AGX_REG64) && !agx_takes(AGX_OP_imadd, AGX_A, AGX_REG64));
   ck_assert(!agx_takes(AGX_OP_st_var, AGX_A, AGX_UNIFORM32) && !agx_takes(AGX_OP_mov, AGX_B, AGX_REG32));
}
END_TEST

/* By the formula of docs/agx-encoding.md: 0.5 = 0x20, 1.0 = 0x30, 2.0 = 0x40, 4.0 = 0x50, 0.25 = 0x10, 31.0 = 0x7f,
   -0.0 = 0x80, 1/64 = 1. */
START_TEST(minifloats)
{
   static const struct {
      float f;
      uint8_t v;
   } known[] = {{0.5f, 0x20}, {1, 0x30}, {2, 0x40}, {4, 0x50}, {0.25f, 0x10}, {31, 0x7f}, {-0.0f, 0x80}, {0.015625f, 1}};

   for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
      ck_assert_uint_eq(agx_minifloat_to_f32(known[i].v), num_u(known[i].f));
      ck_assert_int_eq(agx_minifloat_from_f32(num_u(known[i].f)), known[i].v);
   }
   for (int v = 0; v < 256; v++)
      ck_assert_int_eq(agx_minifloat_from_f32(agx_minifloat_to_f32((uint8_t)v)), v);
   static const float none[] = {32, 0.1f, 1.03125f, 1e-30f, 0.0078125f, 3e38f, 0.0234375f};
   for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
      ck_assert_int_eq(agx_minifloat_from_f32(num_u(none[i])), -1);
}
END_TEST

/* Assembles lines into code. */
static size_t assemble(const char *text, uint8_t *code)
{
   size_t n = 0;

   while (*text) {
      size_t len = strcspn(text, "\n");
      struct agx_instr in;
      unsigned l;
      size_t at = 0;
      const char *err = agx_assemble(text, len, &in, &at);
      ck_assert_msg(!err, "%.*s: %s at %zu", (int)len, text, err, at);
      ck_assert(!agx_encode(&in, code + n, &l));
      n += l;
      text += len + (text[len] == '\n');
   }
   return n;
}

static struct agx_task task; /* large */

static void run(const char *text)
{
   uint8_t code[2048];
   size_t n = assemble(text, code);

   task.num = &num_model_agx;
   task.valid = UINT32_MAX;
   task.budget = 10000;
   enum exec_status st = agx_sim_run(code, n, &task);
   ck_assert_msg(st == EXEC_DONE, "status %d: %s", st, task.fault ? task.fault : "");
}

static void set32(unsigned r, unsigned lane, uint32_t v)
{
   task.reg[2 * r][lane] = (uint16_t)v;
   task.reg[2 * r + 1][lane] = (uint16_t)(v >> 16);
}

static uint32_t get32(unsigned r, unsigned lane)
{
   return task.reg[2 * r][lane] | (uint32_t)task.reg[2 * r + 1][lane] << 16;
}

START_TEST(sim_arith)
{
   memset(&task, 0, sizeof task);
   /* The same programs on applegpu's emulator gave these results. */
   run("mov_imm r1, 0x3f800000, 0b0\nmov_imm r2, 0x40000000, 0b0\nfadd32 r3, r1, r2\n"
       "mov_imm r4, 1, 0b0\nmov_imm r5, 3, 0b0\nisub r6, r4, r5\n"
       "mov_imm r7, 6, 0b0\nimadd r8, r7, 7, 1\n"
       "fadd32 r9, r4, -0.0\n" /* a denormal is flushed */
       "mov_imm r10, 0x3f800001, 0b0\nmov_imm r11, 0x3fc02ffe, 0b0\nfmadd32 r12l, r10, r11, 0.0\n"
       "mov_imm r13, 0x7fc00000, 0b0\nfadd32.sat r14, r13, -0.0\nfadd32.sat r15, r1.neg, -0.0\nfadd32.sat r16, r2, -0.0\n"
       "mov_imm r17, 32, 0b0\nbfi r18, 0, r4, r17\nbfi r19, 9, r4, 128\n"
       "mov_imm r20, 0xffffffff, 0b0\nasr r21, r20, 33\nimadd r22_r23, r20, r20, 0\nimadd r24_r25, r20.sx, r20.sx, 0\n"
       "fadd32 r26, r9, 0.0\nmov_imm r27, 0x80000000, 0b0\nfadd32 r28, r27, 0.0\nfadd32 r29, r27, -0.0\n"
       "mov r30l, 200\nmov r31, r30l\n"
       "stop");
   ck_assert_uint_eq(get32(3, 0), 0x40400000);
   ck_assert_uint_eq(get32(6, 0), 0xfffffffe);
   ck_assert_uint_eq(get32(8, 0), 43);
   ck_assert_uint_eq(get32(9, 0), 0);
   ck_assert_uint_eq(task.reg[24][0], 0x3e02);
   ck_assert_uint_eq(get32(14, 0), 0);
   ck_assert_uint_eq(get32(15, 0), 0);
   ck_assert_uint_eq(get32(16, 0), 0x3f800000);
   ck_assert_uint_eq(get32(18, 0), 0);
   ck_assert_uint_eq(get32(21, 0), 0xffffffff);
   ck_assert_uint_eq(get32(22, 0), 1);
   ck_assert_uint_eq(get32(23, 0), 0xfffffffe);
   ck_assert_uint_eq(get32(25, 0), 0);
   ck_assert_uint_eq(get32(28, 0), 0);          /* -0 + 0 = +0 */
   ck_assert_uint_eq(get32(29, 0), 0x80000000); /* -0.0 is the identity */
   ck_assert_uint_eq(get32(31, 0), 200);
}
END_TEST

/* "if tid < 4 {1} else {2}": predication by r0l, without any jump (applegpu's emulator gives 1 1 1 1 2 2 2 2). */
START_TEST(sim_if)
{
   memset(&task, 0, sizeof task);
   for (unsigned i = 0; i < EXEC_LANES; i++)
      set32(5, i, i);
   run("mov_imm r0l, 0\nif_icmp r0l, ult, r5, 4, 1\nmov r6, 1\n"
       "else_fcmp r0l, eq, 0.0, 0.0, 1\nmov r6, 2\npop_exec r0l, 1\nstop");
   for (unsigned i = 0; i < EXEC_LANES; i++)
      ck_assert_uint_eq(get32(6, i), i < 4 ? 1 : 2);
}
END_TEST

/* A loop: lane i counts to i, leaving with while_icmp. */
START_TEST(sim_loop)
{
   memset(&task, 0, sizeof task);
   for (unsigned i = 0; i < EXEC_LANES; i++)
      set32(5, i, i);
   /* body: iadd (8 bytes) and while_icmp (6), so the jump goes back 14 */
   run("mov_imm r0l, 0\nmov_imm r6, 0, 0b0\niadd r6, r6, 1\n"
       "while_icmp r0l, ult, r6, r5, 1\njmp_exec_any pc-14\npop_exec r0l, 1\nstop");
   for (unsigned i = 0; i < EXEC_LANES; i++)
      ck_assert_uint_eq(get32(6, i), i < 1 ? 1 : i);
}
END_TEST

START_TEST(sim_io)
{
   memset(&task, 0, sizeof task);
   for (unsigned i = 0; i < EXEC_LANES; i++) {
      task.cf[1][i] = num_u((float)i);
      task.cf[2][i] = num_u(0.5f);
   }
   task.uniform[16] = 0x0000;
   task.uniform[17] = 0x4000; /* u8 = 2.0 */
   run("iterproj r4_r5, cf1, cf0, center\nfmul32 r6, r4, u8\nldcf r8_r9_r10, cf1\nst_var r6, 0\nst_var_final r5, 1\nstop");
   for (unsigned i = 0; i < EXEC_LANES; i++) {
      ck_assert_uint_eq(task.uvs[0][i], num_u(2.0f * (float)i));
      ck_assert_uint_eq(task.uvs[1][i], num_u(0.5f));
      ck_assert_uint_eq(get32(10, i), num_u((float)i));
   }
   ck_assert(task.uvs_final);
}
END_TEST

/* Whole texts: comments and blank lines, and an error at its place. */
START_TEST(assemble_text)
{
   static const char good[] = "# a comment\n\n  fadd32 r4, r5, r6 ; sum\r\nstop\n", bad[] = "stop\nfadd32 r4, r5, 0.3\n";
   struct util_ctx ctx;
   struct util_buf code;

   util_ctx_init(&ctx, NULL, 0);
   util_buf_init(&code, &ctx);
   agx_assemble_text(&ctx, good, sizeof good - 1, &code);
   ck_assert_uint_eq(code.len, 8); /* 2a914ac22400 8800 */
   ck_assert(memcmp(code.data, "\x2a\x91\x4a\xc2\x24\x00\x88\x00", 8) == 0);
   ck_assert_int_eq(ctx.status, UTIL_OK);
   ctx.text = bad;
   ctx.text_len = sizeof bad - 1;
   agx_assemble_text(&ctx, bad, sizeof bad - 1, &code);
   ck_assert_int_eq(ctx.status, UTIL_REJECTED);
   ck_assert_uint_eq(ctx.diags->line, 2);
   util_ctx_finish(&ctx);
}
END_TEST

START_TEST(sim_faults)
{
   uint8_t code[64] = {0};
   uint32_t seed = 7;

   memset(&task, 0, sizeof task);
   task.num = &num_model_agx;
   task.valid = 1;
   task.budget = 100;
   ck_assert_int_eq(agx_sim_run(code, assemble("trap", code), &task), EXEC_FAULT);
   task.budget = 100;
   ck_assert_int_eq(agx_sim_run(code, assemble("jmp_exec_any pc+0", code), &task), EXEC_BUDGET);
   task.budget = 100;
   ck_assert_int_eq(agx_sim_run(code, assemble("jmp_exec_any pc-2", code), &task), EXEC_FAULT);
   for (unsigned i = 0; i < 20000; i++) {
      for (unsigned k = 0; k < sizeof code; k++)
         code[k] = (uint8_t)agx_rng(&seed);
      unsigned op = agx_rng(&seed) % AGX_NUM_OPS;
      for (unsigned k = 0; k < 8; k++)
         code[k] = (uint8_t)((code[k] & ~(agx_info[op].mask >> (8 * k))) | agx_info[op].bits >> (8 * k));
      task.budget = 100;
      agx_sim_run(code, sizeof code, &task);
   }
}
END_TEST

int main(int argc, char **argv)
{
   if (argc > 1)
      cases_path = argv[1];
   Suite *s = suite_create("agx_isa");
   TCase *t = tcase_create("all");

   tcase_set_timeout(t, 60);
   tcase_add_test(t, golden);
   tcase_add_test(t, random_words);
   tcase_add_test(t, random_instructions);
   tcase_add_test(t, facts);
   tcase_add_test(t, minifloats);
   tcase_add_test(t, sim_arith);
   tcase_add_test(t, sim_if);
   tcase_add_test(t, sim_loop);
   tcase_add_test(t, sim_io);
   tcase_add_test(t, assemble_text);
   tcase_add_test(t, sim_faults);
   suite_add_tcase(s, t);
   return suite_run(s);
}

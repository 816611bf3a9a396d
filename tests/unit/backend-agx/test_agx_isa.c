/* SPDX-License-Identifier: MIT */
/*
 * AGX2 tables: external vectors in both directions, round trips of random words, minifloats, and the simulator against
 * docs/agx-encoding.md. usage: test_agx_isa [tests/isa/agx.cases]
 */
#include "semantics/num.h"
#include "backend-agx/isa/agx.h"
#include "backend-agx/isa/agx_format.h"
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

   if (err) /* ck_assert() would write to a file each time */
      ck_abort_msg("decoded but not encodable: %s", err);
   if (len != in->len || memcmp(code, again, len))
      ck_abort_msg("%s %u: other bytes", agx_info[in->op].name, in->op);
   text->len = 0;
   agx_print(in, text);
   err = agx_assemble(text->data, text->len, &back, NULL);
   if (err)
      ck_abort_msg("%.*s: %s", (int)text->len, text->data, err);
   if (agx_encode(&back, again, &len) || len != in->len || memcmp(code, again, len))
      ck_abort_msg("%.*s: other bytes", (int)text->len, text->data);
}

#ifdef NVP4C_CHECKS /* sanitizers are slow */
#define RANDOM_WORDS 50000
#define MOST_LEGAL 500
#else
#define RANDOM_WORDS 200000
#define MOST_LEGAL 2000
#endif

/* Random bytes never crash. */
START_TEST(random_words)
{
   uint32_t seed = 1;
   unsigned decoded = 0;
   struct util_ctx ctx;
   struct util_buf text;

   util_ctx_init(&ctx, NULL, 0);
   util_buf_init(&text, &ctx);
   for (unsigned i = 0; i < RANDOM_WORDS; i++) {
      uint8_t code[AGX_MAX_LEN];
      struct agx_instr in;

      for (unsigned k = 0; k < sizeof code; k++)
         code[k] = (uint8_t)(i & 8 ? agx_rng(&seed) & agx_rng(&seed) & agx_rng(&seed) : agx_rng(&seed));
      if (i & 1) /* the bits of an existing operation, the others mostly 0 */
         agx_put_opcode(agx_rng(&seed) % AGX_NUM_OPS, code);
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

/* Every operand and number of the instruction survives encoding. Aliases decode as another operation. */
static void same_instr(const struct agx_instr *in, const struct agx_instr *back)
{
   if (in->op != back->op)
      return;
   for (unsigned k = 0; k <= AGX_F_IMM; k++)
      if (agx_field_get(in, k) != agx_field_get(back, k))
         ck_abort_msg("%s: field %u is %u, not %u", agx_info[in->op].name, k, agx_field_get(back, k), agx_field_get(in, k));
   for (unsigned k = 0; k < AGX_NUM_REFS; k++) {
      const struct agx_ref *a = &in->ref[k], *b = &back->ref[k];
      const struct agx_row *row = agx_operand_row(in->op, (enum agx_refs)k);
      if (!row || (row->kind == AGX_K_R0L && a->kind == AGX_NONE))
         continue;
      if (a->kind != b->kind || a->value != b->value || a->mods != b->mods || agx_ref_halves(a) != agx_ref_halves(b))
         ck_abort_msg("%s: operand %u", agx_info[in->op].name, k);
      if (a->hint && a->hint != (b->hint ? b->hint : AGX_PLAIN))
         ck_abort_msg("%s: hint of operand %u", agx_info[in->op].name, k);
   }
}

/* Legal instructions of each row survive encoding, decoding and text. Illegal ones are refused with a reason. */
START_TEST(random_instructions)
{
   uint32_t seed = 3;
   struct util_ctx ctx;
   struct util_buf text;

   util_ctx_init(&ctx, NULL, 0);
   util_buf_init(&text, &ctx);
   for (unsigned op = 0; op < AGX_NUM_OPS; op++) {
      unsigned legal = 0, tries = 200000, len;
      struct agx_instr in, back;
      uint8_t code[AGX_MAX_LEN];
      for (; legal < MOST_LEGAL && agx_random_legal(&seed, op, &tries, &in, code, &len); legal++) {
         const char *err = agx_decode(code, len, &back);
         ck_assert_msg(!err, "%s: %s", agx_info[op].name, err);
         ck_assert_uint_eq(back.len, len);
         same_instr(&in, &back);
         round_trip(code, &back, &text);
      }
      ck_assert_msg(legal >= 20 || agx_info[op].flags & AGX_END || legal > 0, "op %s (%u): %u legal", agx_info[op].name, op,
                    legal);
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
      {"texture_sample 0, none, xyzw, r4_r5_r6_r7, ts1, ss1, tex_2d, r8_r9, auto_lod, 0, sparse", AGX_D, 16},
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
      {"dfdx r4, r5", AGX_ORD_COVERAGE, AGX_CROSS},
      {"st_tile r4, i32, x, 0, 255", AGX_ORD_COVERAGE, AGX_EFFECT | AGX_FRAGMENT | AGX_PIX_4 | AGX_PIX_8},
   };
   struct agx_instr in;

   for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
      const char *err = agx_assemble(sizes[i].text, strlen(sizes[i].text), &in, NULL);
      ck_assert_msg(!err, "%s: %s", sizes[i].text, err);
      ck_assert_msg(agx_ref_halves(&in.ref[sizes[i].ref]) == sizes[i].halves, "%s: %u", sizes[i].text,
                    agx_ref_halves(&in.ref[sizes[i].ref]));
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

/* Whole texts: comments and blank lines, and an error with its location. */
START_TEST(assemble_text)
{
   static const char good[] = "# a comment\n\n  fadd32 r4, r5, r6 ; sum\r\nstop\n", bad[] = "stop\nfadd32 r4, r5, 0.3\n";
   struct util_ctx ctx;
   struct util_buf code;

   util_ctx_init(&ctx, NULL, 0);
   util_buf_init(&code, &ctx);
   agx_assemble_text(&ctx, good, sizeof good - 1, &code, NULL);
   ck_assert_uint_eq(code.len, 8); /* 2a914ac22400 8800 */
   ck_assert(memcmp(code.data, "\x2a\x91\x4a\xc2\x24\x00\x88\x00", 8) == 0);
   ck_assert_int_eq(ctx.status, UTIL_OK);
   ctx.text = bad;
   ctx.text_len = sizeof bad - 1;
   agx_assemble_text(&ctx, bad, sizeof bad - 1, &code, NULL);
   ck_assert_int_eq(ctx.status, UTIL_REJECTED);
   ck_assert_uint_eq(ctx.diags->line, 2);
   util_ctx_finish(&ctx);
}
END_TEST

/* A text may end anywhere; the location of each message lies within it. */
START_TEST(cut_text)
{
   static const char all[] =
       "a: jmp_exec_any b\nb:\n3:\nb:\n  .byte 0x123\n.byte 1 x\n.short 0x12345\n.byte\n iadd r0, r8.discard, 255, 1\n"
       "st_var r0, 4096\nwait 0 x\n texture_sample 0, gather_r, x, r4, ts1, ss1, tex_2d, r8_r9, auto_lod, 0\nmov_imm r0,\nfad "
       "r1\n.short 0x1";

   for (size_t len = 0; len < sizeof all; len++) {
      struct util_ctx ctx;
      struct util_buf code;

      util_ctx_init(&ctx, NULL, 0);
      util_buf_init(&code, &ctx);
      ctx.text = all;
      ctx.text_len = len;
      agx_assemble_text(&ctx, all, len, &code, NULL);
      for (const struct util_diag *d = ctx.diags; d; d = d->next)
         ck_assert_msg(d->span.off <= len && d->span.len <= len - d->span.off, "%zu characters: %s", len, d->message);
      util_ctx_finish(&ctx);
   }
}
END_TEST

/* Elements of vertex attributes, named like the driver's formats: bits of one component, and of all of a packed one. */
START_TEST(fetch_sizes)
{
   static const struct {
      enum agx_fetch_format format;
      unsigned bits;
      bool packed, integer;
   } rows[] = {
      {AGX_FETCH_F32, 32, false, false},    {AGX_FETCH_F16, 16, false, false},    {AGX_FETCH_U8NORM, 8, false, false},
      {AGX_FETCH_S8NORM, 8, false, false},  {AGX_FETCH_U16NORM, 16, false, false}, {AGX_FETCH_S16NORM, 16, false, false},
      {AGX_FETCH_U8, 8, false, true},       {AGX_FETCH_S8, 8, false, true},       {AGX_FETCH_U16, 16, false, true},
      {AGX_FETCH_S16, 16, false, true},     {AGX_FETCH_I32, 32, false, true},     {AGX_FETCH_U8F, 8, false, false},
      {AGX_FETCH_S8F, 8, false, false},     {AGX_FETCH_U16F, 16, false, false},   {AGX_FETCH_S16F, 16, false, false},
      {AGX_FETCH_U32F, 32, false, false},   {AGX_FETCH_S32F, 32, false, false},   {AGX_FETCH_FIXED, 32, false, false},
      {AGX_FETCH_RGB10A2NORM, 32, true, false},
   };
   ck_assert_uint_eq(sizeof rows / sizeof *rows, AGX_NUM_FETCHES);
   for (unsigned k = 0; k < AGX_NUM_FETCHES; k++) {
      ck_assert_uint_eq(8 * agx_fetch_bytes(rows[k].format), rows[k].bits);
      ck_assert_int_eq(agx_fetch_is_packed(rows[k].format), rows[k].packed);
      ck_assert_int_eq(agx_fetch_is_integer(rows[k].format), rows[k].integer);
      for (unsigned n = 1; n <= 4; n++) {
         const struct agx_fetch f = {.format = (uint8_t)rows[k].format, .components = (uint8_t)n};
         ck_assert_uint_eq(8 * agx_fetch_stride(&f), rows[k].packed ? rows[k].bits : n * rows[k].bits);
      }
   }
}
END_TEST

/* Bit 3 of a condition inverts it. The name of the inverse is "n" and the name, but u and s orders are named by their opposite.
 */
START_TEST(conditions)
{
   static const char *const opposite[][2] = {{"ult", "ugte"}, {"ugt", "ulte"}, {"slt", "sgte"}, {"sgt", "slte"}};
   unsigned num = 0;

   for (unsigned style = AGX_S_ICC; style <= AGX_S_FCC; style++)
      for (uint32_t v = 0; v < 8; v++) {
         const char *name = agx_value_name((enum agx_style)style, v), *inverse = agx_value_name((enum agx_style)style, v ^ 8);
         char want[8];
         ck_assert_msg(!name == !inverse, "condition %u", v);
         if (!name)
            continue;
         snprintf(want, sizeof want, "n%s", name);
         for (unsigned k = 0; k < sizeof opposite / sizeof *opposite; k++)
            if (!strcmp(name, opposite[k][0]))
               snprintf(want, sizeof want, "%s", opposite[k][1]);
         ck_assert_str_eq(inverse, want);
         num++;
      }
   ck_assert_uint_eq(num, 6 + 7);
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
   tcase_add_test(t, assemble_text);
   tcase_add_test(t, cut_text);
   tcase_add_test(t, fetch_sizes);
   tcase_add_test(t, conditions);
   suite_add_tcase(s, t);
   return suite_run(s);
}

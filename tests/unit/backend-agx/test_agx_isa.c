/* SPDX-License-Identifier: MIT */
/*
 * AGX2 tables: external vectors in both directions, round trips of random words, minifloats, the simulator on
 * docs/agx-encoding.md. usage: test_agx_isa [tests/isa/agx.cases]
 */
#include "model/num.h"
#include "backend-agx/isa/agx.h"
#include "backend-agx/text/agx_text.h"
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

static uint32_t rng(uint32_t *s)
{
   *s ^= *s << 13;
   *s ^= *s >> 17;
   *s ^= *s << 5;
   return *s;
}

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
         code[k] = (uint8_t)(i & 8 ? rng(&seed) & rng(&seed) & rng(&seed) : rng(&seed));
      if (i & 1) { /* the bits of an existing operation, the others mostly 0 */
         unsigned op = rng(&seed) % AGX_NUM_OPS;
         for (unsigned k = 0; k < 8; k++) {
            const uint8_t mask = (uint8_t)(agx_info[op].mask >> (8 * k)), bits = (uint8_t)(agx_info[op].bits >> (8 * k));
            code[k] = (uint8_t)((code[k] & ~mask) | bits);
         }
      }
      size_t have = 1 + rng(&seed) % sizeof code;
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

static uint32_t random_number(uint32_t *seed, const struct agx_row *row)
{
   unsigned width = 0;
   for (unsigned i = 0; i < AGX_PIECES; i++)
      width += row->p[i].width;
   const uint32_t v = rng(seed), range = width < 32 ? (1u << width) - 1 : UINT32_MAX;
   return row->style == AGX_S_SDEC ? (uint32_t)(int16_t)v : v & range;
}

static void random_ref(uint32_t *seed, const struct agx_row *row, struct agx_instr *in)
{
   struct agx_ref *r = &in->ref[row->name];
   const bool alu = row->kind >= AGX_K_DST && row->kind <= AGX_K_SRCX;
   uint32_t v = rng(seed) >> rng(seed) % 32;

   do {
      r->kind = (uint8_t)(rng(seed) % AGX_VIRT16);
   } while (!(agx_kind_info[row->kind].takes >> r->kind & 1));
   switch (r->kind) {
   case AGX_NONE: v = 0; break;
   case AGX_REG16: v &= row->kind == AGX_K_R0L ? 0 : 255; break;
   case AGX_REG32: v &= 254; break;
   case AGX_REG64: v &= 252; break;
   case AGX_UNIFORM16: v &= 511; break;
   case AGX_UNIFORM32: v &= 510; break;
   case AGX_UNIFORM64: v &= row->kind == AGX_K_BASE ? 254 : 124; break;
   case AGX_IMM: v &= row->kind == AGX_K_INDEX || row->kind == AGX_K_LINDEX ? 0xffff : row->kind == AGX_K_OFFSET ? 0x7fffffff : row->kind == AGX_K_LBASE || row->kind == AGX_K_LOD ? 0 : 255; break;
   default: v &= 255; break;
   }
   r->value = v;
   if (row->kind == AGX_K_VEC || row->kind == AGX_K_VEC3)
      r->count = (uint8_t)((1 + rng(seed) % 4) * (row->kind == AGX_K_VEC3 ? 3 : 1));
   else if (row->kind == AGX_K_ZS)
      r->count = (uint8_t)(1 + (r->kind == AGX_REG32 && rng(seed) & 1));
   else
      r->count = (uint8_t)agx_operand_count(in, (enum agx_refs)row->name);
   if (r->kind != AGX_IMM && r->kind != AGX_MINIFLOAT && row[1].kind == AGX_K_MODF)
      r->mods = rng(seed) & 3;
   if (r->kind != AGX_IMM && row[1].kind == AGX_K_MODSX)
      r->mods = rng(seed) & 1 ? AGX_SX : 0;
   if (alu && r->kind >= AGX_REG16 && r->kind <= AGX_REG64 && rng(seed) & 1)
      r->hint = (uint8_t)(1 + rng(seed) % 3);
}

/* A random instruction of this operation; it need not be legal. */
static struct agx_instr random_instr(uint32_t *seed, unsigned op)
{
   static const uint8_t lod[] = {AGX_LOD_AUTO, AGX_LOD_GRAD, AGX_LOD_BIAS, AGX_LOD_LEVEL, AGX_LOD_GRAD_MIN, AGX_LOD_BIAS_MIN};
   struct agx_instr in = {.op = (uint16_t)op};

   for (const struct agx_row *row = &agx_rows[agx_info[op].row]; row->kind != AGX_K_END; row++) {
      if (row->kind == AGX_K_NUM)
         in.f[row->name] = random_number(seed, row);
      else if (row->kind == AGX_K_LOD)
         in.f[AGX_F_LOD] = lod[rng(seed) % 6];
      else if (row->kind == AGX_K_SAMPLE)
         in.f[AGX_F_INTERP] = rng(seed) & 3;
   }
   for (const struct agx_row *row = &agx_rows[agx_info[op].row]; row->kind != AGX_K_END; row++)
      if (agx_operand_row(op, (enum agx_refs)row->name) == row)
         random_ref(seed, row, &in);
   return in;
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
         const struct agx_instr in = random_instr(&seed, op);
         struct agx_instr back;
         uint8_t code[AGX_MAX_LEN];
         unsigned len;
         if (agx_encode(&in, code, &len))
            continue;
         legal++;
         const char *err = agx_decode(code, len, &back);
         ck_assert_msg(!err, "%s: %s", agx_info[op].name, err);
         ck_assert_uint_eq(back.len, len);
         round_trip(code, &back, &text);
      }
      ck_assert_msg(legal >= 20 || agx_info[op].flags & AGX_END || legal > 0, "op %s (%u): %u legal", agx_info[op].name, op, legal);
   }
   util_ctx_finish(&ctx);
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
   tcase_add_test(t, minifloats);
   tcase_add_test(t, assemble_text);
   suite_add_tcase(s, t);
   return suite_run(s);
}

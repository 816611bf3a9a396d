/* SPDX-License-Identifier: MIT */
/*
 * The USC encodings: the external vectors of tests/isa/usc.cases (bytes that other compilers made) in both directions,
 * tests/isa/usc.reject; random groups and random bytes; whole-program layout. usage: test_usc_isa [directory of the .cases
 * file]
 */
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/sim/usc_sim_priv.h"
#include "backend-usc/text/usc_text.h"
#include "tests/unit/common/suite.h"
#include "tests/unit/backend-usc/usc_cover.h"
#include "tests/unit/backend-usc/usc_random.h"
#include "util/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *dir = "tests/isa";
static struct util_ctx ctx;

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
}
static void teardown(void)
{
   util_ctx_finish(&ctx);
}

static uint32_t seed = 1;
static uint32_t rnd(void)
{
   return usc_random(&seed);
}

static FILE *open_file(const char *name)
{
   char path[512];
   snprintf(path, sizeof path, "%s/%s", dir, name);
   FILE *f = fopen(path, "r");
   ck_assert_msg(f != NULL, "cannot open %s", path);
   return f;
}

START_TEST(cases)
{
   FILE *f = open_file("usc.cases");
   char line[1024];
   unsigned n = 0, vendor = 0, lineno = 0;
   bool from_vendor = false, seen[USC_NUM_OPS] = {false};
   while (fgets(line, sizeof line, f)) {
      lineno++;
      line[strcspn(line, "\n")] = 0;
      if (line[0] == '#')
         from_vendor = strstr(line, "the vendor") != NULL;
      if (line[0] == '#' || !line[0])
         continue;
      uint8_t bytes[64], out[32];
      unsigned len = 0;
      char *p = line, *text = strstr(line, "    ");
      ck_assert_msg(text != NULL, "line %u: no text", lineno);
      while (p < text && len < sizeof bytes) {
         bytes[len++] = (uint8_t)strtoul(p, &p, 16);
         while (*p == ' ' && p < text)
            p++;
      }
      text += 4;
      struct usc_group g, g2;
      struct usc_found found, found2;
      const char *err = NULL;
      size_t where = 0;
      ck_assert_msg(usc_decode(bytes, len, &g, &found, &err) == len, "line %u: decoder: %s", lineno, err ? err : "length");
      ck_assert_msg(usc_check(&g) == USC_V_OK, "line %u: not legal: %s", lineno, usc_violation_text(usc_check(&g)));
      ck_assert_msg(usc_encode(&g, &found, out, NULL) == len && memcmp(out, bytes, len) == 0, "line %u: encoder", lineno);
      struct util_buf b;
      util_buf_init(&b, &ctx);
      usc_print_exact(&ctx, &b, &g, &found, " ; ");
      ck_assert_str_eq(b.data, text);
      err = usc_assemble_group(&ctx, text, strlen(text), &g2, &found2, &where);
      ck_assert_msg(!err, "line %u: assembler: %s at %zu", lineno, err, where);
      ck_assert_msg(usc_encode(&g2, &found2, out, NULL) == len && memcmp(out, bytes, len) == 0, "line %u: assembled bytes",
                    lineno);
      n++;
      vendor += from_vendor;
      for (unsigned s = 0; s < USC_GROUP_UNITS; s++)
         seen[g.op[s]] |= from_vendor;
   }
   fclose(f);
   /* Exactly the operations in those groups have the provenance "observed in code of the vendor's compiler". */
   for (unsigned op = 1; op < USC_NUM_OPS; op++)
      ck_assert_msg(seen[op] == (usc_op_info[op].provenance == USC_PROVENANCE_V), "%s (op %u): %s", usc_op_info[op].name, op,
                    seen[op] ? "the vendor uses it" : "the vendor is not seen to use it");
   printf("usc.cases: %u groups, %u of them from the vendor's compiler\n", n, vendor);
   ck_assert_uint_ge(n, 100);
   ck_assert_uint_ge(vendor, 60);
}
END_TEST

START_TEST(rejects)
{
   FILE *f = open_file("usc.reject");
   char line[1024], rule[1024] = "";
   unsigned lineno = 0;
   while (fgets(line, sizeof line, f)) {
      lineno++;
      line[strcspn(line, "\n")] = 0;
      if (line[0] == '#')
         memcpy(rule, line, sizeof rule);
      if (line[0] == '#' || !line[0])
         continue;
      struct usc_group g;
      struct usc_found found;
      const char *err = NULL;
      err = usc_assemble_group(&ctx, line, strlen(line), &g, &found, NULL);
      ck_assert_msg(err != NULL, "line %u accepted: %s", lineno, line);
      ck_assert(err != NULL);
      for (unsigned r = 1; r < USC_NUM_VIOLATIONS; r++) {
         const char *name = usc_violation_name((enum usc_violation)r);
         const size_t k = strlen(name);
         if (strncmp(rule + 2, name, k) == 0 && rule[2 + k] == ':')
            ck_assert_msg(strcmp(err, usc_violation_text((enum usc_violation)r)) == 0, "line %u: %s: %s", lineno, line, err);
      }
   }
   fclose(f);
}
END_TEST

/* ---- random groups ------------------------------------------------------------------------------------------------------- */

/* Runs a legal group on random registers: it may fault, but has no undefined behaviour. */
static void exercise(struct usc_wave *t, const uint8_t *bytes, unsigned n)
{
   t->fault = NULL;
   t->flow.pc = 0;
   t->budget = 1;
   t->valid = rnd();
   t->pe = t->valid & rnd();
   t->p0 = rnd();
   t->helper = t->killed = 0;
   for (unsigned k = 0; k < 16; k++)
      t->reg.r[rnd() % USC_NUM_TEMPS][rnd() % EXEC_LANES] = rnd() & 1 ? rnd() : rnd() & 63;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      t->reg.idx[0][l] = t->reg.idx[1][l] = rnd() % 4 ? 0 : rnd();
   const struct util_arena mark = ctx.arena;
   usc_sim_step(usc_sim_decode(&ctx, bytes, n), t);
   util_arena_release(&ctx, &mark);
   usc_sim_wait(t, 0);
   usc_sim_wait(t, 1);
}

static void exercise_group(struct usc_wave *t, const struct usc_group *g)
{
   struct usc_group copy = *g;
   const struct usc_prog p = {.g = &copy, .n = 1, .cap = 1};
   t->fault = NULL;
   t->flow.pc = 0;
   t->budget = 1;
   t->valid = rnd();
   t->pe = t->valid & rnd();
   t->flow.has_bp = rnd() & 1;
   const struct util_arena mark = ctx.arena;
   usc_sim_step(usc_sim_decode_groups(&ctx, &p), t);
   util_arena_release(&ctx, &mark);
   usc_sim_wait(t, 0);
   usc_sim_wait(t, 1);
}

START_TEST(random_groups)
{
   struct usc_wave *wave = malloc(sizeof *wave);
   usc_wave_init(wave, &num_model_usc_rtz, 0, 0);
   struct usc_cover *cover = calloc(1, sizeof *cover);
   unsigned legal = 0, text_only = 0, tried = 0, points;
   seed = 12345;
   while (legal < 100000 && tried < 20000000) {
      struct usc_group g = usc_random_group(&seed);
      uint8_t bytes[32];
      unsigned n;
      tried++;
      const enum usc_violation r = usc_check(&g);
      if (r && r != USC_V_NO_ENCODING)
         continue;
      legal++;
      text_only += r != USC_V_OK;
      const char *wrong = usc_random_check(&ctx, &seed, &g, r || legal % 8 == 0, bytes, &n);
      if (wrong) {
         struct util_buf b;
         util_buf_init(&b, &ctx);
         usc_print(&b, &g, NULL, USC_EXPLICIT, " ; ");
         ck_abort_msg("%s: %s", b.data, wrong);
      }
      usc_cover_add(cover, &g, bytes, n);
      if (n)
         exercise(wave, bytes, n);
      else
         exercise_group(wave, &g);
   }
   free(wave);
   struct util_buf holes;
   util_buf_init(&holes, &ctx);
   const unsigned never = usc_cover_holes(cover, &holes, &points);
   free(cover);
   printf(
       "random groups: %u legal of %u, %u without an encoding; %u rows, fields and forms of the tables, %u never generated\n",
       legal, tried, text_only, points, never);
   ck_assert_uint_eq(legal, 100000);
   ck_assert_msg(!never, "never generated:\n%s", holes.data);
}
END_TEST

START_TEST(random_bytes)
{
   seed = 99;
   unsigned accepted = 0;
   for (unsigned i = 0; i < 100000; i++) {
      bool hit;
      const char *wrong = usc_random_bytes_check(&ctx, &seed, &hit);
      ck_assert_msg(!wrong, "%s", wrong);
      accepted += hit;
   }
   printf("random bytes: %u groups accepted\n", accepted);
}
END_TEST

START_TEST(random_text)
{
   /* the assembler refuses nonsense and never reads outside of the text */
   static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz0123456789 ,;:.()[]@+-_#\nr0 r1 ft0 mbyp ";
   seed = 7;
   for (unsigned i = 0; i < 20000; i++) {
      const size_t n = rnd() % 60;
      char *text = malloc(n + 1);
      for (size_t k = 0; k < n; k++)
         text[k] = alphabet[rnd() % (sizeof alphabet - 1)];
      struct usc_prog p = {0};
      usc_assemble(&ctx, text, n, &p);
      free(text);
   }
}
END_TEST

/* The virtual form of a group is as legal as the physical one. */
START_TEST(virtual_check)
{
   struct usc_group g = usc_g_alu(USC_OP_FMAD, usc_v(100000), usc_v(1), usc_v(2), usc_v(3));
   ck_assert_int_eq(usc_check(&g), USC_V_OK);
   g.src[1] = usc_sh(1);
   ck_assert_int_eq(usc_check(&g), USC_V_SLOT_BANK);
   uint8_t out[32];
   enum usc_violation violation;
   g = usc_g_alu(USC_OP_FADD, usc_v(1), usc_v(1), usc_v(2), usc_none());
   ck_assert_uint_eq(usc_encode(&g, NULL, out, &violation), 0);
   ck_assert_int_eq(violation, USC_V_VIRTUAL);
}
END_TEST

/* Every recipe is legal, with uniforms and special registers where the machine allows them. It equals the external vector of
   the same group if there is one. */
START_TEST(recipes)
{
   const struct usc_opd r0 = usc_r(0), r1 = usc_r(1), r2 = usc_r(2), r3 = usc_r(3), none = usc_none();
   const struct usc_group list[] = {
       usc_g_alu(USC_OP_FADD, r0, r1, r2, none),
       usc_g_alu(USC_OP_FMAD, r0, r1, usc_neg(r2), usc_abs(r3)),
       usc_g_alu(USC_OP_FRCP, r0, usc_abs(usc_sh(4)), none, none),
       usc_g_mov(r0, usc_sr(97)),
       usc_g_mov(r0, usc_sh(255)),
       usc_g_mov(r0, usc_at(USC_SHARED, 1, 255)),
       usc_g_mov(usc_idx(0), r1),
       usc_g_smadd64(r0, r1, usc_r(4), usc_r(5), usc_sh(1), usc_sh(2)),
       usc_g_iadd(r0, r1, usc_neg(r2)),
       usc_g_imul(r0, r1, r2),
       usc_g_pck(USC_FMT_U8888, true, false, usc_o(0), r1),
       usc_g_pck(USC_FMT_CONST1, false, false, r0, none),
       usc_g_unpck(USC_FMT_F16F16, false, 1, r0, r1),
       usc_g_pick(USC_TST_L, USC_T_F32, r0, usc_sh(1), usc_sh(2)),
       usc_g_cmp_float(USC_TST_GE, USC_T_F32, r0, r1, r2),
       usc_g_cmp_bool(USC_TST_E, USC_T_S32, r0, r1, r2),
       usc_g_tst(USC_TST_NE, USC_T_U32, r1, r2),
       usc_g_tst(USC_TST_Z, USC_T_U32, r1, none),
       usc_g_sel(USC_TST_Z, USC_T_U32, r0, r1, usc_sh(2), usc_sh(3)),
       usc_g_sel_p0(r0, usc_sh(1), r2),
       usc_g_red(false, false, r0, r1, none),
       usc_g_red(false, true, r0, r1, r0),
       usc_g_alu(USC_OP_FSINC, r0, r1, none, none),
       usc_g_sinc_mul(r0, r1, r2),
       usc_g_movi32(r0, 0x1234),
       usc_g_movi32(r0, 0x12345678),
       usc_g_logic(USC_OP_XOR, r0, usc_sh(1), usc_sh(2)),
       usc_g_shift(USC_OP_SHR, r0, r1, r2),
       usc_g_shift(USC_OP_ASR_TWB, r0, usc_sh(1), r2),
       usc_g_count(USC_OP_FTB, r0, usc_sh(1)),
       usc_g_rev(r0, r1),
       usc_g_bfe(true, r0, usc_sh(1), r2, r3),
       usc_g_bfi(r0, usc_sh(1), usc_sh(2), r2, r3),
       usc_g_uvsw(3, usc_vi(1)),
       usc_g_uvsw(3, usc_sr(51)),
       usc_g_uvsw_op(USC_OP_UVSW_EMIT_ENDTASK),
       usc_g_fitr(0, r0, usc_cf(4), 16, 0),
       usc_g_fitrp(1, r0, usc_cf(4), usc_cf(0), 4, 2),
       usc_g_smp(0, r0, usc_sh(4), r1, usc_sh(12), 2),
       usc_g_ld(0, usc_r(8), usc_r(2), 16),
       usc_g_ld(0, usc_r(8), usc_sh(2), 4),
       usc_g_st(0, usc_r(8), usc_sh(2), 4),
       usc_g_st(0, usc_sh(8), r1, 1),
       usc_g_atst(false, usc_c(0), usc_c(0), usc_c(7)),
       usc_g_atst(true, r0, r1, usc_c(3)),
       usc_g_depthf(r0),
       usc_g_savmsk(0, r0),
       usc_g_cnd(USC_OP_CNDST, USC_PCND_NOTP0, usc_i(0), usc_i(0), 1),
       usc_g_cndsm(USC_PCND_ALWAYS, r0, r0, usc_c(2)),
       usc_g_br(USC_CC_PE, USC_BPRED_ALLINST, 7),
       usc_g_wdf(1),
       usc_g_nop(true),
   };
   for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
      const enum usc_violation r = usc_check(&list[i]);
      ck_assert_msg(r == USC_V_OK, "recipe %u: %s", i, usc_violation_text(r));
   }
}
END_TEST

START_TEST(recipe_bytes)
{
   const struct usc_opd r0 = usc_r(0), r1 = usc_r(1), r2 = usc_r(2), none = usc_none();
   /* usc.cases: vendor, "cndst 3, i0, i0, 1"; PCO 25.0.7, fmul; the document's table 27 */
   static const struct {
      uint8_t n, bytes[16];
   } want[] = {
       {8, {0x44, 0x82, 0x67, 0x38, 0x24, 0x00, 0x24, 0xff}},
       {10, {0x25, 0x02, 0x00, 0x80, 0xc2, 0x18, 0x00, 0x00, 0x40, 0xff}},
       {10, {0x45, 0x12, 0x9c, 0x47, 0x80, 0x08, 0x00, 0x00, 0x2c, 0x24}},
       {12, {0x56, 0x52, 0xc0, 0xf0, 0x11, 0x87, 0x87, 0x41, 0x42, 0x10, 0x40, 0xff}},
       {10, {0x55, 0x20, 0xf1, 0x84, 0x02, 0x00, 0x82, 0xc0, 0x18, 0x00}},
   };
   const struct usc_group made[] = {
       usc_g_cnd(USC_OP_CNDST, USC_PCND_NOTP0, usc_i(0), usc_i(0), 1),
       usc_g_alu(USC_OP_FADD, r0, usc_vi(0), usc_vi(2), none),
       usc_g_pck(USC_FMT_S32, false, true, usc_i(0), usc_sh(0)),
       usc_g_pick(USC_TST_L, USC_T_F32, r0, r1, r2),
       usc_g_ld(0, usc_vi(2), usc_vi(0), 1),
   };
   for (unsigned i = 0; i < sizeof made / sizeof *made; i++) {
      uint8_t out[32];
      const unsigned n = usc_encode(&made[i], NULL, out, NULL);
      ck_assert_uint_eq(n, want[i].n);
      ck_assert_msg(memcmp(out, want[i].bytes, n) == 0, "recipe %u: bytes", i);
   }
}
END_TEST

/* The tail of a vertex program of the public compiler (PCO 26.2): padding and alignment are the same. */
START_TEST(layout)
{
   static const char text[] = "0 : .rpt4.src(r0 | c0 | is0=s0).form(3)\n uvsw.write w0, 0;\n mov w0, r0;\n"
                              "1 : .rpt4.src(vi4 | c0 | is0=s0).form(3)\n uvsw.write w0, 4;\n mov w0, vi4;\n"
                              "2 : .end.src(c64 | c0 | is0=s0).form(3)\n uvsw.write.emit.endtask w0, 8;\n mov w0, c64;\n";
   static const uint8_t want[] = {0x55, 0xa0, 0x06, 0x08, 0x00, 0xc0, 0x00, 0x00, 0x00, 0x30, 0x57, 0xa0, 0x06, 0x08,
                                  0x04, 0x84, 0x04, 0x00, 0x00, 0x30, 0xf2, 0xff, 0xff, 0xff, 0x58, 0xa0, 0x80, 0x0e,
                                  0x08, 0x80, 0x01, 0x00, 0x00, 0x30, 0xf3, 0xff, 0xff, 0xff, 0xff, 0xff};
   struct usc_prog p = {0};
   struct util_buf out;
   uint32_t bad = 0, *off = NULL;
   ctx.text = text;
   ctx.text_len = sizeof text - 1;
   ck_assert(usc_assemble(&ctx, text, sizeof text - 1, &p));
   util_buf_init(&out, &ctx);
   ck_assert_int_eq(usc_layout(&ctx, &p, &out, &off, &bad), USC_V_OK);
   ck_assert_uint_eq(out.len, sizeof want);
   ck_assert(memcmp(out.data, want, sizeof want) == 0);
   ck_assert_uint_eq(off[2], 24);

   /* decode it, print the listing, and assemble that to the same bytes */
   struct usc_prog q = {0}, r = {0};
   const char *err;
   size_t where;
   ck_assert(usc_decode_prog(&ctx, want, sizeof want, &q, &err, &where));
   struct util_buf list, again;
   util_buf_init(&list, &ctx);
   usc_print_prog(&ctx, &list, &q);
   ck_assert_msg(usc_assemble(&ctx, list.data, list.len, &r), "%s", list.data);
   util_buf_init(&again, &ctx);
   ck_assert_int_eq(usc_layout(&ctx, &r, &again, NULL, &bad), USC_V_OK);
   ck_assert_msg(again.len == out.len && memcmp(again.data, out.data, out.len) == 0, "%s", list.data);
}
END_TEST

START_TEST(branches)
{
   static const char text[] = "0 : wdf drc0\nloop:\n1 : mbyp ft0, r1\n mov r0, ft0;\n2 : if (p0)\n br @loop\n3 : br @5\n"
                              "4 : mbyp ft0, r2\n mov r0, ft0;\n5 : br.allinst @6\n";
   struct usc_prog p = {0};
   struct util_buf out;
   uint32_t bad = 0, *off = NULL;
   ctx.text = text;
   ctx.text_len = sizeof text - 1;
   ck_assert_msg(usc_assemble(&ctx, text, sizeof text - 1, &p), "%s", ctx.diags ? ctx.diags->message : "?");
   ck_assert_uint_eq(p.n, 6);
   util_buf_init(&out, &ctx);
   ck_assert_int_eq(usc_layout(&ctx, &p, &out, &off, &bad), USC_V_OK);
   ck_assert_uint_eq(p.n, 7); /* a nop.end to branch to */
   /* 4 bytes wdf, 8 bytes mov, 8 bytes each branch: 2 is at 12, its target at 4 */
   ck_assert_int_eq(p.g[2].target, -8);
   ck_assert_int_eq(p.g[3].target, 16);
   ck_assert_int_eq(p.g[5].target, (int32_t)(off[6] - off[5]));
   ck_assert_uint_eq(off[6] % 8, 0);
   ck_assert_uint_eq(out.len % 8, 0);
}
END_TEST

START_TEST(tables)
{
   for (unsigned op = 1; op < USC_NUM_OPS; op++) {
      for (const char *w = usc_op_info[op].operands; *w; w += usc_word_len(w), w += *w != 0)
         ck_assert_msg(usc_operand[(unsigned char)*w].style, "%s: no row for the operand %s", usc_op_info[op].name, w);
      /* no two rows of an operation have the same bit */
      uint8_t seen[64] = {0};
      for (const struct usc_row *r = usc_op_info[op].rows; r->row; r++) {
         if (r->row == USC_ROW_CTRLOP || r->row == USC_ROW_TEXT)
            continue;
         if (r->row == USC_ROW_PART && (usc_op_info[op].flags & USC_F_SHORT) && r->pos == 4 && seen[4])
            continue; /* two parts, one flag */
         const unsigned width = r->row == USC_ROW_PART ? 1 : r->width;
         for (unsigned b = r->pos; b < (unsigned)r->pos + width; b++)
            ck_assert_msg(b < sizeof seen && !seen[b]++, "%s: bit %u twice", usc_op_info[op].name, b);
      }
   }
   uint32_t bits;
   ck_assert_int_eq(usc_find_constant(0x3f800000), USC_C_ONE);
   ck_assert_int_eq(usc_find_constant(0x3f000000), USC_C_HALF);
   ck_assert_int_eq(usc_find_constant(0x3f490fdb), 93); /* pi/4, ISR appendix */
   ck_assert_int_eq(usc_find_constant(0x12345678), -1);
   ck_assert(usc_constant_bits(88, &bits) && bits == 0x38800000); /* 2^-14 */
   ck_assert(!usc_constant_bits(32, &bits));
}
END_TEST

/* Facts of the rarer groups that the scheduler uses: targets of requests, registers that are read, predicates. */
START_TEST(facts)
{
   struct usc_group g;
   struct usc_found f;
   struct usc_opd first;
   unsigned n, drc;
#define GROUP(text) ck_assert_msg(!usc_assemble_group(&ctx, text, sizeof text - 1, &g, &f, NULL), "%s", text)
   GROUP("itrsmp2d.pixel r12, 1, drc1, cf4, sh4, sh0, 4, cf0");
   ck_assert(usc_group_is_drc(&g, &drc) && drc == 1 && usc_group_async_dest(&g, &first, &n));
   ck_assert(usc_same_reg(first, usc_r(12)) && n == 4);
   GROUP("itrsmp2d.pixel.f16 r12, 1, drc1, cf4, sh4, sh0, 3, cf0"); /* two halves a register */
   ck_assert(usc_group_async_dest(&g, &first, &n) && n == 2);
   GROUP("ditr.pixel.f16 r5, drc0, cf4, 5, 0, cf0");
   ck_assert(usc_group_async_dest(&g, &first, &n) && n == 3);
   GROUP("umad8 ft0, r1.e0, r2.e0, r3.e0 ; mov r0, ft0");
   ck_assert_uint_eq(usc_group_reads(&g), 7);
   GROUP("uadd8 ft0, r1.e0, r2.e0 ; mov r0, ft0");
   ck_assert_uint_eq(usc_group_reads(&g), 3);
   GROUP("movmsk.icm");
   ck_assert_uint_eq(usc_group_reads(&g), 0);
   GROUP("movmsk.icm r4");
   ck_assert_uint_eq(usc_group_reads(&g), 1);
   GROUP("phas r4, r5");
   ck_assert_uint_eq(usc_group_reads(&g), 1u << g.sel_a | 1u << g.sel_b);
   GROUP("uvsw.write.emit.endtask w0, r4 ; mov w0, r5");
   ck_assert(usc_group_reads_fte(&g) && usc_group_reads_w(&g, 0) && usc_group_has_effect(&g));
   ck_assert_uint_eq(__builtin_popcount(usc_group_reads(&g)), 2);
   GROUP("f16sop r0.joutj, r1.koutk, _, r2, 0, add, r3, z, r4, r2, add, r4, 0, _"); /* z looks at S0 and S1 */
   ck_assert_uint_eq(usc_group_reads(&g), 7);
   GROUP("gta r0, r1, p0, r2, r4, r8, r9, r10");
   ck_assert(usc_group_writes_p0(&g) && usc_group_reads(&g) == 0x3b && usc_group_src_count(&g, 0) == 4);
   GROUP("mbyp ft0, r4 ; fsinc r0, p0, r1 ; mov r5, ft0"); /* in P1 */
   ck_assert(usc_group_writes_p0(&g) && usc_group_reads(&g) == 9);
   GROUP("(ignorepe) bpret");
   ck_assert(usc_group_has_effect(&g) && !usc_group_writes_pe(&g));
#undef GROUP
}
END_TEST

int main(int argc, char **argv)
{
   if (argc > 1)
      dir = argv[1];
   Suite *s = suite_create("usc-isa");
   TCase *t = tcase_create("all");
   tcase_add_checked_fixture(t, setup, teardown);
   tcase_set_timeout(t, 120);
   tcase_add_test(t, tables);
   tcase_add_test(t, cases);
   tcase_add_test(t, rejects);
   tcase_add_test(t, random_groups);
   tcase_add_test(t, random_bytes);
   tcase_add_test(t, random_text);
   tcase_add_test(t, virtual_check);
   tcase_add_test(t, facts);
   tcase_add_test(t, recipes);
   tcase_add_test(t, recipe_bytes);
   tcase_add_test(t, layout);
   tcase_add_test(t, branches);
   suite_add_tcase(s, t);
   return suite_run(s);
}

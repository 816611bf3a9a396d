/* SPDX-License-Identifier: MIT */
/* Tests the IR: op table, interpreter, divergence, control flow, copies. Expected values are computed by hand from ir.h,
   ops.def and docs/semantics-nv.md. */
#include <stdio.h>

#include "ir/build.h"
#include "ir/cfg.h"
#include "ir/divergence.h"
#include "ir/interp.h"
#include "ir/match.h"
#include "ir/text.h"
#include "ir/uses.h"
#include "tests/unit/common/irgen.h"
#include "tests/unit/common/irtext.h"
#include "tests/unit/common/suite.h"

/* ---- table */

START_TEST(test_table)
{
   static const struct {
      enum ir_op op;
      unsigned dst, min, max, attrs;
      bool eval;
   } want[] = {
       {IR_mov, 1, 1, 1, 0, true},           {IR_const, 1, 0, 0, 1, false},        {IR_undef, 1, 0, 0, 0, true},
       {IR_phi, 1, 0, IR_ANY_SRC, 0, false}, {IR_sel, 1, 3, 3, 0, true},           {IR_fmad, 1, 3, 3, 0, true},
       {IR_load_input, 1, 0, 1, 3, false},   {IR_load_param, 1, 0, 1, 4, false},   {IR_array_load, 1, 0, 1, 2, false},
       {IR_array_store, 0, 1, 2, 2, false},  {IR_tex, 4, 0, IR_ANY_SRC, 4, false}, {IR_kill, 0, 1, 1, 0, false},
       {IR_emit, 0, 0, 0, 1, false},         {IR_unpack2h, 1, 1, 1, 1, false},
   };

   for (unsigned k = 0; k < sizeof want / sizeof want[0]; k++) {
      const struct ir_op_info *i = &ir_op_info[want[k].op];
      ck_assert_msg(i->num_dst == want[k].dst && i->min_src == want[k].min && i->max_src == want[k].max &&
                        i->num_attrs == want[k].attrs && i->has_eval == want[k].eval,
                    "%s", i->name);
   }
   ck_assert(!ir_src_float(IR_sel, 0) && ir_src_float(IR_sel, 2) && !ir_src_float(IR_iadd, 0));
   for (unsigned op = 0; op < IR_OP_COUNT; op++) {
      /* Ops that the interpreter evaluates with ir_eval have one result and at most three sources; a suffix comes last. */
      const struct ir_op_info *i = &ir_op_info[op];
      ck_assert(!i->has_eval || (i->num_dst == 1 && i->max_src <= 3 && i->min_src == i->max_src));
      ck_assert(strcspn(i->src, "?*") + 1 >= strlen(i->src));
      ck_assert(!(i->flags & IR_F_COMM) || i->src[0] == i->src[1]);
      ck_assert(!(i->flags & IR_F_PURE) || !(i->flags & (IR_F_READ | IR_F_WRITE | IR_F_OUTPUT)));
   }
}
END_TEST

START_TEST(test_tex_srcs)
{
   /* The source counts follow Table X.17: coordinates, layer, reference, bias or level, derivatives. */
   struct ir_tex_srcs t = ir_tex_srcs(TEX_SAMPLE, TEX_2D);
   ck_assert(t.coord == 0 && t.num_coords == 2 && t.layer == -1 && t.ref == -1 && t.lod == -1 && t.total == 2);
   t = ir_tex_srcs(TEX_BIAS, TEX_SHADOWARRAY2D);
   ck_assert(t.layer == 2 && t.ref == 3 && t.lod == 4 && t.total == 5);
   t = ir_tex_srcs(TEX_GRAD, TEX_CUBE);
   ck_assert(t.ddx == 3 && t.ddy == 6 && t.total == 9);
   t = ir_tex_srcs(TEX_FETCH, TEX_ARRAY2D);
   ck_assert(t.layer == 2 && t.lod == 3 && t.total == 4);
   t = ir_tex_srcs(TEX_FETCH, TEX_BUFFER);
   ck_assert(t.lod == -1 && t.total == 1);
   t = ir_tex_srcs(TEX_SIZE, TEX_3D);
   ck_assert(t.coord == -1 && t.lod == 0 && t.total == 1);
   ck_assert_int_eq(ir_tex_srcs(TEX_SIZE, TEX_BUFFER).total, 0);
   for (int v = -128; v < 128; v++)
      ck_assert_int_eq(ir_tex_offset_get(ir_tex_offset(3, v, -v / 2), 1), v);
}
END_TEST

START_TEST(test_eval)
{
   /* Literals follow from two's complement and IEEE 754; the tests of num.h cover the rest of the semantics. */
   static const struct {
      enum ir_op op;
      uint32_t a, b, c, want;
   } t[] = {
       {IR_iadd, 0xffffffff, 2, 0, 1},
       {IR_isub, 1, 2, 0, 0xffffffff},
       {IR_imul, 0x10001, 0x10001, 0, 0x20001}, /* 2^32 + 2^17 + 1 */
       {IR_imad, 3, 5, 0xfffffff0, 0xffffffff},
       {IR_imulhi, 0xffffffff, 2, 0, 0xffffffff}, /* -2 */
       {IR_imulhi, 0x80000000, 0x80000000, 0, 0x40000000},
       {IR_umulhi, 0xffffffff, 0xffffffff, 0, 0xfffffffe},
       {IR_umadhi, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, /* 2^64 - 2^32 */
       {IR_umadhi, 0xffffffff, 1, 1, 1},                            /* a carry */
       {IR_umadhi, 0xffffffff, 1, 0, 0},
       {IR_umadhi, 0x80000000, 6, 0x7fffffff, 3},
       {IR_ineg, 1, 0, 0, 0xffffffff},
       {IR_iabs, 0x80000000, 0, 0, 0x80000000},
       {IR_iabs, 0xfffffffd, 0, 0, 3},
       {IR_imin, 0xffffffff, 1, 0, 0xffffffff},
       {IR_umin, 0xffffffff, 1, 0, 1},
       {IR_imax, 0xffffffff, 1, 0, 1},
       {IR_umax, 0xffffffff, 1, 0, 0xffffffff},
       {IR_ilt, 0xffffffff, 0, 0, 1},
       {IR_ult, 0xffffffff, 0, 0, 0},
       {IR_ige, 0x80000000, 0x7fffffff, 0, 0},
       {IR_uge, 0x80000000, 0x7fffffff, 0, 1},
       {IR_idiv, 0xfffffff9, 2, 0, 0xfffffffd}, /* -7 / 2 = -3 */
       {IR_imod, 0xfffffff9, 2, 0, 0xffffffff}, /* sign of the dividend */
       {IR_udiv, 7, 0, 0, 0xffffffff},          /* defined behaviour */
       {IR_umod, 7, 0, 0, 7},
       {IR_ishr, 0x80000000, 4, 0, 0xf8000000},
       {IR_ushr, 0x80000000, 4, 0, 0x08000000},
       {IR_sel, 1, 5, 6, 5},
       {IR_sel, 0, 5, 6, 6},
       {IR_pack2h, 0x1234, 0xabcd, 0, 0xabcd1234},
       {IR_fcanon, 0xffc12345, 0, 0, NUM_NAN},
       {IR_fadd, 0x3f800000, 0x3f800000, 0, 0x40000000},
       {IR_fge, 0x7fc00000, 0, 0, 0},
       {IR_fne, 0x7fc00000, 0x7fc00000, 0, 1},
       {IR_undef, 9, 9, 9, 0},
   };

   for (unsigned k = 0; k < sizeof t / sizeof t[0]; k++)
      ck_assert_msg(ir_eval(t[k].op, &num_model_ieee, (uint32_t[]){t[k].a, t[k].b, t[k].c}) == t[k].want, "%s, row %u",
                    ir_op_info[t[k].op].name, k);
   struct ir_value v = {.width = 32}, h = {.width = 16};
   ck_assert_uint_eq(ir_eval_mods(&(struct ir_src){&v, true, true}, 0xbf800000), 0xbf800000);
   ck_assert_uint_eq(ir_eval_mods(&(struct ir_src){&v, true, false}, 0xbf800000), 0x3f800000);
   ck_assert_uint_eq(ir_eval_mods(&(struct ir_src){&h, false, true}, 0xbc00), 0x3c00);
}
END_TEST

/* For every op with a semantics expression, the lanes of the interpreter agree with ir_eval, with modifiers and saturation. */
START_TEST(test_interp_ops)
{
   struct util_rng r;
   const struct num_model *m[] = {&num_model_usc_rtz, &num_model_usc_rne, &num_model_agx, &num_model_ieee};

   util_rng_init(&r, 1);
   for (unsigned op = 0; op < IR_OP_COUNT; op++)
      for (unsigned round = 0; ir_op_info[op].has_eval && round < 24; round++) {
         const struct ir_op_info *info = &ir_op_info[op];
         static const uint8_t widths[] = {32, 1, 16};
         unsigned width = widths[round % 3];
         struct ir_shader *s = ir_shader_new(&ctx, IR_STAGE_FRAGMENT, m[round / 3 % 4]);
         struct ir_block *blk = ir_block_new(s);
         struct ir_src src[3];

         ir_block_append(s, blk);
         struct ir_builder b = ir_at_end(s, blk);
         for (unsigned k = 0; k < info->min_src; k++) {
            uint32_t attr[4] = {SLOT_TEXCOORD, k, 0, 0}, half[4] = {0};
            unsigned w = ir_kind_width(ir_src_kind((enum ir_op)op, k));
            w = w ? w : width;
            src[k] = ir_use(ir_emit(&b, IR_load_input, 32, 0, NULL, attr)->dst[0]);
            if (w == 16)
               src[k] = ir_use(ir_emit(&b, IR_unpack2h, 16, 1, &src[k], half)->dst[0]);
            else if (w == 1)
               src[k] = ir_use(ir_op2(&b, IR_ult, src[k], ir_imm(&b, 0x40000000)));
            src[k].neg = w > 1 && ir_src_float((enum ir_op)op, k) && util_rng_chance(&r, 1, 3);
            src[k].abs = w > 1 && ir_src_float((enum ir_op)op, k) && util_rng_chance(&r, 1, 3);
         }
         struct ir_instr *i = ir_emit(&b, (enum ir_op)op, width, info->min_src, src, NULL);
         i->sat = info->flags & IR_F_FRES ? (uint8_t)(round % 4 % 3) : 0;
         struct ir_src out = ir_use(i->dst[0]);
         if (out.val->width == 16) {
            out = ir_use(ir_op2(&b, IR_pack2h, out, ir_use(ir_const(&b, 16, 0))));
         } else if (out.val->width == 1) {
            struct ir_src one = ir_imm(&b, 1), zero = ir_imm(&b, 0);
            out = ir_use(ir_op3(&b, IR_sel, out, one, zero));
         }
         uint32_t attr[4] = {SLOT_FRAG_COLOR, 0, 0, 0};
         ir_emit(&b, IR_store_output, 0, 1, &out, attr);
         blk->term = IR_TERM_RETURN;
         ir_cfg_update(s);
         ck_assert_ptr_null(ir_validate(s));
         struct exec_wave *t = gen_wave(&ctx, round * 100 + op, s->num);
         t->valid = UINT32_MAX;
         t->helper = 0;
         ck_assert_int_eq(ir_interp_run(&ctx, s, t), EXEC_DONE);
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            uint32_t v[3] = {0};
            for (unsigned k = 0; k < info->min_src; k++) {
               v[k] = t->in[0][SLOT_TEXCOORD][k][l];
               if (src[k].val->width == 16)
                  v[k] &= 0xffff;
               else if (src[k].val->width == 1)
                  v[k] = v[k] < 0x40000000;
               v[k] = ir_eval_mods(&src[k], v[k]);
            }
            uint32_t want = ir_eval((enum ir_op)op, s->num, v) & ir_width_mask(i->dst[0]->width);
            want = ir_eval_sat(s->num, (enum ir_sat)i->sat, want);
            ck_assert_msg(t->out[SLOT_FRAG_COLOR][0][l] == want, "%s lane %u", info->name, l);
         }
      }
}
END_TEST

/* ---- uses and divergence */

/* %0 is a parameter and %1 an input. The ifs and the loops depend on either one. */
static const char branches[] = "nvp4c-ir 1\n"
                               "stage fragment\n"
                               "source_ops 0\n"
                               "param 0 local 0\n"
                               "\n"
                               "block 0:\n"
                               "   %0:32 = load_param entry=0 comp=0 first=0 count=1\n"
                               "   %1:32 = load_input slot=tex0 comp=0 interp=smooth\n"
                               "   %2:32 = const value=0x0\n"
                               "   %3:1 = flt %2, %0\n"
                               "   %4:1 = flt %2, %1\n"
                               "   if %3 b1 b2 merge=b2\n"
                               "block 1:\n"
                               "   jump b2\n"
                               "block 2:\n"
                               "   %5:32 = phi %2, %0\n"
                               "   if %4 b3 b4 merge=b4\n"
                               "block 3:\n"
                               "   jump b4\n"
                               "block 4:\n"
                               "   %6:32 = phi %2, %0\n"
                               "   loop b5 merge=b8\n"
                               "block 5:\n"
                               "   %7:32 = phi %2, %9\n"
                               "   %8:1 = uge %7, %0\n"
                               "   if %8 b6 b7 merge=b7\n"
                               "block 6:\n"
                               "   break b8\n"
                               "block 7:\n"
                               "   %9:32 = iadd %7, %0\n"
                               "   continue b5\n"
                               "block 8:\n"
                               "   %10:32 = iadd %7, %7\n"
                               "   loop b9 merge=b12\n"
                               "block 9:\n"
                               "   %11:32 = phi %2, %13\n"
                               "   %12:1 = uge %11, %1\n"
                               "   if %12 b10 b11 merge=b11\n"
                               "block 10:\n"
                               "   break b12\n"
                               "block 11:\n"
                               "   %13:32 = iadd %11, %0\n"
                               "   continue b9\n"
                               "block 12:\n"
                               "   return\n";

START_TEST(test_divergence)
{
   struct ir_shader *s = must_parse(branches);
   struct ir_divergence d = ir_divergence_find(s);
   /* %10 reads a value of a loop after its end, and lanes may have left the loop in different iterations. %11 is the same in
      all running lanes, because lanes that left the loop do not run. */
   static const bool varies[14] = {[1] = true, [4] = true, [6] = true, [10] = true, [12] = true};
   static const bool uniform[13] = {[0] = true, [4] = true, [5] = true};
   const uint8_t *branch = ir_uniform_branches(s);

   for (unsigned v = 0; v < 14; v++)
      ck_assert_msg(d.varies[v] == varies[v], "%%%u", v);
   for (unsigned b = 0; b < 13; b++)
      ck_assert_msg(d.uniform_branch[b] == uniform[b] && branch[b] == uniform[b], "block %u", b);
   const struct ir_src count = s->blocks[8]->first->src[0];
   ck_assert(ir_src_is_uniform(&d, &count, 7));
   ck_assert(!ir_src_is_uniform(&d, &count, 8));
   ir_divergence_free(&d);
}
END_TEST

/* Returns the upper bound of a value in a loop that ends if the comparison holds or, with `on`, continues if it holds. %4
   counts up from `start` in steps of `step`, %5 counts down from `count`. */
static uint32_t most_of_counter(const char *start, const char *step, const char *count, const char *cmp, bool on,
                                unsigned value)
{
   char text[1024];

   snprintf(
       text, sizeof text,
       "nvp4c-ir 1\nstage fragment\n\nblock 0:\n   %%0:32 = const value=%s\n   %%1:32 = const value=%s\n   %%2:32 = const "
       "value=%s\n"
       "   %%3:32 = const value=0x1\n   %%12:32 = const value=0x0\n   %%13:32 = const value=0xa\n   loop b1 merge=b4\n"
       "block 1:\n   %%4:32 = phi %%0, %%6\n   %%5:32 = phi %%2, %%7\n   %%6:32 = iadd %%4, %%1\n   %%7:32 = isub %%5, %%3\n"
       "   %%8:32 = imul %%4, %%13\n   %%9:32 = iadd %%8, %%3\n   %%10:32 = shl %%4, %%3\n   %%11:1 = %s\n   if %%11 b2 b3 "
       "merge=b3\n"
       "block 2:\n   %s\nblock 3:\n   continue b1\nblock 4:\n   return\n",
       start, step, count, cmp, on ? "jump b3" : "break b4");
   struct ir_shader *s = must_parse(text);
   ir_foreach_instr (s->blocks[1], i)
      if (i->dst[0]->id == value)
         return ir_upper_bound(i->dst[0], 6);
   return 0;
}

START_TEST(test_at_most)
{
   /* The counter has the values 2, 5, 8 before a test of its next value. Before a test of itself it also has the value 11. */
   ck_assert_uint_eq(most_of_counter("0x2", "0x3", "0x4", "ige %6, %13", false, 4), 9);
   ck_assert_uint_eq(most_of_counter("0x2", "0x3", "0x4", "uge %6, %13", false, 4), 9);
   ck_assert_uint_eq(most_of_counter("0x2", "0x3", "0x4", "ige %4, %13", false, 4), 12);
   ck_assert_uint_eq(most_of_counter("0x20", "0x3", "0x4", "ige %6, %13", false, 4), 0x20);
   /* The other counter limits the loop to four iterations: 2, 5, 8, 11. */
   ck_assert_uint_eq(most_of_counter("0x2", "0x3", "0x4", "ieq %7, %12", false, 4), 11);
   ck_assert_uint_eq(most_of_counter("0x0", "0x1", "0x5", "ieq %7, %12", false, 4), 4);
   /* A value that is computed from the counter, and a sum that may wrap. */
   ck_assert_uint_eq(most_of_counter("0x0", "0x1", "0x5", "ieq %7, %12", false, 8), 40);
   ck_assert_uint_eq(most_of_counter("0x0", "0x1", "0x5", "ieq %7, %12", false, 9), 41);
   ck_assert_uint_eq(most_of_counter("0x0", "0x1", "0x5", "ieq %7, %12", false, 10), 8);
   /* No bound is known in these cases: the loop ends only if the values are equal; the count is 0; the counter counts down;
      numbers may wrap. */
   ck_assert_uint_eq(most_of_counter("0x2", "0x3", "0x4", "ieq %6, %13", false, 4), UINT32_MAX);
   ck_assert_uint_eq(most_of_counter("0x2", "0x3", "0x4", "ilt %6, %13", false, 4), UINT32_MAX);
   ck_assert_uint_eq(most_of_counter("0x2", "0x3", "0x0", "ieq %7, %12", false, 4), UINT32_MAX);
   ck_assert_uint_eq(most_of_counter("0x9", "0xffffffff", "0x4", "ieq %7, %12", false, 4), UINT32_MAX);
   ck_assert_uint_eq(most_of_counter("0x7fffffff", "0x1", "0x4", "ieq %7, %12", false, 4), UINT32_MAX);
   ck_assert_uint_eq(most_of_counter("0x2", "0x3", "0xfffffff0", "ieq %7, %12", false, 4), UINT32_MAX);
   ck_assert_uint_eq(most_of_counter("0x2", "0x3", "0x4", "ige %6, %13", true, 4), UINT32_MAX);
}
END_TEST

START_TEST(test_uses)
{
   struct ir_shader *s = must_parse(branches);
   uint32_t *uses = UTIL_ARRAY(&ctx, uint32_t, s->num_values);
   static const uint32_t want[14] = {6, 2, 6, 1, 1, 0, 0, 4, 1, 1, 0, 2, 1, 1};

   ir_count_uses(s, uses);
   for (unsigned v = 0; v < 14; v++)
      ck_assert_msg(uses[v] == want[v], "%%%u: %u reads", v, uses[v]);
   ck_assert(ir_used_once(uses, s->blocks[0]->cond.val));
}
END_TEST

/* ---- control flow */

/*    0 -if-> 1, 2 -> 3 -loop-> 4 [ if 5 break; 6 continue ] 7 */
static const char flow[] =
    "nvp4c-ir 1\nblock 0:\n%0:1 = undef\nif %0 b1 b2 merge=b3\nblock 1:\njump b3\nblock 2:\njump b3\n"
    "block 3:\nloop b4 merge=b7\nblock 4:\nif %0 b5 b6 merge=b6\nblock 5:\nbreak b7\nblock 6:\ncontinue b4\n"
    "block 7:\nreturn\n";

START_TEST(test_cfg)
{
   struct ir_shader *s = must_parse(flow);
   static const uint32_t want[] = {UINT32_MAX, 0, 0, 0, 3, 4, 4, 5},
                         loops[] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, 4, 4, 4, UINT32_MAX};
   struct ir_dom d = ir_dom_tree(s);
   uint32_t *depth, *l = ir_loops(s, &depth);

   for (unsigned k = 0; k < 8; k++) {
      ck_assert_uint_eq(d.idom[k], want[k]);
      ck_assert_uint_eq(l[k], loops[k]);
      ck_assert_uint_eq(depth[k], loops[k] == 4);
   }
   ck_assert(ir_dominates(&d, 0, 7) && ir_dominates(&d, 5, 7) && !ir_dominates(&d, 6, 7) && ir_dominates(&d, 4, 4));
   ck_assert(!ir_dominates(&d, 1, 3) && !ir_dominates(&d, 7, 3));
   /* Frontiers: both arms meet in 3; the blocks of the loop meet again in its header 4. */
   struct ir_frontiers f = ir_dom_frontiers(s, d.idom);
   ck_assert_uint_eq(f.first[2] - f.first[1], 1);
   ck_assert_uint_eq(f.item[f.first[1]], 3);
   ck_assert_uint_eq(f.first[4] - f.first[3], 0);
   ck_assert_uint_eq(f.item[f.first[4]], 4);
   ck_assert_uint_eq(f.item[f.first[6]], 4);
   ck_assert_uint_eq(f.first[6] - f.first[5], 0);
   ck_assert_uint_eq(s->blocks[4]->num_preds, 2);
   ck_assert_uint_eq(s->blocks[7]->num_preds, 1);
}
END_TEST

/* Compares dominators with the definition: a dominates b if every path to b goes through a. */
START_TEST(test_dominance_random)
{
   for (uint64_t seed = 0; seed < 60; seed++) {
      struct ir_shader *s = gen_shader(&ctx, seed, &num_model_ieee, 120);
      struct ir_dom d = ir_dom_tree(s);
      uint32_t n = s->num_blocks;
      bool *seen = UTIL_ARRAY(&ctx, bool, n);

      for (uint32_t without = 0; without < n; without++) {
         memset(seen, 0, n);
         seen[0] = without != 0;
         for (bool change = true; change;) {
            change = false;
            for (uint32_t k = 0; k < n; k++)
               for (unsigned e = 0; seen[k] && e < ir_num_succs(s->blocks[k]); e++) {
                  uint32_t t = s->blocks[k]->succ[e]->index;
                  if (t != without && !seen[t])
                     seen[t] = change = true;
               }
         }
         for (uint32_t k = 0; k < n; k++)
            if (ir_reachable(s->blocks[k]) && ir_reachable(s->blocks[without]))
               ck_assert_int_eq(ir_dominates(&d, without, k), !seen[k]);
      }
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

START_TEST(test_replace_uses)
{
   struct ir_shader *s = must_parse("nvp4c-ir 1\nblock 0:\n%0:32 = undef\n%1:32 = mov -%0\n%2:32 = mov |%1|\n%3:32 = mov -%2\n"
                                    "%4:32 = fadd -%3, |%3|\nreturn\n");
   struct ir_src *map = UTIL_ARRAY(&ctx, struct ir_src, s->num_values);

   /* A chain through three moves: %3 = -|%0|. */
   for (struct ir_instr *i = s->blocks[0]->first; i; i = i->next)
      if (i->op == IR_mov)
         map[i->dst[0]->id] = i->src[0];
   ir_replace_uses(s, map);
   ck_assert(strstr(print(s), "fadd |%0|, |%0|"));
}
END_TEST

/* A program stays the same when it is copied to new memory with the requested value numbers, and when it is copied again. */
START_TEST(test_compact)
{
   for (uint64_t seed = 0; seed < 60; seed++) {
      struct ir_shader *s = gen_shader(&ctx, seed, &num_model_ieee, 100);
      struct exec_wave *a = gen_wave(&ctx, seed, s->num), *b = gen_wave(&ctx, seed, s->num);
      uint32_t *number = UTIL_ARRAY(&ctx, uint32_t, s->num_values);
      const char *text = print(s);

      for (uint32_t v = 0; v < s->num_values; v++)
         number[v] = s->num_values - 1 - v;
      ck_assert_int_eq(ir_interp_run(&ctx, s, a), EXEC_DONE);
      ir_compact(s, number, s->num_values);
      ck_assert_ptr_null(ir_validate(s));
      ck_assert_int_eq(ir_interp_run(&ctx, s, b), EXEC_DONE);
      ck_assert(gen_same(a, b));
      ck_assert_str_ne(print(s), text);
      ir_compact(s, number, s->num_values);
      ck_assert_ptr_null(ir_validate(s));
      ck_assert_str_eq(print(s), text);
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

/* Packing and unpacking returns the same program. */
START_TEST(test_pack)
{
   for (uint64_t seed = 0; seed < 60; seed++) {
      struct ir_shader *s = gen_shader(&ctx, seed, &num_model_ieee, 100);
      const char *text = print(s);

      ir_unpack(s); /* it is not packed */
      for (unsigned again = 0; again < 2; again++) {
         ck_assert_str_eq(print(s), text);
         ir_pack(s);
         ir_unpack(s);
      }
      ck_assert_ptr_null(ir_validate(s));
      ck_assert_str_eq(print(s), text);
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

/* Bytes that were reserved before a mark survive when the arena returns to the mark, even if they have grown. */
START_TEST(test_pack_reserve)
{
   struct ir_shader *s = ir_shader_new(&ctx, IR_STAGE_VERTEX, &num_model_ieee);
   struct ir_block *b = ir_block_new(s);

   ir_block_append(s, b);
   b->term = IR_TERM_RETURN;
   struct ir_builder c = ir_at_end(s, b);
   struct ir_src v = ir_imm(&c, 1);
   for (unsigned n = 0; n < 20000; n++)
      v = ir_use(ir_op2(&c, IR_iadd, v, v));
   ir_cfg_update(s);
   const char *text = print(s);
   ir_pack_reserve(s);
   const size_t reserved = s->packed.cap;
   const struct util_arena mark = ctx.arena;
   ir_pack(s);
   ck_assert_uint_gt(s->packed.len, reserved);
   util_arena_release(&ctx, &mark);
   memset(util_alloc(&ctx, 1 << 20), 255, 1 << 20); /* reuses the memory that was freed */
   ir_unpack(s);
   ck_assert_ptr_null(ir_validate(s));
   ck_assert_str_eq(print(s), text);
}
END_TEST

/* ---- size */

START_TEST(test_big)
{
   /* 100,000 instructions and 10,000 breaks out of one loop go through printer, parser and validator. A linear time is far
      below the timeout. */
   struct ir_shader *s = ir_shader_new(&ctx, IR_STAGE_VERTEX, &num_model_ieee);
   struct ir_block *b = ir_block_new(s), *exit = ir_block_new(s);

   ir_block_append(s, b);
   struct ir_builder c = ir_at_end(s, b);
   struct ir_src v = ir_imm(&c, 1);
   b->term = IR_TERM_LOOP;
   b->succ[0] = ir_block_new(s);
   b->merge = exit;
   b = b->succ[0];
   struct ir_block *header = b;
   ir_block_append(s, b);
   for (unsigned k = 0; k < 10000; k++) {
      struct ir_block *then = ir_block_new(s), *merge = ir_block_new(s);
      c = ir_at_end(s, b);
      for (unsigned n = 0; n < 9; n++)
         v = ir_use(ir_op2(&c, IR_iadd, v, v));
      b->cond = ir_use(ir_op2(&c, IR_ieq, v, v));
      b->term = IR_TERM_IF;
      b->succ[0] = then;
      b->succ[1] = b->merge = merge;
      ir_block_append(s, then);
      then->term = IR_TERM_BREAK;
      then->succ[0] = exit;
      ir_block_append(s, merge);
      b = merge;
   }
   b->term = IR_TERM_CONTINUE;
   b->succ[0] = header;
   ir_block_append(s, exit);
   exit->term = IR_TERM_RETURN;
   ir_cfg_update(s);
   ck_assert_ptr_null(ir_validate(s));
   const char *text = print(s);
   struct ir_shader *t = must_parse(text);
   ck_assert_str_eq(print(t), text);
   ir_dom_frontiers(t, ir_dominators(t));
}
END_TEST

SUITE_MAIN("ir", 60, setup, teardown, test_table, test_tex_srcs, test_eval, test_interp_ops, test_divergence, test_at_most,
           test_uses, test_cfg, test_dominance_random, test_replace_uses, test_compact, test_pack, test_pack_reserve, test_big)

/* SPDX-License-Identifier: MIT */
/*
 * Random IR programs and inputs for unit tests: straight-line code of every op, ifs, loops with breaks and continues across
 * levels, arrays with constant and relative indices, kills, textures and derivatives. The same seed gives the same program, so
 * a test makes a program twice to have it before and after a pass. Programs terminate because loops count to a small bound.
 * Derivatives and texture accesses with implicit derivatives are outside of all control flow, so that no neighbour is inactive.
 */
#ifndef TESTS_UNIT_IRGEN_H
#define TESTS_UNIT_IRGEN_H

#include "ir/build.h"
#include "ir/cfg.h"
#include "semantics/sampler.h"
#include "util/rng.h"

#include <stdlib.h>

#define GEN_ARRAYS 8 /* lengths and widths below */
#define GEN_PARAMS 4
#define GEN_OUTPUTS 240  /* values that are stored at the end, several in a word */
#define GEN_WORDS 36     /* of outputs */
#define GEN_END_WORDS 24 /* words from this number on are stored in between */
#define GEN_DEPTH 4

struct gen {
   struct util_rng rng;
   struct ir_shader *s;
   struct ir_builder b;
   struct ir_value *pool[4096]; /* values that dominate the cursor */
   unsigned num;
   int budget; /* remaining statements */
   struct gen_loop {
      struct ir_block *header, *exit;
   } loop[GEN_DEPTH];
   unsigned loops;
};

static const uint32_t gen_special[] = {
    0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345,
    0x7f800001, 1,          2,          31,         32,         33,         0xffffffff, 0x00000001 << 22,
    0x007fffff, 0x807fffff, 0x00800000, 0x7f7fffff, 0x7fffffff, 0x4b000000, 0x4b000001, 0x3f000000,
    0x3f000001, 0xbf000000, 0x40200000, 0xc0200000, 0x4f000000, 0x4f800000, 0xcf000000, 0x3c00,
    0x7c00,     0x7e01,     0x8001,     0xfffe,     100,        255,
};
#define GEN_NUM_SPECIAL (sizeof gen_special / sizeof gen_special[0])

static uint32_t gen_bits(struct util_rng *r)
{
   switch (util_rng_below(r, 6)) {
   case 4:
   case 0: return gen_special[util_rng_below(r, GEN_NUM_SPECIAL)];
   case 1: return util_rng_below(r, 20) - 4;
   case 2: return num_u((float)(int32_t)(util_rng_below(r, 64) - 32) * 0.25f);
   case 3: return num_u(util_rng_float(r) * 4 - 2);
   default: return util_rng_u32(r);
   }
}

static struct ir_value *gen_add(struct gen *g, struct ir_value *v)
{
   if (g->num < sizeof g->pool / sizeof *g->pool)
      g->pool[g->num++] = v;
   return v;
}

static struct ir_src gen_src(struct gen *g, unsigned width, bool mods)
{
   struct ir_value *v = NULL;

   /* Mostly recent values, so that chains of operations form. */
   for (int tries = 0; tries < 12 && !v && g->num; tries++) {
      unsigned back = util_rng_below(&g->rng, util_rng_chance(&g->rng, 1, 2) && g->num > 12 ? 12 : g->num);
      if (g->pool[g->num - 1 - back]->width == width)
         v = g->pool[g->num - 1 - back];
   }
   if (!v || util_rng_chance(&g->rng, 1, 8))
      v = gen_add(g, ir_const(&g->b, width, gen_bits(&g->rng) & ir_width_mask(width)));
   struct ir_src s = ir_use(v);
   if (mods && width > 1) {
      s.neg = util_rng_chance(&g->rng, 1, 4);
      s.abs = util_rng_chance(&g->rng, 1, 6);
   }
   return s;
}

static struct ir_instr *gen_emit(struct gen *g, enum ir_op op, unsigned width, unsigned n, const struct ir_src *src,
                                 const uint32_t *attr)
{
   struct ir_instr *i = ir_emit(&g->b, op, width, n, src, attr);

   for (unsigned k = 0; k < i->ndst; k++)
      gen_add(g, i->dst[k]);
   if ((ir_op_info[op].flags & IR_F_FRES) && util_rng_chance(&g->rng, 1, 6))
      i->sat = (uint8_t)(1 + util_rng_below(&g->rng, 2));
   i->invariant = util_rng_chance(&g->rng, 1, 10);
   return i;
}

static unsigned gen_width(struct gen *g)
{
   static const uint8_t w[] = {32, 32, 32, 1, 1, 16};
   return w[util_rng_below(&g->rng, sizeof w)];
}

/* A test of a flag of a float or integer result, in the form that the lowering of condition codes emits. */
static void gen_cc_test(struct gen *g, bool top)
{
   struct ir_builder *b = &g->b;
   struct ir_src r = gen_src(g, 32, true), z = ir_imm(b, 0), sf, zf;
   uint32_t attr[4] = {SLOT_TEXCOORD, util_rng_below(&g->rng, 4), 0, 0};

   (void)top;
   if (util_rng_chance(&g->rng, 1, 2))
      r.val = ir_emit(b, IR_load_input, 32, 0, NULL, attr)->dst[0];
   if (util_rng_chance(&g->rng, 2, 3)) {
      struct ir_src nan = ir_expr2(b, IR_fne, r, r);
      sf = ir_expr2(b, IR_ior, ir_expr2(b, IR_flt, r, z), nan);
      zf = ir_expr2(b, IR_ior, ir_expr2(b, IR_feq, r, z), nan);
   } else {
      r.neg = r.abs = false;
      sf = ir_expr2(b, IR_ilt, r, z);
      zf = ir_expr2(b, IR_ieq, r, z);
   }
   struct ir_src nsf = ir_expr1(b, IR_inot, sf), nzf = ir_expr1(b, IR_inot, zf);
   switch (util_rng_below(&g->rng, 6)) {
   case 0: gen_add(g, ir_op2(b, IR_iand, nsf, zf)); break;
   case 1: gen_add(g, nsf.val); break;
   case 2: gen_add(g, ir_op2(b, IR_iand, nsf, nzf)); break;
   case 3: gen_add(g, ir_op2(b, IR_ixor, sf, zf)); break;
   case 4: gen_add(g, ir_op2(b, IR_iand, sf, nzf)); break;
   default: gen_add(g, ir_op2(b, IR_ior, sf, nzf)); break;
   }
}

/* A word that identifies the value. */
static struct ir_src gen_word(struct gen *g, struct ir_value *v)
{
   struct ir_src src = ir_use(v);

   if (v->width == 1) {
      struct ir_src yes = ir_imm(&g->b, 7), no = ir_imm(&g->b, 9);

      src = ir_expr3(&g->b, IR_sel, src, yes, no);
   } else if (v->width == 16) {
      src = ir_expr2(&g->b, IR_pack2h, src, src);
   }
   return src;
}

/* Word n of the outputs of a fragment program: colours, then the depth. */
static void gen_output(struct gen *g, uint32_t n, struct ir_src src)
{
   uint32_t attr[4] = {SLOT_FRAG_COLOR + n / 4, n % 4, 0, 0};

   ir_emit(&g->b, IR_store_output, 0, 1, &src, attr);
}

/* Repeats an earlier instruction, unchanged or with one change. */
static void gen_repeat(struct gen *g, bool top)
{
   const struct ir_instr *d = g->num ? g->pool[g->num - 1 - util_rng_below(&g->rng, g->num < 30 ? g->num : 30)]->def : NULL;

   (void)top;
   if (!d || !(ir_op_info[d->op].flags & IR_F_PURE) || ir_op_info[d->op].flags & IR_F_CONVERGENT)
      return;
   struct ir_instr *i = gen_emit(g, (enum ir_op)d->op, d->dst[0]->width, d->nsrc, d->src, d->attr);
   uint32_t k = i->nsrc ? util_rng_below(&g->rng, i->nsrc) : 0;
   if (util_rng_chance(&g->rng, 1, 2) && i->nsrc && ir_src_float((enum ir_op)i->op, k) && i->src[k].val->width > 1)
      i->src[k].neg = !i->src[k].neg;
   else if (util_rng_chance(&g->rng, 1, 2) && i->nsrc > 1 && i->src[0].val->width == i->src[1].val->width &&
            ir_src_kind((enum ir_op)i->op, 0) == ir_src_kind((enum ir_op)i->op, 1) && !i->src[0].neg && !i->src[0].abs &&
            !i->src[1].neg && !i->src[1].abs) {
      struct ir_src x = i->src[0];
      i->src[0] = i->src[1];
      i->src[1] = x;
   }
}

/* Shapes that match contraction and the folding of moves and saturation, and similar shapes. */
static void gen_pair(struct gen *g, bool top)
{
   struct ir_src src[2];
   static const uint8_t first[] = {IR_fmul, IR_fmul, IR_mov, IR_fmin, IR_fadd, IR_fcanon};

   (void)top;
   src[0] = gen_src(g, 32, true);
   src[1] = gen_src(g, 32, true);
   enum ir_op op = (enum ir_op)first[util_rng_below(&g->rng, sizeof first)];
   struct ir_instr *i = gen_emit(g, op, 32, ir_op_info[op].min_src, src, NULL);

   src[0] = ir_use(i->dst[0]);
   src[0].neg = util_rng_chance(&g->rng, 1, 4);
   src[0].abs = util_rng_chance(&g->rng, 1, 4);
   op = util_rng_chance(&g->rng, 1, 2) ? IR_fadd : util_rng_chance(&g->rng, 1, 2) ? IR_fcanon : IR_mov;
   if (util_rng_chance(&g->rng, 1, 2))
      g->num--; /* the first one has no other reader */
   gen_emit(g, op, 32, ir_op_info[op].min_src, src, NULL);
}

/* ---- statements; `top` means outside of all control flow */

static void gen_array_load(struct gen *g, bool top)
{
   struct util_rng *r = &g->rng;
   uint32_t a = util_rng_below(r, GEN_ARRAYS), len = g->s->arrays[a].length;
   bool rel = util_rng_chance(r, 1, 4);
   uint32_t attr[4] = {a, rel ? util_rng_below(r, 20) - 8 : util_rng_below(r, len)};
   struct ir_src src = rel ? gen_src(g, 32, false) : (struct ir_src){0};

   (void)top;
   gen_emit(g, IR_array_load, g->s->arrays[a].width, rel, &src, attr);
}

static void gen_array_store(struct gen *g, bool top)
{
   struct util_rng *r = &g->rng;
   uint32_t a = util_rng_below(r, GEN_ARRAYS), len = g->s->arrays[a].length;
   bool rel = util_rng_chance(r, 1, 8);
   uint32_t attr[4] = {a, rel ? util_rng_below(r, 20) - 8 : util_rng_below(r, len)};
   struct ir_src src[2];

   (void)top;
   src[0] = gen_src(g, g->s->arrays[a].width, false);
   src[1] = rel ? gen_src(g, 32, false) : (struct ir_src){0};
   gen_emit(g, IR_array_store, 0, 1 + rel, src, attr);
}

/* An input, a parameter, a word of a buffer, or half of a register. */
static void gen_load(struct gen *g, bool top)
{
   struct util_rng *r = &g->rng;
   struct ir_src src;
   uint32_t attr[4] = {0};

   (void)top;
   switch (util_rng_below(r, 4)) {
   case 0:
      attr[0] = SLOT_TEXCOORD + util_rng_below(r, 8);
      attr[1] = util_rng_below(r, 4);
      attr[2] = util_rng_below(r, INTERP_COUNT);
      gen_emit(g, IR_load_input, 32, 0, NULL, attr);
      break;
   case 1:
      attr[0] = util_rng_below(r, GEN_PARAMS);
      attr[1] = util_rng_below(r, 4);
      attr[2] = 1;
      attr[3] = 2;
      src = gen_src(g, 32, false);
      gen_emit(g, IR_load_param, 32, util_rng_below(r, 2), &src, attr);
      break;
   case 2:
      attr[0] = util_rng_below(r, 3);
      attr[1] = util_rng_below(r, 12);
      attr[2] = 2;
      attr[3] = 7;
      src = gen_src(g, 32, false);
      gen_emit(g, IR_load_buffer, 32, util_rng_below(r, 2), &src, attr);
      break;
   default:
      attr[0] = util_rng_below(r, 2);
      src = gen_src(g, 32, false);
      gen_emit(g, IR_unpack2h, 16, 1, &src, attr);
      break;
   }
}

static void gen_tex(struct gen *g, bool top)
{
   struct util_rng *r = &g->rng;
   struct ir_src src[12];
   uint32_t attr[4];

   attr[0] = top ? util_rng_below(r, TEX_OP_COUNT) : TEX_LOD + util_rng_below(r, TEX_OP_COUNT - TEX_LOD);
   attr[1] = util_rng_below(r, TEX_TARGET_COUNT);
   if (attr[0] == TEX_LEVEL && !top)
      attr[0] = TEX_GATHER;
   if (attr[0] == TEX_FETCH && (exec_tex_is_cube((enum exec_tex_target)attr[1]) || exec_tex_info[attr[1]].shadow))
      attr[1] = exec_tex_info[attr[1]].shadow ? TEX_BUFFER : TEX_2D;
   if (attr[0] != TEX_FETCH && (attr[0] == TEX_LEVEL || !exec_tex_is_query((enum exec_tex_op)attr[0])) &&
       (attr[1] == TEX_BUFFER || exec_tex_info[attr[1]].samples))
      attr[1] = TEX_ARRAY2D;
   if (attr[0] == TEX_GATHER && exec_tex_dims((enum exec_tex_target)attr[1]) != 2)
      attr[1] = TEX_SHADOWRECT;
   attr[2] = util_rng_below(r, 8);
   if (util_rng_chance(r, 1, 6))
      attr[2] = ir_tex_units(attr[2], util_rng_below(r, 8));
   attr[3] = util_rng_chance(r, 1, 3) ? ir_tex_offset(-1, 2, 0) : 0;
   attr[3] |= util_rng_chance(r, 1, 4) ? IR_TEX_INTEGER : 0;
   if (attr[0] == TEX_GATHER)
      attr[3] |= util_rng_below(r, 4) << IR_TEX_COMPONENT_SHIFT;
   struct ir_tex_srcs at = ir_tex_srcs((enum exec_tex_op)attr[0], (enum exec_tex_target)attr[1]);
   unsigned total = at.total;
   if (!(attr[3] & IR_TEX_OFFSETS) && !exec_tex_is_query((enum exec_tex_op)attr[0]) &&
       !exec_tex_is_cube((enum exec_tex_target)attr[1]) && attr[1] != TEX_BUFFER && util_rng_chance(r, 1, 6)) {
      attr[3] |= IR_TEX_MOVED;
      total++;
   }
   for (unsigned k = 0; k < total; k++)
      src[k] = gen_src(g, 32, false);
   gen_emit(g, IR_tex, 32, total, src, attr);
}

/* An instruction that depends on other invocations. */
static void gen_between_instances(struct gen *g, bool top)
{
   struct ir_src src, two[2];

   if (util_rng_chance(&g->rng, 1, 6)) {
      two[0] = gen_src(g, 32, false);
      two[1] = gen_src(g, 1, false);
      gen_emit(g, IR_first, 32, 2, two, NULL);
   } else if (top) {
      src = gen_src(g, 32, true);
      gen_emit(g, util_rng_chance(&g->rng, 1, 2) ? IR_ddx : IR_ddy, 32, 1, &src, NULL);
   } else if (util_rng_chance(&g->rng, 1, 8)) {
      src = gen_src(g, 1, false);
      gen_emit(g, IR_kill, 0, 1, &src, NULL);
   }
}

static void gen_store(struct gen *g, bool top)
{
   uint32_t n = GEN_END_WORDS + util_rng_below(&g->rng, GEN_WORDS - GEN_END_WORDS);

   (void)top;
   gen_output(g, n, gen_word(g, gen_src(g, gen_width(g), false).val));
}

/* Any op with a semantics expression. */
static void gen_operation(struct gen *g, bool top)
{
   struct ir_src src[3];
   enum ir_op op;

   (void)top;
   do
      op = (enum ir_op)util_rng_below(&g->rng, IR_OP_COUNT);
   while (!ir_op_info[op].has_eval);
   const struct ir_op_info *info = &ir_op_info[op];
   unsigned width = gen_width(g);
   for (unsigned k = 0; k < info->min_src; k++) {
      unsigned w = ir_kind_width(ir_src_kind(op, k));
      src[k] = gen_src(g, w ? w : width, ir_src_float(op, k));
   }
   gen_emit(g, op, width, info->min_src, src, NULL);
}

static void gen_statement(struct gen *g, bool top)
{
   static void (*const kinds[19])(struct gen *, bool) = {
      [0] = gen_array_load,         [1] = gen_array_store, [2] = gen_array_store, [3] = gen_load,    [4] = gen_tex,
      [5] = gen_between_instances, [6] = gen_cc_test,     [13] = gen_cc_test,    [14] = gen_store,  [16] = gen_repeat,
      [17] = gen_pair,              [18] = gen_pair};
   const unsigned kind = util_rng_below(&g->rng, 19);

   (kinds[kind] ? kinds[kind] : gen_operation)(g, top);
}

/* ---- control flow */

static void gen_start(struct gen *g, struct ir_block *b)
{
   ir_block_append(g->s, b);
   g->b = ir_at_end(g->s, b);
}

static bool gen_region(struct gen *g, unsigned depth);

/* An arm of an if at the cursor. Its values are known only in the arm. */
static void gen_arm(struct gen *g, struct ir_block *arm, struct ir_block *merge, unsigned depth)
{
   const unsigned outside = g->num;

   gen_start(g, arm);
   if (gen_region(g, depth + 1)) {
      g->b.block->term = IR_TERM_JUMP;
      g->b.block->succ[0] = merge;
   }
   g->num = outside;
}

static void gen_if(struct gen *g, unsigned depth)
{
   struct ir_shader *s = g->s;
   struct ir_block *at = g->b.block, *then = ir_block_new(s), *other = util_rng_chance(&g->rng, 1, 2) ? ir_block_new(s) : NULL,
                   *merge = ir_block_new(s);

   at->cond = gen_src(g, 1, false);
   at->term = IR_TERM_IF;
   at->succ[0] = then;
   at->succ[1] = other ? other : merge;
   at->merge = merge;
   gen_arm(g, then, merge, depth);
   if (other)
      gen_arm(g, other, merge, depth);
   gen_start(g, merge);
}

/* loop { count++; if (count >= k) break; body } */
static void gen_loop(struct gen *g, unsigned depth)
{
   struct ir_shader *s = g->s;
   struct ir_block *at = g->b.block, *header = ir_block_new(s), *out = ir_block_new(s), *body = ir_block_new(s),
                   *exit = ir_block_new(s);
   uint32_t count = ir_array_new(s, 1, 32, NULL), attr[4] = {count, 0, 0, 0};
   struct ir_src v = ir_imm(&g->b, 0);
   const unsigned outside = g->num;

   ir_emit(&g->b, IR_array_store, 0, 1, &v, attr);
   at->term = IR_TERM_LOOP;
   at->succ[0] = header;
   at->merge = exit;
   gen_start(g, header);
   v = ir_use(ir_emit(&g->b, IR_array_load, 32, 0, NULL, attr)->dst[0]);
   v = ir_expr_imm(&g->b, IR_iadd, v, 1);
   ir_emit(&g->b, IR_array_store, 0, 1, &v, attr);
   gen_add(g, v.val);
   header->cond = ir_expr_imm(&g->b, IR_uge, v, 2 + util_rng_below(&g->rng, 4));
   header->term = IR_TERM_IF;
   header->succ[0] = out;
   header->succ[1] = header->merge = body;
   gen_start(g, out);
   out->term = IR_TERM_BREAK;
   out->succ[0] = exit;
   gen_start(g, body);
   g->loop[g->loops++] = (struct gen_loop){header, exit};
   if (gen_region(g, depth + 1)) {
      g->b.block->term = IR_TERM_CONTINUE;
      g->b.block->succ[0] = header;
   }
   g->loops--;
   g->num = outside;
   gen_start(g, exit);
}

/* Statements and constructs at the cursor. Returns false if the region ended in break or continue. */
static bool gen_region(struct gen *g, unsigned depth)
{
   struct util_rng *r = &g->rng;
   unsigned n = depth == 0 ? 20 + util_rng_below(r, 60) : 1 + util_rng_below(r, util_rng_chance(r, 1, 3) ? 2 : 8);

   for (; n && g->budget > 0; n--, g->budget--) {
      unsigned kind = util_rng_below(r, 12);
      if (depth >= GEN_DEPTH || kind > 2)
         gen_statement(g, depth == 0);
      else if (kind < 2)
         gen_if(g, depth);
      else
         gen_loop(g, depth);
   }
   /* Outputs in half of the regions; arms without any are for if conversion. */
   for (unsigned k = 0, some = util_rng_below(r, 2); some && depth && k < 3 && k < g->num; k++)
      gen_output(g, GEN_END_WORDS + util_rng_below(r, GEN_WORDS - GEN_END_WORDS), gen_word(g, g->pool[g->num - 1 - k]));
   if (g->loops && depth && util_rng_chance(r, 1, 4)) {
      struct gen_loop l = g->loop[util_rng_below(r, g->loops)];
      bool brk = util_rng_chance(r, 1, 2);
      g->b.block->term = brk ? IR_TERM_BREAK : IR_TERM_CONTINUE;
      g->b.block->succ[0] = brk ? l.exit : l.header;
      return false;
   }
   return true;
}

static inline struct ir_shader *gen_shader(struct util_ctx *ctx, uint64_t seed, num_m num, int budget)
{
   static const struct {
      uint8_t length, width;
   } shape[GEN_ARRAYS] = {{1, 32}, {1, 32}, {1, 1}, {1, 16}, {1, 32}, {5, 32}, {7, 32}, {3, 1}};
   struct gen *g = UTIL_NEW(ctx, struct gen);

   util_rng_init(&g->rng, seed);
   g->budget = budget;
   g->s = ir_shader_new(ctx, IR_STAGE_FRAGMENT, num);
   for (unsigned k = 0; k < GEN_ARRAYS; k++)
      ir_array_new(g->s, shape[k].length, shape[k].width, k & 1 ? "t" : NULL);
   for (uint32_t k = 0; k < GEN_PARAMS; k++) {
      struct io_param p = {
          .cls = (enum io_param_class)(k % PARAM_CLASS_COUNT), .index = k, .state = k == PARAM_STATE ? "state.x[1]" : NULL};
      p.value[1] = p.cls == PARAM_CONST ? 0x40490fdb : 0;
      UTIL_PUSH(ctx, g->s->params, g->s->num_params, g->s->cap_params, p);
   }
   gen_start(g, ir_block_new(g->s));
   gen_region(g, 0);
   /* Outputs: the arrays and the values that dominate the end. */
   for (uint32_t k = 0; k < GEN_ARRAYS; k++) {
      uint32_t load[4] = {k, g->s->arrays[k].length / 2, 0, 0};
      gen_add(g, ir_emit(&g->b, IR_array_load, g->s->arrays[k].width, 0, NULL, load)->dst[0]);
   }
   struct ir_src word[GEN_END_WORDS];
   for (uint32_t k = 0, n = g->num; k < n && k < GEN_OUTPUTS; k++) {
      struct ir_src v = gen_word(g, g->pool[n - 1 - k]), *w = &word[k % GEN_END_WORDS];
      *w = k < GEN_END_WORDS ? v : ir_expr2(&g->b, IR_ixor, *w, v);
   }
   for (uint32_t k = 0; k < GEN_END_WORDS && k < g->num; k++)
      gen_output(g, k, word[k]);
   g->b.block->term = IR_TERM_RETURN;
   ir_remove_unreachable(g->s);
   return g->s;
}

/* A wave with random inputs; the storage is in the context. */
static struct exec_wave *gen_wave(struct util_ctx *ctx, uint64_t seed, num_m num)
{
   static struct exec_sampler sampler;
   struct exec_wave *t = UTIL_NEW(ctx, struct exec_wave);
   struct util_rng r;

   util_rng_init(&r, seed ^ 0x5eed);
   t->num = num;
   t->valid = util_rng_chance(&r, 1, 4) ? 0x0000ff0f : UINT32_MAX;
   t->helper = util_rng_chance(&r, 1, 4) ? 0x00000808 : 0;
   t->budget = 1000000;
   t->in = util_alloc_array(ctx, EXEC_MAX_VERTICES, sizeof *t->in);
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            t->in[0][s][c][l] = gen_bits(&r);
   uint32_t(*param)[4] = util_alloc_array(ctx, GEN_PARAMS, sizeof *param);
   for (unsigned k = 0; k < GEN_PARAMS * 4; k++)
      param[k / 4][k % 4] = gen_bits(&r);
   t->param = (const uint32_t(*)[4])param;
   t->num_params = GEN_PARAMS;
   uint32_t *data = UTIL_ARRAY(ctx, uint32_t, 8);
   for (unsigned k = 0; k < 8; k++)
      data[k] = gen_bits(&r);
   t->buffer[0].data = t->buffer[1].data = data;
   t->buffer[0].words = 8;
   t->buffer[1].words = 5;
   t->tex = exec_sampler_fn;
   t->tex_user = &sampler;
   t->out = util_alloc_array(ctx, SLOT_COUNT, sizeof *t->out);
   return t;
}

/* True if both have the same outputs, bit for bit, and the same kills. */
static inline bool gen_same(const struct exec_wave *a, const struct exec_wave *b)
{
   return a->killed == b->killed && memcmp(a->out, b->out, SLOT_COUNT * sizeof *a->out) == 0;
}

#endif

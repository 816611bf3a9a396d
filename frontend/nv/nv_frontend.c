/* SPDX-License-Identifier: MIT */
/* NV_gpu_program4 and the older ARB languages as two front ends with one parser, which tells them apart by the header. */
#include "frontend/common/frontend.h"
#include "frontend/nv/nv_names.h"
#include "frontend/nv/ast/nv_ast.h"

#include <string.h>

_Static_assert((int)NV_VERTEX == (int)IR_STAGE_VERTEX && (int)NV_FRAGMENT == (int)IR_STAGE_FRAGMENT &&
                  (int)NV_GEOMETRY == (int)IR_STAGE_GEOMETRY,
               "stages of the tree have the numbers of the IR");

static const struct frontend_limit limits[] = {
#define NV_LIMIT(field, name, value) {name, value},
#include "frontend/nv/ast/nv_limits.def"
#undef NV_LIMIT
};
#define NUM_LIMITS (sizeof limits / sizeof limits[0])
_Static_assert(sizeof(struct nv_limits) == NUM_LIMITS * sizeof(uint32_t), "limits are words in the order of the table");

static bool begins_with(const char *text, size_t len, const char *with)
{
   const size_t n = strlen(with);

   return len >= n && !memcmp(text, with, n);
}

static enum frontend_match sniff_nv(const char *text, size_t len)
{
   if (begins_with(text, len, "!!NV"))
      return FRONTEND_SURE;
   return begins_with(text, len, "!!") && !begins_with(text, len, "!!AR") ? FRONTEND_LIKELY : FRONTEND_NO;
}

static enum frontend_match sniff_arb(const char *text, size_t len)
{
   return begins_with(text, len, "!!AR") ? FRONTEND_SURE : FRONTEND_NO;
}

static void *parse(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *values)
{
   struct nv_limits l;

   memcpy(&l, values, sizeof l);
   return nv_parse(ctx, text, len, &l);
}

static enum ir_stage stage(const void *tree, struct util_span *header)
{
   const struct nv_program *p = tree;

   *header = (struct util_span){0, p->dialect & NV_D_ARB ? strlen("!!ARBvp1.0") : strlen("!!NVvp4.0")};
   return (enum ir_stage)p->stage;
}

static const char *stage_section(const void *tree, enum ir_stage wanted)
{
   const bool arb = ((const struct nv_program *)tree)->dialect & NV_D_ARB;

   switch (wanted) {
   case IR_STAGE_VERTEX: return arb ? "ARB_vertex_program 2.14.2" : "NV_vertex_program4 2.X.2";
   case IR_STAGE_FRAGMENT: return arb ? "ARB_fragment_program 3.11.2" : "NV_fragment_program4 2.X.2";
   default: return "NV_geometry_program4 2.X.2";
   }
}

static void count(const void *tree, struct frontend_counts *counts) { *counts = ((const struct nv_program *)tree)->counts; }

static void declared(const void *tree, struct frontend_declared *f)
{
   const struct nv_program *p = tree;

   f->upper_left = p->opt_origin_upper_left;
   f->invocations = p->stage == NV_GEOMETRY;
}

/*
 * Older vertex programs without position invariance have no user clipping (ARB_vertex_program, changes to section 2.11), or
 * clip distances that start at 0 (NV_vertex_program2_option 2.14.3.4). NV_vertex_program4 leaves unwritten distances undefined.
 */
static enum io_clip clip(const void *tree)
{
   const struct nv_program *p = tree;

   if (p->opt_position_invariant || !(p->dialect & NV_D_VP))
      return IO_CLIP_POSITION;
   return p->dialect & NV_D_VP2 ? IO_CLIP_ZERO : IO_CLIP_NONE;
}

static struct ir_shader *lower(struct util_ctx *ctx, void *tree, num_m num, unsigned fshort)
{
   return nv_lower(ctx, tree, num, fshort);
}

static enum exec_status evaluate(struct util_ctx *ctx, const void *tree, struct exec_wave *wave, unsigned fshort)
{
   return nv_eval_run(ctx, tree, wave, fshort);
}

static uint32_t size(const void *tree) { return ((const struct nv_program *)tree)->num_instrs; }

static bool writes_integers(const struct nv_instr *in)
{
   return (in->type == NV_TYPE_S || in->type == NV_TYPE_U) && nv_op_info[in->op].out != NV_FMT_VF;
}

static void written(const void *tree, uint8_t mask[SLOT_COUNT])
{
   const struct nv_program *p = tree;
   uint8_t floats[SLOT_COUNT] = {0};

   nv_written_outputs(p, mask);
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct nv_instr *in = &p->instrs[i];
      if (!in->dst.present || p->vars[in->dst.var].cls != NV_RESULT || writes_integers(in))
         continue;
      const struct nv_var *v = &p->vars[in->dst.var];
      for (uint32_t e = 0; e < v->length; e++)
         if (v->slot + e < SLOT_COUNT)
            floats[v->slot + e] |= in->dst.mask;
   }
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      mask[s] = (uint8_t)((mask[s] & 0xf) | (mask[s] & ~floats[s] & 0xf) << 4);
}

/* Frees instructions and variables, which are the largest parts of a tree. */
static void release(struct util_ctx *ctx, void *tree)
{
   struct nv_program *p = tree;

   util_discard(ctx, p->instrs, p->cap_instrs * sizeof *p->instrs);
   p->instrs = NULL;
   p->num_instrs = p->cap_instrs = 0;
   util_discard(ctx, p->vars, p->cap_vars * sizeof *p->vars);
   p->vars = NULL;
   p->num_vars = p->cap_vars = 0;
}

#define NV_FRONTEND(sniffs)                                                                                                    \
   .sniff = sniffs, .limits = limits, .num_limits = NUM_LIMITS, .shares = true, .parse = parse, .stage = stage,                \
   .stage_section = stage_section, .count = count, .declared = declared, .clip = clip, .lower = lower, .evaluate = evaluate,   \
   .size = size, .written = written, .names = nv_names, .release = release, .section = nv_section

const struct frontend_ops nv_frontend = {.name = "nv", NV_FRONTEND(sniff_nv)};
const struct frontend_ops arb_frontend = {.name = "arb", NV_FRONTEND(sniff_arb)};

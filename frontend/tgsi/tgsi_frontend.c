/* SPDX-License-Identifier: MIT */
/* Front ends for TGSI of Gallium: the text, and token streams by the version of their layout. */
#include "frontend/common/frontend.h"
#include "frontend/tgsi/tgsi_names.h"
#include "frontend/tgsi/tokens/tgsi_tokens.h"
#include "frontend/tgsi/ast/tgsi_ast.h"

#include <string.h>

_Static_assert((int)TGSI_STAGE_VERT == (int)IR_STAGE_VERTEX && (int)TGSI_STAGE_FRAG == (int)IR_STAGE_FRAGMENT &&
                  (int)TGSI_STAGE_GEOM == (int)IR_STAGE_GEOMETRY && (int)TGSI_STAGE_COMP == (int)IR_STAGE_COMPUTE,
               "stages of the tree have the numbers of the IR");

/*
 * Programs begin with their stage. Files may have blanks before it, although the language does not allow them. TGSI also
 * accepts the word in small letters, but then the text may be in any other language.
 */
static enum frontend_match sniff(const char *text, size_t len)
{
   static const char stages[][5] = {"FRAG", "VERT", "GEOM", "COMP", "TESS"};
   size_t i = 0;

   while (i < len && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r'))
      i++;
   for (size_t k = 0; k < sizeof stages / sizeof stages[0] && len - i >= 4; k++) {
      unsigned same = 0, capital = 0;

      for (size_t n = 0; n < 4; n++) {
         same += (text[i + n] & ~0x20) == stages[k][n];
         capital += text[i + n] == stages[k][n];
      }
      if (same == 4)
         return capital == 4 ? FRONTEND_SURE : FRONTEND_LIKELY;
   }
   return FRONTEND_NO;
}

static void *parse(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits)
{
   return tgsi_parse(ctx, text, len, limits);
}

static enum ir_stage stage(const void *tree, struct util_span *header)
{
   const struct tgsi_program *p = tree;

   *header = p->stage_span;
   return (enum ir_stage)p->stage;
}

static const char *stage_section(const void *tree, enum ir_stage wanted)
{
   (void)tree, (void)wanted;
   return "TGSI Basics";
}

static void count(const void *tree, struct frontend_counts *counts) { *counts = ((const struct tgsi_program *)tree)->counts; }

static enum io_clip clip(const void *tree)
{
   const struct tgsi_program *p = tree;

   return p->property[TGSI_PROPERTY_VS_PROHIBIT_UCPS].value ? IO_CLIP_NONE : IO_CLIP_POSITION;
}

static uint32_t uniforms(const struct tgsi_program *p)
{
   uint32_t n = 0;

   for (uint32_t i = 0; i < p->num_decls; i++)
      if (p->decls[i].file == TGSI_FILE_CONST && !p->decls[i].dimension && p->decls[i].last >= n)
         n = p->decls[i].last + 1;
   return n;
}

/* A property of another stage has no effect. */
static uint32_t property(const struct tgsi_program *p, enum tgsi_property n)
{
   return tgsi_property_info[n].stages >> p->stage & 1 ? p->property[n].value : 0;
}

static void declared(const void *tree, struct frontend_declared *f)
{
   const struct tgsi_program *p = tree;

   f->upper_left = p->stage == TGSI_STAGE_FRAG && !property(p, TGSI_PROPERTY_FS_COORD_ORIGIN);
   f->broadcasts = property(p, TGSI_PROPERTY_FS_COLOR0_WRITES_ALL_CBUFS);
   f->early_tests = tgsi_tests_early(p);
   f->post_depth_coverage = property(p, TGSI_PROPERTY_FS_POST_DEPTH_COVERAGE);
   f->depth_layout = (uint8_t)property(p, TGSI_PROPERTY_FS_DEPTH_LAYOUT);
   f->window_position = property(p, TGSI_PROPERTY_VS_WINDOW_SPACE_POSITION);
   f->relative_layer = property(p, TGSI_PROPERTY_LAYER_VIEWPORT_RELATIVE);
   f->invocations = p->invocations;
   f->uniforms = uniforms(p);
   for (uint32_t i = 0; i < p->num_decls; i++) {
      const struct tgsi_decl *d = &p->decls[i];
      uint32_t slot;
      unsigned bit;

      if (p->stage == TGSI_STAGE_FRAG && d->file == TGSI_FILE_IN && d->semantic == TGSI_SEMANTIC_COLOR && d->has_interp &&
          d->interp != TGSI_INTERP_COLOR)
         f->fixed_colors |= (uint8_t)((1u << (d->last - d->first + 1)) - 1) << (d->semantic_index & 7);
      if (d->file == TGSI_FILE_OUT && d->semantic == TGSI_SEMANTIC_CULLDIST)
         for (uint32_t n = 0; n < 4 * (d->last - d->first + 1); n++)
            if (d->mask >> n % 4 & 1 && tgsi_result_slot(d, d->first + n / 4, n % 4, &slot, &bit))
               f->culls |= (uint8_t)(1u << (slot - SLOT_CLIP));
   }
}

static struct ir_shader *lower(struct util_ctx *ctx, void *tree, num_m num, unsigned fshort)
{
   (void)fshort;
   return tgsi_lower(ctx, tree, num);
}

static enum exec_status evaluate(struct util_ctx *ctx, const void *tree, struct exec_wave *wave, unsigned fshort)
{
   (void)fshort;
   return tgsi_eval_run(ctx, tree, wave);
}

static uint32_t size(const void *tree) { return ((const struct tgsi_program *)tree)->num_instrs; }

static void written(const void *tree, uint8_t mask[SLOT_COUNT])
{
   const struct tgsi_program *p = tree;

   for (unsigned s = 0; s < SLOT_COUNT; s++)
      mask[s] = (uint8_t)(p->out_written[s] | p->out_integer[s] << 4);
}

/* Frees the instructions, which are the largest part of a tree. */
static void release(struct util_ctx *ctx, void *tree)
{
   struct tgsi_program *p = tree;

   util_discard(ctx, p->instrs, p->cap_instrs * sizeof *p->instrs);
   util_discard(ctx, p->operands, p->cap_operands * sizeof *p->operands);
   p->instrs = NULL;
   p->operands = NULL;
   p->num_instrs = p->cap_instrs = p->num_operands = p->cap_operands = 0;
}

/* Token streams are not recognised by their bytes: the caller names their format. */
static enum frontend_match sniff_tokens(const char *text, size_t len)
{
   (void)text, (void)len;
   return FRONTEND_NO;
}

static void *parse_22_3(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits)
{
   (void)limits;
   return tgsi_read_tokens(ctx, text, len, TGSI_TOKENS_22_3);
}

static void *parse_26_2(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits)
{
   (void)limits;
   return tgsi_read_tokens(ctx, text, len, TGSI_TOKENS_26_2);
}

static bool write_text(struct util_ctx *ctx, const void *tree, struct util_buf *out)
{
   (void)ctx;
   tgsi_print(out, tree, true);
   return true;
}

static bool write_22_3(struct util_ctx *ctx, const void *tree, struct util_buf *out)
{
   return tgsi_write_tokens(ctx, tree, TGSI_TOKENS_22_3, out);
}

static bool write_26_2(struct util_ctx *ctx, const void *tree, struct util_buf *out)
{
   return tgsi_write_tokens(ctx, tree, TGSI_TOKENS_26_2, out);
}

#define TGSI_FRONTEND                                                                                                          \
   .family = "tgsi", .shares = true, .stage = stage, .stage_section = stage_section, .count = count, .clip = clip,             \
   .declared = declared, .lower = lower, .evaluate = evaluate, .size = size, .written = written, .release = release,           \
   .names = tgsi_names, .section = tgsi_section

const struct frontend_ops tgsi_frontend = {.name = "tgsi", .sniff = sniff, .parse = parse, .write = write_text, TGSI_FRONTEND};
const struct frontend_ops tgsi_22_3_frontend = {
    .name = "tgsi_22_3", .sniff = sniff_tokens, .parse = parse_22_3, .write = write_22_3, .word_size = 4, TGSI_FRONTEND};
const struct frontend_ops tgsi_26_2_frontend = {
    .name = "tgsi_26_2", .sniff = sniff_tokens, .parse = parse_26_2, .write = write_26_2, .word_size = 4, TGSI_FRONTEND};

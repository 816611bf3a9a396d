/* SPDX-License-Identifier: MIT */
/*
 * Lowering of texel accesses of images to accesses of words, for machines without image instructions or with drivers that use
 * this method. The driver describes the layout in a few words (image_word). The code computes the address; format.h converts
 * texels, step by step as docs/semantics.md, "Memory", defines it, so the pass is exact.
 *
 * A texel outside of the image gets an address outside of every image, which loads 0 and stores nothing, so no control flow is
 * needed. Texels smaller than a word are extracted from their word, and stored by mem_store_low, so that their neighbours are
 * not written.
 *
 * Tiled images (IR_IMAGE_TILED of the format) have the texels of a layer in Morton order: the word MEM_IMAGE_TILED is the
 * number of low bits of x and y that are interleaved, y in the even and x in the odd positions. The higher bits follow; only
 * one of the two coordinates has any. (As Rogue's twiddled images: observed, pco_nir_tex.c, lower_image, interleave(y, x).)
 *
 * Tiled 3D images consist of bricks of 4 x 4 x 4 texels, which are tiled slices of 4 x 4. The bits of the numbers of a brick
 * along y, x and z are interleaved, in this order, as long as all three have bits; then those of the two that have more, then
 * the rest (mem_image_tiling; as Rogue's texture unit has them: observed, usclib/tex.cl, usclib_twiddle3d). Linear.
 */
#include "passes/lower/format.h"
#include "passes/pass.h"
#include "semantics/memory/memory.h"

#define OUTSIDE 0xfffffff0u /* the next three words are outside, too */

typedef struct ir_src src; /* shorter signatures below */

/* An access that is being replaced. */
struct access {
   struct ir_builder b;
   uint32_t unit;
   enum exec_tex_target target;
   const struct mem_format_info *format;
   bool tiled;
   uint32_t cache; /* enum mem_cache of a load */
   const src *at; /* coordinates, then the sample */
   src inside, address;
};

static src word_of(struct access *a, enum mem_image_word w)
{
   return ir_use(ir_emit(&a->b, IR_image_word, 32, 0, NULL, (uint32_t[4]){a->unit, w})->dst[0]);
}

/* ---- addresses */

/* The size along coordinate c. The layer of a 1D array is its second coordinate. */
static enum mem_image_word size_of(const struct access *a, unsigned c)
{
   return a->target == TEX_ARRAY1D && c == 1 ? MEM_IMAGE_DEPTH : (enum mem_image_word)(MEM_IMAGE_WIDTH + c);
}

static void find_inside(struct access *a)
{
   const unsigned n = mem_coordinates(a->target);

   for (unsigned c = 0; c < n + exec_tex_info[a->target].samples; c++) {
      const src size = word_of(a, c < n ? size_of(a, c) : MEM_IMAGE_SAMPLES);
      const src below = ir_expr2(&a->b, IR_ult, a->at[c], size);

      a->inside = c ? ir_expr2(&a->b, IR_iand, a->inside, below) : below;
   }
}

/* Moves bit n of x to bit 2n, for n below 16, or to bit 3n, for n below 10. */
static src spread(struct ir_builder *b, src x, unsigned distance)
{
   static const uint32_t by_2[4] = {0x00ff00ff, 0x0f0f0f0f, 0x33333333, 0x55555555};
   static const uint32_t by_3[4] = {0x030000ff, 0x0300f00f, 0x030c30c3, 0x09249249};

   for (unsigned k = 0; k < 4; k++) {
      const src moved = ir_expr_imm(b, IR_shl, x, (distance == 3 ? 16u : 8u) >> k);
      x = ir_expr_imm(b, IR_iand, ir_expr2(b, IR_ior, x, moved), (distance == 3 ? by_3 : by_2)[k]);
   }
   return x;
}

/* The index of a texel in a tiled layer. */
static src tiled_index(struct access *a)
{
   struct ir_builder *b = &a->b;
   const src bits = word_of(a, MEM_IMAGE_TILED), one = ir_imm(b, 1);
   const src mask = ir_expr_imm(b, IR_isub, ir_expr2(b, IR_shl, one, bits), 1);
   const src x = spread(b, ir_expr2(b, IR_iand, a->at[0], mask), 2), y = spread(b, ir_expr2(b, IR_iand, a->at[1], mask), 2);
   const src low = ir_expr2(b, IR_ior, ir_expr_imm(b, IR_shl, x, 1), y);
   const src high_x = ir_expr2(b, IR_ushr, a->at[0], bits), high_y = ir_expr2(b, IR_ushr, a->at[1], bits);
   const src high = ir_expr2(b, IR_ior, high_x, high_y);

   return ir_expr2(b, IR_ior, low, ir_expr2(b, IR_shl, high, ir_expr_imm(b, IR_shl, bits, 1)));
}

/* a | b << n */
static src or_shifted(struct ir_builder *b, src low, src high, unsigned n)
{
   return ir_expr2(b, IR_ior, low, ir_expr_imm(b, IR_shl, high, n));
}

/* The index within a slice of a brick, whose texels are tiled by two bits. */
static src index_in_slice(struct access *a)
{
   struct ir_builder *b = &a->b;
   src bit[2][2];

   for (unsigned c = 0; c < 2; c++)
      for (unsigned k = 0; k < 2; k++)
         bit[c][k] = format_field(b, a->at[c], k, 1, false);
   const src low = or_shifted(b, bit[1][0], bit[0][0], 1), high = or_shifted(b, bit[1][1], bit[0][1], 1);
   return or_shifted(b, low, high, 2);
}

/* The index of a texel in a tiled 3D image (mem_image_tiling). */
static src brick_index(struct access *a)
{
   struct ir_builder *b = &a->b;
   const src word = word_of(a, MEM_IMAGE_TILED), all = format_field(b, word, 0, 5, false),
             pairs = format_field(b, word, 8, 5, false);
   const src one = ir_imm(b, 1), low_mask = ir_expr_imm(b, IR_isub, ir_expr2(b, IR_shl, one, all), 1);
   const src pair_mask = ir_expr_imm(b, IR_isub, ir_expr2(b, IR_shl, one, pairs), 1);
   const src first_x = ir_expr_imm(b, IR_ine, format_field(b, word, 16, 1, false), 0);
   const src second_z = ir_expr_imm(b, IR_ine, format_field(b, word, 17, 1, false), 0);
   src low[3], high[3];

   for (unsigned c = 0; c < 3; c++) {
      const src n = ir_expr_imm(b, IR_ushr, a->at[c], 2);

      low[c] = spread(b, ir_expr2(b, IR_iand, n, low_mask), 3);
      high[c] = ir_expr2(b, IR_ushr, n, all);
   }
   const src first = ir_expr2(b, IR_iand, ir_expr3(b, IR_sel, first_x, high[0], high[1]), pair_mask);
   const src second = ir_expr2(b, IR_iand, ir_expr3(b, IR_sel, second_z, high[2], high[0]), pair_mask);
   const src first_bits = spread(b, first, 2), second_bits = spread(b, second, 2);
   const src pair = or_shifted(b, first_bits, second_bits, 1);
   const src rest = ir_expr2(b, IR_ushr, ir_expr2(b, IR_ior, ir_expr2(b, IR_ior, high[0], high[1]), high[2]), pairs);
   const src upper = ir_expr2(b, IR_ior, pair, ir_expr2(b, IR_shl, rest, ir_expr_imm(b, IR_shl, pairs, 1)));
   const src three = or_shifted(b, or_shifted(b, low[1], low[0], 1), low[2], 2);
   const src brick = ir_expr2(b, IR_ior, three, ir_expr2(b, IR_shl, upper, ir_expr_imm(b, IR_imul, all, 3)));
   const src slice = format_field(b, a->at[2], 0, 2, false);

   return or_shifted(b, or_shifted(b, index_in_slice(a), slice, 4), brick, 6);
}

static void find_address(struct access *a)
{
   struct ir_builder *b = &a->b;
   const unsigned n = mem_coordinates(a->target), layers = a->target == TEX_ARRAY1D ? 1 : 2;
   const bool tiled = a->tiled && n > 1 && a->target != TEX_ARRAY1D;
   const bool bricks = tiled && a->target == TEX_3D;
   src at = bricks ? brick_index(a) : tiled ? tiled_index(a) : a->at[0];

   find_inside(a);
   if (exec_tex_info[a->target].samples)
      at = ir_expr3(b, IR_imad, at, word_of(a, MEM_IMAGE_SAMPLES), a->at[n]);
   if (a->format->bytes > 1)
      at = ir_expr_imm(b, IR_shl, at, (uint32_t)__builtin_ctz(a->format->bytes));
   if (n > 1 && layers == 2 && !tiled)
      at = ir_expr3(b, IR_imad, a->at[1], word_of(a, MEM_IMAGE_ROW), at);
   if (n > layers && !bricks)
      at = ir_expr3(b, IR_imad, a->at[layers], word_of(a, MEM_IMAGE_LAYER), at);
   a->address = ir_expr3(b, IR_sel, a->inside, at, ir_imm(b, OUTSIDE));
}

/* ---- texels */

static src load_word(struct access *a, unsigned k)
{
   struct ir_builder *b = &a->b;
   const src address = k ? ir_expr_imm(b, IR_iadd, a->address, 4 * k) : a->address;
   const src word = ir_use(ir_emit(b, IR_mem_load, 32, 1, &address, (uint32_t[4]){MEM_IMAGE, a->unit, a->cache})->dst[0]);

   if (a->format->bytes >= 4)
      return word;
   return ir_expr2(b, IR_ushr, word, ir_expr_imm(b, IR_shl, ir_expr_imm(b, IR_iand, address, 4u - a->format->bytes), 3));
}

/* Loads the components of the texel. The words of a texel outside are 0. */
static void load(struct access *a, src out[4])
{
   src word[4];

   for (unsigned k = 0; k < mem_format_words(a->format); k++)
      word[k] = load_word(a, k);
   format_decode(&a->b, a->format, word, out);
}

static void store(struct access *a, const src value[4])
{
   const struct mem_format_info *f = a->format;
   struct ir_builder *b = &a->b;
   src word[4];

   format_encode(b, f, value, word);
   for (unsigned k = 0; k < mem_format_words(f); k++) {
      const src sources[2] = {k ? ir_expr_imm(b, IR_iadd, a->address, 4 * k) : a->address, word[k]};

      ir_emit(b, f->bytes < 4 ? IR_mem_store_low : IR_mem_store, 32, 2, sources, (uint32_t[4]){MEM_IMAGE, a->unit, f->bytes});
   }
}

/* Width, height, depth or layers, samples; 0 where the target lacks one. Cube arrays count cubes of six layers. */
static void size(struct access *a, src out[4])
{
   struct ir_builder *b = &a->b;
   const struct exec_tex_info *info = &exec_tex_info[a->target];
   const bool cube = exec_tex_is_cube(a->target), arrays = info->array && !cube && a->target != TEX_ARRAY1D;
   const src zero = ir_imm(b, 0);

   out[0] = word_of(a, MEM_IMAGE_WIDTH);
   out[1] = a->target == TEX_ARRAY1D ? word_of(a, MEM_IMAGE_DEPTH) : info->coords > 1 ? word_of(a, MEM_IMAGE_HEIGHT) : zero;
   out[2] = arrays || a->target == TEX_3D ? word_of(a, MEM_IMAGE_DEPTH) : zero;
   if (a->target == TEX_ARRAYCUBE) {
      /* Divides by six: multiplying by 2^34 / 6, rounded up, is right for all numbers of 32 bits. */
      const src layers = word_of(a, MEM_IMAGE_DEPTH);
      out[2] = ir_expr_imm(b, IR_ushr, ir_expr_imm(b, IR_umulhi, layers, 0xaaaaaaabu), 2);
   }
   out[3] = info->samples ? word_of(a, MEM_IMAGE_SAMPLES) : zero;
}

/* ---- the pass */

static void lower(struct ir_shader *s, struct ir_instr *i, src *map)
{
   const uint32_t format = i->op == IR_image_size ? 0 : i->attr[2];
   const enum mem_format known = (enum mem_format)(format & IR_IMAGE_FORMAT);
   struct access a = {.b = ir_before(s, i),
                      .unit = i->attr[0],
                      .target = (enum exec_tex_target)i->attr[1],
                      .at = i->src,
                      .format = &mem_format_info[known ? known : MEM_R32G32B32A32_FLOAT],
                      .tiled = format & IR_IMAGE_TILED,
                      .cache = i->op == IR_image_load ? i->attr[3] : MEM_CACHED};
   const src *value = i->op == IR_image_size ? NULL : i->src + ir_image_coordinates(a.target);
   src out[4] = {{0}};

   if (i->op == IR_image_atomic && !mem_format_is_word(a.format)) { /* it changes nothing */
      map[i->dst[0]->id] = ir_imm(&a.b, 0);
      ir_remove(i);
      return;
   }
   if (i->op != IR_image_size)
      find_address(&a);
   if (i->op == IR_image_size) {
      size(&a, out);
   } else if (i->op == IR_image_load) {
      load(&a, out);
   } else if (i->op == IR_image_store) {
      store(&a, value);
   } else {
      const src sources[3] = {a.address, value[0], i->attr[3] == MEM_CAS ? value[1] : (src){0}};
      out[0] = ir_use(
          ir_emit(&a.b, IR_mem_atomic, 32, i->attr[3] == MEM_CAS ? 3 : 2, sources, (uint32_t[4]){MEM_IMAGE, a.unit, i->attr[3]})
              ->dst[0]);
   }
   for (unsigned n = 0; n < i->ndst; n++)
      map[i->dst[n]->id] = out[n];
   ir_remove(i);
}

bool pass_lower_images(struct ir_shader *s)
{
   if (!ir_may_have(s, IR_image_load) && !ir_may_have(s, IR_image_store) && !ir_may_have(s, IR_image_atomic) &&
       !ir_may_have(s, IR_image_size))
      return false;
   const uint32_t num = s->num_values;
   src *results = IR_SCRATCH(s, 0, src, num);
   bool progress = false;

   ir_foreach_block (s, blk)
      ir_foreach_instr_safe (blk, i)
         if (i->op == IR_image_load || i->op == IR_image_store || i->op == IR_image_atomic || i->op == IR_image_size) {
            lower(s, i, results);
            progress = true;
         }
   if (progress) {
      src *map = IR_SCRATCH(s, 1, src, s->num_values);
      memcpy(map, results, num * sizeof *map);
      ir_replace_uses(s, map);
   }
   return progress;
}

/* SPDX-License-Identifier: MIT */
/*
 * Tests pass_lower_images. A program loads, stores and queries the size of an image, for each format, target and order of
 * texels, and under each number model. It must do the same before the pass, where semantics/memory executes it, and after the
 * pass. Coordinates are inside and outside of the image.
 */
#include "ir/interp.h"
#include "semantics/memory/memory.h"
#include "passes/pass.h"
#include "tests/unit/common/irtext.h"
#include "util/rng.h"

#define WORDS 2048 /* of each image and of the buffer that takes results: 32 bytes an invocation, twice */

struct access {
   enum mem_format format;
   enum exec_tex_target target;
   bool tiled;
};

static struct ir_shader *program(const struct access *a, num_m num)
{
   const unsigned coords = ir_image_coordinates(a->target), dims = mem_coordinates(a->target);
   const char *const tiled = a->tiled ? ":tiled" : "", *const format = mem_format_name[a->format];
   struct util_buf b;

   util_buf_init(&b, &ctx);
   util_buf_printf(&b, "nvp4c-ir 1\nstage compute\nsource_ops 1\ncompute x=32 y=1 z=1\nblock 0:\n");
   for (unsigned c = 0; c < coords; c++)
      util_buf_printf(&b, "%%%u:32 = load_input slot=%s comp=%u interp=smooth\n", c, c < dims ? "threadid" : "blockid",
                      c < dims ? c : 0);
   for (unsigned c = 0; c < 4; c++)
      util_buf_printf(&b, "%%%u:32 = load_input slot=userdata comp=%u interp=smooth\n", 10 + c, c);
   util_buf_printf(
       &b,
       "%%14:32 = load_input slot=subgrouplane comp=0 interp=smooth\n%%15:32 = const value=0x20\n%%16:32 = imul %%14, %%15\n");
   util_buf_printf(&b, "%%20:32, %%21:32, %%22:32, %%23:32 = image_load ");
   for (unsigned c = 0; c < coords; c++)
      util_buf_printf(&b, "%s%%%u", c ? ", " : "", c);
   util_buf_printf(&b, " unit=0 target=%s format=%s%s\nimage_store ", exec_tex_target_name[a->target], format, tiled);
   for (unsigned c = 0; c < coords; c++)
      util_buf_printf(&b, "%%%u, ", c);
   util_buf_printf(&b, "%%10, %%11, %%12, %%13 unit=1 target=%s format=%s%s\n", exec_tex_target_name[a->target], format, tiled);
   util_buf_printf(&b, "%%24:32, %%25:32, %%26:32, %%27:32 = image_size unit=0 target=%s\n", exec_tex_target_name[a->target]);
   for (unsigned k = 0; k < 8; k++)
      util_buf_printf(&b, "%%%u:32 = const value=0x%x\n%%%u:32 = iadd %%16, %%%u\nmem_store %%%u, %%%u space=buffer unit=0\n",
                      30 + 2 * k, 4 * k, 31 + 2 * k, 30 + 2 * k, 31 + 2 * k, 20 + k);
   if (mem_format_info[a->format].bits[0] == 32 && mem_format_info[a->format].bytes == 4)
      for (unsigned op = 0; op < MEM_ATOMIC_COUNT; op++) {
         util_buf_printf(&b, "%%%u:32 = image_atomic ", 60 + op);
         for (unsigned c = 0; c < coords; c++)
            util_buf_printf(&b, "%%%u, ", c);
         util_buf_printf(&b, op == MEM_CAS ? "%%10, %%11" : "%%10");
         util_buf_printf(&b, " unit=2 target=%s format=%s%s atomic=%s\n", exec_tex_target_name[a->target], format, tiled,
                         mem_atomic_name[op]);
         util_buf_printf(&b, "%%%u:32 = const value=0x%x\n%%%u:32 = iadd %%16, %%%u\n", 80 + op, 1024 + 4 * (op % 8), 100 + op,
                         80 + op);
         util_buf_printf(&b, "mem_store %%%u, %%%u space=buffer unit=0\n", 100 + op, 60 + op);
      }
   util_buf_printf(&b, "return\n");
   struct ir_shader *s = ir_parse(&ctx, b.data, b.len, num);
   ck_assert_msg(s, "%s", b.data);
   return s;
}

/* Makes an image with a given format and target. */
static void fill_image(struct mem_object *o, const struct access *a, struct util_rng *r)
{
   const bool cube = exec_tex_is_cube(a->target);
   const unsigned dims = exec_tex_info[a->target].coords;

   *o = (struct mem_object){
       .target = (uint8_t)a->target, .format = (uint8_t)a->format, .samples = exec_tex_info[a->target].samples ? 2 : 1};
   o->size[0] = 1 + util_rng_below(r, 5);
   o->size[1] = cube ? o->size[0] : dims > 1 ? 1 + util_rng_below(r, 6) : 1;
   o->size[2] = cube ? 6 : dims > 2 || exec_tex_info[a->target].array ? 1 + util_rng_below(r, 4) : 1;
   mem_image_lay_out(o, a->tiled);
   ck_assert_uint_le(o->bytes, 4 * WORDS);
   o->data = UTIL_ARRAY(&ctx, uint32_t, WORDS);
   for (unsigned k = 0; k < WORDS; k++)
      o->data[k] = util_rng_u32(r);
}

/* Returns special floats, floats in [-2,2), small or large integers. */
static uint32_t value(struct util_rng *r)
{
   static const uint32_t special[] = {0,           0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u,
                                      0x3f800000u, 0xbf800000u, 1,           0x477fff00u, 0x7f7fffffu};

   switch (util_rng_below(r, 4)) {
   case 0: return special[util_rng_below(r, sizeof special / sizeof special[0])];
   case 1: return num_u((float)((int)util_rng_below(r, 4096) - 2048) / 1024);
   case 2: return util_rng_below(r, 300) - 150;
   default: return util_rng_u32(r);
   }
}

static struct exec_wave *wave(const struct access *image, num_m num, uint64_t seed)
{
   struct exec_wave *t = UTIL_NEW(&ctx, struct exec_wave);
   struct util_rng r;

   util_rng_init(&r, seed);
   t->num = num;
   t->valid = UINT32_MAX;
   t->helper = 0x10; /* one that stores nothing */
   t->budget = 10000;
   t->in = (uint32_t(*)[SLOT_COUNT][4][EXEC_LANES])UTIL_ARRAY(&ctx, uint32_t, SLOT_COUNT * 4 * EXEC_LANES);
   t->memory = UTIL_NEW(&ctx, struct exec_memory);
   t->memory->of[MEM_BUFFER][0] = (struct mem_object){.data = UTIL_ARRAY(&ctx, uint32_t, WORDS), .bytes = 4 * WORDS};
   for (unsigned u = 0; u < 3; u++) {
      struct util_rng same = r;
      fill_image(&t->memory->of[MEM_IMAGE][u], image, &same);
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      for (unsigned c = 0; c < 4; c++) {
         t->in[0][SLOT_THREAD_ID][c][l] = util_rng_chance(&r, 1, 20) ? util_rng_u32(&r) : util_rng_below(&r, 6);
         t->in[0][SLOT_USER_DATA][c][l] = value(&r);
      }
      t->in[0][SLOT_WORKGROUP_ID][0][l] = util_rng_below(&r, 3);
      t->in[0][SLOT_SUBGROUP_LANE][0][l] = l;
   }
   return t;
}

/* The number of words of the result that come from a load inside the image. */
static unsigned found;

static void compare(const struct access *a, const struct access *image, num_m num, uint64_t seed)
{
   struct ir_shader *s[2] = {program(a, num), program(a, num)};
   struct exec_wave *t[2] = {wave(image, num, seed), wave(image, num, seed)};

   ck_assert(pass_lower_images(s[1]));
   ck_assert_ptr_eq(ir_validate(s[1]), NULL);
   ck_assert(!pass_lower_images(s[1])); /* nothing is left */
   for (unsigned k = 0; k < 2; k++)
      ck_assert_int_eq(ir_interp_run(&ctx, s[k], t[k]), EXEC_DONE);
   for (unsigned w = 0; w < 8 * EXEC_LANES; w++)
      found += w % 8 < 4 && t[0]->memory->of[MEM_BUFFER][0].data[w];
   for (unsigned k = 0; k < 4; k++) {
      const struct mem_object *x = k ? &t[0]->memory->of[MEM_IMAGE][k - 1] : &t[0]->memory->of[MEM_BUFFER][0];
      const struct mem_object *y = k ? &t[1]->memory->of[MEM_IMAGE][k - 1] : &t[1]->memory->of[MEM_BUFFER][0];
      for (unsigned w = 0; w < WORDS; w++)
         ck_assert_msg(x->data[w] == y->data[w], "%s %s%s of %s %s, %s, %s %u, word %u: %08x, want %08x",
                       mem_format_name[a->format], exec_tex_target_name[a->target], a->tiled ? " tiled" : "",
                       mem_format_name[image->format], exec_tex_target_name[image->target], num->name, k ? "image" : "buffer",
                       k, w, y->data[w], x->data[w]);
   }
}

static bool has_images(enum exec_tex_target target) { return !exec_tex_info[target].shadow; }

START_TEST(every_format_and_target)
{
   const num_m models[] = {&num_model_usc_rtz, &num_model_usc_rne, &num_model_agx, &num_model_ieee};

   for (unsigned f = MEM_NONE + 1; f < MEM_FORMAT_COUNT; f++)
      for (unsigned target = 0; target < TEX_TARGET_COUNT; target++)
         for (unsigned k = 0; k < 4 && has_images((enum exec_tex_target)target); k++) {
            const struct access a = {(enum mem_format)f, (enum exec_tex_target)target, k & 1};
            setup();
            compare(&a, &a, models[(f + target + k) % 4], f * 1000 + target * 10 + k);
            teardown();
         }
   ck_assert_uint_gt(found, 10000);
}
END_TEST

/* Tests accesses with a format or target that differs from that of the image (docs/semantics.md, "Memory"). */
START_TEST(other_formats_and_targets)
{
   static const enum exec_tex_target targets[] = {TEX_1D,      TEX_2D,      TEX_3D,   TEX_CUBE,     TEX_BUFFER,
                                                  TEX_ARRAY1D, TEX_ARRAY2D, TEX_2DMS, TEX_ARRAY2DMS};
   enum { TARGETS = sizeof targets / sizeof targets[0] };

   for (unsigned f = MEM_NONE + 1; f < MEM_FORMAT_COUNT; f++)
      for (unsigned k = 0; k < TARGETS * TARGETS; k++) {
         const unsigned own = 1 + (f * 7 + k * 11) % (MEM_FORMAT_COUNT - 1);
         const bool tiled = (f + k) & 1;
         const struct access a = {(enum mem_format)f, targets[k % TARGETS], tiled},
                             image = {(enum mem_format)own, targets[k / TARGETS], tiled};
         setup();
         compare(&a, &image, &num_model_agx, f * 1000 + k);
         teardown();
      }
}
END_TEST

/*
 * The index of a texel of a 3D texture of Rogue, by the description of the public driver (usclib/tex.cl, usclib_twiddle3d): the
 * sizes in bricks of 4 x 4 x 4 are powers of two. Each round takes one bit of each coordinate that has bits left, y first, then
 * x, then z. A brick is four slices of 16 texels, in which the bits of y and x alternate.
 */
static uint32_t texel_of_rogue(const uint32_t size[3], const uint32_t at[3])
{
   static const uint8_t order[] = {1, 0, 2};
   uint32_t index = 0, n = 6, left[3];
   bool any = true;

   for (unsigned c = 0; c < 3; c++)
      for (left[c] = 1; 4 * left[c] < size[c]; left[c] *= 2)
         ;
   for (unsigned round = 0; any; round++) {
      any = false;
      for (unsigned k = 0; k < 3; k++) {
         const unsigned c = order[k];
         if (left[c] == 1)
            continue;
         index |= (at[c] / 4 >> round & 1) << n++;
         left[c] /= 2;
         any = true;
      }
   }
   index |= at[2] % 4 << 4;
   for (unsigned k = 0; k < 2; k++)
      index |= (at[1] >> k & 1) << 2 * k | (at[0] >> k & 1) << (2 * k + 1);
   return index;
}

/* All texels of 3D images of several shapes, in memory and by the code of the pass. Each texel holds its index. */
START_TEST(bricks)
{
   static const uint32_t sizes[][3] = {{1, 1, 1},   {4, 4, 4},   {5, 4, 3},   {16, 16, 16}, {33, 9, 2},
                                       {3, 40, 17}, {8, 16, 70}, {64, 8, 32}, {8, 64, 32},  {32, 8, 64},
                                       {65, 5, 30}, {5, 9, 64},  {100, 2, 3}};
   static const struct access a = {MEM_R32_UINT, TEX_3D, true};

   for (unsigned n = 0; n < sizeof sizes / sizeof *sizes; n++) {
      setup();
      struct mem_object o = {.target = TEX_3D, .format = MEM_R32_UINT, .samples = 1};
      memcpy(o.size, sizes[n], sizeof o.size);
      mem_image_lay_out(&o, true);
      o.data = UTIL_ARRAY(&ctx, uint32_t, o.bytes / 4);
      for (uint32_t k = 0; k < o.bytes / 4; k++)
         o.data[k] = k;
      struct ir_shader *s = program(&a, &num_model_agx);
      ck_assert(pass_lower_images(s));
      for (uint32_t first = 0, all = sizes[n][0] * sizes[n][1] * sizes[n][2]; first < all; first += EXEC_LANES) {
         struct exec_wave *t = wave(&a, &num_model_agx, n);
         uint32_t want[EXEC_LANES] = {0}, byte;

         t->helper = 0;
         t->memory->of[MEM_IMAGE][0] = o;
         for (uint32_t l = 0; l < EXEC_LANES && first + l < all; l++) {
            const uint32_t k = first + l,
                           at[4] = {k % sizes[n][0], k / sizes[n][0] % sizes[n][1], k / sizes[n][0] / sizes[n][1]};

            want[l] = texel_of_rogue(sizes[n], at);
            ck_assert(mem_texel(&o, MEM_NONE, TEX_3D, at, &byte));
            ck_assert_uint_eq(byte, 4 * want[l]);
            for (unsigned c = 0; c < 3; c++)
               t->in[0][SLOT_THREAD_ID][c][l] = at[c];
         }
         ck_assert_int_eq(ir_interp_run(&ctx, s, t), EXEC_DONE);
         for (uint32_t l = 0; l < EXEC_LANES && first + l < all; l++)
            ck_assert_uint_eq(t->memory->of[MEM_BUFFER][0].data[8 * l], want[l]);
      }
      teardown();
   }
}
END_TEST

SUITE_MAIN("lower_images", 0, NULL, NULL, every_format_and_target, other_formats_and_targets, bricks)

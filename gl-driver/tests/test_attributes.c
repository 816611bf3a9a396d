/* SPDX-License-Identifier: MIT */
/*
 * Vertex attributes of every format, at every byte of a word: a draw writes the attribute of its vertices to a target of four
 * floats. Expected values are those of format_read(), which converts in double precision; on USC, programs unpack attributes
 * whose elements have multiples of four bytes.
 */
#include <math.h>

#include "gl-driver/pipe/format.h"
#include "gl-driver/pipe/words.h"
#include "gl-driver/tests/scene.h"
#include "nvp4c.h"

static const char *const vertex[] = {
   [FORMAT_FLOAT] = scene_vertex,
   [FORMAT_UINT] = "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                   "0: MOV OUT[0], IN[0]\n1: U2F OUT[1], IN[1]\n2: END\n",
   [FORMAT_SINT] = "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                   "0: MOV OUT[0], IN[0]\n1: I2F OUT[1], IN[1]\n2: END\n",
};

static uint8_t key_format(unsigned format)
{
   for (unsigned n = 1; nvp4c_attrib_format(n); n++)
      if (!strcmp(nvp4c_attrib_format(n), format_info(format)->name))
         return (uint8_t)n;
   return 0;
}

/* All bytes of memory before the element are ones, so a program that reads them has another result. */
static void fill(uint8_t *data, unsigned size, unsigned offset, unsigned seed, bool doubles)
{
   for (unsigned i = 0; i < size; i++)
      data[i] = i < offset ? 0xff : (uint8_t)((i - offset + seed) * 37 + 11);
   for (unsigned i = 3; i < 16; i += 4) /* floats of ordinary size */
      data[offset + i] = 0x3e + (i & 1);
   for (unsigned i = 1; i < 16 && seed & 1; i += 2)
      data[offset + i] = 0x3c;
   for (unsigned i = 6; i < 32 && doubles; i += 8) {
      data[offset + i] = (uint8_t)(0xe0 + i);
      data[offset + i + 1] = 0x3f;
   }
}

static double number_of(unsigned class, uint32_t word)
{
   return class == FORMAT_UINT ? (double)word : class == FORMAT_SINT ? (double)(int32_t)word : (double)float_of(word);
}

/* Draws with the attribute in the second buffer, and compares the pixel. */
static void check(struct scene *s, unsigned format, unsigned offset, unsigned stride, unsigned seed)
{
   const struct format_info *f = format_info(format);
   const float none[4] = {0, 0, 0, 0};
   const unsigned size = offset + 4 * stride + 32;
   struct resource *r = scene_resource(PIPE_BUFFER, FORMAT_BYTE, size, 1);
   uint32_t want[4];

   fill(r->data, size, offset, seed, !strncmp(f->name, "R64", 3));
   for (unsigned i = 1; i < 4 && stride; i++) /* all vertices have the same value */
      memcpy(r->data + offset + i * stride, r->data + offset, f->bytes < stride ? f->bytes : stride);
   s->elements.element[1].format = format;
   s->elements.element[1].key_format = key_format(format);
   s->elements.element[1].buffer = 1;
   s->elements.element[1].offset = offset > 5 ? offset - 5 : 0;
   s->c.vertex_buffer[1] = (struct vertex_buffer){.resource = r, .stride = stride, .offset = offset > 5 ? 5 : offset};
   scene_fill(s, 0.5f, none);
   format_read(format, r->data + offset, 0, 0, want);
   for (unsigned c = 0; c < 4; c++) {
      const double w = number_of(f->class, want[c]);
      float got;

      memcpy(&got, scene_pixel(s, 1, 1) + 4 * c, 4);
      ck_assert_msg(fabs(got - w) <= fabs(w) * 0x1p-20 || (isnan(got) && isnan(w)),
                    "%s at %u, stride %u, component %u: %.9g, want %.9g", f->name, offset, stride, c, (double)got, w);
   }
   resource_unref(r);
   s->c.vertex_buffer[1].resource = NULL;
}

START_TEST(every_format)
{
   unsigned unpacked = 0;

   for (unsigned format = 1; format < 260; format++) {
      const struct format_info *f = format_info(format);
      struct scene s;

      if (!f || f->block_width > 1 || f->class > FORMAT_SINT || f->srgb)
         continue;
      unpacked += key_format(format) != 0;
      /* Of the formats that only attributes have, just doubles and a format of Direct3D are not unpacked. */
      if (!format_may(format, 's') && strncmp(f->name, "R64", 3) && !strstr(f->name, "X2"))
         ck_assert_msg(key_format(format), "%s", f->name);
      scene_begin(&s, 4, 4, FORMAT_RGBA32F);
      shader_free(s.c.shader[STAGE_VERTEX]);
      s.c.shader[STAGE_VERTEX] = scene_shader(STAGE_VERTEX, vertex[f->class]);
      for (unsigned offset = 0; offset < 4; offset++)
         check(&s, format, offset, 0, format + offset);
      check(&s, format, 21, 32, format); /* 21 = 5 of the buffer and 16 of the element */
      check(&s, format, 6, 35, format + 1);
      scene_end(&s);
   }
   ck_assert_uint_ge(unpacked, 100);
}
END_TEST

/* An attribute of which a byte is outside of its buffer is 0; so are its words. Components that the format does not have may
   be 0 or 1. */
START_TEST(outside)
{
   static const unsigned formats[] = {66, 30, 31, 51}; /* R8G8B8_UNORM, R32G32B32_FLOAT, R32G32B32A32_FLOAT, R16G16B16A16 */
   struct scene s;

   for (unsigned i = 0; i < 4; i++) {
      const float none[4] = {0, 0, 0, 0};
      scene_begin(&s, 4, 4, FORMAT_RGBA32F);
      struct resource *r = scene_resource(PIPE_BUFFER, FORMAT_BYTE, format_info(formats[i])->bytes + 3, 1);
      memset(r->data, 0x3f, r->size);
      s.elements.element[1] = (__typeof__(s.elements.element[1])){
          .format = formats[i], .key_format = key_format(formats[i]), .buffer = 1, .offset = 4};
      s.c.vertex_buffer[1] = (struct vertex_buffer){.resource = r};
      scene_fill(&s, 0.5f, none);
      for (unsigned c = 0; c < 3; c++) {
         float got;
         memcpy(&got, scene_pixel(&s, 1, 1) + 4 * c, 4);
         ck_assert_msg(scene_target == NVP4C_TARGET_AGX || got == 0, "%s, component %u: %g", format_info(formats[i])->name, c,
                       (double)got);
      }
      resource_unref(r);
      s.c.vertex_buffer[1].resource = NULL;
      scene_end(&s);
   }
}
END_TEST

int main(void)
{
   const TTest *const tests[] = {every_format, outside};
   return scene_run("attributes", tests, sizeof tests / sizeof *tests);
}

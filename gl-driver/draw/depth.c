/* SPDX-License-Identifier: MIT */
/* The stencil test, the depth test, and what they write (GL 3.3, 4.1.4 and 4.1.5). */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/pipe_enums.h"

bool depth_wanted(const struct context *c)
{
   return c->depth.resource && (c->dsa->depth_enable || c->dsa->stencil[0].enable);
}

double depth_unit(unsigned format)
{
   /* Integer formats map depths to increasing integers, from 0 to the one of 1.0; float formats use the bits of the float. A
      depth that is computed from f32 coordinates may be off by one integer, so only a difference of two tells two depths
      apart. */
   const uint32_t one = format_depth_bits(format, 1);
   return one == 0x3f800000u ? 0 : 2.0 / one;
}

/* a FUNC b */
static bool compare(unsigned func, uint32_t a, uint32_t b)
{
   switch (func) {
   case PIPE_FUNC_NEVER: return false;
   case PIPE_FUNC_LESS: return a < b;
   case PIPE_FUNC_EQUAL: return a == b;
   case PIPE_FUNC_LEQUAL: return a <= b;
   case PIPE_FUNC_GREATER: return a > b;
   case PIPE_FUNC_NOTEQUAL: return a != b;
   case PIPE_FUNC_GEQUAL: return a >= b;
   default: return true;
   }
}

static uint8_t stencil_op(unsigned op, uint8_t old, uint8_t reference)
{
   switch (op) {
   case PIPE_STENCIL_OP_ZERO: return 0;
   case PIPE_STENCIL_OP_REPLACE: return reference;
   case PIPE_STENCIL_OP_INCR: return old == 255 ? 255 : (uint8_t)(old + 1);
   case PIPE_STENCIL_OP_DECR: return old ? (uint8_t)(old - 1) : 0;
   case PIPE_STENCIL_OP_INCR_WRAP: return (uint8_t)(old + 1);
   case PIPE_STENCIL_OP_DECR_WRAP: return (uint8_t)(old - 1);
   case PIPE_STENCIL_OP_INVERT: return (uint8_t)~old;
   default: return old;
   }
}

static bool test_pixel(const struct draw *d, const struct stencil_face *face, uint8_t reference, uint8_t *texel, float z)
{
   const struct context *c = d->c;
   const struct depth_stencil_alpha *s = c->dsa;
   const struct format_info *f = format_info(c->depth.format);
   const bool stencil = face->enable && f->stencil;
   const uint8_t old = stencil ? format_read_stencil(c->depth.format, texel) : 0;
   bool passed = !stencil || compare(face->func, reference & face->value_mask, old & face->value_mask), depth = true;

   if (passed && s->depth_enable && f->depth) {
      const uint32_t mine = format_depth_bits(c->depth.format, z);
      depth = compare(s->depth_func, mine, format_read_depth(c->depth.format, texel));
      if (depth && s->depth_write)
         format_write_depth(c->depth.format, texel, mine);
   }
   if (stencil) {
      const uint8_t value = stencil_op(!passed ? face->fail : depth ? face->zpass : face->zfail, old, reference);
      format_write_stencil(c->depth.format, texel, (uint8_t)((old & ~face->write_mask) | (value & face->write_mask)));
   }
   return passed && depth;
}

unsigned depth_test(const struct draw *d, const struct primitive *p, const struct quad *q, unsigned mask, const float z[4],
                    unsigned sample)
{
   const struct context *c = d->c;
   const bool two = c->dsa->stencil[1].enable;
   const unsigned face = p->back && two;
   unsigned passed = 0;

   if (!depth_wanted(c))
      return mask;
   if (p->layer > c->depth.last_layer - c->depth.first_layer)
      return 0;
   for (unsigned n = 0; n < 4; n++) {
      if (!(mask >> n & 1))
         continue;
      uint8_t *texel = resource_texel(c->depth.resource, c->depth.level, (unsigned)q->x + (n & 1),
                                      (unsigned)q->y + (n >> 1), c->depth.first_layer + p->layer, sample);
      passed |= (unsigned)test_pixel(d, &c->dsa->stencil[face], c->stencil_ref[face], texel, z[n]) << n;
   }
   return passed;
}

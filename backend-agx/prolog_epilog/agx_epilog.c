/* SPDX-License-Identifier: MIT */
/* Fragment prologs and epilogs, the loop over samples between them, and the tile (observed: agx_nir_prolog_epilog.c,
   agx_linker.c). */
#include "backend-agx/prolog_epilog/agx_prolog_epilog_priv.h"

#include "backend-agx/isa/agx_format.h"
#include "semantics/slots.h"

static const char *const formats[] = {
    [AGX_TILE_F32] = "i32", [AGX_TILE_F16] = "f16", [AGX_TILE_RGBA8] = "u8norm", [AGX_TILE_RAW] = "i32"}; /* for stores */

/* The half with the mask of the current sample. */
static const char *mask_half(const struct agx_program *p)
{
   return p->mask_half == 2 ? "r1l" : "r0h";
}

static bool writes_depth(const struct agx_program *p)
{
   return agx_output(p, SLOT_FRAG_DEPTH) || agx_output(p, SLOT_FRAG_STENCIL);
}

void agx_fragment_prolog(const struct agx_surroundings *s, const struct agx_program *p, struct util_buf *b)
{
   const struct agx_uniform *api = s->api_mask && s->samples > 1 ? agx_uniform_of_kind(p, AGX_UNI_SAMPLE_MASK) : NULL;
   const bool other_tests = p->writes_mask || writes_depth(p);

   if (api && other_tests)
      util_buf_printf(b, "xor r1l, u%u%c, 255\nsample_mask r1l, 0\n", api->half / 2u, api->half & 1 ? 'h' : 'l');
   else if (api)
      util_buf_printf(b, "mov r1l, u%u%c\nwait_pix 1\nsample_mask 255, r1l\n", api->half / 2u, api->half & 1 ? 'h' : 'l');
   if (p->shaded_samples)
      util_buf_printf(b, "mov_imm r0l, 0\nmov_imm %s, 1\n", mask_half(p));
}

/* Stores consecutive components from lo on as aligned vectors: in one piece if lo is 0, otherwise one by one. */
static void emit_store(struct util_buf *b, const struct agx_program *p, unsigned target, unsigned mask, const char *samples)
{
   static const char *const letters = "xyzw";
   const enum agx_tile_format format = (enum agx_tile_format)p->target[target].format;
   const unsigned reg = 4 + 4 * target, n = (unsigned)__builtin_ctz(~mask);

   for (unsigned c = 0; c < 4;) {
      const unsigned num = c ? 1 : n ? n : 1;
      if (mask >> c & 1) {
         util_buf_printf(b, "st_tile r%u", reg + c);
         for (unsigned k = 1; k < num; k++)
            util_buf_printf(b, "_r%u", reg + c + k);
         util_buf_printf(b, ", %s, %.*s, %u, %s\n", formats[format], (int)num, letters + c, agx_tile_offset(p, target),
                         samples);
      }
      c += num;
   }
}

void agx_fragment_epilog(const struct agx_program *p, struct util_buf *b)
{
   const char *samples = p->shaded_samples ? mask_half(p) : "255";
   const bool depth = agx_output(p, SLOT_FRAG_DEPTH), stencil = agx_output(p, SLOT_FRAG_STENCIL);
   bool waited = false;

   if (depth || stencil)
      util_buf_printf(b, "wait_pix 1\nzs_emit %s, %s\n", samples, depth ? (stencil ? "r2_r3" : "r2") : "r3l");
   if (p->masks_stores && p->shaded_samples)
      util_buf_printf(b, "and r3h, r3h, %s\n", samples);
   if (p->masks_stores)
      samples = "r3h";
   for (unsigned k = 0; k < AGX_TARGETS; k++) {
      const struct agx_io *o = agx_output(p, SLOT_FRAG_COLOR + k);
      if (!o)
         continue;
      if (!waited)
         util_buf_printf(b, "wait_pix 12\n");
      waited = true;
      emit_store(b, p, k, o->mask, samples);
   }
}

#define BEHIND_BODY 14 /* bytes of the first two instructions below, ... */
#define LOOP_BYTES 26  /* ... of all four */

void agx_fragment_end(struct agx_program *p, size_t size, struct util_buf *b)
{
   const char *mask = mask_half(p);

   p->loop_bytes = p->shaded_samples > 1 ? LOOP_BYTES : 0;
   if (p->loop_bytes)
      util_buf_printf(b, "iadd %s, 0, %s, lsl 1\nwhile_icmp r0l, ult, %s, %u, 1\njmp_exec_any pc-%zu\npop_exec r0l, 1\n", mask,
                      mask, mask, (1u << p->shaded_samples) - 1, size + BEHIND_BODY);
   util_buf_printf(b, "stop\n");
   for (unsigned k = 0; k < 8; k++)
      util_buf_printf(b, "trap\n");
}

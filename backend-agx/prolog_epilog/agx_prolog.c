/* SPDX-License-Identifier: MIT */
/* Vertex prologs: each attribute is loaded and converted in the registers from which the main part reads it. */
#include "backend-agx/prolog_epilog/agx_prolog_epilog_priv.h"

#include "backend-agx/isa/agx_format.h"
#include "semantics/slots.h"

#define LOADS_IN_FLIGHT 16 /* in both slots together */

enum convert { AS_IT_IS, HALF, SIGN8, SIGN16, U_TO_F, S8_TO_F, S16_TO_F, S_TO_F, FIXED };
/* The formats in which loads read memory, and the conversion that remains (observed: agx_nir_lower_vbo.c). */
static const struct {
   const char *load;
   uint8_t convert;
} formats[AGX_NUM_FETCHES] = {
   [AGX_FETCH_F32] = {"i32", AS_IT_IS},
   [AGX_FETCH_F16] = {"i16", HALF},
   [AGX_FETCH_U8NORM] = {"u8norm", AS_IT_IS},
   [AGX_FETCH_S8NORM] = {"s8norm", AS_IT_IS},
   [AGX_FETCH_U16NORM] = {"u16norm", AS_IT_IS},
   [AGX_FETCH_S16NORM] = {"s16norm", AS_IT_IS},
   [AGX_FETCH_U8] = {"i8", AS_IT_IS},
   [AGX_FETCH_S8] = {"i8", SIGN8},
   [AGX_FETCH_U16] = {"i16", AS_IT_IS},
   [AGX_FETCH_S16] = {"i16", SIGN16},
   [AGX_FETCH_I32] = {"i32", AS_IT_IS},
   [AGX_FETCH_U8F] = {"i8", U_TO_F},
   [AGX_FETCH_S8F] = {"i8", S8_TO_F},
   [AGX_FETCH_U16F] = {"i16", U_TO_F},
   [AGX_FETCH_S16F] = {"i16", S16_TO_F},
   [AGX_FETCH_U32F] = {"i32", U_TO_F},
   [AGX_FETCH_S32F] = {"i32", S_TO_F},
   [AGX_FETCH_FIXED] = {"i32", FIXED},
   [AGX_FETCH_RGB10A2NORM] = {"rgb10a2", AS_IT_IS},
};

/* r0 = r6 / divisor, where r6 is below 2^31: the high word of a product, shifted. Uses r2 and r3. */
static void emit_division(struct util_buf *b, uint32_t divisor)
{
   unsigned log = 0;

   while (log < 31 && 1u << log < divisor)
      log++;
   const uint64_t factor = ((UINT64_C(1) << (31 + log)) + divisor - 1) / divisor;
   util_buf_printf(b, "mov_imm r2, %u, 0b0\nimadd r2_r3, r6, r2, 0\n", (unsigned)factor);
   if (log > 1)
      util_buf_printf(b, "bfeil r0, 0, r3, %u\n", log - 1);
   else
      util_buf_printf(b, "mov r0, r3\n");
}

/* r0 = the number of the element, or 0 if it is above the limit in the uniform. */
static void emit_element(struct util_buf *b, const struct agx_fetch *f, unsigned a, unsigned n)
{
   const char *of = "r5";

   if (f->divisor) {
      if (f->divisor > 1)
         emit_division(b, f->divisor);
      util_buf_printf(b, "iadd r0, %s, u%u\n", f->divisor > 1 ? "r0" : "r6", 3 * n + 1);
      of = "r0";
   }
   util_buf_printf(b, "icmpsel ult, r0, u%u, %s, 0, %s\n", 2 * n + a, of, of);
}

/* Loads the first components of the attribute: as many as are read and exist. */
static void emit_load(struct util_buf *b, const struct agx_fetch *f, unsigned a, unsigned num, unsigned slot)
{
   static const char *const masks[] = {"", "x", "xy", "xyz", "xyzw"};
   const unsigned step = agx_fetch_stride(f) / agx_fetch_bytes((enum agx_fetch_format)f->format), reg = 8 + 4 * a;
   const bool shifted = (step == 2 || step == 4) && !agx_fetch_is_packed((enum agx_fetch_format)f->format);

   if (!shifted && step > 255)
      util_buf_printf(b, "mov_imm r1, %u, 0b0\nimadd r0, r0, r1, 0\n", step);
   else if (!shifted && step != 1)
      util_buf_printf(b, "imadd r0, r0, %u, 0\n", step);
   util_buf_printf(b, "device_load %u, %s, %s, r%u", slot, formats[f->format].load, masks[num], reg);
   for (unsigned c = 1; c < num; c++)
      util_buf_printf(b, "_r%u", reg + c);
   util_buf_printf(b, ", u%u_u%u, r0, unsigned", 2 * a, 2 * a + 1);
   if (shifted)
      util_buf_printf(b, ", lsl %u", step / 2);
   util_buf_printf(b, "\n");
}

static void convert(struct util_buf *b, enum convert how, unsigned r)
{
   switch (how) {
   case HALF: util_buf_printf(b, "fadd32 r%u, r%ul, -0.0\n", r, r); break;
   case SIGN8:
   case S8_TO_F: util_buf_printf(b, "bfi r%u, 0, r%u, 24\nasr r%u, r%u, 24\n", r, r, r, r); break;
   case SIGN16: util_buf_printf(b, "iadd r%u, r%ul.sx, 0\n", r, r); break;
   case U_TO_F: util_buf_printf(b, "convert u32_to_f, r%u, r%u, rte\n", r, r); break;
   case S16_TO_F: util_buf_printf(b, "convert s16_to_f, r%u, r%ul, rte\n", r, r); break;
   default: break;
   }
   if (how == S8_TO_F || how == S_TO_F || how == FIXED)
      util_buf_printf(b, "convert s32_to_f, r%u, r%u, rte\n", r, r);
   if (how == FIXED)
      util_buf_printf(b, "fmul32 r%u, r%u, r0\n", r, r);
}

/* Converts the components that the main part reads, once the loads are complete. */
static void emit_conversion(struct util_buf *b, const struct agx_fetch *f, unsigned a, unsigned mask)
{
   const enum convert how = (enum convert)formats[f->format].convert;

   if (how == FIXED)
      util_buf_printf(b, "mov_imm r0, 0x37800000, 0b0\n"); /* 2^-16 */
   for (unsigned c = 0; c < 4; c++)
      if (mask >> c & 1 && c < agx_fetch_components(f))
         convert(b, how, 8 + 4 * a + c);
      else if (mask >> c & 1)
         util_buf_printf(b, "mov_imm r%u, %s, 0b0\n", 8 + 4 * a + c,
                         c < 3                                                    ? "0"
                         : agx_fetch_is_integer((enum agx_fetch_format)f->format) ? "1"
                                                                                  : "0x3f800000");
}

void agx_vertex_prolog(const struct agx_surroundings *s, const struct agx_program *p, struct util_buf *b)
{
   unsigned n = 0, loads = 0;

   for (uint32_t i = 0; i < p->num_inputs; i++)
      n += p->inputs[i].slot <= SLOT_VATTR_LAST;
   for (uint32_t i = 0, a = 0; i < p->num_inputs; i++) {
      const struct agx_io *io = &p->inputs[i];
      if (io->slot > SLOT_VATTR_LAST)
         continue;
      const struct agx_fetch *f = &s->fetch[io->slot - SLOT_VATTR];
      const unsigned last = 32 - (unsigned)__builtin_clz(io->mask),
                     num = agx_fetch_is_packed((enum agx_fetch_format)f->format) ? 4
                           : last < agx_fetch_components(f)                      ? last
                                                                                 : agx_fetch_components(f);
      if (loads && loads % LOADS_IN_FLIGHT == 0)
         util_buf_printf(b, "wait 0\nwait 1\n");
      emit_element(b, f, a, n);
      emit_load(b, f, a, num, loads++ & 1);
      a++;
   }
   if (loads)
      util_buf_printf(b, loads > 1 ? "wait 0\nwait 1\n" : "wait 0\n");
   for (uint32_t i = 0, a = 0; i < p->num_inputs; i++)
      if (p->inputs[i].slot <= SLOT_VATTR_LAST)
         emit_conversion(b, &s->fetch[p->inputs[i].slot - SLOT_VATTR], a++, p->inputs[i].mask);
}

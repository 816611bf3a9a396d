/* SPDX-License-Identifier: MIT */
/* Whole programs: attributes in memory and results in the tile. The formats are implemented again here, independently of the
   compiler and the simulator. */
#include "backend-agx/isa/agx_format.h"
#include "backend-agx/sim/agx_harness.h"

#include <math.h>

#define DEFAULT(integer) ((integer) ? 1u : 0x3f800000u)

/* ---- attributes ---------------------------------------------------------------------------------------------------------- */

/* Converts component c between its value and its bits in memory. */
static double one_of(unsigned format)
{
   return format == AGX_FETCH_U8NORM ? 255 : format == AGX_FETCH_S8NORM ? 127 : format == AGX_FETCH_U16NORM ? 65535 : 32767;
}

static uint32_t decode(num_m m, unsigned format, unsigned c, uint32_t bits)
{
   const double one = format == AGX_FETCH_RGB10A2NORM ? (c < 3 ? 1023 : 3) : one_of(format);

   switch (format) {
   case AGX_FETCH_F16: return num_h2f(m, (uint16_t)bits);
   case AGX_FETCH_U8NORM:
   case AGX_FETCH_U16NORM:
   case AGX_FETCH_RGB10A2NORM: return num_u((float)((double)bits / one));
   case AGX_FETCH_S8NORM: return num_u((float)fmax((int8_t)bits / one, -1));
   case AGX_FETCH_S16NORM: return num_u((float)fmax((int16_t)bits / one, -1));
   case AGX_FETCH_S8: return (uint32_t)(int8_t)bits;
   case AGX_FETCH_S16: return (uint32_t)(int16_t)bits;
   case AGX_FETCH_U8F:
   case AGX_FETCH_U16F:
   case AGX_FETCH_U32F: return num_u((float)bits);
   case AGX_FETCH_S8F: return num_u((float)(int8_t)bits);
   case AGX_FETCH_S16F: return num_u((float)(int16_t)bits);
   case AGX_FETCH_S32F: return num_u((float)(int32_t)bits);
   case AGX_FETCH_FIXED: return num_u((float)(int32_t)bits / 65536);
   default: return bits;
   }
}

static uint32_t encode(num_m m, unsigned format, unsigned c, uint32_t value)
{
   const double one = format == AGX_FETCH_RGB10A2NORM ? (c < 3 ? 1023 : 3) : one_of(format), f = (double)num_f(value);

   switch (format) {
   case AGX_FETCH_F16: return num_f2h(m, value);
   case AGX_FETCH_U8NORM:
   case AGX_FETCH_S8NORM:
   case AGX_FETCH_U16NORM:
   case AGX_FETCH_S16NORM:
   case AGX_FETCH_RGB10A2NORM: return (uint32_t)(int32_t)rint(f * one);
   case AGX_FETCH_U8F:
   case AGX_FETCH_S8F:
   case AGX_FETCH_U16F:
   case AGX_FETCH_S16F:
   case AGX_FETCH_U32F:
   case AGX_FETCH_S32F: return (uint32_t)(int64_t)f;
   case AGX_FETCH_FIXED: return (uint32_t)(int64_t)(f * 65536);
   default: return value;
   }
}

static unsigned bits_of(unsigned format, unsigned c)
{
   return format == AGX_FETCH_RGB10A2NORM ? (c < 3 ? 10 : 2) : 8 * agx_fetch_bytes((enum agx_fetch_format)format);
}

/* Reduces a word to one that the format represents exactly: floats keep at most 24 bits. */
static uint32_t representable(unsigned format, uint32_t v)
{
   return format == AGX_FETCH_U32F || format == AGX_FETCH_S32F || format == AGX_FETCH_FIXED ? v >> 8 : v;
}

/* A whole program runs once per sample. If it may access memory, all lanes shade the sample of lane 0, because another
   sample would run later. */
static void choose_sample(struct exec_wave *wave)
{
   uint32_t(*in)[4][EXEC_LANES] = wave->in[0], (*position)[EXEC_LANES] = in[SLOT_POSITION];

   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t one = 1u << (in[SLOT_SAMPLE_ID][0][0] & 31);
      for (unsigned c = 0; c < 2; c++)
         position[c][l] = num_u(floorf(num_f(position[c][l])) + num_f(position[c][0]) - floorf(num_f(position[c][0])));
      in[SLOT_SAMPLE_ID][0][l] = in[SLOT_SAMPLE_ID][0][0];
      in[SLOT_SAMPLE_MASK][0][l] = wave->helper >> l & 1 ? in[SLOT_SAMPLE_MASK][0][l] & ~one : in[SLOT_SAMPLE_MASK][0][l] | one;
   }
}

void agx_harness_inputs(const struct agx_program *p, struct exec_wave *wave)
{
   if (p->whole && p->shaded_samples && wave->memory)
      choose_sample(wave);
   for (unsigned a = 0; a < 32 && p->whole && p->stage == AGX_STAGE_VERTEX; a++) {
      const struct agx_fetch *f = &p->fetch[a];
      for (unsigned l = 0; l < EXEC_LANES; l++)
         for (unsigned c = 0; c < 4; c++) {
            uint32_t *v = &wave->in[0][SLOT_VATTR + a][c][l];
            const unsigned n = bits_of(f->format, c);
            if (c >= agx_fetch_components(f))
               *v = c < 3 ? 0 : DEFAULT(agx_fetch_is_integer((enum agx_fetch_format)f->format));
            else
               *v = decode(wave->num, f->format, c, representable(f->format, n < 32 ? *v & ((1u << n) - 1) : *v));
         }
   }
}

/* The element that a lane reads, or 0 if it does not exist. */
static uint32_t element_of(const struct agx_harness *h, const struct agx_fetch *f, unsigned lane)
{
   const uint32_t(*in)[4][EXEC_LANES] = (const uint32_t(*)[4][EXEC_LANES])h->exec->in[0];
   const uint32_t el =
       f->divisor ? in[SLOT_INSTANCE][0][lane] / f->divisor + in[SLOT_BASE_INSTANCE][0][0] : in[SLOT_VERTEX_ID][0][lane];

   return el > AGX_HARNESS_LAST_ELEMENT ? 0 : el;
}

/* Byte `at` of the element that the lane reads. Other bytes hold garbage. */
static uint32_t byte_at(const struct agx_harness *h, const struct agx_fetch *f, unsigned a, unsigned lane, uint64_t at)
{
   const unsigned bytes = agx_fetch_bytes((enum agx_fetch_format)f->format), c = (unsigned)(at / bytes);

   if (f->format == AGX_FETCH_RGB10A2NORM && at < 4) {
      uint32_t word = 0;
      for (unsigned k = 0; k < 4; k++)
         word |= encode(h->exec->num, f->format, k, h->exec->in[0][SLOT_VATTR + a][k][lane]) << 10 * k;
      return word >> 8 * at & 0xff;
   }
   if (at >= (uint64_t)bytes * agx_fetch_components(f) || f->format == AGX_FETCH_RGB10A2NORM)
      return 0xa5 ^ (uint32_t)(at * 37 & 0xff);
   return encode(h->exec->num, f->format, c, h->exec->in[0][SLOT_VATTR + a][c][lane]) >> 8 * (at % bytes) & 0xff;
}

bool agx_harness_attribute(const struct agx_harness *h, unsigned lane, uint64_t addr, uint32_t *word)
{
   const unsigned a = (unsigned)((addr - AGX_HARNESS_ATTRIBUTE(0)) >> 40);

   if (addr < AGX_HARNESS_ATTRIBUTE(0) || a >= 32 || !h->prog->whole)
      return false;
   const struct agx_fetch *f = &h->prog->fetch[a];
   const uint64_t offset = addr - AGX_HARNESS_ATTRIBUTE(a), start = (uint64_t)element_of(h, f, lane) * agx_fetch_stride(f);
   *word = 0;
   for (unsigned k = 0; k < 4; k++)
      *word |= byte_at(h, f, a, lane, offset + k - start) << 8 * k;
   return true;
}

/* ---- samples ------------------------------------------------------------------------------------------------------------- */

/* The sample that a lane of the wave shades. */
unsigned agx_harness_shaded(const struct agx_harness *h, unsigned lane)
{
   return h->prog->shaded_samples ? h->exec->in[0][SLOT_SAMPLE_ID][0][lane] & 3 : 0;
}

/*
 * The samples that the primitive covers, according to the wave. A lane that is not a helper covers a sample even if the wave
 * does not say which. A whole program runs for all samples of the mask, but a wave contains the stores of one; so if there is
 * memory, that sample alone is covered.
 */
uint32_t agx_harness_covered(const struct agx_harness *h, unsigned lane)
{
   const uint32_t mask = h->exec->in[0][SLOT_SAMPLE_MASK][0][lane], one = 1u << agx_harness_shaded(h, lane);
   const bool helper = h->exec->helper >> lane & 1;

   if (h->prog->whole && h->prog->shaded_samples && h->exec->memory)
      return helper ? 0 : one;
   return mask || helper ? mask : one;
}

/* ---- the tile ------------------------------------------------------------------------------------------------------------ */

#define UNTOUCHED 0xdeadf00du  /* what is in the tile apart from the render targets */
#define OTHER_SAMPLE 0x10001u /* how pixels of samples that the wave does not shade differ */

/* The render target with the word of the tile, and its word there; AGX_TARGETS if there is none. */
static unsigned target_of_word(const struct agx_program *p, unsigned word, unsigned *n)
{
   for (unsigned k = 0; k < AGX_TARGETS; k++) {
      const unsigned at = agx_tile_offset(p, k) / 4;
      *n = word - at;
      if (p->target[k].is_there && word >= at && 4 * *n < p->target[k].bytes)
         return k;
   }
   return AGX_TARGETS;
}

/* Word n of the pixel before the program. */
static uint32_t word_before(const struct agx_harness *h, unsigned target, unsigned n, unsigned sample, unsigned lane)
{
   const bool other = h->prog->shaded_samples && sample != agx_harness_shaded(h, lane);

   return target == AGX_TARGETS ? UNTOUCHED : h->exec->in[0][SLOT_TARGET + target][n][lane] ^ (other ? OTHER_SAMPLE : 0);
}

void agx_harness_fill_tile(const struct agx_harness *h, struct agx_wave *t)
{
   for (unsigned w = 0, n; w < AGX_TILE_WORDS; w++) {
      const unsigned target = target_of_word(h->prog, w, &n);
      for (unsigned s = 0; s < AGX_MAX_SAMPLES; s++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            t->out.tile[s][w][l] = word_before(h, target, n, s, l);
   }
}

const char *agx_harness_check_tile(const struct agx_harness *h, const struct agx_wave *t)
{
   for (unsigned w = 0, n; w < AGX_TILE_WORDS; w++) {
      const unsigned target = target_of_word(h->prog, w, &n);
      const bool writes = target < AGX_TARGETS && agx_output(h->prog, SLOT_FRAG_COLOR + target);
      for (unsigned s = 0; s < AGX_MAX_SAMPLES; s++)
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            const bool draws = agx_harness_covered(h, l) & ~t->pixel.killed[l] & 1u << s && !(h->exec->helper >> l & 1);
            if (t->out.tile[s][w][l] != word_before(h, target, n, s, l) && !(writes && draws))
               return writes ? "a sample that is not drawn was stored to the tile"
                             : "a store to the tile outside the targets that the program writes";
         }
   }
   return NULL;
}

/* The sample whose results are those of the lane: the one that the lane shades, or otherwise any covered one. */
static unsigned result_sample(const struct exec_wave *wave, const struct agx_program *p, unsigned lane)
{
   const uint32_t mask = wave->in[0][SLOT_SAMPLE_MASK][0][lane];

   return p->shaded_samples ? wave->in[0][SLOT_SAMPLE_ID][0][lane] & 3 : mask ? (unsigned)__builtin_ctz(mask) & 3 : 0;
}

static uint32_t tile_value(const struct agx_wave *t, const struct agx_program *p, unsigned target, unsigned c, unsigned sample,
                           unsigned lane)
{
   const unsigned bytes = agx_tile_bytes((enum agx_tile_format)p->target[target].format),
                  at = agx_tile_offset(p, target) + c * bytes;
   const uint32_t w = t->out.tile[sample][at / 4 % AGX_TILE_WORDS][lane] >> 8 * (at & 3);

   return bytes == 4 ? w : w & ((1u << 8 * bytes) - 1);
}

static bool is_color(unsigned slot)
{
   return slot >= SLOT_FRAG_COLOR && slot <= SLOT_FRAG_COLOR_LAST;
}

static bool is_killed(const struct agx_wave *t, const struct agx_program *p, unsigned lane, unsigned sample)
{
   bool stores = false;

   for (uint32_t i = 0; i < p->num_outputs; i++)
      stores |= is_color(p->outputs[i].slot);
   /* A sample that the API's mask excludes is killed, but it is not a result of the wave either. */
   return p->masks_stores && stores ? !(t->pixel.stored[lane] >> sample & 1) : t->pixel.killed[lane] >> sample & 1;
}

/* Components with less than 32 bits share words, as in the results of other targets. */
static void put_component(const struct agx_program *p, unsigned target, unsigned c, uint32_t bits, uint32_t (*out)[EXEC_LANES],
                          unsigned lane)
{
   const unsigned bytes = agx_tile_bytes((enum agx_tile_format)p->target[target].format);

   out[c * bytes / 4][lane] |= bits << 8 * (c * bytes % 4);
}

void agx_harness_tile(const struct agx_wave *t, const struct agx_program *p, struct exec_wave *out)
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const unsigned sample = result_sample(out, p, l);
      if (!((out->valid & ~out->helper) >> l & 1))
         continue;
      if (is_killed(t, p, l, sample)) {
         out->killed |= 1u << l;
         continue;
      }
      for (uint32_t i = 0; i < p->num_outputs; i++) {
         const struct agx_io *io = &p->outputs[i];
         for (unsigned c = 0; c < 4; c++)
            if (io->mask >> c & 1 && is_color(io->slot))
               put_component(p, io->slot - SLOT_FRAG_COLOR, c, tile_value(t, p, io->slot - SLOT_FRAG_COLOR, c, sample, l),
                             out->out[io->slot], l);
            else if (io->mask >> c & 1)
               out->out[io->slot][c][l] =
                   io->slot == SLOT_FRAG_DEPTH ? t->out.sample_depth[sample][l] : t->out.sample_stencil[sample][l];
      }
   }
   out->budget = t->budget;
}

static uint32_t packed(num_m m, enum agx_tile_format format, uint32_t v)
{
   const double f = (double)num_f(v);

   if (format == AGX_TILE_F16)
      return num_f2h(m, v);
   return f > 0 ? f < 1 ? (uint32_t)rint(f * 255) : 255 : 0;
}

void agx_harness_quantise(const struct agx_program *p, struct exec_wave *wave, uint8_t mask[SLOT_COUNT])
{
   for (uint32_t i = 0; i < p->num_outputs; i++) {
      const unsigned slot = p->outputs[i].slot;
      for (unsigned l = 0; l < EXEC_LANES && slot == SLOT_FRAG_STENCIL; l++)
         wave->out[slot][1][l] &= p->whole ? 0xffff : UINT32_MAX;
      if (!p->whole || !is_color(slot))
         continue;
      const enum agx_tile_format format = (enum agx_tile_format)p->target[slot - SLOT_FRAG_COLOR].format;
      if (format == AGX_TILE_F32 || format == AGX_TILE_RAW)
         continue;
      uint32_t *taint = wave->out_taint[slot];
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         uint32_t v[4];
         for (unsigned c = 0; c < 4; c++) {
            v[c] = p->outputs[i].mask >> c & 1 ? packed(wave->num, format, wave->out[slot][c][l]) : 0;
            wave->out[slot][c][l] = 0;
         }
         for (unsigned c = 0; c < 4; c++)
            put_component(p, slot - SLOT_FRAG_COLOR, c, v[c], wave->out[slot], l);
      }
      taint[0] = taint[1] = taint[0] | taint[1] | taint[2] | taint[3];
      mask[slot] = format == AGX_TILE_F16 ? 0x33 : 0x11;
   }
}

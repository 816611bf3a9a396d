/* SPDX-License-Identifier: MIT */
/* AGX: text of vertex prologs (parts.h). Attribute a is loaded to r(8 + 4a) and so on, and converted there. */
#include "gl-driver/pipe/format.h"
#include "gl-driver/pipe/words.h"
#include "gl-driver/shader/parts.h"

#define LOADS_IN_FLIGHT 16 /* 8 for each slot */
#define ONE 0x3f800000u

/* How a channel becomes a word: its load, and the operations after it. */
struct fetch {
   const char *load;
   unsigned bytes;        /* size of the loaded element */
   bool packed;           /* the load returns all components */
   bool half;             /* the element is an f16 */
   uint8_t first, bits;   /* bits of the channel in the word; bits is 0 if it is the whole word */
   bool is_signed, is_integer, clamp;
   uint32_t scale;        /* f32 factor of the number, or 0 */
};

/* The factor that converts the largest number of so many bits to 1. */
static uint32_t reciprocal(unsigned bits)
{
   return bits_of((float)(1.0 / ((1u << bits) - 1)));
}

/* Channels of 10, 10, 10 and 2 bits. */
static bool fetch_word(const struct format_channels *c, unsigned channel, struct fetch *f)
{
   if (c->bits[0] != 10 || c->bits[1] != 10 || c->bits[2] != 10 || c->bits[3] != 2)
      return false;
   *f = (struct fetch){.load = "i32", .bytes = 4, .first = c->first_bit[channel], .bits = c->bits[channel]};
   switch (c->type) {
   case UNORM:
      f->scale = reciprocal(f->bits);
      if (c->component[0] == 'x') /* loads support only this order */
         *f = (struct fetch){.load = "rgb10a2", .bytes = 4, .packed = true, .is_integer = true};
      return true;
   case SNORM:
      f->scale = reciprocal(f->bits - 1u);
      f->clamp = f->is_signed = true;
      return true;
   case SSCALED: f->is_signed = true; return true;
   case USCALED: return true;
   case UINT: f->is_integer = true; return true;
   default: return false;
   }
}

/* Channels of 8, 16 or 32 bits. */
static bool fetch_channel(const struct format_channels *c, unsigned channel, struct fetch *f)
{
   static const char *const raw[] = {"i8", "i16", "i32"}, *const unorm[] = {"u8norm", "u16norm", "i32"},
                            *const snorm[] = {"s8norm", "s16norm", "i32"};
   const unsigned bits = c->bits[channel], size = bits == 8 ? 0 : bits == 16 ? 1 : 2;

   for (unsigned i = 0; i < 4; i++)
      if (c->bits[i] && c->bits[i] != c->bits[0])
         return fetch_word(c, channel, f);
   if (bits != 8 && bits != 16 && bits != 32)
      return false;
   *f = (struct fetch){.load = raw[size], .bytes = bits / 8, .bits = bits < 32 ? (uint8_t)bits : 0};
   switch (c->type) {
   case UNORM:
   case SNORM:
      f->load = (c->type == UNORM ? unorm : snorm)[size];
      f->bits = 0;
      f->is_integer = bits < 32; /* the load returns a number */
      f->is_signed = c->type == SNORM;
      f->scale = bits < 32 ? 0 : c->type == UNORM ? 0x2f800000 : 0x30000000; /* 2^-32, 2^-31 */
      return true;
   case USCALED:
   case UINT: f->bits = 0; break; /* loads clear the upper bits */
   case SSCALED:
   case SINT: f->is_signed = true; break;
   case FLOAT:
      f->half = bits == 16;
      f->is_integer = true;
      f->bits = 0;
      return bits > 8;
   case FIXED:
      f->is_signed = true;
      f->scale = 0x37800000; /* 2^-16 */
      return bits == 32;
   default: return false;
   }
   f->is_integer = c->type == UINT || c->type == SINT;
   return true;
}

bool prolog_knows(unsigned format, unsigned *bytes)
{
   struct format_channels c;
   struct fetch f;

   if (!format_channels(format, &c) || !fetch_channel(&c, 0, &f))
      return false;
   *bytes = f.bytes;
   return true;
}

/* The channel of component n, or -1 if it is a constant. A converted row has four words. */
static int channel_of(const struct element_state *e, const struct format_channels *c, unsigned n)
{
   return e->converted ? (int)n : c->component[n] < 'w' ? -1 : (c->component[n] - 'x') & 3;
}

static struct fetch fetch_of(const struct element_state *e, const struct format_channels *c, unsigned channel)
{
   struct fetch f = {.load = "i32", .bytes = 4, .is_integer = true};

   if (!e->converted)
      fetch_channel(c, channel, &f);
   return f;
}

/* ---- text */

/* r0 = r6 / divisor, as the high word of a product, shifted. r6 is below 2^31. Uses r2 and r3. */
static void divide(FILE *f, uint32_t divisor)
{
   unsigned log = 0;

   if (divisor > UINT32_C(1) << 31) {
      fprintf(f, "mov_imm r0, 0, 0b0\n");
      return;
   }
   while (UINT32_C(1) << log < divisor)
      log++;
   const uint64_t factor = ((UINT64_C(1) << (31 + log)) + divisor - 1) / divisor;
   fprintf(f, "mov_imm r2, %u, 0b0\nimadd r2_r3, r6, r2, 0\n", (unsigned)factor);
   if (log > 1)
      fprintf(f, "bfeil r0, 0, r3, %u\n", log - 1);
   else
      fprintf(f, "mov r0, r3\n");
}

/* r0 = the position of the element in units of the load. An element after the last one becomes element 0. */
static void place(FILE *f, const struct element_state *e, unsigned a, unsigned n, unsigned unit)
{
   const unsigned step = (e->converted ? 16 : e->stride) / unit;
   const char *of = "r5";

   if (e->divisor) {
      if (e->divisor > 1)
         divide(f, e->divisor);
      fprintf(f, "iadd r0, %s, u%u\n", e->divisor > 1 ? "r0" : "r6", 3 * n + 1);
      of = "r0";
   }
   fprintf(f, "icmpsel ult, r0, u%u, %s, 0, %s\n", 2 * n + a, of, of);
   if (step > 255)
      fprintf(f, "mov_imm r1, %u, 0b0\nimadd r0, r0, r1, 0\n", step);
   else if (step != 1)
      fprintf(f, "imadd r0, r0, %u, 0\n", step);
}

struct prolog {
   FILE *f;
   unsigned attributes, loads;
};

/* Components first .. first + num - 1 of attribute a in memory, to registers from reg on. */
static void load(struct prolog *p, const char *format, unsigned a, unsigned reg, unsigned first, unsigned num)
{
   if (p->loads && p->loads % LOADS_IN_FLIGHT == 0)
      fprintf(p->f, "wait 0\nwait 1\n");
   fprintf(p->f, "device_load %u, %s, %.*s, r%u", p->loads++ & 1, format, (int)num, &"xyzw"[first], reg);
   for (unsigned c = 1; c < num; c++)
      fprintf(p->f, "_r%u", reg + c);
   fprintf(p->f, ", u%u_u%u, r0, unsigned\n", 2 * a, 2 * a + 1);
}

/* Loads an attribute: by one load if its components are in the same order in memory as in the registers, otherwise one by
   one. */
static void load_attribute(struct prolog *p, const struct element_state *e, unsigned a, unsigned mask)
{
   struct format_channels c = {.component = "xyzw"};
   unsigned num = 0;
   bool in_order = true;

   if (!e->converted)
      format_channels(e->format, &c);
   for (unsigned k = 0; k < 4; k++)
      if (mask >> k & 1 && channel_of(e, &c, k) >= 0) {
         in_order = in_order && channel_of(e, &c, k) == (int)k;
         num = k + 1;
      }
   if (!num)
      return;
   const struct fetch all = fetch_of(e, &c, 0);
   const bool word = all.bits && all.bytes == 4; /* its channels are extracted later */
   place(p->f, e, a, p->attributes, all.bytes);
   if (in_order && !word) {
      load(p, all.load, a, 8 + 4 * a, 0, all.packed ? 4 : num);
      return;
   }
   for (unsigned k = 0; k < num; k++)
      if (mask >> k & 1 && channel_of(e, &c, k) >= 0)
         load(p, all.load, a, 8 + 4 * a + k, word ? 0 : (unsigned)channel_of(e, &c, k), 1);
}

static void convert(FILE *f, const struct fetch *t, unsigned r)
{
   const unsigned above = 32 - t->first - t->bits;

   if (t->half)
      fprintf(f, "fadd32 r%u, r%ul, -0.0\n", r, r);
   if (t->bits) { /* shifts it up, then down */
      if (above)
         fprintf(f, "bfi r%u, 0, r%u, %u\n", r, r, above);
      fprintf(f, t->is_signed ? "asr r%u, r%u, %u\n" : "bfeil r%u, 0, r%u, %u\n", r, r, 32u - t->bits);
   }
   if (t->is_integer)
      return;
   fprintf(f, "convert %s_to_f, r%u, r%u, rte\n", t->is_signed ? "s32" : "u32", r, r);
   if (t->scale)
      fprintf(f, "mov_imm r0, %u, 0b0\nfmul32 r%u, r%u, r0\n", (unsigned)t->scale, r, r);
   if (t->clamp)
      fprintf(f, "mov_imm r0, %u, 0b0\nfcmpsel lt, r%u, r%u, r0, r0, r%u\n", 0xbf800000u, r, r, r);
}

static void finish_attribute(FILE *f, const struct element_state *e, unsigned a, unsigned mask)
{
   struct format_channels c = {.component = "xyzw"};

   if (!e->converted)
      format_channels(e->format, &c);
   for (unsigned k = 0; k < 4; k++) {
      const int channel = channel_of(e, &c, k);
      if (!(mask >> k & 1))
         continue;
      if (channel >= 0) {
         const struct fetch t = fetch_of(e, &c, (unsigned)channel);
         convert(f, &t, 8 + 4 * a + k);
      } else {
         const uint32_t one = c.type == UINT || c.type == SINT ? 1 : ONE;
         fprintf(f, "mov_imm r%u, %u, 0b0\n", 8 + 4 * a + k, c.component[k] == '1' ? (unsigned)one : 0);
      }
   }
}

void vertex_prolog(FILE *f, const struct element_state *elements, const struct attribute *a, unsigned count)
{
   struct prolog p = {f, count, 0};

   for (unsigned i = 0; i < count; i++)
      load_attribute(&p, &elements[a[i].element], i, a[i].mask);
   if (p.loads)
      fprintf(f, p.loads > 1 ? "wait 0\nwait 1\n" : "wait 0\n");
   for (unsigned i = 0; i < count; i++)
      finish_attribute(f, &elements[a[i].element], i, a[i].mask);
}

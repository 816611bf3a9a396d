/* SPDX-License-Identifier: MIT */
/* AGX: the text of fragment epilogs (parts.h). Colour i is in r(4 + 4i); the registers after the colours are free. */
#include "gl-driver/pipe/format.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/shader/parts.h"

#define TILE_BYTES (4 * TILE_WORDS) /* colours of targets beyond this size stay in registers */
#define ONE 0x3f800000u
#define MINUS_ONE 0xbf800000u

/* Registers of the epilog. */
enum {
   SECOND = 8, /* colour 1, if it is the second source of blending */
   OLD = 36,   /* contents of the tile */
   NEW = 40,   /* the result */
   TERM = 44,  /* .. 46 */
   LOW = 47,
   HIGH = 48,
   ONE_SAMPLE = 49, /* its low half is a mask */
};
#define CONSTANT 2 /* first uniform of the constant colour */

/* ---- the tile */

static void set(struct tile_target *t, const char *text, unsigned format, unsigned bytes)
{
   t->text = text;
   t->format = (uint8_t)format;
   t->bytes = (uint8_t)bytes;
}

static void pick_integer(struct tile_target *t, bool is_signed, unsigned bits)
{
   if (bits == 8)
      set(t, "i8", is_signed ? 184 : 180, 1);
   else if (bits == 32)
      set(t, "i32", is_signed ? 200 : 196, 4);
   else
      set(t, "i16", is_signed ? 192 : 188, 2);
}

/* Selects the format for the tile that holds all values of the target's format. */
static bool pick_format(unsigned format, struct tile_target *t)
{
   struct format_channels c = {.component = "xyz1"};
   const bool plain = format_channels(format, &c), same = c.bits[1] == 0 || c.bits[1] == c.bits[0];

   t->present = 0;
   for (unsigned i = 0; i < 4; i++)
      if (c.component[i] >= 'w') {
         t->present |= (uint8_t)(1u << i);
         t->components = (uint8_t)(i + 1);
      }
   set(t, "f16", 94, 2);
   if (!plain) {
      set(t, "rg11b10f", 124, 4);
      t->components = 1;
      return format == 124;
   }
   switch (c.type) {
   case UNORM:
      if (c.bits[0] == 10) {
         set(t, "rgb10a2", 8, 4);
         t->components = 1;
      } else if (same && c.bits[0] >= 8) {
         set(t, c.bits[0] == 8 ? "u8norm" : "u16norm", c.bits[0] == 8 ? 67 : 51, c.bits[0] / 8u);
      }
      return true;
   case SNORM:
      if (c.bits[0] == 8 || c.bits[0] == 16)
         set(t, c.bits[0] == 8 ? "s8norm" : "s16norm", c.bits[0] == 8 ? 77 : 59, c.bits[0] / 8u);
      return true;
   case SRGB:
      if (c.bits[0] == 8)
         set(t, "srgba8", 104, 1);
      return true;
   case FLOAT:
      if (c.bits[0] == 32)
         set(t, "i32", 31, 4);
      return c.bits[0] <= 32;
   case UINT:
   case SINT: pick_integer(t, c.type == SINT, c.bits[0]); return true;
   default: return false;
   }
}

/* Logic operations work on the bits of the target, so the tile must hold exactly these. */
static bool has_logic(unsigned format, const struct tile_target *t)
{
   struct format_channels c;

   return (t->text[0] == 'i' || t->text[0] == 'u') && format_channels(format, &c) && c.bits[0] == 8 * t->bytes;
}

/* If the program runs per sample, the registers have the last sample. */
static bool place_raw(const struct surroundings *s, const struct colors *c, unsigned at, struct tile_target target[MAX_COLORS])
{
   at = (at + 3) & ~3u;
   for (unsigned i = 0; i < MAX_COLORS && c->per_sample && s->samples; i++) {
      if (!s->target[i].format || !c->mask[i] || target[i].here)
         continue;
      if (at + 16 > TILE_BYTES)
         return false;
      target[i] =
          (struct tile_target){.raw = true, .text = "i32", .offset = (uint8_t)at, .bytes = 4, .components = 4, .present = 15};
      at += 16;
   }
   return true;
}

bool place_targets(const struct surroundings *s, const struct colors *c, struct tile_target target[MAX_COLORS])
{
   unsigned at = 0;

   for (unsigned bytes = 4; bytes; bytes /= 2)
      for (unsigned i = 0; i < MAX_COLORS; i++) {
         const struct target_state *state = &s->target[i];
         struct tile_target t = {.here = false};
         if (!state->format || !c->mask[i] || !pick_format(state->format, &t) || t.bytes != bytes)
            continue;
         t.offset = (uint8_t)at;
         t.here = !s->smooth && at + t.bytes * t.components <= TILE_BYTES && (!state->logical || has_logic(state->format, &t));
         t.stores = t.here && state->blend.mask & t.present;
         t.loads = state->blend.enable || state->logical || c->masks || (state->blend.mask & t.present) != t.present;
         if (t.here)
            at += t.bytes * t.components;
         target[i] = t;
      }
   return place_raw(s, c, at, target);
}

/* ---- text */

struct pixel {
   FILE *f;
   const struct tile_target *t;
   const struct target_state *state;
   unsigned source;     /* the first register of the colour */
   const char *samples; /* the live samples */
   bool saturates, is_signed; /* clamps to 0..1, or to -1..1 */
};

static void load_constant(FILE *f, unsigned reg, uint32_t bits)
{
   fprintf(f, "mov_imm r%u, %u, 0b0\n", reg, (unsigned)bits);
}

/* Prints registers as one operand. */
static void print_vector(FILE *f, unsigned reg, unsigned count)
{
   for (unsigned k = 0; k < count; k++)
      fprintf(f, k ? "_r%u" : "r%u", reg + k);
}

static unsigned vector_size(const struct tile_target *t)
{
   return t->text[0] != 'r' ? t->components : t->text[2] == 'b' ? 4 : 3; /* rgb10a2 and rg11b10f are one word */
}

/* Loads the tile. Missing components are 0, 0, 0, 1. */
static void load_tile(const struct pixel *p, const char *format)
{
   const unsigned n = vector_size(p->t);

   fprintf(p->f, "ld_tile ");
   print_vector(p->f, OLD, n);
   fprintf(p->f, ", %s, %.*s, %u, %s\n", format, (int)n, "xyzw", p->t->offset, p->samples);
   for (unsigned k = 0; k < 4; k++)
      if (!(p->t->present >> k & 1))
         load_constant(p->f, OLD + k, k == 3 ? ONE : 0);
}

static void store_tile(const struct pixel *p, const char *format, unsigned from)
{
   const unsigned n = vector_size(p->t), mask = p->t->raw ? 15 : p->state->blend.mask & p->t->present;
   const bool packed = p->t->text[0] == 'r', whole = (mask | ~(unsigned)p->t->present) == ~0u;

   if (packed && !whole)
      for (unsigned k = 0; k < n; k++)
         if (!(mask >> k & 1))
            fprintf(p->f, "mov r%u, r%u\n", from + k, OLD + k);
   if (whole || packed) {
      fprintf(p->f, "st_tile ");
      print_vector(p->f, from, n);
      fprintf(p->f, ", %s, %.*s, %u, %s\n", format, (int)n, "xyzw", p->t->offset, p->samples);
      return;
   }
   for (unsigned k = 0; k < n; k++)
      if (mask >> k & 1)
         fprintf(p->f, "st_tile r%u, %s, %c, %u, %s\n", from + k, format, "xyzw"[k], p->t->offset, p->samples);
}

/* Clamps a number from a register or uniform to the range of the format. */
static void clamp(const struct pixel *p, unsigned to, const char *from)
{
   if (p->saturates) {
      fprintf(p->f, "fadd32.sat r%u, %s, -0.0\n", to, from);
      return;
   }
   fprintf(p->f, "fcmpsel lt, r%u, %s, r%u, r%u, %s\n", to, from, LOW, LOW, from);
   fprintf(p->f, "fcmpsel gt, r%u, r%u, r%u, r%u, r%u\n", to, to, HIGH, HIGH, to);
}

static void clamp_color(const struct pixel *p, unsigned reg)
{
   if (p->is_signed) {
      load_constant(p->f, LOW, MINUS_ONE);
      load_constant(p->f, HIGH, ONE);
   }
   for (unsigned k = 0; k < 4 && (p->saturates || p->is_signed); k++) {
      char from[16];
      snprintf(from, sizeof from, "r%u", reg + k);
      clamp(p, reg + k, from);
   }
}

/* Prints component n of a factor as an operand; `temp` is a register for it. */
static void print_factor(const struct pixel *p, unsigned which, unsigned n, unsigned temp, char out[16])
{
   bool inverse = false, constant = false;
   unsigned reg = 0;

   snprintf(out, 16, "0.0");
   switch (which) {
   case PIPE_BLENDFACTOR_ONE: snprintf(out, 16, "1.0"); return;
   case PIPE_BLENDFACTOR_INV_SRC_COLOR: inverse = true; /* fall through */
   case PIPE_BLENDFACTOR_SRC_COLOR: reg = p->source + n; break;
   case PIPE_BLENDFACTOR_INV_SRC_ALPHA: inverse = true; /* fall through */
   case PIPE_BLENDFACTOR_SRC_ALPHA: reg = p->source + 3; break;
   case PIPE_BLENDFACTOR_INV_DST_COLOR: inverse = true; /* fall through */
   case PIPE_BLENDFACTOR_DST_COLOR: reg = OLD + n; break;
   case PIPE_BLENDFACTOR_INV_DST_ALPHA: inverse = true; /* fall through */
   case PIPE_BLENDFACTOR_DST_ALPHA: reg = OLD + 3; break;
   case PIPE_BLENDFACTOR_INV_SRC1_COLOR: inverse = true; /* fall through */
   case PIPE_BLENDFACTOR_SRC1_COLOR: reg = SECOND + n; break;
   case PIPE_BLENDFACTOR_INV_SRC1_ALPHA: inverse = true; /* fall through */
   case PIPE_BLENDFACTOR_SRC1_ALPHA: reg = SECOND + 3; break;
   case PIPE_BLENDFACTOR_INV_CONST_COLOR: inverse = true; /* fall through */
   case PIPE_BLENDFACTOR_CONST_COLOR:
      reg = CONSTANT + n;
      constant = true;
      break;
   case PIPE_BLENDFACTOR_INV_CONST_ALPHA: inverse = true; /* fall through */
   case PIPE_BLENDFACTOR_CONST_ALPHA:
      reg = CONSTANT + 3;
      constant = true;
      break;
   case PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE: /* min(As, 1 - Ad) */
      snprintf(out, 16, n == 3 ? "1.0" : "r%u", temp);
      if (n < 3)
         fprintf(p->f, "fadd32 r%u, r%u.neg, 1.0\nfcmpsel lt, r%u, r%u, r%u, r%u, r%u\n", temp, OLD + 3, temp, p->source + 3,
                 temp, p->source + 3, temp);
      return;
   default: return;
   }
   snprintf(out, 16, constant ? "u%u" : "r%u", reg);
   if (constant && (p->saturates || p->is_signed)) {
      clamp(p, temp, out);
      snprintf(out, 16, "r%u", temp);
   }
   if (inverse) {
      fprintf(p->f, "fadd32 r%u, %s.neg, 1.0\n", temp, out);
      snprintf(out, 16, "r%u", temp);
   }
}

static void blend(const struct pixel *p)
{
   const struct blend_target *b = &p->state->blend;

   for (unsigned n = 0; n < 4; n++) {
      const unsigned func = n < 3 ? b->rgb_func : b->alpha_func, s = p->source + n, t = OLD + n, to = NEW + n;
      char fs[16], ft[16];
      if (!(b->mask >> n & 1))
         continue;
      if (func == PIPE_BLEND_MIN || func == PIPE_BLEND_MAX) {
         fprintf(p->f, "fcmpsel %s, r%u, r%u, r%u, r%u, r%u\n", func == PIPE_BLEND_MIN ? "lt" : "gt", to, s, t, s, t);
         continue;
      }
      print_factor(p, n < 3 ? b->rgb_src : b->alpha_src, n, TERM, fs);
      print_factor(p, n < 3 ? b->rgb_dst : b->alpha_dst, n, TERM + 1, ft);
      fprintf(p->f, "fmul32 r%u, r%u, %s\n", TERM + 2, s, fs);
      fprintf(p->f, "fmadd32 r%u, r%u%s, %s, r%u%s\n", to, t, func == PIPE_BLEND_SUBTRACT ? ".neg" : "", ft, TERM + 2,
              func == PIPE_BLEND_REVERSE_SUBTRACT ? ".neg" : "");
   }
}

/* Clamps integers to the bits of the target. */
static void clamp_integers(const struct pixel *p)
{
   struct format_channels c;

   format_channels(p->state->format, &c);
   for (unsigned k = 0; k < 4; k++) {
      const unsigned reg = p->source + k, channel = (c.component[k] - 'x') & 3, bits = c.bits[channel];
      if (!(p->t->present >> k & 1) || bits >= 32)
         continue;
      const char *less = c.type == SINT ? "slt" : "ult", *greater = c.type == SINT ? "sgt" : "ugt";
      const uint32_t most = (UINT32_C(1) << (bits - (c.type == SINT))) - 1;
      load_constant(p->f, TERM, most);
      fprintf(p->f, "icmpsel %s, r%u, r%u, r%u, r%u, r%u\n", greater, reg, reg, TERM, TERM, reg);
      if (c.type != SINT)
         continue;
      load_constant(p->f, TERM, ~most);
      fprintf(p->f, "icmpsel %s, r%u, r%u, r%u, r%u, r%u\n", less, reg, reg, TERM, TERM, reg);
   }
}

/* Converts numbers to the bits of the target, for logic operations. */
static void to_bits(const struct pixel *p)
{
   if (p->t->text[0] != 'u')
      return;
   load_constant(p->f, TERM, p->t->bytes == 1 ? 0x437f0000u : 0x477fff00u); /* 255.0, 65535.0 */
   for (unsigned k = 0; k < 4; k++) {
      const unsigned s = p->source + k;
      if (p->t->present >> k & 1)
         fprintf(p->f, "fadd32.sat r%u, r%u, -0.0\nfmul32 r%u, r%u, r%u\nconvert f_to_u32, r%u, r%u, rte\n", s, s, s, s, TERM,
                 s, s);
   }
}

/* The bits of an operation's number, as in the instruction, are its results for old (1) and new (2) values. */
static void operate(const struct pixel *p, unsigned op)
{
   const char *const raw = p->t->bytes == 1 ? "i8" : p->t->bytes == 2 ? "i16" : "i32";

   load_tile(p, raw);
   for (unsigned k = 0; k < 4; k++) {
      const unsigned s = p->source + k;
      if (!(p->t->present >> k & 1))
         continue;
      switch (op) {
      case PIPE_LOGICOP_CLEAR: load_constant(p->f, NEW + k, 0); break;
      case PIPE_LOGICOP_SET: load_constant(p->f, NEW + k, UINT32_MAX); break;
      case PIPE_LOGICOP_COPY: fprintf(p->f, "mov r%u, r%u\n", NEW + k, s); break;
      case PIPE_LOGICOP_COPY_INVERTED: fprintf(p->f, "not r%u, r%u\n", NEW + k, s); break;
      case PIPE_LOGICOP_NOOP: fprintf(p->f, "mov r%u, r%u\n", NEW + k, OLD + k); break;
      case PIPE_LOGICOP_INVERT: fprintf(p->f, "not r%u, r%u\n", NEW + k, OLD + k); break;
      case PIPE_LOGICOP_AND: fprintf(p->f, "and r%u, r%u, r%u\n", NEW + k, OLD + k, s); break;
      case PIPE_LOGICOP_OR: fprintf(p->f, "or r%u, r%u, r%u\n", NEW + k, OLD + k, s); break;
      case PIPE_LOGICOP_XOR: fprintf(p->f, "xor r%u, r%u, r%u\n", NEW + k, OLD + k, s); break;
      default: fprintf(p->f, "bitop r%u, %u, r%u, r%u\n", NEW + k, op, OLD + k, s); break;
      }
   }
   store_tile(p, raw, NEW);
}

static bool reads_tile(const struct pixel *p)
{
   return p->state->logical || p->state->blend.enable || (p->t->text[0] == 'r' && p->t->loads);
}

static void update(const struct pixel *p)
{
   if (p->state->logical) {
      operate(p, p->state->logicop);
      return;
   }
   if (p->state->blend.enable) {
      clamp_color(p, p->source);
      load_tile(p, p->t->text[0] == 'i' ? "i32" : p->t->text);
      blend(p);
   } else if (p->t->text[0] == 'r' && p->t->loads) {
      load_tile(p, p->t->text);
   }
   store_tile(p, p->t->text, p->state->blend.enable ? NEW : p->source);
}

/* Samples with different colours are updated one by one, unless the program itself runs per sample. */
static void store_target(const struct pixel *p, const struct surroundings *s, const struct colors *c, unsigned written)
{
   const struct format_info *info = format_info(p->state->format);

   for (unsigned k = 0; k < 4; k++)
      if (!(written >> k & 1))
         load_constant(p->f, p->source + k, 0);
   if (p->t->raw) {
      store_tile(p, p->t->text, p->source);
      return;
   }
   if (info->class != FORMAT_FLOAT)
      clamp_integers(p);
   if (p->state->logical)
      to_bits(p);
   if (!s->samples || c->per_sample || !reads_tile(p)) {
      update(p);
      return;
   }
   for (unsigned k = 0; k < s->samples; k++) {
      struct pixel one = *p;
      char mask[8];
      snprintf(mask, sizeof mask, "r%ul", ONE_SAMPLE);
      one.samples = mask;
      fprintf(p->f, "mov_imm %s, %u\n", mask, 1u << k);
      if (c->masks)
         fprintf(p->f, "and %s, %s, r3h\n", mask, mask);
      update(&one);
   }
}

static bool has_second(const struct blend_target *b)
{
   const uint8_t all[] = {b->rgb_src, b->rgb_dst, b->alpha_src, b->alpha_dst};

   for (unsigned i = 0; i < sizeof all; i++)
      if (all[i] == PIPE_BLENDFACTOR_SRC1_COLOR || all[i] == PIPE_BLENDFACTOR_SRC1_ALPHA ||
          all[i] == PIPE_BLENDFACTOR_INV_SRC1_COLOR || all[i] == PIPE_BLENDFACTOR_INV_SRC1_ALPHA)
         return true;
   return false;
}

void fragment_epilog(FILE *f, const struct surroundings *s, const struct colors *c, const struct tile_target target[MAX_COLORS])
{
   const char *samples = c->per_sample ? "r0h" : "255";

   if (c->depth || c->stencil)
      fprintf(f, "wait_pix 1\nzs_emit %s, %s\n", samples, c->depth ? c->stencil ? "r2_r3" : "r2" : "r3l");
   if (c->masks && c->per_sample)
      fprintf(f, "and r3h, r3h, r0h\n");
   fprintf(f, "wait_pix 12\n");
   for (unsigned i = 0; i < MAX_COLORS; i++) {
      const struct target_state *state = &s->target[i];
      if (!target[i].stores && !target[i].raw)
         continue;
      const struct format_info *info = format_info(state->format);
      const struct pixel p = {f, &target[i], state, 4 + 4 * i, c->masks ? "r3h" : samples, info->unorm, info->snorm};
      if (state->blend.enable && has_second(&state->blend))
         clamp_color(&p, SECOND);
      store_target(&p, s, c, c->mask[i]);
   }
}

#define BEHIND_BODY 14 /* bytes of the first two instructions at the end of the loop */

void fragment_end(FILE *f, const struct surroundings *s, const struct colors *c, size_t loop)
{
   if (c->per_sample && s->samples)
      fprintf(f, "iadd r0h, 0, r0h, lsl 1\nwhile_icmp r0l, ult, r0h, %u, 1\njmp_exec_any pc-%zu\npop_exec r0l, 1\n",
              (1u << s->samples) - 1, loop + BEHIND_BODY);
   fprintf(f, "stop\n");
   for (unsigned k = 0; k < 8; k++)
      fprintf(f, "trap\n");
}

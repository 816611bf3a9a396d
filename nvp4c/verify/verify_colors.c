/* SPDX-License-Identifier: MIT */
/*
 * Reference implementation of the colour targets of the key (docs/abi-usc.md, "Colour targets"), which changes the colours of
 * the evaluator. See verify_key.h. It shares with passes/lower/key_colors.c what that tells backends: the stored format of a
 * target, and whether a program stores words.
 */
#include <string.h>

#include "nvp4c/verify/verify_key.h"
#include "semantics/memory/format.h"

#define NEGATED(v) ((v) ^ 0x80000000u)

/* A target of one lane. */
struct pixel {
   num_m m;
   const struct nvp4c_key_color *key;
   const uint32_t *constant;
   enum mem_kind kind;
   uint32_t source[4], second[4], old[4];
};

static enum mem_format target_format(const struct nvp4c_key *key, unsigned n)
{
   if (key->color[n].format)
      return (enum mem_format)key->color[n].format;
   return key->frt[n] == NVP4C_FRT_F32   ? MEM_R32G32B32A32_FLOAT
          : key->frt[n] == NVP4C_FRT_F16 ? MEM_R16G16B16A16_FLOAT
                                         : MEM_R8G8B8A8_UNORM;
}

static uint32_t clamp(const struct pixel *p, uint32_t v)
{
   return p->kind == MEM_UNORM ? num_fsat(p->m, v) : p->kind == MEM_SNORM ? num_fssat(p->m, v) : v;
}

/* 1 - v, clamped as a factor. Only signed values can exceed the range. */
static uint32_t complement(const struct pixel *p, uint32_t v)
{
   const uint32_t c = num_fadd(p->m, NUM_ONE, NEGATED(v));

   return p->kind == MEM_SNORM ? clamp(p, c) : c;
}

/* The value of a factor that is neither 0 nor 1. */
static uint32_t factor(const struct pixel *p, unsigned f, unsigned c)
{
   /* pairs of a value and 1 - value, from SOURCE_COLOR on */
   const uint32_t values[] = {p->source[c],           p->source[3],           p->old[c],    p->old[3],
                              clamp(p, p->constant[c]), clamp(p, p->constant[3])};
   const bool second = f >= NVP4C_FACTOR_SECOND_COLOR;
   const unsigned k = second ? f - NVP4C_FACTOR_SECOND_COLOR : f - NVP4C_FACTOR_SOURCE_COLOR;

   if (f == NVP4C_FACTOR_ALPHA_SATURATE)
      return num_fmin(p->m, p->source[3], complement(p, p->old[3]));
   const uint32_t v = second ? p->second[k / 2 ? 3 : c] : values[k / 2];
   return k & 1 ? complement(p, v) : v;
}

static uint32_t blend_component(const struct pixel *p, unsigned c)
{
   const struct nvp4c_blend *b = c < 3 ? &p->key->color : &p->key->alpha;
   const unsigned sf = b->source == NVP4C_FACTOR_ALPHA_SATURATE && c == 3 ? NVP4C_FACTOR_ONE : b->source,
                  df = b->target == NVP4C_FACTOR_ALPHA_SATURATE && c == 3 ? NVP4C_FACTOR_ONE : b->target;
   uint32_t s = p->source[c], d = p->old[c];

   if (b->equation == NVP4C_BLEND_MIN)
      return num_fmin(p->m, s, d);
   if (b->equation == NVP4C_BLEND_MAX)
      return num_fmax(p->m, s, d);
   if (sf > NVP4C_FACTOR_ONE)
      s = num_fmul(p->m, s, factor(p, sf, c));
   if (b->equation == NVP4C_BLEND_REVERSE_SUBTRACT)
      s = NEGATED(s);
   if (b->equation == NVP4C_BLEND_SUBTRACT)
      d = NEGATED(d);
   if (df == NVP4C_FACTOR_ZERO)
      return sf == NVP4C_FACTOR_ZERO ? 0 : num_fmul(p->m, s, NUM_ONE);
   if (df == NVP4C_FACTOR_ONE)
      return sf == NVP4C_FACTOR_ZERO ? num_fmul(p->m, d, NUM_ONE) : num_fadd(p->m, d, s);
   const uint32_t f = factor(p, df, c);
   return sf == NVP4C_FACTOR_ZERO ? num_fmul(p->m, d, f) : num_fmad(p->m, d, f, s);
}

/* The bits of an operation's number are its results for the pairs of source and target 1 1, 1 0, 0 1, 0 0. */
static uint32_t combine_bits(unsigned op, uint32_t s, uint32_t d)
{
   return (op & 1 ? s & d : 0) | (op & 2 ? s & ~d : 0) | (op & 4 ? ~s & d : 0) | (op & 8 ? ~s & ~d : 0);
}

/* The components that the channels of a format store. */
static unsigned components_of(enum mem_format f)
{
   unsigned mask = 0;

   for (unsigned k = 0; k < 4; k++)
      mask |= mem_format_info[f].store[k] == '-' ? 0 : 1u << (strchr("xyzw", mem_format_info[f].store[k]) - "xyzw");
   return mask;
}

/* Computes the pixel of a lane; `word` has the old words, and gets the new ones. The result in `color` is what the program
   would store as a colour. */
static void draw_pixel(const struct verify_key *k, unsigned n, struct pixel *p, uint32_t word[4], uint32_t color[4])
{
   const struct nvp4c_key_color *key = p->key;
   const enum mem_format format = target_format(k->state, n), stored = (enum mem_format)key_color_format(k->state, n).stored;
   const unsigned op = k->state->logic_op && p->kind != MEM_FLOAT && !key->srgb ? k->state->logic_op - 1 : 3;
   const unsigned all = components_of(format), keep = op == 5 ? all : key->keep & all;
   const struct mem_format_info *f = &mem_format_info[stored];
   const bool in_place = stored == format || (f->kind == MEM_UNORM && mem_format_info[format].bits[0] == 8);
   uint32_t mine[4] = {0}, theirs[4] = {0};

   mem_decode(p->m, stored, word, p->old);
   memcpy(color, p->source, sizeof p->source);
   if (key->blends && !k->state->logic_op && p->kind != MEM_UINT && p->kind != MEM_SINT) {
      for (unsigned c = 0; c < 4; c++) {
         p->source[c] = clamp(p, p->source[c]);
         p->second[c] = clamp(p, p->second[c]);
      }
      for (unsigned c = 0; c < 4; c++)
         color[c] = blend_component(p, c);
   }
   if (op != 3 && !in_place) {
      mem_encode(p->m, format, color, mine);
      mem_encode(p->m, format, p->old, theirs);
      for (unsigned w = 0; w < 4; w++)
         mine[w] = combine_bits(op, mine[w], theirs[w]);
      mem_decode(p->m, format, mine, color);
   }
   for (unsigned c = 0; c < 4 && stored != format && f->kind == MEM_FLOAT; c++)
      color[c] = p->kind == MEM_UNORM ? num_fsat(p->m, color[c]) : num_fmax(p->m, color[c], 0);
   mem_encode(p->m, stored, color, mine);
   for (unsigned c = 0; c < 4; c++)
      if (keep >> c & 1)
         color[c] = p->old[c];
   for (unsigned w = 0; w < 4; w++)
      mine[w] = op != 3 && in_place ? combine_bits(op, mine[w], word[w]) : mine[w];
   for (unsigned ch = 0, at = 0; ch < 4 && f->bits[ch]; at += f->bits[ch++])
      if (f->store[ch] != '-' && keep >> (strchr("xyzw", f->store[ch]) - "xyzw") & 1) {
         const uint32_t mask = (f->bits[ch] == 32 ? UINT32_MAX : (1u << f->bits[ch]) - 1) << at % 32;
         mine[at / 32] = (mine[at / 32] & ~mask) | (word[at / 32] & mask);
      }
   memcpy(word, mine, sizeof mine);
}

bool verify_changes_color(const struct verify_key *k, unsigned n)
{
   const struct nvp4c_key_color *c = &k->state->color[n];

   return c->format || c->keep || c->blends || k->state->logic_op || (n == 1 && k->state->dual_source);
}

/* Mask of the words or components that the program stores, with the high bits for integers. */
static uint8_t stored_mask(const struct verify_key *k, unsigned n)
{
   const struct key_color f = key_color_format(k->state, n);

   return f.words ? (uint8_t)(0x11 * ((1u << mem_format_words(&mem_format_info[f.stored])) - 1)) : 15;
}

/* Does drawing change anything in target n? */
static bool is_drawn(const struct verify_key *k, unsigned n)
{
   const enum mem_format f = target_format(k->state, n);
   const unsigned all = components_of(f);
   const bool noop = k->state->logic_op == NVP4C_LOGIC_NOOP && mem_format_info[f].kind != MEM_FLOAT && !k->state->color[n].srgb;

   return !noop && (k->state->color[n].keep & all) != all && !(n == 1 && k->state->dual_source);
}

uint8_t verify_color_mask(const struct verify_key *k, unsigned n, uint8_t mask)
{
   return !mask || !verify_changes_color(k, n) ? mask : is_drawn(k, n) ? stored_mask(k, n) : 0;
}

void verify_draw_colors(const struct verify_key *k, struct verify_wave *vt, const uint8_t *written, const uint32_t constant[4])
{
   exec_lanes second[4];
   uint32_t second_taint = 0;

   memcpy(second, vt->t.out[SLOT_FRAG_COLOR + 1], sizeof second);
   for (unsigned c = 0; c < 4; c++) {
      if (!(written[1] >> c & 1))
         memset(second[c], 0, sizeof second[c]);
      second_taint |= vt->t.out_taint && k->state->dual_source ? vt->t.out_taint[SLOT_FRAG_COLOR + 1][c] : 0;
   }
   for (unsigned n = 0; n < NVP4C_COLORS; n++) {
      exec_lanes *out = vt->t.out[SLOT_FRAG_COLOR + n];
      const exec_lanes *in = (const exec_lanes *)vt->t.in[0][SLOT_TARGET + n];
      if (!written[n] || !verify_changes_color(k, n) || !is_drawn(k, n))
         continue;
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         struct pixel p = {.m = vt->t.num, .key = &k->state->color[n], .constant = constant};
         uint32_t word[4], color[4];
         p.kind = (enum mem_kind)mem_format_info[target_format(k->state, n)].kind;
         for (unsigned c = 0; c < 4; c++) {
            p.source[c] = written[n] >> c & 1 ? out[c][l] : 0;
            p.second[c] = n || !k->state->dual_source ? 0 : second[c][l];
            word[c] = in[c][l];
         }
         draw_pixel(k, n, &p, word, color);
         for (unsigned c = 0; c < 4; c++)
            out[c][l] = key_color_format(k->state, n).words ? word[c] : color[c];
      }
      if (vt->t.out_taint) {
         uint32_t *taint = vt->t.out_taint[SLOT_FRAG_COLOR + n];
         taint[0] = taint[1] = taint[2] = taint[3] = taint[0] | taint[1] | taint[2] | taint[3] | (n ? 0 : second_taint);
      }
   }
}

void verify_fetch_colors(const struct verify_key *k, num_m m, uint32_t (*in)[4][EXEC_LANES])
{
   for (unsigned n = 0; n < NVP4C_COLORS; n++)
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         uint32_t word[4], value[4];
         for (unsigned c = 0; c < 4; c++)
            word[c] = in[SLOT_TARGET + n][c][l];
         mem_decode(m, (enum mem_format)key_color_format(k->state, n).stored, word, value);
         for (unsigned c = 0; c < 4; c++)
            in[SLOT_FETCHED + n][c][l] = value[c];
      }
}

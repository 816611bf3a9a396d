/* SPDX-License-Identifier: MIT */
/*
 * See agx_inputs.h. Random words are seldom equal, seldom at the bound of a clamp, and their products are never just below 0.
 * So each wave has a palette of a few words: constants of the program and their neighbours, zeros, ones, the smallest steps,
 * and small integers. Each input, parameter and texel is one of these words. Compared values are then often equal, sums
 * cancel, and flags occur in all combinations.
 */
#include "tests/agx-proof/agx_inputs.h"

#include <math.h>
#include <string.h>

static void add(struct util_ctx *ctx, struct directed *d, uint32_t word)
{
   UTIL_PUSH(ctx, d->word, d->num_words, d->cap_words, word);
}

static void add_constants(struct util_ctx *ctx, struct directed *d, const struct ir_shader *s)
{
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->op != IR_const)
            continue;
         const uint32_t c = i->attr[0];
         const uint32_t near[] = {
             c, c, c + 1, c - 1, c ^ 0x80000000, 0 - c, num_u(num_f(c) * 2), num_u(num_f(c) / 2), num_u(num_f(c) - 1)};
         for (unsigned k = 0; k < sizeof near / sizeof *near; k++)
            add(ctx, d, near[k]);
      }
   if (s->pre.shader)
      add_constants(ctx, d, s->pre.shader);
}

void directed_begin(struct util_ctx *ctx, struct directed *d, const struct ir_shader *s)
{
   *d = (struct directed){0};
   verify_note_reads(&d->reads, s);
   add_constants(ctx, d, s);
   for (uint32_t p = 0; p < s->num_params; p++)
      for (unsigned c = 0; c < 4 && s->params[p].cls == PARAM_CONST; c++)
         add(ctx, d, s->params[p].value[c]);
}

/* Returns true for the waves that have ordinary random inputs. */
static bool is_plain(uint64_t seed)
{
   return seed % 4 == 0;
}

/* Returns a float with one or two bits set in its fraction: such floats are ties of rounding and conversions. */
static uint32_t sparse_float(struct util_rng *g)
{
   const uint32_t exponent = 127 - 16 + util_rng_below(g, 48);

   return util_rng_below(g, 2) << 31 | exponent << 23 | (1u << util_rng_below(g, 23)) | (1u << util_rng_below(g, 23));
}

static uint32_t draw_word(const struct directed *d, struct util_rng *g)
{
   static const uint32_t common[] = {
       0,          0,          0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40000000, 0x30000000, 0xb0000000, /* 2^-31 */
       0x7fc00000, 0x7f800000, 0xff800000, 1,          2,          3,          4,          0xffffffff};

   switch (util_rng_below(g, 6)) {
   case 0:
   case 1: return common[util_rng_below(g, sizeof common / sizeof *common)];
   case 2: return d->num_words ? d->word[util_rng_below(g, d->num_words)] : 0;
   case 3: return util_rng_below(g, 16);
   case 4: return sparse_float(g);
   default: return verify_word(g);
   }
}

/* Combines two words of the palette into a sum or quotient, as the program may compare it with another word. */
static uint32_t combine(const struct directed *d, unsigned n, struct util_rng *g)
{
   const uint32_t a = d->palette[util_rng_below(g, n)], b = d->palette[util_rng_below(g, n)];

   switch (util_rng_below(g, 8)) {
   case 0: return a + b;
   case 1: return 0 - a;
   case 2: return a * b;
   case 3: return b ? a / b : 0;
   case 4: return num_u(num_f(a) + num_f(b));
   case 5: return num_u(num_f(a) - num_f(b));
   case 6: return num_u(num_f(a) * num_f(b));
   default: return a ^ 0x80000000;
   }
}

static uint32_t pick(const struct directed *d, struct util_rng *g)
{
   return d->palette[util_rng_below(g, d->num)];
}

/* Inputs that can hold any value of the application. For fog that is x alone. */
static unsigned free_components(unsigned slot)
{
   const bool is = slot < SLOT_VERTEX_ID || (slot >= SLOT_COLOR && slot < SLOT_FOG) ||
                   (slot >= SLOT_CLIP && slot < SLOT_PRIM_ID) || slot == SLOT_NORMAL;

   return is ? 4 : slot == SLOT_FOG;
}

#define MOST_FILLED 256 /* words of a buffer */

/* Fills buffers and memory with words of the palette, so that loaded values equal others. */
static void fill_memory(struct util_ctx *ctx, const struct directed *d, struct verify_wave *vt, struct util_rng *g)
{
   for (unsigned b = 0; d->reads.buffers && b < 16; b++) {
      const uint32_t n = vt->t.buffer[b].words < MOST_FILLED ? vt->t.buffer[b].words : MOST_FILLED;
      uint32_t *word = UTIL_ARRAY(ctx, uint32_t, n + 1);
      for (uint32_t w = 0; w < n; w++)
         word[w] = pick(d, g);
      vt->t.buffer[b].data = word;
      vt->t.buffer[b].words = n;
   }
   for (unsigned space = 0; vt->t.memory && space < MEM_SPACE_COUNT; space++)
      for (unsigned unit = 0; unit < MEM_UNITS; unit++) {
         const struct mem_object *o =
             d->reads.units[space] >> unit & 1 ? mem_object(vt->t.memory, (enum mem_space)space, unit) : NULL;
         for (uint32_t w = 0; o && o->data && space != MEM_SHARED && w < o->bytes / 4 && w < MOST_FILLED; w++)
            o->data[w] = pick(d, g);
      }
}

void directed_fill(struct util_ctx *ctx, struct directed *d, struct verify_wave *vt, const struct ir_shader *s, uint64_t seed)
{
   struct util_rng g;

   verify_fill(ctx, vt, s, &d->reads, seed, 0);
   if (s->stage == IR_STAGE_FRAGMENT)
      verify_add_helpers(vt, seed);
   if (is_plain(seed))
      return;
   util_rng_init(&g, seed ^ 0x64697265u);
   d->num = 2 + util_rng_below(&g, 1 + util_rng_below(&g, DIRECTED_WORDS - 1)); /* favours small palettes */
   for (unsigned k = 0; k < d->num; k++)
      d->palette[k] = k && util_rng_below(&g, 4) == 0 ? combine(d, k, &g) : draw_word(d, &g);
   for (unsigned slot = 0; slot < SLOT_COUNT; slot++)
      for (unsigned c = 0; d->reads.slot[slot] && c < free_components(slot); c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            vt->t.in[0][slot][c][l] = pick(d, &g);
   for (unsigned l = 0; l < EXEC_LANES && seed % 8 < 4; l++) /* more than one sample */
      if (!(vt->t.helper >> l & 1))
         vt->t.in[0][SLOT_SAMPLE_MASK][0][l] = 1 + util_rng_below(&g, 255);
   for (unsigned b = 0; d->reads.buffers && b < 16; b++) /* some buffers are empty */
      vt->t.buffer[b].words = util_rng_below(&g, 4) ? vt->t.buffer[b].words : util_rng_below(&g, 3);
   if (seed % 4 == 2)
      fill_memory(ctx, d, vt, &g);
   for (uint32_t p = 0; p < s->num_params; p++)
      for (unsigned c = 0; s->params[p].cls != PARAM_CONST && c < 4; c++)
         vt->param[p][c] = util_rng_below(&g, 4) ? pick(d, &g) : vt->param[p][c];
}

/* Returns the lanes in which a RECT texture is minified. It has one level, but its minification filter may differ. */
static uint32_t smaller(const struct directed *d, num_m m, const struct exec_tex *t)
{
   struct exec_tex query = *t;
   exec_lanes level[4];
   uint32_t r = 0;

   if (t->target != TEX_RECT || t->op > TEX_GRAD)
      return 0;
   query.op = TEX_LEVEL;
   query.target = TEX_2D;
   if (t->op <= TEX_BIAS)
      exec_sampler_fn((void *)(uintptr_t)d->sampler, m, &query, level);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      bool is = t->op == TEX_LOD ? num_f(t->lod[l]) > 0
                                 : t->op != TEX_GRAD && num_f(level[1][l]) + (t->op == TEX_BIAS ? num_f(t->lod[l]) : 0) > 0;
      for (unsigned a = 0; a < 2 && t->op == TEX_GRAD; a++)
         is = is || fabsf(num_f(t->ddx[a][l])) > 1 || fabsf(num_f(t->ddy[a][l])) > 1;
      r |= (uint32_t)is << l;
   }
   return r & t->active;
}

/* Returns texels of the palette, converted to the type of the texture. */
static void sample(void *user, num_m m, const struct exec_tex *t, exec_lanes out[4])
{
   const struct directed *d = user;
   const uint32_t other = smaller(d, m, t);

   exec_sampler_fn((void *)(uintptr_t)d->sampler, m, t, out);
   for (unsigned l = 0; l < EXEC_LANES && !exec_tex_is_query(t->op) && !exec_tex_info[t->target].shadow; l++)
      for (unsigned c = 0; c < 4; c++)
         if (t->active >> l & 1)
            out[c][l] = d->palette[util_mix64(out[c][l] + 4 * (d->num + (other >> l & 1)) + c) % d->num];
}

void directed_reset(struct directed *d, struct verify_wave *vt, uint64_t seed)
{
   d->sampler = &vt->sampler;
   if (is_plain(seed) || seed % 8 == 1)
      return;
   vt->t.tex = sample;
   vt->t.tex_user = d;
}

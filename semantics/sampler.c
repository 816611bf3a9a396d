/* SPDX-License-Identifier: MIT */
/*
 * A software texture unit for tests and verification (sampler.h): the same accesses give the same bits in the reference
 * evaluator, the interpreter and both simulators, on every host.
 *
 * Contents: a texel is a hash of (seed, unit, level, layer or face, i, j, k), four channels of n/64, 0 <= n <= 64; integer
 * textures give n - 16 instead and are not filtered. Samples of a texel are like levels of their own. Depth is the first
 * channel. Size and layers are functions of the unit, wrap mode and filter of that of the sampler (unit_of below); all but RECT
 * and BUFFER are mipmapped. Odd units filter linearly between texels and levels, even ones take the nearest of both.
 *
 * An image in the place of the hash has one level, repeats (RECT: is clamped) and is filtered linearly.
 *
 * Method: coordinates are scaled in double (exact) and truncated to 1/256 of a texel, the level of detail to 1/256 of a level;
 * from there on all arithmetic is in integers, and the only rounding is that of the final sum of products to f32. Coordinates
 * that are NaN or denormal count as 0 and huge ones are clamped, under every number model, so that it makes no difference
 * whether a copy flushes denormals.
 *
 * A depth is filtered and then compared, which is what the public driver for Rogue makes of SHADOW targets; compare_taps
 * compares the texels and filters the outcomes, as other machines do.
 *
 * Defined behaviour where the documents leave it undefined: the layer of a fetch is clamped; fetches out of range, and fetches
 * of cube and shadow targets, give 0 in all components; filtered access to BUFFER gives 0; TEX_SIZE gives 0 in unused
 * components and for levels that do not exist. Cube faces do not blend into each other, and of equal major axes x takes
 * precedence over y, and y over z.
 */
#include "semantics/sampler.h"

#include "util/rng.h"

#include <math.h>

#define ONE 256        /* fixed point of texel positions and levels */
#define TEXEL_ONE 64   /* 1.0 in a channel of a hashed texel */
#define INTEGER_ZERO 16 /* the channel value that an integer texture returns as 0 */
#define HUGE_COORD 0x1p24
#define LOD_NONE (-100 * ONE) /* the level of detail of constant coordinates */

enum wrap { WRAP_REPEAT, WRAP_CLAMP, WRAP_MIRROR };

struct unit {
   uint32_t seed, index, one; /* one: the channel value that means 1.0 */
   const uint8_t *image;      /* the contents; NULL for a hash */
   uint32_t size[3]; /* of level 0; 1 in dimensions that the target lacks */
   unsigned dims;    /* of an image: 1..3 */
   uint32_t layers;  /* array layers, cube faces, faces of all layers, else 1 */
   unsigned samples; /* of a texel */
   unsigned levels;
   enum wrap wrap;
   bool linear, cube, rect, integer;
   bool compare, compare_taps; /* compare: a SHADOW target; compare_taps: it compares texels before filtering */
};

static struct unit unit_of(const struct exec_sampler *s, unsigned index, unsigned sampler, enum exec_tex_target target,
                           bool integer)
{
   /* square and other sizes, powers of two and others; then small sizes with few levels */
   static const uint8_t size[16][3] = {{16, 16, 8}, {32, 16, 4}, {8, 64, 8}, {24, 20, 6}, {64, 32, 16}, {12, 48, 5},
                                       {32, 32, 8}, {40, 9, 10}, {2, 2, 1},  {1, 3, 2},   {5, 2, 3},    {2, 4, 4},
                                       {3, 1, 1},   {4, 7, 2},   {1, 1, 1},  {6, 5, 2}};
   static const uint8_t layers[8] = {3, 5, 2, 4, 7, 1, 6, 8};
   const struct exec_tex_info *info = &exec_tex_info[target];
   const uint32_t shape = index % 8 + s->turn % 16;
   struct unit u = {
      .seed = s->seed,
      .index = index,
      .one = TEXEL_ONE,
      .size = {size[shape % 16][0], 1, 1},
      .dims = info->coords,
      .layers = info->array ? layers[shape % 8] : 1,
      .levels = 1,
      .wrap = (enum wrap)(sampler / 2 % 3),
      .linear = sampler & 1 && (!integer || info->shadow),
      .samples = info->samples ? 2u << (index + s->turn) % 3 : 1,
      .cube = target == TEX_CUBE || target == TEX_SHADOWCUBE || target == TEX_ARRAYCUBE || target == TEX_SHADOWARRAYCUBE,
      .rect = target == TEX_RECT || target == TEX_SHADOWRECT,
      .integer = integer && !info->shadow,
      .compare = info->shadow,
      .compare_taps = info->shadow && s->compare_taps,
   };

   if (u.cube) {
      u.dims = 2;
      u.size[1] = u.size[0];
      u.layers *= 6;
   } else {
      for (unsigned i = 1; i < u.dims; i++)
         u.size[i] = size[shape % 16][i];
   }
   if (s->images && index < EXEC_IMAGES && s->images[index].rgba && u.dims == 2 && !u.cube && !info->array && !info->samples &&
       target != TEX_BUFFER) {
      u.image = s->images[index].rgba;
      u.size[0] = s->images[index].width;
      u.size[1] = s->images[index].height;
      u.one = 255;
      u.linear = !integer;
      u.wrap = u.rect ? WRAP_CLAMP : WRAP_REPEAT;
      return u;
   }
   if (u.cube || u.rect)
      u.wrap = WRAP_CLAMP;
   if (!u.rect && target != TEX_BUFFER && !info->samples)
      for (uint32_t max = u.size[0] | u.size[1] | u.size[2]; max > 1; max /= 2)
         u.levels++;
   return u;
}

static uint32_t level_size(const struct unit *u, unsigned level, unsigned axis)
{
   uint32_t n = u->size[axis] >> level;

   return n ? n : 1;
}

void exec_sampler_size(const struct exec_sampler *s, unsigned unit, enum exec_tex_target target, unsigned level,
                       uint32_t size[3])
{
   struct unit u = unit_of(s, unit, unit, target, false);

   size[0] = size[1] = size[2] = 0;
   if (target == TEX_BUFFER)
      level = 0; /* buffers have one level, and accesses do not pass one */
   if (level >= u.levels)
      return;
   for (unsigned i = 0; i < u.dims; i++)
      size[i] = level_size(&u, level, i);
   if (exec_tex_info[target].array)
      size[u.dims] = u.cube ? u.layers / 6 : u.layers;
}

/* Reads four channels, 0 .. u->one each. */
static void texel(const struct unit *u, unsigned level, uint32_t layer, const uint32_t at[3], uint32_t out[4])
{
   if (u->image) {
      const uint8_t *t = u->image + 4 * ((size_t)(u->size[1] - 1 - at[1]) * u->size[0] + at[0]);
      for (unsigned c = 0; c < 4; c++)
         out[c] = t[c];
      return;
   }
   uint64_t image = util_mix64(((uint64_t)u->seed << 32) + u->index * 0x10000u + level * 0x100u + layer);
   uint64_t h = util_mix64(image ^ (at[0] | (uint64_t)at[1] << 20 | (uint64_t)at[2] << 40));

   for (unsigned c = 0; c < 4; c++)
      out[c] = (uint32_t)(h >> 16 * c & 0xffff) * (TEXEL_ONE + 1) >> 16;
}

/* A coordinate as a number: NaN and denormals become 0, and values are clamped to +-limit. */
static double clean(uint32_t bits, double limit)
{
   double x = num_f(bits);

   if (num_isnan(bits) || num_isdenorm(bits))
      return 0;
   return x > limit ? limit : x < -limit ? -limit : x;
}

static int64_t floor_div(int64_t a, int64_t b)
{
   return a / b - (a % b < 0);
}

static uint32_t wrap(enum wrap mode, int64_t i, uint32_t n)
{
   int64_t p;

   switch (mode) {
   case WRAP_REPEAT: return (uint32_t)(i - floor_div(i, n) * n);
   case WRAP_MIRROR: p = i - floor_div(i, 2 * (int64_t)n) * 2 * n; return (uint32_t)(p < n ? p : 2 * (int64_t)n - 1 - p);
   default: return (uint32_t)(i < 0 ? 0 : i >= n ? n - 1 : i);
   }
}

/* The position of one lane in a texture, computed from its coordinates. */
struct place {
   double st[3]; /* relative to the size of the texture; RECT: in texels */
   uint32_t layer;
   int8_t offset[3];
   double ref; /* 0 .. 1 */
};

/* Weighted sum of the texels of one level, in units of 1 / (one * ONE^dims). */
static void sample_level(const struct unit *u, const struct place *p, unsigned level, int64_t sum[4])
{
   int64_t low[3] = {0};
   uint32_t frac[3] = {0};

   for (unsigned a = 0; a < u->dims; a++) {
      double x = p->st[a] * (u->rect ? 1 : level_size(u, level, a));
      int64_t f = (int64_t)floor(x * ONE) - (u->linear ? ONE / 2 : 0);

      low[a] = floor_div(f, ONE);
      frac[a] = u->linear ? (uint32_t)(f - low[a] * ONE) : 0;
      low[a] += p->offset[a];
   }
   sum[0] = sum[1] = sum[2] = sum[3] = 0;
   for (unsigned tap = 0; tap < 1u << u->dims; tap++) {
      uint32_t at[3] = {0}, c[4];
      int64_t weight = 1;

      for (unsigned a = 0; a < u->dims; a++) {
         unsigned up = tap >> a & 1;

         at[a] = wrap(u->wrap, low[a] + up, level_size(u, level, a));
         weight *= up ? frac[a] : ONE - frac[a];
      }
      if (!weight)
         continue;
      texel(u, level, p->layer, at, c);
      if (u->compare_taps) { /* alpha is 1 */
         c[0] = c[1] = c[2] = p->ref * u->one <= c[0] ? u->one : 0;
         c[3] = u->one;
      }
      for (unsigned k = 0; k < 4; k++)
         sum[k] += weight * c[k];
   }
}

/* The value of a channel as the program sees it. */
static uint32_t result(const struct unit *u, double channel)
{
   return u->integer ? (uint32_t)(int32_t)(channel * u->one) - INTEGER_ZERO : num_u((float)channel);
}

/* `lod` is in units of 1/ONE and not yet clamped. */
static void sample(const struct unit *u, const struct place *p, int32_t lod, uint32_t out[4])
{
   int32_t max = (int32_t)(u->levels - 1) * ONE;
   int64_t a[4], b[4] = {0};
   double unit = (double)u->one * ONE;

   lod = lod < 0 ? 0 : lod > max ? max : lod;
   for (unsigned i = 0; i < u->dims; i++)
      unit *= ONE;
   if (u->linear) {
      sample_level(u, p, (unsigned)lod / ONE, a);
      if (lod % ONE)
         sample_level(u, p, (unsigned)lod / ONE + 1, b);
   } else {
      /* OpenGL, mipmapping: ceil(lod + 1/2) - 1 */
      sample_level(u, p, (unsigned)(lod + ONE / 2 - 1) / ONE, a);
      lod = 0;
   }
   for (unsigned k = 0; k < 4; k++)
      out[k] = result(u, (double)(a[k] * (ONE - lod % ONE) + b[k] * (lod % ONE)) / unit);
}

/* log2 of the square root of rho2, in units of 1/ONE; far below 0 for rho2 = 0. */
static int32_t lod_of(double rho2)
{
   if (!(rho2 > 0))
      return LOD_NONE;
   rho2 = rho2 < 0x1p-100 ? 0x1p-100 : rho2 > 0x1p100 ? 0x1p100 : rho2;
   return (int32_t)floor(num_f(num_flog2(&num_model_ieee, num_u((float)rho2))) * 0.5 * ONE + 0.5);
}

/* The bias or level that an access passes. */
static int32_t lod_arg(num_m m, uint32_t bits)
{
   if (m->lod16)
      bits = num_h2f(m, num_f2h(m, bits));
   return (int32_t)floor(clean(bits, 64) * ONE + 0.5);
}

/*
 * OpenGL, cube map texture selection: the face, and s and t from the components across its axis. The derivatives d of the
 * direction become those of s and t on that face: s = (sc/|ma| + 1)/2, so ds = (dsc |ma| - sc d|ma|) / (2 ma^2).
 */
static uint32_t cube_face(const double dir[3], double st[3], double d[2][3])
{
   static const struct {
      uint8_t s, t; /* axis of sc, tc */
      int8_t ss, ts; /* their signs */
   } face[6] = {{2, 1, -1, -1}, {2, 1, 1, -1}, {0, 2, 1, 1}, {0, 2, 1, -1}, {0, 1, 1, -1}, {0, 1, -1, -1}};
   double ax = fabs(dir[0]), ay = fabs(dir[1]), az = fabs(dir[2]);
   unsigned axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
   bool neg = dir[axis] < 0;
   uint32_t f = axis * 2 + neg;
   double ma = fabs(dir[axis]), sc = face[f].ss * dir[face[f].s], tc = face[f].ts * dir[face[f].t];

   st[0] = ma > 0 ? (sc / ma + 1) / 2 : 0.5;
   st[1] = ma > 0 ? (tc / ma + 1) / 2 : 0.5;
   st[2] = 0;
   for (unsigned i = 0; i < 2; i++) {
      double dma = neg ? -d[i][axis] : d[i][axis];
      double ds = face[f].ss * d[i][face[f].s], dt = face[f].ts * d[i][face[f].t];

      /* ma is at least 2^-126 (no denormals), so no value here exceeds the range of double. */
      d[i][0] = ma > 0 ? (ds - sc / ma * dma) / ma / 2 : 0;
      d[i][1] = ma > 0 ? (dt - tc / ma * dma) / ma / 2 : 0;
      d[i][2] = 0;
   }
   return f;
}

/* Derivatives of the coordinates of a lane: given ones, or differences within the quad where both lanes have coordinates. */
static void derivatives(const struct exec_tex *t, unsigned lane, unsigned coords, double limit, double d[2][3])
{
   unsigned from[2] = {exec_quad_left(lane), exec_quad_top(lane)}, to[2] = {exec_quad_right(lane), exec_quad_bottom(lane)};

   for (unsigned i = 0; i < 2; i++) {
      bool known = t->quad_valid >> from[i] & t->quad_valid >> to[i] & 1;

      for (unsigned a = 0; a < 3; a++) {
         d[i][a] = 0;
         if (a >= coords)
            continue;
         if (t->op == TEX_GRAD)
            d[i][a] = clean(i ? t->ddy[a][lane] : t->ddx[a][lane], limit);
         else if (known && (t->op == TEX_SAMPLE || t->op == TEX_BIAS || t->op == TEX_LEVEL))
            d[i][a] = clean(t->coord[a][to[i]], limit) - clean(t->coord[a][from[i]], limit);
      }
   }
}

/* "rounding the extracted floating-point component to the nearest integer and clamping" (NV_gpu_program4, 2.X.4.4) */
static uint32_t layer_of(const struct unit *u, uint32_t bits)
{
   double x = clean(bits, 1024), n = floor(x + 0.5);

   if (n - x == 0.5 && fmod(n, 2) != 0)
      n--; /* a tie rounds to the even one */
   x = n;
   const uint32_t layers = u->cube ? u->layers / 6 : u->layers;
   return x < 0 ? 0 : x >= layers ? layers - 1 : (uint32_t)x;
}

/* The position where a lane reads, and the derivatives of its coordinates. */
static struct place place_of(const struct unit *u, const struct exec_tex *t, unsigned lane, double d[2][3])
{
   const struct exec_tex_info *info = &exec_tex_info[t->target];
   double limit = u->cube ? 0x1p128 : HUGE_COORD, dir[3] = {0};
   struct place p = {0};

   derivatives(t, lane, info->coords, limit, d);
   for (unsigned a = 0; a < info->coords; a++)
      dir[a] = clean(t->coord[a][lane], limit);
   if (info->array)
      p.layer = layer_of(u, t->layer[lane]);
   if (u->cube) {
      p.layer = p.layer * 6 + cube_face(dir, p.st, d);
   } else {
      memcpy(p.st, dir, sizeof dir);
      memcpy(p.offset, t->offset, sizeof p.offset);
   }
   if (u->compare) {
      p.ref = clean(t->ref[lane], 1);
      p.ref = p.ref < 0 ? 0 : p.ref;
   }
   return p;
}

/* The level of detail that derivatives give, before clamping. */
static int32_t lod_of_derivatives(const struct unit *u, double d[2][3])
{
   double rho2[2] = {0, 0};

   for (unsigned i = 0; i < 2; i++) {
      for (unsigned a = 0; a < u->dims; a++) {
         double du = d[i][a] * (u->rect ? 1 : u->size[a]);
         rho2[i] += du * du;
      }
   }
   return lod_of(rho2[0] > rho2[1] ? rho2[0] : rho2[1]);
}

static void filtered(num_m m, const struct unit *u, const struct exec_tex *t, unsigned lane, uint32_t out[4])
{
   double d[2][3];
   struct place p = place_of(u, t, lane, d);
   int32_t lod;

   if (t->op == TEX_LOD) {
      lod = lod_arg(m, t->lod[lane]);
   } else {
      lod = lod_of_derivatives(u, d);
      if (t->op == TEX_BIAS)
         lod += lod_arg(m, t->lod[lane]);
   }
   sample(u, &p, lod, out);
   if (u->compare && !u->compare_taps) { /* ARB_fragment_program_shadow: R <= Dt; luminance mode, so alpha is 1 */
      out[0] = out[1] = out[2] = p.ref <= num_f(out[0]) ? NUM_ONE : 0;
      out[3] = NUM_ONE;
   }
}

/* Returns the texels that a linear filter reads from level 0, whatever the filter of the unit. SHADOW targets compare each. */
static void gather(const struct unit *u, const struct exec_tex *t, unsigned lane, uint32_t out[4])
{
   static const uint8_t corner[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
   double d[2][3];
   const struct place p = place_of(u, t, lane, d);
   int64_t low[2];

   for (unsigned a = 0; a < 2; a++)
      low[a] = floor_div((int64_t)floor(p.st[a] * (u->rect ? 1 : u->size[a]) * ONE) - ONE / 2, ONE) + p.offset[a];
   for (unsigned i = 0; i < 4; i++) {
      uint32_t at[3] = {0}, c[4];

      for (unsigned a = 0; a < 2; a++)
         at[a] = wrap(u->wrap, low[a] + corner[i][a], u->size[a]);
      texel(u, 0, p.layer, at, c);
      out[i] = u->compare ? (p.ref * u->one <= c[0] ? NUM_ONE : 0) : result(u, (double)c[t->component & 3] / u->one);
   }
}

/* The result of TEX_LEVEL. For constant coordinates the computed level is -128. */
static void level_query(const struct unit *u, const struct exec_tex *t, unsigned lane, uint32_t out[4])
{
   const int32_t max = (int32_t)(u->levels - 1) * ONE;
   double d[2][3];

   place_of(u, t, lane, d);
   const int32_t lod = lod_of_derivatives(u, d), used = lod < 0 ? 0 : lod > max ? max : lod;
   out[0] = num_u(u->linear ? (float)used / ONE : (float)((used + ONE / 2 - 1) / ONE));
   out[1] = num_u(lod == LOD_NONE ? -128.0f : (float)lod / ONE);
}

static void fetch(const struct unit *u, const struct exec_tex *t, unsigned lane, uint32_t out[4])
{
   const struct exec_tex_info *info = &exec_tex_info[t->target];
   const uint32_t sample_number = info->samples ? t->lod[lane] : 0;
   uint32_t level = t->target == TEX_BUFFER || info->samples ? 0 : t->lod[lane], at[3] = {0}, c[4];
   const int32_t asked = info->array ? (int32_t)t->layer[lane] : 0;
   const uint32_t layer = asked < 0 ? 0 : (uint32_t)asked < u->layers ? (uint32_t)asked : u->layers - 1;

   out[0] = out[1] = out[2] = out[3] = 0;
   if (u->cube || info->shadow || level >= u->levels || sample_number >= u->samples)
      return;
   for (unsigned a = 0; a < u->dims; a++) {
      int64_t i = (int64_t)(int32_t)t->coord[a][lane] + (t->target == TEX_BUFFER ? 0 : t->offset[a]);

      if (i < 0 || i >= level_size(u, level, a))
         return;
      at[a] = (uint32_t)i;
   }
   texel(u, level + 16 * sample_number, layer, at, c);
   for (unsigned k = 0; k < 4; k++)
      out[k] = result(u, (double)c[k] / u->one);
}

/* Accesses that a target does not support give 0. */
static void access_texture(num_m m, const struct exec_sampler *s, const struct unit *u, const struct exec_tex *t, unsigned lane,
                           uint32_t r[4])
{
   const bool filters = t->target != TEX_BUFFER && !exec_tex_info[t->target].samples;

   switch (t->op) {
   case TEX_SIZE: exec_sampler_size(s, t->unit, t->target, exec_tex_info[t->target].samples ? 0 : t->lod[lane], r); break;
   case TEX_LEVELS: r[0] = u->levels; break;
   case TEX_SAMPLES: r[0] = u->samples; break;
   case TEX_FETCH: fetch(u, t, lane, r); break;
   case TEX_GATHER:
      if (filters && u->dims == 2)
         gather(u, t, lane, r);
      break;
   case TEX_LEVEL:
      if (filters)
         level_query(u, t, lane, r);
      break;
   default:
      if (filters)
         filtered(m, u, t, lane, r);
   }
}

void exec_sampler_fn(void *user, num_m m, const struct exec_tex *t, exec_lanes out[4])
{
   const struct exec_sampler *s = user;
   struct unit u = unit_of(s, t->unit, t->sampler ? t->sampler - 1 : t->unit, t->target, t->integer);

   for (unsigned lane = 0; lane < EXEC_LANES; lane++) {
      uint32_t r[4] = {0};

      if (!(t->active >> lane & 1))
         continue;
      access_texture(m, s, &u, t, lane, r);
      for (unsigned k = 0; k < 4; k++)
         out[k][lane] = r[k];
   }
}

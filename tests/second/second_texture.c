/* SPDX-License-Identifier: MIT */
/* Iteration of coefficients and texture accesses (ENC 3.9, 3.11, ISR 11 and 14, ABI "Texture accesses"). */
#include <string.h>

#include "second.h"

/* ISR 4: the position inside the pixel; modes 0 pixel, 1 sample, 2 centroid (ENC 3.9, 2.6). */
static void place(const struct second_task *t, unsigned mode, unsigned lane, uint32_t *x, uint32_t *y)
{
   *x = t->special[mode == 1 ? 98 : 97][lane];
   *y = t->special[mode == 1 ? 101 : 100][lane];
   if (mode == 2) {
      *x = second_add(true, *x, t->centroid[0][lane]);
      *y = second_add(true, *y, t->centroid[1][lane]);
   }
}

/* The number of a coefficient that an operand names, directly or through an index register (ENC 2.5). */
static bool names_coefficient(const struct second_reg *reg)
{
   return reg->bank == 3 || (reg->bank >= 6 && (reg->index & 7) == 2);
}
static uint32_t coefficient_of(const struct second_task *t, const struct second_reg *reg, unsigned lane)
{
   return reg->bank == 3 ? reg->index : t->idx[reg->bank - 6][lane] + (reg->index >> 3 & 255u);
}

/* SEM, table of roundings: A x + B y + C, each step to nearest. */
static uint32_t plane(struct second_task *t, uint32_t n, unsigned mode, unsigned lane)
{
   uint32_t x, y;

   place(t, mode, lane, &x, &y);
   n += t->base_cf;
   if (n >= 4096 - 2) {
      second_no_register(t, "a plane that is in no coefficients");
      return 0;
   }
   return second_mad(true, t->cf[n], x, second_mad(true, t->cf[n + 1], y, t->cf[n + 2]));
}

struct iteration {
   struct second_reg coefficient, w;
   unsigned mode, perspective, count; /* perspective: ENC 3.11, ditr */
   bool saturate;
};
static uint32_t iterate(struct second_task *t, const struct iteration *it, unsigned k, unsigned lane)
{
   const bool divides = it->perspective == 1 || it->perspective == 2;
   const uint32_t n = coefficient_of(t, &it->coefficient, lane) + 4 * k, wn = divides ? coefficient_of(t, &it->w, lane) : 0;
   uint32_t all[SECOND_LANES], value, w = t->stored_w[lane];

   /* the caller gives the result of the division, unless it gives W as well (struct second_env) */
   const bool given_w = divides && t->env.coefficient && t->env.coefficient(t->env.user, wn, true, all);
   if (divides)
      w = second_rcp(given_w ? all[lane] : plane(t, wn, it->mode, lane)); /* ISR 11, FITRP: multiplied by 1/W */
   if (it->perspective == 2)
      t->stored_w[lane] = w; /* UE [stored-w] */
   const bool given = t->env.coefficient && t->env.coefficient(t->env.user, n, true, all);
   value = given ? all[lane] : plane(t, n, it->mode, lane);
   if (it->perspective && (!given || given_w))
      value = second_mul(t->rne, value, w);
   return it->saturate ? second_saturate(value) : value;
}

/* Results of a request go to consecutive registers, or two f16 to each register (UE [f16-pairs]). */
static void put(struct second_task *t, const struct second_reg *to, unsigned k, bool f16, unsigned lane, uint32_t value)
{
   uint32_t *const p = second_register(t, to, f16 ? k / 2 : k, lane);

   if (!p)
      second_no_register(t, "the result of a request goes to no register");
   else if (!f16)
      *p = value;
   else if (k & 1)
      *p = (*p & 0xffff) | second_to_half(value) << 16;
   else
      *p = second_to_half(value);
}

/* All planes are read before a result is written (ENC 5.4). */
static void iterate_to(struct second_task *t, const struct iteration *it, const struct second_reg *to, bool f16, uint32_t run)
{
   uint32_t value[16][SECOND_LANES] = {{0}};

   if (!names_coefficient(&it->coefficient) || (it->perspective && it->perspective < 3 && !names_coefficient(&it->w))) {
      second_undocumented(t, "iteration of what is no coefficient");
      return;
   }
   for (unsigned k = 0; k < it->count; k++)
      for (unsigned lane = 0; lane < SECOND_LANES; lane++)
         if (run >> lane & 1)
            value[k][lane] = iterate(t, it, k, lane);
   for (unsigned k = 0; k < it->count && t->status == SECOND_RUNNING; k++)
      for (unsigned lane = 0; lane < SECOND_LANES; lane++)
         if (run >> lane & 1)
            put(t, to, k, f16, lane, value[k][lane]);
}

/* ISR 11, FITR, FITRP; ENC 3.9: S0 names the first coefficient, S2 that of W, S3 the destination. */
void second_fitr(struct second_task *t, const struct second_group *g, uint32_t run)
{
   const uint8_t b = g->backend.b[0], e = g->backend.b[1];
   const struct iteration it = {.coefficient = g->s[0],
                                .w = g->s[2],
                                .mode = b & 3,
                                .perspective = b >> 4 & 1,
                                .count = e & 15 ? e & 15 : 16,
                                .saturate = e >> 4 & 1};

   iterate_to(t, &it, &g->s[3], false, run);
}

/* The coefficient in a field, and the index register that is added to it, or 0 if there is none (ENC 3.11). */
static struct second_reg indexed(unsigned control, unsigned n)
{
   const struct second_reg direct = {.bank = 3, .index = (uint16_t)n},
                           by = {.bank = (uint8_t)(5 + control), .index = (uint16_t)(2 | n << 3)};

   return control ? by : direct;
}

/* ISR 14, DITR; ENC 3.11. */
void second_ditr(struct second_task *t, const struct second_group *g, uint32_t run)
{
   const uint8_t *const b = g->op.b;
   const struct second_reg to = {.bank = 1, .index = b[0]};
   const struct iteration it = {.coefficient = indexed(b[3] >> 2 & 3, b[1] & 0xfc),
                                .w = indexed(b[3] & 3, b[2] & 0xfc),
                                .mode = b[2] & 3,
                                .perspective = b[1] & 3,
                                .count = b[3] >> 4 ? b[3] >> 4 : 16,
                                .saturate = b[4] & 1};

   if ((b[3] >> 2 & 3) == 3 || (b[3] & 3) == 3 || b[4] >> 7 || b[4] >> 4 & 3 || it.mode == 3)
      second_not_decoded(t, "a reserved field of ditr");
   else
      iterate_to(t, &it, &to, b[4] >> 6 & 1, run);
}

static void state(struct second_task *t, const struct second_reg *reg, uint32_t run, uint32_t out[4])
{
   for (unsigned lane = 0; lane < SECOND_LANES; lane++)
      if (run >> lane & 1) {
         for (unsigned k = 0; k < 4; k++)
            if (!second_read(t, reg, k, lane, &out[k]))
               second_no_register(t, "a state word is in no register");
         return;
      }
}

static void finish(struct second_task *t, const struct second_texture *x, const struct second_reg *to)
{
   static _Thread_local uint32_t result[64][SECOND_LANES];

   memset(result, 0, sizeof result);
   const char *const why = t->env.sample ? t->env.sample(t->env.user, x, result) : "no sampler is set";
   if (why) {
      second_fault(t, why);
      return;
   }
   for (unsigned k = 0; k < x->components; k++)
      for (unsigned lane = 0; lane < SECOND_LANES; lane++)
         if (x->lanes >> lane & 1)
            put(t, to, k, x->f16, lane, result[k][lane]);
}

/* ISR 11, SMP; ENC 3.9 and 6, "smp data words": the words of a block in their order. */
void second_sample(struct second_task *t, const struct second_group *g, uint32_t run)
{
   const struct second_op *const op = &g->backend;
   const uint8_t b1 = op->b[1];
   const bool has_a = b1 >> 4 & 1, has_b = b1 >> 7;
   const uint8_t a = has_a ? op->b[2] : 0, b = has_b ? op->b[has_a ? 3 : 2] : 0, c = b >> 7 ? op->b[has_a ? 4 : 3] : 0;
   const unsigned chan = 1 + (b1 >> 2 & 3u), bypass = a >> 4 & 3;
   uint32_t words[24][SECOND_LANES] = {{0}}, shared_level[SECOND_LANES] = {0};
   unsigned n = 0;
   struct second_texture x = {.lanes = run,
                              .dimensions = b1 >> 5 & 3,
                              .lod_mode = b1 & 3,
                              .texels = a >> 3 & 1,
                              .integer = c >> 1 & 1,
                              .raw = !(op->b[0] >> 4 & 1),
                              .taps = bypass & 1,
                              .info = bypass >> 1,
                              .f16 = b >> 4 & 1};

   x.components = bypass == 0 ? chan : bypass == 1 ? 4 * chan : bypass == 2 ? 14 : 4 * chan + 14;
   if (!x.dimensions) {
      second_not_decoded(t, "a texture access without a dimension");
      return;
   }
   if (x.f16 && (x.raw || bypass)) {
      second_undocumented(t, "f16 results that are no channels of f32");
      return;
   }
   if (b & 1 || c >> 3 & 1) {
      second_undocumented(t, "a texture access that writes or has f16 coordinates");
      return;
   }
   for (unsigned k = 0; k < x.dimensions; k++)
      x.coordinate[k] = words[n++];
   if (a >> 6 & 1)
      x.projector = words[n++];
   if (c & 1)
      x.layer = words[n++];
   if (c >> 2 & 1) /* UE [comparison]: after the layer */
      x.reference = words[n++];
   if (x.lod_mode == 3)
      for (unsigned k = 0; k < x.dimensions; k++) {
         x.ddx[k] = words[n++];
         x.ddy[k] = words[n++];
      }
   else if (a >> 7 & 1)
      x.level = words[n++];
   else if (x.lod_mode)
      x.level = shared_level;
   if (a & 1) {
      x.address[0] = words[n++];
      x.address[1] = words[n++];
   }
   x.offsets = a >> 1 & 1;
   x.sample_number = a >> 2 & 1;
   if (x.offsets || x.sample_number)
      x.lookup = words[n++];
   /* the level depends on the words of all neighbours, whether they run or not */
   for (unsigned k = 0; k < n; k++)
      for (unsigned lane = 0; lane < SECOND_LANES; lane++)
         if (!second_read(t, &g->s[1], k, lane, &words[k][lane]) && run >> lane & 1)
            second_no_register(t, "the data of a texture access are in no register");
   for (unsigned lane = 0; lane < SECOND_LANES; lane++)
      second_read(t, &g->s[3], 0, lane, &shared_level[lane]);
   state(t, &g->s[0], run, x.image);
   state(t, &g->s[2], run, x.sampler);
   if (run && t->status == SECOND_RUNNING)
      finish(t, &x, &g->s[4]);
}

/* ISR 14, ITRSMP; ENC 3.11; UE [itrsmp]: without its byte the count is the dimension, plus one with .proj. */
void second_itrsmp(struct second_task *t, const struct second_group *g, uint32_t run)
{
   const uint8_t *const b = g->op.b;
   const uint8_t b6 = g->op.n > 6 ? b[6] : 0, b7 = g->op.n > 7 ? b[7] : 0;
   const bool projected = b[4] >> 1 & 1;
   const unsigned dimensions = b[3] & 3, count = g->op.n > 6 ? (b6 >> 3 & 15 ? b6 >> 3 & 15 : 16) : dimensions + projected;
   const struct second_reg to = {.bank = 1, .index = b[0]}, image = {.bank = 4, .index = b[2] & 0xfc},
                           sampler = {.bank = 4, .index = b[3] & 0xfc};
   const struct iteration it = {.coefficient = indexed(b7 >> 3 & 3, b[1] & 0xfc),
                                .w = indexed(b7 >> 1 & 3, b[4] & 0xfc),
                                .mode = (b[2] & 1u) | (b7 & 1u) << 1,
                                .perspective = b[1] & 3,
                                .saturate = b[4] & 1};
   uint32_t words[16][SECOND_LANES];
   struct second_texture x = {.lanes = run,
                              .dimensions = dimensions,
                              .components = 1 + (b[5] >> 2 & 3u),
                              .texels = b[5] >> 1 & 1,
                              .raw = !(b[5] & 1),
                              .f16 = b[5] >> 6 & 1};

   if (x.f16 && x.raw) {
      second_undocumented(t, "f16 results that are no channels of f32");
      return;
   }
   if (!dimensions || count < dimensions + projected + (b6 >> 2 & 1u)) {
      second_undocumented(t, "itrsmp with fewer values than it has words");
      return;
   }
   for (unsigned k = 0; k < count; k++)
      for (unsigned lane = 0; lane < SECOND_LANES; lane++)
         words[k][lane] = run >> lane & 1 ? iterate(t, &it, k, lane) : 0;
   for (unsigned k = 0; k < dimensions; k++)
      x.coordinate[k] = words[k];
   if (projected)
      x.projector = words[dimensions];
   if (b6 >> 2 & 1)
      x.reference = words[dimensions + projected];
   state(t, &image, run, x.image);
   state(t, &sampler, run, x.sampler);
   if (run && t->status == SECOND_RUNNING)
      finish(t, &x, &to);
}

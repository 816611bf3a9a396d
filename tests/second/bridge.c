/* SPDX-License-Identifier: MIT */
/* See bridge.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/sim/usc_sim_priv.h"
#include "tests/second/bridge.h"

struct bridge_counts bridge_counts;
char bridge_message[1024];

/* ---- requests of the simulator */

enum kind { LOAD, STORE, SAMPLE, EMIT, CUT, FENCE };
static const char *const kind_names[] = {"load", "store", "texture access", "emit", "cut", "fence"};
struct event {
   enum kind kind;
   uint32_t lanes, bad;
   unsigned bytes; /* size of a store, or the stream of an emit or cut */
   uint64_t at[EXEC_LANES];
   uint32_t value[EXEC_LANES];
   uint32_t texture; /* index in bridge.seen */
};
enum { MAX_EVENTS = 512, MAX_TEXTURES = 64, MAX_RESULTS = 64 };
/* A texture access with copies of its words. */
struct seen {
   struct machine_texture x;
   uint32_t image[4], sampler[4];
   exec_lanes word[16];
   exec_lanes result[MAX_RESULTS];
   const char *fault;
};

struct bridge {
   struct second_task second;
   struct usc_wave *t;
   struct machine_env env; /* the environment of the simulator */
   struct event event[MAX_EVENTS];
   struct seen seen[MAX_TEXTURES];
   unsigned num_events, num_seen, replayed;
   bool different;
};

struct bridge *bridge_new(void)
{
   return calloc(1, sizeof(struct bridge));
}
void bridge_free(struct bridge *b)
{
   free(b);
}

static void differ(struct bridge *b, const char *fmt, ...)
{
   va_list ap;

   if (b->different)
      return;
   b->different = true;
   va_start(ap, fmt);
   vsnprintf(bridge_message, sizeof bridge_message, fmt, ap);
   va_end(ap);
}

static struct event *record(struct bridge *b, enum kind kind, uint32_t lanes)
{
   static struct event overflow;

   if (b->num_events == MAX_EVENTS) {
      differ(b, "too many requests in a step for the record");
      return &overflow;
   }
   struct event *e = &b->event[b->num_events++];
   *e = (struct event){.kind = kind, .lanes = lanes};
   return e;
}

static uint32_t sim_load(void *user, uint32_t lanes, const uint64_t at[EXEC_LANES], uint32_t value[EXEC_LANES])
{
   struct bridge *b = user;
   struct event *e = record(b, LOAD, lanes);

   e->bad = b->env.load(b->env.user, lanes, at, value);
   memcpy(e->at, at, sizeof e->at);
   memcpy(e->value, value, sizeof e->value);
   return e->bad;
}

static struct event *record_store(struct bridge *b, uint32_t lanes, const uint64_t *at, unsigned bytes, const uint32_t *value)
{
   struct event *e = record(b, STORE, lanes);

   e->bytes = bytes;
   memcpy(e->at, at, sizeof e->at);
   memcpy(e->value, value, sizeof e->value);
   return e;
}
static uint32_t sim_store(void *user, uint32_t lanes, const uint64_t at[EXEC_LANES], unsigned bytes,
                          const uint32_t value[EXEC_LANES])
{
   struct bridge *b = user;
   struct event *e = record_store(b, lanes, at, bytes, value);

   return e->bad = b->env.store(b->env.user, lanes, at, bytes, value);
}
static uint32_t sim_store_now(void *user, uint32_t lanes, const uint64_t at[EXEC_LANES], const uint32_t value[EXEC_LANES])
{
   struct bridge *b = user;
   struct event *e = record_store(b, lanes, at, 4, value);

   return e->bad = b->env.store_now(b->env.user, lanes, at, value);
}
static void sim_fence(void *user)
{
   struct bridge *b = user;

   record(b, FENCE, 0);
   b->env.fence(b->env.user);
}
static void sim_wait(void *user, unsigned counter)
{
   struct bridge *b = user;

   b->env.wait(b->env.user, counter);
}
static void sim_emit(void *user, uint32_t lanes, unsigned stream)
{
   struct bridge *b = user;

   record(b, EMIT, lanes)->bytes = stream;
   b->env.emit(b->env.user, lanes, stream);
}
static void sim_cut(void *user, uint32_t lanes, unsigned stream)
{
   struct bridge *b = user;

   record(b, CUT, lanes)->bytes = stream;
   b->env.cut(b->env.user, lanes, stream);
}
static void sim_tess(void *user, uint32_t lanes, unsigned addr, const uint32_t value[EXEC_LANES])
{
   struct bridge *b = user;

   b->env.tess(b->env.user, lanes, addr, value);
}
static bool sim_coefficient(void *user, unsigned n, bool iterate, uint32_t value[EXEC_LANES])
{
   struct bridge *b = user;

   return b->env.coefficient(b->env.user, n, iterate, value);
}

/* The words of an access in a fixed order. */
static void words_of(const struct machine_texture *x, const uint32_t *word[16])
{
   const uint32_t *const all[16] = {x->coordinate[0], x->coordinate[1], x->coordinate[2], x->layer,  x->projector, x->level,
                                    x->ddx[0],        x->ddx[1],        x->ddx[2],        x->ddy[0], x->ddy[1],    x->ddy[2],
                                    x->reference,     x->address[0],    x->address[1],    x->sample};
   memcpy(word, all, sizeof all);
}

static const char *sim_sample(void *user, num_m num, const struct machine_texture *x, uint32_t (*result)[EXEC_LANES])
{
   struct bridge *b = user;
   const uint32_t *word[16];
   struct event *e = record(b, SAMPLE, x->lanes);
   const char *fault = b->env.sample(b->env.user, num, x, result);

   if (b->num_seen == MAX_TEXTURES || x->components > MAX_RESULTS) {
      differ(b, "too many texture accesses in a step for the record");
      return fault;
   }
   struct seen *s = &b->seen[e->texture = b->num_seen++];
   s->x = *x;
   s->fault = fault;
   memcpy(s->image, x->image, sizeof s->image);
   memcpy(s->sampler, x->sampler, sizeof s->sampler);
   words_of(x, word);
   for (unsigned k = 0; k < 16; k++)
      if (word[k])
         memcpy(s->word[k], word[k], sizeof s->word[k]);
   memcpy(s->result, result, x->components * sizeof(exec_lanes));
   return fault;
}

/* ---- requests of the interpreter */

static const struct event *replay(struct bridge *b, enum kind kind, uint32_t lanes)
{
   const struct event *e = b->replayed < b->num_events ? &b->event[b->replayed++] : NULL;

   if (!e || e->kind != kind || e->lanes != lanes) {
      differ(b, "the interpreter asks for a %s of lanes %08x, the simulator for %s %08x", kind_names[kind], (unsigned)lanes,
             e ? kind_names[e->kind] : "nothing", e ? (unsigned)e->lanes : 0);
      return NULL;
   }
   return e;
}

static bool same_addresses(struct bridge *b, const struct event *e, const uint64_t *at)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (e->lanes >> l & 1 && e->at[l] != at[l]) {
         differ(b, "%s of lane %u at %llx, in the interpreter at %llx", kind_names[e->kind], l, (unsigned long long)e->at[l],
                (unsigned long long)at[l]);
         return false;
      }
   return true;
}

static uint32_t our_load(void *user, uint32_t lanes, const uint64_t *at, uint32_t *value)
{
   struct bridge *b = user;
   const struct event *e = replay(b, LOAD, lanes);

   if (!e || !same_addresses(b, e, at))
      return lanes;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         value[l] = e->value[l];
   return e->bad;
}

static uint32_t our_store(void *user, uint32_t lanes, const uint64_t *at, unsigned bytes, const uint32_t *value)
{
   struct bridge *b = user;
   const struct event *e = replay(b, STORE, lanes);
   const uint32_t mask = bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1;

   if (!e || !same_addresses(b, e, at))
      return lanes;
   if (e->bytes != bytes)
      differ(b, "a store of %u bytes, in the interpreter %u", e->bytes, bytes);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && (e->value[l] ^ value[l]) & mask)
         differ(b, "a store of lane %u: %08x, in the interpreter %08x", l, (unsigned)e->value[l], (unsigned)value[l]);
   return e->bad;
}

static void our_fence(void *user)
{
   replay(user, FENCE, 0);
}
static void our_emit(void *user, struct second_task *t, uint32_t lanes, unsigned stream)
{
   struct bridge *b = user;
   const struct event *e = replay(b, EMIT, lanes);

   (void)t;
   if (e && e->bytes != stream)
      differ(b, "emit to stream %u, in the interpreter %u", e->bytes, stream);
}
static void our_cut(void *user, struct second_task *t, uint32_t lanes, unsigned stream)
{
   struct bridge *b = user;
   const struct event *e = replay(b, CUT, lanes);

   (void)t;
   if (e && e->bytes != stream)
      differ(b, "cut of stream %u, in the interpreter %u", e->bytes, stream);
}
static bool our_coefficient(void *user, unsigned n, bool iterate, uint32_t *value)
{
   struct bridge *b = user;

   return b->env.coefficient(b->env.user, n, iterate, value);
}

/* Two's complement of a field of the lookup word (ABI "Texture accesses"). */
static int offset_of(uint32_t lookup, unsigned k)
{
   static const unsigned at[3] = {0, 6, 12}, width[3] = {6, 6, 4};
   const uint32_t f = lookup >> at[k] & ((1u << width[k]) - 1);

   return (int)f - (f >> (width[k] - 1) ? 1 << width[k] : 0);
}

static void same_access(struct bridge *b, const struct seen *s, const struct second_texture *x, uint32_t lanes, uint32_t lookup)
{
   static const enum machine_level levels[4] = {MACHINE_LEVEL_IMPLICIT, MACHINE_LEVEL_BIAS, MACHINE_LEVEL_EXPLICIT,
                                                MACHINE_LEVEL_GRADIENTS};
   const bool level = x->lod_mode == 1 || x->lod_mode == 2;
   exec_lanes number;
   const uint32_t *const ours[16] = {x->coordinate[0], x->coordinate[1],
                                     x->coordinate[2], x->layer,
                                     x->projector,     level ? x->level : NULL,
                                     x->ddx[0],        x->ddx[1],
                                     x->ddx[2],        x->ddy[0],
                                     x->ddy[1],        x->ddy[2],
                                     x->reference,     x->address[0],
                                     x->address[1],    x->sample_number ? number : NULL};
   const uint32_t *theirs[16];

   for (unsigned l = 0; l < EXEC_LANES; l++)
      number[l] = x->lookup ? x->lookup[l] >> 16 & 7 : 0;
   words_of(&s->x, theirs);
   if (!level)
      theirs[5] = NULL; /* the simulator passes on a word that the access does not use */
   if (s->x.dimensions != x->dimensions || s->x.components != x->components || s->x.level_from != levels[x->lod_mode])
      differ(b, "a texture access: dimensions %u, words %u, level %u, in the interpreter %u, %u, %u", s->x.dimensions,
             s->x.components, (unsigned)s->x.level_from, x->dimensions, x->components, x->lod_mode);
   if (s->x.texels != x->texels || s->x.integer != x->integer || s->x.raw != x->raw || s->x.taps != x->taps ||
       s->x.info != x->info)
      differ(b, "a texture access in another mode");
   if (memcmp(s->image, x->image, sizeof s->image) || memcmp(s->sampler, x->sampler, sizeof s->sampler))
      differ(b, "a texture access with other state words");
   for (unsigned k = 0; k < 3; k++)
      if (s->x.offset[k] != (x->offsets ? offset_of(lookup, k) : 0))
         differ(b, "a texture access with offset %d in direction %u, in the interpreter %d", s->x.offset[k], k,
                offset_of(lookup, k));
   for (unsigned k = 0; k < 16; k++)
      if (!theirs[k] != !ours[k])
         differ(b, "a texture access: only one has word %u", k);
      else
         for (unsigned l = 0; l < EXEC_LANES && ours[k]; l++)
            if (lanes >> l & 1 && s->word[k][l] != ours[k][l])
               differ(b, "a texture access, word %u of lane %u: %08x, in the interpreter %08x", k, l, (unsigned)s->word[k][l],
                      (unsigned)ours[k][l]);
}

/* The simulator makes an access for each word of offsets. */
static const char *our_sample(void *user, const struct second_texture *x, uint32_t (*result)[SECOND_LANES])
{
   struct bridge *b = user;
   uint32_t rest = x->lanes;

   while (rest) {
      const uint32_t word = x->lookup ? x->lookup[__builtin_ctz(rest)] & 0xffff : 0;
      uint32_t lanes = 0;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (rest >> l & 1 && (!x->offsets || (x->lookup[l] & 0xffff) == word))
            lanes |= 1u << l;
      rest &= ~lanes;
      const struct event *e = replay(b, SAMPLE, lanes);
      if (!e)
         return "another access in the simulator";
      const struct seen *s = &b->seen[e->texture];
      same_access(b, s, x, lanes, word);
      if (s->fault)
         return s->fault;
      for (unsigned k = 0; k < x->components && k < MAX_RESULTS; k++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            if (lanes >> l & 1)
               result[k][l] = s->result[k][l];
   }
   return NULL;
}

/* ---- open questions: they get the answer of the tested side if it is within the bound of the documents */

/* Steps between two f32 of one sign. */
static uint32_t distance(uint32_t a, uint32_t b)
{
   if (a == b || (second_is_nan(a) && second_is_nan(b)))
      return 0;
   return (a ^ b) >> 31 ? UINT32_MAX : a > b ? a - b : b - a;
}

static uint32_t tested_answer(struct bridge *b, enum second_open what, unsigned detail, const uint32_t *v, uint32_t ours,
                              uint32_t *bound)
{
   const num_m m = b->t->num;
   uint32_t r = ours;
   bool mul;

   *bound = UINT32_MAX;
   switch (what) {
   case SECOND_LOG2: *bound = 1; return num_flog2(m, v[0]);
   case SECOND_EXP2: *bound = 1; return num_fexp2(m, v[0]);
   case SECOND_SINC:
   case SECOND_SINC_OUTSIDE: *bound = 1; return num_fsinc(m, v[0], &mul);
   case SECOND_ARCTANC: *bound = (v[0] & 0x7fffffff) <= 0x3f800000 ? 1 : UINT32_MAX; return usc_sim_arctanc(v[0]);
   case SECOND_GAMMA:
      *bound = 8 + 6 * (uint32_t)abs((int)(v[0] >> 23 & 255) - 127); /* log, product and power each round */
      return detail ? usc_sim_gexp(&b->t->unit, v[0]) : usc_sim_gcmp(&b->t->unit, v[0]);
   case SECOND_FRED_A:
      if (detail > 1)
         return ours;
      *bound = (v[0] & 0x7fffffff) < 0x7f800000 ? 1 : UINT32_MAX;
      r = num_fred_a(m, detail, 0, v[0]);
      return r;
   case SECOND_FRED_B: return num_fred_b(m, detail, 0, v[0], v[1]);
   case SECOND_PACK:
      r = v[1];
      return usc_sim_pack(&b->t->unit, detail & 127, detail >> 8, b->second.samples, v[0], &r) ? r : ours;
   case SECOND_UNPACK:
      if (!(detail >> 5 & 1 && usc_sim_unpack_rtz(m, detail & 31, v[0], &r)))
         usc_sim_unpack(m, detail & 31, detail >> 5 & 1, ((detail >> 6) + v[1]) & 3, v[0], &r);
      return r;
   default: return v[0]; /* MOV_W1: the value that the mov moves */
   }
}

static uint32_t our_open(void *user, enum second_open what, unsigned detail, const uint32_t *operands, uint32_t ours)
{
   struct bridge *b = user;
   uint32_t bound;
   const uint32_t theirs = tested_answer(b, what, detail, operands, ours, &bound);

   bridge_counts.asked[what]++;
   bridge_counts.unequal[what] += theirs != ours;
   if (distance(theirs, ours) > bound)
      differ(b, "%s of %08x is %08x, in the interpreter %08x", second_open_name[what], (unsigned)operands[0], (unsigned)theirs,
             (unsigned)ours);
   return theirs;
}

/* ---- state */

/* A coefficient as the wave sees it, with its own late stores. */
static uint32_t coefficient(const struct usc_wave *t, unsigned n)
{
   for (unsigned k = 0; k < 2; k++)
      if (n - t->reg.block[k].first < t->reg.block[k].count) {
         const uint32_t *word = &t->reg.block[k].word[n - t->reg.block[k].first];
         for (unsigned m = t->late.num; m-- > 0;)
            if (t->late.word[m] == word)
               return t->late.value[m];
         return *word;
      }
   return t->reg.cf[n];
}

/* A special register that all instances share, or that the number of the instance determines. */
static uint32_t special(const struct usc_wave *t, unsigned n, unsigned lane)
{
   static const uint8_t tile[4] = {54, 58, 119, 123}; /* ENC 2.6: tiled_ld_comp and tiled_st_comp */

   for (unsigned k = 0; k < 4; k++)
      if (n - tile[k] < 4)
         return usc_sim_tile_offset(n - tile[k] + (k < 2 ? 0 : 4), lane);
   return n == 51 || n == 112 ? lane : t->reg.sr[n];
}

static void import(struct bridge *b, const struct usc_wave *t)
{
   struct second_task *s = &b->second;

   memcpy(s->r, t->reg.r, sizeof t->reg.r);
   memcpy(s->vi, t->reg.vi, sizeof t->reg.vi);
   memcpy(s->o, t->reg.o, sizeof t->reg.o);
   memcpy(s->i, t->reg.i, sizeof t->reg.i);
   memcpy(s->idx, t->reg.idx, sizeof t->reg.idx);
   memcpy(s->sh, t->reg.sh, sizeof t->reg.sh);
   memcpy(s->cfa, t->reg.cfa, sizeof t->reg.cfa);
   memcpy(s->vo, t->out.vo, sizeof t->out.vo);
   memcpy(s->depth, t->out.depth, sizeof s->depth);
   memcpy(s->centroid, t->reg.centroid, sizeof s->centroid);
   memcpy(s->covered, t->in_pixel, sizeof s->covered);
   memcpy(s->mask, t->cover, sizeof s->mask);
   s->mask_set = t->cover_set;
   memcpy(s->stored_w, t->reg.stored_w, sizeof s->stored_w);
   for (unsigned n = 0; n < USC_NUM_CF; n++)
      s->cf[n] = coefficient(t, n);
   for (unsigned n = 0; n < 256; n++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         s->special[n][l] = special(t, n, l);
   memcpy(s->special[97], t->reg.x, sizeof(exec_lanes));
   memcpy(s->special[98], t->reg.xs, sizeof(exec_lanes));
   memcpy(s->special[100], t->reg.y, sizeof(exec_lanes));
   memcpy(s->special[101], t->reg.ys, sizeof(exec_lanes));
   memcpy(s->special[44], t->reg.back_face, sizeof(exec_lanes));
   memcpy(s->special[53], t->reg.sample, sizeof(exec_lanes));
   second_start(s, t->valid, t->helper & ~t->killed);
   s->pe = t->pe;
   s->p0 = t->p0;
   s->killed = t->killed;
   s->wrote_depth = t->out.depth_written;
   s->carry = t->reg.carry;
   s->link = t->flow.link;
   s->pc = t->flow.pc;
   s->base_cf = t->reg.base_offset[0];
   s->base_sh = t->reg.base_offset[1];
   s->samples = t->samples ? t->samples : 1;
   s->sample_bytes = USC_SIM_SAMPLE_BYTES;
   s->rne = t->num->round == NUM_ROUND_NEAREST;
}

static void same_lanes(struct bridge *b, const char *name, const uint32_t *theirs, const uint32_t *ours, unsigned count)
{
   if (!memcmp(theirs, ours, count * sizeof(exec_lanes)))
      return;
   for (unsigned k = 0; k < count * EXEC_LANES; k++)
      if (theirs[k] != ours[k]) {
         differ(b, "%s%u of lane %u is %08x, in the interpreter %08x", name, k / EXEC_LANES, k % EXEC_LANES,
                (unsigned)theirs[k], (unsigned)ours[k]);
         return;
      }
}
static void same_words(struct bridge *b, const char *name, const uint32_t *theirs, const uint32_t *ours, unsigned count)
{
   if (!memcmp(theirs, ours, count * sizeof *ours))
      return;
   for (unsigned k = 0; k < count; k++)
      if (theirs[k] != ours[k]) {
         differ(b, "%s%u is %08x, in the interpreter %08x", name, k, (unsigned)theirs[k], (unsigned)ours[k]);
         return;
      }
}
static void same_mask(struct bridge *b, const char *name, uint32_t theirs, uint32_t ours)
{
   if (theirs != ours)
      differ(b, "%s is %08x, in the interpreter %08x", name, (unsigned)theirs, (unsigned)ours);
}

static void compare(struct bridge *b, const struct usc_wave *t, bool goes_on)
{
   const struct second_task *s = &b->second;

   same_lanes(b, "r", t->reg.r[0], s->r[0], USC_NUM_TEMPS);
   same_lanes(b, "vi", t->reg.vi[0], s->vi[0], USC_NUM_TEMPS);
   same_lanes(b, "o", t->reg.o[0], s->o[0], 8);
   same_lanes(b, "i", t->reg.i[0], s->i[0], 8);
   same_lanes(b, "idx", t->reg.idx[0], s->idx[0], 2);
   same_lanes(b, "vo", t->out.vo[0], s->vo[0], USC_NUM_VO);
   same_lanes(b, "depth", t->out.depth, s->depth, 1);
   same_lanes(b, "stored 1/W ", t->reg.stored_w, s->stored_w, 1);
   same_words(b, "sh", t->reg.sh, s->sh, USC_NUM_SHARED);
   same_words(b, "cfa", t->reg.cfa, s->cfa, USC_NUM_CF);
   if (t->reg.block[0].count || t->reg.block[1].count)
      for (unsigned n = 0; n < USC_NUM_CF; n++)
         same_mask(b, "a coefficient of the block", coefficient(t, n), s->cf[n]);
   else
      same_words(b, "cf", t->reg.cf, s->cf, USC_NUM_CF);
   for (unsigned n = 104; n < 112; n++)
      same_mask(b, "a global register", t->reg.sr[n], s->special[n][0]);
   same_mask(b, "p0", t->p0 & t->valid, s->p0 & t->valid);
   same_mask(b, "pe", t->pe & t->valid, s->pe & t->valid);
   same_mask(b, "killed", t->killed, s->killed);
   same_mask(b, "helpers", t->helper & t->valid, (s->helpers | s->killed) & t->valid);
   same_mask(b, "lanes with a depth", t->out.depth_written, s->wrote_depth);
   same_mask(b, "lanes with a sample mask", t->cover_set, s->mask_set);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (t->cover_set >> l & 1)
         same_mask(b, "a sample mask", t->cover[l], s->mask[l]);
   same_mask(b, "the carry", t->reg.carry & t->valid, s->carry & t->valid);
   same_mask(b, "the link register", t->flow.link, s->link);
   same_mask(b, "the base of coefficients", t->reg.base_offset[0], s->base_cf);
   same_mask(b, "the base of shareds", t->reg.base_offset[1], s->base_sh);
   if (goes_on)
      same_mask(b, "the program counter", t->flow.pc, s->pc);
}

/* ---- steps */

static void attach(struct bridge *b, struct usc_wave *t)
{
   b->t = t;
   b->env = t->env;
   t->env = (struct machine_env){.user = b,
                                 .load = b->env.load ? sim_load : NULL,
                                 .store = b->env.store ? sim_store : NULL,
                                 .store_now = b->env.store_now ? sim_store_now : NULL,
                                 .fence = b->env.fence ? sim_fence : NULL,
                                 .wait = b->env.wait ? sim_wait : NULL,
                                 .sample = b->env.sample ? sim_sample : NULL,
                                 .emit = b->env.emit ? sim_emit : NULL,
                                 .cut = b->env.cut ? sim_cut : NULL,
                                 .tess = b->env.tess ? sim_tess : NULL,
                                 .coefficient = b->env.coefficient ? sim_coefficient : NULL};
   import(b, t);
   b->second.env = (struct second_env){.user = b,
                                       .load = b->env.load ? our_load : NULL,
                                       .store = b->env.store ? our_store : NULL,
                                       .sample = b->env.sample ? our_sample : NULL,
                                       .emit = b->env.emit ? our_emit : NULL,
                                       .cut = b->env.cut ? our_cut : NULL,
                                       .fence = b->env.fence ? our_fence : NULL,
                                       .coefficient = b->env.coefficient ? our_coefficient : NULL,
                                       .open = our_open};
   b->different = false;
}

static enum exec_status step(struct bridge *b, const struct usc_sim_code *c, const uint8_t *bytes, size_t length,
                             enum bridge_end *how)
{
   struct usc_wave *t = b->t;
   const uint32_t pc = t->flow.pc;

   b->num_events = b->num_seen = b->replayed = 0;
   const enum exec_status s = usc_sim_step(c, t);
   if (s == EXEC_FAULT || s == EXEC_BUDGET) {
      *how = s == EXEC_FAULT ? BRIDGE_REFUSED : *how;
      return s;
   }
   const enum second_status o = second_step(&b->second, bytes, length);
   bridge_counts.steps++;
   if (o == SECOND_NOT_DECODED) {
      snprintf(bridge_message, sizeof bridge_message, "byte %u: not decoded: %s", (unsigned)pc, b->second.why);
      *how = BRIDGE_NOT_DECODED;
      return s;
   }
   if ((o == SECOND_UNDOCUMENTED || o == SECOND_NO_REGISTER) && !b->different) {
      snprintf(bridge_message, sizeof bridge_message, "%s", b->second.why);
      *how = BRIDGE_OPEN;
      return s;
   }
   if (o == SECOND_FAULT)
      differ(b, "the interpreter has a fault: %s", b->second.why);
   if ((s == EXEC_DONE) != (o == SECOND_DONE))
      differ(b, "the program ends in one of them");
   if (b->replayed != b->num_events)
      differ(b, "the simulator asks for a %s, the interpreter for nothing", kind_names[b->event[b->replayed].kind]);
   for (unsigned k = 0; k < b->num_events && t->out.stale;
        k++) /* verification writes into outputs after an emit, which a machine does not do */
      if (b->event[k].kind == EMIT)
         memcpy(b->second.vo, t->out.vo, sizeof t->out.vo);
   compare(b, t, s != EXEC_DONE);
   if (b->different) {
      const size_t n = strlen(bridge_message);
      snprintf(bridge_message + n, sizeof bridge_message - n, " (byte %u)", (unsigned)pc);
      *how = BRIDGE_DIFFERENT;
   }
   return s;
}

enum exec_status bridge_run(struct bridge *b, const struct usc_sim_code *c, const uint8_t *bytes, size_t length,
                            struct usc_wave *t, uint64_t steps, enum bridge_end *how)
{
   enum exec_status s = EXEC_RUNNING;

   attach(b, t);
   *how = BRIDGE_SAME;
   for (uint64_t k = 0; k < steps && s == EXEC_RUNNING && *how == BRIDGE_SAME; k++)
      s = step(b, c, bytes, length, how);
   t->env = b->env;
   while (s == EXEC_RUNNING) {
      s = usc_sim_step(c, t);
      bridge_counts.uncompared_steps++;
   }
   bridge_counts.ends[*how]++;
   return s;
}

enum exec_status bridge_step(struct bridge *b, const struct usc_sim_code *c, const uint8_t *bytes, size_t length,
                             struct usc_wave *t, enum bridge_end *how)
{
   attach(b, t);
   *how = BRIDGE_SAME;
   const enum exec_status s = step(b, c, bytes, length, how);
   t->env = b->env;
   bridge_counts.ends[*how]++;
   return s;
}

void bridge_print(void)
{
   printf("runs: %llu the same, %llu different, %llu refused by the simulator, %llu open in the documents, %llu not decoded; "
          "%llu steps compared, %llu not\n",
          (unsigned long long)bridge_counts.ends[BRIDGE_SAME], (unsigned long long)bridge_counts.ends[BRIDGE_DIFFERENT],
          (unsigned long long)bridge_counts.ends[BRIDGE_REFUSED], (unsigned long long)bridge_counts.ends[BRIDGE_OPEN],
          (unsigned long long)bridge_counts.ends[BRIDGE_NOT_DECODED], (unsigned long long)bridge_counts.steps,
          (unsigned long long)bridge_counts.uncompared_steps);
   printf("open in the documents, asked and with another answer:");
   for (unsigned k = 0; k < SECOND_NUM_OPEN; k++)
      if (bridge_counts.asked[k])
         printf(" %s %llu %llu;", second_open_name[k], (unsigned long long)bridge_counts.asked[k],
                (unsigned long long)bridge_counts.unequal[k]);
   printf("\n");
}

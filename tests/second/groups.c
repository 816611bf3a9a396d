/* SPDX-License-Identifier: MIT */
/*
 * Compares single groups. They are legal groups of random operations in all forms of their encoding. Both sides execute each
 * group once, on registers full of special and random values, with random masks, samples and rounding. A table lists how often
 * each operation was compared.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend-usc/isa/usc_build.h"
#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/text/usc_text.h"
#include "tests/second/bridge.h"
#include "tests/second/parts.h"
#include "tests/unit/backend-usc/usc_random.h"
#include "util/ctx.h"

#define rnd() usc_random(seed)

/* Values at which arithmetic changes: ends of the floats and integers, halves, units, numbers around powers of two, NaNs. */
static const uint32_t specials[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x40000000, 0x3f7fffff, 0x3f800001, 0x7f800000,
    0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0x7fffffff, 0x7f7fffff, 0xff7fffff, 0x00800000, 0x80800000, 0x00ffffff,
    0x007fffff, 0x807fffff, 0x00000001, 0x80000001, 0xffffffff, 0xfffffffe, 0x7ffffffe, 0x4b000000, 0x4b800000, 0x4affffff,
    0xcb000000, 0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000, 0xcf000000, 0xcf000001, 0x33800000, 0x337fffff, 0x39c00000,
    0x39bfffff, 0x477fe000, 0x477fefff, 0x477ff000, 0x38800000, 0x387fffff, 0x33000000, 0x33000001, 0x3fc00000, 0x40200000,
    0xbfc00000, 0x3fc90fdb, 0x40490fdb, 0x3f22f983, 0x42fe0000, 0x43000000, 0xc2fc0000, 0xc3160000, 0x437f0000, 0x3b808081,
    0x7e800000, 0x1f800000, 0x5f800000, 0x501502f9, 0x60ad78ec, 0x00000002, 0x00000003, 0x00000010, 0x0000001f, 0x00000020,
    0x00000021, 0x0000003f, 0x00000080, 0x000000ff, 0x00008000, 0x0000ffff, 0x00007fff, 0x7fff7fff, 0x80008000, 0x7f7f7f7f,
    0x80808080, 0x3c003c00, 0x7c007c00, 0x7e01fc00, 0x04000001, 0x55555555, 0xaaaaaaaa, 0x01020304,
};

static uint32_t value(uint32_t *seed)
{
   const uint32_t kind = rnd() % 8, n = rnd();

   return kind < 3    ? specials[n % (sizeof specials / sizeof *specials)]
          : kind == 3 ? (specials[n % (sizeof specials / sizeof *specials)] + (rnd() % 5)) - 2
          : kind == 4 ? n & 255
          : kind == 5 ? (n & 0x807fffff) | (0x3d000000 + (rnd() % 12 << 23)) /* floats near one */
                      : n;
}

static void fill(uint32_t *seed, uint32_t *v, size_t n)
{
   for (size_t k = 0; k < n; k++)
      v[k] = value(seed);
}

/* ---- the environment: memory at every address, and textures for every access */

enum { WORDS = 4096 };
struct outside {
   uint32_t word[WORDS];
};
static uint32_t *word_at(struct outside *o, uint64_t at)
{
   return &o->word[(at >> 2 ^ at >> 17 ^ at >> 37) % WORDS];
}
static uint32_t load(void *user, uint32_t lanes, const uint64_t at[EXEC_LANES], uint32_t v[EXEC_LANES])
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         v[l] = *word_at(user, at[l]);
   return 0;
}
static uint32_t store(void *user, uint32_t lanes, const uint64_t at[EXEC_LANES], unsigned bytes, const uint32_t v[EXEC_LANES])
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         machine_put_bytes(word_at(user, at[l]), at[l] & ~(uint64_t)(bytes - 1), bytes, v[l]);
   return 0;
}
static const char *sample(void *user, num_m num, const struct machine_texture *x, uint32_t (*out)[EXEC_LANES])
{
   (void)user;
   (void)num;
   for (unsigned k = 0; k < x->components; k++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         out[k][l] = x->coordinate[0][l] * 2654435761u + x->image[k & 3] + 7919 * k + (uint32_t)x->offset[0];
   return NULL;
}
static void fence(void *user)
{
   (void)user;
}
static void emit(void *user, uint32_t lanes, unsigned stream)
{
   (void)user, (void)lanes, (void)stream;
}

/* ---- one group */

struct groups {
   struct util_ctx ctx;
   struct bridge *bridge;
   struct usc_wave *t;
   struct outside outside;
   uint32_t *dc;
   uint64_t compared[USC_NUM_OPS], refused[USC_NUM_OPS], different[USC_NUM_OPS];
   uint64_t differences, no_bytes, total;
   struct reasons {
      char text[40][160];
      uint64_t n[40];
   } reasons[2]; /* why nothing was compared: faults of the simulator, and groups that no document describes */
};

/* Fills all registers; with `all`, also those that groups seldom change. */
static void set_registers(uint32_t *seed, struct groups *g, bool all)
{
   struct usc_wave *t = g->t;

   if (all) {
      fill(seed, t->reg.r[0], sizeof t->reg.r / 4);
      fill(seed, t->reg.vi[0], sizeof t->reg.vi / 4);
      fill(seed, t->reg.sh, USC_NUM_SHARED);
      fill(seed, t->reg.cf, USC_NUM_CF);
      fill(seed, t->reg.cfa, USC_NUM_CF);
      fill(seed, t->reg.sr, 256);
      fill(seed, g->dc, 512);
      fill(seed, g->outside.word, WORDS);
      fill(seed, t->out.vo[0], sizeof t->out.vo / 4);
   }
   fill(seed, t->reg.o[0], sizeof t->reg.o / 4);
   fill(seed, t->reg.i[0], sizeof t->reg.i / 4);
   fill(seed, t->reg.stored_w, EXEC_LANES);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      t->reg.x[l] = 0x3f000000 + (rnd() % 64 << 19);
      t->reg.y[l] = 0x40000000 + (rnd() % 64 << 19);
      t->reg.xs[l] = 0x41000000 + (rnd() % 64 << 19);
      t->reg.ys[l] = 0x41800000 + (rnd() % 64 << 19);
      t->reg.centroid[0][l] = rnd() & 1 ? 0 : 0x3e800000;
      t->reg.centroid[1][l] = rnd() & 1 ? 0 : 0xbe000000;
      t->reg.back_face[l] = rnd() & 1;
      t->reg.sample[l] = rnd() & 3;
      t->reg.idx[0][l] = rnd() % 12;
      t->reg.idx[1][l] = rnd() & 7 ? rnd() % 4 : 0u - rnd() % 3;
      t->in_pixel[l] = rnd() & 3 ? 0 : rnd() & 15;
   }
}

static void set_masks(uint32_t *seed, struct groups *g)
{
   static const uint8_t samples[4] = {1, 1, 2, 4};
   struct usc_wave *t = g->t;
   const uint32_t valid = rnd() & 1 ? UINT32_MAX : rnd() | 1u << rnd() % 32, helper = rnd() & 3 ? 0 : rnd() & rnd();

   t->samples = samples[rnd() & 3];
   usc_wave_set_num(t, rnd() & 1 ? &num_model_usc_rne : &num_model_usc_rtz);
   usc_wave_start(t, valid, helper);
   t->budget = UINT64_MAX;
   t->p0 = rnd() & 3 ? rnd() : rnd() & 1 ? UINT32_MAX : 0;
   t->pe = rnd() & 1 ? valid : rnd() & valid;
   t->reg.carry = rnd();
   t->reg.base_offset[0] = rnd() & 15 ? 0 : rnd() & 255;
   t->reg.base_offset[1] = rnd() & 15 ? 0 : rnd() & 255;
   t->flow.link = rnd() & ~1u;
   memset(t->cover, 0, sizeof t->cover);
   if (!(rnd() & 7)) { /* discarded before this group */
      t->killed = rnd() & rnd() & valid & ~t->helper;
      t->helper |= t->killed;
   }
}

/* Mask counters are small numbers. */
static void set_counters(uint32_t *seed, struct usc_wave *t, const struct usc_group *g)
{
   for (unsigned k = 0; k < 3 && g->kind == USC_CONTROL; k++)
      for (unsigned l = 0; l < EXEC_LANES && !g->src[k].idx; l++) {
         const uint32_t n = rnd() % 4;
         if (g->src[k].bank == USC_TEMP && g->src[k].index < USC_NUM_TEMPS)
            t->reg.r[g->src[k].index][l] = n;
         else if (g->src[k].bank == USC_SPECIAL && g->src[k].index - 36 < 8)
            t->reg.i[g->src[k].index - 36][l] = n;
      }
}

/* The temporary that a source slot names, or NULL if it names none. */
static uint32_t *temporary(struct usc_wave *t, const struct usc_opd *o)
{
   return o->bank == USC_TEMP && !o->idx && o->index < USC_NUM_TEMPS ? t->reg.r[o->index] : NULL;
}

/* A number near the middle between two fields of a packed word, or between two integers. */
static uint32_t between(uint32_t *seed, unsigned format)
{
   const float middle = (float)((int)(rnd() % 513) - 256) + 0.5f;

   return num_u(rnd() & 1 ? middle : middle / (format == USC_FMT_S8888 ? 127 : 255)) + rnd() % 3 - 1;
}

/* Values at the decision points of the operation. */
static void set_operands(uint32_t *seed, struct usc_wave *t, const struct usc_group *g)
{
   const bool main = g->kind == USC_MAIN;
   const unsigned op = main ? g->op[USC_BE] : 0;

   set_counters(seed, t, g);
   if (op == USC_OP_LD_R || op == USC_OP_ST_R) { /* short bursts */
      uint32_t *const v = temporary(t, &g->src[g->sel_b]);
      for (unsigned l = 0; l < EXEC_LANES && v; l++)
         v[l] = rnd() % 18;
   }
   for (unsigned k = 0; k < 6 && main; k++) {
      uint32_t *const v = temporary(t, &g->src[k]);
      for (unsigned l = 0; l < EXEC_LANES && v; l++)
         if (rnd() & 1)
            continue;
         else if (g->op[USC_PCK] == USC_OP_PCK) /* near the middle between two fields */
            v[l] = between(seed, g->pck_fmt);
         else if (usc_op_info[g->op[USC_P0]].flags & USC_F_HI) /* sums of all ones */
            v[l] = rnd() % 3 ? (k < 2 ? UINT32_MAX : 0) : rnd() & 1 ? UINT32_MAX : 0;
         else if (g->op[USC_P0] == USC_OP_UNPCK) /* the least of the signed fields */
            v[l] = rnd() & 1 ? 0x80808080u ^ (rnd() & rnd() & 0x01010101) : 0x80000000u >> rnd() % 8 | rnd() >> 8;
   }
}

/* Makes more random groups meaningful: coefficients in iterations, words of a tile buffer, formats that the documents
   define. */
static void direct(uint32_t *seed, struct usc_group *g)
{
   static const uint8_t settled[6] = {USC_FMT_U8888, USC_FMT_S8888, USC_FMT_U32, USC_FMT_S32, USC_FMT_F16F16, USC_FMT_F32};
   const unsigned op = g->kind == USC_MAIN ? g->op[USC_BE] : 0;

   if ((op == USC_OP_FITR || op == USC_OP_FITRP) && rnd() & 7) {
      g->src[0] = rnd() & 3 ? usc_cf(rnd() % 250) : usc_at(USC_COEFF, rnd() & 1, rnd() % 250);
      g->src[2] = op == USC_OP_FITR ? g->src[2] : rnd() & 3 ? usc_cf(rnd() % 250) : usc_at(USC_COEFF, rnd() & 1, rnd() % 250);
   }
   if (op == USC_OP_ST && g->tiled && rnd() & 7) {
      g->count = 1;
      g->dsize = 2;
   }
   if (op == USC_OP_SMP && rnd() & 7) { /* modes that fit together, and enough registers of data */
      g->wrt = g->f16in = 0;
      g->integer = g->nncoords ? 0 : g->integer;
      g->pplod = g->tao && g->lodm != USC_LODM_GRADIENT ? 1 : g->pplod;
      g->f16 = rnd() & 3 ? 0 : g->f16;
      g->fcnorm = g->f16 ? 1 : g->fcnorm;
      g->src[0] = usc_sh(rnd() % 250);
      g->src[1] = usc_r(rnd() % 220);
      g->src[2] = usc_sh(rnd() % 250);
      g->src[4] = usc_r(rnd() % 210);
   }
   if (g->kind == USC_MAIN && usc_op_info[g->op[USC_P0]].flags & USC_F_HI && rnd() & 1)
      for (unsigned k = 0; k < 3; k++)
         g->src[k] = usc_r(rnd() % 248);
   if (g->kind == USC_MAIN && g->op[USC_PCK] == USC_OP_PCK && rnd() & 3)
      g->pck_fmt = settled[rnd() % 6];
   if (g->kind == USC_MAIN && g->op[USC_P0] == USC_OP_UNPCK && rnd() & 3) {
      g->upk_fmt = settled[rnd() % 6];
      if (rnd() & 1) { /* repetitions: the group holds nothing else */
         g->op[USC_P1] = g->op[USC_PCK] = g->op[USC_TST] = g->op[USC_MOV] = g->op[USC_BE] = 0;
         g->rpt = 1 + rnd() % 4;
         g->is4 = 0;
         g->dst[1] = usc_none();
      }
   }
}

/* A pack or unpack of a temporary and nothing else, as random groups seldom have a legal one. */
static struct usc_group conversion(uint32_t *seed)
{
   struct usc_group g = usc_g(USC_MAIN);

   g.cc = rnd() & 3;
   g.is0 = 0;
   g.src[0] = usc_r(rnd() % 248);
   g.dst[0] = usc_r(rnd() % 240);
   if (rnd() & 1) {
      g.op[USC_PCK] = USC_OP_PCK;
      g.pck_fmt = rnd() & 31;
      g.pck_scale = rnd() & 1;
      g.pck_rtz = rnd() & 1;
      g.is3 = USC_FTE;
      g.is4 = USC_FT2;
   } else {
      g.op[USC_P0] = USC_OP_UNPCK;
      g.upk_fmt = rnd() & 31;
      g.upk_scale = rnd() & 1;
      g.src[0].elem = rnd() & 3;
      g.is4 = USC_FT0;
   }
   g.rpt = rnd() & 1 ? 1 : 1 + rnd() % 4;
   return g;
}

static unsigned encode(uint32_t *seed, const struct usc_group *g, uint8_t bytes[32])
{
   struct usc_found found = {.long_header = rnd() & 1,
                             .form_lo = rnd() % (USC_FIRST_DST_FORM + 1),
                             .form_hi = rnd() % (USC_FIRST_DST_FORM + 1),
                             .ph0clr = g->kind == USC_BITWISE && rnd() & 1,
                             .pad = rnd() % 3};
   found.form_dst = (uint8_t)(rnd() & 1 ? USC_FIRST_DST_FORM + 1 + rnd() % (USC_NUM_FORMS - USC_FIRST_DST_FORM) : 0);
   const unsigned n = rnd() & 1 ? usc_encode(g, &found, bytes, NULL) : 0;
   return n ? n : usc_encode(g, NULL, bytes, NULL);
}

static void count_fault(struct reasons *r, const char *text)
{
   for (unsigned k = 0; k < 40; k++)
      if (!r->n[k] || !strcmp(r->text[k], text)) {
         snprintf(r->text[k], sizeof r->text[k], "%.150s", text);
         r->n[k]++;
         return;
      }
}

static void show(struct groups *g, const struct usc_group *group, const uint8_t *bytes, unsigned n)
{
   struct util_buf text;

   util_buf_init(&text, &g->ctx);
   usc_print(&text, group, NULL, USC_EXPLICIT, " ; ");
   printf("difference: %s:", bridge_message);
   for (unsigned k = 0; k < n; k++)
      printf(" %02x", bytes[k]);
   printf("    %.*s\n", (int)text.len, text.data);
}

static void one_group(const struct plan_second *plan, uint32_t *seed, struct groups *g)
{
   struct usc_group group = rnd() & 15 ? usc_random_group(seed) : conversion(seed), again;
   uint8_t bytes[64] = {0};
   enum bridge_end how;

   direct(seed, &group);
   if (usc_check(&group)) {
      g->no_bytes += usc_check(&group) == USC_V_NO_ENCODING;
      return;
   }
   const unsigned n = encode(seed, &group, bytes);
   if (!n || usc_decode(bytes, n, &again, NULL, NULL) != n)
      return; /* the unit test of the encodings covers this */
   if (g->total++ % 64 == 0) {
      util_ctx_finish(&g->ctx);
      util_ctx_init(&g->ctx, NULL, 0);
      set_registers(seed, g, true);
   } else {
      set_registers(seed, g, false);
   }
   set_masks(seed, g);
   set_operands(seed, g->t, &again);
   bridge_step(g->bridge, usc_sim_decode(&g->ctx, bytes, n), bytes, n, g->t, &how);
   if (how == BRIDGE_REFUSED || how == BRIDGE_OPEN)
      count_fault(&g->reasons[how == BRIDGE_OPEN], how == BRIDGE_OPEN ? bridge_message : g->t->fault);
   for (unsigned s = 0; s < USC_GROUP_UNITS; s++) {
      g->compared[again.op[s]] += how == BRIDGE_SAME;
      g->refused[again.op[s]] += how == BRIDGE_REFUSED || how == BRIDGE_OPEN;
      g->different[again.op[s]] += how == BRIDGE_DIFFERENT || how == BRIDGE_NOT_DECODED;
   }
   if (how == BRIDGE_DIFFERENT || how == BRIDGE_NOT_DECODED) {
      unsigned most = 0;
      for (unsigned s = 0; s < USC_GROUP_UNITS; s++)
         most = again.op[s] && g->different[again.op[s]] > most ? (unsigned)g->different[again.op[s]] : most;
      if (most <= plan->keep && !plan->quiet)
         show(g, &again, bytes, n);
      g->differences++;
   }
}

/* The operations that have bytes but were compared too seldom, and the operations that have none. */
static unsigned print_coverage(const struct plan_second *plan, const struct groups *g)
{
   unsigned with = 0, without = 0, seldom = 0;
   uint64_t least = UINT64_MAX;

   for (unsigned op = 1; op < USC_NUM_OPS; op++) {
      if (!usc_op_info[op].bytes) {
         without++;
         continue;
      }
      with++;
      least = g->compared[op] < least ? g->compared[op] : least;
      if (g->compared[op] < plan->per_op || g->different[op]) {
         seldom += g->compared[op] < plan->per_op;
         if (!plan->quiet)
            printf("   %s: compared %" PRIu64 ", not compared %" PRIu64 ", different %" PRIu64 "\n", usc_op_info[op].name,
                   g->compared[op], g->refused[op], g->different[op]);
      }
   }
   if (!plan->quiet)
      printf("operations: %u with bytes, each compared at least %" PRIu64 " times (%u less than %" PRIu64
             "); %u have no public encoding and cannot be compared\n",
             with, least, seldom, plan->per_op, without);
   return seldom;
}

uint64_t compare_groups(const struct plan_second *plan)
{
   struct groups *g = calloc(1, sizeof *g);
   uint32_t state = (uint32_t)(plan->seed * 2654435761u) | 1, *seed = &state;
   uint64_t differences = 1;

   if (g) {
      g->bridge = bridge_new();
      g->t = calloc(1, sizeof *g->t);
      g->dc = calloc(512, 4);
   }
   if (!g || !g->bridge || !g->t || !g->dc) {
      printf("out of memory\n");
   } else {
      util_ctx_init(&g->ctx, NULL, 0);
      usc_wave_init(g->t, &num_model_usc_rne, UINT32_MAX, UINT64_MAX);
      g->t->env = (struct machine_env){
          .user = &g->outside, .load = load, .store = store, .fence = fence, .sample = sample, .emit = emit, .cut = emit};
      for (uint64_t k = 0; k < plan->groups && !(plan->first && g->differences); k++)
         one_group(plan, seed, g);
      if (!plan->quiet) {
         for (unsigned k = 0; k < 80; k++)
            if (g->reasons[k / 40].n[k % 40])
               printf("   not compared, %s, %" PRIu64 " times: %s\n",
                      k < 40 ? "a fault in the simulator" : "open in the documents", g->reasons[k / 40].n[k % 40],
                      g->reasons[k / 40].text[k % 40]);
         bridge_print();
      }
      differences = g->differences + print_coverage(plan, g);
      util_ctx_finish(&g->ctx);
   }
   if (g) {
      bridge_free(g->bridge);
      free(g->t);
      free(g->dc);
   }
   free(g);
   return differences;
}

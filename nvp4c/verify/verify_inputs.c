/* SPDX-License-Identifier: MIT */
/* See verify_inputs.h. */
#include <string.h>

#include "nvp4c/verify/verify_workgroup.h"
#include "util/rng.h"

static uint64_t hash_text(const char *s)
{
   uint64_t h = 0xcbf29ce484222325u;

   for (; s && *s; s++)
      h = (h ^ (uint8_t)*s) * 0x100000001b3u;
   return h;
}

void verify_record_emit(struct verify_wave *vt, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   uint32_t hash[EXEC_LANES];

   for (unsigned l = 0; l < EXEC_LANES; l++)
      hash[l] = vt->emitted[l] * 0x9e3779b1u + 1 + stream;
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++) {
         const uint32_t place = (s * 4 + c) * 0x9e3779b1u;
         uint32_t any = 0;
         for (unsigned l = 0; l < EXEC_LANES; l++)
            any |= wave->out[s][c][l];
         if (!any) /* as in most places: a zero leaves the hash alone */
            continue;
         const bool is_float = !vt->mask || !(vt->mask[s] >> (4 + c) & 1);
         const uint32_t nan = is_float ? 0x7f800000u : 0x7fffffffu; /* what is above it without its sign is a NaN */
         const uint32_t zero = is_float && wave->num->flush_out ? 0x800000u : 0; /* and below it a zero of its sign */
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            const uint32_t v = wave->out[s][c][l], magnitude = v & 0x7fffffffu;
            const uint32_t same = magnitude > nan ? NUM_NAN : magnitude < zero ? v & 0x80000000u : v;
            if (same)
               hash[l] = (hash[l] ^ (same + place)) * 0x01000193u + (hash[l] >> 15);
         }
      }
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         vt->emitted[l] = hash[l];
}

void verify_record_end(struct verify_wave *vt, uint32_t lanes, unsigned stream)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         vt->emitted[l] = vt->emitted[l] * 0x85ebca6bu + 0x27d4eb2fu + stream;
}

static void record_emit(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   verify_record_emit(user, wave, lanes, stream);
}
static void record_end(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   (void)wave;
   verify_record_end(user, lanes, stream);
}

static void make_outputs(struct util_ctx *ctx, struct verify_wave *vt)
{
   vt->t.out = (uint32_t(*)[4][EXEC_LANES])UTIL_ARRAY(ctx, uint32_t, SLOT_COUNT * 4 * EXEC_LANES);
   vt->t.out_taint = (uint32_t(*)[4])UTIL_ARRAY(ctx, uint32_t, SLOT_COUNT * 4);
   vt->t.killed = 0;
   vt->t.undefined = 0;
   vt->t.clamped = 0;
   vt->t.fault = NULL;
   vt->t.running = 0;
   vt->t.state = NULL;
   vt->t.emit = record_emit;
   vt->t.end_primitive = record_end;
   vt->t.emit_user = vt;
   vt->t.tex_user = &vt->sampler;
   memset(vt->emitted, 0, sizeof vt->emitted);
}

/* In every eighth wave, whole quads are missing. */
static uint32_t valid_lanes(struct util_rng *g, uint64_t seed)
{
   uint32_t valid = ~0u;

   for (unsigned q = 0; q < 8 && seed % 8 == 7; q++)
      if (util_rng_below(g, 3) == 0)
         valid &= ~(0xfu << 4 * q);
   return valid ? valid : 0xf;
}

static void fill_slot(struct util_rng *g, uint32_t (*in)[EXEC_LANES])
{
   for (unsigned c = 0; c < 4; c++) {
      /* Some components are equal in all lanes, so that programs also take uniform branches. */
      const bool uniform = util_rng_below(g, 8) == 0;
      const uint32_t u = verify_word(g);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         in[c][l] = uniform ? u : verify_word(g);
   }
}

/* Fills a slot that programs should not read with different numbers from 1 to 2, so that a read of it shows. */
static void fill_unread(struct util_rng *g, uint32_t (*in)[EXEC_LANES])
{
   const uint32_t first = NUM_ONE + (util_rng_u32(g) & 0x3fffff);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         in[c][l] = first + EXEC_LANES * c + l;
}

static void fill_inputs(struct exec_wave *t, unsigned vertices, const struct verify_reads *reads, uint64_t seed)
{
   for (unsigned v = 0; v < vertices; v++)
      for (unsigned s = 0; s < SLOT_COUNT; s++) {
         struct util_rng g;
         util_rng_init(&g, seed ^ util_mix64((uint64_t)v << 32 | (s + 1)));
         if (reads->slot[s])
            fill_slot(&g, t->in[v][s]);
         else
            fill_unread(&g, t->in[v][s]);
      }
}

/* Sets inputs that have a fixed form. */
static void fix_inputs(struct util_rng *g, struct exec_wave *t, unsigned vertices)
{
   static const unsigned ids[] = {SLOT_VERTEX_ID, SLOT_INSTANCE, SLOT_PRIM_ID},
                         of_draw[] = {SLOT_BASE_VERTEX, SLOT_BASE_INSTANCE, SLOT_DRAW_ID};

   for (unsigned v = 1; v < vertices; v++) /* the same for all vertices of the primitive */
      memcpy(t->in[v][SLOT_PRIM_ID], t->in[0][SLOT_PRIM_ID], sizeof t->in[v][SLOT_PRIM_ID]);
   for (unsigned v = 0; v < vertices; v++)
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         uint32_t(*in)[4][EXEC_LANES] = t->in[v];
         for (unsigned i = 0; i < 3; i++) {
            in[ids[i]][0][l] &= 0xffff;
            in[ids[i]][1][l] = in[ids[i]][2][l] = 0;
            in[ids[i]][3][l] = 1;
         }
         for (unsigned i = 0; i < 3; i++) /* draw-uniform, not 0 */
            in[of_draw[i]][0][l] = (in[of_draw[i]][0][0] & 0xffff) | 1;
         in[SLOT_LAYER][0][l] = in[SLOT_LAYER][0][0] & 0x7ff; /* the same for the whole primitive */
         in[SLOT_VERTEX_ID_ZERO][0][l] = in[SLOT_VERTEX_ID][0][l] - in[SLOT_BASE_VERTEX][0][l];
         in[SLOT_FACING][0][l] = in[SLOT_FACING][0][l] & 1 ? NUM_ONE : NUM_ONE | 0x80000000u;
         in[SLOT_FACING][1][l] = in[SLOT_FACING][2][l] = 0;
         in[SLOT_FACING][3][l] = NUM_ONE;
         in[SLOT_FOG][1][l] = in[SLOT_FOG][2][l] = 0;
         in[SLOT_FOG][3][l] = NUM_ONE;
         in[SLOT_HELPER][0][l] = 0; /* set by verify_add_helpers() */
         in[SLOT_SAMPLE_ID][0][l] = 0;
         in[SLOT_SAMPLE_ID][1][l] = in[SLOT_SAMPLE_ID][2][l] = 1;
         in[SLOT_SAMPLE_POS][0][l] = in[SLOT_SAMPLE_POS][1][l] = num_u(0.5f);
         in[SLOT_SAMPLE_MASK][0][l] = 1;
         for (unsigned n = 0; n < 8 && l & 1; n++) /* pixels of several channels: any bits */
            for (unsigned c = 0; c < 4; c++)
               in[SLOT_TARGET + n][c][l] *= 0x9e3779b1u;
         in[SLOT_SUBGROUP_SIZE][0][l] = EXEC_LANES;
         in[SLOT_SUBGROUP_LANE][0][l] = l;
      }
   /* Fragment positions are the pixel centres of whole quads, as on the machines. */
   for (unsigned q = 0; vertices == 1 && q < EXEC_LANES / 4; q++) {
      const uint32_t most = util_rng_below(g, 8) ? 1024 : 8192; /* size of a screen, or of the largest viewport */
      uint32_t x = 2 * util_rng_below(g, most), y = 2 * util_rng_below(g, most);
      for (unsigned k = 0; k < 4; k++) {
         t->in[0][SLOT_POSITION][0][4 * q + k] = num_u((float)(x + (k & 1)) + 0.5f);
         t->in[0][SLOT_POSITION][1][4 * q + k] = num_u((float)(y + (k >> 1)) + 0.5f);
      }
   }
}

static void fill_params(struct verify_wave *vt, const struct io_param *params, unsigned num_params, uint64_t seed)
{
   for (unsigned p = 0; p < num_params; p++) {
      struct util_rng g;
      util_rng_init(&g, seed ^ (uint64_t)params[p].cls << 56 ^ (uint64_t)params[p].index * 0x9e3779b97f4a7c15u ^
                           hash_text(params[p].state));
      for (unsigned c = 0; c < 4; c++)
         vt->param[p][c] = params[p].cls == PARAM_CONST ? params[p].value[c] : verify_word(&g);
   }
}

static void fill_buffers(struct util_ctx *ctx, struct util_rng *g, struct exec_wave *t, uint64_t seed)
{
   for (unsigned b = 0; b < 16; b++) {
      const unsigned n = (b + (unsigned)(seed / 4)) % 16;
      const uint32_t words = util_rng_below(g, 4)
                                 ? 64 + 16 * n
                                 : 4 + util_rng_below(g, 9); /* some are small, so that programs read beyond their end */
      uint32_t *data = UTIL_ARRAY(ctx, uint32_t, words);
      for (unsigned i = 0; i < words; i++)
         data[i] = verify_word(g);
      t->buffer[b].data = data;
      t->buffer[b].words = words;
   }
}

/* Steps for all runs of a verification that do not end. A step of the evaluator takes about 0.2 us. */
#define WASTED_STEPS ((uint64_t)1 << 20)

struct verify_steps verify_steps(const struct frontend_source *source)
{
   const uint64_t instrs = frontend_executes(source) ? source->ops->size(source->tree) : 100;

   return (struct verify_steps){20000 + 20 * (instrs + 1), WASTED_STEPS};
}

uint64_t verify_steps_next(const struct verify_steps *s) { return s->base + s->left / 2; }
void verify_steps_wasted(struct verify_steps *s, uint64_t steps) { s->left -= steps < s->left ? steps : s->left; }

void verify_stored(const struct ir_shader *s, uint8_t mask[SLOT_COUNT])
{
   memset(mask, 0, SLOT_COUNT);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_store_output)
            mask[i->attr[0]] |= (uint8_t)(1u << i->attr[1]);
}

void verify_note_reads(struct verify_reads *r, const struct ir_shader *s)
{
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->op == IR_load_input)
            r->slot[i->attr[0]] = true;
         if (i->op == IR_load_input && i->attr[0] == SLOT_VERTEX_ID_ZERO) /* computed from two inputs: see fix_inputs() */
            r->slot[SLOT_VERTEX_ID] = r->slot[SLOT_BASE_VERTEX] = true;
         r->buffers |= i->op == IR_load_buffer;
         verify_note_access(r, i);
      }
   if (s->pre.shader)
      verify_note_reads(r, s->pre.shader);
}

void verify_fill(struct util_ctx *ctx, struct verify_wave *vt, const struct ir_shader *s, const struct verify_reads *reads,
                 uint64_t seed, uint64_t budget)
{
   const unsigned vertices = s->stage == IR_STAGE_GEOMETRY ? EXEC_MAX_VERTICES : 1;
   struct util_rng g;

   memset(vt, 0, sizeof *vt);
   util_rng_init(&g, seed);
   vt->t.num = s->num;
   vt->t.valid = valid_lanes(&g, seed);
   vt->t.budget = budget;
   vt->t.in = (uint32_t(*)[SLOT_COUNT][4][EXEC_LANES])UTIL_ARRAY(ctx, uint32_t, (size_t)vertices * SLOT_COUNT * 4 * EXEC_LANES);
   fill_inputs(&vt->t, vertices, reads, seed);
   fix_inputs(&g, &vt->t, vertices);
   vt->param = (uint32_t(*)[4])UTIL_ARRAY(ctx, uint32_t, (size_t)(s->num_params ? s->num_params : 1) * 4);
   fill_params(vt, s->params, s->num_params, seed);
   vt->t.param = (const uint32_t(*)[4])vt->param;
   vt->t.num_params = s->num_params;
   if (reads->buffers)
      fill_buffers(ctx, &g, &vt->t, seed);
   vt->sampler.seed = (uint32_t)(seed * 0x9e3779b1u);
   vt->sampler.turn = (uint32_t)(seed / 4); /* units with width and height alike have others in another wave */
   vt->t.tex = exec_sampler_fn;
   make_outputs(ctx, vt);
   verify_fill_workgroup(ctx, vt, s, reads, seed);
}

void verify_add_helpers(struct verify_wave *vt, uint64_t seed)
{
   struct util_rng g;

   util_rng_init(&g, seed ^ 0x68656c70u);
   for (unsigned q = 0; q < EXEC_LANES / 4 && seed % 4 == 1; q++)
      vt->t.helper |= (util_rng_below(&g, 15) & vt->t.valid >> 4 * q)
                      << 4 * q; /* at least one lane of a quad is not a helper */
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      vt->t.in[0][SLOT_HELPER][0][l] = vt->t.helper >> l & 1 ? UINT32_MAX : 0;
      vt->t.in[0][SLOT_SAMPLE_MASK][0][l] = vt->t.helper >> l & 1 ? 0 : 1;
   }
}

/* Sets x and y of the position of a lane to those of its sample. */
static void move_to_sample(uint32_t (*position)[EXEC_LANES], unsigned lane, uint32_t place)
{
   for (unsigned c = 0; c < 2; c++) {
      const float pixel = (float)(int)num_f(position[c][lane]);
      position[c][lane] = num_u(pixel + (float)(place >> 4 * c & 15) / 16);
   }
}

void verify_add_samples(struct verify_wave *vt, uint64_t seed, unsigned samples, bool per_sample, bool same)
{
   struct util_rng g;

   util_rng_init(&g, seed ^ 0x73616d70u);
   const uint32_t places[2] = {util_rng_u32(&g), util_rng_u32(&g)};
   uint32_t id = 0;
   for (unsigned l = 0; l < EXEC_LANES && samples > 1; l++) {
      if (per_sample && l % (same ? EXEC_LANES : 4) == 0) /* the lanes of a quad have one sample, so that derivatives make
                                                             sense */
         id = util_rng_below(&g, samples);
      const bool helper = vt->t.helper >> l & 1;
      const uint32_t some = 1 + util_rng_below(&g, (1u << samples) - 1);
      vt->t.in[0][SLOT_SAMPLE_ID][0][l] = id;
      if (per_sample)
         move_to_sample(vt->t.in[0][SLOT_POSITION], l, places[id / 4] >> 8 * (id % 4));
      /* Other samples of the pixel may be covered, too. */
      vt->t.in[0][SLOT_SAMPLE_MASK][0][l] = !per_sample ? (helper ? 0 : some) : helper ? some & ~(1u << id) : some | 1u << id;
   }
}

void verify_reset(struct util_ctx *ctx, struct verify_wave *vt, const struct verify_wave *from)
{
   *vt = *from;
   vt->t.helper &= ~from->t.killed;
   make_outputs(ctx, vt);
   verify_reset_workgroup(ctx, vt, from);
}

void verify_add_taint(struct verify_wave *vt, const struct exec_wave *from, bool memory)
{
   vt->t.undefined |= from->undefined;
   for (unsigned s = 0; s < SLOT_COUNT && from->out_taint; s++)
      for (unsigned c = 0; c < 4; c++)
         vt->t.out_taint[s][c] |= from->out_taint[s][c];
   if (vt->t.memory)
      vt->t.memory->tainted |= memory;
}

bool verify_undefined(const struct verify_wave *vt, const uint8_t mask[SLOT_COUNT])
{
   if (verify_memory_tainted(vt) || vt->t.undefined)
      return true;
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++)
         if ((mask[s] >> c & 1) && vt->t.out_taint[s][c])
            return true;
   return false;
}

/* First of the lanes in which two values of a component differ, or EXEC_LANES. */
static unsigned find_difference(num_m num, const uint32_t *a, const uint32_t *b, bool integer, uint32_t lanes)
{
   unsigned l = 0;

   while (l < EXEC_LANES && (!(lanes >> l & 1) || a[l] == b[l] || (!integer && num_equal_float(num, a[l], b[l]))))
      l++;
   return l;
}

bool verify_equal(struct util_ctx *ctx, const struct verify_wave *a, const struct verify_wave *b,
                  const uint8_t mask[SLOT_COUNT], struct verify_count *count, const char **difference)
{
   uint32_t lanes = a->t.valid & ~(a->t.helper & ~a->t.killed);

   /* One execution may have killed a lane whose state is undefined, and the other not. */
   const uint32_t kill_diff = (a->t.killed ^ b->t.killed) & lanes;
   count->tainted += (unsigned)__builtin_popcount(kill_diff & a->t.undefined);
   if (kill_diff & ~a->t.undefined) {
      if (difference)
         *difference = util_printf(ctx, "lanes killed: %08x and %08x", a->t.killed & lanes, b->t.killed & lanes);
      return false;
   }
   lanes &= ~(a->t.killed | b->t.killed);
   const uint32_t emitters = lanes & ~a->t.undefined;
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++) {
         const uint32_t wanted = mask[s] >> c & 1 ? lanes : 0, *x = a->t.out[s][c], *y = b->t.out[s][c];
         const uint32_t tainted = wanted ? wanted & a->t.out_taint[s][c] : 0;
         const unsigned l = find_difference(a->t.num, x, y, mask[s] >> (4 + c) & 1, wanted & ~tainted);
         char name[32];
         count->tainted += (unsigned)__builtin_popcount(tainted);
         count->compared += (unsigned)__builtin_popcount(wanted & ~tainted);
         if (l == EXEC_LANES)
            continue;
         if (difference)
            *difference =
               util_printf(ctx, "%s.%c of lane %u: 0x%08x (%.9g) and 0x%08x (%.9g)", io_slot_name((enum io_slot)s, name, 32),
                           "xyzw"[c], l, x[l], (double)num_f(x[l]), y[l], (double)num_f(y[l]));
         return false;
      }
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if ((emitters >> l & 1) && a->emitted[l] != b->emitted[l]) {
         if (difference)
            *difference = util_printf(ctx, "the vertices that lane %u emitted differ", l);
         return false;
      }
   return verify_equal_memory(ctx, a, b, count, difference);
}

/* ---- the digest of results */

static uint64_t mix(uint64_t hash, uint64_t place, uint32_t value)
{
   return hash + util_mix64(place << 32 ^ util_mix64(place) ^ value);
}

uint64_t verify_digest(const struct verify_wave *begin, const struct verify_wave *end, const uint8_t mask[SLOT_COUNT])
{
   const uint32_t alive = end->t.valid & ~end->t.helper & ~end->t.killed;
   uint64_t hash = mix(0, 1, end->t.killed & end->t.valid & ~begin->t.helper);

   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EXEC_LANES && mask[s] >> c & 1; l++)
            if (alive >> l & 1) {
               const uint32_t x = end->t.out[s][c][l];
               const bool integer = mask[s] >> (4 + c) & 1;
               hash = mix(hash, 2 + (s * 4 + c) * EXEC_LANES + l, !integer && num_isnan(x) ? NUM_NAN : x);
            }
   for (unsigned l = 0; l < EXEC_LANES; l++)
      hash = mix(hash, 0x100000 + l, alive >> l & 1 ? end->emitted[l] : 0);
   for (unsigned k = 0; begin->t.memory && k < MEM_SPACE_COUNT * MEM_UNITS; k++) {
      const struct mem_object *x = &begin->t.memory->of[k / MEM_UNITS][k % MEM_UNITS],
                              *y = &end->t.memory->of[k / MEM_UNITS][k % MEM_UNITS];

      for (uint32_t w = 0; x->data && w < (x->bytes + 3) / 4; w++)
         if (x->data[w] != y->data[w])
            hash = mix(hash, 0x1000000 + (uint64_t)k * 0x100000 + w, num_isnan(y->data[w]) ? NUM_NAN : y->data[w]);
   }
   return hash;
}

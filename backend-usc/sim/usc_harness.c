/* SPDX-License-Identifier: MIT */
/* The harness: the driver's side of the ABI for verification. */
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/sim/usc_sim_priv.h"
#include "semantics/memory/memory.h"

#include <string.h>

#define BUFFER_ADDR(n) ((uint64_t)((n) + 1) << 34)
#define PARAMS_ADDR (UINT64_C(1) << 39)
#define SCRATCH_ADDR (UINT64_C(1) << 40)
#define TILE_ADDR(n) (UINT64_C(1) << 41 | (uint64_t)(n) << 32)

/* Finds the input whose component is in coefficient n, and gets its value. */
static bool coefficient(void *user, unsigned n, bool iterate, uint32_t value[EXEC_LANES])
{
   const struct usc_harness *h = user;
   const struct usc_reflect *r = &h->prog->reflect;
   for (uint32_t k = 0; k < r->num_inputs; k++)
      for (unsigned c = 0; c < 4; c++) {
         const uint32_t reg = r->inputs[k].reg[c];
         if (reg == USC_NO_REG)
            continue;
         if (iterate ? n == reg : n == reg + 2 && r->inputs[k].interp == INTERP_FLAT) {
            memcpy(value, h->exec->in[0][r->inputs[k].slot][c], sizeof(exec_lanes));
            return true;
         }
      }
   return false;
}

/* The contents of a shared register, or of a word of the memory of parameters, that do not depend on its number. */
static uint32_t parameter(const struct usc_harness *h, const struct usc_reflect_sh *s)
{
   if (s->kind == USC_SH_PARAM)
      return s->a < h->exec->num_params ? h->exec->param[s->a][s->b] : 0;
   return s->kind == USC_SH_CONST ? s->a : 0;
}

/* ---- read-write memory --------------------------------------------------------------------------------------------------- */

/* Addresses of objects by space and unit; those of the memory of workgroups by slot, or by cluster. */
#define OBJECT_ADDR(n) (UINT64_C(1) << 43 | (uint64_t)(n) << 33)
#define CHUNK 16 /* bytes: words after an object up to the next multiple can be loaded */
#define GARBAGE 0xdeadbeefu
#define CLUSTER 3
#define SLOT 5
#define SLOTS 16 /* per cluster */

/* The address that the driver passes for an object. */
static uint64_t object_address(const struct usc_harness *h, uint32_t object)
{
   const uint32_t *size = &h->exec->in[0][SLOT_WORKGROUP_SIZE][0][0];
   const bool one_wave = size[0] * size[EXEC_LANES] * size[2 * EXEC_LANES] <= EXEC_LANES;
   const struct mem_object *o = mem_object(h->exec->memory, (enum mem_space)(object / MEM_UNITS), object % MEM_UNITS);

   if (object / MEM_UNITS != MEM_SHARED)
      return OBJECT_ADDR(object);
   return OBJECT_ADDR(object) -
          (uint64_t)(o ? o->bytes & ~3u : 0) * (one_wave && h->prog->reflect.slots ? CLUSTER * SLOTS + SLOT : CLUSTER);
}

static uint32_t object_word(const struct usc_harness *h, uint32_t object, unsigned b)
{
   const struct mem_object *o = mem_object(h->exec->memory, (enum mem_space)(object / MEM_UNITS), object % MEM_UNITS);

   switch (b) {
   case USC_OBJECT_LOW:
   case USC_OBJECT_HIGH: return (uint32_t)(object_address(h, object) >> 32 * b);
   case USC_OBJECT_BYTES: return o ? o->bytes & ~3u : 0;
   case USC_OBJECT_SIZE: return o ? o->bytes : 0;
   case USC_OBJECT_SLOTS: return SLOTS;
   default: return mem_image_word(o, (enum mem_image_word)(b - USC_OBJECT_IMAGE));
   }
}

/* The word at an address, or NULL. An access beyond the end of an object is a fault: the program has to test that. */
static uint32_t *object_at(const struct usc_harness *h, uint64_t addr)
{
   const uint32_t object = (uint32_t)((addr - OBJECT_ADDR(0)) >> 33), word = (uint32_t)(addr >> 2 & 0x7fffffff);
   const struct mem_object *o = addr < OBJECT_ADDR(0) || object >= MEM_SPACE_COUNT * MEM_UNITS
                                   ? NULL
                                   : mem_object(h->exec->memory, (enum mem_space)(object / MEM_UNITS), object % MEM_UNITS);

   return o && o->data && word < o->bytes / 4 ? &o->data[word] : NULL;
}

static bool too_early(const struct usc_harness *h)
{
   return usc_sim_fault((struct usc_wave *)h->wave, "memory is accessed before the wdf of a store to it");
}

/* True if another request in flight stored to the word: memory does not order requests. */
static bool stores_in_flight(const struct usc_harness *h, uint64_t addr, uint32_t mask)
{
   for (uint32_t k = 0; k < h->num_stored; k++)
      if (!h->stored[k].ended && h->stored[k].address == addr && h->stored[k].mask & mask &&
          h->stored[k].request != h->wave->request.number)
         return !too_early(h);
   return false;
}

static bool scratch_in_flight(const struct usc_harness *h, uint64_t word)
{
   return h->scratch_request[word] && h->scratch_request[word] != h->wave->request.number && !too_early(h);
}

static uint32_t put(uint32_t word, const struct usc_stored *s)
{
   return s->atomic ? word : (word & ~s->mask) | (s->value & s->mask);
}

static bool load_object(const struct usc_harness *h, uint64_t addr, uint32_t *word)
{
   const uint32_t *w = object_at(h, addr);

   if (!w && object_at(h, addr & ~(uint64_t)(CHUNK - 1))) {
      *word = GARBAGE;
      return true;
   }
   if (!w || stores_in_flight(h, addr, UINT32_MAX))
      return false;
   *word = *w;
   for (uint32_t k = 0; k < h->num_stored; k++)
      if (h->stored[k].address == addr)
         *word = put(*word, &h->stored[k]);
   return true;
}

/* False after a fault if the ISP may already have discarded the pixel, so that the store would be lost. */
static bool may_store(const struct usc_harness *h)
{
   return !h->wave->feedback.given ||
          usc_sim_fault((struct usc_wave *)h->wave,
                        "memory is written after the feedback to the ISP, which may discard the pixel");
}

static bool store_object(struct usc_harness *h, uint64_t addr, unsigned size, uint32_t value)
{
   if (!may_store(h))
      return false;
   struct usc_stored s = {
       .address = addr & ~(uint64_t)3, .request = h->wave->request.number, .counter = h->wave->request.counter};

   if (addr & (size - 1))
      return false;
   machine_put_bytes(&s.value, addr, size, value);
   machine_put_bytes(&s.mask, addr, size, UINT32_MAX);
   if (!object_at(h, addr) || stores_in_flight(h, s.address, s.mask))
      return false;
   UTIL_PUSH(h->ctx, h->stored, h->num_stored, h->cap_stored, s);
   return true;
}

/* Makes stores with that fence, or all stores, visible to all waves. */
static void settle(struct usc_harness *h, unsigned fence, bool all)
{
   uint32_t n = 0;

   for (uint32_t k = 0; k < h->num_stored; k++) {
      const struct usc_stored *s = &h->stored[k];
      if (all || s->fence == fence || (s->atomic && s->ended))
         *object_at(h, s->address) = put(*object_at(h, s->address), s);
      else
         h->stored[n++] = *s;
   }
   h->num_stored = n;
}

static void fence(void *user)
{
   struct usc_harness *h = user;

   for (uint32_t k = 0; k < h->num_stored; k++)
      if (!h->stored[k].fence)
         h->stored[k].fence = (uint8_t)(1 + h->wave->request.counter);
}

static void end_requests(void *user, unsigned counter)
{
   struct usc_harness *h = user;
   uint32_t n = 0;

   for (uint32_t k = 0; k < h->num_stored; k++)
      h->stored[k].ended |= h->stored[k].counter == counter;
   settle(h, 1 + counter, false);
   for (uint32_t k = 0; k < h->num_scratch_stored; k++)
      if (h->scratch_stored[k].counter == counter)
         h->scratch_request[h->scratch_stored[k].word] = 0;
      else
         h->scratch_stored[n++] = h->scratch_stored[k];
   h->num_scratch_stored = n;
}

static bool all_stores_ended(const struct usc_harness *h)
{
   for (uint32_t k = 0; k < h->num_stored; k++)
      if (!h->stored[k].ended)
         return false;
   return !h->num_scratch_stored;
}

/* Earlier stores of the wave to the word come first. The operation is a request in flight, like a store. */
static bool exchange_word(void *user, uint64_t addr, unsigned size, uint32_t value)
{
   struct usc_harness *h = user;
   const struct usc_stored s = {.address = addr,
                                .mask = UINT32_MAX,
                                .request = h->wave->request.number,
                                .counter = h->wave->request.counter,
                                .atomic = true};
   uint32_t *w = object_at(h, addr), n = 0;

   if (!w || addr & 3 || size != 4 || !may_store(h))
      return false;
   for (uint32_t k = 0; k < h->num_stored; k++)
      if (h->stored[k].address != addr)
         h->stored[n++] = h->stored[k];
   h->num_stored = n;
   *w = value;
   UTIL_PUSH(h->ctx, h->stored, h->num_stored, h->cap_stored, s);
   return true;
}

static uint32_t store_now(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], const uint32_t value[EXEC_LANES])
{
   return machine_store_words(exchange_word, user, lanes, addr, 4, value);
}

/* ---- memory -------------------------------------------------------------------------------------------------------------- */

static bool load_word(void *user, uint64_t addr, uint32_t *word)
{
   const struct usc_harness *h = user;
   const uint64_t tile = (addr - TILE_ADDR(0)) >> 32, in_tile = (addr & UINT32_MAX) / 4;

   if (addr & 3)
      return false;
   if (addr >= OBJECT_ADDR(0))
      return load_object(h, addr, word);
   if (addr >= TILE_ADDR(0) && tile < h->prog->reflect.pixel.num_tiles) {
      if (in_tile >= USC_MAX_SAMPLES * EXEC_LANES * USC_TILE_WORDS)
         return false;
      *word = h->tile[tile][in_tile];
      return true;
   }
   if (addr >= PARAMS_ADDR && addr < SCRATCH_ADDR) {
      const struct usc_reflect *r = &h->prog->reflect;
      const uint64_t at = (addr - PARAMS_ADDR) / 4;
      if (at >= r->num_mem)
         return false;
      *word = parameter(h, &r->mem[at]);
      return true;
   }
   if (addr >= SCRATCH_ADDR) {
      uint64_t at = (addr - SCRATCH_ADDR) / 4;
      if (at >= h->scratch_words || scratch_in_flight(h, at))
         return false;
      *word = h->scratch[at];
      return true;
   }
   uint64_t b = (addr >> 34) - 1;
   if (b >= 16)
      return false;
   uint64_t at = (addr & ((UINT64_C(1) << 34) - 1)) / 4;
   const struct exec_buffer *buf = &h->exec->buffer[b];
   *word = at < buf->words ? buf->data[at] : 0;
   return true;
}

static bool store_word(void *user, uint64_t addr, unsigned size, uint32_t value)
{
   struct usc_harness *h = user;
   uint64_t at = (addr - SCRATCH_ADDR) / 4, tile = (addr - TILE_ADDR(0)) >> 32, word = (addr & UINT32_MAX) / 4;
   if (addr >= OBJECT_ADDR(0))
      return store_object(h, addr, size, value);
   if (addr >= TILE_ADDR(0) && tile < h->prog->reflect.pixel.num_tiles) {
      if (addr & 3 || size != 4 || word >= USC_MAX_SAMPLES * EXEC_LANES * USC_TILE_WORDS)
         return false;
      h->tile[tile][word] = value;
      return true;
   }
   if (addr < SCRATCH_ADDR || addr & 3 || size != 4 || at >= h->scratch_words)
      return false;
   if (scratch_in_flight(h, at))
      return false;
   if (!h->scratch_request[at])
      UTIL_PUSH(h->ctx, h->scratch_stored, h->num_scratch_stored, h->cap_scratch_stored,
                (struct usc_scratch_store){(uint32_t)at, h->wave->request.counter});
   h->scratch_request[at] = h->wave->request.number;
   h->scratch[at] = value;
   return true;
}

static uint32_t load(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], uint32_t value[EXEC_LANES])
{
   return machine_load_words(load_word, user, lanes, addr, value);
}

static uint32_t store(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], unsigned bytes,
                      const uint32_t value[EXEC_LANES])
{
   return machine_store_words(store_word, user, lanes, addr, bytes, value);
}

/* Are outputs with two words the same in both? */
static bool has_equal_tails(const struct usc_wave *t, const struct usc_reflect *r, uint32_t lanes)
{
   for (uint32_t k = 0; k < r->num_outputs; k++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (r->outputs[k].tail && lanes >> l & 1 && t->out.vo[r->outputs[k].at[0]][l] != t->out.vo[r->outputs[k].tail][l])
            return false;
   return true;
}

/* EMIT and ENDPRIM of a geometry program: stores the outputs like the other executors do. */
static void emit(void *user, uint32_t lanes, unsigned stream)
{
   const struct usc_harness *h = user;
   const struct usc_reflect *r = &h->prog->reflect;
   struct exec_wave *exec = h->exec;
   for (uint32_t k = 0; k < r->num_outputs; k++)
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            if ((lanes >> l & 1) && (r->outputs[k].mask >> c & 1))
               exec->out[r->outputs[k].slot][c][l] = h->wave->out.vo[r->outputs[k].at[c]][l];
   if (!has_equal_tails(h->wave, r, lanes))
      usc_sim_fault((struct usc_wave *)h->wave, "the two words of an output differ");
   if (exec->emit)
      exec->emit(exec->emit_user, exec, lanes, stream);
}

static void cut(void *user, uint32_t lanes, unsigned stream)
{
   const struct usc_harness *h = user;
   if (h->exec->end_primitive)
      h->exec->end_primitive(h->exec->emit_user, h->exec, lanes, stream);
}

/* ---- pixels -------------------------------------------------------------------------------------------------------------- */

#define UNTOUCHED 0xdeadf00du /* marks words of tile buffers and those that a program must not read */

static uint32_t *tile_word(struct usc_harness *h, unsigned tile, unsigned word, unsigned lane, unsigned sample)
{
   return &h->tile[tile][(usc_sim_tile_offset(word, lane) + sample * USC_SIM_SAMPLE_BYTES) / 4];
}

/* Fills the words of target k that the program reads. The samples that an invocation does not cover keep their mark. */
static void set_target(struct usc_harness *h, struct usc_wave *t, unsigned k)
{
   const struct usc_reflect_target *target = &h->prog->reflect.pixel.target[k];
   for (unsigned c = 0; c < 4; c++) {
      const uint32_t *value = h->exec->in[0][SLOT_TARGET + k][c], n = target->reg + c;
      for (unsigned l = 0; l < EXEC_LANES && target->read >> c & 1; l++)
         if (n < USC_TILE_WORDS)
            t->reg.o[n][l] = value[l];
         else
            *tile_word(h, n / USC_TILE_WORDS - 1, n % USC_TILE_WORDS, l, (unsigned)__builtin_ctz(t->cover[l])) = value[l];
   }
}

/* What is in the word of a tile buffer before the program runs. */
static uint32_t initial_word(const struct usc_harness *h, unsigned tile, unsigned word, unsigned lane, unsigned sample)
{
   const struct usc_reflect_target *target = h->prog->reflect.pixel.target;
   const uint32_t n = (tile + 1) * USC_TILE_WORDS + word;
   for (unsigned k = 0; k < 8 && sample == (unsigned)__builtin_ctz(h->wave->cover[lane]); k++)
      if (n - target[k].reg < 4 && target[k].read >> (n - target[k].reg) & 1)
         return h->exec->in[0][SLOT_TARGET + k][n - target[k].reg][lane];
   return UNTOUCHED;
}

/* Sets up places of pixels and samples, the sample of each invocation and the samples it covers, and the tile buffers. */
static void set_up_pixels(struct usc_harness *h, struct usc_wave *t)
{
   const struct usc_reflect *r = &h->prog->reflect;
   const exec_lanes *place = h->exec->in[0][SLOT_POSITION];
   const unsigned samples = r->pixel.samples ? r->pixel.samples : 1;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      t->reg.back_face[l] = h->exec->in[0][SLOT_FACING][0][l] >> 31; /* front faces have +1.0 */
      t->reg.x[l] = r->pixel.per_sample ? UNTOUCHED : place[0][l];
      t->reg.y[l] = r->pixel.per_sample ? UNTOUCHED : place[1][l];
      t->reg.xs[l] = r->pixel.per_sample ? place[0][l] : UNTOUCHED;
      t->reg.ys[l] = r->pixel.per_sample ? place[1][l] : UNTOUCHED;
      const uint32_t id = h->exec->in[0][SLOT_SAMPLE_ID][0][l] % samples, mask = h->exec->in[0][SLOT_SAMPLE_MASK][0][l];
      t->reg.sample[l] = r->pixel.per_sample ? id : UNTOUCHED;
      t->in_pixel[l] = samples <= 1 ? !(t->helper >> l & 1) : mask & ((1u << samples) - 1);
      t->cover[l] = r->pixel.per_sample ? 1u << id : t->in_pixel[l] ? t->in_pixel[l] : 1;
   }
   t->samples = samples;
   t->cover_set = t->valid;
   for (unsigned k = 0; k < r->pixel.num_tiles; k++)
      for (unsigned w = 0; w < sizeof h->tile[k] / sizeof *h->tile[k]; w++)
         h->tile[k][w] = UNTOUCHED;
   for (unsigned k = 0; k < 8; k++)
      set_target(h, t, k);
}

/* An error of the tile buffers other than wrong values, or NULL. */
static const char *check_tiles(const struct usc_wave *t)
{
   struct usc_harness *h = t->env.user;
   const uint32_t lanes = t->valid & ~t->helper & ~t->killed;
   for (unsigned k = 0; k < h->prog->reflect.pixel.num_tiles; k++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         for (unsigned s = 0; s < USC_MAX_SAMPLES; s++)
            for (unsigned w = 0; w < USC_TILE_WORDS; w++) {
               const bool covered = lanes >> l & 1 && t->cover[l] >> s & 1;
               const uint32_t v = *tile_word(h, k, w, l, s);
               if (v == UNTOUCHED && !covered)
                  continue;
               if (v != (covered ? *tile_word(h, k, w, l, (unsigned)__builtin_ctz(t->cover[l])) : initial_word(h, k, w, l, s)))
                  return covered ? "the samples of a pixel differ in a tile buffer"
                                 : "a helper, a discarded invocation or an uncovered sample was stored to a tile buffer";
            }
   return NULL;
}

/* Finds the invocations that a program without feedback has killed: they do not write the pixel. */
static void find_masked(struct usc_wave *t)
{
   const uint32_t left = t->valid & ~t->helper & ~t->out.pixel_lanes;
   t->killed |= left;
   t->helper |= left;
}

/* Did the live invocations give the depth of their fragments? */
static bool gave_own_depth(const struct usc_wave *t, const struct exec_wave *exec)
{
   const uint32_t lanes = t->valid & ~t->helper & ~t->killed;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && (!(t->out.depth_written >> l & 1) ||
                             !num_equal_float(t->num, t->out.depth[l], num_fsat(t->num, exec->in[0][SLOT_POSITION][2][l]))))
         return false;
   return true;
}

/* ---- workgroups ---------------------------------------------------------------------------------------------------------- */

/* Sets up the inputs of a workgroup. Waves are complete: invocations beyond the end of the workgroup run too, and the program
   makes sure that they have no effect. */
static void set_up_workgroup(struct usc_harness *h, struct usc_wave *t)
{
   const exec_lanes *size = h->exec->in[0][SLOT_WORKGROUP_SIZE], *number = h->exec->in[0][SLOT_THREAD_INDEX];
   const struct usc_reflect *r = &h->prog->reflect;
   uint32_t valid = h->exec->valid;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      valid |= number[0][l] >= size[0][0] * size[1][0] * size[2][0] ? 1u << l : 0;
   usc_wave_set_lanes(t, valid, valid);
   for (uint32_t k = 0; k < r->num_inputs; k++)
      for (unsigned c = 0; c < 4; c++) {
         const uint32_t reg = r->inputs[k].reg[c], slot = r->inputs[k].slot;
         if (reg == USC_NO_REG)
            continue;
         if (slot == SLOT_THREAD_INDEX)
            memcpy(t->reg.vi[reg], h->exec->in[0][slot][c], sizeof(exec_lanes));
         else
            t->reg.cf[reg] = h->exec->in[0][slot][c][0];
      }
   for (unsigned unit = 0; unit < MEM_SHARED_UNITS; unit++) {
      const struct mem_object *o = mem_object(h->exec->memory, MEM_SHARED, unit);
      const bool there = o && o->data && o->bytes / 4 >= r->block[unit].words;
      t->reg.block[unit] = (struct usc_shared_cf){r->block[unit].cf, there ? r->block[unit].words : 0, there ? o->data : NULL};
   }
   if (h->exec->memory)
      t->wakeups = &h->exec->memory->wakeups;
   t->reg.sr[USC_SR_CLUSTER_NUM] = CLUSTER;
   t->reg.sr[USC_SR_SLOT_NUM] = SLOT;
}

/* ---- the wave ------------------------------------------------------------------------------------------------------------ */

const struct usc_sim_code *usc_harness_code(struct util_ctx *ctx, const struct usc_program *prog)
{
   const struct usc_sim_code *code =
      prog->code ? usc_sim_decode(ctx, prog->code, prog->code_len) : usc_sim_decode_groups(ctx, &prog->prog);
   return usc_sim_restrict(ctx, code, prog->features);
}

/* Writes an input of a vertex or geometry program to its register or memory. */
static void set_input(struct usc_harness *h, struct usc_wave *t, uint32_t place, const uint32_t *value)
{
   const uint32_t stride = h->scratch_words / EXEC_LANES, word = place - USC_IN_MEMORY;
   if (place < USC_NUM_TEMPS)
      memcpy(t->reg.vi[place], value, sizeof(exec_lanes));
   for (unsigned l = 0; l < EXEC_LANES && place != USC_NO_REG && place >= USC_IN_MEMORY && word < stride; l++)
      h->scratch[l * stride + word] = value[l];
}

void usc_wave_setup(struct util_ctx *ctx, struct usc_harness *h, struct usc_wave *t, const struct usc_program *prog,
                    struct exec_wave *exec)
{
   const struct usc_reflect *r = &prog->reflect;
   *h = (struct usc_harness){.prog = prog, .wave = t, .exec = exec, .ctx = ctx};
   usc_wave_init(t, exec->num, exec->valid, exec->budget);
   t->helper = exec->helper;
   t->env.user = h;
   t->env.load = load;
   t->env.store = store;
   t->env.store_now = store_now;
   t->env.fence = fence;
   t->env.wait = end_requests;
   t->env.sample = usc_harness_sample;
   t->env.coefficient = coefficient;
   if (r->stage == USC_STAGE_GEOMETRY) {
      t->out.stale = !r->keeps_outputs;
      t->env.emit = emit;
      t->env.cut = cut;
   }
   h->scratch_words = EXEC_LANES * (r->scratch_bytes / 4);
   h->scratch = UTIL_ARRAY(ctx, uint32_t, (size_t)h->scratch_words + 1);
   for (uint32_t k = 0; k < h->scratch_words; k++) /* remains of other programs */
      h->scratch[k] = 0x9e3779b9u * (k + 1);
   h->scratch_request = UTIL_ARRAY(ctx, uint32_t, (size_t)h->scratch_words + 1);
   for (uint32_t k = 0; k < r->num_inputs; k++)
      for (unsigned c = 0; c < 4; c++)
         if (r->stage != USC_STAGE_FRAGMENT && r->stage != USC_STAGE_COMPUTE)
            set_input(h, t, r->inputs[k].reg[c], exec->in[r->inputs[k].vertex][r->inputs[k].slot][c]);
   t->out.vertex_words = r->vertex_words;
   t->reg.sr[USC_SR_RENDER_TARGET] = exec->in[0][SLOT_LAYER][0][0];
   if (r->stage == USC_STAGE_FRAGMENT)
      set_up_pixels(h, t);
   if (r->stage == USC_STAGE_COMPUTE)
      set_up_workgroup(h, t);
   for (uint32_t n = 0; n < r->num_sh && n < USC_NUM_SHARED; n++) {
      const struct usc_reflect_sh *s = &r->sh[n];
      uint32_t v = 0;
      switch (s->kind) {
      case USC_SH_PARAM:
      case USC_SH_CONST: v = parameter(h, s); break;
      case USC_SH_IMAGE:
      case USC_SH_SAMPLER:
      case USC_SH_TEXSIZE:
      case USC_SH_FETCH:
      case USC_SH_LAYERS:
      case USC_SH_GATHER:
      case USC_SH_COMPARE: v = usc_harness_tex_word(h, n); break;
      case USC_SH_BUFFER: v = (uint32_t)(BUFFER_ADDR(s->a) >> (s->b ? 32 : 0)); break;
      case USC_SH_TILE: v = (uint32_t)(TILE_ADDR(s->a) >> (s->b ? 32 : 0)); break;
      case USC_SH_MEMORY: v = (uint32_t)(PARAMS_ADDR >> (s->b ? 32 : 0)); break;
      case USC_SH_OBJECT: v = object_word(h, s->a, s->b); break;
      case USC_SH_SCRATCH: v = s->b == 2 ? s->a : (uint32_t)(SCRATCH_ADDR >> (s->b ? 32 : 0)); break;
      default: break;
      }
      t->reg.sh[n] = v;
   }
}

/* The state of a sleeping wave. */
struct sleeper {
   struct usc_wave *wave;
   struct usc_harness *harness;
};

/* True while the wave sleeps and has not been woken. Each call costs a group of the budget, because it may never be woken. */
static bool sleeps_on(struct usc_wave *t)
{
   if (!t->flow.asleep || *t->wakeups != t->flow.woken_at || !t->budget)
      return false;
   t->budget--;
   return true;
}

enum exec_status usc_wave_run(struct util_ctx *ctx, const struct usc_program *prog, const struct usc_sim_code *code,
                              struct exec_wave *exec, struct usc_wave **wave)
{
   struct sleeper *s = exec->state;

   if (!s) {
      s = UTIL_NEW(ctx, struct sleeper);
      s->wave = UTIL_NEW(ctx, struct usc_wave);
      s->harness = UTIL_NEW(ctx, struct usc_harness);
      usc_wave_setup(ctx, s->harness, s->wave, prog, exec);
      s->wave->executed = prog->executed;
      if (prog->executed)
         prog->executed[prog->prog.n]++;
   }
   s->wave->budget = exec->budget;
   enum exec_status st = sleeps_on(s->wave) ? EXEC_BARRIER : usc_sim_run(code, s->wave);
   if (st == EXEC_DONE && !all_stores_ended(s->harness)) {
      usc_sim_fault(s->wave, "the program ends before the wdf of a store");
      st = EXEC_FAULT;
   }
   exec->budget = s->wave->budget;
   exec->state = st == EXEC_BARRIER ? s : NULL;
   if (st == EXEC_DONE)
      settle(s->harness, 0, true);
   if (st == EXEC_DONE && prog->reflect.isp.masks)
      find_masked(s->wave);
   if (st == EXEC_DONE && prog->reflect.isp.own_depth && !gave_own_depth(s->wave, exec))
      usc_sim_fault(s->wave, "the feedback to the ISP is not the depth of the fragment");
   exec->fault = s->wave->fault;
   st = st == EXEC_DONE && s->wave->fault ? EXEC_FAULT : st;
   *wave = s->wave;
   return st;
}

uint32_t usc_output_word(const struct usc_wave *t, uint32_t n, unsigned lane)
{
   struct usc_harness *h = t->env.user;
   if (n < USC_TILE_WORDS)
      return t->reg.o[n][lane];
   uint32_t tile = n / USC_TILE_WORDS - 1;
   if (tile >= h->prog->reflect.pixel.num_tiles)
      return 0;
   return *tile_word(h, tile, n % USC_TILE_WORDS, lane, (unsigned)__builtin_ctz(t->cover[lane]));
}

void usc_wave_results(const struct usc_wave *t, const struct usc_program *prog, struct exec_wave *out)
{
   const struct usc_reflect *r = &prog->reflect;
   out->killed |= t->killed & ~out->helper;
   uint32_t lanes = t->valid & ~t->helper & ~t->killed;
   for (uint32_t k = 0; r->stage != USC_STAGE_GEOMETRY && k < r->num_outputs; k++) { /* EMIT has stored vertices */
      const struct usc_reflect_output *o = &r->outputs[k];
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            if (!(lanes >> l & 1) || !(o->mask >> c & 1))
               continue;
            uint32_t v;
            if (r->stage != USC_STAGE_FRAGMENT)
               v = t->out.vo[o->at[c]][l];
            else if (o->slot == SLOT_FRAG_DEPTH)
               v = c == 2 ? t->out.depth[l] : 0;
            else if (usc_frt_is_whole((enum usc_frt)o->frt))
               v = usc_output_word(t, o->reg + c, l);
            else
               continue;
            out->out[o->slot][c][l] = v;
         }
   }
   if (t->fault)
      out->fault = t->fault;
   else if (r->stage == USC_STAGE_FRAGMENT)
      out->fault = check_tiles(t);
   else if (r->stage == USC_STAGE_VERTEX && !has_equal_tails(t, r, lanes))
      out->fault = "the two words of an output differ";
}

unsigned usc_pack_expected(num_m num, enum usc_frt frt, const uint32_t color[4], uint32_t words[4])
{
   struct num_model unit = *num; /* the pack unit, see usc_wave_set_num() */
   unit.round = NUM_ROUND_NEAREST;
   memset(words, 0, 4 * sizeof *words);
   switch (frt) {
   case USC_FRT_RGBA8:
      for (unsigned c = 0; c < 4; c++)
         usc_sim_pack(&unit, USC_FMT_U8888 | USC_PACK_SCALE, c, 1, color[c], &words[0]);
      return 1;
   case USC_FRT_F16:
      for (unsigned c = 0; c < 4; c++)
         words[c / 2] |= (uint32_t)num_f2h(num, color[c]) << 16 * (c & 1);
      return 2;
   default: memcpy(words, color, 4 * sizeof *words); return 4;
   }
}

const char *usc_wave_compare(struct util_ctx *ctx, const struct usc_wave *t, const struct usc_program *prog,
                             const struct exec_wave *expected)
{
   const struct usc_reflect *r = &prog->reflect;
   uint32_t lanes = t->valid & ~expected->helper & ~expected->killed;
   char name[32];
   if (t->fault)
      return util_printf(ctx, "fault at byte %u: %s", t->fault_pc, t->fault);
   if (r->stage == USC_STAGE_FRAGMENT && check_tiles(t))
      return check_tiles(t);
   if (r->stage == USC_STAGE_VERTEX && !has_equal_tails(t, r, lanes))
      return "the two words of an output differ";
   if (t->feedback.given != usc_feeds_back(r))
      return "the reflection and the feedback to the ISP disagree";
   /* Without outputs nothing shows which invocations a program without feedback kills. */
   const bool shows_kills = r->stage == USC_STAGE_FRAGMENT && (!r->isp.masks || r->num_outputs);
   if (shows_kills && ((t->killed ^ expected->killed) & t->valid & ~(expected->helper & ~expected->killed)))
      return util_printf(ctx, "killed lanes %08x, expected %08x", t->killed, expected->killed);
   for (uint32_t k = 0; k < r->num_outputs; k++) {
      const struct usc_reflect_output *o = &r->outputs[k];
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         if (!(lanes >> l & 1))
            continue;
         uint32_t want[4], words[4], got;
         for (unsigned c = 0; c < 4; c++)
            want[c] = expected->out[o->slot][c][l];
         bool color = r->stage == USC_STAGE_FRAGMENT && o->slot != SLOT_FRAG_DEPTH;
         unsigned n = color ? usc_pack_expected(t->num, (enum usc_frt)o->frt, want, words) : 4;
         for (unsigned c = 0; c < n; c++) {
            const bool packed = color && o->frt != USC_FRT_F32; /* compared bit by bit */
            if ((!packed || o->frt == USC_FRT_WORDS) && !(o->mask >> c & 1))
               continue;
            uint32_t w = color                                                          ? words[c]
                         : o->slot == SLOT_FRAG_DEPTH && r->stage == USC_STAGE_FRAGMENT ? num_fsat(t->num, want[c])
                                                                                        : want[c];
            if (r->stage != USC_STAGE_FRAGMENT)
               got = t->out.vo[o->at[c]][l];
            else if (!color)
               got = c == 2 ? t->out.depth[l] : w;
            else
               got = usc_output_word(t, o->reg + c, l);
            if (got == w || (!packed && num_equal_float(t->num, got, w)))
               continue;
            return util_printf(ctx, "%s.%c lane %u: got %08x, expected %08x",
                               io_slot_name((enum io_slot)o->slot, name, sizeof name), "xyzw"[c], l, got, w);
         }
      }
   }
   return NULL;
}

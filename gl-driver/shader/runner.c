/* SPDX-License-Identifier: MIT */
/* Waves and their inputs (runner.h). docs/abi-usc.md describes the registers of programs. */
#include "gl-driver/pipe/driver.h"
#include "gl-driver/pipe/words.h"
#include "gl-driver/shader/runner.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Addresses of a program's memory, a range for each buffer, in their order; the parameters follow. */
#define BUFFER_BITS 33
#define BUFFER_ADDRESS(n) ((uint64_t)((n) + 1) << BUFFER_BITS)
#define PARAMETER_ADDRESS (UINT64_C(1) << 39)
#define SCRATCH_ADDRESS (UINT64_C(1) << 40)
#define TILE_ADDRESS(n) (UINT64_C(1) << 41 | (uint64_t)(n) << 32)
#define AGX_STACK 0xf0     /* the highest byte of a stack address */

/* ---- words */

/* A word of a buffer, or 0 after its end. */
static uint32_t buffer_word(const struct constant_buffer *b, uint64_t at)
{
   uint32_t word = 0;

   if (b->data && at < b->size)
      memcpy(&word, b->data + at, b->size - at < 4 ? b->size - at : 4);
   return word;
}

static uint32_t half(uint64_t address, unsigned component)
{
   return (uint32_t)(component ? address >> 32 : address);
}

/* The row of the stipple for the program, which may count from the last row of the window. */
static uint32_t stipple_row(const struct bindings *b, unsigned row)
{
   const bool same = b->code->facts.declared.upper_left != b->context->bottom_first;
   return b->context->stipple[(same ? row : b->height - 1 - row) & 31];
}

/* Positions of samples if multisampling is off: the middle. */
#define IN_MIDDLE 0x88888888u
static uint32_t places(const struct context *c, unsigned samples)
{
   return c->rasterizer->multisample ? sample_places(samples) : IN_MIDDLE;
}

/* AGX: positions for the interpolation in programs. */
static uint32_t shaded_places(const struct bindings *b)
{
   return b->in_middle ? IN_MIDDLE : places(b->context, b->context->fb_samples);
}

static uint32_t state_word(const struct bindings *b, const struct nvp4c_reflection *e)
{
   const struct context *c = b->context;

   if (b->grid)
      return 0; /* state for drawing may be unbound */
   switch (e->state.item) {
   case NVP4C_STATE_KEY_CLIP: return e->index < MAX_CLIP_PLANES ? bits_of(c->clip_plane[e->index][e->component]) : 0;
   case NVP4C_STATE_KEY_ALPHA: return bits_of(c->dsa->alpha_ref);
   case NVP4C_STATE_KEY_SAMPLE_MASK: return c->sample_mask;
   case NVP4C_STATE_KEY_BLEND: return bits_of(c->blend_color[e->component]);
   case NVP4C_STATE_KEY_SAMPLES:
      return e->component < 2 ? places(c, e->component ? 4 : 2) : 0; /* a pixel does not have eight samples */
   case NVP4C_STATE_KEY_STIPPLE: return stipple_row(b, 4 * e->index + e->component);
   case NVP4C_STATE_POINT: return bits_of(c->rasterizer->point_size);
   default: return 0;
   }
}

/* AGX: samples are tested once, in the epilog if it writes depth or stencil. */
static bool tests_in_main(const struct code *code)
{
   struct colors c;

   read_colors(code, &c);
   return !c.depth && !c.stencil;
}

/* True for inputs that all workgroups of a grid share. */
static bool is_of_grid(const struct nvp4c_reflection *e)
{
   return e->binding == NVP4C_BIND_SYSTEM && e->index >= NVP4C_SYSTEM_WORKGROUP_SIZE && e->index <= NVP4C_SYSTEM_USER_DATA;
}
static uint32_t grid_word(const struct bindings *b, const struct nvp4c_reflection *e)
{
   if (!b->grid)
      return 0;
   switch (e->index) {
   case NVP4C_SYSTEM_WORKGROUP_SIZE: return e->component < 3 ? b->grid->workgroup[e->component] : 0;
   case NVP4C_SYSTEM_GRID_SIZE: return e->component < 3 ? b->grid->grid[e->component] : 0;
   case NVP4C_SYSTEM_WORK_DIM: return e->component ? 0 : 3;
   default: return 0;
   }
}

static uint32_t entry_word(const struct bindings *b, const struct nvp4c_reflection *e)
{
   uint32_t word;

   if (b->context->parameter && b->context->parameter(b->context->parameter_user, b->stage, e, &word))
      return word;
   switch (e->binding) {
   case NVP4C_BIND_ENV:
   case NVP4C_BIND_LOCAL: /* used by replacements, which read the uniforms of the shader */
   case NVP4C_BIND_UNIFORM: return buffer_word(&b->context->constants[b->stage][0], 16 * (uint64_t)e->index + 4 * e->component);
   case NVP4C_BIND_LITERAL: return e->value;
   case NVP4C_BIND_STATE: return state_word(b, e);
   case NVP4C_BIND_BUFFER:
      if (e->component == 2) /* the words of AGX */
         return (uint32_t)(b->context->constants[b->stage][e->index & (MAX_CONSTANT_BUFFERS - 1)].size / 4);
      return half(BUFFER_ADDRESS(e->index), e->component);
   case NVP4C_BIND_TILE_BUFFER: return half(TILE_ADDRESS(e->index), e->component);
   case NVP4C_BIND_PARAM_MEMORY: return half(PARAMETER_ADDRESS, e->component);
   case NVP4C_BIND_TESTS: return tests_in_main(b->code) ? 0xff : 0;
   case NVP4C_BIND_SAMPLE_MASK: return 0xff;
   case NVP4C_BIND_SAMPLE_PLACES: return b->grid ? 0 : shaded_places(b);
   case NVP4C_BIND_SCRATCH: return e->component == 2 ? e->value : half(SCRATCH_ADDRESS, e->component);
   case NVP4C_BIND_SYSTEM: return grid_word(b, e);
   case NVP4C_BIND_STORAGE:
   case NVP4C_BIND_COUNTERS:
   case NVP4C_BIND_TEXELS:
   case NVP4C_BIND_GLOBAL:
   case NVP4C_BIND_WORKGROUP_MEMORY:
   case NVP4C_BIND_IMAGE_WORD: return memory_word(b, e);
   default: return e->kind == NVP4C_TEXTURE ? texture_word(b, e) : 0;
   }
}

static bool is_given(const struct nvp4c_reflection *e)
{
   return (e->kind != NVP4C_INPUT && e->kind != NVP4C_OUTPUT) || is_of_grid(e);
}

static bool run_preamble(struct bindings *b);

/* Runs the pre-shader if an input has changed since its last run. Its results become the words of the entries that they are
   bound to. */
static bool run_preshader(struct bindings *b)
{
   const struct code *code = b->code;
   const struct nvp4c_preshader_info info = nvp4c_get_preshader_info(code->preshader);
   struct preshader_run *last = code->last_run;

   pthread_mutex_lock(&last->lock);
   bool same = last->words != NULL;
   if (!same)
      last->words = calloc((size_t)info.num_inputs + info.num_results + info.work_words + 1, 4);
   const bool ok = last->words != NULL;
   uint32_t *input = last->words, *result = ok ? input + info.num_inputs : NULL;
   for (unsigned i = 0; ok && i < info.num_inputs; i++) {
      const uint32_t word = entry_word(b, nvp4c_preshader_input(code->preshader, i));
      same &= input[i] == word;
      input[i] = word;
   }
   if (ok && !same)
      nvp4c_preshader_run(code->preshader, input, result, result + info.num_results);
   for (unsigned i = 0; ok && i < nvp4c_result_num_reflections(code->result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(code->result, i);
      if (e->binding == NVP4C_BIND_PRESHADER && 4 * e->index + e->component < info.num_results)
         b->word[i] = result[4 * e->index + e->component];
   }
   pthread_mutex_unlock(&last->lock);
   return ok;
}

/* AGX: finds the uniforms of prolog and epilog. */
static void find_low(struct bindings *b)
{
   if (b->stage == STAGE_VERTEX) {
      b->num_low = prolog_uniforms(b, b->low);
      return;
   }
   b->first_low = 2;
   for (b->num_low = 0; b->num_low < 4; b->num_low++)
      b->low[b->num_low] = bits_of(b->context->blend_color[b->num_low]);
}

bool bindings_init(struct bindings *b)
{
   const struct code *code = b->code;
   const unsigned n = nvp4c_result_num_reflections(code->result);

   b->word = calloc(n + 1, sizeof *b->word);
   if (!b->word)
      return false;
   if (b->parts)
      find_low(b);
   for (unsigned i = 0; i < n; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(code->result, i);
      if (is_given(e))
         b->word[i] = entry_word(b, e);
   }
   return (!code->preshader || run_preshader(b)) && (!code->preamble || run_preamble(b));
}

void bindings_finish(struct bindings *b)
{
   free(b->word);
   free(b->uniform);
   b->uniform = NULL;
   b->word = NULL;
}

/* ---- memory and textures of a running program */

/* AGX: the address in a lane's stack, or NULL if it is outside. */
static uint8_t *stack_at(const struct runner *r, uint64_t address, unsigned bytes)
{
   const uint64_t lane = address >> 32 & 0xffffff, at = address & UINT32_MAX, size = r->code->facts.scratch_bytes;

   return lane < LANES && at + bytes <= size ? (uint8_t *)r->scratch + lane * size + at : NULL;
}

static uint32_t load(void *user, uint32_t lanes, const uint64_t address[LANES], uint32_t value[LANES])
{
   const struct runner *r = user;
   const struct context *c = r->bindings->context;
   const uint64_t scratch = (uint64_t)LANES * r->code->facts.scratch_bytes;
   uint32_t bad = 0;

   for (unsigned l = 0; l < LANES; l++) {
      const uint64_t a = address[l];
      if (!(lanes >> l & 1))
         continue;
      if (a >= ATTRIBUTE_ADDRESS(0) && a < ATTRIBUTE_ADDRESS(MAX_VERTEX_ELEMENTS + 1)) {
         if (!attribute_word(r->bindings, a, &value[l]))
            bad |= 1u << l;
      } else if (memory_is_at(a)) {
         memory_load(r->bindings, a, &value[l]);
      } else if (a >> 56 == AGX_STACK) {
         const uint8_t *at = stack_at(r, a, 4);
         if (at)
            memcpy(&value[l], at, 4);
         else
            bad |= 1u << l;
      } else if (a & 3) {
         bad |= 1u << l;
      } else if (a >= TILE_ADDRESS(0) && a < TILE_ADDRESS(RUNNER_TILES)) {
         if ((a & UINT32_MAX) / 4 < 8 * LANES)
            value[l] = r->tile[(a - TILE_ADDRESS(0)) >> 32][(a & UINT32_MAX) / 4];
         else
            bad |= 1u << l;
      } else if (a >= SCRATCH_ADDRESS) {
         if (a - SCRATCH_ADDRESS < scratch)
            value[l] = r->scratch[(a - SCRATCH_ADDRESS) / 4];
         else
            bad |= 1u << l;
      } else if (a >= PARAMETER_ADDRESS) {
         if (a - PARAMETER_ADDRESS < r->code->facts.param_bytes)
            value[l] = r->parameters[(a - PARAMETER_ADDRESS) / 4];
         else
            bad |= 1u << l;
      } else if (a >= BUFFER_ADDRESS(0) && (a >> BUFFER_BITS) - 1 < MAX_CONSTANT_BUFFERS) {
         value[l] = buffer_word(&c->constants[r->bindings->stage][(a >> BUFFER_BITS) - 1], a & (BUFFER_ADDRESS(0) - 1));
      } else {
         bad |= 1u << l;
      }
   }
   return bad;
}

static uint32_t store(void *user, uint32_t lanes, const uint64_t address[LANES], unsigned bytes, const uint32_t value[LANES])
{
   struct runner *r = user;
   const uint64_t scratch = (uint64_t)LANES * r->code->facts.scratch_bytes;
   uint32_t bad = 0;

   for (unsigned l = 0; l < LANES; l++) {
      const uint64_t a = address[l], tile = (a - TILE_ADDRESS(0)) >> 32, word = (a & UINT32_MAX) / 4;
      if (!(lanes >> l & 1))
         continue;
      if (a >> 56 == AGX_STACK) {
         uint8_t *at = stack_at(r, a, bytes);
         if (at)
            memcpy(at, &value[l], bytes);
         else
            bad |= 1u << l;
      } else if (memory_is_at(a)) {
         memory_store(r->bindings, a, bytes, value[l]);
      } else if (a & 3 || bytes != 4)
         bad |= 1u << l;
      else if (a >= TILE_ADDRESS(0) && tile < RUNNER_TILES && word < 8 * LANES)
         r->tile[tile][word] = value[l];
      else if (a >= SCRATCH_ADDRESS && a - SCRATCH_ADDRESS < scratch)
         r->scratch[(a - SCRATCH_ADDRESS) / 4] = value[l];
      else
         bad |= 1u << l;
   }
   return bad;
}

static const char *sample(void *user, const struct nvp4c_texture_access *access, uint32_t (*result)[LANES])
{
   const struct runner *r = user;
   return texture_access(r->bindings, access, result);
}

static void emit(void *user, struct nvp4c_wave *wave, uint32_t lanes, unsigned stream)
{
   struct runner *r = user;
   (void)wave;
   if (r->emit)
      r->emit(r->user, r, lanes, stream);
}

static void cut(void *user, struct nvp4c_wave *wave, uint32_t lanes, unsigned stream)
{
   struct runner *r = user;
   (void)wave;
   if (r->cut)
      r->cut(r->user, r, lanes, stream);
}

/* ---- waves */

static bool find_places(struct runner *r)
{
   const unsigned n = nvp4c_result_num_reflections(r->code->result);

   r->place = calloc(n + 1, sizeof *r->place);
   if (!r->place)
      return false;
   for (unsigned i = 0; i < n; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r->code->result, i);
      if (e->location.reg == NVP4C_REG_MEMORY)
         r->place[i] = e->location.number / 4 < r->code->facts.param_bytes / 4 ? &r->parameters[e->location.number / 4] : NULL;
      else if (e->location.reg == NVP4C_REG_SCRATCH)
         r->place[i] = e->location.number < r->code->facts.scratch_bytes ? &r->scratch[e->location.number / 4] : NULL;
      else if (e->location.reg != NVP4C_REG_NONE && e->location.reg != NVP4C_REG_TILE)
         r->place[i] = nvp4c_wave_location(r->wave, &e->location).value;
   }
   return true;
}

/* Finds the words of colours: outputs, or the pixels that are inputs. Returns their number. */
static unsigned find_colors(struct runner *r, enum nvp4c_reflect_kind kind, struct color_word color[4 * MAX_COLORS])
{
   const unsigned n = nvp4c_result_num_reflections(r->code->result);
   unsigned num = 0;

   for (unsigned i = 0; i < n && num < 4 * MAX_COLORS; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r->code->result, i);
      if (e->kind != kind || e->binding != NVP4C_BIND_COLOR || e->index >= MAX_COLORS)
         continue;
      const bool in_tile = e->location.reg == NVP4C_REG_TILE,
                 exists = in_tile ? e->location.number < RUNNER_TILES : r->place[i] != NULL;
      const unsigned bits = r->code->agx ? 32 : e->location.num_bits; /* packed components share words */
      if (exists)
         color[num++] = (struct color_word){
            .word = in_tile ? &r->tile[e->location.number][e->location.element & 7] : r->place[i],
            .target = (uint8_t)e->index, .component = (uint8_t)((e->component & 3) * bits / 32), .stride = in_tile ? 8 : 1};
   }
   return num;
}

static struct runner *create(const struct code *code, const struct nvp4c_machine *machine)
{
   struct runner *r = calloc(1, sizeof *r);

   if (!r)
      return NULL;
   r->code = code;
   r->wave = nvp4c_wave_create(machine);
   r->parameters = calloc(code->facts.param_bytes / 4 + 1, 4);
   r->scratch = calloc((size_t)LANES * (code->facts.scratch_bytes / 4) + 1, 4);
   if (!r->wave || !r->parameters || !r->scratch || !find_places(r)) {
      runner_free(r);
      return NULL;
   }
   const struct nvp4c_callbacks callbacks = {
       .size = sizeof callbacks, .user = r, .load = load, .store = store, .sample = sample, .emit = emit, .end_primitive = cut};
   nvp4c_wave_set_callbacks(r->wave, &callbacks);
   r->num_colors = find_colors(r, NVP4C_OUTPUT, r->color);
   r->num_before = find_colors(r, NVP4C_INPUT, r->before);
   r->coefficient = nvp4c_wave_registers(r->wave, "cf0").value;
   r->out = nvp4c_wave_registers(r->wave, code->agx ? "word0" : "vo0").value;
   r->x = nvp4c_wave_registers(r->wave, code->agx ? "sr80" : "sr97").value;
   r->y = nvp4c_wave_registers(r->wave, code->agx ? "sr81" : "sr100").value;
   r->back_face = nvp4c_wave_registers(r->wave, code->agx ? "sr62" : "sr44").value;
   r->layer = nvp4c_wave_registers(r->wave, code->agx ? "sr2" : "sr118").value;
   r->depth = nvp4c_wave_registers(r->wave, "depth").value;
   if (!code->agx) {
      r->sample_x = nvp4c_wave_registers(r->wave, "sr98").value;
      r->sample_y = nvp4c_wave_registers(r->wave, "sr101").value;
      r->sample = nvp4c_wave_registers(r->wave, "sr53").value;
   } else {
      r->vertex = nvp4c_wave_registers(r->wave, "r5").value;
      r->instance = nvp4c_wave_registers(r->wave, "r6").value;
      r->pixels = nvp4c_wave_registers(r->wave, "tile0").value;
      r->samples = nvp4c_wave_registers(r->wave, "samples").value;
      r->places = nvp4c_wave_registers(r->wave, "places").value;
      r->killed = nvp4c_wave_registers(r->wave, "killed").value;
   }
   r->covered = nvp4c_wave_registers(r->wave, "covered").value;
   r->centroid[0] = nvp4c_wave_registers(r->wave, "centroid0").value;
   r->centroid[1] = nvp4c_wave_registers(r->wave, "centroid1").value;
   return r;
}

struct runner *runner_create(const struct code *code, const struct parts *parts)
{
   return create(code, parts ? parts->machine : code->machine);
}

unsigned num_coefficients(const struct code *code)
{
   return code->facts.input_registers * (code->agx ? 3 : 1);
}

unsigned coefficient_word(const struct code *code, unsigned set)
{
   return set * (code->agx ? 3 : 1);
}

/* AGX: runs the preamble, which computes uniforms from those of the draw. */
static bool run_preamble(struct bindings *b)
{
   struct runner *r = create(b->code, b->code->preamble);
   bool ok = r != NULL;

   if (r) {
      const struct nvp4c_registers u = nvp4c_wave_registers(r->wave, "u0");
      runner_bind(r, b);
      ok = runner_run(r, 1, 0) && (b->uniform = malloc(u.count * sizeof *b->uniform));
      b->num_uniforms = u.count;
      if (ok)
         memcpy(b->uniform, u.value, u.count * sizeof *b->uniform);
   }
   runner_free(r);
   return ok;
}

void runner_free(struct runner *r)
{
   if (!r)
      return;
   nvp4c_wave_free(r->wave);
   free(r->parameters);
   free(r->scratch);
   free(r->place);
   free(r);
}

void runner_bind(struct runner *r, const struct bindings *b)
{
   const unsigned n = nvp4c_result_num_reflections(r->code->result);

   r->bindings = b;
   if (r->samples && !b->grid && b->context->fb_samples > 1) {
      *r->samples = b->context->fb_samples;
      *r->places = shaded_places(b);
   }
   if (b->uniform)
      memcpy(nvp4c_wave_registers(r->wave, "u0").value, b->uniform, b->num_uniforms * sizeof *b->uniform);
   if (b->num_low)
      memcpy(nvp4c_wave_registers(r->wave, "u0").value + b->first_low, b->low, b->num_low * sizeof *b->low);
   for (unsigned i = 0; i < n; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r->code->result, i);
      if (!r->place[i] || !is_given(e))
         continue;
      const uint32_t mask = e->location.num_bits && e->location.num_bits < 32 ? (1u << e->location.num_bits) - 1 : UINT32_MAX;
      const uint32_t others = *r->place[i] & ~(mask << e->location.first_bit);
      *r->place[i] = others | (b->word[i] & mask) << e->location.first_bit;
   }
}

void runner_report(const struct runner *r)
{
   const struct nvp4c_wave_state s = nvp4c_get_wave_state(r->wave);

   driver_report(r->bindings->context->driver, "a program stopped at byte %zu: %s", s.fault_offset,
                 s.fault ? s.fault : "it runs for too long");
}

bool runner_run(struct runner *r, uint32_t valid, uint32_t helpers)
{
   struct work_limit *work = r->bindings->work;
   const uint64_t own = r->bindings->context->driver->wave_steps, most = own ? own : MAX_STEPS;
   enum nvp4c_wave_status status = NVP4C_WAVE_BUDGET;
   uint64_t taken = 0;

   if (!work_add(work, 0))
      return false;
   nvp4c_wave_start(r->wave, valid, helpers);
   while (status == NVP4C_WAVE_BUDGET && taken < most) {
      status = nvp4c_wave_run(&r->wave, 1, most - taken < STEPS_AT_ONCE ? most - taken : STEPS_AT_ONCE);
      const uint64_t steps = nvp4c_get_wave_state(r->wave).steps - taken;
      taken += steps;
      if (!work_add(work, steps))
         return false;
   }
   if (status == NVP4C_WAVE_DONE)
      return true;
   if (status == NVP4C_WAVE_BUDGET && atomic_exchange(&work->over, true))
      return false; /* another thread has reported it */
   runner_report(r);
   return false;
}

/* SPDX-License-Identifier: MIT */
/* Programs that run, and their words (docs/abi-usc.md, docs/abi-agx.md): rectangle.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/wasm/rectangle.h"

/* Addresses of memory that programs read and write. Parameter buffers read as zeros. */
#define BUFFER_ADDRESS(n) ((uint64_t)((n) + 1) << 34)
#define PARAMETER_ADDRESS (UINT64_C(1) << 39)
#define SCRATCH_ADDRESS (UINT64_C(1) << 40)
#define TILE_ADDRESS(n) (UINT64_C(1) << 41 | (uint64_t)(n) << 32)
#define AGX_STACK 0xf0 /* the highest byte of a stack address */

static uint32_t half(uint64_t address, unsigned component)
{
   return component > 1 ? 0 : (uint32_t)(address >> 32 * component);
}

/* ---- memory */

/* The word at an address, or NULL. */
static uint32_t *word_at(struct stage *s, uint64_t address, bool store)
{
   const uint64_t tile = (address - TILE_ADDRESS(0)) >> 32, scratch = (uint64_t)s->facts.scratch_bytes / 4 * LANES;

   if (address >> 56 == AGX_STACK) {
      const uint64_t lane = address >> 32 & 0xff, at = (uint32_t)address / 4, words = s->facts.scratch_bytes / 4;
      return lane < LANES && at < words ? &s->scratch[lane * words + at] : NULL;
   }
   if (address >= TILE_ADDRESS(0))
      return tile < TILES && (uint32_t)address / 4 < 8 * LANES ? &s->tile[tile][(uint32_t)address / 4] : NULL;
   if (address >= SCRATCH_ADDRESS)
      return (address - SCRATCH_ADDRESS) / 4 < scratch ? &s->scratch[(address - SCRATCH_ADDRESS) / 4] : NULL;
   if (address >= PARAMETER_ADDRESS)
      return (address - PARAMETER_ADDRESS) < s->facts.param_bytes && !store ? &s->parameters[(address - PARAMETER_ADDRESS) / 4]
                                                                            : NULL;
   s->zero = 0;
   return store ? NULL : &s->zero;
}

static uint32_t load(void *user, uint32_t lanes, const uint64_t address[LANES], uint32_t value[LANES])
{
   uint32_t bad = 0;

   for (unsigned l = 0; l < LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t *word = address[l] & 3 ? NULL : word_at(user, address[l], false);
      if (word)
         value[l] = *word;
      else
         bad |= 1u << l;
   }
   return bad;
}

static uint32_t store(void *user, uint32_t lanes, const uint64_t address[LANES], unsigned bytes, const uint32_t value[LANES])
{
   uint32_t bad = 0;

   for (unsigned l = 0; l < LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      uint32_t *word = word_at(user, address[l] & ~UINT64_C(3), true);
      if (word && (address[l] & 3) + bytes <= 4)
         memcpy((uint8_t *)word + (address[l] & 3), &value[l], bytes);
      else
         bad |= 1u << l;
   }
   return bad;
}

static const char *sample(void *user, const struct nvp4c_texture_access *access, uint32_t (*result)[LANES])
{
   return image_sample(user, access, result);
}

/* ---- words */

/* The word that a program gets unless the caller sets another one. */
static uint32_t first_word(const struct stage *s, const struct nvp4c_reflection *e)
{
   switch (e->binding) {
   case NVP4C_BIND_LITERAL: return e->value;
   case NVP4C_BIND_BUFFER: return half(BUFFER_ADDRESS(e->index), e->component);
   case NVP4C_BIND_TILE_BUFFER: return half(TILE_ADDRESS(e->index), e->component);
   case NVP4C_BIND_PARAM_MEMORY: return half(PARAMETER_ADDRESS, e->component);
   case NVP4C_BIND_SCRATCH: return e->component == 2 ? e->value : half(SCRATCH_ADDRESS, e->component);
   case NVP4C_BIND_TESTS: return s->facts.writes_depth ? 0 : 0xff; /* the rest of the driver tests a depth that is written */
   case NVP4C_BIND_SAMPLE_MASK: return 0xff;
   case NVP4C_BIND_SAMPLE_PLACES: return 0x88888888u; /* all samples are in the middle */
   default: return e->kind == NVP4C_TEXTURE ? image_word(s, e) : 0;
   }
}

static bool is_given(const struct nvp4c_reflection *e)
{
   return e->kind != NVP4C_INPUT && e->kind != NVP4C_OUTPUT;
}

static void find_places(struct stage *s, struct nvp4c_wave *wave, uint32_t **place)
{
   for (unsigned i = 0; i < s->num_entries; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(s->result, i);
      const uint32_t at = e->location.number;
      place[i] = NULL;
      if (e->location.reg == NVP4C_REG_MEMORY)
         place[i] = at < s->facts.param_bytes ? &s->parameters[at / 4] : NULL;
      else if (e->location.reg == NVP4C_REG_SCRATCH)
         place[i] = at < s->facts.scratch_bytes ? &s->scratch[at / 4] : NULL;
      else if (e->location.reg != NVP4C_REG_NONE && e->location.reg != NVP4C_REG_TILE)
         place[i] = nvp4c_wave_location(wave, &e->location).value;
   }
}

static void put_words(const struct stage *s, uint32_t *const *place)
{
   for (unsigned i = 0; i < s->num_entries; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(s->result, i);
      const unsigned bits = e->location.num_bits, first = e->location.first_bit;
      if (!place[i] || !is_given(e))
         continue;
      const uint32_t mask = bits && bits < 32 ? (1u << bits) - 1 : UINT32_MAX;
      *place[i] = (*place[i] & ~(mask << first)) | (s->word[i] & mask) << first;
   }
}

static struct nvp4c_wave *make_wave(struct stage *s, const struct nvp4c_machine *machine)
{
   const struct nvp4c_callbacks callbacks = {
       .size = sizeof callbacks, .user = s, .load = load, .store = store, .sample = sample};
   struct nvp4c_wave *wave = nvp4c_wave_create(machine);

   if (wave)
      nvp4c_wave_set_callbacks(wave, &callbacks);
   return wave;
}

/* ---- stages */

static bool make_machines(struct stage *s)
{
   struct nvp4c_options o;
   size_t length;
   const void *preamble = nvp4c_result_preamble(s->result, &length);

   nvp4c_options_init(&o, sizeof o);
   o.target = nvp4c_result_target(s->result);
   o.cpu = nvp4c_result_cpu(s->result);
   s->machine = nvp4c_machine_of_result(s->result, NULL);
   s->preamble_machine = preamble ? nvp4c_machine_create(preamble, length, &o) : NULL;
   s->wave = make_wave(s, s->machine);
   if (s->machine && !s->wave)
      snprintf(s->error, sizeof s->error, "%s",
               nvp4c_result_num_diagnostics(nvp4c_machine_result(s->machine))
                   ? nvp4c_result_diagnostic(nvp4c_machine_result(s->machine), 0)->message
                   : "no memory");
   return s->wave && (!preamble || s->preamble_machine);
}

static bool make_preshader(struct stage *s)
{
   size_t length;
   const void *bytes = nvp4c_result_preshader(s->result, &length);

   if (!bytes)
      return true;
   s->preshader = nvp4c_preshader_create(bytes, length, NULL);
   const struct nvp4c_preshader_info info = nvp4c_get_preshader_info(s->preshader);
   s->preshader_words = calloc((size_t)info.num_inputs + info.num_results + info.work_words + 1, 4);
   return s->preshader && s->preshader_words;
}

struct stage *stage_create(const struct nvp4c_result *result, const struct image *images)
{
   struct stage *s = calloc(1, sizeof *s);

   if (!s)
      return NULL;
   s->result = result;
   s->images = images;
   s->facts = nvp4c_result_facts(result);
   s->agx = nvp4c_result_target(result) == NVP4C_TARGET_AGX;
   s->num_entries = nvp4c_result_num_reflections(result);
   s->word = calloc(s->num_entries + 1, sizeof *s->word);
   s->place = calloc(s->num_entries + 1, sizeof *s->place);
   s->parameters = calloc(s->facts.param_bytes / 4 + 1, 4);
   s->scratch = calloc((size_t)LANES * (s->facts.scratch_bytes / 4) + 1, 4);
   if (!s->word || !s->place || !s->parameters || !s->scratch || !make_preshader(s) || !make_machines(s)) {
      if (!s->error[0])
         snprintf(s->error, sizeof s->error, "not enough memory");
      return s;
   }
   find_places(s, s->wave, s->place);
   for (unsigned i = 0; i < s->num_entries; i++)
      s->word[i] = first_word(s, nvp4c_result_reflection(result, i));
   return s;
}

void stage_free(struct stage *s)
{
   if (!s)
      return;
   nvp4c_wave_free(s->wave);
   nvp4c_machine_free(s->machine);
   nvp4c_machine_free(s->preamble_machine);
   nvp4c_preshader_free(s->preshader);
   free(s->preshader_words);
   free(s->word);
   free(s->place);
   free(s->parameters);
   free(s->scratch);
   free(s);
}

static void run_preshader(struct stage *s)
{
   const struct nvp4c_preshader_info info = nvp4c_get_preshader_info(s->preshader);
   uint32_t *result = s->preshader_words + info.num_inputs;

   nvp4c_preshader_run(s->preshader, s->preshader_words, result, result + info.num_results);
   for (unsigned i = 0; i < s->num_entries; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(s->result, i);
      if (e->binding == NVP4C_BIND_PRESHADER && 4 * e->index + e->component < info.num_results)
         s->word[i] = result[4 * e->index + e->component];
   }
}

/* AGX: runs the preamble in a wave of one lane, whose uniforms are those of the program. */
static bool run_preamble(struct stage *s)
{
   struct nvp4c_wave *wave = make_wave(s, s->preamble_machine);
   uint32_t **place = calloc(s->num_entries + 1, sizeof *place);
   bool ok = wave && place;

   if (ok) {
      find_places(s, wave, place);
      put_words(s, place);
      nvp4c_wave_start(wave, 1, 0);
      ok = nvp4c_wave_run(&wave, 1, 1000000) == NVP4C_WAVE_DONE;
      const struct nvp4c_registers from = nvp4c_wave_registers(wave, "u0"), to = nvp4c_wave_registers(s->wave, "u0");
      memcpy(to.value, from.value, to.count * sizeof *to.value);
   }
   if (!ok)
      snprintf(s->error, sizeof s->error, "the preamble did not end");
   free(place);
   nvp4c_wave_free(wave);
   return ok;
}

bool stage_bind(struct stage *s)
{
   s->error[0] = '\0';
   if (!s->wave)
      return false;
   if (s->preshader)
      run_preshader(s);
   if (s->preamble_machine && !run_preamble(s))
      return false;
   put_words(s, s->place);
   return true;
}

static void explain(struct stage *s, uint64_t steps)
{
   const struct nvp4c_wave_state state = nvp4c_get_wave_state(s->wave);

   if (state.fault)
      snprintf(s->error, sizeof s->error, "byte 0x%zx: %s", state.fault_offset, state.fault);
   else
      snprintf(s->error, sizeof s->error, "the program did not end within %llu steps of a wave", (unsigned long long)steps);
}

bool stage_run(struct stage *s, uint32_t valid, uint32_t helpers, uint64_t steps)
{
   nvp4c_wave_start(s->wave, valid, helpers);
   if (nvp4c_wave_run(&s->wave, 1, steps) == NVP4C_WAVE_DONE)
      return true;
   explain(s, steps);
   return false;
}

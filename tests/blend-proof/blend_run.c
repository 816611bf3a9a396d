/* SPDX-License-Identifier: MIT */
/* Runs programs that draw pixels: see blend_run.h. The places of registers come from the reflection (docs/abi-usc.md). */
#include "tests/blend-proof/blend_run.h"

#include <stdio.h>
#include <string.h>

#define TILE_ADDRESS(n) (UINT64_C(1) << 41 | (uint64_t)(n) << 32)
#define PARAMETER_ADDRESS (UINT64_C(1) << 39)
#define NOISE 0xdeadf00du

struct run {
   struct blend_wave *w;
   const struct nvp4c_options *options;
   struct nvp4c_wave *wave;
   uint32_t tile[BLEND_TILES][BLEND_LANES][BLEND_WORDS];
   uint32_t parameters[256];      /* memory of those without a register */
   unsigned place[BLEND_TARGETS]; /* 1 + the first word: 8 output registers, then the tile buffers; 0 if it is not known */
};

static void write_program(char *text, size_t size, unsigned targets)
{
   size_t n = (size_t)snprintf(text, size, "FRAG\nDCL TEMP[0..7]\nIMM[0] FLT32 {0,0,0,0}\n");

   for (unsigned pass = 0, out = 0; pass < 3; pass++, out = 0)
      for (unsigned t = 0; t < BLEND_TARGETS; t++)
         if (targets >> t & 1)
            n += (size_t)(pass == 0
                              ? snprintf(text + n, size - n, "DCL OUT[%u], COLOR[%u]\nDCL SAMP[%u]\nDCL SVIEW[%u], 2D, FLOAT\n",
                                         out++, t, t, t)
                          : pass == 1 ? snprintf(text + n, size - n, "TEX TEMP[%u], IMM[0], SAMP[%u], 2D\n", t, t)
                                      : snprintf(text + n, size - n, "MOV OUT[%u], TEMP[%u]\n", out++, t));
   snprintf(text + n, size - n, "END\n");
}

/* ---- memory and textures */

static uint32_t *tile_word(struct run *r, uint64_t address)
{
   const uint64_t tile = (address - TILE_ADDRESS(0)) >> 32, word = (address & UINT32_MAX) / 4;

   return address < TILE_ADDRESS(0) || tile >= BLEND_TILES || word >= BLEND_LANES * BLEND_WORDS || address & 3
              ? NULL
              : &r->tile[tile][word / BLEND_WORDS][word % BLEND_WORDS];
}

static uint32_t load(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], uint32_t value[NVP4C_LANES])
{
   uint32_t bad = 0;

   for (unsigned l = 0; l < BLEND_LANES; l++)
      if (lanes >> l & 1) {
         const struct run *r = user;
         const uint64_t at = (address[l] - PARAMETER_ADDRESS) / 4;
         const uint32_t *w = at < sizeof r->parameters / 4 ? &r->parameters[at] : tile_word(user, address[l]);
         bad |= (uint32_t)!w << l;
         value[l] = w ? *w : 0;
      }
   return bad;
}

static uint32_t store(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], unsigned bytes,
                      const uint32_t value[NVP4C_LANES])
{
   uint32_t bad = 0;

   for (unsigned l = 0; l < BLEND_LANES; l++)
      if (lanes >> l & 1) {
         uint32_t *w = tile_word(user, address[l]);
         bad |= (uint32_t)(!w || bytes != 4) << l;
         if (w)
            *w = value[l];
      }
   return bad;
}

/* The first word of the image state is the number of the texture. */
static const char *sample(void *user, const struct nvp4c_texture_access *access, uint32_t (*result)[NVP4C_LANES])
{
   const struct run *r = user;

   if (access->image[0] >= BLEND_TARGETS || access->components > 4)
      return "no such texture";
   memcpy(result, r->w->color[access->image[0]], access->components * sizeof *result);
   return NULL;
}

/* ---- registers */

static void set(struct run *r, const struct nvp4c_location *at, uint32_t value)
{
   if (at->reg == NVP4C_REG_MEMORY) {
      r->parameters[at->number / 4 & 255] = value;
      return;
   }
   const struct nvp4c_registers g = nvp4c_wave_location(r->wave, at);

   for (unsigned l = 0; l < g.lanes && g.value; l++)
      g.value[l] = value;
}

static uint32_t bits(float f)
{
   uint32_t u;

   memcpy(&u, &f, 4);
   return u;
}

/* The word of a parameter; false if the test has none. */
static bool find_word(const struct run *r, const struct nvp4c_reflection *e, uint32_t *word)
{
   const struct blend_wave *w = r->w;

   *word = 0;
   switch (e->binding) {
   case NVP4C_BIND_LITERAL: *word = e->value; return true;
   case NVP4C_BIND_TILE_BUFFER: *word = (uint32_t)(TILE_ADDRESS(e->index) >> (e->component ? 32 : 0)); return true;
   case NVP4C_BIND_PARAM_MEMORY: *word = (uint32_t)(PARAMETER_ADDRESS >> (e->component ? 32 : 0)); return true;
   case NVP4C_BIND_IMAGE: *word = e->component ? 0 : e->index; return true;
   case NVP4C_BIND_SAMPLER: return true;
   case NVP4C_BIND_STATE:
      switch (e->state.item) {
      case NVP4C_STATE_KEY_BLEND: *word = bits(w->constant[e->component & 3]); return true;
      case NVP4C_STATE_KEY_ALPHA: *word = bits(w->alpha); return true;
      case NVP4C_STATE_KEY_SAMPLE_MASK: *word = w->mask; return true;
      default: return false;
      }
   default: return false;
   }
}

static uint32_t *pixel(struct run *r, unsigned t, unsigned word, unsigned lane)
{
   const unsigned at = r->place[t] - 1 + word;

   return at < BLEND_WORDS ? &nvp4c_wave_registers(r->wave, "o0").value[at * BLEND_LANES + lane]
                           : &r->tile[at / BLEND_WORDS - 1][lane][at % BLEND_WORDS];
}

/* Finds the places of targets: those of the key, else those of the outputs, which begin with component 0. */
static bool find_places(struct run *r, const struct nvp4c_result *result)
{
   for (unsigned t = 0; t < BLEND_TARGETS; t++) {
      const struct nvp4c_key_color *c = &r->options->key.color[t];
      r->place[t] = c->place != NVP4C_PLACE_ANY ? 1 + BLEND_WORDS * ((unsigned)c->place - NVP4C_PLACE_OUTPUT) + c->word : 0;
   }
   for (unsigned i = 0; i < nvp4c_result_num_reflections(result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(result, i);
      if (e->binding != NVP4C_BIND_COLOR || e->component)
         continue;
      const bool in_tile = e->location.reg == NVP4C_REG_TILE;
      const unsigned at = 1 + (in_tile ? BLEND_WORDS * (1 + e->location.number) + e->location.element : e->location.number);
      if (r->place[e->index] && r->place[e->index] != at)
         return false;
      r->place[e->index] = at;
   }
   return true;
}

static const char *run_wave(struct run *r, const struct nvp4c_result *result)
{
   const struct nvp4c_callbacks callbacks = {
       .size = sizeof callbacks, .user = r, .load = load, .store = store, .sample = sample};
   struct blend_wave *w = r->w;

   nvp4c_wave_set_callbacks(r->wave, &callbacks);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(result, i);
      uint32_t word;
      if (e->kind == NVP4C_INPUT || e->kind == NVP4C_OUTPUT)
         continue;
      if (!find_word(r, e, &word))
         return "a parameter that the test does not know";
      set(r, &e->location, word);
   }
   for (unsigned l = 0; l < BLEND_LANES; l++) {
      nvp4c_wave_registers(r->wave, "sr53").value[l] = w->samples[l];
      nvp4c_wave_registers(r->wave, "covered").value[l] = 1u << w->samples[l];
      for (unsigned n = 0; n < BLEND_WORDS; n++) {
         nvp4c_wave_registers(r->wave, "o0").value[n * BLEND_LANES + l] = NOISE;
         for (unsigned k = 0; k < BLEND_TILES; k++)
            r->tile[k][l][n] = NOISE;
      }
   }
   for (unsigned pass = 0; pass < 2; pass++) {
      for (unsigned t = 0; t < BLEND_TARGETS; t++)
         for (unsigned n = 0; n < w->words[t] && r->place[t]; n++)
            for (unsigned l = 0; l < BLEND_LANES; l++) {
               uint32_t *at = pixel(r, t, n, l);
               *(pass ? &w->word[t][n][l] : at) = *(pass ? at : &w->word[t][n][l]);
            }
      if (pass)
         break;
      nvp4c_wave_start(r->wave, UINT32_MAX, 0);
      if (nvp4c_wave_run(&r->wave, 1, 100000) != NVP4C_WAVE_DONE) {
         const char *fault = nvp4c_get_wave_state(r->wave).fault;
         return fault ? fault : "the program does not end";
      }
   }
   w->per_sample = nvp4c_result_facts(result).per_sample;
   w->killed = nvp4c_get_wave_state(r->wave).killed;
   for (unsigned t = 0; t < BLEND_TARGETS; t++)
      w->known[t] = r->place[t] != 0;
   return NULL;
}

enum blend_end blend_run(struct blend_wave *w, unsigned targets, struct nvp4c_options *options, const char **why)
{
   static char message[400];
   static struct run r;
   char text[2000];
   enum blend_end end = BLEND_FAILED;

   write_program(text, sizeof text, targets);
   options->language = NVP4C_LANG_TGSI;
   options->preshader = NVP4C_PRESHADER_NONE;
   options->output.reflection = 1;
   struct nvp4c_result *result = nvp4c_compile(text, strlen(text), options);
   r = (struct run){.w = w, .options = options};
   *why = message;
   snprintf(message, sizeof message, "no result");
   if (result && nvp4c_result_status(result) != NVP4C_OK) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(result, 0);
      snprintf(message, sizeof message, "%s", d ? d->message : "no diagnostic");
      end = nvp4c_result_status(result) == NVP4C_UNSUPPORTED ? BLEND_REFUSED : BLEND_FAILED;
   } else if (result && !find_places(&r, result)) {
      snprintf(message, sizeof message, "a target is not in its place");
   } else if (result) {
      struct nvp4c_machine *m = nvp4c_machine_of_result(result, NULL);
      const char *fault = "no machine";
      if (m && (r.wave = nvp4c_wave_create(m)))
         fault = run_wave(&r, result);
      snprintf(message, sizeof message, "%s", fault ? fault : "");
      end = fault ? BLEND_FAILED : BLEND_DONE;
      nvp4c_wave_free(r.wave);
      nvp4c_machine_free(m);
   }
   nvp4c_result_free(result);
   return end;
}

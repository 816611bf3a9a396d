/* SPDX-License-Identifier: MIT */
/* Compiles shaders, and caches the result (code.h). */
#include "gl-driver/shader/code.h"
#include "gl-driver/pipe/driver.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define KEEP_UNUSED 256 /* number of unused codes that are kept */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct code *cached; /* in the order of use, the latest first */

/* Working memory of compiles. A context serves one call at a time, so a thread that finds it in use compiles without it. */
static pthread_mutex_t context_lock = PTHREAD_MUTEX_INITIALIZER;
static struct nvp4c_context *context;

void code_options(struct nvp4c_options *o, const struct driver *d, enum nvp4c_stage stage, const char *text,
                  const struct nvp4c_key *key)
{
   nvp4c_options_init(o, sizeof *o);
   if (d->options)
      *o = *d->options;
   o->language = d->options ? d->options->language : program_language(text);
   o->stage = stage;
   o->target = d->target;
   o->cpu = d->cpu;
   o->opt_level = d->opt_level;
   o->output.reflection = 1;
   o->check_code = 1;
   o->preshader = NVP4C_PRESHADER_CALLER; /* run by runner.c */
   o->output.listing = d->dump != NULL;
   o->diagnostics.no_warnings = 1;
   o->key = *key;
}

static void code_free(struct code *c)
{
   nvp4c_machine_free(c->machine);
   nvp4c_machine_free(c->preamble);
   nvp4c_preshader_free(c->preshader);
   if (c->last_run) {
      pthread_mutex_destroy(&c->last_run->lock);
      free(c->last_run->words);
   }
   free(c->last_run);
   nvp4c_result_free(c->result);
   free(c);
}

/* Finds the words of a vertex. */
static void read_outputs(struct code *c)
{
   memset(c->out_word, NO_WORD, sizeof c->out_word);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(c->result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(c->result, i);
      if (e->kind != NVP4C_OUTPUT || e->binding != NVP4C_BIND_VARYING || e->index >= NUM_VARYINGS ||
          e->location.number >= NO_WORD)
         continue;
      c->out_word[e->index][e->component & 3] = (uint8_t)e->location.number;
      if (c->out_words <= e->location.number)
         c->out_words = e->location.number + 1;
   }
}

static void report(const struct driver *d, const struct code *c)
{
   const struct nvp4c_result *r = c->result;

   driver_report(d, "cannot compile a shader (status %u)", r ? (unsigned)nvp4c_result_status(r) : 0);
   for (unsigned i = 0; r && i < nvp4c_result_num_diagnostics(r); i++)
      driver_report(d, "%u: %s", nvp4c_result_diagnostic(r, i)->line, nvp4c_result_diagnostic(r, i)->message);
}

static struct nvp4c_result *compile_in_context(const struct nvp4c_program *program, struct nvp4c_options o)
{
   const bool free_to_use = pthread_mutex_trylock(&context_lock) == 0;

   if (free_to_use && !context)
      context = nvp4c_context_new(NULL); /* if it is NULL, compiles allocate their own */
   o.context = free_to_use ? context : NULL;
   struct nvp4c_result *r = nvp4c_compile_program(program, &o);
   if (free_to_use)
      pthread_mutex_unlock(&context_lock);
   return r;
}

/* The machine, or NULL if it is not valid. */
static struct nvp4c_machine *whole_machine(struct nvp4c_machine *m)
{
   if (m && nvp4c_result_status(nvp4c_machine_result(m)) == NVP4C_OK)
      return m;
   nvp4c_machine_free(m);
   return NULL;
}

/* Creates the pre-shader of the code. False if there is no memory. */
static bool make_preshader(struct code *c)
{
   size_t length;
   const void *bytes = nvp4c_result_preshader(c->result, &length);

   if (!bytes)
      return true;
   c->preshader = nvp4c_preshader_create(bytes, length, NULL);
   c->last_run = calloc(1, sizeof *c->last_run);
   if (c->last_run)
      pthread_mutex_init(&c->last_run->lock, NULL);
   return c->last_run && c->preshader && nvp4c_result_status(nvp4c_preshader_result(c->preshader)) == NVP4C_OK;
}

static struct code *compile(const struct driver *d, const struct nvp4c_program *program, const struct nvp4c_options *o)
{
   struct code *c = calloc(1, sizeof *c);

   if (!c)
      return NULL;
   c->references = 1;
   c->result = compile_in_context(program, *o);
   if (!c->result || nvp4c_result_status(c->result) != NVP4C_OK) {
      if (!c->result || nvp4c_result_status(c->result) != NVP4C_UNSUPPORTED || o->stage == NVP4C_STAGE_FRAGMENT ||
          o->stage == NVP4C_STAGE_COMPUTE)
         report(d, c); /* before it is linked, a vertex program may have too many outputs */
      return c;
   }
   size_t length;
   const void *preamble = nvp4c_result_preamble(c->result, &length);
   c->machine = whole_machine(nvp4c_machine_of_result(c->result, NULL));
   if (preamble)
      c->preamble = whole_machine(nvp4c_machine_create(preamble, length, o));
   if ((preamble && !c->preamble) || !make_preshader(c)) {
      nvp4c_machine_free(c->machine);
      c->machine = NULL;
   }
   c->agx = o->target == NVP4C_TARGET_AGX;
   c->facts = nvp4c_result_facts(c->result);
   for (unsigned i = 0; i < nvp4c_result_num_textures(c->result); i++) {
      const struct nvp4c_texture *t = nvp4c_result_texture(c->result, i);
      if (t->unit < NVP4C_TEX_UNITS)
         c->texture[t->unit] = t;
   }
   for (unsigned i = 0; i < nvp4c_result_num_reflections(c->result); i++) {
      const enum nvp4c_binding b = nvp4c_result_reflection(c->result, i)->binding;
      c->memory |= b == NVP4C_BIND_STORAGE || b == NVP4C_BIND_COUNTERS || b == NVP4C_BIND_TEXELS;
   }
   read_outputs(c);
   return c;
}

/* Finds code by its name and moves it to the front. The caller holds the lock. */
static struct code *find(const uint8_t name[32])
{
   for (struct code **p = &cached, *c; (c = *p); p = &c->next)
      if (!memcmp(c->name, name, sizeof c->name)) {
         *p = c->next;
         c->next = cached;
         cached = c;
         c->references++;
         return c;
      }
   return NULL;
}

/* Frees the codes that have not been used for the longest time. The caller holds the lock. */
static void trim(void)
{
   unsigned unused = 0;

   for (struct code **p = &cached, *c; (c = *p);) {
      if (c->references || ++unused <= KEEP_UNUSED) {
         p = &c->next;
         continue;
      }
      *p = c->next;
      code_free(c);
   }
}

struct code *code_get(const struct driver *d, enum nvp4c_stage stage, const char *text, size_t length,
                      const struct nvp4c_program *program, const struct nvp4c_key *key)
{
   struct nvp4c_options o;
   uint8_t name[32];

   code_options(&o, d, stage, text, key);
   if (nvp4c_cache_key(text, length, &o, name) != NVP4C_OK)
      return NULL;
   pthread_mutex_lock(&lock);
   struct code *c = find(name);
   pthread_mutex_unlock(&lock);
   if (c)
      return c;
   struct code *made = compile(d, program, &o);
   if (!made)
      return NULL;
   memcpy(made->name, name, sizeof name);
   if (d->dump)
      dump_code(d, text, length, made, key);
   pthread_mutex_lock(&lock);
   c = find(name); /* another thread may have added it */
   if (!c) {
      c = made;
      made = NULL;
      c->next = cached;
      cached = c;
      trim();
   }
   pthread_mutex_unlock(&lock);
   if (made)
      code_free(made);
   return c;
}

void code_release(struct code *c)
{
   if (!c)
      return;
   pthread_mutex_lock(&lock);
   c->references--;
   pthread_mutex_unlock(&lock);
}

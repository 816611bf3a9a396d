/* SPDX-License-Identifier: MIT */
/* include/nvp4c_machine.h: runs code in the simulator of any target (codegen/machine.h). */
#include <stdlib.h>
#include <string.h>

#include "semantics/fpenv.h"
#include "semantics/memory/group.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/report/elf.h"
#include "nvp4c_machine.h"

struct nvp4c_machine {
   struct kept_job kept;
   const void *decoded; /* decoded by target_ops.machine, or NULL */
   num_m num;
};

struct nvp4c_wave {
   const struct nvp4c_machine *machine;
   const struct machine_ops *ops;
   struct nvp4c_callbacks callbacks;
   enum nvp4c_wave_status status;
   void *state;      /* state of the simulator, after this structure */
   uint64_t limit;   /* steps left in the current run */
};

/* ---- machines */

struct code {
   const uint8_t *bytes;
   size_t len;
   const struct nvp4c_result *from; /* result whose core to use, or NULL for that of the options */
};

/* `args` is a struct code. */
static void do_decode(struct job *j, const char *args, size_t len)
{
   struct nvp4c_machine *m = j->kept;
   struct code code;

   (void)len;
   memcpy(&code, args, sizeof code);
   j->ctx.text = NULL; /* offsets refer to the code */
   if (code.from) {
      j->o.target = code.from->o.target;
      j->o.target_number = code.from->o.target_number;
      j->o.cpu = code.from->o.cpu;
      j->o.features = code.from->o.features;
   } else if (code.bytes) {
      tools_obey_object(j, code.bytes, code.len);
   }
   const struct target_ops *t = j->o.target;
   if (!code.bytes)
      util_diag(&j->ctx, DIAG_ID_bad_code, UTIL_NO_SPAN, "the result has no machine code to run");
   else if (!t->machine)
      util_diag(&j->ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "this version cannot run code of target %s",
                t->name);
   else if (elf_is(code.bytes, code.len) && !elf_text(code.bytes, code.len, &code.bytes, &code.len))
      util_diag(&j->ctx, DIAG_ID_bad_object, UTIL_NO_SPAN, "an ELF file without machine code, or a damaged one");
   else
      m->decoded = t->machine->decode(&j->ctx, code.bytes, code.len, j->o.features);
   m->num = options_num(j);
}

static struct nvp4c_machine *decode(const struct code *code, const struct nvp4c_options *options)
{
   struct nvp4c_machine *m = job_keep(do_decode, (const char *)code, sizeof *code, options, sizeof *m);

   if (m && m->kept.result->o.status != NVP4C_OK)
      m->decoded = NULL;
   return m;
}

struct nvp4c_machine *nvp4c_machine_create(const void *bytes, size_t length, const struct nvp4c_options *options)
{
   return decode(&(struct code){.bytes = bytes, .len = length}, options);
}

struct nvp4c_machine *nvp4c_machine_of_result(const struct nvp4c_result *r, const struct nvp4c_options *options)
{
   return decode(&(struct code){.bytes = r->o.code, .len = r->o.code_len, .from = r->o.target ? r : NULL}, options);
}

void nvp4c_machine_free(struct nvp4c_machine *m) { job_drop(m); }

const struct nvp4c_result *nvp4c_machine_result(const struct nvp4c_machine *m)
{
   return m->kept.result;
}

/* ---- callbacks */

static uint32_t load(void *user, uint32_t lanes, const uint64_t address[EXEC_LANES], uint32_t value[EXEC_LANES])
{
   const struct nvp4c_wave *t = user;
   return t->callbacks.load(t->callbacks.user, lanes, address, value);
}

static uint32_t store(void *user, uint32_t lanes, const uint64_t address[EXEC_LANES], unsigned bytes,
                      const uint32_t value[EXEC_LANES])
{
   const struct nvp4c_wave *t = user;
   return t->callbacks.store(t->callbacks.user, lanes, address, bytes, value);
}

static void emit(void *user, uint32_t lanes, unsigned stream)
{
   struct nvp4c_wave *t = user;
   t->callbacks.emit(t->callbacks.user, t, lanes, stream);
}

static void end_primitive(void *user, uint32_t lanes, unsigned stream)
{
   struct nvp4c_wave *t = user;
   t->callbacks.end_primitive(t->callbacks.user, t, lanes, stream);
}

static const char *sample(void *user, num_m num, const struct machine_texture *x, uint32_t (*result)[EXEC_LANES])
{
   const struct nvp4c_wave *t = user;
   struct nvp4c_texture_access access = {
      .image = x->image,
      .sampler = x->sampler,
      .lanes = x->lanes,
      .dimensions = x->dimensions,
      .components = x->components,
      .level_from = (enum nvp4c_texture_level)x->level_from,
      .texels = x->texels,
      .integer = x->integer,
      .raw = x->raw,
      .layer = x->layer,
      .projector = x->projector,
      .level = x->level,
      .reference = x->reference,
      .address = {x->address[0], x->address[1]},
      .sample = x->sample,
      .taps = x->taps,
      .info = x->info,
      .gather = x->gather,
      .query = x->query,
      .layer_bits = x->layer_bits,
   };

   (void)num;
   for (unsigned k = 0; k < 3; k++) {
      access.coordinate[k] = x->coordinate[k];
      access.ddx[k] = x->ddx[k];
      access.ddy[k] = x->ddy[k];
      access.offset[k] = x->offset[k];
   }
   return t->callbacks.sample(t->callbacks.user, &access, result);
}

void nvp4c_wave_set_callbacks(struct nvp4c_wave *t, const struct nvp4c_callbacks *callbacks)
{
   struct nvp4c_callbacks *c = &t->callbacks;

   memset(c, 0, sizeof *c);
   if (callbacks)
      memcpy(c, callbacks, callbacks->size < sizeof *c ? callbacks->size : sizeof *c);
   *t->ops->env(t->state) = (struct machine_env){
      .user = t,
      .load = c->load ? load : NULL,
      .store = c->store ? store : NULL,
      .sample = c->sample ? sample : NULL,
      .emit = c->emit ? emit : NULL,
      .cut = c->end_primitive ? end_primitive : NULL,
   };
}

/* ---- waves */

#define STATE_OFFSET ((sizeof(struct nvp4c_wave) + 63) & ~(size_t)63)

struct nvp4c_wave *nvp4c_wave_create(const struct nvp4c_machine *m)
{
   if (!m || !m->decoded)
      return NULL;
   const struct machine_ops *ops = m->kept.result->o.target->machine;
   struct nvp4c_wave *t = m->kept.alloc.fn(m->kept.alloc.user, NULL, STATE_OFFSET + ops->task_bytes);
   if (!t)
      return NULL;
   memset(t, 0, STATE_OFFSET + ops->task_bytes);
   t->machine = m;
   t->ops = ops;
   t->state = (char *)t + STATE_OFFSET;
   t->status = NVP4C_WAVE_DONE; /* not started */
   ops->init(t->state, m->num);
   return t;
}

void nvp4c_wave_free(struct nvp4c_wave *t)
{
   if (t)
      t->machine->kept.alloc.fn(t->machine->kept.alloc.user, t, 0);
}

void nvp4c_wave_start(struct nvp4c_wave *t, uint32_t valid, uint32_t helpers)
{
   t->ops->start(t->state, valid, helpers);
   t->status = NVP4C_WAVE_READY;
}

struct nvp4c_registers nvp4c_wave_registers(struct nvp4c_wave *t, const char *location)
{
   const struct machine_registers r = t->ops->registers(t->state, location);
   return (struct nvp4c_registers){r.value, r.count, r.lanes};
}

struct nvp4c_registers nvp4c_wave_location(struct nvp4c_wave *t, const struct nvp4c_location *location)
{
   struct nvp4c_location at = *location;
   char text[64];

   at.format = NVP4C_FRT_F32; /* the whole word, even if it packs several values */
   nvp4c_location_text(&at, text, sizeof text);
   return nvp4c_wave_registers(t, text);
}

int nvp4c_wave_share(struct nvp4c_wave *t, const struct nvp4c_location *location, uint32_t *words, unsigned count)
{
   char text[64];

   nvp4c_location_text(location, text, sizeof text);
   return t->ops->share && t->ops->share(t->state, text, words, count);
}

/* ---- running */

/* Executes a step of a wave that has not ended. A wave by itself does not wait at barriers. */
static enum exec_status step(struct nvp4c_wave *t)
{
   const enum exec_status st = t->ops->step(t->machine->decoded, t->state);

   switch (st) {
   case EXEC_RUNNING:
   case EXEC_BARRIER: t->status = --t->limit ? NVP4C_WAVE_READY : NVP4C_WAVE_BUDGET; break;
   case EXEC_DONE: t->status = NVP4C_WAVE_DONE; break;
   default: t->status = NVP4C_WAVE_FAULT; break;
   }
   return st;
}

/* Sets the number of steps of a wave. Returns true if it may run. */
static bool begin(struct nvp4c_wave *t, uint64_t steps)
{
   if (t->status == NVP4C_WAVE_DONE || t->status == NVP4C_WAVE_FAULT)
      return false;
   t->limit = steps;
   t->status = steps ? NVP4C_WAVE_READY : NVP4C_WAVE_BUDGET;
   return steps != 0;
}

static enum nvp4c_wave_status worst_of(struct nvp4c_wave *const *waves, unsigned count)
{
   enum nvp4c_wave_status worst = NVP4C_WAVE_DONE;

   for (unsigned i = 0; i < count; i++)
      worst = waves[i]->status > worst ? waves[i]->status : worst;
   return worst;
}

enum nvp4c_wave_status nvp4c_wave_run(struct nvp4c_wave *const *waves, unsigned count, uint64_t steps)
{
   unsigned running = 0;
   num_fpenv fpenv;

   for (unsigned i = 0; i < count; i++)
      running += begin(waves[i], steps);
   num_fpenv_enter(&fpenv);
   while (running)
      for (unsigned i = 0; i < count; i++)
         if (waves[i]->status == NVP4C_WAVE_READY) {
            step(waves[i]);
            running -= waves[i]->status != NVP4C_WAVE_READY;
         }
   num_fpenv_leave(&fpenv);
   return worst_of(waves, count);
}

/* Callback of exec_group_run(). */
static enum exec_status run_to_barrier(void *user, unsigned n)
{
   struct nvp4c_wave *t = ((struct nvp4c_wave *const *)user)[n];

   while (t->status == NVP4C_WAVE_READY)
      if (step(t) == EXEC_BARRIER)
         return EXEC_BARRIER;
   return t->status == NVP4C_WAVE_DONE ? EXEC_DONE : t->status == NVP4C_WAVE_BUDGET ? EXEC_BUDGET : EXEC_FAULT;
}

enum nvp4c_wave_status nvp4c_workgroup_run(struct nvp4c_wave *const *waves, unsigned count, uint64_t steps)
{
   num_fpenv fpenv;
   unsigned last;

   if (count > NVP4C_WORKGROUP_WAVES)
      return NVP4C_WAVE_FAULT;
   for (unsigned i = 0; i < count; i++)
      begin(waves[i], steps);
   num_fpenv_enter(&fpenv);
   exec_group_run(count, 0, run_to_barrier, (void *)(uintptr_t)waves, &last);
   num_fpenv_leave(&fpenv);
   return worst_of(waves, count);
}

struct nvp4c_wave_state nvp4c_get_wave_state(const struct nvp4c_wave *t)
{
   struct machine_state s;

   t->ops->state(t->state, &s);
   return (struct nvp4c_wave_state){
      .status = t->status,
      .fault = s.fault,
      .fault_offset = s.fault_at,
      .offset = s.next,
      .killed = s.killed,
      .wrote_depth = s.wrote_depth,
      .wrote_pixel = s.wrote_pixel,
      .steps = s.steps,
      .lane_instructions = s.lane_ops,
   };
}

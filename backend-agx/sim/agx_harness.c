/* SPDX-License-Identifier: MIT */
/* Runs waves of the abstract executors in the simulator: see agx_harness.h. */
#include "backend-agx/sim/agx_harness.h"
#include "backend-agx/isa/agx_format.h"
#include "semantics/memory/memory.h"
#include "util/ctx.h"
#include "util/rng.h"

#include <string.h>

#define GARBAGE 0xdeaddeadu /* the value of undefined uniforms */
#define PARAMS_ADDR UINT64_C(0x7700000000)
#define BUFFER_ADDR(b) ((uint64_t)((b) + 1) << 40)
#define LOW_BUFFER_ADDR(b) ((uint64_t)((b) + 1) << 24) /* for some buffers, because an address may have 32 bits */

/* The values of undefined registers differ by word and by wave, so that using one never looks like using a constant. No half
   is 0. */
static void fill_with_garbage(const struct exec_wave *exec, uint32_t *word, size_t n)
{
   const uint32_t seed = exec->in[0][SLOT_POSITION][0][0] ^ exec->in[0][SLOT_VATTR][0][1];

   for (size_t k = 0; k < n; k++)
      word[k] = util_mix32(seed + (uint32_t)k) | 0x00010001u;
}

/* ---- memory -------------------------------------------------------------------------------------------------------------- */

/* Read-write objects, by space and unit; images share this numbering. */
#define OBJECT_TOP 0x51u
#define OBJECT_ADDR(n) ((uint64_t)OBJECT_TOP << 56 | (uint64_t)(n) << 40)
#define ZEROS_ADDR (UINT64_C(1) << 32) /* the driver's page of zeros */

static const struct mem_object *object_of(const struct agx_harness *h, uint32_t number)
{
   return mem_object(h->exec->memory, (enum mem_space)(number / MEM_UNITS), number % MEM_UNITS);
}

static uint32_t object_bytes(const struct agx_harness *h, uint32_t number)
{
   return object_of(h, number) ? object_of(h, number)->bytes : 0;
}

/* Returns the word at an address in an object or in shared memory, or NULL if there is none. */
static uint32_t *object_word(const struct agx_harness *h, uint64_t addr)
{
   const bool local = addr >> 56 == AGX_LOCAL_ADDRESS >> 56;
   const uint32_t number = local ? MEM_SHARED * MEM_UNITS : (uint32_t)(addr >> 40 & 0xffff);
   const uint64_t word = (addr & UINT64_C(0xffffffffff)) / 4;

   if ((!local && addr >> 56 != OBJECT_TOP) || number >= MEM_SPACE_COUNT * MEM_UNITS)
      return NULL;
   const struct mem_object *o = object_of(h, number);
   return o && o->data && word < o->bytes / 4 ? &o->data[word] : NULL;
}

static bool is_spare(const struct agx_harness *h, uint64_t addr)
{
   return (addr & ~UINT64_C(15)) == AGX_SCRATCH_PAGE ||
          (h->prog->local_bytes && (addr & ~UINT64_C(3)) == AGX_LOCAL_ADDRESS + h->prog->local_bytes - 4);
}

/* Reads may also touch words up to the next multiple of 16 bytes after an object, and those after the word of zeros. */
static bool is_readable(const struct agx_harness *h, uint64_t addr)
{
   return object_word(h, addr & ~UINT64_C(15)) || (addr & ~UINT64_C(15)) == ZEROS_ADDR || is_spare(h, addr) ||
          is_spare(h, addr & ~UINT64_C(15));
}

/* Loads a word as the wave sees it, including its own pending stores. */
static bool load_object(const struct agx_harness *h, uint64_t addr, uint32_t *word)
{
   const uint32_t *w = object_word(h, addr);

   *word = w ? *w : GARBAGE;
   for (uint32_t k = 0; w && k < h->num_pending; k++)
      if (h->pending[k].address == (addr & ~UINT64_C(3)))
         *word = (*word & ~h->pending[k].mask) | h->pending[k].value;
   if ((addr & ~UINT64_C(15)) == ZEROS_ADDR)
      *word = 0;
   return w || is_readable(h, addr);
}

/* Other waves see a store after a memory_barrier, or at once if it is to shared memory. */
static bool store_object(struct agx_harness *h, uint64_t addr, unsigned bytes, uint32_t value)
{
   struct agx_pending new = {.address = addr & ~UINT64_C(3)}, *p = &new;
   uint32_t *w = object_word(h, addr);

   if (!w)
      return is_spare(h, addr);
   if (addr >> 56 != OBJECT_TOP) {
      machine_put_bytes(w, addr, bytes, value);
      return true;
   }
   for (uint32_t k = 0; k < h->num_pending && p == &new; k++)
      if (h->pending[k].address == new.address)
         p = &h->pending[k];
   machine_put_bytes(&p->value, addr, bytes, value);
   machine_put_bytes(&p->mask, addr, bytes, UINT32_MAX);
   if (p == &new)
      UTIL_PUSH(h->ctx, h->pending, h->num_pending, h->cap_pending, new);
   return true;
}

static void publish(void *user)
{
   struct agx_harness *h = user;

   for (uint32_t k = 0; k < h->num_pending; k++) {
      uint32_t *w = object_word(h, h->pending[k].address);
      *w = (*w & ~h->pending[k].mask) | h->pending[k].value;
   }
   h->num_pending = 0;
}

/* The result of the atomic operation already includes earlier stores of the wave to the word. */
static bool store_now(void *user, uint64_t addr, unsigned bytes, uint32_t value)
{
   struct agx_harness *h = user;
   uint32_t *w = object_word(h, addr), n = 0;

   (void)bytes;
   if (!w)
      return is_spare(h, addr);
   for (uint32_t k = 0; k < h->num_pending; k++)
      if (h->pending[k].address != addr)
         h->pending[n++] = h->pending[k];
   h->num_pending = n;
   *w = value;
   return true;
}

static uint64_t buffer_address(const struct agx_harness *h, unsigned b)
{
   const uint32_t words = h->exec->buffer[b].words;

   return !words ? ZEROS_ADDR : words % 4 == 1 ? LOW_BUFFER_ADDR(b) : BUFFER_ADDR(b);
}

static const uint32_t *buffer_word(const struct agx_harness *h, uint64_t addr)
{
   for (unsigned b = 0; b < 16; b++)
      if (addr - buffer_address(h, b) < 4 * (uint64_t)h->exec->buffer[b].words)
         return &h->exec->buffer[b].data[(addr - buffer_address(h, b)) / 4];
   return NULL;
}

static bool load_word(void *user, uint64_t addr, uint32_t *word)
{
   const struct agx_harness *h = user;
   const uint64_t top = addr >> 56, lane = addr >> 32 & 0xff, at = (uint32_t)addr / 4;
   const uint32_t *in_buffer = buffer_word(h, addr);

   if (top == AGX_STACK_ADDRESS(0) >> 56 && at < h->prog->stack_words)
      *word = h->stack[at * EXEC_LANES + lane];
   else if (addr >= PARAMS_ADDR && (addr - PARAMS_ADDR) / 16 < h->exec->num_params)
      *word = h->exec->param[(addr - PARAMS_ADDR) / 16][addr / 4 % 4];
   else if (in_buffer)
      *word = *in_buffer;
   else
      return load_object(h, addr, word);
   return true;
}

static bool store_word(void *user, uint64_t addr, unsigned bytes, uint32_t value)
{
   struct agx_harness *h = user;
   const uint64_t lane = addr >> 32 & 0xff, at = (uint32_t)addr / 4;

   if (addr >> 56 != AGX_STACK_ADDRESS(0) >> 56)
      return store_object(h, addr, bytes, value);
   if (at >= h->prog->stack_words)
      return false;
   machine_put_bytes(&h->stack[at * EXEC_LANES + lane], addr, bytes, value);
   return true;
}

static uint32_t load(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], uint32_t value[EXEC_LANES])
{
   uint32_t attributes = 0;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && agx_harness_attribute(user, l, addr[l], &value[l]))
         attributes |= 1u << l;
   return machine_load_words(load_word, user, lanes & ~attributes, addr, value);
}

static uint32_t store(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], unsigned bytes,
                      const uint32_t value[EXEC_LANES])
{
   return machine_store_words(store_word, user, lanes, addr, bytes, value);
}

static uint32_t store_atomic(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], const uint32_t value[EXEC_LANES])
{
   return machine_store_words(store_now, user, lanes, addr, 4, value);
}

/* ---- samples ------------------------------------------------------------------------------------------------------------- */

/* The API's sample mask: only samples that some lane covers. Others that the primitive covers are not in the wave but in
   sr124. */
static uint8_t api_samples(const struct agx_harness *h)
{
   uint32_t all = 0;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      all |= agx_harness_covered(h, l);
   return (uint8_t)all;
}

/* True if the prolog kills the samples that the API's sample mask excludes. */
static bool kills_samples(const struct agx_program *p)
{
   return p->samples > 1 && agx_uniform_of_kind(p, AGX_UNI_SAMPLE_MASK);
}

/* The positions of samples, derived from the positions of the lanes that shade them. */
static uint32_t sample_places(const struct agx_harness *h)
{
   uint32_t word = 0;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned c = 0; c < 2; c++) {
         const float f = num_f(h->exec->in[0][SLOT_POSITION][c][l]);
         const unsigned shift = 8 * agx_harness_shaded(h, l) + 4 * c;
         word = (word & ~(15u << shift)) | ((uint32_t)(int)(16 * f) & 15) << shift;
      }
   return word;
}

/* ---- uniforms ------------------------------------------------------------------------------------------------------------ */

static uint32_t uniform_word(const struct agx_harness *h, const struct agx_uniform *u, bool tests)
{
   uint64_t address = 0;

   switch (u->kind) {
   case AGX_UNI_PARAM: return u->value < h->exec->num_params ? h->exec->param[u->value][u->comp] : 0;
   case AGX_UNI_CONST: return u->value;
   case AGX_UNI_TESTS: return tests ? 0xff : 0;
   case AGX_UNI_TEX_SIZE:
   case AGX_UNI_TEX_SAMPLES: return agx_harness_tex_word(h, u);
   case AGX_UNI_SAMPLER: return AGX_HARNESS_SAMPLER(u->value);
   case AGX_UNI_HEAP: address = AGX_HARNESS_HEAP; break;
   case AGX_UNI_PARAM_ADDRESS: address = PARAMS_ADDR; break;
   case AGX_UNI_BUFFER: address = buffer_address(h, u->value & 15); break;
   case AGX_UNI_ATTRIBUTE:
      if (u->comp == 2)
         return AGX_HARNESS_LAST_ELEMENT;
      address = AGX_HARNESS_ATTRIBUTE(u->value);
      break;
   case AGX_UNI_FIRST_VERTEX: return h->exec->in[0][SLOT_BASE_VERTEX][0][0];
   case AGX_UNI_FIRST_INSTANCE: return h->exec->in[0][SLOT_BASE_INSTANCE][0][0];
   case AGX_UNI_DRAW: return h->exec->in[0][SLOT_DRAW_ID][0][0];
   case AGX_UNI_SAMPLE_MASK: return h->prog->whole && !kills_samples(h->prog) ? 0xff : api_samples(h);
   case AGX_UNI_SAMPLE_PLACES: return sample_places(h);
   case AGX_UNI_SLOT: return h->exec->in[0][u->value][u->comp][0];
   case AGX_UNI_OBJECT:
      if (u->comp >= 2)
         return object_bytes(h, u->value) & (u->comp == 2 ? ~3u : ~0u);
      address = object_bytes(h, u->value) < 4 ? ZEROS_ADDR : OBJECT_ADDR(u->value);
      break;
   case AGX_UNI_IMAGE_WORD:
      return mem_image_word(mem_object(h->exec->memory, MEM_IMAGE, u->value), (enum mem_image_word)u->comp);
   case AGX_UNI_BUFFER_WORDS: return h->exec->buffer[u->value & 15].words;
   default: return GARBAGE;
   }
   return (uint32_t)(address >> (u->comp ? 32 : 0));
}

static unsigned halves_of(const struct agx_uniform *u)
{
   return agx_uniform_halves(u->kind, u->comp);
}

static void set_half(uint32_t *uniforms, unsigned half, uint32_t v)
{
   uint32_t *w = &uniforms[half / 2];
   *w = half & 1 ? (*w & 0xffff) | v << 16 : (*w & 0xffff0000u) | (v & 0xffff);
}

static void set_uniforms(const struct agx_harness *h, struct agx_wave *t)
{
   const struct agx_program *p = h->prog;

   for (unsigned k = 0; k < AGX_UNIFORMS / 2; k++)
      t->reg.u[k] = GARBAGE;
   if (p->stage == AGX_STAGE_FRAGMENT) {
      t->reg.u[0] = (uint32_t)AGX_HARNESS_HEAP;
      t->reg.u[1] = (uint32_t)(AGX_HARNESS_HEAP >> 32);
   }
   for (uint32_t i = 0; i < p->num_uniforms; i++) {
      const struct agx_uniform *u = &p->uniforms[i];
      const uint32_t v = uniform_word(h, u, !t->tests_later);
      if (u->kind == AGX_UNI_PREAMBLE || u->half + halves_of(u) > AGX_UNIFORMS)
         continue;
      set_half(t->reg.u, u->half, v);
      if (halves_of(u) == 2)
         set_half(t->reg.u, u->half + 1u, v >> 16);
   }
}

/* Checks that the preamble has written only its own uniforms. */
static bool check_preamble(struct agx_wave *t, const struct agx_program *p, const uint32_t *before)
{
   uint64_t own[AGX_UNIFORMS / 64] = {0};

   for (uint32_t i = 0; i < p->num_uniforms; i++)
      for (unsigned k = 0; k < halves_of(&p->uniforms[i]); k++) {
         const unsigned h = p->uniforms[i].half + k;
         if (p->uniforms[i].kind == AGX_UNI_PREAMBLE && h < AGX_UNIFORMS)
            own[h / 64] |= UINT64_C(1) << h % 64;
      }
   for (unsigned h = 0; h < AGX_UNIFORMS; h++)
      if ((t->reg.u[h / 2] ^ before[h / 2]) >> 16 * (h & 1) & 0xffff && !(own[h / 64] >> h % 64 & 1)) {
         t->fault = "the preamble writes a uniform that is not its own";
         return false;
      }
   return true;
}

/* Runs the preamble with one lane on registers that hold garbage. The wave gets its uniforms. */
static bool run_preamble(struct util_ctx *ctx, struct agx_harness *h, struct agx_wave *t, const struct agx_decoded *d)
{
   struct agx_wave *pre = UTIL_NEW(ctx, struct agx_wave);

   agx_wave_init(pre, t->num, 1, t->budget);
   pre->part = AGX_PART_PREAMBLE;
   pre->env = t->env;
   fill_with_garbage(h->exec, pre->reg.r[0], sizeof pre->reg.r / sizeof(uint32_t));
   memcpy(pre->reg.u, t->reg.u, sizeof pre->reg.u);
   const enum exec_status st = agx_sim_run(d->preamble, pre);
   if (st != EXEC_DONE || !check_preamble(pre, h->prog, t->reg.u)) {
      t->fault = util_printf(ctx, "byte %u of the preamble: %s", pre->fault_pc, pre->fault ? pre->fault : "it does not end");
      t->fault_pc = 0;
      return false;
   }
   memcpy(t->reg.u, pre->reg.u, sizeof t->reg.u);
   memcpy(t->reg.ts, pre->reg.ts, sizeof t->reg.ts);
   memcpy(t->reg.ss, pre->reg.ss, sizeof t->reg.ss);
   return true;
}

/* ---- pixels -------------------------------------------------------------------------------------------------------------- */

/* The interpolation of each kind of input: the instruction and its mode. */
static const struct {
   bool constant, perspective;
   uint8_t interp;
} interpolations[INTERP_COUNT] = {
    [INTERP_SMOOTH] = {false, true, AGX_INTERP_CENTER},
    [INTERP_FLAT] = {true, false, AGX_INTERP_CENTER},
    [INTERP_NOPERSPECTIVE] = {false, false, AGX_INTERP_CENTER},
    [INTERP_CENTROID] = {false, true, AGX_INTERP_CENTROID},
    [INTERP_NOPERSPECTIVE_CENTROID] = {false, false, AGX_INTERP_CENTROID},
    [INTERP_SAMPLE] = {false, true, AGX_INTERP_SAMPLE_REG},
    [INTERP_NOPERSPECTIVE_SAMPLE] = {false, false, AGX_INTERP_SAMPLE_REG},
};

static bool is_sample(unsigned interp)
{
   return interp == AGX_INTERP_SAMPLE || interp == AGX_INTERP_SAMPLE_REG;
}

/* The position: 1/w has its own coefficient register, and z has the next one. */
static const char *interpolate_position(const struct agx_harness *h, const struct agx_iteration *it, exec_lanes value)
{
   if (it->constant || it->w != AGX_CF_COUNT)
      return "w and z of the position need linear interpolation";
   memcpy(value, h->exec->in[0][SLOT_POSITION][it->cf || !h->prog->reads_w ? 2 : 3], sizeof(exec_lanes));
   return NULL;
}

/* Checks that the instruction fits inputs of this kind. */
static const char *check_iteration(const struct agx_harness *h, const struct agx_iteration *it, unsigned kind)
{
   if (it->constant != interpolations[kind].constant)
      return it->constant ? "ldcf reads an input that is not flat" : "a flat input is interpolated";
   if ((it->w != AGX_CF_COUNT) != interpolations[kind].perspective)
      return "an input is interpolated with the wrong perspective mode";
   if (it->w != AGX_CF_COUNT && (it->w || !h->prog->reads_w))
      return "a division by a coefficient other than W";
   if (!it->constant && it->interp != interpolations[kind].interp &&
       !(is_sample(it->interp) && is_sample(interpolations[kind].interp)))
      return "an input is interpolated at the wrong place in the pixel";
   for (unsigned l = 0; l < EXEC_LANES && it->sample && !h->prog->whole; l++)
      if (it->lanes >> l & 1 && it->sample[l] != agx_harness_shaded(h, l))
         return "an input is interpolated at a sample that is not shaded";
   return NULL;
}

static const char *interpolate(void *user, const struct agx_iteration *it, uint32_t value[EXEC_LANES])
{
   const struct agx_harness *h = user;
   const struct agx_program *p = h->prog;

   if (it->cf < (unsigned)p->reads_w + p->reads_z)
      return interpolate_position(h, it, value);
   for (uint32_t i = 0; i < p->num_inputs; i++) {
      const struct agx_io *io = &p->inputs[i];
      const unsigned lo = io->mask ? (unsigned)__builtin_ctz(io->mask) : 0, c = it->cf - io->where + lo;
      if (io->slot == SLOT_POSITION || io->slot == SLOT_FACING || it->cf < io->where || c > 3 || !(io->mask >> c & 1))
         continue;
      memcpy(value, h->exec->in[0][io->slot][c], sizeof(exec_lanes));
      /* A whole program also runs for samples that are not in the wave; their inputs differ slightly. */
      for (unsigned l = 0; l < EXEC_LANES && it->sample; l++)
         value[l] ^= it->sample[l] != agx_harness_shaded(h, l);
      return check_iteration(h, it, io->interp);
   }
   /* A component between two that the program reads has a register, but the driver does not fill it. */
   for (unsigned l = 0; l < EXEC_LANES; l++)
      value[l] = GARBAGE;
   return it->cf < p->num_cf ? NULL : "a coefficient register that the driver does not fill";
}

static void set_register_half(struct agx_wave *t, unsigned half, unsigned lane, uint32_t v)
{
   set_half(t->reg.r[half / 2 % AGX_REGS] + lane, half & 1, v);
}

/* Sample shading: r0l is 0, and the half that the ABI defines has the mask of the shaded sample, which differs by lane. */
static void set_samples(struct agx_wave *t, const struct agx_harness *h)
{
   t->sample_loop = true;
   t->samples = h->prog->shaded_samples;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      t->pixel.shaded[l] = (uint8_t)(1u << agx_harness_shaded(h, l));
      set_register_half(t, 0, l, 0);
      set_register_half(t, h->prog->mask_half, l, t->pixel.shaded[l]);
   }
}

static void set_pixels(struct agx_wave *t, const struct agx_harness *h)
{
   const struct exec_wave *in = h->exec;
   const uint8_t api = h->prog->whole && !kills_samples(h->prog) ? 0xff : api_samples(h);

   for (unsigned l = 0; l < EXEC_LANES; l++) {
      for (unsigned i = 0; i < 2; i++) {
         const float f = num_f(in->in[0][SLOT_POSITION][i][l]);
         t->reg.pixel[i][l] = f >= 0 && f < 65536 ? (uint16_t)f : 0;
      }
      t->reg.back_face[l] = in->in[0][SLOT_FACING][0][l] >> 31; /* +1.0 for front faces */
      t->pixel.cover[l] = (uint8_t)(agx_harness_covered(h, l) | ~api);
      t->pixel.killed[l] = h->prog->whole ? 0 : (uint8_t)~api; /* killed by the prolog */
   }
   t->samples = 1;
   t->reg.sr[AGX_SR_LAYER] = in->in[0][SLOT_LAYER][0][0];
   t->tests_later = t->reg.pixel[0][0] & 2;
}

/* ---- workgroups ---------------------------------------------------------------------------------------------------------- */

static void set_workgroup(struct agx_wave *t, const struct exec_wave *in)
{
   t->in_group = true;
   for (unsigned c = 0; c < 3; c++) {
      t->reg.sr[AGX_SR_BLOCK_X + c] = in->in[0][SLOT_WORKGROUP_ID][c][0];
      t->reg.sr[AGX_SR_BLOCK_WIDTH + c] = in->in[0][SLOT_WORKGROUP_SIZE][c][0];
      memcpy(t->reg.thread[c], in->in[0][SLOT_THREAD_ID][c], sizeof(exec_lanes));
   }
   t->reg.sr[AGX_SR_GROUP_INDEX] = in->in[0][SLOT_THREAD_INDEX][0][0] / EXEC_LANES;
}

/* ---- the wave ------------------------------------------------------------------------------------------------------------ */

const struct agx_decoded *agx_harness_decode(struct util_ctx *ctx, const struct agx_program *prog)
{
   struct agx_decoded *d = UTIL_NEW(ctx, struct agx_decoded);

   d->prog = prog;
   d->code = agx_sim_decode(ctx, prog->code, prog->len);
   d->preamble = prog->preamble ? agx_sim_decode(ctx, prog->preamble, prog->preamble_len) : NULL;
   return d;
}

static void set_register(struct agx_wave *t, unsigned half, const exec_lanes v)
{
   if (half / 2 < AGX_REGS)
      memcpy(t->reg.r[half / 2], v, sizeof(exec_lanes));
}

bool agx_wave_setup(struct util_ctx *ctx, struct agx_harness *h, struct agx_wave *t, const struct agx_decoded *d,
                    struct exec_wave *exec)
{
   const struct agx_program *p = d->prog;

   *h = (struct agx_harness){
       .prog = p, .exec = exec, .ctx = ctx, .stack = UTIL_ARRAY(ctx, uint32_t, (size_t)p->stack_words * EXEC_LANES + 1)};
   agx_wave_init(t, exec->num, exec->valid, exec->budget);
   t->helper = exec->helper;
   t->env = (struct machine_env){
       .user = h, .load = load, .store = store, .store_now = store_atomic, .fence = publish, .sample = agx_harness_sample};
   t->interpolate = interpolate;
   t->part = p->stage == AGX_STAGE_VERTEX    ? AGX_PART_VERTEX
             : p->stage == AGX_STAGE_COMPUTE ? AGX_PART_COMPUTE
             : p->whole                      ? AGX_PART_FRAGMENT
                                             : AGX_PART_MAIN;
   t->halves = p->stats.halves;
   t->stack_words = p->stack_words;
   fill_with_garbage(exec, t->reg.r[0], sizeof t->reg.r / sizeof(uint32_t));
   fill_with_garbage(exec, h->stack, (size_t)p->stack_words * EXEC_LANES);
   fill_with_garbage(exec, t->out.uvs[0], sizeof t->out.uvs / sizeof(uint32_t));
   if (p->stage == AGX_STAGE_FRAGMENT) {
      set_pixels(t, h);
      agx_harness_fill_tile(h, t);
      if (p->shaded_samples && !p->whole)
         set_samples(t, h);
      if (p->whole) {
         t->samples = p->samples;
         t->budget *= p->samples;
      }
      t->tests_later &= agx_uniform_of_kind(p, AGX_UNI_TESTS) != NULL;
   } else if (p->stage == AGX_STAGE_COMPUTE) {
      set_workgroup(t, exec);
   } else {
      set_register(t, 10, exec->in[0][SLOT_VERTEX_ID][0]);
      set_register(t, 12, exec->in[0][SLOT_INSTANCE][0]);
      for (uint32_t i = 0; i < p->num_inputs && !p->whole; i++)
         for (unsigned c = 0; c < 4; c++)
            if (p->inputs[i].mask >> c & 1)
               set_register(t, p->inputs[i].where + 2 * c, exec->in[0][p->inputs[i].slot][c]);
   }
   set_uniforms(h, t);
   return !d->preamble || run_preamble(ctx, h, t, d);
}

/* Returns the lanes that store no sample: killed lanes, or with early tests, lanes without a sample in r3h. */
static uint32_t killed_lanes(const struct agx_wave *t, const struct agx_program *p)
{
   uint32_t lanes = t->killed;

   for (unsigned l = 0; l < EXEC_LANES && p->masks_stores; l++) {
      const uint32_t alive = t->reg.r[AGX_ALIVE_HALF / 2][l] >> 16;
      if (!(alive & (t->sample_loop ? t->pixel.shaded[l] : 0xffu)))
         lanes |= 1u << l & t->valid & ~t->helper;
   }
   return lanes;
}

/* Checks the words after the varyings, which the hardware reads. */
static const char *check_hardware_words(const struct agx_wave *t, const struct agx_program *p, uint32_t lanes)
{
   uint32_t written[SLOT_COUNT] = {0};
   uint16_t where[SLOT_COUNT] = {0};

   for (uint32_t i = 0; i < p->num_outputs; i++) {
      written[p->outputs[i].slot] = p->outputs[i].mask & 1;
      where[p->outputs[i].slot] = p->outputs[i].where;
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t word = t->out.uvs[p->words.layer % AGX_UVS_WORDS][l];
      const uint32_t viewport = written[SLOT_VIEWPORT] ? t->out.uvs[where[SLOT_VIEWPORT] % AGX_UVS_WORDS][l] & 0xffff : 0;
      if (!(lanes >> l & 1))
         continue;
      if ((written[SLOT_LAYER] || written[SLOT_VIEWPORT]) &&
          (word >> 16 != viewport || (!written[SLOT_LAYER] && word & 0xffff)))
         return "the word with layer and viewport differs from the varyings";
      for (unsigned n = 0; n < p->words.num_clip; n++)
         if (t->out.uvs[(p->words.clip + n) % AGX_UVS_WORDS][l] !=
             (written[SLOT_CLIP + n] ? t->out.uvs[where[SLOT_CLIP + n] % AGX_UVS_WORDS][l] : 0))
            return "a clip distance for the hardware differs from its varying";
   }
   return NULL;
}

void agx_wave_results(const struct agx_wave *t, const struct agx_program *p, struct exec_wave *out)
{
   const uint32_t killed = killed_lanes(t, p), store_lanes = out->valid & ~out->helper & ~killed;

   for (uint32_t i = 0; i < p->num_outputs; i++) {
      const struct agx_io *io = &p->outputs[i];
      for (unsigned c = 0; c < 4; c++) {
         const unsigned reg = io->where / 2u + c, word = io->where + c;
         if (io->mask >> c & 1 && (p->stage == AGX_STAGE_VERTEX ? word < AGX_UVS_WORDS : reg < AGX_REGS))
            lanes_select(store_lanes, p->stage == AGX_STAGE_VERTEX ? t->out.uvs[word] : t->reg.r[reg], out->out[io->slot][c]);
      }
      for (unsigned l = 0; l < EXEC_LANES && io->slot == SLOT_LAYER; l++) /* the high half is the viewport */
         out->out[SLOT_LAYER][0][l] &= 0xffff;
   }
   out->killed |= killed;
   out->budget = t->budget;
}

/* A wave that runs or waits at a barrier. */
struct run {
   struct agx_wave wave;
   struct agx_harness h;
};

enum exec_status agx_harness_run(struct util_ctx *ctx, const struct agx_decoded *d, struct exec_wave *exec)
{
   struct run *run = exec->state;

   if (!run) {
      exec->state = run = UTIL_NEW(ctx, struct run);
      if (!agx_wave_setup(ctx, &run->h, &run->wave, d, exec)) {
         exec->state = NULL;
         exec->fault = run->wave.fault;
         return EXEC_FAULT;
      }
   } else {
      run->wave.budget = exec->budget;
   }
   struct agx_wave *t = &run->wave;
   const enum exec_status st = agx_sim_run(d->code, t);
   if (st == EXEC_BARRIER) {
      exec->budget = t->budget;
      return st;
   }
   exec->state = NULL;
   publish(&run->h);
   const unsigned half = d->prog->mask_half;
   for (unsigned l = 0; l < EXEC_LANES && st == EXEC_DONE && t->sample_loop; l++)
      if (t->valid >> l & 1 && (t->reg.r[half / 2 % AGX_REGS][l] >> 16 * (half & 1) & 0xffff) != t->pixel.shaded[l]) {
         exec->fault = "the mask of shaded samples is not preserved";
         return EXEC_FAULT;
      }
   if (st == EXEC_DONE && d->prog->stage == AGX_STAGE_VERTEX && (exec->fault = check_hardware_words(t, d->prog, t->valid)))
      return EXEC_FAULT;
   if (st == EXEC_FAULT)
      exec->fault = util_printf(ctx, "byte %u: %s", t->fault_pc, t->fault);
   if (st == EXEC_DONE && d->prog->whole && d->prog->stage == AGX_STAGE_FRAGMENT &&
       (exec->fault = agx_harness_check_tile(&run->h, t)))
      return EXEC_FAULT;
   if (st == EXEC_DONE && d->prog->whole && d->prog->stage == AGX_STAGE_FRAGMENT)
      agx_harness_tile(t, d->prog, exec);
   else if (st == EXEC_DONE)
      agx_wave_results(t, d->prog, exec);
   return st;
}

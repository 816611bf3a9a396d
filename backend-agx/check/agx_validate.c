/* SPDX-License-Identifier: MIT */
/* The contracts of parts and the order of the checks: see agx_validate.h. */
#include "backend-agx/check/agx_validate_priv.h"

#include "semantics/slots.h"

#include <string.h>

static const struct {
   const char *name, *text;
} violations[AGX_NUM_VIOLATIONS] = {
   {"OK", "nothing is wrong"},
#define V(id, text, source) {#id, text},
#include "backend-agx/check/agx_violation.def"
};

const char *agx_violation_text(enum agx_violation v)
{
   return v < AGX_NUM_VIOLATIONS ? violations[v].text : "?";
}

const char *agx_violation_name(enum agx_violation v)
{
   return v < AGX_NUM_VIOLATIONS ? violations[v].name : "?";
}

/* ---- contracts ----------------------------------------------------------------------------------------------------------- */

void agx_contract_any(struct agx_contract *k)
{
   *k = (struct agx_contract){.part = AGX_CONTRACT_ANY,
                              .halves = AGX_HALVES,
                              .least = AGX_HALVES,
                              .stack_words = 0x7fff,
                              .array_words = 0x7fff,
                              .uvs_words = AGX_UVS_WORDS};
   memset(k->live_in, 0xff, sizeof k->live_in);
   memset(k->uniforms, 0xff, sizeof k->uniforms);
   memset(k->ts, 0xff, sizeof k->ts);
   memset(k->ss, 0xff, sizeof k->ss);
}

static void set_uniforms(const struct agx_program *p, bool preamble, struct agx_contract *k)
{
   /* the texture heap; our part must not read the other words, which belong to the epilog */
   if (p->stage == AGX_STAGE_FRAGMENT)
      agx_set_bits(k->uniforms, 0, 4, AGX_UNIFORMS);
   for (uint32_t i = 0; i < p->num_uniforms; i++) {
      const struct agx_uniform *u = &p->uniforms[i];
      if (u->kind != AGX_UNI_PREAMBLE || !preamble)
         agx_set_bits(k->uniforms, u->half, agx_uniform_halves(u->kind, u->comp), AGX_UNIFORMS);
      else
         agx_set_bits(k->stores, u->half, agx_uniform_halves(u->kind, u->comp), AGX_UNIFORMS);
   }
}

static void set_states(const struct agx_program *p, struct agx_contract *k)
{
   agx_set_bits(k->ss, 0, p->num_textures > 0, 256); /* for fetches */
   for (uint32_t i = 0; i < p->num_textures; i++) {
      if (p->textures[i].unit < AGX_TEX_STATES)
         agx_set_bits(k->ts, p->textures[i].unit, 1, 256);
      if (p->textures[i].sampler_unit < AGX_TEX_STATES)
         agx_set_bits(k->ss, p->textures[i].sampler_unit + 1u, 1, 256);
   }
}

static void set_vertex(const struct agx_program *p, struct agx_contract *k)
{
   k->least = AGX_MIN_VERTEX_HALVES;
   agx_set_bits(k->live_in, 10, 4, AGX_HALVES); /* r5, r6 */
   for (uint32_t i = 0; i < p->num_inputs && !p->whole; i++)
      for (unsigned c = 0; c < 4; c++)
         if (p->inputs[i].mask >> c & 1)
            agx_set_bits(k->live_in, p->inputs[i].where + 2 * c, 2, AGX_HALVES);
   for (uint32_t i = 0; i < p->num_outputs; i++)
      for (unsigned c = 0; c < 4; c++)
         if (p->outputs[i].mask >> c & 1)
            agx_set_bits(k->stores, p->outputs[i].where + c, 1, AGX_UVS_WORDS);
   agx_set_bits(k->stores, p->words.varyings_end, p->words.num - p->words.varyings_end, AGX_UVS_WORDS);
}

static void set_fragment(const struct agx_program *p, struct agx_contract *k)
{
   k->sample_loop = p->shaded_samples && !p->whole;
   k->own_loop = p->shaded_samples > 1 && p->whole;
   k->mask_half = p->mask_half;
   for (unsigned n = 0; n < 2 && k->sample_loop; n++) { /* the next part needs both */
      agx_set_bits(n ? k->live_out : k->live_in, 0, 1, AGX_HALVES);
      agx_set_bits(n ? k->live_out : k->live_in, p->mask_half, 1, AGX_HALVES);
   }
   if (p->reads_w)
      k->cf[0] = AGX_CF_W;
   if (p->reads_z)
      k->cf[p->reads_w] = AGX_CF_Z;
   for (uint32_t i = 0; i < p->num_inputs; i++) {
      const struct agx_io *io = &p->inputs[i];
      if (io->slot == SLOT_POSITION || io->slot == SLOT_FACING || !io->mask)
         continue;
      const unsigned n = 32 - (unsigned)__builtin_clz(io->mask) - (unsigned)__builtin_ctz(io->mask);
      for (unsigned c = io->where; c < io->where + n && c < AGX_CF_COUNT; c++)
         k->cf[c] = (uint8_t)(io->interp + 1);
   }
   if (p->whole)
      return;
   if (p->masks_stores)
      agx_set_bits(k->live_out, AGX_ALIVE_HALF, 1, AGX_HALVES);
   for (uint32_t i = 0; i < p->num_outputs; i++)
      for (unsigned c = 0; c < 4; c++)
         if (p->outputs[i].mask >> c & 1)
            agx_set_bits(k->live_out, p->outputs[i].where + 2 * c, 2, AGX_HALVES);
}

void agx_contract_of(const struct agx_program *p, bool preamble, struct agx_contract *k)
{
   *k = (struct agx_contract){.part = preamble                          ? AGX_CONTRACT_PREAMBLE
                                      : p->stage == AGX_STAGE_FRAGMENT ? (p->whole ? AGX_CONTRACT_FRAGMENT : AGX_CONTRACT_MAIN)
                                                                       : p->stage == AGX_STAGE_COMPUTE  ? AGX_CONTRACT_COMPUTE
                                                                       : AGX_CONTRACT_VERTEX,
                              .halves = preamble ? AGX_HALVES : p->stats.halves,
                              .least = preamble ? AGX_HALVES : 0,
                              .stack_words = preamble ? 0 : p->stack_words,
                              .array_words = p->array_words,
                              .uvs_words = p->words.num};
   set_uniforms(p, preamble, k);
   set_states(p, k);
   if (preamble)
      return;
   if (p->stage == AGX_STAGE_FRAGMENT)
      set_fragment(p, k);
   else if (p->stage == AGX_STAGE_VERTEX)
      set_vertex(p, k);
}

/* ---- everything ---------------------------------------------------------------------------------------------------------- */

enum agx_violation agx_validate(struct util_ctx *ctx, const uint8_t *code, size_t len, const struct agx_contract *k,
                                struct agx_finding *at)
{
   struct agx_code_map m = {.ctx = ctx, .k = k};

   if (agx_map_code(&m, code, len) && agx_check_instructions(&m) && agx_check_lanes(&m) && agx_check_nesting(&m) &&
       agx_check_group(&m))
      agx_check_hints(&m);
   *at = (struct agx_finding){m.found ? m.at[m.found_at] : 0, m.found ? m.found_half : -1};
   return m.found;
}

#define END_BYTES (2 + 2 * AGX_TRAPS) /* stop and traps */

/*
 * Returns the code of one turn if a whole program has a loop over samples. All lanes take the same number of turns together, so
 * none waits for the loop, but the bytes do not show that.
 */
static size_t code_of_turn(struct util_ctx *ctx, const struct agx_program *p, const uint8_t **code)
{
   const size_t loop = p->loop_bytes, len = p->len - loop;
   uint8_t *turn;

   *code = p->code;
   if (!loop || p->len < END_BYTES + loop)
      return p->len;
   *code = turn = UTIL_ARRAY(ctx, uint8_t, len);
   memcpy(turn, p->code, len - END_BYTES);
   memcpy(turn + len - END_BYTES, p->code + p->len - END_BYTES, END_BYTES);
   return len;
}

static void expect_valid(struct util_ctx *ctx, const struct agx_program *p, bool preamble)
{
   struct agx_contract k;
   struct agx_finding at;

   agx_contract_of(p, preamble, &k);
   const uint8_t *code = p->preamble;
   const size_t len = preamble ? p->preamble_len : code_of_turn(ctx, p, &code);
   const enum agx_violation v = agx_validate(ctx, code, len, &k, &at);
   if (v)
      util_bug(ctx, "AGX: byte %u%s is wrong: %s (%s%s%.0d)", at.byte, preamble ? " of the preamble" : "",
               agx_violation_text(v), agx_violation_name(v),
               at.half < 0 ? "" : util_printf(ctx, ", r%d%c", at.half / 2, at.half & 1 ? 'h' : 'l'), 0);
}

void agx_validate_program(struct util_ctx *ctx, const struct agx_program *p)
{
   expect_valid(ctx, p, false);
   if (p->preamble)
      expect_valid(ctx, p, true);
}

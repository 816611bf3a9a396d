/* SPDX-License-Identifier: MIT */
/* Results of vertex programs: see agx_vertex.h. */
#include "backend-agx/select/agx_vertex.h"

/* Fragment programs read the layer from a special register, and they have no point size. */
static bool is_iterated(unsigned slot)
{
   return slot != SLOT_POSITION && slot != SLOT_POINT_SIZE && slot != SLOT_LAYER;
}

/* Assigns words to varyings: by the map, or in the order of the slots. Returns the next word. */
static unsigned place_varyings(struct agx_selection *c)
{
   const struct agx_varying *map = c->opt->varying;
   bool taken[256 + 4] = {false};
   unsigned words = 4;

   if (map && map[SLOT_POSITION].mask && map[SLOT_POSITION].address)
      agx_unsupported(c, UTIL_NO_SPAN, "a varying map that moves the position from the first words");
   for (unsigned slot = 0; slot < SLOT_COUNT; slot++) {
      struct agx_output *o = &c->result[slot];
      if (!is_iterated(slot) || !(map ? map[slot].mask : o->mask))
         continue;
      const unsigned mask = map ? map[slot].mask : o->mask, lo = map ? (unsigned)__builtin_ctz(mask) : 0;
      const unsigned first = map ? map[slot].address : words, end = first + 32 - (unsigned)__builtin_clz(mask) - lo;
      if (map && first < 4)
         agx_unsupported(c, UTIL_NO_SPAN, "a varying map with other varyings in the words of the position");
      bool shared = false;
      for (unsigned w = first; w < end && map; w++) {
         shared |= taken[w];
         taken[w] = true;
      }
      if (shared)
         agx_unsupported(
             c, UTIL_NO_SPAN,
             "a varying map in which two varyings share a word (each needs all words from its first component to its last)");
      o->where = (uint16_t)(first - lo);
      words = end > words ? end : words;
   }
   return words;
}

void agx_place_words(struct agx_selection *c)
{
   struct agx_program *p = c->out;
   unsigned words = place_varyings(c);

   p->words.varyings_end = (uint16_t)words;
   if (c->result[SLOT_POINT_SIZE].mask)
      c->result[SLOT_POINT_SIZE].where = (uint16_t)words++;
   p->words.layer = (uint16_t)words;
   c->result[SLOT_LAYER].where = p->words.layer;
   words += c->result[SLOT_LAYER].mask || c->result[SLOT_VIEWPORT].mask;
   p->words.clip = (uint16_t)words;
   for (unsigned slot = SLOT_CLIP; slot <= SLOT_CLIP_LAST; slot++)
      if (c->result[slot].mask)
         p->words.num_clip = (uint8_t)(slot - SLOT_CLIP + 1);
   words += p->words.num_clip;
   if (words > AGX_UVS_WORDS)
      agx_unsupported(c, UTIL_NO_SPAN, "more vertex results than its output buffer holds");
   p->words.num = (uint16_t)words;
}

static void emit_store(struct agx_selection *c, struct agx_ref v, unsigned word)
{
   c->last_store = agx_emit(c, AGX_OP_st_var, agx_none(), v, agx_imm(word), agx_none());
}

/* The register of a stored value. Stores of the same constant in a block share it. */
static struct agx_ref stored_register(struct agx_selection *c, const struct ir_src *s)
{
   uint32_t unit;

   if (!agx_is_const(c, s))
      return agx_reg_src(c, s);
   if (!c->in_block.stored.ctx)
      util_map_init(&c->in_block.stored, c->ctx);
   if (!util_map_find(&c->in_block.stored, agx_const_bits(c, s), &unit)) {
      unit = agx_reg_src(c, s).value;
      util_map_set(&c->in_block.stored, agx_const_bits(c, s), unit);
   }
   return (struct agx_ref){.kind = AGX_VIRT32, .value = unit};
}

void agx_store_word_of(struct agx_selection *c, const struct ir_instr *i)
{
   const unsigned slot = i->attr[0], comp = i->attr[1];
   struct agx_output *o = &c->result[slot];
   const struct agx_ref v = stored_register(c, &i->src[0]);

   if (slot == SLOT_POSITION || is_iterated(slot))
      emit_store(c, v, o->where + comp);
   o->value[comp] = v;
}

/* ---- the end */

/* The word has the layer in its low half and the viewport in its high half, or 0 for one that the program does not write. */
static void finish_layer(struct agx_selection *c)
{
   const struct agx_output *layer = &c->result[SLOT_LAYER], *viewport = &c->result[SLOT_VIEWPORT];
   const bool both = layer->mask & viewport->mask & 1;

   if (!((layer->mask | viewport->mask) & 1))
      return;
   const struct agx_ref low = {.kind = AGX_VIRT16, .value = layer->value[0].value}, d = agx_new32(c);
   if (viewport->mask & 1)
      agx_emit(c, AGX_OP_bfi, d, both ? layer->value[0] : agx_imm(0), viewport->value[0], agx_imm(16));
   else
      agx_emit(c, AGX_OP_mov, d, low, agx_none(), agx_none());
   emit_store(c, d, c->out->words.layer);
}

/* A clip distance that the program does not write is 0, which clips nothing. */
static void finish_clip(struct agx_selection *c)
{
   struct agx_ref zero = agx_none();

   for (unsigned n = 0; n < c->out->words.num_clip; n++) {
      const struct agx_output *o = &c->result[SLOT_CLIP + n];
      if (!(o->mask & 1) && zero.kind == AGX_NONE) {
         zero = agx_new32(c);
         agx_emit(c, AGX_OP_mov_imm32, zero, agx_none(), agx_none(), agx_none());
      }
      emit_store(c, o->mask & 1 ? o->value[0] : zero, c->out->words.clip + n);
   }
}

void agx_finish_vertex(struct agx_selection *c)
{
   for (uint32_t k = 0; k < c->out->num_outputs; k++) {
      const struct agx_io *o = &c->out->outputs[k];
      const struct agx_output *r = &c->result[o->slot];
      for (unsigned comp = 0; comp < 4; comp++)
         if (r->kept >> comp & 1 && (o->slot == SLOT_POSITION || is_iterated(o->slot)))
            emit_store(c, r->value[comp], o->where + comp);
   }
   if (c->result[SLOT_POINT_SIZE].mask & 1)
      emit_store(c, c->result[SLOT_POINT_SIZE].value[0], c->result[SLOT_POINT_SIZE].where);
   finish_layer(c);
   finish_clip(c);
   if (c->last_store)
      c->last_store->op = AGX_OP_st_var_final;
   else
      agx_emit(c, AGX_OP_no_var, agx_none(), agx_none(), agx_none(), agx_none());
   agx_push(c->mir, &c->mir->p.blocks[c->block].tail, &(struct agx_instr){.op = AGX_OP_stop}, UTIL_NO_SPAN);
}

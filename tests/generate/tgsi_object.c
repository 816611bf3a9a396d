/* SPDX-License-Identifier: MIT */
/* Writes accesses to textures, images, buffers and memory of TGSI programs. */
#include "tests/generate/tgsi.h"

#include <string.h>

#define G(t) (&(t)->g)

static const char *name(enum tgsi_op op) { return tgsi_op_info[op].name; }

/* ---- textures */

/* Can the instruction have the target? By the documents, the coordinates, the reference value and the level need components. */
static bool fits(enum tgsi_op op, unsigned target)
{
   const struct tgsi_target_info *i = &tgsi_target_info[target];
   const bool cube = i->coords == 3 && target != TGSI_TARGET_3D, fetch = op == TGSI_OP_TXF || op == TGSI_OP_TXF_LZ;
   const unsigned lanes = i->coords + i->array + i->shadow;

   if (tgsi_op_info[op].kind == TGSI_VIEW || op == TGSI_OP_TXQ || op == TGSI_OP_TXQ_LZ || op == TGSI_OP_TXQS)
      return true;
   if ((i->samples && op != TGSI_OP_TXF) || (target == TGSI_TARGET_BUFFER && !fetch))
      return false;
   switch (op) {
   case TGSI_OP_TXP: return !i->array && target != TGSI_TARGET_SHADOWCUBE;
   case TGSI_OP_TEX:
   case TGSI_OP_TEX_LZ:
   case TGSI_OP_TXD: return lanes <= 4;
   case TGSI_OP_TXB:
   case TGSI_OP_TXL: return lanes <= 3 || target == TGSI_TARGET_SHADOW1D_ARRAY;
   case TGSI_OP_TG4: return i->coords != 1 && target != TGSI_TARGET_3D;
   default: return !fetch || !cube;
   }
}

static unsigned unit(struct tgsi_gen *t, enum tgsi_op op)
{
   unsigned n = below(G(t), t->num_samplers);

   for (unsigned k = 0; k < t->num_samplers && !fits(op, t->target[n]); k++)
      n = (n + 1) % t->num_samplers;
   return n;
}

bool tgsi_gen_can_texture(const struct tgsi_gen *t, enum tgsi_op op)
{
   if (tgsi_op_info[op].kind == TGSI_VIEW)
      return t->num_views;
   for (unsigned n = 0; n < t->num_samplers; n++)
      if (fits(op, t->target[n]))
         return true;
   return false;
}

static void offsets(struct tgsi_gen *t, enum tgsi_op op, unsigned target)
{
   struct gen *g = G(t);
   const struct tgsi_target_info *i = &tgsi_target_info[target];
   const bool query = op == TGSI_OP_TXQ || op == TGSI_OP_TXQ_LZ || op == TGSI_OP_TXQS || op == TGSI_OP_LODQ;

   if (query || tgsi_op_info[op].kind != TGSI_TEX || (i->coords == 3 && target != TGSI_TARGET_3D) ||
       target == TGSI_TARGET_BUFFER || !has(g, OFFSET) || (i->samples && op != TGSI_OP_TXF) ||
       !gen_choose_modifier(g, GEN_TEXEL_OFFSET, 25))
      return;
   for (unsigned n = op == TGSI_OP_TG4 && chance(g, 40) ? 4 : 1; n > 0; n--) {
      const unsigned r = below(g, t->temps);

      if (chance(g, 60)) {
         put(g, ", IMM[%u].xyz", below(g, t->num_imms));
      } else {
         put(g, ", TEMP[%u].yzx", r);
         tgsi_gen_read_temp(t, r);
      }
   }
}

void tgsi_gen_texture(struct tgsi_gen *t, enum tgsi_op op)
{
   struct gen *g = G(t);
   const struct tgsi_op_info *i = &tgsi_op_info[op];
   const bool sampled = i->kind == TGSI_TEX;
   const unsigned n = sampled ? unit(t, op) : below(g, t->num_views);

   put(g, "%s%s ", name(op), i->types[0] == 'F' && has(g, SATURATE) && gen_choose_modifier(g, GEN_SAT, 8) ? "_SAT" : "");
   tgsi_gen_result(t, i->types[0], 0xfffe, false);
   for (unsigned s = 0; s < i->num_src; s++) {
      const char type = tgsi_src_type(op, s);

      if (i->optional && s + 1 == i->num_src && chance(g, 50))
         break;
      put(g, ", ");
      if (type == 'S' && sampled && !(has(g, OBJECT_INDEX) && chance(g, 20))) {
         put(g, "SAMP[%u]", n);
         gen_note_kind(g, GEN_OBJECT);
      } else if (type == 'S') {
         tgsi_gen_object(t, "SAMP", t->num_samplers);
      } else if (type == 'V') {
         tgsi_gen_object(t, "SVIEW", t->num_views);
         tgsi_gen_swizzle(t, false);
      } else {
         tgsi_gen_source(t, type);
      }
   }
   if (!sampled)
      return;
   put(g, ", %s", tgsi_target_info[t->target[n]].name);
   offsets(t, op, t->target[n]);
}

/* ---- memory */

enum object { NONE, BUFFER, IMAGE, MEMORY, COUNTERS, CONSTANTS, OBJECTS };

static unsigned objects_for(const struct tgsi_gen *t, enum tgsi_op op)
{
   const bool writes = op != TGSI_OP_LOAD && op != TGSI_OP_RESQ,
              memories = t->memories[TGSI_GLOBAL] || t->memories[TGSI_SHARED] || t->memories[TGSI_PRIVATE];
   unsigned set = (t->num_buffers ? 1u << BUFFER : 0) | (t->num_images ? 1u << IMAGE : 0);

   if (memories)
      set |= 1u << MEMORY;
   if (t->atomic_counters && op != TGSI_OP_STORE && op != TGSI_OP_RESQ)
      set |= 1u << COUNTERS;
   if (t->constbuf && !writes && op != TGSI_OP_RESQ)
      set |= 1u << CONSTANTS;
   return set;
}

bool tgsi_gen_can_memory(const struct tgsi_gen *t, enum tgsi_op op)
{
   const bool fence = op == TGSI_OP_MFENCE || op == TGSI_OP_LFENCE || op == TGSI_OP_SFENCE || op == TGSI_OP_MEMBAR;

   if (op == TGSI_OP_BARRIER)
      return true;
   return fence ? t->num_buffers : objects_for(t, op) != 0;
}

static enum object object(struct tgsi_gen *t, enum tgsi_op op, unsigned *number)
{
   static const uint8_t weights[32] = {[BUFFER] = 10, [IMAGE] = 6, [MEMORY] = 6, [COUNTERS] = 2, [CONSTANTS] = 2};
   struct gen *g = G(t);
   const enum object o = (enum object)gen_choose_bit(g, objects_for(t, op), GEN_BY_KIND, weights);
   const bool writes = op != TGSI_OP_LOAD && op != TGSI_OP_RESQ;

   *number = 0;
   switch (o) {
   case BUFFER: tgsi_gen_object(t, "BUFFER", t->num_buffers); break;
   case IMAGE:
      *number = below(g, t->num_images);
      put(g, "IMAGE[%u]", *number);
      gen_note_kind(g, GEN_OBJECT);
      break;
   case COUNTERS: put(g, "HWATOMIC[0]"), tgsi_gen_object(t, "", 4); break;
   case CONSTANTS: tgsi_gen_object(t, "CONSTBUF", 2); break;
   default:
      do
         *number = below(g, TGSI_MEMORY_COUNT);
      while (!t->memories[*number] || (*number == TGSI_INPUT && (writes || op == TGSI_OP_RESQ)));
      put(g, "MEMORY[%u]", *number);
      gen_note_kind(g, GEN_OBJECT);
   }
   return o;
}

/* Writes a byte address: a constant, a register that the statement before has masked, or any register. */
static void address(struct tgsi_gen *t, unsigned masked)
{
   static const uint32_t offsets[] = {0, 4, 8, 12, 16, 20, 28, 48, 60, 64, 124, 2, 0xfffffffc};
   struct gen *g = G(t);
   unsigned lane, k = below(g, 100);

   if (masked < t->temps && k < 60) {
      put(g, "TEMP[%u].%c%c%c%c", masked, 'x', "xyw"[below(g, 3)], "xz"[below(g, 2)], 'x');
      tgsi_gen_read_temp(t, masked);
   } else if (k < 92) {
      const unsigned n = tgsi_gen_imm(t, offsets[below(g, has(g, OUT_OF_RANGE) ? 13 : 10)], &lane);

      put(g, "IMM[%u].%c%c%c%c", n, "xyzw"[lane], "xyzw"[lane], "xyzw"[lane], "xyzw"[lane]);
   } else {
      tgsi_gen_source(t, 'U');
   }
}

static void image_words(struct tgsi_gen *t, unsigned n)
{
   struct gen *g = G(t);

   if (chance(g, 50))
      return;
   put(g, ", %s", tgsi_target_info[t->image_target[n]].name);
   if (chance(g, 50))
      return;
   gen_note_modifier(g, GEN_FORMAT);
   put(g, ", %s", tgsi_format_name[chance(g, 60) ? t->image_format[n] : below(g, MEM_FORMAT_COUNT)]);
}

/* Sometimes writes a statement that masks an address for the access after it. Returns the register, or t->temps for none. */
static unsigned mask_address(struct tgsi_gen *t)
{
   static const uint32_t bits[] = {60, 28, 12, 4, 124, 63, 7};
   struct gen *g = G(t);
   const unsigned n = below(g, t->temps);
   unsigned lane;

   if (chance(g, 45))
      return chance(g, 50) ? n : t->temps;
   const unsigned imm = tgsi_gen_imm(t, bits[below(g, 7)], &lane);
   g->shot.op = TGSI_OP_AND;
   put(g, "AND TEMP[%u]", n);
   gen_bit(&g->writes, n);
   gen_note_kind(g, GEN_TO_TEMP);
   tgsi_gen_mask(t, 15);
   put(g, ", ");
   tgsi_gen_source(t, 'U');
   gen_note_kind(g, GEN_LITERAL);
   put(g, ", IMM[%u].%c%c%c%c\n", imm, "xyzw"[lane], "xyzw"[lane], "xyzw"[lane], "xyzw"[lane]);
   gen_instruction_done(g, false);
   return n;
}

static void fence(struct tgsi_gen *t, enum tgsi_op op)
{
   struct gen *g = G(t);
   unsigned lane;

   put(g, "%s", name(op));
   gen_bit(&g->writes, GEN_SET_MEMORY);
   if (op == TGSI_OP_MEMBAR) {
      const unsigned n = tgsi_gen_imm(t, 1 + below(g, 31), &lane);

      put(g, " IMM[%u].%c%c%c%c", n, "xyzw"[lane], "xyzw"[lane], "xyzw"[lane], "xyzw"[lane]);
      gen_note_kind(g, GEN_LITERAL);
   } else if (op != TGSI_OP_BARRIER && chance(g, 50)) {
      put(g, " BUFFER[%u]", below(g, t->num_buffers));
      gen_note_kind(g, GEN_OBJECT);
   }
}

void tgsi_gen_memory(struct tgsi_gen *t, enum tgsi_op op)
{
   struct gen *g = G(t);
   const struct tgsi_op_info *i = &tgsi_op_info[op];
   unsigned n;

   if (op == TGSI_OP_MFENCE || op == TGSI_OP_LFENCE || op == TGSI_OP_SFENCE || op == TGSI_OP_MEMBAR || op == TGSI_OP_BARRIER) {
      fence(t, op);
      return;
   }
   const unsigned masked = op == TGSI_OP_RESQ ? t->temps : mask_address(t);
   g->shot.op = op;
   put(g, "%s ", name(op));
   gen_bit(&g->reads, GEN_SET_EFFECT);
   gen_bit(&g->reads, GEN_SET_MEMORY);
   if (op != TGSI_OP_LOAD && op != TGSI_OP_RESQ)
      gen_bit(&g->writes, GEN_SET_MEMORY);
   enum object o = NONE;
   if (i->types[0] == 'R') {
      o = object(t, op, &n);
      tgsi_gen_mask(t, has(g, MASK) ? gen_choose_mask(g, 0xfffe) : 15);
   } else {
      tgsi_gen_result(t, i->types[0], 0xfffe, false);
   }
   for (unsigned s = 0; s < i->num_src; s++) {
      put(g, ", ");
      if (tgsi_src_type(op, s) == 'R') {
         o = object(t, op, &n);
         if ((op == TGSI_OP_LOAD || op == TGSI_OP_RESQ) && chance(g, 30))
            tgsi_gen_swizzle(t, false);
      } else if (s == (i->types[0] == 'R' ? 0u : 1u)) {
         address(t, masked);
      } else {
         tgsi_gen_source(t, tgsi_src_type(op, s));
      }
   }
   if (o == IMAGE)
      image_words(t, n);
}

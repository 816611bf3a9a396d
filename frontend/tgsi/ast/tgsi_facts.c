/* SPDX-License-Identifier: MIT */
/* Facts of a tree that several of its readers need. They do not include the values that instructions compute. */
#include "frontend/tgsi/ast/tgsi_ast.h"

#include <string.h>

static uint8_t coordinates_of(const struct tgsi_instr *in, unsigned s)
{
   const struct tgsi_target_info *t = &tgsi_target_info[in->target];

   if (in->target >= TGSI_TARGET_COUNT || s)
      return 0;
   if (in->op == TGSI_OP_TXQ || in->op == TGSI_OP_SVIEWINFO)
      return 1;
   return (uint8_t)((1u << (t->coords + t->array)) - 1);
}

/* ---- instructions on memory */

/* The declaration of an image, or of a resource that is accessed by texels; NULL if the operand names words. */
static const struct tgsi_decl *declared_image(const struct tgsi_program *p, const struct tgsi_operand *o)
{
   for (uint32_t i = 0; i < p->num_decls; i++) {
      const struct tgsi_decl *d = &p->decls[i];
      if (d->file == o->file && (o->rel != TGSI_NONE || (d->first <= (uint32_t)o->index && (uint32_t)o->index <= d->last)))
         return o->file == TGSI_FILE_IMAGE || (o->file == TGSI_FILE_RES && !(d->raw && d->target == TGSI_TARGET_BUFFER)) ? d
                                                                                                                         : NULL;
   }
   return NULL;
}

static uint8_t address_lanes(const struct tgsi_instr *in, const struct tgsi_operand *object, const struct tgsi_decl *image)
{
   if (object->file == TGSI_FILE_HWATOMIC)
      return 0;
   if (!image || image->raw)
      return 1;
   const unsigned target = in->has_target ? in->target : image->target;
   const struct tgsi_target_info *t = &tgsi_target_info[target < TGSI_TARGET_COUNT ? target : TGSI_TARGET_2D];
   const bool cube = target == TGSI_TARGET_CUBE || target == TGSI_TARGET_CUBE_ARRAY; /* faces are layers */

   return (uint8_t)(((1u << (cube ? 3 : t->coords + t->array)) - 1) | (t->samples ? 8 : 0));
}

/* The lanes of a texel that memory keeps. */
static uint8_t texel_lanes(const struct tgsi_instr *in, const struct tgsi_decl *image)
{
   const unsigned format = in->format != TGSI_NONE ? in->format : image->format;
   uint8_t lanes = 0;

   if (format == TGSI_NONE || !format)
      return 15;
   for (const char *c = mem_format_info[format].store; *c; c++)
      lanes |= *c == 'w' ? 8 : *c == '-' ? 0 : (uint8_t)(1u << (*c - 'x'));
   return lanes;
}

static uint8_t memory_lanes(const struct tgsi_program *p, const struct tgsi_instr *in, unsigned s)
{
   const bool stores = in->op == TGSI_OP_STORE;
   const struct tgsi_operand *object = stores ? tgsi_dst(p, in, 0) : in->num_src > 1 ? tgsi_src(p, in, 0) : NULL;
   const struct tgsi_decl *image = object ? declared_image(p, object) : NULL;

   if (!object)
      return in->op == TGSI_OP_MEMBAR;
   if (s == (stores ? 0 : 1))
      return address_lanes(in, object, image);
   if (stores)
      return image && !image->raw ? texel_lanes(in, image) : object->mask;
   return s > 1;
}

static uint8_t whole_pairs(uint8_t mask) { return (uint8_t)((mask & 3 ? 3 : 0) | (mask & 12 ? 12 : 0)); }

uint8_t tgsi_read_lanes(const struct tgsi_program *p, const struct tgsi_instr *in, unsigned s)
{
   const enum tgsi_op op = (enum tgsi_op)in->op;
   const uint8_t mask = in->num_dst ? tgsi_dst(p, in, 0)->mask : 15;

   switch ((enum tgsi_kind)tgsi_op_info[op].kind) {
   case TGSI_COMP:
   case TGSI_VOTE: return op == TGSI_OP_READ_INVOC && s ? 1 : mask;
   case TGSI_INTERP: return s == 0 ? mask : op == TGSI_OP_INTERP_OFFSET ? 3 : 1;
   case TGSI_SCALAR: return 1;
   case TGSI_DOT:
   case TGSI_VECTOR: return tgsi_op_info[op].flags >> 8 ? tgsi_op_info[op].flags >> (8 + 4 * s) & 15 : 15;
   case TGSI_PAIR:
   case TGSI_PAIR_TEST: return whole_pairs(mask);
   case TGSI_PAIR_COUNT: return (uint8_t)(s ? whole_pairs(mask) & 5 : whole_pairs(mask));
   case TGSI_FRACEXP: return 3;
   case TGSI_WIDEN: return (uint8_t)((mask & 3 ? 1 : 0) | (mask & 12 ? 2 : 0));
   case TGSI_NARROW: return mask & (mask - 1) ? 15 : 3;
   case TGSI_TEX:
   case TGSI_VIEW: return op == TGSI_OP_SAMPLE_POS || op == TGSI_OP_SAMPLE_INFO ? s : coordinates_of(in, s);
   case TGSI_FLOW: return op == TGSI_OP_PUSHA ? 15 : op == TGSI_OP_BGNFOR ? 7 : 1;
   case TGSI_EFFECT: return op == TGSI_OP_KILL_IF ? 15 : op == TGSI_OP_FBFETCH ? 0 : 1; /* it only names a target */
   case TGSI_MEMORY: return memory_lanes(p, in, s);
   }
   return 0;
}

bool tgsi_opens_block(const struct tgsi_instr *in)
{
   switch (in->op) {
   case TGSI_OP_IF:
   case TGSI_OP_UIF:
   case TGSI_OP_IFC:
   case TGSI_OP_BGNLOOP:
   case TGSI_OP_BGNFOR:
   case TGSI_OP_REP:
   case TGSI_OP_SWITCH: return true;
   default: return false;
   }
}

/* The kind of MEMORY[n]: the declared one, or that of the only declaration. */
static enum tgsi_memory declared_memory(const struct tgsi_program *p, int32_t n)
{
   enum tgsi_memory kind = TGSI_GLOBAL;
   uint32_t kinds = 0;

   if (n >= 0 && (uint32_t)n < p->num_regs[TGSI_FILE_MEMORY] && p->decl_of[TGSI_FILE_MEMORY][n] != TGSI_NONE)
      return (enum tgsi_memory)p->decls[p->decl_of[TGSI_FILE_MEMORY][n]].memory;
   for (uint32_t i = 0; i < p->num_decls; i++)
      if (p->decls[i].file == TGSI_FILE_MEMORY) {
         kind = (enum tgsi_memory)p->decls[i].memory;
         kinds++;
      }
   return kinds == 1 ? kind : TGSI_GLOBAL;
}

/* RES[-1] to RES[-4], and the same numbers as 16 bits of a token. */
enum tgsi_memory tgsi_memory_of(const struct tgsi_program *p, const struct tgsi_operand *o)
{
   const uint32_t k = o->index < 0 ? ~(uint32_t)o->index : 32767u - (uint32_t)o->index;

   if (o->file == TGSI_FILE_MEMORY)
      return declared_memory(p, o->index);
   return o->file == TGSI_FILE_RES && o->rel == TGSI_NONE && k < TGSI_MEMORY_COUNT ? (enum tgsi_memory)k : TGSI_MEMORY_COUNT;
}

static bool is_distance(const struct tgsi_decl *d)
{
   return d->semantic == TGSI_SEMANTIC_CLIPDIST || d->semantic == TGSI_SEMANTIC_CULLDIST;
}

unsigned tgsi_slot(const struct tgsi_decl *d, uint32_t reg, unsigned comp, unsigned *lane)
{
   const uint32_t k = reg - d->first, slot = d->slot + (is_distance(d) ? 4 * k + comp : k);

   *lane = is_distance(d) ? 0 : comp;
   return d->slot < SLOT_COUNT && slot < SLOT_COUNT ? slot : SLOT_COUNT;
}

bool tgsi_lane_is_number(const struct tgsi_program *p, const struct tgsi_decl *d, unsigned comp, bool *one)
{
   const bool attribute = p->stage == TGSI_STAGE_VERT && d->file == TGSI_FILE_IN;
   const char lane = attribute || d->semantic >= TGSI_SEMANTIC_COUNT ? 'x' : tgsi_semantic_info[d->semantic].lanes[comp];

   *one = lane == '1';
   return *one || lane == '0';
}

bool tgsi_tests_early(const struct tgsi_program *p)
{
   return p->stage == TGSI_STAGE_FRAG && p->property[TGSI_PROPERTY_FS_EARLY_DEPTH_STENCIL].value;
}

bool tgsi_result_slot(const struct tgsi_decl *d, uint32_t reg, unsigned lane, uint32_t *slot, unsigned *bit)
{
   *slot = tgsi_slot(d, reg, lane, bit);
   if (*slot == SLOT_COUNT)
      return false;
   if (is_distance(d))
      return *slot <= SLOT_CLIP_LAST;
   if (*slot == SLOT_FRAG_DEPTH || *slot == SLOT_FRAG_STENCIL)
      return lane == (*slot == SLOT_FRAG_DEPTH ? 2 : 1);
   return d->semantic >= TGSI_SEMANTIC_COUNT || strchr("xyzw", tgsi_semantic_info[d->semantic].lanes[lane]);
}

/* --- results that are integers --- */

struct lanes {
   const struct tgsi_program *p;
   uint8_t *of[TGSI_FILE_COUNT]; /* by register: lanes to which something other than an integer is written */
   bool changed;
};

static bool is_integer(const struct tgsi_instr *in, unsigned n)
{
   const enum tgsi_op op = (enum tgsi_op)in->op;

   return tgsi_op_info[op].kind != TGSI_VECTOR && tgsi_dst_type(op, n) != 'F';
}

/* Returns true if the lane that a source copies is known to be an integer. */
static bool copies_integer(const struct lanes *l, const struct tgsi_operand *o, unsigned lane)
{
   if (o->neg || o->abs || o->rel != TGSI_NONE)
      return false;
   if (o->file == TGSI_FILE_IMM)
      return l->p->imms[o->index].type != TGSI_FLT32;
   return (o->file == TGSI_FILE_TEMP || o->file == TGSI_FILE_ADDR) && !(l->of[o->file][o->index] >> o->swz[lane] & 1);
}

static uint8_t float_lanes(const struct lanes *l, const struct tgsi_instr *in, unsigned n)
{
   const unsigned first = in->op == TGSI_OP_UCMP;
   const uint8_t mask = tgsi_dst(l->p, in, n)->mask;
   uint8_t floats = 0;

   if (is_integer(in, n))
      return 0;
   if ((in->op != TGSI_OP_MOV && in->op != TGSI_OP_UCMP) || in->sat || in->sat_signed)
      return mask;
   for (unsigned lane = 0; lane < 4; lane++)
      for (unsigned s = first; s < in->num_src && mask >> lane & 1; s++)
         floats |= (uint8_t)(!copies_integer(l, tgsi_src(l->p, in, s), lane) << lane);
   return floats;
}

static void mark(struct lanes *l, const struct tgsi_operand *o, uint8_t floats)
{
   const uint32_t n = l->p->num_regs[o->file];
   const bool one = o->rel == TGSI_NONE;

   if (!l->of[o->file] || !floats)
      return;
   for (uint32_t r = one ? (uint32_t)o->index : 0; r < (one ? (uint32_t)o->index + 1 : n); r++) {
      l->changed |= (floats & ~l->of[o->file][r]) != 0;
      l->of[o->file][r] |= floats;
   }
}

/* Returns true if some written lane of a result may still be an integer. */
static bool any_integer(const struct lanes *l)
{
   const struct tgsi_program *p = l->p;
   uint32_t slot;
   unsigned bit;

   for (uint32_t r = 0; r < p->num_regs[TGSI_FILE_OUT]; r++) {
      const uint32_t decl = p->decl_of[TGSI_FILE_OUT][r];

      for (unsigned lane = 0; lane < 4 && decl != TGSI_NONE; lane++)
         if (!(l->of[TGSI_FILE_OUT][r] >> lane & 1) && tgsi_result_slot(&p->decls[decl], r, lane, &slot, &bit) &&
             p->out_written[slot] >> bit & 1)
            return true;
   }
   return false;
}

/* Successive copies need a walk each if they are in the wrong order. */
#define MAX_WALKS 16

void tgsi_float_results(struct util_ctx *ctx, const struct tgsi_program *p, uint8_t floats[SLOT_COUNT])
{
   static const enum tgsi_file files[] = {TGSI_FILE_TEMP, TGSI_FILE_ADDR, TGSI_FILE_OUT};
   struct lanes l = {.p = p, .changed = true};
   uint32_t slot;
   unsigned bit, walks = 0;

   for (unsigned f = 0; f < 3; f++)
      l.of[files[f]] = UTIL_ARRAY(ctx, uint8_t, (size_t)p->num_regs[files[f]] + 1);
   while (l.changed && walks++ < MAX_WALKS && any_integer(&l)) {
      l.changed = false;
      for (uint32_t i = 0; i < p->num_instrs; i++)
         for (unsigned n = 0; n < p->instrs[i].num_dst; n++)
            mark(&l, tgsi_dst(p, &p->instrs[i], n), float_lanes(&l, &p->instrs[i], n));
   }
   memset(floats, 0, SLOT_COUNT);
   for (uint32_t r = 0; r < p->num_regs[TGSI_FILE_OUT]; r++) {
      const uint32_t decl = p->decl_of[TGSI_FILE_OUT][r];

      for (unsigned lane = 0; lane < 4 && decl != TGSI_NONE; lane++)
         if ((l.changed || l.of[TGSI_FILE_OUT][r] >> lane & 1) && tgsi_result_slot(&p->decls[decl], r, lane, &slot, &bit))
            floats[slot] |= (uint8_t)(1u << bit);
   }
   for (unsigned f = 0; f < 3; f++)
      util_discard(ctx, l.of[files[f]], (size_t)p->num_regs[files[f]] + 1);
}

/* --- constants --- */

/* The least number of constants of a program that reads the memory INPUT, whose size is not declared: 1,024 bytes, the minimum
   of OpenCL for the arguments of a kernel (CL_DEVICE_MAX_PARAMETER_SIZE). */
#define INPUT_REGISTERS 64

uint32_t tgsi_num_constants(const struct tgsi_program *p)
{
   uint32_t n = p->num_regs[TGSI_FILE_CONST];

   for (uint32_t i = 0; i < p->num_operands && n < INPUT_REGISTERS; i++)
      if (tgsi_memory_of(p, &p->operands[i]) == TGSI_INPUT)
         n = INPUT_REGISTERS;
   return n;
}

/* --- textures --- */

bool tgsi_has_access(enum exec_tex_op op, enum exec_tex_target target)
{
   const bool plain = target == TEX_BUFFER || exec_tex_info[target].samples; /* not filtered */

   if (op == TEX_GATHER && exec_tex_dims(target) != 2)
      return false;
   if (op == TEX_FETCH)
      return !exec_tex_is_cube(target);
   return !plain || (exec_tex_is_query(op) && op != TEX_LEVEL);
}

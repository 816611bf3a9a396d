/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator of TGSI: memory (docs/semantics-tgsi.md, "Memory"). Invocations access it one after another, in the
 * order of their numbers.
 *
 * Memory has no taint of its own: once a tainted value is stored, or decides where or whether a value is stored, all of memory
 * is tainted.
 */
#include "frontend/tgsi/eval/tgsi_eval.h"
#include "semantics/memory/race.h"

/* Numbers of RES that name memory instead of resources, written as negative numbers or as positive ones of 15 bits. */
enum { RES_GLOBAL = -1, RES_SHARED = -2, RES_PRIVATE = -3, RES_INPUT = -4, RES_NUMBERS = 32768 };

/* The memory that an operand names, for one invocation. */
struct place {
   enum { WORDS, CONSTANTS, PRIVATE, IMAGE } kind;
   struct mem_image image; /* IMAGE; the object also for WORDS */
   uint32_t number;        /* of the buffer, for CONSTANTS */
   bool counter;           /* the address is `byte`, not that of the instruction */
   uint32_t byte;
   bool raw;
};

static const struct tgsi_decl *declaration_of(const struct tgsi_eval *e, enum tgsi_file file, uint32_t number)
{
   const struct tgsi_decl *only = NULL;
   unsigned count = 0;

   for (uint32_t i = 0; i < e->p->num_decls; i++) {
      const struct tgsi_decl *d = &e->p->decls[i];
      if (d->file != file)
         continue;
      if (d->first <= number && number <= d->last)
         return d;
      only = d;
      count++;
   }
   return file == TGSI_FILE_MEMORY && count == 1 ? only : NULL;
}

static enum exec_tex_target image_target(enum tgsi_target t)
{
   switch (t) {
   case TGSI_TARGET_BUFFER: return TEX_BUFFER;
   case TGSI_TARGET_1D: return TEX_1D;
   case TGSI_TARGET_3D: return TEX_3D;
   case TGSI_TARGET_CUBE: return TEX_CUBE;
   case TGSI_TARGET_RECT: return TEX_RECT;
   case TGSI_TARGET_1D_ARRAY: return TEX_ARRAY1D;
   case TGSI_TARGET_2D_ARRAY: return TEX_ARRAY2D;
   case TGSI_TARGET_2D_MSAA: return TEX_2DMS;
   case TGSI_TARGET_2D_ARRAY_MSAA: return TEX_ARRAY2DMS;
   case TGSI_TARGET_CUBE_ARRAY: return TEX_ARRAYCUBE;
   default: return TEX_2D;
   }
}

static struct place words_of(const struct tgsi_eval *e, enum mem_space space, uint32_t unit)
{
   return (struct place){.kind = WORDS, .image.object = mem_object(e->wave->memory, space, unit)};
}

static struct place memory_of(const struct tgsi_eval *e, unsigned word)
{
   switch (word) {
   case 1: return words_of(e, MEM_SHARED, 0);
   case 2: return (struct place){.kind = PRIVATE};
   case 3: return (struct place){.kind = CONSTANTS, .number = 0};
   default: return words_of(e, MEM_GLOBAL, 0);
   }
}

static struct place image_of(const struct tgsi_eval *e, const struct tgsi_instr *in, const struct tgsi_decl *d, uint32_t number)
{
   struct place p = {.kind = IMAGE, .image.object = mem_object(e->wave->memory, MEM_IMAGE, number)};

   p.image.target = image_target(in->has_target ? (enum tgsi_target)in->target
                                 : d            ? (enum tgsi_target)d->target
                                                : TGSI_TARGET_2D);
   if (in->format != TGSI_NONE)
      p.image.format = (enum mem_format)in->format;
   if (!p.image.format && d && d->format != TGSI_NONE)
      p.image.format = (enum mem_format)d->format;
   return p;
}

static struct place resource_of(const struct tgsi_eval *e, const struct tgsi_instr *in, uint32_t number)
{
   const int32_t n = number < RES_NUMBERS - 4 ? (int32_t)number
                     : number < RES_NUMBERS   ? (int32_t)number - RES_NUMBERS
                                              : (int32_t)number;
   const struct tgsi_decl *d = declaration_of(e, TGSI_FILE_RES, number);
   struct place p;

   if (n < 0)
      return memory_of(e, n == RES_SHARED ? 1 : n == RES_PRIVATE ? 2 : n == RES_INPUT ? 3 : 0);
   if (!d || (d->raw && d->target == TGSI_TARGET_BUFFER))
      return words_of(e, MEM_BUFFER, number);
   p = image_of(e, in, d, number);
   p.raw = d->raw;
   p.image.format = d->raw ? MEM_R32_UINT : MEM_NONE;
   return p;
}

/* dimension is the first of two indices. */
static struct place place_of(const struct tgsi_eval *e, const struct tgsi_instr *in, const struct tgsi_operand *o,
                             uint32_t number, uint32_t dimension)
{
   struct place p;

   switch (o->file) {
   case TGSI_FILE_BUFFER: return words_of(e, MEM_BUFFER, number);
   case TGSI_FILE_HWATOMIC:
      p = words_of(e, MEM_COUNTER, dimension);
      p.counter = true;
      p.byte = 4 * number;
      return p;
   case TGSI_FILE_IMAGE: return image_of(e, in, declaration_of(e, TGSI_FILE_IMAGE, number), number);
   case TGSI_FILE_RES: return resource_of(e, in, number);
   case TGSI_FILE_MEMORY: {
      const struct tgsi_decl *d = declaration_of(e, TGSI_FILE_MEMORY, number);
      return memory_of(e, d ? d->memory : 0);
   }
   default: return (struct place){.kind = CONSTANTS, .number = number}; /* CONSTBUF, CONST */
   }
}

/* ---- words */

static uint32_t read_constant(const struct tgsi_eval *e, uint32_t buffer, uint32_t w)
{
   const struct exec_wave *t = e->wave;

   if (!buffer)
      return w / 4 < e->num_constants ? t->param[w / 4][w % 4] : 0;
   if (buffer >= sizeof t->buffer / sizeof t->buffer[0])
      return 0;
   return w < t->buffer[buffer].words ? t->buffer[buffer].data[w] : 0;
}

static uint32_t load_word(const struct tgsi_eval *e, const struct place *p, uint32_t byte, unsigned l)
{
   switch (p->kind) {
   case CONSTANTS: return read_constant(e, p->number, byte / 4);
   case PRIVATE: return byte / 4 < TGSI_PRIVATE_WORDS ? e->private_words[byte / 4][l] : 0;
   default: return mem_load(p->image.object, byte);
   }
}

static void store_word(struct tgsi_eval *e, const struct place *p, uint32_t byte, unsigned l, uint32_t value)
{
   if (p->kind == PRIVATE && byte / 4 < TGSI_PRIVATE_WORDS)
      e->private_words[byte / 4][l] = value;
   else if (p->kind == WORDS)
      mem_store(p->image.object, byte, value);
}

/* ---- the operands of an instruction */

struct access {
   exec_lanes number, dimension;
   bool vary, vary_dimension;
   const struct tgsi_operand *object;
   const struct tgsi_reg *address;
   uint32_t taint; /* of the number and the address */
};

/* The invocations whose accesses are undefined because memory is. */
static uint32_t memory_taint(const struct tgsi_eval *e)
{
   return e->wave->memory && e->wave->memory->tainted ? e->flow.active : 0;
}

static struct access begin(struct tgsi_eval *e, const struct tgsi_instr *in, const struct tgsi_operand *object, int address)
{
   struct access a = {.object = object};

   a.vary = tgsi_eval_index(e, object, a.number, &a.taint);
   a.vary_dimension = tgsi_eval_dimension(e, object, a.dimension, &a.taint);
   if (address >= 0) {
      tgsi_eval_source(e, in, (unsigned)address, 15);
      a.address = &e->src[address];
      for (unsigned c = 0; c < 4; c++)
         a.taint |= a.address->taint[c] & e->flow.active;
   }
   a.taint |= memory_taint(e);
   return a;
}

static struct place place_in(const struct tgsi_eval *e, const struct tgsi_instr *in, const struct access *a, unsigned l)
{
   return place_of(e, in, a->object, a->number[a->vary ? l : 0], a->dimension[a->vary_dimension ? l : 0]);
}

static uint32_t byte_of(const struct access *a, const struct place *p, unsigned l)
{
   return p->counter ? p->byte : a->address->v[0][l];
}

/* The coordinates of an invocation, then the sample. k is the word of a raw access. */
static void texel_of(const struct access *a, const struct place *p, unsigned l, uint32_t k, uint32_t at[4])
{
   const unsigned n = mem_coordinates(p->image.target);

   for (unsigned c = 0; c < 4; c++)
      at[c] = a->address->v[c][l];
   if (exec_tex_info[p->image.target].samples)
      at[n] = a->address->v[3][l];
   if (p->raw)
      at[0] = (at[0] >> 2) + k;
}

/* Records that these invocations store a tainted value. */
static void taint_memory(struct tgsi_eval *e, uint32_t lanes)
{
   if (e->wave->memory && (lanes & e->flow.active & ~e->wave->helper))
      e->wave->memory->tainted = true;
}

static void write_result(struct tgsi_eval *e, const struct tgsi_instr *in, uint32_t taint)
{
   for (unsigned c = 0; c < 4; c++)
      e->res.taint[c] = taint;
   e->tainting |= taint != 0;
   tgsi_eval_write(e, in, 0, tgsi_dst(e->p, in, 0)->mask);
}

/* ---- instructions */

static void load(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const struct access a = begin(e, in, tgsi_src(e->p, in, 0), 1);
   unsigned wanted = 0;

   for (unsigned c = 0; c < 4; c++)
      wanted |= (tgsi_dst(e->p, in, 0)->mask >> c & 1u) << a.object->swz[c];
   TGSI_EACH_LANE(l, e->flow.active)
   {
      const struct place p = place_in(e, in, &a, l);
      uint32_t at[4], value[4] = {0}, texel[4] = {0};

      mem_race_at(e->wave->memory, l, in->span);
      for (uint32_t k = 0; k < 4; k++) {
         if (p.kind != IMAGE || p.raw ? !(wanted >> k & 1) : !wanted)
            continue;
         if (p.kind != IMAGE) {
            value[k] = load_word(e, &p, byte_of(&a, &p, l) + 4 * k, l);
         } else if (p.raw || !k) {
            texel_of(&a, &p, l, k, at);
            mem_image_load(e->num, &p.image, at, texel);
            value[k] = texel[0];
         } else {
            value[k] = texel[k];
         }
      }
      for (unsigned c = 0; c < 4; c++)
         e->res.v[c][l] = value[a.object->swz[c]];
   }
   write_result(e, in, a.taint);
}

/* Stores word k of one invocation. pass: invocations whose predicate holds, by component; for a texel that of x decides. */
static void store_part(struct tgsi_eval *e, const struct tgsi_instr *in, const struct access *a, unsigned l, uint32_t k,
                       const uint32_t pass[4])
{
   const struct place p = place_in(e, in, a, l);
   const bool texel = p.kind == IMAGE && !p.raw;
   const uint32_t value[4] = {e->src[1].v[p.raw ? k : 0][l], e->src[1].v[1][l], e->src[1].v[2][l], e->src[1].v[3][l]};
   uint32_t at[4];

   if (!(pass[texel ? 0 : k] >> l & 1))
      return;
   mem_race_at(e->wave->memory, l, in->span);
   if (p.kind == IMAGE && (texel || a->object->mask >> k & 1)) {
      texel_of(a, &p, l, k, at);
      mem_image_store_word(e->num, &p.image, at, value, p.raw ? 0 : k);
   } else if (p.kind != IMAGE && a->object->mask >> k & 1) {
      store_word(e, &p, byte_of(a, &p, l) + 4 * k, l, e->src[1].v[k][l]);
   }
}

static void store(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const struct access a = begin(e, in, tgsi_dst(e->p, in, 0), 0);
   uint32_t taint = a.taint | e->lane_taint, pass[4];

   tgsi_eval_source(e, in, 1, 15);
   for (unsigned c = 0; c < 4; c++) {
      uint32_t maybe;
      pass[c] = tgsi_eval_predicate(e, in, c, &maybe);
      taint |= e->src[1].taint[c] | maybe;
   }
   taint_memory(e, taint);
   for (uint32_t k = 0; k < 4; k++)
      TGSI_EACH_LANE(l, e->flow.active & ~e->wave->helper)
      {
         store_part(e, in, &a, l, k, pass);
      }
}

static const uint8_t operation[TGSI_OP_COUNT] = {
#define OPERATION_VALUE NO_OPERATION
#define OPERATION_CALL NO_OPERATION
#define OPERATION_TEXTURE NO_OPERATION
#define OPERATION_ATOMIC(name, op) [TGSI_OP_##name] = op,
#define NO_OPERATION(...)
#define TGSI_OP(name, kind, types, documents, stages, flags, number, lowering, how, ...) OPERATION_##how(name, __VA_ARGS__)
#include "frontend/tgsi/ast/tgsi_ops.def"
};

static void atomic(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const enum mem_atomic op = (enum mem_atomic)operation[in->op];
   const struct access a = begin(e, in, tgsi_src(e->p, in, 0), 1);
   uint32_t taint = a.taint | e->lane_taint;

   for (unsigned n = 2; n < in->num_src; n++) {
      tgsi_eval_source(e, in, n, 1);
      taint |= e->src[n].taint[0];
   }
   taint_memory(e, taint);
   taint |= memory_taint(e); /* the operation of one invocation changes what the others find */
   TGSI_EACH_LANE(l, e->flow.active)
   {
      const struct place p = place_in(e, in, &a, l);
      const uint32_t value[2] = {e->src[2].v[0][l], op == MEM_CAS ? e->src[3].v[0][l] : 0};
      uint32_t at[4], was = 0;

      mem_race_at(e->wave->memory, l, in->span);
      if (e->wave->helper >> l & 1) {
         was = 0;
      } else if (p.kind == IMAGE) {
         texel_of(&a, &p, l, 0, at);
         was = mem_image_atomic(e->num, op, &p.image, at, value, true);
      } else if (p.kind == WORDS) {
         was = mem_atomic(e->num, op, p.image.object, byte_of(&a, &p, l), value[0], value[1]);
      } else {
         const uint32_t byte = byte_of(&a, &p, l);
         was = load_word(e, &p, byte, l);
         store_word(e, &p, byte, l, mem_atomic_value(e->num, op, was, value[0], value[1]));
      }
      for (unsigned c = 0; c < 4; c++)
         e->res.v[c][l] = was;
   }
   write_result(e, in, taint | (e->wave->helper & e->flow.active));
}

static void query(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct access a = begin(e, in, tgsi_src(e->p, in, 0), -1);

   TGSI_EACH_LANE(l, e->flow.active)
   {
      const struct place p = place_in(e, in, &a, l);
      uint32_t size[4] = {0};

      if (p.kind == IMAGE)
         mem_image_size(p.image.object, p.image.target, size);
      else if (p.kind == PRIVATE)
         size[0] = 4 * TGSI_PRIVATE_WORDS;
      else if (p.kind == CONSTANTS)
         size[0] = 4 * (!p.number ? 4 * e->num_constants : p.number < 16 ? e->wave->buffer[p.number].words : 0);
      else
         size[0] = p.image.object ? p.image.object->bytes : 0;
      for (unsigned c = 0; c < 4; c++)
         e->res.v[c][l] = size[c];
   }
   write_result(e, in, a.taint);
}

static uint32_t space_of(const struct tgsi_eval *e, const struct place *p)
{
   return p->image.object ? 1u << (p->image.object - e->wave->memory->of[0]) / MEM_UNITS : 0;
}

/* The spaces of a fence, a bit each. */
static uint32_t fenced_spaces(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const uint32_t all = (1u << MEM_SPACE_COUNT) - 1;
   uint32_t spaces = 0;

   if (!in->num_src)
      return all;
   const struct tgsi_operand *o = tgsi_src(e->p, in, 0);
   if (in->op == TGSI_OP_MEMBAR) {
      if (o->file != TGSI_FILE_IMM)
         return all;
      tgsi_eval_source(e, in, 0, 1);
      const uint32_t bits = e->src[0].v[0][0];
      return (bits & 1 ? 1u << MEM_BUFFER | 1u << MEM_GLOBAL : 0) | (bits & 2 ? 1u << MEM_COUNTER : 0) |
             (bits & 4 ? 1u << MEM_IMAGE : 0) | (bits & 8 ? 1u << MEM_SHARED : 0);
   }
   if (o->rel == TGSI_NONE) {
      const struct place p = place_of(e, in, o, (uint32_t)o->index, (uint32_t)o->dimension);
      return space_of(e, &p);
   }
   for (uint32_t i = 0; i < e->p->num_decls; i++) {
      const struct tgsi_decl *d = &e->p->decls[i];
      for (uint32_t n = d->first; d->file == o->file && n <= d->last; n++) {
         const struct place p = place_of(e, in, o, n, (uint32_t)o->dimension);
         spaces |= space_of(e, &p);
      }
   }
   return spaces;
}

void tgsi_eval_memory(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   switch (in->op) {
   case TGSI_OP_LOAD: load(e, in); break;
   case TGSI_OP_STORE: store(e, in); break;
   case TGSI_OP_RESQ: query(e, in); break;
   case TGSI_OP_BARRIER: e->status = EXEC_BARRIER; break;
   case TGSI_OP_MFENCE:
   case TGSI_OP_LFENCE:
   case TGSI_OP_SFENCE:
   case TGSI_OP_MEMBAR: mem_fence(e->wave, e->flow.active, fenced_spaces(e, in)); break; /* accesses are always in order here */
   default: atomic(e, in); break;
   }
}

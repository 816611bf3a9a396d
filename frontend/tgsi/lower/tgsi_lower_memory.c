/* SPDX-License-Identifier: MIT */
/*
 * Lowering of read-write memory (docs/semantics-tgsi.md, "Memory"): the object that an operand names, accesses to it by word or
 * by texel, fences and barriers.
 *
 * All objects are accessed in the same way. The sources are loaded once. Then each object that a register may select has an IF,
 * which only the invocations enter that selected it, so that no other object is touched. An undeclared number between declared
 * ones is that of an object without a target, which reads as 0 and stores nothing.
 */
#include "ir/match.h"
#include "frontend/tgsi/lower/tgsi_lower.h"
#include "semantics/memory/memory.h"

typedef struct ir_src src; /* shorter signatures below */

#define PRIVATE_WORDS 1024

enum kind {
   NOTHING,
   WORDS,       /* words of a space and unit of the IR */
   PRIVATE,     /* words of the invocation: an IR array */
   CONSTANTS,   /* words of a constant buffer */
   TEXELS,      /* texels of an image */
   TEXEL_WORDS, /* words of an image that is declared RAW: 32-bit texels whose first coordinate is a byte */
};

struct object {
   enum kind kind;
   enum mem_space space;
   uint32_t unit;
   enum exec_tex_target target;
   enum mem_format format;
};

/* The operation of an instruction on an object. Words and components are numbered as in the object, without the operand's
   swizzle. */
struct access {
   const struct tgsi_instr *in;
   const struct tgsi_operand *object;
   struct tgsi_units units;
   enum mem_atomic atomic;  /* MEM_ATOMIC_COUNT if the instruction is not atomic */
   uint8_t words;           /* LOAD and STORE: a mask of the four words */
   src at[4];               /* the address; val is NULL in lanes that no object needs */
   src value[4],
       test[4]; /* STORE: the values, and a condition for each word; atomics: value[0], and for CAS value[1], as in the IR */
};

/* How a load uses a cache: COHERENT and VOLATILE accesses see what other invocations stored. */
static uint32_t cache_of(const struct tgsi_instr *in)
{
   return in->memory & (TGSI_COHERENT | TGSI_VOLATILE) ? MEM_BYPASS : MEM_CACHED;
}

/* ---- selection of the object */

static enum exec_tex_target target_of(const struct tgsi_instr *in, const struct tgsi_decl *d)
{
   return tgsi_ir_target(in->has_target ? in->target : d ? d->target : TGSI_TARGET_UNKNOWN);
}

/* The format after the operands, or that of the declaration, or MEM_NONE to use that of the memory. */
static enum mem_format format_of(const struct tgsi_instr *in, const struct tgsi_decl *d)
{
   if (in->format != TGSI_NONE && in->format != MEM_NONE)
      return (enum mem_format)in->format;
   return d && d->format != TGSI_NONE ? (enum mem_format)d->format : MEM_NONE;
}

static const struct tgsi_decl *declaration_of(const struct tgsi_program *p, unsigned file, uint32_t n)
{
   const uint32_t d = n < p->num_regs[file] ? p->decl_of[file][n] : TGSI_NONE;

   return d == TGSI_NONE ? NULL : &p->decls[d];
}

static struct object of_memory(enum tgsi_memory memory)
{
   switch (memory) {
   case TGSI_SHARED: return (struct object){.kind = WORDS, .space = MEM_SHARED};
   case TGSI_PRIVATE: return (struct object){.kind = PRIVATE};
   case TGSI_INPUT: return (struct object){.kind = CONSTANTS};
   default: return (struct object){.kind = WORDS, .space = MEM_GLOBAL};
   }
}

/* Object n: the operand's index, or a number that its register may select. */
static struct object find_object(const struct tgsi_program *p, const struct tgsi_instr *in, const struct tgsi_operand *operand,
                                 uint32_t n)
{
   const unsigned file = operand->file;
   const enum tgsi_memory memory = tgsi_memory_of(p, operand);
   const struct tgsi_decl *d = declaration_of(p, file, n);
   struct object o = {.kind = WORDS, .space = MEM_BUFFER, .unit = n};

   if (memory != TGSI_MEMORY_COUNT)
      return of_memory(memory);
   switch (file) {
   case TGSI_FILE_CONSTBUF: o.kind = CONSTANTS; return o;
   case TGSI_FILE_HWATOMIC: o.space = MEM_COUNTER; return o;
   default: break;
   }
   if (file == TGSI_FILE_BUFFER) /* undeclared ones between declared ones are also buffers */
      return o;
   if (!d && (file == TGSI_FILE_RES || !in->has_target)) {
      o.kind = NOTHING;
   } else if (!d || file != TGSI_FILE_RES || !d->raw || d->target != TGSI_TARGET_BUFFER) {
      o.kind = file == TGSI_FILE_RES && d->raw ? TEXEL_WORDS : TEXELS;
      o.target = target_of(in, d);
      o.format = file == TGSI_FILE_IMAGE ? format_of(in, d) : o.kind == TEXEL_WORDS ? MEM_R32_UINT : MEM_NONE;
   }
   return o;
}

/* ---- words */

/* n words after a byte address. */
static src word_after(struct fe_lower *f, src byte, unsigned n)
{
   uint32_t bits;

   if (!n)
      return byte;
   return ir_src_const(&byte, &bits) ? fe_imm(f, bits + 4 * n) : fe_op2(f, IR_iadd, byte, fe_imm(f, 4 * n));
}

/* The element of the invocation's memory. Sets *inside to whether the memory has it. */
static struct fe_index private_word(struct tgsi_lower *l, src byte, src *inside)
{
   struct fe_lower *f = &l->fe;
   struct fe_index i = {0, {0}};
   uint32_t bits;

   if (l->private_words == FE_NONE)
      l->private_words = ir_array_new(f->s, PRIVATE_WORDS, 32, "private");
   if (ir_src_const(&byte, &bits)) {
      *inside = fe_bit(f, bits / 4 < PRIVATE_WORDS);
      i.constant = bits / 4 < PRIVATE_WORDS ? bits / 4 : 0;
   } else {
      i.reg = fe_op2(f, IR_ushr, byte, fe_imm(f, 2));
      *inside = fe_op2(f, IR_ult, i.reg, fe_imm(f, PRIVATE_WORDS));
   }
   return i;
}

/* Coordinates of the texel that is word n after a byte address. */
static unsigned texel_word(struct fe_lower *f, const struct access *a, const struct object *o, unsigned n, src s[8])
{
   unsigned count = 0;

   s[0] = fe_op2(f, IR_ushr, a->at[0], fe_imm(f, 2));
   if (n)
      s[0] = fe_op2(f, IR_iadd, s[0], fe_imm(f, n));
   for (count = 1; count < mem_coordinates(o->target); count++)
      s[count] = a->at[count];
   if (exec_tex_info[o->target].samples)
      s[count++] = a->at[3];
   return count;
}

static src load_word(struct tgsi_lower *l, const struct access *a, const struct object *o, unsigned n)
{
   struct fe_lower *f = &l->fe;
   const uint32_t texel[4] = {o->unit, o->target, o->format, cache_of(a->in)};
   struct fe_index i;
   src inside, v, s[8];
   unsigned count;

   switch (o->kind) {
   case PRIVATE:
      i = private_word(l, word_after(f, a->at[0], n), &inside);
      v = fe_array_load(f, l->private_words, i);
      return fe_sel(f, inside, v, fe_imm(f, 0));
   case CONSTANTS: return tgsi_constant_word(l, o->unit, word_after(f, a->at[0], n));
   case TEXEL_WORDS:
      count = texel_word(f, a, o, n, s);
      return ir_use(ir_emit(&f->b, IR_image_load, 32, count, s, texel)->dst[0]);
   default:
      v = word_after(f, a->at[0], n);
      return ir_use(ir_emit(&f->b, IR_mem_load, 32, 1, &v, (uint32_t[4]){o->space, o->unit, cache_of(a->in)})->dst[0]);
   }
}

static void store_private(struct tgsi_lower *l, src byte, src test, src v)
{
   struct fe_lower *f = &l->fe;
   src inside;
   const struct fe_index i = private_word(l, byte, &inside);

   if (test.val)
      inside = fe_op2(f, IR_iand, inside, test);
   fe_array_store_if(f, l->private_words, i, inside, v);
}

static void store_word(struct tgsi_lower *l, const struct access *a, const struct object *o, unsigned n)
{
   struct fe_lower *f = &l->fe;
   const uint32_t texel[4] = {o->unit, o->target, o->format};
   struct ir_block *merge = NULL;
   src s[8];
   unsigned count;

   if (o->kind == PRIVATE) {
      store_private(l, word_after(f, a->at[0], n), a->test[n], a->value[n]);
      return;
   }
   if (a->test[n].val)
      merge = fe_guard_begin(f, a->test[n]);
   if (o->kind == TEXEL_WORDS) {
      count = texel_word(f, a, o, n, s);
      s[count++] = a->value[n];
      while (count < ir_image_coordinates(o->target) + 4)
         s[count++] = fe_imm(f, 0);
      ir_emit(&f->b, IR_image_store, 32, count, s, texel);
   } else {
      s[0] = word_after(f, a->at[0], n);
      s[1] = a->value[n];
      ir_emit(&f->b, IR_mem_store, 32, 2, s, (uint32_t[4]){o->space, o->unit});
   }
   if (merge)
      fe_guard_end(f, merge);
}

/* ---- atomic operations */

/* The new value of a word. Only the invocation sees its private memory, so this is an ordinary load and store. */
static src atomic_value(struct fe_lower *f, enum mem_atomic op, src old, const src v[2])
{
   static const uint8_t plain[MEM_ATOMIC_COUNT] = {
       [MEM_ADD] = IR_iadd,  [MEM_FADD] = IR_fadd, [MEM_AND] = IR_iand,  [MEM_OR] = IR_ior,   [MEM_XOR] = IR_ixor,
       [MEM_UMIN] = IR_umin, [MEM_UMAX] = IR_umax, [MEM_IMIN] = IR_imin, [MEM_IMAX] = IR_imax};
   src next, t, none;

   switch (op) {
   case MEM_XCHG: return v[0];
   case MEM_CAS: return fe_sel(f, fe_op2(f, IR_ieq, old, v[0]), v[1], old);
   case MEM_INC:
      next = fe_op2(f, IR_iadd, old, fe_imm(f, 1));
      t = fe_op2(f, IR_uge, old, v[0]);
      return fe_sel(f, t, fe_imm(f, 0), next);
   case MEM_DEC:
      next = fe_op2(f, IR_isub, old, fe_imm(f, 1));
      none = fe_op2(f, IR_ieq, old, fe_imm(f, 0));
      t = fe_op2(f, IR_ult, v[0], old);
      return fe_sel(f, fe_op2(f, IR_ior, none, t), v[0], next);
   default: return fe_op2(f, (enum ir_op)plain[op], old, v[0]);
   }
}

/* Returns true if texels have one channel of 32 bits, or may have. */
static bool takes_atomics(enum mem_format format)
{
   return format == MEM_NONE || mem_format_is_word(&mem_format_info[format]);
}

static unsigned texel_at(const struct access *a, const struct object *o, src s[8])
{
   unsigned count;

   for (count = 0; count < mem_coordinates(o->target); count++)
      s[count] = a->at[count];
   if (exec_tex_info[o->target].samples)
      s[count++] = a->at[3];
   return count;
}

static src atomic(struct tgsi_lower *l, const struct access *a, const struct object *o)
{
   struct fe_lower *f = &l->fe;
   const unsigned values = a->atomic == MEM_CAS ? 2 : 1;
   unsigned count = 0;
   src s[8], old;

   if (o->kind == PRIVATE) {
      old = load_word(l, a, o, 0);
      store_private(l, a->at[0], (src){0}, atomic_value(f, a->atomic, old, a->value));
      return old;
   }
   if (o->kind == TEXELS && !takes_atomics(o->format))
      return fe_imm(f, 0);
   if (o->kind == WORDS)
      s[count++] = a->at[0];
   else
      count = o->kind == TEXELS ? texel_at(a, o, s) : texel_word(f, a, o, 0, s);
   for (unsigned k = 0; k < values; k++)
      s[count++] = a->value[k];
   if (o->kind == WORDS)
      return ir_use(ir_emit(&f->b, IR_mem_atomic, 32, count, s, (uint32_t[4]){o->space, o->unit, a->atomic})->dst[0]);
   return ir_use(
       ir_emit(&f->b, IR_image_atomic, 32, count, s, (uint32_t[4]){o->unit, o->target, o->format, a->atomic})->dst[0]);
}

/* ---- an access to one object */

static void texel_access(struct tgsi_lower *l, const struct access *a, const struct object *o, src r[4])
{
   struct fe_lower *f = &l->fe;
   struct ir_block *merge = NULL;
   struct ir_instr *i;
   src s[8];
   unsigned count = texel_at(a, o, s);

   if (a->in->op == TGSI_OP_LOAD) {
      i = ir_emit(&f->b, IR_image_load, 32, count, s, (uint32_t[4]){o->unit, o->target, o->format, cache_of(a->in)});
      for (unsigned k = 0; k < 4; k++)
         r[k] = ir_use(i->dst[k]);
      return;
   }
   for (unsigned k = 0; k < 4; k++)
      s[count++] = a->value[k];
   if (a->test[0].val)
      merge = fe_guard_begin(f, a->test[0]);
   ir_emit(&f->b, IR_image_store, 32, count, s, (uint32_t[4]){o->unit, o->target, o->format});
   if (merge)
      fe_guard_end(f, merge);
}

static void lower_size(struct tgsi_lower *l, const struct object *o, src r[4])
{
   struct fe_lower *f = &l->fe;
   struct ir_instr *i;

   if (o->kind == TEXELS || o->kind == TEXEL_WORDS) {
      i = ir_emit(&f->b, IR_image_size, 32, 0, NULL, (uint32_t[4]){o->unit, o->target});
      for (unsigned k = 0; k < 4; k++)
         r[k] = ir_use(i->dst[k]);
      return;
   }
   if (o->kind == PRIVATE)
      r[0] = fe_imm(f, 4 * PRIVATE_WORDS);
   else
      r[0] = ir_use(ir_emit(&f->b, IR_mem_size, 32, 0, NULL, (uint32_t[4]){o->space, o->unit})->dst[0]);
   r[1] = r[2] = r[3] = fe_imm(f, 0);
}

/* r: words or components of the object, or four times the result of an atomic operation; val is NULL in unread components. */
static void access_object(struct tgsi_lower *l, const struct access *a, const struct object *o, src r[4])
{
   if (o->kind == NOTHING) {
      for (unsigned k = 0; k < 4; k++)
         r[k] = fe_imm(&l->fe, 0);
   } else if (a->atomic < MEM_ATOMIC_COUNT) {
      r[0] = r[1] = r[2] = r[3] = atomic(l, a, o);
   } else if (a->in->op == TGSI_OP_RESQ) {
      lower_size(l, o, r);
   } else if (o->kind == TEXELS) {
      texel_access(l, a, o, r);
   } else {
      for (unsigned k = 0; k < 4; k++)
         if (!(a->words >> k & 1))
            continue;
         else if (a->in->op == TGSI_OP_LOAD)
            r[k] = load_word(l, a, o, k);
         else
            store_word(l, a, o, k);
   }
}

/* ---- instructions */

/* The buffer of HWATOMIC[b][n] is the unit b, and 4n is the address. */
static bool find_counter(struct tgsi_lower *l, struct access *a)
{
   const struct tgsi_operand *o = a->object;
   const uint32_t array = o->rel == TGSI_NONE ? 0 : l->p->relatives[o->rel].array_id;
   struct fe_lower *f = &l->fe;
   struct fe_index i;
   uint32_t first, length;

   a->units = (struct tgsi_units){.first = (uint32_t)o->dimension, .count = 1};
   if (o->dim_rel != TGSI_NONE) {
      tgsi_declared_buffers(l, TGSI_FILE_HWATOMIC, &a->units.first, &a->units.count);
      i = (struct fe_index){(uint32_t)o->dimension - a->units.first, tgsi_lower_relative(l, o->dim_rel)};
      a->units.choice = fe_clamp_index(f, fe_index_sum(f, i).reg, a->units.count);
   }
   if (o->rel == TGSI_NONE) {
      a->at[0] = fe_imm(f, 4 * (uint32_t)o->index);
      return true;
   }
   tgsi_declared(l, TGSI_FILE_HWATOMIC, array, o->dim_rel == TGSI_NONE ? (uint32_t)o->dimension : TGSI_NONE, &first, &length);
   if (!length)
      return false;
   i = tgsi_lower_index(l, o);
   i.constant -= first;
   i.reg = fe_clamp_index(f, fe_index_sum(f, i).reg, length);
   i.reg = fe_op2(f, IR_iadd, i.reg, fe_imm(f, first));
   a->at[0] = fe_op2(f, IR_shl, i.reg, fe_imm(f, 2));
   return true;
}

/* Object k of the choices of the operand. */
static struct object nth_object(const struct tgsi_lower *l, const struct access *a, uint32_t k)
{
   return find_object(l->p, a->in, a->object, a->units.first + k);
}

/* Loads the lanes of the address that some object needs. */
static void load_address(struct tgsi_lower *l, struct access *a, unsigned n)
{
   unsigned lanes = 1;

   for (uint32_t k = 0; k < a->units.count; k++) {
      const struct object o = nth_object(l, a, k);

      if (o.kind == TEXELS || o.kind == TEXEL_WORDS)
         lanes |= ((1u << mem_coordinates(o.target)) - 1) | (exec_tex_info[o.target].samples ? 8u : 0);
   }
   for (unsigned c = 0; c < 4; c++)
      if (lanes >> c & 1)
         a->at[c] = fe_mov(&l->fe, tgsi_load(l, n, c));
}

/* Loads all sources, before the first IF. Returns false if the operand cannot select a declared object. */
static bool load_operands(struct tgsi_lower *l, struct access *a)
{
   struct fe_lower *f = &l->fe;
   const struct tgsi_instr *in = a->in;
   const bool store = in->op == TGSI_OP_STORE, counter = a->object->file == TGSI_FILE_HWATOMIC;

   if (counter ? !find_counter(l, a) : !tgsi_lower_units(l, a->object, &a->units))
      return false;
   if (in->op == TGSI_OP_RESQ)
      return true;
   if (!counter)
      load_address(l, a, store ? 0 : 1);
   if (in->op == TGSI_OP_LOAD) {
      for (unsigned c = 0; c < 4; c++)
         if (tgsi_lower_mask(l) >> c & 1)
            a->words |= (uint8_t)(1u << a->object->swz[c]);
   } else if (store) {
      a->words = a->object->mask & 0xf;
      for (unsigned c = 0; c < 4; c++) {
         a->value[c] = fe_mov(f, tgsi_load(l, 1, c));
         a->test[c] = tgsi_predicate(l, c);
      }
   } else {
      a->value[0] = fe_mov(f, tgsi_load(l, 2, 0));
      if (a->atomic == MEM_CAS)
         a->value[1] = fe_mov(f, tgsi_load(l, 3, 0));
   }
   return true;
}

/* Accesses each object in an IF of its own. The results meet in IR arrays. */
static void access_chosen(struct tgsi_lower *l, const struct access *a, src r[4])
{
   struct fe_lower *f = &l->fe;
   uint32_t result[4];

   for (unsigned c = 0; c < 4 && a->in->op != TGSI_OP_STORE; c++) {
      result[c] = ir_array_new(f->s, 1, 32, "chosen");
      fe_array_set(f, result[c], NULL, fe_imm(f, 0));
   }
   for (uint32_t k = 0; k < a->units.count; k++) {
      const struct object o = nth_object(l, a, k);
      struct ir_block *merge;
      src v[4] = {{0}};

      if (o.kind == NOTHING)
         continue;
      merge = fe_guard_begin(f, fe_op2(f, IR_ieq, a->units.choice, fe_imm(f, k)));
      access_object(l, a, &o, v);
      for (unsigned c = 0; c < 4; c++)
         if (v[c].val)
            fe_array_set(f, result[c], NULL, v[c]);
      fe_guard_end(f, merge);
   }
   for (unsigned c = 0; c < 4 && a->in->op != TGSI_OP_STORE; c++)
      r[c] = fe_array_get(f, result[c], NULL);
}

static void lower_access(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   struct access a = {.in = in,
                      .atomic = tgsi_lowering[in->op].how == TGSI_HOW_ATOMIC ? tgsi_lowering[in->op].op : MEM_ATOMIC_COUNT};
   const src zero = fe_imm(&l->fe, 0);
   src r[4] = {zero, zero, zero, zero}, v[4];

   a.object = in->op == TGSI_OP_STORE ? tgsi_dst(l->p, in, 0) : tgsi_src(l->p, in, 0);
   if (load_operands(l, &a)) {
      if (a.units.choice.val) {
         access_chosen(l, &a, r);
      } else {
         const struct object o = nth_object(l, &a, 0);
         access_object(l, &a, &o, r);
      }
   }
   if (in->op == TGSI_OP_STORE)
      return;
   for (unsigned c = 0; c < 4; c++)
      v[c] = r[in->op == TGSI_OP_LOAD ? a.object->swz[c] : c];
   tgsi_store(l, v);
}

/* ---- order */

static uint32_t space_bit(const struct object *o)
{
   return o->kind == WORDS ? 1u << o->space : o->kind == TEXELS || o->kind == TEXEL_WORDS ? 1u << MEM_IMAGE : 0;
}

/* Global memory counts as buffers, because buffers may be parts of it. */
static uint32_t membar_spaces(uint32_t bits)
{
   return (bits & 1 ? 1u << MEM_BUFFER | 1u << MEM_GLOBAL : 0) | (bits & 2 ? 1u << MEM_COUNTER : 0) |
          (bits & 4 ? 1u << MEM_IMAGE : 0) | (bits & 8 ? 1u << MEM_SHARED : 0);
}

static void lower_fence(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   uint32_t spaces = 0, bits = UINT32_MAX;

   if (in->op == TGSI_OP_MEMBAR) {
      const src v = tgsi_load(l, 0, 0);
      spaces = membar_spaces(tgsi_src(l->p, in, 0)->file == TGSI_FILE_IMM && ir_src_const(&v, &bits) ? bits : UINT32_MAX);
   } else if (in->num_src) {
      struct access a = {.in = in, .object = tgsi_src(l->p, in, 0)};

      a.units = (struct tgsi_units){.first = (uint32_t)a.object->index, .count = 1};
      if (a.object->rel != TGSI_NONE)
         tgsi_declared(l, a.object->file, 0, TGSI_NONE, &a.units.first, &a.units.count);
      for (uint32_t k = 0; k < a.units.count; k++) {
         const struct object o = nth_object(l, &a, k);
         spaces |= space_bit(&o);
      }
   } else {
      spaces = (1u << MEM_SPACE_COUNT) - 1;
   }
   if (spaces)
      ir_emit(&l->fe.b, IR_fence, 32, 0, NULL, (uint32_t[4]){spaces});
}

void tgsi_lower_memory(struct tgsi_lower *l)
{
   const struct tgsi_instr *in = l->cur.in;

   switch (in->op) {
   case TGSI_OP_BARRIER: ir_emit(&l->fe.b, IR_barrier, 32, 0, NULL, NULL); return;
   case TGSI_OP_MFENCE:
   case TGSI_OP_LFENCE:
   case TGSI_OP_SFENCE:
   case TGSI_OP_MEMBAR: lower_fence(l, in); return;
   default: lower_access(l, in); return;
   }
}

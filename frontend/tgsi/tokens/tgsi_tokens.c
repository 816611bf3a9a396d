/* SPDX-License-Identifier: MIT */
/*
 * Reading and writing of token streams. The same code does both: token() begins a word, field() reads or writes some bits of
 * it, and finish() ends it, so the writer produces what the reader accepts. The fields are those of the structures of
 * src/gallium/include/pipe/p_shader_tokens.h (observed in Mesa 22.3.6 and 26.2; they differ in one field), in the order of
 * tgsi_parse_token() (src/gallium/auxiliary/tgsi/tgsi_parse.c).
 */
#include "frontend/tgsi/tokens/tgsi_tokens.h"

#include <string.h>

const char *const tgsi_token_version_name[TGSI_TOKEN_VERSIONS] = {"22.3", "26.2"};

enum token_type { TOKEN_DECLARATION, TOKEN_IMMEDIATE, TOKEN_INSTRUCTION, TOKEN_PROPERTY };
enum { M22 = 1 << TGSI_TOKENS_22_3, M26 = 1 << TGSI_TOKENS_26_2 };
#define RETURN_UNKNOWN 5 /* 22.3: the type of a texture that an instruction reads is unknown */

struct coder {
   struct util_ctx *ctx;
   struct tgsi_program *p;
   enum tgsi_token_version version;
   bool writing, failed;
   unsigned errors_before;
   const uint8_t *words; /* reading */
   uint32_t at, end;
   struct util_buf *out; /* writing */
   uint32_t word, used;  /* the current word, and the bits of it that fields have covered */
   struct util_span span; /* of the current item of the program */
};

static void __attribute__((format(printf, 2, 3))) fail(struct coder *c, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   if (!c->failed || c->writing)
      util_vdiag(c->ctx, c->writing ? DIAG_ID_token_version : DIAG_ID_bad_tokens, c->span, fmt, ap);
   va_end(ap);
   c->failed = true;
   if (!c->writing)
      c->at = c->end; /* the rest of the stream cannot be decoded */
}

/* ---- words and fields */

static void token(struct coder *c, const char *what)
{
   c->used = 0;
   c->word = 0;
   if (c->writing)
      return;
   if (c->at == c->end) {
      if (!c->failed)
         fail(c, "unexpected end of the stream; expected %s", what);
      return;
   }
   c->word = (uint32_t)util_le(c->words + 4 * (size_t)c->at++, 4);
}

static uint32_t field(struct coder *c, unsigned first, unsigned bits, uint32_t value, const char *what)
{
   const uint32_t mask = bits == 32 ? UINT32_MAX : (1u << bits) - 1;

   c->used |= mask << first;
   if (!c->writing)
      return c->word >> first & mask;
   if (value > mask)
      fail(c, "%s %u does not fit in the %u bits of its field in tokens of %s", what, value, bits,
           tgsi_token_version_name[c->version]);
   c->word |= (value & mask) << first;
   return value;
}

static bool flag(struct coder *c, unsigned bit, bool value) { return field(c, bit, 1, value, "a flag"); }

/* A signed index of 16 bits. */
static int32_t index16(struct coder *c, unsigned first, int32_t value)
{
   if (c->writing && (value < INT16_MIN || value > INT16_MAX))
      fail(c, "the index %d does not fit in the 16 bits of its field", value);
   return (int16_t)(uint16_t)field(c, first, 16, (uint16_t)value, "index");
}

static void finish(struct coder *c)
{
   if (c->writing)
      util_buf_le(c->out, c->word, 4);
   else if (c->word & ~c->used)
      fail(c, "undefined bits 0x%x of a word are set", c->word & ~c->used);
}

/* ---- numbers of words */

struct number {
   uint16_t id, number;
   uint8_t versions;
};
static const struct number op_rows[] = {
#define TGSI_OP(name, kind, types, documents, stages, flags, number, ...) \
   {TGSI_OP_##name, (number)&255, (number) < 0 ? 0 : (flags)&TGSI_ONLY_22_3 ? M22 : M22 | M26},
#include "frontend/tgsi/ast/tgsi_ops.def"
#undef TGSI_OP
};
static const struct number file_rows[] = {
#define TOKEN_FILE(file, number, versions) {TGSI_FILE_##file, number, versions},
#include "frontend/tgsi/tokens/tgsi_token_numbers.def"
#undef TOKEN_FILE
};
static const struct number semantic_rows[] = {
#define TOKEN_SEMANTIC(semantic, number, versions) {TGSI_SEMANTIC_##semantic, number, versions},
#include "frontend/tgsi/tokens/tgsi_token_numbers.def"
#undef TOKEN_SEMANTIC
};
static const struct number stage_rows[] = {
#define TOKEN_STAGE(stage, number, versions) {TGSI_STAGE_##stage, number, versions},
#include "frontend/tgsi/tokens/tgsi_token_numbers.def"
#undef TOKEN_STAGE
};
static const struct number format_rows[] = {
#define TOKEN_FORMAT(format, in_22_3, in_26_2) {MEM_##format, in_22_3, M22}, {MEM_##format, in_26_2, M26},
#include "frontend/tgsi/tokens/tgsi_token_numbers.def"
#undef TOKEN_FORMAT
};
/* The numbers of a kind of words. */
static const struct numbers {
   const char *kind; /* for messages */
   const struct number *rows;
   size_t num;
} ops = {"instruction", op_rows, sizeof op_rows / sizeof *op_rows},
  files = {"register file", file_rows, sizeof file_rows / sizeof *file_rows},
  semantics = {"semantic", semantic_rows, sizeof semantic_rows / sizeof *semantic_rows},
  stages = {"stage", stage_rows, sizeof stage_rows / sizeof *stage_rows},
  formats = {"format", format_rows, sizeof format_rows / sizeof *format_rows};

/* A field that is the number of a word. Messages of the writer use `name`. */
static unsigned word_field(struct coder *c, unsigned first, unsigned bits, const struct numbers *words, unsigned id,
                           const char *name)
{
   const uint32_t number = c->writing ? 0 : field(c, first, bits, 0, words->kind);

   for (size_t i = 0; i < words->num; i++) {
      const struct number *row = &words->rows[i];

      if (!(row->versions >> c->version & 1) || (c->writing ? row->id != id : row->number != number))
         continue;
      field(c, first, bits, row->number, words->kind);
      return row->id;
   }
   if (c->writing)
      fail(c, "tokens of %s have no number for the %s %s", tgsi_token_version_name[c->version], words->kind, name);
   else
      fail(c, "invalid %s %u in tokens of %s", words->kind, number, tgsi_token_version_name[c->version]);
   return 0;
}

/* A field that is the number of an enum, below `count`. */
static unsigned enum_field(struct coder *c, unsigned first, unsigned bits, unsigned value, unsigned count, const char *what)
{
   const unsigned v = field(c, first, bits, value, what);

   if (v < count)
      return v;
   fail(c, "invalid %s %u", what, v);
   return 0;
}

static uint8_t file_field(struct coder *c, unsigned first, uint8_t file)
{
   return (uint8_t)word_field(c, first, 4, &files, file, tgsi_file_info[file].name);
}

static uint32_t format_field(struct coder *c, unsigned first, uint32_t format)
{
   const uint32_t f = format == TGSI_NONE ? MEM_NONE : format;

   return word_field(c, first, 10, &formats, f, tgsi_format_name[f]);
}

/* ---- declarations, immediates, properties */

static void code_semantic(struct coder *c, struct tgsi_decl *d)
{
   token(c, "a semantic");
   d->semantic = (uint8_t)word_field(c, 0, 8, &semantics, d->semantic,
                                     c->writing ? tgsi_semantic_info[d->semantic].name : "");
   d->semantic_index = field(c, 8, 16, d->semantic_index, "semantic index");
   for (unsigned i = 0; i < 4; i++) {
      d->stream[i] = (uint8_t)field(c, 24 + 2 * i, 2, d->stream[i], "stream");
      d->has_stream |= d->stream[i] != 0;
   }
   finish(c);
}

static void code_interp(struct coder *c, struct tgsi_decl *d)
{
   token(c, "an interpolation");
   d->interp = (uint8_t)enum_field(c, 0, 4, d->interp, TGSI_INTERP_COUNT, "interpolation");
   d->location = (uint8_t)enum_field(c, 4, 2, d->location, TGSI_LOCATION_COUNT, "location");
   finish(c);
}

static void code_image(struct coder *c, struct tgsi_decl *d)
{
   token(c, "an image");
   d->target = (uint8_t)enum_field(c, 0, 8, d->target, TGSI_TARGET_COUNT, "texture target");
   d->raw = flag(c, 8, d->raw);
   d->writable = flag(c, 9, d->writable);
   d->format = format_field(c, 10, d->format);
   finish(c);
}

static void code_view(struct coder *c, struct tgsi_decl *d)
{
   token(c, "a sampler view");
   d->target = (uint8_t)enum_field(c, 0, 8, d->target, TGSI_TARGET_COUNT, "texture target");
   for (unsigned i = 0; i < 4; i++)
      d->type[i] = (uint8_t)enum_field(c, 8 + 6 * i, 6, d->type[i], TGSI_RETURN_COUNT, "type of a sampler view");
   finish(c);
}

static void code_decl(struct coder *c, struct tgsi_decl *d)
{
   if (c->writing && d->wrap)
      fail(c, "tokens of %s have no cylindrical wrapping", tgsi_token_version_name[c->version]);
   d->file = file_field(c, 12, d->file);
   d->mask = (uint8_t)field(c, 16, 4, d->mask, "mask");
   d->has_dimension = flag(c, 20, d->has_dimension && !d->per_vertex);
   d->has_semantic = flag(c, 21, d->has_semantic);
   d->has_interp = flag(c, 22, d->has_interp);
   d->invariant = flag(c, 23, d->invariant);
   d->local = flag(c, 24, d->local);
   const bool has_array = flag(c, 25, d->array_id != 0);
   d->atomic = flag(c, 26, d->atomic);
   d->memory = (uint8_t)field(c, 27, 2, d->memory, "kind of memory");
   finish(c);
   token(c, "a range of registers");
   d->first = field(c, 0, 16, d->first, "register");
   d->last = field(c, 16, 16, d->last, "register");
   finish(c);
   if (d->has_dimension) {
      token(c, "a dimension");
      d->dimension = field(c, 0, 16, d->dimension, "dimension");
      finish(c);
   }
   if (d->has_interp)
      code_interp(c, d);
   if (d->has_semantic)
      code_semantic(c, d);
   if (d->file == TGSI_FILE_IMAGE)
      code_image(c, d);
   if (d->file == TGSI_FILE_SVIEW)
      code_view(c, d);
   if (has_array) {
      token(c, "an array");
      d->array_id = field(c, 0, 10, d->array_id, "array");
      finish(c);
   }
   /* Tokens do not have the vertices of a geometry program's inputs: tgsi_text.c, parse_register_dcl(). */
   d->per_vertex |= !c->writing && c->p->stage == TGSI_STAGE_GEOM && d->file == TGSI_FILE_IN;
}

static void code_imm(struct coder *c, struct tgsi_imm *m, unsigned words)
{
   m->type = (uint8_t)enum_field(c, 18, 4, m->type, TGSI_IMM_TYPES, "type of an immediate");
   finish(c);
   if (!c->writing && (words < 2 || words > 5)) {
      fail(c, "an immediate has %u words; expected 2 to 5", words);
      return;
   }
   for (unsigned i = 0; i + 1 < words; i++) {
      token(c, "a value");
      m->value[i] = field(c, 0, 32, m->value[i], "value");
      finish(c);
   }
}

static void code_property(struct coder *c, unsigned *property, uint32_t *value)
{
   *property = enum_field(c, 12, 8, *property, TGSI_PROPERTY_COUNT, "property");
   finish(c);
   token(c, "the value of a property");
   *value = field(c, 0, 32, *value, "value");
   finish(c);
}

/* ---- instructions */

static void code_relative(struct coder *c, uint32_t *rel)
{
   struct tgsi_relative r = {0};

   if (c->writing)
      r = c->p->relatives[*rel];
   token(c, "an index register");
   r.file = file_field(c, 0, r.file);
   r.index = index16(c, 4, r.index);
   r.comp = (uint8_t)field(c, 20, 2, r.comp, "lane");
   r.array_id = field(c, 22, 10, r.array_id, "array");
   finish(c);
   if (!c->writing) {
      *rel = c->p->num_relatives;
      UTIL_PUSH(c->ctx, c->p->relatives, c->p->num_relatives, c->p->cap_relatives, r);
   }
}

static void code_dimension(struct coder *c, struct tgsi_operand *o)
{
   token(c, "a dimension");
   const bool relative = flag(c, 0, o->dim_rel != TGSI_NONE);
   if (flag(c, 1, false))
      fail(c, "a register has more than two dimensions");
   o->dimension = index16(c, 16, o->dimension);
   finish(c);
   if (relative)
      code_relative(c, &o->dim_rel);
}

static void code_operand(struct coder *c, struct tgsi_operand *o, bool result)
{
   bool relative;

   token(c, result ? "a result" : "a source");
   o->file = file_field(c, 0, o->file);
   if (result) {
      o->mask = (uint8_t)field(c, 4, 4, o->mask, "mask");
      relative = flag(c, 8, o->rel != TGSI_NONE);
      o->has_dimension = flag(c, 9, o->has_dimension);
      o->index = index16(c, 10, o->index);
   } else {
      relative = flag(c, 4, o->rel != TGSI_NONE);
      o->has_dimension = flag(c, 5, o->has_dimension);
      o->index = index16(c, 6, o->index);
      for (unsigned i = 0; i < 4; i++)
         o->swz[i] = (uint8_t)field(c, 22 + 2 * i, 2, o->swz[i], "lane");
      o->abs = flag(c, 30, o->abs);
      o->neg = flag(c, 31, o->neg);
   }
   finish(c);
   if (relative)
      code_relative(c, &o->rel);
   if (o->has_dimension)
      code_dimension(c, o);
}

static void code_offset(struct coder *c, struct tgsi_operand *o)
{
   token(c, "a texel offset");
   o->index = index16(c, 0, o->index);
   o->file = file_field(c, 16, o->file);
   for (unsigned i = 0; i < 3; i++)
      o->swz[i] = (uint8_t)field(c, 20 + 2 * i, 2, o->swz[i], "lane");
   finish(c);
}

static void code_texture(struct coder *c, struct tgsi_instr *in)
{
   const unsigned written = in->has_target ? in->target : TGSI_TARGET_UNKNOWN;

   token(c, "a texture target");
   in->target = (uint8_t)enum_field(c, 0, 8, written, TGSI_TARGET_COUNT, "texture target");
   in->num_offsets = (uint8_t)field(c, 8, 4, in->num_offsets, "number of offsets");
   if (c->version == TGSI_TOKENS_22_3) /* in both versions the declaration of the view decides the type */
      field(c, 12, 3, RETURN_UNKNOWN, "type");
   finish(c);
   in->has_target = in->target != TGSI_TARGET_UNKNOWN;
   if (in->num_offsets > 4)
      fail(c, "an instruction has %u texel offsets; the limit is 4", in->num_offsets);
}

static void code_memory(struct coder *c, struct tgsi_instr *in)
{
   const unsigned written = in->has_target ? in->target : TGSI_TARGET_BUFFER; /* tgsi_build.c writes this without a target */

   token(c, "a kind of memory access");
   in->memory = (uint8_t)field(c, 0, 4, in->memory, "kind of memory access");
   in->target = (uint8_t)enum_field(c, 4, 8, written, TGSI_TARGET_COUNT, "texture target");
   in->format = format_field(c, 12, in->format);
   finish(c);
   in->has_target |= in->target != TGSI_TARGET_BUFFER;
}

/* Compares the number of operands with that of the instruction. */
static void check_counts(struct coder *c, const struct tgsi_instr *in)
{
   bool optional;
   const unsigned dst = tgsi_num_dst((enum tgsi_op)in->op), src = tgsi_num_src((enum tgsi_op)in->op, &optional);

   if (in->num_dst != dst || in->num_src > src || in->num_src + (unsigned)optional < src)
      fail(c, "wrong number of operands for %s: %u results and %u sources", tgsi_op_info[in->op].name, in->num_dst,
           in->num_src);
}

static void code_instr(struct coder *c, struct tgsi_instr *in)
{
   if (c->writing && (in->predicated || in->sat_signed))
      fail(c, "tokens of %s have no %s", tgsi_token_version_name[c->version], in->predicated ? "predicates" : "_SATNV");
   in->op = (uint16_t)word_field(c, 12, 8, &ops, in->op, tgsi_op_info[in->op].name);
   in->sat = flag(c, 20, in->sat);
   in->num_dst = (uint8_t)field(c, 21, 2, in->num_dst, "number of results");
   in->num_src = (uint8_t)field(c, 23, 4, in->num_src, "number of sources");
   const bool is_memory = tgsi_op_info[in->op].kind == TGSI_MEMORY;
   in->has_label = flag(c, 27, in->has_label);
   const bool has_texture = flag(c, 28, !is_memory && (in->has_target || in->num_offsets));
   const bool has_memory = flag(c, 29, is_memory && (in->has_target || in->memory || in->format != TGSI_NONE));
   in->precise = flag(c, 30, in->precise);
   finish(c);
   if (!c->writing)
      check_counts(c, in);
   if (in->has_label) {
      token(c, "a label");
      in->label = field(c, 0, 24, in->label, "label");
      finish(c);
   }
   /* In the tree the offsets follow the sources; in the stream they come before the results. */
   struct tgsi_operand offset[4] = {{0}};
   if (has_texture) {
      code_texture(c, in);
      for (unsigned i = 0; i < in->num_offsets && !c->failed; i++) {
         offset[i] = c->writing ? *tgsi_offset(c->p, in, i)
                                : (struct tgsi_operand){.rel = TGSI_NONE, .dim_rel = TGSI_NONE, .decl = TGSI_NONE};
         code_offset(c, &offset[i]);
      }
   }
   if (has_memory)
      code_memory(c, in);
   const unsigned registers = in->num_dst + in->num_src;
   for (unsigned i = 0; i < registers && (c->writing || !c->failed); i++) {
      struct tgsi_operand o = {
          .rel = TGSI_NONE, .dim_rel = TGSI_NONE, .decl = TGSI_NONE, .swz = {0, 1, 2, 3}, .mask = 15, .span = {4 * c->at, 4}};
      if (c->writing)
         o = c->p->operands[in->operand + i];
      code_operand(c, &o, i < in->num_dst);
      if (!c->writing)
         UTIL_PUSH(c->ctx, c->p->operands, c->p->num_operands, c->p->cap_operands, o);
   }
   for (unsigned i = 0; i < in->num_offsets && !c->writing && !c->failed; i++) {
      offset[i].span = c->span;
      UTIL_PUSH(c->ctx, c->p->operands, c->p->num_operands, c->p->cap_operands, offset[i]);
   }
}

/* ---- reading */

static void read_item(struct coder *c)
{
   struct tgsi_program *p = c->p;
   const uint32_t start = c->at;

   c->span = (struct util_span){4 * start, 4};
   token(c, "a declaration, an immediate, a property or an instruction");
   const unsigned type = enum_field(c, 0, 4, 0, 4, "kind of token");
   const unsigned words = field(c, 4, type == TOKEN_IMMEDIATE ? 14 : 8, 0, "number of words");
   if (c->failed) /* the rest of the stream has been skipped */
      return;
   if ((words == 0 && type != TOKEN_INSTRUCTION) || words > c->end - start) {
      fail(c, "a token has %u words, but only %u are left", words, c->end - start);
      return;
   }
   /* The size of an instruction follows from its words, because its size field has two meanings: Mesa's writers count the words
      after the first one (tgsi_ureg.c, fixup_insn_size(); tgsi_build.c), but the comment at struct tgsi_instruction says all.
      */
   const uint32_t end = c->end;
   if (type != TOKEN_INSTRUCTION) {
      c->end = start + words;
      c->span.len = 4 * words;
   }
   if (type == TOKEN_DECLARATION) {
      struct tgsi_decl d = {
          .semantic = TGSI_SEMANTIC_COUNT, .format = TGSI_NONE, .target = TGSI_TARGET_UNKNOWN, .span = c->span};
      code_decl(c, &d);
      UTIL_PUSH(c->ctx, p->items, p->num_items, p->cap_items, (struct tgsi_item){0, p->num_decls});
      UTIL_PUSH(c->ctx, p->decls, p->num_decls, p->cap_decls, d);
   } else if (type == TOKEN_IMMEDIATE) {
      struct tgsi_imm m = {.span = c->span};
      code_imm(c, &m, words);
      UTIL_PUSH(c->ctx, p->items, p->num_items, p->cap_items, (struct tgsi_item){1, p->num_imms});
      UTIL_PUSH(c->ctx, p->imms, p->num_imms, p->cap_imms, m);
   } else if (type == TOKEN_PROPERTY) {
      unsigned property = 0;
      uint32_t value = 0;
      code_property(c, &property, &value);
      tgsi_set_property(c->ctx, c->errors_before, p, (enum tgsi_property)property, value, c->span);
   } else {
      struct tgsi_instr in = {
          .format = TGSI_NONE, .operand = p->num_operands, .other = TGSI_NONE, .span = c->span, .op_span = {4 * start, 4}};
      code_instr(c, &in);
      in.span.len = 4 * (c->at - start);
      UTIL_PUSH(c->ctx, p->instrs, p->num_instrs, p->cap_instrs, in);
   }
   const bool fits = type == TOKEN_INSTRUCTION ? c->at - start == words || c->at - start == words + 1 : c->at == c->end;
   if (!c->failed && !fits)
      fail(c, "the size field of a token is %u words, but it has %u", words, c->at - start);
   if (!c->failed)
      c->end = end;
}

/* The first two words: the length of the stream, and the stage. */
static void code_header(struct coder *c, uint32_t *body)
{
   token(c, "a header");
   const uint32_t header = field(c, 0, 8, 2, "words of the header");
   *body = field(c, 8, 24, *body, "words of the program");
   finish(c);
   token(c, "a stage");
   c->p->stage = (enum tgsi_stage)word_field(c, 0, 4, &stages, c->p->stage, tgsi_stage_name[c->p->stage]);
   finish(c);
   if (header != 2)
      fail(c, "the header has %u words; expected 2", header);
}

struct tgsi_program *tgsi_read_tokens(struct util_ctx *ctx, const char *tokens, size_t bytes, enum tgsi_token_version version)
{
   struct tgsi_program *p = UTIL_NEW(ctx, struct tgsi_program);
   struct coder c = {.ctx = ctx, .p = p, .version = version, .words = (const uint8_t *)tokens, .end = (uint32_t)(bytes / 4),
                     .errors_before = ctx->num_errors};
   uint32_t body = 0;

   c.span = (struct util_span){0, bytes < 8 ? (uint32_t)bytes : 8};
   p->stage_span = c.span;
   code_header(&c, &body);
   if (!c.failed && body > c.end - c.at)
      fail(&c, "the header announces %u words, but %u follow", body, c.end - c.at);
   c.end = c.failed ? c.at : c.at + body;
   while (c.at < c.end)
      read_item(&c);
   return !c.failed && ctx->num_errors == c.errors_before && tgsi_check(ctx, p) ? p : NULL;
}

/* ---- writing */

/* The words of an item. The first one has a field for their number, which is filled in at the end. */
static void begin_item(struct coder *c, enum token_type type, struct util_span span)
{
   c->span = span;
   token(c, "");
   field(c, 0, 4, type, "kind of token");
}

static void end_item(struct coder *c, enum token_type type, size_t start)
{
   const uint32_t words = (uint32_t)((c->out->len - start) / 4) - (type == TOKEN_INSTRUCTION); /* see read_item() */
   const uint32_t most = type == TOKEN_IMMEDIATE ? 0x3fff : 0xff;

   if (words > most)
      fail(c, "a token of %u words is too large; the limit is %u", words, most);
   c->out->data[start] = (char)(uint8_t)((uint8_t)c->out->data[start] | words << 4);
   c->out->data[start + 1] = (char)(uint8_t)((uint8_t)c->out->data[start + 1] | words >> 4);
}

bool tgsi_write_tokens(struct util_ctx *ctx, const struct tgsi_program *p, enum tgsi_token_version version,
                       struct util_buf *out)
{
   struct tgsi_program copy = *p; /* the coder may write to its fields */
   struct coder c = {.ctx = ctx, .p = &copy, .version = version, .writing = true, .out = out, .span = p->stage_span};
   const size_t header = out->len;
   uint32_t body = 0;

   code_header(&c, &body);
   for (uint32_t i = 0; i < p->num_items; i++) {
      static const enum token_type types[] = {TOKEN_DECLARATION, TOKEN_IMMEDIATE, TOKEN_PROPERTY};
      const enum token_type type = types[p->items[i].what];
      const uint32_t n = p->items[i].index;
      const size_t start = out->len;
      begin_item(&c, type,
                 type == TOKEN_DECLARATION ? p->decls[n].span
                 : type == TOKEN_IMMEDIATE ? p->imms[n].span
                                           : p->property[n].span);
      if (type == TOKEN_DECLARATION) {
         struct tgsi_decl d = p->decls[n];
         code_decl(&c, &d);
      } else if (type == TOKEN_IMMEDIATE) {
         struct tgsi_imm m = p->imms[n];
         code_imm(&c, &m, 5);
      } else {
         unsigned property = n;
         uint32_t value = p->property[n].value;
         code_property(&c, &property, &value);
      }
      end_item(&c, type, start);
   }
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      struct tgsi_instr in = p->instrs[i];
      const size_t start = out->len;
      begin_item(&c, TOKEN_INSTRUCTION, in.span);
      code_instr(&c, &in);
      end_item(&c, TOKEN_INSTRUCTION, start);
   }
   body = (uint32_t)((out->len - header) / 4 - 2);
   if (body > 0xffffff)
      fail(&c, "a program of %u words is too large; the limit is %u", body, 0xffffffu);
   for (unsigned i = 0; i < 3; i++)
      out->data[header + 1 + i] = (char)(uint8_t)(body >> 8 * i);
   return !c.failed;
}

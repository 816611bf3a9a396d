/* SPDX-License-Identifier: MIT */
/*
 * Reads the text form (grammar at the head of print.c) line by line and without recursion. An error is reported with its place,
 * and the rest of its line is skipped. Values and blocks may be used before they are defined; names are resolved at the end. A
 * well-formed shader is then validated, so a shader that ir_parse returns keeps every rule. The input may be any bytes.
 */
#include "ir/text.h"

#include "ir/build.h"
#include "ir/cfg.h"
#include "semantics/memory/memory.h"

/* A source that waits for its value to be defined. */
struct use {
   struct ir_src *src;
   uint32_t id;
   struct util_span span;
};

/* A reference that waits for its block to be defined. */
struct target {
   struct ir_block **place;
   uint32_t number;
   struct util_span span;
};

struct parser {
   struct util_ctx *ctx;
   struct ir_shader *s;    /* the program that the current line belongs to */
   struct ir_shader *main; /* in a pre-shader the main program, otherwise NULL */
   const char *text;
   uint32_t len, pos;
   bool failed; /* an error was reported in this line */
   unsigned errors;
   struct ir_block *block;   /* NULL between a terminator and the next block */
   struct ir_value **values; /* by number */
   uint32_t cap_values;
   struct use *uses;
   uint32_t num_uses, cap_uses;
   struct target *targets;
   uint32_t num_targets, cap_targets;
   struct ir_src *srcs; /* sources in the current line */
   uint32_t num_srcs, cap_srcs;
};

static void error_at(struct parser *p, uint32_t off, uint32_t len, const char *text)
{
   if (!p->failed) {
      util_diag(p->ctx, DIAG_ID_ir_syntax, (struct util_span){off, len}, "%s", text);
      p->errors++;
   }
   p->failed = true;
}

/* Reports an error at the next character, or at the end of the text. */
static void error_here(struct parser *p, const char *text)
{
   error_at(p, p->pos, p->pos < p->len, text);
}

/* ---- characters and words; a line ends at LF or the end of the text */

static void skip_blanks(struct parser *p)
{
   while (p->pos < p->len && (p->text[p->pos] == ' ' || p->text[p->pos] == '\t' || p->text[p->pos] == '\r'))
      p->pos++;
   if (p->pos < p->len && p->text[p->pos] == '#')
      while (p->pos < p->len && p->text[p->pos] != '\n')
         p->pos++;
}

static bool at_end(struct parser *p)
{
   skip_blanks(p);
   return p->pos == p->len || p->text[p->pos] == '\n';
}

static bool peek(struct parser *p, char c)
{
   skip_blanks(p);
   return p->pos < p->len && p->text[p->pos] == c;
}

static bool accept(struct parser *p, char c)
{
   if (!peek(p, c))
      return false;
   p->pos++;
   return true;
}

static bool expect(struct parser *p, char c)
{
   char msg[] = "expected ' '";

   if (accept(p, c))
      return true;
   msg[10] = c;
   error_here(p, msg);
   return false;
}

static bool word_char(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t word(struct parser *p, const char **w)
{
   skip_blanks(p);
   uint32_t start = p->pos;

   while (p->pos < p->len && word_char(p->text[p->pos]))
      p->pos++;
   *w = p->text + start;
   return p->pos - start;
}

static bool is_word(const char *w, size_t n, const char *name)
{
   return strlen(name) == n && memcmp(w, name, n) == 0;
}

static bool keyword(struct parser *p, const char *name)
{
   const char *w;
   uint32_t start = p->pos;
   size_t n = word(p, &w);

   if (is_word(w, n, name))
      return true;
   p->pos = start;
   return false;
}

static bool expect_word(struct parser *p, const char *name)
{
   const char *w;
   size_t n = word(p, &w);

   if (is_word(w, n, name))
      return true;
   error_at(p, (uint32_t)(w - p->text), (uint32_t)n, util_printf(p->ctx, "expected \"%s\"", name));
   return false;
}

/* A decimal or hexadecimal (0x) number. */
static uint32_t number(struct parser *p)
{
   const char *w;
   size_t n = word(p, &w), k = 0;
   uint64_t v = 0;
   unsigned base = n > 2 && w[0] == '0' && w[1] == 'x' ? 16 : 10;

   for (k = base == 16 ? 2 : 0; k < n && v <= UINT32_MAX; k++) {
      unsigned d = w[k] >= '0' && w[k] <= '9'   ? (unsigned)(w[k] - '0')
                   : w[k] >= 'a' && w[k] <= 'f' ? (unsigned)(w[k] - 'a') + 10
                                                : 99;
      if (d >= base)
         break;
      v = v * base + d;
   }
   if (!n || k < n || v > UINT32_MAX)
      error_at(p, (uint32_t)(w - p->text), (uint32_t)n,
               v > UINT32_MAX ? "the number does not fit into 32 bits" : "expected a number");
   return (uint32_t)v;
}

static int hex_digit(char c)
{
   return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const char *quoted(struct parser *p)
{
   struct util_buf b;

   util_buf_init(&b, p->ctx);
   if (!expect(p, '"'))
      return NULL;
   for (; p->pos < p->len && p->text[p->pos] != '"' && p->text[p->pos] != '\n'; p->pos++) {
      char c = p->text[p->pos];
      if (c == '\\') {
         int hi = p->pos + 2 < p->len ? hex_digit(p->text[p->pos + 1]) : -1, lo = hi >= 0 ? hex_digit(p->text[p->pos + 2]) : -1;
         if (lo < 0 || hi + lo == 0) {
            error_here(p, "expected two hexadecimal digits, not 00");
            return NULL;
         }
         c = (char)(hi * 16 + lo);
         p->pos += 2;
      }
      if (!c) {
         error_here(p, "a name cannot contain NUL");
         return NULL;
      }
      util_buf_byte(&b, (uint8_t)c);
   }
   /* Not by expect(), which would skip a comment before the quote. */
   if (p->pos == p->len || p->text[p->pos] != '"') {
      error_at(p, p->pos, 0, "the name is not closed");
      return NULL;
   }
   p->pos++;
   return b.data;
}

/* ---- pieces of a line */

static uint32_t value_number(struct parser *p)
{
   uint32_t start = p->pos, id;

   expect(p, '%');
   id = number(p);
   if (id >= IR_MAX_VALUES)
      error_at(p, start, p->pos - start, "the number of a value is too big");
   return p->failed ? 0 : id;
}

/* Reads a source. The caller sets .src, the place for its value. */
static struct use source(struct parser *p, struct ir_src *mods)
{
   skip_blanks(p);
   uint32_t start = p->pos;
   struct use u = {0};

   mods->neg = accept(p, '-');
   mods->abs = accept(p, '|');
   u.id = value_number(p);
   if (mods->abs)
      expect(p, '|');
   u.span = (struct util_span){start, p->pos - start};
   return u;
}

static void block_ref(struct parser *p, struct ir_block **place)
{
   skip_blanks(p);
   uint32_t start = p->pos;

   /* "b12" is one word. */
   if (p->pos < p->len && p->text[p->pos] == 'b')
      p->pos++;
   else
      error_here(p, "expected a block, as b0");
   uint32_t n = number(p);
   UTIL_PUSH(p->ctx, p->targets, p->num_targets, p->cap_targets, (struct target){place, n, {start, p->pos - start}});
}

/* The name of a table entry, or a number. */
static uint32_t named(struct parser *p, const char *const *names, unsigned count)
{
   const char *w;
   uint32_t start = p->pos;
   size_t n = word(p, &w);

   for (unsigned k = 0; k < count; k++)
      if (is_word(w, n, names[k]))
         return k;
   p->pos = start;
   error_at(p, (uint32_t)(w - p->text), (uint32_t)n, "no such name");
   return 0;
}

static int32_t offset_part(struct parser *p)
{
   bool neg = accept(p, '-');
   uint32_t start = p->pos, v = number(p);

   if (v > (neg ? 128u : 127u))
      error_at(p, start, p->pos - start, "the offset is out of range");
   return p->failed ? 0 : neg ? -(int32_t)v : (int32_t)v;
}

static uint32_t attribute(struct parser *p, const char *name, size_t len)
{
   if (is_word(name, len, "slot")) {
      const char *w;
      size_t n = word(p, &w);
      enum io_slot slot = io_slot_find(w, n);
      if (slot == SLOT_COUNT)
         error_at(p, (uint32_t)(w - p->text), (uint32_t)n, "no such slot");
      return slot;
   }
   unsigned count;
   const char *const *words = ir_attr_words(name, len, &count);
   if (words) {
      const uint32_t v = named(p, words, count);
      return is_word(name, len, "format") && accept(p, ':') && expect_word(p, "tiled") ? v | IR_IMAGE_TILED : v;
   }
   if (is_word(name, len, "offset")) {
      int u = offset_part(p), v, w;
      expect(p, ':');
      v = offset_part(p);
      expect(p, ':');
      w = offset_part(p);
      uint32_t flags = 0;
      while (accept(p, ':') && !p->failed)
         flags |= keyword(p, "int")            ? IR_TEX_INTEGER
                  : keyword(p, "y")            ? 1u << IR_TEX_COMPONENT_SHIFT
                  : keyword(p, "z")            ? 2u << IR_TEX_COMPONENT_SHIFT
                  : keyword(p, "w")            ? 3u << IR_TEX_COMPONENT_SHIFT
                  : keyword(p, "moved")        ? IR_TEX_MOVED
                  : expect_word(p, "float")    ? IR_TEX_FLOAT_COORDS
                                               : 0;
      return ir_tex_offset(u, v, w) | flags;
   }
   const uint32_t v = number(p);
   if (is_word(name, len, "unit") && v < 32 && accept(p, ':')) {
      const uint32_t start = p->pos, sampler = number(p);
      if (sampler >= 32)
         error_at(p, start, p->pos - start, "no such sampler");
      return ir_tex_units(v, sampler & 31);
   }
   return v;
}

static enum ir_op find_op(const char *w, size_t n)
{
   unsigned op = 0;

   while (op < IR_OP_COUNT && !is_word(w, n, ir_op_info[op].name))
      op++;
   return (enum ir_op)op;
}

/* ---- lines */

static void terminator(struct parser *p, unsigned term, struct util_span span)
{
   struct ir_block *b = p->block;
   struct ir_src mods = {0};
   struct use u;

   b->span = span;
   switch (term) {
   case IR_TERM_IF:
      u = source(p, &mods);
      u.src = &b->cond;
      b->cond = mods;
      UTIL_PUSH(p->ctx, p->uses, p->num_uses, p->cap_uses, u);
      block_ref(p, &b->succ[0]);
      block_ref(p, &b->succ[1]);
      break;
   case IR_TERM_RETURN: break;
   default: block_ref(p, &b->succ[0]); break;
   }
   if (!p->failed && (term == IR_TERM_IF || term == IR_TERM_LOOP) && expect_word(p, "merge") && expect(p, '='))
      block_ref(p, &b->merge);
   b->term = (uint8_t)term;
   p->block = NULL;
}

static void define(struct parser *p, struct ir_instr *i, unsigned n, uint32_t id, unsigned width, struct util_span span)
{
   struct ir_value *v = i->dst[n];

   while (id >= p->cap_values) {
      uint32_t old = p->cap_values;
      p->values = util_grow(p->ctx, p->values, sizeof *p->values, old, &p->cap_values);
      memset(p->values + old, 0, (p->cap_values - old) * sizeof *p->values);
   }
   if (p->values[id]) {
      error_at(p, span.off, span.len, "the value is defined twice");
      return;
   }
   v->id = id;
   v->width = (uint8_t)width;
   p->values[id] = v;
   if (p->s->num_values <= id)
      p->s->num_values = id + 1;
}

/* A parsed instruction line, before its instruction is created. */
struct line {
   uint32_t start;
   unsigned ndst;
   uint32_t id[IR_MAX_DST], width[IR_MAX_DST]; /* of the results */
   struct util_span dst_span[IR_MAX_DST], op_span;
   enum ir_op op;
   unsigned sat;
   bool invariant;
   uint32_t first_use; /* index in p->uses of the first source in p->srcs */
   uint32_t attr[4];
};

/* Parses "%4:32, %5:32 =", if there are results. */
static void results(struct parser *p, struct line *l)
{
   if (!peek(p, '%'))
      return;
   do {
      skip_blanks(p);
      if (l->ndst == IR_MAX_DST) {
         error_here(p, "too many results");
         return;
      }
      const uint32_t start = p->pos;
      unsigned n = l->ndst++;
      l->id[n] = value_number(p);
      l->dst_span[n] = (struct util_span){start, p->pos - start};
      expect(p, ':');
      l->width[n] = number(p);
      if (l->width[n] != 1 && l->width[n] != 16 && l->width[n] != 32)
         error_at(p, start, p->pos - start, "a width is 1, 16 or 32");
   } while (!p->failed && accept(p, ','));
   if (!p->failed)
      expect(p, '=');
}

/* Parses ".sat.inv". */
static void suffixes(struct parser *p, struct line *l)
{
   while (!p->failed && p->pos < p->len && p->text[p->pos] == '.') {
      const char *w;
      p->pos++;
      size_t n = word(p, &w);
      if (is_word(w, n, "sat") && !l->sat)
         l->sat = IR_SAT_01;
      else if (is_word(w, n, "ssat") && !l->sat)
         l->sat = IR_SAT_11;
      else if (is_word(w, n, "inv") && !l->invariant)
         l->invariant = true;
      else
         error_at(p, (uint32_t)(w - p->text), (uint32_t)n, "no such suffix");
   }
}

/* Parses "%1, -|%2|" into p->srcs and p->uses. */
static void sources(struct parser *p, struct line *l)
{
   const struct ir_op_info *info = &ir_op_info[l->op];

   l->first_use = p->num_uses;
   p->num_srcs = 0;
   if (peek(p, '%') || peek(p, '-') || peek(p, '|'))
      do {
         struct ir_src mods = {0};
         struct use u = source(p, &mods);
         UTIL_PUSH(p->ctx, p->srcs, p->num_srcs, p->cap_srcs, mods);
         UTIL_PUSH(p->ctx, p->uses, p->num_uses, p->cap_uses, u);
      } while (!p->failed && accept(p, ','));
   if (!p->failed && (p->num_srcs < info->min_src || (info->max_src != IR_ANY_SRC && p->num_srcs > info->max_src)))
      error_at(p, l->op_span.off, l->op_span.len, "wrong number of sources");
}

/* Parses "slot=position comp=2". The last attribute may be left out if it is "cache=cached". */
static void attributes(struct parser *p, struct line *l)
{
   const struct ir_op_info *info = &ir_op_info[l->op];
   const char *name = info->attrs, *w;

   for (unsigned k = 0; k < info->num_attrs && !p->failed; k++) {
      size_t len = strcspn(name, " "), n;
      if (is_word(name, len, "cache") && at_end(p))
         break;
      n = word(p, &w);
      if (n != len || memcmp(w, name, len))
         error_at(p, (uint32_t)(w - p->text), (uint32_t)n, util_printf(p->ctx, "expected \"%.*s\"", (int)len, name));
      else if (expect(p, '='))
         l->attr[k] = attribute(p, name, len);
      name += len + (name[len] == ' ');
   }
   if (!p->failed && !at_end(p))
      error_here(p, "expected the end of the line");
}

/* Appends the instruction to the block. ir_emit cannot be used, because the sources have no values yet. */
static void build(struct parser *p, const struct line *l)
{
   struct ir_instr *i = ir_instr_new(p->s, l->op, 0);

   i->sat = (uint8_t)l->sat;
   i->invariant = l->invariant;
   i->span = (struct util_span){l->start, p->pos - l->start};
   i->block = p->block;
   i->prev = p->block->last;
   memcpy(i->attr, l->attr, sizeof i->attr);
   ir_note_slot(p->s, i);
   *(i->prev ? &i->prev->next : &p->block->first) = i;
   p->block->last = i;
   for (unsigned k = 0; k < l->ndst; k++)
      define(p, i, k, l->id[k], l->width[k], l->dst_span[k]);
   /* ir_add_src moves the list, so its items get their addresses once it is complete. */
   for (uint32_t k = 0; k < p->num_srcs; k++)
      ir_add_src(p->s, i, p->srcs[k]);
   for (uint32_t k = 0; k < p->num_srcs; k++)
      p->uses[l->first_use + k].src = &i->src[k];
}

static void instruction(struct parser *p)
{
   static const char *const terms[] = {
      [IR_TERM_JUMP] = "jump",         [IR_TERM_IF] = "if",        [IR_TERM_LOOP] = "loop", [IR_TERM_BREAK] = "break",
      [IR_TERM_CONTINUE] = "continue", [IR_TERM_RETURN] = "return"};
   struct line l = {.start = p->pos};
   const char *w;

   if (!p->block) {
      error_here(p, "expected \"block\": the last one has its terminator");
      return;
   }
   results(p, &l);
   if (p->failed)
      return;
   size_t n = word(p, &w);
   l.op_span = (struct util_span){(uint32_t)(w - p->text), (uint32_t)n};
   for (unsigned t = IR_TERM_JUMP; !l.ndst && t <= IR_TERM_RETURN; t++)
      if (is_word(w, n, terms[t])) {
         terminator(p, t, l.op_span);
         return;
      }
   l.op = find_op(w, n);
   if (l.op == IR_OP_COUNT || l.ndst != ir_op_info[l.op].num_dst) {
      error_at(p, l.op_span.off, l.op_span.len, l.op == IR_OP_COUNT ? "no such op" : "wrong number of results");
      return;
   }
   suffixes(p, &l);
   if (p->failed)
      return;
   sources(p, &l);
   if (!p->failed)
      attributes(p, &l);
   if (p->failed)
      p->num_uses = l.first_use;
   else
      build(p, &l);
}

static void parameter(struct parser *p)
{
   struct io_param q = {0};
   const char *w;

   if (number(p) != p->s->num_params)
      error_at(p, p->pos, 0, "parameters must be numbered in order");
   size_t n = word(p, &w);
   if (is_word(w, n, "const")) {
      q.cls = PARAM_CONST;
      for (int k = 0; k < 4 && !p->failed; k++)
         q.value[k] = number(p);
   } else if (is_word(w, n, "env") || is_word(w, n, "local")) {
      q.cls = n == 3 ? PARAM_ENV : PARAM_LOCAL;
      q.index = number(p);
   } else if (is_word(w, n, "uniform")) {
      q.cls = PARAM_UNIFORM;
      q.index = number(p);
   } else if (is_word(w, n, "pre")) {
      q.cls = PARAM_PRE;
      q.index = number(p);
   } else if (is_word(w, n, "state")) {
      q.cls = PARAM_STATE;
      q.state = quoted(p);
   } else {
      error_at(p, (uint32_t)(w - p->text), (uint32_t)n, "expected const, env, local, uniform, pre or state");
   }
   if (!p->failed)
      ir_add_param(p->s, q);
}

static uint32_t assignment(struct parser *p, const char *name)
{
   return expect_word(p, name) && expect(p, '=') ? number(p) : 0;
}

static void array(struct parser *p)
{
   uint32_t start = p->pos;

   if (number(p) != p->s->num_arrays)
      error_at(p, p->pos, 0, "arrays must be numbered in order");
   uint32_t length = assignment(p, "length"), width = assignment(p, "width");
   if (!p->failed && (length == 0 || length > IR_MAX_ARRAY_SCALARS || (width != 1 && width != 16 && width != 32)))
      error_at(p, start, p->pos - start, "length or width out of range");
   const char *name = !p->failed && peek(p, '"') ? quoted(p) : NULL;
   if (!p->failed)
      ir_array_new(p->s, length, width, name);
}

static void new_block(struct parser *p)
{
   uint32_t start = p->pos;

   if (p->block)
      error_at(p, start, 0, "the block before has no terminator");
   else if (number(p) != p->s->num_blocks)
      error_at(p, start, p->pos - start, "blocks must be numbered in order");
   else if (expect(p, ':')) {
      p->block = ir_block_new(p->s);
      ir_block_append(p->s, p->block);
   }
}

/* Resolves the names of values and blocks after the last line of a program. */
static void end_program(struct parser *p)
{
   struct ir_shader *s = p->s;

   if (!s->num_blocks)
      error_at(p, p->pos, 0, "no blocks");
   if (p->errors)
      return;

   for (uint32_t k = 0; k < p->num_uses; k++) {
      struct use *u = &p->uses[k];
      p->failed = false;
      if (u->id >= s->num_values || !p->values[u->id])
         error_at(p, u->span.off, u->span.len, "nothing defines the value");
      else
         u->src->val = p->values[u->id];
   }
   for (uint32_t k = 0; k < p->num_targets; k++) {
      struct target *t = &p->targets[k];
      p->failed = false;
      if (t->number >= s->num_blocks)
         error_at(p, t->span.off, t->span.len, "no such block");
      else
         *t->place = s->blocks[t->number];
   }
   if (!p->errors)
      ir_cfg_update(s);
}

/* Starts the pre-shader. */
static void preshader(struct parser *p)
{
   const uint32_t start = p->pos, halves = assignment(p, "halves");

   if (p->block || p->main) {
      error_at(p, start, 0, p->main ? "a program has at most one pre-shader" : "the block before has no terminator");
   } else if (!p->failed && halves > IR_MAX_HALVES) {
      error_at(p, start, p->pos - start, "the pre-shader has too many results");
   } else if (!p->failed) {
      end_program(p);
      p->main = p->s;
      p->s = p->main->pre.shader = ir_shader_new(p->ctx, IR_STAGE_PRE, p->main->num);
      p->main->pre.halves = halves;
      p->s->params = p->main->params;
      p->s->num_params = p->main->num_params;
      p->num_uses = p->num_targets = 0;
      for (uint32_t k = 0; k < p->cap_values; k++)
         p->values[k] = NULL;
   }
}

static void declaration(struct parser *p)
{
   const char *w;
   uint32_t start = p->pos;
   size_t n = word(p, &w);

   if (is_word(w, n, "block")) {
      new_block(p);
      return;
   }
   if (p->s->num_blocks && is_word(w, n, "preshader")) {
      preshader(p);
      return;
   }
   if (p->s->num_blocks || p->main) {
      p->pos = start;
      instruction(p);
      return;
   }
   if (is_word(w, n, "stage")) {
      p->s->stage = (enum ir_stage)named(p, ir_stage_name, 4);
   } else if (is_word(w, n, "source_ops")) {
      p->s->num_source_ops = number(p);
   } else if (is_word(w, n, "geometry")) {
      uint32_t in = assignment(p, "in"), out = assignment(p, "out");
      p->s->vertices_out = assignment(p, "vertices");
      if (in > 255 || out > 255)
         error_at(p, start, p->pos - start, "the kind of primitive is out of range");
      p->s->prim_in = (uint8_t)in;
      p->s->prim_out = (uint8_t)out;
   } else if (is_word(w, n, "compute")) {
      p->s->block[0] = assignment(p, "x");
      p->s->block[1] = assignment(p, "y");
      p->s->block[2] = assignment(p, "z");
      p->s->shared_bytes = at_end(p) ? MEM_SHARED_BYTES : assignment(p, "shared");
      p->s->invocations = at_end(p) ? 0 : assignment(p, "instances");
   } else if (is_word(w, n, "param")) {
      parameter(p);
   } else if (is_word(w, n, "array")) {
      array(p);
   } else {
      error_at(p, start, (uint32_t)n, "expected stage, source_ops, geometry, compute, param, array or block");
   }
}

struct ir_shader *ir_parse(struct util_ctx *ctx, const char *text, size_t len, num_m num)
{
   struct parser q = {.ctx = ctx, .s = ir_shader_new(ctx, IR_STAGE_VERTEX, num), .text = text}, *p = &q;

   if (len >= UINT32_MAX) {
      util_diag(ctx, DIAG_ID_ir_syntax, UTIL_NO_SPAN, "the text is too long for 32-bit offsets");
      return NULL;
   }
   p->len = (uint32_t)len;
   /* The first line that is not blank has the version. */
   while (at_end(p) && p->pos < p->len)
      p->pos++;
   uint32_t start = p->pos;
   if (!keyword(p, "nvp4c") || !accept(p, '-') || !keyword(p, "ir"))
      error_at(p, start, 0, "expected \"nvp4c-ir 1\"");
   else if (number(p) != 1)
      error_at(p, start, p->pos - start, "only version 1 is known");
   if (p->failed)
      return NULL;
   for (;;) {
      if (!p->failed && !at_end(p))
         error_here(p, "expected the end of the line");
      while (p->pos < p->len && p->text[p->pos] != '\n')
         p->pos++;
      if (p->pos == p->len)
         break;
      p->pos++;
      p->failed = false;
      if (!at_end(p))
         declaration(p);
   }
   p->failed = false;
   if (p->block)
      error_at(p, p->len, 0, "the last block has no terminator");
   end_program(p);
   if (p->errors)
      return NULL;
   struct ir_shader *s = p->main ? p->main : p->s;
   struct util_span where;
   const char *err = ir_check(s, &where);
   if (err) {
      util_diag(ctx, DIAG_ID_ir_invalid, where, "%s", err);
      return NULL;
   }
   return s;
}

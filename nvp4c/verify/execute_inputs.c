/* SPDX-License-Identifier: MIT */
/* Named inputs: see execute.h. */
#include <string.h>

#include "frontend/common/fe_number.h"
#include "nvp4c/verify/execute.h"
#include "util/similar.h"

#define MAX_VALUES 4096
#define MAX_OBJECT_BYTES ((uint32_t)1 << 28)

/* A part of the text. */
struct word {
   const char *p;
   size_t len;
};

struct reader {
   struct util_ctx *ctx;
   const struct frontend_source *source;
   const struct ir_shader *s;
   struct execute_inputs *to;
   const char *text;
   bool skips_unknown, ok;
};

/* What a name refers to: `length` elements from `first` on. */
struct place {
   bool found;
   struct frontend_name name;
   uint32_t first, length, vertex;
};

static void error(struct reader *r, struct word at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void error(struct reader *r, struct word at, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   util_vdiag(r->ctx, DIAG_ID_run_input, (struct util_span){(uint32_t)(at.p - r->text), (uint32_t)(at.len ? at.len : 1)}, fmt,
              ap);
   va_end(ap);
   r->ok = false;
}

/* ---- names */

static bool equals(struct word w, const char *s) { return strlen(s) == w.len && !memcmp(w.p, s, w.len); }

/* Removes "[N]" from the end. */
static bool remove_index(struct word *w, uint32_t *index)
{
   size_t i = w->len;
   uint64_t n = 0, unit = 1;

   if (!i || w->p[i - 1] != ']')
      return false;
   for (i--; i && w->p[i - 1] >= '0' && w->p[i - 1] <= '9' && unit < 1000000; i--, unit *= 10)
      n += unit * (uint64_t)(w->p[i - 1] - '0');
   if (unit == 1 || !i || w->p[i - 1] != '[')
      return false;
   w->len = i - 1;
   *index = (uint32_t)n;
   return true;
}

/* Removes the index from "vertex[2].color", using buf. */
static bool remove_vertex(struct word *w, uint32_t *vertex, char *buf, size_t size)
{
   const char *close = w->len > 8 && !memcmp(w->p, "vertex[", 7) ? memchr(w->p, ']', w->len) : NULL;
   struct word head = {w->p, close ? (size_t)(close - w->p) + 1 : 0};

   if (!close || !remove_index(&head, vertex) || w->len >= size)
      return false;
   const size_t rest = w->len - (size_t)(close + 1 - w->p);
   memcpy(buf, "vertex", 6);
   memcpy(buf + 6, close + 1, rest);
   *w = (struct word){buf, 6 + rest};
   return true;
}

struct search {
   struct word full, base; /* the name with and without its index */
   uint32_t index, vertex;
   bool indexed, has_vertex;
   struct place *place;
};

static void match(void *user, const struct frontend_name *n)
{
   struct search *q = user;
   struct place *p = q->place;

   if (p->found)
      return;
   const bool whole = equals(q->full, n->name), element = q->indexed && equals(q->base, n->name);
   if (element && n->per_vertex && !n->is_array) { /* the index is a vertex */
      *p = (struct place){.found = true, .name = *n, .first = n->first, .length = 1, .vertex = q->index};
   } else if (element && n->is_array && q->index < n->length) {
      *p = (struct place){
          .found = true, .name = *n, .first = n->first + q->index * (n->kind == FRONTEND_BUFFER ? n->width : 1), .length = 1};
      p->vertex = q->has_vertex ? q->vertex : n->vertex;
   } else if (whole) {
      *p = (struct place){.found = true, .name = *n, .first = n->first, .length = n->optional ? 1 : n->length};
      p->vertex = q->has_vertex ? q->vertex : n->vertex;
   }
}

/* Name of a parameter other than a constant: "program.local[3]", or the text of a state binding. */
static const char *param_name(struct util_ctx *ctx, const struct io_param *p)
{
   if (p->cls == PARAM_STATE)
      return p->state;
   if (p->cls == PARAM_UNIFORM)
      return util_printf(ctx, "CONST[0][%u]", p->index);
   return util_printf(ctx, "program.%s[%u]", p->cls == PARAM_ENV ? "env" : "local", p->index);
}

/* Finds a parameter or slot; these have names in every language. */
static void match_common(struct reader *r, struct word w, struct place *p)
{
   for (uint32_t i = 0; i < r->s->num_params && !p->found; i++) {
      const struct io_param *param = &r->s->params[i];
      const char *name = param->cls == PARAM_CONST || param->cls == PARAM_PRE ? NULL : param_name(r->ctx, param);
      if (name && equals(w, name))
         *p =
             (struct place){.found = true, .name = {.name = name, .kind = FRONTEND_PARAM, .width = 4}, .first = i, .length = 1};
   }
   const enum io_slot slot = p->found ? SLOT_COUNT : io_slot_find(w.p, w.len);
   if (slot != SLOT_COUNT)
      *p = (struct place){.found = true, .name = {.name = "", .kind = FRONTEND_INPUT, .width = 4}, .first = slot, .length = 1};
}

/* Finds "program.buffer[2]" or an element of it. */
static void match_buffer(struct word w, struct place *p)
{
   uint32_t index, element;
   const bool some = remove_index(&w, &index);
   const bool both = some && remove_index(&w, &element);

   if (!some || !equals(w, "program.buffer") || (both ? element : index) >= 16)
      return;
   *p = (struct place){.found = true, .name = {.kind = FRONTEND_BUFFER, .buffer = both ? element : index, .width = 1}};
   p->first = both ? index : 0;
   p->length = 65536;
}

static struct place find_place(struct reader *r, struct word w)
{
   struct place p = {0};
   char buf[128];
   struct search q = {.place = &p};

   q.has_vertex = remove_vertex(&w, &q.vertex, buf, sizeof buf);
   q.full = q.base = w;
   q.indexed = remove_index(&q.base, &q.index);
   if (r->source->ops->names)
      r->source->ops->names(r->source->tree, match, &q);
   if (!p.found)
      match_common(r, w, &p);
   if (!p.found)
      match_buffer(w, &p);
   if (p.vertex >= EXEC_MAX_VERTICES)
      p.found = false;
   return p;
}

/* ---- hints */

static void try_name(void *user, const struct frontend_name *n)
{
   if (n->kind != FRONTEND_OUTPUT)
      util_similar_try(user, n->name, strlen(n->name));
}

static void report_unknown(struct reader *r, struct word w)
{
   struct util_similar s;
   struct word base = w;
   uint32_t budget = 100000, index;

   error(r, w, "the program has no input '%.*s'", (int)w.len, w.p);
   for (unsigned k = 0; k < 2; k++) {
      util_similar_begin(&s, base.p, base.len, &budget);
      s.digits = !k;
      if (r->source->ops->names)
         r->source->ops->names(r->source->tree, try_name, &s);
      for (uint32_t i = 0; i < r->s->num_params; i++)
         if (r->s->params[i].cls != PARAM_CONST) {
            const char *name = param_name(r->ctx, &r->s->params[i]);
            util_similar_try(&s, name, strlen(name));
         }
      if (s.best) {
         util_note(r->ctx, (struct util_span){(uint32_t)(w.p - r->text), (uint32_t)w.len}, "did you mean '%.*s'?",
                   (int)s.best_len, s.best);
         return;
      }
      if (!remove_index(&base, &index))
         return;
   }
}

/* ---- values */

/* Is this program.local[N] or program.env[N]? A program need not read it. */
static bool is_parameter(struct word w)
{
   uint32_t index;
   return remove_index(&w, &index) && (equals(w, "program.local") || equals(w, "program.env"));
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == ','; }

static bool has_digit(struct word w)
{
   for (size_t i = 0; i < w.len; i++)
      if (w.p[i] >= '0' && w.p[i] <= '9')
         return true;
   return false;
}

/* Reads a number without a sign: an integer, or the bits of a float. */
static bool read_magnitude(struct word w, bool integers, bool *integer, uint32_t *v)
{
   size_t i = 0;
   bool overflow = false, digits_only = true;

   *integer = false;
   if (equals(w, "inf") || equals(w, "nan")) {
      *v = equals(w, "inf") ? 0x7f800000 : NUM_NAN;
      return true;
   }
   if (w.len > 2 && w.p[0] == '0' && (w.p[1] == 'x' || w.p[1] == 'X')) {
      for (*v = 0, i = 2; i < w.len; i++) {
         const char c = (char)(w.p[i] | 32);
         const bool letter = c >= 'a' && c <= 'f';
         if (i >= 10 || (!letter && !(w.p[i] >= '0' && w.p[i] <= '9')))
            return false;
         *v = *v << 4 | (uint32_t)(letter ? c - 'a' + 10 : w.p[i] - '0');
      }
      *integer = true; /* bits; only integers may have a sign */
      return true;
   }
   const bool suffix = w.len > 1 && w.p[w.len - 1] == 'i';
   w.len -= suffix;
   for (i = 0; i < w.len; i++) {
      const char c = w.p[i];
      const bool exponent = (c == 'e' || c == 'E') && i, sign = (c == '+' || c == '-') && i && (w.p[i - 1] | 32) == 'e';
      if (!(c >= '0' && c <= '9') && c != '.' && !exponent && !sign)
         return false;
      digits_only &= c >= '0' && c <= '9';
   }
   if (!has_digit(w) || (suffix && !digits_only))
      return false;
   *integer = suffix || (integers && digits_only);
   const uint64_t n = *integer ? fe_integer(w.p, w.len, &overflow) : 0;
   *v = *integer ? (uint32_t)n : fe_float_bits(w.p, w.len);
   return !overflow && n <= UINT32_MAX;
}

/* Reads a list of values. Returns false after a diagnostic. */
static bool read_values(struct reader *r, struct word list, bool integers, uint32_t *v, uint32_t max, uint32_t *n)
{
   const char *p = list.p, *end = list.p + list.len;

   *n = 0;
   for (;;) {
      while (p < end && is_blank(*p))
         p++;
      if (p == end)
         break;
      struct word w = {p, 0};
      while (p < end && !is_blank(*p))
         p++;
      w.len = (size_t)(p - w.p);
      struct word bare = w;
      const bool negative = w.p[0] == '-', sign = negative || w.p[0] == '+';
      bool integer;
      bare.p += sign;
      bare.len -= sign;
      if (*n == max) {
         error(r, w, "too many values: there is room for %u", max);
         return false;
      }
      if (!bare.len || !read_magnitude(bare, integers, &integer, &v[*n])) {
         error(r, w, "'%.*s' is not a number", (int)w.len, w.p);
         return false;
      }
      if (negative)
         v[*n] = integer ? 0u - v[*n] : v[*n] ^ 0x80000000u;
      ++*n;
   }
   if (!*n)
      error(r, list, "a value is missing");
   return *n != 0;
}

/* ---- lines */

/* Are both entries the same parameter? */
static bool same_param(const struct io_param *a, const struct io_param *b)
{
   return a->cls == b->cls && a->index == b->index && (a->cls != PARAM_STATE || !strcmp(a->state, b->state));
}

/* Sets component c of element `at` of a place. Corner 0 is the bottom left, 1 the bottom right, 2 the top left. */
static void set_component(struct reader *r, const struct place *p, uint32_t at, unsigned c, unsigned corner, uint32_t v)
{
   struct execute_inputs *to = r->to;

   if (p->name.kind == FRONTEND_INPUT) {
      if (at >= SLOT_COUNT)
         return;
      if (corner) {
         to->corner[corner - 1][at][c] = v;
         to->varies[at] = true;
      } else {
         to->in[p->vertex][at][c] = v;
         to->given[p->vertex][at] |= (uint8_t)(1u << c);
      }
      return;
   }
   for (uint32_t i = 0; i < r->s->num_params; i++)
      if (i == at || same_param(&r->s->params[i], &r->s->params[at])) {
         to->param[i][c] = v;
         to->param_given[i] |= (uint8_t)(1u << c);
      }
}

static void put_buffer(struct reader *r, const struct place *p, const uint32_t *v, uint32_t n)
{
   struct execute_inputs *to = r->to;
   const unsigned b = p->name.buffer & 15;

   if (p->first + n > to->buffer_words[b]) {
      to->buffer[b] = util_resize(r->ctx, to->buffer[b], to->buffer_words[b] * sizeof *v, (p->first + n) * sizeof *v);
      memset(to->buffer[b] + to->buffer_words[b], 0, (p->first + n - to->buffer_words[b]) * sizeof *v);
      to->buffer_words[b] = p->first + n;
   }
   memcpy(to->buffer[b] + p->first, v, n * sizeof *v);
}

static bool is_integer(const struct place *p)
{
   return p->name.kind == FRONTEND_INPUT &&
          (p->first == SLOT_VERTEX_ID || p->first == SLOT_INSTANCE || p->first == SLOT_PRIM_ID || p->first == SLOT_LAYER);
}

/* Assigns a list of values at one corner to `num` selected components, or to all if num is 0. */
static void assign(struct reader *r, const struct place *p, const uint8_t *selection, unsigned num, unsigned corner,
                   struct word list)
{
   static const uint32_t missing[4] = {0, 0, 0, NUM_ONE};
   uint32_t *v = UTIL_ARRAY(r->ctx, uint32_t, MAX_VALUES), n;
   const bool buffer = p->name.kind == FRONTEND_BUFFER;
   const uint32_t room = buffer ? MAX_VALUES : num ? num : 4 * p->length;

   if (!read_values(r, list, buffer || is_integer(p), v, room < MAX_VALUES ? room : MAX_VALUES, &n))
      return;
   if (buffer) {
      put_buffer(r, p, v, n);
      return;
   }
   if (num) {
      if (n != num && n != 1)
         error(r, list, "%u values for %u components", n, num);
      for (unsigned k = 0; k < num; k++)
         set_component(r, p, p->first, selection[k], corner, v[n == 1 ? 0 : k]);
      return;
   }
   for (uint32_t e = 0; 4 * e < n; e++)
      for (unsigned c = 0; c < 4; c++)
         set_component(r, p, p->first + e, c, corner, 4 * e + c < n ? v[4 * e + c] : is_integer(p) && c == 3 ? 1 : missing[c]);
}

/* Removes ".xy" or ".rgba" from the end, and sets the numbers of its components. */
static unsigned remove_selection(struct word *w, uint8_t out[4])
{
   static const char letters[] = "xyzwrgba";
   size_t n = 0;

   while (n < w->len && w->p[w->len - 1 - n] && strchr(letters, w->p[w->len - 1 - n]))
      n++;
   if (!n || n > 4 || n + 1 >= w->len || w->p[w->len - 1 - n] != '.')
      return 0;
   for (size_t i = 0; i < n; i++)
      out[i] = (uint8_t)((strchr(letters, w->p[w->len - n + i]) - letters) & 3);
   w->len -= n + 1;
   return (unsigned)n;
}

static struct word trim(const char *p, const char *end)
{
   while (p < end && is_blank(*p))
      p++;
   while (p < end && is_blank(end[-1]))
      end--;
   return (struct word){p, (size_t)(end - p)};
}

/* Removes ".size" or ".bytes" from the end. */
static bool remove_property(struct word *w, const char *property)
{
   const size_t n = strlen(property);

   if (w->len <= n || memcmp(w->p + w->len - n, property, n))
      return false;
   w->len -= n;
   return true;
}

static void put_object(struct reader *r, struct execute_object *o, uint32_t first, const uint32_t *v, uint32_t n)
{
   if (first + n > o->cap) {
      const uint32_t cap = 2 * (first + n);
      o->value = util_resize(r->ctx, o->value, o->cap * sizeof *v, cap * sizeof *v);
      memset(o->value + o->cap, 0, (cap - o->cap) * sizeof *v);
      o->cap = cap;
   }
   memcpy(o->value + first, v, n * sizeof *v);
   o->num = first + n > o->num ? first + n : o->num;
}

static void size_object(struct reader *r, struct execute_object *o, bool image, struct word list)
{
   uint32_t v[4], n;

   if (!read_values(r, list, true, v, image ? 4 : 1, &n))
      return;
   for (unsigned k = 0; k < 4; k++)
      o->size[k] = k < n ? v[k] : 1;
   const uint32_t most = image ? MAX_OBJECT_BYTES / 16 : MAX_OBJECT_BYTES; /* texels or bytes */
   uint64_t all = 1;
   for (unsigned k = 0; k < n; k++)
      all = v[k] && all * v[k] <= most ? all * v[k] : most + UINT64_C(1);
   if (all > most) {
      error(r, list, "an object must have from 1 to %u %s", most, image ? "texels" : "bytes");
      return;
   }
   o->sized = true;
}

/* Reads a line about read-write memory: BUFFER[0] = WORDS, IMAGE[1][3] = TEXELS from number 3 on, BUFFER[0].bytes = N, or
   IMAGE[1].size = W H D S. */
static bool read_object_line(struct reader *r, struct word name, struct word list)
{
   const bool size = remove_property(&name, ".size") || remove_property(&name, ".bytes");
   struct execute_memory *m = r->to->memory;
   uint32_t first = 0, unit = 0;
   struct word base = name;
   unsigned space = 0, indices = 0;

   for (uint32_t index; indices < 2 && remove_index(&base, &index); indices++) {
      first = unit;
      unit = index;
   }
   while (space < MEM_SPACE_COUNT && !equals(base, execute_space[space].name))
      space++;
   if (space == MEM_SPACE_COUNT)
      return false;
   if (!execute_space[space].numbered) {
      if (indices > 1)
         error(r, name, "'%.*s' has no second index", (int)base.len, base.p);
      first = unit;
      unit = 0;
   } else if (!indices) {
      error(r, name, "the index of the object is missing: %.*s[0]", (int)base.len, base.p);
      return true;
   }
   if (unit >= MEM_UNITS || !(m->reads.units[space] >> unit & 1)) {
      error(r, name, "the program does not access '%.*s'", (int)name.len, name.p);
      return true;
   }
   struct execute_object *o = &m->object[space][unit];
   const enum mem_format format = space == MEM_IMAGE ? execute_format(m, unit) : MEM_NONE;
   if (size && (space == MEM_SHARED || (size && indices > execute_space[space].numbered))) {
      error(r, name,
            space == MEM_SHARED ? "the size of shared memory is set by the program or -fshared-memory"
                                : "the size of a part of an object cannot be set");
   } else if (size) {
      size_object(r, o, space == MEM_IMAGE, list);
   } else {
      const uint32_t room = (uint32_t)list.len / 2 + 1;
      const unsigned each = format ? (unsigned)__builtin_popcount(execute_components(format)) : 1;
      const uint8_t kind = mem_format_info[format].kind;
      uint32_t *v = UTIL_ARRAY(r->ctx, uint32_t, room), n;
      if (first > MAX_OBJECT_BYTES / 16)
         error(r, name, "%u is outside of any object", first);
      else if (read_values(r, list, !format || kind == MEM_UINT || kind == MEM_SINT, v, room, &n))
         put_object(r, o, first * each, v, n);
   }
   return true;
}

static void read_line(struct reader *r, struct word w)
{
   const char *equals = memchr(w.p, '=', w.len), *end = w.p + w.len;
   const struct word name = trim(w.p, equals ? equals : end);
   struct word base = name;
   uint8_t selection[4];
   unsigned num = 0, corner = 0;

   if (!equals || !name.len) {
      error(r, w, "expected NAME = VALUES");
      return;
   }
   if (read_object_line(r, name, trim(equals + 1, end)))
      return;
   struct place p = find_place(r, base);
   if (!p.found) {
      num = remove_selection(&base, selection);
      p = num ? find_place(r, base) : p;
   }
   if (!p.found && is_parameter(base))
      return;
   if (!p.found) {
      if (!r->skips_unknown)
         report_unknown(r, base);
      return;
   }
   if (p.name.kind == FRONTEND_OUTPUT) {
      error(r, name, "'%.*s' is a result, not an input", (int)base.len, base.p);
      return;
   }
   if (p.name.kind == FRONTEND_PARAM && (p.first >= r->s->num_params || r->s->params[p.first].cls == PARAM_CONST)) {
      error(r, name, "'%.*s' is a constant of the program, not an input", (int)base.len, base.p);
      return;
   }
   for (const char *list = equals + 1, *bar; list <= end; list = bar + 1, corner++) {
      bar = memchr(list, '|', (size_t)(end - list));
      bar = bar ? bar : end;
      struct word at = trim(list, bar);
      if (!at.len)
         at.p = equals;
      if (corner == 3 || (corner && (p.name.kind != FRONTEND_INPUT || r->s->stage != IR_STAGE_FRAGMENT))) {
         error(r, at, "only inputs of fragment programs can have values at corners, at most three");
         return;
      }
      assign(r, &p, selection, num, corner, at);
   }
   if (corner == 2)
      error(r, w, "values at two corners, but three are needed: bottom left, bottom right, top left");
}

bool execute_parse(struct util_ctx *ctx, const struct execute_job *job, struct execute_memory *memory,
                   struct execute_inputs *to)
{
   const struct ir_shader *s = job->final;
   const char *const program = ctx->text, *text = job->run->inputs ? job->run->inputs : "";
   const size_t program_len = ctx->text_len, len = job->run->inputs ? job->run->inputs_length : 0;
   struct reader r = {.ctx = ctx, .source = job->source, .s = s, .to = to, .text = text, .ok = true};

   r.skips_unknown = job->run->skip_unknown;

   memset(to, 0, sizeof *to);
   to->memory = memory;
   to->in = (uint32_t(*)[SLOT_COUNT][4])UTIL_ARRAY(ctx, uint32_t, EXEC_MAX_VERTICES * SLOT_COUNT * 4);
   to->param = (uint32_t(*)[4])UTIL_ARRAY(ctx, uint32_t, ((size_t)s->num_params + 1) * 4);
   to->param_given = UTIL_ARRAY(ctx, uint8_t, (size_t)s->num_params + 1);
   ctx->text = text;
   ctx->text_len = len;
   for (const char *p = text, *end = text + len; p < end;) {
      const char *q = p;
      while (q < end && *q != '\n' && *q != ';')
         q++;
      const struct word w = trim(p, q);
      if (w.len && w.p[0] != '#')
         read_line(&r, w);
      p = q + 1;
   }
   ctx->text = program;
   ctx->text_len = program_len;
   return r.ok;
}

/* ---- outputs */

struct output {
   unsigned slot;
   const char *name;
   bool indexed;
   uint32_t index;
};

static void match_output(void *user, const struct frontend_name *n)
{
   struct output *o = user;

   if (o->name || n->kind != FRONTEND_OUTPUT || o->slot - n->first >= n->length)
      return;
   o->name = n->name;
   o->index = o->slot - n->first;
   o->indexed = n->is_array && !(n->optional && !o->index);
}

const char *execute_output_name(struct util_ctx *ctx, const struct frontend_source *source, unsigned slot)
{
   struct output o = {.slot = slot};

   if (source->ops->names)
      source->ops->names(source->tree, match_output, &o);
   if (!o.name) {
      char name[32];
      return util_printf(ctx, "%s", io_slot_name((enum io_slot)slot, name, sizeof name));
   }
   return o.indexed ? util_printf(ctx, "%s[%u]", o.name, o.index) : o.name;
}

/* SPDX-License-Identifier: MIT */
/*
 * Bindings: what "vertex.", "fragment.", "primitive.", "result.", "program." and "state." lead to, the rules about binding
 * things twice, and the nameless variables that bindings in instructions declare
 * (NV_gpu_program4 2.X.3.2, 2.X.3.3, 2.X.3.5, 2.X.3.6).
 */
#include "frontend/nv/parse/nv_parse.h"
#include "util/format.h"

#include <string.h>

enum { IDX_NONE, IDX_OPT, IDX_REQ };
enum { IO_ATTRIB, IO_RESULT };
/* A program is of one or more of these, a row of the table for one or more. */
enum { STAGE_V = 1, STAGE_F = 2, STAGE_G = 4, STAGE_AV = 8, STAGE_AV2 = 16, STAGE_AF = 32, STAGE_AF2 = 64 };
enum { FLAG_A = 1, FLAG_C = 2, FLAG_I = 4, FLAG_L = 8, FLAG_S = 16, FLAG_R = 32, FLAG_X = 64, FLAG_W = 128 };

struct nv_io_row {
   uint8_t stages, kind, index, flags;
   const char *head, *names;
   enum io_slot slot;
   uint16_t limit; /* offset of the field in struct nv_limits */
};

static const struct nv_io_row io_rows[] = {
#define V STAGE_V
#define F STAGE_F
#define G STAGE_G
#define AV STAGE_AV
#define AV2 STAGE_AV2
#define AF STAGE_AF
#define AF2 STAGE_AF2
#define A FLAG_A
#define C FLAG_C
#define I FLAG_I
#define L FLAG_L
#define S FLAG_S
#define R FLAG_R
#define X FLAG_X
#define W FLAG_W
#define NV_IO(st, kind, head, names, slot, index, limit, flags)                                                                \
   {st, IO_##kind, IDX_##index, flags, head, names, (enum io_slot)(SLOT_##slot), offsetof(struct nv_limits, limit)},
#include "frontend/nv/tree/nv_io.def"
#undef NV_IO
#undef V
#undef F
#undef G
#undef AV
#undef AV2
#undef AF
#undef AF2
#undef A
#undef C
#undef I
#undef L
#undef S
#undef R
#undef X
#undef W
};

static const struct {
   uint8_t dialects;
   const char *pattern;
} state_rows[] = {
#define N NV_D_NV4
#define V NV_D_VP
#define F NV_D_FP
#define NV_STATE(dialects, pattern) {dialects, pattern},
#include "frontend/nv/tree/nv_state.def"
#undef NV_STATE
#undef N
#undef V
#undef F
};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static unsigned stages_of(const struct nv_parser *p)
{
   if (!nv_arb(p))
      return 1u << p->prog->stage;
   return (nv_has(p, NV_D_VP) ? STAGE_AV : STAGE_AF) | (nv_has(p, NV_D_VP2) ? STAGE_AV2 : 0) |
          (nv_has(p, NV_D_FP2) ? STAGE_AF2 : 0);
}

bool nv_io_interpolated(const struct nv_io_row *row)
{
   return row->flags & FLAG_I;
}
bool nv_io_arrayed(const struct nv_io_row *row)
{
   return row->flags & FLAG_A;
}
bool nv_io_flat(const struct nv_io_row *row)
{
   return row->flags & FLAG_L;
}

/* Components that the tables fill with constants, and those that they leave open. */
void nv_io_constants(const struct nv_io_row *row, struct nv_var *v)
{
   bool integer = row->slot == SLOT_VERTEX_ID || row->slot == SLOT_INSTANCE || row->slot == SLOT_PRIM_ID;

   v->supplied = row->kind != IO_ATTRIB ? 0 : row->flags & FLAG_X ? 1 : row->flags & FLAG_W ? 3 : 0;
   v->default_w = integer ? 1 : NUM_ONE;
}

unsigned nv_num_vertices(const struct nv_program *prog, bool known)
{
   return known ? exec_primitive_vertices(prog->prim_in) : EXEC_MAX_VERTICES;
}

/* A place behind the last segment of a path, for "something is missing here". */
static struct util_span path_end(struct nv_list path)
{
   return (struct util_span){path.span.off + path.span.len, 0};
}

static const struct nv_seg *seg_at(const struct nv_parser *p, struct nv_list path, uint32_t i)
{
   return i < path.count ? &p->segs[path.first + i] : NULL;
}

static struct util_span seg_place(const struct nv_parser *p, struct nv_list path, uint32_t i)
{
   const struct nv_seg *s = seg_at(p, path, i);

   return !s ? path_end(path) : s->kind == NV_SEG_NAME ? s->span : s->open;
}

/* An index or range that must be constant and below `limit`. */
static bool constant_index(struct nv_parser *p, const struct nv_seg *s, uint32_t limit, const char *what, bool range_ok,
                           uint32_t *first, uint32_t *count)
{
   if (s->kind == NV_SEG_REL) {
      if (!p->relative_said) {
         nv_error(p, DIAG_ID_relative_binding, s->reg,
                  "the index of a binding must be a constant; declare an array to address it relatively");
         p->relative_said = nv_arb(p) && p->ctx->explained; /* where an option would allow it */
      }
      return false;
   }
   if (s->kind == NV_SEG_RANGE && !range_ok) {
      nv_error(p, DIAG_ID_range_outside_array, s->span, "a range of bindings is only allowed in the declaration of an array");
      return false;
   }
   uint32_t a = nv_uint(p, s->a), b = s->kind == NV_SEG_RANGE ? nv_uint(p, s->b) : a;

   if (a >= limit) {
      nv_error(p, DIAG_ID_binding_index_range, s->a, "%s %.*s is out of range: there are %u", what, NV_STR(p, s->a), limit);
      return false;
   }
   if (a > b) {
      nv_error(p, DIAG_ID_range_order, s->b, "the range %.*s..%.*s runs backwards", NV_STR(p, s->a), NV_STR(p, s->b));
      return false;
   }
   if (b >= limit) {
      nv_error(p, DIAG_ID_binding_index_range, s->b, "%s %.*s is out of range: there are %u", what, NV_STR(p, s->b), limit);
      return false;
   }
   *first = a;
   *count = b - a + 1;
   return true;
}

/* --- attributes and results --- */

/* Number of segments from `at` on that spell the dotted names; 0 if they do not. */
static uint32_t match_names(const struct nv_parser *p, struct nv_list path, uint32_t at, const char *names)
{
   uint32_t n = 0;

   for (const char *s = names; *s; n++) {
      size_t len = strcspn(s, ".");
      const struct nv_seg *seg = seg_at(p, path, at + n);

      if (!seg || seg->kind != NV_SEG_NAME || seg->span.len != len || memcmp(p->text + seg->span.off, s, len) != 0)
         return 0;
      s += len + (s[len] == '.');
   }
   return n;
}

/* A vertex program may not bind both of a pair of Table X.X: NV_vertex_program4 2.X.3.2. */
static bool vertex_alias(struct nv_parser *p, const struct nv_bound *b)
{
   for (uint32_t i = 0; i < b->count; i++) {
      if (b->slot + i > SLOT_VATTR_LAST)
         break;
      uint32_t n = b->slot + i - SLOT_VATTR;
      bool conv = b->row->flags & FLAG_C;
      uint8_t *mine = conv ? p->vattr_conventional : p->vattr_generic;
      const uint8_t *other = conv ? p->vattr_generic : p->vattr_conventional;

      if (other[n / 8] >> n % 8 & 1) {
         nv_error(p, DIAG_ID_attrib_alias, b->span, "%.*s and the %s attribute of the same number cannot both be bound",
                  NV_STR(p, b->span), conv ? "generic" : "conventional");
         util_note(p->ctx, p->vattr_span[n], "the other is bound here");
         return false;
      }
      if (!(mine[n / 8] >> n % 8 & 1))
         p->vattr_span[n] = b->span;
      mine[n / 8] |= (uint8_t)(1u << n % 8);
   }
   return true;
}

/* The names that may follow the head of a binding. */
static const char *io_hint(struct nv_parser *p, struct util_span head, struct util_span word)
{
   struct util_similar s;

   nv_similar(p, &s, word);
   for (size_t i = 0; i < COUNT(io_rows); i++)
      if ((io_rows[i].stages & stages_of(p)) && nv_is(p, head, io_rows[i].head))
         util_similar_try(&s, io_rows[i].names, strcspn(io_rows[i].names, "."));
   return nv_hint(p, &s);
}

static bool bind_io(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b)
{
   const struct nv_seg *head = seg_at(p, path, 0), *s;
   unsigned stage = stages_of(p), optional = nv_arb(p) ? (p->prog->stage == NV_VERTEX ? STAGE_AV2 : STAGE_AF2) : 0;
   const struct nv_io_row *row = NULL;
   uint32_t at = 1, names = 0;
   bool is_vertex = p->prog->stage == NV_GEOMETRY && nv_is(p, head->span, "vertex");

   b->vertex = NV_NONE;
   b->per_vertex = is_vertex;
   b->count = 1;
   s = seg_at(p, path, 1);
   if (is_vertex && s && s->kind != NV_SEG_NAME) {
      uint32_t count, limit = nv_num_vertices(p->prog, p->have_decl[NV_DECL_PRIM_IN]);

      if (s->kind == NV_SEG_REL) {
         nv_error(p, DIAG_ID_vertex_number_constant, s->reg, "the vertex number of a binding must be a constant");
         return false;
      }
      if (s->kind == NV_SEG_RANGE) {
         nv_error(p, DIAG_ID_vertex_number_constant, s->span, "a vertex number is one number, not a range");
         return false;
      }
      if (nv_uint(p, s->a) >= limit) {
         nv_error(p, DIAG_ID_vertex_number, s->a, "vertex %.*s does not exist: the input primitive has %u", NV_STR(p, s->a),
                  limit);
         return false;
      }
      if (!constant_index(p, s, limit, "vertex", false, &b->vertex, &count))
         return false;
      b->per_vertex = false;
      at = 2;
   } else if (is_vertex && use == NV_BIND_OPERAND) {
      nv_error(p, DIAG_ID_vertex_number_missing, seg_place(p, path, 1),
               "expected a vertex number: vertex[n] in an instruction");
      return false;
   }

   for (size_t i = 0; i < COUNT(io_rows); i++) {
      if (!(io_rows[i].stages & (stage | optional)) || !nv_is(p, head->span, io_rows[i].head))
         continue;
      uint32_t n = match_names(p, path, at, io_rows[i].names);
      if (n > names) {
         names = n;
         row = &io_rows[i];
      }
   }
   if (row && !(row->stages & stage)) {
      nv_needs_option(p, seg_at(p, path, at)->span, p->prog->stage == NV_VERTEX ? NV_D_VP2 : NV_D_FP2, row->names);
      return false;
   }
   if (!row || (row->slot == SLOT_VATTR + 1 && p->lim.vertex_units == 0)) {
      s = seg_at(p, path, at);
      if (s && s->kind == NV_SEG_NAME && p->prog->stage == NV_VERTEX &&
          (nv_is(p, s->span, "weight") || nv_is(p, s->span, "matrixindex")))
         nv_error(p, DIAG_ID_binding_unavailable, s->span, "vertex.%.*s is not available%s", NV_STR(p, s->span),
                  nv_arb(p) ? "" : " in this language");
      else if (s && s->kind == NV_SEG_NAME)
         nv_error(p, DIAG_ID_unknown_binding, s->span, "there is no binding %.*s.%.*s%s", NV_STR(p, head->span), NV_STR(p, s->span),
                  io_hint(p, head->span, s->span));
      else
         nv_error(p, DIAG_ID_unknown_binding, seg_place(p, path, at), "expected the name of a binding behind %.*s",
                  NV_STR(p, head->span));
      return false;
   }

   uint32_t index = 0;

   at += names;
   s = seg_at(p, path, at);
   if (s && s->kind != NV_SEG_NAME) {
      if (row->index == IDX_NONE) {
         nv_error(p, DIAG_ID_binding_no_index, s->open, "%s.%s takes no index", row->head, row->names);
         return false;
      }
      if (p->prog->stage == NV_FRAGMENT && row->slot == SLOT_FRAG_COLOR && !p->prog->opt_draw_buffers) {
         nv_error(p, DIAG_ID_draw_buffers_option, s->open, "result.color[n] needs the option ARB_draw_buffers");
         p->prog->opt_draw_buffers = p->ctx->explained != NULL; /* said once */
         return false;
      }
      uint32_t limit;
      memcpy(&limit, (const char *)&p->lim + row->limit, sizeof limit);
      if (s->kind == NV_SEG_REL && (row->flags & FLAG_R) && nv_has(p, NV_D_VP3 | NV_D_FP2) && use != NV_BIND_ARRAY) {
         b->relative = true;
         b->rel = path.first + at;
         b->count = limit;
      } else if (row->slot == SLOT_VATTR + 1 && s->kind == NV_SEG_INDEX && nv_uint(p, s->a) % 4) {
         nv_error(p, DIAG_ID_weight_number, s->a, "the number of a vertex weight must be divisible by four");
         return false;
      } else if (!constant_index(p, s, limit, row->names, use == NV_BIND_ARRAY && (row->flags & FLAG_A), &index, &b->count))
         return false;
      at++;
   } else if (row->index == IDX_REQ) {
      nv_error(p, DIAG_ID_binding_index_missing, seg_place(p, path, at), "%s.%s needs an index", row->head, row->names);
      return false;
   }

   b->cls = row->kind == IO_ATTRIB ? NV_ATTRIB : NV_RESULT;
   b->row = row;
   b->slot = (enum io_slot)(row->slot + index);
   b->consumed = at;
   b->span = (struct util_span){head->span.off, seg_at(p, path, at - 1)->end - head->span.off};

   if (p->prog->stage == NV_VERTEX && b->cls == NV_ATTRIB && !b->relative && !vertex_alias(p, b))
      return false;
   if (b->cls == NV_RESULT && row->slot == SLOT_POSITION && p->prog->opt_position_invariant) {
      nv_error(p, DIAG_ID_position_invariant, head->span, "a program with ARB_position_invariant cannot bind result.position");
      return false;
   }
   return true;
}

/* --- program.* --- */

static bool bind_program(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b)
{
   const struct nv_seg *name = seg_at(p, path, 1), *s = seg_at(p, path, 2);
   bool decl = use == NV_BIND_SINGLE || use == NV_BIND_ARRAY;

   if (!name || name->kind != NV_SEG_NAME) {
      nv_error(p, DIAG_ID_unknown_binding, seg_place(p, path, 1),
               nv_arb(p) ? "expected \"env\" or \"local\" behind program"
                         : "expected \"env\", \"local\" or \"buffer\" behind program");
      return false;
   }
   b->consumed = 3;
   b->span = name->span;
   bool env = nv_is(p, name->span, "env"), local = nv_is(p, name->span, "local");
   bool buffer = !nv_arb(p) && nv_is(p, name->span, "buffer");

   if (!env && !local && !buffer) {
      static const char *const names[] = {"env", "local", "buffer"};

      nv_error(p, DIAG_ID_unknown_binding, name->span, "there is no binding program.%.*s%s", NV_STR(p, name->span),
               nv_hint_words(p, name->span, names, nv_arb(p) ? 2 : 3));
      return false;
   }
   if (buffer && !decl) {
      nv_error(p, DIAG_ID_buffer_in_instruction, path.span, "program.buffer can only be used to declare a BUFFER variable");
      return false;
   }
   if (!s || s->kind == NV_SEG_NAME) {
      nv_error(p, DIAG_ID_binding_index_missing, seg_place(p, path, 2), "program.%.*s needs an index", NV_STR(p, name->span));
      return false;
   }
   if (!buffer) {
      b->cls = NV_PARAM;
      b->pcls = env ? PARAM_ENV : PARAM_LOCAL;
      return constant_index(p, s, env ? p->lim.env_parameters : p->lim.local_parameters, env ? "program.env" : "program.local",
                            use == NV_BIND_ARRAY, &b->first, &b->count);
   }

   uint32_t count;

   b->cls = NV_BUFFER;
   if (!constant_index(p, s, p->lim.parameter_buffers, "program.buffer", false, &b->buffer, &count))
      return false;
   s = seg_at(p, path, 3);
   if (!s || s->kind == NV_SEG_NAME) {
      b->whole = true;
      if (use == NV_BIND_ARRAY)
         return true;
      nv_error(p, DIAG_ID_binding_index_missing, seg_place(p, path, 3),
               "a single BUFFER variable needs an element: program.buffer[a][b]");
      return false;
   }
   b->consumed = 4;
   return constant_index(p, s, p->lim.buffer_size, "buffer element", use == NV_BIND_ARRAY, &b->first, &b->count);
}

/* --- state.* --- */

struct state_match {
   uint32_t at;             /* next segment */
   struct util_span failed; /* where it went wrong */
   bool filed;              /* an error was filed already */
   const char *want, *want_end; /* the names that did not fit */
   char *out;
   size_t len, cap;
};

static void put(struct state_match *m, const char *s, size_t n)
{
   if (m->len + n < m->cap) {
      memcpy(m->out + m->len, s, n);
      m->len += n;
      m->out[m->len] = 0;
   }
}

static bool is_word(const struct nv_parser *p, const struct nv_seg *s, const char *word)
{
   return s && s->kind == NV_SEG_NAME && nv_is(p, s->span, word);
}

/* One name out of "a|b|c", which ends at `end`. */
static bool alternatives(struct nv_parser *p, const struct nv_seg *s, const char *alts, const char *end)
{
   while (s && s->kind == NV_SEG_NAME && alts < end) {
      size_t n = strcspn(alts, "|.[");

      if (s->span.len == n && memcmp(p->text + s->span.off, alts, n) == 0)
         return true;
      alts += n + 1;
   }
   return false;
}

/* The pattern language of nv_state.def. Stops at the first element that does not fit. */
static bool match_state(struct nv_parser *p, struct nv_list path, const char *pat, enum nv_bind_use use, struct nv_bound *b,
                        struct state_match *m)
{
   while (*pat) {
      size_t n = strcspn(pat, ".[");
      const struct nv_seg *s = seg_at(p, path, m->at);
      uint32_t count;

      m->failed = seg_place(p, path, m->at);
      if (strncmp(pat, "<face>", n) == 0) {
         bool back = is_word(p, s, "back");
         m->at += back || is_word(p, s, "front");
         put(m, back ? ".back" : ".front", back ? 5 : 6);
      } else if (strncmp(pat, "<mod>", n) == 0) {
         if (is_word(p, s, "inverse") || is_word(p, s, "transpose") || is_word(p, s, "invtrans")) {
            put(m, ".", 1);
            put(m, p->text + s->span.off, s->span.len);
            m->at++;
         }
      } else if (strncmp(pat, "<row>", n) == 0) {
         b->rows = true;
         b->count = 4;
         if (!is_word(p, s, "row")) {
            if (use != NV_BIND_ARRAY) {
               nv_error(p, DIAG_ID_matrix_row, m->failed,
                        "expected \".row[n]\": a whole matrix is only allowed in the declaration of an array");
               m->filed = true;
               return false;
            }
         } else {
            s = seg_at(p, path, ++m->at);
            m->failed = seg_place(p, path, m->at);
            if (!s || s->kind == NV_SEG_NAME) {
               nv_error(p, DIAG_ID_binding_index_missing, m->failed, "row needs an index");
               m->filed = true;
               return false;
            }
            if (!constant_index(p, s, 4, "row", use == NV_BIND_ARRAY, &b->first, &b->count)) {
               m->filed = true;
               return false;
            }
            m->at++;
         }
      } else {
         m->want = pat;
         m->want_end = pat + n;
         if (!alternatives(p, s, pat, pat + n))
            return false;
         put(m, ".", 1);
         put(m, p->text + s->span.off, s->span.len);
         m->at++;
      }
      pat += n;
      if (*pat == '[') {
         const struct nv_limits *l = &p->lim;
         uint32_t limit = pat[1] == 'l'   ? l->lights
                          : pat[1] == 'c' ? l->texture_coords
                          : pat[1] == 'p' ? l->clip_planes
                          : pat[1] == 'v' ? nv_arb(p) ? (l->vertex_units ? l->vertex_units : 1) : l->modelview_matrices
                                          : l->program_matrices;
         bool optional = pat[2] == '?';
         uint32_t index = 0;
         char text[16];

         s = seg_at(p, path, m->at);
         m->failed = seg_place(p, path, m->at);
         if (s && s->kind != NV_SEG_NAME) {
            if (!constant_index(p, s, limit, "index", false, &index, &count)) {
               m->filed = true;
               return false;
            }
            m->at++;
         } else if (!optional) {
            nv_error(p, DIAG_ID_binding_index_missing, m->failed, "state%s needs an index", m->out);
            m->filed = true;
            return false;
         }
         int w = util_format(text, sizeof text, "[%u]", index);
         put(m, text, (size_t)w);
         pat += optional ? 4 : 3;
      }
      pat += *pat == '.';
   }
   return true;
}

/* The names that could stand in the place that no pattern fits. */
static const char *state_hint(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound b, uint32_t furthest,
                              struct util_span word)
{
   struct util_similar s;

   nv_similar(p, &s, word);
   for (size_t i = 0; i < COUNT(state_rows); i++) {
      struct state_match m = {.at = 1, .out = b.state + 5, .cap = sizeof b.state - 5};

      if (!nv_has(p, state_rows[i].dialects))
         continue;
      match_state(p, path, state_rows[i].pattern, use, &b, &m);
      while (m.at == furthest && m.want && m.want < m.want_end) {
         size_t n = strcspn(m.want, "|.[");

         util_similar_try(&s, m.want, n);
         m.want += n + 1;
      }
   }
   return nv_hint(p, &s);
}

static bool bind_state(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b)
{
   uint32_t furthest = 1;
   struct util_span failed = seg_place(p, path, 1);

   b->cls = NV_PARAM;
   b->pcls = PARAM_STATE;
   for (size_t i = 0; i < COUNT(state_rows); i++) {
      struct state_match m = {.at = 1, .out = b->state + 5, .cap = sizeof b->state - 5};

      if (!nv_has(p, state_rows[i].dialects))
         continue;
      memcpy(b->state, "state", 6);
      b->rows = false;
      b->first = 0;
      b->count = 1;
      if (match_state(p, path, state_rows[i].pattern, use, b, &m)) {
         b->consumed = m.at;
         b->span = path.span;
         return true;
      }
      if (m.filed)
         return false;
      if (m.at > furthest) {
         furthest = m.at;
         failed = m.failed;
      }
   }
   if (failed.len)
      nv_error(p, DIAG_ID_unknown_binding, failed, "no state binding continues with \"%.*s\" here%s", NV_STR(p, failed),
               state_hint(p, path, use, *b, furthest, failed));
   else
      nv_error(p, DIAG_ID_unknown_binding, failed, "the state binding is incomplete");
   return false;
}

bool nv_bind(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b)
{
   struct util_span head = p->segs[path.first].span;

   *b = (struct nv_bound){.count = 1, .vertex = NV_NONE};
   if (nv_is(p, head, "state"))
      return bind_state(p, path, use, b);
   if (nv_is(p, head, "program"))
      return bind_program(p, path, use, b);
   if (!nv_has(p, NV_D_VP) && nv_is(p, head, "texture")) {
      nv_error(p, DIAG_ID_unknown_binding, head, "texture images are no variables");
      return false;
   }
   return bind_io(p, path, use, b);
}

/* --- nameless variables --- */

/* Keys of p->implicit: slots below 2^16 with the vertex above them, a bit for results and one for arrays; entries with the top bit
   set. */
uint32_t nv_implicit_io(struct nv_parser *p, const struct nv_bound *b)
{
   uint32_t key = (uint32_t)b->slot | (b->vertex == NV_NONE ? 7u : b->vertex) << 16 | (b->cls == NV_RESULT ? 1u << 20 : 0) |
                  (b->relative ? 1u << 21 : 0);
   uint32_t var = util_map_get(&p->implicit, key, NV_NONE);

   if (var != NV_NONE)
      return var;
   struct nv_var v = {
       .cls = b->cls,
       .is_array = b->relative,
       .length = b->relative ? b->count : 1,
       .span = b->span,
       .slot = b->slot,
       .vertex = b->vertex,
       .interp = nv_io_flat(b->row) ? INTERP_FLAT : INTERP_SMOOTH,
   };
   nv_io_constants(b->row, &v);
   var = nv_new_var(p, &v, false);
   util_map_set(&p->implicit, key, var);
   return var;
}

uint32_t nv_implicit_param(struct nv_parser *p, uint32_t entry, struct util_span span)
{
   uint32_t key = entry | 1u << 31;
   uint32_t var = util_map_get(&p->implicit, key, NV_NONE);

   if (var != NV_NONE)
      return var;
   struct nv_var v = {.cls = NV_PARAM, .length = 1, .span = span, .first = entry, .vertex = NV_NONE};
   var = nv_new_var(p, &v, false);
   util_map_set(&p->implicit, key, var);
   return var;
}

/* --- uses --- */

/* Not interpolated or fetched, but made by the system: in NV_gpu_program4 no attribute that counts. */
static bool generated(const struct nv_parser *p, uint32_t s)
{
   return s == SLOT_VERTEX_ID || s == SLOT_INSTANCE || s == SLOT_PRIM_ID || s == SLOT_FACING ||
          (s == SLOT_POSITION && p->prog->stage == NV_FRAGMENT);
}

void nv_count_attribs(struct nv_parser *p, const struct nv_var *v, struct util_span span)
{
   uint32_t limit = p->lim.attribs;

   if (nv_has_fog(p))
      limit = limit ? limit - 1 : 0;
   for (uint32_t s = v->slot; s < v->slot + v->length; s++) {
      if ((!nv_arb(p) && generated(p, s)) || p->attrib_used[s])
         continue;
      p->attrib_used[s] = 1;
      if (++p->num_attribs > limit && !p->attribs_said) {
         p->attribs_said = true;
         nv_error(p, p->num_attribs > p->lim.attribs ? DIAG_ID_too_many_attributes : DIAG_ID_fog_attributes, span,
                  "the program %s more than %u attributes", nv_arb(p) ? "binds" : "reads", limit);
      }
   }
}

/* An operand refers to the attributes; all elements of an array count. */
void nv_use_attrib(struct nv_parser *p, uint32_t var, struct util_span span)
{
   if (!p->prog->vars[var].read)
      nv_count_attribs(p, &p->prog->vars[var], span);
}

/* Count the components of attributes that an operand reads: 2.X.3.2. All elements of an array are read alike. */
void nv_use_components(struct nv_parser *p, const struct nv_operand *o, uint8_t mask)
{
   const struct nv_var *v = &p->prog->vars[o->var];

   if (v->cls != NV_ATTRIB || nv_arb(p))
      return;
   for (uint32_t s = v->slot; s < v->slot + v->length; s++) {
      uint8_t more = generated(p, s) ? 0 : mask & ~p->attrib_mask[s];

      p->attrib_mask[s] |= more;
      p->num_attrib_components += (more & 1u) + (more >> 1 & 1u) + (more >> 2 & 1u) + (more >> 3 & 1u);
   }
   if (p->num_attrib_components > p->lim.attrib_components && !p->attrib_components_said) {
      p->attrib_components_said = true;
      nv_error(p, DIAG_ID_attribute_components, o->span, "the program reads more than %u components of attributes",
               p->lim.attrib_components);
   }
}

/* The first relative access to an array: its bindings may not be in another such array (2.X.3.2, 2.X.3.3, 2.X.3.5). */
void nv_use_relative(struct nv_parser *p, uint32_t var, struct util_span span)
{
   struct nv_var *v = &p->prog->vars[var];

   v->relative = true;
   if (p->notes[var].relative)
      return;
   p->notes[var].relative = true;
   if (v->cls == NV_ATTRIB || v->cls == NV_RESULT) {
      uint8_t *used = v->cls == NV_ATTRIB ? p->attrib_relative : p->result_relative;

      /* In geometry programs the same attribute of another vertex is another binding; all vertices are bit 7. */
      uint8_t bits = v->vertex == NV_NONE ? 0xff : (uint8_t)(1u << v->vertex);
      uint32_t *array = v->cls == NV_ATTRIB ? p->attrib_array : p->result_array, other = NV_NONE;
      for (uint32_t s = v->slot; s < v->slot + v->length; s++) {
         if (used[s] & bits)
            other = array[s];
         used[s] |= bits;
         array[s] = var;
      }
      if (other != NV_NONE) {
         uint32_t vertex = p->prog->vars[other].vertex;

         nv_error(p, DIAG_ID_relative_shared, span,
                  "a binding of this array is also in another array that is addressed relatively");
         if (vertex == v->vertex || vertex == NV_NONE || v->vertex == NV_NONE) /* else it is one before that */
            nv_note_declared(p, other);
      }
   } else if (v->cls == NV_PARAM) {
      nv_params_relative(p, var, span);
   }
}

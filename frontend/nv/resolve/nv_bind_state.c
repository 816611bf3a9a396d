/* SPDX-License-Identifier: MIT */
/* Bindings of GL state, which begin with "state." (Tables X.3 to X.11 of NV_gpu_program4, nv_state.def). */
#include "frontend/nv/resolve/nv_resolve.h"
#include "util/format.h"

static const struct {
   uint8_t dialects;
   const char *pattern;
} state_rows[] = {
#define N NV_D_NV4
#define V NV_D_VP
#define F NV_D_FP
#define NV_STATE(dialects, pattern) {dialects, pattern},
#include "frontend/nv/ast/nv_state.def"
#undef NV_STATE
#undef N
#undef V
#undef F
};

/* The comparison of a path with a pattern. */
struct state_match {
   struct nv_parser *p;
   struct nv_list path;
   enum nv_bind_use use;
   struct nv_bound *b;
   uint32_t at;                 /* the next segment */
   struct util_span failed;     /* where the segment stands that was compared last */
   bool reported;               /* an error has been reported, so other patterns need not be tried */
   const char *want, *want_end; /* the names of the pattern that were compared last */
   size_t len;                  /* of the text in b->state */
};

static void begin_match(struct state_match *m, struct nv_parser *p, struct nv_list path, enum nv_bind_use use,
                        struct nv_bound *b)
{
   *m = (struct state_match){.p = p, .path = path, .use = use, .b = b, .at = 1, .len = 5};
   memcpy(b->state, "state", 6);
   b->rows = false;
   b->first = 0;
   b->count = 1;
}

static void append(struct state_match *m, const char *s, size_t n)
{
   if (m->len + n < sizeof m->b->state) {
      memcpy(m->b->state + m->len, s, n);
      m->len += n;
      m->b->state[m->len] = 0;
   }
}

/* The next segment. Records its place as the one where the comparison failed. */
static const struct nv_seg *next_seg(struct state_match *m)
{
   m->failed = nv_seg_place(m->p, m->path, m->at);
   return nv_seg_at(m->p, m->path, m->at);
}

/* Copies the name to the text of the binding. */
static void take_name(struct state_match *m, const struct nv_seg *s)
{
   append(m, ".", 1);
   append(m, m->p->text + s->span.off, s->span.len);
   m->at++;
}

static bool is_word(const struct state_match *m, const struct nv_seg *s, const char *word)
{
   return s && s->kind == NV_SEG_NAME && nv_is(m->p, s->span, word);
}

/* ---- elements of a pattern. Each function returns whether the path matches; after an error it sets m->reported. */

/* "<face>" */
static bool match_face(struct state_match *m)
{
   const struct nv_seg *s = next_seg(m);
   bool back = is_word(m, s, "back");

   m->at += back || is_word(m, s, "front");
   append(m, back ? ".back" : ".front", back ? 5 : 6);
   return true;
}

static bool is_modifier(const struct state_match *m, const struct nv_seg *s)
{
   return is_word(m, s, "inverse") || is_word(m, s, "transpose") || is_word(m, s, "invtrans");
}

/* "<mod>" */
static bool match_modifier(struct state_match *m)
{
   const struct nv_seg *s = next_seg(m);

   if (!is_modifier(m, s))
      return true;
   take_name(m, s);
   const struct nv_seg *second = next_seg(m);
   if (!is_modifier(m, second))
      return true;
   nv_error(m->p, DIAG_ID_unknown_binding, second->span, "a matrix takes one modifier%s",
            nv_is(m->p, s->span, "invtrans") || nv_is(m->p, second->span, "invtrans") || s->span.len == second->span.len
               ? ""
               : "; did you mean \"invtrans\", the transpose of the inverse?");
   m->reported = true;
   return false;
}

/* "<row>" */
static bool match_row(struct state_match *m)
{
   const struct nv_seg *s = next_seg(m);

   m->b->rows = true;
   m->b->count = 4;
   m->reported = true; /* cleared below if the row is right */
   if (!is_word(m, s, "row")) {
      if (m->use != NV_BIND_ARRAY) {
         nv_error(m->p, DIAG_ID_matrix_row, m->failed,
                  "expected \".row[n]\": a whole matrix is only allowed in the declaration of an array");
         return false;
      }
   } else {
      m->at++;
      s = next_seg(m);
      if (!s || s->kind == NV_SEG_NAME) {
         nv_error(m->p, DIAG_ID_binding_index_missing, nv_index_place(m->p, m->path, m->at), "row needs an index");
         return false;
      }
      if (!nv_constant_index(m->p, s, (struct nv_index_limit){4, "row", NULL}, m->use == NV_BIND_ARRAY, &m->b->first,
                             &m->b->count))
         return false;
      m->at++;
   }
   m->reported = false;
   return true;
}

/* One of the names in "a|b|c", which ends at `end`. */
static bool match_names(struct state_match *m, const char *names, const char *end)
{
   const struct nv_seg *s = next_seg(m);

   m->want = names;
   m->want_end = end;
   while (s && s->kind == NV_SEG_NAME && names < end) {
      size_t n = strcspn(names, "|.[");

      if (s->span.len == n && memcmp(m->p->text + s->span.off, names, n) == 0) {
         take_name(m, s);
         return true;
      }
      names += n + 1;
   }
   return false;
}

static struct nv_index_limit index_limit(const struct nv_parser *p, char letter)
{
   const struct nv_limits *l = &p->lim;

   switch (letter) {
   case 'l': return (struct nv_index_limit){l->lights, "index", nv_limit_option[NV_LIM_lights]};
   case 'c': return (struct nv_index_limit){l->texture_coords, "index", nv_limit_option[NV_LIM_texture_coords]};
   case 'p': return (struct nv_index_limit){l->clip_planes, "index", nv_limit_option[NV_LIM_clip_planes]};
   case 'v':
      if (nv_arb(p))
         return (struct nv_index_limit){l->vertex_units ? l->vertex_units : 1, "index", nv_limit_option[NV_LIM_vertex_units]};
      return (struct nv_index_limit){l->modelview_matrices, "index", nv_limit_option[NV_LIM_modelview_matrices]};
   default: return (struct nv_index_limit){l->program_matrices, "index", nv_limit_option[NV_LIM_program_matrices]};
   }
}

/* "[x]", or "[x?]" if the index is optional; x is the letter of a limit. */
static bool match_index(struct state_match *m, char letter, bool optional)
{
   const struct nv_seg *s = next_seg(m);
   uint32_t index = 0, count;
   char text[16];

   if (s && s->kind != NV_SEG_NAME) {
      if (s->kind == NV_SEG_RANGE) {
         nv_error(m->p, DIAG_ID_range_outside_array, s->span,
                  "%s takes one index; only matrix rows can be a range", m->b->state);
         m->reported = true;
         return false;
      }
      if (!nv_constant_index(m->p, s, index_limit(m->p, letter), false, &index, &count)) {
         m->reported = true;
         return false;
      }
      m->at++;
   } else if (!optional) {
      nv_error(m->p, DIAG_ID_binding_index_missing, nv_index_place(m->p, m->path, m->at), "%s needs an index", m->b->state);
      m->reported = true;
      return false;
   }
   int w = util_format(text, sizeof text, "[%u]", index);
   append(m, text, (size_t)w);
   return true;
}

/* A pattern of nv_state.def, up to the first element that does not match. */
static bool match_pattern(struct state_match *m, const char *pat)
{
   bool fits = true;

   while (*pat && fits) {
      size_t n = strcspn(pat, ".[");

      if (strncmp(pat, "<face>", n) == 0)
         fits = match_face(m);
      else if (strncmp(pat, "<mod>", n) == 0)
         fits = match_modifier(m);
      else if (strncmp(pat, "<row>", n) == 0)
         fits = match_row(m);
      else
         fits = match_names(m, pat, pat + n);
      pat += n;
      if (*pat == '[' && fits) {
         bool optional = pat[2] == '?';

         fits = match_index(m, pat[1], optional);
         pat += optional ? 4 : 3;
      }
      pat += *pat == '.';
   }
   return fits;
}

/* ---- all patterns */

/* A hint from the names that patterns have at segment `furthest`, where all of them fail. */
static const char *state_hint(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound b,
                              uint32_t furthest, struct util_span word)
{
   struct util_similar s;
   struct state_match m;

   nv_similar(p, &s, word);
   for (size_t i = 0; i < sizeof state_rows / sizeof state_rows[0]; i++) {
      if (!nv_has(p, state_rows[i].dialects))
         continue;
      begin_match(&m, p, path, use, &b);
      match_pattern(&m, state_rows[i].pattern);
      while (m.at == furthest && m.want && m.want < m.want_end) {
         size_t n = strcspn(m.want, "|.[");

         util_similar_try(&s, m.want, n);
         m.want += n + 1;
      }
   }
   return fe_hint(&p->hints, &s);
}

bool nv_bind_state(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b)
{
   uint32_t furthest = 1;
   struct util_span failed = nv_seg_place(p, path, 1);
   struct state_match m;

   b->cls = NV_PARAM;
   b->pcls = PARAM_STATE;
   for (size_t i = 0; i < sizeof state_rows / sizeof state_rows[0]; i++) {
      if (!nv_has(p, state_rows[i].dialects))
         continue;
      begin_match(&m, p, path, use, b);
      if (match_pattern(&m, state_rows[i].pattern)) {
         b->consumed = m.at;
         b->span = path.span;
         return true;
      }
      if (m.reported)
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

/* SPDX-License-Identifier: MIT */
/*
 * Reads Wavefront OBJ texts (mesh.h). Corners of faces with the same three indices become one vertex, which a hash table finds.
 * A backslash at the end of a line joins the next one to it.
 */
#include "gl-driver/scene/mesh.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 4096 /* in a statement, and so corners of a face */

/* A growing array of vectors of `width` numbers. */
struct vectors {
   float *data;
   size_t num, cap;
   unsigned width;
};

/* The vectors of a corner, from 0; NONE if it lacks one. */
#define NONE UINT32_MAX
struct corner {
   uint32_t position, texcoord, normal;
};

struct word {
   const char *p;
   size_t length;
};

struct reader {
   const char *text, *end, *at;
   struct mesh_error *error;
   struct vectors position, texcoord, normal; /* positions have three coordinates and a colour */
   struct corner *corner;                     /* of each vertex of the mesh */
   uint32_t *slot;                            /* 1 + number of a vertex, or 0 */
   size_t slots, max_corners, max_indices;
   struct mesh *mesh;
   struct word *word;
   size_t num_words;
   const char *statement;
   bool failed;
};

/* Reports the first error at a place of the text, or at none. */
static void fail(struct reader *r, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void fail(struct reader *r, const char *at, const char *format, ...)
{
   va_list ap;

   if (r->failed)
      return;
   r->failed = true;
   r->error->line = r->error->column = at != NULL;
   r->error->offset = at ? (size_t)(at - r->text) : 0;
   for (const char *p = r->text; at && p < at; p++) {
      r->error->line += *p == '\n';
      r->error->column = *p == '\n' ? 1 : r->error->column + 1;
   }
   va_start(ap, format);
   vsnprintf(r->error->message, sizeof r->error->message, format, ap);
   va_end(ap);
}

static void *grow(struct reader *r, void *old, size_t *cap, size_t need, size_t size)
{
   size_t more = *cap ? *cap : 64;

   if (need <= *cap)
      return old;
   while (more < need)
      more *= 2;
   void *p = realloc(old, more * size);
   if (!p) {
      fail(r, NULL, "out of memory");
      return old;
   }
   *cap = more;
   return p;
}

/* ---- words */

static bool is_blank(char c)
{
   return c == ' ' || c == '\t' || c == '\r';
}

/* Reads the words of the next statement. False at the end of the text. */
static bool next_statement(struct reader *r)
{
   bool comment = false;

   r->num_words = 0;
   if (r->at == r->end)
      return false;
   while (r->at < r->end && *r->at != '\n') {
      const char *p = r->at, *next = p + 1;
      if (*p == '\\' && !comment) { /* joins lines */
         while (next < r->end && *next == '\r')
            next++;
         if (next < r->end && *next == '\n') {
            r->at = next + 1;
            continue;
         }
      }
      comment |= *p == '#';
      r->at++;
      if (comment || is_blank(*p))
         continue;
      while (r->at < r->end && !is_blank(*r->at) && *r->at != '\n' && *r->at != '#' && *r->at != '\\')
         r->at++;
      if (r->num_words == MAX_WORDS)
         fail(r, p, "a statement has more than %d words", MAX_WORDS);
      else
         r->word[r->num_words++] = (struct word){p, (size_t)(r->at - p)};
   }
   r->at += r->at < r->end;
   return true;
}

static bool equals(struct word w, const char *s)
{
   return strlen(s) == w.length && !memcmp(w.p, s, w.length);
}

static float read_number(struct reader *r, struct word w)
{
   char copy[64], *end = copy;
   double v = 0;

   if (w.length < sizeof copy) {
      memcpy(copy, w.p, w.length);
      copy[w.length] = 0;
      if (strspn(copy, "+-.0123456789eE") == w.length)
         v = strtod(copy, &end);
   }
   if (end == copy || *end || !(fabs(v) <= 3.4028234e38))
      fail(r, w.p, "'%.*s' is not a number", (int)(w.length < 40 ? w.length : 40), w.p);
   return (float)v;
}

/* ---- vectors */

/* Adds a vector with the numbers of the words from `first` on. Missing ones are 0. */
static void add_vector(struct reader *r, struct vectors *v, size_t least, size_t most)
{
   const size_t n = r->num_words - 1;

   if (n < least || n > most)
      fail(r, r->statement, "'%.*s' has %zu numbers, not %zu to %zu", (int)r->word[0].length, r->word[0].p, n, least, most);
   if (v->num == MESH_MAX_VERTICES)
      fail(r, r->statement, "more than %u vectors of a kind", MESH_MAX_VERTICES);
   v->data = grow(r, v->data, &v->cap, v->num + 1, v->width * sizeof *v->data);
   if (r->failed)
      return;
   float *to = v->data + v->num++ * v->width;
   for (unsigned k = 0; k < v->width; k++)
      to[k] = k < n ? read_number(r, r->word[1 + k]) : 0;
}

/* A position, perhaps with a weight, which is ignored, and perhaps with a colour: 3, 4, 6 or 7 numbers. */
static void add_position(struct reader *r)
{
   const size_t n = r->num_words - 1;

   if (n == 5)
      fail(r, r->statement, "'v' has 5 numbers, not 3, 4, 6 or 7");
   add_vector(r, &r->position, 3, 7);
   for (unsigned k = 0; k < 3 && !r->failed; k++)
      r->position.data[6 * (r->position.num - 1) + 3 + k] = n >= 6 ? read_number(r, r->word[n - 2 + k]) : 1;
}

/* ---- faces */

/* The vertex of a corner, which is added if it is new. */
static uint32_t vertex_of(struct reader *r, struct corner c)
{
   struct mesh *m = r->mesh;

   if (2 * (m->num_vertices + 1) > r->slots) {
      const size_t slots = r->slots ? 2 * r->slots : 1024;
      uint32_t *slot = calloc(slots, sizeof *slot);
      if (!slot) {
         fail(r, NULL, "out of memory");
         return 0;
      }
      for (uint32_t i = 0; i < m->num_vertices; i++) {
         const struct corner *k = &r->corner[i];
         size_t at = (k->position * 2654435761u ^ k->texcoord * 2246822519u ^ k->normal * 3266489917u) & (slots - 1);
         while (slot[at])
            at = (at + 1) & (slots - 1);
         slot[at] = i + 1;
      }
      free(r->slot);
      r->slot = slot;
      r->slots = slots;
   }
   size_t at = (c.position * 2654435761u ^ c.texcoord * 2246822519u ^ c.normal * 3266489917u) & (r->slots - 1);
   for (; r->slot[at]; at = (at + 1) & (r->slots - 1))
      if (!memcmp(&r->corner[r->slot[at] - 1], &c, sizeof c))
         return r->slot[at] - 1;
   if (m->num_vertices == MESH_MAX_VERTICES)
      fail(r, r->statement, "the mesh has more than %u vertices", MESH_MAX_VERTICES);
   r->corner = grow(r, r->corner, &r->max_corners, m->num_vertices + 1, sizeof *r->corner);
   if (r->failed)
      return 0;
   r->corner[m->num_vertices] = c;
   r->slot[at] = (uint32_t)++m->num_vertices;
   return (uint32_t)m->num_vertices - 1;
}

/* Reads an index at *p and moves on. Positive ones count from 1, negative ones from the last vector. */
static uint32_t read_index(struct reader *r, const char **p, const char *end, const struct vectors *v, const char *what)
{
   const char *const first = *p;
   const bool negative = *p < end && **p == '-';
   size_t n = 0;

   *p += negative;
   const char *const digits = *p;
   for (; *p < end && **p >= '0' && **p <= '9'; ++*p)
      n = n <= MESH_MAX_VERTICES ? 10 * n + (size_t)(**p - '0') : n;
   if (*p == digits || (*p < end && **p != '/')) {
      fail(r, first, "a corner is V, V/T, V//N or V/T/N, with whole numbers");
      return 0;
   }
   if (!n || n > v->num) {
      fail(r, first, "%s %.*s does not exist; the text has %zu up to here", what, (int)(*p - first < 20 ? *p - first : 20),
           first, v->num);
      return 0;
   }
   return (uint32_t)(negative ? v->num - n : n - 1);
}

static struct corner read_corner(struct reader *r, struct word w)
{
   const char *p = w.p, *const end = w.p + w.length;
   struct corner c = {NONE, NONE, NONE};

   c.position = read_index(r, &p, end, &r->position, "vertex");
   if (p < end && ++p < end && *p != '/')
      c.texcoord = read_index(r, &p, end, &r->texcoord, "texture coordinate");
   if (p < end && *p == '/') {
      p++;
      c.normal = read_index(r, &p, end, &r->normal, "normal");
   }
   if (p < end || p[-1] == '/')
      fail(r, w.p, "a corner is V, V/T, V//N or V/T/N, with whole numbers");
   return c;
}

/* Cuts a polygon into triangles around its first corner. */
static void add_face(struct reader *r)
{
   struct mesh *m = r->mesh;
   uint32_t first = 0, last = 0;

   if (r->num_words < 4)
      fail(r, r->statement, "a face has at least three corners");
   for (size_t k = 1; k < r->num_words && !r->failed; k++) {
      const uint32_t v = vertex_of(r, read_corner(r, r->word[k]));
      if (k == 1)
         first = v;
      if (k >= 3 && !r->failed) {
         if (m->num_indices + 3 > MESH_MAX_INDICES)
            fail(r, r->statement, "the mesh has more than %u triangles", MESH_MAX_INDICES / 3);
         m->indices = grow(r, m->indices, &r->max_indices, m->num_indices + 3, sizeof *m->indices);
         if (r->failed)
            return;
         m->indices[m->num_indices++] = first;
         m->indices[m->num_indices++] = last;
         m->indices[m->num_indices++] = v;
      }
      last = v;
   }
}

/* ---- the mesh */

/* Sums the normals of the faces around each position, weighted by area. */
static double (*sum_normals(const struct reader *r))[3]
{
   double(*sum)[3] = calloc(r->position.num + 1, sizeof *sum);

   for (size_t i = 0; sum && i < r->mesh->num_indices; i += 3) {
      const float *p[3];
      double d[2][3];
      for (unsigned k = 0; k < 3; k++)
         p[k] = r->position.data + 6 * (size_t)r->corner[r->mesh->indices[i + k]].position;
      for (unsigned c = 0; c < 3; c++) {
         d[0][c] = (double)p[1][c] - (double)p[0][c];
         d[1][c] = (double)p[2][c] - (double)p[0][c];
      }
      for (unsigned c = 0; c < 3; c++) {
         const double n = d[0][(c + 1) % 3] * d[1][(c + 2) % 3] - d[0][(c + 2) % 3] * d[1][(c + 1) % 3];
         for (unsigned k = 0; k < 3; k++)
            sum[r->corner[r->mesh->indices[i + k]].position][c] += n;
      }
   }
   return sum;
}

static void make_vertices(struct reader *r)
{
   struct mesh *m = r->mesh;
   double(*sum)[3] = sum_normals(r);

   m->vertices = calloc(m->num_vertices, sizeof *m->vertices);
   if (!sum || !m->vertices)
      fail(r, NULL, "out of memory");
   for (size_t i = 0; i < m->num_vertices && !r->failed; i++) {
      const struct corner *c = &r->corner[i];
      struct mesh_vertex *v = &m->vertices[i];
      const double *n = sum[c->position], length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      for (unsigned k = 0; k < 3; k++) {
         v->position[k] = r->position.data[6 * (size_t)c->position + k];
         v->color[k] = r->position.data[6 * (size_t)c->position + 3 + k];
         v->texcoord[k] = c->texcoord == NONE ? 0 : r->texcoord.data[3 * (size_t)c->texcoord + k];
         v->normal[k] = c->normal != NONE ? r->normal.data[3 * (size_t)c->normal + k]
                        : length > 0      ? (float)(n[k] / length)
                                          : k == 2;
      }
      v->position[3] = v->color[3] = v->texcoord[3] = 1;
   }
   free(sum);
}

bool mesh_read_obj(struct mesh *m, const char *text, size_t length, struct mesh_error *error)
{
   struct reader r = {.text = text, .end = text + length, .at = text, .error = error, .mesh = m};

   *m = (struct mesh){0};
   *error = (struct mesh_error){0};
   r.position.width = 6;
   r.texcoord.width = r.normal.width = 3;
   if (!(r.word = malloc(MAX_WORDS * sizeof *r.word)))
      fail(&r, NULL, "out of memory");
   while (!r.failed && next_statement(&r)) {
      if (!r.num_words || r.failed)
         continue;
      r.statement = r.word[0].p;
      if (equals(r.word[0], "v"))
         add_position(&r);
      else if (equals(r.word[0], "vt"))
         add_vector(&r, &r.texcoord, 1, 3);
      else if (equals(r.word[0], "vn"))
         add_vector(&r, &r.normal, 3, 3);
      else if (equals(r.word[0], "f"))
         add_face(&r);
   }
   if (!r.failed && !m->num_indices)
      fail(&r, text, "the text has no faces");
   if (!r.failed)
      make_vertices(&r);
   free(r.word);
   free(r.position.data);
   free(r.texcoord.data);
   free(r.normal.data);
   free(r.corner);
   free(r.slot);
   if (r.failed)
      mesh_free(m);
   return !r.failed;
}

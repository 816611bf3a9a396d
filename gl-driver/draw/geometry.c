/* SPDX-License-Identifier: MIT */
/*
 * The geometry program: an invocation for each of the invocations of each input primitive, 32 in a wave. Their vertices are put
 * together in the order of the invocations, so the order in which a wave emits does not matter.
 */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/pipe_enums.h"

#include <stdlib.h>
#include <string.h>

/* The vertices of one invocation, with marks where primitives end. */
struct emitted {
   uint32_t *data; /* the words of each vertex, and a flag that a primitive ends after it */
   unsigned count, capacity;
};

struct geometry {
   struct draw *d;
   struct runner *runner;
   unsigned words, most; /* words of a vertex, and the most vertices of an invocation */
   struct emitted lane[LANES][MAX_STREAMS];
   struct vertices all;
   uint32_t *index;
   unsigned num_index, max_index, max_vertices;
   bool failed;
};

static bool grow(void **data, unsigned *capacity, unsigned needed, size_t size)
{
   unsigned more = *capacity ? *capacity : 64;

   if (needed <= *capacity)
      return true;
   while (more < needed)
      more *= 2;
   void *p = realloc(*data, more * size);
   if (!p)
      return false;
   *data = p;
   *capacity = more;
   return true;
}

static void emit(void *user, struct runner *r, uint32_t lanes, unsigned stream)
{
   struct geometry *g = user;
   const uint32_t *out = r->out;

   for (unsigned l = 0; l < LANES; l++) {
      struct emitted *e = &g->lane[l][stream & (MAX_STREAMS - 1)];
      if (!(lanes >> l & 1) || e->count >= g->most)
         continue;
      if (!grow((void **)&e->data, &e->capacity, e->count + 1, (g->words + 1) * sizeof *e->data)) {
         g->failed = true;
         return;
      }
      uint32_t *v = e->data + (size_t)e->count++ * (g->words + 1);
      for (unsigned w = 0; w < g->words; w++)
         v[w] = out[w * LANES + l];
      v[g->words] = 0;
   }
}

static void cut(void *user, struct runner *r, uint32_t lanes, unsigned stream)
{
   struct geometry *g = user;

   (void)r;
   for (unsigned l = 0; l < LANES; l++) {
      const struct emitted *e = &g->lane[l][0];
      if (lanes >> l & 1 && !stream && e->count) /* the other streams have only points */
         e->data[(size_t)(e->count - 1) * (g->words + 1) + g->words] = 1;
   }
}

/* Sets the input vertices, the invocation and the primitive id of an invocation. */
static void set_inputs(const struct geometry *g, unsigned lane, const uint32_t *const *v, unsigned id, unsigned invocation)
{
   const struct nvp4c_result *result = g->runner->code->result;
   const unsigned own = g->runner->code->facts.scratch_bytes / 4; /* words of scratch memory of an invocation */

   for (unsigned i = 0; i < nvp4c_result_num_reflections(result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(result, i);
      uint32_t word = 0;
      if (e->kind != NVP4C_INPUT || !g->runner->place[i])
         continue;
      if (e->binding == NVP4C_BIND_SYSTEM) {
         word = invocation;
      } else if (e->binding == NVP4C_BIND_VARYING && e->index == VARYING_PRIMITIVE_ID) {
         word = id;
      } else if (e->binding == NVP4C_BIND_VARYING && e->dimension < g->d->pipeline->geometry->facts.primitive_in) {
         const uint8_t at = g->d->pipeline->vertex->out_word[e->index][e->component & 3];
         word = at != NO_WORD ? v[e->dimension][at] : 0;
      }
      g->runner->place[i][lane * (e->location.reg == NVP4C_REG_SCRATCH ? own : 1)] = word;
   }
}

/* Vertices of the other streams are points, which only go to buffers. */
static void stream_others(struct geometry *g, unsigned lane)
{
   for (unsigned s = 1; s < MAX_STREAMS; s++) {
      struct emitted *e = &g->lane[lane][s];
      for (unsigned k = 0; k < e->count; k++) {
         const uint32_t *v = e->data + (size_t)k * (g->words + 1);
         stream_out(g->d, s, &v, 1);
      }
      e->count = 0;
   }
}

static void collect(struct geometry *g, unsigned count)
{
   for (unsigned l = 0; l < count; l++) {
      struct emitted *e = &g->lane[l][0];
      stream_others(g, l);
      if (!grow((void **)&g->all.data, &g->max_vertices, g->all.count + e->count + 1, g->words * sizeof *g->all.data) ||
          !grow((void **)&g->index, &g->max_index, g->num_index + 2 * e->count + 1, sizeof *g->index)) {
         g->failed = true;
         return;
      }
      for (unsigned k = 0; k < e->count; k++) {
         const uint32_t *v = e->data + (size_t)k * (g->words + 1);
         memcpy(g->all.data + (size_t)g->all.count * g->words, v, g->words * sizeof *v);
         g->index[g->num_index++] = g->all.count++;
         if (v[g->words])
            g->index[g->num_index++] = RESTART;
      }
      g->index[g->num_index++] = RESTART;
      e->count = 0;
   }
}

/* Runs the program on all assembled primitives. */
static void run(struct geometry *g)
{
   const struct inputs *in = &g->d->inputs;
   const unsigned invocations = g->d->pipeline->geometry->facts.declared.invocations, each = invocations ? invocations : 1;
   const unsigned in_size = g->d->pipeline->geometry->facts.primitive_in, total = in->count / in_size * each;

   for (unsigned first = 0; first < total && !g->failed; first += LANES) {
      const unsigned count = total - first < LANES ? total - first : LANES;
      for (unsigned l = 0; l < count; l++) {
         const unsigned n = (first + l) / each;
         set_inputs(g, l, in->vertex + (size_t)n * in_size, n, (first + l) % each);
      }
      if (!runner_run(g->runner, count == LANES ? UINT32_MAX : (1u << count) - 1, 0))
         return;
      collect(g, count);
   }
}

void geometry_add(struct draw *d, const uint32_t *const *v, unsigned count)
{
   struct inputs *in = &d->inputs;

   if (count != d->pipeline->geometry->facts.primitive_in)
      return;
   if (!grow((void **)&in->vertex, &in->capacity, in->count + count, sizeof *in->vertex)) {
      d->failed = true;
      return;
   }
   memcpy(in->vertex + in->count, v, count * sizeof *v);
   in->count += count;
}

bool shade_geometry(struct draw *d, uint32_t **index, unsigned *count)
{
   const struct nvp4c_facts *f = &d->pipeline->geometry->facts;
   struct geometry g = {.d = d, .most = f->vertices_out, .words = d->pipeline->geometry->out_words};

   if (g.words < 4)
      g.words = 4; /* the position is always there */
   g.runner = pipeline_runner(&d->pipeline->geometry_runner[0], d->pipeline->geometry, NULL);
   if (g.runner) {
      runner_bind(g.runner, &d->geometry);
      g.runner->emit = emit;
      g.runner->cut = cut;
      g.runner->user = &g;
      run(&g);
      g.runner->user = NULL;
      g.runner->emit = NULL;
      g.runner->cut = NULL;
   }
   for (unsigned l = 0; l < LANES; l++)
      for (unsigned s = 0; s < MAX_STREAMS; s++)
         free(g.lane[l][s].data);
   free(d->vertices.data);
   g.all.words = g.words;
   d->vertices = g.all;
   *index = g.index;
   *count = g.num_index;
   return g.runner && !g.failed && g.all.data;
}

unsigned geometry_mode(const struct draw *d)
{
   return d->pipeline->geometry->facts.primitive_out == 0   ? PIPE_PRIM_POINTS
          : d->pipeline->geometry->facts.primitive_out == 3 ? PIPE_PRIM_LINE_STRIP
                                                            : PIPE_PRIM_TRIANGLE_STRIP;
}

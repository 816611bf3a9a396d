/* SPDX-License-Identifier: MIT */
/* Commands that change pixels and buffers, and queries of what they did. */
#include <string.h>

#include "gl-driver/pipe/copy.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/query.h"
#include "gl-driver/protocol/protocol.h"

#define MAX_INDIRECT_DRAWS 65536 /* for each command */

/* Larger draws are ignored, as if there were no memory. */
static bool is_small(const struct draw_info *i)
{
   return i->count <= MAX_VERTICES && i->instances <= MAX_VERTICES && (uint64_t)i->count * i->instances <= MAX_ALL_VERTICES;
}

static void draw_one(struct connection *c, const struct draw_info *i)
{
   if (!is_small(i))
      complain(c, "a draw of %u instances of %u vertices is too large", i->instances, i->count);
   else if (query_condition_holds(&c->current->context))
      draw_vbo(&c->current->context, i);
}

/* Draws with parameters in a buffer: handle, offset, stride, number of draws (GL 4.0, 2.8.3: DrawArraysIndirectCommand and
   DrawElementsIndirectCommand). */
static void draw_indirect(struct connection *c, struct draw_info *i, const uint32_t *w)
{
   const struct resource *r = find_resource(c, w[0]);
   struct context *x = &c->current->context;
   const unsigned offset = x->index.offset, words = i->indexed ? 5 : 4;

   for (uint32_t n = 0; n < w[3] && n < MAX_INDIRECT_DRAWS; n++) {
      const uint64_t at = w[1] + (uint64_t)n * w[2];
      uint32_t v[5] = {0};
      if (!r || r->target != PIPE_BUFFER || at + 4 * words > r->size) {
         complain(c, "the parameters of a draw are outside of buffer %u", w[0]);
         return;
      }
      memcpy(v, r->data + at, 4 * words);
      const uint64_t first = offset + (uint64_t)v[2] * x->index.size;
      i->count = v[0];
      i->instances = v[1];
      i->start = i->indexed ? 0 : v[2];
      i->index_bias = i->indexed ? (int)v[3] : 0;
      i->start_instance = v[words - 1];
      x->index.offset = first <= UINT32_MAX ? (uint32_t)first : UINT32_MAX;
      draw_one(c, i);
      x->index.offset = offset;
   }
}

void draw(struct connection *c, const struct command *m)
{
   struct context *x = &c->current->context;
   const uint32_t *w = m->word;
   struct draw_info info = {.start = w[0],
                            .count = w[1],
                            .mode = w[2],
                            .indexed = w[3] != 0,
                            .instances = w[4],
                            .index_bias = (int)w[5],
                            .start_instance = w[6],
                            .restart = w[7] != 0,
                            .restart_index = w[8],
                            .draw_id = m->length >= 14 ? w[13] : 0};

   /* The count is only a flag and does not name its target, which is the one that was written last and is bound as a vertex
      buffer. */
   if (w[11])
      for (unsigned i = 0; i < OBJECT_CHAINS && !info.count_from; i++)
         for (const struct object *o = c->current->objects[i]; o; o = o->next)
            if (o->kind == OBJECT_SO_TARGET && o->as.so_target.resource == x->vertex_buffer[0].resource &&
                o->as.so_target.size == w[11])
               info.count_from = &o->as.so_target;
   if (!x->blend || !x->rasterizer || !x->dsa || !x->elements || !x->shader[STAGE_VERTEX] || info.mode >= PIPE_PRIM_PATCHES) {
      complain(c, "a draw without state");
      return;
   }
   if (m->length >= 20 && w[14])
      draw_indirect(c, &info, w + 14);
   else
      draw_one(c, &info);
}

/* The product of three sizes, or UINT64_MAX if one is too large. */
static uint64_t product(const uint32_t n[3], uint32_t most)
{
   return n[0] > most || n[1] > most || n[2] > most ? UINT64_MAX : (uint64_t)n[0] * n[1] * n[2];
}

/* The size of a workgroup, and the number of workgroups, which may be in a buffer instead (GL 4.3, 19:
   DispatchIndirectCommand): handle, offset. */
void launch(struct connection *c, const struct command *m)
{
   const uint32_t *w = m->word;
   struct grid_info i;

   memcpy(i.workgroup, w, sizeof i.workgroup);
   memcpy(i.grid, w + 3, sizeof i.grid);
   if (w[6]) {
      const struct resource *r = find_resource(c, w[6]);
      if (!r || r->target != PIPE_BUFFER || w[7] + (uint64_t)sizeof i.grid > r->size) {
         complain(c, "the size of a grid is outside of buffer %u", w[6]);
         return;
      }
      memcpy(i.grid, r->data + w[7], sizeof i.grid);
   }
   const uint64_t invocations = product(i.workgroup, MAX_WORKGROUP), workgroups = product(i.grid, MAX_GRID);
   if (invocations > MAX_WORKGROUP || workgroups > MAX_ALL_VERTICES || invocations * workgroups > MAX_ALL_VERTICES)
      complain(c, "a grid of %u %u %u workgroups of %u %u %u invocations is too large", i.grid[0], i.grid[1], i.grid[2],
               i.workgroup[0], i.workgroup[1], i.workgroup[2]);
   else if (!c->current->context.shader[STAGE_COMPUTE])
      complain(c, "a grid without a program");
   else if (invocations && workgroups && query_condition_holds(&c->current->context))
      run_grid(&c->current->context, &i);
}

void clear(struct connection *c, const struct command *m)
{
   double depth;

   memcpy(&depth, m->word + 5, sizeof depth);
   if (query_condition_holds(&c->current->context))
      clear_framebuffer(&c->current->context, m->word[0], m->word + 1, depth, (uint8_t)m->word[7]);
}

static bool read_side(const struct connection *c, struct blit_side *s, const uint32_t *w)
{
   *s = (struct blit_side){
       find_resource(c, w[0]), w[1], w[2], (int)w[3], (int)w[4], (int)w[5], (int)w[6], (int)w[7], (int)w[8], 0, false};
   const struct resource *r = s->resource;
   const struct format_info *f = format_info(s->format);

   if (!r || !f || r->target == PIPE_BUFFER || s->level > r->last_level || f->bytes != format_info(r->format)->bytes ||
       f->block_width != format_info(r->format)->block_width)
      return false;
   for (unsigned i = 3; i < 9; i++)
      if ((int)w[i] < -32768 || (int)w[i] > 32768)
         return false;
   return true;
}

void run_blit(struct connection *c, const struct command *m)
{
   const uint32_t *w = m->word;
   struct blit b = {.mask = w[0] & 0xff,
                    .linear = (w[0] >> 8 & 3) == PIPE_TEX_FILTER_LINEAR,
                    .scissor = w[0] >> 10 & 1,
                    .work = &c->current->context.work,
                    .x0 = (uint16_t)w[1],
                    .y0 = (uint16_t)(w[1] >> 16),
                    .x1 = (uint16_t)w[2],
                    .y1 = (uint16_t)(w[2] >> 16)};

   if (w[0] >> 11 & 1 && !query_condition_holds(&c->current->context))
      return;
   if (read_side(c, &b.to, w + 3) && read_side(c, &b.from, w + 12))
      blit(&b);
   else
      complain(c, "invalid blit between %u and %u", w[3], w[12]);
}

void run_copy(struct connection *c, const struct command *m)
{
   const uint32_t *w = m->word;
   const struct blit_side to = {find_resource(c, w[0]), w[1], .x = (int)w[2], .y = (int)w[3], .z = (int)w[4]},
                          from = {find_resource(c, w[5]), w[6], .x = (int)w[7], .y = (int)w[8], .z = (int)w[9],
                                  .w = (int)w[10], .h = (int)w[11], .d = (int)w[12]};

   if (!to.resource || !from.resource || !copy_region(&to, &from))
      complain(c, "invalid copy between %u and %u", w[0], w[5]);
}

void run_transfer(struct connection *c, const struct command *m)
{
   const uint32_t *w = m->word;
   struct resource *r = find_resource(c, w[0]);
   struct transfer t = {w[1], {w[5], w[6], w[7], w[8], w[9], w[10]}, w[3], w[4], w[11], w[12] == 1};

   if (!r || !resource_transfer(r, &t, r->shared, r->shared_size))
      complain(c, "invalid transfer of %u", w[0]);
}

void inline_write(struct connection *c, const struct command *m)
{
   const uint32_t *w = m->word;
   struct resource *r = find_resource(c, w[0]);
   struct transfer t = {w[1], {w[5], w[6], w[7], w[8], w[9], w[10]}, w[3], w[4], 0, true};

   /* Data in the command has no gaps unless the command gives strides. */
   if (r && r->target != PIPE_BUFFER && !t.stride) {
      const struct format_info *f = format_info(r->format);
      t.stride = (t.box.w + f->block_width - 1) / f->block_width * f->bytes;
      t.layer_stride = (t.box.h + f->block_height - 1) / f->block_height * t.stride;
   }
   /* A transfer to the resource only reads the memory. */
   if (!r || !resource_transfer(r, &t, (uint8_t *)(uintptr_t)(m->word + 11), (size_t)(m->length - 11) * 4))
      complain(c, "invalid write of %u", w[0]);
}

void run_query(struct connection *c, const struct command *m)
{
   struct object *o = find_object(c->current, m->word[0], OBJECT_QUERY);

   if (!o)
      complain(c, "unknown query %u", m->word[0]);
   else if (m->number == 19)
      query_begin(&c->current->context, &o->as.query);
   else if (m->number == 20)
      query_end(&c->current->context, &o->as.query);
   else
      query_publish(&o->as.query);
}

void set_condition(struct connection *c, const struct command *m)
{
   struct object *o = find_object(c->current, m->word[0], OBJECT_QUERY);
   struct context *x = &c->current->context;

   x->condition = o ? &o->as.query : NULL;
   x->condition_inverted = m->word[1] != 0;
   x->condition_mode = m->word[2];
}

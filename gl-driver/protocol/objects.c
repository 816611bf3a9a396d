/* SPDX-License-Identifier: MIT */
/* The objects of a context, by their handles. */
#include <stdlib.h>
#include <string.h>

#include "gl-driver/pipe/format.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/query.h"
#include "gl-driver/pipe/words.h"
#include "gl-driver/protocol/protocol.h"
#include "nvp4c.h"

/* The longest text of a shader. */
#define MAX_TEXT ((size_t)64 << 20)

/* Bits first .. first + count - 1 of a word. */
static unsigned field(uint32_t word, unsigned first, unsigned count) { return word >> first & ((1u << count) - 1); }

static struct object **chain_of(struct subcontext *s, uint32_t handle) { return &s->objects[handle % OBJECT_CHAINS]; }

struct object *find_object(const struct subcontext *s, uint32_t handle, enum object_kind kind)
{
   struct object *o = s->objects[handle % OBJECT_CHAINS];

   while (o && o->handle != handle)
      o = o->next;
   return o && o->kind == kind ? o : NULL;
}

/* ---- deletion of objects */

static void unbind(struct context *c, const struct object *o)
{
   if (c->blend == &o->as.blend)
      c->blend = NULL;
   if (c->rasterizer == &o->as.rasterizer)
      c->rasterizer = NULL;
   if (c->dsa == &o->as.dsa)
      c->dsa = NULL;
   if (c->elements == &o->as.elements)
      c->elements = NULL;
   for (unsigned i = 0; i < NUM_STAGES; i++) {
      if (o->kind == OBJECT_SHADER && c->shader[i] == o->as.shader.shader)
         c->shader[i] = NULL;
      for (unsigned k = 0; k < MAX_SAMPLERS; k++) {
         if (c->views[i][k] == &o->as.view)
            c->views[i][k] = NULL;
         if (c->samplers[i][k] == &o->as.sampler)
            c->samplers[i][k] = NULL;
      }
   }
   for (unsigned i = 0; i < MAX_SO_TARGETS; i++)
      if (c->so[i] == &o->as.so_target)
         c->so[i] = NULL;
}

/* Frees an object that is not in a chain. */
static void free_object(struct subcontext *s, struct object *o)
{
   unbind(&s->context, o);
   switch (o->kind) {
   case OBJECT_SHADER:
      if (o->as.shader.shader)
         shader_free(o->as.shader.shader);
      *s->account -= o->as.shader.text ? o->as.shader.total : 0;
      free(o->as.shader.text);
      break;
   case OBJECT_VIEW: resource_unref(o->as.view.resource); break;
   case OBJECT_SURFACE: resource_unref(o->as.surface.resource); break;
   case OBJECT_SO_TARGET: resource_unref(o->as.so_target.resource); break;
   case OBJECT_QUERY:
      query_forget(&s->context, &o->as.query);
      resource_unref(o->as.query.resource);
      break;
   default: break;
   }
   *s->account -= sizeof *o;
   free(o);
}

static void remove_object(struct subcontext *s, uint32_t handle)
{
   for (struct object **p = chain_of(s, handle); *p; p = &(*p)->next)
      if ((*p)->handle == handle) {
         struct object *o = *p;
         *p = o->next;
         free_object(s, o);
         return;
      }
}

void destroy_object(struct connection *c, const struct command *m) { remove_object(c->current, m->word[0]); }

void free_objects(struct subcontext *s)
{
   for (unsigned i = 0; i < OBJECT_CHAINS; i++)
      while (s->objects[i])
         remove_object(s, s->objects[i]->handle);
}

/* ---- creation of objects: w are the words after the handle; false if the object is invalid, or refers to nothing */

static bool create_blend(struct blend *b, const uint32_t *w)
{
   b->independent = field(w[0], 0, 1);
   b->logicop_enable = field(w[0], 1, 1);
   b->dither = field(w[0], 2, 1);
   b->alpha_to_coverage = field(w[0], 3, 1);
   b->alpha_to_one = field(w[0], 4, 1);
   b->logicop = (uint8_t)field(w[1], 0, 4);
   for (unsigned i = 0; i < MAX_COLORS; i++) {
      uint32_t v = w[2 + (b->independent ? i : 0)];
      b->target[i] = (struct blend_target){.enable = field(v, 0, 1),
                                           .rgb_func = (uint8_t)field(v, 1, 3),
                                           .rgb_src = (uint8_t)field(v, 4, 5),
                                           .rgb_dst = (uint8_t)field(v, 9, 5),
                                           .alpha_func = (uint8_t)field(v, 14, 3),
                                           .alpha_src = (uint8_t)field(v, 17, 5),
                                           .alpha_dst = (uint8_t)field(v, 22, 5),
                                           .mask = (uint8_t)field(v, 27, 4)};
   }
   return true;
}

static bool create_rasterizer(struct rasterizer *r, const uint32_t *w)
{
   /* by bit, from bit 0; NULL for fields of several bits (below) */
   bool *const flag[32] = {&r->flatshade,
                           &r->depth_clip,
                           &r->clip_halfz,
                           &r->discard,
                           &r->flatshade_first,
                           &r->two_side,
                           &r->sprite_lower_left,
                           &r->point_quad,
                           NULL,
                           NULL,
                           NULL,
                           NULL,
                           NULL,
                           NULL,
                           &r->scissor,
                           &r->front_ccw,
                           &r->clamp_vertex_color,
                           &r->clamp_fragment_color,
                           &r->offset_line,
                           &r->offset_point,
                           &r->offset_tri,
                           &r->poly_smooth,
                           &r->poly_stipple,
                           &r->point_smooth,
                           &r->point_size_per_vertex,
                           &r->multisample,
                           &r->line_smooth,
                           &r->line_stipple,
                           &r->line_last_pixel,
                           &r->half_pixel_center,
                           &r->bottom_edge_rule,
                           &r->per_sample};

   for (unsigned i = 0; i < 32; i++)
      if (flag[i])
         *flag[i] = field(w[0], i, 1);
   r->cull = (uint8_t)field(w[0], 8, 2);
   r->fill_front = (uint8_t)field(w[0], 10, 2);
   r->fill_back = (uint8_t)field(w[0], 12, 2);
   r->point_size = float_of(w[1]);
   r->sprite_coord_enable = w[2];
   r->stipple_pattern = (uint16_t)field(w[3], 0, 16);
   r->stipple_factor = (uint8_t)field(w[3], 16, 8);
   r->clip_planes = (uint8_t)field(w[3], 24, 8);
   r->line_width = float_of(w[4]);
   r->offset_units = float_of(w[5]);
   r->offset_scale = float_of(w[6]);
   r->offset_clamp = float_of(w[7]);
   return true;
}

static bool create_dsa(struct depth_stencil_alpha *d, const uint32_t *w)
{
   d->depth_enable = field(w[0], 0, 1);
   d->depth_write = field(w[0], 1, 1);
   d->depth_func = (uint8_t)field(w[0], 2, 3);
   d->alpha_enable = field(w[0], 8, 1);
   d->alpha_func = (uint8_t)field(w[0], 9, 3);
   for (unsigned i = 0; i < 2; i++)
      d->stencil[i] = (struct stencil_face){.enable = field(w[1 + i], 0, 1),
                                            .func = (uint8_t)field(w[1 + i], 1, 3),
                                            .fail = (uint8_t)field(w[1 + i], 4, 3),
                                            .zpass = (uint8_t)field(w[1 + i], 7, 3),
                                            .zfail = (uint8_t)field(w[1 + i], 10, 3),
                                            .value_mask = (uint8_t)field(w[1 + i], 13, 8),
                                            .write_mask = (uint8_t)field(w[1 + i], 21, 8)};
   d->alpha_ref = float_of(w[3]);
   return true;
}

/* The number of a format in keys of programs that unpack attributes. Four floats are words as they are. */
static uint8_t key_format(unsigned format)
{
   const char *name = format_info(format)->name;

   return (uint8_t)(strcmp(name, "R32G32B32A32_FLOAT") != 0 ? format_number(nvp4c_attrib_format, name) : 0);
}

static bool create_elements(struct vertex_elements *e, const uint32_t *w, unsigned length)
{
   e->count = length / 4;
   if (e->count > MAX_VERTEX_ELEMENTS)
      return false;
   for (unsigned i = 0; i < e->count; i++, w += 4) {
      e->element[i].offset = w[0];
      e->element[i].divisor = w[1];
      e->element[i].buffer = w[2];
      e->element[i].format = w[3];
      if (w[2] >= MAX_VERTEX_BUFFERS || !format_info(w[3]) || format_info(w[3])->block_width > 1)
         return false;
      e->element[i].key_format = key_format(w[3]);
   }
   return true;
}

bool formats_agree(const struct resource *r, unsigned format)
{
   const struct format_info *a = format_info(r->format), *b = format_info(format);

   return b && (r->target == PIPE_BUFFER
                    ? b->block_width == 1
                    : a->bytes == b->bytes && a->block_width == b->block_width && a->block_height == b->block_height);
}

/* The kind of target that a view cannot change. */
static unsigned shape_of(unsigned target)
{
   switch (target) {
   case PIPE_BUFFER: return 0;
   case PIPE_TEXTURE_1D:
   case PIPE_TEXTURE_1D_ARRAY: return 1;
   case PIPE_TEXTURE_3D: return 3;
   default: return 2;
   }
}

/* True if the resource may be viewed as this target. Faces must be squares. */
static bool targets_agree(const struct resource *r, unsigned target)
{
   const bool cube = target == PIPE_TEXTURE_CUBE || target == PIPE_TEXTURE_CUBE_ARRAY;
   return target < PIPE_NUM_TARGETS && shape_of(r->target) == shape_of(target) && (!cube || r->width == r->height);
}

static bool create_view(const struct connection *c, struct sampler_view *v, const uint32_t *w)
{
   struct resource *r = find_resource(c, w[0]);

   v->format = field(w[1], 0, 24);
   if (!r || !formats_agree(r, v->format))
      return false;
   v->target = field(w[1], 24, 8) ? field(w[1], 24, 8) : r->target;
   if (!targets_agree(r, v->target))
      return false;
   if (r->target == PIPE_BUFFER) {
      v->first_element = w[2];
      v->last_element = w[3];
      if (v->first_element > v->last_element || v->last_element >= r->size / format_info(v->format)->bytes)
         return false;
   } else {
      v->first_layer = field(w[2], 0, 16);
      v->last_layer = field(w[2], 16, 16);
      v->first_level = field(w[3], 0, 8);
      v->last_level = field(w[3], 8, 8);
      if (v->first_level > v->last_level || v->last_level > r->last_level || v->first_layer > v->last_layer)
         return false;
      if (r->target == PIPE_TEXTURE_3D)
         v->first_layer = v->last_layer = 0;
      else if (v->last_layer >= resource_layers(r, 0))
         return false;
      if ((v->target == PIPE_TEXTURE_CUBE || v->target == PIPE_TEXTURE_CUBE_ARRAY) && v->last_layer - v->first_layer < 5)
         return false;
   }
   for (unsigned i = 0; i < 4; i++)
      v->swizzle[i] = (uint8_t)field(w[4], 3 * i, 3);
   v->resource = resource_ref(r);
   return true;
}

static bool create_sampler(struct sampler *s, const uint32_t *w)
{
   for (unsigned i = 0; i < 3; i++)
      s->wrap[i] = (uint8_t)field(w[0], 3 * i, 3);
   s->min_filter = (uint8_t)field(w[0], 9, 2);
   s->mip_filter = (uint8_t)field(w[0], 11, 2);
   s->mag_filter = (uint8_t)field(w[0], 13, 2);
   s->compare = field(w[0], 15, 1);
   s->compare_func = (uint8_t)field(w[0], 16, 3);
   s->seamless = field(w[0], 19, 1);
   s->max_anisotropy = (uint8_t)field(w[0], 20, 6);
   s->lod_bias = float_of(w[1]);
   s->min_lod = float_of(w[2]);
   s->max_lod = float_of(w[3]);
   memcpy(s->border, w + 4, sizeof s->border);
   return true;
}

static bool create_surface(const struct connection *c, struct surface *s, const uint32_t *w)
{
   struct resource *r = find_resource(c, w[0]);

   s->format = w[1];
   s->level = w[2];
   s->first_layer = field(w[3], 0, 16);
   s->last_layer = field(w[3], 16, 16);
   if (!r || r->target == PIPE_BUFFER || !formats_agree(r, s->format) || format_info(s->format)->block_width > 1 ||
       s->level > r->last_level || s->first_layer > s->last_layer || s->last_layer >= resource_layers(r, s->level))
      return false;
   s->resource = resource_ref(r);
   return true;
}

static bool create_query(const struct connection *c, struct query *q, const uint32_t *w)
{
   q->type = field(w[0], 0, 16);
   q->index = field(w[0], 16, 16);
   q->offset = w[1];
   q->resource = resource_ref(find_resource(c, w[2]));
   return true;
}

static bool create_so_target(const struct connection *c, struct so_target *t, const uint32_t *w)
{
   struct resource *r = find_resource(c, w[0]);

   t->offset = w[1];
   t->size = w[2];
   if (!r || r->target != PIPE_BUFFER || t->offset > r->size || t->size > r->size - t->offset)
      return false;
   t->resource = resource_ref(r);
   return true;
}

/* ---- shaders */

/* The first piece of a shader: stage, bytes of the text, a hint, stream outputs (for compute programs the bytes of shared
   memory), text. */
static bool begin_shader(size_t *account, struct shader_object *s, const uint32_t *w, unsigned length, unsigned *words)
{
   struct shader_source *source = &s->source;
   unsigned n = w[3];

   source->stage = stage_of_word(w[0]);
   if (source->stage == STAGE_COMPUTE) {
      source->shared_bytes = n;
      n = 0;
   }
   s->total = w[1] & 0x7fffffff;
   if (w[1] >> 31 || !s->total || s->total > MAX_TEXT || n > MAX_SO_OUTPUTS || length < 4 + (n ? 4 + 2 * n : 0))
      return false;
   source->num_outputs = n;
   for (unsigned i = 0; i < MAX_SO_TARGETS && n; i++)
      source->stride[i] = w[4 + i];
   for (unsigned i = 0; i < n; i++) {
      uint32_t v = w[8 + 2 * i];
      source->output[i] = (struct stream_output){.reg = (uint8_t)field(v, 0, 8),
                                                 .component = (uint8_t)field(v, 8, 2),
                                                 .components = (uint8_t)field(v, 10, 3),
                                                 .buffer = (uint8_t)field(v, 13, 3),
                                                 .offset = (uint16_t)field(v, 16, 16),
                                                 .stream = (uint8_t)w[9 + 2 * i]};
      if (source->output[i].component + source->output[i].components > 4 || source->output[i].buffer >= MAX_SO_TARGETS)
         return false;
   }
   *words = 4 + (n ? 4 + 2 * n : 0);
   s->text = malloc(s->total);
   if (s->text && charge(account, s->total))
      return true;
   free(s->text);
   s->text = NULL;
   return false;
}

/* Appends a piece of text, and creates the shader after the last one. */
static bool add_text(struct shader_object *s, const uint32_t *w, unsigned length)
{
   size_t bytes = (size_t)length * 4;

   if (s->shader)
      return false;
   if (bytes > s->total - s->have)
      bytes = s->total - s->have;
   memcpy(s->text + s->have, w, bytes);
   s->have += bytes;
   if (s->have < s->total)
      return true;
   s->text[s->total - 1] = '\0';
   s->source.text = s->text;
   s->source.length = strlen(s->text);
   if (s->source.stage < NUM_STAGES)
      s->shader = shader_create(&s->source);
   return true;
}

static bool create_shader(const struct connection *c, struct shader_object *s, const uint32_t *w, unsigned length)
{
   unsigned words;

   return begin_shader(c->current->account, s, w, length, &words) && add_text(s, w + words, length - words);
}

/* ---- */

static bool fill_object(const struct connection *c, struct object *o, const uint32_t *w, unsigned length)
{
   static const uint8_t fewest[] = {
       [OBJECT_BLEND] = 10, [OBJECT_RASTERIZER] = 8, [OBJECT_DSA] = 4,     [OBJECT_SHADER] = 4, [OBJECT_ELEMENTS] = 0,
       [OBJECT_VIEW] = 5,   [OBJECT_SAMPLER] = 8,    [OBJECT_SURFACE] = 4, [OBJECT_QUERY] = 3,  [OBJECT_SO_TARGET] = 3};

   if (o->kind >= sizeof fewest || length < fewest[o->kind])
      return false;
   switch (o->kind) {
   case OBJECT_BLEND: return create_blend(&o->as.blend, w);
   case OBJECT_RASTERIZER: return create_rasterizer(&o->as.rasterizer, w);
   case OBJECT_DSA: return create_dsa(&o->as.dsa, w);
   case OBJECT_SHADER: return create_shader(c, &o->as.shader, w, length);
   case OBJECT_ELEMENTS: return create_elements(&o->as.elements, w, length);
   case OBJECT_VIEW: return create_view(c, &o->as.view, w);
   case OBJECT_SAMPLER: return create_sampler(&o->as.sampler, w);
   case OBJECT_SURFACE: return create_surface(c, &o->as.surface, w);
   case OBJECT_QUERY: return create_query(c, &o->as.query, w);
   case OBJECT_SO_TARGET: return create_so_target(c, &o->as.so_target, w);
   }
   return false;
}

void create_object(struct connection *c, const struct command *m)
{
   uint32_t handle = m->word[0];
   const uint32_t *w = m->word + 1;
   struct object *o = find_object(c->current, handle, OBJECT_SHADER);

   if (m->kind == OBJECT_SHADER && o && m->length > 5 && w[1] >> 31) {
      if ((w[1] & 0x7fffffff) != o->as.shader.have || w[3] || !add_text(&o->as.shader, w + 4, m->length - 5))
         complain(c, "a piece of shader %u is out of order", handle);
      return;
   }
   c->shaders |= m->kind == OBJECT_SHADER;
   remove_object(c->current, handle);
   o = handle ? calloc(1, sizeof *o) : NULL;
   if (!o || !charge(c->current->account, sizeof *o)) {
      free(o);
      complain(c, "cannot create object %u", handle);
      return;
   }
   o->handle = handle;
   o->kind = m->kind;
   if (!fill_object(c, o, w, m->length - 1)) {
      complain(c, "object %u of kind %u is invalid", handle, m->kind);
      free_object(c->current, o);
      return;
   }
   o->next = *chain_of(c->current, handle);
   *chain_of(c->current, handle) = o;
}

void bind_object(struct connection *c, const struct command *m)
{
   struct context *x = &c->current->context;
   const struct object *o = find_object(c->current, m->word[0], m->kind);

   switch (m->kind) {
   case OBJECT_BLEND: x->blend = o ? &o->as.blend : NULL; break;
   case OBJECT_RASTERIZER: x->rasterizer = o ? &o->as.rasterizer : NULL; break;
   case OBJECT_DSA: x->dsa = o ? &o->as.dsa : NULL; break;
   case OBJECT_ELEMENTS: x->elements = o ? &o->as.elements : NULL; break;
   default: complain(c, "objects of kind %u cannot be bound", m->kind); break;
   }
}

void bind_shader(struct connection *c, const struct command *m)
{
   const struct object *o = find_object(c->current, m->word[0], OBJECT_SHADER);

   const unsigned stage = stage_of_word(m->word[1]);

   if (stage < NUM_STAGES)
      c->current->context.shader[stage] = o && o->as.shader.source.stage == stage ? o->as.shader.shader : NULL;
}

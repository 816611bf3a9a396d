/* SPDX-License-Identifier: MIT */
/* Shaders and pipelines: shader.h. */
#include "gl-driver/shader/shader.h"
#include "gl-driver/pipe/driver.h"
#include "gl-driver/pipe/pipe_enums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shader {
   struct shader_source source;
   const char *text; /* of the source, or of its replacement */
   size_t length;
   char *own; /* a rewritten text of the source */
   struct shader_outputs outputs; /* for shaders with stream output */
   struct nvp4c_program *program;
   enum primitive_kind kind;   /* geometry shaders: the kind of their primitives */
   bool images;                /* it may access images */
   uint64_t id;                /* unique in the process */
   struct pipeline *pipelines; /* vertex shaders only, in the order of use, the latest first */
   unsigned num_pipelines;
   struct kernel *kernel;      /* compute shaders: for the state of the last grid */
};

#define MAX_PIPELINES 64 /* for each vertex shader */

/* The state that a pipeline depends on. */
struct pipeline_key {
   uint64_t geometry, fragment; /* ids of shaders, or 0 */
   struct nvp4c_key stage[DRAW_STAGES];
   bool captures, edges; /* vertices have words for stream output, for edge flags */
   struct surroundings around; /* of AGX */
};

static enum nvp4c_stage stage_of(unsigned stage)
{
   static const enum nvp4c_stage of[NUM_STAGES] = {NVP4C_STAGE_VERTEX, NVP4C_STAGE_FRAGMENT, NVP4C_STAGE_GEOMETRY,
                                                   NVP4C_STAGE_COMPUTE};
   return of[stage];
}

/* ---- shaders */

static uint64_t next_id(void)
{
   static uint64_t last;
   return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

/* A property in the text, on a line of its own. */
static enum primitive_kind emitted_kind(const struct shader_source *s)
{
   const char *at = strstr(s->text, "GS_OUTPUT_PRIMITIVE ");

   if (!at)
      return KIND_TRIANGLES;
   at += strlen("GS_OUTPUT_PRIMITIVE ");
   return !strncmp(at, "POINTS", 6) ? KIND_POINTS : !strncmp(at, "LINE", 4) ? KIND_LINES : KIND_TRIANGLES;
}

enum primitive_kind rasterised_kind(const struct context *c, enum primitive_kind kind)
{
   return c->shader[STAGE_GEOMETRY] ? c->shader[STAGE_GEOMETRY]->kind : kind;
}

bool draws_smooth(const struct context *c, enum primitive_kind kind)
{
   const struct rasterizer *r = c->rasterizer;
   const unsigned modes = 1u << r->fill_front | 1u << r->fill_back;

   if (r->multisample || c->fb_samples > 1)
      return false;
   return (r->line_smooth && (kind == KIND_LINES || (kind == KIND_TRIANGLES && modes & 1u << PIPE_POLYGON_MODE_LINE))) ||
          (r->point_smooth && (kind == KIND_POINTS || (kind == KIND_TRIANGLES && modes & 1u << PIPE_POLYGON_MODE_POINT)));
}

struct shader *shader_create(const struct shader_source *source)
{
   struct shader *s = calloc(1, sizeof *s);

   if (!s)
      return NULL;
   s->source = *source;
   s->id = next_id();
   if (source->num_outputs)
      shader_read_outputs(source->text, source->length, &s->outputs);
   s->images = strstr(source->text, "IMAGE[") != NULL;
   s->kind = source->stage == STAGE_GEOMETRY ? emitted_kind(source) : KIND_TRIANGLES;
   return s;
}

const struct shader_source *shader_source(const struct shader *s)
{
   return &s->source;
}

unsigned shader_output_word(const struct shader *s, const struct code *code, unsigned reg, unsigned component)
{
   return output_word(&s->outputs, code, reg, component);
}

static void pipeline_free(struct pipeline *p)
{
   for (unsigned i = 0; i < MAX_THREADS; i++) {
      runner_free(p->vertex_runner[i]);
      runner_free(p->geometry_runner[i]);
      runner_free(p->fragment_runner[i]);
   }
   code_release((struct code *)p->vertex);
   code_release((struct code *)p->geometry);
   code_release((struct code *)p->fragment);
   parts_free(p->vertex_parts);
   parts_free(p->fragment_parts);
   free(p->varying);
   free(p->key);
   free(p);
}

static void kernel_free(struct kernel *k)
{
   if (!k)
      return;
   for (unsigned i = 0; i < NVP4C_WORKGROUP_WAVES; i++)
      runner_free(k->runner[i]);
   code_release((struct code *)k->code);
   free(k);
}

void shader_free(struct shader *s)
{
   if (!s)
      return;
   while (s->pipelines) {
      struct pipeline *p = s->pipelines;
      s->pipelines = p->next;
      pipeline_free(p);
   }
   kernel_free(s->kernel);
   nvp4c_program_free(s->program);
   free(s->own);
   free(s);
}

/* --replace: replaces shaders with this hash by another program. */
static void find_text(struct shader *s, const struct driver *d)
{
   char hash[17];

   s->own = replace_idioms(s->source.text, s->source.length, &s->length);
   s->text = s->own ? s->own : s->source.text;
   s->length = s->own ? s->length : s->source.length;
   shader_hash(s->text, s->length, hash);
   for (unsigned i = 0; i < d->num_replacements; i++) {
      struct replacement *r = &d->replacements[i];
      if (strcmp(r->hash, hash))
         continue;
      r->used = true;
      if (r->stage != stage_of(s->source.stage)) {
         fprintf(stderr, "nvp4c-gl: %s is for another stage than shader %s, which is not replaced\n",
                 r->file, hash);
         continue;
      }
      s->text = r->text;
      s->length = r->length;
   }
}

/* Parses the text once. */
static const struct nvp4c_program *program_of(struct shader *s, const struct driver *d)
{
   if (!s->program) {
      const struct nvp4c_key none = {.robust_off = 0};
      struct nvp4c_options o;
      find_text(s, d);
      code_options(&o, d, stage_of(s->source.stage), s->text, &none);
      s->program = nvp4c_parse(s->text, s->length, &o);
   }
   return s->program;
}

static struct code *variant(const struct context *c, struct shader *s, const struct nvp4c_key *key)
{
   const struct nvp4c_program *p = program_of(s, c->driver);
   return p ? code_get(c->driver, stage_of(s->source.stage), s->text, s->length, p, key) : NULL;
}

/* ---- keys */

/* Integer colours are not clamped or compared. */
static bool has_integers(const struct context *c)
{
   const struct format_info *f = c->num_colors && c->color[0].resource ? format_info(c->color[0].format) : NULL;
   return f && (f->class == FORMAT_UINT || f->class == FORMAT_SINT);
}

static bool multisamples(const struct context *c) { return c->rasterizer->multisample && c->fb_samples > 1; }

/* State that removes samples from a fragment: alpha, and a mask with zeros. */
static uint8_t coverage_of(const struct context *c)
{
   const uint32_t all = (1u << (c->fb_samples & 31)) - 1;

   if (!multisamples(c))
      return 0;
   return (uint8_t)((c->blend->alpha_to_coverage && !has_integers(c) ? NVP4C_COVERAGE_ALPHA : 0) |
                    ((c->sample_mask & all) != all ? NVP4C_COVERAGE_MASK : 0));
}

/* True for points, and for polygons drawn as points. */
static bool draws_points(const struct context *c, enum primitive_kind kind)
{
   return kind == KIND_POINTS || (kind == KIND_TRIANGLES && c->rasterizer->fill_front == PIPE_POLYGON_MODE_POINT &&
                                  c->rasterizer->fill_back == PIPE_POLYGON_MODE_POINT);
}

static void fragment_key(const struct context *c, enum primitive_kind kind, struct nvp4c_key *k)
{
   const struct rasterizer *r = c->rasterizer;

   k->flat_shading = r->flatshade;
   k->two_side = r->two_side && kind == KIND_TRIANGLES;
   k->color_buffers = (uint8_t)((1u << c->num_colors) - 1);
   k->clamp_colors = r->clamp_fragment_color && !has_integers(c);
   k->alpha_test = c->dsa->alpha_enable && !has_integers(c) ? (uint8_t)(NVP4C_COMPARE_NEVER + c->dsa->alpha_func) : 0;
   k->alpha_to_one = c->blend->alpha_to_one && multisamples(c) && !has_integers(c);
   k->samples = (uint8_t)(c->fb_samples > 1 ? c->fb_samples : 0);
   k->sample_shading = c->fb_samples > 1 && c->min_samples > 1;
   k->coverage = coverage_of(c);
   k->stipple = r->poly_stipple && kind == KIND_TRIANGLES;
   k->point_coord = draws_points(c, kind) ? (uint8_t)r->sprite_coord_enable : 0;
   /* The coverage of smooth primitives is multiplied with alpha after the program. */
   if (c->driver->target != NVP4C_TARGET_AGX && !c->driver->keep_colors && !draws_smooth(c, kind))
      target_key(c, k);
}

/* The part of the key for the textures and images of a stage. If the program compares, it also swizzles. */
static void texture_key(const struct context *c, unsigned stage, struct nvp4c_key *k)
{
   for (unsigned i = 0; i < MAX_SAMPLERS && i < NVP4C_TEX_UNITS; i++) {
      const struct sampler_view *v = c->views[stage][i];
      const struct sampler *s = c->samplers[stage][i];
      if (!v || !s || !s->compare)
         continue;
      for (unsigned n = 0; n < 4; n++)
         k->tex[i].swizzle[n] = (uint8_t)(v->swizzle[n] == n ? NVP4C_SWIZZLE_SAME : NVP4C_SWIZZLE_X + (v->swizzle[n] & 7));
   }
   for (unsigned i = 0; i < MAX_IMAGES && c->shader[stage]->images; i++)
      k->image[i].format = c->images[stage][i].key_format;
}

/* USC programs unpack attributes from words. A DMA copies whole words, so fetch_attribute() converts elements that begin at
   different bytes of a word, and those of formats that programs do not know. */
static void attribute_key(const struct context *c, struct nvp4c_key *k)
{
   const struct vertex_elements *v = c->elements;

   for (unsigned i = 0; v && i < v->count && i < NVP4C_MAX_ATTRIBS; i++) {
      const struct vertex_buffer *b = &c->vertex_buffer[v->element[i].buffer & (MAX_VERTEX_BUFFERS - 1)];
      const unsigned byte = (b->offset + v->element[i].offset) % 4;
      if (v->element[i].key_format && b->stride % 4 == 0 && byte + format_info(v->element[i].format)->bytes <= 16)
         k->attrib[i] = (struct nvp4c_key_attrib){.format = v->element[i].key_format, .byte = (uint8_t)byte};
   }
}

static void last_key(const struct context *c, enum primitive_kind kind, struct nvp4c_key *k)
{
   const struct rasterizer *r = c->rasterizer;

   k->clip_planes = r->clip_planes;
   k->clamp_colors = r->clamp_vertex_color;
   k->point_size =
       c->num_so || (draws_points(c, kind) && r->point_size_per_vertex) ? NVP4C_POINT_SIZE_PROGRAM : NVP4C_POINT_SIZE_NONE;
}

/* Edge flags matter for polygons that are not filled. */
static bool edge_flags(const struct context *c, enum primitive_kind kind)
{
   return kind == KIND_TRIANGLES && (c->rasterizer->fill_front || c->rasterizer->fill_back) && !c->shader[STAGE_GEOMETRY];
}

static void find_key(const struct context *c, enum primitive_kind kind, struct pipeline_key *k)
{
   const struct shader *geometry = c->shader[STAGE_GEOMETRY], *fragment = c->shader[STAGE_FRAGMENT];

   memset(k, 0, sizeof *k);
   k->geometry = geometry ? geometry->id : 0;
   k->fragment = fragment ? fragment->id : 0;
   k->captures = c->num_so != 0;
   k->edges = edge_flags(c, kind);
   for (unsigned s = 0; s < DRAW_STAGES; s++)
      if (c->shader[s])
         texture_key(c, s, &k->stage[s]);
   last_key(c, kind, &k->stage[geometry ? STAGE_GEOMETRY : STAGE_VERTEX]);
   if (fragment)
      fragment_key(c, kind, &k->stage[STAGE_FRAGMENT]);
   if (c->driver->target == NVP4C_TARGET_AGX)
      surroundings_find(c, &k->around);
   else
      attribute_key(c, &k->stage[STAGE_VERTEX]);
   k->around.smooth = c->driver->target == NVP4C_TARGET_AGX && draws_smooth(c, kind);
}

/* ---- pipelines */

/* Assigns words to outputs that the driver reads, besides those of the link, whose order stays the same. */
static void extend_map(const struct shader *s, const struct pipeline_key *k, struct nvp4c_varying map[NUM_VARYINGS])
{
   struct nvp4c_varying wider[NUM_VARYINGS] = {[VARYING_POSITION] = {.mask = 0xf}};
   uint8_t mask[NUM_VARYINGS] = {0};
   unsigned next = 4;

   if (k->captures)
      captured_outputs(&s->outputs, &s->source, mask);
   if (k->edges)
      mask[VARYING_EDGE_FLAG] = 1;
   /* First those of the link by their addresses, then the others. */
   for (unsigned address = 0; address <= 256; address++)
      for (unsigned v = VARYING_POSITION + 1; v < NUM_VARYINGS; v++) {
         if (map[v].mask ? map[v].address != address : address < 256 || !mask[v])
            continue;
         wider[v].address = (uint8_t)(next < NO_WORD ? next : NO_WORD);
         wider[v].mask = map[v].mask | mask[v];
         next += (unsigned)__builtin_popcount(wider[v].mask);
      }
   for (unsigned v = 0; v < NUM_VARYINGS; v++)
      if (map[v].tail && next < NO_WORD)
         wider[v].tail = (uint8_t)next++;
   memcpy(map, wider, sizeof wider);
}

/* Links a program to its consumer, and sets the key for compiling it again. NULL if they cannot be linked. */
static struct nvp4c_result *link_stages(const struct context *c, struct shader *producer, const struct code *consumer,
                                        struct nvp4c_key *key)
{
   struct code *first = variant(c, producer, key);
   struct nvp4c_result *link = NULL;
   struct nvp4c_options o;

   if (first && first->result) {
      code_options(&o, c->driver, stage_of(producer->source.stage), producer->text, key);
      link = nvp4c_link(first->result, consumer->result, &o);
   }
   code_release(first);
   if (link && nvp4c_link_key(link, key))
      return link;
   nvp4c_result_free(link);
   return NULL;
}

/* Finds the inputs of the fragment program in the table of the link. */
static bool read_link(struct pipeline *p, const struct nvp4c_result *link)
{
   const unsigned n = nvp4c_link_num_entries(link);

   p->varying = calloc(n + 1, sizeof *p->varying);
   if (!p->varying)
      return false;
   for (unsigned i = 0; i < n; i++) {
      const struct nvp4c_link_entry *e = nvp4c_get_link_entry(link, i);
      if (!e->read || e->location.reg != NVP4C_REG_COEFFICIENT)
         continue;
      p->varying[p->num_varyings++] =
         (struct varying){.number = (uint8_t)e->varying,
                          .component = (uint8_t)e->component,
                          .word = p->last->out_word[e->varying][e->component],
                          .rasteriser = e->source == NVP4C_LINK_RASTERISER,
                          .interpolation = e->interpolation,
                          .coefficient = (uint16_t)coefficient_word(p->fragment, e->location.number)};
   }
   return true;
}

static bool is_whole(const struct pipeline *p, const struct pipeline_key *k)
{
   return p->vertex && p->vertex->machine && (!k->geometry || (p->geometry && p->geometry->machine)) &&
          (!k->fragment || (p->fragment && p->fragment->machine));
}

/* Creates the AGX parts around the stages. */
static bool make_parts(const struct context *c, const struct pipeline_key *k, struct pipeline *p)
{
   if (!p->vertex->agx)
      return true;
   p->vertex_parts = parts_create(c->driver, p->vertex, false, &k->around);
   if (p->fragment)
      p->fragment_parts = parts_create(c->driver, p->fragment, true, &k->around);
   return p->vertex_parts && (!p->fragment || p->fragment_parts);
}

/* Compiles the program before the rasteriser. Its vertices have the outputs that the fragment program and the driver read; on
   AGX all outputs, if the driver reads some. */
static const struct code *compile_last(const struct context *c, const struct pipeline_key *k, const struct code *fragment,
                                       struct nvp4c_result **link)
{
   struct shader *last = c->shader[c->shader[STAGE_GEOMETRY] ? STAGE_GEOMETRY : STAGE_VERTEX];
   const struct nvp4c_key own = k->stage[c->shader[STAGE_GEOMETRY] ? STAGE_GEOMETRY : STAGE_VERTEX];
   struct nvp4c_key key = own;

   if (fragment)
      *link = link_stages(c, last, fragment, &key);
   if (c->driver->target == NVP4C_TARGET_AGX)
      return variant(c, last, k->captures || k->edges ? &own : &key);
   if (*link || !fragment) {
      key.varying_map = 1;
      extend_map(last, k, key.varying);
   }
   return variant(c, last, &key);
}

static bool compile(const struct context *c, const struct pipeline_key *k, struct pipeline *p)
{
   struct nvp4c_result *link = NULL, *between = NULL;
   struct nvp4c_key key = k->stage[STAGE_VERTEX];
   bool ok = true;

   if (c->shader[STAGE_FRAGMENT]) {
      p->fragment = variant(c, c->shader[STAGE_FRAGMENT], &k->stage[STAGE_FRAGMENT]);
      if (!p->fragment || !p->fragment->machine)
         return false;
   }
   p->last = compile_last(c, k, p->fragment, &link);
   if (!c->shader[STAGE_GEOMETRY]) {
      p->vertex = p->last;
   } else if ((p->geometry = p->last) && p->geometry->result) {
      between = link_stages(c, c->shader[STAGE_VERTEX], p->geometry, &key);
      p->vertex = between ? variant(c, c->shader[STAGE_VERTEX], &key) : NULL;
   }
   if (p->fragment && is_whole(p, k))
      ok = link && read_link(p, link);
   /* A program that runs per sample only because samples are removed, or because its core runs all programs so, gets positions
      of pixels. Mesa asks for sample shading if a program reads the number or place of its sample. */
   p->at_sample = k->stage[STAGE_FRAGMENT].sample_shading;
   for (unsigned i = 0; i < MAX_COLORS && p->fragment; i++)
      p->stored[i] = (uint16_t)target_format(&k->stage[STAGE_FRAGMENT], i);
   for (unsigned i = 0; i < p->num_varyings; i++)
      p->at_sample |= p->varying[i].interpolation >= NVP4C_SAMPLE;
   nvp4c_result_free(link);
   nvp4c_result_free(between);
   return ok && is_whole(p, k) && make_parts(c, k, p);
}

struct pipeline *pipeline_get(const struct context *c, enum primitive_kind kind)
{
   struct shader *s = c->shader[STAGE_VERTEX];
   struct pipeline_key k;

   find_key(c, kind, &k);
   for (struct pipeline **at = &s->pipelines, *p; (p = *at); at = &p->next)
      if (!memcmp(p->key, &k, sizeof k)) {
         *at = p->next;
         p->next = s->pipelines;
         s->pipelines = p;
         return p->made ? p : NULL;
      }
   struct pipeline *p = calloc(1, sizeof *p);
   if (!p || !(p->key = malloc(sizeof k))) {
      free(p);
      return NULL;
   }
   memcpy(p->key, &k, sizeof k);
   p->made = compile(c, &k, p);
   p->next = s->pipelines; /* a failed pipeline is kept too, so that it is tried once */
   s->pipelines = p;
   if (++s->num_pipelines > MAX_PIPELINES) {
      struct pipeline **at = &s->pipelines;
      while ((*at)->next)
         at = &(*at)->next;
      pipeline_free(*at);
      *at = NULL;
      s->num_pipelines--;
   }
   return p->made ? p : NULL;
}

struct runner *pipeline_runner(struct runner **slot, const struct code *code, const struct parts *parts)
{
   if (!*slot)
      *slot = runner_create(code, parts);
   return *slot;
}

void pipeline_unbind(struct pipeline *p)
{
   for (unsigned i = 0; i < MAX_THREADS; i++) {
      struct runner *const all[] = {p->vertex_runner[i], p->geometry_runner[i], p->fragment_runner[i]};
      for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
         if (all[k])
            all[k]->bindings = NULL;
   }
}

/* ---- compute programs */

struct kernel *kernel_get(const struct context *c)
{
   struct shader *s = c->shader[STAGE_COMPUTE];
   struct nvp4c_key key;

   memset(&key, 0, sizeof key);
   texture_key(c, STAGE_COMPUTE, &key);
   key.shared_bytes = s->source.shared_bytes <= MAX_SHARED_BYTES ? (s->source.shared_bytes + 3) & ~3u : 0;
   if (!s->kernel || memcmp(&s->kernel->key, &key, sizeof key)) {
      kernel_free(s->kernel);
      if (!(s->kernel = calloc(1, sizeof *s->kernel)))
         return NULL;
      memcpy(&s->kernel->key, &key, sizeof key);
      s->kernel->code = variant(c, s, &key);
   }
   return s->kernel->code && s->kernel->code->machine ? s->kernel : NULL;
}

/* SPDX-License-Identifier: MIT */
/* AGX: whole programs, made of a main part and the parts that depend on state (parts.h). */
#include "gl-driver/shader/parts.h"
#include "gl-driver/pipe/driver.h"

#include <stdlib.h>
#include <string.h>

static void find_elements(const struct context *c, struct element_state *e)
{
   const struct vertex_elements *v = c->elements;

   for (unsigned i = 0; v && i < v->count && i < MAX_VERTEX_ELEMENTS; i++) {
      const unsigned buffer = v->element[i].buffer & (MAX_VERTEX_BUFFERS - 1), stride = c->vertex_buffer[buffer].stride;
      const uint64_t first = (uint64_t)c->vertex_buffer[buffer].offset + v->element[i].offset;
      unsigned bytes;
      e[i].format = v->element[i].format;
      e[i].divisor = v->element[i].divisor;
      e[i].converted = !prolog_knows(e[i].format, &bytes) || first % bytes || stride % bytes;
      e[i].stride = e[i].converted ? 0 : stride;
   }
}

static void find_targets(const struct context *c, struct target_state *t)
{
   for (unsigned i = 0; i < c->num_colors && i < MAX_COLORS; i++) {
      const struct blend_target *b = &c->blend->target[i];
      const struct format_info *f = c->color[i].resource ? format_info(c->color[i].format) : NULL;
      if (!f || !(b->mask & 15))
         continue;
      t[i].format = c->color[i].format;
      t[i].logical = c->blend->logicop_enable && (f->class != FORMAT_FLOAT || f->unorm || f->snorm) && !f->srgb;
      t[i].logicop = t[i].logical ? c->blend->logicop : 0;
      if (b->enable && f->class == FORMAT_FLOAT && !c->blend->logicop_enable)
         t[i].blend = *b;
      t[i].blend.mask = b->mask & 15;
   }
}

void surroundings_find(const struct context *c, struct surroundings *s)
{
   find_elements(c, s->element);
   find_targets(c, s->target);
   s->samples = c->fb_samples > 1 ? c->fb_samples : 0;
}

/* ---- inputs and outputs of the main part */

static void read_attributes(const struct code *code, struct parts *p)
{
   for (unsigned i = 0; i < nvp4c_result_num_reflections(code->result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(code->result, i);
      if (e->kind != NVP4C_INPUT || e->binding != NVP4C_BIND_ATTRIB || e->index >= MAX_VERTEX_ELEMENTS)
         continue;
      const unsigned a = (e->location.number - 8) / 4; /* by the ABI, attribute a begins at r(8 + 4a) */
      if (a >= MAX_VERTEX_ELEMENTS)
         continue;
      p->attribute[a].element = (uint8_t)e->index;
      p->attribute[a].mask |= (uint8_t)(1u << (e->component & 3));
      if (p->num_attributes <= a)
         p->num_attributes = a + 1;
   }
}

void read_colors(const struct code *code, struct colors *c)
{
   const bool early = code->facts.declared.early_tests; /* depth and stencil have no effect then */

   *c = (struct colors){.per_sample = code->facts.per_sample,
                        .depth = code->facts.writes_depth && !early,
                        .masks = code->facts.uses_kill && code->facts.early_tests};
   for (unsigned i = 0; i < nvp4c_result_num_reflections(code->result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(code->result, i);
      if (e->kind == NVP4C_OUTPUT && e->binding == NVP4C_BIND_COLOR && e->index < MAX_COLORS)
         c->mask[e->index] |= (uint8_t)(1u << (e->component & 3));
      c->stencil |= e->kind == NVP4C_OUTPUT && e->binding == NVP4C_BIND_STENCIL && !early;
   }
}

/* ---- code */

struct bytes {
   uint8_t *data;
   size_t length;
};

static bool append(struct bytes *b, const void *code, size_t length)
{
   uint8_t *more = realloc(b->data, b->length + length + 1);

   if (!more)
      return false;
   b->data = more;
   if (length)
      memcpy(more + b->length, code, length);
   b->length += length;
   return true;
}

/* Appends the code of a text. */
static bool assemble(struct bytes *b, const char *text, size_t length, const struct nvp4c_options *o)
{
   struct nvp4c_result *r = nvp4c_assemble(text, length, o);
   size_t n = 0;
   bool ok = r && nvp4c_result_status(r) == NVP4C_OK;

   if (ok) {
      const void *code = nvp4c_result_code(r, &n);
      ok = append(b, code, n);
   } else {
      fprintf(stderr, "nvp4c-gl: cannot assemble a part of a program: %s\n%.*s",
              r && nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "", (int)length, text);
   }
   nvp4c_result_free(r);
   return ok;
}

/* The assembly of a program from its parts. */
struct assembly {
   const struct driver *d;
   const struct code *code;
   const struct nvp4c_options *options;
   struct parts *p;
   const struct colors *colors; /* of a fragment program, or NULL */
   struct bytes bytes;
   size_t loop; /* bytes of the body of the loop over samples */
};

static void write_prolog(const struct assembly *a, FILE *f)
{
   if (!a->colors)
      vertex_prolog(f, a->p->around.element, a->p->attribute, a->p->num_attributes);
   else if (a->colors->per_sample) /* the head of the loop over samples */
      fprintf(f, "mov_imm r0l, 0\nmov_imm r0h, 1\n");
}
static void write_epilog(const struct assembly *a, FILE *f)
{
   if (a->colors)
      fragment_epilog(f, &a->p->around, a->colors, a->p->target);
}
static void write_end(const struct assembly *a, FILE *f)
{
   if (a->colors)
      fragment_end(f, &a->p->around, a->colors, a->loop);
}

/* Appends a part, whose text `write` prints. */
static bool add_part(struct assembly *a, void (*write)(const struct assembly *a, FILE *f), const char *name)
{
   char *text = NULL;
   size_t length = 0;
   FILE *f = open_memstream(&text, &length);
   bool ok = f != NULL;

   if (f) {
      write(a, f);
      ok = !fclose(f);
   }
   ok = ok && (!length || assemble(&a->bytes, text, length, a->options));
   if (ok && length && a->d->dump)
      dump_part(a->d, a->code, name, text, length);
   free(text);
   return ok;
}

/* Each part continues in the next one; jumps are relative. */
static bool join(struct assembly *a)
{
   size_t main_length;
   const void *main_part = nvp4c_result_code(a->code->result, &main_length);
   bool ok = add_part(a, write_prolog, "prolog.s");

   const size_t first = a->p->main_at = a->bytes.length;
   ok = ok && append(&a->bytes, main_part, main_length) && add_part(a, write_epilog, "epilog.s");
   a->loop = a->bytes.length - first;
   ok = ok && add_part(a, write_end, "end.s");
   if (ok)
      a->p->machine = nvp4c_machine_create(a->bytes.data, a->bytes.length, a->options);
   free(a->bytes.data);
   return ok && a->p->machine && nvp4c_result_status(nvp4c_machine_result(a->p->machine)) == NVP4C_OK;
}

struct parts *parts_create(const struct driver *d, const struct code *code, bool fragment, const struct surroundings *s)
{
   struct parts *p = calloc(1, sizeof *p);
   struct nvp4c_options o;
   struct colors colors;

   if (!p)
      return NULL;
   p->around = *s;
   nvp4c_options_init(&o, sizeof o);
   o.target = d->target;
   o.cpu = d->cpu;
   o.attr = d->options ? d->options->attr : NULL;
   bool ok = true;
   if (fragment) {
      read_colors(code, &colors);
      ok = place_targets(s, &colors, p->target);
      if (!ok)
         driver_report(d, "the colours of a sample do not fit in the tile");
   } else {
      read_attributes(code, p);
   }
   if (ok && join(&(struct assembly){d, code, &o, p, .colors = fragment ? &colors : NULL}))
      return p;
   parts_free(p);
   return NULL;
}

void parts_free(struct parts *p)
{
   if (!p)
      return;
   nvp4c_machine_free(p->machine);
   free(p);
}

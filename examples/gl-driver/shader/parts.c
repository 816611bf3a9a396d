/* SPDX-License-Identifier: MIT */
/* AGX: whole programs of a main part and those that the state asks for: parts.h. */
#include "examples/gl-driver/shader/parts.h"
#include "examples/gl-driver/pipe/driver.h"

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
}

/* ---- what the main part reads and writes */

static void read_attributes(const struct code *code, struct parts *p)
{
   for (unsigned i = 0; i < nvp4c_result_num_reflections(code->result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(code->result, i);
      if (e->kind != NVP4C_INPUT || e->binding != NVP4C_BIND_ATTRIB || e->index >= MAX_VERTEX_ELEMENTS)
         continue;
      const unsigned a = (e->location.number - 8) / 4; /* the ABI: attribute a begins with r(8 + 4a) */
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
   const bool early = code->facts.declared.early_tests; /* then depth and stencil have no effect */

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

/* The code of a text behind the others. */
static bool assemble(struct bytes *b, const char *text, size_t length, const struct nvp4c_options *o)
{
   struct nvp4c_result *r = nvp4c_assemble(text, length, o);
   size_t n = 0;
   bool ok = r && nvp4c_result_status(r) == NVP4C_OK;

   if (ok) {
      const void *code = nvp4c_result_code(r, &n);
      ok = append(b, code, n);
   } else {
      fprintf(stderr, "nvp4c-gl: a part was not assembled: %s\n%.*s",
              r && nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "", (int)length, text);
   }
   nvp4c_result_free(r);
   return ok;
}

/* Parts fall through to the next one; jumps are relative. */
static bool join(const struct driver *d, struct parts *p, const struct code *code, const struct colors *colors, const struct nvp4c_options *o)
{
   struct bytes b = {0};
   char *text[2] = {0};
   size_t length[2] = {0}, main_length;
   FILE *front = open_memstream(&text[0], &length[0]), *behind = open_memstream(&text[1], &length[1]);
   bool ok = front && behind;

   if (ok && colors) {
      if (colors->per_sample) /* the loop over the samples of which there is one */
         fprintf(front, "mov_imm r0l, 0\nmov_imm r0h, 1\n");
      fragment_epilog(behind, &p->around, colors, p->target);
   } else if (ok) {
      vertex_prolog(front, p->around.element, p->attribute, p->num_attributes);
   }
   ok = (!front || !fclose(front)) && ok;
   ok = (!behind || !fclose(behind)) && ok;
   const void *main_part = nvp4c_result_code(code->result, &main_length);
   ok = ok && (!length[0] || assemble(&b, text[0], length[0], o)) && append(&b, main_part, main_length) &&
        (!length[1] || assemble(&b, text[1], length[1], o));
   for (unsigned k = 0; k < 2 && ok && d->dump; k++)
      if (length[k])
         dump_part(d, code, k ? "epilog.s" : "prolog.s", text[k], length[k]);
   if (ok)
      p->machine = nvp4c_machine_create(b.data, b.length, o);
   free(text[0]);
   free(text[1]);
   free(b.data);
   return ok && p->machine && nvp4c_result_status(nvp4c_machine_result(p->machine)) == NVP4C_OK;
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
   if (fragment) {
      read_colors(code, &colors);
      place_targets(s, &colors, p->target);
   } else {
      read_attributes(code, p);
   }
   if (join(d, p, code, fragment ? &colors : NULL, &o))
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

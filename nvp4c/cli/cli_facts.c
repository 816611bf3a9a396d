/* SPDX-License-Identifier: MIT */
/* Reflection, statistics and links as lines of text and as JSON (docs/schema, docs/reflection.md). */
#include <string.h>

#include "nvp4c/cli/cli.h"

/* ---- JSON writer */

struct json {
   struct sink *s;
   unsigned depth;
   bool first; /* the object or list is still empty */
};

static void newline(struct json *j)
{
   sink_printf(j->s, "\n");
   for (unsigned i = 0; i < j->depth; i++)
      sink_printf(j->s, "  ");
}

/* Starts a member of an object, or an element of a list if name is NULL. */
static void begin_item(struct json *j, const char *name)
{
   if (!j->first)
      sink_printf(j->s, ",");
   j->first = false;
   newline(j);
   if (name)
      sink_printf(j->s, "\"%s\": ", name);
}

static void begin(struct json *j, const char *name, char bracket)
{
   if (j->depth)
      begin_item(j, name);
   sink_printf(j->s, "%c", bracket);
   j->depth++;
   j->first = true;
}

static void end(struct json *j, char bracket)
{
   j->depth--;
   if (!j->first)
      newline(j);
   sink_printf(j->s, "%c", bracket);
   j->first = false;
   if (!j->depth)
      sink_printf(j->s, "\n");
}

static void put_number(struct json *j, const char *name, uint64_t v)
{
   begin_item(j, name);
   sink_printf(j->s, "%llu", (unsigned long long)v);
}

static void put_boolean(struct json *j, const char *name, int v)
{
   begin_item(j, name);
   sink_printf(j->s, v ? "true" : "false");
}

static void put_string(struct json *j, const char *name, const char *v)
{
   begin_item(j, name);
   json_string(j->s, v);
}

/* A word of a list. The number can only be too large if the library is newer. */
#define WORD(words, k) ((unsigned)(k) < sizeof(words) / sizeof(words)[0] ? (words)[k] : "?")

/* Masks as letters of components, "xz", and as lists of bit numbers. */
static void put_components(struct json *j, const char *name, unsigned mask)
{
   char text[5], *p = text;

   for (unsigned c = 0; c < 4; c++)
      if (mask >> c & 1)
         *p++ = "xyzw"[c];
   *p = 0;
   put_string(j, name, text);
}

static void put_numbers(struct json *j, const char *name, unsigned mask)
{
   begin(j, name, '[');
   for (unsigned n = 0; n < 32; n++)
      if (mask >> n & 1)
         put_number(j, NULL, n);
   end(j, ']');
}

/* ---- names of enumerators */

static const char *const kinds[] = {"input", "output", "param", "constant", "texture", "buffer", "scratch"};
static const char *const bindings[] = {
    "none",    "attrib",       "vertex-id",     "instance",       "varying",   "facing",      "color",
    "depth",   "env",          "local",         "state",          "literal",   "image",       "sampler",
    "size",    "layers",       "compare",       "fetch-sampler",  "buffer",    "tile-buffer", "param-memory",
    "scratch", "uniform",      "system",        "gather-sampler", "preshader", "samples",     "texture-heap",
    "tests",   "sample-mask",  "sample-places", "stencil",        "storage",   "counters",    "texels",
    "global",  "block-memory", "barrier-words", "image-word",
};
static const char *const registers[] = {
    "none",  "shared", "vertex-in", "coefficient", "special", "output",        "tile",          "vertex-out",
    "depth", "memory", "gpr",       "uniform",     "uvs",     "texture-state", "sampler-state", "scratch",
};
static const char *const formats[] = {"f32", "f16", "rgba8"};
static const char *const interpolations[] = {
    "smooth", "flat", "noperspective", "centroid", "noperspective-centroid", "sample", "noperspective-sample"};
static const char *const items[] = {
    "other",          "material",       "light",    "lightmodel",  "lightprod", "fog",         "texgen",
    "clip",           "point",          "texenv",   "depth",       "modelview", "projection",  "mvp",
    "texture-matrix", "program-matrix", "key-clip", "key-samples", "key-alpha", "key-stipple", "key-sample-mask",
};
static const char *const members[] = {
    "none",  "ambient",        "diffuse",    "specular", "emission", "shininess", "position", "attenuation",
    "half",  "spot-direction", "scenecolor", "color",    "params",   "eye-s",     "eye-t",    "eye-r",
    "eye-q", "object-s",       "object-t",   "object-r", "object-q", "plane",     "size",     "range",
};
static const char *const matrices[] = {"plain", "inverse", "transpose", "invtrans"};
static const char *const targets[] = {"1d", "2d", "3d", "cube", "rect", "buffer"};
static const char *const layouts[] = {"none", "any", "greater", "less", "unchanged"};
static const char *const stages[] = {"any", "vertex", "fragment", "geometry", "compute"};

/* ---- reflection */

static void put_location(struct json *j, const struct nvp4c_location *at)
{
   char text[40];

   nvp4c_location_text(at, text, sizeof text);
   begin(j, "location", '{');
   put_string(j, "register", WORD(registers, at->reg));
   if (at->number != UINT32_MAX)
      put_number(j, "number", at->number);
   if (at->element != UINT32_MAX)
      put_number(j, "element", at->element);
   put_string(j, "format", WORD(formats, at->format));
   put_number(j, "first_bit", at->first_bit);
   put_number(j, "bits", at->num_bits);
   put_string(j, "text", text);
   end(j, '}');
}

static void put_state(struct json *j, const struct nvp4c_state *s)
{
   begin(j, "state", '{');
   put_string(j, "item", WORD(items, s->item));
   put_string(j, "member", WORD(members, s->member));
   put_string(j, "face", s->back ? "back" : "front");
   put_string(j, "matrix", WORD(matrices, s->matrix));
   put_number(j, "row", s->row);
   end(j, '}');
}

static void put_binding(struct json *j, const struct nvp4c_reflection *e, enum nvp4c_stage stage)
{
   const bool param = e->kind == NVP4C_PARAM;
   char name[200];

   nvp4c_reflection_name(e, name, sizeof name);
   begin(j, NULL, '{');
   put_string(j, "kind", WORD(kinds, e->kind));
   put_string(j, "binding", WORD(bindings, e->binding));
   put_number(j, "index", e->index);
   if (e->kind == NVP4C_INPUT && stage == NVP4C_STAGE_GEOMETRY)
      put_number(j, "dimension", e->dimension);
   put_number(j, "component", e->component);
   put_string(j, "name", name);
   put_location(j, &e->location);
   if (e->kind == NVP4C_INPUT && stage == NVP4C_STAGE_FRAGMENT)
      put_string(j, "interpolation", WORD(interpolations, e->interpolation));
   if (e->binding == NVP4C_BIND_STATE)
      put_state(j, &e->state);
   if (param)
      put_number(j, "entry", e->entry);
   if ((param || e->binding == NVP4C_BIND_BUFFER) && e->array_count) {
      begin(j, "array", '{');
      put_number(j, "first", e->array_first);
      put_number(j, "count", e->array_count);
      end(j, '}');
   }
   if (e->binding == NVP4C_BIND_LITERAL || e->kind == NVP4C_SCRATCH)
      put_number(j, "value", e->value);
   end(j, '}');
}

static void put_counts(struct json *j, const char *name, const struct nvp4c_counts *n)
{
   begin(j, name, '{');
   put_number(j, "instructions", n->instructions);
   put_number(j, "alu_instructions", n->alu_instructions);
   put_number(j, "tex_instructions", n->tex_instructions);
   put_number(j, "tex_indirections", n->tex_indirections);
   put_number(j, "temporaries", n->temporaries);
   put_number(j, "parameters", n->parameters);
   put_number(j, "attribs", n->attribs);
   put_number(j, "address_registers", n->address_registers);
   end(j, '}');
}

static void put_declared(struct json *j, const struct nvp4c_declared *d)
{
   begin(j, "declared", '{');
   put_boolean(j, "upper_left", d->upper_left);
   put_boolean(j, "broadcasts", d->broadcasts);
   put_boolean(j, "early_tests", d->early_tests);
   put_boolean(j, "post_depth_coverage", d->post_depth_coverage);
   put_string(j, "depth_layout", WORD(layouts, d->depth_layout));
   put_boolean(j, "window_position", d->window_position);
   put_boolean(j, "relative_layer", d->relative_layer);
   put_numbers(j, "culls", d->culls);
   put_number(j, "invocations", d->invocations);
   put_number(j, "uniforms", d->uniforms);
   end(j, '}');
}

static void put_facts(struct json *j, const struct nvp4c_facts *f)
{
   begin(j, "facts", '{');
   put_boolean(j, "uses_kill", f->uses_kill);
   put_boolean(j, "writes_depth", f->writes_depth);
   put_boolean(j, "reads_facing", f->reads_facing);
   put_boolean(j, "per_sample", f->per_sample);
   put_boolean(j, "early_tests", f->early_tests);
   put_boolean(j, "uses_derivatives", f->uses_derivatives);
   put_components(j, "reads_position", f->reads_position);
   put_numbers(j, "colors", f->colors);
   put_boolean(j, "writes_point_size", f->writes_point_size);
   put_boolean(j, "writes_layer", f->writes_layer);
   put_numbers(j, "clip_distances", f->clip_distances);
   put_number(j, "input_registers", f->input_registers);
   put_number(j, "shared_registers", f->shared_registers);
   put_number(j, "temporaries", f->temporaries);
   put_number(j, "vertex_words", f->vertex_words);
   put_number(j, "scratch_bytes", f->scratch_bytes);
   put_number(j, "param_bytes", f->param_bytes);
   if (f->w_coefficient != UINT32_MAX)
      put_number(j, "w_coefficient", f->w_coefficient);
   if (f->primitive_in) {
      put_number(j, "primitive_in", f->primitive_in);
      put_number(j, "primitive_out", f->primitive_out);
      put_number(j, "vertices_out", f->vertices_out);
   }
   if (f->workgroup_invocations)
      put_number(j, "workgroup_invocations", f->workgroup_invocations);
   end(j, '}');
}

/* Starts a document. */
static void put_head(struct json *j, const char *schema, const char *file)
{
   begin(j, NULL, '{');
   put_string(j, "schema", schema);
   put_string(j, "version", nvp4c_version());
   if (file)
      put_string(j, "file", file);
}

static void put_machine(struct json *j, const struct nvp4c_result *r)
{
   put_string(j, "target", nvp4c_target_name(nvp4c_result_target(r)));
   put_string(j, "cpu", nvp4c_result_cpu(r));
   put_string(j, "stage", WORD(stages, nvp4c_result_stage(r)));
}

static void put_native_limits(struct json *j, const struct nvp4c_result *r)
{
   struct nvp4c_core core;

   for (unsigned i = 0; nvp4c_get_core(nvp4c_result_target(r), i, &core); i++)
      if (!strcmp(core.name, nvp4c_result_cpu(r)))
         put_counts(j, "max_native", &core.native);
}

/* Makes the pre-shader of the result, or returns NULL if it has none. The caller frees it. */
static struct nvp4c_preshader *preshader_of(const struct nvp4c_result *r)
{
   size_t len;
   const void *bytes = nvp4c_result_preshader(r, &len);

   return bytes ? nvp4c_preshader_create(bytes, len, NULL) : NULL;
}

static void put_preshader(struct json *j, const struct nvp4c_result *r)
{
   struct nvp4c_preshader *p = preshader_of(r);

   if (!p)
      return;
   const struct nvp4c_preshader_info info = nvp4c_get_preshader_info(p);
   begin(j, "preshader", '{');
   put_number(j, "operations", info.operations);
   put_number(j, "results", info.num_results);
   begin(j, "inputs", '[');
   for (unsigned i = 0; i < info.num_inputs; i++)
      put_binding(j, nvp4c_preshader_input(p, i), nvp4c_result_stage(r));
   end(j, ']');
   end(j, '}');
   nvp4c_preshader_free(p);
}

/* Prints the inputs of the pre-shader with their numbers. */
static void print_preshader(struct sink *s, const struct nvp4c_result *r)
{
   struct nvp4c_preshader *p = preshader_of(r);

   for (unsigned i = 0; p && i < nvp4c_get_preshader_info(p).num_inputs; i++) {
      char name[200];
      nvp4c_reflection_name(nvp4c_preshader_input(p, i), name, sizeof name);
      sink_printf(s, "preshader-input %s %u\n", name, i);
   }
   nvp4c_preshader_free(p);
}

static void reflection_json(struct sink *s, const struct nvp4c_result *r, const char *file)
{
   const struct nvp4c_facts f = nvp4c_result_facts(r);
   struct json j = {.s = s, .first = true};

   put_head(&j, "nvp4c-reflect-1", file);
   put_machine(&j, r);
   begin(&j, "counts", '{');
   put_counts(&j, "source", &f.source);
   put_counts(&j, "native", &f.native);
   put_native_limits(&j, r);
   put_boolean(&j, "under_native_limits", f.under_native_limits);
   end(&j, '}');
   put_facts(&j, &f);
   put_declared(&j, &f.declared);
   begin(&j, "textures", '[');
   for (unsigned i = 0; i < nvp4c_result_num_textures(r); i++) {
      const struct nvp4c_texture *t = nvp4c_result_texture(r, i);
      begin(&j, NULL, '{');
      put_number(&j, "unit", t->unit);
      put_string(&j, "target", WORD(targets, t->target));
      put_boolean(&j, "array", t->array);
      put_boolean(&j, "shadow", t->shadow);
      put_boolean(&j, "integer", t->integer);
      put_boolean(&j, "sampled", t->sampled);
      put_boolean(&j, "fetched", t->fetched);
      put_boolean(&j, "sized", t->sized);
      put_boolean(&j, "multisampled", t->multisampled);
      end(&j, '}');
   }
   end(&j, ']');
   begin(&j, "bindings", '[');
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++)
      put_binding(&j, nvp4c_result_reflection(r, i), nvp4c_result_stage(r));
   end(&j, ']');
   put_preshader(&j, r);
   end(&j, '}');
}

void print_reflection(struct sink *s, const struct nvp4c_result *r, const struct cli *o)
{
   if (o->reflect == FACTS_JSON) {
      reflection_json(s, r, o->input);
      return;
   }
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      char name[200], at[40];
      nvp4c_reflection_name(e, name, sizeof name);
      nvp4c_location_text(&e->location, at, sizeof at);
      sink_printf(s, "%s %s %s", WORD(kinds, e->kind), name, at);
      if (e->binding == NVP4C_BIND_LITERAL || e->kind == NVP4C_SCRATCH)
         sink_printf(s, " 0x%08x", e->value);
      sink_printf(s, "\n");
   }
   print_preshader(s, r);
}

/* ---- statistics */

void print_stats(struct sink *s, const struct nvp4c_result *r, const struct cli *o)
{
   struct json j = {.s = s, .first = true};
   const bool json = o->stats == FACTS_JSON;

   if (json) {
      put_head(&j, "nvp4c-stats-1", o->input);
      put_machine(&j, r);
      begin(&j, "stats", '{');
   }
   for (unsigned i = 0; i < nvp4c_result_num_stats(r); i++) {
      const struct nvp4c_stat st = nvp4c_result_stat(r, i);
      if (json)
         put_number(&j, st.name, st.value);
      else if (o->stats || !strncmp(st.name, "groups_", 7)) /* the statistics of -fsched=both are printed without -stats, too */
         sink_printf(s, "%s: %llu\n", st.name, (unsigned long long)st.value);
   }
   if (json) {
      end(&j, '}');
      end(&j, '}');
   }
}

/* ---- links */

static void put_link_entry(struct json *j, const struct nvp4c_link_entry *e, bool fragment)
{
   static const char *const sources[] = {"program", "nobody", "rasteriser"};

   begin(j, NULL, '{');
   put_string(j, "varying", e->name);
   put_number(j, "number", e->varying);
   put_number(j, "component", e->component);
   put_string(j, "source", WORD(sources, e->source));
   put_boolean(j, "written", e->written);
   put_boolean(j, "read", e->read);
   if (e->address >= 0)
      put_number(j, "address", (unsigned)e->address);
   if (e->location.reg != NVP4C_REG_NONE) {
      put_location(j, &e->location);
      if (fragment)
         put_string(j, "interpolation", WORD(interpolations, e->interpolation));
      else
         put_number(j, "vertex", e->vertex);
   }
   end(j, '}');
}

void print_link_json(struct sink *s, const struct nvp4c_result *link, const struct nvp4c_key *key, const char *producer,
                     const char *consumer, bool fragment)
{
   struct json j = {.s = s, .first = true};

   put_head(&j, "nvp4c-link-1", NULL);
   put_string(&j, "producer", producer);
   put_string(&j, "consumer", consumer);
   put_number(&j, "words", nvp4c_result_stat(link, 0).value);
   begin(&j, "map", '[');
   for (unsigned v = 0; v < NVP4C_NUM_VARYINGS; v++) {
      if (!key->varying[v].mask)
         continue;
      begin(&j, NULL, '{');
      put_string(&j, "varying", nvp4c_varying_name(v));
      put_number(&j, "number", v);
      put_number(&j, "address", key->varying[v].address);
      put_components(&j, "components", key->varying[v].mask);
      end(&j, '}');
   }
   end(&j, ']');
   begin(&j, "entries", '[');
   for (unsigned i = 0; i < nvp4c_link_num_entries(link); i++)
      put_link_entry(&j, nvp4c_get_link_entry(link, i), fragment);
   end(&j, ']');
   end(&j, '}');
}

/* SPDX-License-Identifier: MIT */
/* Reflection, statistics and links as JSON (docs/schema, docs/reflection.md). */
#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/json/json.h"

static void put_enum(struct json *j, const char *name, enum nvp4c_enum which, unsigned value)
{
   const char *word = nvp4c_enum_name(which, value);

   json_string(j, name, word ? word : "?");
}

/* ---- members in the forms of nvp4c/report/facts.def */

static void put_flag(struct json *j, const char *name, uint64_t v) { json_boolean(j, name, v != 0); }
static void put_number(struct json *j, const char *name, uint64_t v) { json_number(j, name, v); }
static void put_depth_layout(struct json *j, const char *name, uint64_t v)
{
   put_enum(j, name, NVP4C_ENUM_DEPTH_LAYOUT, (unsigned)v);
}
static void put_pass_type(struct json *j, const char *name, uint64_t v)
{
   put_enum(j, name, NVP4C_ENUM_PASS_TYPE, (unsigned)v);
}
static void put_tex_target(struct json *j, const char *name, uint64_t v)
{
   put_enum(j, name, NVP4C_ENUM_TEX_TARGET, (unsigned)v);
}

/* A mask as letters of components, "xz". */
static void put_components(struct json *j, const char *name, uint64_t mask)
{
   char text[5], *p = text;

   for (unsigned c = 0; c < 4; c++)
      if (mask >> c & 1)
         *p++ = "xyzw"[c];
   *p = 0;
   json_string(j, name, text);
}

/* A mask as the list of its bit numbers. */
static void put_list(struct json *j, const char *name, uint64_t mask)
{
   json_begin(j, name, '[');
   for (unsigned n = 0; n < 32; n++)
      if (mask >> n & 1)
         json_number(j, NULL, n);
   json_end(j, ']');
}

/* ---- reflection */

static void put_location(struct json *j, const struct nvp4c_location *at)
{
   char text[40];

   nvp4c_location_text(at, text, sizeof text);
   json_begin(j, "location", '{');
   put_enum(j, "register", NVP4C_ENUM_REGISTER, at->reg);
   if (at->number != UINT32_MAX)
      json_number(j, "number", at->number);
   if (at->element != UINT32_MAX)
      json_number(j, "element", at->element);
   put_enum(j, "format", NVP4C_ENUM_FRT, at->format);
   json_number(j, "first_bit", at->first_bit);
   json_number(j, "bits", at->num_bits);
   json_string(j, "text", text);
   json_end(j, '}');
}

static void put_state(struct json *j, const struct nvp4c_state *s)
{
   json_begin(j, "state", '{');
   put_enum(j, "item", NVP4C_ENUM_STATE_ITEM, s->item);
   put_enum(j, "member", NVP4C_ENUM_STATE_MEMBER, s->member);
   json_string(j, "face", s->back ? "back" : "front");
   put_enum(j, "matrix", NVP4C_ENUM_MATRIX, s->matrix);
   json_number(j, "row", s->row);
   json_end(j, '}');
}

static void put_binding(struct json *j, const struct nvp4c_reflection *e, enum nvp4c_stage stage)
{
   const bool param = e->kind == NVP4C_PARAM;
   char name[200];

   nvp4c_reflection_name(e, name, sizeof name);
   json_begin(j, NULL, '{');
   put_enum(j, "kind", NVP4C_ENUM_REFLECT_KIND, e->kind);
   put_enum(j, "binding", NVP4C_ENUM_BINDING, e->binding);
   json_number(j, "index", e->index);
   if (e->kind == NVP4C_INPUT && stage == NVP4C_STAGE_GEOMETRY)
      json_number(j, "dimension", e->dimension);
   json_number(j, "component", e->component);
   json_string(j, "name", name);
   put_location(j, &e->location);
   if (e->kind == NVP4C_INPUT && stage == NVP4C_STAGE_FRAGMENT)
      put_enum(j, "interpolation", NVP4C_ENUM_INTERPOLATION, e->interpolation);
   if (e->binding == NVP4C_BIND_STATE)
      put_state(j, &e->state);
   if (param)
      json_number(j, "entry", e->entry);
   if ((param || e->binding == NVP4C_BIND_BUFFER) && e->array_count) {
      json_begin(j, "array", '{');
      json_number(j, "first", e->array_first);
      json_number(j, "count", e->array_count);
      json_end(j, '}');
   }
   if (e->binding == NVP4C_BIND_LITERAL || e->kind == NVP4C_SCRATCH)
      json_number(j, "value", e->value);
   if (e->kind == NVP4C_INPUT && e->value) {
      json_begin(j, "words", '{');
      json_string(j, "format", nvp4c_attrib_format(e->value & 0xff));
      json_number(j, "byte", e->value >> 8);
      json_end(j, '}');
   }
   json_end(j, '}');
}

static void put_counts(struct json *j, const char *name, const struct nvp4c_counts *n)
{
   json_begin(j, name, '{');
#define COUNT(member) json_number(j, #member, n->member);
#include "nvp4c/report/facts.def"
   json_end(j, '}');
}

static void put_declared(struct json *j, const struct nvp4c_declared *d)
{
   json_begin(j, "declared", '{');
#define DECLARED(member, stored, max, form) put_##form(j, #member, d->member);
#include "nvp4c/report/facts.def"
   json_end(j, '}');
}

static void put_facts(struct json *j, const struct nvp4c_facts *f)
{
   json_begin(j, "facts", '{');
#define FACT(member, stored, max, form) put_##form(j, #member, f->member);
#define FACT_IF(known, member, stored, max, form)                                                                              \
   if (known)                                                                                                                  \
      put_##form(j, #member, f->member);
#include "nvp4c/report/facts.def"
   json_end(j, '}');
}

static void put_texture(struct json *j, const struct nvp4c_texture *t)
{
   json_begin(j, NULL, '{');
#define TEXTURE(member, stored, max, form) put_##form(j, #member, t->member);
#include "nvp4c/report/facts.def"
   json_end(j, '}');
}

/* Starts a document. */
static void put_head(struct json *j, const char *schema, const char *file)
{
   json_begin(j, NULL, '{');
   json_string(j, "schema", schema);
   json_string(j, "version", nvp4c_version());
   if (file)
      json_string(j, "file", file);
}

static void put_machine(struct json *j, const struct nvp4c_result *r)
{
   json_string(j, "target", nvp4c_target_name(nvp4c_result_target(r)));
   json_string(j, "cpu", nvp4c_result_cpu(r));
   put_enum(j, "stage", NVP4C_ENUM_STAGE, nvp4c_result_stage(r));
}

static void put_native_limits(struct json *j, const struct nvp4c_result *r)
{
   struct nvp4c_core core;

   for (unsigned i = 0; nvp4c_get_core(nvp4c_result_target(r), i, &core); i++)
      if (!strcmp(core.name, nvp4c_result_cpu(r)))
         put_counts(j, "max_native", &core.native);
}

/* `p` is NULL if the result has no pre-shader. */
static void put_preshader(struct json *j, const struct nvp4c_preshader *p, enum nvp4c_stage stage)
{
   if (!p)
      return;
   const struct nvp4c_preshader_info info = nvp4c_get_preshader_info(p);
   json_begin(j, "preshader", '{');
   json_number(j, "operations", info.operations);
   json_number(j, "results", info.num_results);
   json_begin(j, "inputs", '[');
   for (unsigned i = 0; i < info.num_inputs; i++)
      put_binding(j, nvp4c_preshader_input(p, i), stage);
   json_end(j, ']');
   json_end(j, '}');
}

static void put_reflection(struct json *j, const struct nvp4c_result *r, const struct nvp4c_preshader *p)
{
   const struct report *report = &r->o.report;
   const struct nvp4c_facts *f = &report->facts;

   json_begin(j, "counts", '{');
   put_counts(j, "source", &f->source);
   put_counts(j, "native", &f->native);
   put_native_limits(j, r);
   json_boolean(j, "under_native_limits", f->under_native_limits);
   json_end(j, '}');
   put_facts(j, f);
   put_declared(j, &f->declared);
   json_begin(j, "textures", '[');
   for (unsigned i = 0; i < report->num_textures; i++)
      put_texture(j, &report->textures[i]);
   json_end(j, ']');
   json_begin(j, "bindings", '[');
   for (unsigned i = 0; i < report->num_entries; i++)
      put_binding(j, &report->entries[i], r->o.stage);
   json_end(j, ']');
   put_preshader(j, p, r->o.stage);
}

static void put_stats(struct json *j, const struct nvp4c_result *r)
{
   json_begin(j, "stats", '{');
   for (unsigned i = 0; i < r->o.report.num_stats; i++)
      json_number(j, r->o.report.stats[i].name, r->o.report.stats[i].value);
   json_end(j, '}');
}

/* Returns a writer of an empty text. */
static struct json empty_text(char *text, size_t size)
{
   if (size)
      text[0] = 0;
   return (struct json){.text = text, .size = size};
}

size_t nvp4c_result_json(const struct nvp4c_result *r, enum nvp4c_json what, const char *file, char *text, size_t size)
{
   static const char *const schemas[] = {"nvp4c-reflect-1", "nvp4c-stats-1", "nvp4c-facts-1", "nvp4c-report-1"};
   const bool report = what == NVP4C_JSON_REPORT, reflection = what != NVP4C_JSON_STATS && !report,
              stats = what != NVP4C_JSON_REFLECTION && !report;
   struct json j = empty_text(text, size);
   struct nvp4c_preshader *p = NULL;
   struct nvp4c_options opt;

   if ((unsigned)what >= sizeof schemas / sizeof schemas[0] || (report && !r->o.document))
      return 0;
   if (reflection && r->o.preshader) {
      nvp4c_options_init(&opt, sizeof opt);
      opt.memory.alloc = r->alloc.fn;
      opt.memory.user = r->alloc.user;
      p = nvp4c_preshader_create(r->o.preshader, r->o.preshader_len, &opt);
      if (!p || nvp4c_result_status(nvp4c_preshader_result(p)) != NVP4C_OK) {
         nvp4c_preshader_free(p);
         return 0;
      }
   }
   j.compact = report;
   put_head(&j, schemas[what], file);
   put_machine(&j, r);
   if (report)
      json_members(&j, r->o.document, r->o.document_len);
   if (stats)
      put_stats(&j, r);
   if (reflection)
      put_reflection(&j, r, p);
   json_end(&j, '}');
   nvp4c_preshader_free(p);
   return j.len;
}

/* ---- links */

static void put_link_entry(struct json *j, const struct nvp4c_link_entry *e, bool fragment)
{
   json_begin(j, NULL, '{');
   json_string(j, "varying", e->name);
   json_number(j, "number", e->varying);
   json_number(j, "component", e->component);
   put_enum(j, "source", NVP4C_ENUM_LINK_SOURCE, e->source);
   json_boolean(j, "written", e->written);
   json_boolean(j, "read", e->read);
   if (e->address >= 0)
      json_number(j, "address", (unsigned)e->address);
   if (e->tail >= 0)
      json_number(j, "tail", (unsigned)e->tail);
   if (e->location.reg != NVP4C_REG_NONE) {
      put_location(j, &e->location);
      if (fragment)
         put_enum(j, "interpolation", NVP4C_ENUM_INTERPOLATION, e->interpolation);
      else
         json_number(j, "vertex", e->vertex);
   }
   json_end(j, '}');
}

static void put_varying(struct json *j, unsigned varying, const struct nvp4c_varying *v)
{
   json_begin(j, NULL, '{');
   json_string(j, "varying", nvp4c_varying_name(varying));
   json_number(j, "number", varying);
   json_number(j, "address", v->address);
   put_components(j, "components", v->mask);
   if (v->tail)
      json_number(j, "tail", v->tail);
   json_end(j, '}');
}

size_t nvp4c_link_json(const struct nvp4c_result *link, const char *producer, const char *consumer, char *text, size_t size)
{
   struct json j = empty_text(text, size);

   if (link->o.status != NVP4C_OK || !link->o.link)
      return 0;
   const struct link_map *map = link->o.link;
   put_head(&j, "nvp4c-link-1", NULL);
   json_string(&j, "producer", producer);
   json_string(&j, "consumer", consumer);
   json_number(&j, "words", nvp4c_result_stat(link, 0).value);
   json_begin(&j, "map", '[');
   for (unsigned v = 0; v < NVP4C_NUM_VARYINGS; v++)
      if (map->varying[v].mask)
         put_varying(&j, v, &map->varying[v]);
   json_end(&j, ']');
   json_begin(&j, "entries", '[');
   for (uint32_t i = 0; i < map->num; i++)
      put_link_entry(&j, &map->entries[i], map->fragment);
   json_end(&j, ']');
   json_end(&j, '}');
   return j.len;
}

/* SPDX-License-Identifier: MIT */
/* Accessors of a result. */
#include <string.h>

#include "nvp4c/api/internal.h"

void nvp4c_result_free(struct nvp4c_result *r)
{
   if (!r)
      return;
   const struct util_alloc alloc = r->alloc;
   if (r->block)
      alloc.fn(alloc.user, r->block, 0);
   alloc.fn(alloc.user, r, 0);
}

enum nvp4c_status nvp4c_result_status(const struct nvp4c_result *r) { return r->o.status; }
enum nvp4c_stage nvp4c_result_stage(const struct nvp4c_result *r) { return r->o.stage; }

enum nvp4c_target nvp4c_result_target(const struct nvp4c_result *r) { return r->o.target_number; }

const char *nvp4c_result_cpu(const struct nvp4c_result *r) { return r->o.target ? r->o.target->cpus[r->o.cpu] : ""; }

const void *nvp4c_result_code(const struct nvp4c_result *r, size_t *len)
{
   *len = r->o.code_len;
   return r->o.code;
}

const void *nvp4c_result_preamble(const struct nvp4c_result *r, size_t *len)
{
   *len = r->o.preamble_len;
   return r->o.preamble;
}

const void *nvp4c_result_preshader(const struct nvp4c_result *r, size_t *len)
{
   *len = r->o.preshader_len;
   return r->o.preshader;
}

const void *nvp4c_result_object(const struct nvp4c_result *r, size_t *len)
{
   *len = r->o.object_len;
   return r->o.object;
}

const char *nvp4c_result_listing(const struct nvp4c_result *r, size_t *len)
{
   *len = r->o.listing_len;
   return r->o.listing;
}

unsigned nvp4c_result_num_diagnostics(const struct nvp4c_result *r) { return r->o.num_diagnostics; }

const struct nvp4c_diagnostic *nvp4c_result_diagnostic(const struct nvp4c_result *r, unsigned i)
{
   return i < r->o.num_diagnostics ? &r->o.diagnostics[i] : NULL;
}

unsigned nvp4c_result_num_stats(const struct nvp4c_result *r) { return r->o.report.num_stats; }

struct nvp4c_stat nvp4c_result_stat(const struct nvp4c_result *r, unsigned i)
{
   return i < r->o.report.num_stats ? r->o.report.stats[i] : (struct nvp4c_stat){NULL, 0};
}

int nvp4c_result_stat_value(const struct nvp4c_result *r, const char *name, uint64_t *value)
{
   for (unsigned i = 0; i < r->o.report.num_stats; i++)
      if (!strcmp(r->o.report.stats[i].name, name)) {
         *value = r->o.report.stats[i].value;
         return 1;
      }
   return 0;
}

unsigned nvp4c_result_num_reflections(const struct nvp4c_result *r) { return r->o.report.num_entries; }

const struct nvp4c_reflection *nvp4c_result_reflection(const struct nvp4c_result *r, unsigned i)
{
   return i < r->o.report.num_entries ? &r->o.report.entries[i] : NULL;
}

unsigned nvp4c_result_num_textures(const struct nvp4c_result *r) { return r->o.report.num_textures; }

const struct nvp4c_texture *nvp4c_result_texture(const struct nvp4c_result *r, unsigned i)
{
   return i < r->o.report.num_textures ? &r->o.report.textures[i] : NULL;
}

struct nvp4c_facts nvp4c_result_facts(const struct nvp4c_result *r) { return r->o.report.facts; }
struct nvp4c_timing nvp4c_result_timing(const struct nvp4c_result *r) { return r->o.time; }
struct nvp4c_verify nvp4c_result_verify(const struct nvp4c_result *r) { return r->o.verify; }

unsigned nvp4c_result_num_pass_runs(const struct nvp4c_result *r) { return r->o.num_pass_runs; }

struct nvp4c_pass_run nvp4c_result_pass_run(const struct nvp4c_result *r, unsigned i)
{
   return i < r->o.num_pass_runs ? r->o.pass_runs[i] : (struct nvp4c_pass_run){NULL, 0, 0, 0};
}

/* SPDX-License-Identifier: MIT */
/* The structure of the options: defaults, sizes, and values that members cannot have. */
#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/api/registry.h"

void nvp4c_options_init(struct nvp4c_options *options, size_t size)
{
   const struct nvp4c_options o = {
      .size = size,
      .opt_level = 2,
      .ffp = NVP4C_FFP_GL,
      .fshort = 32,
      .passes.bisect_limit = -1,
      .verify.seed = 1,
   };

   memset(options, 0, size);
   memcpy(options, &o, size < sizeof o ? size : sizeof o);
}

const char *options_copy(struct nvp4c_options *o, const struct nvp4c_options *options)
{
   nvp4c_options_init(o, sizeof *o);
   if (!options)
      return NULL;
   const size_t size = options->size;
   if (size < sizeof size)
      return "options.size is not that of a structure that nvp4c_options_init() has filled";
   for (size_t at = sizeof *o; at < size; at++)
      if (((const uint8_t *)options)[at])
         return "options.size: the options have members that this version of the library does not know, and they are not 0";
   /* The structure of an older caller is shorter: members that it does not have keep their defaults. */
   memcpy(o, options, size < sizeof *o ? size : sizeof *o);
   o->size = sizeof *o;
   return NULL;
}

const char *options_bad_member(const struct nvp4c_options *o)
{
   /* A member below 0 is a large number here. */
   const struct {
      unsigned value, max;
      const char *name;
   } members[] = {
       {o->language != NVP4C_LANG_AUTO && !registry_frontend_at((unsigned)o->language - (unsigned)NVP4C_LANG_AUTO - 1), 0,
        "-x (language)"},
       {(unsigned)o->stage, NVP4C_STAGE_COMPUTE, "-stage (stage)"},
       {!registry_target(o->target), 0, "-target (target)"},
       {(unsigned)o->syntax_only, 1, "-fsyntax-only (syntax_only)"},
       {(unsigned)o->opt_level, 3, "-O (opt_level)"},
       {(unsigned)o->sched, NVP4C_SCHED_BOTH, "-fsched (sched)"},
       {(unsigned)o->ffp, NVP4C_FFP_FAST, "-ffp (ffp)"},
       {(unsigned)o->diagnostics.werror, 1, "-Werror (diagnostics.werror)"},
       {(unsigned)o->diagnostics.no_warnings, 1, "-w (diagnostics.no_warnings)"},
       {(unsigned)o->output.listing, 1, "output.listing"},
       {(unsigned)o->output.object, 1, "output.object"},
       {(unsigned)o->output.analyze, 2, "output.analyze"},
       {(unsigned)o->output.reflection, 1, "-reflect (output.reflection)"},
       {(unsigned)o->inspect.dump_ir, 1, "-dump-ir (inspect.dump_ir)"},
       {(unsigned)o->inspect.dump_cfg, 1, "-dump-cfg (inspect.dump_cfg)"},
       {o->inspect.dump_source != NVP4C_LANG_AUTO && !registry_frontend_at((unsigned)o->inspect.dump_source - 1), 0,
        "-dump-source (inspect.dump_source)"},
       {(unsigned)o->passes.bisect_limit + 1u, (unsigned)INT32_MAX + 1u, "-opt-bisect-limit (passes.bisect_limit)"},
       {(unsigned)o->verify.each, 2, "-verify-each (verify.each)"},
       {(unsigned)o->stress.one_op_per_group, 1, "-one-op-per-group (stress.one_op_per_group)"},
       {(unsigned)o->stress.spill_all, 1, "-spill-all (stress.spill_all)"},
       {(unsigned)o->stress_preshader, 1, "-preshader (stress_preshader)"},
       {(unsigned)o->monolithic.on, 1, "-mmonolithic (monolithic.on)"},
       {(unsigned)o->monolithic.api_sample_mask, 1, "-fsample-mask (monolithic.api_sample_mask)"},
       {(unsigned)o->preshader, NVP4C_PRESHADER_NONE, "-fno-preshader (preshader)"},
       {(unsigned)o->check_code, 1, "-check-code (check_code)"},
       {o->fshort == 16 || o->fshort == 32 ? 0 : 1, 0, "-fshort (fshort)"},
       {o->num_limits && !o->limits, 0, "limits (num_limits)"},
       {o->diagnostics.num_warnings && !o->diagnostics.warnings, 0, "-W (diagnostics.warnings)"},
   };

   for (unsigned i = 0; i < sizeof members / sizeof members[0]; i++)
      if (members[i].value > members[i].max)
         return members[i].name;
   for (unsigned i = 0; i < NVP4C_MAX_ATTRIBS; i++)
      if (o->monolithic.attrib[i].format > NVP4C_ATTRIB_RGB10A2NORM || o->monolithic.attrib[i].components > 4)
         return "-fattrib (monolithic.attrib)";
   for (unsigned i = 0; i < o->num_limits; i++)
      if (!o->limits[i].name)
         return "limits.name";
   for (unsigned i = 0; i < o->diagnostics.num_warnings; i++)
      if (!o->diagnostics.warnings[i])
         return "-W (diagnostics.warnings)";
   return key_error(&o->key);
}

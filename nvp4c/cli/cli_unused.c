/* SPDX-License-Identifier: MIT */
/*
 * Warns about options without effect (unused-option), according to the column `where` of options.def, and rejects options that
 * contradict each other.
 */
#include <string.h>

#include "nvp4c/cli/cli.h"
#include "nvp4c_run.h"

/* Option that selects the tool, or NULL for the compiler. */
static const char *tool_option(enum tool tool)
{
   switch (tool) {
   case TOOL_LINK: return "--link";
   case TOOL_AS: return "--as";
   case TOOL_DIS: return "--dis";
   case TOOL_SIM: return "--sim";
   case TOOL_RUN: return "--run";
   case TOOL_BISECT: return "--bisect";
   case TOOL_REDUCE: return "--reduce";
   case TOOL_BATCH: return "--batch";
   case TOOL_DIFF: return "--diff";
   default: return NULL;
   }
}

/* Is an option given? */
static bool is_given(const struct lists *l, const char *name)
{
   const char *s;
   unsigned where;

   for (size_t row = 0; (s = option_name(row, &where)); row++)
      if (!strcmp(s, name))
         return l->given[row];
   return false;
}

/* A mesh is drawn by machine code. */
static void refuse_in_scene(const struct cli *o, const struct lists *l)
{
   static const char *const other[] = {"seed", "MD", "grid", "block", "order", "race", "shared", "words", "mmonolithic"};
   unsigned where;

   if (!o->run_png)
      usage_error("two programs draw a mesh, which needs -png");
   if (is_given(l, "on") && o->run_on != NVP4C_RUN_CODE)
      usage_error("two programs draw a mesh as machine code (-on=code)");
   for (size_t i = 0; i < sizeof other / sizeof *other; i++)
      if (is_given(l, other[i]))
         usage_error("-%s cannot be used with two programs, which draw a mesh", other[i]);
   for (size_t row = 0; option_name(row, &where); row++)
      if (l->given[row] && option_group(row) == HELP_state)
         usage_error("%s cannot be used with two programs: the state follows from the mesh", l->given[row]);
}

void refuse_contradictions(const struct cli *o, const struct lists *l)
{
   unsigned where, tools = 0;
   const char *name;

   for (enum tool t = TOOL_LINK; t <= TOOL_DIFF; t++)
      tools += is_given(l, tool_option(t) + 2);
   if (tools > 1)
      usage_error("--link, --as, --dis, --sim, --run, --bisect, --reduce, --batch and --diff cannot be combined");
   if ((o->stats == FACTS_CSV || o->reflect == FACTS_CSV) && o->stats && o->reflect)
      usage_error("-stats and -reflect are two tables, and CSV has one");
   if (o->max_regression && o->tool != TOOL_DIFF)
      usage_error("-max-regression needs --diff");
   if (o->test && o->tool != TOOL_BISECT && o->tool != TOOL_REDUCE)
      usage_error("-test needs --bisect or --reduce");
   if (o->jobs && o->tool != TOOL_BATCH && o->tool != TOOL_COMPILE && o->tool != TOOL_RUN)
      usage_error("-j cannot be used with %s", tool_option(o->tool));
   if (!o->deps && (o->deps_file || o->deps_target || o->deps_quoted || o->deps_phony))
      usage_error("%s needs -MD", o->deps_file ? "-MF" : o->deps_target ? "-MT" : o->deps_quoted ? "-MQ" : "-MP");
   if (o->cache_key && o->tool != TOOL_COMPILE && o->tool != TOOL_LINK && o->tool != TOOL_BATCH)
      usage_error("-cache-key cannot be used with %s", tool_option(o->tool));
   if (o->task && o->tool != TOOL_SIM)
      usage_error("-task needs --sim");
   if (o->run_size && !o->run_png)
      usage_error("-size needs -png");
   if ((o->run->frames || o->run->time || o->run->delay) && !(o->run->frames && o->run->time && o->run_png))
      usage_error("-frames, -time and -png belong together");
   if (o->tool == TOOL_RUN && o->num_inputs == 2)
      refuse_in_scene(o, l);
   if (o->run_png && o->output)
      usage_error("-o cannot be used with -png: the picture is the only output");
   for (size_t row = 0; o->tool == TOOL_LINK && (name = option_name(row, &where)); row++)
      if (l->given[row] && (where & NOT_LINK))
         usage_error("%s cannot be used with --link", l->given[row]);
}

/* Option that replaces machine code and its text as the output, or NULL. */
static const char *other_output(const struct nvp4c_options *opt)
{
   return opt->syntax_only          ? "-fsyntax-only"
          : opt->inspect.dump_source ? "-dump-source"
          : opt->inspect.dump_ir    ? "-dump-ir"
          : opt->inspect.dump_cfg   ? "-dump-cfg"
          : opt->passes.stop_after  ? "-stop-after"
                                    : NULL;
}

/* Has an option no effect? Then `why` gets the reason. */
static bool has_no_effect(unsigned where, const struct cli *o, const struct nvp4c_options *opt, unsigned stages,
                           char *why, size_t size)
{
   const enum tool tool = o->tool == TOOL_BISECT || o->tool == TOOL_REDUCE || o->tool == TOOL_BATCH ? TOOL_COMPILE : o->tool;
   const bool compiler = tool == TOOL_COMPILE || tool == TOOL_LINK, makes_text = o->tool == TOOL_AS && o->mode == MODE_TEXT;
   const char *other = compiler ? other_output(opt) : NULL, *reason = NULL;
   unsigned named = 0;

   if (!(where >> tool & 1))
      return snprintf(why, size, "%s %s", tool_option(o->tool) ? "with" : "without",
                      tool_option(o->tool) ? tool_option(o->tool) : where & IN_RUN ? "--run" : "--link");
   if (o->from_object && (where & (PASSES | OUTPUT | OPTIMISED)))
      reason = "on an object";
   else if ((where & PASSES) && compiler && opt->syntax_only)
      reason = "with -fsyntax-only";
   else if ((where & OPTIMISED) && !opt->opt_level)
      reason = "at -O0";
   else if ((where & BYTES) && !other && ((compiler && o->mode != MODE_CODE) || makes_text))
      reason = makes_text ? "with -S" : "without -c";
   if (reason)
      return snprintf(why, size, "%s", reason);
   if (other && ((where & OUTPUT) || ((where & CODE) && (opt->syntax_only || !opt->verify.waves))))
      return snprintf(why, size, "with %s", other);
   if ((where & USC) && (where & AGX) && opt->target == NVP4C_TARGET_AGX && !opt->monolithic.on)
      return snprintf(why, size, "without -mmonolithic");
   if ((where & (USC | AGX)) && !(where & USC && opt->target == NVP4C_TARGET_USC) &&
       !(where & AGX && opt->target == NVP4C_TARGET_AGX))
      return snprintf(why, size, "for the target %s", nvp4c_target_name(opt->target));
   if (where & VERTEX)
      named |= 1u << NVP4C_STAGE_VERTEX;
   if (where & FRAGMENT)
      named |= 1u << NVP4C_STAGE_FRAGMENT;
   if (where & GEOMETRY)
      named |= 1u << NVP4C_STAGE_GEOMETRY;
   if (where & COMPUTE)
      named |= 1u << NVP4C_STAGE_COMPUTE;
   if (!named || !stages || (named & stages))
      return false;
   unsigned first = 0;
   while (!(stages >> first & 1))
      first++;
   return snprintf(why, size, "on a %s program", nvp4c_enum_name(NVP4C_ENUM_STAGE, first));
}

void find_unused(const struct cli *o, const struct nvp4c_options *opt, const struct lists *l, unsigned stages, struct extra *e)
{
   const int level = nvp4c_warning_level(opt, "unused-option");
   unsigned where;

   e->num = 0;
   e->error = false;
   for (size_t row = 0; level && e->num < MAX_EXTRA && option_name(row, &where); row++) {
      char why[64];
      if (!l->given[row] || !has_no_effect(where, o, opt, stages, why, sizeof why))
         continue;
      snprintf(e->text[e->num], sizeof e->text[0], "%.80s has no effect %s", l->given[row], why);
      e->d[e->num] = (struct nvp4c_diagnostic){
         .severity = level > 1 ? NVP4C_ERROR : NVP4C_WARNING,
         .id = "unused-option",
         .offset = SIZE_MAX,
         .message = e->text[e->num],
         .section = "",
      };
      e->num++;
      e->error |= level > 1;
   }
}

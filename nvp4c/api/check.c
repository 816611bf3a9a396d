/* SPDX-License-Identifier: MIT */
/* Defaults, sizes and ranges of struct nvp4c_options. */
#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/report/record.h"

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
      return "options.size is wrong: nvp4c_options_init() has not set it";
   for (size_t at = sizeof *o; at < size; at++)
      if (((const uint8_t *)options)[at])
         return "options.size: the options have members that this version does not support, and they are not 0";
   /* An older caller has a shorter structure, and the members that it lacks keep their defaults. */
   memcpy(o, options, size < sizeof *o ? size : sizeof *o);
   o->size = sizeof *o;
   return NULL;
}

#define MEMBER_AT(member) offsetof(struct nvp4c_options, member), sizeof((struct nvp4c_options){0}.member)
const struct option_member option_members[] = {
#define OPT(name, kind, member, value, where, group, arg, help)                                                                \
   {MEMBER_AT(member), OPTION_##kind, value, arg, NULL, "-" name " (" #member ")", name, help, true},
#define OPT_CLI(name, kind, member, value, where, group, arg, help)
#define OPT_NAMES(name, member, first, function, where, group, help)                                                           \
   {MEMBER_AT(member), OPTION_NAMES, first, "", function, "-" name " (" #member ")", name, help, true},
#define MEMBER(member, kind, value, arg, help)                                                                                 \
   {MEMBER_AT(member), OPTION_##kind, value, arg, NULL, #member, #member, help, false},
#include "nvp4c/options.def"
};
const unsigned num_option_members = sizeof option_members / sizeof option_members[0];

uint64_t options_number(const struct nvp4c_options *o, const struct option_member *m)
{
   return record_member((const char *)o + m->offset, m->size);
}

/* Largest value of the member that a row allows. Several rows may set one member. */
static uint64_t largest_value(const struct option_member *m)
{
   uint64_t max = m->value;

   if (m->kind == OPTION_UINT)
      return max ? max : UINT64_MAX;
   for (const char *s = m->words; m->kind == OPTION_PICK && *s; s++)
      max += *s == '|';
   for (unsigned i = 0; i < num_option_members && m->kind == OPTION_SET; i++)
      if (option_members[i].offset == m->offset && option_members[i].value > max)
         max = option_members[i].value;
   return max;
}

/* Does the member have a value that its row allows? Negative values are large numbers here, and 0 is always allowed. */
static bool is_allowed(const struct nvp4c_options *o, const struct option_member *m)
{
   if (m->kind == OPTION_STR || m->kind == OPTION_CALL)
      return true;
   const uint64_t v = options_number(o, m);
   if (!v)
      return true;
   return m->kind == OPTION_NAMES ? v < UINT32_MAX && m->word((unsigned)v) : v <= largest_value(m);
}

const char *options_bad_member(const struct nvp4c_options *o)
{
   for (unsigned i = 0; i < num_option_members; i++)
      if (!is_allowed(o, &option_members[i]))
         return option_members[i].name;
   if (o->fshort != 16 && o->fshort != 32)
      return "-fshort (fshort)";
   if (o->passes.bisect_limit < -1)
      return "-opt-bisect-limit (passes.bisect_limit)";
   if (o->num_limits && !o->limits)
      return "limits (num_limits)";
   if (o->diagnostics.num_warnings && !o->diagnostics.warnings)
      return "-W (diagnostics.warnings)";
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

/* SPDX-License-Identifier: MIT */
/* See registry.h; and the names of enumerators, from enums.def. */
#include <string.h>

#include "nvp4c/api/registry.h"
#include "nvp4c/report/reflect.h"
#include "nvp4c_machine.h"
#include "nvp4c_run.h"
#include "passes/pipeline/pipeline.h"

#define FRONTEND(id, public) extern const struct frontend_ops id##_frontend;
#define TARGET(id, public) extern const struct target_ops id##_target;
#include "nvp4c/api/registry.def"
#undef FRONTEND
#undef TARGET

static const struct frontend_ops *const frontends[] = {
#define FRONTEND(id, public) &id##_frontend,
#define TARGET(id, public)
#include "nvp4c/api/registry.def"
#undef FRONTEND
#undef TARGET
};
#define NUM_FRONTENDS (sizeof frontends / sizeof frontends[0])

static const struct target_ops *const targets[] = {
#define FRONTEND(id, public)
#define TARGET(id, public) &id##_target,
#include "nvp4c/api/registry.def"
#undef FRONTEND
#undef TARGET
};
#define NUM_TARGETS (sizeof targets / sizeof targets[0])

/* Indices of the two arrays, for comparison with the public header. */
enum frontend_index {
#define FRONTEND(id, public) FRONTEND_INDEX_##public,
#define TARGET(id, public)
#include "nvp4c/api/registry.def"
#undef FRONTEND
#undef TARGET
};
enum target_index {
#define FRONTEND(id, public)
#define TARGET(id, public) TARGET_INDEX_##public,
#include "nvp4c/api/registry.def"
#undef FRONTEND
#undef TARGET
};
#define FRONTEND(id, public)                                                                                                   \
   _Static_assert((int)NVP4C_LANG_##public == (int)FRONTEND_INDEX_##public + (int)NVP4C_LANG_AUTO + 1,                         \
                  "order of the languages");
#define TARGET(id, public) _Static_assert((int)NVP4C_TARGET_##public == (int)TARGET_INDEX_##public, "order of the targets");
#include "nvp4c/api/registry.def"
#undef FRONTEND
#undef TARGET

const struct target_ops *registry_target(enum nvp4c_target target)
{
   return (unsigned)target < NUM_TARGETS ? targets[target] : NULL;
}

const struct frontend_ops *registry_frontend_at(unsigned index) { return index < NUM_FRONTENDS ? frontends[index] : NULL; }

static const struct frontend_ops *detect(const char *text, size_t len)
{
   const struct frontend_ops *best = frontends[0];
   enum frontend_match sure = FRONTEND_NO;

   for (unsigned i = 0; i < NUM_FRONTENDS; i++) {
      const enum frontend_match m = frontends[i]->sniff(text, len);
      if (m > sure) {
         best = frontends[i];
         sure = m;
      }
   }
   return best;
}

const struct frontend_ops *registry_frontend(enum nvp4c_language language, const char *text, size_t len)
{
   if (language == NVP4C_LANG_AUTO)
      return detect(text, len);
   const struct frontend_ops *f = registry_frontend_at((unsigned)language - (unsigned)NVP4C_LANG_AUTO - 1);
   return f ? f : frontends[0];
}

const char *nvp4c_target_name(unsigned target) { return target < NUM_TARGETS ? targets[target]->name : NULL; }

const char *nvp4c_cpu_name(unsigned target, unsigned index)
{
   unsigned n = 0;

   if (target >= NUM_TARGETS)
      return NULL;
   while (targets[target]->cpus[n] && n < index)
      n++;
   return targets[target]->cpus[n];
}

const char *nvp4c_attr_name(unsigned target, unsigned index, const char **help)
{
   const struct target_attr *attrs = target < NUM_TARGETS ? targets[target]->attrs : NULL;
   unsigned n = 0;

   if (!attrs)
      return NULL;
   while (attrs[n].name && n < index)
      n++;
   if (help)
      *help = attrs[n].help;
   return attrs[n].name;
}

const char *nvp4c_language_name(unsigned language)
{
   const struct frontend_ops *f = registry_frontend_at(language - (unsigned)NVP4C_LANG_AUTO - 1);

   return f ? f->name : NULL;
}

const char *nvp4c_version(void) { return NVP4C_VERSION; }

int nvp4c_get_core(unsigned target, unsigned index, struct nvp4c_core *core)
{
   const struct target_ops *t = target < NUM_TARGETS ? targets[target] : NULL;
   const char *name = nvp4c_cpu_name(target, index);

   if (!name)
      return 0;
   const struct target_counts n = target_limits(t, index);
   *core = (struct nvp4c_core){.name = name,
                               .features = t->cpu_features ? t->cpu_features[index] : 0,
                               .native = reflect_counts(&n),
                               .vertex_words = t->vertex_words ? t->vertex_words[index] : 0};
   return 1;
}

const char *nvp4c_pass_name(unsigned index, int *optional)
{
   if (index >= PASS_COUNT)
      return NULL;
   if (optional)
      *optional = !(pass_info[index].flags & PASS_REQUIRED);
   return pass_info[index].name;
}

const char *nvp4c_pass_help(unsigned index) { return index < PASS_COUNT ? pass_info[index].description : NULL; }

/* ---- names of enumerators */

static const char *language_name(unsigned language) { return language ? nvp4c_language_name(language) : "auto"; }

#define ENUM(which, last, ...)                                                                                                 \
   static const char *const words_##which[] = {__VA_ARGS__};                                                                   \
   _Static_assert(sizeof words_##which / sizeof words_##which[0] == (last) + 1, "each enumerator has a name");
#define ENUM_FUNCTION(which, function)
#include "nvp4c/api/enums.def"

static const struct {
   const char *const *words;
   unsigned num;
   const char *(*word)(unsigned value); /* instead of words, if it is not NULL */
} enums[] = {
#define ENUM(which, last, ...) [NVP4C_ENUM_##which] = {words_##which, (last) + 1, NULL},
#define ENUM_FUNCTION(which, function) [NVP4C_ENUM_##which] = {NULL, 0, function},
#include "nvp4c/api/enums.def"
};

const char *nvp4c_enum_name(enum nvp4c_enum which, unsigned value)
{
   if ((unsigned)which >= sizeof enums / sizeof enums[0])
      return NULL;
   if (enums[which].word)
      return enums[which].word(value);
   return value < enums[which].num ? enums[which].words[value] : NULL;
}

int nvp4c_enum_value(enum nvp4c_enum which, const char *name)
{
   const char *word;

   for (unsigned k = 0; (word = nvp4c_enum_name(which, k)); k++)
      if (!strcmp(word, name))
         return (int)k;
   return -1;
}

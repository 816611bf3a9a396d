/* SPDX-License-Identifier: MIT */
/* Names of enumerators, from enums.def. */
#include <string.h>

#include "nvp4c.h"
#include "nvp4c_run.h"
#include "nvp4c_machine.h"

static const char *language_name(unsigned language) { return language ? nvp4c_language_name(language) : "auto"; }

#define ENUM(which, last, ...)                                                                                                 \
   static const char *const words_##which[] = {__VA_ARGS__};                                                                   \
   _Static_assert(sizeof words_##which / sizeof words_##which[0] == (last) + 1, "each enumerator has a name");
#define ENUM_FUNCTION(which, function)
#include "nvp4c/report/enums.def"

static const struct {
   const char *const *words;
   unsigned num;
   const char *(*word)(unsigned value); /* instead of words, if it is not NULL */
} enums[] = {
#define ENUM(which, last, ...) [NVP4C_ENUM_##which] = {words_##which, (last) + 1, NULL},
#define ENUM_FUNCTION(which, function) [NVP4C_ENUM_##which] = {NULL, 0, function},
#include "nvp4c/report/enums.def"
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

/* SPDX-License-Identifier: MIT */
/* What one run of the driver was told, and what all its contexts share. */
#ifndef DRIVER_H
#define DRIVER_H

#include <stdbool.h>

#include "nvp4c.h"

struct driver {
   enum nvp4c_target target;
   const char *cpu;  /* NULL: the default */
   int opt_level;    /* 0..3 */
   unsigned threads; /* that draw tiles; 0: one for each processor */
   unsigned gl_version; /* 21: 2.1 ... */
   unsigned samples;    /* that a pixel may have: 4; else 1 */
   uint64_t max_steps; /* that a command may take (struct work_limit); 0: MAX_COMMAND_STEPS */
   bool verbose; /* say on stderr what is skipped and what is wrong */
   const char *dump; /* folder for shaders, their keys, code and statistics; NULL: none */
   struct replacement {
      char hash[17]; /* of the text of a shader, as --dump names it */
      const char *file, *text;
      size_t length;
      enum nvp4c_stage stage;
      bool used;
   } *replacements; /* --replace */
   unsigned num_replacements;
};

/* Texts of replacements say what language they are in, the others are TGSI. */
static inline enum nvp4c_language program_language(const char *text)
{
   return text[0] == '!' && text[1] == '!' ? NVP4C_LANG_AUTO : NVP4C_LANG_TGSI;
}

#endif

/* SPDX-License-Identifier: MIT */
/* The options of a run of the driver, which all its contexts share. */
#ifndef DRIVER_H
#define DRIVER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "nvp4c.h"

struct driver {
   enum nvp4c_target target;
   const char *cpu;  /* or NULL for the default */
   int opt_level;    /* 0..3 */
   unsigned threads; /* that draw tiles, or 0 for one per processor */
   unsigned gl_version; /* for example 21 for 2.1 */
   unsigned samples;    /* samples that a pixel may have: 4, or 1 */
   uint64_t max_steps; /* for a command (struct work_limit); 0 means MAX_COMMAND_STEPS */
   uint64_t wave_steps; /* for a wave; 0 means 20 million */
   const struct nvp4c_options *options; /* what compiles begin with, or NULL for the defaults */
   void (*report)(void *user, const char *message); /* any thread calls it; NULL: messages go to stderr */
   void *report_user;
   bool keep_colors; /* programs write colours as floats, without the format of the target in their key */
   bool verbose; /* report on stderr what is skipped or wrong */
   const char *dump; /* folder for shaders, their keys, code and statistics, or NULL */
   struct replacement {
      char hash[17]; /* of the text of the shader, as --dump names it */
      const char *file, *text;
      size_t length;
      enum nvp4c_stage stage;
      bool used;
   } *replacements; /* --replace */
   unsigned num_replacements;
};

/* Reports what is wrong with a program, which is then skipped. */
__attribute__((format(printf, 2, 3))) static inline void driver_report(const struct driver *d, const char *format, ...)
{
   char message[500];
   va_list ap;

   va_start(ap, format);
   vsnprintf(message, sizeof message, format, ap);
   va_end(ap);
   if (d->report)
      d->report(d->report_user, message);
   else
      fprintf(stderr, "nvp4c-gl: %s\n", message);
}

/* The text of a replacement names its language; all others are TGSI. */
static inline enum nvp4c_language program_language(const char *text)
{
   return text[0] == '!' && text[1] == '!' ? NVP4C_LANG_AUTO : NVP4C_LANG_TGSI;
}

#endif

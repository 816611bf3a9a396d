/* SPDX-License-Identifier: MIT */
/*
 * Facts about a program for tools and other languages, without knowledge of the library's structures: options by name, a
 * statistic by name, and the reflection as JSON. It prints one document:
 *
 *    cc facts.c $(pkg-config --cflags --libs nvp4c) && ./a.out target=agx O=3 frt=rgba8 <phong.fp
 */
#include <nvp4c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets an option from NAME=VALUE or NAME. */
static int set_option(struct nvp4c_options *o, char *word)
{
   char message[200], *value = strchr(word, '=');

   if (value)
      *value++ = 0;
   if (nvp4c_options_set(o, word, value, message, sizeof message) == NVP4C_OK)
      return 1;
   fprintf(stderr, "%s\n", message); /* names the option and the wrong value */
   return 0;
}

static void print_json(const struct nvp4c_result *r)
{
   const size_t length = nvp4c_result_json(r, NVP4C_JSON_FACTS, NULL, NULL, 0);
   char *json = malloc(length + 1);

   if (json) {
      nvp4c_result_json(r, NVP4C_JSON_FACTS, NULL, json, length + 1);
      fputs(json, stdout);
   }
   free(json);
}

int main(int argc, char **argv)
{
   static char text[1 << 20];
   struct nvp4c_options o;
   uint64_t bytes;

   nvp4c_options_init(&o, sizeof o);
   for (int i = 1; i < argc; i++)
      if (!set_option(&o, argv[i]))
         return NVP4C_USAGE;
   set_option(&o, strcpy(text, "output.reflection=1"));
   struct nvp4c_result *r = nvp4c_compile(text, fread(text, 1, sizeof text, stdin), &o);
   nvp4c_options_clear(&o); /* frees the copies of the values */
   if (!r)
      return NVP4C_LIMIT;
   const int status = nvp4c_result_status(r);
   for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r); i++) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, i);
      fprintf(stderr, "%u:%u: %s: %s [%s]\n", d->line, d->column, nvp4c_enum_name(NVP4C_ENUM_SEVERITY, d->severity), d->message,
              d->id);
   }
   if (nvp4c_result_stat_value(r, "bytes", &bytes))
      fprintf(stderr, "%s program, %u bytes of code\n", nvp4c_enum_name(NVP4C_ENUM_STAGE, nvp4c_result_stage(r)),
              (unsigned)bytes);
   if (status == NVP4C_OK)
      print_json(r);
   nvp4c_result_free(r);
   return status;
}

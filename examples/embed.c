/* SPDX-License-Identifier: MIT */
/*
 * A small driver for programs in text: parses one, compiles it for the state of a draw, reads where its parameters go, and
 * saves and loads the result.
 *
 *    cc embed.c $(pkg-config --cflags --libs nvp4c) && ./a.out
 */
#include <nvp4c.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
   static const char text[] = "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n"
                              "MUL result.color, t, state.light[0].diffuse;\nEND\n";
   struct nvp4c_context *context = nvp4c_context_new(NULL); /* working memory, one per thread */
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.context = context;
   o.output.object = 1; /* includes the reflection */
   struct nvp4c_program *program = nvp4c_parse(text, strlen(text), &o); /* glProgramStringARB */
   const struct nvp4c_result *parsed = nvp4c_program_result(program);
   for (unsigned i = 0; i < nvp4c_result_num_diagnostics(parsed); i++)
      printf("%u: %s\n", nvp4c_result_diagnostic(parsed, i)->line, nvp4c_result_diagnostic(parsed, i)->message);

   o.key.frt[0] = NVP4C_FRT_RGBA8; /* state of the draw */
   struct nvp4c_result *r = nvp4c_compile_program(program, &o), *kept;
   if (!r || nvp4c_result_status(r) != NVP4C_OK)
      return 1;
   size_t length, bytes;
   nvp4c_result_code(r, &length); /* machine code to upload */
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) { /* data to provide */
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      if (e->binding == NVP4C_BIND_STATE && e->state.item == NVP4C_STATE_LIGHT && e->state.member == NVP4C_MEMBER_DIFFUSE)
         printf("diffuse colour of light %u, component %u: shared register %u\n", e->index, e->component, e->location.number);
   }
   const void *object = nvp4c_result_object(r, &bytes); /* to a cache on disk, named by nvp4c_cache_key() */
   kept = nvp4c_load(object, bytes, &o);                /* and back */
   printf("%zu bytes of code; loaded again: %s\n", length, nvp4c_result_status(kept) == NVP4C_OK ? "yes" : "no");
   nvp4c_result_free(kept);
   nvp4c_result_free(r);
   nvp4c_program_free(program);
   nvp4c_context_free(context);
   return 0;
}

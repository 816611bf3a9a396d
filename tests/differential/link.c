/* SPDX-License-Identifier: MIT */
/* Links a program with a generated consumer, and gives its key the varying map of the link. */
#include <stdlib.h>
#include <string.h>

#include "tests/differential/source.h"
#include "tests/generate/generate.h"

static struct nvp4c_result *compile(const struct setting *s, const char *text, size_t length, struct nvp4c_context *context)
{
   struct nvp4c_options o = s->o;

   memset(&o.verify, 0, sizeof o.verify);
   o.output.reflection = 1;
   o.context = context;
   return nvp4c_compile(text, length, &o);
}

void link_draw(struct setting *s, const struct program *p, struct nvp4c_context *context)
{
   static const enum gen_language of[NUM_LANGUAGES] = {
       [LANGUAGE_NV] = GEN_NV, [LANGUAGE_ARB] = GEN_ARB, [LANGUAGE_TGSI] = GEN_TGSI};
   const struct gen_request request = {~p->seed, of[p->language], GEN_FRAGMENT, 0, 0, NULL};
   struct setting consumer;
   size_t length;
   char *text = generate_program(&request, &length);

   if (!text)
      return;
   s->o.key.varying_map = 0;
   memset(s->o.key.varying, 0, sizeof s->o.key.varying);
   setting_copy(&consumer, s);
   memset(&consumer.o.key, 0, sizeof consumer.o.key);
   consumer.o.key.flat_shading = (uint8_t)(p->seed >> 3 & 1);
   consumer.o.key.two_side = (uint8_t)(p->seed >> 4 & 1);
   struct nvp4c_result *first = compile(s, p->text, p->length, context), *second = compile(&consumer, text, length, context);
   struct nvp4c_options o = s->o;
   o.context = NULL;
   struct nvp4c_result *link = first && second ? nvp4c_link(first, second, &o) : NULL;
   if (link)
      nvp4c_link_key(link, &s->o.key);
   nvp4c_result_free(link);
   nvp4c_result_free(second);
   nvp4c_result_free(first);
   free(text);
}

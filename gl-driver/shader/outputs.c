/* SPDX-License-Identifier: MIT */
/* Finds the meaning of a shader's output registers, which stream output refers to, in the declarations of the text. */
#include "gl-driver/shader/shader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
   const char *name;
   unsigned varying;
} semantics[] = {
    {"POSITION", VARYING_POSITION},
    {"COLOR", 1},
    {"BCOLOR", 3},
    {"FOG", VARYING_FOG},
    {"PSIZE", VARYING_POINT_SIZE},
    {"CLIPDIST", VARYING_CLIP},
    {"TEXCOORD", VARYING_TEXCOORD},
    {"GENERIC", 23},
    {"PRIM_ID", VARYING_PRIMITIVE_ID},
    {"LAYER", VARYING_LAYER},
    {"CLIPVERTEX", 90},
    {"EDGEFLAG", VARYING_EDGE_FLAG},
    {"VIEWPORT_INDEX", VARYING_VIEWPORT},
};

/* In "DCL OUT[1..3], ARRAY(1), GENERIC[4], INVARIANT", registers 1 to 3 are the generic varyings from 4 on. */
static void read_declaration(const char *line, struct shader_outputs *o)
{
   const char *comma = strchr(line, ',');
   char name[32] = "";
   unsigned first, last, index = 0;

   if (sscanf(line, "DCL OUT[%u", &first) != 1)
      return;
   if (sscanf(line, "DCL OUT[%u..%u", &first, &last) != 2)
      last = first;
   if (comma && !strncmp(comma, ", ARRAY", 7))
      comma = strchr(comma + 1, ',');
   if (!comma || sscanf(comma, ", %31[A-Z_0-9]", name) != 1)
      return;
   const char *bracket = comma + 2 + strlen(name);
   if (*bracket == '[')
      index = (unsigned)strtoul(bracket + 1, NULL, 10);
   for (unsigned i = 0; i < sizeof semantics / sizeof *semantics; i++)
      for (unsigned reg = first; !strcmp(name, semantics[i].name) && reg <= last && reg < MAX_OUTPUT_REGISTERS; reg++) {
         o->clip[reg] = semantics[i].varying == VARYING_CLIP; /* four distances, which are separate varyings */
         o->varying[reg] = (uint8_t)(semantics[i].varying + (index + reg - first) * (o->clip[reg] ? 4 : 1));
      }
}

void shader_read_outputs(const char *text, size_t length, struct shader_outputs *o)
{
   const char *end = text + length;

   memset(o->varying, NO_WORD, sizeof o->varying);
   while (text < end) {
      const char *next = memchr(text, '\n', (size_t)(end - text));
      char line[128];
      const size_t n = (size_t)((next ? next : end) - text);
      if (n < sizeof line && !strncmp(text, "DCL OUT", 7)) {
         memcpy(line, text, n);
         line[n] = 0;
         read_declaration(line, o);
      }
      text = next ? next + 1 : end;
   }
}

void captured_outputs(const struct shader_outputs *o, const struct shader_source *source, uint8_t mask[NUM_VARYINGS])
{
   for (unsigned i = 0; i < source->num_outputs; i++) {
      const struct stream_output *s = &source->output[i];
      const uint8_t varying = s->reg < MAX_OUTPUT_REGISTERS ? o->varying[s->reg] : NO_WORD;
      for (unsigned k = s->component; k < s->component + s->components && varying < NUM_VARYINGS; k++)
         if (!o->clip[s->reg])
            mask[varying] |= (uint8_t)(1u << k);
         else if (varying + k < NUM_VARYINGS)
            mask[varying + k] = 1;
   }
}

unsigned output_word(const struct shader_outputs *o, const struct code *code, unsigned reg, unsigned component)
{
   if (reg >= MAX_OUTPUT_REGISTERS || o->varying[reg] == NO_WORD || component > 3)
      return NO_WORD;
   const unsigned varying = o->varying[reg] + (o->clip[reg] ? component : 0);
   return varying < NUM_VARYINGS ? code->out_word[varying][o->clip[reg] ? 0 : component] : NO_WORD;
}

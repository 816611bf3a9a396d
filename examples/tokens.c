/* SPDX-License-Identifier: MIT */
/*
 * A small Gallium driver: compiles a TGSI token stream as create_fs_state() gets it from Mesa 26.2, and prints what the driver
 * must provide for a draw.
 *
 *    cc tokens.c $(pkg-config --cflags --libs nvp4c) && ./a.out
 */
#include <nvp4c.h>
#include <stdio.h>

/* FRAG
 * DCL IN[0], GENERIC[0], PERSPECTIVE
 * DCL OUT[0], COLOR
 * DCL CONST[0]
 * DCL TEMP[0]
 * DCL SAMP[0]
 * DCL SVIEW[0], 2D, FLOAT
 *   0: TEX TEMP[0], IN[0], SAMP[0], 2D
 *   1: MUL OUT[0], TEMP[0], CONST[0]
 *   2: END */
static const uint32_t tokens[] = {
   0x00001a02, 0x00000004, 0x006f2040, 0x00000000, 0x00000002, 0x00000005, 0x002f3030, 0x00000000, 0x00000001, 0x000f1020,
   0x00000000, 0x000f4020, 0x00000000, 0x000f5020, 0x00000000, 0x000fa030, 0x00000000, 0x10410402, 0x11234042, 0x00000002,
   0x000000f4, 0x39000002, 0x39000005, 0x01207032, 0x000000f3, 0x39000004, 0x39000001, 0x00075002,
};

int main(void)
{
   struct nvp4c_options o;
   char name[64], location[64];
   size_t length;

   nvp4c_options_init(&o, sizeof o);
   o.stage = NVP4C_STAGE_FRAGMENT;
   o.output.reflection = 1;
   o.key.frt[0] = NVP4C_FRT_RGBA8; /* from the framebuffer state */
   struct nvp4c_result *r = nvp4c_compile_tgsi_tokens(tokens, sizeof tokens / sizeof tokens[0], NVP4C_LANG_TGSI_26_2, &o);
   for (unsigned i = 0; r && i < nvp4c_result_num_diagnostics(r); i++)
      printf("token %u: %s\n", nvp4c_result_diagnostic(r, i)->line, nvp4c_result_diagnostic(r, i)->message);
   if (!r || nvp4c_result_status(r) != NVP4C_OK)
      return 1;
   nvp4c_result_code(r, &length);
   printf("%zu bytes of code\n", length);
   for (unsigned i = 0; i < nvp4c_result_num_textures(r); i++)
      printf("texture unit %u: bind a%s texture\n", nvp4c_result_texture(r, i)->unit,
             nvp4c_result_texture(r, i)->target == NVP4C_TEX_2D ? " 2D" : "nother");
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      nvp4c_reflection_name(e, name, sizeof name);
      nvp4c_location_text(&e->location, location, sizeof location);
      if (e->binding == NVP4C_BIND_UNIFORM)
         printf("%s: upload word %u of constant buffer 0\n", location, 4 * e->index + e->component);
      else if (e->kind == NVP4C_TEXTURE)
         printf("%s: word of texture unit %u (%s)\n", location, e->index, name);
      else
         printf("%s: %s %s\n", location, e->kind == NVP4C_INPUT ? "input" : "output", name);
   }
   nvp4c_result_free(r);
   return 0;
}

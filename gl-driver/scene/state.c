/* SPDX-License-Identifier: MIT */
/*
 * GL state that no input sets: the initial values of GL 2.1 (tables 6.5 to 6.28), so light 0 is white and shines along -z of
 * the eye. The vectors are those of ARB_vertex_program 2.14.3.
 */
#include "gl-driver/scene/private.h"

#include <string.h>

static const float material_ambient[4] = {0.2f, 0.2f, 0.2f, 1}, material_diffuse[4] = {0.8f, 0.8f, 0.8f, 1},
                   black[4] = {0, 0, 0, 1}, white[4] = {1, 1, 1, 1}, nothing[4] = {0, 0, 0, 0}, grey[4] = {0.2f, 0.2f, 0.2f, 1};

static const float *material(unsigned member)
{
   switch (member) {
   case NVP4C_MEMBER_AMBIENT: return material_ambient;
   case NVP4C_MEMBER_DIFFUSE: return material_diffuse;
   default: return black; /* specular, emission, shininess */
   }
}

static const float *light(unsigned member, unsigned index)
{
   static const float position[4] = {0, 0, 1, 0}, half[4] = {0, 0, 1, 0}, attenuation[4] = {1, 0, 0, 0},
                      spot[4] = {0, 0, -1, -1}; /* w: the cosine of 180 degrees */

   switch (member) {
   case NVP4C_MEMBER_DIFFUSE:
   case NVP4C_MEMBER_SPECULAR: return index ? black : white;
   case NVP4C_MEMBER_POSITION: return position;
   case NVP4C_MEMBER_HALF: return half;
   case NVP4C_MEMBER_ATTENUATION: return attenuation;
   case NVP4C_MEMBER_SPOT_DIRECTION: return spot;
   default: return black; /* ambient */
   }
}

static const float *texgen(unsigned member)
{
   static const float s[4] = {1, 0, 0, 0}, t[4] = {0, 1, 0, 0};

   return member == NVP4C_MEMBER_EYE_S || member == NVP4C_MEMBER_OBJECT_S   ? s
          : member == NVP4C_MEMBER_EYE_T || member == NVP4C_MEMBER_OBJECT_T ? t
                                                                            : nothing;
}

static const float *vector_of(const struct nvp4c_state *state, unsigned index)
{
   static const float fog[4] = {1, 0, 1, 1}; /* density, start, end, 1 / (end - start) */
   static const float point_size[4] = {1, 0, 1, 1}, range[4] = {0, 1, 1, 1}, attenuation[4] = {1, 0, 0, 1};

   switch (state->item) {
   case NVP4C_STATE_MATERIAL: return material(state->member);
   case NVP4C_STATE_LIGHT: return light(state->member, index);
   case NVP4C_STATE_LIGHTMODEL: return grey;
   case NVP4C_STATE_FOG: return state->member == NVP4C_MEMBER_PARAMS ? fog : nothing;
   case NVP4C_STATE_TEXGEN: return texgen(state->member);
   case NVP4C_STATE_POINT: return state->member == NVP4C_MEMBER_SIZE ? point_size : attenuation;
   case NVP4C_STATE_DEPTH: return range;
   default: return nothing; /* clip planes, texture environments */
   }
}

float scene_state(const struct scene *s, const struct nvp4c_state *state, unsigned index, unsigned component)
{
   double row[4];

   switch (state->item) {
   case NVP4C_STATE_MODELVIEW:
   case NVP4C_STATE_PROJECTION:
   case NVP4C_STATE_MVP:
   case NVP4C_STATE_TEXTURE_MATRIX:
   case NVP4C_STATE_PROGRAM_MATRIX: scene_matrix_row(s, state, index, row); return (float)row[component & 3];
   case NVP4C_STATE_LIGHTPROD: /* alpha is that of the material */
      return material(state->member)[component & 3] * (component == 3 ? 1 : light(state->member, index)[component & 3]);
   case NVP4C_STATE_LIGHTMODEL:
      if (state->member == NVP4C_MEMBER_SCENECOLOR)
         return component == 3 ? material_diffuse[3] : grey[component & 3] * material_ambient[component & 3];
      break;
   default: break;
   }
   return vector_of(state, index)[component & 3];
}

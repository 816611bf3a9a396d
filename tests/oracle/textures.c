/* SPDX-License-Identifier: MIT */
/*
 * Makes the textures of semantics/sampler.c in a GL, with the same texels, sizes, wrap modes and filters. The sampler itself
 * supplies the texels. The table of cube map faces was written from the OpenGL specification (section 3.8.6), independently of
 * the sampler.
 */
#include "semantics/sampler.h"
#include "tests/oracle/textures.h"

#include <stdlib.h>
#include <string.h>

#include "tests/oracle/ours.h"

enum {
   GL_TEXTURE0 = 0x84C0,
   GL_TEXTURE_1D = 0x0DE0,
   GL_TEXTURE_2D = 0x0DE1,
   GL_TEXTURE_3D = 0x806F,
   GL_TEXTURE_CUBE_MAP = 0x8513,
   GL_TEXTURE_CUBE_MAP_POSITIVE_X = 0x8515,
   GL_TEXTURE_RECTANGLE = 0x84F5,
   GL_TEXTURE_1D_ARRAY = 0x8C18,
   GL_TEXTURE_2D_ARRAY = 0x8C1A,
   GL_TEXTURE_CUBE_MAP_ARRAY = 0x9009,
   GL_TEXTURE_MAG_FILTER = 0x2800,
   GL_TEXTURE_MIN_FILTER = 0x2801,
   GL_TEXTURE_WRAP_S = 0x2802,
   GL_TEXTURE_WRAP_T = 0x2803,
   GL_TEXTURE_WRAP_R = 0x8072,
   GL_TEXTURE_MAX_LEVEL = 0x813D,
   GL_TEXTURE_COMPARE_MODE = 0x884C,
   GL_TEXTURE_COMPARE_FUNC = 0x884D,
   GL_COMPARE_R_TO_TEXTURE = 0x884E,
   GL_LEQUAL = 0x0203,
   GL_NEAREST = 0x2600,
   GL_LINEAR = 0x2601,
   GL_NEAREST_MIPMAP_NEAREST = 0x2700,
   GL_LINEAR_MIPMAP_LINEAR = 0x2703,
   GL_REPEAT = 0x2901,
   GL_CLAMP_TO_EDGE = 0x812F,
   GL_MIRRORED_REPEAT = 0x8370,
   GL_RGBA = 0x1908,
   GL_RGBA32F = 0x8814,
   GL_FLOAT = 0x1406,
   GL_DEPTH_COMPONENT = 0x1902,
   GL_DEPTH_COMPONENT24 = 0x81A6,
};

static GLenum gl_target(enum exec_tex_target t)
{
   switch (t) {
   case TEX_1D:
   case TEX_SHADOW1D: return GL_TEXTURE_1D;
   case TEX_2D:
   case TEX_SHADOW2D: return GL_TEXTURE_2D;
   case TEX_3D: return GL_TEXTURE_3D;
   case TEX_CUBE:
   case TEX_SHADOWCUBE: return GL_TEXTURE_CUBE_MAP;
   case TEX_ARRAY1D:
   case TEX_SHADOWARRAY1D: return GL_TEXTURE_1D_ARRAY;
   case TEX_ARRAY2D:
   case TEX_SHADOWARRAY2D: return GL_TEXTURE_2D_ARRAY;
   case TEX_ARRAYCUBE:
   case TEX_SHADOWARRAYCUBE: return GL_TEXTURE_CUBE_MAP_ARRAY;
   case TEX_RECT:
   case TEX_SHADOWRECT: return GL_TEXTURE_RECTANGLE;
   default: return 0;
   }
}

/* Makes a lane address texel (i, j, k) of a level, or of face k of a cube map. The last dimension of an array is the layer. */
static void address(struct exec_tex *t, unsigned lane, const uint32_t size[3], uint32_t i, uint32_t j, uint32_t k)
{
   if (t->op == TEX_FETCH) {
      t->coord[0][lane] = i;
      t->coord[1][lane] = j;
      t->coord[2][lane] = k;
      t->layer[lane] = t->target == TEX_ARRAY1D ? j : k;
      return;
   }
   t->layer[lane] = num_u((float)(k / 6));
   k %= 6;
   /* axis and sign of sc and tc by face */
   static const int8_t sc[6][2] = {{2, -1}, {2, 1}, {0, 1}, {0, 1}, {0, 1}, {0, -1}};
   static const int8_t tc[6][2] = {{1, -1}, {1, -1}, {2, 1}, {2, -1}, {1, -1}, {1, -1}};
   /* The centre of a texel, slightly shifted so that rounding does not reach a neighbour. */
   float s = ((float)i + 0.501f) / (float)size[0] * 2 - 1, u = ((float)j + 0.501f) / (float)size[0] * 2 - 1;

   t->coord[k / 2][lane] = num_u(k & 1 ? -1.0f : 1.0f);
   t->coord[sc[k][0]][lane] = num_u((float)sc[k][1] * s);
   t->coord[tc[k][0]][lane] = num_u((float)tc[k][1] * u);
}

static void level_texels(const struct exec_sampler *s, unsigned unit, enum exec_tex_target target, unsigned level,
                         const uint32_t size[3], float (*texels)[4])
{
   struct exec_tex *t = calloc(1, sizeof *t);
   exec_lanes out[4];
   uint32_t n = 0, at = 0, dim[3];

   for (unsigned a = 0; a < 3; a++)
      dim[a] = size[a] ? size[a] : 1;
   if (exec_tex_is_cube(target))
      dim[2] = 6 * (target == TEX_CUBE ? 1 : dim[2]);
   t->op = exec_tex_is_cube(target) ? TEX_LOD : TEX_FETCH;
   t->target = target;
   t->unit = unit;
   t->active = ~0u;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      t->lod[l] = t->op == TEX_LOD ? num_u((float)level) : level;
   for (uint32_t k = 0; k < dim[2]; k++)
      for (uint32_t j = 0; j < dim[1]; j++)
         for (uint32_t i = 0; i < dim[0]; i++) {
            address(t, n++, size, i, j, k);
            if (n < EXEC_LANES && (i + 1 < dim[0] || j + 1 < dim[1] || k + 1 < dim[2]))
               continue;
            exec_sampler_fn((void *)(uintptr_t)s, &num_model_ieee, t, out);
            for (unsigned l = 0; l < n; l++, at++)
               for (unsigned c = 0; c < 4; c++)
                  texels[at][c] = num_f(out[c][l]);
            n = 0;
         }
   free(t);
}

bool oracle_texture(struct oracle_gl *gl, unsigned unit, enum exec_tex_target target)
{
   static const GLint wraps[3] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
   const struct exec_sampler s = {.seed = ORACLE_TEXTURE_SEED};
   GLenum where = gl_target(target);
   bool shadow = exec_tex_info[target].shadow, rect = where == GL_TEXTURE_RECTANGLE, linear = unit & 1;
   /* With fixed-point depth the reference is clamped to [0,1], as it is in the sampler. */
   GLint internal = shadow ? GL_DEPTH_COMPONENT24 : GL_RGBA32F,
         wrap = rect || exec_tex_is_cube(target) ? GL_CLAMP_TO_EDGE : wraps[unit / 2 % 3];
   GLenum format = shadow ? GL_DEPTH_COMPONENT : GL_RGBA;
   uint32_t size[3];
   GLuint id;

   if (!where || unit >= 32)
      return false;
   gl->ActiveTexture(GL_TEXTURE0 + unit);
   if (gl->textures[unit][target]) {
      gl->BindTexture(where, gl->textures[unit][target]);
      gl->ActiveTexture(GL_TEXTURE0);
      return true;
   }
   gl->GenTextures(1, &id);
   gl->BindTexture(where, id);
   gl->textures[unit][target] = id;
   target = exec_tex_info[target].plain; /* their first channel is the depth */
   gl->TexParameteri(where, GL_TEXTURE_WRAP_S, wrap);
   gl->TexParameteri(where, GL_TEXTURE_WRAP_T, wrap);
   gl->TexParameteri(where, GL_TEXTURE_WRAP_R, wrap);
   gl->TexParameteri(where, GL_TEXTURE_MAG_FILTER, linear ? GL_LINEAR : GL_NEAREST);
   gl->TexParameteri(where, GL_TEXTURE_MIN_FILTER,
                     rect ? (linear ? GL_LINEAR : GL_NEAREST) : (linear ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST_MIPMAP_NEAREST));
   if (shadow) {
      gl->TexParameteri(where, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
      gl->TexParameteri(where, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
   }
   GLint level = 0;
   for (;; level++) {
      exec_sampler_size(&s, unit, target, (unsigned)level, size);
      if (!size[0])
         break;
      uint32_t n = size[0] * (size[1] ? size[1] : 1) * (size[2] ? size[2] : 1), face = n;
      if (exec_tex_is_cube(target))
         n *= 6;
      float(*texels)[4] = calloc(n, sizeof *texels);
      level_texels(&s, unit, target, (unsigned)level, size, texels);
      float *data = &texels[0][0];
      if (shadow)
         for (uint32_t i = 0; i < n; i++)
            data[i] = texels[i][0];
      if (where == GL_TEXTURE_1D)
         gl->TexImage1D(where, level, internal, (GLint)size[0], 0, format, GL_FLOAT, data);
      else if (where == GL_TEXTURE_3D || where == GL_TEXTURE_2D_ARRAY || where == GL_TEXTURE_CUBE_MAP_ARRAY)
         gl->TexImage3D(where, level, internal, (GLint)size[0], (GLint)size[1],
                        (GLint)(size[2] * (where == GL_TEXTURE_CUBE_MAP_ARRAY ? 6 : 1)), 0, format, GL_FLOAT, data);
      else if (where == GL_TEXTURE_CUBE_MAP)
         for (GLenum f = 0; f < 6; f++)
            gl->TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + f, level, internal, (GLint)size[0], (GLint)size[1], 0, format,
                           GL_FLOAT, shadow ? (void *)(data + face * f) : texels + face * f);
      else
         gl->TexImage2D(where, level, internal, (GLint)size[0], (GLint)size[1], 0, format, GL_FLOAT, data);
      free(texels);
   }
   gl->ActiveTexture(GL_TEXTURE0);
   return gl->GetError() == 0;
}

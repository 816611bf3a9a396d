/* SPDX-License-Identifier: MIT */
/* Meshes in the page: gl-driver/scene, which also draws those of `nvp4c --run -mesh`, for JavaScript. */
#include <stdio.h>
#include <string.h>

#include "gl-driver/scene/scene.h"
#include "web/wasm/rectangle.h"

/* A scene of two programs, drawn by one thread. NULL if there is no memory. */
WEB_EXPORT struct scene *mesh_create(const char *vertex, const char *fragment, const struct nvp4c_options *options,
                                     const uint32_t size[2], unsigned steps)
{
   return scene_create(&(struct scene_setup){.program = {{vertex, strlen(vertex)}, {fragment, strlen(fragment)}},
                                             .options = options,
                                             .width = size[0],
                                             .height = size[1],
                                             .threads = 1,
                                             .wave_steps = steps});
}
WEB_EXPORT void mesh_close(struct scene *s)
{
   scene_free(s);
}

/* The status and the message of a scene, and what the compiler says about a part of it. */
WEB_EXPORT int mesh_status(const struct scene *s)
{
   return (int)scene_status(s);
}
WEB_EXPORT const char *mesh_message(const struct scene *s)
{
   return scene_message(s);
}
WEB_EXPORT const struct nvp4c_result *mesh_result(const struct scene *s, int part)
{
   return scene_result(s, (enum scene_part)part);
}

/* Name of shape i, or NULL after the last one. */
WEB_EXPORT const char *mesh_shape(unsigned i)
{
   return mesh_shapes[i];
}

/* Sets the mesh: a shape by its name, or an OBJ text. Returns 0 after an error; then `error` has room for a message. */
WEB_EXPORT int mesh_set(struct scene *s, const char *shape, const char *obj, char *error, size_t size)
{
   struct mesh_error e = {.message = "out of memory"};
   struct mesh m;

   if (!(shape ? mesh_make(&m, shape) : mesh_read_obj(&m, obj, strlen(obj), &e))) {
      if (e.line)
         snprintf(error, size, "line %zu of the mesh: %s", e.line, e.message);
      else
         snprintf(error, size, "%s", e.message);
      return 0;
   }
   const bool ok = scene_set_mesh(s, &m);
   mesh_free(&m);
   snprintf(error, size, "%s", scene_message(s));
   return ok;
}

WEB_EXPORT int mesh_set_texture(struct scene *s, unsigned unit, unsigned width, unsigned height, const uint8_t *rgba)
{
   return scene_set_texture(s, unit, width, height, rgba);
}

/* The camera: azimuth, elevation, distance and angle. */
WEB_EXPORT void mesh_set_camera(struct scene *s, double azimuth, double elevation, double distance, double angle)
{
   scene_set_camera(s, &(struct scene_camera){azimuth, elevation, distance, angle});
}

WEB_EXPORT int mesh_set_inputs(struct scene *s, const char *text)
{
   return scene_set_inputs(s, text, strlen(text));
}

WEB_EXPORT int mesh_begin(struct scene *s)
{
   return scene_begin_picture(s);
}

/*
 * Draws an area like rectangle_draw(). A quad that is not drawn yet looks like the one that is drawn near it. With `opaque` the
 * alpha of what is drawn is 1.
 */
WEB_EXPORT int mesh_draw(struct scene *s, const uint32_t area[6], int opaque, uint8_t *out)
{
   const struct scene_area a = {area[0], area[1], area[2], area[3], area[4], area[5]};
   const unsigned mask = a.step > 1 ? ~(2 * a.step - 1) : ~0u;

   if (!scene_draw_area(s, &a))
      return 0;
   for (unsigned y = a.y1; y-- > a.y0;)
      for (unsigned x = a.x0; x < a.x1; x++, out += 4) {
         memcpy(out, scene_pixel(s, x & mask, y & mask), 4);
         if (opaque && scene_is_covered(s, x & mask, y & mask))
            out[3] = 255;
      }
   return 1;
}

/* Starts the wave that decides a pixel, as rectangle_find() does; out[4] is the place of the fragment program in its code.
   Returns 0 if nothing covers the pixel. */
WEB_EXPORT int mesh_find(struct scene *s, unsigned x, unsigned y, uint32_t out[7])
{
   struct scene_invocation i;
   size_t length;

   if (!scene_find(s, x, y, &i))
      return 0;
   const uint32_t words[7] = {(uint32_t)(uintptr_t)i.wave,
                              i.lane,
                              i.valid,
                              i.helpers,
                              (uint32_t)i.first_byte,
                              (uint32_t)(uintptr_t)nvp4c_result_code(i.code, &length),
                              (uint32_t)length};
   memcpy(out, words, sizeof words);
   return 1;
}

/* SPDX-License-Identifier: MIT */
/*
 * Draws a mesh by a vertex and a fragment program, without a client: the machine code of both runs in the simulator, and the
 * driver does the rest. Nothing here reads files, prints, or needs threads, so it also runs in a web page.
 *
 *    struct scene *s = scene_create(&setup);
 *    if (scene_status(s) == NVP4C_OK && scene_set_mesh(s, &mesh) && scene_set_inputs(s, inputs, length))
 *       scene_draw(s, rgba);
 *    if (scene_status(s) != NVP4C_OK)
 *       ... scene_result() and scene_message() tell why
 *    scene_free(s);
 *
 * Vertex attributes have the numbers of GL's conventions: 0 (vertex.position), 2 (vertex.normal), 3 (vertex.color) and 8
 * (vertex.texcoord[0]); in TGSI these are IN[0], IN[2], IN[3] and IN[8]. All others are 0 0 0 1 unless an input sets them.
 *
 * Parameters that no input sets have the values of GL's initial state (state.c). The matrices are those of the camera: the
 * modelview matrix has the camera in its origin, looking along -z, and y is up.
 *
 * Pictures are drawn with a depth test (GL_LESS), without blending, and with both faces of triangles. Row 0 of the window is
 * the bottom one, as in GL: fragment.position and DDY count upwards.
 *
 * A scene is for one thread at a time. Its pictures do not depend on the number of threads that draw them.
 */
#ifndef GL_DRIVER_SCENE_H
#define GL_DRIVER_SCENE_H

#include "gl-driver/scene/mesh.h"
#include "nvp4c.h"

enum { SCENE_MAX_SIZE = 8192, SCENE_TEXTURES = 32 };

struct scene;
struct nvp4c_wave;

struct scene_text {
   const char *text;
   size_t length;
};
struct scene_setup {
   struct scene_text program[2]; /* a vertex and a fragment program, in any order, which are copied */
   /* Target, core, level and other options of the code, or NULL; must live as long as the scene. The key is not used: it
      follows from the draw. */
   const struct nvp4c_options *options;
   unsigned width, height; /* of the picture, 1..SCENE_MAX_SIZE */
   unsigned threads;       /* that draw; 0: one for each processor */
   uint64_t wave_steps;    /* limit of each wave, in instruction groups; 0: 20 million */
};
/* NULL if there is no memory. */
struct scene *scene_create(const struct scene_setup *setup);
void scene_free(struct scene *s);

/* The status of the last call, or of scene_create() if the scene cannot draw; after wrong inputs, it cannot draw until others
   are set. */
enum nvp4c_status scene_status(const struct scene *s);
/* What the compiler says, with warnings, or NULL: about the programs, by their numbers in the setup; about their link; about
   the inputs, with positions in their text. Each lives until the scene ends, or until scene_set_inputs() is called again. */
enum scene_part { SCENE_FIRST, SCENE_SECOND, SCENE_LINK, SCENE_INPUTS, SCENE_PARTS };
const struct nvp4c_result *scene_result(const struct scene *s, enum scene_part part);
/* Other reasons for the status, or an empty text. */
const char *scene_message(const struct scene *s);

/* Copies a mesh. False if there is no memory. */
bool scene_set_mesh(struct scene *s, const struct mesh *mesh);

/* Copies the image of a two-dimensional texture: rows from the top, four bytes per texel. It repeats, is filtered linearly, and
   has no mipmaps; t counts upwards. Units that the programs use without an image are a checkerboard of 8 x 8 fields. */
bool scene_set_texture(struct scene *s, unsigned unit, unsigned width, unsigned height, const uint8_t *rgba);

/* A camera that looks at the middle of the mesh. */
struct scene_camera {
   double azimuth;   /* degrees to the right of the z axis, around the y axis */
   double elevation; /* degrees above the plane y = 0 */
   double distance;  /* from the middle, in radii of the sphere around the mesh; 0: so that the whole mesh is visible */
   double angle;     /* of the shorter side of the picture, in degrees; 0 means 40 */
};
/* The default is 30 degrees to the right and 20 above, or straight ahead for a mesh whose vertices have the same z. */
void scene_set_camera(struct scene *s, const struct scene_camera *camera);
struct scene_camera scene_default_camera(const struct scene *s);
/* The colour of pixels that the mesh does not cover; the default is 0 0 0 0. */
void scene_set_clear(struct scene *s, const float color[4]);

/*
 * Call this after setting mesh and camera. Sets inputs by lines of NAME=VALUES, instead of those of the last call: parameters,
 * parameter buffers, and attributes that all vertices share (struct nvp4c_run of nvp4c_run.h). A line sets the inputs of both
 * programs that have the name, or of one after the word "vertex:" or "fragment:". VALUES may be state.matrix.mvp, .modelview or
 * .projection, with .inverse, .transpose or .invtrans, whose rows go to NAME and the three vectors after it; or one row of it,
 * as in state.matrix.mvp.row[2].
 *
 * False after an error, which scene_result(SCENE_INPUTS) or scene_message() describes.
 */
bool scene_set_inputs(struct scene *s, const char *text, size_t length);

/* Draws a picture: rows from the top, four bytes per pixel, width * height * 4 in all. False if a program faulted or did not
   end, or if there is no memory; the picture is then incomplete. */
bool scene_draw(struct scene *s, uint8_t *rgba);

/* ---- pictures in areas, for callers that show them while they are drawn; x and y count from the bottom left corner. */

/* Clears the picture, and runs the vertex program. False like scene_draw(). The picture ends with scene_end_picture(), or with
   any other call that changes the scene. */
bool scene_begin_picture(struct scene *s);
void scene_end_picture(struct scene *s);

/* Pixels x0 <= x < x1, y0 <= y < y1. Of the quads of 2 x 2 pixels, those whose column and row are both multiples of `step`,
   without those that are multiples of `last`: (4, 0), (2, 4) and (1, 2) refine a coarse picture. */
struct scene_area {
   unsigned x0, y0, x1, y1;
   unsigned step, last; /* powers of two; 1 and 0 are all quads */
};
/* Draws an area. The areas of a picture may come in any order, but each pixel is drawn once. False like scene_draw(). */
bool scene_draw_area(struct scene *s, const struct scene_area *area);
/* The four bytes of a pixel as it is now, followed by those of its row; whether a triangle has written it. */
uint8_t *scene_pixel(const struct scene *s, unsigned x, unsigned y);
bool scene_is_covered(const struct scene *s, unsigned x, unsigned y);

/* The run of the fragment program that decides a pixel: the last one that writes it, or that is discarded. The wave
   (nvp4c_machine.h) is ready to run, and belongs to the scene until the next call for it. */
struct scene_invocation {
   struct nvp4c_wave *wave; /* lanes 0 to 3 are the quad of the pixel */
   unsigned lane;
   uint32_t valid, helpers;         /* masks of lanes */
   const struct nvp4c_result *code; /* of the fragment program */
   size_t first_byte;               /* place of this code in that of the wave, which on AGX has parts around it */
};
/* Finds it in the picture. False if no triangle covers the pixel. */
bool scene_find(struct scene *s, unsigned x, unsigned y, struct scene_invocation *invocation);

#endif

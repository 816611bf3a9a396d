/* SPDX-License-Identifier: MIT */
/* What the files of a scene share. */
#ifndef GL_DRIVER_SCENE_PRIVATE_H
#define GL_DRIVER_SCENE_PRIVATE_H

#include <pthread.h>

#include "gl-driver/pipe/driver.h"
#include "gl-driver/pipe/pipe.h"
#include "gl-driver/scene/scene.h"
#include "nvp4c_run.h"

enum { SCENE_STAGES = 2 }; /* STAGE_VERTEX and STAGE_FRAGMENT */

/* Formats, by their numbers in format.def. */
#define FORMAT_RGBA8 67
#define FORMAT_RGBA32F 31
#define FORMAT_Z24S8 19

#define VERTEX_BUFFER 0
#define ATTRIBUTE_BUFFER 1 /* one element for all vertices */

/* The inputs of one program. */
struct scene_inputs {
   struct nvp4c_input *given; /* parameters */
   size_t num, cap;
   uint32_t *buffer[MAX_CONSTANT_BUFFERS]; /* parameter buffers; buffer 0 has CONST of TGSI */
   size_t words[MAX_CONSTANT_BUFFERS];
   bool failed;         /* no memory, or an input that cannot be set */
   const char *refused; /* why it cannot be set, or NULL */
};

struct scene {
   struct scene_setup setup; /* with `text` */
   char *text[2];
   struct nvp4c_options options;
   unsigned number[SCENE_STAGES]; /* of the program of a stage in the setup */
   struct nvp4c_result *result[SCENE_PARTS];
   bool ready;      /* the programs fit each other */
   bool has_inputs; /* the last scene_set_inputs() succeeded */
   enum nvp4c_status status;
   char message[500];
   bool faulted; /* `message` is from the driver, protected by the lock during a draw */
   pthread_mutex_t lock;

   struct driver driver;
   struct blend blend;
   struct rasterizer rasterizer;
   struct depth_stencil_alpha dsa;
   struct vertex_elements elements;
   struct sampler sampler[SCENE_STAGES][SCENE_TEXTURES];
   struct sampler_view view[SCENE_STAGES][SCENE_TEXTURES];
   struct resource *texture[SCENE_TEXTURES], *checkerboard;
   struct context c;
   struct draw *draw; /* of the picture that is drawn in areas, or NULL */

   size_t num_indices;
   double middle[3], radius;
   bool flat;
   struct scene_camera camera;
   bool has_camera;
   float clear[4];
   struct scene_inputs inputs[SCENE_STAGES];
   float attribute[MAX_VERTEX_ELEMENTS][4];
   uint32_t given_attributes;
   double modelview[4][4], projection[4][4]; /* rows */
};

/* status.c: sets the status and the message of a scene. Returns false. */
__attribute__((format(printf, 3, 4))) bool scene_fail(struct scene *s, enum nvp4c_status status, const char *format, ...);

/* Forgets earlier errors, and the picture that is drawn in areas. Returns false for a scene that cannot draw. */
bool scene_begin(struct scene *s);

/* grid.c: makes the room of an empty mesh; false if there is no memory. */
bool mesh_allocate(struct mesh *m, size_t vertices, size_t indices);
/* Add to a mesh with enough room: a white vertex, whose normal has the length 1; the triangles of the vertices from
   `first` on, which are a grid of around * along squares. */
struct mesh_vertex *mesh_add_vertex(struct mesh *m, const double position[3], const double normal[3], const double texcoord[2]);
void mesh_add_triangle(struct mesh *m, size_t a, size_t b, size_t c);
void mesh_add_grid(struct mesh *m, size_t first, unsigned around, unsigned along);
/* teapot.c: makes the pot in an empty mesh. False if there is no memory. */
bool mesh_make_teapot(struct mesh *m);

/* camera.c: computes both matrices. */
void scene_place_camera(struct scene *s);
/* A row of a matrix of the state. */
void scene_matrix_row(const struct scene *s, const struct nvp4c_state *state, unsigned index, double row[4]);
/* state.c: a component of GL state in the order of its vector. */
float scene_state(const struct scene *s, const struct nvp4c_state *state, unsigned index, unsigned component);
/* inputs.c */
void scene_free_inputs(struct scene_inputs *in);
/* For context.parameter. */
bool scene_parameter(void *user, unsigned stage, const struct nvp4c_reflection *e, uint32_t *word);

#endif

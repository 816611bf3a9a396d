/* SPDX-License-Identifier: MIT */
/* Meshes: built-in shapes, and Wavefront OBJ texts. */
#ifndef GL_DRIVER_MESH_H
#define GL_DRIVER_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MESH_MAX_VERTICES (1u << 24)
#define MESH_MAX_INDICES (3u << 26)

struct mesh_vertex {
   float position[4], normal[4], color[4], texcoord[4];
};

/* Triangles: three indices each. mesh_free() frees both arrays. */
struct mesh {
   struct mesh_vertex *vertices;
   uint32_t *indices;
   size_t num_vertices, num_indices;
};

/* What is wrong with a text, and where; line and column count from 1, and the offset from 0. */
struct mesh_error {
   char message[160];
   size_t line, column, offset;
};

/* Names of the shapes, before NULL. */
extern const char *const mesh_shapes[];
/*
 * Makes a shape around the origin:
 *
 *    triangle   (-1,-1) red, (1,-1) green, (0,1) blue, in the plane z = 0
 *    quad       from (-1,-1) to (1,1) in the plane z = 0
 *    cube       from (-1,-1,-1) to (1,1,1), with texture coordinates from 0 to 1 on each face
 *    sphere     radius 1; s goes around it and t from the south pole to the north pole
 *    torus      around the z axis, with the radii 0.7 and 0.3; s goes around the axis and t around the tube
 *    teapot     a pot that stands on the y axis, with its spout at the right; s goes around each part and t along it
 *
 * False if the name is not one of them, or if there is no memory.
 */
bool mesh_make(struct mesh *m, const char *name);

/*
 * Reads the statements v, vt, vn and f of an OBJ text; others are skipped. Polygons must be convex. A vertex without a colour
 * is white. Corners without a normal have the mean of the normals of the faces around their vertex, weighted by area. False
 * after an error; line is 0 if there is no memory.
 */
bool mesh_read_obj(struct mesh *m, const char *text, size_t length, struct mesh_error *error);
void mesh_free(struct mesh *m);

#endif

/* SPDX-License-Identifier: MIT */
/* Memory of meshes, and vertices and triangles of the built-in shapes, whose meshes have room for them. */
#include "gl-driver/scene/private.h"

#include <stdlib.h>

void mesh_free(struct mesh *m)
{
   free(m->vertices);
   free(m->indices);
   *m = (struct mesh){0};
}

bool mesh_allocate(struct mesh *m, size_t vertices, size_t indices)
{
   m->vertices = calloc(vertices, sizeof *m->vertices);
   m->indices = calloc(indices, sizeof *m->indices);
   if (m->vertices && m->indices)
      return true;
   mesh_free(m);
   return false;
}

struct mesh_vertex *mesh_add_vertex(struct mesh *m, const double position[3], const double normal[3], const double texcoord[2])
{
   struct mesh_vertex *v = &m->vertices[m->num_vertices++];

   for (unsigned k = 0; k < 3; k++) {
      v->position[k] = (float)position[k];
      v->normal[k] = (float)normal[k];
   }
   v->position[3] = v->texcoord[3] = 1;
   for (unsigned k = 0; k < 2; k++)
      v->texcoord[k] = (float)texcoord[k];
   for (unsigned k = 0; k < 4; k++)
      v->color[k] = 1;
   return v;
}

void mesh_add_triangle(struct mesh *m, size_t a, size_t b, size_t c)
{
   m->indices[m->num_indices++] = (uint32_t)a;
   m->indices[m->num_indices++] = (uint32_t)b;
   m->indices[m->num_indices++] = (uint32_t)c;
}

void mesh_add_grid(struct mesh *m, size_t first, unsigned around, unsigned along)
{
   for (size_t j = 0; j < along; j++)
      for (size_t i = 0; i < around; i++) {
         const size_t a = first + j * (around + 1) + i, b = a + around + 1;
         mesh_add_triangle(m, a, a + 1, b + 1);
         mesh_add_triangle(m, a, b + 1, b);
      }
}

/* SPDX-License-Identifier: MIT */
/* Shapes and OBJ texts of scenes. */
#include "gl-driver/scene/mesh.h"
#include "tests/unit/common/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_text(struct mesh *m, const char *text, struct mesh_error *e)
{
   return mesh_read_obj(m, text, strlen(text), e);
}

static void expect_position(const struct mesh *m, size_t corner, float x, float y, float z)
{
   const float *p = m->vertices[m->indices[corner]].position;

   ck_assert_msg(p[0] == x && p[1] == y && p[2] == z && p[3] == 1, "corner %zu is at %g %g %g %g", corner, (double)p[0],
                 (double)p[1], (double)p[2], (double)p[3]);
}

/* All statements of a face, in one text: negative indices count from the last vector before the face. */
START_TEST(test_faces)
{
   struct mesh_error e;
   struct mesh m;

   ck_assert(read_text(&m,
                       "# a square and a triangle\r\n"
                       "mtllib other.mtl\no name\n"
                       "v 0 0 0\nv 1 0 0 0.5\nv 1 1 0 1 0.5 0.25\nv 0 1 0\n"
                       "vt 0.25\nvt 0.5 0.75 2\n"
                       "vn 0 3 0\n"
                       "f 1 2/2 3/1/1 4//1 # the square\n"
                       "f -4 \\\n -3/-1 \\\r\n -2/-2/-1\n"
                       "usemtl none\ns 1",
                       &e));
   ck_assert_uint_eq(m.num_indices, 9);
   /* The square is cut around its first corner, and the triangle repeats three corners of it. */
   ck_assert_uint_eq(m.num_vertices, 4);
   for (unsigned k = 0; k < 3; k++)
      ck_assert_uint_eq(m.indices[6 + k], m.indices[k]);
   ck_assert_uint_eq(m.indices[3], m.indices[0]);
   ck_assert_uint_eq(m.indices[4], m.indices[2]);
   expect_position(&m, 0, 0, 0, 0);
   expect_position(&m, 1, 1, 0, 0);
   expect_position(&m, 2, 1, 1, 0);
   expect_position(&m, 5, 0, 1, 0);
   const struct mesh_vertex *second = &m.vertices[m.indices[1]], *third = &m.vertices[m.indices[2]];
   ck_assert(second->texcoord[0] == 0.5f && second->texcoord[1] == 0.75f && second->texcoord[2] == 2);
   ck_assert(second->color[0] == 1 && second->color[3] == 1);
   ck_assert(third->texcoord[0] == 0.25f && third->texcoord[1] == 0 && third->texcoord[3] == 1);
   ck_assert(third->color[0] == 1 && third->color[1] == 0.5f && third->color[2] == 0.25f && third->color[3] == 1);
   ck_assert(third->normal[1] == 3);  /* as given, without a change of its length */
   ck_assert(second->normal[2] == 1); /* the faces are in the plane z = 0, counterclockwise */
   mesh_free(&m);
}
END_TEST

/* Two faces that meet at the edge from (0,0,0) to (1,0,0): one of area 1/2 in z = 0, one of area 1 in y = 0 that faces -y.
   Their shared vertices have the normal (0, -2, 1) / sqrt(5), and the others those of their face. */
START_TEST(test_normals)
{
   struct mesh_error e;
   struct mesh m;

   ck_assert(read_text(&m, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 2\nf 1 2 3\nf 1 2 4\n", &e));
   const float *shared = m.vertices[m.indices[0]].normal, *other = m.vertices[m.indices[5]].normal;
   ck_assert(fabsf(shared[0]) < 1e-6f && fabsf(shared[1] + 2 / sqrtf(5)) < 1e-6f && fabsf(shared[2] - 1 / sqrtf(5)) < 1e-6f);
   ck_assert(other[0] == 0 && other[1] == -1 && other[2] == 0);
   mesh_free(&m);
}
END_TEST

static const struct {
   const char *text;
   size_t line, column;
   const char *message;
} wrong[] = {
    {"", 1, 1, "no faces"},
    {"v 1 2 3\n", 1, 1, "no faces"},
    {"v 1 2\n", 1, 1, "'v' has 2 numbers"},
    {"v 1 2 3 4 5\n", 1, 1, "5 numbers"},
    {"\n  v 1 2 3 4 5 6 7 8\n", 2, 3, "8 numbers"},
    {"v 1 2 x\n", 1, 7, "'x' is not a number"},
    {"v 1 nan 2\n", 1, 5, "'nan' is not a number"},
    {"v 1 2 1e39\n", 1, 7, "'1e39' is not a number"},
    {"v 1 0x2 2\n", 1, 5, "'0x2' is not a number"},
    {"vt\n", 1, 1, "'vt' has 0 numbers"},
    {"vn 1 2\n", 1, 1, "'vn' has 2 numbers"},
    {"v 0 0 0\nv 0 0 0\nf 1 2\n", 3, 1, "at least three corners"},
    {"v 0 0 0\nf 1 1 2\n", 2, 7, "vertex 2 does not exist; the text has 1"},
    {"v 0 0 0\nf 1 1 0\n", 2, 7, "vertex 0 does not exist"},
    {"v 0 0 0\nf 1 1 -2\n", 2, 7, "vertex -2 does not exist"},
    {"v 0 0 0\nf 1 1 99999999999999999999\n", 2, 7, "does not exist"},
    {"v 0 0 0\nf 1 1 1/1\n", 2, 9, "texture coordinate 1 does not exist"},
    {"v 0 0 0\nf 1 1 1//1\n", 2, 10, "normal 1 does not exist"},
    {"v 0 0 0\nf 1 1 1.5\n", 2, 7, "whole numbers"},
    {"v 0 0 0\nf 1 1 1/\n", 2, 7, "whole numbers"},
    {"v 0 0 0\nf 1 1 /1\n", 2, 7, "whole numbers"},
    {"v 0 0 0\nvt 0\nvn 0 0 1\nf 1 1 1/1/1/1\n", 4, 7, "whole numbers"},
    {"v 0 0 0\nf 1 \\\n 1 x\n", 3, 4, "whole numbers"},
};

START_TEST(test_errors)
{
   struct mesh_error e;
   struct mesh m;

   for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
      ck_assert_msg(!read_text(&m, wrong[i].text, &e), "accepted: %s", wrong[i].text);
      ck_assert_msg(e.line == wrong[i].line && e.column == wrong[i].column && strstr(e.message, wrong[i].message),
                    "%s%zu:%zu: %s", wrong[i].text, e.line, e.column, e.message);
      ck_assert(!m.vertices && !m.indices);
   }
}
END_TEST

/* A grid of 300 x 300 squares has 301 * 301 vertices, and its normals are all the same. */
START_TEST(test_large)
{
   enum { N = 300 };
   char *text = malloc((size_t)64 * N * N + 100000), *at = text;
   struct mesh_error e;
   struct mesh m;

   for (int y = 0; y <= N; y++)
      for (int x = 0; x <= N; x++)
         at += sprintf(at, "v %d %d 0\n", x, y);
   for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++) {
         const int a = y * (N + 1) + x + 1;
         at += sprintf(at, "f %d %d %d %d\n", a, a + 1, a + N + 2, a + N + 1);
      }
   ck_assert(mesh_read_obj(&m, text, (size_t)(at - text), &e));
   ck_assert_uint_eq(m.num_vertices, (N + 1) * (N + 1));
   ck_assert_uint_eq(m.num_indices, 6 * N * N);
   for (size_t i = 0; i < m.num_vertices; i++)
      ck_assert(m.vertices[i].normal[2] == 1);
   mesh_free(&m);
   free(text);
}
END_TEST

/* Texts with random changes are read or rejected, and all indices of a mesh exist. */
START_TEST(test_mutants)
{
   static const char good[] = "v 0 0 0\nv 1 0 0 1 1 1\nv 1 1 0\nvt 0 1\nvn 0 0 1\nf 1/1/1 2//1 3\nf -1 -2/-1 \\\n-3//-1\n";
   static const char alphabet[] = "vtnf0123456789-+/.\\ \n#e";
   uint32_t random = 1;
   struct mesh_error e;
   struct mesh m;

   for (unsigned round = 0; round < 20000; round++) {
      char text[sizeof good];
      memcpy(text, good, sizeof good);
      for (unsigned k = 0; k < 1 + round % 4; k++) {
         random = random * 1664525 + 1013904223;
         text[(random >> 8) % (sizeof good - 1)] = alphabet[(random >> 20) % (sizeof alphabet - 1)];
      }
      if (!mesh_read_obj(&m, text, (random >> 16) % sizeof good, &e))
         continue;
      for (size_t i = 0; i < m.num_indices; i++)
         ck_assert_uint_lt(m.indices[i], m.num_vertices);
      mesh_free(&m);
   }
}
END_TEST

/* Shapes are closed, except for the flat ones: their triangles face outwards, and normals agree with the triangles. */
START_TEST(test_shapes)
{
   for (unsigned s = 0; mesh_shapes[s]; s++) {
      struct mesh m;
      double volume = 0;
      ck_assert(mesh_make(&m, mesh_shapes[s]));
      for (size_t i = 0; i < m.num_indices; i += 3) {
         const struct mesh_vertex *v[3];
         double d[2][3], n[3], size = 0, along = 0;
         for (unsigned k = 0; k < 3; k++)
            v[k] = &m.vertices[m.indices[i + k]];
         for (unsigned c = 0; c < 3; c++) {
            d[0][c] = (double)v[1]->position[c] - (double)v[0]->position[c];
            d[1][c] = (double)v[2]->position[c] - (double)v[0]->position[c];
         }
         for (unsigned c = 0; c < 3; c++) {
            n[c] = d[0][(c + 1) % 3] * d[1][(c + 2) % 3] - d[0][(c + 2) % 3] * d[1][(c + 1) % 3];
            size += n[c] * n[c];
            volume += n[c] * (double)v[0]->position[c] / 6;
         }
         for (unsigned k = 0; k < 3; k++)
            for (unsigned c = 0; c < 3; c++)
               along += n[c] * (double)v[k]->normal[c] / 3;
         ck_assert_msg(size < 1e-12 || along > 0.9 * sqrt(size), "%s: a normal", mesh_shapes[s]);
      }
      /* cube: 8; sphere: 4/3 pi; torus: 2 pi^2 0.7 0.3^2; round shapes are a little smaller */
      const double exact = !strcmp(mesh_shapes[s], "cube")     ? 8
                           : !strcmp(mesh_shapes[s], "sphere") ? 4.18879
                           : !strcmp(mesh_shapes[s], "torus")  ? 1.24358
                                                               : 0;
      /* The spout of the teapot is open, so its mesh has no volume. */
      ck_assert_msg(!strcmp(mesh_shapes[s], "teapot") || (volume <= exact + 1e-9 && volume >= 0.98 * exact), "%s: volume %g",
                    mesh_shapes[s], volume);
      mesh_free(&m);
   }
   struct mesh m;
   ck_assert(!mesh_make(&m, "teacup"));
}
END_TEST

SUITE_MAIN("meshes", 120, NULL, NULL, test_faces, test_normals, test_errors, test_large, test_mutants, test_shapes)

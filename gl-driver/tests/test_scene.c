/* SPDX-License-Identifier: MIT */
/* Scenes: pictures of meshes by two programs, compared with what the geometry says. */
#include "gl-driver/scene/scene.h"
#include "tests/unit/common/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct nvp4c_options options;

static void begin_usc(void)
{
   nvp4c_options_init(&options, sizeof options);
}
static void begin_agx(void)
{
   nvp4c_options_init(&options, sizeof options);
   options.target = NVP4C_TARGET_AGX;
}

#define MAX_SIDE 128
struct picture {
   unsigned width, height;
   uint8_t pixel[4 * MAX_SIDE * MAX_SIDE];
};
/* y counts from the bottom. */
static const uint8_t *at(const struct picture *p, unsigned x, unsigned y)
{
   return p->pixel + 4 * ((size_t)(p->height - 1 - y) * p->width + x);
}

static struct scene *create(const char *vertex, const char *fragment, unsigned width, unsigned height)
{
   struct scene *s = scene_create(&(struct scene_setup){.program = {{vertex, strlen(vertex)}, {fragment, strlen(fragment)}},
                                                        .options = &options,
                                                        .width = width,
                                                        .height = height,
                                                        .threads = 1});
   ck_assert(s != NULL);
   return s;
}

static void set_obj(struct scene *s, const char *text)
{
   struct mesh_error e;
   struct mesh m;

   ck_assert_msg(mesh_read_obj(&m, text, strlen(text), &e), "%zu: %s", e.line, e.message);
   ck_assert(scene_set_mesh(s, &m));
   mesh_free(&m);
}

static void set_shape(struct scene *s, const char *name)
{
   struct mesh m;

   ck_assert(mesh_make(&m, name) && scene_set_mesh(s, &m));
   mesh_free(&m);
}

static void set_inputs(struct scene *s, const char *text)
{
   ck_assert_msg(scene_set_inputs(s, text, strlen(text)), "%s: %s", text, scene_message(s));
}

/* Draws and frees a scene. */
static void draw(struct scene *s, struct picture *p, unsigned width, unsigned height)
{
   p->width = width;
   p->height = height;
   ck_assert_msg(scene_draw(s, p->pixel), "%s", scene_message(s));
   scene_free(s);
}

static const char pass[] = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
                           "MOV result.texcoord[0], vertex.texcoord[0];\nEND\n";
static const char color[] = "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n";

static int near_byte(double v, uint8_t b)
{
   return fabs(v * 255 - b) <= 1.01;
}

/* ---- triangles */

/* Edge function of a point in pixels; the vertices are in clip coordinates with w = 1. */
static double side(const double a[2], const double b[2], double x, double y)
{
   return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

/* A red, a green and a blue vertex, with weights w: colours are linear in space, not on the screen. No centre of a pixel is on
   an edge. */
static void expect_triangle(const struct picture *p, const double v[3][2], const double w[3])
{
   double px[3][2];
   unsigned covered = 0;

   for (unsigned k = 0; k < 3; k++) {
      px[k][0] = (v[k][0] + 1) * p->width / 2;
      px[k][1] = (v[k][1] + 1) * p->height / 2;
   }
   for (unsigned y = 0; y < p->height; y++)
      for (unsigned x = 0; x < p->width; x++) {
         double b[3], sum = 0;
         const uint8_t *c = at(p, x, y);
         for (unsigned k = 0; k < 3; k++)
            b[k] = side(px[(k + 1) % 3], px[(k + 2) % 3], x + 0.5, y + 0.5);
         if (b[0] < 0 || b[1] < 0 || b[2] < 0) {
            ck_assert_msg(!c[3], "pixel %u %u is covered", x, y);
            continue;
         }
         covered++;
         for (unsigned k = 0; k < 3; k++)
            sum += b[k] / w[k];
         for (unsigned k = 0; k < 3; k++)
            ck_assert_msg(near_byte(b[k] / w[k] / sum, c[k]), "pixel %u %u: component %u is %u, not %g", x, y, k, c[k],
                          b[k] / w[k] / sum * 255);
         ck_assert_uint_eq(c[3], 255);
      }
   ck_assert_uint_gt(covered, 100);
}

START_TEST(test_triangle)
{
   static const double v[3][2] = {{-0.871, -0.743}, {0.913, -0.391}, {-0.177, 0.957}}, even[3] = {1, 1, 1};
   struct scene *s = create(pass, color, 33, 27);
   static struct picture p;

   set_obj(s, "v -0.871 -0.743 0 1 0 0\nv 0.913 -0.391 0 0 1 0\nv -0.177 0.957 0 0 0 1\nf 1 2 3\n");
   draw(s, &p, 33, 27);
   expect_triangle(&p, v, even);
}
END_TEST

START_TEST(test_perspective)
{
   static const char weighted[] = "!!NVvp4.0\nMUL result.position, vertex.position, vertex.texcoord[0].z;\n"
                                  "MOV result.color, vertex.color;\nEND\n";
   static const double v[3][2] = {{-0.871, -0.743}, {0.913, -0.391}, {-0.177, 0.957}}, w[3] = {1, 3, 0.5};
   struct scene *s = create(color, weighted, 33, 27); /* the order of the programs does not matter */
   static struct picture p;

   set_obj(s, "v -0.871 -0.743 0 1 0 0\nv 0.913 -0.391 0 0 1 0\nv -0.177 0.957 0 0 0 1\n"
              "vt 0 0 1\nvt 0 0 3\nvt 0 0 0.5\nf 1/1 2/2 3/3\n");
   draw(s, &p, 33, 27);
   expect_triangle(&p, v, w);
}
END_TEST

/* A square that leans from z = -2 at the left to z = 2 at the right: only its middle half is between the planes z = -1 and z =
   1, so the columns 8 to 23 of 32 are covered. */
START_TEST(test_clipping)
{
   struct scene *s = create(pass, color, 32, 32);
   static struct picture p;

   set_obj(s, "v -1 -1 -2\nv 1 -1 2\nv 1 1 2\nv -1 1 -2\nf 1 2 3 4\n");
   draw(s, &p, 32, 32);
   for (unsigned y = 0; y < 32; y++)
      for (unsigned x = 0; x < 32; x++)
         ck_assert_msg(at(&p, x, y)[3] == (x >= 8 && x < 24 ? 255 : 0), "pixel %u %u", x, y);
}
END_TEST

/* A red square with z from -0.5 at the left to 0.5 at the right, and a green one the other way round: red is in front at the
   left, whichever is drawn first. Of the second one, the back is visible. */
START_TEST(test_depth)
{
   static const char *const faces[] = {"f 1 2 3 4\nf 8 7 6 5\n", "f 5 6 7 8\nf 4 3 2 1\n"};
   static struct picture p;

   for (unsigned order = 0; order < 2; order++) {
      char text[400] = "v -1 -1 -.5 1 0 0\nv 1 -1 .5 1 0 0\nv 1 1 .5 1 0 0\nv -1 1 -.5 1 0 0\n"
                       "v -1 -1 .5 0 1 0\nv 1 -1 -.5 0 1 0\nv 1 1 -.5 0 1 0\nv -1 1 .5 0 1 0\n";
      struct scene *s = create(pass, color, 32, 8);
      set_obj(s, strcat(text, faces[order]));
      draw(s, &p, 32, 8);
      for (unsigned x = 0; x < 32; x++)
         ck_assert_msg(at(&p, x, 3)[0] == (x < 16 ? 255 : 0) && at(&p, x, 3)[1] == (x < 16 ? 0 : 255), "order %u, column %u",
                       order, x);
   }
}
END_TEST

/* ---- the camera */

static const char transform[] = "!!ARBvp1.0\nPARAM m[4] = { state.matrix.mvp };\n"
                                "DP4 result.position.x, m[0], vertex.position;\nDP4 result.position.y, m[1], vertex.position;\n"
                                "DP4 result.position.z, m[2], vertex.position;\nDP4 result.position.w, m[3], vertex.position;\n"
                                "MOV result.texcoord[0], vertex.normal;\nEND\n";
/* The colour is 1/2 + normal / 2. */
static const char show_normal[] =
    "!!ARBfp1.0\nMAD result.color, fragment.texcoord[0], 0.5, 0.5;\nMOV result.color.w, 1.0;\nEND\n";

/* The face of the cube from -1 to 1 that a ray hits first: -1 if it misses. Faces are +x -x +y -y +z -z. *margin is the
   distance from the nearest edge at the hit. */
static int cube_face(const double eye[3], const double ray[3], double *margin)
{
   double first = 1e9;
   int face = -1;

   for (unsigned k = 0; k < 6; k++) {
      const unsigned axis = k / 2;
      const double t = ((k & 1 ? -1 : 1) - eye[axis]) / ray[axis];
      double m = 1;
      for (unsigned c = 0; c < 3; c++)
         if (c != axis)
            m = fmin(m, 1 - fabs(eye[c] + t * ray[c]));
      if (t > 0 && m >= 0 && t < first) {
         first = t;
         face = (int)k;
         *margin = m;
      }
   }
   return face;
}

/* The default camera: 30 degrees to the right, 20 above, with an angle of 40 degrees, at a distance from which the sphere
   around the mesh fits with a margin of 1/20. A ray through each pixel tells its face. */
START_TEST(test_cube)
{
   enum { W = 96, H = 64 };
   const double pi = 3.14159265358979, a = pi / 6, e = pi / 9, d = sqrt(3) * 1.05 / sin(pi / 9), tangent = tan(pi / 9);
   const double eye[3] = {d * cos(e) * sin(a), d * sin(e), d * cos(e) * cos(a)}, right[3] = {cos(a), 0, -sin(a)},
                up[3] = {-sin(e) * sin(a), cos(e), -sin(e) * cos(a)};
   struct scene *s = create(transform, show_normal, W, H);
   unsigned seen[6] = {0};
   static struct picture p;

   set_shape(s, "cube");
   draw(s, &p, W, H);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         const double sx = ((x + 0.5) - W / 2.0) / (H / 2.0) * tangent, sy = ((y + 0.5) - H / 2.0) / (H / 2.0) * tangent;
         double ray[3], margin = 0;
         for (unsigned c = 0; c < 3; c++)
            ray[c] = sx * right[c] + sy * up[c] - eye[c] / d;
         const int face = cube_face(eye, ray, &margin);
         const uint8_t *q = at(&p, x, y);
         if (face >= 0 && margin < 0.01)
            continue; /* the rasteriser rounds positions to 1/256 pixel */
         if (face < 0) {
            ck_assert_msg(!q[3] || (q[0] != 128 + q[1]), "pixel %u %u", x, y);
            continue;
         }
         seen[face]++;
         for (unsigned c = 0; c < 3; c++) {
            const double want = c == (unsigned)face / 2 ? !(face & 1) : 0.5;
            ck_assert_msg(near_byte(want, q[c]), "pixel %u %u: component %u is %u, face %d", x, y, c, q[c], face);
         }
      }
   ck_assert_uint_gt(seen[0], 100); /* right, top and front */
   ck_assert_uint_gt(seen[2], 100);
   ck_assert_uint_gt(seen[4], 100);
   ck_assert_uint_eq(seen[1] + seen[3] + seen[5], 0);
}
END_TEST

/* Cameras on six sides of the cube: the middle of the picture has the normal of that side. */
START_TEST(test_camera)
{
   static const struct {
      struct scene_camera camera;
      uint8_t middle[3];
   } from[] = {{{0, 0, 0, 0}, {128, 128, 255}}, {{180, 0, 0, 0}, {128, 128, 0}},  {{90, 0, 3, 60}, {255, 128, 128}},
               {{-90, 0, 0, 0}, {0, 128, 128}}, {{0, 90, 0, 0}, {128, 255, 128}}, {{0, -90, 0, 0}, {128, 0, 128}}};
   static struct picture p;

   for (unsigned i = 0; i < sizeof from / sizeof *from; i++) {
      struct scene *s = create(transform, show_normal, 16, 16);
      set_shape(s, "cube");
      scene_set_camera(s, &from[i].camera);
      draw(s, &p, 16, 16);
      for (unsigned c = 0; c < 3; c++)
         ck_assert_msg(abs(at(&p, 8, 8)[c] - from[i].middle[c]) <= 1, "camera %u: component %u is %u", i, c, at(&p, 8, 8)[c]);
   }
}
END_TEST

/* ---- fragments */

/* GL's window begins at the bottom left: y and its derivative count upwards, and a counterclockwise square shows its front. */
START_TEST(test_window)
{
   static const char window[] = "!!NVfp4.0\nTEMP t;\nMUL result.color.xy, fragment.position, 0.0625;\n"
                                "DDY t, fragment.position.y;\nMUL result.color.z, t.x, 0.5;\n"
                                "MAD result.color.w, fragment.facing.x, 0.25, 0.5;\nEND\n";
   static const char *const square[] = {"f 1 2 3 4\n", "f 4 3 2 1\n"};
   static struct picture p;

   for (unsigned back = 0; back < 2; back++) {
      char text[200] = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n";
      struct scene *s = create(pass, window, 16, 16);
      set_obj(s, strcat(text, square[back]));
      draw(s, &p, 16, 16);
      for (unsigned y = 0; y < 16; y++)
         for (unsigned x = 0; x < 16; x++) {
            const uint8_t *c = at(&p, x, y);
            ck_assert_msg(near_byte((x + 0.5) / 16, c[0]) && near_byte((y + 0.5) / 16, c[1]) && near_byte(0.5, c[2]) &&
                              near_byte(back ? 0.25 : 0.75, c[3]),
                          "pixel %u %u: %u %u %u %u", x, y, c[0], c[1], c[2], c[3]);
         }
   }
}
END_TEST

/* Each pixel of a square of 8 x 8 samples a texture of 2 x 2 texels between its texels: bilinear, repeated, t upwards. */
START_TEST(test_texture)
{
   static const uint8_t texel[16] = {/* top row */ 255,  0, 0,   255, 0,   255, 0,   255,
                                     /* bottom row */ 0, 0, 255, 255, 255, 255, 255, 255};
   static const char look[] = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[2], 2D;\nEND\n";
   struct scene *s = create(pass, look, 8, 8);
   static struct picture p;

   ck_assert(scene_set_texture(s, 2, 2, 2, texel));
   set_shape(s, "quad");
   draw(s, &p, 8, 8);
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++) {
         /* (x + 1/2) / 8 * 2 - 1/2 texels from the middle of the left one */
         const double u = (x + 0.5) / 4 - 0.5, v = (y + 0.5) / 4 - 0.5, fu = u - floor(u), fv = v - floor(v);
         const unsigned i = (unsigned)((int)floor(u) + 2) % 2, j = (unsigned)((int)floor(v) + 2) % 2;
         for (unsigned c = 0; c < 4; c++) {
            double sum = 0;
            for (unsigned k = 0; k < 4; k++) {
               const unsigned column = (i + (k & 1)) % 2, row = (j + (k >> 1)) % 2;
               sum += (k & 1 ? fu : 1 - fu) * (k & 2 ? fv : 1 - fv) * texel[4 * (2 * (1 - row) + column) + c];
            }
            ck_assert_msg(near_byte(sum / 255, at(&p, x, y)[c]), "pixel %u %u: component %u is %u, not %g", x, y, c,
                          at(&p, x, y)[c], sum);
         }
      }
}
END_TEST

/* Integers from the position: each pixel has its own colour on every machine, to the bit. */
START_TEST(test_integers)
{
   static const char exact[] =
       "!!NVfp4.0\nUINT TEMP i;\nTEMP f;\nTRUNC.U i.xy, fragment.position;\nXOR.U i.z, i.x, i.y;\n"
       "MUL.U i.w, i.x, i.y;\nAND.U i, i, 255;\nI2F.U f, i;\nMUL result.color, f, 0.00392156886;\nEND\n";
   const char *cpu;
   unsigned cores = 0;
   static struct picture p;

   for (; (cpu = options.cpu = nvp4c_cpu_name(options.target, cores)); cores++) {
      struct scene *s = create(pass, exact, 40, 24);
      set_shape(s, "quad");
      draw(s, &p, 40, 24);
      for (unsigned y = 0; y < 24; y++)
         for (unsigned x = 0; x < 40; x++) {
            const uint8_t *c = at(&p, x, y);
            ck_assert_msg(c[0] == x && c[1] == y && c[2] == (x ^ y) && c[3] == (x * y & 255), "%s: pixel %u %u: %u %u %u %u",
                          cpu, x, y, c[0], c[1], c[2], c[3]);
         }
   }
   ck_assert_uint_ge(cores, options.target == NVP4C_TARGET_USC ? 10 : 1);
}
END_TEST

START_TEST(test_threads)
{
   static const char *const texts[2] = {transform, show_normal};
   static struct picture p[2];

   for (unsigned k = 0; k < 2; k++) {
      struct scene *s =
          scene_create(&(struct scene_setup){.program = {{texts[0], strlen(texts[0])}, {texts[1], strlen(texts[1])}},
                                             .options = &options,
                                             .width = 128,
                                             .height = 128,
                                             .threads = k ? 7 : 1});
      set_shape(s, "torus");
      draw(s, &p[k], 128, 128);
   }
   ck_assert(!memcmp(p[0].pixel, p[1].pixel, sizeof p[0].pixel));
}
END_TEST

/* ---- inputs */

/* A fragment program whose colour is a parameter; the quad covers the one pixel of the picture. */
static void expect_color(const char *vertex, const char *fragment, const char *inputs, const char *want)
{
   struct scene *s = create(vertex, fragment, 1, 1);
   static struct picture p;
   char got[40];

   ck_assert_msg(scene_status(s) == NVP4C_OK, "%s: %s", fragment, scene_message(s));
   set_shape(s, "quad");
   set_inputs(s, inputs);
   draw(s, &p, 1, 1);
   snprintf(got, sizeof got, "%u %u %u %u", p.pixel[0], p.pixel[1], p.pixel[2], p.pixel[3]);
   ck_assert_msg(!strcmp(got, want), "%s: %s: %s, not %s", fragment, inputs, got, want);
}

#define SHOW(parameter) "!!ARBfp1.0\nPARAM p = " parameter ";\nMOV result.color, p;\nEND\n"
START_TEST(test_inputs)
{
   static const char attribute[] =
       "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.attrib[5];\nEND\n";
   static const char tgsi_vertex[] =
       "VERT\nDCL IN[0]\nDCL IN[3]\nDCL OUT[0], POSITION\nDCL OUT[1], COLOR\n0: MOV OUT[0], IN[0]\n"
       "1: MOV OUT[1], IN[3]\n2: END\n";
   static const char tgsi[] = "FRAG\nDCL IN[0], COLOR, PERSPECTIVE\nDCL OUT[0], COLOR\nDCL CONST[0..3]\n"
                              "0: MUL OUT[0], CONST[2], IN[0]\n1: END\n";
   static const char buffer[] = "!!NVfp4.0\nBUFFER4 b[] = { program.buffer[1][0..3] };\n"
                                "MOV result.color, b[2];\nEND\n";

   expect_color(pass, SHOW("program.local[3]"), "", "0 0 0 255");
   expect_color(pass, SHOW("program.local[3]"), "p=1 0.2; # a comment\nvertex:program.local[3]=0 0 1\n", "255 51 0 255");
   expect_color(pass, SHOW("program.env[1]"), "program.env[1]=0 1 0 0.6;program.env[1].x=0.4", "102 255 0 153");
   expect_color(pass, SHOW("state.light[0].diffuse"), "", "255 255 255 255");
   expect_color(pass, SHOW("state.light[1].diffuse"), "", "0 0 0 255");
   expect_color(pass, SHOW("state.material.ambient"), "", "51 51 51 255");
   expect_color(pass, SHOW("state.lightmodel.scenecolor"), "", "10 10 10 255"); /* 0.2 * 0.2, and the alpha of diffuse */
   expect_color(pass, SHOW("state.lightprod[0].diffuse"), "", "204 204 204 255");
   expect_color(pass, SHOW("state.material.diffuse"), "state.material.front.diffuse=1 0.4 0", "255 102 0 255");
   expect_color(pass, SHOW("state.matrix.texture[0].row[1]"), "", "0 255 0 0");
   /* The camera looks at the quad from 1.05 * sqrt(2) / sin(20 degrees) = 4.34172; the last row of the inverse of a translation
      is 0 0 0 1, and 4.34172 / 10 * 255 = 110.7. */
   expect_color(pass, SHOW("state.matrix.modelview.inverse.row[3]"), "", "0 0 0 255");
   expect_color(pass, "!!ARBfp1.0\nPARAM p = state.matrix.modelview.inverse.row[2];\nMUL result.color, p.w, 0.1;\nEND\n", "",
                "111 111 111 111");
   expect_color(attribute, color, "vertex.attrib[5]=0 0.4 1", "0 102 255 255");
   expect_color(pass, color, "vertex.color=0.2", "51 0 0 255");
   expect_color(tgsi_vertex, tgsi, "CONST[2]=0 0.4 1 1", "0 102 255 255");
   expect_color(tgsi_vertex, tgsi, "CONST[0][0]=state.matrix.projection", "0 0 0 0"); /* row 2: 0 0, below 0, below 0 */
   expect_color(tgsi_vertex, tgsi, "CONST[2]=state.matrix.modelview.row[1]", "0 255 0 0");
   expect_color(pass, buffer, "program.buffer[1][8]=0.2 0.4 0.6 0.8", "51 102 153 204");
}
END_TEST

static const struct {
   const char *inputs, *message;
   size_t offset; /* in the inputs; SIZE_MAX if the message is not about a place */
} wrong[] = {
    {"p=1;q=2", "no input 'q'", 4},
    {"p=1\nfragment:p=x", "'x' is not a number", 15},
    {"vertex:p=1", "no input 'p'", 7},
    {"p", "expected NAME = VALUES", 0},
    {"p=state.matrix.mvp.row[4]", "is not a number", 2},
    {"p=1\nfragment.color = 1", "fragment.color: the vertex program sets", SIZE_MAX},
    {"program.buffer[99][0]=1", "no input", 0},
};

START_TEST(test_wrong_inputs)
{
   for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
      struct scene *s =
          create(pass, "!!ARBfp1.0\nPARAM p = program.local[0];\nMUL result.color, p, fragment.color;\nEND\n", 4, 4);
      ck_assert(!scene_set_inputs(s, wrong[i].inputs, strlen(wrong[i].inputs)));
      ck_assert_uint_eq(scene_status(s), NVP4C_REJECTED);
      const struct nvp4c_result *r = scene_result(s, SCENE_INPUTS);
      if (wrong[i].offset == SIZE_MAX) {
         ck_assert_msg(strstr(scene_message(s), wrong[i].message), "%s: %s", wrong[i].inputs, scene_message(s));
      } else {
         ck_assert(r && nvp4c_result_num_diagnostics(r));
         const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, 0);
         ck_assert_msg(strstr(d->message, wrong[i].message) && d->offset == wrong[i].offset, "%s: %zu: %s", wrong[i].inputs,
                       d->offset, d->message);
      }
      uint8_t pixels[64];
      set_shape(s, "quad"); /* which succeeds, but does not make up for the inputs */
      ck_assert(!scene_draw(s, pixels));
      set_inputs(s, "p=1 1 1 1");
      ck_assert(scene_draw(s, pixels) && pixels[0] == 255);
      scene_free(s);
   }
}
END_TEST

/* ---- what a scene cannot draw */

START_TEST(test_refused)
{
   static const struct {
      const char *first, *second;
      enum nvp4c_status status;
      const char *message;
   } bad[] = {
       {pass, pass, NVP4C_REJECTED, "both programs are vertex programs"},
       {pass, "!!ARBfp1.0\nMOV result.color, nothing;\nEND\n", NVP4C_REJECTED, ""},
       {pass, "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[1], CUBE;\nEND\n", NVP4C_UNSUPPORTED,
        "fragment program: texture 1 is cube"},
       {"!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nEMIT;\nEND\n", color, NVP4C_UNSUPPORTED,
        "no geometry program"},
       {pass,
        "FRAG\nDCL OUT[0], COLOR\nDCL BUFFER[0]\nDCL TEMP[0]\nIMM[0] UINT32 {0, 0, 0, 0}\n"
        "0: LOAD TEMP[0], BUFFER[0], IMM[0].xxxx\n1: MOV OUT[0], TEMP[0]\n2: END\n",
        NVP4C_UNSUPPORTED, "fragment program: a scene has no read-write memory"},
   };

   for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
      struct scene *s = create(bad[i].first, bad[i].second, 4, 4);
      uint8_t pixels[64];
      if (options.target == NVP4C_TARGET_AGX && i == 3)
         ck_assert(scene_status(s) != NVP4C_OK); /* AGX has no geometry programs at all */
      else
         ck_assert_msg(scene_status(s) == bad[i].status && strstr(scene_message(s), bad[i].message), "%zu: %u: %s", i,
                       scene_status(s), scene_message(s));
      ck_assert(!scene_draw(s, pixels));
      scene_free(s);
   }
   struct scene *s = create(pass, color, 0, 4);
   ck_assert_uint_eq(scene_status(s), NVP4C_USAGE);
   scene_free(s);
}
END_TEST

/* A program without an end is stopped, and the scene says so. */
START_TEST(test_endless)
{
   static const char endless[] = "!!NVfp4.0\nTEMP t;\nMOV t, fragment.color;\nLOOP;\nADD t, t, 1.0;\nENDLOOP;\n"
                                 "MOV result.color, t;\nEND\n";
   struct scene *s = create(pass, endless, 1, 1);
   uint8_t pixel[4];

   if (scene_status(s) != NVP4C_OK) { /* the loop is known to be endless */
      scene_free(s);
      s = create(pass,
                 "!!NVfp4.0\nTEMP t;\nMOV t, fragment.color;\nREP;\nADD.CC t, t, 1.0;\nBRK (LT.x);\nENDREP;\n"
                 "MOV result.color, t;\nEND\n",
                 1, 1);
   }
   ck_assert_msg(scene_status(s) == NVP4C_OK, "%s", scene_message(s));
   set_shape(s, "quad");
   ck_assert(!scene_draw(s, pixel));
   ck_assert_msg(strstr(scene_message(s), "runs for too long"), "%s", scene_message(s));
   scene_free(s);
}
END_TEST

/* ---- areas */

static struct scene *create_torus(const char *fragment, unsigned width, unsigned height)
{
   struct scene *s = create(transform, fragment, width, height);

   set_shape(s, "torus");
   set_inputs(s, "");
   return s;
}

/* Areas of odd widths that are refined in three steps leave what one draw leaves. */
START_TEST(test_areas)
{
   enum { W = 61, H = 47 };
   static const unsigned border[] = {0, 7, 20, 33, 60, W}, step[][2] = {{4, 0}, {2, 4}, {1, 2}};
   static struct picture p;
   struct scene *s = create_torus(show_normal, W, H);
   unsigned covered = 0;

   draw(create_torus(show_normal, W, H), &p, W, H);
   ck_assert(scene_begin_picture(s));
   for (unsigned k = 0; k < 3; k++)
      for (unsigned a = 5; a-- > 0;)
         ck_assert(scene_draw_area(s, &(struct scene_area){border[a], 0, border[a + 1], H, step[k][0], step[k][1]}));
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         ck_assert_msg(!memcmp(scene_pixel(s, x, y), at(&p, x, y), 4), "pixel %u %u differs", x, y);
         /* the program writes an alpha of 1, and the background has 0 */
         ck_assert(scene_is_covered(s, x, y) == (at(&p, x, y)[3] != 0));
         covered += scene_is_covered(s, x, y);
      }
   ck_assert(covered > W * H / 5 && covered < W * H);
   scene_end_picture(s);
   ck_assert(!scene_draw_area(s, &(struct scene_area){0, 0, W, H, 1, 0}));
   ck_assert_uint_eq(scene_status(s), NVP4C_USAGE);
   scene_free(s);
}
END_TEST

/* A wave is found for the covered pixels, whose invocation is valid and no helper, and finding it leaves the picture alone. */
START_TEST(test_find)
{
   enum { SIDE = 40 };
   static struct picture p;
   struct scene *s = create_torus(show_normal, SIDE, SIDE);
   struct scene_invocation i;

   draw(create_torus(show_normal, SIDE, SIDE), &p, SIDE, SIDE);
   ck_assert(!scene_find(s, 0, 0, &i)); /* no picture was begun */
   ck_assert(scene_begin_picture(s) && scene_draw_area(s, &(struct scene_area){0, 0, SIDE, SIDE, 1, 0}));
   for (unsigned y = 0; y < SIDE; y++)
      for (unsigned x = 0; x < SIDE; x++) {
         ck_assert_msg(scene_find(s, x, y, &i) == (at(&p, x, y)[3] != 0), "pixel %u %u", x, y);
         if (!at(&p, x, y)[3])
            continue;
         ck_assert_uint_eq(i.lane, (x & 1) + 2 * (y & 1));
         ck_assert((i.valid >> i.lane & 1) && !(i.helpers >> i.lane & 1) && i.wave && i.code);
      }
   ck_assert(!scene_find(s, SIDE, 0, &i));
   for (unsigned y = 0; y < SIDE; y++)
      ck_assert(!memcmp(scene_pixel(s, 0, y), at(&p, 0, y), (size_t)4 * SIDE));
   scene_free(s);
}
END_TEST

/* A loop of 100 rounds takes more than 50 steps, and less than 100,000. */
START_TEST(test_step_limit)
{
   static const char rounds[] = "!!NVfp4.0\nPARAM n = program.local[0];\nTEMP t;\nMOV t, n;\nREP;\nSUB.CC t.x, t, 1.0;\n"
                                "BRK (LE.x);\nENDREP;\nMOV result.color, 1.0;\nEND\n";

   for (unsigned k = 0; k < 2; k++) {
      struct scene *s = scene_create(&(struct scene_setup){.program = {{pass, strlen(pass)}, {rounds, strlen(rounds)}},
                                                           .options = &options,
                                                           .width = 1,
                                                           .height = 1,
                                                           .threads = 1,
                                                           .wave_steps = k ? 100000 : 50});
      uint8_t pixel[4];
      set_shape(s, "quad");
      set_inputs(s, "program.local[0]=100 0 0 0");
      ck_assert_msg(scene_draw(s, pixel) == (k == 1), "limit %u: %s", k, scene_message(s));
      ck_assert(k || strstr(scene_message(s), "runs for too long"));
      scene_free(s);
   }
}
END_TEST

int main(void)
{
   const TTest *const tests[] = {test_triangle, test_perspective,  test_clipping, test_depth,    test_cube,
                                 test_camera,   test_window,       test_texture,  test_integers, test_threads,
                                 test_inputs,   test_wrong_inputs, test_refused,  test_endless,  test_areas,
                                 test_find,     test_step_limit};
   Suite *s = suite_create("scenes");

   for (unsigned agx = 0; agx < 2; agx++) {
      TCase *t = tcase_create(agx ? "agx" : "usc");
      tcase_set_timeout(t, 120);
      tcase_add_checked_fixture(t, agx ? begin_agx : begin_usc, NULL);
      for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
         tcase_add_test(t, tests[i]);
      suite_add_tcase(s, t);
   }
   return suite_run(s);
}

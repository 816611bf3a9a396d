/* SPDX-License-Identifier: MIT */
/*
 * A complete small driver: draws one triangle on a simulated PowerVR Rogue and writes triangle.ppm.
 *
 *    cc triangle.c $(pkg-config --cflags --libs nvp4c) && ./a.out
 *
 * It compiles and links a vertex and a fragment program, and runs their machine code in waves of 32 invocations. The fixed
 * functions between the two programs are written out below: the viewport transformation, the planes of the varyings, and the
 * rasteriser.
 */
#include <nvp4c_machine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 128 /* pixels, a multiple of 16 */
#define HEIGHT 96 /* pixels, a multiple of 2 */
#define MAX_STEPS 100000

static const char vertex_text[] = "!!ARBvp1.0\n"
                                  "PARAM projection[4] = { program.local[0..3] };\n"
                                  "DP4 result.position.x, projection[0], vertex.attrib[0];\n"
                                  "DP4 result.position.y, projection[1], vertex.attrib[0];\n"
                                  "DP4 result.position.z, projection[2], vertex.attrib[0];\n"
                                  "DP4 result.position.w, projection[3], vertex.attrib[0];\n"
                                  "MOV result.color, vertex.attrib[1];\n"
                                  "MOV result.texcoord[0], vertex.attrib[0];\n" /* the link drops it: nothing reads it */
                                  "END\n";
static const char fragment_text[] = "!!ARBfp1.0\n"
                                    "MUL result.color, fragment.color, program.local[0];\n"
                                    "END\n";

/* State of GL: program.local of both programs, and two attributes of three vertices (position and colour). */
static const float vertex_local[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, -1, -1}, {0, 0, -1, 0}};
static const float fragment_local[1][4] = {{0.75f, 0.75f, 0.75f, 1}};
static const float attrib[3][2][4] = {
   {{-0.9f, -0.8f, -1, 1}, {1, 0, 0, 1}},
   {{2.4f, -1.5f, -3, 1}, {0, 1, 0, 1}},
   {{0.3f, 1.7f, -2, 1}, {0, 0, 1, 1}},
};

static uint32_t bits_of(float f)
{
   uint32_t u;
   memcpy(&u, &f, sizeof u);
   return u;
}
static float float_of(uint32_t u)
{
   float f;
   memcpy(&f, &u, sizeof f);
   return f;
}

static void fail(const char *what)
{
   fprintf(stderr, "triangle: %s\n", what);
   exit(1);
}

/* ---- programs */

static struct nvp4c_result *compile(const char *text, const struct nvp4c_options *o)
{
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), o);

   if (!r || nvp4c_result_status(r) != NVP4C_OK)
      fail(r && nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "out of memory");
   return r;
}

/* Makes a wave of the program, with its parameters and constants in their registers. */
static struct nvp4c_wave *make_wave(const struct nvp4c_machine *machine, const struct nvp4c_result *r, const float (*local)[4])
{
   struct nvp4c_wave *wave = nvp4c_wave_create(machine);

   if (!wave)
      fail("no wave");
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      if (e->binding == NVP4C_BIND_LOCAL)
         *nvp4c_wave_location(wave, &e->location).value = bits_of(local[e->index][e->component]);
      else if (e->binding == NVP4C_BIND_LITERAL)
         *nvp4c_wave_location(wave, &e->location).value = e->value;
   }
   return wave;
}

static void run(struct nvp4c_wave *wave, uint32_t valid, uint32_t helpers)
{
   nvp4c_wave_start(wave, valid, helpers);
   if (nvp4c_wave_run(&wave, 1, MAX_STEPS) != NVP4C_WAVE_DONE)
      fail(nvp4c_get_wave_state(wave).fault ? nvp4c_get_wave_state(wave).fault : "the program does not end");
}

/* ---- vertices */

struct vertex {
   float varying[NVP4C_NUM_VARYINGS][4];
   double x, y, inverse_w; /* in the window, y from the bottom */
};

static void run_vertices(struct nvp4c_wave *wave, const struct nvp4c_result *r, struct vertex v[3])
{
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      for (unsigned lane = 0; lane < 3 && e->binding == NVP4C_BIND_ATTRIB; lane++)
         nvp4c_wave_location(wave, &e->location).value[lane] = bits_of(attrib[lane][e->index][e->component]);
   }
   run(wave, 7, 0);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      for (unsigned lane = 0; lane < 3 && e->kind == NVP4C_OUTPUT && e->binding == NVP4C_BIND_VARYING; lane++)
         v[lane].varying[e->index][e->component] = float_of(nvp4c_wave_location(wave, &e->location).value[lane]);
   }
   for (unsigned n = 0; n < 3; n++) {
      const float *position = v[n].varying[0];
      v[n].inverse_w = 1.0 / position[3];
      v[n].x = (position[0] * v[n].inverse_w + 1) * WIDTH / 2;
      v[n].y = (position[1] * v[n].inverse_w + 1) * HEIGHT / 2;
   }
}

/* ---- rasteriser */

/* Twice the area of the triangle (a, b, (x, y)), positive if it turns to the left. */
static double area(const struct vertex *a, const struct vertex *b, double x, double y)
{
   return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

/* Writes the coefficients A, B and C of the plane A x + B y + C that has the value f[n] at vertex n. */
static void set_plane(uint32_t *coefficient, const struct vertex v[3], const double f[3])
{
   const double whole = area(&v[0], &v[1], v[2].x, v[2].y);
   const double a = ((f[1] - f[0]) * (v[2].y - v[0].y) - (f[2] - f[0]) * (v[1].y - v[0].y)) / whole;
   const double b = ((f[2] - f[0]) * (v[1].x - v[0].x) - (f[1] - f[0]) * (v[2].x - v[0].x)) / whole;

   coefficient[0] = bits_of((float)a);
   coefficient[1] = bits_of((float)b);
   coefficient[2] = bits_of((float)(f[0] - a * v[0].x - b * v[0].y));
}

/* A smooth varying is the plane of varying / w, which the hardware divides by the plane of 1 / w. */
static void set_planes(struct nvp4c_wave *wave, const struct nvp4c_result *r, const struct vertex v[3])
{
   const struct nvp4c_facts facts = nvp4c_result_facts(r);
   double f[3];

   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      if (e->kind != NVP4C_INPUT || e->binding != NVP4C_BIND_VARYING || e->interpolation != NVP4C_SMOOTH)
         continue;
      for (unsigned n = 0; n < 3; n++)
         f[n] = v[n].varying[e->index][e->component] * v[n].inverse_w;
      set_plane(nvp4c_wave_location(wave, &e->location).value, v, f);
   }
   for (unsigned n = 0; n < 3; n++)
      f[n] = v[n].inverse_w;
   if (facts.w_coefficient != UINT32_MAX)
      set_plane(nvp4c_wave_registers(wave, "cf0").value + facts.w_coefficient, v, f);
}

static uint8_t picture[HEIGHT][WIDTH][3]; /* rows from the top */

/* Stores the colours of the lanes in `live`, as the format of the render target packs them. */
static void store_pixels(struct nvp4c_wave *wave, const struct nvp4c_result *r, unsigned x0, unsigned y0, uint32_t live)
{
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      for (unsigned lane = 0; lane < NVP4C_LANES && e->binding == NVP4C_BIND_COLOR && e->component < 3; lane++)
         if (live >> lane & 1)
            picture[HEIGHT - 1 - y0 - (lane >> 1 & 1)][x0 + lane / 4 * 2 + (lane & 1)][e->component] =
               (uint8_t)(nvp4c_wave_location(wave, &e->location).value[lane] >> e->location.first_bit);
   }
}

/* Draws 16 x 2 pixels: lanes 4q to 4q + 3 are a quad. Lanes outside of the triangle are helpers. */
static void draw_strip(struct nvp4c_wave *wave, const struct nvp4c_result *r, const struct vertex v[3], unsigned x0,
                       unsigned y0)
{
   const double whole = area(&v[0], &v[1], v[2].x, v[2].y);
   uint32_t covered = 0;

   for (unsigned lane = 0; lane < NVP4C_LANES; lane++) {
      const double x = x0 + lane / 4 * 2 + (lane & 1) + 0.5, y = y0 + (lane >> 1 & 1) + 0.5;
      int inside = 1;
      for (unsigned n = 0; n < 3; n++)
         inside &= area(&v[n], &v[(n + 1) % 3], x, y) * whole > 0;
      covered |= (uint32_t)inside << lane;
      nvp4c_wave_registers(wave, "sr97").value[lane] = bits_of((float)x); /* docs/abi-usc.md: position */
      nvp4c_wave_registers(wave, "sr100").value[lane] = bits_of((float)y);
   }
   if (!covered)
      return;
   run(wave, 0xffffffff, ~covered);
   store_pixels(wave, r, x0, y0, covered & ~nvp4c_get_wave_state(wave).killed);
}

int main(void)
{
   struct nvp4c_options o;
   struct vertex v[3];

   nvp4c_options_init(&o, sizeof o);
   o.output.reflection = 1;
   o.key.frt[0] = NVP4C_FRT_RGBA8;
   struct nvp4c_result *fragment = compile(fragment_text, &o);
   struct nvp4c_result *vertex = compile(vertex_text, &o);
   struct nvp4c_result *link = nvp4c_link(vertex, fragment, &o);
   if (!link || !nvp4c_link_key(link, &o.key))
      fail("the programs do not match");
   nvp4c_result_free(vertex);
   vertex = compile(vertex_text, &o); /* now with the varying map of the link */

   struct nvp4c_machine *vertex_machine = nvp4c_machine_of_result(vertex, NULL);
   struct nvp4c_machine *fragment_machine = nvp4c_machine_of_result(fragment, NULL);
   struct nvp4c_wave *vertex_wave = make_wave(vertex_machine, vertex, vertex_local);
   struct nvp4c_wave *fragment_wave = make_wave(fragment_machine, fragment, fragment_local);
   run_vertices(vertex_wave, vertex, v);
   set_planes(fragment_wave, fragment, v);
   for (unsigned y = 0; y < HEIGHT; y += 2)
      for (unsigned x = 0; x < WIDTH; x += 16)
         draw_strip(fragment_wave, fragment, v, x, y);

   FILE *file = fopen("triangle.ppm", "wb");
   if (!file)
      fail("cannot write triangle.ppm");
   fprintf(file, "P6 %d %d 255\n", WIDTH, HEIGHT);
   fwrite(picture, sizeof picture, 1, file);
   if (fclose(file))
      fail("cannot write triangle.ppm");
   printf("%u words per vertex, %u instructions per vertex, %u per pixel\n", nvp4c_result_facts(vertex).vertex_words,
          nvp4c_result_facts(vertex).native.instructions, nvp4c_result_facts(fragment).native.instructions);

   nvp4c_wave_free(fragment_wave);
   nvp4c_wave_free(vertex_wave);
   nvp4c_machine_free(fragment_machine);
   nvp4c_machine_free(vertex_machine);
   nvp4c_result_free(link);
   nvp4c_result_free(fragment);
   nvp4c_result_free(vertex);
   return 0;
}

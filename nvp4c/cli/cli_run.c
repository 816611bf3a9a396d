/* SPDX-License-Identifier: MIT */
/* --run: executes a program on the inputs of -in, and prints or draws its results. */
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"
#include "nvp4c_run.h"

struct picture {
   uint8_t *rgba;
   unsigned width, height, undefined;
};

static uint8_t byte_of(uint32_t bits)
{
   float f;

   memcpy(&f, &bits, sizeof f);
   return f >= 1 ? 255 : f > 0 ? (uint8_t)(f * 255 + 0.5f) : 0; /* 0 for NaN */
}

/* Stores a pixel. Discarded pixels are transparent, and rows start at the top. */
static void store_pixel(void *user, unsigned x, unsigned y, const uint32_t color[4], unsigned undefined, int killed)
{
   struct picture *p = user;
   uint8_t *to = p->rgba + 4 * ((size_t)(p->height - 1 - y) * p->width + x);

   p->undefined += undefined != 0;
   for (unsigned c = 0; c < 4 && !killed; c++)
      to[c] = byte_of(color[c]);
}

/* Reads up to three numbers from 1 to `max`, separated by x or commas. Returns their number, or 0 if the text is wrong. */
static unsigned read_numbers(const char *s, unsigned max, unsigned v[3])
{
   for (unsigned c = 0; c < 3; c++) {
      char *end;
      const unsigned long n = strtoul(s, &end, 10);

      if (s[0] < '0' || s[0] > '9' || !n || n > max || (*end && *end != ',' && *end != 'x'))
         return 0;
      v[c] = (unsigned)n;
      if (!*end)
         return c + 1;
      s = end + 1;
   }
   return 0;
}

/* Reads "64x32". */
static void read_size(const char *s, struct picture *p)
{
   unsigned v[3];

   if (read_numbers(s, 8192, v) != 2)
      usage_error("-size: '%s' is not WIDTHxHEIGHT, from 1x1 to 8192x8192", s);
   p->width = v[0];
   p->height = v[1];
}

/* Reads "8", "8x4" or "8x4x2". */
static void read_grid(const char *option, const char *s, unsigned v[3])
{
   if (s && !read_numbers(s, 1u << 20, v))
      usage_error("-%s: '%s' is not XxYxZ, numbers from 1 to 1048576", option, s);
}

#define MAX_RACES 10 /* most races to report */

struct nvp4c_result *run_program(const struct cli *o, const struct nvp4c_options *opt, const char *text, size_t len)
{
   struct picture p = {0};
   struct nvp4c_image *images = xrealloc(NULL, (o->run->num_images + 1) * sizeof *images);
   struct nvp4c_run run = {.size = sizeof run,
                           .on = (enum nvp4c_run_on)o->run_on,
                           .inputs = o->run->inputs.data,
                           .inputs_length = o->run->inputs.len,
                           .seed = o->run_seed,
                           .images = images,
                           .num_images = o->run->num_images,
                           .order = o->run_order,
                           .races = o->run_race ? MAX_RACES : 0,
                           .shared = o->run_shared,
                           .words = (enum nvp4c_words)o->run_words};

   if (o->run_png)
      read_size(o->run_size ? o->run_size : "256x256", &p);
   read_grid("grid", o->run_grid, run.grid);
   read_grid("block", o->run_block, run.block);
   for (unsigned i = 0; i < o->run->num_images; i++) {
      images[i].unit = o->run->units[i];
      images[i].rgba = png_read(o->run->images[i], &images[i].width, &images[i].height);
   }
   if (o->run_png) {
      p.rgba = xrealloc(NULL, (size_t)4 * p.width * p.height);
      memset(p.rgba, 0, (size_t)4 * p.width * p.height);
      run.width = p.width;
      run.height = p.height;
      run.pixel = store_pixel;
      run.user = &p;
   }
   struct nvp4c_result *r = nvp4c_execute(text, len, &run, opt);
   if (r && o->run_png && nvp4c_result_status(r) == NVP4C_OK) {
      png_write(o->run_png, p.rgba, p.width, p.height);
      if (p.undefined)
         fprintf(stderr, "nvp4c: %u pixels are undefined\n", p.undefined);
   }
   for (unsigned i = 0; i < o->run->num_images; i++)
      free((void *)(uintptr_t)images[i].rgba);
   free(images);
   free(p.rgba);
   return r;
}

void add_image(struct run_inputs *run, const char *arg)
{
   char *end;
   const unsigned long unit = strtoul(arg, &end, 10);

   if (arg[0] < '0' || arg[0] > '9' || *end != '=' || !end[1] || unit > 31)
      usage_error("-tex: '%s' is not UNIT=FILE.png, with a unit from 0 to 31", arg);
   if (run->num_images == MAX_IMAGES)
      usage_error("-tex: too many textures: '%s'", arg);
   run->units[run->num_images] = (unsigned)unit;
   run->images[run->num_images++] = end + 1;
}

void add_input(struct run_inputs *run, const char *arg)
{
   sink_printf(&run->inputs, "%s\n", arg);
}

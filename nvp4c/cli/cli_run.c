/* SPDX-License-Identifier: MIT */
/* --run: executes a program on the inputs of -in, and prints or draws its results. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"
#include "nvp4c_run.h"

struct picture {
   uint8_t *rgba;
   unsigned width, height;
};

/* A part of the picture, which has a thread of its own. */
struct part {
   struct picture *picture;
   struct nvp4c_run run;
   struct nvp4c_options options;
   const char *text;
   size_t len;
   unsigned undefined; /* pixels */
   struct nvp4c_result *r;
   pthread_t thread;
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
   struct part *part = user;
   struct picture *p = part->picture;
   uint8_t *to = p->rgba + 4 * ((size_t)(p->height - 1 - y) * p->width + x);

   part->undefined += undefined != 0;
   progress_add(1, NULL);
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

static void *run_part(void *user)
{
   struct part *p = user;

   p->r = nvp4c_execute(p->text, p->len, &p->run, &p->options);
   return NULL;
}

/* Runs the parts in threads of their own, the last one in this thread. */
static void run_parts(struct part *part, unsigned num)
{
   unsigned started = 0;

   while (started + 1 < num && !pthread_create(&part[started].thread, NULL, run_part, &part[started]))
      started++;
   for (unsigned k = started; k < num; k++)
      run_part(&part[k]);
   for (unsigned k = 0; k < started; k++)
      pthread_join(part[k].thread, NULL);
}

/* Draws a picture in the threads of -j and writes it. Returns the result of the first part that failed, or of the first one. */
static struct nvp4c_result *run_picture(const struct cli *o, const struct nvp4c_options *opt, const struct part *whole)
{
   const unsigned num = o->jobs ? o->jobs : 1;
   struct part *part = xrealloc(NULL, num * sizeof *part);
   struct picture p = {0};
   unsigned undefined = 0, chosen = 0;

   read_size(o->run_size ? o->run_size : "256x256", &p);
   p.rgba = xrealloc(NULL, (size_t)4 * p.width * p.height);
   memset(p.rgba, 0, (size_t)4 * p.width * p.height);
   for (unsigned k = 0; k < num; k++) {
      part[k] = *whole;
      part[k].picture = &p;
      part[k].run.width = p.width;
      part[k].run.height = p.height;
      part[k].run.pixel = store_pixel;
      part[k].run.user = &part[k];
      part[k].run.part = k;
      part[k].run.parts = num;
      part[k].options = *opt;
      if (k) /* they would print the same again */
         memset(&part[k].options.inspect, 0, sizeof part[k].options.inspect);
   }
   progress_begin((uint64_t)p.width * p.height, "pixels");
   run_parts(part, num);
   progress_hide();
   for (unsigned k = num; k-- > 0;) {
      undefined += part[k].undefined;
      if (!part[k].r || nvp4c_result_status(part[k].r) != NVP4C_OK)
         chosen = k;
   }
   struct nvp4c_result *r = part[chosen].r;
   for (unsigned k = 0; k < num; k++)
      if (k != chosen)
         nvp4c_result_free(part[k].r);
   if (r && nvp4c_result_status(r) == NVP4C_OK) {
      png_write(o->run_png, p.rgba, p.width, p.height);
      if (undefined)
         fprintf(stderr, "nvp4c: %u pixels are undefined\n", undefined);
   }
   free(part);
   free(p.rgba);
   return r;
}

struct nvp4c_result *run_program(const struct cli *o, const struct nvp4c_options *opt, const char *text, size_t len)
{
   struct nvp4c_image *images = xrealloc(NULL, (o->run->num_images + 1) * sizeof *images);
   struct part whole = {.text = text, .len = len};

   whole.run = (struct nvp4c_run){.size = sizeof whole.run,
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
   read_grid("grid", o->run_grid, whole.run.grid);
   read_grid("block", o->run_block, whole.run.block);
   for (unsigned i = 0; i < o->run->num_images; i++) {
      images[i].unit = o->run->units[i];
      images[i].rgba = png_read(o->run->images[i], &images[i].width, &images[i].height);
   }
   struct nvp4c_result *r = o->run_png ? run_picture(o, opt, &whole) : nvp4c_execute(text, len, &whole.run, opt);
   for (unsigned i = 0; i < o->run->num_images; i++)
      free((void *)(uintptr_t)images[i].rgba);
   free(images);
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

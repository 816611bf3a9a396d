/* SPDX-License-Identifier: MIT */
/* --run: executes a program on the inputs of -in, and prints or draws its results. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"
#include "nvp4c_run.h"

/* A part of a picture, which has a thread of its own. */
struct part {
   const struct frames *frames;
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
   const struct frames *f = part->frames;
   uint8_t *to = f->rgba + 4 * ((size_t)(f->height - 1 - y) * f->width + x);

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
static void read_size(const char *s, struct frames *f)
{
   unsigned v[3];

   if (read_numbers(s, 8192, v) != 2)
      usage_error("-size: '%s' is not WIDTHxHEIGHT, from 1x1 to 8192x8192", s);
   f->width = v[0];
   f->height = v[1];
}

/* Reads "8", "8x4" or "8x4x2". */
static void read_grid(const char *option, const char *s, unsigned v[3])
{
   if (s && !read_numbers(s, 1u << 20, v))
      usage_error("-%s: '%s' is not XxYxZ, numbers from 1 to 1048576", option, s);
}

/* ---- frames */

/* Reads the number at the beginning of a text, up to `length` characters. */
static bool read_real(const char *s, size_t length, double *v)
{
   char copy[40], *end;

   if (!length || length >= sizeof copy)
      return false;
   memcpy(copy, s, length);
   copy[length] = 0;
   *v = strtod(copy, &end);
   return !*end && end != copy && *v - *v == 0; /* finite */
}

/* Reads "NAME.x" or "NAME.x=FROM..TO". */
static void read_time(const char *s, struct frames *f)
{
   const size_t n = strcspn(s, "=");
   const char *dots = s[n] ? strstr(s + n, "..") : NULL;

   f->from = 0;
   f->to = 1;
   if (!n || (s[n] && (!dots || !read_real(s + n + 1, (size_t)(dots - s) - n - 1, &f->from) ||
                       !read_real(dots + 2, strlen(dots + 2), &f->to))))
      usage_error("-time: '%s' is not NAME, NAME.x or NAME.x=FROM..TO", s);
   f->name = xrealloc(NULL, n + 1);
   memcpy(f->name, s, n);
   f->name[n] = 0;
}

#define MAX_FRAMES 10000
#define DEFAULT_DELAY 40

void begin_frames(struct frames *f, const struct cli *o)
{
   *f = (struct frames){.o = o, .num = o->run->frames ? o->run->frames : 1};
   read_size(o->run_size ? o->run_size : "256x256", f);
   if (f->num > MAX_FRAMES)
      usage_error("-frames: an animation has at most %d frames", MAX_FRAMES);
   if (o->run->time)
      read_time(o->run->time, f);
   f->rgba = xrealloc(NULL, (size_t)4 * f->width * f->height);
   f->animation = (struct apng){.to = &f->file, .frames = f->num, .delay_ms = o->run->delay ? o->run->delay : DEFAULT_DELAY};
}

/* The last frame is one step before `to`, at which the animation begins again. */
double frame_time(const struct frames *f, unsigned frame)
{
   return f->from + (f->to - f->from) * frame / f->num;
}

const struct sink *frame_inputs(struct frames *f, unsigned frame)
{
   f->inputs.len = 0;
   sink_add(&f->inputs, f->o->run->inputs.data, f->o->run->inputs.len);
   if (f->name)
      sink_printf(&f->inputs, "%s=%.9g\n", f->name, frame_time(f, frame));
   return &f->inputs;
}

void add_frame(struct frames *f)
{
   struct sink png = {0};

   png_encode(&png, f->o->run_png, f->rgba, f->width, f->height);
   apng_add(&f->animation, png.data, png.len);
   free(png.data);
}

void end_frames(struct frames *f)
{
   if (f->animation.added == f->num)
      write_output(f->o->run_png, f->file.data, f->file.len);
   free(f->name);
   free(f->rgba);
   free(f->file.data);
   free(f->inputs.data);
}

/* ---- programs */

uint8_t *read_png(const char *file, unsigned *width, unsigned *height)
{
   size_t len;
   char *data = read_all(file, &len);
   uint8_t *rgba = png_decode(file, data, len, width, height);

   free(data);
   return rgba;
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

/* Draws a frame in the threads of -j, and counts undefined pixels. Returns the result of the first part that failed, or of the
   first one. */
static struct nvp4c_result *draw_frame(const struct frames *f, const struct part *whole, unsigned *undefined)
{
   const unsigned num = f->o->jobs ? f->o->jobs : 1;
   struct part *part = xrealloc(NULL, num * sizeof *part);
   unsigned chosen = 0;

   memset(f->rgba, 0, (size_t)4 * f->width * f->height);
   for (unsigned k = 0; k < num; k++) {
      part[k] = *whole;
      part[k].run.user = &part[k];
      part[k].run.part = k;
      part[k].run.parts = num;
      if (k) /* they would print the same again */
         memset(&part[k].options.inspect, 0, sizeof part[k].options.inspect);
   }
   run_parts(part, num);
   for (unsigned k = num; k-- > 0;) {
      *undefined += part[k].undefined;
      if (!part[k].r || nvp4c_result_status(part[k].r) != NVP4C_OK)
         chosen = k;
   }
   struct nvp4c_result *r = part[chosen].r;
   for (unsigned k = 0; k < num; k++)
      if (k != chosen)
         nvp4c_result_free(part[k].r);
   free(part);
   return r;
}

/* Draws the frames of -png with a fragment program, and writes them. Returns the result of the last frame, or the one that
   failed. */
static struct nvp4c_result *draw_frames(const struct cli *o, const struct nvp4c_options *opt, struct part whole)
{
   struct nvp4c_result *r = NULL;
   unsigned undefined = 0;
   struct frames f;

   begin_frames(&f, o);
   whole.frames = &f;
   whole.run.width = f.width;
   whole.run.height = f.height;
   whole.run.pixel = store_pixel;
   whole.options = *opt;
   progress_begin((uint64_t)f.width * f.height * f.num, "pixels");
   for (unsigned k = 0; k < f.num; k++) {
      const struct sink *inputs = frame_inputs(&f, k);
      whole.run.inputs = inputs->data;
      whole.run.inputs_length = inputs->len;
      nvp4c_result_free(r);
      r = draw_frame(&f, &whole, &undefined);
      if (!r || nvp4c_result_status(r) != NVP4C_OK)
         break;
      add_frame(&f);
   }
   progress_hide();
   if (undefined && f.animation.added == f.num)
      fprintf(stderr, "nvp4c: %u pixels are undefined\n", undefined);
   /* Messages refer to the inputs of the last frame. */
   const struct sink given = o->run->inputs;
   o->run->inputs = f.inputs;
   f.inputs = given;
   end_frames(&f);
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
                                  .order = o->run->order,
                                  .races = o->run->race ? MAX_RACES : 0,
                                  .shared = o->run->shared,
                                  .words = (enum nvp4c_words)o->run->words};
   if (o->run->mesh || o->run->camera || o->run->clear)
      usage_error("-%s needs a vertex and a fragment program, which draw a mesh",
                  o->run->mesh ? "mesh" : o->run->camera ? "camera" : "clear");
   read_grid("grid", o->run_grid, whole.run.grid);
   read_grid("block", o->run_block, whole.run.block);
   for (unsigned i = 0; i < o->run->num_images; i++) {
      images[i].unit = o->run->units[i];
      images[i].rgba = read_png(o->run->images[i], &images[i].width, &images[i].height);
   }
   struct nvp4c_result *r = o->run_png ? draw_frames(o, opt, whole) : nvp4c_execute(text, len, &whole.run, opt);
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

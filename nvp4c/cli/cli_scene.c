/* SPDX-License-Identifier: MIT */
/* --run with a vertex and a fragment program: draws a mesh by gl-driver/scene. */
#include <stdlib.h>
#include <string.h>

#include "gl-driver/scene/scene.h"
#include "nvp4c/cli/cli.h"

struct viewer {
   const struct cli *o;
   struct scene *scene;
   char *text[2];
   struct input_text program[2];
   struct scene_camera camera;
   struct frames frames;
};

/* Reads `least` to `most` numbers with commas between them. Ends the program if the text is wrong. */
static unsigned read_reals(const char *option, const char *s, double *v, unsigned least, unsigned most)
{
   unsigned n = 0;
   const char *p = s;

   for (; n < most; p++) {
      char *end;
      v[n] = strtod(p, &end);
      if (end == p || !(v[n] - v[n] == 0))
         break;
      n++;
      p = end;
      if (*p != ',')
         break;
   }
   if (*p || n < least)
      usage_error("-%s: '%s' is not %u to %u numbers with commas between them", option, s, least, most);
   return n;
}

static void read_camera(struct viewer *v)
{
   double number[4] = {0};

   v->camera = scene_default_camera(v->scene);
   if (!v->o->run->camera)
      return;
   read_reals("camera", v->o->run->camera, number, 2, 4);
   if (number[2] < 0 || number[3] < 0 || number[3] >= 180)
      usage_error("-camera: '%s': the distance is not below 0, and the field of view is from 0 to below 180 degrees",
                  v->o->run->camera);
   v->camera = (struct scene_camera){number[0], number[1], number[2], number[3]};
}

/* The member of the camera that -time moves, or NULL. */
static double *moving(struct viewer *v)
{
   static const char *const name[] = {"camera.azimuth", "camera.elevation", "camera.distance", "camera.angle"};
   double *const member[] = {&v->camera.azimuth, &v->camera.elevation, &v->camera.distance, &v->camera.angle};

   for (unsigned i = 0; v->frames.name && i < 4; i++)
      if (!strcmp(v->frames.name, name[i]))
         return member[i];
   return NULL;
}

/* Prints an error of an OBJ text like those of programs. Returns the status. */
static int report_mesh(const struct viewer *v, const struct input_text *in, const struct mesh_error *e)
{
   struct extra extra = {.num = 1, .error = true};

   if (!e->line) {
      console_error("out-of-memory", in->name, "%s", e->message);
      return NVP4C_LIMIT;
   }
   extra.d[0] = (struct nvp4c_diagnostic){.severity = NVP4C_ERROR,
                                          .id = "run-input",
                                          .line = (unsigned)e->line,
                                          .column = (unsigned)e->column,
                                          .offset = e->offset,
                                          .length = 1,
                                          .message = e->message,
                                          .section = ""};
   print_diagnostics(NULL, &extra, in, NULL, v->o);
   return NVP4C_REJECTED;
}

/* Reads a mesh by the name of a shape or a file. Returns the status. */
static int read_mesh(const struct viewer *v, struct mesh *m, const char *name)
{
   struct mesh_error error;
   int status = NVP4C_OK;
   size_t len;
   unsigned i = 0;

   while (mesh_shapes[i] && strcmp(mesh_shapes[i], name))
      i++;
   if (mesh_shapes[i]) {
      if (!mesh_make(m, name))
         console_fail(NVP4C_LIMIT, "out-of-memory", NULL, "out of memory");
      return NVP4C_OK;
   }
   char *text = read_all(name, &len);
   if (!mesh_read_obj(m, text, len, &error))
      status = report_mesh(v, &(struct input_text){name, text, len, 0}, &error);
   free(text);
   return status;
}

/* Prints what the compiler says about a part of the scene. */
static void print_part(const struct viewer *v, enum scene_part part)
{
   const struct nvp4c_result *r = scene_result(v->scene, part);
   const struct sink *in = &v->frames.inputs;
   const struct input_text inputs = {"-in", in->data, in->len, 0}, none = {v->o->inputs[1], NULL, 0, 0};

   if (r)
      print_diagnostics(r, NULL, part < 2 ? &v->program[part] : &none, part == SCENE_INPUTS ? &inputs : NULL, v->o);
}

/* Prints why the scene failed. Returns its status. */
static int report(const struct viewer *v)
{
   const int status = (int)scene_status(v->scene);

   if (scene_result(v->scene, SCENE_INPUTS))
      print_part(v, SCENE_INPUTS);
   if (scene_message(v->scene)[0])
      console_error(status == NVP4C_LIMIT ? "out-of-memory" : "run-input", NULL, "%s", scene_message(v->scene));
   return status;
}

static int draw_frames(struct viewer *v)
{
   struct frames *f = &v->frames;
   bool ok = true;

   progress_begin(f->num, "frames");
   for (unsigned k = 0; k < f->num && ok; k++) {
      double *const number = moving(v);
      char *const name = f->name;
      if (number)
         *number = frame_time(f, k);
      f->name = number ? NULL : name;
      const struct sink *inputs = frame_inputs(f, k);
      f->name = name;
      scene_set_camera(v->scene, &v->camera);
      ok = scene_set_inputs(v->scene, inputs->len ? inputs->data : "", inputs->len) && scene_draw(v->scene, f->rgba);
      if (ok)
         add_frame(f);
      progress_add(1, NULL);
   }
   progress_hide();
   return ok ? NVP4C_OK : report(v);
}

static int set_textures(const struct viewer *v)
{
   const struct run_inputs *run = v->o->run;
   bool ok = true;

   for (unsigned i = 0; i < run->num_images && ok; i++) {
      unsigned width, height;
      uint8_t *rgba = read_png(run->images[i], &width, &height);
      ok = scene_set_texture(v->scene, run->units[i], width, height, rgba);
      free(rgba);
   }
   return ok ? NVP4C_OK : report(v);
}

/* Sets up the scene and draws it. */
static int draw(struct viewer *v)
{
   const struct run_inputs *run = v->o->run;
   struct mesh mesh;
   double clear[4] = {0, 0, 0, 1};

   if (scene_status(v->scene) != NVP4C_OK)
      return report(v);
   int status = read_mesh(v, &mesh, run->mesh ? run->mesh : "torus");
   if (status != NVP4C_OK)
      return status;
   const bool ok = scene_set_mesh(v->scene, &mesh);
   mesh_free(&mesh);
   if (!ok)
      return report(v);
   if (run->clear) {
      read_reals("clear", run->clear, clear, 3, 4);
      scene_set_clear(v->scene, (const float[]){(float)clear[0], (float)clear[1], (float)clear[2], (float)clear[3]});
   }
   read_camera(v);
   status = set_textures(v);
   return status == NVP4C_OK ? draw_frames(v) : status;
}

/* Ends the program if the picture is also an input. */
static void check_files(const struct cli *o, const struct lists *l)
{
   struct names inputs = {0}, outputs = {0};

   for (unsigned i = 0; i < o->num_inputs; i++)
      add_name(&inputs, o->inputs[i]);
   for (unsigned i = 0; i < l->num_files; i++)
      add_name(&inputs, l->files[i]);
   for (unsigned i = 0; i < o->run->num_images; i++)
      add_name(&inputs, o->run->images[i]);
   if (o->run->mesh)
      add_name(&inputs, o->run->mesh);
   add_name(&outputs, o->run_png);
   check_outputs(&inputs, &outputs);
   free(inputs.name);
   free(outputs.name);
}

int run_scene(const struct cli *o, const struct nvp4c_options *opt, const struct lists *l)
{
   struct viewer v = {.o = o};
   struct scene_setup setup = {.options = opt, .threads = o->jobs ? o->jobs : 1};
   struct extra extra;

   check_files(o, l);
   begin_frames(&v.frames, o);
   setup.width = v.frames.width;
   setup.height = v.frames.height;
   for (unsigned i = 0; i < 2; i++) {
      size_t len;
      v.text[i] = read_all(o->inputs[i], &len);
      const size_t skipped = skip_byte_order_mark(v.text[i], &len);
      v.program[i] = (struct input_text){o->inputs[i], v.text[i], len, skipped};
      setup.program[i] = (struct scene_text){v.text[i], len};
   }
   v.scene = scene_create(&setup);
   if (!v.scene)
      console_fail(NVP4C_LIMIT, "out-of-memory", NULL, "out of memory");
   find_unused(o, opt, l, 1u << NVP4C_STAGE_VERTEX | 1u << NVP4C_STAGE_FRAGMENT, &extra);
   if (extra.num)
      print_diagnostics(NULL, &extra, &(struct input_text){"nvp4c", NULL, 0, 0}, NULL, o);
   for (enum scene_part part = SCENE_FIRST; part <= SCENE_LINK; part++)
      print_part(&v, part);
   int status = draw(&v);
   status = status == NVP4C_OK && extra.error ? NVP4C_REJECTED : status;
   end_frames(&v.frames);
   scene_free(v.scene);
   free(v.text[0]);
   free(v.text[1]);
   return status;
}

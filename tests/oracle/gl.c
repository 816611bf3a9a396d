/* SPDX-License-Identifier: MIT */
/* A GL without a window: see gl.h. The numbers come from the Khronos registry. */
#include "tests/oracle/gl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
   EGL_NONE = 0x3038,
   EGL_OPENGL_API = 0x30A2,
   EGL_SURFACE_TYPE = 0x3033,
   EGL_PBUFFER_BIT = 1,
   EGL_RENDERABLE_TYPE = 0x3040,
   EGL_OPENGL_BIT = 8,
   EGL_EXTENSIONS = 0x3055,
   EGL_PLATFORM_SURFACELESS_MESA = 0x31DD,
   EGL_PLATFORM_DEVICE_EXT = 0x313F,

   GL_LINES = 1,
   GL_POINTS = 0,
   GL_QUADS = 7,
   GL_FLOAT = 0x1406,
   GL_UNSIGNED_INT = 0x1405,
   GL_RGBA = 0x1908,
   GL_RGBA32F = 0x8814,
   GL_RGBA32UI = 0x8D70,
   GL_RGBA_INTEGER = 0x8D99,
   GL_VENDOR = 0x1F00,
   GL_RENDERER = 0x1F01,
   GL_VERSION = 0x1F02,
   GL_EXTENSIONS = 0x1F03,
   GL_TEXTURE_2D = 0x0DE1,
   GL_TEXTURE_MIN_FILTER = 0x2801,
   GL_NEAREST = 0x2600,
   GL_FRAMEBUFFER = 0x8D40,
   GL_COLOR_ATTACHMENT0 = 0x8CE0,
   GL_FRAMEBUFFER_COMPLETE = 0x8CD5,
   GL_COLOR_BUFFER_BIT = 0x4000,
   GL_CLAMP_VERTEX_COLOR = 0x891A,
   GL_CLAMP_FRAGMENT_COLOR = 0x891B,
   GL_CLAMP_READ_COLOR = 0x891C,
   GL_DITHER = 0x0BD0,
   GL_PROGRAM_FORMAT_ASCII_ARB = 0x8875,
   GL_PROGRAM_ERROR_POSITION_ARB = 0x864B,
   GL_PROGRAM_ERROR_STRING_ARB = 0x8874,
};

/* The contents of pixels that no program writes. */
static const uint32_t untouched[4] = {0xc640e400u, 0x4640e400u, 0xc640e401u, 0x4640e401u}; /* about +-12345 */

typedef void (*fn)(void);

/* ISO C has no conversion from object to function pointers; POSIX requires it to work. */
static fn as_fn(void *p)
{
   fn f;

   memcpy(&f, &p, sizeof f);
   return f;
}

bool oracle_gl_has(const struct oracle_gl *gl, const char *extension)
{
   size_t n = strlen(extension);

   for (const char *s = gl->extensions; s && (s = strstr(s, extension)); s += n)
      if ((s == gl->extensions || s[-1] == ' ') && (s[n] == ' ' || !s[n]))
         return true;
   return false;
}

static bool fail(struct oracle_gl *gl, const char *error)
{
   snprintf(gl->error, sizeof gl->error, "%s", error);
   return false;
}

static GLuint target_texture(struct oracle_gl *gl, GLenum internal, GLenum format, GLenum type)
{
   GLuint t;

   gl->GenTextures(1, &t);
   gl->BindTexture(GL_TEXTURE_2D, t);
   gl->TexImage2D(GL_TEXTURE_2D, 0, (GLint)internal, ORACLE_GRID, ORACLE_GRID, 0, format, type, NULL);
   gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   gl->BindTexture(GL_TEXTURE_2D, 0);
   return t;
}

static bool fixed_program(struct oracle_gl *gl, GLenum target, GLuint *id, const char *text)
{
   gl->GenProgramsARB(1, id);
   gl->BindProgramARB(target, *id);
   gl->ProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
   return gl->GetError() == 0;
}

static bool setup(struct oracle_gl *gl)
{
   char text[256];

   gl->GenFramebuffers(1, &gl->fbo);
   gl->BindFramebuffer(GL_FRAMEBUFFER, gl->fbo);
   gl->color = target_texture(gl, GL_RGBA32F, GL_RGBA, GL_FLOAT);
   gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, gl->color, 0);
   if (gl->CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      return fail(gl, "no float32 colour target");
   gl->Viewport(0, 0, ORACLE_GRID, ORACLE_GRID);
   gl->PointSize(1);
   gl->Disable(GL_DITHER);
   gl->ClampColor(GL_CLAMP_VERTEX_COLOR, 0);
   gl->ClampColor(GL_CLAMP_FRAGMENT_COLOR, 0);
   gl->ClampColor(GL_CLAMP_READ_COLOR, 0);
   gl->Enable(GL_VERTEX_PROGRAM_ARB);
   gl->Enable(GL_FRAGMENT_PROGRAM_ARB);
   gl->PixelStorei(0x0D05, 4); /* PACK_ALIGNMENT */
   gl->PixelStorei(0x0CF5, 4); /* UNPACK_ALIGNMENT */
   if (!fixed_program(gl, GL_VERTEX_PROGRAM_ARB, &gl->vp_pass,
                      "!!ARBvp1.0\n"
                      "MOV result.position, vertex.attrib[0];\n"
                      "MOV result.texcoord[0], vertex.attrib[1];\nMOV result.texcoord[1], vertex.attrib[2];\n"
                      "MOV result.texcoord[2], vertex.attrib[3];\nMOV result.texcoord[3], vertex.attrib[4];\n"
                      "MOV result.texcoord[4], vertex.attrib[5];\nMOV result.texcoord[5], vertex.attrib[6];\n"
                      "MOV result.texcoord[6], vertex.attrib[7];\nMOV result.texcoord[7], vertex.attrib[8];\n"
                      "MOV result.color, vertex.attrib[9];\nMOV result.color.secondary, vertex.attrib[10];\n"
                      "MOV result.fogcoord.x, vertex.attrib[11].x;\nEND\n"))
      return fail(gl, "the pass-through vertex program is refused");
   for (unsigned k = 0; k < ORACLE_NUM_RESULTS; k++) {
      snprintf(text, sizeof text, "!!ARBfp1.0\nMOV result.color, fragment.texcoord[%u];\nEND\n", k);
      if (!fixed_program(gl, GL_FRAGMENT_PROGRAM_ARB, &gl->fp_show[k], text))
         return fail(gl, "the pass-through fragment program is refused");
   }
   gl->GenProgramsARB(1, &gl->vp_user);
   gl->GenProgramsARB(1, &gl->fp_user);
   return gl->GetError() == 0 || fail(gl, "the GL reports an error while it is set up");
}

bool oracle_gl_open(struct oracle_gl *gl, int device)
{
   memset(gl, 0, sizeof *gl);
   gl->lib = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
   if (!gl->lib)
      return fail(gl, "no libEGL.so.1 (Debian: libegl1, libgl1-mesa-dri)");
   fn (*get)(const char *) = (fn(*)(const char *))as_fn(dlsym(gl->lib, "eglGetProcAddress"));
   if (!get)
      return fail(gl, "libEGL has no eglGetProcAddress");
   const char *(*query)(void *, int) = (const char *(*)(void *, int))get("eglQueryString");
   void *(*platform)(unsigned, void *, const int *) = (void *(*)(unsigned, void *, const int *))get("eglGetPlatformDisplayEXT");
   unsigned (*initialize)(void *, int *, int *) = (unsigned (*)(void *, int *, int *))get("eglInitialize");
   unsigned (*bind)(unsigned) = (unsigned (*)(unsigned))get("eglBindAPI");
   unsigned (*choose)(void *, const int *, void **, int, int *) =
       (unsigned (*)(void *, const int *, void **, int, int *))get("eglChooseConfig");
   void *(*create)(void *, void *, void *, const int *) =
       (void *(*)(void *, void *, void *, const int *))get("eglCreateContext");
   unsigned (*current)(void *, void *, void *, void *) = (unsigned (*)(void *, void *, void *, void *))get("eglMakeCurrent");
   if (!query || !platform || !initialize || !bind || !choose || !create || !current)
      return fail(gl, "libEGL lacks what a context without a window needs");

   if (device < 0) {
      const char *ext = query(NULL, EGL_EXTENSIONS);
      if (!ext || !strstr(ext, "EGL_MESA_platform_surfaceless"))
         return fail(gl, "this EGL has no surfaceless platform");
      gl->display = platform(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
   } else {
      unsigned (*devices)(int, void **, int *) = (unsigned (*)(int, void **, int *))get("eglQueryDevicesEXT");
      void *list[16];
      int n = 0;
      if (!devices || !devices(16, list, &n) || device >= n)
         return fail(gl, "no such EGL device");
      gl->display = platform(EGL_PLATFORM_DEVICE_EXT, list[device], NULL);
   }
   if (!gl->display || !initialize(gl->display, NULL, NULL) || !bind(EGL_OPENGL_API))
      return fail(gl, "EGL does not initialise");
   static const int want[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
   void *config = NULL;
   int n = 0;
   const char *ext = query(gl->display, EGL_EXTENSIONS);
   if (!(ext && strstr(ext, "EGL_KHR_no_config_context")) && (!choose(gl->display, want, &config, 1, &n) || n < 1))
      return fail(gl, "EGL has no configuration for OpenGL");
   /* Requests no version, and so gets a compatibility context, which has the assembly programs. */
   gl->context = create(gl->display, config, NULL, NULL);
   if (!gl->context || !current(gl->display, NULL, NULL, gl->context))
      return fail(gl, "no OpenGL context");

#define F(type, name, args)                                                                                                    \
   {                                                                                                                           \
      fn f = get("gl" #name);                                                                                                  \
      memcpy(&gl->name, &f, sizeof f);                                                                                         \
   }
   GL_FUNCTIONS(F)
   GL_FUNCTIONS_NV(F)
   GL_FUNCTIONS_GLSL(F)
#undef F
#define F(type, name, args)                                                                                                    \
   if (!gl->name)                                                                                                              \
      return fail(gl, "the GL has no gl" #name);
   GL_FUNCTIONS(F)
#undef F
   gl->vendor = (const char *)gl->GetString(GL_VENDOR);
   gl->renderer = (const char *)gl->GetString(GL_RENDERER);
   gl->version = (const char *)gl->GetString(GL_VERSION);
   gl->extensions = (const char *)gl->GetString(GL_EXTENSIONS);
   if (!oracle_gl_has(gl, "GL_ARB_vertex_program") || !oracle_gl_has(gl, "GL_ARB_fragment_program"))
      return fail(gl, "the GL has no ARB assembly programs");
   gl->nv_gpu_program4 = oracle_gl_has(gl, "GL_NV_gpu_program4") && gl->ProgramEnvParameterI4uivNV && gl->ClearColorIuiEXT;
   return setup(gl);
}

bool oracle_gl_program(struct oracle_gl *gl, GLenum target, const char *text, size_t len)
{
   GLint pos = -1;

   GLuint *id = target == GL_VERTEX_PROGRAM_ARB ? &gl->vp_user : &gl->fp_user, old = *id;

   /* Makes a new object each time: Mesa 22.3.6 keeps using the old vertex program when the string of a bound object is
      replaced. */
   gl->GenProgramsARB(1, id);
   gl->BindProgramARB(target, *id);
   gl->DeleteProgramsARB(1, &old);
   gl->ProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)len, text);
   if (gl->GetError() == 0)
      return true;
   gl->GetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &pos);
   const GLubyte *s = gl->GetString(GL_PROGRAM_ERROR_STRING_ARB);
   snprintf(gl->error, sizeof gl->error, "offset %d: %s", pos, s ? (const char *)s : "");
   return false;
}

void oracle_gl_env(struct oracle_gl *gl, GLenum target, unsigned index, const float v[4])
{
   gl->ProgramEnvParameter4fvARB(target, index, v);
}

void oracle_gl_local(struct oracle_gl *gl, GLenum target, unsigned index, const float v[4])
{
   gl->BindProgramARB(target, target == GL_VERTEX_PROGRAM_ARB ? gl->vp_user : gl->fp_user);
   gl->ProgramLocalParameter4fvARB(target, index, v);
}

void oracle_gl_fog(struct oracle_gl *gl, const float params[3], const float color[4])
{
   enum { GL_FOG_DENSITY = 0x0B62, GL_FOG_START = 0x0B63, GL_FOG_END = 0x0B64, GL_FOG_COLOR = 0x0B66 };

   gl->Fogf(GL_FOG_DENSITY, params[0]);
   gl->Fogf(GL_FOG_START, params[1]);
   gl->Fogf(GL_FOG_END, params[2]);
   gl->Fogfv(GL_FOG_COLOR, color);
}

void oracle_gl_point_at(unsigned i, float pos[4])
{
   pos[0] = (float)(i % ORACLE_GRID) + 0.5f;
   pos[1] = (float)(i / ORACLE_GRID) + 0.5f;
   pos[2] = 0.5f;
   pos[3] = 1;
}

void oracle_gl_quad_at(unsigned i, float pos[4])
{
   pos[0] = (float)(i % (ORACLE_GRID / 4) * 4) + 2.5f; /* quads of the hardware start at even pixels */
   pos[1] = (float)(i / (ORACLE_GRID / 4) * 4) + 2.5f;
   pos[2] = 0.5f;
   pos[3] = 1;
}

/* Converts window to clip coordinates; exact if the size of the target is a power of two. */
static void clip_position(float x, float y, float out[4])
{
   out[0] = x / (ORACLE_GRID / 2) - 1;
   out[1] = y / (ORACLE_GRID / 2) - 1;
   out[2] = 0; /* depth 0.5 */
   out[3] = 1;
}

static void clear(struct oracle_gl *gl)
{
   float c[4];

   memcpy(c, untouched, sizeof c);
   gl->ClearColor(c[0], c[1], c[2], c[3]);
   gl->Clear(GL_COLOR_BUFFER_BIT);
}

static bool read_back(struct oracle_gl *gl, uint32_t (*pixels)[4])
{
   gl->ReadPixels(0, 0, ORACLE_GRID, ORACLE_GRID, GL_RGBA, GL_FLOAT, pixels);
   GLenum e = gl->GetError();
   if (!e)
      return true;
   snprintf(gl->error, sizeof gl->error, "GL error 0x%04x after drawing", e);
   return false;
}

static void attributes(struct oracle_gl *gl, unsigned n, const float *data, unsigned stride)
{
   for (unsigned k = 0; k < ORACLE_NUM_ATTRIBS; k++) {
      if (k >= n) {
         gl->DisableVertexAttribArray(k);
         continue;
      }
      gl->VertexAttribPointer(k, 4, GL_FLOAT, 0, (GLsizei)(stride * 16), data + 4 * k);
      gl->EnableVertexAttribArray(k);
   }
}

bool oracle_gl_run_vertex(struct oracle_gl *gl, unsigned n, float (*attrib)[ORACLE_NUM_ATTRIBS][4], unsigned place,
                          uint32_t results, uint32_t (*out)[ORACLE_NUM_RESULTS][4])
{
   uint32_t(*pixels)[4] = calloc(ORACLE_MAX_POINTS, sizeof *pixels);
   bool ok = true;

   for (unsigned i = 0; i < n; i++) {
      float pos[4];
      oracle_gl_point_at(i, pos);
      clip_position(pos[0], pos[1], attrib[i][place]);
   }
   attributes(gl, ORACLE_NUM_ATTRIBS, &attrib[0][0][0], ORACLE_NUM_ATTRIBS);
   gl->BindProgramARB(GL_VERTEX_PROGRAM_ARB, gl->vp_user);
   for (unsigned k = 0; k < ORACLE_NUM_RESULTS && ok; k++) {
      if (!(results >> k & 1))
         continue;
      gl->BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, gl->fp_show[k]);
      clear(gl);
      gl->DrawArrays(GL_POINTS, 0, (GLsizei)n);
      ok = read_back(gl, pixels);
      for (unsigned i = 0; i < n; i++)
         memcpy(out[i][k], pixels[i], sizeof pixels[i]);
   }
   free(pixels);
   return ok;
}

bool oracle_gl_untouched(const uint32_t pixel[4])
{
   return !memcmp(pixel, untouched, sizeof untouched);
}

static void take(const uint32_t pixel[4], uint32_t out[4], bool *killed)
{
   *killed = oracle_gl_untouched(pixel);
   memcpy(out, pixel, 16);
}

bool oracle_gl_run_points(struct oracle_gl *gl, unsigned n, float (*varying)[ORACLE_NUM_VARYINGS][4], uint32_t (*out)[4],
                          bool *killed)
{
   uint32_t(*pixels)[4] = calloc(ORACLE_MAX_POINTS, sizeof *pixels);
   float(*v)[1 + ORACLE_NUM_VARYINGS][4] = calloc(n, sizeof *v);

   for (unsigned i = 0; i < n; i++) {
      float pos[4];
      oracle_gl_point_at(i, pos);
      clip_position(pos[0], pos[1], v[i][0]);
      memcpy(v[i][1], varying[i], sizeof varying[i]);
   }
   attributes(gl, 1 + ORACLE_NUM_VARYINGS, &v[0][0][0], 1 + ORACLE_NUM_VARYINGS);
   gl->BindProgramARB(GL_VERTEX_PROGRAM_ARB, gl->vp_pass);
   gl->BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, gl->fp_user);
   clear(gl);
   gl->DrawArrays(GL_POINTS, 0, (GLsizei)n);
   bool ok = read_back(gl, pixels);
   for (unsigned i = 0; i < n; i++)
      take(pixels[i], out[i], &killed[i]);
   free(v);
   free(pixels);
   return ok;
}

bool oracle_gl_run_quads(struct oracle_gl *gl, unsigned n, float (*varying)[ORACLE_NUM_VARYINGS][3][4], uint32_t (*out)[4],
                         bool *killed)
{
   static const float corner[4][2] = {
       {-0.5f, -0.5f}, {1.5f, -0.5f}, {1.5f, 1.5f}, {-0.5f, 1.5f}}; /* distance in pixels from the first centre */
   uint32_t(*pixels)[4] = calloc(ORACLE_MAX_POINTS, sizeof *pixels);
   float(*v)[1 + ORACLE_NUM_VARYINGS][4] = calloc(4 * n, sizeof *v);

   for (unsigned i = 0; i < n; i++) {
      float pos[4];
      oracle_gl_quad_at(i, pos);
      for (unsigned c = 0; c < 4; c++) {
         clip_position(pos[0] + corner[c][0], pos[1] + corner[c][1], v[4 * i + c][0]);
         for (unsigned k = 0; k < ORACLE_NUM_VARYINGS; k++)
            for (unsigned j = 0; j < 4; j++)
               v[4 * i + c][1 + k][j] =
                   varying[i][k][0][j] + corner[c][0] * varying[i][k][1][j] + corner[c][1] * varying[i][k][2][j];
      }
   }
   attributes(gl, 1 + ORACLE_NUM_VARYINGS, &v[0][0][0], 1 + ORACLE_NUM_VARYINGS);
   gl->BindProgramARB(GL_VERTEX_PROGRAM_ARB, gl->vp_pass);
   gl->BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, gl->fp_user);
   clear(gl);
   gl->DrawArrays(GL_QUADS, 0, (GLsizei)(4 * n));
   bool ok = read_back(gl, pixels);
   for (unsigned i = 0; i < n; i++) {
      float pos[4];
      oracle_gl_quad_at(i, pos);
      for (unsigned k = 0; k < 4; k++)
         take(pixels[((unsigned)pos[1] + k / 2) * ORACLE_GRID + (unsigned)pos[0] + k % 2], out[4 * i + k], &killed[4 * i + k]);
   }
   free(v);
   free(pixels);
   return ok;
}

bool oracle_gl_integer_target(struct oracle_gl *gl, bool integer)
{
   if (integer && !gl->color_uint)
      gl->color_uint = target_texture(gl, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT);
   gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, integer ? gl->color_uint : gl->color, 0);
   if (!gl->ClearColorIuiEXT || gl->CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      return fail(gl, "no integer colour target");
   if (integer) {
      gl->ClearColorIuiEXT(untouched[0], untouched[1], untouched[2], untouched[3]);
      gl->Clear(GL_COLOR_BUFFER_BIT);
   }
   return gl->GetError() == 0 || fail(gl, "GL error with the integer target");
}

bool oracle_gl_draw_integers(struct oracle_gl *gl, unsigned n, bool lines, float *data, unsigned stride, uint32_t (*out)[4])
{
   static float corners[4][4] = {{-1, -1, 0, 1}, {1, -1, 0, 1}, {1, 1, 0, 1}, {-1, 1, 0, 1}};

   for (unsigned i = 0; i < n; i++) {
      float pos[4];
      oracle_gl_point_at(i, pos);
      clip_position(pos[0], pos[1], data + 4 * stride * i);
   }
   attributes(gl, n ? stride : 1, n ? data : corners[0], n ? stride : 1);
   gl->DrawArrays(!n ? GL_QUADS : lines ? GL_LINES : GL_POINTS, 0, n ? (GLsizei)n : 4);
   gl->ReadPixels(0, 0, ORACLE_GRID, ORACLE_GRID, GL_RGBA_INTEGER, GL_UNSIGNED_INT, out);
   return gl->GetError() == 0 || fail(gl, "GL error after drawing to the integer target");
}

bool oracle_gl_run_bits(struct oracle_gl *gl, uint32_t out[4])
{
   static const float place[4] = {-1 + 1.0f / ORACLE_GRID, -1 + 1.0f / ORACLE_GRID, 0, 1};
   bool ok = true;

   if (!gl->color_uint)
      gl->color_uint = target_texture(gl, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT);
   gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, gl->color_uint, 0);
   if (gl->CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
      ok = fail(gl, "no integer colour target");
   } else {
      attributes(gl, 1, place, 1);
      gl->BindProgramARB(GL_VERTEX_PROGRAM_ARB, gl->vp_pass);
      gl->BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, gl->fp_user);
      gl->ClearColorIuiEXT(untouched[0], untouched[1], untouched[2], untouched[3]);
      gl->Clear(GL_COLOR_BUFFER_BIT);
      gl->DrawArrays(GL_POINTS, 0, 1);
      gl->ReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, out);
      if (gl->GetError())
         ok = fail(gl, "GL error after drawing to the integer target");
   }
   gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, gl->color, 0);
   return ok;
}

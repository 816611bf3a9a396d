/* SPDX-License-Identifier: MIT */
/*
 * A preloaded library for pictures, which makes GL programs draw the same frames in every run and with every driver. If
 * NVP4C_GL_FRAMES=N is set, the clock advances by a sixtieth of a second from frame to frame and otherwise stands still, the
 * process number, with which programs seed their random numbers, is always the same, and the program ends after frame N, which
 * is written to the file NVP4C_GL_PICTURE as a PPM image.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define START_SECONDS 1000000
#define FRAMES_PER_SECOND 60
#define PATIENCE 5000
#define WAIT 250 /* the number of looks at the clock that a wait counts as */
#define PROCESS 4242
enum { GL_VIEWPORT = 0x0ba2, GL_PACK_ALIGNMENT = 0x0d05, GL_RGBA = 0x1908, GL_UNSIGNED_BYTE = 0x1401, GL_FRAMEBUFFER = 0x8d40 };

typedef void (*function)(void);

EXPORT int clock_gettime(clockid_t clock, struct timespec *t);
EXPORT int gettimeofday(struct timeval *restrict t, void *restrict zone);
EXPORT time_t time(time_t *t);
EXPORT int select(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other, struct timeval *restrict t);
EXPORT pid_t getpid(void);
EXPORT void *dlsym(void *restrict handle, const char *restrict name);
EXPORT unsigned eglSwapBuffers(void *display, void *surface);
EXPORT void glXSwapBuffers(void *display, unsigned long drawable);
EXPORT function eglGetProcAddress(const char *name);
EXPORT function glXGetProcAddress(const char *name);
EXPORT function glXGetProcAddressARB(const char *name);

static unsigned frame;

/* ISO C has no casts between addresses of objects and of functions. */
static function function_of(void *symbol)
{
   function f;

   memcpy(&f, &symbol, sizeof f);
   return f;
}

static void *symbol_of(function f)
{
   void *symbol;

   memcpy(&symbol, &f, sizeof symbol);
   return symbol;
}

/* dlsym() of the C library, which cannot be found by that name. */
static void *real_dlsym(void *handle, const char *name)
{
   static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"};
   static void *(*real)(void *, const char *);
   void *symbol = NULL;

   for (unsigned i = 0; !real && !symbol && i < sizeof versions / sizeof versions[0]; i++)
      symbol = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
   if (symbol)
      memcpy(&real, &symbol, sizeof real);
   return real(handle, name);
}

/* ---- the clock */

static unsigned last_frame(void)
{
   const char *n = getenv("NVP4C_GL_FRAMES");

   return n ? (unsigned)strtoul(n, NULL, 10) : 0;
}

/* A program that reads the clock this often within a frame waits for a later time, so the clock advances by a frame. */
static uint64_t microseconds(unsigned patience)
{
   static atomic_uint asked, waited;
   static unsigned asked_in;

   if (asked_in != frame) {
      asked_in = frame;
      asked = 0;
   }
   asked += patience;
   if (asked >= PATIENCE) {
      asked = 0;
      waited++;
   }
   return (uint64_t)START_SECONDS * 1000000 + (uint64_t)(frame + waited) * 1000000 / FRAMES_PER_SECOND;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
   if (!last_frame())
      return ((int (*)(clockid_t, struct timespec *))function_of(real_dlsym(RTLD_NEXT, "clock_gettime")))(clock, t);
   const uint64_t now = microseconds(1);
   t->tv_sec = (time_t)(now / 1000000);
   t->tv_nsec = (long)(now % 1000000 * 1000);
   return 0;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
   if (!last_frame())
      return ((int (*)(struct timeval *, void *))function_of(real_dlsym(RTLD_NEXT, "gettimeofday")))(t, zone);
   const uint64_t now = microseconds(1);
   t->tv_sec = (time_t)(now / 1000000);
   t->tv_usec = (suseconds_t)(now % 1000000);
   return 0;
}

time_t time(time_t *t)
{
   struct timespec now;

   clock_gettime(CLOCK_REALTIME, &now);
   if (t)
      *t = now.tv_sec;
   return now.tv_sec;
}

/*
 * Some programs do not draw a frame until the clock has advanced, and wait without files in the meantime. Others wait this way
 * for another process, and a clock that advances changes their pictures. So it advances only if NVP4C_GL_WAITS is set.
 */
int select(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other, struct timeval *restrict t)
{
   typedef int (*wait_function)(int, fd_set *, fd_set *, fd_set *, struct timeval *);

   if (last_frame() && getenv("NVP4C_GL_WAITS") && !in && !out && !other)
      microseconds(WAIT);
   return ((wait_function)function_of(real_dlsym(RTLD_NEXT, "select")))(count, in, out, other, t);
}

pid_t getpid(void) { return last_frame() ? PROCESS : (pid_t)syscall(SYS_getpid); }

/* ---- frames */

/* A function of the GL library that the program has loaded. */
static function gl(const char *name)
{
   static const char *const libraries[] = {"libGLESv2.so.2", "libGL.so.1", "libOpenGL.so.0"};
   void *symbol = NULL;

   for (unsigned i = 0; !symbol && i < sizeof libraries / sizeof libraries[0]; i++) {
      void *library = dlopen(libraries[i], RTLD_NOW | RTLD_NOLOAD);
      symbol = library ? real_dlsym(library, name) : NULL;
   }
   return function_of(symbol);
}

static void write_picture(const char *path)
{
   void (*get)(unsigned, int *) = (void (*)(unsigned, int *))gl("glGetIntegerv");
   void (*store)(unsigned, int) = (void (*)(unsigned, int))gl("glPixelStorei");
   void (*read)(int, int, int, int, unsigned, unsigned, void *) =
       (void (*)(int, int, int, int, unsigned, unsigned, void *))gl("glReadPixels");
   int view[4] = {0};
   FILE *f = fopen(path, "wb");

   if (!f || !get || !store || !read)
      return;
   get(GL_VIEWPORT, view);
   uint8_t *pixels = calloc((size_t)view[2] * (size_t)view[3] + 1, 4);
   store(GL_PACK_ALIGNMENT, 4);
   read(0, 0, view[2], view[3], GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   fprintf(f, "P6\n%d %d\n255\n", view[2], view[3]);
   for (int y = view[3] - 1; y >= 0; y--)
      for (int x = 0; x < view[2]; x++)
         fwrite(pixels + 4 * ((size_t)y * (size_t)view[2] + (size_t)x), 1, 3, f);
   fclose(f);
   free(pixels);
}

/* Called before buffers are swapped, when the back buffer has the frame. */
static void count_frame(void)
{
   const char *path = getenv("NVP4C_GL_PICTURE");

   if (!last_frame() || ++frame < last_frame())
      return;
   if (path)
      write_picture(path);
   _exit(0);
}

unsigned eglSwapBuffers(void *display, void *surface)
{
   void *library = dlopen("libEGL.so.1", RTLD_NOW);

   count_frame();
   return ((unsigned (*)(void *, void *))function_of(real_dlsym(library, "eglSwapBuffers")))(display, surface);
}

void glXSwapBuffers(void *display, unsigned long drawable)
{
   void *library = dlopen("libGL.so.1", RTLD_NOW);

   count_frame();
   ((void (*)(void *, unsigned long))function_of(real_dlsym(library, "glXSwapBuffers")))(display, drawable);
}

/* Functions for programs that load GL functions by name. */
static void *ours(const char *name)
{
   static const struct {
      const char *name;
      function f;
   } table[] = {{"eglSwapBuffers", (function)eglSwapBuffers},
                {"eglGetProcAddress", (function)eglGetProcAddress},
                {"glXSwapBuffers", (function)glXSwapBuffers},
                {"glXGetProcAddress", (function)glXGetProcAddress},
                {"glXGetProcAddressARB", (function)glXGetProcAddressARB}};

   for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
      if (!strcmp(name, table[i].name))
         return symbol_of(table[i].f);
   return NULL;
}

static function address(const char *of, const char *library, const char *name)
{
   void *symbol = ours(name);

   return symbol ? function_of(symbol)
                 : ((function(*)(const char *))function_of(real_dlsym(dlopen(library, RTLD_NOW), of)))(name);
}

function eglGetProcAddress(const char *name) { return address("eglGetProcAddress", "libEGL.so.1", name); }
function glXGetProcAddress(const char *name) { return address("glXGetProcAddress", "libGL.so.1", name); }
function glXGetProcAddressARB(const char *name) { return address("glXGetProcAddressARB", "libGL.so.1", name); }

void *dlsym(void *restrict handle, const char *restrict name)
{
   void *symbol = last_frame() ? ours(name) : NULL;

   return symbol ? symbol : real_dlsym(handle, name);
}

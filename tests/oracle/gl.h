/* SPDX-License-Identifier: MIT */
/*
 * A GL without a window: only what the oracle needs. libEGL is opened at run time, so neither headers nor
 * libraries are needed to build; the few names and numbers that are used are repeated here (from the Khronos registry).
 *
 * Assembly programs are given as text. A vertex run draws one point for each invocation, with sixteen generic attributes, and
 * returns result.texcoord[0..7] of the program; a fragment run draws one point or one 2x2 quad for each invocation, with
 * constant or linear varyings, and returns the float32 colour of every pixel.
 */
#ifndef TESTS_ORACLE_GL_H
#define TESTS_ORACLE_GL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned int GLenum, GLuint, GLbitfield;
typedef int GLint, GLsizei;
typedef float GLfloat;
typedef unsigned char GLubyte, GLboolean;

#define GL_FUNCTIONS(F)                                                                                                        \
   F(const GLubyte *, GetString, (GLenum))                                                                                     \
   F(GLenum, GetError, (void))                                                                                                 \
   F(void, GetIntegerv, (GLenum, GLint *))                                                                                     \
   F(void, Enable, (GLenum))                                                                                                   \
   F(void, Disable, (GLenum))                                                                                                  \
   F(void, Viewport, (GLint, GLint, GLsizei, GLsizei))                                                                         \
   F(void, PointSize, (GLfloat))                                                                                               \
   F(void, Clear, (GLbitfield))                                                                                                \
   F(void, ClearColor, (GLfloat, GLfloat, GLfloat, GLfloat))                                                                   \
   F(void, DrawArrays, (GLenum, GLint, GLsizei))                                                                               \
   F(void, Finish, (void))                                                                                                     \
   F(void, ReadPixels, (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *))                                               \
   F(void, PixelStorei, (GLenum, GLint))                                                                                       \
   F(void, Fogf, (GLenum, GLfloat))                                                                                            \
   F(void, Fogfv, (GLenum, const GLfloat *))                                                                                   \
   F(void, GenTextures, (GLsizei, GLuint *))                                                                                   \
   F(void, DeleteTextures, (GLsizei, const GLuint *))                                                                          \
   F(void, BindTexture, (GLenum, GLuint))                                                                                      \
   F(void, ActiveTexture, (GLenum))                                                                                            \
   F(void, TexParameteri, (GLenum, GLenum, GLint))                                                                             \
   F(void, TexImage1D, (GLenum, GLint, GLint, GLsizei, GLint, GLenum, GLenum, const void *))                                   \
   F(void, TexImage2D, (GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void *))                          \
   F(void, TexImage3D, (GLenum, GLint, GLint, GLsizei, GLsizei, GLsizei, GLint, GLenum, GLenum, const void *))                 \
   F(void, GenFramebuffers, (GLsizei, GLuint *))                                                                               \
   F(void, BindFramebuffer, (GLenum, GLuint))                                                                                  \
   F(void, FramebufferTexture2D, (GLenum, GLenum, GLenum, GLuint, GLint))                                                      \
   F(GLenum, CheckFramebufferStatus, (GLenum))                                                                                 \
   F(void, ClampColor, (GLenum, GLenum))                                                                                       \
   F(void, GenProgramsARB, (GLsizei, GLuint *))                                                                                \
   F(void, DeleteProgramsARB, (GLsizei, const GLuint *))                                                                       \
   F(void, BindProgramARB, (GLenum, GLuint))                                                                                   \
   F(void, ProgramStringARB, (GLenum, GLenum, GLsizei, const void *))                                                          \
   F(void, ProgramEnvParameter4fvARB, (GLenum, GLuint, const GLfloat *))                                                       \
   F(void, ProgramLocalParameter4fvARB, (GLenum, GLuint, const GLfloat *))                                                     \
   F(void, GetProgramivARB, (GLenum, GLenum, GLint *))                                                                         \
   F(void, VertexAttribPointer, (GLuint, GLint, GLenum, GLboolean, GLsizei, const void *))                                     \
   F(void, EnableVertexAttribArray, (GLuint))                                                                                  \
   F(void, DisableVertexAttribArray, (GLuint))

/* Of GL_NV_gpu_program4 and integer targets; absent elsewhere. */
#define GL_FUNCTIONS_NV(F)                                                                                                     \
   F(void, ProgramEnvParameterI4uivNV, (GLenum, GLuint, const GLuint *))                                                       \
   F(void, ClearColorIuiEXT, (GLuint, GLuint, GLuint, GLuint))

/* For GLSL and for attributes of it (glsl.c). */
#define GL_FUNCTIONS_GLSL(F)                                                                                                   \
   F(GLuint, CreateShader, (GLenum))                                                                                           \
   F(void, ShaderSource, (GLuint, GLsizei, const char *const *, const GLint *))                                                \
   F(void, CompileShader, (GLuint))                                                                                            \
   F(void, GetShaderiv, (GLuint, GLenum, GLint *))                                                                             \
   F(void, GetShaderInfoLog, (GLuint, GLsizei, GLsizei *, char *))                                                             \
   F(void, DeleteShader, (GLuint))                                                                                             \
   F(GLuint, CreateProgram, (void))                                                                                            \
   F(void, AttachShader, (GLuint, GLuint))                                                                                     \
   F(void, LinkProgram, (GLuint))                                                                                              \
   F(void, GetProgramiv, (GLuint, GLenum, GLint *))                                                                            \
   F(void, GetProgramInfoLog, (GLuint, GLsizei, GLsizei *, char *))                                                            \
   F(void, UseProgram, (GLuint))                                                                                               \
   F(void, DeleteProgram, (GLuint))                                                                                            \
   F(GLint, GetUniformLocation, (GLuint, const char *))                                                                        \
   F(void, Uniform1iv, (GLint, GLsizei, const GLint *))

#define GL_VERTEX_PROGRAM_ARB 0x8620
#define GL_FRAGMENT_PROGRAM_ARB 0x8804

#define ORACLE_GRID 64 /* pixels of a side of the target */
#define ORACLE_MAX_POINTS (ORACLE_GRID * ORACLE_GRID)
#define ORACLE_MAX_QUADS (ORACLE_MAX_POINTS / 16) /* a quad owns 4x4 pixels and covers the inner 2x2 */
#define ORACLE_NUM_ATTRIBS 16
#define ORACLE_NUM_RESULTS 8
#define ORACLE_NUM_VARYINGS 11 /* texcoord 0..7, primary and secondary colour, fogcoord */
#define ORACLE_NUM_ENV 256

struct oracle_gl {
   void *lib, *display, *context;
   char error[256]; /* the reason why there is no GL, or the error of the last program */
   const char *vendor, *renderer, *version, *extensions;
   bool nv_gpu_program4;
   GLuint fbo, color, color_uint, vp_user, fp_user, vp_pass, fp_show[ORACLE_NUM_RESULTS];
   GLuint textures[32][18]; /* by unit and enum exec_tex_target, 0 = not made yet */
#define F(type, name, args) type(*name) args;
   GL_FUNCTIONS(F)
   GL_FUNCTIONS_NV(F)
   GL_FUNCTIONS_GLSL(F)
#undef F
};

/* A context of the software or default GL (device < 0), or of an EGL device; false with gl->error. It lives until the
   process ends. */
bool oracle_gl_open(struct oracle_gl *gl, int device);
bool oracle_gl_has(const struct oracle_gl *gl, const char *extension);

/* Compile into the user's vertex or fragment program; false with gl->error ("line:column: message"). */
bool oracle_gl_program(struct oracle_gl *gl, GLenum target, const char *text, size_t len);
void oracle_gl_env(struct oracle_gl *gl, GLenum target, unsigned index, const float v[4]);
void oracle_gl_local(struct oracle_gl *gl, GLenum target, unsigned index, const float v[4]);

/* Density, start and end; colour. */
void oracle_gl_fog(struct oracle_gl *gl, const float params[3], const float color[4]);

/*
 * Draw `n` points. attrib[i][k]: generic attribute k of invocation i; attribute `place` is overwritten with the position of the
 * point, which the program must copy to result.position. out[i][k]: texcoord k, for each k in `results`.
 */
bool oracle_gl_run_vertex(struct oracle_gl *gl, unsigned n, float (*attrib)[ORACLE_NUM_ATTRIBS][4], unsigned place,
                          uint32_t results, uint32_t (*out)[ORACLE_NUM_RESULTS][4]);
/* One pixel for each invocation, all varyings constant. pos[i]: its window position. killed[i]: nothing was written. */
bool oracle_gl_run_points(struct oracle_gl *gl, unsigned n, float (*varying)[ORACLE_NUM_VARYINGS][4], uint32_t (*out)[4],
                          bool *killed);
/*
 * One 2x2 quad for each invocation: varyings are given at its lower left pixel centre with the steps to the next pixel in x and
 * y. out and killed: four pixels a quad, in the order (0,0) (1,0) (0,1) (1,1).
 */
bool oracle_gl_run_quads(struct oracle_gl *gl, unsigned n, float (*varying)[ORACLE_NUM_VARYINGS][3][4], uint32_t (*out)[4],
                         bool *killed);
/* Window position of the pixel of a point, of the first pixel of a quad; z is 0.5, w is 1. */
void oracle_gl_point_at(unsigned i, float pos[4]);
void oracle_gl_quad_at(unsigned i, float pos[4]);

/* Has nothing been written to the pixel since it was cleared? */
bool oracle_gl_untouched(const uint32_t pixel[4]);

/* The target of colours becomes one of four integers a pixel, cleared, or float32 again. */
bool oracle_gl_integer_target(struct oracle_gl *gl, bool integer);
/*
 * Draws `n` points, or n / 2 lines, with generic attributes (data, `stride` vectors each), whose first vector is overwritten
 * with the position of the point, or one quad over the whole target (n = 0), and returns the integers of the pixels. The
 * programs are those in use.
 */
bool oracle_gl_draw_integers(struct oracle_gl *gl, unsigned n, bool lines, float *data, unsigned stride, uint32_t (*out)[4]);

/* GL_NV_gpu_program4: one point of the user's fragment program into an integer target; env parameters are bits. */
bool oracle_gl_run_bits(struct oracle_gl *gl, uint32_t out[4]);

#endif

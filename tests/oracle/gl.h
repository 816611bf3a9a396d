/* SPDX-License-Identifier: MIT */
/*
 * A GL without a window, reduced to what the oracle needs. libEGL is opened at run time, so the build needs neither its
 * headers nor its libraries; the few names and numbers that are used are repeated here (from the Khronos registry).
 *
 * Assembly programs are given as text. A vertex run draws one point for each invocation, with sixteen generic attributes, and
 * returns result.texcoord[0..7] of the program. A fragment run draws one point or one 2x2 quad for each invocation, with
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

/* Functions of GL_NV_gpu_program4 and of integer targets; NULL where they do not exist. */
#define GL_FUNCTIONS_NV(F)                                                                                                     \
   F(void, ProgramEnvParameterI4uivNV, (GLenum, GLuint, const GLuint *))                                                       \
   F(void, ClearColorIuiEXT, (GLuint, GLuint, GLuint, GLuint))

/* Functions for GLSL and its attributes (glsl.c). */
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

#define ORACLE_GRID 64 /* side length of the target in pixels */
#define ORACLE_MAX_POINTS (ORACLE_GRID * ORACLE_GRID)
#define ORACLE_MAX_QUADS (ORACLE_MAX_POINTS / 16) /* a quad owns 4x4 pixels and covers the inner 2x2 */
#define ORACLE_NUM_ATTRIBS 16
#define ORACLE_NUM_RESULTS 8
#define ORACLE_NUM_VARYINGS 11 /* texcoord 0..7, primary and secondary colour, fogcoord */
#define ORACLE_NUM_ENV 256

struct oracle_gl {
   void *lib, *display, *context;
   char error[256]; /* why there is no GL, or the error of the last program */
   const char *vendor, *renderer, *version, *extensions;
   bool nv_gpu_program4;
   GLuint fbo, color, color_uint, vp_user, fp_user, vp_pass, fp_show[ORACLE_NUM_RESULTS];
   GLuint textures[32][18]; /* by unit and enum exec_tex_target; 0 if not yet made */
#define F(type, name, args) type(*name) args;
   GL_FUNCTIONS(F)
   GL_FUNCTIONS_NV(F)
   GL_FUNCTIONS_GLSL(F)
#undef F
};

/* Opens a context of the software or default GL (device < 0) or of an EGL device; it lives until the process ends. Returns
   false with gl->error. */
bool oracle_gl_open(struct oracle_gl *gl, int device);
bool oracle_gl_has(const struct oracle_gl *gl, const char *extension);

/* Compiles the user's vertex or fragment program. Returns false with gl->error ("line:column: message"). */
bool oracle_gl_program(struct oracle_gl *gl, GLenum target, const char *text, size_t len);
void oracle_gl_env(struct oracle_gl *gl, GLenum target, unsigned index, const float v[4]);
void oracle_gl_local(struct oracle_gl *gl, GLenum target, unsigned index, const float v[4]);

/* params: density, start and end. */
void oracle_gl_fog(struct oracle_gl *gl, const float params[3], const float color[4]);

/* Draws `n` points. attrib[i][k] is generic attribute k of invocation i. Attribute `place` is overwritten with the position of
   the point, which the program must copy to result.position. out[i][k] gets texcoord k, for each k in `results`. */
bool oracle_gl_run_vertex(struct oracle_gl *gl, unsigned n, float (*attrib)[ORACLE_NUM_ATTRIBS][4], unsigned place,
                          uint32_t results, uint32_t (*out)[ORACLE_NUM_RESULTS][4]);
/* Draws one pixel for each invocation with constant varyings. pos[i] gets its window position. killed[i] is set if nothing was
   written. */
bool oracle_gl_run_points(struct oracle_gl *gl, unsigned n, float (*varying)[ORACLE_NUM_VARYINGS][4], uint32_t (*out)[4],
                          bool *killed);
/* Draws one 2x2 quad for each invocation. Varyings are given at the centre of its lower left pixel, with the steps to the next
   pixel in x and y. out and killed have four pixels a quad, in the order (0,0) (1,0) (0,1) (1,1). */
bool oracle_gl_run_quads(struct oracle_gl *gl, unsigned n, float (*varying)[ORACLE_NUM_VARYINGS][3][4], uint32_t (*out)[4],
                         bool *killed);
/* Returns the window position of a point's pixel, or of the first pixel of a quad; z is 0.5, w is 1. */
void oracle_gl_point_at(unsigned i, float pos[4]);
void oracle_gl_quad_at(unsigned i, float pos[4]);

/* Has nothing been written to the pixel since it was cleared? */
bool oracle_gl_untouched(const uint32_t pixel[4]);

/* Makes the colour target one of four integers a pixel, cleared, or of float32 again. */
bool oracle_gl_integer_target(struct oracle_gl *gl, bool integer);
/*
 * Draws `n` points, or n / 2 lines, with generic attributes (data, `stride` vectors each); the first vector is overwritten
 * with the position of the point. With n = 0 it draws one quad over the whole target. Uses the current programs, and returns
 * the integers of the pixels.
 */
bool oracle_gl_draw_integers(struct oracle_gl *gl, unsigned n, bool lines, float *data, unsigned stride, uint32_t (*out)[4]);

/* For GL_NV_gpu_program4: draws one point with the user's fragment program into an integer target. env parameters are bits. */
bool oracle_gl_run_bits(struct oracle_gl *gl, uint32_t out[4]);

#endif

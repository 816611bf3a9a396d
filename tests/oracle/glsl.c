/* SPDX-License-Identifier: MIT */
#include "tests/oracle/glsl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
   GL_FRAGMENT_SHADER = 0x8B30,
   GL_GEOMETRY_SHADER = 0x8DD9,
   GL_VERTEX_SHADER = 0x8B31,
   GL_COMPILE_STATUS = 0x8B81,
   GL_LINK_STATUS = 0x8B82
};

static FILE *caught;

/* The driver writes to descriptor 2 with its own stdio. A file, unlike a pipe, takes any amount without a reader. */
static void catch_stderr(struct oracle_glsl *p)
{
   fflush(stderr);
   caught = tmpfile();
   p->saved = caught ? dup(2) : -1;
   if (p->saved >= 0)
      dup2(fileno(caught), 2);
}

void oracle_glsl_caught(struct oracle_glsl *p)
{
   if (p->saved < 0)
      return;
   fflush(stderr);
   dup2(p->saved, 2);
   close(p->saved);
   p->saved = -1;
   const long n = fseek(caught, 0, SEEK_END) ? -1 : ftell(caught);
   p->printed = calloc(1, (size_t)(n > 0 ? n : 0) + 1);
   rewind(caught);
   if (p->printed && n > 0 && fread(p->printed, 1, (size_t)n, caught) != (size_t)n)
      p->printed[0] = 0;
   fclose(caught);
}

static bool shader(struct oracle_gl *gl, struct oracle_glsl *p, GLenum stage, const char *text)
{
   const GLuint s = gl->CreateShader(stage);
   GLint ok = 0;

   gl->ShaderSource(s, 1, &text, NULL);
   gl->CompileShader(s);
   gl->GetShaderiv(s, GL_COMPILE_STATUS, &ok);
   if (!ok)
      gl->GetShaderInfoLog(s, sizeof p->error, NULL, p->error);
   gl->AttachShader(p->program, s);
   gl->DeleteShader(s);
   return ok;
}

bool oracle_glsl_begin(struct oracle_gl *gl, struct oracle_glsl *p, const char *vertex, const char *geometry,
                       const char *fragment)
{
   GLint ok = 0;

   memset(p, 0, sizeof *p);
   p->saved = -1;
   if (!gl->CreateProgram || !gl->UseProgram) {
      snprintf(p->error, sizeof p->error, "this GL has no GLSL");
      return false;
   }
   p->program = gl->CreateProgram();
   catch_stderr(p);
   if (!shader(gl, p, GL_VERTEX_SHADER, vertex) || (geometry && !shader(gl, p, GL_GEOMETRY_SHADER, geometry)) ||
       !shader(gl, p, GL_FRAGMENT_SHADER, fragment))
      return false;
   gl->LinkProgram(p->program);
   gl->GetProgramiv(p->program, GL_LINK_STATUS, &ok);
   if (!ok)
      gl->GetProgramInfoLog(p->program, sizeof p->error, NULL, p->error);
   gl->UseProgram(p->program);
   return ok;
}

char *oracle_glsl_tgsi(const struct oracle_glsl *p, const char *stage)
{
   const char *first = NULL, *s = p->printed;
   const size_t n = strlen(stage);
   char *text = NULL;

   for (; s; s = strchr(s, '\n'), s = s ? s + 1 : NULL)
      if (!strncmp(s, stage, n) && s[n] == '\n')
         first = s;
   const char *end = first ? strstr(first, ": END\n") : NULL;
   if (end && (text = calloc(1, (size_t)(end + 7 - first))))
      memcpy(text, first, (size_t)(end + 6 - first));
   return text;
}

void oracle_glsl_end(struct oracle_gl *gl, struct oracle_glsl *p)
{
   oracle_glsl_caught(p);
   free(p->printed);
   if (p->program) {
      gl->UseProgram(0);
      gl->DeleteProgram(p->program);
   }
}

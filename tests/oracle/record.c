/* SPDX-License-Identifier: MIT */
/* Records the answers of a GL with GL_NV_gpu_program4 to every program of tests/unit/common/golden.c. The devices of EGL are
   tried in turn. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/oracle/oracle.h"
#include "tests/unit/common/golden.h"

static bool find(struct oracle_gl *gl, char *seen, size_t size)
{
   size_t n = 0;

   for (int device = -1; device < 16; device++) {
      if (!oracle_gl_open(gl, device)) {
         if (device >= 0 && !strcmp(gl->error, "no such EGL device"))
            break;
         continue;
      }
      if (gl->nv_gpu_program4)
         return true;
      int k = snprintf(seen + n, size - n, "%s%s", n ? ", " : "", gl->renderer);
      n = k < 0 || n + (size_t)k >= size ? n : n + (size_t)k;
   }
   if (!n)
      snprintf(seen, size, "no GL at all: %s", gl->error);
   return false;
}

/* Writes folder/renderer-and-version.golden, with only letters, digits, dots and dashes in the name. */
static void file_name(char *path, size_t size, const char *folder, const struct oracle_gl *gl)
{
   int n = snprintf(path, size, "%s/", folder),
       end = snprintf(path + n, size - (size_t)n, "%s-%s.golden", gl->renderer, gl->version);

   for (char *s = path + n; end-- > 0 && *s; s++)
      if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-", *s))
         *s = '-';
}

int oracle_record(const char *folder)
{
   struct oracle_gl *gl = calloc(1, sizeof *gl);
   struct golden_program p;
   struct util_ctx ctx;
   struct util_buf b;
   char seen[512] = "", path[600];
   unsigned n = 0, refused = 0;
   int status = 0;

   if (!find(gl, seen, sizeof seen)) {
      printf("SKIP golden: no GL with GL_NV_gpu_program4 (seen: %s)\n", seen);
      free(gl);
      return 0;
   }
   util_ctx_init(&ctx, NULL, 0);
   util_buf_init(&b, &ctx);
   util_buf_printf(&b, "# vendor: %s\n# renderer: %s\n# version: %s\n", gl->vendor, gl->renderer, gl->version);
   for (; golden_program(n, &p); n++) {
      if (!oracle_gl_program(gl, GL_FRAGMENT_PROGRAM_ARB, p.text, strlen(p.text))) {
         printf("   %s: the GL refuses: %s\n", p.name, gl->error);
         util_buf_printf(&b, "# refused: %s: %s\n", p.name, gl->error);
         refused++;
         continue;
      }
      if (p.target != TEX_TARGET_COUNT && !oracle_texture(gl, p.unit, (enum exec_tex_target)p.target)) {
         printf("   %s: no texture\n", p.name);
         continue;
      }
      golden_write_program(&b, &p);
      for (unsigned run = 0; run < GOLDEN_RUNS; run++) {
         uint32_t in[3][4], out[4];
         golden_inputs(n, run, in);
         for (unsigned i = 0; i < 3; i++)
            gl->ProgramEnvParameterI4uivNV(GL_FRAGMENT_PROGRAM_ARB, i, in[i]);
         if (!oracle_gl_run_bits(gl, out)) {
            printf("   %s: %s\n", p.name, gl->error);
            status = 1;
            break;
         }
         golden_write_run(&b, in, out);
      }
   }
   file_name(path, sizeof path, folder, gl);
   FILE *f = fopen(path, "wb");
   if (!f || fwrite(b.data, 1, b.len, f) != b.len || fclose(f) != 0) {
      fprintf(stderr, "oracle: cannot write %s\n", path);
      status = 3;
   } else {
      printf("golden: %u programs of %u recorded in %s\n", n - refused, n, path);
   }
   util_ctx_finish(&ctx);
   free(gl);
   return status;
}

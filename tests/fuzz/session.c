/* SPDX-License-Identifier: MIT */
/* Writes seeds for the target vtest: session DIR writes client sessions (gl-driver/tests/session.h) to DIR, each after a word
   that selects the target. */
#include <stdio.h>
#include <stdlib.h>

#include "gl-driver/pipe/words.h"
#include "gl-driver/tests/session.h"

static void write_session(const char *dir, const char *name, const struct session *s)
{
   char path[512];

   for (uint32_t target = 0; target < 2; target++) {
      snprintf(path, sizeof path, "%s/%s-%u", dir, name, target);
      FILE *f = fopen(path, "wb");
      if (!f || fwrite(&target, 4, 1, f) != 1 || fwrite(s->word, 4, s->length, f) != s->length || fclose(f)) {
         fprintf(stderr, "%s cannot be written\n", path);
         exit(1);
      }
   }
}

int main(int argc, char **argv)
{
   static struct session s;
   const char *dir = argc > 1 ? argv[1] : ".";

   session_everything(&s);
   write_session(dir, "everything", &s);
   s.length = 0;
   session_open(&s);
   session_framebuffer(&s);
   session_buffer(&s, 4, 16);
   session_draw(&s);
   write_session(dir, "draw", &s);
   session_samples(&s);
   write_session(dir, "samples", &s);
   s.length = 0;
   session_open(&s);
   session_memory(&s);
   write_session(dir, "memory", &s);
   return 0;
}

/* SPDX-License-Identifier: MIT */
/* nvp4c-gl: a GL driver with the compiler in it. It draws for a program that it starts, or serves other programs
   (docs/embedding.md). */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gl-driver/main/main.h"

static int serve_others(const struct arguments *a)
{
   struct listener l;

   if (!listen_at(a->socket ? a->socket : "/tmp/.virgl_test", &l))
      return EXIT_SOCKET;
   int status = accept_clients(&l, &a->driver, 0);
   listen_end(&l);
   return status;
}

static int serve_command(const struct arguments *a)
{
   char folder[] = "/tmp/nvp4c-gl-XXXXXX", path[sizeof folder + 8];
   struct listener l;
   int status = EXIT_SOCKET;

   if (!mkdtemp(folder)) {
      perror("nvp4c-gl: /tmp");
      return EXIT_SOCKET;
   }
   snprintf(path, sizeof path, "%s/socket", folder);
   if (listen_at(path, &l)) {
      long command = run_command(a->command, path);
      if (command > 0)
         status = accept_clients(&l, &a->driver, command);
      listen_end(&l);
   }
   rmdir(folder);
   return status;
}

int main(int argc, char **argv)
{
   static struct arguments a; /* static, as pointers to its members live as long as the process */

   parse_arguments(&a, argc, argv);
   if (!watch_signals()) {
      perror("nvp4c-gl");
      return EXIT_SOCKET;
   }
   return a.serve ? serve_others(&a) : serve_command(&a);
}

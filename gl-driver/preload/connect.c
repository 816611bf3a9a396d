/* SPDX-License-Identifier: MIT */
/*
 * A preloaded library for the programs that nvp4c-gl runs. Mesa before 24.0 connects to /tmp/.virgl_test whatever the
 * environment says, so connect() to that name goes to the socket of the run instead (NVP4C_GL_SOCKET).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#define STOCK_SOCKET "/tmp/.virgl_test"

__attribute__((visibility("default"))) int connect(int fd, const struct sockaddr *address, socklen_t length);

int connect(int fd, const struct sockaddr *address, socklen_t length)
{
   int (*next)(int, const struct sockaddr *, socklen_t);
   void *symbol = dlsym(RTLD_NEXT, "connect");
   const char *socket_name = getenv("NVP4C_GL_SOCKET");
   struct sockaddr_un own = {.sun_family = AF_UNIX};

   memcpy(&next, &symbol, sizeof next); /* ISO C has no cast from an object's address to that of a function */
   if (address && address->sa_family == AF_UNIX && length > offsetof(struct sockaddr_un, sun_path) && socket_name &&
       strlen(socket_name) < sizeof own.sun_path) {
      const char *name = ((const struct sockaddr_un *)(const void *)address)->sun_path;
      size_t most = length - offsetof(struct sockaddr_un, sun_path);
      if (most >= strlen(STOCK_SOCKET) && !strncmp(name, STOCK_SOCKET, most)) {
         strcpy(own.sun_path, socket_name);
         return next(fd, (const struct sockaddr *)&own, sizeof own);
      }
   }
   return next(fd, address, length);
}

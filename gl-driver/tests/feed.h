/* SPDX-License-Identifier: MIT */
/* Feeds a whole session to the server at once. Files that include this define _GNU_SOURCE. */
#ifndef TESTS_GL_FEED_H
#define TESTS_GL_FEED_H

#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gl-driver/pipe/driver.h"
#include "gl-driver/pipe/words.h"
#include "gl-driver/protocol/server.h"
#include "gl-driver/tests/session.h"

/* The client, which sends everything and reads all replies. */
struct peer {
   int fd;
   const uint32_t *words;
   size_t size; /* size of the words in bytes */
   uint8_t last[12]; /* the last bytes received */
};

static inline void *talk(void *argument)
{
   struct peer *p = argument;
   size_t sent = 0;
   uint8_t bytes[4096];

   for (;;) {
      struct pollfd f = {.fd = p->fd, .events = POLLIN | (sent < p->size ? POLLOUT : 0)};
      poll(&f, 1, -1);
      if (f.revents & POLLIN) {
         const ssize_t n = recv(p->fd, bytes + sizeof p->last, sizeof bytes - sizeof p->last, MSG_DONTWAIT);
         if (n <= 0)
            return NULL;
         memcpy(bytes, p->last, sizeof p->last);
         memcpy(p->last, bytes + n, sizeof p->last);
      } else if (f.revents & (POLLHUP | POLLERR)) {
         return NULL;
      }
      if (sent < p->size && f.revents & POLLOUT) {
         const ssize_t n = send(p->fd, (const uint8_t *)p->words + sent, p->size - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
         if (n < 0)
            sent = p->size;
         sent += n > 0 ? (size_t)n : 0;
         if (sent == p->size)
            shutdown(p->fd, SHUT_WR);
      }
   }
}

/* Serves the words of a session. `whole`: it must reach its end, where the last reply is that of a BUSY_WAIT. */
static inline bool feed(const uint32_t *words, size_t count, const struct driver *driver, bool whole)
{
   const uint32_t reply[3] = {1, 7, 0};
   struct peer p = {.words = words, .size = count * 4};
   pthread_t thread;
   int pair[2];

   if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
      return false;
   p.fd = pair[0];
   if (pthread_create(&thread, NULL, talk, &p))
      return false;
   serve_connection(pair[1], driver);
   shutdown(pair[1], SHUT_RDWR);
   pthread_join(thread, NULL);
   close(pair[0]);
   close(pair[1]);
   if (!whole || !memcmp(p.last, reply, sizeof reply))
      return true;
   printf("a session without mistakes ends early\n");
   return false;
}

#endif

/* SPDX-License-Identifier: MIT */
/* A client at the other end of a socket pair, whose server runs in a thread. Files that include this define _GNU_SOURCE. */
#ifndef TESTS_GL_CLIENT_H
#define TESTS_GL_CLIENT_H

#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gl-driver/pipe/driver.h"
#include "gl-driver/pipe/words.h"
#include "gl-driver/protocol/server.h"
#include "gl-driver/tests/session.h"
#include "tests/unit/common/suite.h"

struct client {
   const struct driver *driver; /* NULL for OpenGL 2.1 on USC */
   int fd, server_fd;
   pthread_t server;
   struct session s;
};

static inline void *serve(void *argument)
{
   static const struct driver driver = {.opt_level = 2, .threads = 1, .gl_version = 21};
   struct client *c = argument;

   serve_connection(c->server_fd, c->driver ? c->driver : &driver);
   shutdown(c->server_fd, SHUT_RDWR);
   return NULL;
}

static inline void start(struct client *c)
{
   int pair[2];

   ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
   c->fd = pair[0];
   c->server_fd = pair[1];
   ck_assert_int_eq(pthread_create(&c->server, NULL, serve, c), 0);
}

static inline void flush(struct client *c)
{
   ck_assert_uint_le(c->s.length, SESSION_ROOM);
   ck_assert_int_eq(send(c->fd, c->s.word, c->s.length * 4, 0), (ssize_t)c->s.length * 4);
   c->s.length = 0;
}

static inline void receive(struct client *c, uint32_t *words, unsigned count)
{
   ck_assert_int_eq(recv(c->fd, words, count * 4, MSG_WAITALL), (ssize_t)count * 4);
}

static inline void finish(struct client *c)
{
   close(c->fd);
   pthread_join(c->server, NULL);
   close(c->server_fd);
}

/* Receives the mapping of a resource that was just requested. */
static inline void *receive_mapping(struct client *c, size_t size)
{
   char byte, control[CMSG_SPACE(sizeof(int))];
   struct iovec data = {&byte, 1};
   struct msghdr m = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
   int fd;

   ck_assert_int_eq(recvmsg(c->fd, &m, 0), 1);
   struct cmsghdr *h = CMSG_FIRSTHDR(&m);
   ck_assert(h && h->cmsg_type == SCM_RIGHTS);
   memcpy(&fd, CMSG_DATA(h), sizeof fd);
   void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   ck_assert_ptr_ne(p, MAP_FAILED);
   close(fd);
   return p;
}

/* Waits until all requests have been executed. */
static inline void settle(struct client *c)
{
   uint32_t reply[3];

   ADD(&c->s, 2, 7, 0, 1);
   flush(c);
   receive(c, reply, 3);
   ck_assert(reply[0] == 1 && reply[1] == 7 && reply[2] == 0);
}

static inline void open_client_of(struct client *c, const struct driver *driver)
{
   uint32_t reply[SESSION_OPEN_REPLIES];

   memset(c, 0, sizeof *c);
   c->driver = driver;
   start(c);
   session_open(&c->s);
   flush(c);
   receive(c, reply, SESSION_OPEN_REPLIES);
   ck_assert(reply[0] == 0 && reply[1] == 10);                     /* PING before BUSY_WAIT */
   ck_assert(reply[2] == 1 && reply[3] == 7 && reply[4] == 0);     /* nothing is busy */
   ck_assert(reply[5] == 1 && reply[6] == 11 && reply[7] == 2);    /* version */
   ck_assert(reply[8] == 352 * 4 + 1 && reply[9] == 2);            /* caps */
   ck_assert(reply[10] == 2 && reply[10 + 66] == 120 && reply[10 + 70] == 8 && reply[10 + 71] == 1);
   ck_assert(reply[10 + 1 + 67 / 32] >> 67 % 32 & 1);              /* RGBA8 can be sampled */
   ck_assert(reply[10 + 72] >> 9 & 1);           /* polygons */
   ck_assert_uint_eq(reply[10 + 190], 0x41800000); /* anisotropy: 16 */
   /* Points and lines up to 255, smooth or not. */
   const uint32_t one = 0x3f800000, many = 0x437f0000;
   const uint32_t ranges[8] = {one, many, one, many, one, many, one, many};
   ck_assert_mem_eq(reply + 10 + 77, ranges, sizeof ranges);
   ck_assert(reply[362] == 77 * 4 + 1 && reply[363] == 1 && reply[364] == 1);
}

static inline void open_client(struct client *c) { open_client_of(c, NULL); }

#endif

/* SPDX-License-Identifier: MIT */
/* The messages of a client. They are executed and answered in order, so a client never has to wait for earlier requests. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gl-driver/pipe/driver.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/resource.h"
#include "gl-driver/protocol/protocol.h"
#include "gl-driver/protocol/server.h"

/* The longest message, in words. Commands of a client have up to 67 thousand. */
#define MAX_MESSAGE (1u << 22)
/* The largest mapping, in bytes. */
#define MAX_MAPPING (1u << 30)

static bool read_all(int fd, void *to, size_t size)
{
   for (size_t n = 0; n < size;) {
      ssize_t got = recv(fd, (char *)to + n, size - n, 0);
      if (got <= 0 && !(got < 0 && errno == EINTR))
         return false;
      n += got > 0 ? (size_t)got : 0;
   }
   return true;
}

static bool write_all(int fd, const void *from, size_t size)
{
   for (size_t n = 0; n < size;) {
      ssize_t put = send(fd, (const char *)from + n, size - n, MSG_NOSIGNAL);
      if (put < 0 && errno != EINTR)
         return false;
      n += put > 0 ? (size_t)put : 0;
   }
   return true;
}

/* ---- resources */

/* Creates a resource and its mapping. If the resource cannot be created, the client still gets a mapping, because it waits for
   one. */
static bool create_resource(struct connection *c, const uint32_t *w)
{
   struct resource_template t = {w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9]};
   size_t mapping = w[10];

   if (mapping > MAX_MAPPING)
      return false;
   drop_resource(c, w[0]);
   struct resource *r = w[0] ? resource_create(&t) : NULL;
   if (r && charge(&c->account, r->size + mapping)) {
      r->account = &c->account;
      r->shared_size = mapping;
   } else {
      resource_unref(r);
      r = NULL;
   }
   if (!add_resource(c, r)) {
      r = NULL;
      complain(c, "cannot create a resource: target %u, format %u, %ux%ux%u, %u layers, %u levels, %u samples", w[1], w[2],
               w[4], w[5], w[6], w[7], w[8] + 1, w[9]);
   }
   if (!mapping)
      return true;
   int fd = r ? shared_create(r) : shared_empty(mapping);
   bool sent = fd >= 0 && shared_send(c->fd, fd);
   if (fd >= 0)
      close(fd);
   return sent;
}

/* GET2 and PUT2: handle, level, box, bytes (unused), offset. */
static void transfer(struct connection *c, const uint32_t *w, bool to_resource)
{
   struct resource *r = find_resource(c, w[0]);
   struct transfer t = {w[1], {w[2], w[3], w[4], w[5], w[6], w[7]}, 0, 0, w[9], to_resource};

   if (!r || !resource_transfer(r, &t, r->shared, r->shared_size))
      complain(c, "invalid transfer of %u, level %u: %u %u %u, %ux%ux%u (%s, %u bytes, offset %u)", w[0], w[1], w[2], w[3],
               w[4], w[5], w[6], w[7], r ? format_info(r->format)->name : "no resource", w[8], w[9]);
}

/* ---- messages, with their words w; false ends the connection */

static bool reply(const struct connection *c, uint32_t id, uint32_t value)
{
   uint32_t w[3] = {1, id, value};

   return write_all(c->fd, w, sizeof w);
}

static bool send_caps(const struct connection *c, unsigned version)
{
   uint32_t w[2 + CAPS_V2_WORDS], words = version == 2 ? CAPS_V2_WORDS : CAPS_V1_WORDS;

   caps_fill(w + 2, c->driver);
   w[0] = words * 4 + 1;
   w[1] = version;
   if (version == 1)
      w[2] = 1;
   return write_all(c->fd, w, (2 + (size_t)words) * 4);
}

enum { GET_CAPS = 1, RES_UNREF = 3, SUBMIT = 6, BUSY_WAIT, CREATE_RENDERER, GET_CAPS2, PING, VERSION, RES_CREATE2, GET2, PUT2 };
/* The version of the protocol. */
#define PROTOCOL 2

/* The number of words of each message. The header gives the length of SUBMIT, and the bytes of the renderer's name. */
static const uint8_t message_words[] = {
   [RES_UNREF] = 1, [BUSY_WAIT] = 2, [VERSION] = 1, [RES_CREATE2] = 11, [GET2] = 10, [PUT2] = 10,
};

static bool answer(struct connection *c, unsigned id, const uint32_t *w, size_t count)
{
   static const uint32_t pong[2] = {0, PING};

   switch (id) {
   case CREATE_RENDERER: return true;
   case PING: return write_all(c->fd, pong, sizeof pong);
   case BUSY_WAIT: return reply(c, id, 0);
   case VERSION: return reply(c, id, w[0] < PROTOCOL ? w[0] : PROTOCOL);
   case GET_CAPS: return send_caps(c, 1);
   case GET_CAPS2: return send_caps(c, 2);
   case RES_CREATE2: return create_resource(c, w);
   case RES_UNREF: drop_resource(c, w[0]); return true;
   case GET2: transfer(c, w, false); return true;
   case PUT2: transfer(c, w, true); return true;
   case SUBMIT: run_commands(c, w, count); return true;
   default: return false;
   }
}

/* Reads a message and answers it. */
static bool serve_message(struct connection *c, uint32_t **buffer, size_t *room)
{
   uint32_t header[2];

   if (!read_all(c->fd, header, sizeof header))
      return false;
   size_t bytes = header[1] == CREATE_RENDERER ? header[0] : header[1] == SUBMIT ? (size_t)header[0] * 4
                  : header[1] < sizeof message_words ? message_words[header[1]] * (size_t)4 : 0;
   /* The header of the other messages is unused: PUT2 has the size of its data there, which is in the mapping. */
   if (bytes > (size_t)MAX_MESSAGE * 4) {
      complain(c, "message %u of %u words is too long", header[1], header[0]);
      return false;
   }
   if (bytes > *room) {
      uint32_t *more = realloc(*buffer, bytes + 4);
      if (!more)
         return false;
      *buffer = more;
      *room = bytes;
   }
   if (!read_all(c->fd, *buffer, bytes))
      return false;
   if (answer(c, header[1], *buffer, bytes / 4))
      return true;
   complain(c, "invalid message %u ends the connection", header[1]);
   return false;
}

void serve_connection(int fd, const struct driver *driver)
{
   struct connection *c = calloc(1, sizeof *c);
   uint32_t *buffer = calloc(64, sizeof *buffer);
   size_t room = 64 * sizeof *buffer;

   if (c && buffer) {
      c->fd = fd;
      c->driver = driver;
      while (serve_message(c, &buffer, &room))
         ;
      while (c->subcontexts) {
         uint32_t destroy[2] = {30 | 1 << 16, c->subcontexts->id};
         run_commands(c, destroy, 2);
      }
      drop_resources(c);
      for (unsigned i = 0; i < driver->num_replacements && c->shaders; i++)
         if (!driver->replacements[i].used)
            fprintf(stderr, "nvp4c-gl: --replace: this client does not have a shader with the hash %s\n",
                    driver->replacements[i].hash);
   }
   free(buffer);
   free(c);
}

/* SPDX-License-Identifier: MIT */
/* Functions that every command may need: to find resources by their handles, and to report errors. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "gl-driver/pipe/driver.h"
#include "gl-driver/protocol/protocol.h"

void complain(const struct connection *c, const char *format, ...)
{
   va_list arguments;

   if (!c->driver->verbose)
      return;
   va_start(arguments, format);
   fprintf(stderr, "nvp4c-gl: ");
   vfprintf(stderr, format, arguments);
   fprintf(stderr, "\n");
   va_end(arguments);
}

bool charge(size_t *account, size_t bytes)
{
   if (bytes > MAX_CLIENT_MEMORY - *account)
      return false;
   *account += bytes;
   return true;
}

static struct resource_link **find_link(struct connection *c, uint32_t handle)
{
   struct resource_link **p = &c->resources[handle % RESOURCE_CHAINS];

   while (*p && (*p)->resource->handle != handle)
      p = &(*p)->next;
   return p;
}

struct resource *find_resource(const struct connection *c, uint32_t handle)
{
   const struct resource_link *l = c->resources[handle % RESOURCE_CHAINS];

   while (l && l->resource->handle != handle)
      l = l->next;
   return l && handle ? l->resource : NULL;
}

void drop_resource(struct connection *c, uint32_t handle)
{
   struct resource_link **p = find_link(c, handle), *l = *p;

   if (!l)
      return;
   *p = l->next;
   resource_unref(l->resource);
   free(l);
}

void drop_resources(struct connection *c)
{
   for (unsigned i = 0; i < RESOURCE_CHAINS; i++)
      while (c->resources[i])
         drop_resource(c, c->resources[i]->resource->handle);
}

bool add_resource(struct connection *c, struct resource *r)
{
   struct resource_link *l = r ? malloc(sizeof *l) : NULL;

   if (!l) {
      resource_unref(r);
      return false;
   }
   l->resource = r;
   l->next = c->resources[r->handle % RESOURCE_CHAINS];
   c->resources[r->handle % RESOURCE_CHAINS] = l;
   return true;
}

/* SPDX-License-Identifier: MIT */
/*
 * Internals of the protocol: a connection with its resources, its contexts (sub-contexts of the protocol) and their objects.
 * connection.c reads messages, and commands.c the commands in them, which state.c, objects.c and work.c execute.
 *
 * Nothing that a client sends is trusted: a length is checked before the data is read, a handle may be invalid, and objects
 * count their references to resources.
 */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "gl-driver/pipe/pipe.h"

enum object_kind {
   OBJECT_BLEND = 1,
   OBJECT_RASTERIZER,
   OBJECT_DSA,
   OBJECT_SHADER,
   OBJECT_ELEMENTS,
   OBJECT_VIEW,
   OBJECT_SAMPLER,
   OBJECT_SURFACE,
   OBJECT_QUERY,
   OBJECT_SO_TARGET,
};

/* A shader, whose text may come in pieces. */
struct shader_object {
   struct shader_source source;
   char *text;
   size_t have, total; /* bytes of the text */
   struct shader *shader; /* NULL until the text is complete */
};

struct object {
   uint32_t handle;
   enum object_kind kind;
   struct object *next; /* in its hash chain */
   union {
      struct blend blend;
      struct rasterizer rasterizer;
      struct depth_stencil_alpha dsa;
      struct shader_object shader;
      struct vertex_elements elements;
      struct sampler_view view;
      struct sampler sampler;
      struct surface surface;
      struct query query;
      struct so_target so_target;
   } as;
};

enum { OBJECT_CHAINS = 1024, RESOURCE_CHAINS = 4096 };

struct subcontext {
   uint32_t id;
   size_t *account; /* the account of the connection */
   struct subcontext *next;
   struct context context;
   struct object *objects[OBJECT_CHAINS];
   uint8_t *constants[NUM_STAGES][MAX_CONSTANT_BUFFERS]; /* context.constants without a buffer object */
};

struct resource_link {
   struct resource *resource;
   struct resource_link *next;
};

struct connection {
   int fd;
   const struct driver *driver;
   struct resource_link *resources[RESOURCE_CHAINS];
   struct subcontext *subcontexts, *current; /* `current` is NULL until one is selected */
   uint64_t told; /* mask of the commands that have been reported as unknown or wrong */
   bool shaders;   /* it has created some */
   size_t account; /* bytes that the client makes this process use (charge()) */
};

/* A command: its words after the header. */
struct command {
   unsigned number, kind, length;
   const uint32_t *word;
};

/* The stage for its number in commands, or NUM_STAGES if the number is invalid. */
static inline unsigned stage_of_word(uint32_t word)
{
   return word < DRAW_STAGES ? word : word == 5 ? STAGE_COMPUTE : NUM_STAGES;
}

/* client.c */

/*
 * Counts memory for the client: storage and mappings of resources, contexts, objects, texts of shaders, and constants. charge()
 * returns false, and counts nothing, if the client would exceed its limit.
 */
#define MAX_CLIENT_MEMORY ((size_t)4 << 30)
bool charge(size_t *account, size_t bytes);

/* Reports an error on stderr if the driver is verbose. */
void complain(const struct connection *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct resource *find_resource(const struct connection *c, uint32_t handle);
/* Takes over the reference. False if the resource is NULL, or without memory. */
bool add_resource(struct connection *c, struct resource *r);
void drop_resource(struct connection *c, uint32_t handle);
void drop_resources(struct connection *c);

/* caps.c: the answer to GET_CAPS2 (version 2) or GET_CAPS, and its length in words. */
enum { CAPS_V1_WORDS = 77, CAPS_V2_WORDS = 352 };
void caps_fill(uint32_t caps[CAPS_V2_WORDS], const struct driver *d);

/* shared.c */
struct resource_template;
/* Creates a mapping of shared_size bytes for both sides. Returns the descriptor for the client, or -1. */
int shared_create(struct resource *r);
/* The same for a resource that could not be created, as the client waits for a descriptor. */
int shared_empty(size_t size);
bool shared_send(int to, int fd);

/* commands.c: a stream of commands. */
void run_commands(struct connection *c, const uint32_t *words, size_t count);

/* objects.c */
struct object *find_object(const struct subcontext *s, uint32_t handle,
                           enum object_kind kind); /* NULL if there is no object of that kind */
void create_object(struct connection *c, const struct command *m);
void bind_object(struct connection *c, const struct command *m);
void destroy_object(struct connection *c, const struct command *m);
void bind_shader(struct connection *c, const struct command *m);
void free_objects(struct subcontext *s);
/* True if the storage of the resource may be viewed as texels of another format. */
bool formats_agree(const struct resource *r, unsigned format);

/* state.c */
void set_viewport(struct connection *c, const struct command *m);
void set_framebuffer(struct connection *c, const struct command *m);
void set_framebuffer_size(struct connection *c, const struct command *m);
void set_vertex_buffers(struct connection *c, const struct command *m);
void set_index_buffer(struct connection *c, const struct command *m);
void set_constants(struct connection *c, const struct command *m);
void set_uniform_buffer(struct connection *c, const struct command *m);
void set_shader_buffers(struct connection *c, const struct command *m);
void set_counter_buffers(struct connection *c, const struct command *m);
void set_images(struct connection *c, const struct command *m);
void set_views(struct connection *c, const struct command *m);
void set_samplers(struct connection *c, const struct command *m);
void set_scissor(struct connection *c, const struct command *m);
void set_so_targets(struct connection *c, const struct command *m);
void set_values(struct connection *c,
                const struct command *m); /* stencil reference, blend colour, stipple, clip planes, masks */
/* Releases all bindings that hold references. */
void release_state(struct subcontext *s);

/* work.c */
void draw(struct connection *c, const struct command *m);
void launch(struct connection *c, const struct command *m);
void clear(struct connection *c, const struct command *m);
void run_blit(struct connection *c, const struct command *m);
void run_copy(struct connection *c, const struct command *m);
void run_transfer(struct connection *c, const struct command *m);
void inline_write(struct connection *c, const struct command *m);
void run_query(struct connection *c, const struct command *m);
void set_condition(struct connection *c, const struct command *m);

#endif

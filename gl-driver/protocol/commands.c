/* SPDX-License-Identifier: MIT */
/* The command stream: finds the words of each command, and the function that executes it. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "gl-driver/pipe/driver.h"
#include "gl-driver/protocol/protocol.h"

static void ignore(struct connection *c, const struct command *m)
{
   (void)c;
   (void)m;
}

/* True if the client has ended or was killed, so that its drawing is not wanted any more. */
static bool is_gone(void *user)
{
   const struct connection *c = user;
   struct pollfd p = {.fd = c->fd};

   return poll(&p, 1, 0) > 0 && p.revents & POLLHUP;
}

static struct subcontext *find_subcontext(const struct connection *c, uint32_t id)
{
   for (struct subcontext *s = c->subcontexts; s; s = s->next)
      if (s->id == id)
         return s;
   return NULL;
}

static void create_subcontext(struct connection *c, const struct command *m)
{
   struct subcontext *s = find_subcontext(c, m->word[0]) ? NULL : calloc(1, sizeof *s);

   if (!s || !charge(&c->account, sizeof *s)) {
      free(s);
      complain(c, "cannot create context %u", m->word[0]);
      return;
   }
   s->account = &c->account;
   s->id = m->word[0];
   s->context.driver = c->driver;
   s->context.sample_mask = ~0u;
   s->context.work.is_unwanted = is_gone;
   s->context.work.user = c;
   s->next = c->subcontexts;
   c->subcontexts = s;
}

static void set_subcontext(struct connection *c, const struct command *m)
{
   c->current = find_subcontext(c, m->word[0]);
}

static void destroy_subcontext(struct connection *c, const struct command *m)
{
   for (struct subcontext **p = &c->subcontexts; *p; p = &(*p)->next)
      if ((*p)->id == m->word[0]) {
         struct subcontext *s = *p;
         *p = s->next;
         if (c->current == s)
            c->current = NULL;
         release_state(s);
         free_objects(s);
         *s->account -= sizeof *s;
         free(s);
         return;
      }
}

/* Commands by their numbers: their least number of words, whether they need a context, the function that executes them, and
   whether they may take long. */
static const struct {
   const char *name;
   unsigned words;
   bool of_context;
   void (*run)(struct connection *c, const struct command *m);
   bool takes_long;
} commands[] = {
   [0] = {"NOP", 0, false, ignore},
   [1] = {"CREATE_OBJECT", 1, true, create_object, true},
   [2] = {"BIND_OBJECT", 1, true, bind_object},
   [3] = {"DESTROY_OBJECT", 1, true, destroy_object},
   [4] = {"SET_VIEWPORT_STATE", 1, true, set_viewport},
   [5] = {"SET_FRAMEBUFFER_STATE", 2, true, set_framebuffer},
   [6] = {"SET_VERTEX_BUFFERS", 0, true, set_vertex_buffers},
   [7] = {"CLEAR", 8, true, clear, true},
   [8] = {"DRAW_VBO", 12, true, draw, true},
   [9] = {"RESOURCE_INLINE_WRITE", 11, true, inline_write},
   [10] = {"SET_SAMPLER_VIEWS", 2, true, set_views},
   [11] = {"SET_INDEX_BUFFER", 1, true, set_index_buffer},
   [12] = {"SET_CONSTANT_BUFFER", 2, true, set_constants},
   [13] = {"SET_STENCIL_REF", 1, true, set_values},
   [14] = {"SET_BLEND_COLOR", 4, true, set_values},
   [15] = {"SET_SCISSOR_STATE", 1, true, set_scissor},
   [16] = {"BLIT", 21, true, run_blit, true},
   [17] = {"RESOURCE_COPY_REGION", 13, true, run_copy, true},
   [18] = {"BIND_SAMPLER_STATES", 2, true, set_samplers},
   [19] = {"BEGIN_QUERY", 1, true, run_query},
   [20] = {"END_QUERY", 1, true, run_query},
   [21] = {"GET_QUERY_RESULT", 1, true, run_query},
   [22] = {"SET_POLYGON_STIPPLE", 32, true, set_values},
   [23] = {"SET_CLIP_STATE", 32, true, set_values},
   [24] = {"SET_SAMPLE_MASK", 1, true, set_values},
   [25] = {"SET_STREAMOUT_TARGETS", 1, true, set_so_targets},
   [26] = {"SET_RENDER_CONDITION", 3, true, set_condition},
   [27] = {"SET_UNIFORM_BUFFER", 5, true, set_uniform_buffer},
   [28] = {"SET_SUB_CTX", 1, false, set_subcontext},
   [29] = {"CREATE_SUB_CTX", 1, false, create_subcontext},
   [30] = {"DESTROY_SUB_CTX", 1, false, destroy_subcontext},
   [31] = {"BIND_SHADER", 2, true, bind_shader},
   [32] = {"SET_TESS_STATE", 0, false, ignore},
   [33] = {"SET_MIN_SAMPLES", 1, true, set_values},
   [34] = {"SET_SHADER_BUFFERS", 2, true, set_shader_buffers},
   [35] = {"SET_SHADER_IMAGES", 2, true, set_images},
   [36] = {"MEMORY_BARRIER", 0, false, ignore}, /* commands are executed one after the other */
   [37] = {"LAUNCH_GRID", 8, true, launch, true},
   [38] = {"SET_FRAMEBUFFER_STATE_NO_ATTACH", 2, true, set_framebuffer_size},
   [39] = {"TEXTURE_BARRIER", 0, false, ignore},
   [40] = {"SET_ATOMIC_BUFFERS", 1, true, set_counter_buffers},
   [41] = {"SET_DEBUG_FLAGS", 0, false, ignore},
   [43] = {"TRANSFER3D", 13, false, run_transfer},
   [44] = {"END_TRANSFERS", 0, false, ignore},
   [51] = {"SET_TWEAKS", 0, false, ignore},
   [52] = {"LINK_SHADER", 0, false, ignore},
};

static void run_command(struct connection *c, const struct command *m)
{
   bool known = m->number < sizeof commands / sizeof commands[0] && commands[m->number].run;
   uint64_t bit = (uint64_t)1 << (m->number < 63 ? m->number : 63);

   if (!known || m->length < commands[m->number].words) {
      if (!(c->told & bit))
         complain(c, known ? "command %u is too short with %u words" : "unknown command %u with %u words",
                  m->number, m->length);
      c->told |= bit;
   } else if (c->current || !commands[m->number].of_context) {
      commands[m->number].run(c, m);
   }
}

void run_commands(struct connection *c, const uint32_t *words, size_t count)
{
   for (size_t i = 0; i < count;) {
      struct command m = {words[i] & 0xff, words[i] >> 8 & 0xff, words[i] >> 16, words + i + 1};
      if (m.number < sizeof commands / sizeof commands[0] && commands[m.number].takes_long && is_gone(c))
         return;
      if (m.length > count - i - 1) {
         complain(c, "the last command, %u, extends beyond its message", m.number);
         return;
      }
      if (c->current)
         work_begin(&c->current->context.work, c->driver->max_steps);
      run_command(c, &m);
      i += m.length + 1;
   }
}

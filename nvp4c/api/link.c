/* SPDX-License-Identifier: MIT */
/*
 * nvp4c_link: assigns words to the varyings that the consumer or the machine reads.
 *
 * The order follows the public driver: position, smooth, flat and noperspective varyings, then those that the fixed functions
 * read (docs/abi-usc.md, "Linking"). The components of a varying take consecutive words, so an address and a mask describe it.
 * Components that are not read have no word.
 */
#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/report/varying.h"

struct linker {
   struct job *r;
   const struct nvp4c_result *producer, *consumer;
   struct link_map *map;
   bool fragment;                       /* the consumer is a fragment program */
   bool apart;                          /* target_ops.machine_words */
   uint8_t reads[NVP4C_NUM_VARYINGS];   /* components that the consumer reads from the producer */
   uint8_t machine[NVP4C_NUM_VARYINGS]; /* components that the machine reads */
   uint8_t writes[NVP4C_NUM_VARYINGS];
   uint8_t interps[NVP4C_NUM_VARYINGS]; /* masks of the interpolations of reads */
   unsigned next;                       /* next free word */
};

enum {
   V_POSITION = VARYING_OF(POSITION),
   V_FOG = VARYING_OF(FOG),
   V_POINT_SIZE = VARYING_OF(POINT_SIZE),
   V_CLIP = VARYING_OF(CLIP),
   V_PRIM_ID = VARYING_OF(PRIM_ID),
   V_LAYER = VARYING_OF(LAYER),
   V_VIEWPORT = VARYING_OF(VIEWPORT),
   V_POINT_COORD = VARYING_OF(POINT_COORD),
   V_VERTEX_ID = NVP4C_NUM_VARYINGS - 1,
};

/* Mask of the components of an input that the rasteriser provides. */
static uint8_t from_rasteriser(const struct linker *l, unsigned varying)
{
   if (!l->fragment)
      return varying == V_PRIM_ID ? 15 : varying == V_FOG ? 14 : 0;
   switch (varying) {
   case V_POSITION: return 15;
   case V_POINT_COORD: return 15;
   case V_FOG: return 14; /* 0, 0, 1 */
   case V_LAYER: return 15;
   case V_PRIM_ID: return l->producer->o.io.stage == IR_STAGE_GEOMETRY ? 14 : 15;
   default: return 0;
   }
}

/* Number of the varying that an input reads, or NVP4C_NUM_VARYINGS. */
static unsigned input_varying(const struct nvp4c_reflection *e)
{
   return e->kind == NVP4C_INPUT && e->binding == NVP4C_BIND_VARYING ? e->index : NVP4C_NUM_VARYINGS;
}

static void find_varyings(struct linker *l)
{
   const struct result_io *p = &l->producer->o.io, *c = &l->consumer->o.io;
   const struct report *inputs = &l->consumer->o.report;
   const uint8_t planes = l->r->opt.key.clip_planes;

   for (unsigned v = 0; v < NVP4C_NUM_VARYINGS; v++) {
      l->writes[v] = p->writes[varying_slot(v)];
      l->reads[v] = c->reads[varying_slot(v)] & (uint8_t)~from_rasteriser(l, v);
      if (!l->fragment)
         continue;
      if (v == V_POSITION)
         l->machine[v] = 15;
      else if (v == V_POINT_SIZE || v == V_VIEWPORT || v == V_LAYER)
         l->machine[v] = 1;
      else if (v >= V_CLIP && v < V_CLIP + 8 && (!planes || (planes >> (v - V_CLIP) & 1)))
         l->machine[v] = 1;
      /* The fragment program reads a copy of a varying that has words of its own. */
      if (l->apart && l->machine[v] && (v == V_VIEWPORT || (v >= V_CLIP && v < V_CLIP + 8)))
         l->reads[v] |= l->machine[v] & l->writes[v];
   }
   /* A geometry program reads result.id of a vertex program as vertexid. A fragment program cannot read it. */
   if (l->fragment)
      l->reads[V_VERTEX_ID] = 0;
   for (unsigned i = 0; i < inputs->num_entries; i++) {
      const unsigned v = input_varying(&inputs->entries[i]);
      if (v < NVP4C_NUM_VARYINGS)
         l->interps[v] |= (uint8_t)(1u << inputs->entries[i].interpolation);
   }
   for (unsigned v = 0; v < NVP4C_NUM_VARYINGS && l->apart; v++)
      if (!l->interps[v])
         l->interps[v] = v == V_VIEWPORT ? 1 << INTERP_FLAT : 1 << INTERP_SMOOTH;
}

static void place(struct linker *l, unsigned v)
{
   uint8_t mask = l->writes[v] & (l->reads[v] | l->machine[v]);

   if (!mask || l->map->varying[v].mask)
      return;
   for (unsigned c = 1; c < 3 && l->apart;
        c++) /* words are consecutive, including unused ones between them */
      if (mask >> (c + 1) && mask & ((1u << c) - 1))
         mask |= (uint8_t)(1u << c);
   l->map->varying[v] = (struct nvp4c_varying){.address = (uint8_t)l->next, .mask = mask};
   l->next += (unsigned)__builtin_popcount(mask);
}

/* Places a word that the fixed functions read. A varying that the fragment program reads has words among the varyings, and gets
   a second one here: the fixed functions find theirs by counting from the end (observed: the public driver, pco_nir_pvfio.c,
   pco_nir_link_clip_cull_vars, which clones clip distances). */
static void place_tail(struct linker *l, unsigned v)
{
   struct nvp4c_varying *m = &l->map->varying[v];

   if (!m->mask)
      place(l, v);
   else if (l->machine[v] & l->writes[v] & 1)
      m->tail = (uint8_t)l->next++;
}

/* Places a word with layer and viewport, and then the clip distances up to the last one. */
static void place_apart(struct linker *l)
{
   unsigned distances = 0;

   place(l, V_LAYER);
   l->next += !l->map->varying[V_LAYER].mask && l->map->varying[V_VIEWPORT].mask;
   for (unsigned k = 0; k < 8; k++)
      if (l->map->varying[V_CLIP + k].mask)
         distances = k + 1;
   l->next += distances;
}

/* Places varyings by interpolation, or by the first one if there are several. Varyings that only the machine reads come
   last. */
static void place_all(struct linker *l)
{
   static const uint8_t order[] = {1 << INTERP_SMOOTH | 1 << INTERP_CENTROID | 1 << INTERP_SAMPLE, 1 << INTERP_FLAT,
                                   1 << INTERP_NOPERSPECTIVE | 1 << INTERP_NOPERSPECTIVE_CENTROID |
                                       1 << INTERP_NOPERSPECTIVE_SAMPLE};

   if (l->fragment)
      place(l, V_POSITION);
   for (unsigned k = 0; k < 3; k++)
      for (unsigned v = 0; v < NVP4C_NUM_VARYINGS; v++)
         if (l->reads[v] && (l->interps[v] & order[k] || k == 2))
            place(l, v);
   place(l, V_POINT_SIZE);
   if (l->apart) {
      place_apart(l);
   } else if (l->fragment) {
      place_tail(l, V_VIEWPORT);
      place_tail(l, V_LAYER);
      for (unsigned v = V_CLIP; v < V_CLIP + 8; v++)
         place_tail(l, v);
   }
   UTIL_CHECK(&l->r->ctx, l->next <= 4 * NVP4C_NUM_VARYINGS);
}

static int address_of(const struct linker *l, unsigned v, unsigned comp)
{
   const struct nvp4c_varying *m = &l->map->varying[v];

   return m->mask & l->writes[v] & (l->reads[v] | l->machine[v]) & 1u << comp
              ? m->address + __builtin_popcount(m->mask & ((1u << comp) - 1))
              : -1;
}

static void add_entry(struct linker *l, unsigned v, unsigned comp, const struct nvp4c_reflection *in)
{
   struct util_ctx *ctx = &l->r->ctx;
   const bool fixed = from_rasteriser(l, v) >> comp & 1, written = l->writes[v] >> comp & 1;
   const struct nvp4c_link_entry e = {
       .name = nvp4c_varying_name(v),
       .varying = v,
       .component = comp,
       .source = in && fixed ? NVP4C_LINK_RASTERISER
                 : written   ? NVP4C_LINK_PROGRAM
                             : NVP4C_LINK_NOBODY,
       .written = written,
       .read = in || (l->machine[v] >> comp & 1),
       .address = address_of(l, v, comp),
      .tail = !comp && l->map->varying[v].tail ? l->map->varying[v].tail : -1,
       .interpolation = in ? in->interpolation : NVP4C_SMOOTH,
       .vertex = in ? in->dimension : 0,
       .location =
           in ? in->location : (struct nvp4c_location){.reg = NVP4C_REG_NONE, .number = UINT32_MAX, .element = UINT32_MAX},
   };
   UTIL_PUSH(ctx, l->map->entries, l->map->num, l->map->cap, e);
}

/* Makes the entries with a bucket sort by varying and component. Entries of one component keep the order of the inputs. */
static void make_table(struct linker *l)
{
   const struct report *c = &l->consumer->o.report;
   uint32_t first[4 * NVP4C_NUM_VARYINGS + 1], *sorted = UTIL_ARRAY(&l->r->ctx, uint32_t, (size_t)c->num_entries + 1);

   memset(first, 0, sizeof first);
   for (int pass = 0; pass < 2; pass++) {
      for (uint32_t i = 0; i < c->num_entries; i++) {
         const struct nvp4c_reflection *in = &c->entries[i];
         const unsigned v = input_varying(in);
         if (v == NVP4C_NUM_VARYINGS || !(l->consumer->o.io.reads[varying_slot(v)] >> in->component & 1) ||
             (l->fragment && v == V_VERTEX_ID))
            continue;
         if (pass)
            sorted[first[4 * v + in->component]++] = i;
         else
            first[4 * v + in->component + 1]++;
      }
      for (unsigned k = 0; k < 4 * NVP4C_NUM_VARYINGS && !pass; k++)
         first[k + 1] += first[k];
   }
   for (unsigned k = 0; k < 4 * NVP4C_NUM_VARYINGS; k++) {
      uint32_t from = k ? first[k - 1] : 0;
      for (uint32_t i = from; i < first[k]; i++)
         add_entry(l, k / 4, k % 4, &c->entries[sorted[i]]);
      if (from == first[k] && (l->writes[k / 4] >> k % 4 & 1))
         add_entry(l, k / 4, k % 4, NULL);
   }
}

static void warn(struct linker *l)
{
   struct util_ctx *ctx = &l->r->ctx;

   for (unsigned v = 0; v < NVP4C_NUM_VARYINGS; v++) {
      const uint8_t missing = l->reads[v] & (uint8_t)~l->writes[v];
      char comps[5], *to = comps;
      for (unsigned c = 0; c < 4; c++)
         if (missing >> c & 1)
            *to++ = "xyzw"[c];
      *to = 0;
      if (missing)
         util_diag(ctx, DIAG_ID_link_unwritten, UTIL_NO_SPAN, "the %s program reads %s.%s, which the %s program does not write",
                   ir_stage_name[l->consumer->o.io.stage], nvp4c_varying_name(v), comps,
                   ir_stage_name[l->producer->o.io.stage]);
   }
   if (l->fragment && !l->writes[V_POSITION])
      util_diag(ctx, DIAG_ID_link_unwritten, UTIL_NO_SPAN, "the %s program does not write a position",
                ir_stage_name[l->producer->o.io.stage]);
}

/* Arguments that job_run() passes as its text. */
struct link_args {
   const struct nvp4c_result *producer, *consumer;
};

/* Is the result a compiled program, or one whose only error is too many outputs? */
static bool is_program(const struct nvp4c_result *r)
{
   return r && r->o.io.known && (r->o.status == NVP4C_OK || r->o.status == NVP4C_UNSUPPORTED);
}

/* Are the programs consecutive stages on a target with varying maps? Reports an error if not. */
static bool can_link(struct util_ctx *ctx, const struct nvp4c_result *p, const struct nvp4c_result *c)
{
   if (!is_program(p) || !is_program(c)) {
      util_diag(ctx, DIAG_ID_link_programs, UTIL_NO_SPAN, "both programs must be compiled");
      return false;
   }
   const char *producer = ir_stage_name[p->o.io.stage], *consumer = ir_stage_name[c->o.io.stage];
   if (p->o.target != c->o.target)
      util_diag(ctx, DIAG_ID_link_programs, UTIL_NO_SPAN, "the programs are for different targets");
   else if (!p->o.target->vertex_words)
      util_diag(ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "this version has no varying maps for target %s",
                p->o.target->name);
   else if (p->o.io.stage == IR_STAGE_FRAGMENT || c->o.io.stage == IR_STAGE_VERTEX || p->o.io.stage == c->o.io.stage)
      util_diag(ctx, DIAG_ID_link_programs, UTIL_NO_SPAN, "a %s program cannot follow a %s program", consumer, producer);
   else if (p->o.io.mapped)
      util_diag(ctx, DIAG_ID_link_programs, UTIL_NO_SPAN, "the %s program already has a varying map", producer);
   else if (!c->o.io.reflected)
      util_diag(ctx, DIAG_ID_link_programs, UTIL_NO_SPAN, "the %s program has no reflection (options.output.reflection)",
                consumer);
   else
      return true;
   return false;
}

static void do_link(struct job *r, const char *args, size_t len)
{
   struct link_args a;

   (void)len;
   memcpy(&a, args, sizeof a);
   r->ctx.text = NULL;
   if (!can_link(&r->ctx, a.producer, a.consumer))
      return;
   struct linker l = {
       .r = r, .producer = a.producer, .consumer = a.consumer, .fragment = a.consumer->o.io.stage == IR_STAGE_FRAGMENT,
       .apart = a.producer->o.target->machine_words};
   l.map = UTIL_NEW(&r->ctx, struct link_map);
   l.map->fragment = l.fragment;
   find_varyings(&l);
   place_all(&l);
   const unsigned limit = l.producer->o.target->vertex_words[l.producer->o.cpu];
   if (l.next > limit) {
      util_diag(&r->ctx, DIAG_ID_link_words, UTIL_NO_SPAN,
                "the varyings between the programs take %u words, but a vertex of %s has at most %u", l.next,
                l.producer->o.target->cpus[l.producer->o.cpu], limit);
      return;
   }
   make_table(&l);
   warn(&l);
   target_add_stat(&r->ctx, &r->out, "varying_words", l.next);
   r->o.link = l.map;
}

struct nvp4c_result *nvp4c_link(const struct nvp4c_result *producer, const struct nvp4c_result *consumer,
                                const struct nvp4c_options *options)
{
   const struct link_args a = {producer, consumer};

   return job_run(do_link, (const char *)&a, sizeof a, options);
}

static const struct link_map *map_of(const struct nvp4c_result *r)
{
   return r && r->o.status == NVP4C_OK ? r->o.link : NULL;
}

unsigned nvp4c_link_num_entries(const struct nvp4c_result *r) { return map_of(r) ? map_of(r)->num : 0; }

const struct nvp4c_link_entry *nvp4c_get_link_entry(const struct nvp4c_result *r, unsigned i)
{
   return i < nvp4c_link_num_entries(r) ? &map_of(r)->entries[i] : NULL;
}

int nvp4c_link_key(const struct nvp4c_result *r, struct nvp4c_key *key)
{
   if (!map_of(r))
      return 0;
   key->varying_map = 1;
   memcpy(key->varying, map_of(r)->varying, sizeof key->varying);
   return 1;
}

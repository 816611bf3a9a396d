/* SPDX-License-Identifier: MIT */
/* See race.h. */
#include "semantics/memory/race.h"

#include <string.h>

#include "util/arena.h"
#include "util/ctx.h"

struct record {
   bool used;
   struct mem_party by;
};
struct piece {
   struct record record[MEM_ACCESS_COUNT][2];
};
struct mem_shadow {
   struct mem_race *race;
   uint8_t space, unit;
   uint8_t grain; /* bytes of a unit that is tracked: 4, or 1 for images with smaller texels */
   uint32_t num_pieces;
   struct piece *piece;
};

struct mem_race *mem_race_watch(struct util_ctx *ctx, struct exec_memory *m, uint32_t max_reports)
{
   struct mem_race *r = UTIL_NEW(ctx, struct mem_race);

   r->reports = UTIL_ARRAY(ctx, struct mem_race_report, max_reports + 1);
   r->max_reports = max_reports;
   m->race = r;
   for (unsigned k = 0; k < MEM_SPACE_COUNT * MEM_UNITS; k++) {
      struct mem_object *o = &m->of[k / MEM_UNITS][k % MEM_UNITS];
      struct mem_shadow *s;

      if (!o->data)
         continue;
      s = o->shadow = UTIL_NEW(ctx, struct mem_shadow);
      s->race = r;
      s->space = (uint8_t)(k / MEM_UNITS);
      s->unit = (uint8_t)(k % MEM_UNITS);
      s->grain = s->space == MEM_IMAGE && mem_format_info[o->format].bytes < 4 ? 1 : 4;
      s->num_pieces = o->bytes / s->grain;
      s->piece = UTIL_ARRAY(ctx, struct piece, s->num_pieces + 1);
   }
   return r;
}

void mem_race_block(struct exec_memory *m, uint32_t block)
{
   struct mem_race *r = m->race;

   r->now.block = block;
   memset(r->phase, 0, sizeof r->phase);
   for (unsigned unit = 0; unit < MEM_UNITS; unit++) {
      struct mem_shadow *s = m->of[MEM_SHARED][unit].shadow;
      if (s)
         memset(s->piece, 0, s->num_pieces * sizeof *s->piece);
   }
}

void mem_race_task(struct mem_race *r, unsigned wave)
{
   r->wave = wave;
   r->now.phase = r->phase[wave];
}

void mem_race_barrier(struct mem_race *r) { r->phase[r->wave]++; }

static unsigned task_of(const struct mem_party *p) { return p->invocation / EXEC_LANES; }
static bool same_task(const struct mem_party *a, const struct mem_party *b)
{
   return a->block == b->block && task_of(a) == task_of(b);
}
static bool in_order(const struct mem_party *a, const struct mem_party *b)
{
   return a->block == b->block && (a->phase != b->phase || task_of(a) == task_of(b));
}

static void report(struct mem_shadow *s, const struct mem_race_report *new)
{
   struct mem_race *r = s->race;

   r->races++;
   for (uint32_t k = 0; k < r->num_reports; k++) {
      const struct mem_race_report *old = &r->reports[k];
      const uint32_t a = old->party[0].at.off, b = old->party[1].at.off, x = new->party[0].at.off, y = new->party[1].at.off;
      if (old->space == new->space && old->unit == new->unit && ((a == x && b == y) || (a == y && b == x)))
         return;
   }
   if (r->num_reports < r->max_reports)
      r->reports[r->num_reports++] = *new;
}

/* Records the access in place of one that is ordered before it, or of the second one of another workgroup. */
static void remember(struct record *record, const struct mem_party *now)
{
   unsigned k = 0;

   while (k < 2 && record[k].used && !same_task(&record[k].by, now))
      k++;
   for (unsigned n = 0; n < 2 && k == 2; n++)
      k = in_order(&record[n].by, now) ? n : k;
   if (k == 2 && record[0].by.block == record[1].by.block && record[0].by.block != now->block)
      k = 1;
   if (k < 2)
      record[k] = (struct record){true, *now};
}

static void access_piece(struct mem_shadow *s, struct piece *p, struct mem_race_report *found)
{
   const struct mem_party *now = &found->party[1];
   const enum mem_access how = (enum mem_access)found->how[1];

   for (unsigned other = 0; other < MEM_ACCESS_COUNT; other++) {
      if (other == how && how != MEM_STORES)
         continue;
      for (unsigned k = 0; k < 2; k++)
         if (p->record[other][k].used && !in_order(&p->record[other][k].by, now)) {
            found->how[0] = (uint8_t)other;
            found->party[0] = p->record[other][k].by;
            report(s, found);
         }
   }
   remember(p->record[how], now);
}

void mem_race_access(struct mem_shadow *s, enum mem_access how, uint32_t byte, uint32_t bytes, const uint32_t *texel,
                     unsigned coords)
{
   struct mem_race_report found = {.space = s->space,
                                   .unit = s->unit,
                                   .how[1] = (uint8_t)how,
                                   .party[1] = s->race->now,
                                   .byte = byte,
                                   .coords = (uint8_t)coords};

   for (unsigned c = 0; c < coords; c++)
      found.texel[c] = texel[c];
   for (uint32_t k = byte / s->grain; k <= (byte + bytes - 1) / s->grain && k < s->num_pieces; k++)
      access_piece(s, &s->piece[k], &found);
}

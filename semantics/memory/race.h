/* SPDX-License-Identifier: MIT */
/*
 * Detects data races: two waves access the same bytes, at least one stores, at least one is not atomic, and the two accesses
 * are not ordered. A barrier orders the waves of a workgroup; waves of different workgroups are never ordered.
 *
 * The caller that runs waves says which one runs (mem_race_block, mem_race_task), executors pass the invocation and the
 * instruction (mem_race_at), and memory.c passes the access. Each unit of an object keeps, for each kind of access, two waves
 * that are not ordered before later accesses. Two suffice: if a third one conflicts with a later access, so does one of these.
 */
#ifndef SEMANTICS_MEMORY_RACE_H
#define SEMANTICS_MEMORY_RACE_H

#include "semantics/memory/group.h"
#include "semantics/memory/memory.h"
#include "util/position.h"

struct util_ctx;

enum mem_access { MEM_LOADS, MEM_STORES, MEM_ATOMIC, MEM_ACCESS_COUNT };

struct mem_party {
   uint32_t block;   /* the workgroup, numbered from 0 in the order of execution */
   uint32_t phase;   /* number of barriers that the wave has passed */
   uint32_t invocation; /* the invocation within its workgroup; 32 in a wave */
   struct util_span at; /* the instruction in the source */
};

struct mem_race_report {
   uint8_t space, unit; /* enum mem_space */
   uint8_t how[2];      /* enum mem_access of each party */
   struct mem_party party[2]; /* the first access and the second one */
   uint32_t byte;
   uint8_t coords;      /* number of coordinates of a texel; 0 for a word */
   uint32_t texel[4];
};

struct mem_race {
   struct mem_party now;
   uint32_t phase[EXEC_WORKGROUP_WAVES];
   unsigned wave;
   struct mem_race_report *reports; /* one for each object and pair of instructions */
   uint32_t num_reports, max_reports;
   uint64_t races; /* all races seen, reported or not */
};

/* Starts to watch all objects of the memory. All storage is allocated here. */
struct mem_race *mem_race_watch(struct util_ctx *ctx, struct exec_memory *m, uint32_t max_reports);
/* A workgroup begins. Its shared memory differs from that of the previous one. */
void mem_race_block(struct exec_memory *m, uint32_t block);
/* A wave begins, or resumes after a barrier; a wave reaches a barrier. */
void mem_race_task(struct mem_race *r, unsigned wave);
void mem_race_barrier(struct mem_race *r);
/* Sets the invocation and the instruction of the following accesses. */
static inline void mem_race_at(const struct exec_memory *m, unsigned lane, struct util_span at)
{
   if (!m || !m->race)
      return;
   m->race->now.invocation = EXEC_LANES * m->race->wave + lane;
   m->race->now.at = at;
}
/* Used by memory.c. `texel` holds `coords` coordinates, or is NULL. */
void mem_race_access(struct mem_shadow *s, enum mem_access how, uint32_t byte, uint32_t bytes, const uint32_t *texel,
                     unsigned coords);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Data races: two tasks access the same bytes, one of them stores, not both of them atomically, and nothing makes an order of the two. Tasks of a block
 * are in order across a barrier, tasks of different blocks never.
 *
 * Who runs tasks tells which one it is (mem_race_block, mem_race_task), executors tell the instance and the instruction (mem_race_at), and memory.c tells
 * what is accessed. Each piece of an object remembers for each kind of access two tasks that are not in order with what comes: if a third one
 * conflicts with a later access, so does one of these.
 */
#ifndef MODEL_MEMORY_RACE_H
#define MODEL_MEMORY_RACE_H

#include "semantics/memory/group.h"
#include "semantics/memory/memory.h"
#include "util/position.h"

struct util_ctx;

enum mem_access { MEM_LOADS, MEM_STORES, MEM_ATOMIC, MEM_ACCESS_COUNT };

struct mem_party {
   uint32_t block;   /* its number, from 0 in the order in which blocks ran */
   uint32_t phase;   /* how many barriers the task has passed */
   uint32_t instance; /* in its block: 32 a task */
   struct util_span at; /* of the instruction, in the source */
};

struct mem_race_report {
   uint8_t space, unit; /* enum mem_space */
   uint8_t how[2];      /* enum mem_access, by party */
   struct mem_party party[2]; /* the first access, the second one */
   uint32_t byte;
   uint8_t coords;      /* of a texel; 0: it is a word */
   uint32_t texel[4];
};

struct mem_race {
   struct mem_party now;
   uint32_t phase[EXEC_GROUP_TASKS];
   unsigned task;
   struct mem_race_report *reports; /* one for two instructions and an object */
   uint32_t num_reports, max_reports;
   uint64_t races; /* all that were seen */
};

/* Watches all objects that are in the memory; all storage is made here. */
struct mem_race *mem_race_watch(struct util_ctx *ctx, struct exec_memory *m, uint32_t max_reports);
/* A block begins. Its own memory is another one than that of the block before. */
void mem_race_block(struct exec_memory *m, uint32_t block);
/* A task begins, or goes on behind a barrier; it has come to a barrier. */
void mem_race_task(struct mem_race *r, unsigned task);
void mem_race_barrier(struct mem_race *r);
/* The instance and the instruction of the accesses that follow. */
static inline void mem_race_at(const struct exec_memory *m, unsigned lane, struct util_span at)
{
   if (!m || !m->race)
      return;
   m->race->now.instance = EXEC_LANES * m->race->task + lane;
   m->race->now.at = at;
}
/* For memory.c. texel: its coordinates, `coords` of them, or NULL. */
void mem_race_access(struct mem_shadow *s, enum mem_access how, uint32_t byte, uint32_t bytes, const uint32_t *texel, unsigned coords);

#endif

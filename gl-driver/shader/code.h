/* SPDX-License-Identifier: MIT */
/*
 * Machine code of programs. It is compiled for a key, kept for the whole process by the name that nvp4c_cache_key() gives it,
 * and shared by all shaders with the same text.
 */
#ifndef GL_DRIVER_CODE_H
#define GL_DRIVER_CODE_H

#include "nvp4c_machine.h"

#include <pthread.h>
#include <stdbool.h>

struct driver;

#define NUM_VARYINGS NVP4C_NUM_VARYINGS
#define NO_WORD 0xffu

/* Varyings that the fixed functions know, by their numbers in nvp4c.h. */
enum {
   VARYING_POSITION = 0,
   VARYING_FOG = 5,
   VARYING_POINT_SIZE = 6,
   VARYING_CLIP = 7,
   VARYING_TEXCOORD = 15,
   VARYING_PRIMITIVE_ID = 87,
   VARYING_LAYER = 88,
   VARYING_EDGE_FLAG = 91,
   VARYING_VIEWPORT = 92,
   VARYING_POINT_COORD = 94,
};

/* Immutable but for the cache's own members. */
struct code {
   struct nvp4c_result *result;
   struct nvp4c_machine *machine;  /* NULL: it was not compiled */
   struct nvp4c_machine *preamble; /* of AGX: what runs once in front of a draw; NULL: nothing */
   struct nvp4c_preshader *preshader; /* of the USC: what the driver computes when parameters change; NULL: nothing */
   bool agx;
   struct nvp4c_facts facts;
   const struct nvp4c_texture *texture[NVP4C_TEX_UNITS];
   bool memory; /* it accesses memory that programs change: its waves run in one thread */
   uint8_t out_word[NUM_VARYINGS][4]; /* of vertex and geometry programs: the word of a vertex, or NO_WORD */
   uint32_t out_words;                /* words of a vertex that are kept: those up to the last one that is written */

   uint8_t name[32];
   unsigned references;
   /* With `lock`: inputs, results and work of the last run of the pre-shader, one behind the other. NULL: it has not run. */
   struct preshader_run {
      pthread_mutex_t lock;
      uint32_t *words;
   } *last_run;
   struct code *next;
};

/* Options of a compile of this run, with the key. */
void code_options(struct nvp4c_options *o, const struct driver *d, enum nvp4c_stage stage, const char *text,
                  const struct nvp4c_key *key);
/* The code of a text for the key; the caller gives it back with code_release(). `program` is the text as it was parsed. */
struct code *code_get(const struct driver *d, enum nvp4c_stage stage, const char *text, size_t length,
                      const struct nvp4c_program *program, const struct nvp4c_key *key);
void code_release(struct code *c);

/* dump.c: the hash of a text, as --dump names files and --replace shaders; the text, and what was made of it, as files. */
void shader_hash(const char *text, size_t length, char hash[17]);
void dump_code(const struct driver *d, const char *text, size_t length, const struct code *c, const struct nvp4c_key *key);
/* The text of a part of AGX that is put around the code; the file is named after the code and the text. */
void dump_part(const struct driver *d, const struct code *c, const char *part, const char *text, size_t length);

#endif

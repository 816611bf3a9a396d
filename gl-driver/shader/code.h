/* SPDX-License-Identifier: MIT */
/*
 * Machine code of programs. It is compiled for a key, kept for the whole process under its name (nvp4c_cache_key()), and shared
 * by all shaders with the same text.
 */
#ifndef GL_DRIVER_CODE_H
#define GL_DRIVER_CODE_H

#include "nvp4c_machine.h"

#include <pthread.h>
#include <stdbool.h>

struct driver;

#define NUM_VARYINGS NVP4C_NUM_VARYINGS
#define NO_WORD 0xffu

/* Varyings of the fixed functions, by their numbers in nvp4c.h. */
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

/* Immutable, except for members of the cache. */
struct code {
   struct nvp4c_result *result;
   struct nvp4c_machine *machine;  /* NULL if it could not be compiled */
   struct nvp4c_machine *preamble; /* AGX: runs once before a draw, or NULL */
   struct nvp4c_preshader *preshader; /* USC: computed by the driver when parameters change, or NULL */
   bool agx;
   struct nvp4c_facts facts;
   const struct nvp4c_texture *texture[NVP4C_TEX_UNITS];
   bool memory; /* it accesses read-write memory, so its waves run in one thread */
   uint8_t out_word[NUM_VARYINGS][4]; /* vertex and geometry programs: the word of a vertex, or NO_WORD */
   uint32_t out_words;                /* words of a vertex, up to the last one that is written */

   uint8_t name[32];
   unsigned references;
   /* Protected by `lock`: inputs, results and working memory of the last run of the pre-shader, in this order. NULL before its
      first run. */
   struct preshader_run {
      pthread_mutex_t lock;
      uint32_t *words;
   } *last_run;
   struct code *next;
};

/* Options for a compile with this key. */
void code_options(struct nvp4c_options *o, const struct driver *d, enum nvp4c_stage stage, const char *text,
                  const struct nvp4c_key *key);
/* Code of a text for the key, which code_release() releases. `program` is the parsed text. */
struct code *code_get(const struct driver *d, enum nvp4c_stage stage, const char *text, size_t length,
                      const struct nvp4c_program *program, const struct nvp4c_key *key);
void code_release(struct code *c);

/* dump.c: the hash of a text, by which --dump names files and --replace shaders; writes the text and its code to files. */
void shader_hash(const char *text, size_t length, char hash[17]);
void dump_code(const struct driver *d, const char *text, size_t length, const struct code *c, const struct nvp4c_key *key);
/* Writes the text of an AGX part to a file with the name of the code. */
void dump_part(const struct driver *d, const struct code *c, const char *part, const char *text, size_t length);

#endif

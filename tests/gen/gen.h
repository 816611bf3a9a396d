/* SPDX-License-Identifier: MIT */
/* Generates random, well-defined NV_gpu_program4 programs for comparisons between executors: see gen.c. */
#ifndef TESTS_GEN_GEN_H
#define TESTS_GEN_GEN_H

#include <stddef.h>
#include <stdint.h>

/* NUL-terminated text. `data` is malloc'ed, or NULL if memory ran out. Initialise it with zeros. */
struct gen_text {
   char *data;
   size_t len, cap;
};

/* Appends a program of about `size` instructions. The same seed and size give the same text on every host. */
void gen_program(uint64_t seed, unsigned size, struct gen_text *out);  /* vertex or fragment */
void gen_geometry(uint64_t seed, unsigned size, struct gen_text *out);
void gen_exits(uint64_t seed, unsigned size,
               struct gen_text *out); /* any stage, with many exits from loops and subroutines */
void gen_tgsi(uint64_t seed, unsigned size, struct gen_text *out);   /* TGSI of any stage: gen_tgsi.c */
void gen_memory(uint64_t seed, struct gen_text *out);                /* compute programs of TGSI: gen_memory.c */
void gen_put(struct gen_text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void gen_free(struct gen_text *t);

#endif

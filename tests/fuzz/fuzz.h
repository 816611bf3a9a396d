/* SPDX-License-Identifier: MIT */
/*
 * Fuzz targets are functions that accept any bytes and end the process if the library misbehaves. One program contains all of
 * them (targets.def), and FUZZ_TARGET in its environment selects one. With libFuzzer (libfuzzer.c) the program searches for
 * such bytes. With replay.c, which needs no special compiler, it runs the files of seeds/.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvp4c.h"

/* The form of inputs for mutations: text of tokens, 32-bit words, or bytes. */
enum fuzz_form { FUZZ_TEXT, FUZZ_WORDS, FUZZ_BYTES };
/* Masks that select the tables whose words are inserted into texts. */
enum fuzz_tables {
   FUZZ_NO_TABLE,
   FUZZ_NV = 1,
   FUZZ_TGSI = 2,
   FUZZ_IR = 4,
   FUZZ_USC = 8,
   FUZZ_AGX = 16,
   FUZZ_SLOTS = 32,
};

struct fuzz_target {
   const char *name;
   void (*run)(const uint8_t *data, size_t size);
   enum fuzz_form form;
   unsigned tables; /* enum fuzz_tables */
   unsigned room;   /* size limit of inputs in bytes */
};
extern const struct fuzz_target fuzz_targets[];        /* the last entry has a NULL name */
const struct fuzz_target *fuzz_find(const char *name); /* returns NULL if there is no such target */

/* Prints the condition that failed, and aborts. */
_Noreturn void fuzz_fail(const char *what, const char *file, int line);
#define FUZZ_REQUIRE(holds) ((holds) ? (void)0 : fuzz_fail(#holds, __FILE__, __LINE__))

uint32_t fuzz_hash(const uint8_t *data, size_t size);

/* Returns options with small budgets and a context that lives as long as the process. One hash in 16 gets no context, so that
   sanitizers find results that refer to the memory of their compile. */
struct nvp4c_options fuzz_options(uint32_t hash);

/* Checks the result for an input of `size` bytes. Its status must be OK, REJECTED, LIMIT or UNSUPPORTED, or one of `more`. */
void fuzz_check_result(const struct nvp4c_result *r, size_t size, unsigned more);
#define FUZZ_STATUS(s) (1u << (s))

/* The output of a compile, truncated to the size of the buffer. */
struct fuzz_print {
   char *text;
   size_t length;
   bool whole;
};
/* Makes options.inspect print into buffer 0 or 1. The next call for the same buffer reuses it. */
void fuzz_print_into(struct fuzz_print *p, unsigned buffer, struct nvp4c_options *o);

/* Writes the correct hash into an object or a pre-shader, so that its contents are read. */
void fuzz_hash_object(uint8_t *object, size_t size);
void fuzz_hash_preshader(uint8_t *bytes, size_t size);

#define FUZZ(name, form, tables, room, runs) void fuzz_##name(const uint8_t *data, size_t size);
#include "tests/fuzz/targets.def"
#undef FUZZ

#endif

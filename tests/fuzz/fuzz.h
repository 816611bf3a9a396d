/* SPDX-License-Identifier: MIT */
/*
 * Fuzz targets: functions that take any bytes and end the process where the library does what it must not. One program has all
 * of them (targets.def); FUZZ_TARGET in its environment chooses. Linked with libFuzzer (libfuzzer.c) it looks for such bytes;
 * linked with replay.c, which needs no special compiler, it runs the files of seeds/.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvp4c.h"

/* How inputs are changed: as text by the tokens of a language, as words of 32 bits, as bytes. */
enum fuzz_form { FUZZ_TEXT, FUZZ_WORDS, FUZZ_BYTES };
/* The tables whose words are put into texts, in a mask. */
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
   unsigned room;   /* bytes of the largest input */
};
extern const struct fuzz_target fuzz_targets[];        /* up to a name of NULL */
const struct fuzz_target *fuzz_find(const char *name); /* NULL: there is none */

/* Says what should have held, and aborts. */
_Noreturn void fuzz_fail(const char *what, const char *file, int line);
#define FUZZ_REQUIRE(holds) ((holds) ? (void)0 : fuzz_fail(#holds, __FILE__, __LINE__))

uint32_t fuzz_hash(const uint8_t *data, size_t size);

/*
 * Options with small budgets and a context that lasts as long as the process. Inputs of one hash in 16 get no context, so that
 * results that refer to the memory of their compile are seen.
 */
struct nvp4c_options fuzz_options(uint32_t hash);

/* May the result of any input of `size` bytes be like this? Its status is OK, REJECTED, LIMIT or UNSUPPORTED, or one of
   `more`. */
void fuzz_check_result(const struct nvp4c_result *r, size_t size, unsigned more);
#define FUZZ_STATUS(s) (1u << (s))

/* What a compile printed, as far as there is room. */
struct fuzz_print {
   char *text;
   size_t length;
   bool whole;
};
/* Into buffer 0 or 1, which the next call for the same one uses again: sets options.inspect. */
void fuzz_print_into(struct fuzz_print *p, unsigned buffer, struct nvp4c_options *o);

/* Puts the hash that an object, or a pre-shader, ought to have into it, so that its contents are looked at. */
void fuzz_hash_object(uint8_t *object, size_t size);
void fuzz_hash_preshader(uint8_t *bytes, size_t size);

#define FUZZ(name, form, tables, room, runs) void fuzz_##name(const uint8_t *data, size_t size);
#include "tests/fuzz/targets.def"
#undef FUZZ

#endif

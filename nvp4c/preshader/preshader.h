/* SPDX-License-Identifier: MIT */
/*
 * The pre-shader of a program in the form in which drivers keep and run it: nvp4c_preshader_create(). It is straight-line code
 * on words. Its values are numbered: first the inputs, then literals, then the result of each operation, in order. An operation
 * is one of ir/ops.def and has the semantics of its row, under the number model that the form names.
 *
 *    write.c   makes bytes of struct ir_preshader      read.c   checks any bytes, makes a struct preshader      run.c   runs it
 *
 * The bytes, all of them words of 32 bits, little endian: the magic number; a hash over everything behind it (four words); what
 * they depend on (preshader_fingerprint()); the number model; how many inputs, literals, words of tables, operations and
 * results there are, and bytes of names; then the literals, the tables, the operations (four words each: what it is, three
 * sources), the results (numbers of values), the inputs as records of bindings (report/record.h) and their names.
 */
#ifndef NVP4C_PRESHADER_FORM_H
#define NVP4C_PRESHADER_FORM_H

#include "ir/ir.h"
#include "util/buf.h"

#define PRESHADER_MAGIC 0x5350564eu /* NVPS */
#define PRESHADER_HASH_BYTES 16
#define PRESHADER_HASHED (4 + PRESHADER_HASH_BYTES) /* where the bytes begin that are hashed */
enum { PRESHADER_MAX = 1 << 24 };                   /* of each number, so that sums of them fit */

/* load_param: sources are the value of the index, the place of a table and the offset of the entry in it. A table is a count
   and as many values. */
struct preshader_instr {
   uint8_t op;    /* enum ir_op */
   uint8_t width; /* of the result: 1, 16, 32 */
   uint8_t sat;   /* enum ir_sat */
   uint8_t half;  /* of unpack2h */
   uint8_t neg, abs; /* masks of sources */
   uint32_t src[3];
};

struct preshader {
   struct num_model model; /* whoever runs it may set the noise */
   uint32_t num_inputs, num_literals, num_table, num_instrs, num_results;
   const struct nvp4c_reflection *inputs;
   const uint32_t *literals, *table, *results;
   const struct preshader_instr *instrs;
};

/* The pre-shader of s. false: it has operations that only a machine can run. */
bool preshader_write(struct util_ctx *ctx, const struct ir_shader *s, struct util_buf *b);
/* Storage comes from ctx, and nothing refers to the bytes. NULL, or what is wrong with them. */
const char *preshader_read(struct util_ctx *ctx, const uint8_t *bytes, size_t len, struct preshader *p);
/* The same for what preshader_write() made a moment ago: version and hash are not looked at. */
const char *preshader_read_own(struct util_ctx *ctx, const uint8_t *bytes, size_t len, struct preshader *p);
/* A hash of what must be the same where the bytes are written and read: the version, the operations, the records. */
uint32_t preshader_fingerprint(void);
/* Against damage: reading trusts nothing, whoever made the bytes. */
void preshader_hash(const uint8_t *bytes, size_t len, uint8_t to[PRESHADER_HASH_BYTES]);

/* Values of a run. */
static inline uint32_t preshader_work(const struct preshader *p)
{
   return p->num_inputs + p->num_literals + p->num_instrs;
}
void preshader_run(const struct preshader *p, const uint32_t *input, uint32_t *result, uint32_t *work);

/* The parameters of the wave by entry of the list of s, as ir_parameters() returns them, with the results that this run has. */
const uint32_t (*preshader_parameters(struct util_ctx *ctx, const struct preshader *p, const struct ir_shader *s,
                                      const struct exec_wave *wave))[4];

#endif

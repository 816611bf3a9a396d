/* SPDX-License-Identifier: MIT */
/*
 * Pre-shaders in the form that drivers save and run: straight-line code on 32-bit words. Values have numbers: first the inputs,
 * then the literals, then the results of the operations. Operations are those of ir/ops.def under a number model.
 *
 *    preshader_write.c   struct ir_preshader to bytes
 *    preshader_read.c    any bytes to a checked struct preshader
 *    preshader_run.c     execution
 *
 * The bytes are little-endian words of 32 bits: the magic number; a hash of everything after it (four words); a fingerprint of
 * the library (preshader_fingerprint()); the number model; the numbers of inputs, literals, table words, operations, results
 * and bytes of names; the literals; the tables; the operations (four words each: operation and three sources); the results as
 * numbers of values; the inputs as records of bindings (report/record.h); and their names.
 */
#ifndef NVP4C_PRESHADER_FORM_H
#define NVP4C_PRESHADER_FORM_H

#include "ir/ir.h"
#include "util/buf.h"

#define PRESHADER_MAGIC 0x5350564eu /* NVPS */
#define PRESHADER_HASH_BYTES 16
#define PRESHADER_HASHED (4 + PRESHADER_HASH_BYTES) /* offset of the hashed bytes */
enum { PRESHADER_MAX = 1 << 24 };                   /* limit of each number, so that sums fit in 32 bits */

/* An operation. The sources of load_param are the value of the index, the position of a table, and the offset of the entry in
   it. A table is a count and that many values. */
struct preshader_instr {
   uint8_t op;    /* enum ir_op */
   uint8_t width; /* bits of the result: 1, 16 or 32 */
   uint8_t sat;   /* enum ir_sat */
   uint8_t half;  /* for unpack2h */
   uint8_t neg, abs; /* masks of sources with modifiers */
   uint32_t src[3];
};

struct preshader {
   struct num_model model; /* a caller may set the noise */
   uint32_t num_inputs, num_literals, num_table, num_instrs, num_results;
   const struct nvp4c_reflection *inputs;
   const uint32_t *literals, *table, *results;
   const struct preshader_instr *instrs;
};

/* Appends the pre-shader of s. Returns false if only a machine can run its operations. */
bool preshader_write(struct util_ctx *ctx, const struct ir_shader *s, struct util_buf *b);
/* Reads any bytes into p, which is allocated from ctx and does not refer to them. Returns NULL, or an error message. */
const char *preshader_read(struct util_ctx *ctx, const uint8_t *bytes, size_t len, struct preshader *p);
/* Reads the bytes of preshader_write() without checking version and hash. */
const char *preshader_read_own(struct util_ctx *ctx, const uint8_t *bytes, size_t len, struct preshader *p);
/* Hash of the version, the operations and the records, which must be equal in writer and reader. */
uint32_t preshader_fingerprint(void);
/* Hash against damage. The reader does not trust bytes with a correct hash either. */
void preshader_hash(const uint8_t *bytes, size_t len, uint8_t to[PRESHADER_HASH_BYTES]);

/* Number of values of a run. */
static inline uint32_t preshader_work(const struct preshader *p)
{
   return p->num_inputs + p->num_literals + p->num_instrs;
}
void preshader_run(const struct preshader *p, const uint32_t *input, uint32_t *result, uint32_t *work);

/* Runs the pre-shader, and returns the parameters of the wave like ir_parameters(), including the results. */
const uint32_t (*preshader_parameters(struct util_ctx *ctx, const struct preshader *p, const struct ir_shader *s,
                                      const struct exec_wave *wave))[4];

#endif

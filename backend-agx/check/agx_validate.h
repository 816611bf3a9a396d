/* SPDX-License-Identifier: MIT */
/*
 * The validator of AGX programs. It takes only the bytes and the contract of their part, and checks on every path what the
 * machine
 * and the ABI require: waits, nesting, registers, samples, outputs, hints. It knows nothing about the code generator and shares
 * no
 * code with the simulator. agx_violation.def lists the rules.
 *
 * It has two views of a program. A *lane* is at an instruction, runs or waits, and has a counter r0l. Its possible states
 * follow
 * from the operations on r0l, and at a jump on "any" or "none" it goes the ways that its own state allows. Rules for values,
 * samples and outputs must hold on all paths through such states. The *group* of lanes is only at an instruction, and both ways
 * of
 * every jump are possible. Operations in flight, the stack and the life of values are facts about the group.
 */
#ifndef AGX_VALIDATE_H
#define AGX_VALIDATE_H

#include "backend-agx/isa/agx.h"
#include "backend-agx/isa/agx_program.h"
#include "util/ctx.h"

enum agx_violation {
   AGX_V_OK,
#define V(id, text, source) AGX_V_##id,
#include "backend-agx/check/agx_violation.def"
   AGX_NUM_VIOLATIONS
};
const char *agx_violation_text(enum agx_violation v);
const char *agx_violation_name(enum agx_violation v);

enum agx_contract_part {
   AGX_CONTRACT_VERTEX,   /* ends with stop after the last output */
   AGX_CONTRACT_MAIN,     /* of a fragment program; execution falls through to the epilog */
   AGX_CONTRACT_FRAGMENT, /* a whole program or a last part, which stores to the tile and ends with stop */
   AGX_CONTRACT_COMPUTE,  /* ends with stop */
   AGX_CONTRACT_PREAMBLE,
   AGX_CONTRACT_ANY, /* nothing is known: all registers and uniforms hold values, and any end is allowed */
};

/* How a coefficient register is interpolated. Other values are 1 + enum io_interp. */
enum { AGX_CF_NONE = 0, AGX_CF_W = 100, AGX_CF_Z };

/* The surroundings of a part. Sets are bits by half, word or number. */
struct agx_contract {
   enum agx_contract_part part;
   unsigned halves;      /* declared */
   unsigned least;       /* the fewest that it may declare */
   bool sample_loop;     /* r0l is 0 at the start and the end, and the stack must be freed */
   bool own_loop;        /* the code is one turn of a loop over samples, so the stack must be freed */
   unsigned mask_half;   /* with sample_loop: the half with the mask of samples */
   unsigned stack_words; /* the most that stack_adjust may allocate */
   unsigned array_words; /* at the start of the stack, indexed by registers */
   unsigned uvs_words;
   uint64_t live_in[AGX_HALVES / 64], live_out[AGX_HALVES / 64];
   uint64_t uniforms[AGX_UNIFORMS / 64]; /* that the part may read */
   /* Words of the output buffer, or in preambles halves of uniforms, that every path must store. */
   uint64_t stores[AGX_UNIFORMS / 64];
   uint64_t ts[4], ss[4]; /* texture and sampler states */
   uint8_t cf[AGX_CF_COUNT];
};

/* Makes the contract of a compiled program or of its preamble. */
void agx_contract_of(const struct agx_program *p, bool preamble, struct agx_contract *k);
/* Makes the contract of code about which nothing is known. */
void agx_contract_any(struct agx_contract *k);

/* A place, and the half of a register that the violation is about, or -1. */
struct agx_finding {
   uint32_t byte;
   int half;
};
/* Returns the first violation in the order of the code, of the first kind that is checked. Memory comes from the arena. */
enum agx_violation agx_validate(struct util_ctx *ctx, const uint8_t *code, size_t len, const struct agx_contract *k,
                                struct agx_finding *at);
/* Validates main part and preamble of a compiled program. A violation is an internal error. */
void agx_validate_program(struct util_ctx *ctx, const struct agx_program *p);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The validator of AGX programs: from the bytes and the contract of their part alone, on every path, it derives what the
 * machine and the ABI ask for: waits, nesting, registers, samples, outputs, hints. It knows nothing of the code generator, nor
 * does it share code with the simulator. Rules: agx_violation.def.
 *
 * A program is looked at in two ways. A *lane* is at an instruction, runs or waits, and has a counter r0l: all states that it
 * can be in follow from the operations on r0l, and a jump on "any" or "none" goes the way that its own state allows; what must
 * hold for values, samples and outputs holds on all paths of such states. The *group* of lanes is at an instruction alone, both
 * ways of every jump are possible: operations in flight, the stack and the life of values are facts about it.
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
   AGX_CONTRACT_VERTEX,   /* ends with stop, behind the last output */
   AGX_CONTRACT_MAIN,     /* of a fragment program: execution falls through to the epilog */
   AGX_CONTRACT_FRAGMENT, /* a whole program or a last part: stores to the tile, ends with stop */
   AGX_CONTRACT_COMPUTE,  /* ends with stop */
   AGX_CONTRACT_PREAMBLE,
   AGX_CONTRACT_ANY, /* nothing is known: all registers and uniforms hold something, it ends in any way */
};

/* How a coefficient register is iterated; others: 1 + enum io_interp. */
enum { AGX_CF_NONE = 0, AGX_CF_W = 100, AGX_CF_Z };

/* What surrounds a part. Sets are bits by half, word or number. */
struct agx_contract {
   enum agx_contract_part part;
   unsigned halves;      /* declared */
   unsigned least;       /* that have to be declared whatever is used */
   bool sample_loop;     /* r0l is 0 at the beginning and the end; the stack has to be given back */
   bool own_loop;        /* it is one turn of a loop over samples: the stack has to be given back */
   unsigned mask_half;   /* then: the half with the mask of samples */
   unsigned stack_words; /* that stack_adjust may ask for */
   unsigned array_words; /* at the beginning of the stack, which registers index */
   unsigned uvs_words;
   uint64_t live_in[AGX_HALVES / 64], live_out[AGX_HALVES / 64];
   uint64_t uniforms[AGX_UNIFORMS / 64]; /* that may be read */
   uint64_t stores[AGX_UNIFORMS /
                   64]; /* that have to be stored on every path: words of the output buffer; of preambles halves of uniforms */
   uint64_t ts[4], ss[4];                /* texture and sampler states */
   uint8_t cf[AGX_CF_COUNT];
};

/* Of a compiled program, or of its preamble. */
void agx_contract_of(const struct agx_program *p, bool preamble, struct agx_contract *k);
/* Of code about which nothing is known. */
void agx_contract_any(struct agx_contract *k);

/* Where, and which half of which register if it is about one (-1: none). */
struct agx_finding {
   uint32_t byte;
   int half;
};
/* The first violation in the order of the code, of the kind that is looked at first. Memory comes from the arena. */
enum agx_violation agx_validate(struct util_ctx *ctx, const uint8_t *code, size_t len, const struct agx_contract *k,
                                struct agx_finding *at);
/* Main part and preamble of a compiled program: an internal error if something is wrong. */
void agx_validate_program(struct util_ctx *ctx, const struct agx_program *p);

#endif

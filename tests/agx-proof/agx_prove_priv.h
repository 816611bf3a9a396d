/* SPDX-License-Identifier: MIT */
/* Between the files of the prover. */
#ifndef AGX_PROVE_PRIV_H
#define AGX_PROVE_PRIV_H

#include "backend-agx/check/agx_validate_priv.h"
#include "backend-agx/sim/agx_sim_priv.h"
#include "tests/agx-proof/agx_facts.h"
#include "util/rng.h"

#define MOST_BLAMED 64
#define MOST_BITS 15
#define SELECT_DEPTH 4
#define MOST_DECIDED 32
#define IS_SYMBOL (UINT64_C(1) << 63)

#define STACK_WORDS 128 /* of the stack, whose contents are known as registers are */
#define NUM_HALVES (AGX_HALVES + 2 * STACK_WORDS)

/* A lane on both sides: where it is, whether it runs, the values of all halves of registers, then of words of the stack. */
struct env {
   uint32_t pc;
   bool runs[2];
   bool again;  /* it has arrived at pc before */
   bool killed; /* on both sides: all its samples */
   bool apart;  /* it runs on one side alone, in more turns of a loop than on the other */
   uint64_t v[2][NUM_HALVES];
   struct facts facts;
   uint64_t decided[MOST_DECIDED]; /* the latest values that decided which way this is; a ring */
   uint32_t num_decided;
};

/* What is known where ways meet. */
struct node {
   struct node *next; /* of the same place */
   uint64_t key;
   struct env env;
};

struct prover {
   struct util_ctx *ctx;
   const struct agx_code_map *m[2];
   const struct agx_sim_code *sim[2];
   uint32_t pc;   /* of the instruction that differs */
   uint32_t last; /* the last instruction from which ways lead back to it, or itself */
   bool dropped;
   bool *meets;         /* by instruction: paths meet before it */
   struct node **nodes; /* likewise */
   struct node **node;  /* num_nodes of them are in use */
   uint32_t num_nodes, made_nodes, cap_nodes;
   struct env **work; /* likewise num_work */
   uint32_t num_work, num_envs, cap_work;
   struct env *now;
   bool *busy, *apart; /* by instruction: of jumps, which turns lanes that wait may not make, and which one side makes alone */
   struct agx_wave *t;
   uint64_t uniform[AGX_UNIFORMS];
   uint64_t fresh, steps;
   bool failed;
   struct terms terms;
   uint32_t stack_words;            /* that may be accessed, 0: not known */
   bool uniform_ways;               /* all lanes go the same way, and hold the same values in the same registers */
   uint8_t *gradient;               /* by instruction: what is known of derivatives (agx_prove_quad.c) */
   bool *splits;                    /* by instruction: selects that are taken on two ways */
   uint64_t blamed[2][MOST_BLAMED]; /* values on which the proof failed, or may do */
   uint32_t num_blamed;
   uint64_t decisive[MOST_BLAMED]; /* values that decide about branches and are not known */
   uint32_t num_decisive;
   struct values *reached; /* of both sides */
};

static inline uint64_t mix(uint64_t a, uint64_t b)
{
   return util_mix64(a * UINT64_C(0x9e3779b97f4a7c15) + b + 1) | IS_SYMBOL;
}
static inline bool is_constant(uint64_t v)
{
   return !(v & IS_SYMBOL);
}
static inline bool is_register(const struct agx_ref *r)
{
   return r->kind == AGX_REG16 || r->kind == AGX_REG32 || r->kind == AGX_REG64;
}
static inline bool is_uniform(const struct agx_ref *r)
{
   return r->kind == AGX_UNIFORM16 || r->kind == AGX_UNIFORM32 || r->kind == AGX_UNIFORM64;
}
static inline bool has_halves(const struct agx_ref *r)
{
   return is_register(r) || is_uniform(r);
}
static inline bool is_select(const struct agx_instr *in)
{
   return in->op == AGX_OP_icmpsel || in->op == AGX_OP_fcmpsel;
}

/* ---- values (agx_prove_value.c); env: the halves of a lane on one side ---- */

/* Half k of an operand that is a register or a uniform. */
uint64_t prove_half_of(const struct prover *v, const struct agx_ref *r, const uint64_t *env, unsigned k);
/* The id of a register or uniform of 32 bits, without modifiers. */
uint64_t prove_word(const struct prover *v, const struct agx_ref *r, const uint64_t *env);
/* Is the operand a constant there? */
bool prove_known(const struct prover *v, const struct agx_ref *r, const uint64_t *env);
/* The constants among its operands as the simulator has registers; what is unknown is 0. */
void prove_set_registers(struct prover *v, const struct agx_instr *in, const uint64_t *env);
uint64_t prove_hash_operand(const struct prover *v, uint64_t h, const struct agx_ref *r, const uint64_t *env);
/* The outcome of a comparison; -1: it is not known. */
int prove_compared(struct prover *v, const struct agx_instr *in, const struct facts *facts, const uint64_t *env);
/* The comparison on one side goes that way; false: that cannot be. */
bool prove_learn(struct prover *v, struct env *e, const struct agx_instr *in, unsigned side, bool holds);
/* The greatest result of an `and` that leaves a few low bits of what is not known; 0: it is none. */
uint32_t prove_few_bits(struct prover *v, const struct agx_instr *in, const uint64_t *env);
/* What the instruction writes, on one side. fresh: a number that no execution of another instruction has. */
void prove_evaluate(struct prover *v, unsigned side, uint32_t pc, uint64_t fresh, const struct facts *facts,
                    const uint64_t *env, uint64_t *out);

/* ---- bits of values (agx_prove_bits.c) ---- */

/* True: it is an operation on bits, and *out has what it writes. */
bool prove_bits(struct prover *v, const struct agx_instr *in, const uint64_t *env, uint64_t *out);
/* Bits of the result of a select that are 0; the range of a sum. */
void prove_note_zeros(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out);
void prove_note_range(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out);
/* For an operand without a sign, other than a constant. */
struct value_range prove_range(const struct prover *v, const struct agx_ref *r, const uint64_t *env);
/* ---- derivatives (agx_prove_quad.c) ---- */

void prove_note_axis(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out);
/* True: it is a derivative that is known, and *out has it. */
bool prove_gradient(struct prover *v, unsigned side, uint32_t pc, const uint64_t *env, uint64_t *out);
/* Does the half depend on a select that could be split, not too far away? */
bool prove_has_select(const struct prover *v, uint64_t half, unsigned depth);

#endif

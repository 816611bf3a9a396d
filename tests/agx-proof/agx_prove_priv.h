/* SPDX-License-Identifier: MIT */
/* Interfaces between the files of the prover. */
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

#define STACK_WORDS 128 /* stack words that are tracked like registers */
#define NUM_HALVES (AGX_HALVES + 2 * STACK_WORDS)

/* State of a lane on both sides: its place, whether it runs, and the values of all register halves, then of stack words. */
struct env {
   uint32_t pc;
   bool runs[2];
   bool again;  /* it has arrived at pc before */
   bool killed; /* all its samples are killed on both sides */
   bool apart;  /* it runs on one side only, in extra iterations of a loop */
   uint64_t v[2][NUM_HALVES];
   struct facts facts;
   uint64_t decided[MOST_DECIDED]; /* ring of the latest values that decided this path */
   uint32_t num_decided;
};

/* The merged knowledge at a place where paths meet. */
struct node {
   struct node *next; /* next node of the same place */
   uint64_t key;
   struct env env;
};

struct prover {
   struct util_ctx *ctx;
   const struct agx_code_map *m[2];
   const struct agx_sim_code *sim[2];
   uint32_t pc;   /* the instruction that differs */
   uint32_t last; /* the last instruction from which a path leads back to pc, or pc itself */
   bool dropped;
   bool *meets;         /* by instruction: paths meet before it */
   struct node **nodes; /* by instruction: the merged states */
   struct node **node;  /* the first num_nodes are in use */
   uint32_t num_nodes, made_nodes, cap_nodes;
   struct env **work; /* the first num_work are waiting */
   uint32_t num_work, num_envs, cap_work;
   struct env *now;
   bool *busy, *apart; /* by jump: waiting lanes may not iterate; one side iterates alone */
   struct agx_wave *t;
   uint64_t uniform[AGX_UNIFORMS];
   uint64_t fresh, steps;
   bool failed;
   struct terms terms;
   uint32_t stack_words;            /* words that may be accessed, or 0 if unknown */
   bool uniform_ways;               /* all lanes take the same path and hold the same symbols in their registers */
   uint8_t *gradient;               /* by instruction: facts about derivatives (agx_prove_quad.c) */
   bool *splits;                    /* by instruction: selects that split the path */
   uint64_t blamed[2][MOST_BLAMED]; /* values on which the proof failed or may fail */
   uint32_t num_blamed;
   uint64_t decisive[MOST_BLAMED]; /* unknown values that decide branches */
   uint32_t num_decisive;
   struct values *reached; /* for both sides */
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
/* The id of a 32-bit register or uniform, without modifiers. */
uint64_t prove_word(const struct prover *v, const struct agx_ref *r, const uint64_t *env);
/* Is the operand a known constant? */
bool prove_known(const struct prover *v, const struct agx_ref *r, const uint64_t *env);
/* Puts the operands that are constants into the registers of the simulator; unknown ones are 0. */
void prove_set_registers(struct prover *v, const struct agx_instr *in, const uint64_t *env);
uint64_t prove_hash_operand(const struct prover *v, uint64_t h, const struct agx_ref *r, const uint64_t *env);
/* Returns the outcome of a comparison, or -1 if it is unknown. */
int prove_compared(struct prover *v, const struct agx_instr *in, const struct facts *facts, const uint64_t *env);
/* Learns the outcome of the comparison on one side. Returns false if that outcome is impossible. */
bool prove_learn(struct prover *v, struct env *e, const struct agx_instr *in, unsigned side, bool holds);
/* Returns the greatest result of an `and` that keeps a few low bits of an unknown value, or 0 if it is not one. */
uint32_t prove_few_bits(struct prover *v, const struct agx_instr *in, const uint64_t *env);
/* Computes what the instruction writes on one side. fresh: a number that is unique to this execution. */
void prove_evaluate(struct prover *v, unsigned side, uint32_t pc, uint64_t fresh, const struct facts *facts,
                    const uint64_t *env, uint64_t *out);

/* ---- bits of values (agx_prove_bits.c) ---- */

/* Returns true if this is an operation on bits; *out then gets its results. */
bool prove_bits(struct prover *v, const struct agx_instr *in, const uint64_t *env, uint64_t *out);
/* Note the zero bits in the result of a select, and the range of a sum. */
void prove_note_zeros(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out);
void prove_note_range(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out);
/* The range of an unsigned operand that is not a constant. */
struct value_range prove_range(const struct prover *v, const struct agx_ref *r, const uint64_t *env);
/* ---- derivatives (agx_prove_quad.c) ---- */

void prove_note_axis(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out);
/* Returns true if this is a known derivative, and puts it into *out. */
bool prove_gradient(struct prover *v, unsigned side, uint32_t pc, const uint64_t *env, uint64_t *out);
/* Does the half depend, within `depth` steps, on a select that could be split? */
bool prove_has_select(const struct prover *v, uint64_t half, unsigned depth);

#endif

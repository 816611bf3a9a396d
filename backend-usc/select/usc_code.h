/* SPDX-License-Identifier: MIT */
/*
 * A USC program as the code generator has it between selection and layout: groups on virtual registers (codegen/program.h), the
 * shared registers that it reads, and what register allocation has to know.
 */
#ifndef USC_CODE_H
#define USC_CODE_H

#include "backend-usc/isa/usc_build.h"
#include "backend-usc/isa/usc_options.h"
#include "codegen/program.h"

/* A group of a list. Of CG_COPIES only g.cc counts, their condition. */
struct usc_instr {
   struct cg_instr base;
   struct usc_group g;
   const uint16_t *stalls; /* with opt->stalls: why units are empty */
};
static inline struct usc_instr *usc_instr_of(const struct cg_instr *i)
{
   return (struct usc_instr *)i;
}
static inline struct usc_instr *usc_instr_at(const struct cg_list *l, uint32_t k)
{
   return usc_instr_of(l->i[k]);
}

/* What scheduling found out about a block. */
struct usc_block_schedule {
   uint32_t source_bound; /* of the groups of the block, counted from the operations of the IR */
   /* groups of the body with its waits: no fewer, the list schedule's, what was taken */
   uint32_t body_bound, fast, exact;
   bool optimal; /* the selected groups of the body cannot be scheduled in fewer */
};

struct usc_code {
   struct cg_program p;
   struct ir_shader *s;
   const struct usc_options *opt;
   struct usc_program *out;
   struct usc_reflect *r;
   bool failed;
   /* The last attempt, for few registers: nothing merged, a wait behind every request, arrays in memory. */
   bool tight;
   struct util_span span; /* of what is being selected, merged or spilled: new instructions get it */

   struct usc_opd *external; /* operands of copies that are no virtual registers */
   uint32_t num_external, cap_external;
   struct usc_uploads {
      uint32_t buckets[256]; /* by a hash of the bits: shared register + 1 */
      uint32_t *next, cap_next;
   } uploads; /* constants in shared registers */
   uint32_t scratch_sh; /* shared register of the scratch address, USC_NO_REG */
   struct usc_pinned {
      uint32_t base, num; /* first temporary, temporaries */
      uint8_t array[64];  /* by temporary: which array, from 0 */
   } pinned; /* arrays of the IR in temporaries */

   struct usc_block_schedule *schedule; /* by block */
   /* register allocation */
   struct util_span culprit; /* what found no registers */
   unsigned culprit_demand;
   uint32_t *label_at; /* by place: group number */
};

#define USC_EMC usc_i(0)        /* the mask counter (observed: the vendor's compiler keeps it in i0) */
#define USC_SCRATCH_LO usc_i(2) /* address of the scratch memory of the instance (that i2..i5 exist is assumed) */
#define USC_SCRATCH_HI usc_i(3)
#define USC_ADDR_LO usc_i(4) /* address of a spill under way */
#define USC_ADDR_HI usc_i(5)

/* An empty program for the IR, and an empty result. Both refer to s and opt. */
void usc_code_init(struct usc_code *c, struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt, struct usc_program *out);
struct usc_instr *usc_instr_new(struct usc_code *c, const struct usc_group *g);
/* A group at the end of the list. */
void usc_push(struct usc_code *c, struct cg_list *l, struct usc_group g);
void usc_unsupported(struct usc_code *c, struct util_span span, const char *what);

/* Operand of a copy. */
uint32_t usc_copy_src(struct usc_code *c, struct usc_opd o);
static inline struct usc_opd usc_copy_opd(const struct usc_code *c, const struct cg_copy *q)
{
   return q->src < CG_EXTERNAL ? usc_v(q->src) : c->external[q->src - CG_EXTERNAL];
}

/* Shared registers. */
uint32_t usc_shared(struct usc_code *c, enum usc_sh_kind kind, uint32_t a, unsigned b); /* appends one */
void usc_shared_room(struct usc_code *c, uint32_t n); /* the next n shared registers are consecutive */
uint32_t usc_shared_block(struct usc_code *c, enum usc_sh_kind kind, uint32_t a, unsigned n, unsigned align);
uint32_t usc_scratch_shared(struct usc_code *c); /* first of the shared registers of the scratch memory */
void usc_scratch(struct usc_code *c);            /* asks for scratch memory */
struct usc_opd usc_const(struct usc_code *c, uint32_t bits); /* special constant or upload */
struct usc_opd usc_float_const(struct usc_code *c, uint32_t bits); /* the same; may come with its sign flipped */

/* What a group reads and writes, as virtual units and machine resources numbered from num_units up. */
enum usc_resource {
   USC_RES_P0,
   USC_RES_IDX0,
   USC_RES_IDX1,
   USC_RES_TEMPS, /* up to 64 arrays */
   USC_RES_MEMORY = USC_RES_TEMPS + 64,
   USC_RES_VIS,
   USC_RES_INTERNAL,
   USC_RES_VERTEX, /* the outputs as a whole: emit and cut stay in order with the writes, which may change places */
   USC_RES_OUT,
   /* 8 pixel output registers, then 256 vertex outputs */ USC_NUM_RES = USC_RES_OUT + 8 + 256
};
void usc_refs(const struct usc_code *c, const struct usc_instr *i, cg_ref_fn fn, void *user);
extern const struct cg_machine usc_machine;



#endif

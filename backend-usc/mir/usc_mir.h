/* SPDX-License-Identifier: MIT */
/*
 * A USC program between selection and layout: groups on virtual registers (codegen/program.h), the shared registers that it
 * reads, and the state of register allocation.
 */
#ifndef USC_MIR_H
#define USC_MIR_H

#include "backend-usc/isa/usc_build.h"
#include "backend-usc/isa/usc_options.h"
#include "codegen/program.h"
#include "ir/ir.h"

/* An instruction of a list. In the group of CG_COPIES only the condition, g.cc, has a meaning. */
struct usc_instr {
   struct cg_instr base;
   struct usc_group g;
   bool fresh;    /* conditional, but nothing reads what its results hold in other lanes */
   bool once;     /* reads what others write, so it cannot be rematerialised */
   bool fenced;   /* st: an idf follows it, so that its wait covers what other waves see */
   bool access;   /* ld or st of spill code: linearisation makes it an address computation, the request and its wait */
   uint32_t word; /* accessed word of scratch memory */
};
/* Follows each instruction in memory if opt->bound, opt->stalls or opt->origins is set. */
struct usc_trace {
   uint32_t scheduled;       /* opt->bound: 1 + the block in which it was scheduled, 0 if it was made later */
   const uint16_t *stalls;   /* opt->stalls: by unit, why it is empty (enum usc_stall) */
   struct util_origin *more; /* opt->origins: see cg_program.origins_at */
};
static inline struct usc_trace *usc_trace_of(const struct usc_instr *i)
{
   return (struct usc_trace *)(i + 1);
}
static inline struct usc_instr *usc_instr_of(const struct cg_instr *i)
{
   return (struct usc_instr *)i;
}
/* The end of a main part, which has no code: it keeps the colours alive. */
static inline bool usc_is_handover(const struct usc_instr *i)
{
   return i->base.kind == CG_OPERATION && i->base.num_keep && i->g.kind == USC_CONTROL && i->g.op[USC_CTRL] == USC_OP_NOP;
}
static inline struct usc_instr *usc_instr_at(const struct cg_list *l, uint32_t k)
{
   return usc_instr_of(l->i[k]);
}

/* Memory that only instructions use, so that those which scheduling has merged into others can be freed. */
struct usc_pool {
   struct usc_pool_chunk {
      struct usc_instr *i;
      uint32_t n, cap;
      uint32_t left; /* during usc_compact() or usc_release(): instructions that are still needed */
   } *chunks, *last;
   uint32_t num, cap, total;
   uint32_t expected; /* instructions that are certain to come, or 0 */
};

/* Results of scheduling a block. */
struct usc_block_schedule {
   uint32_t source_bound; /* lower bound of the groups of the block, from the IR operations */
   uint32_t copies_bound; /* the part of it that is due to copies of phis */
   uint32_t body_bound, fast, exact; /* groups of the body and its waits: lower bound, list schedule, chosen schedule */
   uint32_t weight; /* upper limit of what the scheduled operations contribute to source_bound */
   bool optimal;    /* the selected groups of the body cannot be scheduled in fewer */
};

/* Constants in shared registers, found by a hash of their bits. Entries are added from selection to layout. */
struct usc_uploads {
   uint32_t buckets[256]; /* shared register + 1 */
   uint32_t *next, cap_next;
};

/* How to place the constants of a program with too many constants and parameters (usc_select.c). Used during selection. */
struct usc_const_plan {
   struct cg_list *moves; /* list for moves of the other constants to temporaries; NULL if all get shared registers */
   uint32_t *kept, size;  /* hash table of the constants that get a shared register; 0 marks a free entry */
   uint32_t room;         /* shared registers for constants that selection adds */
};

/* Scratch memory. The shared registers and the unit may be set by selection; each spilling starts the addresses anew. */
struct usc_scratch {
   uint32_t sh;           /* first shared register of its description, or USC_NO_REG */
   uint32_t unit;         /* two units with the address of the memory of the invocation, or USC_NO_REG */
   bool selected;         /* selection made accesses to it, so `unit` is set before anything is spilled */
   uint32_t address_unit; /* two units for the addresses of all spill accesses; USC_NO_REG if each has its own */
   uint32_t last_address; /* the address units of the last access, or USC_NO_REG */
   uint32_t base_unit;    /* two units with the base of the addresses; USC_NO_REG if accesses compute that too */
};

struct usc_mir {
   struct cg_program p;
   struct usc_pool pool;

   /* The compile: set before selection, then constant. */
   struct ir_shader *s;
   const struct usc_options *opt;
   struct usc_program *out;
   struct usc_reflect *r;
   unsigned num_temps;  /* temporaries that the program may use */
   uint32_t first_move; /* values from here on are moves that need a register, see cg_share_copies() */
   bool tight;          /* last attempt, with the fewest registers: no merging, a wait after each request, arrays in memory */
   bool far;            /* index register 1 reaches registers above 255 */
   uint32_t indexed_at; /* parameters that are indexed come first (0), or last, from this register on */

   /* Set by selection and later steps. */
   bool failed;
   bool needs_far;    /* the program has registers above 255: compile it again with `far` or another indexed_at */
   uint32_t indexed;  /* registers of parameters that are indexed */
   struct usc_opd *external; /* operands of copies that are not virtual registers */
   uint32_t num_external, cap_external;
   struct usc_uploads uploads;
   uint32_t workgroup_cf; /* coefficients from here on are memory of the workgroup; UINT32_MAX if none are */
   struct usc_scratch scratch;
   struct usc_const_plan plan;
   struct usc_pinned pinned;
   unsigned num_colors; /* of a main part or an epilog: the first temporaries, which pass colours */
   /* Origin of new instructions: what is being selected, merged or spilled. With options.origins it includes the IR operations
      that are combined with the one being selected. */
   struct util_origin from;

   /* Set by scheduling and register allocation. */
   struct usc_block_schedule *schedule; /* by block */
   uint32_t num_shapes;                 /* shape numbers in use (usc_graph.c) */
   struct util_span culprit;            /* the instruction that found no registers */
   unsigned culprit_demand;             /* registers that it needs */
   uint32_t *label_at;                  /* by branch target (cg_label): number of the group */
};

#define USC_EMC usc_i(0)        /* the mask counter (observed: the vendor's compiler keeps it in i0) */

/* Makes an empty program for the IR, and an empty result. Both refer to s and opt. */
void usc_mir_init(struct usc_mir *c, struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt,
                  struct usc_program *out);
struct usc_instr *usc_instr_new(struct usc_mir *c, const struct usc_group *g);
struct usc_instr *usc_instr_copy(struct usc_mir *c, const struct usc_instr *i);
/* Copies the instructions of all lists into new memory, in program order, and frees the old memory. */
void usc_compact(struct usc_mir *c);
/* For a last walk through all instructions, in program order: usc_release() after each frees memory early. No instruction may
   be made meanwhile. Returns false if there are too few to be worth the time. */
bool usc_begin_release(struct usc_mir *c);
void usc_release(struct usc_mir *c, const struct usc_instr *i);
/* Frees all instructions and empties the lists. */
void usc_discard_instrs(struct usc_mir *c);
/* Appends a group to the list. */
void usc_push(struct usc_mir *c, struct cg_list *l, struct usc_group g);
/* Reports what the code generator does not support; the compile ends without a program. */
void usc_unsupported(struct usc_mir *c, struct util_span span, const char *what);

/* Returns whether the core has enough shared registers for the program, after a diagnostic if not. */
bool usc_check_shareds(struct usc_mir *c);

/* The operand as source of a parallel copy, and back. */
uint32_t usc_copy_src(struct usc_mir *c, struct usc_opd o);
static inline struct usc_opd usc_copy_opd(const struct usc_mir *c, const struct cg_copy *q)
{
   return q->src < CG_EXTERNAL ? usc_v(q->src) : c->external[q->src - CG_EXTERNAL];
}

/* Appends a shared register, and its row in the reflection with kind, a and b. */
uint32_t usc_add_shared(struct usc_mir *c, enum usc_sh_kind kind, uint32_t a, unsigned b);
/* Makes the next n shared registers consecutive. */
void usc_reserve_shared(struct usc_mir *c, uint32_t n);
/* Appends n shared registers at a multiple of align, with b = 0 .. n-1; returns the first. */
uint32_t usc_add_shareds(struct usc_mir *c, enum usc_sh_kind kind, uint32_t a, unsigned n, unsigned align);
/* Appends the shared registers of the scratch memory; returns the first. */
uint32_t usc_add_scratch_shareds(struct usc_mir *c);
/* Sets scratch.sh and scratch.unit if they are not set. */
void usc_use_scratch(struct usc_mir *c);
/* Allocates two units for an address, which are never spilled. */
uint32_t usc_new_address(struct usc_mir *c);
/* Computes scratch.unit at the start of the program. */
void usc_compute_scratch_address(struct usc_mir *c);
/* Sets *o to a special constant or a shared register below `limit`; false if there is none. */
bool usc_direct_const(struct usc_mir *c, uint32_t bits, uint32_t limit, struct usc_opd *o);
/* A special constant, a shared register, or a temporary that an immediate loads at the end of plan.moves. */
struct usc_opd usc_const(struct usc_mir *c, uint32_t bits);
/* The same, or a constant of the other sign with the modifier neg. */
struct usc_opd usc_float_const(struct usc_mir *c, uint32_t bits);
/* The entry of the constant in p->kept, or the free entry for it. */
uint32_t *usc_kept_slot(const struct usc_const_plan *p, uint32_t bits);

/* Is the operand memory of the workgroup, in a coefficient that other waves share? */
static inline bool usc_is_workgroup_memory(const struct usc_mir *c, struct usc_opd o)
{
   return o.bank == USC_COEFF && c->workgroup_cf != UINT32_MAX && (o.idx || o.index >= c->workgroup_cf);
}

/* Machine resources that order instructions besides virtual units, numbered from num_units on. */
enum usc_resource {
   USC_RES_P0,
   USC_RES_IDX0,
   USC_RES_IDX1,
   USC_RES_TEMPS, /* up to 64 elements of arrays */
   USC_RES_MEMORY = USC_RES_TEMPS + 64,
   USC_RES_WORKGROUP, /* coefficients with memory of the workgroup */
   USC_RES_FEEDBACK, /* feedback to the ISP, which precedes pixel outputs */
   USC_RES_QUAD,     /* neighbours of an invocation, which the feedback may remove */
   USC_RES_LINK,     /* the link register of the wave */
   USC_RES_INTERNAL,
   USC_RES_VERTEX, /* all outputs: emit and cut stay in order with the writes, which may change places */
   USC_RES_OUT, /* 8 pixel output registers, then 256 vertex outputs */
   USC_NUM_RES = USC_RES_OUT + 8 + 256
};
/* The array elements that a pinned temporary, or one that is indexed from there, may be: returns the place of the first among
   the pinned temporaries, and their number in *n. */
uint32_t usc_pinned_elements(const struct usc_mir *c, uint32_t index, bool indexed, uint32_t *n);
/* Replaces each virtual unit that the group names. */
void usc_map_units(struct usc_group *g, uint32_t (*unit)(void *user, uint32_t u), void *user);
/* Operand visitor: calls fn for each unit and resource that the instruction reads, then for those that it writes. */
void usc_refs(const struct usc_mir *c, const struct usc_instr *i, cg_ref_fn fn, void *user);
/* Visits an operand that is not just a virtual unit. */
void usc_machine_ref(const struct usc_mir *c, struct usc_opd o, unsigned n, bool write, cg_ref_fn fn, void *user);
static inline void usc_opd_ref(const struct usc_mir *c, struct usc_opd o, unsigned n, bool write, cg_ref_fn fn, void *user)
{
   if (o.bank == USC_VIRTUAL && !o.idx) /* most operands */
      fn(user, o.index, n, write);
   else if (o.idx || o.bank == USC_TEMP || o.bank == USC_IDX || o.bank == USC_SPECIAL || o.bank == USC_COEFF)
      usc_machine_ref(c, o, n, write, fn, user);
}
static inline void usc_simple_refs(const struct usc_mir *c, const struct usc_group *g, cg_ref_fn fn, void *user)
{
   const unsigned reads = usc_op_info[g->op[USC_P0]].sources;
   for (unsigned s = 0; reads >> s; s++)
      if (reads >> s & 1 && g->src[s].bank)
         usc_opd_ref(c, g->src[s], 1, false, fn, user);
   usc_opd_ref(c, g->dst[0], 1, true, fn, user);
}
/* The same as usc_refs(), with the most common case inline. */
static inline void usc_refs_inline(const struct usc_mir *c, const struct usc_instr *i, cg_ref_fn fn, void *user)
{
   if (i->base.kind == CG_OPERATION && !i->base.num_keep && usc_is_simple(&i->g))
      usc_simple_refs(c, &i->g, fn, user);
   else
      usc_refs(c, i, fn, user);
}
extern const struct cg_machine usc_machine;

#endif

/* SPDX-License-Identifier: MIT */
/*
 * A USC program as the code generator has it between selection and layout: groups on virtual registers (codegen/program.h), the
 * shared registers that it reads, and what register allocation has to know.
 */
#ifndef USC_MIR_H
#define USC_MIR_H

#include "backend-usc/isa/usc_build.h"
#include "backend-usc/isa/usc_options.h"
#include "codegen/program.h"
#include "ir/ir.h"

/* An instruction of a list. Of CG_COPIES the group says nothing but their condition, g.cc. */
struct usc_instr {
   struct cg_instr base;
   struct usc_group g;
   bool fresh; /* under a condition: nothing reads what other lanes keep in its results */
   bool once;   /* it reads what others write: it cannot be made again elsewhere */
   bool fenced; /* st: idf stands behind it, so that the wait for it is one for what other waves see */
   bool access; /* ld or st of spill code: becomes the address of `word`, the request and the wait when the program is
                   linearised */
   uint32_t word; /* of the scratch memory */
};
/* With opt->bound, opt->stalls or opt->origins it stands behind each instruction, which most compiles have no memory for. */
struct usc_trace {
   uint32_t scheduled;       /* opt->bound: 1 + the block in which it was scheduled; 0: made behind that */
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
static inline struct usc_instr *usc_instr_at(const struct cg_list *l, uint32_t k)
{
   return usc_instr_of(l->i[k]);
}

/* Instructions have memory of their own, so that those which scheduling has merged into others can be given back. */
struct usc_pool {
   struct usc_pool_chunk {
      struct usc_instr *i;
      uint32_t n, cap;
      uint32_t left; /* while usc_compact() copies, or instructions are released: how many of them are still to come */
   } *chunks, *last;
   uint32_t num, cap, total;
   uint32_t expected; /* instructions that come for certain: 0 = not known */
};

/* What scheduling found out about a block. */
struct usc_block_schedule {
   uint32_t source_bound; /* of the groups of the block, counted from the operations of the IR */
   uint32_t copies_bound; /* by how much copies of phis make that higher */
   /* groups of the body with its waits: the lower bound, those of the list schedule, those of the schedule that was taken */
   uint32_t body_bound, fast, exact;
   uint32_t weight; /* what the scheduled operations count for in source_bound at most */
   bool optimal; /* the selected groups of the body cannot be scheduled in fewer */
};

struct usc_mir {
   struct cg_program p;
   struct usc_pool pool;
   struct ir_shader *s;
   const struct usc_options *opt;
   struct usc_program *out;
   struct usc_reflect *r;
   unsigned num_temps;  /* temporaries that the program may have */
   uint32_t first_move; /* values from here on are moves that need a register, see cg_share_copies() */
   bool failed;
   /* The last attempt, which needs the fewest registers: nothing merged, a wait behind every request, arrays in memory. */
   bool tight;
   /* Index register 1 reaches registers whose numbers are above 255; it should, as the program has such registers. */
   bool far, needs_far;
   /* Parameters that are indexed come first; or behind the others, from this register on, where those are few: so all are
      near. */
   uint32_t indexed_at, indexed; /* 0 = first; how many registers they take */
   /* Of what is being selected, merged or spilled: new instructions get it. With options.origins also of the operations of the
      IR that are combined with the one being selected. */
   struct util_origin from;

   struct usc_opd *external; /* operands of copies that are no virtual registers */
   uint32_t num_external, cap_external;
   struct usc_uploads {
      uint32_t buckets[256]; /* by a hash of the bits: shared register + 1 */
      uint32_t *next, cap_next;
   } uploads; /* constants in shared registers */
   uint32_t workgroup_cf;     /* coefficients from here on are memory of the block; UINT32_MAX: none are */
   uint32_t scratch_sh;   /* shared register of the scratch address, USC_NO_REG */
   uint32_t scratch_unit; /* two units with the address of the scratch memory of the invocation, USC_NO_REG */
   bool has_scratch;      /* selection made accesses to scratch memory: scratch_unit is there before anything is spilled */
   uint32_t address_unit; /* two units in which accesses of spill code compute their addresses; USC_NO_REG: each has its own */
   uint32_t last_address; /* those of the last access, USC_NO_REG */
   uint32_t base_unit;    /* two units with what they add to; USC_NO_REG: they compute that too */
   struct usc_const_plan {
      struct cg_list
          *moves; /* where constants without a shared register are moved to a temporary; NULL: each gets a register */
      uint32_t *kept, size;  /* a hash table of the constants that get one; 0 = free */
      uint32_t room;         /* registers for others */
   } plan; /* of a program with too many constants and parameters (usc_input.c) */
   struct usc_pinned {
      uint32_t base, num; /* the first of them, how many */
      uint8_t array[64];  /* number of the array that each belongs to */
   } pinned; /* temporaries that hold arrays of the IR */

   struct usc_block_schedule *schedule; /* by block */
   uint32_t num_shapes; /* numbers that instructions have as their shapes (usc_graph.c) */
   /* register allocation */
   struct util_span culprit; /* the instruction that found no registers */
   unsigned culprit_demand;  /* how many it needs */
   uint32_t *label_at; /* by branch target (cg_label): number of the group */
};

#define USC_EMC usc_i(0)        /* the mask counter (observed: the vendor's compiler keeps it in i0) */

/* Makes an empty program for the IR, and an empty result. Both refer to s and opt. */
void usc_mir_init(struct usc_mir *c, struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt,
                  struct usc_program *out);
struct usc_instr *usc_instr_new(struct usc_mir *c, const struct usc_group *g);
struct usc_instr *usc_instr_copy(struct usc_mir *c, const struct usc_instr *i);
/* Copies the instructions of all lists into new memory, in the order of the program, and gives the old memory back. */
void usc_compact(struct usc_mir *c);
/* For who reads all instructions once more, in the order of the program, and then never again: usc_release() when one was read
   gives memory back early. No instruction may be made in between. false: there are so few that it is not worth the time. */
bool usc_begin_release(struct usc_mir *c);
void usc_release(struct usc_mir *c, const struct usc_instr *i);
/* Gives the memory of all instructions back; the lists are empty then. */
void usc_discard_instrs(struct usc_mir *c);
/* Puts a group at the end of the list. */
void usc_push(struct usc_mir *c, struct cg_list *l, struct usc_group g);
/* Reports what the code generator does not support; the compile ends without a program. */
void usc_unsupported(struct usc_mir *c, struct util_span span, const char *what);

/* Are there no more shared registers than the core gives a wave? Else that is reported. */
bool usc_check_shareds(struct usc_mir *c);

/* The operand as source of a parallel copy, and back. */
uint32_t usc_copy_src(struct usc_mir *c, struct usc_opd o);
static inline struct usc_opd usc_copy_opd(const struct usc_mir *c, const struct cg_copy *q)
{
   return q->src < CG_EXTERNAL ? usc_v(q->src) : c->external[q->src - CG_EXTERNAL];
}

/* Shared registers; each has a row in the reflection with its kind, a and b. */
uint32_t usc_add_shared(struct usc_mir *c, enum usc_sh_kind kind, uint32_t a, unsigned b); /* appends one */
void usc_reserve_shared(struct usc_mir *c, uint32_t n); /* makes the next n shared registers consecutive */
/* Appends n of them at a multiple of align, with b = 0 .. n-1; returns the first. */
uint32_t usc_add_shareds(struct usc_mir *c, enum usc_sh_kind kind, uint32_t a, unsigned n, unsigned align);
uint32_t usc_add_scratch_shareds(struct usc_mir *c); /* first of the shared registers of the scratch memory */
void usc_use_scratch(struct usc_mir *c);            /* the program uses scratch memory: sets scratch_sh and scratch_unit */
uint32_t usc_new_address(struct usc_mir *c);    /* two units for an address, never in memory themselves */
void usc_compute_scratch_address(struct usc_mir *c);      /* computes scratch_unit before the program */
/* A special constant, or a shared register below `limit`: false if there is none left. */
bool usc_direct_const(struct usc_mir *c, uint32_t bits, uint32_t limit, struct usc_opd *o);
/* A special constant, a shared register, or a temporary that the constant is moved to behind all that was selected. */
struct usc_opd usc_const(struct usc_mir *c, uint32_t bits);
uint32_t *usc_kept_slot(const struct usc_const_plan *p, uint32_t bits); /* the entry of the constant, or the free one for it */
struct usc_opd usc_float_const(struct usc_mir *c, uint32_t bits); /* the same; or one of the other sign with the modifier neg */

/* Is the operand memory of the block, in a coefficient that other waves have too? */
static inline bool usc_is_workgroup_memory(const struct usc_mir *c, struct usc_opd o)
{
   return o.bank == USC_COEFF && c->workgroup_cf != UINT32_MAX && (o.idx || o.index >= c->workgroup_cf);
}

/* Resources of the machine that order instructions, besides virtual units: numbered from num_units up. */
enum usc_resource {
   USC_RES_P0,
   USC_RES_IDX0,
   USC_RES_IDX1,
   USC_RES_TEMPS, /* up to 64 elements of arrays */
   USC_RES_MEMORY = USC_RES_TEMPS + 64,
   USC_RES_WORKGROUP,    /* the coefficients with memory of the block */
   USC_RES_FEEDBACK, /* what the ISP was told: pixel outputs come after it */
   USC_RES_QUAD,     /* the neighbours of an invocation, which may be gone after the feedback */
   USC_RES_LINK,     /* the link register of the wave */
   USC_RES_INTERNAL,
   USC_RES_VERTEX, /* the outputs as a whole: emit and cut stay in order with the writes, which may change places */
   USC_RES_OUT, /* 8 pixel output registers, then 256 vertex outputs */
   USC_NUM_RES = USC_RES_OUT + 8 + 256
};
/* The elements of arrays that a temporary may be, or one that is indexed from there: the first, by its place among the pinned
   temporaries, and their number. */
uint32_t usc_pinned_elements(const struct usc_mir *c, uint32_t index, bool indexed, uint32_t *n);
/* The operand visitor: units and resources that the instruction reads, then those that it writes. */
void usc_refs(const struct usc_mir *c, const struct usc_instr *i, cg_ref_fn fn, void *user);
/* An operand that is more than a virtual unit. */
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
/* The same, in line with what `fn` does for the instructions that most are. */
static inline void usc_refs_inline(const struct usc_mir *c, const struct usc_instr *i, cg_ref_fn fn, void *user)
{
   if (i->base.kind == CG_OPERATION && !i->base.num_keep && usc_is_simple(&i->g))
      usc_simple_refs(c, &i->g, fn, user);
   else
      usc_refs(c, i, fn, user);
}
extern const struct cg_machine usc_machine;

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: subroutines that call themselves, and programs whose calls would take too much code if they were expanded
 * where they stand (fe_expand.c). A call of a subroutine becomes a loop around the text of all subroutines that it can reach, cut into
 * basic blocks (fe_state.h). Blocks of the source that hold no call and no return, and that no jump leaves, stay structured. The front
 * end says what each instruction does to control, and lowers it.
 *
 * Complexity: linear in the text of these subroutines, for each call from elsewhere.
 */
#ifndef FRONTEND_FE_RECURSION_H
#define FRONTEND_FE_RECURSION_H

#include "frontend/common/fe_state.h"

enum fe_control {
   FE_PLAIN,
   FE_BEGIN,    /* of a block: an IF, a loop, a SWITCH; other: its end */
   FE_PASS,     /* control only passes, and goes on at `other`: an ELSE, a label of a SWITCH */
   FE_PASS_END, /* the same at the end of a block that is no loop */
   FE_LOOP_END,
   FE_LEAVE,    /* a jump that leaves or continues a block; other: its begin */
   FE_CALL,     /* other: the subroutine */
   FE_RETURN
};
struct fe_text_instr {
   uint8_t control; /* enum fe_control */
   uint32_t other;
};
/*
 * Subroutines stand in the order of their first instructions. One may run on into the next: `end` is that of the next one then, and
 * both share the text between. `ends_program`: behind its text the program ends, instead of the subroutine.
 */
struct fe_text_sub {
   uint32_t first, end;
   bool ends_program;
};

struct fe_recursion {
   /* The front end fills these in. */
   struct fe_lower *f;
   struct fe_text_instr *instrs;
   struct fe_text_sub *subs;
   uint32_t num_instrs, num_subs;
   void *user;
   void (*next)(void *user, uint32_t *pc); /* lower the instruction at *pc, and move *pc on */
   void (*leave)(void *user, uint32_t i);  /* lower an instruction that ends a basic block: say which state is next */

   struct fe_states states;
   uint32_t *counter;      /* by instruction: IR array of the counter of the loop that it begins; FE_NONE until it is used */
   /* facts of the program, found once */
   bool *structured;       /* by instruction: the block that it begins stays structured */
   bool *label;            /* by instruction: a subroutine begins with it */
   uint32_t *text;         /* by subroutine: the first one that runs on into it, directly or through others, or itself */
   uint32_t *expanded_for; /* by subroutine: number of the last call that it was expanded for */
   /* of the call that is being lowered */
   uint32_t call;          /* its number */
   bool *leader;           /* by instruction: it begins a basic block */
   uint32_t *block;        /* by leader: number of its block */
   uint32_t *reached, num_reached; /* subroutines, each the first one of its text */
   uint32_t num_blocks;    /* also the state "return"; num_blocks + 1 is the state "ended" */
   uint32_t sub;           /* whose block is being lowered */
};

/* A recursion with room for the facts of instructions and subroutines; call_depth: calls that may be open at once. */
struct fe_recursion *fe_recursion_new(struct fe_lower *f, uint32_t num_instrs, uint32_t num_subs, uint32_t call_depth);
/* Lower a call of a subroutine from elsewhere. */
void fe_recursion_call(struct fe_recursion *r, uint32_t sub);
/* The text of the subroutine ends within that of the next one. */
static inline bool fe_sub_runs_on(const struct fe_recursion *r, uint32_t s)
{
   return s + 1 < r->num_subs && r->subs[s + 1].first >= r->subs[s].first && r->subs[s + 1].first < r->subs[s].end;
}
/*
 * Whether the expansion of all calls from subroutine `root` on has more instructions than the source, by far: then the program is lowered
 * by fe_recursion_call(root). `recursion`: calls within recursion are expanded too, down to the depth of the stack.
 */
bool fe_expands_too_far(const struct fe_recursion *r, uint32_t root, bool recursion);
/* For `leave`: the state in which instruction i is next, of the same subroutine; that in which a subroutine begins. */
uint32_t fe_recursion_state(const struct fe_recursion *r, uint32_t i);
uint32_t fe_recursion_entry(const struct fe_recursion *r, uint32_t sub);

#endif

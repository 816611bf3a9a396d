/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: subroutines that call themselves. A call of one from elsewhere becomes a loop around the text of all
 * subroutines that it can reach, cut into basic blocks (fe_state.h). Blocks of the source that hold no call and no return, and that
 * no jump leaves, stay structured. The front end says what each instruction does to control, and lowers it.
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
struct fe_text_sub {
   uint32_t first, end;
};

struct fe_recursion {
   /* The front end fills these in. */
   struct fe_lower *f;
   struct fe_text_instr *instrs;
   struct fe_text_sub *subs;
   uint32_t num_instrs;
   void *user;
   void (*next)(void *user, uint32_t *pc); /* lower the instruction at *pc, and move *pc on */
   void (*leave)(void *user, uint32_t i);  /* lower an instruction that ends a basic block: say which state is next */

   struct fe_states states;
   uint32_t *counter;      /* by instruction: IR array of the counter of the loop that it begins; FE_NONE until it is used */
   /* facts of the program, found once */
   bool *structured;       /* by instruction: the block that it begins stays structured */
   uint32_t *expanded_for; /* by subroutine: number of the last call that it was expanded for */
   /* of the call that is being lowered */
   uint32_t call;          /* its number */
   bool *leader;           /* by instruction: it begins a basic block */
   uint32_t *block;        /* by leader: number of its block */
   uint32_t *reached, num_reached; /* subroutines */
   uint32_t num_blocks;    /* also the state "return" */
   uint32_t sub;           /* whose block is being lowered */
};

/* A recursion with room for the facts of instructions and subroutines; call_depth: calls that may be open at once. */
struct fe_recursion *fe_recursion_new(struct fe_lower *f, uint32_t num_instrs, uint32_t num_subs, uint32_t call_depth);
/* Lower a call of a subroutine from elsewhere. */
void fe_recursion_call(struct fe_recursion *r, uint32_t sub);
/* For `leave`: the state in which instruction i is next, of the same subroutine; that in which a subroutine begins. */
uint32_t fe_recursion_state(const struct fe_recursion *r, uint32_t i);
uint32_t fe_recursion_entry(const struct fe_recursion *r, uint32_t sub);

#endif

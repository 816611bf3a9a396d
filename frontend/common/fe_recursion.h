/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: recursive subroutines, and programs that would become too big with all calls inlined (fe_expand.c).
 * A call of a subroutine becomes a loop around the text of all subroutines that it can reach, split into basic blocks
 * (fe_state.h). Blocks of the source without calls, returns and jumps out of them stay structured. The front end describes the
 * control flow of each instruction and lowers it.
 *
 * Complexity: linear in the text of these subroutines for each call from elsewhere.
 */
#ifndef FRONTEND_FE_RECURSION_H
#define FRONTEND_FE_RECURSION_H

#include "frontend/common/fe_state.h"

enum fe_control {
   FE_PLAIN,
   FE_BEGIN,    /* begins a block: an IF, a loop, a SWITCH; other: its end */
   FE_PASS,     /* control passes through and continues at `other`: an ELSE, a label of a SWITCH */
   FE_PASS_END, /* the same at the end of a block that is not a loop */
   FE_LOOP_END,
   FE_LEAVE,    /* a jump that leaves or continues a block; other: its start */
   FE_CALL,     /* other: the subroutine */
   FE_RETURN
};
struct fe_text_instr {
   uint8_t control; /* enum fe_control */
   uint32_t other;
};
/*
 * Subroutines are in the order of their first instructions. One may run on into the next: `end` is then the end of the next
 * one, and both share its text. `ends_program`: the end of the text ends the program instead of the subroutine.
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
   void (*next)(void *user, uint32_t *pc); /* lowers the instruction at *pc and advances *pc */
   void (*leave)(void *user, uint32_t i);  /* lowers an instruction that ends a basic block: sets the next state */

   struct fe_states states;
   uint32_t *counter;      /* by instruction: IR array of the counter of the loop that it begins; FE_NONE before its first
                              use */
   bool *structured;       /* by instruction: the block that it begins stays structured */
   bool *label;            /* by instruction: a subroutine begins with it */
   uint32_t *text;         /* by subroutine: the first one that runs on into it, directly or indirectly, or itself */
   uint32_t *expanded_for; /* by subroutine: number of the last call for which it was expanded */
   uint32_t call;          /* number of the call that is being lowered */
   bool *leader;           /* by instruction: it begins a basic block */
   uint32_t *block;        /* by leader: number of its block */
   uint32_t *reached, num_reached; /* subroutines, each the first one of its text */
   uint32_t num_blocks;    /* number of the state "return"; the state "ended" follows */
   uint32_t sub;           /* whose block is being lowered */
};

/* Creates a recursion with memory for the facts of instructions and subroutines. `call_depth` is the number of calls that
   may be open at once. */
struct fe_recursion *fe_recursion_new(struct fe_lower *f, uint32_t num_instrs, uint32_t num_subs, uint32_t call_depth);
/* Lowers a call of a subroutine from elsewhere. */
void fe_recursion_call(struct fe_recursion *r, uint32_t sub);
/* True if the text of the subroutine ends within that of the next one. */
static inline bool fe_sub_runs_on(const struct fe_recursion *r, uint32_t s)
{
   return s + 1 < r->num_subs && r->subs[s + 1].first >= r->subs[s].first && r->subs[s + 1].first < r->subs[s].end;
}
/*
 * True if inlining all calls from subroutine `root` on gives far more instructions than the source has; the program is then
 * lowered by fe_recursion_call(root). With `recursion`, recursive calls are inlined, too, down to the depth of the stack.
 */
bool fe_expands_too_far(const struct fe_recursion *r, uint32_t root, bool recursion);
/* For `leave`: the state that continues with instruction i of the same subroutine; the state that begins a subroutine. */
uint32_t fe_recursion_state(const struct fe_recursion *r, uint32_t i);
uint32_t fe_recursion_entry(const struct fe_recursion *r, uint32_t sub);

#endif

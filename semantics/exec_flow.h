/* SPDX-License-Identifier: MIT */
/*
 * Control flow of a block-structured language for all lanes of a wave in lockstep; the evaluators of source programs share it.
 *
 * `active` holds the lanes that execute. Each frame of the stack of open blocks collects in `join` the lanes that left its
 * block early: for an IF the lanes of the arm that ran first, for a loop those that broke out or used up their count, for a
 * SWITCH those that broke out or have no label, for a call those that returned. So a lane is always in exactly one place: in
 * `active`, or in `join` or `alt` of one frame. When `active` is empty, control goes to the next place where the innermost
 * block has waiting lanes. The end of a block reactivates all lanes that left it early, so lanes reconverge exactly where the
 * blocks of the text end.
 *
 * Instructions are identified by their number in the program. A condition is the mask of the active lanes that pass it.
 */
#ifndef SEMANTICS_EXEC_FLOW_H
#define SEMANTICS_EXEC_FLOW_H

#include "semantics/exec.h"
#include "util/arena.h"

enum exec_frame_kind { EXEC_FRAME_CALL, EXEC_FRAME_IF, EXEC_FRAME_LOOP, EXEC_FRAME_SWITCH };
struct exec_frame {
   uint8_t kind;
   uint32_t next;    /* IF: the ELSE or ENDIF that comes next; loop: its end; SWITCH: the next label; CALL: the instruction
                        after it */
   uint32_t sub_end; /* CALL: end of the caller */
   uint32_t join;    /* lanes that wait for the end of the block */
   uint32_t alt;     /* waiting lanes. IF: for the ELSE arm; loop: for the next iteration; SWITCH: for their label */
   exec_lanes count; /* counted loop: remaining iterations; SWITCH: the label at which the lane enters */
};

struct exec_flow {
   uint32_t pc, active;
   uint32_t sub_end; /* end of the subroutine that executes */
   unsigned call_depth;
   const char *fault; /* set if the program contradicts what its checker found */
   struct exec_frame *frames;
   uint32_t num_frames, cap_frames;
   /*
    * Once the lanes of a quad diverge in recursive subroutines, it is undefined where they reconverge before the outermost of
    * these calls ends. From then on `diverged` holds the whole quad, and its derivatives are tainted like those over inactive
    * lanes. `recursion_frame` is the frame of the outermost recursive call, or 0; `recursion_lanes` are the lanes that entered
    * it.
    */
   uint32_t recursion_frame, recursion_lanes, diverged;
};

/* Makes space for `frames` blocks and calls, the greatest number open at once. */
void exec_flow_init(struct util_ctx *ctx, struct exec_flow *f, uint32_t frames);
/* Starts the main program, whose text is first .. end - 1. */
void exec_flow_begin(struct exec_flow *f, uint32_t lanes, uint32_t first, uint32_t end, bool recursive);
/* True if the instruction at pc is next, false at the end of a subroutine. */
bool exec_flow_ready(struct exec_flow *f);
/* Ends a subroutine, because its text ends or all lanes have returned. True at the end of the main program. */
bool exec_flow_end_sub(struct exec_flow *f);
/* Called after each instruction: adds the quads in which only some of the lanes that entered the recursion execute. */
void exec_flow_diverge(struct exec_flow *f);

/* Functions that return a frame return NULL after a fault. */
struct exec_frame *exec_flow_push(struct exec_flow *f, enum exec_frame_kind kind, uint32_t next);
struct exec_frame *exec_flow_top(struct exec_flow *f, enum exec_frame_kind kind);
void exec_flow_if(struct exec_flow *f, uint32_t pass, uint32_t other, bool has_else);
void exec_flow_else(struct exec_flow *f, uint32_t endif);
/* Ends an IF or a SWITCH. */
void exec_flow_end(struct exec_flow *f, enum exec_frame_kind kind);
/* Ends an iteration: reactivates lanes that continued, then removes the lanes of `leave`. True if the rest repeats the body. */
struct exec_frame *exec_flow_continue(struct exec_flow *f);
bool exec_flow_again(struct exec_flow *f, uint32_t leave, uint32_t body);
/* Sends lanes to the end, or to the next iteration, of the innermost frame of one of the kinds (a mask) within the current
   call. */
void exec_flow_leave(struct exec_flow *f, uint32_t lanes, unsigned kinds, bool again);
/* Calls the subroutine whose text is first .. end - 1. */
void exec_flow_call(struct exec_flow *f, uint32_t pass, uint32_t first, uint32_t end, bool recursive);
/* Ends the program for these lanes, wherever they are. */
void exec_flow_exit(struct exec_flow *f, uint32_t lanes);

#endif

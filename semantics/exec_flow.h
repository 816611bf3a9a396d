/* SPDX-License-Identifier: MIT */
/*
 * Flow of control of a language with blocks, for all lanes of a task in lockstep: what the evaluators of source programs share.
 *
 * `active` holds the lanes that execute. Each frame of the stack of open blocks collects in `join` the lanes that have finished
 * its block early: an IF frame those of the part that ran first, a loop those that broke out or used up their count, a SWITCH
 * those that broke out or have no label, a call those that returned. A lane is therefore always in exactly one place: in
 * `active`, or in `join` or `alt` of one frame. When `active` is empty, control goes to where the innermost block has something
 * to do. The end of a block gives back all lanes that left it early, so lanes meet again exactly where the blocks of the text
 * end.
 *
 * Instructions are numbers of the program. A condition is the mask of the active lanes that pass it.
 */
#ifndef MODEL_EXEC_FLOW_H
#define MODEL_EXEC_FLOW_H

#include "semantics/exec.h"
#include "util/arena.h"

enum exec_frame_kind { EXEC_FRAME_CALL, EXEC_FRAME_IF, EXEC_FRAME_LOOP, EXEC_FRAME_SWITCH };
struct exec_frame {
   uint8_t kind;
   uint32_t next;    /* IF: the ELSE or ENDIF that comes next; loop: its end; SWITCH: the next label; CALL: behind the call */
   uint32_t sub_end; /* CALL: end of the caller */
   uint32_t join;    /* lanes that wait for the end of the block */
   uint32_t alt;     /* lanes that wait: IF: for the ELSE part; loop: for the next iteration; SWITCH: for their label */
   exec_lanes count; /* loop with a count: remaining iterations; SWITCH: the label at which the lane enters */
};

struct exec_flow {
   uint32_t pc, active;
   uint32_t sub_end; /* of the subroutine that executes */
   unsigned call_depth;
   const char *fault; /* the program is not what it was checked to be */
   struct exec_frame *frames;
   uint32_t num_frames, cap_frames;
   /*
    * Once the lanes of a quad take different ways through subroutines that call themselves, it is not defined when they meet
    * again before the outermost of these calls ends. From then on `diverged` holds the whole quad: derivatives in it are
    * tainted like those over lanes that do not execute. The frame of the outermost recursive call or 0, and the lanes that it
    * began with:
    */
   uint32_t recursion_frame, recursion_lanes, diverged;
};

/* At the begin of the main program, whose text is first .. end - 1; frames: the most blocks and calls that are open at once. */
void exec_flow_begin(struct util_ctx *ctx, struct exec_flow *f, uint32_t lanes, uint32_t frames, uint32_t first, uint32_t end,
                     bool recursive);
/* Whether an instruction is next, at pc; else the end of a subroutine is. */
bool exec_flow_ready(struct exec_flow *f);
/* The end of a subroutine: its text ends, or all lanes have returned. True: it is the main program. */
bool exec_flow_end_sub(struct exec_flow *f);
/* Behind each instruction: add the quads in which some of the lanes that began the recursion execute and some do not. */
void exec_flow_diverge(struct exec_flow *f);

/* Functions that return a frame return NULL after a fault. */
struct exec_frame *exec_flow_push(struct exec_flow *f, enum exec_frame_kind kind, uint32_t next);
struct exec_frame *exec_flow_top(struct exec_flow *f, enum exec_frame_kind kind);
void exec_flow_if(struct exec_flow *f, uint32_t pass, uint32_t other, bool has_else);
void exec_flow_else(struct exec_flow *f, uint32_t endif);
/* The end of an IF or a SWITCH. */
void exec_flow_end(struct exec_flow *f, enum exec_frame_kind kind);
/* The end of a loop: those that continued come back; then those of `leave` leave it. True: the others start the body again. */
struct exec_frame *exec_flow_continue(struct exec_flow *f);
bool exec_flow_again(struct exec_flow *f, uint32_t leave, uint32_t body);
/* Lanes go to the end of the innermost frame of one of the kinds (a mask) within the current call, or to its next iteration. */
void exec_flow_leave(struct exec_flow *f, uint32_t lanes, unsigned kinds, bool again);
/* A call of a subroutine whose text is first .. end - 1. */
void exec_flow_call(struct exec_flow *f, uint32_t pass, uint32_t first, uint32_t end, bool recursive);
/* Lanes have executed the last instruction of the program, wherever they are. */
void exec_flow_exit(struct exec_flow *f, uint32_t lanes);

#endif

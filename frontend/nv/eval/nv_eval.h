/* SPDX-License-Identifier: MIT */
/*
 * Inside of the reference evaluator; the files nv_eval*.c and their test share it; nobody else includes it.
 *
 * The evaluator executes the checked tree as it stands: vec4 registers, two condition codes with four flags a component, write
 * masks. All lanes of the task run in lockstep under one execution mask that a stack of open blocks (IF, REP, call) narrows and
 * widens; a block hands back at its end all lanes that left it in whatever way, so lanes meet again exactly where the text joins.
 *
 * Taint is a lane mask per register component: "this value depends on a derivative over a lane that was not executing".
 */
#ifndef FRONTEND_NV_EVAL_H
#define FRONTEND_NV_EVAL_H

#include "frontend/nv/tree/nv_ast.h"

#define NV_SIGN 0x80000000u
#define NV_EACH_LANE(l, lanes)                                                                                                 \
   for (unsigned l = 0; l < EXEC_LANES; l++)                                                                                   \
      if ((lanes) >> l & 1)

struct nv_reg {
   exec_lanes v[4];
   uint32_t taint[4];
};

/* A condition code: lane masks by component. */
struct nv_cc {
   uint32_t sf[4], zf[4], of[4], cf[4], taint[4];
};

enum nv_frame_kind { NV_FRAME_CALL, NV_FRAME_IF, NV_FRAME_REP };
struct nv_frame {
   uint8_t kind;
   bool counted;     /* REP with a count */
   uint32_t next;    /* IF: the ELSE or ENDIF that comes next; REP: the ENDREP; CALL: where the caller goes on */
   uint32_t sub_end; /* CALL: end of the caller */
   uint32_t join;    /* lanes that wait for the end of the block */
   uint32_t alt;     /* IF: lanes of the ELSE part; REP: lanes that wait for the next iteration */
   exec_lanes count; /* REP: iterations left */
};

struct nv_eval {
   const struct nv_program *p;
   struct exec_task *task;
   num_m num;
   unsigned fshort;

   uint32_t pc, active;
   uint32_t sub_end; /* of the subroutine that executes */
   unsigned call_depth;
   enum exec_status status;

   struct nv_frame *frames;
   uint32_t num_frames, cap_frames;
   struct nv_jumper *jumper; /* programs with jumps have this in place of frames (nv_eval_jump.c) */

   struct nv_reg *regs;
   uint32_t *base;                 /* first register by variable: temporaries */
   uint32_t slot_reg[SLOT_COUNT];  /* register by result slot, NV_NONE where the program has none */
   uint8_t written[SLOT_COUNT];
   struct nv_cc cc[2];

   bool tainting;       /* something is tainted: until then taint is not computed */
   uint32_t apart_frame, together, apart; /* apart: see nv_eval.c, "recursion" */
   uint32_t lane_taint; /* lanes that took a decision on a tainted value: all they have is tainted */

   /* of the instruction that executes */
   struct nv_reg src[3], res;
   uint32_t of[4], cf[4];
};

/* nv_eval.c: one instruction that is no flow; the end of the program */
void nv_eval_plain(struct nv_eval *e, const struct nv_instr *in);
void nv_eval_finish(struct nv_eval *e);
/* nv_eval_jump.c */
void nv_eval_jump_init(struct util_ctx *ctx, struct nv_eval *e);
bool nv_eval_jump_ready(struct nv_eval *e); /* sets pc; false: the program has ended */
void nv_eval_jump_issue(struct nv_eval *e);

/* nv_eval_mem.c: operands, results, condition codes */
void nv_eval_load(struct nv_eval *e, const struct nv_operand *o, unsigned need, bool below, struct nv_reg *out);
bool nv_eval_outer_neg(const struct nv_operand *o);
uint32_t nv_eval_test_any(struct nv_eval *e, const struct nv_cc_test *t);
void nv_eval_write(struct nv_eval *e, const struct nv_instr *in);
enum nv_type nv_eval_result_type(const struct nv_instr *in);
/* Storage of an element of a temporary. */
struct nv_reg *nv_eval_temp(const struct nv_eval *e, uint32_t var, uint32_t elem);

/* nv_eval_alu.c: src -> res, of, cf and the taint of res */
void nv_eval_alu(struct nv_eval *e, const struct nv_instr *in);
/* The components of each operand (after its swizzle) that component c of the result reads; not for texture instructions. */
void nv_eval_reads(const struct nv_instr *in, unsigned c, unsigned m[3]);
/* nv_eval_tex.c */
void nv_eval_tex(struct nv_eval *e, const struct nv_instr *in);

/* Lanes whose neighbour in the row (by 1) or column (by 2) of the quad is in the mask. */
static inline uint32_t nv_quad_swap(uint32_t lanes, unsigned by)
{
   uint32_t low = by == 1 ? 0x55555555u : 0x33333333u;
   return (lanes & low) << by | (lanes >> by & low);
}

#endif

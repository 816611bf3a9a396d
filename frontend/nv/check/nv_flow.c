/* SPDX-License-Identifier: MIT */
/*
 * Block structure and calls (NV_gpu_program4 2.X.5; NV_fragment_program2 3.11.4.X; NV_vertex_program2_option 2.14.4.X). While
 * the program is read, a stack of open blocks links IF/ELSE/ENDIF, REP/ENDREP, LOOP/ENDLOOP, BRK and CONT. The targets of BRA
 * and CAL are resolved at the end.
 */
#include "frontend/nv/check/nv_check.h"

#include <stdarg.h>

void nv_flow_init(struct nv_parser *p)
{
   struct nv_program *prog = p->prog;

   UTIL_PUSH(p->ctx, prog->subs, prog->num_subs, prog->cap_subs, (struct nv_sub){.name = NULL});
}

/* Only the first nesting error is reported, because it makes all later blocks look wrong. */
__attribute__((format(printf, 4, 5))) static void nesting_error(struct nv_parser *p, enum diag_id id, struct util_span at,
                                                                const char *fmt, ...)
{
   va_list ap;

   p->ctx->explained = NULL;
   if (p->reported.nesting)
      return;
   va_start(ap, fmt);
   fe_error(p->ctx, p->errors_before, id, at, fmt, ap);
   va_end(ap);
   p->reported.nesting = p->ctx->explained != NULL;
}

static void note_block(struct nv_parser *p, const struct nv_block *b)
{
   util_note(p->ctx, p->prog->instrs[b->start].op_span, "the %s block begins here", nv_op_info[b->op].name);
}

static void pop_block(struct nv_parser *p)
{
   *(p->flow.blocks[--p->flow.num_blocks].op == NV_OP_IF ? &p->flow.if_depth : &p->flow.loop_depth) -= 1;
}

/* Drops unterminated blocks that began in a statement with a syntax error, because they may not have been blocks. */
static void forget_lost(struct nv_parser *p, uint8_t op)
{
   while (p->flow.num_blocks && p->flow.blocks[p->flow.num_blocks - 1].lost && p->flow.blocks[p->flow.num_blocks - 1].op != op)
      pop_block(p);
}

void nv_flow_label(struct nv_parser *p, struct util_span name)
{
   struct nv_program *prog = p->prog;
   const char *s = p->text + name.off;

   p->decl.statement = true;
   if (nv_arb(p) && !nv_has(p, NV_D_VP2 | NV_D_FP2)) {
      nv_needs_option(p, name, NV_D_VP2 | NV_D_FP2, "a label");
      return;
   }
   if (nv_reserved_name(p, name)) {
      nv_reserved_error(p, name);
      return;
   }
   forget_lost(p, NV_OP_COUNT);
   if (p->flow.num_blocks) {
      nesting_error(p, DIAG_ID_label_in_block, name, "a label is not allowed inside a block");
      note_block(p, &p->flow.blocks[p->flow.num_blocks - 1]);
   } else {
      p->reported.nesting = false;
   }
   struct util_table_node *n = util_table_insert(&p->names.labels, s, name.len);
   if (n->value) {
      nv_error(p, DIAG_ID_duplicate_label, name, "redefinition of label \"%.*s\"", NV_STR(p, name));
      util_note(p->ctx, prog->subs[(uintptr_t)n->value - 1].span, "previous definition is here");
      return;
   }
   n->value = (void *)(uintptr_t)(prog->num_subs + 1);
   prog->subs[prog->num_subs - 1].end = prog->num_instrs;
   if (nv_is(p, name, "main"))
      prog->entry_sub = prog->num_subs;
   UTIL_PUSH(p->ctx, prog->subs, prog->num_subs, prog->cap_subs,
             (struct nv_sub){.name = n->key, .first = prog->num_instrs, .span = name});
}

static void open_block(struct nv_parser *p, uint32_t index)
{
   const struct nv_instr *ins = &p->prog->instrs[index];

   struct nv_block b = {.op = ins->op, .start = index, .other = NV_NONE, .loop = NV_NONE, .indexed = NV_NONE};

   if (p->flow.num_blocks) {
      b.loop = p->flow.blocks[p->flow.num_blocks - 1].loop;
      b.indexed = p->flow.blocks[p->flow.num_blocks - 1].indexed;
   }
   if (ins->op != NV_OP_IF)
      b.loop = p->flow.num_blocks;
   if (ins->op == NV_OP_LOOP)
      b.indexed = p->flow.num_blocks;
   UTIL_PUSH(p->ctx, p->flow.blocks, p->flow.num_blocks, p->flow.cap_blocks, b);
   /* Report only the block that exceeds the limit, not the blocks inside it. */
   if (ins->op == NV_OP_IF) {
      if (p->flow.if_depth++ == p->lim.if_depth)
         nv_error(p, DIAG_ID_if_depth, ins->op_span, "IF blocks are nested more than %u deep (%s)", p->lim.if_depth,
                  nv_limit_option[NV_LIM_if_depth]);
   } else if (p->flow.loop_depth++ == p->lim.loop_depth) {
      nv_error(p, DIAG_ID_loop_depth, ins->op_span, "loops are nested more than %u deep (%s)", p->lim.loop_depth,
               nv_limit_option[NV_LIM_loop_depth]);
   }
}

/* The innermost open block if it has the opcode `op`; otherwise reports an error and returns NULL. */
static struct nv_block *find_innermost(struct nv_parser *p, const struct nv_instr *ins, uint8_t op)
{
   const char *want = nv_op_info[op].name, *name = nv_op_info[ins->op].name;

   forget_lost(p, op);
   if (p->flow.num_blocks == 0) {
      nesting_error(p, DIAG_ID_end_without_block, ins->op_span, "%s without %s", name, want);
      return NULL;
   }
   struct nv_block *b = &p->flow.blocks[p->flow.num_blocks - 1];
   if (b->op == op)
      return b;
   nesting_error(p, DIAG_ID_wrong_block_end, ins->op_span, "%s does not match %s", name, nv_op_info[b->op].name);
   if (!p->ctx->explained)
      return NULL;
   note_block(p, b);
   /* If the instruction ends an outer block, the ends of the blocks inside that one are missing. */
   for (uint32_t i = p->flow.num_blocks; i-- > 0;)
      if (p->flow.blocks[i].op == op) {
         while (p->flow.num_blocks > i + (ins->op == NV_OP_ELSE))
            pop_block(p);
         break;
      }
   return NULL;
}

static struct nv_block *innermost_loop(struct nv_parser *p)
{
   uint32_t loop = p->flow.num_blocks ? p->flow.blocks[p->flow.num_blocks - 1].loop : NV_NONE;

   return loop == NV_NONE ? NULL : &p->flow.blocks[loop];
}

static void flow_else(struct nv_parser *p, uint32_t index)
{
   struct nv_instr *ins = &p->prog->instrs[index];
   struct nv_block *b = find_innermost(p, ins, NV_OP_IF);

   if (b && b->other != NV_NONE) {
      nesting_error(p, DIAG_ID_duplicate_else, ins->op_span, "duplicate ELSE in IF block");
      note_block(p, b);
   } else if (b) {
      p->prog->instrs[b->start].other = index;
      b->other = index;
   }
}

static void flow_endif(struct nv_parser *p, uint32_t index)
{
   struct nv_instr *ins = &p->prog->instrs[index];
   struct nv_block *b = find_innermost(p, ins, NV_OP_IF);

   if (!b)
      return;
   p->prog->instrs[b->other == NV_NONE ? b->start : b->other].other = index;
   ins->other = b->start;
   pop_block(p);
}

/* ENDREP and ENDLOOP */
static void flow_endloop(struct nv_parser *p, uint32_t index)
{
   struct nv_instr *ins = &p->prog->instrs[index];
   struct nv_block *b = find_innermost(p, ins, ins->op == NV_OP_ENDREP ? NV_OP_REP : NV_OP_LOOP);

   if (!b)
      return;
   struct nv_instr *rep = &p->prog->instrs[b->start];

   rep->other = index;
   ins->other = b->start;
   if (!nv_arb(p) && rep->num_src == 0 && !b->has_brk && !b->has_ret && !p->reported.nesting)
      nv_error(p, DIAG_ID_endless_loop, rep->op_span, "this REP has no count and neither BRK nor RET");
   pop_block(p);
   /* A RET leaves all enclosing loops. */
   if (b->has_ret && innermost_loop(p))
      innermost_loop(p)->has_ret = true;
}

/* BRK and CONT */
static void flow_break(struct nv_parser *p, uint32_t index)
{
   struct nv_instr *ins = &p->prog->instrs[index];
   struct nv_block *b = innermost_loop(p);

   if (!b && !p->reported.nesting) {
      nv_error(p, DIAG_ID_outside_loop, ins->op_span, "%s outside of a loop", nv_op_info[ins->op].name);
   } else if (b) {
      ins->other = b->start;
      b->has_brk |= ins->op == NV_OP_BRK;
   }
}

void nv_flow_instr(struct nv_parser *p, uint32_t index, struct util_span target)
{
   struct nv_program *prog = p->prog;
   struct nv_block *b;

   switch (prog->instrs[index].op) {
   case NV_OP_IF:
   case NV_OP_REP:
   case NV_OP_LOOP: open_block(p, index); break;
   case NV_OP_ELSE: flow_else(p, index); break;
   case NV_OP_ENDIF: flow_endif(p, index); break;
   case NV_OP_ENDREP:
   case NV_OP_ENDLOOP: flow_endloop(p, index); break;
   case NV_OP_BRK:
   case NV_OP_CONT: flow_break(p, index); break;
   case NV_OP_RET:
      b = innermost_loop(p);
      if (b)
         b->has_ret = true;
      break;
   case NV_OP_PUSHA:
   case NV_OP_POPA: prog->jumps = true; break;
   case NV_OP_BRA: prog->jumps = true; /* fall through */
   case NV_OP_CAL:
      UTIL_PUSH(p->ctx, p->flow.calls, p->flow.num_calls, p->flow.cap_calls,
                (struct nv_call){.instr = index, .target = target});
      break;
   default: break;
   }
}

void nv_flow_lost(struct nv_parser *p)
{
   /* Assume a count, because a loop may have had one; BRK and RET stay what they are. */
   struct nv_instr ins = {.op = p->stmt.op.op, .num_src = 1, .op_span = p->stmt.op.span, .other = NV_NONE, .callee = NV_NONE};
   uint32_t blocks = p->flow.num_blocks;
   bool reported = p->reported.nesting;

   p->decl.statement = true;
   if (ins.op == NV_OP_CAL || ins.op == NV_OP_BRA)
      return;
   if (ins.op == NV_OP_LOOP)
      ins.index_var =
          nv_new_broken_var(p, &(struct nv_var){.cls = NV_TEMP, .address = true, .length = 1, .vertex = NV_NONE});
   UTIL_PUSH(p->ctx, p->prog->instrs, p->prog->num_instrs, p->prog->cap_instrs, ins);
   /* The opcode itself may be the mistake, so report nothing about its place. */
   p->reported.nesting = true;
   nv_flow_instr(p, p->prog->num_instrs - 1, ins.op_span);
   /* If the instruction is an end but has not ended any block, its block is still open. */
   const bool no_end = nv_op_info[ins.op].shape == NV_SHAPE_ENDFLOW && ins.op != NV_OP_ELSE && p->flow.num_blocks == blocks;
   p->reported.nesting = reported || no_end;
   if (p->flow.num_blocks > blocks)
      p->flow.blocks[blocks].lost = true;
}

void nv_flow_finish(struct nv_parser *p, struct util_span end)
{
   struct nv_program *prog = p->prog;
   bool ok = true;

   prog->subs[prog->num_subs - 1].end = prog->num_instrs;
   forget_lost(p, NV_OP_COUNT);
   if (nv_arb(p) && p->flow.num_blocks == 0)
      nv_sub_ends(p);
   if (p->flow.num_blocks) {
      const struct nv_block *b = &p->flow.blocks[p->flow.num_blocks - 1];

      nesting_error(p, DIAG_ID_unterminated_block, end, "expected END%s before the end of the program",
                    nv_op_info[b->op].name);
      note_block(p, b);
   }
   for (uint32_t i = 0; i < p->flow.num_calls; i++) {
      struct util_span t = p->flow.calls[i].target;
      struct util_table_node *n = util_table_insert(&p->names.labels, p->text + t.off, t.len);
      struct nv_instr *ins = &prog->instrs[p->flow.calls[i].instr];

      if (!n->value) {
         /* A name that a statement with a syntax error may have defined is a broken variable. */
         uint32_t lost = nv_lookup(p, t);
         if (lost == NV_NONE || !p->names.notes[lost].broken)
            nv_error(p, DIAG_ID_undefined_label, t, "use of undefined label \"%.*s\"%s", NV_STR(p, t), nv_hint_label(p, t));
         n->value = (void *)(uintptr_t)1; /* do not report the label again */
         ok = false;
      }
      ins->callee = (uint32_t)(uintptr_t)n->value - 1;
      ins->other = prog->subs[ins->callee].first;
   }
   if (ok && !prog->jumps)
      nv_sub_recursion(p);
}

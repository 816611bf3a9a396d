/* SPDX-License-Identifier: MIT */
/*
 * Block structure and subroutines (NV_gpu_program4 2.X.5; NV_fragment_program2 3.11.4.X; NV_vertex_program2_option 2.14.4.X): links
 * IF/ELSE/ENDIF, REP/ENDREP, LOOP/ENDLOOP, BRK and CONT while the program is read, with a stack of open blocks; targets of BRA and
 * CAL, the ends of subroutines and recursion at the end. Nothing here recurses.
 */
#include "frontend/nv/parse/nv_parse.h"

#include <string.h>

void nv_flow_init(struct nv_parser *p)
{
   struct nv_program *prog = p->prog;

   UTIL_PUSH(p->ctx, prog->subs, prog->num_subs, prog->cap_subs, (struct nv_sub){.name = NULL});
}

/* One error of nesting may make all that follow: they are not said. */
__attribute__((format(printf, 4, 5))) static void nesting_error(struct nv_parser *p, enum diag_id id, struct util_span at,
                                                                const char *fmt, ...)
{
   va_list ap;

   p->ctx->explained = NULL;
   if (p->flow_said)
      return;
   va_start(ap, fmt);
   nv_verror(p, id, at, fmt, ap);
   va_end(ap);
   p->flow_said = p->ctx->explained != NULL;
}

static void note_block(struct nv_parser *p, const struct nv_block *b)
{
   util_note(p->ctx, p->prog->instrs[b->start].op_span, "the %s block begins here", nv_op_info[b->op].name);
}

static void pop_block(struct nv_parser *p)
{
   *(p->blocks[--p->num_blocks].op == NV_OP_IF ? &p->if_depth : &p->loop_depth) -= 1;
}

/* Blocks that began in a statement with a syntax error and do not end need not have been any. */
static void forget_lost(struct nv_parser *p, uint8_t op)
{
   while (p->num_blocks && p->blocks[p->num_blocks - 1].lost && p->blocks[p->num_blocks - 1].op != op)
      pop_block(p);
}

void nv_flow_label(struct nv_parser *p, struct util_span name)
{
   struct nv_program *prog = p->prog;
   const char *s = p->text + name.off;

   p->seen_statement = true;
   if (nv_arb(p) && !nv_has(p, NV_D_VP2 | NV_D_FP2)) {
      nv_needs_option(p, name, NV_D_VP2 | NV_D_FP2, "a label");
      return;
   }
   if (nv_reserved_name(p, name)) {
      nv_error(p, DIAG_ID_reserved_name, name, "\"%.*s\" is a reserved word", NV_STR(p, name));
      return;
   }
   forget_lost(p, NV_OP_COUNT);
   if (p->num_blocks) {
      nesting_error(p, DIAG_ID_label_in_block, name, "a label inside a block");
      note_block(p, &p->blocks[p->num_blocks - 1]);
   } else {
      p->flow_said = false;
   }
   struct util_table_node *n = util_table_insert(&p->labels, s, name.len);
   if (n->value) {
      nv_error(p, DIAG_ID_duplicate_label, name, "the label \"%.*s\" is defined already", NV_STR(p, name));
      util_note(p->ctx, prog->subs[(uintptr_t)n->value - 1].span, "the first is here");
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

   if (p->num_blocks) {
      b.loop = p->blocks[p->num_blocks - 1].loop;
      b.indexed = p->blocks[p->num_blocks - 1].indexed;
   }
   if (ins->op != NV_OP_IF)
      b.loop = p->num_blocks;
   if (ins->op == NV_OP_LOOP)
      b.indexed = p->num_blocks;
   UTIL_PUSH(p->ctx, p->blocks, p->num_blocks, p->cap_blocks, b);
   /* One message where the limit is passed, not one for each deeper block. */
   if (ins->op == NV_OP_IF) {
      if (p->if_depth++ == p->lim.if_depth)
         nv_error(p, DIAG_ID_if_depth, ins->op_span, "IF blocks are nested more than %u deep", p->lim.if_depth);
   } else if (p->loop_depth++ == p->lim.loop_depth) {
      nv_error(p, DIAG_ID_loop_depth, ins->op_span, "loops are nested more than %u deep", p->lim.loop_depth);
   }
}

/* Innermost open block, which must be of kind `op` for the instruction; NULL after an error. */
static struct nv_block *innermost(struct nv_parser *p, const struct nv_instr *ins, uint8_t op)
{
   const char *want = nv_op_info[op].name, *name = nv_op_info[ins->op].name;

   forget_lost(p, op);
   if (p->num_blocks == 0) {
      nesting_error(p, DIAG_ID_end_without_block, ins->op_span, "%s without %s", name, want);
      return NULL;
   }
   struct nv_block *b = &p->blocks[p->num_blocks - 1];
   if (b->op == op)
      return b;
   nesting_error(p, DIAG_ID_wrong_block_end, ins->op_span, "%s inside a block of %s", name, nv_op_info[b->op].name);
   if (!p->ctx->explained)
      return NULL;
   note_block(p, b);
   /* A block further out ends here: then the ends of those within are missing. */
   for (uint32_t i = p->num_blocks; i-- > 0;)
      if (p->blocks[i].op == op) {
         while (p->num_blocks > i + (ins->op == NV_OP_ELSE))
            pop_block(p);
         break;
      }
   return NULL;
}

static struct nv_block *innermost_loop(struct nv_parser *p)
{
   uint32_t loop = p->num_blocks ? p->blocks[p->num_blocks - 1].loop : NV_NONE;

   return loop == NV_NONE ? NULL : &p->blocks[loop];
}

void nv_flow_instr(struct nv_parser *p, uint32_t index, struct util_span target)
{
   struct nv_program *prog = p->prog;
   struct nv_instr *ins = &prog->instrs[index];
   struct nv_block *b;

   switch (ins->op) {
   case NV_OP_IF:
   case NV_OP_REP:
   case NV_OP_LOOP: open_block(p, index); break;
   case NV_OP_ELSE:
      b = innermost(p, ins, NV_OP_IF);
      if (b && b->other != NV_NONE) {
         nesting_error(p, DIAG_ID_duplicate_else, ins->op_span, "a second ELSE in one IF block");
         note_block(p, b);
      } else if (b) {
         prog->instrs[b->start].other = index;
         b->other = index;
      }
      break;
   case NV_OP_ENDIF:
      b = innermost(p, ins, NV_OP_IF);
      if (b) {
         prog->instrs[b->other == NV_NONE ? b->start : b->other].other = index;
         ins->other = b->start;
         pop_block(p);
      }
      break;
   case NV_OP_ENDREP:
   case NV_OP_ENDLOOP:
      b = innermost(p, ins, ins->op == NV_OP_ENDREP ? NV_OP_REP : NV_OP_LOOP);
      if (b) {
         struct nv_instr *rep = &prog->instrs[b->start];

         rep->other = index;
         ins->other = b->start;
         if (!nv_arb(p) && rep->num_src == 0 && !b->has_brk && !b->has_ret && !p->flow_said)
            nv_error(p, DIAG_ID_endless_loop, rep->op_span, "this REP has no count and neither BRK nor RET");
         pop_block(p);
         /* A RET at any level ends all the loops around it. */
         if (b->has_ret && innermost_loop(p))
            innermost_loop(p)->has_ret = true;
      }
      break;
   case NV_OP_BRK:
   case NV_OP_CONT:
      b = innermost_loop(p);
      if (!b && !p->flow_said) {
         nv_error(p, DIAG_ID_outside_loop, ins->op_span, "%s outside of a loop", nv_op_info[ins->op].name);
      } else if (b) {
         ins->other = b->start;
         b->has_brk |= ins->op == NV_OP_BRK;
      }
      break;
   case NV_OP_RET:
      b = innermost_loop(p);
      if (b)
         b->has_ret = true;
      break;
   case NV_OP_PUSHA:
   case NV_OP_POPA: prog->jumps = true; break;
   case NV_OP_BRA: prog->jumps = true; /* fall through */
   case NV_OP_CAL:
      UTIL_PUSH(p->ctx, p->calls, p->num_calls, p->cap_calls, (struct nv_call){.instr = index, .target = target});
      break;
   default: break;
   }
}

void nv_flow_lost(struct nv_parser *p)
{
   /* A count, because the loop may have had one; a BRK or RET stays one. */
   struct nv_instr ins = {.op = p->stmt_op.op, .num_src = 1, .op_span = p->stmt_op.span, .other = NV_NONE, .callee = NV_NONE};
   uint32_t blocks = p->num_blocks;
   bool said = p->flow_said;

   p->seen_statement = true;
   if (ins.op == NV_OP_CAL || ins.op == NV_OP_BRA)
      return;
   if (ins.op == NV_OP_LOOP)
      ins.index_var = nv_new_var(p, &(struct nv_var){.cls = NV_TEMP, .address = true, .length = 1, .vertex = NV_NONE}, true);
   UTIL_PUSH(p->ctx, p->prog->instrs, p->prog->num_instrs, p->prog->cap_instrs, ins);
   /* The opcode may be what is wrong: no more is said about its place. */
   p->flow_said = true;
   nv_flow_instr(p, p->prog->num_instrs - 1, ins.op_span);
   p->flow_said = said || (nv_op_info[ins.op].shape == NV_SHAPE_ENDFLOW && ins.op != NV_OP_ELSE && p->num_blocks == blocks);
   if (p->num_blocks > blocks)
      p->blocks[blocks].lost = true;
}

/* Where a subroutine of the older languages ends: see struct nv_sub. Labels are never within blocks. */
static void find_ends(struct nv_parser *p)
{
   struct nv_program *prog = p->prog;
   uint32_t sub = prog->num_subs, end = prog->num_instrs, depth = 0;

   for (uint32_t i = prog->num_instrs + 1; i-- > 0;) {
      if (i < prog->num_instrs) {
         const struct nv_instr *in = &prog->instrs[i];

         depth += in->op == NV_OP_ENDIF || in->op == NV_OP_ENDREP || in->op == NV_OP_ENDLOOP;
         depth -= in->op == NV_OP_IF || in->op == NV_OP_REP || in->op == NV_OP_LOOP;
         if (in->op == NV_OP_RET && depth == 0 && !(in->cond.present && in->cond.rule != NV_CC_TR))
            end = i + 1;
      }
      while (sub > 0 && prog->subs[sub - 1].first == i)
         prog->subs[--sub].end = end;
   }
}

/*
 * Recursion: strongly connected components of the call graph (Tarjan 1972, with a stack of its own). A subroutine is recursive
 * if its component has more than one member or it calls itself. A subroutine that runs on into the next one "calls" it, too.
 */
static void mark_recursion(struct nv_parser *p)
{
   struct nv_program *prog = p->prog;
   uint32_t n = prog->num_subs, clock = 0, depth = 0, members = 0;
   uint32_t *start = UTIL_ARRAY(p->ctx, uint32_t, (size_t)n + 2); /* calls of sub i: edge[start[i]] .. edge[start[i + 1]] */
   uint32_t *edge = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_calls + n + 1);
   uint32_t *seen = UTIL_ARRAY(p->ctx, uint32_t, n), *low = UTIL_ARRAY(p->ctx, uint32_t, n),
            *next = UTIL_ARRAY(p->ctx, uint32_t, n);
   uint32_t *path = UTIL_ARRAY(p->ctx, uint32_t, n), *member = UTIL_ARRAY(p->ctx, uint32_t, n);
   bool *open = UTIL_ARRAY(p->ctx, bool, n);

   /* Calls are in source order and so are subroutines: they are grouped already. */
   for (uint32_t s = 0, i = 0, num = 0; s < n; s++) {
      start[s] = num;
      for (; i < p->num_calls && prog->instrs[p->calls[i].instr].sub == s; i++)
         edge[num++] = prog->instrs[p->calls[i].instr].callee;
      if (s + 1 < n && prog->subs[s].end > prog->subs[s + 1].first)
         edge[num++] = s + 1;
      start[s + 1] = num;
   }

   for (uint32_t root = 0; root < n; root++) {
      if (seen[root])
         continue;
      path[depth++] = root;
      while (depth) {
         uint32_t v = path[depth - 1];

         if (!seen[v]) {
            seen[v] = low[v] = ++clock;
            next[v] = start[v];
            member[members++] = v;
            open[v] = true;
         }
         if (next[v] < start[v + 1]) {
            uint32_t w = edge[next[v]++];

            if (w == v)
               prog->subs[v].recursive = true;
            if (!seen[w])
               path[depth++] = w;
            else if (open[w] && seen[w] < low[v])
               low[v] = seen[w];
            continue;
         }
         if (low[v] == seen[v]) {
            bool many = member[members - 1] != v;

            uint32_t w;

            do {
               w = member[--members];
               open[w] = false;
               prog->subs[w].recursive |= many;
            } while (w != v);
         }
         depth--;
         if (depth && low[v] < low[path[depth - 1]])
            low[path[depth - 1]] = low[v];
      }
   }
}

void nv_flow_finish(struct nv_parser *p, struct util_span end)
{
   struct nv_program *prog = p->prog;
   bool ok = true;

   prog->subs[prog->num_subs - 1].end = prog->num_instrs;
   forget_lost(p, NV_OP_COUNT);
   if (nv_arb(p) && p->num_blocks == 0)
      find_ends(p);
   if (p->num_blocks) {
      const struct nv_block *b = &p->blocks[p->num_blocks - 1];

      nesting_error(p, DIAG_ID_unterminated_block, end, "expected END%s in front of the end of the program",
                    nv_op_info[b->op].name);
      note_block(p, b);
   }
   for (uint32_t i = 0; i < p->num_calls; i++) {
      struct util_span t = p->calls[i].target;
      struct util_table_node *n = util_table_insert(&p->labels, p->text + t.off, t.len);
      struct nv_instr *ins = &prog->instrs[p->calls[i].instr];

      if (!n->value) {
         /* A name that a statement with a syntax error may have defined is a broken variable. */
         uint32_t lost = nv_lookup(p, t);
         if (lost == NV_NONE || !p->notes[lost].broken)
            nv_error(p, DIAG_ID_undefined_label, t, "there is no label \"%.*s\"%s", NV_STR(p, t), nv_hint_label(p, t));
         n->value = (void *)(uintptr_t)1; /* said once */
         ok = false;
      }
      ins->callee = (uint32_t)(uintptr_t)n->value - 1;
      ins->other = prog->subs[ins->callee].first;
   }
   if (ok && !prog->jumps)
      mark_recursion(p);
}

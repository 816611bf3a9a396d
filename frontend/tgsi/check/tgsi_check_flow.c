/* SPDX-License-Identifier: MIT */
/* Blocks, labels and subroutines. Blocks are matched by nesting; only the labels of calls and jumps have a meaning. */
#include "frontend/tgsi/check/tgsi_checker.h"

struct block {
   uint32_t at;   /* the instruction that begins it */
   uint32_t last; /* its last part so far, whose `other` is the next part: IF, ELSE, SWITCH or CASE */
   bool has_else;
};

struct flow {
   struct tgsi_checker *c;
   struct block *stack;
   uint32_t depth, cap;
   uint32_t sub;
   bool calls, returns; /* the program has some */
};

static const char *name_of(const struct tgsi_instr *in) { return tgsi_op_info[in->op].name; }

static void report_lost(struct flow *f, enum diag_id id, const struct tgsi_instr *in, const char *message)
{
   if (!f->c->lost_blocks && !f->c->p->incomplete)
      tgsi_check_error(f->c, id, in->op_span, message, name_of(in));
   f->c->lost_blocks = true;
}

static void push(struct flow *f, uint32_t i)
{
   UTIL_PUSH(f->c->ctx, f->stack, f->depth, f->cap, (struct block){i, i, false});
}

/* Returns true if `op` ends, or is a part of, a block that begins with `begin`. */
static bool belongs_to(enum tgsi_op op, enum tgsi_op begin)
{
   switch (op) {
   case TGSI_OP_ELSE:
   case TGSI_OP_ENDIF: return begin == TGSI_OP_IF || begin == TGSI_OP_UIF || begin == TGSI_OP_IFC;
   case TGSI_OP_ENDLOOP: return begin == TGSI_OP_BGNLOOP;
   case TGSI_OP_ENDFOR: return begin == TGSI_OP_BGNFOR;
   case TGSI_OP_ENDREP: return begin == TGSI_OP_REP;
   default: return begin == TGSI_OP_SWITCH;
   }
}

static struct block *matching_block(struct flow *f, uint32_t i)
{
   const struct tgsi_program *p = f->c->p;
   const struct tgsi_instr *in = &p->instrs[i];
   struct block *b = f->depth ? &f->stack[f->depth - 1] : NULL;

   if (!b) {
      report_lost(f, DIAG_ID_end_without_block, in, "%s without a matching block");
      return NULL;
   }
   if (belongs_to((enum tgsi_op)in->op, (enum tgsi_op)p->instrs[b->at].op))
      return b;
   if (!f->c->lost_blocks && !p->incomplete) {
      report_lost(f, DIAG_ID_wrong_block_end, in, "%s does not match the innermost open block");
      util_note(f->c->ctx, p->instrs[b->at].op_span, "the open block begins with this %s", name_of(&p->instrs[b->at]));
   }
   f->c->lost_blocks = true;
   return NULL;
}

static void link_end(struct flow *f, uint32_t i)
{
   struct tgsi_program *p = f->c->p;
   struct block *b = matching_block(f, i);

   if (!b)
      return;
   p->instrs[i].other = b->at;
   p->instrs[b->last].other = i;
   f->depth--;
}

static void link_part(struct flow *f, uint32_t i)
{
   struct tgsi_program *p = f->c->p;
   struct block *b = matching_block(f, i);

   if (!b)
      return;
   if (p->instrs[i].op == TGSI_OP_ELSE || p->instrs[i].op == TGSI_OP_DEFAULT) {
      if (b->has_else)
         report_lost(f, DIAG_ID_duplicate_else, &p->instrs[i], "duplicate %s in a block");
      b->has_else = true;
   }
   p->instrs[b->last].other = i;
   b->last = i;
}

static bool is_loop(enum tgsi_op op) { return op == TGSI_OP_BGNLOOP || op == TGSI_OP_BGNFOR || op == TGSI_OP_REP; }

static void link_jump(struct flow *f, uint32_t i)
{
   struct tgsi_program *p = f->c->p;

   for (uint32_t d = f->depth; d-- > 0;) {
      const enum tgsi_op op = (enum tgsi_op)p->instrs[f->stack[d].at].op;

      if (is_loop(op) || (op == TGSI_OP_SWITCH && p->instrs[i].op == TGSI_OP_BRK)) {
         p->instrs[i].other = f->stack[d].at;
         return;
      }
   }
   report_lost(f, DIAG_ID_outside_loop, &p->instrs[i], "%s outside of a loop");
}

/* --- subroutines --- */

static void begin_sub(struct flow *f, uint32_t i)
{
   struct tgsi_program *p = f->c->p;

   if (i == 0)
      return; /* old compute programs are a single subroutine */
   if (p->num_subs == 1 && p->subs[0].end == TGSI_NONE)
      report_lost(f, DIAG_ID_wrong_block_end, &p->instrs[i], "%s before the END of the main program");
   f->sub = p->num_subs;
   UTIL_PUSH(f->c->ctx, p->subs, p->num_subs, p->cap_subs, (struct tgsi_sub){.first = i, .end = TGSI_NONE});
}

static void open_blocks(struct flow *f)
{
   const struct tgsi_program *p = f->c->p;

   if (f->depth)
      report_lost(f, DIAG_ID_unterminated_block, &p->instrs[f->stack[f->depth - 1].at], "unterminated block of this %s");
   f->depth = 0;
}

/* END, or the ENDSUB of a program that is a single subroutine. */
static void end_main(struct flow *f, uint32_t i)
{
   struct tgsi_program *p = f->c->p;

   open_blocks(f);
   if (p->subs[0].end != TGSI_NONE)
      tgsi_check_error(f->c, DIAG_ID_text_after_end, p->instrs[i].op_span, "duplicate END");
   p->subs[0].end = i + 1;
   f->sub = TGSI_NONE;
}

static void end_sub(struct flow *f, uint32_t i)
{
   struct tgsi_program *p = f->c->p;

   if (f->sub == 0 && p->num_instrs && p->instrs[0].op == TGSI_OP_BGNSUB) {
      end_main(f, i);
      return;
   }
   open_blocks(f);
   if (f->sub == TGSI_NONE || f->sub == 0) {
      report_lost(f, DIAG_ID_end_without_block, &p->instrs[i], "%s without BGNSUB");
      return;
   }
   p->subs[f->sub].end = i + 1;
   f->sub = TGSI_NONE;
}

static void check_instruction(struct flow *f, uint32_t i)
{
   struct tgsi_program *p = f->c->p;
   struct tgsi_instr *in = &p->instrs[i];

   if (f->sub == TGSI_NONE && in->op != TGSI_OP_BGNSUB && in->op != TGSI_OP_END && !p->incomplete && !f->c->lost_blocks) {
      tgsi_check_error(f->c, DIAG_ID_text_after_end, in->op_span,
                       "%s after the end of the main program and outside of a subroutine", name_of(in));
      f->c->lost_blocks = true;
   }
   if (tgsi_opens_block(in))
      push(f, i);
   switch (in->op) {
   case TGSI_OP_ELSE:
   case TGSI_OP_CASE:
   case TGSI_OP_DEFAULT: link_part(f, i); break;
   case TGSI_OP_ENDIF:
   case TGSI_OP_ENDLOOP:
   case TGSI_OP_ENDFOR:
   case TGSI_OP_ENDREP:
   case TGSI_OP_ENDSWITCH: link_end(f, i); break;
   case TGSI_OP_BRK:
   case TGSI_OP_BREAKC:
   case TGSI_OP_CONT: link_jump(f, i); break;
   case TGSI_OP_BGNSUB: begin_sub(f, i); break;
   case TGSI_OP_CAL:
   case TGSI_OP_CALLNZ: f->calls = true; break;
   case TGSI_OP_RET: f->returns = true; break;
   default: break;
   }
   in->sub = f->sub == TGSI_NONE ? 0 : f->sub;
   if (in->op == TGSI_OP_ENDSUB)
      end_sub(f, i);
   else if (in->op == TGSI_OP_END)
      end_main(f, i);
}

static void resolve_calls(struct tgsi_checker *c)
{
   struct tgsi_program *p = c->p;

   for (uint32_t i = 0; i < p->num_instrs; i++) {
      struct tgsi_instr *in = &p->instrs[i];

      if (in->op != TGSI_OP_CAL && in->op != TGSI_OP_CALLNZ)
         continue;
      /* The label is that of the BGNSUB or of the instruction after it. */
      if (in->has_label && in->label < p->num_instrs && p->instrs[in->label].op == TGSI_OP_BGNSUB)
         in->other = in->label;
      else if (in->has_label && in->label && in->label <= p->num_instrs && p->instrs[in->label - 1].op == TGSI_OP_BGNSUB)
         in->other = in->label - 1;
      else if (!p->incomplete)
         tgsi_check_error(c, DIAG_ID_undefined_label, in->span,
                          in->has_label ? "there is no BGNSUB at instruction %u" : "a call needs a label", in->label);
   }
}

/*
 * Strongly connected components of the calls (Tarjan 1972, without recursion): a subroutine is recursive if its component has
 * more than one member, or if it calls itself.
 */
struct walk {
   struct tgsi_program *p;
   uint32_t *at;             /* by subroutine: the next instruction */
   uint32_t *order,
       *low; /* by subroutine: when it was first visited, from 1; the earliest of its component that it is known to reach */
   bool *open;               /* by subroutine: visited, but its component is not complete */
   uint32_t *path, depth;
   uint32_t *member, num_members; /* open subroutines in the order of their visits */
   uint32_t num_visited;
};

static void enter(struct walk *w, uint32_t s)
{
   w->path[w->depth++] = w->member[w->num_members++] = s;
   w->at[s] = w->p->subs[s].first;
   w->order[s] = w->low[s] = ++w->num_visited;
   w->open[s] = true;
}

static void leave(struct walk *w)
{
   const uint32_t s = w->path[--w->depth];
   const bool several = w->member[w->num_members - 1] != s;

   if (w->depth && w->low[s] < w->low[w->path[w->depth - 1]])
      w->low[w->path[w->depth - 1]] = w->low[s];
   if (w->low[s] != w->order[s])
      return;
   while (w->open[s]) {
      const uint32_t m = w->member[--w->num_members];

      w->open[m] = false;
      w->p->subs[m].recursive |= several;
   }
}

static void find_recursion(struct tgsi_checker *c)
{
   struct tgsi_program *p = c->p;
   const size_t n = (size_t)p->num_subs + 1;
   struct walk w = {.p = p,
                    .at = UTIL_ARRAY(c->ctx, uint32_t, n),
                    .order = UTIL_ARRAY(c->ctx, uint32_t, n),
                    .low = UTIL_ARRAY(c->ctx, uint32_t, n),
                    .open = UTIL_ARRAY(c->ctx, bool, n),
                    .path = UTIL_ARRAY(c->ctx, uint32_t, n),
                    .member = UTIL_ARRAY(c->ctx, uint32_t, n)};

   for (uint32_t root = 0; root < p->num_subs; root++) {
      if (!w.order[root])
         enter(&w, root);
      while (w.depth) {
         const uint32_t s = w.path[w.depth - 1];

         if (w.at[s] >= p->subs[s].end) {
            leave(&w);
            continue;
         }
         const struct tgsi_instr *in = &p->instrs[w.at[s]++];
         if ((in->op != TGSI_OP_CAL && in->op != TGSI_OP_CALLNZ) || in->other == TGSI_NONE)
            continue;
         const uint32_t callee = p->instrs[in->other].sub;
         p->subs[s].recursive |= callee == s;
         if (!w.order[callee])
            enter(&w, callee);
         else if (w.open[callee] && w.order[callee] < w.low[s])
            w.low[s] = w.order[callee];
      }
   }
}

static void early_returns(struct tgsi_program *p)
{
   for (uint32_t s = 0; s < p->num_subs; s++)
      for (uint32_t i = p->subs[s].first; i + 2 < p->subs[s].end; i++)
         p->subs[s].early_return |= p->instrs[i].op == TGSI_OP_RET;
}

void tgsi_check_flow(struct tgsi_checker *c)
{
   struct tgsi_program *p = c->p;
   struct flow f = {.c = c};

   UTIL_PUSH(c->ctx, p->subs, p->num_subs, p->cap_subs, (struct tgsi_sub){.first = 0, .end = TGSI_NONE});
   for (uint32_t i = 0; i < p->num_instrs; i++)
      check_instruction(&f, i);
   open_blocks(&f);
   if (f.sub != TGSI_NONE && !p->incomplete && !c->lost_blocks) {
      if (f.sub == 0)
         tgsi_check_error(c, DIAG_ID_syntax_error, p->end, "the program ends without END");
      else
         tgsi_check_error(c, DIAG_ID_unterminated_block, p->instrs[p->subs[f.sub].first].op_span, "this BGNSUB has no ENDSUB");
   }
   for (uint32_t s = 0; s < p->num_subs; s++)
      p->subs[s].end = p->subs[s].end == TGSI_NONE ? p->num_instrs : p->subs[s].end;
   if (f.calls)
      resolve_calls(c);
   if (c->ctx->num_errors != c->errors_before || p->incomplete)
      return;
   if (f.calls)
      find_recursion(c);
   if (f.returns)
      early_returns(p);
}

/* SPDX-License-Identifier: MIT */
/*
 * Warnings about legal text that is probably a mistake: registers and condition codes that are used uninitialized, unused
 * declarations, results that are never written, unreachable instructions, conditions that always hold, misleading operands and
 * results, ignored text. They are computed on the complete tree of a program without errors.
 *
 * A read is only reported if no path of execution writes the register before it. A single pass over the instructions keeps the
 * set of components that may have been written. The arms of an IF are visited one after the other, and their sets are joined. A
 * loop begins as if its body had been executed before. In subroutines, after calls and in programs with jumps, the whole
 * program counts as executed before.
 */
#include "frontend/nv/parse/nv_parse.h"
#include "util/bitset.h"

#include <stdarg.h>

/* Readers do not need more. */
#define MAX_WARNINGS 100
/* Limit of steps for following branches. After it the whole program counts as executed before. */
#define MAX_WORK (1u << 22)

struct branch {
   uint32_t first, middle; /* where the IF and its ELSE begin in the log; NV_NONE if there is no ELSE so far */
};

struct walk {
   struct nv_parser *p;
   const struct nv_program *prog;
   /* Bits of the sets: the components of all temporaries, then those of the condition codes. */
   uint32_t *base;            /* by variable: the first bit of a temporary; NV_NONE for other variables */
   uint32_t cc;               /* the first bit of the condition codes */
   struct util_bitset ever;   /* components that some instruction of the program writes; empty before its first use */
   struct util_bitset now;    /* components that may have been written at this point */
   bool all;                  /* use `ever` instead of `now` */
   uint32_t *log;             /* bits that were added to `now` in IF blocks */
   uint32_t num_log, cap_log;
   struct branch *branches;
   uint32_t num_branches, cap_branches;
   uint32_t work, loops; /* steps for following branches; open loops */
   unsigned num;         /* warnings */
   bool clip;            /* a write of a clip distance without effect has been reported */
};

__attribute__((format(printf, 4, 5))) static void warn(struct walk *w, enum diag_id id, struct util_span at, const char *fmt,
                                                       ...)
{
   va_list ap;

   w->p->ctx->explained = NULL;
   if (w->num > MAX_WARNINGS)
      return;
   va_start(ap, fmt);
   if (w->num < MAX_WARNINGS)
      util_vdiag(w->p->ctx, id, at, fmt, ap);
   else
      util_diag(w->p->ctx, DIAG_ID_too_many_errors, UTIL_NO_SPAN, "more than %d warnings", MAX_WARNINGS);
   va_end(ap);
   w->num += w->num == MAX_WARNINGS || w->p->ctx->explained;
}

/* --- writes --- */

/* The components of a variable in a set. Its first bit is a multiple of 4. */
static uint8_t components_of(struct util_bitset set, uint32_t base)
{
   return set.word[base / 64] >> (base % 64) & 15;
}

/* Adds the components of `mask` to a set. `log` is true if the set is `now`; then the new components also go to the log of the
   IF. */
static void add_components(struct walk *w, struct util_bitset set, uint32_t base, uint8_t mask, bool log)
{
   const uint8_t more = mask & ~components_of(set, base);

   set.word[base / 64] |= (uint64_t)more << (base % 64);
   for (unsigned c = 0; more && log && w->num_branches && c < 4; c++)
      if (more >> c & 1)
         UTIL_PUSH(w->p->ctx, w->log, w->num_log, w->cap_log, base + c);
}

/* Adds the components that an instruction may write to `ever`, or to `now`. */
static void add_writes(struct walk *w, const struct nv_instr *in, bool now)
{
   const struct util_bitset set = now ? w->now : w->ever;

   if (in->dst.present && w->base[in->dst.var] != NV_NONE)
      add_components(w, set, w->base[in->dst.var], in->dst.mask, now);
   if (in->dst.present && in->cc_update >= 0)
      add_components(w, set, w->cc + 4 * (uint32_t)in->cc_update, in->dst.mask, now);
   /* The index of a LOOP is a separate variable, which only the body of the loop can read. */
   if (in->op == NV_OP_LOOP)
      add_components(w, set, w->base[in->index_var], 15, now);
}

/* --- reads --- */

static struct util_bitset written_anywhere(struct walk *w)
{
   if (!w->ever.word) {
      w->ever = util_bitset_new(w->p->ctx, w->cc + 8);
      for (uint32_t i = 0; i < w->prog->num_instrs; i++)
         add_writes(w, &w->prog->instrs[i], false);
   }
   return w->ever;
}

/* The components of `mask` that have not been written. The caller reports them, and they count as written from then on. */
static uint8_t unwritten_components(struct walk *w, uint32_t base, uint8_t mask)
{
   return mask & ~components_of(w->all ? written_anywhere(w) : w->now, base);
}

static void mark_written(struct walk *w, uint32_t base)
{
   add_components(w, written_anywhere(w), base, 15, false);
   add_components(w, w->now, base, 15, false);
}

__attribute__((noinline)) static void unwritten_read(struct walk *w, uint32_t var, uint8_t missing, struct util_span at)
{
   const struct nv_var *v = &w->prog->vars[var];
   char names[5] = "";
   unsigned n = 0;

   for (unsigned c = 0; c < 4; c++)
      if (missing >> c & 1)
         names[n++] = "xyzw"[c];
   warn(w, DIAG_ID_unwritten_read, at, "%s\"%s%s%s\" is used uninitialized", v->is_array ? "array " : "", v->name,
        n == 4 ? "" : ".", n == 4 ? "" : names);
   if (v->address)
      nv_cite(w->p, NULL, "ARB_vertex_program 2.14.3.5", NULL);
   nv_note_declared(w->p, var);
   mark_written(w, w->base[var]);
}

static void read_variable(struct walk *w, uint32_t var, uint8_t mask, struct util_span at)
{
   if (w->base[var] == NV_NONE || !w->prog->vars[var].name)
      return;
   const uint8_t missing = unwritten_components(w, w->base[var], mask);
   if (missing)
      unwritten_read(w, var, missing, at);
}

/* The components that a swizzle selects for those of `mask`. */
static uint8_t select_components(unsigned mask, const uint8_t swz[4])
{
   static const uint8_t all[4] = {0, 1, 2, 3};
   unsigned set = 0;

   if (memcmp(swz, all, 4) == 0) /* the most frequent case */
      return (uint8_t)mask;
   for (unsigned c = 0; c < 4; c++)
      set |= (mask >> c & 1) << swz[c];
   return (uint8_t)set;
}

static void read_index(struct walk *w, const struct nv_index *x, struct util_span at)
{
   if (x->present && x->relative)
      read_variable(w, x->reg, (uint8_t)(1u << x->comp), at);
}

/*
 * A test that depends on the components of `mask`, after its swizzle. It is only reported if none of them has been written.
 */
static void read_condition(struct walk *w, const struct nv_cc_test *t, uint8_t mask, struct util_span at)
{
   const uint32_t base = w->cc + 4u * t->reg;

   if (t->rule == NV_CC_TR || t->rule == NV_CC_FL)
      return;
   const uint8_t tested = select_components(mask, t->swz);
   if (!tested || unwritten_components(w, base, tested) != tested)
      return;
   warn(w, DIAG_ID_unwritten_condition, at, "condition code CC%u is used uninitialized",
        t->reg);
   mark_written(w, base);
}

/* The components of an operand, after its swizzle, that the instruction certainly reads. */
static unsigned components_read(const struct nv_instr *in, unsigned src)
{
   unsigned read[3] = {0, 0, 0};

   if (in->op == NV_OP_KIL)
      read[0] = 15;
   else if (nv_op_info[in->op].shape == NV_SHAPE_TEX || nv_op_info[in->op].shape == NV_SHAPE_TXD)
      read[0] = read[1] = read[2] = in->op == NV_OP_TXQ ? 1 : (1u << exec_tex_info[in->tex.target].coords) - 1;
   else if (!in->dst.present) /* counts of loops, PUSHA */
      read[0] = in->op == NV_OP_PUSHA ? 15 : 1;
   else
      nv_reads(in, in->dst.mask, read);
   return read[src];
}

/* Returns true if all components are written that an operand could name, which is the usual case. */
static bool is_written(struct walk *w, uint32_t var)
{
   return w->base[var] == NV_NONE || !unwritten_components(w, w->base[var], 15);
}

static void warn_of_reads(struct walk *w, const struct nv_instr *in)
{
   for (unsigned s = 0; s < in->num_src; s++) {
      const struct nv_operand *o = &in->src[s];

      if (o->kind == NV_OPND_CC) {
         if (o->cc.present)
            read_condition(w, &o->cc, 15, o->span);
         continue;
      }
      if (o->kind != NV_OPND_VAR)
         continue;
      read_index(w, &o->index, o->span);
      read_index(w, &o->vertex, o->span);
      if (!is_written(w, o->var))
         read_variable(w, o->var, select_components(components_read(in, s), o->swz), o->span);
   }
   if (in->dst.present) {
      read_index(w, &in->dst.index, in->dst.span);
      if (in->dst.cc.present)
         read_condition(w, &in->dst.cc, in->dst.mask, in->dst.span);
   }
   if (in->cond.present)
      read_condition(w, &in->cond, 15, in->span);
}

/* --- blocks --- */

static void begin_if(struct walk *w)
{
   UTIL_PUSH(w->p->ctx, w->branches, w->num_branches, w->cap_branches, (struct branch){w->num_log, NV_NONE});
}

static void begin_else(struct walk *w)
{
   struct branch *b = &w->branches[w->num_branches - 1];

   for (uint32_t i = b->first; i < w->num_log; i++)
      util_bitset_clear(w->now, w->log[i]);
   w->work += w->num_log - b->first;
   b->middle = w->num_log;
}

static void end_if(struct walk *w)
{
   struct branch *b = &w->branches[--w->num_branches];

   for (uint32_t i = b->first; b->middle != NV_NONE && i < b->middle; i++)
      util_bitset_set(w->now, w->log[i]);
   w->work += b->middle == NV_NONE ? 0 : b->middle - b->first;
   if (w->num_branches == 0)
      w->num_log = 0;
}

static void visit_block(struct walk *w, uint32_t i)
{
   const struct nv_instr *in = &w->prog->instrs[i];

   switch (in->op) {
   case NV_OP_IF: begin_if(w); break;
   case NV_OP_ELSE: begin_else(w); break;
   case NV_OP_ENDIF: end_if(w); break;
   case NV_OP_REP:
   case NV_OP_LOOP:
      /* The body of the outermost loop holds all loops inside it. */
      for (uint32_t k = i; w->loops == 0 && k < in->other; k++)
         add_writes(w, &w->prog->instrs[k], true);
      w->loops++;
      break;
   case NV_OP_ENDREP:
   case NV_OP_ENDLOOP: w->loops--; break;
   default: break;
   }
}

static bool ends_block(const struct nv_instr *in)
{
   return in->op == NV_OP_ELSE || in->op == NV_OP_ENDIF || in->op == NV_OP_ENDREP || in->op == NV_OP_ENDLOOP;
}

/* Returns true if the instruction always jumps. */
static bool always_jumps(const struct nv_instr *in)
{
   bool always = !in->cond.present || in->cond.rule == NV_CC_TR;

   return always && (in->op == NV_OP_RET || in->op == NV_OP_BRK || in->op == NV_OP_CONT || in->op == NV_OP_BRA);
}

/*
 * Unreachable instructions after one that always jumps, to the end of its block: *leaver is that one, or NV_NONE. And
 * conditions that never change.
 */
static void warn_of_flow(struct walk *w, uint32_t i, uint32_t *leaver)
{
   const struct nv_instr *in = &w->prog->instrs[i];
   const char *name = nv_op_info[in->op].name;

   if (*leaver != NV_NONE && (ends_block(in) || in->sub != w->prog->instrs[*leaver].sub))
      *leaver = NV_NONE;
   if (*leaver != NV_NONE && *leaver + 1 == i) {
      warn(w, DIAG_ID_unreachable, in->span, "unreachable instruction");
      util_note(w->p->ctx, w->prog->instrs[*leaver].span, "%s always leaves here",
                nv_op_info[w->prog->instrs[*leaver].op].name);
   }
   if (*leaver == NV_NONE && always_jumps(in))
      *leaver = i;
   if (!in->cond.present)
      return;
   if (in->op == NV_OP_IF && in->cond.rule == NV_CC_TR)
      warn(w, DIAG_ID_constant_condition, in->span, "the condition of this IF is always true");
   else if (in->cond.rule == NV_CC_FL)
      warn(w, DIAG_ID_constant_condition, in->span, "the condition of this %s is always false", name);
}

/* --- the whole program --- */

/*
 * Declarations that cgc writes even if it does not use them: RC and HC, for results that only set a condition code, and arrays
 * of all attributes or results of a kind.
 */
static bool is_boilerplate(const struct nv_var *v)
{
   if (v->cls == NV_TEMP)
      return !v->is_array && !v->address && (!strcmp(v->name, "RC") || !strcmp(v->name, "HC"));
   return v->is_array && (v->cls == NV_ATTRIB || v->cls == NV_RESULT);
}

static void warn_of_declarations(struct walk *w)
{
   static const char *const what[] = {[NV_TEMP] = "temporary ", [NV_ATTRIB] = "attribute ", [NV_PARAM] = "parameter ",
                                      [NV_RESULT] = "result ", [NV_BUFFER] = "buffer "};

   for (uint32_t i = 0; i < w->prog->num_vars && w->num <= MAX_WARNINGS; i++) {
      const struct nv_var *v = &w->prog->vars[i];

      if (w->p->names.notes[i].ignored_size.len)
         warn(w, DIAG_ID_ignored_size, w->p->names.notes[i].ignored_size,
              "%.*s has no effect; only temporaries have a storage size, and results can be SHORT",
              NV_STR(w->p, w->p->names.notes[i].ignored_size));
      if (v->name && !v->read && !v->written && !is_boilerplate(v))
         warn(w, DIAG_ID_unused_declaration, v->span, "unused %s\"%s\"", v->address ? "address register " : what[v->cls],
              v->name);
   }
}

/*
 * 2.X.3.3 and issue 7: an integer in the initializer of an untyped parameter is a float. Reports parameters that are read as
 * integers.
 */
static void typeless_constants(struct walk *w, const struct nv_instr *in)
{
   for (unsigned i = 0; w->p->noted.integer && i < in->num_src; i++) {
      const struct nv_operand *o = &in->src[i];

      if (o->kind != NV_OPND_VAR || (o->type != NV_TYPE_S && o->type != NV_TYPE_U))
         continue;
      const struct nv_var *v = &w->prog->vars[o->var];
      struct util_span *at = &w->p->names.notes[o->var].integer;

      if (v->cls != NV_PARAM || !at->len)
         continue;
      warn(w, DIAG_ID_integer_as_float, o->span, "\"%s\" is read as an integer, but holds a floating-point number", v->name);
      util_note(w->p->ctx, *at, "without a type this number is a float; declare the parameter INT PARAM or UINT PARAM");
      at->len = 0; /* warn once */
   }
}

/* The grammar requires a component, but programs of the time omitted it (nv_operand.c). */
static void implied_components(struct walk *w, const struct nv_instr *in)
{
   for (unsigned i = 0; w->p->noted.implied && i < in->num_src; i++) {
      const struct nv_operand *o = &in->src[i];

      if (o->kind == NV_OPND_VAR && o->implied)
         warn(w, DIAG_ID_missing_component, o->span, "%s takes one component; .%c is assumed",
              nv_op_info[in->op].name, "xyzw"[o->swz[0]]);
   }
}

/* User clipping of a position-invariant program is that of the fixed function. */
static void ignored_clip(struct walk *w, const struct nv_instr *in)
{
   if (!w->prog->opt_position_invariant || w->clip)
      return;
   const struct nv_var *v = in->dst.present ? &w->prog->vars[in->dst.var] : NULL;
   if (!v || v->cls != NV_RESULT || v->slot < SLOT_CLIP || v->slot > SLOT_CLIP_LAST)
      return;
   w->clip = true; /* warn once */
   warn(w, DIAG_ID_ignored_clip, in->dst.span,
        "clip distances have no effect with ARB_position_invariant, which uses the clip planes");
   nv_cite(w->p, NULL, "NV_vertex_program2_option 2.11", NULL);
}

/* Text after END other than blanks, comments and semicolons: NV_gpu_program4 rejects it, the older languages ignore it. */
static void after_end(struct walk *w, struct util_span end)
{
   const struct nv_parser *p = w->p;
   uint32_t at = end.off + end.len, n = 0;

   while (at < p->len && ((unsigned char)p->text[at] <= ' ' || p->text[at] == ';' || p->text[at] == '#')) {
      if (p->text[at++] != '#')
         continue;
      while (at < p->len && p->text[at] != '\n' && p->text[at] != '\r')
         at++;
   }
   while (at + n < p->len && (unsigned char)p->text[at + n] > ' ')
      n++;
   if (n && nv_arb(p))
      warn(w, DIAG_ID_ignored_text, (struct util_span){at, n}, "text after END is ignored");
}

static void warn_of_results(struct walk *w, struct util_span end)
{
   const struct nv_program *prog = w->prog;
   bool any = false, position = prog->opt_position_invariant, effect = false;

   for (uint32_t i = 0; i < prog->num_vars; i++) {
      const struct nv_var *v = &prog->vars[i];

      if (v->cls == NV_RESULT && v->written) {
         any = true;
         position |= v->slot <= SLOT_POSITION && SLOT_POSITION < v->slot + v->length;
      }
   }
   for (uint32_t i = 0; i < prog->num_instrs; i++)
      effect |= prog->instrs[i].op == NV_OP_KIL || prog->instrs[i].op == NV_OP_EMIT;
   if (prog->stage == NV_VERTEX && !position)
      warn(w, DIAG_ID_unwritten_result, end, "the program never writes result.position");
   else if (prog->stage == NV_FRAGMENT && !any && !effect)
      warn(w, DIAG_ID_unwritten_result, end, "the program never writes a result");
   else if (prog->stage == NV_GEOMETRY && !effect)
      warn(w, DIAG_ID_unwritten_result, end, "the program never emits a vertex");
}

void nv_warn(struct nv_parser *p, struct util_span end)
{
   const struct nv_program *prog = p->prog;
   struct walk w = {.p = p, .prog = prog};
   uint32_t leaver = NV_NONE;
   bool called = false, coarse = prog->jumps || (nv_arb(p) && prog->num_subs > 1);

   if (p->ctx->no_warnings)
      return;
   w.base = UTIL_ARRAY(p->ctx, uint32_t, (size_t)prog->num_vars + 1);
   for (uint32_t i = 0; i < prog->num_vars; i++) {
      bool temp = prog->vars[i].cls == NV_TEMP;

      w.base[i] = temp ? w.cc : NV_NONE;
      w.cc += temp ? 4 : 0;
   }
   w.now = util_bitset_new(p->ctx, w.cc + 8);
   for (uint32_t i = 0; i < prog->num_instrs; i++) {
      const struct nv_instr *in = &prog->instrs[i];
      bool entry = in->sub == prog->entry_sub;

      w.all = coarse || called || !entry || w.work > MAX_WORK;
      warn_of_flow(&w, i, &leaver);
      typeless_constants(&w, in);
      implied_components(&w, in);
      ignored_clip(&w, in);
      if (in->op == NV_OP_LOOP || in->op == NV_OP_REP)
         warn_of_reads(&w, in);
      if (entry && !coarse)
         visit_block(&w, i);
      if (in->op != NV_OP_LOOP && in->op != NV_OP_REP)
         warn_of_reads(&w, in);
      if (entry && !coarse)
         add_writes(&w, in, true);
      called |= entry && in->op == NV_OP_CAL; /* the subroutine may write anything */
   }
   warn_of_declarations(&w);
   warn_of_results(&w, end);
   after_end(&w, end);
   util_discard(p->ctx, w.base, ((size_t)prog->num_vars + 1) * sizeof *w.base);
}

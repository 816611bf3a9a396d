/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator of TGSI: the table of functions from tgsi_ops.def, instructions between several invocations,
 * instructions with side effects or registers of their own, and the outputs of the program.
 */
#include "frontend/tgsi/eval/tgsi_eval_double.h"
#include "semantics/memory/memory.h"
#include "frontend/tgsi/eval/tgsi_eval_float.h"

typedef void (*function)(struct tgsi_eval *e, const struct tgsi_instr *in);

static uint32_t lanes_of(const struct tgsi_eval *e, const uint32_t *v)
{
   uint32_t r = 0;

   TGSI_EACH_LANE(l, e->flow.active)
   {
      r |= (uint32_t)(v[l] != 0) << l;
   }
   return r;
}

/* Loads lanes of a source and adds their taint to all lanes of the result. */
static void load(struct tgsi_eval *e, const struct tgsi_instr *in, unsigned n, unsigned mask)
{
   uint32_t all = 0;

   tgsi_eval_source(e, in, n, mask);
   for (unsigned c = 0; c < 4; c++)
      all |= mask >> c & 1 ? e->src[n].taint[c] : 0;
   for (unsigned c = 0; c < 4; c++)
      e->res.taint[c] = n ? e->res.taint[c] | all : all;
}

static void write_all(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   tgsi_eval_write(e, in, 0, tgsi_dst(e->p, in, 0)->mask);
}

/* ------------------------------------------------------------------------------------------------------------------ results */

/* Copies the lanes of outputs that the program writes to the outputs of the wave. */
static void copy_results(struct tgsi_eval *e, uint32_t lanes)
{
   const struct exec_wave *t = e->wave;

   for (uint32_t reg = 0; reg < e->p->num_regs[TGSI_FILE_OUT]; reg++) {
      const struct tgsi_reg *r = &e->regs[e->base[TGSI_FILE_OUT] + reg];
      for (unsigned c = 0; c < 4; c++) {
         unsigned comp;
         const unsigned slot = tgsi_eval_output(e, reg, c, &comp);
         if (slot == SLOT_COUNT || !(e->p->out_written[slot] >> comp & 1))
            continue;
         TGSI_EACH_LANE(l, lanes)
         {
            t->out[slot][comp][l] = r->v[c][l];
         }
         if (t->out_taint)
            t->out_taint[slot][comp] = r->taint[c] | e->lane_taint;
      }
   }
}

void tgsi_eval_finish(struct tgsi_eval *e)
{
   struct exec_memory *m = e->wave->memory;

   /* After an undefined branch the fences that an invocation executes are undefined, and so are the writes of others it
      sees. */
   if (m && m->others && e->lane_taint)
      m->tainted = true;
   e->status = EXEC_DONE;
   e->wave->undefined |= e->emit_taint | e->lane_taint;
   if (e->p->stage != TGSI_STAGE_GEOM)
      copy_results(e, e->wave->valid & ~e->wave->helper);
   else if (e->wave->out_taint) /* vertices were emitted before: one undefined vertex makes all of the invocation undefined */
      for (unsigned s = 0; s < SLOT_COUNT; s++)
         for (unsigned c = 0; c < 4; c++)
            e->wave->out_taint[s][c] |= e->emit_taint | e->lane_taint;
}

/* Invocations with an undefined result. */
static uint32_t results_taint(const struct exec_wave *t)
{
   uint32_t lanes = 0;

   for (unsigned s = 0; s < SLOT_COUNT && t->out_taint; s++)
      for (unsigned c = 0; c < 4; c++)
         lanes |= t->out_taint[s][c];
   return lanes;
}

/* ------------------------------------------------------------------------------------------------------------------ effects */

static void kill(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   uint32_t lanes = e->flow.active;

   if (in->op == TGSI_OP_KILL_IF) {
      lanes = 0;
      tgsi_eval_source(e, in, 0, 15);
      for (unsigned c = 0; c < 4; c++) {
         e->lane_taint |= e->src[0].taint[c] & e->flow.active;
         TGSI_EACH_LANE(l, e->flow.active)
         {
            lanes |= num_flt(e->num, e->src[0].v[c][l], 0) << l;
         }
      }
   }
   lanes &= ~e->wave->helper;
   e->wave->killed |= lanes;
   e->wave->helper |= lanes;
}

/* The invocations that emit to each stream. Numbers without a stream have no effect. */
static void emit(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct exec_wave *t = e->wave;
   uint32_t of_stream[EXEC_STREAMS] = {e->flow.active & ~t->helper};

   if (in->num_src) {
      tgsi_eval_source(e, in, 0, 1);
      e->lane_taint |= e->src[0].taint[0] & e->flow.active;
      memset(of_stream, 0, sizeof of_stream);
      TGSI_EACH_LANE(l, e->flow.active & ~t->helper)
      {
         if (e->src[0].v[0][l] < EXEC_STREAMS)
            of_stream[e->src[0].v[0][l]] |= 1u << l;
      }
   }
   for (unsigned n = 0; n < EXEC_STREAMS; n++) {
      const uint32_t lanes = of_stream[n];

      if (in->op == TGSI_OP_EMIT) {
         copy_results(e, lanes);
         e->emit_taint |= e->tainting ? results_taint(t) & lanes : 0;
         if (t->emit && lanes)
            t->emit(t->emit_user, t, lanes, n);
      } else if (t->end_primitive && e->p->prim_out != 0 && lanes) { /* no effect on points */
         t->end_primitive(t->emit_user, t, lanes, n);
      }
   }
}

static void read_helper(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   memset(e->res.taint, 0, sizeof e->res.taint);
   TGSI_EACH_LANE(l, e->flow.active)
   {
      const bool helper = e->wave->in[0][SLOT_HELPER][0][l] || e->wave->killed >> l & 1;
      for (unsigned c = 0; c < 4; c++)
         e->res.v[c][l] = helper ? UINT32_MAX : 0;
   }
   write_all(e, in);
}

/* The colour of the render target before this fragment, whatever the program has written to the result. */
static void fetch_color(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const struct tgsi_operand *o = tgsi_src(e->p, in, 0);
   unsigned comp;
   const unsigned n = tgsi_slot(&e->p->decls[o->decl], (uint32_t)o->index, 0, &comp) - SLOT_FRAG_COLOR;

   memset(e->res.taint, 0, sizeof e->res.taint);
   for (unsigned c = 0; c < 4; c++)
      TGSI_EACH_LANE(l, e->flow.active)
      {
         e->res.v[c][l] = e->wave->in[0][SLOT_FETCHED + n][o->swz[c]][l];
      }
   write_all(e, in);
}

static void read_clock(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   for (unsigned c = 0; c < 4; c++) {
      e->res.taint[c] = e->flow.active;
      TGSI_EACH_LANE(l, e->flow.active)
      {
         e->res.v[c][l] = c > 1 ? 0 : (uint32_t)(e->clock >> 32 * c);
      }
   }
   e->tainting = true;
   write_all(e, in);
}

/* ------------------------------------------------------------------------------------------------------ between invocations */

/* A result that depends on the values of all invocations is tainted if one of the values is. */
static void spread_taint(struct tgsi_eval *e)
{
   for (unsigned c = 0; c < 4; c++)
      e->res.taint[c] = e->res.taint[c] & e->flow.active ? e->flow.active : 0;
}

static void vote(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   load(e, in, 0, 15);
   spread_taint(e);
   for (unsigned c = 0; c < 4; c++) {
      const uint32_t *v = e->src[0].v[c], set = lanes_of(e, v);
      uint32_t different = 0, first = 0;
      for (unsigned l = EXEC_LANES; l-- > 0;)
         first = e->flow.active >> l & 1 ? l : first;
      TGSI_EACH_LANE(l, e->flow.active)
      {
         different |= v[l] ^ v[first];
      }
      const bool outcome = in->op == TGSI_OP_VOTE_ANY   ? set != 0
                           : in->op == TGSI_OP_VOTE_ALL ? set == e->flow.active
                                                        : !different;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         e->res.v[c][l] = outcome ? UINT32_MAX : 0;
   }
   write_all(e, in);
}

static void ballot(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   load(e, in, 0, 1);
   spread_taint(e);
   memset(e->res.v, 0, sizeof e->res.v);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      e->res.v[0][l] = lanes_of(e, e->src[0].v[0]);
   write_all(e, in);
}

static void read_lane(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   uint32_t first = 0;

   load(e, in, 0, 15);
   memset(e->res.taint, 0, sizeof e->res.taint);
   if (in->op == TGSI_OP_READ_INVOC)
      tgsi_eval_source(e, in, 1, 1);
   for (unsigned l = EXEC_LANES; l-- > 0;)
      first = e->flow.active >> l & 1 ? l : first;
   TGSI_EACH_LANE(l, e->flow.active)
   {
      const unsigned from = in->op == TGSI_OP_READ_INVOC ? e->src[1].v[0][l] & 31 : first;
      for (unsigned c = 0; c < 4; c++) {
         const uint32_t bad = e->src[0].taint[c] | ~e->flow.active;
         e->res.v[c][l] = e->src[0].v[c][from];
         e->res.taint[c] |= (bad >> from & 1) << l;
      }
   }
   for (unsigned c = 0; c < 4; c++) {
      e->res.taint[c] |= in->op == TGSI_OP_READ_INVOC ? e->src[1].taint[0] & e->flow.active : 0;
      e->tainting |= e->res.taint[c] != 0;
   }
   write_all(e, in);
}

/* ---------------------------------------------------------------------------------------------------------- other registers */

static bool is_flat(const struct tgsi_eval *e, const struct tgsi_operand *o, unsigned comp)
{
   const uint32_t reg = (uint32_t)o->index;
   const uint32_t d =
       o->file == TGSI_FILE_IN && reg < e->p->num_regs[TGSI_FILE_IN] ? e->decl_of[TGSI_FILE_IN][reg][comp] : TGSI_NONE;

   return d != TGSI_NONE && (!e->p->decls[d].has_interp || e->p->decls[d].interp == TGSI_INTERP_CONSTANT);
}

/* The value at the centre of the pixel is the input itself; elsewhere the input is extrapolated along its derivatives. A single
   sample is at the centre. */
static void interpolate(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const struct tgsi_operand *o = tgsi_src(e->p, in, 0);
   const uint32_t *samples = e->wave->in[0][SLOT_SAMPLE_ID][1];
   const bool sample = in->op == TGSI_OP_INTERP_SAMPLE && samples[0] > 1;
   num_m m = e->num;

   load(e, in, 0, 15);
   if (in->op != TGSI_OP_INTERP_CENTROID)
      load(e, in, 1, 3);
   for (unsigned c = 0; c < 4; c++) {
      const uint32_t *v = e->src[0].v[c];
      const bool moves = (in->op == TGSI_OP_INTERP_OFFSET || sample) && !is_flat(e, o, o->swz[c]);
      TGSI_EACH_LANE(l, e->flow.active)
      {
         const uint32_t dx = num_fadd(m, v[l | 1], v[l & ~1u] ^ TGSI_SIGN), dy = num_fadd(m, v[l | 2], v[l & ~2u] ^ TGSI_SIGN);
         uint32_t at[2] = {e->src[1].v[0][l], e->src[1].v[1][l]};

         for (unsigned k = 0; k < 2 && sample; k++)
            at[k] = num_fadd(m, tgsi_eval_sample_place(e, samples[l], e->src[1].v[0][l], k, l), num_u(-0.5f));
         e->res.v[c][l] = moves ? num_fmad(m, at[1], dy, num_fmad(m, at[0], dx, v[l])) : v[l];
      }
      const uint32_t bad = e->lane_taint | ~e->flow.active | e->flow.diverged;
      if (moves)
         e->res.taint[c] |= (bad | exec_quad_swap(bad, 1) | exec_quad_swap(bad, 2)) & e->flow.active;
      e->tainting |= e->res.taint[c] != 0;
   }
   write_all(e, in);
}

static void fraction_and_exponent(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   exec_lanes exponent;

   load(e, in, 0, 3);
   TGSI_EACH_LANE(l, e->flow.active)
   {
      const uint64_t f = tgsi_d_fraction((uint64_t)e->src[0].v[1][l] << 32 | e->src[0].v[0][l], &exponent[l]);
      e->res.v[0][l] = e->res.v[2][l] = (uint32_t)f;
      e->res.v[1][l] = e->res.v[3][l] = (uint32_t)(f >> 32);
   }
   write_all(e, in);
   for (unsigned c = 0; c < 4; c++)
      TGSI_EACH_LANE(l, e->flow.active) e->res.v[c][l] = exponent[l];
   tgsi_eval_write(e, in, 1, tgsi_dst(e->p, in, 1)->mask);
}

/* The rows of the matrix are consecutive registers, from the second source on. */
static void multiply_matrix(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const bool three = in->op == TGSI_OP_M3X4 || in->op == TGSI_OP_M3X3 || in->op == TGSI_OP_M3X2;
   const unsigned columns = three ? 3 : 4;
   const unsigned count = in->op == TGSI_OP_M3X2 ? 2 : in->op == TGSI_OP_M4X3 || in->op == TGSI_OP_M3X3 ? 3 : 4;
   struct tgsi_operand row = *tgsi_src(e->p, in, 1);
   uint32_t taint = 0;

   load(e, in, 0, three ? 7 : 15);
   for (unsigned c = 0; c < 4; c++, row.index++) {
      if (c < count)
         tgsi_eval_load(e, &row, 'F', three ? 7 : 15, &e->src[1]);
      for (unsigned i = 0; c < count && i < columns; i++)
         taint |= e->src[1].taint[i];
      TGSI_EACH_LANE(l, e->flow.active)
      {
         const uint32_t a[4] = {e->src[0].v[0][l], e->src[0].v[1][l], e->src[0].v[2][l], e->src[0].v[3][l]};
         const uint32_t b[4] = {e->src[1].v[0][l], e->src[1].v[1][l], e->src[1].v[2][l], e->src[1].v[3][l]};
         e->res.v[c][l] = c < count ? tgsi_f_dot(e, columns, a, b) : 0;
      }
   }
   for (unsigned c = 0; c < 4; c++)
      e->res.taint[c] |= taint;
   write_all(e, in);
}

static void push(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   load(e, in, 0, 15);
   TGSI_EACH_LANE(l, e->flow.active)
   {
      if (e->stack->depth[l] == TGSI_PUSH_DEPTH)
         continue;
      struct tgsi_reg *r = &e->stack->vector[e->stack->depth[l]++];
      for (unsigned c = 0; c < 4; c++) {
         r->v[c][l] = e->src[0].v[c][l];
         r->taint[c] = (r->taint[c] & ~(1u << l)) | (e->src[0].taint[c] & 1u << l);
      }
   }
}

static void pop(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   memset(&e->res, 0, sizeof e->res);
   TGSI_EACH_LANE(l, e->flow.active)
   {
      if (!e->stack->depth[l])
         continue;
      const struct tgsi_reg *r = &e->stack->vector[--e->stack->depth[l]];
      for (unsigned c = 0; c < 4; c++) {
         e->res.v[c][l] = r->v[c][l];
         e->res.taint[c] |= r->taint[c] & 1u << l;
      }
   }
   write_all(e, in);
}

/* --------------------------------------------------------------------------------------------------------------- the table */

#define HOW_VALUE(...) tgsi_eval_alu
#define HOW_CALL(f) f
#define HOW_TEXTURE(...) tgsi_eval_tex
#define HOW_ATOMIC(...) tgsi_eval_memory
#define TGSI_OP(name, kind, types, documents, stages, flags, number, lowering, how, ...)                                       \
   [TGSI_OP_##name] = HOW_##how(__VA_ARGS__),
static const function functions[TGSI_OP_COUNT] = {
#include "frontend/tgsi/ast/tgsi_ops.def"
};

bool tgsi_eval_has_function(enum tgsi_op op) { return functions[op]; }

void tgsi_eval_instr(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   e->legacy = tgsi_op_info[in->op].flags & TGSI_MULTIPLIES && e->p->property[TGSI_PROPERTY_LEGACY_MATH_RULES].set &&
               e->p->property[TGSI_PROPERTY_LEGACY_MATH_RULES].value;
   if (functions[in->op])
      functions[in->op](e, in);
   else
      tgsi_eval_fault(e, "an unsupported instruction");
}

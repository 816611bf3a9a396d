/* SPDX-License-Identifier: MIT */
/* Backend operations of the simulator: memory, vertex outputs, visibility. A request is executed at once but counts as in
   flight until the wdf of its counter. */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

/* The lanes whose stores and outputs have an effect. */
static uint32_t effective(const struct usc_wave *t, uint32_t lanes)
{
   return lanes & ~t->helper & ~t->killed;
}

static bool address(struct usc_wave *t, struct usc_opd o, uint32_t lanes, uint64_t out[EXEC_LANES])
{
   exec_lanes lo, hi;
   if (!usc_sim_read(t, o, lanes, lo) || !usc_sim_read(t, usc_sim_step_reg(o, 1), lanes, hi))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      out[l] = (uint64_t)hi[l] << 32 | lo[l];
   return true;
}

/* Number of words that each lane accesses, from the group or a register. */
static bool lengths(struct usc_wave *t, const struct usc_group *g, bool in_register, uint32_t lanes, exec_lanes len)
{
   lanes_splat(g->count, len);
   return !in_register || usc_sim_read(t, g->src[g->sel_b], lanes, len);
}

/* The lanes that access more than k words. */
static uint32_t longer(const exec_lanes len, uint32_t lanes, unsigned k)
{
   uint32_t some = 0;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      some |= len[l] > k ? lanes_bit[l] : 0;
   return some & lanes;
}

static void advance(uint64_t addr[EXEC_LANES], unsigned bytes)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      addr[l] += bytes;
}

static bool store_words(struct usc_wave *t, uint32_t lanes, const uint64_t addr[EXEC_LANES], unsigned bytes, const uint32_t *v)
{
   return !lanes || !t->env.store(t->env.user, lanes, addr, bytes, v) || usc_sim_fault(t, "store to an address without memory");
}

static bool load(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   uint64_t addr[EXEC_LANES];
   exec_lanes len, v = {0};
   uint32_t some;
   if (!t->env.load)
      return usc_sim_fault(t, "no memory");
   if (!address(t, g->src[g->sel_a], lanes, addr) || !lengths(t, g, g->op[USC_BE] == USC_OP_LD_R, lanes, len))
      return false;
   for (unsigned k = 0; k < 16 && (some = longer(len, lanes, k)); k++) {
      if (t->env.load(t->env.user, some, addr, v))
         return usc_sim_fault(t, "load from an address without memory");
      if (!usc_sim_write(t, usc_sim_step_reg(g->src[3], k), some, v))
         return false;
      advance(addr, 4);
   }
   for (unsigned k = 0; k < 16 && (some = longer(len, lanes, k)); k++)
      if (!usc_sim_in_flight(t, g->drc, usc_sim_step_reg(g->src[3], k), 1, some, true))
         return false;
   return usc_sim_in_flight(t, g->drc, g->src[g->sel_a], 2, lanes, false);
}

/* Stores a word of tile buffers to the samples in the masks, including those of helpers and discarded invocations. */
static bool store_tiled(struct usc_wave *t, const struct usc_group *g, uint32_t lanes, uint64_t addr[EXEC_LANES],
                        const uint32_t mask[EXEC_LANES], const uint32_t v[EXEC_LANES])
{
   const unsigned samples = t->samples ? t->samples : 1;
   if (g->count != 1 || g->dsize != 2 || g->op[USC_BE] != USC_OP_ST)
      return usc_sim_fault(t, "a store to a tile buffer of more than a word");
   for (unsigned s = 0; s < samples; s++) {
      uint32_t covered = 0;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         covered |= mask[l] >> s & 1 ? lanes_bit[l] : 0;
      if (!store_words(t, covered & lanes, addr, 4, v))
         return false;
      advance(addr, USC_SIM_SAMPLE_BYTES);
   }
   return true;
}

static bool store(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   uint64_t addr[EXEC_LANES];
   exec_lanes len, v, mask;
   const unsigned size = 1u << g->dsize;
   unsigned most = 0;
   uint32_t some;
   if (!t->env.store || g->dsize > 2)
      return usc_sim_fault(t, "no memory");
   if (g->tiled && (!usc_sim_pixel_output(t) || !usc_sim_read(t, g->src[g->sel_c], lanes, mask)))
      return false;
   if (!address(t, g->src[g->sel_a], lanes, addr) || !lengths(t, g, g->op[USC_BE] == USC_OP_ST_R, lanes, len))
      return false;
   t->out.pixel_lanes |= g->tiled ? lanes & ~t->killed : 0;
   for (; most < 16 && (some = longer(len, lanes, most)); most++) {
      if (!usc_sim_read(t, usc_sim_step_reg(g->src[g->sel_d], most), lanes, v))
         return false;
      /* helpers store too (assumed[helper-memory]): spill code of fragment programs relies on it */
      if (g->tiled ? !store_tiled(t, g, lanes, addr, mask, v) : !store_words(t, some, addr, size, v))
         return false;
      advance(addr, size);
   }
   return usc_sim_in_flight(t, g->drc, g->src[g->sel_d], g->op[USC_BE] == USC_OP_ST ? g->count : most, lanes, false) &&
          usc_sim_in_flight(t, g->drc, g->src[g->sel_a], 2, lanes, false) &&
          (!g->tiled || usc_sim_in_flight(t, g->drc, g->src[g->sel_c], 1, lanes, false));
}

/* Stores a word at the address whose bits 33..2 are in W1, as gta leaves them (assumed[texel-address]). */
static bool store_texel(struct usc_wave *t, const struct usc_group *g, uint32_t lanes, const uint32_t addr[EXEC_LANES])
{
   uint64_t bytes[EXEC_LANES];
   exec_lanes v;
   if (!t->env.store)
      return usc_sim_fault(t, "no memory");
   for (unsigned l = 0; l < EXEC_LANES; l++)
      bytes[l] = (uint64_t)addr[l] << 2;
   if (!usc_sim_read(t, g->src[2], lanes, v) || !store_words(t, effective(t, lanes), bytes, 4, v))
      return false;
   return usc_sim_in_flight(t, g->drc, g->src[2], 1, lanes, false);
}

static uint32_t atomic_result(enum usc_op op, uint32_t old, uint32_t v)
{
   const uint32_t so = old ^ SIM_SIGN, sv = v ^ SIM_SIGN;
   switch (op) {
   case USC_OP_ATOM_ADD: return old + v;
   case USC_OP_ATOM_SUB: return old - v;
   case USC_OP_ATOM_XCHG: return v;
   case USC_OP_ATOM_UMIN: return old < v ? old : v;
   case USC_OP_ATOM_IMIN: return so < sv ? old : v;
   case USC_OP_ATOM_UMAX: return old > v ? old : v;
   case USC_OP_ATOM_IMAX: return so > sv ? old : v;
   case USC_OP_ATOM_AND: return old & v;
   case USC_OP_ATOM_OR: return old | v;
   default: return old ^ v;
   }
}

static bool atomic(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   uint64_t addr[EXEC_LANES];
   exec_lanes v, old = {0};
   if (!t->env.load || !t->env.store)
      return usc_sim_fault(t, "no memory");
   if (!address(t, g->src[g->sel_a], lanes, addr) || !usc_sim_read(t, usc_sim_step_reg(g->src[g->sel_a], 2), lanes, v))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t one = lanes & 1u << l;
      if (!one)
         continue;
      if (t->env.load(t->env.user, one, addr, old))
         return usc_sim_fault(t, "atomic on an address without memory");
      v[l] = atomic_result((enum usc_op)g->op[USC_BE], old[l], v[l]);
      if (effective(t, one) &&
          (t->env.store_now ? t->env.store_now(t->env.user, one, addr, v) : t->env.store(t->env.user, one, addr, 4, v)))
         return usc_sim_fault(t, "atomic on an address without memory");
   }
   return usc_sim_write(t, g->src[g->sel_d], lanes, old) && usc_sim_in_flight(t, g->drc, g->src[g->sel_d], 1, lanes, true) &&
          usc_sim_in_flight(t, g->drc, g->src[g->sel_a], 3, lanes, false);
}

/* The sample mask of a lane. */
static uint32_t coverage(const struct usc_wave *t, unsigned lane)
{
   const unsigned n = t->samples ? t->samples : 1;
   if (!(effective(t, t->valid) >> lane & 1))
      return 0;
   return t->cover_set >> lane & 1 ? t->cover[lane] : n >= 32 ? UINT32_MAX : (1u << n) - 1;
}

static bool compare(num_m m, unsigned mode, uint32_t data, uint32_t ref)
{
   switch (mode & 7) {
   case 0: return false;
   case 1: return num_flt(m, data, ref);
   case 2: return num_feq(m, data, ref);
   case 3: return num_fge(m, ref, data);
   case 4: return num_flt(m, ref, data);
   case 5: return num_fne(m, data, ref);
   case 6: return num_fge(m, data, ref);
   default: return true;
   }
}

/*
 * The feedback to the ISP discards valid lanes that do not execute it or do not pass (observed use), but not their earlier
 * outputs. There is one feedback per pixel.
 */
static bool feed_back(struct usc_wave *t, uint32_t pass)
{
   if (t->feedback.given)
      return usc_sim_fault(t, "a second feedback to the ISP");
   if (t->out.pixel)
      return usc_sim_fault(t, "a pixel output was written before the feedback to the ISP");
   t->feedback = (struct usc_feedback){.given = true, .in_flight = true};
   t->killed |= t->valid & ~t->helper & ~pass;
   t->helper |= t->killed;
   return true;
}

static bool atst(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   exec_lanes ref, data, state;
   if (!usc_sim_read(t, g->src[0], lanes, ref) || !usc_sim_read(t, g->src[1], lanes, data) ||
       !usc_sim_read(t, g->src[2], lanes, state))
      return false;
   uint32_t pass = 0;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && compare(t->num, state[l], data[l], ref[l]))
         pass |= 1u << l;
   if (g->vis_pwen)
      t->p0 = (t->p0 & ~lanes) | pass;
   return g->ifb || feed_back(t, pass);
}

/* ---- outputs ------------------------------------------------------------------------------------------------------------- */

static void emit(struct usc_wave *t, uint32_t lanes, unsigned stream)
{
   if (t->env.emit && lanes)
      t->env.emit(t->env.user, lanes, stream);
}

static void cut(struct usc_wave *t, uint32_t lanes, unsigned stream)
{
   if (t->env.cut && lanes)
      t->env.cut(t->env.user, lanes, stream);
}

/* Writes to vertex outputs, at the address in the group or in a register. */
static bool write_output(struct usc_wave *t, const struct usc_group *g, uint32_t lanes, const uint32_t data[EXEC_LANES],
                         bool *done)
{
   const enum usc_op op = (enum usc_op)g->op[USC_BE];
   const uint32_t effect = effective(t, lanes);
   exec_lanes addr;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      addr[l] = g->addr;
   if ((op == USC_OP_UVSW_WRITE_R || op == USC_OP_UVSW_WRITE_EMIT_ENDTASK_R) && !usc_sim_read(t, g->src[g->sel_a], lanes, addr))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(effect >> l & 1))
         continue;
      if (addr[l] >= (t->out.vertex_words ? t->out.vertex_words : USC_NUM_VO))
         return usc_sim_fault(t, "output address out of range");
      t->out.vo[addr[l]][l] = data[l];
   }
   if (op == USC_OP_UVSW_WRITE_EMIT_ENDTASK || op == USC_OP_UVSW_WRITE_EMIT_ENDTASK_R) {
      emit(t, effect, 0);
      *done = true;
   }
   return true;
}

/* Emits a vertex. Outputs that become stale get a pattern, which shows reads before the next write. */
static void emit_vertex(struct usc_wave *t, const struct usc_group *g, uint32_t lanes, bool *done)
{
   emit(t, lanes, g->stream);
   for (unsigned n = 0; t->out.stale && n < USC_NUM_VO; n++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (lanes >> l & 1)
            t->out.vo[n][l] = 0xbad00bad;
   if (g->op[USC_BE] == USC_OP_UVSW_EMIT_CUT)
      cut(t, lanes, g->stream);
   *done |= g->op[USC_BE] == USC_OP_UVSW_EMIT_ENDTASK;
}

static bool depthf(struct usc_wave *t, uint32_t lanes, const uint32_t depth[EXEC_LANES])
{
   if (!feed_back(t, lanes))
      return false;
   lanes = effective(t, lanes);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         t->out.depth[l] = depth[l];
   t->out.depth_written |= lanes;
   return true;
}

/* ---- masks and control --------------------------------------------------------------------------------------------------- */

/* The samples of the pixel that the primitive covers; with one sample, whether the invocation is active. For an invocation
   of one sample the mask may have others too, which programs mask out (observed: pco_nir_pvfio.c, lower_pfo). */
static uint32_t valid_mask(const struct usc_wave *t, unsigned lane)
{
   const unsigned n = t->samples ? t->samples : 1;
   if (t->killed >> lane & 1 || !(t->valid >> lane & 1))
      return 0;
   if (t->in_pixel[lane] || t->helper >> lane & 1)
      return t->in_pixel[lane];
   return n >= 32 ? UINT32_MAX : (1u << n) - 1;
}

static void save_mask(struct usc_wave *t, const struct usc_group *g, uint32_t w[2][EXEC_LANES])
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      w[0][l] = w[1][l] = g->msk_mode ? coverage(t, l) : valid_mask(t, l);
}

/* Sets the sample mask of the invocations, to all samples if it has no source. An invocation without a sample is a helper
   (assumed[movmsk]). */
static bool set_mask(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   exec_lanes v;
   if (g->op[USC_BE] != USC_OP_MOVMSK_S) {
      t->cover_set &= ~lanes;
      return true;
   }
   if (!usc_sim_read(t, g->src[g->sel_a], lanes, v))
      return false;
   t->cover_set |= lanes;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      t->cover[l] = v[l];
      if (!v[l])
         t->helper |= 1u << l;
   }
   return true;
}

/* The next phase starts at the address in the source slot, in the units of a link address (assumed[phase]). */
static bool change_phase(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   exec_lanes at;
   if (!usc_sim_read(t, g->src[g->sel_b], lanes, at))
      return false;
   if (lanes && !t->flow.jump) {
      t->flow.jump = true;
      t->flow.jump_to = at[__builtin_ctz(lanes)] << t->flow.link_shift;
   }
   return true;
}

bool usc_sim_backend(struct usc_wave *t, const struct usc_group *g, uint32_t lanes, uint32_t w[2][EXEC_LANES], bool *done)
{
   const enum usc_op op = (enum usc_op)g->op[USC_BE];
   const uint32_t effect = effective(t, lanes);
   uint32_t *data = w[g->w1 & 1];
   t->request.number++;
   t->request.counter = g->drc;
   switch (op) {
   case USC_OP_UVSW_WRITE:
   case USC_OP_UVSW_WRITE_R:
   case USC_OP_UVSW_WRITE_EMIT_ENDTASK:
   case USC_OP_UVSW_WRITE_EMIT_ENDTASK_R: return write_output(t, g, lanes, data, done);
   case USC_OP_UVSW_EMIT:
   case USC_OP_UVSW_EMIT_CUT:
   case USC_OP_UVSW_EMIT_ENDTASK: emit_vertex(t, g, effect, done); return true;
   case USC_OP_UVSW_CUT: cut(t, effect, g->stream); return true;
   case USC_OP_UVSW_ENDTASK: *done = true; return true;
   case USC_OP_SETL:
      if (lanes)
         t->flow.link = data[__builtin_ctz(lanes)] << t->flow.link_shift;
      return true;
   case USC_OP_DEPTHF: return depthf(t, lanes, w[0]);
   case USC_OP_SAVMSK: save_mask(t, g, w); return true;
   case USC_OP_MOVMSK:
   case USC_OP_MOVMSK_S: return set_mask(t, g, lanes);
   case USC_OP_PHAS:
   case USC_OP_PHAS_IMM: return change_phase(t, g, lanes);
   case USC_OP_TESSW:
      if (t->env.tess && effect)
         t->env.tess(t->env.user, effect, g->addr, data);
      return true;
   case USC_OP_ST_TEXEL: return store_texel(t, g, lanes, data);
   case USC_OP_ATST: return atst(t, g, lanes);
   case USC_OP_FITR:
   case USC_OP_FITRP: {
      const struct usc_iteration it = {g->src[0], g->src[2], op == USC_OP_FITRP, g->count, g->bsat, g->mode};
      return usc_sim_iterate_to(t, g->drc, g->src[3], &it, false, lanes);
   }
   case USC_OP_IDF:
      if (t->env.fence)
         t->env.fence(t->env.user);
      return usc_sim_in_flight(t, g->drc, g->src[g->sel_a], 2, lanes, false);
   case USC_OP_LD:
   case USC_OP_LD_R: return load(t, g, lanes);
   case USC_OP_ST:
   case USC_OP_ST_R: return store(t, g, lanes);
   case USC_OP_SMP: return usc_sim_sample(t, g, lanes);
   case USC_OP_EMITPIX: return true; /* sends o0..o7 to the pixel back end, without an effect here */
   default:
      if (op >= USC_OP_ATOM_ADD && op <= USC_OP_ATOM_XOR)
         return atomic(t, g, lanes);
      return usc_sim_fault(t, "a backend op that is not simulated");
   }
}

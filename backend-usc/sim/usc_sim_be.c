/* SPDX-License-Identifier: MIT */
/*
 * Backend operations of the simulator: iteration, textures, memory, vertex outputs, visibility. A request is executed at once,
 * but it counts as in flight until the wdf of its counter.
 */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

/* The lanes whose stores and outputs count. */
static uint32_t effective(const struct usc_task *t, uint32_t lanes)
{
   return lanes & ~t->helper & ~t->killed;
}

/* A*x + B*y + C of each lane, as fmad(A, x, fmad(B, y, C)): the order in which the public compiler evaluates planes
   (observed). */
static bool plane(struct usc_task *t, struct usc_opd coeff, uint32_t lanes, exec_lanes out)
{
   const struct num_model unit = usc_sim_other_units(t->num), *const m = &unit;
   exec_lanes c[3];
   for (unsigned k = 0; k < 3; k++)
      if (!usc_sim_read(t, usc_sim_step_reg(coeff, k), lanes, c[k]))
         return false;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      out[l] = lanes >> l & 1 ? num_fmad(m, c[0][l], t->reg.x[l], num_fmad(m, c[1][l], t->reg.y[l], c[2][l])) : 0;
   return true;
}

/* The values of consecutive planes. */
static bool iterate(struct usc_task *t, const struct usc_iteration *it, uint32_t lanes, exec_lanes *out)
{
   const struct num_model unit = usc_sim_other_units(t->num);
   const struct usc_opd coeff = it->coeff;
   exec_lanes w = {0};
   if (it->persp == 1 || it->persp == 2) {
      if (!plane(t, it->w_coeff, lanes, w))
         return false;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (lanes >> l & 1) {
            w[l] = num_frcp(t->num, w[l]);
            if (it->persp == 2) /* the reciprocal is what is stored (assumed[stored-w]) */
               t->reg.stored_w[l] = w[l];
         }
   } else if (it->persp == 3) {
      memcpy(w, t->reg.stored_w, sizeof w);
   }
   for (unsigned k = 0; k < it->count; k++) {
      uint32_t *v = out[k];
      if (!plane(t, usc_sim_step_reg(coeff, 4 * k), lanes, v))
         return false;
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         if (!(lanes >> l & 1))
            continue;
         /* perspective: multiplied by the reciprocal of the W plane (documented as "multiplied by 1/W"; the rounding is
            assumed[other-units]) */
         const uint32_t first = coeff.index + (coeff.idx ? t->reg.idx[usc_opd_idx(coeff) & 1][l] * usc_opd_dim(coeff) : 0);
         const bool given = t->env.coeff && coeff.bank == USC_COEFF && t->env.coeff(t->env.user, first + 4 * k, true, l, &v[l]);
         if (!given && it->persp)
            v[l] = num_fmul(&unit, v[l], w[l]);
         if (it->sat)
            v[l] = num_fsat(t->num, v[l]);
      }
   }
   return true;
}

bool usc_sim_iterate_to(struct usc_task *t, unsigned drc, struct usc_opd dst, const struct usc_iteration *it, bool f16,
                        uint32_t lanes)
{
   exec_lanes v[16];
   unsigned n = it->count;
   if (n > 16)
      return usc_sim_fault(t, "too many values in one iteration");
   if (!iterate(t, it, lanes, v))
      return false;
   if (f16) { /* pairs, the first in the low half (assumed[f16-pairs]) */
      for (unsigned k = 0; k < n; k++)
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            const uint32_t h = lanes >> l & 1 ? num_f2h(t->num, v[k][l]) : 0;
            v[k / 2][l] = k & 1 ? v[k / 2][l] | h << 16 : h;
         }
      n = (n + 1) / 2;
   }
   for (unsigned k = 0; k < n; k++)
      if (!usc_sim_write(t, usc_sim_step_reg(dst, k), lanes, v[k]))
         return false;
   return usc_sim_in_flight(t, drc, dst, n, lanes, true);
}

static bool address(struct usc_task *t, struct usc_opd o, uint32_t lanes, uint64_t out[EXEC_LANES])
{
   exec_lanes lo, hi;
   if (!usc_sim_read(t, o, lanes, lo) || !usc_sim_read(t, usc_sim_step_reg(o, 1), lanes, hi))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      out[l] = (uint64_t)hi[l] << 32 | lo[l];
   return true;
}

static bool load(struct usc_task *t, const struct usc_group *g, uint32_t lanes)
{
   uint64_t addr[EXEC_LANES];
   exec_lanes len, v = {0};
   if (!t->env.load)
      return usc_sim_fault(t, "no memory");
   if (!address(t, g->src[g->sel_a], lanes, addr))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      len[l] = g->count;
   if (g->op[USC_BE] == USC_OP_LD_R && !usc_sim_read(t, g->src[g->sel_b], lanes, len))
      return false;
   for (unsigned k = 0; k < 16; k++) {
      uint32_t some = 0;
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         if (!(lanes >> l & 1) || k >= len[l])
            continue;
         some |= 1u << l;
         if (!t->env.load(t->env.user, addr[l] + 4u * k, &v[l]))
            return usc_sim_fault(t, "load from an address without memory");
      }
      if (some && (!usc_sim_write(t, usc_sim_step_reg(g->src[3], k), some, v)))
         return false;
   }
   for (unsigned k = 0; k < 16; k++) {
      uint32_t some = 0;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         some |= (lanes >> l & 1 && k < len[l]) ? 1u << l : 0;
      if (some && !usc_sim_in_flight(t, g->drc, usc_sim_step_reg(g->src[3], k), 1, some, true))
         return false;
   }
   return usc_sim_in_flight(t, g->drc, g->src[g->sel_a], 2, lanes, false);
}

/* A word of tile buffers, to the samples that the mask covers: those of helpers and discarded instances too, if their mask says so. */
static bool store_tiled(struct usc_task *t, const struct usc_group *g, uint32_t lanes, const uint64_t addr[EXEC_LANES],
                        const uint32_t mask[EXEC_LANES], const uint32_t v[EXEC_LANES])
{
   const unsigned samples = t->samples ? t->samples : 1;
   if (g->count != 1 || g->dsize != 2 || g->op[USC_BE] != USC_OP_ST)
      return usc_sim_fault(t, "a store to a tile buffer of more than a word");
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned s = 0; s < samples && lanes >> l & 1; s++)
         if (mask[l] >> s & 1 && !t->env.store(t->env.user, addr[l] + (uint64_t)s * USC_SIM_SAMPLE_BYTES, 4, v[l]))
            return usc_sim_fault(t, "store to an address without memory");
   return true;
}

static bool store(struct usc_task *t, const struct usc_group *g, uint32_t lanes)
{
   uint64_t addr[EXEC_LANES];
   exec_lanes len, v, mask;
   const unsigned size = 1u << g->dsize;
   if (!t->env.store || g->dsize > 2)
      return usc_sim_fault(t, "no memory");
   if (g->tiled && (!usc_sim_pixel_output(t) || !usc_sim_read(t, g->src[g->sel_c], lanes, mask)))
      return false;
   if (!address(t, g->src[g->sel_a], lanes, addr))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      len[l] = g->count;
   if (g->op[USC_BE] == USC_OP_ST_R && !usc_sim_read(t, g->src[g->sel_b], lanes, len))
      return false;
   unsigned most = 0;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && len[l] > most)
         most = len[l] > 16 ? 16 : len[l];
   for (unsigned k = 0; k < most; k++) {
      if (!usc_sim_read(t, usc_sim_step_reg(g->src[g->sel_d], k), lanes, v))
         return false;
      if (g->tiled && !store_tiled(t, g, lanes, addr, mask, v))
         return false;
      for (unsigned l = 0; l < EXEC_LANES && !g->tiled; l++)
         /* Helpers store as well (assumed[helper-memory]): the spill code of fragment programs relies on it. */
         if (lanes >> l & 1 && k < len[l] && !t->env.store(t->env.user, addr[l] + size * k, size, v[l]))
            return usc_sim_fault(t, "store to an address without memory");
   }
   return usc_sim_in_flight(t, g->drc, g->src[g->sel_d], g->op[USC_BE] == USC_OP_ST ? g->count : most, lanes, false) &&
          usc_sim_in_flight(t, g->drc, g->src[g->sel_a], 2, lanes, false) &&
          (!g->tiled || usc_sim_in_flight(t, g->drc, g->src[g->sel_c], 1, lanes, false));
}

/* Stores a word at address bits 33..2 in W1, where gta leaves them (assumed[texel-address]). */
static bool store_texel(struct usc_task *t, const struct usc_group *g, uint32_t lanes, const uint32_t addr[EXEC_LANES])
{
   const uint32_t effect = effective(t, lanes);
   exec_lanes v;
   if (!t->env.store)
      return usc_sim_fault(t, "no memory");
   if (!usc_sim_read(t, g->src[2], lanes, v))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (effect >> l & 1 && !t->env.store(t->env.user, (uint64_t)addr[l] << 2, 4, v[l]))
         return usc_sim_fault(t, "store to an address without memory");
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

static bool atomic(struct usc_task *t, const struct usc_group *g, uint32_t lanes)
{
   uint64_t addr[EXEC_LANES];
   exec_lanes v, old = {0};
   if (!t->env.load || !t->env.store)
      return usc_sim_fault(t, "no memory");
   if (!address(t, g->src[g->sel_a], lanes, addr) || !usc_sim_read(t, usc_sim_step_reg(g->src[g->sel_a], 2), lanes, v))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      if (!t->env.load(t->env.user, addr[l], &old[l]) ||
          (effective(t, lanes) >> l & 1 &&
           !t->env.store(t->env.user, addr[l], 4, atomic_result((enum usc_op)g->op[USC_BE], old[l], v[l]))))
         return usc_sim_fault(t, "atomic on an address without memory");
   }
   return usc_sim_write(t, g->src[g->sel_d], lanes, old) && usc_sim_in_flight(t, g->drc, g->src[g->sel_d], 1, lanes, true) &&
          usc_sim_in_flight(t, g->drc, g->src[g->sel_a], 3, lanes, false);
}

/* Starts a texture access: says which lanes take part. false: the task has no textures. */
static bool start_sample(struct usc_task *t, const struct usc_group *g, uint32_t lanes, struct usc_smp *s)
{
   memset(s, 0, sizeof *s);
   s->g = g;
   s->active = lanes;
   s->quad_valid = t->valid;
   return t->env.smp || usc_sim_fault(t, "no textures");
}

static bool access_texture(struct usc_task *t, const struct usc_smp *s, uint32_t out[USC_SMP_RESULTS][EXEC_LANES])
{
   const char *fault = usc_texture_modes_fit(s->g) ? t->env.smp(t->env.user, t->num, s, out) : usc_violation_text(USC_V_TEXTURE);
   return !fault || usc_sim_fault(t, fault);
}

/* Four words of image state and four of sampler state. They are the same for all lanes: the first lane that runs gives them. */
static bool read_states(struct usc_task *t, uint32_t lanes, struct usc_opd image, struct usc_opd sampler, struct usc_smp *s)
{
   const uint32_t lead = lanes & (~lanes + 1);
   const unsigned l = (unsigned)__builtin_ctz(lead);
   for (unsigned k = 0; k < 4; k++) {
      exec_lanes v;
      if (!usc_sim_read(t, usc_sim_step_reg(image, k), lead, v))
         return false;
      s->image[k] = v[l];
      if (!usc_sim_read(t, usc_sim_step_reg(sampler, k), lead, v))
         return false;
      s->sampler[k] = v[l];
   }
   return true;
}

static bool sample(struct usc_task *t, const struct usc_group *g, uint32_t lanes)
{
   struct usc_smp s;
   uint32_t out[USC_SMP_RESULTS][EXEC_LANES];
   struct usc_opd first = {0};
   unsigned count = 0;
   if (!start_sample(t, g, lanes, &s))
      return false;
   if (!lanes)
      return true;
   memset(out, 0, sizeof out);
   s.words = usc_group_src_count(g, 1);
   if (usc_group_async_dest(g, &first, &count))
      s.results = count;
   if (s.words > USC_SMP_WORDS || s.results > USC_SMP_RESULTS)
      return usc_sim_fault(t, "a texture access with more words than there may be");
   if (!read_states(t, lanes, g->src[0], g->src[2], &s))
      return false;
   for (unsigned k = 0; k < s.words; k++)
      if (!usc_sim_read(t, usc_sim_step_reg(g->src[1], k), lanes, s.data[k]))
         return false;
   if (usc_group_reads(g) & 8 && !usc_sim_read(t, g->src[3], lanes, s.shared_lod))
      return false;
   if (!access_texture(t, &s, out))
      return false;
   for (unsigned k = 0; k < s.results; k++)
      if (!usc_sim_write(t, usc_sim_step_reg(first, k), lanes, out[k]))
         return false;
   return usc_sim_in_flight(t, g->drc, g->src[1], s.words, lanes, false) &&
          usc_sim_in_flight(t, g->drc, first, s.results, lanes, true);
}

/* A texture access with coordinates that are iterated. Without a count there is one for each dimension, and the projector. */
bool usc_sim_itrsmp(struct usc_task *t, const struct usc_group *g, uint32_t lanes)
{
   struct usc_smp s;
   uint32_t out[USC_SMP_RESULTS][EXEC_LANES];
   struct usc_iteration it = {usc_cf(4u * g->it_coeff), usc_cf(4u * g->it_wcoeff), g->it_persp,
                              g->count ? g->count : g->dim + (unsigned)g->proj, g->bsat};
   const unsigned results = g->f16 ? (g->chan + 1u) / 2 : g->chan;
   it.coeff.idx = g->it_cidx;
   it.w_coeff.idx = g->it_widx;
   if (!start_sample(t, g, lanes, &s))
      return false;
   if (!lanes)
      return true;
   memset(out, 0, sizeof out);
   s.words = it.count;
   s.results = results;
   if (s.words > USC_SMP_WORDS)
      return usc_sim_fault(t, "a texture access with more words than there may be");
   if (!iterate(t, &it, lanes, s.data))
      return false;
   if (!read_states(t, lanes, usc_sh(4u * g->it_tex), usc_sh(4u * g->it_smp), &s))
      return false;
   if (!access_texture(t, &s, out))
      return false;
   for (unsigned k = 0; k < results; k++)
      if (!usc_sim_write(t, usc_r(g->it_dest + k), lanes, out[k]))
         return false;
   return usc_sim_in_flight(t, g->drc, usc_r(g->it_dest), results, lanes, true);
}

/* The sample mask of a lane. */
static uint32_t coverage(const struct usc_task *t, unsigned lane)
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
 * The feedback to the ISP: of the valid lanes those that do not execute it, or do not pass, are discarded (observed use). What they put
 * out before is not; and the ISP hears of a pixel once.
 */
static bool feed_back(struct usc_task *t, uint32_t pass)
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

static bool atst(struct usc_task *t, const struct usc_group *g, uint32_t lanes)
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

static void emit(struct usc_task *t, uint32_t lanes, unsigned stream)
{
   if (t->env.emit && lanes)
      t->env.emit(t->env.user, t, lanes, stream);
}

static void cut(struct usc_task *t, uint32_t lanes, unsigned stream)
{
   if (t->env.cut && lanes)
      t->env.cut(t->env.user, t, lanes, stream);
}

/* Writes data to vertex outputs, at the address in the group or in a register. */
static bool write_output(struct usc_task *t, const struct usc_group *g, uint32_t lanes, const uint32_t data[EXEC_LANES],
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

/* Emits a vertex; where its outputs become stale, a pattern shows that they are read without having been written. */
static void emit_vertex(struct usc_task *t, const struct usc_group *g, uint32_t lanes, bool *done)
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

static bool depthf(struct usc_task *t, uint32_t lanes, const uint32_t depth[EXEC_LANES])
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

static void save_mask(struct usc_task *t, const struct usc_group *g, uint32_t w[2][EXEC_LANES])
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      w[0][l] = w[1][l] = g->msk_mode ? coverage(t, l) : effective(t, t->valid) >> l & 1;
}

/* Sets the sample mask of the instances; without a source all samples are set again. An instance without a sample is a
   helper (assumed[movmsk]). */
static bool set_mask(struct usc_task *t, const struct usc_group *g, uint32_t lanes)
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

/* The next phase starts at the address in its source slot, which is written like a link address (assumed[phase]). */
static bool change_phase(struct usc_task *t, const struct usc_group *g, uint32_t lanes)
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

bool usc_sim_backend(struct usc_task *t, const struct usc_group *g, uint32_t lanes, uint32_t w[2][EXEC_LANES], bool *done)
{
   const enum usc_op op = (enum usc_op)g->op[USC_BE];
   const uint32_t effect = effective(t, lanes);
   uint32_t *data = w[g->w1 & 1];
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
         t->env.tess(t->env.user, t, effect, g->addr, data);
      return true;
   case USC_OP_ST_TEXEL: return store_texel(t, g, lanes, data);
   case USC_OP_ATST: return atst(t, g, lanes);
   case USC_OP_FITR:
   case USC_OP_FITRP: {
      const struct usc_iteration it = {g->src[0], g->src[2], op == USC_OP_FITRP, g->count, g->bsat};
      return usc_sim_iterate_to(t, g->drc, g->src[3], &it, false, lanes);
   }
   case USC_OP_IDF: return usc_sim_in_flight(t, g->drc, usc_none(), 0, lanes, false);
   case USC_OP_LD:
   case USC_OP_LD_R: return load(t, g, lanes);
   case USC_OP_ST:
   case USC_OP_ST_R: return store(t, g, lanes);
   case USC_OP_SMP: return sample(t, g, lanes);
   case USC_OP_EMITPIX: return true; /* the pixel back end takes o0..o7: nothing changes here */
   default:
      if (op >= USC_OP_ATOM_ADD && op <= USC_OP_ATOM_XOR)
         return atomic(t, g, lanes);
      return usc_sim_fault(t, "a backend op that is not simulated");
   }
}

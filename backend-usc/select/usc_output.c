/* SPDX-License-Identifier: MIT */
/*
 * Selection of outputs: vertex outputs, depth, colours in their formats, and the feedback of killed invocations
 * (docs/abi-usc.md).
 *
 * A program that kills or writes depth gives the ISP one feedback after the last kill: the invocations that are alive execute
 * it, the others are discarded. The feedback only discards what is written after it. So such a program keeps its outputs up to
 * the end and writes them once the feedback was waited for (observed: the public driver, pco_nir_pvfio.c, lower_isp_fb).
 *
 * A program that writes memory gives the depth that its fragment has anyway: the ISP then runs it for hidden fragments, too,
 * and tests them afterwards (observed: the same).
 *
 * If the program declares that tests come first, there is no feedback, and the depth that it writes has no effect. The live
 * invocations write their outputs under a predicate; those of killed ones keep the pixel that is in the output registers or the
 * tile buffer (observed idea: a newer version of that file, handle_early_frag, which writes the old values back).
 *
 * Colour targets beyond the pixel output registers are in tile buffers: memory, each with eight words per pixel like o0..o7.
 * The address of a word is the buffer's base plus the special register tiled_st_comp of the word, which holds the place of the
 * invocation's pixel (observed: the public driver's compiler). Such a target is kept in temporaries and stored once, at the
 * end, under the coverage mask of that moment, which excludes helpers, discarded invocations and uncovered samples.
 *
 * A program that reads the words of a target, for blending, keeps its output in the same way, since a load may come after the
 * store in the IR. It reads the output register in place, or loads the word from the address of the special register
 * tiled_ld_comp (observed: the public driver, pco_trans_nir.c, trans_load_output_fs).
 */
#include "backend-usc/select/usc_output.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/operand/usc_pixel.h"
#include "backend-usc/select/pattern/usc_bytes.h"
#include "backend-usc/select/usc_cond.h"
#include "backend-usc/select/usc_input.h"

/* The colour target that a fragment program writes with the slot, or -1. */
static int target_of(const struct usc_selection *c, unsigned slot)
{
   const bool color = c->s->stage == IR_STAGE_FRAGMENT && slot >= SLOT_FRAG_COLOR && slot <= SLOT_FRAG_COLOR_LAST;
   return color ? (int)(slot - SLOT_FRAG_COLOR) : -1;
}

/* Is the target in output registers that get whole words at the end of the program? */
static bool is_late(const struct usc_selection *c, unsigned t)
{
   return usc_frt_is_whole(c->opt->frt[t]) && !usc_is_in_tile_buffer(c, t) && (usc_writes_late(c->r) || c->color.read[t]);
}

/* Is the colour target kept in temporaries and packed, stored or written at the end? */
static bool is_kept(const struct usc_selection *c, unsigned t)
{
   return !usc_frt_is_whole(c->opt->frt[t]) || usc_is_in_tile_buffer(c, t) || is_late(c, t);
}

/* The register to which a store moves a component of a colour target. */
static struct usc_opd component_of(const struct usc_selection *c, unsigned t, unsigned comp)
{
   return is_kept(c, t) ? usc_v(c->color.unit[t] + comp) : usc_o(c->color.reg[t] + comp);
}

/* ---- registers ----------------------------------------------------------------------------------------------------------- */

unsigned usc_varying_address(const struct usc_selection *c, unsigned slot, unsigned comp)
{
   const struct usc_place *p = &c->in->place[slot];
   return p->mask >> comp & 1 ? p->address + (unsigned)__builtin_popcount(p->mask & ((1u << comp) - 1)) : USC_NO_REG;
}

unsigned usc_tail_address(const struct usc_selection *c, unsigned slot, unsigned comp)
{
   const struct usc_place *p = &c->in->place[slot];
   return !comp && p->tail ? p->tail : USC_NO_REG;
}

/* Places outputs where the key's map says. Returns the number of words. */
static unsigned place_by_map(struct usc_selection *c)
{
   unsigned words = 4;
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      const struct usc_varying *v = &c->opt->varying[s];
      const unsigned end = v->address + (unsigned)__builtin_popcount(v->mask);
      c->in->place[s] = (struct usc_place){v->address, v->mask, v->tail};
      if (v->mask & c->in->out_mask[s] && end > words)
         words = end;
      if (v->tail && c->in->out_mask[s] & 1 && v->tail >= words)
         words = v->tail + 1u;
   }
   return words;
}

/* Part of a vertex to which an output belongs in a program that is not linked. */
enum part { PART_POSITION, PART_VARYINGS, PART_FLAT, PART_POINT_SIZE, PART_VIEWPORT, PART_LAYER, PART_CLIP, NUM_PARTS };

static enum part part_of(unsigned slot)
{
   switch (slot) {
   case SLOT_POSITION: return PART_POSITION;
   case SLOT_PRIM_ID: return PART_FLAT;
   case SLOT_POINT_SIZE: return PART_POINT_SIZE;
   case SLOT_VIEWPORT: return PART_VIEWPORT;
   case SLOT_LAYER: return PART_LAYER;
   default: return slot >= SLOT_CLIP && slot <= SLOT_CLIP_LAST ? PART_CLIP : PART_VARYINGS;
   }
}

/*
 * Places the outputs of a program that is not linked, in the order of the hardware as far as the program alone determines it:
 * the position, all varyings by slot (their interpolation is not known, except for the primitive id, which is always flat), and
 * last the words for the fixed functions (observed: the public driver, pvr_arch_pipeline.c, pvr_alloc_vs_varyings). Returns the
 * number of words.
 */
static unsigned place_in_order(struct usc_selection *c)
{
   unsigned words = 4;
   c->in->place[SLOT_POSITION] = (struct usc_place){.mask = 15};
   for (unsigned part = PART_VARYINGS; part < NUM_PARTS; part++)
      for (unsigned s = 0; s < SLOT_COUNT; s++) {
         if (part_of(s) != part)
            continue;
         c->in->place[s] = (struct usc_place){.address = (uint16_t)words, .mask = c->in->out_mask[s]};
         words += (unsigned)__builtin_popcount(c->in->out_mask[s]);
      }
   return words;
}

/* Assigns words to vertex outputs. */
static void place_varyings(struct usc_selection *c)
{
   const unsigned limit = usc_core_limits(c->opt->core)->vertex_words;
   const unsigned next = c->opt->use_varying_map ? place_by_map(c) : place_in_order(c);
   c->r->vertex_words = next;
   if (next > limit)
      usc_unsupported(c->m, UTIL_NO_SPAN,
                      util_printf(c->ctx, "the program has %u words of vertex outputs; %s supports at most %u", next,
                                  usc_core_name(c->opt->core), limit));
}

void usc_assign_outputs(struct usc_selection *c)
{
   if (c->s->stage != IR_STAGE_FRAGMENT && c->s->stage != IR_STAGE_COMPUTE)
      place_varyings(c);
   if (c->s->stage == IR_STAGE_FRAGMENT) {
      usc_place_targets(c);
   }
   c->r->kills = c->in->kills;
   c->r->writes_depth = c->s->stage == IR_STAGE_FRAGMENT && (c->in->out_mask[SLOT_FRAG_DEPTH] & 4) && !c->opt->early_tests;
   c->r->isp.drops_depth = c->s->stage == IR_STAGE_FRAGMENT && c->in->out_mask[SLOT_FRAG_DEPTH] && c->opt->early_tests;
   c->r->isp.masks = c->in->kills && c->opt->early_tests;
   c->r->isp.reads_target |= c->r->isp.masks;
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      const uint8_t mask = c->in->out_mask[s];
      if (!mask)
         continue;
      struct usc_reflect_output ro = {.slot = (uint8_t)s, .mask = mask, .reg = USC_NO_REG};
      const int t = target_of(c, s);
      if (t >= 0) {
         ro.frt = (uint8_t)c->opt->frt[t];
         ro.reg = c->color.reg[t];
         if (is_kept(c, (unsigned)t))
            c->color.unit[t] = cg_reg_new(&c->m->p, 4);
      } else if (c->s->stage == IR_STAGE_FRAGMENT) {
         if (s != SLOT_FRAG_DEPTH || !c->r->writes_depth)
            continue;
         c->color.depth = c->color.depth_home = usc_temp(c);
      } else {
         ro.mask = 0;
         for (unsigned k = 0; k < 4; k++)
            if ((mask >> k & 1) && usc_varying_address(c, s, k) != USC_NO_REG) {
               ro.mask |= (uint8_t)(1u << k);
               ro.at[k] = (uint8_t)usc_varying_address(c, s, k);
            }
         ro.tail = ro.mask & 1 ? c->in->place[s].tail : 0;
         if (!ro.mask)
            continue;
      }
      UTIL_PUSH(c->ctx, c->r->outputs, c->r->num_outputs, c->r->cap_outputs, ro);
   }
}

/* Writes a component of a vertex output to all its words. */
static void write_varying(struct usc_selection *c, unsigned slot, unsigned comp, struct usc_opd v)
{
   const unsigned at[] = {usc_varying_address(c, slot, comp), usc_tail_address(c, slot, comp)};
   for (unsigned k = 0; k < sizeof at / sizeof *at; k++)
      if (at[k] != USC_NO_REG)
         usc_emit(c, usc_g_uvsw(at[k], v));
}

/* Outputs that may stay unwritten start as 0: those stored only on some paths, or packed together with others. */
void usc_init_outputs(struct usc_selection *c)
{
   if (c->r->writes_depth && c->in->out_late[SLOT_FRAG_DEPTH] & 4)
      usc_emit(c, usc_g_mov(c->color.depth_home, usc_c(0)));
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      if (!c->in->out_mask[s])
         continue;
      const int t = target_of(c, s);
      if ((c->s->stage == IR_STAGE_FRAGMENT && t < 0) || (t >= 0 && c->color.bytes[t]))
         continue;
      unsigned want = c->in->out_late[s];
      if (t >= 0 && !usc_frt_is_whole(c->opt->frt[t]))
         want |= 15u & ~c->in->out_mask[s];
      for (unsigned k = 0; k < 4; k++) {
         if (!(want >> k & 1))
            continue;
         if (t >= 0)
            usc_emit(c, usc_g_mov(component_of(c, (unsigned)t, k), usc_c(0)));
         else
            write_varying(c, s, k, usc_c(0));
      }
   }
}

/* ---- clamps before a pack ------------------------------------------------------------------------------------------------ */

/* Does the store write a target of normalised bytes, whose pack clamps to [0,1]? */
static bool is_packed(const struct usc_selection *c, const struct ir_instr *store)
{
   const int t = store->op == IR_store_output ? target_of(c, store->attr[0]) : -1;
   return t >= 0 && c->opt->frt[t] == USC_FRT_RGBA8 && !c->color.bytes[t];
}

/*
 * The source of a clamp, if a pack of bytes gives the same result for it as for the clamped value; else NULL. A pack turns NaN
 * into 0, a minimum or maximum of NaN is its second operand.
 */
static const struct ir_src *skip_clamp(const struct ir_instr *d)
{
   uint32_t bits;
   if (d->sat != IR_SAT_NONE && !(d->op == IR_fcanon && d->sat == IR_SAT_01))
      return NULL;
   switch (d->op) {
   case IR_mov:
   case IR_fcanon: return &d->src[0];
   case IR_fmin: return ir_src_const(&d->src[0], &bits) && num_f(bits) >= 1 ? &d->src[1] : NULL;
   case IR_fmax:
      for (unsigned k = 0; k < 2; k++)
         if (ir_src_const(&d->src[k], &bits) && num_f(bits) <= 0)
            return &d->src[!k];
      return NULL;
   default: return NULL;
   }
}

const struct ir_src *usc_stored_src(const struct usc_selection *c, const struct ir_instr *store)
{
   const struct ir_src *s = &store->src[0];
   for (const struct ir_src *next = s; is_packed(c, store) && next;) {
      s = next;
      next = s->neg || s->abs || s->val->width != 32 ? NULL : skip_clamp(s->val->def);
   }
   return s;
}

/* Removes a read of the value; if it was the last one of a clamp, also the reads by that. */
static void remove_read(struct usc_selection *c, const struct ir_value *v)
{
   const struct ir_instr *d = v->def;
   if (--c->uses[v->id] || (d->op != IR_mov && d->op != IR_fcanon && d->op != IR_fmin && d->op != IR_fmax))
      return;
   for (uint32_t k = 0; k < d->nsrc; k++)
      remove_read(c, d->src[k].val);
}

void usc_drop_clamps(struct usc_selection *c)
{
   struct ir_shader *s = c->s;
   uint32_t *packed = UTIL_ARRAY(c->ctx, uint32_t, c->num_values);
   for (uint32_t n = 0; n < c->lists.num_io; n++) {
      const struct ir_instr *i = c->lists.io[n];
      if (!is_packed(c, i))
         continue;
      const struct ir_src *o = usc_stored_src(c, i);
      c->uses[o->val->id]++;
      remove_read(c, i->src[0].val);
      packed[o->val->id] += !o->neg && !o->abs;
   }
   for (uint32_t v = 0; v < s->num_values; v++)
      c->packed[v] = packed[v] && packed[v] == c->uses[v];
   util_discard(c->ctx, packed, sizeof *packed * c->num_values);
}

/* ---- stores -------------------------------------------------------------------------------------------------------------- */

/* Does the last block store the value, so that it is unchanged at the end? Words of pixels change there. */
static bool is_unchanged_at_end(const struct usc_selection *c, const struct ir_instr *store, struct usc_opd v)
{
   return !v.idx && !v.mod && !usc_opd_is_pixel(v) && store->block->index + 1 == c->m->p.num_blocks;
}

/* Does the last block store the word of the pixel that is there? */
static bool is_in_place(const struct usc_selection *c, const struct ir_instr *store, struct usc_opd v)
{
   const unsigned t = store->attr[0] - SLOT_FRAG_COLOR;
   return !v.mod && !usc_is_in_tile_buffer(c, t) && usc_same_reg(v, usc_o(c->color.reg[t] + (store->attr[1] & 3))) &&
          store->block->index + 1 == c->m->p.num_blocks;
}

static void store_color(struct usc_selection *c, const struct ir_instr *i, unsigned t, struct usc_opd v)
{
   const unsigned comp = i->attr[1] & 3;
   const struct usc_opd d = component_of(c, t, comp);
   struct usc_opd *late = &c->color.val[t][comp];
   const bool in_place = c->opt->frt[t] == USC_FRT_RGBA8 && c->opt->sched != USC_SCHED_NONE && v.bank == USC_SHARED,
              wait = ((in_place || is_late(c, t)) && is_unchanged_at_end(c, i, v)) ||
                     (is_late(c, t) && is_in_place(c, i, v));
   if (late->bank) /* a second store: keep their order */
      usc_emit(c, usc_g_mov(d, *late));
   *late = wait ? v : usc_none();
   if (!wait)
      usc_emit(c, usc_g_mov(d, v));
}

/* A store in the last block needs no move. */
static void store_depth(struct usc_selection *c, const struct ir_instr *i, struct usc_opd v)
{
   c->color.depth = is_unchanged_at_end(c, i, v) ? v : c->color.depth_home;
   if (!usc_same_reg(c->color.depth, v))
      usc_emit(c, usc_g_mov(c->color.depth, v));
}

void usc_store_output(struct usc_selection *c, const struct ir_instr *i)
{
   unsigned slot = i->attr[0], comp = i->attr[1] & 3;
   const int t = target_of(c, slot);
   if (c->s->stage != IR_STAGE_FRAGMENT) {
      if (usc_varying_address(c, slot, comp) != USC_NO_REG)
         write_varying(c, slot, comp, usc_int_src(c, &i->src[0]));
   } else if (t < 0 || !c->color.bytes[t]) {
      struct usc_opd v = usc_int_src(c, usc_stored_src(c, i));
      if (t >= 0)
         store_color(c, i, (unsigned)t, v);
      else if (slot == SLOT_FRAG_DEPTH && comp == 2 && c->r->writes_depth)
         store_depth(c, i, v);
      else if (slot == SLOT_FRAG_STENCIL)
         usc_unsupported(c->m, i->span, "stencil results are not supported on USC");
   }
}

void usc_emit_vertex(struct usc_selection *c, const struct ir_instr *i)
{
   struct usc_group g = usc_g_uvsw_op(i->op == IR_emit ? USC_OP_UVSW_EMIT : USC_OP_UVSW_CUT);
   g.stream = (uint8_t)i->attr[0];
   usc_emit(c, g);
}

/* ---- the end of a fragment program --------------------------------------------------------------------------------------- */

/* The colour of target t in four consecutive registers, uniforms or temporaries, for a repeated pack. */
static struct usc_opd make_color_row(struct usc_selection *c, unsigned t)
{
   const struct usc_opd *v = c->color.val[t];
   bool row = v[0].bank != USC_NONE && v[0].index + 3 <= USC_MAX_DIRECT;
   for (unsigned k = 1; k < 4 && row; k++)
      row = v[k].bank == v[0].bank && v[k].index == v[0].index + k;
   if (row) {
      c->color.in_place |= (uint8_t)(1u << t);
      return v[0];
   }
   for (unsigned k = 0; k < 4; k++)
      if (v[k].bank)
         usc_emit(c, usc_g_mov(usc_v(c->color.unit[t] + k), v[k]));
   c->color.row[t] = c->color.unit[t];
   c->color.rows |= (uint8_t)(1u << t);
   return usc_v(c->color.unit[t]);
}

/* Are the words of a target in temporaries before they are stored or written? */
static bool is_packed_to_temps(const struct usc_selection *c, unsigned t)
{
   return usc_is_in_tile_buffer(c, t) || c->r->isp.masks;
}

/* Packs a target that is not f32, into its output registers or into temporaries. */
static void pack_color(struct usc_selection *c, unsigned t)
{
   struct usc_opd src = c->color.bytes[t] ? usc_none() : make_color_row(c, t), dst = usc_o(c->color.reg[t]);
   if (is_packed_to_temps(c, t)) {
      dst = usc_v(cg_reg_new(&c->m->p, usc_packed_words(c->opt->frt[t])));
      c->color.unit[t] = dst.index;
   }
   if (c->color.bytes[t]) {
      usc_bytes_emit(c, t, dst);
   } else if (c->opt->frt[t] == USC_FRT_RGBA8) {
      struct usc_group g = usc_g_pck(USC_FMT_U8888, true, false, dst, src);
      g.rpt = 4;
      usc_emit(c, g);
   } else {
      for (unsigned h = 0; h < 2; h++) {
         struct usc_group g = usc_g_pck(USC_FMT_F16F16, false, false, dst, usc_v(src.index + 2 * h));
         g.rpt = 2;
         usc_emit(c, g);
         dst = is_packed_to_temps(c, t) ? usc_v(c->color.unit[t] + 1) : usc_o(c->color.reg[t] + 1);
      }
   }
}

/* The coverage mask of stores to tile buffers: the valid mask, or with several samples the sample mask (observed: the public
   driver, pco_trans_nir.c, trans_store_output_fs). */
static struct usc_opd read_coverage(struct usc_selection *c)
{
   const struct usc_opd mask = usc_temp(c);
   usc_emit(c, usc_g_savmsk(c->opt->samples > 1 ? USC_MSK_ICM : USC_MSK_VM, mask));
   return mask;
}

/* The words of a target that are written, a bit each. */
static unsigned words_of(const struct usc_selection *c, unsigned t)
{
   return usc_frt_is_whole(c->opt->frt[t]) ? usc_color_mask(c, t) : (1u << usc_packed_words(c->opt->frt[t])) - 1;
}

/* Stores the words of a target to its tile buffer. */
static void store_words(struct usc_selection *c, unsigned t, struct usc_opd mask, enum usc_cc cc)
{
   const unsigned tile = c->color.reg[t] / USC_TILE_WORDS - 1, first = c->color.reg[t] % USC_TILE_WORDS;
   for (unsigned words = words_of(c, t), k = 0; words >> k; k++) {
      if (!(words >> k & 1))
         continue;
      const uint32_t a = usc_tile_address(c, tile, first + k, false);
      struct usc_group g = usc_g_st_tiled(0, usc_v(c->color.unit[t] + k), usc_v(a), mask, 1);
      g.cc = cc;
      usc_emit(c, g);
   }
}

static void store_tiles(struct usc_selection *c, enum usc_cc cc)
{
   struct usc_opd mask = usc_none();
   for (unsigned t = 0; t < 8; t++) {
      if (!usc_color_mask(c, t) || !usc_is_in_tile_buffer(c, t))
         continue;
      if (!mask.bank)
         mask = read_coverage(c);
      usc_set_slot_origin(c, IR_store_output, SLOT_FRAG_COLOR + t);
      store_words(c, t, mask, cc);
   }
}

/* ---- the feedback to the ISP --------------------------------------------------------------------------------------------- */

/* Tests whether the invocation was killed; returns the condition under which it is alive. */
static enum usc_cc test_alive(struct usc_selection *c)
{
   bool p0_is_kill = true;
   if (c->alive == USC_NO_REG)
      p0_is_kill = !usc_emit_cond_to_p0(c, &c->in->kill->src[0]);
   else
      usc_emit_test(c, USC_TST_Z, usc_v(c->alive), usc_none());
   return p0_is_kill ? USC_CC_NOTP0 : USC_CC_P0;
}

/* Clamps the depth to 0..1 and returns the group of depthf, which is that of the clamp if the core has such a form. */
static struct usc_group feed_back_depth(struct usc_selection *c)
{
   struct usc_group g = usc_g_alu(USC_OP_FMUL, usc_none(), usc_in_slot(c, c->color.depth, 0), usc_c(USC_C_ONE), usc_none());
   g.sat0 = 1;
   if (c->opt->features & USC_HAS_DEPTHSAT) {
      g.op[USC_MOV] = USC_OP_MOV; /* between the product and W0 */
      g.mov_w0 = USC_FT0;
      g.op[USC_BE] = USC_OP_DEPTHF;
   } else {
      const struct usc_opd clamped = usc_temp(c);
      g.dst[0] = clamped;
      usc_emit(c, g);
      g = usc_g_depthf(clamped);
   }
   g.olchk = 1; /* as in atst (observed) */
   return g;
}

/* Emits the feedback for depth and kills; killed invocations do not execute it (observed: the public driver, pco_trans_nir.c,
   isp_feedback_pco). */
static void feed_back(struct usc_selection *c)
{
   const bool depth = c->r->writes_depth || c->r->isp.own_depth;
   usc_set_slot_origin(c, IR_store_output, SLOT_FRAG_DEPTH);
   if (c->r->isp.own_depth)
      c->color.depth = usc_load_own_depth(c);
   struct usc_group g = depth ? feed_back_depth(c) : usc_g_atst(false, usc_c(0), usc_c(0), usc_c(7));
   if (c->in->kills && !depth)
      usc_set_origin(c, c->in->kill->span, c->in->kill->src, 1);
   if (c->in->kills)
      g.cc = test_alive(c);
   usc_emit(c, g);
}

/* ---- the end ------------------------------------------------------------------------------------------------------------- */

/* Writes the words of a target to its output registers. */
static void write_color(struct usc_selection *c, unsigned t, enum usc_cc cc)
{
   for (unsigned k = 0; k < 4; k++)
      if (words_of(c, t) >> k & 1) {
         const struct usc_opd v = usc_frt_is_whole(c->opt->frt[t]) ? c->color.val[t][k] : usc_none();
         const struct usc_opd o = usc_o(c->color.reg[t] + k);
         struct usc_group g = usc_g_mov(o, v.bank ? v : usc_v(c->color.unit[t] + k));
         g.cc = cc;
         if (!usc_same_reg(v, o))
            usc_emit(c, g);
      }
}

/* Writes the outputs of live invocations only. The end of the program is then a group that all invocations execute. */
static void write_masked(struct usc_selection *c)
{
   bool any = false;
   for (unsigned t = 0; t < 8; t++)
      any |= usc_color_mask(c, t) != 0;
   if (!any)
      return;
   usc_set_origin(c, c->in->kill->span, c->in->kill->src, 1);
   const enum usc_cc cc = test_alive(c);
   for (unsigned t = 0; t < 8; t++)
      if (usc_color_mask(c, t) && !usc_is_in_tile_buffer(c, t)) {
         usc_set_slot_origin(c, IR_store_output, SLOT_FRAG_COLOR + t);
         write_color(c, t, cc);
      }
   store_tiles(c, cc);
   usc_emit_to_tail(c, usc_g_nop(true));
}

void usc_end_program(struct usc_selection *c)
{
   if (c->s->stage == IR_STAGE_COMPUTE) {
      usc_emit_to_tail(c, usc_g_nop(true));
      return;
   }
   if (c->s->stage != IR_STAGE_FRAGMENT) {
      struct usc_group g = usc_g_uvsw_op(c->s->stage == IR_STAGE_GEOMETRY ? USC_OP_UVSW_ENDTASK : USC_OP_UVSW_EMIT_ENDTASK);
      g.end = 1;
      usc_emit_to_tail(c, g);
      return;
   }
   if (usc_feeds_back(c->r))
      feed_back(c);
   for (unsigned t = 0; t < 8; t++) {
      if (!usc_color_mask(c, t))
         continue;
      usc_set_slot_origin(c, IR_store_output, SLOT_FRAG_COLOR + t);
      if (is_late(c, t) && !c->r->isp.masks)
         write_color(c, t, USC_CC_PE);
      else if (!usc_frt_is_whole(c->opt->frt[t]))
         pack_color(c, t);
   }
   if (c->r->isp.masks)
      write_masked(c);
   else
      store_tiles(c, USC_CC_PE);
}

/* ---- rows of colours among other registers ------------------------------------------------------------------------------- */

/*
 * If a component is an unchanged result of a texture access or an input, the row of the colour can be where the request puts
 * its results,
 *
 *    smp r8..r11; r0 = fmul r8, ..; r3 = r11; pck r0..r3     ->     smp r8..r11; r8 = fmul r8, ..; pck r8..r11
 *
 * provided that each component is written after the last read of the one that it replaces.
 */
struct row {
   const struct usc_mir *m;
   uint32_t row, other;       /* first units; component k of the row shall become unit other + k */
   uint32_t pos;              /* current position in the block */
   uint32_t written[4];       /* position of the first write of a component of the row */
   uint32_t read[4], made[4]; /* positions of the last reference to, and the last write of, a component of the other row */
   unsigned writes[4], moved; /* writes of the row; mask of the components that are moves from the other row */
};

static void note_row_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct row *r = user;
   for (uint32_t u = unit; u < unit + n; u++) {
      if (write && u - r->row < 4 && !r->writes[u - r->row]++)
         r->written[u - r->row] = r->pos;
      if (u - r->other < 4)
         r->read[u - r->other] = r->pos;
      if (write && u - r->other < 4)
         r->made[u - r->other] = r->pos;
   }
}

/* Is the group just a move to the row, from a register of several units? Sets *first to the unit where the row would begin
   there. */
static bool moves_to_row(const struct usc_mir *m, const struct usc_group *g, uint32_t row, uint32_t *first)
{
   if (!usc_is_plain_mov(g) || g->dst[0].bank != USC_VIRTUAL || g->src[0].bank != USC_VIRTUAL || g->src[0].elem ||
       g->dst[0].index - row >= 4 || m->p.regs[m->p.unit_reg[g->src[0].index]].size == 1)
      return false;
   *first = g->src[0].index - (g->dst[0].index - row);
   return true;
}

/* Does the row fit into the register of unit `first`, from there on? */
static bool has_room(const struct usc_mir *m, uint32_t row, uint32_t first)
{
   if (first >= m->p.num_units || m->p.unit_reg[first] == m->p.unit_reg[row])
      return false;
   const struct cg_reg *of = &m->p.regs[m->p.unit_reg[first]];
   return first + 4 <= of->unit + of->size && !of->fixed;
}

/* The place for the row from which most of its components are moved, or USC_NO_REG. */
static uint32_t find_place_for_row(const struct usc_mir *m, const struct cg_list *l, uint32_t row)
{
   uint32_t best = USC_NO_REG, first, other;
   unsigned most = 0;
   for (uint32_t k = 0; k < l->n; k++) {
      if (!moves_to_row(m, &usc_instr_at(l, k)->g, row, &first))
         continue;
      unsigned num = 0;
      for (uint32_t q = k; q < l->n; q++)
         num += moves_to_row(m, &usc_instr_at(l, q)->g, row, &other) && other == first;
      if (num > most) {
         most = num;
         best = first;
      }
   }
   return best;
}

/* Can the row become the units from r->other on? */
static bool can_place_row(struct row *r, const struct cg_block *last)
{
   for (unsigned k = 0; k < CG_NUM_LISTS; k++) {
      const struct cg_list *l = cg_list_of((struct cg_block *)last, k);
      for (uint32_t q = 0; q < l->n; q++, r->pos++) {
         const struct usc_instr *i = usc_instr_at(l, q);
         uint32_t first;
         if (moves_to_row(r->m, &i->g, r->row, &first) && first == r->other)
            r->moved |= 1u << (i->g.dst[0].index - r->row);
         usc_refs(r->m, i, note_row_ref, r);
      }
   }
   for (unsigned k = 0; k < 4; k++) {
      const bool same = r->moved >> k & 1 && r->writes[k] == 1; /* both have the same value from then on */
      if (r->writes[k] && (same ? r->made[k] : r->read[k]) > r->written[k])
         return false;
   }
   return r->moved != 0;
}

static void drop_self_moves(struct cg_list *l)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < l->n; k++) {
      const struct usc_group *g = &usc_instr_at(l, k)->g;
      if (!usc_is_plain_mov(g) || g->dst[0].bank != USC_VIRTUAL || !usc_same_reg(g->dst[0], g->src[0]))
         l->i[n++] = l->i[k];
   }
   l->n = n;
}

void usc_place_rows(struct usc_selection *c)
{
   struct cg_block *last = &c->m->p.blocks[c->m->p.num_blocks - 1];
   for (unsigned t = 0; t < 8 && c->opt->sched != USC_SCHED_NONE; t++) {
      if (!(c->color.rows >> t & 1) || c->in->out_late[SLOT_FRAG_COLOR + t] || usc_color_mask(c, t) != 15)
         continue;
      struct row r = {.m = c->m, .row = c->color.row[t], .pos = 1};
      r.other = find_place_for_row(c->m, &last->body, r.row);
      if (!has_room(c->m, r.row, r.other) || !can_place_row(&r, last))
         continue;
      for (unsigned k = 0; k < 4; k++)
         usc_coalesce(c, r.row + k, r.other + k);
      usc_rename_coalesced(c, last);
      drop_self_moves(&last->body);
   }
}

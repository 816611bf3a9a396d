/* SPDX-License-Identifier: MIT */
/*
 * Legality of a group. It follows from the tables of the ISA alone and does not depend on the code generator. Virtual registers
 * count as temporaries with any number, in the widest form, so a group that is legal before register allocation is legal after
 * it. Rules and their sources: docs/usc-encoding.md, "validity".
 */
#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_tables.h"

#include <string.h>

static const struct {
   const char *name, *text;
} violations[USC_NUM_VIOLATIONS] = {
#define V(id, text) {#id, text},
    USC_VIOLATIONS(V)
#undef V
};

const char *usc_violation_text(enum usc_violation v)
{
   return v < USC_NUM_VIOLATIONS ? violations[v].text : "?";
}
const char *usc_violation_name(enum usc_violation v)
{
   return v < USC_NUM_VIOLATIONS ? violations[v].name : "?";
}

#define INFO(g, unit) (&usc_op_info[(g)->op[unit]])

static enum usc_violation check_units(const struct usc_group *g)
{
   bool any = false;
   if (g->kind > USC_CONTROL)
      return USC_V_UNIT;
   for (unsigned s = 0; s < USC_GROUP_UNITS; s++) {
      if (!g->op[s])
         continue;
      any = true;
      if (g->op[s] >= USC_NUM_OPS)
         return USC_V_UNIT;
      const struct usc_op_info *info = INFO(g, s);
      if (info->kind != g->kind)
         return USC_V_UNIT;
      if (info->unit != s &&
          !(g->kind == USC_MAIN && s == USC_P1 && info->unit == USC_P0 && (info->flags & (USC_F_P1 | USC_F_COMPLEX))))
         return USC_V_UNIT;
   }
   if (!any)
      return USC_V_EMPTY;
   return usc_phases(g) < 0 ? USC_V_PHASES : USC_V_OK;
}

static bool is_short16(unsigned op)
{
   return (op - USC_OP_UADD8) / 3 & 1;
}

/* Operands of a sum of products: the first factor is always a register; the operand lists of the document limit the others. */
static bool sop_fits(const struct usc_group *g, enum usc_op op)
{
   const struct usc_sop *p = &g->sop;
   const unsigned n = usc_sop_args(g);
   const bool mad = n == 12, u8 = op == USC_OP_F16SOP_U8 || op == USC_OP_F16SOP_U8MAD;
   for (unsigned i = 0; i < n; i++) {
      const struct usc_sop_arg a = p->arg[i];
      const unsigned role = mad ? i % 3 : i % 2; /* first factor, second factor, addend */
      const bool wide_type = mad || u8;
      if (a.type > USC_SOP_U8 || a.elem > (a.type == USC_SOP_U8 ? 3 : a.type == USC_SOP_F16 ? 1 : 0))
         return false;
      if ((a.slot >= 6 && (role == 0 || (mad && a.slot == USC_SOP_Z))) || (a.slot >= 6 && a.type))
         return false;
      if ((a.neg && role == 1) || (a.oneminus && role != 1) || (a.flr && (!mad || role == 1)) ||
          ((a.abs || a.clamp || a.type == USC_SOP_U8) && !wide_type) || (a.clamp && mad && role == 0))
         return false;
   }
   if (p->jop >= USC_NUM_SOP_OPS || p->kop >= USC_NUM_SOP_OPS || p->jout > 2 || p->kout > 2 || p->u8 != u8 || p->wide > 1 ||
       p->zabs > 1 || p->zclamp > 1 || (!u8 && (p->zabs || p->zclamp)))
      return false;
   if (mad)
      return !p->jop && !p->kop && !p->jout && !p->kout && !p->wide && p->clamp < 16 && !p->jelem && !p->kelem;
   return p->clamp < 4 && p->jelem <= (u8 ? 3 : 1) && p->kelem <= (u8 ? 3 : 1) && (p->wide ? !u8 : p->jelem != p->kelem);
}

/* Smallest and largest value, by operation, of members whose bits have more codes than meanings. */
static const struct limit {
   uint8_t member, min, max;
} limits[USC_NUM_OPS][6] = {
    [USC_OP_PHAS_IMM] = {{USC_M_phas_rate, 0, 2}},
    [USC_OP_ST_TEXEL] = {{USC_M_w1, 1, 1}},
    [USC_OP_FITR] = {{USC_M_mode, 0, 2}},
    [USC_OP_FITRP] = {{USC_M_mode, 0, 2}},
    [USC_OP_SAVMSK] = {{USC_M_msk_mode, 0, 4}},
    [USC_OP_MOVMSK] = {{USC_M_msk_mode, 0, 4}},
    [USC_OP_MOVMSK_S] = {{USC_M_msk_mode, 0, 4}},
    [USC_OP_SMP] = {{USC_M_dim, 1, 3}},
    [USC_OP_ST] = {{USC_M_dsize, 0, 2}},
    [USC_OP_ST_R] = {{USC_M_dsize, 0, 2}},
    [USC_OP_BR] = {{USC_M_bpred, 0, USC_BPRED_ANYINST}},
    [USC_OP_CNDST] = {{USC_M_adjust, 0, 2}},
    [USC_OP_CNDEF] = {{USC_M_adjust, 0, 2}},
    [USC_OP_CNDSM] = {{USC_M_adjust, 0, 0}},
    [USC_OP_CNDLT] = {{USC_M_adjust, 1, 2}},
    [USC_OP_CNDEND] = {{USC_M_adjust, 1, 2}, {USC_M_pcnd, 0, 0}},
    [USC_OP_CNDSETL_A] = {{USC_M_adjust, 0, 0}, {USC_M_pcnd, 0, 0}},
    [USC_OP_CNDSETL_B] = {{USC_M_adjust, 0, 0}, {USC_M_pcnd, 0, 0}},
    [USC_OP_CNDLPC] = {{USC_M_adjust, 0, 0}, {USC_M_pcnd, 0, 0}},
    [USC_OP_WDF] = {{USC_M_drc, 0, 1}},
    [USC_OP_DITR] = {{USC_M_it_cidx, 0, 2},
                     {USC_M_it_widx, 0, 2},
                     {USC_M_it_sched, 0, 2},
                     {USC_M_mode, 0, 2},
                     {USC_M_it_dest, 0, USC_NUM_TEMPS - 1}},
    [USC_OP_ITRSMP] = {{USC_M_it_cidx, 0, 2},
                       {USC_M_it_widx, 0, 2},
                       {USC_M_it_sched, 0, 2},
                       {USC_M_mode, 0, 2},
                       {USC_M_it_dest, 0, USC_NUM_TEMPS - 1},
                       {USC_M_dim, 1, 3}}, /* 0 is not a dimension */
};

static bool within_limits(const struct usc_group *g, unsigned unit)
{
   const struct limit *l = limits[g->op[unit]];
   for (unsigned i = 0; i < 6 && l[i].member; i++) {
      const uint32_t v = usc_member_get(g, (enum usc_member)l[i].member, (enum usc_group_unit)unit);
      if (v < l[i].min || v > l[i].max)
         return false;
   }
   return true;
}

/* Saturation, low precision and carry in are legal only with an operation that has them. */
static bool alu_fields(const struct usc_group *g)
{
   const enum usc_op p0 = (enum usc_op)g->op[USC_P0], p1 = (enum usc_op)g->op[USC_P1];
   return (!g->sat0 || usc_op_has_member(p0, USC_M_SAT)) && (!g->lp0 || usc_op_has_member(p0, USC_M_LP)) &&
          (!g->sat1 || usc_op_has_member(p1, USC_M_SAT)) && (!g->lp1 || usc_op_has_member(p1, USC_M_LP)) &&
          (!g->cin || usc_op_has_member(p0, USC_M_cin));
}

static enum usc_violation check_test_fields(const struct usc_group *g)
{
   if (g->tst_op >= USC_NUM_TST_OPS || g->tst_type >= USC_NUM_TST_TYPES || (g->tst_op == USC_TST_C && g->tst_elem))
      return USC_V_FIELD;
   if (!g->tst_f16 && !g->tst_rhs)
      return USC_V_OK;
   /* f16 halves are operands of an f32 test; a second element is named only where it differs from the first */
   if ((g->tst_f16 && g->tst_type != USC_T_F32) || g->tst_rhs == g->tst_elem + 1)
      return USC_V_FIELD;
   /* tests of one operand, and tstc, which has no operand */
   if (g->tst_op <= USC_TST_C && (g->tst_f16 > (g->tst_op < USC_TST_C) || g->tst_rhs))
      return USC_V_FIELD;
   if (g->tst_f16 && (g->tst_op == USC_TST_GZ || g->tst_op == USC_TST_GEZ))
      return USC_V_MODIFIER; /* documented for TSTZ only */
   return USC_V_OK;
}

static bool pack_fields(const struct usc_group *g)
{
   if (g->op[USC_PCK] == USC_OP_PCK && (!usc_fmt_name[g->pck_fmt] || (g->pck_prog && g->pck_fmt)))
      return false;
   return g->op[USC_P0] != USC_OP_UNPCK ||
          (usc_fmt_name[g->upk_fmt] && g->upk_fmt != USC_FMT_COV && g->upk_fmt < USC_FMT_CONST0);
}

static bool backend_fields(const struct usc_group *g)
{
   if (g->sel_a > 5 || g->sel_b > 5 || g->sel_c > 5 || g->sel_d > 5)
      return false;
   switch (g->op[USC_BE]) {
   case USC_OP_NONE: return true;
   case USC_OP_SMP:
      /* per-pixel LOD only where the mode takes one; info replaces the colour and is one channel (documented) */
      if ((g->pplod && g->lodm != USC_LODM_BIAS && g->lodm != USC_LODM_REPLACE) || (g->sbmode >= 2 && g->chan != 1))
         return false;
      break;
   case USC_OP_ST:
   case USC_OP_ST_R:
      if (g->sel_c && !g->tiled)
         return false;
      break;
   default: break;
   }
   return within_limits(g, USC_BE);
}

static enum usc_violation check_main_fields(const struct usc_group *g)
{
   if (!alu_fields(g))
      return USC_V_FIELD;
   if (g->op[USC_TST]) {
      const enum usc_violation v = check_test_fields(g);
      if (v)
         return v;
   }
   if ((g->op[USC_PCK] == USC_OP_FADD2 || g->op[USC_PCK] == USC_OP_FMUL2) && g->fte_mod & USC_MOD_NEG)
      return USC_V_MODIFIER;
   if (!pack_fields(g) || g->is0 > 5 || g->is1 > 1 || g->is2 > 1 || g->is3 > 3 || g->is4 > 3 || g->is5 > 3)
      return USC_V_FIELD;
   const unsigned f0 = INFO(g, USC_P0)->flags, f1 = INFO(g, USC_P1)->flags;
   if ((f0 | f1) & USC_F_SOP) /* its operands share memory with the members of the backend */
      return sop_fits(g, (enum usc_op)g->op[f0 & USC_F_SOP ? USC_P0 : USC_P1]) ? USC_V_OK : USC_V_FIELD;
   return backend_fields(g) ? USC_V_OK : USC_V_FIELD;
}

static enum usc_violation check_control_fields(const struct usc_group *g)
{
   if (!within_limits(g, USC_CTRL))
      return USC_V_FIELD;
   if (g->op[USC_CTRL] == USC_OP_BR && !g->has_label && (g->target & 1))
      return USC_V_BRANCH;
   /* the second part of itrsmp, which the third one needs, has a count */
   if (g->op[USC_CTRL] == USC_OP_ITRSMP && !g->count && (g->comparison || g->it_cidx || g->it_widx || g->mode > 1))
      return USC_V_FIELD;
   return USC_V_OK;
}

static bool bitwise_fields(const struct usc_group *g)
{
   if ((g->op[USC_COUNT] == USC_OP_FTB_SHI && g->csrc) || (g->op[USC_COUNT] == USC_OP_FTB_MSB && !g->csrc))
      return false; /* documented: S2 only, FT2 only */
   return (g->op[USC_MASK] != USC_OP_BM_IMM16 || g->imm <= 0xffff) &&
          (g->op[USC_LOGIC] != USC_OP_LOGIC_BYP || (!g->mska && !g->mskb));
}

static enum usc_violation check_fields(const struct usc_group *g)
{
   if (!usc_fields_fit(g))
      return USC_V_FIELD;
   switch (g->kind) {
   case USC_MAIN: return check_main_fields(g);
   case USC_CONTROL: return check_control_fields(g);
   default: return bitwise_fields(g) ? USC_V_OK : USC_V_FIELD;
   }
}

/* True if the operation that owns the source slot can encode the modifiers and the element of its operand. */
static bool modifiers_fit(const struct usc_group *g, unsigned slot, struct usc_opd o)
{
   static const struct {
      uint8_t at, elem,
          mods; /* the member of the first modifier, that of the element, and the modifiers in the order of their members */
   } operand[3] = {{USC_M_A_NEG - 64, USC_M_A_ELEM - 64, USC_MOD_NEG | USC_MOD_ABS | USC_MOD_FLR | USC_MOD_F16},
                   {USC_M_B_NEG - 64, USC_M_B_ELEM - 64, USC_MOD_NEG | USC_MOD_ABS},
                   {USC_M_C_NEG - 64, USC_M_C_ELEM - 64, USC_MOD_NEG | USC_MOD_ABS | USC_MOD_FLR}};
   if (g->kind != USC_MAIN)
      return false;
   const unsigned op = g->op[slot < 3 ? USC_P0 : USC_P1], flags = usc_op_info[op].flags;
   const uint64_t m = usc_op_members[1][op];
   const unsigned mod = m >> operand[slot % 3].at & operand[slot % 3].mods;
   unsigned elem = 0; /* the last one: of four bytes, or of two halves in 16-bit operations */
   if (m >> operand[slot % 3].elem & 1)
      elem = flags & USC_F_COMPLEX || (flags & USC_F_SHORT && is_short16(op)) ? 1 : 3;
   return !(o.mod & ~mod) && !(o.elem & ~elem) && !(o.elem && mod & USC_MOD_F16 && !(o.mod & USC_MOD_F16));
}

/* Checks the operand in source slot i, which is not empty. dest: a backend operation writes to it. */
static enum usc_violation check_source(const struct usc_group *g, unsigned i, bool dest)
{
   const struct usc_opd o = g->src[i];
   if (o.bank >= USC_NUM_BANKS)
      return USC_V_SLOT_WIDTH;
   if (!(usc_opd_slots(o) >> i & 1))
      return USC_V_SLOT_BANK;
   if ((o.mod | o.elem) && !modifiers_fit(g, i, o))
      return USC_V_MODIFIER;
   if (o.idx && ((o.idx + 1) & 2) == 0) /* idx0 or idx1 */
      return USC_V_SLOT_WIDTH;
   if ((o.bank == USC_TEMP || o.bank == USC_VTX) && !o.idx && o.index >= USC_NUM_TEMPS)
      return USC_V_SLOT_WIDTH;
   if ((o.bank == USC_PIXOUT || o.bank == USC_DC) && !o.idx)
      return USC_V_SLOT_WIDTH;
   /* documented: internal registers cannot be targets of DMA or iteration; constants and special registers cannot be written */
   if (dest && (o.bank == USC_SPECIAL || o.bank == USC_IDX || o.bank == USC_PIXOUT))
      return USC_V_DMA_REGISTER;
   if (o.bank == USC_SPECIAL && o.index >= 36 && o.index < 44 && usc_group_dma_slots(g) >> i & 1)
      return USC_V_DMA_REGISTER; /* documented: internal registers are not for DMA operations */
   return USC_V_OK;
}

static enum usc_violation check_sources(const struct usc_group *g)
{
   const unsigned dests = g->kind == USC_MAIN ? usc_backend_dest_slots(g) : 0;
   const unsigned needed = g->kind == USC_BITWISE ? 0 : usc_group_reads(g) | dests;
   for (unsigned i = 0; i < 6; i++) {
      const struct usc_opd *o = &g->src[i];
      enum usc_violation v = USC_V_OK;
      if (usc_opd_is_plain(o)) /* it may be in any place */
         continue;
      if (o->bank)
         v = check_source(g, i, dests >> i & 1);
      else if (needed >> i & 1)
         v = USC_V_MISSING;
      else if (o->mod | o->elem)
         v = USC_V_MODIFIER;
      if (v)
         return v;
   }
   return USC_V_OK;
}

/* Checks the destination of result n by itself. */
static enum usc_violation check_dest(const struct usc_group *g, unsigned n)
{
   const struct usc_opd o = g->dst[n];
   if (o.bank >= USC_NUM_BANKS || o.bank == USC_DC)
      return USC_V_DEST;
   if (o.mod || o.elem) { /* an f16 result in one half or both */
      if (g->kind != USC_MAIN || n || o.mod != USC_MOD_F16 || !o.elem || o.elem > 3 ||
          !(usc_op_has_member((enum usc_op)g->op[USC_P0], USC_M_D_F16) ||
            usc_op_has_member((enum usc_op)g->op[USC_P1], USC_M_D_F16)))
         return USC_V_DEST;
   }
   uint32_t bits;
   if (!o.bank)
      return USC_V_OK;
   if (o.bank == USC_SPECIAL && usc_constant_bits(o.index, &bits))
      return USC_V_DEST;
   if ((o.bank == USC_TEMP || o.bank == USC_VTX) && !o.idx && o.index >= USC_NUM_TEMPS)
      return USC_V_DEST_WIDTH;
   if ((o.bank == USC_PIXOUT || o.bank == USC_DC) && !o.idx)
      return USC_V_DEST_WIDTH;
   uint32_t raw[2];
   struct usc_opd direct = o; /* a dimension is legal although it has no encoding */
   direct.idx &= 3;
   return usc_raw_of(direct, &raw[0], &raw[1]) ? USC_V_OK : USC_V_DEST_WIDTH;
}

static enum usc_violation check_dests(const struct usc_group *g)
{
   const unsigned be = g->kind == USC_MAIN ? g->op[USC_BE] : 0;
   for (unsigned i = 0; i < 2; i++) {
      const enum usc_violation v = usc_opd_is_plain(&g->dst[i]) ? USC_V_OK : check_dest(g, i);
      if (v)
         return v;
      if (!g->dst[i].bank)
         continue;
      if (g->kind == USC_CONTROL) {
         if (i || (!(INFO(g, USC_CTRL)->flags & (USC_F_COND | USC_F_WOUT))))
            return USC_V_DEST;
      } else if (be && usc_phases(g) == 2 && !(INFO(g, USC_BE)->flags & USC_F_WOUT)) {
         return USC_V_BACKEND_DEST;
      }
   }
   if (g->dst[0].bank && g->dst[1].bank && usc_same_reg(g->dst[0], g->dst[1]))
      return USC_V_SAME_DEST;
   /* assumed[index-order]: the index of one output may be read before or after the other output is written */
   for (unsigned i = 0; i < 2; i++)
      if (g->dst[i].idx && g->dst[!i].bank == USC_IDX && g->dst[!i].index == usc_opd_idx(g->dst[i]))
         return USC_V_INDEX_DEST;
   return USC_V_OK;
}

/*
 * A pack, an output and a move to W1 may share a group with a complex operation (ISR 2 and 3). If that is in P1 (optional
 * cores), an operation in P0 may too, except 32-bit and 64-bit integers. A range reduction is always alone. Only the complex
 * operation by itself has a public encoding.
 */
static enum usc_violation check_complex(const struct usc_group *g)
{
   const unsigned f0 = INFO(g, USC_P0)->flags, f1 = INFO(g, USC_P1)->flags;
   const bool sop = f0 & USC_F_SOP, sop_mov = g->op[USC_MOV] == USC_OP_SOPMOV || g->op[USC_MOV] == USC_OP_SOPU8MADMOV;
   if (f1 & USC_F_COMPLEX) {
      if (f1 & USC_F_WOUT || f0 & (USC_F_INT | USC_F_HI) || (f0 & USC_F_COMPLEX && !sop))
         return USC_V_COMPLEX;
   } else if (g->op[USC_P1]) {
      return USC_V_COMPLEX;
   }
   if (g->op[USC_TST] || (g->op[USC_MOV] && !sop_mov) || (sop && g->op[USC_BE]))
      return USC_V_COMPLEX;
   if (f0 & USC_F_WOUT && !sop && usc_phases(g) != 0)
      return USC_V_COMPLEX;
   if (sop_mov && (!sop || (g->op[USC_P0] == USC_OP_F16SOP_MAD) ||
                   (g->op[USC_MOV] == USC_OP_SOPU8MADMOV) != (g->op[USC_P0] == USC_OP_F16SOP_U8MAD)))
      return USC_V_COMPLEX;
   return USC_V_OK;
}

static enum usc_violation check_main(const struct usc_group *g)
{
   const bool complex0 = INFO(g, USC_P0)->flags & USC_F_COMPLEX, complex1 = INFO(g, USC_P1)->flags & USC_F_COMPLEX;
   if (complex0 || complex1) {
      const enum usc_violation r = check_complex(g);
      if (r)
         return r;
   } else if (g->op[USC_MOV] > USC_OP_MOVC) {
      return USC_V_UNIT; /* the move of a sum of products without the sum */
   }
   if (g->op[USC_BE] == USC_OP_SMP && !usc_texture_modes_fit(g))
      return USC_V_TEXTURE;
   if ((INFO(g, USC_BE)->flags & USC_F_WOUT) && usc_phases(g) != 2)
      return USC_V_BACKEND_ALONE;
   if (g->op[USC_MOV] == USC_OP_MOVC && !g->op[USC_TST])
      return USC_V_MOVC_TEST;
   const unsigned sel = usc_main_selects(g);
   if (g->op[USC_PCK] && (g->is3 == USC_FT2 && g->pck_fmt < USC_FMT_CONST0))
      return USC_V_IS_SELECT;
   const bool ft0 = (g->op[USC_P0] && !complex0) || g->op[USC_PCK] == USC_OP_TOF64, ft1 = g->op[USC_P1] && !complex1;
   if ((sel & 1u << USC_FT0 && !ft0) || (sel & 1u << USC_FT1 && !ft1) || (sel & 1u << USC_FT2 && !g->op[USC_PCK]))
      return USC_V_IS_SELECT;
   /* a repeated group has one phase, whose operands step; constants and index registers have no documented step */
   if (usc_rpt(g) > 1) {
      const int phases = usc_phases(g);
      const bool one = (phases == 0 && !(INFO(g, USC_P0)->flags & (USC_F_COMPLEX | USC_F_INT | USC_F_SHORT | USC_F_NOENC))) ||
                       (phases == 1 && !g->op[USC_TST] && (!g->op[USC_PCK] || g->op[USC_PCK] == USC_OP_PCK)) ||
                       (phases == 2 && g->op[USC_BE] == USC_OP_UVSW_WRITE);
      if (!one)
         return USC_V_REPEAT;
      for (unsigned i = 0; i < 6; i++) {
         uint32_t bits;
         if ((g->src[i].bank == USC_SPECIAL && usc_constant_bits(g->src[i].index, &bits) && usc_group_src_count(g, i)) ||
             g->src[i].bank == USC_IDX || g->src[i].idx)
            return USC_V_REPEAT;
      }
      if (g->dst[0].bank == USC_IDX || g->dst[0].idx || g->dst[1].bank)
         return USC_V_REPEAT;
   }
   return USC_V_OK;
}

static enum usc_violation check_control(const struct usc_group *g)
{
   const struct usc_op_info *info = INFO(g, USC_CTRL);
   if (g->end && g->op[USC_CTRL] != USC_OP_NOP)
      return USC_V_CONTROL_END;
   if ((info->flags & USC_F_NOPRED) && g->cc != USC_CC_PE)
      return USC_V_PREDICATE;
   if (g->op[USC_CTRL] == USC_OP_BPRET && g->cc != USC_CC_IGNOREPE) /* documented: "always" */
      return USC_V_PREDICATE;
   if (usc_rpt(g) > 1)
      return USC_V_REPEAT;
   return g->atom ? USC_V_FIELD : USC_V_OK;
}

enum usc_violation usc_check_rules(const struct usc_group *g)
{
   enum usc_violation r = check_units(g);
   if (!r)
      r = check_fields(g);
   if (!r)
      r = check_sources(g);
   if (!r)
      r = check_dests(g);
   if (!r)
      r = g->kind == USC_MAIN ? check_main(g) : g->kind == USC_CONTROL ? check_control(g) : USC_V_OK;
   if (!r && g->kind == USC_BITWISE && usc_rpt(g) > 1)
      r = USC_V_REPEAT;
   if (!r && (usc_group_is_far(g) || usc_opd_is_far(g->dst[0]) || usc_opd_is_far(g->dst[1])))
      r = USC_V_DIRECT;
   return r;
}

enum usc_violation usc_check(const struct usc_group *g)
{
   static const struct usc_found none = {0};
   struct usc_shape shape;
   const enum usc_violation v = usc_check_rules(g);
   if (v)
      return v;
   if (g->kind != USC_BITWISE)
      return usc_measure(g, &none, true, &shape); /* operand forms, decode assist, size */
   const struct usc_group norm = usc_normal(g); /* units that usc_normal() adds have fields of their own */
   return usc_measure(&norm, &none, false, &shape);
}

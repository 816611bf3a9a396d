/* SPDX-License-Identifier: MIT */
/*
 * Facts about a group that follow from the tables: the source slots and registers that it reads, the drivers of its outputs,
 * requests and their targets, predicates, and the header. The scheduler derives its dependencies from them.
 */
#include "backend-usc/isa/usc_tables.h"

#include <string.h>

#define OPF(g, unit) (usc_op_info[(g)->op[unit]].flags)

struct usc_group usc_normal(const struct usc_group *g)
{
   struct usc_group n = *g;
   if (n.kind == USC_BITWISE) {
      if (!n.op[USC_MASK])
         n.op[USC_MASK] = USC_OP_BM_BYP;
      if (!n.op[USC_SHIFT1])
         n.op[USC_SHIFT1] = USC_OP_SH1_BYP;
      if (!n.op[USC_COUNT])
         n.op[USC_COUNT] = USC_OP_CNT_BYP;
      if (n.op[USC_TEST] && !n.op[USC_SHIFT2])
         n.op[USC_SHIFT2] = USC_OP_LSL2;
   }
   return n;
}

bool usc_group_reads_w(const struct usc_group *g, unsigned n)
{
   if (g->dst[n].bank)
      return true;
   return g->kind == USC_MAIN && (OPF(g, USC_BE) & USC_F_W) && (g->op[USC_BE] == USC_OP_DEPTHF ? 0 : g->w1) == n;
}

unsigned usc_driven(const struct usc_group *g)
{
   if (g->kind != USC_MAIN)
      return 0;
   const unsigned f = OPF(g, USC_P0) | OPF(g, USC_P1);
   unsigned m = f & USC_F_COMPLEX ? f & USC_F_WOUT ? 3 : 1 : 0;
   if (g->op[USC_MOV] == USC_OP_SOPMOV || g->op[USC_MOV] == USC_OP_SOPU8MADMOV)
      m |= 2;
   return OPF(g, USC_BE) & USC_F_WOUT ? 3 : m;
}

static bool one_operand_test(const struct usc_group *g)
{
   return g->tst_op <= USC_TST_GEZ;
}

/* Feed-through lines that a main group selects, as a mask of 1 << USC_FTn. */
static unsigned main_selects(const struct usc_group *g)
{
   unsigned m = 0;
   const bool no_source = g->pck_fmt == USC_FMT_CONST0 || g->pck_fmt == USC_FMT_CONST1;
   if (g->op[USC_PCK] && g->op[USC_PCK] != USC_OP_PCK) {
      m |= 1u << g->is3 | (g->op[USC_PCK] == USC_OP_TOF64 ? 0 : 1u << USC_FTE);
   } else if (g->op[USC_PCK]) {
      if (g->pck_prog)
         m |= 1u << g->is3 | 1u << USC_FTE;
      else if (!no_source)
         m |= 1u << g->is3;
   }
   if (g->op[USC_TST] && g->tst_op != USC_TST_C) {
      m |= 1u << (g->is1 ? USC_FTE : USC_FT0);
      if (!one_operand_test(g))
         m |= 1u << (g->is2 ? USC_FTE : USC_FT1);
   }
   const unsigned driven = usc_driven(g); /* outputs that an operation drives itself, without a select */
   const bool w0 = !(driven & 1) && usc_group_reads_w(g, 0), w1 = !(driven & 2) && usc_group_reads_w(g, 1);
   if (g->op[USC_MOV] == USC_OP_MOV) {
      if (w0 && g->mov_mask)
         m |= 1u << g->mov_w0;
      if (w0 && g->mov_mask != 0xf)
         m |= 1u << g->is4;
      if (w1)
         m |= 1u << g->mov_w1 | 1u << g->is5;
   } else if (g->op[USC_MOV] == USC_OP_MOVC) {
      if (w0)
         m |= (g->mov_mask ? 1u << g->mov_w0 : 0) | 1u << g->is4;
      if (w1)
         m |= 1u << g->mov_w1 | 1u << g->is5;
   } else {
      m |= (w0 ? 1u << g->is4 : 0) | (w1 ? 1u << g->is5 : 0);
   }
   return m;
}

unsigned usc_main_selects(const struct usc_group *g)
{
   return g->kind == USC_MAIN ? main_selects(g) : 0;
}

bool usc_group_reads_fte(const struct usc_group *g)
{
   if (g->kind != USC_MAIN)
      return false;
   if (OPF(g, USC_P0) & USC_F_EXT4)
      return true; /* the fourth operand */
   if (!g->op[USC_PCK] && !g->op[USC_TST] && !g->op[USC_MOV] && g->is4 != USC_FTE && g->is5 != USC_FTE)
      return false; /* in most groups nothing can select it */
   return !(OPF(g, USC_P0) & USC_F_HI) && (main_selects(g) & 1u << USC_FTE);
}

/* Source slots that a backend operation reads or takes an address from. */
static unsigned backend_slots(const struct usc_group *g)
{
   unsigned m = usc_op_info[g->op[USC_BE]].sources;
   switch (g->op[USC_BE]) {
   case USC_OP_UVSW_WRITE_R:
   case USC_OP_UVSW_WRITE_EMIT_ENDTASK_R:
   case USC_OP_MOVMSK_S:
   case USC_OP_IDF: return m | 1u << (g->sel_a & 7);
   case USC_OP_PHAS: return m | 1u << (g->sel_a & 7) | 1u << (g->sel_b & 7);
   case USC_OP_PHAS_IMM: return m | 1u << (g->sel_b & 7);
   case USC_OP_LD: return m | 1u << (g->sel_a & 7);
   case USC_OP_LD_R: return m | 1u << (g->sel_a & 7) | 1u << (g->sel_b & 7);
   case USC_OP_ST: return m | 1u << (g->sel_a & 7) | 1u << (g->sel_d & 7) | (g->tiled ? 1u << (g->sel_c & 7) : 0);
   case USC_OP_ST_R:
      return m | 1u << (g->sel_a & 7) | 1u << (g->sel_d & 7) | 1u << (g->sel_b & 7) | (g->tiled ? 1u << (g->sel_c & 7) : 0);
   case USC_OP_SMP:
      /* S3 is the shared LOD, which is read only if the group names one (c0 = none); S4 is the destination, except of a
         write */
      return m | (g->src[3].bank && !usc_same_reg(g->src[3], usc_c(0)) ? 8u : 0) | (g->wrt ? 0 : 16u);
   default:
      if (g->op[USC_BE] >= USC_OP_ATOM_ADD && g->op[USC_BE] <= USC_OP_ATOM_XOR)
         m |= 1u << (g->sel_a & 7) | 1u << (g->sel_d & 7);
      return m;
   }
}

unsigned usc_backend_slots(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_BE] ? backend_slots(g) : 0;
}

unsigned usc_backend_dest_slots(const struct usc_group *g)
{
   switch (g->op[USC_BE]) {
   case USC_OP_FITR:
   case USC_OP_FITRP:
   case USC_OP_LD:
   case USC_OP_LD_R: return 1u << 3;
   case USC_OP_SMP: return g->wrt ? 0 : 1u << 4;
   default: return g->op[USC_BE] >= USC_OP_ATOM_ADD && g->op[USC_BE] <= USC_OP_ATOM_XOR ? 1u << (g->sel_d & 7) : 0;
   }
}

/* Slots that a load or an atomic operation reads; one of them may be the slot of its destination too. */
static unsigned address_slots(const struct usc_group *g)
{
   const unsigned op = g->op[USC_BE];
   if (op == USC_OP_LD || (op >= USC_OP_ATOM_ADD && op <= USC_OP_ATOM_XOR))
      return 1u << (g->sel_a & 7);
   return op == USC_OP_LD_R ? 1u << (g->sel_a & 7) | 1u << (g->sel_b & 7) : 0;
}

/* True if the members of the backend hold operands of a sum of products. */
static bool has_sop(const struct usc_group *g)
{
   return g->kind == USC_MAIN && ((OPF(g, USC_P0) | OPF(g, USC_P1)) & USC_F_SOP);
}

static unsigned bitwise_reads(const struct usc_group *g0)
{
   const struct usc_group n = usc_normal(g0), *g = &n;
   const bool logic = g->op[USC_LOGIC] && g->op[USC_LOGIC] != USC_OP_LOGIC_BYP;
   const bool chain = g->dst[0].bank || g->op[USC_SHIFT2] || g->op[USC_TEST]; /* the result of the last stage is used */
   const bool ft5 = g->dst[0].bank || (g->op[USC_TEST] && !g->tsrc);
   const bool count = g->dst[1].bank || (g->op[USC_TEST] && g->tsrc) || (ft5 && g->op[USC_SHIFT2] == USC_OP_ASR_FTB);
   const bool ft4 = g->op[USC_SHIFT2] ? ft5 : chain;
   const bool ft1 = logic ? ft4 && (g->mska || g->mskb) : ft4;
   const bool ft0 = ft5 && g->op[USC_SHIFT2] == USC_OP_ASR_MTB;
   const bool ft2 = (ft4 && logic) || (count && g->csrc);
   unsigned m = 0;
   if (g->op[USC_MASK] == USC_OP_BM_MSK)
      m |= ft0 || ft1 ? 3u : 0;
   else
      m |= (ft0 ? 1u : 0) | (ft1 && g->op[USC_MASK] == USC_OP_BM_BYP ? 2u : 0);
   if (ft2)
      m |= usc_op_info[g->op[USC_SHIFT1]].sources;
   if (count && !g->csrc)
      m |= 4;
   if (ft4 && logic)
      m |= 8;
   if (ft5 && g->op[USC_SHIFT2])
      m |= 16;
   return m;
}

unsigned usc_group_reads(const struct usc_group *g)
{
   unsigned m = 0;
   if (usc_is_simple(g))
      return usc_op_info[g->op[USC_P0]].sources;
   if (g->kind == USC_BITWISE)
      return bitwise_reads(g);
   if (g->kind == USC_CONTROL)
      return usc_op_info[g->op[USC_CTRL]].sources;
   m = usc_alu_slots(g);
   if (g->op[USC_BE])
      m |= (backend_slots(g) & ~usc_backend_dest_slots(g)) | address_slots(g);
   return m & 0x3f;
}

unsigned usc_alu_slots(const struct usc_group *g)
{
   unsigned m = 0;
   if (g->op[USC_P0]) {
      m |= usc_op_info[g->op[USC_P0]].sources;
      if (g->op[USC_P0] == USC_OP_FRED && !g->red_part && !g->red_iter)
         m &= ~8u; /* part A of iteration 0 has no input from an earlier part */
   }
   if (g->op[USC_P1])
      m |= (unsigned)usc_op_info[g->op[USC_P1]].sources << 3;
   m |= usc_op_info[g->op[USC_MOV]].sources; /* a move beside a sum of products has a source of its own */
   if (usc_group_reads_fte(g))
      m |= 1u << g->is0 % 6;
   if (has_sop(g)) {
      const unsigned n = usc_sop_args(g);
      for (unsigned i = 0; i < n; i++)
         m |= g->sop.arg[i].slot == USC_SOP_Z ? 3u : g->sop.arg[i].slot < 6 ? 1u << g->sop.arg[i].slot : 0;
   }
   return m;
}

unsigned usc_sop_args(const struct usc_group *g)
{
   const unsigned op = OPF(g, USC_P0) & USC_F_SOP ? g->op[USC_P0] : g->op[USC_P1];
   return op == USC_OP_F16SOP_MAD || op == USC_OP_F16SOP_U8MAD ? 12 : 8;
}

const char *usc_no_encoding(const struct usc_group *g, const char **name)
{
   unsigned flags = 0, at = 0;
   for (unsigned s = 0; s < USC_GROUP_UNITS; s++)
      flags |= OPF(g, s);
   if (flags & USC_F_NOENC) {
      while (!(OPF(g, at) & USC_F_NOENC))
         at++;
      *name = usc_op_info[g->op[at]].name;
      return g->op[at] == USC_OP_FADD2 || g->op[at] == USC_OP_FMUL2 ? " in phase 2" : "";
   }
   if (g->kind == USC_MAIN && (flags & USC_F_COMPLEX) && (usc_phases(g) != 0 || (g->dst[1].bank && !(usc_driven(g) & 2)))) {
      *name = usc_op_info[g->op[OPF(g, USC_P0) & USC_F_COMPLEX ? USC_P0 : USC_P1]].name;
      return " with other operations in its group";
   }
   if (!(flags & USC_F_TEXT))
      return NULL;
   for (unsigned s = 0; s < USC_GROUP_UNITS; s++) {
      if (!(OPF(g, s) & USC_F_TEXT))
         continue;
      for (const struct usc_row *r = usc_op_info[g->op[s]].rows; r->row; r++)
         if (r->row == USC_ROW_TEXT && usc_member_get(g, (enum usc_member)r->member, (enum usc_group_unit)s)) {
            *name = usc_op_info[g->op[s]].name;
            return " with this modifier";
         }
      if (g->op[s] == USC_OP_TST && g->tst_op >= USC_TST_MIN) {
         *name = g->tst_op == USC_TST_MIN ? "tstmin" : "tstmax";
         return "";
      }
   }
   return NULL;
}

const char *usc_no_encoding_text(struct util_ctx *ctx, const struct usc_group *g)
{
   const char *name, *what = usc_no_encoding(g, &name);
   return what ? util_printf(ctx, "%s%s has no public encoding", name, what)
               : "an index with a dimension has no public encoding";
}

bool usc_group_reads_p0(const struct usc_group *g)
{
   return g->cc == USC_CC_P0 || g->cc == USC_CC_NOTP0 || (g->kind == USC_MAIN && g->cin) ||
          (g->kind == USC_BITWISE && g->op[USC_SHIFT2] == USC_OP_CPS) ||
          (g->kind == USC_CONTROL && (OPF(g, USC_CTRL) & USC_F_COND) && g->op[USC_CTRL] != USC_OP_CNDEND &&
           (g->pcnd == USC_PCND_P0 || g->pcnd == USC_PCND_NOTP0));
}

bool usc_group_writes_p0(const struct usc_group *g)
{
   unsigned flags = 0;
   for (unsigned s = 0; s < USC_GROUP_UNITS; s++)
      flags |= OPF(g, s);
   if (flags & USC_F_P0OUT)
      return true;
   return g->kind == USC_MAIN &&
          ((g->op[USC_TST] && g->tst_pwen) || ((g->op[USC_P0] == USC_OP_FRED || g->op[USC_P0] == USC_OP_GTA) && g->red_pwen) ||
           (g->op[USC_BE] == USC_OP_ATST && g->vis_pwen));
}

bool usc_group_writes_pe(const struct usc_group *g)
{
   return g->kind == USC_CONTROL && (OPF(g, USC_CTRL) & USC_F_COND);
}

bool usc_is_single(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_P0] &&
          !(g->op[USC_P1] | g->op[USC_PCK] | g->op[USC_TST] | g->op[USC_MOV] | g->op[USC_BE]) && g->rpt <= 1 &&
          !(g->end | g->atom | g->cin | g->dst[1].bank) && g->dst[0].bank && !(OPF(g, USC_P0) & (USC_F_COMPLEX | USC_F_HI));
}

bool usc_is_plain_mov(const struct usc_group *g)
{
   return g->op[USC_P0] == USC_OP_MBYP && usc_is_single(g) && !g->src[0].mod && g->cc == USC_CC_PE;
}

bool usc_group_is_drc(const struct usc_group *g, unsigned *drc)
{
   const unsigned unit = g->kind == USC_MAIN ? USC_BE : USC_CTRL;
   if (g->kind == USC_BITWISE || !(OPF(g, unit) & USC_F_DRC))
      return false;
   if (drc)
      *drc = g->drc;
   return true;
}

bool usc_group_waits(const struct usc_group *g, unsigned *drc)
{
   if (g->kind != USC_CONTROL)
      return false;
   *drc = g->drc & 1;
   if (g->op[USC_CTRL] == USC_OP_ITRSMP || g->op[USC_CTRL] == USC_OP_DITR)
      return g->it_sched == USC_IT_SCHEDWDF; /* assumed[schedwdf] */
   return g->op[USC_CTRL] == USC_OP_WDF;
}

bool usc_group_stores(const struct usc_group *g)
{
   const unsigned op = g->kind == USC_MAIN ? g->op[USC_BE] : 0;
   return op == USC_OP_ST || op == USC_OP_ST_R || (op >= USC_OP_ATOM_ADD && op <= USC_OP_ATOM_XOR);
}

bool usc_group_feeds_back(const struct usc_group *g)
{
   return g->kind == USC_MAIN && (g->op[USC_BE] == USC_OP_DEPTHF || (g->op[USC_BE] == USC_OP_ATST && !g->ifb));
}

bool usc_group_is_pixel_output(const struct usc_group *g)
{
   if (usc_opd_is_pixel(g->dst[0]) || usc_opd_is_pixel(g->dst[1]))
      return true;
   return g->kind == USC_MAIN && (g->op[USC_BE] == USC_OP_ST || g->op[USC_BE] == USC_OP_ST_R) && g->tiled;
}

bool usc_group_reads_quad(const struct usc_group *g)
{
   if (g->kind == USC_CONTROL)
      return g->op[USC_CTRL] == USC_OP_ITRSMP;
   return g->kind == USC_MAIN &&
          (((OPF(g, USC_P0) | OPF(g, USC_P1)) & USC_F_QUAD) || (g->op[USC_BE] == USC_OP_SMP && g->lodm <= USC_LODM_BIAS));
}

bool usc_group_async_dest(const struct usc_group *g, struct usc_opd *first, unsigned *count)
{
   if (g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_DITR) {
      *first = usc_r(g->it_dest);
      *count = g->f16 ? (g->count + 1u) / 2 : g->count;
      return true;
   }
   if (g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_ITRSMP) {
      /* src[3] holds the register while it is virtual */
      *first = g->src[3].bank ? g->src[3] : usc_r(g->it_dest);
      *count = g->f16 ? (g->chan + 1u) / 2 : g->chan;
      return true;
   }
   const unsigned m = g->kind == USC_MAIN ? usc_backend_dest_slots(g) : 0;
   if (!m)
      return false;
   unsigned s = 0;
   while (!(m >> s & 1))
      s++;
   if (s >= 6)
      return false;
   *first = g->src[s];
   switch (g->op[USC_BE]) {
   case USC_OP_SMP:
      /* raw data: four taps; info: seven words, twice where two levels are filtered (observed: pco_trans_nir.c, lower_smp); f16
         packs two channels into a register */
      *count = g->f16 ? (g->chan + 1u) / 2 : g->chan;
      if (g->sbmode & 1)
         *count *= 4;
      if (g->sbmode & 2)
         *count = (g->sbmode & 1 ? *count : 0) + USC_SMP_INFO;
      break;
   case USC_OP_LD_R: *count = 16; break; /* the largest length that the register can hold */
   case USC_OP_LD:
   case USC_OP_FITR:
   case USC_OP_FITRP: *count = g->count; break;
   default: *count = 1; break;
   }
   return true;
}

/* Words of the data block of a texture access (S1). */
static unsigned smp_words(const struct usc_group *g)
{
   unsigned n =
       g->dim + g->proj + g->array + g->comparison; /* the reference value follows the layer (assumed[comparison]) */
   if (g->lodm == USC_LODM_GRADIENT)
      n += 2u * g->dim;
   else if (g->pplod)
      n += 1;
   n += g->tao ? 2 : 0;
   n += g->soo || g->sno;
   n += g->wrt ? g->chan : 0;
   return n;
}

bool usc_texture_modes_fit(const struct usc_group *g)
{
   return !(g->integer && g->nncoords) && (!g->tao || g->pplod || g->lodm == USC_LODM_GRADIENT);
}

unsigned usc_group_src_count(const struct usc_group *g, unsigned slot)
{
   return usc_group_reads(g) >> slot & 1 ? usc_group_src_words(g, slot) : 0;
}

unsigned usc_group_src_words(const struct usc_group *g, unsigned slot)
{
   unsigned n = 1;
   if (g->kind == USC_MAIN && g->op[USC_BE]) {
      switch (g->op[USC_BE]) {
      case USC_OP_FITR:
      case USC_OP_FITRP: n = slot == 0 ? 4u * g->count : slot == 2 ? 4 : 1; break;
      case USC_OP_SMP: n = slot == 0 || slot == 2 ? 4 : slot == 1 ? smp_words(g) : 1; break;
      case USC_OP_IDF:
      case USC_OP_LD:
      case USC_OP_LD_R: n = slot == g->sel_a ? 2 : 1; break;
      case USC_OP_ST: n = slot == g->sel_d ? g->count : slot == g->sel_a ? 2 : 1; break;
      case USC_OP_ST_R: n = slot == g->sel_d ? 16 : slot == g->sel_a ? 2 : 1; break;
      default:
         if (g->op[USC_BE] >= USC_OP_ATOM_ADD && g->op[USC_BE] <= USC_OP_ATOM_XOR)
            n = 3;
         break;
      }
   }
   if (g->kind == USC_MAIN && g->op[USC_P0] == USC_OP_GTA && slot == 0)
      n = 4; /* the texture state */
   /* repetition steps the registers of sources; in unpck it steps the component instead */
   if (g->kind == USC_MAIN && usc_rpt(g) > 1 && g->op[USC_P0] != USC_OP_UNPCK)
      n = usc_rpt(g);
   return n;
}

unsigned usc_group_dma_slots(const struct usc_group *g)
{
   const unsigned op = g->kind == USC_MAIN ? g->op[USC_BE] : 0;
   switch (op) {
   case USC_OP_LD:
   case USC_OP_LD_R:
   case USC_OP_IDF: return 1u << (g->sel_a & 7);
   case USC_OP_ST:
   case USC_OP_ST_R: return 1u << (g->sel_d & 7) | 1u << (g->sel_a & 7) | (g->tiled ? 1u << (g->sel_c & 7) : 0);
   case USC_OP_SMP: return 2;
   case USC_OP_ST_TEXEL: return 4;
   default: return op >= USC_OP_ATOM_ADD && op <= USC_OP_ATOM_XOR ? 1u << (g->sel_a & 7) : 0;
   }
}

bool usc_group_is_far(const struct usc_group *g)
{
   bool far = false;
   for (unsigned s = 0; s < 6; s++)
      far |= usc_opd_is_far(g->src[s]);
   return far;
}

bool usc_group_reach(struct usc_group *g, unsigned n, uint32_t *base)
{
   uint32_t min = UINT32_MAX, max = 0;
   for (unsigned s = 0; s < 6; s++)
      if (usc_opd_is_far(g->src[s])) {
         min = g->src[s].index < min ? g->src[s].index : min;
         max = g->src[s].index > max ? g->src[s].index : max;
      }
   if (max - min > USC_MAX_DIRECT)
      return false;
   *base = min & ~(uint32_t)USC_MAX_DIRECT; /* neighbouring registers get the same base */
   if (max - *base > USC_MAX_DIRECT)
      *base = min;
   for (unsigned s = 0; s < 6; s++)
      if (usc_opd_is_far(g->src[s])) {
         g->src[s].index -= *base;
         g->src[s].idx = (uint8_t)(n + 1);
      }
   return true;
}

bool usc_group_has_effect(const struct usc_group *g)
{
   if (g->kind == USC_CONTROL)
      return true;
   if (g->end || g->atom)
      return true;
   return g->kind == USC_MAIN && (OPF(g, USC_BE) & USC_F_MEM);
}

bool usc_group_is_branch(const struct usc_group *g)
{
   return g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_BR;
}

bool usc_group_ends_run(const struct usc_group *g)
{
   if (usc_group_is_branch(g))
      return g->bpred == USC_BPRED_CC && (g->cc == USC_CC_PE || g->cc == USC_CC_IGNOREPE) && !g->link;
   if (g->kind == USC_CONTROL && (g->op[USC_CTRL] == USC_OP_LAPC || g->op[USC_CTRL] == USC_OP_BPRET))
      return true;
   return g->end || (g->kind == USC_MAIN && (g->op[USC_BE] == USC_OP_PHAS || g->op[USC_BE] == USC_OP_PHAS_IMM));
}

bool usc_group_equal(const struct usc_group *a, const struct usc_group *b)
{
   return memcmp(a, b, sizeof *a) == 0;
}

void usc_drop_fillers(struct usc_group *g)
{
   const unsigned used = usc_group_reads(g) | usc_backend_slots(g);
   for (unsigned i = 0; i < 6; i++) {
      struct usc_opd *o = &g->src[i];
      if (used >> i & 1 || (g->kind == USC_MAIN && g->op[USC_P0] == USC_OP_FRED && i == 3))
         continue;
      if (o->bank == USC_SPECIAL && !o->index && !o->mod && !o->elem)
         *o = usc_none();
   }
}

/* ---- shape in binary ----------------------------------------------------------------------------------------------------- */

bool usc_olchk_rule(const struct usc_group *g)
{
   if (g->olchk)
      return g->olchk == 1;
   bool pixel = usc_opd_is_pixel(g->dst[0]) || usc_opd_is_pixel(g->dst[1]);
   for (unsigned i = 0; i < 6; i++)
      pixel |= usc_opd_is_pixel(g->src[i]);
   return pixel;
}

bool usc_long_header(const struct usc_group *g)
{
   return g->kind != USC_MAIN || g->end || g->atom || usc_rpt(g) > 1 || g->cc >= USC_CC_IGNOREPE;
}

int usc_phases(const struct usc_group *g)
{
   if (g->kind == USC_CONTROL)
      return 0;
   if (g->kind == USC_BITWISE)
      return 1 | (g->op[USC_LOGIC] ? 2 : 0) | (g->op[USC_SHIFT2] || g->op[USC_TEST] ? 4 : 0);
   static const int8_t code[16] = {-1, 0, -1, 3, 1, 4, -1, 5, 2, -1, -1, -1, -1, 6, -1, 7};
   return code[(g->op[USC_P0] ? 1 : 0) | (g->op[USC_P1] ? 2 : 0) |
               (g->op[USC_PCK] || g->op[USC_TST] || g->op[USC_MOV] ? 4 : 0) | (g->op[USC_BE] ? 8 : 0)];
}

void usc_source_counts(const struct usc_group *g, unsigned *lower, unsigned *upper)
{
   *lower = *upper = 0;
   if (g->kind == USC_CONTROL && !usc_op_info[g->op[USC_CTRL]].sources)
      return;
   /* empty slots that the group reads are encoded as c0 */
   const unsigned zeros = g->kind == USC_BITWISE ? usc_group_reads(g) : 0;
   for (unsigned i = 0; i < 3; i++) {
      if (g->src[i].bank || (zeros >> i & 1))
         *lower = i + 1;
      if (g->src[3 + i].bank || (zeros >> (3 + i) & 1))
         *upper = i + 1;
   }
   if (g->kind == USC_MAIN && (g->is0 || usc_group_reads_fte(g))) {
      if (g->is0 < 3 && *lower < g->is0 + 1u)
         *lower = g->is0 + 1u;
      if (g->is0 >= 3 && *upper < g->is0 - 2u)
         *upper = g->is0 - 2u;
   }
   if (!*lower)
      *lower = 1;
   if (!*upper)
      *upper = 1;
}

unsigned usc_operand_form(const struct usc_group *g, enum usc_op op, unsigned num)
{
   switch (op) {
   case USC_OP_PCK: return g->pck_prog ? 2 : g->pck_fmt >= USC_FMT_CONST0;
   case USC_OP_TST: return g->tst_op == USC_TST_C ? 0 : g->tst_op < USC_TST_C ? 1 : 2;
   case USC_OP_MOV: /* the select of W1 is printed if it is not 0, even if nothing reads W1 */
      if (num)
         return num == 6 ? 2 : num == 3;
      return usc_group_reads_w(g, 1) || g->mov_w1 ? 2 : g->mov_mask != 0xf;
   case USC_OP_MOVC: return num == 5;
   default: return 0;
   }
}

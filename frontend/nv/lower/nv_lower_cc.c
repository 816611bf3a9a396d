/* SPDX-License-Identifier: MIT */
/*
 * Lowering of condition codes (2.X.4.3 and Table X.16 of NV_gpu_program4). Each flag of a component is an IR array of width 1.
 * Only flags that some test reads and some instruction may set have an array: nv_cc_scan finds them.
 */
#include "frontend/nv/lower/nv_lower.h"

/* The flags that each rule of Table X.16 depends on. */
static const uint8_t rule_flags[NV_CC_COUNT] = {
   [NV_CC_EQ] = 1 << NV_SF | 1 << NV_ZF,
   [NV_CC_GE] = 1 << NV_SF | 1 << NV_OF,
   [NV_CC_GT] = 1 << NV_SF | 1 << NV_OF | 1 << NV_ZF,
   [NV_CC_LE] = 1 << NV_SF | 1 << NV_OF | 1 << NV_ZF,
   [NV_CC_LT] = 1 << NV_SF | 1 << NV_OF | 1 << NV_ZF,
   [NV_CC_NE] = 1 << NV_SF | 1 << NV_ZF,
   [NV_CC_NAN] = 1 << NV_SF | 1 << NV_ZF,
   [NV_CC_LEG] = 1 << NV_SF | 1 << NV_ZF,
   [NV_CC_CF] = 1 << NV_CF,
   [NV_CC_NCF] = 1 << NV_CF,
   [NV_CC_OF] = 1 << NV_OF,
   [NV_CC_NOF] = 1 << NV_OF,
   [NV_CC_AB] = 1 << NV_CF | 1 << NV_ZF,
   [NV_CC_BLE] = 1 << NV_CF | 1 << NV_ZF,
   [NV_CC_SF] = 1 << NV_SF,
   [NV_CC_NSF] = 1 << NV_SF,
};

/* ---- flags that the program uses */

static void scan_test(struct nv_lower *l, const struct nv_cc_test *t, uint8_t mask)
{
   if (!t->present)
      return;
   for (unsigned c = 0; c < 4; c++)
      for (unsigned f = 0; f < NV_FLAGS; f++)
         if ((mask >> c & 1) && (rule_flags[t->rule] >> f & 1))
            l->cc.read[t->reg][t->swz[c]][f] = true;
}

/* Only integer additions set the overflow and carry flags. */
static bool is_int_add(const struct nv_instr *in)
{
   return in->type != NV_TYPE_F && (in->op == NV_OP_ADD || in->op == NV_OP_SUB || in->op == NV_OP_MAD || in->op == NV_OP_SAD);
}

void nv_cc_scan(struct nv_lower *l)
{
   for (uint32_t i = 0; i < l->p->num_instrs; i++) {
      const struct nv_instr *in = &l->p->instrs[i];
      uint8_t mask = nv_lower_mask(in);

      scan_test(l, &in->cond, 0xf);
      if (in->dst.present)
         scan_test(l, &in->dst.cc, mask);
      for (unsigned s = 0; s < in->num_src; s++)
         if (in->src[s].kind == NV_OPND_CC)
            scan_test(l, &in->src[s].cc, 0xf);
      for (unsigned c = 0; in->cc_update >= 0 && c < 4; c++)
         for (unsigned f = 0; f < NV_FLAGS; f++)
            if ((mask >> c & 1) && (f == NV_SF || f == NV_ZF || is_int_add(in)))
               l->cc.written[in->cc_update][c][f] = true;
   }
}

/* ---- flags */

static uint32_t flag_array(struct nv_lower *l, unsigned reg, unsigned c, unsigned flag)
{
   static const char *const flag_name[NV_FLAGS] = {"sf", "zf", "of", "cf"};
   uint32_t *array = &l->cc.array[reg][c][flag];

   if (*array == FE_NONE)
      *array = ir_array_new(l->fe.s, 1, 1, util_printf(l->fe.ctx, "cc%u.%c.%s", reg, "xyzw"[c], flag_name[flag]));
   return *array;
}

/* The initial value of a flag. Flags are clear, except that condition codes are EQ in the older languages. */
static unsigned initial_flag(const struct nv_lower *l, unsigned flag) { return flag == NV_ZF && (l->p->dialect & NV_D_ARB); }

void nv_cc_start(struct nv_lower *l)
{
   for (unsigned i = 0; i < 2 * 4 * NV_FLAGS; i++) {
      unsigned reg = i / (4 * NV_FLAGS), c = i / NV_FLAGS % 4, f = i % NV_FLAGS;

      l->cc.array[reg][c][f] = FE_NONE;
      if (initial_flag(l, f) && l->cc.read[reg][c][f] && l->cc.written[reg][c][f]) {
         const uint32_t array = flag_array(l, reg, c, f);
         fe_array_store(&l->fe, array, (struct fe_index){0}, fe_bit(&l->fe, 1));
      }
   }
}

/* A flag that no instruction sets keeps its initial value. */
static struct ir_src flag_load(struct nv_lower *l, unsigned reg, unsigned comp, unsigned flag)
{
   if (!l->cc.written[reg][comp][flag])
      return fe_bit(&l->fe, initial_flag(l, flag));
   return fe_array_load(&l->fe, flag_array(l, reg, comp, flag), (struct fe_index){0});
}

bool nv_cc_wants(const struct nv_lower *l, unsigned c, enum nv_flag flag)
{
   const int reg = l->cur.in->cc_update;

   return reg >= 0 && l->cc.read[reg][c][flag] && l->cc.written[reg][c][flag];
}

struct ir_src nv_cc_flag(struct nv_lower *l, enum nv_flag flag, enum nv_type type, struct ir_src v)
{
   struct fe_lower *f = &l->fe;
   struct ir_src zero;

   if (type == NV_TYPE_F && flag == NV_SF) /* negative or NaN */
      return fe_op1(f, IR_inot, fe_op2(f, IR_fge, v, fe_imm(f, 0)));
   if (type == NV_TYPE_F) { /* zero or NaN */
      zero = fe_op2(f, IR_feq, v, fe_imm(f, 0));
      return fe_op2(f, IR_ior, zero, fe_op2(f, IR_fne, v, v));
   }
   return fe_op2(f, flag == NV_SF ? IR_ilt : IR_ieq, v, fe_imm(f, 0));
}

void nv_cc_set(struct nv_lower *l, unsigned c, enum nv_flag flag, struct ir_src test, struct ir_src v)
{
   fe_array_store_if(&l->fe, flag_array(l, (unsigned)l->cur.in->cc_update, c, flag), (struct fe_index){0}, test, v);
}

/* ---- tests */

/*
 * The right column of Table X.16. If `of` is false, no instruction can set the overflow flag, and the formula omits it.
 */
static struct ir_src rule_value(struct nv_lower *l, unsigned rule, const struct ir_src flag[NV_FLAGS], bool of)
{
   struct fe_lower *f = &l->fe;
   struct ir_src s = flag[NV_SF], z = flag[NV_ZF], o = flag[NV_OF], c = flag[NV_CF];

   switch ((enum nv_cc_rule)rule) {
   case NV_CC_EQ: return fe_op2(f, IR_iand, fe_op1(f, IR_inot, s), z);
   case NV_CC_GE: return fe_op1(f, IR_inot, of ? fe_op2(f, IR_ixor, s, o) : s);
   case NV_CC_GT:
      s = fe_op1(f, IR_inot, s);
      s = of ? fe_op2(f, IR_ixor, s, o) : s;
      return fe_op2(f, IR_iand, s, fe_op1(f, IR_inot, z));
   case NV_CC_LE: return fe_op2(f, IR_ixor, s, of ? fe_op2(f, IR_ior, z, o) : z);
   case NV_CC_LT:
      s = fe_op2(f, IR_iand, s, fe_op1(f, IR_inot, z));
      return of ? fe_op2(f, IR_ixor, s, o) : s;
   case NV_CC_NE: return fe_op2(f, IR_ior, s, fe_op1(f, IR_inot, z));
   case NV_CC_FL: return fe_bit(f, 0);
   case NV_CC_TR: return fe_bit(f, 1);
   case NV_CC_NAN: return fe_op2(f, IR_iand, s, z);
   case NV_CC_LEG:
      s = fe_op1(f, IR_inot, s);
      return fe_op2(f, IR_ior, s, fe_op1(f, IR_inot, z));
   case NV_CC_CF: return c;
   case NV_CC_NCF: return fe_op1(f, IR_inot, c);
   case NV_CC_OF: return o;
   case NV_CC_NOF: return fe_op1(f, IR_inot, o);
   case NV_CC_AB: return fe_op2(f, IR_iand, c, fe_op1(f, IR_inot, z));
   case NV_CC_BLE: return fe_op2(f, IR_ior, fe_op1(f, IR_inot, c), z);
   case NV_CC_SF: return s;
   case NV_CC_NSF: return fe_op1(f, IR_inot, s);
   case NV_CC_COUNT: break;
   }
   util_bug(f->ctx, "unknown condition code rule %u", rule);
}

struct ir_src nv_test_component(struct nv_lower *l, const struct nv_cc_test *t, unsigned c)
{
   const unsigned reg = t->reg, comp = t->swz[c];
   bool of = l->cc.written[reg][comp][NV_OF];
   struct ir_src flag[NV_FLAGS] = {{0}};

   for (unsigned f = 0; f < NV_FLAGS; f++) {
      bool needless = f == NV_OF && !of && t->rule != NV_CC_OF && t->rule != NV_CC_NOF;

      if ((rule_flags[t->rule] >> f & 1) && !needless)
         flag[f] = flag_load(l, reg, comp, f);
   }
   return rule_value(l, t->rule, flag, of);
}

struct ir_src nv_test_any(struct nv_lower *l, const struct nv_cc_test *t)
{
   struct ir_src any = {0};
   unsigned done = 0;

   if (t->rule == NV_CC_TR || t->rule == NV_CC_FL)
      return fe_bit(&l->fe, t->rule == NV_CC_TR);
   for (unsigned c = 0; c < 4; c++) {
      struct ir_src v;

      if (done >> t->swz[c] & 1)
         continue;
      done |= 1u << t->swz[c];
      v = nv_test_component(l, t, c);
      any = any.val ? fe_op2(&l->fe, IR_ior, any, v) : v;
   }
   return any;
}

/* SPDX-License-Identifier: MIT */
/* Writes the statements of NV_gpu_program4 and ARB programs. Dialects with jumps write blocks as labels and BRA. */
#include "frontend/nv/resolve/nv_resolve.h"
#include "tests/generate/nv.h"

#include <stdlib.h>
#include <string.h>

#define V(g) ((struct nv_gen *)(g))

const char *gen_nv_name(unsigned op) { return nv_op_info[op].name; }

/* ---- suffixes and modifiers */

struct modifiers {
   enum nv_type type;
   bool ntc;
};

/* Does the dialect allow the instruction with these suffixes? */
static bool allowed(const struct nv_gen *v, unsigned op, struct nv_raw_op raw)
{
   raw.op = (uint8_t)op;
   return nv_arb_op_allowed(v->dialect, &raw);
}

static void arb_suffixes(struct nv_gen *v, unsigned op)
{
   struct gen *g = &v->g;
   static const enum gen_modifier saturated[] = {GEN_SAT, GEN_SSAT};
   struct nv_raw_op raw = {.op = 0};

   put(g, "%s", nv_op_info[op].name);
   if (has(g, PRECISION) && chance(g, 30)) {
      const unsigned k = below(g, 3);
      const struct nv_raw_op with = {.r = k == 0, .h = k == 1, .x = k == 2};

      if (allowed(v, op, with)) {
         raw = with;
         put(g, "%c", "RHX"[k]);
         gen_note_modifier(g, GEN_SHORT);
      }
   }
   struct nv_raw_op with = raw;
   with.cc = true;
   if (has(g, CONDITION) && !g->dead && chance(g, 35) && allowed(v, op, with)) {
      const unsigned reg = below(g, 2);

      raw = with;
      with.cc_digit = true;
      const bool digit = allowed(v, op, with) && chance(g, 70);
      put(g, "C");
      if (digit)
         put(g, "%u", reg);
      v->code = digit ? reg : 0;
      gen_bit(&g->writes, GEN_SET_CC + v->code);
      gen_note_modifier(g, v->code ? GEN_CC1 : GEN_CC0);
   }
   const unsigned s = below(g, 2);
   with = raw;
   with.sat = s == 0;
   with.ssat = s == 1;
   if (has(g, SATURATE) && gen_choose_modifier(g, saturated[s], 15)) {
      if (allowed(v, op, with))
         put(g, s ? "_SSAT" : "_SAT");
   }
}

static void multiply(struct nv_gen *v, struct modifiers *m)
{
   struct gen *g = &v->g;

   if (m->type == NV_TYPE_F || !gen_choose_modifier(g, GEN_WORD, 25))
      return;
   put(g, "%s", chance(g, 50) ? ".HI" : "");
}

static struct modifiers nv_modifiers(struct nv_gen *v, unsigned op)
{
   struct gen *g = &v->g;
   const struct nv_op_info *i = &nv_op_info[op];
   struct modifiers m = {.type = NV_TYPE_F};
   const bool integer = i->types == NV_TYPES_I || (i->types == NV_TYPES_FI && has(g, INTEGER) && chance(g, 50));
   const bool dots = chance(g, 70);

   if (i->types == NV_TYPES_NONE)
      m.type = (enum nv_type)i->default_type;
   else if (integer)
      m.type = chance(g, 60) ? NV_TYPE_S : NV_TYPE_U;
   put(g, "%s", i->name);
   const bool precise = i->half && m.type == NV_TYPE_F && has(g, PRECISION) && gen_choose_modifier(g, GEN_SHORT, 12);
   if (precise)
      put(g, "%c", chance(g, 70) ? 'H' : 'R');
   const bool cc = i->cc && has(g, CONDITION) && !g->dead && chance(g, 30);
   if (cc) {
      v->code = below(g, 2);
      gen_bit(&g->writes, GEN_SET_CC + v->code);
      gen_note_modifier(g, v->code ? GEN_CC1 : GEN_CC0);
      put(g, "%s", dots ? v->code ? ".CC1" : chance(g, 50) ? ".CC" : ".CC0" : v->code ? "C1" : "C0");
   }
   if (i->sat && nv_format_type((enum nv_format)i->out, m.type) == NV_TYPE_F && has(g, SATURATE)) {
      if (gen_choose_modifier(g, GEN_SAT, 10))
         put(g, "%s", dots ? ".SAT" : "_SAT");
      else if (gen_choose_modifier(g, GEN_SSAT, 6))
         put(g, "%s", dots ? ".SSAT" : "_SSAT");
   }
   if (i->types != NV_TYPES_NONE && !precise && (m.type != i->default_type || chance(g, 30)))
      put(g, "%s", m.type == NV_TYPE_F ? ".F" : m.type == NV_TYPE_S ? ".S" : ".U");
   if (m.type == NV_TYPE_S || m.type == NV_TYPE_U)
      gen_note_modifier(g, m.type == NV_TYPE_S ? GEN_SIGNED : GEN_UNSIGNED);
   if (op == NV_OP_MUL)
      multiply(v, &m);
   m.ntc = i->in[0] != NV_FMT_NONE && i->in[0] != NV_FMT_C && chance(g, 20);
   put(g, "%s", m.ntc ? ".NTC" : "");
   return m;
}

static struct modifiers modifiers(struct nv_gen *v, unsigned op)
{
   if (!v->arb)
      return nv_modifiers(v, op);
   arb_suffixes(v, op);
   return (struct modifiers){.type = NV_TYPE_F, .ntc = true};
}

/* ---- instructions */

static bool is_address(unsigned op) { return nv_op_info[op].suffixes == NV_SFX_ADDR; }

static bool is_pack(unsigned op) { return op == NV_OP_PK2H || op == NV_OP_PK2US || op == NV_OP_PK4B || op == NV_OP_PK4UB; }
static bool is_unpack(unsigned op) { return op >= NV_OP_UP2H && op <= NV_OP_UP4UB; }

static void arithmetic(struct nv_gen *v, unsigned op)
{
   struct gen *g = &v->g;
   const struct nv_op_info *i = &nv_op_info[op];
   const unsigned typed = v->num_typed;

   if (is_pack(op) || is_unpack(op))
      v->num_typed = 0; /* packing excludes SHORT */
   const struct modifiers m = modifiers(v, op);
   put(g, " ");
   nv_gen_result(v, nv_format_type((enum nv_format)i->out, m.type), m.ntc, is_address(op),
                 op == NV_OP_RFL && v->arb ? 0x00fe : 0xfffe);
   for (unsigned n = 0; n < i->num_in; n++) {
      const enum nv_type type = nv_format_type((enum nv_format)i->in[n], m.type);

      put(g, ", ");
      if (op == NV_OP_ARA)
         put(g, "a%u", below(g, v->addresses));
      else
         nv_gen_operand(v, type, m.ntc, i->in[n] == NV_FMT_S || (op == NV_OP_ARL && !nv_gen_has(v, NV_D_VP2)),
                        i->shape == NV_SHAPE_SWZ);
   }
   for (unsigned c = 0; c < 4 && i->shape == NV_SHAPE_SWZ; c++)
      put(g, ", %s%c", chance(g, 30) ? "-" : "", "xyzw01"[below(g, 6)]);
   if (op == NV_OP_ARA)
      for (unsigned a = 0; a < v->addresses; a++)
         gen_bit(&g->reads, GEN_SET_ADDRESS + a);
   v->num_typed = typed;
}

static bool fits(unsigned op, unsigned target)
{
   const struct exec_tex_info *i = &exec_tex_info[target];
   const bool full = target == TEX_SHADOWCUBE || target == TEX_SHADOWARRAY2D;

   if (target == TEX_BUFFER)
      return op == NV_OP_TXF || op == NV_OP_TXQ;
   if (op == NV_OP_TXF)
      return !i->shadow && target != TEX_CUBE;
   return !(full && (op == NV_OP_TXB || op == NV_OP_TXL || op == NV_OP_TXP));
}

static bool texture(struct nv_gen *v, unsigned op)
{
   struct gen *g = &v->g;
   const struct nv_op_info *i = &nv_op_info[op];
   unsigned unit = below(g, NV_UNITS);

   for (unsigned k = 0; k < NV_UNITS && !fits(op, v->target[unit]); k++)
      unit = (unit + 1) % NV_UNITS;
   if (!fits(op, v->target[unit]))
      return false;
   const unsigned t = v->target[unit];
   const struct modifiers m = modifiers(v, op);
   put(g, " ");
   nv_gen_result(v, nv_format_type((enum nv_format)i->out, m.type), m.ntc, false, 0xfffe);
   for (unsigned n = 0; n < i->num_in; n++) {
      put(g, ", ");
      nv_gen_operand(v, nv_format_type((enum nv_format)i->in[n], m.type), m.ntc, false, false);
   }
   put(g, ", texture[%u], %s", unit, exec_tex_target_name[t]);
   gen_note_kind(g, GEN_OBJECT);
   if (!v->arb && op != NV_OP_TXQ && !exec_tex_is_cube((enum exec_tex_target)t) && t != TEX_BUFFER && has(g, OFFSET) &&
       gen_choose_modifier(g, GEN_TEXEL_OFFSET, 25)) {
      put(g, ", (");
      for (unsigned c = 0; c < exec_tex_info[t].coords; c++)
         put(g, "%s%d", c ? ", " : "", (int)below(g, 16) - 8);
      put(g, ")");
   }
   return true;
}

static void kill(struct nv_gen *v)
{
   struct gen *g = &v->g;
   enum nv_type type = NV_TYPE_F;

   put(g, "KIL");
   gen_bit(&g->writes, GEN_SET_EFFECT);
   if ((!v->arb || nv_gen_has(v, NV_D_FPO)) && chance(g, 40)) {
      put(g, " ");
      nv_gen_condition(v);
      gen_note_kind(g, GEN_TEST);
   } else {
      if (!v->arb && chance(g, 30)) {
         type = NV_TYPE_S;
         put(g, ".S");
      }
      put(g, " ");
      nv_gen_operand(v, type, false, false, false);
   }
   g->contexts |= 1u << GEN_AFTER_KILL;
}

static void emit(struct nv_gen *v, unsigned op)
{
   struct gen *g = &v->g;

   put(g, "%s", nv_op_info[op].name);
   g->emits += g->weight;
   gen_bit(&g->reads, GEN_SET_OUTPUT);
   gen_bit(&g->writes, GEN_SET_OUTPUT);
   gen_bit(&g->writes, GEN_SET_EFFECT);
}

static bool may_stand(struct gen *g, unsigned op)
{
   const struct nv_op_info *i = &nv_op_info[op];
   const bool implicit = op == NV_OP_TEX || op == NV_OP_TXB || op == NV_OP_TXP || op == NV_OP_DDX || op == NV_OP_DDY;

   if (g->dead && (i->shape == NV_SHAPE_KIL || i->shape == NV_SHAPE_EMIT || is_address(op)))
      return false;
   if (is_address(op) && !V(g)->addresses)
      return false;
   if (implicit && g->stage == GEN_FRAGMENT && (!g->uniform || g->ended))
      return has(g, DIVERGENT);
   return i->shape != NV_SHAPE_EMIT || g->emits + g->weight < 16;
}

static bool write(struct gen *g, unsigned op)
{
   struct nv_gen *v = V(g);
   bool done = true;

   g->shot.op = op;
   switch (nv_op_info[op].shape) {
   case NV_SHAPE_TEX:
   case NV_SHAPE_TXD: done = texture(v, op); break;
   case NV_SHAPE_KIL: kill(v); break;
   case NV_SHAPE_EMIT: emit(v, op); break;
   default: arithmetic(v, op);
   }
   if (!done)
      return false;
   put(g, ";\n");
   gen_instruction_done(g, false);
   return true;
}

static bool from(struct gen *g, const uint16_t *ops, unsigned n)
{
   for (unsigned k = 0; n && k < 6; k++) {
      const unsigned op = gen_choose_op(g, ops, n);

      if (may_stand(g, op) && write(g, op))
         return true;
   }
   return false;
}

/* Writes a comparison for the next test to use. */
static void compare(struct gen *g)
{
   static const uint16_t ops[] = {NV_OP_SUB, NV_OP_SLT, NV_OP_SGE, NV_OP_MOV, NV_OP_ADD, NV_OP_SGT, NV_OP_MUL};
   struct nv_gen *v = V(g);
   const unsigned op = ops[below(g, 7)];

   if (!has(g, CONDITION) || g->dead || (v->arb && !allowed(v, op, (struct nv_raw_op){.cc = true})))
      return;
   const bool integer = !v->arb && has(g, INTEGER) && chance(g, 50);
   const enum nv_type type = integer ? NV_TYPE_S : NV_TYPE_F;

   g->shot.op = op;
   v->code = !v->arb || nv_gen_has(v, NV_D_VP3) ? below(g, 2) : 0;
   put(g, "%s%s", nv_op_info[op].name, v->arb ? v->code ? "C1" : "C" : v->code ? ".CC1" : ".CC");
   put(g, "%s ", integer ? ".S" : "");
   gen_note_modifier(g, v->code ? GEN_CC1 : GEN_CC0);
   gen_bit(&g->writes, GEN_SET_CC + v->code);
   nv_gen_result(v, type, false, false, 0xfffe);
   for (unsigned n = 0; n < nv_op_info[op].num_in; n++) {
      put(g, ", ");
      nv_gen_operand(v, type, false, false, false);
   }
   put(g, ";\n");
   gen_instruction_done(g, false);
}

static void address(struct gen *g)
{
   struct nv_gen *v = V(g);

   if (v->addresses) {
      write(g, NV_OP_ARL);
      return;
   }
   /* The index registers get integers. */
   if (v->arb || !v->num_typed || v->typed[0] != NV_INT) {
      write(g, NV_OP_MOV);
      return;
   }
   const bool small = chance(g, 50);
   g->shot.op = small ? NV_OP_AND : NV_OP_MOV;
   put(g, "%s.S t0, ", nv_op_info[g->shot.op].name);
   gen_bit(&g->writes, 300);
   nv_gen_operand(v, NV_TYPE_S, false, false, false);
   put(g, "%s;\n", small ? ", {1, 3, 7, 15}" : "");
   g->shot.mask = 15;
   gen_note_kind(g, GEN_TO_TEMP);
   gen_instruction_done(g, false);
}

static void instruction(struct gen *g)
{
   struct nv_gen *v = V(g);
   const unsigned k = below(g, 100);

   if (k < 12 && from(g, v->texture_ops, v->num_texture_ops))
      return;
   if (k >= 92 && !g->dead) {
      address(g);
      return;
   }
   if (!from(g, v->ops, v->num_ops))
      write(g, NV_OP_MOV);
}

/* ---- flow */

static const char *label(struct gen *g, const char *kind) { return gen_format(g, "%s%u", kind, g->labels++); }

static void hit(struct gen *g, unsigned op)
{
   g->shot.op = op;
   gen_hit(g);
}

static bool has_blocks(const struct nv_gen *v) { return !v->arb || nv_gen_has(v, NV_D_FP2); }

static bool open_if(struct gen *g, struct gen_if *text)
{
   struct nv_gen *v = V(g);

   if (has_blocks(v)) {
      if (chance(g, 70))
         compare(g);
      put(g, "IF ");
      nv_gen_condition(v);
      put(g, ";\n");
      hit(g, NV_OP_IF);
      *text = (struct gen_if){"ELSE;\n", "ENDIF;\n", "ENDIF;\n"};
      return false;
   }
   if (!v->jumps) { /* the body is a plain list of statements */
      *text = (struct gen_if){"", "", ""};
      return false;
   }
   const char *other = label(g, "L"), *end = label(g, "L");
   if (chance(g, 70))
      compare(g);
   put(g, "BRA %s (", other);
   nv_gen_condition(v);
   put(g, ");\n");
   hit(g, NV_OP_BRA);
   text->middle = gen_format(g, "BRA %s;\n%s:\n", end, other);
   text->tail = gen_format(g, "%s:\n", end);
   text->single_tail = gen_format(g, "%s:\n", other);
   return false;
}

enum { REP_INTEGER, REP_FLOAT, REP_REGISTER, COUNTED, REP_LONG, LOOP_INDEX };

static void counter_top(struct gen *g, const struct gen_loop *l)
{
   struct nv_gen *v = V(g);

   if (v->jumps)
      put(g, "SUBC l%u.x, l%u, 1;\nBRA %s (LT.x);\n", l->depth % NV_COUNTERS, l->depth % NV_COUNTERS,
          v->leave_label[l->depth % 15]);
   else
      put(g, "%s l%u.x, l%u, 1;\nBRK (LT.x);\n", v->arb ? "SUBC" : "SUB.CC", l->depth % NV_COUNTERS, l->depth % NV_COUNTERS);
   gen_bit(&g->writes, GEN_SET_CC);
   g->shot.op = v->jumps ? NV_OP_BRA : NV_OP_BRK;
   gen_instruction_done(g, true);
}

static void set_counter(struct gen *g, const struct gen_loop *l)
{
   put(g, "MOV l%u.x, %u;\n", l->depth % NV_COUNTERS, l->count);
   g->shot.op = NV_OP_MOV;
   gen_instruction_done(g, true);
}

static void loop_of_nv(struct gen *g, struct gen_loop *l, struct gen_node *n)
{
   struct nv_gen *v = V(g);
   const unsigned form = below(g, 5), w = below(g, 4);

   l->form = form;
   l->tail = "ENDREP;\n";
   switch (form) {
   case REP_REGISTER:
      l->count = 3;
      l->counted = false;
      put(g, "AND.U l%u, ", l->depth % NV_COUNTERS);
      nv_gen_operand(v, NV_TYPE_U, false, false, false);
      put(g, ", {3, 1, 2, 3};\n");
      g->shot.op = NV_OP_AND;
      g->shot.mask = 15;
      gen_instruction_done(g, false);
      put(g, "REP.S l%u.%c;\n", l->depth % NV_COUNTERS, "xyzw"[w]);
      break;
   case COUNTED:
      set_counter(g, l);
      put(g, "REP;\n");
      break;
   case REP_FLOAT:
      put(g, "REP %u.5;\n", l->count);
      n->once[2] = gen_format(g, "REP %u;\n", l->count - 1);
      break;
   case REP_LONG:
      put(g, "REP.U {%u, %u, 0, 0};\n", l->count, below(g, 9));
      n->once[2] = gen_format(g, "REP.U {%u};\n", l->count - 1);
      break;
   default:
      put(g, "REP.S %u;\n", l->count);
      n->once[2] = gen_format(g, "REP.S {%u, 0, 0, 0};\n", l->count - 1);
   }
   if (n->once[2])
      n->once[0] = n->once[1] = "";
   hit(g, NV_OP_REP);
}

static void loop_of_fp2(struct gen *g, struct gen_loop *l, struct gen_node *n)
{
   struct nv_gen *v = V(g);

   if (chance(g, 55)) {
      l->form = LOOP_INDEX;
      l->tail = "ENDLOOP;\n";
      put(g, "LOOP {%u, %d, %d};\n", l->count, (int)below(g, 6) - 1, (int)below(g, 5) - 2);
      v->loop_index++;
      hit(g, NV_OP_LOOP);
      return;
   }
   l->form = REP_FLOAT;
   l->tail = "ENDREP;\n";
   put(g, "REP %u.25;\n", l->count);
   n->once[0] = n->once[1] = "";
   n->once[2] = gen_format(g, "REP %u;\n", l->count - 1);
   hit(g, NV_OP_REP);
}

static void open_loop(struct gen *g, struct gen_loop *l, struct gen_node *n)
{
   struct nv_gen *v = V(g);

   if (!v->arb) {
      loop_of_nv(g, l, n);
   } else if (nv_gen_has(v, NV_D_FP2)) {
      l->may_continue = false;
      loop_of_fp2(g, l, n);
   } else if (v->jumps) {
      const char *top = label(g, "B"), *end = label(g, "E");

      l->form = COUNTED;
      set_counter(g, l);
      put(g, "%s:\n", top);
      v->leave_label[l->depth % 15] = end;
      v->continue_label[l->depth % 15] = top;
      l->tail = gen_format(g, "BRA %s;\n%s:\n", top, end);
   } else {
      l->count = 1;
      l->may_continue = false;
      l->tail = "";
   }
}

static void top_of_loop(struct gen *g, const struct gen_loop *l, struct gen_node *n)
{
   (void)n;
   if (l->form == COUNTED && (V(g)->jumps || !V(g)->arb))
      counter_top(g, l);
}

static void bottom_of_loop(struct gen *g, const struct gen_loop *l)
{
   V(g)->loop_index -= l->form == LOOP_INDEX && V(g)->loop_index;
}

static void call(struct gen *g, unsigned sub)
{
   struct nv_gen *v = V(g);

   put(g, "CAL s%u", sub);
   if (chance(g, 40)) {
      put(g, " (");
      nv_gen_condition(v);
      put(g, ")");
      gen_note_kind(g, GEN_TEST);
   }
   put(g, ";\n");
   g->shot.op = NV_OP_CAL;
   gen_instruction_done(g, true);
}

static bool leave(struct gen *g)
{
   struct nv_gen *v = V(g);
   const bool loop = g->loops && g->loop, brk = loop && chance(g, 60),
              cont = loop && !brk && g->loop_continues && chance(g, 80);

   if (v->arb && !nv_gen_has(v, NV_D_VP2 | NV_D_FP2))
      return false;
   if (g->uniform && g->stage == GEN_FRAGMENT && loop)
      return false;
   if (!brk && !cont && !g->in_sub && chance(g, 85))
      return false;
   if (brk || cont)
      g->loop->once[0] = NULL;
   if (chance(g, 60))
      compare(g);
   g->shot.op = v->jumps && (brk || cont) ? NV_OP_BRA : brk ? NV_OP_BRK : cont ? NV_OP_CONT : NV_OP_RET;
   put(g, "%s", nv_op_info[g->shot.op].name);
   if (g->shot.op == NV_OP_BRA)
      put(g, " %s", (brk ? v->leave_label : v->continue_label)[(g->loops - 1) % 15]);
   if (chance(g, 92) || !g->depth) {
      put(g, " (");
      nv_gen_condition(v);
      put(g, ")");
      gen_note_kind(g, GEN_TEST);
   }
   put(g, ";\n");
   g->ended |= !brk && !cont && !g->in_sub;
   g->uniform = g->uniform && !g->ended;
   gen_instruction_done(g, true);
   return true;
}

/* ---- the beginning and the end */

static void begin(struct gen *g)
{
   struct nv_gen *v = V(g);

   for (unsigned n = 0; n < v->temps; n++) {
      if (!has(g, PRESSURE) && !chance(g, has(g, UNINITIALISED) ? 50 : 100))
         continue;
      g->shot.op = NV_OP_MOV;
      put(g, "MOV r%u, ", n);
      gen_bit(&g->writes, n);
      gen_note_kind(g, GEN_TO_TEMP);
      g->shot.mask = 15;
      nv_gen_operand(v, NV_TYPE_F, false, false, false);
      put(g, ";\n");
      gen_instruction_done(g, false);
   }
   for (unsigned a = 0; a < v->num_arrays && !has(g, UNINITIALISED); a++)
      for (unsigned n = 0; n < v->arrays[a].len; n++) {
         put(g, "MOV.U.NTC %s[%u], program.local[%u];\n", v->arrays[a].name, n, n);
         gen_bit(&g->writes, v->arrays[a].set);
         g->shot.op = NV_OP_MOV;
         gen_instruction_done(g, false);
      }
}

/* Combines all registers in r0, with XOR in NV_gpu_program4 and as sums elsewhere. */
static void fold(struct gen *g)
{
   struct nv_gen *v = V(g);
   const char *const add = v->arb ? "ADD" : "XOR.U.NTC";

   for (unsigned n = 1; n < v->temps; n++) {
      put(g, "%s r0, r0.yzwx, r%u;\n", add, n);
      gen_bit(&g->writes, 0);
      gen_bit(&g->reads, 0);
      gen_bit(&g->reads, n);
      g->shot.op = v->arb ? NV_OP_ADD : NV_OP_XOR;
      gen_instruction_done(g, false);
   }
   for (unsigned a = 0; a < v->num_arrays; a++)
      for (unsigned n = 0; n < v->arrays[a].len; n++) {
         put(g, "%s r0, r0.yzwx, %s[%u];\n", add, v->arrays[a].name, n);
         gen_bit(&g->writes, 0);
         gen_bit(&g->reads, 0);
         gen_bit(&g->reads, v->arrays[a].set);
         g->shot.op = NV_OP_XOR;
         gen_instruction_done(g, false);
      }
}

static void end(struct gen *g)
{
   struct nv_gen *v = V(g);

   g->contexts &= 1u << GEN_AFTER_KILL;
   if (has(g, FOLD))
      fold(g);
   for (unsigned i = 0; i < v->num_outputs; i++) {
      const unsigned from = has(g, FOLD) && i == 0 ? 0 : below(g, v->temps),
                     m = i && has(g, MASK) && chance(g, 40) ? gen_choose_mask(g, 0xfffe) : 15;

      put(g, "MOV %s", v->outputs[i]);
      for (unsigned c = 0; c < 4; c++)
         if (m != 15 && m >> c & 1)
            put(g, "%s%c", m & ((1u << c) - 1) ? "" : ".", "xyzw"[c]);
      put(g, ", r%u;\n", from);
      g->shot.mask = m;
      gen_bit(&g->reads, from);
      gen_bit(&g->writes, GEN_SET_OUTPUT);
      gen_note_kind(g, GEN_TO_OUTPUT);
      gen_note_kind(g, GEN_TEMP);
      g->shot.op = NV_OP_MOV;
      gen_instruction_done(g, false);
   }
   if (g->stage == GEN_GEOMETRY)
      write(g, NV_OP_EMIT);
}

static void text(struct gen *g, const struct gen_list *routines, struct gen_text *out)
{
   nv_gen_declarations(V(g), out);
   gen_print_list(g, routines[0].first, out);
   if (g->num_subs)
      gen_write(out, "RET;\n");
   for (unsigned k = 1; k <= g->num_subs; k++) {
      gen_write(out, "s%u:\n", k);
      gen_print_list(g, routines[k].first, out);
      gen_write(out, "RET;\n");
   }
   gen_write(out, "END\n");
}

const struct gen_syntax gen_nv_syntax = {
    .size = sizeof(struct nv_gen),
    .setup = nv_gen_setup,
    .begin = begin,
    .end = end,
    .instruction = instruction,
    .open_if = open_if,
    .open_loop = open_loop,
    .top_of_loop = top_of_loop,
    .bottom_of_loop = bottom_of_loop,
    .call = call,
    .leave = leave,
    .text = text,
};

/* ---- possible combinations, for the coverage table */

void gen_nv_possible(enum gen_language language, unsigned op, struct gen_possible *p)
{
   const struct nv_op_info *i = &nv_op_info[op];
   const bool arb = language == GEN_ARB;

   *p = (struct gen_possible){
       .modifiers = 1u << GEN_PLAIN, .contexts = ((1u << GEN_CONTEXTS) - 1) & ~(1u << GEN_IN_SWITCH), .masks = 1};
   p->stages = !arb ? i->stages
                    : (uint8_t)((i->dialects & (NV_D_VP | NV_D_VP2 | NV_D_VP3) ? 1 : 0) |
                                (i->dialects & (NV_D_FP | NV_D_FPO | NV_D_FP2) ? 2 : 0));
   if (!(p->stages & 2))
      p->contexts &= ~(1u << GEN_AFTER_KILL);
   if (i->in[0] == NV_FMT_C || i->in[0] == NV_FMT_VC)
      p->kinds |= 1u << GEN_TEST;
   for (unsigned n = 0; n < i->num_in; n++) {
      if (i->in[n] == NV_FMT_C || op == NV_OP_ARA || i->shape == NV_SHAPE_PUSHA)
         continue;
      p->kinds |= 1u << GEN_TEMP | 1u << GEN_INPUT | 1u << GEN_INPUT_RELATIVE | 1u << GEN_PARAM | 1u << GEN_STATE;
      p->kinds |= i->shape == NV_SHAPE_SWZ ? 0 : 1u << GEN_LITERAL;
      if (p->stages & 1 || !arb)
         p->kinds |= 1u << GEN_PARAM_RELATIVE;
      p->kinds |= arb ? 0 : 1u << GEN_ARRAY | 1u << GEN_ARRAY_RELATIVE | 1u << GEN_BUFFER_WORD | 1u << GEN_SYSTEM;
      p->modifiers |= i->shape == NV_SHAPE_SWZ ? 0 : 1u << GEN_NEG | 1u << GEN_ABS | 1u << GEN_NEG_ABS | 1u << GEN_SWIZZLED;
   }
   if (i->out == NV_FMT_NONE)
      return;
   p->masks = 0xfffe;
   p->kinds |= is_address(op) ? 1u << GEN_TO_ADDRESS : 1u << GEN_TO_TEMP | 1u << GEN_TO_OUTPUT;
   if (!arb)
      p->kinds |= 1u << GEN_TO_ARRAY | 1u << GEN_TO_ARRAY_RELATIVE | 1u << GEN_TO_OUTPUT_RELATIVE;
   p->modifiers |= 1u << GEN_TESTED | (i->cc ? 1u << GEN_CC0 | (arb ? 0 : 1u << GEN_CC1) : 0) |
                   (i->sat ? 1u << GEN_SAT | (arb ? 0 : 1u << GEN_SSAT) : 0);
   p->modifiers |=
       (i->half ? 1u << GEN_SHORT : 0) | (!arb && i->types & NV_TYPES_I ? 1u << GEN_SIGNED | 1u << GEN_UNSIGNED : 0);
}

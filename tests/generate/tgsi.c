/* SPDX-License-Identifier: MIT */
/* Writes the statements of TGSI programs. */
#include "tests/generate/tgsi.h"

#include <stdlib.h>
#include <string.h>

#define T(g) ((struct tgsi_gen *)(g))

const char *gen_tgsi_name(unsigned op) { return tgsi_op_info[op].name; }

/* May an instruction of the program occur at this place? */
static bool may_stand(struct gen *g, enum tgsi_op op)
{
   const struct tgsi_op_info *i = &tgsi_op_info[op];

   if (g->dead && (i->kind == TGSI_MEMORY || i->kind == TGSI_EFFECT || i->num_dst != 1 || i->flags & TGSI_ADDRESS))
      return false;
   if (op == TGSI_OP_BARRIER)
      return g->uniform && !g->ended;
   if (i->flags & TGSI_DERIVATIVE && g->stage == GEN_FRAGMENT && (!g->uniform || g->ended))
      return has(g, DIVERGENT);
   if (op == TGSI_OP_EMIT || op == TGSI_OP_ENDPRIM)
      return g->emits + g->weight < 24;
   return true;
}

/* ---- instructions on registers of any kind */

static uint16_t masks_of(enum tgsi_op op)
{
   switch (tgsi_op_info[op].kind) {
   case TGSI_PAIR:
   case TGSI_PAIR_COUNT:
   case TGSI_WIDEN:
   case TGSI_FRACEXP: return 1u << 3 | 1u << 12 | 1u << 15;
   default: return 0xfffe;
   }
}

static bool is_matrix(enum tgsi_op op) { return op >= TGSI_OP_M4X4 && op <= TGSI_OP_M3X2; }

static void suffixes(struct gen *g, const struct tgsi_op_info *i)
{
   if (i->num_dst && strchr("FD", i->types[0]) && has(g, SATURATE)) {
      if (gen_choose_modifier(g, GEN_SAT, 10))
         put(g, "_SAT");
      else if (has(g, OLD) && gen_choose_modifier(g, GEN_SSAT, 5))
         put(g, "_SATNV");
   }
   if (has(g, PRECISION) && gen_choose_modifier(g, GEN_SHORT, 10))
      put(g, "_PRECISE");
}

static void predicate(struct gen *g)
{
   struct tgsi_gen *t = T(g);

   if (!t->predicates || !gen_choose_modifier(g, GEN_TESTED, 12))
      return;
   gen_bit(&g->reads, GEN_SET_CC);
   put(g, "(%sPRED[%u].", chance(g, 40) ? "!" : "", below(g, t->predicates));
   for (unsigned c = 0; c < 4; c++)
      put(g, "%c", "xyzw"[below(g, 4)]);
   put(g, ") ");
}

/* Writes a constant register with enough registers after it for the rows of a matrix. */
static void matrix_rows(struct gen *g)
{
   struct tgsi_gen *t = T(g);

   if (t->consts[0] >= 4) {
      put(g, "%sCONST[0][%u]%s", chance(g, 20) ? "-" : "", below(g, t->consts[0] - 3), chance(g, 30) ? ".wzyx" : "");
   } else {
      put(g, "CONST[0][ADDR[0].x]");
      gen_bit(&g->reads, GEN_SET_ADDRESS);
   }
   gen_note_kind(g, GEN_PARAM);
}

static void arithmetic(struct gen *g, enum tgsi_op op)
{
   struct tgsi_gen *t = T(g);
   const struct tgsi_op_info *i = &tgsi_op_info[op];

   if (i->num_dst && i->kind <= TGSI_NARROW)
      predicate(g);
   put(g, "%s", i->name);
   if (i->kind <= TGSI_NARROW)
      suffixes(g, i);
   for (unsigned n = 0; n < i->num_dst; n++) {
      put(g, n ? ", " : " ");
      tgsi_gen_result(t, i->types[n], n ? 0xfffe : masks_of(op), i->flags & TGSI_ADDRESS);
   }
   for (unsigned s = 0; s < i->num_src; s++) {
      if (i->optional && s + 1 == i->num_src && chance(g, 50))
         break;
      put(g, s || i->num_dst ? ", " : " ");
      if (is_matrix(op) && s == 1)
         matrix_rows(g);
      else if (i->kind == TGSI_INTERP && s == 0)
         put(g, "IN[%u].%c%c%c%c", t->in[0].first, "xyzw"[below(g, 4)], "xyzw"[below(g, 4)], 'z', 'w'),
             gen_note_kind(g, GEN_INPUT);
      else if (op == TGSI_OP_FBFETCH)
         put(g, "OUT[%u].%c%c%c%c", t->out[0].first, "xyzw"[below(g, 4)], "xyzw"[below(g, 4)], 'z', 'w'),
             gen_note_kind(g, GEN_READ_OUTPUT);
      else
         tgsi_gen_source(t, tgsi_src_type(op, s));
   }
}

static void effect(struct gen *g, enum tgsi_op op)
{
   struct tgsi_gen *t = T(g);
   unsigned lane;

   gen_bit(&g->writes, GEN_SET_EFFECT);
   if (op == TGSI_OP_EMIT || op == TGSI_OP_ENDPRIM) {
      const unsigned n = tgsi_gen_imm(t, 0, &lane);

      gen_bit(&g->reads, GEN_SET_OUTPUT);
      gen_bit(&g->writes, GEN_SET_OUTPUT);
      g->emits += g->weight;
      put(g, "%s", tgsi_op_info[op].name);
      if (chance(g, 85))
         put(g, " IMM[%u].%c%c%c%c", n, "xyzw"[lane], "xyzw"[lane], "xyzw"[lane], "xyzw"[lane]);
      gen_note_kind(g, GEN_LITERAL);
      return;
   }
   arithmetic(g, op);
   if (!tgsi_op_info[op].num_dst)
      g->contexts |= 1u << GEN_AFTER_KILL;
}

static void write(struct gen *g, enum tgsi_op op)
{
   struct tgsi_gen *t = T(g);

   g->shot.op = op;
   switch (tgsi_op_info[op].kind) {
   case TGSI_TEX:
   case TGSI_VIEW: tgsi_gen_texture(t, op); break;
   case TGSI_MEMORY: tgsi_gen_memory(t, op); break;
   case TGSI_EFFECT: effect(g, op); break;
   default: arithmetic(g, op);
   }
   put(g, "\n");
   gen_instruction_done(g, op == TGSI_OP_CLOCK || tgsi_op_info[op].kind == TGSI_VOTE);
}

static bool from(struct gen *g, const uint16_t *ops, unsigned n)
{
   struct tgsi_gen *t = T(g);

   for (unsigned k = 0; n && k < 6; k++) {
      const enum tgsi_op op = (enum tgsi_op)gen_choose_op(g, ops, n);
      const uint8_t kind = tgsi_op_info[op].kind;

      if (!may_stand(g, op) || ((kind == TGSI_TEX || kind == TGSI_VIEW) && !tgsi_gen_can_texture(t, op)) ||
          (kind == TGSI_MEMORY && !tgsi_gen_can_memory(t, op)) || (kind == TGSI_INTERP && !t->num_in))
         continue;
      write(g, op);
      return true;
   }
   return false;
}

/* Writes an address register, with any value or one of few bits. */
static void address(struct gen *g)
{
   struct tgsi_gen *t = T(g);
   const unsigned a = below(g, t->addresses), lane = 1 + below(g, 3);

   if (chance(g, 60)) {
      write(g, chance(g, 80) ? TGSI_OP_UARL : TGSI_OP_ARL);
      return;
   }
   g->shot.op = TGSI_OP_AND;
   put(g, "AND ADDR[%u]", a);
   gen_bit(&g->writes, GEN_SET_ADDRESS + a);
   gen_note_kind(g, GEN_TO_ADDRESS);
   tgsi_gen_mask(t, has(g, MASK) ? gen_choose_mask(g, 0xfffe) : 15);
   put(g, ", ");
   tgsi_gen_source(t, 'U');
   put(g, ", IMM[0].%c%cwz\n", "xyzw"[lane], "xyzw"[lane]);
   gen_instruction_done(g, false);
}

static void instruction(struct gen *g)
{
   struct tgsi_gen *t = T(g);
   const unsigned k = below(g, 100), memory = g->stage == GEN_COMPUTE ? 30 : 10;

   if ((k < 13 && from(g, t->texture.op, t->texture.count)) ||
       (k >= 13 && k < 13 + memory && from(g, t->memory.op, t->memory.count)))
      return;
   if (k >= 90 && !g->dead) {
      address(g);
      return;
   }
   if (!from(g, t->alu.op, t->alu.count))
      write(g, TGSI_OP_MOV);
}

/* ---- flow */

static void hit(struct gen *g, enum tgsi_op op)
{
   g->shot.op = op;
   gen_hit(g);
}

static bool open_if(struct gen *g, struct gen_if *text)
{
   struct tgsi_gen *t = T(g);
   const bool uniform = chance(g, 25), bits = chance(g, 60);

   g->shot.op = bits ? TGSI_OP_UIF : TGSI_OP_IF;
   put(g, "%s ", bits ? "UIF" : "IF");
   if (uniform) {
      put(g, "CONST[0][%u].%c%c%c%c", below(g, t->consts[0]), 'y', 'y', 'y', 'y');
      gen_note_kind(g, GEN_PARAM);
   } else {
      tgsi_gen_source(t, bits ? 'U' : 'F');
   }
   put(g, "\n");
   hit(g, (enum tgsi_op)g->shot.op);
   *text = (struct gen_if){"ELSE\n", "ENDIF\n", "ENDIF\n"};
   return uniform;
}

static void moved(struct gen *g, const char *fmt, unsigned a, unsigned b, unsigned lane)
{
   const char c = "xyzw"[lane];
   put(g, fmt, a, b, c, c, c, c);
}

enum { TOP_TEST, TOP_BREAKC, REPEAT, FOR, BOTTOM_TEST, UNBOUNDED };

static void open_loop(struct gen *g, struct gen_loop *l, struct gen_node *n)
{
   struct tgsi_gen *t = T(g);
   const unsigned c = t->counter + l->depth % TGSI_COUNTERS;
   unsigned lane, imm;

   l->form = has(g, OLD) ? below(g, 5) : chance(g, 75) ? TOP_TEST : BOTTOM_TEST;
   if (has(g, UNBOUNDED) && chance(g, 15))
      l->form = UNBOUNDED;
   l->may_continue = l->form != BOTTOM_TEST;
   l->counted = l->form != UNBOUNDED;
   l->tail = l->form == REPEAT ? "ENDREP\n" : l->form == FOR ? "ENDFOR\n" : "ENDLOOP\n";
   if (l->form == REPEAT || l->form == FOR) {
      static const uint32_t floats[] = {0, 0x3f800000, 0x40000000, 0x40400000, 0x40800000};
      const unsigned less = tgsi_gen_imm(t, floats[l->count - 1], &lane);

      n->once[2] = gen_format(g, "REP IMM[%u].%c%c%c%c\n", less, "xyzw"[lane], "xyzw"[lane], "xyzw"[lane], "xyzw"[lane]);
      imm = tgsi_gen_imm(t, floats[l->count], &lane);
      if (l->form == REPEAT) {
         moved(g, "REP IMM[%2$u].%3$c%3$c%3$c%3$c\n", 0, imm, lane);
         n->once[0] = n->once[1] = "";
      } else { /* counts up from about 0, `count` times, in steps of one */
         const unsigned other = below(g, 4);

         put(g, "BGNFOR LOOP[%u], IMM[%u].%c%c%c%c\n", l->depth % t->loops, imm, "xyzw"[other], "xyzw"[lane], "xyzw"[lane],
             'w');
      }
      hit(g, l->form == REPEAT ? TGSI_OP_REP : TGSI_OP_BGNFOR);
      return;
   }
   if (l->counted) {
      imm = tgsi_gen_imm(t, 0, &lane);
      moved(g, "MOV TEMP[%u].x, IMM[%u].%c%c%c%c\n", c, imm, lane);
      g->shot.op = TGSI_OP_MOV;
      gen_instruction_done(g, true);
   }
   put(g, "BGNLOOP\n");
   hit(g, TGSI_OP_BGNLOOP);
}

/* Writes the test of the counter that leaves the loop, as fixed statements. */
static void test(struct gen *g, const struct gen_loop *l, struct gen_node *n)
{
   struct tgsi_gen *t = T(g);
   const unsigned c = t->counter + l->depth % TGSI_COUNTERS;
   unsigned lane, one;
   const unsigned imm = tgsi_gen_imm(t, l->count, &lane);
   const char *const compare = gen_format(g, "USGE TEMP[%u].y, TEMP[%u].xxxx, IMM[%u].%c%c%c%c\n", c, c, imm, "xyzw"[lane],
                                          "xyzw"[lane], "xyzw"[lane], "xyzw"[lane]);
   const unsigned add = tgsi_gen_imm(t, 1, &one);
   const char *const count = gen_format(g, "UADD TEMP[%u].x, TEMP[%u].xxxx, IMM[%u].%c%c%c%c\n", c, c, add, "xyzw"[one],
                                        "xyzw"[one], "xyzw"[one], "xyzw"[one]);

   if (n) {
      n->once[0] = gen_format(g, "%sUIF TEMP[%u].yyyy\nELSE\n%s", compare, c, count);
      n->once[1] = "ENDIF\n";
      n->once[2] = n->head;
      n->peel_skip = 1;
   }
   const char *const leave =
       l->form == TOP_BREAKC ? gen_format(g, "BREAKC TEMP[%u].yyyy\n", c) : gen_format(g, "UIF TEMP[%u].yyyy\nBRK\nENDIF\n", c);
   if (l->form == BOTTOM_TEST)
      put(g, "%s%s%s", count, compare, leave);
   else
      put(g, "%s%s%s", compare, leave, count);
   g->shot.op = l->form == TOP_BREAKC ? TGSI_OP_BREAKC : TGSI_OP_BRK;
   gen_instruction_done(g, true);
}

static void top_of_loop(struct gen *g, const struct gen_loop *l, struct gen_node *n)
{
   struct tgsi_gen *t = T(g);

   if (l->form == TOP_TEST || l->form == TOP_BREAKC)
      test(g, l, n);
   if (l->form != UNBOUNDED)
      return;
   put(g, "UIF ");
   tgsi_gen_source(t, 'U');
   put(g, "\nBRK\nENDIF\n");
   g->shot.op = TGSI_OP_BRK;
   gen_instruction_done(g, true);
}

static void bottom_of_loop(struct gen *g, const struct gen_loop *l)
{
   if (l->form == BOTTOM_TEST)
      test(g, l, NULL);
}

static void open_switch(struct gen *g)
{
   g->shot.op = TGSI_OP_SWITCH;
   put(g, "SWITCH ");
   tgsi_gen_source(T(g), 'U');
   put(g, "\n");
   hit(g, TGSI_OP_SWITCH);
}

static void section(struct gen *g, bool is_default)
{
   if (is_default) {
      put(g, "DEFAULT\n");
      g->shot.op = TGSI_OP_DEFAULT;
      gen_instruction_done(g, true);
      if (chance(g, 50))
         return;
   }
   g->shot.op = TGSI_OP_CASE;
   put(g, "CASE ");
   if (chance(g, 80))
      put(g, "IMM[0].%c%c%c%c", "xyzw"[below(g, 4)], 'x', 'y', 'z');
   else
      tgsi_gen_source(T(g), 'U');
   put(g, "\n");
   gen_instruction_done(g, true);
}

static void end_section(struct gen *g, bool leaves)
{
   if (!leaves)
      return;
   put(g, "BRK\n");
   g->shot.op = TGSI_OP_BRK;
   gen_instruction_done(g, true);
}

static const char *end_switch(struct gen *g)
{
   (void)g;
   return "ENDSWITCH\n";
}

static void call(struct gen *g, unsigned sub)
{
   const bool tested = has(g, OLD) && chance(g, 50);

   g->shot.op = tested ? TGSI_OP_CALLNZ : TGSI_OP_CAL;
   put(g, "%s", tested ? "CALLNZ " : "CAL");
   if (tested)
      tgsi_gen_source(T(g), 'F');
   put(g, " :\1%u\n", sub);
   gen_instruction_done(g, true);
}

static bool leave(struct gen *g)
{
   struct tgsi_gen *t = T(g);
   const bool loop = g->loops && g->loop, brk = g->breaks_switch || (loop && chance(g, 60));
   const bool cont = !brk && loop && g->loop_continues && chance(g, 80);
   const bool test = chance(g, 90);

   if (g->uniform && (g->stage == GEN_COMPUTE || (g->stage == GEN_FRAGMENT && loop)))
      return false;
   if (!brk && !cont && !g->in_sub && chance(g, 85))
      return false;
   if ((brk && !g->breaks_switch) || cont)
      g->loop->once[0] = NULL;
   g->shot.op = brk ? TGSI_OP_BRK : cont ? TGSI_OP_CONT : TGSI_OP_RET;
   if (brk && !g->breaks_switch && has(g, OLD) && chance(g, 30)) {
      g->shot.op = TGSI_OP_BREAKC;
      put(g, "BREAKC ");
      tgsi_gen_source(t, 'U');
      put(g, "\n");
   } else if (test || !g->depth) {
      put(g, "%s ", chance(g, 60) ? "UIF" : "IF");
      tgsi_gen_source(t, 'U');
      put(g, "\n%s\nENDIF\n", tgsi_op_info[g->shot.op].name);
   } else { /* the rest of the block is dead */
      put(g, "%s\n", tgsi_op_info[g->shot.op].name);
   }
   g->ended |= !brk && !cont && !g->in_sub;
   g->uniform = g->uniform && !g->ended;
   gen_instruction_done(g, true);
   return true;
}

/* ---- the beginning and the end */

static void initial_value(struct gen *g, unsigned n)
{
   struct tgsi_gen *t = T(g);
   const unsigned k = below(g, 10);

   g->shot.op = TGSI_OP_MOV;
   gen_bit(&g->writes, n);
   gen_note_kind(g, GEN_TO_TEMP);
   put(g, "MOV TEMP[%u], ", n);
   g->shot.mask = 15;
   if (k < 6 && t->num_in && !t->vertices)
      put(g, "IN[%u]", below(g, t->in[t->num_in - 1].last + 1)), gen_note_kind(g, GEN_INPUT);
   else if (k < 6 && t->vertices)
      put(g, "IN[%u][%u]", below(g, t->vertices), t->in[0].first), gen_note_kind(g, GEN_INPUT);
   else if (k < 6 && t->num_svs && g->stage == GEN_COMPUTE)
      put(g, "SV[0].%c%c%c%c", "xyz"[below(g, 3)], 'x', 'y', 'z'), gen_note_kind(g, GEN_SYSTEM);
   else if (k < 9)
      put(g, "CONST[0][%u]", below(g, t->consts[0])), gen_note_kind(g, GEN_PARAM);
   else
      put(g, "IMM[%u]", below(g, t->num_imms)), gen_note_kind(g, GEN_LITERAL);
   put(g, "\n");
   gen_instruction_done(g, false);
}

static void begin(struct gen *g)
{
   struct tgsi_gen *t = T(g);

   for (unsigned n = 0; n < t->temps; n++)
      if (has(g, PRESSURE) || chance(g, has(g, UNINITIALISED) ? 50 : 100))
         initial_value(g, n);
   for (unsigned a = 0; a < t->num_arrays && !has(g, UNINITIALISED); a++)
      for (unsigned n = t->arrays[a].first; n <= t->arrays[a].last; n++) {
         put(g, "MOV TEMP[%u], CONST[0][%u]\n", n, n % t->consts[0]);
         gen_bit(&g->writes, GEN_SET_ARRAYS + a);
         g->shot.op = TGSI_OP_MOV;
         gen_instruction_done(g, false);
      }
}

/* Combines all registers in TEMP[0]. */
static void fold(struct gen *g)
{
   struct tgsi_gen *t = T(g);

   for (unsigned n = 1; n < t->temps; n++) {
      put(g, "XOR TEMP[0], TEMP[0].yzwx, TEMP[%u]\n", n);
      tgsi_gen_read_temp(t, n);
      gen_bit(&g->writes, 0);
      gen_bit(&g->reads, 0);
      g->shot.op = TGSI_OP_XOR;
      gen_instruction_done(g, false);
   }
   for (unsigned a = 0; a < t->num_arrays; a++)
      for (unsigned n = t->arrays[a].first; n <= t->arrays[a].last; n++) {
         put(g, "XOR TEMP[0], TEMP[0].yzwx, TEMP[%u]\n", n);
         gen_bit(&g->reads, GEN_SET_ARRAYS + a);
         gen_bit(&g->writes, 0);
         gen_bit(&g->reads, 0);
         g->shot.op = TGSI_OP_XOR;
         gen_instruction_done(g, false);
      }
}

static void store_results(struct gen *g)
{
   struct tgsi_gen *t = T(g);
   unsigned lane, other;
   const unsigned words = has(g, FOLD)   ? 1
                          : t->temps < 6 ? t->temps
                                         : 6,
                  n = tgsi_gen_imm(t, 16 * words, &lane), c = t->counter;

   put(g, "UMAD TEMP[%u].x, SV[0].yyyy, IMM[0].zzzz, SV[0].xxxx\n", c);
   put(g, "UMUL TEMP[%u].x, TEMP[%u].xxxx, IMM[%u].%c%c%c%c\n", c, c, n, "xyzw"[lane], "xyzw"[lane], "xyzw"[lane],
       "xyzw"[lane]);
   for (unsigned k = 0; k < words; k++) {
      const unsigned add = tgsi_gen_imm(t, 16, &other);

      put(g, "STORE BUFFER[0], TEMP[%u].xxxx, TEMP[%u]\nUADD TEMP[%u].x, TEMP[%u].xxxx, IMM[%u].%c%c%c%c\n", c, k, c, c, add,
          "xyzw"[other], "xyzw"[other], "xyzw"[other], "xyzw"[other]);
      tgsi_gen_read_temp(t, k);
   }
   g->shot.op = TGSI_OP_STORE;
   gen_instruction_done(g, true);
}

static void end(struct gen *g)
{
   struct tgsi_gen *t = T(g);

   g->contexts &= 1u << GEN_AFTER_KILL;
   if (has(g, FOLD))
      fold(g);
   if (g->stage == GEN_COMPUTE)
      store_results(g);
   for (unsigned i = 0; i < t->num_out; i++)
      for (unsigned n = t->out[i].first; n <= t->out[i].last; n++) {
         const unsigned from = has(g, FOLD) && i == 0 ? 0 : below(g, t->temps);

         put(g, "MOV OUT[%u]", n);
         tgsi_gen_mask(t, i && has(g, MASK) && chance(g, 40) ? gen_choose_mask(g, 0xfffe) : 15);
         put(g, ", TEMP[%u]\n", from);
         tgsi_gen_read_temp(t, from);
         gen_bit(&g->writes, GEN_SET_OUTPUT);
         gen_note_kind(g, GEN_TO_OUTPUT);
         gen_note_kind(g, GEN_TEMP);
         g->shot.op = TGSI_OP_MOV;
         gen_instruction_done(g, false);
      }
   if (g->stage == GEN_GEOMETRY)
      write(g, TGSI_OP_EMIT);
}

/* ---- the text of a program; a call has the byte 1 and the number of its routine */

static void text(struct gen *g, const struct gen_list *routines, struct gen_text *out)
{
   unsigned at[1 + GEN_MAX_SUBS], lines = gen_count_lines(routines[0].first) + 1;
   struct gen_text body = {0};

   gen_print_list(g, routines[0].first, &body);
   gen_write(&body, "END\n");
   for (unsigned k = 1; k <= g->num_subs; k++) {
      at[k] = lines;
      gen_write(&body, "BGNSUB\n");
      gen_print_list(g, routines[k].first, &body);
      gen_write(&body, "RET\nENDSUB\n");
      lines += gen_count_lines(routines[k].first) + 3;
   }
   tgsi_gen_declarations(T(g), out);
   const char *s = body.data;
   for (const char *next; s && (next = strchr(s, 1)) != NULL; s = next + 2) {
      gen_add(out, s, (size_t)(next - s));
      gen_write(out, "%u", at[next[1] - '0']);
   }
   if (s)
      gen_add(out, s, strlen(s));
   out->failed |= body.failed;
   free(body.data);
}

const struct gen_syntax gen_tgsi_syntax = {
    .size = sizeof(struct tgsi_gen),
    .setup = tgsi_gen_setup,
    .begin = begin,
    .end = end,
    .instruction = instruction,
    .open_if = open_if,
    .open_loop = open_loop,
    .top_of_loop = top_of_loop,
    .bottom_of_loop = bottom_of_loop,
    .open_switch = open_switch,
    .section = section,
    .end_section = end_section,
    .end_switch = end_switch,
    .call = call,
    .leave = leave,
    .text = text,
};

/* ---- possible combinations, for the coverage table */

void gen_tgsi_possible(unsigned op, struct gen_possible *p)
{
   const struct tgsi_op_info *i = &tgsi_op_info[op];

   *p = (struct gen_possible){.modifiers = 1u << GEN_PLAIN, .contexts = (1u << GEN_CONTEXTS) - 1, .masks = 1};
   if (i->flags & TGSI_LATER || op == TGSI_OP_CLOCK)
      return;
   p->stages = i->stages & 15;
   for (unsigned s = 0; s < i->num_src; s++) {
      const char type = tgsi_src_type((enum tgsi_op)op, s);

      if (type == 'S' || type == 'V' || type == 'R') {
         p->kinds |= 1u << GEN_OBJECT;
         continue;
      }
      if (is_matrix((enum tgsi_op)op) && s == 1)
         continue;
      if (i->kind == TGSI_INTERP && s == 0) {
         p->kinds |= 1u << GEN_INPUT;
         continue;
      }
      if (op == TGSI_OP_FBFETCH) {
         p->kinds |= 1u << GEN_READ_OUTPUT;
         continue;
      }
      p->kinds |= 1u << GEN_TEMP | 1u << GEN_ARRAY | 1u << GEN_ARRAY_RELATIVE | 1u << GEN_PARAM | 1u << GEN_PARAM_RELATIVE |
                  1u << GEN_LITERAL | 1u << GEN_LITERAL_RELATIVE | 1u << GEN_SYSTEM | 1u << GEN_ADDRESS;
      if (p->stages != TGSI_COMP_STAGE)
         p->kinds |= 1u << GEN_INPUT | 1u << GEN_INPUT_RELATIVE | 1u << GEN_READ_OUTPUT;
      p->modifiers |= 1u << GEN_NEG | 1u << GEN_SWIZZLED;
      p->modifiers |= strchr("FD", type) ? 1u << GEN_ABS | 1u << GEN_NEG_ABS : 0;
   }
   if (i->types[0] == 'R' && i->num_dst)
      p->kinds |= 1u << GEN_OBJECT;
   if (i->num_dst && i->types[0] != 'R' && i->kind != TGSI_FLOW) {
      p->kinds |= 1u << GEN_TO_TEMP | 1u << GEN_TO_ARRAY | 1u << GEN_TO_ARRAY_RELATIVE | 1u << GEN_TO_ADDRESS;
      if (p->stages != TGSI_COMP_STAGE)
         p->kinds |= 1u << GEN_TO_OUTPUT | 1u << GEN_TO_OUTPUT_RELATIVE;
   }
   if (i->num_dst && i->kind != TGSI_FLOW)
      p->masks = masks_of((enum tgsi_op)op);
   if (i->num_dst && i->kind <= TGSI_NARROW)
      p->modifiers |= 1u << GEN_TESTED | (strchr("FD", i->types[0]) ? 1u << GEN_SAT | 1u << GEN_SSAT : 0);
}

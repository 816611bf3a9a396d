/* SPDX-License-Identifier: MIT */
/*
 * Tables of special values for the tests, integers, bitwise units, the mask counter and atomics of the simulator. Expected
 * values come from the rule of the document (ISR, chapter in the comments), implemented again in this file on native types, or
 * they are literals by hand where the document lists cases. Where it leaves a question open, they follow docs/usc-isa.md
 * ("assumed").
 */
#include "backend-usc/schedule/usc_merge.h"
#include "tests/unit/backend-usc/usc_sim_group.h"

static uint32_t rng = 1;
static uint32_t rnd(void)
{
   rng ^= rng << 13;
   rng ^= rng >> 17;
   return rng ^= rng << 5;
}

static const uint32_t words[] = {0,          1,          2,          31,         0x7f,       0x80,       0xff,
                                 0x7fff,     0x8000,     0xffff,     0x7fffffff, 0x80000000, 0xffffffff, 0xaaaaaaaa,
                                 0x12345678, 0xffff0000, 0x80ff7f01, 0x8000ffff, 0x7fff8001, 0x00010000};
enum { NUM_WORDS = sizeof words / sizeof *words };

/* r1 and r2: all pairs of the special words, 32 at a time; r3 and r4: some. */
static bool next_pairs(unsigned *at)
{
   if (*at >= NUM_WORDS * NUM_WORDS)
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++, ++*at) {
      t->reg.r[1][l] = words[*at / NUM_WORDS % NUM_WORDS];
      t->reg.r[2][l] = words[*at % NUM_WORDS];
      t->reg.r[3][l] = words[rnd() % NUM_WORDS];
      t->reg.r[4][l] = words[rnd() % NUM_WORDS];
   }
   t->p0 = rnd();
   return true;
}

/* ---- ISR 9: tests ------------------------------------------------------------------------------------------------------- */

static const char *const test_names[] = {"z", "gz", "gez", "e", "g", "ge", "ne", "l", "le", "min", "max"};
static bool holds(unsigned op, int order, bool ordered) /* order: -1 less, 0 equal, 1 greater */
{
   switch (op) {
   case 0:
   case 3: return ordered && order == 0;
   case 1:
   case 4: return ordered && order > 0;
   case 2:
   case 5:
   case 10: return ordered && order >= 0; /* TSTMAX: LHS >= RHS */
   case 6: return !ordered || order != 0;
   case 7:
   case 9: return ordered && order < 0; /* TSTMIN: LHS < RHS */
   default: return ordered && order <= 0;
   }
}

static void test_group(unsigned op, const char *type, unsigned elem)
{
   char e[16] = "";
   if (elem)
      snprintf(e, sizeof e, ".e%u", elem);
   if (op < 3)
      group("mbyp ft0, r1 ; pck.const0 ft2 ; tst%s.%s ftt, p0, ft0%s ; movc r5, _, ftt, c143, _, ft2, _", test_names[op], type,
            e);
   else
      group("mbyp ft0, r1 ; mbyp ft1, r2 ; pck.const0 ft2 ; tst%s.%s ftt, p0, ft0%s, ft1%s ; movc r5, _, ftt, c143, _, ft2, _",
            test_names[op], type, e, e);
}

START_TEST(tests)
{
   static const struct {
      const char *name;
      uint8_t width;
      bool is_signed;
   } types[] = {{"u8", 8, false},  {"s8", 8, true},    {"u16", 16, false},
                {"s16", 16, true}, {"u32", 32, false}, {"s32", 32, true}};
   for (unsigned ty = 0; ty < 6; ty++)
      for (unsigned elem = 0; elem < 32u / types[ty].width; elem++)
         for (unsigned op = 0; op < 11; op++)
            for (unsigned at = 0; next_pairs(&at);) {
               test_group(op, types[ty].name, elem);
               for (unsigned l = 0; l < EXEC_LANES; l++) {
                  const uint32_t a = t->reg.r[1][l] >> types[ty].width * elem,
                                 b = op < 3 ? 0 : t->reg.r[2][l] >> types[ty].width * elem;
                  int64_t x, y;
                  switch (ty) {
                  case 0: x = (uint8_t)a, y = (uint8_t)b; break;
                  case 1: x = (int8_t)a, y = (int8_t)b; break;
                  case 2: x = (uint16_t)a, y = (uint16_t)b; break;
                  case 3: x = (int16_t)a, y = (int16_t)b; break;
                  case 4: x = a, y = b; break;
                  default: x = (int32_t)a, y = (int32_t)b; break;
                  }
                  const bool yes = holds(op, (x > y) - (x < y), true);
                  IS(5, l, yes ? 0xffffffff : 0);
                  ck_assert_msg((t->p0 >> l & 1) == yes, "%s: p0", text);
               }
            }
   /* floats: NaN is not ordered, zeros are equal, denormals count as zeros (assumed) */
   static const uint32_t f[] = {0x7fc00001, 0xff800001, 0x7f800000, 0xff800000, 0,          0x80000000, 0x3f800000,
                                0xbf800000, 0x3f800001, 0x00000001, 0x807fffff, 0x7f7fffff, 0xff7fffff, 0x00800000};
   enum { NUM = sizeof f / sizeof *f };
   for (unsigned op = 0; op < 11; op++)
      for (unsigned i = 0; i < NUM * NUM; i += EXEC_LANES) {
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            t->reg.r[1][l] = f[(i + l) / NUM % NUM];
            t->reg.r[2][l] = f[(i + l) % NUM];
         }
         test_group(op, "f32", 0);
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            float x = num_f(t->reg.r[1][l]), y = op < 3 ? 0 : num_f(t->reg.r[2][l]);
            x = x < 0x1p-126f && x > -0x1p-126f ? 0 : x;
            y = y < 0x1p-126f && y > -0x1p-126f ? 0 : y;
            IS(5, l, holds(op, (x > y) - (x < y), x == x && y == y) ? 0xffffffff : 0);
         }
      }
}
END_TEST

/* ---- ISR 8: integers ---------------------------------------------------------------------------------------------------- */

/* An element with abs and neg; 8-bit elements are 0..3, 16-bit 0..1. */
static int64_t element(uint32_t v, unsigned width, bool is_signed, unsigned elem, bool abs, bool neg)
{
   v >>= width * elem;
   int64_t x = width == 8  ? (is_signed ? (int64_t)(int8_t)v : (int64_t)(uint8_t)v)
               : is_signed ? (int64_t)(int16_t)v
                           : (int64_t)(uint16_t)v;
   if (abs && x < 0)
      x = -x;
   return neg ? -x : x;
}

START_TEST(short_integers)
{
   static const char *const kinds[] = {"add", "mul", "mad"};
   for (unsigned kind = 0; kind < 3; kind++)
      for (unsigned is_signed = 0; is_signed < 2; is_signed++)
         for (unsigned width = 8; width <= 16; width += 8)
            for (unsigned sat = 0; sat < 2; sat++)
               for (unsigned variant = 0; variant < 8; variant++) {
                  const unsigned n = 32 / width, ea = variant % n, eb = (variant + 1) % n, ec = (variant + 2) % n;
                  const bool mods = variant >= 4;
                  for (unsigned at = 0; next_pairs(&at);) {
                     char third[16] = "";
                     if (kind == 2)
                        snprintf(third, sizeof third, ", r3.e%u%s", ec, mods ? ".neg" : "");
                     group("%c%s%u%s ft0, r1.e%u%s, r2.e%u%s%s ; mov r5, ft0;", is_signed ? 'i' : 'u', kinds[kind], width,
                           sat ? ".sat" : "", ea, mods ? ".abs.neg" : "", eb, mods ? ".abs" : "", third);
                     for (unsigned l = 0; l < EXEC_LANES; l++) {
                        const int64_t a = element(t->reg.r[1][l], width, is_signed, ea, mods, mods),
                                      b = element(t->reg.r[2][l], width, is_signed, eb, mods, false),
                                      c = element(t->reg.r[3][l], width, is_signed, ec, false, mods);
                        int64_t r = kind ? a * b + (kind == 2 ? c : 0) : a + b;
                        const int64_t low = is_signed ? -(1 << (width - 1)) : 0,
                                      high = (1 << (width - (is_signed ? 1 : 0))) - 1;
                        if (sat)
                           r = r < low ? low : r > high ? high : r; /* Saturate 0..255, -128..127, 0..65535, -32768..32767 */
                        else
                           r = element((uint32_t)r, width, is_signed, 0, false, false); /* wraps: assumed */
                        IS(5, l, (uint32_t)r);
                     }
                  }
               }
}
END_TEST

/* 32-bit operands with abs and neg (two's complement: assumed). */
static uint32_t operand(uint32_t v, bool abs, bool neg)
{
   if (abs && v >> 31)
      v = 0u - v;
   return neg ? 0u - v : v;
}

START_TEST(integers)
{
   static const char *const mod[] = {"", ".neg", ".abs", ".abs.neg"};
   for (unsigned variant = 0; variant < 16; variant++) {
      const unsigned ma = variant % 4, mc = variant / 4;
      const bool cin = (variant ^ variant >> 2) & 1;
      for (unsigned at = 0; next_pairs(&at);) {
         const uint32_t p0 = t->p0;
#define A operand(t->reg.r[1][l], ma & 2, ma & 1)
#define B t->reg.r[2][l]
#define C operand(t->reg.r[3][l], mc & 2, mc & 1)
#define D t->reg.r[4][l]
#define CIN (cin && p0 >> l & 1 ? 1u : 0u)
#define S64(x) ((uint64_t)(int64_t)(int32_t)(x))
#define LANES(low, high)                                                                                                       \
   for (unsigned l = 0; l < EXEC_LANES; l++) {                                                                                 \
      const uint64_t v = (low);                                                                                                \
      IS(5, l, (uint32_t)v);                                                                                                   \
      if (high)                                                                                                                \
         IS(6, l, (uint32_t)(v >> 32));                                                                                        \
   }
         group("umadd32 ft0, r1%s, r2, r3%s, %s ; mov r5, ft0;", mod[ma], mod[mc], cin ? "p0" : "_");
         LANES(A * B + C + CIN, false);
         group("smadd32 ft0, r1%s, r2, r3%s, %s ; mov r5, ft0;", mod[ma], mod[mc], cin ? "p0" : "_");
         LANES(A * B + C + CIN, false);
         group("uadd6432 ft0, r1%s, r2, r3%s, %s ; mov r5, ft0; ; mov r6, fte;", mod[ma], mod[mc], cin ? "p0" : "_");
         LANES(((uint64_t)B << 32 | A) + C + CIN, true);
         group("sadd6432 ft0, r1%s, r2, r3%s, %s ; mov r5, ft0; ; mov r6, fte;", mod[ma], mod[mc], cin ? "p0" : "_");
         LANES(((uint64_t)B << 32 | A) + S64(C) + CIN, true);
         group("umadd64 ft0, r1%s, r2, r3%s, r4, %s ; mov r5, ft0; ; mov r6, fte;", mod[ma], mod[mc], cin ? "p0" : "_");
         LANES((uint64_t)A * B + ((uint64_t)D << 32 | C) + CIN, true);
         group("smadd64 ft0, r1%s, r2, r3%s, r4, %s ; mov r5, ft0; ; mov r6, fte;", mod[ma], mod[mc], cin ? "p0" : "_");
         LANES(S64(A) * S64(B) + ((uint64_t)D << 32 | C) + CIN, true);
         group("add64 ft0, r1%s, r2, r3%s, r4, %s ; mov r5, ft0; ; mov r6, fte;", mod[ma], mod[mc], cin ? "p0" : "_");
         LANES(((uint64_t)B << 32 | A) + ((uint64_t)D << 32 | C) + CIN, true);
         /* ISR 9 TSTC: the carry that add64 leaves (documented: COUT) */
         group("add64 ft0, r1%s, r2, r3%s, r4, %s ; tstc.u32 ftt, p0 ; mov r5.e0.e1.e2.e3, ft0", mod[ma], mod[mc],
               cin ? "p0" : "_");
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            const uint64_t x = (uint64_t)B << 32 | A, y = (uint64_t)D << 32 | C,
                           top = (x >> 1) + (y >> 1) + ((x & 1) + (y & 1) + CIN) / 2;
            ck_assert_msg((t->p0 >> l & 1) == top >> 63, "%s: carry", text);
         }
         t->p0 = p0;
      }
   }
#undef A
#undef B
#undef C
#undef D
#undef CIN
}
END_TEST

/* ---- ISR 10: bitwise ---------------------------------------------------------------------------------------------------- */

struct in {
   uint32_t a, b, c, d;
   bool p0;
};
static uint32_t mask_of(struct in i)
{
   return (uint32_t)(((UINT64_C(1) << (i.a & 63)) - 1) << (i.b & 63));
}
static uint32_t top(uint32_t v)
{
   for (int n = 31; n >= 0; n--)
      if (v >> n & 1)
         return (uint32_t)n;
   return UINT32_MAX;
}
/* FT5 = (signed)(FT4 << (31 - sb)) >> (31 + S4 - sb) */
static uint32_t asr(uint32_t v, unsigned sb, unsigned n)
{
   return (uint32_t)((int64_t)(int32_t)(v << (31 - sb)) >> (31 + (n & 31) - sb));
}
static uint32_t f_or(struct in i)
{
   return i.c | i.d;
}
static uint32_t f_and(struct in i)
{
   return i.c & i.d;
}
static uint32_t f_xor(struct in i)
{
   return i.c ^ i.d;
}
static uint32_t f_nor(struct in i)
{
   return ~(i.c | i.d);
}
static uint32_t f_nand(struct in i)
{
   return ~(i.c & i.d);
}
static uint32_t f_xnor(struct in i)
{
   return ~(i.c ^ i.d);
}
static uint32_t f_insert(struct in i)
{
   return (mask_of(i) & i.c) | (~mask_of(i) & i.d);
}
static uint32_t f_masked(struct in i)
{
   return (mask_of(i) & i.c) ^ i.d;
}
static uint32_t f_imm16(struct in i)
{
   return 0x8001 & i.c;
}
static uint32_t f_imm32(struct in i)
{
   (void)i;
   return 0x87654321;
}
static uint32_t f_second(struct in i)
{
   return i.b;
}
static uint32_t f_rev(struct in i)
{
   uint32_t r = 0;
   for (unsigned k = 0; k < 32; k++)
      r |= (i.c >> k & 1) << (31 - k);
   return r;
}
static uint32_t f_shfl(struct in i) /* S1 on the odd bits, S2 on the even ones */
{
   uint32_t r = 0;
   for (unsigned k = 0; k < 16; k++)
      r |= (i.b >> k & 1) << (2 * k + 1) | (i.c >> k & 1) << 2 * k;
   return r;
}
static uint32_t f_lsl1(struct in i)
{
   return i.c << (i.b & 31);
}
static uint32_t f_lsl(struct in i)
{
   return i.c << (i.d & 31);
}
static uint32_t f_shr(struct in i)
{
   return i.c >> (i.d & 31);
}
static uint32_t f_rol(struct in i)
{
   return i.d & 31 ? i.c << (i.d & 31) | i.c >> (32 - (i.d & 31)) : i.c;
}
static uint32_t f_cps(struct in i)
{
   return (i.d & ~i.c) | (i.p0 ? i.c : 0);
}
static uint32_t f_twb(struct in i)
{
   return asr(i.c, 31, i.d);
}
static uint32_t f_pwb(struct in i)
{
   return asr(i.c, 15, i.d);
}
static uint32_t f_mtb(struct in i)
{
   return asr(i.c, (i.a + i.b - 1) & 31, i.d);
}
static uint32_t f_atop(struct in i)
{
   return asr(i.c, top(i.c) & 31, i.d);
}
static uint32_t f_cbs(struct in i)
{
   return (uint32_t)__builtin_popcount(i.c);
}
static uint32_t f_ftb(struct in i)
{
   return top(i.c);
}
static uint32_t f_shi(struct in i)
{
   return top(i.c >> 31 ? ~i.c : i.c);
}
static uint32_t f_msb(struct in i)
{
   return i.c ? 31 - top(i.c) : UINT32_MAX;
}
static uint32_t f_copy(struct in i)
{
   return i.c;
}

START_TEST(bitwise)
{
   static const struct {
      const char *text;
      uint32_t (*fn)(struct in);
   } table[] = {
       {"byp ft2, r3 ; or ft4, _, ft2, _, r4 ; mov r5, ft4;", f_or},
       {"byp ft2, r3 ; and ft4, _, ft2, _, r4 ; mov r5, ft4;", f_and},
       {"byp ft2, r3 ; xor ft4, _, ft2, _, r4 ; mov r5, ft4;", f_xor},
       {"byp ft2, r3 ; nor ft4, _, ft2, _, r4 ; mov r5, ft4;", f_nor},
       {"byp ft2, r3 ; nand ft4, _, ft2, _, r4 ; mov r5, ft4;", f_nand},
       {"byp ft2, r3 ; xnor ft4, _, ft2, _, r4 ; mov r5, ft4;", f_xnor},
       {"msk ft0, ft1, r1, r2 ; byp ft2, r3 ; or ft4, ft1, ft2, ft1.invert, r4 ; mov r5, ft4;", f_insert},
       {"msk ft0, ft1, r1, r2 ; byp ft2, r3 ; xor ft4, ft1, ft2, _, r4 ; mov r5, ft4;", f_masked},
       {"msk ft0, ft1, r1, r2 ; mov r5, ft1;", mask_of},
       {"byp ft0, ft1, c0, 0x8001 ; byp ft2, r3 ; and ft4, ft1, ft2, _, c143 ; mov r5, ft4;", f_imm16},
       {"byp.imm32 ft0, ft1, c0, 0x87654321 ; mov r5, ft1;", f_imm32},
       {"byp ft0, ft1, r1, r2 ; byp ft4, ft1 ; mov r5, ft4;", f_second},
       {"rev ft2, r3 ; byp ft3, ft2 ; mov r5, ft3;", f_rev},
       {"shfl ft2, r3, r2 ; byp ft3, ft2 ; mov r5, ft3;", f_shfl},
       {"lsl ft2, r3, r2 ; byp ft3, ft2 ; mov r5, ft3;", f_lsl1},
       {"byp ft2, r3 ; byp ft3, r3 ; mov r5, ft3;", f_copy},
       {"byp ft2, r3 ; or ft4, _, ft2, _, c0 ; lsl ft5, ft4, r4 ; mov r5, ft5;", f_lsl},
       {"byp ft2, r3 ; or ft4, _, ft2, _, c0 ; shr ft5, ft4, r4 ; mov r5, ft5;", f_shr},
       {"byp ft2, r3 ; or ft4, _, ft2, _, c0 ; rol ft5, ft4, r4 ; mov r5, ft5;", f_rol},
       {"byp ft2, r3 ; or ft4, _, ft2, _, c0 ; cps ft5, p0, ft4, r4 ; mov r5, ft5;", f_cps},
       {"byp ft2, r3 ; or ft4, _, ft2, _, c0 ; asr.twb ft5, ft4, r4 ; mov r5, ft5;", f_twb},
       {"byp ft2, r3 ; or ft4, _, ft2, _, c0 ; asr.pwb ft5, ft4, r4 ; mov r5, ft5;", f_pwb},
       {"msk ft0, ft1, r1, r2 ; byp ft2, r3 ; or ft4, _, ft2, _, c0 ; asr.mtb ft5, ft4, r4 ; mov r5, ft5;", f_mtb},
       {"byp ft2, r3 ; ftb ft3, ft2 ; or ft4, _, ft2, _, c0 ; asr.ftb ft5, ft4, r4 ; mov r5, ft5;", f_atop},
       {"byp ft2, r3 ; cbs ft3, r3 ; mov r5, ft3;", f_cbs},
       {"byp ft2, r3 ; cbs ft3, ft2 ; mov r5, ft3;", f_cbs},
       {"byp ft2, r3 ; ftb ft3, r3 ; mov r5, ft3;", f_ftb},
       {"byp ft2, r3 ; ftb_shi ft3, r3 ; mov r5, ft3;", f_shi},
       {"byp ft2, r3 ; ftb_msb ft3, ft2 ; mov r5, ft3;", f_msb},
   };
   static const uint32_t small[] = {0, 1, 5, 8, 15, 16, 31, 33, 63, 0x80000003};
   for (unsigned k = 0; k < sizeof table / sizeof *table; k++)
      for (unsigned round = 0; round < 30; round++) {
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            t->reg.r[1][l] = rnd() % 33;
            t->reg.r[2][l] = round % 3 ? rnd() % 32 : small[rnd() % 10] & 31;
            t->reg.r[3][l] = round % 2 ? rnd() : words[rnd() % NUM_WORDS];
            t->reg.r[4][l] = round % 3 == 1 ? words[rnd() % NUM_WORDS] : small[rnd() % 10]; /* counts: modulo 32 */
         }
         t->p0 = rnd();
         const uint32_t p0 = t->p0;
         group("%s", table[k].text);
         for (unsigned l = 0; l < EXEC_LANES; l++)
            IS(5, l, table[k].fn((struct in){t->reg.r[1][l], t->reg.r[2][l], t->reg.r[3][l], t->reg.r[4][l], p0 >> l & 1}));
      }
   /* TZ and TNZ test FT5 or FT3 */
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      t->reg.r[3][l] = l & 1 ? 0x80000000 : 0;
      t->reg.r[4][l] = l & 2 ? 0xffffffff : 0;
   }
   group("byp ft2, r3 ; byp ft3, r3 ; or ft4, _, ft2, _, r4 ; lsl ft5, ft4, c0 ; tz p0, ft5");
   ck_assert_uint_eq(t->p0, 0x11111111);
   group("byp ft2, r3 ; byp ft3, r3 ; or ft4, _, ft2, _, r4 ; lsl ft5, ft4, c0 ; tnz p0, ft3");
   ck_assert_uint_eq(t->p0, 0xaaaaaaaa);
   group("byp ft2, r3 ; byp ft3, r3 ; or ft4, _, ft2, _, r4 ; lsl ft5, ft4, c0 ; tz p0, ft3");
   ck_assert_uint_eq(t->p0, 0x55555555);
   group("byp ft2, r3 ; byp ft3, r3 ; or ft4, _, ft2, _, r4 ; lsl ft5, ft4, c0 ; tnz p0, ft5");
   ck_assert_uint_eq(t->p0, 0xeeeeeeee);
}
END_TEST

/* ---- ISR 13: the mask counter ------------------------------------------------------------------------------------------- */

START_TEST(conditionals)
{
   /* The document's pseudo-code; S0 = lane & 3, P0 = lane bit 2, S2 = lane bits 3 and 4. */
   for (unsigned pcnd = 0; pcnd < 4; pcnd++)
      for (unsigned adj = 0; adj < 3; adj++)
         for (unsigned op = 0; op < 5; op++) {
            if (adj == 0 && (op == 3 || op == 4)) /* 1...2 */
               continue;
            for (unsigned l = 0; l < EXEC_LANES; l++) {
               t->reg.r[1][l] = l & 3;
               t->reg.r[2][l] = l >> 3;
            }
            t->p0 = 0xf0f0f0f0;
            t->pe = 0x11111111; /* the running ones are at 0 */
            const uint32_t c = pcnd == 0 ? 0xffffffff : pcnd == 1 ? t->p0 : pcnd == 2 ? 0 : ~t->p0, run = t->pe;
            switch (op) {
            case 0: group("(ignorepe) ; cndst %u, r5, r1, %u", pcnd, adj); break;
            case 1: group("(ignorepe) ; cndef %u, r5, r1, %u", pcnd, adj); break;
            case 2: group("(ignorepe) ; cndsm %u, r5, r1, r2", pcnd); break;
            case 3: group("(ignorepe) ; cndlt %u, r5, p0, r1, %u", pcnd, adj); break;
            default: group("(ignorepe) ; cndend r5, r1, %u", adj); break;
            }
            for (unsigned l = 0; l < EXEC_LANES; l++) {
               const uint32_t s0 = l & 3, s2 = l >> 3;
               const bool cond = c >> l & 1;
               uint32_t w0 = s0;
               bool pe;
               switch (op) {
               case 0:
                  pe = cond && s0 == 0;
                  w0 = pe ? 0 : s0 + adj;
                  break;
               case 1:
                  if (s0 == 0) {
                     w0 = s0 + adj;
                     pe = adj == 0;
                  } else if (cond && s0 == 1) {
                     w0 = 0;
                     pe = true;
                  } else {
                     pe = false;
                  }
                  break;
               case 2:
                  w0 = cond && s0 == 0 ? s2 : s0;
                  pe = w0 == 0;
                  break;
               case 3:
                  if (!(c & run)) {
                     ck_assert_uint_eq(t->p0, 0);
                     w0 = s0 > adj ? s0 - adj : 0;
                     pe = w0 == 0;
                  } else { /* the test fails, by the document's comment, not its condition */
                     ck_assert_uint_eq(t->p0, 0xffffffff);
                     if (!cond && s0 == 0)
                        w0 = adj;
                     pe = w0 == 0;
                  }
                  break;
               default:
                  w0 = s0 > adj ? s0 - adj : 0;
                  pe = w0 == 0;
                  break;
               }
               IS(5, l, w0);
               ck_assert_msg((t->pe >> l & 1) == pe, "%s: lane %u: Pe", text, l);
            }
         }
}
END_TEST

START_TEST(call_loop)
{
   /* CNDSETL: the first running invocation's S2 becomes the link address; those with another value get the counter 1. CNDLPC:
      those that ran get the counter 2, those with 1 run. */
   usc_wave_init(t, &num_model_usc_rtz, 0xff, 1000);
   for (unsigned l = 0; l < 8; l++) {
      t->reg.r[1][l] = l == 0 || l == 5 ? 3 : 0; /* two skip the loop */
      t->reg.r[2][l] = l & 1 ? 40 : 20;
   }
   t->pe = 0xff & ~0x21u;
   group("(ignorepe) ; cndsetl.a r5, r1, r2");
   ck_assert_uint_eq(t->pe, 0xff & ~0x21u); /* part A updates neither Dest nor Pe */
   IS(5, 1u, 0);
   group("(ignorepe) ; cndsetl.b r5, r1, r2");
   group("savl r6");
   for (unsigned l = 0; l < 8; l++) { /* lane 1 is the first: 40 */
      const bool skips = l == 0 || l == 5;
      IS(5, l, skips ? 3 : l & 1 ? 0 : 1);
      ck_assert_uint_eq(t->pe >> l & 1, !skips && l & 1);
      if (t->pe >> l & 1)
         IS(6, l, 40);
   }
   group("(ignorepe) ; cndlpc r7, r5");
   for (unsigned l = 0; l < 8; l++) {
      const bool skips = l == 0 || l == 5;
      IS(7, l, skips ? 3 : l & 1 ? 2 : 0);
      ck_assert_uint_eq(t->pe >> l & 1, !skips && !(l & 1));
   }
}
END_TEST

/* ---- ISR 11: memory ----------------------------------------------------------------------------------------------------- */

static uint32_t cell;
static bool load_word(void *user, uint64_t addr, uint32_t *word)
{
   (void)user;
   *word = cell;
   return addr == 0x100000040;
}
static bool store_word(void *user, uint64_t addr, unsigned size, uint32_t value)
{
   (void)user;
   cell = value;
   return addr == 0x100000040 && size == 4;
}
/* The callbacks for all lanes. */
static uint32_t load(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], uint32_t value[EXEC_LANES])
{
   return machine_load_words(load_word, user, lanes, addr, value);
}
static uint32_t store(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], unsigned bytes,
                      const uint32_t value[EXEC_LANES])
{
   return machine_store_words(store_word, user, lanes, addr, bytes, value);
}

START_TEST(atomics)
{
   static const char *const names[] = {"add", "sub", "xchg", "umin", "imin", "umax", "imax", "and", "or", "xor"};
   usc_wave_init(t, &num_model_usc_rtz, 1, 1000000);
   t->env.load = load;
   t->env.store = store;
   t->reg.r[1][0] = 0x40; /* address, high word, operand */
   t->reg.r[2][0] = 1;
   for (unsigned op = 0; op < 10; op++)
      for (unsigned i = 0; i < NUM_WORDS * NUM_WORDS; i++) {
         const uint32_t a = words[i / NUM_WORDS], b = words[i % NUM_WORDS];
         uint32_t want;
         switch (op) {
         case 0: want = a + b; break;
         case 1: want = a - b; break;
         case 2: want = b; break;
         case 3: want = a < b ? a : b; break;
         case 4: want = (int32_t)a < (int32_t)b ? a : b; break;
         case 5: want = a > b ? a : b; break;
         case 6: want = (int32_t)a > (int32_t)b ? a : b; break;
         case 7: want = a & b; break;
         case 8: want = a | b; break;
         default: want = a ^ b; break;
         }
         cell = a;
         t->reg.r[3][0] = b;
         group("atom.%s r5, drc1, r1;", names[op]);
         group("wdf drc1");
         IS(5, 0u, a);
         ck_assert_msg(cell == want, "%s: %08x %08x: %08x", text, a, b, cell);
      }
}
END_TEST

/* ---- operations that needed a group each */

static void run(const struct usc_group *g)
{
   struct usc_group copy = *g;
   struct usc_prog p = {.g = &copy, .n = 1, .cap = 1};
   t->flow.pc = 0;
   usc_sim_step(usc_sim_decode_groups(&ctx, &p), t);
   ck_assert_msg(!t->fault, "%s", t->fault);
}

/*
 * An integer operation, which is in P0 only, shares a group with a select that passes a value through P0: the value goes to P1,
 * or onto the external line. r5 and r6 get the results of the separate groups. Returns the number of pairs that could share.
 */
static unsigned share(const struct usc_group *host)
{
   static const uint8_t operand[][2] = {{1, 2}, {3, 4}, {1, 3}};
   unsigned shared = 0;
   for (unsigned k = 0; k < sizeof operand / sizeof *operand; k++) {
      const struct usc_group add = usc_g_iadd(usc_r(6), usc_r(operand[k][0]), usc_neg(usc_r(operand[k][1])));
      struct usc_group both, again;
      const enum usc_merge_mode mode = usc_merge(host, &add, &both);
      if (mode == USC_APART)
         continue;
      ck_assert_int_eq(usc_check(&both), USC_V_OK);
      usc_merge_as(mode, host, &add, &again);
      ck_assert(!memcmp(&both, &again, sizeof both));
      ck_assert(usc_merge(&add, host, &again) != USC_APART);
      for (unsigned at = rnd() % 300; next_pairs(&at); at += 97) {
         uint32_t want[2][EXEC_LANES], got[2][EXEC_LANES];
         run(host);
         run(&add);
         memcpy(want, &t->reg.r[5], sizeof want);
         memset(&t->reg.r[5], 0x55, sizeof want);
         run(&both);
         memcpy(got, &t->reg.r[5], sizeof got);
         ck_assert_msg(!memcmp(want, got, sizeof got), "test %u of type %u", host->tst_op, host->tst_type);
      }
      shared++;
   }
   return shared;
}

/* The test compares `left` with `right`, or tests `left` alone, and r5 gets the value of line `w0` or line `is4`. FT0 passes v
   through. */
static struct usc_group host_of(struct usc_opd v, enum usc_tst_op op, enum usc_tst_type type, unsigned lines)
{
   struct usc_group g = usc_g_alu(USC_OP_MBYP, usc_r(5), v, usc_none(), usc_none());
   g.op[USC_TST] = USC_OP_TST;
   g.tst_op = (uint8_t)op;
   g.tst_type = (uint8_t)type;
   g.op[USC_PCK] = USC_OP_PCK;
   g.pck_fmt = USC_FMT_CONST1;
   g.op[USC_MOV] = USC_OP_MOVC;
   g.is0 = 1;
   g.src[1] = usc_r(2);
   g.is1 = lines & 1;
   g.is2 = op >= USC_TST_E; /* FT1 is for P1 */
   g.mov_w0 = lines >> 1 & 3;
   g.is4 = lines >> 3 & 3;
   return g;
}

START_TEST(sharing)
{
   const struct usc_opd value[] = {usc_r(1), usc_neg(usc_r(1)), usc_sh(3)};
   unsigned hosts = 0, shared = 0;
   for (unsigned k = 0; k < 3 * 32 * (USC_TST_LE + 1) * 2; k++) {
      const struct usc_group g =
          host_of(value[k % 3], (enum usc_tst_op)(k / 96 % (USC_TST_LE + 1)), k & 1 ? USC_T_F32 : USC_T_S32, k / 3 % 32);
      if (g.tst_op == USC_TST_C || usc_check(&g) != USC_V_OK)
         continue;
      hosts++;
      shared += share(&g);
   }
   ck_assert_msg(hosts > 300 && shared > 2 * hosts, "%u of 3 times %u", shared, hosts);
   const struct usc_group max = host_of(usc_r(1), USC_TST_G, USC_T_S32, USC_FT0 << 1 | USC_FTE << 3),
                          above = host_of(usc_r(1), USC_TST_GZ, USC_T_S32, USC_FT0 << 1 | USC_FTE << 3);
   ck_assert_uint_eq(share(&max), 3);   /* compares in the opposite order */
   ck_assert_uint_eq(share(&above), 3); /* then compares the value on the external line */
}
END_TEST

SUITE_MAIN("usc-sim-ops", 120, setup, teardown, tests, short_integers, integers, bitwise, conditionals, call_loop, atomics,
           sharing)

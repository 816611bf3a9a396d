/* SPDX-License-Identifier: MIT */
/*
 * Selection matches two operations at once: words of one product, comparisons and their selects, shifts and masks that another
 * operation reads. This test covers each ordered pair of operations of the IR that compute something. Both get the same
 * operands, exchanged operands, or the second gets the result of the first, with constants too. For both targets, the simulated
 * machine code must agree with the interpreter of the IR.
 *
 * usage: test_agx_pairs [all]   all: each pair in all of these ways, instead of one
 */
#include <string.h>

#include "ir/ir.h"
#include "nvp4c.h"
#include "tests/unit/common/irtext.h"
#include "util/rng.h"

#define PAIRS 6  /* pairs in a program */
#define WORDS 32 /* words that it reads, of eight inputs */
#define OPERANDS 3

static bool all;

enum way { SAME, EXCHANGED, BOTH_READ, CHAINED, CHAINED_SECOND, CHAINED_TO_CONSTANT, OF_CONSTANT, NUM_WAYS };

struct program {
   struct util_buf text, stores;
   struct util_rng rng;
   unsigned values, words;
};

static bool is_tested(enum ir_op op)
{
   const struct ir_op_info *i = &ir_op_info[op];

   return i->num_dst == 1 && (i->has_eval || op == IR_unpack2h) && i->max_src && i->max_src <= OPERANDS;
}

static unsigned constant(struct program *p)
{
   static const uint32_t bits[] = {0,          1,          2,          4,          5,          8,
                                   16,         17,         24,         31,         32,         255,
                                   65535,      0xff00,     0xfffffff9, 0x80000000, 0x7fffffff, 0xffffffff,
                                   0x3f800000, 0x40000000, 0xbf000000, 0x3e800000, 0x3c00};

   util_buf_printf(&p->text, "   %%%u:32 = const value=0x%x\n", p->values,
                   bits[util_rng_below(&p->rng, sizeof bits / sizeof *bits)]);
   return p->values++;
}

/* A value of a kind of ir_op_info, made of a word. */
static unsigned of_kind(struct program *p, char kind, unsigned word)
{
   if (kind == 'h')
      util_buf_printf(&p->text, "   %%%u:16 = unpack2h %%%u half=%u\n", p->values, word, word & 1);
   else if (kind == 'b')
      util_buf_printf(&p->text, "   %%%u:1 = ilt %%%u, %%%u\n", p->values, word, (word + 1) % WORDS);
   else
      return word;
   return p->values++;
}

/* X, which may have any width, is a word here. */
static unsigned width(char kind)
{
   return ir_kind_width(kind) ? ir_kind_width(kind) : 32;
}

/* Sources are words; source k has the right kind already. */
static unsigned operation(struct program *p, enum ir_op op, const unsigned *word, unsigned k)
{
   const struct ir_op_info *i = &ir_op_info[op];
   unsigned src[OPERANDS];

   for (unsigned n = 0; n < i->min_src; n++)
      src[n] = n == k ? word[n] : of_kind(p, ir_src_kind(op, n), word[n]);
   util_buf_printf(&p->text, "   %%%u:%u = %s", p->values, width(i->dst[0]), i->name);
   for (unsigned n = 0; n < i->min_src; n++)
      util_buf_printf(&p->text, "%s %s%%%u", n ? "," : "", ir_src_float(op, n) && !util_rng_below(&p->rng, 4) ? "-" : "",
                      src[n]);
   util_buf_printf(&p->text, "%s\n", op == IR_unpack2h ? " half=1" : "");
   return p->values++;
}

static void store(struct program *p, enum ir_op op, unsigned value, const unsigned *word)
{
   const char kind = ir_op_info[op].dst[0];

   if (kind == 'b')
      util_buf_printf(&p->text, "   %%%u:32 = sel %%%u, %%%u, %%%u\n", p->values++, value, word[0], word[1]);
   else if (kind == 'h')
      util_buf_printf(&p->text, "   %%%u:32 = pack2h %%%u, %%%u\n", p->values++, value, value);
   util_buf_printf(&p->stores, "   store_output %%%u slot=attr%u comp=%u\n", kind == 'b' || kind == 'h' ? p->values - 1 : value,
                   p->words / 4, p->words % 4);
   p->words++;
}

static void pair(struct program *p, enum ir_op first, enum ir_op second, enum way way)
{
   const bool chained = way >= BOTH_READ && way <= CHAINED_TO_CONSTANT;
   unsigned word[OPERANDS], k = OPERANDS;

   for (unsigned n = 0; n < OPERANDS; n++)
      word[n] = util_rng_below(&p->rng, WORDS);
   if (way == OF_CONSTANT && ir_op_info[first].min_src > 1)
      word[1] = constant(p);
   const unsigned value = operation(p, first, word, OPERANDS);
   if (!chained || way == BOTH_READ)
      store(p, first, value, word);
   if (way == EXCHANGED || way == OF_CONSTANT) {
      const unsigned w = word[0];
      word[0] = word[1];
      word[1] = w;
   }
   for (unsigned n = way == CHAINED_SECOND; chained && k == OPERANDS && n < ir_op_info[second].min_src; n++)
      if (width(ir_src_kind(second, n)) == width(ir_op_info[first].dst[0]))
         word[k = n] = value;
   if (way == CHAINED_TO_CONSTANT && k != 1 && ir_op_info[second].min_src > 1)
      word[1] = constant(p);
   store(p, second, operation(p, second, word, k), word);
}

static void run(struct program *p, const char *name)
{
   util_buf_printf(&p->text, "%s   return\n", p->stores.data);
   for (unsigned k = 0; k < 4; k++) {
      struct nvp4c_options o;
      nvp4c_options_init(&o, sizeof o);
      o.language = NVP4C_LANG_IR;
      o.target = k & 1 ? NVP4C_TARGET_USC : NVP4C_TARGET_AGX;
      o.opt_level = k >> 1;
      o.verify.waves = 1;
      struct nvp4c_result *r = nvp4c_compile(p->text.data, p->text.len, &o);
      ck_assert(r != NULL);
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, 0);
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK && nvp4c_result_verify(r).code_comparisons == 1,
                    "%s, target %u -O%d: %s\n%s", name, o.target, o.opt_level, d ? d->message : "not verified", p->text.data);
      nvp4c_result_free(r);
   }
}

static void begin(struct program *p, uint64_t seed)
{
   *p = (struct program){.values = WORDS};
   util_rng_init(&p->rng, seed);
   util_buf_init(&p->text, &ctx);
   util_buf_init(&p->stores, &ctx);
   util_buf_printf(&p->text, "nvp4c-ir 1\nstage vertex\nsource_ops 0\n\nblock 0:\n");
   for (unsigned w = 0; w < WORDS; w++)
      util_buf_printf(&p->text, "   %%%u:32 = load_input slot=vattr%u comp=%u interp=smooth\n", w, w / 4, w % 4);
}

START_TEST(pairs)
{
   const enum ir_op first = (enum ir_op)_i;
   struct program p;
   unsigned n = 0;

   if (!is_tested(first))
      return;
   begin(&p, first);
   for (unsigned op = 0; op < IR_OP_COUNT; op++)
      for (unsigned way = all ? 0 : (first + op) % NUM_WAYS, end = all ? NUM_WAYS : way + 1;
           is_tested((enum ir_op)op) && way < end; way++) {
         pair(&p, first, (enum ir_op)op, (enum way)way);
         if (++n % PAIRS)
            continue;
         run(&p, ir_op_info[first].name);
         begin(&p, first + n);
      }
   if (n % PAIRS)
      run(&p, ir_op_info[first].name);
}
END_TEST

int main(int argc, char **argv)
{
   Suite *s = suite_create("agx_pairs");
   TCase *tc = tcase_create("pairs");

   all = argc > 1 && !strcmp(argv[1], "all");
   tcase_add_checked_fixture(tc, setup, teardown);
   tcase_set_timeout(tc, 600);
   tcase_add_loop_test(tc, pairs, 0, IR_OP_COUNT);
   suite_add_tcase(s, tc);
   return suite_run_nofork(s);
}

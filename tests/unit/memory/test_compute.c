/* SPDX-License-Identifier: MIT */
/*
 * Runs the programs of examples/compute and compares them with results that the host computes independently. They run in the
 * reference evaluator and as IR after the passes of each level, in several orders of the waves of a workgroup. (check-text
 * verifies their machine code against these.)
 */
#include "tests/unit/common/file.h"
#include "tests/unit/memory/tgsi_world.h"
#include "util/rng.h"

#define WORDS (4 * WORLD_WORDS) /* of an object */

static struct world w;
static uint32_t want[WORDS]; /* of the buffer that is compared */

struct program {
   const char *name;
   uint32_t grid[2];
   unsigned result; /* the buffer that is compared */
   uint32_t (*value)(struct util_rng *r, unsigned k); /* of word k of a buffer that is read */
   void (*compute)(num_m m);
};

static uint32_t any_word(struct util_rng *r, unsigned k) { return (void)k, util_rng_u32(r); }
/* multiples of 1/16 in [-4, 4), whose sums of products are exact */
static uint32_t fraction(struct util_rng *r, unsigned k)
{
   return (void)k, num_u((float)((int)util_rng_below(r, 128) - 64) / 16);
}
static uint32_t body(struct util_rng *r, unsigned k)
{
   return k % 4 == 2 ? num_u(1 + (float)util_rng_below(r, 64) / 64) : fraction(r, k);
}

static void sums(num_m m)
{
   (void)m;
   for (unsigned k = 0; k < WORDS; k++)
      want[k / 128] += w.word[MEM_BUFFER][0][k];
}

static void prefix_sums(num_m m)
{
   (void)m;
   for (unsigned k = 0; k < WORDS; k++)
      want[k] = w.word[MEM_BUFFER][0][k] + (k % 64 ? want[k - 1] : 0);
}

static void sorted(num_m m)
{
   (void)m;
   memcpy(want, w.word[MEM_BUFFER][0], sizeof want);
   for (unsigned first = 0; first < WORDS; first += 128)
      for (unsigned k = first + 1; k < first + 128; k++)
         for (unsigned at = k; at > first && want[at] < want[at - 1]; at--) {
            const uint32_t was = want[at];
            want[at] = want[at - 1];
            want[at - 1] = was;
         }
}

static void product(num_m m)
{
   (void)m;
   for (unsigned row = 0; row < 16; row++)
      for (unsigned column = 0; column < 16; column++) {
         float sum = 0;
         for (unsigned k = 0; k < 16; k++)
            sum += num_f(w.word[MEM_BUFFER][0][16 * row + k]) * num_f(w.word[MEM_BUFFER][1][16 * k + column]);
         want[16 * row + column] = num_u(sum);
      }
}

static void counts(num_m m)
{
   (void)m;
   for (unsigned k = 0; k < WORDS; k++)
      want[w.word[MEM_BUFFER][0][k] & 15]++;
}

/* a = (p' - p) m' / (|p' - p|^2 + 0.01)^1.5, summed in the order of the bodies, by the arithmetic of the machine */
static void accelerations(num_m m)
{
   for (unsigned k = 0; k < 64; k++) {
      const uint32_t *p = &w.word[MEM_BUFFER][0][4 * k];
      for (unsigned n = 0; n < 64; n++) {
         const uint32_t *q = &w.word[MEM_BUFFER][0][4 * n];
         const uint32_t d[2] = {num_fadd(m, q[0], p[0] ^ 0x80000000u), num_fadd(m, q[1], p[1] ^ 0x80000000u)};
         const uint32_t x = num_frsq(m, num_fmad(m, d[1], d[1], num_fmad(m, d[0], d[0], num_u(0.01f))));
         const uint32_t scale = num_fmul(m, num_fmul(m, num_fmul(m, x, x), x), q[2]);
         for (unsigned c = 0; c < 2; c++)
            want[4 * k + c] = num_fmad(m, d[c], scale, want[4 * k + c]);
      }
   }
}

static const struct program programs[] = {
   {"reduction", {2, 1}, 1, any_word, sums},
   {"prefix-sum", {4, 1}, 1, any_word, prefix_sums},
   {"bitonic-sort", {2, 1}, 0, any_word, sorted},
   {"matrix-product", {2, 2}, 2, fraction, product},
   {"histogram", {1, 1}, 1, any_word, counts},
   {"n-body", {1, 1}, 1, body, accelerations},
};

static void fill(const struct program *p, struct util_rng *r)
{
   memset(&w, 0, sizeof w);
   memset(want, 0, sizeof want);
   for (unsigned unit = 0; unit < 3; unit++) {
      world_words(&w, MEM_BUFFER, unit, sizeof want);
      for (unsigned k = 0; k < WORDS && (unit != p->result || p->result == 0); k++)
         w.word[MEM_BUFFER][unit][k] = p->value(r, k);
   }
   w.memory.of[MEM_SHARED][0] = (struct mem_object){.data = w.word[MEM_SHARED][0], .bytes = sizeof w.word[MEM_SHARED]};
   for (unsigned c = 0; c < 3; c++)
      w.grid[c] = c < 2 ? p->grid[c] : 1;
}

static void check(const struct program *p, const char *text, num_m m, int level, uint64_t seed)
{
   struct ir_shader *s = world_compile(text, m, level);
   struct util_rng r;

   util_rng_init(&r, seed);
   fill(p, &r);
   p->compute(m);
   for (uint32_t block = 0; block < p->grid[0] * p->grid[1]; block++) {
      w.block_id[0] = block % p->grid[0];
      w.block_id[1] = block / p->grid[0];
      w.seed = seed;
      for (unsigned k = 0; k < 8 * WORDS; k++) /* no result may depend on what another workgroup left */
         w.memory.of[MEM_SHARED][0].data[k] = util_rng_u32(&r);
      ck_assert_int_eq(level < 0 ? world_evaluate(&w, s) : world_run(&w, s), EXEC_DONE);
   }
   for (unsigned k = 0; k < WORDS; k++)
      ck_assert_msg(w.word[MEM_BUFFER][p->result][k] == want[k], "%s, level %d, seed %u, %s: word %u is %#x, not %#x", p->name,
                    level, (unsigned)seed, m->name, k, w.word[MEM_BUFFER][p->result][k], want[k]);
}

START_TEST(examples)
{
   const num_m models[] = {&num_model_usc_rtz, &num_model_usc_rne, &num_model_agx};
   const struct program *p = &programs[_i];
   char path[64];

   snprintf(path, sizeof path, "examples/compute/%s.tgsi", p->name);
   char *text = file_read(path, NULL);
   ck_assert_ptr_nonnull(text);
   for (unsigned m = 0; m < 3; m++)
      for (int level = -1; level <= 2; level++)
         for (uint64_t seed = 1; seed <= 3; seed++)
            check(p, text, models[m], level, seed);
   free(text);
}
END_TEST

int main(void)
{
   Suite *suite = suite_create("compute");
   TCase *tc = tcase_create("compute");

   tcase_add_checked_fixture(tc, setup, teardown);
   tcase_set_timeout(tc, 0);
   tcase_add_loop_test(tc, examples, 0, sizeof programs / sizeof programs[0]);
   suite_add_tcase(suite, tc);
   return suite_run(suite);
}

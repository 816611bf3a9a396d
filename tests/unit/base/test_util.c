/* SPDX-License-Identifier: MIT */
/* Tests the arena, buffers, diagnostics, bit sets, maps, and the random generator. */
#include "tests/unit/common/suite.h"
#include "util/bitset.h"
#include "util/buf.h"
#include "util/format.h"
#include "util/rng.h"
#include "util/similar.h"
#include "util/table.h"

#include <stdio.h>
#include <stdlib.h>

/* Hooks that count the blocks in use and fail at the n-th new one. */
struct heap {
   unsigned calls, fail_at;
   int alive;
};

static void *heap_fn(void *user, void *ptr, size_t size)
{
   struct heap *h = user;

   if (size == 0) {
      h->alive -= ptr != NULL;
      free(ptr);
      return NULL;
   }
   if (++h->calls == h->fail_at)
      return NULL;
   h->alive++;
   return malloc(size);
}

START_TEST(arena)
{
   struct util_ctx ctx;
   struct heap h = {0};
   struct util_alloc alloc = {heap_fn, &h};
   struct util_rng r;

   util_rng_init(&r, 3);
   util_ctx_init(&ctx, &alloc, 0);
   void *empty = util_alloc(&ctx, 0);
   ck_assert_ptr_nonnull(empty);
   ck_assert_ptr_ne(util_alloc(&ctx, 0), empty);
   uint8_t *prev = NULL;
   size_t prev_size = 0;
   for (int i = 0; i < 2000; i++) {
      size_t n = util_rng_below(&r, i % 100 ? 200 : 100000);
      uint8_t *p = util_alloc(&ctx, n);
      ck_assert_uint_eq((uintptr_t)p % 16, 0);
      for (size_t k = 0; k < n; k++)
         if (p[k])
            ck_abort_msg("memory is not zeroed");
      memset(p, 0xa5, n);
      for (size_t k = 0; k < prev_size; k++)
         if (prev[k] != 0xa5)
            ck_abort_msg("blocks overlap");
      prev = p;
      prev_size = n;
   }
   /* chunks grow with the total */
   ck_assert_uint_lt(h.calls, 64);
   ck_assert_str_eq(util_strndup(&ctx, "abcdef", 3), "abc");
   ck_assert_str_eq(util_printf(&ctx, "%d-%s", 7, "x"), "7-x");
   util_ctx_finish(&ctx);
   ck_assert_int_eq(h.alive, 0);
}
END_TEST

/* When memory runs out, the compile is left by unwinding. */
static enum util_status starve(struct util_ctx *ctx, const struct util_alloc *alloc, size_t limit)
{
   util_ctx_init(ctx, alloc, limit);
   if (setjmp(ctx->unwind) == 0) {
      ctx->unwind_set = true;
      for (int i = 0; i < 100000; i++)
         util_alloc(ctx, 1000);
   }
   enum util_status status = ctx->status;
   util_ctx_finish(ctx);
   return status;
}

START_TEST(arena_limits)
{
   struct util_ctx ctx;
   struct heap h = {0};
   struct util_alloc alloc = {heap_fn, &h};

   ck_assert_int_eq(starve(&ctx, NULL, 1 << 20), UTIL_LIMIT);
   for (h.fail_at = 1; h.fail_at < 5; h.fail_at++) {
      h.calls = 0;
      ck_assert_int_eq(starve(&ctx, &alloc, 0), UTIL_LIMIT);
      ck_assert_int_eq(h.alive, 0);
   }
   /* sizes that overflow */
   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind) == 0) {
      util_alloc_array(&ctx, SIZE_MAX / 2, 16);
      ck_abort_msg("returned");
   }
   ck_assert_int_eq(ctx.status, UTIL_LIMIT);
   util_ctx_finish(&ctx);
}
END_TEST

/* A realloc as the hooks have to provide it; it never resizes in place. */
static void *moving_fn(void *user, void *ptr, size_t size)
{
   size_t *alive = user, *p = NULL, old = ptr ? ((size_t *)ptr)[-2] : 0;

   if (size) {
      p = malloc(size + 16);
      p[0] = size;
      p += 2;
      if (ptr)
         memcpy(p, ptr, old < size ? old : size);
   }
   *alive += size - old;
   if (ptr)
      free((size_t *)ptr - 2);
   return p;
}

static bool all_are(const uint8_t *p, size_t n, unsigned value)
{
   unsigned other = 0;

   for (size_t j = 0; j < n; j++)
      other |= p[j] ^ value;
   return !other;
}

/* Blocks of all sizes keep their contents and do not overlap while they grow, shrink and are freed in any order. */
static void resize_blocks(const struct util_alloc *alloc)
{
   enum { N = 40 };
   struct util_ctx ctx;
   struct util_rng r;
   struct {
      uint8_t *p;
      size_t n;
   } b[N] = {{0}};

   util_rng_init(&r, 7);
   util_ctx_init(&ctx, alloc, 0);
   for (unsigned step = 0; step < 4000; step++) {
      unsigned k = util_rng_below(&r, N);
      if (step == 2000) { /* frees everything after a mark */
         struct util_arena mark = ctx.arena;
         size_t total = mark.total;
         for (unsigned j = 1; j < 30; j++)
            util_resize(&ctx, util_alloc(&ctx, j * 5000), j * 5000, j * 9000);
         util_arena_release(&ctx, &mark);
         ck_assert_uint_eq(ctx.arena.total, total);
      }
      if (!all_are(b[k].p, b[k].n, k))
         ck_abort_msg("blocks overlap");
      if (b[k].p && util_rng_below(&r, 8) == 0) {
         util_discard(&ctx, b[k].p, b[k].n);
         b[k].p = NULL;
         b[k].n = 0;
      } else {
         size_t n = util_rng_below(&r, step % 64 ? 600 : 200000);
         b[k].p = util_resize(&ctx, b[k].p, b[k].n, n);
         if (!all_are(b[k].p, n < b[k].n ? n : b[k].n, k))
            ck_abort_msg("contents lost");
         b[k].n = n;
         memset(b[k].p, (int)k, n);
      }
   }
   util_ctx_finish(&ctx);
}

START_TEST(resize)
{
   size_t alive = 0;
   struct util_alloc moving = {moving_fn, &alive};

   resize_blocks(NULL);
   resize_blocks(&moving);
   ck_assert_uint_eq(alive, 0);
}
END_TEST

START_TEST(grow_and_buf)
{
   struct util_ctx ctx;
   uint32_t *a = NULL, n = 0, cap = 0;
   struct util_buf b;

   util_ctx_init(&ctx, NULL, 0);
   for (uint32_t i = 0; i < 5000; i++)
      UTIL_PUSH(&ctx, a, n, cap, i * 3);
   for (unsigned k = 0; k < 2; k++) { /* with spare room, then without */
      for (uint32_t i = 0; i < 5000; i++)
         ck_assert_uint_eq(a[i], i * 3);
      UTIL_FIT(&ctx, a, n, cap);
      ck_assert_uint_eq(cap, 5000);
   }
   UTIL_PUSH(&ctx, a, n, cap, 1);
   ck_assert_uint_gt(cap, 5000);
   util_buf_init(&b, &ctx);
   for (int i = 0; i < 1000; i++)
      util_buf_printf(&b, "%03d ", i);
   util_buf_add(&b, "x\0y", 3);
   util_buf_byte(&b, 'z');
   ck_assert_uint_eq(b.len, 4004);
   ck_assert(memcmp(b.data + 3996, "999 x\0yz", 9) == 0); /* with the NUL at the end */
   /* one piece longer than the buffer */
   char big[3000];
   memset(big, 'q', sizeof big - 1);
   big[sizeof big - 1] = 0;
   util_buf_printf(&b, "%s", big);
   ck_assert_uint_eq(b.len, 4004 + 2999);
   ck_assert_int_eq(b.data[b.len], 0);
   util_ctx_finish(&ctx);
}
END_TEST

/* util_format() behaves like snprintf: it gives the same text, truncated at the same place, and the same length. */
START_TEST(format)
{
   static const char *const expect[] = {
      "", "plain", "a7b", "-2147483648 2147483647 0 4294967295", "x(y)z", "100%", "007 12 -0x1f", "end",
   };
   for (size_t room = 0; room < 40; room++)
      for (unsigned k = 0; k < sizeof expect / sizeof *expect; k++) {
         char buf[48];
         int n = -1;
         memset(buf, '#', sizeof buf);
         switch (k) {
         case 0: n = util_format(buf, room, "%s", ""); break;
         case 1: n = util_format(buf, room, "plain"); break;
         case 2: n = util_format(buf, room, "a%ub", 7u); break;
         case 3: n = util_format(buf, room, "%d %d %u %u", INT32_MIN, INT32_MAX, 0u, UINT32_MAX); break;
         case 4: n = util_format(buf, room, "%s%c%s%c%c", "x", '(', "y", ')', 'z'); break;
         case 5: n = util_format(buf, room, "%d%%", 100); break;
         case 6: n = util_format(buf, room, "%03d %u -0x%x", 7, 12u, 31u); break;
         default: n = util_format(buf, room, "%.*s", 3, "ending"); break;
         }
         const size_t len = strlen(expect[k]), part = len < room ? len : room ? room - 1 : 0;
         ck_assert_int_eq(n, (int)len);
         ck_assert(memcmp(buf, expect[k], part) == 0 && (!room || buf[part] == 0) && buf[room ? part + 1 : 0] == '#');
      }
}
END_TEST

START_TEST(line_col)
{
   /* LF, CR LF and CR each end a line; the CR of CR LF is a byte of its line */
   static const char text[] = "ab\ncd\r\ne\rf";
   static const struct {
      uint32_t off, line, col;
   } row[] = {{0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {5, 2, 3}, {6, 2, 4}, {7, 3, 1}, {8, 3, 2}, {9, 4, 1}, {10, 4, 2}, {99, 4, 2}};
   struct util_ctx ctx;

   util_ctx_init(&ctx, NULL, 0);
   ctx.text = text;
   ctx.text_len = sizeof text - 1;
   for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
      uint32_t line, col;
      util_line_col(&ctx, row[i].off, &line, &col);
      ck_assert_msg(line == row[i].line && col == row[i].col, "offset %u: %u:%u", row[i].off, line, col);
   }
   util_ctx_finish(&ctx);
}
END_TEST

START_TEST(diag)
{
   struct util_ctx ctx;

   util_ctx_init(&ctx, NULL, 0);
   ctx.text = "one\ntwo";
   ctx.text_len = 7;
   ck_assert_int_eq(diag_find("internal-error", 14), DIAG_ID_internal);
   ck_assert_int_eq(diag_find("internal-erro", 13), DIAG_COUNT);
   for (int i = 0; i < DIAG_COUNT; i++)
      ck_assert_int_eq(diag_find(diag_info[i].name, strlen(diag_info[i].name)), i); /* names are unique */
   util_diag(&ctx, DIAG_ID_out_of_memory, (struct util_span){5, 1}, "%s %d", "limit", 3);
   ck_assert_str_eq(ctx.diags->message, "limit 3");
   ck_assert_uint_eq(ctx.diags->line, 2);
   ck_assert_uint_eq(ctx.diags->column, 2);
   ck_assert_int_eq(ctx.status, UTIL_LIMIT);
   util_diag(&ctx, DIAG_ID_too_many_errors, UTIL_NO_SPAN, "note");
   ck_assert_uint_eq(ctx.diags->next->line, 0);
   ck_assert_uint_eq(ctx.num_errors, 1);
   if (setjmp(ctx.unwind) == 0)
      util_bug(&ctx, "broken %d", 1);
   ck_assert_int_eq(ctx.status, UTIL_INTERNAL);
   /* a note has the id of the diagnostic that it explains, and is dropped with it */
   util_note(&ctx, (struct util_span){4, 3}, "because of %s", "this");
   const struct util_diag *note = ctx.diags->next->next->next;
   ck_assert(note && note->id == DIAG_ID_internal && note->severity == DIAG_NOTE && note->line == 2 && note->column == 1);
   ck_assert_str_eq(note->message, "because of this");
   ctx.muted = DIAG_ID_out_of_memory;
   util_diag(&ctx, DIAG_ID_out_of_memory, UTIL_NO_SPAN, "x");
   util_note(&ctx, UTIL_NO_SPAN, "of nothing");
   ck_assert(!note->next);
   ctx.muted = DIAG_COUNT;
   /* an error beyond the limit unwinds */
   ctx.max_errors = ctx.num_errors + 2;
   ctx.unwind_set = true;
   volatile int filed = 0;
   if (setjmp(ctx.unwind) == 0)
      for (;;) {
         filed++;
         util_diag(&ctx, DIAG_ID_out_of_memory, UTIL_NO_SPAN, "x");
      }
   ck_assert_int_eq(filed, 3);
   util_ctx_finish(&ctx);
}
END_TEST

START_TEST(similar)
{
   static const struct {
      const char *word, *best;
      const char *candidates[8];
   } row[] = {
      {"MVO", "MOV", {"MAD", "MOV", "MUL"}},                   /* two letters swapped are one edit */
      {"mov", "MOV", {"MOVE", "MOV"}},                         /* a change of case is not an edit */
      {"texcord", "texcoord", {"color", "texcoord"}},
      {"R5", NULL, {"R0", "R1", "R50"}},                       /* another digit is not a misspelling */
      {"A", NULL, {"B", "AB"}},                                /* no word is similar to one letter ... */
      {"a", "A", {"B", "A"}},                                  /* ... but itself */
      {"FOO", NULL, {"MOV", "FLR", "FRC"}},                    /* two edits in three letters are another word */
      {"colour", "color", {"colors", "color"}},                /* the most similar one; of equals the first */
      {"result", NULL, {"results_of_something"}},
      {"ab", "abc", {"abc", "abd"}},
   };

   for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
      struct util_similar s;
      uint32_t budget = 1000;
      util_similar_begin(&s, row[i].word, strlen(row[i].word), &budget);
      for (const char *const *c = row[i].candidates; *c; c++)
         util_similar_try(&s, *c, strlen(*c));
      ck_assert_msg(row[i].best ? s.best && s.best_len == strlen(row[i].best) && !memcmp(s.best, row[i].best, s.best_len)
                                : !s.best,
                    "%s: %.*s", row[i].word, (int)s.best_len, s.best ? s.best : "");
   }
   /* in names of machines, digits are letters */
   struct util_similar s;
   uint32_t budget = 1000;
   util_similar_begin(&s, "gx6520", 6, &budget);
   s.digits = true;
   util_similar_try(&s, "axe-1-16m", 9);
   util_similar_try(&s, "gx6250", 6);
   ck_assert(s.best && s.best_len == 6);
   /* the budget ends the search */
   budget = 2;
   util_similar_begin(&s, "abcd", 4, &budget);
   util_similar_try(&s, "xxxx", 4);
   util_similar_try(&s, "abcx", 4);
   util_similar_try(&s, "abcdx", 5);
   ck_assert_uint_eq(budget, 0);
   ck_assert(!s.best || s.best_len == 4);
}
END_TEST

START_TEST(bitset)
{
   struct util_ctx ctx;
   struct util_rng r;
   static const uint32_t sizes[] = {0, 1, 63, 64, 65, 300};

   util_ctx_init(&ctx, NULL, 0);
   util_rng_init(&r, 4);
   for (unsigned z = 0; z < sizeof sizes / sizeof sizes[0]; z++) {
      uint32_t n = sizes[z];
      for (int round = 0; round < 50; round++) {
         const struct util_bitset s = util_bitset_new(&ctx, n);
         bool ref[300] = {0};
         for (uint32_t i = 0; n && i < util_rng_below(&r, 3 * n); i++) {
            const uint32_t at = util_rng_below(&r, n);
            ref[at] = util_rng_below(&r, 3) != 0;
            (ref[at] ? util_bitset_set : util_bitset_clear)(s, at);
         }
         for (uint32_t i = 0; i < n; i++)
            ck_assert_int_eq(util_bitset_test(s, i), ref[i]);
      }
   }
   util_ctx_finish(&ctx);
}
END_TEST

START_TEST(table)
{
   enum { N = 20000 };
   struct util_ctx ctx;
   struct util_table t;
   char key[32];

   util_ctx_init(&ctx, NULL, 0);
   util_table_init(&t, &ctx);
   ck_assert_ptr_null(util_table_get(&t, "x", 1));
   for (int round = 0; round < 2; round++) {
      for (uintptr_t i = 0; i < N; i++) {
         int n = snprintf(key, sizeof key, "r%u", (unsigned)i);
         if (util_table_set(&t, key, (size_t)n, (void *)(i + 1 + (uintptr_t)round)) != (round == 0))
            ck_abort_msg("%s: wrong answer in round %d", key, round);
      }
   }
   ck_assert_uint_eq(t.count, N);
   uintptr_t i = 0;
   for (const struct util_table_node *n = t.first; n; n = n->next, i++) {
      snprintf(key, sizeof key, "r%u", (unsigned)i);
      if (strcmp(n->key, key) != 0 || n->value != (void *)(i + 2) || util_table_get(&t, key, strlen(key)) != n->value)
         ck_abort_msg("%s", key);
   }
   ck_assert_uint_eq(i, N);
   /* keys are byte strings with a length, the empty one is a key, and they are copied */
   ck_assert_ptr_null(util_table_get(&t, "r10000", 3 + 4));
   util_table_set(&t, "a\0b", 3, &ctx);
   ck_assert_ptr_null(util_table_get(&t, "a\0c", 3));
   ck_assert_ptr_null(util_table_get(&t, "a", 1));
   ck_assert_ptr_eq(util_table_get(&t, "a\0b", 3), &ctx);
   util_table_set(&t, "", 0, &t);
   ck_assert_ptr_eq(util_table_get(&t, NULL, 0), &t);
   strcpy(key, "mine");
   util_table_set(&t, key, 4, key);
   key[0] = 'M';
   ck_assert_ptr_eq(util_table_get(&t, "mine", 4), key);
   util_ctx_finish(&ctx);
}
END_TEST

START_TEST(map)
{
   struct util_ctx ctx;
   struct util_map m;
   uint32_t v;

   util_ctx_init(&ctx, NULL, 0);
   util_map_init(&m, &ctx);
   ck_assert(!util_map_find(&m, 0, &v));
   ck_assert_uint_eq(util_map_get(&m, 5, 42), 42);
   /* dense, strided and scattered keys */
   static const uint32_t step[] = {1, 0x10000, 0x9e3779b1};
   for (unsigned s = 0; s < 3; s++)
      for (uint32_t i = 0; i < 10000; i++)
         util_map_set(&m, i * step[s], i + s);
   for (uint32_t i = 0; i < 10000; i++)
      if (util_map_get(&m, i * step[2], 0) != i + 2)
         ck_abort_msg("%u", i);
   ck_assert(util_map_set(&m, 0xffffffff, 1));
   ck_assert(!util_map_set(&m, 0xffffffff, 2));
   ck_assert(util_map_find(&m, 0xffffffff, &v));
   ck_assert_uint_eq(v, 2);
   ck_assert_uint_eq(m.node[1].key, 1); /* insertion order */
   /* the hash is a bijection of 32 bits: two keys differ after 16 levels at most */
   ck_assert_uint_eq(util_mix32(0), 0);
   util_ctx_finish(&ctx);
}
END_TEST

START_TEST(rng)
{
   /* the published sequence of SplitMix64 from state 0 */
   struct util_rng r = {0};
   ck_assert(util_rng_u64(&r) == 0xe220a8397b1dcdafu);
   ck_assert(util_rng_u64(&r) == 0x6e789e6aa1b965f4u);
   ck_assert(util_rng_u64(&r) == 0x06c45d188009454fu);
   unsigned hist[7] = {0}, yes = 0;
   for (int i = 0; i < 70000; i++) {
      hist[util_rng_below(&r, 7)]++;
      yes += util_rng_chance(&r, 1, 4);
      float x = util_rng_float(&r);
      if (!(x >= 0 && x < 1))
         ck_abort_msg("%g", x);
   }
   for (int i = 0; i < 7; i++)
      ck_assert(hist[i] > 9500 && hist[i] < 10500);
   ck_assert(yes > 17000 && yes < 18000);
   ck_assert_uint_eq(util_rng_below(&r, 0), 0);
}
END_TEST

SUITE_MAIN("util", 60, NULL, NULL, arena, arena_limits, resize, grow_and_buf, format, line_col, diag, similar, bitset, table,
           map, rng)

/* SPDX-License-Identifier: MIT */
/* Backend operations except iteration and sampling (ENC 3.9, ISR 11). Requests complete at once. */
#include "second.h"

/* ENC 3.9, uvsw: W0 or W1 goes to an output; ABI "Geometry programs". */
static void uvsw(struct second_task *t, const struct second_group *g, struct second_values *v, unsigned repeat)
{
   const uint8_t b = g->backend.b[0], e = g->backend.b[1];
   const unsigned op = b & 7, stream = b >> 3 & 1 ? e & 3 : 0;

   const uint32_t run = v->run & ~t->helpers & ~t->killed; /* ABI: helpers and discarded instances output nothing */

   if (op == 0 || op == 6)
      for (unsigned lane = 0; lane < SECOND_LANES; lane++)
         if (run >> lane & 1) {
            const uint32_t at = b >> 3 & 1 ? e + repeat : v->s[(e & 7) % 6][lane];
            if (at > 255)
               second_no_register(t, "an output address above 255");
            else
               t->vo[at][lane] = v->w[b >> 4 & 1][lane];
         }
   if ((op == 1 || op == 3 || op == 5 || op == 6) && t->env.emit && run)
      t->env.emit(t->env.user, t, run, op < 4 ? stream : 0);
   if ((op == 2 || op == 3) && t->env.cut && run)
      t->env.cut(t->env.user, t, run, stream);
   t->ended = t->ended || op >= 4; /* ENC 3.9: the task ends */
}

/* ENC 3.9, msk; ABI "Samples", "Between instances": no sample of a helper counts; UE [movmsk]. */
static void msk(struct second_task *t, const struct second_group *g, struct second_values *v)
{
   const uint8_t b = g->backend.b[0];

   if (b >> 4 & 1 && !(b >> 3 & 1)) {
      second_undocumented(t, "movmsk without a source");
      return;
   }
   for (unsigned lane = 0; lane < SECOND_LANES; lane++) {
      const uint32_t mask = (uint32_t)1 << lane, all = (1u << t->samples) - 1;
      if (!(v->run & mask))
         continue;
      if (b >> 4 & 1) {
         t->mask[lane] = v->s[(g->backend.b[1] & 7) % 6][lane];
         t->mask_set |= mask;
         t->helpers |= t->mask[lane] ? 0 : mask;
      } else {
         const bool counts = !(t->helpers & mask), lives = !(t->killed & mask);
         const bool sample = (b & 7) != 0; /* vm: the primitive's coverage of the pixel; else the samples of the instance */
         v->w[0][lane] = !lives             ? 0
                         : sample           ? (!counts              ? 0
                                               : t->mask_set & mask ? t->mask[lane]
                                                                    : all)
                         : t->covered[lane] ? t->covered[lane]
                         : counts           ? all
                                            : 0;
         v->w[1][lane] = v->w[0][lane]; /* ENC 3.9: on W0 and W1 */
      }
   }
}

/* ISR 11, ATST, DEPTHF; ENC 3.9; ABI "Fragment programs", feedback: instances that do not execute it, or fail, are
   discarded. */
static void vistest(struct second_task *t, const struct second_group *g, struct second_values *v)
{
   const uint8_t b = g->backend.b[0];
   const bool atst = b >> 1 & 1, feedback = !atst || !(b & 1);
   uint32_t passes = v->run;

   for (unsigned lane = 0; lane < SECOND_LANES; lane++) {
      const uint32_t mask = (uint32_t)1 << lane;
      if (!(v->run & mask))
         continue;
      if (!atst) {
         if (!((t->helpers | t->killed) & mask)) {
            t->depth[lane] = v->w[0][lane];
            t->wrote_depth |= mask;
         }
         continue;
      }
      /* an alpha test (ISR 11) of the data S1 against the reference S0, by the numbers of VkCompareOp (UE) */
      const int order = second_compare(v->s[1][lane], v->s[0][lane]);
      const unsigned op = v->s[2][lane] & 7;
      const bool yes =
          op == 7 || (op & 1 && order == -1) || (op & 2 && order == 0) || (op & 4 && order == 1) || (op == 5 && order == 2);
      if (!yes)
         passes &= ~mask;
      if (b >> 2 & 1)
         v->p0 = yes ? v->p0 | mask : v->p0 & ~mask;
   }
   if (feedback)
      t->killed |= t->valid & ~t->helpers & ~passes;
}

static uint64_t address_of(struct second_task *t, const struct second_reg *reg, unsigned lane)
{
   uint32_t low = 0, high = 0;

   if (!second_read(t, reg, 0, lane, &low) || !second_read(t, reg, 1, lane, &high))
      second_no_register(t, "an address is in no register");
   return (uint64_t)high << 32 | low;
}

/* The number of words that a lane accesses: 4 bits where 16 is encoded as 0, or a separate register (ENC 3.9). */
static unsigned burst(const struct second_values *v, bool immediate, unsigned low, unsigned high, unsigned lane)
{
   const unsigned n = low | high << 3;

   return !immediate ? v->s[low % 6][lane] : n ? n : 16;
}
static uint32_t lanes_that_access(const struct second_values *v, bool immediate, unsigned low, unsigned high, unsigned k)
{
   uint32_t lanes = 0;

   for (unsigned lane = 0; lane < SECOND_LANES; lane++)
      if (v->run >> lane & 1 && burst(v, immediate, low, high, lane) > k)
         lanes |= (uint32_t)1 << lane;
   return lanes;
}

/* ISR 11, LD. Lanes proceed word by word (SEM "Memory"). */
static void load(struct second_task *t, const struct second_group *g, const struct second_values *v)
{
   const uint8_t b1 = g->backend.b[1], b2 = g->backend.n > 2 ? g->backend.b[2] : 8;
   uint64_t base[SECOND_LANES] = {0}, at[SECOND_LANES];
   uint32_t value[SECOND_LANES] = {0}, run;

   for (unsigned lane = 0; lane < SECOND_LANES; lane++)
      if (v->run >> lane & 1)
         base[lane] = address_of(t, &g->s[(b1 >> 5) % 6], lane);
   for (unsigned k = 0; k < 16; k++) {
      run = t->status == SECOND_RUNNING ? lanes_that_access(v, !(b2 >> 3 & 1), b1 >> 2 & 7, b2 & 1, k) : 0;
      if (!run)
         return;
      for (unsigned lane = 0; lane < SECOND_LANES; lane++)
         at[lane] = base[lane] + 4 * k;
      if (!t->env.load || t->env.load(t->env.user, run, at, value))
         second_fault(t, "a load where no memory is");
      for (unsigned lane = 0; lane < SECOND_LANES && t->status == SECOND_RUNNING; lane++)
         if (run >> lane & 1) {
            uint32_t *const p = second_register(t, &g->s[3], k, lane);
            if (p)
               *p = value[lane];
            else
               second_no_register(t, "the destination of a load is no register");
         }
   }
}

/* ISR 11, ST. UE "Operations", st.tiled: the word goes to every sample in the mask. Helpers store (UE [helper-memory]). */
static void store(struct second_task *t, const struct second_group *g, const struct second_values *v)
{
   const uint8_t b0 = g->backend.b[0], b1 = g->backend.b[1], b2 = g->backend.b[2];
   const bool tiled = g->backend.n > 3 && !(g->backend.b[3] >> 5 & 1);
   const unsigned size = 1u << (b2 >> 2 & 3);
   uint64_t base[SECOND_LANES] = {0}, at[SECOND_LANES] = {0};
   uint32_t value[SECOND_LANES] = {0}, run;

   for (unsigned lane = 0; lane < SECOND_LANES; lane++)
      if (v->run >> lane & 1)
         base[lane] = address_of(t, &g->s[(b1 >> 5) % 6], lane);
   for (unsigned k = 0; k < 16; k++) {
      run = lanes_that_access(v, b0 >> 4 & 1, b1 >> 2 & 7, b2 & 1, k);
      for (unsigned lane = 0; lane < SECOND_LANES; lane++)
         if (run >> lane & 1 && !second_read(t, &g->s[(b2 >> 4 & 7) % 6], k, lane, &value[lane]))
            second_no_register(t, "the data of a store are in no register");
      for (unsigned sample = 0; sample < (tiled ? t->samples : 1) && t->status == SECOND_RUNNING; sample++) {
         uint32_t some = run;
         for (unsigned lane = 0; lane < SECOND_LANES; lane++) {
            at[lane] = base[lane] + size * k + t->sample_bytes * sample;
            if (tiled && !(v->s[(g->backend.b[3] & 7) % 6][lane] >> sample & 1))
               some &= ~((uint32_t)1 << lane);
         }
         if (some && (size > 4 || !t->env.store || t->env.store(t->env.user, some, at, size, value)))
            second_fault(t, "a store where no memory is");
      }
   }
}

static uint32_t combine(struct second_task *t, unsigned op, uint32_t a, uint32_t b)
{
   switch (op) {
   case 0: return a + b;
   case 1: return a - b;
   case 2: return b;
   case 4: return a < b ? a : b;
   case 5: return (int32_t)a < (int32_t)b ? a : b;
   case 6: return a > b ? a : b;
   case 7: return (int32_t)a > (int32_t)b ? a : b;
   case 8: return a & b;
   case 9: return a | b;
   case 10: return a ^ b;
   default: second_not_decoded(t, "an atomic operation without a name"); return a;
   }
}

/*
 * ISR 11, ATOM; ENC 3.9: three registers {address, data}; lane by lane (SEM "Memory"). All operands are read before a result is
 * written (ENC 5.4).
 */
static void atomic(struct second_task *t, const struct second_group *g, const struct second_values *v)
{
   const struct second_reg *const source = &g->s[(g->backend.b[1] & 7) % 6], *const to = &g->s[(g->backend.b[2] & 7) % 6];
   uint64_t at[SECOND_LANES] = {0};
   uint32_t data[SECOND_LANES] = {0}, old[SECOND_LANES] = {0};

   for (unsigned lane = 0; lane < SECOND_LANES; lane++)
      if (v->run >> lane & 1) {
         at[lane] = address_of(t, source, lane);
         if (!second_read(t, source, 2, lane, &data[lane]) || !second_register(t, to, 0, lane))
            second_no_register(t, "an operand of an atomic operation is no register");
      }
   for (unsigned lane = 0; lane < SECOND_LANES && t->status == SECOND_RUNNING; lane++) {
      const uint32_t mask = (uint32_t)1 << lane;
      uint32_t value[SECOND_LANES] = {0};
      if (!(v->run & mask))
         continue;
      if (!t->env.load || !t->env.store || t->env.load(t->env.user, mask, at, old)) {
         second_fault(t, "an atomic operation where no memory is");
         return;
      }
      value[lane] = combine(t, g->backend.b[1] >> 4, old[lane], data[lane]);
      /* helpers change nothing (SEM "Memory") */
      if (!((t->helpers | t->killed) & mask) && t->env.store(t->env.user, mask, at, 4, value))
         second_fault(t, "an atomic operation where no memory is");
   }
   for (unsigned lane = 0; lane < SECOND_LANES && t->status == SECOND_RUNNING; lane++)
      if (v->run >> lane & 1)
         *second_register(t, to, 0, lane) = old[lane];
}

void second_backend(struct second_task *t, const struct second_group *g, struct second_values *v, unsigned repeat)
{
   const uint8_t b = g->backend.b[0];
   uint32_t first = 0;

   while (first < SECOND_LANES && !(v->run >> first & 1))
      first++;
   switch (b >> 5) {
   case 0: uvsw(t, g, v, repeat); break;
   case 1: msk(t, g, v); break;
   case 2: /* UE [phase] */
      if (first < SECOND_LANES && !t->jumps) {
         t->jumps = true;
         t->jump_to = 2 * v->s[(b >> 2 & 7) % 6][first];
      }
      break;
   case 3: /* setl; UE [setl]: the first instance that executes it; ABI "Between instances": 31 bits */
      if (first < SECOND_LANES)
         t->link = 2 * v->w[b & 1][first];
      break;
   case 4: vistest(t, g, v); break;
   case 5: second_fitr(t, g, v->run); break;
   case 6: /* emitpix: a task sees no effect */ break;
   default:
      switch (b & 7) {
      case 0: /* ISR 11, IDF */
         if (t->env.fence)
            t->env.fence(t->env.user);
         break;
      case 1: load(t, g, v); break;
      case 2: store(t, g, v); break;
      case 4: second_sample(t, g, v->run); break;
      case 5: atomic(t, g, v); break;
      default: second_not_decoded(t, "a request without a name");
      }
   }
}

/* SPDX-License-Identifier: MIT */
/*
 * Registers, and one step: it reads the group at the program counter from its bytes, reads the sources, computes the phases and
 * writes the outputs (ENC 9, point 3). Groups of the control unit (ENC 3.11, ISR 12 to 14) are here too.
 */
#include <string.h>

#include "second.h"

const char *const second_open_name[SECOND_NUM_OPEN] = {
    "log2", "exp2", "sinc", "arctanc", "gamma", "fred-a", "fred-b", "sinc-outside", "pack", "unpack", "mov-w1",
};

void second_fault(struct second_task *t, const char *why)
{
   if (t->status == SECOND_RUNNING) {
      t->status = SECOND_FAULT;
      t->why = why;
   }
}
void second_undocumented(struct second_task *t, const char *why)
{
   if (t->status != SECOND_NOT_DECODED) {
      t->status = SECOND_UNDOCUMENTED;
      t->why = why;
   }
}
void second_no_register(struct second_task *t, const char *why)
{
   if (t->status == SECOND_RUNNING) {
      t->status = SECOND_NO_REGISTER;
      t->why = why;
   }
}
void second_not_decoded(struct second_task *t, const char *why)
{
   if (t->status != SECOND_NOT_DECODED) {
      t->status = SECOND_NOT_DECODED;
      t->why = why;
   }
}
uint32_t second_ask(struct second_task *t, enum second_open what, unsigned detail, uint32_t a, uint32_t b, uint32_t ours)
{
   const uint32_t operands[2] = {a, b};

   return t->env.open ? t->env.open(t->env.user, what, detail, operands, ours) : ours;
}

/* ENC 4, ISR 15. Returns false if no constant has the number. */
static bool constant(unsigned n, uint32_t *value)
{
   static const uint32_t high[2][32] = {
       {0, 0, 0, 0, 0, 0, 0, 0, 0, 0,          0,          0,          0,          0,          0,          0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0x402df854, 0x3ebc5ab2, 0x3fb504f3, 0x3f3504f3, 0x3f490fdb, 0x3fc90fdb, 0x40490fdb},
       {0x3ea2f983, 0x3f22f983, 0x3fa2f983, 0x40c90fdb, 0x41490fdb, 0x41c90fdb, 0x37800000, 0x38000000,
        0x3b4d2e1c, 0x414eb852, 0x3ed55555, 0x3f870a3d, 0x3d6147ae, 0x80000000, 0x7f800000, 0xffffffff,
        0x7fff7fff, 0x3e9a209b, 0x3f317218, 0x0000007f, 0x7f7fffff, 0x4b000000, 0x4b800000, 0x3f860a92,
        0x3eaaaaab, 0x3e2aaaab, 0x40549a78, 0x3fb8aa3b, 0x3d25aee6, 0x3d9e8391, 0x3f72a76f, 0x4019999a},
   };

   if (n < 32)
      *value = n;
   else if (n >= 64 && n < 75)
      *value = (127 + n - 64) << 23; /* 2^0 .. 2^10 */
   else if (n >= 75 && n < 89)
      *value = (126 - (n - 75)) << 23; /* 2^-1 .. 2^-14 */
   else if (n >= 89 && n < 96)
      *value = high[0][n - 64];
   else if (n >= 128 && n < 160)
      *value = high[1][n - 128];
   else
      return false;
   return true;
}

/* ENC 2.1, 2.5, 2.6: bank 0 has pixel outputs at 32 and 164, internal registers at 36. */
static uint32_t *special(struct second_task *t, unsigned n, unsigned lane)
{
   uint32_t value;

   if (n > 255 || constant(n, &value))
      return NULL;
   return n >= 32 && n < 36     ? &t->o[n - 32][lane]
          : n >= 164 && n < 168 ? &t->o[n - 160][lane]
          : n >= 36 && n < 44   ? &t->i[n - 36][lane]
          : n >= 104 && n < 112 ? &t->special[n][0] /* global registers are shared by all instances */
                                : &t->special[n][lane];
}

/* The bank and number that an index register selects (ENC 2.5). */
static struct second_reg pointed(const struct second_task *t, const struct second_reg *reg, unsigned lane, uint32_t *number)
{
   static const uint8_t banks[8] = {1, 2, 3, 4, 8, 9, 5, 10}; /* 8 dc, 9 the index register, 10 o */
   const struct second_reg to = {.bank = banks[reg->index & 7]};

   *number = t->idx[reg->bank - 6][lane] + (reg->index >> 3 & 255u);
   return to;
}

uint32_t *second_register(struct second_task *t, const struct second_reg *reg, unsigned step, unsigned lane)
{
   unsigned bank = reg->bank;
   uint32_t n = reg->index;

   if (bank >= 6) {
      const unsigned which = bank - 6;
      bank = pointed(t, reg, lane, &n).bank;
      if (bank == 9) /* no document says what follows an index register */
         return step ? NULL : &t->idx[which][lane];
   }
   n += step;
   switch (bank) {
   case 0: return special(t, n, lane);
   case 1: return n < 248 ? &t->r[n][lane] : NULL;
   case 2: return n < 248 ? &t->vi[n][lane] : NULL;
   case 3: return n + t->base_cf < 4096 ? &t->cf[n + t->base_cf] : NULL;
   case 4: return n + t->base_sh < 4096 ? &t->sh[n + t->base_sh] : NULL;
   case 5: return n + t->base_cf < 4096 ? &t->cfa[n + t->base_cf] : NULL; /* also for a set of coefficients (ISR 4) */
   case 8: return n < 16384 ? &t->dc[n] : NULL;
   case 10: return n < 8 ? &t->o[n][lane] : NULL;
   default: return NULL;
   }
}

bool second_read(struct second_task *t, const struct second_reg *reg, unsigned step, unsigned lane, uint32_t *value)
{
   *value = 0;
   if (reg->bank == 0 && constant(reg->index + step, value))
      return true;
   const uint32_t *const p = second_register(t, reg, step, lane);
   if (!p)
      return false;
   *value = *p;
   if (p >= t->cf && p < t->cf + 4096 && t->env.coefficient) {
      uint32_t all[SECOND_LANES];
      if (t->env.coefficient(t->env.user, (unsigned)(p - t->cf), false, all))
         *value = all[lane];
   }
   return true;
}

/* ---- control */

static uint32_t first_of(uint32_t lanes)
{
   uint32_t n = 0;

   while (n < SECOND_LANES && !(lanes >> n & 1))
      n++;
   return n;
}

/* ISR 12; ENC 1.8, 3.11. .allinst: taken if no instance runs (ENC 5.6); else if some running instance takes it (ABI "Control
   flow"). */
static void branch(struct second_task *t, const struct second_group *g, uint32_t run)
{
   const uint8_t *const b = g->op.b;
   const uint32_t offset = b[1] | (uint32_t)b[2] << 8 | (uint32_t)b[3] << 16 | (uint32_t)b[4] << 24;
   const unsigned how = b[0] >> 2 & 3;
   const bool taken = how == 1 ? run == 0 : run != 0;

   if (b[0] >> 5 || b[0] & 1 || offset & 1 || how == 3)
      second_not_decoded(t, "a reserved bit of a branch");
   if (!taken)
      return;
   const uint32_t back = t->pc + g->bytes;
   t->jumps = true;
   t->jump_to = b[0] >> 1 & 1 ? offset : t->pc + offset;
   if (b[0] >> 4 & 1)
      t->link = back;
}

/* ISR 13; UE [cndlt]: in the second case of CNDLT the instances that fail the test leave. */
static void conditional(struct second_task *t, const struct second_group *g, struct second_values *v)
{
   const uint8_t b = g->op.b[0];
   const unsigned adjust = b >> 5 & 3, when = b >> 3 & 3, op = b & 7;
   const uint32_t wanted = when == 0 ? UINT32_MAX : when == 1 ? t->p0 : when == 2 ? 0 : ~t->p0;
   const uint32_t pe = t->pe & t->valid, chosen = first_of(pe);
   const bool leave_loop = !(wanted & pe);
   const uint32_t target = chosen < SECOND_LANES ? v->s[2][chosen] : 0;

   for (unsigned lane = 0; lane < SECOND_LANES; lane++) {
      const uint32_t mask = (uint32_t)1 << lane, s0 = v->s[0][lane], s2 = v->s[2][lane];
      const bool yes = wanted & mask;
      uint32_t w = s0;
      bool run = s0 == 0, p = true;
      if (!(v->run & mask))
         continue;
      switch (op) {
      case 0: /* CNDST */
         run = yes && s0 == 0;
         w = run ? 0 : s0 + adjust;
         break;
      case 1: /* CNDEF */
         run = s0 == 0 ? adjust == 0 : yes && s0 == 1;
         w = s0 == 0 ? adjust : run ? 0 : s0;
         break;
      case 2: /* CNDSM */
         w = yes && s0 == 0 ? s2 : s0;
         run = w == 0;
         break;
      case 3: /* CNDLT */
         if (leave_loop) {
            p = false;
            w = s0 > adjust ? s0 - adjust : 0;
            run = !(s0 > adjust);
         } else if (!yes && s0 == 0) {
            w = adjust;
            run = false;
         }
         v->p0 = p ? v->p0 | mask : v->p0 & ~mask;
         break;
      case 4: /* CNDEND */
         w = s0 > adjust ? s0 - adjust : 0;
         run = !(s0 > adjust);
         break;
      case 5: /* CNDSETL.B */
         if (s0 == 0 && s2 != target) {
            w = 1;
            run = false;
         }
         break;
      case 6: /* CNDLPC */
         w = s0 == 0 ? 2 : s0 == 1 ? 0 : s0;
         run = s0 == 1;
         break;
      default: /* CNDSETL.A does not update the destination or Pe */ continue;
      }
      v->w[0][lane] = w;
      t->pe = run ? t->pe | mask : t->pe & ~mask;
   }
   if (op == 5 && chosen < SECOND_LANES)
      t->link = target * 2;
   v->writes = op != 7;
}

void second_control(struct second_task *t, const struct second_group *g, struct second_values *v)
{
   switch (g->ctrl) {
   case 0: branch(t, g, v->run); break;
   case 1: /* ISR 12, LAPC */
      if (v->run && !t->jumps) {
         t->jumps = true;
         t->jump_to = t->link;
      }
      break;
   case 2: /* ISR 12, SAVL: in units of 16 bits */
      for (unsigned lane = 0; lane < SECOND_LANES; lane++)
         v->w[0][lane] = t->link / 2;
      break;
   case 3: conditional(t, g, v); break;
   case 4: /* wop: nothing else uses the partition here */ break;
   case 5: /* ISR 14, WDF: requests complete at once here */
      if (t->env.wait)
         t->env.wait(t->env.user, g->misc);
      break;
   case 6: /* UE [mutex] */
      if (g->op.b[0] >> 6 == 1)
         t->status = SECOND_SLEEPS;
      break;
   case 7: t->ended = t->ended || g->misc; break;
   case 8: second_itrsmp(t, g, v->run); break;
   case 11: /* ISR 14, SBO; UE [sbo]: in registers */
      *(g->op.b[0] & 1 ? &t->base_sh : &t->base_cf) = (uint32_t)(g->op.b[0] >> 1 | (g->op.b[1] & 1) << 7);
      break;
   case 12: second_ditr(t, g, v->run); break;
   default: second_not_decoded(t, "a control operation without a layout");
   }
}

/* ---- a step */

void second_start(struct second_task *t, uint32_t valid, uint32_t helpers)
{
   t->valid = valid;
   t->helpers = helpers & valid;
   t->pe = valid;
   t->p0 = t->killed = t->wrote_depth = t->carry = t->link = t->base_cf = t->base_sh = 0;
   t->pc = 0;
   t->steps = 0;
   t->status = SECOND_RUNNING;
   t->why = NULL;
}

/* The registers that advance with each repetition (ENC 1.9): the source of unpck and the destination of pck stay. */
static void steps_of(const struct second_group *g, unsigned repeat, unsigned *source, unsigned *destination)
{
   const bool unpck = g->p0.n && g->p0.b[0] >> 5 == 4 && (g->p0.b[0] & 15) == 12;

   *source = unpck ? 0 : repeat;
   *destination = g->pck.n ? 0 : repeat;
}

static void write_back(struct second_task *t, const struct second_group *g, const struct second_values *v, unsigned step,
                       uint32_t lanes)
{
   if (!v->writes)
      return;
   for (unsigned w = 0; w < 2; w++)
      for (unsigned lane = 0; lane < SECOND_LANES && (w ? g->w1p : g->w0p); lane++) {
         uint32_t *const p = lanes >> lane & 1 ? second_register(t, &g->w[w], step, lane) : NULL;
         /* pixel outputs of discarded instances are suppressed (ABI "Fragment programs", feedback) */
         const bool suppressed = t->killed >> lane & 1 && p >= t->o[0] && p < t->o[0] + 8 * SECOND_LANES;
         if (p)
            *p = suppressed ? *p : v->w[w][lane];
         else if (lanes >> lane & 1)
            second_no_register(t, "the destination is no register");
      }
}

/* Executes the group for some lanes: all sources are read before anything is written (ENC 5.4). */
static void execute(struct second_task *t, const struct second_group *g, struct second_values *v, uint32_t lanes,
                    uint32_t others)
{
   unsigned source, destination;

   for (unsigned repeat = 0; repeat < g->repeat && t->status == SECOND_RUNNING; repeat++) {
      steps_of(g, repeat, &source, &destination);
      for (unsigned k = 0; k < 6 && g->has_sources; k++)
         for (unsigned lane = 0; lane < SECOND_LANES; lane++)
            if (lanes >> lane & 1) {
               if (!second_read(t, &g->s[k], source, lane, &v->s[k][lane]))
                  second_no_register(t, "a source is no register");
            } else if (others >> lane & 1) {
               /* for derivatives (UE [quad]); the index register of an instance that does not run is undefined */
               v->s[k][lane] = 0;
               if (g->s[k].bank < 6 || (g->s[k].index & 7) == 5)
                  second_read(t, &g->s[k], source, lane, &v->s[k][lane]);
            }
      v->run = lanes;
      v->p0 = t->p0;
      v->writes = true;
      if (g->unit == SECOND_MAIN)
         second_main(t, g, v, repeat, lanes);
      else if (g->unit == SECOND_BITWISE)
         second_bitwise(t, g, v, lanes);
      if (g->backend.n)
         second_backend(t, g, v, repeat);
      if (g->unit == SECOND_CONTROL)
         second_control(t, g, v);
      write_back(t, g, v, destination, lanes);
      t->p0 = (v->p0 & lanes) | (t->p0 & ~lanes);
   }
}

enum second_status second_step(struct second_task *t, const uint8_t *code, size_t length)
{
   struct second_group g;
   struct second_values v;

   if (t->status == SECOND_SLEEPS)
      t->status = SECOND_RUNNING;
   if (t->status != SECOND_RUNNING)
      return t->status;
   if (t->pc >= length) {
      second_fault(t, "running outside of the program");
      return t->status;
   }
   const char *const why = second_decode(code + t->pc, length - t->pc, &g);
   if (why) {
      second_not_decoded(t, why);
      return t->status;
   }
   const uint32_t lanes[4] = {t->pe, t->pe & t->p0, UINT32_MAX, t->pe & ~t->p0}; /* ENC 1.3 */
   const uint32_t run = lanes[g.cc] & t->valid;
   memset(&v, 0, sizeof v);
   t->jumps = false;
   t->ended = g.end;
   if (!g.atom)
      execute(t, &g, &v, run, ~run);
   for (unsigned lane = 0; lane < SECOND_LANES && g.atom; lane++) /* in ascending order (UE [atomic-order]) */
      if (run >> lane & 1)
         execute(t, &g, &v, (uint32_t)1 << lane, ~((uint32_t)1 << lane));
   t->pc = t->jumps ? t->jump_to : t->pc + g.bytes;
   t->steps++;
   if (t->ended && t->status == SECOND_RUNNING)
      t->status = SECOND_DONE;
   return t->status;
}

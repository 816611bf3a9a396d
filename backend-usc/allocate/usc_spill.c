/* SPDX-License-Identifier: MIT */
/*
 * How USC spills (codegen/spill.h): ld and st access words of scratch memory. Each computes its address in two temporaries,
 * which other values may use between accesses. Iterations and moves of constant registers are rematerialised.
 */
#include "backend-usc/allocate/usc_allocate.h"
#include "backend-usc/schedule/usc_merge.h"
#include "codegen/spill.h"

/* The program; its next instructions get the origin of the rewritten one. */
static struct usc_mir *code_at(const struct cg_insertion *at)
{
   struct usc_mir *c = (struct usc_mir *)at->p;
   c->from = (struct util_origin){at->span, NULL};
   return c;
}

/* Appends an instruction under the condition of the rewritten one. */
static struct usc_instr *add_group(const struct cg_insertion *at, const struct usc_group *g)
{
   struct usc_instr *i = usc_instr_new(code_at(at), g);
   i->g.cc = (uint8_t)at->condition;
   cg_push(at->p, at->out, &i->base);
   return i;
}

/* The n units keep their registers up to the instruction. */
static void keep_units(const struct cg_insertion *at, struct usc_instr *i, uint32_t unit, unsigned n)
{
   i->base.num_keep = 1;
   i->base.keep = UTIL_NEW(at->p->ctx, struct cg_range);
   i->base.keep[0] = (struct cg_range){unit, (uint8_t)n};
}

/* Appends a request for n units and the wait for it. */
static void add_request(const struct cg_insertion *at, const struct usc_group *g, uint32_t unit, unsigned n)
{
   const struct usc_group wdf = usc_g_wdf(0);
   add_group(at, g)->fresh = true;
   struct usc_instr *i = usc_instr_new(code_at(at), &wdf);
   keep_units(at, i, unit, n);
   cg_push(at->p, at->out, &i->base);
}

/* The units in which the next access computes its address. */
static struct usc_opd next_address(const struct cg_insertion *at)
{
   struct usc_mir *c = code_at(at);
   uint32_t address = c->scratch.address_unit;
   if (address == USC_NO_REG) { /* in the same registers as the last one if possible, so that it is computed from that */
      address = usc_new_address(c);
      if (c->scratch.last_address != USC_NO_REG)
         cg_hint(&c->p, address, c->scratch.last_address, 0);
      c->scratch.last_address = address;
   }
   return usc_v(address);
}

/*
 * An access is one instruction until the program is linearised, so that neighbouring accesses can become one (usc_access.c).
 * It writes the units in which its address is computed.
 */
static void add_access(const struct cg_insertion *at, uint32_t word, struct usc_group g)
{
   struct usc_instr *i = add_group(at, &g);
   i->fresh = i->access = true;
   i->word = word;
   if (code_at(at)->scratch.base_unit != USC_NO_REG)
      keep_units(at, i, code_at(at)->scratch.base_unit, 2);
}

static void load_words(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n)
{
   add_access(at, word, usc_g_ld(0, usc_v(unit), next_address(at), n));
}

static void store_words(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n)
{
   add_access(at, word, usc_g_st(0, usc_v(unit), next_address(at), n));
}

static void copy(const struct cg_insertion *at, uint32_t dst, uint32_t src)
{
   const struct usc_group none = usc_g(USC_MAIN);
   struct usc_instr *i = add_group(at, &none);
   i->base.kind = CG_COPIES;
   i->base.copies = UTIL_NEW(at->p->ctx, struct cg_copy);
   i->base.copies[0] = (struct cg_copy){dst, src};
   i->base.num_copies = 1;
}

static bool can_remat(const struct cg_instr *i)
{
   const struct usc_group *g = &usc_instr_of(i)->g;
   const struct usc_opd *o = &g->src[0];
   uint32_t bits;
   if (g->kind != USC_MAIN || g->cc != USC_CC_PE || usc_instr_of(i)->once)
      return false;
   if (g->op[USC_BE])
      return (g->op[USC_BE] == USC_OP_FITR || g->op[USC_BE] == USC_OP_FITRP) && !o->idx &&
             o->index + 4 * g->count <= USC_MAX_DIRECT + 1;
   return usc_is_plain_mov(g) && !o->idx &&
          (o->bank == USC_SHARED || o->bank == USC_COEFF || o->bank == USC_VTX ||
           (o->bank == USC_SPECIAL && usc_constant_bits(o->index, &bits)));
}

static void rematerialise(const struct cg_insertion *at, const struct cg_instr *i, unsigned from, uint32_t unit, unsigned n)
{
   struct usc_group g = usc_instr_of(i)->g;
   if (!g.op[USC_BE]) {
      copy(at, unit, usc_copy_src(code_at(at), g.src[0]));
      return;
   }
   g.src[0].index += 4 * from; /* a plane has 4 coefficients */
   g.src[3] = usc_v(unit);
   g.count = (uint8_t)n;
   g.drc = 0;
   add_request(at, &g, unit, n);
}

static unsigned condition_of(const struct cg_instr *i)
{
   const unsigned cc = usc_instr_of(i)->g.cc;
   return cc == USC_CC_IGNOREPE ? USC_CC_PE : cc;
}

static uint8_t waited_counter(const struct cg_instr *i)
{
   const struct usc_group *g = &usc_instr_of(i)->g;
   return g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_WDF ? g->drc : CG_NO_COUNTER;
}

static void replace_units(struct cg_instr *i, uint32_t (*unit)(void *user, uint32_t u), void *user)
{
   usc_map_units(&usc_instr_of(i)->g, unit, user);
}

void usc_hint_moves(struct usc_mir *c)
{
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (uint32_t k = 0; k < c->p.blocks[b].body.n; k++) {
         const struct usc_group *g = &usc_instr_at(&c->p.blocks[b].body, k)->g;
         if (!usc_only_p0_p1(g))
            continue;
         for (unsigned u = 0; u < 2; u++) {
            const struct usc_opd *src = &g->src[3 * u];
            if (g->op[u] == USC_OP_MBYP && g->dst[u].bank == USC_VIRTUAL && src->bank == USC_VIRTUAL && !src->mod && !src->elem)
               cg_hint(&c->p, g->dst[u].index, src->index, c->p.blocks[b].depth);
         }
      }
}

/* Are, or will be, the shared registers of scratch memory so far that an instruction in the middle of the program cannot name
   them, or is the stride a constant? Then the base address is computed once, at the start. */
static bool needs_base(const struct usc_mir *c)
{
   const uint32_t next = c->r->num_sh > c->opt->scratch_base ? c->r->num_sh : c->opt->scratch_base;
   return c->opt->scratch_stride || (c->scratch.sh == USC_NO_REG ? next : c->scratch.sh) + 2 > USC_MAX_DIRECT;
}

#define ADDRESS 2 /* units */

static unsigned address_registers(const struct cg_program *p)
{
   return needs_base((const struct usc_mir *)p) ? 2 * ADDRESS : ADDRESS;
}

static void begin_spilling(struct cg_program *p, bool memory, bool reserved)
{
   struct usc_mir *c = (struct usc_mir *)p;
   if (!c->scratch.selected)
      c->scratch.unit = USC_NO_REG;
   c->scratch.base_unit = USC_NO_REG;
   if (!memory)
      return;
   if (needs_base(c)) {
      usc_use_scratch(c);
      c->scratch.base_unit = c->scratch.unit;
   } else if (c->scratch.sh == USC_NO_REG) {
      c->scratch.sh = usc_add_scratch_shareds(c);
   }
   c->scratch.address_unit = reserved ? usc_new_address(c) : USC_NO_REG;
   c->scratch.last_address = USC_NO_REG;
}

static void finish_spilling(struct cg_program *p)
{
   struct usc_mir *c = (struct usc_mir *)p;
   if (!c->scratch.selected && c->scratch.unit != USC_NO_REG)
      usc_compute_scratch_address(c);
   usc_hint_moves(c);
}

const struct cg_spill_machine usc_spill_machine = {
   .max_words = USC_MAX_BURST,
   .registers = address_registers,
   .access = ADDRESS,
   .begin = begin_spilling,
   .finish = finish_spilling,
   .load = load_words,
   .store = store_words,
   .copy = copy,
   .can_remat = can_remat,
   .remat = rematerialise,
   .condition = condition_of,
   .wait_counter = waited_counter,
   .replace = replace_units,
};

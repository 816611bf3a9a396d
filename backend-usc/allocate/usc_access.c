/* SPDX-License-Identifier: MIT */
/*
 * Accesses of spill code, once registers are chosen: accesses to neighbouring words and registers become one burst.
 *
 * In each list of a block, a load moves up to an earlier load, and a store down to a later store, that it extends on either
 * side. Between them there must be no instruction that touches the registers of the load or writes those of the store, no
 * access to the same word, and no change of the running lanes. Accesses only move to places of other accesses, where the units
 * of an address are free. The next address is computed from the content of these units unless an instruction has written them.
 */
#include "backend-usc/allocate/usc_allocate.h"

struct burst {
   uint32_t word, place, n, num; /* first word and temporary; number of words, of members */
   uint32_t at;                  /* instruction where it is executed, counted through the program from 1 on */
   uint8_t op, cc;
   struct usc_instr *member[USC_MAX_BURST]; /* in the order of the words */
};

/* The first of the two units in which the access computes its address. */
static uint32_t address_of(const struct usc_instr *i)
{
   return i->g.src[i->g.sel_a].index;
}

struct gather {
   const struct usc_mir *c;
   const struct cg_assignment *a;
   uint32_t at, barrier; /* the current instruction; the last one that changes the running lanes or begins a list */
   uint32_t touched[USC_NUM_TEMPS], written[USC_NUM_TEMPS]; /* by temporary: the last instruction that reads or writes it */
   struct word {
      uint32_t loaded, stored;
      struct burst *burst; /* of the last access to the word */
   } *words;
   uint32_t num_words;
};

static void note_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct gather *s = user;
   if (unit >= s->c->p.num_units)
      return;
   const int place = cg_unit_place(&s->c->p, s->a, unit);
   for (int k = place; place >= 0 && k < place + (int)n && k < USC_NUM_TEMPS; k++) {
      s->touched[k] = s->at;
      if (write)
         s->written[k] = s->at;
   }
}

/* Can the burst also load this word into this temporary? */
static bool load_moves(const struct gather *s, const struct burst *b, uint32_t word, uint32_t place)
{
   return s->touched[place] < b->at && s->words[word].stored < b->at;
}

/* Can the burst be stored at the current instruction instead? */
static bool stores_move(const struct gather *s, const struct burst *b)
{
   for (uint32_t k = 0; k < b->n; k++)
      if (s->written[b->place + k] >= b->at || s->words[b->word + k].loaded >= b->at || s->words[b->word + k].stored > b->at)
         return false;
   return true;
}

enum side { BEFORE, AFTER };

/* The burst that the access can join after its last word or before its first, or NULL. */
static struct burst *find_burst(struct gather *s, const struct usc_instr *i, uint32_t place, enum side side)
{
   const bool after = side == AFTER;
   const uint32_t n = i->g.count, other = after ? i->word - 1 : i->word + n;
   struct burst *b = other < s->num_words ? s->words[other].burst : NULL;
   if (!b || b->at <= s->barrier || b->op != i->g.op[USC_BE] || b->cc != i->g.cc || b->n + n > USC_MAX_BURST)
      return NULL;
   if (after ? b->word + b->n != i->word || b->place + b->n != place : i->word + n != b->word || place + n != b->place)
      return NULL;
   if (b->op == USC_OP_ST)
      return stores_move(s, b) ? b : NULL;
   for (uint32_t k = 0; k < n; k++)
      if (!load_moves(s, b, i->word + k, place + k))
         return NULL;
   return b;
}

static struct burst *start_burst(struct gather *s, struct usc_instr *i, uint32_t place)
{
   struct burst *b = UTIL_NEW(s->c->p.ctx, struct burst);
   *b = (struct burst){.word = i->word, .place = place, .op = i->g.op[USC_BE], .cc = i->g.cc, .at = s->at};
   return b;
}

static struct burst *add_access(struct gather *s, struct usc_instr *i)
{
   const uint32_t n = i->g.count, place = (uint32_t)cg_unit_place(&s->c->p, s->a, i->g.src[3].index);
   note_ref(s, address_of(i), 2, true);
   struct burst *b = find_burst(s, i, place, AFTER);
   const bool front = !b && (b = find_burst(s, i, place, BEFORE));
   if (!b)
      b = start_burst(s, i, place);
   for (uint32_t k = b->num; front && k > 0; k--)
      b->member[k] = b->member[k - 1];
   b->member[front ? 0 : b->num] = i;
   b->num++;
   b->n += n;
   if (front)
      b->word = i->word, b->place = place;
   const bool store = b->op == USC_OP_ST; /* the whole burst moves down to the last store */
   if (store)
      b->at = s->at;
   for (uint32_t k = 0; k < b->n; k++) {
      const uint32_t word = b->word + k, unit = b->place + k;
      if (!store && (word < i->word || word >= i->word + n))
         continue;
      s->words[word].burst = b;
      *(store ? &s->words[word].stored : &s->words[word].loaded) = s->at;
      s->touched[unit] = s->at;
      s->written[unit] = store ? s->written[unit] : s->at;
   }
   return b;
}

/* Can the instruction change the running lanes? */
static bool is_barrier(const struct usc_instr *i)
{
   return i->base.kind == CG_BRANCH || (i->g.kind == USC_CONTROL && i->g.op[USC_CTRL] != USC_OP_WDF);
}

static void gather_list(struct gather *s, struct cg_list *l)
{
   struct burst **of = UTIL_ARRAY(s->c->p.ctx, struct burst *, (size_t)l->n + 1);
   const uint32_t first = s->at + 1;
   bool moves = false;
   s->barrier = s->at;
   for (uint32_t k = 0; k < l->n; k++) {
      struct usc_instr *i = usc_instr_at(l, k);
      s->at++;
      if (i->access) {
         of[k] = add_access(s, i);
         moves |= of[k]->num > 1;
         continue;
      }
      usc_refs(s->c, i, note_ref, s);
      if (is_barrier(i))
         s->barrier = s->at;
   }
   struct cg_list old = *l;
   if (moves)
      l->i = UTIL_ARRAY(s->c->p.ctx, struct cg_instr *, (size_t)old.cap + 1);
   for (uint32_t k = 0, n = 0; moves && k < old.n; k++) {
      if (!of[k])
         l->i[n++] = old.i[k];
      const uint32_t address = of[k] ? address_of(usc_instr_of(old.i[k])) : 0; /* units that are free here */
      for (uint32_t m = 0; of[k] && of[k]->at == first + k && m < of[k]->num; m++) {
         struct usc_instr *i = of[k]->member[m];
         i->g.src[i->g.sel_a].index = address;
         l->i[n++] = &i->base;
      }
   }
   util_discard(s->c->p.ctx, of, ((size_t)old.n + 1) * sizeof *of);
}

void usc_gather_accesses(struct usc_mir *c, const struct cg_assignment *a)
{
   struct gather *s = UTIL_NEW(c->p.ctx, struct gather);
   *s = (struct gather){.c = c, .a = a, .num_words = a->spilled.words};
   s->words = UTIL_ARRAY(c->p.ctx, struct word, (size_t)s->num_words + 1);
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (unsigned l = 0; l < CG_NUM_LISTS; l++)
         gather_list(s, cg_list_of(&c->p.blocks[b], l));
}

/* ---- groups -------------------------------------------------------------------------------------------------------------- */

unsigned usc_burst_length(const struct usc_mir *c, const struct cg_assignment *a, const struct cg_list *l, uint32_t k)
{
   const struct usc_instr *first = usc_instr_at(l, k);
   const int place = cg_unit_place(&c->p, a, first->g.src[3].index);
   unsigned words = first->g.count, n = 1;
   for (; k + n < l->n; n++) {
      const struct usc_instr *i = usc_instr_at(l, k + n);
      if (!i->access || i->g.op[USC_BE] != first->g.op[USC_BE] || i->g.cc != first->g.cc || words + i->g.count > USC_MAX_BURST)
         break;
      if (address_of(i) != address_of(first))
         break;
      if (i->word != first->word + words || cg_unit_place(&c->p, a, i->g.src[3].index) != place + (int)words)
         break;
      words += i->g.count;
   }
   return n;
}

/* Offsets of words get shared registers below this one; others are loaded by movi32. */
#define MAX_ADDRESS_UPLOADS USC_MAX_DIRECT

/* {to, to + 1} = the 64 bits {a, b} + offset */
static struct usc_group add_64(uint32_t to, enum usc_op op, struct usc_opd a, struct usc_opd b, struct usc_opd offset)
{
   struct usc_group g = usc_g_alu(op, usc_v(to), a, b, offset);
   g.dst[1] = usc_v(to + 1);
   g.is5 = USC_FTE;
   return g;
}

/* {to, to + 1} = the offset of the scratch memory of the invocation + the 64 bits {a, b} */
static struct usc_group add_invocation_offset(const struct usc_mir *c, uint32_t to, struct usc_opd a, struct usc_opd b)
{
   return usc_g_umadd64(usc_v(to), usc_v(to + 1), usc_sh(c->scratch.sh + 2), usc_sr(USC_SR_LOCAL_ADDR_INST_NUM), a, b);
}

/* Computes the address of a word from scratch.base_unit; returns the number of groups. */
static unsigned address_from_base(struct usc_mir *c, uint32_t to, uint32_t word, struct usc_group *out)
{
   struct usc_opd offset;
   unsigned n = 0;
   if (!word)
      return 0;
   if (!usc_direct_const(c, 4 * word, MAX_ADDRESS_UPLOADS, &offset))
      out[n++] = usc_g_movi32(offset = usc_v(to), 4 * word);
   out[n++] = add_64(to, USC_OP_UADD6432, usc_v(c->scratch.base_unit), usc_v(c->scratch.base_unit + 1), offset);
   return n;
}

/* Computes the address of a word, from that of another word if registers hold it; returns the number of groups. */
static unsigned address_from_shared(struct usc_mir *c, uint32_t to, uint32_t place, uint32_t word, const struct usc_address *at,
                                    struct usc_group *out)
{
   const struct usc_opd lo = usc_v(to), hi = usc_v(to + 1), sh_lo = usc_sh(c->scratch.sh), sh_hi = usc_sh(c->scratch.sh + 1);
   struct usc_opd offset;
   if (at->known && at->word == word && at->place == place)
      return 0;
   if (at->known && usc_direct_const(c, 4 * (word - at->word), MAX_ADDRESS_UPLOADS, &offset)) {
      out[0] = add_64(to, USC_OP_SADD6432, usc_r(at->place), usc_r(at->place + 1), offset);
      return 1;
   }
   out[0] = add_invocation_offset(c, to, sh_lo, sh_hi);
   if (!word)
      return 1;
   if (usc_direct_const(c, 4 * word, MAX_ADDRESS_UPLOADS, &offset)) {
      out[1] = add_64(to, USC_OP_UADD6432, lo, hi, offset);
      return 2;
   }
   out[0] = usc_g_movi32(lo, 4 * word);
   out[1] = add_invocation_offset(c, to, lo, usc_c(0));
   out[2] = add_64(to, USC_OP_UADD6432, lo, hi, sh_lo);
   out[3] = usc_g_iadd(hi, hi, sh_hi);
   return 4;
}

unsigned usc_access_groups(struct usc_mir *c, const struct cg_assignment *a, const struct usc_instr *first, unsigned words,
                           struct usc_address *at, struct usc_group out[USC_ACCESS_GROUPS])
{
   const bool based = c->scratch.base_unit != USC_NO_REG;
   const uint32_t to = address_of(first), place = (uint32_t)cg_unit_place(&c->p, a, to);
   const struct usc_opd data = first->g.src[3];
   if (at->cc != USC_CC_PE && at->cc != first->g.cc)
      at->known = false;
   unsigned n = based ? address_from_base(c, to, first->word, out) : address_from_shared(c, to, place, first->word, at, out);
   const struct usc_opd from = usc_v(based && !n ? c->scratch.base_unit : to);
   if (n)
      *at = (struct usc_address){!based, first->g.cc, first->word, place};
   out[n++] = first->g.op[USC_BE] == USC_OP_LD ? usc_g_ld(0, data, from, words) : usc_g_st(0, data, from, words);
   for (unsigned k = 0; k < n; k++)
      out[k].cc = first->g.cc;
   out[n++] = usc_g_wdf(0);
   return n;
}

struct writes {
   const struct usc_mir *c;
   const struct cg_assignment *a;
   struct usc_address *at;
};

static void note_write(void *user, uint32_t unit, unsigned n, bool write)
{
   struct writes *w = user;
   if (!write)
      return;
   if (unit >= w->c->p.num_units) {
      if (unit == w->c->p.num_units + USC_RES_P0 && w->at->cc != USC_CC_PE)
         w->at->known = false;
      return;
   }
   const int place = cg_unit_place(&w->c->p, w->a, unit);
   if (place < (int)w->at->place + 2 && (int)w->at->place < place + (int)n)
      w->at->known = false;
}

void usc_update_address(const struct usc_mir *c, const struct cg_assignment *a, const struct usc_instr *i,
                        struct usc_address *at)
{
   struct writes w = {c, a, at};
   if (is_barrier(i))
      at->known = false;
   if (at->known)
      usc_refs(c, i, note_write, &w);
}

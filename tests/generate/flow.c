/* SPDX-License-Identifier: MIT */
/*
 * Chooses the statements of a program and the nesting of its blocks. Most loops have a counter. The maximum numbers of
 * iterations and calls are multiplied (g->weight), so that a program takes few steps whatever its conditions are. Subroutines
 * are written first, and callees before their callers.
 */
#include "tests/generate/generate_priv.h"

#include <string.h>

enum { MAX_STEPS = 4000, MAX_WEIGHT = 64, MAX_EMITS = 24 };

static void open_list(struct gen_list *l) { *l = (struct gen_list){NULL, NULL}; }

/* The state that a block changes while it is open. */
struct saved {
   struct gen_list *into;
   uint32_t contexts;
   uint64_t weight;
   bool loop_continues, breaks_switch, uniform;
   struct gen_node *loop;
};

static struct saved save(const struct gen *g)
{
   return (struct saved){g->into, g->contexts, g->weight, g->loop_continues, g->breaks_switch, g->uniform, g->loop};
}

static void restore(struct gen *g, const struct saved *s)
{
   const uint32_t killed = g->contexts & 1u << GEN_AFTER_KILL;

   g->into = s->into;
   g->contexts = s->contexts | killed;
   g->weight = s->weight;
   g->loop_continues = s->loop_continues;
   g->breaks_switch = s->breaks_switch;
   g->uniform = s->uniform && !g->ended;
   g->loop = s->loop;
}

/* Appends statements to this list from now on. */
static void enter(struct gen *g, struct gen_list *l, enum gen_context context)
{
   open_list(l);
   l->end = &l->first;
   g->into = l;
   g->contexts |= 1u << context;
}

static void make_if(struct gen *g, unsigned size)
{
   const struct saved s = save(g);
   struct gen_if text;
   struct gen_list body, other;
   const bool uniform = g->syntax->open_if(g, &text);
   struct gen_node *n = gen_append(g, GEN_BLOCK);

   g->uniform = s.uniform && uniform;
   g->depth++;
   enter(g, &body, GEN_IN_IF);
   gen_block(g, 1 + below(g, size));
   n->body = body.first;
   if (has(g, ELSE) && chance(g, 45)) {
      n->middle = text.middle;
      g->contexts = s.contexts | (g->contexts & 1u << GEN_AFTER_KILL);
      enter(g, &other, GEN_IN_ELSE);
      gen_block(g, 1 + below(g, size));
      n->other = other.first;
   }
   n->tail = n->middle ? text.tail : text.single_tail;
   g->depth--;
   restore(g, &s);
}

static void make_loop(struct gen *g, unsigned size)
{
   struct gen_loop l = {.depth = g->loops, .count = 1 + below(g, 4), .may_continue = true, .counted = true};
   struct gen_list body;
   const uint64_t before = g->cost;

   while (l.count > 1 && g->weight * l.count > MAX_WEIGHT)
      l.count--;
   struct gen_node *n = gen_alloc(g, sizeof *n);
   g->syntax->open_loop(g, &l, n);
   n->kind = GEN_BLOCK;
   n->head = gen_take(g);
   g->reads = g->writes = (struct gen_set){{0}};
   *g->into->end = n;
   g->into->end = &n->next;
   const struct saved s = save(g);
   g->weight *= l.count;
   g->depth++;
   g->loops++;
   g->uniform = s.uniform && l.counted && chance(g, 40);
   g->loop = n;
   g->loop_continues = l.may_continue;
   g->breaks_switch = false;
   enter(g, &body, s.contexts >> GEN_IN_LOOP & 1 ? GEN_IN_NESTED : GEN_IN_LOOP);
   g->contexts |= 1u << GEN_IN_LOOP;
   g->syntax->top_of_loop(g, &l, n);
   gen_block(g, 1 + below(g, size));
   g->syntax->bottom_of_loop(g, &l);
   n->body = body.first;
   n->tail = l.tail;
   g->loops--;
   g->depth--;
   restore(g, &s);
   if (g->cost == before)
      g->cost++;
}

static void make_switch(struct gen *g, unsigned size)
{
   const struct saved s = save(g);
   const unsigned sections = 1 + below(g, 4), other = below(g, 6);
   struct gen_list body;

   g->syntax->open_switch(g);
   struct gen_node *n = gen_append(g, GEN_BLOCK);
   g->depth++;
   g->switches++;
   g->uniform = false;
   g->breaks_switch = true;
   enter(g, &body, GEN_IN_SWITCH);
   for (unsigned k = 0; k < sections; k++) {
      g->syntax->section(g, k == other);
      gen_block(g, below(g, size / 2 + 2));
      g->syntax->end_section(g, chance(g, 55));
   }
   n->body = body.first;
   n->tail = g->syntax->end_switch(g);
   g->switches--;
   g->depth--;
   restore(g, &s);
}

static bool make_call(struct gen *g)
{
   const unsigned sub = 1 + below(g, g->num_subs);

   if (!g->sub_done[sub] || g->cost + g->weight * g->sub_cost[sub] > MAX_STEPS ||
       g->emits + g->weight * g->sub_emits[sub] > MAX_EMITS)
      return false;
   g->syntax->call(g, sub);
   g->cost += g->weight * g->sub_cost[sub];
   g->emits += g->weight * g->sub_emits[sub];
   return true;
}

/* Returns the maximum number of statements in a block at this depth. */
static unsigned size_of(const struct gen *g) { return g->depth < 2 ? 7 : g->depth < 4 ? 5 : 3; }

static void statement(struct gen *g)
{
   const unsigned k = below(g, 100) * 100 / g->flow, size = size_of(g);
   const bool deep = g->depth >= (has(g, NESTED) ? GEN_MAX_DEPTH : 1), budget = g->cost < MAX_STEPS;

   if (k < 9 && !deep && has(g, IF))
      make_if(g, size);
   else if (k < 15 && !deep && has(g, LOOP) && budget && g->weight * 2 <= MAX_WEIGHT)
      make_loop(g, size);
   else if (k < 18 && !deep && has(g, SWITCH) && g->syntax->open_switch)
      make_switch(g, size);
   else if (k < 22 && g->num_subs && make_call(g))
      return;
   else if (k < 30 && has(g, LEAVE) && (g->loops || g->in_sub || chance(g, 4)) && g->syntax->leave(g))
      return;
   else
      g->syntax->instruction(g);
}

void gen_block(struct gen *g, unsigned statements)
{
   for (unsigned n = 0; n < statements && g->statements < 2 * g->limit + 60; n++)
      statement(g);
}

static void routine(struct gen *g, unsigned k, unsigned size)
{
   enter(g, &g->routine[k], k ? GEN_IN_SUB : GEN_TOP);
   g->contexts = k ? 1u << GEN_IN_SUB : 0;
   g->in_sub = k;
   g->cost = g->emits = 0;
   g->weight = 1;
   g->uniform = k == 0;
   g->ended = false;
   g->loop = NULL;
   g->loop_continues = g->breaks_switch = false;
   g->depth = g->loops = g->switches = 0;
   g->before = 0;
   if (k == 0) {
      g->syntax->begin(g);
      g->limit = g->statements + g->wanted;
      while (g->statements < g->limit)
         gen_block(g, 1 + below(g, 8));
      g->syntax->end(g);
   } else {
      gen_block(g, 1 + below(g, size));
   }
   g->sub_cost[k] = g->cost + 1;
   g->sub_emits[k] = g->emits;
   g->sub_done[k] = true;
}

void gen_build(struct gen *g)
{
   g->syntax->setup(g);
   g->limit = g->wanted;
   for (unsigned k = g->num_subs; k > 0; k--)
      routine(g, k, 10);
   routine(g, 0, 0);
}

/* SPDX-License-Identifier: MIT */
/* Makes equivalent programs by changes of the statements: see enum gen_equivalence. */
#include "tests/generate/generate_priv.h"

const char *const gen_equivalence_name[GEN_EQUIVALENCES] = {"dead-code", "reorder", "rename", "peel"};

/* ---- the order of neighbours */

static bool may_swap(const struct gen_node *a, const struct gen_node *b)
{
   return a->kind == GEN_STATEMENT && b->kind == GEN_STATEMENT && !a->fixed && !b->fixed &&
          !gen_sets_meet(&a->writes, &b->writes) && !gen_sets_meet(&a->writes, &b->reads) &&
          !gen_sets_meet(&a->reads, &b->writes);
}

static void reorder(struct gen *g, struct gen_node **list)
{
   for (unsigned round = 0; round < 3; round++)
      for (struct gen_node **at = list; *at && (*at)->next; at = &(*at)->next) {
         struct gen_node *a = *at, *b = a->next;

         if (!may_swap(a, b) || chance(g, 50))
            continue;
         a->next = b->next;
         b->next = a;
         *at = b;
      }
   for (struct gen_node *n = *list; n; n = n->next) {
      reorder(g, &n->body);
      reorder(g, &n->other);
   }
}

/* ---- dead code */

static void dead_code(struct gen *g, struct gen_node **list)
{
   for (struct gen_node **at = list;; at = &(*at)->next) {
      if (chance(g, 25)) {
         struct gen_list added = {NULL, NULL};

         added.end = &added.first;
         g->into = &added;
         g->syntax->instruction(g);
         *added.end = *at;
         *at = added.first;
      }
      if (!*at)
         break;
      /* The counters at the beginning of a loop and the sections of a SWITCH are statements, too. The first section must stay
         the first statement. */
      if ((*at)->body && !((*at)->body->kind == GEN_STATEMENT && (*at)->body->fixed))
         dead_code(g, &(*at)->body);
      else if ((*at)->body)
         dead_code(g, &(*at)->body->next);
      if ((*at)->other)
         dead_code(g, &(*at)->other);
   }
}

/* ---- peeled loops */

static struct gen_node *copy(struct gen *g, const struct gen_node *n)
{
   struct gen_node *first = NULL, **end = &first;

   for (; n; n = n->next) {
      *end = gen_alloc(g, sizeof **end);
      **end = *n;
      (*end)->body = copy(g, n->body);
      (*end)->other = copy(g, n->other);
      (*end)->next = NULL;
      end = &(*end)->next;
   }
   return first;
}

static void peel(struct gen *g, struct gen_node **list)
{
   for (struct gen_node **at = list; *at; at = &(*at)->next) {
      struct gen_node *n = *at;

      peel(g, &n->body);
      peel(g, &n->other);
      if (!n->once[0])
         continue;
      struct gen_node *turn = gen_alloc(g, sizeof *turn), *skip = n->body;

      for (unsigned k = 0; k < n->peel_skip && skip; k++)
         skip = skip->next;
      turn->kind = GEN_BLOCK;
      turn->head = n->once[0];
      turn->tail = n->once[1];
      turn->body = copy(g, skip);
      n->head = n->once[2];
      turn->next = n;
      *at = turn;
      at = &turn->next;
   }
}

/* ---- names */

static void rename_temporaries(struct gen *g)
{
   unsigned *p;

   if (g->temporaries.is_impossible || !g->temporaries.count)
      return;
   p = gen_alloc(g, g->temporaries.count * sizeof *p);
   for (unsigned i = 0; i < g->temporaries.count; i++) {
      const unsigned k = below(g, i + 1);

      p[i] = p[k];
      p[k] = i;
   }
   g->temporaries.map = p;
}

void gen_transform(struct gen *g, enum gen_equivalence how)
{
   struct gen_coverage *const coverage = g->coverage;

   g->coverage = NULL;
   g->dead = how == GEN_DEAD_CODE;
   for (unsigned k = 0; k <= g->num_subs; k++) {
      struct gen_node **list = &g->routine[k].first;

      switch (how) {
      case GEN_DEAD_CODE:
         if (!g->temporaries.is_impossible)
            dead_code(g, list);
         break;
      case GEN_REORDER: reorder(g, list); break;
      case GEN_PEEL: peel(g, list); break;
      default: break;
      }
   }
   if (how == GEN_RENAME)
      rename_temporaries(g);
   g->dead = false;
   g->coverage = coverage;
}

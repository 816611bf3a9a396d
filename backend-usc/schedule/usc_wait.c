/* SPDX-License-Identifier: MIT */
/* Waits for the requests of a scheduled program (codegen/waits.h): USC has two counters, and wdf to wait for one. */
#include "backend-usc/schedule/usc_wait.h"
#include "codegen/waits.h"

static struct cg_instr *make_wait(struct cg_program *p, unsigned counter)
{
   const struct usc_group g = usc_g_wdf(counter);
   return &usc_instr_new((struct usc_mir *)p, &g)->base;
}

void usc_insert_waits(struct usc_mir *c)
{
   const struct cg_wait_options o = {
       .num_counters = 2, .num_resources = USC_NUM_RES, .after_each = c->tight, .make_wait = make_wait};
   cg_insert_waits(&c->p, &o);
}

/* SPDX-License-Identifier: MIT */
/* Running the reference evaluator: see nv_machine.h. */
#include "tests/unit/common/nv_machine.h"

#include "tests/unit/common/suite.h"
#include <stdlib.h>

struct machine *machine_new(void)
{
   struct machine *m = calloc(1, sizeof *m);
   ck_assert_ptr_nonnull(m);
   util_ctx_init(&m->ctx, NULL, 0);
   m->wave = (struct exec_wave){.num = &num_model_ieee, .valid = ALL, .budget = 100000, .in = m->in, .out = m->out,
                                .out_taint = m->taint, .param = (const uint32_t (*)[4])m->param, .num_params = 64};
   return m;
}

void machine_free(struct machine *m)
{
   util_ctx_finish(&m->ctx);
   free(m);
}

void machine_load(struct machine *m, const char *text)
{
   if (setjmp(m->ctx.unwind))
      ck_abort_msg("left through util_fail: %s\n%s", m->ctx.diags ? m->ctx.diags->message : "?", text);
   m->ctx.unwind_set = true;
   m->ctx.text = text;
   m->ctx.text_len = strlen(text);
   struct nv_limits limits = nv_default_limits;
   limits.call_depth = m->call_depth ? m->call_depth : limits.call_depth;
   m->p = nv_parse(&m->ctx, text, strlen(text), &limits);
   ck_assert_msg(m->p != NULL, "%s (line %u)\n%s", m->ctx.diags ? m->ctx.diags->message : "no tree",
                 m->ctx.diags ? m->ctx.diags->line : 0, text);
   for (uint32_t i = 0; i < m->p->num_params && i < 64; i++)
      if (m->p->params[i].cls == PARAM_CONST)
         memcpy(m->param[i], m->p->params[i].value, 16);
   m->e = nv_eval_new(&m->ctx, m->p, &m->wave, m->fshort);
}

void machine_go(struct machine *m)
{
   enum exec_status s = nv_eval_step(m->e, UINT64_MAX);
   ck_assert_msg(s == EXEC_DONE, "status %d: %s", s, m->wave.fault ? m->wave.fault : "");
}

struct machine *machine_run(const char *text)
{
   struct machine *m = machine_new();
   machine_load(m, text);
   machine_go(m);
   return m;
}

void machine_lane_numbers(struct machine *m, unsigned slot)
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      m->in[0][slot][0][l] = l;
      m->in[0][slot][1][l] = num_u((float)l);
   }
}

unsigned machine_cc_bits(const struct nv_cc *cc, unsigned c, unsigned l)
{
   return (cc->sf[c] >> l & 1) | (cc->zf[c] >> l & 1) << 1 | (cc->of[c] >> l & 1) << 2 | (cc->cf[c] >> l & 1) << 3;
}

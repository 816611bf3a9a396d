/* SPDX-License-Identifier: MIT */
/* See preshader.h. Callers set the floating-point environment of semantics/fpenv.h. */
#include <string.h>

#include "ir/interp.h"
#include "nvp4c.h"
#include "nvp4c/preshader/preshader.h"

/* Source n with its modifiers applied. */
static uint32_t read_source(const struct preshader_instr *i, const uint32_t *value, unsigned n)
{
   const unsigned width = ir_kind_width(ir_src_kind((enum ir_op)i->op, n));
   const uint32_t top = 1u << ((width ? width : i->width) - 1);
   uint32_t v = value[i->src[n]];

   if (i->abs >> n & 1)
      v &= ~top;
   return i->neg >> n & 1 ? v ^ top : v;
}

static uint32_t read_indexed(const struct preshader *p, const struct preshader_instr *i, const uint32_t *value)
{
   const uint32_t *table = &p->table[i->src[1]];
   const int64_t at = (int64_t)(int32_t)i->src[2] + (int32_t)value[i->src[0]], last = (int64_t)table[0] - 1;

   return value[table[1 + (at < 0 ? 0 : at > last ? last : at)]];
}

static uint32_t compute(const struct preshader *p, const struct preshader_instr *i, const uint32_t *value)
{
   const unsigned sources = ir_op_info[i->op].min_src;
   uint32_t src[3] = {0};

   if (i->op == IR_load_param)
      return read_indexed(p, i, value);
   for (unsigned n = 0; n < sources; n++)
      src[n] = read_source(i, value, n);
   const uint32_t v = i->op == IR_unpack2h ? src[0] >> 16 * i->half & 0xffff
                                           : ir_eval((enum ir_op)i->op, &p->model, src) & ir_width_mask(i->width);
   return ir_eval_sat(&p->model, (enum ir_sat)i->sat, v);
}

void preshader_run(const struct preshader *p, const uint32_t *input, uint32_t *result, uint32_t *work)
{
   uint32_t n = p->num_inputs;

   if (p->num_inputs)
      memcpy(work, input, p->num_inputs * sizeof *work);
   for (uint32_t k = 0; k < p->num_literals; k++)
      work[n++] = p->literals[k];
   for (uint32_t k = 0; k < p->num_instrs; k++)
      work[n++] = compute(p, &p->instrs[k], work);
   for (uint32_t k = 0; k < p->num_results; k++)
      result[k] = work[p->results[k]];
}

const uint32_t (*preshader_parameters(struct util_ctx *ctx, const struct preshader *p, const struct ir_shader *s,
                                      const struct exec_wave *wave))[4]
{
   uint32_t *input = UTIL_ARRAY(ctx, uint32_t, (size_t)p->num_inputs + 1),
            *work = UTIL_ARRAY(ctx, uint32_t, (size_t)preshader_work(p) + 1);
   uint32_t *result = UTIL_ARRAY(ctx, uint32_t, (size_t)p->num_results + 1);
   uint32_t(*param)[4] = (uint32_t(*)[4])UTIL_ARRAY(ctx, uint32_t, 4 * (size_t)s->num_params + 1);
   struct preshader noisy = *p;

   noisy.model.noise_seed = wave->num->noise_seed;
   for (uint32_t k = 0; k < p->num_inputs; k++) {
      const struct nvp4c_reflection *e = &p->inputs[k];
      input[k] = e->entry < wave->num_params ? wave->param[e->entry][e->component] : 0;
   }
   preshader_run(&noisy, input, result, work);
   for (uint32_t e = 0; e < s->num_params; e++)
      for (unsigned c = 0; c < 4; c++) {
         const bool computed = s->params[e].cls == PARAM_PRE;
         const uint32_t word = computed ? ir_pre_word(s, e, c) : 0;
         param[e][c] = computed ? word < p->num_results ? result[word] : 0 : e < wave->num_params ? wave->param[e][c] : 0;
      }
   return (const uint32_t(*)[4])param;
}

/* SPDX-License-Identifier: MIT */
/* Pre-shaders of include/nvp4c.h: kept jobs with the operations that were read from the bytes. */
#include <string.h>

#include "semantics/fpenv.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/preshader/preshader.h"

struct nvp4c_preshader {
   struct kept_job kept;
   struct preshader p;
};

/* `text` is the bytes of the pre-shader. */
static void do_read(struct job *j, const char *text, size_t len)
{
   struct nvp4c_preshader *kept = j->kept;
   struct preshader *p = &kept->p;

   j->ctx.text = NULL;
   const char *bad = preshader_read(&j->ctx, (const uint8_t *)text, text ? len : 0, p);
   if (bad)
      util_diag(&j->ctx, DIAG_ID_bad_preshader, UTIL_NO_SPAN, "%s", bad);
   p->model.noise_seed = j->opt.verify.noise;
}

struct nvp4c_preshader *nvp4c_preshader_create(const void *data, size_t length, const struct nvp4c_options *options)
{
   struct nvp4c_preshader *p = job_keep(do_read, data, length, options, sizeof *p);

   if (p && p->kept.result->o.status != NVP4C_OK)
      memset(&p->p, 0, sizeof p->p);
   return p;
}

void nvp4c_preshader_free(struct nvp4c_preshader *p) { job_drop(p); }
const struct nvp4c_result *nvp4c_preshader_result(const struct nvp4c_preshader *p) { return p->kept.result; }

struct nvp4c_preshader_info nvp4c_get_preshader_info(const struct nvp4c_preshader *p)
{
   return (struct nvp4c_preshader_info){p->p.num_inputs, p->p.num_results, p->p.num_instrs, preshader_work(&p->p)};
}

const struct nvp4c_reflection *nvp4c_preshader_input(const struct nvp4c_preshader *p, unsigned i)
{
   return i < p->p.num_inputs ? &p->p.inputs[i] : NULL;
}

void nvp4c_preshader_run(const struct nvp4c_preshader *p, const uint32_t *input, uint32_t *result, uint32_t *work)
{
   num_fpenv fpenv;

   num_fpenv_enter(&fpenv);
   preshader_run(&p->p, input, result, work);
   num_fpenv_leave(&fpenv);
}

/* SPDX-License-Identifier: MIT */
/* Pre-shaders as callers have them: a job whose memory stays, with what was read from the bytes. */
#include <string.h>

#include "model/fpenv.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/preshader/preshader.h"

struct nvp4c_preshader {
   struct nvp4c_result *result; /* of reading */
   struct util_alloc alloc;
   struct util_arena arena; /* owns what follows */
   struct preshader p;
};

struct bytes {
   const uint8_t *data;
   size_t len;
   struct nvp4c_preshader *to;
};

/* `args` is a struct bytes, which job_execute hands on as if it were the text. */
static void do_read(struct job *j, const char *args, size_t len)
{
   struct bytes b;

   (void)len;
   memcpy(&b, args, sizeof b);
   j->ctx.text = NULL;
   const char *bad = preshader_read(&j->ctx, b.data, b.data ? b.len : 0, &b.to->p);
   if (bad)
      util_diag(&j->ctx, DIAG_ID_bad_preshader, UTIL_NO_SPAN, "%s", bad);
   b.to->p.model.noise_seed = j->opt.verify.noise;
}

struct nvp4c_preshader *nvp4c_preshader_create(const void *data, size_t length, const struct nvp4c_options *options)
{
   struct bytes b = {.data = data, .len = length};
   struct job j;

   job_begin(&j, options, true);
   struct nvp4c_preshader *p = j.alloc.fn(j.alloc.user, NULL, sizeof *p);
   struct nvp4c_result *r = p ? job_new_result(&j) : NULL;
   if (!r) {
      if (p)
         j.alloc.fn(j.alloc.user, p, 0);
      job_end(&j);
      return NULL;
   }
   memset(p, 0, sizeof *p);
   p->result = r;
   p->alloc = j.alloc;
   b.to = p;
   job_execute(&j, do_read, (const char *)&b, sizeof b);
   job_make_result(&j, r);
   if (r->o.status != NVP4C_OK)
      memset(&p->p, 0, sizeof p->p);
   p->arena = j.ctx.arena;
   return p;
}

void nvp4c_preshader_free(struct nvp4c_preshader *p)
{
   if (!p)
      return;
   const struct util_alloc alloc = p->alloc;
   util_arena_finish(&p->arena);
   nvp4c_result_free(p->result);
   alloc.fn(alloc.user, p, 0);
}

const struct nvp4c_result *nvp4c_preshader_result(const struct nvp4c_preshader *p) { return p->result; }

struct nvp4c_preshader_info nvp4c_preshader_info(const struct nvp4c_preshader *p)
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

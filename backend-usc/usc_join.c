/* SPDX-License-Identifier: MIT */
/* See usc_join.h. */
#include "backend-usc/usc_join.h"

#include <string.h>

#include "backend-usc/check/usc_check_program.h"
#include "backend-usc/isa/usc_core.h"

static void join_groups(struct util_ctx *ctx, const struct usc_program *p, struct usc_program *out)
{
   const uint32_t first = out->prog.n, base = (uint32_t)out->code_len;
   for (uint32_t k = 0; k < p->prog.n; k++) {
      struct usc_group g = p->prog.g[k];
      g.label += g.has_label ? first : 0;
      usc_prog_add(ctx, &out->prog, &g);
   }
   for (uint32_t k = 0; k <= p->prog.n && out->code; k++)
      out->offsets[first + k] = base + p->offsets[k];
   if (out->code)
      memcpy(out->code + base, p->code, p->code_len);
   out->code_len += p->code_len;
}

/* The shared registers of the epilog follow those of the main part. Both use the same scratch memory one after the other, so
   the bytes of an invocation are those of the larger one. */
static void join_shareds(struct util_ctx *ctx, const struct usc_reflect *main, const struct usc_reflect *epilog,
                         uint32_t num_params, struct usc_reflect *r)
{
   r->sh = NULL;
   r->num_sh = r->cap_sh = 0;
   for (uint32_t k = 0; k < main->num_sh || k < epilog->num_sh; k++) {
      const bool mine = k < main->num_sh && main->sh[k].kind != USC_SH_UNUSED;
      struct usc_reflect_sh sh = mine ? main->sh[k] : k < epilog->num_sh ? epilog->sh[k] : (struct usc_reflect_sh){0};
      sh.a += sh.kind == USC_SH_PARAM && !mine ? num_params : 0;
      sh.a = sh.kind == USC_SH_SCRATCH && sh.b == 2 ? r->scratch_bytes : sh.a;
      UTIL_PUSH(ctx, r->sh, r->num_sh, r->cap_sh, sh);
   }
}

/* The inputs, the feedback and the depth are those of the main part, the colours those of the epilog. */
static void join_reflection(struct util_ctx *ctx, const struct usc_reflect *main, const struct usc_reflect *epilog,
                            uint32_t num_params, struct usc_reflect *r)
{
   *r = *main;
   r->isp.hands_over = false;
   r->scratch_bytes = main->scratch_bytes > epilog->scratch_bytes ? main->scratch_bytes : epilog->scratch_bytes;
   r->temps = main->temps > epilog->temps ? main->temps : epilog->temps;
   r->pixel.num_tiles = epilog->pixel.num_tiles;
   r->isp.reads_target |= epilog->isp.reads_target;
   memcpy(r->pixel.target, epilog->pixel.target, sizeof r->pixel.target);
   r->outputs = NULL;
   r->num_outputs = r->cap_outputs = 0;
   for (uint32_t k = 0; k < main->num_outputs; k++)
      if (main->outputs[k].slot == SLOT_FRAG_DEPTH)
         UTIL_PUSH(ctx, r->outputs, r->num_outputs, r->cap_outputs, main->outputs[k]);
   for (uint32_t k = 0; k < epilog->num_outputs; k++)
      UTIL_PUSH(ctx, r->outputs, r->num_outputs, r->cap_outputs, epilog->outputs[k]);
   join_shareds(ctx, main, epilog, num_params, r);
}

struct usc_program *usc_join(struct util_ctx *ctx, const struct usc_program *main, const struct usc_program *epilog,
                             uint32_t num_params)
{
   struct usc_program *out = UTIL_NEW(ctx, struct usc_program);
   const bool bytes = main->code && epilog->code;
   uint32_t bad = 0;

   *out = (struct usc_program){.num = main->num, .core = main->core, .features = main->features};
   if (bytes) {
      out->code = UTIL_ARRAY(ctx, uint8_t, main->code_len + epilog->code_len);
      out->offsets = UTIL_ARRAY(ctx, uint32_t, (size_t)main->prog.n + epilog->prog.n + 1);
   }
   join_groups(ctx, main, out);
   join_groups(ctx, epilog, out);
   join_reflection(ctx, &main->reflect, &epilog->reflect, num_params, &out->reflect);
   if (!bytes)
      return out;
   const enum usc_violation v = usc_check_prog(ctx, &out->prog, out->offsets, usc_core_limits(out->core), &bad);
   if (v)
      util_bug(ctx, "group %u of the main part and its epilog is illegal: %s", bad, usc_violation_text(v));
   return out;
}

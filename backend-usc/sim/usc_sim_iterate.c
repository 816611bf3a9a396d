/* SPDX-License-Identifier: MIT */
/* Iteration of coefficients. */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

/* A*x + B*y + C of each lane, as fmad(A, x, fmad(B, y, C)): the order in which the public compiler evaluates planes
   (observed). */
static bool plane(struct usc_wave *t, const struct usc_iteration *it, struct usc_opd coeff, uint32_t lanes, uint32_t *out)
{
   const bool sample = it->mode == USC_AT_SAMPLE;
   const uint32_t *x = sample ? t->reg.xs : t->reg.x, *y = sample ? t->reg.ys : t->reg.y;
   exec_lanes c[3], rest, at[2];
   if (it->mode == USC_AT_CENTROID) {
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         at[0][l] = num_u(num_f(x[l]) + num_f(t->reg.centroid[0][l]));
         at[1][l] = num_u(num_f(y[l]) + num_f(t->reg.centroid[1][l]));
      }
      x = at[0];
      y = at[1];
   }
   for (unsigned k = 0; k < 3; k++)
      if (!usc_sim_read(t, usc_sim_step_reg(coeff, k), lanes, c[k]))
         return false;
   t->unit_ops->fmad(&t->unit, c[1], y, c[2], rest);
   t->unit_ops->fmad(&t->unit, c[0], x, rest, out);
   return true;
}

/* Gets the values of the plane that the caller of the wave provides. Returns false if a lane has none. */
static bool given_plane(const struct usc_wave *t, struct usc_opd coeff, uint32_t lanes, uint32_t *out)
{
   exec_lanes v;
   if (!t->env.coefficient || coeff.bank != USC_COEFF)
      return false;
   if (!coeff.idx)
      return t->env.coefficient(t->env.user, coeff.index, true, out);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      if (!t->env.coefficient(t->env.user, coeff.index + t->reg.idx[usc_opd_idx(coeff) & 1][l] * usc_opd_dim(coeff), true, v))
         return false;
      out[l] = v[l];
   }
   return true;
}

/* The values of consecutive planes. */
bool usc_sim_iterate(struct usc_wave *t, const struct usc_iteration *it, uint32_t lanes, exec_lanes *out)
{
   exec_lanes w = {0}, v;
   bool quotient = false; /* of two inputs that the caller provides */
   if (it->persp == 1 || it->persp == 2) {
      if (!plane(t, it, it->w_coeff, lanes, w))
         return false;
      quotient = given_plane(t, it->w_coeff, lanes, w);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (lanes >> l & 1)
            w[l] = num_frcp(t->num, w[l]);
      if (it->persp == 2) /* the reciprocal is stored (assumed[stored-w]) */
         lanes_select(lanes, w, t->reg.stored_w);
   } else if (it->persp == 3) {
      memcpy(w, t->reg.stored_w, sizeof w);
   }
   for (unsigned k = 0; k < it->count; k++) {
      const struct usc_opd coeff = usc_sim_step_reg(it->coeff, 4 * k);
      if (!plane(t, it, coeff, lanes, out[k]))
         return false;
      /* perspective: multiplied by the reciprocal of the W plane (documented as "multiplied by 1/W"; the rounding is
         assumed[other-units]), unless the caller provides the product */
      if ((!given_plane(t, coeff, lanes, out[k]) || quotient) && it->persp) {
         t->ops->fmul(t->num, out[k], w, NULL, v);
         memcpy(out[k], v, sizeof v);
      }
      if (it->sat) {
         t->ops->fsat(t->num, out[k], NULL, NULL, v);
         memcpy(out[k], v, sizeof v);
      }
   }
   return true;
}

bool usc_sim_iterate_to(struct usc_wave *t, unsigned drc, struct usc_opd dst, const struct usc_iteration *it, bool f16,
                        uint32_t lanes)
{
   exec_lanes v[16];
   unsigned n = it->count;
   if (n > 16)
      return usc_sim_fault(t, "too many values in one iteration");
   if (!usc_sim_iterate(t, it, lanes, v))
      return false;
   if (f16) { /* pairs, the first in the low half (assumed[f16-pairs]) */
      for (unsigned k = 0; k < n; k++)
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            const uint32_t h = lanes >> l & 1 ? num_f2h(t->num, v[k][l]) : 0;
            v[k / 2][l] = k & 1 ? v[k / 2][l] | h << 16 : h;
         }
      n = (n + 1) / 2;
   }
   for (unsigned k = 0; k < n; k++)
      if (!usc_sim_write(t, usc_sim_step_reg(dst, k), lanes, v[k]))
         return false;
   return usc_sim_in_flight(t, drc, dst, n, lanes, true);
}

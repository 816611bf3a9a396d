/* SPDX-License-Identifier: MIT */
/*
 * The register file of the simulator and the record of requests in flight. A register that a request will write must not be
 * read or written before the wdf of its counter, and one that a request still reads must not be written: both are faults, so a
 * missing wait is found whatever the timing (documented: the result is there after WDF).
 */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

bool usc_sim_fault(struct usc_task *t, const char *text)
{
   if (!t->fault) {
      t->fault = text;
      t->fault_pc = t->flow.pc;
   }
   return false;
}

struct usc_opd usc_sim_step_reg(struct usc_opd o, unsigned n)
{
   if (o.bank != USC_NONE)
      o.index += n;
   return o;
}

/* Is it a special register with the offset of a word of the pixel in a tile buffer? Which word? */
static bool tile_component(uint32_t n, uint32_t *word)
{
   static const uint8_t first[4] = {USC_SR_TILED_LD_COMP0, USC_SR_TILED_ST_COMP0, USC_SR_TILED_LD_COMP4, USC_SR_TILED_ST_COMP4};
   for (unsigned k = 0; k < 4; k++)
      if (n - first[k] < 4) {
         *word = n - first[k] + (k < 2 ? 0 : 4);
         return true;
      }
   return false;
}

static bool read_lane(struct usc_task *t, unsigned bank, uint32_t n, unsigned lane, uint32_t *v)
{
   uint32_t bits;
   switch (bank) {
   case USC_TEMP:
   case USC_VTX:
      if (n >= USC_NUM_TEMPS)
         return usc_sim_fault(t, "register number out of range");
      *v = bank == USC_TEMP ? t->reg.r[n][lane] : t->reg.vi[n][lane];
      return true;
   case USC_SHARED:
   case USC_COEFF:
   case USC_COEFFA:
      n += t->reg.base_offset[bank == USC_SHARED];
      if (n >= (bank == USC_SHARED ? USC_NUM_SHARED : USC_NUM_CF))
         return usc_sim_fault(t, "register number out of range");
      if (bank == USC_COEFFA) {
         *v = t->reg.cfa[n];
         return true;
      }
      if (bank == USC_COEFF && t->env.coeff && t->env.coeff(t->env.user, n, false, lane, v))
         return true;
      *v = bank == USC_SHARED ? t->reg.sh[n] : t->reg.cf[n];
      return true;
   case USC_IDX: *v = t->reg.idx[n & 1][lane]; return true;
   case USC_DC:
      if (n >= t->reg.num_dc)
         return usc_sim_fault(t, "no dynamic constant with this number");
      *v = t->reg.dc[n];
      return true;
   case USC_PIXOUT:
      if (n >= 8)
         return usc_sim_fault(t, "register number out of range");
      *v = t->reg.o[n][lane];
      return true;
   case USC_SPECIAL:
      if (usc_constant_bits(n, &bits)) {
         *v = bits;
         return true;
      }
      if (n >= 32 && n < 36)
         *v = t->reg.o[n - 32][lane];
      else if (n >= 164 && n < 168)
         *v = t->reg.o[n - 160][lane];
      else if (n >= 36 && n < 44)
         *v = t->reg.i[n - 36][lane];
      else if (n == USC_SR_X_P)
         *v = t->reg.x[lane];
      else if (n == USC_SR_X_S)
         *v = t->reg.xs[lane];
      else if (n == USC_SR_Y_P)
         *v = t->reg.y[lane];
      else if (n == USC_SR_Y_S)
         *v = t->reg.ys[lane];
      else if (n == USC_SR_BACK_FACE)
         *v = t->reg.back_face[lane];
      else if (n == USC_SR_INST_NUM || n == USC_SR_LOCAL_ADDR_INST_NUM)
         *v = lane;
      else if (tile_component(n, &bits))
         *v = usc_sim_tile_offset(bits, lane);
      else if (n < 256)
         *v = t->reg.sr[n];
      else
         return usc_sim_fault(t, "register number out of range");
      return true;
   default: return usc_sim_fault(t, "a register bank that is not simulated");
   }
}

/* The lanes in which a request in flight will write a register; readers: or reads it. */
static uint32_t in_flight(const struct usc_task *t, unsigned bank, uint32_t n, bool readers)
{
   if (bank == USC_SHARED || bank == USC_COEFF) { /* one register for all lanes */
      n += t->reg.base_offset[bank == USC_SHARED];
      return n < USC_NUM_CF && t->flight.common[bank == USC_COEFF][n] & (readers ? 15 : 3) ? UINT32_MAX : 0;
   }
   if (n >= USC_NUM_TEMPS)
      return 0;
   const struct usc_flight *f = &t->flight;
   if (bank == USC_TEMP)
      return f->written_r[0][n] | f->written_r[1][n] | (readers ? f->read_r[0][n] | f->read_r[1][n] : 0);
   if (bank == USC_VTX)
      return f->written_vi[0][n] | f->written_vi[1][n] | (readers ? f->read_vi[0][n] | f->read_vi[1][n] : 0);
   return 0;
}

bool usc_sim_read(struct usc_task *t, struct usc_opd o, uint32_t lanes, uint32_t out[EXEC_LANES])
{
   if (o.bank == USC_NONE) {
      memset(out, 0, sizeof(exec_lanes));
      return true;
   }
   const bool any = t->flight.any[0] || t->flight.any[1];
   /* A temporary that nothing is on its way to, which most operands are. */
   if (o.bank == USC_TEMP && !o.idx && o.index < USC_NUM_TEMPS && !(any && (in_flight(t, USC_TEMP, o.index, false) & lanes))) {
      memcpy(out, t->reg.r[o.index], sizeof(exec_lanes));
      return true;
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      uint32_t n = o.index;
      if (o.idx) {
         /* a lane that does not execute may hold any index, so it reads nothing */
         if (!(lanes >> l & 1)) {
            out[l] = 0;
            continue;
         }
         n += t->reg.idx[usc_opd_idx(o) & 1][l] * usc_opd_dim(o); /* the dimension multiplies the index (assumed[index-dimension]) */
      }
      if (any && (lanes >> l & 1) && (in_flight(t, o.bank, n, false) >> l & 1))
         return usc_sim_fault(t, "a register is read before the wdf of the request that writes it");
      if (!read_lane(t, o.bank, n, l, &out[l]))
         return false;
   }
   return true;
}

bool usc_sim_pixel_output(struct usc_task *t)
{
   t->out.pixel = true;
   return !t->feedback.in_flight || usc_sim_fault(t, "a pixel output is written before the wdf of the feedback to the ISP");
}

bool usc_sim_write(struct usc_task *t, struct usc_opd o, uint32_t lanes, const uint32_t value[EXEC_LANES])
{
   const bool any = t->flight.any[0] || t->flight.any[1];
   if (o.bank == USC_NONE)
      return true;
   if (o.bank == USC_TEMP && !o.idx && lanes == UINT32_MAX && o.index < USC_NUM_TEMPS &&
       !(any && in_flight(t, USC_TEMP, o.index, true))) {
      memcpy(t->reg.r[o.index], value, sizeof(exec_lanes));
      return true;
   }
   if (usc_opd_is_pixel(o)) {
      if (!usc_sim_pixel_output(t))
         return false;
      lanes &= ~t->killed; /* suppressed (observed: what the feedback is for) */
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      uint32_t n = o.index + (o.idx ? t->reg.idx[usc_opd_idx(o) & 1][l] * usc_opd_dim(o) : 0);
      if (any && (in_flight(t, o.bank, n, true) >> l & 1))
         return usc_sim_fault(t, "a register is written while a request uses it");
      uint32_t *p = NULL;
      switch (o.bank) {
      case USC_TEMP: p = n < USC_NUM_TEMPS ? &t->reg.r[n][l] : NULL; break;
      case USC_VTX: p = n < USC_NUM_TEMPS ? &t->reg.vi[n][l] : NULL; break;
      case USC_SHARED:
         n += t->reg.base_offset[1];
         p = n < USC_NUM_SHARED ? &t->reg.sh[n] : NULL;
         break;
      case USC_COEFF:
      case USC_COEFFA:
         n += t->reg.base_offset[0];
         p = n >= USC_NUM_CF ? NULL : o.bank == USC_COEFF ? &t->reg.cf[n] : &t->reg.cfa[n];
         break;
      case USC_IDX: p = &t->reg.idx[n & 1][l]; break;
      case USC_PIXOUT: p = n < 8 ? &t->reg.o[n][l] : NULL; break;
      case USC_SPECIAL:
         if (n >= 32 && n < 36)
            p = &t->reg.o[n - 32][l];
         else if (n >= 164 && n < 168)
            p = &t->reg.o[n - 160][l];
         else if (n >= 36 && n < 44)
            p = &t->reg.i[n - 36][l];
         else if (n >= 104 && n < 112)
            p = &t->reg.sr[n]; /* global registers */
         break;
      default: break;
      }
      if (!p)
         return usc_sim_fault(t, "a register that cannot be written");
      *p = value[l];
   }
   return true;
}

bool usc_sim_in_flight(struct usc_task *t, unsigned drc, struct usc_opd o, unsigned count, uint32_t lanes, bool target)
{
   t->flight.any[drc & 1] = true;
   const bool common = o.bank == USC_SHARED || o.bank == USC_COEFF;
   if (o.bank != USC_TEMP && o.bank != USC_VTX && !common)
      return true;
   for (unsigned k = 0; k < count; k++) {
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         uint32_t n = o.index + k + (o.idx ? t->reg.idx[usc_opd_idx(o) & 1][l] * usc_opd_dim(o) : 0);
         if (!(lanes >> l & 1))
            continue;
         if (common) {
            n += t->reg.base_offset[o.bank == USC_SHARED];
            if (n >= (o.bank == USC_SHARED ? USC_NUM_SHARED : USC_NUM_CF))
               return usc_sim_fault(t, "register number out of range");
            t->flight.common[o.bank == USC_COEFF][n] |= (uint8_t)(1u << (drc & 1) << (target ? 0 : 2));
            t->flight.any_common[drc & 1] = true;
            continue;
         }
         if (n >= USC_NUM_TEMPS)
            return usc_sim_fault(t, "register number out of range");
         if (o.bank == USC_TEMP)
            *(target ? &t->flight.written_r[drc & 1][n] : &t->flight.read_r[drc & 1][n]) |= 1u << l;
         else
            *(target ? &t->flight.written_vi[drc & 1][n] : &t->flight.read_vi[drc & 1][n]) |= 1u << l;
      }
   }
   return true;
}

void usc_sim_wait(struct usc_task *t, unsigned drc)
{
   drc &= 1;
   if (!drc)
      t->feedback.in_flight = false;
   if (!t->flight.any[drc])
      return;
   t->flight.any[drc] = false;
   memset(t->flight.written_r[drc], 0, sizeof t->flight.written_r[drc]);
   memset(t->flight.written_vi[drc], 0, sizeof t->flight.written_vi[drc]);
   memset(t->flight.read_r[drc], 0, sizeof t->flight.read_r[drc]);
   memset(t->flight.read_vi[drc], 0, sizeof t->flight.read_vi[drc]);
   if (t->flight.any_common[drc]) {
      t->flight.any_common[drc] = false;
      for (unsigned n = 0; n < USC_NUM_CF; n++) {
         t->flight.common[0][n] &= (uint8_t) ~(5u << drc);
         t->flight.common[1][n] &= (uint8_t) ~(5u << drc);
      }
   }
}

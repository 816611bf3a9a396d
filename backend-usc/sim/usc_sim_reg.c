/* SPDX-License-Identifier: MIT */
/*
 * The register file of the simulator and the requests in flight. Reading or writing a register that a request will write is a
 * fault before the wdf of its counter, and so is writing one that a request still reads. Faults for missing waits therefore do
 * not depend on timing (documented: the result is available after WDF).
 */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

bool usc_sim_fault(struct usc_wave *t, const char *text)
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

/* True for a special register with the offset of a word of the pixel in a tile buffer, for loads or stores; *word gets its
   number. */
static bool tile_component(uint32_t n, uint32_t *word, bool *loads)
{
   static const uint8_t first[4] = {USC_SR_TILED_LD_COMP0, USC_SR_TILED_ST_COMP0, USC_SR_TILED_LD_COMP4, USC_SR_TILED_ST_COMP4};
   for (unsigned k = 0; k < 4; k++)
      if (n - first[k] < 4) {
         *word = n - first[k] + (k < 2 ? 0 : 4);
         *loads = !(k & 1);
         return true;
      }
   return false;
}

/* The register of a direct operand, if it has a value per lane and is read and written in the same way, or NULL. */
static uint32_t *lane_register(struct usc_wave *t, unsigned bank, uint32_t n)
{
   switch (bank) {
   case USC_TEMP: return n < USC_NUM_TEMPS ? t->reg.r[n] : NULL;
   case USC_VTX: return n < USC_NUM_TEMPS ? t->reg.vi[n] : NULL;
   case USC_IDX: return t->reg.idx[n & 1];
   case USC_PIXOUT: return n < 8 ? t->reg.o[n] : NULL;
   case USC_SPECIAL:
      return n >= 32 && n < 36     ? t->reg.o[n - 32]
             : n >= 164 && n < 168 ? t->reg.o[n - 160]
             : n >= 36 && n < 44   ? t->reg.i[n - 36]
                                   : NULL;
   default: return NULL;
   }
}

/* The place of a coefficient that the waves of a workgroup share, or NULL for one of the wave. */
static uint32_t *common_word(struct usc_wave *t, uint32_t n)
{
   for (unsigned k = 0; k < 2; k++)
      if (n - t->reg.block[k].first < t->reg.block[k].count)
         return &t->reg.block[k].word[n - t->reg.block[k].first];
   return NULL;
}

/* The first n late stores land. */
static void land(struct usc_wave *t, unsigned n)
{
   struct usc_late *late = &t->late;
   for (unsigned k = 0; k < n; k++)
      *late->word[k] = late->value[k];
   late->num -= n;
   memmove(late->word, late->word + n, late->num * sizeof *late->word);
   memmove(late->value, late->value + n, late->num * sizeof *late->value);
}

void usc_sim_land(struct usc_wave *t)
{
   land(t, t->late.num);
}

/* Loads a coefficient. When the load returns, the stores of the wave to the word, and those before them, have landed. */
static uint32_t load_coefficient(struct usc_wave *t, uint32_t n)
{
   const uint32_t *word = common_word(t, n);
   unsigned landing = t->late.num;
   while (landing && t->late.word[landing - 1] != word)
      landing--;
   land(t, landing);
   return word ? *word : t->reg.cf[n];
}

static void store_late(struct usc_wave *t, uint32_t *word, uint32_t value)
{
   struct usc_late *late = &t->late;
   if (late->num && late->word[late->num - 1] == word)
      late->num--;
   else if (late->num == USC_LATE_STORES)
      land(t, 1);
   late->word[late->num] = word;
   late->value[late->num++] = value;
}

/* Gets coefficient n from the caller of the wave, in all lanes. */
static bool coefficient(const struct usc_wave *t, unsigned n, uint32_t value[EXEC_LANES])
{
   return t->env.coefficient && t->env.coefficient(t->env.user, n, false, value);
}

/* The sample of which an invocation loads words from tile buffers: its own (assumed[tile-order]). */
static unsigned loaded_sample(const struct usc_wave *t, unsigned lane)
{
   return t->samples > 1 && t->cover[lane] ? (unsigned)__builtin_ctz(t->cover[lane]) : 0;
}

static bool read_lane(struct usc_wave *t, unsigned bank, uint32_t n, unsigned lane, uint32_t *v)
{
   exec_lanes given;
   uint32_t bits;
   bool loads;
   const uint32_t *own = lane_register(t, bank, n);
   if (own) {
      *v = own[lane];
      return true;
   }
   switch (bank) {
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
      if (bank == USC_COEFF && coefficient(t, n, given)) {
         *v = given[lane];
         return true;
      }
      *v = bank == USC_SHARED ? t->reg.sh[n] : load_coefficient(t, n);
      return true;
   case USC_DC:
      if (n >= t->reg.num_dc)
         return usc_sim_fault(t, "no dynamic constant with this number");
      *v = t->reg.dc[n];
      return true;
   case USC_TEMP:
   case USC_VTX:
   case USC_PIXOUT: return usc_sim_fault(t, "register number out of range");
   case USC_SPECIAL:
      if (usc_constant_bits(n, &bits)) {
         *v = bits;
         return true;
      }
      if (n == USC_SR_X_P)
         *v = t->reg.x[lane];
      else if (n == USC_SR_X_S)
         *v = t->reg.xs[lane];
      else if (n == USC_SR_Y_P)
         *v = t->reg.y[lane];
      else if (n == USC_SR_Y_S)
         *v = t->reg.ys[lane];
      else if (n == USC_SR_BACK_FACE)
         *v = t->reg.back_face[lane];
      else if (n == USC_SR_SAMPLE)
         *v = t->reg.sample[lane];
      else if (n == USC_SR_INST_NUM || n == USC_SR_LOCAL_ADDR_INST_NUM)
         *v = lane;
      else if (tile_component(n, &bits, &loads))
         *v = usc_sim_tile_offset(bits, lane) + (loads ? loaded_sample(t, lane) * USC_SIM_SAMPLE_BYTES : 0);
      else if (n < 256)
         *v = t->reg.sr[n];
      else
         return usc_sim_fault(t, "register number out of range");
      return true;
   default: return usc_sim_fault(t, "a register bank that is not simulated");
   }
}

/* The lanes in which a request in flight will write a register or, with readers, reads it. */
static uint32_t in_flight(const struct usc_wave *t, unsigned bank, uint32_t n, bool readers)
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

/* True, with a fault, if a request in flight will write a direct operand in lanes that read it. */
static bool read_too_early(struct usc_wave *t, unsigned bank, uint32_t n, uint32_t lanes)
{
   return (t->flight.any[0] || t->flight.any[1]) && in_flight(t, bank, n, false) & lanes &&
          !usc_sim_fault(t, "a register is read before the wdf of the request that writes it");
}

/* Reads an indexed operand, or one that is not a plain register of a lane. */
static bool read_lanes(struct usc_wave *t, struct usc_opd o, uint32_t lanes, uint32_t out[EXEC_LANES])
{
   const bool any = t->flight.any[0] || t->flight.any[1];
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      uint32_t n = o.index;
      if (o.idx) {
         /* a lane that does not execute may hold any index, so it reads nothing */
         if (!(lanes >> l & 1)) {
            out[l] = 0;
            continue;
         }
         n += t->reg.idx[usc_opd_idx(o) & 1][l] *
              usc_opd_dim(o); /* the dimension multiplies the index (assumed[index-dimension]) */
      }
      if (any && (lanes >> l & 1) && (in_flight(t, o.bank, n, false) >> l & 1))
         return usc_sim_fault(t, "a register is read before the wdf of the request that writes it");
      if (!read_lane(t, o.bank, n, l, &out[l]))
         return false;
   }
   return true;
}

/* True, or false with a fault if the core lacks the word of a pixel that the operand names. */
static bool has_pixel_word(struct usc_wave *t, struct usc_opd o)
{
   return !t->out.pixel_words || usc_opd_pixel_word(o) < t->out.pixel_words ||
          usc_sim_fault(t, "a word of a pixel that the core lacks");
}

bool usc_sim_read(struct usc_wave *t, struct usc_opd o, uint32_t lanes, uint32_t out[EXEC_LANES])
{
   if (o.bank == USC_NONE) {
      memset(out, 0, sizeof(exec_lanes));
      return true;
   }
   if (!has_pixel_word(t, o))
      return false;
   const uint32_t *own = o.idx ? NULL : lane_register(t, o.bank, o.index);
   if (own) {
      memcpy(out, own, sizeof(exec_lanes));
   } else if (!o.idx && (o.bank == USC_SHARED || o.bank == USC_COEFF)) {
      uint32_t v;
      if (!read_lane(t, o.bank, o.index, 0, &v))
         return false;
      if (!(o.bank == USC_COEFF && coefficient(t, o.index + t->reg.base_offset[0], out)))
         lanes_splat(v, out);
   } else {
      return read_lanes(t, o, lanes, out);
   }
   return !read_too_early(t, o.bank, o.index, lanes);
}

const uint32_t *usc_sim_source(struct usc_wave *t, const struct usc_step *s, unsigned slot, uint32_t lanes, uint32_t *buf)
{
   const struct usc_opd o = s->g.src[slot];
   const uint32_t *v = buf;
   switch (s->fetch[slot]) {
   case USC_FETCH_CONSTANT: lanes_splat(s->bits[slot], buf); return buf;
   case USC_FETCH_TEMP: v = t->reg.r[o.index]; break;
   case USC_FETCH_VTX: v = t->reg.vi[o.index]; break;
   case USC_FETCH_SHARED:
      if (o.index + t->reg.base_offset[1] >= USC_NUM_SHARED)
         return usc_sim_fault(t, "register number out of range"), NULL;
      lanes_splat(t->reg.sh[o.index + t->reg.base_offset[1]], buf);
      break;
   default: return usc_sim_read(t, o, lanes, buf) ? buf : NULL;
   }
   if (read_too_early(t, o.bank, o.index, lanes))
      return NULL;
   if (s->keeps && v != buf)
      v = memcpy(buf, v, sizeof(exec_lanes));
   return v;
}

bool usc_sim_pixel_output(struct usc_wave *t)
{
   t->out.pixel = true;
   return !t->feedback.in_flight || usc_sim_fault(t, "a pixel output is written before the wdf of the feedback to the ISP");
}

/* A register of the wave that can be written, or NULL. */
static uint32_t *shared_register(struct usc_wave *t, unsigned bank, uint32_t n)
{
   n += bank == USC_SHARED ? t->reg.base_offset[1] : bank == USC_COEFF || bank == USC_COEFFA ? t->reg.base_offset[0] : 0;
   switch (bank) {
   case USC_SHARED: return n < USC_NUM_SHARED ? &t->reg.sh[n] : NULL;
   case USC_COEFF: return n < USC_NUM_CF ? &t->reg.cf[n] : NULL;
   case USC_COEFFA: return n < USC_NUM_CF ? &t->reg.cfa[n] : NULL;
   case USC_SPECIAL: return n >= 104 && n < 112 ? &t->reg.sr[n] : NULL; /* global registers */
   default: return NULL;
   }
}

bool usc_sim_write(struct usc_wave *t, struct usc_opd o, uint32_t lanes, const uint32_t value[EXEC_LANES])
{
   const bool any = t->flight.any[0] || t->flight.any[1];
   if (o.bank == USC_NONE)
      return true;
   if (usc_opd_is_pixel(o)) {
      if (!has_pixel_word(t, o) || !usc_sim_pixel_output(t))
         return false;
      lanes &= ~t->killed; /* suppressed (observed: the purpose of the feedback) */
      t->out.pixel_lanes |= lanes;
   }
   uint32_t *own = o.idx ? NULL : lane_register(t, o.bank, o.index);
   if (own && lanes) {
      if (any && in_flight(t, o.bank, o.index, true) & lanes)
         return usc_sim_fault(t, "a register is written while a request uses it");
      lanes_select(lanes, value, own);
      return true;
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      uint32_t n = o.index + (o.idx ? t->reg.idx[usc_opd_idx(o) & 1][l] * usc_opd_dim(o) : 0);
      if (any && (in_flight(t, o.bank, n, true) >> l & 1))
         return usc_sim_fault(t, "a register is written while a request uses it");
      uint32_t *common = o.bank == USC_COEFF ? common_word(t, n + t->reg.base_offset[0]) : NULL;
      if (common) {
         store_late(t, common, value[l]);
         continue;
      }
      uint32_t *lane = lane_register(t, o.bank, n), *p = lane ? &lane[l] : shared_register(t, o.bank, n);
      if (!p)
         return usc_sim_fault(t, "a register that cannot be written");
      *p = value[l];
   }
   return true;
}

/* Records the effect of a request on a register in these lanes. */
static bool mark(struct usc_wave *t, unsigned drc, unsigned bank, uint32_t n, uint32_t lanes, bool target)
{
   struct usc_flight *f = &t->flight;
   if (bank == USC_SHARED || bank == USC_COEFF) {
      n += t->reg.base_offset[bank == USC_SHARED];
      if (n >= (bank == USC_SHARED ? USC_NUM_SHARED : USC_NUM_CF))
         return usc_sim_fault(t, "register number out of range");
      f->common[bank == USC_COEFF][n] |= (uint8_t)(1u << drc << (target ? 0 : 2));
      f->any_common[drc] = true;
      return true;
   }
   if (n >= USC_NUM_TEMPS)
      return usc_sim_fault(t, "register number out of range");
   if (bank == USC_TEMP)
      *(target ? &f->written_r[drc][n] : &f->read_r[drc][n]) |= lanes;
   else
      *(target ? &f->written_vi[drc][n] : &f->read_vi[drc][n]) |= lanes;
   return true;
}

bool usc_sim_in_flight(struct usc_wave *t, unsigned drc, struct usc_opd o, unsigned count, uint32_t lanes, bool target)
{
   drc &= 1;
   t->flight.any[drc] = true;
   if (o.bank != USC_TEMP && o.bank != USC_VTX && o.bank != USC_SHARED && o.bank != USC_COEFF)
      return true;
   for (unsigned k = 0; k < count && lanes; k++) {
      if (!o.idx) {
         if (!mark(t, drc, o.bank, o.index + k, lanes, target))
            return false;
         continue;
      }
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         const uint32_t n = o.index + k + t->reg.idx[usc_opd_idx(o) & 1][l] * usc_opd_dim(o);
         if (lanes >> l & 1 && !mark(t, drc, o.bank, n, 1u << l, target))
            return false;
      }
   }
   return true;
}

void usc_sim_wait(struct usc_wave *t, unsigned drc)
{
   drc &= 1;
   if (!drc)
      t->feedback.in_flight = false;
   if (!t->flight.any[drc])
      return;
   t->flight.any[drc] = false;
   if (t->env.wait)
      t->env.wait(t->env.user, drc);
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

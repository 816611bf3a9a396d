/* SPDX-License-Identifier: MIT */
#include "tests/unit/backend-agx/agx_random.h"

#include <string.h>

uint32_t agx_rng(uint32_t *s)
{
   *s ^= *s << 13;
   *s ^= *s >> 17;
   *s ^= *s << 5;
   return *s;
}

static uint32_t immediate_range(enum agx_row_kind kind)
{
   switch (kind) {
   case AGX_K_INDEX:
   case AGX_K_LINDEX: return 0xffff;
   case AGX_K_OFFSET: return 0x7fffffff;
   case AGX_K_LBASE:
   case AGX_K_LOD: return 0;
   default: return 255;
   }
}

static uint32_t random_number(uint32_t *seed, const struct agx_row *row)
{
   unsigned width = 0;
   for (unsigned i = 0; i < AGX_PIECES; i++)
      width += row->p[i].width;
   const uint32_t v = agx_rng(seed), range = width < 32 ? (1u << width) - 1 : UINT32_MAX;
   return row->style == AGX_S_SDEC ? (uint32_t)(int16_t)v : v & range;
}

static void random_ref(uint32_t *seed, const struct agx_row *row, struct agx_instr *in)
{
   struct agx_ref *r = &in->ref[row->name];
   const bool alu = agx_kind_info[row->kind].group <= AGX_G_SRC;
   uint32_t v = agx_rng(seed) >> agx_rng(seed) % 32;

   do {
      r->kind = (uint8_t)(agx_rng(seed) % AGX_VIRT16);
   } while (!(agx_kind_info[row->kind].takes >> r->kind & 1));
   switch (r->kind) {
   case AGX_NONE: v = 0; break;
   case AGX_REG16: v &= row->kind == AGX_K_R0L ? 0 : 255; break;
   case AGX_REG32: v &= 254; break;
   case AGX_REG64: v &= 252; break;
   case AGX_UNIFORM16: v &= 511; break;
   case AGX_UNIFORM32: v &= 510; break;
   case AGX_UNIFORM64: v &= row->kind == AGX_K_BASE ? 254 : 124; break;
   case AGX_IMM: v &= immediate_range((enum agx_row_kind)row->kind); break;
   default: v &= 255; break;
   }
   r->value = v;
   if (row->kind == AGX_K_VEC || row->kind == AGX_K_VEC3)
      r->count = (uint8_t)((1 + agx_rng(seed) % 4) * (row->kind == AGX_K_VEC3 ? 3 : 1));
   else if (row->kind == AGX_K_ZS)
      r->count = (uint8_t)(1 + (r->kind == AGX_REG32 && agx_rng(seed) & 1));
   else
      r->count = (uint8_t)agx_operand_count(in, (enum agx_refs)row->name);
   if (r->kind != AGX_IMM && r->kind != AGX_MINIFLOAT && row[1].kind == AGX_K_MODF)
      r->mods = agx_rng(seed) & 3;
   if (r->kind != AGX_IMM && row[1].kind == AGX_K_MODSX)
      r->mods = agx_rng(seed) & 1 ? AGX_SX : 0;
   if (alu && r->kind >= AGX_REG16 && r->kind <= AGX_REG64 && agx_rng(seed) & 1)
      r->hint = (uint8_t)(1 + agx_rng(seed) % 3);
}

struct agx_instr agx_random_instr(uint32_t *seed, unsigned op)
{
   static const uint8_t lod[] = {AGX_LOD_AUTO, AGX_LOD_GRAD, AGX_LOD_BIAS, AGX_LOD_LEVEL, AGX_LOD_GRAD_MIN, AGX_LOD_BIAS_MIN};
   struct agx_instr in = {.op = (uint16_t)op};

   for (const struct agx_row *row = &agx_rows[agx_info[op].row]; row->kind != AGX_K_END; row++) {
      if (row->kind == AGX_K_NUM)
         agx_field_set(&in, row->name, random_number(seed, row));
      else if (row->kind == AGX_K_LOD)
         in.f[AGX_F_LOD] = lod[agx_rng(seed) % 6];
      else if (row->kind == AGX_K_SAMPLE)
         in.f[AGX_F_INTERP] = agx_rng(seed) & 3;
   }
   for (const struct agx_row *row = &agx_rows[agx_info[op].row]; row->kind != AGX_K_END; row++)
      if (agx_operand_row(op, (enum agx_refs)row->name) == row)
         random_ref(seed, row, &in);
   return in;
}

bool agx_random_legal(uint32_t *seed, unsigned op, unsigned *tries, struct agx_instr *in, uint8_t code[AGX_MAX_LEN],
                      unsigned *len)
{
   while (*tries) {
      --*tries;
      *in = agx_random_instr(seed, op);
      if (!agx_encode(in, code, len))
         return true;
   }
   return false;
}

void agx_put_opcode(unsigned op, uint8_t *code)
{
   for (unsigned k = 0; k < 8; k++)
      code[k] = (uint8_t)((code[k] & ~(agx_info[op].mask >> (8 * k))) | agx_info[op].bits >> (8 * k));
}

bool agx_same_but_hints(const uint8_t *code, size_t len, uint8_t plain[AGX_PLAIN_BYTES])
{
   bool same = true;

   for (size_t at = 0; at < len && at + AGX_MAX_LEN <= AGX_PLAIN_BYTES;) {
      struct agx_instr in;
      uint8_t bytes[AGX_MAX_LEN];
      unsigned n = 0;
      if (agx_decode(code + at, len - at, &in))
         return false;
      for (unsigned k = 0; k < AGX_NUM_REFS; k++)
         in.ref[k].hint = 0;
      if (agx_encode(&in, bytes, &n))
         return false;
      same &= !memcmp(plain + at, bytes, n);
      memcpy(plain + at, bytes, n);
      at += n;
   }
   return same;
}

/* SPDX-License-Identifier: MIT */
/* Constants: the bits of numbers and vectors (NV_gpu_program4 2.X.3.3). */
#include "frontend/common/fe_number.h"
#include "frontend/nv/resolve/nv_resolve.h"

/* Converts a number to the bits of a type. */
static bool convert_number(struct nv_parser *p, const struct nv_num *n, enum nv_type type, bool negated, uint32_t *bits)
{
   const char *s = p->text + n->span.off;
   bool overflow;

   if (type == NV_TYPE_F || type == NV_TYPE_NONE) {
      *bits = fe_float_bits(s, n->span.len) | (n->neg ? 0x80000000u : 0);
      return true;
   }
   if (n->is_float) {
      nv_error(p, DIAG_ID_float_as_integer, n->span, "expected an integer, found a floating-point constant");
      return false;
   }
   uint64_t v = fe_integer(s, n->span.len, &overflow);
   if (type == NV_TYPE_U && n->neg && v) {
      nv_error(p, DIAG_ID_negative_as_unsigned, util_span_join(n->sign, n->span),
               "expected an unsigned integer, found a negative constant");
      return false;
   }
   /* Programs write -2147483648 both as a constant with a sign and as an operand with a minus before 2147483648. */
   uint64_t max = type == NV_TYPE_U ? UINT32_MAX : (uint64_t)INT32_MAX + (n->neg || negated);
   if (overflow || v > max) {
      nv_error(p, DIAG_ID_integer_too_large, n->span, "the constant %.*s does not fit in %s", NV_STR(p, n->span),
               type == NV_TYPE_U ? "an unsigned 32-bit integer" : "a signed 32-bit integer");
      return false;
   }
   *bits = n->neg ? 0u - (uint32_t)v : (uint32_t)v;
   return true;
}

bool nv_constant_vector(struct nv_parser *p, const struct nv_raw *raw, enum nv_type type, bool negated, uint32_t out[4])
{
   uint32_t n = raw->nums.count;

   out[1] = out[2] = 0;
   out[3] = type == NV_TYPE_S || type == NV_TYPE_U ? 1 : NUM_ONE;
   if (n > 4) {
      nv_error(p, DIAG_ID_vector_too_long, p->stmt.nums[raw->nums.first + 4].span, "a vector has at most four components");
      return false;
   }
   for (uint32_t i = 0; i < n; i++)
      if (!convert_number(p, &p->stmt.nums[raw->nums.first + i], type, negated, &out[i]))
         return false;
   if (raw->kind == NV_RAW_NUMBER)
      out[1] = out[2] = out[3] = out[0];
   return true;
}

/* SPDX-License-Identifier: MIT */
/* The bindings and constants of a declared variable (NV_gpu_program4 2.X.3). */
#include "frontend/nv/check/nv_check.h"

/* The rules of NV_fragment_program4 2.X.3.1 for a binding of an attribute. */
static bool check_interpolation(struct nv_parser *p, struct nv_declaring *d, const struct nv_bound *b)
{
   struct nv_var *v = &d->v;
   const bool integer = v->type == NV_TYPE_S || v->type == NV_TYPE_U;

   /* FLAT is accepted for the primitive ID, which is constant over the primitive although the list of 2.X.3.1 lacks it. */
   if (d->has_interp && !nv_io_interpolated(b->row) && !(b->slot == SLOT_PRIM_ID && v->interp == INTERP_FLAT)) {
      nv_error(p, DIAG_ID_interp_binding, b->span, "interpolation modifiers do not apply to %.*s", NV_STR(p, b->span));
      return false;
   }
   if (v->length == 0 && integer && v->interp != INTERP_FLAT && b->slot != SLOT_PRIM_ID) {
      nv_error(p, DIAG_ID_integer_not_flat, d->type_span, "an integer attribute of a fragment program must be FLAT");
      return false;
   }
   if (!nv_io_interpolated(b->row)) {
      if (nv_io_flat(b->row))
         v->interp = INTERP_FLAT;
      return true;
   }
   for (uint32_t s = b->slot; s < b->slot + b->count; s++) {
      bool color = s >= SLOT_COLOR && s <= SLOT_COLOR_LAST;
      uint32_t other = color ? SLOT_COLOR + SLOT_COLOR_LAST - s : s;

      if (p->bind.interp[s].declared && p->bind.interp[s].interp != v->interp) {
         nv_error(p, DIAG_ID_interp_mismatch, b->span, "%.*s is declared with different interpolation modifiers elsewhere",
                  NV_STR(p, b->span));
         util_note(p->ctx, p->bind.interp[s].span, "the other declaration is here");
         return false;
      }
      if (p->bind.interp[other].declared && p->bind.interp[other].interp != v->interp) {
         nv_error(p, DIAG_ID_interp_color_mismatch, b->span,
                  "primary and secondary colour need the same interpolation modifiers");
         util_note(p->ctx, p->bind.interp[other].span, "the other colour is declared here");
         return false;
      }
      p->bind.interp[s].declared = 1;
      p->bind.interp[s].span = b->span;
      p->bind.interp[s].interp = (uint8_t)v->interp;
   }
   return true;
}

/* The item must be a binding of the variable's class. */
static bool item_binding(struct nv_parser *p, const struct nv_declaring *d, const struct nv_raw *item, struct nv_bound *b)
{
   static const char *const class_name[] = {"temporary", "attribute", "parameter", "result", "parameter buffer"};

   if (item->kind != NV_RAW_PATH) {
      nv_error(p, DIAG_ID_wrong_binding_class, item->span, "a constant cannot initialize a variable of class %s",
               class_name[d->v.cls]);
      return false;
   }
   struct util_span head = p->stmt.segs[item->path.first].span;
   if (!nv_reserved(p, head)) {
      nv_error(p, DIAG_ID_wrong_binding_class, head, "expected a binding, not the name \"%.*s\"%s", NV_STR(p, head),
               nv_hint_stage(p, head));
      return false;
   }
   if (!nv_bind(p, item->path, d->array ? NV_BIND_ARRAY : NV_BIND_SINGLE, b))
      return false;
   if (b->cls != d->v.cls) {
      nv_error(p, DIAG_ID_wrong_binding_class, head, "a binding of class %s cannot initialize a variable of class %s",
               class_name[b->cls], class_name[d->v.cls]);
      if (b->cls == NV_BUFFER)
         nv_cite(p, "NV_gpu_program4 2.X.3.6", NULL, NULL);
      return false;
   }
   if (b->consumed < item->path.count) {
      const struct nv_seg *s = &p->stmt.segs[item->path.first + b->consumed];

      nv_error(p, DIAG_ID_trailing_segment, s->kind == NV_SEG_NAME ? s->span : s->open, "nothing may follow the binding here");
      return false;
   }
   return true;
}

/* Arrays of results have a section of their own; the elements of other arrays have one for each kind of program. */
static void cite_array(struct nv_parser *p, const struct nv_var *v)
{
   if (v->cls == NV_RESULT)
      nv_cite(p, "NV_gpu_program4 2.X.3.5", NULL, NULL);
}

static bool io_item(struct nv_parser *p, struct nv_declaring *d, const struct nv_raw *item)
{
   struct nv_var *v = &d->v;
   struct nv_bound b;

   if (!item_binding(p, d, item, &b))
      return false;
   if (d->array && !nv_io_arrayed(b.row)) {
      nv_error(p, DIAG_ID_array_binding, b.span, "%.*s cannot be an element of an array", NV_STR(p, b.span));
      nv_cite(p, "2.X.3.2", NULL, NULL);
      cite_array(p, v);
      return false;
   }
   if (v->length && (b.row != d->first.row || b.vertex != d->first.vertex)) {
      nv_error(p, DIAG_ID_array_mixed_bindings, b.span, "the bindings of an array must be of one kind");
      cite_array(p, v);
      return false;
   }
   if (v->length && b.slot != v->slot + v->length) {
      nv_error(p, DIAG_ID_array_not_consecutive, b.span, "the bindings of an array must increase by one");
      cite_array(p, v);
      return false;
   }
   if (p->prog->stage == NV_FRAGMENT && v->cls == NV_ATTRIB && !check_interpolation(p, d, &b))
      return false;
   if (v->length == 0) {
      d->first = b;
      v->slot = b.slot;
      v->vertex = b.vertex;
      v->per_vertex = b.per_vertex;
      nv_io_constants(b.row, v);
   }
   v->length += b.count;
   return true;
}

static bool buffer_item(struct nv_parser *p, struct nv_declaring *d, const struct nv_raw *item)
{
   struct nv_var *v = &d->v;
   struct nv_bound b;
   uint32_t limit = v->buffer4 ? p->lim.buffer_size / 4 : p->lim.buffer_size;
   uint8_t kind = v->buffer4 ? 4 : 1;

   if (!item_binding(p, d, item, &b))
      return false;
   if (b.whole)
      b.count = d->size ? d->size : limit;
   if (b.first + b.count > limit) {
      nv_error(p, DIAG_ID_binding_index_range, item->span, "the range exceeds the %u elements of the buffer (%s)", limit,
               nv_limit_option[NV_LIM_buffer_size]);
      return false;
   }
   if (v->length && b.buffer != v->buffer) {
      nv_error(p, DIAG_ID_buffer_mixed_points, item->span, "the bindings of an array must be of one buffer");
      return false;
   }
   if (v->length && b.first != v->first + v->length) {
      nv_error(p, DIAG_ID_buffer_not_consecutive, item->span, "the bindings of an array must increase by one");
      return false;
   }
   if (p->bind.buffer_kind[b.buffer] && p->bind.buffer_kind[b.buffer] != kind) {
      nv_error(p, DIAG_ID_buffer_kind_mix, item->span, "buffer %u is used by a BUFFER and by a BUFFER4 variable", b.buffer);
      util_note(p->ctx, p->bind.buffer_at[b.buffer], "the other binding is here");
      return false;
   }
   if (!p->bind.buffer_kind[b.buffer])
      p->bind.buffer_at[b.buffer] = item->span;
   p->bind.buffer_kind[b.buffer] = kind;
   if (v->length == 0) {
      v->buffer = b.buffer;
      v->first = b.first;
   }
   v->length += b.count;
   return true;
}

static bool param_item(struct nv_parser *p, struct nv_declaring *d, const struct nv_raw *item)
{
   struct nv_var *v = &d->v;
   struct nv_bound b;
   uint32_t value[4], entry = 0;

   if (item->kind != NV_RAW_PATH) {
      if (!nv_constant_vector(p, item, v->type, false, value))
         return false;
      for (uint32_t i = 0; v->type == NV_TYPE_NONE && i < item->nums.count && !p->stmt.integer.len; i++)
         if (!p->stmt.nums[item->nums.first + i].is_float)
            p->stmt.integer = p->stmt.nums[item->nums.first + i].span;
      entry = nv_const_entry(p, value, d->array, item->span);
      b.count = 1;
   } else {
      if (!item_binding(p, d, item, &b))
         return false;
      if (v->length + b.count > p->lim.parameters) {
         if (!p->reported.params)
            nv_error(p, DIAG_ID_too_many_parameters, item->span, "the array has more than %u parameters (%s)",
                     p->lim.parameters, nv_limit_option[NV_LIM_parameters]);
         p->reported.params = true;
         return false;
      }
      for (uint32_t k = 0; k < b.count; k++) {
         uint32_t e = nv_param_entry(p, &b, k, d->array, item->span);
         entry = k ? entry : e;
      }
   }
   if (v->length == 0)
      v->first = entry;
   v->length += b.count;
   return true;
}

bool nv_initialize(struct nv_parser *p, struct nv_declaring *d, const struct nv_raw *item)
{
   switch (d->v.cls) {
   case NV_PARAM: return param_item(p, d, item);
   case NV_BUFFER: return buffer_item(p, d, item);
   default: return io_item(p, d, item);
   }
}

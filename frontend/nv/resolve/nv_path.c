/* SPDX-License-Identifier: MIT */
/* Segments of a path, and constant indices among them. */
#include "frontend/nv/resolve/nv_resolve.h"

/* The end of the path, where a segment is missing. */
static struct util_span path_end(struct nv_list path)
{
   return (struct util_span){path.span.off + path.span.len, 0};
}

const struct nv_seg *nv_seg_at(const struct nv_parser *p, struct nv_list path, uint32_t i)
{
   return i < path.count ? &p->stmt.segs[path.first + i] : NULL;
}

struct util_span nv_seg_place(const struct nv_parser *p, struct nv_list path, uint32_t i)
{
   const struct nv_seg *s = nv_seg_at(p, path, i);

   return !s ? path_end(path) : s->kind == NV_SEG_NAME ? s->span : s->open;
}

struct util_span nv_index_place(const struct nv_parser *p, struct nv_list path, uint32_t i)
{
   const struct nv_seg *s = nv_seg_at(p, path, i);

   return s ? s->open : path_end(path);
}

/* Reports an index that is not below the limit. */
static bool report_beyond(struct nv_parser *p, struct util_span number, const struct nv_index_limit *l)
{
   if (nv_uint(p, number) < l->limit)
      return false;
   nv_error(p, DIAG_ID_binding_index_range, number, "%s %.*s is out of range: there are %u%s%s%s", l->what, NV_STR(p, number),
            l->limit, l->option ? " (" : "", l->option ? l->option : "", l->option ? ")" : "");
   return true;
}

bool nv_constant_index(struct nv_parser *p, const struct nv_seg *s, struct nv_index_limit limit, bool range_ok, uint32_t *first,
                       uint32_t *count)
{
   if (s->kind == NV_SEG_REL) {
      if (!p->reported.relative_binding) {
         nv_error(p, DIAG_ID_relative_binding, s->reg,
                  "the index of a binding must be a constant; declare an array to address it relatively");
         p->reported.relative_binding = nv_arb(p) && p->ctx->explained; /* report it once if an option would allow it */
      }
      return false;
   }
   if (s->kind == NV_SEG_RANGE && !range_ok) {
      nv_error(p, DIAG_ID_range_outside_array, s->span, "a range of bindings is only allowed in the declaration of an array");
      return false;
   }
   uint32_t a = nv_uint(p, s->a), b = s->kind == NV_SEG_RANGE ? nv_uint(p, s->b) : a;

   if (report_beyond(p, s->a, &limit))
      return false;
   if (a > b) {
      nv_error(p, DIAG_ID_range_order, s->b, "the range %.*s..%.*s runs backwards", NV_STR(p, s->a), NV_STR(p, s->b));
      return false;
   }
   if (s->kind == NV_SEG_RANGE && report_beyond(p, s->b, &limit))
      return false;
   *first = a;
   *count = b - a + 1;
   return true;
}

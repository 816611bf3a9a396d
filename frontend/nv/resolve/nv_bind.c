/* SPDX-License-Identifier: MIT */
/* Bindings: the binding that a path starts with (NV_gpu_program4 2.X.3.2, 2.X.3.3, 2.X.3.5, 2.X.3.6). */
#include "frontend/nv/resolve/nv_resolve.h"

/* program.buffer[a] or program.buffer[a][b], whose first index is segment 2. */
static bool bind_buffer(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b)
{
   const struct nv_seg *s = nv_seg_at(p, path, 2);
   uint32_t count;

   b->cls = NV_BUFFER;
   if (!nv_constant_index(
           p, s, (struct nv_index_limit){p->lim.parameter_buffers, "program.buffer", nv_limit_option[NV_LIM_parameter_buffers]},
           false, &b->buffer, &count))
      return false;
   s = nv_seg_at(p, path, 3);
   if (!s || s->kind == NV_SEG_NAME) {
      b->whole = true;
      if (use == NV_BIND_ARRAY)
         return true;
      nv_error(p, DIAG_ID_binding_index_missing, nv_index_place(p, path, 3),
               "a single BUFFER variable needs an element: program.buffer[a][b]");
      return false;
   }
   b->consumed = 4;
   return nv_constant_index(p, s,
                            (struct nv_index_limit){p->lim.buffer_size, "buffer element", nv_limit_option[NV_LIM_buffer_size]},
                            use == NV_BIND_ARRAY, &b->first, &b->count);
}

static bool bind_program(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b)
{
   static const char *const names[] = {"env", "local", "buffer"};
   const struct nv_seg *name = nv_seg_at(p, path, 1), *s = nv_seg_at(p, path, 2);

   if (!name || name->kind != NV_SEG_NAME) {
      nv_error(p, DIAG_ID_unknown_binding, nv_seg_place(p, path, 1),
               nv_arb(p) ? "expected \"env\" or \"local\" after program"
                         : "expected \"env\", \"local\" or \"buffer\" after program");
      return false;
   }
   b->consumed = 3;
   b->span = name->span;
   bool env = nv_is(p, name->span, "env"), local = nv_is(p, name->span, "local");
   bool buffer = !nv_arb(p) && nv_is(p, name->span, "buffer");

   if (!env && !local && !buffer) {
      nv_error(p, DIAG_ID_unknown_binding, name->span, "there is no binding program.%.*s%s", NV_STR(p, name->span),
               nv_hint_words(p, name->span, names, nv_arb(p) ? 2 : 3));
      return false;
   }
   if (buffer && use != NV_BIND_SINGLE && use != NV_BIND_ARRAY) {
      nv_error(p, DIAG_ID_buffer_in_instruction, path.span, "program.buffer can only be used to declare a BUFFER variable");
      return false;
   }
   if (!s || s->kind == NV_SEG_NAME) {
      nv_error(p, DIAG_ID_binding_index_missing, nv_index_place(p, path, 2), "program.%.*s needs an index",
               NV_STR(p, name->span));
      return false;
   }
   if (buffer)
      return bind_buffer(p, path, use, b);
   b->cls = NV_PARAM;
   b->pcls = env ? PARAM_ENV : PARAM_LOCAL;
   const struct nv_index_limit limit[2] = {
      {p->lim.local_parameters, "program.local", nv_limit_option[NV_LIM_local_parameters]},
      {p->lim.env_parameters, "program.env", nv_limit_option[NV_LIM_env_parameters]},
   };
   return nv_constant_index(p, s, limit[env], use == NV_BIND_ARRAY, &b->first, &b->count);
}

static bool bind(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b)
{
   struct util_span head = p->stmt.segs[path.first].span;

   if (nv_is(p, head, "state"))
      return nv_bind_state(p, path, use, b);
   if (nv_is(p, head, "program"))
      return bind_program(p, path, use, b);
   if (!nv_has(p, NV_D_VP) && nv_is(p, head, "texture")) {
      nv_error(p, DIAG_ID_unknown_binding, head, "a texture image unit cannot be used as a variable");
      return false;
   }
   return nv_bind_io(p, path, use, b);
}

/* For an error about bindings in general: cites the section about the class of this binding. */
static void cite_class(struct nv_parser *p, struct nv_list path)
{
   const struct util_span head = p->stmt.segs[path.first].span;
   const struct util_diag *error = p->ctx->explained;
   const char *general = diag_info[error->id].section;
   const struct nv_seg *name = nv_seg_at(p, path, 1);

   if (error->section || (nv_arb(p) && error->id == DIAG_ID_relative_binding) ||
       (strcmp(general, "NV_gpu_program4 2.X.3") && strcmp(general, "NV_gpu_program4 2.X.3.3")))
      return;
   if (nv_is(p, head, "program") && name && nv_is(p, name->span, "buffer"))
      nv_cite(p, "NV_gpu_program4 2.X.3.6", NULL, NULL);
   else if (nv_is(p, head, "program") || nv_is(p, head, "state"))
      nv_cite(p, "NV_gpu_program4 2.X.3.3", "ARB_vertex_program 2.14.3.2", "ARB_fragment_program 3.11.3.2");
   else if (nv_is(p, head, "result") && name && nv_is(p, name->span, "clip"))
      nv_cite(p, "2.X.3.5", "NV_vertex_program2_option 2.14.3.4", NULL);
   else if (nv_is(p, head, "result"))
      nv_cite(p, "2.X.3.5", "ARB_vertex_program 2.14.3.4", "ARB_fragment_program 3.11.3.4");
   else if (!nv_is(p, head, "texture"))
      nv_cite(p, "2.X.3.2", "ARB_vertex_program 2.14.3.1", "ARB_fragment_program 3.11.3.1");
}

bool nv_bind(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b)
{
   const unsigned errors = p->ctx->num_errors;

   *b = (struct nv_bound){.count = 1, .vertex = NV_NONE};
   if (bind(p, path, use, b))
      return true;
   if (p->ctx->num_errors != errors && p->ctx->explained)
      cite_class(p, path);
   return false;
}

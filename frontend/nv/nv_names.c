/* SPDX-License-Identifier: MIT */
/* The names by which callers set values of a program: its declared variables, and its bindings as programs write them. */
#include "frontend/common/frontend.h"
#include "frontend/nv/nv_names.h"
#include "frontend/nv/ast/nv_ast.h"

enum { ATTRIB = FRONTEND_INPUT, RESULT = FRONTEND_OUTPUT };
enum { NONE, OPT, REQ };

/* The rows of nv_io.def, by the stage of the programs that have them. */
static const struct {
   uint8_t stages, kind, index;
   const char *name;
   enum io_slot slot;
} rows[] = {
#define V 1
#define F 2
#define G 4
#define AV V
#define AV2 V
#define AF F
#define AF2 F
#define NV_IO(stages, kind, head, names, slot, index, limit, flags)                                                            \
   {stages, kind, index, head "." names, (enum io_slot)(SLOT_##slot)},
#include "frontend/nv/ast/nv_io.def"
};

static void declared(const struct nv_program *p, frontend_name_fn visit, void *user)
{
   static const uint8_t kinds[] = {
      [NV_ATTRIB] = FRONTEND_INPUT, [NV_PARAM] = FRONTEND_PARAM, [NV_RESULT] = FRONTEND_OUTPUT, [NV_BUFFER] = FRONTEND_BUFFER};

   for (uint32_t i = 0; i < p->num_vars; i++) {
      const struct nv_var *v = &p->vars[i];
      if (!v->name || v->cls == NV_TEMP)
         continue;
      struct frontend_name n = {.name = v->name, .kind = kinds[v->cls], .length = v->length, .is_array = v->is_array};
      n.first = v->cls == NV_ATTRIB || v->cls == NV_RESULT ? (uint32_t)v->slot : v->first;
      n.per_vertex = v->per_vertex;
      n.vertex = v->cls == NV_ATTRIB && v->vertex != UINT32_MAX ? v->vertex : 0;
      n.buffer = v->buffer;
      n.width = v->cls == NV_BUFFER && !v->buffer4 ? 1 : 4;
      visit(user, &n);
   }
}

void nv_names(const void *tree, frontend_name_fn visit, void *user)
{
   const struct nv_program *p = tree;

   declared(p, visit, user);
   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      if (!(rows[i].stages >> p->stage & 1))
         continue;
      struct frontend_name n = {.name = rows[i].name, .kind = rows[i].kind, .first = rows[i].slot, .length = 1, .width = 4};
      n.is_array = rows[i].index != NONE;
      n.optional = rows[i].index == OPT;
      n.per_vertex = p->stage == NV_GEOMETRY && rows[i].kind == ATTRIB && rows[i].slot != SLOT_PRIM_ID;
      n.length = n.is_array ? io_slot_array(rows[i].slot) : 1;
      visit(user, &n);
   }
}

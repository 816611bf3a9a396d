/* SPDX-License-Identifier: MIT */
/*
 * Lowering of registers: the IR arrays that hold them, and loads of a lane of a register. Registers that some operand indexes
 * with a register share an IR array for each lane: the registers of an array, or of the whole file if an operand names no
 * array. Inputs that are indexed so are copied to IR arrays at the start.
 */
#include "ir/match.h"
#include "frontend/tgsi/lower/tgsi_lower.h"

#include <stdlib.h>

#define NONE UINT32_MAX

void tgsi_unsupported(struct tgsi_lower *l, const char *what)
{
   if (!l->fe.failed)
      util_diag(l->fe.ctx, DIAG_ID_unsupported_instruction, l->fe.b.span, "%s is not supported by this version", what);
   l->fe.failed = true;
}

/* ---- groups of registers */

static bool is_array_file(unsigned file)
{
   return file == TGSI_FILE_TEMP || file == TGSI_FILE_ADDR || file == TGSI_FILE_PRED || file == TGSI_FILE_LOOP ||
          file == TGSI_FILE_OUT;
}

static uint64_t array_name(unsigned file, uint32_t id)
{
   return (uint64_t)file << 32 | id;
}

/* If an array is declared twice, the first declaration counts. */
static int compare_arrays(const void *a, const void *b)
{
   const struct tgsi_array *x = a, *y = b;

   return x->name != y->name ? (x->name > y->name) - (x->name < y->name) : (x->decl > y->decl) - (x->decl < y->decl);
}

static void find_arrays(struct tgsi_lower *l)
{
   const struct tgsi_program *p = l->p;

   l->arrays = UTIL_ARRAY(l->fe.ctx, struct tgsi_array, (size_t)p->num_decls + 1);
   for (uint32_t i = 0; i < p->num_decls; i++)
      if (p->decls[i].array_id)
         l->arrays[l->num_arrays++] = (struct tgsi_array){array_name(p->decls[i].file, p->decls[i].array_id), i};
   qsort(l->arrays, l->num_arrays, sizeof *l->arrays, compare_arrays);
}

/* The declaration of array `id` of a file, or NULL. */
static const struct tgsi_decl *array_decl(const struct tgsi_lower *l, unsigned file, uint32_t id)
{
   const uint64_t name = array_name(file, id);
   uint32_t first = 0, end = l->num_arrays;

   while (first < end) {
      const uint32_t mid = first + (end - first) / 2;
      if (l->arrays[mid].name < name)
         first = mid + 1;
      else
         end = mid;
   }
   return first < l->num_arrays && l->arrays[first].name == name ? &l->p->decls[l->arrays[first].decl] : NULL;
}

static void make_groups(struct tgsi_lower *l, unsigned file, const bool *indexed_decl)
{
   const struct tgsi_program *p = l->p;
   struct tgsi_registers *r = &l->file[file];
   const uint32_t n = p->num_regs[file];
   uint32_t num = 0;

   r->groups = util_alloc_array(l->fe.ctx, (size_t)n + 1, sizeof *r->groups);
   r->group_of = util_alloc_array(l->fe.ctx, (size_t)n + 1, sizeof *r->group_of);
   for (uint32_t i = 0; i < n;) {
      const uint32_t d = p->decl_of[file][i];
      uint32_t length = 1;

      if (p->indexed[file] && d != TGSI_NONE)
         length = n - i;
      else if (d != TGSI_NONE && indexed_decl[d] && p->decls[d].first == i)
         length = p->decls[d].last - i + 1;
      r->groups[num] = (struct tgsi_group){i, length, {FE_NONE, FE_NONE, FE_NONE, FE_NONE}};
      for (uint32_t k = 0; k < length; k++)
         r->group_of[i + k] = num;
      num++;
      i += length;
   }
}

/* The array of an operand that is indexed with a register, or NULL. */
static const struct tgsi_decl *array_of(const struct tgsi_lower *l, const struct tgsi_operand *o)
{
   return array_decl(l, o->file, l->p->relatives[o->rel].array_id);
}

/* Any register that an operand with a register as index can name. */
static uint32_t some_register(const struct tgsi_lower *l, const struct tgsi_operand *o)
{
   const struct tgsi_decl *d = array_of(l, o);

   return d ? d->first : l->p->num_regs[o->file] - 1;
}

/*
 * The group of an operand, or NULL if the file lacks the register. Makes the index relative to the first register of the group.
 * If another operand names no array, the group is the whole file, and the index is limited to the array here.
 */
static struct tgsi_group *find_group(struct tgsi_lower *l, const struct tgsi_operand *o, struct fe_index *i)
{
   struct tgsi_registers *r = &l->file[o->file];
   const struct tgsi_decl *d = i->reg.val ? array_of(l, o) : NULL;
   uint32_t reg = i->constant;

   if (!l->p->num_regs[o->file])
      return NULL;
   if (i->reg.val)
      reg = some_register(l, o);
   if (reg >= l->p->num_regs[o->file])
      return NULL;
   struct tgsi_group *g = &r->groups[r->group_of[reg]];

   if (d && g->length > d->last - d->first + 1) {
      i->constant -= d->first;
      *i = fe_index_sum(&l->fe, *i);
      i->reg = fe_clamp_index(&l->fe, i->reg, d->last - d->first + 1);
      i->constant = d->first;
   }
   i->constant -= g->first;
   return g;
}

static uint32_t group_array(struct tgsi_lower *l, unsigned file, struct tgsi_group *g, unsigned comp, uint32_t elements)
{
   if (g->array[comp] == FE_NONE)
      g->array[comp] = ir_array_component(l->fe.s, g->length * elements,
                                          util_printf(l->fe.ctx, "%s%u", tgsi_file_info[file].name, g->first), comp);
   return g->array[comp];
}

uint32_t tgsi_register_array(struct tgsi_lower *l, const struct tgsi_operand *o, struct fe_index *i, unsigned comp)
{
   struct tgsi_group *g = find_group(l, o, i);

   return g ? group_array(l, o->file, g, comp, 1) : FE_NONE;
}

/* ---- inputs and system values */

unsigned tgsi_input_interp(const struct tgsi_lower *l, const struct tgsi_decl *d)
{
   const bool centroid = d->location == TGSI_LOCATION_CENTROID;

   if (l->p->stage != TGSI_STAGE_FRAG)
      return INTERP_SMOOTH;
   if (d->location == TGSI_LOCATION_SAMPLE && d->has_interp && d->interp != TGSI_INTERP_CONSTANT)
      return d->interp == TGSI_INTERP_LINEAR ? INTERP_NOPERSPECTIVE_SAMPLE : INTERP_SAMPLE;
   if (!d->has_interp || d->interp == TGSI_INTERP_CONSTANT)
      return INTERP_FLAT;
   if (d->interp == TGSI_INTERP_LINEAR)
      return centroid ? INTERP_NOPERSPECTIVE_CENTROID : INTERP_NOPERSPECTIVE;
   return centroid ? INTERP_CENTROID : INTERP_SMOOTH;
}

/* x and y of the position as the properties require. The inputs are centres of pixels, counted from the upper left. */
static struct ir_src window_position(struct tgsi_lower *l, unsigned comp)
{
   struct fe_lower *f = &l->fe;
   struct ir_src v = fe_input(f, SLOT_POSITION, comp, INTERP_NOPERSPECTIVE, (struct ir_src){0});
   const bool integer = l->p->property[TGSI_PROPERTY_FS_COORD_PIXEL_CENTER].value == 1;

   return integer && comp < 2 ? fe_op2(f, IR_fadd, v, fe_imm(f, 0xbf000000u /* -0.5 */)) : v;
}

struct ir_src tgsi_input(struct tgsi_lower *l, uint32_t reg, unsigned comp, struct ir_src vertex, unsigned interp)
{
   struct fe_lower *f = &l->fe;
   const uint32_t n = reg < l->p->num_regs[TGSI_FILE_IN] ? l->p->decl_of[TGSI_FILE_IN][reg] : TGSI_NONE;
   const bool frag = l->p->stage == TGSI_STAGE_FRAG;
   const struct tgsi_decl *d;
   unsigned slot, lane;
   bool one;

   if (n == TGSI_NONE)
      return fe_imm(f, 0);
   d = &l->p->decls[n];
   if (!(d->mask >> comp & 1))
      return fe_imm(f, 0);
   slot = tgsi_slot(d, reg, comp, &lane);
   if (slot == SLOT_COUNT) {
      tgsi_unsupported(l, d->semantic < TGSI_SEMANTIC_COUNT ? tgsi_semantic_info[d->semantic].name : "an input");
      return fe_imm(f, 0);
   }
   if (tgsi_lane_is_number(l->p, d, comp, &one))
      return fe_imm(f, one ? FE_ONE : 0);
   if (slot == SLOT_POSITION && frag)
      return window_position(l, comp);
   if (interp == INTERP_COUNT)
      interp = tgsi_input_interp(l, d);
   if (frag && (slot == SLOT_FACING || slot == SLOT_PRIM_ID || slot == SLOT_LAYER || slot == SLOT_VIEWPORT))
      interp = INTERP_FLAT;
   return fe_input(f, slot, lane, interp, l->p->stage == TGSI_STAGE_GEOM && slot != SLOT_PRIM_ID ? vertex : (struct ir_src){0});
}

/* Masks of a subgroup, which follow from the lane. */
static struct ir_src subgroup_mask(struct fe_lower *f, unsigned semantic, struct ir_src lane)
{
   struct ir_src n = fe_op2(f, IR_iand, lane, fe_imm(f, 31)), one = fe_imm(f, 1), bit = fe_op2(f, IR_shl, one, n), below;

   if (semantic == TGSI_SEMANTIC_SUBGROUP_EQ_MASK)
      return bit;
   below = fe_op2(f, IR_isub, bit, one);
   if (semantic == TGSI_SEMANTIC_SUBGROUP_LT_MASK)
      return below;
   if (semantic == TGSI_SEMANTIC_SUBGROUP_GE_MASK)
      return fe_op1(f, IR_inot, below);
   below = fe_op2(f, IR_ior, below, bit);
   return semantic == TGSI_SEMANTIC_SUBGROUP_LE_MASK ? below : fe_op1(f, IR_inot, below);
}

static struct ir_src system_value(struct tgsi_lower *l, uint32_t reg, unsigned comp)
{
   struct fe_lower *f = &l->fe;
   const uint32_t n = reg < l->p->num_regs[TGSI_FILE_SV] ? l->p->decl_of[TGSI_FILE_SV][reg] : TGSI_NONE;
   const struct tgsi_decl *d = n == TGSI_NONE ? NULL : &l->p->decls[n];
   struct ir_src v, zero = fe_imm(f, 0);
   bool one;

   if (!d || !(d->mask >> comp & 1))
      return zero;
   if (d->slot >= SLOT_COUNT) {
      tgsi_unsupported(l, tgsi_semantic_info[d->semantic].name);
      return zero;
   }
   if (tgsi_lane_is_number(l->p, d, comp, &one)) /* FACE is an integer here */
      return fe_imm(f, !one ? 0 : d->semantic == TGSI_SEMANTIC_FACE ? 1 : FE_ONE);
   switch (d->semantic) {
   case TGSI_SEMANTIC_BLOCK_SIZE:
      if (l->p->workgroup[comp])
         return fe_imm(f, l->p->workgroup[comp]);
      return fe_input(f, d->slot, comp, INTERP_SMOOTH, (struct ir_src){0});
   case TGSI_SEMANTIC_POSITION: return window_position(l, comp);
   case TGSI_SEMANTIC_FACE: /* an integer: ~0 in front faces */
      v = fe_op2(f, IR_flt, zero, fe_input(f, SLOT_FACING, 0, INTERP_FLAT, (struct ir_src){0}));
      return fe_sel(f, v, fe_imm(f, UINT32_MAX), zero);
   case TGSI_SEMANTIC_SUBGROUP_EQ_MASK:
   case TGSI_SEMANTIC_SUBGROUP_GE_MASK:
   case TGSI_SEMANTIC_SUBGROUP_GT_MASK:
   case TGSI_SEMANTIC_SUBGROUP_LE_MASK:
   case TGSI_SEMANTIC_SUBGROUP_LT_MASK:
      return subgroup_mask(f, d->semantic, fe_input(f, SLOT_SUBGROUP_LANE, 0, INTERP_FLAT, (struct ir_src){0}));
   default:
      return fe_input(f, d->slot + (reg - d->first), comp, l->p->stage == TGSI_STAGE_FRAG ? INTERP_FLAT : INTERP_SMOOTH,
                      (struct ir_src){0});
   }
}

/* A system value that a register selects among all, or among those of an array. */
static struct ir_src system_value_any(struct tgsi_lower *l, const struct tgsi_operand *o, struct fe_index i, unsigned comp)
{
   struct fe_lower *f = &l->fe;
   const struct tgsi_decl *d = array_of(l, o);
   const uint32_t end = d ? d->last + 1 : l->p->num_regs[TGSI_FILE_SV];
   uint32_t first = d ? d->first : 0;
   struct ir_src result;

   while (!d && first < end && l->p->decl_of[TGSI_FILE_SV][first] == TGSI_NONE)
      first++;
   if (first >= end)
      return fe_imm(f, 0);
   i.constant -= first;
   i = fe_index_sum(f, i);
   i.reg = fe_clamp_index(f, i.reg, end - first);
   result = system_value(l, first, comp);
   for (uint32_t k = 1; k < end - first; k++) {
      struct ir_src v = system_value(l, first + k, comp);

      result = fe_sel(f, fe_op2(f, IR_ieq, i.reg, fe_imm(f, k)), v, result);
   }
   return result;
}

/* ---- indexed inputs */

static uint32_t num_vertices(const struct tgsi_lower *l)
{
   return l->p->stage == TGSI_STAGE_GEOM ? exec_primitive_vertices(l->p->prim_in) : 1;
}

/* Copies a group of inputs to IR arrays: element register * vertices + vertex. */
static void copy_inputs(struct tgsi_lower *l, struct tgsi_group *g, unsigned comps)
{
   struct fe_lower *f = &l->fe;
   const uint32_t vertices = num_vertices(l);

   for (unsigned c = 0; c < 4; c++) {
      if (!(comps >> c & 1) || g->array[c] != FE_NONE)
         continue;
      const uint32_t array = group_array(l, TGSI_FILE_IN, g, c, vertices);

      for (uint32_t i = 0; i < g->length * vertices; i++) {
         struct ir_src vertex = {0}, v;

         if (l->p->stage == TGSI_STAGE_GEOM)
            vertex = fe_imm(f, i % vertices);
         v = tgsi_input(l, g->first + i / vertices, c, vertex, INTERP_COUNT);
         v = fe_mov(f, v);
         ir_emit(&f->b, IR_array_store, 32, 1, &v, (uint32_t[4]){array, i});
      }
   }
}

static struct ir_src input_load(struct tgsi_lower *l, const struct tgsi_operand *o, const struct tgsi_loaded *at, unsigned comp)
{
   struct fe_lower *f = &l->fe;
   struct fe_index i = at->index;

   if (!i.reg.val)
      return tgsi_input(l, i.constant, comp, at->vertex, INTERP_COUNT);
   struct tgsi_group *g = find_group(l, o, &i);

   if (!g)
      return fe_imm(f, 0);
   if (at->vertex.val) {
      i = fe_index_sum(f, i);
      i.reg = fe_clamp_index(f, i.reg, g->length);
      i.reg = fe_op2(f, IR_imul, i.reg, fe_imm(f, num_vertices(l)));
      i.reg = fe_op2(f, IR_iadd, i.reg, at->vertex);
   }
   return fe_array_load(f, g->array[comp], i);
}

/* ---- constants */

void tgsi_declared(const struct tgsi_lower *l, unsigned file, uint32_t array, uint32_t dimension, uint32_t *first,
                   uint32_t *length)
{
   uint32_t end = 0;

   *first = UINT32_MAX;
   for (uint32_t i = 0; i < l->p->num_decls; i++) {
      const struct tgsi_decl *d = &l->p->decls[i];

      if (d->file != file || (array && d->array_id != array) ||
          (dimension != TGSI_NONE && (d->has_dimension ? d->dimension : 0) != dimension))
         continue;
      *first = d->first < *first ? d->first : *first;
      end = d->last >= end ? d->last + 1 : end;
   }
   *length = end ? end - *first : 0;
}

void tgsi_declared_buffers(const struct tgsi_lower *l, unsigned file, uint32_t *first, uint32_t *count)
{
   uint32_t end = 0;

   *first = UINT32_MAX;
   for (uint32_t i = 0; i < l->p->num_decls; i++) {
      const struct tgsi_decl *d = &l->p->decls[i];
      const uint32_t b = d->has_dimension ? d->dimension : 0;

      if (d->file != file)
         continue;
      *first = b < *first ? b : *first;
      end = b >= end ? b + 1 : end;
   }
   *count = end ? end - *first : 0;
}

static struct ir_src const_load(struct tgsi_lower *l, uint32_t buffer, struct fe_index i, unsigned comp)
{
   struct fe_lower *f = &l->fe;
   struct fe_buffer b = {buffer, 0, 0, 4};

   tgsi_declared(l, TGSI_FILE_CONST, 0, buffer, &b.first, &b.length);
   if (!b.length || (!i.reg.val && i.constant - b.first >= b.length))
      return fe_imm(f, 0);
   i.constant -= b.first;
   if (buffer)
      return fe_buffer_load(f, &b, fe_index_sum(f, i), comp);
   if (!i.reg.val)
      return fe_param(f, b.first + i.constant, comp);
   return fe_param_relative(f, b.first, b.length, fe_index_sum(f, i), comp);
}

/*
 * A constant of a buffer that a register selects. Both numbers are limited to the largest declared ones. Buffer 0 is the list
 * of parameters, and reads 0 past the end of the list.
 */
static struct ir_src chosen_const_load(struct tgsi_lower *l, struct ir_src buffer, struct fe_index i, unsigned comp)
{
   struct fe_lower *f = &l->fe;
   uint32_t first, length, low, count;
   struct ir_src r = fe_imm(f, 0), k;

   tgsi_declared(l, TGSI_FILE_CONST, 0, TGSI_NONE, &first, &length);
   tgsi_declared_buffers(l, TGSI_FILE_CONST, &low, &count);
   if (!length || low + count > 16)
      return r;
   buffer = fe_clamp_index(f, fe_index_sum(f, (struct fe_index){0 - low, buffer}).reg, count);
   i.constant -= first;
   k = i.reg.val ? fe_index_sum(f, i).reg : fe_imm(f, i.constant);
   k = fe_clamp_index(f, k, length);
   for (uint32_t b = low; b < low + count; b++) {
      const struct fe_buffer whole = {b, first, length, 4};
      struct ir_src test = fe_op2(f, IR_ieq, buffer, fe_imm(f, b - low)), v;
      uint32_t from, of_list;

      tgsi_declared(l, TGSI_FILE_CONST, 0, b, &from, &of_list);
      if (b) {
         v = fe_buffer_load(f, &whole, (struct fe_index){0, k}, comp);
      } else {
         v = fe_op2(f, IR_iadd, k, fe_imm(f, first));
         test = fe_op2(f, IR_iand, test, fe_op2(f, IR_ult, v, fe_imm(f, from + of_list)));
         v = fe_param_relative(f, 0, from + of_list, (struct fe_index){0, v}, comp);
      }
      r = fe_sel(f, test, v, r);
   }
   return r;
}

/* A word of the parameters, which are vectors: the address selects the component. */
static struct ir_src parameter_word(struct tgsi_lower *l, struct ir_src word)
{
   struct fe_lower *f = &l->fe;
   struct ir_src r = fe_imm(f, 0), inside, entry, comp;
   uint32_t w;

   if (ir_src_const(&word, &w))
      return w / 4 < l->constants ? fe_param(f, w / 4, w % 4) : r;
   if (!l->constants)
      return r;
   inside = fe_op2(f, IR_ult, word, fe_imm(f, 4 * l->constants));
   entry = fe_op2(f, IR_ushr, word, fe_imm(f, 2));
   comp = fe_op2(f, IR_iand, word, fe_imm(f, 3));
   for (unsigned c = 0; c < 4; c++) {
      const struct ir_src v = fe_param_relative(f, 0, l->constants, (struct fe_index){0, entry}, c);
      r = c ? fe_sel(f, fe_op2(f, IR_ieq, comp, fe_imm(f, c)), v, r) : v;
   }
   return fe_sel(f, inside, r, fe_imm(f, 0));
}

struct ir_src tgsi_constant_word(struct tgsi_lower *l, uint32_t buffer, struct ir_src byte)
{
   struct fe_lower *f = &l->fe;
   const struct fe_buffer whole = {buffer, 0, 1u << 30, 1};
   uint32_t address;

   if (ir_src_const(&byte, &address))
      return buffer ? fe_buffer_load(f, &whole, (struct fe_index){address / 4, {0}}, 0)
                    : parameter_word(l, fe_imm(f, address / 4));
   const struct ir_src word = fe_op2(f, IR_ushr, byte, fe_imm(f, 2));

   return buffer ? fe_buffer_load(f, &whole, (struct fe_index){0, word}, 0) : parameter_word(l, word);
}

static struct ir_src imm_load(struct tgsi_lower *l, struct fe_index i, unsigned comp)
{
   if (!i.reg.val)
      return fe_imm(&l->fe, i.constant < l->p->num_imms ? l->p->imms[i.constant].value[comp] : 0);
   i = fe_index_sum(&l->fe, i);
   return fe_param_relative(&l->fe, l->first_imm, l->p->num_imms, i, comp);
}

/* ---- loads */

struct ir_src tgsi_register_load(struct tgsi_lower *l, const struct tgsi_operand *o, const struct tgsi_loaded *at,
                                 unsigned comp)
{
   struct fe_index i = at->index;

   switch (o->file) {
   case TGSI_FILE_NULL: return fe_imm(&l->fe, 0);
   case TGSI_FILE_IN: return input_load(l, o, at, comp);
   case TGSI_FILE_SV:
      return i.reg.val ? system_value_any(l, o, i, comp) : system_value(l, i.constant, comp);
   case TGSI_FILE_CONST:
      if (o->dim_rel != TGSI_NONE)
         return chosen_const_load(l, at->vertex, i, comp);
      return const_load(l, (uint32_t)o->dimension, i, comp);
   case TGSI_FILE_IMM: return imm_load(l, i, comp);
   default:
      if (is_array_file(o->file)) {
         const uint32_t array = tgsi_register_array(l, o, &i, comp);

         return array == FE_NONE ? fe_imm(&l->fe, 0) : fe_array_load(&l->fe, array, i);
      }
      break;
   }
   tgsi_unsupported(l, util_printf(l->fe.ctx, "an operand %s indexed with a register", tgsi_file_info[o->file].name));
   return fe_imm(&l->fe, 0);
}

struct ir_src tgsi_register_get(struct tgsi_lower *l, unsigned file, uint32_t index, unsigned comp)
{
   const struct tgsi_operand o = {.file = (uint8_t)file, .rel = TGSI_NONE, .dim_rel = TGSI_NONE};
   const struct tgsi_loaded at = {.index = {index, {0}}};

   return tgsi_register_load(l, &o, &at, comp);
}

/* ---- the whole program */

void tgsi_outputs_emit(struct tgsi_lower *l)
{
   struct fe_lower *f = &l->fe;
   const struct tgsi_program *p = l->p;
   struct from {
      uint32_t reg;
      uint8_t comp;
   } from[SLOT_COUNT][4];

   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++)
         from[s][c].reg = NONE;
   for (uint32_t r = 0; r < p->num_regs[TGSI_FILE_OUT]; r++) {
      const uint32_t d = p->decl_of[TGSI_FILE_OUT][r];

      for (unsigned c = 0; d != TGSI_NONE && c < 4; c++) {
         unsigned lane, slot = tgsi_slot(&p->decls[d], r, c, &lane);

         if (slot < SLOT_COUNT && (p->decls[d].mask >> c & 1)) /* stores to other lanes have no effect */
            from[slot][lane] = (struct from){r, (uint8_t)c};
      }
   }
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++)
         if ((p->out_written[s] >> c & 1) && from[s][c].reg != NONE) {
            struct ir_src v = tgsi_register_get(l, TGSI_FILE_OUT, from[s][c].reg, from[s][c].comp);

            ir_emit(&f->b, IR_store_output, 32, 1, &v, (uint32_t[4]){s, c});
         }
}

static void add_params(struct tgsi_lower *l)
{
   const struct tgsi_program *p = l->p;

   l->constants = tgsi_num_constants(p);
   for (uint32_t i = 0; i < l->constants; i++)
      ir_add_param(l->fe.s, (struct io_param){.cls = PARAM_UNIFORM, .index = i});
   l->first_imm = l->fe.s->num_params;
   for (uint32_t i = 0; p->indexed[TGSI_FILE_IMM] && i < p->num_imms; i++) {
      struct io_param e = {.cls = PARAM_CONST};

      memcpy(e.value, p->imms[i].value, sizeof e.value);
      ir_add_param(l->fe.s, e);
   }
}

void tgsi_lower_prepare(struct tgsi_lower *l)
{
   static const uint8_t files[] = {TGSI_FILE_TEMP, TGSI_FILE_ADDR, TGSI_FILE_PRED, TGSI_FILE_LOOP, TGSI_FILE_OUT, TGSI_FILE_IN};
   const struct tgsi_program *p = l->p;
   bool *indexed = UTIL_ARRAY(l->fe.ctx, bool, (size_t)p->num_decls + 1);

   find_arrays(l);
   for (uint32_t i = 0; i < p->num_operands; i++) {
      const struct tgsi_operand *o = &p->operands[i];
      const struct tgsi_decl *d = o->rel == TGSI_NONE ? NULL : array_decl(l, o->file, p->relatives[o->rel].array_id);

      if (d)
         indexed[d - p->decls] = true;
   }
   add_params(l);
   for (unsigned k = 0; k < sizeof files; k++)
      make_groups(l, files[k], indexed);
   for (uint32_t i = 0; i < p->num_operands; i++) {
      const struct tgsi_operand *o = &p->operands[i];
      const struct tgsi_registers *r = &l->file[TGSI_FILE_IN];

      if (o->file == TGSI_FILE_IN && o->rel != TGSI_NONE && p->num_regs[TGSI_FILE_IN])
         copy_inputs(l, &r->groups[r->group_of[some_register(l, o)]],
                     1u << o->swz[0] | 1u << o->swz[1] | 1u << o->swz[2] | 1u << o->swz[3]);
   }
}

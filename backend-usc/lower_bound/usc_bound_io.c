/* SPDX-License-Identifier: MIT */
/* Nodes of inputs, parameters, memory, textures and outputs, for the lower bound (usc_lower_bound.c). */
#include "backend-usc/lower_bound/usc_bound_problem.h"
#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/operand/usc_pixel.h"
#include "backend-usc/select/pattern/usc_bytes.h"
#include "backend-usc/select/usc_input.h"
#include "backend-usc/select/usc_memory.h"
#include "backend-usc/select/usc_output.h"
#include "backend-usc/select/usc_texture.h"

/* ---- inputs and parameters ----------------------------------------------------------------------------------------------- */

/* Records that the node is a request whose results are those of i. */
static void define_results(struct usc_lower_bound *s, const struct ir_instr *i, uint32_t request, enum usc_unit unit)
{
   for (unsigned k = 0; k < i->ndst; k++)
      if (s->c->uses[i->dst[k]->id])
         usc_bound_note_result(s, i->dst[k], request, unit);
}

/* Adds a clamp of an index, two tests in a row that write registers, and returns the second, which may scale the index. */
static uint32_t clamp(struct usc_lower_bound *s, const struct usc_bound_operand *index, bool scaled)
{
   const uint32_t a = usc_bound_new_node(s, USC_UNIT_TST);
   const uint32_t b = usc_bound_new_node(s, scaled ? USC_UNIT_P0 : USC_UNIT_TST);
   usc_bound_read_all(s, a, USC_UNIT_TST, index, 1);
   usc_bound_demand_of(s, b)[USC_ISSUE_TST] = 1;
   usc_bound_demand_of(s, a)[USC_ISSUE_W] = usc_bound_demand_of(s, b)[USC_ISSUE_W] = 1;
   usc_bound_add_dependency(s, a, USC_UNIT_TST, b, USC_UNIT_TST, true);
   return b;
}

/* The node that loads an index register with a value, once for each block and value. A value that is within its range is not
   clamped. */
static uint32_t index_of(struct usc_lower_bound *s, const struct ir_src *index, bool scaled, bool within)
{
   struct usc_bound_fact *f = &s->facts[usc_bound_alias_of(index->val)->id];
   const struct usc_bound_operand o = {index, !within, false};
   if (f->indexed == s->block + 1)
      return f->index_node;
   f->indexed = s->block + 1;
   if (!within)
      return f->index_node = clamp(s, &o, scaled);
   const enum usc_unit unit = scaled ? USC_UNIT_P0 : USC_UNIT_P;
   const uint32_t v = usc_bound_new_node(s, unit);
   usc_bound_read_all(s, v, unit, &o, 1);
   usc_bound_demand_of(s, v)[USC_ISSUE_W] = 1;
   return f->index_node = v;
}

/* Is the index of an access not clamped? */
static bool is_within(const struct usc_lower_bound *s, const struct ir_instr *i)
{
   return s->c->opt->no_clamp || usc_within(s->c, i);
}

void usc_bound_add_param(struct usc_lower_bound *s, const struct ir_instr *i)
{
   if (!i->nsrc || !i->attr[3])
      return;
   const uint32_t v = index_of(s, &i->src[0], true, is_within(s, i));
   struct usc_bound_fact *f = &s->facts[i->dst[0]->id];
   f->node = v + 1; /* its readers read a uniform through the index register */
   f->unit = USC_UNIT_ALONE;
   f->reg = true;
}

/* ---- memory -------------------------------------------------------------------------------------------------------------- */

/* Adds a clamp and the operation that computes an address from its result, with an addition between them for `sum`. */
static uint32_t clamped_address(struct usc_lower_bound *s, const struct ir_src *index, bool sum)
{
   const struct usc_bound_operand o = {index, true, false};
   uint32_t v = clamp(s, &o, false);
   if (sum) {
      const uint32_t q = usc_bound_new_node(s, USC_UNIT_P0);
      usc_bound_demand_of(s, q)[USC_ISSUE_W] = 1;
      usc_bound_add_dependency(s, v, USC_UNIT_TST, q, USC_UNIT_P0, false);
      v = q;
   }
   const uint32_t address = usc_bound_new_node(s, USC_UNIT_P0);
   usc_bound_add_dependency(s, v, USC_UNIT_TST, address, USC_UNIT_P0, false);
   return address;
}

/* Adds an address and returns its request. Node word - 1 computes the number of the word; 0 means that it is known. */
static uint32_t address_and_request(struct usc_lower_bound *s, uint32_t word)
{
   const uint32_t address = usc_bound_new_node(s, USC_UNIT_P0), v = usc_bound_new_node(s, USC_UNIT_REQUEST);
   if (word)
      usc_bound_add_dependency(s, word - 1, USC_UNIT_P0, address, USC_UNIT_P0, false);
   usc_bound_demand_of(s, address)[USC_ISSUE_W] = 2;
   usc_bound_add_dependency(s, address, USC_UNIT_P0, v, USC_UNIT_REQUEST, false);
   return v;
}

/* Adds an address, computed from an index if that is not NULL, and returns its request. */
static uint32_t memory_access(struct usc_lower_bound *s, const struct ir_src *index, bool sum, bool within)
{
   uint32_t address;
   if (index && !within) {
      address = clamped_address(s, index, sum);
   } else {
      address = usc_bound_new_node(s, USC_UNIT_P0);
      const struct usc_bound_operand o = {index, false, false};
      if (index)
         usc_bound_read_all(s, address, USC_UNIT_P0, &o, 1);
   }
   usc_bound_demand_of(s, address)[USC_ISSUE_W] = 2;
   const uint32_t v = usc_bound_new_node(s, USC_UNIT_REQUEST);
   usc_bound_add_dependency(s, address, USC_UNIT_P0, v, USC_UNIT_REQUEST, false);
   return v;
}

void usc_bound_add_buffer_load(struct usc_lower_bound *s, const struct ir_instr *i)
{
   if (s->facts[i->dst[0]->id].node || (i->nsrc && !i->attr[3]))
      return; /* part of an earlier burst */
   const uint32_t v = memory_access(s, i->nsrc ? &i->src[0] : NULL, i->attr[1] != 0, is_within(s, i));
   for (unsigned n = usc_burst_words(i); n--; i = i->next)
      usc_bound_note_result(s, i->dst[0], v, USC_UNIT_REQUEST);
}

/* A store to an array in registers, which no other value shares. The group that computes the value in this block may write the
   element. A load of the array may be of the same element, which needs no move. */
static void write_element(struct usc_lower_bound *s, const struct ir_instr *i)
{
   const struct ir_value *v = usc_bound_alias_of(i->src[0].val);
   const struct usc_bound_fact *f = usc_bound_made_here(s, v);
   if (!(v->def && v->def->op == IR_array_load && v->def->attr[0] == i->attr[0]) && !f)
      usc_bound_add_move(s);
   else if (f && (f->unit == USC_UNIT_REQUEST || f->unit == USC_UNIT_ITRSMP))
      usc_bound_add_dependency(s, f->node - 1, (enum usc_unit)f->unit, usc_bound_add_move(s), USC_UNIT_NONE, false);
}

void usc_bound_add_array_access(struct usc_lower_bound *s, const struct ir_instr *i)
{
   const bool store = i->op == IR_array_store;
   const struct ir_src *index = i->nsrc > store ? &i->src[store] : NULL;
   if (!s->c->arrays.in_memory[i->attr[0]]) {
      if (index && !s->c->arrays.fixed[i->attr[0]])
         index_of(s, index, false, is_within(s, i));
      if (store && !s->c->arrays.fixed[i->attr[0]])
         write_element(s, i);
      return;
   }
   const uint32_t v = memory_access(s, index, index && s->c->arrays.at[i->attr[0]], s->c->opt->no_clamp);
   const struct usc_bound_operand o = {i->src, false, false}; /* loads have no sources */
   s->stores |= store;
   if (store)
      usc_bound_read_all(s, v, USC_UNIT_REQUEST, &o, 1);
   else
      usc_bound_note_result(s, i->dst[0], v, USC_UNIT_REQUEST);
}

/* ---- inputs -------------------------------------------------------------------------------------------------------------- */

/* An attribute in memory, of a variable vertex. The number of the vertex is clamped once; each word takes a product and its
   address. */
static void vertex_in_memory(struct usc_lower_bound *s, const struct ir_instr *i)
{
   const bool within = usc_vertex_within(s->c, &i->src[0]);
   const uint32_t index = within ? 0 : index_of(s, &i->src[0], false, false);
   const uint32_t word = usc_bound_new_node(s, USC_UNIT_P0);
   const struct usc_bound_operand o = {&i->src[0], false, false};
   usc_bound_demand_of(s, word)[USC_ISSUE_W] = 1;
   if (within)
      usc_bound_read_all(s, word, USC_UNIT_P0, &o, 1);
   else
      usc_bound_add_dependency(s, index, USC_UNIT_TST, word, USC_UNIT_P0, false);
   usc_bound_note_result(s, i->dst[0], address_and_request(s, word + 1), USC_UNIT_REQUEST);
}

static void load_vertex(struct usc_lower_bound *s, const struct ir_instr *i)
{
   bool fixed;
   const uint32_t place = usc_vertex_place(s->c, i, &fixed);
   if (place >= USC_IN_MEMORY && fixed) {
      usc_bound_note_result(s, i->dst[0], memory_access(s, NULL, false, true), USC_UNIT_REQUEST);
   } else if (place >= USC_IN_MEMORY) {
      vertex_in_memory(s, i);
   } else if (!fixed) {
      const uint32_t index = index_of(s, &i->src[0], s->c->in->vertices.stride > 1, usc_vertex_within(s->c, &i->src[0]));
      const uint32_t v = usc_bound_new_node(s, USC_UNIT_NONE);
      usc_bound_add_dependency(s, index, USC_UNIT_ALONE, v, USC_UNIT_NONE, false);
      usc_bound_note_result(s, i->dst[0], v, USC_UNIT_P);
   }
}

void usc_bound_add_input(struct usc_lower_bound *s, const struct ir_instr *i)
{
   struct usc_selection *c = s->c;
   const unsigned slot = i->attr[0];
   if (c->s->stage == IR_STAGE_GEOMETRY && slot < SLOT_COUNT && usc_special_input(c, slot, i->attr[1] & 3) == USC_NO_REG)
      load_vertex(s, i);
   if (c->s->stage != IR_STAGE_FRAGMENT || slot >= SLOT_COUNT)
      return;
   if (slot == SLOT_FACING) {
      if (!(i->attr[1] & 3)) {
         const uint32_t v = usc_bound_new_node(s, USC_UNIT_TST);
         usc_bound_demand_of(s, v)[USC_ISSUE_P] = 1; /* -1.0 */
         usc_bound_note_result(s, i->dst[0], v, USC_UNIT_TST);
      }
      return;
   }
   /* constants, or results of savmsk, which share its group */
   if (usc_is_masked_input(slot) || slot == SLOT_SUBGROUP_SIZE || (slot == SLOT_LAYER && i->attr[1] & 3))
      return;
   if (usc_special_input(c, slot, i->attr[1] & 3) != USC_NO_REG) {
      usc_bound_note_result(s, i->dst[0], usc_bound_new_node(s, USC_UNIT_NONE), USC_UNIT_NONE);
      return;
   }
   const enum io_interp k = usc_interp(c, i);
   const struct usc_slot_use *u = usc_slot_use(s->c, slot, k);
   if (k == INTERP_FLAT || u->block != s->block)
      return;
   if (!s->iteration[u->run])
      s->iteration[u->run] = usc_bound_new_node(s, USC_UNIT_REQUEST) + 1;
   usc_bound_note_result(s, i->dst[0], s->iteration[u->run] - 1, USC_UNIT_REQUEST);
}

/* ---- textures ------------------------------------------------------------------------------------------------------------ */

/* Adds one result of a size query, 0 if the level does not exist: max(1, size >> level), or the number of layers if it is not
   minified. */
static void size_result(struct usc_lower_bound *s, const struct ir_value *result, bool minified,
                        const struct usc_bound_operand *o, unsigned n)
{
   uint32_t last = 0;
   if (minified) {
      const uint32_t a = usc_bound_new_node(s, USC_UNIT_ALONE);
      last = usc_bound_new_node(s, USC_UNIT_TST);
      usc_bound_read_all(s, a, USC_UNIT_ALONE, o, n);
      usc_bound_add_dependency(s, a, USC_UNIT_ALONE, last, USC_UNIT_TST, true);
      usc_bound_demand_of(s, last)[USC_ISSUE_W] = 1;
   }
   const uint32_t v = usc_bound_new_node(s, USC_UNIT_TST);
   usc_bound_read_all(s, v, USC_UNIT_TST, o, n);
   if (minified)
      usc_bound_add_dependency(s, last, USC_UNIT_TST, v, USC_UNIT_TST, true);
   usc_bound_note_result(s, result, v, USC_UNIT_TST);
}

static void texture_size(struct usc_lower_bound *s, const struct ir_instr *i, const struct usc_bound_operand *o, unsigned n)
{
   const unsigned dims = usc_size_dims(i->attr[1]);
   for (unsigned k = 0; k < i->ndst && k < dims + exec_tex_info[i->attr[1]].array; k++)
      if (s->c->uses[i->dst[k]->id])
         size_result(s, i->dst[k], k < dims, o, n);
}

/* Are the data words of the request those of an earlier one? */
static bool has_data_words(struct usc_lower_bound *s, const struct ir_instr *i)
{
   bool used = false, found = false;
   for (unsigned k = 0; k < i->ndst && !used; k++)
      used = s->c->uses[i->dst[k]->id] != 0;
   if (used)
      usc_find_data(&s->requests, i, &found);
   return found;
}

/* Removes the operands that are not data words of the request; computations with these are not counted. */
static unsigned keep_data_words(const struct usc_lower_bound *s, const struct ir_instr *i, struct usc_bound_operand *o,
                                unsigned n)
{
   unsigned left = 0;
   for (unsigned k = 0; k < n; k++) {
      bool word = true;
      for (unsigned src = 0; src < i->nsrc; src++)
         word = word && (o[k].src != &i->src[src] || usc_is_data_word(s->c, i, src));
      if (word)
         o[left++] = o[k];
   }
   return left;
}

/*
 * The depth from the request is compared with the reference value, which is clamped: their difference, and two selects of the
 * result by its sign. The group of a select has the difference and an arm, which is a uniform or the other select, on lines.
 */
static void compare_depth(struct usc_lower_bound *s, const struct ir_instr *i, uint32_t request)
{
   const int ref = ir_tex_srcs((enum exec_tex_op)i->attr[0], (enum exec_tex_target)i->attr[1]).ref;
   const struct usc_bound_operand o = {&i->src[ref], false, false};
   const uint32_t clamped = usc_bound_new_node(s, USC_UNIT_P);
   usc_bound_read_all(s, clamped, USC_UNIT_P, &o, 1);
   const uint32_t difference = usc_bound_new_node(s, USC_UNIT_P);
   usc_bound_add_dependency(s, request, USC_UNIT_REQUEST, difference, USC_UNIT_P, false);
   usc_bound_add_dependency(s, clamped, USC_UNIT_P, difference, USC_UNIT_P, false);
   const uint32_t unequal = usc_bound_new_node(s, USC_UNIT_TST);
   usc_bound_add_dependency(s, difference, USC_UNIT_P, unequal, USC_UNIT_TST, true);
   const uint32_t result = usc_bound_new_node(s, USC_UNIT_TST);
   usc_bound_add_dependency(s, unequal, USC_UNIT_TST, result, USC_UNIT_TST, true);
   usc_bound_demand_of(s, clamped)[USC_ISSUE_W] = usc_bound_demand_of(s, difference)[USC_ISSUE_W] = 1;
   usc_bound_demand_of(s, unequal)[USC_ISSUE_W] = 1;
   usc_bound_demand_of(s, unequal)[USC_ISSUE_P] = usc_bound_demand_of(s, result)[USC_ISSUE_P] = 1;
   for (unsigned k = 0; k < 3; k++)
      if (s->c->uses[i->dst[k]->id])
         usc_bound_note_result(s, i->dst[k], result, USC_UNIT_TST);
}

void usc_bound_add_texture(struct usc_lower_bound *s, const struct ir_instr *i)
{
   struct usc_bound_operand o[USC_BOUND_OPERANDS];
   unsigned n = usc_bound_find_operands(s, i, o);
   if (i->attr[0] == TEX_LEVELS || i->attr[0] == TEX_SAMPLES)
      return;
   if (i->attr[0] == TEX_SIZE) {
      texture_size(s, i, o, n);
      return;
   }
   n = keep_data_words(s, i, o, n);
   /* The data words of a request are temporaries, so uniforms and offsets are moved there. */
   uint32_t moves[USC_BOUND_OPERANDS], num = 0;
   const bool has_words = has_data_words(s, i);
   for (unsigned k = 0; k < n && !has_words; k++) {
      const struct ir_instr *d = usc_bound_alias_of(o[k].src->val)->def;
      if (d && (d->op == IR_const || (d->op == IR_load_param && !d->nsrc)))
         moves[num++] = usc_bound_add_move(s);
   }
   if (i->attr[3] & 0xffffffu && !has_words)
      moves[num++ % USC_BOUND_OPERANDS] = usc_bound_add_move(s);
   const bool iterates = usc_is_itrsmp(s->c, i);
   const enum usc_unit unit = iterates ? USC_UNIT_ITRSMP : USC_UNIT_REQUEST;
   const uint32_t v = usc_bound_new_node(s, unit);
   s->itrsmps += iterates;
   usc_bound_read_all(s, v, USC_UNIT_REQUEST, o, n);
   for (unsigned k = 0; k < num && k < USC_BOUND_OPERANDS; k++)
      usc_bound_add_dependency(s, moves[k], USC_UNIT_P, v, USC_UNIT_REQUEST, false);
   const uint32_t *uses = s->c->uses;
   if (!usc_compares_depth(i) || i->attr[0] == TEX_GATHER)
      define_results(s, i, v, unit);
   else if (uses[i->dst[0]->id] || uses[i->dst[1]->id] || uses[i->dst[2]->id])
      compare_depth(s, i, v);
}

/* ---- outputs ------------------------------------------------------------------------------------------------------------- */

/* The register of a vertex input. */
static uint32_t input_register(const struct usc_lower_bound *s, const struct ir_instr *i)
{
   return i->attr[0] < SLOT_COUNT ? usc_slot_use(s->c, i->attr[0], usc_interp(s->c, i))->comp_reg[i->attr[1] & 3] : 0;
}

/* Is the value a constant or a parameter without an index? */
static bool is_inner(const struct ir_value *v)
{
   return v->def && (v->def->op == IR_const || (v->def->op == IR_load_param && !v->def->nsrc));
}

/* Between two vertices of a geometry program one repeated group writes up to four consecutive outputs that are consecutive
   inputs. Does the output belong to the group of the previous one? */
static bool continues_run(struct usc_lower_bound *s, uint32_t address, const struct ir_instr *input)
{
   bool fixed;
   const struct usc_bound_direct d = {0, address, input->attr[0] < SLOT_COUNT ? usc_vertex_place(s->c, input, &fixed) : 0};
   const bool next = s->run && s->run < 4 && d.address == s->passed.address + 1 && d.reg == s->passed.reg + 1;
   s->run = next ? s->run + 1 : 1;
   s->passed = d;
   return next;
}

/* A word of a vertex or geometry output: the backend unit writes it from W0. */
static void backend_output(struct usc_lower_bound *s, const struct ir_instr *i, const struct ir_value *val, uint32_t address)
{
   const struct usc_bound_fact *f = usc_bound_made_here(s, val);
   const struct usc_bound_operand o = {&i->src[0], true, false};
   const bool of_input = val->def && val->def->op == IR_load_input && !f;
   const enum ir_stage stage = s->c->s->stage;
   if (stage == IR_STAGE_GEOMETRY && of_input && continues_run(s, address, val->def))
      return;
   const uint32_t v = usc_bound_new_node(s, USC_UNIT_NONE);
   usc_bound_demand_of(s, v)[USC_ISSUE_BE] = 1;
   /* The value must be on W0: it takes the port unless this group computes it. */
   if (!f || (f->unit != USC_UNIT_P && f->unit != USC_UNIT_P0 && f->unit != USC_UNIT_TST && f->unit != USC_UNIT_PCK))
      usc_bound_demand_of(s, v)[USC_ISSUE_W] = 1;
   usc_bound_read_all(s, v, USC_UNIT_NONE, &o, 1);
   if (of_input && stage == IR_STAGE_VERTEX)
      UTIL_PUSH(s->problem.ctx, s->direct, s->num_direct, s->cap_direct,
                (struct usc_bound_direct){v, address, input_register(s, val->def)});
}

/* Is the value the word of the pixel that the store replaces? */
static bool stays_in_place(const struct usc_lower_bound *s, const struct ir_instr *store, const struct ir_value *val)
{
   const unsigned t = store->attr[0] - SLOT_FRAG_COLOR;
   const struct ir_instr *d = val->def;
   return d && d->op == IR_load_input && d->attr[0] == SLOT_TARGET + t && d->attr[1] == store->attr[1] &&
          !usc_is_in_tile_buffer(s->c, t);
}

void usc_bound_add_output(struct usc_lower_bound *s, const struct ir_instr *i)
{
   struct usc_selection *c = s->c;
   const unsigned slot = i->attr[0];
   struct usc_bound_operand o[USC_BOUND_OPERANDS];
   usc_bound_find_operands(s, i, o);
   const struct ir_value *val = usc_bound_alias_of(o[0].src->val);
   if (c->s->stage != IR_STAGE_FRAGMENT) {
      const unsigned address = usc_varying_address(c, slot, i->attr[1] & 3), tail = usc_tail_address(c, slot, i->attr[1] & 3);
      if (address != USC_NO_REG)
         backend_output(s, i, val, address);
      /* Between vertices, inputs are written in runs, in an order that the bound does not know for second words. */
      if (tail != USC_NO_REG && c->s->stage == IR_STAGE_VERTEX)
         backend_output(s, i, val, tail);
      return;
   }
   if (slot < SLOT_FRAG_COLOR || slot > SLOT_FRAG_COLOR_LAST || c->color.bytes[slot - SLOT_FRAG_COLOR])
      return;
   if (usc_frt_is_whole(c->opt->frt[slot - SLOT_FRAG_COLOR])) {
      if (stays_in_place(s, i, val))
         return;
      if (usc_bound_is_pixel_output(s, i) ? !usc_bound_made_here(s, val) : is_inner(val))
         usc_bound_add_move(s);
   } else if (is_inner(val) && !(c->color.in_place >> (slot - SLOT_FRAG_COLOR) & 1)) {
      usc_bound_add_move(s); /* the pack unit reads consecutive temporaries */
   }
}

/* ---- the end of a fragment program --------------------------------------------------------------------------------------- */

/* Adds the groups that pack colour target t; each depends on the stores of its components. */
static void pack_color(struct usc_lower_bound *s, unsigned t)
{
   const struct usc_selection *c = s->c;
   const enum usc_frt format = c->opt->frt[t];
   const unsigned n = c->color.bytes[t] ? usc_bytes_groups(c, t) : format == USC_FRT_F16 ? 2 : 1;
   for (unsigned k = 0; k < n; k++) {
      const uint32_t v = usc_bound_new_node(s, USC_UNIT_ALONE);
      ir_foreach_instr (c->s->blocks[s->block], i)
         if (i->op == IR_store_output && i->attr[0] == SLOT_FRAG_COLOR + t &&
             (format == USC_FRT_RGBA8 || (i->attr[1] & 3) / 2 == k)) {
            struct usc_bound_operand o[USC_BOUND_OPERANDS];
            usc_bound_read_all(s, v, USC_UNIT_ALONE, o, usc_bound_find_operands(s, i, o));
         }
   }
}

/* Adds the packing of a target whose components are all the same: one pack and a product. */
static void pack_splat(struct usc_lower_bound *s, const struct ir_src *splat)
{
   const uint32_t v = usc_bound_new_node(s, USC_UNIT_PCK), q = usc_bound_new_node(s, USC_UNIT_P0);
   const struct usc_bound_operand o = {splat, true, false};
   usc_bound_read_all(s, v, USC_UNIT_PCK, &o, 1);
   usc_bound_demand_of(s, v)[USC_ISSUE_W] = usc_bound_demand_of(s, q)[USC_ISSUE_W] = 1;
   usc_bound_add_dependency(s, v, USC_UNIT_PCK, q, USC_UNIT_P0, false);
}

/* Adds the clamp of the last stored depth, and returns the node of depthf, which is the same with USC_HAS_DEPTHSAT. */
static uint32_t feed_back_depth(struct usc_lower_bound *s)
{
   const uint32_t clamp = usc_bound_new_node(s, USC_UNIT_P);
   struct usc_bound_operand z = {NULL, false, false};
   ir_foreach_instr (s->c->s->blocks[s->block], i)
      if (i->op == IR_store_output && i->attr[0] == SLOT_FRAG_DEPTH && (i->attr[1] & 3) == 2)
         z.src = &i->src[0];
   usc_bound_demand_of(s, clamp)[USC_ISSUE_W] = 1;
   if (z.src)
      usc_bound_read_all(s, clamp, USC_UNIT_P, &z, 1);
   if (s->c->opt->features & USC_HAS_DEPTHSAT) {
      usc_bound_demand_of(s, clamp)[USC_ISSUE_BE] = 1;
      return clamp;
   }
   const uint32_t v = usc_bound_new_node(s, USC_UNIT_ALONE);
   usc_bound_add_dependency(s, clamp, USC_UNIT_P, v, USC_UNIT_ALONE, true);
   return v;
}

/* Adds the test of the kill, and the feedback to the ISP with its wait. */
static void feed_back(struct usc_lower_bound *s)
{
   struct usc_selection *c = s->c;
   struct usc_bound_operand o[USC_BOUND_OPERANDS];
   const unsigned n = s->in->kills && c->alive == USC_NO_REG ? usc_bound_find_cond_operands(s, &s->in->kill->src[0], o) : 0;
   const uint32_t test = s->in->kills ? usc_bound_add_test(s, NULL, o, n, false) : 0;
   const bool depth = c->r->writes_depth || c->r->isp.own_depth;
   const uint32_t v = depth ? feed_back_depth(s) : usc_bound_new_node(s, USC_UNIT_ALONE);
   s->node[v].request = true;
   if (s->in->kills)
      usc_bound_add_dependency(s, test, USC_UNIT_TST, v, USC_UNIT_NONE, false);
}

/* Adds the stores of a target to its tile buffer, one for each word, at an address of its own. */
static void store_tile(struct usc_lower_bound *s, unsigned t)
{
   const struct usc_selection *c = s->c;
   const enum usc_frt format = c->opt->frt[t];
   const bool whole = usc_frt_is_whole(format);
   const unsigned words = whole ? c->in->out_mask[SLOT_FRAG_COLOR + t] : (1u << usc_packed_words(format)) - 1;
   for (unsigned k = 0; words >> k; k++) {
      if (!(words >> k & 1))
         continue;
      const uint32_t v = address_and_request(s, 0);
      ir_foreach_instr (c->s->blocks[s->block], i)
         if (whole && i->op == IR_store_output && i->attr[0] == SLOT_FRAG_COLOR + t && (i->attr[1] & 3) == k) {
            struct usc_bound_operand o[USC_BOUND_OPERANDS];
            usc_bound_read_all(s, v, USC_UNIT_REQUEST, o, usc_bound_find_operands(s, i, o));
         }
   }
}

void usc_bound_add_end(struct usc_lower_bound *s)
{
   struct usc_selection *c = s->c;
   if (c->s->stage != IR_STAGE_FRAGMENT)
      return;
   for (unsigned t = 0; t < 8; t++) {
      const struct ir_src *splat = usc_bytes_splat(c, t);
      if (splat)
         pack_splat(s, splat);
      else if (s->in->out_mask[SLOT_FRAG_COLOR + t] && !usc_frt_is_whole(c->opt->frt[t]))
         pack_color(s, t);
      if (s->in->out_mask[SLOT_FRAG_COLOR + t] && usc_is_in_tile_buffer(c, t))
         store_tile(s, t);
   }
   if (usc_feeds_back(c->r))
      feed_back(s);
}

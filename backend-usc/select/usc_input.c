/* SPDX-License-Identifier: MIT */
/*
 * Selection of inputs: registers of vertex attributes, iterated values of fragments, attributes by vertex of geometry programs
 * (docs/abi-usc.md); and the scan that finds what the program reads and writes.
 */
#include "backend-usc/select/usc_input.h"

#include "backend-usc/select/operand/usc_attribute.h"
#include "backend-usc/select/operand/usc_pixel.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/usc_cond.h"
#include "backend-usc/select/usc_memory.h"
#include "backend-usc/select/usc_storage.h"
#include "ir/cfg.h"
#include "semantics/memory/format.h"

#include <string.h>

#define ANY_VERTEX 0x80 /* in usc_vertices.read */

enum io_interp usc_interp(const struct usc_selection *c, const struct ir_instr *i)
{
   if (c->s->stage != IR_STAGE_FRAGMENT)
      return INTERP_SMOOTH;
   uint32_t slot = i->attr[0];
   if (slot == SLOT_PRIM_ID || slot == SLOT_VIEWPORT)
      return INTERP_FLAT;
   if (slot == SLOT_POSITION)
      return INTERP_NOPERSPECTIVE;
   const enum io_interp k = i->attr[2] < INTERP_COUNT ? (enum io_interp)i->attr[2] : INTERP_SMOOTH;
   if (slot != SLOT_POINT_COORD)
      return k;
   /* The planes of the point coordinate are not divided by w (observed: the public driver, pvr_arch_pipeline.c, the iterator of
      pntc; pco_nir.c, pco_rev_link_nir). */
   return k == INTERP_CENTROID || k == INTERP_NOPERSPECTIVE_CENTROID ? INTERP_NOPERSPECTIVE_CENTROID
          : k == INTERP_SAMPLE || k == INTERP_NOPERSPECTIVE_SAMPLE   ? INTERP_NOPERSPECTIVE_SAMPLE
                                                                     : INTERP_NOPERSPECTIVE;
}

/* Place in use[] of the first entry with this id or a higher one. */
static uint32_t find_use(const struct usc_inputs *in, unsigned id)
{
   uint32_t first = 0, end = in->num_uses;
   while (first < end) {
      const uint32_t k = (first + end) / 2;
      if (in->use[k].id < id)
         first = k + 1;
      else
         end = k;
   }
   return first;
}

struct usc_slot_use *usc_slot_use(const struct usc_selection *c, unsigned slot, enum io_interp k)
{
   const unsigned id = slot * INTERP_COUNT + k;
   const uint32_t at = find_use(c->in, id);
   return at < c->in->num_uses && c->in->use[at].id == id ? &c->in->use[at] : &c->in->unread;
}

/* The entry of an input that is read, added if needed. */
static struct usc_slot_use *note_use(struct usc_selection *c, unsigned slot, enum io_interp k)
{
   struct usc_inputs *in = c->in;
   const unsigned id = slot * INTERP_COUNT + k;
   const uint32_t at = find_use(in, id);
   if (at == in->num_uses || in->use[at].id != id) {
      UTIL_PUSH(c->ctx, in->use, in->num_uses, in->cap_uses, (struct usc_slot_use){0});
      memmove(in->use + at + 1, in->use + at, (in->num_uses - 1 - at) * sizeof *in->use);
      in->use[at] = (struct usc_slot_use){.id = (uint16_t)id};
   }
   return &in->use[at];
}

bool usc_is_masked_input(unsigned slot)
{
   return usc_is_target(slot) || slot == SLOT_HELPER || slot == SLOT_SAMPLE_MASK || slot == SLOT_SAMPLE_ID ||
          slot == SLOT_SAMPLE_POS || slot == SLOT_SAMPLE_PLACES;
}

unsigned usc_special_input(const struct usc_selection *c, unsigned slot, unsigned comp)
{
   if (slot == SLOT_SUBGROUP_LANE || slot == SLOT_SUBGROUP_SIZE)
      return USC_SR_INST_NUM;
   if (c->s->stage != IR_STAGE_FRAGMENT)
      return USC_NO_REG;
   if (slot == SLOT_FACING || usc_is_masked_input(slot))
      return USC_SR_BACK_FACE;
   if (slot == SLOT_LAYER)
      return USC_SR_RENDER_TARGET;
   if (slot != SLOT_POSITION || comp > 1)
      return USC_NO_REG;
   if (c->opt->per_sample)
      return comp ? USC_SR_Y_S : USC_SR_X_S;
   return comp ? USC_SR_Y_P : USC_SR_X_P;
}

bool usc_is_iterated(const struct usc_selection *c, const struct ir_instr *i)
{
   struct ir_tex_srcs at = ir_tex_srcs((enum exec_tex_op)i->attr[0], (enum exec_tex_target)i->attr[1]);
   const struct ir_instr *first = NULL;
   if (i->attr[0] != TEX_SAMPLE || i->attr[3] || i->attr[1] == TEX_CUBE || exec_tex_info[i->attr[1]].shadow ||
       exec_tex_info[i->attr[1]].array)
      return false;
   for (unsigned k = 0; k < at.num_coords; k++) {
      const struct ir_instr *d = i->src[at.coord + (int)k].val->def;
      if (!d || d->op != IR_load_input || d->attr[0] >= SLOT_COUNT ||
          usc_special_input(c, d->attr[0], d->attr[1] & 3) != USC_NO_REG || usc_interp(c, d) == INTERP_FLAT)
         return false;
      if (!k)
         first = d;
      else if (d->attr[0] != first->attr[0] || d->attr[1] != first->attr[1] + k || usc_interp(c, d) != usc_interp(c, first))
         return false;
   }
   return first != NULL;
}

/* ---- attributes by vertex ------------------------------------------------------------------------------------------------ */

/* Sets *vertex to the vertex that an instruction reads, clamped; false if its number is variable. */
static bool constant_vertex(const struct usc_selection *c, const struct ir_instr *i, unsigned *vertex)
{
   uint32_t bits;
   *vertex = 0;
   if (!i->nsrc)
      return true;
   if (!usc_constant_src(&i->src[0], &bits))
      return false;
   const int32_t n = (int32_t)bits;
   unsigned num = ir_input_vertices(c->s);
   *vertex = n < 0 ? 0 : n < (int32_t)num ? (unsigned)n : num - 1;
   return true;
}

/* Finds the vertices that are read, and the outputs that may stay unwritten before an EMIT. */
static void scan_geometry(struct usc_selection *c)
{
   struct usc_inputs *in = c->in;
   uint8_t stored[SLOT_COUNT], fresh[SLOT_COUNT]; /* in the block; since its last vertex */
   ir_foreach_block (c->s, b) {
      memset(stored, 0, sizeof stored);
      memset(fresh, 0, sizeof fresh);
      ir_foreach_instr (b, i) {
         unsigned v, slot = i->attr[0], comp = i->attr[1] & 3;
         if (i->op == IR_load_input && slot < SLOT_COUNT && usc_special_input(c, slot, comp) == USC_NO_REG)
            in->vertices.read[slot][comp] |= constant_vertex(c, i, &v) ? (uint8_t)(1u << v) : ANY_VERTEX;
         else if (i->op == IR_store_output && slot < SLOT_COUNT)
            stored[slot] |= (uint8_t)(1u << comp), fresh[slot] |= (uint8_t)(1u << comp);
         /* Outputs that the block does not store before the EMIT start as 0; those stored for an earlier vertex keep their
            value. */
         for (unsigned k = 0; i->op == IR_emit && k < SLOT_COUNT; k++) {
            in->out_late[k] |= in->out_mask[k] & (uint8_t)~stored[k];
            c->r->keeps_outputs |= (in->out_mask[k] & ~fresh[k]) != 0;
            fresh[k] = 0;
         }
      }
   }
}

/*
 * Attributes that are read with a variable vertex number come first, in blocks of the same size for all vertices of the
 * primitive: vi[idxN + component] with idxN = vertex * size. They are all in memory if they do not fit. Attributes that are
 * only read by number follow, packed; those that do not fit are in memory.
 */
static void assign_vertices(struct usc_selection *c)
{
   struct usc_vertices *read = &c->in->vertices;
   struct usc_reflect *r = c->r;
   unsigned num = ir_input_vertices(c->s), left = USC_NUM_TEMPS;
   read->reg = util_alloc_array(c->ctx, EXEC_MAX_VERTICES, sizeof *read->reg);
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned k = 0; k < 4; k++)
         read->stride += read->read[s][k] & ANY_VERTEX ? 1 : 0;
   if (num * read->stride > left)
      left = 0;
   for (unsigned pass = 0; pass < 2; pass++, left = USC_NUM_TEMPS) /* pass 0: with a variable number; 1: by number */
      for (unsigned v = 0; v < num; v++)
         for (unsigned s = 0; s < SLOT_COUNT; s++) {
            struct usc_reflect_input ri = {.slot = (uint8_t)s, .interp = INTERP_SMOOTH, .vertex = (uint8_t)v};
            for (unsigned k = 0; k < 4; k++) {
               bool any = read->read[s][k] & ANY_VERTEX;
               ri.reg[k] = USC_NO_REG;
               if (pass ? any || !(read->read[s][k] >> v & 1) : !any)
                  continue;
               read->reg[v][s][k] = ri.reg[k] = r->num_vi < left ? r->num_vi++ : USC_IN_MEMORY + read->words++;
               ri.mask |= (uint8_t)(1u << k);
            }
            if (ri.mask)
               UTIL_PUSH(c->ctx, r->inputs, r->num_inputs, r->cap_inputs, ri);
         }
}

/* Is v known to be in 0 .. n-1, by the clamp that lowering makes: imin(imax(x, 0), n - 1)? */
static bool is_clamped_to(const struct ir_value *v, unsigned n)
{
   const struct ir_instr *min = v->def, *max = min && min->op == IR_imin ? ir_src_def(&min->src[0], IR_imax) : NULL;
   uint32_t lo, hi;
   return max && ir_src_const(&min->src[1], &hi) && hi < n && ir_src_const(&max->src[1], &lo) && lo <= INT32_MAX;
}

bool usc_vertex_within(const struct usc_selection *c, const struct ir_src *vertex)
{
   return c->opt->no_clamp || (!vertex->neg && !vertex->abs && is_clamped_to(vertex->val, ir_input_vertices(c->s)));
}

/* The number of a vertex, clamped. Reads that follow each other in a block share the clamp. */
static struct usc_opd clamped_vertex(struct usc_selection *c, const struct ir_src *vertex)
{
   struct usc_vertices *x = &c->in->vertices;
   if (x->block != c->cur + 1 || !ir_same_src(&x->last, vertex)) {
      x->block = c->cur + 1;
      x->last = *vertex;
      x->number = usc_int_src(c, vertex);
      if (!usc_vertex_within(c, vertex))
         x->number = usc_clamp(c, x->number, 0, 0, ir_input_vertices(c->s));
   }
   return x->number;
}

uint32_t usc_vertex_place(const struct usc_selection *c, const struct ir_instr *i, bool *fixed)
{
   unsigned v;
   *fixed = constant_vertex(c, i, &v);
   return c->in->vertices.reg[*fixed ? v : 0][i->attr[0]][i->attr[1] & 3];
}

static void load_vertex(struct usc_selection *c, const struct ir_instr *i)
{
   const struct usc_vertices *read = &c->in->vertices;
   struct usc_opd *val = &c->val[i->dst[0]->id];
   bool fixed;
   if (i->attr[0] >= SLOT_COUNT) {
      *val = usc_c(0);
      return;
   }
   const uint32_t place = usc_vertex_place(c, i, &fixed);
   if (place >= USC_IN_MEMORY) {
      *val = fixed ? usc_scratch_load(c, place - USC_IN_MEMORY, NULL)
                   : usc_scratch_load_of(c, place - USC_IN_MEMORY, clamped_vertex(c, &i->src[0]), read->stride);
      return;
   }
   if (fixed) {
      *val = usc_vi(place);
      return;
   }
   bool plain = !i->src[0].neg && !i->src[0].abs, load;
   struct usc_index k = {.block = plain ? c->cur + 1 : 0, .value = i->src[0].val->id, .entry = USC_IDX_VERTEX};
   unsigned r = usc_use_index(c, &k, &load);
   if (load) {
      const struct usc_opd n = clamped_vertex(c, &i->src[0]);
      if (read->stride == 1)
         usc_emit(c, usc_g_mov(usc_idx(r), n));
      else
         usc_emit(c, usc_g_alu(USC_OP_UMADD32, usc_idx(r), n, usc_in_slot(c, usc_const(c->m, read->stride), 1), usc_c(0)));
   }
   *val = usc_to_temp(c, usc_at(USC_VTX, r, place));
}

/* ---- quotients ----------------------------------------------------------------------------------------------------------- */

/* Is d the load of an iterated input? */
static bool is_iterated_input(const struct usc_selection *c, const struct ir_instr *d)
{
   return d && d->attr[0] < SLOT_COUNT && usc_special_input(c, d->attr[0], d->attr[1] & 3) == USC_NO_REG &&
          usc_interp(c, d) != INTERP_FLAT;
}

/* If the instruction computes a quotient x * (1 / q) of two inputs with the same interpolation: the reciprocal, and the load of
   the dividend in *x; else NULL. */
static const struct ir_instr *reciprocal_of(const struct usc_selection *c, const struct ir_instr *i, const struct ir_instr **x)
{
   for (unsigned k = 0; i->op == IR_fmul && i->sat == IR_SAT_NONE && k < 2; k++) {
      const struct ir_instr *r = ir_src_def(&i->src[k], IR_frcp), *q = r ? ir_src_def(&r->src[0], IR_load_input) : NULL;
      *x = ir_src_def(&i->src[!k], IR_load_input);
      if (is_iterated_input(c, q) && is_iterated_input(c, *x) && usc_interp(c, q) == usc_interp(c, *x))
         return r;
   }
   return NULL;
}

/* Adds a component to the quotient of the reciprocal r. Products with another dividend or in another block do not count. */
static void note_quotient(struct usc_selection *c, const struct ir_instr *i, const struct ir_instr *r, const struct ir_instr *x)
{
   if (!c->quotient)
      c->quotient = UTIL_ARRAY(c->ctx, struct usc_quotient, c->num_values);
   struct usc_quotient *q = &c->quotient[r->dst[0]->id];
   const struct ir_instr *w = r->src[0].val->def;
   const uint8_t comp = (uint8_t)(1u << (x->attr[1] & 3));
   if (!q->num)
      *q = (struct usc_quotient){.slot = x->attr[0], .interp = usc_interp(c, x), .by = w->attr[0], .by_comp = w->attr[1] & 3,
                                 .block = i->block->index, .unit = USC_NO_REG};
   q->mask |= comp;
   q->num += q->slot == x->attr[0] && q->block == i->block->index;
}

struct usc_quotient *usc_quotient_of(const struct usc_selection *c, const struct ir_instr *i, unsigned *comp)
{
   const struct ir_instr *x, *r = c->quotient ? reciprocal_of(c, i, &x) : NULL;
   struct usc_quotient *q = r ? &c->quotient[r->dst[0]->id] : NULL;
   if (!q || !q->num)
      return NULL;
   *comp = x->attr[1] & 3;
   return q;
}

/*
 * Inputs divided by another input, as for TXP, are iterated with the plane of the divisor instead of the W plane:
 * (x/w) / (q/w). Then nothing reads the reciprocal. At least two components are needed, because the request may be an
 * additional one.
 */
static void find_quotients(struct usc_selection *c)
{
   struct ir_shader *s = c->s;
   const struct ir_instr *x, *r;
   if (!ir_may_have(s, IR_frcp))
      return;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->ndst && c->uses[i->dst[0]->id] && (r = reciprocal_of(c, i, &x)))
            note_quotient(c, i, r, x);
   if (!c->quotient)
      return;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         struct usc_quotient *q = i->op == IR_frcp ? &c->quotient[i->dst[0]->id] : NULL;
         if (!q || !q->num)
            continue;
         if (q->num != c->uses[i->dst[0]->id] || __builtin_popcount(q->mask) < 2)
            q->num = 0;
         else
            c->uses[i->dst[0]->id] = 0, c->uses[i->src[0].val->id]--;
      }
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->ndst && c->uses[i->dst[0]->id] && (r = reciprocal_of(c, i, &x)) && c->quotient[r->dst[0]->id].num)
            c->uses[x->dst[0]->id]--;
}

/* ---- the scan ------------------------------------------------------------------------------------------------------------ */

/* Notes an input that block b reads. Reads in a loop count as reads by several blocks. */
static void scan_input(struct usc_selection *c, const struct ir_instr *i, const struct ir_block *b, bool in_loop)
{
   if (i->attr[0] >= SLOT_COUNT || c->s->stage == IR_STAGE_GEOMETRY ||
       usc_special_input(c, i->attr[0], i->attr[1] & 3) != USC_NO_REG)
      return;
   struct usc_slot_use *u = note_use(c, i->attr[0], usc_interp(c, i));
   u->alone = true;
   if (in_loop || (u->mask && u->block != b->index))
      u->block = USC_NO_REG;
   else
      u->block = b->index;
   u->mask |= (uint8_t)(1u << (i->attr[1] & 3));
}

static void count_load(struct usc_selection *c, const struct ir_instr *i)
{
   struct usc_params *p = &c->in->params;
   const uint32_t e = i->attr[i->nsrc ? 2 : 0];
   if (e >= c->s->num_params)
      return;
   p->loads[e]++;
   p->constants += c->s->params[e].cls == PARAM_CONST;
}

static void scan_instr(struct usc_selection *c, const struct ir_instr *i, const struct ir_block *b, bool in_loop)
{
   struct usc_inputs *in = c->in;
   if (i->op == IR_load_input || i->op == IR_store_output)
      UTIL_PUSH(c->ctx, c->lists.io, c->lists.num_io, c->lists.cap_io, i);
   switch (i->op) {
   case IR_load_input: scan_input(c, i, b, in_loop); break;
   case IR_const: in->params.constants++; break;
   case IR_load_param:
      in->params.indexes |= i->nsrc != 0;
      count_load(c, i);
      for (uint32_t e = i->attr[2]; i->nsrc && e < c->s->num_params && e - i->attr[2] < i->attr[3]; e++)
         in->params.relative[e] = 1;
      break;
   case IR_kill:
      in->kills++;
      in->kill = i; /* fall through */
   case IR_array_load:
   case IR_array_store:
   case IR_sel:
   case IR_tex: UTIL_PUSH(c->ctx, c->lists.ops, c->lists.num_ops, c->lists.cap_ops, i); break;
   case IR_store_output:
      if (i->attr[0] < SLOT_COUNT) {
         in->out_mask[i->attr[0]] |= (uint8_t)(1u << (i->attr[1] & 3));
         if (b->index != c->s->num_blocks - 1)
            in->out_late[i->attr[0]] |= (uint8_t)(1u << (i->attr[1] & 3));
      }
      break;
   default: usc_scan_storage(c, i); break;
   }
}

enum coordinate_reads { REMOVE_READS, RESTORE_READS };

/* Removes reads of coordinates by texture accesses that all lanes execute and that can iterate them; or adds them back for
   inputs that have other readers. */
static void count_coordinates(struct usc_selection *c, enum coordinate_reads change)
{
   const bool any = c->opt->features & USC_HAS_ITRSMP && ir_may_have(c->s, IR_tex);
   for (const struct ir_block *b = any ? c->s->blocks[0] : NULL; b; b = b->merge ? b->merge : b->succ[0])
      ir_foreach_instr (b, i) {
         if (i->op != IR_tex || !usc_is_iterated(c, i) || (change == RESTORE_READS && usc_coordinates(c, i)->alone))
            continue;
         for (uint32_t k = 0; k < i->nsrc; k++)
            c->uses[i->src[k].val->id] += change == RESTORE_READS ? 1 : -1u;
      }
}

/* The use of z of the position that the end of the program reads. */
static struct usc_slot_use *own_depth_use(const struct usc_selection *c)
{
   return usc_slot_use(c, SLOT_POSITION, INTERP_NOPERSPECTIVE);
}

/* A program that writes memory feeds the depth of its fragment back, unless it has one of its own or the tests come first. */
static void scan_own_depth(struct usc_selection *c)
{
   const uint32_t last = c->s->num_blocks - 1;
   c->r->isp.own_depth = c->s->stage == IR_STAGE_FRAGMENT && c->in->storage.stores && !c->opt->early_tests &&
                         !(c->in->out_mask[SLOT_FRAG_DEPTH] & 4);
   if (!c->r->isp.own_depth)
      return;
   struct usc_slot_use *u = note_use(c, SLOT_POSITION, INTERP_NOPERSPECTIVE);
   u->alone = true;
   u->block = u->mask && u->block != last ? USC_NO_REG : last;
   u->mask |= 4;
}

/* Finds the inputs that are read other than by itrsmp. */
static void find_readers(struct usc_selection *c)
{
   if (c->r->isp.own_depth)
      own_depth_use(c)->alone = false;
   for (uint32_t n = 0; n < c->lists.num_io; n++) {
      const struct ir_instr *i = c->lists.io[n];
      if (i->op == IR_load_input && i->attr[0] < SLOT_COUNT && c->uses[i->dst[0]->id])
         usc_use_of(c, i)->alone = false;
   }
}

/* Texture accesses that iterate their own coordinates (itrsmp) do not read them, nor do quotients, so those need no iteration
   of their own. An access iterates where that saves the other iteration, and where all lanes run: otherwise neighbouring lanes
   would lack coordinates. */
static void find_iterated(struct usc_selection *c)
{
   if (c->s->stage != IR_STAGE_FRAGMENT)
      return;
   count_coordinates(c, REMOVE_READS);
   find_readers(c);
   count_coordinates(c, RESTORE_READS);
   find_quotients(c);
   find_readers(c);
}

void usc_scan_program(struct usc_selection *c)
{
   struct ir_shader *s = c->s;
   uint32_t loop_end = 0;
   bool loads = false;
   c->in->params.sh = UTIL_ARRAY(c->ctx, uint32_t, 4 * (size_t)s->num_params + 4);
   c->in->params.relative = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_params + 1);
   c->in->params.loads = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_params + 1);
   ir_foreach_block (s, b) {
      /* Inputs read in a loop are iterated once, before the program, as are those that several blocks read. */
      const bool in_loop = b->index < loop_end && !c->m->tight;
      if (b->term == IR_TERM_LOOP && ir_is_header(b->succ[0]) && b->merge->index > loop_end)
         loop_end = b->merge->index;
      ir_foreach_instr (b, i) {
         for (uint32_t k = 0; k < i->nsrc; k++)
            c->uses[i->src[k].val->id]++;
         loads |= i->op == IR_array_load;
         scan_instr(c, i, b, in_loop);
      }
      if (b->term == IR_TERM_IF)
         c->uses[b->cond.val->id]++;
   }
   if (loads) {
      c->lists.reads = UTIL_ARRAY(c->ctx, uint32_t, c->num_values);
      memcpy(c->lists.reads, c->uses, s->num_values * sizeof *c->uses);
   }
   scan_own_depth(c);
   find_iterated(c);
   if (s->stage == IR_STAGE_GEOMETRY) {
      memset(c->in->out_late, 0, sizeof c->in->out_late);
      scan_geometry(c);
   }
}

/* Does the instruction just saturate an iterated input? */
static bool saturates_input(const struct usc_selection *c, const struct ir_instr *i)
{
   return i->op == IR_fcanon && i->sat == IR_SAT_01 && is_iterated_input(c, ir_src_def(&i->src[0], IR_load_input));
}

/* Only for whole vectors, whose saturation would take two groups: the separate request may cost a group, and single operations
   often fit into other groups. */
void usc_saturate_inputs(struct usc_selection *c)
{
   struct ir_shader *s = c->s;
   if (s->stage != IR_STAGE_FRAGMENT || !ir_may_have(s, IR_fcanon))
      return;
   uint32_t *good = UTIL_ARRAY(c->ctx, uint32_t, c->num_values);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (saturates_input(c, i) && c->uses[i->dst[0]->id]) {
            const struct ir_instr *d = i->src[0].val->def;
            good[d->dst[0]->id]++;
            usc_use_of(c, d)->sat = true;
         }
   for (uint32_t n = 0; n < c->lists.num_io; n++) {
      const struct ir_instr *i = c->lists.io[n];
      if (i->op == IR_load_input && i->attr[0] < SLOT_COUNT) {
         struct usc_slot_use *u = usc_use_of(c, i);
         u->sat = u->sat && good[i->dst[0]->id] == c->uses[i->dst[0]->id] && u->mask == 15;
      }
   }
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (saturates_input(c, i) && c->uses[i->dst[0]->id]) {
            const struct ir_instr *d = i->src[0].val->def;
            c->folded[i->dst[0]->id] = usc_use_of(c, d)->sat;
            if (c->folded[i->dst[0]->id])
               c->uses[d->dst[0]->id] += c->uses[i->dst[0]->id] - 1;
         }
   util_discard(c->ctx, good, sizeof *good * c->num_values);
}

/* ---- registers ----------------------------------------------------------------------------------------------------------- */

/* Is it an input of a compute program that is the same in the whole workgroup? Those are in coefficients (observed: the number
   of the invocation is in a vi register, pco_nir_compute.c; all others are in coefficients, pco_trans_nir.c,
   sys_val_to_reg_class). */
static bool is_same_in_workgroup(const struct usc_selection *c, unsigned slot)
{
   return c->s->stage == IR_STAGE_COMPUTE && slot != SLOT_THREAD_INDEX;
}

/*
 * The first coefficient of a slot of a workgroup, whose component c is in the coefficient c registers after it. It is even, so
 * that x and y are a pair that one write of 64 bits sets (observed: pvr_arch_pipeline.c, pvr_alloc_cs_sysvals; pvr_pds.c,
 * pvr_pds_compute_shader, "adjacent registers").
 */
static uint32_t first_of_slot(const struct usc_reflect *r)
{
   return (r->num_cf + 1) & ~1u;
}

/* Assigns registers to the components of a slot that are read; in fragment programs also to those between, which are iterated
   with them. Returns the number of components from the first to the last. */
static unsigned assign_slot(struct usc_selection *c, struct usc_slot_use *u)
{
   const bool fs = c->s->stage == IR_STAGE_FRAGMENT, of_block = is_same_in_workgroup(c, u->id / INTERP_COUNT);
   struct usc_reflect *r = c->r;
   struct usc_reflect_input ri = {.slot = (uint8_t)(u->id / INTERP_COUNT),
                                  .interp = (uint8_t)(u->id % INTERP_COUNT),
                                  .mask = u->mask,
                                  .reg = {USC_NO_REG, USC_NO_REG, USC_NO_REG, USC_NO_REG}};
   const unsigned max = 31u - (unsigned)__builtin_clz(u->mask), slot = ri.slot;
   u->unit = USC_NO_REG;
   if (c->s->stage == IR_STAGE_VERTEX && slot <= SLOT_VATTR_LAST) {
      ri.format = c->opt->attrib[slot].format;
      ri.byte = c->opt->attrib[slot].byte;
   }
   u->min = (uint32_t)__builtin_ctz(u->mask);
   const uint32_t first = first_of_slot(r);
   for (unsigned m = u->min; m <= max; m++) {
      if (!fs && !(u->mask >> m & 1))
         continue;
      if (of_block) {
         u->comp_reg[m] = first + m;
         r->num_cf = first + m + 1;
      } else if (fs) {
         u->comp_reg[m] = r->num_cf;
         r->num_cf += 4;
      } else {
         u->comp_reg[m] = usc_has_place(c, slot) ? c->opt->attrib[slot].word + m : usc_next_input(c);
      }
      ri.reg[m] = u->comp_reg[m];
   }
   if (fs)
      ri.mask = (uint8_t)((2u << max) - (1u << u->min));
   UTIL_PUSH(c->ctx, r->inputs, r->num_inputs, r->cap_inputs, ri);
   return max - u->min + 1;
}

/* Reserves the first plane for W if any input is interpolated with perspective. */
static void assign_w_plane(struct usc_selection *c)
{
   bool persp = false;
   c->r->w_coeff = USC_NO_REG;
   for (uint32_t n = 0; n < c->in->num_uses && c->s->stage == IR_STAGE_FRAGMENT; n++) {
      const unsigned k = c->in->use[n].id % INTERP_COUNT;
      persp |= k == INTERP_SMOOTH || k == INTERP_CENTROID || k == INTERP_SAMPLE;
   }
   if (persp) {
      c->r->w_coeff = 0;
      c->r->num_cf = 4;
   }
}

void usc_assign_inputs(struct usc_selection *c)
{
   const bool joins = !c->opt->max_temps && c->opt->sched != USC_SCHED_NONE;
   assign_w_plane(c);
   for (unsigned k = 0; k < INTERP_COUNT; k++) {
      const struct usc_slot_use *run = NULL; /* first input of the last request */
      unsigned run_n = 0;
      for (uint32_t q = 0; q < c->in->num_uses; q++) {
         struct usc_slot_use *const u = &c->in->use[q];
         if (u->id % INTERP_COUNT != k)
            continue;
         const unsigned n = assign_slot(c, u);
         /* One request iterates up to 16 consecutive planes that the same block reads. */
         if (joins && run && !u->alone && run->block == u->block && run->sat == u->sat && run_n + n <= 16) {
            u->run = run->run;
            run_n += n;
         } else {
            run = u->alone ? NULL : u;
            u->run = u->id;
            run_n = n;
         }
      }
   }
   if (c->s->stage == IR_STAGE_GEOMETRY)
      assign_vertices(c);
   if (c->r->num_vi < usc_end_of_attributes(c))
      c->r->num_vi = usc_end_of_attributes(c);
   if (c->r->num_vi > USC_NUM_TEMPS || c->r->num_cf > 2048)
      usc_unsupported(c->m, UTIL_NO_SPAN, "the program has more inputs than the USC has registers");
}

/* ---- iteration and access ------------------------------------------------------------------------------------------------ */

static unsigned planes_of(const struct usc_slot_use *u)
{
   return 32u - (unsigned)__builtin_clz(u->mask) - u->min;
}

/* The request for n planes from `coeff` on, multiplied by the reciprocal of plane w unless that is USC_NO_REG. */
static struct usc_group iteration_group(const struct usc_selection *c, enum io_interp k, uint32_t unit, uint32_t coeff,
                                        uint32_t w, unsigned n)
{
   const unsigned mode = usc_iteration_mode(c, k);
   return w != USC_NO_REG ? usc_g_fitrp(0, usc_v(unit), usc_cf(coeff), usc_cf(w), n, mode)
                          : usc_g_fitr(0, usc_v(unit), usc_cf(coeff), n, mode);
}

/* Emits one request for the run of inputs that the slot belongs to. */
static void iterate(struct usc_selection *c, const struct usc_slot_use *of)
{
   const struct usc_inputs *in = c->in;
   const uint32_t run = of->run;
   const enum io_interp k = (enum io_interp)(run % INTERP_COUNT);
   struct usc_slot_use *const first = &in->use[find_use(in, run)], *const end = in->use + in->num_uses;
   unsigned n = 0;
   for (struct usc_slot_use *u = first; u < end; u++)
      n += u->run == run ? planes_of(u) : 0;
   uint32_t unit = cg_reg_new(&c->m->p, n), at = 0;
   for (struct usc_slot_use *u = first; u < end; u++)
      if (u->run == run) {
         u->unit = unit + at;
         at += planes_of(u);
      }
   const uint32_t w = usc_has_perspective(k) ? c->r->w_coeff : USC_NO_REG;
   struct usc_group g = iteration_group(c, k, unit, first->comp_reg[first->min], w, n);
   g.bsat = first->sat;
   usc_emit(c, g);
}

struct usc_opd usc_load_own_depth(struct usc_selection *c)
{
   struct usc_slot_use *u = own_depth_use(c);
   if (u->unit == USC_NO_REG)
      iterate(c, u);
   return usc_v(u->unit + 2 - u->min);
}

void usc_emit_quotient(struct usc_selection *c, const struct ir_instr *i)
{
   unsigned comp;
   struct usc_quotient *q = usc_quotient_of(c, i, &comp);
   const unsigned first = (unsigned)__builtin_ctz(q->mask), n = 32u - (unsigned)__builtin_clz(q->mask) - first;
   if (q->unit == USC_NO_REG) {
      const struct usc_slot_use *x = usc_slot_use(c, q->slot, q->interp), *w = usc_slot_use(c, q->by, q->interp);
      q->unit = cg_reg_new(&c->m->p, n);
      usc_emit(c, iteration_group(c, (enum io_interp)q->interp, q->unit, x->comp_reg[first], w->comp_reg[q->by_comp], n));
   }
   c->val[i->dst[0]->id] = usc_v(q->unit + comp - first);
}

void usc_iterate_shared(struct usc_selection *c)
{
   if (c->s->stage != IR_STAGE_FRAGMENT)
      return;
   for (uint32_t q = 0; q < c->in->num_uses; q++) {
      const struct usc_slot_use *u = &c->in->use[q];
      if (!u->alone && u->block == USC_NO_REG && u->unit == USC_NO_REG && u->id % INTERP_COUNT != INTERP_FLAT) {
         usc_set_slot_origin(c, IR_load_input, u->id / INTERP_COUNT);
         iterate(c, u);
      }
   }
}

/* Documented: the special register face_orient. Observed: 0 is the front (pco_nir_pvfio.c, lower_front_face). */
static struct usc_opd load_facing(struct usc_selection *c, unsigned comp)
{
   if (comp)
      return usc_c(comp == 3 ? USC_C_ONE : 0);
   const struct usc_opd v = usc_temp(c);
   usc_emit_zero_select(c, v, USC_T_U32, usc_sr(USC_SR_BACK_FACE), usc_c(USC_C_ONE), usc_neg(usc_c(USC_C_ONE)));
   c->r->reads_facing = true;
   return v;
}

/*
 * An input about samples. The valid mask is the mask of the covered samples (observed: pco_nir_pvfio.c,
 * lower_load_sample_mask), and an invocation that is not in it is a helper (observed: pco_nir.c). The number of the sample is
 * in a special register (observed: pco_trans_nir.c, load_sample_id). With one sample the number is 0 and the position is the
 * middle of the pixel.
 */
static struct usc_opd load_sample_input(struct usc_selection *c, unsigned slot, unsigned comp)
{
   const struct usc_opd mask = usc_temp(c), v = usc_temp(c);
   if (slot == SLOT_SAMPLE_ID && !comp && c->opt->samples > 1)
      return usc_to_temp(c, usc_sr(USC_SR_SAMPLE));
   if (slot == SLOT_SAMPLE_PLACES || slot == SLOT_SAMPLE_ID || (slot != SLOT_SAMPLE_POS && comp))
      return usc_c(slot == SLOT_SAMPLE_ID && (comp == 1 || comp == 2));
   if (slot == SLOT_SAMPLE_POS)
      return comp < 2 ? usc_const(c->m, 0x3f000000u /* 0.5 */) : usc_c(0);
   if (slot == SLOT_SAMPLE_MASK) {
      usc_emit(c, usc_g_savmsk(USC_MSK_VM, mask));
      return mask;
   }
   usc_emit_covered(c, mask);
   usc_emit_zero_select(c, v, USC_T_U32, mask, usc_c(USC_C_ALL), usc_c(0));
   return v;
}

void usc_load_input(struct usc_selection *c, const struct ir_instr *i)
{
   const bool fs = c->s->stage == IR_STAGE_FRAGMENT;
   unsigned slot = i->attr[0], comp = i->attr[1] & 3;
   struct usc_opd *v = &c->val[i->dst[0]->id];
   UTIL_CHECK(c->ctx, slot != SLOT_SAMPLE_POS || c->opt->samples <= 1); /* with more samples, lowering has replaced it */
   /* A wave is a subgroup (observed: pco_nir_sync.c, lower_subgroup_intrinsic). */
   if (slot == SLOT_SUBGROUP_LANE || slot == SLOT_SUBGROUP_SIZE) {
      *v = comp ? usc_c(0) : slot == SLOT_SUBGROUP_LANE ? usc_to_temp(c, usc_sr(USC_SR_INST_NUM)) : usc_const(c->m, EXEC_LANES);
      return;
   }
   if (c->s->stage == IR_STAGE_GEOMETRY) {
      load_vertex(c, i);
      return;
   }
   if (slot >= SLOT_COUNT) {
      *v = usc_c(0);
      return;
   }
   if (slot == SLOT_FACING && fs) {
      *v = load_facing(c, comp);
      return;
   }
   if (usc_is_target(slot) && fs) {
      *v = usc_load_target(c, slot - SLOT_TARGET, comp);
      return;
   }
   if (usc_is_masked_input(slot) && fs) {
      *v = load_sample_input(c, slot, comp);
      return;
   }
   if (slot == SLOT_LAYER && fs) {
      *v = comp ? usc_c(0) : usc_to_temp(c, usc_sr(USC_SR_RENDER_TARGET));
      c->r->reads_layer |= !comp;
      return;
   }
   if (usc_special_input(c, slot, comp) != USC_NO_REG) {
      *v = usc_to_temp(c, usc_sr(usc_special_input(c, slot, comp)));
      c->r->pixel.reads_place |= (uint8_t)(1u << comp);
      return;
   }
   enum io_interp k = usc_interp(c, i);
   const struct usc_slot_use *u = usc_use_of(c, i);
   if (!fs) {
      *v = is_same_in_workgroup(c, slot) ? usc_cf(u->comp_reg[comp]) : usc_vi(u->comp_reg[comp]);
   } else if (k == INTERP_FLAT) {
      *v = usc_cf(u->comp_reg[comp] + 2); /* C of the plane */
   } else {
      if (u->unit == USC_NO_REG)
         iterate(c, u);
      *v = usc_v(u->unit + comp - u->min);
   }
}

/* SPDX-License-Identifier: MIT */
/*
 * The interpreter runs a wave of up to 32 invocations (lanes) in lockstep. The lanes in the block with the smallest number run
 * first. Every edge except CONTINUE goes forward, and lanes that took a CONTINUE wait at the end of the loop for those that are
 * still in its body, so lanes reconverge as structured control flow demands.
 *
 * Values are stored by number as 32 lanes of 32 bits. An instruction writes only the active lanes, so a lane that has left a
 * loop keeps the values of the iteration in which it left. For a derivative, an inactive neighbour has the last value that was
 * computed for it, or 0.
 *
 * The pre-shader of a program runs first, once, in one lane.
 *
 * Stores to outputs of a geometry program wait for an EMIT, and are lost without one.
 *
 * At a barrier the interpreter stops inside the block with EXEC_BARRIER, and the next step continues after the barrier.
 *
 * Values that depend on something undefined, such as a derivative over a lane that does not run, are tainted as in the
 * evaluators. An inexact pass may send a lane another way than the source did, so taint found in the source does not hold for
 * its IR.
 */
#include "ir/interp.h"

#include "ir/cfg.h"
#include "semantics/memory/race.h"

typedef uint32_t lanes[EXEC_LANES];

struct ir_interp {
   struct util_ctx *ctx;
   struct ir_shader *s;
   struct exec_wave *t;
   const uint32_t (*param)[4]; /* parameters, including results of the pre-shader */
   unsigned num_params;
   uint32_t *words;            /* in a pre-shader: its results */
   enum exec_status status;
   lanes *val;          /* by value id */
   lanes **array;       /* by array: the lanes of each element */
   uint32_t *cost;      /* by block: number of instructions including the terminator */
   uint32_t (*edge)[2]; /* by block and successor: the predecessor number of the block in its successor */
   uint32_t *loop_end;  /* by loop header: the merge block of the loop */
   uint32_t pc[EXEC_LANES], live;
   /* by lane: order in which lanes run, smallest first. It is twice the block's number; after a CONTINUE, one less than twice
      the number of the loop's merge block. */
   uint32_t turn[EXEC_LANES];
   lanes *phi;   /* values read by the phis of a block */
   uint32_t *phi_taint;
   lanes (*out)[4];              /* outputs by slot: of the wave, or of the next vertex of a geometry program */
   uint8_t stored[SLOT_COUNT];   /* geometry: components that some instruction stores */
   lanes mod[3]; /* sources after their modifiers */
   uint8_t act[EXEC_LANES]; /* the active lanes */
   unsigned nact;
   bool at_barrier, resuming;
   bool slept; /* slept since it last woke others; a wave stops after waking others only once until it sleeps again */
   bool asleep; /* sleeps until mem->wakeups exceeds woken_at_sleep */
   uint32_t woken_at_sleep;
   const struct ir_instr *resume; /* while resuming: the instruction after the barrier that stopped it */
   struct taint {
      bool any;             /* something is tainted; taint is not tracked before that */
      uint32_t lanes;       /* lanes that branched on a tainted value; everything they compute afterwards is tainted */
      uint32_t *val;        /* tainted lanes, by value id */
      uint32_t **array;     /* tainted lanes, by array and element */
      bool stores;          /* some instruction stores to memory */
   } taint;
};

static const lanes zero;

/* The only expansion of the semantics in ops.def: d = op(src[0], src[1], src[2]) for lanes act[0] .. act[n-1]. */
static void eval(enum ir_op op, num_m M, unsigned n, const uint8_t *act, const uint32_t *const src[3], uint32_t *d)
{
   switch (op) {
#define NONE 0
#define OP(name, num_dst, num_src, mods, attrs, flags, exact, expr)                                                            \
   case IR_##name:                                                                                                             \
      for (unsigned k = 0; k < n; k++) {                                                                                       \
         uint64_t a = src[0][act[k]], b = src[1][act[k]], c = src[2][act[k]];                                                  \
         (void)a, (void)b, (void)c, (void)M;                                                                                   \
         d[act[k]] = (uint32_t)(expr);                                                                                         \
      }                                                                                                                        \
      break;
#include "ir/ops.def"
#undef OP
#undef NONE
   case IR_OP_COUNT: break;
   }
}

uint32_t ir_eval(enum ir_op op, num_m num, const uint32_t src[3])
{
   static const uint8_t first = 0;
   uint32_t d = 0;

   eval(op, num, 1, &first, (const uint32_t *const[]){&src[0], &src[1], &src[2]}, &d);
   return d;
}

uint32_t ir_eval_sat(num_m num, enum ir_sat sat, uint32_t v)
{
   return sat == IR_SAT_01 ? num_fsat(num, v) : sat == IR_SAT_11 ? num_fssat(num, v) : v;
}

static void prepare_outputs(struct ir_interp *it)
{
   it->out = it->t->out;
   if (it->s->stage != IR_STAGE_GEOMETRY)
      return;
   it->out = util_alloc_array(it->ctx, SLOT_COUNT, sizeof *it->out);
   ir_foreach_block (it->s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_store_output)
            it->stored[i->attr[0]] |= (uint8_t)(1u << i->attr[1]);
}

/* EMIT in some lanes: the pending vertex becomes the outputs of the wave. */
static void emit(struct ir_interp *it, uint32_t mask, unsigned stream)
{
   struct exec_wave *t = it->t;

   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; it->stored[s] >> c; c++)
         for (unsigned l = 0; it->stored[s] >> c & 1 && l < EXEC_LANES; l++)
            if (mask >> l & 1)
               t->out[s][c][l] = it->out[s][c][l];
   if (t->emit && mask)
      t->emit(t->emit_user, t, mask, stream);
}

struct ir_interp *ir_interp_new(struct util_ctx *ctx, struct ir_shader *s, struct exec_wave *wave)
{
   struct ir_interp *it = UTIL_NEW(ctx, struct ir_interp);
   uint32_t max_phis = 0;

   *it = (struct ir_interp){.ctx = ctx, .s = s, .t = wave, .status = EXEC_RUNNING, .live = wave->valid};
   it->val = util_alloc_array(ctx, s->num_values, sizeof *it->val);
   it->array = UTIL_ARRAY(ctx, lanes *, s->num_arrays);
   for (uint32_t k = 0; k < s->num_arrays; k++)
      it->array[k] = util_alloc_array(ctx, s->arrays[k].length, sizeof **it->array);
   it->taint.val = UTIL_ARRAY(ctx, uint32_t, s->num_values);
   it->taint.array = UTIL_ARRAY(ctx, uint32_t *, s->num_arrays);
   for (uint32_t k = 0; k < s->num_arrays; k++)
      it->taint.array[k] = UTIL_ARRAY(ctx, uint32_t, s->arrays[k].length);
   it->taint.stores = ir_may_have(s, IR_mem_store) || ir_may_have(s, IR_mem_store_low) || ir_may_have(s, IR_mem_atomic) ||
                      ir_may_have(s, IR_image_store) || ir_may_have(s, IR_image_atomic);
   it->cost = UTIL_ARRAY(ctx, uint32_t, s->num_blocks);
   it->edge = util_alloc_array(ctx, s->num_blocks, sizeof *it->edge);
   it->loop_end = UTIL_ARRAY(ctx, uint32_t, s->num_blocks);
   ir_foreach_block (s, b) {
      uint32_t phis = 0, n = 1;

      if (b->term == IR_TERM_LOOP)
         it->loop_end[b->succ[0]->index] = b->merge->index;
      ir_foreach_instr (b, i) {
         phis += i->op == IR_phi;
         n += i->op != IR_phi;
      }
      it->cost[b->index] = n;
      max_phis = phis > max_phis ? phis : max_phis;
      for (uint32_t p = 0; p < b->num_preds; p++) {
         struct ir_block *from = b->preds[p];
         it->edge[from->index][ir_num_succs(from) == 2 && from->succ[1] == b] = p;
      }
   }
   it->phi = util_alloc_array(ctx, max_phis, sizeof *it->phi);
   it->phi_taint = UTIL_ARRAY(ctx, uint32_t, max_phis);
   it->param = s->stage == IR_STAGE_PRE ? wave->param : ir_parameters(ctx, s, wave);
   it->num_params = s->pre.shader ? s->num_params : wave->num_params;
   prepare_outputs(it);
   return it;
}

const uint32_t (*ir_parameters(struct util_ctx *ctx, struct ir_shader *s, const struct exec_wave *wave))[4]
{
   if (!s->pre.shader)
      return wave->param;
   struct exec_wave one = {.num = wave->num,
                           .valid = 1,
                           .budget = UINT64_MAX,
                           .param = wave->param,
                           .num_params = wave->num_params,
                           .tex = wave->tex,
                           .tex_user = wave->tex_user};
   memcpy(one.buffer, wave->buffer, sizeof one.buffer);
   struct ir_interp *it = ir_interp_new(ctx, s->pre.shader, &one);
   it->words = UTIL_ARRAY(ctx, uint32_t, ir_pre_words(&s->pre));
   ir_interp_step(it, UINT64_MAX);
   uint32_t(*param)[4] = (uint32_t(*)[4])UTIL_ARRAY(ctx, uint32_t, 4 * (size_t)s->num_params);
   for (uint32_t e = 0; e < s->num_params; e++)
      for (unsigned c = 0; c < 4; c++) {
         if (s->params[e].cls != PARAM_PRE)
            param[e][c] = e < wave->num_params ? wave->param[e][c] : 0;
         else if (ir_pre_word(s, e, c) < ir_pre_words(&s->pre))
            param[e][c] = it->words[ir_pre_word(s, e, c)];
      }
   return (const uint32_t(*)[4])param;
}

/* The lanes of a source, copied if it has modifiers. */
static const uint32_t *source(struct ir_interp *it, const struct ir_instr *i, unsigned n)
{
   const struct ir_src *s = &i->src[n];
   const uint32_t *v = it->val[s->val->id];

   if (!s->neg && !s->abs)
      return v;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      it->mod[n][l] = ir_eval_mods(s, v[l]);
   return it->mod[n];
}

/* Also records in the wave that the lane's index was out of range, because code without clamps may then do anything. */
static uint32_t clamp(struct ir_interp *it, unsigned lane, int64_t v, int64_t lo, int64_t hi)
{
   if (v >= lo && v <= hi)
      return (uint32_t)v;
   it->t->clamped |= 1u << lane;
   return (uint32_t)(v < lo ? lo : hi);
}

/* base + index as a wrapping signed 32-bit number, clamped to 0 .. length-1 */
static uint32_t clamp_relative(struct ir_interp *it, unsigned lane, uint32_t base, uint32_t index, uint32_t length)
{
   return clamp(it, lane, (int32_t)(base + index), 0, (int64_t)length - 1);
}

static void load(struct ir_interp *it, const struct ir_instr *i, uint32_t *d)
{
   const struct exec_wave *t = it->t;
   const uint32_t *a = i->attr, *rel = i->nsrc ? it->val[i->src[0].val->id] : NULL;

   for (unsigned k = 0; k < it->nact; k++) {
      unsigned l = it->act[k];
      uint32_t n;

      switch (i->op) {
      case IR_load_input:
         d[l] = t->in[rel ? clamp_relative(it, l, 0, rel[l], ir_input_vertices(it->s)) : 0][a[0]][a[1]][l];
         break;
      case IR_load_param:
         n = rel ? clamp(it, l, ir_relative_place(i, rel[l]), a[2], (int64_t)a[2] + a[3] - 1) : a[0];
         if (it->s->params[n].cls == PARAM_CONST)
            d[l] = it->s->params[n].value[a[1]];
         else
            d[l] = n < it->num_params ? it->param[n][a[1]] : 0;
         break;
      default:
         n = rel ? clamp(it, l, ir_relative_place(i, rel[l]), a[2], (int64_t)a[2] + a[3] - 1) : a[1];
         d[l] = n < t->buffer[a[0]].words ? t->buffer[a[0]].data[n] : 0;
         break;
      }
   }
}

static void array_access(struct ir_interp *it, const struct ir_instr *i)
{
   lanes *array = it->array[i->attr[0]];
   uint32_t length = it->s->arrays[i->attr[0]].length;
   bool store = i->op == IR_array_store;
   const uint32_t *rel = i->nsrc > store ? it->val[i->src[store].val->id] : NULL;
   const uint32_t *v = store ? it->val[i->src[0].val->id] : NULL;

   for (unsigned k = 0; k < it->nact; k++) {
      unsigned l = it->act[k];
      uint32_t *at = &array[clamp_relative(it, l, i->attr[1], rel ? rel[l] : 0, length)][l];

      if (store)
         *at = v[l];
      else
         it->val[i->dst[0]->id][l] = *at;
   }
}

/* A texture access whose offsets may differ between lanes (NULL if they do not). Lanes with equal offsets are sampled
   together. */
static void access_texture(struct ir_interp *it, const uint32_t *offsets, struct exec_tex *x, exec_lanes out[4])
{
   const uint32_t all = x->active;

   for (uint32_t rest = all; rest && offsets; rest &= ~x->active) {
      const uint32_t word = offsets[__builtin_ctz(rest)] & 0xffff;

      x->active = 0;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         x->active |= (uint32_t)(rest >> l & 1 && (offsets[l] & 0xffff) == word) << l;
      for (unsigned c = 0; c < 3; c++)
         x->offset[c] = (int8_t)exec_tex_offset(word, c);
      it->t->tex(it->t->tex_user, it->t->num, x, out);
   }
   if (!offsets)
      it->t->tex(it->t->tex_user, it->t->num, x, out);
}

static void texture(struct ir_interp *it, const struct ir_instr *i, uint32_t mask)
{
   enum exec_tex_op op = (enum exec_tex_op)i->attr[0];
   enum exec_tex_target target = (enum exec_tex_target)i->attr[1];
   struct ir_tex_srcs at = ir_tex_srcs(op, target);
   struct exec_tex x = {.op = op, .target = target, .unit = ir_tex_unit(i->attr[2]), .active = mask, .quad_valid = mask,
                        .integer = (i->attr[3] & IR_TEX_INTEGER) != 0,
                        .component = i->attr[3] >> IR_TEX_COMPONENT_SHIFT & 3,
                        .sampler = i->attr[2] >> IR_TEX_SAMPLER_SHIFT};
   exec_lanes out[4] = {{0}};

   for (unsigned c = 0; c < 3; c++) {
      x.offset[c] = (int8_t)ir_tex_offset_get(i->attr[3], c);
      if (c < at.num_coords && at.coord >= 0)
         memcpy(x.coord[c], it->val[i->src[at.coord + (int)c].val->id], sizeof(lanes));
      if (c < at.num_coords && at.ddx >= 0) {
         memcpy(x.ddx[c], it->val[i->src[at.ddx + (int)c].val->id], sizeof(lanes));
         memcpy(x.ddy[c], it->val[i->src[at.ddy + (int)c].val->id], sizeof(lanes));
      }
   }
   if (at.layer >= 0)
      memcpy(x.layer, it->val[i->src[at.layer].val->id], sizeof(lanes));
   if (at.ref >= 0)
      memcpy(x.ref, it->val[i->src[at.ref].val->id], sizeof(lanes));
   if (at.lod >= 0)
      memcpy(x.lod, it->val[i->src[at.lod].val->id], sizeof(lanes));
   if (i->attr[3] & IR_TEX_FLOAT_COORDS)
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         for (unsigned c = 0; c < at.num_coords; c++)
            x.coord[c][l] = num_f2i(it->t->num, x.coord[c][l]);
         x.layer[l] = num_f2i(it->t->num, x.layer[l]);
         x.lod[l] = exec_tex_info[target].samples ? x.lod[l] : num_f2i(it->t->num, x.lod[l]);
      }
   if (it->t->tex)
      access_texture(it, i->attr[3] & IR_TEX_MOVED ? it->val[i->src[i->nsrc - 1].val->id] : NULL, &x, out);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned k = 0; k < it->nact; k++)
         it->val[i->dst[c]->id][it->act[k]] = out[c][it->act[k]];
}

/* Broadcasts the value of the first active lane whose condition holds. */
static void broadcast_first(struct ir_interp *it, const struct ir_instr *i, uint32_t *d)
{
   const uint32_t *a = source(it, i, 0), *test = source(it, i, 1);
   uint32_t v = 0;

   for (unsigned k = it->nact; k-- > 0;)
      if (test[it->act[k]] & 1)
         v = a[it->act[k]];
   for (unsigned k = 0; k < it->nact; k++)
      d[it->act[k]] = v;
}

static void access_words(struct ir_interp *it, const struct ir_instr *i)
{
   struct exec_wave *t = it->t;
   struct mem_object *o = mem_object(t->memory, (enum mem_space)i->attr[0], i->attr[1]);
   const uint32_t *src[3] = {zero, zero, zero};

   for (unsigned n = 0; n < i->nsrc; n++)
      src[n] = it->val[i->src[n].val->id];
   for (unsigned k = 0; k < it->nact; k++) {
      const unsigned l = it->act[k];
      const bool stores = !(t->helper >> l & 1);

      mem_race_at(t->memory, l, i->span);
      if (i->op != IR_mem_size && !(o && o->data && src[0][l] / 4 < o->bytes / 4))
         t->clamped |= 1u << l;
      if (i->op == IR_mem_store && stores)
         mem_store(o, src[0][l], src[1][l]);
      else if (i->op == IR_mem_store_low && stores)
         mem_store_low(o, src[0][l], i->attr[2], src[1][l]);
      else if (i->op == IR_mem_atomic && stores)
         it->val[i->dst[0]->id][l] = mem_atomic(t->num, (enum mem_atomic)i->attr[2], o, src[0][l], src[1][l], src[2][l]);
      else if (i->ndst)
         it->val[i->dst[0]->id][l] = i->op == IR_mem_size ? (o ? o->bytes : 0) : mem_load(o, src[0][l]);
   }
}

/* `part` is the word of the texel that is stored. */
static void access_texels(struct ir_interp *it, const struct ir_instr *i, unsigned part)
{
   struct exec_wave *t = it->t;
   const struct mem_image image = {mem_object(t->memory, MEM_IMAGE, i->attr[0]),
                                   (enum mem_format)(i->attr[2] & IR_IMAGE_FORMAT), (enum exec_tex_target)i->attr[1]};
   const unsigned coords = ir_image_coordinates(image.target);

   for (unsigned k = 0; k < it->nact; k++) {
      const unsigned l = it->act[k];
      const bool stores = !(t->helper >> l & 1);
      uint32_t at[4] = {0}, value[4] = {0};

      mem_race_at(t->memory, l, i->span);
      for (unsigned n = 0; n < i->nsrc; n++)
         *(n < coords ? &at[n] : &value[n - coords]) = it->val[i->src[n].val->id][l];
      if (i->op == IR_image_store && stores)
         mem_image_store_word(t->num, &image, at, value, part);
      else if (i->op == IR_image_load)
         mem_image_load(t->num, &image, at, value);
      else if (i->op == IR_image_size)
         mem_image_size(image.object, image.target, value);
      else if (i->op == IR_image_atomic)
         value[0] = mem_image_atomic(t->num, (enum mem_atomic)i->attr[3], &image, at, value, stores);
      for (unsigned c = 0; c < i->ndst; c++)
         it->val[i->dst[c]->id][l] = value[c];
   }
}

static void image_word(struct ir_interp *it, const struct ir_instr *i)
{
   const uint32_t v = mem_image_word(mem_object(it->t->memory, MEM_IMAGE, i->attr[0]), (enum mem_image_word)i->attr[1]);

   for (unsigned k = 0; k < it->nact; k++)
      it->val[i->dst[0]->id][it->act[k]] = v;
}

/* A wave runs alone until it sleeps or wakes others, so a lock is always free when a wave takes it. A wave that lets others
   continue after a lock, as if it had waited for the lock, is not stopped again before it releases the lock. */
static void use_mutex(struct ir_interp *it, enum mem_mutex action)
{
   struct exec_memory *m = it->t->memory;

   it->at_barrier = (m && m->stops) || action == MEM_MUTEX_SLEEP || (action == MEM_MUTEX_WAKEUP && !it->slept);
   if (action == MEM_MUTEX_SLEEP || action == MEM_MUTEX_WAKEUP)
      it->slept = action == MEM_MUTEX_SLEEP;
   it->asleep = action == MEM_MUTEX_SLEEP;
   if (m && it->asleep)
      it->woken_at_sleep = m->wakeups;
   if (m && action == MEM_MUTEX_WAKEUP)
      m->wakeups++;
}

/* True while the wave sleeps and has not been woken. Each call costs a step of the budget, because it may never be woken. */
static bool sleeps_on(struct ir_interp *it)
{
   if (it->status != EXEC_BARRIER || !it->asleep || !it->t->memory || it->t->memory->wakeups != it->woken_at_sleep)
      return false;
   if (!it->t->budget)
      it->status = EXEC_BUDGET;
   else
      it->t->budget--;
   return true;
}

static uint32_t active(const struct ir_interp *it)
{
   uint32_t mask = 0;

   for (unsigned k = 0; k < it->nact; k++)
      mask |= 1u << it->act[k];
   return mask;
}

/* Executes an instruction that accesses read-write memory; returns false if it is another instruction. */
static bool access_memory(struct ir_interp *it, const struct ir_instr *i)
{
   switch (i->op) {
   case IR_mem_load:
   case IR_mem_store:
   case IR_mem_store_low:
   case IR_mem_atomic:
   case IR_mem_size: access_words(it, i); return true;
   case IR_image_store:
      for (unsigned part = 0; part < 4; part++)
         access_texels(it, i, part);
      return true;
   case IR_image_load:
   case IR_image_atomic:
   case IR_image_size: access_texels(it, i, 0); return true;
   case IR_image_word: image_word(it, i); return true;
   case IR_fence: mem_fence(it->t, active(it), i->attr[0]); return true; /* accesses happen in order here */
   case IR_barrier: return it->at_barrier = true;
   case IR_mutex: use_mutex(it, (enum mem_mutex)i->attr[0]); return true;
   default: return false;
   }
}

static void execute(struct ir_interp *it, const struct ir_instr *i, uint32_t mask)
{
   struct exec_wave *t = it->t;
   uint32_t *d = i->ndst ? it->val[i->dst[0]->id] : NULL;
   const uint32_t *a;

   if (access_memory(it, i))
      return;
   switch (i->op) {
   case IR_const:
      for (unsigned k = 0; k < it->nact; k++)
         d[it->act[k]] = i->attr[0];
      break;
   case IR_unpack2h:
      a = source(it, i, 0);
      for (unsigned k = 0; k < it->nact; k++)
         d[it->act[k]] = a[it->act[k]] >> (i->attr[0] ? 16 : 0) & 0xffff;
      break;
   case IR_load_input:
   case IR_load_param:
   case IR_load_buffer: load(it, i, d); break;
   case IR_array_load:
   case IR_array_store: array_access(it, i); break;
   case IR_tex: texture(it, i, mask); break;
   case IR_ddx:
   case IR_ddy:
      a = source(it, i, 0);
      for (unsigned k = 0; k < it->nact; k++) {
         unsigned l = it->act[k];
         uint32_t lo = a[i->op == IR_ddx ? exec_quad_left(l) : exec_quad_top(l)];
         uint32_t hi = a[i->op == IR_ddx ? exec_quad_right(l) : exec_quad_bottom(l)];
         d[l] = num_fadd(t->num, hi, lo ^ 0x80000000u);
      }
      break;
   case IR_first: broadcast_first(it, i, d); break;
   case IR_clock:
      for (unsigned k = 0; k < it->nact; k++)
         d[it->act[k]] = -(uint32_t)t->budget;
      break;
   case IR_store_output:
      a = source(it, i, 0);
      for (unsigned k = 0; k < it->nact; k++)
         if (!(t->helper >> it->act[k] & 1))
            it->out[i->attr[0]][i->attr[1]][it->act[k]] = a[it->act[k]];
      break;
   case IR_kill: {
      uint32_t lanes_off = 0;
      a = source(it, i, 0);
      for (unsigned k = 0; k < it->nact; k++)
         lanes_off |= (a[it->act[k]] & 1) << it->act[k];
      t->killed |= lanes_off & ~t->helper;
      t->helper |= lanes_off;
      break;
   }
   case IR_store_word: it->words[i->attr[0]] = it->val[i->src[0].val->id][0]; break;
   case IR_emit:
      emit(it, mask & ~t->helper, i->attr[0]);
      break;
   case IR_end_primitive:
      if (t->end_primitive && (mask & ~t->helper))
         t->end_primitive(t->emit_user, t, mask & ~t->helper, i->attr[0]);
      break;
   default: {
      const uint32_t *src[3], all = ir_width_mask(i->dst[0]->width);
      for (unsigned n = 0; n < 3; n++)
         src[n] = n < i->nsrc ? source(it, i, n) : zero;
      eval((enum ir_op)i->op, t->num, it->nact, it->act, src, d);
      if (all != UINT32_MAX)
         for (unsigned k = 0; k < it->nact; k++)
            d[it->act[k]] &= all;
   }
   }
   if (i->sat)
      for (unsigned k = 0; k < it->nact; k++)
         d[it->act[k]] = ir_eval_sat(t->num, (enum ir_sat)i->sat, d[it->act[k]]);
}

/* ---- taint */

/* The lanes in which coordinates of an implicit derivative are tainted or not computed. */
static uint32_t tainted_coordinates(const struct ir_interp *it, const struct ir_instr *i, uint32_t mask)
{
   const struct ir_tex_srcs at = ir_tex_srcs((enum exec_tex_op)i->attr[0], (enum exec_tex_target)i->attr[1]);
   uint32_t bad = it->taint.lanes | ~mask;

   for (unsigned c = 0; c < at.num_coords && at.coord >= 0; c++)
      bad |= it->taint.val[i->src[at.coord + (int)c].val->id];
   return bad;
}

/* An access with a tainted index may access any element. */
static uint32_t taint_array(struct ir_interp *it, const struct ir_instr *i, uint32_t mask)
{
   const bool store = i->op == IR_array_store;
   const struct ir_array *array = &it->s->arrays[i->attr[0]];
   const struct ir_value *index = i->nsrc > store ? i->src[store].val : NULL;
   const uint32_t any = (index ? it->taint.val[index->id] : 0) & mask,
                  stored = store ? it->taint.val[i->src[0].val->id] | it->taint.lanes : 0;
   uint32_t *t = it->taint.array[i->attr[0]], tainted = any;

   for (unsigned k = 0; k < it->nact; k++) {
      const unsigned l = it->act[k];
      uint32_t *at = &t[clamp_relative(it, l, i->attr[1], index ? it->val[index->id][l] : 0, array->length)];

      tainted |= *at & 1u << l;
      if (store)
         *at = (*at & ~(1u << l)) | (stored & 1u << l);
   }
   for (uint32_t e = 0; store && any && e < array->length; e++)
      t[e] |= any;
   return tainted;
}

/* Taint is not stored in memory. A tainted lane may have stored anything anywhere, unless it began as a helper. */
static bool taint_memory(struct ir_interp *it, uint32_t stored)
{
   const struct exec_wave *t = it->t;

   if (t->memory)
      t->memory->tainted |= (it->taint.stores && it->taint.lanes & ~(t->helper & ~t->killed)) || stored & ~t->helper;
   return t->memory && t->memory->tainted;
}

/* Taints the results of an instruction in the lanes of `mask`, after its execution. */
static void taint(struct ir_interp *it, const struct ir_instr *i, uint32_t mask)
{
   uint32_t all = it->taint.lanes;

   for (unsigned n = 0; n < i->nsrc; n++)
      all |= it->taint.val[i->src[n].val->id];
   all &= mask;
   switch (i->op) {
   case IR_ddx:
   case IR_ddy: all |= exec_quad_swap(all | ~mask, i->op == IR_ddx ? 1 : 2); break;
   case IR_tex:
      if (i->attr[0] == TEX_SAMPLE || i->attr[0] == TEX_BIAS || i->attr[0] == TEX_LEVEL) {
         const uint32_t bad = tainted_coordinates(it, i, mask);
         all |= bad | exec_quad_swap(bad, 1) | exec_quad_swap(bad, 2);
      }
      break;
   case IR_first: all = all || it->taint.lanes ? mask : 0; break;
   case IR_clock: all = mask; break;
   case IR_array_load:
   case IR_array_store: all |= taint_array(it, i, mask); break;
   case IR_mem_load:
   case IR_image_load: all |= taint_memory(it, 0) ? mask : 0; break;
   case IR_mem_atomic:
   case IR_image_atomic: all |= it->t->helper | (taint_memory(it, all) ? mask : 0); break;
   case IR_mem_store:
   case IR_mem_store_low:
   case IR_image_store: taint_memory(it, all); break;
   case IR_kill: it->taint.lanes |= all; break;
   case IR_store_output:
      if (it->t->out_taint)
         it->t->out_taint[i->attr[0]][i->attr[1]] = (it->t->out_taint[i->attr[0]][i->attr[1]] & ~mask) | all;
      break;
   default: break;
   }
   all &= mask;
   it->taint.any |= all != 0;
   for (unsigned n = 0; n < i->ndst; n++)
      it->taint.val[i->dst[n]->id] = (it->taint.val[i->dst[n]->id] & ~mask) | all;
}

/* True if the instruction can create taint from untainted sources. */
static bool begins_taint(const struct ir_interp *it, const struct ir_instr *i)
{
   switch (i->op) {
   case IR_ddx:
   case IR_ddy:
   case IR_tex:
   case IR_clock: return true;
   case IR_mem_load:
   case IR_mem_atomic:
   case IR_image_load:
   case IR_image_atomic: return it->t->helper || (it->t->memory && it->t->memory->tainted);
   default: return false;
   }
}

/* Handles lanes that end, or all lanes at a barrier. */
static void taint_end(struct ir_interp *it, uint32_t mask)
{
   if (!it->taint.lanes)
      return;
   taint_memory(it, 0);
   it->t->undefined |= it->taint.lanes & mask;
   for (unsigned s = 0; s < SLOT_COUNT && it->t->out_taint; s++)
      for (unsigned c = 0; c < 4; c++)
         it->t->out_taint[s][c] |= it->taint.lanes & mask;
}

/* ---- flow */

/* Moves the lanes of `mask` from b to its successor n, whose phis are evaluated in parallel. */
static void follow_edge(struct ir_interp *it, const struct ir_block *b, unsigned n, uint32_t mask)
{
   const struct ir_block *to = b->succ[n];
   uint32_t pred = it->edge[b->index][n], k = 0;

   if (!mask)
      return;
   ir_foreach_phi (to, i)
      memcpy(it->phi[k++], it->val[i->src[pred].val->id], sizeof(lanes));
   k = 0;
   ir_foreach_phi (to, i) {
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (mask >> l & 1)
            it->val[i->dst[0]->id][l] = it->phi[k][l];
      it->phi_taint[k] = it->taint.any ? it->taint.val[i->src[pred].val->id] : 0;
      k++;
   }
   k = 0;
   if (it->taint.any)
      ir_foreach_phi (to, i) {
         uint32_t *t = &it->taint.val[i->dst[0]->id];
         *t = (*t & ~mask) | ((it->phi_taint[k++] | it->taint.lanes) & mask);
      }
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (mask >> l & 1) {
         it->pc[l] = to->index;
         it->turn[l] = b->term == IR_TERM_CONTINUE ? 2 * it->loop_end[to->index] - 1 : 2 * to->index;
      }
}

/* Runs instructions from `next` on. Returns false if the wave waits at a barrier. */
static bool run_block(struct ir_interp *it, const struct ir_instr *next, uint32_t mask)
{
   for (; next; next = next->next) {
      if (next->op != IR_phi)
         execute(it, next, mask);
      if (next->op != IR_phi && (it->taint.any || begins_taint(it, next)))
         taint(it, next, mask);
      if (!it->at_barrier)
         continue;
      taint_end(it, 0);
      it->at_barrier = false;
      it->resuming = true;
      it->resume = next->next;
      it->status = EXEC_BARRIER;
      return false;
   }
   return true;
}

enum exec_status ir_interp_step(struct ir_interp *it, uint64_t steps)
{
   if (sleeps_on(it))
      return it->status;
   if (it->status == EXEC_BARRIER)
      it->status = EXEC_RUNNING;
   for (; it->status == EXEC_RUNNING && steps; steps--) {
      uint32_t pc = UINT32_MAX, turn = UINT32_MAX, mask = 0;

      /* Of several loops that end at one block, the innermost runs first. */
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (it->live >> l & 1 && (it->turn[l] < turn || (it->turn[l] == turn && it->pc[l] > pc))) {
            turn = it->turn[l];
            pc = it->pc[l];
         }
      if (pc == UINT32_MAX) {
         it->status = EXEC_DONE;
         break;
      }
      it->nact = 0;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (it->live >> l & 1 && it->pc[l] == pc && it->turn[l] == turn) {
            mask |= 1u << l;
            it->act[it->nact++] = (uint8_t)l;
         }
      const struct ir_block *b = it->s->blocks[pc];
      if (!it->resuming && it->t->budget < it->cost[pc]) {
         it->t->budget = 0;
         it->t->running = mask;
         it->status = EXEC_BUDGET;
         break;
      }
      it->t->budget -= it->resuming ? 0 : it->cost[pc];
      const struct ir_instr *next = it->resuming ? it->resume : b->first;
      it->resuming = false;
      if (!run_block(it, next, mask))
         break;
      if (b->term == IR_TERM_RETURN) {
         it->live &= ~mask;
         taint_end(it, mask);
      } else if (b->term == IR_TERM_IF) {
         uint32_t taken = 0;
         for (unsigned k = 0; k < it->nact; k++)
            taken |= (it->val[b->cond.val->id][it->act[k]] & 1) << it->act[k];
         it->taint.lanes |= it->taint.val[b->cond.val->id] & mask;
         follow_edge(it, b, 0, taken);
         follow_edge(it, b, 1, mask & ~taken);
      } else {
         follow_edge(it, b, 0, mask);
      }
   }
   return it->status;
}

enum exec_status ir_interp_run(struct util_ctx *ctx, struct ir_shader *s, struct exec_wave *wave)
{
   if (!wave->state)
      wave->state = ir_interp_new(ctx, s, wave);
   const enum exec_status st = ir_interp_step(wave->state, UINT64_MAX);
   if (st != EXEC_BARRIER)
      wave->state = NULL;
   return st;
}

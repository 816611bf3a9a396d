/* SPDX-License-Identifier: MIT */
/* Control flow of the lanes of a wave in lockstep: see exec_flow.h. */
#include "semantics/exec_flow.h"

#include <string.h>

/* ---- frames */

struct exec_frame *exec_flow_push(struct exec_flow *f, enum exec_frame_kind kind, uint32_t next)
{
   struct exec_frame *frame = &f->frames[f->num_frames];

   if (f->num_frames == f->cap_frames) {
      f->fault = "more open blocks than the program nests";
      return NULL;
   }
   f->num_frames++;
   memset(frame, 0, sizeof *frame);
   frame->kind = kind;
   frame->next = next;
   return frame;
}

struct exec_frame *exec_flow_top(struct exec_flow *f, enum exec_frame_kind kind)
{
   struct exec_frame *frame = &f->frames[f->num_frames - 1];

   if (frame->kind == kind)
      return frame;
   f->fault = "the end of a block that is not open";
   return NULL;
}

static struct exec_frame *innermost(struct exec_flow *f, unsigned kinds)
{
   for (uint32_t i = f->num_frames; i-- > 0;) {
      if (kinds >> f->frames[i].kind & 1)
         return &f->frames[i];
      if (f->frames[i].kind == EXEC_FRAME_CALL)
         break;
   }
   f->fault = "a jump out of a block that is not open";
   return NULL;
}

/* ---- subroutines */

static void begin_recursion(struct exec_flow *f, bool recursive)
{
   if (f->recursion_frame || !recursive)
      return;
   f->recursion_frame = f->num_frames;
   f->recursion_lanes = f->active;
}

void exec_flow_diverge(struct exec_flow *f)
{
   uint32_t away = f->recursion_lanes & ~f->active, quad = f->active;

   if (!f->recursion_frame)
      return;
   away |= exec_quad_swap(away, 1);
   away |= exec_quad_swap(away, 2);
   quad |= exec_quad_swap(quad, 1);
   quad |= exec_quad_swap(quad, 2);
   f->diverged |= away & quad;
}

void exec_flow_init(struct util_ctx *ctx, struct exec_flow *f, uint32_t frames)
{
   *f = (struct exec_flow){.frames = UTIL_ARRAY(ctx, struct exec_frame, frames), .cap_frames = frames};
}

void exec_flow_begin(struct exec_flow *f, uint32_t lanes, uint32_t first, uint32_t end, bool recursive)
{
   f->pc = first;
   f->active = lanes;
   f->sub_end = end;
   exec_flow_push(f, EXEC_FRAME_CALL, end);
   begin_recursion(f, recursive);
}

void exec_flow_call(struct exec_flow *f, uint32_t pass, uint32_t first, uint32_t end, bool recursive)
{
   struct exec_frame *frame = exec_flow_push(f, EXEC_FRAME_CALL, f->pc);

   if (!frame)
      return;
   frame->sub_end = f->sub_end;
   frame->join = f->active & ~pass;
   f->active = pass;
   f->pc = first;
   f->sub_end = end;
   f->call_depth++;
   begin_recursion(f, recursive);
}

bool exec_flow_end_sub(struct exec_flow *f)
{
   struct exec_frame *frame = exec_flow_top(f, EXEC_FRAME_CALL);

   if (!frame)
      return false;
   f->active |= frame->join;
   if (f->num_frames == 1)
      return true;
   f->pc = frame->next;
   f->sub_end = frame->sub_end;
   if (f->recursion_frame == f->num_frames)
      f->recursion_frame = f->diverged = 0;
   f->num_frames--;
   f->call_depth--;
   return false;
}

void exec_flow_exit(struct exec_flow *f, uint32_t lanes)
{
   f->frames[0].join |= lanes;
   f->active &= ~lanes;
}

bool exec_flow_ready(struct exec_flow *f)
{
   if (!f->active) {
      const struct exec_frame *frame = &f->frames[f->num_frames - 1];

      f->pc = frame->kind == EXEC_FRAME_CALL ? f->sub_end : frame->next;
   }
   return f->pc != f->sub_end;
}

/* ---- blocks */

void exec_flow_if(struct exec_flow *f, uint32_t pass, uint32_t other, bool has_else)
{
   struct exec_frame *frame = exec_flow_push(f, EXEC_FRAME_IF, other);

   if (!frame)
      return;
   *(has_else ? &frame->alt : &frame->join) = f->active & ~pass;
   f->active &= pass;
}

void exec_flow_else(struct exec_flow *f, uint32_t endif)
{
   struct exec_frame *frame = exec_flow_top(f, EXEC_FRAME_IF);

   if (!frame)
      return;
   frame->join |= f->active;
   f->active = frame->alt;
   frame->alt = 0;
   frame->next = endif;
}

void exec_flow_end(struct exec_flow *f, enum exec_frame_kind kind)
{
   struct exec_frame *frame = exec_flow_top(f, kind);

   if (!frame)
      return;
   f->active |= frame->join;
   f->num_frames--;
}

struct exec_frame *exec_flow_continue(struct exec_flow *f)
{
   struct exec_frame *frame = exec_flow_top(f, EXEC_FRAME_LOOP);

   if (!frame)
      return NULL;
   f->active |= frame->alt;
   frame->alt = 0;
   return frame;
}

bool exec_flow_again(struct exec_flow *f, uint32_t leave, uint32_t body)
{
   struct exec_frame *frame = &f->frames[f->num_frames - 1];

   frame->join |= leave;
   f->active &= ~leave;
   if (f->active) {
      f->pc = body;
      return true;
   }
   f->active = frame->join;
   f->num_frames--;
   return false;
}

void exec_flow_leave(struct exec_flow *f, uint32_t lanes, unsigned kinds, bool again)
{
   struct exec_frame *frame = innermost(f, kinds);

   if (!frame)
      return;
   *(again ? &frame->alt : &frame->join) |= lanes;
   f->active &= ~lanes;
}

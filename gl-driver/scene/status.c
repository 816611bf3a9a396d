/* SPDX-License-Identifier: MIT */
/* The state of a scene: why it failed, and the end of its picture. */
#include "gl-driver/scene/private.h"

#include <stdarg.h>
#include <stdio.h>

bool scene_fail(struct scene *s, enum nvp4c_status status, const char *format, ...)
{
   va_list ap;

   s->status = status;
   va_start(ap, format);
   vsnprintf(s->message, sizeof s->message, format, ap);
   va_end(ap);
   return false;
}

void scene_end_picture(struct scene *s)
{
   draw_end(s->draw);
   s->draw = NULL;
}

bool scene_begin(struct scene *s)
{
   scene_end_picture(s);
   if (!s->ready)
      return false;
   s->status = NVP4C_OK;
   s->message[0] = 0;
   return true;
}

enum nvp4c_status scene_status(const struct scene *s)
{
   return s->status;
}
const struct nvp4c_result *scene_result(const struct scene *s, enum scene_part part)
{
   return s->result[part];
}
const char *scene_message(const struct scene *s)
{
   return s->message;
}

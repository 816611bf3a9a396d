/* SPDX-License-Identifier: MIT */
/* Queries from their beginning to their result. pipe.h has what drawing adds to them. */
#ifndef QUERY_H
#define QUERY_H

#include "gl-driver/pipe/pipe.h"

void query_begin(struct context *c, struct query *q);
void query_end(struct context *c, struct query *q);
/* Takes it out of the context: it is about to be freed. */
void query_forget(struct context *c, struct query *q);
/* Writes the result where the client reads it: its mapping of the resource. */
void query_publish(const struct query *q);
/* Is there anything to be drawn, by the condition of the context? */
bool query_condition_holds(const struct context *c);

#endif

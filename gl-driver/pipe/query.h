/* SPDX-License-Identifier: MIT */
/* Queries from begin to result. pipe.h has the functions by which drawing counts. */
#ifndef QUERY_H
#define QUERY_H

#include "gl-driver/pipe/pipe.h"

void query_begin(struct context *c, struct query *q);
void query_end(struct context *c, struct query *q);
/* Removes a query from the context before it is freed. */
void query_forget(struct context *c, struct query *q);
/* Writes the result to the client's mapping of the resource. */
void query_publish(const struct query *q);
/* False if the render condition of the context suppresses drawing. */
bool query_condition_holds(const struct context *c);

#endif

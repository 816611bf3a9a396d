/* SPDX-License-Identifier: MIT */
/* Serving one client (connection.c). */
#ifndef SERVER_H
#define SERVER_H

#include <stdbool.h>

struct driver;

/* Answers the messages of the client at the other end of fd until it closes, or sends what makes no sense. The caller closes
   fd. */
void serve_connection(int fd, const struct driver *driver);

#endif

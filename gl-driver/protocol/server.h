/* SPDX-License-Identifier: MIT */
/* Serves one client (connection.c). */
#ifndef SERVER_H
#define SERVER_H

#include <stdbool.h>

struct driver;

/* Answers the messages of the client on fd until it closes, or sends an invalid message. The caller closes fd. */
void serve_connection(int fd, const struct driver *driver);

#endif

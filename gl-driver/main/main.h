/* SPDX-License-Identifier: MIT */
/* The parts of the program nvp4c-gl: its options, and its process that accepts clients. */
#ifndef MAIN_H
#define MAIN_H

#include <stdbool.h>
#include <sys/stat.h>

#include "gl-driver/pipe/driver.h"

/* What the program ends with, besides the status of the command. */
enum { EXIT_USAGE = 2, EXIT_SOCKET = 3 };

struct arguments {
   struct driver driver;
   bool serve;
   const char *socket; /* for --serve; NULL: where Mesa looks for it */
   char **command;     /* ends with NULL */
};

/* options.c. Prints what is wrong and ends the program if something is, or after --help. */
void parse_arguments(struct arguments *a, int argc, char **argv);

/* serve.c */

/* A socket that accepts clients, and its file. */
struct listener {
   int fd;
   const char *path;
   struct stat file;
};
/* From here on signals that end the program come to accept_clients(). false: there is no memory for that. */
bool watch_signals(void);
/* false, with a message: the socket is in use, or cannot be made. */
bool listen_at(const char *path, struct listener *l);
/* Closes the socket and removes its file, unless that is another one by now. */
void listen_end(struct listener *l);
/* Gives each client that connects a process of its own. command: also ends when this process does, and returns its status; 0:
   until SIGINT, SIGTERM or SIGHUP comes, and returns 0. */
int accept_clients(const struct listener *l, const struct driver *driver, long command);
/* Runs the command with the environment that brings Mesa to the socket; its process, or -1. */
long run_command(char **command, const char *socket);

#endif

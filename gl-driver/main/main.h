/* SPDX-License-Identifier: MIT */
/* The parts of the program nvp4c-gl: its options, and the process that accepts clients. */
#ifndef MAIN_H
#define MAIN_H

#include <stdbool.h>
#include <sys/stat.h>

#include "gl-driver/pipe/driver.h"

/* Exit statuses, besides that of the command. */
enum { EXIT_USAGE = 2, EXIT_SOCKET = 3 };

struct arguments {
   struct driver driver;
   bool serve;
   const char *socket; /* for --serve; NULL for the place where Mesa looks for it */
   char **command;     /* NULL-terminated */
};

/* options.c: prints errors and ends the program, also after --help. */
void parse_arguments(struct arguments *a, int argc, char **argv);

/* serve.c */

/* A socket that accepts clients, and its file. */
struct listener {
   int fd;
   const char *path;
   struct stat file;
};
/* From now on accept_clients() handles signals that end the program. False if there is no memory for that. */
bool watch_signals(void);
/* False after a message if the socket is in use or cannot be created. */
bool listen_at(const char *path, struct listener *l);
/* Closes the socket and removes its file, unless the file has been replaced. */
void listen_end(struct listener *l);
/* Gives each client that connects its own process. With `command` (a process), it ends with that process and returns its
   status; with 0, it ends after SIGINT, SIGTERM or SIGHUP and returns 0. */
int accept_clients(const struct listener *l, const struct driver *driver, long command);
/* Runs the command in an environment that leads Mesa to the socket. Returns its process, or -1. */
long run_command(char **command, const char *socket);

#endif

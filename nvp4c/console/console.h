/* SPDX-License-Identifier: MIT */
/*
 * What the tools of the command line share: growing texts, messages as text, JSON or SARIF, and progress on a terminal. Like
 * the command line, this folder includes only the public headers.
 *
 * Messages go to standard error. As text, each one is printed at once. The other two formats are one value for the whole run,
 * so messages are collected, and console_finish() prints the value, even if there are none. The functions that end the program
 * call it.
 */
#ifndef NVP4C_CONSOLE_H
#define NVP4C_CONSOLE_H

#include <stdbool.h>
#include <stdio.h>

#include "nvp4c.h"

/* ---- sink.c */

/* Growing text or bytes. The caller frees data. */
struct sink {
   char *data;
   size_t len, cap;
};
void *xrealloc(void *p, size_t n); /* ends the program if there is not enough memory */
void sink_add(void *user, const char *text, size_t n);
__attribute__((format(printf, 2, 3))) void sink_printf(struct sink *s, const char *fmt, ...);
/* Length of the UTF-8 sequence in the first `len` bytes at s; 0 if it is invalid or a control character. */
unsigned utf8_length(const char *s, size_t len);
/* Appends a JSON string. Bytes that are not UTF-8 become U+FFFD. */
void sink_json(struct sink *out, const char *s);

/* ---- message.c */

enum message_format { MESSAGES_TEXT, MESSAGES_JSON, MESSAGES_SARIF };
void console_set_format(enum message_format format);
enum message_format console_format(void);

/* The text to which positions of diagnostics refer. */
struct input_text {
   const char *name, *text;
   size_t len;
   size_t skipped; /* bytes of the file before the text: a byte order mark */
};
/* Collects a diagnostic. `note` says that it explains the one before it. For the formats JSON and SARIF. */
void console_collect(const struct nvp4c_diagnostic *d, const struct input_text *in, bool note);
/* Prints what was collected. `status` is the exit status of the run. Does nothing if messages are text. */
void console_finish(int status);

/* Reports an error that concerns a file, or the command line if `file` is NULL. The id is one of docs/diagnostics.md. */
__attribute__((format(printf, 3, 4))) void console_error(const char *id, const char *file, const char *fmt, ...);
/* Does the same and ends the program. */
__attribute__((format(printf, 4, 5))) _Noreturn void console_fail(int status, const char *id, const char *file, const char *fmt,
                                                                  ...);
/* Reports that an option or an argument is wrong, and ends the program. */
__attribute__((format(printf, 1, 2))) _Noreturn void usage_error(const char *fmt, ...);
/* Reports errno as the error of a file, and ends the program. */
_Noreturn void file_error(const char *file);

/* ---- interrupt.c */

/* From now on the first SIGINT, SIGTERM or SIGHUP does not end the program. */
void catch_interrupts(void);
/* The signal that came since, or 0. */
int interrupted(void);

/* ---- progress.c */

/* Begins to count steps, whose unit has a name. `total` is their number, or 0 if that is unknown. */
void progress_begin(uint64_t total, const char *unit);
/* Counts steps. `detail` says what is being done; it may be NULL. */
void progress_add(uint64_t steps, const char *detail);
/* Removes the line, before other output and at the end. */
void progress_hide(void);

/* ---- sarif.c */

/* Appends a result, or a note to the result before it. */
void sarif_add(struct sink *s, const struct nvp4c_diagnostic *d, const struct input_text *in, bool note);
/* Appends a notification about an error of the command line or a file. */
void sarif_notify(struct sink *s, const char *id, const char *file, const char *message);
/* Prints the log of results and of notifications about files and about the command line. */
void sarif_print(FILE *out, const struct sink *results, const struct sink *files, const struct sink *usage, int status);

#endif

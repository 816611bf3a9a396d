/* SPDX-License-Identifier: MIT */
/* JSON documents as input, as lines, and as CSV. All functions end the program on errors. */
#ifndef NVP4C_DOCUMENT_H
#define NVP4C_DOCUMENT_H

#include "nvp4c/console/console.h"

/* Calls for each document of a file with statistics: begin(), number() for each statistic, and line() for each source line that
   the document has. Strings are valid during the call. */
struct json_reader {
   void (*begin)(void *user, const char *file, const char *cpu);
   void (*number)(void *user, const char *name, unsigned long long value);
   void (*line)(void *user, unsigned line, unsigned long long cost);
   void *user;
};
/* Reads a file of one or several documents of -stats=json, -report=json or both with -reflect=json. */
void json_read(const char *name, const char *text, size_t len, struct json_reader *r);
/* Is the file a single document of this schema? */
bool json_is_document(const char *name, const char *text, size_t len, const char *schema);

enum csv_table { CSV_STATS, CSV_BINDINGS, CSV_ROWS };
void csv_header(struct sink *s, enum csv_table table);
/* Appends the rows of a document. */
void csv_write(struct sink *s, enum csv_table table, const char *json, size_t len);

/* Puts a document on one line. */
void json_to_line(struct sink *s);

#endif

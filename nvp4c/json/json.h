/* SPDX-License-Identifier: MIT */
/*
 * Writer of JSON documents into the caller's memory.
 *
 * A document is an object or a list: json_begin() with no name starts it, and the matching json_end() ends it. A call in
 * between adds a member to the innermost object, or an element without a name to the innermost list.
 *
 * Texts may have any bytes, and the document is always valid: control characters become \u escapes, and each byte that is not
 * part of a UTF-8 character becomes U+FFFD. '<' becomes \u003c, so that a document in a <script> element of HTML cannot end it.
 */
#ifndef NVP4C_JSON_H
#define NVP4C_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The caller sets text, size and compact, and zeros the rest. */
struct json {
   char *text;     /* at most `size` bytes are written, including the NUL; NULL if size is 0 */
   size_t size;
   size_t len;     /* of the whole text without the NUL, even if it exceeds `size` */
   unsigned depth; /* open objects and lists */
   bool first;     /* the innermost of them is empty */
   bool compact;   /* no line breaks or indentation before the end of the document */
};

/* `bracket` is { or [ and } or ]. */
void json_begin(struct json *j, const char *name, char bracket);
void json_end(struct json *j, char bracket);
void json_number(struct json *j, const char *name, uint64_t v);
void json_signed(struct json *j, const char *name, int64_t v);
/* A number that is not negative, with three decimals. */
void json_decimal(struct json *j, const char *name, double v);
/* Members that another writer made in a document of the same depth, or nothing if len is 0. */
void json_members(struct json *j, const char *text, size_t len);
void json_boolean(struct json *j, const char *name, bool v);
void json_null(struct json *j, const char *name);
void json_string(struct json *j, const char *name, const char *v);
/* A text of `len` bytes, which may include NULs. */
void json_bytes(struct json *j, const char *name, const char *v, size_t len);

#endif

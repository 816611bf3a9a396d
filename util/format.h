/* SPDX-License-Identifier: MIT */
/* Formatting of names and messages: vsnprintf with a fast path for the conversions that most of them use. */
#ifndef UTIL_FORMAT_H
#define UTIL_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* Like vsnprintf: returns the length of the whole text without the NUL, and truncates the text to `room`. */
int util_vformat(char *out, size_t room, const char *fmt, va_list ap) __attribute__((format(printf, 3, 0)));
int util_format(char *out, size_t room, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif

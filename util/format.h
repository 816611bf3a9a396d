/* SPDX-License-Identifier: MIT */
/* Formatting of names and messages: vsnprintf, with a short way for the conversions that nearly all of them are made of. */
#ifndef UTIL_FORMAT_H
#define UTIL_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf: the length that it takes without the NUL; what does not fit is cut off. */
int util_vformat(char *out, size_t room, const char *fmt, va_list ap) __attribute__((format(printf, 3, 0)));
int util_format(char *out, size_t room, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif

/* SPDX-License-Identifier: MIT */
/* A string buffer that grows while a program is written to it. */
#ifndef TESTS_GROWTH_TEXT_H
#define TESTS_GROWTH_TEXT_H

#include <stddef.h>

struct growth_text {
   char *p;
   size_t len, cap;
};

/* Appends up to 1000 characters. Exits if there is no memory. */
__attribute__((format(printf, 2, 3))) void growth_say(struct growth_text *t, const char *fmt, ...);

#endif

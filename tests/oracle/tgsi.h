/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ORACLE_TGSI_H
#define TESTS_ORACLE_TGSI_H

#include "tests/oracle/oracle.h"

/* TGSI that the driver makes of GLSL against its pixels; only: rows whose statement has this text, or NULL. */
void oracle_tgsi(struct oracle *o, const char *only);

#endif

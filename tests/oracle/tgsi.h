/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ORACLE_TGSI_H
#define TESTS_ORACLE_TGSI_H

#include "tests/oracle/oracle.h"

/*
 * Compares TGSI that the driver makes of GLSL with its pixels. only: selects rows whose statement contains this text, or NULL.
 */
void oracle_tgsi(struct oracle *o, const char *only);

#endif

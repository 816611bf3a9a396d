#!/bin/sh
# SPDX-License-Identifier: MIT
# `make` without a goal builds the compiler and its libraries: goal.sh GOAL, the goal that make would take.
. "${0%/*}/../tool/suite.sh"
check "make alone makes '$1', and should make 'all'" test "$1" = all
finish

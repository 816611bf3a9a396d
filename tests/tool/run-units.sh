#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the unit test programs that are its arguments, JOBS at a time, each as a suite (run-suite.sh).
set -u
# Time limits only end tests that hang, on slow and busy machines too.
export CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER:-10}"
# A compile allocates large blocks. A process keeps those that it frees, so that the system need not clear them each time.
export MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-1073741824}" MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-1073741824}"
[ $# -gt 0 ] || { echo "FAIL run-units.sh: no tests"; exit 1; }
here=$(dirname "$0")
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -I{} sh -c '"$0" "$(basename "$1")" "$1"' "$here/run-suite.sh" {}

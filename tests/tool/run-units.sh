#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the given unit test programs, JOBS at a time, each as a suite (run-suite.sh).
set -u
# The time limits should end only tests that hang, even on slow or busy machines.
export CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER:-10}"
# A compile allocates large blocks. With these settings a process keeps freed blocks, so the system need not clear them again.
export MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-1073741824}" MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-1073741824}"
[ $# -gt 0 ] || { echo "FAIL run-units.sh: no tests"; exit 1; }
here=$(dirname "$0")
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -I{} sh -c '"$0" "$(basename "$1")" "$1"' "$here/run-suite.sh" {}

# SPDX-License-Identifier: MIT
# What the suites in shell share, to be read by them with `.`: a temporary folder, and the checks.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
check() { # name, command...
   name=$1
   shift
   if "$@"; then passed=$((passed + 1)); else
      failed=$((failed + 1))
      echo "FAIL $name"
   fi
}
finish() { # the last command of a suite: its status is that of the suite
   echo "$passed passed, $failed failed"
   [ $failed = 0 ]
}

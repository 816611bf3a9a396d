# SPDX-License-Identifier: MIT
# Gives a test suite in shell a temporary folder $dir and counts its checks. Suites read it with `.`.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
verdict() { # status, message...: counts a check, and prints the message if it failed
   if [ "$1" = 0 ]; then passed=$((passed + 1)); else
      shift
      failed=$((failed + 1))
      echo "FAIL $*"
   fi
}
check() { # name, command...
   name=$1
   shift
   "$@"
   verdict $? "$name"
}
finish() { # the last command of a suite: its status is that of the suite
   echo "$passed passed, $failed failed"
   [ $failed = 0 ] && [ $passed -gt 0 ]
}

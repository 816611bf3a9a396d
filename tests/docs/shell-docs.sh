#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests which errors scripts/check-shell.sh finds in documents: shell-docs.sh. Prints "N passed, N failed".
set -u
here=$(realpath "$(dirname "$0")/../..")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/build" "$dir/tree/scripts" "$dir/tree/docs" # a small tree, which is quick to copy
cp "$here/scripts/check-shell.sh" "$here/scripts/check-structure.sh" "$dir/tree/scripts"
touch "$dir/tree/docs/index"
passed=0 failed=0
# name, the expected message or "" if nothing is wrong; standard input is the document, with % for backquotes
document() {
   tr % '`' >"$dir/doc.md"
   out=$("$dir/tree/scripts/check-shell.sh" "$dir/build" "$dir/doc.md" 2>&1)
   status=$?
   if [ -z "$2" ]; then [ $status = 0 ]; else [ $status != 0 ] && echo "$out" | grep -qF -- "$2"; fi
   if [ $? = 0 ]; then passed=$((passed + 1)); else
      failed=$((failed + 1))
      echo "FAIL $1"
      echo "$out" | sed 's/^/   /'
   fi
}

document "commands that work" "" <<'EOF'
%%%sh
echo one >file  # a comment
# a line of its own
cd docs
test -f ../file && \
   true
%%%
%%%console
$ pwd | sed 's,.*/,,'
docs
$ printf 'a\nb\nc\nd 1 e\n'
a
...
d ... e
%%%
EOF
document "a command that fails" "status 1" <<'EOF'
%%%sh
false
%%%
EOF
document "a console command that fails" "status 3" <<'EOF'
%%%console
$ sh -c 'exit 3'
%%%
EOF
document "other output" "it prints" <<'EOF'
%%%console
$ echo one
two
%%%
EOF
document "more output" "it prints" <<'EOF'
%%%console
$ printf 'one\ntwo\n'
one
%%%
EOF
document "less output" "it prints" <<'EOF'
%%%console
$ echo one
one
two
%%%
EOF
document "what is not run" "" <<'EOF'
%%%sh
# not run: it needs a network
false
%%%
EOF
document "not run, without a reason" "status 1" <<'EOF'
%%%sh
# not run
false
%%%
EOF
document "an indented shell line" "outside of a block" <<'EOF'
Like this:

    nvp4c examples/phong.fp
EOF
document "a shell line in a block of another kind" "in a block that is not run" <<'EOF'
%%%
$ false
%%%
EOF
document "a block without an end" "does not end" <<'EOF'
%%%sh
true
EOF
document "a command that leaves the shell" "end the shell" <<'EOF'
%%%sh
exit 0
%%%
EOF
document "text and code" "" <<'EOF'
    int nvp4c = 1;

%%%c
int make;
%%%
EOF

echo "$passed passed, $failed failed"
[ $failed = 0 ]

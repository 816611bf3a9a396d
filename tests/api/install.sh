#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs to a temporary prefix, builds the drivers of examples/ from there with pkg-config alone, in C and C++, shared and
# static, runs them, and uninstalls everything: install.sh MAKE BUILD-DIR CC CXX FLAGS. Prints "N passed, N failed".
set -u
root=$PWD
make=$1 build=$2 cc=$3 cxx=$4 flags=$5
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
prefix=$dir/usr
passed=0 failed=0
check() { # name, command...
   name=$1
   shift
   if "$@" >"$dir/log" 2>&1; then passed=$((passed + 1)); else
      failed=$((failed + 1))
      echo "FAIL $name"
      sed 's/^/   /' "$dir/log" | head -5
   fi
}

check "install" $make -s O="$build" PREFIX="$prefix" LIBDIR="$prefix/lib" install
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
check "pkg-config knows the version" [ "$(pkg-config --modversion nvp4c)" = "$("$prefix/bin/nvp4c" --version | cut -d ' ' -f 2)" ]
for f in bin/nvp4c lib/libnvp4c.a lib/libnvp4c.so include/nvp4c.h share/man/man1/nvp4c.1 bin/nvp4c-glsl share/man/man1/nvp4c-glsl.1 \
   share/man/man3/libnvp4c.3 lib/cmake/nvp4c/nvp4cConfig.cmake \
   share/bash-completion/completions/nvp4c share/zsh/site-functions/_nvp4c share/fish/vendor_completions.d/nvp4c.fish; do
   check "$f is there" [ -s "$prefix/$f" ]
done

cp include/nvp4c.h tests/abi/symbols.txt examples/embed.c examples/facts.c examples/tokens.c examples/triangle.c examples/rogue.c examples/phong.fp \
   examples/compute/histogram.tgsi examples/compute/reduction.tgsi tests/api/triangle.py tests/api/rogue.* "$dir"
# C++ accepts the header, too.
sed 's/const void \*object/const void *const object/' examples/embed.c >"$dir/embed.cc"
cd "$dir" || exit 1
says='loaded again: yes'
# shellcheck disable=SC2046,SC2086 # words are meant to split
for language in c cc; do
   compiler=$cc standard=-std=c99
   [ $language = c ] || compiler=$cxx standard=-std=c++11
   check "$language, shared" $compiler $flags $standard -Wall -Wextra -Werror -pedantic -o shared embed.$language $(pkg-config --cflags --libs nvp4c)
   check "$language, shared: the library is the one" sh -c 'readelf -d shared | grep -q "NEEDED.*libnvp4c.so.0.1\]"'
   check "$language, shared: runs" sh -c "LD_LIBRARY_PATH=$prefix/lib ./shared | grep -q '$says'"
   check "$language, static" $compiler $flags $standard -Wall -Wextra -Werror -o static embed.$language $(pkg-config --cflags nvp4c) \
      -Wl,-Bstatic $(pkg-config --libs-only-L --libs-only-l nvp4c) -Wl,-Bdynamic $(pkg-config --static --libs-only-l nvp4c | sed 's/-lnvp4c//g')
   check "$language, static: no library" sh -c '! readelf -d static | grep -q libnvp4c'
   check "$language, static: runs" sh -c "./static | grep -q '$says'"
done
# shellcheck disable=SC2046,SC2086
for example in facts tokens triangle rogue; do
   check "$example.c" $cc $flags -std=c99 -Wall -Wextra -Werror -pedantic -o $example $example.c $(pkg-config --cflags nvp4c) \
      -Wl,-Bstatic $(pkg-config --libs-only-L --libs-only-l nvp4c) -Wl,-Bdynamic $(pkg-config --static --libs-only-l nvp4c | sed 's/-lnvp4c//g')
done
check "tokens runs" sh -c "./tokens | grep -qx 'sh8: upload word 0 of constant buffer 0'"
# The same document as that of the command line, which also names the file.
check "facts runs" sh -c './facts target=agx O=3 fpreshader=caller frt=rgba8 <phong.fp >facts.json 2>facts.err'
"$prefix/bin/nvp4c" -target=agx -O3 -frt=rgba8 -stats=json -reflect=json -o /dev/null phong.fp | grep -v '"file":' >facts.expected
check "facts prints what the command line prints" cmp facts.json facts.expected
check "and a statistic" grep -qE '^fragment program, [1-9][0-9]* bytes of code$' facts.err
check "facts refuses an option" sh -c '! ./facts targte=agx <phong.fp 2>facts.err && grep -q "did you mean .target.?" facts.err'
check "rogue runs" sh -c './rogue frt=rgba8 rogue.vp rogue.fp >rogue.out'
check "rogue prints a line for each field" [ "$(grep -cv '^#' rogue.expected)" -gt 20 ]
grep -v '^#' rogue.expected | while IFS= read -r line; do grep -qxF -e "$line" rogue.out || echo "$line"; done >rogue.missing
check "rogue prints the fields of a linked pair" sh -c '! grep . rogue.missing'
check "rogue prints nothing but these" sh -c \
   '! grep -vxF -f rogue.expected rogue.out | grep -vE "^(binary = [1-9][0-9]* bytes|entry_offset = 0|temps = [0-9]+|rogue.[vf]p: (vertex|fragment) program)$"'
# Both have barriers of two waves; only the histogram adds to memory that other workgroups add to.
check "rogue: atomics" sh -c './rogue histogram.tgsi | grep -qxF "uses = {.atomics = 1, .barriers = 1, .side_effects = 1}"'
check "rogue: barriers" sh -c './rogue reduction.tgsi | grep -qxF "uses = {.atomics = 0, .barriers = 1, .side_effects = 1}"'
check "rogue refuses a core" sh -c '! ./rogue mcpu=bxs-4-65 rogue.vp rogue.fp 2>rogue.err && grep -q bxs-4-64 rogue.err'
check "triangle runs" ./triangle
check "triangle draws a triangle" python3 triangle.py triangle.ppm

# Names of types are those of no function, so C++ needs no `struct`, and no declaration hides another.
sed -E 's/\b(struct|enum) (nvp4c_[a-z_]+)/\2/g' embed.cc >"$dir/plain.cc"
printf '#include "nvp4c.h"\n#include "nvp4c_run.h"\n#include "nvp4c_machine.h"\n' >"$dir/headers.cc"
for type in $(sed -nE 's/^(struct|enum) (nvp4c_[a-z_]+) \{.*/\2/p' "$prefix"/include/nvp4c*.h); do
   printf 'void takes_%s(const %s &);\n' "$type" "$type"
done >>"$dir/headers.cc"
# shellcheck disable=SC2046,SC2086
for source in plain headers; do
   check "C++ without struct: $source.cc" $cxx $flags -std=c++11 -Wall -Wextra -Wshadow -Werror -pedantic -c -o plain.o $source.cc $(pkg-config --cflags nvp4c)
done
# shellcheck disable=SC2046,SC2086
check "C with -Wshadow" $cc $flags -std=c99 -Wall -Wextra -Wshadow -Werror -c -o plain.o embed.c $(pkg-config --cflags nvp4c)
# shellcheck disable=SC2046,SC2086
check "with an NVP4C_API of the user" $cxx $flags -DNVP4C_API= -Wall -Werror -c -o plain.o headers.cc $(pkg-config --cflags nvp4c)

# Each shell completes options with one and two dashes, values after = and as the next word, lists, and files.
complete_bash() { # words, the last one to be completed
   bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _nvp4c; printf "%s\n" "${COMPREPLY[@]}"' \
      bash "$prefix/share/bash-completion/completions/nvp4c" "$@" 2>/dev/null
}
# With stand-ins for the functions of zsh that need its line editor: the candidates that begin like the last word.
complete_zsh() {
   zsh -fc '
      file=$1; shift
      compdef() { }
      compadd() { shift; print -l -- "$@" }
      compset() { }
      _files() { print -l -- *(N) }
      _describe() { local o; for o in "${options[@]}"; do print -r -- "${o%%:*}"; done }
      source "$file"
      words=("$@") CURRENT=$# last=${@[-1]#-*=}
      _nvp4c | while read -r candidate; do [[ $candidate == "$last"* ]] && print -r -- "$candidate"; done' \
      zsh "$prefix/share/zsh/site-functions/_nvp4c" "$@"
}
complete_fish() {
   fish -c 'source $argv[1]; complete -C "$argv[2]"' "$prefix/share/fish/vendor_completions.d/nvp4c.fish" "$*" | cut -f 1
}
for shell in bash zsh fish; do
   command -v $shell >/dev/null 2>&1 || { echo "SKIP completion in $shell: it is not installed"; continue; }
   candidates() { # the expected ones, words...
      expected=$1
      shift
      check "$shell: $*" [ "$("complete_$shell" "$@" | sort -u | tr '\n' ' ')" = "$expected " ]
   }
   candidates -fsyntax-only nvp4c -fsynt
   candidates bxs-4-64 nvp4c -mcpu bxs
   candidates "copy-prop" nvp4c -disable-pass copy-p
   candidates "agx" nvp4c -target a
   candidates -Wno-unwritten-read nvp4c -Wno-unwritten-rea
   candidates -limit-max-program-if-depth nvp4c -limit-max-program-if
   candidates "embed.cc" nvp4c embed.cc
   if [ $shell = bash ]; then
      candidates --fsyntax-only nvp4c --fsynt
      candidates bxs-4-64 nvp4c -mcpu = bxs
      candidates "csv json" nvp4c -stats =
      candidates "html" nvp4c -report = h
      candidates unwritten-read nvp4c -Werror = unwritten-rea
   fi
   [ $shell != fish ] || candidates -mcpu=bxs-4-64 nvp4c -mcpu=bxs
   [ $shell != zsh ] || candidates bxs-4-64 nvp4c -mcpu=bxs
done
for page in man1/nvp4c.1 man3/libnvp4c.3; do
   check "$page has an example" grep -qE '^\.SH EXAMPLE' "$prefix/share/man/$page"
done
# Each function has a page, and so have the headers of types.
pages() { find "$prefix/share/man/man3" -name '*.3' -exec basename {} .3 \; | LC_ALL=C sort; }
pages >pages
{ cat symbols.txt; printf 'libnvp4c\nnvp4c_key\nnvp4c_options\nnvp4c_reflection\n'; } | LC_ALL=C sort >pages.expected
check "each function has a page" cmp pages pages.expected
for page in $(pages); do
   grep -qE '^\.so man3/nvp4c_[a-z_]*\.3$|^\.SH DESCRIPTION' "$prefix/share/man/man3/$page.3" || echo "$page"
done >pages.empty
check "no page is empty" [ ! -s pages.empty ]
check "a page has prototype and types" sh -c 'grep -q "^\.B .struct nvp4c_stat nvp4c_result_stat(const" "$0" && grep -q "^struct nvp4c_stat {" "$0"' \
   "$prefix/share/man/man3/nvp4c_result_num_stats.3"
if command -v groff >/dev/null 2>&1; then
   for page in "$prefix"/share/man/man1/*.1 "$prefix"/share/man/man3/*.3; do
      (cd "$prefix/share/man" && groff -man -Tascii -ww "$page" 2>&1 >/dev/null)
   done >groff.log
   check "the pages format without warnings" [ ! -s groff.log ]
fi
# A function without a comment, such as one after a blank line, is an error.
awk '{ print } /^NVP4C_API const char \*nvp4c_version/ { print "\nNVP4C_API int nvp4c_lonely(void);" }' nvp4c.h >lonely.h
check "a function needs a comment" sh -c '! "$0" embed.c lonely lonely.h 2>lonely.err && grep -q "nvp4c_lonely() has no comment" lonely.err' \
   "$root/scripts/man-library.sh"

cd - >/dev/null || exit 1
check "uninstall" $make -s O="$build" PREFIX="$prefix" LIBDIR="$prefix/lib" uninstall
check "leaves no file" [ -z "$(find "$prefix" ! -type d)" ]
check "and installs with DESTDIR" $make -s O="$build" PREFIX=/opt/x DESTDIR="$dir/stage" install
check "into its place" [ -s "$dir/stage/opt/x/lib/pkgconfig/nvp4c.pc" ]
check "which the files do not name" grep -qx 'prefix=/opt/x' "$dir/stage/opt/x/lib/pkgconfig/nvp4c.pc"

check "install-strip" $make -s O="$build" PREFIX="$prefix" LIBDIR="$prefix/lib" install-strip
for f in bin/nvp4c lib/libnvp4c.so lib/libnvp4c.a; do
   check "$f has no debug information" sh -c '! readelf -SW "$0" | grep -q "[.]debug_info"' "$prefix/$f"
   check "which it has without -strip" sh -c 'readelf -SW "$0" | grep -q "[.]debug_info"' "$dir/stage/opt/x/$f"
done
check "the stripped compiler runs" "$prefix/bin/nvp4c" --version
cd "$dir" || exit 1
# shellcheck disable=SC2046,SC2086
check "the stripped libraries link" sh -c '
   "$@" -o shared embed.c $(pkg-config --cflags --libs nvp4c) &&
   "$@" -o static embed.c $(pkg-config --cflags nvp4c) "$0" -lm &&
   LD_LIBRARY_PATH=$(dirname "$0") ./shared && ./static' "$prefix/lib/libnvp4c.a" $cc $flags -std=c99
echo "$passed passed, $failed failed"
[ $failed = 0 ]

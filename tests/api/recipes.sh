#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the examples of docs/build-recipes.md with an installed compiler: recipes.sh "MAKE" BUILD-DIR. A recipe whose program is not installed is
# printed as SKIP; that of Bazel runs if FARM=1.
#
# Each recipe must build, do nothing the second time, compile what changed and nothing else, compile everything after a change of the options
# file, and after a failed compile have no output and fail again.
set -u
. tests/tool/suite.sh
make=$1 build=$2
examples=$(realpath examples)
$make -s O="$build" PREFIX="$dir/prefix" LIBDIR="$dir/prefix/lib" install >"$dir/log" 2>&1
verdict $? "install: $(cat "$dir/log")"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS
PATH=$dir/prefix/bin:$PATH
PKG_CONFIG_PATH=$dir/prefix/lib/pkgconfig
LD_LIBRARY_PATH=$dir/prefix/lib
CMAKE_PREFIX_PATH=$dir/prefix
NVP4C_CACHE=$dir/store
export PATH PKG_CONFIG_PATH LD_LIBRARY_PATH CMAKE_PREFIX_PATH NVP4C_CACHE

start() { # recipe: its files in a new folder, with two shaders and an options file
   recipe=$1
   rm -rf "${dir:?}/work"
   cp -r "$examples/build/$1" "$dir/work"
   mkdir "$dir/work/shaders"
   cp "$examples/lit.vp" "$examples/lit.fp" "$dir/work/shaders"
   echo '-O1' >"$dir/work/options"
   cd "$dir/work" || exit 2
}
ok() { # name, command...: the command succeeds
   name=$1
   shift
   "$@" >ok.log 2>&1
   verdict $? "$recipe: $name: $(tail -5 ok.log)"
}
fails() { # name, command...
   name=$1
   shift
   ! "$@" >log 2>&1
   verdict $? "$recipe: $name"
}
# Times of files have a resolution, and ninja compares them.
later() { sleep 0.05; touch "$@"; }
same() { cmp -s "$1" "$2"; }
# Is the code of two objects the same? Their line tables have the names of sources as the build gives them.
same_code() {
   nvp4c --dis -g0 -o one.s "$1" && nvp4c --dis -g0 -o two.s "$2" && cmp -s one.s two.s
}

# Files NAME.vp.o and NAME.fp.o that a command makes: life FOLDER COMMAND...
life() {
   out=$1
   shift
   ok "builds" "$@"
   nvp4c @options -c -o wanted.o shaders/lit.fp
   ok "the object is that of the command line" same_code "$out/lit.fp.o" wanted.o
   touch stamp
   sleep 0.05
   ok "builds again" "$@"
   ok "and has nothing to do" [ -z "$(find "$out" -name 'lit.?p.o' -newer stamp)" ]
   sed -i 's/^END/MOV result.color.w, 1.0;\nEND/' shaders/lit.fp
   later shaders/lit.fp
   ok "a changed shader" "$@"
   ok "is compiled, and the other one is not" [ "$(find "$out" -name 'lit.?p.o' -newer stamp)" = "$out/lit.fp.o" ]
   nvp4c @options -c -o wanted.o shaders/lit.fp
   ok "with its new code" same_code "$out/lit.fp.o" wanted.o
   echo '-target=agx' >>options
   later options
   ok "changed options" "$@"
   ok "compile both" [ "$(find "$out" -name 'lit.?p.o' -newer shaders/lit.fp | wc -l)" = 2 ]
   ok "for the other machine" sh -c "nvp4c -stats $out/lit.vp.o | grep -q '^instructions:'"
   cp shaders/lit.fp good
   sed -i 's/^END/MOV result.color, nothing;\nEND/' shaders/lit.fp
   later shaders/lit.fp
   fails "a wrong shader is an error" "$@"
   ok "with its message" grep -q 'lit.fp:.*: error: .*nothing' log
   fails "and the next time, too" "$@"
   ok "no new output is left" [ -z "$(find "$out" -name 'lit.?p.o' -newer shaders/lit.fp)" ]
   cp good shaders/lit.fp
   later shaders/lit.fp
   ok "the repaired shader" "$@"
   ok "is compiled" [ -n "$(find "$out" -name 'lit.fp.o' -newer good)" ]
}
has() { # program...: are they installed?
   for program; do
      command -v "$program" >/dev/null 2>&1 || { echo "SKIP $recipe: $program is not installed"; return 1; }
   done
}

start make
life out/shaders make
ok "clean" make clean
ok "in parallel, from the store" make -j4 NVP4C="$examples/build/cache/nvp4c-cached nvp4c"

start ninja
! has ninja || life out/shaders ninja

for generator in "Unix Makefiles" Ninja; do
   start cmake
   recipe="cmake, $generator"
   [ "$generator" != Ninja ] || has ninja || continue
   has cmake || continue
   ok "configures" cmake -G "$generator" -S . -B build
   life build/shaders cmake --build build
   ok "the program with a shader in it" sh -c 'build/show | grep -qE "^[0-9]+ bytes, nvp4c $1" ' sh "$(nvp4c --version | cut -d ' ' -f 2)"
   echo 'add_executable(fixed show.c ${code})
target_include_directories(fixed PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
target_link_libraries(fixed nvp4c::nvp4c_static)' >>CMakeLists.txt
   ok "a program with the static library" cmake --build build
   ok "does not need the shared one" sh -c 'build/fixed | grep -q bytes && ! readelf -d build/fixed | grep -q libnvp4c'
   echo 'nvp4c_compile(x SOURCES shaders/lit.fp FORMAT elves)' >>CMakeLists.txt
   fails "a wrong form of output" cmake -S . -B build
   ok "is named" grep -q 'FORMAT elves is not elf, raw, c or hex' log
   sed -i 's/nvp4c 0.1/nvp4c 99.0/' CMakeLists.txt
   fails "a version that is not installed" cmake -S . -B build
done

start meson
if has meson ninja; then
   ok "configures" meson setup build
   life build ninja -C build
   ok "the program with a shader in it" sh -c 'build/show | grep -qE "^[0-9]+ bytes, nvp4c"'
fi

# The cache: same files as without it, also after a second compile, which is not one.
start cache
rm -rf "$NVP4C_CACHE"
cat >count <<'END'
#!/bin/sh
case "$*" in *-cache-key* | *-fsyntax-only*) ;; *) echo "$*" >>"$0.log" ;; esac
exec nvp4c "$@"
END
chmod +x count
cached() { ./nvp4c-cached ./count "$@"; }
compiles() { [ "$(wc -l <count.log)" = "$1" ]; }
nvp4c @options -c -o wanted.o shaders/lit.fp
ok "compiles" cached @options -c -MD -o a.o shaders/lit.fp
ok "once" compiles 1
ok "takes the second from the store" cached @options -c -MD -o b.o shaders/lit.fp
ok "without a compile" compiles 1
ok "the first is right" same a.o wanted.o
ok "the second is the same" same b.o wanted.o
ok "and has a rule" [ "$(cat b.d)" = "b.o: shaders/lit.fp options" ]
ok "a rule for another target" cached @options -c -MD -MP -MF c.d -MQ 'a b' -o c.o shaders/lit.fp
nvp4c @options -c -MD -MP -MF wanted.d -MQ 'a b' -o c.o shaders/lit.fp
ok "is that of nvp4c" same c.d wanted.d
ok "and is still no compile" compiles 1
ok "other options" cached @options -O0 -c -o b.o shaders/lit.fp
ok "are another compile" compiles 2
ok "another form" cached @options -c -fmt=hex -o a.hex shaders/lit.fp
ok "and another one with the same options" cached @options -c -fmt=c -o a.inc shaders/lit.fp
nvp4c @options -c -fmt=c -o wanted.inc shaders/lit.fp
ok "are not mixed up" same a.inc wanted.inc
echo '-O2' >options
ok "a changed options file" cached @options -c -o b.o shaders/lit.fp
ok "is another compile, too" compiles 5
sed 's/^END/TEMP unused;\nEND/' shaders/lit.fp >shaders/warn.fp
cached -c -o w.o shaders/warn.fp 2>log
ok "a program with a warning prints it" grep -q warning log
cached -c -o w.o shaders/warn.fp 2>log
ok "each time" grep -q warning log
sed 's/^END/MOV result.color, nothing;\nEND/' shaders/lit.fp >shaders/bad.fp
fails "a wrong program" cached -c -o bad.o shaders/bad.fp
ok "is not kept" [ ! -e bad.o ]
ok "leaves no temporary file in the store" [ -z "$(find "$NVP4C_CACHE" -name '*.??????')" ]
ok "without -o" cached -c -MD shaders/lit.fp
ok "the names are those of nvp4c" [ -s lit.o -a -s lit.d ]
cached -S -o - shaders/lit.fp >text
ok "standard output is that of nvp4c" sh -c 'nvp4c -S -o - shaders/lit.fp | cmp -s - text'

start farm
if [ "${FARM-}" != 1 ]; then
   echo "SKIP farm: FARM=1 runs Bazel"
elif has bazel; then
   sed -i "s|\"/usr\"|\"$dir/prefix\"|" WORKSPACE
   farm() { bazel --batch --output_user_root="$dir/bazel" build --disk_cache="$dir/disk" //:all; }
   ok "builds" farm
   nvp4c @options -c -o wanted.o shaders/lit.fp
   ok "the object is that of the command line" same_code bazel-bin/lit.fp.o wanted.o
   rm -rf bazel-*
   bazel --batch --output_user_root="$dir/bazel" clean >log 2>&1
   farm >log 2>&1
      ok "takes both from the store" grep -qE '2 (disk|remote) cache hit' log
   sed -i 's/^END/MOV result.color, nothing;\nEND/' shaders/lit.fp
   fails "a wrong shader is an error" farm
   ok "with its message" grep -q 'lit.fp:.*: error: .*nothing' log
fi
finish

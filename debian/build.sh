#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the Debian packages from a copy of the tree and checks them with lintian: build.sh FOLDER. The packages are in FOLDER. Prints SKIP and
# the reason if a program is missing. If debootstrap made a system in the folder $CHROOT, installs the packages in a copy of it and runs them.
set -eu
out=$1
skip() { echo "SKIP deb: $*"; exit 0; }
command -v dpkg-buildpackage >/dev/null 2>&1 || skip "dpkg-dev is not installed"
command -v dh >/dev/null 2>&1 || skip "debhelper is not installed"
missing=$(dpkg-checkbuilddeps debian/control 2>&1) || skip "$missing"

rm -rf "$out"
mkdir -p "$out/nvp4c"
out=$(realpath "$out")
scripts/check-structure.sh -files | tar cf - -T - | tar xf - -C "$out/nvp4c"
(cd "$out/nvp4c" && dpkg-buildpackage -us -uc -b -j2) >"$out/build.log" 2>&1 || { tail -40 "$out/build.log"; echo "deb: $out/build.log"; exit 1; }
rm -rf "${out:?}/nvp4c"
ls "$out"/*.deb
if command -v lintian >/dev/null 2>&1; then
   # initial-upload-closes-no-bugs: the packages are not in Debian.
   as=''
   [ "$(id -u)" != 0 ] || as=--allow-root
   lintian $as --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$out"/*.changes
   echo "lintian has no complaints"
else
   echo "SKIP lintian: it is not installed"
fi

[ -n "${CHROOT-}" ] || exit 0
system=$out/system
cp -a "$CHROOT" "$system"
trap 'rm -rf "$system"' EXIT
cp "$out"/*.deb examples/phong.fp "$system/tmp"
rm "$system"/tmp/*-dbgsym_*.deb
run() { chroot "$system" env DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"; }
run sh -c 'apt-get install -y --no-install-recommends /tmp/nvp4c_*.deb /tmp/libnvp4c*.deb' >"$out/install.log" 2>&1 || { tail "$out/install.log"; exit 1; }
run nvp4c -verify-sim=16 -o /dev/null /tmp/phong.fp
run sh -c 'apt-get install -y --no-install-recommends /tmp/nvp4c-gl_*.deb /tmp/python3-nvp4c_*.deb' >>"$out/install.log" 2>&1 ||
   { tail "$out/install.log"; exit 1; }
run nvp4c-gl --help | head -3
run python3 -c 'import nvp4c; print("python3-nvp4c:", nvp4c.compile(open("/tmp/phong.fp").read()).stage)'
run dpkg --purge nvp4c nvp4c-gl python3-nvp4c libnvp4c-dev libnvp4c0.1 >>"$out/install.log" 2>&1
if left=$(find "$system/usr" "$system/etc" -name '*nvp4c*' | grep .); then
   echo "files are left after the packages were removed: $left"
   exit 1
fi
echo "installed, run and removed in a copy of $CHROOT"

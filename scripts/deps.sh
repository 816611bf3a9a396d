#!/bin/sh
# SPDX-License-Identifier: MIT
# The list of Debian packages for building and testing. Installs missing ones as root or by sudo without a password, or prints the command and
# stops; then runs its arguments: `scripts/deps.sh make check`. A first argument --oracle adds packages for `make oracle`, --real for
# `make real-tgsi`, `make piglit` and the other goals with GL programs, --games also the two games of `make check-pictures`, --apps also the
# programs of `make check-apps`, and --browser the browser of `make check-browser`; its Node packages come from `npm ci --ignore-scripts` in
# tests/browser. --web adds those of `make web` and `make check-web`, besides node and npm, which may come from elsewhere.
set -eu

PACKAGES="make gcc libc6-dev flex bison check pkg-config libpng-dev libjansson-dev g++ python3 python3-jsonschema git"
ORACLE_PACKAGES="libegl1 libgl1-mesa-dri"
REAL_PACKAGES="libegl1 libgl1-mesa-dri piglit glmark2-es2-x11 mesa-utils xvfb xauth"
GAME_PACKAGES="neverball extremetuxracer"
WEB_PACKAGES="emscripten chromium"
BROWSER_PACKAGES="chromium nodejs npm"
APP_PACKAGES="xscreensaver-gl xscreensaver-gl-extra gtk-4-examples openscenegraph neverball"

case ${1-} in
--oracle)
   shift
   PACKAGES="$PACKAGES $ORACLE_PACKAGES"
   ;;
--real)
   shift
   PACKAGES="$PACKAGES $REAL_PACKAGES"
   ;;
--games)
   shift
   PACKAGES="$PACKAGES $REAL_PACKAGES $GAME_PACKAGES"
   ;;
--web)
   shift
   PACKAGES="$PACKAGES $WEB_PACKAGES"
   command -v node >/dev/null 2>&1 || PACKAGES="$PACKAGES nodejs"
   command -v npm >/dev/null 2>&1 || PACKAGES="$PACKAGES npm"
   ;;
--browser)
   shift
   PACKAGES="$PACKAGES $BROWSER_PACKAGES"
   ;;
--apps)
   shift
   PACKAGES="$PACKAGES $REAL_PACKAGES $APP_PACKAGES"
   ;;
esac

missing=
for p in $PACKAGES; do
   # A package has its files only in the state "install ok installed".
   case $(dpkg-query -W -f '${Status}' "$p" 2>/dev/null || true) in
   "install ok installed") ;;
   *) missing="$missing $p" ;;
   esac
done
# pkgconf replaces pkg-config in newer releases.
case $missing in *pkg-config*) command -v pkg-config >/dev/null 2>&1 && missing=$(echo "$missing" | sed 's/ pkg-config//') ;; esac

if [ -n "$missing" ]; then
   if [ "$(id -u)" = 0 ]; then
      run=
   elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
      run=sudo
   else
      echo "deps.sh: these packages are missing; as root, run:" >&2
      echo "  apt-get install$missing" >&2
      exit 1
   fi
   echo "deps.sh: installing$missing" >&2
   # shellcheck disable=SC2086 # words are meant to split
   if ! $run env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >/dev/null 2>&1; then
      $run apt-get update >&2
      $run env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >&2
   fi
fi

[ $# -eq 0 ] || exec "$@"

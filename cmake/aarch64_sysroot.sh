#!/bin/sh
# Fills a folder with Debian's AArch64 packages of oneTBB, xsimd and doctest for cross-compiling,
# without adding an architecture to the system: apt works on lists of its own in that folder.
#
# usage: aarch64_sysroot.sh [FOLDER]     (default: build/aarch64-sysroot beside this script's folder)
set -eu
root=${1:-$(dirname "$0")/../build/aarch64-sysroot}
mkdir -p "$root"
root=$(cd "$root" && pwd)
[ -e "$root/.ready" ] && exit 0

apt=$root/.apt
mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$apt/packages"
: > "$apt/state/status"
arm64_apt() {
  apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 \
    -o Dir::State="$apt/state" -o Dir::State::status="$apt/state/status" \
    -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root "$@"
}
# A package source of the system without AArch64 packages fails here; what counts is the download.
arm64_apt update || echo "aarch64_sysroot: apt-get update reported errors" >&2
(cd "$apt/packages" && arm64_apt download libtbb12 libtbbmalloc2 libtbbbind-2-5 \
  libtbb-dev libxsimd-dev doctest-dev)
for package in "$apt/packages"/*.deb; do dpkg-deb -x "$package" "$root"; done
rm -rf "$apt"
touch "$root/.ready"

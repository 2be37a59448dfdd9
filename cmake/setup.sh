# shellcheck shell=sh
# Read by the other scripts with `.`: installs Debian packages, as root or through sudo.

# need PACKAGE...: installs those that are missing.
need() {
  missing=
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -eq 0 ]; then
    as_root=
  elif command -v sudo >/dev/null; then
    as_root=sudo
  else
    echo "simt: please install, as root:$missing" >&2
    return 1
  fi
  echo "simt: installs$missing"
  setup_log=$(mktemp)
  $as_root apt-get -qq update >"$setup_log" 2>&1 || :
  # shellcheck disable=SC2086  # the packages are words
  if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install \
    --no-install-recommends $missing >>"$setup_log" 2>&1; then
    cat "$setup_log" >&2
    return 1
  fi
  rm -f "$setup_log"
}

# compiler_packages COMPILER: the Debian packages of a compiler given by name or path.
compiler_packages() {
  case ${1##*/} in
    clang++) echo clang g++ ;;
    clang++-*) echo "clang-${1##*-}" g++ ;;
    g++-*) echo "${1##*/}" ;;
    *) echo g++ ;;
  esac
}

# build PRESET: builds all that can be built. The compilers' memory comes in large pages where the system
# has such, which saves a tenth of their time.
build() {
  GLIBC_TUNABLES=glibc.malloc.hugetlb=1 cmake --build --preset "$1" -- -k 20
}

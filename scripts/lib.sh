# shellcheck shell=bash
# shellcheck disable=SC2034  # the lists are for the scripts that read this file
# What the scripts share: which packages are needed, how a missing one is put right, and the build.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# For building, by Debian's and Ubuntu's names.
build_packages=(
  g++ cmake ninja-build git ca-certificates
  libgit2-dev libssh2-1-dev libmbedtls-dev libpcre2-dev zlib1g-dev
  libgcrypt20-dev libgpg-error-dev libssl-dev
  libyaml-cpp-dev nlohmann-json3-dev libcli11-dev libtomlplusplus-dev
)
# Makes a static libgit2 complete on some releases and is not there on others.
build_extras=(libhttp-parser-dev libllhttp-dev libzstd-dev)
# Further, for the tests; a test says "skipped" where an extra is absent.
test_packages=(catch2 jq python3 bsdutils)
test_extras=(openssh-server openssh-client gitolite3 gojq clang-format git-lfs pre-commit strace shellcheck mandoc valgrind man-db zsh fish)

say() { printf '%s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
die() {
  printf 'fatal: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf 'hint: %s\n' "$@" >&2
  exit 128
}

# installed PACKAGE: by dpkg.
installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# What `missing` looks for where there is no dpkg: a command, or a header that the compiler finds.
package_proof() {
  case $1 in
    g++ | cmake | git | jq | python3 | git-lfs | strace | shellcheck | mandoc | valgrind | zsh | fish) say "command $1" ;;
    ninja-build) say "command ninja" ;;
    bsdutils) say "command script" ;;
    man-db) say "command man" ;;
    libgit2-dev) say "header git2.h" ;;
    libyaml-cpp-dev) say "header yaml-cpp/yaml.h" ;;
    nlohmann-json3-dev) say "header nlohmann/json.hpp" ;;
    libcli11-dev) say "header CLI/CLI.hpp" ;;
    libtomlplusplus-dev) say "header toml++/toml.h" ;;
    catch2) say "header catch2/catch.hpp" ;;
    *) say none ;; # only makes the program start faster
  esac
}

# missing PACKAGE...: prints those that are not here.
missing() {
  local package kind what
  for package; do
    if command -v dpkg-query >/dev/null; then
      installed "$package" || say "$package"
      continue
    fi
    read -r kind what < <(package_proof "$package")
    case $kind in
      command) command -v "$what" >/dev/null || say "$package" ;;
      header) echo "#include <$what>" | c++ -E -x c++ - >/dev/null 2>&1 || say "$package" ;;
    esac
  done
}

# as_root CMD...: as root, or through sudo where that is possible without hanging.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif [ -t 0 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

can_install() {
  command -v apt-get >/dev/null || return 1
  [ "$(id -u)" -eq 0 ] && return 0
  command -v sudo >/dev/null || return 1
  [ -t 0 ] || sudo -n true 2>/dev/null
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" </dev/null
}

# need PACKAGE...: they are here afterwards, or the script has stopped and said which are missing.
need() {
  local list
  mapfile -t list < <(missing "$@")
  [ ${#list[@]} -eq 0 ] && return
  can_install || die "these packages are missing: ${list[*]}" \
    "install them (the names are Debian's) and run this again, or run it as root"
  say "installing: ${list[*]}"
  apt_install "${list[@]}" >/dev/null 2>&1 && return
  as_root apt-get update -q </dev/null >/dev/null || warn "'apt-get update' failed"
  apt_install "${list[@]}" >/dev/null || die "apt could not install: ${list[*]}"
}

# want PACKAGE...: as `need`, but goes on without what cannot be had.
want() {
  local package list=()
  for package in $(missing "$@"); do
    can_install && apt-cache show "$package" >/dev/null 2>&1 && list+=("$package")
  done
  [ ${#list[@]} -eq 0 ] && return
  say "installing: ${list[*]}"
  apt_install "${list[@]}" >/dev/null 2>&1 || warn "going on without: ${list[*]}"
}

# The lines of ninja on stdin as one line that counts, on a terminal; nothing elsewhere.
show_progress() {
  local line step='^\[([0-9]+)/([0-9]+)\]'
  while IFS= read -r line; do
    [[ ! -t 2 || ! $line =~ $step ]] || printf '\r%s of %s' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}

# build PRESET [TARGET...]: ccache and mold are used where they are, and never asked for. A folder that is made here
# compiles several files as one, which takes less than half the time; one that a developer made stays as it is.
build() {
  local preset=$1 options=()
  shift
  [ -e "$project/build/$preset/CMakeCache.txt" ] || options+=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=70)
  # Who debugs configures by hand, with the preset's symbols.
  [ "$preset" != dev ] || [ ${#options[@]} -eq 0 ] || options+=("-DCMAKE_CXX_FLAGS_DEBUG=-Og")
  ! command -v ccache >/dev/null || options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  if [ "$preset" != release ] && command -v mold >/dev/null; then
    options+=(-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=mold)
  fi
  local log
  log=$(mktemp)
  if ! (cd "$project" && cmake --preset "$preset" "${options[@]}") >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    die "cannot configure the build"
  fi
  grep -h '^-- libgit2' "$log" | sed 's/^-- //'
  say "building ($preset); the first time takes minutes"
  if ! (
    set -o pipefail
    cmake --build "$project/build/$preset" ${@:+--target "$@"} 2>&1 | tee "$log" | show_progress
  ); then
    grep -v '^\[' "$log" | head -n 100 >&2
    rm -f "$log"
    die "the build failed"
  fi
  rm -f "$log"
}

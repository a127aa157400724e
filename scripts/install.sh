#!/usr/bin/env bash
# Builds git-handoff and installs it.
#
#   scripts/install.sh [--prefix DIR] [--demo]
#   scripts/install.sh [--prefix DIR] --uninstall
#
#   --prefix DIR   where to (also: PREFIX in the environment); /usr/local for root, else ~/.local
#   --demo         then pause and resume in a throwaway repository, showing every step
#   --uninstall    remove exactly what was installed there
#   -h, --help     show this help
#
# DESTDIR is put before every path that is written. HANDOFF_BUILD_DIR names a finished build to install
# instead of building one. Missing packages are installed with apt, as root or
# through sudo; where that is not possible they are named, and nothing is done.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

usage() { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; }

usage_error() {
  printf 'fatal: %s\nhint: '\''scripts/install.sh -h'\'' shows what it takes\n' "$1" >&2
  exit 129
}

action=install
demo=no
prefix=${PREFIX:-}
while [ $# -gt 0 ]; do
  case $1 in
    --demo) demo=yes ;;
    --uninstall) action=uninstall ;;
    --prefix)
      [ $# -gt 1 ] || usage_error "--prefix needs a folder"
      prefix=$2
      shift
      ;;
    --prefix=*) prefix=${1#*=} ;;
    -h | --help)
      usage
      exit 0
      ;;
    *) usage_error "'$1' is not an option" ;;
  esac
  shift
done

if [ -z "$prefix" ]; then
  if [ "$(id -u)" -eq 0 ]; then
    prefix=/usr/local
  else
    prefix=${HOME:?HOME is not set}/.local
  fi
fi
case $prefix in
  /) prefix="" ;;
  /*) prefix=${prefix%/} ;;
  *) prefix=$PWD/${prefix%/} ;;
esac
root=${DESTDIR:-}$prefix
# One line a path below the prefix: `f` a file we wrote, `d` a folder that was not there before us.
manifest=$root/share/git-handoff/install-manifest
# Debian's fish looks below /usr and in the home only, and here for what the machine's owner adds.
fish_folder=${DESTDIR:-}/etc/fish
fish_links=(completions/git-handoff.fish conf.d/git-handoff.fish)

# The nearest folder above that exists must be ours to write in.
check_writable() {
  local place=$root
  while [ ! -e "$place" ] && [ -n "$place" ]; do place=${place%/*}; done
  [ -w "${place:-/}" ] || die "cannot write in '${place:-/}'" \
    "run it as root, or choose a place with --prefix"
}

# fish_target LINK: where a link in fish_folder goes.
fish_target() {
  case $1 in
    completions/*) printf '%s\n' "$prefix/share/fish/vendor_completions.d/${1#*/}" ;;
    *) printf '%s\n' "$prefix/share/fish/vendor_conf.d/${1#*/}" ;;
  esac
}

# link_for_fish: so that every fish of the machine finds what was installed to /usr/local.
link_for_fish() {
  local link
  [ "$prefix" = /usr/local ] && [ -d "$fish_folder" ] && [ -w "$fish_folder" ] || return 0
  for link in "${fish_links[@]}"; do
    [ -e "$fish_folder/$link" ] || [ -L "$fish_folder/$link" ] && continue
    mkdir -p "$fish_folder/${link%/*}"
    ln -s "$(fish_target "$link")" "$fish_folder/$link"
  done
}

# remove KIND PATH: one line of a manifest.
remove() {
  case /$2/ in */../*) return ;; esac
  case $1 in
    f) rm -f -- "$root/$2" ;;
    # Someone else's files may live there by now.
    d) if [ "$2" = . ]; then rmdir -- "$root"; else rmdir -- "$root/$2"; fi 2>/dev/null || true ;;
  esac
}

uninstall() {
  [ -f "$manifest" ] || die "nothing of git-handoff is installed under '$root'" \
    "'--prefix DIR' names the place it was installed to"
  check_writable
  local kind path list
  list=$(cat "$manifest")
  while read -r kind path; do [ "$kind" != f ] || remove f "$path"; done <<<"$list"
  for path in "${fish_links[@]}"; do  # those that are ours
    [ "$(readlink -- "$fish_folder/$path")" != "$(fish_target "$path")" ] || rm -f -- "$fish_folder/$path"
  done
  rm -f -- "$manifest"
  # Deepest first.
  while read -r kind path; do remove d "$path"; done < <(grep '^d ' <<<"$list" | LC_ALL=C sort -r)
  say "Removed git-handoff from $root."
}

# new_manifest STAGE: what an installation of this stage is about to write, folders first.
new_manifest() {
  local path
  (cd "$1" && find . -type d | sed 's,^\./,,' | LC_ALL=C sort) | while read -r path; do
    # A folder that an earlier installation of ours made stays ours.
    if [ ! -e "$root/$path" ] || { [ -f "$manifest" ] && grep -qxF "d $path" "$manifest"; }; then
      say "d $path"
    fi
  done
  (cd "$1" && find . -type f -printf 'f %P\n' | LC_ALL=C sort)
}

install_stage() {
  local stage=$1 list old="" kind path mode
  list=$(new_manifest "$stage")
  [ ! -f "$manifest" ] || old=$(cat "$manifest")
  mkdir -p "$root/share/git-handoff"
  # Known before the first file is there, so that an installation that was cut off can be removed.
  printf '%s\n' "$list" "$old" | grep . | LC_ALL=C sort -u >"$manifest.new"
  mv -f "$manifest.new" "$manifest"
  while read -r kind path; do
    [ "$kind" = f ] || continue
    mode=644
    [ ! -x "$stage/$path" ] || mode=755
    install -D -m "$mode" -- "$stage/$path" "$root/$path"
  done <<<"$list"
  # What an older version had and this one has not.
  while read -r kind path; do
    [ "$kind" != f ] || grep -qxF "f $path" <<<"$list" || remove f "$path"
  done <<<"$old"
  printf '%s\n' "$list" >"$manifest"
}

install_all() {
  local stage build_dir=${HANDOFF_BUILD_DIR:-}
  check_writable
  if [ -z "$build_dir" ]; then
    need "${build_packages[@]}"
    want "${build_extras[@]}"
    build release git-handoff
    build_dir=$project/build/release
  fi
  stage=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$stage'" EXIT
  umask 022
  DESTDIR=$stage cmake --install "$build_dir" --prefix /p --strip >/dev/null
  mkdir -p "$stage/p/share/git-handoff"
  install_stage "$stage/p"
  link_for_fish
  say "Installed $("$root/bin/git-handoff" --version) under $root."
  case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) say "'$prefix/bin' is not in PATH; so that 'git handoff' is found: export PATH=\"$prefix/bin:\$PATH\"" ;;
  esac
}

if [ $action = uninstall ]; then
  uninstall
  exit 0
fi
install_all
if [ $demo = yes ]; then
  echo
  bash "$project/scripts/demo.sh" "$root/bin"
fi

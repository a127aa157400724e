#!/usr/bin/env bash
# The Debian package: what it holds, what it asks for, and that the same source gives the same bytes.
. "$(dirname "$0")/lib.sh"

# make_package DIR: the path of a package made into this folder.
make_package() {
  works cpack --config "$bin_dir/CPackConfig.cmake" -B "$PWD/$1"
  ls "$PWD/$1"/*.deb
}

holds_what_it_should() {
  command -v dpkg-deb >/dev/null || skip "no dpkg here"
  local deb list
  deb=$(make_package one)
  expect_contains "$(dpkg-deb -f "$deb" Depends)" "git (>= 1:2.38)"
  list=$(dpkg-deb -c "$deb" | awk '{print $6}')
  expect_contains "$list" ./usr/bin/git-handoff ./usr/share/man/man1/git-handoff.1.gz \
    ./usr/share/bash-completion/completions/git-handoff \
    ./usr/share/zsh/vendor-completions/_git-handoff \
    ./usr/share/fish/vendor_completions.d/git-handoff.fish ./usr/share/fish/vendor_conf.d/git-handoff.fish \
    ./usr/share/doc/git-handoff/copyright ./usr/share/doc/git-handoff/changelog.Debian.gz
  works dpkg-deb -x "$deb" tree
  works tree/usr/bin/git-handoff --version
  expect_equal "" "$(find tree ! -type l -perm /022)" "writable for others"
}

is_reproducible() {
  command -v dpkg-deb >/dev/null || skip "no dpkg here"
  export SOURCE_DATE_EPOCH=1774353600
  local first second
  first=$(make_package one)
  sleep 1.1 # of a file's time in an archive, seconds are kept
  second=$(make_package two)
  cmp "$first" "$second" || fail "two packages of one build differ"
}

test_case "the package holds program, manual and completions, and depends on git" holds_what_it_should
test_case "the same build gives the same package, whenever it is made" is_reproducible
test_done

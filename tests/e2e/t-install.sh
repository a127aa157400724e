#!/usr/bin/env bash
# scripts/install.sh puts files where they are looked for, and takes away exactly these.
. "$(dirname "$0")/lib.sh"

# The build that is under test, so that nothing has to be built again.
export HANDOFF_BUILD_DIR=$bin_dir
install_sh=$project_dir/scripts/install.sh

installs_under_prefix() {
  works bash "$install_sh" --prefix "$PWD/new/prefix"
  expect_contains "$out" "Installed git-handoff" "not in PATH"
  works "$PWD/new/prefix/bin/git-handoff" --version
  local file
  for file in bash-completion/completions/git-handoff zsh/site-functions/_git-handoff \
    fish/vendor_completions.d/git-handoff.fish fish/vendor_conf.d/git-handoff.fish man/man1/git-handoff.1; do
    [ -s "new/prefix/share/$file" ] || fail "'$file' was not installed"
  done
}

honours_destdir() {
  DESTDIR=$PWD/stage PREFIX=/opt/tool works bash "$install_sh"
  works "$PWD/stage/opt/tool/bin/git-handoff" --version
  DESTDIR=$PWD/stage works bash "$install_sh" --prefix /opt/tool --uninstall
  expect_equal "stage
stage/opt" "$(find stage | sort)"
}

# Debian's fish does not look below /usr/local.
links_for_fish() {
  mkdir -p stage/etc/fish/conf.d
  DESTDIR=$PWD/stage works bash "$install_sh" --prefix /usr/local
  expect_equal /usr/local/share/fish/vendor_completions.d/git-handoff.fish \
    "$(readlink stage/etc/fish/completions/git-handoff.fish)"
  expect_equal /usr/local/share/fish/vendor_conf.d/git-handoff.fish "$(readlink stage/etc/fish/conf.d/git-handoff.fish)"
  echo "the user's own" >own
  mv own stage/etc/fish/completions/git-handoff.fish
  DESTDIR=$PWD/stage works bash "$install_sh" --prefix /usr/local
  DESTDIR=$PWD/stage works bash "$install_sh" --prefix /usr/local --uninstall
  expect_equal "the user's own" "$(cat stage/etc/fish/completions/git-handoff.fish)"
  [ ! -L stage/etc/fish/conf.d/git-handoff.fish ] || fail "a link stayed"
}

removes_exactly_its_own() {
  mkdir -p there/share/man/man1 there/bin
  echo foreign >there/share/man/man1/other.1
  find there | sort >before
  works bash "$install_sh" --prefix "$PWD/there"
  works bash "$install_sh" --prefix "$PWD/there"
  echo "someone else's" >there/share/fish/later
  works bash "$install_sh" --prefix "$PWD/there" --uninstall
  expect_equal "$( (cat before && printf 'there/share/fish\nthere/share/fish/later\n') | sort)" \
    "$(find there | sort)"
  must_fail 128 bash "$install_sh" --prefix "$PWD/there" --uninstall
  expect_contains "$err" "nothing of git-handoff is installed"
}

forgets_files_of_older_versions() {
  works bash "$install_sh" --prefix "$PWD/there"
  echo old >there/share/git-handoff/old-file
  echo "f share/git-handoff/old-file" >>there/share/git-handoff/install-manifest
  works bash "$install_sh" --prefix "$PWD/there"
  [ ! -e there/share/git-handoff/old-file ] || fail "a file of the older version stayed"
  works bash "$install_sh" --prefix "$PWD/there" --uninstall
  [ ! -e there ] || fail "left behind: $(find there)"
}

refuses_unknown_options() {
  must_fail 129 bash "$install_sh" --no-such
  expect_contains "$err" "'--no-such' is not an option"
  works bash "$install_sh" -h
  expect_contains "$out" "--uninstall" "DESTDIR"
}

shows_a_demo_without_an_identity() {
  rm "$HOME/.gitconfig"
  works bash "$install_sh" --prefix "$PWD/there" --demo
  expect_contains "$out" "$ git handoff pause" "$ git handoff resume" \
    "are exactly as they were"
  [ ! -e "$HOME/.gitconfig" ] || fail "the demo wrote the user's configuration"
}

test_case "installs program, man pages and completions under a prefix" installs_under_prefix
test_case "honours DESTDIR and PREFIX" honours_destdir
test_case "in /usr/local, fish finds it all the same" links_for_fish
test_case "uninstall removes exactly what was installed" removes_exactly_its_own
test_case "an upgrade removes what only the older version had" forgets_files_of_older_versions
test_case "unknown options are usage errors" refuses_unknown_options
test_case "the demo works on a machine with no git identity" shows_a_demo_without_an_identity
test_done

# shellcheck shell=bash
# A small project and work on it, for all tests that are shell.

# write FILE [LINE...]: makes the file, and the folders above it, of these lines; of none, an empty one.
write() {
  case $1 in */*) [ -d "${1%/*}" ] || mkdir -p -- "${1%/*}" ;; esac
  if [ $# -eq 1 ]; then
    : >"$1"
  else
    printf '%s\n' "${@:2}" >"$1"
  fi
}

# write_project: three files.
write_project() {
  write README "a project"
  write src/main.c "int main(void) {" "  return 0;" "}"
  write src/util.c "int util(void) { return 1; }"
}

# make_work: staged, unstaged and untracked changes on them.
make_work() {
  write src/main.c "int main(void) {" "  return util();" "}"
  git add src/main.c
  write src/main.c "int util(void);" "int main(void) {" "  return util();" "}"
  write src/util.c "int util(void) { return 2; }"
  write notes/todo.txt "untracked"
}

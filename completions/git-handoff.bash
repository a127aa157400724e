# shellcheck shell=bash
# Completion of `git handoff` in bash. Commands and options come from the program's own help, so that
# they are those of the version that is installed.

# As git's own completion calls it, for the repository of `git -C FOLDER handoff`.
__git_handoff_git() {
  if declare -F __git >/dev/null; then __git "$@"; else git "$@" 2>/dev/null; fi
}

# The names of the commands.
__git_handoff_commands() { git-handoff help --porcelain 2>/dev/null | cut -f1; }

# __git_handoff_takes COMMAND: what its arguments are, as the program's table has it.
__git_handoff_takes() { git-handoff help --porcelain 2>/dev/null | sed -n "s/^$1\t\([^\t]*\)\t.*/\1/p"; }

# __git_handoff_options COMMAND: its options, one a line.
__git_handoff_options() {
  git-handoff "$1" -h 2>/dev/null | sed -n 's/^  *\(-[^ ]*\).*/\1/p' | tr ',' '\n' | grep '^-'
}

# __git_handoff_values COMMAND OPTION: the words between braces that the help gives for it.
__git_handoff_values() {
  git-handoff "$1" -h 2>/dev/null |
    sed -n "s/^  *[-a-zA-Z,]*$2[ ,=][^{]*{\([^}]*\)}.*/\1/p" | tr ',' '\n'
}

# __git_handoff_ids [archived]: records of this repository and of its remotes.
__git_handoff_ids() {
  __git_handoff_git for-each-ref --format='%(refname:lstrip=-1)' "refs/handoffs/${1:-active}"
  [ -n "${1:-}" ] || __git_handoff_git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/remotes
}

# __git_handoff_notes: the ids of the notes that wait for the next pause.
__git_handoff_notes() { __git_handoff_git handoff note --list | grep -o '^n-[0-9a-f]*'; }

# __git_handoff_reply WORDS BEGIN: those that begin so, quoted: a branch may be called `$(date)`.
__git_handoff_reply() {
  local word quoted
  COMPREPLY=()
  while IFS= read -r word; do
    printf -v quoted %q "$word"
    [[ -n $word && ($word == "$2"* || $quoted == "$2"*) ]] && COMPREPLY+=("$quoted")
  done <<<"$1"
}

# Called by git's own completion, and below for `git-handoff`.
_git_handoff() {
  local current=${COMP_WORDS[COMP_CWORD]} previous="" command="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i - 1]} == handoff || ${COMP_WORDS[i - 1]} == git-handoff || ${COMP_WORDS[i - 1]} == */git-handoff ]] &&
      command=${COMP_WORDS[i]} && break
  done
  ((COMP_CWORD == 0)) || previous=${COMP_WORDS[COMP_CWORD - 1]}

  # Where an argument is no file, none is offered: git's completion falls back to files.
  compopt +o default +o bashdefault 2>/dev/null
  if [[ -z $command ]]; then
    case $current in
      -*) __git_handoff_reply $'--version\n--help\n-h' "$current" ;;
      *) __git_handoff_reply "$(__git_handoff_commands)" "$current" ;;
    esac
    return
  fi
  # `--format=js` is cut at the = by readline.
  if [[ $current == "=" ]]; then current="" previous=${COMP_WORDS[COMP_CWORD - 1]}; fi
  if [[ $previous == "=" ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi

  case $previous in
    --branch)
      __git_handoff_reply "$(__git_handoff_git for-each-ref --format='%(refname:strip=2)' refs/heads)" "$current"
      return
      ;;
    --from | -o | --output)
      compopt -o default 2>/dev/null
      COMPREPLY=()
      return
      ;;
    --*)
      local values
      values=$(__git_handoff_values "$command" "$previous")
      if [[ -n $values ]]; then
        __git_handoff_reply "$values" "$current"
        return
      fi
      ;;
  esac
  case $current in
    -*)
      __git_handoff_reply "$(__git_handoff_options "$command")" "$current"
      return
      ;;
  esac
  if [[ $command == help ]]; then
    __git_handoff_reply "$(__git_handoff_commands)" "$current"
    return
  fi
  case $(__git_handoff_takes "$command") in
    record) __git_handoff_reply "$(__git_handoff_ids)" "$current" ;;
    fetched) __git_handoff_reply "$(__git_handoff_ids remotes)" "$current" ;;
    archived) __git_handoff_reply "$(__git_handoff_ids archive)" "$current" ;;
    note)
      [[ $previous == note ]] &&
        __git_handoff_reply "$(__git_handoff_values note KIND)" "$current"
      [[ $previous == "done" ]] && __git_handoff_reply "$(__git_handoff_notes)" "$current"
      ;;
    'record|file')
      compopt -o default 2>/dev/null
      __git_handoff_reply "$(__git_handoff_ids)" "$current"
      ;;
    file)
      compopt -o default 2>/dev/null
      COMPREPLY=()
      ;;
    remote) __git_handoff_reply "$(__git_handoff_git remote)" "$current" ;;
  esac
}

complete -F _git_handoff git-handoff

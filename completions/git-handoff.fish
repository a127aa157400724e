# Completion of `git handoff` in fish, which asks this file for `git-handoff` too. Commands and options
# come from the program's own help, so that they are those of the version that is installed.

function __git_handoff_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and echo $words[2]
end

function __git_handoff_commands
    git-handoff -h 2>/dev/null | string replace -rf '^   ([a-z][a-z-]*) +(.*)$' '$1\t$2'
end

function __git_handoff_options
    set -l command (__git_handoff_command)
    test -n "$command"; or return
    for line in (git-handoff $command -h 2>/dev/null | string match -r '^ +-.*')
        set -l line (string trim -- $line)
        set -l names (string split ',' -- (string split -m 1 ' ' -- $line)[1])
        set -l text (string replace -r '^\S+( \S+)*?( {2,}|$)' '' -- $line)
        for name in $names
            printf '%s\t%s\n' $name "$text"
        end
    end
end

function __git_handoff_arguments
    switch (__git_handoff_command)
        case resume brief show log check edit discard export claim lint
            git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active refs/handoffs/remotes 2>/dev/null
        case undo
            git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/archive 2>/dev/null
        case push fetch
            git remote 2>/dev/null
    end
end

complete -c git-handoff -n 'test -z (__git_handoff_command)' -f -a '(__git_handoff_commands)'
complete -c git-handoff -n 'test -n (__git_handoff_command)' -a '(__git_handoff_options)'
complete -c git-handoff -n 'not contains -- (__git_handoff_command) pause import lint' -f -a '(__git_handoff_arguments)'

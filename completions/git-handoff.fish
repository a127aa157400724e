# Completion of `git handoff` in fish, which asks this file for `git-handoff` too. Commands and options
# come from the program's own help, so that they are those of the version that is installed.

function __git_handoff_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and echo $words[2]
end

function __git_handoff_commands
    git-handoff help --porcelain 2>/dev/null | string replace -r '^([^\t]*)\t[^\t]*\t[^\t]*\t' '$1\t'
end

# What the arguments of the command are, as the program's table has it.
function __git_handoff_takes
    set -l command (__git_handoff_command)
    git-handoff help --porcelain 2>/dev/null | string match -r "^$command\t.*" | cut -f2
end

# The lines of the help, each with those that it goes on in.
function __git_handoff_help
    git-handoff $argv[1] -h 2>/dev/null | sed -e ':a' -e '$!N' -e 's/\n \{20,\}/  /;ta' -e 'P;D'
end

function __git_handoff_options
    set -l command (__git_handoff_command)
    test -n "$command"; or return
    for line in (__git_handoff_help $command | string match -r '^ +-.*')
        set -l line (string trim -- $line)
        set -l names (string split ',' -- (string split -m 1 ' ' -- $line)[1])
        set -l text (string replace -r '^\S+( \S+)*?( {2,}|$)' '' -- $line)
        for name in $names
            printf '%s\t%s\n' $name (string replace -a '  ' ' ' -- "$text")
        end
    end
end

# The words between braces that the help gives for an option, or for KIND.
function __git_handoff_values
    git-handoff (__git_handoff_command) -h 2>/dev/null |
        string match -rg -- "^ +[-a-zA-Z,]*$argv[1][ ,=][^{]*\\{([^}]*)\\}" | string split ','
end

# Of the option that stands before the cursor.
function __git_handoff_option_values
    set -l last (commandline -opc)[-1]
    switch $last
        case --branch
            git for-each-ref --format='%(refname:strip=2)' refs/heads 2>/dev/null
        case '--*'
            __git_handoff_values $last
    end
end

function __git_handoff_arguments
    if test "$(__git_handoff_command)" = help
        git-handoff help --porcelain 2>/dev/null | cut -f1
        return
    end
    switch (__git_handoff_takes)
        case note
            test (count (commandline -opc)) -eq 2; and __git_handoff_values KIND
            test (commandline -opc)[-1] = done
            and git-handoff note --list 2>/dev/null | string match -r '^n-[0-9a-f]+'
        case record 'record|file'
            git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active refs/handoffs/remotes 2>/dev/null
        case fetched
            git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/remotes 2>/dev/null
        case archived
            git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/archive 2>/dev/null
        case remote
            git remote 2>/dev/null
    end
end

complete -c git-handoff -n 'test -z (__git_handoff_command)' -f -a '(__git_handoff_commands)'
complete -c git-handoff -n 'test -n (__git_handoff_command)' -a '(__git_handoff_options)'
complete -c git-handoff -n 'test -n "$(__git_handoff_option_values)"' -f -a '(__git_handoff_option_values)'
complete -c git-handoff -n 'not string match -qr file -- (__git_handoff_takes); and test -z "$(__git_handoff_option_values)"' -f -a '(__git_handoff_arguments)'

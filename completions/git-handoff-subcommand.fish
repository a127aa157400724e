# Read when fish starts (vendor_conf.d): `git handoff` itself. Some versions of fish (3.6.0, Debian 12) do not find the
# completions of git's extensions by themselves.
complete -c git -f -n __fish_git_needs_command -a handoff -d 'pause work and resume it exactly'
complete -c git -f -n '__fish_git_using_command handoff' -a '(__fish_git_complete_custom_command handoff)'

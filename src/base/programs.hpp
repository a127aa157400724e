#pragma once

#include <string>
#include <vector>

namespace handoff {

/// From here on this process does what nobody typed, or handles what a stranger made: nothing that
/// lies in a repository is run, neither by it nor by its children.
void act_automatically();
bool acts_automatically();

/// The same, and nobody typed it (a hook, a server): nor does it speak to a remote by a program
/// that the repository's own configuration names.
void act_untyped();
bool is_untyped();

/// Nobody asks for what it says (a hook, a prompt): it says less of what others wrote.
void speak_unasked();
/// Both: nobody typed it, and nobody asks for what it says.
void act_unasked();
bool is_unasked();

/// Is there a terminal for input, output and messages? Whoever has none is taken for an agent.
bool has_person();
/// Can a person be asked: are standard input and standard error a terminal?
bool can_ask();

/// The folders of PATH in which programs are looked for, for a child that runs in `folder`: see
/// find_program().
std::vector<std::string> program_folders(const std::string& folder);

/// Where a program is in PATH, for a child that runs in `folder`. Relative folders of PATH are
/// passed over, and those inside of a repository that `folder` or the current one belongs to, in
/// any of its worktrees: anybody may have committed a program there. Where it is nowhere else: its
/// bare name, so that starting it tells why; a Failure where this process acts automatically.
std::string find_program(const std::string& name, const std::string& folder = {});

}  // namespace handoff

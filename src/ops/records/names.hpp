#pragma once

#include <string>
#include <vector>

namespace handoff::ops {

/// A name that a stranger chose: escaped, in one line, short.
std::string bounded_name(const std::string& name);

/// The same as data, for output that is escaped by whoever writes it (JSON, rows of a list).
std::string name_as_data(const std::string& name);

/// The same for a sentence of ours: in quotes, unless it is one plain word, which says nothing.
std::string quoted_name(const std::string& name);

/// The same for a person, where it is known to be one: also plain are up to three words as names
/// are written (`Ines Duarte`, `A. U. Thor`), of 30 bytes together.
std::string person_name(const std::string& name);
/// The same, but `otherwise` in what nobody asked for (a hook), where it is not written as names
/// are.
std::string unasked_name(const std::string& name, const std::string& otherwise);
/// The name in `Name <mail>`, as it is.
std::string name_of(const std::string& person);

/// How a handoff was retired, as we say it: what a document says is a stranger's word.
std::string told_retirement(const std::string& status);

/// A branch in a sentence of ours: `login`, `a detached HEAD`; in quotes and short where it is no
/// plain name (printable ASCII of at most 40 bytes), since git takes sentences with no-break blanks
/// too.
std::string branch_name(const std::string& branch);
/// The same in a message as git writes it: `'login'`, `a detached HEAD`.
std::string branch_in_quotes(const std::string& branch);
/// A ref in a sentence of ours, by the rule of branches: `refs/remotes/origin/login`.
std::string ref_name(const std::string& ref);

/// A path in a sentence of ours, which somebody else may have named: `src/key.ts`; in quotes, and
/// cut at 60 bytes, where it is no ordinary one. Ordinary is what a shell takes as one word
/// (letters and digits of any script, `_-./:@%+=,~^`), of at most 120 bytes, or of 40 where it is
/// not all ASCII. For data and for commands to be typed (`shell_word`) it is not meant.
std::string path_name(const std::string& path);
/// The same in a message as git writes it: `'src/key.ts'`.
std::string path_in_quotes(const std::string& path);
/// Each of them as `path_name` has it.
std::vector<std::string> path_names(const std::vector<std::string>& paths);

/// A name that a stranger may have chosen, in a command that a hint gives: where a shell takes it
/// as it is, it is itself, else the placeholder (`FILE`).
std::string word_to_type(const std::string& name, const std::string& placeholder);

/// Whom a sentence is about: "@dana", "waiting for Dana", "Dana has to approve it". Empty: nobody.
std::string whom_it_names(const std::string& text);

/// The same for a sentence: `Ben Hoyt`, or `a person`.
std::string person_named_in(const std::string& text);
/// "waits for Julien", what stands before a text; "waits for" where that begins with the name.
std::string waits_for(const std::string& text);

}  // namespace handoff::ops

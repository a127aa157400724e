#pragma once

#include <string>

namespace handoff::ops {

/// A name that a stranger chose: escaped, in one line, short.
std::string bounded_name(const std::string& name);

/// The same as data, for output that is escaped by whoever writes it (JSON, rows of a list).
std::string name_as_data(const std::string& name);

/// The same for a sentence of ours: in quotes, unless it is one plain word, which says nothing.
std::string quoted_name(const std::string& name);

/// A branch in a sentence of ours: `login`, `a detached HEAD`; in quotes and short where it is no
/// plain name (printable ASCII of at most 40 bytes), since git takes sentences with no-break blanks
/// too.
std::string branch_name(const std::string& branch);
/// The same in a message as git writes it: `'login'`, `a detached HEAD`.
std::string branch_in_quotes(const std::string& branch);

/// Whom a sentence is about: "@dana", "waiting for Dana", "Dana has to approve it". Empty: nobody.
std::string whom_it_names(const std::string& text);

/// The same for a sentence: `Ben Hoyt`, or `a person`.
std::string person_named_in(const std::string& text);
/// "waits for Julien", what stands before a text; "waits for" where that begins with the name.
std::string waits_for(const std::string& text);

}  // namespace handoff::ops

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace handoff::ops {

/// The name in `Name <mail>`, on one line: people sign in many ways.
std::string short_name(const std::string& person);

/// Where the first sentence or half of one ends: "run tests/a.py" does not end at its dot.
size_t end_of_first_sentence(const std::string& text);

/// Where the parentheses at the end of a text begin; its size where there are none.
size_t start_of_parentheses(const std::string& text);

/// A "[now PATH]", "[lost]" or "[merged: ID]" of ours with the words that it is about.
struct Marked {
  size_t from, end;
};
/// The first of them in a text.
std::vector<Marked> marked_in(const std::string& text);
bool has_mark(const std::string& text);
/// Is one of them about what is no longer so: reverted, lost, gone?
bool has_mark_of_undone(const std::string& text);
/// The same with the clauses that turn what is said before them: "except when ...", "until ...".
std::vector<Marked> turning_in(const std::string& text);

/// Does a text say, in English, what is to be left alone or not done?
bool is_prohibition(const std::string& text);

/// Does a text hold most of the words of another, as one about the same thing does?
bool says_most_of(const std::string& text, const std::string& other);

/// The text with 7 digits of each id of a commit.
std::string with_short_oids(const std::string& text);

}  // namespace handoff::ops

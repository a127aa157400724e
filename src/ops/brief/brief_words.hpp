#pragma once

#include <cstddef>
#include <string>

namespace handoff::ops {

/// The name in `Name <mail>`, on one line: people sign in many ways.
std::string short_name(const std::string& person);

/// Where the first sentence or half of one ends: "run tests/a.py" does not end at its dot.
size_t end_of_first_sentence(const std::string& text);

/// Where the parentheses at the end of a text begin; its size where there are none.
size_t start_of_parentheses(const std::string& text);

/// Where the last "[now PATH]", "[gone]" or "[merged: ID]" of a text ends; 0 where it has none.
size_t end_of_mark(const std::string& text);

/// Does a text hold most of the words of another, as one about the same thing does?
bool says_most_of(const std::string& text, const std::string& other);

/// The text with 7 digits of each id of a commit.
std::string with_short_oids(const std::string& text);

}  // namespace handoff::ops

#pragma once

#include <string>
#include <string_view>

namespace handoff::ops {

/// Does a commit, by the verbs that both begin with, do the opposite of a task? "Add an LRU" beside
/// "Remove the LRU", "Rename b to a" beside "Rename a to b". Verbs that are not known are no
/// opposites.
bool is_opposite(const std::string& task, const std::string& subject);

/// Does a subject say of itself that it does not, or not wholly, do what it names: "Add a TODO
/// for", "Prepare to", "first half of", "(1/2)", in words that the task has not?
bool leaves_undone(const std::string& task, const std::string& subject);

/// Is the verb at `at` negated: "does not fix", "won't close"?
bool is_negated(std::string_view text, size_t at);

/// Does a subject name the number of an issue only to refer to it ("Refs #210"), or to say that it
/// is not settled ("does not fix #207 yet")?
bool only_refers_to(const std::string& subject, const std::string& number);

}  // namespace handoff::ops

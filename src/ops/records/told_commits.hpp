#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// What is told of a commit's subject, and of its author (`Name <mail>`): escaped, in one line,
/// short, to stand in quotes; the name as person_name() has it, the mail where it is a plain one.
/// Nothing tells who wrote a subject: a hook, which nobody has asked, tells none, and the name as
/// quoted_name() has it.
std::string told_subject(const std::string& subject);
std::string told_author(const std::string& author);
/// ` ('subject')`; nothing where none is told.
std::string in_parentheses(const std::string& told);

/// The user's own (`<mail>`), as the environment and the configuration have them.
std::vector<std::string> addresses_of_user(const git::Repository& repository);
/// Does a commit's author or committer (`Name <mail>`) have one of them? That says whose hand it
/// was, and proves nothing.
bool is_user(const std::vector<std::string>& addresses, const std::string& person);

}  // namespace handoff::ops

#pragma once

#include <string>

namespace handoff::git {

class ObjectDatabase;

/// A commit with another `encoding` than UTF-8 as git shows it: tree, people and message in UTF-8,
/// in the form of a commit object without its parents. Empty where no repository is known, which
/// git needs to be asked.
std::string decoded_commit(ObjectDatabase& objects, const std::string& oid);

}  // namespace handoff::git

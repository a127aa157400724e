#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/process.hpp"

namespace random_state {

using Environment = std::vector<std::pair<std::string, std::optional<std::string>>>;

handoff::Outcome in_folder(const std::string& folder, std::vector<std::string> argv,
                           const std::string& input = "", Environment environment = {});
/// What git prints; throws a Failure where it fails.
std::string git(const std::string& folder, std::vector<std::string> args,
                const std::string& input = "", Environment environment = {});
void remove_entry(const std::string& path);

/// What git does to bytes on their way in and out: attributes, and settings that a clone does not
/// inherit. Two of three bases have some.
bool converts(uint64_t base);
void set_conversion(const std::string& repository, uint64_t base);

/// A repository with two branches: 'work', checked out, and 'other', which differs in half of the
/// files.
void make_base(uint64_t base, const std::string& root);

/// Some random changes: staged, not staged, untracked, of kind, mode and flags.
void change(uint64_t seed, const std::string& root, bool converts);

}  // namespace random_state

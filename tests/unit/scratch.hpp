#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/text.hpp"

namespace handoff::test {

/// A folder of its own that goes away with this object, and `git` in it without the user's
/// configuration.
class Scratch {
 public:
  Scratch() {
    std::string pattern = join_path(temporary_folder(), "handoff-unit.XXXXXX");
    if (mkdtemp(pattern.data()) == nullptr)
      fail("cannot make a temporary folder: " + errno_text());
    x_path = pattern;
  }
  ~Scratch() { remove_tree(x_path); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& path() const { return x_path; }
  std::string path(const std::string& inside) const { return join_path(x_path, inside); }
  void write(const std::string& inside, const std::string& bytes) const {
    make_folders(parent_path(path(inside)));
    write_file_atomic(path(inside), bytes);
  }
  /// `git ARGS...` in the folder `inside`; its stdout without the line end. Throws where it fails.
  std::string git(std::vector<std::string> args, const std::string& input = {},
                  const std::string& inside = {}) const {
    Command command;
    command.argv = std::move(args);
    command.argv.insert(command.argv.begin(), "git");
    command.folder = inside.empty() ? x_path : path(inside);
    command.input = input;
    command.environment = {
        {"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_CONFIG_NOSYSTEM", "1"},
        {"GIT_AUTHOR_NAME", "A U Thor"},    {"GIT_AUTHOR_EMAIL", "a@example.com"},
        {"GIT_COMMITTER_NAME", "A U Thor"}, {"GIT_COMMITTER_EMAIL", "a@example.com"},
        {"GIT_DIR", std::nullopt},          {"GIT_INDEX_FILE", std::nullopt}};
    Outcome outcome = run(std::move(command));
    if (!outcome.ok())
      fail("git failed: " + outcome.err);
    return trim(outcome.out);
  }

 private:
  static std::string temporary_folder() {
    const char* folder = std::getenv("TMPDIR");
    return folder != nullptr && *folder != '\0' ? folder : "/tmp";
  }
  std::string x_path;
};

}  // namespace handoff::test

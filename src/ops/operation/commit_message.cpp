#include "ops/operation/commit_message.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <sys/stat.h>

#include "base/files.hpp"
#include "base/text.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

constexpr std::array<const char*, 2> kNamesOfMessages = {"MERGE_MSG", "SQUASH_MSG"};

/// `merge --squash` writes there what anybody has pushed; several are joined.
constexpr off_t kMostOfMessage = 1 << 20, kMostOfJoined = 16 * kMostOfMessage;

std::optional<std::string> bytes_of_message(const std::string& file, off_t most = kMostOfJoined) {
  struct stat info {};
  if (lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > most)
    return std::nullopt;
  return read_file(file);
}

}  // namespace

bool is_commit_message(const std::string& name) {
  return std::ranges::find(kNamesOfMessages, std::string_view(name)) != kNamesOfMessages.end();
}

namespace {

/// Without what git ignores below its scissors, or it would ignore what comes behind it.
std::string above_scissors(const std::string& message) {
  constexpr std::string_view kScissors = "------------------------ >8 ------------------------\n";
  const size_t at = message.find(kScissors);
  return at == std::string::npos ? message : message.substr(0, message.rfind('\n', at) + 1);
}

/// As lines of it, and not as a part of one.
bool has_lines(const std::string& message, const std::string& lines) {
  return contains("\n" + message + "\n", "\n" + trim(lines) + "\n");
}

}  // namespace

std::string both_messages(const std::string& whole_older, const std::string& newer) {
  const std::string older = above_scissors(whole_older);
  if (has_lines(newer, older))
    return newer;
  if (has_lines(older, newer))
    return older;
  return older + (older.ends_with('\n') ? "\n" : "\n\n") + newer;
}

std::optional<std::string> commit_message(const git::Layout& layout, const std::string& name) {
  return bytes_of_message(join_path(layout.git_dir, name));
}

std::vector<CommitMessage> commit_messages(const git::Repository& repository) {
  std::vector<CommitMessage> messages;
  for (const char* name : kNamesOfMessages)
    if (auto bytes = bytes_of_message(join_path(repository.layout().git_dir, name), kMostOfMessage))
      messages.push_back({name, std::move(*bytes)});
  if (!messages.empty() && repository.operation())
    messages.clear();
  return messages;
}

std::string told_long_message(const git::Repository& repository) {
  for (const char* name : kNamesOfMessages) {
    const std::string file = join_path(repository.layout().git_dir, name);
    struct stat info {};
    if (lstat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_size > kMostOfMessage)
      return "the message for the commit is longer than 1 MiB: it stays in " + path_name(file) +
             ", and git deletes it at a switch";
  }
  return {};
}

void move_messages(const git::Layout& layout, const std::vector<MessageMove>& moves) {
  for (const MessageMove& move : moves) {
    const std::string file = join_path(layout.git_dir, move.name);
    if (move.after == move.before || bytes_of_message(file) != move.before ||
        (!move.before && exists(file)))
      continue;
    if (move.after)
      write_file_atomic(file, *move.after, Durability::synced);
    else
      remove_file(file);
  }
}

}  // namespace handoff::ops

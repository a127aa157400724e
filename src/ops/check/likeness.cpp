#include "ops/check/likeness.hpp"

#include <algorithm>
#include <cctype>

#include "base/text.hpp"

namespace handoff::ops {

const git::Patch& patch_of(const Patches& patches, const std::string& oid) {
  static const git::Patch none;
  auto found = patches.find(oid);
  return found == patches.end() ? none : found->second;
}

std::set<std::string> file_set(const git::LogEntry& entry) {
  return {entry.files.begin(), entry.files.end()};
}

bool touches(const git::LogEntry& entry, const std::set<std::string>& files) {
  return std::ranges::any_of(entry.files,
                             [&](const std::string& file) { return files.contains(file); });
}

bool share_a_file(const git::LogEntry& a, const git::LogEntry& b) {
  return touches(b, file_set(a));
}

std::vector<std::string> ids_behind(const std::string& body, std::string_view phrase) {
  std::vector<std::string> ids;
  for (size_t at = body.find(phrase); at != std::string::npos; at = body.find(phrase, at + 1)) {
    size_t start = at + phrase.size();
    size_t end = start;
    while (end < body.size() && std::isxdigit(static_cast<unsigned char>(body[end])))
      ++end;
    if (end - start >= 7)
      ids.push_back(to_lower(std::string_view(body).substr(start, end - start)));
  }
  return ids;
}

bool names_commit(const std::vector<std::string>& ids, const std::string& oid) {
  return std::ranges::any_of(ids, [&](const std::string& id) { return oid.starts_with(id); });
}

}  // namespace handoff::ops

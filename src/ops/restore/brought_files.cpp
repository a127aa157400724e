#include "ops/restore/brought_files.hpp"

#include <algorithm>
#include <map>

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

/// `.x`, or in a folder called so.
bool is_hidden(const std::string& path) { return path.starts_with('.') || contains(path, "/."); }

/// Without an ending (Makefile), or with one that settings are written in.
bool is_configuration(const std::string& path) {
  static constexpr std::string_view kEndings[] = {
      ".json", ".jsonc", ".json5", ".toml", ".yaml", ".yml",   ".ini",    ".cfg", ".conf",
      ".xml",  ".mk",    ".cmake", ".lock", ".env",  ".plist", ".gradle", ".rc",  ".properties"};
  std::string name = to_lower(base_name(path));
  return !contains(name, ".") ||
         std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return name.ends_with(ending); }) ||
         contains(name, "config") || contains(name, "conf.");
}

std::string why_notable(uint32_t mode, const std::string& path) {
  if (mode == git::kModeSymlink)
    return "link";
  if (mode == git::kModeGitlink)
    return "submodule";
  if (mode == git::kModeExecutable)
    return "executable";
  return is_hidden(path) || is_configuration(path) ? "configuration" : "";
}

}  // namespace

BroughtFiles brought_files(const Store& store, const Record& record) {
  BroughtFiles brought;
  const std::string& wip = record.git().wip_commit;
  if (wip.empty())
    return brought;
  const git::Git& git = store.repository().git();
  const std::string head = store.repository().head().oid;
  // `:mode mode oid oid status NUL path NUL`, and without a HEAD `mode type oid TAB path NUL`.
  git::GitCall call{.args = {"diff-tree", "-r", "--no-renames", "-z", head, wip}};
  if (head.empty())
    call.args = {"ls-tree", "-r", "-z", wip};
  std::vector<std::string> fields = split(git.output(std::move(call), "compare the trees"), '\0');
  std::map<std::string, uint32_t> files;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (head.empty()) {
      if (size_t tab = fields[i].find('\t'); tab != std::string::npos)
        files[fields[i].substr(tab + 1)] =
            static_cast<uint32_t>(std::stoul("0" + fields[i].substr(0, 6), nullptr, 8));
    } else if (constexpr size_t kMode = 8; fields[i].starts_with(':') && i + 1 < fields.size()) {
      auto mode = static_cast<uint32_t>(std::stoul("0" + fields[i].substr(kMode, 6), nullptr, 8));
      if (mode != 0)
        files[fields[i + 1]] = mode;
      ++i;
    }
  }
  if (std::optional<std::string> raw = attachment_tree(store, record, "raw"))
    for (const git::TreeEdit& file :
         git::flatten_tree(store.objects(), *raw, store.repository().layout().oid_digits()))
      files.emplace(file.path, file.mode);
  for (const auto& [path, mode] : files)
    if (std::string why = why_notable(mode, path); !why.empty())
      brought.notable.push_back(c_quote(path) + " (" + why + ")");
    else
      ++brought.rest;
  return brought;
}

}  // namespace handoff::ops

#include "ops/exchange/handed_in.hpp"

#include <set>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/input.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/values.hpp"
#include "git/objects/object_id.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/clone_files.hpp"

namespace handoff::ops {

namespace {

using formats::field;
using formats::text_of;
using model::Origin;

/// `$Id: 1234 $` as git stores it: `$Id$`.
std::string with_bare_ids(const std::string& text) {
  constexpr std::string_view kId = "$Id:";
  std::string bare;
  size_t from = 0;
  for (size_t at = text.find(kId); at != kNowhere; at = text.find(kId, at + 1)) {
    const size_t end = text.find_first_of("$\n", at + kId.size());
    if (end == kNowhere || text[end] == '\n')
      continue;
    bare += text.substr(from, at - from) + "$Id$";
    from = end + 1;
    at = end;
  }
  return bare + text.substr(from);
}

/// What git may store of a text that it checked out, or that a shell has read: with other ends of
/// lines, with bare `$Id$`, and with ends of the last line that `$(cat FILE)` drops.
std::set<std::string> stored_forms(const std::string& bytes) {
  std::set<std::string> forms = {bytes};
  const std::string lines = replace_all(bytes, "\r\n", "\n");
  for (const std::string& text : {lines, with_bare_ids(lines)}) {
    const std::string body = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    forms.insert(text);
    for (const char* end : {"", "\n", "\n\n"}) {
      std::string form = body + end;
      forms.insert(replace_all(form, "\n", "\r\n"));
      forms.insert(std::move(form));
    }
  }
  return forms;
}

/// Those that are checked out.
std::vector<std::string> submodule_folders(const git::Repository& repository) {
  const Outcome listed =
      repository.git().run({.args = {"ls-files", "-z", "--stage", "--full-name"}});
  std::vector<std::string> folders;
  for (const std::string& entry : split(listed.out, '\0'))
    if (entry.starts_with("160000 "))
      if (std::string folder =
              join_path(repository.layout().root, entry.substr(entry.find('\t') + 1));
          exists(join_path(folder, ".git")))
        folders.push_back(std::move(folder));
  return folders;
}

/// In its objects, or in those of its submodules.
bool has_one_of(const git::Repository& repository, const std::set<std::string>& forms, int depth) {
  const std::unique_ptr<git::ObjectDatabase> objects = git::open_objects(repository);
  for (const std::string& form : forms)
    if (objects->contains(git::id_of_object(repository.layout(), git::ObjectType::blob, form)))
      return true;
  if (depth == 0)
    return false;
  for (const std::string& folder : submodule_folders(repository))
    try {
      if (has_one_of(git::Repository::open(folder), forms, depth - 1))
        return true;
    } catch (const Failure&) {
      continue;  // damaged, or not to be opened: there is nothing to compare with
    }
  return false;
}

/// Did this very file go into a record here before, as somebody's own?
bool was_handed_in(const git::Repository& repository, const std::string& file,
                   const std::string& bytes) {
  const std::string path = path_in_tree(repository, file);
  const Json list = input_list(repository).read();
  for (const Json& entries : list)
    for (const Json& entry : formats::items_of(entries))
      if (formats::flag_of(field(entry, "own")) && text_of(field(entry, "path")) == path &&
          bytes_of_input(entry) == bytes)
        return true;
  return false;
}

Origin whose_words(const git::Repository& repository, const std::string& file,
                   const std::string& bytes) {
  constexpr int kDeepest = 5;  // submodules of submodules
  if (was_handed_in(repository, file, bytes))
    return Origin::read;
  if (comes_with_clone(repository, file.empty() ? "/dev/stdin" : file) ||
      has_one_of(repository, stored_forms(bytes), kDeepest))
    return Origin::files;
  const bool in_tree = !file.empty() && is_inside(real_path(file), repository.layout().root);
  return in_tree ? Origin::read : Origin::mine;
}

}  // namespace

PrivateList input_list(const git::Repository& repository) { return {repository, "inputs.json"}; }

std::string bytes_of_input(const Json& entry) {
  return base64_decode(text_of(field(entry, "bytes"))).value_or("");
}

HandedIn::HandedIn(const git::Repository* repository, std::string file, std::string bytes)
    : x_file(std::move(file)), x_bytes(std::move(bytes)) {
  if (repository != nullptr)
    x_origin = whose_words(*repository, x_file, x_bytes);
}

HandedIn HandedIn::from_stdin(const git::Repository* repository) {
  return {repository, "", read_all_at_most(0, formats::kMaxDocumentBytes)};
}

std::optional<HandedIn> HandedIn::from_file(const git::Repository* repository,
                                            const std::string& path) {
  std::optional<std::string> bytes = read_named_file(path, formats::kMaxDocumentBytes);
  return bytes ? std::optional(HandedIn(repository, path, *std::move(bytes))) : std::nullopt;
}

}  // namespace handoff::ops

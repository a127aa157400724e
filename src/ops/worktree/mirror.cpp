#include "ops/worktree/mirror.hpp"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/foreign/format.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/quoted.hpp"
#include "formats/secrets/secrets.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/records/readable.hpp"
#include "ops/worktree/private_list.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

/// What was written here: path and bytes, so that a changed file is told from ours.
PrivateList mirror_list(const git::Repository& repository) { return {repository, "mirror.json"}; }

/// Superteam reads either file, Get Shit Done as well: both are written.
std::vector<std::string> formats_for(const std::string& name) {
  if (name == "superteam")
    return {"superteam", "superteam-md"};
  if (name == "gsd")
    return {"gsd", "gsd-md"};
  return {name};
}

/// The folder of a phase: `.planning/phases/03-auth` of "3", "03" or "03-auth"; empty where there
/// is none.
std::string phase_folder(const git::Repository& repository, const std::string& phase) {
  const std::string phases = ".planning/phases";
  auto without_zeros = [](const std::string& text) {
    return text.substr(std::min(text.find_first_not_of('0'), text.size()));
  };
  if (phase.empty() || contains(phase, "/"))
    return {};
  for (const std::string& name : list_folder(join_path(repository.layout().root, phases)))
    if (name == phase || without_zeros(name.substr(0, name.find('-'))) == without_zeros(phase))
      return phases + "/" + name;
  return {};
}

/// Where the format's file belongs. Get Shit Done looks for `.continue-here.md` in the folder of
/// the phase in work, and takes one beside its state file for something that blocks.
std::string place_of(const git::Repository& repository, const formats::Format& format,
                     const Json& record, const std::string& id) {
  const std::string path = replace_all(std::string(format.places[0].path), "*", id);
  const std::string folder =
      format.name == "gsd-md"
          ? phase_folder(repository, formats::text_of(formats::field(record, "phase")))
          : "";
  return folder.empty() ? path : folder + "/" + base_name(path);
}

void make_git_ignore(const git::Repository& repository, const std::string& path) {
  if (repository.git().run({.args = {"check-ignore", "-q", "--", path}}).ok())
    return;
  const std::string &folder = repository.layout().common_dir, name = "info/exclude";
  if (!is_safe_to_write(folder, name))
    fail("'" + printable(join_path(folder, name)) + "' lies behind a symbolic link");
  append_lines(join_path(folder, name), "/" + path + "\n", Durability::none);
}

std::string why_not_ours(const git::Repository& repository, const std::string& path,
                         const Json& list) {
  const std::string whole = join_path(repository.layout().root, path);
  if (!is_safe_to_write(repository.layout(), path))
    return "lies behind a symbolic link or a file";
  if (repository.git().run({.args = {"ls-files", "--error-unmatch", "--", path}}).ok())
    return "is tracked";
  if (std::optional<std::string> there = read_file(whole);
      there && formats::text_of(formats::field(list, path)) != *there)
    return "was not written by git handoff, or was changed since";
  return {};
}

void write_one(const git::Repository& repository, const formats::Format& format, const Json& record,
               const std::string& id, Json& list, MirrorReport& report) {
  if (format.places.empty())
    fail("the format '" + std::string(format.name) + "' has no place in the tree to mirror to");
  const std::string path = place_of(repository, format, record, id);
  if (std::string why = why_not_ours(repository, path, list); !why.empty()) {
    report.warnings.push_back("'" + path + "' is left alone: it " + why);
    return;
  }
  const std::string root = repository.layout().root;
  formats::Losses losses;
  std::string bytes = formats::mask_secrets(format.write(
      formats::with_secrets_masked(record),
      {.root = root,
       .id = id,
       .branch = formats::text_of(formats::field(formats::field(record, "git"), "branch"))},
      losses));
  make_git_ignore(repository, path);
  // Listed first: a kill between the two leaves no file that nobody owns.
  list[path] = bytes;
  mirror_list(repository).write(list);
  make_folders(parent_path(join_path(root, path)));
  write_file_atomic(join_path(root, path), bytes, Durability::none, mode_by_umask(0666));
  report.files.push_back(path);
}

}  // namespace

MirrorReport write_mirror(const Store& store, const RecordRef& at) {
  const git::Repository& repository = store.repository();
  MirrorReport report;
  std::vector<std::string> wanted = repository.config().all("handoff.mirror");
  if (wanted.empty())
    return report;
  Json list = mirror_list(repository).read();
  std::optional<Readable> record;
  for (const std::string& name : wanted)
    for (const std::string& part : formats_for(name)) {
      try {
        const formats::Format* format = formats::find_format(part);
        if (format == nullptr)
          fail("handoff.mirror: " + formats::in_quotes(name) + " is not a format");
        if (!record)
          record = readable_by(store, store.load(at), Reader::agent);
        write_one(repository, *format, *(*record)->document, at.id, list, report);
      } catch (const Failure& failure) {
        report.warnings.push_back(failure.message());
      }
    }
  return report;
}

std::vector<std::string> mirrored_files(const git::Repository& repository) {
  std::vector<std::string> files;
  if (!mirror_list(repository).exists())
    return files;
  const Json list = mirror_list(repository).read();
  for (const auto& [path, bytes] : list.items())
    if (is_safe_to_write(repository.layout(), path) &&
        read_file(join_path(repository.layout().root, path)) == formats::text_of(bytes))
      files.push_back(path);
  return files;
}

MirrorReport remove_mirror(const git::Repository& repository) {
  MirrorReport report;
  if (!mirror_list(repository).exists())
    return report;
  const Json list = mirror_list(repository).read();
  const std::string root = repository.layout().root;
  for (const auto& [path, bytes] : list.items()) {
    try {
      const std::string whole = join_path(root, path);
      if (!is_safe_to_write(repository.layout(), path) || !exists(whole))
        continue;
      if (read_file(whole).value_or("") != formats::text_of(bytes)) {
        report.warnings.push_back("'" + printable(path) +
                                  "' was changed since it was mirrored: it stays");
        continue;
      }
      remove_file(whole);
      report.files.push_back(path);
    } catch (const Failure& failure) {
      report.warnings.push_back(failure.message());
    }
  }
  mirror_list(repository).write(Json::object());
  return report;
}

}  // namespace handoff::ops

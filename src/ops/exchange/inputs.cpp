#include "ops/exchange/inputs.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/foreign/places.hpp"
#include "formats/json/json.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "ops/exchange/handed_in.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/worktree/mirror.hpp"
#include "ops/worktree/private_list.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

using formats::field;
using formats::text_of;

bool is_plain_file(const git::Repository& repository, const std::string& path) {
  struct stat info {};
  return is_safe_to_write(repository.layout(), path) &&
         lstat(join_path(repository.layout().root, path).c_str(), &info) == 0 &&
         S_ISREG(info.st_mode);
}

bool is_tracked(const git::Repository& repository, const std::string& path) {
  return repository.git().run({.args = {"ls-files", "--error-unmatch", "--", path}}).ok();
}

/// Was it paused in earnest, and not undone? An undone pause lies in the archive as it was.
bool holds(const Record& record) {
  return !record.at.archived() || record.handoff.status == "resumed" ||
         record.handoff.status == "discarded";
}

bool holds(const Store& store, const std::string& id) {
  for (const auto& refs : {store.active(), store.archived()})
    for (const RecordRef& ref : refs)
      if (ref.id == id) {
        std::vector<Record> records = store.load_all({ref});
        return !records.empty() && holds(records[0]);
      }
  return false;
}

/// When this branch was paused last; 0 where it never was. Archived safety copies and checkpoints
/// are no pauses.
int64_t last_pause(const Store& store, const std::string& branch) {
  int64_t last = 0;
  for (const Record& record : store.load_known(store.active_on(branch)))
    if (!record.is_checkpoint())
      last = std::max(last, git::time_of(record.commit.committer));
  std::vector<RecordRef> archived = store.archived();
  std::erase_if(archived, [&](const RecordRef& ref) { return ref.branch != branch; });
  // An id ends in the time at which the record was begun: the newest are looked at first.
  constexpr size_t kStamp = 20;
  auto stamp = [](const RecordRef& ref) {
    return ref.id.size() > kStamp ? ref.id.substr(ref.id.size() - kStamp) : ref.id;
  };
  std::ranges::sort(archived, std::ranges::greater{}, stamp);
  constexpr size_t kMost = 20;
  for (size_t i = 0; i < archived.size() && i < kMost; ++i) {
    std::vector<Record> records = store.load_known({archived[i]});
    if (records.empty() || records[0].is_checkpoint() || !holds(records[0]))
      continue;
    return std::max(last, records[0].time());
  }
  return last;
}

/// A summary for people beside the whole.
bool has_better_twin(const std::vector<OfferedInput>& all, const OfferedInput& file) {
  return std::ranges::any_of(all, [&](const OfferedInput& other) {
    std::string summary = formats::twins_of(other.path).summary;
    return !summary.empty() &&
           file.path == other.path.substr(0, other.path.rfind('/') + 1) + summary;
  });
}

}  // namespace

std::vector<OfferedInput> offered_inputs(const Store& store, const std::string& branch) {
  const git::Repository& repository = store.repository();
  std::vector<OfferedInput> files;
  for (const std::string& path : handoff_files_in_tree(repository.layout().root)) {
    struct stat info {};
    if (is_plain_file(repository, path) &&
        lstat(join_path(repository.layout().root, path).c_str(), &info) == 0)
      files.push_back({path, info.st_mtime});
  }
  if (files.empty())
    return files;
  std::vector<std::string> mirrored = mirrored_files(repository);
  const std::vector<std::string> spent = spent_inputs(store);
  int64_t last = last_pause(store, branch);
  std::erase_if(files, [&](const OfferedInput& file) {
    return file.changed <= last || in_list(mirrored, file.path) || in_list(spent, file.path);
  });
  std::vector<OfferedInput> all = files;
  std::erase_if(files, [&](const OfferedInput& file) { return has_better_twin(all, file); });
  std::ranges::stable_sort(files, std::ranges::greater{}, &OfferedInput::changed);
  // Aura Frog keeps a state for each workflow: the one that was written last is meant.
  bool state_seen = false;
  std::erase_if(files, [&](const OfferedInput& file) {
    bool is_state = file.path.ends_with("-state.json");
    return is_state && std::exchange(state_seen, true);
  });
  return files;
}

PauseReport import_document(const git::Repository& repository, const Document& document) {
  PauseRequest request{.input = document.record,
                       .mode = formats::mode_of(formats::read_handoff(*document.record).mode ==
                                                        model::Mode::checkpoint
                                                    ? "checkpoint"
                                                    : "manual"),
                       .snapshot_only = true,
                       .carry = false,
                       .imported = true};
  // Nothing of it is typed here, whoever wrote it.
  request.input_words = document.words;
  for (Origin* whose : {&request.input_words.origin, &request.input_words.of_own})
    *whose = std::min(*whose, Origin::read);
  PauseReport report = pause(repository, request);
  remember_input(repository, report.id, document, request.input_words.origin);
  return report;
}

void remember_input(const git::Repository& repository, const std::string& record_id,
                    const Document& document, Origin origin) {
  if (document.file.empty())
    return;
  const std::string path = path_in_tree(repository, document.file);
  if (path.starts_with("/") || !is_plain_file(repository, path))
    return;
  Json list = input_list(repository).read();
  Json& entries = list[record_id];
  auto keep = [&](const std::string& one, const std::string& bytes, bool own) {
    Json kept = Json::array();
    for (const Json& entry : entries.is_array() ? entries : Json::array())
      if (text_of(field(entry, "path")) != one)
        kept.push_back(entry);
    struct stat info {};
    const bool is_known = lstat(join_path(repository.layout().root, one).c_str(), &info) == 0;
    kept.push_back(Json{{"path", one},
                        {"bytes", base64_encode(bytes)},
                        {"mode", is_known ? info.st_mode & 0777 : 0600},
                        {"own", own},
                        {"consumed", false}});
    entries = std::move(kept);
  };
  keep(path, document.bytes, model::is_vouched_for(origin));
  // The summary for people that stands beside it goes with it.
  const std::string summary = formats::twins_of(path).summary;
  const std::string twin = path.substr(0, path.rfind('/') + 1) + summary;
  if (!summary.empty() && is_plain_file(repository, twin))
    if (std::optional<std::string> bytes = read_file_at_most(
            join_path(repository.layout().root, twin), formats::kMaxDocumentBytes))
      keep(twin, *bytes, false);
  input_list(repository).write(list);
}

std::string_view word_of(TakenInput::State state) {
  static constexpr std::string_view kWords[] = {"unchanged", "changed", "gone", "tracked"};
  static_assert(std::size(kWords) == static_cast<size_t>(TakenInput::State::tracked) + 1);
  return kWords[static_cast<size_t>(state)];
}

std::vector<TakenInput> taken_inputs(const git::Repository& repository,
                                     const std::string& record_id) {
  std::vector<TakenInput> inputs;
  const Json list = input_list(repository).read();
  for (const Json& entry : formats::items_of(field(list, record_id))) {
    std::string path = text_of(field(entry, "path"));
    using State = TakenInput::State;
    State state = State::unchanged;
    if (!is_plain_file(repository, path))
      state = State::gone;
    else if (is_tracked(repository, path))
      state = State::tracked;
    else if (read_file(join_path(repository.layout().root, path)) != bytes_of_input(entry))
      state = State::changed;
    inputs.push_back({state, path});
  }
  return inputs;
}

std::vector<std::string> spent_inputs(const Store& store) {
  const git::Repository& repository = store.repository();
  std::vector<std::string> spent;
  const Json taken = input_list(repository).read();
  for (const auto& [id, entries] : taken.items())
    for (const Json& entry : formats::items_of(entries)) {
      const std::string path = text_of(field(entry, "path"));
      if (is_plain_file(repository, path) &&
          read_file(join_path(repository.layout().root, path)) == bytes_of_input(entry) &&
          holds(store, id))
        spent.push_back(path);
    }
  return spent;
}

std::vector<std::string> consume_inputs(const git::Repository& repository,
                                        const std::string& record_id) {
  std::vector<std::string> removed;
  for (const TakenInput& input : taken_inputs(repository, record_id))
    if (input.state == TakenInput::State::unchanged)
      removed.push_back(input.path);
  Json list = input_list(repository).read();
  // Written down first: a kill in between leaves a file that is still there and counts as such.
  for (Json& entry : list[record_id])
    if (in_list(removed, text_of(field(entry, "path"))))
      entry["consumed"] = true;
  if (removed.empty())
    return removed;
  input_list(repository).write(list);
  for (const std::string& path : removed)
    remove_file(join_path(repository.layout().root, path));
  return removed;
}

std::vector<std::string> restore_inputs(const git::Repository& repository,
                                        const std::string& record_id) {
  std::vector<std::string> written;
  Json list = input_list(repository).read();
  if (!list.contains(record_id))
    return written;
  for (Json& entry : list[record_id]) {
    if (!formats::flag_of(field(entry, "consumed")))
      continue;
    entry["consumed"] = false;
    std::string path = text_of(field(entry, "path"));
    std::string whole = join_path(repository.layout().root, path);
    if (!is_safe_to_write(repository.layout(), path) || exists(whole))
      continue;
    make_folders(parent_path(whole));
    const Json& mode = field(entry, "mode");
    write_file_atomic(whole, bytes_of_input(entry), Durability::none,
                      mode.is_number_unsigned() && mode.get<mode_t>() != kByUmask
                          ? mode.get<mode_t>() & 0777
                          : 0600);
    written.push_back(path);
  }
  input_list(repository).write(list);
  return written;
}

void forget_inputs(const Store& store) {
  Json list = input_list(store.repository()).read();
  if (list.empty())
    return;
  std::set<std::string> known;
  for (const auto& refs : {store.active(), store.archived()})
    for (const RecordRef& ref : refs)
      known.insert(ref.id);
  Json kept = Json::object();
  for (const auto& [id, entries] : list.items())
    if (known.contains(id))
      kept[id] = entries;
  if (kept.size() != list.size())
    input_list(store.repository()).write(kept);
}

}  // namespace handoff::ops

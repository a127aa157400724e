#include "git/history/near_history.hpp"

#include <algorithm>
#include <cstdlib>
#include <queue>
#include <set>
#include <unordered_map>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/packed_refs.hpp"

namespace handoff::git {

namespace {

/// Beyond so many commits a child of git is faster.
constexpr size_t kMostCommits = 700;
/// How many excluded commits are still looked at when all wanted ones are older, as git does:
/// clocks that were wrong.
constexpr int kSlop = 5;
/// Files over this, and more than this of all files, are left to git's diff.
constexpr size_t kMostBytesOfFile = 1u << 20;
constexpr size_t kMostBytesOfFiles = 32u << 20;

bool has_replacements(const std::string& common_dir) {
  if (!list_folder(join_path(common_dir, "refs/replace")).empty() ||
      exists(join_path(common_dir, "reftable")))
    return true;
  std::optional<PackedRefs> packed = PackedRefs::open(common_dir);
  bool any = false;
  return !packed || !packed->each_under("refs/replace/", [&](const PackedRefs::Entry&) {
    any = true;
    return PackedRefs::Next::stop;
  }) || any;
}

/// Subject and body as git cuts a message: the first paragraph in one line, and what stands behind
/// it.
void cut_message(std::string_view message, LogEntry& entry) {
  auto next_line = [&] {
    size_t end = std::min(message.find('\n'), message.size());
    std::string_view line = message.substr(0, end);
    message.remove_prefix(std::min(end + 1, message.size()));
    return line;
  };
  auto is_blank = [](std::string_view line) {
    return line.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
  };
  auto skip_blank_lines = [&] {
    while (!message.empty() && is_blank(message.substr(0, message.find('\n'))))
      next_line();
  };
  skip_blank_lines();
  while (!message.empty() && !is_blank(message.substr(0, message.find('\n')))) {
    std::string_view line = next_line();
    line = line.substr(0, line.find_last_not_of(" \t\r\v\f") + 1);
    entry.subject += (entry.subject.empty() ? "" : " ") + std::string(line);
  }
  skip_blank_lines();
  entry.body = message;
}

/// Does the header say that the message is in another encoding than UTF-8?
bool is_foreign(std::string_view bytes) {
  std::string_view header = bytes.substr(0, bytes.find("\n\n"));
  size_t at = header.find("\nencoding ");
  if (at == std::string_view::npos)
    return false;
  std::string name = to_lower(trim(header.substr(at + 10, header.find('\n', at + 1) - at - 10)));
  return name != "utf-8" && name != "utf8";
}

}  // namespace

/// What a walk saw: `wanted` in the order of their times.
struct NearHistory::Walk {
  std::vector<const LogEntry*> wanted = {};
  std::set<std::string> is_wanted = {};
};

bool history_is_plain(const Repository& repository) {
  const Layout& layout = repository.layout();
  for (const char* name : {"GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE",
                           "GIT_ALTERNATE_OBJECT_DIRECTORIES"})
    if (std::getenv(name) != nullptr)
      return false;
  return layout.object_format == "sha1" && !exists(join_path(layout.common_dir, "shallow")) &&
         !exists(join_path(layout.common_dir, "info/grafts")) &&
         !has_replacements(layout.common_dir);
}

const LogEntry* NearHistory::find(const std::string& oid) {
  if (auto known = x_read.find(oid); known != x_read.end())
    return &known->second;
  if (x_read.size() >= kMostCommits)
    return nullptr;
  std::optional<Object> object;
  try {
    object = x_objects->read(oid);
  } catch (const Failure&) {
    return nullptr;
  }
  if (!object || object->type != ObjectType::commit || is_foreign(object->bytes))
    return nullptr;
  std::optional<Commit> commit = parse_commit(object->bytes);
  if (!commit)
    return nullptr;
  LogEntry entry{
      .oid = oid, .tree = std::move(commit->tree), .parents = std::move(commit->parents)};
  entry.author = person_of(commit->author);
  entry.author_time = time_of(commit->author);
  entry.commit_time = time_of(commit->committer);
  cut_message(commit->message, entry);
  return &x_read.emplace(oid, std::move(entry)).first->second;
}

std::optional<NearHistory::Walk> NearHistory::walk(const std::vector<std::string>& tips,
                                                   const std::vector<std::string>& excluded) {
  enum : unsigned { kWanted = 1, kExcluded = 2 };
  struct Visit {
    const LogEntry* entry = nullptr;
    unsigned paint = 0;
    unsigned handed_on = 0;  ///< the paint that its parents have got
  };
  struct Waiting {
    int64_t time;
    size_t number;
    Visit* visit;
    bool operator<(const Waiting& other) const {
      return time != other.time ? time < other.time : number > other.number;
    }
  };
  std::unordered_map<std::string, Visit> visits;
  std::priority_queue<Waiting> queue;
  size_t number = 0;
  size_t open = 0;  // wanted, not excluded, not handed on yet
  auto is_open = [](const Visit& visit) { return visit.paint == kWanted && visit.handed_on == 0; };
  auto paint = [&](const std::string& oid, unsigned colour) {
    Visit& visit = visits[oid];
    if ((visit.paint | colour) == visit.paint)
      return true;
    if (visit.entry == nullptr)
      visit.entry = find(oid);
    if (visit.entry == nullptr)
      return false;
    open -= is_open(visit);
    visit.paint |= colour;
    open += is_open(visit);
    queue.push({visit.entry->commit_time, number++, &visit});
    return true;
  };
  for (const std::string& tip : tips)
    if (!paint(tip, kWanted))
      return std::nullopt;
  for (const std::string& tip : excluded)
    if (!paint(tip, kExcluded))
      return std::nullopt;
  std::vector<const Visit*> met;
  int64_t oldest = INT64_MAX;
  for (int slop = kSlop; !queue.empty();) {
    if (open == 0 && (met.empty() || (queue.top().time < oldest && slop-- == 0)))
      break;
    Visit& visit = *queue.top().visit;
    queue.pop();
    if (visit.handed_on == visit.paint)
      continue;
    open -= is_open(visit);
    if (visit.paint == kWanted) {
      met.push_back(&visit);
      oldest = std::min(oldest, visit.entry->commit_time);
    }
    visit.handed_on = visit.paint;
    unsigned colour = (visit.paint & kExcluded) != 0 ? kExcluded : kWanted;
    for (const std::string& parent : visit.entry->parents)
      if (!paint(parent, colour))
        return std::nullopt;
  }
  Walk result;
  for (const Visit* visit : met)
    if (visit->paint == kWanted && result.is_wanted.insert(visit->entry->oid).second)
      result.wanted.push_back(visit->entry);
  return result;
}

std::optional<std::vector<LogEntry>> NearHistory::log(const std::vector<std::string>& tips,
                                                      const std::vector<std::string>& excluded) {
  std::optional<Walk> walked = walk(tips, excluded);
  if (!walked)
    return std::nullopt;
  std::vector<LogEntry> entries;
  for (const LogEntry* entry : walked->wanted)
    entries.push_back(*entry);
  return entries;
}

std::optional<Divergence> NearHistory::divergence(const std::vector<std::string>& tips,
                                                  const std::vector<std::string>& reference) {
  std::optional<Walk> walked = walk(tips, reference);
  if (!walked)
    return std::nullopt;
  Divergence divergence;
  std::map<std::string, size_t> children;
  std::set<std::string> boundary;
  for (const LogEntry* entry : walked->wanted)
    for (const std::string& parent : entry->parents)
      if (walked->is_wanted.contains(parent))
        ++children[parent];
      else
        boundary.insert(parent);
  // Children before their parents, each line in one piece.
  std::vector<const LogEntry*> ready;
  for (const LogEntry* entry : walked->wanted)
    if (!children.contains(entry->oid))
      ready.insert(ready.begin(), entry);
  while (!ready.empty()) {
    const LogEntry* entry = ready.back();
    ready.pop_back();
    divergence.oids.push_back(entry->oid);
    for (const std::string& parent : entry->parents)
      if (auto found = children.find(parent); found != children.end() && --found->second == 0)
        ready.push_back(&x_read.at(parent));
  }
  divergence.boundary = {boundary.begin(), boundary.end()};
  return divergence;
}

std::optional<LogEntry> NearHistory::entry(const std::string& oid) {
  const LogEntry* found = find(oid);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

bool NearHistory::add_files(LogEntry& entry) {
  if (entry.parents.size() > 1)
    return true;
  const LogEntry* parent = entry.parents.empty() ? nullptr : find(entry.parents[0]);
  if (parent == nullptr && !entry.parents.empty())
    return false;
  try {
    return x_trees.compare(parent == nullptr ? "" : parent->tree, entry.tree, entry.files);
  } catch (const Failure&) {
    return false;  // a damaged object: git says which
  }
}

std::optional<ChangeSum> NearHistory::change_of(const LogEntry& entry) {
  const LogEntry* parent = entry.parents.empty() ? nullptr : find(entry.parents[0]);
  if (entry.parents.size() > 1 || (parent == nullptr && !entry.parents.empty()))
    return std::nullopt;
  try {
    std::vector<ChangedFile> files;
    if (!x_trees.compare(parent == nullptr ? "" : parent->tree, entry.tree, files))
      return std::nullopt;
    ChangeSum sum;
    for (const ChangedFile& file : files) {
      std::optional<std::string> before = content_of(file.before), after = content_of(file.after);
      if (!before || !after)
        return std::nullopt;
      sum = sum + sum_of_file(file.path, {file.before.mode, file.before.oid, *before},
                              {file.after.mode, file.after.oid, *after});
    }
    return sum;
  } catch (const Failure&) {
    return std::nullopt;
  }
}

std::optional<std::string> NearHistory::content_of(const FileInTree& file) {
  // A submodule's commit is shown as a line, and is not stored here.
  if (file.mode.empty() || file.mode == "160000")
    return std::string();
  std::optional<size_t> size = x_objects->size_of(file.oid);
  if (!size || *size > kMostBytesOfFile || x_content_read + *size > kMostBytesOfFiles)
    return std::nullopt;
  x_content_read += *size;
  std::optional<Object> object = x_objects->read(file.oid);
  if (!object || object->type != ObjectType::blob)
    return std::nullopt;
  return std::move(object->bytes);
}

}  // namespace handoff::git

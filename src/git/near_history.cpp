#include "git/near_history.hpp"

#include <algorithm>
#include <cstdlib>
#include <queue>
#include <set>
#include <unordered_map>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/commits.hpp"
#include "git/packed_refs.hpp"

namespace handoff::git {

namespace {

/// Beyond so many commits a child of git is faster.
constexpr size_t kMostCommits = 700;
/// How many excluded commits are still looked at when all wanted ones are older, as git does: clocks that
/// were wrong.
constexpr int kSlop = 5;

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

/// Subject and body as git cuts a message: the first paragraph in one line, and what stands behind it.
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

/// The entries of a tree object, one after the other, without a copy.
class TreeCursor {
 public:
  explicit TreeCursor(std::string_view bytes) : x_rest(bytes) { next(); }
  bool done() const { return x_done; }
  bool damaged() const { return x_damaged; }
  bool is_folder() const { return x_mode == "40000"; }
  std::string_view name() const { return x_name; }
  std::string_view id() const { return x_id; }
  bool same_as(const TreeCursor& other) const { return x_id == other.x_id && x_mode == other.x_mode; }

  void next() {
    size_t space = x_rest.find(' ');
    size_t end = x_rest.find('\0');
    x_done = x_rest.empty();
    if (x_done)
      return;
    if (end == std::string_view::npos || space > end || x_rest.size() < end + 1 + kIdBytes) {
      x_done = x_damaged = true;
      return;
    }
    x_mode = x_rest.substr(0, space);
    x_name = x_rest.substr(space + 1, end - space - 1);
    x_id = x_rest.substr(end + 1, kIdBytes);
    x_rest.remove_prefix(end + 1 + kIdBytes);
  }

  /// The order of trees: a folder sorts as if a slash stood behind it.
  static int compare(const TreeCursor& a, const TreeCursor& b) {
    size_t common = std::min(a.x_name.size(), b.x_name.size());
    if (int order = a.x_name.substr(0, common).compare(b.x_name.substr(0, common)); order != 0)
      return order;
    auto behind = [&](const TreeCursor& c) {
      return c.x_name.size() > common ? static_cast<unsigned char>(c.x_name[common])
             : c.is_folder()          ? static_cast<unsigned char>('/')
                                      : static_cast<unsigned char>(0);
    };
    int order = behind(a) - behind(b);
    // `x/` against `x/y` cannot be: a name holds no slash.
    return order != 0 ? order : static_cast<int>(a.x_name.size()) - static_cast<int>(b.x_name.size());
  }

 private:
  static constexpr size_t kIdBytes = 20;
  std::string_view x_rest, x_mode, x_name, x_id;
  bool x_done = false, x_damaged = false;
};

}  // namespace

/// What a walk saw: `wanted` in the order of their times.
struct NearHistory::Walk {
  std::vector<const LogEntry*> wanted = {};
  std::set<std::string> is_wanted = {};
};

std::optional<NearHistory> NearHistory::open(const Repository& repository,
                                             ObjectDatabase& objects) {
  const Layout& layout = repository.layout();
  for (const char* name : {"GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE",
                           "GIT_ALTERNATE_OBJECT_DIRECTORIES"})
    if (std::getenv(name) != nullptr)
      return std::nullopt;
  if (layout.object_format != "sha1" || exists(join_path(layout.common_dir, "shallow")) ||
      exists(join_path(layout.common_dir, "info/grafts")) || has_replacements(layout.common_dir))
    return std::nullopt;
  return NearHistory(objects);
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
  LogEntry entry{.oid = oid, .tree = std::move(commit->tree), .parents = std::move(commit->parents)};
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
    return compare(parent == nullptr ? "" : parent->tree, entry.tree, "", entry.files);
  } catch (const Failure&) {
    return false;  // a damaged object: git says which
  }
}

bool NearHistory::compare(const std::string& before, const std::string& after,
                          const std::string& folder, std::vector<std::string>& files) {
  std::string bytes[2];
  for (int i : {0, 1}) {
    const std::string& oid = i == 0 ? before : after;
    if (oid.empty())
      continue;
    std::optional<Object> object = x_objects->read(oid);
    if (!object || object->type != ObjectType::tree)
      return false;
    bytes[i] = std::move(object->bytes);
  }
  TreeCursor a(bytes[0]), b(bytes[1]);
  auto see = [&](const TreeCursor& entry, const std::string& old_tree, const std::string& new_tree) {
    std::string path = folder + std::string(entry.name());
    if (entry.is_folder())
      return compare(old_tree, new_tree, path + "/", files);
    files.push_back(std::move(path));
    return true;
  };
  bool good = true;
  while (good && !(a.done() && b.done())) {
    int order = a.done() ? 1 : b.done() ? -1 : TreeCursor::compare(a, b);
    if (order < 0)
      good = see(a, to_hex(a.id()), "");
    else if (order > 0)
      good = see(b, "", to_hex(b.id()));
    else if (!a.same_as(b))
      good = see(b, to_hex(a.id()), to_hex(b.id()));
    if (order <= 0)
      a.next();
    if (order >= 0)
      b.next();
  }
  return good && !a.damaged() && !b.damaged();
}

}  // namespace handoff::git

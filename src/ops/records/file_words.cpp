#include "ops/records/file_words.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/objects/objects.hpp"
#include "ops/records/own_commits.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kLargestFile = 1u << 20;

/// Where a path leads, link by link, and what of the working tree says so.
struct Way {
  std::string file = {};                  ///< absolute, through no link
  std::vector<std::string> crossed = {};  ///< links, and folders of other repositories
};

Way follow(const git::Repository& repository, const std::string& path) {
  constexpr int kMostLinks = 40;  // as the kernel has it
  const std::string& root = repository.layout().root;
  Way way;
  std::vector<std::string> rest = split(join_path(root, path), '/');
  std::reverse(rest.begin(), rest.end());
  for (int links = 0; !rest.empty();) {
    const std::string name = rest.back();
    rest.pop_back();
    if (name == "..")
      way.file.erase(std::min(way.file.rfind('/'), way.file.size()));
    if (name.empty() || name == "." || name == "..")
      continue;
    const std::string next = way.file + "/" + name;
    std::error_code error;
    const std::string target = std::filesystem::read_symlink(next, error).string();
    const bool is_link = !error && ++links <= kMostLinks;
    if (next.starts_with(root + "/") && (is_link || exists(next + "/.git")))
      way.crossed.push_back(next.substr(root.size() + 1));
    if (!is_link) {
      way.file = next;
      continue;
    }
    if (target.starts_with('/'))
      way.file.clear();
    std::vector<std::string> parts = split(target, '/');
    rest.insert(rest.end(), parts.rbegin(), parts.rend());
  }
  return way;
}

bool is_tracked(const git::Repository& repository, const std::vector<std::string>& paths) {
  if (paths.empty())
    return false;
  std::vector<std::string> args = {"ls-files", "-z"};
  if (!repository.head().unborn())
    args.emplace_back("--with-tree=HEAD");
  args.emplace_back("--");
  args.insert(args.end(), paths.begin(), paths.end());
  const Outcome listed = repository.git().run({.args = std::move(args)});
  return !listed.ok() || !listed.out.empty();
}

/// From the top of the working tree; nullopt where it lies elsewhere.
std::optional<std::string> path_in(const git::Repository& repository, const std::string& file) {
  const std::string root = repository.layout().root + "/";
  return file.starts_with(root) ? std::optional(file.substr(root.size())) : std::nullopt;
}

/// A line behind its marks and its box, ticked or not.
std::string text_of_line(const std::string& line) {
  const size_t box = line.find('[');
  const bool is_box = box != kNowhere && box + 2 < line.size() && line[box + 2] == ']' &&
                      letters_of(line.substr(0, box)).empty();
  return trim(is_box ? line.substr(box + 3) : line);
}

/// What a line says.
std::string words_of(const std::string& line) { return letters_of(text_of_line(line)); }

using Lines = std::set<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  for (const std::string& line : split_lines(to_valid_utf8(text)))
    lines.insert(words_of(line));
  return lines;
}

/// What of one is not in the other.
Lines without(const Lines& all, const Lines& some) {
  Lines rest;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(),
                      std::inserter(rest, rest.end()));
  return rest;
}

bool is_said(const Lines& lines, const std::string& letters) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return contains(line, letters); });
}

/// What a commit made of a file; of a merge what is in none of its parents.
struct Change {
  std::vector<std::string> before = {};  ///< blobs
  std::string after = {}, path = {};
  std::string old_path = {};  ///< where it was renamed or copied
};

/// `:<modes> <blobs> <status>`, with a colon for each parent, and the path, or both, behind.
std::vector<Change> changes_of(const git::Repository& repository,
                               const std::vector<std::string>& commits,
                               const std::vector<std::string>& pathspecs, const char* renames) {
  if (commits.empty())
    return {};
  git::GitCall call{
      .args = {"diff-tree", "--stdin", "--root", "-r", "-c", "-z", "--no-abbrev", renames, "--"},
      .input = join(commits, "\n") + "\n",
      .user_pathspecs = true};
  call.args.insert(call.args.end(), pathspecs.begin(), pathspecs.end());
  std::vector<Change> changes;
  const std::vector<std::string> parts = split(repository.git().run(std::move(call)).out, '\0');
  for (size_t i = 0; i + 1 < parts.size(); ++i) {
    const size_t parents = parts[i].find_first_not_of(':');
    const std::vector<std::string> fields = split(parts[i], ' ');
    if (parents == 0 || parents == kNowhere || fields.size() != 2 * parents + 3)
      continue;
    const auto blobs = fields.begin() + static_cast<ptrdiff_t>(parents) + 1;
    Change change{.before = {blobs, blobs + static_cast<ptrdiff_t>(parents)},
                  .after = fields[2 * parents + 1],
                  .path = parts[++i]};
    if (parents == 1 && (fields.back()[0] == 'R' || fields.back()[0] == 'C') &&
        i + 1 < parts.size()) {
      change.old_path = std::move(change.path);
      change.path = parts[++i];
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

/// The lines of blobs, as far as they are here and no larger than a file that is read.
class Blobs {
 public:
  explicit Blobs(const git::Repository& repository) : x_objects(git::open_objects(repository)) {}

  const Lines& lines(const std::string& oid) {
    auto [found, is_new] = x_lines.try_emplace(oid);
    const size_t size = is_new ? x_objects->size_of(oid).value_or(kLargestFile + 1) : 0;
    x_budget -= std::min(size <= kLargestFile ? size : 0, x_budget);
    if (size <= kLargestFile && is_new && x_budget > 0)
      if (std::optional<git::Object> blob = x_objects->read(oid))
        found->second = lines_of(blob->bytes);
    return found->second;
  }
  Lines added(const Change& change) {
    Lines lines = this->lines(change.after);
    for (const std::string& before : change.before)
      lines = without(lines, this->lines(before));
    return lines;
  }
  /// Were there more than anybody waits for?
  bool are_too_many() const { return x_budget == 0; }

 private:
  std::unique_ptr<git::ObjectDatabase> x_objects;
  std::map<std::string, Lines> x_lines = {};
  size_t x_budget = 32u << 20;
};

/// Does git write other bytes into the tree than those it keeps? Then lines cannot be compared.
bool is_converted(const git::Repository& repository, const std::string& path) {
  const Outcome attributes = repository.git().run(
      {.args = {"check-attr", "-z", "filter", "ident", "working-tree-encoding", "--", path}});
  const std::vector<std::string> parts = split(attributes.out, '\0');
  for (size_t i = 2; i < parts.size(); i += 3)
    if (parts[i] != "unspecified" && parts[i] != "unset")
      return true;
  return !attributes.ok();
}

/// Files of the same kind, and such as may have been renamed into one.
std::vector<std::string> pathspecs_like(const std::string& path) {
  const size_t dot = path.find('.', path.rfind('/') + 1);
  std::vector<std::string> specs = {":(literal)" + path, ":(glob)**/*.md", ":(glob)**/*.txt"};
  const std::string ending = dot == kNowhere ? "" : path.substr(path.rfind('.'));
  if (!ending.empty() && ending.find_first_of("*?[\\") == kNowhere)
    specs.push_back(":(glob)**/*" + ending);
  return specs;
}

/// Files of HEAD that hold any of these texts: this one may be one of them under another name.
std::vector<std::string> files_with_lines(const git::Repository& repository,
                                          const std::vector<std::string>& lines,
                                          const std::vector<std::string>& pathspecs) {
  constexpr size_t kMost = 50;
  git::GitCall call{.args = {"grep", "-l", "-z", "-a", "-F", "--no-color",
                             "--no-recurse-submodules", "-f", "-", "HEAD", "--"},
                    .input = join(lines, "\n") + "\n",
                    .user_pathspecs = true};
  call.args.insert(call.args.end(), pathspecs.begin(), pathspecs.end());
  std::vector<std::string> files;
  for (const std::string& name :
       split(repository.git().run(git::offline(std::move(call))).out, '\0'))
    if (name.starts_with("HEAD:") && !contains(name, "\n") && files.size() < kMost)
      files.push_back(name.substr(5));
  return files;
}

struct SortedLines {
  bool mixed = false;  ///< not all of it is the user's own
  Lines own = {}, others = {};
};

/// Puts together whose lines a file holds.
class Sorter {
 public:
  Sorter(const git::Repository& repository, std::string path)
      : x_repository(repository), x_path(std::move(path)), x_blobs(repository) {}

  const SortedLines& words() const { return x_words; }

  void run() {
    const std::string file = join_path(x_repository.layout().root, x_path);
    if (is_folder(file)) {
      x_words.mixed = is_tracked(x_repository, {x_path});
      return;
    }
    const std::string text = read_file_at_most(file, kLargestFile).value_or("");
    x_lines = lines_of(text);
    const std::vector<git::NamedObject> head = git::look_up(x_repository.git(), {"HEAD:" + x_path});
    if (head.empty() || head[0].answer != git::NamedObject::Answer::missing)
      x_words.mixed = true;
    if (x_words.mixed && (head.empty() || head[0].type != "blob"))
      return;
    if (x_words.mixed)
      x_before = x_blobs.lines(head[0].oid);
    find_names(text);
    take_own_commits();
    take_head(x_words.mixed);
    // In a merge or a rebase what is not committed yet may be anybody's.
    if (x_repository.operation() && is_tracked(x_repository, {x_path}))
      x_words.mixed = true;
    else
      x_words.own.merge(without(x_lines, x_before));
    take_out_others();
    x_words.mixed = x_words.mixed || !x_words.others.empty();
  }

 private:
  /// Its own name, those under which the user had it before, and of files with the same lines.
  void find_names(const std::string& text) {
    const std::vector<std::string> like = pathspecs_like(x_path);
    x_own_changes = changes_of(x_repository, own_commits(x_repository), like, "-M");
    std::vector<std::string> news;
    constexpr size_t kWorthLooking = 8, kMost = 100;
    for (const std::string& line : split_lines(text))
      if (std::string words = words_of(line);
          words.size() >= kWorthLooking && !x_before.contains(words) && news.size() < kMost)
        news.push_back(text_of_line(line));
    if (!news.empty())
      for (std::string& name : files_with_lines(x_repository, news, like))
        x_names.insert(std::move(name));
    x_names.insert(x_path);
    for (size_t before = 0; before != x_names.size();) {
      before = x_names.size();
      for (const Change& change : x_own_changes)
        if (!change.old_path.empty() && x_names.contains(change.path))
          x_names.insert(change.old_path);
    }
  }

  void take_own_commits() {
    Lines removed;
    for (const Change& change : x_own_changes)
      if (x_names.contains(change.path)) {
        x_words.own.merge(x_blobs.added(change));
        for (const std::string& before : change.before)
          removed.merge(without(x_blobs.lines(before), x_blobs.lines(change.after)));
      }
    x_words.others = without(removed, x_words.own);
  }

  /// What HEAD has under these names and the user has not committed. Of other files only what
  /// stands in this one, too.
  void take_head(bool committed) {
    std::vector<std::string> names;
    for (const std::string& name : x_names)
      if (!contains(name, "\n"))
        names.push_back("HEAD:" + name);
    const std::vector<git::NamedObject> blobs = git::look_up(x_repository.git(), names);
    for (size_t i = 0; i < blobs.size(); ++i) {
      const bool is_this = committed && names[i] == "HEAD:" + x_path;
      const Lines lines = blobs[i].type == "blob" ? x_blobs.lines(blobs[i].oid) : Lines();
      for (const std::string& line : lines)
        if (is_this || x_lines.contains(line)) {
          x_before.insert(line);
          if (!x_words.own.contains(line))
            x_words.others.insert(line);
        }
    }
  }

  /// A squash merge, `restore`, a stash or a patch of others' commits brings lines that no log
  /// tells from the user's own.
  void take_out_others() {
    constexpr size_t kLong = 200;  // a whole document may stand in a line, and be changed a little
    if (x_words.own.empty())
      return;
    std::vector<std::string> names;
    for (const std::string& name : x_names)
      names.push_back(":(literal)" + name);
    for (const Change& change :
         changes_of(x_repository, commits_of_others(x_repository), names, "-M"))
      for (const std::string& line : x_blobs.added(change))
        if (x_words.own.erase(line) > 0 || x_lines.contains(line) || line.size() > kLong)
          x_words.others.insert(line);
    if (x_blobs.are_too_many()) {
      x_words.mixed = true;
      x_words.own.clear();
    }
  }

  const git::Repository& x_repository;
  std::string x_path;
  SortedLines x_words = {};
  Blobs x_blobs;
  Lines x_lines = {}, x_before = {};  ///< of the file, and of HEAD
  std::vector<Change> x_own_changes = {};
  std::set<std::string> x_names = {};
};

}  // namespace

bool comes_with_clone(const git::Repository& repository, const std::string& path) {
  Way way = follow(repository, path);
  if (std::optional<std::string> file = path_in(repository, way.file))
    way.crossed.push_back(*std::move(file));
  return is_tracked(repository, way.crossed);
}

FileWords::FileWords(const git::Repository& repository, const std::string& named) {
  const Way way = follow(repository, named);
  const std::optional<std::string> path = path_in(repository, way.file);
  x_mixed = is_tracked(repository, way.crossed) || (path && is_converted(repository, *path));
  if (!path || x_mixed)
    return;
  try {
    Sorter sorter(repository, *path);
    sorter.run();
    x_mixed = sorter.words().mixed;
    x_own = sorter.words().own;
    x_others = sorter.words().others;
  } catch (const Failure&) {  // too large, or not to be read: then nothing of it is known
    x_mixed = true;
  }
}

bool FileWords::is_own(std::string_view text) const {
  if (!x_mixed)
    return true;
  const std::string letters = words_of(std::string(text));
  return letters.empty() || (is_said(x_own, letters) && !is_said(x_others, letters));
}

std::string FileWords::own_lines(const std::string& text) const {
  std::vector<std::string> lines = split_lines(text);
  std::erase_if(lines, [&](const std::string& line) { return !is_own(line); });
  return lines.empty() ? std::string() : join(lines, "\n") + "\n";
}

}  // namespace handoff::ops

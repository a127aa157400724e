#include "ops/records/own_commits.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/programs.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance_book.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kLargestLog = 16u << 20;
constexpr size_t kMostOwnCommits = 1000;
constexpr const char* kNoLogEntry = "-";

std::string short_hash(std::string_view text) {
  constexpr size_t kLength = 24;
  return to_hex(sha256(text)).substr(0, kLength);
}

/// An entry of a log: `<before> <after> Name <mail> <seconds> <zone>\t<message>`.
struct HeadLogLine {
  std::string before = {}, after = {}, message = {};
  Seconds time = 0;
};

std::optional<HeadLogLine> read_head_log_line(const std::string& line) {
  const size_t first = line.find(' '), tab = line.find('\t'), mail = line.rfind("> ", tab);
  const size_t second = first == kNowhere ? kNowhere : line.find(' ', first + 1);
  if (second == kNowhere || tab == kNowhere || mail == kNowhere || mail > tab)
    return std::nullopt;
  return HeadLogLine{.before = line.substr(0, first),
                     .after = line.substr(first + 1, second - first - 1),
                     .message = line.substr(tab + 1),
                     .time = std::strtoll(line.c_str() + mail + 2, nullptr, 10)};
}

/// When a file came into being on this machine; nobody can choose it.
std::optional<Seconds> born(const std::string& path) {
  struct statx info {};
  if (statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BTIME, &info) != 0 ||
      (info.stx_mask & STATX_BTIME) == 0)
    return std::nullopt;
  return info.stx_btime.tv_sec;
}

/// A log that was written where it stands: nothing in it is older than its folder, or yet to come.
bool is_log_of_this_clone(const git::Layout& layout, const std::vector<std::string>& lines) {
  const std::optional<Seconds> begin = born(layout.git_dir);
  return begin && std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
           const std::optional<HeadLogLine> entry = read_head_log_line(line);
           return entry && entry->time >= *begin && entry->time <= now();
         });
}

/// Git looks at the clock first, and lets the user write the message then.
bool was_born_then(const git::Layout& layout, const HeadLogLine& entry) {
  constexpr Seconds kLongestMessage = 3600;
  const std::string object = layout.common_dir + "/objects/" + entry.after.substr(0, 2) + "/" +
                             entry.after.substr(std::min<size_t>(2, entry.after.size()));
  const std::optional<Seconds> begin = born(object);
  return begin && *begin >= entry.time && *begin <= entry.time + kLongestMessage;
}

/// Where the log goes on behind the entry that was looked at last; nullopt: it is not there.
std::optional<size_t> behind(const std::vector<std::string>& lines, const std::string& end) {
  if (end == kNoLogEntry)
    return 0;
  for (size_t i = lines.size(); i > 0; --i)
    if (short_hash(lines[i - 1]) == end)
      return i;
  return std::nullopt;
}

/// Whether it was the user who wrote what the commit changes: an amended one may be a stranger's.
bool is_made_by_user(const HeadLogLine& entry, const ProvenanceBook& book,
                     const std::vector<std::string>& own) {
  if (entry.message.starts_with("commit: ") || entry.message.starts_with("commit (initial): "))
    return true;
  return entry.message.starts_with("commit (amend): ") &&
         (book.is_own_commit(entry.before) ||
          std::find(own.begin(), own.end(), entry.before) != own.end());
}

/// What HEAD's log says that is not written down yet.
struct LogNews {
  std::string log = {}, end = {};
  std::vector<std::string> own = {};
  bool any = false;
};

LogNews look_at_log(const git::Repository& repository) {
  const git::Layout& layout = repository.layout();
  const std::string name = short_hash(layout.worktree_name());
  const std::vector<std::string> lines =
      split_lines(read_file_at_most(layout.git_dir + "/logs/HEAD", kLargestLog).value_or(""));
  const auto book = ProvenanceBook::of(repository);
  const std::optional<std::string> known = book->end_of_log(name);
  const std::string end = lines.empty() ? kNoLogEntry : short_hash(lines.back());
  if (known == end)
    return {};
  size_t from = lines.size();
  if (known)
    from = behind(lines, *known).value_or(lines.size());
  else if (is_log_of_this_clone(layout, lines))
    from = 0;
  std::vector<std::string> own;
  for (; from < lines.size(); ++from)
    if (std::optional<HeadLogLine> entry = read_head_log_line(lines[from]);
        entry && is_made_by_user(*entry, *book, own) && (known || was_born_then(layout, *entry)))
      own.push_back(entry->after);
  return {.log = name, .end = end, .own = std::move(own), .any = true};
}

/// The same, looked at once for each state of the log; never throws.
const LogNews& news_of_log(const git::Repository& repository) {
  static std::string seen;
  static LogNews news;
  struct stat info {};
  const std::string file = repository.layout().git_dir + "/logs/HEAD";
  const bool there = stat(file.c_str(), &info) == 0;
  const std::string state = file + (there ? " " + std::to_string(info.st_size) + " " +
                                                std::to_string(info.st_mtim.tv_nsec)
                                          : "");
  if (state == seen)
    return news;
  try {
    news = look_at_log(repository);
  } catch (const Failure&) {
    news = {};  // a log that is too large: what it says is then nobody's
  }
  seen = state;
  return news;
}

}  // namespace

void witness_own_commits(const git::Repository& repository) {
  try {
    if (const LogNews& news = news_of_log(repository);
        news.any && ProvenanceBook::of(repository)->end_of_log(news.log) != news.end)
      write_own_commits(repository, news.log, news.end, news.own);
  } catch (const Failure&) {
    // A disk that is full: what was committed is looked at again.
  }
}

void remember_own_commit(const git::Repository& repository, const std::string& oid) {
  write_own_commits(repository, "handoff", kNoLogEntry, {oid});
}

bool is_own_commit(const git::Repository& repository, const std::string& oid) {
  const std::vector<std::string>& news = news_of_log(repository).own;
  return ProvenanceBook::of(repository)->is_own_commit(oid) ||
         std::find(news.begin(), news.end(), oid) != news.end();
}

std::string told_subject(const git::Repository& repository, const std::string& oid,
                         const std::string& subject) {
  return is_unasked() && !is_own_commit(repository, oid)
             ? std::string()
             : replace_all(bounded_name(subject), "'", "\"");
}

std::string told_author(const git::Repository& repository, const std::string& oid,
                        const std::string& author) {
  return is_unasked() && !is_own_commit(repository, oid)
             ? quoted_name(trim(author.substr(0, author.find(" <"))))
             : author;
}

std::string in_parentheses(const std::string& told) {
  return told.empty() ? told : " ('" + told + "')";
}

namespace {

/// The letters and digits of a text: marks, quotes and escapes are not what it says.
std::string letters_of(std::string_view text) {
  std::string letters;
  for (char c : text)
    if (const auto byte = static_cast<unsigned char>(c); byte >= 0x80 || std::isalnum(byte) != 0)
      letters += c;
  return letters;
}

bool is_said(const std::set<std::string>& lines, const std::string& letters) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return contains(line, letters); });
}

/// `,<count>` of a hunk's header: how many lines follow of this side.
size_t lines_of_side(const std::string& header, char side) {
  const size_t at = header.find(std::string(" ") + side);
  const size_t end = at == kNowhere ? kNowhere : header.find(' ', at + 1);
  const size_t comma = at == kNowhere ? kNowhere : header.find(',', at);
  return comma == kNowhere || comma > end ? 1
                                          : std::strtoul(header.c_str() + comma + 1, nullptr, 10);
}

}  // namespace

FileWords::FileWords(const git::Repository& repository, const std::string& path) {
  const git::Git& git = repository.git();
  const Outcome committed = git.run({.args = {"cat-file", "blob", "HEAD:" + path}});
  if (!committed.ok()) {
    x_committed = git.run({.args = {"cat-file", "-e", "HEAD:" + path}}).ok();
    return;
  }
  x_committed = true;
  take_own_commits(repository, path);
  std::set<std::string> before;
  for (const std::string& line : split_lines(committed.out)) {
    const std::string letters = letters_of(line);
    before.insert(letters);
    if (!x_own.contains(letters))
      x_others.insert(letters);
  }
  // In a merge or a rebase what is not committed yet may be anybody's.
  if (repository.operation())
    return;
  constexpr size_t kLargest = 1u << 20;
  const std::string file = join_path(repository.layout().root, path);
  for (const std::string& line : split_lines(read_file_at_most(file, kLargest).value_or("")))
    if (std::string letters = letters_of(line); !before.contains(letters))
      x_own.insert(std::move(letters));
}

void FileWords::take_own_commits(const git::Repository& repository, const std::string& path) {
  std::vector<std::string> commits = ProvenanceBook::of(repository)->own_commits(kMostOwnCommits);
  const std::vector<std::string>& news = news_of_log(repository).own;
  commits.insert(commits.end(), news.begin(), news.end());
  if (commits.empty())
    return;
  const Outcome changes =
      repository.git().run({.args = {"diff-tree", "--stdin", "--root", "-p", "-U0", "--no-color",
                                     "--no-ext-diff", "--no-textconv", "--no-renames", "--", path},
                            .input = join(commits, "\n") + "\n"});
  std::set<std::string> removed;
  size_t minus = 0, plus = 0;
  for (const std::string& line : split_lines(changes.out)) {
    if (minus > 0 && line.starts_with('-')) {
      --minus;
      removed.insert(letters_of(line));
    } else if (plus > 0 && line.starts_with('+')) {
      --plus;
      x_own.insert(letters_of(line));
    } else if (line.starts_with("@@ ")) {
      minus = lines_of_side(line, '-');
      plus = lines_of_side(line, '+');
    }
  }
  for (const std::string& line : removed)
    if (!x_own.contains(line))
      x_others.insert(line);
}

bool FileWords::is_own(std::string_view text) const {
  if (!x_committed)
    return true;
  const std::string letters = letters_of(text);
  return letters.empty() || (is_said(x_own, letters) && !is_said(x_others, letters));
}

}  // namespace handoff::ops

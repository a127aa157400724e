#include "ops/records/own_commits.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/programs.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/names.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/provenance_book.hpp"

namespace handoff::ops {

std::string letters_of(std::string_view text) {
  std::string letters;
  for (char c : text)
    if (const auto byte = static_cast<unsigned char>(c); byte >= 0x80 || std::isalnum(byte) != 0)
      letters += c;
  return letters;
}

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
  std::string before = {}, after = {}, mail = {}, message = {};
  Seconds time = 0;
};

std::optional<HeadLogLine> read_head_log_line(const std::string& line) {
  const size_t first = line.find(' '), tab = line.find('\t'), mail = line.rfind("> ", tab);
  const size_t second = first == kNowhere ? kNowhere : line.find(' ', first + 1);
  if (second == kNowhere || tab == kNowhere || mail == kNowhere || mail > tab)
    return std::nullopt;
  const size_t begin = line.rfind('<', mail);
  return HeadLogLine{.before = line.substr(0, first),
                     .after = line.substr(first + 1, second - first - 1),
                     .mail = begin == kNowhere ? "" : line.substr(begin + 1, mail - begin - 1),
                     .message = line.substr(tab + 1),
                     .time = std::strtoll(line.c_str() + mail + 2, nullptr, 10)};
}

struct statx facts_of(const std::string& path) {
  struct statx info {};
  if (statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BTIME | STATX_INO | STATX_UID,
            &info) != 0)
    info.stx_mask = 0;
  return info;
}

/// When a file came into being on this machine; nobody can choose it.
std::optional<Seconds> born(const std::string& path) {
  const struct statx info = facts_of(path);
  return (info.stx_mask & STATX_BTIME) != 0 ? std::optional<Seconds>(info.stx_btime.tv_sec)
                                            : std::nullopt;
}

/// Of a worktree's log where it stands: a copy is another one, whatever was looked at before.
std::string name_of_log(const git::Layout& layout) {
  const struct statx info = facts_of(layout.git_dir);
  return short_hash(layout.worktree_name() + " " + std::to_string(info.stx_ino) + " " +
                    std::to_string(info.stx_btime.tv_sec) + "." +
                    std::to_string(info.stx_btime.tv_nsec));
}

std::string file_of_object(const git::Layout& layout, const std::string& oid) {
  constexpr size_t kFolder = 2;
  return layout.common_dir + "/objects/" + oid.substr(0, kFolder) + "/" +
         oid.substr(std::min(kFolder, oid.size()));
}

/// Is this one of the user's addresses, as a `role` ("author", "committer") or by any? Where none
/// is known each is.
bool is_mail_of_user(const git::Repository& repository, const std::string& role,
                     const std::string& mail) {
  std::vector<std::string> mails;
  for (const char* name : {role == "author" ? "GIT_AUTHOR_EMAIL" : "GIT_COMMITTER_EMAIL", "EMAIL"})
    if (const char* value = std::getenv(name); value != nullptr)
      mails.emplace_back(value);
  for (const std::string& key : {role + ".email", std::string("user.email")})
    for (std::string& value : repository.config().all(key))
      mails.push_back(std::move(value));
  return mails.empty() || std::find(mails.begin(), mails.end(), mail) != mails.end();
}

/// Others may commit in the same folder: by the name in the log, and by whose file it became.
bool is_by_user(const git::Repository& repository, const HeadLogLine& entry) {
  const struct statx object = facts_of(file_of_object(repository.layout(), entry.after));
  return ((object.stx_mask & STATX_UID) == 0 || object.stx_uid == geteuid()) &&
         is_mail_of_user(repository, "committer", entry.mail);
}

/// Is `Name <mail>` the user, by the mail?
bool is_person_of_user(const git::Repository& repository, const std::string& role,
                       const std::string& person) {
  const size_t mail = person.rfind('<');
  return mail != kNowhere && person.ends_with('>') &&
         is_mail_of_user(repository, role, person.substr(mail + 1, person.size() - mail - 2));
}

/// `git commit -C` keeps the author of the commit that it takes the words of.
bool is_authored_by_user(const git::Repository& repository, const std::string& author) {
  return is_person_of_user(repository, "author", author);
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
  const std::optional<Seconds> begin = born(file_of_object(layout, entry.after));
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

/// Does HEAD's log say that git made a commit here, and did not go to one that there was?
bool makes_a_commit(const std::string& message) {
  for (const char* begin : {"commit", "revert", "cherry-pick", "rebase (pick)", "rebase (reword)",
                            "rebase (squash)", "rebase (fixup)", "rebase (continue)"})
    if (message.starts_with(begin))
      return !contains(message, "fast-forward");
  return false;
}

/// As git tells it: the first paragraph.
std::string subject_of(const git::Commit& commit) {
  return trim(commit.message.substr(0, commit.message.find("\n\n")));
}

/// What a subject is about without the words that git puts before another commit's: those of
/// `commit --fixup`, of a revert, of `merge --squash`.
std::string_view quoted_subject(std::string_view subject) {
  for (std::string_view before : {"fixup! ", "squash! ", "amend! ", "Revert \"", "Reapply \"",
                                  "Squashed commit of the following:"})
    if (subject.starts_with(before))
      return quoted_subject(subject.substr(before.size()));
  return subject;
}

/// What others' commits say, as far as they were made lately: `cherry-pick --no-commit`, `commit
/// -C` with `--reset-author`, `commit --fixup`, `revert` and `merge --squash` make it the subject
/// of a commit that is the user's by all that its log and its author say.
class OthersWords {
 public:
  /// `made`: those that are looked at, which are none of others'.
  OthersWords(const git::Repository& repository, const ProvenanceBook& book,
              const std::set<std::string>& made) {
    constexpr size_t kNewest = 1000;
    const git::LogRequest request{.options = {"--exclude=refs/handoffs/*", "--all"},
                                  .limit = kNewest};
    for (git::LogEntry& entry : git::LogQuestion(repository.git(), request).answer())
      if (!made.contains(entry.oid) && !book.is_own_commit(entry.oid))
        x_said.emplace(letters_of(entry.subject), std::move(entry));
  }
  /// Is it said by somebody else's commit, or quoted from one that is not known?
  bool has_words_of(const git::Commit& commit, const std::set<std::string>& own_subjects) const {
    const std::string subject = subject_of(commit);
    const std::string_view quoted = quoted_subject(subject);
    const std::string letters = letters_of(quoted);
    if (quoted.size() < subject.size() && !own_subjects.contains(letters))
      return true;
    const auto [begin, end] = x_said.equal_range(letters);
    return !is_plain_handle(quoted) && std::any_of(begin, end, [&](const auto& said) {
      return !is_made_of(said.second, commit);
    });
  }

 private:
  /// A host or a rebase made it of the user's commit later.
  static bool is_made_of(const git::LogEntry& entry, const git::Commit& commit) {
    return entry.author == git::person_of(commit.author) &&
           entry.author_time == git::time_of(commit.author) &&
           entry.commit_time >= git::time_of(commit.committer) && entry.commit_time <= now();
  }

  std::multimap<std::string, git::LogEntry> x_said = {};
};

/// What the user's own commits say, as far as they are here: who wrote it, when, and the message. A
/// commit that says the same was made of one of them, by a rebase or a cherry-pick: it says nothing
/// else, whatever it changes.
class OwnWords {
 public:
  OwnWords(const git::Repository& repository, const ProvenanceBook& book,
           const std::set<std::string>& news)
      : x_objects(git::open_objects(repository)) {
    for (const std::string& own : book.own_commits(kMostOwnCommits))
      add(own);
    for (const std::string& own : news)
      add(own);
  }
  bool has_words_of(const std::string& oid) const {
    const std::optional<git::Commit> commit = read(oid);
    return commit && x_known.contains(commit->author + "\n" + commit->message);
  }
  const std::set<std::string>& subjects() const { return x_subjects; }
  std::optional<git::Commit> read(const std::string& oid) const {
    constexpr size_t kLargest = 64u << 10;
    return x_objects->size_of(oid).value_or(kLargest) < kLargest ? git::read_commit(*x_objects, oid)
                                                                 : std::nullopt;
  }

 private:
  void add(const std::string& oid) {
    if (const std::optional<git::Commit> commit = read(oid)) {
      x_known.insert(commit->author + "\n" + commit->message);
      x_subjects.insert(letters_of(subject_of(*commit)));
    }
  }

  std::unique_ptr<git::ObjectDatabase> x_objects;
  std::set<std::string> x_known = {}, x_subjects = {};
};

/// What HEAD's log says that is not written down yet.
struct LogNews {
  std::string log = {}, end = {};
  std::vector<std::string> own = {};    ///< the user made what they change
  std::vector<std::string> moved = {};  ///< the user's own words, on what may be others' changes
  bool any = false;
};

/// Sorts what the entries made into what the user wrote and what only says the same.
void take_entries(const git::Repository& repository, const ProvenanceBook& book,
                  const std::vector<HeadLogLine>& entries, bool known, LogNews& news) {
  for (const HeadLogLine& entry : entries)
    if (is_made_by_user(entry, book, news.own) && is_by_user(repository, entry) &&
        (known || was_born_then(repository.layout(), entry)))
      news.own.push_back(entry.after);
  const std::set<std::string> made(news.own.begin(), news.own.end());
  if (!made.empty()) {
    const OwnWords words(repository, book, made);
    const OthersWords others(repository, book, made);
    std::erase_if(news.own, [&](const std::string& oid) {
      const std::optional<git::Commit> commit = words.read(oid);
      return !commit || !is_authored_by_user(repository, git::person_of(commit->author)) ||
             others.has_words_of(*commit, words.subjects());
    });
  }
  std::optional<OwnWords> words;
  for (const HeadLogLine& entry : entries)
    if (std::find(news.own.begin(), news.own.end(), entry.after) == news.own.end()) {
      if (!words)
        words.emplace(repository, book, std::set<std::string>(news.own.begin(), news.own.end()));
      if (words->has_words_of(entry.after))
        news.moved.push_back(entry.after);
    }
}

LogNews look_at_log(const git::Repository& repository) {
  const git::Layout& layout = repository.layout();
  const std::string name = name_of_log(layout);
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
  LogNews news{.log = name, .end = end, .any = true};
  std::vector<HeadLogLine> entries;
  for (; from < lines.size(); ++from)
    if (std::optional<HeadLogLine> entry = read_head_log_line(lines[from]))
      entries.push_back(std::move(*entry));
  take_entries(repository, *book, entries, known.has_value(), news);
  return news;
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
      write_own_commits(repository, news.log, news.end, news.own, news.moved);
  } catch (const Failure&) {
    // A disk that is full: what was committed is looked at again.
  }
}

void remember_own_commit(const git::Repository& repository, const std::string& oid) {
  write_own_commits(repository, "handoff", kNoLogEntry, {oid});
}

bool is_committed_as_user(const git::Repository& repository, const std::string& committer) {
  return is_person_of_user(repository, "committer", committer);
}

bool is_own_commit(const git::Repository& repository, const std::string& oid) {
  const LogNews& news = news_of_log(repository);
  auto lists = [&](const std::vector<std::string>& oids) {
    return std::find(oids.begin(), oids.end(), oid) != oids.end();
  };
  return ProvenanceBook::of(repository)->is_own_commit(oid) || lists(news.own) || lists(news.moved);
}

std::string told_subject(const git::Repository& repository, const std::string& oid,
                         const std::string& subject) {
  return is_unasked() && !is_own_commit(repository, oid)
             ? std::string()
             : replace_all(bounded_name(subject), "'", "\"");
}

std::string told_author(const git::Repository& repository, const std::string& oid,
                        const std::string& author) {
  const std::string name = name_of(author);
  const std::string told = is_unasked() ? quoted_name(name) : person_name(name);
  return told == name || is_own_commit(repository, oid) ? author : told;
}

std::string in_parentheses(const std::string& told) {
  return told.empty() ? told : " ('" + told + "')";
}

std::vector<std::string> commits_of_others(const git::Repository& repository) {
  constexpr size_t kNewest = 1000;
  git::LogRequest request{.options = {"--branches", "--remotes", "--tags"}, .limit = kNewest};
  // Git itself reads the first line of it only.
  std::set<std::string> tips = {"HEAD"};
  for (const std::string& line :
       split_lines(read_file_at_most(repository.layout().git_dir + "/FETCH_HEAD", kLargestLog)
                       .value_or("")))
    if (const std::string oid = line.substr(0, line.find('\t')); git::is_oid(oid))
      tips.insert(oid + "^{commit}");
  for (const git::NamedObject& tip : git::look_up(repository.git(), {tips.begin(), tips.end()}))
    if (tip.is_commit())
      request.revisions.push_back(tip.oid);
  std::set<std::string> made_here;
  const std::string log = repository.layout().git_dir + "/logs/HEAD";
  for (const std::string& line : split_lines(read_file_at_most(log, kLargestLog).value_or("")))
    if (const std::optional<HeadLogLine> entry = read_head_log_line(line);
        entry && makes_a_commit(entry->message))
      made_here.insert(entry->after);
  std::vector<std::string> others;
  for (const git::LogEntry& entry : git::LogQuestion(repository.git(), request).answer())
    if (!is_own_commit(repository, entry.oid) &&
        !(made_here.contains(entry.oid) && is_authored_by_user(repository, entry.author)))
      others.push_back(entry.oid);
  return others;
}

std::vector<std::string> own_commits(const git::Repository& repository) {
  std::vector<std::string> commits = ProvenanceBook::of(repository)->own_commits(kMostOwnCommits);
  const std::vector<std::string>& news = news_of_log(repository).own;
  commits.insert(commits.end(), news.begin(), news.end());
  return commits;
}

}  // namespace handoff::ops

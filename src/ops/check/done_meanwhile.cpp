#include "ops/check/done_meanwhile.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/prose/extract.hpp"
#include "ops/check/opposite.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kShortestWord = 3;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

/// Endings that do not change what a word is about.
std::string stem(std::string word) {
  constexpr size_t kLeastStem = 3;
  for (std::string_view ending : {"ies", "ied"})
    if (word.size() >= ending.size() + kLeastStem - 1 && word.ends_with(ending))
      return word.substr(0, word.size() - ending.size()) + "y";
  for (std::string_view ending :
       {"ations", "ation", "ings", "ing", "ers", "ed", "es", "er", "s", "e"})
    if (word.size() >= ending.size() + kLeastStem && word.ends_with(ending)) {
      word.resize(word.size() - ending.size());
      break;
    }
  // "stopped", "stopping": one p.
  size_t size = word.size();
  if (size > kLeastStem && word[size - 1] == word[size - 2] && word[size - 1] != 's')
    word.pop_back();
  return word;
}

/// Words that say nothing of what a commit is about.
bool is_filler(const std::string& word) {
  static const std::set<std::string> kFillers = {
      "the", "and", "for", "with", "from", "into", "that", "this", "when", "not", "are", "add",
      "use", "new", "now", "all", "make", "more", "some", "fix", "feat", "docs", "test", "chore",
      "refactor", "todo", "task", "also", "its", "can", "has", "have", "put", "let", "set", "say",
      "get", "must", "will", "than", "then", "each", "but", "only", "about", "around", "where",
      "which", "their", "should",
      // The same of other languages that tasks are written in.
      "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "und",
      "oder", "nicht", "mit", "bei", "beim", "nach", "von", "vom", "vor", "für", "auf", "aus",
      "auch", "als", "zum", "zur", "über", "unter", "wenn", "dass", "wird", "werden", "ist", "sind",
      "sich", "noch", "nur", "wie", "bis", "durch", "gegen", "ohne", "seit", "les", "une", "dans",
      "pour", "avec", "sur", "par", "pas", "qui", "que", "est", "sont", "aux", "los", "las", "una",
      "del", "con", "por", "para", "sin", "como", "che", "non", "per", "gli", "della", "dos", "das",
      "com", "não"};
  return kFillers.contains(word);
}

/// All its words one after the other, without the number of a pull request behind them.
std::string commit_words(std::string_view text) {
  if (const size_t number = text.rfind(" (#"); number != text.npos)
    text = text.substr(0, number);
  std::string words, word;
  for (char c : to_lower(std::string(text)) + " ")
    if (is_letter(c))
      word += c;
    else if (!word.empty())
      words += (words.empty() ? "" : " ") + std::exchange(word, {});
  return words;
}

/// `release`, `fix(x)!: revert ...`: the kind of commit that does no task, but one that says the
/// same: "bump Go to 1.24".
bool does_no_task(const std::string& subject, const std::string& task) {
  static const std::set<std::string> kKinds = {"release", "bump", "revert", "reverts", "merge",
                                               "style",   "typo", "typos",  "wip"};
  static const std::set<std::string> kTasks = {"release", "bump", "style", "typo", "typos"};
  std::string lower = to_lower(subject), word;
  size_t words = 0;
  for (char c : lower + " ") {
    if (is_letter(c)) {
      word += c;
      continue;
    }
    if (!word.empty() && kKinds.contains(word) &&
        !(kTasks.contains(word) && contains(" " + commit_words(task) + " ", " " + word + " ")))
      return true;
    if (!word.empty() && ++words == 2)  // the type, or the first word behind it
      return false;
    word.clear();
  }
  return false;
}

template <class Counts>
size_t count_in(const Counts& counts, const std::string& name) {
  auto found = std::ranges::lower_bound(counts, name, {}, &Counts::value_type::first);
  return found != counts.end() && found->first == name ? found->second : 0;
}

/// What a word of a text names as a path: `src/a.c`, `a.c:42`, `(a.c)`, `Makefile`. Empty for other
/// words.
std::string path_in_word(std::string word) {
  word.erase(0, std::min(word.find_first_not_of("\"'`(["), word.size()));
  word.resize(word.find_last_not_of("\"'`).,:;]") + 1);
  word.resize(std::min(word.find(':'), word.size()));
  bool like_path = word.find_first_of("./") != std::string::npos || word != to_lower(word);
  return like_path ? word : std::string();
}

/// "README", as everybody calls README.md.
bool is_document(const std::string& word, const std::string& path) {
  constexpr size_t kShortest = 4;
  const std::string name = base_name(path);
  return word.size() >= kShortest && name.substr(0, name.find('.')) == word &&
         std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool names_path(const model::Task& task, const std::string& path) {
  auto is = [&](const std::string& name) {
    return !name.empty() && (name == path || path.ends_with("/" + name));
  };
  if (std::ranges::any_of(task.files, is))
    return true;
  for (const std::string& line : split_lines(task.name))
    for (const std::string& word : split(line, ' '))
      if (const std::string name = path_in_word(word); is(name) || is_document(name, path))
        return true;
  return false;
}

/// The text without what stands in it as a path: that is looked for among the files of a commit.
std::string without_paths(const std::string& text) {
  std::string out;
  for (const std::string& line : split_lines(text))
    for (size_t at = 0; at < line.size();) {
      size_t end = std::min(line.find(' ', at), line.size());
      std::string word = line.substr(at, end - at);
      size_t dot = word.find_last_not_of(".,:;)");
      bool path = contains(word, "/") ||
                  (dot != std::string::npos && contains(word.substr(0, dot + 1), "."));
      out += (path ? std::string() : word) + " ";
      at = end + 1;
    }
  return out;
}

/// What a word of a text names in code, by its letters: "--color=force", `merge`, "parseArrays",
/// "NO_COLOR", "merge()". Empty for other words, and for paths.
std::string name_in_code(const std::string& word) {
  const size_t from = word.find_first_not_of("\"'([{");
  if (from == std::string::npos || word.find_first_of("/.") < word.find_last_not_of(".,:;"))
    return {};
  std::string name = word.substr(from), letters;
  const bool marked = name.starts_with("--") || name.starts_with('`') || contains(name, "()") ||
                      contains(name, "::");
  name.resize(std::min(name.find_first_of("=(", name.starts_with('(') ? 1 : 0), name.size()));
  bool mixed = false;
  for (size_t i = 0; i < name.size(); ++i) {
    if (is_letter(to_lower(name.substr(i, 1))[0]))
      letters += name[i];
    const bool inside = i > 0 && i + 1 < name.size();
    mixed =
        mixed || (inside && name[i] == '_') ||
        (inside && name[i - 1] >= 'a' && name[i - 1] <= 'z' && name[i] >= 'A' && name[i] <= 'Z');
  }
  if (name.starts_with("test_"))  // the test of x() is of x()
    letters.erase(0, 4);
  return marked || mixed ? to_lower(letters) : std::string();
}

enum class InCode { nothing, same, other };

/// What two texts name in code, where both name something: the same thing, or only others?
InCode named_in_code(const std::string& text, const std::string& other) {
  const auto names_in = [](const std::string& words) {
    std::set<std::string> names;
    for (const std::string& line : split_lines(words))
      for (const std::string& word : split(line, ' '))
        if (std::string name = name_in_code(word); !name.empty())
          names.insert(std::move(name));
    return names;
  };
  const std::set<std::string> its = names_in(text), theirs = names_in(other);
  if (its.empty() || theirs.empty())
    return InCode::nothing;
  const bool same =
      std::ranges::any_of(its, [&](const std::string& name) { return theirs.contains(name); });
  return same ? InCode::same : InCode::other;
}

/// "README: explain ..." and "[readme] clarify ...": is it the same document that both begin with,
/// and did the commit touch it?
bool is_of_document(const std::string& task, const git::LogEntry& commit) {
  const std::string area = task.substr(0, task.find(':'));
  const size_t at = commit.subject.starts_with('[') ? 1 : 0;
  return area.size() < task.size() &&
         to_lower(commit.subject.substr(at, area.size())) == to_lower(area) &&
         std::ranges::any_of(commit.files,
                             [&](const std::string& path) { return is_document(area, path); });
}

double weight_of_words(const std::vector<std::string>& words, const Ordinary& ordinary) {
  double sum = 0;
  for (const std::string& word : words)
    sum += ordinary.weight_of(word);
  return sum;
}

/// What a task and a commit have in common.
struct Likeness {
  std::vector<std::string> shared = {};
  std::vector<std::string> rare = {};  ///< shared words that are rare
  double common = 0;                   ///< the weight of the shared words
  double of_task = 0;                  ///< the share of the task's words, by their weight
  double of_commit = 0;                ///< the same of the subject's
};

Likeness likeness_of(const std::vector<std::string>& task, const std::vector<std::string>& subject,
                     const Ordinary& ordinary) {
  Likeness like;
  std::vector<std::string>& shared = like.shared;
  std::set_intersection(task.begin(), task.end(), subject.begin(), subject.end(),
                        std::back_inserter(shared));
  std::ranges::copy_if(shared, std::back_inserter(like.rare),
                       [&](const std::string& word) { return ordinary.is_rare_word(word); });
  like.common = weight_of_words(shared, ordinary);
  if (like.common > 0) {
    like.of_task = like.common / weight_of_words(task, ordinary);
    like.of_commit = like.common / weight_of_words(subject, ordinary);
  }
  return like;
}

/// The numbers of versions that a text names, `3.10` or `v2.0.1`; paths are no versions.
std::vector<std::string> versions_in(const std::string& text) {
  std::vector<std::string> versions;
  for (const std::string& line : split_lines(text))
    for (std::string word : split(line, ' ')) {
      word.erase(0, std::min(word.find_first_not_of("(\"'`vV"), word.size()));
      word.resize(word.find_last_not_of(")\"'`.,:;") + 1);
      const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
      const size_t dot = word.find('.');
      if (!contains(word, "/") && dot != std::string::npos && dot > 0 && dot + 1 < word.size() &&
          std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(dot), is_digit) &&
          is_digit(word[dot + 1]))
        versions.push_back(word);
    }
  return versions;
}

/// Do both name versions, and only others? `1.6` is the same as `1.6.2`, and not as `1.60`.
bool names_other_version(const std::string& text, const std::string& other) {
  const std::vector<std::string> its = versions_in(text), theirs = versions_in(other);
  const auto is_same = [](const std::string& a, const std::string& b) {
    return a == b || a.starts_with(b + ".") || b.starts_with(a + ".");
  };
  return !its.empty() && !theirs.empty() && std::ranges::none_of(its, [&](const std::string& a) {
    return std::ranges::any_of(theirs, [&](const std::string& b) { return is_same(a, b); });
  });
}

/// Without where it is to be done: "bump Go to 1.24 in go.mod and Dockerfile".
std::string without_place(const std::string& text) {
  for (size_t at = text.find(" in "); at != std::string::npos; at = text.find(" in ", at + 1)) {
    const size_t from = at + 4;
    if (!path_in_word(text.substr(from, text.find(' ', from) - from)).empty())
      return text.substr(0, at);
  }
  return text;
}

/// Without the numbers of what a task waits for: "after #16", "once PR 22 is merged".
std::string without_what_it_waits_for(const std::string& text) {
  std::string kept = text;
  const std::string lower = to_lower(text);
  for (std::string_view word : {"after ", "once ", "when ", "until ", "depends on ", "blocked by ",
                                "waits for ", "waiting for ", "wait for ", "needs "})
    for (size_t at = lower.find(word); at != lower.npos; at = lower.find(word, at + 1)) {
      const bool is_the_task = at == 0 && word.starts_with("wait");
      if (is_the_task || (at > 0 && is_letter(lower[at - 1])))
        continue;
      size_t end = at + word.size();
      for (std::string_view kind : {"pull request ", "issue ", "pr ", "#"})
        if (lower.compare(end, kind.size(), kind) == 0)
          end += kind.size();
      if (const size_t ticket = end_of_ticket(text, end); ticket > end)
        kept.replace(end, ticket - end, ticket - end, ' ');
      while (end > at + word.size() && end < lower.size() && lower[end] >= '0' && lower[end] <= '9')
        kept[end++] = ' ';
    }
  return kept;
}

/// An open task by its words.
struct WordedTask {
  const model::Task* task = nullptr;
  std::vector<std::string> words = {};
  std::vector<std::string> own = {};                      ///< those that no other open task has
  std::vector<std::string> numbers = {}, of_others = {};  ///< of issues: its own, other tasks'
};

std::vector<WordedTask> by_words(const std::vector<const model::Task*>& open) {
  std::vector<WordedTask> tasks;
  std::map<std::string, size_t> having;
  std::set<std::string> numbers;
  for (const model::Task* task : open) {
    tasks.push_back({.task = task,
                     .words = stems_of(without_paths(task->name)),
                     .numbers = numbers_of(without_what_it_waits_for(task->name))});
    numbers.insert(tasks.back().numbers.begin(), tasks.back().numbers.end());
    for (const std::string& word : tasks.back().words)
      ++having[word];
  }
  for (WordedTask& task : tasks) {
    std::ranges::copy_if(task.words, std::back_inserter(task.own),
                         [&](const std::string& word) { return having[word] == 1; });
    std::set_difference(numbers.begin(), numbers.end(), task.numbers.begin(), task.numbers.end(),
                        std::back_inserter(task.of_others));
  }
  return tasks;
}

bool have_one_in_common(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::ranges::any_of(
      a, [&](const std::string& one) { return std::ranges::binary_search(b, one); });
}

/// Is every file of a commit named by other tasks, and none by this one?
bool is_of_others(const WordedTask& worded, const std::vector<WordedTask>& all,
                  const git::LogEntry& commit) {
  return !commit.files.empty() && std::ranges::all_of(commit.files, [&](const std::string& path) {
    return !names_path(*worded.task, path) &&
           std::ranges::any_of(
               all, [&](const WordedTask& other) { return names_path(*other.task, path); });
  });
}

/// How much speaks for it; 0: not enough.
double weight_of(const WordedTask& worded, const std::vector<WordedTask>& all,
                 const git::LogEntry& commit, const Ordinary& ordinary,
                 const std::vector<std::string>& created) {
  const model::Task& task = *worded.task;
  constexpr double kTelling = 3;  // two words that stand in a fifth of the subjects
  constexpr double kOfTask = 0.45, kOfCommit = 0.3, kNearlySame = 0.75, kWithWhole = 0.6,
                   kForFile = 0.3;
  const std::vector<std::string> theirs = numbers_of(commit.subject);
  const bool same = std::ranges::any_of(worded.numbers, [&](const std::string& number) {
    return std::ranges::binary_search(theirs, number) && !only_refers_to(commit.subject, number);
  });
  if (!same && !worded.numbers.empty() && have_one_in_common(worded.of_others, theirs))
    return 0;
  Likeness like = likeness_of(worded.words, stems_of(commit.subject), ordinary);
  const double alike = like.of_task + like.of_commit;
  if (same || is_named_after(commit.subject, task.name))
    return 4 + alike;
  if (names_other_version(task.name, commit.subject))
    return 0;
  bool file = false, names_more = false, of_own_file = false;
  for (const std::string& path : commit.files)
    if (names_path(task, path)) {
      of_own_file = of_own_file || (contains(commit.subject, base_name(path)) &&
                                    std::ranges::none_of(all, [&](const auto& other) {
                                      return other.task != &task && names_path(*other.task, path);
                                    }));
      if (in_list(created, path))
        return 3 + alike;
      // "Include" says no more of include.py than its path does.
      const std::vector<std::string> its = stems_of(base_name(path));
      const bool says_more = std::ranges::any_of(
          like.rare, [&](const std::string& word) { return !in_list(its, word); });
      file = file || ordinary.is_rare_file(path);
      names_more = names_more || (ordinary.is_rare_file(path) && says_more);
    }
  const bool of_document = is_of_document(task.name, commit);
  const InCode in_code = named_in_code(task.name, commit.subject);
  const bool tells_apart = worded.own.empty() || in_code == InCode::same || of_own_file ||
                           std::ranges::any_of(like.shared, [&](const std::string& word) {
                             return std::ranges::binary_search(worded.own, word);
                           });
  if (!tells_apart || in_code == InCode::other)
    return 0;
  constexpr size_t kSome = 3;
  const bool whole_task = like.shared.size() == worded.words.size() && like.shared.size() >= kSome;
  const bool nearly_same = like.common >= kTelling && like.of_task >= kNearlySame &&
                           like.of_commit >= (whole_task ? kWithWhole : kNearlySame);
  constexpr size_t kWithDocument = 3;
  const bool on_document = of_document && like.shared.size() >= kWithDocument;
  bool telling = like.rare.size() >= 2 || (file && !like.rare.empty()) || on_document;
  const double for_file = names_more || on_document ? kForFile : 0;
  const double of_task = like.of_task + for_file;
  if (!nearly_same && (!telling || of_task < kOfTask || like.of_commit < kOfCommit ||
                       is_of_others(worded, all, commit)))
    return 0;
  return alike + for_file;
}

}  // namespace

bool is_named_after(const std::string& subject, const std::string& task) {
  for (const std::string& text : {task, without_place(task)}) {
    const std::string name = commit_words(text);
    if (contains(name, " ") && (commit_words(subject) == name ||
                                commit_words(subject.substr(subject.find(": ") + 1)) == name))
      return true;
  }
  return false;
}

std::vector<std::string> stems_of(const std::string& text) {
  std::set<std::string> stems;
  std::string word;
  for (char c : to_lower(text) + " ") {
    if (is_letter(c)) {
      word += c;
      continue;
    }
    if (word.size() >= kShortestWord && !is_filler(word))
      stems.insert(stem(word));
    word.clear();
  }
  return {stems.begin(), stems.end()};
}

std::vector<std::string> numbers_of(const std::string& text) {
  std::set<std::string> numbers;
  std::string lower = to_lower(text);
  for (size_t at = 0; at < lower.size(); ++at) {
    if (const size_t ticket = end_of_ticket(text, at); ticket > at)
      numbers.insert(lower.substr(at, ticket - at));
    const size_t in_address = number_in_address(lower, at);
    size_t from = in_address > at ? in_address : 0;
    for (std::string_view word : {"#", "pr ", "pr-", "issue ", "pull request "})
      if (lower.compare(at, word.size(), word) == 0 &&
          (word == "#" || at == 0 || !is_letter(lower[at - 1])))
        from = at + word.size();
    if (from > 0 && from < lower.size() && lower[from] == '#')
      ++from;
    size_t end = from;
    while (from > 0 && end < lower.size() && lower[end] >= '0' && lower[end] <= '9')
      ++end;
    if (from > 0 && end > from && end - from < 8 && (end == lower.size() || !is_letter(lower[end])))
      numbers.insert(lower.substr(from, end - from));
  }
  return {numbers.begin(), numbers.end()};
}

Ordinary::Ordinary(const std::vector<git::LogEntry>& history) : x_commits(history.size()) {
  std::map<std::string, size_t> words, files;
  for (const git::LogEntry& entry : history) {
    for (const std::string& word : stems_of(entry.subject))
      ++words[word];
    for (const std::string& path : entry.files)
      ++files[path];
  }
  x_words.assign(words.begin(), words.end());
  x_files.assign(files.begin(), files.end());
}

bool Ordinary::is_rare_word(const std::string& stem) const {
  return count_in(x_words, stem) <= std::max<size_t>(1, x_commits * 4 / 100);
}

double Ordinary::weight_of(const std::string& stem) const {
  return std::log(static_cast<double>(x_commits + 2) /
                  static_cast<double>(count_in(x_words, stem) + 1));
}

bool Ordinary::is_rare_file(const std::string& path) const {
  return count_in(x_files, path) <= std::max<size_t>(1, x_commits / 10);
}

std::vector<DoneMatch> done_meanwhile(const std::vector<const model::Task*>& open,
                                      const std::vector<git::LogEntry>& since,
                                      const Ordinary& ordinary,
                                      const std::vector<std::string>& created,
                                      const IsBefore& is_before,
                                      const std::vector<const model::Task*>& beside) {
  std::vector<DoneMatch> matches;
  const std::vector<WordedTask> worded = by_words(open);
  std::vector<WordedTask> all = worded;
  for (const model::Task* task : beside)
    all.push_back({.task = task});
  for (const WordedTask& task : worded) {
    DoneMatch best{.task = task.task};
    double most = 0;
    for (const git::LogEntry& commit : since) {
      if (does_no_task(commit.subject, task.task->name) ||
          (is_before && is_before(*task.task, commit)))
        continue;
      double weight = weight_of(task, all, commit, ordinary, created);
      if (weight > most && !is_opposite(task.task->name, commit.subject) &&
          !leaves_undone(task.task->name, commit.subject)) {
        most = weight;
        best.commit = &commit;
      }
    }
    if (best.commit != nullptr)
      matches.push_back(best);
  }
  return matches;
}

}  // namespace handoff::ops

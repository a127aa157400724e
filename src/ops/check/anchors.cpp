#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/prose/extract.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/lines.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/names.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostAnchors = 200;
constexpr size_t kMostPlaces = 3;
constexpr size_t kMostRead = 100;  ///< files that have a name, and are looked at
constexpr size_t kLineShown = 60;
/// Of what waits for somebody: what became of a place is told beside it, and counts for nothing.
constexpr int kNoClaim = 0;

struct PlacedAnchor {
  Anchor anchor;
  std::string where;   ///< "next action", "task 'Refresh'"
  std::string beside;  ///< of a carried item: the commit that it was written beside
  int relevance = 0;
};

/// What has changed is worth a mark, and no drift.
void tell_beside(Finding& finding) {
  if (finding.state != FindingState::changed)
    return;
  finding.told_beside = true;
  finding.state = FindingState::info;
}

/// "line 42", of a file that is named elsewhere in the text.
bool is_in_words(const Anchor& anchor) { return !contains(anchor.text, base_name(anchor.path)); }

/// The same words for lines of two files tell of neither.
void leave_ambiguous_out(std::vector<PlacedAnchor>& placed) {
  std::map<std::string, std::set<std::string>> files;
  for (const PlacedAnchor& one : placed)
    if (is_in_words(one.anchor))
      files[one.anchor.text].insert(one.anchor.path);
  std::erase_if(placed, [&](const PlacedAnchor& one) {
    return is_in_words(one.anchor) && files[one.anchor.text].size() > 1;
  });
}

/// Every text of a record beside the fields that hold no sentence, with the one that names its
/// item.
std::vector<std::pair<std::string, std::string>> other_texts(const Json& record) {
  static const std::set<std::string> kNot = {
      "git",  "reconstructed",     "foreign",      "completed_tasks", "files_modified",
      "path", "uncommitted_files", "carried_from", "context_notes"};
  std::vector<std::pair<std::string, std::string>> texts;
  const auto visit = [&](const auto& self, const Json& value, const std::string& headline) -> void {
    if (value.is_string())
      texts.emplace_back(value.get_ref<const std::string&>(), headline);
    if (value.is_array())
      for (const Json& item : value)
        self(self, item, lists::headline_of(item));
    if (value.is_object())
      for (const auto& [key, part] : value.items())
        if (!kNot.contains(key))
          self(self, part, headline);
  };
  for (const auto& [key, value] : record.items())
    if (!kNot.contains(key))
      visit(visit, value, lists::headline_of(value));
  return texts;
}

/// Gathers the places that a record names, the most relevant naming of each.
class AnchorsOf {
 public:
  explicit AnchorsOf(const Facts& facts) : x_facts(facts), x_handoff(*facts.handoff) {}

  std::vector<PlacedAnchor> run() {
    take(x_handoff.next_action, "next action", 3, beside(x_handoff.next_action));
    for (const auto* tasks : {&x_handoff.completed_tasks, &x_handoff.remaining_tasks})
      for (const model::Task& task : *tasks)
        if (task.state != model::TaskState::done)
          take_task(task);
    take_what_waits();
    for (const std::string& rule : x_handoff.corrections)
      take_places(rule, "correction", beside(rule));
    for (const model::Decision& decision : x_handoff.decisions)
      for (const std::string* text : {&decision.decision, &decision.rejected, &decision.rationale})
        take_places(*text, "decision", beside(decision.decision));
    const Json& document = *x_facts.subject->document;
    for (const Json& file : formats::items_of(formats::field(document, "files_modified")))
      if (file.is_object() && !formats::text_in(file, {"why"}).empty())
        take(formats::text_in(file, {"path"}), "file", kNoClaim);
    for (const std::string& file : x_handoff.uncommitted_files)
      if (x_facts.moved_to(x_facts.relative(file)))
        take(file, "changed file", kNoClaim);
    // Of a carried context whose part is not known where it was written nothing is said.
    for (const std::string& line : split_lines(x_handoff.context_notes))
      if (x_placed.size() < kMostAnchors &&
          (!document.contains("context_carried_from") || !beside(line).empty()))
        take(line, "text", kNoClaim, beside(line));
    for (const auto& [text, headline] : other_texts(document))
      if (x_placed.size() < kMostAnchors)
        take(text, "text", kNoClaim, beside(headline));
    leave_ambiguous_out(x_placed);
    return std::move(x_placed);
  }

 private:
  void take_task(const model::Task& task) {
    const std::string older = beside(task.name), where = "task '" + task.name + "'";
    take(task.progress, where, 2, older);
    take(task.name, where, 2, older);
    for (const std::string& file : task.files)
      if (!x_facts.relative(file).empty())
        take(file, where, 2, older);
  }

  void take_what_waits() {
    for (const model::Blocker& blocker : x_handoff.blockers)
      if (std::string older = beside(blocker.description); !older.empty())
        take(blocker.description, "blocker", 1, older);
    for (const model::Blocker& blocker : x_handoff.blockers)
      for (const std::string* text : {&blocker.description, &blocker.workaround})
        take(*text, "blocker", kNoClaim, beside(blocker.description));
    for (const model::HumanAction& action : x_handoff.human_actions)
      for (const std::string* text : {&action.action, &action.context})
        if (!action.done)
          take(*text, "human action", kNoClaim, beside(action.action));
  }

  /// A place is a claim wherever it stands; a bare name in a sentence is one where its file moved.
  void take_places(const std::string& text, const std::string& where, const std::string& older) {
    take(text, where, 1, older, kNoClaim);
  }

  /// `of_names`: the relevance of what has no line.
  void take(const std::string& text, const std::string& where, int relevance,
            const std::string& older = {}, std::optional<int> of_names = {}) {
    std::vector<Anchor> anchors = x_facts.named_in(text);
    std::vector<Anchor> lines = x_facts.named_in_words(text);
    std::move(lines.begin(), lines.end(), std::back_inserter(anchors));
    for (Anchor& anchor : anchors) {
      anchor.path = x_facts.relative(anchor.path);
      const auto same = std::ranges::find_if(x_placed, [&](const auto& p) {
        return p.anchor.path == anchor.path && p.anchor.line == anchor.line &&
               p.anchor.symbol == anchor.symbol && is_in_words(p.anchor) == is_in_words(anchor);
      });
      const bool is_told = same != x_placed.end();
      // Another form of a place is marked where it stands, and told once.
      const bool is_known = is_told && std::any_of(same, x_placed.end(), [&](const auto& p) {
                              return p.anchor.text == anchor.text && p.anchor.path == anchor.path;
                            });
      if (is_known || (is_told && anchor.line == 0) || x_placed.size() >= kMostAnchors)
        continue;
      const int weight = anchor.line > 0 ? relevance : of_names.value_or(relevance);
      x_placed.push_back({std::move(anchor), where, older, is_told ? kNoClaim : weight});
    }
  }

  /// The tree that an older item was written beside; empty: this record's.
  std::string beside(const std::string& text) const {
    auto found = x_facts.written_beside.find(text);
    return found == x_facts.written_beside.end() ? std::string() : found->second.tree;
  }

  const Facts& x_facts;
  const model::Handoff& x_handoff;
  std::vector<PlacedAnchor> x_placed;
};

/// Follows places of the tree that the record saw to where they are now.
class AnchorJudge {
 public:
  explicit AnchorJudge(const Facts& facts) : x_facts(facts), x_git(facts.repository->git()) {}

  Findings run(const std::vector<PlacedAnchor>& anchors) {
    Findings findings;
    for (const PlacedAnchor& placed : anchors)
      if (std::optional<Finding> finding = judge(placed)) {
        if (placed.relevance == kNoClaim) {
          if (!is_news(*finding, placed.anchor.path))
            continue;
          tell_beside(*finding);
          finding->state = FindingState::info;
        }
        findings.push_back(std::move(*finding));
      }
    return findings;
  }

 private:
  /// It moved, went or is another line now.
  bool is_news(const Finding& finding, const std::string& path) const {
    return !finding.to.empty() ||
           (finding.is_gone ? !is_document(path) : finding.state == FindingState::changed);
  }

  /// What became of those is told anyway.
  bool is_document(const std::string& path) const {
    const auto& documents = x_facts.handoff->documents;
    return std::ranges::any_of(documents, [&](const model::Document& document) {
      return x_facts.relative(document.path) == path;
    });
  }

  std::optional<Finding> judge(const PlacedAnchor& placed) {
    const Anchor& anchor = placed.anchor;
    Finding finding{.code = "anchor", .subject = anchor.text, .relevance = placed.relevance};
    std::string path = anchor.path;
    if (path.starts_with('/') || path.starts_with('~') || path.find("..") != std::string::npos)
      return std::nullopt;  // outside of the tree: nothing that git could compare
    bool then = x_facts.entry_at(x_facts.reference, path).has_value();
    bool now = x_facts.exists_now(path);
    if (!then && !now && anchor.bare()) {
      std::vector<std::string> homes = paths_named(path);
      if (homes.size() != 1)
        return homes.empty() ? std::nullopt : std::optional(ambiguous(finding, homes));
      path = homes[0];
      then = x_facts.entry_at(x_facts.reference, path).has_value();
      now = x_facts.exists_now(path);
    }
    if (!then && !now)
      return never_there(finding, anchor);
    const std::optional<std::string> to = then ? renamed(path) : std::nullopt;
    if (is_in_words(anchor) && !anchor.symbol.empty())
      return judge_symbol_in_words(std::move(finding), anchor.symbol, path, to.value_or(path));
    if (!now || to) {
      if (!to) {
        tell_file_gone(finding, anchor, path);
        return finding;
      }
      finding.to = path_name(*to);
      judge_inside(finding, anchor, path, *to);
      return finding;
    }
    judge_inside(finding, anchor, path, path);
    if (is_in_words(anchor))
      finding.evidence = "in " + path_name(path) + ", " + finding.evidence;
    if (finding.state == FindingState::confirmed)
      look_beside(finding, anchor, path);
    return finding;
  }

  /// A file that was split has its symbols in others.
  void tell_file_gone(Finding& finding, const Anchor& anchor, const std::string& path) const {
    const std::string last = last_of(anchor.symbol);
    const std::string before = x_facts.blob_at(x_facts.reference, path).value_or("");
    if (!last.empty() && line_of_word(before, last) > 0)
      tell_symbol_gone(finding, last, before, "the file is gone; ");
    else
      tell(finding, FindingState::changed, "the file is gone");
    finding.suggestion = how_to_see(path);
    finding.is_gone = true;
  }

  /// What stands here as recorded may be elsewhere on what others have pushed to the branch.
  void look_beside(Finding& finding, const Anchor& anchor, const std::string& path) {
    if (x_facts.ahead.empty() || !x_facts.entry_at(x_facts.head, path))
      return;
    const std::string& tip = x_facts.ahead_tip;
    std::string there = path;
    if (!x_facts.entry_at(tip, path)) {
      const Facts::Renames& renames = x_facts.renames(x_facts.head, tip);
      const auto to = renames.find(path);
      if (to == renames.end())
        return;
      there = to->second;
    }
    // What the paused work alone moves in it is no news.
    const bool differs =
        x_facts.entry_at(x_facts.head, path)->oid != x_facts.entry_at(tip, there)->oid;
    const size_t line = anchor.line > 0 && differs ? line_beside(anchor.line, path, tip, there) : 0;
    if (there == path && line == 0)
      return;
    finding.to = there == path ? std::to_string(line)
                               : path_name(there) + (line > 0 ? ":" + std::to_string(line) : "");
    finding.where = x_facts.ahead_ref;
    tell(finding, FindingState::info,
         "on " + branch_name(finding.where) +
             (there == path ? " line " + std::to_string(anchor.line) + " is " : " it is ") +
             finding.to,
         "git log -1 --stat " + shell_word(finding.where) + " -- " + path_to_type(path));
  }

  /// Where a line of the recorded tree stands in another commit; 0: at the same place, or nobody
  /// knows.
  size_t line_beside(size_t line, const std::string& path, const std::string& tip,
                     const std::string& there) const {
    const std::optional<std::string> before = x_facts.blob_at(x_facts.reference, path),
                                     after = x_facts.blob_at(tip, there);
    if (!before || !after)
      return 0;
    const LineFate fate = follow_line(*before, *after, line);
    return fate.kind == LineFate::Kind::moved ? fate.line : 0;
  }

  std::string how_to_see(const std::string& path) const {
    const std::string from = x_facts.at_home ? "" : git::short_oid(x_facts.head) + " ";
    return "git log -1 --stat " + from + "-- " + path_to_type(path);
  }

  Finding ambiguous(Finding finding, const std::vector<std::string>& homes) const {
    std::vector<std::string> shown(
        homes.begin(), homes.begin() + static_cast<ptrdiff_t>(std::min(homes.size(), kMostPlaces)));
    tell(finding, FindingState::info,
         count_of(homes.size(), "file") + " of this name: " + join(path_names(shown), ", "));
    return finding;
  }

  /// A file that is still to be written is no drift; a word that only looks like a path is nothing.
  std::optional<Finding> never_there(Finding finding, const Anchor& anchor) const {
    bool file_like = anchor.line > 0 || !anchor.symbol.empty() ||
                     anchor.path.find('.', anchor.path.rfind('/') + 1) != std::string::npos;
    if (!file_like)
      return std::nullopt;
    if (x_facts.reference.empty() || anchor.line > 0)
      tell(finding, FindingState::unverifiable,
           x_facts.reference.empty() ? "not there; whether it was is not known"
                                     : "not there, and was not in what was recorded");
    else
      tell(finding, FindingState::info, "not there, and was not when recorded: to be written?");
    return finding;
  }

  /// Tracked and untracked files that have this name, in some folder.
  std::vector<std::string> paths_named(const std::string& name) {
    if (!x_listed) {
      git::GitCall call{.args = {"ls-files", "-z", "--cached", "--others", "--exclude-standard"}};
      if (!x_facts.at_home)
        call.args = {"ls-tree", "-r", "-z", "--name-only", x_facts.head};
      Outcome outcome = x_git.run(git::offline(std::move(call)));
      x_files = split(outcome.out, '\0');
      x_listed = true;
    }
    std::vector<std::string> homes;
    for (const std::string& file : x_files)
      if (base_name(file) == name && !in_list(homes, file))
        homes.push_back(file);
    return homes;
  }

  /// Where a file of the recorded tree has gone: as git sees it, else a lone file of its name that
  /// git knows nothing of.
  std::optional<std::string> renamed(const std::string& path) {
    if (std::optional<std::string> to = x_facts.moved_to(path); to || x_facts.exists_now(path))
      return to;
    std::vector<std::string> homes = paths_named(base_name(path));
    std::erase_if(homes, [&](const std::string& home) {
      return !x_facts.exists_now(home) || x_facts.entry_at(x_facts.reference, home).has_value() ||
             x_facts.entry_at(x_facts.head, home).has_value();
    });
    return homes.size() == 1 ? std::optional(homes[0]) : std::nullopt;
  }

  void judge_inside(Finding& finding, const Anchor& anchor, const std::string& then_path,
                    const std::string& now_path) {
    std::string moved = then_path == now_path ? "" : "the file is " + path_name(now_path) + " now";
    if (anchor.line == 0 && anchor.symbol.empty()) {
      bool was = x_facts.entry_at(x_facts.reference, then_path).has_value();
      tell(finding, moved.empty() ? FindingState::confirmed : FindingState::changed,
           !moved.empty() ? moved
           : was          ? "it exists"
                          : "it exists now; it was not recorded");
      return;
    }
    std::optional<std::string> before = x_facts.blob_at(x_facts.reference, then_path);
    std::optional<std::string> after = x_facts.file_now(now_path);
    if (!after) {
      tell(finding, FindingState::unverifiable, "cannot be read as a text");
      return;
    }
    if (anchor.line > 0)
      judge_line(finding, anchor.line, before, *after, moved);
    else
      judge_symbol(finding, anchor.symbol, before, *after, moved);
  }

  void judge_line(Finding& finding, size_t line, const std::optional<std::string>& before,
                  const std::string& after, const std::string& moved) {
    if (!before) {
      tell(finding, FindingState::unverifiable,
           "what stood there when it was recorded is not known");
      return;
    }
    LineFate fate = follow_line(*before, after, line);
    std::string prefix = moved.empty() ? "" : moved + "; ";
    std::string shown = " (" + formats::beginning(trim(fate.text), kLineShown) + ")";
    switch (fate.kind) {
      case LineFate::Kind::same:
        tell(finding, moved.empty() ? FindingState::confirmed : FindingState::changed,
             prefix + "line " + std::to_string(line) + " is as recorded" + shown);
        break;
      case LineFate::Kind::moved:
        finding.to = finding.to.empty() ? std::to_string(fate.line)
                                        : finding.to + ":" + std::to_string(fate.line);
        tell(finding, FindingState::changed,
             prefix + "line " + std::to_string(line) + " is now " + std::to_string(fate.line) +
                 shown);
        break;
      case LineFate::Kind::changed:
        tell(finding, FindingState::changed,
             prefix + "line " + std::to_string(line) + " was changed or removed; it was" + shown);
        break;
      case LineFate::Kind::never:
        tell(finding, FindingState::unverifiable,
             prefix + "the file had fewer lines when it was recorded");
    }
  }

  static std::string last_of(const std::string& symbol) {
    return symbol.substr(symbol.find_last_of(".:") + 1);
  }

  void judge_symbol(Finding& finding, const std::string& symbol,
                    const std::optional<std::string>& before, const std::string& after,
                    const std::string& moved) const {
    const std::string last = last_of(symbol);
    const size_t line = line_of_word(after, last);
    const std::string prefix = moved.empty() ? "" : moved + "; ";
    if (line > 0)
      tell(finding, moved.empty() ? FindingState::confirmed : FindingState::changed,
           prefix + last + " is at line " + std::to_string(line));
    else if (!before && x_facts.reference.empty())
      tell(finding, FindingState::unverifiable,
           prefix + last + " is not in it; whether it was is not known");
    else if (!before || line_of_word(*before, last) == 0)
      tell(finding, FindingState::info,
           prefix + last + " is not in it, and was not when recorded: to be written?");
    else
      tell_symbol_gone(finding, last, *before, prefix);
  }

  /// It may be a symbol of any file, whichever its text names: only that this one had it, and one
  /// other has it now, or none at all, says something.
  std::optional<Finding> judge_symbol_in_words(Finding finding, const std::string& symbol,
                                               const std::string& then_path,
                                               const std::string& now_path) const {
    const std::string last = last_of(symbol);
    const std::optional<std::string> before = x_facts.blob_at(x_facts.reference, then_path),
                                     after = x_facts.file_now(now_path);
    if (!before || line_of_word(*before, last) == 0 ||
        (after ? line_of_word(*after, last) > 0 : x_facts.exists_now(now_path)))
      return std::nullopt;
    const bool is_anywhere =
        tell_symbol_gone(finding, last, *before, "in " + path_name(then_path) + ", ");
    if (is_anywhere && finding.to.empty())
      return std::nullopt;
    finding.state = FindingState::info;
    return finding;
  }

  /// true: another file has it.
  bool tell_symbol_gone(Finding& finding, const std::string& name, const std::string& before,
                        const std::string& prefix) const {
    std::vector<std::string> files = files_with(name);
    tell(finding, FindingState::changed, prefix + "symbol " + name + " is gone");
    finding.is_gone = true;
    finding.to.clear();
    if (const std::string home = new_home(name, before, files); !home.empty())
      finding.to = path_name(home);
    files.resize(std::min(files.size(), kMostPlaces));
    if (!files.empty())
      finding.evidence += "; it stands in " + join(path_names(files), ", ");
    return !files.empty();
  }

  /// Of the files that have a name the one that did not, where it alone defines it, as the file
  /// did that had it; empty: who uses it cannot be told from who has it now.
  std::string new_home(const std::string& name, const std::string& before,
                       const std::vector<std::string>& files) const {
    if (files.size() > kMostRead || line_of_definition(before, name) == 0)
      return {};
    std::string home;
    for (const std::string& file : files) {
      const bool had =
          line_of_word(x_facts.blob_at(x_facts.reference, file).value_or(""), name) > 0;
      const bool defines = line_of_definition(x_facts.file_now(file).value_or(""), name) > 0;
      if (had ? defines : !defines || !home.empty())
        return {};
      if (!had)
        home = file;
    }
    return home;
  }

  std::vector<std::string> files_with(const std::string& word) const {
    git::GitCall call{.args = {"grep", "-l", "-z", "-w", "-F", "-I", "--no-color", "-e", word}};
    call.args.push_back(x_facts.at_home ? "--untracked" : x_facts.head);
    Outcome outcome = x_git.run(git::offline(std::move(call)));
    std::vector<std::string> files = split(outcome.out, '\0');
    if (!x_facts.at_home)
      for (std::string& file : files)
        file.erase(0, std::min(file.size(), x_facts.head.size() + 1));  // "<commit>:"
    std::erase(files, std::string());
    return files;
  }

  const Facts& x_facts;
  const git::Git& x_git;
  std::vector<std::string> x_files;
  bool x_listed = false;
};

}  // namespace

Findings check_anchors(Facts& facts) {
  std::map<std::string, std::vector<PlacedAnchor>> by_tree;
  for (PlacedAnchor& placed : AnchorsOf(facts).run())
    by_tree[placed.beside].push_back(std::move(placed));
  Findings findings = AnchorJudge(facts).run(by_tree[""]);
  by_tree.erase("");
  const std::string own = facts.reference;
  for (const auto& [tree, anchors] : by_tree) {
    facts.reference = tree;
    for (Finding& finding : AnchorJudge(facts).run(anchors)) {
      tell_beside(finding);  // who paused last had seen it
      if (finding.state != FindingState::unverifiable)
        findings.push_back(std::move(finding));
    }
  }
  facts.reference = own;
  return findings;
}

}  // namespace handoff::ops

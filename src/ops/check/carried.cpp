#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/prose/extract.hpp"
#include "formats/record/values.hpp"
#include "ops/check/facts.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/store.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostOrigins = 8;
constexpr size_t kMostOlder = 500;

/// Lines of the context, each of which may be older than the others.
std::vector<std::string> context_lines(const model::Handoff& handoff) {
  std::vector<std::string> lines = split_lines(handoff.context_notes);
  std::erase_if(lines, [](const std::string& line) { return trim(line).empty(); });
  return lines;
}

/// What a record says, item by item, with the ids of the records that it was carried from; empty:
/// it does not say.
std::map<std::string, std::string> ids_by_text(const Json& document,
                                               const model::Handoff& handoff) {
  std::map<std::string, std::string> ids;
  const Json& origin = formats::field(document, "context_carried_from");
  const std::string of_context = formats::text_in(origin, {"id"});
  for (const std::string& line : context_lines(handoff))
    ids[line] = of_context;
  ids[handoff.next_action] = formats::text_of(formats::field(document, "next_carried_from"));
  for (const lists::ListField& list : lists::kLists)
    for (const auto& [kind, item] : lists::flat_items(formats::field(document, list.name)))
      ids[lists::headline_of(item)] = formats::text_of(formats::field(item.get(), "carried_from"));
  ids.erase("");
  return ids;
}

/// Looks up older records and versions, each once, and none that nobody here has read.
class CarriedOrigins {
 public:
  CarriedOrigins(const git::Repository& repository, const CheckSubject& subject)
      : x_store(repository),
        x_provenance(repository),
        x_subject(subject),
        x_refs(x_store.everywhere()),
        x_before(before_subject()) {}

  /// The record that first had an item, from the one that it was carried from last; nullptr where
  /// there is no older one, or it is not known here. A pause on top of another one, and one of who
  /// has taken a handoff, writes a further version, and its items say nothing of the one before.
  const model::GitBlock* first_of(const std::string& text, const std::string& id) {
    const Origin* found = nullptr;
    const Origin* older = before(text, id, x_subject.id, x_before);
    for (size_t i = 0; older != nullptr && i < kMostOrigins; ++i) {
      found = older;
      older = before(text, found->ids.at(text), found->at.id, found->before());
    }
    return found == nullptr ? nullptr : &found->git;
  }

 private:
  struct Origin {
    RecordRef at = {};
    std::string previous = {};
    model::GitBlock git = {};
    std::map<std::string, std::string> ids = {};

    std::optional<RecordRef> before() const { return version_of(at, previous); }
  };

  static std::optional<RecordRef> version_of(RecordRef at, const std::string& oid) {
    at.oid = oid;
    return oid.empty() ? std::nullopt : std::optional(std::move(at));
  }

  /// The version that had the item before a version of `own`, which says that it is of `id`.
  const Origin* before(const std::string& text, const std::string& id, const std::string& own,
                       const std::optional<RecordRef>& version) {
    const Origin* older = origin(id.empty() || id == own ? version : newest_of(id));
    return older != nullptr && older->ids.contains(text) ? older : nullptr;
  }

  std::optional<RecordRef> newest_of(const std::string& id) const {
    const auto found = std::ranges::find_if(
        x_refs, [&](const RecordRef& ref) { return ref.archived() && ref.id == id; });
    return found == x_refs.end() ? std::nullopt : std::optional(*found);
  }

  std::optional<RecordRef> before_subject() const {
    for (const RecordRef& ref : x_refs)
      if (ref.oid == x_subject.oid)
        return version_of(ref, x_subject.previous);
    return std::nullopt;
  }

  const Origin* origin(const std::optional<RecordRef>& at) {
    if (!at)
      return nullptr;
    if (const auto known = x_known.find(at->oid); known != x_known.end())
      return known->second ? &*known->second : nullptr;
    if (x_known.size() == kMostOrigins)
      return nullptr;
    std::optional<Origin>& found = x_known[at->oid];
    if (const std::optional<Record> record = x_store.look_at(*at);
        record && is_known(x_provenance, *record))
      found = Origin{.at = *at,
                     .previous = record->previous,
                     .git = record->git(),
                     .ids = ids_by_text(*record->document, record->handoff)};
    return found ? &*found : nullptr;
  }

  Store x_store;
  Provenance x_provenance;
  const CheckSubject& x_subject;
  std::vector<RecordRef> x_refs;
  std::optional<RecordRef>
      x_before;  ///< the version of the subject before the one that is looked at
  std::map<std::string, std::optional<Origin>> x_known = {};  ///< by their commits
};

/// What came between an older record and this one, without the paused work itself.
std::vector<git::LogEntry> since_older(const Facts& facts, const model::GitBlock& older) {
  std::vector<git::LogEntry> log =
      git::LogQuestion(facts.repository->git(), {.revisions = {facts.base.oid, "^" + older.base},
                                                 .files = true,
                                                 .bodies = true,
                                                 .limit = kMostOlder})
          .answer();
  std::erase_if(log, [&](const git::LogEntry& entry) { return entry.oid == older.wip_commit; });
  return log;
}

}  // namespace

void look_at_carried(Facts& facts) {
  if (facts.subject->oid.empty() || !facts.base.is_commit() || facts.shallow)
    return;
  const std::map<std::string, std::string> ids =
      ids_by_text(*facts.subject->document, *facts.handoff);
  if (facts.subject->previous.empty() &&
      std::ranges::all_of(ids, [](const auto& item) { return item.second.empty(); }))
    return;
  std::map<std::string, decltype(Older::since)> logs;  // by the older record's base
  const model::GitBlock& block = facts.handoff->git;
  const std::string& own = block.wip_commit.empty() ? block.base : block.wip_commit;
  try {
    CarriedOrigins origins(*facts.repository, *facts.subject);
    for (const auto& [text, id] : ids) {
      const model::GitBlock* git = origins.first_of(text, id);
      const std::string tree = git == nullptr            ? std::string()
                               : git->wip_commit.empty() ? git->base
                                                         : git->wip_commit;
      if (tree.empty() || tree == own)
        continue;
      Older older{.tree = tree};
      if (!git->base.empty() && git->base != facts.base.oid) {
        auto [log, is_new] = logs.try_emplace(git->base);
        if (is_new)
          log->second =
              std::make_shared<const std::vector<git::LogEntry>>(since_older(facts, *git));
        older.since = log->second;
        if (older.since->size() > facts.since_older.size())
          facts.since_older = *older.since;
      }
      facts.written_beside[text] = std::move(older);
    }
  } catch (const Failure&) {
    return;  // what it was is not known any more: nothing is said
  }
}

namespace {

/// Who changed the files that carried rules, decisions and lines of context name.
class TouchedStatements {
 public:
  TouchedStatements(const Facts& facts, model::CheckReport& report)
      : x_facts(facts), x_report(report) {
    for (const model::TouchedBefore& one : report.touched_before)
      if (one.task.empty())
        x_known.insert(one.file);
  }

  void find() {
    const auto is_old = [](const auto& item) { return item.second.since != nullptr; };
    if (std::ranges::none_of(x_facts.written_beside, is_old))
      return;
    std::vector<std::pair<std::string, std::string>> statements;  // with what names their item
    const model::Handoff& h = *x_facts.handoff;
    for (const std::string& rule : h.corrections)
      statements.emplace_back(rule, rule);
    for (const model::Decision& decision : h.decisions)
      for (const std::string* text : {&decision.decision, &decision.rationale})
        statements.emplace_back(decision.decision, *text);
    for (const std::string& line : split_lines(h.context_notes))
      statements.emplace_back(line, line);
    // What was written for this record its author wrote of the file as it is.
    for (const auto& [headline, text] : statements)
      if (!x_facts.written_beside.contains(headline))
        for (const Anchor& anchor : x_facts.named_in(text))
          x_known.insert(anchor.text);
    for (const auto& [headline, text] : statements)
      if (const auto& since = x_facts.before_carried(headline); !since.empty())
        for (const Anchor& anchor : x_facts.named_in(text))
          if (anchor.line == 0 && x_left > 0 && x_known.insert(anchor.text).second) {
            --x_left;
            look_at(anchor, since);
          }
  }

 private:
  /// Who changed it last knows what is in it.
  void look_at(const Anchor& anchor, const std::vector<git::LogEntry>& since) {
    const std::string path = x_facts.relative(anchor.path);
    const auto last = std::ranges::find_if(since, [&](const git::LogEntry& entry) {
      return entry.parents.size() < 2 && in_list(entry.files, path);
    });
    if (last != since.end() && !is_user(x_facts.user, last->author) &&
        last->author != x_facts.handoff->git.author)
      x_report.touched_before.push_back(
          {.file = anchor.text, .oid = last->oid, .author = told_author(last->author)});
  }

  const Facts& x_facts;
  model::CheckReport& x_report;
  std::set<std::string> x_known = {};
  size_t x_left = 200;  ///< of files that are looked for
};

}  // namespace

void find_what_was_touched(const Facts& facts, model::CheckReport& report) {
  constexpr size_t kMostTouched = 200;
  TouchedStatements(facts, report).find();
  for (const model::Task& task : facts.handoff->remaining_tasks) {
    if (task.state == model::TaskState::done)
      continue;
    std::set<std::string> seen = {};  // who paused knows what is in a file that he has changed
    for (const git::LogEntry& entry : facts.before_carried(task.name))
      for (const std::string& file : entry.files)
        if (!task.names_file(file) || entry.parents.size() > 1 || seen.contains(file))
          continue;
        else if (entry.author == facts.handoff->git.author)
          seen.insert(file);
        else if (report.touched_before.size() < kMostTouched)
          report.touched_before.push_back({.task = task.name,
                                           .file = file,
                                           .oid = entry.oid,
                                           .author = told_author(entry.author)});
  }
}

const std::vector<git::LogEntry>& Facts::before_carried(const std::string& text) const {
  static const std::vector<git::LogEntry> kNothing = {};
  const auto older = written_beside.find(text);
  return older == written_beside.end() || !older->second.since ? kNothing : *older->second.since;
}

}  // namespace handoff::ops

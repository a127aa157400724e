#include "ops/verbs/fleet.hpp"

#include <algorithm>
#include <cctype>

#include "base/failure.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

/// A word as it stands in a sentence, without what closes it.
std::string without_stops(std::string word) {
  while (!word.empty() && std::string_view(".,;:!?)'\"").find(word.back()) != std::string::npos)
    word.pop_back();
  return word.ends_with("'s") ? word.substr(0, word.size() - 2) : word;
}

bool is_like_name(const std::string& word) {
  return !word.empty() && std::isupper(static_cast<unsigned char>(word.front())) &&
         std::any_of(word.begin(), word.end(),
                     [](unsigned char c) { return std::islower(c) || c >= 0x80; });
}

/// Words that begin with a capital at the head of a sentence and are nobody's name.
bool is_plain_word(const std::string& word) {
  static constexpr std::string_view kWords[] = {
      "the",  "this",    "that", "somebody", "someone", "nobody", "it",   "user",
      "team", "nothing", "we",   "you",      "they",    "review", "then", "code"};
  return std::find(std::begin(kWords), std::end(kWords), to_lower(word)) != std::end(kWords);
}

void add_waiting(const Store& store, const Record& record, Reader reader, Inbox& inbox) {
  if (is_withheld(store, record, reader)) {
    ++inbox.unread;
    return;
  }
  const Readable readable = readable_by(store, record, reader);
  auto add = [&](Waiting::Kind kind, const std::string& text) {
    inbox.items.push_back({.kind = kind,
                           .at = record.at,
                           .text = text,
                           .whom = whom_it_names(text),
                           .time = record.time()});
  };
  for (const model::HumanAction& action : readable->handoff.human_actions)
    if (action.blocking && !action.done)
      add(Waiting::Kind::action, action.action);
  for (const model::Blocker& blocker : readable->handoff.blockers)
    add(Waiting::Kind::blocker, blocker.description);
}

}  // namespace

std::string_view word_of(Waiting::Kind kind) {
  return kind == Waiting::Kind::action ? "action" : "blocker";
}

std::string whom_it_names(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string& word : split(replace_all(text, "\n", " "), ' '))
    if (!word.empty())
      words.push_back(without_stops(word));
  for (const std::string& word : words)
    if (word.size() > 1 && word.front() == '@')
      return word.substr(1);
  const auto is_named = [&](size_t i) {
    return i < words.size() && is_like_name(words[i]) && !is_plain_word(words[i]);
  };
  for (size_t i = 0; i + 2 < words.size(); ++i) {
    const std::string word = to_lower(words[i]), next = to_lower(words[i + 1]);
    const bool waits = word.starts_with("wait") || word == "ask" || word == "blocked";
    if (waits && (next == "for" || next == "on" || next == "by") && is_named(i + 2))
      return words[i + 2];
  }
  static constexpr std::string_view kDuty[] = {"to",     "has",   "must", "needs",
                                               "should", "shall", "will", "can"};
  if (words.size() > 1 && is_named(0) &&
      std::find(std::begin(kDuty), std::end(kDuty), words[1]) != std::end(kDuty))
    return words[0];
  return words.size() > 1 && words[0] == "Ask" && is_named(1) ? words[1] : std::string();
}

Inbox what_waits(const Store& store, Reader reader) {
  Inbox inbox;
  std::vector<RecordRef> refs = store.active();
  for (RecordRef& ref : open_remote(store))
    refs.push_back(std::move(ref));
  for (const Record& record : store.load_all(refs))
    try {
      add_waiting(store, record, reader, inbox);
    } catch (const Failure&) {
      ++inbox.unread;  // nobody can
    }
  std::stable_sort(inbox.items.begin(), inbox.items.end(), [](const Waiting& a, const Waiting& b) {
    if (a.whom.empty() != b.whom.empty())
      return b.whom.empty();
    const std::string first = to_lower(a.whom), second = to_lower(b.whom);
    return first != second ? first < second : a.time > b.time;
  });
  return inbox;
}

Fleet look_at_fleet(const Store& store, Reader reader) {
  const git::Repository& repository = store.repository();
  Listing listing = list_records(store, {.reader = reader});
  Fleet fleet{.standings = std::move(listing.standings), .inbox = what_waits(store, reader)};
  for (git::Worktree& worktree : git::worktrees_of(repository))
    fleet.places.push_back({.worktree = std::move(worktree)});
  if (fleet.places.empty())
    fleet.places.push_back(
        {.worktree = {.path = repository.layout().root, .branch = repository.head().branch}});
  for (FleetPlace& place : fleet.places)
    for (const auto& [id, known] : fleet.standings) {
      const auto& shared = known.shared;
      if (shared.id == id && shared.ours && shared.branch == place.worktree.branch &&
          std::none_of(listing.records.begin(), listing.records.end(),
                       [&](const Summary& record) { return record.at.id == shared.id; }))
        place.held.push_back(shared);
    }
  for (Summary& record : listing.records) {
    auto place = std::find_if(fleet.places.begin(), fleet.places.end(), [&](const FleetPlace& p) {
      return !p.worktree.branch.empty() && p.worktree.branch == record.at.branch;
    });
    (place == fleet.places.end() ? fleet.elsewhere : place->records).push_back(std::move(record));
  }
  return fleet;
}

}  // namespace handoff::ops

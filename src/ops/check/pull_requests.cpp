#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/text.hpp"
#include "formats/prose/extract.hpp"
#include "ops/check/arrivals.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/likeness.hpp"
#include "ops/check/opposite.hpp"
#include "ops/records/names.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostDigits = 7;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Of as many digits as a number may have, and one more: a text may be all digits.
size_t end_of_digits(const std::string& text, size_t at) {
  const size_t most = std::min(text.size(), at + kMostDigits + 1);
  while (at < most && is_digit(text[at]))
    ++at;
  return at;
}

/// "#204" and "PR 204" of a text, as it writes them, by their numbers.
void add_mentions(const std::string& text, std::map<std::string, std::set<std::string>>& mentions) {
  const std::string lower = to_lower(text);
  for (size_t at = 0; at < text.size(); ++at) {
    if (const size_t ticket = end_of_ticket(text, at); ticket > at)
      mentions[lower.substr(at, ticket - at)].insert(text.substr(at, ticket - at));
    if (const size_t from = number_in_address(text, at); from > at) {
      constexpr size_t kLongestAddress = 200;
      const size_t near = at > kLongestAddress ? at - kLongestAddress : 0;
      const size_t in_near = text.substr(near, at - near).find_last_of(" \t\n(<[\"'");
      const size_t begin = in_near == std::string::npos ? near : near + in_near + 1,
                   end = end_of_digits(text, from);
      if (end - from <= kMostDigits)
        mentions[text.substr(from, end - from)].insert(text.substr(begin, end - begin));
    }
    for (std::string_view word : {"#", "pr ", "pr-", "pull request "}) {
      size_t from = at + word.size(), end = end_of_digits(text, from);
      auto is_word = [&](size_t place) {
        return place < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[place])) != 0 || text[place] == '_');
      };
      if (lower.compare(at, word.size(), word) == 0 && end > from && end - from <= kMostDigits &&
          !(at > 0 && is_word(at - 1)) && !is_word(end))
        mentions[text.substr(from, end - from)].insert(text.substr(at, end - at));
    }
  }
}

using model::CameIn;

/// What a commit does to a number, as servers and git write it.
struct Numbers {
  std::map<std::string, CameIn::How> by_number = {};
  void add(const std::string& text, size_t from, CameIn::How how) {
    size_t end = end_of_digits(text, from);
    if (end > from && end - from <= kMostDigits)
      by_number.emplace(text.substr(from, end - from), how);
  }
};

/// "Fixes #204", "closes: #204": the words that servers know.
void add_fixed(const std::string& text, Numbers& numbers) {
  const std::string lower = to_lower(text);
  for (std::string_view word :
       {"close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved"})
    for (size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
      size_t end = at + word.size();
      end += end < lower.size() && lower[end] == ':' ? 1 : 0;
      if ((at > 0 && std::isalnum(static_cast<unsigned char>(lower[at - 1])) != 0) ||
          lower.compare(end, 1, " ") != 0 || is_negated(lower, at))
        continue;
      const size_t from = end + 1, ticket = end_of_ticket(text, from);
      if (lower.compare(from, 1, "#") == 0)
        numbers.add(lower, from + 1, CameIn::How::fixed);
      else if (ticket > from)
        numbers.by_number.emplace(lower.substr(from, ticket - from), CameIn::How::fixed);
      else if (lower.compare(from, 8, "https://") == 0)
        for (size_t in = from; in < lower.size() && lower[in] > ' '; ++in)
          if (const size_t number = number_in_address(lower, in); number > in)
            numbers.add(lower, number, CameIn::How::fixed);
    }
}

/// The pull request that a commit brought or, in the quoted subject of a revert, took back.
Numbers numbers_in(const git::LogEntry& commit) {
  constexpr std::string_view kRevert = "Revert \"";
  Numbers numbers;
  std::string subject = commit.subject, quoted;
  size_t reverts = 0;
  for (std::string_view rest = subject; rest.starts_with(kRevert); ++reverts)
    rest.remove_prefix(kRevert.size());
  if (size_t end = subject.rfind('"'); reverts > 0 && end != std::string::npos) {
    quoted = subject.substr(0, end);
    subject.erase(0, end);
  }
  auto add = [&](const std::string& text, CameIn::How how) {
    for (std::string_view before : {"(#", "Merge pull request #"})
      if (size_t at = text.rfind(before); at != std::string::npos)
        if (size_t end = end_of_digits(text, at + before.size());
            before != "(#" || (end < text.size() && text[end] == ')'))
          numbers.add(text, at + before.size(), how);
  };
  add(subject, CameIn::How::in);
  add(quoted, reverts % 2 == 1 ? CameIn::How::taken_back : CameIn::How::in);
  if (reverts == 0)
    add_fixed(commit.message(), numbers);
  return numbers;
}

}  // namespace

std::vector<std::string> texts_that_hold(const model::Handoff& handoff) {
  std::vector<std::string> texts = {handoff.next_action};
  for (const model::HumanAction& action : handoff.human_actions)
    if (!action.done)
      texts.push_back(action.action);
  for (const model::Task& task : handoff.remaining_tasks)
    if (task.state != model::TaskState::done)
      texts.push_back(task.name);
  for (const model::Decision& decision : handoff.decisions)
    texts.push_back(decision.decision);
  for (const std::vector<std::string>* list : {&handoff.corrections, &handoff.open_questions})
    texts.insert(texts.end(), list->begin(), list->end());
  for (const std::string& line : split_lines(handoff.context_notes))
    texts.push_back(line);
  return texts;
}

void find_what_came_in(const Facts& facts, model::CheckReport& report) {
  std::map<std::string, std::set<std::string>> mentions;
  const model::Handoff& h = *facts.handoff;
  for (const model::Blocker& blocker : h.blockers)
    add_mentions(blocker.description, mentions);
  for (const std::string& text : texts_that_hold(h))
    add_mentions(text, mentions);
  if (mentions.empty())
    return;
  // Newest first: what was done last holds.
  for (const auto* commits : {&facts.since_head, &facts.since_upstream, &facts.since_older}) {
    std::map<std::string, std::string> taken_back;  ///< by the commit that was
    for (const git::LogEntry& commit : *commits) {
      const auto undone = std::ranges::find_if(
          taken_back, [&](const auto& one) { return commit.oid.starts_with(one.first); });
      const bool is_undone = undone != taken_back.end();
      std::vector<std::string> undoes = ids_behind(commit.body, "This reverts commit ");
      for (const std::string& oid : undoes)
        if (!is_undone)
          taken_back.emplace(oid, commit.oid);
      for (auto [number, how] : numbers_in(commit).by_number) {
        auto found = mentions.find(number);
        if (found == mentions.end() || (is_undone && !undoes.empty()))
          continue;
        const bool is_merged = !is_undone && how == CameIn::How::in;
        const std::string author =
            is_merged ? who_merged_by(commit) : name_of(told_author(commit.author));
        for (const std::string& name : found->second)
          report.came_in.push_back(
              {.name = name,
               .oid = is_undone ? undone->second : commit.oid,
               .author = author,
               .how = is_undone ? CameIn::How::taken_back : how,
               .where = commits == &facts.since_upstream ? where_it_is(facts, commit.oid) : ""});
        mentions.erase(found);
      }
    }
  }
}

}  // namespace handoff::ops

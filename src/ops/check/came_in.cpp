#include <cctype>
#include <map>
#include <set>

#include "base/text.hpp"
#include "ops/check/facts.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostDigits = 7;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

size_t end_of_digits(const std::string& text, size_t at) {
  while (at < text.size() && is_digit(text[at]))
    ++at;
  return at;
}

/// "#204" and "PR 204" of a text, as it writes them, by their numbers.
void add_mentions(const std::string& text, std::map<std::string, std::set<std::string>>& mentions) {
  const std::string lower = to_lower(text);
  for (size_t at = 0; at < text.size(); ++at)
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

/// The number of the pull request that a commit brought, as servers write it into the subject.
std::string number_brought(const std::string& subject) {
  for (std::string_view before : {"(#", "Merge pull request #"})
    if (size_t at = subject.rfind(before); at != std::string::npos) {
      size_t from = at + before.size(), end = end_of_digits(subject, from);
      bool whole = before != "(#" || (end < subject.size() && subject[end] == ')');
      if (end > from && whole)
        return subject.substr(from, end - from);
    }
  return {};
}

}  // namespace

void find_what_came_in(const Facts& facts, model::CheckReport& report) {
  std::map<std::string, std::set<std::string>> mentions;
  const model::Handoff& h = *facts.handoff;
  for (const model::Blocker& blocker : h.blockers)
    add_mentions(blocker.description, mentions);
  for (const model::HumanAction& action : h.human_actions)
    if (!action.done)
      add_mentions(action.action, mentions);
  for (const model::Task& task : h.remaining_tasks)
    if (task.state != model::TaskState::done)
      add_mentions(task.name, mentions);
  if (mentions.empty())
    return;
  for (const auto* commits : {&facts.since_head, &facts.since_upstream})
    for (const git::LogEntry& commit : *commits) {
      auto found = mentions.find(number_brought(commit.subject));
      if (found == mentions.end())
        continue;
      for (const std::string& name : found->second)
        report.came_in.push_back(
            {.name = name,
             .oid = commit.oid,
             .author = trim(commit.author.substr(0, commit.author.find(" <")))});
      mentions.erase(found);
    }
}

}  // namespace handoff::ops

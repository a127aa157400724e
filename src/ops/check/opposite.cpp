#include "ops/check/opposite.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace handoff::ops {

namespace {

using Words = std::vector<std::string>;

/// Lower case, without punctuation around them; what ends a clause is a word of its own: ";".
Words words_for_verbs(std::string_view text) {
  Words words;
  for (const std::string& word : split(to_lower(std::string(text)), ' ')) {
    const size_t from = word.find_first_not_of("\"'`([#*-");
    if (from == std::string::npos)
      continue;
    const size_t end = word.find_last_not_of("\"'`).,:;!]");
    if (end != std::string::npos && end >= from)
      words.push_back(word.substr(from, end + 1 - from));
    if (word.find_last_of(",;:.") == word.size() - 1)
      words.emplace_back(";");
  }
  return words;
}

bool is_one_of(const std::string& word, std::initializer_list<std::string_view> list) {
  return in_list(list, word);
}

/// What a verb does to its object.
enum class Effect { adds, lets, starts, drops, undoes, stops, raises, lowers, accepts, rejects };

/// Each in the forms in which subjects begin: "add", "adds", "added", "adding".
std::optional<Effect> effect_of(const std::string& word) {
  static const std::vector<std::pair<Effect, Words>> kVerbs = {
      {Effect::adds,
       {"add", "introduce", "create", "implement", "write", "document", "cover", "support",
        "enable", "restore", "include"}},
      {Effect::starts, {"start", "begin", "keep"}},
      {Effect::lets, {"let", "make"}},
      {Effect::drops, {"remove", "drop", "delete", "disable"}},
      {Effect::undoes, {"revert", "undo"}},
      {Effect::stops, {"stop", "don't", "dont", "never"}},
      {Effect::raises, {"raise", "increase", "enlarge", "extend", "lengthen"}},
      {Effect::lowers, {"lower", "decrease", "reduce", "shorten", "shrink"}},
      {Effect::accepts, {"accept", "allow", "permit"}},
      {Effect::rejects, {"reject", "forbid", "refuse", "disallow", "deny"}}};
  for (const auto& [effect, verbs] : kVerbs)
    for (const std::string& verb : verbs) {
      const std::string stem = verb.ends_with('e') ? verb.substr(0, verb.size() - 1) : verb;
      if (word == verb || word == verb + "s" || word == stem + "ed" || word == stem + "ing" ||
          ((verb == "drop" || verb == "stop") && (word == verb + "ped" || word == verb + "ping")))
        return effect;
    }
  return std::nullopt;
}

/// "turn it off", "put it into the client", "take it out": what the word behind the verb says.
std::optional<Effect> effect_of_particle(const Words& words, size_t verb) {
  const bool turns = is_one_of(words[verb], {"turn", "turns", "turned", "switch", "switches"});
  const bool puts = is_one_of(words[verb], {"put", "puts"});
  if (!turns && !puts && !is_one_of(words[verb], {"take", "takes", "took"}))
    return std::nullopt;
  for (size_t i = verb + 1; i < words.size() && words[i] != ";"; ++i) {
    if (turns && is_one_of(words[i], {"on", "off"}))
      return words[i] == "on" ? Effect::adds : Effect::drops;
    if (puts && is_one_of(words[i], {"in", "into", "on", "back"}))
      return Effect::adds;
    if (!turns && !puts && is_one_of(words[i], {"out", "away", "off", "back"}))
      return words[i] == "back" ? Effect::undoes : Effect::drops;
  }
  return std::nullopt;
}

/// The verbs that clauses begin with: behind "fix(area): ", a comma, "and".
std::set<Effect> effects_of(const Words& words) {
  std::set<Effect> effects;
  bool begins = true;
  const bool has_place = words.size() > 2 && is_one_of(words[0], {"in", "at"}) &&
                         words[1].find_first_of("./:") != std::string::npos;
  for (size_t i = has_place ? 2 : 0; i < words.size(); ++i) {
    const std::string next = i + 1 < words.size() ? words[i + 1] : std::string();
    if (begins && words[i] == "get" && next == "rid")
      effects.insert(Effect::drops);
    else if (begins &&
             ((words[i] == "do" && next == "not") || (words[i] == "no" && next == "longer")))
      effects.insert(Effect::stops);
    else if (begins && words[i] == "back" && next == "out")
      effects.insert(Effect::undoes);
    else if (const auto effect = begins ? effect_of(words[i]) : std::nullopt)
      effects.insert(*effect);
    else if (const auto by = begins ? effect_of_particle(words, i) : std::nullopt)
      effects.insert(*by);
    begins = is_one_of(words[i], {";", "and", "then", "or"});
  }
  return effects;
}

bool are_opposite(Effect task, Effect commit) {
  using enum Effect;
  static const std::set<std::pair<Effect, Effect>> kPairs = {
      {adds, drops},    {adds, undoes},     {adds, stops},      {lets, drops},
      {lets, undoes},   {lets, stops},      {starts, drops},    {starts, undoes},
      {starts, stops},  {drops, adds},      {drops, starts},    {stops, starts},
      {raises, lowers}, {lowers, raises},   {accepts, drops},   {accepts, undoes},
      {accepts, stops}, {accepts, rejects}, {rejects, accepts}, {drops, accepts}};
  return kPairs.contains({task, commit});
}

/// "Rename load to fetch": what stands before "to", and the word behind it.
std::pair<std::set<std::string>, std::string> from_and_to(const Words& words) {
  const auto verb = std::ranges::find_if(words, [](const std::string& word) {
    return is_one_of(word, {"rename", "renames", "renamed", "move", "moves", "moved", "replace",
                            "replaces", "replaced", "switch", "change", "convert", "migrate"});
  });
  const auto to = std::find_if(verb, words.end(), [](const std::string& word) {
    return is_one_of(word, {"to", "into", "by", "with"});
  });
  if (to == words.end() || to + 1 == words.end())
    return {};
  return {{verb, to}, *(to + 1)};
}

bool goes_back(const Words& task, const Words& commit) {
  const auto [from, to] = from_and_to(task);
  const auto [its_from, its_to] = from_and_to(commit);
  return from.contains(its_to) && its_from.contains(to) && to != its_to;
}

/// "asynchronous" beside "synchronous", where neither text has both.
bool names_contrary(const Words& task, const Words& commit) {
  constexpr size_t kShortest = 5;
  const auto has = [](const Words& words, const std::string& word) { return in_list(words, word); };
  const auto one_way = [&](const Words& plain, const Words& prefixed) {
    return std::ranges::any_of(plain, [&](const std::string& word) {
      static constexpr std::array<std::string_view, 10> kPrefixes = {
          "a", "un", "un-", "non", "non-", "in", "dis", "dis-", "de", "de-"};
      return word.size() >= kShortest && !has(prefixed, word) &&
             std::ranges::any_of(kPrefixes, [&](std::string_view prefix) {
               const std::string contrary = std::string(prefix) + word;
               return has(prefixed, contrary) && !has(plain, contrary);
             });
    });
  };
  return one_way(task, commit) || one_way(commit, task);
}

/// The verbs that a text says are not to be done: "do not list", "stop listing", "never list".
std::set<std::string> forbidden_verbs(const Words& words) {
  std::set<std::string> verbs;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    const bool two = (words[i] == "do" && words[i + 1] == "not") ||
                     (words[i] == "no" && words[i + 1] == "longer");
    const size_t verb = i + (two ? 2 : 1);
    if (verb < words.size() && (two || effect_of(words[i]) == Effect::stops))
      verbs.insert(words[verb]);
  }
  return verbs;
}

/// What nobody is asked to do: as a task it is the name of a bug.
bool names_bug(const std::string& verb) {
  static constexpr auto kBugs = std::to_array<std::string_view>(
      {"abort",     "block", "break",   "crash",  "deadlock", "die",     "drop",
       "duplicate", "fail",  "flicker", "forget", "freeze",   "hang",    "ignore",
       "leak",      "lose",  "loop",    "miss",   "overflow", "panic",   "segfault",
       "skip",      "stall", "swallow", "throw",  "time",     "truncate"});
  return std::ranges::any_of(kBugs, [&](std::string_view bug) { return verb.starts_with(bug); });
}

/// "Do not list x" and "List x": does the one forbid what the other begins with?
bool forbids(const Words& words, const Words& other) {
  const std::set<std::string> verbs = forbidden_verbs(words);
  if (verbs.empty() || !forbidden_verbs(other).empty())
    return false;
  bool begins = true;
  for (const std::string& word : other) {
    const std::string bare = word.ends_with('e') ? word.substr(0, word.size() - 1) : word;
    if (begins && (verbs.contains(word) || verbs.contains(bare + "ing")))
      return true;
    begins = is_one_of(word, {";", "and", "then"});
  }
  return false;
}

}  // namespace

bool is_opposite(const std::string& task, const std::string& subject) {
  const Words its = words_for_verbs(task), theirs = words_for_verbs(subject);
  // The name of a bug is no order: "Crash on login" is done by "Do not crash on login".
  const bool is_order = its.empty() || !names_bug(its.front());
  if (goes_back(its, theirs) || names_contrary(its, theirs) || forbids(its, theirs) ||
      (is_order && forbids(theirs, its)))
    return true;
  const std::set<Effect> wanted = effects_of(its), done = effects_of(theirs);
  // What is to be undone is done by what undoes it; that git's own messages say otherwise.
  if (wanted.contains(Effect::undoes))
    return !done.contains(Effect::undoes) && !done.contains(Effect::drops);
  const bool alike =
      std::ranges::any_of(wanted, [&](Effect effect) { return done.contains(effect); });
  return !alike && std::ranges::any_of(wanted, [&](Effect effect) {
    return std::ranges::any_of(done, [&](Effect other) { return are_opposite(effect, other); });
  });
}

namespace {

/// "(1/3)", "[2/3]": a part of several, and not the last.
bool is_early_part(const std::string& word) {
  const size_t slash = word.find('/');
  const auto is_number = [](const std::string& text) {
    return !text.empty() && text.size() < 3 &&
           text.find_first_not_of("0123456789") == std::string::npos;
  };
  return slash != std::string::npos && is_number(word.substr(0, slash)) &&
         is_number(word.substr(slash + 1)) &&
         std::stoi(word.substr(0, slash)) < std::stoi(word.substr(slash + 1));
}

bool begins_a_word(const std::string& word, std::initializer_list<std::string_view> list) {
  return std::ranges::any_of(list, [&](std::string_view one) { return word.starts_with(one); });
}

/// Does what stands there, at the start of a clause, only lead to the work?
bool leads_to_work(const Words& words, size_t at) {
  if (begins_a_word(words[at],
                    {"prepar", "groundwork", "todo", "fixme", "toward", "sketch", "scaffold"}) ||
      is_one_of(words[at], {"stub", "stubs", "draft", "drafts", "plan", "plans", "propose"}))
    return true;
  const std::string next = at + 1 < words.size() ? words[at + 1] : std::string();
  if (is_one_of(words[at], {"start", "starts", "started", "begin", "begins", "began"}))
    return is_one_of(next, {"on", "work", "working"});
  if (is_one_of(words[at], {"add", "adds", "added", "leave", "leaves", "note", "put", "keep"}))
    for (size_t i = at + 1; i < words.size() && i < at + 3; ++i)
      if (is_one_of(words[i], {"todo", "todos", "fixme", "stub", "stubs", "placeholder"}))
        return true;
  return false;
}

/// "first half of", "part 1 of 2", "partly", "not yet", "in progress".
bool tells_of_rest(const Words& words, size_t at) {
  const std::string& word = words[at];
  const std::string next = at + 1 < words.size() ? words[at + 1] : std::string();
  return is_early_part(word) || is_one_of(word, {"partly", "partially", "unfinished"}) ||
         (is_one_of(word, {"first", "one"}) &&
          is_one_of(next, {"half", "part", "step", "steps", "bits", "cut"})) ||
         (is_one_of(word, {"part", "step"}) && is_one_of(next, {"1", "one", "i"})) ||
         (word == "half" && next == "of") || (word == "not" && next == "yet") ||
         (word == "in" && next == "progress");
}

}  // namespace

bool leaves_undone(const std::string& task, const std::string& subject) {
  const Words its = words_for_verbs(task), words = words_for_verbs(subject);
  bool begins = true;
  for (size_t i = 0; i < words.size(); ++i) {
    if (((begins && leads_to_work(words, i)) || tells_of_rest(words, i)) && !in_list(its, words[i]))
      return true;
    begins = words[i] == ";";
  }
  return false;
}

bool is_negated(std::string_view text, size_t at) {
  Words before = words_for_verbs(text.substr(0, at));
  // "does not really fix", "not yet completely fixed"
  while (!before.empty() && (before.back().ends_with("ly") ||
                             is_one_of(before.back(), {"yet", "be", "quite", "to", "have"})))
    before.pop_back();
  return !before.empty() &&
         (is_one_of(before.back(), {"not", "no", "never", "cannot", "without"}) ||
          before.back().ends_with("n't"));
}

bool only_refers_to(const std::string& subject, const std::string& number) {
  const std::string lower = to_lower(subject);
  bool refers = false;
  const std::string name = contains(number, "-") ? number : "#" + number;  // "proj-31"
  for (size_t at = lower.find(name); at != std::string::npos; at = lower.find(name, at + 1)) {
    const size_t end = lower.find_last_not_of(' ', at == 0 ? 0 : at - 1);
    const size_t from = at == 0 ? std::string::npos : lower.rfind(' ', end);
    const size_t begin = from == std::string::npos ? 0 : from + 1;
    std::string word = at == 0 ? std::string() : lower.substr(begin, end + 1 - begin);
    word.erase(0, std::min(word.find_first_not_of("(["), word.size()));
    word.resize(word.find_last_not_of(':') + 1);
    if (!is_one_of(word, {"ref", "refs", "references", "see", "cf", "towards", "toward"}) &&
        !is_negated(lower, begin))
      return false;
    refers = true;
  }
  return refers;
}

}  // namespace handoff::ops

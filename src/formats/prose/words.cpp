#include "formats/prose/words.hpp"

#include <algorithm>
#include <array>

#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/prose/extract.hpp"

namespace handoff::ops {

namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return is_upper(c) || is_lower(c); }

/// Names with capitals inside that are no symbols.
constexpr auto kProductNames = std::to_array<std::string_view>(
    {"GitHub",   "GitLab",     "JavaScript", "TypeScript", "PostgreSQL", "MySQL",      "GraphQL",
     "OpenAI",   "YouTube",    "LinkedIn",   "DevOps",     "macOS",      "iOS",        "iPhone",
     "OAuth",    "LaTeX",      "WordPress",  "MongoDB",    "DynamoDB",   "NoSQL",      "SQLite",
     "McDonald", "PowerPoint", "JetBrains",  "IntelliJ",   "WebSocket",  "WebSockets", "FastAPI",
     "NodeJS",   "CircleCI",   "SaaS",       "PaaS",       "APIs",       "IDs",        "PRs",
     "URLs",     "UIs"});

constexpr auto kCommands = std::to_array<std::string_view>(
    {"npm",     "npx",     "pnpm",  "yarn",   "bun",     "cargo",  "pytest", "git",
     "docker",  "kubectl", "cmake", "ninja",  "ctest",   "pip",    "poetry", "uv",
     "tox",     "bundle",  "rake",  "mvn",    "gradle",  "curl",   "psql",   "terraform",
     "ansible", "helm",    "deno",  "jest",   "vitest",  "eslint", "rustc",  "gdb",
     "bash",    "make",    "go",    "python", "python3", "node",   "just"});

/// Commands whose names are English words: what follows decides.
bool plain_word_command(std::string_view command, std::string_view next) {
  auto one_of = [&](std::initializer_list<std::string_view> words) {
    return in_list(words, next) || next.starts_with('-');
  };
  if (command == "make")
    return one_of({"test", "check", "install", "all", "clean", "build", "lint", "deploy", "run"});
  if (command == "go")
    return one_of({"test", "build", "run", "vet", "mod", "generate", "get"});
  if (command == "just")
    return one_of({"test", "build", "run", "lint", "check"});
  if (command == "node" || command == "bundle" || command == "git" || command == "helm")
    return !next.empty() &&
           (one_of({"exec", "install", "push", "pull", "rebase", "commit", "merge", "checkout",
                    "switch", "bisect", "log", "diff", "stash", "cherry-pick", "revert", "reset",
                    "status", "upgrade", "handoff"}) ||
            next.find('.') != std::string_view::npos);
  return true;
}

std::string_view strip(std::string_view word) {
  constexpr std::string_view kOuter = "\"'`,;:!?[]{}<>*";
  while (!word.empty() &&
         (kOuter.find(word.front()) != std::string_view::npos || word.front() == '('))
    word.remove_prefix(1);
  while (!word.empty() &&
         (kOuter.find(word.back()) != std::string_view::npos || word.back() == '.'))
    word.remove_suffix(1);
  // A bracket that closes nothing of its own.
  if (!word.empty() && word.back() == ')' && word.find('(') == std::string_view::npos)
    word.remove_suffix(1);
  return word;
}

struct Word {
  std::string_view text;
  size_t at = 0;
};

std::vector<Word> split_words(std::string_view text) {
  std::vector<Word> words;
  for (size_t at = 0; at < text.size();) {
    size_t from = text.find_first_not_of(" \t\r\n", at);
    if (from == std::string_view::npos)
      break;
    size_t end = std::min(text.find_first_of(" \t\r\n", from), text.size());
    std::string_view word = strip(text.substr(from, end - from));
    if (!word.empty())
      words.push_back({word, static_cast<size_t>(word.data() - text.data())});
    at = end;
  }
  return words;
}

bool is_symbol(std::string_view word) {
  if (word.ends_with("()") || word.find("::") != std::string_view::npos ||
      word.find("->") != std::string_view::npos)
    return true;
  if (size_t open = word.find('(');
      open != std::string_view::npos && open > 1 && word.find(')') > open)
    return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(open), [](char c) {
      return is_letter(c) || is_decimal(c) || c == '_' || c == '.';
    });
  for (std::string_view product : kProductNames)
    if (word.starts_with(product))
      return false;
  if (!std::ranges::all_of(
          word, [](char c) { return is_letter(c) || is_decimal(c) || c == '_' || c == '.'; }))
    return false;
  size_t underline = word.find('_');
  if (underline != std::string_view::npos && underline > 0 && underline + 1 < word.size())
    return true;
  // camelCase and PascalCase, with lower case on both sides of the capital.
  for (size_t i = 1; i + 1 < word.size(); ++i)
    if (is_upper(word[i]) && is_lower(word[i - 1]) && is_lower(word[i + 1]))
      return true;
  return false;
}

bool is_command(const std::vector<Word>& words, size_t i) {
  std::string_view word = words[i].text;
  if (word.starts_with("./") || word.starts_with("Skill("))
    return true;
  // A slash command: /st:resume
  if (word.size() > 2 && word[0] == '/' && is_lower(word[1]) &&
      word.find('/', 1) == std::string_view::npos)
    return true;
  if (!in_list(kCommands, word))
    return false;
  std::string_view next = i + 1 < words.size() ? words[i + 1].text : std::string_view();
  return !next.empty() && plain_word_command(word, next);
}

bool has_code_span(std::string_view text) {
  size_t open = text.find('`');
  return open != std::string_view::npos && text.find('`', open + 1) > open + 1 &&
         text.find('`', open + 1) != std::string_view::npos;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::ranges::any_of(starts, [&](std::string_view start) {
    return text.starts_with(start) &&
           (text.size() == start.size() || !is_letter(text[start.size()]));
  });
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  return vector_of(split_words(text), [](const Word& word) { return to_lower(word.text); });
}

bool names_something(std::string_view text) {
  if (has_code_span(text))
    return true;
  std::vector<Anchor> anchors = anchors_in(text);
  if (std::ranges::any_of(anchors, &Anchor::names_file))
    return true;
  std::vector<Word> words = split_words(text);
  for (size_t i = 0; i < words.size(); ++i) {
    std::string_view word = words[i].text;
    bool issue = word.size() > 1 && word[0] == '#' && is_decimal(word[1]);
    bool folder = std::ranges::count(word, '/') >= 2 || word.ends_with('/');
    if (issue || folder || is_symbol(word) || is_command(words, i))
      return true;
  }
  return false;
}

bool is_summary(std::string_view text) {
  std::string lower = to_lower(trim(text));
  bool keeps_on = starts_with_any(lower, {"continue",
                                          "continuing",
                                          "keep going",
                                          "keep working",
                                          "keep on",
                                          "carry on",
                                          "go on with",
                                          "resume",
                                          "proceed",
                                          "pick up where",
                                          "work on",
                                          "working on",
                                          "was working",
                                          "we were",
                                          "finish the rest",
                                          "finish up",
                                          "finish remaining",
                                          "finish the remaining",
                                          "complete the remaining",
                                          "do the rest",
                                          "rest of"});
  if (keeps_on)
    return !names_something(text);
  bool told = starts_with_any(lower, {"implemented", "added", "fixed", "finished", "completed",
                                      "updated", "created", "refactored", "was", "were", "did",
                                      "done", "made progress", "started", "i have", "we have"});
  if (!told)
    return false;
  // "Implemented X. Next: ..." goes on to say what to do.
  for (std::string_view word : words_of(text))
    if (word == "next" || word == "now" || word == "then" || word == "need" || word == "must")
      return false;
  return true;
}

namespace {

constexpr auto kWholePlaceholders = std::to_array<std::string_view>(
    {"...", "\xE2\x80\xA6", "todo", "tbd", "fixme", "xxx", "placeholder", "n/a yet", "fill in",
     "to be filled", "to be determined", "lorem ipsum", "???", "tba"});

/// `[next action]`, `<describe the task>`, `{{name}}` as the whole text.
bool is_bracketed(std::string_view text) {
  if (text.size() < 3)
    return false;
  bool square = text.front() == '[' && text.find(']') == text.size() - 1;
  bool angle = text.front() == '<' && text.find('>') == text.size() - 1;
  bool braces = text.starts_with("{{") && text.ends_with("}}");
  if (!square && !angle && !braces)
    return false;
  std::string_view inside = text.substr(1, text.size() - 2);
  return inside.find_first_of("[]<>=\"") == std::string_view::npos && trim(inside).size() > 1;
}

}  // namespace

std::string placeholder_in(std::string_view text) {
  std::string whole = trim(text);
  std::string lower = to_lower(whole);
  if (in_list(kWholePlaceholders, lower) || is_bracketed(whole))
    return "is a placeholder";
  for (std::string_view sign :
       {"[placeholder", "<placeholder", "lorem ipsum", "[insert ", "<insert ", "[fill in", "[todo",
        "<todo", "[your ", "<your ", "[tbd"})
    if (contains(lower, sign))
      return "holds a placeholder";
  if (starts_with_any(whole, {"TODO", "TBD", "FIXME"}) && whole.size() < 120 &&
      !names_something(whole))
    return "holds a placeholder";
  std::vector<std::string> words = words_of(whole);
  if (!words.empty() && (words.back() == "tbd" || words.back() == "todo") &&
      is_upper(whole[whole.size() - 2]))
    return "ends in a placeholder";
  if (lower.ends_with("...") || lower.ends_with("\xE2\x80\xA6"))
    return "trails off";
  return {};
}

bool reads_like_human_action(std::string_view text) {
  std::string lower = to_lower(trim(text));
  if (starts_with_any(lower,
                      {"ask", "request", "obtain", "buy", "purchase", "please", "call", "email",
                       "contact", "sign", "approve", "have someone", "get access", "get approval",
                       "get credentials", "get the client", "get a review", "set up an account"}))
    return true;
  // "waiting for design approval", "waiting on Ann's answer"
  if (starts_with_any(lower, {"waiting for", "waiting on", "awaiting"}))
    for (std::string_view what : {"approval", "review", "sign-off", "answer", "reply", "feedback",
                                  "decision", "credentials", "confirmation"})
      if (contains(lower, what))
        return true;
  for (std::string_view sign : {"needs approval",
                                "need approval",
                                "needs sign-off",
                                "need sign-off",
                                "awaiting approval",
                                "waiting for approval",
                                "waiting for review",
                                "waiting on review",
                                "waiting for a review",
                                "waiting for the client",
                                "waiting for legal",
                                "waiting for access",
                                "need access to",
                                "needs access to",
                                "user must",
                                "user has to",
                                "user needs to",
                                "someone has to",
                                "someone must",
                                "someone needs to",
                                "has to be approved",
                                "must be approved",
                                "need credentials",
                                "needs credentials",
                                "needs to be approved",
                                "waiting on the user",
                                "waiting for the user"})
    if (contains(lower, sign))
      return true;
  return false;
}

}  // namespace handoff::ops

#include "ops/brief/brief_focus.hpp"

#include <algorithm>
#include <set>

#include "base/files.hpp"
#include "base/text.hpp"
#include "ops/brief/brief_lines.hpp"

namespace handoff::ops {

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

/// Does the term stand in the text, not as a part of a longer word? Both in lower case.
bool holds_word(const std::string& text, const std::string& term) {
  for (size_t at = text.find(term); at != std::string::npos; at = text.find(term, at + 1)) {
    size_t end = at + term.size();
    bool starts = at == 0 || !is_word(text[at - 1]) || !is_word(term.front());
    bool ends = end == text.size() || !is_word(text[end]) || !is_word(term.back());
    if (starts && ends)
      return true;
  }
  return false;
}

std::string task_number(const std::string& about) {
  std::string text = about;
  for (const char* word : {"task ", "#"})
    if (text.starts_with(word)) {
      text = trim(text.substr(std::string_view(word).size()));
      break;
    }
  return text;
}

}  // namespace

Focus::Focus(const std::string& about, const model::Handoff& handoff) {
  std::string text = to_lower(trim(about));
  x_terms.push_back(text);
  std::string number = task_number(text);
  for (const auto* list : {&handoff.remaining_tasks, &handoff.completed_tasks})
    for (const model::Task& task : *list)
      if (to_lower(task.id) == number || to_lower(trim(task.name)) == text)
        add_task(task);
  // Where tasks have no numbers of their own, they are counted as they are listed.
  if (x_terms.size() > 1 || !text.starts_with("task "))
    return;
  size_t count = 0;
  for (const model::Task* task : tasks_to_do(handoff))
    if (std::to_string(++count) == number)
      add_task(*task);
}

void Focus::add_task(const model::Task& task) {
  constexpr size_t kShortestWord = 5;  // shorter ones are in half of all sentences
  static const std::set<std::string> kCommon = {"about", "after", "before", "tests",
                                                "there", "these", "which",  "write"};
  auto add = [&](std::string term) {
    if (!term.empty() && !in_list(x_terms, term))
      x_terms.push_back(std::move(term));
  };
  add(to_lower(trim(task.name)));
  if (!task.id.empty())
    add("task " + to_lower(task.id));
  for (const std::string& file : task.files) {
    add(to_lower(file));
    add(to_lower(base_name(file)));
  }
  std::string word;
  for (char c : to_lower(task.name) + " ") {
    if (is_word(c)) {
      word += c;
      continue;
    }
    if (word.size() >= kShortestWord && !kCommon.contains(word))
      add(word);
    word.clear();
  }
}

bool Focus::keeps(const std::string& item) const {
  std::string text = to_lower(item);
  return std::ranges::any_of(x_terms,
                             [&](const std::string& term) { return holds_word(text, term); });
}

}  // namespace handoff::ops

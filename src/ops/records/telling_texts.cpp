#include "ops/records/telling_texts.hpp"

#include <algorithm>
#include <cctype>

namespace handoff::ops {

bool is_handle(std::string_view text) {
  constexpr size_t kLongest = 40;
  return text.size() <= kLongest && text.find(' ') == std::string_view::npos;
}

bool is_plain_handle(std::string_view text) {
  constexpr size_t kLongestWord = 16;
  const auto all_of = [&](std::string_view more, auto is) {
    return std::all_of(text.begin(), text.end(), [&](char c) {
      return is(static_cast<unsigned char>(c)) != 0 || more.find(c) != std::string_view::npos;
    });
  };
  return is_handle(text) &&
         ((text.size() <= kLongestWord && all_of("_-", islower)) || all_of("TZ:.+-", isxdigit));
}

std::vector<std::string> telling_texts(std::vector<std::string> texts) {
  std::erase_if(texts, [](const std::string& text) { return is_plain_handle(text); });
  if (!std::all_of(texts.begin(), texts.end(), is_handle))
    std::erase_if(texts, [](const std::string& text) { return is_handle(text); });
  return texts;
}

}  // namespace handoff::ops

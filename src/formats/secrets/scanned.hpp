#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "formats/secrets/secret_shapes.hpp"

namespace handoff::formats::secret_shapes {

/// A text with a memory of the last run of each class: hostile input that starts a token every few
/// bytes must not make the same long run be walked each time.
class Scanned {
 public:
  explicit Scanned(std::string_view whole) : text(whole) {}
  const std::string_view text;

  /// How many characters of the class stand from `at` on.
  size_t run(size_t at, Class wanted) {
    auto known = std::ranges::find(x_last, wanted, &Known::chars);
    if (known == x_last.end())
      known = x_last.insert(known, Known{wanted});
    if (at >= known->begin && at < known->end)
      return known->end - at;
    size_t end = at;
    while (end < text.size() && is(text[end], wanted))
      ++end;
    known->begin = at;
    known->end = end;
    return end - at;
  }

  std::string_view at_most(size_t at, Class wanted, size_t most) {
    return text.substr(at, std::min(run(at, wanted), most));
  }

  /// Whether "curl" stands before `at` in its line. Asked for places that only grow.
  bool after_curl(size_t at) {
    for (; x_next < at; x_next = text.find("curl", x_next + 1))
      x_curl = x_next;
    return text.substr(x_curl, 4) == "curl" && x_curl + run(x_curl, kLine) >= at;
  }

  /// Whether `"kty"` stands in the innermost object of JSON at `at`, by its braces. Asked for
  /// places that only grow.
  bool has_key_type(size_t at) {
    if (at >= x_object.end) {
      const size_t brace = text.find_first_of("{}", at);
      const size_t before = at == 0 ? std::string_view::npos : text.find_last_of("{}", at - 1);
      const size_t begin = before == std::string_view::npos ? 0 : before + 1;
      x_object.end = std::min(brace, text.size());
      x_object.has_kty =
          text.substr(begin, x_object.end - begin).find("\"kty\"") != std::string_view::npos;
    }
    return x_object.has_kty;
  }

 private:
  struct Known {
    Class chars = 0;
    size_t begin = 0;
    size_t end = 0;
  };
  std::vector<Known> x_last;
  size_t x_curl = 0, x_next = 0;
  struct Object {
    size_t end = 0;
    bool has_kty = false;
  } x_object = {};
};

}  // namespace handoff::formats::secret_shapes

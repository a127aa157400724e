#include "formats/json/json.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/characters.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json/bounds.hpp"

namespace handoff::formats {

namespace {

/// Builds the value while it counts depth and looks for keys that repeat; never recurses, so the
/// depth of hostile input costs nothing.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Json root;
  std::string problem;
  size_t problem_at = 0;

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(size_t) override { return open(Json::object()); }
  bool start_array(size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    if (x_keys.back().size() >= kMaxKeys)
      return stop("an object of more than " + std::to_string(kMaxKeys) + " keys");
    if (!x_keys.back().insert(value).second)
      return stop(
          (value.size() > kMostQuoted ? "a long key" : "the key \"" + printable(value) + "\"") +
          " stands twice in one object");
    x_key = std::move(value);
    return true;
  }

  bool parse_error(size_t position, const std::string&, const Json::exception& error) override {
    problem_at = position;
    std::string text = error.what();
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing
    // value - unexpected end of input": only the last part is for people.
    size_t dash = text.find(" - ");
    size_t colon = text.rfind("column");
    if (dash != std::string::npos)
      problem = text.substr(dash + 3);
    else if (size_t end = text.find(": ", colon == std::string::npos ? 0 : colon);
             end != std::string::npos)
      problem = text.substr(end + 2);
    else
      problem = text;
    if (contains(problem, "number overflow"))
      problem = "a number beyond range";  // all its digits are told, megabytes of them perhaps
    if (size_t last = problem.find("; last read"); last != std::string::npos)
      problem.resize(last);
    return false;
  }

 private:
  static constexpr size_t kMostQuoted = 60;

  bool stop(std::string why) {
    problem = std::move(why);
    return false;
  }

  template <typename Value>
  Json* place(Value&& value) {
    if (x_open.empty()) {
      root = std::forward<Value>(value);
      return &root;
    }
    Json& parent = *x_open.back();
    if (parent.is_array()) {
      parent.push_back(std::forward<Value>(value));
      return &parent.back();
    }
    // Keys were checked to be new, so the linear search of ordered_map::operator[] is skipped.
    auto& object = parent.get_ref<Json::object_t&>();
    object.emplace_back(std::move(x_key), std::forward<Value>(value));
    return &object.back().second;
  }

  template <typename Value>
  bool put(Value&& value) {
    if (++x_values > kMaxValues)
      return stop("more than " + count_of(kMaxValues, "value"));
    place(Json(std::forward<Value>(value)));
    return true;
  }

  bool open(Json container) {
    if (x_open.size() >= kMaxDepth)
      return stop("nested deeper than " + std::to_string(kMaxDepth) + " levels");
    if (++x_values > kMaxValues)
      return stop("more than " + count_of(kMaxValues, "value"));
    x_open.push_back(place(std::move(container)));
    x_keys.emplace_back();
    return true;
  }

  bool close() {
    x_open.pop_back();
    x_keys.pop_back();
    return true;
  }

  size_t x_values = 0;
  std::vector<Json*> x_open;
  std::vector<std::set<std::string>> x_keys;
  std::string x_key;
};

std::string place_of(std::string_view text, size_t position) {
  std::string_view before = text.substr(0, std::min(position, text.size()));
  size_t line = 1;
  size_t line_start = 0;
  for (size_t i = 0; i < before.size(); ++i)
    if (before[i] == '\n') {
      ++line;
      line_start = i + 1;
    }
  return "line " + std::to_string(line) + ", column " + std::to_string(before.size() - line_start);
}

/// An iterator that knows how far the parser has read: nlohmann tells a position for syntax errors
/// only.
class Counting {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  Counting(const char* at, size_t* read) : x_at(at), x_read(read) {}
  reference operator*() const { return *x_at; }
  Counting& operator++() {
    ++x_at;
    ++*x_read;
    return *this;
  }
  Counting operator++(int) {
    Counting old = *this;
    ++*this;
    return old;
  }
  bool operator==(const Counting& other) const { return x_at == other.x_at; }
  bool operator!=(const Counting& other) const { return x_at != other.x_at; }

 private:
  const char* x_at;
  size_t* x_read;
};

}  // namespace

Json parse_json(std::string_view text, std::string_view source) {
  if (text.size() > kMaxDocumentBytes)
    fail("cannot read " + std::string(source) + ": it is over " + human_size(kMaxDocumentBytes));
  if (text.substr(0, 3) == "\xEF\xBB\xBF")
    text.remove_prefix(3);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    fail(std::string(source) + ": it is empty, where a JSON text is wanted");
  Builder builder;
  size_t read = 0;
  const char* end = text.data() + text.size();
  if (!Json::sax_parse(Counting(text.data(), &read), Counting(end, &read), &builder))
    fail(std::string(source) + ": " +
         place_of(text, builder.problem_at > 0 ? builder.problem_at : read) + ": " +
         printable(builder.problem));
  // The parser takes one for the end of the text.
  if (const size_t nul = text.find('\0'); nul != std::string_view::npos)
    fail(std::string(source) + ": " + place_of(text, nul + 1) +
         ": a NUL, where the text should end");
  return std::move(builder.root);
}

Json parse_own_json(std::string_view text) {
  Json value = Json::parse(text, nullptr, false);
  if (value.is_discarded())
    fail("not of our making");
  return value;
}

namespace {

/// What would steer a terminal stands as \uXXXX: the same JSON, whoever prints it. (Only strings
/// can hold it.)
std::string with_escapes(std::string json) {
  auto special = [](char c) { return static_cast<unsigned char>(c) >= 0x7F; };
  auto first = std::ranges::find_if(json, special);
  if (first == json.end())
    return json;
  std::string out(json.begin(), first);
  for (size_t at = out.size(), length = 0; at < json.size(); at += length) {
    std::optional<char32_t> code = decode_utf8(json, at, length);
    if (!code || *code < 0x7F || !steers_display(*code)) {
      out.append(json, at, length);
      continue;
    }
    char escape[16];
    auto value = static_cast<unsigned>(*code);
    if (value < 0x10000)
      std::snprintf(escape, sizeof escape, "\\u%04x", value);
    else
      std::snprintf(escape, sizeof escape, "\\u%04x\\u%04x", 0xD7C0 + (value >> 10),
                    0xDC00 + (value & 0x3FF));
    out += escape;
  }
  return out;
}

}  // namespace

std::string write_json(const Json& value) {
  return with_escapes(value.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

std::string write_json_line(const Json& value) {
  return with_escapes(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace handoff::formats

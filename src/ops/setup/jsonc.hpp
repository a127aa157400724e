#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.hpp"

namespace handoff::ops {

/// A JSON text, perhaps with comments and trailing commas, as places in it: so that something can
/// be put in or taken out while every other byte stays.
struct JsoncNode {
  enum class Kind { object, array, other } kind = Kind::other;
  size_t begin = 0;      ///< first byte
  size_t end = 0;        ///< behind the last
  std::string key = {};  ///< as a member of an object, without escapes
  size_t key_begin = 0;
  std::vector<JsoncNode> children = {};

  /// The last of that name, as readers of JSON take it.
  const JsoncNode* member(std::string_view name) const;
};

/// nullopt where the text is not JSON of that kind.
std::optional<JsoncNode> parse_jsonc(std::string_view text);

/// The value of a node of `text`; null where it is not one that a reader of JSON takes.
Json jsonc_value(std::string_view text, const JsoncNode& node);

/// A value as with_child() wants it, without a line end.
std::string jsonc_item(const Json& value);
/// `text` with `item` as the last child of the container; `item` is a member ("key": value) or a
/// value, of several lines perhaps, indented as if it stood at the left edge.
std::string with_child(const std::string& text, const JsoncNode& container,
                       const std::string& item);
/// Bytes of a text that go.
struct JsoncCut {
  size_t begin = 0, end = 0;
};
/// Adds what goes with these children of the container (one at least): their commas, and the white
/// space before them.
void cut_children(const std::string& text, const JsoncNode& container,
                  const std::vector<bool>& gone, std::vector<JsoncCut>& cuts);
/// `text` without them: they do not overlap.
std::string without_cuts(const std::string& text, std::vector<JsoncCut> cuts);
/// `text` without the n-th child of the container.
std::string without_child(const std::string& text, const JsoncNode& container, size_t n);

}  // namespace handoff::ops

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/json.hpp"

namespace handoff::formats {

/// A remark line over a top-level key of a YAML document.
struct YamlHeading {
  std::string_view key;
  std::string_view text;
};

/// `value`, an object, as block-style YAML 1.2: text always in double quotes, a final line end.
std::string write_yaml(const Json& value, const std::vector<YamlHeading>& headings = {});

/// Reads one YAML document with the core schema's types (`yes` is text). Throws a Failure that
/// names `source` and the place for bad syntax, keys that are no scalars or stand twice, depth over
/// kMaxDepth, size over kMaxDocumentBytes, and aliases that expand to more than kMaxDocumentBytes.
Json parse_yaml(std::string_view text, std::string_view source);

}  // namespace handoff::formats

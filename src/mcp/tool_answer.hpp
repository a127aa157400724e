#pragma once

#include <memory>
#include <string>

#include "model/json.hpp"

namespace handoff::mcp {

/// What a tool gives back: `structured` fits its output schema; `text`, where it is not empty, is
/// what a reader gets instead of the same as JSON.
struct ToolAnswer {
  std::shared_ptr<const Json> structured = {};  ///< an object
  std::string text = {};
};

ToolAnswer answer_of(Json structured, std::string text = {});

}  // namespace handoff::mcp

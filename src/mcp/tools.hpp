#pragma once

#include <span>
#include <string>
#include <string_view>

#include "git/repo/repository.hpp"
#include "mcp/tool_answer.hpp"
#include "model/json.hpp"

namespace handoff::mcp {

/// One tool: the same Request, op and Report as the command of its name.
struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  bool read_only = false;
  bool destructive = false;
  bool idempotent = false;
  bool everyday = false;  ///< listed also where a client did not ask for all of them
  std::string_view input =
      {};  ///< JSON: the `properties` of the arguments, all optional but those in `required`
  std::string_view required = {};  ///< names between blanks
  std::string_view output = {};    ///< JSON: the `properties` of the result
  ToolAnswer (*run)(const git::Repository& repository, const Json& arguments) = nullptr;
};

std::span<const Tool> tools();
const Tool* find_tool(std::string_view name);

/// The schema of a tool's arguments, and of what it gives. `any_repository`: the client may name
/// one.
Json input_schema(const Tool& tool, bool any_repository);
Json output_schema(const Tool& tool);

/// Words that people have for a choice, as the one that is meant; all else as it is.
Json forgiving(const Tool& tool, Json arguments);

/// Throws a Failure that names the argument where the arguments do not fit the input schema.
void check_arguments(const Tool& tool, const Json& arguments, bool any_repository);

/// Does the tool name its repository as Spellbook's do? Then a failure is a result of its own
/// shape, not an error.
bool names_project(const Tool& tool);
/// The folder of the repository that the (checked) arguments name; empty: the server's own.
std::string named_folder(const Tool& tool, const Json& arguments);

}  // namespace handoff::mcp

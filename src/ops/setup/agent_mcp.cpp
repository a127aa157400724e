#include "ops/setup/agent_mcp.hpp"

#include <vector>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/toml_parser.inc"
#include "ops/setup/jsonc.hpp"

namespace handoff::ops {

namespace {

constexpr const char* kName = "handoff";
constexpr const char* kHeader = "[mcp_servers.handoff]";
constexpr size_t kLargestSettings = 4u << 20;

[[noreturn]] void refuse_text(const std::string& path, const std::string& what) {
  refuse("'" + path + "': " + what + "; the file is left alone",
         {"mend it, then run init again", "or leave the MCP server out: --no-mcp"});
}

const char* list_of(McpForm form) { return form == McpForm::opencode ? "mcp" : "mcpServers"; }

Json server_of(McpForm form) {
  if (form == McpForm::opencode)
    return {{"type", "local"}, {"command", {"git", "handoff", "mcp"}}, {"enabled", true}};
  Json server = Json::object();
  if (form == McpForm::copilot)
    server["type"] = "stdio";
  server["command"] = "git";
  server["args"] = {"handoff", "mcp"};
  if (form == McpForm::copilot)
    server["tools"] = {"*"};
  return server;
}

std::string with_json_server(const std::string& text, const std::string& path, McpForm form) {
  std::optional<JsoncNode> root = parse_jsonc(text);
  if (!root || root->kind != JsoncNode::Kind::object)
    refuse_text(path, "it is not a JSON object");
  const JsoncNode* list = root->member(list_of(form));
  if (list == nullptr)
    return with_child(
        text, *root,
        "\"" + std::string(list_of(form)) + "\": " + jsonc_item(Json{{kName, server_of(form)}}));
  if (list->kind != JsoncNode::Kind::object)
    refuse_text(path, "'" + std::string(list_of(form)) + "' is not what it should be");
  if (list->member(kName) != nullptr)
    return text;
  return with_child(text, *list, "\"" + std::string(kName) + "\": " + jsonc_item(server_of(form)));
}

std::string without_json_server(const std::string& text, McpForm form) {
  std::optional<JsoncNode> root = parse_jsonc(text);
  const JsoncNode* list = root ? root->member(list_of(form)) : nullptr;
  const JsoncNode* server = list != nullptr ? list->member(kName) : nullptr;
  if (server == nullptr)
    return text;
  std::string_view body = std::string_view(text).substr(server->begin, server->end - server->begin);
  if (!contains(body, "\"git\"") || !contains(body, "\"mcp\""))
    return text;  // somebody's own
  if (list->children.size() == 1)
    return without_child(text, *root, static_cast<size_t>(list - root->children.data()));
  return without_child(text, *list, static_cast<size_t>(server - list->children.data()));
}

std::optional<toml::table> parse_toml(const std::string& text) {
  if (text.size() > kLargestSettings)
    return std::nullopt;
  try {
    return toml::parse(text);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

bool has_server(const toml::table& table) { return static_cast<bool>(table["mcp_servers"][kName]); }

std::string with_toml_server(const std::string& text, const std::string& path) {
  std::optional<toml::table> before = parse_toml(text);
  if (!before)
    refuse_text(path, "it is not TOML");
  if (has_server(*before))
    return text;
  std::string newline = contains(text, "\r\n") ? "\r\n" : "\n";
  std::string after = text;
  if (!after.empty() && after.back() != '\n')
    after += newline;
  if (!after.empty())
    after += newline;
  after +=
      kHeader + newline + "command = \"git\"" + newline + "args = [\"handoff\", \"mcp\"]" + newline;
  // An inline table, for one, cannot be added to.
  std::optional<toml::table> table = parse_toml(after);
  if (!table || !has_server(*table))
    refuse_text(path, "'mcp_servers' cannot be added to");
  return after;
}

/// Without the section that begins at a line; comments that stand before the next one stay with
/// that.
std::string without_section(std::vector<std::string> lines, size_t begin) {
  size_t end = begin + 1;
  while (end < lines.size() && !trim(lines[end]).starts_with('['))
    ++end;
  bool last = end == lines.size();
  while (!last && end > begin + 1 &&
         (trim(lines[end - 1]).empty() || trim(lines[end - 1]).starts_with('#')))
    --end;
  if (begin > 0 && trim(lines[begin - 1]).empty())
    --begin;
  lines.erase(lines.begin() + static_cast<ptrdiff_t>(begin),
              lines.begin() + static_cast<ptrdiff_t>(end));
  if (last && begin > 0)
    lines.emplace_back();  // the line end before the section stays
  return join(lines, "\n");
}

std::string without_toml_server(const std::string& text) {
  std::optional<toml::table> before = parse_toml(text);
  if (!before || (*before)["mcp_servers"][kName]["command"].value_or(std::string()) != "git" ||
      (*before)["mcp_servers"][kName]["args"][1].value_or(std::string()) != "mcp")
    return text;
  // Such a line may also stand in a text of several lines: what is left tells.
  std::vector<std::string> lines = split(text, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    if (trim(lines[i]) != kHeader)
      continue;
    std::string after = without_section(lines, i);
    if (std::optional<toml::table> table = parse_toml(after); table && !has_server(*table))
      return after;
  }
  return text;
}

}  // namespace

std::string with_mcp_server(const std::string& text, const std::string& path, McpForm form) {
  if (form == McpForm::none)
    return text;
  return form == McpForm::codex ? with_toml_server(text, path) : with_json_server(text, path, form);
}

std::string without_mcp_server(const std::string& text, McpForm form) {
  if (form == McpForm::none)
    return text;
  return form == McpForm::codex ? without_toml_server(text) : without_json_server(text, form);
}

}  // namespace handoff::ops

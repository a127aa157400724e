#include "ops/setup/agent_mcp.hpp"

#include <vector>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/record/toml_parser.inc"
#include "ops/setup/jsonc.hpp"
#include "ops/setup/our_entry.hpp"

namespace handoff::ops {

namespace {

constexpr const char* kName = "handoff";
constexpr const char* kHeader = "[mcp_servers.handoff]";
constexpr const char* kSections = "[mcp_servers.handoff.";
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
  if (const JsoncNode* server = list->member(kName)) {
    if (runs_as(jsonc_value(text, *server), server_of(form)))
      return text;
    return with_json_server(
        without_child(text, *list, static_cast<size_t>(server - list->children.data())), path,
        form);
  }
  return with_child(text, *list, "\"" + std::string(kName) + "\": " + jsonc_item(server_of(form)));
}

std::string without_json_server(const std::string& text, McpForm form) {
  std::optional<JsoncNode> root = parse_jsonc(text);
  const JsoncNode* list = root ? root->member(list_of(form)) : nullptr;
  const JsoncNode* server = list != nullptr ? list->member(kName) : nullptr;
  if (server == nullptr)
    return text;
  if (!runs_as(jsonc_value(text, *server), server_of(form)))
    return text;  // somebody's own
  if (list->children.size() == 1)
    return without_child(text, *root, static_cast<size_t>(list - root->children.data()));
  return without_child(text, *list, static_cast<size_t>(server - list->children.data()));
}

std::optional<toml::table> table_of(const std::string& text) {
  if (text.size() > kLargestSettings)
    return std::nullopt;
  try {
    return formats::parse_toml(text);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

const toml::node* server_in(const toml::table& table) { return table["mcp_servers"][kName].node(); }

bool has_server(const toml::table& table) { return server_in(table) != nullptr; }

/// Dates and the like, which no server has, as null.
Json json_of(const toml::node* node) {
  Json value;
  if (const toml::table* table = node == nullptr ? nullptr : node->as_table()) {
    value = Json::object();
    for (const auto& [key, child] : *table)
      value[std::string(key.str())] = json_of(&child);
  } else if (const toml::array* list = node == nullptr ? nullptr : node->as_array()) {
    value = Json::array();
    for (const toml::node& child : *list)
      value.push_back(json_of(&child));
  } else if (node != nullptr) {
    if (auto text = node->value_exact<std::string>())
      value = *text;
    else if (auto number = node->value_exact<int64_t>())
      value = *number;
    else if (auto real = node->value_exact<double>())
      value = *real;
    else if (auto flag = node->value_exact<bool>())
      value = *flag;
  }
  return value;
}

bool is_our_server(const toml::table& table) {
  return runs_as(json_of(server_in(table)), server_of(McpForm::codex));
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

/// Without any section of our server; nullopt where it is not written in sections.
std::optional<std::string> without_sections(std::string text) {
  // Such a line may also stand in a text of several lines: what is left tells.
  for (size_t i = 0; std::optional<toml::table> before = table_of(text);) {
    if (!has_server(*before))
      return text;
    const std::vector<std::string> lines = split(text, '\n');
    while (i < lines.size() && !trim(lines[i]).starts_with(kSections) && trim(lines[i]) != kHeader)
      ++i;
    if (i == lines.size())
      return std::nullopt;
    std::string after = without_section(lines, i);
    if (std::optional<toml::table> table = table_of(after);
        table && json_of(server_in(*table)) != json_of(server_in(*before)))
      text = std::move(after), i = 0;
    else
      ++i;
  }
  return std::nullopt;
}

std::string with_toml_server(const std::string& text, const std::string& path) {
  std::optional<toml::table> before = table_of(text);
  if (!before)
    refuse_text(path, "it is not TOML");
  std::string after = text;
  if (has_server(*before)) {
    if (is_our_server(*before))
      return text;
    std::optional<std::string> left = without_sections(text);
    if (!left)
      refuse_text(path, "its server 'handoff' is another program, " +
                            command_in_quotes(json_of(server_in(*before))));
    after = std::move(*left);
  }
  std::string newline = contains(text, "\r\n") ? "\r\n" : "\n";
  if (!after.empty() && after.back() != '\n')
    after += newline;
  if (!after.empty())
    after += newline;
  after +=
      kHeader + newline + "command = \"git\"" + newline + "args = [\"handoff\", \"mcp\"]" + newline;
  // An inline table, for one, cannot be added to.
  std::optional<toml::table> table = table_of(after);
  if (!table || !has_server(*table))
    refuse_text(path, "'mcp_servers' cannot be added to");
  return after;
}

std::string without_toml_server(const std::string& text) {
  std::optional<toml::table> before = table_of(text);
  return before && is_our_server(*before) ? without_sections(text).value_or(text) : text;
}

}  // namespace

std::string other_server(const std::string& text, McpForm form) {
  Json server;
  if (form == McpForm::codex) {
    if (std::optional<toml::table> table = table_of(text))
      server = json_of(server_in(*table));
  } else if (form != McpForm::none) {
    std::optional<JsoncNode> root = parse_jsonc(text);
    const JsoncNode* list = root ? root->member(list_of(form)) : nullptr;
    if (const JsoncNode* found = list != nullptr ? list->member(kName) : nullptr)
      server = jsonc_value(text, *found);
  }
  return server.is_null() || runs_as(server, server_of(form)) ? "" : command_in_quotes(server);
}

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

#include "ops/setup/agent_settings.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/environment.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/peek_file.hpp"
#include "base/text.hpp"
#include "base/user_key.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/quoted.hpp"
#include "ops/check/lines.hpp"
#include "ops/setup/agent_mcp.hpp"
#include "ops/setup/jsonc.hpp"
#include "ops/setup/our_entry.hpp"
#include "ops/worktree/private_list.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

/// How an agent wants one hook written down.
enum class Shape { claude, codex, gemini, cursor, copilot, plugin };

/// A file in the project, and below HOME; empty: there is none.
struct AgentPlace {
  std::string_view project = {};
  std::string_view user = {};
};

struct Agent {
  std::string_view name;
  Shape shape;
  AgentPlace hooks;
  std::vector<std::pair<std::string_view, std::string_view>> events;  ///< name, matcher
  AgentPlace mcp = {};  ///< where MCP servers are registered; may be the file of the hooks
  McpForm form = McpForm::servers;
};

const std::vector<Agent>& agents() {
  static const std::vector<Agent> kAgents = {
      {"claude",
       Shape::claude,
       {".claude/settings.json", ".claude/settings.json"},
       {{"SessionStart", "startup|resume|clear|compact|fork"},
        {"SessionEnd", ""},
        {"PreCompact", ""},
        {"Stop", ""},
        {"UserPromptSubmit", ""},
        {"PostToolUse",
         "TodoWrite|TaskCreate|TaskUpdate|Task|Agent|Skill|Read|Write|Edit|MultiEdit|"
         "NotebookEdit"}},
       {".mcp.json", ""}},
      {"codex",
       Shape::codex,
       {".codex/hooks.json", ".codex/hooks.json"},
       {{"SessionStart", ""},
        {"SessionEnd", ""},
        {"PreCompact", ""},
        {"Stop", ""},
        {"UserPromptSubmit", ""},
        {"PostToolUse", "apply_patch|update_plan"}},
       {".codex/config.toml", ".codex/config.toml"},
       McpForm::codex},
      {"gemini",
       Shape::gemini,
       {".gemini/settings.json", ".gemini/settings.json"},
       {{"SessionStart", ""},
        {"SessionEnd", ""},
        {"PreCompress", ""},
        {"BeforeAgent", ""},
        {"AfterTool", "write_file|replace|read_file|write_todos|activate_skill"}},
       {".gemini/settings.json", ".gemini/settings.json"}},
      {"qwen",
       Shape::gemini,  // its timeouts are seconds below 1,000, and were milliseconds before 0.20
       {".qwen/settings.json", ".qwen/settings.json"},
       {{"SessionStart", ""},
        {"SessionEnd", ""},
        {"PreCompact", ""},
        {"Stop", ""},
        {"UserPromptSubmit", ""},
        {"PostToolUse", "write_file|edit|notebook_edit|read_file|todo_write|agent|skill"}},
       {".qwen/settings.json", ".qwen/settings.json"}},
      {"droid",
       Shape::codex,
       // Not hooks.json: what that names takes the place of the same event in here.
       {".factory/settings.json", ".factory/settings.json"},
       {{"SessionStart", ""},
        {"SessionEnd", ""},
        {"PreCompact", ""},
        {"Stop", ""},
        {"PostToolUse", "Create|Edit|MultiEdit|ApplyPatch|Read|TodoWrite|Task|Skill"}},
       {".factory/mcp.json", ".factory/mcp.json"}},
      {"cursor",
       Shape::cursor,
       {".cursor/hooks.json", ".cursor/hooks.json"},
       {{"sessionStart", ""},
        {"sessionEnd", ""},
        {"preCompact", ""},
        {"stop", ""},
        {"afterFileEdit", ""}},
       {".cursor/mcp.json", ".cursor/mcp.json"}},
      {"copilot",
       Shape::copilot,
       {".github/hooks/git-handoff.json", ".copilot/hooks/git-handoff.json"},
       {{"sessionStart", ""},
        {"sessionEnd", ""},
        {"preCompact", ""},
        {"userPromptSubmitted", ""},
        {"postToolUse", ""}},
       {".github/mcp.json", ".copilot/mcp-config.json"},
       McpForm::copilot},
      {"opencode",
       Shape::plugin,
       {".opencode/plugins/git-handoff.ts", ".config/opencode/plugins/git-handoff.ts"},
       {},
       {"opencode.json", ".config/opencode/opencode.json"},
       McpForm::opencode},
  };
  return kAgents;
}

const Agent& find_agent(const std::string& name) {
  for (const Agent& agent : agents())
    if (agent.name == name)
      return agent;
  fail_usage("'" + printable(name) + "' is not an agent that git handoff knows",
             {"give one of " + join(agents_with_settings(), ", ")});
}

std::string home() {
  std::string folder = environment("HOME");
  if (folder.empty())
    fail("HOME is not set: there is no place for settings of the user");
  return folder;
}

std::string users_folder() {
  const std::string folder = state_folder();
  if (folder.empty())
    fail("HOME is no folder with a full path: there is no place for settings of the user");
  return folder;
}

/// Absolute; empty where the agent has no such file in this scope.
std::string file_of(const git::Repository& repository, const AgentPlace& place, AgentScope scope) {
  std::string_view file = scope == AgentScope::project ? place.project : place.user;
  if (file.empty())
    return {};
  std::string path =
      join_path(scope == AgentScope::project ? repository.layout().root : home(), file);
  constexpr std::string_view kCopilot = ".copilot/";  // the folder that COPILOT_HOME replaces
  if (const std::string other = environment("COPILOT_HOME");
      scope == AgentScope::user && file.starts_with(kCopilot) && other.starts_with('/'))
    path = join_path(other, file.substr(kCopilot.size()));
  // OpenCode reads either; a second file beside the first would be one too many.
  if (path.ends_with("/opencode.json") && !exists(path) && exists(path + "c"))
    path += "c";
  return path;
}

/// The file of a project may be, or lie behind, a link that a clone brought.
bool leads_elsewhere(const git::Repository& repository, const AgentPlace& place, AgentScope scope) {
  std::string file = file_of(repository, place, scope);
  return scope == AgentScope::project && !file.empty() &&
         !is_safe_to_write(repository.layout(), file.substr(repository.layout().root.size() + 1));
}

void refuse_links(const git::Repository& repository, const Agent& agent, AgentScope scope) {
  for (const AgentPlace* place : {&agent.hooks, &agent.mcp})
    if (leads_elsewhere(repository, *place, scope))
      refuse("'" + printable(place->project) +
                 "' is, or lies behind, a symbolic link: it may lead anywhere",
             {"replace the link by what it leads to, or use --user"});
}

/// What was there before we wrote, and what we wrote. `what` is the agent's name, with "-mcp"
/// behind it for a file of MCP servers alone.
PrivateList memory_of(const git::Repository& repository, const std::string& what,
                      AgentScope scope) {
  std::string folder = scope == AgentScope::project
                           ? join_path(repository.layout().shared_dir(), "agents")
                           : join_path(users_folder(), "agents");
  // Each worktree has files of its own.
  std::string worktree =
      scope == AgentScope::project ? repository.layout().worktree_name() + "-" : "";
  return {join_path(folder, worktree + what + ".json"), "agent", Durability::synced};
}

Json hook_of(const Agent& agent, std::string_view event, std::string_view matcher) {
  const std::string name(agent.name), what(event);
  const std::string command = "git handoff hook " + name + " " + what;
  if (agent.shape == Shape::cursor)
    return {{"command", command}, {"timeout", 10}};
  if (agent.shape == Shape::copilot)
    return {{"command", command}, {"timeoutSec", 10}};
  Json hook = {{"type", "command"}, {"command", command}, {"timeout", 10}};
  if (agent.shape == Shape::claude)
    hook = {{"type", "command"},
            {"command", "git"},
            {"args", {"handoff", "hook", name, what}},
            {"timeout", 10}};
  else if (agent.shape == Shape::gemini)
    hook["timeout"] = 10'000;
  else if (what == "SessionEnd")
    hook["timeout"] = 3;
  Json entry = Json::object();
  if (!matcher.empty())
    entry["matcher"] = matcher;
  entry["hooks"] = Json::array({hook});
  return entry;
}

/// Does this part of a list of hooks call us?
bool is_ours(std::string_view text) {
  return contains(text, "git handoff hook ") ||
         (contains(text, "\"handoff\"") && contains(text, "\"hook\"") && contains(text, "\"git\""));
}

JsoncNode parsed(const std::string& text, const std::string& path) {
  std::optional<JsoncNode> root = parse_jsonc(text);
  if (!root || root->kind != JsoncNode::Kind::object)
    refuse("'" + path + "' is not a JSON object: it is left alone",
           {"mend it, then run init again"});
  return std::move(*root);
}

/// The text with one more hook, in the list of its event.
std::string with_hook(const std::string& text, const std::string& path, const std::string& event,
                      const Json& hook) {
  auto refuse_odd = [&](const std::string& what) {
    refuse("'" + path + "': " + what + " is not what it should be; the file is left alone",
           {"mend it, then run init again"});
  };
  JsoncNode root = parsed(text, path);
  const JsoncNode* hooks = root.member("hooks");
  if (hooks == nullptr)
    return with_child(text, root, "\"hooks\": " + jsonc_item(Json{{event, Json::array({hook})}}));
  if (hooks->kind != JsoncNode::Kind::object)
    refuse_odd("'hooks'");
  const JsoncNode* list = hooks->member(event);
  if (list == nullptr)
    return with_child(text, *hooks, "\"" + event + "\": " + jsonc_item(Json::array({hook})));
  if (list->kind != JsoncNode::Kind::array)
    refuse_odd("'hooks." + event + "'");
  for (const JsoncNode& child : list->children)
    if (is_ours(std::string_view(text).substr(child.begin, child.end - child.begin)))
      return text;
  return with_child(text, *list, jsonc_item(hook));
}

/// Where a hook stands that calls us.
struct OurHook {
  size_t list = 0, entry = 0;        ///< which of "hooks", which of its event
  std::optional<size_t> inner = {};  ///< which of the entry's own list

  const JsoncNode& in(const JsoncNode& hooks) const {
    const JsoncNode& whole = hooks.children[list].children[entry];
    return inner ? whole.member("hooks")->children[*inner] : whole;
  }
};

/// In order.
std::vector<OurHook> our_hooks(const std::string& text, const JsoncNode& root) {
  std::vector<OurHook> found;
  const JsoncNode* hooks = root.member("hooks");
  auto look = [&](const JsoncNode& hook, OurHook at) {
    if (is_ours(std::string_view(text).substr(hook.begin, hook.end - hook.begin)))
      found.push_back(at);
  };
  for (size_t l = 0; hooks != nullptr && l < hooks->children.size(); ++l) {
    const JsoncNode& list = hooks->children[l];
    for (size_t e = 0; list.kind == JsoncNode::Kind::array && e < list.children.size(); ++e) {
      const JsoncNode* own = list.children[e].member("hooks");
      if (own == nullptr || own->kind != JsoncNode::Kind::array)
        look(list.children[e], {l, e});
      else
        for (size_t i = 0; i < own->children.size(); ++i)
          look(own->children[i], {l, e, i});
    }
  }
  return found;
}

bool all_of(const std::vector<bool>& gone) { return !in_list(gone, false); }

enum class EmptyLists { stay, go };

/// The text without these hooks, which are in order. An entry goes with the last of its hooks.
std::string without(const std::string& text, const JsoncNode& root,
                    const std::vector<OurHook>& ours, EmptyLists empty) {
  if (ours.empty())
    return text;
  const JsoncNode& hooks = *root.member("hooks");
  std::vector<JsoncCut> cuts;
  std::vector<bool> lists(hooks.children.size());
  for (auto at = ours.begin(); at != ours.end();) {
    const size_t l = at->list;
    const JsoncNode& list = hooks.children[l];
    std::vector<bool> entries(list.children.size());
    while (at != ours.end() && at->list == l) {
      const size_t e = at->entry;
      const JsoncNode* own = at->inner ? list.children[e].member("hooks") : nullptr;
      std::vector<bool> inner(own != nullptr ? own->children.size() : 0);
      for (; at != ours.end() && at->list == l && at->entry == e; ++at)
        if (at->inner)
          inner[*at->inner] = true;
      entries[e] = all_of(inner);
      if (!entries[e])
        cut_children(text, *own, inner, cuts);
    }
    lists[l] = empty == EmptyLists::go && all_of(entries);
    if (!lists[l])
      cut_children(text, list, entries, cuts);
  }
  if (all_of(lists)) {
    std::vector<bool> members(root.children.size());
    members[static_cast<size_t>(&hooks - root.children.data())] = true;
    cuts.clear();
    cut_children(text, root, members, cuts);
  } else {
    cut_children(text, hooks, lists, cuts);
  }
  return without_cuts(text, std::move(cuts));
}

/// A hook that calls us and is not as init writes it: it may run something else first, or by
/// another shell.
struct OtherHook {
  OurHook at;
  std::string event;
  std::string command;  ///< in quotes
};

std::vector<OtherHook> other_hooks(const Agent& agent, const std::string& text,
                                   const JsoncNode& root) {
  std::vector<OtherHook> found;
  const JsoncNode* hooks = root.member("hooks");
  for (const OurHook& at : our_hooks(text, root)) {
    const std::string& event = hooks->children[at.list].key;
    const Json value = jsonc_value(text, at.in(*hooks));
    const Json whole = {{"type", "command"},
                        {"command", "git handoff hook " + std::string(agent.name) + " " + event}};
    const Json words = {{"type", "command"},
                        {"command", "git"},
                        {"args", {"handoff", "hook", std::string(agent.name), event}}};
    if (!runs_as(value, whole) && !runs_as(value, words))
      found.push_back({at, event, command_in_quotes(value)});
  }
  return found;
}

std::string without_other_hooks(const Agent& agent, const std::string& text,
                                const std::string& path) {
  constexpr size_t kMost = 200;
  const JsoncNode root = parsed(text, path);
  const std::vector<OtherHook> others = other_hooks(agent, text, root);
  if (others.size() > kMost)
    refuse("'" + path + "': " + count_of(others.size(), "hook") +
               " call git handoff in another way than init does; the file is left alone",
           {"take them out, then run init again"});
  return without(text, root, vector_of(others, &OtherHook::at), EmptyLists::stay);
}

/// What one of an agent's files calls as ours and is another program.
std::vector<std::string> others_in(const Agent& agent, const std::string& text, bool hooks,
                                   bool servers) {
  std::vector<std::string> others;
  std::optional<JsoncNode> root;
  if (hooks && agent.shape == Shape::plugin) {
    if (!text.empty() && text != opencode_plugin())
      others.emplace_back("its plugin is not as init writes it");
  } else if (hooks && (root = parse_jsonc(text))) {
    for (const OtherHook& hook : other_hooks(agent, text, *root))
      if (others.size() < 5)  // enough to go and look
        others.push_back("its hook of " + formats::in_quotes(hook.event) + " is another program, " +
                         hook.command);
  }
  if (std::string other = servers ? other_server(text, agent.form) : ""; !other.empty())
    others.push_back("its server 'handoff' is another program, " + other);
  return others;
}

/// Without our hooks, and the lists that held nothing else.
std::string without_hooks(const std::string& text, const std::string& path) {
  const JsoncNode root = parsed(text, path);
  return without(text, root, our_hooks(text, root), EmptyLists::go);
}

struct Memory {
  std::optional<std::string> before;
  std::string after;
};

/// nullopt, too, where it is damaged or another's: it would be put back into the tree.
std::optional<Memory> read_memory(const PrivateList& list) {
  const Json memory = list.read();
  if (memory.empty())
    return std::nullopt;
  std::optional<std::string> after =
      base64_decode(formats::text_of(formats::field(memory, "after")));
  if (!after)
    return std::nullopt;
  Memory result{.before = std::nullopt, .after = *after};
  if (const Json& before = formats::field(memory, "before"); before.is_string())
    result.before = base64_decode(before.get<std::string>());
  return result;
}

/// The folders that were made for a settings file, as far as nothing else is in them. `top` stays.
void remove_empty_folders(const std::string& file, const std::string& top) {
  constexpr int kDeepest = 2;  // .opencode/plugins
  std::string folder = parent_path(file);
  for (int i = 0; i < kDeepest && folder != top && base_name(folder) != ".config" &&
                  rmdir(folder.c_str()) == 0;
       ++i)
    folder = parent_path(folder);
}

std::string with_hooks(const Agent& agent, const AgentPlan& plan) {
  bool versioned = agent.shape == Shape::cursor || agent.shape == Shape::copilot;
  bool fresh = !plan.before || trim(*plan.before).empty();
  std::string text = fresh ? (versioned ? "{\n  \"version\": 1\n}\n" : "{}\n") : *plan.before;
  text = without_other_hooks(agent, text, plan.path);
  for (const auto& [event, matcher] : agent.events)
    text = with_hook(text, plan.path, std::string(event), hook_of(agent, event, matcher));
  return text;
}

/// One of an agent's files as it would be without us.
std::string without_ours(const git::Repository& repository, const Agent& agent, AgentScope scope,
                         const std::string& what, const std::string& path, std::string text) {
  if (what == agent.name) {
    if (agent.shape == Shape::plugin)
      return text;  // edited since: it is theirs
    text = without_hooks(text, path);
  }
  return path == file_of(repository, agent.mcp, scope) ? without_mcp_server(text, agent.form)
                                                       : text;
}

FileChange write_one(const git::Repository& repository, const AgentPlan& plan, AgentScope scope) {
  FileChange change{.what = plan.agent, .path = plan.path};
  if (!plan.changes())
    return change;
  const PrivateList memory = memory_of(repository, plan.what, scope);
  // A second run keeps what was there before the first, or what somebody has made of the rest
  // since.
  std::optional<Memory> known = read_memory(memory);
  bool ours = known && plan.before && known->after == *plan.before;
  std::optional<std::string> before = ours ? known->before : plan.before;
  if (before && !ours)
    before = without_ours(repository, find_agent(plan.agent), scope, plan.what, plan.path, *before);
  Json content = {{"path", to_valid_utf8(plan.path)},
                  {"before", before ? Json(base64_encode(*before)) : Json()},
                  {"after", base64_encode(plan.after)}};
  memory.write(content);
  make_folders(parent_path(plan.path));
  replace_file(plan.path, plan.after, mode_by_umask(0666));
  change.change = plan.before ? Change::added : Change::created;
  for (const std::string& other : plan.others)
    change.reason += other + ", and is replaced; ";
  change.reason += plan.before ? "what was there is kept in " + memory.path() : "";
  return change;
}

/// Takes what is ours out of one file.
std::optional<FileChange> remove_one(const git::Repository& repository, const Agent& agent,
                                     const std::string& what, const std::string& path,
                                     AgentScope scope) {
  FileChange change{.what = std::string(agent.name), .path = path, .change = Change::removed};
  const PrivateList kept = memory_of(repository, what, scope);
  std::optional<Memory> memory = read_memory(kept);
  std::optional<std::string> now = read_file(path);
  kept.write(Json::object());
  if (!now)
    return std::nullopt;
  std::optional<std::string> wanted =
      memory && *now == memory->after
          ? memory->before
          : std::optional(without_ours(repository, agent, scope, what, path, *now));
  if (wanted && *wanted == *now)
    return std::nullopt;
  if (wanted) {
    replace_file(path, *wanted, mode_by_umask(0666));
  } else {
    remove_file(path);
    remove_empty_folders(path, scope == AgentScope::project ? repository.layout().root : home());
  }
  return change;
}

}  // namespace

const std::vector<std::string>& agents_with_settings() {
  static const auto kNames =
      vector_of(agents(), [](const Agent& agent) { return std::string(agent.name); });
  return kNames;
}

std::vector<AgentPlan> plan_agent(const git::Repository& repository, const std::string& name,
                                  AgentScope scope, bool mcp) {
  const Agent& agent = find_agent(name);
  refuse_links(repository, agent, scope);
  AgentPlan hooks{.agent = name, .what = name, .path = file_of(repository, agent.hooks, scope)};
  if (hooks.path.empty())
    refuse(name + " has no hooks of the user", {"use --project"});
  hooks.before = read_file(hooks.path);
  hooks.after =
      agent.shape == Shape::plugin ? std::string(opencode_plugin()) : with_hooks(agent, hooks);
  AgentPlan servers{
      .agent = name, .what = name + "-mcp", .path = file_of(repository, agent.mcp, scope)};
  const bool one_file = servers.path == hooks.path;
  hooks.others = others_in(agent, hooks.before.value_or(""), true, mcp && one_file);
  if (!mcp || servers.path.empty())
    return {hooks};
  if (one_file) {
    hooks.after = with_mcp_server(hooks.after, hooks.path, agent.form);
    return {hooks};
  }
  servers.before = read_file(servers.path);
  bool fresh = !servers.before || trim(*servers.before).empty();
  std::string empty = agent.form == McpForm::codex ? "" : "{}\n";
  servers.others = others_in(agent, servers.before.value_or(""), false, true);
  servers.after = with_mcp_server(fresh ? empty : *servers.before, servers.path, agent.form);
  return {hooks, servers};
}

std::vector<OtherProgram> other_programs(const git::Repository& repository,
                                         const std::string& name) {
  constexpr size_t kLargest = 4u << 20;
  std::vector<OtherProgram> found;
  for (const Agent& agent : agents()) {
    if (!name.empty() && name != agent.name)
      continue;
    std::vector<std::string> paths = {std::string(agent.hooks.project)};
    if (agent.mcp.project != agent.hooks.project)
      paths.emplace_back(agent.mcp.project);
    if (agent.form == McpForm::opencode)
      paths.push_back(paths.back() + "c");  // it reads both
    for (const std::string& path : paths) {
      const auto text = peek_file(join_path(repository.layout().root, path), kLargest);
      if (text)
        for (std::string& what : others_in(agent, *text, path == agent.hooks.project,
                                           path.starts_with(agent.mcp.project)))
          found.push_back({std::string(agent.name), path, std::move(what)});
    }
  }
  return found;
}

std::vector<FileChange> write_agent(const git::Repository& repository,
                                    const std::vector<AgentPlan>& plans, AgentScope scope) {
  return vector_of(plans,
                   [&](const AgentPlan& plan) { return write_one(repository, plan, scope); });
}

bool is_project_setting(std::string_view path) {
  return std::any_of(agents().begin(), agents().end(), [&](const Agent& agent) {
    return path == agent.hooks.project || path == agent.mcp.project;
  });
}

std::vector<std::string> untracked_settings(const git::Repository& repository,
                                            const std::vector<FileChange>& written) {
  git::GitCall call{.args = {"ls-files", "-z", "--others", "--exclude-standard", "--"}};
  for (const FileChange& change : written)
    call.args.push_back(change.path);
  const Outcome outcome = repository.git().run(std::move(call));
  std::vector<std::string> paths = split(outcome.out, '\0');
  std::erase(paths, "");
  return written.empty() ? std::vector<std::string>{} : paths;
}

std::vector<FileChange> remove_agent(const git::Repository& repository, const std::string& name,
                                     AgentScope scope) {
  const Agent& agent = find_agent(name);
  std::vector<FileChange> changes;
  auto take = [&](const std::string& what, const std::string& path) {
    if (!path.empty())
      if (std::optional<FileChange> change = remove_one(repository, agent, what, path, scope))
        changes.push_back(std::move(*change));
  };
  // Where a link leads elsewhere, nothing of ours was written.
  auto place_of = [&](const AgentPlace& place) {
    return leads_elsewhere(repository, place, scope) ? std::string()
                                                     : file_of(repository, place, scope);
  };
  std::string hooks = place_of(agent.hooks), servers = place_of(agent.mcp);
  take(name, hooks);
  if (servers != hooks)
    take(name + "-mcp", servers);
  return changes;
}

std::vector<std::string> diff_of(const AgentPlan& plan) {
  const std::vector<std::string> before = split_lines(plan.before.value_or("")),
                                 after = split_lines(plan.after);
  const std::vector<size_t> line_of = match_lines(before, after);
  std::vector<std::string> lines;
  size_t next = 0;  // of `after`
  const auto add_until = [&](size_t end) {
    while (next < end)
      lines.push_back("+" + after[next++]);
  };
  for (size_t i = 0; i < before.size(); ++i)
    if (line_of[i] == kNowhere) {
      lines.push_back("-" + before[i]);
    } else {
      add_until(line_of[i]);
      ++next;
    }
  add_until(after.size());
  return lines;
}

}  // namespace handoff::ops

#include "hooks/session_hooks.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <exception>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/json.hpp"
#include "formats/values.hpp"
#include "hooks/session_events.hpp"

namespace handoff::hooks {

namespace {

using formats::field;
using formats::text_of;

constexpr std::array<std::string_view, 5> kAgents = {"claude", "codex", "gemini", "cursor", "copilot"};
constexpr unsigned kLongestSeconds = 5;
constexpr size_t kMostContext = 9'900;  // Claude Code cuts at 10,000 characters

/// The names of the agents' events, without case: they differ in nothing else.
constexpr std::pair<std::string_view, SessionEvent> kEvents[] = {
    {"sessionstart", SessionEvent::start},
    {"sessionend", SessionEvent::end},
    {"precompact", SessionEvent::before_compaction},
    {"precompress", SessionEvent::before_compaction},
    {"postcompact", SessionEvent::after_compaction},
    {"stop", SessionEvent::stop},
    {"userpromptsubmit", SessionEvent::prompt},
    {"posttooluse", SessionEvent::tool_used},
    {"statusline", SessionEvent::status_line},
};

SessionEvent event_of(std::string_view name) {
  std::string word = to_lower(name);
  for (const auto& [known, event] : kEvents)
    if (word == known)
      return event;
  return SessionEvent::none;
}

SessionCall call_of(std::string_view agent, std::string_view event, const std::string& input) {
  SessionCall call{.agent = std::string(agent), .event = event_of(event)};
  call.payload = std::make_shared<const Json>(Json::object());
  try {
    Json payload = formats::parse_json(input, "hook");
    if (payload.is_object())
      call.payload = std::make_shared<const Json>(std::move(payload));
  } catch (const std::exception&) {
    // An odd payload: the current folder is all there is to go by.
  }
  call.folder = text_of(field(*call.payload, "cwd"));
  if (call.folder.empty())
    if (const Json& roots = field(*call.payload, "workspace_roots"); roots.is_array() && !roots.empty())
      call.folder = text_of(roots.front());
  return call;
}

std::string text_for(const SessionCall& call) {
  if (call.event == SessionEvent::start)
    return at_start(call);  // finds the repository its own, faster way
  if (call.event == SessionEvent::none)
    return {};
  git::Repository repository = git::Repository::open(call.folder);
  switch (call.event) {
    case SessionEvent::before_compaction:
      keep_in_background(repository, "before compaction");
      return {};
    case SessionEvent::end:
      keep_in_background(repository, "end of session");
      SessionState(repository, text_of(field(*call.payload, "session_id"))).forget();
      return {};
    case SessionEvent::stop:
      return at_stop(repository, call);
    case SessionEvent::tool_used:
      after_tool(repository, call);
      return {};
    case SessionEvent::prompt:
      note_prompt(repository, call);
      return {};
    case SessionEvent::status_line:
      return watch_tokens(repository, call);
    default:
      return {};
  }
}

/// The text in the shape that the agent reads; what else it would take for an error is left out.
std::string shaped(const SessionCall& call, std::string_view event, const std::string& text) {
  bool json_only = call.agent == "gemini" || call.agent == "cursor";
  if (text.empty())
    return json_only && call.event != SessionEvent::status_line ? "{}\n" : "";
  if (call.event == SessionEvent::status_line)
    return text + "\n";
  Json out = Json::object();
  if (call.agent == "cursor")
    out["additional_context"] = text;
  else if (call.agent == "copilot")
    out["additionalContext"] = text;
  else
    out["hookSpecificOutput"] = {{"hookEventName", event}, {"additionalContext", text}};
  return formats::write_json_line(out) + "\n";
}

}  // namespace

bool is_agent(std::string_view name) {
  return std::find(kAgents.begin(), kAgents.end(), name) != kAgents.end();
}

std::string run_session_hook(std::string_view agent, std::string_view event, const std::string& input) {
  std::signal(SIGALRM, [](int) { _exit(0); });
  alarm(kLongestSeconds);
  SessionCall call = call_of(agent, event, input);
  std::string text;
  try {
    text = text_for(call);
  } catch (const std::exception&) {
    // Not a repository, a damaged record: an agent is not bothered with it; 'git handoff doctor' tells.
  }
  alarm(0);
  return shaped(call, event, std::string(utf8_prefix(to_valid_utf8(text), kMostContext)));
}

}  // namespace handoff::hooks

#include "hooks/session/session_hooks.hpp"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <exception>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/children.hpp"
#include "base/clock.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "hooks/session/session_events.hpp"
#include "ops/setup/agent_settings.hpp"

namespace handoff::hooks {

namespace {

using formats::field;
using formats::text_of;

constexpr unsigned kLongestOfEvent = 5;  // seconds
constexpr int kLongestAtEnd = 800;       // milliseconds; all hooks of an agent may share 1,500
constexpr size_t kMostContext = 9'900;   // Claude Code cuts at 10,000 characters

long began = 0;  // when the hook was started

// What the agent gets when the time is over. Nothing but a write may run in a signal's handler.
struct LastWords {
  char text[1024] = {};
  volatile std::sig_atomic_t size = 0;

  /// The old ones go first: the time may be over in between.
  void set(std::string_view words) {
    size = 0;
    if (words.size() <= sizeof text)
      size = static_cast<std::sig_atomic_t>(words.copy(text, sizeof text));
  }
};
LastWords last_words;
// Whom tell_if_late() tells, and whether it was called.
const SessionCall* late_call = nullptr;
std::string_view late_event;
bool is_looking = false;

long milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

/// The names of the agents' events, without case: they differ in nothing else.
constexpr std::pair<std::string_view, SessionEvent> kEvents[] = {
    {"sessionstart", SessionEvent::start},
    {"sessionend", SessionEvent::end},
    {"precompact", SessionEvent::before_compaction},
    {"precompress", SessionEvent::before_compaction},
    {"compacting", SessionEvent::before_compaction},
    {"stop", SessionEvent::stop},
    {"userpromptsubmit", SessionEvent::prompt},
    {"userpromptsubmitted", SessionEvent::prompt},
    {"beforeagent", SessionEvent::prompt},
    {"posttooluse", SessionEvent::tool_used},
    {"aftertool", SessionEvent::tool_used},
    {"afterfileedit", SessionEvent::tool_used},
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
  if (!text_of(field(*call.payload, "cursor_version")).empty())
    call.agent = "cursor";  // it runs the hooks of Claude Code's settings, too
  call.folder = text_of(field(*call.payload, "cwd"));
  if (call.folder.empty())
    if (const Json& roots = field(*call.payload, "workspace_roots");
        roots.is_array() && !roots.empty())
      call.folder = text_of(roots.front());
  return call;
}

void add(std::string& text, const std::string& more) {
  if (!more.empty())
    text += (text.empty() ? "" : "\n") + more;
}

/// Programs that run what stands in Claude Code's settings beside their own: both tell the same.
bool may_call_twice(const SessionCall& call) {
  return !text_of(field(*call.payload, "cursor_version")).empty() ||
         std::getenv("GROK_HOOK_EVENT") != nullptr || std::getenv("DEVIN_PROJECT_DIR") != nullptr;
}

/// Did this session get it a moment ago, by its other door? Remembers this time.
bool was_given(const SessionCall& call) {
  constexpr Seconds kMoment = 10;
  if (call.session().empty() || !may_call_twice(call))
    return false;
  SessionState state(git::Repository::open(call.folder), call.session());
  const std::string last = state.value("given");
  state.set("given", std::to_string(now()));
  return !last.empty() && now() - std::atoll(last.c_str()) < kMoment;
}

std::string text_for(const SessionCall& call) {
  if (call.event == SessionEvent::start) {
    std::string text = at_start(call);  // finds the repository its own, faster way
    return text.empty() || !was_given(call) ? text : std::string();
  }
  if (call.event == SessionEvent::end)
    keep_at_end(call, kLongestAtEnd - static_cast<int>(milliseconds() - began));
  if (call.event == SessionEvent::none || call.event == SessionEvent::end)
    return {};
  git::Repository repository = git::Repository::open(call.folder);
  SessionState state(repository, call.session());
  std::string text;
  bool keep = false;
  std::string name = "while working";
  if (Usage usage = usage_of(*call.payload); usage.known()) {
    if (note_usage(repository, call, usage, state))
      keep = true, name = "context filled";
    if (call.event == SessionEvent::status_line || call.can_tell())
      text = usage_advice(repository, usage, state, call.event != SessionEvent::status_line);
  }
  switch (call.event) {
    case SessionEvent::before_compaction:
      state.set("compacted", "yes");
      if (!starts_after_compaction(call))
        count_compaction(repository, call, state);
      keep = true, name = "before compaction";
      break;
    case SessionEvent::stop:
      add(text, at_stop(repository, call, state));
      keep = time_for_checkpoint(repository, state) || keep;
      break;
    case SessionEvent::tool_used:
      add(text, after_compaction(repository, call, state));
      if (track_tool(repository, call, state))
        keep = true, name = "phase ended";
      keep = time_for_checkpoint(repository, state) || keep;
      break;
    case SessionEvent::prompt:
      add(text, after_compaction(repository, call, state));
      note_prompt(repository, call);
      break;
    default:
      break;
  }
  std::string failure = keep ? keep_or_tell(repository, call, state, name) : "";
  add(text, failure);
  // OpenCode asks once what the compacted conversation has to hold: there is no later event.
  if (call.event == SessionEvent::before_compaction && call.can_tell() && failure.empty())
    add(text, after_compaction(repository, call, state));
  return text;
}

/// The text in the shape that the agent reads; what else it would take for an error is left out.
std::string shaped(const SessionCall& call, std::string_view event, const std::string& text) {
  bool json_only = call.agent == "gemini" || call.agent == "cursor";
  if (text.empty())
    return json_only && call.event != SessionEvent::status_line ? "{}\n" : "";
  if (call.event == SessionEvent::status_line || call.agent == "opencode")
    return text + "\n";
  Json out = Json::object();
  if (call.agent == "cursor")
    out["additional_context"] = text;
  else if (call.agent == "copilot")
    out["additionalContext"] = text;
  else if ((call.agent == "codex" || call.agent == "qwen") && call.event == SessionEvent::stop)
    out["systemMessage"] = text;  // they take no context there, and Codex other keys for an error
  else
    out["hookSpecificOutput"] = {{"hookEventName", event}, {"additionalContext", text}};
  return formats::write_json_line(out) + "\n";
}

}  // namespace

std::string SessionCall::session() const {
  return text_of(field(*payload, {"session_id", "sessionId", "conversation_id"}));
}

bool SessionCall::can_tell() const {
  bool as_claude = agent == "claude" || agent == "codex" || agent == "gemini" || agent == "qwen";
  switch (event) {
    case SessionEvent::start:
      return true;
    case SessionEvent::prompt:
      return as_claude;
    case SessionEvent::tool_used:
      return as_claude || agent == "copilot" || agent == "droid";
    case SessionEvent::stop:
      return agent == "claude" || agent == "codex" || agent == "qwen";
    case SessionEvent::before_compaction:
      return agent == "opencode";
    default:
      return false;
  }
}

bool is_agent(std::string_view name) {
  const std::vector<std::string>& known = ops::agents_with_settings();
  return in_list(known, name);
}

bool ends_session(std::string_view event) { return event_of(event) == SessionEvent::end; }

void limit_session_hook(std::string_view agent) {
  act_unasked();
  if (began == 0)
    began = milliseconds();
  last_words.set(agent == "gemini" || agent == "cursor" ? "{}\n" : "");
  std::signal(SIGALRM, [](int) {
    end_children();
    if (write(STDOUT_FILENO, last_words.text, static_cast<size_t>(last_words.size)) < 0)
      _exit(0);
    _exit(0);
  });
  alarm(kLongestOfEvent);
}

void tell_if_late() {
  is_looking = true;
  if (late_call != nullptr && late_call->can_tell())
    last_words.set(
        shaped(*late_call, late_event,
               "Whether something is paused on this branch could not be told: to look took over 5 "
               "seconds. Tell the user; 'git handoff brief' takes its time."));
}

std::string run_session_hook(std::string_view agent, std::string_view event,
                             const std::string& input) {
  limit_session_hook(agent);
  SessionCall call = call_of(agent, event, input);
  std::string text;
  late_call = &call;
  late_event = event;
  try {
    text = text_for(call);
  } catch (const std::exception&) {
    // Not a repository, an odd payload: an agent is not bothered with it. What is paused and cannot
    // be read is there all the same.
    if (is_looking && call.event == SessionEvent::start)
      text =
          "What is paused on this branch cannot be read. Tell the user; 'git handoff doctor' says "
          "why.";
  }
  alarm(0);
  return shaped(call, event, formats::beginning(to_valid_utf8(text), kMostContext));
}

}  // namespace handoff::hooks

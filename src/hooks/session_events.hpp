#pragma once

#include <memory>
#include <optional>
#include <string>

#include "git/repository.hpp"
#include "model/json.hpp"

namespace handoff::hooks {

/// What happened in the session, whatever the agent calls it.
enum class SessionEvent { none, start, end, before_compaction, after_compaction, stop, prompt, tool_used, status_line };

/// One call of a session hook.
struct SessionCall {
  std::string agent;
  SessionEvent event = SessionEvent::none;
  std::shared_ptr<const Json> payload = {};  ///< what the agent told; an object
  std::string folder = {};                   ///< where it works
};

/// What is remembered from one hook call of a session to the next (a small file below the git dir).
class SessionState {
 public:
  SessionState(const git::Repository& repository, const std::string& session);
  ~SessionState();  ///< writes it where it changed; a failing disk is ignored
  SessionState(const SessionState&) = delete;
  SessionState& operator=(const SessionState&) = delete;

  /// True the first time that this word is seen in the session.
  bool first(const std::string& word);
  std::string value(const std::string& name) const;
  void set(const std::string& name, const std::string& value);
  void forget();  ///< the session is over

 private:
  std::string x_file;
  std::shared_ptr<Json> x_content;
  bool x_changed = false;
};

// Each gives the text that the agent should get to know; empty for nothing.

/// The brief of this branch's record, or one line where something waits to be reconstructed.
std::string at_start(const SessionCall& call);
/// A checkpoint where something changed, done by a process of its own that nobody waits for long.
void keep_in_background(const git::Repository& repository, const std::string& name);
/// Once a session: work that nobody noted anything about.
std::string at_stop(const git::Repository& repository, const SessionCall& call);
/// Puts what a tool did into the journal, and keeps a checkpoint from time to time.
void after_tool(const git::Repository& repository, const SessionCall& call);
/// The user's words, where handoff.trackMessages says so.
void note_prompt(const git::Repository& repository, const SessionCall& call);
/// What to say about the room that is left for the conversation, from a status line's payload.
std::string watch_tokens(const git::Repository& repository, const SessionCall& call);

}  // namespace handoff::hooks

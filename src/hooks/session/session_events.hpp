#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "git/repo/repository.hpp"
#include "model/json.hpp"

namespace handoff::hooks {

/// What happened in the session, whatever the agent calls it.
enum class SessionEvent {
  none,
  start,
  end,
  before_compaction,
  stop,
  prompt,
  tool_used,
  status_line
};

/// One call of a session hook.
struct SessionCall {
  std::string agent;
  SessionEvent event = SessionEvent::none;
  std::shared_ptr<const Json> payload = {};  ///< what the agent told; an object
  std::string folder = {};                   ///< where it works

  /// The agent's own name of the session; empty where it tells none.
  std::string session() const;
  /// Does an answer to this event reach the agent, or at least its user?
  bool can_tell() const;
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
  static constexpr const char* kBrief = "brief";  ///< a sum of the brief that the session has
  void forget();  ///< the session is over: all but what it was given

 private:
  std::string x_file;
  std::shared_ptr<Json> x_content;
  bool x_changed = false;
  bool x_new = false;  ///< nothing was remembered before
};

/// From here on the time that a hook has is spent on what is paused here: where it does not
/// suffice, the agent gets to know that much.
void tell_if_late();

// Each gives the text that the agent should get to know; empty for nothing.

/// The brief of this branch's record, or one line where something waits to be reconstructed.
std::string at_start(const SessionCall& call);
/// Claude Code starts its session anew after each compaction that was carried out, and after no
/// other: one that fails ends with what came before it.
inline bool starts_after_compaction(const SessionCall& call) { return call.agent == "claude"; }
/// Counts one for the next record; what the session was given is gone with it.
void count_compaction(const git::Repository& repository, const SessionCall& call,
                      SessionState& state);
/// The brief again, once, where the conversation was compacted and the agent has no session start
/// after that.
std::string after_compaction(const git::Repository& repository, const SessionCall& call,
                             SessionState& state);
/// What a new context has to know where a checkpoint could not be taken.
std::string recovery_text(const git::Repository& repository, const std::string& why);

/// How taking a checkpoint went. Empty: well, there was nothing to keep, or it goes on.
struct Kept {
  std::string failure = {};
};
/// A checkpoint where something changed, done by a process of its own that nobody waits for long.
/// The same call twice within seconds, by two programs that read the same settings, is one.
Kept keep_in_background(const git::Repository& repository, const std::string& name);
/// The same at the end of a session, which is over with it. Everything that takes time, finding the
/// repository included, is done by the other process: the answer comes within so many milliseconds
/// whatever git does meanwhile.
void keep_at_end(const SessionCall& call, int milliseconds);
/// A checkpoint that no process finished (it was killed) or that failed when nobody could be told
/// is taken now. Gives why, where it cannot be.
std::string finish_keeping(const git::Repository& repository);
/// There while a checkpoint is being taken, and afterwards where it was not finished. `own_dir`:
/// Layout::own_dir().
std::string unfinished_file(const std::string& own_dir);
/// The same as keep_in_background, and what the agent has to know where it failed: now where it can
/// be told, else with its next start.
std::string keep_or_tell(const git::Repository& repository, const SessionCall& call,
                         SessionState& state, const std::string& name);
/// Has handoff.autoCheckpoint passed since the last time that this was true, and is there anything
/// new?
bool time_for_checkpoint(const git::Repository& repository, SessionState& state);

/// Once a session: work that nobody noted anything about, and decisions that wait for promotion.
std::string at_stop(const git::Repository& repository, const SessionCall& call,
                    SessionState& state);
/// Puts what a tool did into the journal. True: with it a phase of the work ended.
bool track_tool(const git::Repository& repository, const SessionCall& call, SessionState& state);
/// The user's words, where handoff.trackMessages says so.
void note_prompt(const git::Repository& repository, const SessionCall& call);

/// How full the context is, where the agent tells it.
struct Usage {
  std::optional<int64_t> tokens = {};
  std::optional<int64_t> window = {};
  std::optional<double> percent = {};
  bool known() const { return tokens || percent; }
};
Usage usage_of(const Json& payload);
/// Remembers it for the next record. True: 100,000, 150,000 or 175,000 tokens were passed since the
/// last call.
bool note_usage(const git::Repository& repository, const SessionCall& call, const Usage& usage,
                SessionState& state);
/// What to do as the room runs out; `once`: each advice is given one time a session.
std::string usage_advice(const git::Repository& repository, const Usage& usage, SessionState& state,
                         bool once);

}  // namespace handoff::hooks

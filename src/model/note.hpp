#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/json.hpp"
#include "model/origin.hpp"

namespace handoff::model {

/// What a note is about. Each kind has its field in the record (docs/adding-a-note-kind.md).
enum class NoteKind {
  context,
  decision,
  task,
  start,  ///< a task that is in work
  blocker,
  human,  ///< something that waits for a person
  next,
  goal,
  question,
  correction,
  error,
  hypothesis,
  eliminated,
  evidence,
  message,
  doc,
  gate,
  file,
  done,  ///< closes a task, human action, blocker, question or error, or carried goals and debug
         ///< notes
};

/// The words of the command line and of the journal. The first of a kind is the one that is
/// written.
inline constexpr auto kNoteWords = std::to_array<std::pair<NoteKind, std::string_view>>({
    {NoteKind::context, "context"},
    {NoteKind::decision, "decision"},
    {NoteKind::task, "task"},
    {NoteKind::start, "start"},
    {NoteKind::blocker, "blocker"},
    {NoteKind::human, "human"},
    {NoteKind::human, "action"},
    {NoteKind::next, "next"},
    {NoteKind::goal, "goal"},
    {NoteKind::question, "question"},
    {NoteKind::correction, "correction"},
    {NoteKind::error, "error"},
    {NoteKind::hypothesis, "hypothesis"},
    {NoteKind::eliminated, "eliminated"},
    {NoteKind::evidence, "evidence"},
    {NoteKind::message, "message"},
    {NoteKind::doc, "doc"},
    {NoteKind::gate, "gate"},
    {NoteKind::file, "file"},
    {NoteKind::done, "done"},
});

constexpr std::string_view word_of(NoteKind kind) {
  for (const auto& [known, word] : kNoteWords)
    if (known == kind)
      return word;
  return "context";
}

constexpr std::optional<NoteKind> note_kind_of(std::string_view word) {
  for (const auto& [kind, known] : kNoteWords)
    if (known == word)
      return kind;
  return std::nullopt;
}

/// `because` of a message that a session hook wrote down: the user said it to an agent.
inline constexpr std::string_view kPrompt = "prompt";

/// One line of the journal.
struct Note {
  std::string id = {};      ///< `n-` and 8 hex digits; given when it is written
  std::string time = {};    ///< RFC 3339; given when it is written
  std::string branch = {};  ///< label of HEAD: the branch, or "HEAD"
  std::string head = {};    ///< the commit of HEAD; empty on an unborn branch
  NoteKind kind = NoteKind::context;
  std::string text = {};
  Origin origin = Origin::mine;  ///< kept beside it by the journal, never taken from input

  std::string because = {};     ///< decision: rationale; doc, file: why; gate: evidence
  std::string instead_of = {};  ///< decision: what was rejected; correction: what was done before
  std::string binding = {};     ///< decision: "absolute" or "session"
  std::string verify =
      {};  ///< task: the command that proves it; blocker: the one that tells it is gone
  std::string progress = {};    ///< start: how far it is
  std::string workaround = {};  ///< blocker
  std::string status = {};      ///< gate: "passed", "failed", ...
  bool blocking = false;        ///< human

  NoteKind closes = NoteKind::task;  ///< done: the kind of what `text` names
  std::string carried_from = {};     ///< id of the record that left it open
  /// Id of the shared handoff that has it open as well; done: of the one whose item it closes.
  std::string copy_of = {};
  std::string field =
      {};  ///< carried: its field, where the kind does not tell it ("todos.explicit")
  std::shared_ptr<const Json> item = {};  ///< carried: the record's own item, whole
};

}  // namespace handoff::model

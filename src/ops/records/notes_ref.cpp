#include "ops/records/notes_ref.hpp"

#include "formats/secrets/shown.hpp"

namespace handoff::ops {

bool wants_notes(const git::Repository& repository) {
  return repository.config().flag("handoff.notes", false);
}

void attach_note(const git::Repository& repository, const std::string& wip_commit,
                 const model::Handoff& handoff, const std::string& id) {
  if (wip_commit.empty() || !wants_notes(repository))
    return;
  std::string text = "handoff " + id + "\n";
  if (!handoff.next_action.empty())
    text += "next: " + formats::shown(handoff.next_action) + "\n";
  if (!handoff.user_message.empty())
    text += "why: " + formats::shown(handoff.user_message) + "\n";
  repository.git().run({.args = {"notes", "--ref=handoff", "add", "-f", "-F", "-", wip_commit},
                        .input = text,
                        .writes = true});
}

void remove_note(const git::Repository& repository, const std::string& wip_commit) {
  if (!wip_commit.empty() && wants_notes(repository))
    repository.git().run(
        {.args = {"notes", "--ref=handoff", "remove", "--ignore-missing", wip_commit},
         .writes = true});
}

}  // namespace handoff::ops

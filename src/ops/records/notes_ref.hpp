#pragma once

#include <string>

#include "git/repo/repository.hpp"
#include "model/handoff.hpp"

namespace handoff::ops {

/// `handoff.notes`.
bool wants_notes(const git::Repository& repository);
/// With `handoff.notes=true`: a short text at the WIP commit under refs/notes/handoff, for
/// `git log --notes=handoff`. A convenience: failure is silent, the record holds everything.
void attach_note(const git::Repository& repository, const std::string& wip_commit,
                 const model::Handoff& handoff, const std::string& id);
/// Takes it away when the record is retired.
void remove_note(const git::Repository& repository, const std::string& wip_commit);

}  // namespace handoff::ops

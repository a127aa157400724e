#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/note.hpp"

namespace handoff::ops {

/// The record that is gone on with on HEAD: the one that was resumed last, where HEAD still stands
/// as that left it, else the one that the notes of this branch were carried from last. Empty: none.
std::string goes_on_with(const git::Repository& repository, const git::Head& head,
                         const std::vector<model::Note>& notes);

}  // namespace handoff::ops

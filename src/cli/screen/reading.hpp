#pragma once

#include "cli/screen/terminal.hpp"

namespace handoff::cli {

/// Is there something in it that nobody here has read, words or work?
bool must_be_read(const ops::Store& store, const ops::Record& record);

/// Where somebody else's record has just been printed whole: shows what its work brings, and asks
/// for the word that says it was read. True where nothing has to be read, or it was. Asks nobody
/// but a person.
bool confirm_reading(const Terminal& terminal, const ops::Store& store, const ops::Record& record);

/// What somebody else's work brings: each file that programs may find by themselves, and the count
/// of the rest.
void print_brought_files(const Terminal& terminal, const ops::Store& store,
                         const ops::Record& record);

/// Behind a take: may agents here have unread what comes from there, too? Once for each clone, and
/// of a person; what was answered stands in the user's configuration.
void ask_for_trust(const git::Repository& repository, const ops::Record& taken);

}  // namespace handoff::cli

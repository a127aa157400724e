#pragma once

#include <string>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// Of an imported record the snapshot was made here (Store::made_here), and its text, with the
/// commands in it, by whoever wrote the document.
bool text_is_imported(const git::Repository& repository, const std::string& oid);
void remember_imported(const git::Repository& repository, const std::string& oid);

/// Remembers a further version of a record that is as the one before was: made here, imported, or
/// neither.
void remember_version(const Store& store, const std::string& oid, const std::string& before);

}  // namespace handoff::ops

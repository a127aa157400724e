#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ops/records/provenance.hpp"

namespace handoff::ops {

/// A record without the items that nobody here has written or read.
struct Released {
  Record record;
  std::vector<std::string> withheld = {};  ///< what was taken out, in sentences of ours
};

/// For an agent. The document that comes out says what is missing, in a field `withheld`.
Released without_unread_items(const Provenance& known, const Record& record);

/// What a version about to be written says in its own message, and in that of its work: the
/// document without the items that nobody here has read. nullptr: there are none.
std::unique_ptr<const Json> told_document(const git::Repository& repository, const Sources& sources,
                                          const Json& document);

/// An agent has changed a document that without_unread_items() made of the record: what it was not
/// given is put back.
void put_withheld_back(const Provenance& known, const Record& record, Json& document);

}  // namespace handoff::ops

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

struct CatchupReport {
  std::vector<std::string> sentences = {};  ///< four to six, in reading order
  bool tells = false;                       ///< one of them says more than what there is not
  std::vector<std::string> nudges = {};     ///< what would help and is missing
  std::vector<std::string> sources = {};    ///< files and records that were read
  std::string paragraph() const;
};

/// Where a planned piece of work was left, out of task_plan.md, findings.md, progress.md, the last
/// entry of each scratch file (.agents/memory/scratch/) and this branch's newest record. Reads
/// only. An agent gets of the files the user's own lines.
CatchupReport catchup(const git::Repository& repository, Reader reader);

/// What this branch's record and the notes since say together: nothing that nobody here has read.
struct Said {
  std::optional<Record> record = {};
  bool noted = false;
  model::Handoff handoff = {};
};
Said said_here(const git::Repository& repository);

/// A scratch file, relative to the top of the tree, and the entry that counts.
struct Scratch {
  std::string path = {};
  std::string time = {};
  std::string text = {};
};
/// By time, the newest last; files without a timed entry are not listed. At most 200 files are
/// read.
std::vector<Scratch> scratch_entries(const git::Repository& repository);

}  // namespace handoff::ops

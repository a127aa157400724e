#include "ops/records/readable.hpp"

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/objects/tree_size.hpp"

namespace handoff::ops {

std::string envelope_of(const Record& record) {
  const model::Handoff& h = record.handoff;
  std::string counts = count_of(h.uncommitted_files.size(), "file");
  for (const auto& [number, what] :
       {std::pair(h.remaining_tasks.size(), "open task"), std::pair(h.decisions.size(), "decision"),
        std::pair(h.blockers.size(), "blocker")})
    if (number > 0)
      counts += ", " + count_of(number, what);
  return "'" + printable(record.at.id) + "', " + relative_time(record.time(), now()) + ", by " +
         (trim(h.git.author).empty() ? "nobody named" : quoted_name(h.git.author)) + " (" + counts +
         ")";
}

bool is_withheld(const Store& store, const Record& record, Reader reader) {
  return reader == Reader::agent && !model::is_readable(Provenance(store.repository()).of(record));
}

namespace {

/// Everything that looks at a record's work asks git about its trees.
void expect_bounded_work(const Store& store, const Record& record) {
  const git::Repository& repository = store.repository();
  auto tree_of = [&](const std::string& commit) {
    std::optional<git::Commit> read = git::read_commit(store.objects(), commit);
    return read ? read->tree : std::string();
  };
  const std::string head = tree_of(repository.head().oid);
  for (const std::string& commit : {record.git().wip_commit, record.git().base})
    if (const std::string tree = commit.empty() ? "" : tree_of(commit); !tree.empty())
      git::expect_bounded_tree(store.objects(), tree, head, repository.layout().oid_digits());
}

}  // namespace

Readable readable_by(const Store& store, const Record& record, Reader reader) {
  Origin origin = Provenance(store.repository()).of(record);
  if (reader == Reader::agent && !model::is_readable(origin))
    refuse("nobody here has read " + envelope_of(record) + ": its text is not shown",
           {"the user reads it in a terminal: git handoff show " + printable(record.at.id)});
  if (!model::is_readable(origin))
    expect_bounded_work(store, record);
  return {record, reader, origin};
}

void withhold_unread(const Store& store, std::vector<Summary>& records, Reader reader) {
  const Provenance known(store.repository());
  auto words_of = [](const Summary& r) {
    return std::vector<std::string>{r.status, r.workflow,    r.phase, r.task,  r.total_tasks,
                                    r.title,  r.next_action, r.words, r.names, r.agent};
  };
  for (Summary& record : records) {
    record.author = bounded_name(record.author);
    if (reader == Reader::person || known.is_readable_row(record.at.oid, words_of(record)))
      continue;
    for (std::string Summary::*text :
         {&Summary::status, &Summary::workflow, &Summary::phase, &Summary::task,
          &Summary::total_tasks, &Summary::title, &Summary::next_action, &Summary::words,
          &Summary::names, &Summary::agent, &Summary::worktree})
      (record.*text).clear();
    record.withheld = true;
  }
}

}  // namespace handoff::ops

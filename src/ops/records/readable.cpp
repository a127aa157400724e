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
  const Provenance known(store.repository());
  return reader == Reader::agent && known.holds_unread(record) &&
         !known.is_own_with_unread_items(record);
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
  const Provenance known(store.repository());
  const Origin origin = known.of(record);
  if (is_withheld(store, record, reader))
    refuse("nobody here has read " + envelope_of(record) + ": its text is not shown",
           {"the user reads it in a terminal: git handoff show " + printable(record.at.id)});
  if (!model::is_readable(origin))
    expect_bounded_work(store, record);
  if (reader == Reader::agent && known.holds_unread(record)) {
    Released released = without_unread_items(known, record);
    const Origin left = known.of(released.record);
    return {std::move(released), reader, left};
  }
  return {Released{record}, reader, origin};
}

namespace {

/// A row of the user's own record, without its items that nobody has read.
bool show_own_words(const Store& store, Summary& row) {
  try {
    const Record record = store.load(row.at);
    if (is_withheld(store, record, Reader::agent))
      return false;
    row = summarize(*readable_by(store, record, Reader::agent));
    row.author = name_as_data(row.author);
    return true;
  } catch (const Failure&) {
    return false;
  }
}

}  // namespace

void withhold_unread(const Store& store, std::vector<Summary>& records, Reader reader) {
  const Provenance known(store.repository());
  for (Summary& record : records) {
    record.author = name_as_data(record.author);
    if (reader == Reader::person || known.is_readable_row(record.at.oid))
      continue;
    if (known.is_own_row(record.at.oid) && show_own_words(store, record))
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

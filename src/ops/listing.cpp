#include "ops/listing.hpp"

#include "ops/journal.hpp"
#include "ops/transaction.hpp"

namespace handoff::ops {

Listing list_records(const Store& store, const ListRequest& request) {
  std::vector<RecordRef> refs;
  auto add = [&](std::vector<RecordRef> more) {
    for (RecordRef& ref : more)
      if (request.branch.empty() || ref.branch == request.branch)
        refs.push_back(std::move(ref));
  };
  if (request.live)
    add(request.branch.empty() ? store.active() : store.active_on(request.branch));
  if (request.remote)
    add(store.remote());
  if (request.archived)
    add(store.archived());
  Listing listing;
  listing.records = store.load_all(refs, &listing.damaged);
  return listing;
}

StatusReport handoff_status(const Store& store) {
  const git::Repository& repository = store.repository();
  StatusReport report;
  report.head = repository.head();
  report.worktree = repository.layout().worktree_name();
  report.operation = repository.operation().value_or("");
  Listing all = list_records(store, {});
  report.damaged = all.damaged;
  std::optional<Record> current = store.current(report.head);  // also that of a branch that was renamed
  for (Record& record : all.records) {
    bool here = record.at.branch == report.head.label() || (current && record.at.ref == current->at.ref);
    (here ? report.active : report.elsewhere).push_back(std::move(record));
  }
  report.notes = notes_for(read_journal(repository.layout().journal_file()), report.head.label()).size();
  if (auto last = last_operation(repository); last && last->transaction.verb == "resume") {
    report.resumed_id = last->transaction.id;
    report.resumed_time = last->time;
  }
  return report;
}

}  // namespace handoff::ops

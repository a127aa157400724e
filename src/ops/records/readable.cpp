#include "ops/records/readable.hpp"

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::ops {

std::string bounded_name(const std::string& name) {
  constexpr size_t kLongest = 60;
  std::string plain = trim(formats::shown(name));
  std::string cut(utf8_prefix(plain, kLongest));
  return cut.size() < plain.size() ? cut + "..." : cut;
}

std::string envelope_of(const Record& record) {
  const model::Handoff& h = record.handoff;
  std::string counts = count_of(h.uncommitted_files.size(), "file");
  for (const auto& [number, what] :
       {std::pair(h.remaining_tasks.size(), "open task"), std::pair(h.decisions.size(), "decision"),
        std::pair(h.blockers.size(), "blocker")})
    if (number > 0)
      counts += ", " + count_of(number, what);
  const std::string author = bounded_name(h.git.author);
  return "'" + printable(record.at.id) + "', " + relative_time(record.time(), now()) + ", by " +
         (author.empty() ? "nobody named" : "\"" + author + "\"") + " (" + counts + ")";
}

bool is_withheld(const Store& store, const Record& record, Reader reader) {
  return reader == Reader::agent && !model::is_readable(Provenance(store.repository()).of(record));
}

Readable readable_by(const Store& store, const Record& record, Reader reader) {
  Origin origin = Provenance(store.repository()).of(record);
  if (reader == Reader::agent && !model::is_readable(origin))
    refuse("nobody here has read " + envelope_of(record) + ": its text is not shown",
           {"the user reads it in a terminal: git handoff show " + printable(record.at.id)});
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

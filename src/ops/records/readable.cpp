#include "ops/records/readable.hpp"

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/objects/trees.hpp"
#include "ops/records/names.hpp"

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
         (trim(h.git.author).empty() ? "nobody named"
                                     : unasked_name(name_of(h.git.author), "somebody else")) +
         " (" + counts + ")";
}

bool is_withheld(const Store& store, const Record& record, Reader reader) {
  const Provenance known(store.repository());
  return reader == Reader::agent && known.holds_unread(record) &&
         !known.is_own_with_unread_items(record);
}

void expect_bounded_work(const Store& store, const Record& record) {
  const git::Repository& repository = store.repository();
  auto tree_of = [&](const std::string& commit) {
    std::optional<git::Commit> read = git::read_commit(store.objects(), commit);
    return read ? read->tree : std::string();
  };
  const size_t digits = repository.layout().oid_digits();
  git::expect_bounded_tree(store.objects(), record.commit.tree, "", digits,
                           git::kMostFilesOfOthers);
  const std::string head = tree_of(repository.head().oid);
  for (const std::string& commit : {record.git().wip_commit, record.git().base})
    if (const std::string tree = commit.empty() ? "" : tree_of(commit); !tree.empty())
      git::expect_bounded_tree(store.objects(), tree, head, digits, git::kMostFilesOfOthers);
}

Readable readable_by(const Store& store, const Record& record, Reader reader) {
  const Provenance known(store.repository());
  const Origin origin = known.of(record);
  if (is_withheld(store, record, reader))
    refuse("nobody here has read " + envelope_of(record) + ": its text is not shown",
           {"the user reads it in a terminal: git handoff show " +
            shell_word(store.name_for(record.at))});
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

/// Has somebody here read this very version, or another one that holds the same?
bool was_read(const Provenance& known, const Summary& row) {
  return known.is_readable_row(row.at.oid) || known.is_read_tree(row.tree);
}

/// A row in the words of the record itself, without items that nobody has read. False: there are
/// none for the reader.
bool take_words_of_record(const Store& store, Summary& row, Reader reader) {
  try {
    const Record record = store.load(row.at);
    if (is_withheld(store, record, reader))
      return false;
    row = summarize(*readable_by(store, record, reader));
    return true;
  } catch (const Failure&) {
    return false;
  }
}

/// What git says of it, and no words.
Summary without_words(const Summary& row) {
  return {.at = row.at,
          .mode = row.mode,
          .timestamp = to_rfc3339(row.time),
          .branch = row.branch,
          .author = row.author,
          .base = row.base,
          .wip_commit = row.wip_commit,
          .on_branch = row.on_branch,
          .withheld = true,
          .time = row.time};
}

}  // namespace

void withhold_unread(const Store& store, std::vector<Summary>& records, Reader reader) {
  const Provenance known(store.repository());
  for (Summary& record : records) {
    const std::string& oid = record.at.oid;
    // Trailers are not shown when a record is read: they count where they were written here.
    if (!known.is_own_commit_of_record(oid)) {
      const bool has_words = (known.is_own_row(oid) || was_read(known, record)) &&
                             take_words_of_record(store, record, reader);
      if (!has_words && reader == Reader::agent)
        record = without_words(record);
    }
    record.author = name_as_data(record.author);
  }
}

}  // namespace handoff::ops

#include "ops/records/provenance.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/id_list.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/note.hpp"

namespace handoff::ops {

namespace {

/// Of a version with more texts than these the whole is as low as the lowest.
constexpr size_t kMostTexts = 4096;

/// White space folded, without the marks of a list: carrying may set a line anew.
std::string folded_line(std::string_view line) {
  std::string text;
  for (char c : line) {
    bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
    if (!blank)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  size_t begin = text.find_first_not_of("-*#> ");
  return begin == std::string::npos ? std::string() : trim(text.substr(begin));
}

/// A name, an id, a path: too little to say anything with, and the same in many records.
bool is_handle(std::string_view text) {
  constexpr size_t kLongest = 40;
  return text.size() <= kLongest && text.find(' ') == std::string_view::npos;
}

std::string hash_of(std::string_view text) {
  constexpr size_t kLength = 40;
  return to_hex(sha256(text)).substr(0, kLength);
}

using OnText = std::function<void(const std::string& line)>;

void each_line(std::string_view text, const OnText& visit) {
  for (const std::string& line : split_lines(text))
    if (std::string folded = folded_line(line); !folded.empty())
      visit(folded);
}

void each_text_in(const Json& value, const OnText& visit) {
  if (value.is_string())
    each_line(value.get_ref<const std::string&>(), visit);
  else if (value.is_object())
    for (const auto& [key, item] : value.items()) {
      each_line(key, visit);
      each_text_in(item, visit);
    }
  else if (value.is_array())
    for (const Json& item : value)
      each_text_in(item, visit);
}

/// The texts of a record, less what the tool alone writes.
void each_text_of(const Json& document, const OnText& visit) {
  if (!document.is_object())
    return;
  for (const auto& [key, item] : document.items()) {
    if (key == "git" || key == "version" || key == "timestamp")
      continue;
    each_line(key, visit);
    each_text_in(item, visit);
  }
}

using Origins = std::map<std::string, Origin>;

void note_lower(Origins& origins, const std::string& hash, Origin to) {
  auto [at, added] = origins.emplace(hash, to);
  if (!added)
    at->second = std::min(at->second, to);
}

bool is_trusted(const git::Repository& repository, const RecordRef& at) {
  std::vector<std::string> trusted = repository.config().all("handoff.trust");
  return !at.remote.empty() &&
         std::find(trusted.begin(), trusted.end(), "remote:" + at.remote) != trusted.end();
}

}  // namespace

Provenance::Provenance(const git::Repository& repository)
    : x_repository(repository), x_book(ProvenanceBook::of(repository)) {}

const TextOrigins& Provenance::origins_of(const Record& record) const {
  static const TextOrigins trusted = {.snapshot = Origin::trusted, .rest = Origin::trusted};
  static const TextOrigins stranger = {};
  if (const TextOrigins* known = x_book->of_tree(record.commit.tree))
    return *known;
  return is_trusted(x_repository, record.at) ? trusted : stranger;
}

Origin Provenance::of_line(const TextOrigins& origins, const std::string& line) const {
  if (origins.is_mine())
    return Origin::mine;
  const std::string hash = hash_of(line);
  auto named = origins.texts.find(hash);
  return lifted(named == origins.texts.end() ? origins.rest : named->second, hash);
}

Origin Provenance::lifted(Origin origin, const std::string& hash) const {
  return origin < Origin::read && x_book->is_read(hash) ? Origin::read : origin;
}

Origin Provenance::of(const Record& record) const {
  const TextOrigins& origins = origins_of(record);
  if (origins.is_mine())
    return Origin::mine;
  const bool all_read = x_book->is_read(record.commit.tree);
  const bool known = origins.rest == Origin::mine;
  Origin lowest = Origin::mine;
  bool any = false;
  each_text_of(*record.document, [&](const std::string& line) {
    if (known && is_handle(line))
      return;
    Origin origin = of_line(origins, line);
    lowest = std::min(lowest, all_read ? std::max(origin, Origin::read) : origin);
    any = true;
  });
  return any ? lowest : lifted(origins.rest, record.commit.tree);
}

Origin Provenance::of_snapshot(const Record& record) const {
  const std::string& wip = record.git().wip_commit;
  // Who has read the record has read what its work brings.
  return lifted(lifted(origins_of(record).snapshot, record.commit.tree), wip);
}

Origin Provenance::of_text(const Record& record, std::string_view text) const {
  const TextOrigins& origins = origins_of(record);
  Origin lowest = Origin::mine;
  each_line(text,
            [&](const std::string& line) { lowest = std::min(lowest, of_line(origins, line)); });
  return lowest;
}

bool Provenance::is_readable_row(const std::string& oid,
                                 const std::vector<std::string>& texts) const {
  if (const TextOrigins* known = x_book->of_commit(oid);
      known != nullptr && model::is_readable(known->lowest()))
    return true;
  bool read = true;
  for (const std::string& text : texts)
    each_line(text,
              [&](const std::string& line) { read = read && x_book->is_read(hash_of(line)); });
  return read;
}

void set_origins(const git::Repository& repository, const Record& record,
                 std::vector<model::Note>& notes) {
  const Provenance known(repository);
  for (model::Note& note : notes)
    each_text_in(formats::note_to_json(note), [&](const std::string& text) {
      // A document's path is a handle, too, and an order to read the file.
      if (!is_handle(text) || note.kind == model::NoteKind::doc)
        note.origin = std::min(note.origin, known.of_text(record, text));
    });
}

namespace {

Origins origins_of(const std::vector<model::Note>& notes) {
  Origins origins;
  for (const model::Note& note : notes)
    if (note.origin != Origin::mine)
      each_text_in(formats::note_to_json(note), [&](const std::string& text) {
        note_lower(origins, hash_of(text), note.origin);
      });
  return origins;
}

/// The texts of the sources that are not the user's.
Origins lower_than_own(const git::Repository& repository, const Sources& sources) {
  Origins low = origins_of(sources.notes);
  const Provenance known(repository);
  for (const Record& record : sources.records)
    if (known.of(record) != Origin::mine)
      each_text_of(*record.document, [&](const std::string& text) {
        if (Origin origin = known.of_text(record, text); origin != Origin::mine)
          note_lower(low, hash_of(text), origin);
      });
  if (sources.input != nullptr && sources.input_origin != Origin::mine)
    each_text_of(*sources.input, [&](const std::string& text) {
      note_lower(low, hash_of(text), sources.input_origin);
    });
  return low;
}

}  // namespace

std::vector<std::string> not_own(const git::Repository& repository, const Sources& sources,
                                 const std::vector<std::string>& texts) {
  const Origins low = lower_than_own(repository, sources);
  // What the user says anew is the user's, too.
  std::set<std::string> said;
  auto say = [&said](const std::string& line) { said.insert(line); };
  if (sources.input != nullptr && sources.input_origin == Origin::mine)
    each_text_of(*sources.input, say);
  for (const model::Note& note : sources.notes)
    if (note.origin == Origin::mine && note.carried_from.empty())
      each_line(note.text, say);
  std::vector<std::string> others;
  for (const std::string& text : texts) {
    bool own = true;
    each_line(text, [&](const std::string& line) {
      own = own && (said.contains(line) || !low.contains(hash_of(line)));
    });
    if (!own)
      others.push_back(text);
  }
  return others;
}

void remember_version(const git::Repository& repository, git::ObjectDatabase& objects,
                      const std::string& oid, const Json& document, const Sources& sources) {
  std::optional<git::Commit> commit = git::read_commit(objects, oid);
  if (!commit)
    return;
  const Origins low = lower_than_own(repository, sources);
  Origins texts;
  Origin rest = Origin::mine;
  if (!low.empty())
    each_text_of(document, [&](const std::string& text) {
      if (auto found = low.find(hash_of(text)); found != low.end())
        texts.insert(*found);
    });
  if (texts.size() > kMostTexts) {
    for (const auto& [hash, origin] : texts)
      rest = std::min(rest, origin);
    texts.clear();
  }
  write_version(repository, oid, commit->tree,
                {.snapshot = sources.snapshot, .rest = rest, .texts = std::move(texts)});
}

void remember_version(const git::Repository& repository, git::ObjectDatabase& objects,
                      const std::string& oid, const Json& document, const Record& before) {
  if (text_is_imported(repository, before.oid))
    remember_imported(repository, oid);
  remember_version(repository, objects, oid, document,
                   {.records = {before}, .snapshot = Provenance(repository).of_snapshot(before)});
}

void remember_arrival(const git::Repository& repository, const Record& seen,
                      const std::string& oid) {
  if (is_trusted(repository, seen.at) && Provenance(repository).of(seen) == Origin::trusted)
    write_version(repository, oid, seen.commit.tree,
                  {.snapshot = Origin::trusted, .rest = Origin::trusted});
}

void remember_read(const git::Repository& repository, const Record& record) {
  try {
    const Provenance known(repository);
    std::set<std::string> read = {record.commit.tree};
    if (known.of_snapshot(record) < Origin::read && !record.git().wip_commit.empty())
      read.insert(record.git().wip_commit);
    each_text_of(*record.document, [&](const std::string& text) {
      if (read.size() < kMostTexts && known.of_text(record, text) < Origin::read)
        read.insert(hash_of(text));
    });
    write_read(repository, {read.begin(), read.end()});
  } catch (const Failure&) {
    // A disk that is full or read-only: looking again will do.
  }
}

namespace {

IdList imported(const git::Repository& repository) {
  return IdList(join_path(repository.layout().shared_dir(), "imported"));
}

}  // namespace

bool text_is_imported(const git::Repository& repository, const std::string& oid) {
  return imported(repository).contains(oid);
}

void remember_imported(const git::Repository& repository, const std::string& oid) {
  imported(repository).add({oid});
}

}  // namespace handoff::ops

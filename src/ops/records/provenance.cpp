#include "ops/records/provenance.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/id_list.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/user_key.hpp"
#include "formats/json/json.hpp"
#include "formats/record/note.hpp"

namespace handoff::ops {

namespace {

constexpr const char* kVersionLine = "version";
constexpr const char* kReadLine = "read";
/// Of a version with more texts than these the whole is as low as the lowest.
constexpr size_t kMostTexts = 4096;

std::string provenance_file(const git::Repository& repository) {
  return join_path(repository.layout().shared_dir(), "provenance");
}

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

/// `snapshot rest hash=origin...`, what a version's line says behind its names.
std::string line_of(const std::string& oid, const std::string& tree, Origin snapshot, Origin rest,
                    const Origins& texts) {
  std::string line = std::string(kVersionLine) + " " + oid + " " + tree + " " +
                     std::string(word_of(snapshot)) + " " + std::string(word_of(rest));
  for (const auto& [hash, origin] : texts)
    line += " " + hash + "=" + std::string(word_of(origin));
  return line;
}

void add_sealed(const git::Repository& repository, const std::vector<std::string>& lines) {
  std::string bytes;
  for (const std::string& line : lines)
    if (std::string proof = seal(line); !proof.empty())
      bytes += line + " " + proof + "\n";
  if (!bytes.empty())
    append_lines(provenance_file(repository), bytes, Durability::synced);
}

bool is_trusted(const git::Repository& repository, const RecordRef& at) {
  std::vector<std::string> trusted = repository.config().all("handoff.trust");
  return !at.remote.empty() &&
         std::find(trusted.begin(), trusted.end(), "remote:" + at.remote) != trusted.end();
}

}  // namespace

Provenance::Provenance(const git::Repository& repository) : x_repository(repository) {
  for (const std::string& line : split_lines(read_file(provenance_file(repository)).value_or("")))
    read_line(line);
}

void Provenance::read_line(const std::string& line) {
  size_t end = line.rfind(' ');
  if (end == std::string::npos ||
      !is_sealed(std::string_view(line).substr(0, end), std::string_view(line).substr(end + 1)))
    return;
  std::vector<std::string> words = split(std::string_view(line).substr(0, end), ' ');
  if (words[0] == kReadLine) {
    x_read.insert(words.begin() + 1, words.end());
    return;
  }
  constexpr size_t kFirstText = 5;
  if (words[0] != kVersionLine || words.size() < kFirstText)
    return;
  Version version{.snapshot = model::origin_of(words[3]).value_or(Origin::stranger),
                  .rest = model::origin_of(words[4]).value_or(Origin::stranger)};
  for (size_t i = kFirstText; i < words.size(); ++i) {
    size_t equals = words[i].find('=');
    if (equals != std::string::npos)
      version.texts[words[i].substr(0, equals)] =
          model::origin_of(words[i].substr(equals + 1)).value_or(Origin::stranger);
  }
  Origin lowest = version.rest;
  for (const auto& [hash, origin] : version.texts)
    lowest = std::min(lowest, origin);
  x_by_commit.emplace(words[1], lowest);
  // The same tree, written again: what is known to be lower stays so.
  auto [at, added] = x_by_tree.emplace(words[2], version);
  if (!added) {
    at->second.snapshot = std::min(at->second.snapshot, version.snapshot);
    at->second.rest = std::min(at->second.rest, version.rest);
    for (const auto& [hash, origin] : version.texts)
      note_lower(at->second.texts, hash, origin);
  }
}

Provenance::Version Provenance::version_of(const Record& record) const {
  if (auto found = x_by_tree.find(record.commit.tree); found != x_by_tree.end())
    return found->second;
  Origin origin = is_trusted(x_repository, record.at) ? Origin::trusted : Origin::stranger;
  return {.snapshot = origin, .rest = origin};
}

Origin Provenance::lifted(Origin origin, const std::string& hash) const {
  return origin < Origin::read && x_read.contains(hash) ? Origin::read : origin;
}

Origin Provenance::of(const Record& record) const {
  const Version version = version_of(record);
  const bool all_read = x_read.contains(record.commit.tree);
  const bool known = version.rest == Origin::mine;
  Origin lowest = Origin::mine;
  bool any = false;
  each_text_of(*record.document, [&](const std::string& text) {
    if (known && is_handle(text))
      return;
    const std::string hash = hash_of(text);
    auto named = version.texts.find(hash);
    Origin origin = named == version.texts.end() ? version.rest : named->second;
    if (all_read)
      origin = std::max(origin, Origin::read);
    lowest = std::min(lowest, lifted(origin, hash));
    any = true;
  });
  return any ? lowest : lifted(version.rest, record.commit.tree);
}

Origin Provenance::of_snapshot(const Record& record) const {
  const std::string& wip = record.git().wip_commit;
  // Who has read the record has read what its work brings.
  return lifted(lifted(version_of(record).snapshot, record.commit.tree), wip);
}

Origin Provenance::of_text(const Record& record, std::string_view text) const {
  const Version version = version_of(record);
  Origin lowest = Origin::mine;
  each_line(text, [&](const std::string& line) {
    const std::string hash = hash_of(line);
    auto named = version.texts.find(hash);
    Origin origin = named == version.texts.end() ? version.rest : named->second;
    lowest = std::min(lowest, lifted(origin, hash));
  });
  return lowest;
}

bool Provenance::is_readable_row(const std::string& oid,
                                 const std::vector<std::string>& texts) const {
  if (auto found = x_by_commit.find(oid);
      found != x_by_commit.end() && model::is_readable(found->second))
    return true;
  bool read = true;
  for (const std::string& text : texts)
    each_line(text,
              [&](const std::string& line) { read = read && x_read.contains(hash_of(line)); });
  return read;
}

void set_origins(const git::Repository& repository, const Record& record,
                 std::vector<model::Note>& notes) {
  const Provenance known(repository);
  for (model::Note& note : notes)
    each_text_in(formats::note_to_json(note), [&](const std::string& text) {
      if (!is_handle(text))
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

}  // namespace

void remember_version(const git::Repository& repository, git::ObjectDatabase& objects,
                      const std::string& oid, const Json& document, const Sources& sources) {
  std::optional<git::Commit> commit = git::read_commit(objects, oid);
  if (!commit)
    return;
  Origins low = origins_of(sources.notes);
  const Provenance known(repository);
  for (const Record& record : sources.records)
    each_text_of(*record.document, [&](const std::string& text) {
      if (Origin origin = known.of_text(record, text); origin != Origin::mine)
        note_lower(low, hash_of(text), origin);
    });
  if (sources.input != nullptr && sources.input_origin != Origin::mine)
    each_text_of(*sources.input, [&](const std::string& text) {
      note_lower(low, hash_of(text), sources.input_origin);
    });
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
  add_sealed(repository, {line_of(oid, commit->tree, sources.snapshot, rest, texts)});
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
    add_sealed(repository, {line_of(oid, seen.commit.tree, Origin::trusted, Origin::trusted, {})});
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
    add_sealed(repository, {kReadLine + (" " + join({read.begin(), read.end()}, " "))});
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

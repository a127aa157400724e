#include "ops/records/provenance.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/id_list.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/note.hpp"
#include "formats/record/record.hpp"

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

bool is_of_the_tool(const std::string& field) {
  return field == "git" || field == "version" || field == "timestamp";
}

/// The texts of a record, less what the tool alone writes.
void each_text_of(const Json& document, const OnText& visit) {
  if (!document.is_object())
    return;
  for (const auto& [key, item] : document.items()) {
    if (is_of_the_tool(key))
      continue;
    each_line(key, visit);
    each_text_in(item, visit);
  }
}

using Path = std::vector<std::string>;
using OnItem = std::function<void(const Path& path, const Json& item)>;

void each_item_in(Path& path, const Json& value, const OnItem& visit) {
  if (value.is_array() && !value.empty()) {
    for (const Json& item : value)
      visit(path, item);
  } else if (value.is_object() && !value.empty()) {
    for (const auto& [key, inner] : value.items()) {
      path.push_back(key);
      each_item_in(path, inner, visit);
      path.pop_back();
    }
  } else {
    visit(path, value);
  }
}

/// The lines that an item says, with the keys that it stands below.
void each_line_of_item(const Path& path, const Json& item, const OnText& visit) {
  for (const std::string& key : path)
    each_line(key, visit);
  each_text_in(item, visit);
}

/// Those that tell whose it is, where something is `known` of it by its lines.
std::vector<std::string> telling_lines(const Path& path, const Json& item, bool known) {
  std::vector<std::string> lines;
  each_line_of_item(path, item, [&](const std::string& line) { lines.push_back(line); });
  return known ? telling_texts(std::move(lines)) : lines;
}

/// What was read, where: a task that is done is another matter than one to do; how far it is, is
/// not.
std::string hash_of_item(const Path& path, Json item) {
  std::string where = join(path, "\n");
  // Where it was carried from is put beside it on the way.
  if (auto from = item.is_object() ? item.find("carried_from") : item.end();
      from != item.end() && from->is_string() && is_handle(from->get_ref<const std::string&>()))
    item.erase(from);
  if (item.is_object() && (where == "remaining_tasks" || where == "completed_tasks")) {
    auto status = item.find("status");
    std::string word =
        status != item.end() && status->is_string() ? status->get<std::string>() : "";
    if (model::TaskState state = formats::task_state_of(word); state != model::TaskState::other) {
      if (state == model::TaskState::done)
        where = "completed_tasks";
      item.erase("status");
    }
  }
  // Another order of its keys is the same item.
  const nlohmann::json sorted = item;
  return hash_of(where + "\n\n" +
                 sorted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

using Origins = std::map<std::string, Origin>;

void note_lower(Origins& origins, const std::string& hash, Origin to) {
  auto [at, added] = origins.emplace(hash, to);
  if (!added)
    at->second = std::min(at->second, to);
}

}  // namespace

Provenance::Provenance(const git::Repository& repository)
    : x_repository(repository), x_book(ProvenanceBook::of(repository)) {}

bool Provenance::is_trusted(const Record& record) const {
  if (!x_trust)
    x_trust = trust_of(x_repository);
  const std::vector<std::string>& remotes = x_trust->remotes;
  if (!record.at.remote.empty() &&
      std::find(remotes.begin(), remotes.end(), record.at.remote) != remotes.end())
    return true;
  if (x_trust->keys.empty() || record.oid.empty())
    return false;
  // Anybody can sign many records, and each asks git: so many in a few seconds.
  constexpr size_t kMostSignatures = 32;
  constexpr int64_t kSeconds = 5;
  static std::map<std::string, std::vector<std::string>> asked;
  static int64_t since = now();
  if (now() - since > kSeconds) {
    asked.clear();
    since = now();
  }
  const std::string which = record.oid + " " + record.at.branch + " " + record.at.id;
  auto known = asked.find(which);
  if (known == asked.end()) {
    if (asked.size() >= kMostSignatures)
      return false;
    known = asked.emplace(which, signers_of(x_repository, record)).first;
  }
  return std::find_first_of(known->second.begin(), known->second.end(), x_trust->keys.begin(),
                            x_trust->keys.end()) != known->second.end();
}

const TextOrigins& Provenance::origins_of(const Record& record) const {
  static const TextOrigins trusted = {.snapshot = Origin::trusted, .rest = Origin::trusted};
  static const TextOrigins stranger = {};
  if (const TextOrigins* known = x_book->of_tree(record.commit.tree))
    return *known;
  return is_trusted(record) ? trusted : stranger;
}

/// What a record says, line by line.
struct Provenance::Texts {
  std::map<std::string, Origin> lines = {};  ///< the lowest of the items that say it
  Origin lowest = Origin::mine;
  Origin lowest_apart =
      Origin::mine;  ///< without what was taken from files and commits of this clone
  bool any = false, any_readable = false;
};

namespace {

Origin written_down(const TextOrigins& origins, const std::string& line) {
  auto named = origins.texts.find(hash_of(line));
  return named == origins.texts.end() ? origins.rest : named->second;
}

}  // namespace

Origin Provenance::lifted(Origin origin, const std::string& hash) const {
  return origin < Origin::read && x_book->is_read(hash) ? Origin::read : origin;
}

Origin Provenance::of_item(const TextOrigins& origins, const Path& path, const Json& item) const {
  Origin lowest = Origin::mine;
  const bool known = origins.rest == Origin::mine;
  const std::vector<std::string> lines = telling_lines(path, item, known);
  for (const std::string& line : lines)
    lowest = std::min(lowest, written_down(origins, line));
  if (lines.empty())
    lowest = known ? Origin::mine : origins.rest;
  return lowest < Origin::read ? lifted(lowest, hash_of_item(path, item)) : lowest;
}

Origin Provenance::of_item(const Record& record, const Path& path, const Json& item) const {
  const TextOrigins& origins = origins_of(record);
  return origins.is_mine() ? Origin::mine
                           : lifted(of_item(origins, path, item), record.commit.tree);
}

const Provenance::Texts& Provenance::texts_of(const Record& record) const {
  std::shared_ptr<const Texts>& kept = x_texts[record.commit.tree];
  if (kept != nullptr)
    return *kept;
  const TextOrigins& origins = origins_of(record);
  const bool all_read = x_book->is_read(record.commit.tree);
  const bool known = origins.rest == Origin::mine;
  Texts texts;
  each_item_of(*record.document, [&](const Path& path, const Json& item) {
    const Origin origin = of_item(origins, path, item);
    const bool is_read = all_read || (origin == Origin::read);
    each_line_of_item(path, item, [&](const std::string& line) {
      Origin one = written_down(origins, line);
      one = is_read ? std::max(one, Origin::read) : one;
      auto [at, added] = texts.lines.emplace(line, one);
      at->second = std::min(at->second, one);
    });
    for (const std::string& line : telling_lines(path, item, known)) {
      Origin one = written_down(origins, line);
      one = is_read ? std::max(one, Origin::read) : one;
      texts.any = true;
      texts.any_readable = texts.any_readable || model::is_readable(one);
      texts.lowest = std::min(texts.lowest, one);
      if (!known || one != Origin::files)
        texts.lowest_apart = std::min(texts.lowest_apart, one);
    }
  });
  return *(kept = std::make_shared<const Texts>(std::move(texts)));
}

Origin Provenance::of(const Record& record) const {
  const TextOrigins& origins = origins_of(record);
  if (origins.is_mine())
    return Origin::mine;
  const Texts& texts = texts_of(record);
  return texts.any ? texts.lowest_apart : lifted(origins.rest, record.commit.tree);
}

bool Provenance::holds_unread(const Record& record) const {
  return !model::is_readable(of(record)) ||
         (!origins_of(record).is_mine() && !model::is_readable(texts_of(record).lowest));
}

bool Provenance::is_all_mine(const Record& record) const { return origins_of(record).is_mine(); }

bool Provenance::is_own_with_unread_items(const Record& record) const {
  const TextOrigins& origins = origins_of(record);
  return !origins.is_mine() && origins.rest == Origin::mine && texts_of(record).any_readable &&
         !model::is_readable(texts_of(record).lowest);
}

Origin Provenance::of_snapshot(const Record& record) const {
  const std::string& wip = record.git().wip_commit;
  // Who has read the record has read what its work brings.
  return lifted(lifted(origins_of(record).snapshot, record.commit.tree), wip);
}

Origin Provenance::of_text(const Record& record, std::string_view text) const {
  const TextOrigins& origins = origins_of(record);
  if (origins.is_mine())
    return Origin::mine;
  const std::map<std::string, Origin>& lines = texts_of(record).lines;
  Origin lowest = Origin::mine;
  each_line(text, [&](const std::string& line) {
    auto at = lines.find(line);
    lowest = std::min(lowest, at == lines.end() ? written_down(origins, line) : at->second);
  });
  return lowest;
}

bool Provenance::is_readable_row(const std::string& oid) const {
  const TextOrigins* known = x_book->of_commit(oid);
  return (known != nullptr && model::is_readable(known->lowest())) || x_book->is_read(oid);
}

bool Provenance::is_own_row(const std::string& oid) const {
  const TextOrigins* known = x_book->of_commit(oid);
  return known != nullptr && known->rest == Origin::mine;
}

bool Provenance::is_read(const Json& document) const {
  bool all = true;
  each_item_of(document, [&](const Path& path, const Json& item) {
    all = all && x_book->is_read(hash_of_item(path, item));
  });
  return all;
}

void each_item_of(const Json& document, const OnItem& visit) {
  if (!document.is_object())
    return;
  for (const auto& [key, value] : document.items()) {
    if (is_of_the_tool(key))
      continue;
    Path path = {key};
    each_item_in(path, value, visit);
  }
}

void set_origins(const git::Repository& repository, const Record& record,
                 std::vector<model::Note>& notes) {
  const Provenance known(repository);
  for (model::Note& note : notes) {
    Json said = formats::note_to_json(note);
    for (const char* of_the_tool : {"id", "time", "branch", "head", "kind", "carried_from"})
      said.erase(of_the_tool);
    std::vector<std::string> texts = telling_lines({}, said, true);
    // A document's path is a handle, too, and an order to read the file.
    if (!is_plain_handle(note.text) || note.kind == model::NoteKind::doc)
      texts.push_back(note.text);
    for (const std::string& text : texts)
      note.origin = std::min(note.origin, known.of_text(record, text));
  }
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

/// What the user says just now, and what is noted as the user's own.
std::set<std::string> said_in(const Sources& sources) {
  std::set<std::string> said;
  auto say = [&said](const std::string& line) { said.insert(line); };
  if (sources.input != nullptr && sources.input_origin == Origin::mine)
    each_text_of(*sources.input, say);
  for (const std::string& text : sources.typed)
    each_line(text, say);
  for (const model::Note& note : sources.notes)
    if (note.origin == Origin::mine && note.carried_from.empty())
      each_line(note.text, say);
  return said;
}

void lower_unless_said(Origins& low, const Sources& sources) {
  if (sources.others.empty())
    return;
  const std::set<std::string> said = said_in(sources);
  for (const std::string& text : sources.others)
    each_line(text, [&](const std::string& line) {
      if (!said.contains(line))
        note_lower(low, hash_of(line), Origin::files);
    });
}

/// The texts of the sources that are not the user's.
Origins lower_than_own(const git::Repository& repository, const Sources& sources) {
  Origins low = origins_of(sources.notes);
  const Provenance known(repository);
  for (const Record& record : sources.records)
    if (!known.is_all_mine(record))
      each_text_of(*record.document, [&](const std::string& text) {
        if (Origin origin = known.of_text(record, text); origin != Origin::mine)
          note_lower(low, hash_of(text), origin);
      });
  if (sources.input != nullptr && sources.input_origin != Origin::mine)
    each_text_of(*sources.input, [&](const std::string& text) {
      note_lower(low, hash_of(text), sources.input_origin);
    });
  lower_unless_said(low, sources);
  return low;
}

}  // namespace

std::vector<std::string> not_own(const git::Repository& repository, const Sources& sources,
                                 const std::vector<std::string>& texts) {
  const Origins low = lower_than_own(repository, sources);
  // What the user says anew is the user's, too.
  const std::set<std::string> said = said_in(sources);
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

ItemTest unread_items(const git::Repository& repository, const Sources& sources) {
  Origins low = lower_than_own(repository, sources);
  std::erase_if(low, [](const auto& text) { return model::is_readable(text.second); });
  if (low.empty())
    return {};
  return [low = std::move(low), book = ProvenanceBook::of(repository)](const Path& path,
                                                                       const Json& item) {
    const std::vector<std::string> lines = telling_lines(path, item, true);
    return !book->is_read(hash_of_item(path, item)) &&
           std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return low.contains(hash_of(line)); });
  };
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
  if (Provenance(repository).of(seen) == Origin::trusted)
    write_version(repository, oid, seen.commit.tree,
                  {.snapshot = Origin::trusted, .rest = Origin::trusted});
}

void remember_read(const git::Repository& repository, const Record& record) {
  try {
    const Provenance known(repository);
    std::set<std::string> read = {record.commit.tree, record.oid};
    if (known.of_snapshot(record) < Origin::read && !record.git().wip_commit.empty())
      read.insert(record.git().wip_commit);
    each_item_of(*record.document, [&](const Path& path, const Json& item) {
      if (read.size() < kMostTexts && known.of_item(record, path, item) < Origin::read)
        read.insert(hash_of_item(path, item));
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

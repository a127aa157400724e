#include "ops/records/provenance.hpp"

#include <set>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "formats/record/note.hpp"
#include "formats/record/values.hpp"
#include "git/objects/trees.hpp"
#include "ops/records/imported.hpp"

namespace handoff::ops {

namespace {

using Path = std::vector<std::string>;

/// Of a version with more texts than these the whole is as low as the lowest.
constexpr size_t kMostTexts = 4096;

using Origins = std::map<std::string, Origin>;  ///< by line

void note_lower(Origins& origins, const std::string& line, Origin to) {
  auto [at, added] = origins.emplace(line, to);
  if (!added)
    at->second = std::min(at->second, to);
}

}  // namespace

Provenance::Provenance(const git::Repository& repository)
    : x_repository(repository), x_book(ProvenanceBook::of(repository)) {}

bool Provenance::is_trusted(const Record& record) const {
  if (!x_trust)
    x_trust = trust_of(x_repository);
  if (names_remote_of(*x_trust, x_repository, record))
    return true;
  if (x_trust->keys.empty() || record.oid.empty() || is_passed(x_repository, record))
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

/// What one item says.
struct Provenance::Item {
  std::map<std::string, Origin> lines = {};  ///< as they are written down
  std::vector<std::string> telling = {};     ///< those that tell whose it is
  Origin origin = Origin::mine;
};

namespace {

Origin written_down(const TextOrigins& origins, const std::string& line) {
  if (origins.texts.empty())
    return origins.rest;
  auto named = origins.texts.find(hash_of_text(line));
  return named == origins.texts.end() ? origins.rest : named->second;
}

/// Of all that is no item. Empty where the record is not whole here.
std::string hash_of_rest(const git::Repository& repository, const Record& record) {
  try {
    std::string rest = "rest\n";
    for (const auto& [field, value] : record.document->items())
      if (is_of_the_tool(field, value))
        rest += field + " " + value.dump() + "\n";
    const size_t digits = repository.layout().oid_digits();
    for (const git::TreeEntry& entry :
         git::read_tree(*git::open_objects(repository), record.commit.tree, digits))
      if (entry.name != "handoff.json" && entry.name != "handoff.md")
        rest += std::to_string(entry.mode) + " " + entry.oid + " " + entry.name + "\n";
    return hash_of_text(rest);
  } catch (const Failure&) {
    return {};
  }
}

}  // namespace

Origin Provenance::lifted(Origin origin, const std::string& hash) const {
  return origin < Origin::read && !hash.empty() && x_book->is_read(hash) ? Origin::read : origin;
}

/// Each line of the item is hashed once: there may be as many as fit into a record.
Provenance::Item Provenance::look_at(const TextOrigins& origins, const Path& path,
                                     const Json& item) const {
  Item known;
  const bool own = origins.rest == Origin::mine;
  each_line_of_item(path, item, [&](const std::string& line) {
    if (!known.lines.contains(line))
      known.lines.emplace(line, written_down(origins, line));
  });
  known.telling = telling_lines(path, item, own);
  known.origin = known.telling.empty() && !own ? origins.rest : Origin::mine;
  for (const std::string& line : known.telling)
    known.origin = std::min(known.origin, known.lines.at(line));
  if (known.origin < Origin::read && x_book->has_reads())
    known.origin = lifted(known.origin, hash_of_item(path, item));
  return known;
}

Origin Provenance::of_item(const Record& record, const Path& path, const Json& item) const {
  const TextOrigins& origins = origins_of(record);
  return origins.is_mine() ? Origin::mine
                           : lifted(look_at(origins, path, item).origin, record.commit.tree);
}

std::shared_ptr<const Provenance::Texts>& Provenance::kept_texts(const Record& record) const {
  static std::weak_ptr<const ProvenanceBook> book;
  static std::map<std::string, std::shared_ptr<const Texts>> kept;
  constexpr size_t kMostKept = 8;
  const std::string& tree = record.commit.tree;
  if (x_book->of_tree(tree) == nullptr)
    return x_texts[tree];  // trust has a say
  if (book.lock() != x_book || (kept.size() >= kMostKept && !kept.contains(tree)))
    kept.clear();
  book = x_book;
  return kept[tree];
}

const Provenance::Texts& Provenance::texts_of(const Record& record) const {
  std::shared_ptr<const Texts>& kept = kept_texts(record);
  if (kept != nullptr)
    return *kept;
  const TextOrigins& origins = origins_of(record);
  const bool all_read = x_book->is_read(record.commit.tree);
  const bool own = origins.rest == Origin::mine;
  Texts texts;
  each_item_of(*record.document, [&](const Path& path, const Json& item) {
    const Item known = look_at(origins, path, item);
    const bool is_read = all_read || known.origin == Origin::read;
    auto as_read = [is_read](Origin one) { return is_read ? std::max(one, Origin::read) : one; };
    for (const auto& [line, origin] : known.lines) {
      auto [at, added] = texts.lines.emplace(line, as_read(origin));
      at->second = std::min(at->second, as_read(origin));
    }
    for (const std::string& line : known.telling) {
      const Origin one = as_read(known.lines.at(line));
      texts.any = true;
      texts.any_readable = texts.any_readable || model::is_readable(one);
      texts.lowest = std::min(texts.lowest, one);
      if (!own || one != Origin::files)
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
  const Origin words = texts.any ? texts.lowest_apart : lifted(origins.rest, record.commit.tree);
  // Of one's own version the rest is one's own, whatever single items are.
  return origins.rest == Origin::mine || !model::is_readable(words)
             ? words
             : std::min(words, of_rest(record, origins.rest));
}

/// Of what is no item, in a version whose items may all have been read in another one: what the
/// program says of git, and what is attached.
Origin Provenance::of_rest(const Record& record, Origin known) const {
  if (known >= Origin::read || x_book->is_read(record.commit.tree))
    return std::max(known, Origin::read);
  return lifted(known, hash_of_rest(x_repository, record));
}

bool Provenance::holds_unread(const Record& record) const {
  return !model::is_readable(of(record)) ||
         (!origins_of(record).is_mine() && !model::is_readable(texts_of(record).lowest));
}

bool Provenance::is_vouched_for(const Record& record) const {
  const TextOrigins& origins = origins_of(record);
  return origins.is_mine() ||
         (model::is_vouched_for(of_all(record)) && model::is_vouched_for(texts_of(record).lowest));
}

bool Provenance::is_all_mine(const Record& record) const { return origins_of(record).is_mine(); }

bool Provenance::is_own_with_unread_items(const Record& record) const {
  const TextOrigins& origins = origins_of(record);
  return !origins.is_mine() && origins.rest == Origin::mine && texts_of(record).any_readable &&
         !model::is_readable(texts_of(record).lowest);
}

Origin Provenance::of_snapshot(const Record& record) const {
  // Who has read the record has read what its work brings: the commit, and what is attached.
  return of_rest(record, origins_of(record).snapshot);
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

bool Provenance::is_read_tree(const std::string& tree) const { return x_book->is_read(tree); }

bool Provenance::is_own_commit_of_record(const std::string& oid) const {
  return is_own_row(oid) && is_readable_row(oid);
}

bool Provenance::is_own(const Record& record) const {
  return origins_of(record).rest == Origin::mine;
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

void set_origins(const git::Repository& repository, const Record& record,
                 std::vector<model::Note>& notes) {
  const Provenance known(repository);
  for (model::Note& note : notes) {
    Json said = formats::note_to_json(note);
    for (const char* of_the_tool :
         {"id", "time", "branch", "head", "kind", "carried_from", "copy_of"})
      said.erase(of_the_tool);
    if (const auto item = said.find("item"); item != said.end())
      leave_place_out(*item);
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
      each_text_in(formats::note_to_json(note),
                   [&](const std::string& text) { note_lower(origins, text, note.origin); });
  return origins;
}

/// What the user says just now, and what is noted as the user's own: a carried note of one word may
/// be a stranger's.
std::set<std::string> said_in(const Sources& sources) {
  std::set<std::string> said;
  auto say = [&said](const std::string& line) { said.insert(line); };
  const WhoseWords& words = sources.input_words;
  if (sources.input != nullptr && words.origin == Origin::mine)
    each_text_of(*sources.input, say);
  else if (sources.input != nullptr && words.of_own == Origin::mine)
    std::ranges::for_each(words.own, say);
  for (const std::string& text : sources.typed)
    each_line(text, say);
  for (const model::Note& note : sources.notes)
    if (note.origin == Origin::mine && (note.carried_from.empty() || !is_plain_handle(note.text)))
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
        note_lower(low, line, Origin::files);
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
          note_lower(low, text, origin);
      });
  const WhoseWords& words = sources.input_words;
  if (sources.input != nullptr && words.origin != Origin::mine) {
    const std::set<std::string> said = said_in(sources), own(words.own.begin(), words.own.end());
    each_item_of(*sources.input, [&](const Path& path, const Json& item) {
      if (says_only(path.back(), item, said))
        return;  // whole, and nothing beside it
      each_line_of_item(path, item, [&](const std::string& text) {
        const Origin whose = own.contains(text) ? words.of_own : words.origin;
        if (whose != Origin::mine)
          note_lower(low, text, whose);
      });
    });
  }
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
      own = own && (said.contains(line) || !low.contains(line));
    });
    if (!own)
      others.push_back(text);
  }
  return others;
}

ItemTest unread_items(const git::Repository& repository, const Sources& sources) {
  const Provenance known(repository);
  const bool all_readable =
      sources.others.empty() &&
      (sources.input == nullptr || model::is_readable(sources.input_words.origin)) &&
      std::ranges::all_of(
          sources.notes, [](const model::Note& note) { return model::is_readable(note.origin); }) &&
      std::ranges::none_of(sources.records,
                           [&](const Record& record) { return known.holds_unread(record); });
  if (all_readable)
    return {};
  Origins low = lower_than_own(repository, sources);
  std::erase_if(low, [](const auto& text) { return model::is_readable(text.second); });
  if (low.empty())
    return {};
  return [low = std::move(low), book = ProvenanceBook::of(repository)](const Path& path,
                                                                       const Json& item) {
    const std::vector<std::string> lines = telling_lines(path, item, true);
    return !book->is_read(hash_of_item(path, item)) &&
           std::ranges::any_of(lines, [&](const std::string& line) { return low.contains(line); });
  };
}

void remember_version(const git::Repository& repository, git::ObjectDatabase& objects,
                      const std::string& oid, const Json& document, const Sources& sources) {
  std::optional<git::Commit> commit = git::read_commit(objects, oid);
  if (!commit)
    return;
  const Origins low = lower_than_own(repository, sources);
  Origins texts;
  if (!low.empty())
    each_text_of(document, [&](const std::string& text) {
      if (auto found = low.find(text); found != low.end())
        texts.insert(*found);
    });
  Origin rest = Origin::mine;
  Origins hashes;
  for (const auto& [text, origin] : texts)
    if (texts.size() > kMostTexts)
      rest = std::min(rest, origin);
    else
      hashes.emplace(hash_of_text(text), origin);
  write_version(repository, oid, commit->tree,
                {.snapshot = sources.snapshot, .rest = rest, .texts = std::move(hashes)});
}

void remember_version(const git::Repository& repository, git::ObjectDatabase& objects,
                      const std::string& oid, const Json& document, const Record& before) {
  if (text_is_imported(repository, before.oid))
    remember_imported(repository, oid);
  const Provenance known(repository);
  const Origin snapshot = known.of_snapshot(before), words = known.of(before);
  if (known.is_own(before) || model::is_readable(words))
    remember_version(repository, objects, oid, document,
                     {.records = {before}, .snapshot = snapshot});
  else if (std::optional<git::Commit> commit = git::read_commit(objects, oid))
    write_version(repository, oid, commit->tree, {.snapshot = snapshot, .rest = words});
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
    if (const std::string rest = hash_of_rest(repository, record); !rest.empty())
      read.insert(rest);
    each_item_of(*record.document, [&](const Path& path, const Json& item) {
      if (read.size() < kMostTexts && known.of_item(record, path, item) < Origin::read)
        read.insert(hash_of_item(path, item));
    });
    write_read(repository, {read.begin(), read.end()});
  } catch (const Failure&) {
    // A disk that is full or read-only: looking again will do.
  }
}

}  // namespace handoff::ops

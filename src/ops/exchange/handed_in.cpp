#include "ops/exchange/handed_in.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/input.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/note.hpp"
#include "formats/record/values.hpp"
#include "git/history/history.hpp"
#include "git/objects/object_id.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/clone_files.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/store.hpp"
#include "ops/records/telling_texts.hpp"

namespace handoff::ops {

namespace {

using formats::field;
using formats::text_of;
using model::Origin;

/// `$Id: 1234 $` as git stores it: `$Id$`.
std::string with_bare_ids(const std::string& text) {
  constexpr std::string_view kId = "$Id:";
  std::string bare;
  size_t from = 0;
  for (size_t at = text.find(kId); at != kNowhere; at = text.find(kId, at + 1)) {
    const size_t end = text.find_first_of("$\n", at + kId.size());
    if (end == kNowhere || text[end] == '\n')
      continue;
    bare += text.substr(from, at - from) + "$Id$";
    from = end + 1;
    at = end;
  }
  return bare + text.substr(from);
}

/// What git may store of a text that it checked out, or that a shell has read: with other ends of
/// lines, with bare `$Id$`, and with ends of the last line that `$(cat FILE)` drops.
std::set<std::string> stored_forms(const std::string& bytes) {
  std::set<std::string> forms = {bytes};
  const std::string lines = replace_all(bytes, "\r\n", "\n");
  for (const std::string& text : {lines, with_bare_ids(lines)}) {
    const std::string body = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    forms.insert(text);
    for (const char* end : {"", "\n", "\n\n"}) {
      std::string form = body + end;
      forms.insert(replace_all(form, "\n", "\r\n"));
      forms.insert(std::move(form));
    }
  }
  return forms;
}

/// Those that are checked out.
std::vector<std::string> submodule_folders(const git::Repository& repository) {
  const Outcome listed =
      repository.git().run({.args = {"ls-files", "-z", "--stage", "--full-name"}});
  std::vector<std::string> folders;
  for (const std::string& entry : split(listed.out, '\0'))
    if (entry.starts_with("160000 "))
      if (std::string folder =
              join_path(repository.layout().root, entry.substr(entry.find('\t') + 1));
          exists(join_path(folder, ".git")))
        folders.push_back(std::move(folder));
  return folders;
}

/// The newest records here that are the user's own, and the others.
struct RecordsHere {
  std::vector<Record> own = {};
  std::vector<std::string> others = {};
};

RecordsHere records_here(const git::Repository& repository) {
  constexpr size_t kMost = 50;
  const Store store(repository);
  const Provenance known(repository);
  RecordsHere here;
  for (const RecordRef& ref : store.everywhere())
    if (!known.is_own_row(ref.oid))
      here.others.push_back(ref.oid);
    else if (ref.place != RecordRef::Place::remote && here.own.size() < kMost)
      if (std::optional<Record> record = store.look_at(ref); record && known.is_all_mine(*record))
        here.own.push_back(std::move(*record));
  return here;
}

/// Is it a blob that a pause or a checkpoint of the user's own has kept, and that no commit of any
/// branch, tag or remote has, nor a record of somebody else's? Where to look takes too long it is
/// none.
bool is_only_kept_here(const git::Repository& repository, const std::string& oid) {
  const RecordsHere here = records_here(repository);
  std::string kept, elsewhere;
  for (const Record& record : here.own)
    kept += record.oid + "\n" + record.git().wip_commit + " " + record.git().base + "\n";
  const Outcome own = repository.git().run(
      {.args = {"diff-tree", "--stdin", "--root", "-m", "-r", "--no-renames"}, .input = kept});
  if (!contains(own.out, oid))
    return false;
  for (const std::string& other : here.others)
    elsewhere += other + "\n";
  if (const git::Head head = repository.head(); !head.unborn())
    elsewhere += head.oid + "\n";
  const Outcome there =
      git::start_bounded(repository.git(),
                         {.args = {"rev-list", "--objects", "--no-object-names", "--branches",
                                   "--tags", "--remotes", "--stdin"},
                          .input = std::move(elsewhere)})
          .wait();
  return there.ok() && !contains(there.out, oid);
}

/// In its objects, or in those of its submodules.
bool has_one_of(const git::Repository& repository, const std::set<std::string>& forms, int depth) {
  const std::unique_ptr<git::ObjectDatabase> objects = git::open_objects(repository);
  for (const std::string& form : forms) {
    const std::string oid = git::id_of_object(repository.layout(), git::ObjectType::blob, form);
    if (objects->contains(oid) && !is_only_kept_here(repository, oid))
      return true;
  }
  if (depth == 0)
    return false;
  for (const std::string& folder : submodule_folders(repository))
    try {
      if (has_one_of(git::Repository::open(folder), forms, depth - 1))
        return true;
    } catch (const Failure&) {
      continue;  // damaged, or not to be opened: there is nothing to compare with
    }
  return false;
}

/// Did this very file go into a record here before, as somebody's own?
bool was_handed_in(const git::Repository& repository, const std::string& file,
                   const std::string& bytes) {
  const std::string path = path_in_tree(repository, file);
  const Json list = input_list(repository).read();
  for (const Json& entries : list)
    for (const Json& entry : formats::items_of(entries))
      if (formats::flag_of(field(entry, "own")) && text_of(field(entry, "path")) == path &&
          bytes_of_input(entry) == bytes)
        return true;
  return false;
}

/// A short one has to be more than a word.
bool is_telling(const std::string& part) {
  constexpr size_t kShortestHandle = 24, kShortest = 10;
  return part.size() >= kShortestHandle || (part.size() >= kShortest && !is_handle(part));
}

/// What stands between quotes in a line: a file has that as it is, however it quotes.
std::vector<std::string> unquoted(const std::string& line) {
  return split(replace_all(line, "\\", "\""), '"');
}

/// What a document says, in pieces that a file has as they are.
std::set<std::string> telling_pieces(const std::string& bytes) {
  constexpr size_t kLongest = 120, kMost = 200;
  std::set<std::string> pieces;
  const auto add = [&](const std::string& line) {
    for (const std::string& part : unquoted(line))
      if (is_telling(part) && pieces.size() < kMost)
        pieces.insert(part.substr(0, kLongest));
  };
  try {
    const Json json = formats::parse_json(bytes, "it");
    if (json.is_object())
      each_text_of(json, add);
    else
      each_text_in(json, add);
  } catch (const Failure&) {
    each_line(bytes, add);
  }
  return pieces;
}

/// What the user's own records here say is the user's, wherever else it stands by now.
void leave_own_out(const git::Repository& repository, std::set<std::string>& pieces) {
  for (const Record& record : records_here(repository).own)
    each_text_of(*record.document, [&](const std::string& text) {
      std::erase_if(pieces, [&](const std::string& piece) { return contains(text, piece); });
    });
}

/// Those that stand in documents which came with the clone.
std::set<std::string> found_in_clone(const git::Repository& repository,
                                     const std::set<std::string>& pieces) {
  if (pieces.empty())
    return {};
  // Whatever attributes of the clone say: it would hide its documents from this by them.
  std::vector<std::string> args = {"grep",
                                   "--cached",
                                   "--no-recurse-submodules",
                                   "--no-textconv",
                                   "--no-color",
                                   "--no-line-number",
                                   "--no-column",
                                   "-a",
                                   "-h",
                                   "-o",
                                   "-F",
                                   "-f",
                                   "-",
                                   "--"};
  for (const char* document :
       {"*.json", "*.md", "*.mdx", "*.mdc", "*.markdown", "*.txt", "*.toml", "*.y*ml", "*.toon",
        "*.org", "*.rst", "*.adoc", "*handoff*", "*plan*", "*notes*", "*todo*"})
    args.push_back(":(top,icase)" + std::string(document));
  const Outcome found =
      repository.git().run({.args = std::move(args),
                            .input = join({pieces.begin(), pieces.end()}, "\n") + "\n",
                            .user_pathspecs = true});
  const std::vector<std::string> lines = split_lines(found.out);
  return {lines.begin(), lines.end()};
}

/// Do most of its words stand in documents that came with the clone? Edited by a byte, or set anew,
/// they are whoever's they were.
bool is_mostly_of_clone(const git::Repository& repository, const std::string& bytes) {
  std::set<std::string> pieces = telling_pieces(bytes);
  if (!pieces.empty())
    leave_own_out(repository, pieces);
  if (pieces.empty())
    return false;
  const std::set<std::string> there = found_in_clone(repository, pieces);
  const auto bytes_of = [](const std::set<std::string>& texts) {
    size_t sum = 0;
    for (const std::string& text : texts)
      sum += text.size();
    return sum;
  };
  return 2 * bytes_of(there) >= bytes_of(pieces);
}

/// A line in parts of some words each: edited by a word, most of them are as they were.
std::vector<std::string> parts_of_line(const std::string& line) {
  constexpr size_t kMost = 4, kBytes = 24, kLongestWord = 20, kLongest = 120;
  std::vector<std::string> parts;
  for (const std::string& text : unquoted(line)) {
    const size_t count = std::clamp(text.size() / kBytes, size_t{1}, kMost);
    size_t from = 0;
    for (size_t i = 1; i <= count && from < text.size(); ++i) {
      size_t end = i == count ? text.size() : std::max(from, text.size() * i / count);
      if (const size_t blank = text.find(' ', end); blank - end < kLongestWord)
        end = blank;
      if (std::string part = trim(text.substr(from, std::min(end - from, kLongest)));
          is_telling(part))
        parts.push_back(std::move(part));
      from = end;
    }
  }
  return parts;
}

/// The lines of a document of which less than half stands in documents that came with the clone.
/// What is too short to tell is none, nor is what its `bytes` say otherwise: with escapes for one.
std::vector<std::string> lines_not_of_clone(const git::Repository& repository, const Json& document,
                                            const std::string& bytes) {
  constexpr size_t kMost = 400;
  std::map<std::string, std::vector<std::string>> lines;
  std::set<std::string> pieces;
  each_text_of(document, [&](const std::string& line) {
    if (pieces.size() >= kMost || lines.contains(line))
      return;
    std::vector<std::string> parts = parts_of_line(line);
    pieces.insert(parts.begin(), parts.end());
    lines.emplace(line, std::move(parts));
  });
  leave_own_out(repository, pieces);
  const std::set<std::string> there = found_in_clone(repository, pieces);
  std::string as_is;
  each_line(bytes, [&](const std::string& line) { as_is += line + "\n"; });
  std::vector<std::string> own;
  for (const auto& [line, parts] : lines) {
    const auto found =
        std::ranges::count_if(parts, [&](const std::string& part) { return there.contains(part); });
    if (2 * static_cast<size_t>(found) < parts.size() &&
        std::ranges::all_of(parts, [&](const std::string& part) { return contains(as_is, part); }))
      own.push_back(line);
  }
  return own;
}

}  // namespace

PrivateList input_list(const git::Repository& repository) { return {repository, "inputs.json"}; }

std::string bytes_of_input(const Json& entry) {
  return base64_decode(text_of(field(entry, "bytes"))).value_or("");
}

HandedIn::HandedIn(const git::Repository* repository, std::string file, std::string bytes)
    : x_repository(repository), x_file(std::move(file)), x_bytes(std::move(bytes)) {
  constexpr int kDeepest = 5;  // submodules of submodules
  if (repository == nullptr)
    return;
  const bool in_tree = !x_file.empty() && is_inside(real_path(x_file), repository->layout().root);
  x_origin = in_tree ? Origin::read : Origin::mine;
  if (was_handed_in(*repository, x_file, x_bytes)) {
    x_origin = Origin::read;
    x_is_of_clone = false;
  } else if (!comes_with_clone(*repository, x_file.empty() ? "/dev/stdin" : x_file) &&
             !has_one_of(*repository, stored_forms(x_bytes), kDeepest)) {
    x_is_of_clone = false;
    x_is_mixed = is_mostly_of_clone(*repository, x_bytes);
  }
}

WhoseWords HandedIn::whose_words(const Json& document) const {
  if (x_is_of_clone)
    return {.origin = Origin::files};
  if (!x_is_mixed)
    return {.origin = x_origin};
  return {.origin = Origin::files,
          .own = lines_not_of_clone(*x_repository, document, x_bytes),
          .of_own = x_origin};
}

void HandedIn::set_origins(std::vector<model::Note>& notes) const {
  Json document = Json::object();
  Json& said = document["notes"] = Json::array();
  for (const model::Note& note : notes)
    said.push_back(formats::note_to_json(note));
  const WhoseWords words = whose_words(document);
  const std::set<std::string> own(words.own.begin(), words.own.end());
  for (size_t i = 0; i < notes.size(); ++i) {
    const std::vector<std::string> lines = telling_lines({}, said[i], true);
    const bool is_own = !lines.empty() && std::ranges::all_of(lines, [&](const std::string& line) {
      return own.contains(line);
    });
    notes[i].origin = is_own ? words.of_own : words.origin;
  }
}

WhoseWords whose_words(const git::Repository& repository, const Json& document) {
  const std::string bytes = formats::write_json_line(document);
  if (!is_mostly_of_clone(repository, bytes))
    return {};
  return {.origin = Origin::files, .own = lines_not_of_clone(repository, document, bytes)};
}

HandedIn HandedIn::from_stdin(const git::Repository* repository) {
  return {repository, "", read_all_at_most(0, formats::kMaxDocumentBytes)};
}

std::optional<HandedIn> HandedIn::from_file(const git::Repository* repository,
                                            const std::string& path) {
  std::optional<std::string> bytes = read_named_file(path, formats::kMaxDocumentBytes);
  return bytes ? std::optional(HandedIn(repository, path, *std::move(bytes))) : std::nullopt;
}

}  // namespace handoff::ops

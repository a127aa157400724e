#include "ops/notes/journal.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/file_end.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "base/user_key.hpp"
#include "formats/json/json.hpp"
#include "formats/record/note.hpp"
#include "formats/record/values.hpp"
#include "git/refs/ref_files.hpp"

namespace handoff::ops {

namespace {

using formats::field;
using formats::text_of;
using model::Note;

/// Where a note is in its life.
enum class State { waiting, open, held, gone };

struct Line {
  std::string bytes = {};
  Note note = {};
  bool is_note = false;
  bool is_marker = false;
  bool waited = false;  ///< it was written as waiting
  State state = State::open;
  std::string holder = {};  ///< id of the record
  size_t since = 0;         ///< the number of the line that made it so
};

struct Lines {
  std::vector<Line> lines = {};
  bool torn = false;
  size_t unreadable = 0;
  bool cut = false;  ///< there are older ones, too many to be read
};

constexpr size_t kMostJournalBytes = 16u << 20;

bool is_marker(const std::string& kind) {
  return kind == "folded" || kind == "opened" || kind == "undone";
}

constexpr const char* kOrigin = "origin";
constexpr const char* kSeal = "seal";

/// What the user's seal is set under.
std::string sealed_text(const Note& note) {
  return "note " + std::string(word_of(note.origin)) + " " +
         formats::write_json_line(formats::note_to_json(note));
}

/// A line that this user's program did not write is a stranger's: a repository can be copied whole.
model::Origin origin_in(const Json& line, Note note) {
  const Json& told = field(line, kOrigin);
  note.origin = told.is_null() ? model::Origin::mine
                               : model::origin_of(text_of(told)).value_or(model::Origin::stranger);
  return is_sealed(sealed_text(note), text_of(field(line, kSeal))) ? note.origin
                                                                   : model::Origin::stranger;
}

/// Carries out what a marker says about the lines before it.
void apply_marker(std::vector<Line>& lines, const std::map<std::string, size_t>& by_id,
                  const std::string& kind, const Json& object) {
  for (const Json& id : formats::items_of(field(object, "notes"))) {
    auto found = by_id.find(text_of(id));
    if (found == by_id.end() || lines[found->second].state == State::gone)
      continue;
    Line& line = lines[found->second];
    line.state = kind == "opened" ? State::open : kind == "folded" ? State::held : State::gone;
    line.holder = line.state == State::held ? text_of(field(object, "record")) : "";
    line.since = lines.size();
  }
}

Lines read_lines(const std::string& file) {
  Lines read;
  FileEnd end = read_file_end(file, kMostJournalBytes);
  const std::string bytes = std::move(end.text);
  read.cut = end.cut;
  read.unreadable = end.cut ? 1 : 0;
  read.torn = !bytes.empty() && bytes.back() != '\n';
  std::vector<std::string> texts = split_lines(bytes);
  if (read.torn)
    texts.pop_back();
  std::map<std::string, size_t> by_id;
  for (std::string& text : texts) {
    if (text.empty())
      continue;
    Line line;
    try {
      Json object = formats::parse_json(text, "the journal");
      std::string kind = text_of(field(object, "kind"));
      if (std::optional<Note> note = formats::note_from_json(object)) {
        note->origin = origin_in(object, *note);
        line.note = std::move(*note);
        line.is_note = true;
        line.since = read.lines.size();
        line.waited = formats::flag_of(field(object, "waiting"));
        line.state = line.waited ? State::waiting : State::open;
        by_id[line.note.id] = read.lines.size();
      } else if (is_marker(kind)) {
        line.note.time = text_of(field(object, "time"));
        line.is_marker = true;
        apply_marker(read.lines, by_id, kind, object);
      } else {
        ++read.unreadable;
      }
    } catch (const Failure&) {
      // A line that was cut off and followed by others.
      ++read.unreadable;
    }
    line.bytes = std::move(text);
    read.lines.push_back(std::move(line));
  }
  return read;
}

void append_marker(const std::string& file, const char* kind, const std::string& record,
                   const std::vector<std::string>& ids) {
  Json line = Json::object();
  line["time"] = to_rfc3339(now());
  line["kind"] = kind;
  if (!record.empty())
    line["record"] = record;
  if (!ids.empty())
    line["notes"] = ids;
  append_lines(file, formats::write_json_line(line) + "\n", Durability::synced);
}

}  // namespace

Journal read_journal(const std::string& file) {
  Lines read = read_lines(file);
  Journal journal{.torn = read.torn, .unreadable = read.unreadable, .file = file};
  for (Line& line : read.lines) {
    if (!line.is_note || line.state == State::waiting)
      continue;
    if (line.state == State::open) {
      journal.notes.push_back(std::move(line.note));
    } else {
      journal.closed.push_back(std::move(line.note));
      journal.holders.push_back(std::move(line.holder));
    }
  }
  return journal;
}

namespace {

std::string common_dir_of(const Journal& journal) {
  return parent_path(parent_path(parent_path(journal.file)));
}

/// Only looked for where there are notes under other names.
std::vector<std::string> former_names(const Journal& journal, const std::string& label) {
  bool others = std::any_of(journal.notes.begin(), journal.notes.end(), [&](const Note& note) {
    return note.branch != label && note.branch != "HEAD";
  });
  if (!others || journal.file.empty())
    return {};
  return git::earlier_names(common_dir_of(journal), label);
}

/// The commits of a detached HEAD from which one of these branches was made.
std::vector<std::string> commits_behind(const Journal& journal,
                                        const std::vector<std::string>& names) {
  bool detached = std::any_of(journal.notes.begin(), journal.notes.end(),
                              [](const Note& note) { return note.branch == "HEAD"; });
  if (!detached || journal.file.empty())
    return {};
  const std::string common = common_dir_of(journal);
  std::string worktree = base_name(journal.file);
  const bool is_main = worktree == "main.jsonl";
  worktree.resize(worktree.rfind('.'));
  worktree = worktree.substr(0, worktree.find('~'));  // as Layout::worktree_name() says
  const std::string git_dir = is_main ? common : join_path(common, "worktrees/" + worktree);
  std::vector<std::string> commits;
  for (const std::string& name : names)
    for (std::string& commit : git::detached_before(git_dir, common, name))
      commits.push_back(std::move(commit));
  return commits;
}

}  // namespace

std::vector<Note> notes_for(const Journal& journal, const std::string& label) {
  std::vector<std::string> names = former_names(journal, label);
  names.push_back(label);
  std::vector<std::string> commits;
  if (label != "HEAD")
    commits = commits_behind(journal, names);
  auto holds = [](const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  std::vector<Note> notes;
  std::copy_if(
      journal.notes.begin(), journal.notes.end(), std::back_inserter(notes), [&](const Note& note) {
        return holds(names, note.branch) || (note.branch == "HEAD" && holds(commits, note.head));
      });
  return notes;
}

namespace {

void append(const std::string& file, std::span<Note> notes, bool waiting) {
  if (notes.empty())
    return;
  std::string lines;
  std::string time = to_rfc3339(now());
  for (Note& note : notes) {
    if (note.id.empty())
      note.id = "n-" + random_hex(4);
    if (note.time.empty())
      note.time = time;
    Json line = formats::note_to_json(note);
    if (note.origin != model::Origin::mine)
      line[kOrigin] = word_of(note.origin);
    if (std::string proof = seal(sealed_text(note)); !proof.empty())
      line[kSeal] = proof;
    if (waiting)
      line["waiting"] = true;
    lines += formats::write_json_line(line) + "\n";
  }
  fault_point("journal-append");
  append_lines(file, lines, Durability::synced);
}

std::vector<std::string> ids_of(const std::vector<Note>& notes) {
  std::vector<std::string> ids;
  for (const Note& note : notes)
    ids.push_back(note.id);
  return ids;
}

}  // namespace

void append_notes(const std::string& file, std::span<Note> notes) { append(file, notes, false); }

JournalMove write_waiting(const std::string& file, std::vector<Note> notes,
                          const std::string& record_id) {
  append(file, notes, true);
  return {.opens = true, .record = record_id, .notes = ids_of(notes)};
}

std::string journal_of(const git::Layout& layout, const JournalMove& move) {
  return move.worktree.empty()
             ? layout.journal_file()
             : join_path(layout.shared_dir(), "journal/" + move.worktree + ".jsonl");
}

void undo_notes(const std::string& file, const std::vector<std::string>& ids) {
  if (!ids.empty())
    append_marker(file, "undone", "", ids);
}

void move_notes(const std::string& file, const JournalMove& move) {
  if (!move.notes.empty())
    append_marker(file, move.opens ? "opened" : "folded", move.record, move.notes);
}

void compact_journal(const std::string& file, int64_t before) {
  UniqueFd lock = lock_log(file);
  if (!lock)
    return;
  Lines read = read_lines(file);
  if (read.cut)
    return;  // what was not looked at is not dropped
  auto is_old = [&](const Line& line) {
    std::optional<ParsedTime> time = parse_time(line.note.time);
    return time && time->time < before;
  };
  // Markers go from the oldest on: none may be left whose later one is gone.
  size_t first_kept = 0;
  while (first_kept < read.lines.size() &&
         (!read.lines[first_kept].is_marker || is_old(read.lines[first_kept])))
    ++first_kept;
  std::string kept;
  bool dropped = false;
  for (size_t i = 0; i < read.lines.size(); ++i) {
    const Line& line = read.lines[i];
    bool closed = line.is_note && line.state != State::open && line.since < first_kept &&
                  is_old(read.lines[line.since]);
    if (closed || (line.is_marker && i < first_kept)) {
      dropped = true;
      continue;
    }
    if (line.waited && line.state == State::open) {  // what opened it may be gone
      Json opened = formats::parse_json(line.bytes, file);
      opened.erase("waiting");
      kept += formats::write_json_line(opened) + "\n";
    } else {
      kept += line.bytes + "\n";
    }
  }
  if (dropped)
    write_file_atomic(file, kept, Durability::synced);
}

}  // namespace handoff::ops

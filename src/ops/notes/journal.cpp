#include "ops/notes/journal.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
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
enum class State { open, folded, gone };

struct Line {
  std::string bytes = {};
  Note note = {};
  bool is_note = false;
  State state = State::open;
  std::string folded_into = {};  ///< commit
  std::string marked = {};  ///< time of the line that closed it; of the line itself for markers
};

struct Lines {
  std::vector<Line> lines = {};
  bool torn = false;
  size_t unreadable = 0;
};

std::vector<std::string> ids_in(const Json& object) {
  std::vector<std::string> ids;
  for (const Json& id : formats::items_of(field(object, "notes")))
    ids.push_back(text_of(id));
  return ids;
}

/// Carries out what a marker says about the lines before it.
void apply_marker(std::vector<Line>& lines, const std::map<std::string, size_t>& by_id,
                  const std::string& kind, const Json& object) {
  std::string time = text_of(field(object, "time"));
  auto close = [&](Line& line, State state) {
    line.state = state;
    line.marked = time;
  };
  if (kind == "folded" || kind == "undone") {
    for (const std::string& id : ids_in(object)) {
      auto found = by_id.find(id);
      if (found == by_id.end())
        continue;
      Line& line = lines[found->second];
      close(line, kind == "folded" ? State::folded : State::gone);
      line.folded_into = text_of(field(object, "record"));
    }
    return;
  }
  std::string record = text_of(field(object, "record"));
  for (Line& line : lines) {
    if (kind == "unfolded" && line.state == State::folded && line.folded_into == record)
      line.state = State::open;
    if (kind == "withdrawn" && line.is_note && line.state == State::open &&
        line.note.carried_from == record)
      close(line, State::gone);
  }
}

Lines read_lines(const std::string& file) {
  Lines read;
  std::string bytes = read_file(file).value_or("");
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
        line.note = std::move(*note);
        line.is_note = true;
        by_id[line.note.id] = read.lines.size();
      } else if (kind == "folded" || kind == "undone" || kind == "unfolded" ||
                 kind == "withdrawn") {
        line.marked = text_of(field(object, "time"));
        line.state = State::gone;
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
  for (Line& line : read.lines)
    if (line.is_note && line.state == State::open)
      journal.notes.push_back(std::move(line.note));
  return journal;
}

namespace {

/// Only looked for where there are notes under other names.
std::vector<std::string> former_names(const Journal& journal, const std::string& label) {
  bool others = std::any_of(journal.notes.begin(), journal.notes.end(), [&](const Note& note) {
    return note.branch != label && note.branch != "HEAD";
  });
  if (!others || journal.file.empty())
    return {};
  return git::earlier_names(parent_path(parent_path(parent_path(journal.file))), label);
}

}  // namespace

std::vector<Note> notes_for(const Journal& journal, const std::string& label) {
  std::vector<std::string> names = former_names(journal, label);
  names.push_back(label);
  std::vector<Note> notes;
  std::copy_if(journal.notes.begin(), journal.notes.end(), std::back_inserter(notes),
               [&](const Note& note) {
                 return std::find(names.begin(), names.end(), note.branch) != names.end();
               });
  return notes;
}

void append_notes(const std::string& file, std::span<Note> notes) {
  if (notes.empty())
    return;
  std::string lines;
  std::string time = to_rfc3339(now());
  for (Note& note : notes) {
    if (note.id.empty())
      note.id = "n-" + random_hex(4);
    if (note.time.empty())
      note.time = time;
    lines += formats::write_json_line(formats::note_to_json(note)) + "\n";
  }
  fault_point("journal-append");
  append_lines(file, lines, Durability::synced);
}

void undo_notes(const std::string& file, const std::vector<std::string>& ids) {
  if (!ids.empty())
    append_marker(file, "undone", "", ids);
}

void mark_folded(const std::string& file, const std::vector<Note>& notes,
                 const std::string& commit) {
  std::vector<std::string> ids;
  for (const Note& note : notes)
    ids.push_back(note.id);
  if (!ids.empty())
    append_marker(file, "folded", commit, ids);
}

void unmark_folded(const std::string& file, const std::string& commit) {
  Lines read = read_lines(file);
  bool any = std::any_of(read.lines.begin(), read.lines.end(), [&](const Line& line) {
    return line.state == State::folded && line.folded_into == commit;
  });
  if (any)
    append_marker(file, "unfolded", commit, {});
}

void fold_again(const std::string& file, const std::string& commit) {
  std::vector<std::string> ids;
  for (const Line& line : read_lines(file).lines)
    if (line.is_note && line.state == State::open && line.folded_into == commit)
      ids.push_back(line.note.id);
  if (!ids.empty())
    append_marker(file, "folded", commit, ids);
}

std::vector<Note> carry_over(const std::string& file, const Json& retired_record,
                             const std::string& record_id, const std::string& label,
                             const std::string& head) {
  Journal journal = read_journal(file);
  for (const Note& note : journal.notes)
    if (note.carried_from == record_id)
      return {};
  std::vector<Note> notes = notes_from_open(retired_record, record_id);
  for (Note& note : notes) {
    note.branch = label;
    note.head = head;
  }
  append_notes(file, notes);
  return notes;
}

void withdraw_carried(const std::string& file, const std::string& record_id) {
  Journal journal = read_journal(file);
  bool any = std::any_of(journal.notes.begin(), journal.notes.end(),
                         [&](const Note& note) { return note.carried_from == record_id; });
  if (any)
    append_marker(file, "withdrawn", record_id, {});
}

void compact_journal(const std::string& file, int64_t before) {
  UniqueFd lock = lock_log(file);
  if (!lock)
    return;
  Lines read = read_lines(file);
  std::string kept;
  bool dropped = false;
  for (const Line& line : read.lines) {
    std::optional<ParsedTime> marked = parse_time(line.marked);
    bool old = marked && marked->time < before;
    // A marker stays while a line it speaks of may: both carry the marker's time.
    if (line.state != State::open && old)
      dropped = true;
    else
      kept += line.bytes + "\n";
  }
  if (dropped)
    write_file_atomic(file, kept, Durability::synced);
}

}  // namespace handoff::ops

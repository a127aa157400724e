#include "ops/notes/journal.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/clock.hpp"
#include "base/clone_seal.hpp"
#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/file_end.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/note.hpp"
#include "formats/record/values.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/worktrees.hpp"

namespace handoff::ops {

namespace {

using formats::field;
using formats::text_of;
using model::Note;

/// Where a note is in its life.
enum class NoteState { waiting, open, held, gone, moved };

struct Line {
  std::string bytes = {};
  Note note = {};
  bool is_note = false;
  bool is_marker = false;
  bool waited = false;  ///< it was written as waiting
  NoteState state = NoteState::open;
  std::string holder = {};  ///< id of the record
  size_t since = 0;         ///< the number of the line that made it so
};

struct Lines {
  std::vector<Line> lines = {};
  bool torn = false;
  size_t unreadable = 0;
  bool cut = false;  ///< there are older ones, too many to be read
};

// What is written is readable again: items that a record leaves open end before the notes of a
// person do, and these before what says where each of them is.
constexpr size_t kMostJournalBytes = 16u << 20;
constexpr size_t kMostNotedBytes = 15u << 20;
constexpr size_t kMostCarriedBytes = 12u << 20;
constexpr size_t kMostCompactedBytes = 64u << 20;  // of one that came to be longer all the same

bool is_marker(const std::string& kind) {
  return kind == "folded" || kind == "opened" || kind == "undone" || kind == "moved";
}

constexpr const char* kOrigin = "origin";
constexpr const char* kSeal = "seal";

/// What the user's seal is set under.
std::string sealed_note(const Note& note) {
  return "note " + std::string(word_of(note.origin)) + " " +
         formats::write_json_line(formats::note_to_json(note));
}

/// A line that this user's program did not write is a stranger's: a repository can be copied whole.
model::Origin origin_in(const std::string& file, const Json& line, Note note) {
  const Json& told = field(line, kOrigin);
  note.origin = told.is_null() ? model::Origin::mine
                               : model::origin_of(text_of(told)).value_or(model::Origin::stranger);
  return is_sealed_in(file, sealed_note(note), text_of(field(line, kSeal)))
             ? note.origin
             : model::Origin::stranger;
}

/// The item of a carried note that is its text alone is not written down twice.
bool is_item_left_out(const Json& line) {
  const std::string kind = text_of(field(line, "kind"));
  return !field(line, "carried_from").is_null() && kind != "context" && kind != "done";
}

void leave_item_out(Json& line) {
  if (is_item_left_out(line) && field(line, "item") == field(line, "text"))
    line.erase("item");
}

std::optional<Note> note_in(Json line) {
  if (is_item_left_out(line) && field(line, "item").is_null())
    line["item"] = field(line, "text");
  return formats::note_from_json(line);
}

/// Carries out what a marker says about the lines before it.
void apply_marker(std::vector<Line>& lines, const std::map<std::string, size_t>& by_id,
                  const std::string& kind, const Json& object) {
  for (const Json& id : formats::items_of(field(object, "notes"))) {
    auto found = by_id.find(text_of(id));
    if (found == by_id.end() || lines[found->second].state >= NoteState::gone)
      continue;
    Line& line = lines[found->second];
    line.state = kind == "opened"   ? NoteState::open
                 : kind == "folded" ? NoteState::held
                 : kind == "moved"  ? NoteState::moved
                                    : NoteState::gone;
    line.holder = line.state == NoteState::held ? text_of(field(object, "record")) : "";
    line.since = lines.size();
  }
}

/// Nothing of a line that was cut off and followed by others.
std::optional<Json> parsed(const std::string& line) {
  try {
    return formats::parse_json(line, "the journal");
  } catch (const Failure&) {
    return std::nullopt;
  }
}

Lines read_lines(const std::string& file, size_t most = kMostJournalBytes) {
  Lines read;
  std::vector<std::string> texts;
  {
    const FileEnd end = read_file_end(file, most);
    read.cut = end.cut;
    read.torn = !end.text.empty() && end.text.back() != '\n';
    texts = split_lines(end.text);
  }
  if (read.torn)
    texts.pop_back();
  std::map<std::string, size_t> by_id;
  for (std::string& text : texts) {
    if (text.empty())
      continue;
    Line line;
    const std::optional<Json> object = parsed(text);
    const std::string kind = object ? text_of(field(*object, "kind")) : "";
    if (std::optional<Note> note = object ? note_in(*object) : std::nullopt) {
      note->origin = origin_in(file, *object, *note);
      line.note = std::move(*note);
      line.is_note = true;
      line.since = read.lines.size();
      line.waited = formats::flag_of(field(*object, "waiting"));
      line.state = line.waited ? NoteState::waiting : NoteState::open;
      auto [known, is_new] = by_id.try_emplace(line.note.id, read.lines.size());
      if (!is_new && read.lines[known->second].bytes == text) {  // it was here before
        if (NoteState& state = read.lines[known->second].state; state == NoteState::moved)
          state = NoteState::open;
        continue;
      }
      known->second = read.lines.size();
    } else if (is_marker(kind)) {
      line.note.time = text_of(field(*object, "time"));
      line.is_marker = true;
      apply_marker(read.lines, by_id, kind, *object);
    } else {
      ++read.unreadable;
    }
    line.bytes = std::move(text);
    read.lines.push_back(std::move(line));
  }
  return read;
}

std::vector<std::string> ids_of(const std::vector<Note>& notes) {
  return vector_of(notes, &Note::id);
}

/// A line of an open note that is one for itself: what opened it may be gone.
std::string open_line(const Line& line, const std::string& file) {
  if (!line.waited)
    return line.bytes;
  Json opened = formats::parse_json(line.bytes, file);
  opened.erase("waiting");
  return formats::write_json_line(opened);
}

size_t size_of(const std::string& file) {
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  return none ? 0 : static_cast<size_t>(size);
}

/// How many bytes there are before it has as many.
size_t room_in(const std::string& file, size_t most, size_t wanted) {
  if (size_of(file) + wanted > most)
    compact_journal(file, 0);
  return most - std::min(most, size_of(file));
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
  const std::string bytes = formats::write_json_line(line) + "\n";
  room_in(file, kMostJournalBytes, bytes.size());
  append_lines(file, bytes, Durability::synced);
}

}  // namespace

namespace {

Journal read_anew(const std::string& file) {
  Lines read = read_lines(file);
  Journal journal{.torn = read.torn, .cut = read.cut, .unreadable = read.unreadable, .file = file};
  for (Line& line : read.lines) {
    if (!line.is_note || line.state == NoteState::waiting || line.state == NoteState::moved)
      continue;
    if (line.state == NoteState::open) {
      journal.notes.push_back(std::move(line.note));
    } else {
      journal.closed.push_back(std::move(line.note));
      journal.holders.push_back(std::move(line.holder));
    }
  }
  return journal;
}

/// The journal that was read last: a command asks for it at each of its steps, and most often
/// nothing has been written meanwhile.
struct LastRead {
  std::mutex mutex = {};
  struct stat of = {};
  std::shared_ptr<const Journal> journal = {};

  bool is(const std::string& file, const struct stat& now) const {
    return journal && journal->file == file && now.st_dev == of.st_dev && now.st_ino == of.st_ino &&
           now.st_size == of.st_size && now.st_mtim.tv_sec == of.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == of.st_mtim.tv_nsec;
  }
};

}  // namespace

Journal read_journal(const std::string& file) {
  static LastRead last;
  struct stat now {};
  if (stat(file.c_str(), &now) != 0)
    return {.file = file};
  const std::lock_guard<std::mutex> lock(last.mutex);
  if (!last.is(file, now)) {
    last.journal = std::make_shared<const Journal>(read_anew(file));
    last.of = now;
  }
  return *last.journal;
}

std::string worktree_of_journal(const std::string& file) {
  const std::string name = base_name(file);
  return name.substr(0, name.rfind('.'));
}

namespace {

std::string common_dir_of(const Journal& journal) {
  return parent_path(parent_path(parent_path(journal.file)));
}

/// The git directory of the worktree that a journal is of, as Layout::worktree_name() says.
std::string git_dir_of(const Journal& journal) {
  return git::git_dir_of_worktree(common_dir_of(journal), worktree_of_journal(journal.file));
}

/// The notes under other names that went along with the changes when the branch was made.
std::vector<git::LeftFor> brought_along(const Journal& journal, std::vector<std::string> names) {
  constexpr size_t kMostHops = 8;
  std::vector<git::LeftFor> brought;
  while (brought.size() < kMostHops && names.back() != "HEAD") {
    std::optional<git::LeftFor> left =
        git::left_for(git_dir_of(journal), common_dir_of(journal), names);
    if (!left)
      break;
    names = {left->label};
    brought.push_back(std::move(*left));
  }
  return brought;
}

bool was_left(const git::LeftFor& left, const Note& note) {
  const std::optional<ParsedTime> made = parse_time(note.time);
  const bool then =
      left.label == "HEAD" || (made && made->time <= left.time && made->time >= left.since);
  return note.branch == left.label && then && in_list(left.commits, note.head);
}

}  // namespace

std::string notes_label(const std::string& git_dir, const std::string& common_dir,
                        const std::string& label) {
  const std::string branch =
      label == "HEAD" ? git::branch_in_operation(git_dir, common_dir) : std::string();
  return branch.empty() ? label : branch;
}

std::string notes_label(const git::Repository& repository) {
  const git::Layout& layout = repository.layout();
  return notes_label(layout.git_dir, layout.common_dir, repository.head().label());
}

std::vector<Note> notes_for(const Journal& journal, const std::string& label) {
  if (journal.notes.empty() || journal.file.empty()) {
    std::vector<Note> notes = journal.notes;
    std::erase_if(notes, [&](const Note& note) { return note.branch != label; });
    return notes;
  }
  const std::string common = common_dir_of(journal);
  std::vector<std::string> names = {label}, had;
  std::vector<git::LeftFor> brought;
  const bool others =
      std::ranges::any_of(journal.notes, [&](const Note& note) { return note.branch != label; });
  if (others) {  // else nobody asks for other names
    names.back() = notes_label(git_dir_of(journal), common, label);
    for (std::string& name : git::earlier_names(common, names.back()))
      names.insert(names.begin(), std::move(name));
    for (git::NameHad& name : git::names_had(common, names.back()))
      had.push_back(std::move(name.name));
    brought = brought_along(journal, names);
  }
  const auto is_among = [](const std::vector<std::string>& all, const std::string& name) {
    return in_list(all, name);
  };
  const std::string& branch = names.back();
  const int64_t since = git::named_since(common, branch);
  std::map<std::pair<std::string, Seconds>, bool> asked;
  const auto was_made_here = [&](const Note& note) {
    const bool has_name = note.branch == branch;
    if (note.branch == label && !has_name)
      return true;
    if (!has_name && is_among(names, note.branch))
      return true;
    const std::optional<ParsedTime> made = parse_time(note.time);
    if (!has_name && (!made || !is_among(had, note.branch)))
      return false;
    if (!made || branch == "HEAD" || (has_name && since < made->time))
      return true;
    const auto [known, is_new] = asked.try_emplace({note.branch, made->time});
    if (is_new)
      known->second = git::named_then(common, note.branch, made->time) == branch;
    return known->second;
  };
  std::vector<Note> notes;
  std::ranges::copy_if(journal.notes, std::back_inserter(notes), [&](const Note& note) {
    return was_made_here(note) || std::ranges::any_of(brought, [&](const git::LeftFor& left) {
             return was_left(left, note);
           });
  });
  return notes;
}

namespace {

/// The open notes of a journal for a branch, as its lines.
std::string lines_of(const std::string& file, const std::vector<Note>& notes) {
  std::string lines;
  const std::set<std::string> ids = set_of(notes, &Note::id);
  for (const Line& line : read_lines(file).lines)
    if (line.is_note && line.state == NoteState::open && ids.contains(line.note.id))
      lines += open_line(line, file) + "\n";
  return lines;
}

}  // namespace

std::vector<std::string> journals_beside(const std::string& file) {
  std::vector<std::string> files;
  const std::string folder = parent_path(file);
  for (const std::string& name : list_folder(folder))
    if (name.ends_with(".jsonl") && name != base_name(file))
      files.push_back(join_path(folder, name));
  return files;
}

void bring_notes_here(const std::string& file, const std::string& label) {
  if (label == "HEAD")
    return;
  for (const std::string& other : journals_beside(file)) {
    const Journal journal = read_journal(other);
    std::optional<git::PeekedRepository> there;
    if (!journal.notes.empty() && is_folder(git_dir_of(journal)))
      there = git::peek_git_dir(git_dir_of(journal));
    else if (!journal.notes.empty())
      there.emplace();
    if (!there || notes_label(there->git_dir, there->common_dir, there->label()) == label)
      continue;
    const std::vector<Note> notes = notes_for(journal, label);
    if (notes.empty())
      continue;
    try {
      const std::string lines = lines_of(other, notes);
      if (lines.size() > room_in(file, kMostNotedBytes, lines.size()))
        continue;
      append_lines(file, lines, Durability::synced);
    } catch (const Failure&) {
      return;
    }
    fault_point("journal-brought");
    append_marker(other, "moved", "", ids_of(notes));
  }
}

void bring_notes_here(const git::Repository& repository) {
  const std::string file = repository.layout().journal_file();
  if (!journals_beside(file).empty())
    bring_notes_here(file, notes_label(repository));
}

namespace {

std::string line_of(const std::string& file, const Note& note, bool waiting) {
  Json line = formats::note_to_json(note);
  leave_item_out(line);
  if (note.origin != model::Origin::mine)
    line[kOrigin] = word_of(note.origin);
  if (std::string proof = seal_in(file, sealed_note(note)); !proof.empty())
    line[kSeal] = proof;
  if (waiting)
    line["waiting"] = true;
  return formats::write_json_line(line) + "\n";
}

/// In the second in which a branch is given a name, that is still the name of another: what is
/// noted on it then is dated behind that.
bool is_named_just_now(const std::string& file, const std::string& branch, Seconds time) {
  return !branch.empty() && branch != "HEAD" &&
         git::named_then(common_dir_of({.file = file}), branch, time) != branch;
}

std::vector<std::string> lines_of_new(const std::string& file, std::span<Note> notes,
                                      bool waiting) {
  constexpr size_t kFew = 100, kShort = 4, kLong = 8;
  const Seconds time = now();
  std::map<std::string, std::string> times;  // by branch
  // People type them; but of fifty thousand short ones two are the same.
  const size_t id_bytes = notes.size() <= kFew ? kShort : kLong;
  std::vector<std::string> lines;
  for (Note& note : notes) {
    if (note.id.empty())
      note.id = "n-" + random_hex(id_bytes);
    if (note.time.empty()) {
      std::string& told = times[note.branch];
      if (told.empty())
        told = to_rfc3339(time + (is_named_just_now(file, note.branch, time) ? 1 : 0));
      note.time = told;
    }
    lines.push_back(line_of(file, note, waiting));
  }
  return lines;
}

void append_bytes_of(const std::string& file, std::span<const std::string> lines) {
  if (lines.empty())
    return;
  fault_point("journal-append");
  append_lines(file, join({lines.begin(), lines.end()}, ""), Durability::synced);
}

}  // namespace

void append_notes(const std::string& file, std::span<Note> notes) {
  if (notes.empty())
    return;
  const std::vector<std::string> lines = lines_of_new(file, notes, false);
  size_t bytes = 0;
  for (const std::string& line : lines)
    bytes += line.size();
  if (bytes > room_in(file, kMostNotedBytes, bytes))
    fail("the journal of notes is full: '" + file + "'",
         {"a pause takes its notes in, and 'git handoff gc' removes those after handoff.keepDays"});
  append_bytes_of(file, lines);
}

JournalMove write_waiting(const std::string& file, std::vector<Note> notes,
                          const std::string& record_id) {
  std::vector<std::string> lines = lines_of_new(file, notes, true);
  size_t wanted = 0, fit = 0;
  for (const std::string& line : lines)
    wanted += line.size();
  for (size_t room = room_in(file, kMostCarriedBytes, wanted);
       fit < lines.size() && lines[fit].size() <= room; ++fit)
    room -= lines[fit].size();
  const size_t stay = lines.size() - fit;
  lines.resize(fit);
  notes.resize(fit);
  append_bytes_of(file, lines);
  return {.opens = true, .record = record_id, .notes = ids_of(notes), .stay = stay};
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

namespace {

/// By the number of a marker: the notes that are closed because of it.
std::vector<std::vector<std::string>> ids_moved_by(const std::vector<Line>& lines) {
  std::vector<std::vector<std::string>> moved(lines.size());
  for (const Line& line : lines)
    if (line.is_note && line.state != NoteState::open && line.state != NoteState::waiting)
      moved[line.since].push_back(line.note.id);
  return moved;
}

/// A marker without the notes that a later one speaks of, too; nothing where none are left.
std::string marker_of(const Line& line, const std::vector<std::string>& ids,
                      const std::string& file) {
  if (ids.empty())
    return {};
  Json marker = formats::parse_json(line.bytes, file);
  marker["notes"] = ids;
  return formats::write_json_line(marker);
}

}  // namespace

void compact_journal(const std::string& file, int64_t before,
                     const std::function<bool(const std::string&)>& is_gone) {
  UniqueFd lock = lock_log(file);
  if (!lock)
    return;
  Lines read = read_lines(file, kMostCompactedBytes);
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
  for (Line& line : read.lines)
    if (is_gone && line.state == NoteState::held && is_gone(line.holder))
      line = {};
  const std::vector<std::vector<std::string>> moved = ids_moved_by(read.lines);
  std::string kept;
  bool dropped = false;
  for (size_t i = 0; i < read.lines.size(); ++i) {
    const Line& line = read.lines[i];
    bool closed = line.is_note && line.state != NoteState::open && line.since < first_kept &&
                  is_old(read.lines[line.since]);
    std::string bytes = line.is_marker                  ? marker_of(line, moved[i], file)
                        : line.state == NoteState::open ? open_line(line, file)
                                                        : line.bytes;
    if (closed || bytes.empty() || (line.is_marker && i < first_kept)) {
      dropped = true;
      continue;
    }
    dropped = dropped || bytes != line.bytes;
    kept += bytes + "\n";
  }
  fault_point("journal-compacting");
  if (dropped)
    write_file_atomic(file, kept, Durability::synced);
}

}  // namespace handoff::ops

// Decoders of what git and this tool keep: objects, refs, the index, the journal, answers of git.

#include <cstdlib>
#include <filesystem>

#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/index/index_edit.hpp"
#include "git/index/index_file.hpp"
#include "git/objects/binary.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/packed_refs.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/status.hpp"
#include "ops/notes/journal.hpp"
#include "ops/setup/jsonc.hpp"
#include "ops/setup/marked_block.hpp"
#include "targets.hpp"

namespace handoff::fuzz {

namespace {

/// A folder for the decoders that read a file; it goes away with the process.
class Folder {
 public:
  Folder() {
    const char* place = std::getenv("TMPDIR");
    x_path = join_path(place != nullptr ? place : "/tmp", "handoff-fuzz.XXXXXX");
    if (mkdtemp(x_path.data()) == nullptr)
      fail("cannot create '" + x_path + "'");
  }
  ~Folder() { remove_tree(x_path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return x_path; }
  std::string put(const std::string& name, std::string_view bytes) const {
    std::string file = join_path(x_path, name);
    remove_file(file);
    append_file(file, bytes, Durability::none);
    return file;
  }

 private:
  std::string x_path;
};

const Folder& folder() {
  static const Folder kFolder;
  return kFolder;
}

void index_file(std::string_view bytes) {
  for (size_t digits : {size_t{40}, size_t{64}})
    if (auto entries = git::parse_index(bytes, digits, [](const git::IndexEntry&) { return true; }))
      for (const git::IndexEntry& entry : *entries)
        must(entry.oid.size() == digits, "an entry has a whole object id");
}

void index_entries(std::string_view bytes) {
  try {
    std::vector<git::IndexEntry> entries = git::decode_entries(bytes);
    std::string text = git::encode_entries(entries);
    must(git::encode_entries(git::decode_entries(text)) == text, "index entries are read again");
    for (const git::IndexEntry& entry : entries)
      must(!entry.path.starts_with('/') && !contains("/" + entry.path + "/", "/../"),
           "a path lies in the tree");
  } catch (const Failure&) {
  }
}

void commit(std::string_view bytes) {
  if (std::optional<git::Commit> commit = git::parse_commit(bytes)) {
    must(git::parse_commit(git::serialize_commit(*commit)).has_value(), "a commit is read again");
    for (const std::string& parent : commit->parents)
      must(parent.find_first_not_of("0123456789abcdef") == std::string::npos,
           "a parent is an object id");
    for (const char* name : {"Handoff-Id", "Handoff-Branch", "Handoff-Base"})
      git::trailer(commit->message, name);
    git::subject_of(commit->message);
    git::person_of(commit->author);
    git::time_of(commit->committer);
  }
}

void tree(std::string_view bytes) {
  for (size_t digits : {size_t{40}, size_t{64}}) {
    try {
      std::vector<git::TreeEntry> entries = git::parse_tree(bytes, digits);
      must(git::parse_tree(git::serialize_tree(entries), digits).size() == entries.size(),
           "a tree is read again");
    } catch (const Failure&) {
    }
  }
}

void packed_refs(std::string_view bytes) {
  // As git does it: a new file, for what is mapped must not change.
  std::filesystem::remove(join_path(folder().path(), "packed-refs"));
  folder().put("packed-refs", bytes);
  std::shared_ptr<const git::PackedRefs> refs = git::PackedRefs::open(folder().path());
  if (!refs)
    return;
  for (const char* prefix : {"", "refs/handoffs/active/main/", "refs/heads/"})
    for (auto next : {git::PackedRefs::Next::go_on, git::PackedRefs::Next::skip_siblings_below})
      refs->each_under(prefix, [&](const git::PackedRefs::Entry& entry) {
        must(entry.name.starts_with(prefix), "a ref lies below what was asked for");
        return next;
      });
  git::peek_records(folder().path(), "main");
  git::peek_ref(folder().path(), "refs/heads/main");
}

/// HEAD and config of a repository, parted by a NUL.
void repository(std::string_view bytes) {
  size_t cut = std::min(bytes.find('\0'), bytes.size());
  std::string git_dir = join_path(folder().path(), "repo/.git");
  make_folders(join_path(git_dir, "refs"));
  make_folders(join_path(git_dir, "objects"));
  folder().put("repo/.git/HEAD", bytes.substr(0, cut));
  folder().put("repo/.git/config", bytes.substr(std::min(cut + 1, bytes.size())));
  git::peek_repository(join_path(folder().path(), "repo"));
}

void journal(std::string_view bytes) {
  std::string file = folder().put("journal.jsonl", bytes);
  ops::Journal journal = ops::read_journal(file);
  ops::notes_for(journal, "main");
  ops::compact_journal(file, 4'000'000'000);
  must(ops::read_journal(file).notes.size() == journal.notes.size(),
       "what is open survives the compaction");
}

void status(std::string_view bytes) {
  try {
    git::parse_status(std::string(bytes), std::string(bytes));
  } catch (const Failure&) {
  }
}

void history(std::string_view bytes) {
  git::parse_log(bytes);
  git::read_patch(bytes);
  git::changed_lines(bytes);
  git::RewriteMap map(bytes);
  map.follow(std::string(40, 'a'));
  map.merged(std::string(40, 'a'));
  map.starting_with("aaaa");
}

void try_children(const std::string& text, const ops::JsoncNode& node, bool top) {
  if (node.kind != ops::JsoncNode::Kind::other) {
    std::string item = node.kind == ops::JsoncNode::Kind::object ? "\"added\": 1" : "\"added\"";
    std::string more = ops::with_child(text, node, item);
    must(ops::parse_jsonc(more).has_value(), "a text with one more child is JSON");
    for (size_t i = 0; i < node.children.size(); ++i)
      must(ops::parse_jsonc(ops::without_child(text, node, i)).has_value(),
           "a text with one child less is JSON");
  }
  if (top)
    for (const ops::JsoncNode& child : node.children)
      try_children(text, child, false);
}

void jsonc(std::string_view bytes) {
  if (bytes.size() > 4096)
    return;
  if (std::optional<ops::JsoncNode> node = ops::parse_jsonc(bytes))
    try_children(std::string(bytes), *node, true);
}

void marked_block(std::string_view bytes) {
  std::string text(bytes);
  if (ops::find_block(text).state != ops::BlockState::absent)
    return;
  std::string block =
      std::string(ops::kBlockBegin) + "\nline\n" + std::string(ops::kBlockEnd) + "\n";
  for (auto place : {ops::BlockPlace::at_end, ops::BlockPlace::after_shebang}) {
    std::string with = ops::with_block(text, block, place);
    if (ops::find_block(with).state == ops::BlockState::present)
      must(ops::without_block(with) == text, "a block goes out without a trace");
  }
}

constexpr Target kTargets[] = {
    {"index-file", index_file},
    {"index-entries", index_entries},
    {"commit", commit},
    {"tree", tree},
    {"packed-refs", packed_refs},
    {"repository", repository},
    {"journal", journal},
    {"status", status},
    {"history", history},
    {"jsonc", jsonc},
    {"marked-block", marked_block},
};

}  // namespace

std::span<const Target> store_targets() { return kTargets; }

}  // namespace handoff::fuzz

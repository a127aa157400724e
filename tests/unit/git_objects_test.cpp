#include <map>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "git/index/index_edit.hpp"
#include "git/index/index_file.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/trees.hpp"
#include "git/repo/status.hpp"
#include "scratch.hpp"

using namespace handoff;
using namespace handoff::git;

namespace {

/// A repository of its own, made by git.
struct TestRepository {
  test::Scratch scratch;
  TestRepository() { order({"init", "-q", "-b", "main"}); }

  std::string order(std::vector<std::string> args, const std::string& input = {}) const {
    return scratch.git(std::move(args), input);
  }
  void write(const std::string& path, const std::string& bytes) const {
    scratch.write(path, bytes);
  }
};

}  // namespace

TEST_CASE("trees edited from a base are the trees that git writes") {
  TestRepository test;
  for (const char* path : {"a", "dir/x", "dir/y", "dir.txt", "dir-file", "deep/er/still/z",
                           "gone/only", "file", "folder/stays"})
    test.write(path, path);
  test.order({"add", "-A"});
  std::string base = test.order({"write-tree"});

  Repository repository = Repository::open(test.scratch.path());
  Quarantine quarantine(repository);
  std::string blob = quarantine.write(ObjectType::blob, "new");
  std::vector<TreeEdit> edits = {{"a"},  // a file becomes a folder
                                 {"a/below", kModeFile, blob},
                                 {"dir/x"},
                                 {"dir/y"},  // a folder becomes a file
                                 {"dir", kModeExecutable, blob},
                                 {"gone/only"},  // the folder goes with its last file
                                 {"deep/er/still/z", kModeSymlink, blob},
                                 {"file/below"},
                                 {"folder"},
                                 {"not/there/at/all"}};
  std::string ours = edit_tree(quarantine, base, edits, 40);

  remove_tree(test.scratch.path() + "/a");
  remove_tree(test.scratch.path() + "/dir");
  remove_tree(test.scratch.path() + "/gone");
  std::string git_blob = test.order({"hash-object", "-w", "--stdin"}, "new");
  CHECK(git_blob == blob);
  test.order({"update-index", "--force-remove", "a", "dir/x", "dir/y", "gone/only"});
  for (const char* entry : {"100644,%,a/below", "100755,%,dir", "120000,%,deep/er/still/z"})
    test.order(
        {"update-index", "--add", "--replace", "--cacheinfo", replace_all(entry, "%", blob)});
  CHECK(ours == test.order({"write-tree"}));
}

TEST_CASE("an empty tree has git's id, and a base without edits is itself") {
  TestRepository test;
  Repository repository = Repository::open(test.scratch.path());
  Quarantine quarantine(repository);
  CHECK(edit_tree(quarantine, "", {}, 40) == "4b825dc642cb6eb9a060e54bf8d69288fbee4904");
}

TEST_CASE("objects leave the quarantine as one kept pack") {
  TestRepository test;
  Repository repository = Repository::open(test.scratch.path());
  std::string keep;
  std::string oid;
  {
    Quarantine quarantine(repository);
    oid = quarantine.write(ObjectType::blob, "kept");
    CHECK(run({.argv = {"git", "cat-file", "-e", oid}, .folder = test.scratch.path()}).exit_code !=
          0);
    FileGroup group;
    quarantine.stage(group);
    group.place();
    std::string store = test.scratch.path() + "/.git/objects/pack/";
    for (const std::string& name : list_folder(store))
      if (name.ends_with(".keep"))
        keep = store + name;
    CHECK(exists(keep));
    CHECK(test.order({"cat-file", "blob", oid}) == "kept");
    test.order({"gc", "-q", "--prune=now"});  // nothing refers to it yet
    CHECK(test.order({"cat-file", "blob", oid}) == "kept");
    quarantine.release();
  }
  CHECK_FALSE(exists(keep));
  CHECK(list_folder(test.scratch.path() + "/.git/handoff/work").empty());
}

TEST_CASE("the index is read as git reads it, in every version") {
  for (const char* version : {"2", "3", "4"}) {
    TestRepository test;
    test.order({"config", "index.version", version});
    std::vector<std::string> paths = {"a",
                                      "folder/file",
                                      "folder/file2",
                                      "sp ace",
                                      "z\xff"
                                      "bytes",
                                      "later"};
    for (const std::string& path : paths)
      test.write(path, path);
    test.order({"add", "a", "folder", "sp ace",
                "z\xff"
                "bytes"});
    test.order({"add", "-N", "later"});
    test.order({"update-index", "--assume-unchanged", "a"});
    test.order({"update-index", "--skip-worktree", "folder/file2"});
    std::string bytes = read_file(test.scratch.path() + "/.git/index").value();
    auto entries = parse_index(bytes, 40, [](const IndexEntry&) { return true; });
    REQUIRE(entries);
    REQUIRE(entries->size() == paths.size());
    std::map<std::string, IndexEntry> by_path;
    for (const IndexEntry& entry : *entries)
      by_path[entry.path] = entry;
    CHECK(by_path["a"].assume_unchanged);
    CHECK_FALSE(by_path["a"].skip_worktree);
    CHECK(by_path["folder/file2"].skip_worktree);
    CHECK(by_path["later"].intent_to_add);
    CHECK(by_path["folder/file"].oid == test.order({"hash-object", "folder/file"}));
    CHECK(by_path["z\xff"
                  "bytes"]
              .mode == kModeFile);
    // A damaged index is for git to judge: never a crash, never a guess.
    for (size_t cut = 0; cut < bytes.size(); cut += 7)
      parse_index(std::string_view(bytes).substr(0, cut), 40,
                  [](const IndexEntry&) { return true; });
  }
}

TEST_CASE("index entries survive their text form, and damage is told") {
  IndexEntry plain;
  plain.path = "a\nb\t\xff";
  plain.mode = kModeExecutable;
  plain.oid = std::string(40, 'a');
  IndexEntry absent;
  absent.path = "gone";
  IndexEntry flagged = plain;
  flagged.path = "-flags";
  flagged.stage = 2;
  flagged.intent_to_add = flagged.assume_unchanged = flagged.skip_worktree = true;
  std::string text = encode_entries({plain, absent, flagged});
  std::vector<IndexEntry> back = decode_entries(text);
  REQUIRE(back.size() == 3);
  CHECK(back[0].path == plain.path);
  CHECK(back[0].mode == plain.mode);
  CHECK(back[1].mode == 0);
  CHECK(back[1].oid.empty());
  CHECK(back[2].stage == 2);
  CHECK((back[2].intent_to_add && back[2].assume_unchanged && back[2].skip_worktree));
  CHECK(encode_entries(back) == text);
  CHECK_THROWS_AS(decode_entries(std::string("100644 x\0", 9)), Failure);
  CHECK_THROWS_AS(decode_entries("100644 aa 9 -\tpath"), Failure);
  CHECK(decode_entries("100644 - 0 -\t" + std::string(4096, 'a')).size() == 1);
  CHECK_THROWS_AS(decode_entries("100644 - 0 -\t" + std::string(4097, 'a')), Failure);
}

TEST_CASE("status lines are decoded, odd names and all") {
  std::string oid(40, '1');
  std::string zero(40, '0');
  std::string two(40, '2'), three(40, '3');
  auto nul = [](const std::string& line) { return line + '\0'; };
  std::string listing =
      nul("# branch.oid " + oid) + nul("# branch.head feat/x") +
      nul("# branch.upstream origin/feat") + nul("# branch.ab +3 -2") +
      nul("1 MD N... 100644 120000 100755 " + oid + " " + two + " a b\n\xff") +
      nul("1 .A N... 000000 000000 100644 " + zero + " " + zero + " later") +
      nul("1 .M SCMU 160000 160000 160000 " + oid + " " + oid + " sub") +
      nul("u UU N... 100644 100755 120000 000000 " + oid + " " + two + " " + three + " both") +
      nul("? new file") + nul("? nested/");
  Status status =
      parse_status(listing, "warning: could not open directory 'shut/': Permission denied\n");
  CHECK(status.head.branch == "feat/x");
  REQUIRE(status.upstream);
  CHECK(status.upstream->ahead == 3);
  CHECK(status.upstream->behind == 2);
  REQUIRE(status.entries.size() == 6);
  CHECK(status.entries[0].path == "a b\n\xff");
  CHECK(status.entries[0].staged == 'M');
  CHECK(status.entries[0].unstaged == 'D');
  CHECK(status.entries[0].mode_index == kModeSymlink);
  CHECK(status.entries[0].mode_worktree == kModeExecutable);
  CHECK(status.entries[0].oid_index == two);
  CHECK(status.entries[1].intent_to_add());
  CHECK(status.entries[2].is_submodule());
  CHECK(status.entries[3].kind == StatusEntry::Kind::unmerged);
  CHECK(status.entries[3].stage_mode[0] == kModeFile);
  CHECK(status.entries[3].stage_mode[1] == kModeExecutable);
  CHECK(status.entries[3].stage_mode[2] == kModeSymlink);
  CHECK(status.entries[3].mode_worktree == 0);
  CHECK(status.entries[3].stage_oid[0] == oid);
  CHECK(status.entries[3].stage_oid[1] == two);
  CHECK(status.entries[3].stage_oid[2] == three);
  CHECK(status.entries[5].path == "nested/");
  CHECK(status.unreadable == std::vector<std::string>{"shut/"});
  CHECK_THROWS_AS(parse_status(nul("1 MM N..."), ""), Failure);
  CHECK_THROWS_AS(parse_status(nul("# branch.head (unknown)"), ""), Failure);
}

TEST_CASE("trailers are those of the last paragraph") {
  CHECK(trailer("subject\n\nHandoff-Id: a\n\nno trailer here\n", "Handoff-Id") == std::nullopt);
  CHECK(trailer("subject\n\ntext\n\nHandoff-Id: a\nHandoff-Id:  b \n", "Handoff-Id") == "b");
  CHECK(trailer("Handoff-Idx: a\n", "Handoff-Id") == std::nullopt);
}

#include <random>

#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "git/index/index_splice.hpp"
#include "git/objects/binary.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/pack_writer.hpp"
#include "git/objects/trees.hpp"
#include "git/repo/refs.hpp"
#include "ops/restore/replay.hpp"
#include "ops/worktree/safe_path.hpp"
#include "scratch.hpp"

using namespace handoff;
using namespace handoff::git;

namespace {

/// What the working tree holds at a path, as a change to the index.
IndexSplice splice_of(const test::Scratch& scratch, const std::string& path) {
  IndexSplice splice{.path = path};
  if (lstat(scratch.path(path).c_str(), &splice.info) != 0)
    return splice;
  splice.mode = S_ISLNK(splice.info.st_mode)           ? kModeSymlink
                : (splice.info.st_mode & S_IXUSR) != 0 ? kModeExecutable
                                                       : kModeFile;
  splice.oid =
      hash_object(ObjectType::blob, splice.mode == kModeSymlink ? read_link(scratch.path(path))
                                                                : *read_file(scratch.path(path)));
  return splice;
}

std::string index_of(const test::Scratch& scratch) {
  return *read_file(scratch.path(".git/index"));
}

std::optional<std::string> splice_with(const test::Scratch& scratch,
                                       const std::vector<std::string>& paths,
                                       size_t* doubtful = nullptr, std::time_t written = 0) {
  std::vector<IndexSplice> changes;
  for (const std::string& path : paths)
    changes.push_back(splice_of(scratch, path));
  constexpr std::time_t kLater = 4000000000;  // nothing is doubtful
  return splice_index(index_of(scratch), written == 0 ? kLater : written, changes,
                      [&](const std::vector<IndexEntry>& entries) {
                        if (doubtful != nullptr)
                          *doubtful = entries.size();
                        return true;
                      });
}

/// Entries with their times, flags and ids as git reads them, and the tree that its cache of trees
/// leads to.
std::string as_git_sees(const test::Scratch& scratch, const std::string& index) {
  write_file_atomic(scratch.path(".git/other-index"), index);
  rename(scratch.path(".git/index").c_str(), scratch.path(".git/saved").c_str());
  rename(scratch.path(".git/other-index").c_str(), scratch.path(".git/index").c_str());
  std::string seen =
      scratch.git({"ls-files", "--stage", "--debug"}) + scratch.git({"write-tree", "--missing-ok"});
  rename(scratch.path(".git/saved").c_str(), scratch.path(".git/index").c_str());
  return seen;
}

}  // namespace

TEST_CASE("a spliced index is the one that git update-index writes") {
  std::mt19937 random(20261121);
  for (const char* threads : {"1", "2"}) {
    test::Scratch scratch;
    scratch.git({"init", "-q"});
    scratch.git({"config", "index.threads", threads});
    std::vector<std::string> paths;
    // Over 20,000 entries git keeps offsets for its threads.
    int files = threads[0] == '2' ? 21000 : 60;
    std::string listing;
    std::string blob = scratch.git({"hash-object", "-w", "--stdin"}, "x");
    for (int i = 0; i < files; ++i)
      listing += "100644 " + blob + "\tdir" + std::to_string(i % 7) + "/sub" +
                 std::to_string(i % 3) + "/f" + std::to_string(i) + "\n";
    scratch.git({"update-index", "--index-info"}, listing);
    scratch.git({"write-tree"});  // fills the cache of trees
    for (int round = 0; round < 6; ++round) {
      for (int i = 0; i < 12; ++i) {
        std::string path = "dir" + std::to_string(random() % 9) + "/" +
                           (random() % 3 == 0 ? "" : "sub" + std::to_string(random() % 3) + "/") +
                           "f" + std::to_string(random() % 80);
        if (random() % 4 == 0)
          remove_file(scratch.path(path));
        else
          scratch.write(path, std::string(random() % 50, 'a'));
        if (random() % 5 == 0)
          chmod(scratch.path(path).c_str(), 0755);
        paths.push_back(path);
      }
      std::sort(paths.begin(), paths.end());
      paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
      std::optional<std::string> ours = splice_with(scratch, paths);
      REQUIRE(ours);
      std::string seen = as_git_sees(scratch, *ours);
      scratch.git({"update-index", "--add", "--remove", "--replace", "--stdin"},
                  join(paths, "\n") + "\n");
      CHECK(seen == as_git_sees(scratch, index_of(scratch)));
      scratch.git({"write-tree"});
    }
  }
}

TEST_CASE("a folder that became a file leaves nothing of itself in a spliced index") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  for (const char* path : {"a/b/c", "a/d", "z"})
    scratch.write(path, path);
  scratch.git({"add", "-A"});
  scratch.git({"write-tree"});
  remove_tree(scratch.path("a"));
  scratch.write("a", "a file now");
  std::optional<std::string> ours = splice_with(scratch, {"a", "a/b/c", "a/d"});
  // lstat says ENOTDIR below a file: gone.
  REQUIRE(ours);
  scratch.git({"hash-object", "-w", "a"});
  std::string seen = as_git_sees(scratch, *ours);
  scratch.git({"add", "-A"});
  CHECK(seen == as_git_sees(scratch, index_of(scratch)));
}

TEST_CASE("an index that is out of the ordinary is left to git") {
  for (const char* kind : {"version 4", "split", "untracked cache", "unmerged", "damaged"}) {
    test::Scratch scratch;
    scratch.git({"init", "-q"});
    scratch.write("f", "x");
    scratch.git({"add", "-A"});
    std::string name = kind;
    if (name == "version 4")
      scratch.git({"update-index", "--index-version", "4"});
    if (name == "split")
      scratch.git({"update-index", "--split-index"});
    if (name == "untracked cache")
      scratch.git({"update-index", "--force-untracked-cache"});
    if (name == "unmerged") {
      std::string blob = scratch.git({"hash-object", "f"});
      scratch.git({"update-index", "--index-info"},
                  "100644 " + blob + " 1\tg\n100644 " + blob + " 2\tg\n");
    }
    if (name == "damaged")
      write_file_atomic(scratch.path(".git/index"), index_of(scratch).substr(0, 60));
    INFO(name);
    scratch.write("f", "changed");
    CHECK_FALSE(splice_with(scratch, {"f"}));
  }
}

TEST_CASE("entries whose times prove nothing are asked about before an index is written anew") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  for (const char* path : {"a", "b", "c"})
    scratch.write(path, path);
  scratch.git({"add", "-A"});
  struct stat info {};
  REQUIRE(stat(scratch.path("b").c_str(), &info) == 0);
  size_t doubtful = 0;
  REQUIRE(splice_with(scratch, {"a"}, &doubtful, info.st_mtime));
  CHECK(doubtful == 2);  // b and c; a is written anew
  doubtful = 0;
  REQUIRE(splice_with(scratch, {"a"}, &doubtful, info.st_mtime + 1));
  CHECK(doubtful == 0);
  CHECK_FALSE(splice_index(index_of(scratch), info.st_mtime, {splice_of(scratch, "a")},
                           [](const std::vector<IndexEntry>&) { return false; }));
}

TEST_CASE("packs are read by git, whatever the sizes") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  std::mt19937 random(7);
  std::vector<std::string> contents = {"", "x"};
  for (size_t size : {15u, 16u, 2047u, 2048u, 300000u}) {
    std::string bytes;
    while (bytes.size() < size)
      bytes += static_cast<char>(random());
    contents.push_back(bytes);
  }
  std::vector<PackedObject> objects;
  for (const std::string& bytes : contents)
    objects.push_back({hash_object(ObjectType::blob, bytes), ObjectType::blob, bytes});
  std::string tree = serialize_tree({{kModeFile, "f", objects[1].oid}});
  objects.push_back({hash_object(ObjectType::tree, tree), ObjectType::tree, tree});
  std::string commit = serialize_commit({.tree = objects.back().oid,
                                         .author = "A <a@b> 1 +0000",
                                         .committer = "A <a@b> 1 +0000",
                                         .message = "m\n"});
  objects.push_back({hash_object(ObjectType::commit, commit), ObjectType::commit, commit});
  std::string folder = scratch.path(".git/objects/pack");
  for (int level : {-1, 0, 9}) {
    Pack pack = make_pack(objects, level);
    write_file_atomic(folder + "/" + pack.name + ".pack", pack.pack);
    write_file_atomic(folder + "/" + pack.name + ".idx", pack.idx);
    scratch.git({"verify-pack", folder + "/" + pack.name + ".pack"});
    scratch.git({"fsck", "--full", "--strict"});
    for (const PackedObject& object : objects)
      CHECK(scratch.git({"cat-file", "-t", object.oid}) == word_of(object.type));
    CHECK(scratch.git({"hash-object", "--stdin"},
                      scratch.git({"cat-file", "blob", objects[1].oid})) == objects[1].oid);
    for (const char* part : {".pack", ".idx"})
      remove_file(folder + "/" + pack.name + part);
  }
}

TEST_CASE("identities are the ones git would take") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  for (const char* name :
       {"Plain Name", "J. R. \"Bob\" Doe", "dot.", " spaces ", "Ünï Cödé", "a<b>c"}) {
    scratch.git({"config", "user.name", name});
    scratch.git({"config", "user.email", "me@example.com"});
    Repository repository = Repository::open(scratch.path());
    INFO(name);
    Identity ours = read_identity(repository, false);
    Outcome theirs = repository.git().run({.args = {"var", "GIT_AUTHOR_IDENT"}});
    CHECK(person_of(ours.author) == person_of(trim(theirs.out)));
    CHECK(ours.author.substr(ours.author.rfind(' ')) ==
          trim(theirs.out).substr(trim(theirs.out).rfind(' ')));
  }
}

TEST_CASE("... with the dates that git would take") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  scratch.git({"config", "user.name", "A"});
  scratch.git({"config", "user.email", "a@example.com"});
  Repository repository = Repository::open(scratch.path());
  for (const char* date :
       {"@1774353600 +0000", "@1 +0000", "@9999999999 +0000", "1774353600 +0000",
        "@1774353600 +0130", "@1774353600 +0099", "@1774353600 -0000", "@1774353600",
        "@01774353600 +0000", "2026-03-24T12:00:00Z", "@ +0000", "@12x34567890 +0000"}) {
    INFO(date);
    setenv("GIT_COMMITTER_DATE", date, 1);
    Outcome theirs = repository.git().run({.args = {"var", "GIT_COMMITTER_IDENT"}});
    if (theirs.ok())
      CHECK(read_identity(repository, false).committer == trim(theirs.out));
    else
      CHECK_THROWS_AS(read_identity(repository, false), Failure);
    unsetenv("GIT_COMMITTER_DATE");
  }
}

TEST_CASE("a repository is found where git finds it") {
  test::Scratch scratch;
  scratch.git({"init", "-q", "main"});
  scratch.git({"commit", "-q", "--allow-empty", "-m", "one"}, "", "main");
  scratch.git({"worktree", "add", "-q", "../linked"}, "", "main");
  scratch.git({"init", "-q", "--separate-git-dir", scratch.path("elsewhere.git"), "separate"});
  scratch.git({"-c", "protocol.file.allow=always", "submodule", "--quiet", "add",
               scratch.path("main"), "sub"},
              "", "main");
  scratch.git({"init", "-q", "moved"});
  scratch.git({"config", "core.worktree", scratch.path("linked")}, "", "moved");
  for (const char* place : {"main", "main/deep/er", "linked", "linked/in", "separate", "main/sub",
                            "main/sub/x", "moved"}) {
    INFO(place);
    std::string folder = scratch.path(place);
    make_folders(folder);
    Layout ours = Repository::open(folder).layout();
    std::vector<std::string> theirs = split_lines(scratch.git(
        {"rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir", "--git-path",
         "index", "--show-toplevel", "--show-object-format", "--show-prefix"},
        "", place));
    theirs.resize(6);
    CHECK(theirs == std::vector<std::string>{ours.git_dir, ours.common_dir, ours.index_file,
                                             ours.root, ours.object_format, ours.prefix});
  }
}

TEST_CASE("a session moves refs several times, and tells a lost race each time") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  std::string one = scratch.git({"commit-tree", "-m", "one", scratch.git({"write-tree"})});
  std::string two = scratch.git({"commit-tree", "-m", "two", scratch.git({"write-tree"})});
  git::Repository repository = git::Repository::open(scratch.path());
  RefSession session(repository, "why");
  CHECK(session.update({{"refs/heads/a", one, ""}}) == RefResult::moved);
  CHECK(session.update({{"refs/heads/a", two, one}, {"refs/heads/b", one, ""}}) ==
        RefResult::moved);
  CHECK(session.update({{"refs/heads/b", two, one}, {"refs/heads/a", one, one}}) ==
        RefResult::lost_race);
  CHECK(scratch.git({"rev-parse", "a", "b"}) == two + "\n" + one);  // all or none
  CHECK(session.update({{"refs/heads/b", "", one}}) == RefResult::moved);
  CHECK(session.update({{"refs/heads/a", one, ""}}) == RefResult::lost_race);
  CHECK_THROWS_AS(session.update({{"refs/heads/..", one, ""}}), Failure);
  CHECK(session.update({{"refs/heads/c", one, ""}}) == RefResult::moved);
}

TEST_CASE("no path leads into what git or another file system takes for .git") {
  test::Scratch scratch;
  for (const char* path : {".git/config", ".GIT/config", "src/.Git/hooks/x", "Git~1/config",
                           ".git./x", ".Git /x", ".GIT::$INDEX_ALLOCATION/x", ".Git"})
    CHECK_FALSE(ops::is_safe_to_write(scratch.path(), path));
  for (const char* path : {".gitignore", ".github/x", "git/x", "src/a.git"})
    CHECK(ops::is_safe_to_write(scratch.path(), path));
}

TEST_CASE("a message is the recorded one with trailers added, and not with one that it lacks") {
  const std::string recorded = "wip: parser\n\nHandoff-Id: main-20260324-120000-1f2e3d4c\n";
  CHECK(ops::is_message_of(recorded, recorded));
  CHECK(ops::is_message_of(recorded + "Signed-off-by: A U Thor <author@example.com>\n", recorded));
  CHECK_FALSE(ops::is_message_of("wip: parser\n", recorded));
  CHECK_FALSE(
      ops::is_message_of("wip: parser\n\nHandoff-Id: main-20260324-130000-aaaa1111\n", recorded));
  CHECK_FALSE(
      ops::is_message_of("wip: lexer\n\nHandoff-Id: main-20260324-120000-1f2e3d4c\n", recorded));
}

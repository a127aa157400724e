#include <filesystem>
#include <random>

#include <unistd.h>

#include "catch.hpp"
#include "git/refs/packed_refs.hpp"
#include "git/refs/ref_files.hpp"
#include "scratch.hpp"

using namespace handoff;
using handoff::git::PackedRefs;
using handoff::git::peek_any_record;
using handoff::git::peek_records;
using handoff::git::peek_repository;
using handoff::git::PeekedRecord;
using handoff::git::PeekedRepository;
using handoff::test::Scratch;

namespace {

std::string make_commit(const Scratch& scratch) {
  std::string tree = scratch.git({"mktree"});
  return scratch.git({"commit-tree", "-m", "a record", tree});
}

std::string listed(const std::vector<PeekedRecord>& records) {
  std::string text;
  for (const PeekedRecord& record : records)
    text += record.oid + " " + record.ref + "\n";
  return text;
}

std::string listed_by_git(const Scratch& scratch, const std::string& label) {
  std::string text = scratch.git({"for-each-ref", "--format=%(objectname) %(refname)",
                                  "refs/handoffs/active/" + label + "/*"});
  return text.empty() ? text : text + "\n";
}

void update_refs(const Scratch& scratch, const std::vector<std::string>& refs,
                 const std::string& oid) {
  std::string orders;
  for (const std::string& ref : refs)
    orders += "update " + ref + " " + oid + "\n";
  scratch.git({"update-ref", "--stdin"}, orders);
}

}  // namespace

TEST_CASE("a repository is found from below, from a linked worktree and by a gitfile") {
  Scratch scratch;
  scratch.git({"init", "-q", "-b", "feat/x", "repo"});
  scratch.git({"commit", "-q", "--allow-empty", "-m", "first"}, "", "repo");
  scratch.git({"worktree", "add", "-q", "-b", "other", "../linked"}, "", "repo");
  scratch.git({"worktree", "add", "-q", "--detach", "../detached"}, "", "repo");
  make_folders(scratch.path("repo/a/b"));
  make_folders(scratch.path("linked/a"));

  std::optional<PeekedRepository> below = peek_repository(scratch.path("repo/a/b"));
  REQUIRE(below);
  CHECK(below->branch == "feat/x");
  CHECK(below->label() == "feat/x");
  CHECK(below->git_dir == scratch.path("repo/.git"));
  CHECK(below->common_dir == below->git_dir);

  std::optional<PeekedRepository> linked = peek_repository(scratch.path("linked/a"));
  REQUIRE(linked);
  CHECK(linked->branch == "other");
  CHECK(linked->git_dir == scratch.path("repo/.git/worktrees/linked"));
  CHECK(is_folder(join_path(linked->common_dir, "objects")));

  std::optional<PeekedRepository> detached = peek_repository(scratch.path("detached"));
  REQUIRE(detached);
  CHECK(detached->label() == "HEAD");
  CHECK(detached->head_oid == scratch.git({"rev-parse", "HEAD"}, "", "repo"));
}

TEST_CASE("GIT_DIR names the repository, and what moves its parts is left to git") {
  Scratch scratch;
  scratch.git({"init", "-q", "-b", "one", "repo"});
  make_folders(scratch.path("elsewhere"));
  setenv("GIT_DIR", "../repo/.git", 1);
  std::optional<PeekedRepository> found = peek_repository(scratch.path("elsewhere"));
  setenv("GIT_COMMON_DIR", "/nowhere", 1);
  std::optional<PeekedRepository> moved = peek_repository(scratch.path("elsewhere"));
  unsetenv("GIT_DIR");
  unsetenv("GIT_COMMON_DIR");
  REQUIRE(found);
  CHECK(found->branch == "one");
  CHECK_FALSE(moved);
}

TEST_CASE("what is out of the ordinary is left to git") {
  Scratch scratch;
  scratch.git({"init", "-q", "-b", "main"});
  REQUIRE(peek_repository(scratch.path()));

  SECTION("no repository") {
    make_folders(scratch.path("bare"));
    scratch.git({"init", "-q", "--bare", "bare"});
    CHECK_FALSE(peek_repository(scratch.path("bare")));
    CHECK_FALSE(peek_repository("/"));
  }
  SECTION("an extension that is not known") {
    scratch.git({"config", "extensions.worktreeConfig", "true"});
    CHECK(peek_repository(scratch.path()));
    std::string config = *read_file(scratch.path(".git/config"));
    scratch.write(".git/config", config + "[Extensions]\n\trefStorage = reftable\n");
    CHECK_FALSE(peek_repository(scratch.path()));
    scratch.write(".git/config", config + "[extensions] future = 1\n");
    CHECK_FALSE(peek_repository(scratch.path()));
  }
  SECTION("a HEAD of another kind") {
    scratch.write(".git/HEAD", "ref: refs/heads/.invalid\n");
    CHECK_FALSE(peek_repository(scratch.path()));
    scratch.write(".git/HEAD", "ref: refs/other/main\n");
    CHECK_FALSE(peek_repository(scratch.path()));
    scratch.write(".git/HEAD", "");
    CHECK_FALSE(peek_repository(scratch.path()));
  }
  SECTION("a loose ref that is symbolic, damaged or a link") {
    scratch.write(".git/refs/handoffs/active/main/id", "ref: refs/heads/main\n");
    CHECK_FALSE(peek_records(scratch.path(".git"), "main"));
    scratch.write(".git/refs/handoffs/active/main/id", "");
    CHECK_FALSE(peek_records(scratch.path(".git"), "main"));
    remove_file(scratch.path(".git/refs/handoffs/active/main/id"));
    REQUIRE(symlink("elsewhere", scratch.path(".git/refs/handoffs/active/main/id").c_str()) == 0);
    CHECK_FALSE(peek_records(scratch.path(".git"), "main"));
    CHECK_FALSE(peek_any_record(scratch.path(".git")));
  }
  SECTION("packed-refs with lines that git does not write") {
    scratch.write(".git/packed-refs", "# pack-refs with: peeled fully-peeled sorted \nnonsense\n");
    CHECK_FALSE(peek_records(scratch.path(".git"), "main"));
    scratch.write(".git/packed-refs", "cut off");
    CHECK_FALSE(peek_records(scratch.path(".git"), "main"));
  }
}

TEST_CASE("records of a branch are exactly one component below its name") {
  Scratch scratch;
  scratch.git({"init", "-q", "-b", "main"});
  CHECK(peek_records(scratch.path(".git"), "feature")->empty());
  CHECK(peek_any_record(scratch.path(".git")) == false);
  std::string oid = make_commit(scratch);
  update_refs(scratch,
              {"refs/handoffs/active/feature/one", "refs/handoffs/active/feature/x/two",
               "refs/handoffs/active/feature-2/three", "refs/handoffs/active/HEAD/four",
               "refs/handoffs/archive/feature/five", "refs/handoffs/active/feature/z"},
              oid);
  for (bool pack : {false, true}) {
    if (pack)
      scratch.git({"pack-refs", "--all"});
    auto on = [&](const char* label) {
      std::string ids;
      std::vector<PeekedRecord> records = peek_records(scratch.path(".git"), label).value();
      for (const PeekedRecord& record : records)
        ids += record.id + " ";
      return ids;
    };
    CHECK(on("feature") == "one z ");
    CHECK(on("feature/x") == "two ");
    CHECK(on("feature-2") == "three ");
    CHECK(on("HEAD") == "four ");
    CHECK(on("featur") == "");
    CHECK(peek_any_record(scratch.path(".git")) == true);
  }
}

TEST_CASE(
    "a loose ref beats its packed form, and a file without the sorted header is read through") {
  Scratch scratch;
  scratch.git({"init", "-q", "-b", "main"});
  std::string first = make_commit(scratch);
  update_refs(scratch, {"refs/handoffs/active/main/a", "refs/handoffs/active/main/b"}, first);
  scratch.git({"pack-refs", "--all"});
  std::string second = scratch.git({"commit-tree", "-p", first, "-m", "2", first + "^{tree}"});
  update_refs(scratch, {"refs/handoffs/active/main/a"}, second);
  CHECK(listed(*peek_records(scratch.path(".git"), "main")) == listed_by_git(scratch, "main"));

  std::string packed;
  for (const std::string& line : split_lines(*read_file(scratch.path(".git/packed-refs"))))
    if (line[0] != '#')
      packed = line + "\n" + packed;
  scratch.write(".git/packed-refs", packed);
  CHECK(listed(*peek_records(scratch.path(".git"), "main")) == listed_by_git(scratch, "main"));
}

TEST_CASE("random stores are read as git reads them") {
  std::mt19937 random(20261121);
  auto below = [&](unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
  };
  const std::vector<std::string> labels = {"main",      "feature",   "feature/x", "feature/x/y",
                                           "feature-1", "feature.2", "f",         "zeta",
                                           "HEAD",      "feature0",  "a/b"};
  for (int round = 0; round < 6; ++round) {
    Scratch scratch;
    scratch.git({"init", "-q", "-b", "main"});
    std::string oid = make_commit(scratch);
    scratch.git({"tag", "-m", "peeled", "v1", oid});
    scratch.git({"tag", "-m", "peeled", "a1", oid});
    for (int step = 0; step < 2; ++step) {
      std::vector<std::string> refs;
      for (unsigned i = below(30); i-- > 0;)
        refs.push_back((below(4) == 0 ? "refs/handoffs/archive/" : "refs/handoffs/active/") +
                       labels[below(static_cast<unsigned>(labels.size()))] + "/id-" +
                       std::to_string(step) + "-" + std::to_string(i));
      update_refs(scratch, refs, oid);
      if (step == 0)
        scratch.git({"pack-refs", "--all"});
    }
    for (const std::string& label : labels) {
      INFO("round " << round << ", " << label);
      CHECK(listed(peek_records(scratch.path(".git"), label).value()) ==
            listed_by_git(scratch, label));
    }
  }
}

TEST_CASE("all refs below a prefix are those that git lists, or left to git") {
  Scratch scratch;
  scratch.git({"init", "-q"});
  const std::string one = make_commit(scratch), prefix = "refs/handoffs/";
  auto below = [&] { return git::peek_refs_below(scratch.path(".git"), prefix); };
  auto is_as_git_says = [&] {
    std::string text;
    const std::map<std::string, std::string> refs =
        below().value_or(std::map<std::string, std::string>{{"left to", "git"}});
    for (const auto& [name, oid] : refs)
      text += (text.empty() ? "" : "\n") + oid + " " + name;
    return text == scratch.git({"for-each-ref", "--format=%(objectname) %(refname)", prefix});
  };
  CHECK(is_as_git_says());
  for (const char* name :
       {"active/a/1", "active/a-b/1", "active/a/b/2", "archive/a/0", "remotes/x/3"})
    scratch.git({"update-ref", prefix + name, one});
  CHECK(is_as_git_says());
  scratch.git({"pack-refs", "--all"});
  scratch.git({"update-ref", "-d", prefix + "active/a/b/2"});
  scratch.git({"update-ref", prefix + "active/a/1", scratch.git({"rev-parse", one + "^{tree}"})});
  scratch.git({"update-ref", prefix + "active/z/9", one});
  CHECK(is_as_git_says());
  write_file_atomic(scratch.path(".git/refs/handoffs/active/z/7.lock"), one + "\n",
                    Durability::none);
  CHECK(is_as_git_says());
  scratch.git({"symbolic-ref", prefix + "active/z/8", "refs/heads/main"});
  CHECK_FALSE(below());
  scratch.git({"symbolic-ref", "-d", prefix + "active/z/8"});
  for (const char* content : {"", "0000000000000000000000000000000000000000\n", "no oid\n"}) {
    write_file_atomic(scratch.path(".git/refs/handoffs/active/z/8"), content, Durability::none);
    CHECK_FALSE(below());
  }
}

TEST_CASE("a ref is looked up loose, packed and absent") {
  Scratch scratch;
  scratch.git({"init", "-q"});
  std::string first = make_commit(scratch);
  update_refs(scratch, {"refs/heads/a", "refs/heads/a-1", "refs/heads/b/c"}, first);
  scratch.git({"pack-refs", "--all"});
  CHECK(handoff::git::peek_ref(scratch.path(".git"), "refs/heads/a") == first);
  CHECK(handoff::git::peek_ref(scratch.path(".git"), "refs/heads/b/c") == first);
  CHECK(handoff::git::peek_ref(scratch.path(".git"), "refs/heads/b") == "");
  CHECK(handoff::git::peek_ref(scratch.path(".git"), "refs/heads/a-") == "");
  std::string tree = scratch.git({"mktree"});
  std::string second = scratch.git({"commit-tree", "-m", "another", tree});
  update_refs(scratch, {"refs/heads/a"}, second);
  CHECK(handoff::git::peek_ref(scratch.path(".git"), "refs/heads/a") == second);
  scratch.git({"symbolic-ref", "refs/heads/s", "refs/heads/a"});
  CHECK(handoff::git::peek_ref(scratch.path(".git"), "refs/heads/s") == std::nullopt);
}

TEST_CASE("packed-refs is mapped once, and anew where git replaced it") {
  Scratch scratch;
  const std::string oid(40, 'a');
  const auto names = [&] {
    std::string all;
    PackedRefs::open(scratch.path(""))->each_under("refs/", [&](const PackedRefs::Entry& entry) {
      all += std::string(entry.name) + " ";
      return PackedRefs::Next::go_on;
    });
    return all;
  };
  CHECK(names().empty());
  scratch.write("packed-refs", oid + " refs/heads/a\n");
  CHECK(names() == "refs/heads/a ");
  CHECK(PackedRefs::open(scratch.path("")) == PackedRefs::open(scratch.path("")));
  scratch.write("new", oid + " refs/heads/b\n");
  std::filesystem::rename(scratch.path("new"), scratch.path("packed-refs"));
  CHECK(names() == "refs/heads/b ");
  std::filesystem::remove(scratch.path("packed-refs"));
  CHECK(names().empty());
}

#include "git/history/near_history.hpp"

#include <algorithm>
#include <filesystem>

#include "catch.hpp"
#include "git/history/near_names.hpp"
#include "scratch.hpp"

using namespace handoff;
using namespace handoff::git;

namespace {

/// A history with every kind of change that a commit can make.
struct OddHistory {
  test::Scratch scratch;
  std::vector<std::string> commits = {};

  std::string order(std::vector<std::string> args, const std::string& input = {}) const {
    return scratch.git(std::move(args), input);
  }
  void commit(const std::string& subject) {
    order({"add", "-A"});
    order({"commit", "-q", "--allow-empty", "-m", subject});
    commits.push_back(order({"rev-parse", "HEAD"}));
  }
  void link(const std::string& target, const std::string& path) const {
    std::filesystem::remove_all(scratch.path(path));
    std::filesystem::create_symlink(target, scratch.path(path));
  }

  OddHistory() {
    order({"init", "-q", "-b", "main"});
    order({"config", "core.abbrev", "40"});
    std::string lines;
    for (int i = 0; i < 40; ++i)
      lines += "line " + std::to_string(i) + "\n";
    for (const char* path : {"a", "a.b", "a/b", "a-b", "deep/er/x", "deep/er/y", "deep/z"})
      if (std::string(path) != "a")
        scratch.write(path, lines);
    scratch.write("empty", "");
    scratch.write("binary", std::string("\0\1\2 old", 7));
    scratch.write("no-end", "one\ntwo");
    commit("first");
    scratch.write("a/b", replace_all(lines, "line 7\n", "line seven\n\n\r\n"));
    scratch.write("deep/er/x", lines + "line 3\nmore\n");
    scratch.write("no-end", "one\ntwo\n");
    commit("texts");
    scratch.write("binary", std::string("\0\1\2 new", 7));
    scratch.write("no-end", "one\ntwo\nthree");
    scratch.write("empty", "no longer\n");
    commit("binary and ends");
    std::filesystem::permissions(scratch.path("a.b"), std::filesystem::perms::owner_exec,
                                 std::filesystem::perm_options::add);
    scratch.write("deep/er/y", "");
    commit("mode");
    std::filesystem::rename(scratch.path("deep/er/x"), scratch.path("deep/moved"));
    std::filesystem::rename(scratch.path("binary"), scratch.path("moved-binary"));
    commit("renames");
    link("somewhere", "a-b");
    remove_tree(scratch.path("deep"));
    scratch.write("deep", "a file now\n");
    commit("kinds");
    std::string first = commits[0];
    order({"update-index", "--add", "--cacheinfo", "160000," + first + ",sub"});
    order({"commit", "-q", "-m", "a submodule"});
    commits.push_back(order({"rev-parse", "HEAD"}));
    order({"update-index", "--cacheinfo", "160000," + commits[1] + ",sub"});
    order({"commit", "-q", "-m", "another commit of it"});
    commits.push_back(order({"rev-parse", "HEAD"}));
    link("elsewhere", "a-b");
    remove_tree(scratch.path("a"));
    commit("gone");
    order({"revert", "--no-edit", "HEAD"});
    commits.push_back(order({"rev-parse", "HEAD"}));
    order({"-c", "core.bigFileThreshold=1g", "gc", "-q"});
  }
};

}  // namespace

TEST_CASE("files and changes of commits read here are those that git tells") {
  OddHistory history;
  Repository repository = Repository::open(history.scratch.path());
  REQUIRE(history_is_plain(repository));
  auto objects = open_objects(repository);
  NearHistory near(*objects);
  std::map<std::string, Patch> patches = read_patches(repository.git(), history.commits, false);
  std::vector<ChangeSum> sums;
  for (const std::string& oid : history.commits) {
    std::optional<LogEntry> entry = near.entry(oid);
    REQUIRE(entry);
    INFO(entry->subject);
    REQUIRE(near.add_files(*entry));
    std::sort(entry->files.begin(), entry->files.end());
    std::vector<std::string> told =
        split_lines(history.order({"diff-tree", "--root", "-r", "--no-renames", "--no-commit-id",
                                   "--name-only", "--ignore-submodules=none", oid}));
    std::sort(told.begin(), told.end());
    CHECK(entry->files == told);
    std::optional<ChangeSum> sum = near.change_of(*entry);
    REQUIRE(sum);
    CHECK(*sum == patches[oid].sum);
    CHECK_FALSE(sum->empty());
    sums.push_back(*sum);
  }
  CHECK((sums.back() + sums[sums.size() - 2]).empty());
}

TEST_CASE("names found here are what git finds") {
  OddHistory history;
  const std::string first = history.commits[0], last = history.commits.back();
  std::string like_an_id = "abcdef1";
  history.order({"branch", like_an_id, first});
  history.order({"tag", "-a", "-m", "a tag", "v1", first});
  history.order({"branch", "packed", first});
  history.order({"pack-refs", "--all"});
  history.order({"branch", "loose", last});
  history.order({"update-ref", "refs/remotes/origin/main", first});
  history.order({"symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main"});
  Repository repository = Repository::open(history.scratch.path());
  auto objects = open_objects(repository);
  NearNames near(repository, *objects);
  std::string tree = history.order({"rev-parse", last + "^{tree}"});
  std::vector<std::string> names = {first,
                                    last,
                                    first.substr(0, 7),
                                    last.substr(0, 12),
                                    tree,
                                    tree.substr(0, 9),
                                    like_an_id,
                                    "refs/heads/loose",
                                    "refs/heads/packed",
                                    "refs/heads/main",
                                    "refs/tags/v1",
                                    "v1",
                                    "origin/main",
                                    "0123456789",
                                    std::string(40, 'e')};
  std::vector<NamedObject> told = look_up(repository.git(), names);
  for (size_t i = 0; i < names.size(); ++i) {
    INFO(names[i]);
    std::optional<NamedObject> found = near.find(names[i]);
    REQUIRE(found);
    CHECK(found->answer == told[i].answer);
    CHECK(found->oid == told[i].oid);
    CHECK(found->type == told[i].type);
  }
  // What is no plain name, or nowhere, or symbolic is for git.
  for (const char* name :
       {"@{upstream}", "HEAD^{commit}", "refs/heads/none", "origin", "main~1", "-x", ""})
    CHECK_FALSE(near.find(name));
  // Both ways in one list keep their order.
  std::vector<NamedObject> mixed =
      look_up(repository.git(), &near, {last, "main~1", first.substr(0, 8), "refs/heads/none"});
  REQUIRE(mixed.size() == 4);
  CHECK(mixed[0].oid == last);
  CHECK(mixed[1].is_commit());
  CHECK(mixed[2].oid == first);
  CHECK_FALSE(mixed[3].is_commit());
}

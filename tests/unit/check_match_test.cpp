#include "catch.hpp"
#include "ops/check/match.hpp"

using namespace handoff;
using namespace handoff::ops;
using model::Fate;

namespace {

git::LogEntry entry(const std::string& oid, int64_t time, const std::string& subject,
                    std::vector<std::string> files = {"f"}) {
  git::LogEntry e;
  e.oid = oid;
  e.tree = "tree-" + oid;
  e.parents = {"parent-" + oid};
  e.author = "A <a@x>";
  e.author_time = time;
  e.subject = subject;
  e.files = std::move(files);
  return e;
}

git::ChangeSum sum_of(std::initializer_list<std::string> lines) {
  git::ChangeSum sum;
  for (const std::string& line : lines)
    sum.add(line, false);
  return sum;
}

/// Hashes of lines that were put in.
std::vector<uint64_t> put_in(std::vector<uint64_t> lines) {
  for (uint64_t& line : lines)
    line = line * 2 | git::kIsPutIn;
  return lines;
}

git::Patch patch(const std::string& id, std::initializer_list<std::string> lines) {
  return {id, sum_of(lines)};
}

}  // namespace

TEST_CASE("a patch keeps its sum however it is cut") {
  std::string both =
      "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n-a\n+b\n+c\n x\n";
  std::string first =
      "diff --git a/f b/f\nindex 1..3 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+q\n";
  std::string second =
      "diff --git a/f b/f\nindex 3..2 100644\n--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n-q\n+b\n+c\n";
  CHECK(git::read_patch(both).sum == git::read_patch(first).sum + git::read_patch(second).sum);
  CHECK_FALSE(git::read_patch(both).sum.empty());
}

TEST_CASE("a rename sums up like a deletion and an addition") {
  std::string renamed =
      "diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\nindex 1..2 100644\n"
      "--- a/x\n+++ b/y\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
  std::string apart =
      "diff --git a/x b/x\ndeleted file mode 100644\nindex 1..0\n--- a/x\n+++ /dev/null\n"
      "@@ -1,2 +0,0 @@\n-a\n-b\n"
      "diff --git a/y b/y\nnew file mode 100644\nindex 0..2\n--- /dev/null\n+++ b/y\n"
      "@@ -0,0 +1,2 @@\n+a\n+c\n";
  CHECK(git::read_patch(renamed).sum == git::read_patch(apart).sum);
}

TEST_CASE("the lines that a patch takes out and puts in are told by file") {
  const auto changes = git::changed_lines(
      "diff --git a/src/a.c b/src/a.c\nindex 1..2 100644\n--- a/src/a.c\n+++ b/src/a.c\n"
      "@@ -1,2 +1 @@\n--- old\n-two\n+++ new\n\\ No newline at end of file\n"
      "diff --git \"a/o\\tdd\" \"b/o\\tdd\"\nnew file mode 100644\n--- /dev/null\n+++ "
      "\"b/o\\tdd\"\n"
      "@@ -0,0 +1 @@\n+diff --git a/x b/x\n"
      "diff --git a/p.png b/p.png\nBinary files a/p.png and b/p.png differ\n");
  REQUIRE(changes.size() == 3);
  CHECK(changes.at("src/a.c").out == std::set<std::string>{"-- old", "two"});
  CHECK(changes.at("src/a.c").in == std::set<std::string>{"++ new"});
  CHECK_FALSE(changes.at("src/a.c").is_whole);
  CHECK(changes.at("o\tdd").is_whole);
  CHECK(changes.at("o\tdd").in == std::set<std::string>{"diff --git a/x b/x"});
  CHECK_FALSE(changes.at("p.png").is_text);
}

TEST_CASE("a line that looks like a header is content inside a hunk") {
  std::string patch =
      "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n--- a/f\n+++ "
      "b/f\n";
  git::ChangeSum sum;
  std::string line("line\0-- a/f", 11);
  sum.add(line, true);
  sum.add(std::string("line\0++ b/f", 11), false);
  CHECK(git::read_patch(patch).sum == sum);
}

TEST_CASE("commits are matched by what stayed the same") {
  TwoHistories h;
  h.lost = {entry("a", 1, "one"), entry("b", 2, "two"), entry("c", 3, "three"),
            entry("d", 4, "four")};
  h.here = {entry("D", 9, "reworded"), entry("B", 2, "two"), entry("X", 7, "other")};
  std::map<std::string, git::Patch> patches = {
      {"d", patch("p4", {"4"})},   {"D", patch("p4", {"4"})}, {"b", patch("p2", {"2"})},
      {"B", patch("p2x", {"22"})}, {"X", patch("px", {"x"})}, {"a", patch("p1", {"1"})}};
  Matches m = match_commits(h, patches);
  CHECK(m["d"].means == "patch-id");
  CHECK(m["d"].to == std::vector<std::string>{"D"});
  CHECK(m["b"].means == "author, date and subject");
  CHECK(m.count("a") == 0);
  CHECK(m.count("c") == 0);
}

TEST_CASE("of two commits with one change, one that is here is one of them") {
  TwoHistories h;
  h.lost = {entry("a", 1, "one"), entry("b", 2, "one again")};
  h.here = {entry("A", 9, "one")};
  std::map<std::string, git::Patch> patches = {
      {"a", patch("p", {"1"})}, {"b", patch("p", {"1"})}, {"A", patch("p", {"1"})}};
  Matches m = match_commits(h, patches);
  CHECK(m["a"].fate == Fate::rewritten);
  CHECK(m.count("b") == 0);
}

TEST_CASE("a squash is the sum of its commits, in any order") {
  TwoHistories h;
  h.lost = {entry("a", 1, "one"), entry("b", 2, "two"), entry("c", 3, "three")};
  h.here = {entry("B", 2, "two"), entry("S", 8, "squash")};
  std::map<std::string, git::Patch> patches = {{"a", patch("p1", {"1"})},
                                               {"b", patch("p2", {"2"})},
                                               {"c", patch("p3", {"3"})},
                                               {"B", patch("p2", {"2"})},
                                               {"S", patch("ps", {"3", "1"})}};
  Matches m = match_commits(h, patches);
  CHECK(m["a"].fate == Fate::squashed);
  CHECK(m["c"].fate == Fate::squashed);
  CHECK(m["c"].to == std::vector<std::string>{"S"});
  CHECK(m["b"].fate == Fate::rewritten);
}

TEST_CASE("a split commit is found as its parts") {
  TwoHistories h;
  h.lost = {entry("a", 1, "one", {"f", "g"})};
  h.here = {entry("A1", 8, "first", {"f"}), entry("A2", 9, "second", {"g"})};
  std::map<std::string, git::Patch> patches = {
      {"a", patch("p", {"1", "2"})}, {"A1", patch("p1", {"1"})}, {"A2", patch("p2", {"2"})}};
  Matches m = match_commits(h, patches);
  CHECK(m["a"].to == std::vector<std::string>{"A1", "A2"});
}

TEST_CASE("reverts are found by message and by the opposite change, unless restored") {
  std::vector<git::LogEntry> commits = {entry("aaaaaaa1", 1, "one"), entry("bbbbbbb2", 2, "two"),
                                        entry("ccccccc3", 3, "three")};
  git::LogEntry r1 = entry("eeeeeee1", 5, "Revert one");
  r1.body = "This reverts commit aaaaaaa1.";
  git::LogEntry r2 = entry("eeeeeee2", 6, "by hand");
  git::LogEntry r3 = entry("eeeeeee3", 7, "Revert three");
  r3.body = "This reverts commit ccccccc3.";
  git::LogEntry again = entry("eeeeeee4", 8, "Reapply three");
  again.body = "This reverts commit eeeeeee3.";
  git::ChangeSum minus;
  minus.add("2", true);
  std::map<std::string, git::Patch> patches = {{"bbbbbbb2", patch("p", {"2"})},
                                               {"eeeeeee2", {"q", minus}}};
  auto reverted = find_reverts(commits, {again, r3, r2, r1}, patches);
  CHECK(reverted["aaaaaaa1"] == "eeeeeee1");
  CHECK(reverted["bbbbbbb2"] == "eeeeeee2");
  CHECK(reverted.count("ccccccc3") == 0);
  // What came behind all who took the same line away is reverted by none of them.
  patches["eeeeeee5"] = {"r", minus};
  CHECK(find_reverts({commits[1]}, {commits[1], r2, entry("eeeeeee5", 4, "by hand")}, patches)
            .empty());
}

TEST_CASE("a walk's bytes are decoded") {
  std::string oid(40, 'a');
  using namespace std::string_literals;
  std::string bytes = "\x01"s + oid +
                      "\0tree\0p1 p2\0A <a@x>\0007\0B <b@x>\0008\0subject\0body\0\0"s + "\x01"s +
                      oid + "\0tree\0\0A <a@x>\0007\0B <b@x>\0008\0s\0\0\0\nM\0f\0D\0g h\0"s;
  std::vector<git::LogEntry> log = git::parse_log(bytes);
  REQUIRE(log.size() == 2);
  CHECK(log[0].parents.size() == 2);
  CHECK(log[0].files.empty());
  CHECK(log[0].body == "body");
  CHECK(log[1].parents.empty());
  CHECK(log[1].author == "A <a@x>");
  CHECK(log[1].committer == "B <b@x>");
  CHECK(log[1].commit_time == 8);
  CHECK(log[1].files == std::vector<std::string>{"f", "g h"});
  CHECK(log[1].removed == std::vector<std::string>{"g h"});
}

TEST_CASE("the map of rewritten commits is followed to its end") {
  std::string a(40, 'a'), b(40, 'b'), c(40, 'c');
  git::RewriteMap map(a + " " + b + "\n" + b + " " + c + "\nrubbish\n");
  CHECK(map.follow(a) == c);
  CHECK_FALSE(map.follow(c));
  CHECK(map.starting_with("aaaa") == std::vector<std::string>{a});
  git::RewriteMap circle(a + " " + b + "\n" + b + " " + a + "\n");
  CHECK(circle.follow(a) == b);
}

TEST_CASE("a commit with other words, date and a few other lines is known by most of its lines") {
  auto with_lines = [](std::vector<uint64_t> lines) {
    git::Patch p = patch("", {});
    for (uint64_t line : lines)
      p.sum.add(std::to_string(line), false);
    p.lines = put_in(std::move(lines));
    return p;
  };
  git::LogEntry old = entry("old", 1, "words");
  git::LogEntry again = entry("again", 2, "other words"),
                alien = entry("alien", 3, "something else");
  std::map<std::string, git::Patch> patches = {{"old", with_lines({1, 2, 3, 4, 5})},
                                               {"again", with_lines({1, 2, 3, 4, 9})},
                                               {"alien", with_lines({1, 7, 8, 9, 10})}};
  Matches matches = match_commits({{old}, {alien, again}}, patches);
  REQUIRE(matches.contains("old"));
  CHECK(matches["old"].fate == Fate::rewritten);
  CHECK(matches["old"].to == std::vector<std::string>{"again"});
  CHECK(matches["old"].means == "most of its lines");
  CHECK(match_commits({{old}, {alien}}, patches).empty());
  again.files = {"elsewhere"};
  CHECK(match_commits({{old}, {again}}, patches).empty());
}

TEST_CASE("what went into another commit, changed by solving conflicts, is squashed with it") {
  git::LogEntry first = entry("first", 1, "first"), second = entry("second", 2, "second");
  git::LogEntry both = entry("both", 1, "first");
  std::map<std::string, git::Patch> patches;
  patches["first"] = patch("a", {"1", "2"});
  patches["second"] = patch("b", {"3"});
  patches["both"] = patch("c", {"1", "3", "x"});
  patches["first"].lines = put_in({1, 2});
  patches["second"].lines = put_in({3, 4, 5, 6, 7});
  patches["both"].lines = put_in({1, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13});
  Matches matches = match_commits({{first, second}, {both}}, patches);
  CHECK(matches["first"].fate == Fate::squashed);
  CHECK(matches["second"].fate == Fate::squashed);
  CHECK(matches["second"].to == std::vector<std::string>{"both"});
}

namespace {

/// The patch of a commit that writes a file of twenty lines anew.
git::Patch written_anew(const std::string& text) {
  std::string minus, plus;
  for (int i = 0; i < 20; ++i)
    minus += "-old " + std::to_string(i) + "\n";
  for (int i = 0; i < 10; ++i)
    plus += "+" + text + " " + std::to_string(i) + "\n";
  return git::read_patch(
      "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1,20 +1,10 @@\n" + minus +
      plus);
}

}  // namespace

TEST_CASE("author and second alone are nobody's mark") {
  TwoHistories h;
  h.lost = {entry("a", 5, "one", {"f"})};
  h.here = {entry("A", 5, "another", {"g"})};
  CHECK(match_commits(h, {}).empty());
  h.here = {entry("A", 5, "one", {"g"})};
  CHECK(match_commits(h, {}).at("a").to == std::vector<std::string>{"A"});
}

TEST_CASE("two of the same author, second and subject are no match") {
  TwoHistories h;
  h.lost = {entry("a", 5, "wip")};
  h.here = {entry("A", 5, "wip"), entry("B", 5, "wip")};
  CHECK(match_commits(h, {}).empty());
  h.lost = {entry("a", 5, "wip"), entry("b", 5, "wip")};
  h.here = {entry("A", 5, "wip")};
  CHECK(match_commits(h, {}).empty());
}

TEST_CASE("a sibling that writes the same file anew is no rewrite") {
  TwoHistories h;
  h.lost = {entry("a", 1, "one")};
  h.here = {entry("A", 2, "two")};
  CHECK(match_commits(h, {{"a", written_anew("mine")}, {"A", written_anew("theirs")}}).empty());
  git::Patch amended = written_anew("mine");
  amended.lines.pop_back();
  amended.sum.add("a line less", false);
  CHECK(match_commits(h, {{"a", written_anew("mine")}, {"A", amended}}).at("a").means ==
        "most of its lines");
}

TEST_CASE("two that are equally like it are no match") {
  TwoHistories h;
  h.lost = {entry("a", 1, "one")};
  h.here = {entry("A", 2, "two"), entry("B", 3, "three"), entry("C", 4, "four", {"g"})};
  git::Patch amended = written_anew("mine");
  amended.lines.pop_back();
  amended.sum.add("a line less", false);
  CHECK(match_commits(h, {{"a", written_anew("mine")}, {"A", amended}, {"B", amended}}).empty());
}

TEST_CASE("a few lines that a squash took along with more are in it, not gone") {
  TwoHistories h;
  h.lost = {entry("a", 1, "one"), entry("b", 2, "two"), entry("c", 3, "three")};
  h.here = {entry("A", 1, "one")};  // as `git reset --soft` and `commit -C` leave it
  std::map<std::string, git::Patch> patches;
  patches["a"].lines = put_in({1, 2, 3});
  patches["b"].lines = put_in({7, 8});
  patches["c"].lines = put_in({2});  // it is there, but as the line of another
  patches["A"].lines = put_in({1, 2, 3, 7, 8, 9});
  Matches matches = match_commits(h, patches);
  CHECK(matches.at("b").fate == Fate::squashed);
  CHECK(matches.at("b").to == std::vector<std::string>{"A"});
  CHECK(matches.at("b").means == Match::kWithMore);
  CHECK_FALSE(matches.at("b").is_same_change());
  CHECK_FALSE(matches.contains("c"));
}

#include "catch.hpp"
#include "formats/prose/extract.hpp"

using namespace handoff::ops;
using Texts = std::vector<std::string>;

TEST_CASE("ids of commits are found in text") {
  CHECK(commit_ids_in("done in 1a2b3c4, then ABCDEF1 (commit 1234567)") ==
        Texts{"1a2b3c4", "abcdef1", "1234567"});
  CHECK(commit_ids_in("https://example.com/commit/0123456789abcdef0123456789abcdef01234567") ==
        Texts{"0123456789abcdef0123456789abcdef01234567"});
  CHECK(commit_ids_in("`1a2b3c4`..`2b3c4d5`; 3c4d5e6..4d5e6f7") ==
        Texts{"1a2b3c4", "2b3c4d5", "3c4d5e6", "4d5e6f7"});
}

TEST_CASE("other words of hex digits are no commits") {
  CHECK(commit_ids_in("on 20260324 at 1774353600").empty());
  CHECK(commit_ids_in("550e8400-e29b-41d4-a716-446655440000").empty());
  CHECK(commit_ids_in("main.1a2b3c4.js 0x1a2b3c4d #1a2b3c4 x_1a2b3c4").empty());
  CHECK(commit_ids_in(std::string(65, 'a') + "1").empty());
  CHECK(commit_ids_in("md5 d41d8cd98f00b204e9800998ecf8427e of it").empty());
  CHECK(
      commit_ids_in("shop@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
          .empty());
}

TEST_CASE("a field for commits is read as the wild writes it") {
  CHECK(commit_ids_in_field("abc1..def2") == Texts{"abc1", "def2"});
  CHECK(commit_ids_in_field("abc1234, 1234567 + beef") == Texts{"abc1234", "1234567"});
  CHECK(commit_ids_in_field("pending").empty());
  CHECK(commit_ids_in_field("1a2b/3c4d") == Texts{"1a2b", "3c4d"});
  CHECK(commit_ids_in_field("added in the face of it, abcdef1") == Texts{"abcdef1"});
}

TEST_CASE("a line that is named in words is one of the only file of the text") {
  std::vector<Anchor> lines =
      places_in_words("In src/a.c fill the TODO: Line 123 cuts it, lines 130-140 do not (src/a.c)");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].text == "Line 123");
  CHECK(lines[0].path == "src/a.c");
  CHECK(lines[0].line == 123);
  CHECK(lines[1].text == "lines 130-140");
  CHECK(places_in_words("line 12 of src/a.c, as in src/b.c").empty());
  const std::vector<Anchor> symbols =
      places_in_words("pool.py:32 in give_back(), as Pool.put() and pool.py:take() do, (x())");
  REQUIRE(symbols.size() == 2);
  CHECK(symbols[0].text == "give_back()");
  CHECK(symbols[0].path == "pool.py");
  CHECK(symbols[1].symbol == "Pool.put");
  CHECK(places_in_words("line 12 says it").empty());
  CHECK(places_in_words("src/a.c: newline 12, line12, line 12th, a line of 12, line 0").empty());
}

TEST_CASE("anchors are found with line and symbol") {
  auto one = [](const std::string& text) {
    std::vector<Anchor> anchors = anchors_in(text);
    REQUIRE(anchors.size() == 1);
    return anchors[0];
  };
  Anchor a = one("Implement it in src/auth/token.ts:validateAccessToken(). The rest is done.");
  CHECK(a.path == "src/auth/token.ts");
  CHECK(a.symbol == "validateAccessToken");
  CHECK(a.text == "src/auth/token.ts:validateAccessToken()");
  a = one("go on at `src/a.c:42`, then rest");
  CHECK(a.path == "src/a.c");
  CHECK(a.line == 42);
  CHECK(one("see src/a.c:42:7.").line == 42);
  CHECK(one("see docs/x.md#L12-L20)").line == 12);
  for (const char* place :
       {"src/a.c:42-50", "src/a.c#L42-L50", "src/a.c:L42", "src/a.c(42)", "src/a.c(42-50)",
        "src/a.c:42\xe2\x80\x93"
        "50"}) {
    a = one("look at " + std::string(place) + ", then rest");
    CHECK(a.text == place);
    CHECK(a.path == "src/a.c");
    CHECK(a.line == 42);
  }
  CHECK(one("src/a.c (42 of them)").line == 0);
  CHECK(places_in_words("parse() in src/a.c (l. 42)")[0].text == "l. 42");
  CHECK(one("in token.ts: fix it").path == "token.ts");
  CHECK(one("in token.ts: fix it").symbol.empty());
  CHECK(one("(src/lib/)").path == "src/lib/");
  CHECK(one("open ./a/b.py").path == "a/b.py");
  CHECK(one("add it to schema.prisma").names_file());
  CHECK(one("the header of App.astro").names_file());
  CHECK_FALSE(one("below src/parser/").names_file());
  CHECK(one("app/[id]/page.tsx").path == "app/[id]/page.tsx");
  CHECK(one("src/a.rs:Parser::parse()").symbol == "Parser::parse");
}

TEST_CASE("a path is read out of a script that puts no blanks between words, and of its quotes") {
  const auto paths = [](const std::string& text, const FileExists& exists = {}) {
    Texts found;
    for (const Anchor& anchor : anchors_in(text, exists))
      found.push_back(anchor.path + (anchor.line > 0 ? ":" + std::to_string(anchor.line) : ""));
    return found;
  };
  for (const char* text : {"修改src/a.py:4的校验，再跑测试", "「src/a.py:4」を直す",
                           "（src/a.py:4）", "看“src/a.py:4”。", "fix ‘src/a.py:4’…",
                           "«src/a.py:4»", "src/a.py:4를 고쳐", "src/a.py:4—first", "src/a.py:4–9"})
    CHECK(paths(text) == Texts{"src/a.py:4"});
  CHECK(paths("把src/a.py和src/b.py:2合并到src/c.py") ==
        Texts{"src/a.py", "src/b.py:2", "src/c.py"});
  CHECK(paths("docs/计划.md, 文档/计划.md and src/überblick.py") ==
        Texts{"docs/计划.md", "文档/计划.md", "src/überblick.py"});
  CHECK(paths("计划v2.md") == Texts{"计划v2.md"});
  const FileExists exists = [](const std::string& path) {
    return path == "计划v2.md" || path == "docs/my plan.md";
  };
  CHECK(paths("修改a.py，见计划v2.md", exists) == Texts{"a.py", "计划v2.md"});
  CHECK(paths("update \"docs/my plan.md\" as “docs/my plan.md:7” says", exists) ==
        Texts{"docs/my plan.md", "docs/my plan.md:7"});
  CHECK(paths("\"fix a.py and b.py\", don't 'skip c.py'", exists) == Texts{"a.py", "b.py", "c.py"});
  CHECK(paths("update \"docs/my plan.md\"") == Texts{"docs/my", "plan.md"});
}

TEST_CASE("prose is no anchor") {
  CHECK(anchors_in("call jose.jwtVerify(), version 1.2.3, e.g. this; 1/2 done on 3/4").empty());
  CHECK(anchors_in("https://example.com/a/b.html and git@host:x").empty());
  CHECK(anchors_in("note:this works").empty());
  const std::vector<Anchor> link = anchors_in("see [src/a.ts:7](src/a.ts#L7)");
  REQUIRE(link.size() == 2);
  CHECK((link[0].text == "src/a.ts:7" && link[0].line == 7 && link[0].at == 5));
  CHECK((link[1].text == "src/a.ts#L7" && link[1].path == "src/a.ts"));
  CHECK(anchors_in("app/[id].tsx and [slug]/page.tsx").size() == 2);
  REQUIRE(anchors_in("two entries in .gitignore, please").size() == 1);
  CHECK(anchors_in("two entries in .gitignore, please")[0].path == ".gitignore");
}

TEST_CASE("half-finished Markdown is told") {
  auto what = [](const std::string& text) {
    Texts signs;
    for (const HalfFinished& sign : half_finished_in(text, true))
      signs.push_back(std::to_string(sign.line) + " " + sign.what);
    return signs;
  };
  CHECK(what("# A\n\n## B\ntext\n\n## C\n\n## D\nx\n") == Texts{"6 section 'C' is empty"});
  CHECK(what("# A\n## B\n") == Texts{"2 section 'B' is empty"});
  CHECK(what("# A\ntext\n```c\ncode // TODO\n") == Texts{"3 code block is not closed"});
  CHECK(what("# A\n```\n# not a heading\n```\n- TODO: more\nTODOS are fine\n") == Texts{"5 TODO"});
  CHECK(what("# A\nx\n## Same\nx\n## Same\ny\n") == Texts{"5 heading 'Same' stands twice"});
  CHECK(what("# A\nx\n# B\n## Same\nx\n# C\n## Same\nx\n").empty());
  CHECK(half_finished_in("int x; // FIXME\n# not a heading\n", false).size() == 1);
  // Anybody may have committed it: no more of a heading than it takes to find it.
  CHECK(half_finished_in("## " + std::string(200, 'x') + "\n", true).at(0).what ==
        "section '" + std::string(60, 'x') + "...' is empty");
}

TEST_CASE("task lists are read") {
  std::vector<ListedTask> tasks = tasks_in(
      "- [ ] one\n  * [x] two\n1. [~] **three**\n- plain\n```\n- [ ] code\n```\n- [?] odd\n");
  REQUIRE(tasks.size() == 3);
  CHECK((!tasks[0].done && tasks[0].name == "one"));
  CHECK((tasks[1].done && tasks[1].line == 2));
  CHECK((tasks[2].begun && !tasks[2].done));
}

TEST_CASE("names of tasks compare over decoration") {
  CHECK(comparable_name("Task 3: **Refresh token** endpoint (commit abc1234)") ==
        "refresh token endpoint");
  CHECK(comparable_name("Refresh-token endpoint.") == "refresh token endpoint");
  CHECK(comparable_name("Task force") == "task force");
}

TEST_CASE("labelled values are read from front matter and prose") {
  CHECK(labelled_value("---\nstatus: \"investigating\"\n---\n", "status") == "investigating");
  CHECK(labelled_value("# x\n**Status:** resolved\n", "Status") == "resolved");
  CHECK(labelled_value("nothing", "status").empty());
}

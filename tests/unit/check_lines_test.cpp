#include "catch.hpp"
#include "ops/check/lines.hpp"

using namespace handoff::ops;
using Kind = LineFate::Kind;

TEST_CASE("a line is followed through insertions and deletions") {
  std::string before = "one\ntwo\nthree\nfour\nfive\n";
  CHECK(follow_line(before, before, 3).kind == Kind::same);
  LineFate fate = follow_line(before, "zero\nzero\none\ntwo\nthree\nfour\nfive\n", 3);
  CHECK(fate.kind == Kind::moved);
  CHECK(fate.line == 5);
  CHECK(fate.text == "three");
  CHECK(follow_line(before, "two\nthree\n", 3).line == 2);
  CHECK(follow_line(before, "one\ntwo\nfour\nfive\n", 3).kind == Kind::changed);
  CHECK(follow_line(before, "one\ntwo\nTHREE\nfour\nfive\n", 3).kind == Kind::changed);
  CHECK(follow_line(before, before, 9).kind == Kind::never);
  CHECK(follow_line(before, "", 1).kind == Kind::changed);
}

TEST_CASE("a line that is not unique is followed by its neighbours") {
  std::string before = "a {\nx\n}\nb {\ny\n}\n";
  LineFate fate = follow_line(before, "new\na {\nx\n}\nb {\nz\ny\n}\n", 6);
  CHECK(fate.kind == Kind::moved);
  CHECK(fate.line == 8);
}

TEST_CASE("a line that was carried elsewhere is found by its text") {
  LineFate fate = follow_line("first\nthe one\nlast\n", "last\nfirst\nmiddle\nthe one\n", 3);
  CHECK(fate.line == 1);
}

TEST_CASE("words are found whole, definitions first") {
  std::string text = "use(tokens);\nuse(token);\nfunction token() {\n}\n";
  CHECK(line_of_word(text, "token") == 3);
  CHECK(line_of_word(text, "tokens") == 1);
  CHECK(line_of_word(text, "tok") == 0);
}

TEST_CASE("what defines a name is told from what uses it") {
  for (const char* line :
       {"def cut(self):", "pub(crate) fn cut()", "func (p *Pool) cut(n int) {", "class cut",
        "static int *cut(int n) {", "int Pool::cut(int n)\n{", "cut() {", "#define cut(x) x"})
    CHECK(line_of_definition(line, "cut") == 1);
  for (const char* line :
       {"from pool import cut", "  cut()", "x = cut(n)", "if (cut(n)) {", "  return cut(n) {",
        "int cut(int n);", "def cutter(x)", "describe('cut', () => {", "def two(cut):"})
    CHECK(line_of_definition(line, "cut") == 0);
}

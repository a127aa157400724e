#include "ops/records/summary_file.hpp"

#include "catch.hpp"

using handoff::ops::SummaryEntry;
using handoff::ops::SummaryFile;
using handoff::ops::write_summary_file;

namespace {

SummaryEntry entry(char digit, std::vector<std::string> texts) {
  return {.oid = std::string(40, digit), .texts = std::move(texts), .time = -5, .flags = 3};
}

}  // namespace

TEST_CASE("a file of summaries gives back what went in, by id") {
  SummaryFile file(write_summary_file(
      {entry('b', {"two", "", "x"}), entry('a', {"one"}), entry('b', {"again"})}));
  REQUIRE(file.size() == 2);
  auto one = file.find(std::string(40, 'a'));
  REQUIRE(one);
  CHECK(one->texts == std::vector<std::string>{"one"});
  CHECK(one->time == -5);
  CHECK(one->flags == 3);
  REQUIRE(file.find(std::string(40, 'b')));
  CHECK(file.find(std::string(40, 'b'))->texts.size() == 3);
  for (std::string absent :
       {std::string(40, '0'), std::string(40, 'c'), std::string(64, 'a'), std::string()})
    CHECK_FALSE(file.find(absent));
  CHECK(file.all().size() == 2);
  CHECK(SummaryFile(write_summary_file({})).size() == 0);
}

TEST_CASE("a file of summaries that was cut or changed is empty") {
  std::string bytes = write_summary_file({entry('a', {"one", "1"}), entry('b', {"two", "2"})});
  for (size_t length = 0; length < bytes.size(); ++length)
    CHECK(SummaryFile(bytes.substr(0, length)).size() == 0);
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CHECK(SummaryFile(changed).size() == 0);
  }
}

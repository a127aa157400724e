#include "base/process.hpp"

#include <unistd.h>

#include "catch.hpp"
#include "scratch.hpp"

using namespace handoff;

TEST_CASE("a child has what it reads before anybody waits for it") {
  test::Scratch scratch;
  const std::string file = scratch.path("read");
  // More than a pipe holds by itself: the ids of thousands of commits.
  const std::string input(200'000, 'x');
  Child child(
      {.argv = {"sh", "-c", "cat >\"$0.part\" && mv \"$0.part\" \"$0\"", file}, .input = input});
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries && !exists(file); ++i)
    usleep(10'000);
  REQUIRE(read_file(file) == input);
  CHECK(child.wait().ok());
}

TEST_CASE("what is more than any pipe holds reaches a child that answers while it reads") {
  const std::string input(5'000'000, 'x');
  Child child({.argv = {"cat"}, .input = input});
  Outcome outcome = child.wait();
  CHECK(outcome.ok());
  CHECK(outcome.out == input);
}

TEST_CASE("a child that does not read what it is told ends as it wants") {
  Child child({.argv = {"sh", "-c", "exit 3"}, .input = std::string(2'000'000, 'x')});
  CHECK(child.wait().exit_code == 3);
}

TEST_CASE("of several changes to one variable the last one counts") {
  Command command{.argv = {"env"}};
  command.environment = {
      {"HANDOFF_A", "1"}, {"HANDOFF_B", "1"}, {"HANDOFF_A", std::nullopt}, {"HANDOFF_B", "2"}};
  const std::string out = run(std::move(command)).out;
  CHECK(out.find("HANDOFF_A=") == std::string::npos);
  CHECK(out.find("HANDOFF_B=2\n") != std::string::npos);
  CHECK(out.find("HANDOFF_B=1") == std::string::npos);
}

#include "base/files.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/file_end.hpp"
#include "catch.hpp"
#include "scratch.hpp"

using namespace handoff;

TEST_CASE("a folder whose files have to be known is listed whole, or it is a failure") {
  const test::Scratch scratch;
  scratch.write("folder/b", "");
  scratch.write("folder/.a", "");
  CHECK(list_all_of(scratch.path("folder")) == std::vector<std::string>{".a", "b"});
  CHECK(list_all_of(scratch.path("missing")).empty());
  CHECK(list_all_of(scratch.path("folder/b/below")).empty());
  // Nobody can open it, the superuser neither.
  const std::string loop = scratch.path("loop");
  REQUIRE(symlink("loop", loop.c_str()) == 0);
  CHECK(list_folder(loop).empty());
  CHECK_THROWS_AS(list_all_of(loop), Failure);
}

TEST_CASE("what is there and cannot be opened just now is not the same as nothing") {
  const test::Scratch scratch;
  scratch.write("log", "one\ntwo\n");
  const std::string log = scratch.path("log");
  CHECK(read_file_end(log, 5).text == "two\n");
  CHECK(open_own_file(log));
  CHECK_FALSE(open_own_file(scratch.path("missing")));
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  const rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
  auto fails = [](auto&& read) {
    try {
      read();
      return false;
    } catch (const Failure&) {
      return true;
    }
  };
  const bool end_fails = fails([&] { read_file_end(log, 5); });
  const bool own_fails = fails([&] { open_own_file(log); });
  const bool missing_fails = fails([&] { open_own_file(scratch.path("missing")); });
  REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
  CHECK(end_fails);
  CHECK(own_fails);
  CHECK_FALSE(missing_fails);
}

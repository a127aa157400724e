#include "base/files.hpp"

#include <unistd.h>

#include "base/failure.hpp"
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

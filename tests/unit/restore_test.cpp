#include <sys/stat.h>

#include "catch.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/replay.hpp"

using namespace handoff;

TEST_CASE("a file is as narrow as it was recorded, and no right is given") {
  CHECK(ops::narrowed(S_IFREG | 0644, S_IFREG | 0600) == (S_IFREG | 0600));
  CHECK(ops::narrowed(S_IFREG | 0600, S_IFREG | 0644) == (S_IFREG | 0600));
  CHECK(ops::narrowed(S_IFREG | 0755, S_IFREG | 0700) == (S_IFREG | 0700));
  // Recorded without a right to run, made executable since: whoever may read it may run it.
  CHECK(ops::narrowed(S_IFREG | 0755, S_IFREG | 0600) == (S_IFREG | 0700));
  CHECK(ops::narrowed(S_IFREG | 0755, S_IFREG | 0640) == (S_IFREG | 0750));
}

TEST_CASE("a message is the recorded one where trailers were added and blanks taken out") {
  const std::string recorded = "WIP: login\n\nthe text\n\nHandoff-Id: x-1\n";
  using ops::is_message_of;
  CHECK(is_message_of(recorded, recorded));
  CHECK(is_message_of(recorded + "Signed-off-by: A <a@b>\n", recorded));
  CHECK(is_message_of(recorded + "\nChange-Id: I1\n", recorded));
  CHECK(is_message_of(recorded + "(cherry picked from commit 1234)\n", recorded));
  CHECK(is_message_of("WIP: login \t\r\n\nthe text\n\nHandoff-Id: x-1", recorded));
  CHECK_FALSE(is_message_of("WIP: login\n\nthe text\n", recorded));
  CHECK_FALSE(is_message_of("WIP: login\n\nanother text\n\nHandoff-Id: x-1\n", recorded));
  CHECK_FALSE(is_message_of("WIP: login\n\nthe text\n\nHandoff-Id: x-2\n", recorded));
  CHECK_FALSE(is_message_of("WIP: login\n\nthe text\nmore: of it is\n\nin lines\n", recorded));
  CHECK_FALSE(is_message_of(" WIP: login\n\nthe text\n\nHandoff-Id: x-1\n", recorded));
}

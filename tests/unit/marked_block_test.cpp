#include "ops/setup/marked_block.hpp"

#include "catch.hpp"

using namespace handoff::ops;

namespace {

const std::string kBlock = "# >>> git handoff >>>\nHANDOFF.json\n# <<< git handoff <<<\n";

}  // namespace

TEST_CASE("a block goes in and comes out without a trace, whatever the text looks like") {
  for (const char* text :
       {"", "\n", "a\n", "a", "a\nb", "a\r\nb\r\n", "a\r\nb", "\r\n", "#!/bin/sh\n", "#!/bin/sh",
        "#!/bin/sh\nexit 0", "#!/bin/sh\r\nexit 0\r\n", "no shebang\nexit 3\n", "a\n\n\n"}) {
    for (BlockPlace place : {BlockPlace::at_end, BlockPlace::after_shebang}) {
      INFO('"' << text << "\" place " << static_cast<int>(place));
      std::string with = with_block(text, kBlock, place);
      CHECK(find_block(with).state == BlockState::present);
      CHECK(find_block(with).body == kBlock);
      CHECK(without_block(with) == text);
      CHECK(with_block(with, kBlock, place) == with);
    }
  }
}

TEST_CASE("the block takes over line ends and a missing final newline") {
  CHECK(with_block("a\r\n", kBlock, BlockPlace::at_end) ==
        "a\r\n# >>> git handoff >>>\r\nHANDOFF.json\r\n# <<< git handoff <<<\r\n");
  CHECK(with_block("a", kBlock, BlockPlace::at_end) ==
        "a\n# >>> git handoff >>>\nHANDOFF.json\n# <<< git handoff <<<");
}

TEST_CASE("a block stands behind the shebang line, or first where there is none") {
  CHECK(with_block("#!/bin/sh\nexit 3\n", kBlock, BlockPlace::after_shebang) ==
        "#!/bin/sh\n" + kBlock + "exit 3\n");
  CHECK(with_block("exit 3\n", kBlock, BlockPlace::after_shebang) == kBlock + "exit 3\n");
}

TEST_CASE("an older block is replaced where it stands, with what was said about the file") {
  std::string old =
      "x\n# >>> git handoff >>> (v0)\n# (this file is from 'git handoff init' as well)\n"
      "old\n# <<< git handoff <<<\ny\n";
  FoundBlock found = find_block(old);
  CHECK(found.made == MadeByUs::file);
  CHECK(found.body != kBlock);
  std::string renewed = with_block(old, kBlock, BlockPlace::at_end);
  CHECK(find_block(renewed).body == kBlock);
  CHECK(find_block(renewed).made == MadeByUs::file);
  CHECK(without_block(renewed) == "x\ny\n");
}

TEST_CASE("what was written behind a block later stays") {
  std::string text = with_block("a", kBlock, BlockPlace::at_end) + "\nb\n";
  CHECK(without_block(text) == "a\nb\n");
}

TEST_CASE("damaged blocks are told and left alone") {
  for (const char* text :
       {"# >>> git handoff >>>\nx\n", "x\n# <<< git handoff <<<\n",
        "# <<< git handoff <<<\n# >>> git handoff >>>\n",
        "# >>> git handoff >>>\n# >>> git handoff >>>\n# <<< git handoff <<<\n"}) {
    INFO(text);
    CHECK(find_block(text).state == BlockState::damaged);
    CHECK(without_block(text) == text);
  }
}

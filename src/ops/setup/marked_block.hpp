#pragma once

#include <string>
#include <string_view>

namespace handoff::ops {

/// The lines that `init` puts into files of others: from `# >>> git handoff >>>` to `# <<< git
/// handoff <<<`. All of this is pure text: what stands around the block keeps every byte, line ends
/// and a missing final newline included, and taking a block out again gives the text as it was
/// before.

inline constexpr std::string_view kBlockBegin = "# >>> git handoff >>>";
inline constexpr std::string_view kBlockEnd = "# <<< git handoff <<<";

enum class BlockState {
  absent,
  present,
  damaged,  ///< a marker without its partner, or twice: nothing is changed then
};

/// Who made the file that holds a block, so that uninstalling removes what installing made.
enum class MadeByUs { nothing, file, file_and_folder };

struct FoundBlock {
  BlockState state = BlockState::absent;
  size_t begin = 0;  ///< first byte of the block
  size_t end = 0;    ///< behind its last line's end
  MadeByUs made = MadeByUs::nothing;
  std::string
      body;  ///< its lines with LF, markers included, without the line that says who made the file
};

FoundBlock find_block(std::string_view text);

enum class BlockPlace { at_end, after_shebang };

/// `text` with `block` (lines with LF, markers included) in it: in place of the block it has,
/// whoever wrote that, else at `place`. Takes over the line ends of the text. Not for damaged
/// texts.
std::string with_block(const std::string& text, std::string_view block, BlockPlace place,
                       MadeByUs made = MadeByUs::nothing);

/// `text` as it was before with_block.
std::string without_block(const std::string& text);

}  // namespace handoff::ops

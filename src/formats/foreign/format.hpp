#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/foreign/format_entry.hpp"
#include "model/json.hpp"

namespace handoff::formats {

const std::vector<Format>& all_formats();
/// nullptr for a name that no format has.
const Format* find_format(std::string_view name);
/// The format of a document, told by its content and, where that is not enough, by its file's name
/// (a path or empty). Markdown where nothing else fits: any text is readable as that.
const Format& detect_format(std::string_view bytes, std::string_view file_name);

/// Why no document of this size is read, whatever its format; empty where it is.
std::string why_too_large(std::string_view bytes);

/// `detect_format`, `read`, the bounds that hold for every format. A `git` block never comes from
/// outside.
Json read_document(std::string_view bytes, std::string_view source, const Format* format,
                   std::vector<std::string>& warnings);

/// The text that Spellbook puts into a conversation after a compaction (`brief --style spellbook`).
std::string spellbook_recovery_text(const Json& record, const WriteContext& context);

}  // namespace handoff::formats

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/markdown/markdown.hpp"
#include "model/json.hpp"

/// The items of a section of HANDOFF.md: bullets, boxes, tables. Used by the reader alone.
namespace handoff::formats::markdown {

/// JSON where the text is JSON, else the text itself.
Json scalar_of(const std::string& text);
/// The key of `key: value`; empty for other texts.
std::string key_of(std::string_view text);
/// Lines as one text, without empty ones around it, markup characters as themselves.
std::string text_of_lines(const std::vector<std::string>& lines);

/// Takes out what stands before the first item of a list, and gives it without mere labels
/// (`Done:`); where there is no item, all of it stays.
std::string take_introduction(std::vector<std::string>& lines);
/// Takes out "None - a clean boundary", which is no item and yet says something.
std::string take_denials(std::vector<std::string>& lines);
/// What a section that is a list holds, in the shapes of its field.
Json list_of(const MarkdownSection& section, std::vector<std::string> lines);

}  // namespace handoff::formats::markdown

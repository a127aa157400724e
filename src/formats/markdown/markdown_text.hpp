#pragma once

#include <string>
#include <string_view>

namespace handoff::formats {

/// Field text made safe to stand in a Markdown document: it cannot open a heading, an HTML tag, a
/// comment, an entity, an image, a link that hides its target, a link definition or a fence that it
/// does not close. Lists, emphasis, inline code and closed fences at the left margin stay what they
/// are. Control bytes become visible. `unescape_markdown` gives the text back.
std::string escape_markdown(std::string_view text);
/// The same for the text of a list item: its lines cannot start a list of their own either. `stars`
/// also keeps `*` from closing the bold that stands around the text.
std::string escape_markdown_item(std::string_view text, bool stars = false);

/// Takes the backslash from escaped punctuation and turns `&lt;` back, except in inline code and in
/// fences.
std::string unescape_markdown(std::string_view text);

/// The length of the list marker (`-`, `*`, `+`, `12.`, `12)`) at `at`, behind which a blank or the
/// end stands; 0 where there is none.
size_t list_marker_at(std::string_view line, size_t at);

/// Follows the fences of a document line by line.
class FenceTracker {
 public:
  /// True where `line` opens, closes or stands inside a fence.
  bool inside(std::string_view line);
  /// Does a fence stand open?
  bool open() const { return x_mark != 0; }

 private:
  char x_mark = 0;
  size_t x_length = 0;
};

}  // namespace handoff::formats

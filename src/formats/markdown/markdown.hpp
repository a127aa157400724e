#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/json.hpp"

namespace handoff::formats {

/// A record as HANDOFF.md: front matter (workflow, phase, task, total_tasks, status, timestamp,
/// then other single values), then one section a field that holds something. GitHub Markdown; field
/// text cannot forge headings, HTML or front matter. The `git` block and what has no section are
/// left out.
std::string render_markdown(const Json& record);

/// The record that a HANDOFF.md, a .continue-here.md or any Markdown describes. Never fails on odd
/// structure: what stands under no known heading goes to context_notes. Throws a Failure that names
/// `source` for size and for bytes that are not UTF-8. Placeholders in HTML comments are skipped.
Json parse_markdown(std::string_view text, std::string_view source);

/// `record` with every field that Markdown holds replaced by what the text says (a section that is
/// gone means that the field is), and all else as it was: for editing a record as Markdown.
Json merge_markdown(const Json& record, std::string_view text, std::string_view source);

/// How the items of a section are written.
enum class SectionKind { text, tasks, decisions, blockers, actions, plain, documents };

/// A section of HANDOFF.md: the record's field, its heading, other headings that public files use
/// for it.
struct MarkdownSection {
  std::string_view field;
  std::string_view heading;
  SectionKind kind = SectionKind::text;
  std::string_view headline;               ///< the item's field that stands on its first line
  std::vector<std::string_view> synonyms;  ///< lower case
};

/// In the order in which they are written.
const std::vector<MarkdownSection>& markdown_sections();
/// The section of a field; nullptr: none.
const MarkdownSection* section_of(std::string_view field);
/// The one that a heading means, whatever stands around its name; nullptr: none.
const MarkdownSection* section_named(const std::string& heading);

}  // namespace handoff::formats

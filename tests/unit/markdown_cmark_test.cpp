// What GitHub's own parser makes of our Markdown. Built where cmark-gfm is installed
// (libcmark-gfm-dev, libcmark-gfm-extensions-dev).

#ifdef HANDOFF_CMARK

#include <memory>
#include <random>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "catch.hpp"
#include "formats/foreign/format.hpp"
#include "formats/markdown/markdown.hpp"
#include "records.hpp"

using namespace handoff;
using namespace handoff::formats;

namespace {

struct Seen {
  std::vector<std::string> headings;
  std::vector<std::string> html;
  size_t images = 0;
};

std::string text_below(cmark_node* node) {
  std::string text;
  std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> walk(cmark_iter_new(node),
                                                               cmark_iter_free);
  while (cmark_iter_next(walk.get()) != CMARK_EVENT_DONE)
    if (const char* literal = cmark_node_get_literal(cmark_iter_get_node(walk.get())))
      text += literal;
  return text;
}

Seen look(std::string_view markdown) {
  cmark_gfm_core_extensions_ensure_registered();
  std::unique_ptr<cmark_parser, decltype(&cmark_parser_free)> parser(
      cmark_parser_new(CMARK_OPT_FOOTNOTES), cmark_parser_free);
  for (const char* name : {"table", "strikethrough", "autolink", "tasklist"})
    if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name))
      cmark_parser_attach_syntax_extension(parser.get(), extension);
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  std::unique_ptr<cmark_node, decltype(&cmark_node_free)> root(cmark_parser_finish(parser.get()),
                                                               cmark_node_free);
  Seen seen;
  std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> walk(cmark_iter_new(root.get()),
                                                               cmark_iter_free);
  for (cmark_event_type event; (event = cmark_iter_next(walk.get())) != CMARK_EVENT_DONE;) {
    cmark_node* node = cmark_iter_get_node(walk.get());
    if (event != CMARK_EVENT_ENTER)
      continue;
    cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HEADING)
      seen.headings.push_back(text_below(node));
    if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE)
      seen.html.emplace_back(cmark_node_get_literal(node));
    seen.images += type == CMARK_NODE_IMAGE ? 1u : 0u;
  }
  return seen;
}

/// Front matter is GitHub's, not the parser's.
std::string_view body_of(std::string_view markdown) {
  size_t end =
      markdown.rfind("---\n", 0) == 0 ? markdown.find("\n---\n", 3) : std::string_view::npos;
  return end == std::string_view::npos ? markdown : markdown.substr(end + 5);
}

std::vector<std::string> expected_headings(const Json& record) {
  std::vector<std::string> headings;
  for (const MarkdownSection& section : markdown_sections()) {
    // Rendered alone, a field makes its own heading or none.
    if (auto found = record.find(section.field);
        found != record.end() &&
        !render_markdown(Json{{std::string(section.field), *found}}).empty())
      headings.emplace_back(section.heading);
  }
  return headings;
}

}  // namespace

TEST_CASE("GitHub sees the sections of a HANDOFF.md and nothing that field text forged") {
  std::mt19937 random(23);
  testing::RecordSource source(24);
  static const char* const kPieces[] = {"\n",
                                        "\n\n",
                                        "\n  ",
                                        "\n    ",
                                        "\n\t",
                                        " ",
                                        "a",
                                        "b c",
                                        "# h",
                                        "## Next Action",
                                        "#",
                                        "===",
                                        "---",
                                        "- ",
                                        "* ",
                                        "+ ",
                                        "1. ",
                                        "> ",
                                        "```",
                                        "````",
                                        "~~~",
                                        "`",
                                        "``",
                                        "<b>",
                                        "<!--",
                                        "-->",
                                        "<script>",
                                        "</div>",
                                        "<?x",
                                        "<http://x>",
                                        "http://x",
                                        "www.x.y",
                                        "a@b.c",
                                        "mailto:a@b.c",
                                        "&lt;b&gt;",
                                        "![i](u)",
                                        "![",
                                        "](u)",
                                        "[x]: y",
                                        "[^1]: z",
                                        "|a|b|\n|---|---|\n|c|d|",
                                        "\\",
                                        "\\\\",
                                        "**",
                                        "_",
                                        "[",
                                        "]",
                                        "\xC2\xA0",
                                        "\r\n",
                                        "<![CDATA[",
                                        "setext"};
  auto hostile = [&] {
    std::string text;
    for (size_t n = 1 + random() % 9; n > 0; --n)
      text += kPieces[random() % std::size(kPieces)];
    return text;
  };
  for (int round = 0; round < 3000; ++round) {
    Json record = source.record(testing::Reach::markdown);
    record["context_notes"] = hostile();
    record["next_action"] = hostile();
    record["current_state"] = hostile();
    record["decisions"] = Json::array(
        {Json{{"decision", hostile()}, {"rationale", hostile()}, {"rejected", hostile()}},
         hostile()});
    record["open_questions"] = Json::array({hostile(), hostile()});
    record["remaining_tasks"] = Json::array(
        {Json{{"name", hostile()}, {"status", "in_progress"}, {"progress", hostile()}}, hostile()});
    record["blockers"] = Json::array({Json{{"description", hostile()}, {"workaround", hostile()}}});
    std::string markdown = render_markdown(record);
    INFO(markdown);
    Seen seen = look(body_of(markdown));
    REQUIRE(seen.headings == expected_headings(record));
    REQUIRE(seen.html == std::vector<std::string>());
    REQUIRE(seen.images == 0);
    Json back = parse_markdown(markdown, "test");
    for (const auto& [key, value] : back.items())
      REQUIRE(record.contains(key));
  }
}

TEST_CASE("GitHub sees no forged heading in Spellbook's boot document") {
  std::mt19937 random(29);
  for (int round = 0; round < 300; ++round) {
    static const char* const kPieces[] = {"\n",  "\n\n", "http://x", "## SECTION 0", "```",
                                          "~~~", "<b>",  "|",        "\\",           "`",
                                          "- ",  "x",    "---",      "\n```\n"};
    auto hostile = [&] {
      std::string text;
      for (size_t n = 1 + random() % 7; n > 0; --n)
        text += kPieces[random() % std::size(kPieces)];
      return text;
    };
    Json record{
        {"version", 1},
        {"context_notes", hostile()},
        {"next_action", hostile()},
        {"skill_stack", Json::array({Json{{"name", hostile()}, {"resume_command", hostile()}}})},
        {"documents", Json::array({Json{{"path", hostile()}, {"why", hostile()}}})},
        {"remaining_tasks", Json::array({Json{{"name", hostile()}, {"status", "blocked"}}})},
        {"decisions", Json::array({Json{{"decision", hostile()}, {"binding", "session"}}})}};
    Losses losses;
    std::string markdown = find_format("spellbook")->write(record, {.root = "/r"}, losses);
    INFO(markdown);
    Seen seen = look(markdown);
    size_t own = 0;
    for (const std::string& heading : seen.headings)
      own += heading.rfind("SECTION 0: MANDATORY", 0) == 0 || heading == "SECTION 0" ? 1u : 0u;
    REQUIRE(own == 1);
    REQUIRE(seen.html == std::vector<std::string>());
  }
}

#endif

// What looks into texts, and what makes texts of strangers safe to show.

#include <functional>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "formats/markdown/sections.hpp"
#include "formats/prose/extract.hpp"
#include "formats/prose/planning.hpp"
#include "formats/record/record.hpp"
#include "formats/secrets/secrets.hpp"
#include "mcp/reach.hpp"
#include "mcp/server.hpp"
#include "ops/brief/brief.hpp"
#include "ops/check/lines.hpp"
#include "targets.hpp"

namespace handoff::fuzz {

namespace {

/// Nothing in it steers a terminal or hides: no control byte but line end and tab, no C1 control,
/// no bidirectional or invisible character but a joiner in its place, valid UTF-8.
bool is_plain(std::string_view text) {
  if (!is_utf8(text))
    return false;
  for (size_t i = 0; i < text.size(); ++i) {
    auto byte = [&](size_t at) {
      return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
    };
    unsigned c = byte(i);
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F || (c == 0xC2 && byte(i + 1) < 0xA0))
      return false;
    // A joiner between two characters of scripts that have it is how they are written.
    const bool joins =
        c == 0xE2 && byte(i + 1) == 0x80 && (byte(i + 2) == 0x8C || byte(i + 2) == 0x8D) && i > 0 &&
        byte(i - 1) >= 0x80 && byte(i + 3) >= 0x80 && text.substr(i + 3, 2) != text.substr(i, 2);
    if (c == 0xE2 && byte(i + 1) == 0x80 && !joins &&
        ((byte(i + 2) >= 0x8B && byte(i + 2) <= 0x8F) ||
         (byte(i + 2) >= 0xA8 && byte(i + 2) <= 0xAE)))
      return false;
    if (c == 0xE2 && byte(i + 1) == 0x81 && byte(i + 2) >= 0xA0 && byte(i + 2) <= 0xAF)
      return false;
    if (c == 0xEF && byte(i + 1) == 0xBB && byte(i + 2) == 0xBF)
      return false;
    if (c == 0xF3 && byte(i + 1) == 0xA0)
      return false;
  }
  return true;
}

void text(std::string_view bytes) {
  std::string one = printable(bytes), several = printable(bytes, true);
  must(is_plain(one) && !contains(one, "\n") && !contains(one, "\t"),
       "a printable line is one line");
  must(is_plain(several), "printable text steers no terminal");
  must(printable(one) == one, "what is printable stays as it is");
  must(is_utf8(to_valid_utf8(bytes)), "what was made valid is");
  must(c_unquote(c_quote(bytes)) == std::string(bytes) || bytes.starts_with('"'),
       "a quoted path comes back");
  must(base64_decode(base64_encode(bytes)) == std::string(bytes), "base64 comes back");
  c_unquote(bytes);
  base64_decode(bytes);
  must(is_utf8(utf8_prefix(to_valid_utf8(bytes), bytes.size() / 2)),
       "a cut does not part a character");
  for (size_t width : {size_t{20}, size_t{80}})
    for (const std::string& line : wrap(several, width, 2))
      must(display_width(line) <= width + 2 || contains(line, "://") || contains(line, "git ") ||
               contains(line, "\u200D"),
           "a wrapped line fits, but for addresses, commands of git and what is joined");
  shell_word(bytes);
}

void times(std::string_view bytes) {
  if (std::optional<ParsedTime> time = parse_time(bytes)) {
    must(parse_time(to_rfc3339(time->time)).has_value() || time->time < 0 ||
             time->time > 253'402'300'799,
         "a time is read again");
    relative_time(time->time, 0);
    id_stamp(time->time);
  }
}

void secrets(std::string_view bytes) {
  formats::find_secrets(bytes);
  std::string masked = formats::mask_secrets(std::string(bytes));
  must(formats::mask_secrets(masked) == masked, "what was masked holds nothing more to mask");
  formats::secret_file_name(bytes);
  try {
    Json value = formats::parse_json(bytes, "input");
    formats::parse_json(formats::mask_secrets(formats::write_json(value)), "masked");
  } catch (const Failure& failure) {
    must(!failure.message().starts_with("masked"), "JSON that was masked is JSON");
  }
}

void escape(std::string_view bytes) {
  std::string plain = printable(bytes, true);
  must(formats::unescape_markdown(formats::escape_markdown(plain)) == plain,
       "escaped Markdown comes back");
  must(is_plain(formats::escape_markdown(bytes)), "escaped Markdown steers no terminal");
  must(is_plain(formats::escape_markdown_item(bytes, true)), "an escaped item steers no terminal");
}

void extract(std::string_view bytes) {
  ops::commit_ids_in(bytes);
  ops::commit_ids_in_field(bytes);
  for (const ops::Anchor& anchor : ops::anchors_in(bytes))
    must(!anchor.path.empty(), "an anchor has a path");
  ops::half_finished_in(bytes, true);
  ops::half_finished_in(bytes, false);
  for (const ops::ListedTask& task : ops::tasks_in(bytes))
    ops::comparable_name(task.name);
  ops::labelled_value(bytes, "status");
}

void lines(std::string_view bytes) {
  if (bytes.empty())
    return;
  size_t cut = std::min(bytes.find('\0'), bytes.size());
  std::string_view before = bytes.substr(0, cut),
                   after = bytes.substr(std::min(cut + 1, bytes.size()));
  ops::follow_line(before, after, 1 + static_cast<unsigned char>(bytes.front()) % 16);
  ops::match_lines(split_lines(before), split_lines(after));
  ops::line_of_word(after, before.substr(0, 8));
}

void planning(std::string_view bytes) {
  for (size_t level : {size_t{2}, size_t{3}})
    for (const formats::TextSection& section : formats::sections_of(bytes, level))
      ops::items_under(section.body, "Open questions");
  std::vector<ops::PlanPhase> phases = ops::plan_phases(bytes);
  ops::active_phase(phases);
  ops::progress_of(bytes);
  ops::gsd_position(bytes);
  ops::last_scratch_entry(bytes);
  ops::decision_lines(bytes);
}

/// The fence of a brief: whatever the record says, it stands twice, ends the text, and steers no
/// terminal.
void brief(std::string_view bytes) {
  try {
    ops::BriefSource source{.id = "main-20260324-143000-7f3a",
                            .author = "A <a@example.com>",
                            .time = 0,
                            .foreign = true};
    auto document = std::make_shared<Json>(formats::parse_json(bytes, "input"));
    if (!document->is_object())
      return;  // a record of anything else is damaged
    source.document = document;
    source.handoff = formats::read_handoff(*document);
    source.author = source.handoff.title + "\n" + source.handoff.user_message;
    source.findings.push_back({.code = "anchor",
                               .subject = source.handoff.next_action,
                               .state = model::FindingState::changed,
                               .to = source.handoff.title,
                               .evidence = source.handoff.context_notes});
    source.lost.push_back({.oid = "1", .subject = source.handoff.title});
    // One of both styles and both budgets, by the bytes: four times as many inputs can be tried.
    const size_t which = std::hash<std::string_view>()(bytes);
    const bool plain = which % 2 == 0;
    const size_t budget = which / 2 % 2 == 0 ? ops::kLeastBudget : ops::kBriefBudget;
    ops::Brief brief = ops::write_brief(
        source, {.budget = budget,
                 .about = plain ? "" : "x",
                 .style = plain ? ops::BriefStyle::plain : ops::BriefStyle::spellbook,
                 .now = 86400});
    must(brief.text.size() <= budget * ops::kBytesPerToken, "a brief keeps to its budget");
    must(is_plain(brief.text), "a brief steers no terminal");
    size_t first = brief.text.find(brief.boundary);
    size_t second = brief.text.find(brief.boundary, first + 1);
    must(brief.text.find(brief.boundary, second + 1) == std::string::npos,
         "the boundary stands twice");
    must(brief.text.ends_with("--- " + brief.boundary + " end\n"), "the fence ends the brief");
  } catch (const Failure&) {
  }
}

/// A whole session, in a folder that is no repository.
void mcp(std::string_view bytes) {
  UniqueFd in(memfd_create("fuzz", MFD_CLOEXEC)), out(open("/dev/null", O_WRONLY | O_CLOEXEC));
  for (std::string_view rest = bytes; !rest.empty();) {
    ssize_t n = write(in.get(), rest.data(), rest.size());
    if (n <= 0)
      return;
    rest.remove_prefix(static_cast<size_t>(n));
  }
  lseek(in.get(), 0, SEEK_SET);
  mcp::serve(in.get(), out.get(), mcp::Reach("/nowhere", {}), true);
}

constexpr Target kTargets[] = {
    {"text", text},         {"times", times},     {"secrets", secrets},
    {"escape", escape},     {"extract", extract}, {"lines", lines},
    {"planning", planning}, {"brief", brief},     {"mcp", mcp},
};

}  // namespace

std::span<const Target> text_targets() { return kTargets; }

}  // namespace handoff::fuzz

// Decoders of documents that people, agents and other tools write.

#include <functional>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/foreign/carry.hpp"
#include "formats/foreign/format.hpp"
#include "formats/json/json.hpp"
#include "formats/markdown/markdown.hpp"
#include "formats/record/note.hpp"
#include "formats/record/policy.hpp"
#include "formats/record/record.hpp"
#include "formats/record/yaml.hpp"
#include "formats/toon/toon.hpp"
#include "ops/lint/lint.hpp"
#include "ops/verbs/note.hpp"
#include "targets.hpp"

namespace handoff::fuzz {

namespace {

using namespace formats;

constexpr const char* kSource = "input";

/// In one format, by the bytes: fourteen times as many inputs can be tried.
void write_again(const Json& record, std::string_view bytes) {
  const std::vector<Format>& formats = all_formats();
  Losses losses;
  try {
    must(is_utf8(formats[std::hash<std::string_view>()(bytes) % formats.size()].write(
             record, {.root = "/r", .id = "i", .branch = "b"}, losses)),
         "a document is UTF-8");
  } catch (const Failure&) {
  }
}

void json(std::string_view bytes) {
  try {
    Json value = parse_json(bytes, kSource);
    must(parse_json(write_json(value), kSource) == value, "JSON that was written is read again");
    must(parse_json(write_json_line(value), kSource) == value, "a line of JSON is read again");
  } catch (const Failure&) {
  }
}

void toon(std::string_view bytes) {
  try {
    parse_toon(bytes, kSource, {.strict = false});
  } catch (const Failure&) {
  }
  try {
    Json value = parse_toon(bytes, kSource);
    must(parse_toon(write_toon(value), kSource) == value, "TOON that was written is read again");
  } catch (const Failure&) {
  }
}

void yaml(std::string_view bytes) {
  try {
    Json value = parse_yaml(bytes, kSource);
    if (value.is_object())
      must(parse_yaml(write_yaml(value), kSource) == value, "YAML that was written is read again");
  } catch (const Failure&) {
  }
}

void markdown(std::string_view bytes) {
  try {
    Json record = parse_markdown(bytes, kSource);
    std::string text = render_markdown(record);
    must(is_utf8(text), "Markdown is UTF-8");
    parse_markdown(text, kSource);
    merge_markdown(record, bytes, kSource);
  } catch (const Failure&) {
  }
}

void document(std::string_view bytes) {
  try {
    std::vector<std::string> warnings;
    write_again(read_document(bytes, kSource, nullptr, warnings), bytes);
  } catch (const Failure&) {
  }
}

/// The first byte says as what the rest is read.
void as_format(std::string_view bytes) {
  if (bytes.empty())
    return;
  const std::vector<Format>& formats = all_formats();
  const Format& format = formats[static_cast<unsigned char>(bytes.front()) % formats.size()];
  try {
    std::vector<std::string> warnings;
    Json record = read_document(bytes.substr(1), kSource, &format, warnings);
    must(!record.contains("git"), "a git block never comes from outside");
    write_again(record, bytes);
    read_handoff(record);
  } catch (const Failure&) {
  }
}

/// What only the tool writes is read as well: the bytes may be handoff.json of a fetched record.
void record(std::string_view bytes) {
  try {
    Json value = parse_json(bytes, kSource);
    model::Handoff handoff = read_handoff(value);
    read_git_block(value);
    position_text(handoff);
    ops::lint(value);
    spellbook_recovery_text(value, {.root = "/r", .id = "i", .branch = "b"});
  } catch (const Failure&) {
  }
}

void carry(std::string_view bytes) {
  try {
    Json value = parse_json(bytes, kSource);
    if (!value.is_array() || value.size() < 2)
      return;
    Json wanted = value[0], got = value[1];
    if (!wanted.is_object() || !got.is_object())
      return;
    Json carried = got;
    apply_carry(carried, make_carry(wanted, got));
    must(carried == wanted, "what was carried gives the document back");
    if (value.size() > 2)
      apply_carry(got, value[2]);
  } catch (const Failure&) {
  }
}

void policy(std::string_view bytes) {
  try {
    for (const std::string& path : read_policy(bytes).task_lists)
      must(!path.starts_with('/') && !contains("/" + path + "/", "/../"),
           "a task list lies in the tree");
  } catch (const Failure&) {
  }
  read_duration(bytes);
}

void notes(std::string_view bytes) {
  try {
    for (const model::Note& note : ops::parse_note_batch(bytes, model::Origin::mine)) {
      std::optional<model::Note> back = note_from_json(note_to_json(note));
      must(back && back->text == note.text, "a note comes back from the journal");
    }
  } catch (const Failure&) {
  }
}

constexpr Target kTargets[] = {
    {"json", json},         {"toon", toon},        {"yaml", yaml},     {"markdown", markdown},
    {"document", document}, {"format", as_format}, {"record", record}, {"carry", carry},
    {"policy", policy},     {"notes", notes},
};

}  // namespace

std::span<const Target> format_targets() { return kTargets; }

}  // namespace handoff::fuzz

#include "cli/screen/editor.hpp"

#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/markdown/markdown.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/notes/record_fields.hpp"

namespace handoff::cli {

namespace {

constexpr std::string_view kGuide =
    "<!-- The next reader has nothing but this text: write as for a stranger.\n"
    "     Message: why the work stops here, in a line.\n"
    "     Next Action: one concrete step, with file and function. (\"Continue\" helps nobody.)\n"
    "     Context: why it is done this way, what was tried and did not work.\n"
    "     Decisions Made: - **what** - why. They will not be discussed again.\n"
    "     Leave a section empty to drop it. Comments like this one are removed.\n"
    "     ";

constexpr std::string_view kKeptWithIt = "<!-- Kept with it: ";

void forget_origins(Json& value) {
  if (value.is_object())
    for (std::string_view name : formats::kOriginFields)
      value.erase(std::string(name));
  if (value.is_structured())
    for (Json& part : value)
      forget_origins(part);
}

/// Where an item came from is no concern of whoever edits its text: it is put back behind the item
/// of the same text, or in the same place where none came or went.
void put_origins_back(const Json& from, Json& to) {
  if (from.is_object() && to.is_object()) {
    for (std::string_view name : formats::kOriginFields)
      formats::copy_field(from, name, to, std::string(name));
    for (auto& [name, part] : to.items())
      if (!formats::is_origin_field(name))
        put_origins_back(formats::field(from, name), part);
  }
  if (!from.is_array() || !to.is_array())
    return;
  for (size_t i = 0; i < to.size(); ++i) {
    const std::string text = ops::lists::headline_of(to[i]);
    auto same = std::ranges::find_if(
        from, [&](const Json& item) { return ops::lists::headline_of(item) == text; });
    if (same != from.end())
      put_origins_back(*same, to[i]);
    else if (from.size() == to.size())
      put_origins_back(from[i], to[i]);
  }
}

/// What a person is not asked about: the tool knows it, or there is nothing yet.
Json for_a_person(const Json& draft) {
  Json shown = Json::object();
  for (const auto& [name, value] : draft.items()) {
    bool known = name == "version" || name == "mode" || name == "status" || name == "timestamp" ||
                 name == "uncommitted_files" || name == "git" || name == "foreign" ||
                 name == "context_carried_from" || name == "next_carried_from";
    if (!known && !value.is_null())
      shown[name] = value;
  }
  forget_origins(shown);
  return shown;
}

/// The draft with what the person wrote; fields that were shown and are gone from the text are
/// empty.
Json with_written(const Json& draft, const Json& shown, const Json& written) {
  Json record = draft;
  for (const auto& [name, value] : shown.items())
    if (!written.contains(name))
      record[name] = value.is_array() ? Json::array() : value.is_string() ? Json("") : Json();
  for (const auto& [name, value] : written.items())
    record[name] = value;
  put_origins_back(draft, record);
  return record;
}

/// The sections that a person fills in, empty where the draft has nothing; what whoever goes on
/// reads first stands first.
std::string with_prompts(std::string markdown, std::string_view when_emptied) {
  std::string first;
  for (const char* heading : {"Message", "Next Action", "Context", "Decisions Made", "Blockers"}) {
    std::string title = std::string("## ") + heading + "\n";
    if (contains("\n" + markdown, "\n" + title))
      continue;
    const std::string_view name = heading;
    const bool leads = name == "Message" || name == "Next Action" || name == "Context";
    (leads ? first : markdown) += "\n" + title + "\n";
  }
  size_t body = 0;
  if (markdown.starts_with("---\n---\n"))
    markdown.erase(0, 8);
  if (markdown.starts_with("---\n"))
    if (size_t end = markdown.find("\n---\n", 3); end != std::string::npos)
      body = end + 5;
  std::string rest = markdown.substr(body);
  return markdown.substr(0, body) + (body > 0 ? "\n" : "") + std::string(kGuide) +
         std::string(when_emptied) + " -->\n" + first +
         (rest.starts_with('\n') || first.empty() ? "" : "\n") + rest;
}

/// The files that are kept, as git's template for a commit lists them.
std::string comment_of_files(const Json& draft) {
  constexpr size_t kMost = 40;
  const std::vector<std::string> files =
      formats::texts_of(formats::field(draft, "uncommitted_files"), {"path"});
  std::string lines;
  for (size_t i = 0; i < files.size() && i < kMost; ++i)
    lines += "     " + replace_all(formats::shown(files[i]), "-->", "-- >") + "\n";
  if (files.size() > kMost)
    lines += "     and " + std::to_string(files.size() - kMost) + " more\n";
  return files.empty() ? ""
                       : "\n" + std::string(kKeptWithIt) + count_of(files.size(), "file") + "\n" +
                             lines + "-->\n";
}

/// The text without our own comments, wherever they have come to stand: behind words, in a fence.
std::string without_our_comments(std::string text) {
  for (std::string_view begin : {kGuide.substr(0, kGuide.find(':')), kKeptWithIt})
    if (const size_t open = text.find(begin); open != std::string::npos) {
      const size_t close = text.find("-->", open);
      text.erase(open, close == std::string::npos ? close : close + 3 - open);
    }
  return text;
}

/// Nothing but front matter, headings, comments and white space.
bool is_emptied(const std::string& text) {
  std::string rest = text;
  for (size_t open; (open = rest.find("<!--")) != std::string::npos;) {
    size_t close = rest.find("-->", open);
    rest.erase(open, close == std::string::npos ? std::string::npos : close + 3 - open);
  }
  bool front = false;
  for (const std::string& line : split_lines(rest)) {
    std::string content = trim(line);
    if (content == "---")
      front = !front;
    else if (!front && !content.empty() && content[0] != '#')
      return false;
  }
  return true;
}

}  // namespace

namespace {

std::string file_to_edit(const git::Repository& repository) {
  return join_path(repository.layout().git_dir, "HANDOFF_EDITMSG");
}

/// Where a text that was not used stays: no later one is written over it.
std::string kept_text(const std::string& file) {
  for (int number = 1; number < 100; ++number)
    if (const std::string kept = file + "." + std::to_string(number); !exists(kept))
      return std::rename(file.c_str(), kept.c_str()) == 0 ? kept : file;
  return file;
}

std::string way_to_take_up(const std::string& command, const std::string& file) {
  return "to take your text up: " + command + " --from " + shell_word(kept_text(file));
}

}  // namespace

std::optional<Json> edit_record(const git::Repository& repository, const Json& draft,
                                const EditorFor& what) {
  const std::string file = file_to_edit(repository);
  if (std::optional<std::string> text = read_file(file);
      text && !is_emptied(without_our_comments(*text)))
    say("note", "a text that was written before, and not used, is kept; to take it up: " +
                    what.command + " --from " + shell_word(kept_text(file)));
  Json shown = for_a_person(draft);
  const std::string offered =
      with_prompts(formats::render_markdown(shown), what.when_emptied) + comment_of_files(draft);
  write_file_atomic(file, offered);
  std::string editor = repository.git().line({.args = {"var", "GIT_EDITOR"}}, "find an editor");
  // The editor's setting is a command line that the user wrote for a shell, as everywhere in git.
  Outcome outcome =
      handoff::run({.argv = {"sh", "-c", editor + " \"$@\"", editor, file}, .terminal = true});
  if (!outcome.ok()) {
    std::vector<std::string> hints;
    if (read_file(file) != offered)
      hints.push_back(way_to_take_up(what.command, file));
    else
      remove_file(file);
    refuse(
        "nothing was changed: the editor ended with exit code " + std::to_string(outcome.exit_code),
        hints);
  }
  const std::string text = without_our_comments(read_file(file).value_or(""));
  if (is_emptied(text))
    return std::nullopt;
  return with_written(draft, shown, formats::merge_markdown(shown, text, "HANDOFF_EDITMSG"));
}

void use_edited_text(const git::Repository& repository, const std::string& command,
                     const std::function<void()>& use) {
  const std::string file = file_to_edit(repository);
  try {
    use();
  } catch (const Failure& failure) {
    std::vector<std::string> hints = failure.hints();
    if (std::optional<std::string> text = read_file(file);
        text && !is_emptied(without_our_comments(*text)))
      hints.push_back(way_to_take_up(command, file));
    throw Failure(failure.kind(), failure.message(), std::move(hints));
  }
  remove_file(file);
}

}  // namespace handoff::cli

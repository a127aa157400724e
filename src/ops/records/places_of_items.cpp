#include "ops/records/places_of_items.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/foreign/places.hpp"
#include "formats/record/values.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/objects.hpp"
#include "git/refs/names.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostAsked = 200;  ///< files
constexpr size_t kMostOfFile = 1 << 20;
constexpr size_t kMostOfItem = 100;      ///< of its letters, that are looked for
constexpr size_t kLongestSubject = 500;  ///< what is longer may have been cut

/// Without what Markdown and JSON put between them.
std::string letters_and_digits(std::string_view text) {
  std::string out;
  std::ranges::copy_if(text, std::back_inserter(out),
                       [](unsigned char c) { return std::isalnum(c) != 0 || c >= 0x80; });
  return out;
}

/// The longest text of it.
std::string words_of_item(const Json& item) {
  if (item.is_string())
    return letters_and_digits(item.get_ref<const std::string&>());
  std::string longest;
  for (const Json& value : item.is_object() ? item : Json::object())
    if (value.is_string() && value.get_ref<const std::string&>().size() > longest.size())
      longest = value;
  return letters_and_digits(longest);
}

bool is_short_oid(const std::string& text) {
  return text.size() >= 4 && text.size() <= 64 &&
         text.find_first_not_of("0123456789abcdef") == kNowhere;
}

}  // namespace

PlacesOfItems::PlacesOfItems(const git::Repository& repository, const Record& record)
    : x_repository(repository), x_document(*record.document), x_base(record.git().base) {}

bool PlacesOfItems::is_file(const std::string& path) {
  const auto known = x_is_file.find(path);
  if (known != x_is_file.end())
    return known->second;
  const std::string& root = x_repository.layout().root;
  const auto steps_out = [](const std::string& part) {
    return part.empty() || part == "." || part == ".." || to_lower(part) == ".git";
  };
  bool there = x_is_file.size() < kMostAsked && !std::ranges::any_of(split(path, '/'), steps_out);
  if (there) {
    std::error_code error;
    const std::filesystem::path file = std::filesystem::canonical(join_path(root, path), error);
    there = !error && is_inside(file.string(), std::filesystem::canonical(root, error).string()) &&
            std::filesystem::is_regular_file(file, error) && !error;
  }
  return x_is_file[path] = there;
}

const std::string& PlacesOfItems::words_of(const std::string& path) {
  const auto [words, is_new] = x_words.try_emplace(path);
  if (is_new) {
    try {
      const std::string content = read_file_at_most(join_path(x_repository.layout().root, path),
                                                    std::min(kMostOfFile, x_left))
                                      .value_or("");
      x_left -= content.size();
      words->second = letters_and_digits(content);
    } catch (const Failure&) {
      // None that can be looked into.
    }
  }
  return words->second;
}

std::string PlacesOfItems::of(const std::vector<std::string>& path, const Json& item) {
  const std::string said = formats::text_of(formats::field(item, "source"));
  if (said == kLog)
    return is_subject(path, item) ? kLog : "";
  if (!said.empty())
    return is_file(said) ? said : "";
  if (!x_named) {
    std::vector<std::string>& named = x_named.emplace();
    const auto add = [&](const std::string& file) {
      if (!file.empty() && !in_list(named, file) && is_file(file))
        named.push_back(file);
    };
    add(formats::text_of(formats::field(formats::field(x_document, "tdd"), "source")));
    for (const char* list : {"remaining_tasks", "completed_tasks"})
      for (const Json& other : formats::items_of(formats::field(x_document, list)))
        add(formats::text_of(formats::field(other, "source")));
    for (const Json& other : formats::items_of(formats::field(x_document, "documents")))
      add(formats::text_of(formats::field(other, "path")));
    for (const formats::Place& place : formats::handoff_places())
      add(std::string(place.path));
  }
  const std::string words = words_of_item(item).substr(0, kMostOfItem);
  const auto has_it = [&](const std::string& file) {
    const std::string& there = words_of(file);
    if (there.size() > x_to_search)
      return false;
    x_to_search -= there.size();
    return contains(there, words);
  };
  const auto found = words.empty() ? x_named->end() : std::ranges::find_if(*x_named, has_it);
  return found == x_named->end() ? "" : *found;
}

std::set<std::string> PlacesOfItems::not_in_history(const std::vector<std::string>& oids) const {
  constexpr size_t kMostBeyond = 1000;
  std::string input;
  for (const std::string& oid : oids)
    if (git::is_oid(oid))
      input += oid + "\n";
  if (input.empty())
    return {};
  for (const std::string& known : {x_repository.head().oid, x_base})
    if (!known.empty())
      input += "^" + known + "\n";
  const Outcome beyond =
      x_repository.git().run({.args = {"rev-list", "--ignore-missing",
                                       "--max-count=" + std::to_string(kMostBeyond), "--stdin"},
                              .input = input});
  const std::vector<std::string> lines = split_lines(beyond.out);
  const std::vector<std::string>& elsewhere =
      beyond.ok() && lines.size() < kMostBeyond ? lines : oids;  // else it is not known of any
  return {elsewhere.begin(), elsewhere.end()};
}

bool PlacesOfItems::is_subject(const std::vector<std::string>& path, const Json& item) {
  if (path != std::vector<std::string>{"completed_tasks"} || !item.is_object() ||
      formats::text_of(formats::field(item, "source")) != kLog)
    return false;
  if (formats::text_of(formats::field(item, "status")) != "done")
    return false;
  for (const auto& [name, value] : item.items())
    if (name != "name" && name != "status" && name != "commit" && name != "source")
      return false;
  if (!x_subjects) {
    constexpr size_t kMostCommits = 200;
    x_subjects.emplace();
    std::vector<std::string> asked;
    for (const Json& other : formats::items_of(formats::field(x_document, "completed_tasks")))
      if (const std::string oid = formats::text_of(formats::field(other, "commit"));
          is_short_oid(oid) && asked.size() < kMostCommits)
        asked.push_back(oid);
    const Outcome answers =
        asked.empty() ? Outcome()
                      : x_repository.git().run({.args = {"cat-file", "--batch-check=%(objectname)"},
                                                .input = join(asked, "\n") + "\n"});
    const std::vector<std::string> oids = split_lines(answers.out);
    const std::unique_ptr<git::ObjectDatabase> objects = git::open_objects(x_repository);
    const std::set<std::string> elsewhere = not_in_history(oids);
    for (size_t i = 0; i < oids.size() && i < asked.size(); ++i)
      if (const auto commit = git::is_oid(oids[i]) && !elsewhere.contains(oids[i])
                                  ? git::read_commit(*objects, oids[i])
                                  : std::nullopt)
        x_subjects->insert(asked[i] + " " + git::subject_of(commit->message));
  }
  std::string said = formats::text_of(formats::field(item, "commit")) + " " +
                     formats::text_of(formats::field(item, "name"));
  if (said.size() > kLongestSubject && said.ends_with("..."))
    said.resize(said.size() - 3);
  const auto at = x_subjects->lower_bound(said);
  return at != x_subjects->end() &&
         (*at == said || (said.size() > kLongestSubject && at->starts_with(said)));
}

}  // namespace handoff::ops

#include "formats/foreign/places.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace handoff::formats {

namespace {

/// `*` takes any bytes but a slash.
bool glob_match(std::string_view pattern, std::string_view text) {
  size_t star = pattern.find('*');
  if (star == std::string_view::npos)
    return pattern == text;
  if (!text.starts_with(pattern.substr(0, star)))
    return false;
  text.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  for (size_t taken = 0; taken <= text.size(); ++taken) {
    if (glob_match(pattern, text.substr(taken)))
      return true;
    if (taken < text.size() && text[taken] == '/')
      return false;
  }
  return false;
}

std::string_view last_component(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1: all of it
}

}  // namespace

std::vector<Place> handoff_places() {
  constexpr size_t kAbout = 32;
  std::vector<Place> places;
  places.reserve(kAbout);
  for (const Format& format : all_formats())
    places.insert(places.end(), format.places.begin(), format.places.end());
  return places;
}

std::vector<std::string> handoff_file_patterns() {
  std::vector<std::string> patterns;
  auto add = [&](std::string pattern) {
    if (!in_list(patterns, last_component(pattern)))
      patterns.push_back(std::move(pattern));
  };
  const std::vector<Place> places = handoff_places();
  for (const Place& place : places)
    if (place.kind == Place::Kind::anywhere)
      add(std::string(last_component(place.path)));
  for (const Place& place : places) {
    if (place.kind != Place::Kind::state)
      continue;
    std::string path(place.path);
    add(path);
    if (!place.backup.empty())
      add(path.substr(0, path.rfind('/') + 1) + std::string(place.backup));
  }
  return patterns;
}

bool is_handoff_file(std::string_view path) {
  static const std::vector<std::string> kPatterns = handoff_file_patterns();
  return std::ranges::any_of(kPatterns, [&](std::string_view pattern) {
    bool any_folder = pattern.find('/') == std::string_view::npos;
    return glob_match(pattern, any_folder ? last_component(path) : path);
  });
}

Twins twins_of(std::string_view path) {
  for (const Place& place : handoff_places())
    if (last_component(place.path) == last_component(path))
      return {std::string(place.summary), std::string(place.backup)};
  return {};
}

}  // namespace handoff::formats

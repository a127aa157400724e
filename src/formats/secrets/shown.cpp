#include "formats/secrets/shown.hpp"

#include <functional>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/json/json.hpp"

namespace handoff::formats {

namespace {

/// `name: ` before a text makes it what a document for people has, where the name may tell.
std::string label_of(const std::string& name) { return name + ": "; }

std::string masked_under(const std::string& name, const std::string& text) {
  const std::string label = label_of(name), whole = mask_secrets(label + text);
  // Where the name itself is one, the text is looked at alone.
  return whole.starts_with(label) ? whole.substr(label.size()) : mask_secrets(text);
}

std::string masked_name(const std::string& name, const Json& taken) {
  const std::string masked = mask_secrets(name);
  if (masked == name)
    return name;
  std::string own = masked;
  for (size_t i = 2; taken.contains(own); ++i)
    own = masked + " " + std::to_string(i);
  return own;
}

Json masked_object(const Json& value) {
  Json copy = Json::object();
  auto& items = copy.get_ref<Json::object_t&>();
  for (const auto& [name, item] : value.items())
    // Not by operator[], which looks through all names each time.
    items.emplace_back(masked_name(name, copy),
                       item.is_string() ? Json(masked_under(name, item.get<std::string>()))
                                        : with_secrets_masked(item));
  return copy;
}

/// The texts of a document by what is shown of them, where that is another.
void add_masked(const Json& value, std::map<std::string, std::string>& texts) {
  const auto add = [&](const std::string& shown, const std::string& text) {
    if (shown != text)
      texts.emplace(shown, text);
  };
  if (value.is_string())
    add(mask_secrets(value.get<std::string>()), value.get<std::string>());
  else if (value.is_object())
    for (const auto& [name, item] : value.items())
      if (item.is_string())
        add(masked_under(name, item.get<std::string>()), item.get<std::string>());
      else
        add_masked(item, texts);
  else if (value.is_array())
    for (const Json& item : value)
      add_masked(item, texts);
}

void put_back(Json& value, const std::map<std::string, std::string>& texts) {
  if (value.is_structured()) {
    for (Json& item : value)
      put_back(item, texts);
  } else if (value.is_string()) {
    if (const auto text = texts.find(value.get_ref<const std::string&>()); text != texts.end())
      value = text->second;
  }
}

using OnText = std::function<void(const std::string& field, const std::string& text)>;

void each_text(const Json& value, const std::string& field, const OnText& see) {
  if (value.is_string()) {
    see(field, value.get_ref<const std::string&>());
  } else if (value.is_array()) {
    for (size_t i = 0; i < value.size(); ++i)
      each_text(value[i], field + "[" + std::to_string(i) + "]", see);
  } else if (value.is_object()) {
    for (const auto& [name, item] : value.items()) {
      const std::string inner = (field.empty() ? "" : field + ".") + name;
      see(inner, item.is_string() ? label_of(name) + item.get<std::string>() : name);
      if (!item.is_string())
        each_text(item, inner, see);
    }
  }
}

}  // namespace

std::string shown(std::string_view text, bool multiline) {
  return printable(mask_secrets(std::string(text)), multiline);
}

std::string shown_under(const std::string& name, const std::string& text) {
  return printable(masked_under(name, text), true);
}

std::string beginning(std::string_view text, size_t most) {
  constexpr size_t kLongestSecret = size_t{64} << 10;  // none is longer
  const std::string masked = mask_secrets(std::string(utf8_prefix(text, most + kLongestSecret)));
  return std::string(utf8_prefix(masked, most));
}

std::string shown_command(std::string_view command) {
  return printable(command_in_line(mask_secrets(std::string(command))));
}

Json with_secrets_masked(const Json& value) {
  if (value.is_string())
    return mask_secrets(value.get<std::string>());
  if (value.is_object())
    return masked_object(value);
  if (!value.is_array())
    return value;
  Json copy = Json::array();
  for (const Json& item : value)
    copy.push_back(with_secrets_masked(item));
  return copy;
}

Json with_masked_back(Json document, const Json& original) {
  std::map<std::string, std::string> texts;
  add_masked(original, texts);
  if (!texts.empty())
    put_back(document, texts);
  return document;
}

std::string write_shown_json(const Json& value) { return write_json(with_secrets_masked(value)); }

std::vector<SecretHit> secrets_in(const Json& value) {
  std::vector<SecretHit> hits;
  each_text(value, "", [&](const std::string& field, const std::string& text) {
    for (SecretHit& hit : find_secrets(text, SecretScope::record)) {
      hit.line = 0;
      hit.field = field;
      hits.push_back(std::move(hit));
    }
  });
  return hits;
}

}  // namespace handoff::formats

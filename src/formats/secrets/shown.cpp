#include "formats/secrets/shown.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/secrets/secrets.hpp"

namespace handoff::formats {

std::string shown(std::string_view text, bool multiline) {
  return printable(mask_secrets(std::string(text)), multiline);
}

Json with_secrets_masked(const Json& value) {
  if (value.is_string())
    return mask_secrets(value.get<std::string>());
  if (!value.is_structured())
    return value;
  Json copy = value;
  for (Json& item : copy)
    item = with_secrets_masked(item);
  return copy;
}

std::string write_shown_json(const Json& value) {
  return mask_secrets(write_json(with_secrets_masked(value)));
}

}  // namespace handoff::formats

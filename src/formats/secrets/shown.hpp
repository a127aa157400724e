#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/secrets/secrets.hpp"
#include "model/json.hpp"

/// Secrets are looked for in a text as it is read: before it is cut, put in quotes, or escaped for
/// JSON, Markdown or a terminal. What does any of these to text of others calls one of these.
namespace handoff::formats {

/// Text of a record for a screen: secrets masked, control bytes visible (see printable()).
std::string shown(std::string_view text, bool multiline = false);

/// The same, in as many lines as it has, of what stands under a name that may tell what it is:
/// `password`.
std::string shown_under(const std::string& name, const std::string& text);

/// At most `most` bytes from the beginning of a text, whole characters, its secrets masked before
/// it is cut. Not for a screen yet. The only way to cut text: tests/layers.sh holds to that.
std::string beginning(std::string_view text, size_t most);

/// A command for a screen, in one line: command_in_line() of what is masked.
std::string shown_command(std::string_view command);

/// A copy in which each text has its secrets masked, also what is one by the name it stands under
/// (`"password": ...`), and each name. Two names that become the same are told apart.
Json with_secrets_masked(const Json& value);
/// The same as JSON for a reader elsewhere.
std::string write_shown_json(const Json& value);
/// A copy of a document that somebody was given with its secrets masked, and may have edited: each
/// text that is as `original` has it, but for that, is as it is there.
Json with_masked_back(Json document, const Json& original);

/// What with_secrets_masked() would mask, with the field it is in.
std::vector<SecretHit> secrets_in(const Json& value);

}  // namespace handoff::formats

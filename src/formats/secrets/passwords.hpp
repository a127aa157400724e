#pragma once

#include <cstddef>
#include <string_view>

#include "formats/secrets/scanned.hpp"

/// Secrets that only the words before them tell. Each `match_...` has the end of what it finds,
/// from `at` on, or 0; `secret` is where the secret itself begins.
namespace handoff::formats::secret_shapes {

/// Whether the lower-case word stands there, in any case.
bool says(std::string_view text, size_t at, std::string_view word);

/// Real tokens are random; what people make up is not. Bodies with few different characters and
/// those that say so themselves are examples.
bool is_made_up(std::string_view body);

/// A variable, a word that stands for a password, or one that is nothing but a word or a number.
bool is_placeholder_password(std::string_view word);

/// The end of an assignment's sign behind a name: `=`, `: `, `" : "`; 0 where there is none.
size_t after_assignment(std::string_view text, size_t at);

/// `scheme://name:password@host`, from the colon; placeholders and variables are none.
size_t match_url_password(std::string_view text, size_t at, size_t& secret);
/// Is it one of a server that others reach, as in the address of a git remote or of a database?
/// `at` as above, `secret` and `end` where the password stands. The host is neither local nor an
/// example; but for http and https it is in no private network either, and the password looks
/// random.
bool is_of_real_server(std::string_view text, size_t at, size_t secret, size_t end);
/// `password = ...` in words for a record.
size_t match_password(Scanned& scanned, size_t at, size_t& secret);
/// `Authorization: Bearer ...`, `authorization: token ...`, with or without the scheme.
size_t match_authorization(Scanned& scanned, size_t at, size_t& secret);
/// `curl -u name:password`, from the dash.
size_t match_curl_user(Scanned& scanned, size_t at, size_t& secret);

}  // namespace handoff::formats::secret_shapes

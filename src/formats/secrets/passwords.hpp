#pragma once

#include <cstddef>
#include <string_view>

/// What a password looks like, and where it stands in a URL.
namespace handoff::formats::secret_shapes {

/// Whether the lower-case word stands there, in any case.
bool says(std::string_view text, size_t at, std::string_view word);

/// Real tokens are random; what people make up is not. Bodies with few different characters, of
/// small letters alone, those that count up and those that say so themselves are examples.
bool is_made_up(std::string_view body);

/// Whether letters and digits follow each other as they do by chance, and not as in names and
/// words. What has letters in one case only is none where it would have them in both.
bool is_like_chance(std::string_view body, bool of_both_cases);

/// `useToken2OfUser`: large letters only before small ones, digits only at the end of words.
bool is_in_camels(std::string_view word);

/// As long and as mixed as what is made by chance: what people make up for an example seldom is.
bool is_like_random(std::string_view word);
/// As a program makes it, and hardly a person for a database of tests.
bool is_generated(std::string_view word);

/// A variable, a word that stands for a password or is the user's name, or one that is nothing but
/// a word or a number.
bool is_placeholder_password(std::string_view word, std::string_view user = {});

/// Where the password of a URL stands in the text; nowhere with an `end` of 0.
struct UrlPassword {
  size_t begin = 0, end = 0;
  std::string_view user;
};
/// `scheme://name:password@host`, from the colon. A name and a password may have an `@`.
UrlPassword match_url_password(std::string_view text, size_t at);
/// Is it one of a server that others reach, as in the address of a git remote or of a database?
/// `at` as above. The host is neither local nor an example; but for http and https the password
/// looks random. In a private network, or with a name of one word, it is one that only a program
/// makes.
bool is_of_real_server(std::string_view text, size_t at, const UrlPassword& found);
}  // namespace handoff::formats::secret_shapes

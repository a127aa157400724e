#include "ops/records/told_commits.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "base/programs.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

/// What is told in quotes does not end them. An apostrophe inside of a word does not, either.
std::string without_quotes(std::string text) {
  const auto is_letter = [&](size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 ||
                               static_cast<unsigned char>(text[i]) >= 0x80);
  };
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\'' && !(i > 0 && is_letter(i - 1) && is_letter(i + 1)))
      text[i] = '"';
  return text;
}

/// Is the address behind a name what addresses look like, or is there none?
bool has_plain_mail(const std::string& author) {
  constexpr size_t kLongest = 80;
  const std::string mail = author.substr(std::min(author.find(" <"), author.size()));
  return mail.size() <= kLongest && mail.find(' ', 1) == std::string::npos &&
         std::ranges::all_of(mail, [](char c) { return c >= ' ' && c < 0x7f; });
}

}  // namespace

std::string told_subject(const std::string& subject) {
  return is_unasked() ? std::string() : without_quotes(bounded_name(subject));
}

std::string told_author(const std::string& author) {
  const std::string name = name_of(author);
  const std::string told = is_unasked() ? unasked_name(name, "somebody else") : person_name(name);
  return author.empty() || (told == name && has_plain_mail(author)) ? author : told;
}

std::string in_parentheses(const std::string& told) {
  return told.empty() ? told : " ('" + told + "')";
}

std::vector<std::string> addresses_of_user(const git::Repository& repository) {
  std::vector<std::string> mails;
  for (const char* key : {"user.email", "author.email", "committer.email"})
    for (std::string& mail : repository.config().all(key))
      mails.push_back(std::move(mail));
  for (const char* name : {"GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL", "EMAIL"})
    if (const char* mail = std::getenv(name); mail != nullptr)
      mails.emplace_back(mail);
  std::vector<std::string> addresses;
  for (const std::string& mail : mails)
    if (!mail.empty())
      addresses.push_back("<" + mail + ">");
  return addresses;
}

bool is_user(const std::vector<std::string>& addresses, const std::string& person) {
  return std::ranges::any_of(addresses,
                             [&](const std::string& address) { return person.ends_with(address); });
}

}  // namespace handoff::ops

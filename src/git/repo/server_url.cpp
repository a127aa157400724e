#include "git/repo/server_url.hpp"

#include <string_view>

#include "base/text.hpp"

namespace handoff::git {

namespace {

/// `user@host`, `[::1]:22`: no option of ssh.
bool is_host(std::string_view text) {
  const std::string_view host = text.substr(text.rfind('@') + 1);
  return !host.empty() && !text.starts_with('-') && !host.starts_with('-');
}

}  // namespace

bool names_server(const std::string& url) {
  const size_t colon = url.find(':'), slash = url.find('/');
  if (colon == kNowhere || slash < colon)
    return false;
  const std::string rest = url.substr(colon + 1);
  const std::string scheme = to_lower(url.substr(0, colon));
  if (!rest.starts_with("//"))  // no `ext::program`, and git-lfs takes `file:/folder`
    return !rest.starts_with(':') && scheme != "file" && is_host(url.substr(0, colon));
  for (std::string_view known : {"https", "http", "ssh", "git", "git+ssh", "ssh+git"})
    if (scheme == known)
      return is_host(std::string_view(rest).substr(2, rest.find('/', 2) - 2));
  return false;
}

}  // namespace handoff::git

#include "git/repo/server_url.hpp"

#include "catch.hpp"

using handoff::git::names_server;

TEST_CASE("what is known to be a server is one, and nothing else") {
  for (const char* url : {"https://host/x.git", "HTTP://u:p@host", "ssh://git@host:22/x",
                          "git://host/x", "git@host:x.git", "host:dir/x.git"})
    CHECK(names_server(url));
  for (const char* url : {"", "/folder", "../folder", "file:///folder", "FILE:///folder",
                          "File:/folder", "folder/a:b", "ext::sh -c x", "ssh://-oProxyCommand=x/y",
                          "git@-oX:y", "-x:y", "https:///x", "other://host/x"})
    CHECK_FALSE(names_server(url));
}

#include "git/refs/refspecs.hpp"

#include "catch.hpp"

using handoff::git::fetched_as;

TEST_CASE("what a fetch calls a ref of the remote here") {
  const std::string login = "refs/heads/login";
  CHECK(fetched_as({"+refs/heads/*:refs/remotes/origin/*"}, login) == "refs/remotes/origin/login");
  CHECK(fetched_as({"refs/heads/*:refs/remotes/up/*"}, "refs/heads/sign/in") ==
        "refs/remotes/up/sign/in");
  CHECK(fetched_as({"+refs/heads/main:refs/remotes/origin/main"}, login).empty());
  CHECK(fetched_as({"+refs/heads/main:refs/remotes/origin/main", "refs/heads/l*n:refs/remotes/x/*"},
                   login) == "refs/remotes/x/ogi");
  CHECK(fetched_as({"+refs/heads/*"}, login).empty());
  CHECK(fetched_as({"+refs/heads/*:"}, login).empty());
  CHECK(fetched_as({}, login).empty());
  CHECK(fetched_as({"refs/heads/lo*in:refs/remotes/x/*"}, "refs/heads/loin") == "refs/remotes/x/");
  CHECK(fetched_as({"refs/heads/log*gin:refs/remotes/x/*"}, login).empty());
}

TEST_CASE("a negative refspec takes a ref out, wherever it stands") {
  CHECK(fetched_as({"+refs/heads/*:refs/remotes/origin/*", "^refs/heads/wip/*"}, "refs/heads/wip/a")
            .empty());
  CHECK(fetched_as({"^refs/heads/wip/*", "+refs/heads/*:refs/remotes/origin/*"},
                   "refs/heads/login") == "refs/remotes/origin/login");
}

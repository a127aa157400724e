#include "ops/records/summary.hpp"

#include <string>

#include "catch.hpp"

using namespace handoff;

TEST_CASE("what trailers say of git counts as far as the ref and the parents bear it out") {
  const std::string wip(40, 'a'), base(40, 'b');
  const auto read = [&](const std::string& trailers, const std::vector<std::string>& parents) {
    const std::string message = "handoff: paused\n\nHandoff-Status: body\n\n" + trailers;
    ops::RecordRef at;
    at.branch = "Main";
    return ops::read_trailers({.at = at,
                               .parents = parents,
                               .committed = 7,
                               .message = message + "Handoff-Mode: manual\n"});
  };
  const std::string all = "Handoff-Wip: " + wip + "\nHandoff-Base: " + base +
                          "\nHandoff-Branch: main\nHandoff-On-Branch: yes\n";
  const auto borne_out = read(all, {base, wip});
  REQUIRE(borne_out);
  CHECK(borne_out->wip_commit == wip);
  CHECK(borne_out->base == base);
  CHECK(borne_out->branch == "main");
  CHECK(borne_out->on_branch);
  CHECK(borne_out->status.empty());  // it stands in the text
  CHECK(borne_out->time == 7);
  CHECK(read(all, {base})->wip_commit.empty());
  const auto other = read("Handoff-Branch: other\nHandoff-Base: main\nHandoff-Time: soon\n", {});
  CHECK(other->branch == "Main");
  CHECK(other->base.empty());
  CHECK(other->time == 7);
  CHECK_FALSE(ops::read_trailers({.message = "a\n\nHandoff-Status: paused\n"}));
}

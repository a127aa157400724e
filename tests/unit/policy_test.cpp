#include "formats/record/policy.hpp"

#include "base/failure.hpp"
#include "catch.hpp"

using namespace handoff;

TEST_CASE("a policy is read, unknown keys are passed over") {
  formats::Policy policy = formats::read_policy(
      "run = 'rm -rf /'\n[age]\nfresh = \"12h\"\nstale = 86400\n[lint]\nvague = 'error'\n"
      "[tasks]\nlists = ['docs/plan.md']\n");
  CHECK(policy.age_fresh == 12 * 60 * 60);
  CHECK(policy.age_stale == 86400);
  CHECK(policy.lint["vague"] == "error");
  CHECK(policy.task_lists == std::vector<std::string>{"docs/plan.md"});
  CHECK_FALSE(formats::read_policy("").age_fresh);
}

TEST_CASE("a damaged policy names the place") {
  auto error_of = [](const char* text) {
    try {
      formats::read_policy(text);
    } catch (const Failure& failure) {
      return failure.message();
    }
    return std::string("none");
  };
  CHECK(error_of("[age\n").starts_with(".handoff.toml: line 1, column 5"));
  CHECK(error_of("[age]\nfresh = 'soon'\n").starts_with(".handoff.toml: line 2"));
  CHECK(error_of("[tasks]\nlists = ['../x']\n").starts_with(".handoff.toml: line 2"));
  CHECK(error_of("[tasks]\nlists = ['/etc/passwd']\n").starts_with(".handoff.toml: line 2"));
  CHECK(error_of("[tasks]\nlists = ['.git/config']\n").starts_with(".handoff.toml: line 2"));
  for (const char* letter : {"\xC9\x9D", "\xC3\xA9", "\xE3\x81\x82"})  // outside of quotes
    CHECK(error_of(("[age]\na = 1" + std::string(letter) + "\n").c_str())
              .starts_with(".handoff.toml: line 2"));
}

TEST_CASE("durations have units") {
  CHECK(formats::read_duration("90") == 90);
  CHECK(formats::read_duration("7d") == 7 * 86400);
  CHECK_FALSE(formats::read_duration("-1h"));
  CHECK_FALSE(formats::read_duration("h"));
  CHECK_FALSE(formats::read_duration("1y"));
  CHECK_FALSE(formats::read_duration("99999999999999999d"));
}

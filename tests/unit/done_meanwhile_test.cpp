#include "ops/check/done_meanwhile.hpp"

#include "catch.hpp"

using namespace handoff;

namespace {

git::LogEntry commit(const std::string& subject, std::vector<std::string> files = {}) {
  return {.oid = subject,
          .author = "Ben <ben@example.com>",
          .subject = subject,
          .files = std::move(files)};
}

model::Task task_of(const std::string& name, std::vector<std::string> files = {}) {
  model::Task task;
  task.name = name;
  task.files = std::move(files);
  return task;
}

/// What was ordinary: a parser whose main file most commits touch.
ops::Ordinary ordinary() {
  std::vector<git::LogEntry> history;
  for (int i = 0; i < 100; ++i)
    history.push_back(commit("parser: handle case " + std::to_string(i),
                             {i % 2 == 0 ? "parser.py" : "other.py"}));
  return ops::Ordinary(history);
}

std::string done_by(const model::Task& task, const std::vector<git::LogEntry>& since,
                    const std::vector<std::string>& created = {}) {
  std::vector<ops::DoneMatch> matches = ops::done_meanwhile({&task}, since, ordinary(), created);
  return matches.empty() ? "" : matches[0].commit->subject;
}

}  // namespace

TEST_CASE("a task is perhaps done by a commit that shares two rare words with it") {
  model::Task task = task_of("document bytes_errors in the README");
  CHECK(done_by(task, {commit("unrelated: colours"), commit("docs: documents bytes_errors")}) ==
        "docs: documents bytes_errors");
  CHECK(done_by(task, {commit("bytes are read twice")}).empty());
  // What stands in most subjects says nothing.
  CHECK(done_by(task_of("handle the parser case"), {commit("parser: handle case 7")}).empty());
}

TEST_CASE("a named file counts with one rare word, and not where most commits touch it") {
  model::Task task = task_of("retry in store", {"store.py"});
  CHECK(done_by(task, {commit("retries on a busy disk", {"store.py"})}) ==
        "retries on a busy disk");
  CHECK(done_by(task, {commit("colours", {"store.py"})}).empty());
  CHECK(done_by(task_of("retry later", {"parser.py"}),
                {commit("retries on a busy disk", {"parser.py"})})
            .empty());
}

TEST_CASE("a commit that has the name of the task did it, however common its words are") {
  CHECK(done_by(task_of("Handle case"), {commit("parser: handle case (#12)")}) ==
        "parser: handle case (#12)");
  CHECK(done_by(task_of("fix wording."), {commit("Fix wording")}) == "Fix wording");
  CHECK(done_by(task_of("Handle case"), {commit("parser: handle case 7")}).empty());
  CHECK(done_by(task_of("parser"), {commit("Parser")}).empty());
}

TEST_CASE("an issue number, or a file that comes into being, is enough; tidying is no work") {
  CHECK(done_by(task_of("wait for PR 204"), {commit("Something else (#204)")}) ==
        "Something else (#204)");
  CHECK(done_by(task_of("wait for PR 204"), {commit("Something else (#2045)")}).empty());
  CHECK(done_by(task_of("write docs/usage.md"), {commit("manual", {"docs/usage.md"})},
                {"docs/usage.md"}) == "manual");
  CHECK(done_by(task_of("write docs/usage.md"), {commit("manual", {"docs/usage.md"})}).empty());
  model::Task task = task_of("document bytes_errors");
  for (const char* subject :
       {"Revert \"document bytes_errors\"", "style: document bytes_errors",
        "Merge document bytes_errors", "chore(release): document bytes_errors",
        "wip: document bytes_errors"})
    CHECK(done_by(task, {commit(subject)}).empty());
}

TEST_CASE("of several commits the one that shares most is taken, one for each task") {
  model::Task task = task_of("store refresh tokens encrypted");
  CHECK(done_by(task, {commit("store: tokens"), commit("store: refresh tokens, encrypted")}) ==
        "store: refresh tokens, encrypted");
  CHECK(ops::numbers_of("see #12, PR #3 and issue 12; not a#b or #x9") ==
        std::vector<std::string>{"12", "3"});
}

TEST_CASE("what a task waits for is not what it does") {
  for (const char* waits : {"wire it, after #16", "remove the workaround once PR 16 is merged",
                            "depends on #16: call it", "blocked by issue #16"})
    CHECK(done_by(task_of(waits), {commit("rate limits (#16)")}).empty());
  CHECK(done_by(task_of("#16: rates, after #15"), {commit("limits (#16)")}) == "limits (#16)");
}

TEST_CASE("a task that names the test of a function is done by a commit that names the function") {
  CHECK(done_by(task_of("add an exact googol to test_intword in test_number.py"),
                {commit("Add test for exact googol in `intword()`", {"test_number.py"})}) ==
        "Add test for exact googol in `intword()`");
}

TEST_CASE("a commit of files that only other tasks name did none but those") {
  const model::Task raise = task_of("raise ValueError for unknown bytes_errors");
  const model::Task describe = task_of("describe the keyword in README.md");
  const auto is_done = [&](const std::vector<const model::Task*>& open, const git::LogEntry& by) {
    return !ops::done_meanwhile(open, {by}, ordinary(), {}).empty();
  };
  const git::LogEntry readme = commit("docs: tell of unknown bytes_errors", {"README.md"});
  CHECK(is_done({&raise}, readme));
  CHECK_FALSE(is_done({&raise, &describe}, readme));
  // With code beside it, or under the task's own name, it may have done it.
  CHECK(is_done({&raise, &describe}, commit(readme.subject, {"README.md", "other.py"})));
  CHECK(is_done({&raise, &describe}, commit(raise.name, {"README.md"})));
}

TEST_CASE("a commit that does the opposite of a task did not do it") {
  const std::vector<std::pair<const char*, const char*>> pairs = {
      {"Add an expiry test to cache_test.py", "Drop the expiry test from cache_test.py"},
      {"Remove the LRU from cache.py", "Add an LRU to cache.py"},
      {"Enable retries in api.py", "Disable retries in api.py"},
      {"Rename load to fetch in cache.py", "Rename fetch to load in cache.py"},
      {"Let parse reject empty text", "Stop parse from rejecting empty text"},
      {"Document the signing key in README.md", "Remove the signing key from the README"},
      {"Raise the timeout of login to 30 seconds", "Lower the timeout of login to 10 seconds"},
      {"Support Windows paths in store", "fix(store): drop support for Windows paths in store"},
      {"Make logout asynchronous", "Make logout synchronous again"},
      {"Accept empty names in login", "Reject empty names in login"},
      {"revert the bigger connection pool", "Bigger connection pool"},
      {"back out the bigger connection pool", "Use the bigger connection pool"},
      {"stop sending mails to admins", "Start sending mails to admins"},
      {"un-export FunctionAuth", "Export FunctionAuth"},
      {"take the retry loop out of client", "Put a retry loop into client"},
      {"turn off telemetry by default", "Turn on telemetry by default"},
      {"do not list zstandard in README", "List zstandard in README"}};
  for (const auto& [task, subject] : pairs) {
    INFO(task);
    CHECK(done_by(task_of(task, {"x.py"}), {commit(subject, {"x.py"})}).empty());
  }
}

TEST_CASE("a commit that says itself that it is not done did not do the task") {
  for (const char* subject :
       {"Add TODO to limit logins", "TODO: limit logins", "Do not limit logins any more",
        "auth: stop limiting logins", "Prepare to limit logins",
        "refactor: preparing to limit logins", "Limit logins: first half of two",
        "Limit logins (1/2)", "Limit logins, part 1", "Limit logins, partly",
        "Limit logins (not yet wired)", "Start on limiting logins"}) {
    INFO(subject);
    CHECK(done_by(task_of("limit logins in server.py", {"x.py"}), {commit(subject, {"x.py"})})
              .empty());
  }
  for (const char* subject : {"Limit logins (2/2)", "Limit logins, second half", "Limit the logins",
                              "Start limiting logins", "Limit logins, resolve the TODO"}) {
    INFO(subject);
    CHECK(done_by(task_of("limit logins in server.py", {"x.py"}), {commit(subject, {"x.py"})}) ==
          subject);
  }
  CHECK(done_by(task_of("prepare the release notes"), {commit("Prepare the release notes")}) ==
        "Prepare the release notes");
}

TEST_CASE("small words of other languages are no words in common") {
  CHECK(done_by(task_of("Fehler bei der Anmeldung nach dem Neustart beheben"),
                {commit("Nach dem Umbau bei der Doku aufräumen", {"README.md"})})
            .empty());
  CHECK(done_by(task_of("Fehler bei der Anmeldung beheben"),
                {commit("Behebt den Fehler bei der Anmeldung")}) ==
        "Behebt den Fehler bei der Anmeldung");
}

TEST_CASE("a ticket or the address of an issue is its number") {
  CHECK(done_by(task_of("PROJ-31: crash on logout"), {commit("PROJ-31 guard null user")}) ==
        "PROJ-31 guard null user");
  CHECK(done_by(task_of("crash, https://github.com/o/r/issues/31"), {commit("Guard it (#31)")}) ==
        "Guard it (#31)");
  CHECK(done_by(task_of("PROJ-31: crash on logout"), {commit("PROJ-310 guard null user")}).empty());
  CHECK(done_by(task_of("read UTF-8 names"), {commit("Write UTF-8 paths")}).empty());
  CHECK(done_by(task_of("wire it, after PROJ-16"), {commit("rate limits (PROJ-16)")}).empty());
  CHECK(done_by(task_of("PROJ-31: crash"), {commit("Refs PROJ-31: tidy")}).empty());
}

TEST_CASE("a task that is to bump is done by a commit that bumps the same") {
  CHECK(done_by(task_of("bump Go to 1.24 in go.mod and Dockerfile"), {commit("bump Go to 1.24")}) ==
        "bump Go to 1.24");
  CHECK(done_by(task_of("bump jq to 1.8 in Dockerfile"), {commit("build: bump jq to 1.8 (#7)")}) ==
        "build: bump jq to 1.8 (#7)");
  CHECK(done_by(task_of("bump Go to 1.24 in go.mod"), {commit("bump Go to 1.23")}).empty());
  CHECK(done_by(task_of("Go 1.24 for all"), {commit("bump to Go 1.24 for all")}).empty());
}

TEST_CASE("what is next is not done by a commit of files that only tasks beside it name") {
  const model::Task next = task_of("check the depth in set_path() in src/aux.c:3"),
                    task = task_of("limit the depth of contains() in src/jv.c");
  const git::LogEntry by = commit("Limit the containment check depth", {"src/jv.c"});
  CHECK(ops::done_meanwhile({&next}, {by}, ordinary(), {}, {}, {&task}).empty());
}

TEST_CASE("... and one that says it in other words did") {
  const std::vector<std::pair<const char*, const char*>> pairs = {
      {"Remove the LRU from the cache", "cache: get rid of the LRU"},
      {"Get rid of the expiry test in store", "Remove the expiry test in store"},
      {"Support Windows paths in store", "Allow Windows paths in store"},
      {"Stop parse from rejecting empty text", "Let parse accept empty text"},
      {"Add a retry limit to login", "Drop the retry loop of login, add a retry limit"},
      {"Rename load to fetch in the cache", "cache: rename load() to fetch()"},
      {"Lower the timeout of login", "Reduce the timeout of login"},
      {"Crash on empty login names", "Do not crash on empty login names"},
      {"Stop mails to admins that bounce", "Add a guard: stop mails to admins that bounce"},
      {"Turn off telemetry by default", "Disable telemetry by default"},
      {"revert the bigger connection pool", "Undo the bigger connection pool"}};
  for (const auto& [task, subject] : pairs) {
    INFO(task);
    CHECK(done_by(task_of(task), {commit(subject)}) == subject);
  }
}

TEST_CASE("a number that is only referred to, or said not to be fixed, is not done") {
  CHECK(done_by(task_of("Answer the reviewers in #210"), {commit("Refs #210")}).empty());
  CHECK(
      done_by(task_of("Close #207"), {commit("Touch login; this does not fix #207 yet")}).empty());
  CHECK(done_by(task_of("Close #207"), {commit("Do not crash on login (#207)")}) ==
        "Do not crash on login (#207)");
  CHECK(done_by(task_of("Close #207"), {commit("Refs #12, fixes #207")}) == "Refs #12, fixes #207");
}

TEST_CASE("a commit on another version did not do the task") {
  const model::Task task = task_of("Add support for Python 3.10");
  CHECK(done_by(task, {commit("Add official support for Python 3.9")}).empty());
  CHECK(done_by(task, {commit("Add official support for Python 3.1")}).empty());
  CHECK(done_by(task_of("Update the image to Go v1.6"), {commit("Update the image to Go 1.6.2")}) ==
        "Update the image to Go 1.6.2");
  CHECK(done_by(task_of("Support Python 3.10 and 3.11 in installers"),
                {commit("Support Python 3.11 in installers")}) ==
        "Support Python 3.11 in installers");
}

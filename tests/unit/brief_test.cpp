#include "ops/brief/brief.hpp"

#include <algorithm>
#include <map>
#include <random>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "formats/json/json.hpp"
#include "formats/record/record.hpp"

using namespace handoff;

namespace {

ops::BriefSource source_of(const std::string& record) {
  ops::BriefSource source{
      .id = "main-20260324-143000-7f3a", .author = "Ann <ann@example.com>", .time = 0};
  source.document = std::make_shared<const Json>(formats::parse_json(record, "test"));
  source.handoff = formats::read_handoff(*source.document);
  return source;
}

ops::Brief brief_of(const ops::BriefSource& source, size_t budget = ops::kBriefBudget,
                    const std::string& about = {}) {
  return ops::write_brief(source, {.budget = budget, .about = about, .now = 7200});
}

bool has(const ops::Brief& brief, const std::string& part) { return contains(brief.text, part); }

size_t place(const ops::Brief& brief, const std::string& part) {
  size_t at = brief.text.find(part);
  CHECK(at != std::string::npos);
  return at;
}

/// A record of roughly `size` bytes, made of odd text.
std::string random_record(std::mt19937& random, size_t size) {
  const std::vector<std::string> words = {"token",
                                          "src/auth/token.ts",
                                          "\xC3\xBC\xC3\xA4",
                                          "\xE4\xBD\xA0\xE5\xA5\xBD",
                                          "\x1b[31m",
                                          "----- handoff data",
                                          "end -----",
                                          "a\nb",
                                          "\xE2\x80\xAE",
                                          std::string(300, 'x'),
                                          "```",
                                          "because",
                                          "verify"};
  auto text = [&] {
    std::string out;
    for (size_t n = random() % 30; n > 0; --n)
      out += words[random() % words.size()] + " ";
    return out;
  };
  Json record = Json::object();
  record["next_action"] = text();
  while (record.dump().size() < size) {
    switch (random() % 6) {
      case 0:
        record["remaining_tasks"].push_back(
            {{"id", random() % 9},
             {"name", text()},
             {"status", random() % 2 ? "in_progress" : "not_started"}});
        break;
      case 1:
        record["decisions"].push_back({{"decision", text()},
                                       {"rationale", text()},
                                       {"binding", random() % 2 ? "absolute" : ""}});
        break;
      case 2:
        record["human_actions_pending"].push_back(
            {{"action", text()}, {"blocking", random() % 2 == 0}});
        break;
      case 3:
        record["blockers"].push_back({{"description", text()}, {"workaround", text()}});
        break;
      case 4:
        record["context_notes"] =
            text() + "\n" +
            (record.contains("context_notes") ? record["context_notes"].get<std::string>() : "");
        break;
      default:
        record["open_questions"].push_back(text());
    }
  }
  return record.dump();
}

}  // namespace

TEST_CASE("a brief has the next action first, then what changed, then who is waited for") {
  ops::BriefSource source = source_of(R"({"next_action":"edit src/a.ts",
    "decisions":[{"decision":"use jose","rationale":"rotation","binding":"absolute"},{"decision":"by the way"}],
    "blockers":[{"description":"no redis","workaround":"memory"}],
    "human_actions_pending":[{"action":"rotate the key","blocking":true},{"action":"tell Bob"}],
    "remaining_tasks":[{"id":"3","name":"Write the endpoint","status":"not_started"},
                       {"id":"2","name":"Verify tokens","status":"in_progress"}],
    "completed_tasks":[{"id":"1","name":"Setup","status":"done"}],
    "context_notes":"one worker each"})");
  source.claims = {{.changed = false, .subject = "abc1234", .evidence = "shallow", .relevance = 0},
                   {.changed = true, .subject = "src/b.ts", .evidence = "gone", .relevance = 1},
                   {.changed = true, .subject = "src/a.ts", .evidence = "edited", .relevance = 3}};
  ops::Brief brief = brief_of(source);
  std::vector<std::string> order = {"written by Ann, 2 h ago",
                                    "Next: edit src/a.ts [verify: changed since]",
                                    "- changed: src/a.ts: edited",
                                    "- changed: src/b.ts: gone",
                                    "- not verifiable: abc1234: shallow",
                                    "- rotate the key",
                                    "- no redis; workaround: memory",
                                    "- use jose; because: rotation",
                                    "- 2: Verify tokens (in progress)",
                                    "- 3: Write the endpoint",
                                    "- by the way",
                                    "- one worker each",
                                    "- tell Bob",
                                    "- Setup"};
  for (size_t i = 1; i < order.size(); ++i) {
    INFO(order[i]);
    CHECK(place(brief, order[i - 1]) < place(brief, order[i]));
  }
  CHECK(brief.left_out.empty());
  CHECK_FALSE(has(brief, "Left out"));
}

TEST_CASE("a brief never exceeds its budget, and keeps the next action and what changed") {
  std::mt19937 random(7);
  for (size_t round = 0; round < 150; ++round) {
    size_t size = round < 5 ? round * 40 : random() % (round % 10 == 0 ? 100'000 : 6'000);
    ops::BriefSource source = source_of(random_record(random, size));
    source.id = random() % 9 == 0 ? std::string(250, 'i') : source.id;
    source.author = random() % 5 == 0 ? std::string(500, 'a') : "A";
    source.claims = {{.subject = "claim-one", .evidence = "edited"},
                     {.subject = "claim-two", .evidence = "gone"}};
    size_t budget = ops::kLeastBudget + random() % 900;
    ops::Brief brief = brief_of(source, budget, random() % 4 == 0 ? "task 3" : "");
    INFO("size " << size << ", budget " << budget << "\n" << brief.text);
    CHECK(brief.text.size() <= budget * ops::kBytesPerToken);
    CHECK(brief.tokens() <= budget);
    CHECK(is_utf8(brief.text));
    CHECK(brief.text.find('\x1b') == std::string::npos);
    CHECK(has(brief, "\nNext: "));
    CHECK(has(brief, "- changed: claim-one: edited"));
    CHECK(has(brief, "- changed: claim-two: gone"));
    // Nothing but the two lines of the fence holds the boundary.
    CHECK(split_lines(brief.text).back() == "----- handoff data " + brief.boundary + " end -----");
    CHECK(replace_all(brief.text, brief.boundary, "").size() ==
          brief.text.size() - 2 * brief.boundary.size());
    bool less = !brief.left_out.empty() || brief.shortened > 0 || brief.about_others > 0;
    CHECK(has(brief, "Left out: ") == less);
    CHECK(has(brief, ": git handoff show ") == less);
  }
}

TEST_CASE("every claim that changed stands right behind the next action, whatever else there is") {
  std::mt19937 random(11);
  size_t all_there = 0, too_many = 0;
  for (size_t round = 0; round < 200; ++round) {
    size_t size = round < 10 ? 0 : random() % (round % 8 == 0 ? 100'000 : 8'000);
    ops::BriefSource source = source_of(random_record(random, size));
    size_t changed = random() % (round % 7 == 0 ? 200 : 12),
           budget = ops::kLeastBudget + random() % 1'500;
    std::vector<std::string> subjects;
    size_t bytes = 0;
    for (size_t n = changed + random() % 9; n > 0; --n) {
      ops::BriefClaim claim{
          .changed = subjects.size() < changed && random() % 3 != 0,
          .subject = "src/f" + std::to_string(n) + "/" + std::string(random() % 40, 'p') + ".c",
          .evidence = std::string(random() % 200, 'e'),
          .relevance = static_cast<int>(random() % 4)};
      if (claim.changed) {
        subjects.push_back("- changed: " + claim.subject);
        bytes += subjects.back().size() + 1;
      }
      source.claims.push_back(std::move(claim));
    }
    ops::BriefStyle style = round % 5 == 0 ? ops::BriefStyle::spellbook : ops::BriefStyle::plain;
    ops::Brief brief = ops::write_brief(
        source,
        {.budget = budget, .about = round % 6 == 0 ? "task 3" : "", .style = style, .now = 7200});
    INFO("record " << size << ", changed " << subjects.size() << ", budget " << budget << "\n"
                   << brief.text);
    CHECK(brief.text.size() <= budget * ops::kBytesPerToken);
    size_t found = 0, last = 0;
    for (const std::string& subject : subjects)
      if (size_t at = brief.text.find(subject); at != std::string::npos) {
        ++found;
        last = std::max(last, at);
      }
    size_t heading = brief.text.find("Not as recorded, verify first:");
    if (found == subjects.size()) {
      ++all_there;
    } else {
      // There was no room for all of them: then for nothing else either, and it says how many.
      ++too_many;
      CHECK(bytes > (budget - ops::kLeastBudget) * ops::kBytesPerToken / 2);
      bool told = std::any_of(brief.left_out.begin(), brief.left_out.end(),
                              [](const ops::LeftOutOfBrief& row) {
                                return row.what.starts_with("claim") && row.count > 0;
                              });
      CHECK(told);
      if (style == ops::BriefStyle::plain)
        for (const char* later :
             {"\nBlockers:", "\nRemaining:", "\nContext:", "\nDecided:", "\nOpen questions:"})
          CHECK_FALSE(has(brief, later));
    }
    if (subjects.empty())
      continue;
    REQUIRE(heading != std::string::npos);
    if (style == ops::BriefStyle::plain) {
      size_t next = place(brief, "\nNext: ");
      CHECK(next < heading);
      CHECK(brief.text.find('\n', next + 1) + 1 == heading);  // nothing between
    }
    for (const char* later :
         {"\nWaits for the user", "\nBlockers:", "\nDecided", "\nRemaining:", "\nContext:"})
      if (size_t at = brief.text.find(later);
          at != std::string::npos && style == ops::BriefStyle::plain)
        CHECK(last < at);
  }
  CHECK(all_there > 100);
  CHECK(too_many > 5);
}

TEST_CASE("a brief counts what it leaves out by its name") {
  std::string tasks;
  for (int i = 0; i < 60; ++i)
    tasks += std::string(i > 0 ? "," : "") +
             R"({"name":"a task with a name of some length, number )" + std::to_string(i) + R"("})";
  ops::Brief brief = brief_of(source_of(R"({"next_action":"go","remaining_tasks":[)" + tasks +
                                        R"(],"context_notes":"kept"})"));
  REQUIRE(brief.left_out.size() == 1);
  CHECK(brief.left_out[0].what == "tasks");
  size_t shown = 0;
  for (const std::string& line : split_lines(brief.text))
    shown += line.starts_with("- a task") ? 1 : 0;
  CHECK(shown + brief.left_out[0].count == 60);
  CHECK(has(brief, "- kept"));  // a long list does not starve what follows
  CHECK(has(brief, "Left out: " + std::to_string(60 - shown) +
                       " tasks: git handoff show main-20260324-143000-7f3a"));
}

namespace {

/// A record in which each item can be found again: "task-12-", "decision-3-" and so on.
struct CountedRecord {
  Json record = Json::object();
  std::map<std::string, size_t> counts = {};  ///< by what the line of what was left out calls one

  CountedRecord(std::mt19937& random, size_t size) {
    record["next_action"] =
        "edit-the-file-" + std::string(random() % 3 == 0 ? random() % 3'000 : random() % 60, 'n');
    while (record.dump().size() < size)
      add(random, random() % 7);
  }
  void add(std::mt19937& random, size_t kind) {
    auto text = [&](const std::string& what, const std::string& marker) {
      return marker + "-" + std::to_string(counts[what]++) + "- " +
             std::string(random() % 400, 'x');
    };
    switch (kind) {
      case 0:
        record["remaining_tasks"].push_back(
            {{"name", text("task", "todo")}, {"status", "not_started"}});
        break;
      case 1:
        record["decisions"].push_back({{"decision", text("decision", "decided")},
                                       {"binding", random() % 2 ? "absolute" : ""}});
        break;
      case 2:
        record["human_actions_pending"].push_back(
            {{"action", text("blocking action", "ask")}, {"blocking", true}});
        break;
      case 3:
        record["blockers"].push_back({{"description", text("blocker", "stuck")}});
        break;
      case 4:
        record["open_questions"].push_back(text("question", "why"));
        break;
      case 5:
        record["completed_tasks"].push_back(
            {{"name", text("finished task", "ready")}, {"status", "done"}});
        break;
      default:
        record["errors"].push_back(text("error", "broken"));
    }
  }
};

constexpr std::pair<const char*, const char*> kMarkers[] = {
    {"task", "todo"},     {"decision", "decided"}, {"blocking action", "ask"},
    {"blocker", "stuck"}, {"question", "why"},     {"finished task", "ready"},
    {"error", "broken"}};

size_t shown_of(const ops::Brief& brief, const std::string& marker, size_t count) {
  size_t shown = 0;
  for (size_t i = 0; i < count; ++i)
    shown += has(brief, "- " + marker + "-" + std::to_string(i) + "-") ? 1 : 0;
  return shown;
}

size_t left_out_of(const ops::Brief& brief, const std::string& what) {
  size_t count = 0;
  for (const ops::LeftOutOfBrief& row : brief.left_out)
    count += row.what == what || row.what == what + "s" ? row.count : 0;
  return count;
}

}  // namespace

TEST_CASE("a brief shows or counts every item of a record, and its line names what was left out") {
  std::mt19937 random(23);
  size_t by_name = 0, in_part = 0;
  for (size_t round = 0; round < 250; ++round) {
    CountedRecord counted(random, round < 5 ? 0 : random() % (round % 6 == 0 ? 100'000 : 9'000));
    ops::BriefSource source = source_of(counted.record.dump());
    size_t budget =
        ops::kLeastBudget + (round % 3 == 1 ? 0 : random() % (round % 4 == 0 ? 30'000 : 900));
    ops::Brief brief = brief_of(source, budget);
    INFO("round " << round << ", budget " << budget << "\n" << brief.text);
    CHECK(brief.text.size() <= budget * ops::kBytesPerToken);
    size_t all = 0;
    for (const auto& [what, marker] : kMarkers) {
      INFO(what << ": " << counted.counts[what]);
      CHECK(shown_of(brief, marker, counted.counts[what]) + left_out_of(brief, what) ==
            counted.counts[what]);
      all += left_out_of(brief, what);
    }
    size_t told = 0;  // nothing else was left out
    for (const ops::LeftOutOfBrief& row : brief.left_out)
      told += row.count;
    CHECK(told == all);
    std::string line;
    for (const std::string& one : split_lines(brief.text))
      if (one.starts_with("Left out: "))
        line = one;
    CHECK(line.empty() == (told == 0 && brief.shortened == 0));
    if (told == 0)
      continue;
    // Each by its name and number; where there is no room for all names, the first ones, and how
    // many more.
    CHECK(contains(line, ": git handoff show main-20260324-143000-7f3a"));
    size_t named = 0;
    for (const ops::LeftOutOfBrief& row : brief.left_out)
      named += contains(line, std::to_string(row.count) + " " + row.what) ? row.count : 0;
    bool more = contains(line, " " + std::to_string(told - named) + " more, ") ||
                (named == 0 && contains(line, " " + std::to_string(told) + " items, "));
    CHECK((named == told || more));
    (named == told ? by_name : in_part) += 1;
  }
  CHECK(by_name > 20);
  CHECK(in_part > 20);
}

TEST_CASE(
    "every brief begins with the next action, whatever its style, its room and what changed") {
  std::mt19937 random(29);
  for (size_t round = 0; round < 250; ++round) {
    CountedRecord counted(random, round < 5 ? 0 : random() % (round % 6 == 0 ? 100'000 : 9'000));
    ops::BriefSource source = source_of(counted.record.dump());
    for (size_t n = random() % 60; n > 0; --n)
      source.claims.push_back({.changed = random() % 2 == 0,
                               .subject = "src/f" + std::to_string(n) + ".c",
                               .evidence = "edited"});
    if (round % 3 == 0)
      source.claims.push_back(
          {.changed = false, .subject = "edit-the-file", .evidence = "not here"});
    if (round % 6 == 0)
      source.claims.push_back({.changed = true, .subject = "edit-the-file", .evidence = "gone"});
    size_t budget = ops::kLeastBudget + random() % 900;
    ops::BriefStyle style = round % 2 == 0 ? ops::BriefStyle::spellbook : ops::BriefStyle::plain;
    ops::Brief brief =
        ops::write_brief(source, {.budget = budget,
                                  .about = round % 5 == 0 ? "nothing of the kind" : "",
                                  .style = style,
                                  .now = 7200});
    INFO("round " << round << ", budget " << budget << "\n" << brief.text);
    CHECK(brief.text.size() <= budget * ops::kBytesPerToken);
    // Right behind the fence; whole, or at least its first hundred bytes.
    std::string next = counted.record["next_action"].get<std::string>();
    size_t begin = place(brief, " begin -----\n");
    CHECK(begin < brief.text.size());
    CHECK(brief.text.substr(brief.text.find('\n', begin) + 1)
              .starts_with("Next: " + next.substr(0, 100)));
    // What check found of it stands right beside it, also where it was cut: what changed rather
    // than what is not known.
    std::string line = brief.text.substr(place(brief, "Next: "));
    line = line.substr(0, line.find('\n'));
    CHECK(line.ends_with(" [verify: changed since]") == (round % 6 == 0));
    CHECK(line.ends_with(" [verify: not checked]") == (round % 3 == 0 && round % 6 != 0));
    bool whole = contains(line, next);
    CHECK((whole || brief.shortened > 0));
    CHECK((whole || contains(line, "...")));
    if (brief.shortened > 0)
      CHECK(has(brief, " cut"));
  }
}

TEST_CASE("--for keeps what concerns a task, a file or a word, and what binds always") {
  ops::BriefSource source = source_of(R"({"next_action":"go",
    "remaining_tasks":[{"id":"3","name":"Refresh endpoint","files":["src/refresh.ts"]},{"id":"33","name":"Logging"}],
    "decisions":[{"decision":"use jose","binding":"absolute"},{"decision":"log as JSON"}],
    "context_notes":"src/refresh.ts needs a lock\nthe endpoint is public\ncolours are blue"})");
  ops::Brief brief = brief_of(source, 400, "task 3");
  CHECK(has(brief, "Refresh endpoint"));
  CHECK(has(brief, "needs a lock"));
  CHECK(has(brief, "the endpoint is public"));
  CHECK(has(brief, "use jose"));
  CHECK_FALSE(has(brief, "Logging"));
  CHECK_FALSE(has(brief, "blue"));
  CHECK(has(brief, "3 about other things"));
  CHECK(has(brief_of(source, 400, "COLOURS"), "colours are blue"));
  CHECK(brief_of(source, 400, "task 3").text.size() == brief.text.size());
}

TEST_CASE("a brief of nothing says so, and one too small is refused") {
  ops::Brief brief = brief_of(source_of("{}"), ops::kLeastBudget);
  CHECK(has(brief, "Next: (not recorded: ask the user)"));
  CHECK_THROWS_AS(brief_of(source_of("{}"), ops::kLeastBudget - 1), Failure);
}

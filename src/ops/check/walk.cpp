#include <algorithm>

#include <unistd.h>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "ops/check/facts.hpp"

namespace handoff::ops {

namespace {

/// Files of more commits than this are listed by git.
constexpr size_t kMostCompared = 700;
/// From so many commits on, two processes list their files, a half each.
constexpr size_t kWorthHalving = 400;
constexpr const char* kTheseOnly = "--no-walk=unsorted";

/// The walk over what came since. The WIP commit, also a rewritten one, is no news.
git::LogRequest since_head_request(Facts& facts) {
  git::LogRequest request{.revisions = {facts.head}, .files = true, .bodies = true};
  if (facts.base.is_commit())
    request.revisions.push_back("^" + facts.base.oid);
  if (facts.wip.is_commit())
    request.revisions.push_back("^" + facts.wip.oid);
  facts.by_time = request.revisions.size() == 1;
  if (facts.by_time && facts.written)
    request.options.push_back("--since=@" + std::to_string(facts.written->time + 1));
  else if (facts.by_time)
    request.limit = 1;
  return request;
}

std::optional<git::LogRequest> since_upstream_request(const Facts& facts) {
  if (!facts.upstream_now.is_commit())
    return std::nullopt;
  git::LogRequest request{
      .revisions = {facts.upstream_now.oid, "^" + facts.head}, .files = true, .bodies = true};
  for (const git::NamedObject* seen : {&facts.base, &facts.wip, &facts.upstream_then})
    if (seen->is_commit())
      request.revisions.push_back("^" + seen->oid);
  if (!facts.upstream_then.is_commit() && facts.written)
    request.options.push_back("--since=@" + std::to_string(facts.written->time + 1));
  else if (!facts.upstream_then.is_commit())
    return std::nullopt;
  return request;
}

void take_out_wip(Facts& facts) {
  const std::string& id = facts.subject->id;
  std::erase_if(facts.since_head, [&](const git::LogEntry& entry) {
    bool is_wip = !id.empty() && facts.wip.is_commit() &&
                  git::trailer(entry.subject + "\n\n" + entry.body, "Handoff-Id") == id;
    if (is_wip && facts.wip_now.empty())
      facts.wip_now = entry.oid;
    return is_wip;
  });
}

/// What is asked of history: full ids throughout, but for walks by time.
struct Questions {
  std::vector<std::string> tips = {};    ///< commits that HEAD may have lost
  std::vector<std::string> stored = {};  ///< recorded commits
  git::LogRequest since_head = {};
  std::optional<git::LogRequest> since_upstream = {};
  bool long_way = false;  ///< more commits came since than are worth walking here
};

Questions questions_of(Facts& facts) {
  Questions questions;
  auto add = [&](const git::NamedObject& object, bool detail) {
    if (!object.is_commit())
      return;
    questions.tips.push_back(object.oid);
    if (detail)
      questions.stored.push_back(object.oid);
  };
  for (const RecordedCommit& commit : facts.commits) {
    add(commit.object, true);
    if (!commit.target.empty()) {
      questions.tips.push_back(commit.target);
      questions.stored.push_back(commit.target);
    }
  }
  add(facts.base, true);
  add(facts.wip, true);
  add(facts.branch_tip, false);
  questions.since_head = since_head_request(facts);
  questions.since_upstream = since_upstream_request(facts);
  return questions;
}

/// Answers from the commits at hand what can be answered so, and takes it off the questions: `tips`
/// and `stored` empty, requests without revisions. What is left is for git.
class NearAnswers {
 public:
  NearAnswers(Facts& facts, Questions& questions, git::NearHistory& history)
      : x_facts(facts), x_questions(questions), x_history(history) {}

  void run() {
    answer(x_questions.since_head, x_facts.since_head);
    if (x_questions.since_upstream && x_questions.since_upstream->options.empty())
      answer(*x_questions.since_upstream, x_facts.since_upstream);
    // What is left for git it does beside the longer walk.
    if (x_questions.since_head.revisions.empty())
      answer_details();
    if (std::optional<git::Divergence> lost =
            x_history.divergence(x_questions.tips, {x_facts.head})) {
      x_facts.lost = std::move(*lost);
      x_questions.tips.clear();
    }
  }

 private:
  void answer(git::LogRequest& request, std::vector<git::LogEntry>& into) {
    std::vector<std::string> tips, excluded;
    for (const std::string& revision : request.revisions)
      if (revision.starts_with('^'))
        excluded.push_back(revision.substr(1));
      else
        tips.push_back(revision);
    std::optional<std::vector<git::LogEntry>> found = x_history.log(tips, excluded);
    if (!found) {
      x_questions.long_way = true;
      return;
    }
    request.revisions.clear();
    if (list_files(*found)) {
      into = std::move(*found);
      return;
    }
    for (const git::LogEntry& entry : *found)
      request.revisions.push_back(entry.oid);
    request.options = {kTheseOnly};
  }

  bool list_files(std::vector<git::LogEntry>& entries) {
    return entries.size() <= kMostCompared &&
           std::all_of(entries.begin(), entries.end(),
                       [&](git::LogEntry& entry) { return x_history.add_files(entry); });
  }

  void answer_details() {
    std::vector<git::LogEntry> details;
    for (const std::string& oid : x_questions.stored) {
      std::optional<git::LogEntry> entry = x_history.entry(oid);
      if (!entry)
        return;
      details.push_back(std::move(*entry));
    }
    // Their files are only compared with those of later commits.
    if (!x_facts.since_head.empty() && !list_files(details))
      return;
    for (git::LogEntry& entry : details)
      x_facts.details[entry.oid] = std::move(entry);
    x_questions.stored.clear();
  }

  Facts& x_facts;
  Questions& x_questions;
  git::NearHistory& x_history;
};

/// One walk, or two side by side over a half of the commits each: most of the time goes into
/// listing files.
class HalvedLog {
 public:
  HalvedLog(const git::Git& git, git::LogRequest request) {
    std::vector<std::string> second;
    if (request.options == std::vector<std::string>{kTheseOnly} &&
        request.revisions.size() > kWorthHalving && sysconf(_SC_NPROCESSORS_ONLN) > 1) {
      auto middle =
          request.revisions.begin() + static_cast<ptrdiff_t>(request.revisions.size() / 2);
      second.assign(middle, request.revisions.end());
      request.revisions.erase(middle, request.revisions.end());
    }
    git::LogRequest other = request;
    other.revisions = std::move(second);
    x_parts.emplace_back(git, std::move(request));
    if (!other.revisions.empty())
      x_parts.emplace_back(git, std::move(other));
  }

  std::vector<git::LogEntry> answer() {
    std::vector<git::LogEntry> entries;
    for (git::LogQuestion& part : x_parts)
      for (git::LogEntry& entry : part.answer())
        entries.push_back(std::move(entry));
    return entries;
  }

 private:
  std::vector<git::LogQuestion> x_parts;
};

/// Lists the commits of a long walk first, which is quick, so that their files can be listed in
/// halves.
void unroll(const git::Git& git, git::LogRequest& request) {
  if (request.revisions.empty() || !request.options.empty() || request.limit > 0)
    return;
  git::Divergence walked = git::read_divergence(git::start_walk(git, request.revisions));
  request.revisions = std::move(walked.oids);
  request.options = {kTheseOnly};
}

void ask_git(Facts& facts, Questions& questions) {
  const git::Git& git = facts.repository->git();
  std::optional<Child> lost;
  if (!questions.tips.empty())
    lost = git::start_divergence(git, questions.tips, {facts.head});
  std::optional<git::LogQuestion> upstream, details;
  if (questions.since_upstream && !questions.since_upstream->revisions.empty())
    upstream.emplace(git, *questions.since_upstream);
  if (!questions.stored.empty())
    details.emplace(
        git,
        git::LogRequest{.revisions = questions.stored, .options = {kTheseOnly}, .files = true});
  if (questions.long_way)
    unroll(git, questions.since_head);
  if (!questions.since_head.revisions.empty())
    facts.since_head = HalvedLog(git, std::move(questions.since_head)).answer();
  if (lost)
    facts.lost = git::read_divergence(std::move(*lost));
  if (details)
    for (git::LogEntry& entry : details->answer())
      facts.details[entry.oid] = std::move(entry);
  if (upstream)
    facts.since_upstream = upstream->answer();
}

}  // namespace

void walk_history(Facts& facts) {
  if (facts.head.empty())
    return;
  Questions questions = questions_of(facts);
  if (facts.plain)
    facts.near.emplace(*facts.objects);
  if (facts.near && !facts.by_time)
    NearAnswers(facts, questions, *facts.near).run();
  ask_git(facts, questions);
  facts.not_here = {facts.lost.oids.begin(), facts.lost.oids.end()};
  if (facts.by_time && !facts.written)
    facts.since_head.clear();
  if (facts.wip.is_commit() && facts.here(facts.wip.oid))
    facts.wip_now = facts.wip.oid;
  take_out_wip(facts);
}

}  // namespace handoff::ops

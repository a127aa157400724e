#include "ops/snapshot/wip_commit.hpp"

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kSubjectColumns = 72, kMostOfWhat = 60;

std::string line_of(const std::string& text) {
  return trim(formats::shown(handoff::first_line(text)));
}

/// "src/a.c and 2 more"; the tree of the commit names them, too.
std::string files_of(const model::Handoff& h) {
  const size_t many = h.uncommitted_files.size();
  return many == 0 ? "unfinished work"
                   : line_of(h.uncommitted_files.front()) +
                         (many == 1 ? "" : " and " + std::to_string(many - 1) + " more");
}

/// What the work is, in a few words: the task under way, else the next action, else the message,
/// else the title; its files where there is none. Context and decisions stay out of the history.
std::string position_of(const model::Handoff& h) {
  std::vector<std::string> said;
  for (const auto* tasks : {&h.remaining_tasks, &h.completed_tasks})
    for (const model::Task& task : *tasks)
      if (task.state == model::TaskState::in_progress)
        said.push_back(task.name);
  said.push_back(h.next_action);
  if (!h.task.empty())
    said.push_back("task " + line_of(h.task) +
                   (h.total_tasks.empty() ? "" : " of " + line_of(h.total_tasks)));
  said.insert(said.end(), {h.user_message, h.title});
  for (const std::string& text : said)
    if (std::string line = line_of(text); !line.empty())
      return line;
  return files_of(h);
}

std::string cut(const std::string& text, size_t columns) {
  constexpr std::string_view kEllipsis = "...";
  return display_width(text) <= columns
             ? text
             : trim(width_prefix(text, columns - kEllipsis.size())) + std::string(kEllipsis);
}

}  // namespace

std::string wip_message(const model::Handoff& handoff, const std::string& id) {
  std::string subject = std::string(git::kWipSubject) + " ";
  if (std::string workflow = line_of(handoff.workflow); !workflow.empty())
    subject += "[" + formats::beginning(workflow, 20) + "] paused at ";
  subject = cut(subject + cut(position_of(handoff), kMostOfWhat), kSubjectColumns);
  return subject +
         "\n\nWork in progress, kept by git-handoff. 'git handoff resume' puts it back and\n"
         "takes this commit off the branch.\n\n" +
         git::id_line(id) + "\n";
}

std::string title_behind(const model::Handoff& handoff) {
  constexpr size_t kLongest = 50;
  const std::string what = line_of(handoff.title.empty() ? handoff.next_action : handoff.title);
  return what.empty() ? "" : ": " + formats::beginning(what, kLongest);
}

std::optional<std::string> wip_id(const git::Commit& commit) {
  if (git::trailer(commit.message, "Handoff-Branch"))
    return std::nullopt;
  return git::trailer(commit.message, git::kIdTrailer);
}

bool says_wip(const git::Commit& commit) {
  const std::optional<std::string> id = wip_id(commit);
  return id && git::is_record_id(*id) && commit.message.starts_with(git::kWipSubject);
}

std::string write_wip_commit(const git::Repository& repository, git::Quarantine& quarantine,
                             const git::Commit& commit, bool sign) {
  if (!sign)
    return quarantine.write(git::ObjectType::commit, git::serialize_commit(commit));
  std::vector<std::string> args = {"commit-tree", "-S"};
  for (const std::string& parent : commit.parents) {
    args.emplace_back("-p");
    args.push_back(parent);
  }
  args.emplace_back("-F");
  args.emplace_back("-");
  args.push_back(commit.tree);
  const Outcome signing = repository.git().run(
      {.args = args, .input = commit.message, .environment = quarantine.environment()});
  if (!signing.ok())
    fail("cannot sign the commit: " + git::git_message(signing),
         {"go on without signatures: git config handoff.sign false"});
  std::string oid = trim(signing.out);
  quarantine.add(oid);
  return oid;
}

}  // namespace handoff::ops

#include "ops/check/facts.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/file_end.hpp"
#include "base/presence.hpp"
#include "base/sealed_file.hpp"
#include "base/text.hpp"
#include "formats/prose/extract.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/notes/journal.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/operation/resumed_here.hpp"
#include "ops/records/missing_work.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

/// More ids than this come from a text that is no handoff.
constexpr size_t kMostCommits = 1000;
constexpr size_t kMostBytesOfFile = 1u << 20;
constexpr const char* kHeadCommit = "HEAD^{commit}";

bool holds_commits(const std::string& key) {
  for (std::string_view name : {"commit", "commits", "git_ref", "sha", "commit_hash", "commit_sha"})
    if (key == name)
      return true;
  return false;
}

/// Fields whose values only look like ids of commits.
bool holds_other_ids(const std::string& key) {
  for (std::string_view name : {"id", "path_bytes", "checksum", "digest", "version", "timestamp"})
    if (key == name)
      return true;
  return key.ends_with("_id") || key.ends_with("uuid");
}

class CommitCollector {
 public:
  std::vector<RecordedCommit> commits = {};

  void visit(const Json& value, const std::string& key, const std::string& where) {
    if (value.is_object())
      visit_object(value, where);
    else if (value.is_array())
      for (const Json& item : value)
        visit(item, key, where);
    else if (value.is_string())
      take(value.get_ref<const std::string&>(), holds_commits(key), where);
    else if (value.is_number_unsigned() && holds_commits(key))
      take(value.dump(), true, where);
  }

  void visit_object(const Json& object, const std::string& where) {
    std::string here = where;
    for (const char* name : {"name", "title", "task"})
      if (auto found = object.find(name); found != object.end() && found->is_string()) {
        here += " '" + found->get<std::string>() + "'";
        break;
      }
    for (const auto& [key, value] : object.items())
      if (!holds_other_ids(key))
        visit(value, key, here);
  }

 private:
  void take(const std::string& text, bool field, const std::string& where) {
    for (std::string& id : field ? commit_ids_in_field(text) : commit_ids_in(text)) {
      if (auto same = x_known.find(id); same != x_known.end()) {
        commits[same->second].from_field = commits[same->second].from_field || field;
      } else if (commits.size() < kMostCommits) {
        x_known.emplace(id, commits.size());
        commits.push_back({.text = std::move(id), .where = where, .from_field = field});
      }
    }
  }

  std::unordered_map<std::string, size_t> x_known = {};  ///< by id: where it is in `commits`
};

void name_paths(Facts& facts) {
  const model::Handoff& h = *facts.handoff;
  auto name = [&](const std::string& as_written, int relevance) {
    const std::string path = facts.relative(as_written);
    facts.named.add(path, relevance);
    if (!contains(path, "/") && facts.is_or_was(path))
      facts.named.is_at_top(path);
  };
  auto name_in_text = [&](const std::string& text, int relevance) {
    for (const Anchor& anchor : facts.named_in(text))
      name(anchor.path, relevance);
  };
  auto name_all = [&](const std::vector<std::string>& paths, int relevance) {
    for (const std::string& path : paths)
      name(path, relevance);
  };
  name_in_text(h.next_action, model::kTouchesNext);
  auto name_task = [&](const model::Task& task) {
    if (task.state == model::TaskState::done)
      return;
    name_all(task.files, model::kTouchesTasks);
    name_in_text(task.name, model::kTouchesTasks);
    name_in_text(task.progress, model::kTouchesTasks);
  };
  for (const model::Task& task : h.completed_tasks)
    name_task(task);
  for (const model::Task& task : h.remaining_tasks)
    name_task(task);
  const auto name_places = [&](const std::string& text) {
    for (const auto& places : {facts.named_in(text), facts.named_in_words(text)})
      for (const Anchor& anchor : places)
        if (anchor.line > 0)
          name(anchor.path, model::kTouchesRecord);
  };
  for (const std::string& rule : h.corrections)
    name_places(rule);
  for (const model::Decision& decision : h.decisions)
    name_places(decision.decision);
  name_all(h.uncommitted_files, model::kTouchesRecord);
  name_all(h.files_modified, model::kTouchesRecord);
  for (const model::Document& document : h.documents)
    name(document.path, model::kTouchesRecord);
}

/// The ref that a branch follows, by its full name where the configuration says it in the
/// plain way, else
/// "@{upstream}" for git to find out. Empty where none is set.
std::string upstream_name(const git::Repository& repository, const std::string& of_branch) {
  const git::Config& config = repository.config();
  const std::string branch = "branch." + of_branch;
  std::optional<std::string> merge = config.text(branch + ".merge");
  if (!merge)
    return "";
  std::string remote = config.text(branch + ".remote").value_or("");
  std::vector<std::string> fetched = config.all("remote." + remote + ".fetch");
  if (!merge->starts_with(git::kBranchRefs) || config.all(branch + ".merge").size() != 1 ||
      fetched.size() != 1 || fetched[0] != "+refs/heads/*:refs/remotes/" + remote + "/*")
    return of_branch + "@{upstream}";
  return "refs/remotes/" + remote + "/" + merge->substr(git::kBranchRefs.size());
}

/// The remote of the recorded upstream: where another clone made the record, the one that it came
/// from, else the one of that name.
std::string remote_of_upstream(const Facts& facts, const std::string& ref) {
  constexpr std::string_view kRemotes = "refs/remotes/";
  const git::Repository& repository = *facts.repository;
  const std::string branch = followed_branch(ref);
  if (branch.empty())
    return {};
  const std::optional<Shared> shared =
      facts.subject->made_here ? std::nullopt : read_shared_quietly(repository, facts.subject->id);
  if (shared && !shared->remote.empty())
    return remote_of_branch(repository, *shared);
  std::string named = ref.substr(kRemotes.size(), ref.size() - branch.size() - kRemotes.size() - 1);
  return repository.config().text("remote." + named + ".url") ? named : std::string();
}

/// What this clone calls the recorded upstream. In one that made the record its ref has that name.
std::string upstream_here(const Facts& facts, const std::string& ref) {
  const std::string& common_dir = facts.repository->layout().common_dir;
  const auto is_there = [&](const std::string& name) {
    return !git::peek_ref(common_dir, name).value_or("").empty();
  };
  if (facts.upstream_remote.empty() || facts.subject->made_here)
    return ref;
  for (const std::string& name :
       tracking_refs(*facts.repository, facts.upstream_remote, followed_branch(ref)))
    if (is_there(name))
      return name;
  return ref;
}

/// The branch that the record is of; today's where it does not say.
std::string branch_of(const Facts& facts) {
  const std::string& branch = facts.handoff->git.branch;
  return branch.empty() ? facts.repository->head().branch : branch;
}

}  // namespace

WipAt what_it_is(const Facts& facts, const std::string& commit) {
  Record record;
  record.at.id = facts.subject->id;
  record.handoff = *facts.handoff;
  return wip_at(Store(*facts.repository), record, commit);
}

std::string commit_with_work_now(const Facts& facts) {
  Record record;
  record.at.id = facts.subject->id;
  record.handoff = *facts.handoff;
  const std::string& tip = facts.checked_out.empty() ? facts.head : facts.checked_out;
  return facts.wip.is_commit() && !tip.empty()
             ? commit_with_work(Store(*facts.repository), record, tip)
             : std::string();
}

namespace {

/// Is the kept work in HEAD's history, or HEAD a rewritten form of it?
bool is_work_on_head(const Facts& facts) {
  if (facts.head.empty() || facts.head == facts.wip.oid)
    return !facts.head.empty();
  std::optional<git::Commit> head = git::read_commit(*facts.objects, facts.head);
  return (head && !facts.subject->id.empty() &&
          git::trailer(head->message, git::kIdTrailer) == facts.subject->id &&
          what_it_is(facts, facts.head).is_ours()) ||
         git::is_ancestor(facts.repository->git(), facts.wip.oid, facts.head);
}

/// Was it resumed into what is checked out, whatever branch it was paused on?
bool goes_on_here(const Facts& facts) {
  const git::Head head = facts.repository->head();
  const Journal journal = read_journal(facts.repository->layout().journal_file());
  const std::optional<ResumedHere> here =
      resumed_here(*facts.repository, head, notes_for(journal, head.label()));
  return here && here->id == facts.subject->id;
}

/// Where another branch is checked out, the record's own branch counts; without one its kept work
/// does, unless that is what is checked out (the branch was renamed).
void find_home(Facts& facts) {
  const model::GitBlock& block = facts.handoff->git;
  const std::string branch = facts.repository->head().branch;
  // While the branch is rebased HEAD is what becomes of it.
  const git::Layout& layout = facts.repository->layout();
  if (block.branch.empty() && !facts.subject->worktree.empty() && facts.wip.is_commit() &&
      facts.wip.oid != facts.head) {
    facts.checked_out = facts.head;
    facts.at_home = false;
    facts.head = facts.wip.oid;
    return;
  }
  const bool is_rebased =
      branch.empty() && !block.branch.empty() && facts.repository->operation() == "rebase" &&
      git::branch_in_operation(layout.git_dir, layout.common_dir) == facts.branch;
  if (branch == block.branch || is_rebased || (facts.subject->retired && goes_on_here(facts)))
    return;
  if (is_called_now(*facts.repository, *facts.handoff, branch)) {
    facts.branch_tip = {};  // another branch's, which has the name now
    return;
  }
  facts.checked_out = facts.head;
  if (facts.branch_tip.is_commit()) {
    facts.at_home = false;
    facts.head = facts.branch_tip.oid;
  } else if (facts.wip.is_commit() && block.on_branch && !is_work_on_head(facts)) {
    facts.at_home = false;
    facts.head = facts.wip.oid;
  } else {
    facts.checked_out.clear();
  }
}

/// Most branches that are not pushed yet have no upstream: what they will meet is told all the
/// same.
void find_trunk(Facts& facts) {
  const std::string& common_dir = facts.repository->layout().common_dir;
  const std::string branch = branch_of(facts);
  for (const char* name : git::kDefaultNames) {
    for (const char* where : {"refs/remotes/origin/", "refs/heads/"})
      if (const std::string oid = git::peek_ref(common_dir, std::string(where) + name).value_or("");
          !oid.empty())
        facts.trunk_tips.push_back({.name = std::string(where) + name, .oid = oid});
    if (facts.trunk_tips.empty())
      continue;
    facts.trunk = name;
    break;
  }
  if (branch.empty() || branch == facts.trunk)
    facts.trunk_tips.clear();
}

/// Remote-tracking branches of the record's branch's name, the upstream first.
void find_same_name(Facts& facts, std::optional<Child> listing) {
  if (!listing)
    return;
  for (const std::string& line : split_lines(listing->wait().out))
    if (size_t space = line.find(' '); space != std::string::npos)
      facts.same_name.push_back({line.substr(space + 1), line.substr(0, space)});
  const std::optional<model::Upstream>& upstream = facts.handoff->git.upstream;
  std::ranges::stable_partition(
      facts.same_name, [&](const git::Ref& ref) { return upstream && ref.name == upstream->ref; });
}

std::optional<Child> ask_for_same_name(const Facts& facts) {
  const std::string& branch = facts.handoff->git.branch;
  std::optional<bool> any =
      git::peek_any_record(facts.repository->layout().common_dir, "refs/remotes/");
  if (branch.empty() || (any && !*any))
    return std::nullopt;
  return facts.repository->git().start(
      {.args = {"for-each-ref", "--format=%(objectname) %(refname)", "refs/remotes/*/" + branch}});
}

/// What a full id of a commit, a branch or HEAD stands for, without a process; nullopt: ask git.
std::optional<git::NamedObject> plain_commit(const Facts& facts, const std::string& name) {
  const git::Layout& layout = facts.repository->layout();
  constexpr size_t kSha1Digits = 40;
  if (layout.oid_digits() != kSha1Digits || std::getenv("GIT_NAMESPACE") != nullptr)
    return std::nullopt;
  std::optional<std::string> oid;
  if (name == kHeadCommit)
    oid = facts.repository->head().oid;
  else if (name.starts_with("refs/"))
    oid = git::peek_ref(layout.common_dir, name);
  else if (git::is_oid(name) && name.size() == kSha1Digits)
    oid = name;
  try {
    if (oid && git::read_commit(*facts.objects, *oid))
      return git::NamedObject{
          .answer = git::NamedObject::Answer::found, .oid = *oid, .type = "commit"};
  } catch (const Failure&) {
    // Damaged: what git says of it counts.
  }
  return std::nullopt;
}

/// A checkpoint that was kept above a WIP commit stands on what that one stood on, once a resume
/// has taken it off.
void step_below_resumed(Facts& facts) {
  constexpr int kMostStacked = 8;
  for (int i = 0; i < kMostStacked && facts.base.is_commit() && !facts.handoff->git.branch.empty();
       ++i) {
    std::optional<git::Commit> base = git::read_commit(*facts.objects, facts.base.oid);
    const std::string id =
        base ? git::trailer(base->message, git::kIdTrailer).value_or("") : std::string();
    if (id.empty() || id == facts.subject->id || base->parents.size() != 1 ||
        !git::is_record_id(id) ||
        git::is_ancestor(facts.repository->git(), facts.base.oid, facts.head) ||
        !git::read_ref(*facts.repository, Store::archive_ref(facts.handoff->git.branch, id)))
      return;
    facts.base.oid = base->parents[0];
  }
}

/// The names that one look-up answers, and where its answers go.
void look_up_names(Facts& facts) {
  const git::Repository& repository = *facts.repository;
  const model::GitBlock& block = facts.handoff->git;
  std::vector<std::string> names;
  std::vector<git::NamedObject*> places;
  auto ask = [&](const std::string& name, git::NamedObject& place) {
    if (name.empty() || name.find('\n') != std::string::npos)
      return;
    if (std::optional<git::NamedObject> plain = plain_commit(facts, name)) {
      place = std::move(*plain);
      return;
    }
    names.push_back(name);
    places.push_back(&place);
  };
  facts.branch = branch_now(*facts.repository, *facts.handoff);
  facts.user = addresses_of_user(*facts.repository);
  git::NamedObject head;
  ask(kHeadCommit, head);
  ask(block.base, facts.base);
  ask(block.wip_commit, facts.wip);
  ask(block.branch.empty() ? "" : "refs/heads/" + facts.branch, facts.branch_tip);
  ask(block.upstream ? block.upstream->oid : "", facts.upstream_then);
  std::string branch = branch_of(facts);
  facts.upstream_ref = "@{upstream}";
  if (block.upstream) {
    facts.upstream_remote = remote_of_upstream(facts, block.upstream->ref);
    facts.upstream_ref = upstream_here(facts, block.upstream->ref);
  }
  ask(block.upstream   ? facts.upstream_ref
      : branch.empty() ? ""
                       : upstream_name(repository, branch),
      facts.upstream_now);
  for (RecordedCommit& commit : facts.commits)
    ask(commit.text, commit.object);
  std::vector<git::NamedObject> answers = git::look_up(repository.git(), names);
  for (size_t i = 0; i < answers.size(); ++i)
    *places[i] = std::move(answers[i]);
  facts.head = head.oid;
  // Where HEAD is that commit, the status has read it.
  if (facts.wip.is_commit() && facts.wip.oid != head.oid &&
      !missing_of_work(repository, *facts.objects, block).empty())
    facts.wip = {};  // nothing can be compared with it
  step_below_resumed(facts);
  find_home(facts);
}

/// What the post-rewrite hook wrote about recorded commits, also of those that are gone.
void follow_rewrites(Facts& facts) {
  constexpr size_t kMost = 16u << 20;
  const std::string file = join_path(facts.repository->layout().shared_dir(), "rewritten");
  const std::string map = sealed_lines(git::kRewritten, file, read_file_end(file, kMost).text);
  if (map.empty())
    return;
  facts.rewritten = git::RewriteMap(map);
  std::vector<std::string> targets;
  for (RecordedCommit& commit : facts.commits) {
    std::string oid = commit.object.oid;
    if (oid.empty())
      if (std::vector<std::string> olds = facts.rewritten.starting_with(commit.text);
          olds.size() == 1)
        oid = olds[0];
    if (std::optional<std::string> target = facts.rewritten.follow(oid)) {
      commit.target = *target;
      commit.target_merged = facts.rewritten.merged(oid);
      targets.push_back(*target);
    }
  }
  if (targets.empty())
    return;
  std::vector<git::NamedObject> stored = git::look_up(facts.repository->git(), targets);
  size_t at = 0;
  for (RecordedCommit& commit : facts.commits)
    if (!commit.target.empty() && !stored[at++].is_commit())
      commit.target.clear();
}

/// The tree that the record saw.
void choose_reference(Facts& facts) {
  if (facts.wip.is_commit()) {
    facts.reference = facts.wip.oid;
  } else if (facts.base.is_commit()) {
    facts.reference = facts.base.oid;
  } else if (facts.written && !facts.head.empty()) {
    git::LogQuestion before(facts.repository->git(),
                            {.revisions = {facts.head},
                             .options = {"--before=@" + std::to_string(facts.written->time)},
                             .limit = 1});
    if (std::vector<git::LogEntry> found = before.answer(); !found.empty())
      facts.reference = found[0].oid;
  }
}

}  // namespace

std::vector<RecordedCommit> recorded_commits_in(const Json& record) {
  CommitCollector collector;
  if (record.is_object())
    for (const auto& [key, value] : record.items())
      if (key != "git" && key != "reconstructed" && key != "foreign" && !holds_other_ids(key))
        collector.visit(value, key, key);
  return std::move(collector.commits);
}

void NamedPaths::add(const std::string& path, int relevance) {
  if (path.empty() || path == ".")
    return;
  int& stored = x_paths[path];
  stored = std::max(stored, relevance);
}

int NamedPaths::relevance_of(const std::string& path) const {
  int relevance = 0;
  for (std::string at = path; !at.empty();) {
    if (auto found = x_paths.find(at); found != x_paths.end())
      relevance = std::max(relevance, found->second);
    size_t slash = at.rfind('/');
    at.resize(slash == std::string::npos ? 0 : slash);
  }
  // A bare name ("token.ts") stands for a file of that name anywhere.
  if (size_t slash = path.rfind('/'); slash != std::string::npos)
    if (auto found = x_paths.find(path.substr(slash + 1));
        found != x_paths.end() && !x_at_top.contains(found->first))
      relevance = std::max(relevance, found->second);
  return relevance;
}

std::optional<git::TreeEntry> Facts::entry_at(const std::string& commit,
                                              const std::string& path) const {
  if (commit.empty() || path.empty())
    return std::nullopt;
  auto known = x_trees.find(commit);
  if (known == x_trees.end()) {
    std::optional<git::Commit> read = git::read_commit(*objects, commit);
    git::TreeReader reader(*objects, read ? read->tree : "", repository->layout().oid_digits());
    known = x_trees.emplace(commit, std::move(reader)).first;
  }
  try {
    return known->second.find(path);
  } catch (const Failure&) {
    return std::nullopt;  // a partial clone: told where it matters
  }
}

std::optional<std::string> Facts::blob_at(const std::string& commit,
                                          const std::string& path) const {
  std::optional<git::TreeEntry> entry = entry_at(commit, path);
  if (!entry || entry->mode == git::kModeFolder || entry->mode == git::kModeGitlink)
    return std::nullopt;
  if (objects->size_of(entry->oid).value_or(SIZE_MAX) > kMostBytesOfFile)
    return std::nullopt;
  std::optional<git::Object> object = objects->read(entry->oid);
  if (!object)
    return std::nullopt;
  return std::move(object->bytes);
}

bool Facts::comes_back(const std::string& path) const {
  if (!taken_out || outside(path) || dirty.contains(path))
    return false;
  const std::optional<git::TreeEntry> here = entry_at(head, path);
  return !same(here, entry_at(wip.oid, path)) &&
         (here || look_at(join_path(repository->layout().root, path)) == Presence::absent);
}

std::optional<std::string> Facts::file_now(const std::string& path) const {
  std::string full = join_path(repository->layout().root, path);
  if (outside(path))
    return std::nullopt;
  if (comes_back(path))
    return blob_at(wip.oid, path);
  if (!at_home)
    for (const std::string& place : {handoff->git.on_branch ? head : wip.oid, head})
      if (entry_at(place, path))
        return blob_at(place, path);
  if (is_folder(full))
    return std::nullopt;
  // A sparse checkout does not have it: HEAD does.
  if (look_at(full) == Presence::absent && !dirty.contains(path))
    return blob_at(head, path);
  return find_tree_file(*repository, path);
}

bool Facts::outside(const std::string& path) {
  if (path.starts_with('/') || path.starts_with('~'))
    return true;
  return in_list(split(path, '/'), "..");
}

bool Facts::exists_now(const std::string& path) const {
  if (outside(path))
    return false;
  if (comes_back(path))
    return entry_at(wip.oid, path).has_value();
  if (!at_home && (entry_at(head, path) || entry_at(wip.oid, path)))
    return true;
  return look_at(join_path(repository->layout().root, path)) != Presence::absent ||
         (!dirty.contains(path) && entry_at(head, path).has_value());
}

bool Facts::is_or_was(const std::string& path) const {
  const std::string name = relative(path);
  if (outside(name))
    return false;
  const model::GitBlock& block = handoff->git;
  return look_at(join_path(repository->layout().root, name)) == Presence::there ||
         entry_at(block.wip_commit, name).has_value() || entry_at(block.base, name).has_value();
}

std::vector<Anchor> Facts::named_in(const std::string& text) const {
  return anchors_in(text, [this](const std::string& path) { return is_or_was(path); });
}

std::vector<Anchor> Facts::named_in_words(const std::string& text) const {
  return places_in_words(text, [this](const std::string& path) { return is_or_was(path); });
}

namespace {

/// Nothing in it that goes elsewhere: true of most, and taking a path apart costs.
bool is_normal(const std::string& path) {
  return path.find_first_of("/.") == std::string::npos ||
         (path.front() != '/' && path.back() != '/' && path.back() != '.' &&
          !contains(path, "//") && !contains(path, "./"));
}

}  // namespace

std::string Facts::relative(const std::string& path) const {
  if (path.empty() || path.starts_with('~') || contains(path, "://") || is_normal(path))
    return path;
  const std::string& root = repository->layout().root;
  std::string full = std::filesystem::path(join_path(root, path)).lexically_normal().string();
  while (full.size() > 1 && full.ends_with('/'))
    full.pop_back();
  if (full == root)
    return ".";
  return full.starts_with(root + "/") ? full.substr(root.size() + 1) : full;
}

Facts gather(const git::Repository& repository, const CheckSubject& subject,
             std::optional<git::StatusQuestion> status) {
  Facts facts;
  facts.repository = &repository;
  facts.subject = &subject;
  facts.handoff = subject.handoff;
  facts.status_question = std::move(status);
  if (!facts.status_question)
    facts.status_question.emplace(repository.git());
  facts.objects = git::open_objects(repository);
  facts.now = now();
  facts.written = parse_time(facts.handoff->timestamp);
  facts.partial = git::has_promised_packs(repository.layout());
  facts.shallow = exists(join_path(repository.layout().common_dir, "shallow"));
  facts.commits = recorded_commits_in(*subject.document);
  std::erase_if(facts.commits, [digits = repository.layout().oid_digits()](const auto& commit) {
    return commit.text.size() > digits && !commit.from_field;  // a checksum of something else
  });
  name_paths(facts);
  std::optional<Child> same_name = ask_for_same_name(facts);
  look_up_names(facts);
  // A number in a sentence is a commit where there is one, and no claim where there is none.
  std::erase_if(facts.commits, [](const RecordedCommit& commit) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto digits = std::ranges::count_if(commit.text, is_digit);
    const bool plain = digits == 0 || digits == std::ssize(commit.text);
    return plain && !commit.from_field && !commit.object.is_commit();
  });
  find_trunk(facts);
  find_same_name(facts, std::move(same_name));
  follow_rewrites(facts);
  walk_history(facts);
  choose_reference(facts);
  return facts;
}

void wait_for_status(Facts& facts) {
  facts.status = facts.status_question->answer();
  facts.status_question.reset();
  if (!facts.at_home)
    return;  // what is edited there is of something else
  for (const git::StatusEntry& entry : facts.status.entries) {
    facts.dirty[entry.path] = &entry;
    if (!entry.path_from.empty())
      facts.dirty[entry.path_from] = &entry;
  }
}

std::string commit_for_people(const git::LogEntry& entry) {
  return git::short_oid(entry.oid) + in_parentheses(told_subject(entry.subject));
}

}  // namespace handoff::ops

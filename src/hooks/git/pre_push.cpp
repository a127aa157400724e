#include <algorithm>

#include <unistd.h>

#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/proc.hpp"
#include "base/text.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/refs/names.hpp"
#include "git/refs/refspecs.hpp"
#include "git/repo/published.hpp"
#include "hooks/git/each_hook.hpp"
#include "hooks/git/record_line.hpp"

namespace handoff::hooks {

namespace {

constexpr std::string_view kOurRefs = "refs/handoffs/";
constexpr const char* kPushVariable = "HANDOFF_PUSH";

/// One line of what git says: a ref that is about to be pushed.
struct PushedRef {
  std::string local_ref, local_oid, remote_ref, remote_oid;
  bool deletes() const { return local_oid.find_first_not_of('0') == std::string::npos; }
};

std::vector<PushedRef> parse_input(std::string_view input) {
  std::vector<PushedRef> refs;
  for (const std::string& line : split_lines(input)) {
    std::vector<std::string> words = split(line, ' ');
    if (words.size() == 4)
      refs.push_back({words[0], words[1], words[2], words[3]});
  }
  return refs;
}

/// Those of which no ref here will tell whether the remote took them, and has them still.
std::vector<PushedRef> not_followed(const git::Git& git, std::vector<PushedRef> refs,
                                    const std::string& remote) {
  const std::vector<std::string> refspecs =
      split_lines(git.run({.args = {"config", "--get-all", "remote." + remote + ".fetch"}}).out);
  std::erase_if(refs, [&](const PushedRef& ref) {
    return !git::fetched_as(refspecs, ref.remote_ref).empty();
  });
  return refs;
}

/// WIP commits that this push brings to a remote that does not have them yet.
std::vector<Wip> wips_to_publish(const git::Git& git, const std::vector<PushedRef>& refs,
                                 const std::string& remote, const std::string& url) {
  git::LogRequest request{.options = only_wips()};
  for (const PushedRef& ref : refs)
    if (!ref.deletes() && !ref.remote_ref.starts_with(kOurRefs))
      request.revisions.push_back(ref.local_oid);
  if (request.revisions.empty())
    return {};
  // A remote given as a URL, which git then calls its name as well, has no refs of its own here:
  // nothing is known to be there.
  if (!remote.empty() && remote != url) {
    request.options.emplace_back("--not");
    request.options = git::with_remote_branches(git, std::move(request.options), remote);
    request.options.emplace_back("--not");
  }
  std::vector<Wip> wips = wips_in(git, std::move(request));
  std::erase_if(wips, [](const Wip& wip) { return !is_paused_work(wip.id, wip.oid); });
  return wips;
}

std::vector<std::string> oids_of(const std::vector<Wip>& wips) {
  return vector_of(wips, &Wip::oid);
}

/// The command line of the `git push` above us: git does not tell the hook all that it will do.
std::vector<std::string> words_of_push() {
  constexpr int kMostAncestors = 6;
  pid_t pid = getppid();
  for (int i = 0; i < kMostAncestors && pid > 1; ++i) {
    std::vector<std::string> words = split(proc_file(pid, "cmdline"), '\0');
    if (in_list(words, "push"))
      return words;
    const std::optional<ProcStat> stat = proc_stat(pid);
    pid = stat ? stat->parent : 0;
  }
  return {};
}

bool has_word(const std::vector<std::string>& words, const char* word) {
  return in_list(words, word);
}

/// A mirror push deletes what the remote alone has: these refs the hook is not told.
bool is_mirror_push(const git::Git& git, const std::vector<std::string>& push,
                    const std::string& remote) {
  return has_word(push, "--mirror") ||
         (!push.empty() &&
          trim(git.run({.args = {"config", "--bool", "remote." + remote + ".mirror"}}).out) ==
              "true");
}

/// The branch that is pushed, where it is none but one that is not checked out.
std::string branch_beside_head(const git::PeekedRepository& repository,
                               const std::vector<PushedRef>& refs) {
  std::string beside;
  for (const PushedRef& ref : refs) {
    if (ref.deletes())
      continue;
    if (!ref.local_ref.starts_with(git::kBranchRefs) || !beside.empty() ||
        ref.local_ref.substr(git::kBranchRefs.size()) == repository.branch)
      return {};
    beside = ref.local_ref.substr(git::kBranchRefs.size());
  }
  return beside;
}

HookAnswer answer_mirror_push(bool any_record) {
  if (any_record)
    return {{"error: a mirror push would publish handoffs, or delete those of others",
             "hint: name the branches to push instead of --mirror; 'git push --no-verify' does it "
             "all the same"},
            1};
  return {{"warning: a mirror push deletes handoffs that others have at the remote"}, 0};
}

HookAnswer refuse_our_refs(const PushedRef& ref) {
  return {{"error: this push would " + std::string(ref.deletes() ? "delete '" : "publish '") +
               printable(ref.remote_ref) + "', a handoff",
           "hint: 'git handoff push' hands it over; else name the branches to push instead of "
           "--mirror or --all"},
          1};
}

}  // namespace

HookAnswer pre_push(const HookCall& call) {
  std::vector<PushedRef> refs = parse_input(call.input);
  const bool started_by_us = environment(kPushVariable) == "1";
  auto ours = std::ranges::find_if(
      refs, [](const PushedRef& ref) { return ref.remote_ref.starts_with(kOurRefs); });
  if (ours != refs.end() && !started_by_us)
    return refuse_our_refs(*ours);

  git::Git git("");
  std::optional<git::PeekedRepository> repository = find_repository(git);
  if (!repository)
    return {};
  const bool any_record = git::peek_any_record(repository->common_dir) != false;
  const std::vector<std::string> push = words_of_push();
  if (!started_by_us && is_mirror_push(git, push, call.arg(0)))
    return answer_mirror_push(any_record);
  if (!any_record)
    return {};  // nothing was ever paused here
  std::vector<Wip> wips = wips_to_publish(git, refs, call.arg(0), call.arg(1));
  if (wips.empty())
    return {};
  std::string policy =
      to_lower(trim(git.run({.args = {"config", "--get", "handoff.pushWip"}}).out));
  std::string what =
      "'" + one_line(wips.front().id, 80) + "' (" + git::short_oid(wips.front().oid) + ")";
  if (wips.size() > 1)
    what += " and " + std::to_string(wips.size() - 1) + " more";
  const std::string hint =
      "hint: '" + way_off(oids_of(wips), wips.front().id, branch_beside_head(*repository, refs)) +
      "' removes paused work from the branch; once pushed it stays there";
  if (policy == "refuse")
    return {{"error: " + what + " is paused work, and handoff.pushWip is 'refuse'", hint}, 1};
  const bool tries_only = has_word(push, "--dry-run") || has_word(push, "-n");
  if (std::vector<PushedRef> others = not_followed(git, std::move(refs), call.arg(0));
      !others.empty() && !tries_only)
    git::remember_published(repository->common_dir,
                            oids_of(wips_to_publish(git, others, call.arg(0), call.arg(1))));
  if (policy == "allow")
    return {};
  return {{"warning: publishing paused work: " + what, hint}, 0};
}

}  // namespace handoff::hooks

#include "ops/share/lfs.hpp"

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/objects/read_blob.hpp"
#include "git/refs/names.hpp"
#include "ops/snapshot/brought_rules.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

std::vector<std::string> hints_of_rule(const Store& store, const Record& record,
                                       const std::string& base, const std::string& path) {
  const std::string resume = "git handoff resume --continue " + shell_word(record.at.id) + " && ";
  const std::string file = path_to_type(path);
  const bool was_there =
      store.repository().git().run({.args = {"cat-file", "-e", base + ":" + path}}).ok();
  return {"take its change back and pause again: " + resume +
              (was_there ? "git checkout " + git::short_oid(base) + " -- " + file
                         : "rm " + file_to_type(store.repository().layout().root, path)) +
              " && git handoff pause --push",
          "or, if it is to be so, commit it first: " + resume + "git add " + file +
              " && git commit " + file};
}

std::string lfs_content(const std::string& bytes) {
  constexpr std::string_view kId = "\noid sha256:";
  constexpr size_t kDigits = 64;
  const size_t at = bytes.starts_with(git::kLfsHead) ? bytes.find(kId) : std::string::npos;
  return at == std::string::npos ? "" : bytes.substr(at + kId.size(), kDigits);
}

namespace {

Child start_look(const git::Git& git, const std::string& commit) {
  return git.start(
      {.args = {"grep", "-q", "-I", "filter=lfs", commit, "--", ":(glob)**/.gitattributes"},
       .user_pathspecs = true});
}

}  // namespace

bool has_lfs_files(const git::Git& git, const std::string& commit) {
  return start_look(git, commit).wait().ok();
}

LfsQuestion::LfsQuestion(const Store& store, const Record& record)
    : x_store(store), x_wip(record.git().wip_commit), x_tree(record.commit.tree) {
  if (!x_wip.empty())
    x_look = start_look(store.repository().git(), x_wip);
}

std::vector<std::string> LfsQuestion::answer(const std::string& remote) {
  constexpr size_t kLongestPointer = 1024;
  if (!x_look || !x_look->wait().ok())
    return {};
  const git::Git& git = x_store.repository().git();
  const Outcome objects = git.run(
      {.args = git::with_remote_branches(
           git, {"rev-list", "--objects", "--no-object-names", x_wip, x_tree, "--not"}, remote)});
  std::vector<std::string> contents;
  for (const std::string& oid : split_lines(objects.out)) {
    if (x_store.objects().size_of(oid).value_or(kLongestPointer) >= kLongestPointer)
      continue;
    const std::optional<git::Object> object = x_store.objects().read(oid);
    if (object)
      if (std::string content = lfs_content(object->bytes); !content.empty())
        contents.push_back(std::move(content));
  }
  return contents;
}

void push_lfs(const Store& store, const Record& record, const git::Transport& transport,
              const std::vector<std::string>& oids) {
  if (oids.empty())
    return;
  const git::Repository& repository = store.repository();
  if (const std::string before = lfs_address_before(store); !before.empty())
    refuse("what git-lfs keeps may go elsewhere than to " + transport.remote +
               ": work of others changed .lfsconfig",
           hints_of_rule(store, record, before, ".lfsconfig"));
  std::vector<std::string> args = {"push", "--object-id", transport.remote};
  args.insert(args.end(), oids.begin(), oids.end());
  Outcome outcome = git::run_lfs(repository, transport, std::move(args));
  if (!outcome.ok())
    refuse("the contents that git-lfs keeps do not reach " + transport.remote + ": " +
               git::git_message(outcome),
           {"try one of them by hand: git lfs push --object-id " + shell_word(transport.remote) +
            " " + oids.front()});
}

}  // namespace handoff::ops

// Random states of a repository, for the end-to-end tests: makes one from a seed, or drives many of
// them through pause and resume and compares what comes back.
//
//   random-tree make SEED FOLDER               a repository in that state, on the branch 'work'
//   random-tree change SEED                    more random changes in the repository here
//   random-tree rounds FIRST COUNT FOLDER      each seed three ways; ends with `N states, M failed`
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "random_state.hpp"

namespace {

using handoff::join_path;
using handoff::Outcome;
using namespace random_state;

constexpr uint64_t kStatesOfOneBase = 20;

/// Files of a tree, `.git` apart: path -> kind, executable bit and bytes (of a link: its target).
void list_files(const std::string& root, const std::string& below,
                std::map<std::string, std::string>& into) {
  for (const std::string& name : handoff::list_folder(join_path(root, below))) {
    if (name == ".git")
      continue;
    std::string path = below.empty() ? name : below + "/" + name;
    std::string full = join_path(root, path);
    struct stat info {};
    if (lstat(full.c_str(), &info) != 0)
      continue;
    if (S_ISDIR(info.st_mode))
      list_files(root, path, into);
    else if (S_ISLNK(info.st_mode))
      into[path] = "link " + handoff::read_link(full);
    else
      into[path] = ((info.st_mode & 0111) != 0 ? "executable " : "file ") +
                   handoff::read_file(full).value_or("?");
  }
}

std::map<std::string, std::string> files_of(const std::string& root) {
  std::map<std::string, std::string> files;
  list_files(root, "", files);
  return files;
}

/// All that promise 2 names, as lines to compare. Both diffs follow from it: status names the blobs
/// of HEAD and index of each changed path, and the bytes of all files are there.
std::string state_of(const std::string& root, const std::map<std::string, std::string>& files) {
  std::string text =
      "== status\n" + git(root, {"status", "--porcelain=v2", "-z", "--untracked-files=all"});
  text += "== index\n" + git(root, {"ls-files", "-z", "-s", "-v"});
  text += "== files\n";
  for (const auto& [path, content] : files)
    text += path + ": " + content + '\0';
  std::replace(text.begin(), text.end(), '\0', '\n');
  return text;
}

std::string state_of(const std::string& root) { return state_of(root, files_of(root)); }

/// One base and its bare remote; the states on it one after the other.
class Rounds {
 public:
  Rounds(uint64_t base, std::string folder) : x_folder(std::move(folder)), x_number(base) {
    x_repo = join_path(x_folder, "repo");
    x_remote = join_path(x_folder, "remote.git");
    handoff::make_folders(x_repo);
    make_base(base, x_repo);
    git(x_folder, {"init", "-q", "--bare", "-b", "work", x_remote});
    git(x_repo, {"remote", "add", "origin", x_remote});
    git(x_repo, {"push", "-q", "-u", "origin", "work"});
    x_base = handoff::trim(git(x_repo, {"rev-parse", "HEAD"}));
    git(x_folder,
        {"clone", "-q", "--no-checkout", x_remote, x_template = join_path(x_folder, "template")});
    set_conversion(x_template, base);
  }

  /// Empty where all is well, else what went wrong.
  std::string one(uint64_t seed) {
    x_wrong.clear();
    try {
      start_over();
      change(seed, x_repo, converts(x_number));
      look_anew(x_repo);
      three_ways();
    } catch (const handoff::Failure& failure) {
      x_wrong += failure.message() + "\n";
    }
    return x_wrong;
  }

 private:
  void start_over() {
    for (const std::string& name : handoff::list_folder(x_repo))
      if (name != ".git")
        remove_entry(join_path(x_repo, name));
    handoff::remove_file(join_path(x_repo, ".git/index"));
    git(x_repo, {"symbolic-ref", "HEAD", "refs/heads/work"});
    git(x_repo, {"reset", "-q", "--hard", x_base});
    std::string refs = git(x_repo, {"for-each-ref", "--format=delete %(refname)", "refs/handoffs"});
    if (!refs.empty())
      git(x_repo, {"update-ref", "--stdin"}, refs);
  }

  std::string added_tree() {
    std::string aside = join_path(x_folder, "aside");
    handoff::remove_tree(aside);
    handoff::make_folders(join_path(aside, "objects"));
    if (auto index = handoff::read_file(join_path(x_repo, ".git/index")))
      handoff::write_file_atomic(join_path(aside, "index"), *index);
    Environment environment = {
        {"GIT_INDEX_FILE", join_path(aside, "index")},
        {"GIT_OBJECT_DIRECTORY", join_path(aside, "objects")},
        {"GIT_ALTERNATE_OBJECT_DIRECTORIES", join_path(x_repo, ".git/objects")}};
    std::filesystem::last_write_time(
        join_path(aside, "index"),
        std::filesystem::last_write_time(join_path(x_repo, ".git/index")));
    // Without it, what is unchanged is added again or not, as its times tell: that differs where
    // attributes are gone.
    in_folder(x_repo, {"git", "update-index", "-q", "--refresh"}, "", environment);
    git(x_repo, {"add", "-A"}, "", environment);
    std::string tree = handoff::trim(git(x_repo, {"write-tree"}, "", environment));
    look_anew(x_repo);
    x_never_clean.clear();
    if (!converts(x_number))
      return tree;
    for (const std::string& path :
         handoff::split(git(x_repo, {"diff", "--name-only", "-z"}, "", environment), '\0'))
      if (!path.empty())
        x_never_clean += " M " + path + '\0';
    return tree;
  }

  /// Git tells by a file's times whether it has to read it; here it has to, or what it says of
  /// files that are converted otherwise by now than when they were added would depend on the second
  /// in which that was.
  void look_anew(const std::string& folder) {
    if (!converts(x_number))
      return;
    timespec times[2] = {{.tv_sec = 1000000000 + ++x_looks, .tv_nsec = 0},
                         {.tv_sec = 1000000000 + x_looks, .tv_nsec = 0}};
    for (const auto& [path, content] : files_of(folder))
      utimensat(AT_FDCWD, join_path(folder, path).c_str(), times, AT_SYMLINK_NOFOLLOW);
  }

  std::set<std::string> changed_paths() {
    std::set<std::string> paths;
    for (const std::string& line : handoff::split(
             git(x_repo, {"status", "--porcelain", "--no-renames", "-z", "-uall"}), '\0'))
      if (line.size() > 3)
        paths.insert(line.substr(3));
    return paths;
  }

  /// A checkout may write an unchanged file otherwise than it stood there, where it is converted:
  /// of those only counts that git calls them unchanged.
  std::string state_after_checkout(const std::string& root) {
    look_anew(root);
    std::map<std::string, std::string> files = files_of(root);
    if (converts(x_number))
      for (const std::string& path : handoff::split(git(root, {"ls-files", "-z"}), '\0'))
        if (auto file = files.find(path); file != files.end() && !x_changed.contains(path))
          file->second = "unchanged";
    return state_of(root, files);
  }

  bool handoff_works(const std::string& folder, std::vector<std::string> args) {
    std::string told = handoff::join(args, " ");
    args.insert(args.begin(), "git-handoff");
    Outcome outcome = in_folder(folder, std::move(args));
    if (!outcome.ok())
      x_wrong += "git handoff " + told + " exits " + std::to_string(outcome.exit_code) + ": " +
                 outcome.err;
    return outcome.ok();
  }

  void compare(const std::string& wanted, const std::string& got, const std::string& what) {
    if (wanted == got)
      return;
    x_wrong += what + ": not as it was\n";
    std::string a = join_path(x_folder, "wanted"), b = join_path(x_folder, "got");
    handoff::write_file_atomic(a, wanted);
    handoff::write_file_atomic(b, got);
    x_wrong += in_folder(x_folder, {"diff", "-a", "-U1", a, b}).out.substr(0, 4000);
  }

  /// The same state once more: what it gives has been looked at, it must give that again.
  bool pause_again() {
    if (!handoff_works(x_repo, {"pause", "-m", "random"}))
      return false;
    compare(x_kept, handoff::trim(git(x_repo, {"rev-parse", "HEAD^{tree}"})),
            "the tree of the second WIP commit");
    return true;
  }

  bool pause() {
    std::map<std::string, std::string> files = files_of(x_repo);
    std::string tree = added_tree();
    bool clean = git(x_repo, {"status", "--porcelain", "-uall"}).empty();
    if (!handoff_works(x_repo, {"pause", "-m", "random"}))
      return false;
    x_kept = handoff::trim(git(x_repo, {"rev-parse", "HEAD^{tree}"}));
    if (files != files_of(x_repo))
      x_wrong += "pause changed the working tree\n";
    // What is new is added with the attributes of a .gitattributes that goes or without, as git
    // happens to have read it.
    bool attributes_go =
        std::any_of(x_changed.begin(), x_changed.end(), [&](const std::string& path) {
          return path.ends_with(".gitattributes") && !handoff::exists(join_path(x_repo, path));
        });
    if (!clean && !attributes_go) {
      compare(tree, x_kept, "the tree of the WIP commit");
    }
    look_anew(x_repo);
    if (std::string left = git(x_repo, {"status", "--porcelain", "-z", "-uall"});
        left != x_never_clean && !attributes_go)
      compare(x_never_clean, left, "status after pause");
    return true;
  }

  /// An encoding that a file's bytes are not in: git refuses to add it, and nothing is paused.
  bool can_be_added() {
    try {
      added_tree();
      return true;
    } catch (const handoff::Failure& failure) {
      if (!handoff::contains(failure.message(), "failed to encode"))
        throw;
    }
    std::string state = state_of(x_repo);
    Outcome outcome = in_folder(x_repo, {"git-handoff", "pause", "-m", "random"});
    if (outcome.exit_code != 128)
      x_wrong += "pause of what cannot be encoded exits " + std::to_string(outcome.exit_code) +
                 ": " + outcome.err;
    compare(state, state_of(x_repo), "after a pause that is refused");
    return false;
  }

  void three_ways() {
    if (!can_be_added())
      return;
    look_anew(x_repo);
    std::string state = state_of(x_repo);
    x_changed = changed_paths();
    std::string after_checkout = state_after_checkout(x_repo);
    if (!pause() || !handoff_works(x_repo, {"resume", "--continue"}))
      return;
    look_anew(x_repo);
    compare(state, state_of(x_repo), "directly");
    if (!pause_again())
      return;
    in_clone(after_checkout);
    // Git refuses to switch over a change that assume-unchanged or skip-worktree hides.
    if (in_folder(x_repo, {"git", "switch", "-q", "other"}).ok()) {
      // Files of the other branch can count as changed there, by attributes that it has not: git
      // does not let go of them.
      if (!in_folder(x_repo, {"git", "switch", "-q", "work"}).ok())
        return;
    } else if (x_never_clean.empty() &&
               git(x_repo, {"ls-files", "-v"}).find_first_of("hS") == std::string::npos)
      x_wrong += "git switch does not work after pause\n";
    if (handoff_works(x_repo, {"resume", "--continue"}))
      compare(after_checkout, state_after_checkout(x_repo), "after a switch away and back");
  }

  void in_clone(const std::string& after_checkout) {
    std::string clone = join_path(x_folder, "clone");
    handoff::remove_tree(clone);
    std::filesystem::copy(x_template, clone, std::filesystem::copy_options::recursive);
    git(clone, {"reset", "-q", "--hard"});
    git(clone, {"fetch", "-q", x_repo, "refs/handoffs/active/*:refs/handoffs/active/*"});
    // The same person's other clone: what was written down of the records' origin goes along.
    handoff::make_folders(join_path(clone, ".git/handoff"));
    handoff::write_file_atomic(
        join_path(clone, ".git/handoff/provenance"),
        handoff::read_file(join_path(x_repo, ".git/handoff/provenance")).value_or(""));
    for (const std::string& name : handoff::list_folder(join_path(x_repo, ".git/handoff")))
      if (name.starts_with("mark-"))
        handoff::write_file_atomic(
            join_path(clone, ".git/handoff/" + name),
            handoff::read_file(join_path(x_repo, ".git/handoff/" + name)).value_or(""));
    if (const char* seal = std::getenv("HANDOFF_SEAL"))  // tests/tools/seal.py
      in_folder(clone, {seal, clone, "moved"});
    if (handoff_works(clone, {"resume", "--continue"}))
      compare(after_checkout, state_after_checkout(clone), "in a fresh clone");
  }

  std::string x_folder, x_repo, x_remote, x_template, x_base, x_kept, x_wrong;
  uint64_t x_number;
  long x_looks = 0;
  std::set<std::string> x_changed;  ///< paths that git calls changed, in the state that is paused
  std::string
      x_never_clean;  ///< what `git add -A` does not make clean either: paths, each with a NUL
};

int rounds(uint64_t first, uint64_t count, const std::string& folder) {
  std::unique_ptr<Rounds> base;
  uint64_t failed = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    if (!base || seed % kStatesOfOneBase == 0) {
      handoff::remove_tree(folder);
      handoff::make_folders(folder);
      try {
        base = std::make_unique<Rounds>(seed / kStatesOfOneBase, folder);
      } catch (const handoff::Failure& failure) {
        if (!handoff::contains(failure.message(), "failed to encode"))
          throw;
        base.reset();  // files that git itself refuses to add: the next ones
        seed += kStatesOfOneBase - 1 - seed % kStatesOfOneBase;
        continue;
      }
    }
    if (std::string wrong = base->one(seed); !wrong.empty()) {
      ++failed;
      std::printf("--- seed %llu (again: random-tree rounds %llu 1 FOLDER)\n%s\n",
                  static_cast<unsigned long long>(seed), static_cast<unsigned long long>(seed),
                  wrong.c_str());
      std::fflush(stdout);
    }
  }
  std::printf("%llu states, %llu failed\n", static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(failed));
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  auto number = [&](size_t i) { return std::strtoull(args.at(i).c_str(), nullptr, 10); };
  try {
    if (args.size() == 3 && args[0] == "make") {
      handoff::make_folders(args[2]);
      uint64_t base = number(1) / kStatesOfOneBase;
      make_base(base, args[2]);
      change(number(1), args[2], converts(base));
    } else if (args.size() == 2 && args[0] == "change") {
      change(number(1), handoff::current_folder(), false);
    } else if (args.size() == 4 && args[0] == "rounds") {
      return rounds(number(1), number(2), args[3]);
    } else {
      std::fputs("usage: random-tree make SEED FOLDER | change SEED | rounds FIRST COUNT FOLDER\n",
                 stderr);
      return 129;
    }
  } catch (const handoff::Failure& failure) {
    std::fprintf(stderr, "fatal: %s\n", failure.message().c_str());
    return 128;
  }
  return 0;
}

// Random states of a repository, for the end-to-end tests: makes one from a seed, or drives many of them
// through pause and resume and compares what comes back.
//
//   random-tree make SEED FOLDER               a repository in that state, on the branch 'work'
//   random-tree change SEED                    more random changes in the repository here
//   random-tree rounds FIRST COUNT FOLDER      each seed three ways; ends with `N states, M failed`
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/text.hpp"

namespace {

using handoff::join_path;
using handoff::Outcome;

constexpr uint64_t kStatesOfOneBase = 20;

Outcome in_folder(const std::string& folder, std::vector<std::string> argv, const std::string& input = "",
                  std::vector<std::pair<std::string, std::optional<std::string>>> environment = {}) {
  return handoff::run(
      {.argv = std::move(argv), .folder = folder, .environment = std::move(environment), .input = input});
}

std::string git(const std::string& folder, std::vector<std::string> args, const std::string& input = "",
                std::vector<std::pair<std::string, std::optional<std::string>>> environment = {}) {
  std::string told = handoff::join(args, " ");
  args.insert(args.begin(), {"git", "--no-optional-locks"});
  Outcome outcome = in_folder(folder, std::move(args), input, std::move(environment));
  if (!outcome.ok())
    handoff::fail("git " + told + ": " + outcome.err);
  return outcome.out;
}

void remove_entry(const std::string& path) {
  if (handoff::is_folder(path))
    handoff::remove_tree(path);
  else
    handoff::remove_file(path);
}

/// Files of a tree, `.git` apart: path -> kind, executable bit and bytes (of a link: its target).
void list_files(const std::string& root, const std::string& below, std::map<std::string, std::string>& into) {
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
      into[path] = ((info.st_mode & 0111) != 0 ? "executable " : "file ") + handoff::read_file(full).value_or("?");
  }
}

std::map<std::string, std::string> files_of(const std::string& root) {
  std::map<std::string, std::string> files;
  list_files(root, "", files);
  return files;
}

/// All that promise 2 names, as lines to compare.
std::string state_of(const std::string& root) {
  std::string text = "== status\n" + git(root, {"status", "--porcelain=v2", "-z", "--untracked-files=all"});
  text += "== unstaged\n" + git(root, {"diff", "--no-ext-diff", "--no-color", "--binary"});
  text += "== staged\n" + git(root, {"diff", "--no-ext-diff", "--no-color", "--binary", "--cached"});
  text += "== index\n" + git(root, {"ls-files", "-z", "-s", "-v"});
  text += "== files\n";
  for (const auto& [path, content] : files_of(root))
    text += path + ": " + content + '\0';
  std::replace(text.begin(), text.end(), '\0', '\n');
  return text;
}

class Maker {
 public:
  Maker(uint64_t seed, std::string root) : x_random(seed * 7919 + 17), x_root(std::move(root)) {}

  /// Two branches: 'work', checked out, and 'other', which differs in half of the files.
  void make_base() {
    git(x_root, {"init", "-q", "-b", "work", "."});
    for (const char* name : {"plain.txt", "src/main.c", "src/deep/down/a.txt", "bin.dat", "crlf.txt", "run.sh",
                             "empty", "dir/one", "dir/two", "dir/sub/three"})
      write_random(name);
    for (int i = 0; i < 6; ++i)
      write_random(new_path());
    make_executable("run.sh");
    make_link("link");
    make_link("dangling");
    git(x_root, {"add", "-A"});
    git(x_root, {"commit", "-q", "-m", "base"});
    git(x_root, {"switch", "-q", "-c", "other"});
    for (const std::string& path : git_paths())
      if (one_in(2)) {
        remove_entry(join_path(x_root, path));
        if (one_in(2))
          write_random(path);
      }
    write_random("only-there/file");
    git(x_root, {"add", "-A"});
    git(x_root, {"commit", "-q", "-m", "other"});
    git(x_root, {"switch", "-q", "work"});
  }

  void change() {
    size_t steps = 1 + below(10);
    for (size_t i = 0; i < steps; ++i)
      step(below(kKinds));
    unflag_what_is_gone();
  }

 private:
  static constexpr size_t kKinds = 26;

  uint64_t below(uint64_t n) { return x_random() % n; }
  bool one_in(uint64_t n) { return below(n) == 0; }

  std::string word() {
    static constexpr std::string_view kWords[] = {
        "a", "with space", "new\nline", "quo\"te", "it's", "tab\there", "back\\slash", "-dash", "--option",
        "\xff\xfe", "caf\xc3\xa9", "star*", "[set]", ":colon", "#hash", "!bang", " lead", "trail ", "UPPER",
        "a.b", "a-b", "a0", "$var", "%s", "\x01", "tilde~", ":(glob)x", "sub.git"};
    return std::string(kWords[below(std::size(kWords))]);
  }

  std::string new_path() {
    std::string path;
    size_t depth = below(3);
    for (size_t i = 0; i < depth; ++i)
      path += word() + "/";
    return path + word() + (one_in(2) ? std::to_string(below(50)) : "");
  }

  std::string content() {
    std::string text;
    size_t lines = below(6);
    switch (below(6)) {
      case 0:
        return "";
      case 1:
        for (size_t i = 0; i < 40; ++i)
          text += static_cast<char>(below(256));
        return text;
      case 2:
        for (size_t i = 0; i <= lines; ++i)
          text += "line " + std::to_string(below(100)) + "\r\n";
        return text;
      case 3:
        return "no end of line " + std::to_string(below(100));
      default:
        for (size_t i = 0; i <= lines; ++i)
          text += "line " + std::to_string(below(100)) + "\n";
        return text;
    }
  }

  /// Clears the way: what stands where a folder on the path is wanted goes.
  void prepare(const std::string& path) {
    for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
      if (std::string folder = join_path(x_root, path.substr(0, slash));
          handoff::exists(folder) && !handoff::is_folder(folder))
        handoff::remove_file(folder);
    handoff::make_folders(handoff::parent_path(join_path(x_root, path)));
    remove_entry(join_path(x_root, path));
  }

  void write_random(const std::string& path) {
    prepare(path);
    handoff::write_file_atomic(join_path(x_root, path), content());
    if (one_in(8))
      make_executable(path);
  }

  void make_executable(const std::string& path) {
    struct stat info {};
    std::string full = join_path(x_root, path);
    if (lstat(full.c_str(), &info) == 0 && S_ISREG(info.st_mode))
      chmod(full.c_str(), (info.st_mode & 0100) != 0 ? 0644 : 0755);
  }

  void make_link(const std::string& path) {
    static constexpr const char* kTargets[] = {"nowhere", ".", "..", "../outside", "/dev/null", "/nonexistent"};
    prepare(path);
    if (symlink(kTargets[below(std::size(kTargets))], join_path(x_root, path).c_str()) != 0)
      handoff::fail("symlink " + path);
  }

  std::vector<std::string> git_paths() {
    std::vector<std::string> paths;
    for (std::string& path : handoff::split(git(x_root, {"ls-files", "-z"}), '\0'))
      if (!path.empty() && (paths.empty() || paths.back() != path))
        paths.push_back(std::move(path));
    return paths;
  }

  /// A path that the index knows, or a new one where it is empty.
  std::string tracked() {
    std::vector<std::string> paths = git_paths();
    return paths.empty() ? new_path() : paths[below(paths.size())];
  }

  /// As git says it where it cannot be done (a path below a link, gone already): the state is what it is.
  void try_git(std::vector<std::string> args) {
    args.insert(args.begin(), {"git", "--literal-pathspecs"});
    in_folder(x_root, std::move(args));
  }
  void add(const std::string& path) { try_git({"add", "-A", "-f", "--", path}); }

  void step(size_t kind) {
    std::string path = kind < 14 ? tracked() : new_path();
    std::string full = join_path(x_root, path);
    switch (kind) {
      case 0: write_random(path); break;
      case 1: write_random(path); add(path); break;
      case 2: write_random(path); add(path); write_random(path); break;
      case 3: remove_entry(full); break;
      case 4: try_git({"rm", "-q", "-f", "--", path}); break;
      case 5: try_git({"rm", "-q", "--cached", "-f", "--", path}); break;
      case 6: try_git({"mv", "-f", "--", path, new_path() + "-moved"}); break;
      case 7: make_executable(path); break;
      case 8: make_executable(path); add(path); if (one_in(2)) make_executable(path); break;
      case 9: make_link(path); if (one_in(2)) add(path); break;
      case 10: back_to_head(path); break;
      case 11: flag(path); break;
      case 12: write_random(path); add(path); remove_entry(full); break;
      case 13:  // a file turned folder
        write_random(path + "/inside");
        if (one_in(2)) add(path);
        if (one_in(2)) write_random(path + "/more");
        break;
      case 14: folder_to_file(); break;
      case 15: case 16: write_random(path); break;
      case 17: write_random("fresh/" + path); break;
      case 18: make_link(path); break;
      case 19: write_random(path); add(path); break;
      case 20: write_random(path); add(path); remove_entry(full); break;
      case 21: case 22: write_random(path); try_git({"add", "-N", "-f", "--", path}); break;
      case 23:  // known to the index without content, and in HEAD
        path = tracked();
        try_git({"rm", "-q", "--cached", "-f", "--", path});
        try_git({"add", "-N", "-f", "--", path});
        break;
      case 24:
        write_random(path);
        try_git({"add", "-N", "-f", "--", path});
        remove_entry(full);
        break;
      default: write_random(path); make_executable(path); break;
    }
  }

  /// Staged, while the file itself is what HEAD has (MM with nothing in sum).
  void back_to_head(const std::string& path) {
    Outcome head = in_folder(x_root, {"git", "cat-file", "blob", "HEAD:" + path});
    if (!head.ok())
      return;
    write_random(path);
    add(path);
    prepare(path);
    handoff::write_file_atomic(join_path(x_root, path), head.out);
  }

  void flag(const std::string& path) {
    bool assume = one_in(2);
    try_git({"update-index", assume ? "--assume-unchanged" : "--skip-worktree", "--", path});
    // A change of the kind of file behind the flag is not kept: resume says so.
    struct stat info {};
    if (one_in(3) && lstat(join_path(x_root, path).c_str(), &info) == 0 && S_ISREG(info.st_mode))
      write_random(path);
  }

  /// Behind assume-unchanged and skip-worktree only other bytes are kept, not that a file is gone or another kind.
  void unflag_what_is_gone() {
    for (const std::string& line : handoff::split(git(x_root, {"ls-files", "-z", "-v"}), '\0')) {
      struct stat info {};
      if (line.size() > 2 && line[0] != 'H' && line[0] != 'M' &&
          (lstat(join_path(x_root, line.substr(2)).c_str(), &info) != 0 || !S_ISREG(info.st_mode)))
        for (const char* flag : {"--no-assume-unchanged", "--no-skip-worktree"})
          try_git({"update-index", flag, "--", line.substr(2)});
    }
  }

  void folder_to_file() {
    std::vector<std::string> folders;
    for (const std::string& path : git_paths())
      if (size_t slash = path.find('/'); slash != std::string::npos)
        folders.push_back(path.substr(0, slash));
    if (folders.empty())
      return;
    std::string folder = folders[below(folders.size())];
    remove_entry(join_path(x_root, folder));
    if (one_in(3))
      make_link(folder);
    else
      write_random(folder);
    if (one_in(2))
      add(folder);
  }

  std::mt19937_64 x_random;
  std::string x_root;
};

/// One base and its bare remote; the states on it one after the other.
class Rounds {
 public:
  Rounds(uint64_t base, std::string folder) : x_folder(std::move(folder)) {
    x_repo = join_path(x_folder, "repo");
    x_remote = join_path(x_folder, "remote.git");
    handoff::make_folders(x_repo);
    Maker(base, x_repo).make_base();
    git(x_folder, {"init", "-q", "--bare", "-b", "work", x_remote});
    git(x_repo, {"remote", "add", "origin", x_remote});
    git(x_repo, {"push", "-q", "-u", "origin", "work"});
    x_base = handoff::trim(git(x_repo, {"rev-parse", "HEAD"}));
  }

  /// Empty where all is well, else what went wrong.
  std::string one(uint64_t seed) {
    x_wrong.clear();
    try {
      start_over();
      Maker(seed, x_repo).change();
      three_ways();
    } catch (const handoff::Failure& failure) {
      x_wrong += failure.message() + "\n";
    }
    return x_wrong;
  }

 private:
  static std::string git(const std::string& folder, std::vector<std::string> args) {
    return ::git(folder, std::move(args));
  }

  void start_over() {
    for (const std::string& name : handoff::list_folder(x_repo))
      if (name != ".git")
        remove_entry(join_path(x_repo, name));
    handoff::remove_file(join_path(x_repo, ".git/index"));
    git(x_repo, {"symbolic-ref", "HEAD", "refs/heads/work"});
    git(x_repo, {"reset", "-q", "--hard", x_base});
    std::string refs = git(x_repo, {"for-each-ref", "--format=delete %(refname)", "refs/handoffs"});
    if (!refs.empty())
      ::git(x_repo, {"update-ref", "--stdin"}, refs);
  }

  std::string added_tree() {
    std::string aside = join_path(x_folder, "aside");
    handoff::remove_tree(aside);
    handoff::make_folders(join_path(aside, "objects"));
    if (auto index = handoff::read_file(join_path(x_repo, ".git/index")))
      handoff::write_file_atomic(join_path(aside, "index"), *index);
    std::vector<std::pair<std::string, std::optional<std::string>>> environment = {
        {"GIT_INDEX_FILE", join_path(aside, "index")},
        {"GIT_OBJECT_DIRECTORY", join_path(aside, "objects")},
        {"GIT_ALTERNATE_OBJECT_DIRECTORIES", join_path(x_repo, ".git/objects")}};
    ::git(x_repo, {"add", "-A"}, "", environment);
    return handoff::trim(::git(x_repo, {"write-tree"}, "", environment));
  }

  bool handoff_works(const std::string& folder, std::vector<std::string> args) {
    std::string told = handoff::join(args, " ");
    args.insert(args.begin(), "git-handoff");
    Outcome outcome = in_folder(folder, std::move(args));
    if (!outcome.ok())
      x_wrong += "git handoff " + told + " exits " + std::to_string(outcome.exit_code) + ": " + outcome.err;
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

  bool pause(const std::string& state) {
    std::map<std::string, std::string> files = files_of(x_repo);
    std::string tree = added_tree();
    bool clean = git(x_repo, {"status", "--porcelain", "-uall"}).empty();
    if (!handoff_works(x_repo, {"pause", "-m", "random"}))
      return false;
    if (files != files_of(x_repo))
      x_wrong += "pause changed the working tree\n";
    if (!clean) {
      std::string kept = handoff::trim(git(x_repo, {"rev-parse", "HEAD^{tree}"}));
      compare(tree, kept, "the tree of the WIP commit");
    }
    if (std::string left = git(x_repo, {"status", "--porcelain", "-uall"}); !left.empty())
      compare("", left, "status after pause");
    return !state.empty();
  }

  void three_ways() {
    std::string state = state_of(x_repo);
    if (!pause(state) || !handoff_works(x_repo, {"resume", "--continue"}))
      return;
    compare(state, state_of(x_repo), "directly");
    if (!pause(state))
      return;
    git(x_repo, {"push", "-q", "--prune", "origin", "+refs/handoffs/*:refs/handoffs/*"});
    in_clone(state);
    // Git refuses to switch over a change that assume-unchanged or skip-worktree hides.
    if (in_folder(x_repo, {"git", "switch", "-q", "other"}).ok())
      git(x_repo, {"switch", "-q", "work"});
    else if (git(x_repo, {"ls-files", "-v"}).find_first_of("hS") == std::string::npos)
      x_wrong += "git switch does not work after pause\n";
    if (handoff_works(x_repo, {"resume", "--continue"}))
      compare(state, state_of(x_repo), "after a switch away and back");
  }

  void in_clone(const std::string& state) {
    std::string clone = join_path(x_folder, "clone");
    handoff::remove_tree(clone);
    git(x_folder, {"clone", "-q", x_remote, clone});
    git(clone, {"fetch", "-q", "origin", "refs/handoffs/*:refs/handoffs/*"});
    if (handoff_works(clone, {"resume", "--continue"}))
      compare(state, state_of(clone), "in a fresh clone");
  }

  std::string x_folder, x_repo, x_remote, x_base, x_wrong;
};

int rounds(uint64_t first, uint64_t count, const std::string& folder) {
  std::unique_ptr<Rounds> base;
  uint64_t failed = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    if (!base || seed % kStatesOfOneBase == 0) {
      handoff::remove_tree(folder);
      handoff::make_folders(folder);
      base = std::make_unique<Rounds>(seed / kStatesOfOneBase, folder);
    }
    if (std::string wrong = base->one(seed); !wrong.empty()) {
      ++failed;
      std::printf("--- seed %llu (again: random-tree rounds %llu 1 FOLDER)\n%s\n", static_cast<unsigned long long>(seed),
                  static_cast<unsigned long long>(seed), wrong.c_str());
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
      Maker(number(1) / kStatesOfOneBase, args[2]).make_base();
      Maker(number(1), args[2]).change();
    } else if (args.size() == 2 && args[0] == "change") {
      Maker(number(1), handoff::current_folder()).change();
    } else if (args.size() == 4 && args[0] == "rounds") {
      return rounds(number(1), number(2), args[3]);
    } else {
      std::fputs("usage: random-tree make SEED FOLDER | change SEED | rounds FIRST COUNT FOLDER\n", stderr);
      return 129;
    }
  } catch (const handoff::Failure& failure) {
    std::fprintf(stderr, "fatal: %s\n", failure.message().c_str());
    return 128;
  }
  return 0;
}

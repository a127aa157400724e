#include "random_state.hpp"

#include <random>

#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace random_state {

using handoff::join_path;
using handoff::Outcome;

Outcome in_folder(const std::string& folder, std::vector<std::string> argv,
                  const std::string& input, Environment environment) {
  return handoff::run({.argv = std::move(argv),
                       .folder = folder,
                       .environment = std::move(environment),
                       .input = input});
}

std::string git(const std::string& folder, std::vector<std::string> args, const std::string& input,
                Environment environment) {
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

bool converts(uint64_t base) { return base % 3 != 0; }

void set_conversion(const std::string& repository, uint64_t base) {
  auto set = [&](const char* name, const char* value) { git(repository, {"config", name, value}); };
  static constexpr const char* kAutoCrlf[] = {"false", "false", "input", "true"};
  static constexpr const char* kEol[] = {"native", "lf", "crlf"};
  if (!converts(base))
    return;
  set("core.autocrlf", kAutoCrlf[base / 3 % std::size(kAutoCrlf)]);
  set("core.eol", kEol[base / 12 % std::size(kEol)]);
  set("core.safecrlf", "false");
  set("filter.turn.clean", "tr a-zA-Z n-za-mN-ZA-M");
  set("filter.turn.smudge", "tr a-zA-Z n-za-mN-ZA-M");
  set("filter.turn.required", "true");
  set("filter.strip.clean", "tr -d 1");  // what it takes away does not come back
  if (base % 5 == 1)
    handoff::write_file_atomic(join_path(repository, ".git/info/attributes"),
                               "*.c eol=crlf\nempty ident\n");
}

namespace {

class Maker {
 public:
  Maker(uint64_t seed, std::string root, bool converts = false)
      : x_random(seed * 7919 + 17), x_root(std::move(root)), x_converts(converts) {}

  /// Two branches: 'work', checked out, and 'other', which differs in half of the files.
  void make_base() {
    if (x_converts) {
      for (const char* name : {"wide.u16", "dir/wide.u16", "ident.txt", "src/strip.txt"})
        write_random(name);
      write_attributes(".gitattributes");
      if (one_in(3))
        write_attributes("src/.gitattributes");
    }
    for (const char* name : {"plain.txt", "src/main.c", "src/deep/down/a.txt", "bin.dat",
                             "crlf.txt", "run.sh", "empty", "dir/one", "dir/two", "dir/sub/three"})
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
    if (x_converts && one_in(3))
      write_attributes(".gitattributes");
    write_random("only-there/file");
    git(x_root, {"add", "-A"});
    git(x_root, {"commit", "-q", "-m", "other"});
    // Lossy bytes git takes for changed as soon as it has written them itself: it would not switch
    // over them.
    git(x_root, {"switch", "-q", "-f", "work"});
  }

  void change() {
    size_t steps = 1 + below(10);
    for (size_t i = 0; i < steps; ++i)
      step(below(kKinds));
    if (x_converts && one_in(3))
      change_attributes();
    unflag_what_is_gone();
  }

 private:
  static constexpr size_t kKinds = 26;

  uint64_t below(uint64_t n) { return x_random() % n; }
  bool one_in(uint64_t n) { return below(n) == 0; }

  std::string word() {
    static constexpr std::string_view kWords[] = {
        "a",     "with space", "new\nline", "quo\"te",     "it's",   "tab\there", "back\\slash",
        "-dash", "--option",   "\xff\xfe",  "caf\xc3\xa9", "star*",  "[set]",     ":colon",
        "#hash", "!bang",      " lead",     "trail ",      "UPPER",  "a.b",       "a-b",
        "a0",    "$var",       "%s",        "\x01",        "tilde~", ":(glob)x",  "sub.git"};
    return std::string(kWords[below(std::size(kWords))]);
  }

  std::string new_path() {
    std::string path;
    size_t depth = below(3);
    for (size_t i = 0; i < depth; ++i)
      path += word() + "/";
    return path + word() + (one_in(2) ? std::to_string(below(50)) : "");
  }

  /// Lines of patterns and attributes, the last that matches wins.
  std::string attributes() {
    static constexpr const char* kPatterns[] = {"*",        "*.txt",    "*.c",    "bin.dat",
                                                "crlf.txt", "dir/**",   "src/**", "/plain.txt",
                                                "a*",       "fresh/**", "*[0-9]", "run.sh"};
    static constexpr const char* kValues[] = {"text",
                                              "text=auto",
                                              "-text",
                                              "!text",
                                              "eol=lf",
                                              "eol=crlf",
                                              "text=auto eol=crlf",
                                              "text=auto eol=lf",
                                              "text eol=crlf",
                                              "-text eol=crlf",
                                              "ident",
                                              "-ident",
                                              "ident text=auto",
                                              "filter=turn",
                                              "filter=strip",
                                              "filter=unknown",
                                              "-filter",
                                              "binary",
                                              "crlf",
                                              "-crlf",
                                              "crlf=input",
                                              "working-tree-encoding=ISO-8859-1",
                                              "!working-tree-encoding"};
    std::string text;
    for (size_t i = 1 + below(5); i > 0; --i)
      text += std::string(kPatterns[below(std::size(kPatterns))]) + " " +
              kValues[below(std::size(kValues))] + "\n";
    if (one_in(2))
      text += "ident.txt ident\nsrc/strip.txt filter=strip\n";
    text += one_in(4) ? "*.u16 !working-tree-encoding\n"
                      : "*.u16 working-tree-encoding=UTF-16LE text\n";
    // Where attributes filter themselves, git reads others in the index than in the working tree.
    return text + ".gitattributes !filter !working-tree-encoding !ident\n";
  }

  void write_attributes(const std::string& path) {
    prepare(path);
    handoff::write_file_atomic(join_path(x_root, path), attributes());
  }

  void change_attributes() {
    std::string path = one_in(3)   ? "dir/.gitattributes"
                       : one_in(2) ? "src/.gitattributes"
                                   : ".gitattributes";
    switch (below(5)) {
      case 0:
        write_attributes(path);
        break;
      case 1:
        write_attributes(path);
        add(path);
        break;
      case 2:
        write_attributes(path);
        add(path);
        write_attributes(path);
        break;
      case 3:
        remove_entry(join_path(x_root, path));
        break;
      default:
        try_git({"rm", "-q", "--cached", "-f", "--", path});
        break;
    }
  }

  std::string content(const std::string& path) {
    std::string bytes = x_converts && one_in(4) ? content_to_convert() : content();
    return path.ends_with(".u16") ? in_utf16(bytes) : bytes;
  }

  /// What line ends and $Id$ make a difference to.
  std::string content_to_convert() {
    static constexpr const char* kContents[] = {
        "one\r\ntwo\nthree\r\n",
        "$Id$\nnext 1\n",
        "$Id: 0123456789012345678901234567890123456789 $\n1 1 1\n",
        "lone\rreturn\n",
        "end\r",
        "\r\n\r\n",
        "11\n111\n",
        "$Id: by hand $ $Id$\r\n",
        "caf\xc3\xa9\r\n",
        "caf\xe9\n"};
    return kContents[below(std::size(kContents))];
  }

  /// Each byte that is ASCII, as UTF-16LE.
  static std::string in_utf16(const std::string& bytes) {
    std::string wide;
    for (char c : bytes)
      if ((c & 0x80) == 0)
        wide += {c, '\0'};
    return wide;
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
    for (size_t slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1))
      if (std::string folder = join_path(x_root, path.substr(0, slash));
          handoff::exists(folder) && !handoff::is_folder(folder))
        handoff::remove_file(folder);
    handoff::make_folders(handoff::parent_path(join_path(x_root, path)));
    remove_entry(join_path(x_root, path));
  }

  void write_random(const std::string& path) {
    prepare(path);
    handoff::write_file_atomic(join_path(x_root, path), content(path));
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
    static constexpr const char* kTargets[] = {"nowhere",    ".",         "..",
                                               "../outside", "/dev/null", "/nonexistent"};
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

  /// As git says it where it cannot be done (a path below a link, gone already): the state is what
  /// it is.
  void try_git(std::vector<std::string> args) {
    args.insert(args.begin(), {"git", "--literal-pathspecs"});
    in_folder(x_root, std::move(args));
  }
  void add(const std::string& path) { try_git({"add", "-A", "-f", "--", path}); }

  void step(size_t kind) {
    std::string path = kind < 14 ? tracked() : new_path();
    std::string full = join_path(x_root, path);
    switch (kind) {
      case 0:
        write_random(path);
        break;
      case 1:
        write_random(path);
        add(path);
        break;
      case 2:
        write_random(path);
        add(path);
        write_random(path);
        break;
      case 3:
        remove_entry(full);
        break;
      case 4:
        try_git({"rm", "-q", "-f", "--", path});
        break;
      case 5:
        try_git({"rm", "-q", "--cached", "-f", "--", path});
        break;
      case 6:
        try_git({"mv", "-f", "--", path, new_path() + "-moved"});
        break;
      case 7:
        make_executable(path);
        break;
      case 8:
        make_executable(path);
        add(path);
        if (one_in(2))
          make_executable(path);
        break;
      case 9:
        make_link(path);
        if (one_in(2))
          add(path);
        break;
      case 10:
        back_to_head(path);
        break;
      case 11:
        flag(path);
        break;
      case 12:
        write_random(path);
        add(path);
        remove_entry(full);
        break;
      case 13:  // a file turned folder
        write_random(path + "/inside");
        if (one_in(2))
          add(path);
        if (one_in(2))
          write_random(path + "/more");
        break;
      case 14:
        folder_to_file();
        break;
      case 15:
      case 16:
        write_random(path);
        break;
      case 17:
        write_random("fresh/" + path);
        break;
      case 18:
        make_link(path);
        break;
      case 19:
        write_random(path);
        add(path);
        break;
      case 20:
        write_random(path);
        add(path);
        remove_entry(full);
        break;
      case 21:
      case 22:
        write_random(path);
        try_git({"add", "-N", "-f", "--", path});
        break;
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
      default:
        write_random(path);
        make_executable(path);
        break;
    }
  }

  /// Staged, while the file itself is what HEAD has (MM with nothing in sum).
  void back_to_head(const std::string& path) {
    Outcome head = in_folder(x_root, {"git", "cat-file", "blob", "HEAD:" + path});
    if (!head.ok() || path.ends_with(".u16"))
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

  /// Behind assume-unchanged and skip-worktree only other bytes are kept, not that a file is gone
  /// or another kind.
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
  bool x_converts;
};

}  // namespace

void make_base(uint64_t base, const std::string& root) {
  git(root, {"init", "-q", "-b", "work", "."});
  set_conversion(root, base);
  Maker(base, root, converts(base)).make_base();
}

void change(uint64_t seed, const std::string& root, bool converts) {
  Maker(seed, root, converts).change();
}

}  // namespace random_state

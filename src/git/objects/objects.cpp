#include "git/objects/objects.hpp"

#include <algorithm>
#include <cstdlib>

#include <git2.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/presence.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "git/objects/asked_git.hpp"
#include "git/refs/ref_files.hpp"

namespace handoff::git {

namespace {

[[noreturn]] void fail_with_libgit2(const std::string& purpose) {
  const git_error* error = git_error_last();
  fail("cannot " + purpose + ": " +
       printable(error != nullptr && error->message != nullptr ? error->message : "unknown error"));
}

/// Both number them as a pack does.
git_object_t native(ObjectType type) { return static_cast<git_object_t>(type); }

constexpr size_t kCacheSize = 1u << 20;

void start_libgit2() {
  static const bool started = [] {
    git_libgit2_init();
    // Git checks hashes where it matters (fsck, fetch); here each read would be hashed again.
    git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
    // What is read again soon is kept. More than that is memory to be filled, the larger part of a
    // long walk.
    git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, static_cast<ssize_t>(kCacheSize));
    return true;
  }();
  (void)started;
}

struct FreeOdb {
  void operator()(git_odb* odb) const { git_odb_free(odb); }
};
struct FreeObject {
  void operator()(git_odb_object* object) const { git_odb_object_free(object); }
};

AskedGit asked_git(const Repository& repository, const std::string& write_dir) {
  AskedGit asked{repository.git()};
  if (!write_dir.empty())
    asked.environment = quarantine_environment(repository.layout(), write_dir);
  return asked;
}

class Libgit2Objects : public ObjectDatabase, public HasGit {
 public:
  Libgit2Objects(const std::string& store, const std::string& write_dir,
                 std::optional<AskedGit> asked = std::nullopt)
      : HasGit(std::move(asked)) {
    start_libgit2();
    git_odb* odb = nullptr;
    const std::string& first = write_dir.empty() ? store : write_dir;
    if (git_odb_open(&odb, first.c_str()) != 0)
      fail_with_libgit2("open the object store '" + first + "'");
    x_odb.reset(odb);
    if (!write_dir.empty() && git_odb_add_disk_alternate(odb, store.c_str()) != 0)
      fail_with_libgit2("open the object store '" + store + "'");
  }

  std::optional<Object> read(const std::string& oid, size_t most) override {
    git_oid id;
    if (git_oid_fromstr(&id, oid.c_str()) != 0)
      return std::nullopt;
    git_odb_object* raw = nullptr;
    int error = git_odb_read(&raw, x_odb.get(), &id);
    if (error == GIT_ENOTFOUND)
      return std::nullopt;
    if (error != 0)
      fail_with_libgit2("read object " + oid);
    std::unique_ptr<git_odb_object, FreeObject> object(raw);
    return Object{static_cast<ObjectType>(git_odb_object_type(raw)),
                  std::string(static_cast<const char*>(git_odb_object_data(raw)),
                              std::min(git_odb_object_size(raw), most))};
  }

  std::string write(ObjectType type, std::string_view bytes) override {
    git_oid id;
    if (git_odb_write(&id, x_odb.get(), bytes.data(), bytes.size(), native(type)) != 0)
      fail_with_libgit2("write an object");
    char hex[GIT_OID_HEXSZ + 1];
    return git_oid_tostr(hex, sizeof hex, &id);
  }

  bool contains(const std::string& oid) override {
    git_oid id;
    return git_oid_fromstr(&id, oid.c_str()) == 0 && git_odb_exists(x_odb.get(), &id) == 1;
  }

  std::optional<size_t> size_of(const std::string& oid) override {
    git_oid id;
    size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    if (git_oid_fromstr(&id, oid.c_str()) != 0 ||
        git_odb_read_header(&size, &type, x_odb.get(), &id) != 0)
      return std::nullopt;
    return size;
  }

 private:
  std::unique_ptr<git_odb, FreeOdb> x_odb;
};

/// One entry of GIT_ALTERNATE_OBJECT_DIRECTORIES: a colon separates, so a path that holds one is
/// quoted.
std::string alternate_entry(const std::string& path) {
  std::string quoted = c_quote(path);
  if (quoted != path || !contains(path, ":"))
    return quoted;
  return '"' + path + '"';
}

/// One git child an object: slow and right, for stores that libgit2 cannot read.
class GitObjects : public ObjectDatabase, public HasGit {
 public:
  GitObjects(const Repository& repository, const std::string& write_dir)
      : HasGit(asked_git(repository, write_dir)) {}

  void read_as_stored() { x_asked->environment.emplace_back("GIT_NO_REPLACE_OBJECTS", "1"); }

  std::optional<Object> read(const std::string& oid, size_t most) override {
    constexpr size_t kLongestHead = 200;
    std::string answer =
        x_asked->git.output({.args = {"cat-file", "--batch"},
                             .input = oid + "\n",
                             .most_of_part = most < SIZE_MAX ? most + kLongestHead : 0,
                             .environment = x_asked->environment},
                            "read object " + oid);
    size_t line_end = answer.find('\n');
    std::vector<std::string> words = split(std::string_view(answer).substr(0, line_end), ' ');
    if (words.size() != 3)
      return std::nullopt;
    ObjectType type = ObjectType::blob;
    for (ObjectType known : {ObjectType::commit, ObjectType::tree, ObjectType::tag})
      if (words[1] == word_of(known))
        type = known;
    const size_t size = std::strtoull(words[2].c_str(), nullptr, 10);
    return Object{type, answer.substr(line_end + 1, std::min(size, most))};
  }

  std::string write(ObjectType type, std::string_view bytes) override {
    return x_asked->git.line(
        {.args = {"hash-object", "-w", "--literally", "--stdin", "-t", std::string(word_of(type))},
         .input = std::string(bytes),
         .environment = x_asked->environment},
        "write an object");
  }

  bool contains(const std::string& oid) override {
    return x_asked->git.run({.args = {"cat-file", "-e", oid}, .environment = x_asked->environment})
        .ok();
  }

  std::optional<size_t> size_of(const std::string& oid) override {
    Outcome outcome =
        x_asked->git.run({.args = {"cat-file", "-s", oid}, .environment = x_asked->environment});
    return outcome.ok() ? std::optional(std::strtoull(outcome.out.c_str(), nullptr, 10))
                        : std::nullopt;
  }
};

}  // namespace

std::string_view word_of(ObjectType type) {
  static constexpr std::string_view kWords[] = {"", "commit", "tree", "blob", "tag"};
  return kWords[static_cast<size_t>(type)];
}

std::string hash_object(ObjectType type, std::string_view bytes) {
  start_libgit2();
  git_oid id;
  if (git_odb_hash(&id, bytes.data(), bytes.size(), native(type)) != 0)
    fail_with_libgit2("hash an object");
  char hex[GIT_OID_HEXSZ + 1];
  return git_oid_tostr(hex, sizeof hex, &id);
}

std::string ObjectDatabase::read_blob(const std::string& oid) {
  std::optional<Object> object = read(oid);
  if (!object || object->type != ObjectType::blob)
    fail("object " + oid + " is missing or damaged",
         {"'git fsck' tells what else is", "in a partial clone, fetch it first"});
  return std::move(object->bytes);
}

Environment quarantine_environment(const Layout& layout, const std::string& write_dir) {
  std::string alternates = alternate_entry(objects_dir(layout));
  if (const char* more = std::getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES"))
    alternates += std::string(":") + more;
  return {{"GIT_OBJECT_DIRECTORY", write_dir}, {"GIT_ALTERNATE_OBJECT_DIRECTORIES", alternates}};
}

std::string objects_dir(const Layout& layout) {
  const char* chosen = std::getenv("GIT_OBJECT_DIRECTORY");
  return chosen != nullptr ? join_path(layout.root, chosen)  // git's children run there
                           : join_path(layout.common_dir, "objects");
}

std::unique_ptr<ObjectDatabase> open_sha1_store(const std::string& folder) {
  return std::make_unique<Libgit2Objects>(folder, "");
}

namespace {

/// Libgit2 would wait for somebody to write there, and cannot be ended as a git can.
void refuse_pipes(const std::string& objects) {
  std::vector<std::string> files = {join_path(objects, "info/alternates")};
  for (const std::string& name : list_folder(join_path(objects, "pack")))
    files.push_back(join_path(objects, "pack/" + name));
  for (const std::string& file : files) {
    struct stat info {};
    if (look_at(file, info) == Presence::there && S_ISFIFO(info.st_mode))
      fail("'" + printable(file) + "' is a pipe: git and all that use it wait for it");
  }
}

/// One that libgit2 sees as git does: it knows neither other folders in the environment nor objects
/// that stand for others.
bool is_plain_store(const Layout& layout) {
  return layout.object_format == "sha1" &&
         std::getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES") == nullptr &&
         std::getenv("GIT_REPLACE_REF_BASE") == nullptr &&
         peek_any_record(layout.common_dir, "refs/replace/") == false;
}

}  // namespace

std::unique_ptr<ObjectDatabase> open_objects(const Repository& repository,
                                             const std::string& write_dir) {
  if (is_untyped())
    refuse_pipes(objects_dir(repository.layout()));
  if (is_plain_store(repository.layout()))
    return std::make_unique<Libgit2Objects>(objects_dir(repository.layout()), write_dir,
                                            asked_git(repository, write_dir));
  return std::make_unique<GitObjects>(repository, write_dir);
}

std::unique_ptr<ObjectDatabase> open_replaced_objects(const Repository& repository) {
  if (is_plain_store(repository.layout()))
    return nullptr;
  auto objects = std::make_unique<GitObjects>(repository, "");
  objects->read_as_stored();
  return objects;
}

namespace {

/// Without the ends of their names.
std::vector<std::string> promised_packs(const Layout& layout) {
  constexpr std::string_view kEnd = ".promisor";
  const std::string folder = join_path(objects_dir(layout), "pack");
  std::vector<std::string> packs;
  for (const std::string& file : list_folder(folder))
    if (file.ends_with(kEnd))
      packs.push_back(join_path(folder, file.substr(0, file.size() - kEnd.size())));
  return packs;
}

}  // namespace

bool has_promised_packs(const Layout& layout) { return !promised_packs(layout).empty(); }

std::vector<std::string> in_promised_packs(const Layout& layout, std::vector<std::string> oids) {
  if (layout.object_format != "sha1")
    return {};
  start_libgit2();
  git_odb* raw = nullptr;
  if (git_odb_new(&raw) != 0)
    fail_with_libgit2("look into packs");
  const std::unique_ptr<git_odb, FreeOdb> packs(raw);
  for (const std::string& pack : promised_packs(layout))
    if (git_odb_backend* one = nullptr;
        git_odb_backend_one_pack(&one, (pack + ".idx").c_str()) == 0)
      git_odb_add_backend(raw, one, 1);
  std::erase_if(oids, [&](const std::string& oid) {
    git_oid id;
    return git_oid_fromstr(&id, oid.c_str()) != 0 || git_odb_exists(raw, &id) != 1;
  });
  return oids;
}

}  // namespace handoff::git

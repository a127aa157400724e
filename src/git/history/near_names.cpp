#include "git/history/near_names.hpp"

#include <algorithm>

#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"

namespace handoff::git {

namespace {

constexpr size_t kFewestDigits = 4;
constexpr size_t kAllDigits = 40;

bool is_digits(const std::string& name) {
  return name.size() >= kFewestDigits && name.size() <= kAllDigits &&
         name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

NamedObject named(const ShortId& id) {
  return {
      .answer = NamedObject::Answer::found, .oid = id.oid, .type = std::string(word_of(id.type))};
}

}  // namespace

NearNames::NearNames(const Repository& repository, ObjectDatabase& objects)
    : x_repository(&repository),
      x_objects(&objects),
      x_packed(PackedRefs::open(repository.layout().common_dir)) {}

std::optional<NamedObject> NearNames::find(const std::string& name) const {
  using Answer = NamedObject::Answer;
  const bool digits = is_digits(name);
  if (!digits && (!is_branch_name(name) || !x_packed))
    return std::nullopt;
  // Git takes a whole id for an id. A short one may be the name of a branch.
  std::string wanted = name;
  if (!digits || name.size() < kAllDigits) {
    std::optional<std::string> oid = ref(name);
    // One that is nowhere may be on its way from a file of its own into packed-refs.
    if (!oid || (oid->empty() && !digits))
      return std::nullopt;
    if (!oid->empty())
      wanted = *oid;
  }
  ShortId id = x_objects->resolve(wanted);
  if (id.answer == ShortId::Answer::one)
    return named(id);
  // Of several git may choose by their types; a ref may point at nothing.
  if (id.answer == ShortId::Answer::none && wanted == name)
    return NamedObject{.answer = Answer::missing};
  return std::nullopt;
}

std::optional<std::string> NearNames::ref(const std::string& name) const {
  if (!x_packed)
    return std::nullopt;
  for (const char* folder : {"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"}) {
    std::optional<std::string> oid = ref_of_full_name(folder + name);
    if (!oid || !oid->empty())
      return oid;
  }
  return ref_of_full_name("refs/remotes/" + name + "/HEAD");
}

std::optional<std::string> NearNames::ref_of_full_name(const std::string& name) const {
  struct stat info {};
  auto is_file = [&](const std::string& folder) {
    return stat(join_path(folder, name).c_str(), &info) == 0 && !S_ISDIR(info.st_mode);
  };
  const Layout& layout = x_repository->layout();
  if (layout.git_dir != layout.common_dir && is_file(layout.git_dir))
    return std::nullopt;  // a ref of this worktree alone
  if (is_file(layout.common_dir)) {
    // A symbolic ref is for git to follow.
    std::optional<std::string> oid = read_file(join_path(layout.common_dir, name));
    if (!name.starts_with("refs/") || !oid || !is_oid(trim(*oid)))
      return std::nullopt;
    return trim(*oid);
  }
  std::string found;
  bool read = x_packed->each_under(name, [&](const PackedRefs::Entry& entry) {
    if (entry.name != name)
      return PackedRefs::Next::go_on;
    found = entry.oid;
    return PackedRefs::Next::stop;
  });
  return read ? std::optional(found) : std::nullopt;
}

std::vector<NamedObject> look_up(const Git& git, const NearNames* near,
                                 const std::vector<std::string>& names) {
  std::vector<NamedObject> answers(names.size());
  std::vector<std::string> left;
  std::vector<size_t> places;
  for (size_t i = 0; i < names.size(); ++i)
    if (std::optional<NamedObject> answer = near == nullptr ? std::nullopt : near->find(names[i])) {
      answers[i] = std::move(*answer);
    } else {
      left.push_back(names[i]);
      places.push_back(i);
    }
  std::vector<NamedObject> asked = left.empty() ? std::vector<NamedObject>() : look_up(git, left);
  for (size_t i = 0; i < asked.size(); ++i)
    answers[places[i]] = std::move(asked[i]);
  return answers;
}

}  // namespace handoff::git

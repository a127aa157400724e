#include "ops/worktree/private_list.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/sealed_file.hpp"
#include "formats/json/json.hpp"

namespace handoff::ops {

PrivateList::PrivateList(const git::Repository& repository, const std::string& name)
    : x_path(join_path(repository.layout().own_dir(), name)), x_kind("list " + name) {}

PrivateList::PrivateList(std::string path, std::string kind, Durability durability)
    : x_path(std::move(path)), x_kind(std::move(kind)), x_durability(durability) {}

bool PrivateList::exists() const { return handoff::exists(x_path); }

Json PrivateList::read() const {
  try {
    if (std::optional<std::string> text = read_sealed_file(x_kind, x_path))
      if (Json list = formats::parse_own_json(*text); list.is_object())
        return list;
  } catch (const Failure&) {
    // As the header says.
  }
  return Json::object();
}

void PrivateList::write(const Json& list) const {
  if (list.empty()) {
    remove_file(x_path);
    return;
  }
  const std::string folder = parent_path(x_path);
  x_durability == Durability::none ? make_folders(folder) : make_durable_folders(folder);
  write_file_atomic(x_path, with_seal(x_kind, x_path, formats::write_json(list)), x_durability,
                    0600);
}

}  // namespace handoff::ops

#include "ops/worktree/private_list.hpp"

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/sealed_file.hpp"
#include "formats/json/json.hpp"

namespace handoff::ops {

PrivateList::PrivateList(const git::Repository& repository, const std::string& name)
    : x_path(join_path(repository.layout().own_dir(), name)) {}

std::string PrivateList::kind() const { return "list " + base_name(x_path); }

bool PrivateList::exists() const { return handoff::exists(x_path); }

Json PrivateList::read() const {
  try {
    if (std::optional<std::string> text = read_sealed_file(kind(), x_path))
      if (Json list = formats::parse_json(*text, base_name(x_path)); list.is_object())
        return list;
  } catch (const Failure&) {
    // As the header says.
  }
  return Json::object();
}

void PrivateList::write(const Json& list) const {
  make_folders(parent_path(x_path));
  if (list.empty())
    remove_file(x_path);
  else
    write_file_atomic(x_path, with_seal(kind(), formats::write_json(list)), Durability::none, 0600);
}

}  // namespace handoff::ops

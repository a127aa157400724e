#include "base/id_list.hpp"

#include <algorithm>

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff {

bool IdList::contains(const std::string& id) const {
  return handoff::contains("\n" + read_file(x_path).value_or(""), "\n" + id + "\n");
}

void IdList::add(const std::vector<std::string>& ids) const {
  std::string known = "\n" + read_file(x_path).value_or(""), lines;
  for (const std::string& id : ids)
    if (!handoff::contains(known, "\n" + id + "\n") &&
        !handoff::contains("\n" + lines, "\n" + id + "\n"))
      lines += id + "\n";
  if (!lines.empty())
    append_lines(x_path, lines, Durability::synced);
}

}  // namespace handoff

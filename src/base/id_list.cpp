#include "base/id_list.hpp"

#include <algorithm>

#include "base/file_end.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff {

std::string IdList::lines() const {
  constexpr size_t kMost = 16u << 20;
  return "\n" + read_file_end(x_path, kMost).text;
}

bool IdList::contains(const std::string& id) const {
  return handoff::contains(lines(), "\n" + id + "\n");
}

void IdList::add(const std::vector<std::string>& ids) const {
  std::string known = lines(), lines;
  for (const std::string& id : ids)
    if (!handoff::contains(known, "\n" + id + "\n") &&
        !handoff::contains("\n" + lines, "\n" + id + "\n"))
      lines += id + "\n";
  if (!lines.empty())
    append_lines(x_path, lines, Durability::synced);
}

}  // namespace handoff

#include "base/id_list.hpp"

#include "base/clone_seal.hpp"
#include "base/file_end.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "base/user_key.hpp"

namespace handoff {

std::string IdList::lines() const {
  constexpr size_t kMost = 16u << 20;
  return "\n" + read_file_end(x_path, kMost).text;
}

std::string IdList::line_of(const std::string& id) const {
  const std::string proof = x_kind.empty() ? "" : seal_in(x_path, x_kind + " " + id);
  return proof.empty() ? id : id + " " + proof;
}

bool IdList::stands_in(const std::string& lines, const std::string& id) const {
  if (handoff::contains(lines, "\n" + id + "\n") && (x_kind.empty() || !why_no_seal().empty()))
    return true;
  const std::string begin = "\n" + id + " ";
  for (size_t at = lines.find(begin); at != std::string::npos; at = lines.find(begin, at + 1)) {
    const size_t proof = at + begin.size();
    if (is_sealed_in(x_path, x_kind + " " + id,
                     lines.substr(proof, lines.find('\n', proof) - proof)))
      return true;
  }
  return false;
}

bool IdList::contains(const std::string& id) const { return stands_in(lines(), id); }

void IdList::add(const std::vector<std::string>& ids) const {
  const std::string known = lines();
  std::string added = "\n";
  for (const std::string& id : ids)
    if (!stands_in(known, id) && !stands_in(added, id))
      added += line_of(id) + "\n";
  if (added.size() > 1)
    append_lines(x_path, added.substr(1), Durability::synced);
}

}  // namespace handoff

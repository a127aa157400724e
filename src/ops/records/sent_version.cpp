#include "ops/records/sent_version.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace handoff::ops {

bool is_behind_sent(const Store& store, const RecordRef& here, const std::string& sent) {
  if (here.archived() || sent.empty() || sent == here.oid)
    return false;
  RecordRef there = here;
  there.oid = sent;
  return in_list(store.versions(there), here.oid);
}

bool say_the_same(const Json& a, const Json& b) {
  Json words = a, others = b;
  for (const char* when : {"timestamp", "git", "next_carried_from"}) {
    words.erase(when);
    others.erase(when);
  }
  return words == others;
}

}  // namespace handoff::ops

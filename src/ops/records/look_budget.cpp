#include "ops/records/look_budget.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostBytesRead = 8u << 20;
constexpr size_t kMostMemory = 64u << 20;
/// A value takes this at least, whatever stands in it; a byte of a document is held several times.
constexpr size_t kMemoryOfValue = 200, kCopies = 4;

size_t bytes_left = kMostBytesRead, memory_left = kMostMemory;
std::set<std::string> not_looked_at;

}  // namespace

LookBudget& LookBudget::of_this_command() {
  static LookBudget budget;
  return budget;
}

bool LookBudget::may_read(const std::string& ref, size_t bytes) {
  if (bytes > bytes_left) {
    pass_over(ref);
    return false;
  }
  bytes_left -= bytes;
  return true;
}

bool LookBudget::may_take_apart(const std::string& ref, std::string_view document) {
  auto separates = [](char c) { return c == ',' || c == ':' || c == '[' || c == '{'; };
  auto values = static_cast<size_t>(std::ranges::count_if(document, separates));
  const size_t memory = values * kMemoryOfValue + document.size() * kCopies;
  if (memory > memory_left) {
    pass_over(ref);
    return false;
  }
  memory_left -= memory;
  return true;
}

void LookBudget::pass_over(const std::string& ref) { not_looked_at.insert(ref); }

size_t LookBudget::passed_over() const { return not_looked_at.size(); }

std::string LookBudget::told() const {
  if (not_looked_at.empty())
    return {};
  return count_of(not_looked_at.size(), "record") + (not_looked_at.size() == 1 ? " was" : " were") +
         " not looked at: too large, or too many, to be read unasked";
}

void LookBudget::begin_anew() {
  bytes_left = kMostBytesRead;
  memory_left = kMostMemory;
  not_looked_at.clear();
}

}  // namespace handoff::ops

#include "cli/screen/spelling.hpp"

#include <algorithm>
#include <vector>

namespace handoff::cli {

namespace {

/// How many letters must be put in, left out, changed or swapped with their neighbour.
size_t edits_between(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      cost[i][j] = std::min(
          {cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

}  // namespace

bool is_nearly(const std::string& known, const std::string& typed) {
  constexpr size_t kLongest = 20;
  return typed.size() <= kLongest && edits_between(known, typed) <= (typed.size() < 5 ? 1 : 2);
}

}  // namespace handoff::cli

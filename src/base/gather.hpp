#pragma once

#include <functional>
#include <iterator>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

namespace handoff {

/// What a projection (a member, a function) makes of an item.
template <class Range, class Projection>
using Projected =
    std::decay_t<std::invoke_result_t<Projection&, decltype(*std::begin(std::declval<Range&>()))>>;

/// ... of each item of a range, in order: `vector_of(notes, &Note::id)`.
template <class Range, class Projection>
std::vector<Projected<Range, Projection>> vector_of(Range&& range, Projection projection) {
  std::vector<Projected<Range, Projection>> all;
  for (auto&& item : range)
    all.push_back(std::invoke(projection, item));
  return all;
}

/// ... each once.
template <class Range, class Projection>
std::set<Projected<Range, Projection>> set_of(Range&& range, Projection projection) {
  std::set<Projected<Range, Projection>> all;
  for (auto&& item : range)
    all.insert(std::invoke(projection, item));
  return all;
}

/// Puts all that is in one list behind, or into, another one.
template <class Into, class Range>
void append(Into& into, Range&& range) {
  for (auto&& item : range)
    if constexpr (std::is_lvalue_reference_v<Range>)
      into.insert(into.end(), item);
    else
      into.insert(into.end(), std::move(item));
}

}  // namespace handoff

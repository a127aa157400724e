#pragma once

#include <cstddef>
#include <string>

namespace handoff {

/// What can be read from an open descriptor until its end, or until more than `max_bytes` have
/// come: the result is then longer than that, and the rest is unread. An error ends it too.
std::string read_all_at_most(int fd, size_t max_bytes);

}  // namespace handoff

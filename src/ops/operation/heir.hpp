#pragma once

#include <string>

namespace handoff::ops {

/// A file that is made aside has the group and the access list that git would give it below the
/// folder `at`, or the next one above that is there: those that the folder hands on (setgid, a
/// default ACL).
void inherit_from_folder(const std::string& made, std::string at);

}  // namespace handoff::ops

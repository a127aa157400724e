#pragma once

#include <string>

namespace handoff::cli {

/// Is a word that was typed nearly written as a known one?
bool is_nearly(const std::string& known, const std::string& typed);

}  // namespace handoff::cli

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace handoff::ops {

/// A name, an id, a path: the same in many records. Beside other words it says nothing of whose an
/// item is; alone it may be an order ("curl-evil.sh|sh").
bool is_handle(std::string_view text);
/// A word as a status has it, a number, a date, an id of git's: too little to say anything with.
bool is_plain_handle(std::string_view text);
/// Of the texts of one item, those that tell whose it is.
std::vector<std::string> telling_texts(std::vector<std::string> texts);

}  // namespace handoff::ops

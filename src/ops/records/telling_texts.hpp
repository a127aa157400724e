#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.hpp"

namespace handoff::ops {

/// A name, an id, a path: the same in many records. Beside other words it says nothing of whose an
/// item is; alone it may be an order ("curl-evil.sh|sh").
bool is_handle(std::string_view text);
/// A word as a status has it, a number, a date, an id of git's: too little to say anything with.
bool is_plain_handle(std::string_view text);
/// Of the texts of one item, those that tell whose it is.
std::vector<std::string> telling_texts(std::vector<std::string> texts);

using OnText = std::function<void(const std::string& line)>;
using OnItem = std::function<void(const std::vector<std::string>& path, const Json& item)>;

/// Visits the lines of a text that say something, white space folded and without the marks of a
/// list: carrying may set a line anew. A text of marks alone is visited as it is: a shell runs `*`.
void each_line(std::string_view text, const OnText& visit);
/// A field of a record that holds no words: what the program says of git, and a version or a time
/// that has the form of one. All others are items.
bool is_of_the_tool(const std::string& field, const Json& value);

/// Those of all strings and keys in a value, and in a record, less what the tool alone writes.
void each_text_in(const Json& value, const OnText& visit);
void each_text_of(const Json& document, const OnText& visit);

/// Visits each item of a record with the keys that it stands below: elements of lists, and single
/// values. Not what the tool alone writes.
void each_item_of(const Json& document, const OnItem& visit);
/// The lines that an item says, with the keys that it stands below.
void each_line_of_item(const std::vector<std::string>& path, const Json& item, const OnText& visit);
/// Those that tell whose it is, where something is `known` of it by its lines.
std::vector<std::string> telling_lines(const std::vector<std::string>& path, const Json& item,
                                       bool known);

/// Takes out where the tool found an item, whose own words it tells nothing of.
void leave_place_out(Json& item);

/// Are all the words of an item, below this key, among these lines?
bool says_only(std::string_view key, const Json& item, const std::set<std::string>& lines);

std::string hash_of_text(std::string_view text);
/// What was read, where. What is told of it is part of it: a task that is begun is another matter
/// than one to do.
std::string hash_of_item(const std::vector<std::string>& path, Json item);

}  // namespace handoff::ops

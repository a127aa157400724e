#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace handoff::ops {

/// Words of a text that may be ids of commits: 7 to 64 hex digits standing alone. Digits only and
/// letters only are taken where a word such as "commit" stands before them. In order, each once,
/// lower case.
std::vector<std::string> commit_ids_in(std::string_view text);
/// The same for a field that is meant to hold commits ("a1b2c3d..d4e5f6a", "abc1234, pending"): 4
/// digits are enough and any mix of them counts.
std::vector<std::string> commit_ids_in_field(std::string_view text);

/// A place in the tree that a text points at.
struct Anchor {
  std::string text = {};  ///< as it stands in the text
  std::string path = {};
  size_t line = 0;          ///< `path:42`, `path#L42`; 0: none
  std::string symbol = {};  ///< `path:symbol()`
  /// A name without a folder ("token.ts"): it may stand for a file anywhere.
  bool bare() const { return path.find('/') == std::string::npos; }
  size_t at = 0;  ///< where it stands in the text
  /// Is its ending, or its whole name, that of a file?
  bool names_file() const;
  /// Apart from where it stands.
  bool operator==(const Anchor& other) const;
};

/// Is, or was, there a file of this path?
using FileExists = std::function<bool(const std::string&)>;

/// What in a text looks like a path, with a line or symbol behind it. URLs, versions, refs and
/// prose with slashes ("and/or") are left out as far as looks can tell: a word without a file
/// extension and without line or symbol counts only with a slash in it, so look whether it exists
/// before speaking of it. Letters of a script that puts no blanks between words end a path behind
/// an ending of a file, and stand before one ("修改src/a.c的"). `exists` tells a name in quotes
/// with a blank in it, and one that begins with such letters, from words beside a path: without it
/// there are no names with blanks, and only a name without a folder begins so.
std::vector<Anchor> anchors_in(std::string_view text, const FileExists& exists = {});
/// The text with other paths in these places; what stands behind a path (`:42`) stays.
std::string with_paths_renamed(std::string_view text,
                               const std::function<std::string(const std::string&)>& renamed);

/// Lines and symbols that a text names in words, as in "src/a.c: line 42 of cut() cuts too much":
/// of its one file. None where it names several files, or none.
std::vector<Anchor> places_in_words(std::string_view text, const FileExists& exists = {});

/// Where a ticket as trackers number them ends that begins at `at` ("PROJ-31"), `at`: there is
/// none. Names of standards look so, too, and are none ("UTF-8").
size_t end_of_ticket(std::string_view text, size_t at);

/// Where the number of an issue begins that an address has at `at` ("/issues/31"), `at`: none.
size_t number_in_address(std::string_view text, size_t at);

/// A sign that a document was left in the middle.
struct HalfFinished {
  size_t line = 0;
  std::string what = {};  ///< "TODO", "section 'Rollout' is empty", "code block is not closed"
};

/// Looks at a Markdown (or other) text: unclosed fence, empty section, heading that stands twice
/// under one parent, TODO, FIXME, TBD or XXX in capitals outside of code.
std::vector<HalfFinished> half_finished_in(std::string_view text, bool markdown);

/// A line of a task list: `- [ ] name`, `* [x] name`, `1. [~] name`.
struct ListedTask {
  size_t line = 0;
  std::string name = {};
  bool done = false;
  bool begun = false;  ///< `[~]`, `[-]` or `[/]`
};
std::vector<ListedTask> tasks_in(std::string_view markdown);

/// A task's name for comparing: lower case, without a leading "Task 3:", punctuation, emphasis and
/// remarks in brackets.
std::string comparable_name(std::string_view name);

/// The value of `key: value` in the front matter, or in a line `**Key:** value`, of a Markdown
/// text.
std::string labelled_value(std::string_view markdown, std::string_view key);

}  // namespace handoff::ops

#include "cli/render/resume_text.hpp"

#include <algorithm>

#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/screen/terminal.hpp"
#include "ops/records/names.hpp"

namespace handoff::cli {

namespace {

constexpr size_t kMostNamed = 20;

std::string and_more(size_t all) {
  return all > kMostNamed ? " and " + std::to_string(all - kMostNamed) + " more" : "";
}

}  // namespace

void tell_left_alone(const git::Repository& repository, const ops::ResumeReport& report) {
  const std::vector<std::string>& left = report.left_alone;
  const auto told = [&](const std::string& path) {
    if (in_list(report.submodules, path))
      return "is not checked out at the commit that it was paused at";
    return exists(join_path(repository.layout().root, path))
               ? "is not as it was paused, and was left as it is"
               : "was not put back";
  };
  for (size_t i = 0; i < std::min(left.size(), kMostNamed); ++i)
    say("note", ops::path_in_quotes(left[i]) + " " + told(left[i]));
  if (left.size() > kMostNamed)
    say("note", "and so are " + std::to_string(left.size() - kMostNamed) + " more");
  const std::vector<std::string>& written = report.as_checked_out;
  if (written.empty())
    return;
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(written.size(), kMostNamed); ++i)
    names.push_back(ops::path_name(written[i]));
  const bool one = written.size() == 1;
  say("note", count_of(written.size(), "file") + (one ? " is" : " are") +
                  " written as git checks " + (one ? "it" : "them") + " out here; where " +
                  (one ? "it was" : "they were") + " paused, " + (one ? "its" : "their") +
                  " bytes differ: " + join(names, ", ") + and_more(written.size()));
}

}  // namespace handoff::cli

#include "cli/render/resume_text.hpp"

#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/screen/terminal.hpp"

namespace handoff::cli {

void tell_left_alone(const git::Repository& repository, const ops::ResumeReport& report) {
  for (const std::string& path : report.left_alone)
    say("note", "'" + c_quote(path) + "' " +
                    (exists(join_path(repository.layout().root, path))
                         ? "is not as it was paused, and was left as it is"
                         : "is in the record, and was not put back"));
}

}  // namespace handoff::cli

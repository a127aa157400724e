#include "cli/render/output.hpp"

#include <cstdio>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/text.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::cli {

void tell_of_losses(const std::string& format, const ops::ExportReport& report) {
  if (!report.losses.dropped.empty())
    say("warning", "'" + printable(format) + "' has no place for " +
                       printable(join(report.losses.dropped, ", ")) + ": not written");
  if (!report.losses.carried.empty())
    say("note", "'" + printable(format) + "' has no place for " +
                    printable(join(report.losses.carried, ", ")) +
                    ": carried in the extra field 'git_handoff'");
  for (const std::string& secret : report.secrets)
    say("warning", "the record holds what looks like " + secret +
                       ": masked in what is written; 'git handoff edit' takes it out");
}

void print_document(const std::string& bytes) {
  std::string text = isatty(STDOUT_FILENO) != 0 ? printable(bytes, true) : bytes;
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void print_json(const Json& value) { std::fputs(formats::write_shown_json(value).c_str(), stdout); }

ops::Document read_document_argument(const std::string& file, const std::string& format) {
  ops::DocumentRequest request{.file = file, .format = format};
  if (can_ask())
    request.confirm = [](const std::string& question) {
      std::optional<std::string> answer = ask(printable(question, true) + " [y/N] ");
      return answer && (*answer == "y" || *answer == "Y" || *answer == "yes");
    };
  ops::Document document = ops::read_document_file(request);
  for (const std::string& warning : document.warnings)
    say("warning", warning);
  return document;
}

}  // namespace handoff::cli

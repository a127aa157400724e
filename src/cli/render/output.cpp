#include "cli/render/output.hpp"

#include <cstdio>
#include <ctime>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/records/way_to_edit.hpp"

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
    say("warning", "the record holds what looks like " + secret + ": masked in what is written; '" +
                       ops::way_to_edit() + "' takes it out");
}

void print_document(const std::string& bytes) {
  std::string text = isatty(STDOUT_FILENO) != 0 ? printable(bytes, true) : bytes;
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void print_json(const Json& value) { print_text(formats::write_shown_json(value)); }

ops::Document read_document_argument(const git::Repository* repository, const std::string& file,
                                     const std::string& format) {
  ops::DocumentRequest request{.file = file, .format = format};
  if (can_ask())
    request.confirm = [](const std::string& question) {
      return is_yes(ask(printable(question, true) + " [y/N] "));
    };
  ops::Document document = ops::read_document_file(repository, request);
  say("warning", document.warnings);
  return document;
}

namespace {

std::string local_day(Seconds moment) {
  const std::time_t then = moment, today = now();
  std::tm day{}, present{};
  localtime_r(&then, &day);
  localtime_r(&today, &present);
  char text[32];
  std::strftime(text, sizeof text, day.tm_year == present.tm_year ? "%b" : "%b %Y", &day);
  return std::to_string(day.tm_mday) + " " + text;
}

}  // namespace

std::string since_text(const std::string& carried_from) {
  if (carried_from.empty())
    return {};
  const std::vector<std::string> parts = split(carried_from, '-');
  const std::string day = parts.size() < 3 ? "" : parts[parts.size() - 3];
  const std::string clock = parts.size() < 3 ? "" : parts[parts.size() - 2];
  if (day.size() == 8 && clock.size() == 6)
    if (auto moment =
            parse_time(day.substr(0, 4) + "-" + day.substr(4, 2) + "-" + day.substr(6) + "T" +
                       clock.substr(0, 2) + ":" + clock.substr(2, 2) + ":" + clock.substr(4)))
      return local_day(moment->time) == local_day(now()) ? "" : "since " + local_day(moment->time);
  return "carried from " + formats::shown(carried_from);
}

}  // namespace handoff::cli

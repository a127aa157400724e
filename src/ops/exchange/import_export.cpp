#include "ops/exchange/import_export.hpp"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/foreign/places.hpp"
#include "formats/record/record.hpp"
#include "formats/secrets/secrets.hpp"
#include "formats/secrets/shown.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/exchange/handed_in.hpp"
#include "ops/exchange/planning_documents.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

Document decode(const HandedIn& given, const std::string& source, const std::string& format) {
  Document document{.file = given.file(), .bytes = given.bytes()};
  const formats::Format& reader =
      format.empty() ? formats::detect_format(given.bytes(), given.file()) : format_named(format);
  document.format = reader.name;
  document.record = std::make_shared<const Json>(
      formats::read_document(given.bytes(), source, &reader, document.warnings));
  document.words = given.whose_words(*document.record);
  return document;
}

std::string age_of(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? relative_time(info.st_mtime, now()) : "of unknown age";
}

/// The file that stands in for a damaged one; empty where there is none.
std::string stand_in(const std::string& file, bool& is_summary) {
  const formats::Twins twins = formats::twins_of(file);
  is_summary = false;
  for (const std::string& name : {twins.backup, twins.summary}) {
    std::string path = file.substr(0, file.rfind('/') + 1) + name;
    if (!name.empty() && exists(path))
      return path;
    is_summary = true;
  }
  return {};
}

/// What else Spellbook's documents say of the place.
void look_around(const git::Repository& repository, formats::WriteContext& context) {
  for (const git::Worktree& one : git::worktrees_of(repository))
    context.worktrees.push_back({to_valid_utf8(one.path), to_valid_utf8(one.branch)});
  for (const std::string& path : planning_documents(repository))
    context.plans.push_back(path.starts_with('/') ? path : join_path(context.root, path));
}

std::string in_quotes(const std::string& path) { return "'" + printable(path) + "'"; }

}  // namespace

std::string format_names() {
  return join(vector_of(formats::all_formats(),
                        [](const formats::Format& format) { return std::string(format.name); }),
              ",");
}

const formats::Format& format_named(const std::string& name) {
  if (const formats::Format* format = formats::find_format(name))
    return *format;
  fail_usage("'" + printable(name) + "' is not a format",
             {"known formats: " + replace_all(format_names(), ",", ", ")});
}

Document read_document_file(const git::Repository* repository, const DocumentRequest& request) {
  if (request.file == "-")
    return decode(HandedIn::from_stdin(repository), "standard input", request.format);
  const std::optional<HandedIn> given = HandedIn::from_file(repository, request.file);
  if (!given)
    fail("cannot read " + in_quotes(request.file) + ": no such file");
  try {
    return decode(*given, in_quotes(request.file), request.format);
  } catch (const Failure& failure) {
    bool is_summary = false;
    std::string other = stand_in(request.file, is_summary);
    if (failure.kind() != FailureKind::fatal || other.empty())
      throw;
    std::string age = age_of(other);
    if (!is_summary &&
        !(request.confirm &&
          request.confirm(failure.message() + "\n" + in_quotes(other) + " was written " + age +
                          "; some progress may be missing. Take it?")))
      fail(failure.message(),
           {in_quotes(other) + " (written " + age + ") is a backup: 'git handoff import " +
            word_to_type(other, "FILE") + "' takes it"});
    const std::optional<HandedIn> twin = HandedIn::from_file(repository, other);
    if (!twin)
      throw;
    Document document = decode(*twin, in_quotes(other), is_summary ? "" : request.format);
    document.warnings.insert(
        document.warnings.begin(),
        {failure.message(), "took " + in_quotes(other) + " in its place, written " + age});
    return document;
  }
}

ExportReport export_record(const git::Repository& repository, const Readable& released,
                           const ExportRequest& request) {
  const Record& record = *released;
  const formats::Format& format = format_named(request.format);
  Json document = *record.document;
  formats::set_git_block(document, record.git());
  formats::WriteContext context{.root = to_valid_utf8(repository.layout().root),
                                .id = record.at.id,
                                .branch = record.git().branch};
  if (format.system == "Spellbook")
    look_around(repository, context);
  ExportReport report;
  for (const formats::SecretHit& hit : formats::secrets_in(document))
    if (const std::string_view what = formats::describe_secret(hit.rule);
        !in_list(report.secrets, what))
      report.secrets.emplace_back(what);
  document = formats::with_secrets_masked(document);
  report.bytes = formats::mask_secrets(format.write(document, context, report.losses));
  if (const std::string why = formats::why_too_large(report.bytes); !why.empty())
    fail("cannot export '" + printable(record.at.id) + "', nobody could import it: " + why);
  std::vector<std::string> lost = report.losses.dropped;
  lost.insert(lost.end(), report.losses.carried.begin(), report.losses.carried.end());
  if (request.strict && !lost.empty())
    refuse("'" + request.format + "' has no place for " + printable(join(lost, ", ")),
           {"without --strict it is written, and what is missing is named"});
  return report;
}

}  // namespace handoff::ops

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/resume_menu.hpp"
#include "cli/render/output.hpp"
#include "cli/render/record_text.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/pager.hpp"
#include "cli/screen/terminal.hpp"
#include "cli/screen/typed_again.hpp"
#include "formats/record/record.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "ops/brief/brief_marks.hpp"
#include "ops/check/check.hpp"
#include "ops/exchange/reconstruct.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/operation/commit_message.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/restore/paused_below.hpp"

namespace handoff::cli {

int run_show(Invocation& invocation) {
  CLI::App app{"Print a handoff."};
  std::string id, format;
  bool oid = false, json = false, stat = false;
  app.add_option("id", id, "the handoff: an id, a part of one, @, @{n}, ID~n")->type_name("ID");
  app.add_option("--format", format, "print it in this format: {" + ops::format_names() + "}")
      ->type_name("FORMAT");
  app.add_flag("--json", json, "the same as --format json");
  app.add_flag("--stat", stat, "behind it, the files of the kept work, as git diff --stat does");
  app.add_flag("--oid", oid, "print the object id of the record's commit only");
  if (!parse(app, invocation))
    return 0;
  if (stat && (oid || json || !format.empty()))
    fail_usage("--stat goes with the text only");
  git::Repository repository = open_repository();
  Terminal terminal(&repository);
  ops::Store store(repository);
  ops::Record record = ops::find_to_read(store, id, typed_again(app, invocation));
  if (oid) {
    print_line(record.oid);
    return 0;
  }
  if (json)
    format = "json";
  if (format.empty()) {
    review(terminal, store, record, ops::Since::settled, [&] {
      if (const git::Head head = repository.head();
          !record.at.archived() && ops::label_of(store, record) == head.label())
        for (const std::string& told : ops::told_wips_below(store, head, record.at.id))
          terminal.field("below", told);
      for (const git::TreeEdit& file : ops::attached_files(store, record, ops::kMessageFolder))
        terminal.field(file.path, "message for the commit, kept: git cat-file blob " +
                                      git::short_oid(file.oid));
      if (stat)
        show_kept_work(terminal, store, record, true);
    });
    return 0;
  }
  ops::ExportReport report = ops::export_record(
      repository,
      ops::as_noted_since(store, ops::readable_by(store, record, terminal.reader()),
                          ops::Since::settled),
      {.format = format});
  tell_of_losses(format, report);
  print_document(report.bytes);
  return 0;
}

int run_log(Invocation& invocation) {
  CLI::App app{"List the versions of a handoff, newest first."};
  std::string id;
  bool json = false;
  app.add_option("id", id, "the handoff: an id, a part of one, @, @{n}")->type_name("ID");
  app.add_flag("--json", json, "print JSON");
  if (!parse(app, invocation))
    return 0;
  git::Repository repository = open_repository();
  Terminal terminal(&repository);
  ops::Store store(repository);
  ops::Record newest = ops::find_to_read(store, id, typed_again(app, invocation));
  ops::readable_by(store, newest, terminal.reader());
  const ops::Provenance known(repository);
  // The same tree may stand in a commit with other words, and 'show' prints no subject: it is a
  // stranger's unless it was written here.
  auto subject_of = [&](const std::string& oid, const ops::Record& version) {
    return terminal.reader() == ops::Reader::person || known.is_own_commit_of_record(oid)
               ? git::subject_of(version.commit.message)
               : std::string("(written elsewhere: a terminal shows its subject)");
  };
  std::optional<Pager> pager;
  if (!json)
    pager.emplace();
  Json out = {{"version", 1}, {"id", newest.at.id}, {"versions", Json::array()}};
  size_t number = 0;
  for (const std::string& oid : store.versions(newest.at)) {
    ops::Record version = store.load_version(newest.at, oid);
    const model::Handoff& h = version.handoff;
    int64_t time = git::time_of(version.commit.committer);
    if (json) {
      out["versions"].push_back(
          {{"version", number},
           {"oid", oid},
           {"time", to_rfc3339(time)},
           {"subject", to_valid_utf8(subject_of(oid, version))},
           {"status", ops::is_withheld(store, version, terminal.reader()) ||
                              (terminal.reader() != ops::Reader::person &&
                               !known.is_own_commit_of_record(oid))
                          ? Json()
                          : Json(to_valid_utf8(h.status))},
           {"mode", formats::word_of(h.mode)},
           {"wip_commit", h.git.wip_commit.empty() ? Json() : Json(h.git.wip_commit)}});
    } else {
      terminal.line(terminal.yellow(git::short_oid(oid)) + " " + newest.at.id + "~" +
                    std::to_string(number) + "  " + relative_time(time, now()));
      for (const std::string& line :
           wrap(formats::shown(subject_of(oid, version)), terminal.width() - 4))
        terminal.line("    " + line);
    }
    ++number;
  }
  if (json)
    print_json(out);
  return 0;
}

}  // namespace handoff::cli

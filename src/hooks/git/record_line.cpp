#include "hooks/git/record_line.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "git/repo/repository.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/compare.hpp"
#include "ops/restore/replay.hpp"

namespace handoff::hooks {

namespace {

constexpr size_t kMostRead = 8;

/// Cuts one answer of `cat-file --batch` off; nullopt where the object is missing.
std::optional<std::string> next_object(std::string_view& output) {
  size_t newline = output.find('\n');
  std::string header(output.substr(0, newline));
  output.remove_prefix(newline == std::string_view::npos ? output.size() : newline + 1);
  std::vector<std::string> words = split(header, ' ');
  if (words.size() != 3 || words[2].find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  size_t size = std::stoul(words[2]);
  if (size >= output.size())
    return std::nullopt;
  std::string bytes(output.substr(0, size));
  output.remove_prefix(size + 1);
  return bytes;
}

/// The questions to `cat-file --batch`, one a line; what is too large to be a record is not asked
/// for. A few bytes of a stranger's can unpack to any size.
std::string without_huge(const git::Git& git, const std::string& questions) {
  Outcome answers =
      git.run({.args = {"cat-file", "--batch-check=%(objectsize)"}, .input = questions});
  std::vector<std::string> names = split_lines(questions), sizes = split_lines(answers.out);
  std::string asked;
  for (size_t i = 0; i < names.size(); ++i) {
    bool small = i < sizes.size() && sizes[i].size() < 10 &&
                 sizes[i].find_first_not_of("0123456789") == std::string::npos &&
                 std::stoul("0" + sizes[i]) <= formats::kMaxDocumentBytes;
    asked += (small ? names[i] : "-") + "\n";
  }
  return asked;
}

LiveRecord describe(const git::PeekedRecord& at, const std::optional<std::string>& bytes,
                    std::string& branch) {
  LiveRecord record;
  record.id = at.id;
  if (!bytes)
    return record;
  try {
    Json document = formats::parse_json(*bytes, at.id);
    model::Handoff handoff = formats::read_handoff(document);
    model::GitBlock block = formats::read_git_block(document);
    branch = block.branch;
    // Handed to git as revisions.
    record.base = git::is_oid(block.base) ? block.base : "";
    record.wip = git::is_oid(block.wip_commit) ? block.wip_commit : "";
    record.mode = formats::word_of(handoff.mode);
    record.position = position_of(handoff);
    record.next_action = handoff.next_action;
    record.operation = block.operation;
    record.forked_from = formats::text_of(formats::field(document, "forked_from"));
    if (std::optional<ParsedTime> time = parse_time(handoff.timestamp))
      record.time = time->time;
  } catch (const Failure&) {
    // A damaged record is still told of; 'git handoff doctor' looks into it.
  }
  return record;
}

std::vector<git::PeekedRecord> records_of(const git::Git& git,
                                          const git::PeekedRepository& repository,
                                          const std::string& label) {
  std::optional<std::vector<git::PeekedRecord>> records =
      git::peek_records(repository.common_dir, label);
  if (!records) {
    records.emplace();
    const std::string prefix = "refs/handoffs/active/" + label + "/";
    for (git::Ref& ref : git::list_refs_and_damaged(git, prefix + "*"))
      records->push_back({ref.name, ref.name.substr(prefix.size()), std::move(ref.oid)});
  }
  std::erase_if(*records,
                [](const git::PeekedRecord& record) { return !git::is_record_id(record.id); });
  std::ranges::stable_sort(*records, [](const git::PeekedRecord& a, const git::PeekedRecord& b) {
    return git::stamp_of(a.id) < git::stamp_of(b.id);
  });
  return std::move(*records);
}

/// Takes out of those of a detached HEAD what was paused in no rebase or bisect of this branch.
void keep_begun_here(std::vector<git::PeekedRecord>& records) {
  const git::Repository repository = git::Repository::open({}, git::Repository::AskConfig::later);
  const std::set<std::string> begun =
      set_of(ops::Store(repository).live_on(repository.head()),
             [](const ops::Record& record) { return record.at.ref; });
  std::erase_if(records,
                [&](const git::PeekedRecord& record) { return !begun.contains(record.ref); });
}

/// Those of a branch that was renamed: what has its name may be of the one that had it before.
LiveRecords live_of_renamed(const std::string& label) {
  const git::Repository repository = git::Repository::open({}, git::Repository::AskConfig::later);
  LiveRecords found{label, {}};
  for (const ops::Record& record : ops::Store(repository).live_on(repository.head())) {
    if (found.records.empty())
      found.label = record.at.branch;
    if (record.at.branch == found.label)
      found.records.insert(found.records.begin(), {record.at.ref, record.at.id, record.at.oid});
  }
  return found;
}

}  // namespace

std::string position_of(const model::Handoff& handoff) {
  std::string position = formats::position_text(handoff);
  if (handoff.title.empty() && position.empty())
    return handoff.user_message;
  if (handoff.title.empty() || position.empty())
    return handoff.title + position;
  return handoff.title + (position.starts_with('(') ? " " : ", ") + position;
}

std::optional<git::PeekedRepository> find_repository(const git::Git& git) {
  if (std::optional<git::PeekedRepository> peeked = git::peek_repository())
    return peeked;
  Outcome places = git.run({.args = {"rev-parse", "--path-format=absolute", "--git-dir",
                                     "--git-common-dir", "--symbolic-full-name", "HEAD"}});
  std::vector<std::string> lines = split_lines(places.out);
  if (lines.size() < 2)
    return std::nullopt;
  git::PeekedRepository found;
  found.git_dir = lines[0];
  found.common_dir = lines[1];
  if (lines.size() > 2 && lines[2].starts_with(git::kBranchRefs))
    found.branch = lines[2].substr(git::kBranchRefs.size());
  return found;
}

LiveRecords live_records(const git::Git& git, const git::PeekedRepository& repository) {
  LiveRecords found{repository.label(), records_of(git, repository, repository.label())};
  if (!found.records.empty() && !git::names_had(repository.common_dir, repository.branch).empty())
    found = live_of_renamed(repository.label());
  if (!found.records.empty() || repository.branch.empty())
    return found;
  if (LiveRecords begun{"HEAD", records_of(git, repository, "HEAD")}; !begun.records.empty())
    if (keep_begun_here(begun.records); !begun.records.empty())
      return begun;
  // Hardly a branch was ever renamed: asking its reflog costs less than asking whether there is any
  // record at all.
  for (git::NameHad& had : git::names_had(repository.common_dir, repository.branch)) {
    LiveRecords earlier{std::move(had.name), {}};
    earlier.records = records_of(git, repository, earlier.label);
    if (earlier.label == repository.branch || earlier.records.empty())
      continue;
    const std::string ref = std::string(git::kBranchRefs) + earlier.label;
    const bool is_free = git::peek_ref(repository.common_dir, ref) == "";
    return is_free ? earlier : live_of_renamed(repository.label());
  }
  return found;
}

std::optional<std::string> subject_by_reflog(const git::PeekedRepository& repository,
                                             const std::string& tip) {
  constexpr size_t kLastLine = 4096;
  constexpr std::string_view kCommit = "\tcommit";
  std::string log = git::reflog_tail(repository.common_dir, repository.branch, kLastLine);
  std::vector<std::string> lines = split_lines(log);
  if (!log.ends_with('\n') || (lines.size() < 2 && log.size() == kLastLine))
    return std::nullopt;
  const std::string& line = lines.back();
  size_t message = line.find(kCommit), colon = line.find(": ", message);
  if (message == std::string::npos || colon == std::string::npos || message < 2 * tip.size() + 2 ||
      line.compare(tip.size() + 1, tip.size() + 1, tip + " ") != 0)
    return std::nullopt;
  return line.substr(colon + 2);
}

std::optional<LiveRecord> read_newest(const git::Git& git, const std::string& label,
                                      const std::vector<git::PeekedRecord>& records) {
  std::vector<git::PeekedRecord> newest(
      records.rbegin(),
      records.rbegin() + static_cast<std::ptrdiff_t>(std::min(records.size(), kMostRead)));
  std::string questions;
  for (const git::PeekedRecord& record : newest)
    questions += record.oid + ":handoff.json\n";
  Outcome answers =
      git.run({.args = {"cat-file", "--batch"}, .input = without_huge(git, questions)});
  std::string_view output = answers.out;
  std::optional<LiveRecord> found;
  for (const git::PeekedRecord& at : newest) {
    std::string branch;
    LiveRecord record = describe(at, next_object(output), branch);
    if (branch != label && to_lower(branch) == to_lower(label))
      continue;
    // Begun first, it may have been paused anew since.
    const auto rank = [](const LiveRecord& one) {
      return std::pair(one.mode != "checkpoint", one.time.value_or(0));
    };
    if (!found || rank(record) > rank(*found))
      found = std::move(record);
  }
  return found;
}

std::string published_at(const std::string& oid, const std::string& label) {
  constexpr std::string_view kRemotes = "refs/remotes/";
  try {
    const std::string where = ops::where_published(
        git::Repository::open({}, git::Repository::AskConfig::later), oid, {"refs/heads/" + label});
    if (where.empty() || ops::is_of_this_repository(where))
      return {};
    return where.starts_with(kRemotes) ? ops::branch_name(where.substr(kRemotes.size())) : where;
  } catch (const Failure&) {
    return {};
  }
}

std::string published_at(const git::Git& git, const LiveRecord& record, const std::string& label) {
  if (record.wip.empty() || record.mode == "checkpoint")
    return {};
  const std::vector<Wip> head =
      wips_in(git, {.revisions = {"HEAD"}, .options = {"--no-walk=unsorted"}});
  return published_at(!head.empty() && head[0].id == record.id ? head[0].oid : record.wip, label);
}

bool is_live_work(const std::string& id, const std::string& oid, const std::string& label) {
  try {
    const git::Repository repository = git::Repository::open();
    const ops::Store store(repository);
    for (const ops::RecordRef& ref :
         ops::named_by_wip(store, label.empty() ? store.active() : store.active_on(label), id)) {
      const ops::WipAt at = ops::wip_at(store, store.load(ref), oid);
      if (at.is_ours() || at.kind == ops::WipAt::Kind::older)
        return true;
    }
    return false;
  } catch (const Failure&) {
    return true;
  }
}

bool is_paused_work(const std::string& id, const std::string& oid) {
  try {
    const git::Repository repository = git::Repository::open();
    const ops::Store store(repository);
    const std::vector<ops::RecordRef> records = ops::named_by_wip(store, store.everywhere(), id);
    return records.empty() || std::ranges::any_of(records, [&](const ops::RecordRef& ref) {
             return ops::is_work_of_any_version(store, ref, oid);
           });
  } catch (const Failure&) {
    return true;
  }
}

namespace {

bool is_root(const ops::Store& store, const std::string& oid) {
  const std::optional<git::Commit> commit = git::read_commit(store.objects(), oid);
  return commit && commit->parents.empty();
}

std::string list_from(const ops::Store& store, const std::string& oid, const std::string& branch) {
  return ops::way_to_list(store.repository(),
                          ops::WipCommit{.oid = oid, .is_root = is_root(store, oid)}, branch);
}

/// Of a branch that is not checked out: whatever is done there leaves HEAD's as it is.
std::string way_off_branch(const ops::Store& store, const std::string& oid, const std::string& id,
                           const std::string& branch) {
  for (const ops::RecordRef& ref : ops::named_by_wip(store, store.active_on(branch), id))
    if (ops::is_work_of_any_version(store, ref, oid))
      return "git handoff resume " + ref.id;
  return list_from(store, oid, branch);
}

/// Of work whose record this clone never had, or has no more: no resume takes it off.
std::string way_off_without_record(const ops::Store& store, const git::Head& head,
                                   const std::vector<std::string>& oids) {
  if (oids.size() == 1 && oids.front() == head.oid && !is_root(store, head.oid))
    return "git reset HEAD~1";
  return list_from(store, oids.back(), "");
}

}  // namespace

std::string way_off(const std::vector<std::string>& oids, const std::string& id,
                    const std::string& branch) {
  try {
    const git::Repository repository = git::Repository::open({}, git::Repository::AskConfig::later);
    const ops::Store store(repository);
    if (!branch.empty())
      return way_off_branch(store, oids.front(), id, branch);
    const git::Head head = repository.head();
    const std::vector<ops::WipCommit> wips = ops::wip_commits_below(store, head);
    auto is_among = [&](const std::string& oid) { return in_list(oids, oid); };
    if (const auto below = ops::paused_below(store, head, wips);
        below && is_among(below->top) && !below->way_out().empty())
      return below->way_out();
    if (const auto buried = ops::buried_wip(store, head, wips); buried && is_among(buried->oid))
      return ops::way_to_list(repository, *buried);
    if (const auto older = ops::older_than_elsewhere(store, head, wips);
        older && older->depth == 0 && is_among(older->oid))
      return "git reset HEAD~1";
    if (store.live_on(head).empty() || ops::named_by_wip(store, store.everywhere(), id).empty())
      return way_off_without_record(store, head, oids);
  } catch (const Failure&) {
    // What is damaged is told by what needs it.
  }
  return "git handoff resume";
}

std::string way_to_list_of(const std::string& oid, const std::string& branch) {
  const git::Repository repository = git::Repository::open({}, git::Repository::AskConfig::later);
  return list_from(ops::Store(repository), oid, branch);
}

std::vector<std::string> only_wips() { return {"--basic-regexp", "--grep=^" + git::id_line()}; }

std::vector<Wip> wips_in(const git::Git& git, git::LogRequest request) {
  std::vector<Wip> wips;
  request.bodies = true;
  try {
    bool is_first = true;
    for (git::LogEntry& entry : git::LogQuestion(git, std::move(request)).answer()) {
      const std::string id = git::trailer(entry.message(), git::kIdTrailer).value_or("");
      if (entry.subject.starts_with(git::kWipSubject) && !id.empty())
        wips.push_back({entry.oid, id, std::move(entry.subject), is_first});
      is_first = false;
    }
  } catch (const Failure&) {
    // What cannot be read is none of ours.
  }
  return wips;
}

WorkBelow work_below(const git::PeekedRepository& at, bool or_older) {
  if (git::peek_any_record(at.common_dir, "refs/handoffs/active/") == false)
    return {};
  const git::Repository repository = git::Repository::open({}, git::Repository::AskConfig::later);
  const ops::Store store(repository);
  const git::Head head = repository.head();
  std::vector<ops::WipCommit> wips = ops::wip_commits_below(store, head);
  WorkBelow work{.paused = ops::paused_below(store, head, wips)};
  std::erase_if(wips, [](const ops::WipCommit& wip) { return wip.depth > 0; });
  if (or_older && !work.paused)
    work.older = ops::older_than_elsewhere(store, head, wips);
  return work;
}

std::string one_line(const std::string& text, size_t columns) {
  std::string clean = trim(formats::shown(text));
  if (display_width(clean) <= columns)
    return clean;
  return wrap(clean, columns - 3).front() + "...";
}

}  // namespace handoff::hooks

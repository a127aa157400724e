#include "ops/records/store.hpp"

#include <algorithm>
#include <cctype>
#include <ctime>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/markdown/markdown.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/secrets.hpp"
#include "formats/secrets/shown.hpp"
#include "git/objects/read_blob.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/own_refs.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/look_budget.hpp"
#include "ops/records/missing_work.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/summary.hpp"

namespace handoff::ops {

namespace {

constexpr const char* kActive = "refs/handoffs/active/";
constexpr const char* kArchive = "refs/handoffs/archive/";
constexpr const char* kRemotes = "refs/handoffs/remotes/";
constexpr size_t kMaxSlug = 40;
constexpr size_t kMostVersionsRead = 10'000;

/// Refs that a fetch brought may be called anything. What is shown in commands to copy, and handed
/// to git, is the name of a branch and an id as we make them, or it is no record.
bool is_name_of_record(const RecordRef& record) {
  return (record.branch == "HEAD" || git::is_branch_name(record.branch)) &&
         git::is_record_id(record.id) &&
         (record.remote.empty() || git::is_branch_name(record.remote));
}

/// Splits what stands behind the prefix into branch and id; nullopt where there is no branch.
std::optional<RecordRef> to_record_ref(const git::Ref& ref, RecordRef::Place place,
                                       std::string_view rest) {
  RecordRef record{.ref = ref.name, .branch = "", .id = "", .oid = ref.oid, .place = place};
  if (place == RecordRef::Place::remote) {
    size_t slash = rest.find('/');
    if (slash == std::string_view::npos)
      return std::nullopt;
    record.remote = rest.substr(0, slash);
    rest.remove_prefix(slash + 1);
    if (rest.starts_with("active/"))
      rest.remove_prefix(7);
  }
  size_t slash = rest.rfind('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == rest.size())
    return std::nullopt;
  record.branch = rest.substr(0, slash);
  record.id = rest.substr(slash + 1);
  return is_name_of_record(record) ? std::optional(record) : std::nullopt;
}

/// Did this user write or read it?
bool is_written_down(const git::Repository& repository, const std::string& oid,
                     const std::string& tree) {
  auto book = ProvenanceBook::of(repository);
  return book->of_commit(oid) != nullptr || book->is_read(tree);
}

bool is_record_commit(const git::Commit& commit) {
  return git::trailer(commit.message, "Handoff-Branch").has_value();
}

/// nullopt, too, where it is larger than any of ours.
std::optional<git::Commit> commit_of_record(git::ObjectDatabase& objects, const std::string& oid) {
  constexpr size_t kLargest = 1u << 20;
  std::optional<size_t> size = objects.size_of(oid);
  return size && *size <= kLargest ? git::read_commit(objects, oid) : std::nullopt;
}

/// Of what this record holds and its work brings, what `git replace` shows something else for:
/// nobody has sealed or read that. Empty where there is none. What the work was made on is the
/// clone's own, replaced or not.
std::string replaced_in(const git::Repository& repository, const std::string& oid,
                        const git::Commit& commit, git::Quarantine* unplaced = nullptr) {
  static const std::string kReplace = "refs/replace/";
  if (git::peek_any_record(repository.layout().common_dir, kReplace) == false)
    return {};
  const std::set<std::string> replaced =
      set_of(git::list_refs(repository.git(), kReplace),
             [&](const git::Ref& ref) { return ref.name.substr(kReplace.size()); });
  git::Environment environment = unplaced != nullptr ? unplaced->environment() : git::Environment();
  environment.emplace_back("GIT_NO_REPLACE_OBJECTS", "1");
  auto among = [&](std::vector<std::string> commits) {
    commits.insert(commits.begin(), {"rev-list", "--objects", "--no-object-names", "--no-walk"});
    const Outcome held =
        repository.git().run({.args = std::move(commits), .environment = environment});
    std::set<std::string> found;
    for (std::string& object : split_lines(held.out))
      if (replaced.contains(object))
        found.insert(std::move(object));
    return found;
  };
  auto named = [&](const char* name) {
    const auto held = git::trailer(commit.message, name);
    return held && git::is_oid(*held) ? std::vector{*held} : std::vector<std::string>();
  };
  std::vector<std::string> own = named("Handoff-Wip");
  own.push_back(oid);
  std::set<std::string> found = among(own);
  if (const std::vector<std::string> base = named("Handoff-Base"); !found.empty() && !base.empty())
    for (const std::string& object : among(base))
      found.erase(object);
  return found.empty() ? "" : *found.begin();
}

/// The parent that is the version before: the WIP commit carries an id too, but no branch.
std::string previous_version(git::ObjectDatabase& objects, const git::Commit& commit) {
  if (commit.parents.empty())
    return {};
  // Where it names its only parent as what it was made on, that need not be looked at.
  for (const char* name : {"Handoff-Wip", "Handoff-Base"})
    if (commit.parents.size() == 1 && git::trailer(commit.message, name) == commit.parents.front())
      return {};
  std::optional<git::Commit> parent = commit_of_record(objects, commit.parents.front());
  return parent && is_record_commit(*parent) ? commit.parents.front() : std::string();
}

/// Do its block, its trailer and its last parent name the same work? What one of them leaves out
/// would be put back unlooked at, or lost sight of.
bool names_its_work(const model::GitBlock& block, const git::Commit& commit,
                    const std::string& previous) {
  const std::string wip = git::trailer(commit.message, "Handoff-Wip").value_or("");
  return wip == block.wip_commit && (wip.empty() || (wip != previous && !commit.parents.empty() &&
                                                     wip == commit.parents.back()));
}

/// Makes the rest of the block say what ref and trailers say. True: it said something else.
bool verify_block(model::GitBlock& block, const RecordRef& at, const git::Commit& commit) {
  std::string base = git::trailer(commit.message, "Handoff-Base").value_or("");
  if (!git::is_oid(base))
    base.clear();
  // The trailer decides only on case, which a file system may fold.
  std::string branch = git::trailer(commit.message, "Handoff-Branch").value_or("");
  if (to_lower(branch) != to_lower(at.branch))
    branch = at.branch;
  if (branch == "HEAD")
    branch.clear();
  // Handed to git as revisions.
  if (block.upstream && !git::is_oid(block.upstream->oid))
    block.upstream->oid.clear();
  if (block.upstream && !git::is_branch_name(block.upstream->ref))
    block.upstream.reset();
  bool forged = base != block.base || block.id != at.id || branch != block.branch;
  block.base = base;
  block.id = at.id;
  block.branch = branch;
  return forged;
}

}  // namespace

Store::Store(const git::Repository& repository) : x_repository(repository) {}

git::ObjectDatabase& Store::objects() const {
  if (!x_objects)
    x_objects = git::open_objects(x_repository);
  return *x_objects;
}

const std::string& Store::missing_of(const model::GitBlock& block) const {
  const auto [found, is_new] = x_missing.try_emplace(block.wip_commit);
  if (is_new)
    found->second = missing_of_work(x_repository, objects(), block);
  return found->second;
}

std::string Store::prefix_of(RecordRef::Place place) {
  return place == RecordRef::Place::active    ? kActive
         : place == RecordRef::Place::archive ? kArchive
                                              : kRemotes;
}

namespace {

/// refs/handoffs/remotes/REMOTE/ID, and no branch.
bool is_shared(std::string_view ref) {
  std::string_view prefix = kRemotes;
  return ref.starts_with(prefix) &&
         std::count(ref.begin() + static_cast<ptrdiff_t>(prefix.size()), ref.end(), '/') == 1;
}

/// What was published has no branch in its ref: its trailer names it. One that is finished holds no
/// record any more.
std::optional<RecordRef> shared_at(const git::Ref& ref, std::string_view message) {
  std::string_view rest = std::string_view(ref.name).substr(std::string_view(kRemotes).size());
  size_t slash = rest.find('/');
  std::optional<std::string> branch = shared_branch(message);
  if (!branch || git::trailer(message, "Handoff-State") == "finished")
    return std::nullopt;
  RecordRef record{.ref = ref.name,
                   .branch = *branch,
                   .id = std::string(rest.substr(slash + 1)),
                   .oid = ref.oid,
                   .place = RecordRef::Place::remote,
                   .remote = std::string(rest.substr(0, slash)),
                   .shared = true};
  return is_name_of_record(record) ? std::optional(record) : std::nullopt;
}

}  // namespace

std::optional<RecordRef> Store::record_at(const git::Ref& ref, std::string_view message) {
  using Place = RecordRef::Place;
  if (is_shared(ref.name))
    return shared_at(ref, message);
  for (Place place : {Place::active, Place::archive, Place::remote})
    if (std::string prefix = prefix_of(place); ref.name.starts_with(prefix))
      return to_record_ref(ref, place, std::string_view(ref.name).substr(prefix.size()));
  return std::nullopt;
}

std::vector<RecordRef> Store::listed(const std::string& prefix) const {
  std::vector<RecordRef> records;
  for (const git::Ref& ref : git::list_own_refs(x_repository, prefix)) {
    std::optional<git::Commit> commit =
        is_shared(ref.name) ? commit_of_record(objects(), ref.oid) : std::nullopt;
    if (std::optional<RecordRef> record = record_at(ref, commit ? commit->message : ""))
      records.push_back(std::move(*record));
  }
  return records;
}

std::vector<RecordRef> Store::local_but(const std::vector<std::string>& prefixes) const {
  std::vector<RecordRef> records;
  for (const std::string part : {kActive, kArchive})
    if (std::ranges::none_of(prefixes,
                             [&](const std::string& prefix) { return part.starts_with(prefix); }) &&
        git::peek_any_record(x_repository.layout().common_dir, part) != false)
      append(records, listed(part));
  return records;
}

std::set<std::string> Store::doubles_among(std::vector<RecordRef>& records,
                                           const std::vector<std::string>& prefixes) const {
  if (records.empty())
    return {};
  std::set<std::string> doubles =
      put_known_first(x_repository, objects(), records, [&] { return local_but(prefixes); });
  // What came back has a loose ref beside it, and mostly all are packed.
  if (exists(join_path(x_repository.layout().common_dir, kArchive)))
    for (const RecordRef& ref : records)
      if (is_back_by_power_cut(x_repository, objects(), ref))
        doubles.insert(ref.ref);
  return doubles;
}

std::vector<RecordRef> Store::without_doubles(std::vector<RecordRef> records,
                                              const std::string& prefix) const {
  const std::set<std::string> doubles = doubles_among(records, {prefix});
  std::erase_if(records, [&](const RecordRef& ref) { return doubles.contains(ref.ref); });
  return records;
}

std::vector<RecordRef> Store::doubles() const {
  std::vector<RecordRef> all = local_but({});
  const std::set<std::string> refs = doubles_among(all, {kActive, kArchive});
  std::erase_if(all, [&](const RecordRef& ref) { return !refs.contains(ref.ref); });
  return all;
}

std::vector<RecordRef> Store::below(const std::string& prefix) const {
  return without_doubles(listed(prefix), prefix);
}

std::vector<RecordRef> Store::active() const { return below(kActive); }
std::vector<RecordRef> Store::archived() const { return below(kArchive); }
std::vector<RecordRef> Store::remote() const { return below(kRemotes); }
std::vector<RecordRef> Store::everywhere() const { return below("refs/handoffs/"); }

std::vector<RecordRef> Store::active_on(const std::string& branch) const {
  if (auto peeked = git::peek_records(x_repository.layout().common_dir, branch)) {
    std::vector<RecordRef> records;
    for (git::PeekedRecord& record : *peeked)
      records.push_back({.ref = record.ref, .branch = branch, .id = record.id, .oid = record.oid});
    std::erase_if(records, [](const RecordRef& record) { return !is_name_of_record(record); });
    return without_doubles(std::move(records), kActive + branch + "/");
  }
  std::vector<RecordRef> records = below(kActive + branch + "/");
  std::erase_if(records, [&](const RecordRef& record) { return record.branch != branch; });
  return records;
}

Record Store::load(const RecordRef& ref) const { return load_version(ref, ref.oid); }

Record Store::load_version(const RecordRef& ref, const std::string& oid) const {
  return *read(ref, oid, false);
}

std::optional<Record> Store::look_at(const RecordRef& ref) const {
  return read(ref, ref.oid, true);
}

void Store::expect_fetched(const RecordRef& ref, const std::string& oid) const {
  if (ref.place == RecordRef::Place::remote && !objects().contains(oid) &&
      git::has_promised_packs(x_repository.layout()))
    refuse("'" + printable(ref.id) + "' is not all here: this clone is partial",
           {"get the rest from " + printable(ref.remote) + ": git handoff fetch " +
            printable(ref.id)});
}

std::optional<Record> Store::read(const RecordRef& ref, const std::string& oid,
                                  bool unasked) const {
  auto damaged = [&](const std::string& why,
                     const std::string& hint = "'git handoff doctor' looks at the whole store") {
    fail("record '" + printable(ref.id) + "' is damaged: " + why, {hint});
  };
  if (git::is_null_oid(oid))
    fail("the ref '" + printable(ref.ref) + "' is damaged", {git::kHintForDamagedRef});
  std::optional<git::Commit> commit = commit_of_record(objects(), oid);
  if (!commit)
    damaged("its commit " + oid + (objects().contains(oid) ? " is no record's" : " is missing"));
  if (const std::string object = replaced_in(x_repository, oid, *commit); !object.empty())
    damaged("'refs/replace/" + object + "' shows something else for a part of it",
            "it is as it was without that: git replace -d " + object);
  size_t digits = x_repository.layout().oid_digits();
  expect_fetched(ref, commit->tree);
  std::optional<git::TreeEntry> file =
      git::find_in_tree(objects(), commit->tree, "handoff.json", digits);
  if (file)
    expect_fetched(ref, file->oid);
  else
    damaged("it holds no handoff.json");
  LookBudget& budget = LookBudget::of_this_command();
  const bool bounded = unasked && !is_written_down(x_repository, oid, commit->tree);
  const size_t size = objects().size_of(file->oid).value_or(0);
  if (bounded && size <= formats::kMaxDocumentBytes && !budget.may_read(ref.ref, size))
    return std::nullopt;
  const std::string bytes =
      git::read_blob_at_most(objects(), file->oid, formats::kMaxDocumentBytes);
  if (bounded && !budget.may_take_apart(ref.ref, bytes))
    return std::nullopt;
  Record record;
  record.at = ref;
  record.oid = oid;
  record.document = std::make_shared<const Json>(
      formats::parse_json(bytes, "handoff.json of '" + printable(ref.id) + "'"));
  if (!record.document->is_object())
    damaged("its handoff.json is no object");
  record.handoff = formats::read_handoff(*record.document);
  record.previous = previous_version(objects(), *commit);
  if (!names_its_work(record.handoff.git, *commit, record.previous))
    damaged("its parts do not name the same work");
  record.git_block_forged = verify_block(record.handoff.git, ref, *commit);
  record.commit = std::move(*commit);
  return record;
}

std::vector<Record> Store::load_all(const std::vector<RecordRef>& refs, size_t* damaged) const {
  std::vector<Record> records;
  records.reserve(refs.size());
  for (const RecordRef& ref : refs) {
    try {
      if (std::optional<Record> record = look_at(ref))
        records.push_back(std::move(*record));
    } catch (const Failure&) {
      if (damaged != nullptr)
        ++*damaged;
    }
  }
  std::ranges::stable_sort(records, [](const Record& a, const Record& b) {
    if (a.is_checkpoint() != b.is_checkpoint())
      return b.is_checkpoint();
    return a.time() != b.time() ? a.time() > b.time()
                                : git::stamp_of(a.at.id) > git::stamp_of(b.at.id);
  });
  return records;
}

std::vector<Record> Store::load_known(const std::vector<RecordRef>& refs) const {
  std::vector<Record> records = load_all(refs);
  if (!records.empty())
    std::erase_if(records, [known = Provenance(x_repository)](const Record& record) {
      return !is_known(known, record);
    });
  return records;
}

std::vector<std::string> Store::versions(const RecordRef& ref) const {
  std::vector<std::string> oids;
  for (std::string oid = ref.oid; !oid.empty();) {
    std::optional<git::Commit> commit = commit_of_record(objects(), oid);
    if (!commit || oids.size() == kMostVersionsRead)
      break;
    oids.push_back(oid);
    oid = previous_version(objects(), *commit);
  }
  return oids;
}

bool Store::is_homeless(const RecordRef& ref, const git::Head& head) const {
  return ref.branch == head.label() || ref.branch == "HEAD" ||
         !git::read_ref(x_repository, "refs/heads/" + ref.branch);
}

std::optional<Record> Store::of_wip_at(const git::Head& head) const {
  if (head.unborn())
    return std::nullopt;
  std::optional<git::Commit> commit = git::read_commit(objects(), head.oid);
  bool wip = commit && !is_record_commit(*commit);
  std::optional<std::string> id =
      wip ? git::trailer(commit->message, git::kIdTrailer) : std::nullopt;
  if (!id)
    return std::nullopt;
  for (const RecordRef& ref : named_by_wip(*this, active(), *id)) {
    Record record = load(ref);
    const model::Handoff& paused = record.handoff;
    bool here = is_called_now(x_repository, paused, head.branch) ||
                (is_homeless(ref, head) && !is_of_namesake(x_repository, paused, head.branch));
    return here ? std::optional(std::move(record)) : std::nullopt;
  }
  return std::nullopt;
}

std::string Store::slug_of(const std::string& branch) {
  std::string slug;
  for (char c : formats::mask_secrets(branch)) {
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain)
      slug += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  slug.resize(std::min(slug.size(), kMaxSlug));
  while (!slug.empty() && slug.back() == '-')
    slug.pop_back();
  return slug.empty() ? "work" : slug;
}

namespace {

/// Eight hex digits, which sort by the clock where that is what the second was taken from. Mostly
/// the second is not over yet.
std::string end_of_id(int64_t time) {
  constexpr int64_t kLongest = 60, kWithin = 0xf0000, kAfter = 0xffff;
  timespec present{};
  clock_gettime(CLOCK_REALTIME, &present);
  if (present.tv_sec < time || present.tv_sec >= time + kLongest)
    return random_hex(4);
  const int64_t passed = (present.tv_sec - time) * kNanosecondsOfSecond + present.tv_nsec;
  const int64_t part =
      passed < kNanosecondsOfSecond
          ? passed * kWithin / kNanosecondsOfSecond
          : kWithin + (passed - kNanosecondsOfSecond) / kLongest * kAfter / kNanosecondsOfSecond;
  std::string digits;
  for (int shift = 16; shift >= 0; shift -= 4)
    digits += "0123456789abcdef"[part >> shift & 0xf];
  return digits + random_hex(2).substr(0, 3);
}

}  // namespace

std::string Store::new_id(const std::string& branch, int64_t time) const {
  std::string label = branch.empty() ? "HEAD" : branch;
  auto is_taken = [&](const std::string& ref) {
    return git::read_ref(x_repository, ref).has_value();
  };
  for (;;) {
    std::string id = slug_of(branch) + "-" + id_stamp(time) + "-" + end_of_id(time);
    if (!is_taken(active_ref(label, id)) && !is_taken(archive_ref(label, id)))
      return id;
  }
}

std::string Store::active_ref(const std::string& branch, const std::string& id) {
  return kActive + branch + "/" + id;
}

std::string Store::archive_ref(const std::string& branch, const std::string& id) {
  return kArchive + branch + "/" + id;
}

std::string Store::write(git::Quarantine& into, const NewVersion& version,
                         const git::Identity& identity) const {
  const model::GitBlock& block = version.block;
  formats::set_git_block(*version.document, block);
  std::vector<git::TreeEdit> edits = version.attachments;
  auto put = [&](const char* name, const std::string& bytes) {
    edits.push_back({name, git::kModeFile, into.write(git::ObjectType::blob, bytes)});
  };
  const std::string json = formats::write_json(*version.document);
  formats::parse_json(json, "what the record would hold");  // nobody could read it again
  put("handoff.json", json);
  put("handoff.md", formats::mask_secrets(
                        formats::render_markdown(formats::with_secrets_masked(*version.document))));
  git::Commit commit;
  commit.tree =
      git::edit_tree(into, version.base_tree, std::move(edits), x_repository.layout().oid_digits());
  if (!version.previous.empty())
    commit.parents.push_back(version.previous);
  if (!version.snapshot.empty())
    commit.parents.push_back(version.snapshot);
  commit.author = identity.author;
  commit.committer = identity.committer;
  commit.message = formats::shown(version.subject) + "\n\n" + git::id_line(block.id) +
                   "\nHandoff-Branch: " + (block.branch.empty() ? "HEAD" : block.branch) +
                   (block.base.empty() ? "" : "\nHandoff-Base: " + block.base) +
                   (block.wip_commit.empty() ? "" : "\nHandoff-Wip: " + block.wip_commit) + "\n" +
                   (version.tells ? summary_trailers(*version.document, block) : "") +
                   version.trailers;
  const std::string oid = into.write(git::ObjectType::commit, git::serialize_commit(commit));
  if (const std::string object = replaced_in(x_repository, oid, commit, &into); !object.empty())
    refuse("nothing is kept: 'refs/replace/" + object + "' shows something else for a part of it",
           {"it could not be put back; take that away: git replace -d " + object});
  return oid;
}

std::vector<RecordRef> named_by_wip(const Store& store, std::vector<RecordRef> records,
                                    const std::string& id) {
  const bool any = in_list(records, id, &RecordRef::id);
  const Provenance known(store.repository());
  std::erase_if(records, [&](const RecordRef& ref) {
    if (any)
      return ref.id != id;
    try {
      const std::optional<Record> record = store.look_at(ref);
      return !record || !is_known(known, *record) ||
             formats::text_of(formats::field(*record->document, "forked_from")) != id;
    } catch (const Failure&) {
      return true;  // damaged, and told as such by what needs it
    }
  });
  return records;
}

std::optional<std::string> read_attachment(const Store& store, const Record& record,
                                           const std::string& path) {
  std::optional<git::TreeEntry> entry = git::find_in_tree(store.objects(), record.commit.tree, path,
                                                          store.repository().layout().oid_digits());
  constexpr size_t kLargest = 256u << 20;  // index entries of two million files
  return entry ? std::optional(git::read_blob_at_most(store.objects(), entry->oid, kLargest))
               : std::nullopt;
}

std::vector<git::TreeEdit> attached_files(const Store& store, const Record& record,
                                          const std::string& folder) {
  const size_t digits = store.repository().layout().oid_digits();
  std::optional<git::TreeEntry> entry =
      git::find_in_tree(store.objects(), record.commit.tree, folder, digits);
  if (!entry || entry->mode != git::kModeFolder)
    return {};
  return git::flatten_tree(store.objects(), entry->oid, digits);
}

}  // namespace handoff::ops

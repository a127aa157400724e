#include "ops/records/shared.hpp"

#include <algorithm>
#include <map>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clone_seal.hpp"
#include "base/failure.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/user_key.hpp"
#include "formats/json/json.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "git/repo/transport.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

constexpr std::string_view kEnding = ".json";
constexpr size_t kLongestName = 60;

std::string folder_of(const git::Repository& repository) {
  return join_path(repository.layout().shared_dir(), "shared");
}

std::string file_in(const std::string& folder, const std::string& id) {
  return join_path(folder, id + std::string(kEnding));
}

std::string file_of(const git::Repository& repository, const std::string& id) {
  return file_in(folder_of(repository), id);
}

SharedState state_of(std::string_view word) {
  for (SharedState state : {SharedState::free, SharedState::held, SharedState::finished})
    if (word == word_of(state))
      return state;
  return SharedState::absent;
}

/// A field as this clone keeps it. What a file lacks is as it is in a new one.
template <class Struct, class Value>
struct KeptField {
  const char* name;
  Value Struct::*value;
};

constexpr KeptField<Shared, std::string> kTexts[] = {{"id", &Shared::id},
                                                     {"remote", &Shared::remote},
                                                     {"branch", &Shared::branch},
                                                     {"upstream", &Shared::upstream},
                                                     {"tip", &Shared::tip},
                                                     {"last", &Shared::last},
                                                     {"place", &Shared::place},
                                                     {"tree", &Shared::tree},
                                                     {"content", &Shared::content},
                                                     {"local", &Shared::local},
                                                     {"by_git", &Shared::by_git},
                                                     {"by", &Shared::by},
                                                     {"added_by", &Shared::added_by},
                                                     {"held_at", &Shared::held_at},
                                                     {"agreed", &Shared::agreed},
                                                     {"doubt", &Shared::doubt},
                                                     {"on", &Shared::on},
                                                     {"onto", &Shared::onto},
                                                     {"kept_as", &Shared::kept_as},
                                                     {"inside", &Shared::inside},
                                                     {"into", &Shared::into}};
constexpr KeptField<Shared, bool> kFlags[] = {
    {"published", &Shared::published}, {"ours", &Shared::ours},
    {"by_user", &Shared::by_user},     {"lost", &Shared::lost},
    {"aside", &Shared::aside},         {"dropped", &Shared::dropped},
    {"older", &Shared::older},         {"damaged", &Shared::damaged},
    {"ended", &Shared::ended},         {"ended_here", &Shared::ended_here},
    {"was_there", &Shared::was_there}};
constexpr KeptField<Shared, Seconds> kTimes[] = {{"since", &Shared::since},
                                                 {"seen", &Shared::seen}};
constexpr KeptField<PendingPush, std::string> kTextsOfPush[] = {
    {"verb", &PendingPush::verb},
    {"oid", &PendingPush::oid},
    {"lease", &PendingPush::lease},
    {"local", &PendingPush::local},
    {"content", &PendingPush::content},
    {"beside", &PendingPush::beside},
    {"beside_oid", &PendingPush::beside_oid}};

void encode_texts(const auto& from, const auto& fields, Json& into) {
  for (const auto& [name, value] : fields)
    into[name] = to_valid_utf8(from.*value);
}

void encode_fields(const auto& from, const auto& fields, Json& into) {
  for (const auto& [name, value] : fields)
    into[name] = from.*value;
}

void decode_fields(const Json& in, const auto& fields, auto& into) {
  for (const auto& [name, value] : fields)
    into.*value = in.value(name, into.*value);
}

Json encode_pending(const PendingPush& pending) {
  Json out = {{"started", pending.started}};
  encode_texts(pending, kTextsOfPush, out);
  return out;
}

std::optional<PendingPush> decode_pending(const Json& in, const char* field) {
  const auto pending = in.find(field);
  if (pending == in.end())
    return std::nullopt;
  PendingPush push;
  push.started = pending->at("started").get<Seconds>();
  decode_fields(*pending, kTextsOfPush, push);
  return push;
}

Json encode_shared(const Shared& shared) {
  Json out = {{"version", 1}, {"state", word_of(shared.state)}};
  encode_texts(shared, kTexts, out);
  encode_fields(shared, kFlags, out);
  encode_fields(shared, kTimes, out);
  if (shared.pending)
    out["pending"] = encode_pending(*shared.pending);
  if (shared.given_up)
    out["given_up"] = encode_pending(*shared.given_up);
  return out;
}

Shared decode_shared(const Json& in) {
  Shared shared;
  shared.state = state_of(in.at("state").get<std::string>());
  shared.pending = decode_pending(in, "pending");
  shared.given_up = decode_pending(in, "given_up");
  decode_fields(in, kTexts, shared);
  decode_fields(in, kFlags, shared);
  decode_fields(in, kTimes, shared);
  return shared;
}

/// Has everything in it the form that we give it? So that none of it can be a sentence.
bool is_well_formed(const Shared& shared) {
  constexpr size_t kLongestBy = 400, kLongestRemote = 255;
  auto is_oid_or_none = [](const std::string& oid) { return oid.empty() || git::is_oid(oid); };
  auto is_word = [](const std::string& text) {
    return std::ranges::all_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
  };
  auto is_push = [&](const std::optional<PendingPush>& p) {
    return !p ||
           (is_word(p->verb) && is_oid_or_none(p->oid) && is_oid_or_none(p->lease) &&
            is_oid_or_none(p->local) && is_oid_or_none(p->content) &&
            (p->beside.empty() ? p->beside_oid.empty()
                               : git::is_branch_name(p->beside) && git::is_oid(p->beside_oid)));
  };
  return shared.remote.size() <= kLongestRemote && git::is_branch_name(shared.remote) &&
         (shared.branch == "HEAD" || git::is_branch_name(shared.branch)) &&
         (shared.upstream.empty() || git::is_branch_name(shared.upstream)) &&
         shared.by.size() <= kLongestBy && shared.added_by.size() <= kLongestBy &&
         (shared.kept_as.empty() || git::is_record_id(shared.kept_as)) &&
         (shared.inside.empty() || git::is_record_id(shared.inside)) &&
         (shared.into.empty() || git::is_record_id(shared.into)) && is_oid_or_none(shared.tip) &&
         is_oid_or_none(shared.last) && is_oid_or_none(shared.tree) &&
         is_oid_or_none(shared.agreed) && is_oid_or_none(shared.content) &&
         is_oid_or_none(shared.local) && is_oid_or_none(shared.by_git) &&
         is_oid_or_none(shared.on) && is_oid_or_none(shared.held_at) &&
         is_oid_or_none(shared.place) && is_push(shared.pending) && is_push(shared.given_up);
}

/// What the seal is of.
std::string sealed_text(const Json& unsealed) {
  return "shared " + formats::write_json_line(unsealed);
}

/// A git directory that was copied whole says nothing of what this user has pushed and taken.
/// Where no key can be had nothing is sealed, and the form has to do.
Shared decode_own(const std::string& file, Json in, const std::string& id) {
  const std::string proof = in.value("seal", "");
  in.erase("seal");
  const std::string text = sealed_text(in);
  Shared shared = decode_shared(in);
  if (shared.id != id || !is_well_formed(shared) ||
      (!is_sealed_in(file, text, proof) && (!proof.empty() || why_no_seal().empty())))
    fail("not of our making");
  return shared;
}

}  // namespace

std::string_view word_of(SharedState state) {
  static constexpr std::string_view kWords[] = {"free", "held", "finished", "absent"};
  static_assert(std::size(kWords) == static_cast<size_t>(SharedState::absent) + 1);
  return kWords[static_cast<size_t>(state)];
}

std::string Shared::who() const {
  const std::string name = trim(by.substr(0, by.find('<')));
  const std::string shown = name_as_data(name.empty() ? by : name);
  return shown.empty() ? "somebody" : shown;
}

std::string Shared::named() const { return unasked_name(who(), "somebody else"); }

std::optional<Shared> read_shared(const git::Repository& repository, const std::string& id) {
  return read_shared_in(repository.layout().common_dir, id);
}

namespace {

bool is_same_state(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
         a.st_ctim.tv_sec == b.st_ctim.tv_sec && a.st_ctim.tv_nsec == b.st_ctim.tv_nsec;
}

/// A note is asked for at each step of a command, and there may be thousands: each state of its
/// file is read once.
struct ReadNote {
  struct stat of = {};
  Shared shared = {};
};

std::map<std::string, ReadNote>& notes_read() {
  static thread_local std::map<std::string, ReadNote> notes;
  return notes;
}

std::optional<Shared> read_noted(const std::string& common_dir, const std::string& id) {
  constexpr size_t kMax = 1u << 16;
  if (!git::is_record_id(id))
    return std::nullopt;
  std::string path = file_in(join_path(common_dir, "handoff/shared"), id);
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0)
    info = {};
  const auto known = notes_read().find(path);
  if (known != notes_read().end() && S_ISREG(info.st_mode) && is_same_state(info, known->second.of))
    return known->second.shared;
  try {
    std::optional<std::string> bytes = read_file_at_most(path, kMax);
    if (!bytes)
      return std::nullopt;
    ReadNote read{.of = info, .shared = decode_own(path, formats::parse_json(*bytes, path), id)};
    return notes_read().insert_or_assign(path, std::move(read)).first->second.shared;
  } catch (const std::exception&) {
    fail("'" + printable(path) + "' is damaged, or was written by somebody else",
         {"it says where '" + printable(id) + "' was published; without it the handoff is local",
          "ask the remote anew: git handoff fetch " + printable(id)});
  }
}

}  // namespace

std::optional<Shared> read_shared_in(const std::string& common_dir, const std::string& id) {
  std::optional<Shared> noted = read_noted(common_dir, id);
  return noted && noted->is_only_given_up() ? std::nullopt : noted;
}

std::optional<PendingPush> given_up_before(const git::Repository& repository,
                                           const Shared& shared) {
  if (shared.given_up || shared.damaged)
    return shared.given_up;
  const std::optional<Shared> noted = read_noted(repository.layout().common_dir, shared.id);
  if (!noted || !noted->is_only_given_up())
    return std::nullopt;
  const bool is_there =
      shared.place.empty() ? noted->remote == shared.remote : noted->place == shared.place;
  return is_there ? noted->given_up : std::nullopt;
}

namespace {

/// What the refs here say of one whose file is damaged.
Shared read_from_refs(const git::Repository& repository, const std::string& id) {
  constexpr std::string_view kSeen = "refs/handoffs/remotes/";
  Shared shared;
  shared.id = id;
  shared.damaged = true;
  const std::string ending = "/" + id;
  for (const git::Ref& ref : git::list_refs(repository.git(), std::string(kSeen))) {
    if (!ref.name.ends_with(ending) || ref.name.size() <= kSeen.size() + ending.size())
      continue;
    const std::string bytes =
        repository.git()
            .run({.args = {"cat-file", "commit", ref.oid}, .most_of_part = git::kMostOfCommit})
            .out;
    const std::optional<git::Commit> commit = git::parse_commit(bytes);
    if (!commit || !shared_branch(commit->message))
      continue;
    shared.remote = ref.name.substr(kSeen.size(), ref.name.size() - kSeen.size() - ending.size());
    see_version(shared, ref.oid, *commit, git::time_of(commit->committer));
  }
  return shared;
}

}  // namespace

std::optional<Shared> read_shared_quietly(const git::Repository& repository,
                                          const std::string& id) {
  try {
    return read_shared(repository, id);
  } catch (const Failure&) {
    return read_from_refs(repository, id);
  }
}

namespace {

/// The ids of all files that there are.
std::vector<std::string> known_ids(const git::Repository& repository) {
  std::vector<std::string> ids;
  for (const std::string& name : list_folder(folder_of(repository)))
    if (name.ends_with(kEnding))
      ids.push_back(name.substr(0, name.size() - kEnding.size()));
  return ids;
}

}  // namespace

std::vector<std::string> damaged_shared(const git::Repository& repository) {
  std::vector<std::string> told;
  for (const std::string& id : known_ids(repository)) {
    try {
      read_shared(repository, id);
    } catch (const Failure& failure) {
      told.push_back(failure.message());
    }
  }
  return told;
}

bool shows_handoffs(const git::Repository& repository, const std::string& remote) {
  for (const std::string& id : known_ids(repository))
    if (const std::optional<Shared> shared = read_shared_quietly(repository, id))
      if (shared->was_there && shared->remote == remote)
        return true;
  return false;
}

std::vector<Shared> all_shared(const git::Repository& repository) {
  std::vector<Shared> all;
  for (const std::string& id : known_ids(repository))
    if (std::optional<Shared> shared = read_shared_quietly(repository, id))
      all.push_back(std::move(*shared));
  return all;
}

namespace {

/// What is to stand in its file.
std::string note_of(const git::Repository& repository, const Shared& shared,
                    const std::string& file) {
  make_durable_folders(folder_of(repository));
  Json out = encode_shared(shared);
  if (std::string proof = seal_in(file, sealed_text(out)); !proof.empty())
    out["seal"] = std::move(proof);
  notes_read().erase(file);  // who writes thrice in a tick of the clock may get the same inode
  return formats::write_json_line(out);
}

}  // namespace

void write_shared(const git::Repository& repository, const Shared& shared) {
  const std::string file = file_of(repository, shared.id);
  write_file_atomic(file, note_of(repository, shared, file), Durability::synced);
}

void write_shared(const git::Repository& repository, const Shared& shared, FileGroup& files) {
  const std::string file = file_of(repository, shared.id);
  files.write(file, note_of(repository, shared, file));
}

void note_fork(const git::Repository& repository, const std::string& id,
               const std::string& kept_as) {
  std::optional<Shared> shared = read_shared_quietly(repository, id);
  if (!shared)
    return;
  shared->kept_as = kept_as;
  write_shared(repository, *shared);
}

std::string before_file(const git::Repository& repository, const std::string& id) {
  return join_path(folder_of(repository), id + ".before");
}

void forget_shared(const git::Repository& repository, const std::string& id) {
  remove_file(file_of(repository, id));
  remove_file(before_file(repository, id));
}

SharedLock::SharedLock(const git::Repository& repository, const std::string& id)
    : x_path(join_path(folder_of(repository), id + ".lock")) {
  make_durable_folders(folder_of(repository));
  for (;;) {
    UniqueFd fd(open(x_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!fd)
      fail("cannot write '" + printable(x_path) + "': " + errno_text());
    if (flock(fd.get(), LOCK_EX | LOCK_NB) != 0)
      refuse("another command is pushing or taking '" + printable(id) + "' right now",
             {"wait for it, then try again"});
    struct stat held {
    }, named{};
    bool same = fstat(fd.get(), &held) == 0 && lstat(x_path.c_str(), &named) == 0 &&
                held.st_ino == named.st_ino && held.st_dev == named.st_dev;
    if (same) {
      x_fd = std::move(fd);
      return;
    }
  }
}

SharedLock::~SharedLock() { unlink(x_path.c_str()); }

namespace {

/// A branch that a trailer names; nullopt where it names none.
std::optional<std::string> branch_in(std::string_view message, std::string_view trailer) {
  constexpr size_t kLongestBranch = 1024;
  std::optional<std::string> branch = git::trailer(message, trailer);
  const bool named = branch && branch->size() <= kLongestBranch &&
                     (*branch == "HEAD" || git::is_branch_name(*branch));
  return named ? branch : std::nullopt;
}

}  // namespace

bool is_version(std::string_view message) {
  constexpr size_t kMostBytes = 16u << 10;  // ten thousand of them are kept in memory
  return message.size() <= kMostBytes && git::trailer(message, "Handoff-Nonce").has_value();
}

std::optional<std::string> shared_branch(std::string_view message) {
  return branch_in(message, "Handoff-Branch");
}

std::string shared_by(std::string_view ident) {
  constexpr size_t kLongestMail = 254;
  const std::string person = git::person_of(ident);
  const size_t mail = std::min(person.find('<'), person.size());
  const std::string name = trim(person.substr(0, mail));
  std::string by = formats::beginning(name, kLongestName);
  if (mail == person.size())
    return by;
  std::string address = person.substr(mail + 1);
  if (address.ends_with('>'))
    address.pop_back();
  return by + (by.empty() ? "<" : " <") + formats::beginning(address, kLongestMail) + ">";
}

void see_version(Shared& shared, const std::string& oid, const git::Commit& commit, Seconds seen) {
  // What is known already may be on a branch of another name here.
  if (shared.branch.empty() || shared.tip != oid)
    shared.branch = shared_branch(commit.message).value_or(shared.branch);
  shared.ended_here = shared.ended_here && shared.tip == oid;
  shared.tip = shared.last = oid;
  shared.doubt.clear();
  shared.tree = commit.tree;
  shared.state = state_of(git::trailer(commit.message, "Handoff-State").value_or("free"));
  if (shared.state == SharedState::absent)
    shared.state = SharedState::held;  // a newer version's word: nothing that may be taken
  shared.into = git::trailer(commit.message, kInto).value_or("");
  if (!git::is_record_id(shared.into) || shared.into == shared.id)
    shared.into.clear();
  shared.upstream = branch_in(commit.message, kUpstream).value_or("");
  if (shared.upstream == "HEAD")  // of somebody's making
    shared.upstream.clear();
  shared.by = shared_by(commit.author);
  shared.added_by.clear();
  shared.handed_on = !git::trailer(commit.message, "Handoff-Status");
  shared.since = std::min<Seconds>(git::time_of(commit.committer), seen);
  shared.seen = seen;
}

std::string command_again(const Shared& shared) {
  const std::string verb = shared.pending ? shared.pending->verb : "";
  const std::string id = printable(shared.id);
  for (const auto& [asked, command] :
       {std::pair("publish", "push "), std::pair("take", "take "),
        std::pair("steal", "take --steal "), std::pair("resume", "resume "),
        std::pair("release", "release "),
        std::pair("finish", shared.dropped ? "release --done --force " : "release --done "),
        std::pair("delete", shared.dropped ? "release --done --force " : "release --done ")})
    if (verb == asked)
      return "git handoff " + (command + id);
  return "git handoff fetch " + id;
}

std::string told_end(const Shared& shared) {
  return (shared.into.empty() ? "finished" : "continued as '" + shared.into + "'") +
         (shared.ended_here ? " by you"
          : shared.by_user  ? kInYourName
                            : ", says " + shared.named());
}

std::string what_came(const Shared& shared) {
  if (shared.by_user && shared.added_by.empty() && !shared.older)
    return std::string("somebody has added to it") + kInYourName;
  Shared added = shared;
  if (!shared.added_by.empty())
    added.by = shared.added_by;
  return added.named() +
         (shared.older ? " has put an older version of it back" : " has added to it");
}

std::string for_words(Seconds length) {
  return " for " + (length < 60 ? "less than a minute" : human_duration(length));
}

namespace {

/// Of one that is gone: who may go on with it, too.
std::string told_had(const Shared& shared) {
  if (!shared.by_user)
    return shared.by.empty() ? "" : "; " + shared.named() + " had it last";
  if (shared.added_by.empty() || shared.added_by == shared.by)
    return "; others may have taken it";
  Shared first = shared;
  first.by = shared.added_by;
  return "; " + first.named() + " had handed it over";
}

}  // namespace

std::string describe(const Shared& shared, Seconds now) {
  if (shared.damaged)
    return "whose it is at a remote is not known: " + std::string(kDamagedNote);
  if (shared.pending)
    return "not settled: no answer came from " + shared.remote + " (" + shared.pending->verb +
           ", " + relative_time(shared.pending->started, now) + ")";
  std::string seen = " (seen " + relative_time(shared.seen, now) + ")";
  if (shared.is_others_id())
    return shared.doubt;
  if (!shared.doubt.empty())
    return shared.doubt + ": who has it is not known" + seen;
  switch (shared.state) {
    case SharedState::free:
      if (shared.has_newer())
        return what_came(shared) + " since: free to take on " + shared.remote + seen;
      return "on " + shared.remote + ", free to take" +
             (shared.older ? ", an older version again" : "") +
             (shared.by_user
                  ? ""
                  : ((shared.added_by.empty() ? shared.handed_on : shared.added_by != shared.by)
                         ? ", given back by "
                         : ", handed over by ") +
                        shared.named() + " " + relative_time(shared.since, now)) +
             seen;
    case SharedState::held: {
      const std::string length = for_words(now - shared.since);
      if (shared.ours)
        return "yours on " + shared.remote + length +
               (shared.not_landed() ? ", and not put back here yet" : "") + seen;
      if (shared.by_user)
        return "somebody has had it" + length + kInYourName + seen;
      return std::string(shared.lost ? "taken from you: " : "") + shared.named() + " has had it" +
             length + ", says " + shared.named() + seen;
    }
    case SharedState::finished:
      return told_end(shared) + seen;
    case SharedState::absent:
      break;
  }
  return "no longer on " + shared.remote + told_had(shared) + seen;
}

namespace {

/// The URLs of a remote as git has them after `url.*.insteadOf`. A command may ask for many
/// handoffs, and a server of ours lives long: what git said counts for a few seconds.
std::vector<std::string> spoken_to(const git::Repository& repository, const std::string& remote) {
  constexpr Seconds kSeconds = 5;
  static std::map<std::string, std::vector<std::string>> asked;
  static Seconds since = now();
  const std::vector<std::string> urls = repository.config().all("remote." + remote + ".url");
  if (urls.empty())
    return urls;
  if (now() - since > kSeconds) {
    asked.clear();
    since = now();
  }
  const std::string which =
      repository.layout().common_dir + "\n" + remote + "\n" + join(urls, "\n");
  auto known = asked.find(which);
  if (known == asked.end())
    known = asked.emplace(which, git::fetch_urls(repository, remote)).first;
  return known->second;
}

}  // namespace

std::string place_of(const git::Repository& repository, const std::string& remote) {
  constexpr size_t kLength = 40;  // hex digits
  const std::vector<std::string> urls = spoken_to(repository, remote);
  return urls.empty() ? std::string() : to_hex(sha256(join(urls, "\n"))).substr(0, kLength);
}

}  // namespace handoff::ops

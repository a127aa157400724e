#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/sealed_file.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "ops/records/provenance.hpp"
#include "ops/share/left_items.hpp"
#include "ops/share/listing.hpp"
#include "ops/share/remotes.hpp"
#include "ops/share/share.hpp"

namespace handoff::ops {

namespace {

constexpr Seconds kTombstoneLife = 7 * 86400;
constexpr size_t kMostEnds = 50;      // that one fetch takes away
constexpr size_t kMostFetched = 200;  // of one branch, the newest

/// When this clone first saw each of these ends, by its own clock; those of other remotes stay.
std::map<std::string, Seconds> first_seen(const git::Repository& repository,
                                          const std::string& remote,
                                          const std::vector<Shared>& listed) {
  constexpr std::string_view kKind = "ends";
  const std::string file = join_path(repository.layout().shared_dir(), "ends.json");
  Json known = Json::object(), kept = Json::object();
  try {
    if (std::optional<std::string> text = read_sealed_file(kKind, file))
      known = formats::parse_own_json(*text);
  } catch (const Failure&) {
    // As if all of them had come today.
  }
  std::map<std::string, Seconds> seen;
  for (const auto& item : known.items())
    if (item.value().is_number_integer() && !item.key().starts_with(remote + " "))
      kept[item.key()] = item.value();
  for (const Shared& end : listed)
    if (end.state == SharedState::finished) {
      const std::string key = remote + " " + end.tip;
      const auto found = known.find(key);
      const bool is_known = found != known.end() && found->is_number_integer();
      seen[end.tip] = is_known ? found->get<Seconds>() : now();
      kept[key] = seen[end.tip];
    }
  for (const char* name : {"seal", "version"}) {
    known.erase(name);
    kept.erase(name);
  }
  if (kept != known) {
    kept["version"] = 1;
    write_file_atomic(file, with_seal(kKind, file, formats::write_json_line(kept)),
                      Durability::none, 0600);
  }
  return seen;
}

/// An end that nobody comes for goes after a week, by whoever comes by.
void clear_old_ends(const git::Repository& repository, const Network& network,
                    const std::string& remote, const std::vector<Shared>& listed) {
  std::vector<git::RefUpdate> old;
  std::map<std::string, Seconds> seen = first_seen(repository, remote, listed);
  for (const Shared& end : listed)
    if (end.state == SharedState::finished && old.size() < kMostEnds &&
        now() - seen[end.tip] >= kTombstoneLife)
      old.push_back({shared_ref(end.id), "", end.tip});
  if (!old.empty())
    git::push_refs(repository, {.remote = remote, .may_prompt = network.may_prompt}, old);
}

/// What came together with others is noted together with them, too.
class Together {
 public:
  Together(const Store& store, const Network& network, FetchReport& report)
      : x_store(store), x_network(network), x_report(report) {}

  void add(Shared shared, std::unique_ptr<SharedLock> lock) {
    x_report.fetched.push_back(shared);
    x_noted.push_back({std::move(shared), std::move(lock), x_report.fetched.size() - 1});
    if (x_noted.size() == kMostWords)
      note();
  }

  void note() {
    std::vector<Shared*> ends;
    for (Noted& noted : x_noted)
      if (has_word(noted.shared) && x_takes_words)
        ends.push_back(&noted.shared);
    try {
      if (!ends.empty())
        x_takes_words = take_words_away(x_store, ends, transport_to(*ends.front(), x_network));
    } catch (const Failure& failure) {
      x_report.failed.push_back(failure);
    }
    FileGroup notes;  // the disk is waited for once
    for (const Noted& noted : x_noted)
      write_shared(x_store.repository(), noted.shared, notes);
    notes.place();
    for (Noted& noted : x_noted)
      x_report.fetched[noted.at] = std::move(noted.shared);
    x_noted.clear();
  }

 private:
  struct Noted {
    Shared shared;
    std::unique_ptr<SharedLock> lock;
    size_t at;  ///< in the report
  };
  const Store& x_store;
  const Network& x_network;
  FetchReport& x_report;
  std::vector<Noted> x_noted = {};
  bool x_takes_words = true;
};

/// One that cannot be brought keeps nobody from the others. `here`: where it came together with
/// others, which are in `together`.
void bring(const Store& store, Shared shared, const Network& network, FetchReport& report,
           const HeldAgainst* here = nullptr, Together* together = nullptr) {
  try {
    auto lock = std::make_unique<SharedLock>(store.repository(), shared.id);
    const std::string listed_at = shared.remote;
    shared = read_shared_quietly(store.repository(), shared.id).value_or(shared);
    if (!find_remote(store.repository(), shared)) {  // its remote was removed, and here it is
      shared.remote = listed_at;
      shared.place.clear();
    }
    const std::optional<PendingPush> asked = shared.pending;
    if (here != nullptr && !asked && shared.remote == listed_at) {
      look_at_brought(store, shared, network, *here);
      return together->add(std::move(shared), std::move(lock));
    }
    if (look(store, shared, network).gave_up)
      report.given_up.push_back("'" + printable(shared.id) + "': the " + asked->verb + " of " +
                                relative_time(asked->started, now()) + " has not arrived at " +
                                shared.remote + ", and is given up");
    if (!asked || shared.pending || !shared.tip.empty())
      report.fetched.push_back(std::move(shared));
  } catch (const Failure& failure) {
    if (contains(failure.message(), kUnreachable))
      throw;
    report.fails = report.fails || contains(failure.message(), kNotNoted);
    report.failed.push_back(failure);
  }
}

/// Those of a list that are to be brought, and that nothing speaks against bringing together.
std::set<std::string> bring_together(const git::Repository& repository, const std::string& remote,
                                     const std::vector<Shared>& wanted, const Network& network) {
  constexpr size_t kMostAtOnce = 500;  // they stand on a command line
  std::set<std::string> brought;
  std::vector<std::string> ids;
  const auto bring_these = [&] {
    if (ids.size() > 1 && bring_versions(repository, remote, ids, network))
      brought.insert(ids.begin(), ids.end());
    ids.clear();
  };
  for (const Shared& shared : wanted) {
    const std::optional<Shared> known = read_shared_quietly(repository, shared.id);
    if ((known && (known->remote != remote || known->pending || known->damaged)) ||
        given_up_before(repository, known.value_or(shared)))
      continue;
    ids.push_back(shared.id);
    if (ids.size() == kMostAtOnce)
      bring_these();
  }
  bring_these();
  return brought;
}

/// A partial clone may have the version alone.
bool is_whole(const Store& store, const std::string& tip) {
  const std::optional<git::Commit> version = git::read_commit(store.objects(), tip);
  return version && store.objects().contains(version->tree);
}

/// Notes of when a handoff was seen, of thousands of them: the disk is waited for once for many.
class SeenAgain {
 public:
  explicit SeenAgain(const git::Repository& repository) : x_repository(repository) {}

  /// False: another command is at it.
  bool add(const Shared& shared) {
    if (x_locks.size() == kMostAtOnce)
      place();
    try {
      auto lock = std::make_unique<SharedLock>(x_repository, shared.id);
      write_shared(x_repository, shared, x_notes);
      x_locks.push_back(std::move(lock));
      return true;
    } catch (const Failure&) {
      return false;
    }
  }
  void place() {
    x_notes.place();
    x_locks.clear();
  }

 private:
  static constexpr size_t kMostAtOnce = 100;  // two open files each
  const git::Repository& x_repository;
  std::vector<std::unique_ptr<SharedLock>> x_locks;
  FileGroup x_notes;
};

/// Is what the list says all that is known here already? Then it costs a line of the list.
bool is_unchanged(const Store& store, const Shared& listed, SeenAgain& again) {
  const git::Repository& repository = store.repository();
  const bool live = listed.state == SharedState::free || listed.state == SharedState::held;
  std::optional<Shared> known = read_shared_quietly(repository, listed.id);
  if (!live || !known || known->pending || known->damaged || !known->doubt.empty() ||
      find_remote(repository, *known) != listed.remote || known->tip != listed.tip ||
      known->state != listed.state ||
      git::read_ref(repository, seen_ref(listed.remote, listed.id)).value_or("") != listed.tip ||
      !is_whole(store, listed.tip))
    return false;
  known->seen = listed.seen;
  known->by_git.clear();
  return again.add(*known);
}

/// May the server have something new to say of it?
bool is_open(const Shared& known) {
  return known.pending || known.state == SharedState::free || known.state == SharedState::held;
}

/// By this name, or by another one of the same place.
bool is_at(const git::Repository& repository, const std::string& name, const std::string& remote) {
  const std::string place = place_of(repository, remote);
  return name == remote || (!place.empty() && place_of(repository, name) == place);
}

/// What is gone at this remote is found by its absence from the list.
void bring_unlisted(const Store& store, const std::string& remote, const Network& network,
                    const std::set<std::string>& listed, FetchReport& report) {
  for (Shared& known : all_shared(store.repository()))
    if (const std::optional<std::string> at = find_remote(store.repository(), known);
        at && is_open(known) && !listed.contains(known.id) &&
        is_at(store.repository(), *at, remote))
      bring(store, known, network, report);
}

/// What this clone has to do with on another remote than the one that is asked first.
void bring_from(const Store& store, const std::string& remote, const Network& network,
                FetchReport& report) {
  std::set<std::string> done;
  SeenAgain again(store.repository());
  try {
    for (const Shared& shared : list_at_remote(store.repository(), remote, "", network)) {
      const std::optional<Shared> known = read_shared_quietly(store.repository(), shared.id);
      if (!known || find_remote(store.repository(), *known) != remote)
        continue;
      done.insert(shared.id);
      if (is_unchanged(store, shared, again))
        report.fetched.push_back(shared);
      else
        bring(store, shared, network, report);
    }
    again.place();
    bring_unlisted(store, remote, network, done, report);
  } catch (const Failure& failure) {
    report.not_asked.push_back(failure.message());
  }
}

/// The other remotes on which something of this clone is open.
std::set<std::string> other_remotes(const git::Repository& repository, FetchReport& report) {
  std::set<std::string> remotes;
  for (const Shared& known : all_shared(repository)) {
    if (!is_open(known))
      continue;
    const std::optional<std::string> remote = find_remote(repository, known);
    if (!remote)
      report.not_asked.push_back("'" + printable(known.id) + "' was not looked for: it is on '" +
                                 printable(known.remote) + "', which is no remote here any more");
    else if (!is_at(repository, *remote, report.remote))
      remotes.insert(*remote);
  }
  return remotes;
}

}  // namespace

FetchReport fetch_shared(const Store& store, const std::string& what, const Network& network) {
  const git::Repository& repository = store.repository();
  git::Head head = repository.head();
  FetchReport report{.remote = remote_for(repository, head.branch)};
  std::vector<Shared> listed = list_at_remote(repository, report.remote, prefix_for(what), network);
  const auto is_live = [](const Shared& s) { return s.state != SharedState::finished; };
  const bool only = std::ranges::count_if(listed, is_live) == 1;
  std::set<std::string> done;
  std::vector<Shared> wanted;
  std::set<std::string> named;
  for (const Shared& shared : what.empty() ? of_branch(repository, listed, head.label())
                                           : fitting(repository, listed, what))
    named.insert(shared.id);
  size_t open = 0;
  SeenAgain again(repository);
  for (const Shared& shared : listed) {
    bool known = read_shared_quietly(repository, shared.id).has_value();
    const bool is_named = named.contains(shared.id);
    if (is_named && is_live(shared) && ++open > kMostFetched && !known) {
      ++report.not_fetched;
      continue;
    }
    bool is_wanted = is_named || (what.empty() && (known || only));
    if (is_wanted && is_unchanged(store, shared, again)) {
      report.fetched.push_back(shared);
      done.insert(shared.id);
    } else if (is_wanted && (shared.state != SharedState::finished || known)) {
      wanted.push_back(shared);
      done.insert(shared.id);
    } else if (shared.state != SharedState::finished) {
      report.others.push_back(shared);
    }
  }
  again.place();
  const std::set<std::string> brought = bring_together(repository, report.remote, wanted, network);
  const HeldAgainst here = brought.empty() ? HeldAgainst() : held_against(store);
  Together together(store, network, report);
  for (const Shared& shared : wanted)
    bring(store, shared, network, report, brought.contains(shared.id) ? &here : nullptr, &together);
  together.note();
  if (!what.empty() && report.fetched.empty() && report.failed.empty())
    refuse("nothing on " + report.remote + " is called '" + printable(what) + "'",
           {"'git handoff fetch' lists what there is"});
  report.fails = report.fails || (!what.empty() && !report.failed.empty());
  if (what.empty()) {
    bring_unlisted(store, report.remote, network, done, report);
    for (const std::string& remote : other_remotes(repository, report))
      bring_from(store, remote, network, report);
  }
  if (prefix_for(what).empty())  // else it is not all that is there
    clear_old_ends(repository, network, report.remote, listed);
  return report;
}

void note_as_read(const Store& store, const Record& record) {
  remember_read(store.repository(), record);
  if (const auto shared = read_shared_quietly(store.repository(), record.at.id))
    settle_left(store, *shared);
}

}  // namespace handoff::ops

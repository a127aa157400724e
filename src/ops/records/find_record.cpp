#include "ops/records/find_record.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "ops/records/handles.hpp"
#include "ops/records/names.hpp"
#include "ops/records/nothing_paused.hpp"

namespace handoff::ops {

namespace {

struct Spec {
  std::string name;    ///< id or part of one; empty for "@"
  size_t nth = 0;      ///< @{n}
  size_t version = 0;  ///< ~n
  bool at = false;
};

Spec parse_spec(std::string text) {
  Spec spec;
  auto number = [&](const std::string& digits) -> size_t {
    bool good = !digits.empty() && digits.size() < 7 &&
                digits.find_first_not_of("0123456789") == std::string::npos;
    if (!good)
      fail_usage("'" + printable(text) + "' is not a record",
                 {"give an id, a unique part of one, @, @{n}, or ID~n"});
    return static_cast<size_t>(std::stoul(digits));
  };
  if (size_t tilde = text.rfind('~'); tilde != std::string::npos) {
    std::string digits = text.substr(tilde + 1);
    spec.version = digits.empty() ? 1 : number(digits);
    text.resize(tilde);
  }
  if (text.empty() || text == "@") {
    spec.at = true;
  } else if (text.starts_with("@{") && text.back() == '}') {
    spec.at = true;
    spec.nth = number(text.substr(2, text.size() - 3));
  } else {
    spec.name = text;
  }
  return spec;
}

std::vector<std::string> candidates_of(const Store& store, const std::vector<RecordRef>& refs) {
  constexpr size_t kShown = 8;
  std::vector<std::string> lines;
  for (const RecordRef& ref : refs) {
    if (lines.size() == kShown) {
      lines.push_back("... and " + std::to_string(refs.size() - kShown) +
                      " more: git handoff list --all");
      break;
    }
    std::string where = ref.archived()       ? ", archived"
                        : ref.remote.empty() ? ""
                                             : ", from " + ref.remote;
    lines.push_back(printable(ref.id) + (ref.branch == "HEAD" ? " (" : " (branch ") +
                    branch_name(branch_now(store, ref)) + where + ")");
  }
  return lines;
}

/// The one live record whose workflow or run another system calls so, or that was paused in a
/// rebase or bisect of the branch: what nobody has read is not found by its own words.
std::optional<RecordRef> by_its_words(const Store& store, const std::string& name) {
  std::optional<RecordRef> found;
  for (const Record& record : store.load_known(store.active())) {
    const auto is_called = [&](const char* key) {
      const auto at = record.document->find(key);
      return at != record.document->end() && *at == name;
    };
    if (!is_called("workflow_id") && !is_called("run_id") && record.git().operation_branch != name)
      continue;
    if (found)
      return std::nullopt;
    found = record.at;
  }
  return found;
}

/// What is live on the branch cannot be read: says why, and which older version can.
void refuse_damaged(const Store& store, const std::string& branch) {
  for (const RecordRef& ref : store.active_on(branch))
    try {
      store.load(ref);
    } catch (const Failure& failure) {
      std::vector<std::string> hints = failure.hints();
      try {
        if (const auto oids = store.versions(ref); oids.size() > 1) {
          store.load_version(ref, oids[1]);
          hints.insert(hints.begin(), "the version before can be read: git handoff show " +
                                          printable(ref.id) + "~1");
        }
      } catch (const Failure&) {
        // Nor can that.
      }
      throw Failure(failure.kind(), failure.message(), hints);
    }
}

/// `@{n}`: one of the live records here.
RecordRef nth_here(const Store& store, size_t nth, const git::Head& head, const std::string& verb) {
  size_t damaged = 0;
  std::vector<Record> here = store.live_on(head, &damaged);
  const std::string branch = head.label();
  if (here.empty() && damaged > 0)
    refuse_damaged(store, branch);
  if (here.empty())
    refuse("nothing is paused on " + branch_in_quotes(branch),
           instead_of_paused(store, branch, verb, store.active()));
  if (nth >= here.size())
    refuse(branch_in_quotes(branch) + " has only " + count_of(here.size(), "live record"),
           {"'git handoff list --all' shows what there is"});
  return here[nth].at;
}

/// What is paused here on the branch of this name, whatever it was called then; what others have of
/// it is named by its id.
std::vector<RecordRef> of_branch(const Store& store, std::vector<RecordRef> known,
                                 const std::string& name) {
  std::set<std::string> names = {name};
  for (git::NameHad& had : git::names_had(store.repository().layout().common_dir, name))
    names.insert(std::move(had.name));
  std::erase_if(known, [&](const RecordRef& ref) {
    return ref.archived() || !ref.remote.empty() || !names.contains(ref.branch) ||
           branch_now(store, ref) != name;
  });
  return known;
}

/// The one that the name means; nullopt where nothing is called so.
std::optional<RecordRef> named_among(const std::vector<RecordRef>& known, const Store& store,
                                     const std::string& name) {
  const bool is_branch = git::is_branch_name(name);  // and not HEAD
  std::vector<RecordRef> matches, handles;
  for (const RecordRef& ref : known) {
    if (ref.id == name)
      return ref;
    if (contains(ref.id, name) || (is_branch && ref.branch == name))
      matches.push_back(ref);
    if (name.size() >= kShortestHandle && last_part(ref.id).starts_with(name))
      handles.push_back(ref);
  }
  if (!handles.empty())  // as lists print them
    matches = std::move(handles);
  else if (std::vector<RecordRef> here = of_branch(store, known, name); is_branch && !here.empty())
    matches = std::move(here);
  std::vector<RecordRef> live = matches;
  std::erase_if(live, [](const RecordRef& ref) { return ref.archived(); });
  const std::vector<RecordRef>& closest = live.empty() ? matches : live;
  if (closest.size() == 1)
    return closest.front();
  if (closest.empty())
    return by_its_words(store, name);
  refuse("'" + printable(name) + "' could be any of " + count_of(closest.size(), "handoff"),
         candidates_of(store, closest));
}

RecordRef named(const Store& store, const std::string& name) {
  const bool is_path = contains(name, "/");  // REMOTE/ID: one that a fetch brought; else a branch
  if (is_path)
    for (RecordRef& ref : store.remote())
      if (ref.remote + "/" + ref.id == name)
        return std::move(ref);
  std::vector<RecordRef> known;
  // Twice: git lists refs one by one, and misses one whose old name went after its new name had
  // been looked for. It has the new one then, so the second list holds it.
  for (int times = 0; times < 2; ++times) {
    known = every_record(store);
    if (std::optional<RecordRef> found = named_among(known, store, name))
      return *found;
  }
  std::vector<std::string> hints = candidates_of(store, known);
  if (const std::string id = name.substr(name.rfind('/') + 1); is_path && git::is_record_id(id))
    hints = {"bring it, if the remote has it: git handoff fetch " + id};
  else if (known.empty())
    hints = {"nothing is paused in this repository"};
  refuse("no handoff is called '" + printable(name) + "'", hints);
}

Record find(const Store& store, const std::string& text, const git::Head& head,
            const std::string& verb) {
  const Spec spec = parse_spec(text);
  const RecordRef found = spec.at ? nth_here(store, spec.nth, head, verb) : named(store, spec.name);
  if (spec.version == 0)
    return store.load(found);
  const std::vector<std::string> oids = store.versions(found);
  if (spec.version >= oids.size())
    refuse("'" + printable(found.id) + "' has only " + count_of(oids.size(), "version"),
           {"'git handoff log " + printable(found.id) + "' lists them"});
  return store.load_version(found, oids[spec.version]);
}

}  // namespace

std::string Store::name_for(const RecordRef& ref) const {
  if (ref.remote.empty())
    return ref.id;
  return in_list(local_but({}), ref.id, &RecordRef::id) ? ref.remote + "/" + ref.id : ref.id;
}

Record Store::find(const std::string& text, const git::Head& head) const {
  return ops::find(*this, text, head, "show");
}

Record find_for(const Store& store, const std::string& id, const std::string& verb) {
  return find(store, id.empty() ? "@" : id, store.repository().head(), verb);
}

}  // namespace handoff::ops

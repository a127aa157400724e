#include "ops/records/withheld.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "ops/records/names.hpp"
#include "ops/records/places_of_items.hpp"
#include "ops/records/subjects_only.hpp"

namespace handoff::ops {

namespace {

constexpr const char* kWithheld = "withheld";

using Path = std::vector<std::string>;

/// Visits what is kept back: the field's keys, and the item.
using OnWithheld = std::function<void(const Path& path, const Json& item, Origin origin)>;

void each_withheld(const Provenance& known, const Record& record, const OnWithheld& visit) {
  each_item_of(*record.document, [&](const Path& path, const Json& item) {
    if (Origin origin = known.of_item(record, path, item); !model::is_readable(origin))
      visit(path, item, origin);
  });
}

Json& value_at(Json& document, const Path& path) {
  Json* at = &document;
  for (const std::string& key : path)
    at = &(*at)[key];
  return *at;
}

constexpr const char* kFurther = "further item";

/// What kind of item stands in a field; empty: the field is named as it is.
std::string noun_of(const std::string& name) {
  static const std::map<std::string, std::string> kNouns = {
      {"remaining_tasks", "task"},
      {"completed_tasks", "task"},
      {"decisions", "decision"},
      {"blockers", "blocker"},
      {"documents", "document"},
      {"human_actions_pending", "human action"},
      {"open_questions", "question"},
      {"corrections", "correction"},
      {"errors", "error"},
      {"todos", "todo"},
      {"files_modified", "file"},
      {"uncommitted_files", "file"},
      {"next_action", "the next step"},
      {"context_notes", "the context"},
      {"phase", "the phase"},
      {"tdd", "the TDD step"},
      {"title", "the title"},
      {"workflow", "the workflow"}};
  auto at = kNouns.find(name);
  return at == kNouns.end() ? kFurther : at->second;
}

/// Items that go from a document, all at once: their number may be large.
class Removal {
 public:
  /// In the order of the document, which stays as it is until then.
  void add(const Path& path, const Json& item) { x_items[path].push_back(&item); }

  void carry_out(Json& document) const {
    for (const auto& [path, items] : x_items)
      take_out(document, path, items);
  }

 private:
  /// A key that holds nothing any more says something itself, unless it is one of ours.
  static void take_out(Json& document, Path path, const std::vector<const Json*>& items) {
    Json& value = value_at(document, path);
    if (value.is_array()) {
      auto item = items.begin();
      std::erase_if(value.get_ref<Json::array_t&>(), [&](const Json& other) {
        const bool goes = item != items.end() && other == **item;
        item += goes ? 1 : 0;
        return goes;
      });
    }
    const bool is_list_of_ours = path.size() == 1 && noun_of(path.front()) != kFurther;
    if (value.is_array() && (!value.empty() || is_list_of_ours))
      return;
    for (bool empty = true; empty && !path.empty();) {
      const std::string key = path.back();
      path.pop_back();
      Json& parent = value_at(document, path);
      parent.erase(key);
      empty = parent.empty();
    }
  }

  std::map<Path, std::vector<const Json*>> x_items = {};
};

std::string told_source(const std::string& source) {
  if (source == kLog)
    return std::string("subjects of commits (") + kLog + ")";
  return (source.empty() ? "files" : quoted_name(source)) + " (of this clone, ";
}

/// How often what was taken out of where.
struct Account {
  std::map<std::string, size_t> nouns = {};
  size_t items = 0;

  std::string text() const {
    std::vector<std::string> parts;
    for (const auto& [noun, count] : nouns)
      parts.push_back(noun.starts_with("the ") ? noun : count_of(count, noun));
    std::string last = parts.back();
    parts.pop_back();
    return parts.empty() ? last : join(parts, ", ") + " and " + last;
  }
};

}  // namespace

Released without_unread_items(const Provenance& known, const Record& record) {
  Json document = *record.document;
  std::map<std::pair<Origin, std::string>, Account> accounts;
  constexpr size_t kMostPlaces = 5;
  PlacesOfItems places(known.repository(), record);
  std::set<std::string> named;
  Removal removal;
  each_withheld(known, record, [&](const Path& path, const Json& item, Origin origin) {
    std::string from = {};
    if (origin == Origin::files) {
      from = places.of(path, item);
      if (named.size() < kMostPlaces)
        named.insert(from);
      from = told_source(named.contains(from) ? from : "");
    }
    Account& account = accounts[{origin, from}];
    ++account.items;
    ++account.nouns[noun_of(path.front())];
    removal.add(path, item);
  });
  removal.carry_out(document);
  Released out{record};
  for (const auto& [from, account] : accounts) {
    const bool one = account.items == 1;
    std::string said =
        account.text() + (from.first == Origin::files
                              ? (one ? " stands in " : " stand in ") + from.second
                              : std::string(one ? " is" : " are") + " from elsewhere (");
    if (!said.ends_with(')'))
      said += "not read by you)";
    out.withheld.push_back(std::move(said));
  }
  // Said once, behind the last of them.
  const auto unread = std::ranges::find_if(
      out.withheld.rbegin(), out.withheld.rend(),
      [](const std::string& said) { return said.ends_with("not read by you)"); });
  if (unread != out.withheld.rend())
    unread->insert(unread->size() - 1, ": git handoff show " + record.at.id);
  document[kWithheld] = out.withheld;
  out.record.handoff = formats::read_handoff(document);
  out.record.handoff.git = record.handoff.git;
  out.record.document = std::make_shared<const Json>(std::move(document));
  return out;
}

bool withholds_subjects_only(const Provenance& known, const Record& record) {
  if (!known.is_own_with_unread_items(record))
    return false;
  bool only = true;
  PlacesOfItems places(known.repository(), record);
  each_withheld(known, record, [&](const Path& path, const Json& item, Origin origin) {
    only = only && origin == Origin::files && places.is_subject(path, item);
  });
  return only;
}

std::unique_ptr<const Json> told_document(const git::Repository& repository, const Sources& sources,
                                          const Json& document) {
  const ItemTest is_unread = unread_items(repository, sources);
  if (!is_unread)
    return nullptr;
  Removal removal;
  each_item_of(document, [&](const Path& path, const Json& item) {
    if (is_unread(path, item))
      removal.add(path, item);
  });
  auto told = std::make_unique<Json>(document);
  removal.carry_out(*told);
  return told;
}

void put_withheld_back(const Provenance& known, const Record& record, Json& document) {
  if (!known.is_own_with_unread_items(record) || !document.contains(kWithheld))
    return;
  document.erase(kWithheld);
  Json whole = *record.document;
  each_withheld(known, record, [&](const Path& path, const Json& item, Origin) {
    Json& value = value_at(document, path);
    if (value.is_null() && value_at(whole, path).is_array())
      value = Json::array();
    if (value.is_array())
      value.push_back(item);
    else if (value.is_null() || value == "")
      value = item;
  });
}

}  // namespace handoff::ops

#include "ops/exchange/found_record.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "ops/records/names.hpp"
#include "ops/records/nothing_paused.hpp"
#include "ops/records/provenance.hpp"
#include "ops/restore/paused_below.hpp"

namespace handoff::ops {

namespace {

constexpr const char* kLost =
    "No record was found. This was put together from traces: decisions, context, blockers and "
    "human actions of the last session are lost, but for what stands here.";

std::string what_is_not_here(const git::Repository& repository) {
  const std::string traces =
      "This was put together from traces: what was decided, and what is open, is not in it. But ";
  const Store store(repository);
  const git::Head head = repository.head();
  const std::string branch = head.label();
  if (!store.live_on(head).empty())
    return traces + "it is in the handoff here: git handoff show.";
  const std::vector<RecordRef> archived = store.archived();
  if (in_list(archived, branch, &RecordRef::branch))
    if (const auto hints = instead_of_paused(store, branch, "show", {}); !hints.empty())
      return traces + hints.front() + ".";
  const std::optional<PausedBelow> below = paused_below(store, head);
  return below ? traces + branch_name(branch) + " " + below->sentence() +
                     ", and it is in its handoff: git handoff show " + printable(below->id) + "."
               : kLost;
}

void add_texts_in(const Json& value, std::vector<std::string>& texts) {
  if (value.is_string())
    texts.push_back(value.get<std::string>());
  if (value.is_structured())
    for (const auto& [key, inner] : value.items()) {
      if (value.is_object())
        texts.push_back(key);
      add_texts_in(inner, texts);
    }
}

}  // namespace

std::vector<std::string> texts_in(const Json& value) {
  std::vector<std::string> texts;
  add_texts_in(value, texts);
  return texts;
}

FoundRecord::FoundRecord(const git::Repository& repository)
    : x_repository(repository), x_record(std::make_shared<Json>(Json::object())) {
  (*x_record)["version"] = 1;
  (*x_record)["timestamp"] = to_rfc3339(now());
  (*x_record)["status"] = "paused";
  (*x_record)["mode"] = "auto";
}

void FoundRecord::said_by_others(const Json& value) {
  for (std::string& text : texts_in(value))
    if (!exists(join_path(x_repository.layout().root, text)))
      x_others.insert(std::move(text));
}

bool FoundRecord::set_known(const std::string& name, Json value, const std::string& source,
                            const char* confidence) {
  if (value.empty() || (value.is_string() && value.get_ref<const std::string&>().empty()))
    return false;
  if (auto old = x_record->find(name); old != x_record->end() && !old->empty())
    return false;
  (*x_record)[name] = std::move(value);
  told(name, source, confidence);
  return true;
}

void FoundRecord::set(const std::string& name, Json value, const std::string& source,
                      const char* confidence) {
  if (set_known(name, std::move(value), source, confidence))
    said_by_others((*x_record)[name]);
}

void FoundRecord::add(const std::string& name, Json item, const std::string& source,
                      const char* confidence) {
  if (!x_record->contains(name) || !(*x_record)[name].is_array())
    (*x_record)[name] = Json::array();
  for (const Json& old : (*x_record)[name])
    if (old == item)
      return;
  (*x_record)[name].push_back(std::move(item));
  told(name, source, confidence);
}

void FoundRecord::told(const std::string& name, const std::string& source, const char* confidence) {
  auto same = std::ranges::find(x_fields, name, &ReconstructedField::name);
  if (same == x_fields.end())
    x_fields.push_back({name, source, confidence});
  else if (!contains(same->source, source))
    same->source += ", " + source;
}

void FoundRecord::propose(int weight, const std::string& before, const std::string& words,
                          const std::string& behind, const std::string& source,
                          const char* confidence) {
  if (weight > x_best) {
    x_best = weight;
    x_next_words = words;
    x_next = before + words + behind;
    x_next_source = source;
    x_next_confidence = confidence;
  }
}

void FoundRecord::choose_next_action() {
  if (x_best > 0 && set_known("next_action", x_next, x_next_source, x_next_confidence) &&
      !x_next_words.empty() && !exists(join_path(x_repository.layout().root, x_next_words)))
    x_others.insert(x_next);
}

Reconstruction FoundRecord::finish() {
  choose_next_action();
  // A reflog alone is in every repository: it says nothing about work that stopped.
  bool only_reflog = std::ranges::all_of(x_fields, [](const ReconstructedField& f) {
    return f.name == "reflog" || (f.name == "documents" && contains(f.source, "config.json"));
  });
  Reconstruction result;
  if (!only_reflog)
    result.fields = std::move(x_fields);
  result.others.assign(x_others.begin(), x_others.end());
  result.lost = what_is_not_here(x_repository);
  result.hints = std::move(x_hints);
  Json fields = Json::object();
  for (const ReconstructedField& field : result.fields)
    fields[field.name] = Json{{"source", field.source}, {"confidence", field.confidence}};
  (*x_record)["reconstructed"] =
      Json{{"lost", result.lost}, {"fields", std::move(fields)}, {"hints", result.hints}};
  result.record = std::move(x_record);
  return result;
}

}  // namespace handoff::ops

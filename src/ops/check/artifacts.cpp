#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/presence.hpp"
#include "base/text.hpp"
#include "formats/prose/extract.hpp"
#include "formats/record/values.hpp"
#include "ops/check/facts.hpp"
#include "ops/records/names.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

using formats::field;
using formats::text_of;

/// A path from "x.md" or {"path": "x.md"} (or "name", "file").
std::string path_of(const Json& item) {
  if (item.is_string())
    return text_of(item);
  for (const char* name : {"path", "file", "name"})
    if (std::string path = text_of(field(item, name)); !path.empty())
      return path;
  return {};
}

/// What no gate is run over.
bool is_prose(const std::string& path) {
  return path.ends_with(".md") || path.ends_with(".rst") || path.ends_with(".adoc");
}

class ArtifactJudge : private NamedThings {
 public:
  explicit ArtifactJudge(const Facts& facts)
      : x_facts(facts), x_document(*facts.subject->document) {}

  Findings run() {
    judge_artifacts();
    for (const std::string& path : deliverables())
      judge_deliverable(path);
    judge_gates();
    return all();
  }

 private:
  bool there(const std::string& path) const {
    if (Facts::outside(path))
      return x_facts.subject->made_here && path.starts_with('/') &&
             look_at(path) != Presence::absent;
    return x_facts.exists_now(path);
  }

  /// Spellbook's `artifacts.files`: expected by the plan, actual when recorded, and now.
  void judge_artifacts() {
    const Json& artifacts = field(x_document, "artifacts");
    const Json& files = artifacts.is_array() ? artifacts : field(artifacts, "files");
    if (!files.is_array())
      return;
    for (const Json& item : files) {
      std::string path = x_facts.relative(path_of(item));
      if (path.empty())
        continue;
      std::string status = to_lower(text_of(field(item, "status")));
      std::string expected = text_of(field(item, "expected"));
      std::string wanted = expected.empty() ? "" : " (expected: " + expected + ")";
      if (!there(path)) {
        bool was_missing = status == "missing";
        if (const std::optional<std::string> to =
                was_missing ? std::nullopt : x_facts.moved_to(path)) {
          add("artifact", path, FindingState::changed,
              "the file is " + path_name(*to) + " now" + wanted)
              .to = path_name(*to);
          continue;
        }
        add("artifact", path, was_missing ? FindingState::confirmed : FindingState::changed,
            (was_missing ? "missing, as recorded" : "missing; it was there") + wanted,
            was_missing ? "" : "git log -1 --stat -- " + path_to_type(path))
            .is_gone = !was_missing;
        continue;
      }
      if (status == "missing") {
        add("artifact", path, FindingState::changed, "it exists now; it was missing" + wanted);
        continue;
      }
      std::optional<bool> same = unchanged_since(x_facts, x_facts.reference, path);
      std::string was = status.empty() ? "as recorded" : "as recorded (" + status + ")";
      add("artifact", path,
          !same   ? FindingState::unverifiable
          : *same ? FindingState::confirmed
                  : FindingState::changed,
          (!same   ? "it exists; what was in it is not known"
           : *same ? was
                   : "changed since") +
              wanted);
    }
  }

  /// The lists of the known layouts, each path once.
  std::vector<std::string> deliverables() const {
    std::vector<std::string> paths;
    auto take = [&](const Json& list) {
      auto known = [&](const std::string& path) {
        return std::ranges::any_of(paths, [&](const std::string& one) {
          return one == path || one.ends_with("/" + path);
        });
      };
      if (list.is_array())
        for (const Json& item : list)
          if (std::string path = path_of(item); !path.empty() && !known(path))
            paths.push_back(path);
    };
    take(field(x_document, "deliverables"));
    for (const char* name : {"phases_completed", "phases"}) {
      const Json& phases = field(x_document, name);
      if (phases.is_structured())
        for (const Json& phase : phases)
          take(field(phase, "deliverables"));
    }
    return paths;
  }

  /// Aura Frog keeps them beside the state file of the workflow.
  std::vector<std::string> homes_of(const std::string& path) const {
    std::vector<std::string> homes = {x_facts.relative(path)};
    for (const char* name : {"workflow_id", "run_id", "id"})
      if (std::string id = text_of(field(x_document, name));
          !id.empty() && id.find('/') == std::string::npos && id != "..") {
        homes.push_back(".claude/logs/workflows/" + id + "/" + path);
        homes.push_back(".claude/logs/runs/" + id + "/" + path);
      }
    return homes;
  }

  void judge_deliverable(const std::string& path) {
    for (const std::string& home : homes_of(path))
      if (there(home)) {
        std::optional<bool> same = unchanged_since(x_facts, x_facts.reference, home);
        if (same && !*same)
          add("deliverable", home, FindingState::changed, "changed since");
        else
          add("deliverable", home, FindingState::confirmed, same ? "as recorded" : "it exists");
        return;
      }
    const std::optional<std::string> to = x_facts.moved_to(x_facts.relative(path));
    Finding& finding = add("deliverable", path, FindingState::changed,
                           to ? "the file is " + path_name(*to) + " now" : "not there");
    finding.to = to ? path_name(*to) : "";
    finding.is_gone = !to;
  }

  /// Files that a gate speaks of: its own list, else those that its words name, and all that the
  /// record calls changed.
  std::vector<std::string> files_of(const Json& gate) const {
    std::vector<std::string> files;
    const Json& own = field(gate, "files");
    if (own.is_array())
      for (const Json& item : own)
        files.push_back(x_facts.relative(path_of(item)));
    if (!files.empty())
      return files;
    const model::Handoff& h = *x_facts.handoff;
    std::set<std::string> named;
    for (const auto* list : {&h.files_modified, &h.uncommitted_files})
      for (const std::string& path : *list)
        named.insert(x_facts.relative(path));
    for (const model::Task& task : h.completed_tasks)
      for (const std::string& path : task.files)
        named.insert(x_facts.relative(path));
    for (const char* words : {"name", "evidence"})
      for (const Anchor& anchor : x_facts.named_in(text_of(field(gate, words))))
        if (std::string path = x_facts.relative(anchor.path); named.insert(path).second)
          files.push_back(std::move(path));
    for (const std::string& path : named)
      if (!in_list(files, path))
        files.push_back(path);
    return files;
  }

  void judge_gates() {
    const Json& gates = field(x_document, "quality_gates");
    if (!gates.is_array())
      return;
    for (const Json& gate : gates) {
      std::string name = text_of(field(gate, "name"));
      const std::string said = text_of(field(gate, "status")), status = to_lower(said);
      if (name.empty())
        continue;
      if (status != "passed" && status != "pass") {
        add("quality-gate", name, FindingState::to_confirm,
            said.empty() ? "not said to have passed" : "recorded as " + said,
            "run it before going on");
        continue;
      }
      const Json& own = field(gate, "files");
      judge_passed_gate(name, files_of(gate), own.is_array() && !own.empty());
    }
  }

  /// What commits since changed beside these: a gate that lists no files was run over all of them.
  /// At most three, and no documents.
  const std::vector<std::string>& changed_by_others(const std::vector<std::string>& beside) {
    if (x_changed_by_others)
      return *x_changed_by_others;
    constexpr size_t kMost = 3, kMostLooked = 200;
    std::set<std::string> looked(beside.begin(), beside.end());
    std::vector<std::string>& changed = x_changed_by_others.emplace();
    for (const git::LogEntry& entry : x_facts.since_head)
      for (const std::string& path : entry.files) {
        if (changed.size() >= kMost || looked.size() >= kMostLooked + beside.size())
          return changed;
        if (is_prose(path) || !looked.insert(path).second)
          continue;
        const std::optional<bool> same = unchanged_since(x_facts, x_facts.reference, path);
        if (same ? !*same : x_facts.exists_now(path))
          changed.push_back(path);
      }
    return changed;
  }

  void judge_passed_gate(const std::string& name, const std::vector<std::string>& files,
                         bool lists_files) {
    std::vector<std::string> changed;
    size_t compared = 0;
    for (const std::string& path : files)
      if (std::optional<bool> same = unchanged_since(x_facts, x_facts.reference, path)) {
        ++compared;
        if (const std::optional<std::string> to = *same ? std::nullopt : x_facts.moved_to(path))
          same = x_facts.blob_at(x_facts.reference, path) == x_facts.file_now(*to);
        if (!*same)
          changed.push_back(x_facts.moved_to(path).value_or(path));
      }
    if (changed.empty() && !lists_files)
      changed = changed_by_others(files);
    if (!changed.empty())
      add("quality-gate", name, FindingState::changed,
          "passed before these changed: " + join(changed, ", "), "run it again");
    else if (compared == 0)
      add("quality-gate", name, FindingState::unverifiable,
          "recorded as passed; no file is named that could be compared");
    else
      add("quality-gate", name, FindingState::confirmed,
          "passed, and " + count_of(compared, "named file") + " did not change since");
  }

  const Facts& x_facts;
  const Json& x_document;
  std::optional<std::vector<std::string>> x_changed_by_others = {};  ///< asked once
};

}  // namespace

Findings check_artifacts(const Facts& facts) { return ArtifactJudge(facts).run(); }

}  // namespace handoff::ops

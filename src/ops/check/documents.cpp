#include <algorithm>
#include <set>

#include <sys/stat.h>

#include "base/presence.hpp"
#include "base/text.hpp"
#include "formats/prose/extract.hpp"
#include "git/refs/names.hpp"
#include "ops/check/facts.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostSigns = 5;

bool is_markdown(const std::string& path) {
  std::string lower = to_lower(path);
  return lower.ends_with(".md") || lower.ends_with(".mdx") || lower.ends_with(".markdown");
}

bool is_plan(const model::Document& document) {
  std::string kind = to_lower(document.kind);
  std::string path = to_lower(document.path);
  return kind == "impl" || contains(kind, "plan") || contains(path, "plan") ||
         path.ends_with("-impl.md");
}

std::optional<Seconds> modified_at(const std::string& full) {
  struct stat info {};
  return stat(full.c_str(), &info) == 0 ? std::optional<Seconds>(info.st_mtime) : std::nullopt;
}

std::string unified_line_ends(std::string text) {
  return replace_all(std::move(text), "\r\n", "\n");
}

class DocumentJudge : private NamedThings {
 public:
  explicit DocumentJudge(const Facts& facts) : x_facts(facts) {}

  Findings run() {
    for (const model::Document& document : x_facts.handoff->documents) {
      if (contains(document.path, "://"))
        continue;  // nothing that could be looked at here
      std::string path = x_facts.relative(document.path);
      if (x_seen.insert(path).second)
        judge(document, path);
    }
    judge_plans();
    judge_sessions();
    return all();
  }

 private:
  std::string full_path(const std::string& path) const {
    return join_path(x_facts.repository->layout().root, path);
  }

  void judge(const model::Document& document, const std::string& path) {
    if (path.starts_with("~")) {
      add("document", path, FindingState::unverifiable, "is not in this tree");
      return;
    }
    bool outside = Facts::outside(path);
    if (outside && !x_facts.subject->made_here) {
      add("document", path, FindingState::unverifiable, "a path of another machine");
      return;
    }
    if (!outside && judge_moved(path))
      return;
    const Presence there = look_at(full_path(path));
    if (there == Presence::unknown && (outside || x_facts.at_home)) {
      add("document", path, FindingState::unverifiable, "cannot be read: " + errno_text());
      return;
    }
    if (outside ? there == Presence::absent : !x_facts.exists_now(path)) {
      judge_missing(path);
      return;
    }
    judge_change(path, outside);
    if (!outside)
      judge_half_finished(path);
    if (!outside && is_plan(document))
      x_plans.push_back(path);
  }

  bool judge_moved(const std::string& path) {
    const std::optional<std::string> to = x_facts.moved_to(path);
    if (!to || !x_facts.exists_now(*to))
      return false;
    const std::optional<std::string> then = x_facts.blob_at(x_facts.reference, path),
                                     now = x_facts.file_now(*to);
    const bool same = then && now && unified_line_ends(*then) == unified_line_ends(*now);
    add("document", path, FindingState::changed,
        "the file is " + path_name(*to) + " now" + (same ? "" : "; changed since"),
        same ? "" : "read it again before going on")
        .to = path_name(*to);
    return true;
  }

  void judge_missing(const std::string& path) {
    Finding& gone =
        copy_in_record(path)
            ? add("document", path, FindingState::changed, "no longer there; the record has a copy",
                  "git show " +
                      shell_word(git::short_oid(x_facts.subject->oid) + ":documents/" + path))
        : x_facts.entry_at(x_facts.reference, path)
            ? add("document", path, FindingState::changed, "no longer there",
                  "git show " + shell_word(git::short_oid(x_facts.reference) + ":" + path))
            : add("document", path, FindingState::changed, "not there");
    gone.is_gone = true;
  }

  std::optional<std::string> copy_in_record(const std::string& path) const {
    return x_facts.blob_at(x_facts.subject->oid, "documents/" + path);
  }

  void judge_change(const std::string& path, bool outside) {
    std::optional<bool> same;
    if (!outside) {
      same = unchanged_since(x_facts, x_facts.reference, path);
      if (!same)
        if (std::optional<std::string> copy = copy_in_record(path))
          same = unified_line_ends(*copy) == unified_line_ends(x_facts.file_now(path).value_or(""));
    }
    if (same) {
      add("document", path, *same ? FindingState::confirmed : FindingState::changed,
          *same ? "as recorded" : "changed since", *same ? "" : "read it again before going on");
      return;
    }
    std::optional<Seconds> modified = modified_at(full_path(path));
    if (!modified || !x_facts.written || !x_facts.subject->made_here)
      add("document", path, FindingState::unverifiable, "it exists; what was in it is not known");
    else if (*modified > x_facts.written->time)
      add("document", path, FindingState::changed, "changed since, by its time",
          "read it again before going on");
    else
      add("document", path, FindingState::confirmed, "it exists, not changed since by its time");
  }

  /// Signs that were there when it was recorded are no drift.
  void judge_half_finished(const std::string& path) {
    std::optional<std::string> now = x_facts.file_now(path);
    if (!now || now->find('\0') != std::string::npos)
      return;
    std::multiset<std::string> before;
    std::optional<std::string> then = x_facts.blob_at(x_facts.reference, path);
    if (!then)
      then = copy_in_record(path);
    for (const HalfFinished& sign : half_finished_in(then.value_or(""), is_markdown(path)))
      before.insert(sign.what);
    std::vector<std::string> fresh, known;
    for (const HalfFinished& sign : half_finished_in(*now, is_markdown(path))) {
      std::string text = sign.what + " (line " + std::to_string(sign.line) + ")";
      if (auto old = before.find(sign.what); old != before.end()) {
        before.erase(old);
        known.push_back(text);
      } else {
        (then ? fresh : known).push_back(text);
      }
    }
    tell_signs(path, fresh, FindingState::changed, "half finished since: ");
    tell_signs(path, known, FindingState::info,
               then ? "half finished, as when recorded: " : "half finished: ");
  }

  void tell_signs(const std::string& path, std::vector<std::string> signs, FindingState state,
                  const std::string& introduction) {
    if (signs.empty())
      return;
    size_t more = signs.size() > kMostSigns ? signs.size() - kMostSigns : 0;
    signs.resize(signs.size() - more);
    add("half-finished", path, state,
        introduction + join(signs, ", ") +
            (more > 0 ? " and " + std::to_string(more) + " more" : ""),
        "finish it before building on it");
  }

  // --- plans against the record ------------------------------------------------------------------

  std::vector<const model::Task*> tasks() const {
    std::vector<const model::Task*> all;
    for (const auto* list : {&x_facts.handoff->completed_tasks, &x_facts.handoff->remaining_tasks})
      for (const model::Task& task : *list)
        all.push_back(&task);
    return all;
  }

  void judge_plans() {
    std::vector<std::string> plans = x_plans;
    if (plans.empty())
      plans = plan_files(*x_facts.repository);
    for (const std::string& path : plans) {
      std::vector<ListedTask> listed = tasks_in(x_facts.file_now(path).value_or(""));
      bool named = in_list(x_plans, path);
      size_t agreeing = judge_plan(path, listed);
      if (agreeing > 0)
        add("plan", path, FindingState::confirmed,
            count_of(agreeing, "task") + " of the record " + (agreeing == 1 ? "stands" : "stand") +
                " there in the same state");
      else if (named && !listed.empty())
        add("plan", path, FindingState::info, "none of its tasks is one of the record's, by name");
    }
  }

  size_t judge_plan(const std::string& path, const std::vector<ListedTask>& listed) {
    size_t agreeing = 0;
    for (const model::Task* task : tasks()) {
      std::string name = comparable_name(task->name);
      auto found = std::ranges::find_if(listed, [&](const ListedTask& item) {
        return !name.empty() && comparable_name(item.name) == name;
      });
      if (found == listed.end())
        continue;
      bool done = task->state == model::TaskState::done;
      if (done == found->done) {
        ++agreeing;
        continue;
      }
      add("plan-task", task->name, FindingState::changed,
          path_name(path) + ":" + std::to_string(found->line) + " has it as " +
              (found->done ? "done" : "open") + ", the record as " +
              (done                        ? "done"
               : task->status_text.empty() ? "open"
                                           : task->status_text),
          "the plan counts: " + std::string(found->done ? "take it as done, and verify it"
                                                        : "it is not done until its check passes"))
          .relevance = 2;
    }
    return agreeing;
  }

  // --- sessions of known layouts
  // -------------------------------------------------------------------

  void judge_sessions() {
    const std::string& workflow = x_facts.handoff->workflow;
    if (workflow == "debug") {
      std::vector<std::string> open = open_debug_sessions(*x_facts.repository);
      bool layout = is_folder(full_path(".superteam/debug"));
      if (!open.empty())
        add("debug-session", join(path_names(open), ", "), FindingState::confirmed, "still open");
      else if (layout)
        add("debug-session", ".superteam/debug", FindingState::changed,
            "no debug session is open any more", "is the bug found? see which was resolved");
    }
    if (workflow == "quick" && is_folder(full_path(".superteam/quick"))) {
      std::vector<std::string> open = open_quick_tasks(*x_facts.repository);
      if (!open.empty())
        add("quick-task", join(path_names(open), ", "), FindingState::confirmed, "still open");
      else
        add("quick-task", ".superteam/quick", FindingState::changed,
            "no quick task is open any more");
    }
  }

  const Facts& x_facts;
  std::set<std::string> x_seen;
  std::vector<std::string> x_plans;
};

}  // namespace

std::optional<bool> unchanged_since(const Facts& facts, const std::string& commit,
                                    const std::string& path) {
  std::optional<git::TreeEntry> then = facts.entry_at(commit, path);
  if (!then)
    return std::nullopt;
  if (then->mode == git::kModeFolder) {
    auto below = facts.dirty.lower_bound(path + "/");
    if (below != facts.dirty.end() && below->first.starts_with(path + "/"))
      return false;
  }
  const std::string& place = facts.comes_back(path) ? facts.wip.oid : facts.head;
  std::optional<git::TreeEntry> head = facts.entry_at(place, path);
  if (!facts.dirty.contains(path))
    return head ? head->oid == then->oid : std::optional<bool>(false);
  std::optional<std::string> before = facts.blob_at(commit, path);
  std::optional<std::string> now = facts.file_now(path);
  if (!before)
    return std::nullopt;
  return now && unified_line_ends(*before) == unified_line_ends(*now);
}

Findings check_documents(const Facts& facts) { return DocumentJudge(facts).run(); }

}  // namespace handoff::ops

// The texts that Spellbook renders from its state: the boot document and the recovery text.

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/foreign/spellbook.hpp"
#include "formats/json/json.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "formats/record/values.hpp"

namespace handoff::formats {

namespace {

/// A JSON string literal that can close neither a fence nor a tag.
std::string literal(const Json& value) {
  return replace_all(replace_all(write_json_line(value), "<", "\\u003c"), "`", "\\u0060");
}

std::string read_command(const Json& document) { return "Read(" + literal(document["path"]) + ")"; }

/// One line for a fenced block.
std::string command(const std::string& text) {
  return replace_all(replace_all(printable(text), "<", "\\u003c"), "```", "'''");
}

/// One line of Markdown text.
std::string inline_text(const std::string& text) {
  return escape_markdown_item(replace_all(printable(text), "\n", " "));
}

std::string inline_of(const Json& value) {
  return inline_text(value.is_object() ? write_json_line(value) : text_of(value));
}

std::string cell(const Json& value) { return replace_all(inline_of(value), "|", "\\|"); }

std::string absolute_in(const Json& native, const std::string& path) {
  std::string root = text_of(field(native, "project_path"));
  return path.empty() || path[0] == '/' || path[0] == '~' || root.empty() ? path
                                                                          : root + "/" + path;
}

const Json& first_skill(const Json& native) {
  static const Json kNone;
  const Json& skills = field(native, "skill_stack");
  return skills.is_array() && !skills.empty() ? skills[0] : kNone;
}

std::string skill_command(const Json& skill) {
  if (std::string text = text_of(field(skill, "resume_command")); !text.empty())
    return command(text);
  return "Skill(" + literal(text_of(field(skill, "name"))) + ", \"--resume\")";
}

/// Every document once, what must be read first.
std::vector<Json> documents_of(const Json& native) {
  std::vector<Json> documents;
  for (const char* kind : {"must_read", "impl", "design"})
    for (const Json& entry : items_of(field(field(native, "documents"), kind))) {
      Json document{{"path", absolute_in(native, text_in(entry, {"path"}))}, {"kind", kind}};
      for (const char* key : {"why", "status", "current_position", "focus_sections"})
        document[key] = field(entry, key);
      auto known = std::ranges::find_if(
          documents, [&](const Json& other) { return other["path"] == document["path"]; });
      if (known == documents.end())
        documents.push_back(std::move(document));
      else  // what must be read is a plan or a design as well: its state and position stand there
        for (const auto& item : document.items())
          if (Json& value = (*known)[item.key()]; value.is_null() || item.key() == "kind")
            value = item.value();
    }
  return documents;
}

/// TodoWrite wants the words for both tenses: there is one, so it stands for both.
Json todo_list(const Json& native) {
  Json list = Json::array();
  for (const Json& todo : items_of(field(field(native, "todos"), "explicit")))
    list.push_back(Json{{"content", text_in(todo, {"content"})},
                        {"status", text_of(field(todo, "status"))},
                        {"activeForm", text_in(todo, {"activeForm", "content"})}});
  return list;
}

class Page {
 public:
  void line(const std::string& text = {}) { x_text += text + "\n"; }
  void heading(const std::string& text) { x_text += (x_text.empty() ? "" : "\n") + text + "\n\n"; }
  void fence(const std::vector<std::string>& lines) {
    line("```");
    for (const std::string& text : lines)
      line(text);
    line("```");
  }
  /// `- **Label:** value` where there is a value.
  void labelled(const std::string& label, const Json& value) {
    if (std::string text = inline_of(value); !text.empty())
      line("- **" + label + ":** " + text);
  }
  /// A table of the items' fields; `nothing` where there are no items.
  void table(const std::vector<std::string>& heads, const std::vector<std::string_view>& keys,
             const Json& items, const std::string& nothing) {
    if (items_of(items).empty()) {
      line(nothing);
      return;
    }
    line("| " + join(heads, " | ") + " |");
    std::string rule = "|";
    for (size_t i = 0; i < heads.size(); ++i)
      rule += "---|";
    line(rule);
    for (const Json& item : items_of(items)) {
      std::string row = "|";
      for (size_t i = 0; i < keys.size(); ++i)
        row += " " +
               (item.is_object() ? cell(field(item, keys[i]))
                : i == 0         ? cell(item)
                                 : std::string()) +
               " |";
      line(row);
    }
  }
  void bullets(const Json& items, std::initializer_list<std::string_view> names,
               const std::string& nothing) {
    std::vector<std::string> texts = texts_of(items, names);
    for (const std::string& text : texts)
      line("- " + inline_text(text));
    if (texts.empty())
      line(nothing);
  }
  std::string take() { return std::move(x_text); }

 private:
  std::string x_text;
};

void write_boot(Page& page, const Json& native) {
  const Json& skill = first_skill(native);
  page.heading("## SECTION 0: MANDATORY FIRST ACTIONS");
  page.line("To be carried out before anything below is acted upon, in this order.");
  page.heading("### 0.1 Workflow Restoration");
  if (skill.is_null())
    page.line("NO ACTIVE SKILL - proceed to 0.2");
  else
    page.fence({skill_command(skill)});
  page.heading("### 0.2 Required Document Reads");
  std::vector<std::string> reads = vector_of(documents_of(native), read_command);
  if (reads.empty())
    page.line("NO DOCUMENTS TO READ");
  else
    page.fence(reads);
  page.heading("### 0.3 Todo State Restoration");
  page.fence({"TodoWrite(" + literal(todo_list(native)) + ")"});
  page.heading("### 0.4 Restoration Checkpoint");
  page.line("- [ ] skill of 0.1 active, or none was");
  page.line("- [ ] documents of 0.2 read");
  page.line("- [ ] todos of 0.3 in place");
  page.heading("### 0.5 Behavioral Constraints");
  const Json& constraints = field(skill, "constraints");
  for (const std::string& text : texts_of(field(constraints, "required"), {}))
    page.line("- required: " + inline_text(text));
  for (const std::string& text : texts_of(field(constraints, "forbidden"), {}))
    page.line("- forbidden: " + inline_text(text));
  page.line("- decisions of 1.15 stand; changing one takes a question to the user");
  page.line("- a task is complete when its verification has been run and passed");
}

void write_organisation(Page& page, const Json& native, const Json& record) {
  const Json& identity = field(native, "identity");
  page.heading("## SECTION 1: SESSION CONTEXT");
  page.line("### 1.1 Organizational Structure\n");
  page.labelled("Persona", field(identity, "persona"));
  page.labelled("Role", field(identity, "role"));
  page.labelled("Current Task", field(field(native, "goals"), "main_task"));
  page.labelled("Exact Position", field(record, "next_action"));
  page.heading("#### 1.1.1 Active Skill Stack");
  page.table({"Skill", "Parent", "Phase", "Step", "Resume Command"},
             {"name", "parent", "phase", "step", "resume_command"}, field(native, "skill_stack"),
             "NO ACTIVE SKILL");
  page.heading("#### Active Subagent Hierarchy");
  page.table({"Agent ID", "Persona", "Task", "Status", "Output"},
             {"id", "persona", "task", "status", "output_summary"}, field(native, "subagents"),
             "NO SUBAGENTS");
  page.heading("#### Workflow Pattern");
  page.labelled("Pattern", field(field(native, "workflow"), "pattern"));
  page.labelled("Details", field(field(native, "workflow"), "details"));
  page.labelled("Waiting for", field(field(native, "workflow"), "waiting_for"));
  page.heading("### 1.2 Goal Stack");
  const Json& goals = field(native, "goals");
  page.labelled("Ultimate Goal", field(goals, "ultimate"));
  page.labelled("Current Phase", field(goals, "current_phase"));
  page.labelled("Your Active Task", field(goals, "main_task"));
  page.labelled("Subagents' Tasks", field(goals, "delegated_summary"));
}

void write_work(Page& page, const Json& native, const Json& record) {
  const Json& decisions = field(native, "decisions");
  const Json& talk = field(native, "conversation");
  const Json& todos = field(native, "todos");
  page.heading("### 1.4 Decisions Made & Rationale");
  page.table({"Decision", "Rationale"}, {"decision", "rationale"}, field(decisions, "technical"),
             "NONE");
  page.heading("### 1.5 Changes Made");
  page.bullets(field(record, "files_modified"), {"path"}, "NONE RECORDED");
  page.heading("### 1.6 Errors, Fixes & User Corrections");
  page.table({"Error", "Fix", "User Feedback"}, {"error", "fix", "user_feedback"},
             field(talk, "errors"), "NONE");
  page.heading("### 1.8 Pending Work Items");
  page.table({"ID", "Todo", "Status", "Verification"}, {"id", "content", "status", "verification"},
             field(todos, "explicit"), "NO TODOS");
  for (const std::string& text : texts_of(field(todos, "implicit"), {"content"}))
    page.line("- implicit: " + inline_text(text));
  for (const std::string& text : texts_of(field(todos, "blockers"), {"description"}))
    page.line("- blocked by: " + inline_text(text));
  for (const std::string& text : texts_of(field(record, "human_actions_pending"), {"action"}))
    page.line("- waits for a person: " + inline_text(text));
  std::vector<Json> documents = documents_of(native);
  page.heading("### 1.9 Planning & Implementation Documents");
  page.table({"Path", "Kind", "Status", "Position"}, {"path", "kind", "status", "current_position"},
             Json(documents), "NO PLANNING DOCUMENTS");
  page.heading("### 1.10 Documents to Re-Read");
  page.table({"Path", "Why", "Focus Section"}, {"path", "why", "focus_sections"}, Json(documents),
             "NO DOCUMENTS TO RE-READ");
  page.heading("### 1.11 Session Narrative");
  std::string narrative = text_of(field(record, "context_notes"));
  page.line(narrative.empty() ? "NONE" : escape_markdown(narrative));
  page.heading("### 1.12 Artifact State");
  const Json& artifacts = field(native, "artifacts");
  page.table({"Path", "Expected", "Actual", "Status"}, {"path", "expected", "actual", "status"},
             field(artifacts, "files"), "NONE");
  page.heading("### 1.13 Verification Checklist");
  page.table({"Command", "Expected", "Actual"}, {"command", "expected", "actual"},
             field(artifacts, "verification_results"), "NONE BESIDES 1.8");
  page.heading("### 1.14 Skill Resume Commands");
  if (first_skill(native).is_null())
    page.line("NO ACTIVE SKILL");
  else
    page.fence({skill_command(first_skill(native))});
  page.heading("### 1.15 Decisions - DO NOT REVISIT");
  page.table({"Decision", "Rationale", "Binding"}, {"decision", "rationale", "binding"},
             field(decisions, "binding"), "NONE");
  page.heading("### 1.18 Quality Gate Status");
  page.table({"Gate", "Status", "Evidence", "Skip?"}, {"name", "status", "evidence", "can_skip"},
             field(native, "quality_gates"), "NONE");
  page.heading("### 1.19 Environment State");
  page.labelled("Branch", field(field(native, "environment"), "git_branch"));
  page.labelled("Status", field(field(native, "environment"), "git_status"));
}

void write_rest(Page& page, const Json& native, const Json& record) {
  page.heading("### 1.21 Definition of Done");
  for (const Json& item : items_of(field(record, "definition_of_done"))) {
    const std::string proof = text_of(field(item, {"verification", "verify"}));
    page.line("- [ ] " + inline_text(text_in(item, {"requirement", "name", "text"})) +
              (proof.empty() ? "" : " (verification: " + inline_text(proof) + ")"));
  }
  page.line("- [ ] every verification of 1.8 and 1.13 passes");
  page.heading("### 1.22 Recovery Checkpoints");
  page.table({"Checkpoint", "Git Ref", "Scope", "Recovery"},
             {"name", "git_ref", "scope", "command"},
             field(field(native, "recovery"), "checkpoints"), "NONE");
  const Json& talk = field(native, "conversation");
  page.heading("### 1.25 Conversation Context");
  page.table({"Type", "Message"}, {"type", "content"}, field(talk, "user_messages"),
             "NO USER MESSAGES RECORDED");
  page.line();
  page.table({"Original Behavior", "Correction", "Lesson"}, {"original", "correction", "lesson"},
             field(talk, "corrections"), "NO CORRECTIONS");
  page.heading("## SECTION 2: CONTINUATION PROTOCOL");
  page.line("1. Section 0, if it has not been done.");
  page.line(
      "2. `git handoff check`: what of this is still true. Where a plan and this text differ, the "
      "plan is right.");
  page.line("3. Ask how the subagents of 1.1 stand; do not redo their work.");
  page.line("4. Failed and pending gates of 1.18 come before new work.");
  page.line("5. Go on at the exact position of 1.1.");
}

}  // namespace

std::string write_spellbook_document(const Json& native, const Json& record) {
  Page page;
  write_boot(page, native);
  write_organisation(page, native, record);
  write_work(page, native, record);
  page.heading("### 1.20 Machine-Readable State");
  // Text is in double quotes with its line ends escaped: no line of it can close the fence.
  page.line("```yaml\n" + write_spellbook_yaml(native) + "```");
  write_rest(page, native, record);
  return page.take();
}

std::string spellbook_recovery_text(const Json& record, const WriteContext& context) {
  Losses losses;
  Json native = native_of(spellbook_mapping(), record, context, losses);
  const Json& skill = first_skill(native);
  Page page;
  if (text_of(field(field(native, "identity"), "role")) == "orchestrator") {
    page.line("**ORCHESTRATOR MODE ACTIVE**");
    page.line("Work is delegated to subagents here, not done directly.\n");
    page.line("FORBIDDEN:");
    page.bullets(field(field(skill, "constraints"), "forbidden"), {}, "- (nothing named)");
    page.line("\nREQUIRED:");
    page.bullets(field(field(skill, "constraints"), "required"), {}, "- (nothing named)");
    page.line();
  }
  page.line("<workflow-recovery>");
  page.line("## Resuming Workflow\n");
  page.line("**Skill:** " + (skill.is_null() ? "NO ACTIVE SKILL"
                                             : inline_of(field(skill, "name")) + " at " +
                                                   inline_of(field(skill, "phase"))));
  page.line("**Role:** " + inline_of(field(field(native, "identity"), "role")));
  page.line("**Pattern:** " + inline_of(field(field(native, "workflow"), "pattern")));
  page.heading("### Execute Immediately");
  page.line("1. **Restore skill:**");
  page.fence({skill.is_null() ? std::string("NO ACTIVE SKILL") : skill_command(skill)});
  page.line("2. **Read documents:**");
  const std::vector<std::string> reads = vector_of(documents_of(native), read_command);
  page.fence(reads.empty() ? std::vector<std::string>{"NO DOCUMENTS"} : reads);
  page.line("3. **Restore todos:**");
  page.fence({"TodoWrite(" + literal(todo_list(native)) + ")"});
  page.heading("### Active Subagents");
  for (const Json& agent : items_of(field(native, "subagents")))
    page.line("- " + inline_text(text_in(agent, {"id"})) + ": " + inline_of(field(agent, "task")) +
              " (" + inline_of(field(agent, "status")) + ")");
  page.heading("### Waiting For");
  page.bullets(field(field(native, "workflow"), "waiting_for"), {}, "- nothing");
  page.heading("### Decisions (DO NOT RE-LITIGATE)");
  page.bullets(field(field(native, "decisions"), "binding"), {"decision"}, "- none");
  page.heading("### Corrections (DO NOT REPEAT)");
  page.bullets(field(field(native, "conversation"), "corrections"), {"lesson", "correction"},
               "- none");
  page.line("</workflow-recovery>");
  return page.take();
}

}  // namespace handoff::formats

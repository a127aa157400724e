#include "formats/foreign/spellbook_parts.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"

namespace handoff::formats::spellbook {

// --- tasks and todos
// ---------------------------------------------------------------------------------

namespace {

std::string todo_status(const std::string& status) {
  if (status == "done")
    return "completed";
  return status == "not_started" || status.empty() ? "pending" : status;
}

std::string task_status(const std::string& status) {
  if (status == "completed")
    return "done";
  return status == "pending" ? "not_started" : status;
}

}  // namespace

void add_todos(const Json& tasks, Json& todos) {
  for (const Json& task : items_of(tasks)) {
    Json todo = Json::object();
    std::string id = text_of(field(task, "id"));
    todo["id"] = id.empty() ? std::to_string(todos.size() + 1) : id;
    todo["content"] = text_in(task, {"name"});
    todo["status"] = todo_status(text_of(field(task, "status")));
    todo["priority"] = or_else(field(task, "priority"), "medium");
    todo["verification"] = field(task, "verification");
    todo["delegated_to"] = field(task, "delegated_to");
    if (task.is_object())
      for (const auto& [key, value] : task.items())
        if (key != "name" && !todo.contains(key))
          todo[key] = value;
    todos.push_back(std::move(todo));
  }
}

void add_tasks(const Json& todos, Json& record) {
  for (const Json& todo : items_of(todos)) {
    Json task = Json::object();
    std::string status = "not_started";
    if (!todo.is_object()) {
      task["name"] = text_of(todo);
      task["status"] = status;
    } else {
      for (const auto& [key, value] : todo.items()) {
        std::string text = text_of(value);
        bool number = key == "id" && !text.empty() && text.size() < 16 &&
                      text.find_first_not_of("0123456789") == std::string::npos &&
                      (text == "0" || text[0] != '0');
        if (key == "status")
          task[key] = status = task_status(text);
        else if (key == "content")
          task["name"] = value;
        else if (number)
          task[key] = std::stoll(text);
        else if (!value.is_null() && !(key == "priority" && text == "medium"))
          task[key] = value;
      }
    }
    // Work that was begun stands with the completed work, as in HANDOFF.json.
    bool begun = status == "done" || status == "in_progress";
    record[begun ? "completed_tasks" : "remaining_tasks"].push_back(std::move(task));
  }
}

// --- documents
// -----------------------------------------------------------------------------------------

namespace {

std::string absolute(const std::string& path, const std::string& root) {
  if (root.empty() || path.empty() || path[0] == '/' || path[0] == '~')
    return path;
  return root + "/" + path;
}

std::string relative(const std::string& path, const std::string& root) {
  if (!root.empty() && path.size() > root.size() + 1 && path.compare(0, root.size(), root) == 0 &&
      path[root.size()] == '/')
    return path.substr(root.size() + 1);
  return path;
}

}  // namespace

Json native_documents(const Json& documents, const std::string& root) {
  Json native{{"design", Json::array()}, {"impl", Json::array()}, {"must_read", Json::array()}};
  auto add = [&](const Json& document, const std::string& kind) {
    bool known = native.contains(kind);
    Json& list = native[known ? kind : "must_read"];
    Json entry = Json::object();
    entry["path"] = absolute(document.is_object() ? get_path(document) : text_of(document), root);
    if (document.is_object())
      for (const auto& [key, value] : document.items())
        if (key != "path" && key != "kind")
          entry[key] = value;
    if (&list == &native["must_read"] && !entry.contains("priority"))
      entry["priority"] = list.size() + 1;
    if (!known && !kind.empty())
      entry["kind"] = kind;
    list.push_back(std::move(entry));
  };
  if (documents.is_object()) {
    for (const auto& [kind, list] : documents.items())
      for (const Json& document : items_of(list))
        add(document, kind);
  } else {
    for (const Json& document : items_of(documents))
      add(document, text_of(field(document, "kind")));
  }
  return native;
}

Json record_documents(const Json& native, const std::string& root) {
  Json documents = Json::array();
  if (!native.is_object())
    return documents;
  for (const auto& [kind, list] : native.items()) {
    size_t position = 0;
    for (const Json& entry : items_of(list)) {
      Json document = Json::object();
      ++position;
      document["path"] = relative(text_in(entry, {"path"}), root);
      document["kind"] = kind;
      if (entry.is_object())
        for (const auto& [key, value] : entry.items())
          if (key != "path" && !(kind == "must_read" && key == "priority" && value == position))
            document[key] = value;
      documents.push_back(std::move(document));
    }
  }
  return documents;
}

// --- decisions, conversation
// --------------------------------------------------------------------------

namespace {

std::string to_upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
  return text;
}

}  // namespace

Json native_decisions(const Json& decisions) {
  Json native{{"binding", Json::array()}, {"technical", Json::array()}};
  for (const Json& decision : items_of(decisions)) {
    Json entry = decision.is_object() ? decision : Json{{"decision", text_of(decision)}};
    std::string binding = to_upper(text_of(field(entry, "binding")));
    bool binds = !binding.empty();
    if (binds)
      entry["binding"] = binding;
    if (!entry.contains("rationale"))
      entry["rationale"] = nullptr;
    native[binds ? "binding" : "technical"].push_back(std::move(entry));
  }
  return native;
}

Json record_decisions(const Json& native) {
  Json decisions = Json::array();
  auto add = [&](const Json& list) {
    for (const Json& entry : items_of(list)) {
      Json decision = entry.is_object() ? entry : Json{{"decision", text_of(entry)}};
      if (field(decision, "rationale").is_null())
        decision.erase("rationale");
      if (const Json& binding = field(decision, "binding"); binding.is_string())
        decision["binding"] = to_lower(binding.get<std::string>());
      decisions.push_back(std::move(decision));
    }
  };
  if (native.is_object()) {
    add(field(native, "binding"));
    add(field(native, "technical"));
  } else {
    add(native);
  }
  return decisions;
}

Json native_notes(const Json& notes, const char* name, const char* also,
                  std::initializer_list<const char*> others) {
  Json native = Json::array();
  for (const Json& note : items_of(notes)) {
    if (!note.is_string()) {
      native.push_back(note);
      continue;
    }
    Json entry = Json::object();
    for (const char* other : others)
      entry[other] = nullptr;
    entry[name] = note;
    if (also != nullptr)
      entry[also] = note;
    native.push_back(std::move(entry));
  }
  return native;
}

Json record_notes(const Json& native, const char* name) {
  Json notes = Json::array();
  for (const Json& entry : items_of(native)) {
    const Json& text = field(entry, name);
    bool plain = text.is_string();
    if (entry.is_object())
      for (const auto& [key, value] : entry.items())
        plain = plain && (value.is_null() || value == text);
    notes.push_back(plain ? text : entry);
  }
  return notes;
}

}  // namespace handoff::formats::spellbook

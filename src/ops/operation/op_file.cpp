#include "ops/operation/op_file.hpp"

#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/sealed_file.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "git/refs/names.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::IndexEntry;
using git::RefUpdate;

constexpr std::string_view kOperation = "operation";  // op.json becomes last.json
constexpr std::string_view kVerbs = "abcdefghijklmnopqrstuvwxyz -";
constexpr size_t kLongestVerb = 40;

std::string encode(const std::vector<IndexChange>& changes, IndexEntry IndexChange::*side) {
  return base64_encode(git::encode_entries(vector_of(changes, side)));
}

/// A path or a ref's name need not be UTF-8, and JSON holds nothing else.
Json bytes_to_json(const std::string& bytes) {
  if (to_valid_utf8(bytes) == bytes)
    return bytes;
  return {{"base64", base64_encode(bytes)}};
}

std::string bytes_of_json(const Json& value) {
  if (value.is_string())
    return value.get<std::string>();
  std::optional<std::string> bytes = base64_decode(value.at("base64").get<std::string>());
  if (!bytes)
    fail("no base64");
  return *bytes;
}

Json optional_to_json(const std::optional<std::string>& bytes) {
  return bytes ? bytes_to_json(*bytes) : Json();
}

std::optional<std::string> optional_of_json(const Json& value) {
  return value.is_null() ? std::nullopt : std::optional(bytes_of_json(value));
}

Json to_json(const OpFile& op) {
  const Transaction& t = op.transaction;
  Json out = {{"version", 1},
              {"verb", t.verb},
              {"id", t.id},
              {"message", t.message},
              {"reversible", t.reversible},
              {"switched_from", to_valid_utf8(t.switched_from)},
              {"resumed", t.resumed},
              {"resumed_is_open", t.resumed_is_open},
              {"started", to_rfc3339(op.started)},
              {"process",
               {{"pid", op.process.pid},
                {"boot_id", op.process.boot_id},
                {"start_time", op.process.start_time}}},
              {"prepared_index", bytes_to_json(op.prepared_index)},
              {"steps", Json::array()}};
  for (const Step& step : t.steps) {
    Json refs = Json::array();
    for (const RefUpdate& update : step.refs)
      refs.push_back({{"name", bytes_to_json(update.name)},
                      {"oid", update.oid},
                      {"expected", update.expected}});
    out["steps"].push_back({{"refs", std::move(refs)},
                            {"before", encode(step.index, &IndexChange::before)},
                            {"after", encode(step.index, &IndexChange::after)}});
    if (!step.journal.notes.empty())
      out["steps"].back()["journal"] = {{"opens", step.journal.opens},
                                        {"record", step.journal.record},
                                        {"notes", step.journal.notes},
                                        {"worktree", step.journal.worktree}};
    for (const MessageMove& move : step.messages)
      out["steps"].back()["messages"].push_back({{"name", move.name},
                                                 {"before", optional_to_json(move.before)},
                                                 {"after", optional_to_json(move.after)}});
  }
  return out;
}

std::vector<IndexEntry> decode(const Json& text) {
  return git::decode_entries(base64_decode(text.get<std::string>()).value_or(""));
}

/// Is it of the form that we give it? Where no key can be had, a git directory that was copied
/// speaks here: its words are told, and its names lead to files.
void expect_form(const Transaction& t) {
  auto is_word = [](const std::string& text) {
    return text.size() <= kLongestVerb && text.find_first_not_of(kVerbs) == std::string::npos;
  };
  auto is_name = [](const std::string& text) {
    return text.find('/') == std::string::npos && text.find('\0') == std::string::npos;
  };
  if (!is_word(t.verb) || !(t.id.empty() || git::is_record_id(t.id)) ||
      !t.message.starts_with("handoff: ") || !std::ranges::all_of(t.steps, [&](const Step& step) {
        return is_name(step.journal.worktree) &&
               std::ranges::all_of(step.messages, is_commit_message, &MessageMove::name);
      }))
    fail("not of our making");
}

}  // namespace

std::string op_file(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "op.json");
}

std::string last_file(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "last.json");
}

bool keep_as_last(const git::Repository& repository) {
  const std::string done = op_file(repository), last = last_file(repository);
  const auto keep = [&] { return rename(done.c_str(), last.c_str()) == 0; };
  return keep() || (set_aside(last) && keep());
}

bool set_aside(const std::string& file) {
  return rename(file.c_str(), (file + ".damaged").c_str()) == 0;
}

std::string write_op(const std::string& path, const OpFile& op) {
  return with_seal(kOperation, path, formats::write_json_line(to_json(op)));
}

std::optional<OpFile> read_op_file(const std::string& path) {
  std::optional<std::string> bytes = read_sealed_file(kOperation, path);
  if (!bytes)
    return std::nullopt;
  try {
    Json in = Json::parse(*bytes);  // ours, and as long as the changes are many: without a bound
    OpFile op;
    Transaction& t = op.transaction;
    t.verb = in.at("verb").get<std::string>();
    t.id = in.at("id").get<std::string>();
    t.message = in.at("message").get<std::string>();
    t.reversible = in.at("reversible").get<bool>();
    t.switched_from = in.value("switched_from", "");
    t.resumed = in.value("resumed", "");
    t.resumed_is_open = in.value("resumed_is_open", false);
    if (auto started = parse_time(in.at("started").get<std::string>()))
      op.started = started->time;
    op.process.pid = in.at("process").at("pid").get<pid_t>();
    op.process.boot_id = in.at("process").at("boot_id").get<std::string>();
    op.process.start_time = in.at("process").at("start_time").get<std::string>();
    op.prepared_index = bytes_of_json(in.at("prepared_index"));
    for (const Json& item : in.at("steps")) {
      Step step;
      for (const Json& ref : item.at("refs"))
        step.refs.push_back({bytes_of_json(ref.at("name")), ref.at("oid").get<std::string>(),
                             ref.at("expected").get<std::string>()});
      std::vector<IndexEntry> before = decode(item.at("before"));
      std::vector<IndexEntry> after = decode(item.at("after"));
      for (size_t i = 0; i < before.size() && i < after.size(); ++i)
        step.index.push_back({before[i], after[i]});
      if (auto journal = item.find("journal"); journal != item.end())
        step.journal = {.opens = journal->at("opens").get<bool>(),
                        .record = journal->at("record").get<std::string>(),
                        .notes = journal->at("notes").get<std::vector<std::string>>(),
                        .worktree = journal->value("worktree", "")};
      if (auto messages = item.find("messages"); messages != item.end())
        for (const Json& move : *messages)
          step.messages.push_back({move.at("name").get<std::string>(),
                                   optional_of_json(move.at("before")),
                                   optional_of_json(move.at("after"))});
      t.steps.push_back(std::move(step));
    }
    expect_form(t);
    return op;
  } catch (const Json::exception&) {
    fail_damaged(path);
  } catch (const Failure&) {
    fail_damaged(path);
  }
}

}  // namespace handoff::ops

#include "ops/observe/session_facts.hpp"

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/sealed_file.hpp"
#include "formats/json/json.hpp"
#include "formats/record/values.hpp"

namespace handoff::ops {

namespace {

constexpr int64_t kOld = 12 * 60 * 60;
constexpr std::string_view kFacts = "session facts";

std::string file_of(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "session.json");
}

std::optional<int64_t> count_in(const Json& object, const char* name) {
  const Json& value = formats::field(object, name);
  return value.is_number_integer() ? std::optional(value.get<int64_t>()) : std::nullopt;
}

}  // namespace

SessionFacts read_session_facts(const git::Repository& repository) {
  SessionFacts facts;
  try {
    std::optional<std::string> text = read_sealed_file(kFacts, file_of(repository));
    if (!text)
      return facts;
    const Json object = formats::parse_own_json(*text);
    facts.session_id = formats::text_of(formats::field(object, "session_id"));
    facts.tokens = count_in(object, "tokens");
    facts.window = count_in(object, "window");
    if (const Json& used = formats::field(object, "used_percent"); used.is_number())
      facts.used_percent = used.get<double>();
    facts.compactions = count_in(object, "compactions").value_or(0);
    facts.time = count_in(object, "time").value_or(0);
  } catch (const std::exception&) {
    return {};  // a damaged file tells nothing
  }
  return facts;
}

void remember_session_facts(const git::Repository& repository, const SessionFacts& facts) {
  Json object = {
      {"session_id", facts.session_id}, {"compactions", facts.compactions}, {"time", facts.time}};
  if (facts.tokens)
    object["tokens"] = *facts.tokens;
  if (facts.window)
    object["window"] = *facts.window;
  if (facts.used_percent)
    object["used_percent"] = *facts.used_percent;
  try {
    make_folders(repository.layout().own_dir());
    const std::string file = file_of(repository);
    write_file_atomic(file, with_seal(kFacts, file, formats::write_json_line(object)));
  } catch (const std::exception&) {
    // Then the next record does not have them.
  }
}

void forget_session_facts(const git::Repository& repository) {
  try {
    remove_file(file_of(repository));
  } catch (const std::exception&) {
    // They grow old by themselves.
  }
}

void fill_from_session(const git::Repository& repository, Json& record, const Json* given) {
  SessionFacts facts = read_session_facts(repository);
  if (facts.time == 0 || now() - facts.time > kOld)
    return;
  auto put = [&](const char* name, const Json& value) {
    if (given == nullptr || formats::field(*given, name).is_null())
      record[name] = value;
  };
  if (!facts.session_id.empty())
    put("session_id", facts.session_id);
  if (facts.tokens) {
    Json usage = {{"input_tokens", *facts.tokens}};
    if (facts.window)
      usage["context_window"] = *facts.window;
    if (facts.used_percent)
      usage["used_percent"] = *facts.used_percent;
    put("token_usage", usage);
  }
  if (facts.compactions > 0)
    put("compaction_count", facts.compactions);
}

}  // namespace handoff::ops

#include "mcp/inbox.hpp"

#include <cerrno>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/text.hpp"
#include "formats/record/values.hpp"

namespace handoff::mcp {

namespace {

/// The end of a string that begins at `at`; npos where it has none.
size_t string_end(std::string_view line, size_t at) {
  for (++at; at < line.size(); ++at)
    if (line[at] == '\\')
      ++at;
    else if (line[at] == '"')
      return at + 1;
  return std::string_view::npos;
}

/// The id of a message that is too deep, or holds a number that nobody can: so its sender learns
/// which one it was. Empty where there is none.
std::string id_in(std::string_view line) {
  constexpr std::string_view kName = "\"id\"", kBlanks = " \t\r";
  size_t depth = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '{' || c == '[')
      ++depth;
    else if (c == '}' || c == ']')
      depth -= depth > 0 ? 1 : 0;
    if (c != '"')
      continue;
    const size_t end = string_end(line, at);
    if (end == std::string_view::npos)
      return {};
    const bool is_name = depth == 1 && line.substr(at, end - at) == kName;
    at = end - 1;
    const size_t colon = line.find_first_not_of(kBlanks, end);
    if (!is_name || colon == std::string_view::npos || line[colon] != ':')
      continue;
    const size_t begin = line.find_first_not_of(kBlanks, colon + 1);
    if (begin == std::string_view::npos)
      return {};
    const size_t stop =
        line[begin] == '"' ? string_end(line, begin) : line.find_first_of(",} \t\r", begin);
    const std::string text(
        line.substr(begin, stop == std::string_view::npos ? stop : stop - begin));
    const Json id = Json::parse(text, nullptr, false);
    return id.is_string() || id.is_number_integer() ? text : std::string();
  }
  return {};
}

}  // namespace

Inbox::Inbox(int fd) : x_fd(fd), x_thread([this] { read_on(); }) {}

Inbox::~Inbox() {
  // The input has ended (next() gave nullopt) before the server lets go of this.
  x_thread.join();
}

void Inbox::read_on() {
  constexpr size_t kChunk = 64u << 10;
  std::string pending;
  bool too_long = false;
  std::string chunk(kChunk, '\0');
  for (;;) {
    ssize_t n = read(x_fd, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    std::string_view bytes(chunk.data(), static_cast<size_t>(n));
    for (size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
      pending.append(bytes.substr(0, end));
      bytes.remove_prefix(end + 1);
      if (too_long)
        put({.problem = "the message is over " + human_size(kMaxLine)});
      else
        arrived(std::move(pending));
      pending.clear();
      too_long = false;
    }
    if (!too_long)
      pending.append(bytes);
    if (pending.size() > kMaxLine) {
      too_long = true;
      pending = std::string();
    }
  }
  if (!pending.empty() && !too_long)
    arrived(std::move(pending));
  std::lock_guard lock(x_mutex);
  x_ended = true;
  x_wake.notify_all();
}

void Inbox::arrived(std::string line) {
  if (trim(line).empty())
    return;
  Arrival arrival;
  try {
    arrival.message = std::make_shared<const Json>(formats::parse_json(line, "message"));
  } catch (const std::exception& error) {
    arrival.problem = error.what();
    arrival.id = id_in(line);
  }
  if (arrival.message) {
    const Json& message = *arrival.message;
    const Json& id = formats::field(message, "id");
    std::lock_guard lock(x_mutex);
    if (!id.is_null() && message.contains("method"))
      x_open.insert(formats::write_json_line(id));
    if (formats::text_of(formats::field(message, "method")) == "notifications/cancelled") {
      std::string about =
          formats::write_json_line(formats::field(formats::field(message, "params"), "requestId"));
      if (x_open.contains(about))
        x_cancelled.insert(about);
    }
  }
  put(std::move(arrival));
}

void Inbox::put(Arrival arrival) {
  std::lock_guard lock(x_mutex);
  x_waiting.push_back(std::move(arrival));
  x_wake.notify_all();
}

std::optional<Arrival> Inbox::next() {
  std::unique_lock lock(x_mutex);
  x_wake.wait(lock, [this] { return !x_waiting.empty() || x_ended; });
  if (x_waiting.empty())
    return std::nullopt;
  Arrival arrival = std::move(x_waiting.front());
  x_waiting.pop_front();
  return arrival;
}

bool Inbox::is_cancelled(const std::string& id) {
  std::lock_guard lock(x_mutex);
  return x_cancelled.contains(id);
}

bool Inbox::take_cancelled(const std::string& id) {
  std::lock_guard lock(x_mutex);
  x_open.erase(id);
  return x_cancelled.erase(id) > 0;
}

}  // namespace handoff::mcp

#include "mcp/inbox.hpp"

#include <cerrno>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/values.hpp"

namespace handoff::mcp {

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

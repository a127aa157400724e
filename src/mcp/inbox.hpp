#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "formats/json/json.hpp"
#include "model/json.hpp"

namespace handoff::mcp {

/// A line is dropped beyond this; no real request comes near it.
inline constexpr size_t kMaxLine = formats::kMaxDocumentBytes;

/// One line of the input, decoded while the one before is still worked on.
struct Arrival {
  std::shared_ptr<const Json> message = {};  ///< absent: not JSON
  std::string problem = {};                  ///< why it is absent
  std::string id = {};  ///< of what cannot be read: the JSON text of its id, where it has one
};

/// Reads lines in a thread of its own, so that a cancellation is seen while the request it is about
/// is waiting or under way.
class Inbox {
 public:
  explicit Inbox(int fd);
  ~Inbox();
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  /// Waits for the next message; nullopt at the end of the input.
  std::optional<Arrival> next();
  /// Was this request (its id as JSON text) cancelled?
  bool is_cancelled(const std::string& id);
  /// The same, and forgets the request.
  bool take_cancelled(const std::string& id);

 private:
  void read_on();
  void arrived(std::string line);
  void put(Arrival arrival);

  int x_fd;
  std::mutex x_mutex;
  std::condition_variable x_wake;
  std::deque<Arrival> x_waiting;
  std::set<std::string> x_open;       ///< ids of requests that are not answered yet
  std::set<std::string> x_cancelled;  ///< those among them that nobody waits for any more
  bool x_ended = false;
  std::thread x_thread;
};

}  // namespace handoff::mcp

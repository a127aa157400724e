#include "ops/operation/checkout_log_file.hpp"

#include <cstdio>
#include <ctime>

#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/sealed_file.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"

namespace handoff::ops::checkout {

namespace {

constexpr std::string_view kCheckout = "checkout";

/// By the clock that file times are taken from.
int64_t now_in_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME_COARSE, &time);
  return nanoseconds(time);
}

Json to_json(const git::Repository& repository, const FileMove& move) {
  const std::string own = repository.layout().own_dir() + "/";
  std::string place = move.place.starts_with(own) ? move.place.substr(own.size()) : move.place;
  return {{"kind", static_cast<int>(move.kind)},
          {"path", base64_encode(move.path)},
          {"place", base64_encode(place)},
          {"inode", move.identity.inode},
          {"size", move.identity.size},
          {"modified", move.identity.modified},
          {"mode", move.identity.mode},
          {"old_mode", move.old_mode},
          {"changed", move.changed}};
}

FileMove move_from(const Json& item) {
  FileMove move;
  int kind = item.at("kind").get<int>();
  if (kind < 0 || kind > static_cast<int>(FileMove::Kind::mode))
    fail("unknown move");
  move.kind = static_cast<FileMove::Kind>(kind);
  move.path = base64_decode(item.at("path").get<std::string>()).value_or("");
  move.place = base64_decode(item.at("place").get<std::string>()).value_or("");
  move.identity.inode = item.at("inode").get<uint64_t>();
  move.identity.size = item.at("size").get<uint64_t>();
  move.identity.modified = item.at("modified").get<int64_t>();
  move.identity.mode = item.at("mode").get<uint32_t>();
  move.old_mode = item.at("old_mode").get<uint32_t>();
  move.changed = item.value("changed", int64_t{0});
  if (move.path.empty() || (move.place.empty() && move.kind != FileMove::Kind::mode))
    fail("a move of nothing");
  return move;
}

/// Is it where place_for() puts things? A git directory that was copied may say anything.
bool is_own_place(const git::Repository& repository, const std::string& place) {
  const std::string own = log_folder(repository) + "/", root = repository.layout().root + "/";
  if (place.starts_with(own)) {
    std::string walked = own;
    const std::vector<std::string> names = split(place.substr(own.size()), '/');
    for (size_t i = 0; i < names.size(); ++i) {
      walked = join_path(walked, names[i]);
      struct stat info {};
      if (names[i].empty() || names[i] == "." || names[i] == ".." ||
          (i + 1 < names.size() && lstat(walked.c_str(), &info) == 0 && S_ISLNK(info.st_mode)))
        return false;
    }
    return true;
  }
  return place.starts_with(root) && base_name(place).starts_with(kBeside) &&
         has_safe_folder(repository, place.substr(root.size()));
}

}  // namespace

std::string log_file(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "files.json");
}

std::string log_folder(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "checkout");
}

std::string index_before(const git::Repository& repository) {
  return join_path(log_folder(repository), "index.before");
}

std::string index_after(const git::Repository& repository) {
  return join_path(log_folder(repository), "index.after");
}

std::optional<OpenLog> read_log(const git::Repository& repository) {
  std::optional<std::string> bytes = read_sealed_file(kCheckout, log_file(repository));
  if (!bytes)
    return std::nullopt;
  try {
    Json in = formats::parse_own_json(*bytes);
    if (in.at("version").get<int>() != 2)
      fail("unknown version");
    OpenLog log;
    log.goal.branch = in.at("branch").get<std::string>();
    log.goal.record = in.at("record").get<std::string>();
    log.head = in.at("head").get<std::string>();
    log.branch_at = in.value("branch_at", "");
    log.started = in.at("started").get<int64_t>();
    const Json& process = in.at("process");
    log.process = {.pid = process.at("pid").get<pid_t>(),
                   .boot_id = process.at("boot_id").get<std::string>(),
                   .start_time = process.at("start_time").get<std::string>()};
    std::optional<FileIdentity> folder = identity_of(log_folder(repository));
    log.copied = !folder || folder->inode != in.at("folder").get<uint64_t>();
    for (const Json& item : in.at("moves")) {
      FileMove& move = log.moves.emplace_back(move_from(item));
      if (!move.place.empty())
        move.place = join_path(repository.layout().own_dir(), move.place);
      if (!move.place.empty() && !is_own_place(repository, move.place))
        fail("a place that is not ours");
      if (log.copied)
        move.identity.inode = 0;
    }
    return log;
  } catch (const Json::exception&) {
    fail_damaged(log_file(repository));
  } catch (const Failure&) {
    fail_damaged(log_file(repository));
  }
}

void write_log(const git::Repository& repository, const CheckoutGoal& goal,
               const std::string& branch_at, const std::vector<FileMove>& moves) {
  const std::string head = repository.head().oid;
  ProcessIdentity me = this_process();
  Json log = {
      {"version", 2},
      {"branch", goal.branch},
      {"branch_at", branch_at},
      {"record", goal.record},
      {"head", head},
      {"started", now_in_nanoseconds()},
      {"folder", identity_of(log_folder(repository)).value_or(FileIdentity{}).inode},
      {"process", {{"pid", me.pid}, {"boot_id", me.boot_id}, {"start_time", me.start_time}}},
      {"moves", Json::array()}};
  for (const FileMove& move : moves)
    log["moves"].push_back(to_json(repository, move));
  write_file_atomic(log_file(repository),
                    with_seal(kCheckout, log_file(repository), formats::write_json_line(log)),
                    Durability::synced);
}

void forget_places(const git::Repository& repository, const std::vector<FileMove>& moves) {
  const std::string own = log_folder(repository) + "/";
  for (const FileMove& move : moves)
    if (!move.place.empty() && !move.place.starts_with(own))
      unlink(move.place.c_str());
}

void remove_log(const git::Repository& repository, const std::vector<FileMove>& moves) {
  forget_places(repository, moves);
  remove_file(log_file(repository));
  remove_tree(log_folder(repository));
}

}  // namespace handoff::ops::checkout

namespace handoff::ops {

bool is_checkout_open(const git::Repository& repository) {
  return exists(checkout::log_file(repository));
}

std::optional<std::string> set_damaged_checkout_log_aside(const git::Repository& repository) {
  std::string file = checkout::log_file(repository);
  try {
    checkout::read_log(repository);
  } catch (const Failure&) {
    if (rename(file.c_str(), (file + ".damaged").c_str()) == 0)
      return file;
  }
  return std::nullopt;
}

}  // namespace handoff::ops

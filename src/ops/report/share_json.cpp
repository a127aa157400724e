#include "ops/report/share_json.hpp"

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "ops/report/report_json.hpp"

namespace handoff::ops {

Json to_json(const Shared& shared) {
  bool there = !shared.tip.empty();
  return {{"id", shared.id},
          {"remote", shared.remote},
          {"branch", shared.branch == "HEAD" ? Json() : Json(to_valid_utf8(shared.branch))},
          {"state", shared.pending ? "unsettled" : std::string(word_of(shared.state))},
          {"yours", shared.ours},
          {"published_here", shared.published},
          {"by", there ? Json(shared.who()) : Json()},
          {"since", there ? Json(to_rfc3339(shared.since)) : Json()},
          {"seen", to_rfc3339(shared.seen)}};
}

Json to_json(const PushReport& report) {
  Json files = Json::array();
  for (const LeavingFile& file : report.sent.files)
    files.push_back({{"path", c_quote(file.path)}, {"bytes", file.bytes}});
  return {{"version", 1},
          {"shared", to_json(report.shared)},
          {"forked_from", report.forked_from.empty() ? Json() : Json(report.forked_from)},
          {"files", std::move(files)},
          {"bytes", report.sent.bytes},
          {"history_commits", report.sent.commits},
          {"lfs_objects", report.sent.lfs.size()}};
}

Json to_json(const FetchReport& report) {
  Json out = {{"version", 1},
              {"remote", report.remote},
              {"fetched", Json::array()},
              {"others", Json::array()}};
  for (const Shared& shared : report.fetched)
    out["fetched"].push_back(to_json(shared));
  for (const Shared& shared : report.others)
    out["others"].push_back(to_json(shared));
  return out;
}

Json to_json(const TakeReport& report) {
  return {{"version", 1},
          {"shared", to_json(report.shared)},
          {"upstream", report.upstream.empty() ? Json() : Json(report.upstream)},
          {"resume", to_json(report.resume)}};
}

Json to_json(const ReleaseReport& report) {
  return {{"version", 1}, {"shared", to_json(report.shared)}, {"finished", report.finished}};
}

}  // namespace handoff::ops

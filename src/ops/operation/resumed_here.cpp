#include "ops/operation/resumed_here.hpp"

#include <cstdlib>
#include <optional>

#include "base/text.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

namespace {

/// When the branch moved last, by its reflog.
std::optional<Seconds> last_move(const git::Repository& repository, const std::string& branch) {
  constexpr size_t kLastLine = 4096;
  const std::vector<std::string> lines =
      split_lines(git::reflog_tail(repository.layout().common_dir, branch, kLastLine));
  const std::string last = lines.empty() ? "" : lines.back().substr(0, lines.back().find('\t'));
  const size_t zone = last.rfind(' ');
  const size_t time = zone == std::string::npos ? zone : last.rfind(' ', zone - 1);
  if (time == std::string::npos)
    return std::nullopt;
  return std::strtoll(last.c_str() + time, nullptr, 10);
}

/// The last operation of this worktree where it is a resume, and HEAD still stands where that left
/// it.
std::optional<LastOperation> resumed_just_now(const git::Repository& repository,
                                              const git::Head& head) {
  std::optional<LastOperation> last = last_operation(repository);
  if (!last || last->transaction.verb != "resume")
    return std::nullopt;
  std::string left_at;
  for (const Step& step : last->transaction.steps)
    for (const git::RefUpdate& ref : step.refs)
      if (ref.name == "HEAD" || ref.name == "refs/heads/" + head.branch)
        left_at = ref.oid;
  if (!left_at.empty())
    return left_at == head.oid ? last : std::nullopt;
  // It moved nothing: then nothing has moved since.
  const std::string archived = Store::archive_ref(head.label(), last->transaction.id);
  if (head.detached() || !git::read_ref(repository, archived))
    return std::nullopt;
  const std::optional<Seconds> moved = last_move(repository, head.branch);
  return moved && *moved <= last->time ? last : std::nullopt;
}

}  // namespace

std::string goes_on_with(const git::Repository& repository, const git::Head& head,
                         const std::vector<model::Note>& notes) {
  if (const std::optional<LastOperation> last = resumed_just_now(repository, head))
    return last->transaction.id;
  for (size_t i = notes.size(); i-- > 0;)
    if (!notes[i].carried_from.empty())
      return notes[i].carried_from;
  return {};
}

}  // namespace handoff::ops

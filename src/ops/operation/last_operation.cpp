#include "ops/operation/last_operation.hpp"

#include "base/failure.hpp"
#include "ops/operation/kept_for_undo.hpp"
#include "ops/operation/op_file.hpp"

namespace handoff::ops {

std::optional<LastOperation> last_operation(const git::Repository& repository) {
  try {
    return operation_to_undo(repository);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

std::optional<LastOperation> operation_to_undo(const git::Repository& repository) {
  std::optional<OpFile> op = read_op_file(last_file(repository));
  if (!op)
    return std::nullopt;
  for (Step& step : op->transaction.steps)
    std::erase_if(step.refs, is_kept_for_undo);
  return LastOperation{std::move(op->transaction), op->started};
}

}  // namespace handoff::ops

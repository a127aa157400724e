#pragma once

#include <optional>
#include <string>

#include "ops/operation/checkout.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// The live record that an update of a ref names, at one of its versions.
std::optional<RecordRef> live_at(const git::RefUpdate& update, const std::string& oid);

/// What an undo does to files, by a log. Start fresh wrote them: they go where the branch goes.
/// Where a pause is undone, and its WIP commit was left and came back meanwhile, what no checkout
/// gives is put back as resume does.
class UndoneFiles {
 public:
  /// `verb`: what is undone; `back`: its inverse.
  UndoneFiles(const Store& store, const std::string& verb, const Transaction& back);

  /// Throws where move() would, because of what is in the way, and does nothing else.
  void try_move();
  /// Those with which the files go where the branch goes.
  std::optional<CheckoutRequest> checkout() const;
  /// Writes them. Entries of the index that have to be entered anew for it join `back`. Throws a
  /// Failure, with the log open, where something is in the way.
  void move(Transaction& back);
  /// Files of the work that only its record has, since something else stands there by now: as
  /// where_bytes_are() tells them.
  const std::vector<std::string>& not_put_back() const { return x_not_put_back; }
  void roll_back();
  void close();

 private:
  enum class Way { none, with_branch, of_pause } x_way = Way::none;

  CheckoutRequest with_branch(const Record& record) const;
  void move_with_branch();
  void put_back(Transaction& back);

  const Store& x_store;
  std::string x_from = {}, x_to = {};  ///< trees, where they go with the branch
  std::string x_until = {};            ///< the record's ref that is gone when it is through
  RecordRef x_record = {};             ///< whose work goes or comes
  bool x_comes_back = false;           ///< its work does
  std::optional<CheckoutLog> x_log = {};
  std::vector<std::string> x_not_put_back = {};
};

}  // namespace handoff::ops

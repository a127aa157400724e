#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/handoff.hpp"
#include "model/json.hpp"
#include "model/note.hpp"
#include "ops/records/provenance.hpp"

namespace handoff::ops {

struct PauseRequest {
  std::string message = {};  ///< why the work stops: the record's user_message
  std::string next = {};     ///< next_action
  std::string title = {};    ///< the name of a checkpoint
  std::string workflow = {};
  std::shared_ptr<const Json> input = {};  ///< a record (`--from`), already decoded
  bool is_from_file = false;  ///< nobody knows who wrote it: its commands are asked for
  WhoseWords input_words = {.origin = Origin::files};
  /// Of the input: what others committed to files of this clone, and said in commits.
  std::vector<std::string> others_words = {};
  model::Mode mode = model::Mode::manual;  ///< manual, automatic or emergency
  bool snapshot_only = false;
  bool untracked = true;
  /// Files whose exact bytes the record keeps whatever git sees of them.
  std::vector<std::string> exact = {};
  bool carry = true;  ///< take along what the last record left open
  std::vector<std::string> pathspecs = {};
  std::string agent = {};
  /// The input is a document from elsewhere: a record of its own that keeps its time; the journal
  /// stays.
  bool imported = false;
  bool reversible = true;  ///< false: nobody asked for it, and `undo` goes on meaning what it did
  std::string continues = {};  ///< id of a shared handoff that this clone holds: a version of it
  /// Open items that are in no journal here, and go along; see Continued.
  std::vector<model::Note> left = {};
  std::vector<std::string> along =
      {};  ///< shared handoffs whose open items do, whatever their branch
  std::vector<std::string> stay = {};        ///< ... and whose do not
  std::vector<std::string> given_back = {};  ///< ... and whose words are not gone on from
  std::string forked_from = {};   ///< one that somebody else has by now: a record of its own
  std::string why_forked = {};    ///< "Ben has had it for 2 h, says Ben"
  bool is_pushed = false;         ///< its record is shared next
  bool is_fork_of_ended = false;  ///< nobody goes on with that: other words will do
  /// Called when the snapshot is safe, with the record as it would be; gives the record as a person
  /// wants it, or nothing where the text was emptied. Unset: nobody is asked.
  std::function<std::optional<Json>(const Json& prefilled)> edit = {};
};

}  // namespace handoff::ops

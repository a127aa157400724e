#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ops/records/provenance.hpp"
#include "ops/records/store.hpp"
#include "ops/records/summary.hpp"
#include "ops/records/withheld.hpp"

namespace handoff::ops {

/// Who gets what we print. Whatever is not a terminal is an agent: agents use the command line.
enum class Reader { agent, person };

/// What the notes since a pause change in the record that a reader sees: what is closed by now and
/// which step is next, or all that they say.
enum class Since { settled, all };

/// A record whose words may go to the reader at hand. Only readable_by() makes one, and all that
/// prints a record takes one: so what nobody has read reaches no agent. For an agent it is a record
/// without the items that nobody has read.
class Readable {
 public:
  const Record& operator*() const { return *x_record; }
  const Record* operator->() const { return x_record.get(); }
  Reader reader() const { return x_reader; }
  Origin origin() const { return x_origin; }
  /// What an agent is not given of it, in sentences of ours.
  const std::vector<std::string>& withheld() const { return x_withheld; }

 private:
  friend Readable readable_by(const Store&, const Record&, Reader);
  friend Readable as_noted_since(const Store&, const Readable&, Since);
  Readable(Released released, Reader reader, Origin origin)
      : x_record(std::make_shared<const Record>(std::move(released.record))),
        x_withheld(std::move(released.withheld)),
        x_reader(reader),
        x_origin(origin) {}
  std::shared_ptr<const Record> x_record;
  std::vector<std::string> x_withheld;
  Reader x_reader;
  Origin x_origin;
};

/// A Failure (exit 1) that holds the record's envelope, where nobody here has read it and the
/// reader is no person; and a Failure where nobody can: its work unfolds to more than anybody looks
/// at.
Readable readable_by(const Store& store, const Record& record, Reader reader);
/// The same of its work alone. Whatever looks at a record's work asks git about its trees: first
/// this, where nobody here has read it.
void expect_bounded_work(const Store& store, const Record& record);
/// Would readable_by() refuse it?
bool is_withheld(const Store& store, const Record& record, Reader reader);

/// All that is said of a record that nobody has read: handle, age, counts, and an author's name.
std::string envelope_of(const Record& record);

/// Takes the words out of the rows of a list that nobody has read.
void withhold_unread(const Store& store, std::vector<Summary>& records, Reader reader);

}  // namespace handoff::ops

#pragma once

#include <string>

namespace handoff {

/// A step that others may see already though no answer has come: who stops the program meanwhile is
/// told what became of it, or how to hear that. Lives while the answer is waited for.
class InFlight {
 public:
  explicit InFlight(std::string told);
  ~InFlight();
  InFlight(const InFlight&) = delete;
  InFlight& operator=(const InFlight&) = delete;

 private:
  std::string x_told;
  const char* x_before;
};

/// What the program was started for is done in this clone, though it has not said so yet, or told a
/// remote: from now on, till it ends, that is told where nothing is in flight.
void tell_done_at_interrupt();

/// From now on Ctrl-C tells it, a line on standard error, before it ends the program. Changes
/// nothing where Ctrl-C is ignored, or somebody's own already.
void tell_in_flight_at_interrupt();

}  // namespace handoff

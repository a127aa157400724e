#include "base/in_flight.hpp"

#include <atomic>
#include <csignal>
#include <cstring>

#include <unistd.h>

namespace handoff {

namespace {

std::atomic<const char*> told_at_interrupt = nullptr;

void end_with_word(int number) {
  if (const char* told = told_at_interrupt.load(); told != nullptr) [[maybe_unused]]
    const ssize_t written = write(STDERR_FILENO, told, std::strlen(told));
  signal(number, SIG_DFL);
  raise(number);
}

}  // namespace

InFlight::InFlight(std::string told)
    : x_told("\nnote: " + std::move(told) + "\n"), x_before(told_at_interrupt) {
  told_at_interrupt = x_told.c_str();
}

InFlight::~InFlight() { told_at_interrupt = x_before; }

void tell_done_at_interrupt() {
  told_at_interrupt = "\nnote: interrupted; what it does here is done: git handoff status\n";
}

void tell_in_flight_at_interrupt() {
  struct sigaction known {};
  if (sigaction(SIGINT, nullptr, &known) == 0 && known.sa_handler == SIG_DFL)
    signal(SIGINT, end_with_word);
}

}  // namespace handoff

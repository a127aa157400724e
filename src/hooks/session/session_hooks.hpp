#pragma once

#include <string>
#include <string_view>

namespace handoff::hooks {

/// One of ops::agents_with_settings()?
bool is_agent(std::string_view name);

/// Ends this process well after five seconds, whatever it waits for: call it before reading
/// standard input, which somebody may have forgotten to close.
void limit_session_hook(std::string_view agent);

/// Does the event, in the agent's own words, end the session? Then a second is all there is for
/// everything.
bool ends_session(std::string_view event);

/// Runs what an agent's session hook asks for. `input` is the JSON object that the agent wrote on
/// standard input; gives what goes to standard output, in the agent's own shape. Never throws and
/// never takes long; what it does not know it answers with nothing.
std::string run_session_hook(std::string_view agent, std::string_view event,
                             const std::string& input);

}  // namespace handoff::hooks

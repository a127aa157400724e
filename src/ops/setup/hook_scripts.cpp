#include "ops/setup/hook_scripts.hpp"

#include <algorithm>

#include "base/failure.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

struct Script {
  std::string_view name;
  std::string_view text;
};

constexpr Script kScripts[] = {
// Written by cmake/Embed.cmake from git-hooks/.
#include "ops/setup/hook_scripts.inc"
};

}  // namespace

const std::vector<std::string>& hook_names() {
  static const std::vector<std::string> names =
      vector_of(kScripts, [](const Script& script) { return std::string(script.name); });
  return names;
}

bool is_hook_name(std::string_view name) {
  return std::any_of(std::begin(kScripts), std::end(kScripts),
                     [&](const Script& script) { return script.name == name; });
}

std::string_view hook_script(std::string_view name) {
  for (const Script& script : kScripts)
    if (script.name == name)
      return script.text;
  fail_usage("'" + printable(name) + "' is not a hook of git handoff",
             {"the hooks are " + join(hook_names(), ", ")});
}

std::string_view hook_block(std::string_view name) {
  std::string_view script = hook_script(name);
  return script.substr(script.find('\n') + 1);
}

}  // namespace handoff::ops

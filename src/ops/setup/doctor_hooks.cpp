#include "ops/setup/doctor_hooks.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/files.hpp"
#include "base/peek_file.hpp"
#include "base/text.hpp"
#include "ops/records/names.hpp"
#include "ops/setup/hook_files.hpp"
#include "ops/setup/hook_scripts.hpp"

namespace handoff::ops {

namespace {

using HookState = HookFinding::State;

/// The order that adds this hook to those that are there.
std::string init_hint(const std::string& name, std::vector<std::string> installed) {
  if (!in_list(installed, name))
    installed.push_back(name);
  return "'git handoff init --hooks " + join(installed, ",") + "' installs it";
}

bool holds(const std::string& path, const std::string& text) {
  return contains(peek_file(path, 1u << 20).value_or(""), text);
}

/// The manager's configuration that calls our hook; empty where none does.
std::string configured_in(const std::string& root, const std::string& name) {
  for (const char* file : {"lefthook.yml", "lefthook-local.yml", ".lefthook.yml",
                           ".lefthook-local.yml", "lefthook.yaml", "lefthook-local.yaml",
                           "lefthook.toml", "lefthook.json", ".pre-commit-config.yaml"})
    for (const char* call : {"git handoff hook ", "git-handoff hook "})
      if (holds(join_path(root, file), call + name))
        return file;
  return {};
}

/// A hook without our block: someone may run us all the same, or the block may stand where git no
/// longer looks.
void look_elsewhere(const git::Repository& repository, const HooksFolder& folder,
                    const HookSite& site, HookFinding& finding) {
  std::string old_place = join_path(folder.default_path, site.name);
  std::string config = configured_in(repository.layout().root, site.name);
  if (!config.empty() && exists(site.entry)) {
    finding.state = HookState::unproven;
    finding.message = "'" + config + "' calls it";
  } else if (holds(site.entry, "git-handoff hook " + site.name) ||
             holds(site.entry, "git handoff hook " + site.name)) {
    finding.state = HookState::unproven;
    finding.message = "'" + site.entry + "' calls it in its own way";
  } else if (std::string moved = site.entry + ".old"; holds(moved, std::string(kBlockBegin))) {
    finding.state = HookState::broken;
    finding.message = "'" + site.entry + "' is new, and ours was moved to '" + moved + "'";
    finding.hint = init_hint(site.name, installed_hooks(folder));
  } else if (old_place != site.entry && holds(old_place, std::string(kBlockBegin))) {
    finding.state = HookState::broken;
    finding.message =
        "it is in '" + old_place + "', but core.hooksPath is " + path_in_quotes(folder.setting);
    finding.hint = init_hint(site.name, installed_hooks(folder));
  } else {
    finding.message = "not installed";
    finding.hint = init_hint(site.name, installed_hooks(folder));
  }
}

/// What can be said without running anything. nullopt: ask git to run it.
std::optional<HookFinding> judge(const git::Repository& repository, const HooksFolder& folder,
                                 const HookSite& site) {
  HookFinding finding{.hook = site.name, .file = site.file};
  if (site.stands_in)
    return std::nullopt;
  if (site.block == BlockState::damaged) {
    finding.state = HookState::broken;
    finding.message = site.obstacle;
    finding.hint = site.way_out.front();
    return finding;
  }
  if (site.block == BlockState::absent) {
    look_elsewhere(repository, folder, site, finding);
    return finding;
  }
  if (!site.executable) {
    finding.state = HookState::broken;
    finding.message = "'" + site.entry + "' is not executable, so git does not run it";
    finding.hint = "'chmod +x " + site.entry + "'";
    return finding;
  }
  if (!site.block_is_first || site.manager == "pre-commit") {
    finding.state = HookState::unproven;
    finding.message = site.manager == "pre-commit" ? "the pre-commit framework runs it"
                                                   : "other lines stand before our block";
    return finding;
  }
  return std::nullopt;
}

git::GitCall probe_call(const std::string& name, const std::string& token) {
  const std::string zero(40, '0');
  git::GitCall call{.args = {"hook", "run", "--ignore-missing", name, "--"},
                    .environment = {{kProbeVariable, token}}};
  if (name == "post-checkout")
    call.args.insert(call.args.end(), {zero, zero, "1"});
  else if (name == "post-rewrite")
    call.args.emplace_back("amend");
  else if (name == "pre-push")
    call.args.insert(call.args.end(), {"origin", "origin"});
  return call;
}

HookFinding judge_answer(const HookSite& site, const Outcome& outcome, const std::string& token) {
  HookFinding finding{.hook = site.name, .file = site.file};
  if (contains(outcome.out + outcome.err, kProbeAnswer + token)) {
    finding.state = HookState::proven;
    finding.message = "git runs it";
    if (!site.current) {
      finding.message += "; its lines are of another version";
      finding.hint = "'git handoff init' brings them up to date";
    }
    return finding;
  }
  finding.state = HookState::broken;
  if (contains(outcome.out + outcome.err, " answers " + token)) {
    finding.message = "another version of git-handoff answers";
    finding.hint = "see which 'git-handoff' comes first in PATH";
  } else {
    finding.message = "git was asked to run it, and this program did not answer";
    finding.hint = "is 'git-handoff' in the PATH of the programs that call git?";
  }
  return finding;
}

}  // namespace

const char* word_of(HookFinding::State state) {
  static constexpr const char* kWords[] = {"absent", "proven", "unproven", "broken"};
  static_assert(std::size(kWords) == static_cast<size_t>(HookState::broken) + 1);
  return kWords[static_cast<size_t>(state)];
}

std::vector<HookFinding> doctor_hooks(const git::Repository& repository) {
  HooksFolder folder = hooks_folder(repository);
  const std::string token = random_hex(8);
  std::vector<HookFinding> findings;
  struct Probe {
    size_t finding;
    HookSite site;
    Child child;
  };
  std::vector<Probe> probes;
  for (const std::string& name : hook_names()) {
    HookSite site = look_at_hook(folder, name);
    std::optional<HookFinding> finding = judge(repository, folder, site);
    if (!finding)
      probes.push_back(
          {findings.size(), std::move(site), repository.git().start(probe_call(name, token))});
    findings.push_back(finding.value_or(HookFinding()));
  }
  for (Probe& probe : probes)
    findings[probe.finding] = judge_answer(probe.site, probe.child.wait(), token);
  return findings;
}

}  // namespace handoff::ops

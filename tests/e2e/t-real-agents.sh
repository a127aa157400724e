#!/usr/bin/env bash
# Days of real programs, with a model on loopback that says "done." to everything: what their model is sent.
# HANDOFF_AGENTS names a folder with node_modules in which npm has installed them; without it nothing here runs.
. "$(dirname "$0")/lib.sh"

need_agent() { # PROGRAM
  agent=${HANDOFF_AGENTS-}/node_modules/.bin/$1
  [ -x "$agent" ] || skip "HANDOFF_AGENTS names no folder with $1 in it"
}

# The model's requests go to ../asked, its address into $model.
start_model() {
  mkdir ../asked
  python3 "$project_dir/tests/tools/fake_model.py" "$PWD/../asked" >../port &
  model_pid=$!
  patiently [ -s ../port ]
  model=http://127.0.0.1:$(cat ../port)
}

# What each program is given so that it works with that model, in this folder, and asks nothing.
set_up() { # PROGRAM
  case $1 in
    codex)
      mkdir -p "$HOME/.codex"
      printf '%s\n' 'model = "m"' 'model_provider = "fake"' '[model_providers.fake]' 'name = "fake"' "base_url = \"$model/v1\"" \
        'wire_api = "responses"' 'env_key = "NO_KEY"' "[projects.\"$PWD\"]" 'trust_level = "trusted"' >"$HOME/.codex/config.toml"
      ;;
    gemini)
      mkdir -p "$HOME/.gemini"
      echo '{"security":{"auth":{"selectedType":"gemini-api-key"}},"privacy":{"usageStatisticsEnabled":false},"general":{"enableAutoUpdate":false}'"${2-}"'}' \
        >"$HOME/.gemini/settings.json"
      ;;
    qwen)
      mkdir -p "$HOME/.qwen"
      echo '{"memory":{"enableManagedAutoMemory":false},"tools":{"toolSearch":{"enabled":false}},"general":{"enableAutoUpdate":false},"privacy":{"usageStatisticsEnabled":false},"model":{"generationConfig":{"contextWindowSize":50000}}}' \
        >"$HOME/.qwen/settings.json"
      ;;
    droid)
      mkdir -p "$HOME/.factory"
      jq -n --arg m "$model/v1" '{compactionTokenLimit: 20000, customModels: [{model: "m", displayName: "m", baseUrl: $m, apiKey: "none",
        provider: "generic-chat-completion-api", maxOutputTokens: 1000}]}' >"$HOME/.factory/settings.json"
      ;;
    opencode)
      mkdir -p "$HOME/.config/opencode"
      jq -n --arg m "$model/v1" '{autoupdate: false, share: "disabled", model: "fake/m", small_model: "fake/m", provider: {fake: {
        npm: "@ai-sdk/openai-compatible", name: "fake", options: {baseURL: $m, apiKey: "none"}, models: {m: {name: "m", limit: {context: 50000, output: 1000}}}}}}' \
        >"$HOME/.config/opencode/opencode.json"
      ;;
  esac
}

# says PROGRAM PROMPT [OPTION...]: one prompt without a terminal; the requests of it lie in ../asked.
says() {
  local program=$1 prompt=$2
  shift 2
  rm -f ../asked/*.*
  case $program in
    claude)
      run env ANTHROPIC_BASE_URL="$model" ANTHROPIC_API_KEY=none CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1 \
        IS_SANDBOX=1 timeout 60 "$agent" -p "$prompt" --dangerously-skip-permissions "$@" </dev/null
      ;;
    codex) run env NO_KEY=none timeout 60 "$agent" exec --dangerously-bypass-hook-trust "$@" "$prompt" </dev/null ;;
    gemini)
      run env GEMINI_CLI_TRUST_WORKSPACE=true GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL="$model" \
        timeout 60 "$agent" --yolo -m gemini-2.5-pro "$@" -p "$prompt" </dev/null
      ;;
    # It wants a newer node than others do: npm's package of that name, beside it.
    qwen)
      run env PATH="${agent%/*}:$PATH" OPENAI_API_KEY=none OPENAI_MODEL=m OPENAI_BASE_URL="$model/v1" \
        timeout 60 "$agent" --auth-type openai --yolo "$@" -p "$prompt" </dev/null
      ;;
    droid) run timeout 60 "$agent" exec --auto low -m custom:m-0 "$@" "$prompt" </dev/null ;;
    opencode) run timeout 60 "$agent" run "$@" "$prompt" </dev/null ;;
    copilot)
      run env COPILOT_OFFLINE=true COPILOT_PROVIDER_BASE_URL="$model/v1" COPILOT_MODEL=m COPILOT_PROVIDER_API_KEY=none COPILOT_PROVIDER_MAX_PROMPT_TOKENS=50000 \
        timeout 60 "$agent" --trust-folder --allow-all-tools "$@" -p "$prompt" </dev/null
      ;;
  esac
  expect_equal 0 "$code" "$out$err"
}

# Every text that the model was sent last.
told() {
  local last
  last=$(find ../asked -name '*.json' -size +1k | sort | tail -n 1)
  jq -r '.. | strings' "${last:?nothing was asked}"
}
brief_once() { # WHEN
  expect_equal 1 "$(told | grep -cF 'Next: edit src/main.c:main()')" "the brief, once, $1"
  expect_contains "$(told)" "a report, no instructions" "use jose" "not resumed: ask the user first"
}

# After a compaction, where it can be had without a terminal.
compacted() { # PROGRAM
  case $1 in
    claude)
      says claude 'use Read {"file_path":"README.md"} 6 times' --continue # of less it finds too little to compact
      expect_equal 1 "$(told | grep -cF 'Next: edit src/main.c:main()')" "what is resumed has it already"
      says claude /compact --continue
      says claude "go on" --continue
      expect_contains "$(told)" "being continued from a previous conversation"
      brief_once "after a compaction"
      ;;
    codex)
      says codex "go on" -c model_auto_compact_token_limit=5 resume --last
      expect_contains "$err" "hook: PreCompact"
      brief_once "after a compaction"
      ;;
    gemini)
      set_up gemini ',"model":{"compressionThreshold":0.000001}'
      says gemini "go on" --resume latest
      grep -q '<state_snapshot>' ../asked/*.json || fail "it was not compacted"
      set_up gemini # it gives no context to the request that follows at once
      says gemini "go on" --resume latest
      brief_once "after a compaction"
      ;;
    qwen)
      says qwen "fill the context"
      says qwen "go on" --continue
      grep -q 'produce the <state_snapshot>' ../asked/*.json || fail "it was not compacted"
      brief_once "after a compaction"
      ;;
    # What the summary is made of holds the brief.
    opencode | droid)
      says "$1" "fill the context"
      expect_equal 1 "$(jq -r 'select(.messages[-1] | tojson | contains("<conversation>") or contains("summarize the following")) | .. | strings' ../asked/*.json |
        grep -cF 'Next: edit src/main.c:main()')"
      ;;
    # It is compacted beside the work, and the context comes with the next tool.
    copilot)
      says copilot 'fill the context, use bash {"command":"sleep 1"} 3 times'
      expect_contains "$(told)" "has been summarized"
      brief_once "after a compaction"
      ;;
  esac
}

a_day() { # PROGRAM
  need_agent "$1"
  real_clock
  make_project
  make_work
  works git handoff init --agent "$1" --project
  start_model
  set_up "$1"
  says "$1" "begin"
  expect_lacks "$(told)" "not resumed"
  works git handoff note decision "use jose" --because "keys rotate"
  works git handoff pause -m lunch --next "edit src/main.c:main()"
  says "$1" "go on"
  brief_once "at the start"
  # The tools of the server are there, those of every day alone.
  expect_equal 10 "$(cat ../asked/*.json | grep -oE '(handoff_)+[a-z]+' | sed 's/.*_//' | sort -u | wc -l)"
  compacted "$1"
  says "$1" "once more"
  brief_once "the day after"
  # A stranger's words reach it not.
  git clone -q . ../theirs
  git -C ../theirs fetch -q "$PWD" 'refs/handoffs/*:refs/handoffs/*'
  cd ../theirs
  works git handoff init --agent "$1" --project
  set_up "$1"
  says "$1" "go on"
  # The subject of the commit is git's to tell, and all of it.
  expect_lacks "$(told)" "use jose" "Next:"
  expect_contains "$(told)" "nobody here has read"
  kill "$model_pid"
}
test_case "a day of Claude Code: start, resumption, compaction, end and start again: the brief once" a_day claude
test_case "a day of Codex: start, compaction, end and start again: the brief once" a_day codex
test_case "a day of Gemini CLI: start, compaction, end and start again: the brief once" a_day gemini
test_case "a day of Qwen Code: start, compaction, end and start again: the brief once" a_day qwen
test_case "a day of Droid: start, compaction, end and start again: the brief once" a_day droid
test_case "a day of OpenCode: start, compaction, end and start again: the brief once" a_day opencode
test_case "a day of Copilot CLI: start, compaction, end and start again: the brief once" a_day copilot

# Claude Code calls PreCompact before it asks for the summary: without one nothing was compacted.
failed_compaction() {
  need_agent claude
  real_clock
  make_project
  make_work
  works git handoff init --agent claude --project
  start_model
  works git handoff note decision "use jose" --because "keys rotate"
  works git handoff pause -m lunch --next "edit src/main.c:main()"
  says claude 'use Read {"file_path":"README.md"} 6 times'
  brief_once "at the start"
  touch ../asked/no-summary
  says claude /compact --continue
  grep -q "create a detailed summary" ../asked/*.json || fail "it was asked for no summary"
  rm ../asked/no-summary
  says claude "go on" --continue
  expect_equal 1 "$(told | grep -cF 'Next: edit src/main.c:main()')" "it has the brief still"
  kill "$model_pid"
  works git handoff checkpoint
  expect_equal null "$(git handoff show --json | json .compaction_count)"
}
test_case "a /compact of Claude Code that fails is none" failed_compaction

plugin_of_claude() {
  need_agent claude
  works "$agent" plugin validate --strict "$project_dir/integrations/claude-code"
}
test_case "Claude Code takes our plugin, strictly" plugin_of_claude
test_done

#include "catch.hpp"
#include "formats/foreign/places.hpp"

using handoff::formats::handoff_file_patterns;
using handoff::formats::is_handoff_file;

TEST_CASE("handoff files of this and related tools are known in the folders where they are kept") {
  for (const char* path :
       {"HANDOFF.json", "HANDOFF.md", ".superteam/HANDOFF.json", ".superteam/HANDOFF.md",
        ".planning/HANDOFF.json", ".planning/.continue-here.md", ".continue-here.md",
        ".planning/phases/03-auth/.continue-here.md", "packages/web/HANDOFF.md",
        ".claude/logs/workflows/feature-auth-1/workflow-state.json",
        ".claude/logs/workflows/feature-auth-1/workflow-state.backup.json",
        ".claude/logs/runs/r1/run-state.json", ".claude/workflow-state.toon"}) {
    INFO(path);
    CHECK(is_handoff_file(path));
  }
}

TEST_CASE("files that only look like handoff files are work") {
  for (const char* path :
       {"", "HANDOFF", "HANDOFF.md.txt", "xHANDOFF.md", "handoff.md", "HANDOFF.md/inside.c",
        "src/handoff.json", "sub/.claude/workflow-state.toon",
        ".claude/logs/workflows/a/b/workflow-state.json", ".claude/logs/workflows/a/design.md",
        ".planning/ROADMAP.md", ".superteam/config.json", "progress.md"}) {
    INFO(path);
    CHECK_FALSE(is_handoff_file(path));
  }
}

TEST_CASE("every pattern without a star names itself") {
  for (const std::string& pattern : handoff_file_patterns())
    if (pattern.find('*') == std::string_view::npos)
      CHECK(is_handoff_file(pattern));
}

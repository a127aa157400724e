// Runs the kept corpus through the targets in an ordinary build, so that the test suite needs
// neither clang nor sanitizers; and a fixed number of mutations of each file, always the same.
//
//   fuzz-replay [--mutations N] CORPUS      CORPUS/<target>/<file>
//   fuzz-replay --list                      names of the targets
//   fuzz-replay --target NAME FILE...
//
// HANDOFF_FUZZ_LAST names a file that gets each mutation before it is run, so that it holds the one
// that crashed.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "targets.hpp"

namespace {

using handoff::fuzz::Target;

std::vector<const Target*> all_targets() {
  std::vector<const Target*> all;
  for (std::span<const Target> targets :
       {handoff::fuzz::format_targets(), handoff::fuzz::store_targets(),
        handoff::fuzz::text_targets()})
    for (const Target& target : targets)
      all.push_back(&target);
  return all;
}

/// Cuts, doubles and changes bytes; what the readers look for is put in more often than chance
/// would.
std::string mutated(std::string bytes, std::mt19937& random) {
  static constexpr std::string_view kPieces[] = {"\"",       "{",
                                                 "}",        "[",
                                                 "]",        ":",
                                                 ",",        "\n",
                                                 "\r",       "\t",
                                                 "\\",       "\\u",
                                                 "\\ud800",  "- ",
                                                 "  ",       "#",
                                                 "|",        "`",
                                                 "```",      "\xff",
                                                 "\xc2\x9b", "\xe2\x80\xae",
                                                 "\x1b",     "-1",
                                                 "1e999",    "99999999999999999999",
                                                 "/",        "..",
                                                 "&a",       "*a",
                                                 "<!--"};
  auto at = [&](size_t size) { return size == 0 ? 0 : random() % size; };
  for (size_t edits = 1 + random() % 4; edits > 0; --edits) {
    size_t place = at(bytes.size());
    switch (random() % 5) {
      case 0:
        if (!bytes.empty())
          bytes[place] = static_cast<char>(random());
        break;
      case 1:
        bytes.erase(place, 1 + at(16));
        break;
      case 2:
        bytes.insert(place, bytes.substr(at(bytes.size()), at(64)));
        break;
      case 3:
        bytes.resize(place);
        break;
      default: {
        std::string_view piece = kPieces[random() % std::size(kPieces)];
        bytes.insert(place, piece);
      }
    }
  }
  return bytes;
}

/// Runs one file and its mutations; gives how many inputs that were.
size_t run_file(const Target& target, const std::string& path, size_t mutations) {
  std::string bytes = handoff::read_file(path).value_or("");
  std::fprintf(stderr, "%s\r", path.c_str());  // the last one named is the one that crashed
  target.run(bytes);
  std::mt19937 random(20260324);
  const char* keep = std::getenv("HANDOFF_FUZZ_LAST");
  for (size_t i = 0; i < mutations; ++i) {
    std::string input = mutated(bytes, random);
    if (keep != nullptr)
      handoff::write_file_atomic(keep, input);
    target.run(input);
  }
  return 1 + mutations;
}

int run_corpus(const std::string& corpus, size_t mutations) {
  bool complete = true;
  for (const Target* target : all_targets()) {
    std::string folder = handoff::join_path(corpus, target->name);
    size_t files = 0, inputs = 0;
    for (const std::string& name : handoff::list_folder(folder)) {
      inputs += run_file(*target, handoff::join_path(folder, name), mutations);
      ++files;
    }
    std::printf("%s: %zu files, %zu inputs\n", std::string(target->name).c_str(), files, inputs);
    complete = complete && files > 0;
  }
  return complete ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  try {
    if (args.size() == 1 && args[0] == "--list") {
      for (const Target* target : all_targets())
        std::puts(std::string(target->name).c_str());
      return 0;
    }
    if (args.size() >= 3 && args[0] == "--target") {
      const Target* target = handoff::fuzz::find_target(args[1]);
      if (target == nullptr)
        handoff::fail_usage("no target '" + args[1] + "'");
      for (size_t i = 2; i < args.size(); ++i)
        run_file(*target, args[i], 0);
      return 0;
    }
    size_t mutations = 0;
    if (args.size() == 3 && args[0] == "--mutations") {
      mutations = std::strtoul(args[1].c_str(), nullptr, 10);
      args.erase(args.begin(), args.begin() + 2);
    }
    if (args.size() == 1)
      return run_corpus(args[0], mutations);
  } catch (const handoff::Failure& failure) {
    std::fprintf(stderr, "fatal: %s\n", failure.message().c_str());
    return 128;
  }
  std::fputs("usage: fuzz-replay [--mutations N] CORPUS | --list | --target NAME FILE...\n",
             stderr);
  return 129;
}

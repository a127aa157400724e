#include "cli/command/cli.hpp"

int main(int argc, char** argv) { return handoff::cli::run(argc, argv); }

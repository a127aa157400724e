// Version 2 makes main() here; version 3 brings it as a library.
#define CATCH_CONFIG_MAIN
#include "catch.hpp"

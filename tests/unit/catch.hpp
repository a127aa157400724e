#pragma once

// The one place that knows which Catch2 this is: Debian 12 has version 2, later releases version 3.
#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

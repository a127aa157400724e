#pragma once

// The one place that knows which Catch2 this is: Debian 12 has version 2.
#include <catch2/catch.hpp>

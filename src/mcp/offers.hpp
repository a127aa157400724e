#pragma once

#include <string>

#include "git/repo/repository.hpp"
#include "model/json.hpp"

namespace handoff::mcp {

// What a person picks in a client: prompts, and records as resources. Both say what the tools say,
// by the tools' own ways: nothing that nobody here has read. All throw a Failure for what is not
// there.

Json list_of_prompts();
Json prompt(const git::Repository& repository, const std::string& name, const Json& arguments);

/// This branch's, and each live one by its id.
Json list_of_resources(const git::Repository& repository);
Json resource_templates();
Json resource(const git::Repository& repository, const std::string& uri);

}  // namespace handoff::mcp

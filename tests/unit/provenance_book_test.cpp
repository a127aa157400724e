#include "ops/records/provenance_book.hpp"

#include <cstdlib>

#include "base/files.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "ops/records/store.hpp"
#include "scratch.hpp"

using namespace handoff;
using model::Origin;
using ops::ProvenanceBook;
using ops::TextOrigins;

namespace {

std::string numbered_oid(size_t number) {
  std::string digits = std::to_string(number);
  return std::string(40 - digits.size(), '0') + digits;
}

constexpr const char* kTree = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
TextOrigins all_mine() { return {.snapshot = Origin::mine, .rest = Origin::mine}; }

/// A repository, and a key of the user's.
struct KeyedRepository {
  KeyedRepository() {
    if (std::getenv("XDG_STATE_HOME") == nullptr)
      setenv("XDG_STATE_HOME", scratch.path("state").c_str(), 1);
    scratch.git({"init", "-q"});
    scratch.git({"commit", "-q", "--allow-empty", "-m", "c"});
    head = scratch.git({"rev-parse", "HEAD"});
    repository.emplace(git::Repository::open(scratch.path()));
    file = join_path(repository->layout().shared_dir(), "provenance");
  }
  std::shared_ptr<const ProvenanceBook> book() const { return ProvenanceBook::of(*repository); }

  test::Scratch scratch = {};
  std::optional<git::Repository> repository = {};
  std::string head = {};
  std::string file = {};
};

}  // namespace

TEST_CASE("of a tree that was written down twice each text is as low as it was once") {
  KeyedRepository at;
  ops::write_version(
      *at.repository, numbered_oid(1), kTree,
      {.snapshot = Origin::mine, .rest = Origin::mine, .texts = {{"h1", Origin::read}}});
  CHECK(at.book()->of_tree(kTree)->lowest() == Origin::read);
  ops::write_version(*at.repository, numbered_oid(2), kTree,
                     {.snapshot = Origin::read,
                      .rest = Origin::trusted,
                      .texts = {{"h1", Origin::mine}, {"h2", Origin::stranger}}});
  const TextOrigins both = *at.book()->of_tree(kTree);
  CHECK(both.snapshot == Origin::read);
  CHECK(both.rest == Origin::trusted);
  CHECK(both.texts.at("h1") == Origin::read);
  CHECK(both.texts.at("h2") == Origin::stranger);
  CHECK(at.book()->of_commit(numbered_oid(1))->lowest() == Origin::read);
  CHECK(at.book()->of_tree(numbered_oid(3)) == nullptr);
}

TEST_CASE("a line of the book without its seal says nothing") {
  KeyedRepository at;
  ops::write_version(*at.repository, at.head, kTree, all_mine());
  ops::write_read(*at.repository, {"h3", "h4"});
  CHECK(at.book()->of_tree(kTree)->is_mine());
  CHECK(at.book()->is_read("h4"));
  CHECK_FALSE(at.book()->is_read("h5"));
  const std::string text = *read_file(at.file);
  for (auto [from, to] : {std::pair("h4 ", "h5 "), std::pair(kTree, numbered_oid(4).c_str())}) {
    std::string forged = text;
    forged.replace(forged.find(from), std::string_view(from).size(), to);
    write_file_atomic(at.file, forged);
    CHECK_FALSE(at.book()->is_read("h5"));
    CHECK(at.book()->of_tree(numbered_oid(4)) == nullptr);
  }
  write_file_atomic(at.file, "version\nread\nversion a b c d e\n\nread x\n");
  CHECK(at.book()->of_commit("a") == nullptr);
  CHECK_FALSE(at.book()->is_read("x"));
}

TEST_CASE("gc forgets the versions that are gone, and neither what was read nor what is at work") {
  KeyedRepository at;
  constexpr size_t kGone = 300, kNewest = 256;
  ops::Store store(*at.repository);
  ops::write_read(*at.repository, {"h6"});
  ops::write_version(*at.repository, at.head, kTree, all_mine());
  for (size_t i = 1; i <= kGone; ++i)
    ops::write_version(*at.repository, numbered_oid(i), numbered_oid(kGone + i), all_mine());
  ops::compact_provenance(*at.repository, store.objects());
  CHECK(at.book()->is_read("h6"));
  CHECK(at.book()->of_tree(kTree) != nullptr);
  CHECK(at.book()->of_commit(numbered_oid(1)) == nullptr);
  CHECK(at.book()->of_commit(numbered_oid(kGone - kNewest)) == nullptr);
  CHECK(at.book()->of_commit(numbered_oid(kGone - kNewest + 1)) != nullptr);
  CHECK(at.book()->of_commit(numbered_oid(kGone)) != nullptr);
  CHECK(split_lines(*read_file(at.file)).size() == kNewest + 2);
}

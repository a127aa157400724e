// Links if a static libgit2 has all that it needs; configured by Libgit2.cmake, never run.
#include <git2.h>

int main() {
  git_repository* repository = nullptr;
  git_oid oid;
  git_libgit2_init();
  int error = git_repository_open_ext(&repository, ".", 0, nullptr);
  error |= git_reference_name_to_id(&oid, repository, "HEAD");
  git_repository_free(repository);
  git_libgit2_shutdown();
  return error;
}

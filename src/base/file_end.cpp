#include "base/file_end.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff {

FileEnd read_file_end(const std::string& path, size_t max_bytes) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0 || static_cast<size_t>(info.st_size) <= max_bytes)
    return {.text = read_file(path).value_or("")};
  UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file || lseek(file.get(), info.st_size - static_cast<off_t>(max_bytes), SEEK_SET) < 0)
    fail("cannot read '" + printable(path) + "': " + errno_text());
  std::string text = read_all(file.get());
  const size_t line = text.find('\n');
  return {.text = line == std::string::npos ? std::string() : text.substr(line + 1), .cut = true};
}

}  // namespace handoff

// Reads what `git cat-file --batch` prints (`<name> blob <size>`, the bytes, a line end), and prints
// `<name> <rule>` for each secret that the rules find. -r: with the rules for records.
#include <iostream>
#include <string>

#include "formats/secrets/secrets.hpp"

int main(int argc, char** argv) {
  using handoff::formats::SecretScope;
  const bool record = argc > 1 && std::string(argv[1]) == "-r";
  std::string name, kind;
  size_t size = 0, files = 0, bytes = 0;
  while (std::cin >> name >> kind >> size) {
    std::cin.get();
    std::string text(size, '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(size));
    ++files;
    bytes += size;
    for (const auto& hit :
         handoff::formats::find_secrets(text, record ? SecretScope::record : SecretScope::file))
      std::cout << name << ' ' << hit.rule << ' ' << hit.line << '\n';
  }
  std::cerr << files << " files, " << bytes / 1000000 << " MB\n";
}

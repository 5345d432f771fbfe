// Writes every target's seeds into FOLDER/<target>/, where the fuzzers start.
#include <cstdio>
#include <filesystem>

#include "fuzz/seeds.h"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  for (const tonegate::fuzz::Target& target : tonegate::fuzz::Targets()) {
    const std::filesystem::path folder = std::filesystem::path(arguments[1]) / target.name;
    std::filesystem::create_directories(folder);
    for (size_t i = 0; i < target.seeds.size(); ++i) {
      std::FILE* file = std::fopen((folder / ("seed" + std::to_string(i))).c_str(), "wb");
      if (file == nullptr) return 1;
      std::fwrite(target.seeds[i].data(), 1, target.seeds[i].size(), file);
      std::fclose(file);
    }
  }
  return 0;
}

// Every parser against damaged inputs, the same in every run. scripts/fuzz.mjs does the long search.
#include <algorithm>
#include <array>
#include <string>

#include "check.h"
#include "fuzz/seeds.h"

namespace tonegate::test {
namespace {

constexpr int kRoundsPerSeed = 150;

uint8_t InterestingByte(Random* random) {
  constexpr std::array<uint8_t, 8> kBytes = {0, 1, 0x7F, 0x80, 0xFE, 0xFF, 'O', 'd'};
  return random->Below(2) == 0 ? kBytes[random->Below(kBytes.size())] : static_cast<uint8_t>(random->Next());
}

// Makes one to eight changes of bytes, pieces and length.
File Damage(const File& seed, Random* random) {
  File file = seed;
  for (uint32_t changes = 1 + random->Below(8); changes > 0 && !file.empty(); --changes) {
    const auto size = static_cast<uint32_t>(file.size());
    const auto at = file.begin() + random->Below(size);
    const auto length = std::min<std::ptrdiff_t>(file.end() - at, 1 + random->Below(64));
    switch (random->Below(6)) {
      case 0:
        *at = InterestingByte(random);
        break;
      case 1:
        *at = static_cast<uint8_t>(*at ^ 1 << random->Below(8));
        break;
      case 2:
        file.erase(at, at + length);
        break;
      case 3:
        file.resize(static_cast<size_t>(at - file.begin()));
        break;
      case 4: {
        const File piece(at, at + length);
        file.insert(file.begin() + random->Below(size), piece.begin(), piece.end());
        break;
      }
      default:
        for (auto place = at; place < at + std::min<std::ptrdiff_t>(length, 4); ++place)
          *place = InterestingByte(random);
    }
  }
  return file;
}

}  // namespace
}  // namespace tonegate::test

int main() {
  using namespace tonegate::test;
  for (const tonegate::fuzz::Target& target : tonegate::fuzz::Targets()) {
    const std::string sentence = target.name + " comes back from damaged input";
    Case(sentence.c_str(), [&target] {
      Random random(20261120);
      CHECK(!target.seeds.empty());
      for (const File& seed : target.seeds) {
        target.run(seed);
        for (int round = 0; round < kRoundsPerSeed; ++round) {
          target.run(Damage(seed, &random));
        }
      }
    });
  }
  return Finish();
}

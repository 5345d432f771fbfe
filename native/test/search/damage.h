// Damaged copies of a small file, for the parsers of models.
#ifndef TONEGATE_TEST_DAMAGE_H_
#define TONEGATE_TEST_DAMAGE_H_

#include "test/check.h"
#include "test/samples.h"

namespace tonegate::test {

// Changes every byte of a small file in several ways: the file is refused, or can be walked as before.
template <typename Parse>
void EachDamage(const File& file, const Parse& parse) {
  for (size_t length = 0; length < file.size(); ++length) CHECK(!parse(Bytes(file).first(length)));
  File longer = file;
  longer.resize(file.size() + 8);
  CHECK(!parse(Bytes(longer)));
  size_t refused = 0;
  for (size_t at = 0; at < file.size(); ++at) {
    for (const int change : {1, 0x80, 0xFF}) {
      File damaged = file;
      damaged[at] = static_cast<uint8_t>(damaged[at] ^ change);
      refused += parse(Bytes(damaged)) ? 0 : 1;
    }
  }
  CHECK(refused > file.size() / 4);
}

}  // namespace tonegate::test

#endif  // TONEGATE_TEST_DAMAGE_H_

// Sound models for tests: of any shape, with random weights, or with weights that a test sets.
#ifndef TONEGATE_TEST_SOUND_FILES_H_
#define TONEGATE_TEST_SOUND_FILES_H_

#include <bit>
#include <cmath>
#include <vector>

#include "test/check.h"
#include "test/samples.h"

namespace tonegate::test {

struct SoundShape {
  uint8_t bands = 40;
  uint8_t channels = 16;
  uint8_t first_taps = 2;
  uint8_t taps = 3;
  std::vector<uint8_t> dilation = {1, 3};
  uint8_t look = 2;
  uint8_t outputs = 3;
  uint8_t hidden = 0;
  uint8_t classes = 0;
  uint8_t pool_rows = 5;
  uint8_t pools = 4;
};

inline size_t SoundNumbers(const SoundShape& s) {
  const size_t n = s.channels;
  size_t count = s.first_taps * 40U * n + n + s.dilation.size() * (s.taps * n + n * n + n) + s.outputs * (n + 1U);
  if (s.hidden > 0) count += s.hidden * (2 * n + 1) + s.classes * (s.hidden + 1U);
  return count;
}

// Corrects the checksum after a change.
inline void SealSound(File* file) {
  uint64_t value = 0xCBF29CE484222325U;
  for (size_t i = 0; i < file->size(); ++i) {
    if (i < 28 || i >= 36) value = (value ^ (*file)[i]) * 0x100000001B3U;
  }
  for (size_t i = 0; i < 8; ++i) (*file)[28 + i] = static_cast<uint8_t>(value >> (8 * i));
}

inline File SoundFile(const SoundShape& s, const std::vector<float>& numbers) {
  File file;
  Put(&file, "TGSN");
  PutLe(&file, 1, 2);
  PutLe(&file, 0, 2);
  Put(&file, File{s.bands, s.channels, s.first_taps, s.taps, static_cast<uint8_t>(s.dilation.size()), s.look, s.outputs,
                  s.hidden, s.classes, s.pool_rows, s.pools, 0});
  for (size_t i = 0; i < 8; ++i) file.push_back(i < s.dilation.size() ? s.dilation[i] : 0);
  PutLe(&file, 0, 4);
  PutLe(&file, 0, 4);
  for (const float number : numbers) PutLe(&file, std::bit_cast<uint32_t>(number), 4);
  SealSound(&file);
  return file;
}

inline File SoundFile(const SoundShape& s, uint64_t seed = 1) {
  Random random(seed);
  std::vector<float> numbers(SoundNumbers(s));
  for (float& number : numbers) number = static_cast<float>(random.Unit() - 0.5) * 0.3F;
  return SoundFile(s, numbers);
}

}  // namespace tonegate::test

#endif  // TONEGATE_TEST_SOUND_FILES_H_

#include "core/codec/adpcm.h"

#include <algorithm>
#include <array>

namespace tonegate {
namespace {

constexpr std::array<int16_t, 49> kSteps = {16,  17,  19,  21,  23,  25,   28,   31,   34,   37,  41,  45,  50,
                                            55,  60,  66,  73,  80,  88,   97,   107,  118,  130, 143, 157, 173,
                                            190, 209, 230, 253, 279, 307,  337,  371,  408,  449, 494, 544, 598,
                                            658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552};
constexpr std::array<int8_t, 8> kIndexChange = {-1, -1, -1, -1, 2, 4, 6, 8};
constexpr unsigned kSignBit = 8;
constexpr int kMin = -2048;
constexpr int kMax = 2047;
constexpr int kToSixteenBit = 4;  // shift from 12 to 16 bits

}  // namespace

int AdpcmState::Step(unsigned code) {
  const int step = kSteps[step_index];
  int difference = step >> 3;
  if (code & 4) difference += step;
  if (code & 2) difference += step >> 1;
  if (code & 1) difference += step >> 2;
  value = std::clamp(code & kSignBit ? value - difference : value + difference, kMin, kMax);
  step_index = std::clamp(step_index + kIndexChange[code & 7], 0, static_cast<int>(kSteps.size()) - 1);
  return value;
}

void AdpcmDecoder::Decode(Bytes bytes, std::span<int16_t> out) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    out[2 * i] = static_cast<int16_t>(state_.Step(bytes[i] >> 4) * (1 << kToSixteenBit));
    out[2 * i + 1] = static_cast<int16_t>(state_.Step(bytes[i] & 0xF) * (1 << kToSixteenBit));
  }
}

unsigned AdpcmEncoder::Code(int16_t sample) {
  int difference = (sample >> kToSixteenBit) - state_.value;
  unsigned code = 0;
  if (difference < 0) {
    code = kSignBit;
    difference = -difference;
  }
  const int step = kSteps[state_.step_index];
  for (unsigned bit = 4, part = static_cast<unsigned>(step); bit > 0; bit >>= 1, part >>= 1) {
    if (difference < static_cast<int>(part)) continue;
    code |= bit;
    difference -= static_cast<int>(part);
  }
  state_.Step(code);
  return code;
}

void AdpcmEncoder::Encode(std::span<const int16_t> samples, std::span<uint8_t> out) {
  for (size_t i = 0; i < out.size(); ++i) {
    const unsigned high = Code(samples[2 * i]);
    out[i] = static_cast<uint8_t>(high << 4 | Code(samples[2 * i + 1]));
  }
}

}  // namespace tonegate

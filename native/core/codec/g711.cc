#include "core/codec/g711.h"

#include <array>
#include <bit>

namespace tonegate {
namespace {

constexpr uint8_t kSignBit = 0x80;       // set for positive values
constexpr uint8_t kAlawEvenBits = 0x55;  // G.711 table 1a, note 2
constexpr int kUlawBias = 33;            // in 14-bit steps; makes every segment start at a power of two
constexpr int kUlawMax = 0x1FFF;

constexpr int16_t ExpandAlaw(uint8_t code) {
  const int bits = (code ^ kAlawEvenBits) & 0x7F;
  const int segment = bits >> 4;
  int magnitude = (bits & 0xF) << 4 | 8;  // 8: the middle of the step
  if (segment > 0) magnitude = (magnitude + 0x100) << (segment - 1);
  return static_cast<int16_t>(code & kSignBit ? magnitude : -magnitude);
}

constexpr int16_t ExpandUlaw(uint8_t code) {
  const int bits = ~code & 0x7F;
  const int segment = bits >> 4;
  const int biased = ((bits & 0xF) << 1 | 0x21) << segment;  // 0x21: leading one and the middle of the step
  const int magnitude = (biased - kUlawBias) * 4;
  return static_cast<int16_t>(code & kSignBit ? magnitude : -magnitude);
}

constexpr std::array<int16_t, 256> TableOf(int16_t (*expand)(uint8_t)) {
  std::array<int16_t, 256> table{};
  for (int code = 0; code < 256; ++code) table[code] = expand(static_cast<uint8_t>(code));
  return table;
}

constexpr std::array<int16_t, 256> kAlawTable = TableOf(ExpandAlaw);
constexpr std::array<int16_t, 256> kUlawTable = TableOf(ExpandUlaw);

}  // namespace

int16_t AlawToLinear(uint8_t code) { return kAlawTable[code]; }
int16_t UlawToLinear(uint8_t code) { return kUlawTable[code]; }

uint8_t LinearToAlaw(int16_t sample) {
  // Negative values take the one's complement, so that -1 lies in the first negative step, as in the ITU-T reference.
  const unsigned magnitude = static_cast<unsigned>(sample < 0 ? ~sample : sample);
  const int segment = std::bit_width(magnitude >> 8);
  const unsigned step = magnitude >> (segment == 0 ? 4 : segment + 3) & 0xF;
  const unsigned bits = (sample < 0 ? 0u : kSignBit) | static_cast<unsigned>(segment) << 4 | step;
  return static_cast<uint8_t>(bits ^ kAlawEvenBits);
}

uint8_t LinearToUlaw(int16_t sample) {
  int magnitude = ((sample < 0 ? ~sample : sample) >> 2) + kUlawBias;
  if (magnitude > kUlawMax) magnitude = kUlawMax;
  const int segment = std::bit_width(static_cast<unsigned>(magnitude) >> 6);
  const int bits = segment << 4 | (magnitude >> (segment + 1) & 0xF);
  return static_cast<uint8_t>((~bits & 0x7F) | (sample < 0 ? 0 : kSignBit));
}

void DecodeAlaw(Bytes codes, std::span<int16_t> out) {
  for (size_t i = 0; i < codes.size(); ++i) out[i] = kAlawTable[codes[i]];
}

void DecodeUlaw(Bytes codes, std::span<int16_t> out) {
  for (size_t i = 0; i < codes.size(); ++i) out[i] = kUlawTable[codes[i]];
}

}  // namespace tonegate

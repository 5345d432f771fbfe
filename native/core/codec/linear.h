// Linear PCM as bytes: 16-bit, signed, little-endian, at any alignment.
#ifndef TONEGATE_CORE_CODEC_LINEAR_H_
#define TONEGATE_CORE_CODEC_LINEAR_H_

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/base/byte_reader.h"

namespace tonegate {

// Reads 16-bit samples from bytes. REQUIRES: bytes.size() == 2 * out.size().
inline void DecodeLinear(Bytes bytes, std::span<int16_t> out) {
  if constexpr (std::endian::native == std::endian::little) {
    if (!bytes.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
  } else {
    for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int16_t>(LoadU16Le(&bytes[2 * i]));
  }
}

// Writes 16-bit samples as bytes. REQUIRES: out.size() == 2 * samples.size().
inline void EncodeLinear(std::span<const int16_t> samples, std::span<uint8_t> out) {
  for (size_t i = 0; i < samples.size(); ++i) {
    out[2 * i] = static_cast<uint8_t>(samples[i] & 0xFF);
    out[2 * i + 1] = static_cast<uint8_t>(samples[i] >> 8 & 0xFF);
  }
}

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_LINEAR_H_

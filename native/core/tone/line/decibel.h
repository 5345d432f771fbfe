// Levels and powers in plain arithmetic: mathematical libraries may differ in the last bit between machines, and a
// threshold would reveal that.
#ifndef TONEGATE_CORE_TONE_DECIBEL_H_
#define TONEGATE_CORE_TONE_DECIBEL_H_

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tonegate {

// Level in dBm0 of a power: 10 log10(power) + 3.14, so that a full-scale sine (power 1) has +3.14 dBm0 (ITU-T G.711,
// A-law). Accurate to 1e-4 dB.
inline float LevelDbm0(float power) {
  if (!(power > 1e-13F)) return -126.86F;
  const uint32_t bits = std::bit_cast<uint32_t>(power);
  const float exponent = static_cast<float>(static_cast<int>(bits >> 23) - 127);
  const float m = std::bit_cast<float>((bits & 0x007FFFFFU) | 0x3F800000U);
  // log2 on [1, 2) through atanh's series around sqrt(2).
  const float z = (m - 1.41421356F) / (m + 1.41421356F);
  const float z2 = z * z;
  const float log2 = exponent + 0.5F + z * (2.88539008F + z2 * (0.96179669F + z2 * (0.57707802F + z2 * 0.41219859F)));
  return 3.01029996F * log2 + 3.14F;
}

// Returns 2^x for |x| < 100, with a relative error below 3e-6.
inline float PowerOfTwo(float x) {
  x = std::clamp(x, -100.0F, 100.0F);
  const int whole = static_cast<int>(x + 200.5F) - 200;
  const float y = (x - static_cast<float>(whole)) * 0.69314718F;  // e^y, |y| <= 0.35
  const float e = 1 + y * (1 + y * (0.5F + y * (0.16666667F + y * (0.041666668F + y * 0.0083333338F))));
  return e * std::bit_cast<float>(static_cast<uint32_t>(whole + 127) << 23);
}

// Power ratio of a difference in dB: 10^(db / 10).
inline float PowerRatio(float db) { return PowerOfTwo(db * 0.33219281F); }

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_DECIBEL_H_

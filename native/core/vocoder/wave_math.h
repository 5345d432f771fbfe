// Exponential, sine and cosine in float arithmetic that a compiler can turn into vectors: the same bits on every
// machine, whatever its C library. Series: Abramowitz and Stegun 4.2.1, 4.3.65, 4.3.66.
#ifndef TONEGATE_CORE_VOCODER_WAVE_MATH_H_
#define TONEGATE_CORE_VOCODER_WAVE_MATH_H_

#include <bit>
#include <cstdint>

namespace tonegate {

// Adding this constant rounds to an integer, ties to even; valid below 2^22.
inline constexpr float kRounder = 12582912.0F;

// Returns e^x, correct to 3e-7 of the value. REQUIRES: -80 <= x <= 80.
inline float FastExp(float x) {
  const float shifted = x * 1.44269504F + kRounder;
  const float whole = shifted - kRounder;
  const float r = (x - whole * 0.693359375F) + whole * 2.12194440e-4F;  // |r| <= 0.35
  const float series =
      1 + r * (1 + r * (0.5F + r * (1.0F / 6 + r * (1.0F / 24 + r * (1.0F / 120 + r * (1.0F / 720))))));
  const uint32_t exponent = (std::bit_cast<uint32_t>(shifted) + 127U) << 23;  // the shift drops the bits of the rounder
  return series * std::bit_cast<float>(exponent);
}

// Computes sine and cosine, correct to 1e-6. REQUIRES: |x| <= 1000.
inline void FastSinCos(float x, float* sine, float* cosine) {
  const float shifted = x * 0.636619772F + kRounder;
  const float quarter = shifted - kRounder;
  const uint32_t turn = std::bit_cast<uint32_t>(shifted);
  const float r = ((x - quarter * 1.5703125F) - quarter * 4.83751297e-4F) - quarter * 7.54978995e-8F;  // |r| <= pi/4
  const float q = r * r;
  const float s = r * (1 + q * (-1.0F / 6 + q * (1.0F / 120 + q * (-1.0F / 5040))));
  const float c = 1 + q * (-0.5F + q * (1.0F / 24 + q * (-1.0F / 720 + q * (1.0F / 40320))));
  // They are exchanged in the odd quarters, without a branch, which would prevent vectorisation.
  const uint32_t s_bits = std::bit_cast<uint32_t>(s), c_bits = std::bit_cast<uint32_t>(c);
  const uint32_t exchanged = (s_bits ^ c_bits) & (0U - (turn & 1U));
  *sine = std::bit_cast<float>((s_bits ^ exchanged) ^ ((turn & 2U) << 30));
  *cosine = std::bit_cast<float>((c_bits ^ exchanged) ^ (((turn + 1U) & 2U) << 30));
}

// Noise by counter: value `at` of the stream `seed`, with mean 0 and variance 1 (a sum of four uniform values). Any
// value can be computed without those before it. The mixer is splitmix64 (Steele, Lea, Flood 2014).
inline float NoiseAt(uint64_t seed, uint64_t at) {
  uint64_t z = seed + (at + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  z ^= z >> 31;
  const auto sum = static_cast<int32_t>((z & 0xFFFF) + (z >> 16 & 0xFFFF) + (z >> 32 & 0xFFFF) + (z >> 48));
  constexpr float kScale = 1.7320508F / 65536;  // four uniform values of width 2^16 have the variance 2^32 / 3
  return static_cast<float>(sum - 131070) * kScale;
}

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_WAVE_MATH_H_

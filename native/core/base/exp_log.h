// Natural logarithm and exponential in plain arithmetic: the same bits on every machine, whatever its C library.
// Source of the series: Abramowitz and Stegun, 4.1.27 (artanh form of ln) and 4.2.1 (exp).
#ifndef TONEGATE_CORE_BASE_EXP_LOG_H_
#define TONEGATE_CORE_BASE_EXP_LOG_H_

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tonegate {

inline constexpr float kLogZero = -1e30F;  // stands for ln 0; finite, so that sums of it stay numbers

// Natural logarithm, correct to one unit in the last place. REQUIRES: x is a normal number above 0.
inline float Ln(float x) {
  constexpr double kLn2 = 0.69314718055994530942;
  const auto bits = std::bit_cast<uint32_t>(x);
  // m in [sqrt(1/2), sqrt(2)), so that |s| < 0.172 and s^11 is under 1e-9
  const uint32_t from_half_root = bits - 0x3F3504F3U;
  const int exponent = static_cast<int32_t>(from_half_root) >> 23;
  const double m = std::bit_cast<float>((from_half_root & 0x7FFFFFU) + 0x3F3504F3U);
  const double s = (m - 1) / (m + 1);
  const double q = s * s;
  const double series = 1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9))));
  return static_cast<float>(exponent * kLn2 + 2 * s * series);
}

// Exponential function, correct to 1e-7 of the value; 0 for x < -80. REQUIRES: x <= 80, not NaN.
inline float Exp(float x) {
  if (x < -80) return 0;
  constexpr float kLog2E = 1.44269504088896341F;
  const float turns = x * kLog2E;
  const int whole = static_cast<int>(turns + (turns < 0 ? -0.5F : 0.5F));
  const double r = static_cast<double>(x) - whole * 0.69314718055994530942;  // |r| <= 0.35
  const double series =
      1 + r * (1 + r * (1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r / 5040))))));
  return static_cast<float>(series) * std::bit_cast<float>(static_cast<uint32_t>(whole + 127) << 23);
}

// Returns ln(exp(a) + exp(b)).
inline float LogAdd(float a, float b) {
  const float high = std::max(a, b);
  const float apart = std::min(a, b) - high;
  return apart < -18 ? high : high + Ln(1 + Exp(apart));  // e^-18 is lost in a float beside 1
}

}  // namespace tonegate

#endif  // TONEGATE_CORE_BASE_EXP_LOG_H_

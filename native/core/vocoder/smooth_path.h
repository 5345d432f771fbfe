// SmoothPath: a path through targets that moves little.
//
// It smooths rows of numbers: it finds the rows x that minimise, for each column,
//   sum weight[t] (x[t] - target[t])^2 + sum stiffness[t] (x[t] - x[t - 1])^2.
// The system is tridiagonal and the same for every column: one elimination, then a sweep forward and one back over
// whole rows.
#ifndef TONEGATE_CORE_VOCODER_SMOOTH_PATH_H_
#define TONEGATE_CORE_VOCODER_SMOOTH_PATH_H_

#include <cstddef>
#include <span>
#include <vector>

namespace tonegate {

// Smooths in place. Rows have `width` numbers and are `stride` apart, from `rows` on. stiffness[0] is not read.
// REQUIRES: weight and stiffness have one number for each row; no weight is negative, and some weight is positive.
inline void SmoothPath(std::span<const float> weight, std::span<const float> stiffness, size_t width, size_t stride,
                       float* rows) {
  const size_t count = weight.size();
  std::vector<float> carry(count);  // factor of the next row in each row
  for (size_t t = 0; t < count; ++t) {
    const float back = t == 0 ? 0 : stiffness[t];
    const float ahead = t + 1 == count ? 0 : stiffness[t + 1];
    const float pivot = weight[t] + ahead + back * (1 - (t == 0 ? 0 : carry[t - 1]));
    const float scale = pivot > 0 ? 1 / pivot : 0;
    carry[t] = ahead * scale;
    float* row = rows + t * stride;
    const float* before = row - (t == 0 ? 0 : stride);
    const float own = weight[t] * scale;
    const float from_before = t == 0 ? 0 : back * scale;
    for (size_t i = 0; i < width; ++i) row[i] = own * row[i] + from_before * before[i];
  }
  for (size_t t = count; t-- > 1;) {
    const float* row = rows + t * stride;
    float* before = rows + (t - 1) * stride;
    for (size_t i = 0; i < width; ++i) before[i] += carry[t - 1] * row[i];
  }
}

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_SMOOTH_PATH_H_

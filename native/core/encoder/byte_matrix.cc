#include "core/encoder/byte_matrix.h"

#include <algorithm>
#include <cstdlib>

namespace tonegate {

bool ByteMatrix::Make(std::span<const int8_t> weights, size_t inputs, ByteScale scale, std::span<const float> widths,
                      std::span<const float> bias, ByteMatrix* out) {
  const size_t outputs = widths.size();
  ByteMatrix made;
  made.inputs_ = inputs;
  made.outputs_ = outputs;
  made.quads_ = (inputs + kQuad - 1) / kQuad;
  made.scale_ = scale;
  const size_t columns = made.panels() * kColumns;
  made.packed_.assign(columns * made.quads_ * kQuad, 0);
  made.sums_.assign(columns, 0);
  made.widths_.assign(columns, 0);
  made.bias_.assign(columns, 0);
  std::copy(widths.begin(), widths.end(), made.widths_.begin());
  std::copy(bias.begin(), bias.end(), made.bias_.begin());
  for (size_t k = 0; k < inputs; ++k) {
    for (size_t n = 0; n < outputs; ++n) {
      const int8_t weight = weights[k * outputs + n];
      if (k % 2 == 1 && std::abs(weights[(k - 1) * outputs + n]) + std::abs(weight) > kPairLimit) return false;
      const size_t panel = n / kColumns * made.quads_ * kQuad * kColumns;
      made.packed_[panel + (k / kQuad * kColumns + n % kColumns) * kQuad + k % kQuad] = weight;
      made.sums_[n] += weight;
    }
  }
  *out = std::move(made);
  return true;
}

}  // namespace tonegate

// ByteMatrix: a learned matrix of 8-bit numbers, multiplied with rows of 8-bit activations.
//
//   out[n] = (sum over k of (row[k] - offset) * weight[k][n]) * widths[n] + bias[n]
// The sum is an integer and exact on every processor, so that every machine gives the same bits. On x86, two products
// are added in 16 bits, so two neighbouring weights of a column (k even, k + 1) must not exceed 128 together in
// absolute value; Make() refuses a matrix that breaks this.
//
// Source of the arithmetic: ONNX MatMulInteger, Cast, Mul and Add.
#ifndef TONEGATE_CORE_ENCODER_BYTE_MATRIX_H_
#define TONEGATE_CORE_ENCODER_BYTE_MATRIX_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tonegate {

// Mapping of activations to bytes: byte = round(value / scale) + offset, from 0 to 255.
struct ByteScale {
  float scale = 1;
  int offset = 0;
};

class ByteMatrix {
 public:
  static constexpr size_t kColumns = 16;  // columns of a panel
  static constexpr size_t kQuad = 4;      // rows of the matrix that are stored side by side
  static constexpr int kPairLimit = 128;

  // Packs a matrix. `weights`: inputs x outputs, row by row. Returns false if two neighbouring weights of a column
  // exceed kPairLimit together. REQUIRES: weights.size() == inputs * outputs; widths.size() == bias.size() == outputs;
  // inputs <= 65,536; 0 <= scale.offset <= 255.
  static bool Make(std::span<const int8_t> weights, size_t inputs, ByteScale scale, std::span<const float> widths,
                   std::span<const float> bias, ByteMatrix* out);

  // Numbers of inputs and outputs.
  size_t inputs() const { return inputs_; }
  size_t outputs() const { return outputs_; }
  // The mapping of the activations that are multiplied.
  ByteScale scale() const { return scale_; }
  // Bytes from one row of activations to the next; bytes after `inputs` have no effect.
  size_t stride() const { return quads_ * kQuad; }

  // Numbers of quads of a column, and of panels.
  size_t quads() const { return quads_; }
  size_t panels() const { return (outputs_ + kColumns - 1) / kColumns; }
  // Weights of a panel: quads x kColumns x kQuad.
  const int8_t* panel(size_t index) const { return &packed_[index * quads_ * kQuad * kColumns]; }
  // Values of a panel's columns (0 after the last column): sums of weights, widths, bias.
  const int32_t* sums(size_t panel) const { return &sums_[panel * kColumns]; }
  const float* widths(size_t panel) const { return &widths_[panel * kColumns]; }
  const float* bias(size_t panel) const { return &bias_[panel * kColumns]; }

 private:
  size_t inputs_ = 0, outputs_ = 0, quads_ = 0;
  ByteScale scale_;
  std::vector<int8_t> packed_;
  std::vector<int32_t> sums_;
  std::vector<float> widths_, bias_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_ENCODER_BYTE_MATRIX_H_

// The inner loops of an encoder, in the fastest form that this processor has. All forms give the same bits.
#ifndef TONEGATE_CORE_ENCODER_LOOPS_H_
#define TONEGATE_CORE_ENCODER_LOOPS_H_

#include <cstddef>
#include <cstdint>

#include "core/encoder/byte_matrix.h"

namespace tonegate {

struct Loops {
  const char* name;

  // out[i] = round(x[i] / scale) + offset, half to even, from 0 to 255. NaN becomes 0.
  void (*quantise)(const float* x, size_t count, ByteScale scale, uint8_t* out);

  // Rows of bytes times a matrix, as floats: row_count x matrix.outputs(). Rows lie matrix.stride() bytes apart.
  void (*product)(const ByteMatrix& matrix, const uint8_t* rows, size_t row_count, float* out);

  // The same, negative values made 0, as bytes of `next`: rows lie `stride` bytes apart.
  // REQUIRES: matrix.outputs() is a multiple of kColumns and stride >= matrix.outputs().
  void (*hidden)(const ByteMatrix& matrix, const uint8_t* rows, size_t row_count, ByteScale next, size_t stride,
                 uint8_t* out);

  // out[t] = context[t + centre] + bias + sum over tap of context[t + tap] * weights[tap], for each of `width` values.
  void (*memory)(const float* context, size_t rows, size_t width, size_t taps, size_t centre, const float* weights,
                 const float* bias, float* out);

  // Each row less its mean, over the root of its variance plus epsilon, times gain, plus bias. In place. Mean and
  // variance are in double precision.
  void (*norm)(float* rows, size_t row_count, size_t width, const float* gain, const float* bias, double epsilon);

  // out[i] = centre[i] + scale[i % width] * update[i].
  void (*residual)(const float* centre, const float* update, size_t rows, size_t width, const float* scale, float* out);

  // Replaces each row by the ln of its softmax.
  void (*log_softmax)(float* rows, size_t row_count, size_t width);
};

// The best for this processor. Chosen once.
const Loops& BestLoops();

// All that run on this processor; the last is the best. For tests.
struct LoopsList {
  const Loops* items[3];
  size_t count;
};
LoopsList AllLoops();

}  // namespace tonegate

#endif  // TONEGATE_CORE_ENCODER_LOOPS_H_

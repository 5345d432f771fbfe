// The inner loops of neural networks, in the fastest form for this processor. All forms give the same bits.
#ifndef TONEGATE_CORE_ENCODER_LOOPS_H_
#define TONEGATE_CORE_ENCODER_LOOPS_H_

#include <cstddef>
#include <cstdint>

#include "core/encoder/byte_matrix.h"

namespace tonegate {

struct Loops {
  const char* name;

  // Quantises values: out[i] = round(x[i] / scale) + offset, half to even, from 0 to 255. NaN becomes 0.
  void (*quantise)(const float* x, size_t count, ByteScale scale, uint8_t* out);

  // Multiplies rows of bytes with a matrix: row_count x matrix.outputs() floats. Rows are matrix.stride() bytes apart.
  void (*product)(const ByteMatrix& matrix, const uint8_t* rows, size_t row_count, float* out);

  // The same with negative values set to 0, as bytes in the scale `next`; output rows are `stride` bytes apart.
  // REQUIRES: matrix.outputs() is a multiple of kColumns and stride >= matrix.outputs().
  void (*hidden)(const ByteMatrix& matrix, const uint8_t* rows, size_t row_count, ByteScale next, size_t stride,
                 uint8_t* out);

  // Depthwise memory: out[t] = context[t + centre] + bias + sum over tap of context[t + tap] * weights[tap], for each
  // of `width` values.
  void (*memory)(const float* context, size_t rows, size_t width, size_t taps, size_t centre, const float* weights,
                 const float* bias, float* out);

  // Normalises each row in place: minus its mean, over the root of its variance plus epsilon, times gain, plus bias.
  // Mean and variance are in double precision.
  void (*norm)(float* rows, size_t row_count, size_t width, const float* gain, const float* bias, double epsilon);

  // Adds an update: out[i] = centre[i] + scale[i % width] * update[i].
  void (*residual)(const float* centre, const float* update, size_t rows, size_t width, const float* scale, float* out);

  // Replaces each row by the natural logarithm of its softmax, in place.
  void (*log_softmax)(float* rows, size_t row_count, size_t width);

  // One step of `width` cells of an LSTM. gates + more: the input, forget, cell and output gates before their
  // functions, `width` of each. Changes `cell`, and sets `state` to the cells' outputs.
  void (*lstm)(const float* gates, const float* more, size_t width, float* cell, float* state);

  // Hyperbolic tangent of each value, in place, to 1e-4.
  void (*tanh)(float* values, size_t count);
};

// The best form for this processor, chosen once.
const Loops& BestLoops();

// All forms that run on this processor; the last one is the best. For tests.
struct LoopsList {
  const Loops* items[3];
  size_t count;
};
// Lists the forms of this processor.
LoopsList AllLoops();

}  // namespace tonegate

#endif  // TONEGATE_CORE_ENCODER_LOOPS_H_

// Stacker: low frame rate. Joins `length` rows into one and goes on by `step` rows.
//
// With padding, it stacks as FunASR's recognisers expect: the first row stands (length - 1) / 2
// more times before itself, and Flush() repeats the last row, so that n rows give ceil(n / step). Without padding a
// row comes out only where all of its parts are there. length 1, step 1: rows pass as they are.
//
// Thread rule: one object per stream. The constructor allocates; Push, Flush and Reset never do.
#ifndef TONEGATE_CORE_FEATURE_STACKER_H_
#define TONEGATE_CORE_FEATURE_STACKER_H_

#include <cstddef>
#include <span>
#include <vector>

namespace tonegate {

struct StackOptions {
  size_t length = 1;  // rows joined, 1 or more
  size_t step = 1;    // rows gone on, 1 to length
  bool pads = true;
};

class Stacker {
 public:
  // REQUIRES: 1 <= step <= length, width > 0.
  Stacker(const StackOptions& options, size_t width);

  size_t out_width() const { return options_.length * width_; }
  size_t MaxRows(size_t rows) const { return (held_ + rows + options_.length) / options_.step + 1; }
  // `in`: whole rows of `width`. Returns the rows written to out, out_width() floats each.
  // REQUIRES: out.size() >= MaxRows(rows in) * out_width().
  size_t Push(std::span<const float> in, std::span<float> out);
  size_t MaxFlush() const { return options_.length / options_.step + 1; }
  // The rows that reach past the end. REQUIRES: out.size() >= MaxFlush() * out_width().
  size_t Flush(std::span<float> out);
  void Reset();

 private:
  void Hold(const float* row);
  // Writes the held rows if there are enough of them, and goes on by one step.
  bool Give(float* out);

  StackOptions options_;
  size_t width_;
  std::vector<float> rows_;  // room for options_.length
  size_t held_ = 0;
  size_t taken_ = 0;  // rows since Reset
  size_t given_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_FEATURE_STACKER_H_

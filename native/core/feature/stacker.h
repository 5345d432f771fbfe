// Stacker: low frame rate. It joins `length` rows into one and advances by `step` rows.
//
// With padding, it stacks as FunASR's recognisers expect: the first row is repeated (length - 1) / 2 times before
// itself, and Flush() repeats the last row, so that n rows give ceil(n / step). Without padding a row is written only
// if all of its parts exist. With length 1 and step 1, rows pass unchanged.
//
// Thread rule: one object per stream. The constructor allocates; Push(), Flush() and Reset() never do.
#ifndef TONEGATE_CORE_FEATURE_STACKER_H_
#define TONEGATE_CORE_FEATURE_STACKER_H_

#include <cstddef>
#include <span>
#include <vector>

namespace tonegate {

struct StackOptions {
  size_t length = 1;  // rows joined, 1 or more
  size_t step = 1;    // rows from one output to the next, 1 to length
  bool pads = true;
};

class Stacker {
 public:
  // `width`: floats of an input row. REQUIRES: 1 <= step <= length, width > 0.
  Stacker(const StackOptions& options, size_t width);

  // Number of floats of an output row.
  size_t out_width() const { return options_.length * width_; }
  // Most rows that Push() can write for `rows` input rows.
  size_t MaxRows(size_t rows) const { return (held_ + rows + options_.length) / options_.step + 1; }
  // Takes whole rows. Returns the number of rows written to out, out_width() floats each. REQUIRES: out.size() >=
  // MaxRows(input rows) * out_width().
  size_t Push(std::span<const float> in, std::span<float> out);
  // Most rows that Flush() can write.
  size_t MaxFlush() const { return options_.length / options_.step + 1; }
  // Writes the rows that reach past the end, and returns their number. REQUIRES: out.size() >= MaxFlush() *
  // out_width().
  size_t Flush(std::span<float> out);
  // Returns to the state of a fresh object.
  void Reset();

 private:
  void Hold(const float* row);
  // Writes a row if enough rows are held, and advances by one step.
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

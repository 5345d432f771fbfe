#include "core/feature/stacker.h"

#include <cstring>

namespace tonegate {

Stacker::Stacker(const StackOptions& options, size_t width)
    : options_(options), width_(width), rows_(options.length * width) {}

void Stacker::Hold(const float* row) {
  std::memcpy(rows_.data() + held_ * width_, row, width_ * sizeof(float));
  ++held_;
}

bool Stacker::Give(float* out) {
  if (held_ < options_.length) return false;
  std::memcpy(out, rows_.data(), rows_.size() * sizeof(float));
  held_ -= options_.step;
  std::memmove(rows_.data(), rows_.data() + options_.step * width_, held_ * width_ * sizeof(float));
  ++given_;
  return true;
}

size_t Stacker::Push(std::span<const float> in, std::span<float> out) {
  const size_t before = given_;
  float* to = out.data();
  for (size_t at = 0; at + width_ <= in.size(); at += width_) {
    const float* row = in.data() + at;
    if (taken_++ == 0 && options_.pads) {
      for (size_t i = 0; i < (options_.length - 1) / 2; ++i) Hold(row);
    }
    Hold(row);
    if (Give(to)) to += out_width();
  }
  return given_ - before;
}

size_t Stacker::Flush(std::span<float> out) {
  if (!options_.pads || taken_ == 0) return 0;
  const size_t before = given_;
  const size_t wanted = (taken_ + options_.step - 1) / options_.step;
  float* to = out.data();
  while (given_ < wanted) {
    // A step may have dropped all rows: then nothing is left to output.
    if (held_ == 0) break;
    Hold(rows_.data() + (held_ - 1) * width_);
    if (Give(to)) to += out_width();
  }
  return given_ - before;
}

void Stacker::Reset() { held_ = taken_ = given_ = 0; }

}  // namespace tonegate

// BitReader: reads bits of untrusted bytes, high bit first, and never past the end.
#ifndef TONEGATE_CORE_BASE_BIT_READER_H_
#define TONEGATE_CORE_BASE_BIT_READER_H_

#include <cstddef>

#include "core/base/byte_reader.h"

namespace tonegate {

class BitReader {
 public:
  // Reads from the first bit of `bytes`, which must outlive the reader.
  explicit BitReader(Bytes bytes) : bytes_(bytes) {}

  // Number of bits that are left.
  size_t remaining() const { return bytes_.size() * 8 - position_; }
  // Returns the next `count` bits as a number, without taking them. REQUIRES: count <= min(remaining(), 32).
  unsigned Peek(size_t count) const {
    unsigned value = 0;
    for (size_t at = position_; at < position_ + count; ++at)
      value = value << 1 | (bytes_[at / 8] >> (7 - at % 8) & 1u);
    return value;
  }
  // Takes the next `count` bits and returns them as a number. REQUIRES: count <= min(remaining(), 32).
  unsigned Take(size_t count) {
    const unsigned value = Peek(count);
    position_ += count;
    return value;
  }
  // Skips `count` bits. Returns false, and skips none, if fewer are left.
  [[nodiscard]] bool Skip(size_t count) {
    if (count > remaining()) return false;
    position_ += count;
    return true;
  }

 private:
  Bytes bytes_;
  size_t position_ = 0;  // number of the next bit
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_BASE_BIT_READER_H_

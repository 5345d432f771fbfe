// BitReader: bits of bytes that somebody else wrote, high bit first; never past the end.
#ifndef TONEGATE_CORE_BASE_BIT_READER_H_
#define TONEGATE_CORE_BASE_BIT_READER_H_

#include <cstddef>

#include "core/base/byte_reader.h"

namespace tonegate {

class BitReader {
 public:
  explicit BitReader(Bytes bytes) : bytes_(bytes) {}

  size_t remaining() const { return bytes_.size() * 8 - position_; }
  // The next `count` bits as a number, without taking them. REQUIRES: count <= min(remaining(), 32).
  unsigned Peek(size_t count) const {
    unsigned value = 0;
    for (size_t at = position_; at < position_ + count; ++at)
      value = value << 1 | (bytes_[at / 8] >> (7 - at % 8) & 1u);
    return value;
  }
  // REQUIRES: count <= min(remaining(), 32).
  unsigned Take(size_t count) {
    const unsigned value = Peek(count);
    position_ += count;
    return value;
  }
  [[nodiscard]] bool Skip(size_t count) {
    if (count > remaining()) return false;
    position_ += count;
    return true;
  }

 private:
  Bytes bytes_;
  size_t position_ = 0;  // in bits
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_BASE_BIT_READER_H_

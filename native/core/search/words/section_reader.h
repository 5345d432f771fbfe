// SectionReader: reads arrays of little-endian numbers that follow each other in a mapped model file, each at a
// multiple of 8 bytes. It gives views that read the mapping in place; the memory of a view need not be aligned. See
// docs/model-formats.md.
#ifndef TONEGATE_CORE_SEARCH_SECTION_READER_H_
#define TONEGATE_CORE_SEARCH_SECTION_READER_H_

#include <bit>

#include "core/base/byte_reader.h"

namespace tonegate {

template <typename T>
class ArrayView {
 public:
  ArrayView() = default;
  // A view of the numbers that begin at `first`.
  explicit ArrayView(const uint8_t* first) : first_(first) {}
  // The number at an index. REQUIRES: at is below the count with which the array was read.
  T operator[](size_t at) const {
    if constexpr (sizeof(T) == 1) return first_[at];
    if constexpr (sizeof(T) == 2) return LoadU16Le(first_ + 2 * at);
    if constexpr (sizeof(T) == 4) return std::bit_cast<T>(LoadU32Le(first_ + 4 * at));
  }
  // The first byte of the array.
  const uint8_t* data() const { return first_; }

 private:
  const uint8_t* first_ = nullptr;
};

class SectionReader {
 public:
  // Reads from the first byte of `bytes`, which must outlive the views.
  explicit SectionReader(Bytes bytes) : reader_(bytes) {}

  // Takes `count` numbers after the padding. Returns false if there are too few bytes.
  template <typename T>
  [[nodiscard]] bool Take(size_t count, ArrayView<T>* out) {
    Bytes padding, array;
    if (!reader_.Take((8 - reader_.position() % 8) % 8, &padding)) return false;
    if (count > reader_.remaining() / sizeof(T) || !reader_.Take(count * sizeof(T), &array)) return false;
    *out = ArrayView<T>(array.data());
    return true;
  }
  // Number of bytes that are left.
  size_t remaining() const { return reader_.remaining(); }

 private:
  ByteReader reader_;
};

// True if the ends of ranges ascend from `first` to `last`. REQUIRES: ends holds count + 1 numbers.
inline bool RangesAreSound(const ArrayView<uint32_t>& ends, size_t count, uint32_t first, uint32_t last) {
  if (ends[0] != first || ends[count] != last) return false;
  for (size_t i = 0; i < count; ++i) {
    if (ends[i] > ends[i + 1]) return false;
  }
  return true;
}

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_SECTION_READER_H_

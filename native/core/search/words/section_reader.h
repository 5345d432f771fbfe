// SectionReader: arrays of little-endian numbers, one after another in a mapped model file, each begun at a multiple of
// 8 bytes. Gives views that read the mapping in place; a view's memory need not be aligned. See docs/model-formats.md.
#ifndef TONEGATE_CORE_SEARCH_SECTION_READER_H_
#define TONEGATE_CORE_SEARCH_SECTION_READER_H_

#include <bit>

#include "core/base/byte_reader.h"

namespace tonegate {

template <typename T>
class ArrayView {
 public:
  ArrayView() = default;
  explicit ArrayView(const uint8_t* first) : first_(first) {}
  // REQUIRES: at is below the count that the array was read with.
  T operator[](size_t at) const {
    if constexpr (sizeof(T) == 1) return first_[at];
    if constexpr (sizeof(T) == 2) return LoadU16Le(first_ + 2 * at);
    if constexpr (sizeof(T) == 4) return std::bit_cast<T>(LoadU32Le(first_ + 4 * at));
  }
  const uint8_t* data() const { return first_; }

 private:
  const uint8_t* first_ = nullptr;
};

class SectionReader {
 public:
  explicit SectionReader(Bytes bytes) : reader_(bytes) {}

  template <typename T>
  [[nodiscard]] bool Take(size_t count, ArrayView<T>* out) {
    Bytes padding, array;
    if (!reader_.Take((8 - reader_.position() % 8) % 8, &padding)) return false;
    if (count > reader_.remaining() / sizeof(T) || !reader_.Take(count * sizeof(T), &array)) return false;
    *out = ArrayView<T>(array.data());
    return true;
  }
  size_t remaining() const { return reader_.remaining(); }

 private:
  ByteReader reader_;
};

// Do the ends of ranges go up from `first` to `last`? REQUIRES: ends holds count + 1 numbers.
inline bool RangesAreSound(const ArrayView<uint32_t>& ends, size_t count, uint32_t first, uint32_t last) {
  if (ends[0] != first || ends[count] != last) return false;
  for (size_t i = 0; i < count; ++i) {
    if (ends[i] > ends[i + 1]) return false;
  }
  return true;
}

}  // namespace tonegate

#endif  // TONEGATE_CORE_SEARCH_SECTION_READER_H_

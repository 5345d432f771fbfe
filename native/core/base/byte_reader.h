// ByteReader: walks untrusted bytes. Every read tells whether there were enough bytes; nothing is read past the end,
// and a failed read leaves the position as it was.
#ifndef TONEGATE_CORE_BASE_BYTE_READER_H_
#define TONEGATE_CORE_BASE_BYTE_READER_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace tonegate {

using Bytes = std::span<const uint8_t>;

// Numbers from bytes, little-endian (Le) or big-endian (Be). REQUIRES: all bytes of the number exist.
inline uint16_t LoadU16Le(const uint8_t* p) { return static_cast<uint16_t>(p[0] | p[1] << 8); }
inline uint32_t LoadU32Le(const uint8_t* p) { return LoadU16Le(p) | static_cast<uint32_t>(LoadU16Le(p + 2)) << 16; }
inline uint64_t LoadU64Le(const uint8_t* p) { return LoadU32Le(p) | static_cast<uint64_t>(LoadU32Le(p + 4)) << 32; }
inline uint16_t LoadU16Be(const uint8_t* p) { return static_cast<uint16_t>(p[0] << 8 | p[1]); }
inline uint32_t LoadU32Be(const uint8_t* p) { return static_cast<uint32_t>(LoadU16Be(p)) << 16 | LoadU16Be(p + 2); }

class ByteReader {
 public:
  // Reads from the first byte of `bytes`, which must outlive the reader and the views that it gives.
  explicit ByteReader(Bytes bytes) : bytes_(bytes) {}

  // Offset of the next byte.
  size_t position() const { return position_; }
  // Number of bytes that are left.
  size_t remaining() const { return bytes_.size() - position_; }

  // Takes the next `count` bytes as a view. Returns false, and takes none, if fewer are left.
  [[nodiscard]] bool Take(size_t count, Bytes* out) {
    if (count > remaining()) return false;
    *out = bytes_.subspan(position_, count);
    position_ += count;
    return true;
  }
  // Takes a 16-bit big-endian number. Returns false, and takes nothing, if there are too few bytes.
  [[nodiscard]] bool U16Be(uint16_t* out) {
    Bytes field;
    if (!Take(2, &field)) return false;
    *out = LoadU16Be(field.data());
    return true;
  }
  // Takes a 32-bit big-endian number. Returns false, and takes nothing, if there are too few bytes.
  [[nodiscard]] bool U32Be(uint32_t* out) {
    Bytes field;
    if (!Take(4, &field)) return false;
    *out = LoadU32Be(field.data());
    return true;
  }

 private:
  Bytes bytes_;
  size_t position_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_BASE_BYTE_READER_H_

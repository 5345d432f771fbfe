// Status: all results of the native core, as a closed list. The core neither throws nor passes on exceptions.
#ifndef TONEGATE_CORE_BASE_STATUS_H_
#define TONEGATE_CORE_BASE_STATUS_H_

#include <cstdint>

namespace tonegate {

// The numbers are passed to JavaScript: `pushFaults` of src/native/index.ts.
enum class Status : int32_t {
  kOk = 0,
  kEmptySlice = -1,
  kOddByteCount = -2,
  kSliceTooShort = -3,
  kSliceTooLong = -4,
  kPackedHeader = -5,     // fewer than 4 bytes, or a stated length that is 0 or odd
  kPackedTruncated = -6,  // a frame's length runs past the end of the slice
  kPackedFrame = -7,      // the codec refuses a frame
  kPackedDuration = -8,   // the frames do not add up to the stated length
  kEnded = -9,            // Push or Flush after Flush, without Reset
  kUnsupported = -10,     // unknown encoding, or not at that sample rate; unknown form of address
  kNotSent = -11,         // a notice has no listener, or its queue is full
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_BASE_STATUS_H_

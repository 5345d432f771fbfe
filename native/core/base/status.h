// Status: everything that the native core can answer, as a closed list. No exceptions cross or start here.
#ifndef TONEGATE_CORE_BASE_STATUS_H_
#define TONEGATE_CORE_BASE_STATUS_H_

#include <cstdint>

namespace tonegate {

// The numbers cross to JavaScript: `pushFaults` of src/native/index.ts.
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
  kUnsupported = -10,     // no such encoding, or not at that sample rate; no such form of address
  kNotSent = -11,         // the listener of a notice is not there, or has no room
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_BASE_STATUS_H_

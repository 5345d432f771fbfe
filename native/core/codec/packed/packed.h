// Packed slices (`svc_speex`, `svc_opus`): a u32 big-endian length in bytes of the slice's original 16-bit audio, then
// frames, each with a u16 big-endian length and one coded frame. Format: docs/formats.md.
//
// The frames must cover the stated length. Two harmless endings are allowed; in both, the last frame is incomplete: the
// encoder left it out (the frames fall short by less than one frame), or padded it (the last frame begins inside the
// stated length and ends after it). In both cases the last frame is not decoded.
#ifndef TONEGATE_CORE_CODEC_PACKED_H_
#define TONEGATE_CORE_CODEC_PACKED_H_

#include <cstdint>
#include <span>

#include "core/base/byte_reader.h"
#include "core/base/status.h"
#include "core/codec/packed/frame_decoder.h"

namespace tonegate {

inline constexpr size_t kPackedHeaderBytes = 4;
inline constexpr size_t kFrameHeaderBytes = 2;
// Length of the largest packed slice, whatever the caller's limit: it determines the memory of a session.
inline constexpr double kMaxPackedMs = 1000;

struct PackedSlice {
  int64_t stated_ticks = 0;
  size_t frames = 0;  // number of frames to decode
  Bytes body;         // bytes from the first frame header on
  // Stated length in ms.
  double ms() const { return 1000.0 * static_cast<double>(stated_ticks) / kTicksPerSecond; }
};

// Reads the stated length only. `rate_hz`: rate of the original audio (`ar` of encParams). REQUIRES: it divides
// kTicksPerSecond.
Status ReadPackedHeader(Bytes slice, int rate_hz, PackedSlice* out);

// Checks all frame headers of a slice whose header was read, without decoding.
Status CheckPackedFrames(const FrameDecoder& decoder, PackedSlice* slice);

// Decodes the frames that CheckPackedFrames counted. *samples: number of samples written. REQUIRES: out has room for
// the stated length.
Status DecodePackedFrames(const PackedSlice& slice, FrameDecoder* decoder, std::span<int16_t> out, size_t* samples);

// Finds the end of the first slice of a concatenation, in bytes. An incomplete last frame must have been left out.
Status FindPackedEnd(Bytes slices, int rate_hz, const FrameDecoder& decoder, size_t* end);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_PACKED_H_

// Packed slices (`svc_speex`, `svc_opus`): u32 big-endian length in bytes of the slice's original 16-bit audio, then
// frames, each a u16 big-endian length and one coded frame. Format: docs/formats.md.
//
// The frames must cover the stated length. Two harmless ends are allowed, both meaning that a trailing frame is
// incomplete: the encoder left it out (the frames fall short by less than one frame), or padded it (the last frame
// begins inside the stated length and ends after it). Either way that last frame is not decoded.
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
// The largest packed slice that is ever accepted, whatever the caller's limit: it fixes the memory of a session.
inline constexpr double kMaxPackedMs = 1000;

struct PackedSlice {
  int64_t stated_ticks = 0;
  size_t frames = 0;  // to decode
  Bytes body;         // from the first frame header on
  double ms() const { return 1000.0 * static_cast<double>(stated_ticks) / kTicksPerSecond; }
};

// The stated length only. `rate_hz`: of the original audio (encParams `ar`). REQUIRES: it divides kTicksPerSecond.
Status ReadPackedHeader(Bytes slice, int rate_hz, PackedSlice* out);

// Checks every frame header of a slice whose header was read; decodes nothing.
Status CheckPackedFrames(const FrameDecoder& decoder, PackedSlice* slice);

// Decodes the frames that CheckPackedFrames counted. *samples: how many were written.
// REQUIRES: out has room for the stated length.
Status DecodePackedFrames(const PackedSlice& slice, FrameDecoder* decoder, std::span<int16_t> out, size_t* samples);

// Finds the end of the first slice of a concatenation, in bytes. An incomplete trailing frame must have been left out.
Status FindPackedEnd(Bytes slices, int rate_hz, const FrameDecoder& decoder, size_t* end);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_PACKED_H_

// FrameDecoder: what packed slices and Ogg files need of a frame codec. One object per stream and thread.
#ifndef TONEGATE_CORE_CODEC_FRAME_DECODER_H_
#define TONEGATE_CORE_CODEC_FRAME_DECODER_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/byte_reader.h"

namespace tonegate {

// Every frame of both codecs, and every sample at 8, 12, 16, 24, 32 or 48 kHz, is a whole number of these.
inline constexpr int64_t kTicksPerSecond = 96000;

class FrameDecoder {
 public:
  virtual ~FrameDecoder() = default;

  // Back to the state of a fresh object. May allocate; nothing else does.
  virtual void Reset() = 0;
  // Rate of the decoded samples.
  virtual int rate_hz() const = 0;
  // Samples by which a usual encoder and this decoder together are late: the first ones carry no signal.
  virtual size_t delay_samples() const = 0;
  virtual size_t max_frame_samples() const = 0;
  // Length of a frame, without decoding it; 0 when that cannot be read.
  virtual int64_t FrameTicks(Bytes frame) const = 0;
  // Samples written, or 0 when the codec refuses the frame. REQUIRES: out.size() >= max_frame_samples().
  virtual size_t Decode(Bytes frame, std::span<int16_t> out) = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_FRAME_DECODER_H_

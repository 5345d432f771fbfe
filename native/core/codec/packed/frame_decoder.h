// FrameDecoder: the interface of a frame codec for packed slices and Ogg files. One object per stream and thread.
#ifndef TONEGATE_CORE_CODEC_FRAME_DECODER_H_
#define TONEGATE_CORE_CODEC_FRAME_DECODER_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/byte_reader.h"

namespace tonegate {

// Ticks: each frame of both codecs, and each sample at 8, 12, 16, 24, 32 or 48 kHz, has a whole number of them.
inline constexpr int64_t kTicksPerSecond = 96000;

class FrameDecoder {
 public:
  virtual ~FrameDecoder() = default;

  // Returns to the state of a fresh object. Only this may allocate.
  virtual void Reset() = 0;
  // Sample rate of the decoded samples.
  virtual int rate_hz() const = 0;
  // Joint delay of a usual encoder and this decoder, in samples: the first samples carry no signal.
  virtual size_t delay_samples() const = 0;
  // Most samples of one frame.
  virtual size_t max_frame_samples() const = 0;
  // Length of a frame in ticks, without decoding it; 0 if it cannot be read.
  virtual int64_t FrameTicks(Bytes frame) const = 0;
  // Decodes a frame. Returns the number of samples; 0 if the codec refuses the frame. REQUIRES: out.size() >=
  // max_frame_samples().
  virtual size_t Decode(Bytes frame, std::span<int16_t> out) = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_FRAME_DECODER_H_

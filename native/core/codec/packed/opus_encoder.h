// OpusStreamEncoder: encodes Opus through libopus, mono.
#ifndef TONEGATE_CORE_CODEC_OPUS_ENCODER_H_
#define TONEGATE_CORE_CODEC_OPUS_ENCODER_H_

#include <opus/opus.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace tonegate {

class OpusStreamEncoder {
 public:
  // `bitrate`: bits per second, [500, 512000]. `frame_ms`: 2.5, 5, 10, 20, 40, 60, 80, 100 or 120.
  // REQUIRES: IsOpusRate(rate_hz).
  OpusStreamEncoder(int rate_hz, int bitrate, double frame_ms);
  ~OpusStreamEncoder();
  OpusStreamEncoder(const OpusStreamEncoder&) = delete;
  OpusStreamEncoder& operator=(const OpusStreamEncoder&) = delete;

  // Number of samples of a frame.
  size_t frame_samples() const { return frame_samples_; }
  // Encodes a frame. Returns the number of bytes written; 0 if the codec refuses. REQUIRES: frame.size() ==
  // frame_samples().
  size_t Encode(std::span<const int16_t> frame, std::span<uint8_t> out);

 private:
  size_t frame_samples_;
  OpusEncoder* state_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_OPUS_ENCODER_H_

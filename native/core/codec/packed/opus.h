// Opus through libopus, mono. The decoder outputs 8 or 16 kHz directly, whatever the input rate was, so that no
// resampler is needed.
#ifndef TONEGATE_CORE_CODEC_OPUS_H_
#define TONEGATE_CORE_CODEC_OPUS_H_

#include <opus/opus.h>

#include "core/codec/packed/frame_decoder.h"

namespace tonegate {

// True for rates at which libopus encodes and decodes: 8, 12, 16, 24 and 48 kHz.
bool IsOpusRate(int rate_hz);

class OpusStreamDecoder final : public FrameDecoder {
 public:
  // Decodes to rate_hz. REQUIRES: IsOpusRate(rate_hz).
  explicit OpusStreamDecoder(int rate_hz);
  ~OpusStreamDecoder() override;
  OpusStreamDecoder(const OpusStreamDecoder&) = delete;
  OpusStreamDecoder& operator=(const OpusStreamDecoder&) = delete;

  void Reset() override;
  int rate_hz() const override { return rate_hz_; }
  size_t delay_samples() const override;
  size_t max_frame_samples() const override;
  int64_t FrameTicks(Bytes frame) const override;
  size_t Decode(Bytes frame, std::span<int16_t> out) override;
  // Sets the output gain of OpusHead, in 1/256 dB.
  void SetGain(int gain_q8_db);

 private:
  int rate_hz_;
  OpusDecoder* state_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_OPUS_H_

// Opus through libopus, mono. The decoder gives 8 or 16 kHz directly, whatever rate went in: no resampler of ours
// follows.
#ifndef TONEGATE_CORE_CODEC_OPUS_H_
#define TONEGATE_CORE_CODEC_OPUS_H_

#include <opus/opus.h>

#include "core/codec/packed/frame_decoder.h"

namespace tonegate {

// Rates that libopus encodes from and decodes to.
bool IsOpusRate(int rate_hz);

class OpusStreamDecoder final : public FrameDecoder {
 public:
  // REQUIRES: IsOpusRate(rate_hz).
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
  // OpusHead's output gain, in 1/256 dB.
  void SetGain(int gain_q8_db);

 private:
  int rate_hz_;
  OpusDecoder* state_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_OPUS_H_

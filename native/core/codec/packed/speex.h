// Speex through libspeex: narrowband 8 kHz, wideband 16 kHz, ultra-wideband 32 kHz; frames of 20 ms.
#ifndef TONEGATE_CORE_CODEC_SPEEX_H_
#define TONEGATE_CORE_CODEC_SPEEX_H_

#include <speex/speex.h>

#include "core/codec/packed/frame_decoder.h"

namespace tonegate {

// True for 8, 16 and 32 kHz.
bool IsSpeexRate(int rate_hz);
// libspeex's mode for a rate; null if Speex has none.
const SpeexMode* SpeexModeOf(int rate_hz);

class SpeexDecoder final : public FrameDecoder {
 public:
  // Decodes audio of rate_hz. REQUIRES: IsSpeexRate(rate_hz).
  explicit SpeexDecoder(int rate_hz);
  ~SpeexDecoder() override;
  SpeexDecoder(const SpeexDecoder&) = delete;
  SpeexDecoder& operator=(const SpeexDecoder&) = delete;

  void Reset() override;
  int rate_hz() const override { return rate_hz_; }
  size_t delay_samples() const override;
  size_t max_frame_samples() const override { return static_cast<size_t>(rate_hz_ / 50); }
  int64_t FrameTicks(Bytes frame) const override;
  size_t Decode(Bytes frame, std::span<int16_t> out) override { return DecodeSeveral(frame, 1, out); }
  // Decodes a packet of an Ogg file, which holds up to `frames` frames. Returns the number of samples of its whole
  // frames.
  size_t DecodeSeveral(Bytes packet, int frames, std::span<int16_t> out);

 private:
  int layers() const { return rate_hz_ == 8000 ? 0 : rate_hz_ == 16000 ? 1 : 2; }

  int rate_hz_;
  void* state_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_SPEEX_H_

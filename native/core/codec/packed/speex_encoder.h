// SpeexEncoder: encodes Speex; narrowband 8 kHz, wideband 16 kHz, ultra-wideband 32 kHz, in frames of 20 ms.
#ifndef TONEGATE_CORE_CODEC_SPEEX_ENCODER_H_
#define TONEGATE_CORE_CODEC_SPEEX_ENCODER_H_

#include <speex/speex.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace tonegate {

class SpeexEncoder {
 public:
  // `quality`: [0, 10]. REQUIRES: IsSpeexRate(rate_hz).
  SpeexEncoder(int rate_hz, int quality);
  ~SpeexEncoder();
  SpeexEncoder(const SpeexEncoder&) = delete;
  SpeexEncoder& operator=(const SpeexEncoder&) = delete;

  // Number of samples of a frame.
  size_t frame_samples() const { return frame_samples_; }
  // Encodes a frame. Returns the number of bytes written; 0 if they do not fit. REQUIRES: frame.size() ==
  // frame_samples().
  size_t Encode(std::span<const int16_t> frame, std::span<uint8_t> out);

 private:
  size_t frame_samples_;
  SpeexBits bits_;
  void* state_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_SPEEX_ENCODER_H_

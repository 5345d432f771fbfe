#include "core/codec/packed/speex_encoder.h"

#include "core/codec/packed/speex.h"

namespace tonegate {
namespace {

constexpr int kFramesPerSecond = 50;
constexpr int kEncoderComplexity = 2;  // the specification's default for speech

}  // namespace

SpeexEncoder::SpeexEncoder(int rate_hz, int quality)
    : frame_samples_(static_cast<size_t>(rate_hz / kFramesPerSecond)), state_(speex_encoder_init(SpeexModeOf(rate_hz))) {
  speex_bits_init(&bits_);
  speex_encoder_ctl(state_, SPEEX_SET_QUALITY, &quality);
  int complexity = kEncoderComplexity;
  speex_encoder_ctl(state_, SPEEX_SET_COMPLEXITY, &complexity);
}

SpeexEncoder::~SpeexEncoder() {
  speex_bits_destroy(&bits_);
  speex_encoder_destroy(state_);
}

size_t SpeexEncoder::Encode(std::span<const int16_t> frame, std::span<uint8_t> out) {
  speex_bits_reset(&bits_);
  // Some versions of the encoder filter in place; it must not write into the caller's samples.
  int16_t samples[640];
  for (size_t i = 0; i < frame.size(); ++i) samples[i] = frame[i];
  speex_encode_int(state_, samples, &bits_);
  if (static_cast<size_t>(speex_bits_nbytes(&bits_)) > out.size()) return 0;
  return static_cast<size_t>(
      speex_bits_write(&bits_, reinterpret_cast<char*>(out.data()), static_cast<int>(out.size())));
}

}  // namespace tonegate

#include "core/codec/packed/opus_encoder.h"

#include <algorithm>

namespace tonegate {

OpusStreamEncoder::OpusStreamEncoder(int rate_hz, int bitrate, double frame_ms)
    : frame_samples_(static_cast<size_t>(rate_hz * frame_ms / 1000)) {
  int error = OPUS_OK;
  state_ = opus_encoder_create(rate_hz, 1, OPUS_APPLICATION_VOIP, &error);
  opus_encoder_ctl(state_, OPUS_SET_BITRATE(bitrate));
}
OpusStreamEncoder::~OpusStreamEncoder() { opus_encoder_destroy(state_); }

size_t OpusStreamEncoder::Encode(std::span<const int16_t> frame, std::span<uint8_t> out) {
  const opus_int32 bytes = opus_encode(state_, frame.data(), static_cast<int>(frame.size()), out.data(),
                                       static_cast<opus_int32>(out.size()));
  return static_cast<size_t>(std::max(bytes, opus_int32{0}));
}

}  // namespace tonegate

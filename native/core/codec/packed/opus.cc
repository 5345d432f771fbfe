#include "core/codec/packed/opus.h"

#include <algorithm>

namespace tonegate {
namespace {

constexpr int kOpusClockHz = 48000;
constexpr int kMaxFrameMs = 120;
constexpr int kMaxFramesPerPacket = 48;  // RFC 6716, 3.2.5: 120 ms of 2.5 ms
// libopus's encoder in its speech and audio modes looks 6.5 ms ahead; RFC 7845 calls it pre-skip (312 at 48 kHz).
constexpr int kLookAheadMicroseconds = 6500;

}  // namespace

bool IsOpusRate(int rate_hz) {
  return rate_hz == 8000 || rate_hz == 12000 || rate_hz == 16000 || rate_hz == 24000 || rate_hz == 48000;
}

OpusStreamDecoder::OpusStreamDecoder(int rate_hz) : rate_hz_(rate_hz) {
  int error = OPUS_OK;
  state_ = opus_decoder_create(rate_hz, 1, &error);
}
OpusStreamDecoder::~OpusStreamDecoder() { opus_decoder_destroy(state_); }

void OpusStreamDecoder::Reset() { opus_decoder_init(state_, rate_hz_, 1); }

size_t OpusStreamDecoder::delay_samples() const {
  return static_cast<size_t>(static_cast<int64_t>(rate_hz_) * kLookAheadMicroseconds / 1'000'000);
}

size_t OpusStreamDecoder::max_frame_samples() const { return static_cast<size_t>(rate_hz_ / 1000 * kMaxFrameMs); }

int64_t OpusStreamDecoder::FrameTicks(Bytes frame) const {
  if (frame.empty()) return 0;
  // Parses the whole packet like the decoder: a packet that passes here does not fail there.
  const unsigned char* frames[kMaxFramesPerPacket];
  opus_int16 sizes[kMaxFramesPerPacket];
  if (opus_packet_parse(frame.data(), static_cast<opus_int32>(frame.size()), nullptr, frames, sizes, nullptr) <= 0)
    return 0;
  const int samples = opus_packet_get_nb_samples(frame.data(), static_cast<opus_int32>(frame.size()), kOpusClockHz);
  if (samples <= 0 || samples > kOpusClockHz / 1000 * kMaxFrameMs) return 0;
  return samples * (kTicksPerSecond / kOpusClockHz);
}

size_t OpusStreamDecoder::Decode(Bytes frame, std::span<int16_t> out) {
  if (frame.empty()) return 0;  // libopus would take an empty frame for a lost one
  const int samples = opus_decode(state_, frame.data(), static_cast<opus_int32>(frame.size()), out.data(),
                                  static_cast<int>(max_frame_samples()), 0);
  return static_cast<size_t>(std::max(samples, 0));
}

void OpusStreamDecoder::SetGain(int gain_q8_db) { opus_decoder_ctl(state_, OPUS_SET_GAIN(gain_q8_db)); }

}  // namespace tonegate

#include "core/codec/packed/speex.h"

#include "core/codec/packed/speex_frame.h"

namespace tonegate {
namespace {

constexpr int kFramesPerSecond = 50;
// The largest frame is 106 bytes (ultra-wideband, quality 10); user data inside a frame may add some.
constexpr size_t kMaxPacketBytes = 2000;

}  // namespace

const SpeexMode* SpeexModeOf(int rate_hz) {
  switch (rate_hz) {
    case 8000:
      return speex_lib_get_mode(SPEEX_MODEID_NB);
    case 16000:
      return speex_lib_get_mode(SPEEX_MODEID_WB);
    case 32000:
      return speex_lib_get_mode(SPEEX_MODEID_UWB);
    default:
      return nullptr;
  }
}

bool IsSpeexRate(int rate_hz) { return SpeexModeOf(rate_hz) != nullptr; }

SpeexDecoder::SpeexDecoder(int rate_hz) : rate_hz_(rate_hz), state_(speex_decoder_init(SpeexModeOf(rate_hz))) {}
SpeexDecoder::~SpeexDecoder() { speex_decoder_destroy(state_); }

void SpeexDecoder::Reset() {
  // SPEEX_RESET_STATE keeps the pitch memory and the noise seed, so that a second session would differ from the first.
  speex_decoder_destroy(state_);
  state_ = speex_decoder_init(SpeexModeOf(rate_hz_));
}

size_t SpeexDecoder::delay_samples() const {
  // Look-ahead of encoder and decoder, from SPEEX_GET_LOOKAHEAD; measurement agrees to within a sample
  // (docs/why/codecs.md).
  switch (rate_hz_) {
    case 16000:
      return 143 + 80;
    case 32000:
      return 349 + 160;
    default:
      return 40 + 40;
  }
}

int64_t SpeexDecoder::FrameTicks(Bytes frame) const {
  BitReader reader(frame);
  const bool whole = frame.size() <= kMaxPacketBytes && SkipSpeexFrame(&reader, layers());
  return whole ? kTicksPerSecond / kFramesPerSecond : 0;
}

size_t SpeexDecoder::DecodeSeveral(Bytes packet, int frames, std::span<int16_t> out) {
  if (packet.empty() || packet.size() > kMaxPacketBytes) return 0;
  SpeexBits bits{};
  // libspeex only reads a buffer that it does not own.
  speex_bits_set_bit_buffer(&bits, const_cast<uint8_t*>(packet.data()), static_cast<int>(packet.size()));
  BitReader reader(packet);
  size_t count = 0;
  for (int frame = 0; frame < frames; ++frame) {
    if (count + max_frame_samples() > out.size() || !SkipSpeexFrame(&reader, layers())) break;
    // With fewer than 0 bits left, it has read past the end.
    if (speex_decode_int(state_, &bits, &out[count]) != 0 || speex_bits_remaining(&bits) < 0) break;
    count += max_frame_samples();
  }
  return count;
}

}  // namespace tonegate

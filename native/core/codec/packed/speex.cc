#include "core/codec/packed/speex.h"

#include "core/codec/packed/speex_frame.h"

namespace tonegate {
namespace {

constexpr int kFramesPerSecond = 50;
constexpr int kEncoderComplexity = 2;  // the specification's default for speech
// The largest frame is 106 bytes (ultra-wideband, quality 10); user data inside a frame may add some.
constexpr size_t kMaxPacketBytes = 2000;

const SpeexMode* ModeOf(int rate_hz) {
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

}  // namespace

bool IsSpeexRate(int rate_hz) { return ModeOf(rate_hz) != nullptr; }

SpeexDecoder::SpeexDecoder(int rate_hz) : rate_hz_(rate_hz), state_(speex_decoder_init(ModeOf(rate_hz))) {}
SpeexDecoder::~SpeexDecoder() { speex_decoder_destroy(state_); }

void SpeexDecoder::Reset() {
  // SPEEX_RESET_STATE leaves the pitch memory and the noise seed, so that a second session would differ from a first.
  speex_decoder_destroy(state_);
  state_ = speex_decoder_init(ModeOf(rate_hz_));
}

size_t SpeexDecoder::delay_samples() const {
  // Look-ahead of encoder and decoder as SPEEX_GET_LOOKAHEAD tells it; measured to within a sample
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
  // libspeex only reads from a buffer that it does not own.
  speex_bits_set_bit_buffer(&bits, const_cast<uint8_t*>(packet.data()), static_cast<int>(packet.size()));
  BitReader reader(packet);
  size_t count = 0;
  for (int frame = 0; frame < frames; ++frame) {
    if (count + max_frame_samples() > out.size() || !SkipSpeexFrame(&reader, layers())) break;
    // Less than 0 bits left: it read past the end.
    if (speex_decode_int(state_, &bits, &out[count]) != 0 || speex_bits_remaining(&bits) < 0) break;
    count += max_frame_samples();
  }
  return count;
}

SpeexEncoder::SpeexEncoder(int rate_hz, int quality)
    : frame_samples_(static_cast<size_t>(rate_hz / kFramesPerSecond)), state_(speex_encoder_init(ModeOf(rate_hz))) {
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
  // The encoder filters in place in some versions; it must not write into the caller's samples.
  int16_t samples[640];
  for (size_t i = 0; i < frame.size(); ++i) samples[i] = frame[i];
  speex_encode_int(state_, samples, &bits_);
  if (static_cast<size_t>(speex_bits_nbytes(&bits_)) > out.size()) return 0;
  return static_cast<size_t>(
      speex_bits_write(&bits_, reinterpret_cast<char*>(out.data()), static_cast<int>(out.size())));
}

}  // namespace tonegate

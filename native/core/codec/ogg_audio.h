// Ogg Speex and Ogg Opus (RFC 7845) files, whole, to 16-bit samples.
//
// Takes the first Speex or Opus stream of the file, mono only. Opus is decoded straight to 8 kHz (when
// the original had no more) or 16 kHz; Speex keeps its rate. The coder's delay is cut off the beginning and padding
// off the end, so that sample 0 is the first sample of the original. Lost pages become silence of the same length.
#ifndef TONEGATE_CORE_CODEC_OGG_AUDIO_H_
#define TONEGATE_CORE_CODEC_OGG_AUDIO_H_

#include <cstdint>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/message.h"

namespace tonegate {

enum class OggCodec : int32_t { kSpeex = 0, kOpus = 1 };

struct OggAudio {
  OggCodec codec = OggCodec::kSpeex;
  int sample_rate_hz = 0;
  int channels = 0;
  std::vector<int16_t> samples;
};

// False: *why says what is wrong and what would be right. A longer file than max_ms is refused, not cut.
bool DecodeOgg(Bytes file, double max_ms, OggAudio* audio, Message* why);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_OGG_AUDIO_H_

// Decodes whole Ogg Speex and Ogg Opus (RFC 7845) files into 16-bit samples.
//
// It takes the first Speex or Opus stream of the file, mono only. If the file is a chain, the first such stream of each
// link follows that of the link before it; links without one are skipped. Opus is decoded straight to 8 kHz (if the original
// had no more) or 16 kHz; Speex keeps its rate. The coder's delay is cut off at the beginning and padding at the end,
// so that sample 0 is the first sample of the original. Lost pages become silence of the same length.
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

// Decodes `file`. Returns false if it cannot; *why then tells what is wrong and what would be right. A file longer than
// max_ms is refused, not cut.
bool DecodeOgg(Bytes file, double max_ms, OggAudio* audio, Message* why);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_OGG_AUDIO_H_

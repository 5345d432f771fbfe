// WAV: finds the audio in a RIFF, RF64 or BW64 file without trusting its sizes.
//
// It trusts only facts that can be checked against the existing bytes. The RIFF size, byte rate and block size are not
// read at all; a data size of 0 or 0xFFFFFFFF (streaming writers), or one beyond the end, means "to the end". Accepted:
// 16-bit PCM, A-law, mu-law; mono or stereo; the rates of core/resample. Format: docs/formats.md.
#ifndef TONEGATE_CORE_CODEC_WAV_H_
#define TONEGATE_CORE_CODEC_WAV_H_

#include <cstddef>
#include <cstdint>

#include "core/base/byte_reader.h"
#include "core/base/message.h"

namespace tonegate {

enum class WavCoding : int32_t { kLinear = 0, kAlaw = 1, kUlaw = 2 };

struct WavInfo {
  WavCoding coding = WavCoding::kLinear;
  int sample_rate_hz = 0;
  int channels = 0;
  size_t data_offset = 0;
  size_t data_bytes = 0;  // size of the existing whole samples of all channels
};

// Parses `file`. Returns false if it cannot be used; *why then tells what is wrong and what would be right.
bool ParseWav(Bytes file, WavInfo* info, Message* why);

}  // namespace tonegate

#endif  // TONEGATE_CORE_CODEC_WAV_H_

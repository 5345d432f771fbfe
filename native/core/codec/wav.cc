#include "core/codec/wav.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/resample/resampler.h"

namespace tonegate {
namespace {

constexpr size_t kChunkHeaderBytes = 8;
constexpr size_t kFormatBytes = 16;
constexpr size_t kExtensibleBytes = 40;
constexpr uint32_t kUnknownSize = 0xFFFFFFFF;
constexpr uint16_t kTagPcm = 1;
constexpr uint16_t kTagFloat = 3;
constexpr uint16_t kTagAlaw = 6;
constexpr uint16_t kTagUlaw = 7;
constexpr uint16_t kTagExtensible = 0xFFFE;
// The common end of all KSDATAFORMAT_SUBTYPE identifiers; the format tag is in the first two bytes.
constexpr uint8_t kSubFormatEnd[14] = {0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71};

bool Is(Bytes file, size_t at, std::string_view id) {
  return at <= file.size() && file.size() - at >= id.size() && std::memcmp(&file[at], id.data(), id.size()) == 0;
}

// True if a chunk may begin here. Identifiers are four printable characters.
bool LooksLikeChunk(Bytes file, size_t at) {
  if (at > file.size() || file.size() - at < kChunkHeaderBytes) return false;
  return std::all_of(&file[at], &file[at] + 4, [](uint8_t c) { return c >= 0x20 && c < 0x7F; });
}

// The same, and the chunk ends inside the file.
bool HoldsWholeChunk(Bytes file, size_t at) {
  return LooksLikeChunk(file, at) && LoadU32Le(&file[at + 4]) <= file.size() - at - kChunkHeaderBytes;
}

struct Layout {
  bool has_format = false;
  bool has_data = false;
  Bytes format;
  size_t data_offset = 0;
  size_t data_bytes = 0;
};

size_t DataBytes(Bytes file, size_t at, uint32_t claimed, uint64_t ds64_bytes) {
  const size_t rest = file.size() - at;
  if (claimed == kUnknownSize && ds64_bytes > 0) return static_cast<size_t>(std::min<uint64_t>(ds64_bytes, rest));
  // A writer that never went back to fill in the size leaves 0; an empty data chunk may be followed by other chunks.
  if (claimed == 0) return HoldsWholeChunk(file, at) ? 0 : rest;
  return std::min<size_t>(claimed, rest);
}

Layout FindChunks(Bytes file) {
  Layout layout;
  uint64_t ds64_bytes = 0;
  size_t at = 12;
  while (file.size() - at >= kChunkHeaderBytes && !(layout.has_format && layout.has_data)) {
    const uint32_t claimed = LoadU32Le(&file[at + 4]);
    const size_t body = at + kChunkHeaderBytes;
    size_t bytes = std::min<size_t>(claimed, file.size() - body);
    if (Is(file, at, "ds64") && bytes >= 16) {
      ds64_bytes = LoadU64Le(&file[body + 8]);
    } else if (Is(file, at, "fmt ") && !layout.has_format) {
      layout.has_format = true;
      layout.format = file.subspan(body, bytes);
    } else if (Is(file, at, "data") && !layout.has_data) {
      bytes = DataBytes(file, body, claimed, ds64_bytes);
      layout.has_data = true;
      layout.data_offset = body;
      layout.data_bytes = bytes;
    }
    at = body + bytes;
    // Chunks are padded to even sizes; some writers forget to.
    const bool wanted = Is(file, at, "data") || Is(file, at, "fmt ");
    const bool forgotten = LooksLikeChunk(file, at) && (wanted || !LooksLikeChunk(file, at + 1));
    if (bytes % 2 != 0 && at < file.size() && !forgotten) ++at;
  }
  return layout;
}

const char* NameOfTag(uint16_t tag) {
  switch (tag) {
    case kTagFloat:
      return "floating-point PCM";
    case 2:
      return "Microsoft ADPCM";
    case 0x10:
      return "Dialogic ADPCM";
    case 0x11:
      return "IMA ADPCM";
    case 0x31:
      return "GSM 06.10";
    case 0x50:
    case 0x55:
      return "MPEG audio";
    default:
      return "an unknown coding";
  }
}

}  // namespace

bool ParseWav(Bytes file, WavInfo* info, Message* why) {
  if (file.size() < 12) return why->Set("not a WAV file: it has %zu bytes, and the header alone needs 44", file.size());
  if (Is(file, 0, "RIFX")) return why->Set("a big-endian WAV file (RIFX); write a little-endian one (RIFF)");
  const bool riff = Is(file, 0, "RIFF") || Is(file, 0, "RF64") || Is(file, 0, "BW64");
  if (!riff || !Is(file, 8, "WAVE")) return why->Set("not a WAV file: it does not begin with RIFF....WAVE");

  const Layout layout = FindChunks(file);
  if (!layout.has_format) return why->Set("the WAV file has no fmt chunk, so its coding is unknown");
  if (layout.format.size() < kFormatBytes) {
    return why->Set("the WAV file's fmt chunk has %zu bytes; it needs at least 16", layout.format.size());
  }
  const uint8_t* format = layout.format.data();
  uint16_t tag = LoadU16Le(format);
  const unsigned channels = LoadU16Le(format + 2);
  const uint32_t rate_hz = LoadU32Le(format + 4);
  const unsigned bits = LoadU16Le(format + 14);
  if (tag == kTagExtensible) {
    if (layout.format.size() < kExtensibleBytes || std::memcmp(format + 26, kSubFormatEnd, sizeof kSubFormatEnd) != 0) {
      return why->Set("the WAV file's extensible fmt chunk names no known sub-format; use 16-bit PCM, A-law or mu-law");
    }
    tag = LoadU16Le(format + 24);
  }
  if (tag != kTagPcm && tag != kTagAlaw && tag != kTagUlaw) {
    return why->Set("the WAV file holds %s (format tag 0x%04X); use 16-bit PCM, A-law or mu-law", NameOfTag(tag), tag);
  }
  const unsigned wanted_bits = tag == kTagPcm ? 16 : 8;
  if (bits != wanted_bits) {
    return why->Set("the WAV file has %u bits a sample; %s needs %u", bits, tag == kTagPcm ? "PCM" : "G.711",
                    wanted_bits);
  }
  if (channels != 1 && channels != 2) {
    return why->Set("the WAV file has %u channels; only mono and stereo are accepted", channels);
  }
  if (rate_hz > 48000 || !IsSupportedRate(static_cast<int>(rate_hz))) {
    return why->Set(
        "the WAV file's sample rate is %u Hz; use 6000, 8000, 11025, 12000, 16000, 22050, 24000, 32000, "
        "44100 or 48000",
        rate_hz);
  }
  if (!layout.has_data) return why->Set("the WAV file has no data chunk: there is no sound in it");
  info->coding = tag == kTagPcm ? WavCoding::kLinear : tag == kTagAlaw ? WavCoding::kAlaw : WavCoding::kUlaw;
  info->sample_rate_hz = static_cast<int>(rate_hz);
  info->channels = static_cast<int>(channels);
  info->data_offset = layout.data_offset;
  const size_t block_bytes = channels * (wanted_bits / 8);
  info->data_bytes = layout.data_bytes / block_bytes * block_bytes;
  if (info->data_bytes == 0) return why->Set("the WAV file's data chunk is empty: there is no sound in it");
  return true;
}

}  // namespace tonegate

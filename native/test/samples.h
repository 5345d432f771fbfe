// Valid files and slices for tests and fuzzers, generated here so that none has to be stored.
#ifndef TONEGATE_TEST_SAMPLES_H_
#define TONEGATE_TEST_SAMPLES_H_

#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string_view>
#include <vector>

#include "core/codec/linear.h"
#include "core/codec/ogg.h"
#include "core/codec/packed/packer.h"

namespace tonegate::test {

using File = std::vector<uint8_t>;

inline void Put(File* file, std::string_view text) { file->insert(file->end(), text.begin(), text.end()); }
inline void PutLe(File* file, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) file->push_back(i < 8 ? static_cast<uint8_t>(value >> (8 * i)) : uint8_t{0});
}
inline void Put(File* file, Bytes bytes) { file->insert(file->end(), bytes.begin(), bytes.end()); }

// 450 Hz at about -9 dBm0, on for on_ms and off for off_ms; continuous if off_ms is 0.
inline std::vector<int16_t> Cadence(int rate_hz, int on_ms, int off_ms, int total_ms) {
  std::vector<int16_t> samples(static_cast<size_t>(rate_hz) * static_cast<size_t>(total_ms) / 1000);
  for (size_t i = 0; i < samples.size(); ++i) {
    const double ms = 1000.0 * static_cast<double>(i) / rate_hz;
    const double phase = 2 * std::numbers::pi * 450 * ms / 1000;
    const bool on = std::fmod(ms, on_ms + off_ms) < on_ms;
    samples[i] = on ? static_cast<int16_t>(std::lround(8000 * std::sin(phase))) : int16_t{0};
  }
  return samples;
}

inline File LinearBytes(std::span<const int16_t> samples) {
  File bytes(samples.size() * 2);
  EncodeLinear(samples, bytes);
  return bytes;
}

struct WavFields {
  std::string_view form = "RIFF";
  uint32_t riff_size = 0;
  uint16_t tag = 1;
  uint16_t channels = 1;
  uint32_t rate_hz = 8000;
  uint16_t bits = 16;
  uint32_t data_size = 0;
  File before_data = {};  // whole chunks
};

inline File WavOf(const WavFields& fields, Bytes data) {
  File file;
  Put(&file, fields.form);
  PutLe(&file, fields.riff_size, 4);
  Put(&file, "WAVEfmt ");
  PutLe(&file, 16, 4);
  PutLe(&file, fields.tag, 2);
  PutLe(&file, fields.channels, 2);
  PutLe(&file, fields.rate_hz, 4);
  PutLe(&file, fields.rate_hz * fields.bits / 8, 4);
  PutLe(&file, fields.bits / 8, 2);
  PutLe(&file, fields.bits, 2);
  Put(&file, fields.before_data);
  Put(&file, "data");
  PutLe(&file, fields.data_size, 4);
  Put(&file, data);
  return file;
}

// The frames of a packed slice.
inline std::vector<File> FramesOf(const File& slice) {
  std::vector<File> frames;
  for (size_t at = 4; at + 2 <= slice.size();) {
    const size_t size = LoadU16Be(&slice[at]);
    frames.emplace_back(slice.begin() + static_cast<std::ptrdiff_t>(at + 2),
                        slice.begin() + static_cast<std::ptrdiff_t>(at + 2 + size));
    at += 2 + size;
  }
  return frames;
}

// Writes one logical stream, page by page.
class OggWriter {
 public:
  explicit OggWriter(uint32_t serial) : serial_(serial) {}
  static constexpr int kContinued = 1, kFirst = 2, kLast = 4;

  void Page(const std::vector<File>& packets, int64_t granule, int flags) {
    File lacing, body;
    for (const File& packet : packets) {
      size_t left = packet.size();
      for (; left >= 255; left -= 255) lacing.push_back(255);
      lacing.push_back(static_cast<uint8_t>(left));
      Put(&body, packet);
    }
    RawPage(lacing, body, granule, flags);
  }
  void RawPage(const File& lacing, const File& body, int64_t granule, int flags) {
    File page;
    Put(&page, std::string_view("OggS\0", 5));
    page.push_back(static_cast<uint8_t>(flags));
    PutLe(&page, static_cast<uint64_t>(granule), 8);
    PutLe(&page, serial_, 4);
    PutLe(&page, sequence_++, 4);
    PutLe(&page, 0, 4);
    page.push_back(static_cast<uint8_t>(lacing.size()));
    Put(&page, lacing);
    Put(&page, body);
    const uint32_t checksum = OggChecksum(page);
    for (int i = 0; i < 4; ++i) page[static_cast<size_t>(22 + i)] = static_cast<uint8_t>(checksum >> (8 * i));
    Put(&file, page);
    page_starts.push_back(file.size() - page.size());
  }

  File file;
  std::vector<size_t> page_starts;

 private:
  uint32_t serial_;
  uint32_t sequence_ = 0;
};

inline File SpeexHead(int rate_hz, int frames_per_packet, int channels = 1) {
  File head;
  Put(&head, "Speex   ");
  head.resize(28);  // version text
  const uint32_t mode = rate_hz == 8000 ? 0 : rate_hz == 16000 ? 1 : 2;
  for (const uint32_t field :
       {1u, 80u, static_cast<uint32_t>(rate_hz), mode, 4u, static_cast<uint32_t>(channels), 0u,
        static_cast<uint32_t>(rate_hz / 50), 0u, static_cast<uint32_t>(frames_per_packet), 0u, 0u, 0u}) {
    PutLe(&head, field, 4);
  }
  return head;
}

inline File OpusHead(uint32_t original_hz, int pre_skip, int channels = 1) {
  File head;
  Put(&head, "OpusHead");
  head.push_back(1);
  head.push_back(static_cast<uint8_t>(channels));
  PutLe(&head, static_cast<uint64_t>(pre_skip), 2);
  PutLe(&head, original_hz, 4);
  PutLe(&head, 0, 3);  // gain, mapping family
  return head;
}

inline File OpusTags() {
  File tags;
  Put(&tags, "OpusTags");
  PutLe(&tags, 0, 8);
  return tags;
}

constexpr int kFramesPerPage = 10;

// Speex in Ogg: one frame in a packet, kFramesPerPage packets in a page.
inline OggWriter OggSpeexOf(int rate_hz, std::span<const int16_t> samples) {
  OggWriter ogg(77);
  ogg.Page({SpeexHead(rate_hz, 1)}, 0, OggWriter::kFirst);
  ogg.Page({File(16)}, 0, 0);
  const std::vector<File> frames = FramesOf(Packer::MakeSpeex(rate_hz, 8)->Pack(samples));
  const int lookahead = rate_hz == 8000 ? 40 : rate_hz == 16000 ? 143 : 349;  // as speexenc counts
  for (size_t at = 0; at < frames.size(); at += kFramesPerPage) {
    const size_t end = std::min(frames.size(), at + kFramesPerPage);
    const std::vector<File> page(frames.begin() + static_cast<std::ptrdiff_t>(at),
                                 frames.begin() + static_cast<std::ptrdiff_t>(end));
    ogg.Page(page, static_cast<int64_t>(end) * rate_hz / 50 - lookahead, end == frames.size() ? OggWriter::kLast : 0);
  }
  return ogg;
}

// Opus in Ogg with 20 ms frames and pre-skip 312; the last page's granule trims to exactly the given samples.
inline OggWriter OggOpusOf(int rate_hz, std::span<const int16_t> samples) {
  OggWriter ogg(78);
  ogg.Page({OpusHead(static_cast<uint32_t>(rate_hz), 312)}, 0, OggWriter::kFirst);
  ogg.Page({OpusTags()}, 0, 0);
  std::vector<int16_t> padded(samples.begin(), samples.end());
  const int64_t total = static_cast<int64_t>(samples.size()) * 48000 / rate_hz + 312;
  padded.resize(static_cast<size_t>((total + 959) / 960 * (rate_hz / 50)));
  const std::vector<File> frames = FramesOf(Packer::MakeOpus(rate_hz, 32000, 20)->Pack(padded));
  for (size_t at = 0; at < frames.size(); at += kFramesPerPage) {
    const size_t end = std::min(frames.size(), at + kFramesPerPage);
    const std::vector<File> page(frames.begin() + static_cast<std::ptrdiff_t>(at),
                                 frames.begin() + static_cast<std::ptrdiff_t>(end));
    const bool last = end == frames.size();
    ogg.Page(page, last ? total : static_cast<int64_t>(end) * 960, last ? OggWriter::kLast : 0);
  }
  return ogg;
}

}  // namespace tonegate::test

#endif  // TONEGATE_TEST_SAMPLES_H_

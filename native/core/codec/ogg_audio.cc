#include "core/codec/ogg_audio.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "core/codec/ogg.h"
#include "core/codec/packed/opus.h"
#include "core/codec/packed/speex.h"

namespace tonegate {
namespace {

constexpr int kOpusClockHz = 48000;
constexpr size_t kSpeexHeaderBytes = 80;
constexpr size_t kOpusHeadBytes = 19;
constexpr int kMaxSpeexFrames = 10;  // frames of a packet
constexpr int kMaxExtraHeaders = 16;
constexpr size_t kMaxLinks = 256;  // links of a chain; each needs a decoder
constexpr int64_t kMaxFillSeconds = 10;  // bound of the silence for lost pages: a wrong position must not cost memory

bool StartsWith(Bytes bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

// The facts of a stream's first header.
struct Stream {
  OggCodec codec = OggCodec::kSpeex;
  uint32_t serial = 0;
  int rate_hz = 0;         // rate of the decoded samples
  int clock_hz = 0;        // rate of granule positions
  int64_t skip_ticks = 0;  // Opus: pre-skip, in clock_hz
  int gain_q8_db = 0;
  int frames_per_packet = 1;
  int extra_headers = 0;
};

bool ReadSpeexHead(Bytes head, Stream* stream, Message* why) {
  if (head.size() < kSpeexHeaderBytes) {
    return why->Set("the Ogg Speex header has %zu bytes; it needs %zu", head.size(), kSpeexHeaderBytes);
  }
  const uint32_t rate_hz = LoadU32Le(&head[36]);
  const uint32_t mode = LoadU32Le(&head[40]);
  const uint32_t channels = LoadU32Le(&head[48]);
  const uint32_t frames = LoadU32Le(&head[64]);
  const uint32_t extra_headers = LoadU32Le(&head[68]);
  if (mode > 2) return why->Set("the Ogg Speex header names mode %u; the modes are 0, 1 and 2", mode);
  const uint32_t mode_rate_hz = 8000u << mode;
  if (rate_hz != mode_rate_hz) {
    return why->Set("the Ogg Speex header says %u Hz in mode %u, whose rate is %u Hz", rate_hz, mode, mode_rate_hz);
  }
  if (channels != 1) return why->Set("the Ogg Speex stream has %u channels; only mono is accepted", channels);
  if (frames > kMaxSpeexFrames || extra_headers > kMaxExtraHeaders) {
    return why->Set("the Ogg Speex header has %u frames a packet and %u extra headers; at most %d and %d are accepted",
                    frames, extra_headers, kMaxSpeexFrames, kMaxExtraHeaders);
  }
  stream->codec = OggCodec::kSpeex;
  stream->rate_hz = stream->clock_hz = static_cast<int>(rate_hz);
  stream->frames_per_packet = std::max(1, static_cast<int>(frames));
  stream->extra_headers = static_cast<int>(extra_headers);
  return true;
}

bool ReadOpusHead(Bytes head, Stream* stream, Message* why) {
  if (head.size() < kOpusHeadBytes) {
    return why->Set("the OpusHead header has %zu bytes; it needs %zu", head.size(), kOpusHeadBytes);
  }
  if ((head[8] & 0xF0) != 0) return why->Set("OpusHead version %u is not known; use version 1", head[8]);
  if (head[9] != 1) return why->Set("the Ogg Opus stream has %u channels; only mono is accepted", head[9]);
  if (head[18] > 1) return why->Set("the Ogg Opus stream uses channel mapping %u; only mono (0) is accepted", head[18]);
  const uint32_t original_hz = LoadU32Le(&head[12]);
  stream->codec = OggCodec::kOpus;
  stream->rate_hz = original_hz > 0 && original_hz <= 8000 ? 8000 : 16000;
  stream->clock_hz = kOpusClockHz;
  stream->skip_ticks = LoadU16Le(&head[10]);
  stream->gain_q8_db = static_cast<int16_t>(LoadU16Le(&head[16]));
  return true;
}

// Facts about a file without Speex and Opus, from the pages that begin its streams.
struct OtherContent {
  bool any_page = false;
  const char* codec = nullptr;
};

enum class Found { kNothing, kStream, kRefused };

// Finds the first Speex or Opus stream of a link. It reads no page after the one that begins this stream.
Found FindStream(Bytes link, Stream* stream, OtherContent* other, Message* why) {
  OggPageReader pages(link);
  OggPage page;
  while (pages.Next(&page)) {
    other->any_page = true;
    if (!page.begins_stream) continue;
    stream->serial = page.serial;
    if (StartsWith(page.body, "Speex   "))
      return ReadSpeexHead(page.body, stream, why) ? Found::kStream : Found::kRefused;
    if (StartsWith(page.body, "OpusHead"))
      return ReadOpusHead(page.body, stream, why) ? Found::kStream : Found::kRefused;
    if (StartsWith(page.body, "\x01vorbis")) other->codec = "Vorbis";
    if (StartsWith(page.body,
                   "\x7F"
                   "FLAC"))
      other->codec = "FLAC";
  }
  return Found::kNothing;
}

struct Link {
  Bytes bytes;
  Stream stream;
};

// Finds the stream of each link. The streams have one codec and one sample rate, which for Opus is the highest that one
// of them needs.
bool FindStreams(Bytes file, std::vector<Link>* links, Message* why) {
  const std::vector<Bytes> parts = OggLinks(file, kMaxLinks + 1);
  if (parts.size() > kMaxLinks) return why->Set("the Ogg file has more than %zu streams in a row", kMaxLinks);
  OtherContent other;
  int rate_hz = 0;
  for (const Bytes part : parts) {
    Link link{part, {}};
    const Found found = FindStream(part, &link.stream, &other, why);
    if (found == Found::kRefused) return false;
    if (found == Found::kNothing) continue;
    if (!links->empty()) {
      const Stream& first = links->front().stream;
      const bool is_speex = first.codec == OggCodec::kSpeex;
      if (link.stream.codec != first.codec) {
        return why->Set("the Ogg file has a Speex and an Opus stream in a row; send a file for each");
      }
      if (is_speex && link.stream.rate_hz != first.rate_hz) {
        return why->Set("the Ogg file has Speex streams of %d and %d Hz in a row; send a file for each", first.rate_hz,
                        link.stream.rate_hz);
      }
    }
    rate_hz = std::max(rate_hz, link.stream.rate_hz);
    links->push_back(link);
  }
  for (Link& link : *links) link.stream.rate_hz = rate_hz;
  if (!links->empty()) return true;
  if (!other.any_page) return why->Set("not an Ogg file: it has no undamaged Ogg page");
  if (other.codec != nullptr) return why->Set("the Ogg file holds %s; use Speex or Opus", other.codec);
  return why->Set("the Ogg file has no Speex or Opus stream with an undamaged first page");
}

// Collects the samples of one stream.
class Collector {
 public:
  Collector(const Stream& stream, double max_ms, OggAudio* audio)
      : stream_(stream),
        limit_(static_cast<size_t>(max_ms * stream.rate_hz / 1000)),
        audio_(audio),
        begin_(audio->samples.size()) {
    if (stream.codec == OggCodec::kSpeex) {
      speex_ = std::make_unique<SpeexDecoder>(stream.rate_hz);
      skip_ = speex_->delay_samples();
      block_.resize(speex_->max_frame_samples() * kMaxSpeexFrames);
    } else {
      opus_ = std::make_unique<OpusStreamDecoder>(stream.rate_hz);
      opus_->SetGain(stream.gain_q8_db);
      skip_ = static_cast<size_t>(stream.skip_ticks * stream.rate_hz / kOpusClockHz);
      block_.resize(opus_->max_frame_samples());
    }
  }

  // Returns false if there are more samples than the limit.
  bool Add(const OggPacket& packet) {
    std::vector<int16_t>& samples = audio_->samples;
    if (packet.after_gap) gap_at_ = static_cast<int64_t>(samples.size());
    size_t count = speex_ ? speex_->DecodeSeveral(packet.bytes, stream_.frames_per_packet, block_)
                          : opus_->Decode(packet.bytes, block_);
    if (count == 0) {  // the content is damaged: silence of the same length
      count = UsualSamples(packet.bytes);
      std::fill_n(block_.begin(), count, int16_t{0});
    } else {
      any_ = true;
    }
    const size_t cut = std::min(skip_, count);
    skip_ -= cut;
    samples.insert(samples.end(), block_.begin() + static_cast<std::ptrdiff_t>(cut),
                   block_.begin() + static_cast<std::ptrdiff_t>(count));
    page_samples_ += count;
    if (packet.ends_page) EndPage(packet);
    return samples.size() <= limit_;
  }

  bool any() const { return any_; }

 private:
  size_t UsualSamples(Bytes packet) const {
    if (speex_) return speex_->max_frame_samples() * static_cast<size_t>(stream_.frames_per_packet);
    return static_cast<size_t>(opus_->FrameTicks(packet) * stream_.rate_hz / kTicksPerSecond);
  }

  // Adjusts the samples to the granule of the page: fills a gap with silence, or trims padding at the very end.
  void EndPage(const OggPacket& packet) {
    std::vector<int16_t>& samples = audio_->samples;
    const int64_t have = static_cast<int64_t>(samples.size() - begin_);
    if (packet.granule >= 0 && packet.granule <= (int64_t{1} << 40)) {
      // Opus granules count the pre-skip; Speex granules of speexenc do not count the delay of the coder.
      const int64_t due =
          std::max<int64_t>(0, (packet.granule - stream_.skip_ticks) * stream_.rate_hz / stream_.clock_hz);
      if (gap_at_ >= 0 && due > have) {
        const int64_t fill = std::min(due - have, kMaxFillSeconds * stream_.rate_hz);
        samples.insert(samples.begin() + gap_at_, static_cast<size_t>(fill), int16_t{0});
      }
      if (packet.ends_stream && due < have && have - due < static_cast<int64_t>(page_samples_)) {
        samples.resize(begin_ + static_cast<size_t>(due));
      }
    }
    gap_at_ = -1;
    page_samples_ = 0;
  }

  Stream stream_;
  size_t limit_;
  OggAudio* audio_;
  size_t begin_;  // where the samples of this stream begin
  std::unique_ptr<SpeexDecoder> speex_;
  std::unique_ptr<OpusStreamDecoder> opus_;
  std::vector<int16_t> block_;
  size_t skip_ = 0;
  size_t page_samples_ = 0;
  int64_t gap_at_ = -1;  // where silence for a lost page belongs
  bool any_ = false;
};

// True for the header packets, which come before the audio.
bool IsHeader(const Stream& stream, const OggPacket& packet, int index, bool lost) {
  if (stream.codec == OggCodec::kOpus)
    return StartsWith(packet.bytes, "OpusHead") || StartsWith(packet.bytes, "OpusTags");
  // Speex comments carry no mark: they are the packet after the header, unless a page was lost there.
  return StartsWith(packet.bytes, "Speex   ") || (!lost && index <= 1 + stream.extra_headers);
}

}  // namespace

bool DecodeOgg(Bytes file, double max_ms, OggAudio* audio, Message* why) {
  std::vector<Link> links;
  if (!FindStreams(file, &links, why)) return false;
  audio->codec = links.front().stream.codec;
  audio->sample_rate_hz = links.front().stream.rate_hz;
  audio->channels = 1;
  audio->samples.clear();
  bool any = false;
  for (const Link& link : links) {
    Collector collector(link.stream, max_ms, audio);
    OggPacketReader packets(link.bytes, link.stream.serial);
    OggPacket packet;
    bool lost = false;
    for (int index = 0; packets.Next(&packet); ++index) {
      lost = lost || packet.after_gap;
      if (packet.bytes.empty() || IsHeader(link.stream, packet, std::min(index, kMaxExtraHeaders + 2), lost)) continue;
      if (!collector.Add(packet)) return why->Set("the Ogg file is longer than the limit of %.0f ms", max_ms);
    }
    any = any || collector.any();
  }
  if (!any) return why->Set("the Ogg file holds headers but no sound that can be decoded");
  return true;
}

}  // namespace tonegate

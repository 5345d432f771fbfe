// Parsers against files with false contents: WAV headers, Ogg pages, packed slices.
#include <cmath>
#include <cstring>

#include "check.h"
#include "core/codec/ogg_audio.h"
#include "core/codec/packed/packed.h"
#include "core/codec/packed/speex.h"
#include "core/codec/wav.h"
#include "samples.h"

namespace tonegate::test {
namespace {

constexpr size_t kDataOffset = 44;  // offset of the data of a plain WAV file

File Sound(size_t bytes) { return File(bytes, 0x11); }

// True if parsing fails and the message contains `words`.
bool Refused(const File& file, const char* words) {
  WavInfo info;
  Message why;
  return !ParseWav(file, &info, &why) && std::strstr(why.c_str(), words) != nullptr;
}

bool Accepted(const File& file, size_t offset, size_t bytes) {
  WavInfo info;
  Message why;
  const bool good = ParseWav(file, &info, &why);
  if (!good) std::printf("refused: %s\n", why.c_str());
  return good && info.data_offset == offset && info.data_bytes == bytes;
}

void Wav() {
  Case("a WAV file whose sizes are true gives its sound", [] {
    CHECK(Accepted(WavOf({.riff_size = 236, .data_size = 200}, Sound(200)), kDataOffset, 200));
    CHECK(Accepted(WavOf({.tag = 6, .bits = 8, .data_size = 200}, Sound(200)), kDataOffset, 200));
    CHECK(Accepted(WavOf({.tag = 7, .bits = 8, .data_size = 200}, Sound(200)), kDataOffset, 200));
  });
  Case("a WAV file that claims 4 GB gives the sound that is there", [] {
    for (const uint32_t claimed : {0xFFFFFFFFu, 0xFFFFFFFEu, 0x80000000u, 201u}) {
      CHECK(Accepted(WavOf({.riff_size = claimed, .data_size = claimed}, Sound(200)), kDataOffset, 200));
    }
  });
  Case("a data size of 0 with sound behind it means to the end of the file", [] {
    CHECK(Accepted(WavOf({.data_size = 0}, Sound(200)), kDataOffset, 200));
    CHECK(Refused(WavOf({.data_size = 0}, {}), "data chunk is empty"));
    File with_list;
    Put(&with_list, "LIST");
    PutLe(&with_list, 4, 4);
    Put(&with_list, "INFO");
    CHECK(Refused(WavOf({.data_size = 0}, with_list), "data chunk is empty"));
  });
  Case("sound behind the stated data size is not taken",
       [] { CHECK(Accepted(WavOf({.data_size = 100}, Sound(200)), kDataOffset, 100)); });
  Case("half a sample at the end is left out",
       [] { CHECK(Accepted(WavOf({.data_size = 201}, Sound(201)), kDataOffset, 200)); });
  Case("other chunks are stepped over, padded or not", [] {
    File fact, odd, unpadded;
    Put(&fact, "fact");
    PutLe(&fact, 4, 4);
    PutLe(&fact, 99, 4);
    Put(&odd, "LIST");
    PutLe(&odd, 3, 4);
    unpadded = odd;
    Put(&odd, std::string_view("abc\0", 4));
    Put(&unpadded, "abc");
    CHECK(Accepted(WavOf({.data_size = 200, .before_data = fact}, Sound(200)), kDataOffset + 12, 200));
    CHECK(Accepted(WavOf({.data_size = 200, .before_data = odd}, Sound(200)), kDataOffset + 12, 200));
    // 0x140: the low byte of the size is a printable character, so the chunk could also begin a byte later
    for (const uint32_t size : {200u, 0x140u}) {
      CHECK(Accepted(WavOf({.data_size = size, .before_data = unpadded}, Sound(size)), kDataOffset + 11, size));
    }
  });
  Case("a chunk that claims more than the file holds hides what is behind it", [] {
    File lying;
    Put(&lying, "LIST");
    PutLe(&lying, 0xFFFFFFF0, 4);
    CHECK(Refused(WavOf({.data_size = 200, .before_data = lying}, Sound(200)), "no data chunk"));
  });
  Case("WAVE_FORMAT_EXTENSIBLE is read by its sub-format", [] {
    for (const int tag : {1, 7, 3}) {
      File file;
      Put(&file, std::string_view("RIFF\0\0\0\0WAVEfmt ", 16));
      PutLe(&file, 40, 4);
      PutLe(&file, 0xFFFE, 2);
      PutLe(&file, 1, 2);
      PutLe(&file, 16000, 4);
      PutLe(&file, 0, 4);
      PutLe(&file, 0, 2);
      PutLe(&file, tag == 7 ? 8 : 16, 2);
      PutLe(&file, 22, 2);
      PutLe(&file, 16, 2);
      PutLe(&file, 4, 4);
      PutLe(&file, static_cast<uint64_t>(tag), 2);
      Put(&file, std::string_view("\0\0\0\0\x10\0\x80\0\0\xAA\0\x38\x9B\x71", 14));
      Put(&file, "data");
      PutLe(&file, 200, 4);
      Put(&file, Sound(200));
      if (tag == 3) {
        CHECK(Refused(file, "floating-point"));
      } else {
        CHECK(Accepted(file, 68, 200));
        file[50] ^= 1;  // the identifier's fixed end
        CHECK(Refused(file, "sub-format"));
      }
    }
  });
  Case("RF64 takes its data size from ds64", [] {
    File file;
    Put(&file, std::string_view("RF64\xFF\xFF\xFF\xFFWAVEds64", 16));
    PutLe(&file, 28, 4);
    PutLe(&file, 0, 8);
    PutLe(&file, 100, 8);
    PutLe(&file, 0, 12);
    const File rest = WavOf({.data_size = 0xFFFFFFFF}, Sound(200));
    Put(&file, Bytes(rest).subspan(12));
    CHECK(Accepted(file, 36 + 44, 100) || Accepted(file, kDataOffset + 36, 100));
  });
  Case("a refusal says what is wrong and what would be right", [] {
    CHECK(Refused({}, "not a WAV file: it has 0 bytes"));
    CHECK(Refused(File(100, 'x'), "does not begin with RIFF"));
    CHECK(Refused(WavOf({.form = "RIFX"}, Sound(10)), "little-endian"));
    CHECK(Refused(WavOf({.tag = 0x55, .data_size = 9}, Sound(10)), "MPEG audio (format tag 0x0055); use 16-bit PCM"));
    CHECK(Refused(WavOf({.tag = 3, .bits = 32}, Sound(10)), "floating-point PCM"));
    CHECK(Refused(WavOf({.bits = 24}, Sound(10)), "24 bits a sample; PCM needs 16"));
    CHECK(Refused(WavOf({.tag = 6, .bits = 16}, Sound(10)), "G.711 needs 8"));
    CHECK(Refused(WavOf({.channels = 3}, Sound(10)), "3 channels; only mono and stereo are accepted"));
    CHECK(Refused(WavOf({.channels = 0}, Sound(10)), "0 channels; only mono and stereo are accepted"));
    CHECK(Refused(WavOf({.rate_hz = 7999}, Sound(10)), "7999 Hz; use 6000"));
    CHECK(Refused(WavOf({.rate_hz = 0xFFFFFFFF}, Sound(10)), "4294967295 Hz"));
    File no_format;
    Put(&no_format, std::string_view("RIFF\0\0\0\0WAVEdata\x04\0\0\0abcd", 24));
    CHECK(Refused(no_format, "no fmt chunk"));
    File short_format;
    Put(&short_format, std::string_view("RIFF\0\0\0\0WAVEfmt \x04\0\0\0abcd", 24));
    CHECK(Refused(short_format, "fmt chunk has 4 bytes"));
  });
  Case("a WAV file cut anywhere is refused or gives only bytes that are there", [] {
    const File whole = WavOf({.data_size = 200}, Sound(200));
    for (size_t size = 0; size < whole.size(); ++size) {
      WavInfo info;
      Message why;
      const bool good = ParseWav(Bytes(whole).first(size), &info, &why);
      CHECK(good == (size >= kDataOffset + 2));
      CHECK(!good || info.data_offset + info.data_bytes <= size);
    }
  });
}

// Level of the second half relative to the first, which shows where the tone stops.
double Energy(std::span<const int16_t> samples) {
  double sum = 0;
  for (const int16_t sample : samples) sum += static_cast<double>(sample) * sample;
  return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
}

bool OggRefused(const File& file, const char* words, double max_ms = 60000) {
  OggAudio audio;
  Message why;
  const bool refused = !DecodeOgg(file, max_ms, &audio, &why);
  if (refused && std::strstr(why.c_str(), words) == nullptr) std::printf("said: %s\n", why.c_str());
  return refused && std::strstr(why.c_str(), words) != nullptr;
}

bool OggDecoded(const File& file, OggAudio* audio) {
  Message why;
  const bool good = DecodeOgg(file, 60000, audio, &why);
  if (!good) std::printf("refused: %s\n", why.c_str());
  return good;
}

void Ogg() {
  Case("Ogg Opus comes out at 8 or 16 kHz, pre-skip and padding cut off", [] {
    for (const int rate_hz : {8000, 16000, 48000}) {
      const std::vector<int16_t> tone = Cadence(rate_hz, 500, 500, 1990);
      OggAudio audio;
      CHECK(OggDecoded(OggOpusOf(rate_hz, tone).file, &audio));
      const int out_hz = rate_hz == 8000 ? 8000 : 16000;
      CHECK(audio.codec == OggCodec::kOpus && audio.sample_rate_hz == out_hz && audio.channels == 1);
      CHECK(audio.samples.size() == static_cast<size_t>(out_hz) * 1990 / 1000);
      const std::span<const int16_t> samples(audio.samples);
      const size_t half = static_cast<size_t>(out_hz) / 2;
      CHECK(Energy(samples.subspan(half / 20, half * 9 / 10)) > 1e7);
      CHECK(Energy(samples.subspan(half + half / 20, half * 9 / 10)) < 1e4);
    }
  });
  Case("Ogg Speex comes out at its own rate in all three bands", [] {
    for (const int rate_hz : {8000, 16000, 32000}) {
      const std::vector<int16_t> tone = Cadence(rate_hz, 500, 500, 2000);
      OggAudio audio;
      CHECK(OggDecoded(OggSpeexOf(rate_hz, tone).file, &audio));
      CHECK(audio.codec == OggCodec::kSpeex && audio.sample_rate_hz == rate_hz);
      const std::span<const int16_t> samples(audio.samples);
      const size_t half = static_cast<size_t>(rate_hz) / 2;
      CHECK(Energy(samples.subspan(half / 20, half * 9 / 10)) > 1e7);
      CHECK(Energy(samples.subspan(half + half / 10, half * 8 / 10)) < 1e4);
    }
  });
  Case("a lost or damaged page becomes silence of the same length", [] {
    const std::vector<int16_t> tone = Cadence(8000, 2000, 0, 2000);
    for (const bool speex : {true, false}) {
      const OggWriter ogg = speex ? OggSpeexOf(8000, tone) : OggOpusOf(8000, tone);
      OggAudio whole, lost, damaged;
      CHECK(OggDecoded(ogg.file, &whole));
      const size_t begin = ogg.page_starts[4], end = ogg.page_starts[5];
      File cut = ogg.file;
      cut.erase(cut.begin() + static_cast<std::ptrdiff_t>(begin), cut.begin() + static_cast<std::ptrdiff_t>(end));
      CHECK(OggDecoded(cut, &lost));
      File broken = ogg.file;
      broken[begin + 100] ^= 0x40;
      CHECK(OggDecoded(broken, &damaged));
      CHECK(lost.samples == damaged.samples);
      const long difference = static_cast<long>(lost.samples.size()) - static_cast<long>(whole.samples.size());
      CHECK(std::abs(difference) <= 40);  // Speex granules leave the decoder's 5 ms out
      // Pages 2 and 3 hold 400 ms; page 4 is 400 to 600 ms.
      CHECK(Energy(std::span(lost.samples).subspan(3300, 1400)) < 1e5);
      CHECK(Energy(std::span(lost.samples).subspan(5000, 8000)) > 1e7);
    }
  });
  Case("a packet that goes on over pages is put together, and dropped when its rest is lost", [] {
    const std::vector<int16_t> tone = Cadence(8000, 1000, 0, 1000);
    const std::vector<File> frames = FramesOf(Packer::MakeOpus(8000, 80000, 60)->Pack(tone));
    const auto write = [&frames](bool lose) {
      OggWriter ogg(5);
      ogg.Page({OpusHead(8000, 312)}, 0, OggWriter::kFirst);
      ogg.Page({OpusTags()}, 0, 0);
      for (size_t i = 0; i < frames.size(); ++i) {  // every frame split after its first 510 bytes
        const File head(frames[i].begin(), frames[i].begin() + 510), tail(frames[i].begin() + 510, frames[i].end());
        ogg.RawPage({255, 255}, head, -1, 0);
        const size_t at = ogg.file.size();
        ogg.Page({tail}, static_cast<int64_t>(i + 1) * 2880, OggWriter::kContinued);
        if (lose && i == 5) ogg.file.resize(at);
      }
      return ogg.file;
    };
    for (const File& frame : frames) CHECK(frame.size() > 510);
    OggAudio audio, holed;
    CHECK(OggDecoded(write(false), &audio));
    CHECK(audio.samples.size() == frames.size() * 480 - 52);
    CHECK(OggDecoded(write(true), &holed));
    CHECK(holed.samples.size() == audio.samples.size());
    CHECK(Energy(std::span(holed.samples).subspan(5 * 480, 300)) < 1e5);
  });
  Case("the first Speex or Opus stream is taken, streams of other kinds beside it are not", [] {
    const File opus = OggOpusOf(8000, Cadence(8000, 400, 0, 400)).file;
    OggWriter vorbis(9);
    File head;
    Put(&head, "\x01vorbis and more");
    vorbis.Page({head}, 0, OggWriter::kFirst);
    File mixed = vorbis.file;
    Put(&mixed, opus);
    OggAudio audio, alone;
    CHECK(OggDecoded(mixed, &audio) && OggDecoded(opus, &alone));
    CHECK(audio.codec == OggCodec::kOpus && audio.samples == alone.samples);
    CHECK(OggRefused(vorbis.file, "holds Vorbis; use Speex or Opus"));
  });
  Case("streams that follow one another in an Ogg file are heard one after the other", [] {
    const std::vector<int16_t> low = Cadence(8000, 400, 0, 700), high = Cadence(16000, 900, 0, 500);
    const auto chain = [](File first, const File& second) {
      Put(&first, second);
      return first;
    };
    for (const bool speex : {false, true}) {
      const File one = speex ? OggSpeexOf(8000, low).file : OggOpusOf(8000, low).file;
      OggAudio alone, twice;
      CHECK(OggDecoded(one, &alone) && OggDecoded(chain(one, one), &twice));
      std::vector<int16_t> expected = alone.samples;
      expected.insert(expected.end(), alone.samples.begin(), alone.samples.end());
      CHECK(twice.samples == expected);
      CHECK(OggRefused(chain(one, one), "longer than the limit of 1000 ms", 1000));
    }
    OggAudio wide, mixed;
    CHECK(OggDecoded(OggOpusOf(16000, high).file, &wide));
    CHECK(OggDecoded(chain(OggOpusOf(8000, low).file, OggOpusOf(16000, high).file), &mixed));
    CHECK(mixed.sample_rate_hz == 16000 && mixed.samples.size() == 2 * low.size() + high.size());
    CHECK(std::equal(wide.samples.begin(), wide.samples.end(), mixed.samples.end() - wide.samples.size()));
    OggWriter vorbis(9);
    File head;
    Put(&head, "\x01vorbis");
    vorbis.Page({head}, 0, OggWriter::kFirst);
    vorbis.Page({File(40)}, 0, OggWriter::kLast);
    OggAudio after;
    CHECK(OggDecoded(chain(vorbis.file, OggOpusOf(16000, high).file), &after) && after.samples == wide.samples);
  });
  Case("a chain of Ogg streams that have no common codec and rate is refused, and so is one of too many", [] {
    const auto tone = Cadence(8000, 400, 0, 200);
    File mixed = OggOpusOf(8000, tone).file;
    Put(&mixed, OggSpeexOf(8000, tone).file);
    CHECK(OggRefused(mixed, "a Speex and an Opus stream in a row"));
    File rates = OggSpeexOf(8000, tone).file;
    Put(&rates, OggSpeexOf(16000, Cadence(16000, 400, 0, 200)).file);
    CHECK(OggRefused(rates, "Speex streams of 8000 and 16000 Hz in a row"));
    const File one = OggOpusOf(8000, Cadence(8000, 400, 0, 20)).file;
    File many, most;
    for (int i = 0; i < 256; ++i) Put(&most, one);
    OggAudio audio;
    CHECK(OggDecoded(most, &audio) && audio.samples.size() == 256 * 160);
    many = most;
    Put(&many, one);
    CHECK(OggRefused(many, "more than 256 streams in a row"));
  });
  Case("a refusal of an Ogg file says what is wrong", [] {
    CHECK(OggRefused({}, "not an Ogg file"));
    CHECK(OggRefused(File(5000, 'O'), "not an Ogg file"));
    const auto only = [](const File& head) {
      OggWriter ogg(1);
      ogg.Page({head}, 0, OggWriter::kFirst);
      return ogg.file;
    };
    CHECK(OggRefused(only(OpusHead(8000, 312, 2)), "2 channels; only mono"));
    CHECK(OggRefused(only(SpeexHead(8000, 1, 2)), "2 channels; only mono"));
    CHECK(OggRefused(only(SpeexHead(8000, 1)), "no sound"));
    CHECK(OggRefused(only(SpeexHead(8000, 4000)), "4000 frames a packet"));
    File wrong_rate = SpeexHead(16000, 1);
    wrong_rate[40] = 0;
    CHECK(OggRefused(only(wrong_rate), "16000 Hz in mode 0"));
    File short_head = OpusHead(8000, 312);
    short_head.resize(12);
    CHECK(OggRefused(only(short_head), "OpusHead header has 12 bytes"));
    CHECK(OggRefused(OggOpusOf(8000, Cadence(8000, 400, 0, 2000)).file, "longer than the limit of 1000 ms", 1000));
  });
  Case("positions that lie neither stretch nor empty the sound", [] {
    const std::vector<int16_t> tone = Cadence(8000, 400, 0, 400);
    const std::vector<File> frames = FramesOf(Packer::MakeOpus(8000, 32000, 20)->Pack(tone));
    for (const int64_t lie : {int64_t{0}, int64_t{1} << 62, int64_t{-5}, INT64_MIN, INT64_MAX}) {
      OggWriter ogg(5);
      ogg.Page({OpusHead(8000, 312)}, 0, OggWriter::kFirst);
      ogg.Page({OpusTags()}, 0, 0);
      ogg.Page({frames.begin(), frames.begin() + 10}, 9600, 0);
      ogg.Page({frames.begin() + 10, frames.end()}, lie, OggWriter::kLast);
      OggAudio audio;
      CHECK(OggDecoded(ogg.file, &audio));
      CHECK(audio.samples.size() == 3200 - 52);
    }
  });
  Case("a file of false page headers costs a bounded number of checksums", [] {
    File hostile;
    while (hostile.size() < 4'000'000) {
      Put(&hostile, std::string_view("OggS\0\0", 6));
      hostile.resize(hostile.size() + 20);
      hostile.push_back(255);
      hostile.resize(hostile.size() + 5, 0xFF);
    }
    CHECK(OggRefused(hostile, "not an Ogg file"));
  });
}

Status Checked(const File& slice, int rate_hz, const FrameDecoder& decoder, size_t* frames) {
  PackedSlice packed;
  if (const Status status = ReadPackedHeader(slice, rate_hz, &packed); status != Status::kOk) return status;
  const Status status = CheckPackedFrames(decoder, &packed);
  *frames = packed.frames;
  return status;
}

File Packed(uint32_t stated_bytes, const std::vector<File>& frames) {
  File slice;
  for (int shift = 24; shift >= 0; shift -= 8) slice.push_back(static_cast<uint8_t>(stated_bytes >> shift));
  for (const File& frame : frames) {
    slice.push_back(static_cast<uint8_t>(frame.size() >> 8));
    slice.push_back(static_cast<uint8_t>(frame.size()));
    Put(&slice, frame);
  }
  return slice;
}

void PackedSlices() {
  const File frame(20, 0x10);
  const std::vector<File> five(5, frame);
  SpeexDecoder decoder(8000);
  size_t frames = 0;
  Case("frames that cover the stated length are taken",
       [&] { CHECK(Checked(Packed(1600, five), 8000, decoder, &frames) == Status::kOk && frames == 5); });
  Case("an incomplete trailing frame is dropped, left out or padded", [&] {
    CHECK(Checked(Packed(1600 + 318, five), 8000, decoder, &frames) == Status::kOk && frames == 5);
    CHECK(Checked(Packed(1600 - 2, five), 8000, decoder, &frames) == Status::kOk && frames == 4);
  });
  Case("more or fewer frames than that are a wrong duration", [&] {
    CHECK(Checked(Packed(1600 + 320, five), 8000, decoder, &frames) == Status::kPackedDuration);
    CHECK(Checked(Packed(1600 - 320, five), 8000, decoder, &frames) == Status::kPackedDuration);
    CHECK(Checked(Packed(1600, {}), 8000, decoder, &frames) == Status::kPackedDuration);
  });
  Case("a slice cut anywhere is a fault", [&] {
    const File whole = Packed(1600, five);
    for (size_t size = 0; size < whole.size(); ++size) {
      const File cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      CHECK(Checked(cut, 8000, decoder, &frames) == (size < 4               ? Status::kPackedHeader
                                                     : (size - 4) % 22 != 0 ? Status::kPackedTruncated
                                                     : size == 4 + 22 * 5   ? Status::kOk
                                                                            : Status::kPackedDuration));
    }
  });
  Case("a stated length of 0 or of half a sample is a wrong header", [&] {
    CHECK(Checked(Packed(0, five), 8000, decoder, &frames) == Status::kPackedHeader);
    CHECK(Checked(Packed(1601, five), 8000, decoder, &frames) == Status::kPackedHeader);
  });
  Case("a frame without bytes is refused", [&] {
    std::vector<File> holed = five;
    holed[2].clear();
    CHECK(Checked(Packed(1600, holed), 8000, decoder, &frames) == Status::kPackedFrame);
  });
  Case("a concatenation of slices is taken apart", [&] {
    File all = Packed(1600, five);
    const size_t first = all.size();
    Put(&all, Packed(640 + 100, {frame, frame}));
    size_t end = 0;
    CHECK(FindPackedEnd(all, 8000, decoder, &end) == Status::kOk && end == first);
    CHECK(FindPackedEnd(Bytes(all).subspan(end), 8000, decoder, &end) == Status::kOk && end == all.size() - first);
    CHECK(FindPackedEnd(Bytes(all).first(first - 1), 8000, decoder, &end) == Status::kPackedTruncated);
    CHECK(FindPackedEnd(Bytes(all).first(first - 22), 8000, decoder, &end) == Status::kPackedDuration);
  });
}

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::Wav();
  tonegate::test::Ogg();
  tonegate::test::PackedSlices();
  return tonegate::test::Finish();
}

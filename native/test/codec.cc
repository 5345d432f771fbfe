// Codecs by their recommendations: G.711 values, Dialogic's step rule, packed slices frame by frame.
#include <algorithm>
#include <array>
#include <cmath>

#include "check.h"
#include "core/codec/adpcm.h"
#include "core/codec/g711.h"
#include "core/codec/packed/opus.h"
#include "core/codec/packed/packed.h"
#include "core/codec/packed/packer.h"
#include "core/codec/packed/speex.h"
#include "core/codec/packed/speex_frame.h"
#include "samples.h"

namespace tonegate::test {
namespace {

// ITU-T G.711, tables 1a and 2a: decision values and outputs, here left-justified in 16 bits.
constexpr uint8_t kAlawSilence = 0xD5;
constexpr uint8_t kUlawSilence = 0xFF;
constexpr int kAlawMax = 32256;  // 4032 of 4096
constexpr int kUlawMax = 32124;  // 8031 of 8192

void G711() {
  Case("A-law and mu-law silence, extremes and signs are those of the tables", [] {
    CHECK(AlawToLinear(kAlawSilence) == 8);
    CHECK(UlawToLinear(kUlawSilence) == 0);
    CHECK(AlawToLinear(0xAA) == kAlawMax);
    CHECK(AlawToLinear(0x2A) == -kAlawMax);
    CHECK(UlawToLinear(0x80) == kUlawMax);
    CHECK(UlawToLinear(0x00) == -kUlawMax);
    CHECK(LinearToAlaw(0) == kAlawSilence);
    CHECK(LinearToUlaw(0) == kUlawSilence);
    CHECK(LinearToAlaw(32767) == 0xAA && LinearToAlaw(-32768) == 0x2A);
    CHECK(LinearToUlaw(32767) == 0x80 && LinearToUlaw(-32768) == 0x00);
  });
  Case("every code survives decoding and encoding, but for mu-law's negative zero", [] {
    for (int code = 0; code < 256; ++code) {
      const auto octet = static_cast<uint8_t>(code);
      CHECK(LinearToAlaw(AlawToLinear(octet)) == octet);
      CHECK(LinearToUlaw(UlawToLinear(octet)) == (code == 0x7F ? 0xFF : octet));
    }
  });
  Case("every 16-bit sample is coded and every A-law code decoded by the decision values of table 1a", [] {
    // Table 1a of the Recommendation: 128 intervals on each side of zero, 32 of the width 2 and then 16 of each width
    // that doubles, up to 4096. A code is the number of its interval, the sign bit set for positive values, and every
    // even bit inverted; its output is the middle of the interval. 16-bit samples are eight times as large.
    std::vector<int> decision = {0};
    for (const int width : {2, 2, 4, 8, 16, 32, 64, 128}) {
      for (int step = 0; step < 16; ++step) decision.push_back(decision.back() + width);
    }
    CHECK(decision.size() == 129);
    CHECK(decision[32] == 64 && decision[48] == 128 && decision[112] == 2048 && decision[128] == 4096);
    for (int interval = 0; interval < 128; ++interval) {
      const auto positive = static_cast<uint8_t>((0x80 | interval) ^ 0x55);
      const auto negative = static_cast<uint8_t>(interval ^ 0x55);
      const int from = 8 * decision[static_cast<size_t>(interval)];
      const int to = 8 * decision[static_cast<size_t>(interval) + 1];
      CHECK(AlawToLinear(positive) == (from + to) / 2);
      CHECK(AlawToLinear(negative) == -(from + to) / 2);
      for (int sample = from; sample < to; ++sample) {
        CHECK(LinearToAlaw(static_cast<int16_t>(sample)) == positive);
        CHECK(LinearToAlaw(static_cast<int16_t>(-1 - sample)) == negative);
      }
    }
  });
  Case("the laws never change the order of two samples", [] {
    for (int sample = -32768; sample < 32767; ++sample) {
      const auto low = static_cast<int16_t>(sample), high = static_cast<int16_t>(sample + 1);
      CHECK(AlawToLinear(LinearToAlaw(low)) <= AlawToLinear(LinearToAlaw(high)));
      CHECK(UlawToLinear(LinearToUlaw(low)) <= UlawToLinear(LinearToUlaw(high)));
    }
  });
}

void Adpcm() {
  Case("Dialogic ADPCM follows the truncated sum of steps, high nibble first", [] {
    // Worked out by hand: step 16: 7 adds 16+8+4+2 = 30, index 8 (step 34); 7 adds 34+17+8+4 = 63, index 16 (step 73);
    // 9 subtracts 73>>2 + 73>>3 = 18+9 = 27, index 15; 0 adds 66>>3 = 8.
    const std::array<uint8_t, 2> bytes = {0x77, 0x90};
    std::array<int16_t, 4> out;
    AdpcmDecoder().Decode(bytes, out);
    CHECK((out == std::array<int16_t, 4>{30 * 16, 93 * 16, 66 * 16, 74 * 16}));
  });
  Case("all 49 steps of Dialogic ADPCM grow by a tenth from 16, and each code moves the step as the note says", [] {
    constexpr std::array<int, 8> kMoves = {-1, -1, -1, -1, 2, 4, 6, 8};
    for (int index = 0; index < 49; ++index) {
      const int step = static_cast<int>(16 * std::pow(1.1L, index));  // truncated, as in the note
      for (unsigned code = 0; code < 16; ++code) {
        AdpcmState state{.value = 0, .step_index = index};
        int moved = step / 8;
        if ((code & 4) != 0) moved += step;
        if ((code & 2) != 0) moved += step / 2;
        if ((code & 1) != 0) moved += step / 4;
        if ((code & 8) != 0) moved = -moved;
        CHECK(state.Step(code) == std::clamp(moved, -2048, 2047));
        CHECK(state.step_index == std::clamp(index + kMoves[code & 7], 0, 48));
      }
    }
  });
  Case("Dialogic ADPCM stays within 12 bits whatever comes", [] {
    for (const uint8_t byte : {0x77, 0xFF}) {
      const std::vector<uint8_t> bytes(100, byte);
      std::vector<int16_t> out(200);
      AdpcmDecoder().Decode(bytes, out);
      CHECK(out.back() == (byte == 0x77 ? 2047 * 16 : -2048 * 16));
    }
  });
  Case("Dialogic ADPCM keeps a tone when coded and decoded", [] {
    const std::vector<int16_t> tone = Cadence(8000, 1000, 0, 1000);
    std::vector<uint8_t> bytes(tone.size() / 2);
    AdpcmEncoder().Encode(tone, bytes);
    std::vector<int16_t> out(tone.size());
    AdpcmDecoder().Decode(bytes, out);
    double error = 0, signal = 0;
    for (size_t i = 200; i < tone.size(); ++i) {
      error += std::pow(tone[i] - out[i], 2);
      signal += std::pow(tone[i], 2);
    }
    CHECK(10 * std::log10(signal / error) > 20);
  });
  Case("Dialogic ADPCM decodes the same in pieces", [] {
    Random random(5);
    std::vector<uint8_t> bytes(300);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
    std::vector<int16_t> whole(600), pieces(600);
    AdpcmDecoder().Decode(bytes, whole);
    AdpcmDecoder decoder;
    for (size_t at = 0; at < 300; at += 100)
      decoder.Decode(Bytes(bytes).subspan(at, 100), std::span(pieces).subspan(2 * at, 200));
    CHECK(whole == pieces);
  });
}

// Number of samples by which `decoded` lags behind `original`, from the largest cross-correlation.
int Lag(const std::vector<int16_t>& original, const std::vector<int16_t>& decoded, int most) {
  double best = -1;
  int found = 0;
  for (int lag = -most; lag <= most; ++lag) {
    double sum = 0;
    for (int i = most; i + 2 * most < static_cast<int>(std::min(original.size(), decoded.size())); ++i) {
      sum += static_cast<double>(original[static_cast<size_t>(i)]) * decoded[static_cast<size_t>(i + lag)];
    }
    if (sum > best) {
      best = sum;
      found = lag;
    }
  }
  return found;
}

// Low-passed noise with a swinging level: like speech, it has one best alignment.
std::vector<int16_t> SpeechLike(int rate_hz, int ms) {
  Random random(3);
  std::vector<int16_t> samples(static_cast<size_t>(rate_hz) * static_cast<size_t>(ms) / 1000);
  double first = 0, second = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    first = 0.8 * first + random.Unit() - 0.5;
    second = 0.5 * second + first;
    samples[i] = static_cast<int16_t>(6000 * second * (0.5 + 0.5 * std::sin(18.8 * static_cast<double>(i) / rate_hz)));
  }
  return samples;
}

void Packed() {
  Case("the delay that is cut off is the one that each codec has", [] {
    for (const int rate_hz : {8000, 16000, 32000}) {
      const std::vector<int16_t> original = SpeechLike(rate_hz, 1000);
      SpeexDecoder decoder(rate_hz);
      const std::vector<uint8_t> slice = Packer::MakeSpeex(rate_hz, 10)->Pack(original);
      PackedSlice packed;
      CHECK(ReadPackedHeader(slice, rate_hz, &packed) == Status::kOk);
      CHECK(CheckPackedFrames(decoder, &packed) == Status::kOk);
      std::vector<int16_t> out(original.size() + decoder.max_frame_samples());
      size_t count = 0;
      CHECK(DecodePackedFrames(packed, &decoder, out, &count) == Status::kOk);
      CHECK(count == original.size());
      CHECK(std::abs(Lag(original, out, 640) - static_cast<int>(decoder.delay_samples())) <= 2);
    }
    for (const int rate_hz : {8000, 16000}) {
      const std::vector<int16_t> original = SpeechLike(rate_hz, 1000);
      OpusStreamDecoder decoder(rate_hz);
      const std::vector<uint8_t> slice = Packer::MakeOpus(rate_hz, 64000, 20)->Pack(original);
      PackedSlice packed;
      CHECK(ReadPackedHeader(slice, rate_hz, &packed) == Status::kOk);
      CHECK(CheckPackedFrames(decoder, &packed) == Status::kOk);
      std::vector<int16_t> out(original.size() + decoder.max_frame_samples());
      size_t count = 0;
      CHECK(DecodePackedFrames(packed, &decoder, out, &count) == Status::kOk);
      CHECK(count == original.size());
      CHECK(std::abs(Lag(original, out, 320) - static_cast<int>(decoder.delay_samples())) <= 2);
    }
  });
  Case("a decoder that was reset gives what a fresh one gives", [] {
    const std::vector<int16_t> original = SpeechLike(8000, 400);
    const std::vector<File> speex = FramesOf(Packer::MakeSpeex(8000, 4)->Pack(original));
    const std::vector<File> opus = FramesOf(Packer::MakeOpus(8000, 12000, 20)->Pack(original));
    SpeexDecoder speex_decoder(8000);
    OpusStreamDecoder opus_decoder(8000);
    const auto run = [](FrameDecoder& decoder, const std::vector<File>& frames) {
      std::vector<int16_t> all, out(decoder.max_frame_samples());
      for (const File& frame : frames)
        all.insert(all.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(decoder.Decode(frame, out)));
      return all;
    };
    const std::vector<int16_t> first_speex = run(speex_decoder, speex), first_opus = run(opus_decoder, opus);
    speex_decoder.Reset();
    opus_decoder.Reset();
    CHECK(run(speex_decoder, speex) == first_speex);
    CHECK(run(opus_decoder, opus) == first_opus);
  });
  Case("what counts as a whole Speex frame is what libspeex decodes to the same end", [] {
    Random random(3);
    int whole = 0, broken = 0;
    for (const int rate_hz : {8000, 16000, 32000}) {
      const int layers = rate_hz == 8000 ? 0 : rate_hz == 16000 ? 1 : 2;
      void* state = speex_decoder_init(speex_lib_get_mode(layers));  // the numbers of the modes
      std::vector<int16_t> out(640);
      for (int quality = 0; quality <= 10; ++quality) {
        for (const File& frame : FramesOf(Packer::MakeSpeex(rate_hz, quality)->Pack(Cadence(rate_hz, 100, 50, 300)))) {
          for (int damage = 0; damage < 6; ++damage) {
            File bytes = frame;
            if (damage > 0) bytes[0] = static_cast<uint8_t>(random.Next());
            if (damage == 3)
              std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<uint8_t>(random.Next()); });
            if (damage % 2 != 0) bytes.resize(1 + random.Below(static_cast<uint32_t>(bytes.size())));
            BitReader reader(bytes);
            const bool ours = SkipSpeexFrame(&reader, layers);
            SpeexBits bits{};
            speex_bits_set_bit_buffer(&bits, bytes.data(), static_cast<int>(bytes.size()));
            const bool theirs = speex_decode_int(state, &bits, out.data()) == 0 && speex_bits_remaining(&bits) >= 0;
            CHECK(ours == theirs);
            CHECK(!ours || speex_bits_remaining(&bits) == static_cast<int>(reader.remaining()));
            ++(theirs ? whole : broken);
          }
        }
      }
      speex_decoder_destroy(state);
    }
    CHECK(whole > 500 && broken > 500);
  });
  Case("every Opus frame length that the specification names is unpacked", [] {
    for (const double frame_ms : {2.5, 5.0, 10.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0}) {
      const std::vector<int16_t> original = SpeechLike(16000, 1200);
      const std::vector<uint8_t> slice = Packer::MakeOpus(16000, 32000, frame_ms)->Pack(original);
      OpusStreamDecoder decoder(8000);
      PackedSlice packed;
      CHECK(ReadPackedHeader(slice, 16000, &packed) == Status::kOk);
      CHECK(packed.ms() == 1200);
      CHECK(CheckPackedFrames(decoder, &packed) == Status::kOk);
      std::vector<int16_t> out(9600 + decoder.max_frame_samples());
      size_t count = 0;
      CHECK(DecodePackedFrames(packed, &decoder, out, &count) == Status::kOk);
      CHECK(count == 9600);
    }
  });
}

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::G711();
  tonegate::test::Adpcm();
  tonegate::test::Packed();
  return tonegate::test::Finish();
}

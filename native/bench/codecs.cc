// Nanoseconds per 20 ms of audio for every codec and resampler, and the purity of the resamplers. One line for each
// measurement: group, name, value, unit, separated by tabs. scripts/measure/bench/codecs.mjs builds and prints it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "core/codec/adpcm.h"
#include "core/codec/g711.h"
#include "core/codec/packed/opus.h"
#include "core/codec/packed/packer.h"
#include "core/codec/packed/speex.h"
#include "core/resample/resampler.h"
#include "test/samples.h"

#if defined(WITH_SPEEXDSP)
#include <speex/speex_resampler.h>
#endif

namespace tonegate {
namespace {

constexpr int kFrameMs = 20;
constexpr int kRuns = 5;
constexpr double kRunSeconds = 0.15;

// The fastest of kRuns runs, per call of `body`.
double NanosecondsPerCall(const std::function<void()>& body) {
  using Clock = std::chrono::steady_clock;
  double best = 1e18;
  for (int run = 0; run < kRuns; ++run) {
    int64_t calls = 0;
    const auto begin = Clock::now();
    double seconds = 0;
    do {
      for (int i = 0; i < 16; ++i) body();
      calls += 16;
      seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    } while (seconds < kRunSeconds);
    best = std::min(best, seconds * 1e9 / static_cast<double>(calls));
  }
  return best;
}

void Print(const char* group, const std::string& name, double value, const char* unit) {
  std::printf("%s\t%s\t%.1f\t%s\n", group, name.c_str(), value, unit);
}

std::vector<int16_t> Noise(size_t count) {
  std::vector<int16_t> samples(count);
  uint32_t state = 1;
  for (int16_t& sample : samples) sample = static_cast<int16_t>((state = state * 1664525 + 1013904223) >> 18);
  return samples;
}

using Push = std::function<size_t(std::span<const int16_t>, std::span<int16_t>)>;

// Level of a sine after resampling relative to the sine before it, in dB, away from the ends.
double GainDb(const Push& push, int from_hz, double frequency_hz) {
  std::vector<int16_t> in(static_cast<size_t>(from_hz)), out(in.size() * 8 + 64);
  for (size_t i = 0; i < in.size(); ++i) {
    const double phase = 2 * std::numbers::pi * frequency_hz * static_cast<double>(i) / from_hz;
    in[i] = static_cast<int16_t>(std::lround(16000 * std::sin(phase)));
  }
  const size_t count = push(in, out);
  double sum = 0;
  const size_t edge = count / 4;
  for (size_t i = edge; i < count - edge; ++i) sum += static_cast<double>(out[i]) * out[i];
  const double mean = sum / static_cast<double>(count - 2 * edge);
  return 10 * std::log10(std::max(mean, 1e-3) / (16000.0 * 16000 / 2));
}

struct Candidate {
  std::string name;
  std::function<Push(int from_hz, int to_hz)> make;
};

void Resamplers() {
  std::vector<Candidate> candidates;
  candidates.push_back({"own", [](int from_hz, int to_hz) -> Push {
                          auto resampler = std::make_shared<Resampler>(from_hz, to_hz);
                          return [resampler](std::span<const int16_t> in, std::span<int16_t> out) {
                            return resampler->Push(in, out);
                          };
                        }});
#if defined(WITH_SPEEXDSP)
  for (const int quality : {3, 5, 8, 10}) {
    candidates.push_back({"libspeexdsp quality " + std::to_string(quality), [quality](int from_hz, int to_hz) -> Push {
                            int error = 0;
                            std::shared_ptr<SpeexResamplerState> state(
                                speex_resampler_init(1, static_cast<spx_uint32_t>(from_hz),
                                                     static_cast<spx_uint32_t>(to_hz), quality, &error),
                                speex_resampler_destroy);
                            return [state](std::span<const int16_t> in, std::span<int16_t> out) {
                              auto taken = static_cast<spx_uint32_t>(in.size());
                              auto given = static_cast<spx_uint32_t>(out.size());
                              speex_resampler_process_int(state.get(), 0, in.data(), &taken, out.data(), &given);
                              return static_cast<size_t>(given);
                            };
                          }});
  }
#endif
  constexpr std::pair<int, int> kPairs[] = {{16000, 8000}, {8000, 16000}, {48000, 8000}, {44100, 8000}, {32000, 16000}};
  for (const auto& [from_hz, to_hz] : kPairs) {
    const std::string rates = std::to_string(from_hz) + " to " + std::to_string(to_hz) + " Hz, ";
    for (const Candidate& candidate : candidates) {
      const std::vector<int16_t> in = Noise(static_cast<size_t>(from_hz / 1000 * kFrameMs));
      std::vector<int16_t> out(in.size() * 8 + 64);
      const Push push = candidate.make(from_hz, to_hz);
      Print("resample", rates + candidate.name, NanosecondsPerCall([&] { push(in, out); }), "ns per 20 ms");
      const double low_nyquist_hz = std::min(from_hz, to_hz) / 2.0;
      Print("resample", rates + candidate.name, GainDb(candidate.make(from_hz, to_hz), from_hz, 0.92 * low_nyquist_hz),
            "dB at 0.92 Nyquist");
      double worst = -200;
      for (double place = 1.0; from_hz > to_hz && place < 1.5; place += 0.02) {
        worst = std::max(worst, GainDb(candidate.make(from_hz, to_hz), from_hz, place * low_nyquist_hz));
      }
      if (from_hz > to_hz) Print("resample", rates + candidate.name, worst, "dB worst alias");
    }
  }
}

void Decoder(const std::string& name, FrameDecoder* decoder, const std::vector<std::vector<uint8_t>>& frames) {
  std::vector<int16_t> out(decoder->max_frame_samples());
  size_t next = 0;
  Print("codec", name, NanosecondsPerCall([&] { decoder->Decode(frames[next++ % frames.size()], out); }),
        "ns per 20 ms");
}

void Codecs() {
  std::vector<uint8_t> bytes(160);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 37);
  std::vector<int16_t> out(320);
  Print("codec", "A-law 8 kHz", NanosecondsPerCall([&] { DecodeAlaw(bytes, std::span(out).first(160)); }),
        "ns per 20 ms");
  Print("codec", "mu-law 8 kHz", NanosecondsPerCall([&] { DecodeUlaw(bytes, std::span(out).first(160)); }),
        "ns per 20 ms");
  AdpcmDecoder adpcm;
  const Bytes nibbles = Bytes(bytes).first(80);
  Print("codec", "Dialogic ADPCM 8 kHz", NanosecondsPerCall([&] { adpcm.Decode(nibbles, std::span(out).first(160)); }),
        "ns per 20 ms");
  for (const int rate_hz : {8000, 16000, 32000}) {
    const std::vector<int16_t> audio = test::Cadence(rate_hz, 350, 350, 2000);
    SpeexDecoder decoder(rate_hz);
    Decoder("Speex " + std::to_string(rate_hz / 1000) + " kHz, quality 8", &decoder,
            test::FramesOf(Packer::MakeSpeex(rate_hz, 8)->Pack(audio)));
  }
  for (const int rate_hz : {8000, 16000}) {
    const std::vector<int16_t> audio = test::Cadence(rate_hz, 350, 350, 2000);
    const auto frames = test::FramesOf(Packer::MakeOpus(rate_hz, 24000, 20)->Pack(audio));
    for (const int out_hz : {8000, 16000}) {
      OpusStreamDecoder decoder(out_hz);
      Decoder("Opus " + std::to_string(rate_hz / 1000) + " kHz, 24 kbit/s, decoded to " +
                  std::to_string(out_hz / 1000) + " kHz",
              &decoder, frames);
    }
  }
}

}  // namespace
}  // namespace tonegate

int main() {
  tonegate::Codecs();
  tonegate::Resamplers();
  return 0;
}

// The resampler: flat to 0.92 of the lower Nyquist frequency, more than 70 dB down from there on, aligned, streaming.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "check.h"
#include "core/resample/resampler.h"

namespace tonegate::test {
namespace {

constexpr double kPassband = 0.92;
constexpr double kRippleDb = 0.1;
constexpr double kStopbandDb = -70;
constexpr double kAmplitude = 16000;

std::vector<int16_t> Sine(int rate_hz, double frequency_hz, size_t count) {
  std::vector<int16_t> samples(count);
  for (size_t i = 0; i < count; ++i) {
    const double phase = 2 * std::numbers::pi * frequency_hz * static_cast<double>(i) / rate_hz;
    samples[i] = static_cast<int16_t>(std::lround(kAmplitude * std::sin(phase)));
  }
  return samples;
}

std::vector<int16_t> Run(Resampler& resampler, std::span<const int16_t> samples, size_t slice) {
  std::vector<int16_t> out;
  for (size_t at = 0; at < samples.size(); at += slice) {
    const auto part = samples.subspan(at, std::min(slice, samples.size() - at));
    std::vector<int16_t> room(resampler.MaxOutput(part.size()));
    room.resize(resampler.Push(part, room));
    out.insert(out.end(), room.begin(), room.end());
  }
  std::vector<int16_t> room(resampler.MaxFlush());
  room.resize(resampler.Flush(room));
  out.insert(out.end(), room.begin(), room.end());
  return out;
}

// Level relative to kAmplitude, away from the ends.
double LevelDb(const std::vector<int16_t>& samples) {
  double sum = 0;
  const size_t edge = samples.size() / 4;
  for (size_t i = edge; i < samples.size() - edge; ++i) sum += static_cast<double>(samples[i]) * samples[i];
  const double mean = sum / static_cast<double>(samples.size() - 2 * edge);
  return 10 * std::log10(std::max(mean, 1e-9) / (kAmplitude * kAmplitude / 2));
}

template <typename Body>
void EachPair(Body body) {
  for (const int from : kSampleRatesHz) {
    for (const int to : {8000, 16000}) {
      if (from != to) body(from, to);
    }
  }
  for (const int to : kSampleRatesHz) {
    if (to != 16000) body(16000, to);
  }
}

void Cases() {
  Case("passes 0.92 of the lower Nyquist frequency within 0.1 dB", [] {
    EachPair([](int from, int to) {
      for (const double place : {0.05, 0.5, kPassband}) {
        Resampler resampler(from, to);
        const double frequency_hz = place * std::min(from, to) / 2;
        const double level = LevelDb(Run(resampler, Sine(from, frequency_hz, 6000), 1000));
        CHECK(std::abs(level) < kRippleDb);
      }
    });
  });
  Case("is more than 70 dB down above the lower Nyquist frequency", [] {
    EachPair([](int from, int to) {
      if (from <= to) return;
      for (double place = 1.0; place * to < from; place += 0.125) {
        Resampler resampler(from, to);
        CHECK(LevelDb(Run(resampler, Sine(from, place * to / 2, 6000), 1000)) < kStopbandDb);
      }
    });
  });
  Case("leaves no image of a tone when it raises the rate", [] {
    Resampler up(8000, 16000);
    const std::vector<int16_t> out = Run(up, Sine(8000, 1000, 16000), 1000);
    double real = 0, imaginary = 0;  // at 7000 Hz, the image of 1000 Hz
    for (size_t i = 0; i < 16000; ++i) {
      const double phase = 2 * std::numbers::pi * 7000 * static_cast<double>(i) / 16000;
      real += out[8000 + i] * std::cos(phase);
      imaginary += out[8000 + i] * std::sin(phase);
    }
    CHECK(20 * std::log10(2 * std::hypot(real, imaginary) / 16000 / kAmplitude) < kStopbandDb);
  });
  Case("aligns the first output sample with the first input sample", [] {
    EachPair([](int from, int to) {
      Resampler resampler(from, to);
      const double frequency_hz = 1000;
      const std::vector<int16_t> out = Run(resampler, Sine(from, frequency_hz, static_cast<size_t>(from / 8)), 777);
      double worst = 0;
      for (size_t i = out.size() / 4; i < out.size() / 2; ++i) {
        const double phase = 2 * std::numbers::pi * frequency_hz * static_cast<double>(i) / to;
        worst = std::max(worst, std::abs(out[i] - kAmplitude * std::sin(phase)));
      }
      CHECK(worst < kAmplitude * 0.01);
    });
  });
  Case("gives ceil(input * to / from) samples once flushed", [] {
    EachPair([](int from, int to) {
      for (const size_t count : {0, 1, 7, 160, 1601}) {
        Resampler resampler(from, to);
        const size_t expected =
            (count * static_cast<size_t>(to) + static_cast<size_t>(from) - 1) / static_cast<size_t>(from);
        CHECK(Run(resampler, Sine(from, 440, count), 100).size() == expected);
      }
    });
  });
  Case("gives the same samples however the input is sliced, and after Reset", [] {
    EachPair([](int from, int to) {
      Random random(static_cast<uint64_t>(from + to));
      std::vector<int16_t> noise(2000);
      for (int16_t& sample : noise) sample = static_cast<int16_t>(random.Next());
      Resampler resampler(from, to);
      const std::vector<int16_t> whole = Run(resampler, noise, noise.size());
      for (const size_t slice : {1, 64, 441, 1025, 1999}) {
        resampler.Reset();
        CHECK(Run(resampler, noise, slice) == whole);
      }
    });
  });
  Case("clips what would overflow", [] {
    std::vector<int16_t> square(800);
    for (size_t i = 0; i < square.size(); ++i) square[i] = i / 40 % 2 == 0 ? 32767 : -32768;
    Resampler resampler(16000, 8000);
    const std::vector<int16_t> out = Run(resampler, square, 800);
    CHECK(*std::max_element(out.begin(), out.end()) == 32767);
    CHECK(*std::min_element(out.begin(), out.end()) == -32768);
  });
  Case("copies when both rates are the same", [] {
    Resampler resampler(8000, 8000);
    const std::vector<int16_t> samples = Sine(8000, 450, 100);
    CHECK(Run(resampler, samples, 9) == samples);
  });
}

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::Cases();
  return tonegate::test::Finish();
}

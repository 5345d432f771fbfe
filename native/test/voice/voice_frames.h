// Voice frames and sounds for the tests of the vocoder.
#ifndef TONEGATE_TEST_VOICE_FRAMES_H_
#define TONEGATE_TEST_VOICE_FRAMES_H_

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/vocoder/vocoder.h"
#include "test/check.h"

namespace tonegate::test {

using Floats = std::vector<float>;

// `count` copies of one frame: the same level everywhere, one share of noise.
inline Floats SteadyFrames(size_t count, float f0_hz, float level_db, float aperiodicity) {
  Floats frames;
  for (size_t i = 0; i < count; ++i) {
    frames.push_back(f0_hz);
    frames.insert(frames.end(), kEnvelopePoints, level_db);
    frames.insert(frames.end(), kNoiseBands, aperiodicity);
  }
  return frames;
}

// One resonance at `peak_hz`, 40 dB above the rest.
inline Floats PeakedFrames(size_t count, float f0_hz, double peak_hz) {
  Floats frames = SteadyFrames(count, f0_hz, -60, 0);
  for (size_t i = 0; i < frames.size(); i += kFrameFloats) {
    for (size_t k = 0; k < kEnvelopePoints; ++k) {
      const double off = static_cast<double>(k) - EnvelopePlace(peak_hz);
      frames[i + 1 + k] += static_cast<float>(40 * std::exp(-off * off / 4));
    }
  }
  return frames;
}

// Speech-like frames: pitch and levels wander, a part is unvoiced.
inline Floats WanderingFrames(size_t count) {
  Random random(7);
  Floats frames;
  for (size_t i = 0; i < count; ++i) {
    const double at = static_cast<double>(i);
    frames.push_back(i % 40 < 28 ? static_cast<float>(160 + 60 * std::sin(at / 17)) : 0.0F);
    for (size_t k = 0; k < kEnvelopePoints; ++k)
      frames.push_back(static_cast<float>(-45 + 15 * std::sin(at / 9 + static_cast<double>(k) / 5)));
    for (size_t k = 0; k < kNoiseBands; ++k) frames.push_back(static_cast<float>(random.Unit()));
  }
  return frames;
}

// Sound of frames that are pushed `slice` at a time, and flushed.
inline Floats Spoken(const VocoderOptions& options, const Floats& frames, size_t slice) {
  Vocoder vocoder(options);
  Floats all, out;
  const std::span<const float> numbers(frames);
  for (size_t at = 0; at < frames.size(); at += slice * kFrameFloats) {
    const auto part = numbers.subspan(at, std::min(slice * kFrameFloats, frames.size() - at));
    out.resize(vocoder.MaxOutput(part.size() / kFrameFloats));
    const size_t made = vocoder.Push(part, out);
    all.insert(all.end(), out.begin(), out.begin() + static_cast<long>(made));
  }
  out.resize(vocoder.MaxOutput(1));
  const size_t made = vocoder.Flush(out);
  all.insert(all.end(), out.begin(), out.begin() + static_cast<long>(made));
  return all;
}

inline Floats Spoken(const VocoderOptions& options, const Floats& frames) {
  return Spoken(options, frames, frames.size() / kFrameFloats);
}

inline double PowerDb(std::span<const float> samples) {
  double sum = 0;
  for (const float sample : samples) sum += static_cast<double>(sample) * sample;
  return 10 * std::log10(sum / static_cast<double>(samples.size()) + 1e-30);
}

// Amplitude of a frequency (a plain Fourier sum under a Hann window; 1 for a sine of amplitude 1).
inline double AmplitudeAt(std::span<const float> samples, double hz) {
  double re = 0, im = 0, sum = 0;
  const auto count = static_cast<double>(samples.size());
  for (size_t i = 0; i < samples.size(); ++i) {
    const double at = static_cast<double>(i);
    const double window = 0.5 - 0.5 * std::cos(2 * M_PI * (at + 0.5) / count);
    re += window * samples[i] * std::cos(2 * M_PI * hz * at / kVoiceRateHz);
    im += window * samples[i] * std::sin(2 * M_PI * hz * at / kVoiceRateHz);
    sum += window;
  }
  return 2 * std::hypot(re, im) / sum;
}

}  // namespace tonegate::test

#endif  // TONEGATE_TEST_VOICE_FRAMES_H_

// The five effects: slicing, bounds, tails, and the purpose of each.
#include "core/vocoder/effect.h"
#include "core/vocoder/wave_math.h"
#include "test/voice/voice_frames.h"

namespace tonegate {
namespace {

using test::AmplitudeAt;
using test::Case;
using test::Floats;
using test::PowerDb;

constexpr std::array kKinds = {EffectKind::kNone,   EffectKind::kReverb,     EffectKind::kEcho,
                               EffectKind::kChorus, EffectKind::kFarAndNear, EffectKind::kRobot};

Floats Noise(size_t count) {
  Floats samples(count);
  for (size_t i = 0; i < count; ++i) samples[i] = std::clamp(0.3F * NoiseAt(5, i), -1.0F, 1.0F);
  return samples;
}

Floats Tone(size_t count, double hz) {
  Floats samples(count);
  for (size_t i = 0; i < count; ++i)
    samples[i] = static_cast<float>(std::sin(2 * M_PI * hz * static_cast<double>(i) / kVoiceRateHz));
  return samples;
}

Floats Through(Effect* effect, Floats samples, size_t slice) {
  const std::span<float> all(samples);
  for (size_t at = 0; at < all.size(); at += slice) effect->Push(all.subspan(at, std::min(slice, all.size() - at)));
  Floats tail(effect->TailSamples());
  CHECK(effect->Flush(tail) == tail.size());
  samples.insert(samples.end(), tail.begin(), tail.end());
  return samples;
}

Floats Through(EffectKind kind, const Floats& samples) {
  Effect effect(kind);
  return Through(&effect, samples, samples.size());
}

std::span<const float> Part(const Floats& samples, double from_s, double to_s) {
  const auto from = static_cast<size_t>(from_s * kVoiceRateHz), to = static_cast<size_t>(to_s * kVoiceRateHz);
  return std::span(samples).subspan(from, to - from);
}

}  // namespace
}  // namespace tonegate

int main() {
  using namespace tonegate;

  Case("no effect leaves the samples as they are and has no tail",
       [] { CHECK(Through(EffectKind::kNone, Noise(5000)) == Noise(5000)); });

  Case("every effect gives the same samples in any slicing, and again after a reset", [] {
    const Floats samples = Noise(9000);
    for (const EffectKind kind : kKinds) {
      const Floats whole = Through(kind, samples);
      Effect effect(kind);
      for (const size_t slice : {1U, 80U, 777U}) {
        CHECK(Through(&effect, samples, slice) == whole);
        effect.Reset();
      }
    }
  });

  Case("every effect stays below 4 for any samples below 1, and its tail ends in silence within 1 s", [] {
    std::vector<Floats> inputs = {Noise(48000)};
    for (const double hz : {0.0, 50.0, 100.0, 333.0, 4000.0, 7999.0}) inputs.push_back(Tone(48000, hz));
    inputs.push_back(Floats(48000, 1.0F));
    for (const EffectKind kind : kKinds) {
      for (const Floats& input : inputs) {
        const Floats output = Through(kind, input);
        for (const float sample : output) CHECK(std::abs(sample) < 4);
        CHECK(output.size() <= input.size() + kVoiceRateHz);
        if (kind != EffectKind::kNone) CHECK(output.back() == 0);
      }
    }
  });

  Case("an echo repeats a click every 0.24 s, each time at 0.4 of the one before", [] {
    Floats click(1600);
    click[10] = 1;
    const Floats heard = Through(EffectKind::kEcho, click);
    CHECK(heard[10] == 1);
    CHECK(heard[10 + 3840] == 0.4F);
    CHECK(std::abs(heard[10 + 2 * 3840] - 0.16F) < 1e-6);
    CHECK(heard[2000] == 0);
  });

  Case("a reverb rings on after the sound and gets weaker all the time", [] {
    Floats samples = Noise(8000);
    samples.resize(32000);
    const Floats heard = Through(EffectKind::kReverb, samples);
    const double early = PowerDb(Part(heard, 0.52, 0.62)), later = PowerDb(Part(heard, 0.82, 0.92));
    CHECK(early > -40 && early < PowerDb(Part(heard, 0.3, 0.4)));
    // 60 dB in 0.7 s is 26 dB in 0.3 s.
    CHECK(std::abs(early - later - 26) < 4);
  });

  Case("a chorus widens a tone to the sides", [] {
    const Floats heard = Through(EffectKind::kChorus, Tone(64000, 1000));
    CHECK(AmplitudeAt(Part(heard, 1, 4), 1000) > 0.1);
    double beside = 0;
    for (double off_hz = 0.5; off_hz < 6; off_hz += 0.25)
      beside = std::max(beside, AmplitudeAt(Part(heard, 1, 4), 1000 + off_hz));
    CHECK(beside > 0.05);
  });

  Case("far and near goes from loud to quiet and back in 4 s, and is duller when far", [] {
    const Floats heard = Through(EffectKind::kFarAndNear, Noise(80000));
    const double near = PowerDb(Part(heard, 0, 0.2)), far = PowerDb(Part(heard, 1.9, 2.1));
    CHECK(std::abs(near - PowerDb(Noise(80000))) < 1);
    CHECK(far < near - 8);
    CHECK(std::abs(PowerDb(Part(heard, 3.9, 4.1)) - near) < 1.5);
    auto dullness = [](const Floats& samples, double from_s) {
      double low = 0, high = 0;
      for (double hz = 200; hz < 1200; hz += 50) low += AmplitudeAt(Part(samples, from_s, from_s + 0.2), hz);
      for (double hz = 6000; hz < 7000; hz += 50) high += AmplitudeAt(Part(samples, from_s, from_s + 0.2), hz);
      return low / high;
    };
    CHECK(dullness(heard, 1.9) > 1.5 * dullness(heard, 0));
  });

  Case("a robot's tube strengthens multiples of 100 Hz, and its voice trembles at 50 Hz", [] {
    const Floats on = Through(EffectKind::kRobot, Tone(32000, 500)),
                 off = Through(EffectKind::kRobot, Tone(32000, 550));
    CHECK(AmplitudeAt(Part(on, 0.5, 1.5), 500) > 3 * AmplitudeAt(Part(off, 0.5, 1.5), 550));
    CHECK(AmplitudeAt(Part(on, 0.5, 1.5), 550) > 0.15 * AmplitudeAt(Part(on, 0.5, 1.5), 500));
  });

  Case("samples of any size are brought below full scale, quiet ones untouched, louder ones still louder", [] {
    float before = 0;
    for (float sample = 0; sample < 20; sample += 0.01F) {
      const float clipped = Clipped(sample);
      CHECK(clipped < 1 && clipped >= before && clipped == -Clipped(-sample));
      if (sample <= 0.8F) CHECK(clipped == sample);
      before = clipped;
    }
  });

  return test::Finish();
}

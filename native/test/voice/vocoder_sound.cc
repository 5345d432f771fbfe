// The vocoder: levels, pitch, formants, slicing, and its arithmetic against a plain one.
#include <limits>

#include "core/vocoder/spectrum_fft.h"
#include "core/vocoder/wave_math.h"
#include "test/voice/voice_frames.h"

namespace tonegate {
namespace {

using test::AmplitudeAt;
using test::Case;
using test::Floats;
using test::PeakedFrames;
using test::PowerDb;
using test::Spoken;
using test::SteadyFrames;
using test::WanderingFrames;

VocoderOptions Plain() { return {}; }

std::span<const float> Middle(const Floats& samples) {
  return std::span(samples).subspan(samples.size() / 4, samples.size() / 2);
}

// The strongest of a voice's harmonics.
double StrongestHz(const Floats& samples, double f0_hz) {
  double best = 0, best_hz = 0;
  for (double hz = f0_hz; hz < 7900; hz += f0_hz) {
    const double amplitude = AmplitudeAt(Middle(samples), hz);
    if (amplitude > best) {
      best = amplitude;
      best_hz = hz;
    }
  }
  return best_hz;
}

uint64_t Fingerprint(const Floats& samples) {
  uint64_t value = 0xCBF29CE484222325U;
  for (const float sample : samples) {
    const auto rounded = static_cast<uint64_t>(std::lrint(sample * 32767));
    value = (value ^ (rounded & 0xFFFF)) * 0x100000001B3U;
  }
  return value;
}

}  // namespace
}  // namespace tonegate

int main() {
  using namespace tonegate;

  Case("the transform gives what a plain Fourier sum gives, and the inverse gives the samples back", [] {
    const SpectrumFft fft;
    std::array<float, kResponseSamples> samples, again;
    for (size_t i = 0; i < kResponseSamples; ++i) samples[i] = NoiseAt(3, i);
    ResponseSpectrum spectrum;
    fft.Forward(samples, &spectrum);
    for (size_t k = 0; k < kResponseBins; ++k) {
      double re = 0, im = 0;
      for (size_t n = 0; n < kResponseSamples; ++n) {
        const double angle = 2 * M_PI * static_cast<double>(k * n % kResponseSamples) / kResponseSamples;
        re += samples[n] * std::cos(angle);
        im -= samples[n] * std::sin(angle);
      }
      CHECK(std::hypot(re - spectrum.re[k], im - spectrum.im[k]) < 1e-4);
    }
    fft.Inverse(spectrum, &again);
    for (size_t i = 0; i < kResponseSamples; ++i) CHECK(std::abs(again[i] - samples[i]) < 1e-5);
  });

  Case("at 10 ms, the frame between a voiced and an unvoiced one is unvoiced", [] {
    Floats slow = SteadyFrames(5, 330, -20, 0);
    const Floats unvoiced = SteadyFrames(5, 0, -20, 1);
    slow.insert(slow.end(), unvoiced.begin(), unvoiced.end());
    Floats quick = SteadyFrames(9, 330, -20, 0);
    const Floats rest = SteadyFrames(10, 0, -20, 1);
    quick.insert(quick.end(), rest.begin(), rest.end());
    VocoderOptions every_ten = Plain();
    every_ten.frame_ms = 10;
    VocoderOptions every_five = Plain();
    every_five.frame_ms = 5;
    const Floats one = Spoken(every_ten, slow, 3), other = Spoken(every_five, quick, 3);
    CHECK(one.size() >= other.size() && other.size() > 1000);
    // The last frame lasts longer at 10 ms.
    for (size_t i = 0; i + 2 * kFrameSamples < other.size(); ++i) CHECK(std::abs(one[i] - other[i]) < 1e-6);
  });

  Case("exponential, sine and cosine agree with the C library's, and the noise has mean 0 and variance 1", [] {
    for (double x = -60; x < 60; x += 0.0737) {
      const auto value = static_cast<float>(x);
      CHECK(std::abs(FastExp(value) / std::exp(static_cast<double>(value)) - 1) < 1e-6);
    }
    for (double x = -400; x < 400; x += 0.0737) {
      const auto value = static_cast<float>(x);
      float sine, cosine;
      FastSinCos(value, &sine, &cosine);
      CHECK(std::abs(sine - std::sin(static_cast<double>(value))) < 2e-6);
      CHECK(std::abs(cosine - std::cos(static_cast<double>(value))) < 2e-6);
    }
    double sum = 0, squares = 0;
    constexpr int kCount = 100000;
    for (uint64_t i = 0; i < kCount; ++i) {
      const double value = NoiseAt(1, i);
      sum += value;
      squares += value * value;
    }
    CHECK(std::abs(sum / kCount) < 0.01);
    CHECK(std::abs(squares / kCount - 1) < 0.01);
  });

  Case("the output has 80 samples a frame of 5 ms and 160 a frame of 10 ms, also for a single frame", [] {
    for (const size_t count : {1U, 2U, 3U, 50U}) {
      VocoderOptions options = Plain();
      CHECK(Spoken(options, SteadyFrames(count, 0, -30, 1)).size() == 80 * count);
      options.frame_ms = 10;
      CHECK(Spoken(options, SteadyFrames(count, 120, -30, 0)).size() == 160 * count);
    }
    CHECK(Spoken(Plain(), {}).empty());
  });

  Case("voiced or not, the sound has the power that the envelope says", [] {
    for (const float level_db : {-20.0F, -50.0F}) {
      const Floats noise = Spoken(Plain(), SteadyFrames(400, 0, level_db, 1));
      CHECK(std::abs(PowerDb(Middle(noise)) - level_db) < 0.3);
      for (const float f0_hz : {70.0F, 130.0F, 300.0F}) {
        for (const float aperiodicity : {0.0F, 0.5F}) {
          const Floats voice = Spoken(Plain(), SteadyFrames(400, f0_hz, level_db, aperiodicity));
          CHECK(std::abs(PowerDb(Middle(voice)) - level_db) < 0.4);
        }
      }
    }
  });

  Case("a voiced sound has the harmonics of its pitch and nothing between", [] {
    const Floats voice = Spoken(Plain(), SteadyFrames(400, 210, -30, 0));
    for (int n = 1; n < 20; ++n) {
      CHECK(AmplitudeAt(Middle(voice), 210 * n) > 100 * AmplitudeAt(Middle(voice), 210 * (n + 0.5)));
    }
  });

  Case("the pitch factor moves the pitch, the formant factor the formants, and neither the other", [] {
    VocoderOptions options = Plain();
    const Floats frames = PeakedFrames(300, 100, 2000);
    CHECK(std::abs(StrongestHz(Spoken(options, frames), 100) - 2000) <= 100);
    options.pitch_factor = 1.5F;
    CHECK(std::abs(StrongestHz(Spoken(options, frames), 150) - 2000) <= 150);
    options.pitch_factor = 1;
    options.formant_factor = 1.2F;
    CHECK(std::abs(StrongestHz(Spoken(options, frames), 100) - 2400) <= 100);
    options.formant_factor = 0.8F;
    CHECK(std::abs(StrongestHz(Spoken(options, frames), 100) - 1600) <= 100);
  });

  Case("a monotone voice has one pitch whatever the frames say, and stays unvoiced where they are", [] {
    VocoderOptions options = Plain();
    options.monotone_hz = 100;
    const Floats one = Spoken(options, SteadyFrames(300, 230, -30, 0));
    CHECK(AmplitudeAt(Middle(one), 300) > 100 * AmplitudeAt(Middle(one), 230));
    CHECK(Spoken(options, SteadyFrames(50, 0, -30, 1)) == Spoken(Plain(), SteadyFrames(50, 0, -30, 1)));
  });

  Case("a sharper voice has deeper valleys at the same power", [] {
    VocoderOptions options = Plain();
    const Floats frames = PeakedFrames(300, 100, 1500);
    const Floats plain = Spoken(options, frames);
    options.sharpness = 0.5F;
    const Floats sharp = Spoken(options, frames);
    auto contrast = [](const Floats& voice) {
      return AmplitudeAt(Middle(voice), 1500) / AmplitudeAt(Middle(voice), 1100);
    };
    CHECK(contrast(sharp) > 1.2 * contrast(plain));
    CHECK(std::abs(PowerDb(Middle(sharp)) - PowerDb(Middle(plain))) < 1);
  });

  Case("the gain is a factor of the amplitude", [] {
    VocoderOptions options = Plain();
    const Floats whole = Spoken(options, WanderingFrames(60));
    options.gain = 0.5F;
    const Floats half = Spoken(options, WanderingFrames(60));
    for (size_t i = 0; i < whole.size(); ++i) CHECK(half[i] == 0.5F * whole[i]);
    options.gain = 0;
    for (const float sample : Spoken(options, WanderingFrames(60))) CHECK(sample == 0);
  });

  Case("any slicing of the frames gives the same samples bit for bit, and so does a second use after a reset", [] {
    const Floats frames = WanderingFrames(120);
    for (const int frame_ms : {5, 10}) {
      VocoderOptions options = Plain();
      options.frame_ms = frame_ms;
      options.sharpness = 0.2F;
      const Floats whole = Spoken(options, frames);
      for (const size_t slice : {1U, 2U, 7U, 33U}) CHECK(Spoken(options, frames, slice) == whole);
      Vocoder vocoder(options);
      Floats out(vocoder.MaxOutput(122));
      vocoder.Push(frames, out);
      vocoder.Reset();
      size_t made = vocoder.Push(frames, out);
      made += vocoder.Flush(std::span(out).subspan(made));
      out.resize(made);
      CHECK(out == whole);
    }
  });

  Case("the noise is another one for another seed, and the same for the same", [] {
    VocoderOptions options = Plain();
    const Floats frames = SteadyFrames(30, 0, -30, 1);
    const Floats one = Spoken(options, frames);
    CHECK(Spoken(options, frames) == one);
    options.seed = 2;
    CHECK(Spoken(options, frames) != one);
  });

  Case("frames that hold no numbers, or numbers out of range, give sound that is finite", [] {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    test::Random random(11);
    Floats frames(100 * kFrameFloats);
    for (float& number : frames) {
      const uint32_t kind = random.Below(6);
      number = kind == 0   ? kNan
               : kind == 1 ? kInfinite
               : kind == 2 ? -kInfinite
               : kind == 3 ? 1e30F
                           : static_cast<float>(2000 * random.Unit() - 1000);
    }
    VocoderOptions options = Plain();
    options.sharpness = 1;
    options.pitch_factor = 4;
    for (const float sample : Spoken(options, frames)) CHECK(std::isfinite(sample));
  });

  Case("the samples are those of every other machine", [] {
    VocoderOptions options = Plain();
    options.sharpness = 0.2F;
    options.formant_factor = 1.1F;
    const uint64_t fingerprint = Fingerprint(Spoken(options, WanderingFrames(200)));
    CHECK(fingerprint == 0x1356D507AB32F681);
    if (fingerprint != 0x1356D507AB32F681) std::printf("0x%llX\n", static_cast<unsigned long long>(fingerprint));
  });

  return test::Finish();
}

// Cost of a voice: microseconds and shares of real time per second of sound, one thread, processor time. One line for
// each measurement: group, name, value, unit, separated by tabs. scripts/measure/bench/speech-core.mjs builds and
// prints it.
#include "core/vocoder/vocoder.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "core/vocoder/effect.h"
#include "core/vocoder/parametric_voice.h"
#include "core/vocoder/rule_voice.h"

namespace tonegate {
namespace {

constexpr int kRounds = 5;

double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Processor time for a second of sound; the best of kRounds.
template <typename Work>
void Report(const char* what, double sound_s, Work work) {
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const double start = CpuSeconds();
    work();
    best = std::min(best, CpuSeconds() - start);
  }
  std::printf("vocoder\t%s\t%.5f\treal-time factor\n", what, best / sound_s);
}

void MeasureVocoder(float f0_hz, const char* what) {
  constexpr size_t kFrames = 4000;  // 20 s
  std::vector<float> frames;
  for (size_t i = 0; i < kFrames; ++i) {
    frames.push_back(f0_hz);
    for (size_t k = 0; k < kEnvelopePoints; ++k) frames.push_back(-30 - 0.4F * static_cast<float>((k + i / 20) % 64));
    frames.insert(frames.end(), kNoiseBands, 0.2F);
  }
  Vocoder vocoder({});
  std::vector<float> out(vocoder.MaxOutput(kFrames));
  Report(what, 20, [&] {
    vocoder.Reset();
    vocoder.Push(frames, out);
  });
}

void MeasureVoice() {
  const ParametricTable table = MakeRuleTable();
  const ParametricVoice voice(table);
  std::vector<SpokenUnit> units;
  for (int i = 0; i < 30; ++i) {
    for (const char* name :
         {"n", "i2", "h", "ao3", "q", "ing3", "un4", "zh", "e4", "sh", "iii4", "sh", "en2", "m", "e5"}) {
      SpokenUnit unit;
      unit.unit = static_cast<uint16_t>(table.Find(name));
      units.push_back(unit);
    }
  }
  std::vector<float> frames;
  voice.Render(units, SpokenMood::kStatement, 1, &frames);
  const auto sound_s = static_cast<double>(frames.size() / kFrameFloats * kFrameSamples) / kVoiceRateHz;
  Report("frames of a voice without a network", sound_s,
         [&] { voice.Render(units, SpokenMood::kStatement, 1, &frames); });
  Vocoder vocoder({});
  std::vector<float> out(vocoder.MaxOutput(frames.size() / kFrameFloats));
  Report("the same with their sound", sound_s, [&] {
    voice.Render(units, SpokenMood::kStatement, 1, &frames);
    vocoder.Reset();
    vocoder.Push(frames, out);
  });
}

void MeasureEffect(EffectKind kind, const char* what) {
  std::vector<float> samples(20 * kVoiceRateHz, 0.1F);
  Effect effect(kind);
  Report(what, 20, [&] { effect.Push(samples); });
}

}  // namespace
}  // namespace tonegate

int main() {
  using namespace tonegate;
  MeasureVocoder(0, "unvoiced");
  MeasureVocoder(120, "voiced at 120 Hz");
  MeasureVocoder(240, "voiced at 240 Hz");
  MeasureVoice();
  MeasureEffect(EffectKind::kReverb, "reverb");
  MeasureEffect(EffectKind::kEcho, "echo");
  MeasureEffect(EffectKind::kChorus, "chorus");
  MeasureEffect(EffectKind::kFarAndNear, "far and near");
  MeasureEffect(EffectKind::kRobot, "robot");
  return 0;
}

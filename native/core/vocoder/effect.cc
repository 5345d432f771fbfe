#include "core/vocoder/effect.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "core/vocoder/frame.h"
#include "core/vocoder/wave_math.h"

namespace tonegate {
namespace {

constexpr size_t kCombs = 4;
constexpr size_t kPasses = 2;
// Lengths without a common factor, near 30 to 44 ms and 5 and 1.7 ms.
constexpr std::array<size_t, kCombs + kPasses> kRoomSamples = {479, 557, 641, 701, 83, 29};
// 10^(-3 * delay / 0.7 s): 60 dB down after 0.7 s.
constexpr std::array<float, kCombs> kCombGain = {0.744F, 0.709F, 0.673F, 0.649F};
constexpr float kPassGain = 0.6F;
constexpr float kRoomShare = 0.3F;
constexpr size_t kEchoSamples = 3840;
constexpr float kEchoGain = 0.4F;
constexpr size_t kChorusSamples = 512;
constexpr uint32_t kWalkSamples = 4 * kVoiceRateHz;
constexpr size_t kTubeSamples = 160;
constexpr float kTubeGain = 0.6F;
constexpr uint32_t kTrembleSamples = 320;

struct ChorusVoice {
  float middle_samples;
  float depth_samples;
  uint32_t period_samples;
};
constexpr std::array<ChorusVoice, 3> kChorus = {{{280, 32, 26667}, {350, 40, 19512}, {420, 44, 22857}}};

}  // namespace

Effect::Effect(EffectKind kind) : kind_(kind) {
  switch (kind) {
    case EffectKind::kNone:
      break;
    case EffectKind::kReverb:
    case EffectKind::kFarAndNear:
      for (const size_t samples : kRoomSamples) lines_.emplace_back(samples);
      break;
    case EffectKind::kEcho:
      lines_.emplace_back(kEchoSamples);
      break;
    case EffectKind::kChorus:
      lines_.emplace_back(kChorusSamples);
      break;
    case EffectKind::kRobot:
      lines_.emplace_back(kTubeSamples);
      break;
  }
}

float Effect::Line::Back(float back) const {
  const auto whole = static_cast<size_t>(back);
  const float share = back - static_cast<float>(whole);
  const size_t size = samples_.size();
  const float newer = samples_[(at_ + size - whole) % size];
  const float older = samples_[(at_ + size - whole - 1) % size];
  return newer + share * (older - newer);
}

void Effect::Line::Clear() {
  std::fill(samples_.begin(), samples_.end(), 0.0F);
  at_ = 0;
}

// A sine over the time of the stream, -1 to 1.
float Effect::Swing(uint32_t period_samples, uint32_t offset_samples) const {
  const auto at = static_cast<float>((heard_ + offset_samples) % period_samples);
  float sine, cosine;
  FastSinCos(2 * std::numbers::pi_v<float> * at / static_cast<float>(period_samples), &sine, &cosine);
  return sine;
}

float Effect::Room(float sample) {
  float sum = 0;
  for (size_t i = 0; i < kCombs; ++i) {
    const float late = lines_[i].Oldest();
    lines_[i].Put(sample + kCombGain[i] * late);
    sum += late;
  }
  sum /= kCombs;
  for (size_t i = kCombs; i < kCombs + kPasses; ++i) {
    const float late = lines_[i].Oldest();
    const float kept = sum + kPassGain * late;
    lines_[i].Put(kept);
    sum = late - kPassGain * kept;
  }
  return sum;
}

float Effect::Step(float sample) {
  switch (kind_) {
    case EffectKind::kNone:
      return sample;
    case EffectKind::kReverb:
      return sample + kRoomShare * Room(sample);
    case EffectKind::kEcho: {
      const float late = lines_[0].Oldest();
      const float sum = sample + kEchoGain * late;
      lines_[0].Put(sum);
      return sum;
    }
    case EffectKind::kChorus: {
      float sum = 0.6F * sample;
      lines_[0].Put(sample);
      for (size_t i = 0; i < kChorus.size(); ++i) {
        const ChorusVoice& voice = kChorus[i];
        const auto offset = static_cast<uint32_t>(i) * voice.period_samples / 3;
        sum += 0.35F * lines_[0].Back(voice.middle_samples + voice.depth_samples * Swing(voice.period_samples, offset));
      }
      return sum;
    }
    case EffectKind::kFarAndNear: {
      // A quarter of a period early: the walk begins near the listener.
      const float away = 0.5F + 0.5F * Swing(kWalkSamples, kWalkSamples - kWalkSamples / 4);
      dull_ += (1 - 0.75F * away) * (sample - dull_);
      return (1 - 0.75F * away) * dull_ + 0.3F * away * Room(dull_);
    }
    case EffectKind::kRobot: {
      const float sum = sample + kTubeGain * lines_[0].Oldest();
      lines_[0].Put(sum);
      return sum * (0.55F + 0.25F * Swing(kTrembleSamples, 0));
    }
  }
  return sample;
}

void Effect::Push(std::span<float> samples) {
  if (kind_ == EffectKind::kNone) return;
  for (float& sample : samples) {
    sample = Step(sample);
    ++heard_;
  }
}

size_t Effect::TailSamples() const {
  switch (kind_) {
    case EffectKind::kNone:
      return 0;
    case EffectKind::kReverb:
    case EffectKind::kFarAndNear:
      return 9600;
    case EffectKind::kEcho:
      return 4 * kEchoSamples;
    case EffectKind::kChorus:
      return kChorusSamples;
    case EffectKind::kRobot:
      return 8 * kTubeSamples;
  }
  return 0;
}

size_t Effect::Flush(std::span<float> out) {
  const size_t tail = TailSamples();
  const std::span<float> samples = out.first(tail);
  std::fill(samples.begin(), samples.end(), 0.0F);
  Push(samples);
  // The last quarter fades to nothing.
  const size_t fade = tail / 4;
  for (size_t i = 0; i < fade; ++i)
    samples[tail - fade + i] *= static_cast<float>(fade - 1 - i) / static_cast<float>(fade);
  return tail;
}

void Effect::Reset() {
  for (Line& line : lines_) line.Clear();
  heard_ = 0;
  dull_ = 0;
}

float Clipped(float sample) {
  constexpr float kExact = 0.8F;
  const float size = sample < 0 ? -sample : sample;
  if (size <= kExact) return sample;
  const float over = (size - kExact) / (1 - kExact);
  const float bent = kExact + (1 - kExact) * over / (1 + over);
  return sample < 0 ? -bent : bent;
}

}  // namespace tonegate

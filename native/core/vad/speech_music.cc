#include "core/vad/speech_music.h"

#include <algorithm>
#include <cmath>

#include "core/tone/line/decibel.h"

namespace tonegate {
namespace {

constexpr float kActiveDb = 20;  // below the loud level, still part of the sound
constexpr float kDeepDb = 30;    // depth of pauses, however quiet the line is
constexpr float kVoiced = 0.6F;
constexpr float kSteady = 0.5F;

constexpr int kGrainsPerLook = 8;  // 320 ms
constexpr float kFloorDbm0 = -50;  // level below which nobody can follow speech
constexpr float kOverToneDb = 3;
constexpr float kFaintDbm0 = -30;  // below it, the sound may be the noise before a tone
constexpr float kBeeps = 0.95F;    // share of one line that a voice never has
constexpr int kFaintLooks = 11;    // time of a whole pause of ringback
constexpr float kLeastActive = 0.25F;
constexpr float kSure = 0.7F;
constexpr int kSpeechLooks = 2;     // with the window: 2.2 s
constexpr int kMusicLooks = 7;      // 3.8 s
constexpr float kFewestGlides = 3;  // clicks and keys have no glides
constexpr float kAlways = 0.8F;     // share of the time of a line that is a hum or a switched tone
constexpr int kFewestChanging = 2;  // lines that come and go: a switched sound has none
constexpr int kVariedLooks = 4;
constexpr int kMostVariedLooks = 6;
constexpr int kGrainSamples = Texture::kHopsPerGrain * kHopSamples;

// Log-odds against noise; the last number is the constant. Fitted on read Mandarin, rendered music and noise.
constexpr std::array<float, GrainWindow::kFeatures + 1> kSpeechWeights = {0.37F, 0.75F, 3.57F, -0.80F, 0.24F, 0.21F,
                                                                          0.87F, 5.44F, 3.63F, 0.86F,  -7.36F};
constexpr std::array<float, GrainWindow::kFeatures + 1> kMusicWeights = {-0.07F, -5.84F, 4.41F, 5.87F, 3.27F, 0.78F,
                                                                         -2.70F, -1.44F, 2.86F, 0.39F, -2.55F};

float Weigh(const std::array<float, GrainWindow::kFeatures>& features,
            const std::array<float, GrainWindow::kFeatures + 1>& weights) {
  float sum = weights.back();
  for (int i = 0; i < GrainWindow::kFeatures; ++i) sum += weights[i] * features[i];
  return PowerOfTwo(1.44269504F * std::clamp(sum, -20.0F, 20.0F));
}

}  // namespace

void GrainWindow::Push(const Grain& grain) {
  grains_[count_ % kGrains] = grain;
  // The count stays small; At() needs only the remainder once the window is full.
  if (++count_ == 2 * kGrains) count_ = kGrains;
}

void GrainWindow::CountLines(const std::array<uint8_t, kBins>& heard, const std::array<uint8_t, kBins>& strong,
                             float active) {
  changing_ = 0;
  bool counted = false;
  for (int bin = 1; bin + 1 < kBins; ++bin) {
    // A line between two bins may appear in either.
    const int times = heard[bin - 1] + heard[bin] + heard[bin + 1];
    const bool changing = strong[bin] >= 2 && static_cast<float>(times) < kAlways * active;
    counted = changing && !counted;
    if (counted) ++changing_;
  }
}

std::array<float, GrainWindow::kFeatures> GrainWindow::Features() {
  std::array<float, kGrains> level;
  for (int i = 0; i < kGrains; ++i) level[i] = grains_[i].level_dbm0;
  std::nth_element(level.begin(), level.begin() + kGrains * 7 / 8, level.end());
  loud_dbm0_ = level[kGrains * 7 / 8];

  float active = 0;
  float voicing = 0, voiced = 0, steady = 0, held = 0, flux = 0, tilt = 0, tilt2 = 0;
  float sum = 0, sum2 = 0, change = 0;
  float glide = 0, glides = 0, lone = 0;
  std::array<uint8_t, kBins> heard{};
  std::array<uint8_t, kBins> strong{};
  for (int i = 0; i < kGrains; ++i) {
    const Grain& grain = At(i);
    const float under = std::clamp(loud_dbm0_ - grain.level_dbm0, -10.0F, kDeepDb);
    sum += under;
    sum2 += under * under;
    if (i > 0) {
      const Grain& before = At(i - 1);
      change += std::abs(under - std::clamp(loud_dbm0_ - before.level_dbm0, -10.0F, kDeepDb));
      if (grain.voicing > kVoiced && before.voicing > kVoiced && under < kActiveDb) {
        const float ratio = std::abs(grain.pitch_hz - before.pitch_hz) / before.pitch_hz;
        glide += std::min(ratio, 0.3F);
        glides += 1;
      }
    }
    if (under >= kActiveDb) continue;
    active += 1;
    for (const uint8_t bin : grain.lines) {
      if (bin == 0) break;
      ++heard[bin % Grain::kStrong];
      if (bin >= Grain::kStrong) ++strong[bin - Grain::kStrong];
    }
    voicing += grain.voicing;
    voiced += grain.voicing > kVoiced ? 1.0F : 0.0F;
    steady += grain.steady;
    held += grain.steady > kSteady ? 1.0F : 0.0F;
    flux += grain.flux_db;
    lone += grain.lone;
    tilt += grain.tilt_db;
    tilt2 += grain.tilt_db * grain.tilt_db;
  }
  const float n = std::max(1.0F, active);
  lone_ = lone / n;
  glides_ = glides;
  CountLines(heard, strong, n);
  const float all = kGrains;
  const float tilt_mean = tilt / n;
  return {active / all,
          voicing / n,
          voiced / n,
          steady / n,
          held / n,
          std::sqrt(std::max(0.0F, sum2 / all - (sum / all) * (sum / all))) * 0.1F,
          change / all * 0.1F,
          flux / n * 0.1F,
          std::sqrt(std::max(0.0F, tilt2 / n - tilt_mean * tilt_mean)) * 0.1F,
          glides > 0 ? glide / glides * 5 : 0.0F};
}

ScreenEvent SpeechMusic::Push(const Grain& grain, float tone_dbm0, int64_t end_sample) {
  window_.Push(grain);
  if (++grains_ % kGrainsPerLook != 0 || !window_.full()) return {};

  const std::array<float, GrainWindow::kFeatures> features = window_.Features();
  const bool audible = window_.loud_dbm0() > std::max(kFloorDbm0, tone_dbm0 + kOverToneDb);
  speech_ = 0;
  music_ = 0;
  if (audible && features[0] >= kLeastActive) {
    const float s = Weigh(features, kSpeechWeights);
    const float m = Weigh(features, kMusicWeights);
    speech_ = s / (1 + s + m);
    music_ = m / (1 + s + m);
  }
  speech_run_ = speech_ > kSure && window_.lone() < kBeeps && window_.glides() >= kFewestGlides ? speech_run_ + 1 : 0;
  varied_ = window_.changing() >= kFewestChanging ? std::min(varied_ + 1, kMostVariedLooks) : std::max(0, varied_ - 1);
  music_run_ = music_ > kSure ? std::min(music_run_ + 1, kMusicLooks) : std::max(0, music_run_ - 1);

  ScreenEvent event;
  if (speech_run_ >= (window_.loud_dbm0() < kFaintDbm0 ? kFaintLooks : kSpeechLooks)) {
    event.kind = EventKind::kSpeech;
    event.confidence = speech_;
  } else if (music_run_ >= kMusicLooks && varied_ >= kVariedLooks) {
    event.kind = EventKind::kMusic;
    event.confidence = music_;
  } else {
    return event;
  }
  const int looks = event.kind == EventKind::kSpeech ? kSpeechLooks : kMusicLooks;
  const int64_t grains = GrainWindow::kGrains + (looks - 1) * kGrainsPerLook;
  event.at_sample = end_sample;
  event.from_sample = std::max<int64_t>(0, end_sample - grains * kGrainSamples);
  event.level_dbm0 = window_.loud_dbm0();
  return event;
}

}  // namespace tonegate

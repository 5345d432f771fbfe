#include "core/vad/speech_music.h"

#include <algorithm>
#include <cmath>

namespace tonegate {
namespace {

constexpr float kActiveDb = 20;  // under the loud level: still part of the sound
constexpr float kDeepDb = 30;    // pauses count as this much lower, however quiet the line
constexpr float kVoiced = 0.6F;
constexpr float kSteady = 0.5F;

}  // namespace

void GrainWindow::Push(const Grain& grain) {
  grains_[count_ % kGrains] = grain;
  // Kept small; At() needs only the remainder once the window is full.
  if (++count_ == 2 * kGrains) count_ = kGrains;
}

std::array<float, GrainWindow::kFeatures> GrainWindow::Features() {
  std::array<float, kGrains> level;
  for (int i = 0; i < kGrains; ++i) level[i] = grains_[i].level_dbm0;
  std::nth_element(level.begin(), level.begin() + kGrains * 7 / 8, level.end());
  loud_dbm0_ = level[kGrains * 7 / 8];

  float active = 0;
  float voicing = 0, voiced = 0, steady = 0, held = 0, flux = 0, tilt = 0, tilt2 = 0;
  float sum = 0, sum2 = 0, change = 0;
  float glide = 0, glides = 0;
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
    voicing += grain.voicing;
    voiced += grain.voicing > kVoiced ? 1.0F : 0.0F;
    steady += grain.steady;
    held += grain.steady > kSteady ? 1.0F : 0.0F;
    flux += grain.flux_db;
    tilt += grain.tilt_db;
    tilt2 += grain.tilt_db * grain.tilt_db;
  }
  const float n = std::max(1.0F, active);
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

}  // namespace tonegate

#include "core/tone/line/quality.h"

#include <algorithm>
#include <cmath>

#include "core/tone/line/decibel.h"

namespace tonegate {
namespace {

constexpr float kHardEdgeMs = 9;  // length of a sharp edge after the window
constexpr float kSettledMs = 200;
constexpr float kLoneWidth = 1.0F / 3;  // LineWidth() of one sinusoid

}  // namespace

void GapNoise::Hear(const Gap& gap, float tone_dbm0) {
  if (gap.hops < 3) return;
  // The rest of a note lies on its line, while noise lies beside it as well. Only noise excuses anything.
  near = std::max(near, PowerRatio(std::min(gap.line_dbm0, gap.other_dbm0 - 3) - tone_dbm0));
  all = std::max(all, PowerRatio(std::min(gap.loud_dbm0, gap.other_dbm0 + 8) - tone_dbm0));
}

float GapNoise::shake() const { return std::sqrt(near); }

// Limits: the 99th percentile of tones in silence after Speex and Opus at 8 to 24 kbit/s, and its growth with noise.
float Dirt(const Burst& burst, const GapNoise& noise, float residual, float edge_ms) {
  const float shake = noise.shake();
  float dirt = 0;
  const auto grade = [&](float value, float limit) { dirt = std::max(dirt, value / limit); };
  grade(std::abs(burst.slope_db), 0.45F + 5 * shake);
  grade(burst.ripple_db, 0.3F + 4 * shake);
  grade(burst.spread_hz, 1.1F + 8 * shake);
  // Halves of 50 ms consist of few windows, and a speech codec is still settling in the first half.
  const float shortness = std::clamp((kSettledMs - burst.length_ms()) / kSettledMs, 0.0F, 0.5F);
  grade(std::abs(burst.drift_hz), 0.8F + 2.8F * shortness + 8 * shake);
  grade(burst.residual, residual + 1.7F * noise.all);
  grade(burst.width - kLoneWidth, 0.02F + 16 * noise.near);
  grade(burst.soft_edge_db, 1.5F + 14 * shake);
  grade(std::max(burst.rise_ms, burst.fall_ms) - kHardEdgeMs, edge_ms + 25 * shake);
  grade(burst.hole_ms, 20 + 0.1F * burst.length_ms());
  return dirt;
}

float SteadyDirt(const Burst& burst, float slope_db, float ripple_db) {
  // White noise with the residual's power puts a thirtieth of it near the line; speech puts a quarter there.
  const float shake = std::sqrt(0.25F * burst.residual);
  float dirt = burst.residual / 0.12F;
  const auto grade = [&](float value, float limit) { dirt = std::max(dirt, value / limit); };
  grade(std::abs(burst.slope_db), slope_db + 6 * shake);
  grade(burst.ripple_db, ripple_db + 4 * shake);
  grade(burst.spread_hz, 1.0F + burst.hz / 3000 + 8 * shake);
  grade(std::abs(burst.drift_hz), 1.0F + 9 * shake);
  grade(burst.hole_ms, 20 + 0.05F * burst.length_ms());
  grade(burst.width - kLoneWidth, 0.05F * (1 + ripple_db) + 4 * burst.residual);
  return dirt;
}

// Limits: answer tones at SNR 10 to 40 dB, plain and modulated, also through G.723.1, G.726, Speex and Opus at 15
// kbit/s and more; 1 in 200 of them exceeds the limits. Held notes of 60 instruments are seldom within them.
bool SwaysLikeNote(const Burst& burst) {
  const float widening = std::max(0.0F, burst.width - kLoneWidth);
  return burst.ripple_db > 0.08F + 300 * widening || burst.spread_hz > 0.7F + 200 * widening ||
         burst.rise_ms > 13 + 700 * widening;
}

bool LooksLikeTone(const Burst& burst) {
  return burst.length_ms() > 80 && burst.residual < 0.3F && burst.ripple_db < 1 && burst.spread_hz < 3 &&
         std::abs(burst.slope_db) < 1.5F && burst.width < 0.45F;
}

}  // namespace tonegate

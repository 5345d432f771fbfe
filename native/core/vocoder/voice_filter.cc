#include "core/vocoder/voice_filter.h"

#include <algorithm>

#include "core/base/exp_log.h"
#include "core/vocoder/wave_math.h"

namespace tonegate {
namespace {

constexpr float kNepersPerDb = 0.115129255F;  // of amplitude: ln 10 / 20
constexpr size_t kReach = 5;                  // points on each side whose mean is the trend of a point

using Envelope = std::array<float, kEnvelopePoints>;

float PowerOf(const Envelope& db) {
  float power = 0;
  for (const float level : db) power += FastExp(2 * kNepersPerDb * level);
  return power;
}

// Moves every point away from the mean of its neighbourhood, and then all of them back to the original power.
void Sharpen(float sharpness, Envelope* db) {
  std::array<float, kEnvelopePoints + 1> sums;
  sums[0] = 0;
  for (size_t i = 0; i < kEnvelopePoints; ++i) sums[i + 1] = sums[i] + (*db)[i];
  const float before = PowerOf(*db);
  for (size_t i = 0; i < kEnvelopePoints; ++i) {
    const size_t reach = std::min({kReach, i, kEnvelopePoints - 1 - i});
    const float trend = (sums[i + reach + 1] - sums[i - reach]) / static_cast<float>(2 * reach + 1);
    (*db)[i] += sharpness * ((*db)[i] - trend);
  }
  const float change_db = Ln(before / PowerOf(*db)) / (2 * kNepersPerDb);
  for (float& level : *db) level += change_db;
}

}  // namespace

VoiceFilter::VoiceFilter(const SpectrumFft& fft, float formant_factor, float sharpness)
    : fft_(&fft), sharpness_(sharpness) {
  for (size_t k = 0; k < kResponseBins; ++k) {
    const double hz = std::min(8000.0, static_cast<double>(k) * kVoiceRateHz / kResponseSamples / formant_factor);
    const double place = EnvelopePlace(hz);
    point_[k] = std::min(static_cast<size_t>(place), kEnvelopePoints - 2);
    share_[k] = static_cast<float>(place - static_cast<double>(point_[k]));
  }
}

void VoiceFilter::Make(const Envelope& envelope_db, ResponseSpectrum* log_spectrum) const {
  Envelope db;
  for (size_t i = 0; i < kEnvelopePoints; ++i) db[i] = std::clamp(envelope_db[i], kFloorDb, kCeilingDb);
  if (sharpness_ > 0) Sharpen(sharpness_, &db);
  ResponseSpectrum levels;
  for (size_t k = 0; k < kResponseBins; ++k) {
    const float low = db[point_[k]];
    levels.re[k] = kNepersPerDb * (low + share_[k] * (db[point_[k] + 1] - low));
    levels.im[k] = 0;
  }
  std::array<float, kResponseSamples> cepstrum;
  fft_->Inverse(levels, &cepstrum);
  for (size_t n = 1; n < kResponseSamples / 2; ++n) cepstrum[n] *= 2;
  for (size_t n = kResponseSamples / 2 + 1; n < kResponseSamples; ++n) cepstrum[n] = 0;
  fft_->Forward(cepstrum, log_spectrum);
}

}  // namespace tonegate

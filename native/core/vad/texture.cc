#include "core/vad/texture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "core/tone/line/decibel.h"

namespace tonegate {
namespace {

constexpr int kPitchFirstBin = 3;  // 94 Hz
constexpr int kPitchBins = 30;     // to 1 kHz
constexpr int kShortestLag = 20;   // 400 Hz
constexpr int kLagStep = 2;
constexpr int kLags = 40;  // to 98 samples, 82 Hz
constexpr int kPeakFirstBin = 6;
constexpr int kSteadyFirstBin = 8;   // a voice's first partials lie below; they are steadier than the rest
constexpr int kPeakEndBin = 118;     // whole words of flags
constexpr float kSilence = 1e-7F;    // -67 dBm0
constexpr float kStrongLine = 0.1F;  // share of all power
constexpr float kWeakLine = 0.025F;
constexpr float kSameBin = 0.35F;  // 11 Hz
constexpr int kBandEdge[] = {7, 16, 32, 64, 120};

struct LagTable {
  // Row by bin; divided by the autocorrelation of the window, so that a steady sine has 1 at its period.
  alignas(16) std::array<std::array<float, kLags>, kPitchBins> cosine;

  LagTable() {
    constexpr double kTau = 2 * std::numbers::pi;
    for (int lag = 0; lag < kLags; ++lag) {
      const int samples = kShortestLag + kLagStep * lag;
      double own = 0;
      double zero = 0;
      for (int i = 0; i < kWindowSamples; ++i) {
        const double w = 1 - std::cos(kTau * (i + 0.5) / kWindowSamples);
        zero += w * w;
        if (i + samples < kWindowSamples) own += w * (1 - std::cos(kTau * (i + samples + 0.5) / kWindowSamples));
      }
      for (int bin = 0; bin < kPitchBins; ++bin) {
        cosine[bin][lag] =
            static_cast<float>(zero / own * std::cos(kTau * (bin + kPitchFirstBin) * samples / kWindowSamples));
      }
    }
  }
};

const LagTable& SharedLags() {
  static const LagTable table;
  return table;
}

}  // namespace

void Texture::ReadPeaks(const SpectrumView& spectrum, float total, Grain* grain) {
  constexpr int kWord = 8;
  alignas(16) std::array<float, kBins> power;
  for (int bin = 0; bin < kBins; ++bin) power[bin] = spectrum[bin];
  // First mark the peaks, without branches; then visit the few that there are.
  alignas(16) std::array<uint8_t, kBins> is_peak{};
  const float floor = 0.01F * total;
  for (int bin = kPeakFirstBin; bin < kPeakEndBin; ++bin) {
    const float at = power[bin];
    is_peak[bin] = static_cast<uint8_t>(int{at > power[bin - 1]} & int{at >= power[bin + 1]} & int{at > floor});
  }
  std::array<float, kMostPeaks> now;
  int count = 0;
  int old = 0;
  float matched = 0;
  float strongest = 0;
  size_t lines = 0;
  for (int first = kPeakFirstBin; first < kPeakEndBin; first += kWord) {
    uint64_t word;
    std::memcpy(&word, is_peak.data() + first, sizeof word);
    if (word == 0) continue;
    for (int bin = first; bin < first + kWord && count < kMostPeaks; ++bin) {
      if (is_peak[bin] == 0) continue;
      const float below = power[bin - 1];
      const float above = power[bin + 1];
      const float line = below + power[bin] + above;
      strongest = std::max(strongest, line);
      if (line > kWeakLine * total && lines < grain->lines.size()) {
        grain->lines[lines++] = static_cast<uint8_t>(bin + (line > kStrongLine * total ? Grain::kStrong : 0));
      }
      if (bin < kSteadyFirstBin) continue;
      const float ratio = std::sqrt(std::max(above, below) / power[bin]);
      const float shift = (2 * ratio - 1) / (1 + ratio);
      const float place = static_cast<float>(bin) + (above > below ? shift : -shift);
      while (old < peaks_ && peak_bin_[old] < place - kSameBin) ++old;
      if (old < peaks_ && peak_bin_[old] <= place + kSameBin) matched += below + power[bin] + above;
      now[count++] = place;
    }
  }
  peak_bin_ = now;
  peaks_ = count;
  grain->steady = std::min(1.0F, matched / total);
  grain->lone = std::min(1.0F, strongest / total);
}

bool Texture::Push(const SpectrumView& spectrum, float total, bool muted, Grain* grain) {
  power_ += total;
  if (++hops_ < kHopsPerGrain) return false;
  const float mean = power_ / kHopsPerGrain;
  hops_ = 0;
  power_ = 0;
  *grain = Grain{};
  if (!muted) grain->level_dbm0 = LevelDbm0(mean);
  if (muted || total < kSilence) {
    peaks_ = 0;
    return true;
  }
  ReadPeaks(spectrum, total, grain);

  const LagTable& lags = SharedLags();
  alignas(16) std::array<float, kLags> correlation{};
  float zero = 0;
  for (int bin = 0; bin < kPitchBins; ++bin) {
    const float power = spectrum[bin + kPitchFirstBin];
    zero += power;
    for (int lag = 0; lag < kLags; ++lag) correlation[lag] += power * lags.cosine[bin][lag];
  }
  int best = 0;
  for (int lag = 1; lag < kLags; ++lag) {
    if (correlation[lag] > correlation[best]) best = lag;
  }
  if (zero > 0) grain->voicing = std::clamp(correlation[best] / zero, 0.0F, 1.0F);
  grain->pitch_hz = 8000.0F / static_cast<float>(kShortestLag + kLagStep * best);

  std::array<float, kBands> shape;
  float mean_db = 0;
  for (int band = 0; band < kBands; ++band) {
    float sum = 1e-9F;
    for (int bin = kBandEdge[band]; bin < kBandEdge[band + 1]; ++bin) sum += spectrum[bin];
    shape[band] = LevelDbm0(sum);
    mean_db += shape[band] / kBands;
  }
  for (int band = 0; band < kBands; ++band) {
    shape[band] -= mean_db;
    grain->flux_db += std::abs(shape[band] - shape_db_[band]) / kBands;
  }
  grain->tilt_db = std::max(shape[0], shape[1]) - shape[3];
  shape_db_ = shape;
  return true;
}

}  // namespace tonegate

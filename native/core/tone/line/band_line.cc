#include "core/tone/line/band_line.h"

#include <cmath>

namespace tonegate {

LineHop BandLine::Push(const SpectrumView& spectrum, float band, float total, int64_t end_sample) {
  float first = 0;
  float second = 0;
  if (band > least_share_ * total) {
    for (int bin = first_bin_; bin <= last_bin_; ++bin) {
      const float place = static_cast<float>(bin);
      first += place * spectrum[bin];
      second += place * place * spectrum[bin];
    }
  }
  LineHop hop;
  hop.end_sample = end_sample;
  hop.total = 0.5F * (total + total_);
  hop.line.power = 0.5F * (band + band_);
  if (first + first_ > 0) {
    const float mean = (first + first_) / (band + band_);
    hop.line.hz = kBinHz * mean;
    hop.width = (second + second_) / (band + band_) - mean * mean;
  }
  band_ = band;
  first_ = first;
  second_ = second;
  total_ = total;
  return hop;
}

bool SteadyBand(const Burst& burst, const GapNoise& noise) {
  return std::abs(burst.slope_db) < 0.6F + 6 * noise.shake() && burst.ripple_db < 1.8F + 4 * noise.shake() &&
         burst.spread_hz < 9 + 12 * noise.shake() && burst.residual < 0.03F + 2 * noise.all;
}

bool AlikeBands(const Burst& a, const Burst& b, float shake) {
  return std::abs(a.level_dbm0 - b.level_dbm0) < 0.8F + 6 * shake && std::abs(a.hz - b.hz) < 3 + 12 * shake &&
         std::abs(a.width - b.width) < 0.25F + 4 * shake;
}

}  // namespace tonegate

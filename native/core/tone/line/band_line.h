// A band that is followed as if it were one line.
//
// BandLine turns the power in a row of bins into a LineHop: its power, its mean frequency and how wide
// it is. Two tones that beat against each other count as one signal that way; `width` says how far apart they are.
//
// Two hops are added up: two tones 50 Hz apart beat once in two hops, and only the sum of two is
// steady.
#ifndef TONEGATE_CORE_TONE_BAND_LINE_H_
#define TONEGATE_CORE_TONE_BAND_LINE_H_

#include "core/tone/line/burst.h"
#include "core/tone/line/quality.h"
#include "core/tone/line/spectrum.h"

namespace tonegate {

class BandLine {
 public:
  // Below `least_share` of the hop's power in the band its frequency is not read.
  constexpr BandLine(int first_bin, int last_bin, float least_share)
      : first_bin_(first_bin), last_bin_(last_bin), least_share_(least_share) {}

  // `band`: power in the bins; `total`: of the whole hop, above 200 Hz.
  LineHop Push(const SpectrumView& spectrum, float band, float total, int64_t end_sample);

 private:
  int first_bin_;
  int last_bin_;
  float least_share_;
  // The hop before this one.
  float band_ = 0;
  float first_ = 0;
  float second_ = 0;
  float total_ = 0;
};

// Bursts of a band: limits wider than a lone line's, because tones beat in them and may be modulated.
bool SteadyBand(const Burst& burst, const GapNoise& noise);
// The same level, frequency and width; lengths are left to the cadence. `shake`: of the noise.
bool AlikeBands(const Burst& a, const Burst& b, float shake);

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_BAND_LINE_H_

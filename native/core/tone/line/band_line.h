// A band that is treated as if it were one line.
//
// BandLine turns the power in a row of bins into a LineHop: its power, its mean frequency and its width. Two tones that
// beat against each other thus count as one signal; `width` tells their distance.
//
// Two hops are added up: two tones 50 Hz apart beat once in two hops, so that only the sum of two hops is steady.
#ifndef TONEGATE_CORE_TONE_BAND_LINE_H_
#define TONEGATE_CORE_TONE_BAND_LINE_H_

#include "core/tone/line/burst.h"
#include "core/tone/line/quality.h"
#include "core/tone/line/spectrum.h"

namespace tonegate {

class BandLine {
 public:
  // Follows bins first_bin to last_bin. With less than `least_share` of the hop's power in the band, its frequency is
  // not read.
  constexpr BandLine(int first_bin, int last_bin, float least_share)
      : first_bin_(first_bin), last_bin_(last_bin), least_share_(least_share) {}

  // Hears one hop. `band`: power in the bins; `total`: power of the whole hop above 200 Hz; `end_sample`: one past the
  // newest sample.
  LineHop Push(const SpectrumView& spectrum, float band, float total, int64_t end_sample);

 private:
  int first_bin_;
  int last_bin_;
  float least_share_;
  // Values of the previous hop.
  float band_ = 0;
  float first_ = 0;
  float second_ = 0;
  float total_ = 0;
};

// True if a burst of a band is steady. The limits are wider than those of a lone line, since tones beat in a band and
// may be modulated.
bool SteadyBand(const Burst& burst, const GapNoise& noise);
// True if two bursts have the same level, frequency and width; the cadence checks lengths. `shake`: that of the noise.
bool AlikeBands(const Burst& a, const Burst& b, float shake);

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_BAND_LINE_H_

// Finds the countries that have a given busy or ringing tone.
//
// ForeignTone reports `foreign-busy` and `foreign-ring` with the row of the tone plan (tone_plan.h) that the newest
// bursts fit. It is evidence only: verdicts are based on cadence.h and foreign_ring.h, and China's own signals may be
// like a tone of another country.
//
// It works like ForeignRing, with a band up to 620 Hz and three whole bursts; two suffice for a long ringing tone.
#ifndef TONEGATE_CORE_TONE_FOREIGN_TONE_H_
#define TONEGATE_CORE_TONE_FOREIGN_TONE_H_

#include "core/tone/line/band_line.h"
#include "core/tone/line/burst.h"
#include "core/tone/event.h"

namespace tonegate {

class ForeignTone {
 public:
  static constexpr int kFirstBin = 10;
  static constexpr int kLastBin = 21;

  // Hears one hop. `band`: power in the bins above; `total`: power above 200 Hz. Returns kForeignBusy, kForeignRing, or
  // kNone if there is nothing to report. A row is not reported twice in succession.
  ScreenEvent Push(const SpectrumView& spectrum, float band, float total, int64_t end_sample);

 private:
  ScreenEvent Match(int64_t now) const;

  BandLine line_{kFirstBin, kLastBin, 0.4F};
  LineTracker tracker_{{kFirstBin, kLastBin, 475, 120}};
  int32_t told_ = -1;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_FOREIGN_TONE_H_

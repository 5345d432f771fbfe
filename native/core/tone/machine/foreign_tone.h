// The countries whose busy or ringing tone it is.
//
// ForeignTone says `foreign-busy` and `foreign-ring` with the row of the tone plan (tone_plan.h) that
// the newest bursts fit. It is evidence: verdicts rest on the decisions of cadence.h and foreign_ring.h, and China's
// own signals may have a namesake abroad.
//
// Works like ForeignRing, with a band that reaches up to 620 Hz, and with three whole bursts; two of a long
// ringing suffice.
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

  // `band`: power in the bins above. kind kNone: nothing to say. One row is told once in a row.
  ScreenEvent Push(const SpectrumView& spectrum, float band, float total, int64_t end_sample);

 private:
  ScreenEvent Match(int64_t now) const;

  BandLine line_{kFirstBin, kLastBin, 0.4F};
  LineTracker tracker_{{kFirstBin, kLastBin, 475, 120}};
  int32_t told_ = -1;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_FOREIGN_TONE_H_

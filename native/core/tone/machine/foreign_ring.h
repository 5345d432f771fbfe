// Detector of ringing tones of other countries.
//
// ForeignRing decides `ring` on regular ringing other than China's: one or two tones between 340 and 560 Hz in a
// cadence of E.180 (2/4, 1/2, 1/3, 1.5/3.5 s ..., or double bursts of 0.4/0.2 s).
//
// The whole band is treated as one line (band_line.h); its mean frequency and its width distinguish ringing tones. Two
// whole bursts must be alike.
#ifndef TONEGATE_CORE_TONE_FOREIGN_RING_H_
#define TONEGATE_CORE_TONE_FOREIGN_RING_H_

#include "core/tone/line/band_line.h"
#include "core/tone/line/burst.h"
#include "core/tone/event.h"

namespace tonegate {

class ForeignRing {
 public:
  static constexpr int kFirstBin = 10;
  static constexpr int kLastBin = 19;

  ForeignRing();

  // Hears one hop. `band`: power in the bins above; `total`: power above 200 Hz. Returns kRing, or kNone if there is
  // nothing to report.
  ScreenEvent Push(const SpectrumView& spectrum, float band, float total, int64_t end_sample);

 private:
  ScreenEvent Decide(int64_t now) const;

  BandLine line_{kFirstBin, kLastBin, 0.2F};
  LineTracker tracker_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_FOREIGN_RING_H_

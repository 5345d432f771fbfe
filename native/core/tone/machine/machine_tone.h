// Signs of a machine at the far end: special information tones and the beep of an answering machine.
//
// MachineTone follows the strongest line between 750 and 2060 Hz and reports `sit` (ITU-T E.180 and Q.35: 950, 1400 and
// 1800 Hz +-50, 330 ms +-70 each, pauses up to 30 ms; North America 913.8 or 985.2, 1370.6 or 1428.5 and 1776.7 Hz, 274
// or 380 ms each) and `beep` (one lone tone of 0.15 to 1.5 s after speech).
//
// Its LineTracker begins a new burst when the line moves. Music has lone lines as well, so a beep must be as clean as a
// tone (quality.h), must stand alone, and only counts after speech. Quiet or words may follow.
#ifndef TONEGATE_CORE_TONE_MACHINE_TONE_H_
#define TONEGATE_CORE_TONE_MACHINE_TONE_H_

#include "core/tone/line/burst.h"
#include "core/tone/event.h"
#include "core/tone/line/spectrum.h"
#include "core/vad/voices.h"

namespace tonegate {

class MachineTone {
 public:
  static constexpr int kFirstBin = 24;
  static constexpr int kLastBin = 66;

  // Hears one hop. `strongest`: the largest bin among those above; `total`: power above 200 Hz. Returns kSit, kBeep, or
  // kNone if there is nothing to report.
  ScreenEvent Push(const SpectrumView& spectrum, float strongest, float total, const Voices& voices,
                   int64_t end_sample);

  // True if a lone tone ended in the seconds before `at_sample`: the next one may be a note of the same tune.
  bool HeardTune(int64_t at_sample) const;

 private:
  void HearBefore(const Voices& voices, int64_t now);
  void TakeBurst();
  bool IsSit() const;
  bool CouldBeBeep() const;
  ScreenEvent DecideSit(int64_t now);
  ScreenEvent DecideBeep(int64_t now);

  LineTracker tracker_{{kFirstBin, kLastBin, 1400, 640, 30, 0.05F}};
  bool sit_waits_ = false;
  bool beep_waits_ = false;
  Burst beep_;  // the waiting beep
  bool speech_before_ = false;  // true if there was speech before the newest burst
  float voice_before_dbm0_ = -126;  // level of the voice before the newest burst
  int64_t last_tone_ = Voices::kNever;  // end of the newest burst that looked like a tone
  int64_t tone_before_ = Voices::kNever;  // end of the one before
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_MACHINE_TONE_H_

// The rows of on and off lengths and their signals: the numbers of the standards, as data.
//
// China's tones (450 Hz +-25): GB/T 3380 cadences. Fax: ITU-T T.30 (CNG 1100 Hz, 0.5 s on, 3 s off) and V.25 (answer
// tone 2100 Hz, 2.6 to 4.0 s; real machines end it after 0.5 to 3.5 s). Tones of other countries: tone_plan.h.
#ifndef TONEGATE_CORE_TONE_CADENCE_TABLE_H_
#define TONEGATE_CORE_TONE_CADENCE_TABLE_H_

#include <span>

#include "core/tone/event.h"

namespace tonegate {

struct LengthMs {
  float min;
  float max;
};

// Intervals, oldest first, on and off in turn. The last one is the interval in progress: it must have reached its lower
// bound and not passed its upper one.
struct CadenceRow {
  static constexpr int kLongest = 8;

  EventKind kind;
  int count;
  bool ends_on;
  LengthMs length[kLongest];
  LengthMs pair;               // an on and an off side by side: their sum is steadier than each
  bool first_may_be_cut;       // true if the first burst of the call may be shorter than its range
  float max_dirt;              // see quality.h
  float max_residual;          // most power besides the line in silence: clipping makes overtones
  float max_gap_db;            // most median level of each gap, relative to the tone
  LengthMs at_start = {0, 0};  // range of a burst that began with the audio; {0, 0}: no other range
  float after_sound_ms = 0;    // for a row of one burst: the quiet that must follow it after another sound
  float own_hz = 0;            // tolerance of the frequency, if it is less than the plan's
  bool alone = false;          // true if the call must have been quiet (Cadence::Call)
};

// One signal family on one line.
struct CadencePlan {
  float nominal_hz;
  float tolerance_hz;
  float edge_ms;  // time of a rise or a fall besides the window; speech codecs are slow above 1 kHz
  std::span<const CadenceRow> rows;
  EventKind steady_kind;  // decided when a burst lasts steady_ms; kNone if there is no such signal
  float steady_ms;
  float steady_slope_db;   // most change of level: a howler grows louder in steps
  float steady_ripple_db;  // most ripple: an answer tone may be modulated (V.8 ANSam: 15 Hz, 20 %)
  float alone_ms = 0;      // replaces steady_ms if the call has been quiet; 0: steady_ms
};

extern const CadencePlan kProgressPlan;  // 450 Hz family
extern const CadencePlan kHowlerPlan;
extern const CadencePlan kCallingPlan;  // CNG
extern const CadencePlan kAnswerPlan;   // CED

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_CADENCE_TABLE_H_

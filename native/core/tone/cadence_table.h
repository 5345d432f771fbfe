// The rows of on and off lengths and the signals that they mean: the numbers of the standards, as data.
//
// China's tones (450 Hz +-25): GB/T 3380 cadences. Fax: ITU-T T.30 (CNG 1100 Hz, 0.5 s on, 3 s off) and V.25 (answer
// tone 2100 Hz, 2.6 to 4.0 s; machines in use end it after 0.5 to 3.5 s). Tones of other countries: tone_plan.h.
#ifndef TONEGATE_CORE_TONE_CADENCE_TABLE_H_
#define TONEGATE_CORE_TONE_CADENCE_TABLE_H_

#include <span>

#include "core/tone/event.h"

namespace tonegate {

struct LengthMs {
  float min;
  float max;
};

// Intervals, oldest first, on and off in turn; the last one is the interval in progress, of which the lower bound must
// be reached and the upper one not passed.
struct CadenceRow {
  static constexpr int kLongest = 8;

  EventKind kind;
  int count;
  bool ends_on;
  LengthMs length[kLongest];
  LengthMs pair;               // an on and an off side by side: their sum is steadier than each
  bool first_may_be_cut;       // the first burst that was ever heard may be shorter than its range
  float max_dirt;              // see quality.h
  float max_residual;          // what a burst may hold besides its line in silence: clipping makes overtones
  float max_gap_db;            // median level of each gap, against the tone
  LengthMs at_start = {0, 0};  // of a first burst that was there with the first sample; {0, 0}: as any other
  float after_sound_ms = 0;    // a row of one burst: the quiet that must follow where another sound came before it
  float own_hz = 0;            // how far the frequency may be off, where that is less than the plan's tolerance
  bool alone = false;          // only where the call has been quiet (Cadence::Call)
};

// One signal family on one line.
struct CadencePlan {
  float nominal_hz;
  float tolerance_hz;
  float edge_ms;  // what a rise or a fall may take beside the window; speech codecs are slow above 1 kHz
  std::span<const CadenceRow> rows;
  EventKind steady_kind;  // decided when a burst lasts steady_ms; kNone: no such signal
  float steady_ms;
  float steady_slope_db;   // a howler is made louder in steps
  float steady_ripple_db;  // an answer tone may be modulated (V.8 ANSam: 15 Hz, 20 %)
  float alone_ms = 0;      // instead of steady_ms where the call has been quiet; 0: steady_ms
};

extern const CadencePlan kProgressPlan;  // 450 Hz family
extern const CadencePlan kHowlerPlan;
extern const CadencePlan kCallingPlan;  // CNG
extern const CadencePlan kAnswerPlan;   // CED

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_CADENCE_TABLE_H_

// Busy and ringing tones of other countries, as data.
//
// Frequencies and cadences: ITU-T E.180 supplement 2 and the table of national tones in ITU Operational Bulletin 781
// (2003); China's own tones are in cadence_table.h. Countries whose tones cannot be told apart on a line share a row.
#ifndef TONEGATE_CORE_TONE_TONE_PLAN_H_
#define TONEGATE_CORE_TONE_TONE_PLAN_H_

#include <span>

#include "core/tone/event.h"

namespace tonegate {

struct TonePlanRow {
  EventKind kind;      // kForeignBusy (busy and congestion, which countries swap) or kForeignRing
  float hz;            // mean of its tones
  float apart_hz;      // how far its tones lie apart; of a modulated tone what makes the band as wide; 0: one tone
  float length_ms[4];  // on, off, and, where bursts come in pairs, on, off
  const char* countries;  // ISO 3166, with commas

  bool paired() const { return length_ms[2] > 0; }
};

std::span<const TonePlanRow> TonePlan();

// Finds the row of the measured lengths, oldest first: on, off, on, off, on. A paired cadence needs all five; of the
// others two bursts suffice for ringing. `count`: how many there are, 3 or 5. `width`: mean width of the bursts, in
// bins^2. The index of the nearest row within reach, or -1.
int MatchTonePlan(float hz, float width, const float* lengths_ms, int count);

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_TONE_PLAN_H_

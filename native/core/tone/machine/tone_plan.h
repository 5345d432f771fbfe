// Busy and ringing tones of other countries, as data.
//
// Frequencies and cadences: ITU-T E.180 supplement 2 and the table of national tones in ITU Operational Bulletin 781
// (2003); China's own tones are in cadence_table.h. Countries with indistinguishable tones share a row.
#ifndef TONEGATE_CORE_TONE_TONE_PLAN_H_
#define TONEGATE_CORE_TONE_TONE_PLAN_H_

#include <span>

#include "core/tone/event.h"

namespace tonegate {

struct TonePlanRow {
  EventKind kind;      // kForeignBusy (busy and congestion, which countries swap) or kForeignRing
  float hz;            // mean frequency of its tones
  float apart_hz;      // distance of its tones, or of two tones as wide as a modulated one; 0: one tone
  float length_ms[4];  // on, off, and, where bursts come in pairs, on, off
  const char* countries;  // ISO 3166 codes, separated by commas

  // True if bursts come in pairs.
  bool paired() const { return length_ms[2] > 0; }
};

// All rows.
std::span<const TonePlanRow> TonePlan();

// Finds the row of measured lengths, oldest first: on, off, on, off, on. A paired cadence needs all five; for others,
// two bursts suffice for ringing. `count`: number of lengths, 3 or 5. `width`: mean width of the bursts, in bins^2.
// Returns the index of the nearest row within the tolerances, or -1.
int MatchTonePlan(float hz, float width, const float* lengths_ms, int count);

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_TONE_PLAN_H_

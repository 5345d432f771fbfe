#include "core/tone/machine/foreign_tone.h"

#include <algorithm>

#include "core/tone/machine/tone_plan.h"

namespace tonegate {
namespace {

constexpr int kMost = 5;            // intervals: on, off, on, off, on
constexpr float kQuietGapDb = -12;  // relative to the tone
constexpr float kLongBurstMs = 600;

}  // namespace

ScreenEvent ForeignTone::Push(const SpectrumView& spectrum, float band, float total, int64_t end_sample) {
  const LineTracker::Step step = tracker_.Push(line_.Push(spectrum, band, total, end_sample));
  if (step != LineTracker::Step::kClosed || tracker_.closed() < 2) return {};
  const ScreenEvent event = Match(end_sample);
  if (event.kind == EventKind::kNone || event.detail == told_) return {};
  told_ = event.detail;
  return event;
}

ScreenEvent ForeignTone::Match(int64_t now) const {
  const Burst& newest = tracker_.recent(0);
  GapNoise noise;
  noise.Hear(newest.before, newest.level_dbm0);
  const int bursts = std::min<int>(3, static_cast<int>(tracker_.closed()));
  float lengths[kMost];
  int count = 0;
  float hz = 0;
  float width = 0;
  for (int i = 0; i < bursts; ++i) {
    const Burst& burst = tracker_.recent(i);
    if (!SteadyBand(burst, noise) || !AlikeBands(newest, burst, noise.shake())) break;
    lengths[kMost - 1 - count++] = burst.length_ms();
    hz += burst.hz;
    width += burst.width;
    if (i + 1 == bursts || burst.before.total_dbm0 - newest.level_dbm0 > kQuietGapDb) break;
    lengths[kMost - 1 - count++] = burst.before.length_ms;
  }
  if (count % 2 == 0) --count;  // a gap with no burst before it
  const int used = (count + 1) / 2;
  if (used < 2) return {};
  const float whole = static_cast<float>(used);
  int row = MatchTonePlan(hz / whole, width / whole, lengths + kMost - count, count);
  if (row < 0 && count == kMost && newest.length_ms() > kLongBurstMs) {
    // The first of the three bursts may be the end of a longer one.
    row = MatchTonePlan(newest.hz, newest.width, lengths + 2, 3);
  }
  if (row < 0) return {};
  ScreenEvent event;
  event.kind = TonePlan()[row].kind;
  event.detail = row;
  event.at_sample = now;
  event.from_sample = tracker_.recent(used - 1).on_sample;
  event.level_dbm0 = newest.level_dbm0;
  event.frequency_hz = newest.hz;
  event.confidence = 0.9F;
  return event;
}

}  // namespace tonegate

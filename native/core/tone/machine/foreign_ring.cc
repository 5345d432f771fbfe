#include "core/tone/machine/foreign_ring.h"

#include <cmath>

namespace tonegate {
namespace {

constexpr float kLoneWidth = 0.45F;  // limit for one tone; two equal tones 40 Hz apart have 0.74

struct Ringing {
  float on_min, on_max, off_min, off_max;
};
constexpr Ringing kSingle = {600, 2400, 1500, 6000};
constexpr Ringing kDoubleInner = {300, 500, 140, 300};
constexpr Ringing kDoubleOuter = {300, 500, 1500, 4500};

bool IsPause(float ms, const Ringing& r) { return ms >= r.off_min && ms <= r.off_max; }
bool IsBurst(const Burst& b, const Ringing& r) { return b.length_ms() >= r.on_min && b.length_ms() <= r.on_max; }

bool Alike(const Burst& a, const Burst& b, float shake) {
  return AlikeBands(a, b, shake) && std::abs(a.length_ms() - b.length_ms()) < 20 + 0.1F * a.length_ms();
}

// True for China's own ringback, whose decision may be late: one tone of 450 Hz, 1 s in 5. Noise may hide that it is
// one tone.
bool IsDomestic(const Burst& burst, float pause_ms, const GapNoise& noise) {
  return (burst.width < kLoneWidth || noise.all > 0.01F) && std::abs(burst.hz - 450) < 32 && burst.length_ms() < 1240 &&
         pause_ms > 2600;
}

}  // namespace

ForeignRing::ForeignRing() : tracker_({kFirstBin, kLastBin, 450, 110}) {}

ScreenEvent ForeignRing::Push(const SpectrumView& spectrum, float band, float total, int64_t end_sample) {
  const LineTracker::Step step = tracker_.Push(line_.Push(spectrum, band, total, end_sample));
  if (step != LineTracker::Step::kClosed || tracker_.closed() < 2) return {};
  return Decide(end_sample);
}

// Called when a burst was just closed, which is kFoldMs after its end.
ScreenEvent ForeignRing::Decide(int64_t now) const {
  const Burst& a = tracker_.recent(0);
  GapNoise noise;
  noise.Hear(a.before, a.level_dbm0);
  bool ringing = false;
  if (a.before.total_dbm0 - a.level_dbm0 > -12 || !SteadyBand(a, noise)) return {};
  const Burst& b = tracker_.recent(1);
  if (!SteadyBand(b, noise) || !Alike(a, b, noise.shake())) return {};
  if (IsBurst(a, kSingle) && IsBurst(b, kSingle) && IsPause(a.before.length_ms, kSingle)) {
    ringing = !IsDomestic(a, a.before.length_ms, noise);
  } else if (tracker_.closed() >= 3 && IsBurst(a, kDoubleInner) && IsBurst(b, kDoubleInner)) {
    const Burst& c = tracker_.recent(2);
    ringing = IsBurst(c, kDoubleInner) && Alike(a, c, noise.shake()) && SteadyBand(c, noise) &&
              ((IsPause(a.before.length_ms, kDoubleInner) && IsPause(b.before.length_ms, kDoubleOuter)) ||
               (IsPause(a.before.length_ms, kDoubleOuter) && IsPause(b.before.length_ms, kDoubleInner)));
  }
  if (!ringing) return {};
  ScreenEvent event;
  event.kind = EventKind::kRing;
  event.at_sample = now;
  event.from_sample = b.on_sample;
  event.level_dbm0 = a.level_dbm0;
  event.frequency_hz = a.hz;
  event.confidence = 0.9F;
  return event;
}

}  // namespace tonegate

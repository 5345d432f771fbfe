#include "core/tone/cadence.h"

#include <algorithm>
#include <cmath>

#include "core/tone/line/quality.h"

namespace tonegate {
namespace {

constexpr float kShortestCutMs = 40;
constexpr float kQuietBeforeDb = -6;
constexpr float kOwnHz = 7;              // China's exchanges are within 2 Hz of 450; France uses 440, Spain 425
constexpr LengthMs kOwnRing{985, 1015};  // timed by a digital clock, read to 5 ms
constexpr float kEndWaitMs = 300;        // quiet before the end of the audio that replaces a row's longer wait
constexpr int64_t kTuneMemory = 4 * kScreenRateHz;
constexpr float kEarlySpan = 1.9F;       // limit of the early decision; a later one has the usual rules
constexpr int kFirstWaitHops = 4;        // waits between checks of a row that fits but is not clean; they grow
constexpr int kLongestWaitHops = 32;

// The newest intervals of a tracker, newest first; the first one is in progress.
struct Intervals {
  static constexpr int kMost = 2 * static_cast<int>(LineTracker::kKept);
  float length_ms[kMost];
  int count = 0;
  int first_heard = -1;     // index of the first burst that was ever heard, if it is among them
  bool from_start = false;  // true if that burst was there from the first sample

  explicit Intervals(const LineTracker& tracker) {
    if (tracker.open()) {
      length_ms[count++] = tracker.open_ms();
      length_ms[count++] = tracker.gap_before_ms();
    } else {
      length_ms[count++] = tracker.gap_ms();
    }
    for (size_t i = 0; i < tracker.closed() && count < kMost - 1; ++i) {
      length_ms[count++] = tracker.recent(i).length_ms();
      if (i + 1 == tracker.closed() && !tracker.forgot()) {
        first_heard = count - 1;
        from_start = tracker.recent(i).from_start;
      }
      length_ms[count++] = tracker.recent(i).before.length_ms;
    }
  }
};

bool Within(float value, const LengthMs& range) { return value >= range.min && value <= range.max; }

// Level of a gap. A pause with sound during an eighth of its time is not quiet.
float GapLevel(const Gap& gap) { return std::max(gap.total_dbm0, gap.loud_dbm0 - 3); }

bool QuietBefore(const Burst& burst) {
  return burst.before.hops < 3 || GapLevel(burst.before) - burst.level_dbm0 < kQuietBeforeDb;
}

// True for a burst that follows another one at its own frequency, as notes do and answer tones do not.
bool Repeats(const LineTracker& tracker, const Burst& open) {
  return tracker.closed() > 0 && tracker.recent(0).off_sample + kTuneMemory > open.on_sample;
}

// True if the interval in progress fits.
bool LastFits(const CadenceRow& row, float now_ms, bool at_end) {
  const LengthMs& last = row.length[row.count - 1];
  return Within(now_ms, {at_end && !row.ends_on ? std::min(last.min, kEndWaitMs) : last.min, last.max});
}

// True if the intervals before it fit.
bool Fits(const CadenceRow& row, const Intervals& seen) {
  if (seen.count < row.count) return false;
  for (int back = 1; back < row.count; ++back) {
    const bool first = back == row.count - 1 && back == seen.first_heard;
    const bool cut = row.first_may_be_cut && first;
    LengthMs range = row.length[row.count - 1 - back];
    if (cut) range.min = kShortestCutMs;
    if (first && seen.from_start && row.at_start.max > 0) range = row.at_start;
    if (!Within(seen.length_ms[back], range)) return false;
    const float pair_ms = seen.length_ms[back] + seen.length_ms[back - 1];
    if (back > 1 && !Within(pair_ms, {cut ? 0.0F : row.pair.min, row.pair.max})) return false;
  }
  return true;
}

}  // namespace

ScreenEvent Cadence::Judge(const LineTracker& tracker, const CadenceRow& row, int64_t now) {
  const bool on = tracker.open();
  const Burst open = on ? tracker.Summary() : Burst{};
  const Gap gap = on ? Gap{} : tracker.GapSummary();
  const int bursts = (row.count + (on ? 1 : 0)) / 2;
  const auto burst_at = [&](int i) -> const Burst& {
    if (!on) return tracker.recent(i);
    return i == 0 ? open : tracker.recent(i - 1);
  };
  const Burst& newest = burst_at(0);

  GapNoise noise;
  float loudest_gap = -126;
  if (!on) {
    noise.Hear(gap, newest.level_dbm0);
    loudest_gap = GapLevel(gap);
  }
  float hz = 0;
  float level = 0;
  const bool after_sound = row.after_sound_ms > 0 && !QuietBefore(newest);
  if (after_sound && gap.length_ms < row.after_sound_ms) return {};
  for (int i = 0; i < bursts; ++i) {
    const Burst& burst = burst_at(i);
    // Music before a note is no noise on the note.
    if (!after_sound) noise.Hear(burst.before, newest.level_dbm0);
    hz += burst.hz / static_cast<float>(bursts);
    level += burst.level_dbm0 / static_cast<float>(bursts);
    if (i + 1 < bursts) loudest_gap = std::max(loudest_gap, GapLevel(burst.before));
  }
  if (loudest_gap - level > row.max_gap_db) return {};
  const float off_hz = std::abs(hz - plan_->nominal_hz);
  if (off_hz > (row.own_hz > 0 ? row.own_hz : plan_->tolerance_hz)) return {};
  // A lone burst whose beginning nobody heard may be the end of a longer one: off the frequency, its length must be
  // right.
  const bool may_be_foreign = row.at_start.max > 0 && bursts == 1 && newest.from_start && off_hz > kOwnHz;
  if (may_be_foreign && !Within(newest.length_ms(), kOwnRing)) return {};

  float dirt = 0;
  for (int i = 0; i < bursts; ++i) {
    const Burst& burst = burst_at(i);
    dirt = std::max(dirt, Dirt(burst, noise, row.max_residual, plan_->edge_ms));
    dirt = std::max(dirt, std::abs(burst.level_dbm0 - newest.level_dbm0) / (0.5F + 5 * noise.shake()));
    dirt = std::max(dirt, std::abs(burst.hz - newest.hz) / (1.5F + 10 * noise.shake()));
  }
  if (dirt > row.max_dirt) return {};

  ScreenEvent event;
  event.kind = row.kind;
  event.at_sample = now;
  event.from_sample = burst_at(bursts - 1).on_sample;
  event.level_dbm0 = level;
  event.frequency_hz = hz;
  event.confidence = std::clamp(1.0F - 0.2F * dirt, 0.5F, 1.0F);
  return event;
}

ScreenEvent Cadence::JudgeSteady(const LineTracker& tracker, int64_t now) {
  const Burst burst = tracker.Summary();
  const float dirt = SteadyDirt(burst, plan_->steady_slope_db, plan_->steady_ripple_db);
  if (dirt > 1 || std::abs(burst.hz - plan_->nominal_hz) > plan_->tolerance_hz) return {};
  if (plan_->alone_ms > 0) {
    if (SwaysLikeNote(burst) || Repeats(tracker, burst)) return {};
    // A note may follow another one directly.
    if (burst.length_ms() < plan_->steady_ms && !QuietBefore(burst)) return {};
  }
  ScreenEvent event;
  event.kind = plan_->steady_kind;
  event.at_sample = now;
  event.from_sample = burst.on_sample;
  event.level_dbm0 = burst.level_dbm0;
  event.frequency_hz = burst.hz;
  event.confidence = std::clamp(1.0F - 0.3F * dirt, 0.5F, 1.0F);
  return event;
}

ScreenEvent Cadence::Match(const LineTracker& tracker, const Call& call, bool at_end) {
  const bool on = tracker.open();
  if (on && tracker.in_hole()) return {};
  const bool early = call.alone && tracker.open_ms() < kEarlySpan * plan_->alone_ms;
  if (on && plan_->steady_kind != EventKind::kNone &&
      tracker.open_ms() >= (early ? plan_->alone_ms : plan_->steady_ms)) {
    if (plan_->steady_kind == call.told || (call.tune && plan_->alone_ms > 0)) return {};
    Weighed();
    return JudgeSteady(tracker, call.now);
  }
  const float now_ms = on ? tracker.open_ms() : tracker.gap_ms();
  for (const CadenceRow& row : plan_->rows) {
    if (row.kind == call.told || row.ends_on != on || (row.alone && !call.alone)) continue;
    if (!LastFits(row, now_ms, at_end) || !Fits(row, Intervals(tracker))) continue;
    Weighed();
    const ScreenEvent event = Judge(tracker, row, call.now);
    if (event.kind != EventKind::kNone) return event;
  }
  return {};
}

void Cadence::Weighed() {
  longer_wait_hops_ = std::min(2 * longer_wait_hops_, kLongestWaitHops);
  wait_hops_ = longer_wait_hops_;
}

ScreenEvent Cadence::Look(const LineTracker& tracker, const Call& call) {
  if (tracker.closed() == 0 && !tracker.open()) return {};
  if (tracker.interval() != interval_) {
    interval_ = tracker.interval();
    decided_ = false;
    wait_hops_ = 0;
    longer_wait_hops_ = kFirstWaitHops / 2;
  }
  if (decided_ || --wait_hops_ > 0) return {};
  const ScreenEvent event = Match(tracker, call, false);
  decided_ = event.kind != EventKind::kNone;
  return event;
}

ScreenEvent Cadence::Finish(const LineTracker& tracker, const Call& call) {
  return Match(tracker, call, true);
}

}  // namespace tonegate

#include "core/tone/line/burst.h"

#include <algorithm>
#include <cmath>

#include "core/tone/line/decibel.h"
#include "core/tone/line/median.h"

namespace tonegate {
namespace {

constexpr double kSamplesPerMs = 8.0;
constexpr float kStartPurity = 0.40F;      // for a hop that opens a burst: a tone at most 2 dB below the noise
constexpr float kStayPurity = 0.20F;       // a click or a cough over the tone does not end it
constexpr float kFloorPower = 1e-6F;       // -57 dBm0
constexpr float kEdgePower = 0.30F;        // share of the plateau: the window is half filled there
constexpr float kEdgeAmplitude = 0.5477F;  // its square root
constexpr float kReferencePower = 0.18F;   // 7.5 dB below the last burst: noise in its gaps stays lower
constexpr double kReferenceMs = 6000;      // longer than any pause between bursts of one signal
constexpr float kJumpPower = 4.0F;         // 6 dB above the plateau: another signal
constexpr float kSlowMs = 99;              // stands for an edge longer than the history
constexpr int kEstablishedHops = 5;
constexpr int kGapMarginHops = 4;  // the window must have left the burst
constexpr int kHopsToMove = 2;
constexpr int kHzMemoryHops = 8;

}  // namespace

LineTracker::Step LineTracker::Push(const LineHop& hop) {
  centre_ = static_cast<double>(hop.end_sample - kWindowSamples / 2);
  line_history_[pushed_ & (kHistory - 1)] = hop.line.power;
  total_history_[pushed_ & (kHistory - 1)] = hop.total;
  ++pushed_;

  const float power = hop.line.power;
  const bool near = std::abs(hop.line.hz - band_.nominal_hz) <= band_.reach_hz;
  Step step = Step::kNone;
  if (state_ == State::kIdle) {
    CountGap();
    const float floor = centre_ < reference_until_ ? std::max(kFloorPower, reference_) : kFloorPower;
    if (near && power >= floor && power >= kStartPurity * hop.total) Start(hop);
    return step;
  }

  ++age_;
  const bool stays = near && power >= kEdgePower * plateau() && power >= kStayPurity * hop.total;
  if (stays && power > kJumpPower * plateau() && age_ >= kEstablishedHops + 2) {
    if (++risen_ >= 2) {
      const bool counted = established_;
      Close(centre_ - 1.5 * kHopSamples);
      Start(hop);
      return counted ? Step::kClosed : Step::kNone;
    }
    return step;
  }
  risen_ = 0;
  if (stays && Moved(hop)) {
    if (moved_ < kHopsToMove) return step;
    const bool counted = established_;
    state_ = State::kOn;
    Close(moved_from_);
    Start(hop);
    split_edge_ = moved_from_;
    return counted ? Step::kClosed : Step::kNone;
  }
  if (stays) {
    if (state_ == State::kHole) {
      const double edge = centre_ - 0.5 * kHopSamples;
      hole_samples_ += std::max(0.0, edge - off_edge_);
      state_ = State::kOn;
    }
    Keep(hop);
    if (!established_ && count_ >= kEstablishedHops) {
      established_ = true;
      ++interval_;
      FindOnEdge();
      before_ = GapSummary();
      before_.length_ms = static_cast<float>((on_edge_ - gap_from_) / kSamplesPerMs);
      step = Step::kOpened;
    }
    return step;
  }
  if (state_ == State::kOn) {
    state_ = State::kHole;
    // Find where the amplitude crossed the threshold between the last hop and this one.
    const float before = std::sqrt(LineAgo(1));
    const float now = std::sqrt(power);
    const float edge = kEdgeAmplitude * std::sqrt(plateau());
    const float part = before > edge && now < edge ? (before - edge) / (before - now) : 0.5F;
    off_edge_ = centre_ - kHopSamples * (1.0 - part);
  } else if (centre_ - off_edge_ > kFoldMs * kSamplesPerMs) {
    const bool counted = established_;
    Close(off_edge_);
    return counted ? Step::kClosed : Step::kNone;
  }
  return step;
}

// The line is there, but has left the burst's frequency: another tone follows without a pause.
bool LineTracker::Moved(const LineHop& hop) {
  if (band_.split_hz == 0 || kept_ < kHopsToMove || std::abs(hop.line.hz - hz_) <= band_.split_hz) {
    moved_ = 0;
    return false;
  }
  if (++moved_ == 1) moved_from_ = state_ == State::kHole ? off_edge_ : centre_ - 0.5 * kHopSamples;
  return true;
}

void LineTracker::Start(const LineHop& hop) {
  // A false start (noise that never became a burst) leaves the gap unchanged.
  state_ = State::kOn;
  established_ = false;
  on_edge_ = centre_;
  hole_samples_ = 0;
  age_ = 0;
  risen_ = 0;
  moved_ = 0;
  split_edge_ = -1;
  count_ = 1;
  sum_ = hop.line.power;
  kept_ = 0;
  Keep(hop);
  sum_ = hop.line.power;
  count_ = 1;
}

void LineTracker::Keep(const LineHop& hop) {
  const float power = hop.line.power;
  if (power > 1.6F * plateau() && age_ <= kEstablishedHops) {
    // The level still rises: the hops so far were the edge.
    kept_ = 0;
    sum_ = power;
    count_ = 1;
  } else if (power > 0.5F * plateau()) {
    // Long memory for a short burst, a sliding one for a long tone, whose level may be stepped.
    if (count_ >= 64) {
      sum_ -= plateau();
      --count_;
    }
    sum_ += power;
    ++count_;
  }
  samples_[kept_ % kSamples] = {LevelDbm0(power), hop.line.hz, std::max(0.0F, hop.total - power) / power, hop.width};
  ++kept_;
  hz_ += (hop.line.hz - hz_) / static_cast<float>(std::min(kept_, kHzMemoryHops));
}

// Walks from a hop inside the burst towards older hops (`step` 1, the rise) or newer ones (-1, the fall).
LineTracker::Edge LineTracker::FindEdge(int inside, int step) const {
  const float top = std::sqrt(plateau());
  const int last = step > 0 ? static_cast<int>(std::min<int64_t>(kHistory, pushed_)) - 1 : 0;
  Edge edge;
  double high = 0;
  float now = std::sqrt(LineAgo(inside));
  for (int ago = inside; step * ago < step * last; ago += step) {
    const float next = std::sqrt(LineAgo(ago + step));
    const auto crosses = [&](float part) { return now >= part * top && next < part * top; };
    const auto place = [&](float part) {
      return centre_ - kHopSamples * (ago + static_cast<double>(step * (now - part * top) / (now - next)));
    };
    if (next > now + 0.1F * top) edge.dips = true;
    if (crosses(0.75F)) high = place(0.75F);
    if (crosses(kEdgeAmplitude)) edge.at = place(kEdgeAmplitude);
    if (crosses(0.25F)) {
      edge.took_ms = edge.dips ? 0 : static_cast<float>(std::abs(high - place(0.25F)) / kSamplesPerMs);
      return edge;
    }
    now = next;
  }
  edge.took_ms = kSlowMs;
  return edge;
}

void LineTracker::FindOnEdge() {
  int inside = std::clamp(age_ - 3, 0, kHistory - 2);
  while (inside > 0 && LineAgo(inside) < 0.75F * 0.75F * plateau()) --inside;
  const Edge rise = FindEdge(inside, 1);
  on_edge_ = rise.at >= 0 ? rise.at : centre_ - kHopSamples * (age_ + 0.5);
  // If the audio begins within the edge, nothing is known about the edge.
  rise_ms_ = rise.took_ms == kSlowMs && pushed_ < kHistory ? 0 : rise.took_ms;
  if (split_edge_ >= 0 && (rise.at < 0 || on_edge_ < split_edge_)) {
    on_edge_ = split_edge_;
    rise_ms_ = 0;
  }
}

void LineTracker::CountGap() {
  if (centre_ - kHopSamples * kGapMarginHops < gap_from_ + 25 * kSamplesPerMs) return;
  // Delayed by the margin, so that the rise of the next burst never counts.
  gap_total_[gap_kept_ % kSamples] = TotalAgo(kGapMarginHops);
  gap_line_[gap_kept_ % kSamples] = LineAgo(kGapMarginHops);
  ++gap_kept_;
  ++gap_hops_;
}

float LineTracker::open_ms() const {
  const double end = state_ == State::kHole ? off_edge_ : centre_;
  return static_cast<float>((end - on_edge_) / kSamplesPerMs);
}

float LineTracker::gap_ms() const { return static_cast<float>((centre_ - gap_from_) / kSamplesPerMs); }

Gap LineTracker::GapSummary() const {
  Gap gap;
  gap.length_ms = gap_ms();
  gap.hops = gap_hops_;
  const int n = std::min(gap_kept_, kSamples);
  if (n == 0) return gap;
  MedianRow<kSamples> row;
  const auto median = [&](auto&& value) {
    row.count = 0;
    for (int i = 0; i < n; ++i) row.Add(value(i));
    return LevelDbm0(row.Median());
  };
  gap.line_dbm0 = median([&](int i) { return gap_line_[i]; });
  gap.total_dbm0 = median([&](int i) { return gap_total_[i]; });
  gap.other_dbm0 = median([&](int i) { return std::max(0.0F, gap_total_[i] - gap_line_[i]); });
  gap.loud_dbm0 = LevelDbm0(row.Ranked(n - 1 - n / 8));
  return gap;
}

Burst LineTracker::Summary() const {
  Burst burst;
  burst.on_sample = std::max<int64_t>(0, static_cast<int64_t>(on_edge_));
  burst.off_sample = static_cast<int64_t>(state_ == State::kHole ? off_edge_ : centre_);
  burst.from_start = on_edge_ < 20 * kSamplesPerMs;
  burst.hole_ms = static_cast<float>(hole_samples_ / kSamplesPerMs);
  burst.before = before_;
  const int n = std::min(kept_, kSamples);
  burst.hops = kept_;
  if (n == 0) return burst;
  const int oldest = kept_ > kSamples ? kept_ % kSamples : 0;
  const auto at = [&](int i) -> const Sample& { return samples_[(oldest + i) % kSamples]; };
  MedianRow<kSamples> row;
  const auto median = [&](int from, int to, auto&& value) {
    row.count = 0;
    for (int i = from; i < to; ++i) row.Add(value(at(i)));
    return row.Median();
  };
  // The windows of the outermost hops extend over the edges.
  const int skip = n >= 9 ? 2 : n >= 6 ? 1 : 0;
  const int from = kept_ > kSamples ? 0 : skip;
  const int to = n - skip;
  const int half = std::max(1, (to - from) / 2);
  const auto level = [](const Sample& s) { return s.level_dbm0; };
  const auto hz = [](const Sample& s) { return s.hz; };
  burst.level_dbm0 = median(from, to, level);
  burst.hz = median(from, to, hz);
  burst.slope_db = median(to - half, to, level) - median(from, from + half, level);
  burst.drift_hz = median(to - half, to, hz) - median(from, from + half, hz);
  burst.ripple_db = median(from, to, [&](const Sample& s) { return std::abs(s.level_dbm0 - burst.level_dbm0); });
  burst.spread_hz = median(from, to, [&](const Sample& s) { return std::abs(s.hz - burst.hz); });
  burst.residual = median(from, to, [](const Sample& s) { return s.residual; });
  burst.width = median(from, to, [](const Sample& s) { return s.width; });
  burst.rise_ms = rise_ms_;
  if (kept_ <= kSamples && n >= 12) {
    const float rise = burst.level_dbm0 - at(3).level_dbm0;
    const float fall = state_ == State::kOn && established_ ? 0 : burst.level_dbm0 - at(n - 4).level_dbm0;
    burst.soft_edge_db = std::max(rise, fall);
  }
  return burst;
}

void LineTracker::Close(double off_edge) {
  off_edge_ = off_edge;
  if (established_) {
    Burst burst = Summary();
    const int inside = static_cast<int>((centre_ - off_edge) / kHopSamples) + 3;
    if (state_ == State::kHole && inside < kHistory) burst.fall_ms = FindEdge(inside, -1).took_ms;
    newest_ = (newest_ + 1) % kKept;
    bursts_[newest_] = burst;
    forgot_ = forgot_ || closed_ == kKept;
    closed_ = std::min(closed_ + 1, kKept);
    if (burst.residual < band_.clean_residual && burst.ripple_db < 2) {
      reference_ = kReferencePower * plateau();
      reference_until_ = off_edge + kReferenceMs * kSamplesPerMs;
    }
    gap_from_ = off_edge;
    ++interval_;
    gap_hops_ = 0;
    gap_kept_ = 0;
  }
  state_ = State::kIdle;
  established_ = false;
}

bool LineTracker::Finish() {
  if (state_ == State::kIdle) return false;
  const bool counted = established_;
  Close(state_ == State::kHole ? off_edge_ : centre_);
  return counted;
}

}  // namespace tonegate

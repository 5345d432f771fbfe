#include "core/tone/machine/fax_flags.h"

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "core/tone/line/decibel.h"

namespace tonegate {
namespace {

constexpr float kBandShare = 0.55F;      // share of all power; the flags have 0.99 in silence
constexpr float kFloorPower = 8e-6F;     // -48 dBm0
constexpr int kStrangeHops = 3;          // at most one lost packet
// Lengths in samples. The two tones are too close to each other for one bit's length: an edge may be found half a bit
// early or late, depending on the phase; from flag to flag it is always the same.
constexpr int kSixBits = 160;
constexpr int kSixBitsReach = 20;
constexpr int kShortestZeros = 14;
constexpr int kLongestZeros = 73;
constexpr int kFlag = 213;
constexpr int kSharedFlag = 187;  // two flags may share a zero
constexpr int kFlagReach = 9;
constexpr int kEnoughRuns = 14;  // seven flags, 187 ms
constexpr float kClearly = 1.6F;  // margin, so that noise does not turn the decision back at an edge
constexpr float kMiddleHz = 1750;

bool IsAbout(int samples, int nominal, int reach) { return std::abs(samples - nominal) <= reach; }

}  // namespace

FaxFlags::Tone::Tone(float hz) {
  const double turn = 2 * std::numbers::pi * static_cast<double>(hz) / kScreenRateHz;
  turn_cosine = static_cast<float>(std::cos(turn));
  turn_sine = static_cast<float>(std::sin(turn));
}

float FaxFlags::Tone::Push(float sample, int place) {
  const float next_cosine = cosine * turn_cosine - sine * turn_sine;
  sine = cosine * turn_sine + sine * turn_cosine;
  cosine = next_cosine;
  const float r = sample * cosine;
  const float i = sample * sine;
  real_sum += r - real[place];
  imaginary_sum += i - imaginary[place];
  real[place] = r;
  imaginary[place] = i;
  return real_sum * real_sum + imaginary_sum * imaginary_sum;
}

ScreenEvent FaxFlags::Push(const float* hop, float band, float total, int64_t end_sample) {
  if (band < kBandShare * total || band < kFloorPower) {
    if (!listening_ || ++strange_hops_ < kStrangeHops) return {};
    *this = FaxFlags();
    return {};
  }
  listening_ = true;
  strange_hops_ = 0;
  const int runs_before = runs_;
  for (int i = 0; i < kHopSamples; ++i) {
    const float one = one_.Push(hop[i], place_);
    const float zero = zero_.Push(hop[i], place_);
    const bool is_one = is_one_ ? zero < kClearly * one : one > kClearly * zero;
    place_ = place_ + 1 == kBitSamples ? 0 : place_ + 1;
    ++run_samples_;
    if (is_one == is_one_) continue;
    CountRun(end_sample - kHopSamples + i);
    is_one_ = is_one;
    run_samples_ = 0;
  }
  ScreenEvent event;
  if (runs_before >= kEnoughRuns || runs_ < kEnoughRuns) return event;
  event.kind = EventKind::kV21;
  event.at_sample = end_sample;
  event.from_sample = from_sample_;
  event.level_dbm0 = LevelDbm0(band);
  event.frequency_hz = kMiddleHz;
  event.confidence = 1;
  return event;
}

// A run ended before `at_sample`.
void FaxFlags::CountRun(int64_t at_sample) {
  const int both = run_samples_ + run_before_;
  const bool length = is_one_ ? IsAbout(run_samples_, kSixBits, kSixBitsReach)
                              : run_samples_ >= kShortestZeros && run_samples_ <= kLongestZeros;
  const bool fits = length && (runs_ == 0 || IsAbout(both, kFlag, kFlagReach) || IsAbout(both, kSharedFlag, kFlagReach));
  run_before_ = run_samples_;
  if (!fits) {
    runs_ = 0;
    return;
  }
  if (runs_++ == 0) from_sample_ = at_sample - run_samples_;
}

}  // namespace tonegate

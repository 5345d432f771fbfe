#include "core/resample/resampler.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <numeric>

namespace tonegate {
namespace {

// Kaiser's formulas for 80 dB: beta = 0.1102 (A - 8.7), transition = (A - 7.95) / (2.285 taps) rad. With 128 taps at
// the lower rate the transition is 0.078 of Nyquist; centred on 0.96 it lies between 0.921 and 0.999.
constexpr double kBeta = 7.857;
constexpr double kCutoff = 0.96;  // share of the lower Nyquist frequency
constexpr size_t kHalfTapsAtLowRate = 64;
constexpr size_t kLanes = 16;           // lanes of Dot(); the number of taps is a multiple
constexpr size_t kBlockSamples = 1024;  // input samples that are taken at once

double BesselI0(double x) {
  double sum = 1, term = 1;
  for (int k = 1; term > sum * 1e-12; ++k) {
    term *= x / (2 * k) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

double Sinc(double x) { return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x); }

// The order of additions is always the same, whatever the slicing or the machine.
float Dot(const float* a, const float* b, size_t count) {
  float lanes[kLanes] = {};
  for (size_t i = 0; i < count; i += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += a[i + lane] * b[i + lane];
  }
  for (size_t width = kLanes / 2; width > 0; width /= 2) {
    for (size_t lane = 0; lane < width; ++lane) lanes[lane] += lanes[lane + width];
  }
  return lanes[0];
}

int16_t Rounded(float value) {
  value = std::clamp(value, -32768.0f, 32767.0f);
  return static_cast<int16_t>(value + (value >= 0 ? 0.5f : -0.5f));
}

}  // namespace

bool IsSupportedRate(int rate_hz) {
  return std::find(kSampleRatesHz.begin(), kSampleRatesHz.end(), rate_hz) != kSampleRatesHz.end();
}

Resampler::Resampler(int from_hz, int to_hz) {
  const int divisor = std::gcd(from_hz, to_hz);
  up_ = to_hz / divisor;
  down_ = from_hz / divisor;
  const double squeeze = std::min(1.0, static_cast<double>(up_) / static_cast<double>(down_));
  const auto half = static_cast<size_t>(std::ceil(kHalfTapsAtLowRate / squeeze));
  half_taps_ = up_ == down_ ? 0 : (half + kLanes / 2 - 1) / (kLanes / 2) * (kLanes / 2);
  taps_ = 2 * half_taps_;

  bank_.resize(static_cast<size_t>(up_) * taps_);
  const double cutoff = kCutoff * squeeze;
  const double edge = BesselI0(kBeta);
  for (int64_t phase = 0; phase < up_ && taps_ > 0; ++phase) {
    const std::span<float> row(&bank_[static_cast<size_t>(phase) * taps_], taps_);
    double sum = 0;
    for (size_t tap = 0; tap < taps_; ++tap) {
      const double offset = static_cast<double>(tap) - static_cast<double>(half_taps_ - 1) -
                            static_cast<double>(phase) / static_cast<double>(up_);
      const double place = std::min(1.0, std::abs(offset) / static_cast<double>(half_taps_));
      const double value = Sinc(cutoff * offset) * BesselI0(kBeta * std::sqrt(1 - place * place)) / edge;
      row[tap] = static_cast<float>(value);
      sum += value;
    }
    for (float& value : row) value = static_cast<float>(value / sum);  // every phase has the same gain
  }
  buffer_.resize(taps_ + kBlockSamples);
  Reset();
}

void Resampler::Reset() {
  fill_ = half_taps_ == 0 ? 0 : half_taps_ - 1;  // silence before the first sample
  std::fill_n(buffer_.begin(), fill_, 0.0f);
  start_ = 0;
  phase_ = 0;
  heard_ = 0;
  given_ = 0;
}

size_t Resampler::MaxOutput(size_t input_samples) const {
  return static_cast<size_t>((static_cast<int64_t>(input_samples) * up_ + down_ - 1) / down_) + 1;
}

// Writes the samples that the buffer allows, up to output sample `limit` of the stream.
size_t Resampler::Drain(std::span<int16_t> out, int64_t limit) {
  size_t count = 0;
  const int64_t whole = down_ / up_;
  const int64_t part = down_ % up_;
  while (start_ + taps_ <= fill_ && given_ < limit && count < out.size()) {
    out[count++] = Rounded(Dot(&buffer_[start_], &bank_[static_cast<size_t>(phase_) * taps_], taps_));
    ++given_;
    start_ += static_cast<size_t>(whole);
    phase_ += part;
    if (phase_ >= up_) {
      phase_ -= up_;
      ++start_;
    }
  }
  std::memmove(buffer_.data(), &buffer_[start_], (fill_ - start_) * sizeof(float));
  fill_ -= start_;
  start_ = 0;
  return count;
}

size_t Resampler::Push(std::span<const int16_t> samples, std::span<int16_t> out) {
  heard_ += static_cast<int64_t>(samples.size());
  if (taps_ == 0) {
    std::copy(samples.begin(), samples.end(), out.begin());
    return samples.size();
  }
  size_t count = 0;
  while (!samples.empty()) {
    const size_t take = std::min(samples.size(), buffer_.size() - fill_);
    for (size_t i = 0; i < take; ++i) buffer_[fill_ + i] = samples[i];
    fill_ += take;
    samples = samples.subspan(take);
    count += Drain(out.subspan(count), std::numeric_limits<int64_t>::max());
  }
  return count;
}

size_t Resampler::Flush(std::span<int16_t> out) {
  if (taps_ == 0) return 0;
  const int64_t limit = (heard_ * up_ + down_ - 1) / down_;
  size_t count = 0;
  for (size_t zeros = half_taps_; zeros > 0;) {
    const size_t take = std::min(zeros, buffer_.size() - fill_);
    std::fill_n(buffer_.begin() + static_cast<std::ptrdiff_t>(fill_), take, 0.0f);
    fill_ += take;
    zeros -= take;
    count += Drain(out.subspan(count), limit);
  }
  return count;
}

}  // namespace tonegate

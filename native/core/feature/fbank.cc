#include "core/feature/fbank.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include "core/base/exp_log.h"

namespace tonegate {
namespace {

size_t SamplesOf(const FbankOptions& options, int ms) {
  return static_cast<size_t>(options.sample_rate_hz) * static_cast<size_t>(ms) / 1000;
}

float WindowAt(FrameWindow window, double phase) {
  switch (window) {
    case FrameWindow::kPovey:
      return static_cast<float>(std::pow(0.5 - 0.5 * std::cos(phase), 0.85));
    case FrameWindow::kHamming:
      return static_cast<float>(0.54 - 0.46 * std::cos(phase));
    case FrameWindow::kHanning:
      return static_cast<float>(0.5 - 0.5 * std::cos(phase));
  }
  return 0;
}

double Mel(double hz) { return 1127 * std::log(1 + hz / 700); }

double HighHz(const FbankOptions& options) {
  return options.high_hz > 0 ? options.high_hz : options.sample_rate_hz / 2.0 + options.high_hz;
}

bool IsSupported(const FbankOptions& options) {
  const double nyquist_hz = options.sample_rate_hz / 2.0;
  const double high_hz = HighHz(options);
  return (options.sample_rate_hz == 8000 || options.sample_rate_hz == 16000) && static_cast<int>(options.window) >= 0 &&
         static_cast<int>(options.window) <= 2 && options.preemphasis >= 0 && options.preemphasis <= 1 &&
         options.mel_bins >= 4 && options.mel_bins <= 256 && options.low_hz >= 0 && options.low_hz < high_hz &&
         high_hz <= nyquist_hz && options.floor >= 1e-37F && options.floor <= 1e37F && options.frame_length_ms >= 5 &&
         options.frame_length_ms <= 100 && options.frame_shift_ms >= 1 &&
         options.frame_shift_ms <= options.frame_length_ms;
}

}  // namespace

Status Fbank::Make(const FbankOptions& options, std::unique_ptr<Fbank>* out) {
  if (!IsSupported(options)) return Status::kUnsupported;
  out->reset(new Fbank(options));
  return Status::kOk;
}

Fbank::Fbank(const FbankOptions& options)
    : options_(options),
      shift_(SamplesOf(options, options.frame_shift_ms)),
      fft_(std::bit_ceil(SamplesOf(options, options.frame_length_ms))),
      window_(SamplesOf(options, options.frame_length_ms)),
      buffer_(window_.size() + (kFftLanes - 1) * shift_),
      signal_(fft_.size()),
      work_(fft_.size()),
      power_(fft_.size() / 2) {
  const double last = static_cast<double>(window_.size() - 1);
  for (size_t i = 0; i < window_.size(); ++i) {
    window_[i] = WindowAt(options.window, 2 * std::numbers::pi * static_cast<double>(i) / last);
  }
  MakeFilters(options);
}

void Fbank::MakeFilters(const FbankOptions& options) {
  const double bin_hz = options.sample_rate_hz / static_cast<double>(fft_.size());
  const double low = Mel(options.low_hz);
  const double step = (Mel(HighHz(options)) - low) / (options.mel_bins + 1);
  for (int at = 0; at < options.mel_bins; ++at) {
    const double left = low + at * step;
    const double centre = left + step;
    const double right = centre + step;
    Filter filter{0, weights_.size(), 0};
    for (size_t bin = 0; bin < power_.size(); ++bin) {
      const double mel = Mel(bin_hz * static_cast<double>(bin));
      if (!(mel > left && mel < right)) continue;
      if (filter.count++ == 0) filter.first_bin = bin;
      weights_.push_back(static_cast<float>(mel <= centre ? (mel - left) / step : (right - mel) / step));
    }
    filters_.push_back(filter);
  }
}

size_t Fbank::Push(std::span<const int16_t> samples, std::span<float> out) {
  size_t rows = 0;
  while (true) {
    const size_t taken = std::min(buffer_.size() - fill_, samples.size());
    if (taken > 0) std::memcpy(buffer_.data() + fill_, samples.data(), taken * sizeof(int16_t));
    fill_ += taken;
    samples = samples.subspan(taken);
    if (fill_ < window_.size()) return rows;
    const size_t ready = std::min(kFftLanes, 1 + (fill_ - window_.size()) / shift_);
    Analyse(ready, out.data() + rows * filters_.size());
    rows += ready;
    const size_t used = ready * shift_;
    fill_ -= used;
    std::memmove(buffer_.data(), buffer_.data() + used, fill_ * sizeof(int16_t));
  }
}

void Fbank::LoadFrame(const int16_t* samples, size_t lane) {
  const size_t count = window_.size();
  int64_t sum = 0;
  for (size_t i = 0; i < count; ++i) sum += samples[i];
  const float scale = options_.int16_scale ? 1.0F : 1.0F / 32768;
  const float mean = options_.remove_dc ? static_cast<float>(static_cast<double>(sum) / static_cast<double>(count)) : 0;
  auto* to = reinterpret_cast<float*>(signal_.data()) + lane;
  // The first sample has no predecessor: like Kaldi, it is its own.
  float before = static_cast<float>(samples[0]) - mean;
  for (size_t i = 0; i < count; ++i) {
    const float sample = static_cast<float>(samples[i]) - mean;
    to[i * kFftLanes] = scale * (sample - options_.preemphasis * before) * window_[i];
    before = sample;
  }
}

void Fbank::Analyse(size_t count, float* out) {
  for (size_t lane = 0; lane < count; ++lane) LoadFrame(buffer_.data() + lane * shift_, lane);
  // Nothing reads the unused lanes; zeros keep them free of slow denormal numbers and NaNs.
  for (size_t lane = count; lane < kFftLanes; ++lane) {
    for (size_t i = 0; i < window_.size(); ++i) signal_[i][lane] = 0;
  }
  std::fill(signal_.begin() + static_cast<std::ptrdiff_t>(window_.size()), signal_.end(), FftLanes{});
  fft_.Power(signal_, work_, power_);
  for (size_t at = 0; at < filters_.size(); ++at) {
    const Filter& filter = filters_[at];
    FftLanes energy{};
    for (size_t i = 0; i < filter.count; ++i) {
      energy += weights_[filter.first_weight + i] * power_[filter.first_bin + i];
    }
    for (size_t lane = 0; lane < count; ++lane) {
      out[lane * filters_.size() + at] = Ln(std::max(energy[lane], options_.floor));
    }
  }
}

}  // namespace tonegate

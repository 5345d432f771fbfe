#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/exp_log.h"
#include "core/vad/sound_net.h"

namespace tonegate {
namespace {

constexpr size_t kPast = kWindowSamples - kHopSamples;
constexpr double kLowHz = 90;
constexpr double kHighHz = 3800;
constexpr float kFloor = 1e-9F;
// Bring the logarithms to a mean of about 0 and a spread of 1; scripts/train/vad_features.py does the same.
constexpr float kCentre = -13;
constexpr float kSpread = 4;
constexpr float kLeastSpread = 1e-5F;

// Triangles on the mel scale, none narrower than one bin.
struct Filters {
  struct Filter {
    size_t first_bin = 0;
    size_t count = 0;
    std::array<float, 24> weight{};
  };
  std::array<Filter, SoundNet::kBands> filter;

  Filters() {
    auto mel = [](double hz) { return 1127 * std::log(1 + hz / 700); };
    auto hz_of = [](double value) { return 700 * (std::exp(value / 1127) - 1); };
    const double step = (mel(kHighHz) - mel(kLowHz)) / (SoundNet::kBands + 1);
    for (size_t i = 0; i < filter.size(); ++i) {
      const double centre = hz_of(mel(kLowHz) + step * static_cast<double>(i + 1));
      const double left = std::min(hz_of(mel(kLowHz) + step * static_cast<double>(i)), centre - kBinHz);
      const double right = std::max(hz_of(mel(kLowHz) + step * static_cast<double>(i + 2)), centre + kBinHz);
      Filter& to = filter[i];
      for (size_t bin = 0; bin < kBins; ++bin) {
        const double hz = static_cast<double>(kBinHz) * static_cast<double>(bin);
        const double weight = std::min((hz - left) / (centre - left), (right - hz) / (right - centre));
        if (weight <= 0 || to.count == to.weight.size()) continue;
        if (to.count == 0) to.first_bin = bin;
        to.weight[to.count++] = static_cast<float>(weight);
      }
    }
  }
};

const Filters& SharedFilters() {
  static const Filters filters;
  return filters;
}

Lanes LoadLanes(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

// to[0 .. 4 kWide) += sum over i of from[i] * weights[i * stride .. + 4 kWide).
template <size_t kWide>
void AddProducts(const float* weights, size_t stride, const float* from, size_t count, float* to) {
  Lanes sum[kWide];
  for (size_t j = 0; j < kWide; ++j) sum[j] = LoadLanes(to + kLanes * j);
  for (size_t i = 0; i < count; ++i, weights += stride) {
    for (size_t j = 0; j < kWide; ++j) sum[j] += from[i] * LoadLanes(weights + kLanes * j);
  }
  std::memcpy(to, sum, sizeof sum);
}

void AddMatrix(const float* weights, const float* from, size_t count, size_t width, float* to) {
  constexpr size_t kMany = 8;  // number of sums that fit into the registers of every machine
  constexpr size_t kFew = 4;
  size_t at = 0;
  for (; at + kLanes * kMany <= width; at += kLanes * kMany)
    AddProducts<kMany>(weights + at, width, from, count, to + at);
  for (; at + kLanes * kFew <= width; at += kLanes * kFew) AddProducts<kFew>(weights + at, width, from, count, to + at);
  for (; at < width; ++at) {
    for (size_t i = 0; i < count; ++i) to[at] += from[i] * weights[i * width + at];
  }
}

float Dot(const float* a, const float* b, size_t count) {
  float sum = 0;
  for (size_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

SoundStream::SoundStream(const SoundNet& net)
    : net_(&net),
      rows_heard_(net.shape().first_taps * SoundNet::kBands),
      memories_(net.shape().blocks),
      trunk_(net.shape().channels),
      work_(net.shape().channels),
      sum_(2 * net.shape().channels),
      pools_(net.has_windows() ? net.shape().pools * 2 * net.shape().channels : 0) {
  const SoundNet::Shape& shape = net.shape();
  for (size_t i = 0; i < shape.blocks; ++i)
    memories_[i].resize(((shape.taps - 1) * shape.dilation[i] + 1) * shape.channels);
}

void SoundStream::Reset() {
  samples_.fill(0);
  waiting_ = 0;
  rows_ = 0;
  pooled_ = 0;
  std::fill(rows_heard_.begin(), rows_heard_.end(), 0.0F);
  for (std::vector<float>& memory : memories_) std::fill(memory.begin(), memory.end(), 0.0F);
  std::fill(sum_.begin(), sum_.end(), 0.0);
}

void SoundStream::Hear(const SpectrumView& spectrum) {
  const Filters& filters = SharedFilters();
  float* row = rows_heard_.data() + rows_ % net_->shape().first_taps * SoundNet::kBands;
  for (size_t band = 0; band < SoundNet::kBands; ++band) {
    const Filters::Filter& filter = filters.filter[band];
    float power = kFloor;
    for (size_t i = 0; i < filter.count; ++i)
      power += filter.weight[i] * std::max(0.0F, spectrum[static_cast<int>(filter.first_bin + i)]);
    row[band] = (Ln(power) - kCentre) / kSpread;
  }
}

void SoundStream::Step() {
  const SoundNet::Shape& shape = net_->shape();
  const float* numbers = net_->weights_.data();
  const size_t n = shape.channels;
  std::copy_n(numbers + net_->first_.bias, n, trunk_.data());
  for (size_t tap = 0; tap < shape.first_taps; ++tap) {
    // The oldest row comes first; before the audio began there is no row.
    if (rows_ + tap + 1 < shape.first_taps) continue;
    const size_t row = (rows_ + tap + 1) % shape.first_taps;
    AddMatrix(numbers + net_->first_.weights + tap * SoundNet::kBands * n, &rows_heard_[row * SoundNet::kBands],
              SoundNet::kBands, n, trunk_.data());
  }
  for (size_t c = 0; c < n; ++c) trunk_[c] = std::max(0.0F, trunk_[c]);

  for (size_t i = 0; i < shape.blocks; ++i) {
    const SoundNet::Block& block = net_->blocks_[i];
    std::vector<float>& memory = memories_[i];
    const size_t length = (shape.taps - 1) * shape.dilation[i] + 1;
    const size_t newest = rows_ % length;
    std::copy_n(trunk_.data(), n, &memory[newest * n]);
    std::copy_n(trunk_.data(), n, work_.data());
    size_t at = newest + 1;  // the oldest row
    for (size_t tap = 0; tap < shape.taps; ++tap, at += shape.dilation[i]) {
      const float* then = &memory[(at >= length ? at - length : at) * n];
      const float* weight = numbers + block.memory + tap * n;
      for (size_t c = 0; c < n; ++c) work_[c] += weight[c] * then[c];
    }
    alignas(16) float mixed[SoundNet::kMaxChannels];
    std::copy_n(numbers + block.mix.bias, n, mixed);
    AddMatrix(numbers + block.mix.weights, work_.data(), n, n, mixed);
    for (size_t c = 0; c < n; ++c) trunk_[c] += std::max(0.0F, mixed[c]);
  }
}

void SoundStream::Answer(float* out) const {
  const SoundNet::Shape& shape = net_->shape();
  const float* numbers = net_->weights_.data();
  for (size_t i = 0; i < shape.outputs; ++i) {
    const float logit = numbers[net_->head_.bias + i] +
                        Dot(numbers + net_->head_.weights + i * shape.channels, trunk_.data(), shape.channels);
    out[i] = 1 / (1 + Exp(std::clamp(-logit, -60.0F, 60.0F)));
  }
}

void SoundStream::Pool() {
  const size_t n = net_->shape().channels;
  for (size_t c = 0; c < n; ++c) {
    sum_[c] += trunk_[c];
    sum_[n + c] += static_cast<double>(trunk_[c]) * trunk_[c];
  }
  const size_t span = net_->shape().pool_rows;
  if ((rows_ + 1) % span != 0) return;
  float* to = &pools_[pooled_++ % net_->shape().pools * 2 * n];
  for (size_t c = 0; c < 2 * n; ++c) {
    to[c] = static_cast<float>(sum_[c] / static_cast<double>(span));
    sum_[c] = 0;
  }
}

void SoundStream::Judge(float* out) const {
  const SoundNet::Shape& shape = net_->shape();
  const float* numbers = net_->weights_.data();
  const size_t n = shape.channels;
  std::array<float, 2 * SoundNet::kMaxChannels> seen{};
  for (size_t i = 0; i < shape.pools; ++i) {
    for (size_t c = 0; c < 2 * n; ++c) seen[c] += pools_[i * 2 * n + c];
  }
  for (size_t c = 0; c < n; ++c) {
    const float mean = seen[c] / static_cast<float>(shape.pools);
    const float square = seen[n + c] / static_cast<float>(shape.pools);
    seen[c] = mean;
    seen[n + c] = std::sqrt(std::max(kLeastSpread, square - mean * mean));
  }
  std::array<float, 128> hidden;
  std::copy_n(numbers + net_->hidden_.bias, shape.hidden, hidden.data());
  AddMatrix(numbers + net_->hidden_.weights, seen.data(), 2 * n, shape.hidden, hidden.data());
  for (size_t i = 0; i < shape.hidden; ++i) hidden[i] = std::max(0.0F, hidden[i]);
  float largest = kLogZero;
  for (size_t i = 0; i < shape.classes; ++i) {
    out[i] = numbers[net_->out_.bias + i] +
             Dot(numbers + net_->out_.weights + i * shape.hidden, hidden.data(), shape.hidden);
    largest = std::max(largest, out[i]);
  }
  float sum = 0;
  for (size_t i = 0; i < shape.classes; ++i) sum += out[i] = Exp(out[i] - largest);
  for (size_t i = 0; i < shape.classes; ++i) out[i] /= sum;
}

SoundStream::Given SoundStream::Push(std::span<const int16_t> samples, std::span<float> rows,
                                     std::span<float> windows) {
  const SoundNet::Shape& shape = net_->shape();
  constexpr size_t kRoom = kLanes * kHopSamples;
  alignas(16) std::array<Lanes, kBins> power;
  Given given;
  while (!samples.empty()) {
    const size_t taken = std::min(samples.size(), kRoom - waiting_);
    for (size_t i = 0; i < taken; ++i) samples_[kPast + waiting_ + i] = static_cast<float>(samples[i]);
    samples = samples.subspan(taken);
    waiting_ += taken;
    const size_t hops = waiting_ / kHopSamples;
    if (hops == 0 || (hops < kLanes && !samples.empty())) continue;
    AnalyseHops(samples_.data(), power.data());
    for (size_t hop = 0; hop < hops; ++hop) {
      Hear(SpectrumView(power.data(), static_cast<int>(hop)));
      Step();
      if (net_->has_windows()) {
        Pool();
        if ((rows_ + 1) % shape.pool_rows == 0 && pooled_ >= shape.pools)
          Judge(&windows[shape.classes * given.windows++]);
      }
      if (rows_++ >= shape.look) Answer(&rows[shape.outputs * given.rows++]);
    }
    const size_t used = hops * kHopSamples;
    std::copy(samples_.begin() + static_cast<std::ptrdiff_t>(used),
              samples_.begin() + static_cast<std::ptrdiff_t>(kPast + waiting_), samples_.begin());
    waiting_ -= used;
    std::fill(samples_.begin() + static_cast<std::ptrdiff_t>(kPast + waiting_), samples_.end(), 0.0F);
  }
  return given;
}

size_t SoundStream::Flush(std::span<float> rows) {
  constexpr std::array<int16_t, kHopSamples> kSilence{};
  size_t given = 0;
  // Samples that did not fill a row are dropped.
  waiting_ = 0;
  std::fill(samples_.begin() + kPast, samples_.end(), 0.0F);
  std::array<float, SoundNet::kMaxOutputs> spare{};
  for (size_t step = 0; step < net_->shape().look; ++step)
    given += Push(kSilence, rows.subspan(given * net_->shape().outputs), spare).rows;
  return given;
}

}  // namespace tonegate

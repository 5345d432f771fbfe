#include "core/frontend/frontend.h"

#include <algorithm>

#include "core/codec/g711.h"
#include "core/codec/linear.h"
#include "core/codec/packed/opus.h"
#include "core/codec/packed/packed.h"
#include "core/codec/packed/speex.h"

namespace tonegate {
namespace {

constexpr size_t kBlockSamples = 2048;  // samples that are decoded and screened at once
constexpr int kWideRateHz = 16000;

bool IsPacked(Encoding encoding) { return encoding == Encoding::kSpeex || encoding == Encoding::kOpus; }

double BytesPerSample(Encoding encoding) {
  switch (encoding) {
    case Encoding::kLinear:
      return 2;
    case Encoding::kAlaw:
    case Encoding::kUlaw:
      return 1;
    case Encoding::kVox:
      return 0.5;
    case Encoding::kSpeex:
    case Encoding::kOpus:
      break;
  }
  return 0;
}

}  // namespace

std::unique_ptr<FrameDecoder> MakePackedDecoder(Encoding encoding, int sample_rate_hz, int opus_rate_hz) {
  if (encoding == Encoding::kSpeex && IsSpeexRate(sample_rate_hz))
    return std::make_unique<SpeexDecoder>(sample_rate_hz);
  if (encoding == Encoding::kOpus && IsOpusRate(sample_rate_hz))
    return std::make_unique<OpusStreamDecoder>(opus_rate_hz);
  return nullptr;
}

Status Frontend::Make(const FrontendOptions& options, std::unique_ptr<Frontend>* out) {
  switch (options.encoding) {
    case Encoding::kLinear:
    case Encoding::kAlaw:
    case Encoding::kUlaw:
    case Encoding::kVox:
      if (!IsSupportedRate(options.sample_rate_hz)) return Status::kUnsupported;
      break;
    case Encoding::kSpeex:
    case Encoding::kOpus:
      if (!MakePackedDecoder(options.encoding, options.sample_rate_hz)) return Status::kUnsupported;
      break;
    default:
      return Status::kUnsupported;
  }
  if (!(options.min_slice_ms >= 0) || !(options.max_slice_ms >= options.min_slice_ms)) return Status::kUnsupported;
  const bool samples_fit = options.max_slice_ms <= kMaxPackedMs || IsPacked(options.encoding);
  if (options.samples_rate_hz != 0 && !samples_fit) return Status::kUnsupported;
  if (options.samples_rate_hz != 0 && options.samples_rate_hz != kScreenRateHz &&
      options.samples_rate_hz != kWideRateHz)
    return Status::kUnsupported;
  out->reset(new Frontend(options));
  return Status::kOk;
}

Frontend::Frontend(const FrontendOptions& options)
    : options_(options),
      packed_(MakePackedDecoder(options.encoding, options.sample_rate_hz,
                                std::max(kScreenRateHz, options.samples_rate_hz))) {
  const int rate_hz = packed_ ? packed_->rate_hz() : options.sample_rate_hz;
  size_t decoded_samples = kBlockSamples;
  if (packed_) {
    options_.max_slice_ms = std::min(options_.max_slice_ms, kMaxPackedMs);
    decoded_samples = static_cast<size_t>(options_.max_slice_ms * rate_hz / 1000) + packed_->max_frame_samples();
  }
  decoded_.resize(decoded_samples);
  if (rate_hz != kScreenRateHz) {
    resampler_ = std::make_unique<Resampler>(rate_hz, kScreenRateHz);
    resampled_.resize(std::max(resampler_->MaxOutput(kBlockSamples), resampler_->MaxFlush()));
  }
  if (options_.samples_rate_hz != 0) {
    const int to_hz = options_.samples_rate_hz;
    if (to_hz != rate_hz && to_hz != kScreenRateHz) wide_ = std::make_unique<Resampler>(rate_hz, to_hz);
    const auto most = static_cast<size_t>(options_.max_slice_ms * rate_hz / 1000) + decoded_.size();
    const auto room = [most](const Resampler* resampler) {
      return resampler ? resampler->MaxOutput(most) + resampler->MaxFlush() : most;
    };
    const bool is_narrow = to_hz == kScreenRateHz;
    samples_.room.resize(room(is_narrow ? resampler_.get() : wide_.get()));
    if (!is_narrow) narrow_.room.resize(room(resampler_.get()));
  }
  delay_left_ = packed_ ? packed_->delay_samples() : 0;
}

void Frontend::Reset() {
  adpcm_.Reset();
  if (packed_) packed_->Reset();
  if (resampler_) resampler_->Reset();
  if (wide_) wide_->Reset();
  samples_.count = narrow_.count = 0;
  screener_.Reset();
  delay_left_ = packed_ ? packed_->delay_samples() : 0;
  slice_ms_ = 0;
  total_ms_ = 0;
  ended_ = false;
}

Status Frontend::CheckDuration(double ms) const {
  if (ms < options_.min_slice_ms) return Status::kSliceTooShort;
  if (ms > options_.max_slice_ms) return Status::kSliceTooLong;
  return Status::kOk;
}

Status Frontend::Push(Bytes slice, EventList* out) {
  if (ended_) return Status::kEnded;
  if (slice.empty()) return Status::kEmptySlice;
  return IsPacked(options_.encoding) ? PushPacked(slice, out) : PushRaw(slice, out);
}

Status Frontend::PushRaw(Bytes slice, EventList* out) {
  if (options_.encoding == Encoding::kLinear && slice.size() % 2 != 0) return Status::kOddByteCount;
  const double samples = static_cast<double>(slice.size()) / BytesPerSample(options_.encoding);
  const double ms = 1000 * samples / options_.sample_rate_hz;
  if (const Status status = CheckDuration(ms); status != Status::kOk) return status;
  samples_.count = narrow_.count = 0;
  const auto block_bytes = static_cast<size_t>(kBlockSamples * BytesPerSample(options_.encoding));
  while (!slice.empty()) {
    const Bytes block = slice.first(std::min(slice.size(), block_bytes));
    const auto count = static_cast<size_t>(static_cast<double>(block.size()) / BytesPerSample(options_.encoding));
    DecodeRaw(block, std::span(decoded_).first(count));
    Hear(std::span(decoded_).first(count), out);
    slice = slice.subspan(block.size());
  }
  slice_ms_ = ms;
  total_ms_ += ms;
  return Status::kOk;
}

void Frontend::DecodeRaw(Bytes bytes, std::span<int16_t> out) {
  switch (options_.encoding) {
    case Encoding::kLinear:
      return DecodeLinear(bytes, out);
    case Encoding::kAlaw:
      return DecodeAlaw(bytes, out);
    case Encoding::kUlaw:
      return DecodeUlaw(bytes, out);
    case Encoding::kVox:
      return adpcm_.Decode(bytes, out);
    case Encoding::kSpeex:
    case Encoding::kOpus:
      break;
  }
}

Status Frontend::PushPacked(Bytes slice, EventList* out) {
  PackedSlice packed;
  if (const Status status = ReadPackedHeader(slice, options_.sample_rate_hz, &packed); status != Status::kOk)
    return status;
  if (const Status status = CheckDuration(packed.ms()); status != Status::kOk) return status;
  if (const Status status = CheckPackedFrames(*packed_, &packed); status != Status::kOk) return status;
  size_t count = 0;
  if (const Status status = DecodePackedFrames(packed, packed_.get(), decoded_, &count); status != Status::kOk) {
    return status;
  }
  samples_.count = narrow_.count = 0;
  std::span<const int16_t> samples = std::span(decoded_).first(count);
  const size_t cut = std::min(delay_left_, count);
  delay_left_ -= cut;
  samples = samples.subspan(cut);
  while (!samples.empty()) {
    const size_t take = std::min(samples.size(), kBlockSamples);
    Hear(samples.first(take), out);
    samples = samples.subspan(take);
  }
  slice_ms_ = packed.ms();
  total_ms_ += slice_ms_;
  return Status::kOk;
}

void Frontend::Hear(std::span<const int16_t> samples, EventList* out) {
  std::span<const int16_t> narrow = samples;
  if (resampler_) narrow = std::span(resampled_).first(resampler_->Push(samples, resampled_));
  screener_.Push(narrow, out);
  narrow_.Add(narrow);
  if (wide_) {
    samples_.count += wide_->Push(samples, samples_.rest());
  } else {
    samples_.Add(options_.samples_rate_hz == kScreenRateHz ? narrow : samples);
  }
}

void Frontend::Kept::Add(std::span<const int16_t> samples) {
  if (room.empty()) return;
  std::ranges::copy(samples, rest().begin());
  count += samples.size();
}

Status Frontend::Flush(EventList* out) {
  if (ended_) return Status::kEnded;
  ended_ = true;
  samples_.count = narrow_.count = 0;
  if (resampler_) {
    const std::span<const int16_t> tail = std::span(resampled_).first(resampler_->Flush(resampled_));
    screener_.Push(tail, out);
    narrow_.Add(tail);
    if (options_.samples_rate_hz == kScreenRateHz) samples_.Add(tail);
  }
  if (wide_) samples_.count = wide_->Flush(samples_.rest());
  screener_.Flush(out);
  return Status::kOk;
}

}  // namespace tonegate

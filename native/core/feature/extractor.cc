#include "core/feature/extractor.h"

#include <utility>

namespace tonegate {
namespace {

constexpr size_t kMaxStack = 16;

void Grow(std::vector<float>* rows, size_t size) {
  if (rows->size() < size) rows->resize(size);
}

}  // namespace

Status FeatureExtractor::Make(const FbankOptions& fbank, const StackOptions& stack, Cmvn cmvn,
                              std::unique_ptr<FeatureExtractor>* out) {
  if (stack.step < 1 || stack.step > stack.length || stack.length > kMaxStack) return Status::kUnsupported;
  const size_t width = static_cast<size_t>(fbank.mel_bins) * stack.length;
  if (cmvn.shift.size() != cmvn.scale.size()) return Status::kUnsupported;
  if (!cmvn.shift.empty() && cmvn.shift.size() != width) return Status::kUnsupported;
  std::unique_ptr<Fbank> bank;
  const Status status = Fbank::Make(fbank, &bank);
  if (status != Status::kOk) return status;
  out->reset(new FeatureExtractor(std::move(bank), stack, std::move(cmvn)));
  return Status::kOk;
}

FeatureExtractor::FeatureExtractor(std::unique_ptr<Fbank> fbank, const StackOptions& stack, Cmvn cmvn)
    : fbank_(std::move(fbank)), stacker_(stack, fbank_->mel_bins()), cmvn_(std::move(cmvn)), stacks_(stack.length > 1) {
  Grow(&rows_, stacker_.MaxFlush() * stacker_.out_width());
}

std::span<const float> FeatureExtractor::Push(std::span<const int16_t> samples) {
  const size_t bins = fbank_->mel_bins();
  std::vector<float>* first = stacks_ ? &bank_rows_ : &rows_;
  Grow(first, fbank_->MaxRows(samples.size()) * bins);
  size_t rows = fbank_->Push(samples, *first);
  if (stacks_) {
    Grow(&rows_, stacker_.MaxRows(rows) * stacker_.out_width());
    rows = stacker_.Push(std::span<const float>(bank_rows_).first(rows * bins), rows_);
  }
  return Normalised(rows);
}

std::span<const float> FeatureExtractor::Flush() { return Normalised(stacks_ ? stacker_.Flush(rows_) : 0); }

void FeatureExtractor::Reset() {
  fbank_->Reset();
  stacker_.Reset();
}

std::span<const float> FeatureExtractor::Normalised(size_t rows) {
  const size_t wide = cmvn_.shift.size();
  for (size_t row = 0; wide > 0 && row < rows; ++row) {
    float* values = rows_.data() + row * wide;
    for (size_t i = 0; i < wide; ++i) values[i] = (values[i] + cmvn_.shift[i]) * cmvn_.scale[i];
  }
  return std::span<const float>(rows_).first(rows * width());
}

}  // namespace tonegate

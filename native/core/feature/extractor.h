// FeatureExtractor: audio to the rows that a recogniser reads: filter bank, stacking, then (x + shift) * scale.
//
// Audio pushed in pieces gives the rows of audio pushed whole, bit for bit; Flush() gives what stacking still owes.
//
// Thread rule: one object per stream. Make() allocates; Push allocates only where a piece is longer than any before.
#ifndef TONEGATE_CORE_FEATURE_EXTRACTOR_H_
#define TONEGATE_CORE_FEATURE_EXTRACTOR_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/status.h"
#include "core/feature/fbank.h"
#include "core/feature/stacker.h"

namespace tonegate {

// Cepstral mean and variance normalisation: both as wide as a stacked row, or both empty for none.
struct Cmvn {
  std::vector<float> shift;
  std::vector<float> scale;
};

class FeatureExtractor {
 public:
  // kUnsupported: an option is out of its range, or a vector of cmvn is not as wide as a row.
  static Status Make(const FbankOptions& fbank, const StackOptions& stack, Cmvn cmvn,
                     std::unique_ptr<FeatureExtractor>* out);

  size_t width() const { return stacker_.out_width(); }
  // Whole rows of width() floats: valid until the next call.
  std::span<const float> Push(std::span<const int16_t> samples);
  std::span<const float> Flush();
  void Reset();

 private:
  FeatureExtractor(std::unique_ptr<Fbank> fbank, const StackOptions& stack, Cmvn cmvn);
  std::span<const float> Normalised(size_t rows);

  std::unique_ptr<Fbank> fbank_;
  Stacker stacker_;
  Cmvn cmvn_;
  bool stacks_;
  std::vector<float> bank_rows_;
  std::vector<float> rows_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_FEATURE_EXTRACTOR_H_

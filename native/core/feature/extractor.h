// FeatureExtractor: turns audio into the rows that a recogniser reads: filter bank, stacking, then (x + shift) * scale.
//
// Audio pushed in pieces gives the same rows as audio pushed whole, bit for bit; Flush() gives the rows that stacking
// still holds.
//
// Thread rule: one object per stream. Make() allocates; Push() allocates only for a longer piece than any before.
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

// Cepstral mean and variance normalisation: both vectors have the width of a stacked row, or both are empty for none.
struct Cmvn {
  std::vector<float> shift;
  std::vector<float> scale;
};

class FeatureExtractor {
 public:
  // Makes an extractor. kUnsupported: an option is out of its range, or a vector of cmvn does not have the width of a
  // row.
  static Status Make(const FbankOptions& fbank, const StackOptions& stack, Cmvn cmvn,
                     std::unique_ptr<FeatureExtractor>* out);

  // Number of floats of a row.
  size_t width() const { return stacker_.out_width(); }
  // Takes samples at the rate of the options. Returns the rows that are now complete, width() floats each; valid until
  // the next call.
  std::span<const float> Push(std::span<const int16_t> samples);
  // Ends the audio. Returns the remaining rows, width() floats each; valid until the next call.
  std::span<const float> Flush();
  // Returns to the state of a fresh object.
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

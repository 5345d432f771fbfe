// Fbank: log-mel filter bank energies of 16-bit audio, one row per frame.
//
// The front end of Kaldi's compute-fbank-feats with dither 0 and snip edges on, with which most published recognisers
// were trained: cut a frame, subtract its mean, pre-emphasis, window, power spectrum, triangular filters on the mel
// scale (1127 ln(1 + f / 700), triangles straight in mel), natural logarithm. Frames do not depend on each other: audio
// pushed in pieces gives the same rows as audio pushed whole, bit for bit. Up to four frames are transformed at once,
// one in each lane of a vector.
//
// Thread rule: one object per stream; each stream has its own tables. Make() allocates; Push() and Reset() never do.
#ifndef TONEGATE_CORE_FEATURE_FBANK_H_
#define TONEGATE_CORE_FEATURE_FBANK_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/status.h"
#include "core/feature/real_fft.h"

namespace tonegate {

enum class FrameWindow : int { kPovey = 0, kHamming = 1, kHanning = 2 };

// The defaults are Kaldi's, except for the number of filters and the dither.
struct FbankOptions {
  int sample_rate_hz = 16000;  // 8000 or 16000
  FrameWindow window = FrameWindow::kPovey;
  float preemphasis = 0.97F;  // 0 to 1
  bool remove_dc = true;
  bool int16_scale = true;       // samples as -32768 .. 32767; otherwise as -1 .. 1
  int mel_bins = 80;             // 4 to 256
  float low_hz = 20;             // lower edge of the first filter
  float high_hz = 0;             // upper edge of the last filter; 0 or less counts from the Nyquist frequency
  float floor = 1.1920929e-07F;  // least energy before the logarithm
  int frame_length_ms = 25;      // 5 to 100
  int frame_shift_ms = 10;       // 1 to frame_length_ms
};

class Fbank {
 public:
  // Makes a filter bank. kUnsupported: an option is out of its range.
  static Status Make(const FbankOptions& options, std::unique_ptr<Fbank>* out);

  // Number of floats of a row.
  size_t mel_bins() const { return filters_.size(); }
  // Length of a frame, and from one frame to the next, in samples.
  size_t frame_samples() const { return window_.size(); }
  size_t shift_samples() const { return shift_; }

  // Most rows that Push() can write for `samples` samples.
  size_t MaxRows(size_t samples) const { return (fill_ + samples) / shift_ + 1; }
  // Returns the number of rows written to out, mel_bins() floats each. A frame is written as soon as its last sample
  // has come; a tail shorter than a frame gives none. REQUIRES: out.size() >= MaxRows(samples.size()) * mel_bins().
  size_t Push(std::span<const int16_t> samples, std::span<float> out);
  // Returns to the state of a fresh object.
  void Reset() { fill_ = 0; }

 private:
  struct Filter {
    size_t first_bin;
    size_t first_weight;
    size_t count;
  };

  explicit Fbank(const FbankOptions& options);
  void MakeFilters(const FbankOptions& options);
  // Writes rows of the frames that begin at buffer_[0], shift_, ... `count`: 1 to kFftLanes.
  void Analyse(size_t count, float* out);
  void LoadFrame(const int16_t* samples, size_t lane);

  FbankOptions options_;
  size_t shift_;
  RealFft fft_;
  std::vector<float> window_;
  std::vector<Filter> filters_;
  std::vector<float> weights_;
  std::vector<int16_t> buffer_;  // room for kFftLanes frames
  size_t fill_ = 0;              // samples in buffer_
  std::vector<FftLanes> signal_;
  std::vector<FftLanes> work_;
  std::vector<FftLanes> power_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_FEATURE_FBANK_H_

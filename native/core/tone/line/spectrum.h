// Power spectra of the call, one for each 10 ms.
//
// AnalyseHops() turns up to four hops of audio into four power spectra of 128 bins, 31.25 Hz apart. All decisions of
// the screener are based on them.
//
// A 256-sample Hann window ends at each hop. Four windows are transformed at once, one in each lane of a 4-float
// vector, so that every operation is a vector operation on any machine with 128-bit vectors, and the result of a hop
// depends neither on its lane nor on the number of used lanes.
//
// Scale: a full-scale sine (amplitude 32768) has power 1, summed over the bins of its main lobe.
#ifndef TONEGATE_CORE_TONE_SPECTRUM_H_
#define TONEGATE_CORE_TONE_SPECTRUM_H_

#include <cmath>
#include <cstdint>

namespace tonegate {

inline constexpr int kHopSamples = 80;
inline constexpr int kWindowSamples = 256;
inline constexpr int kBins = kWindowSamples / 2;
inline constexpr int kLanes = 4;
inline constexpr float kBinHz = 31.25F;
// Number of samples in a full batch of hops.
inline constexpr int kBatchSamples = kWindowSamples + (kLanes - 1) * kHopSamples;

using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));

// Computes power spectra. `samples`: kBatchSamples values; lane i uses [80 i, 80 i + 256). `power`: kBins rows.
void AnalyseHops(const float* samples, Lanes* power);

// One lane of a batch, by its bins.
class SpectrumView {
 public:
  // Views lane `lane` of `power`, which must outlive the view.
  SpectrumView(const Lanes* power, int lane) : first_(reinterpret_cast<const float*>(power) + lane) {}
  float operator[](int bin) const { return first_[bin * kLanes]; }

 private:
  const float* first_;
};

// A sinusoid, read from the main lobe of the window.
struct Line {
  float power = 0;  // full-scale sine = 1
  float hz = 0;
  int bin = 0;
};

// Spread of the power around its mean frequency, in bins^2, over three bins on either side of `bin`. A lone sinusoid
// gives 1/3 wherever it lies between the bins (the spread of the Hann window itself); two tones d bins apart give 1/3 +
// d^2/4.
inline float LineWidth(const SpectrumView& spectrum, int bin) {
  float sum = 0;
  float first = 0;
  float second = 0;
  for (int i = -3; i <= 3; ++i) {
    const float power = spectrum[bin + i];
    sum += power;
    first += power * static_cast<float>(i);
    second += power * static_cast<float>(i * i);
  }
  if (!(sum > 0)) return 0;
  const float mean = first / sum;
  return second / sum - mean * mean;
}

// Returns the strongest line with its peak in bins [first, last]. Its frequency follows from the ratio of the two
// largest bins, which is exact for a lone sinusoid under a Hann window. REQUIRES: 2 <= first, last <= kBins - 3.
inline Line ReadLine(const SpectrumView& spectrum, int first, int last) {
  int peak = first;
  for (int bin = first + 1; bin <= last; ++bin) {
    if (spectrum[bin] > spectrum[peak]) peak = bin;
  }
  const float below = spectrum[peak - 1];
  const float at = spectrum[peak];
  const float above = spectrum[peak + 1];
  Line line;
  line.bin = peak;
  if (!(at > 0)) return line;
  const bool upper = above > below;
  const float ratio = std::sqrt((upper ? above : below) / at);
  const float shift = (2 * ratio - 1) / (1 + ratio);
  line.hz = kBinHz * (static_cast<float>(peak) + (upper ? shift : -shift));
  line.power = below + at + above + (upper ? spectrum[peak + 2] : spectrum[peak - 2]);
  return line;
}

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_SPECTRUM_H_

// RealFft: power spectra of four real signals at once.
//
// Turns a block of N real samples (N a power of two) into |X[k]|^2 for k = 0 .. N/2 - 1, unscaled: a complex transform
// of N/2 points (Stockham, radix 4, with a last radix-2 stage if N/2 is no power of four), then a split of its result
// into the spectrum of the real signal. Each lane of a 4-float vector carries a signal of its own: every operation is a
// vector operation, and the result of a lane does not depend on the others.
//
// Thread rule: const after construction and shared; the caller provides the memory.
#ifndef TONEGATE_CORE_FEATURE_REAL_FFT_H_
#define TONEGATE_CORE_FEATURE_REAL_FFT_H_

#include <cstddef>
#include <span>
#include <vector>

namespace tonegate {

inline constexpr size_t kFftLanes = 4;
using FftLanes = float __attribute__((vector_size(kFftLanes * sizeof(float))));

class RealFft {
 public:
  // Prepares transforms of `size` samples. REQUIRES: size is a power of two, 8 or more.
  explicit RealFft(size_t size);

  // Number of samples of a block.
  size_t size() const { return size_; }
  // Computes power spectra. `signal`: size() rows, overwritten. `work`: size() rows. `power`: size() / 2 rows.
  void Power(std::span<FftLanes> signal, std::span<FftLanes> work, std::span<FftLanes> power) const;

 private:
  struct Turn {
    float re;
    float im;
  };
  size_t size_;
  std::vector<Turn> stage_turns_;  // three per butterfly, stage after stage
  std::vector<Turn> split_turns_;  // exp(-2 pi i k / N)
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_FEATURE_REAL_FFT_H_

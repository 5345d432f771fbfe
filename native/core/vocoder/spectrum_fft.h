// SpectrumFft: transforms a block of 512 real samples to its spectrum and back.
//
// It works like core/feature/real_fft.h (a complex Stockham transform of half the size, radix 4, then a split), but
// with phases, in both directions, and for one signal at a time: that class gives the power of four signals, this one a
// single response.
//
// Thread rule: const after construction and shared; work memory is on the stack.
#ifndef TONEGATE_CORE_VOCODER_SPECTRUM_FFT_H_
#define TONEGATE_CORE_VOCODER_SPECTRUM_FFT_H_

#include <array>
#include <cstddef>

namespace tonegate {

inline constexpr size_t kResponseSamples = 512;  // 32 ms
inline constexpr size_t kResponseBins = kResponseSamples / 2 + 1;

struct ResponseSpectrum {
  std::array<float, kResponseBins> re;
  std::array<float, kResponseBins> im;
};

class SpectrumFft {
 public:
  // Prepares the tables.
  SpectrumFft();
  // Transforms forward: X[k] = sum x[n] exp(-2 pi i k n / 512).
  void Forward(const std::array<float, kResponseSamples>& samples, ResponseSpectrum* out) const;
  // The inverse of Forward(), with the factor 1 / 512. The imaginary parts of the first and the last bin are not read.
  void Inverse(const ResponseSpectrum& spectrum, std::array<float, kResponseSamples>* out) const;

 private:
  static constexpr size_t kHalf = kResponseSamples / 2;
  struct Points {
    alignas(16) std::array<float, kHalf> re;
    alignas(16) std::array<float, kHalf> im;
  };
  // Stockham's order, radix 4. The first stage runs along the points, which a compiler can vectorise; the later stages
  // run along kStride adjacent results, a multiple of four.
  void FirstStage(const Points& from, Points* to) const;
  template <size_t kStride>
  void LaterStage(const Points& from, Points* to) const;
  // Transforms in place; b is work memory.
  void Transform(Points* a, Points* b) const;

  std::array<float, kResponseBins> split_re_;  // exp(-2 pi i k / 512)
  std::array<float, kResponseBins> split_im_;
  std::array<float, kHalf> turn_re_;  // exp(-2 pi i k / 256)
  std::array<float, kHalf> turn_im_;
  // Factors of every second and every third k, for the first stage, which takes them in order.
  std::array<float, kHalf / 4> second_turn_re_;
  std::array<float, kHalf / 4> second_turn_im_;
  std::array<float, kHalf / 4> third_turn_re_;
  std::array<float, kHalf / 4> third_turn_im_;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_SPECTRUM_FFT_H_

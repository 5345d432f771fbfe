// Resampler: changes a sample rate by an exact ratio.
//
// Streams 16-bit samples from one rate to another. Output sample k corresponds to input time k * from / to: the first
// output sample is aligned with the first input sample, and no delay needs correction. A signal pushed in pieces gives
// the same samples as one pushed whole, bit for bit, on every machine. The filter is a polyphase bank of a
// Kaiser-windowed sinc: flat to 0.92 of the lower Nyquist frequency, more than 70 dB down from that Nyquist frequency
// on, linear phase. Flush() gives the last half filter length.
//
// Thread rule: one object per stream. The constructor allocates; Push(), Flush() and Reset() never do.
#ifndef TONEGATE_CORE_RESAMPLE_RESAMPLER_H_
#define TONEGATE_CORE_RESAMPLE_RESAMPLER_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tonegate {

inline constexpr std::array<int, 10> kSampleRatesHz = {6000,  8000,  11025, 12000, 16000,
                                                       22050, 24000, 32000, 44100, 48000};

// True for the sample rates that a Resampler converts from and to.
bool IsSupportedRate(int rate_hz);

class Resampler {
 public:
  // Converts from from_hz to to_hz. REQUIRES: IsSupportedRate() for both.
  Resampler(int from_hz, int to_hz);

  // Most samples that Push() can write for `input_samples`.
  size_t MaxOutput(size_t input_samples) const;
  // Returns the number of samples written to out. REQUIRES: out.size() >= MaxOutput(samples.size()).
  size_t Push(std::span<const int16_t> samples, std::span<int16_t> out);

  // Most samples that Flush() can write.
  size_t MaxFlush() const { return MaxOutput(half_taps_); }
  // Writes the tail, so that the whole output has ceil(input * to / from) samples, and returns its length. REQUIRES:
  // out.size() >= MaxFlush().
  size_t Flush(std::span<int16_t> out);

  // Returns to the state of a fresh object.
  void Reset();

 private:
  size_t Drain(std::span<int16_t> out, int64_t limit);

  int64_t up_;  // to / from in lowest terms
  int64_t down_;
  size_t half_taps_;  // input samples on each side of an output sample
  size_t taps_;
  std::vector<float> bank_;    // up_ phases of taps_ coefficients each
  std::vector<float> buffer_;  // input samples that are still needed
  size_t fill_ = 0;            // samples in buffer_
  size_t start_ = 0;           // start in buffer_ of the next output sample's window
  int64_t phase_ = 0;
  int64_t heard_ = 0;  // input samples since Reset
  int64_t given_ = 0;  // output samples since Reset
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_RESAMPLE_RESAMPLER_H_

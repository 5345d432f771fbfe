// Resampler: changes a sample rate by an exact ratio.
//
// Streams 16-bit samples from one rate to another. Output sample k stands at input time
// k * from / to: the first output sample is aligned with the first input sample, there is no delay to correct.
// Pushing a signal in pieces gives the samples of pushing it whole, bit for bit, on every machine.
// A polyphase bank of a Kaiser-windowed sinc: flat to 0.92 of the lower Nyquist frequency, more than
// 70 dB down from that Nyquist frequency on, linear phase. The last half filter length comes out of Flush().
//
// Thread rule: one object per stream. The constructor allocates; Push, Flush and Reset never do.
#ifndef TONEGATE_CORE_RESAMPLE_RESAMPLER_H_
#define TONEGATE_CORE_RESAMPLE_RESAMPLER_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tonegate {

inline constexpr std::array<int, 10> kSampleRatesHz = {6000,  8000,  11025, 12000, 16000,
                                                       22050, 24000, 32000, 44100, 48000};

bool IsSupportedRate(int rate_hz);

class Resampler {
 public:
  // REQUIRES: IsSupportedRate() of both.
  Resampler(int from_hz, int to_hz);

  // Room that Push() needs at most for that many input samples.
  size_t MaxOutput(size_t input_samples) const;
  // Returns the samples written to out. REQUIRES: out.size() >= MaxOutput(samples.size()).
  size_t Push(std::span<const int16_t> samples, std::span<int16_t> out);

  size_t MaxFlush() const { return MaxOutput(half_taps_); }
  // The tail, so that the whole output is ceil(input * to / from) samples. REQUIRES: out.size() >= MaxFlush().
  size_t Flush(std::span<int16_t> out);

  void Reset();

 private:
  size_t Drain(std::span<int16_t> out, int64_t limit);

  int64_t up_;  // to / from in lowest terms
  int64_t down_;
  size_t half_taps_;  // input samples on each side of an output sample
  size_t taps_;
  std::vector<float> bank_;    // up_ phases of taps_ coefficients each
  std::vector<float> buffer_;  // input not yet used up
  size_t fill_ = 0;            // samples in buffer_
  size_t start_ = 0;           // of the next output sample's window, in buffer_
  int64_t phase_ = 0;
  int64_t heard_ = 0;  // input samples since Reset
  int64_t given_ = 0;  // output samples since Reset
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_RESAMPLE_RESAMPLER_H_

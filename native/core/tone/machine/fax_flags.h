// The flags with which a fax opens every frame: they prove a fax whose answer tone was missed.
//
// FaxFlags decides `v21` on a row of HDLC flags (01111110) at 300 bit/s on V.21's second channel, 1650 Hz for a one and
// 1850 Hz for a zero (ITU-T T.30, 5.3.1: a second of them before each answer of the called machine).
//
// A flag is six bits of one tone, then one or two of the other: only the lengths of the runs count, and a row of
// fourteen must fit. The demodulator correlates one bit's length with either tone, and runs only while the spectrum has
// most of its power in the channel.
#ifndef TONEGATE_CORE_TONE_FAX_FLAGS_H_
#define TONEGATE_CORE_TONE_FAX_FLAGS_H_

#include <array>

#include "core/tone/event.h"
#include "core/tone/line/spectrum.h"

namespace tonegate {

class FaxFlags {
 public:
  static constexpr int kFirstBin = 48;  // 1500 to 2000 Hz
  static constexpr int kLastBin = 64;

  // Hears one hop. `hop`: the newest kHopSamples samples; `band`: the hop's power in the bins above; `total`: its power
  // above 200 Hz, both of the window that ends there. Returns kV21, or kNone if there is nothing to report.
  ScreenEvent Push(const float* hop, float band, float total, int64_t end_sample);

 private:
  static constexpr int kBitSamples = 27;  // 26.7

  struct Tone {
    float cosine = 1;  // cosine of the oscillator's phase
    float sine = 0;
    float turn_cosine;
    float turn_sine;
    std::array<float, kBitSamples> real{};  // real parts of the newest samples, mixed down
    std::array<float, kBitSamples> imaginary{};
    float real_sum = 0;
    float imaginary_sum = 0;

    explicit Tone(float hz);
    float Push(float sample, int place);  // returns the power in the newest bit's length
  };

  void CountRun(int64_t at_sample);

  Tone one_{1650};
  Tone zero_{1850};
  int place_ = 0;
  int strange_hops_ = 0;
  bool listening_ = false;
  bool is_one_ = false;
  int run_samples_ = 0;
  int run_before_ = 0;
  int runs_ = 0;  // consecutive runs that fitted
  int64_t from_sample_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_TONE_FAX_FLAGS_H_

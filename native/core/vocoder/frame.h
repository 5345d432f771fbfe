// A voice frame, every 5 ms, as numbers: the input of the vocoder and the output of every acoustic model.
//
// A frame is kFrameFloats numbers, in this order:
//   [0]        f0 in Hz; 0 where unvoiced (nothing but noise sounds)
//   [1 .. 64]  spectral envelope in dB at 64 frequencies, equally spaced on the mel scale from 0 to 8,000 Hz (HTK:
//              2595 log10(1 + f / 700)). 0 dB is the density of white noise with variance 1, where full scale is 1:
//              the result of WORLD's CheapTrick for samples of -1 to 1, as 10 log10.
//   [65 .. 69] aperiodicity in 0 .. 1: the share of noise in the power, in the bands 0-1, 1-2, 2-4, 4-6, 6-8 kHz;
//              without meaning where unvoiced
// Some voices give a frame every 10 ms; the vocoder then interpolates one between each two.
#ifndef TONEGATE_CORE_VOCODER_FRAME_H_
#define TONEGATE_CORE_VOCODER_FRAME_H_

#include <array>
#include <cmath>
#include <cstddef>

namespace tonegate {

inline constexpr int kVoiceRateHz = 16000;
inline constexpr size_t kFrameSamples = 80;  // 5 ms
inline constexpr size_t kEnvelopePoints = 64;
inline constexpr size_t kNoiseBands = 5;
inline constexpr size_t kFrameFloats = 1 + kEnvelopePoints + kNoiseBands;
inline constexpr float kFloorDb = -120;  // below the range of 16 bits
inline constexpr float kCeilingDb = 40;  // above the reach of a voice
inline constexpr float kLowestHz = 40;   // lowest pitch of a voice; lower is unvoiced
inline constexpr float kHighestHz = 1000;

struct VoiceFrame {
  float f0_hz = 0;
  std::array<float, kEnvelopePoints> envelope_db{};
  std::array<float, kNoiseBands> aperiodicity{};
};
static_assert(sizeof(VoiceFrame) == kFrameFloats * sizeof(float));

inline constexpr std::array<float, kNoiseBands + 1> kNoiseEdgesHz = {0, 1000, 2000, 4000, 6000, 8000};

// Position of a frequency among the points of the envelope, 0 .. 63; fractional between two points.
inline double EnvelopePlace(double hz) {
  static const double step = std::log10(1 + 8000.0 / 700) / (kEnvelopePoints - 1);
  return std::log10(1 + hz / 700) / step;
}

}  // namespace tonegate

#endif  // TONEGATE_CORE_VOCODER_FRAME_H_

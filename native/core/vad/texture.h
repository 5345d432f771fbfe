// The texture of the sound every 40 ms: its level, voicing and steadiness.
//
// Texture::Push() takes every hop's spectrum and yields one Grain for every fourth.
//
// Voicing is the largest value of the autocorrelation (from the power below 1 kHz) at the lags of a voice's pitch.
// Steadiness is the share of the power in spectral peaks that were at the same frequency 40 ms ago: the windows do not
// overlap, so that noise is steady only by chance. Flux is the change of the spectrum's shape in four bands.
#ifndef TONEGATE_CORE_VAD_TEXTURE_H_
#define TONEGATE_CORE_VAD_TEXTURE_H_

#include <array>
#include <cstdint>

#include "core/tone/line/spectrum.h"

namespace tonegate {

struct Grain {
  static constexpr uint8_t kStrong = 128;

  float level_dbm0 = -126;
  float voicing = 0;               // [0, 1]
  float pitch_hz = 0;              // pitch of the largest value; meaningful when voiced
  float steady = 0;                // [0, 1]
  float lone = 0;                  // [0, 1]: share of the strongest line
  std::array<uint8_t, 8> lines{};  // bins of the real lines, 0 for none; kStrong is added to a strong one
  float flux_db = 0;
  float tilt_db = 0;  // power below 1 kHz relative to that above 2 kHz
};

class Texture {
 public:
  static constexpr int kHopsPerGrain = 4;

  // Hears one hop. `total`: the hop's power above 200 Hz. `muted`: only the time of the grain counts, not its content.
  // Returns true when a grain was completed.
  bool Push(const SpectrumView& spectrum, float total, bool muted, Grain* grain);

 private:
  static constexpr int kMostPeaks = 24;
  static constexpr int kBands = 4;

  void ReadPeaks(const SpectrumView& spectrum, float total, Grain* grain);

  int hops_ = 0;
  float power_ = 0;
  int peaks_ = 0;
  std::array<float, kMostPeaks> peak_bin_{};
  std::array<float, kBands> shape_db_{};
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VAD_TEXTURE_H_

// Detects when anything audible is on the line.
//
// SoundLevel reports when the level rises above the line's own noise, and when it has been back there for 300 ms.
//
// The noise floor follows every drop at once and rises by 2 dB a second, so that a steady noise becomes the floor
// within seconds. All comparisons are between powers.
#ifndef TONEGATE_CORE_VAD_SOUND_LEVEL_H_
#define TONEGATE_CORE_VAD_SOUND_LEVEL_H_

#include <algorithm>
#include <cstdint>

#include "core/tone/line/decibel.h"
#include "core/tone/event.h"
#include "core/tone/line/spectrum.h"

namespace tonegate {

class SoundLevel {
 public:
  // Hears one hop. `total`: the hop's power. Returns kSoundOn, kSoundOff, or kNone if nothing has changed.
  ScreenEvent Push(float total, int64_t end_sample) {
    constexpr float kAudible = 8e-6F;  // -48 dBm0
    constexpr float kRise = 1.0046F;   // 2 dB a second
    constexpr float kAbove = 8;        // 9 dB over the floor
    constexpr float kStill = 4;        // 6 dB
    constexpr int kHopsOn = 3;
    constexpr int kHopsOff = 30;
    constexpr int kTailSamples = 208;  // time in which the window still holds a sound 10 to 40 dB over the floor
    floor_ = std::min(std::max(total, kAudible / kAbove), floor_ * kRise);
    ScreenEvent event;
    if (!on_) {
      run_ = total > kAbove * floor_ ? run_ + 1 : 0;
      if (run_ < kHopsOn) return event;
      event.kind = EventKind::kSoundOn;
      event.at_sample = end_sample;
      from_sample_ = event.from_sample = end_sample - kHopsOn * kHopSamples;
    } else {
      run_ = total < kStill * floor_ ? run_ + 1 : 0;
      if (run_ == 0) {
        loud_power_ += total;
        ++loud_hops_;
      }
      if (run_ < kHopsOff) return event;
      event.kind = EventKind::kSoundOff;
      event.at_sample = end_sample - kHopsOff * kHopSamples - kTailSamples;
      event.from_sample = from_sample_;
    }
    // Mean power of a sound that has ended; power so far of one that begins.
    event.level_dbm0 =
        on_ && loud_hops_ > 0 ? LevelDbm0(loud_power_ / static_cast<float>(loud_hops_)) : LevelDbm0(total);
    on_ = !on_;
    run_ = 0;
    loud_power_ = 0;
    loud_hops_ = 0;
    return event;
  }

 private:
  float floor_ = 1e-6F;
  int run_ = 0;
  bool on_ = false;
  float loud_power_ = 0;
  int loud_hops_ = 0;
  int64_t from_sample_ = 0;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VAD_SOUND_LEVEL_H_

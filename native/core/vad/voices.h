// Remembers when a voice, speech or music was last likely.
//
// Voices keeps these three moments of the call, long before any decision, for signals that mean one thing in a quiet
// call and another after somebody has spoken.
#ifndef TONEGATE_CORE_VAD_VOICES_H_
#define TONEGATE_CORE_VAD_VOICES_H_

#include <algorithm>
#include <cstdint>

#include "core/tone/event.h"
#include "core/vad/texture.h"

namespace tonegate {

class Voices {
 public:
  static constexpr int64_t kNever = -(int64_t{1} << 40);

  // Hears one grain. `speech`, `music`: their probabilities at the newest look of SpeechMusic.
  void Hear(const Grain& grain, float speech, float music, int64_t end_sample) {
    constexpr float kLikely = 0.5F;
    constexpr float kVoiced = 0.6F;
    constexpr float kLone = 0.7F;  // share of the strongest line from which it is a tone
    constexpr float kAudibleDbm0 = -48;
    constexpr float kEnough = 4;  // grains, 160 ms
    constexpr float kForgotten = 1.0F / 50;
    constexpr float kFadingDb = 0.08F;  // 2 dB in a second
    constexpr float kHeard = 0.3F;
    constexpr float kShare = 1.0F / 50;
    const bool voiced = grain.voicing > kVoiced && grain.lone < kLone && grain.level_dbm0 > kAudibleDbm0;
    voiced_ = voiced ? voiced_ + 1 : std::max(0.0F, voiced_ - kForgotten);
    voice_dbm0_ = voiced ? std::max(grain.level_dbm0, voice_dbm0_) : voice_dbm0_ - kFadingDb;
    if (voiced && voiced_ >= kEnough) voice_ = end_sample;
    if (speech + music > kHeard) balance_ += kShare * (speech - music - balance_);
    if (speech > kLikely) speech_ = end_sample;
    if (music > kLikely) music_ = end_sample;
  }

  // Ends of the newest voice, speech and music, as sample counts; kNever if there was none.
  int64_t voice() const { return voice_; }
  int64_t speech() const { return speech_; }
  int64_t music() const { return music_; }
  float voice_dbm0() const { return voice_dbm0_; }  // level of the loudest voice of the last seconds
  // Balance of speech against music, -1 to 1, over the last two seconds with either.
  float balance() const { return balance_; }
  // True if there was none of the three in the last seconds.
  bool AreQuiet(int64_t now) const {
    constexpr int64_t kMemory = int64_t{6} * kScreenRateHz;
    return std::max({voice_, speech_, music_}) + kMemory < now;
  }

 private:
  float balance_ = 0;
  float voiced_ = 0;  // number of voiced grains; each is forgotten after two seconds without another
  float voice_dbm0_ = -126;
  int64_t voice_ = kNever;
  int64_t speech_ = kNever;
  int64_t music_ = kNever;
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_VAD_VOICES_H_
